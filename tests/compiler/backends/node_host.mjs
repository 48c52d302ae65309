// Runs entries of WebAssembly modules. Reads a line of JSON for each call and answers with one; a line with a module replaces it.

import { createInterface } from "node:readline";

const view = new DataView(new ArrayBuffer(8));
let exports;

function fromText([type, text]) {
  if (type === "address") return Number(text);
  const word = BigInt(text);
  if (type === "word") return word;
  view.setBigInt64(0, word);
  return view.getFloat64(0);
}

function toText(value, type) {
  if (type === "real") {
    view.setFloat64(0, value);
    return String(view.getBigInt64(0));
  }
  return String(value);
}

function answered(question) {
  if (question.module !== undefined) {
    const module = new WebAssembly.Module(Buffer.from(question.module, "base64"));
    exports = new WebAssembly.Instance(module, { ggl: { log: Math.log } }).exports;
    return {};
  }
  const image = Buffer.from(question.memory, "base64");
  const pages = Math.ceil(image.length / 65536) - exports.memory.buffer.byteLength / 65536;
  if (pages > 0) exports.memory.grow(pages);
  new Uint8Array(exports.memory.buffer).set(image);
  const answer = { trapped: false };
  try {
    const found = exports[question.entry](...question.arguments.map(fromText));
    const results = found === undefined ? [] : Array.isArray(found) ? found : [found];
    answer.results = results.map((value, place) => toText(value, question.gives[place]));
  } catch (error) {
    if (!exports.trapped.value) return { error: String(error) };
    exports.trapped.value = 0;
    answer.trapped = true;
  }
  answer.memory = Buffer.from(exports.memory.buffer, 0, image.length).toString("base64");
  return answer;
}

for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = answered(JSON.parse(line));
  } catch (error) {
    answer = { error: String(error) };
  }
  console.log(JSON.stringify(answer));
}
