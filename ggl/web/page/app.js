/**
 * What changes the state of the page. The document is a function of that state: see `shell.js`.
 *
 * A change asks the host where it must; what comes back replaces a part of the value, and then everything is drawn again.
 */

import { Refused } from "./carrier.js";
import { download } from "./dom.js";
import { remember } from "./memory.js";
import { nothingYet } from "./state.js";
import { learned, reason } from "./table/results.js";
import { isSecret, isShared } from "./table/secret.js";
import { personMoves, whatIsWaitedFor } from "./table/waiting.js";
import { attempt, begin, chosenSites, offers, takeSite, withoutLast } from "./board/choice.js";

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Board} Board */
/** @typedef {import("./messages.js").ResultEvent["result"]} Result */
/** @typedef {import("./board/choice.js").Choice} Choice */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Table} Table */
/** @typedef {import("./state.js").Tab} Tab */

/** Links to what is on the page, where its carrier makes them and not the host. @typedef {(app: App) => Promise<{ title: string, address: string }[]>} Share */

const NO_EDITOR = "This page has no editor; the workshop opens game files: `ggl workshop`.";

export class App {
  /** @param {(state: State) => void} draw */
  constructor(draw) {
    this.draw = draw;
    this.state = nothingYet();
    /** @type {import("./carrier.js").Conversation | null} */ this.carrier = null;
    /** @type {Share | null} */ this.share = null;
    this.planned = false;
    /** Jobs that were stopped from here. @type {Set<string>} */ this.stopped = new Set();
    /** Tables whose threats are being looked for. @type {Set<string>} */ this.looked = new Set();
    /** The table and the revision whose clock has run out, when the host has been asked about it. */ this.flagged = "";
    /** @type {import("./editor/desk.js").DeskView | null} */ this.editor = null;
    /** @type {import("./tutorial.js").TutorialView | null} */ this.tutorial = null;
  }

  /** The connection. @returns {import("./carrier.js").Conversation} */
  get host() {
    if (this.carrier === null) throw new Error("there is no connection yet");
    return this.carrier;
  }

  /** The table in front. @returns {Table | null} */
  get table() {
    return this.state.tables.get(this.state.active) ?? null;
  }

  /** @returns {boolean} */
  get isOwner() {
    return this.state.hello?.rights === "owner";
  }

  /** Whether the page has one table of its owner and nothing else, as an exported one. @returns {boolean} */
  get isOfOneTable() {
    return this.isOwner && this.state.hello?.table !== "";
  }

  /** Whether the carrier adds something. @param {string} what */
  can(what) {
    return this.state.hello?.can.includes(what) ?? false;
  }

  /** Replace parts of the state, and draw once all changes of this moment are made. @param {Partial<State>} parts */
  set(parts) {
    Object.assign(this.state, parts);
    if (this.planned) return;
    this.planned = true;
    queueMicrotask(() => {
      this.planned = false;
      this.draw(this.state);
    });
  }

  /** Replace parts of a table. @param {string} id @param {Partial<Table>} parts */
  setTable(id, parts) {
    const table = this.state.tables.get(id);
    if (table === undefined) return;
    const tables = new Map(this.state.tables);
    tables.set(id, { ...table, ...parts });
    this.set({ tables });
  }

  /**
   * Do something that the host may refuse; what it says then is shown.
   * @template T @param {() => Promise<T>} what @returns {Promise<T | null>}
   */
  async trying(what) {
    try {
      const found = await what();
      return found;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.set({ said: error.message });
      return null;
    }
  }

  // ---- tables

