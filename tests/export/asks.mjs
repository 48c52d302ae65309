/**
 * Messages to an exported page's own host, one after the other: reads `{data, asks}`, a name and what is given for each; writes the
 * answers, or what was refused. `wait` is answered by the next event that says what is given, `send` by the message that a page hears;
 * `while` loads a record while a new game begins.
 */

import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { ExportHost } from "../../ggl/web/page/export/host.js";
import { Refused } from "../../ggl/web/page/carrier.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const data = JSON.parse(readFileSync(asked.data, "utf8"));
const unpacked = (text) => new Uint8Array(inflateRawSync(Buffer.from(text, "base64")));
let event = () => {};
const host = new ExportHost(data, unpacked(data.kernel.code), new BigInt64Array(unpacked(data.kernel.constants).buffer), { event: (said) => event(said), standing() {} });

const next = (wanted) => new Promise((done) => {
  event = (said) => Object.entries(wanted).every(([key, value]) => said[key] === value) && done(said);
});
const answer = async (name, given) => {
  try {
    return await host.answer(name, given ?? {});
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refusal };
    throw error;
  }
};
const sent = (given) => new Promise((done) => {
  host.heard = done;
  host.send(JSON.stringify({ id: 1, ...given }));
});
/** A record is loaded, and a game begins meanwhile. */
const meanwhile = (given) => {
  const loaded = answer("table.load", given);
  setTimeout(() => answer("table.open", {}));
  return loaded;
};
const answers = [];
for (const [name, given] of asked.asks) answers.push(await (name === "wait" ? next(given) : name === "send" ? sent(given) : name === "while" ? meanwhile(given) : answer(name, given)));
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
