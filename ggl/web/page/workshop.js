// A plain page: choose a game, click or type moves, see why a move is not legal. Texts from files are only ever set as text.

const at = (id) => document.getElementById(id);
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

let socket, board, view, waiting = new Map(), number = 0, chosen = [];

function ask(request, what = {}) {
  return new Promise((resolve, reject) => {
    number += 1;
    waiting.set(number, { resolve, reject });
    socket.send(JSON.stringify({ id: number, do: request, ...what }));
  });
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
  socket.onopen = start;
  socket.onmessage = ({ data }) => heard(JSON.parse(data));
  socket.onclose = () => { at("asks").textContent = "The connection is lost; trying again .."; setTimeout(connect, 1000); };
}

function heard(message) {
  if ("id" in message) {
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (!asked) return;
    if ("ok" in message) asked.resolve(message.ok);
    else asked.reject(message.error);
  } else if (message.event === "view" && view && message.table === view.table) {
    if (message.board) board = message.board;
    show(message.view);
  } else if (message.event === "result" && message.result.kind === "hint") {
    said(`${message.result.judge} would play ${message.result.turn.join(", ")}`);
  } else if (message.event === "failed") {
    said(message.text);
  } else if (message.event === "lost" && view && message.about === view.table) {
    join(view.table);
  }
}

async function start() {
  waiting = new Map();
  try {
    const hello = await ask("hello", { version: 1, secret: decodeURIComponent(location.hash.slice(1)) });
    const table = hello.table || (view && view.table) || sessionStorage.getItem("table");
    if (table) return await join(table).catch(list);
    await list();
  } catch (error) { at("asks").textContent = error.text; socket.onclose = null; }
}

async function list() {
  const game = new URLSearchParams(location.search).get("game");
  if (game && !view) return open(game);
  const [{ games }, { files }] = [await ask("games"), await ask("files")];
  at("asks").textContent = "Choose a game.";
  at("games").hidden = false;
  at("games").replaceChildren(...[...files.map((name) => ({ name, title: name, about: "" })), ...games].map((each) => {
    const button = document.createElement("button");
    button.textContent = each.title;
    button.title = each.about;
    button.onclick = () => open(each.name);
    return button;
  }));
}

const open = (game) => ask("table.open", { game }).then(opened, refused);
const join = (table) => ask("table.join", { table }).then(opened);

function opened(answer) {
  board = answer.board;
  sessionStorage.setItem("table", answer.table);
  at("games").hidden = true;
  at("table").hidden = false;
  show(answer.view);
}

function said(text) { at("said").textContent = text; }
function refused(error) { said(error.text); }

function show(next) {
  if (view && next.table === view.table && next.revision < view.revision) return;
  view = next;
  chosen = [];
  at("title").textContent = view.title;
  at("asks").textContent = view.over ? view.over.text : view.thinks ? `${view.mover} thinks ..` : view.asks;
  said([view.trouble, view.broken, view.pause, ...view.remarks].filter(Boolean).join("\n"));
  draw();
  at("sides").replaceChildren(...view.sides.map((side) => item(`${side.side}: ${side.who}${side.score && `, ${side.score}`}`)));
  at("turns").replaceChildren(...view.turns.map((turn) => item(`${turn.mover}: ${turn.steps.join(", ")}`)));
  at("turns").scrollTop = at("turns").scrollHeight;
  mark();
}

function item(text) { const li = document.createElement("li"); li.textContent = text; return li; }

function draw() {
  const parsed = new DOMParser().parseFromString(view.svg, "image/svg+xml").documentElement;
  parsed.querySelectorAll("style").forEach((each) => each.remove());
  const rules = new Set();
  for (const each of parsed.querySelectorAll("[class]")) {
    for (const name of each.classList) {
      const found = /^ggl-([fs])-[0-9a-f]{6}-([0-9a-f]{6})$/.exec(name);
      if (found) rules.add(`.${name}{${found[1] === "f" ? "fill" : "stroke"}:#${found[2]}}`);
    }
  }
  sheet.replaceSync(`@media (prefers-color-scheme:dark){${[...rules].join("")}}`);
  at("board").replaceChildren(document.importNode(parsed, true));
}

// The legal steps that fit what was chosen; a click chooses the next site among their arguments.
const fitting = () => view.legal.filter((step) => chosen.every((value, place) => step.args[place] === value));

function mark() {
  const steps = fitting(), place = chosen.length;
  const kinds = (step) => (board.moves[step.move] || [])[place];
  const next = new Set(steps.filter((step) => kinds(step) && kinds(step).kind === "site").map((step) => step.args[place]));
  for (const each of at("board").querySelectorAll("[data-site]")) {
    each.classList.toggle("can", next.has(each.dataset.site));
    each.classList.toggle("chosen", chosen.includes(each.dataset.site));
  }
  const others = steps.filter((step) => !kinds(step) || kinds(step).kind !== "site" || step.args[place] === null);
  at("choices").replaceChildren(...others.slice(0, 60).map((step) => {
    const button = document.createElement("button");
    button.textContent = step.text;
    button.onclick = () => play(step.text);
    return button;
  }));
}

function play(text) { return ask("table.play", { table: view.table, text, revision: view.revision }).then(show, refused); }

at("board").onclick = ({ target }) => {
  const site = target.closest("[data-site]")?.dataset.site ?? under(target);
  if (!site || !view) return;
  const before = chosen;
  chosen = [...chosen, site];
  let steps = fitting();
  if (!steps.length) {
    chosen = [site];
    steps = fitting();
    if (!steps.length) {
      chosen = [];
      const text = [...before, site].join(" ");
      ask("table.why", { table: view.table, text }).then((why) => said(why.text), refused);
    }
  }
  if (steps.length === 1) play(steps[0].text);
  else mark();
};

// A piece lies over its site: the site whose middle is nearest to it is meant.
function under(target) {
  if (!(target instanceof SVGGraphicsElement) || target.tagName === "svg") return null;
  const middle = (each) => { const box = each.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(target);
  let best = null, least = Infinity;
  for (const each of at("board").querySelectorAll("[data-site]")) {
    const [a, b] = middle(each), away = Math.hypot(a - x, b - y);
    if (away < least) [best, least] = [each.dataset.site, away];
  }
  return best;
}

at("typed").onsubmit = (event) => { event.preventDefault(); play(at("move").value).then(() => { at("move").value = ""; }); };
at("why").onclick = () => ask("table.why", { table: view.table, text: at("move").value }).then((why) => said(why.text), refused);
for (const name of ["undo", "redo"]) at(name).onclick = () => ask(`table.${name}`, { table: view.table }).then(show, refused);
at("hint").onclick = () => ask("table.hint", { table: view.table }).then(() => said("thinking .."), refused);
at("links").onclick = () => ask("table.links", { table: view.table }).then(({ seats, watch }) => {
  const used = view.sides.map(({ side, seat }) => `${side}: ${location.origin}${seats[seat]}`);
  said([...used, `watch: ${location.origin}${watch}`].join("\n"));
}, refused);

connect();
