/**
 * ggl in a worker: Pyodide with the archive of `ggl playground` in it.
 *
 * Loading takes seconds: Python starts, and ggl's modules are compiled and imported. So the memory is kept as it is after that,
 * and the next worker, of this visit or a later one, begins with it. Files are no part of the memory: they are unpacked each time.
 */

import createModule from "../pyodide/pyodide.asm.mjs";
import { loadPyodide } from "../pyodide/pyodide.mjs";
import { VERSION } from "./version.js";

const CACHE = `ggl-memory-${VERSION}`;
const MEMORY = "memory";
const HOME = "/ggl/python";

/**
 * Python, with `ggl_browser` for what ggl needs of the browser. `send` is how Python speaks to the page.
 * @param {(what: string, about: string, text: string) => void} send
 * @param {boolean} keeps whether this worker keeps the memory for others, if nobody has yet
 */
export async function python(send, keeps) {
  const archive = fetch(new URL("../python.zip", import.meta.url)).then(bytes);
  const memory = await kept();
  const py = await begun(memory, keeps);
  py.unpackArchive(await archive, "zip", { extractDir: HOME });
  if (memory === null) {
    py.runPython(`import sys; sys.path.insert(0, "${HOME}"); from ggl.playground.carrying import warm; warm()`);
    if (keeps) keep(py);
  } else py.runPython("import importlib; importlib.invalidate_caches()");
  py.registerJsModule("ggl_browser", { entry: (/** @type {any[]} */ ...given) => entry(py._module.memory, given), send });
  return py;
}

/** @param {Uint8Array | null} memory @param {boolean} keeps */
async function begun(memory, keeps) {
  const settings = { packages: [], checkAPIVersion: true };
  if (memory === null) return loadPyodide({ ...settings, _makeSnapshot: keeps });
  try {
    return await loadPyodide({ ...settings, _loadSnapshot: memory, createPyodideModule: grown });
  } catch (error) {
    console.warn("the kept memory does not fit", error);
    await caches.delete(CACHE);
    return loadPyodide(settings);
  }
}

/** A module whose memory has room for the one that was kept. @param {any} settings */
async function grown(settings) {
  const module = await createModule(settings);
  module.growMemory(settings.INITIAL_MEMORY);
  return module;
}

async function kept() {
  try {
    const found = await caches.open(CACHE).then((cache) => cache.match(MEMORY));
    return found === undefined ? null : await bytes(found);
  } catch {
    return null; // there is no such storage here
  }
}

/** @param {any} py */
function keep(py) {
  const made = py.makeMemorySnapshot();
  caches.open(CACHE).then((cache) => cache.put(MEMORY, new Response(made))).catch(() => {});
}

/** @param {Response} response */
async function bytes(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/**
 * An entry of a WebAssembly module that works in Python's memory. Words go in as whole numbers of 64 bits. Gives the results, or
 * false after a trap; what is undefined is thrown.
 * @param {WebAssembly.Memory} memory
 * @param {any[]} given
 */
function entry(memory, [code, name, trapped, takes, gives]) {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { ggl: { memory, log: Math.log } });
  const { [name]: run, [trapped]: flag } = /** @type {any} */ (instance.exports);
  return (/** @type {any[]} */ ...values) => {
    try {
      const found = run(...values.map((each, place) => (takes[place] ? BigInt(each) : Number(each))));
      return gives === 0 ? [] : gives === 1 ? [found] : found;
    } catch (error) {
      if (flag.value === 0) throw error;
      flag.value = 0;
      return false;
    }
  };
}
