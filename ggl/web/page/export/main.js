/** An exported page begins: its data stands in the document, deflated. */

import { start } from "../start.js";
import { ExportHost } from "./host.js";

/** @param {string} text base64 of deflated bytes */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const held = document.getElementById("data")?.textContent ?? "";
/** @type {import("./data.js").Data} */
const data = JSON.parse(new TextDecoder().decode(await unpacked(held)));
const [code, constants] = await Promise.all([unpacked(data.kernel.code), unpacked(data.kernel.constants)]);
start({ connect: (on) => new ExportHost(data, code, new BigInt64Array(constants.buffer), on), desk: null, onlyPlays: true });
