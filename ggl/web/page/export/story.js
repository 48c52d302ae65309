/** What a side has seen and done in a play, a line for each step that it notices, as `ggl/play/information.py` tells it. */

import { announcedBetween, known, seen } from "./eyes.js";

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./play.js").Node} Node */
/** @typedef {import("./engine.js").Position} Position */

export const MOST_LINES = 100;

/** The lines of the last steps; none where all is shown. @param {ExportHost} host @param {Node} node @param {number} side @returns {string[]} */
export function story(host, node, side) {
  if (side < 0 || host.words.story === null) return [];
  const line = host.line(node);
  const views = line.map((each) => seen(host, each.position, side));
  return line.slice(1).map((each, i) => told(host, each, side, views[i], views[i + 1])).filter((text) => text !== "").slice(-MOST_LINES);
}

/** @param {ExportHost} host @param {Node} node @param {number} side @param {Position} before @param {Position} after */
function told(host, node, side, before, after) {
  const mover = host.entry(after, "mover");
  const parts = [ofStep(host, node, side, before, after), ...chosen(host, side, before, after), ...announcedBetween(host, before, after).map((text) => `announced: ${text}`)];
  const changes = entries(host, before, after);
  if (changes.length > 0) parts.push(`seen: ${changes.join(", ")}`);
  if (mover !== host.entry(before, "mover")) parts.push(`${host.words.players[mover]} to move`);
  return parts.filter((part) => part !== "").join("; ");
}

/** What the side is told of a step itself. @param {ExportHost} host @param {Node} node @param {number} side @param {Position} before @param {Position} after */
function ofStep(host, { step, above }, side, before, after) {
  const { words, texts, data } = host;
  if (step === null || above === null || words.story === null) return "";
  const [schema, ...args] = step;
  if (schema === data.kernel.numbers.roll) {
    const [number, ...outcomes] = args;
    const shown = words.story.rolled[number].map((place, i) => known(before, place) !== null && known(after, place) !== null ? texts.value(words.rolls[number][i], outcomes[i]) : "?");
    return ["roll", ...(shown.some((text) => text !== "?") ? shown : [])].join(" ");
  }
  const telling = words.story.tellings[schema] ?? null;
  if (telling === null || host.entry(above.position, "mover") === side) return texts.inWay(step, 0);
  const [params, isMade] = telling;
  return isMade ? partly(host, schema, words.schemas[schema].params.map((_, i) => (params.includes(i) ? args[i] : null))) : "";
}

/** A move with the arguments that are known. @param {ExportHost} host @param {number} schema @param {(number | null)[]} args */
function partly(host, schema, args) {
  const codes = args.filter((code) => code !== null);
  if (codes.length === args.length) return host.texts.inWay([schema, ...codes], 0);
  const { name, params } = host.words.schemas[schema];
  return [name, ...args.map((code, i) => (code === null ? "?" : host.texts.value(params[i], code)))].join(" ");
}

/** What others have chosen, where all have chosen now. @param {ExportHost} host @param {number} side @param {Position} before @param {Position} after @returns {string[]} */
function chosen(host, side, before, after) {
  const at = host.words.story?.chosen ?? null;
  if (at === null) return [];
  /** @param {number} place */
  const now = (place) => (known(before, place) === known(after, place) || known(after, place) === null ? null : Number(known(after, place)));
  return host.words.players.flatMap((player, number) => {
    const schema = now(at.at + number);
    if (schema === null || schema === 0 || number === side) return [];
    return [`${player}: ${partly(host, schema - 1, at.params[schema - 1].map((place) => now(place + number)))}`];
  });
}

/** What has changed of pieces and of variables, in words, in the order of their places. @param {ExportHost} host @param {Position} before @param {Position} after @returns {string[]} */
function entries(host, before, after) {
  const { story: about } = host.words;
  if (about === null) return [];
  /** @type {[number, string][]} */
  const found = [];
  /** @param {number} at @param {number} count @param {(i: number, code: number) => string} text */
  const each = (at, count, text) => {
    for (let i = 0; i < count; i += 1) {
      const code = known(after, at + i);
      if (code !== null && code !== known(before, at + i)) found.push([at + i, text(i, Number(code))]);
    }
  };
  for (const { at, names, empty, type } of about.pieces) each(at, names.length, (i, code) => `${names[i]} ${code >= empty ? "empty" : host.texts.value(type, code)}`);
  for (const { at, names, members, type } of about.variables) {
    each(at, names.length, (i, code) => members === null ? `${names[i]} is ${host.texts.value(type, code)}` : `${members[i]} is ${code === 0 ? "not " : ""}in ${names[i]}`);
  }
  return found.sort(([a], [b]) => a - b).map(([, text]) => text);
}
