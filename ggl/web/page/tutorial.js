/**
 * The tutorial: its steps beside the editor and the board, and what the file of a step does already.
 *
 * The files of the steps are files of the folder, in `tutorial/`, and are saved as they are written; so what was done is there in
 * the next visit. Which steps were done is remembered by the browser.
 */

import { Refused } from "./carrier.js";
import { h, patch } from "./dom.js";
import { recalled, remember } from "./memory.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./app.js").State} State */
/** @typedef {import("./messages.js").TutorialStep} Step */
/** @typedef {import("./messages.js").TutorialPart} Part */
/** @typedef {import("./messages.js").TestResults} TestResults */
/** `found` is what the checks of the step say of the file as it is; null as long as nobody knows. @typedef {{ steps: Step[], at: number, done: number[], found: TestResults | null }} TutorialState */

const KEPT = "ggl-tutorial";
/** So long after a change the file is saved. */
const PAUSE = 400;

export class TutorialView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.frame = document.createElement("section");
    this.frame.id = "tutorial";
    this.frame.setAttribute("aria-label", "Tutorial");
    document.getElementById("main")?.prepend(this.frame);
    this.saving = 0;
    this.job = "";
    /** Steps are opened and files looked at one after the other. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    this.wanted = 0;
    this.isToLook = false;
  }

  /** @returns {TutorialState | null} */
  get state() {
    return this.app.state.tutorial;
  }

  /** @param {Partial<TutorialState>} parts */
  set(parts) {
    if (this.state !== null) this.app.set({ tutorial: { ...this.state, ...parts } });
  }

  // ---- from step to step

  /** Show the tutorial where it was left. */
  async begin() {
    const { app } = this;
    if (!(await app.editor?.makesWay())) return;
    const read = await app.trying(() => app.host.ask("tutorial", {}));
    if (read === null) return;
    const { steps } = read;
    const { at, done } = remembered(steps.length);
    app.set({ tutorial: { steps, at, done, found: null }, dialog: null, tab: "moves", said: "" });
    await this.go(at);
  }

  /** Do something when what was begun before is done. @template T @param {() => Promise<T>} what @returns {Promise<T>} */
  next(what) {
    const done = this.turn.then(what);
    this.turn = done.catch(() => {});
    return done;
  }

  /** Go to a step; of those asked for while another is being opened, to the last. @param {number} at */
  async go(at) {
    this.wanted = at;
    await this.next(async () => {
      if (at === this.wanted) await this.open(at);
    });
    await this.found();
  }

  /** @param {number} at */
  async open(at) {
    const { app, state } = this;
    const step = state?.steps[at];
    if (state === null || step === undefined) return;
    clearTimeout(this.saving);
    this.forget();
    await this.save();
    if (!(await app.editor?.makesWay())) return;
    this.set({ at, found: null });
    app.set({ pane: "steps" });
    this.remember();
    this.frame.querySelector("h2")?.focus(); // once: later it would be taken from who writes already
    const base = lastFile(state.steps, at - 1);
    const before = at === 0 ? "" : await this.before(at);
    const file = step.file ?? base;
    const table = app.state.desk?.table ?? "";
    const isThere = (await this.read(pathOf(file))) !== null;
    if (!(await app.editor?.open(isThere ? { file: pathOf(file) } : { text: step.begins ?? before }))) return;
    app.set({ pane: "steps" });
    if (!isThere) await app.editor?.save(pathOf(file), false, "");
    if (app.state.tables.has(table)) await app.close(table);
  }

  /**
   * The file that a step goes on from: what the learner has written, if that does what was asked. One that is not there is written
   * now, since a variant needs its base. @param {number} at
   */
  async before(at) {
    const { app, state } = this;
    if (state === null) return "";
    const [{ text }, file] = [state.steps[at - 1], lastFile(state.steps, at - 1)];
    const isDone = state.steps.some((each, i) => each.file === file && state.done.includes(i));
    const written = await this.read(pathOf(file));
    if (written !== null) return isDone ? written : text;
    await app.trying(async () => {
      const { desk } = await app.host.ask("desk.open", { text });
      await app.host.ask("desk.save", { desk, file: pathOf(file) });
      await app.host.ask("desk.close", { desk });
    });
    return text;
  }

  /** The text of a file, null where it cannot be read. The list of files does not tell: it may end before it. @param {string} file */
  async read(file) {
    const { host } = this.app;
    try {
      const { desk, text } = await host.ask("desk.open", { file });
      await host.ask("desk.close", { desk });
      return text;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return null;
    }
  }

  leave() {
    clearTimeout(this.saving);
    this.save();
    this.app.set({ tutorial: null, pane: "board" });
  }

  /** Write the file of this step as it is to be. */
  async writeIt() {
    const step = this.state?.steps[this.state.at];
    const { editor } = this.app;
    if (step === undefined || editor === null) return;
    editor.replace(step.text);
    await editor.flush();
  }

  // ---- what the file does

  /** The host has read the text that is being written. */
  async found() {
    if (this.isToLook) return;
    this.isToLook = true;
    await this.next(async () => {
      this.isToLook = false;
      await this.look();
    });
  }

  /** Show the text as a board, and begin to check what it does. What the host has not read yet is looked at when it has. */
  async look() {
    const { app, state } = this;
    const { editor, state: { desk } } = app;
    const step = state?.steps[state.at];
    if (state === null || desk === null || desk.wait || editor === null || step === undefined || desk.file !== pathOf(lastFile(state.steps, state.at))) return;
    clearTimeout(this.saving);
    this.saving = setTimeout(() => this.save(), PAUSE);
    this.forget();
    if (!desk.ok) return this.set({ found: null });
    if (!app.state.tables.has(desk.table)) await editor.play(false);
    const { file } = step;
    if (file === null || app.state.desk?.desk !== desk.desk) return;
    const begun = await app.trying(() => app.host.ask("desk.check", { desk: desk.desk, file }));
    if (begun === null) return;
    this.job = begun.job;
    app.began(begun.job, "desk.check");
  }

  /** Stop looking at what was written before. */
  forget() {
    if (this.job !== "") this.app.stop(this.job);
    this.job = "";
  }

  /** @param {string} job @param {TestResults} result */
  checked(job, result) {
    if (job !== this.job || this.state === null) return;
    this.job = "";
    this.set({ found: result });
    if (result.tests.every((test) => test.passed)) this.tick();
  }

  /** The step is done. */
  tick() {
    const { state } = this;
    if (state === null || state.done.includes(state.at)) return;
    this.set({ done: [...state.done, state.at] });
    this.remember();
  }

  async save() {
    const { editor, state: { desk } } = this.app;
    if (this.state === null || editor === null || desk === null || desk.isSaved || desk.file === null || !desk.file.startsWith(FOLDER)) return;
    await editor.save(desk.file, false, "");
  }

  remember() {
    const { state } = this;
    if (state !== null) remember("localStorage", KEPT, JSON.stringify([state.at, state.done]));
  }

  // ---- what is shown

  /** @param {State} state */
  draw(state) {
    const { tutorial } = state;
    document.body.classList.toggle("learning", tutorial !== null);
    if (tutorial === null) return patch(this.frame);
    const { steps, at, done } = tutorial;
    const step = steps[at];
    if (step.file === null && state.tab === "rules" && this.app.table?.rules) this.tick();
    const isDone = done.includes(at);
    patch(this.frame,
      h("div", { class: "steps-head" },
        h("div", { class: "row" },
          h("button", { disabled: at === 0, onclick: () => this.go(at - 1) }, "Back"),
          h("button", { class: isDone ? "main" : "", disabled: at === steps.length - 1, onclick: () => this.go(at + 1) }, isDone || at === steps.length - 1 ? "Next" : "Skip"),
          h("span", { class: "soft" }, `Step ${at + 1} of ${steps.length}`),
          h("span", { class: "gap" }), h("button", { "aria-label": "Leave the tutorial", onclick: () => this.leave() }, "×")),
        h("details", { key: `steps ${at}` }, h("summary", null, "All steps"), h("ol", null, steps.map((each, i) => h("li", { key: i },
          h("button", { class: "step", "aria-current": i === at ? "step" : null, onclick: () => this.go(i) }, `${each.title}${done.includes(i) ? " ✓" : ""}`)))))),
      h("div", { class: "steps-text", key: `text ${at}`, tabindex: "0", role: "region", "aria-label": "What the step says" },
        h("h2", { tabindex: "-1" }, step.title), parts(step.parts)),
      h("div", { class: "steps-checks" }, this.checks(tutorial, step, isDone)));
  }

  /** @param {TutorialState} tutorial @param {Step} step @param {boolean} isDone */
  checks(tutorial, step, isDone) {
    const { app } = this;
    if (step.file === null) {
      return [
        h("p", { role: "status", class: isDone ? "good" : "" }, isDone ? "✓ These are the rules of your file, in English." : "Read the rules of your file in English."),
        h("div", { class: "row" }, h("button", { onclick: () => { app.set({ pane: "more" }); app.showTab("rules"); } }, "Show the rules")),
      ];
    }
    const { found } = tutorial;
    const desk = app.state.desk;
    const errors = desk?.findings.filter((each) => each.severity === "error").length ?? 0;
    const open = found?.tests.filter((test) => !test.passed).length ?? 0;
    const said =
      desk !== null && !desk.wait && errors > 0 ? (app.editor?.text.trim() === "" ? "Write the file in the editor." : `✗ The file has ${errors} ${errors === 1 ? "mistake" : "mistakes"}; see below the text.`)
      : found === null ? "…"
      : open === 0 ? "✓ Your file does this now."
      : `Your file passes ${found.tests.length - open} of ${found.tests.length} checks so far.`;
    return [
      h("p", { role: "status", class: open === 0 && found !== null ? "good" : "" }, said),
      found !== null && h("ul", { "aria-label": "What the file must do" }, found.tests.map((test, i) =>
        h("li", { key: i, class: test.passed ? "passed" : "failed" }, `${test.passed ? "✓" : "✗"} ${test.name}`, test.text !== "" && h("pre", null, test.text)))),
      h("div", { class: "row" },
        h("button", { onclick: () => app.set({ pane: "editor" }), class: "only-phone" }, "To the file"),
        open !== 0 || found === null ? h("button", { onclick: () => this.writeIt() }, "Write it for me") : null),
    ];
  }
}

