/** What was played: the line with its turns, ways on from here, and the tree of all that was ever played. */

import { h } from "../dom.js";
import { isSecret } from "./secret.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Table} Table */
/** @typedef {import("../messages.js").TreeNode} TreeNode */

const NOT_TOLD = "The moves are shown when the play is over.";

/** @param {App} app @param {Table} table */
export function moves(app, table) {
  const { view } = table;
  if (isSecret(view)) return [h("p", { class: "soft" }, NOT_TOLD), view.story.length > 0 && h("ol", { class: "turns" }, view.story.map((line, i) => h("li", { key: i }, line)))];
  return [
    walk(app, table),
    view.turns.length === 0 ? h("p", { class: "soft" }, "No moves yet.")
      : h("ol", { class: "turns" }, view.turns.map((turn) =>
          h("li", { key: turn.nodes[0], class: turn.nodes.includes(view.here) ? "here" : null },
            h("span", { class: "number" }, `${turn.number}.`), h("span", { class: "mover" }, turn.mover),
            turn.steps.map((step, i) => stepButton(app, view.here, step, turn.nodes[i]))))),
    view.ways.length > 1 && h("div", { class: "ways" }, h("h3", null, "Continuations"),
      view.ways.map((way) => way.node === null
        ? h("span", { class: "soft", title: way.why_not }, way.text)
        : h("button", { onclick: () => way.node !== null && app.goTo(way.node) },
            `${way.text}, ${way.turns} ${way.turns === 1 ? "turn" : "turns"}${way.is_play ? ", the play" : ""}`))),
  ];
}

/** @param {App} app @param {Table} table */
function walk(app, table) {
  const { view } = table;
  const nodes = [0, ...view.turns.flatMap((turn) => turn.nodes)];
  const found = nodes.indexOf(view.here);
  const at = found < 0 ? nodes.length : found; // behind all steps, where somebody gave up
  const end = nodes.length - 1;
  const away = view.here !== view.tip;
  /** @param {string} sign @param {string} name @param {boolean} enabled @param {number} place */
  const button = (sign, name, enabled, place) =>
    h("button", { "aria-label": name, title: name, disabled: !enabled, onclick: () => app.goTo(nodes[place]) }, sign);
  return h("div", { class: "row", role: "group", "aria-label": "Walk through the play" },
    button("«", "To the beginning", at > 0, 0), button("‹", "One step back", at > 0, at - 1),
    button("›", "One step forward", at < end, at + 1), button("»", "To the end of the line", at < end, end),
    away && h("button", { onclick: () => app.goBack() }, "Back to the play"),
    away && app.isOwner && h("button", { onclick: () => app.change("table.play_here") }, "Play on from here"));
}

/** @param {App} app @param {number} here @param {string} step @param {number} node @param {Record<string, unknown>} more */
function stepButton(app, here, step, node, more = {}) {
  return h("button", {
      key: node, class: "step", "aria-current": node === here ? "step" : null,
      onclick: () => app.goTo(node), ...more,
    }, step);
}

/** How many steps of a tree are drawn. */
const MOST_NODES = 3000;

/**
 * The tree: a line of steps, and below each step that has others beside it the lines that these begin.
 * @param {App} app @param {Table} table
 */
export function tree(app, table) {
  if (isSecret(table.view)) return h("p", { class: "soft" }, NOT_TOLD);
  if (table.tree === null) return h("p", { class: "soft" }, "…");
  if (table.tree.length < 2) return h("p", { class: "soft" }, "No moves yet.");
  const nodes = table.tree.slice(0, MOST_NODES);
  /** @type {Map<number | null, TreeNode[]>} */
  const children = new Map();
  for (const node of nodes) {
    const beside = children.get(node.above);
    if (beside === undefined) children.set(node.above, [node]);
    else beside.push(node);
  }
  const left = table.tree.length - nodes.length;
  return h("div", { class: "tree" }, line(app, table.view.here, children.get(0) ?? [], children),
    left > 0 && h("p", { class: "soft" }, `${left} more steps are not shown.`));
}

/**
 * The line that goes on with the first of some siblings, that of the play first; the others follow as lines of their own.
 * @param {App} app @param {number} here @param {TreeNode[]} siblings @param {Map<number | null, TreeNode[]>} children
 * @returns {import("../dom.js").Node_}
 */
function line(app, here, siblings, children) {
  /** @type {import("../dom.js").Child[]} */
  const parts = [];
  let turn = -1;
  for (let next = ordered(siblings); next.length > 0; ) {
    const [first, ...others] = next;
    if (first.turn !== turn) parts.push(h("span", { class: "number" }, `${first.turn}.`));
    turn = others.length > 0 ? -1 : first.turn;
    parts.push(stepButton(app, here, first.text, first.node, { title: first.mover, class: first.is_play ? "step played" : "step" }));
    if (others.length > 0) parts.push(h("ul", { class: "others" }, others.map((each) => h("li", null, line(app, here, [each], children)))));
    next = ordered(children.get(first.node) ?? []);
  }
  return h("div", { class: "line" }, parts);
}

/** @param {TreeNode[]} siblings */
function ordered(siblings) {
  return [...siblings].sort((a, b) => Number(b.is_play) - Number(a.is_play));
}
