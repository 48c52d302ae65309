/** Plays of an exported page by turns, as records of ggl, and back. */

import { refused } from "../carrier.js";
import { pause, sits } from "./agents.js";
import { Reading } from "./reading.js";
import { folded } from "./texts.js";
import { LONGEST_PLAY, Play } from "./play.js";
import { reads } from "./turn.js";

const SLICE_MS = 25;

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./engine.js").Step} Step */

/** Steps by turns: the rolls with which a turn begins are steps of it. @param {ExportHost} host @param {import("./play.js").Node[]} line */
export function turned(host, line) {
  /** @type {{ number: number, mover: string, seat: string, steps: string[], nodes: number[], done: boolean, all: import("./play.js").Node[] }[]} */
  const found = [];
  /** @type {import("./play.js").Node[]} */
  let all = [];
  let rolls = 0;
  const nodes = line.slice(1).filter((node) => node.lost === null);
  for (const [place, node] of nodes.entries()) {
    all.push(node);
    const before = /** @type {import("./play.js").Node} */ (node.above).position;
    if (all.length === rolls + 1 && host.isChance(before)) rolls += 1;
    const done = host.isOver(node) || !(host.isInTurn(node.position) || node.step?.[0] === host.data.kernel.numbers.roll);
    if (!done && place + 1 < nodes.length) continue;
    const { position } = /** @type {import("./play.js").Node} */ (all[Math.min(rolls, all.length - 1)].above);
    found.push({ number: found.length + 1, mover: host.mover(position), seat: host.words.seats[host.seat(position, host.entry(position, "mover"))],
      steps: all.map(({ text }) => text), nodes: all.map(({ number }) => number), done, all });
    [all, rolls] = [[], 0];
  }
  return found;
}

/** The play as a line of ggl's records. @param {ExportHost} host */
export function record(host) {
  const turns = turned(host, host.line(host.tip)).map((turn) => turn.all.flatMap(({ step }) => (step === null ? [] : [host.filed.full(step)])));
  const result = host.isOver(host.tip) ? { result: ended(host) } : {};
  return `${JSON.stringify({ record: 2, ggl: host.words.version, game: host.words.game, options: host.words.optionValues, fingerprint: host.words.fingerprint,
    seats: host.seats, moves: turns.map((turn) => (turn.length === 1 ? turn[0] : turn)), ...result })}\n`;
}

/** An earlier play in a list. @param {ExportHost} host @param {Play} play @returns {import("../messages.js").KeptPlay} */
export function kept(host, { name, date, seats, tip }) {
  const turns = turned(host, host.line(tip)).filter(({ done }) => done).length;
  return { table: name, game: host.words.title, date, turns, seats, over: host.isOver(tip) };
}

/** How the play ended. @param {ExportHost} host */
function ended(host) {
  const { players, seats: named, score } = host.words;
  const { position, lost } = host.tip;
  const { winners, reason } = host.outcome(host.tip);
  const seats = winners.map((side) => named[host.seat(position, players.indexOf(side))]);
  const codes = host.scene.scoreCodes(position);
  const sole = winners.length === 1;
  return {
    winner: sole ? winners[0] : null, seat: sole ? seats[0] : null, reason,
    ...(winners.length > 1 ? { winners, seats } : {}),
    ...(winners.length === 0 && players.length === 1 ? { loser: players[0] } : {}),
    ...(codes === null ? {} : { scores: Object.fromEntries(codes.map((code, side) => [players[side], exact(code, score.scale)])) }),
    ...(lost === null ? {} : { resigned: players[lost.side] }),
  };
}

/** A number of JSON if that is exact, otherwise a fraction as text. @param {number} code @param {number} scale */
function exact(code, scale) {
  const divided = code / scale;
  return Number.isInteger(divided * 2 ** 20) ? divided : `${code}/${scale}`;
}

/**
 * The play of a record, as far as its steps are legal; a roll that is due then happens. Its variations and its clock are left out.
 * It is made in slices, so that the page stays awake.
 * @param {ExportHost} host @param {string} text @param {() => boolean} goesOn
 */
export async function loaded(host, text, goesOn) {
  const read = parsed(text);
  const { levels, players, seats, fingerprint } = host.words;
  if (read.fingerprint !== fingerprint) throw refused("invalid", "This record belongs to other rules, or to other options.");
  if (read.start !== undefined && read.start !== null) throw refused("invalid", "This record begins at a position of its own; the workshop can load it: `ggl workshop`.");
  const steps = read.moves.flat();
  if (steps.length > LONGEST_PLAY) throw refused("limit", `A play has at most ${LONGEST_PLAY} steps here.`);
  const play = new Play(host, Object.fromEntries(seats.map((seat) => [seat, sits(read.seats?.[seat], levels) ? read.seats[seat] : "human"])));
  let last = performance.now();
  for (const step of steps) {
    if (performance.now() - last > SLICE_MS) {
      await pause();
      last = performance.now();
      if (!goesOn()) throw refused("stopped", "The record made way for another play.");
    }
    const made = host.isOver(play.tip) ? null : filed(host, play.tip, read.record, step);
    if (made === null) {
      if (play.tip.above === null) throw refused("illegal", `The first step of this record, \`${step.slice(0, 40)}\`, is not legal.`);
      play.broken = `The record could be played up to \`${step.slice(0, 40)}\`, which is not legal.`;
      break;
    }
    play.grown(made.step, made.text, play.asks(play.tip));
  }
  const loser = players.indexOf(read.result?.resigned);
  if (play.broken === "" && loser >= 0 && players.length === 2 && !host.isOver(play.tip)) play.lose(loser, String(read.result.reason ?? ""));
  play.rolls();
  play.held = true;
  return play;
}

/** The last record of a text. @param {string} text */
function parsed(text) {
  /** @type {any} */
  let read = null;
  try {
    read = JSON.parse(text.replace(/^\ufeff/, "").trim().split("\n").at(-1) ?? "");
  } catch {
    // said below
  }
  /** @param {unknown} turn */
  const isTurn = (turn) => typeof turn === "string" || (Array.isArray(turn) && turn.length > 0 && turn.every((step) => typeof step === "string"));
  if (read === null || ![1, 2].includes(read.record) || !Array.isArray(read.moves) || !read.moves.every(isTurn)) throw refused("unreadable", "This is not a ggl record.");
  return read;
}

/** The legal step of a text of a record: in full, else as it may be typed; null if there is none. @param {ExportHost} host @param {import("./play.js").Node} node @param {number} form @param {string} text */
function filed(host, node, form, text) {
  const { steps, texts } = host.legal(node);
  const typed = folded(text);
  /** @param {Step} step */
  const isFiled = (step) => folded(host.filed.full(step)) === typed;
  const hasLabels = Object.keys(host.words.labels).length > 0;
  if (form > 1 || hasLabels) {
    const place = steps.findIndex(isFiled);
    if (place >= 0) return { step: steps[place], text: texts[place] };
    const plain = new Reading(host.filed, host.data.why.picks, {});
    if (plain.inFull(plain.split(text)).some(isFiled)) return null; // an illegal move is not read as another
  }
  const found = reads(host, node, text);
  return found.length === 1 ? found[0] : null;
}
