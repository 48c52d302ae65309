/** The page around the board: the bar, the drawer, the parts of a phone's page. Each is a function of the state. */

import { BoardView } from "./board/board.js";
import { chosenSites } from "./board/choice.js";
import { told } from "./board/words.js";
import { closeDialogs, dialog, showDialogs } from "./dialogs.js";
import { byId, h, patch } from "./dom.js";
import { tests } from "./editor/tests.js";
import { advice, jobs } from "./table/advice.js";
import { asks, choices, controls, cover, threats, typing, whyLine } from "./table/around.js";
import { moves, tree } from "./table/moves.js";
import { isSecret } from "./table/secret.js";
import { sides } from "./table/sides.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").State} State */
/** @typedef {import("./app.js").Table} Table */

/** What the page is called before there is a table. */
const PAGE = document.title;

export class Shell {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.board = new BoardView(byId("board", HTMLElement), {
      choose: (site) => app.chooseSite(site), drop: (from, to) => app.dropSite(from, to), back: () => app.back(),
    });
    this.said = "";
    /** @type {unknown[]} */
    this.drawn = [];
  }

  /** @param {State} state */
  draw(state) {
    const { app } = this;
    const table = app.table;
    const root = document.documentElement;
    const had = document.activeElement;
    const part = had?.closest("#play, #drawer, #bar, dialog")?.id;
    if (state.theme === "auto") root.removeAttribute("data-theme");
    else root.dataset.theme = state.theme;
    document.body.dataset.pane = state.pane;
    document.body.classList.toggle("owner", app.isOwner && app.editor !== null && !state.onlyPlays);
    document.title = table === null || app.isOfOneTable ? PAGE : `${table.view.title} · ${PAGE}`;
    patch(byId("bar", HTMLElement), bar(app, table));
    closeDialogs(state.dialog);
    patch(byId("dialog", HTMLElement), dialog(app));
    showDialogs();
    const shown = table !== null && !table.covered;
    byId("board", HTMLElement).hidden = !shown;
    byId("board-keys", HTMLElement).hidden = !shown;
    patch(byId("above", HTMLElement), table === null ? welcome(app) : [tabs(app), table.covered ? cover(app, table) : asks(app, table)]);
    patch(byId("below", HTMLElement), shown && [
      h("div", { key: "why", class: "why", role: "alert" }, whyLine(app, table)),
      threats(app, table), choices(app, table), sides(app, table), typing(app, table), controls(app, table),
    ]);
    patch(byId("drawer", HTMLElement), drawer(app, table));
    patch(byId("panes", HTMLElement), panes(app));
    if (shown) this.drawBoard(state, table);
    else this.announce("", "");
    app.editor?.draw(state);
    app.tutorial?.draw(state);
    this.handOn(had, part);
    const { dataset } = byId("play", HTMLElement);
    dataset.standing = table === null ? "none" : table.covered ? "covered" : table.sends ? "sends" : table.view.over !== null ? "over" : table.view.thinks !== null ? "thinks" : table.view.listed ? "waits" : "lists";
    dataset.at = table === null ? "" : `${table.view.revision}.${table.choice.taken.length}`;
  }

  /** Hand on the focus of what has gone, so that keys go on from there. @param {Element | null} had @param {string} [part] where that was */
  handOn(had, part) {
    const isLost = had !== null && part !== undefined && (!had.isConnected || had.matches(":disabled"));
    if (document.activeElement !== document.body && !(isLost && document.activeElement === had)) return;
    const cover = document.getElementById("uncover");
    if (cover !== null) cover.focus();
    else if (isLost && part === "drawer") document.getElementById("tab-panel")?.focus();
    else if (isLost) this.board.takeFocus();
  }

  /** @param {State} state @param {Table} table */
  drawBoard(state, table) {
    const drawn = [table.view, table.board, table.offers, table.hint, table.threats, state.threats, state.flipped, state.labels, state.marks];
    if (drawn.every((each, i) => each === this.drawn[i])) return;
    this.drawn = drawn;
    this.board.show({
      view: table.view, board: table.board, open: new Set(table.offers.sites.keys()), chosen: chosenSites(table.choice),
      hinted: hinted(table), threatened: state.threats ? (table.threats?.turns.flatMap((turn) => turn.sites) ?? []) : [], flipped: state.flipped, labels: state.labels, marks: state.marks && table.view.over === null,
    });
    this.announce(`${table.view.table} ${table.view.revision}`, told(table.view));
  }

  /** Tell those who do not see what has come of a view, once. @param {string} view @param {string} text */
  announce(view, text) {
    if (view === this.said) return;
    this.said = view;
    byId("live", HTMLElement).textContent = text;
  }
}

