/** Threatened ends in an exported page: see `ggl/play/threats.py`. */

import { Refused } from "../carrier.js";
import { pause } from "./agents.js";
import { named } from "./touched.js";

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./engine.js").Position} Position */
/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("../messages.js").Threats} Threats */
/** A step of a turn with its text. @typedef {{ step: Step, text: string }} Made */

/** So many steps are looked at. */
const MOST = 2000;
const SLICE_MS = 25;

/** The turns with which the next side would win. @param {ExportHost} host @param {() => boolean} goesOn @returns {import("./jobs.js").Work<Threats>} */
export async function* threats(host, goesOn) {
  await pause(); // what is asked is answered first
  const { engine, here, revision } = host;
  const skipped = engine.skipped(here.position);
  if (host.entry(skipped, "over") !== 0 || host.isChance(skipped)) return { kind: "threats", revision, side: "", turns: [] };
  const side = host.mover(skipped);
  /** @type {Made[][]} */
  const found = [];
  /** Positions that are looked at, each with the steps that led to it. @type {[Position, Made[]][]} */
  const waiting = [[skipped, []]];
  let [room, last] = [MOST, performance.now()];
  for (let next = waiting.pop(); next !== undefined && goesOn(); next = waiting.pop()) {
    const [position, before] = next;
    /** @type {[Position, Made[]][]} */
    const deeper = [];
    for (const made of steps(host, position)) {
      if ((room -= 1) < 0) break;
      const [after, turn] = [engine.play(position, made.step), [...before, made]];
      if (host.entry(after, "over") !== 0) {
        if (host.result(after).winners.includes(side)) found.push(turn);
      } else if (!host.isChance(after) && host.isInTurn(after)) deeper.push([after, turn]);
      if (performance.now() - last < SLICE_MS) continue;
      await pause();
      last = performance.now();
    }
    waiting.push(...deeper.reverse());
  }
  return goesOn() ? { kind: "threats", revision, side, turns: found.map((turn) => ({ steps: turn.map(({ text }) => text), sites: named(host, turn.map(({ step }) => step)) })) } : null;
}

/** The legal steps but for choices of sides; none where they are too many. @param {ExportHost} host @param {Position} position @returns {Made[]} */
function steps(host, position) {
  const { numbers } = host.data.kernel;
  const found = listed(host, position);
  const texts = host.texts.all(found, position);
  return found.map((step, i) => ({ step, text: texts[i] })).filter(({ step: [number] }) => number !== numbers["swap-sides"] && number < numbers["take-"]);
}

/** @param {ExportHost} host @param {Position} position */
function listed(host, position) {
  try {
    return host.engine.steps(position);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return [];
  }
}
