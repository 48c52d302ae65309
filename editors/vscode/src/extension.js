// The extension: it starts the server, and shows boards beside the text.
"use strict";

const crypto = require("crypto");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { Play, page, testAt } = require("./board");

let client;
let shown; // the panel, with the play that it shows

async function start() {
  const settings = vscode.workspace.getConfiguration("ggl");
  const [command, ...args] = settings.get("command");
  client = new LanguageClient(
    "ggl",
    "ggl",
    { command, args, transport: TransportKind.stdio },
    {
      documentSelector: [{ language: "ggl" }, { language: "yaml" }],
      initializationOptions: { inlayHints: settings.get("inlayHints"), codeLenses: settings.get("codeLenses") },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{yaml,yml}") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
      `The ggl server does not start (${[command, ...args].join(" ")}): install it by \`pip install 'ggl-games[lsp]'\`, or say in the settings where it is.`,
      "Settings",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "ggl.command");
  }
}

const ask = (command, argument) => client.sendRequest("workspace/executeCommand", { command, arguments: [argument] });

async function openBoard({ uri, test = "" }) {
  if (!shown) {
    const panel = vscode.window.createWebviewPanel("ggl.board", "Board", vscode.ViewColumn.Beside, { enableScripts: true });
    shown = { panel, play: null };
    panel.onDidDispose(() => (shown = undefined));
    panel.webview.onDidReceiveMessage(async (message) => {
      if (!shown || !["play", "undo", "restart"].includes(message.do)) return;
      await shown.play[message.do](message.move);
      draw();
    });
  }
  shown.play = new Play(ask, uri, test);
  shown.panel.title = test || "Board";
  shown.panel.reveal(undefined, true);
  await shown.play.show();
  draw();
}

function draw() {
  if (shown) shown.panel.webview.html = page(shown.play, crypto.randomBytes(16).toString("hex"));
}

async function boardHere() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const uri = editor.document.uri.toString();
  const symbols = await client.sendRequest("textDocument/documentSymbol", { textDocument: { uri } });
  await openBoard({ uri, test: testAt(symbols || [], editor.selection.active.line) });
}

async function tellRules() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return;
  const answer = await ask("ggl.rules", { uri: editor.document.uri.toString() });
  const content = answer.rules || answer.error;
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content, language: "plaintext" }), vscode.ViewColumn.Beside);
}

let waiting;
function followSoon(event) {
  if (!shown || event.document.uri.toString() !== shown.play.uri) return;
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    if (shown) await shown.play.follow();
    draw();
  }, 500);
}

async function activate(context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("ggl.showBoard", openBoard),
    vscode.commands.registerCommand("ggl.playHere", openBoard),
    vscode.commands.registerCommand("ggl.showBoardHere", boardHere),
    vscode.commands.registerCommand("ggl.showRules", tellRules),
    vscode.commands.registerCommand("ggl.restart", async () => {
      if (client) await client.stop();
      await start();
    }),
    vscode.workspace.onDidChangeTextDocument(followSoon),
  );
  await start();
}

const deactivate = () => client && client.stop();

module.exports = { activate, deactivate };
