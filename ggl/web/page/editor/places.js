/**
 * Places in a text. The host counts characters; JavaScript counts halves of those beyond the first plane as two.
 *
 * @typedef {import("../messages.js").Edit} Edit
 */

/** The host's place of a place here. @param {string} text @param {number} unit */
export function toHost(text, unit) {
  let found = unit;
  for (let i = 0; i < unit; i++) if (isFirstHalf(text.charCodeAt(i))) found -= 1;
  return found;
}

/** The place here of a place of the host's. @param {string} text @param {number} place */
export function fromHost(text, place) {
  let unit = 0;
  for (let left = place; left > 0 && unit < text.length; left--) unit += isFirstHalf(text.charCodeAt(unit)) ? 2 : 1;
  return unit;
}

/** @param {number} code */
function isFirstHalf(code) {
  return code >= 0xd800 && code < 0xdc00;
}

/** Edits of the host's as changes of the editor. @param {string} text @param {Edit[]} edits */
export function changesOf(text, edits) {
  return edits.map((edit) => ({ from: fromHost(text, edit.begin), to: fromHost(text, edit.end), insert: edit.text }));
}

/** The one change that makes a text of another; it divides no character. @param {string} before @param {string} after */
export function difference(before, after) {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  if (isFirstHalf(before.charCodeAt(from - 1))) from -= 1;
  let left = 0;
  while (left < Math.min(before.length, after.length) - from && before.at(-1 - left) === after.at(-1 - left)) left += 1;
  if (left > 0 && [before, after].some((text) => isFirstHalf(text.charCodeAt(text.length - left - 1)))) left -= 1;
  return { from, to: before.length - left, insert: after.slice(from, after.length - left) };
}
