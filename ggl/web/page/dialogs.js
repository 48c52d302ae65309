/** The dialogs: a new game, plays to go on with, files to open and to save. */

import { h } from "./dom.js";
import { called } from "./table/sides.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./messages.js").GameView} GameView */

/** @param {App} app */
export function dialog(app) {
  const { dialog: which } = app.state;
  if (which === null) return null;
  const heads = { new: "New game", open: "Open", save: "Save", unsaved: "Not saved yet", share: "Share this table" };
  const close = () => app.set({ dialog: null });
  return h("dialog", { key: which, id: `dialog-${which}`, "aria-labelledby": "dialog-head", oncancel: close, onclose: close },
    h("div", { class: "head" }, h("h2", { id: "dialog-head" }, heads[which]), h("button", { "aria-label": "Close", onclick: close }, "×")),
    app.state.said !== "" && h("p", { class: "trouble", role: "alert" }, app.state.said),
    which === "new" ? newGame(app) : which === "open" ? opening(app) : which === "save" ? saving(app) : which === "unsaved" ? unsaved(app) : sharing(app));
}

/** Close dialogs that give way: the browser then hands the focus back to where it was before. @param {import("./state.js").Dialog} which */
export function closeDialogs(which) {
  for (const each of document.querySelectorAll("dialog")) {
    if (each.id === `dialog-${which}`) continue;
    each.onclose = null;
    each.close();
  }
}

/** Dialogs are shown over the page once they are in it. */
export function showDialogs() {
  for (const each of document.querySelectorAll("dialog")) if (!each.open) each.showModal();
}

/** @param {App} app */
function newGame(app) {
  const { games, picked } = app.state;
  const game = games.find((each) => each.name === picked) ?? games[0];
  if (game === undefined) return h("p", { class: "soft" }, "Loading the games …");
  return h("div", null, app.tutorial !== null && firstStep(app), h("div", { class: "columns" },
    h("ul", { class: "games", "aria-label": "Games" }, games.map((each) => h("li", { key: each.name },
      h("button", { "aria-pressed": String(each.name === game.name), onclick: () => app.set({ picked: each.name }) },
        h("strong", null, each.title), h("span", { class: "soft" }, each.about))))),
    setup(app, game)));
}

/** What a designer does first. @param {App} app */
function firstStep(app) {
  return h("p", { class: "row soft" }, "Play a game, or open its rules and change them. New to ggl?",
    h("button", { class: "small", onclick: () => app.tutorial?.begin() }, "Write a game step by step"));
}

/** Who is offered a seat where any game can begin. */
const USUAL = ["random", "level:1", "level:2", "level:3", "level:4", "level:5", "mcts:time=1"];

/** @param {App} app @param {GameView} game */
function setup(app, game) {
  // A page of one table has its own programs, and no clock.
  const only = app.state.tables.get(app.state.hello?.table ?? "");
  const offered = ["human", ...(only === undefined ? USUAL : only.opponents.map(({ spec }) => spec))];
  const seated = new Map(only?.view.sides.map(({ seat, who }) => [seat, who]));
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    const asked = new FormData(/** @type {HTMLFormElement} */ (event.target));
    /** @param {string} name */
    const text = (name) => String(asked.get(name) ?? "").trim();
    const options = Object.fromEntries(game.options.filter((each) => text(`option ${each.name}`) !== each.default).map((each) => [each.name, text(`option ${each.name}`)]));
    app.open({ game: game.name, options, seats: Object.fromEntries(game.seats.map((seat) => [seat, text(seat)])), clock: text("clock") || null, flag_fall: asked.get("flag") !== null });
  };
  return h("form", { key: game.name, class: "setup", onsubmit },
    h("h3", null, game.title),
    game.options.map((option) => option.choices.length > 0 ? choice(option)
      : field(option.name.replaceAll("_", " "), { name: `option ${option.name}`, value: option.default, maxlength: 100 }, option.allowed)),
    game.seats.map((seat) => h("p", { class: "field" }, h("label", { for: `seat-${seat}` }, `${seat[0].toUpperCase()}${seat.slice(1)} seat`),
      h("select", { id: `seat-${seat}`, name: seat }, offered.map((spec) =>
        h("option", { key: spec, value: spec, selected: spec === (seated.get(seat) ?? "human") }, called(spec)))))),
    only === undefined && [
      field("Clock", { name: "clock", value: "", placeholder: "none, or 5m+3s", maxlength: 40 }, ""),
      h("p", { class: "field" }, h("label", null, h("input", { type: "checkbox", name: "flag" }), " Running out of time loses")),
    ],
    h("p", { class: "row" }, h("button", { class: "main" }, "Play"),
      app.editor !== null && h("button", { type: "button", onclick: () => app.editor?.open({ game: game.name }) }, "Open its rules")));
}

/** An option that has few values. @param {import("./messages.js").OptionView} option */
function choice({ name, choices, default: usual }) {
  const id = `field-option-${name}`;
  return h("p", { class: "field", key: id }, h("label", { for: id }, name.replaceAll("_", " ")),
    h("select", { id, name: `option ${name}` }, choices.map((each) =>
      h("option", { key: each, value: each, selected: each === usual }, each === "true" ? "yes" : each === "false" ? "no" : each))));
}

