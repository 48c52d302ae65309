/**
 * Links that hold a game: `#g=` and the compressed text of a file, with the play, if there is one.
 *
 * A link is a file from a stranger. It is data: how much may come out of it is bounded before it is read, and the host checks the
 * text and the record as it does any. `?url=` loads a file from elsewhere, in the same way.
 */

import { refused } from "../carrier.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {{ text: string, record: string, show: "play" | "edit" }} Linked */

/** Characters of a text that a host takes. */
const LONGEST = 262144;
const SECONDS = 20;

/** @param {Linked} linked */
export async function packed({ text, record, show }) {
  const bytes = new TextEncoder().encode(JSON.stringify([text, record, show]));
  const small = await through(new CompressionStream("deflate-raw"), bytes, Infinity);
  return btoa(String.fromCharCode(...small)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a link holds; raises `Refused`. @param {string} code @returns {Promise<Linked>} */
export async function unpacked(code) {
  try {
    const small = Uint8Array.from(atob(code.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
    const [text, record, show] = JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), small, 8 * LONGEST)));
    if (typeof text !== "string" || typeof record !== "string" || text.length > LONGEST || record.length > LONGEST) throw new Error();
    return { text, record, show: show === "play" ? "play" : "edit" };
  } catch {
    throw refused("unreadable", "This link is damaged: it contains no game.");
  }
}

/** @param {CompressionStream | DecompressionStream} stream @param {Uint8Array<ArrayBuffer>} bytes @param {number} most */
function through(stream, bytes, most) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).then(() => writer.close()).catch(() => {}); // what is wrong with it, the reader is told
  return collected(stream.readable, most);
}

/** All bytes of a stream; of one that has too many, no more are read. @param {ReadableStream<Uint8Array>} stream @param {number} most */
async function collected(stream, most) {
  const reader = stream.getReader();
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error("it is too large");
    }
  }
  const found = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}

/** Open what the address asks for, and say whether it asks for anything. @param {App} app */
export async function first(app) {
  const code = /^#g=([\w-]+)$/.exec(location.hash)?.[1];
  const url = new URLSearchParams(location.search).get("url");
  if (code === undefined && url === null) return false;
  const linked = await app.trying(() => (code !== undefined ? unpacked(code) : loaded(String(url))));
  if (linked === null) return true; // what was wrong with it is shown
  const { text, record, show } = linked;
  app.set({ onlyPlays: show === "play" });
  const { host } = app;
  const opened = await app.trying(() => (record === "" ? host.ask("table.open", { text }) : host.ask("table.load", { record, text })));
  if (opened === null) {
    app.set({ onlyPlays: false, pane: "editor" });
    await app.editor?.open({ text });
    return true;
  }
  app.opened(opened);
  if (show === "play") app.set({ pane: "board" });
  return true;
}

/** A file from another place. @param {string} address @returns {Promise<Linked>} */
async function loaded(address) {
  try {
    const response = await fetch(new URL(address, location.href), { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(1000 * SECONDS) });
    if (!response.ok || response.body === null) throw new Error(String(response.status));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await collected(response.body, 4 * LONGEST));
    return { text, record: "", show: "edit" };
  } catch (error) {
    throw refused("unreadable", `${address.slice(0, 200)} cannot be loaded: ${error instanceof Error ? error.message : error}. Its server must allow other sites to read it.`);
  }
}

/** The text of the editor, with the files that it extends. @param {App} app @param {import("../editor/desk.js").DeskView} editor */
async function written(app, editor) {
  const desk = await editor.flush();
  return desk === null ? editor.text : (await app.host.ask("desk.alone", { desk: desk.desk })).text;
}

/** Links to what is on the page. @param {App} app */
export async function share(app) {
  const { table, state: { active, desk } } = app;
  const found = [];
  const record = table === null ? "" : (await app.host.ask("table.record", { table: active })).text.trimEnd();
  const text = table === null ? "" : (await app.host.ask("table.text", { table: active, alone: true })).text;
  if (table !== null) found.push({ title: "To play on from here", linked: { text, record, show: /** @type {const} */ ("play") } });
  const follows = desk !== null && desk.table === active;
  const edited = desk === null || app.editor === null ? text : await written(app, app.editor);
  found.push({ title: "To look at the rules and change them", linked: { text: edited, record: follows ? record : "", show: /** @type {const} */ ("edit") } });
  return Promise.all(found.map(async ({ title, linked }) => {
    const address = new URL(location.href);
    address.search = "";
    address.hash = `g=${await packed(linked)}`;
    return { title, address: address.href };
  }));
}
