/** Plays of an exported page by turns, as records of ggl, and back. */

import { refused } from "../carrier.js";

export const LONGEST_PLAY = 20000;

/** @typedef {import("./host.js").ExportHost} ExportHost */

/** Steps by turns. @param {ExportHost} host @param {import("./host.js").Node[]} line */
export function turned(host, line) {
  /** @type {{ number: number, mover: string, seat: string, steps: string[], nodes: number[], done: boolean, all: import("./host.js").Node[] }[]} */
  const found = [];
  let ply = -1;
  for (const node of line.slice(1)) {
    const above = /** @type {import("./host.js").Node} */ (node.above);
    const now = host.entry(above.position, "ply");
    if (now !== ply || found.length === 0 || node.mover !== found[found.length - 1].mover) {
      const seat = host.words.seats[host.seat(above.position, host.entry(above.position, "mover"))];
      found.push({ number: found.length + 1, mover: node.mover, seat, steps: [], nodes: [], done: true, all: [] });
    }
    ply = now;
    const turn = found[found.length - 1];
    turn.steps.push(node.text);
    turn.nodes.push(node.number);
    turn.all.push(node);
    turn.done = host.isOver(node) || host.entry(node.position, "ply") !== now;
  }
  return found;
}

/** The play as a line of ggl's records. @param {ExportHost} host */
export function record(host) {
  const turns = turned(host, host.line(host.tip)).map((turn) => turn.all.flatMap((node) => (node.step === null ? [] : [host.filed.full(node.step)])));
  const over = host.isOver(host.tip) ? host.outcome(host.tip) : null;
  const won = over?.winners.length === 1 ? over.winners[0] : null;
  const side = won === null ? null : host.words.players.indexOf(won);
  /** @type {Record<string, unknown>} */
  const result = over === null ? {} : { result: { winner: won, seat: side === null ? null : host.words.seats[host.seat(host.tip.position, side)], reason: over.reason,
    ...(host.tip.resigned === null ? {} : { resigned: host.words.players[host.tip.resigned] }) } };
  return `${JSON.stringify({ record: 2, ggl: host.words.version, game: host.words.game, options: host.words.optionValues, fingerprint: host.words.fingerprint,
    seats: host.seats, moves: turns.filter((turn) => turn.length > 0).map((turn) => (turn.length === 1 ? turn[0] : turn)), ...result })}\n`;
}

/** Play a record again, as far as its steps are legal. @param {ExportHost} host @param {string} text */
export function loaded(host, text) {
  let read;
  try {
    read = JSON.parse(text.trim().split("\n").at(-1) ?? "");
  } catch {
    throw refused("unreadable", "This is not a ggl record.");
  }
  if (read === null || typeof read !== "object" || !Array.isArray(read.moves)) throw refused("unreadable", "This is not a ggl record.");
  if (read.fingerprint !== host.words.fingerprint) throw refused("invalid", "This record belongs to other rules, or to other options.");
  host.begin({});
  for (const step of read.moves.flat().slice(0, LONGEST_PLAY)) {
    const made = filed(host, read.record, String(step));
    if (made === null) throw refused("illegal", `The record could be played up to \`${String(step).slice(0, 40)}\`, which is not legal.`);
    host.tip = host.node(host.tip, made.step, made.text, host.engine.play(host.tip.position, made.step));
    host.here = host.tip;
  }
  host.changed();
}

/** The legal step of a text of a record: in full, else as it may be typed; null if there is none. @param {ExportHost} host @param {number} form @param {string} text */
function filed(host, form, text) {
  const { steps, texts } = host.legal(host.tip);
  const place = form === 1 ? -1 : steps.findIndex((step) => host.filed.full(step) === text);
  const found = place < 0 ? host.reads(host.tip, text) : [{ step: steps[place], text: texts[place] }];
  return found.length === 1 ? found[0] : null;
}
