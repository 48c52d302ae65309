/**
 * The files of the worker that outlive it: game files and kept plays, in the browser's own storage.
 *
 * Each file is an entry of its own, and a play is open in one page at a time, so that two pages of one playground do not write over
 * what the other has kept.
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
    /** The worker's files, each with what tells one writing of it from another. @type {Map<string, string>} */
    this.known = new Map();
    /** The storage, as this page has read or written it. @type {Map<string, string>} */
    this.kept = new Map();
  }

  /** The files as they were kept. @param {any} fs */
  static async opened(fs) {
    const store = new Store(fs, await database().catch(() => null));
    for (const folder of FOLDERS) fs.mkdirTree(folder);
    await store.read();
    return store;
  }

  /** Take over what other pages have kept since. */
  async read() {
    const { base, fs, kept } = this;
    if (base === null) return;
    /** @type {[IDBValidKey[], string[]]} */
    const [names, texts] = await new Promise((done, failed) => {
      const files = base.transaction(FILES).objectStore(FILES);
      const [keys, values] = [files.getAllKeys(), files.getAll()];
      values.onsuccess = () => done([keys.result, values.result]);
      values.onerror = () => failed(values.error);
    });
    const now = new Map(names.map((name, i) => [String(name), texts[i]]));
    for (const [path, text] of now) {
      if (kept.get(path) === text) continue;
      fs.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      fs.writeFile(path, text);
    }
    for (const path of kept.keys()) if (!now.has(path) && fs.analyzePath(path).exists) fs.unlink(path);
    this.kept = now;
    this.changed();
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
    const isKept = await new Promise((done) => {
      const change = base.transaction(FILES, "readwrite");
      const files = change.objectStore(FILES);
      for (const [path, text] of changes) {
        if (text === null) files.delete(path);
        else files.put(text, path);
      }
      change.oncomplete = () => done(true);
      change.onerror = change.onabort = () => done(false);
    });
    if (!isKept) return;
    for (const [path, text] of changes) {
      if (text === null) this.kept.delete(path);
      else this.kept.set(path, text);
    }
  }
}

/** The plays that are open in this page. No other page of the playground has them meanwhile. */
export class Plays {
  constructor() {
    /** @type {Map<string, () => void>} */
    this.held = new Map();
  }

  /** Take a play; false if another page has it. Where the browser has no locks, nobody knows. @param {string} play @returns {Promise<boolean>} */
  take(play) {
    if (this.held.has(play) || navigator.locks === undefined) return Promise.resolve(true);
    return new Promise((done, failed) => {
      navigator.locks.request(`ggl-play-${play}`, { ifAvailable: true }, (lock) => {
        done(lock !== null);
        return lock === null ? null : new Promise((leave) => this.held.set(play, () => leave(null)));
      }).catch(failed);
    });
  }

  /** @param {string} play */
  leave(play) {
    this.held.get(play)?.();
    this.held.delete(play);
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
