/** What the browser remembers for the page. Where it denies that, as to a page in a sandboxed frame, nothing is remembered. */

/** @typedef {"localStorage" | "sessionStorage"} Memory */

/** @param {Memory} memory @param {string} name @returns {string | null} */
export function recalled(memory, name) {
  try {
    return globalThis[memory].getItem(name);
  } catch {
    return null;
  }
}

/** @param {Memory} memory @param {string} name @param {string} text */
export function remember(memory, name, text) {
  try {
    globalThis[memory].setItem(name, text);
  } catch {
    // the page works without
  }
}