  /** Show a table that was opened or joined. What was known of a table of that name may be of another play, or of other nodes. @param {import("./messages.js").Opened} opened */
  opened(opened) {
    const tables = new Map(this.state.tables);
    const before = tables.get(opened.table);
    const choice = begin(opened.view.legal);
    tables.set(opened.table, {
      tree: null, rules: null, hint: null, threats: null, measured: null, random: null, review: null, values: new Map(), sends: false, opponents: before?.opponents ?? [], links: before?.links ?? null,
      board: opened.board, view: opened.view, choice, offers: offers(opened.board, choice), why: null, since: performance.now(), covered: this.isOwner && isShared(opened.view),
    });
    this.set({ tables, active: opened.table, said: "", dialog: null });
    remember("sessionStorage", "table", opened.table); // a reload comes back to it
    this.list(opened.view);
    this.refresh();
    if (!this.isOwner || before !== undefined) return;
    this.askOpponents(opened.table);
    if (this.state.desk === null) this.editor?.openTable();
  }

  /** @param {string} id */
  async askOpponents(id) {
    const found = await this.trying(() => this.host.ask("table.opponents", { table: id }));
    if (found !== null) this.setTable(id, { opponents: found.opponents });
  }

  /** @param {import("./messages.js").Requests["table.open"]["takes"]} asked */
  async open(asked) {
    const opened = await this.trying(() => this.host.ask("table.open", asked));
    if (opened !== null) this.opened(opened);
    return opened;
  }

  /** @param {string} id */
  async join(id) {
    const opened = await this.trying(() => this.host.ask("table.join", { table: id }));
    if (opened !== null) this.opened(opened);
    return opened;
  }

  /** @param {string} id */
  async close(id) {
    for (const [name, job] of this.state.jobs) if (job.table === id) this.stopped.add(name);
    if ((await this.trying(() => this.host.ask("table.close", { table: id }))) !== null) this.gone(id);
  }

  /** @param {string} id */
  gone(id) {
    const tables = new Map(this.state.tables);
    tables.delete(id);
    const active = this.state.active === id ? ([...tables.keys()].at(-1) ?? "") : this.state.active;
    this.set({ tables, active });
    remember("sessionStorage", "table", active);
  }

  /** Put another table in front. @param {string} active */
  front(active) {
    this.set({ active, said: "" });
    remember("sessionStorage", "table", active);
    this.refresh();
  }

  /** Take over a view. One that is older than what is shown came too late. @param {View} view @param {Board | null} board */
  async viewed(view, board = null) {
    const known = board ?? this.state.tables.get(view.table)?.board;
    if (known !== undefined && known.ground !== view.ground) board = await this.onGround(view, known);
    const before = this.state.tables.get(view.table);
    if (before === undefined || (view.revision < before.view.revision && board === null)) return;
    const legal = board ?? before.board;
    const isNew = view.revision !== before.view.revision || view.here !== before.view.here || board !== null;
    if (!isNew && !view.listed && before.view.listed) view = { ...view, legal: before.view.legal, more: before.view.more, listed: true };
    const choice = isNew ? begin(view.legal) : before.choice;
    this.setTable(view.table, {
      view, board: legal, choice, offers: offers(legal, choice), why: isNew ? null : before.why, since: performance.now(),
      covered: isShared(view) && (before.covered || before.view.eyes !== view.eyes),
      tree: isNew ? null : before.tree, hint: isNew ? null : before.hint, threats: isNew ? null : before.threats,
      ...(view.rules === before.view.rules ? {} : { rules: null, review: null, values: new Map(), measured: null }),
    });
    this.list(view);
    if (view.table === this.state.active) this.refresh();
  }

  /** Ask for the legal steps of a view that came without, once it is drawn. @param {View} view */
  async list(view) {
    if (view.listed) return;
    const found = await this.trying(() => this.host.ask("table.legal", { table: view.table }));
    const table = this.state.tables.get(view.table);
    if (found === null || table === undefined || table.view.listed || found.revision !== table.view.revision) return;
    const choice = begin(found.legal);
    this.setTable(view.table, { view: { ...table.view, legal: found.legal, more: found.more, listed: true }, choice, offers: offers(table.board, choice) });
  }

