/** What the board says to those who do not see it. */

/** @typedef {import("../messages.js").View} View */

/**
 * The name of a site as a control: "c4, white stone, legal".
 * @param {string} site @param {string | undefined} says @param {string[]} states
 */
export function siteName(site, says, states) {
  return [site, says ?? "empty", ...states].join(", ");
}

/**
 * What has happened since the last view, for the live region: who moved, the score, who is next or how it ended.
 * @param {View} view
 */
export function told(view) {
  const turn = view.turns.findLast((each) => each.nodes.includes(view.here));
  const scores = view.sides.filter((side) => side.score !== "").map((side) => `${side.side} ${side.score}`);
  const parts = [
    turn === undefined ? "" : `${turn.mover}: ${turn.steps.slice(0, turn.nodes.indexOf(view.here) + 1).join(", ")}.`,
    scores.length > 0 ? `Score: ${scores.join(", ")}.` : "",
    view.over !== null ? `The game is over: ${view.over.text}.` : view.asks === "" ? "" : `${view.asks}.`,
    ...view.remarks,
  ];
  return parts.filter((part) => part !== "").join(" ");
}
