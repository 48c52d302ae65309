/**
 * The editor: CodeMirror over a desk of the host. Each change goes to the host, which says what it finds.
 *
 * A text that is a game is played on at the table that was opened from it, as far as the new rules allow.
 */

import { Refused } from "../carrier.js";
import { byId, download, h, patch } from "../dom.js";
import { setDiagnostics } from "./codemirror.js";
import { finding, names, standing } from "./findings.js";
import { changesOf, difference, fromHost, toHost } from "./places.js";
import { fromDisk, made, showTokens } from "./setup.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").State} State */
/** @typedef {import("../messages.js").Finding} Finding */
/** @typedef {import("../messages.js").FindingsEvent} FindingsEvent */
/** @typedef {import("../messages.js").Edit} Edit */
/**
 * What the page shows of a desk. `table` is the play that follows it; `isSaved` that the text is as on disk,
 * `isRead` that it was read again since the play began.
 * @typedef {{ desk: string, file: string | null, game: string | null, ok: boolean, isSaved: boolean, isRead: boolean, findings: Finding[], table: string, wait: boolean, uses: Uses | null, renames: Renamed | null }} DeskState
 */
/** Where a name stands, in units of the editor's text. @typedef {{ name: string, places: { from: number, to: number, line: number, text: string }[], elsewhere: string[] }} Uses */
/** A name that is to get another, and where it stands in the editor's text. @typedef {{ at: number, name: string, said: string }} Renamed */

/** So long after a key the text is sent; the host reads it while the next key may come. */
const PAUSE = 60;

