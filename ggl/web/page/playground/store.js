/**
 * The files of the worker that outlive it: game files and kept plays, in the browser's own storage.
 *
 * Each file is an entry of its own, so that two pages of one playground do not write over what the other has kept.
 */

const NAME = "ggl-files";
const FILES = "files";
const FOLDERS = ["/ggl/files", "/ggl/state"];
const ENDINGS = /\.(yaml|yml|jsonl)$/;

export class Store {
  /** @param {any} fs the worker's files @param {IDBDatabase | null} base */
  constructor(fs, base) {
    this.fs = fs;
    this.base = base;
    /** @type {Map<string, string>} */
    this.known = new Map();
  }

  /** The files as they were kept. @param {any} fs */
  static async opened(fs) {
    const base = await database().catch(() => null);
    const store = new Store(fs, base);
    for (const folder of FOLDERS) fs.mkdirTree(folder);
    if (base === null) return store;
    /** @type {[IDBValidKey[], any[]]} */
    const [names, texts] = await new Promise((done, failed) => {
      const files = base.transaction(FILES).objectStore(FILES);
      const [keys, values] = [files.getAllKeys(), files.getAll()];
      values.onsuccess = () => done([keys.result, values.result]);
      values.onerror = () => failed(values.error);
    });
    names.forEach((name, i) => {
      const path = String(name);
      fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      fs.writeFile(path, texts[i]);
    });
    store.changed();
    return store;
  }

  /** What has changed since this was last asked: paths with their texts, null for a file that is gone. @returns {[string, string | null][]} */
  changed() {
    /** @type {Map<string, string>} */
    const now = new Map();
    for (const folder of FOLDERS) this.look(folder, now);
    /** @type {[string, string | null][]} */
    const changes = [];
    for (const [path, stamp] of now) if (this.known.get(path) !== stamp) changes.push([path, this.fs.readFile(path, { encoding: "utf8" })]);
    for (const path of this.known.keys()) if (!now.has(path)) changes.push([path, null]);
    this.known = now;
    return changes;
  }

  /** @param {string} folder @param {Map<string, string>} found */
  look(folder, found) {
    for (const name of this.fs.readdir(folder)) {
      if (name === "." || name === "..") continue;
      const path = `${folder}/${name}`;
      const { mode, mtime, size, ino } = this.fs.stat(path);
      if (this.fs.isDir(mode)) this.look(path, found);
      else if (ENDINGS.test(name)) found.set(path, `${+mtime} ${size} ${ino}`);
    }
  }

  /** Keep what has changed; comes back when it is kept. Where the browser refuses, plays last as long as the page. */
  async keep() {
    const changes = this.changed();
    const { base } = this;
    if (base === null || changes.length === 0) return;
    await new Promise((done) => {
      const change = base.transaction(FILES, "readwrite");
      const files = change.objectStore(FILES);
      for (const [path, text] of changes) {
        if (text === null) files.delete(path);
        else files.put(text, path);
      }
      change.oncomplete = change.onerror = change.onabort = done;
    });
  }
}

/** @returns {Promise<IDBDatabase>} */
function database() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(FILES);
    asked.onsuccess = () => done(asked.result);
    asked.onerror = asked.onblocked = () => failed(asked.error);
  });
}