  /** The board with the ground of a view, where the play is seen in part. @param {View} view @param {Board} board */
  async onGround(view, board) {
    const ground = await this.trying(() => this.host.ask("table.ground", { table: view.table, node: view.here }));
    return ground === null ? board : { ...board, ground: view.ground, svg: ground.text };
  }

  /** Ask for what the open drawer shows and a new view has made old. */
  async refresh() {
    const { active, tab, watches } = this.state;
    const table = this.table;
    if (table === null) return;
    if (tab === "tree" && table.tree === null && !isSecret(table.view)) {
      const found = await this.trying(() => this.host.ask("table.tree", { table: active }));
      if (found !== null) this.setTable(active, { tree: found.nodes });
    }
    if (tab === "rules" && table.rules === null) {
      const found = await this.trying(() => this.host.ask("table.rules", { table: active }));
      if (found !== null) this.setTable(active, { rules: found.parts });
    }
    if (watches && this.isOwner && table.view.over === null && !isSecret(table.view) && !table.values.has(table.view.here)) this.evaluate();
    if (this.state.threats && this.isOwner && table.threats === null && personMoves(table.view)) this.askThreats();
  }

  /**
   * A request about the table in front that gives a view.
   * @param {"table.undo" | "table.redo" | "table.goto" | "table.look" | "table.play_here" | "table.resign" | "table.go" | "table.seat" | "table.follow" | "table.view"} name
   * @param {Record<string, unknown>} more
   */
  async change(name, more = {}) {
    const table = this.state.active;
    const asked = /** @type {any} */ ({ table, ...more });
    const view = await this.trying(() => this.host.ask(name, asked));
    if (view !== null) this.viewed(/** @type {View} */ (view));
    return view;
  }

  /** Show a place of the play. Who did not open the table looks there alone. @param {number} node */
  goTo(node) {
    return this.change(this.isOwner ? "table.goto" : "table.look", { node });
  }

  /** Show the place where the play stands. */
  goBack() {
    return this.change(this.isOwner ? "table.goto" : "table.view");
  }

  // ---- dialogs and the drawer

  /** A dialog that lists the bundled games. @param {"new" | "save"} dialog */
  async showGames(dialog) {
    this.set({ dialog, said: "" });
    const found = this.state.games.length > 0 ? null : await this.trying(() => this.host.ask("games", {}));
    if (found !== null) this.set({ games: found.games });
  }

  async showOpen() {
    this.set({ dialog: "open", said: "" });
    const [files, plays] = [this.host.ask("files", {}), this.host.ask("plays", {})];
    await Promise.all([
      this.trying(async () => this.set({ files: (await files).files })),
      this.trying(async () => this.set({ plays: (await plays).plays })),
    ]);
  }

  /** @param {Tab} tab */
  showTab(tab) {
    this.set({ tab });
    this.refresh();
  }

  /** A file on this device: a game for the editor, or a record to go on with. @param {string} name @param {string} text */
  async load(name, text) {
    if (/\.ya?ml$/.test(name)) return this.editor === null ? this.set({ said: NO_EDITOR }) : this.editor.open({ text });
    const opened = await this.trying(() => this.host.ask("table.load", { record: text }));
    if (opened !== null) this.opened(opened);
  }

  async keepRecord() {
    const found = await this.trying(() => this.host.ask("table.record", { table: this.state.active }));
    if (found !== null) download(`${this.table?.view.title ?? "play"}.jsonl`, `${found.text.trimEnd()}\n`);
  }

  async showLinks() {
    if (this.share !== null) {
      const { share } = this;
      const shared = await this.trying(() => share(this));
      if (shared !== null) this.set({ shared, dialog: "share" });
      return;
    }
    const links = await this.trying(() => this.host.ask("table.links", { table: this.state.active }));
    if (links === null) return;
    this.setTable(this.state.active, { links });
    this.set({ dialog: "share" });
  }

  // ---- choosing a move