/** The sites of the first step of a hint. @param {Table} table @returns {string[]} */
function hinted(table) {
  const step = table.hint?.turn[0];
  const move = table.view.legal.find((each) => each.text === step);
  if (move === undefined) return [];
  return move.args.flatMap((value, i) => (table.board.moves[move.move]?.[i]?.kind === "site" && typeof value === "string" ? [value] : []));
}

/** @param {App} app @param {Table | null} table */
function bar(app, table) {
  const { standing, theme, said, dialog: open } = app.state;
  const themes = /** @type {const} */ (["auto", "light", "dark"]);
  const next = themes[(themes.indexOf(theme) + 1) % 3];
  return [
    h("h1", null, table === null ? PAGE : table.view.title,
      table !== null && Object.keys(table.view.options).length > 0 && h("span", { class: "soft options" }, ` ${Object.entries(table.view.options).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ")}`)),
    app.isOwner && h("div", { class: "row", role: "group", "aria-label": "Games and files" },
      h("button", { key: "new", onclick: () => app.showGames("new") }, "New game"), h("button", { key: "open", onclick: () => app.showOpen() }, "Open"),
      app.tutorial !== null && app.state.tutorial === null && h("button", { key: "tutorial", onclick: () => app.tutorial?.begin() }, "Tutorial"),
      // There from the start, so that no button moves under the pointer when the rules are open.
      app.editor !== null && h("button", { key: "save", disabled: app.state.desk === null, onclick: () => app.showGames("save") }, "Save"),
      table !== null && h("button", { key: "record", disabled: isSecret(table.view), onclick: () => app.keepRecord() }, "Record"),
      table !== null && app.isOwner && app.can("export") && h("button", { key: "export", title: "The game as one page that needs no server", onclick: () => app.work("table.export") }, "Export"),
      (table !== null || (app.share !== null && app.state.desk !== null)) && app.can("links") && h("button", { key: "share", onclick: () => app.showLinks() }, "Share")),
    h("span", { class: "gap" }),
    h("button", { onclick: () => app.set({ theme: next }), "aria-label": `Colours: ${theme}` }, theme === "auto" ? "◐" : theme === "light" ? "☀" : "☾"),
    standing !== "open" && h("p", { class: "trouble", role: "alert" }, standing === "opening" ? "Connecting …" : said || "The connection was lost. Reconnecting …"),
    standing === "open" && said !== "" && open === null && h("p", { class: "trouble", role: "alert" }, said, " ", h("button", { class: "small", "aria-label": "Dismiss", onclick: () => app.set({ said: "" }) }, "×")),
  ];
}

/** @param {App} app */
function welcome(app) {
  if (app.state.standing !== "open") return null;
  if (app.state.tutorial !== null) return h("div", { class: "welcome" }, h("p", null, "The board appears here as soon as your file is a game."));
  return h("div", { class: "welcome" }, h("p", null, "Choose a game to play, or open its rules and change them."), h("div", { class: "row" },
    h("button", { class: "main", onclick: () => app.showGames("new") }, "New game"), app.tutorial !== null && h("button", { onclick: () => app.tutorial?.begin() }, "Write a game step by step")));
}