/** @param {string} name @param {Record<string, unknown>} input @param {string} note */
function field(name, input, note) {
  const id = `field-${input.name}`.replaceAll(" ", "-");
  return h("p", { class: "field", key: id }, h("label", { for: id }, name), h("input", { id, autocomplete: "off", ...input }),
    note !== "" && h("span", { class: "soft" }, note));
}

/** @param {App} app */
function opening(app) {
  const { files, plays } = app.state;
  /** @param {Event} event */
  const onchange = async (event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (file !== undefined) app.load(file.name, await file.text());
  };
  return h("div", null,
    (plays.length > 0 || !app.isOfOneTable) && [
      h("h3", null, "Plays to resume"),
      plays.length === 0 ? h("p", { class: "soft" }, "None yet.") : h("ul", { class: "list" }, plays.map((play) => h("li", { key: play.table },
        h("button", { onclick: () => app.join(play.table) }, h("strong", null, play.game),
          h("span", { class: "soft" }, ` ${play.date}, ${play.turns} ${play.turns === 1 ? "turn" : "turns"}, ${Object.entries(play.seats).map(([seat, who]) => `${seat}: ${called(who)}`).join(", ")}`))))),
    ],
    !app.isOfOneTable && [
      h("h3", null, "Game files in this folder"),
      files.length === 0 ? h("p", { class: "soft" }, "None yet.") : h("ul", { class: "list" }, files.map((file) => h("li", { key: file },
        h("button", { onclick: () => app.editor?.open({ file }) }, file)))),
      h("h3", null, "A file on this device"),
    ],
    h("p", { class: "field" }, h("label", { for: "local" }, app.editor === null ? "A record (.jsonl)" : "A game (.yaml) or a record (.jsonl)"),
      h("input", { id: "local", type: "file", accept: app.editor === null ? ".jsonl,.json" : ".yaml,.yml,.jsonl,.json", onchange })));
}

/** @param {App} app */
function saving(app) {
  const desk = app.state.desk;
  if (desk === null) return h("p", { class: "soft" }, "There is nothing to save.");
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    const asked = new FormData(/** @type {HTMLFormElement} */ (event.target));
    app.editor?.save(String(asked.get("file")), asked.get("over") !== null, String(asked.get("base") ?? ""));
  };
  return h("form", { onsubmit },
    field("File name", { name: "file", value: desk.file ?? "my-game.yaml", required: true, maxlength: 200 }, ""),
    h("p", { class: "field" }, h("label", { for: "base" }, "As a variant of"), h("select", { id: "base", name: "base" },
      h("option", { value: "" }, "(no game: save the whole file)"), app.state.games.map((game) => h("option", { key: game.name, value: game.name }, game.title)))),
    h("p", { class: "field" }, h("label", null, h("input", { type: "checkbox", name: "over" }), " Overwrite the file if it has changed on disk")),
    h("p", { class: "row" }, h("button", { class: "main" }, "Save"), h("button", { type: "button", onclick: () => app.editor?.download() }, "Download")));
}

/** What becomes of text that is to make way for another. @param {App} app */
function unsaved(app) {
  const { desk } = app.state;
  /** @param {Event} event */
  const onsubmit = (event) => {
    event.preventDefault();
    app.editor?.settle(desk?.file ?? String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("file")));
  };
  return h("form", { onsubmit },
    h("p", null, `${desk?.file ?? "The text in the editor"} has changes that are not saved.`),
    !desk?.file && field("File name", { name: "file", value: "my-game.yaml", required: true, maxlength: 200 }, ""),
    h("p", { class: "row" }, h("button", { class: "main" }, "Save"),
      h("button", { type: "button", onclick: () => app.editor?.settle("") }, "Discard"),
      h("button", { type: "button", onclick: () => app.set({ dialog: null }) }, "Cancel")));
}

/** The links to a table. Each is a secret: who has it may do what it says. @param {App} app */
function sharing(app) {
  if (app.share !== null) {
    return h("div", null, h("p", { class: "soft" }, "A link contains the rules and the play. Nothing is stored anywhere else."),
      h("ul", { class: "list" }, app.state.shared.map(({ title, address }, i) => link(`shared-${i}`, title, address, {}))));
  }
  const table = app.table;
  if (table === null || table.links === null) return h("p", { class: "soft" }, "…");
  /** @param {string} who */
  const title = (who) => {
    const side = table.view.sides.find((each) => each.seat === who);
    return who === "watch" ? "To watch" : `To play ${side?.side ?? ""}, the ${who} seat`;
  };
  const all = [...Object.entries(table.links.seats), /** @type {[string, string]} */ (["watch", table.links.watch])];
  return h("div", null, h("p", { class: "soft" }, "Anyone who has a link can use it. Other devices can reach it only if the workshop was started with --share."),
    h("ul", { class: "list" }, all.filter(([who]) => who === "watch" || table.view.sides.some((side) => side.seat === who)).map(([who, path]) => {
      return link(`link-${who}`, title(who), new URL(path, location.href).href, { "data-for": who, "data-link": path });
    })));
}

/** A link to copy. @param {string} id @param {string} title @param {string} address @param {Record<string, string>} about */
function link(id, title, address, about) {
  return h("li", { key: id, class: "field" }, h("label", { for: id }, title),
    h("span", { class: "row", ...about },
      h("input", { id, readonly: true, value: address, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
      h("button", { "aria-label": `Copy: ${title}`, onclick: () => navigator.clipboard?.writeText(address) }, "Copy")));
}
