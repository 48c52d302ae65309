/** The worker in which the host runs. What the page sends is taken one after the other; what changed is kept before it is told. */

import { python } from "./python.js";
import { Store } from "./store.js";

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
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  onmessage = ({ data }) => {
    last = last.then(async () => {
      told = [];
      if (data.take !== undefined) host.take(data.take);
      else host.said(data.said, data.text);
      await store.keep();
      for (const each of told) postMessage(each);
      if (data.take !== undefined) postMessage({ what: "done", about: "", text: "" });
    }).catch((error) => setTimeout(() => { throw error; }));
  };
  postMessage({ what: "ready", about: "", text: "" });
}

begin().catch((error) => postMessage({ what: "failed", about: "", text: String(error) }));
