/** The sides of a play: who sits there, the score, what is in supply, the clock. */

import { h } from "../dom.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Table} Table */
/** @typedef {import("../messages.js").Side} Side */

/** @param {App} app @param {Table} table */
export function sides(app, table) {
  return h("ul", { class: "sides", "aria-label": "Sides" }, table.view.sides.map((side) => oneSide(app, table, side)));
}

/** @param {App} app @param {Table} table @param {Side} side */
function oneSide(app, table, side) {
  const { view } = table;
  const moves = view.over === null && view.mover === side.side;
  const won = view.over?.winners.includes(side.side) ?? false;
  const supply = Object.entries(side.supply).filter(([, count]) => count > 0);
  return h("li", { key: side.side, class: `side${moves ? " moves" : ""}${won ? " won" : ""}` },
    h("span", { class: "turn", "aria-hidden": "true" }, moves ? "▶" : won ? "★" : ""),
    swatch(side),
    h("span", { class: "name" }, side.side, h("span", { class: "aside" }, moves ? ", to move" : won ? ", has won" : "")),
    seat(app, table, side),
    supply.length > 0 && h("span", { class: "supply", title: "In supply" }, supply.map(([kind, count]) => `${kind} × ${count}`).join(", ")),
    side.left !== null && h("span", { class: "clock", role: "timer", "data-side": side.side }, time(side.left)),
    side.score !== "" && h("span", { class: "score", title: "Score" }, side.score));
}

/** The colour of a side, beside its name. @param {Side} side */
function swatch(side) {
  /** @param {string} fill @param {string} name */
  const disc = (fill, name) => h("circle", { class: name, cx: 9, cy: 9, r: 7, fill });
  return h("svg", { class: "swatch", viewBox: "0 0 18 18", "aria-hidden": "true" }, disc(side.ink.light, "by-day"), disc(side.ink.dark, "by-night"));
}

/** @param {App} app @param {Table} table @param {Side} side */
function seat(app, table, side) {
  if (!app.isOwner) {
    const you = app.state.hello?.seat === side.seat ? " (you)" : "";
    return h("span", { class: "who" }, `${side.seat}: ${called(side.who)}${you}`);
  }
  const known = ["human", ...table.opponents.map((each) => each.spec)];
  const all = known.includes(side.who) ? known : [...known, side.who];
  /** @param {Event} event */
  const onchange = (event) => app.change("table.seat", { seat: side.seat, who: /** @type {HTMLSelectElement} */ (event.target).value });
  return h("select", { class: "who", "aria-label": `Who plays ${side.side}, the ${side.seat} seat`, onchange },
    all.map((spec) => h("option", { key: spec, value: spec, selected: spec === side.who }, called(spec))));
}

/** What who sits somewhere is called. @param {string} spec */
export function called(spec) {
  const level = /^level:(\d+)$/.exec(spec);
  if (level !== null) return `Level ${level[1]}`;
  return spec === "human" ? "Person" : spec === "random" ? "Random" : spec;
}

/** Milliseconds as minutes and seconds, with tenths at the end. @param {number} left */
export function time(left) {
  const seconds = Math.max(0, left) / 1000;
  const whole = Math.floor(seconds);
  const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  return seconds < 20 ? `${text}.${Math.floor((seconds * 10) % 10)}` : text;
}

/** Let the clock of the mover run between two views. When it is down, the host is asked once: a play may go on after that. @param {App} app */
export function tick(app) {
  const table = app.table;
  if (table === null || table.view.clock !== "runs" || table.view.over !== null) return;
  const side = table.view.sides.find((each) => each.side === table.view.mover);
  if (side === undefined || side.left === null) return;
  const left = side.left - (performance.now() - table.since);
  for (const clock of document.querySelectorAll(".clock")) {
    if (clock instanceof HTMLElement && clock.dataset.side === side.side && clock.firstChild !== null) clock.firstChild.nodeValue = time(left);
  }
  const now = `${table.view.table} ${table.view.revision}`;
  if (left < -200 && app.flagged !== now && app.state.standing === "open") {
    app.flagged = now;
    app.change("table.view");
  }
}