  /** Where the move is whole, marks stay until the next view: hundreds are not drawn twice. @param {Choice} choice */
  choosing(choice) {
    const table = this.table;
    if (table === null) return;
    const found = offers(table.board, choice);
    this.setTable(this.state.active, { choice, offers: found.done === null ? found : { ...found, sites: table.offers.sites }, why: null });
    if (found.done !== null) this.play(found.done.text);
  }

  /** @param {string} site */
  chooseSite(site) {
    const table = this.table;
    if (table === null) return;
    if (table.sends || this.cannotPlay(table)) return;
    const next = takeSite(table.board, table.choice, site);
    if (next !== null) return this.choosing(next);
    if (chosenSites(table.choice).at(-1) === site) return this.back();
    const anew = table.choice.taken.length > 0 ? takeSite(table.board, begin(table.view.legal), site) : null;
    if (anew !== null) return this.choosing(anew);
    this.wrong(table, site);
  }

  /** From one site to another in one go. @param {string} from @param {string} to */
  dropSite(from, to) {
    const table = this.table;
    if (table === null || table.sends || this.cannotPlay(table)) return;
    if (chosenSites(table.choice).at(-1) !== from) {
      const taken = [takeSite(table.board, table.choice, from), takeSite(table.board, begin(table.view.legal), from)].filter((each) => each !== null);
      if (taken.length === 0) return this.wrong(table, from);
      const first = taken.find((each) => offers(table.board, each).done === null);
      if (first === undefined) return; // a move that is whole goes to no other site
      this.choosing(first);
    }
    const begun = this.table ?? table;
    const next = takeSite(table.board, begun.choice, to);
    if (next === null) return this.wrong(begun, to);
    this.choosing(next);
  }

  /** Take back the last choice. */
  back() {
    const table = this.table;
    if (table === null) return;
    const choice = withoutLast(table.board, table.view.legal, table.choice);
    this.setTable(this.state.active, { choice, offers: offers(table.board, choice), why: null });
  }

  /** Whether nobody can play now by a click; says why. @param {Table} table */
  cannotPlay(table) {
    const why = whatIsWaitedFor(table.view, this.state.standing, this.state.hello);
    if (why !== "") this.setTable(this.state.active, { why: { text: why, near: [], line: "", where: "" } });
    return why !== "";
  }

  /** Ask why a site cannot be chosen. @param {Table} table @param {string} site */
  async wrong(table, site) {
    const tried = attempt(table.board, table.choice, site);
    const id = this.state.active;
    if (tried === null) return this.setTable(id, { why: { text: `Nothing can be done at ${site} now: ${table.view.asks}.`, near: [], line: "", where: "" } });
    const why = await this.trying(() => this.host.ask("table.why", { table: id, text: "", ...tried }));
    if (why !== null) this.setTable(id, { why: reason(why) });
  }

  /** @param {string} text */
  async play(text) {
    const table = this.table;
    if (table === null) return false;
    const id = this.state.active;
    this.setTable(id, { sends: true });
    try {
      this.viewed(await this.host.ask("table.play", { table: id, text, revision: table.view.revision }));
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { refusal } = error;
      const now = this.state.tables.get(id) ?? table; // a view may have come in the meantime
      const choice = begin(now.view.legal);
      const why = refusal.why === null ? { text: refusal.text, near: refusal.near, line: "", where: "" } : reason(refusal.why);
      this.setTable(id, { choice, offers: offers(now.board, choice), why });
      return false;
    } finally {
      this.setTable(id, { sends: false });
    }
  }

  // ---- jobs

  /**
   * @param {"table.hint" | "table.evaluate" | "table.review" | "table.random" | "table.measure" | "table.export" | "table.analyze"} name
   * @param {Record<string, unknown>} more
   */
  async work(name, more = {}) {
    const table = this.state.active;
    const found = await this.trying(() => this.host.ask(name, /** @type {any} */ ({ table, ...more })));
    if (found !== null) this.began(found.job, name);
  }

