/** Where the page begins: the connection, the state and what draws it. */

import { App } from "./app.js";
import { Carrier, hostAddress } from "./carrier.js";
import { DeskView } from "./editor/desk.js";
import { Shell } from "./shell.js";
import { tick } from "./table/sides.js";

/** @type {Shell | null} */
let shell = null;
const app = new App((state) => shell?.draw(state));
shell = new Shell(app);
app.carrier = new Carrier(hostAddress(location), location.hash.slice(1), {
  event: (event) => app.heard(event),
  standing: async (standing, hello, why) => {
    if (hello === null) return app.set({ standing, said: why });
    app.set({ hello, said: "" });
    await begin(hello);
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
addEventListener("hashchange", () => location.reload());

/** What is shown first, and again after the connection was lost. @param {import("./messages.js").Hello} hello */
async function begin(hello) {
  const open = [...app.state.tables.keys()];
  const first = hello.table || app.state.active || sessionStorage.getItem("table") || "";
  const game = new URLSearchParams(location.search).get("game");
  if (hello.rights === "owner" && app.editor === null) app.editor = new DeskView(app);
  for (const table of open) if (table !== first) await app.join(table);
  const joined = first !== "" && (await app.join(first)) !== null;
  await app.editor?.again();
  if (joined) return;
  if (hello.rights !== "owner") return;
  app.set({ said: "" });
  if (game === null || (await app.open({ game })) === null) app.showGames("new");
}
