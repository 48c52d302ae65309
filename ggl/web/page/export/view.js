/** What a person who looks at the play sees of it: the view of a table, as `ggl/host/tables/views.py` makes it. */

import { announced, eyes } from "./eyes.js";
import { turned } from "./record.js";
import { story } from "./story.js";
import { lastOfEntry, whole } from "./tree.js";
import { touched } from "./touched.js";

export const TABLE = "export";

/** @param {import("./host.js").ExportHost} host @param {number} [eye] the side that looks; -1 where all is shown @returns {import("../messages.js").View} */
export function view(host, eye = eyes(host)) {
  const { words, here } = host;
  const position = host.seenBy(here.position, eye);
  const isOver = host.isOver(here);
  const listed = host.isListed(here);
  const due = new Set(listed && host.isChance(position) ? host.legal(here).steps.map((step) => step[1]) : []);
  const { steps, texts } = listed && (eye < 0 || eye === host.entry(position, "mover")) ? host.legal(here) : { steps: [], texts: [] };
  const turns = eye < 0 ? turned(host, host.line(here)) : [];
  const last = turns.findLast(({ all }) => all.some(({ step }) => step !== null && step[0] !== host.data.kernel.numbers.roll));
  const scores = eye < 0 || host.data.views?.scores ? host.scene.scores(position) : null;
  const framed = touched(host, last?.all ?? []);
  const mover = host.mover(position);
  const told = announced(host, here, eye);
  const doing = host.isChance(position) ? "rolls" : host.isInTurn(position) && !words.together ? "goes on with the turn" : "to move";
  return {
    table: TABLE, revision: host.revision, title: words.title, game: words.game, rules: words.fingerprint, options: words.options,
    sides: words.players.map((side, i) => ({
      side, seat: words.seats[host.seat(position, i)], who: host.seats[words.seats[host.seat(position, i)]], score: scores === null ? "" : scores[i], left: null,
      ink: words.inks[i], supply: host.scene.supply(position, i),
    })),
    eyes: words.players[eye] ?? "", mover, asks: isOver ? "" : `${mover} ${doing}`, over: isOver ? host.outcome(here) : null, svg: host.scene.svg(position, framed), ground: words.board.ground, says: host.scene.says(position),
    legal: steps.map((step, i) => ({ text: texts[i], move: host.texts.name(step), args: host.texts.args(step) })), more: 0, listed,
    turns: eye < 0 ? turned(host, whole(host)).map(({ all: _, ...turn }) => turn) : [], here: eye < 0 ? here.number : 0, tip: eye < 0 ? host.tip.number : 0,
    ways: eye < 0 ? ways(host) : [],
    story: story(host, here, eye), last: framed, last_steps: last?.steps ?? [], facts: [...host.scene.facts(position, due), ...(told === "" ? [] : [{ name: "announced", text: told, dice: [] }])], clock: "none", thinks: host.thinks, pause: eye < 0 ? host.play.pause : "", trouble: "", broken: host.play.broken, remarks: host.play.remark === "" ? [] : [host.play.remark],
  };
}

/** The ways on from the place on the board, that of the play first. @param {import("./host.js").ExportHost} host @returns {import("../messages.js").View["ways"]} */
function ways(host) {
  const play = new Set(host.line(host.tip));
  return [...host.here.next].sort((a, b) => Number(play.has(b)) - Number(play.has(a))).map((first) => {
    const line = [host.here, first];
    for (let at = first.way; at !== null; at = at.way) line.push(at);
    const turns = turned(host, line);
    return { node: lastOfEntry(first).number, text: turns[0]?.steps.join(", ") ?? first.text, turns: turns.filter(({ done }) => done).length, is_play: play.has(first), why_not: "" };
  });
}
