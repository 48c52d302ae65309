/** The state of the page, without a document and with a host of its own: plays the scene that is named, writes what the state then says. */

globalThis.sessionStorage = { setItem() {}, getItem: () => null };
globalThis.document = { querySelectorAll: () => [] };
const { App } = await import("../../ggl/web/page/app.js");
const { refused } = await import("../../ggl/web/page/carrier.js");

const site = (name) => ({ name, type: "cell", next: {}, x: 0, y: 0 });
const from = { name: "from", kind: "site", choice: "" };
const to = { name: "to", kind: "site", choice: "" };
const board = { ground: "ground", sites: ["a1", "b1", "c1", "d1"].map(site), moves: { place: [to], go: [from, to] }, directions: [] };
const move = (text) => ({ text, move: text.includes("-") ? "go" : "place", args: text.split("-") });
const view = (revision, texts, more = {}) => ({
  table: "t", revision, title: "T", ground: "ground", rules: "rules", eyes: "", mover: "X", over: null, legal: texts.map(move), listed: true, more: 0, turns: [],
  sides: [{ side: "X", seat: "first", who: "human" }, { side: "O", seat: "second", who: "human" }], here: revision, tip: revision, thinks: null, asks: "X to move", ...more,
});

/** A page with a table, and what it has asked; `answers` has what the host says, by the names of messages. */
function page(answers, texts) {
  const app = new App(() => {});
  const asked = [];
  app.state.threats = false;
  app.state.hello = { rights: "owner", table: "", can: [] };
  app.state.standing = "open";
  app.carrier = { ask: (name, given) => {
    asked.push([name, given]);
    return answers[name]?.(given) ?? Promise.reject(refused("unknown", name));
  } };
  app.opened({ table: "t", board, view: view(1, texts) });
  asked.length = 0;
  return { app, asked };
}

const later = () => new Promise((done) => setTimeout(done));

const scenes = {
  /** A move is refused, for the board has changed in the meantime. */
  async stale() {
    let refuse = () => {};
    const { app } = page({ "table.play": () => new Promise((_, failed) => { refuse = failed; }) }, ["a1", "b1", "c1"]);
    const played = app.play("a1");
    await app.viewed(view(2, ["b1", "c1"]));
    refuse(refused("stale", "the board has changed"));
    await played;
    return { offered: [...app.table.offers.sites.keys()], why: app.table.why.text };
  },
  /** The table follows other rules. */
  async rules() {
    const { app } = page({}, ["a1"]);
    const judged = () => [app.table.review, [...app.table.values.keys()], app.table.measured];
    app.setTable("t", { review: { steps: [] }, values: new Map([[1, { X: 0.5 }]]), measured: { plays: 1 } });
    await app.viewed(view(2, ["a1"]));
    const before = judged();
    await app.viewed(view(3, ["a1"], { rules: "others" }), board);
    return { before, after: judged() };
  },
  /** Sites are dragged to others, where stones are placed and stones go; what is asked each time, and what is chosen in the end. */
  async drags() {
    const { app, asked } = page({}, ["b1", "c1", "a1-b1", "a1-c1", "d1-c1"]);
    const all = [];
    for (const [begin, end] of [["b1", "c1"], ["b1", "a1"], ["a1", "c1"], ["d1", "b1"]]) {
      app.dropSite(begin, end);
      await later();
      all.push(asked.splice(0).map(([name, given]) => `${name} ${given.text}`.trim()));
    }
    return { all, chosen: app.table.choice.taken.map((each) => each.value) };
  },
  /** Each position is evaluated: quick moves, a program that thinks, a job that fails by itself, a review; how often is asked after each. */
  async evaluations() {
    let jobs = 0;
    let isBusy = false;
    const begun = () => (isBusy ? Promise.reject(refused("invalid", "O is thinking")) : Promise.resolve({ job: `j${(jobs += 1)}` }));
    const { app, asked } = page({ "table.evaluate": begun, "table.review": begun }, ["a1"]);
    const found = [];
    const after = async (what) => {
      await what();
      await later();
      found.push(asked.splice(0).length);
    };
    const failed = (job) => app.heard({ event: "failed", job, code: "stopped", text: "", so_far: null });
    const evaluated = (revision) => app.heard({ event: "result", job: `j${jobs}`, result: { kind: "evaluation", revision, values: { X: 0.5 } } });
    app.set({ watches: true });
    await after(() => app.refresh());
    await after(() => app.viewed(view(2, ["b1"])));
    await after(() => failed("j1"));
    await after(() => failed("j2"));
    isBusy = true;
    await after(() => app.viewed(view(3, [], { thinks: "j9", mover: "O" })));
    const { said } = app.state;
    isBusy = false;
    await after(() => app.viewed(view(4, ["c1"])));
    await after(() => evaluated(4));
    await after(() => app.work("table.review"));
    await after(() => app.viewed(view(5, ["c1"])));
    await after(() => failed(`j${jobs}`));
    return { found, said, values: [...app.table.values.keys()] };
  },
  /** A table is opened again, as by the new game of an exported page. */
  async again() {
    const { app } = page({}, ["a1"]);
    app.setTable("t", { tree: [], hint: {}, review: { steps: [] }, values: new Map([[1, { X: 0.5 }]]), opponents: [{ spec: "random", about: "" }] });
    app.opened({ table: "t", board, view: view(2, ["b1"]) });
    const { tree, hint, review, values, opponents } = app.table;
    return { tree, hint, review, values: values.size, opponents: opponents.length };
  },
};
process.stdout.write(JSON.stringify(await scenes[process.argv[2]]()));
