/** Who plays in an exported page: a search, by settings as those of ggl's `mcts`, in slices so that the page stays awake. */

import { refused } from "../carrier.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Step} Step */

const SLICE_MS = 25;

/** Whether somebody can sit here: a person, or a program that the page offers. @param {unknown} who @param {{ spec: string }[]} levels */
export function sits(who, levels) {
  return who === "human" || levels.some(({ spec }) => spec === who);
}

/** @param {unknown} who @param {{ spec: string }[]} levels */
export function mustSit(who, levels) {
  if (!sits(who, levels)) throw refused("invalid", `\`${who}\` cannot play on this page.`);
}

/** What a spec, or a level, says of the search. @param {string} spec @param {{ spec: string, about: string }[]} levels */
export function settingsOf(spec, levels) {
  const level = /^level:(\d+)$/.exec(spec);
  const found = level === null ? spec : (levels.find((each) => each.spec === spec)?.about ?? spec).split(",rating")[0];
  const given = Object.fromEntries((found.split(":")[1] ?? "").split(",").map((each) => each.split("=").map((part) => part.trim())));
  const sims = given.sims === undefined ? (given.time === undefined ? 1000 : Infinity) : Number(given.sims);
  return { sims, seconds: given.time === undefined ? Infinity : Number(given.time), near: Number(given.near ?? 0), weight: Number(given.c ?? 1.4) };
}

/** Search in slices. @param {Engine} engine @param {Position} position @param {{ sims: number, seconds: number, weight: number }} settings @param {() => boolean} goesOn */
export async function think(engine, position, { sims, seconds, weight }, goesOn) {
  await pause(); // what is asked is answered first
  engine.begin(position);
  const until = performance.now() + 1000 * seconds;
  let portion = 4;
  let last = performance.now();
  while (goesOn() && !engine.isProven && engine.simulations < sims && performance.now() < until) {
    const before = performance.now();
    const done = engine.simulations;
    engine.search(Math.min(portion, sims - done), weight);
    if (engine.simulations === done) break; // there is no more room
    const took = performance.now() - before;
    portion = Math.max(1, Math.min(2 * portion, Math.round((portion * SLICE_MS) / Math.max(took, 0.1))));
    if (performance.now() - last < SLICE_MS) continue;
    await pause();
    last = performance.now();
  }
}

/** Steps by how good they are: won ones, those tried most, lost ones. @param {Engine} engine @param {number} seat */
export function ranked(engine, seat) {
  /** @param {import("./engine.js").Tried} each */
  const rank = (each) => (each.sure === 1 ? 1 : each.sure === 0 ? -1 : 0);
  const found = engine.found(seat).steps.sort((a, b) => rank(b) - rank(a) || b.visits - a.visits || b.value - a.value);
  const best = found[0];
  const shares = found.filter((each) => each.sure !== null && each.sure > 0 && each.sure < 1);
  if (best === undefined || best.sure === 1 || shares.length === 0) return found;
  const share = shares.reduce((a, b) => (/** @type {number} */ (b.sure) > /** @type {number} */ (a.sure) ? b : a));
  return best.sure !== null || best.visits === 0 || best.value < /** @type {number} */ (share.sure) ? [share, ...found.filter((each) => each !== share)] : found;
}

/**
 * The step that an agent plays: the best, or one of those nearly as good, by how often they were tried.
 * @param {Engine} engine @param {Position} position @param {Step[]} steps @param {number} seat
 * @param {{ sims: number, seconds: number, near: number, weight: number }} settings @param {() => boolean} goesOn
 * @returns {Promise<Step | null>}
 */
export async function chosen(engine, position, steps, seat, settings, goesOn) {
  if (steps.length === 1) return steps[0];
  await think(engine, position, settings, goesOn);
  const tried = ranked(engine, seat);
  const best = tried[0];
  if (best === undefined || best.sure !== null || settings.near === 0) return best?.step ?? steps[0];
  const near = tried.filter((each) => each.visits > 0 && each.value >= best.value - settings.near && (each.sure === null || each.sure === 1));
  let at = Math.random() * near.reduce((sum, each) => sum + each.visits, 0);
  return (near.find((each) => (at -= each.visits) <= 0) ?? best).step;
}

/** Let the page do what it has to do. @returns {Promise<void>} */
export function pause() {
  return new Promise((done) => setTimeout(done));
}
