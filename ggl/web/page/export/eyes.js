/** Whose eyes look at a play in which players do not see everything: see `ggl/host/tables/visibility.py`. */

import { refused } from "../carrier.js";

/** @typedef {import("./host.js").ExportHost} ExportHost */
/** @typedef {import("./engine.js").Position} Position */

/** What nobody is told before the play is over, by the messages that ask for it. @type {Record<string, string>} */
const SECRET = {
  "table.undo": "Nobody can go back and forth in a play", "table.redo": "Nobody can go back and forth in a play",
  "table.goto": "Nobody can go back and forth in a play", "table.play_here": "Nobody can go back and forth in a play",
  "table.look": "The moves played cannot be shown", "table.tree": "The moves played cannot be shown",
  "table.record": "The moves played cannot be shown",
  "table.hint": "There is no advice", "table.evaluate": "There is no advice", "table.review": "There is no advice",
  "table.threats": "There is no advice", "table.random": "There is no advice",
};

const SHARED = "in a play of several people; begin a new play.";

/** Whether all is shown. @param {ExportHost} host */
function isOpen(host) {
  return host.data.views === null || host.isOver(host.tip) || persons(host.seats) === 0;
}

/** The side that looks: the one to move if a person plays it, else the first that one plays; -1 where all is shown. @param {ExportHost} host */
export function eyes(host) {
  if (isOpen(host)) return -1;
  const { position } = host.tip;
  /** @param {number} side */
  const isOwn = (side) => host.seats[host.words.seats[host.seat(position, side)]] === "human";
  const mover = host.entry(position, "mover");
  return isOwn(mover) ? mover : host.words.players.findIndex((_, side) => isOwn(side));
}

/** A position as a side sees it; as it is for the side -1. @param {ExportHost} host @param {Position} position @param {number} side @returns {Position} */
export function seen(host, position, side) {
  const { views } = host.data;
  return views === null || side < 0 ? position : host.engine.seen(position, side, views.entries);
}

/** What was announced last to a side; to any, for the side -1. @param {ExportHost} host @param {import("./play.js").Node} node @param {number} side @returns {string} */
export function announced(host, node, side) {
  const { announcements, players } = host.words;
  if (announcements.length === 0) return "";
  const sides = side < 0 ? players.map((_, each) => each) : [side];
  return [...new Set(sides.flatMap((each) => lately(host, node, each)))].join("; ");
}

/** What was announced to a side by the last step that announced something to it. @param {ExportHost} host @param {import("./play.js").Node} node @param {number} side @returns {string[]} */
function lately(host, node, side) {
  for (let each = node; each.above !== null; each = each.above) {
    const [before, after] = [each.above.position, each.position].map((position) => seen(host, position, side));
    const found = announcedBetween(host, before, after);
    if (found.length > 0) return found;
  }
  return [];
}

/** What is seen at a place; null where it is not known. @param {Position} position @param {number} place */
export function known(position, place) {
  return position.unknown?.has(place) ? null : position.vector[place];
}

/** What was announced to a side by a step, from what it sees before and after. @param {ExportHost} host @param {Position} before @param {Position} after @returns {string[]} */
export function announcedBetween(host, before, after) {
  const found = host.words.announcements.flatMap((one) => places(one.turned).filter((place) => known(before, place) !== known(after, place)).map((place) => ({ place, one })));
  return found.sort((a, b) => a.place - b.place).map(({ place, one }) => told(host, one, place, after));
}

/** @param {[number, number]} range */
function places([first, stop]) {
  return Array.from({ length: stop - first }, (_, i) => first + i);
}

/** @param {ExportHost} host @param {import("./data.js").Words["announcements"][number]} one @param {number} place @param {Position} position */
function told(host, { words, type, size, at, turned }, place, { vector }) {
  const number = place - turned[0];
  const marks = Array.from(vector.subarray(at + number * size, at + (number + 1) * size));
  const text = size === 0 ? host.texts.value(type, Number(vector[at + number]))
    : `{${marks.flatMap((mark, code) => (mark === 0n ? [] : [host.texts.value(type, code)])).join(", ")}}`;
  return [words, text].filter((part) => part !== "").join(" ");
}

/** Refuse what would show, or take back, what a side has seen; and a way out of the end of a play of several people, where all was shown. @param {ExportHost} host @param {string} name */
export function mustBeOpen(host, name) {
  if (SECRET[name] !== undefined && !isOpen(host)) throw refused("forbidden", `${SECRET[name]} while players do not see everything.`);
  const goesOn = host.here === host.tip ? ["table.undo", "table.random"] : ["table.play", "table.play_here", "table.go", "table.random"];
  if (host.data.views !== null && host.play.isShared && host.isOver(host.tip) && goesOn.includes(name)) throw refused("forbidden", `Everything was shown at the end, so nobody goes on from there ${SHARED}`);
}

/** Have a person or a program sit down. No second person does who may have seen everything before. @param {ExportHost} host @param {string} seat @param {string} who */
export function sit(host, seat, who) {
  const { play, seats } = host;
  const wasShown = play.wasShown || (host.data.views !== null && play.nodes.length > 1 && isOpen(host));
  const isShared = (play.isPlayed && play.isShared) || persons({ ...seats, [seat]: who }) > 1;
  if (who === "human" && seats[seat] !== who && wasShown && isShared) throw refused("forbidden", `Everything was shown, so nobody sits down ${SHARED}`);
  seats[seat] = who;
  Object.assign(play, { wasShown, isShared });
}

/** How many people play. @param {Record<string, string>} seats */
export function persons(seats) {
  return Object.values(seats).filter((who) => who === "human").length;
}