const FOLDER = "tutorial/";

/** @param {string} file */
function pathOf(file) {
  return `${FOLDER}${file}`;
}

/** The file of a step, or of the last one before it that has one. @param {Step[]} steps @param {number} at @returns {string} */
function lastFile(steps, at) {
  for (let i = at; i >= 0; i--) {
    const { file } = steps[i];
    if (file !== null) return file;
  }
  return "";
}

/** @param {Part[]} all */
function parts(all) {
  return all.map(({ sort, runs, text }, i) => {
    if (sort === "file") return h("pre", { key: i, class: "shown", tabindex: "0" }, text);
    if (sort === "prompt") return h("details", { key: i }, h("summary", null, "In a terminal"), h("pre", { class: "shown", tabindex: "0" }, text));
    const said = runs.map((run) => (run.style === "code" ? h("code", null, run.text) : run.style === "stress" ? h("em", null, run.text) : run.text));
    return h("p", { key: i, class: sort === "item" ? "item" : "" }, said);
  });
}

/** Where the tutorial was left. @param {number} count @returns {{ at: number, done: number[] }} */
function remembered(count) {
  try {
    const [at, done] = JSON.parse(recalled("localStorage", KEPT) ?? "[0, []]");
    const isStep = (/** @type {unknown} */ each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) < count;
    if (isStep(at) && Array.isArray(done)) return { at, done: done.filter(isStep) };
  } catch { /* what another page has written there is no place in the tutorial */ }
  return { at: 0, done: [] };
}
