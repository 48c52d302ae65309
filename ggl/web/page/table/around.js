/** What stands around the board: what is to be done, why something cannot be done, what is left to choose, typing. */

import { h } from "../dom.js";
import { isSecret } from "./secret.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Table} Table */

/** @param {App} app @param {Table} table */
export function asks(app, table) {
  const { view } = table;
  const text = view.over !== null ? view.over.text : view.thinks !== null ? `${view.mover} is thinking` : view.asks;
  return [
    h("p", { class: view.over === null ? "asks" : "asks over" }, text,
      view.here !== view.tip && h("span", { class: "soft" }, " (the board shows an earlier position)")),
    view.broken !== "" && h("p", { class: "trouble", role: "alert" }, view.broken),
    view.trouble !== "" && h("p", { class: "trouble", role: "alert" }, view.trouble),
    view.pause !== "" && h("p", { class: "soft" }, view.pause),
    view.remarks.map((each) => h("p", { class: "remark" }, each)),
    facts(table),
  ];
}

/** What stands in place of the board while it goes from one person to another. @param {App} app @param {Table} table */
export function cover(app, { view: { table, eyes } }) {
  return h("div", { class: "welcome", role: "group", "aria-label": "The board is covered" },
    h("p", null, `Pass the device to ${eyes}. Only ${eyes} may see what comes next.`),
    h("button", { id: "uncover", class: "main", onclick: () => app.setTable(table, { covered: false }) }, `I am ${eyes}: show the board`));
}

/** So many turns that are threatened are told. */
const MOST_THREATS = 4;

/** What the other side would win with, below the board, which stays where it is when this comes. @param {App} app @param {Table} table */
export function threats(app, { threats: found }) {
  if (!app.state.threats || found === null || found.turns.length === 0) return null;
  const texts = found.turns.slice(0, MOST_THREATS).map((turn) => turn.steps.join(", "));
  const more = found.turns.length - texts.length;
  return h("p", { class: "threats", role: "status" }, `${found.side} threatens to win: ${texts.join(" or ")}${more > 0 ? `, and ${more} more` : ""}`);
}

/** @param {Table} table */
function facts(table) {
  const shown = table.view.facts.filter((fact) => fact.text !== "" || fact.dice.length > 0);
  if (shown.length === 0) return null;
  return h("ul", { class: "facts" }, shown.map((fact) => h("li", { key: fact.name },
    h("span", { class: "soft" }, `${fact.name.replaceAll("_", " ")} `), fact.dice.length > 0 ? fact.dice.map(die) : h("span", null, fact.text))));
}

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** @param {number} number */
function die(number) {
  return h("svg", { class: "die", viewBox: "-10 -10 20 20", role: "img", "aria-label": number === 0 ? "to be rolled" : String(number) },
    h("rect", { x: -9, y: -9, width: 18, height: 18, rx: 4 }), (PIPS[number] ?? []).map(([x, y]) => h("circle", { cx: 5 * x, cy: 5 * y, r: 1.9 })));
}

/** The line near the board that says why. @param {App} app @param {Table} table */
export function whyLine(app, table) {
  const { why } = table;
  return why === null ? null : [
    h("p", null, why.text, why.where !== "" && h("span", { class: "soft" }, ` (${why.where})`)),
    why.line !== "" && h("pre", { class: "rule" }, why.line),
    why.near.length > 0 && h("p", { class: "soft" }, "Legal: ", why.near.map((each) => h("button", { key: each, class: "step", onclick: () => app.play(each) }, each))),
  ];
}

/** @type {Record<string, string>} */
const ARROWS = { north: "↑", northeast: "↗", east: "→", southeast: "↘", south: "↓", southwest: "↙", west: "←", northwest: "↖" };

/** So many moves are offered by their texts; more are typed. */
const MOST_MOVES = 40;

