/** Who is to move at a table, and what a click has to wait for. */

/** @typedef {import("../messages.js").View} View */

/** Whether a person is to move. @param {View} view */
export function personMoves(view) {
  return view.over === null && view.thinks === null && view.sides.find((side) => side.side === view.mover)?.who === "human";
}

/**
 * Why nobody can play by a click now; empty where somebody can.
 * @param {View} view @param {import("../carrier.js").Standing} standing @param {import("../messages.js").Hello | null} hello
 */
export function whatIsWaitedFor(view, standing, hello) {
  const seat = view.sides.find((side) => side.side === view.mover)?.seat;
  return standing !== "open" ? "The connection was lost. Reconnecting …"
    : view.over !== null ? `The game is over: ${view.over.text}.`
    : hello?.rights === "watch" ? "You are watching."
    : view.thinks !== null ? `${view.mover} is thinking.`
    : hello?.rights !== "owner" && hello?.seat !== seat ? `${view.mover} is to move.`
    : !view.listed ? "There are many legal moves: they are still being listed."
    : "";
}