export class DeskView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import("./codemirror.js").EditorView | null} */
    this.view = null;
    /** The text that the host has, and whether it is to be sent again: something was typed since, or it was refused. */
    this.sent = "";
    this.isDue = false;
    /** The text that the findings are about. */
    this.checked = "";
    /** What the file holds, as far as this page knows. @type {string | null} */
    this.onDisk = null;
    this.version = 0;
    this.timer = 0;
    /** What changes the text of the host or the file is done one after the other. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    /** Ends the question about text that is not saved: the file to save it in, "" to discard it, null to keep it here. @type {(file: string | null) => void} */
    this.settle = () => {};
    const frame = byId("editor", HTMLElement);
    this.head = frame.appendChild(document.createElement("div"));
    this.head.className = "editor-head";
    this.code = frame.appendChild(document.createElement("div"));
    this.code.className = "code";
    this.code.attachShadow({ mode: "open" }); // where the editor's own styles need no style element
    this.list = frame.appendChild(document.createElement("div"));
    this.list.className = "findings";
  }

  /** @returns {DeskState | null} */
  get state() {
    return this.app.state.desk;
  }

  get text() {
    return this.view?.state.doc.toString() ?? "";
  }

  /** @param {Partial<DeskState>} parts */
  set(parts) {
    if (this.state !== null) this.app.set({ desk: { ...this.state, ...parts } });
  }

  /** Do something when what was begun before is done. @template T @param {() => Promise<T>} what @returns {Promise<T>} */
  next(what) {
    const done = this.turn.then(what);
    this.turn = done.catch(() => {});
    return done;
  }

  // ---- opening and saving

  /** Whether the text may make way for another. What is not saved does so only if the person says so. */
  async makesWay() {
    for (let said = ""; this.state !== null && !this.state.isSaved; { said } = this.app.state) {
      this.settle(null);
      this.app.set({ dialog: "unsaved", said });
      const file = await new Promise((/** @type {typeof this.settle} */ settle) => { this.settle = settle; });
      if (file !== null && file !== "") await this.save(file, false, "");
      else this.app.set({ dialog: null, said: "" });
      if (file === null) return false;
      if (file === "") break;
    }
    return true;
  }

  /** Open rules in place of the text here, unless the person keeps it. @param {{ game?: string, file?: string, text?: string }} asked @param {string} table the play that follows it */
  async open(asked, table = "") {
    return (await this.makesWay()) && this.load(asked, table);
  }

  /** @param {{ game?: string, file?: string, text?: string }} asked @param {string} table */
  async load(asked, table) {
    const before = this.state;
    const opened = await this.app.trying(() => this.app.host.ask("desk.open", asked));
    if (opened === null) return false;
    if (before !== null) this.leave(before.desk);
    [this.version, this.sent, this.isDue] = [opened.version, opened.text, false];
    this.onDisk = opened.file === null ? null : opened.text;
    this.view?.destroy();
    this.view = made(/** @type {ShadowRoot} */ (this.code.shadowRoot), opened.text, this);
    this.app.set({
      desk: { desk: opened.desk, file: opened.file, game: asked.game ?? null, ok: false, isSaved: true, isRead: false, findings: [], table, wait: true, uses: null, renames: null },
      dialog: table === "" || asked.text !== undefined ? null : this.app.state.dialog, pane: asked.text !== undefined || table === "" ? "editor" : this.app.state.pane, tests: null,
    });
    return true;
  }

  /** Close a desk that was in front; its jobs end with it. @param {string} desk */
  leave(desk) {
    for (const [name, job] of this.app.state.jobs) if (job.kind.startsWith("desk.")) this.app.stopped.add(name);
    this.app.trying(() => this.app.host.ask("desk.close", { desk }));
  }

  /** After the connection was lost: the same text on a new desk, which counts as read when this page read it. */
  again() {
    return this.next(async () => {
      const { state, onDisk } = this;
      if (state === null) return;
      const { file } = state;
      const opened = await this.app.trying(() => this.app.host.ask("desk.open", file === null || onDisk === null ? { text: this.sent } : { file, text: onDisk }));
      if (opened === null || this.state?.desk !== state.desk) return;
      [this.version, this.sent, this.isDue] = [opened.version, opened.text, true];
      this.set({ desk: opened.desk, wait: true });
      await this.send();
      if (file !== null) await this.readAgain();
    });
  }

  /** Something has changed files of the folder. @param {string[]} files */
  changedOnDisk(files) {
    return this.next(async () => {
      if (this.state !== null && this.state.file !== null && files.includes(this.state.file)) await this.readAgain();
    });
  }

  /** Read the file again, unless what was written here would be lost. */
  async readAgain() {
    const { state, view } = this;
    if (state === null || view === null || state.file === null) return;
    const { file } = state;
    const opened = await this.app.trying(() => this.app.host.ask("desk.open", { file }));
    if (opened === null) return;
    const isHere = this.state?.file === file && this.state.desk === state.desk;
    const isLost = isHere && !this.state.isSaved && this.text !== opened.text;
    if (!isHere || isLost || opened.text === this.onDisk) {
      this.app.trying(() => this.app.host.ask("desk.close", { desk: opened.desk }));
      if (isLost && opened.text !== this.onDisk) this.app.set({ said: `${file} has changed on disk. The text here has not been saved.` });
      return;
    }
    this.onDisk = opened.text;
    this.leave(state.desk);
    [this.version, this.sent] = [opened.version, opened.text];
    this.set({ desk: opened.desk, wait: true, isSaved: true, isRead: true });
    view.dispatch({ changes: difference(this.text, opened.text), annotations: fromDisk.of(true) });
  }

  /** @param {string} file @param {boolean} over @param {string} base */
  save(file, over, base) {
    return this.next(() => this.write(file, over, base));
  }

  /** @param {string} file @param {boolean} over @param {string} base */
  async write(file, over, base) {
    const { app } = this;
    const state = await this.send();
    if (state === null) return;
    if (base !== "") {
      const isSaved = await this.writeVariant(state.desk, file, over, base);
      if (isSaved && (await this.load({ file }, state.table))) app.set({ dialog: null, said: "" });
      return;
    }
    const text = this.sent;
    const saved = await app.trying(() => app.host.ask("desk.save", { desk: state.desk, file, over }));
    if (saved !== null && this.state?.desk === state.desk) {
      this.onDisk = text;
      this.set({ file: saved.file, isSaved: this.text === text });
      app.set({ dialog: null, said: "" });
    }
  }

  /** Write what differs from another game, by a desk of its own: the text here stays. @param {string} desk @param {string} file @param {boolean} over @param {string} base */
  async writeVariant(desk, file, over, base) {
    const { app, app: { host } } = this;
    const opened = await app.trying(async () => {
      const { text } = await host.ask("desk.variant", { desk, base });
      return host.ask("desk.open", { text });
    });
    if (opened === null) return false;
    const saved = await app.trying(() => host.ask("desk.save", { desk: opened.desk, file, over }));
    app.trying(() => host.ask("desk.close", { desk: opened.desk }));
    return saved !== null;
  }

  download() {
    download(this.state?.file ?? "game.yaml", this.text);
  }

  // ---- the text

  /** The text has become another: what stands in it has moved. @param {import("./codemirror.js").ChangeSet} changes */
  moved(changes) {
    const { uses = null, renames = null } = this.state ?? {};
    if (renames !== null) this.set({ renames: { ...renames, at: changes.mapPos(renames.at) } });
    if (uses !== null) this.set({ uses: { ...uses, places: uses.places.map((each) => ({ ...each, from: changes.mapPos(each.from), to: changes.mapPos(each.to) })) } });
  }

  /** Something was typed. */
  changed() {
    this.isDue = true;
    if (this.state?.isSaved || this.state?.wait === false) this.set({ isSaved: false, wait: true });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), PAUSE);
  }

  /** Send what was typed since. Gives the desk when the host has the text, null where it refuses it. */
  flush() {
    return this.next(() => this.send());
  }

  /** All that differs from the text of the host is one edit, so what it refuses is sent again with what is typed next. @returns {Promise<DeskState | null>} */
  async send() {
    clearTimeout(this.timer);
    const { state, sent, text } = this;
    if (state === null || !this.isDue) return state;
    const { from, to, insert } = difference(sent, text);
    const edits = [{ begin: toHost(sent, from), end: toHost(sent, to), text: insert }];
    [this.version, this.isDue] = [this.version + 1, false];
    const taken = await this.app.trying(() => this.app.host.ask("desk.edit", { desk: state.desk, version: this.version, edits }));
    if (this.state?.desk !== state.desk) return null;
    this.isDue ||= taken === null;
    if (taken === null) return null;
    this.sent = text;
    return this.state;
  }

  /** What the host has found in the text. @param {FindingsEvent} event */
  async found(event) {
    const { state, view } = this;
    if (state === null || view === null || event.desk !== state.desk || event.version !== this.version || this.text !== this.sent) return;
    const text = this.text;
    this.checked = text;
    const shown = event.findings.filter((each) => each.place === null).map((each) => ({
      from: fromHost(text, each.begin), to: fromHost(text, each.end), source: each.code,
      severity: each.severity === "note" ? /** @type {const} */ ("info") : each.severity,
      message: [each.message, each.label, each.help].filter((part) => part !== "").join("\n"),
      actions: each.fixes.map((fix) => ({ name: fix.title, apply: () => this.apply(fix.edits, text) })),
    }));
    view.dispatch(setDiagnostics(view.state, shown.sort((a, b) => a.from - b.from)));
    this.set({ ok: event.ok, findings: event.findings, wait: false });
    this.colour();
    if (event.ok) await this.follow(text);
    this.app.tutorial?.found();
  }

  async colour() {
    const { state, view, version } = this;
    if (state === null || view === null) return;
    const found = await this.app.trying(() => this.app.host.ask("desk.tokens", { desk: state.desk }));
    if (found !== null && this.version === version && this.text === this.sent) showTokens(view, found.tokens);
  }

  /** Have the play that belongs to the text go on under it. @param {string} text */
  async follow(text) {
    const state = this.state;
    if (state === null || !this.app.state.tables.has(state.table) || (state.isSaved && !state.isRead)) return;
    const found = await this.app.trying(() => this.app.host.ask("table.follow", { table: state.table, text, game: state.file }));
    if (found !== null) this.app.viewed(found);
  }

  /** Begin a play of the text. @param {boolean} shows whether the board comes to the front, where one part is shown at a time */
  async play(shows = true) {
    const state = await this.flush();
    if (state === null) return;
    const opened = await this.app.open({ text: this.text, game: state.file });
    if (opened !== null) {
      this.set({ table: opened.table });
      if (shows) this.app.set({ pane: "board" });
    }
  }

  async runTests() {
    const state = await this.flush();
    if (state === null) return;
    const found = await this.app.trying(() => this.app.host.ask("desk.tests", { desk: state.desk }));
    if (found !== null) this.app.began(found.job, "desk.tests");
  }

  async format() {
    const state = await this.flush();
    if (state === null) return;
    const { sent } = this;
    const found = await this.app.trying(() => this.app.host.ask("desk.format", { desk: state.desk }));
    if (found !== null) this.apply(found.edits, sent);
  }

  /** Write another text in place of this one. @param {string} text */
  replace(text) {
    this.view?.dispatch({ changes: difference(this.text, text), userEvent: "input.fix" });
  }

  /** Make all edits that findings propose. */
  async mendAll() {
    const state = await this.flush();
    if (state === null) return;
    const { sent } = this;
    const found = await this.app.trying(() => this.app.host.ask("desk.mend", { desk: state.desk }));
    if (found !== null && this.isStill(sent)) this.replace(found.text);
    this.view?.focus();
  }

  // ---- names

  /** Where the cursor is, and the name that stands there. */
  here() {
    const { view } = this;
    if (view === null) return null;
    const { head } = view.state.selection.main;
    const word = view.state.wordAt(head);
    return { at: head, name: word === null ? "" : view.state.sliceDoc(word.from, word.to) };
  }

  /**
   * What is known of the name at the cursor. @template T
   * @param {(asked: { desk: string, at: number }) => Promise<T>} ask @returns {Promise<{ name: string, at: number, found: T } | null>}
   */
  async asked(ask) {
    const [state, place] = [await this.flush(), this.here()];
    if (state === null || place === null) return null;
    const { sent } = this;
    const found = await this.app.trying(() => ask({ desk: state.desk, at: toHost(this.text, place.at) }));
    return found === null || !this.isStill(sent) ? null : { ...place, found };
  }

  /** Go to where the name at the cursor is declared. */
  async define() {
    const asked = await this.asked((about) => this.app.host.ask("desk.definition", about));
    if (asked === null) return;
    const { name, found } = asked;
    const [span] = found.spans;
    if (span !== undefined) return this.show(span.begin, span.end);
    this.app.set({ said: found.elsewhere.length > 0 ? `\`${name}\` is declared in ${found.elsewhere.map(placed).join(", ")}.` : name === "" ? "There is no name at the cursor." : `\`${name}\` is declared nowhere in the file.` });
  }

  /** List where the name at the cursor stands. */
  async listUses() {
    const asked = await this.asked((about) => this.app.host.ask("desk.references", about));
    if (asked === null) return;
    const { name, found } = asked;
    if (found.spans.length === 0) return this.app.set({ said: name === "" ? "There is no name at the cursor." : `\`${name}\` is not a name in this file.` });
    const { text } = this;
    const places = found.spans.map((/** @type {import("../messages.js").SpanView} */ { begin, end }) => {
      const [from, to] = [fromHost(text, begin), fromHost(text, end)];
      const line = text.slice(0, from).split("\n").length;
      return { from, to, line, text: text.split("\n")[line - 1].trim() };
    });
    this.set({ uses: { name, places, elsewhere: found.elsewhere.map(placed) }, renames: null });
  }

  /** Ask for another name for that at the cursor. */
  async askName() {
    const place = this.here();
    if (place === null || place.name === "") return this.app.set({ said: "There is no name at the cursor." });
    this.set({ renames: { at: place.at, name: place.name, said: "" }, uses: null });
    queueMicrotask(() => /** @type {HTMLInputElement | null} */ (document.getElementById("field-name"))?.select());
  }

  /** @param {SubmitEvent} event */
  async rename(event) {
    event.preventDefault();
    const state = await this.flush();
    if (state === null || state.renames === null) return;
    const name = String(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("name") ?? "").trim();
    const { sent } = this;
    try {
      const found = await this.app.host.ask("desk.rename", { desk: state.desk, at: toHost(this.text, state.renames.at), name });
      if (!this.apply(found.edits, sent)) return;
      this.set({ renames: null });
      if (found.others.length > 0) this.app.set({ said: `The name is used in ${found.others.join(", ")} too, where it is unchanged.` });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (this.state?.renames) this.set({ renames: { ...this.state.renames, said: error.message } });
    }
  }

  /** Close what was asked about a name. */
  closeNames() {
    this.set({ uses: null, renames: null });
    this.view?.focus();
  }

  /** Whether the text is still the one that edits were made for; says so where it is not. @param {string} text */
  isStill(text) {
    if (this.text !== text) this.app.set({ said: "The text has changed meanwhile, so this was not done. Try again." });
    return this.text === text;
  }

  /** Make edits, unless the text has changed since. @param {Edit[]} edits @param {string} text the text that they are for */
  apply(edits, text) {
    const isStill = this.isStill(text);
    if (isStill) this.view?.dispatch({ changes: changesOf(text, edits), userEvent: "input.fix" });
    this.view?.focus();
    return isStill;
  }

  /** Go to a place of the host's. @param {number} begin @param {number} end */
  show(begin, end) {
    this.select(fromHost(this.text, begin), fromHost(this.text, end));
  }

  /** @param {number} anchor @param {number} head */
  select(anchor, head) {
    const { view } = this;
    if (view === null) return;
    view.dispatch({ selection: { anchor, head }, scrollIntoView: true });
    this.app.set({ pane: "editor" });
    view.focus();
  }

  // ---- what is known at a place

  /** @param {import("./codemirror.js").CompletionContext} context */
  async complete(context) {
    const state = await this.flush();
    if (state === null) return null;
    const text = this.text;
    const found = await this.app.trying(() => this.app.host.ask("desk.complete", { desk: state.desk, at: toHost(text, context.pos) }));
    if (found === null || found.items.length === 0 || context.aborted) return null;
    const from = fromHost(text, Math.min(...found.items.map((item) => item.begin)));
    return {
      from,
      options: found.items.map((item, i) => ({ label: item.text, type: item.kind, detail: item.detail, info: item.about, boost: -i / 100 })),
      validFor: /^[\w-]*$/,
    };
  }

  /** @param {number} at */
  async hover(at) {
    const state = await this.flush();
    if (state === null) return null;
    const text = this.text;
    const found = await this.app.trying(() => this.app.host.ask("desk.hover", { desk: state.desk, at: toHost(text, at) }));
    if (found === null || found.text === "") return null;
    const { span } = found;
    return { text: found.text, from: span === null ? at : fromHost(text, span.begin), to: span === null ? at : fromHost(text, span.end) };
  }

  // ---- around the text

  /** @param {State} state */
  draw(state) {
    const { desk } = state;
    const { app } = this;
    const table = app.table;
    if (state.dialog !== "unsaved") this.settle(null); // the dialog was closed, or another came
    patch(this.head, desk === null
      ? h("p", null, table === null ? "No rules are open." : h("button", { onclick: () => this.openTable() }, `Open the rules of ${table.view.title}`))
      : h("div", { class: "row" },
          h("strong", null, desk.file ?? desk.game ?? "a new game", !desk.isSaved && h("span", { title: "not saved" }, " •")),
          h("span", { class: `standing ${desk.wait ? "" : desk.ok ? "good" : "bad"}` }, desk.wait ? "…" : standing(desk)),
          h("span", { class: "gap" }),
          h("button", { disabled: !desk.ok, onclick: () => this.play() }, "Play it"),
          h("button", { onclick: () => this.format() }, "Tidy"),
          h("button", { onclick: () => app.showGames("save") }, "Save")),
        desk !== null && h("div", { class: "row only-touch", role: "group", "aria-label": "The name at the cursor" },
          h("span", { class: "soft" }, "Name:"),
          h("button", { class: "small", title: "F12", onclick: () => this.define() }, "Definition"),
          h("button", { class: "small", title: "Shift-F12", onclick: () => this.listUses() }, "Places"),
          h("button", { class: "small", title: "F2", onclick: () => this.askName() }, "Rename")));
    const canMend = desk?.findings.filter((each) => each.fixes.length > 0).length ?? 0;
    patch(this.list, desk !== null && names(this, desk), canMend > 1 && h("div", { class: "row" }, h("button", { class: "small fix", title: "Alt-Enter", onclick: () => this.mendAll() }, `Mend all ${canMend}`)),
      desk !== null && desk.findings.length > 0 && h("ul", { "aria-label": "Findings" }, desk.findings.map((each, i) => finding(this, each, i))));
    this.code.hidden = desk === null;
  }

  /** The rules of the table in front. */
  async openTable() {
    const { table, state: { active } } = this.app;
    if (table === null) return;
    const { game } = table.view;
    if (game !== "") return this.open(game.includes(".") ? { file: game } : { game }, active);
    const found = await this.app.trying(() => this.app.host.ask("table.text", { table: active }));
    if (found !== null) await this.open({ text: found.text }, active);
  }
}

/** @param {import("../messages.js").Place} place */
function placed(place) {
  return `${place.file}:${place.line}`;
}
