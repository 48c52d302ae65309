// The client's code against a real server, without VS Code. The server is $GGL_SERVER (words between blanks), or `python -m ggl lsp`.
"use strict";

const assert = require("node:assert");
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const path = require("node:path");
const { after, before, test } = require("node:test");
const rpc = require("vscode-jsonrpc/node");
const { Play, page, testAt } = require("../src/board");

const GAMES = path.resolve(__dirname, "../../../games");
const uri = "untitled:hex";
const text = readFileSync(path.join(GAMES, "hex.yaml"), "utf8");
let server, connection;

const ask = (command, argument) => connection.sendRequest("workspace/executeCommand", { command, arguments: [argument] });

before(async () => {
  const [command, ...args] = (process.env.GGL_SERVER || "python -m ggl lsp").split(" ");
  server = spawn(command, args, { cwd: path.resolve(__dirname, "../../..") });
  connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  connection.listen();
  const { capabilities } = await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  assert.ok(capabilities.executeCommandProvider.commands.includes("ggl.board"));
  await connection.sendNotification("initialized", {});
  await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId: "ggl", version: 1, text } });
});

after(async () => {
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  connection.dispose();
});

test("a board is shown, played on, and taken back", async () => {
  const play = await new Play(ask, uri).show();
  assert.strictEqual(play.error, "");
  assert.match(play.board.svg, /^<svg/);
  const [first] = play.board.legal;
  await play.play(first);
  assert.deepStrictEqual(play.moves, [first]);
  assert.strictEqual(play.board.ply, 1);
  await play.undo();
  assert.deepStrictEqual([play.moves, play.board.ply], [[], 0]);
});

test("a move that is not legal is told, and the board stays", async () => {
  const play = await new Play(ask, uri).show();
  const before = play.board;
  await play.play("z99");
  assert.notStrictEqual(play.error, "");
  assert.strictEqual(play.board, before);
  assert.deepStrictEqual(play.moves, []);
  assert.match(page(play, "n"), /role="alert"/);
});

test("the test under the cursor is found, and its position shown", async () => {
  const symbols = await connection.sendRequest("textDocument/documentSymbol", { textDocument: { uri } });
  const lines = text.split("\n");
  const line = lines.findIndex((one) => one.startsWith("tests:")) + 1;
  const name = lines[line].trim().replace(/:$/, "");
  assert.strictEqual(testAt(symbols, line + 1), name);
  assert.strictEqual(testAt(symbols, 0), "");
  const play = await new Play(ask, uri, name).show();
  assert.strictEqual(play.error, "");
});

test("after an edit the moves are played as far as they are legal", async () => {
  const play = await new Play(ask, uri).show();
  await play.play(play.board.legal.at(-1));
  const smaller = text.replace(/size: \d+/, "size: 3");
  assert.notStrictEqual(smaller, text);
  await connection.sendNotification("textDocument/didChange", { textDocument: { uri, version: 2 }, contentChanges: [{ text: smaller }] });
  await play.follow();
  assert.strictEqual(play.error, "");
  assert.deepStrictEqual(play.moves, []);
  assert.ok(play.board.legal.length <= 10);
});

test("what a file says is text on the page, and never markup", () => {
  const play = { board: { svg: "<svg></svg>", legal: ['<b>"x"</b>'], mover: "<i>", result: "" }, error: "<u>", moves: ["<s>"], test: "<a>" };
  const html = page(play, "nonce");
  for (const tag of ["<b>", "<i>", "<u>", "<s>", "<a>"]) assert.ok(!html.includes(tag), tag);
  assert.match(html, /default-src 'none'/);
});
