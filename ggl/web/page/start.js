/**
 * Where the page begins: the state, what draws it, and the host, to which `connect` leads.
 *
 * What a carrier has of its own is handed in: `first` opens what the address asks for, `share` tells the links to a table.
 */

import { App } from "./app.js";
import { Refused } from "./carrier.js";
import { recalled } from "./memory.js";
import { Shell } from "./shell.js";
import { tick } from "./table/sides.js";

/**
 * `desk` is the editor, null for a page without one.
 * @typedef {{ connect: (on: import("./carrier.js").On) => import("./carrier.js").Conversation,
 *   desk: (new (app: App) => import("./editor/desk.js").DeskView) | null, tutorial?: new (app: App) => import("./tutorial.js").TutorialView, onlyPlays?: boolean, first?: (app: App) => Promise<boolean>, share?: import("./app.js").Share }} How
 */

/** @param {How} how */
export function start(how) {
  /** @type {Shell | null} */
  let shell = null;
  const app = new App((state) => shell?.draw(state));
  shell = new Shell(app);
  app.share = how.share ?? null;
  app.set({ onlyPlays: how.onlyPlays ?? false });
  app.carrier = how.connect({
    event: (event) => app.heard(event),
    standing: async (standing, hello, why) => {
      if (hello === null) return app.set({ standing, said: why });
      app.looked.clear();
      app.flagged = "";
      app.set({ hello, said: "", jobs: new Map() }); // what the connection before had asked for is not told to this one
      await begin(app, hello, how);
      app.set({ standing });
    },
  });
  app.set({});
  setInterval(() => tick(app), 100);
  addEventListener("keydown", (event) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || app.state.desk === null) return;
    event.preventDefault();
    if (app.state.desk.file === null) app.showGames("save");
    else app.editor?.save(app.state.desk.file, false, "");
  });
  addEventListener("beforeunload", (event) => {
    const isUnsaved = app.carrier?.isUnsaved || (app.state.desk !== null && !app.state.desk.isSaved);
    if (isUnsaved) event.preventDefault(); // the browser asks whether to leave
  });
}

/** What is shown first, and again after the connection was lost. @param {App} app @param {import("./messages.js").Hello} hello @param {How} how */
async function begin(app, hello, how) {
  const open = [...app.state.tables.keys()];
  const isNew = open.length === 0 && app.state.desk === null;
  const game = new URLSearchParams(location.search).get("game");
  if (hello.rights === "owner" && app.editor === null && how.desk !== null) app.editor = new how.desk(app);
  if (hello.rights === "owner" && app.tutorial === null && how.tutorial !== undefined) app.tutorial = new how.tutorial(app);
  if (isNew && app.tutorial !== null && new URLSearchParams(location.search).has("tutorial")) return app.tutorial.begin();
  if (isNew && how.first !== undefined && (await how.first(app))) return;
  const first = hello.table || app.state.active || recalled("sessionStorage", "table") || "";
  for (const table of open) if (table !== first) await app.join(table);
  const joined = first !== "" && (await rejoin(app, first));
  await app.editor?.again();
  if (joined || hello.rights !== "owner" || app.state.desk !== null) return;
  if (game !== null && (await app.open({ game })) !== null) return;
  const { said } = app.state;
  app.showGames("new");
  app.set({ said });
}

/** Join the table that was in front. That the owner no longer has a play is no news. @param {App} app @param {string} table */
async function rejoin(app, table) {
  try {
    app.opened(await app.host.ask("table.join", { table }));
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    app.set({ said: app.isOwner && error.refusal.code === "unknown" ? "" : error.message });
    return false;
  }
}
