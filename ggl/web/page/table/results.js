/** What the host has found becomes a part of what is known of a table. */

/** @typedef {import("../app.js").Table} Table */
/** @typedef {import("../app.js").Result} Result */

/** The parts of a table that a result replaces. @param {Table} table @param {Result} result @returns {Partial<Table>} */
export function learned({ view, values }, result) {
  switch (result.kind) {
    case "hint":
      return result.revision === view.revision ? { hint: result } : {};
    case "threats":
      return { threats: result };
    case "random":
      return result.steps > 0 ? { random: { steps: result.steps, revision: view.revision } } : {};
    case "measured":
      return { measured: result };
    case "evaluation":
      return { values: new Map(values).set(view.here, result.values) };
    case "review": {
      const sides = view.sides.map((side) => side.side);
      return { review: result, values: new Map([...values, ...result.steps.map((step) => /** @type {const} */ ([step.node, shares(sides, step.mover, step.value)]))]) };
    }
    default:
      return {};
  }
}

/**
 * The share of each side, from that of the mover. @param {string[]} sides @param {string} mover @param {number} value
 * @returns {Record<string, number>}
 */
function shares(sides, mover, value) {
  if (sides.length !== 2) return { [mover]: value };
  return Object.fromEntries(sides.map((side) => [side, side === mover ? value : 1 - value]));
}

/** Why a move is not legal, for the line near the board. @param {import("../messages.js").Why} why @returns {import("../state.js").Reason} */
export function reason(why) {
  const text = why.verdict === "legal" ? why.text : `Not legal: ${why.reason}.`;
  const where = why.place === null ? "" : `${why.place.file}:${why.place.line}`;
  return { text, near: why.near, line: why.line.trim(), where };
}
