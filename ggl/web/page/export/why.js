/** Why a move is not legal in an exported page: the turn, the conditions as the rules' module tells them, in the words of the file. */

import { eyes } from "./eyes.js";
import { nearest } from "./texts.js";

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./play.js").Node} Node */
/** @typedef {import("./engine.js").Step} Step */
/** @typedef {import("../messages.js").Why} Why */
/** What fails: the stage, why, the line of the file. @typedef {[string, string, string]} Failure */

/**
 * Why the move that was meant is legal on the board or not: by its name and arguments, or as it was typed.
 * @param {ExportHost} host @param {{ text: string, move?: string | null, args?: unknown[] }} asked @returns {Why}
 */
export function why(host, { text, move, args }) {
  const node = host.here;
  const step = move ? host.texts.chosen(move, args ?? []) : host.reading.named(text, host.seenBy(node.position, host.entry(node.position, "mover")));
  const told = step !== null ? host.texts.full(step) : move ? [move, ...(args ?? []).map(String)].join(" ") : text;
  const eye = eyes(host);
  const waits = eye >= 0 && eye !== host.entry(node.position, "mover");
  const { steps, texts } = waits ? { steps: [], texts: [] } : host.legal(node);
  const place = step === null ? -1 : host.placeOf(steps, step);
  const [stage, reason, line] = place >= 0 ? ["", "", ""]
    : host.isOver(node) ? ["over", `the game is over: ${host.outcome(node).text}`, ""]
    : waits ? ["turn", `${host.mover(node.position)} is to move now`, ""]
    : step === null ? ["", `${told} is not among the ${texts.length} legal moves`, ""] : failure(host, { ...node, position: host.seenBy(node.position, eye) }, step);
  const verdict = place >= 0 ? "legal" : step === null ? "no move" : "illegal";
  return {
    move: told, verdict, reason, stage, condition: "", place: null, line, bindings: {}, values: [], changed: [],
    near: place >= 0 ? [] : nearest(told, texts), notes: [], text: place >= 0 ? `${told} is legal` : `${told}: ${reason}`,
  };
}

/** @param {ExportHost} host @param {Node} node @param {Step} step @returns {Failure} */
function failure(host, node, step) {
  const { texts, data } = host;
  if (host.isChance(node.position)) return ["turn", "a roll is due first, and nobody chooses it", ""];
  const turn = turnFailure(host, node, step);
  if (turn !== null) return ["turn", turn, ""];
  const number = host.engine.fails(node.position, step);
  if (number === 0) return ["choice", data.why.best?.[0] ?? "another move comes first", data.why.best?.[1] ?? ""];
  const [stage, text, line] = data.why.conditions[step[0]][number - 1];
  if (stage === "set") return ["domain", `these cannot be chosen together from \`${text}\``, line];
  if (stage !== "domain") return [stage, text, line];
  return [stage, `${texts.value(data.words.schemas[step[0]].params[number - 1], step[number])} is not in \`${text}\``, line];
}

/** What the turn asks for in place of a step; null if it may be this one. @param {ExportHost} host @param {Node} node @param {Step} step */
function turnFailure(host, node, step) {
  const { words, why: data, kernel } = host.data;
  const { steps, texts } = host.legal(node);
  const [number] = step;
  const name = words.schemas[number].name;
  /** @param {number[]} numbers */
  const named = (numbers) => listed([...new Set(numbers)].map((each) => `\`${words.schemas[each].name}\``));
  if (steps.some((each) => each[0] >= kernel.numbers["take-"])) {
    return `the player of ${host.mover(node.position)} chooses a side now, by the pie rule`;
  }
  const pending = host.entry(node.position, "pending");
  if (words.nothingPending !== null && pending !== words.nothingPending) return pickFailure(host, node, step, pending);
  const phase = data.phases[host.entry(node.position, "phase")];
  const offered = phase.tiers.flat();
  if (!offered.includes(number)) {
    const leading = data.picks.flatMap((picks, each) => (picks.some((pick) => pick.schema === number) ? [each] : []));
    if (!data.started[number]) return `\`${name}\` comes only after ${named(leading)}; the turn begins with ${named(offered)}`;
    return phase.name !== "" ? `\`${name}\` is not played in the phase \`${phase.name}\`, which offers ${named(offered)}` : `\`${name}\` is not offered; a turn is ${named(offered)}`;
  }
  for (const tier of phase.tiers) {
    if (tier.includes(number)) return null;
    const better = steps.findIndex((each) => tier.includes(each[0]));
    if (better >= 0) return `\`${name}\` is played only when there is no ${named(tier)}, but \`${texts[better]}\` is legal`;
  }
  return null;
}

/** What a turn that goes on after a move asks for. @param {ExportHost} host @param {Node} node @param {Step} step @param {number} pending */
function pickFailure(host, node, step, pending) {
  const { words, why: data, kernel } = host.data;
  /** @param {number} at */
  const held = (at) => Number(node.position.vector[at]);
  /** @typedef {typeof data.picks[number][number]} Pick */
  /** @param {Pick} pick */
  const may = (pick) => pick.when === null || held(pick.when[0]) !== 0;
  /** @param {Pick} pick @param {Step} one */
  const offered = (pick, one) => may(pick) && one[0] === pick.schema && pick.handed.every(([param, , at]) => one[1 + param] === held(at));
  /** @param {Pick[]} picks */
  const named = (picks) => [...new Set(picks.map((pick) => `\`${words.schemas[pick.schema].name}\``))];
  const { steps, texts } = host.legal(node);
  const all = data.picks[pending];
  const tier = all.find((pick) => steps.some((one) => offered(pick, one)))?.tier;
  const on = all.filter((pick) => pick.tier === tier && may(pick));
  const mine = all.filter((pick) => pick.schema === step[0]);
  const [name, before] = [words.schemas[step[0]].name, words.schemas[pending].name];
  if (mine.length === 0) {
    const stop = steps.some((each) => each[0] === kernel.numbers.stop) ? ["`stop`"] : [];
    return `the turn goes on after \`${before}\` with ${listed([...named(on), ...stop])}`;
  }
  const picks = mine.filter((pick) => may(pick) && (tier === undefined || pick.tier <= tier));
  if (picks.length === 0) {
    const barred = mine.find((pick) => !may(pick));
    if (barred?.when) return `\`${name}\` follows \`${before}\` only if \`${barred.when[1]}\``;
    const better = steps.findIndex((one) => on.some((pick) => offered(pick, one)));
    return `\`${name}\` is played only when there is no ${listed(named(on))}, but \`${texts[better]}\` is legal`;
  }
  const wrong = picks.map(({ handed }) => handed.find(([param, , at]) => step[1 + param] !== held(at)));
  if (wrong.includes(undefined)) return null;
  const ways = wrong.flatMap((each) => (each === undefined ? [] : [`${each[1]} = ${host.texts.value(words.schemas[step[0]].params[each[0]], held(each[2]))}`]));
  const goesOn = picks.some((pick) => on.includes(pick));
  return `${goesOn ? "the turn goes on" : `\`${name}\` follows \`${before}\` only`} with ${listed([...new Set(ways)])}`;
}

/** @param {string[]} words */
function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
