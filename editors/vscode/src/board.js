// A board that is shown and played on: no part of VS Code, so that it can be tried against the server alone.
"use strict";

/**
 * The play from a game's start, or from where one of its tests looks. `ask` sends a command of the server and gives its answer.
 * An answer that is an error is shown in words, and the moves that led to it are taken back.
 */
class Play {
  constructor(ask, uri, test = "") {
    Object.assign(this, { ask, uri, test, moves: [], board: null, error: "" });
  }

  async show() {
    return this.#look(this.moves);
  }

  async play(move) {
    return this.#look([...this.moves, String(move)]);
  }

  async undo() {
    return this.#look(this.moves.slice(0, -1));
  }

  async restart() {
    return this.#look([]);
  }

  /** The text has changed: the moves are played as far as they are legal under the new rules. */
  async follow() {
    for (let moves = this.moves; ; moves = moves.slice(0, -1)) {
      await this.#look(moves);
      if (!this.error || !moves.length) return this;
    }
  }

  async #look(moves) {
    const answer = await this.ask("ggl.board", { uri: this.uri, test: this.test, moves });
    this.error = (answer && answer.error) || "";
    if (!this.error) Object.assign(this, { board: answer, moves });
    return this;
  }
}

/** The test whose lines a cursor is in, by the symbols of the document; empty for the start of the game. */
function testAt(symbols, line) {
  const tests = symbols.find((one) => one.name === "tests");
  const inside = (one) => one.range.start.line <= line && line <= one.range.end.line;
  const found = tests && (tests.children || []).find(inside);
  return found ? found.name : "";
}

const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[sign]);

/** The page of the panel. Nothing is loaded from anywhere; the only script is the one with the nonce. */
function page(play, nonce) {
  const { board, error, moves, test } = play;
  const legal = (board && board.legal) || [];
  const buttons = legal.map((move) => `<button data-move="${escaped(move)}">${escaped(move)}</button>`).join("");
  const state = board ? (board.result ? board.result : `${board.mover} to move`) : "";
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'">
<style>
body { display: grid; gap: .6em; padding: .6em; }
svg { width: 100%; max-height: 75vh; }
#legal { display: flex; flex-wrap: wrap; gap: .3em; max-height: 30vh; overflow: auto; }
button { font: inherit; color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); border: 0; padding: .2em .5em; cursor: pointer; }
button:hover, button:focus { background: var(--vscode-button-secondaryHoverBackground); }
input { font: inherit; color: inherit; background: var(--vscode-input-background); border: 1px solid var(--vscode-input-border, gray); padding: .2em; }
.error { color: var(--vscode-errorForeground); }
</style></head><body>
<div>${escaped(test || "the start")}${moves.length ? `, then ${escaped(moves.join(", "))}` : ""}</div>
<div role="status" aria-live="polite">${escaped(state)}</div>
${error ? `<div class="error" role="alert">${escaped(error)}</div>` : ""}
<div id="picture">${board ? board.svg : ""}</div>
<div><button data-do="undo"${moves.length ? "" : " disabled"}>Take back</button> <button data-do="restart">Begin again</button>
<input id="find" placeholder="find a move" aria-label="find a move"></div>
<div id="legal">${buttons}</div>
<script nonce="${nonce}">
const code = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const { move, do: what } = event.target.dataset || {};
  if (move !== undefined) code.postMessage({ do: "play", move });
  else if (what) code.postMessage({ do: what });
});
const find = document.getElementById("find");
const shown = () => [...document.querySelectorAll("[data-move]")].filter((one) => !one.hidden);
find.addEventListener("input", () => {
  for (const one of document.querySelectorAll("[data-move]")) one.hidden = !one.dataset.move.toLowerCase().includes(find.value.toLowerCase());
});
find.addEventListener("keydown", (event) => { if (event.key === "Enter" && shown().length) code.postMessage({ do: "play", move: shown()[0].dataset.move }); });
</script></body></html>`;
}

module.exports = { Play, testAt, page };