  /** @param {string} job @param {string} kind */
  began(job, kind) {
    const jobs = new Map(this.state.jobs).set(job, { kind, table: this.state.active, revision: this.table?.view.revision ?? 0, done: 0, text: "" });
    this.set({ jobs, said: "" });
  }

  /** Ask for the value of the position on the board in front, unless a review is about to tell it. A host that is busy with a program's move is asked again with the next view. */
  async evaluate() {
    const table = this.state.active;
    const busy = [...this.state.jobs.values()].some((job) => ["table.evaluate", "table.review"].includes(job.kind) && job.table === table);
    if (busy) return;
    const isThinking = this.table?.view.thinks !== null;
    try {
      this.began((await this.host.ask("table.evaluate", { table })).job, "table.evaluate");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!isThinking) this.set({ said: error.message });
    }
  }

  /** Ask what is threatened on the board in front. Where nobody is told, as in a game that is seen in part, nothing is shown. */
  async askThreats() {
    const table = this.state.active;
    if (this.looked.has(table)) return;
    this.looked.add(table);
    const revision = this.table?.view.revision ?? 0;
    try {
      const { job } = await this.host.ask("table.threats", { table });
      this.set({ jobs: new Map(this.state.jobs).set(job, { kind: "table.threats", table, revision, done: 0, text: "" }) });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.looked.delete(table);
    }
  }

  /** @param {boolean} threats */
  showThreats(threats) {
    this.set({ threats });
    this.refresh();
  }

  /** Stop a job; one that has just ended is none the worse for it. @param {string} job */
  async stop(job) {
    this.stopped.add(job);
    try {
      await this.host.ask("job.stop", { job });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
    }
  }

  /** @param {string} name @param {Result | null} result @param {boolean} isOver */
  found(name, result, isOver) {
    const job = this.state.jobs.get(name);
    if (job === undefined) return;
    if (isOver) {
      this.set({ jobs: new Map([...this.state.jobs].filter(([each]) => each !== name)) });
      if (job.kind === "table.threats") this.looked.delete(job.table);
    }
    const table = this.state.tables.get(job.table);
    if (result?.kind === "tests" && job.kind === "desk.tests") this.set({ tests: result });
    if (result?.kind === "tests" && job.kind === "desk.check" && isOver) this.tutorial?.checked(name, result);
    if (result?.kind === "exported") return download(`${result.title}.html`, result.page);
    if (result?.kind === "analyzed") return download(`${result.title} report.html`, result.page);
    if (table === undefined) return;
    const now = table.view.revision;
    const about = result === null ? (isOver ? job.revision : now) : result.kind === "evaluation" || result.kind === "threats" ? result.revision : now;
    const isOld = about !== now;
    if (result !== null && !isOld) this.setTable(job.table, learned(table, result));
    if (isOld || (isOver && job.kind === "table.review")) this.refresh(); // it was busy with the position before, or with all of them
  }

  // ---- events

  /** @param {import("./carrier.js").HostEvent} event */
  heard(event) {
    switch (event.event) {
      case "view":
        return this.viewed(event.view, event.board);
      case "closed":
        return this.gone(event.table);
      case "lost":
        if (this.state.tables.has(event.about)) this.join(event.about);
        else if (this.state.desk?.desk === event.about) this.editor?.again();
        return;
      case "progress": {
        const job = this.state.jobs.get(event.job);
        if (job !== undefined) this.set({ jobs: new Map(this.state.jobs).set(event.job, { ...job, done: event.done, text: event.text }) });
        return this.found(event.job, event.so_far, false);
      }
      case "result":
        return this.found(event.job, event.result, true);
      case "failed":
        this.found(event.job, event.so_far, true);
        if (event.text !== "" && !this.stopped.delete(event.job)) this.set({ said: event.text });
        return;
      case "findings":
        return this.editor?.found(event);
      case "files":
        return this.editor?.changedOnDisk(event.files);
    }
  }
}
