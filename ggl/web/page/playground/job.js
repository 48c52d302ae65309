/** A worker that does jobs one after the other; the page ends it where one takes too long. */

import { python } from "./python.js";

/** @param {string} what @param {string} about @param {string} text */
function send(what, about, text) {
  postMessage({ what, about, text });
}

/** Jobs that came before Python was there. @type {{ job: string, work: string }[]} */
const early = [];
onmessage = ({ data }) => early.push(data);

async function begin() {
  const py = await python(send, false);
  const worker = py.runPython("from ggl.playground.carrying import Working; import ggl_browser; Working(ggl_browser.send)");
  send("ready", "", "");
  onmessage = ({ data: { job, work } }) => worker.do(job, work);
  for (const { job, work } of early) worker.do(job, work);
}

begin().catch((error) => send("failed", "", String(error)));
