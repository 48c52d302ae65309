// Random plays of one WebAssembly module in node: how long it takes to load, the first rows, and plays in a second of
// the processor.
// Reads one line of JSON and writes one.

import { readFileSync } from "node:fs";

const task = JSON.parse(readFileSync(0, "utf8"));
const code = readFileSync(task.module);
const image = readFileSync(task.memory);

let since = performance.now();
const module = new WebAssembly.Module(code);
const { exports } = new WebAssembly.Instance(module, { ggl: { log: Math.log } });
const load = (performance.now() - since) / 1000;

exports.memory.grow(Math.ceil(image.length / 65536));
new Uint8Array(exports.memory.buffer).set(image);

function play(first) {
  exports[task.entry](task.v, task.top, BigInt(task.seed), BigInt(first), BigInt(first + task.batch), ...task.limits, task.rows);
}

task.top = BigInt(task.top);
task.limits = task.limits.map(BigInt);
play(0);
const rows = Buffer.from(exports.memory.buffer, task.rows, image.length - task.rows).toString("base64");

const processor = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

let played = task.batch;
const most = (seconds) => {
  const begin = performance.now();
  const used = processor();
  const before = played;
  while (performance.now() - begin < 1000 * seconds) {
    play(played);
    played += task.batch;
  }
  return (played - before) / (processor() - used);
};

most(task.seconds / 2); // until V8 has optimized what is hot
const rate = most(task.seconds);
console.log(JSON.stringify({ load, rate, rows }));
