// The grammar for colours without a server, by the engine that VS Code uses.
"use strict";

const assert = require("node:assert");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");
const oniguruma = require("vscode-oniguruma");
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");

const FILE = path.join(__dirname, "../syntaxes/ggl.tmLanguage.json");

async function grammar() {
  await oniguruma.loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
  const onigLib = Promise.resolve({ createOnigScanner: (p) => new oniguruma.OnigScanner(p), createOnigString: (s) => new oniguruma.OnigString(s) });
  return new Registry({ onigLib, loadGrammar: async () => parseRawGrammar(readFileSync(FILE, "utf8"), FILE) }).loadGrammar("source.ggl");
}

const scopes = (grammar, line) =>
  Object.fromEntries(grammar.tokenizeLine(line, INITIAL).tokens.map((one) => [line.slice(one.startIndex, one.endIndex).trim(), one.scopes.at(-1)]));

test("words have their colours", async () => {
  const ggl = await grammar();
  assert.strictEqual(scopes(ggl, "moves:").moves, "keyword.control.part.ggl");
  assert.strictEqual(scopes(ggl, "    where: c in cells").where, "support.type.property-name.ggl");
  const line = scopes(ggl, "    do: put own man on step(c, d) # why");
  assert.strictEqual(line.put, "keyword.control.ggl");
  assert.strictEqual(line.own, "variable.language.ggl");
  assert.strictEqual(line.step, "entity.name.function.ggl");
  assert.strictEqual(line["# why"], "comment.line.number-sign.ggl");
  assert.strictEqual(scopes(ggl, "  true: c.row == 12 and e4 in x")["e4"], "constant.other.site.ggl");
  assert.strictEqual(scopes(ggl, "  targets(c): pawn on c").targets, "entity.name.tag.ggl");
});

test("a text is no expression", async () => {
  const ggl = await grammar();
  assert.strictEqual(scopes(ggl, "about: The first to win")["The first to win"], "string.unquoted.ggl");
  let state = INITIAL;
  const seen = [];
  for (const line of ["notes:", "  - It ends in a draw. # why", "says:", "  won(p): '{p} has won'", "  far: as far as from e4", "moves:", "  go: {do: draw}"]) {
    const { tokens, ruleStack } = ggl.tokenizeLine(line, state);
    seen.push(...tokens.map((one) => [line.slice(one.startIndex, one.endIndex).trim(), one.scopes.at(-1)]).filter(([word]) => word !== ""));
    state = ruleStack;
  }
  const colours = Object.fromEntries(seen);
  assert.strictEqual(colours["- It ends in a draw."], "string.unquoted.ggl");
  assert.strictEqual(colours["# why"], "comment.line.number-sign.ggl");
  assert.strictEqual(colours.won, "entity.name.tag.ggl");
  assert.strictEqual(colours["{p}"], "variable.parameter.ggl");
  assert.strictEqual(colours["as far as from e4"], "string.unquoted.ggl");
  assert.strictEqual(colours.draw, "keyword.control.ggl");
});

test("all bundled games are coloured to their ends", async () => {
  const ggl = await grammar();
  const text = readFileSync(path.join(__dirname, "../../../games/chess.yaml"), "utf8");
  let state = INITIAL;
  for (const line of text.split("\n")) {
    const result = ggl.tokenizeLine(line, state, 1000);
    assert.ok(!result.stoppedEarly, line);
    state = result.ruleStack;
  }
});
