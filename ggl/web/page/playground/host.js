/** The worker in which the host runs. What the page sends is taken one after the other; what changed is kept before it is told. */

import { refused } from "../carrier.js";
import { python } from "./python.js";
import { Plays, Store } from "./store.js";

/** What another page may have kept since counts for these requests. */
const READING = new Set(["files", "plays", "desk.open", "desk.save", "table.open", "table.join"]);
const PLAY = /^[0-9a-f]{16}$/;

/** @type {{ what: string, about: string, text: string }[]} */
let told = [];

/** @param {string} what @param {string} about @param {string} text */
function send(what, about, text) {
  told.push({ what, about, text });
}

async function begin() {
  const py = await python(send, true);
  const store = await Store.opened(py.FS);
  const host = py.runPython("from ggl.playground.carrying import Carried; import ggl_browser; Carried(ggl_browser.send)");
  const plays = new Plays();

  /** Have the host answer a request. @param {string} text */
  const take = async (text) => {
    const { id, do: name, table } = JSON.parse(text);
    if (PLAY.test(table) && !(await plays.take(table))) {
      const { refusal } = refused("disk", "This play is open in another page of this browser. Close it there first.");
      return send("reply", "", JSON.stringify({ id, error: refusal }));
    }
    if (READING.has(name)) await store.read().catch(() => {}); // where the storage has failed, the worker's own files are left
    host.take(text);
    for (const { what, about } of told) if (what === "reply" && PLAY.test(about)) await plays.take(about);
  };

  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  onmessage = ({ data }) => {
    last = last.then(async () => {
      told = [];
      if (data.take !== undefined) await take(data.take);
      else host.said(data.said, data.text);
      await store.keep();
      for (const { about } of told) if (about.startsWith("-")) plays.leave(about.slice(1));
      for (const each of told) postMessage(each);
      if (data.take !== undefined) postMessage({ what: "done", about: "", text: "" });
    }).catch((error) => setTimeout(() => { throw error; }));
  };
  postMessage({ what: "ready", about: "", text: "" });
}

begin().catch((error) => postMessage({ what: "failed", about: "", text: String(error) }));