/** The tables that are open, where there are several. @param {App} app */
function tabs(app) {
  const { tables, active } = app.state;
  if (tables.size < 2) return null;
  return h("div", { class: "tables", role: "group", "aria-label": "Boards" }, [...tables].map(([id, table]) => h("span", { key: id },
    h("button", { "aria-pressed": String(id === active), onclick: () => app.front(id) }, table.view.title),
    h("button", { class: "small", "aria-label": `Close ${table.view.title}`, onclick: () => app.close(id) }, "×"))));
}

/** @type {[import("./app.js").Tab, string][]} */
const TABS = [["moves", "Moves"], ["tree", "Tree"], ["advice", "Advice"], ["rules", "Rules"], ["tests", "Tests"]];

/** @param {App} app @param {Table | null} table */
function drawer(app, table) {
  if (table === null && app.state.desk === null) return null;
  if (table?.covered) return h("div", { class: "panel" }, h("p", { class: "soft" }, "The board is covered."));
  const { tab } = app.state;
  const shown = TABS.filter(([name]) => (name === "tests" ? app.state.desk !== null : table !== null && (app.isOwner || name === "moves" || name === "rules")));
  const chosen = shown.some(([name]) => name === tab) ? tab : shown[0]?.[0];
  return [
    h("div", { class: "tabs", role: "tablist", "aria-label": "More", onkeydown: (/** @type {KeyboardEvent} */ event) => turnTab(app, event, shown.map(([name]) => name)) },
      shown.map(([name, title]) => h("button", { key: name, role: "tab", id: `tab-${name}`, "aria-selected": String(name === chosen), "aria-controls": "tab-panel", tabindex: name === chosen ? "0" : "-1",
        onclick: () => app.showTab(name) }, title))),
    jobs(app),
    h("div", { id: "tab-panel", class: "panel", role: "tabpanel", "aria-labelledby": `tab-${chosen}`, tabindex: "0" },
      chosen === "tests" ? tests(app)
      : table === null ? null
      : chosen === "moves" ? moves(app, table)
      : chosen === "tree" ? tree(app, table)
      : chosen === "advice" ? advice(app, table)
      : rules(table)),
  ];
}

/** @param {App} app @param {KeyboardEvent} event @param {import("./app.js").Tab[]} names */
function turnTab(app, event, names) {
  const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (way === 0) return;
  event.preventDefault();
  const name = names[(names.indexOf(app.state.tab) + way + names.length) % names.length];
  app.showTab(name);
  document.getElementById(`tab-${name}`)?.focus();
}

/** The rules in English. Headings are headings, so that one can go from one to the next. @param {Table} table */
function rules(table) {
  if (table.rules === null) return h("p", { class: "soft" }, "…");
  return h("div", { class: "rules" }, table.rules.map(({ sort, depth, text }) => {
    const within = `within-${Math.min(depth, 4)}`;
    switch (sort) {
      case "title": return h("h2", null, text);
      case "heading": return h("h3", null, text);
      case "picture": return h("pre", { class: `drawn ${within}` }, text);
      case "entry": return h("p", { class: within }, h("strong", null, text));
      case "item": return h("p", { class: `item ${within}` }, text);
      default: return h("p", { class: within }, text);
    }
  }));
}

/** @param {App} app */
function panes(app) {
  /** @type {[import("./state.js").Pane, string][]} */
  const all = [["steps", "Steps"], ["editor", "Rules"], ["board", "Board"], ["more", "More"]];
  const shown = { steps: app.state.tutorial !== null, editor: app.isOwner && app.editor !== null, board: true, more: true };
  return all.filter(([name]) => shown[name]).map(([name, title]) =>
    h("button", { key: name, "aria-pressed": String(app.state.pane === name), onclick: () => app.set({ pane: name }) }, title));
}
