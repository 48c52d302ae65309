/** What is typed at a place of the play: a step, or several of a turn in one go, as `ggl/play/turn_text.py` reads it. */

import { refused } from "../carrier.js";
import { turnWords } from "./reading.js";

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./play.js").Node} Node */
/** A step with its text. @typedef {{ step: import("./engine.js").Step, text: string }} Made */

/** So many beginnings of a turn are tried. */
const MOST_READS = 400;

/** The steps that a text means, one or several of a turn; none if it means none that are legal. @param {ExportHost} host @param {string} text @returns {Made[]} */
export function turn(host, text) {
  const found = reads(host, host.here, text);
  if (found.length > 1) throw refused("illegal", `\`${text}\` could be ${found.slice(0, 5).map((each) => `\`${each.text}\``).join(", ")}.`);
  // where something is hidden, the next step depends on what this one shows
  if (found.length === 1 || host.data.views !== null || host.reading.isOneStep(text, host.here.position)) return found;
  const words = turnWords(text);
  let tries = 0;
  /** The steps of the words from one on: the longest beginning first. @param {Node} node @param {number} start @returns {Made[]} */
  const rest = (node, start) => {
    for (let end = words.length; end > start && (tries += 1) <= MOST_READS; end -= 1) {
      const made = reads(host, node, words.slice(start, end).join(""));
      if (made.length !== 1) continue;
      if (end === words.length) return made;
      const after = { ...node, position: host.engine.play(node.position, made[0].step), steps: null, texts: null };
      const more = host.isOver(after) || host.isChance(after.position) || !host.isInTurn(after.position) ? [] : rest(after, end);
      if (more.length > 0) return [...made, ...more];
    }
    return [];
  };
  return rest(host.here, 0);
}

/** The legal steps at a place that a text may mean. @param {ExportHost} host @param {Node} node @param {string} text @returns {Made[]} */
export function reads(host, node, text) {
  const { steps, texts } = host.legal(node);
  const position = host.seenBy(node.position, host.entry(node.position, "mover"));
  return host.reading.read(text, steps, texts, position).map((place) => ({ step: steps[place], text: texts[place] }));
}
