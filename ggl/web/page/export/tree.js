/** Ways through the tree of a play: see `ggl/play/tree.py`. */

import { refused } from "../carrier.js";

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./play.js").Node} Node */

/** The last place of the entry made at a place and of what answered it, on the way visited last. @param {Node} node */
export function lastOfEntry(node) {
  let last = node;
  while (last.way !== null && !last.way.entry && last.way.lost === null) last = last.way;
  return last;
}

/** Take back the last entry, with what answered it. @param {ExportHost} host */
export function taken(host) {
  let node = host.here;
  while (node.above !== null && !node.entry && node.lost === null) node = node.above;
  if (node.above === null) throw refused("invalid", "No moves yet.");
  return host.moved(node.above, host.here === host.tip);
}

/** Go to the end of the next entry, on the way visited last. @param {ExportHost} host */
export function again(host) {
  const next = host.here.way;
  if (next === null) throw refused("invalid", "There is no move to redo.");
  return host.moved(lastOfEntry(next), host.here === host.tip);
}

/** The line through the board's place, to the end of the way that was gone last. @param {ExportHost} host @returns {Node[]} */
export function whole(host) {
  const line = host.line(host.here);
  for (let at = host.here.way; at !== null; at = at.way) line.push(at);
  return line;
}

/** The line of the play, or that of the board if this has left it. @param {ExportHost} host */
export function shownLine(host) {
  const play = host.line(host.tip);
  return (play.includes(host.here) ? play : whole(host)).filter((node) => node.lost === null);
}

/** All places, those above before those below. @param {ExportHost} host */
export function places(host) {
  const play = new Set(host.line(host.tip));
  return host.nodes.map((node) => ({ node: node.number, above: node.above?.number ?? null, text: node.text, mover: node.mover, turn: host.entry(node.position, "ply"), is_play: play.has(node) }));
}