/** What can be chosen that is not a site. @param {App} app @param {Table} table */
export function choices(app, table) {
  const { choice, offers, view } = table;
  if (view.over !== null || app.state.hello?.rights === "watch") return null;
  /** @type {Map<string, import("../board/choice.js").Value[]>} */
  const byParam = new Map();
  for (const each of offers.values) byParam.set(each.param, [...(byParam.get(each.param) ?? []), each]);
  return h("div", { class: "choices" },
    choice.taken.length > 0 && h("p", { class: "taken" }, `Chosen: ${choice.taken.map((each) => word(each.value)).join(", ")} `,
      h("button", { class: "small", onclick: () => app.back() }, "Take back")),
    [...byParam].map(([param, values]) => h("div", { class: "row", role: "group", "aria-label": `Choose ${param}` },
      values.map((each) => h("button", { key: String(each.value), class: "choice", onclick: () => app.choosing(each.choice) },
        each.direction && ARROWS[String(each.value)] !== undefined && `${ARROWS[String(each.value)]} `, word(each.value))))),
    offers.moves.length > 0 && h("div", { class: "row", role: "group", "aria-label": "Moves" },
      offers.moves.slice(0, MOST_MOVES).map((move) => h("button", { key: move.text, class: "choice", onclick: () => app.play(move.text) }, asCommand(choice, move.text)))));
}

/** The text of a move on its button: one that names nothing but what was chosen would not say what the button does. @param {import("../board/choice.js").Choice} choice @param {string} text */
function asCommand(choice, text) {
  const chosen = choice.taken.map((each) => word(each.value));
  return text.split(" ").every((each) => chosen.includes(each)) ? `Play ${text}` : text;
}

/** @param {import("../board/choice.js").Arg} value */
function word(value) {
  return value === true ? "yes" : value === false ? "no" : value === null ? "none" : String(value).replaceAll("_", " ");
}

/** @param {App} app @param {Table} table */
export function typing(app, table) {
  if (app.state.hello?.rights === "watch") return null;
  /** @param {Event} event */
  const onsubmit = async (event) => {
    event.preventDefault();
    const field = /** @type {HTMLFormElement} */ (event.target).elements.namedItem("move");
    if (field instanceof HTMLInputElement && field.value.trim() !== "" && (await app.play(field.value.trim()))) field.value = "";
  };
  return h("form", { class: "typing", onsubmit }, h("label", { for: "move" }, "Move"),
    h("input", { id: "move", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200,
      placeholder: table.view.legal[0]?.text ?? "" }),
    h("button", null, "Play"));
}

/** @param {App} app @param {Table} table */
export function controls(app, table) {
  const { view } = table;
  const { flipped, labels, marks, threats: shown } = app.state;
  const seated = app.state.hello?.rights !== "watch";
  const isAsked = view.sides.find((side) => side.side === view.mover)?.who === "human";
  const waits = view.over === null && view.thinks === null && !isAsked;
  const mayResign = seated && view.over === null && view.sides.length === 2 && isAsked && view.here === view.tip;
  return h("div", { class: "row controls", role: "group", "aria-label": "Play" },
    app.isOwner && [
      !isSecret(view) && h("button", { disabled: view.here === 0, onclick: () => app.change("table.undo") }, "Undo"),
      !isSecret(view) && h("button", { disabled: view.ways.every((way) => way.node === null), onclick: () => app.change("table.redo") }, "Redo"),
      waits && h("button", { onclick: () => app.change("table.go") }, "Go on"),
      view.thinks !== null && h("button", { onclick: () => app.stop(view.thinks ?? "") }, "Stop thinking"),
    ],
    mayResign && h("button", { onclick: () => app.change("table.resign") }, "Resign"),
    h("span", { class: "gap" }),
    h("button", { "aria-pressed": String(flipped), onclick: () => app.set({ flipped: !flipped }) }, "Flip"),
    h("button", { "aria-pressed": String(labels), onclick: () => app.set({ labels: !labels }) }, "Coordinates"),
    h("button", { "aria-pressed": String(marks), onclick: () => app.set({ marks: !marks }) }, "Marks"),
    app.isOwner && !isSecret(view) && h("button", { "aria-pressed": String(shown), onclick: () => app.showThreats(!shown) }, "Threats"));
}
