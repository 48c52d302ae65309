/**
 * Jobs of an exported page: a hint, what each choice of a play gave away, and what comes of random plays.
 *
 * They work in slices, so that the page stays awake, and are generators of what is known so far; the last is the result, null where
 * nobody waits for it any more. What they find is told as ggl tells it: see `ggl/agents/review.py` and `ggl/host/jobs/worker.py`.
 */

import { refusalOf } from "../carrier.js";
import { turned } from "./record.js";
import { shownLine } from "./tree.js";
import { pause, ranked, settingsOf, think } from "./agents.js";

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./play.js").Node} Node */
/** @typedef {import("../messages.js").Review} Review */
/** @typedef {import("../messages.js").Measured} Measured */
/** What a position is worth to a seat. @typedef {{ seat: number, value: number, proven: boolean }} Worth */
/** A search for advice about the position at a revision: who has asked for it, and whether it is over. @typedef {{ search: number, revision: number, askers: (() => boolean)[], thought: Promise<void> | null, isDone: boolean }} Asked */
/** @template R @typedef {AsyncGenerator<{ done: number, text: string, so_far: R }, R | null, void>} Work */

const ADVISER = "mcts:time=1";
/** For each position of a review. */
const JUDGE = "mcts:time=0.3";
const SLICE_MS = 25;
/** Of a share or a mean, 95 % lie within so many deviations. */
const DEVIATIONS = 1.959964;

/**
 * Do a job and tell what is known as it goes; one that has been stopped has failed.
 * @param {Work<any>} work @param {string} job @param {import("../carrier.js").On} on
 */
export async function worked(work, job, on) {
  try {
    for (;;) {
      const { done, value } = await work.next();
      if (done) return told(on, job, value);
      on.event({ event: "progress", job, ...value });
    }
  } catch (error) {
    const { code, text } = refusalOf(error);
    on.event({ event: "failed", job, code, text, so_far: null });
  }
}

/** Tell what has come of a job. @param {import("../carrier.js").On} on @param {string} job @param {any} result null where it was stopped */
function told(on, job, result) {
  on.event(result === null ? { event: "failed", job, code: "stopped", text: "", so_far: null } : { event: "result", job, result });
}

/** A hint, or what the position on the board is worth; null if nobody waits for it any more. @param {ExportHost} host @param {boolean} hints @param {Asked} asked @param {() => boolean} goesOn @returns {Work<any>} */
export async function* advice(host, hints, asked, goesOn) {
  const { engine, here, revision, words, texts: written } = host;
  asked.askers.push(goesOn);
  asked.thought ??= think(engine, here.position, settingsOf(ADVISER, words.levels), () => asked.askers.some((each) => each()));
  await asked.thought;
  if (!goesOn()) return null;
  asked.isDone = true;
  const seat = seatOf(host, here);
  const { value } = engine.found(seat);
  const mover = host.mover(here.position);
  const common = { judge: ADVISER, revision, proven: engine.isProven, simulations: engine.simulations };
  if (!hints) {
    const values = words.players.length === 2 ? Object.fromEntries(words.players.map((side) => [side, side === mover ? value : 1 - value])) : { [mover]: value };
    return { ...common, kind: "evaluation", values };
  }
  const { steps, texts } = host.legal(here);
  const tried = ranked(engine, seat);
  const candidates = tried.slice(0, 5).map((each) => ({ move: texts[host.placeOf(steps, each.step)] ?? written.text(each.step, here.position),
    value: each.value, visits: each.visits, proven: each.sure !== null, hardly_tried: 20 * each.visits < (tried[0]?.visits ?? 0) }));
  return { ...common, kind: "hint", mover, turn: candidates.slice(0, 1).map((each) => each.move), candidates, value };
}

/** @param {ExportHost} host @param {() => boolean} goesOn @returns {Work<Review>} */
export async function* review(host, goesOn) {
  const line = shownLine(host);
  const turns = new Map(turned(host, line).flatMap((turn) => turn.nodes.map((node) => [node, turn.number])));
  /** @type {Review["steps"]} */
  const found = [];
  let ahead = await after(host, /** @type {Node} */ (line.at(-1)), goesOn);
  for (let place = line.length - 1; place > 0 && goesOn(); place -= 1) {
    const [node, before] = [line[place], line[place - 1]];
    if (host.isChance(before.position)) {
      ahead = null;
      continue;
    }
    const seat = seatOf(host, before);
    const own = ahead === null ? null : worthTo(ahead, seat, host.words.players.length);
    const { steps, texts } = host.legal(before);
    if (steps.length === 1) {
      ahead = own;
      continue;
    }
    const worth = await thought(host, before, goesOn);
    if (!goesOn()) break;
    const judged = node.step === null ? null : judge(host, host.texts.full(node.step), seat, worth, own);
    if (judged !== null) {
      const best = texts[steps.findIndex((each) => host.texts.full(each) === judged.best)] ?? judged.best;
      found.unshift({ node: node.number, turn: turns.get(node.number) ?? 0, mover: node.mover, move: node.text, value: judged.value, loss: judged.loss, best, proven: judged.proven });
    }
    ahead = worth;
    yield { done: 1 - (place - 1) / (line.length - 1), text: `${found.length} choices`, so_far: { judge: JUDGE, steps: [...found], kind: "review" } };
  }
  return goesOn() ? { judge: JUDGE, steps: found, kind: "review" } : null;
}

/** @param {ExportHost} host @param {Node} node */
function seatOf(host, node) {
  return host.seat(node.position, host.entry(node.position, "mover"));
}

/** @param {ExportHost} host @param {Node} node @param {() => boolean} goesOn @returns {Promise<Worth>} */
async function thought(host, node, goesOn) {
  await think(host.engine, node.position, settingsOf(JUDGE, []), goesOn);
  const seat = seatOf(host, node);
  return { seat, value: host.engine.found(seat).value, proven: host.engine.isProven };
}

