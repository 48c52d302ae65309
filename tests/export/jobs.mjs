/** Jobs of an exported page's own host: reads `{data, moves, plays}`, where a move of null is any, writes what was played, and the results of a search for threats, a review, of random plays, and of a job that was stopped. */

import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { ExportHost } from "../../ggl/web/page/export/host.js";

const asked = JSON.parse(readFileSync(0, "utf8"));
const data = JSON.parse(readFileSync(asked.data, "utf8"));
const unpacked = (text) => new Uint8Array(inflateRawSync(Buffer.from(text, "base64")));
const waiting = new Map();
const event = (said) => (said.event === "result" || said.event === "failed" ? waiting.get(said.job)?.(said) : null);
const host = new ExportHost(data, unpacked(data.kernel.code), new BigInt64Array(unpacked(data.kernel.constants).buffer), { event, standing() {} });
const run = (name, given, then = () => {}) => new Promise((done) => {
  const { job } = host.answer(name, given);
  waiting.set(job, done);
  then(job);
});

host.play.rolls();
for (const text of asked.moves) host.played(text ?? host.view().legal[0].text);
const made = host.line(host.here).slice(1).map((node) => node.text);
const threats = await run("table.threats", {});
const review = await run("table.review", {});
const measured = await run("table.measure", { plays: asked.plays });
const stopped = await run("table.review", {}, (job) => host.answer("job.stop", { job }));
const replaced = run("table.review", {});
const hint = await run("table.hint", {});
process.stdout.write(JSON.stringify({ made, threats, review, measured, stopped, replaced: await replaced, hint }));
