/** Plays in which players do not see everything. */

/** @typedef {import("../messages.js").View} View */

/** Whether something is hidden, for the play goes on. @param {View} view */
export function isSecret(view) {
  return view.eyes !== "";
}

/** Whether a view is for the eyes of one of several people, who may sit at one page. @param {View} view */
export function isShared(view) {
  return view.sides.some((side) => side.side === view.eyes) && view.sides.filter((side) => side.who === "human").length > 1;
}