/** What the last position is worth. @param {ExportHost} host @param {Node} node @param {() => boolean} goesOn @returns {Promise<Worth | null>} */
async function after(host, node, goesOn) {
  if (!host.isOver(node)) return host.isChance(node.position) ? null : thought(host, node, goesOn);
  const { winners } = host.outcome(node);
  const side = host.entry(node.position, "mover");
  const all = host.words.players.length;
  const value = winners.length === 0 ? (all > 1 ? 1 / all : 0) : winners.includes(host.words.players[side]) ? 1 / winners.length : 0;
  return { seat: host.seat(node.position, side), value, proven: true };
}

/** @param {Worth} worth @param {number} seat @param {number} seats @returns {Worth | null} */
function worthTo(worth, seat, seats) {
  if (worth.seat === seat) return worth;
  return seats === 2 ? { seat, value: 1 - worth.value, proven: worth.proven } : null;
}

/**
 * What a step gave away, from the search of the position before it, which the engine still has; null where nothing is known of it.
 * @param {ExportHost} host @param {string} step in full @param {number} seat @param {Worth} worth @param {Worth | null} own
 */
function judge(host, step, seat, worth, own) {
  const tried = ranked(host.engine, seat);
  const [best] = tried;
  if (best === undefined) return null;
  /** @param {import("./engine.js").Tried} each */
  const isHardly = (each) => 20 * each.visits < best.visits && each.sure === null;
  const played = tried.find((each) => host.texts.full(each.step) === step);
  if (played === best) return { value: best.value, loss: 0, best: step, proven: worth.proven };
  let mine = own;
  if (played !== undefined && (mine !== null ? played.sure !== null : !isHardly(played)) && !(mine?.proven ?? false)) mine = { seat, value: played.value, proven: played.sure !== null };
  if (mine === null) return null;
  const most = isHardly(best) ? worth.value : best.value;
  return { value: mine.value, loss: Math.max(0, most - mine.value), best: host.texts.full(best.step), proven: worth.proven && mine.proven };
}

/** A random play from the place on the board to the end; the play has it once it is whole. @param {ExportHost} host @param {() => boolean} goesOn @returns {Work<import("../messages.js").RandomPlay | null>} */
export async function* random(host, goesOn) {
  await pause();
  const { play, engine } = host;
  /** @type {Parameters<typeof play.stretched>[0]} */
  const made = [];
  let [{ position }, last] = [host.here, performance.now()];
  while (goesOn() && made.length < play.room && host.entry(position, "over") === 0) {
    const { steps, texts } = host.listed(position);
    if (steps.length === 0) break;
    const place = Math.floor(Math.random() * steps.length);
    position = engine.play(position, steps[place]);
    made.push({ step: steps[place], text: texts[place], position });
    if (performance.now() - last < SLICE_MS) continue;
    yield { done: 0, text: `${made.length.toLocaleString("en")} steps`, so_far: null };
    await pause();
    last = performance.now();
  }
  if (!goesOn()) return null;
  play.stretched(made);
  host.tell();
  return { kind: "random", steps: made.length };
}

/** @param {ExportHost} host @param {number} plays @param {() => boolean} goesOn @returns {Work<Measured>} */
export async function* measure(host, plays, goesOn) {
  const { engine, words } = host;
  const won = words.players.map(() => 0);
  /** @type {number[]} */
  const steps = [];
  let draws = 0;
  /** @type {Map<string, number>} */
  const ends = new Map();
  let last = performance.now();
  for (let play = 0; play < plays && goesOn(); play += 1) {
    let position = engine.start();
    let made = 0;
    for (; made < host.data.kernel.longest; made += 1) {
      if (host.entry(position, "over") !== 0) break;
      const step = engine.draw(position);
      if (step === null) break;
      position = engine.play(position, step);
      if (performance.now() - last < SLICE_MS) continue;
      await pause();
      last = performance.now();
      if (!goesOn()) break;
    }
    steps.push(made);
    const isOver = host.entry(position, "over") !== 0;
    const { winners, reason } = isOver ? host.result(position) : { winners: [], reason: "broken off" };
    words.players.forEach((side, i) => { won[i] += Number(winners.includes(side)); });
    draws += Number(winners.length === 0);
    ends.set(reason, (ends.get(reason) ?? 0) + 1);
    if ((play & (play + 1)) === 0 || play % 100 === 99) yield { done: (play + 1) / plays, text: `${play + 1} of ${plays} plays`, so_far: found() };
  }
  return goesOn() ? found() : null;

  /** @returns {Measured} */
  function found() {
    return {
      plays: steps.length, wins: Object.fromEntries(words.players.map((side, i) => [side, share(won[i], steps.length)])), draws: share(draws, steps.length), steps: mean(steps),
      ends: Object.fromEntries([...ends].sort((a, b) => b[1] - a[1])), kind: "measured",
    };
  }
}

/** A share with the interval by Wilson. @param {number} count @param {number} of */
function share(count, of) {
  const value = count / of;
  const square = DEVIATIONS ** 2;
  const middle = (value + square / (2 * of)) / (1 + square / of);
  const half = (DEVIATIONS / (1 + square / of)) * Math.sqrt((value * (1 - value)) / of + square / (4 * of * of));
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** @param {number[]} all */
function mean(all) {
  const value = all.reduce((sum, each) => sum + each, 0) / all.length;
  const half = all.length < 2 ? 0 : DEVIATIONS * Math.sqrt(all.reduce((sum, each) => sum + (each - value) ** 2, 0) / (all.length - 1) / all.length);
  return { value, low: value - half, high: value + half };
}
