/** What judges say: a hint, the value of the play as a line, its worst moves, and what came of random plays. */

import { h } from "../dom.js";
import { isSecret } from "./secret.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Table} Table */

/** @param {App} app @param {Table} table */
export function advice(app, table) {
  const over = table.view.over !== null;
  const plays = app.can("jobs") && h("button", { onclick: () => app.work("table.measure", { plays: 1000 }) }, "A thousand random plays");
  const report = app.isOwner && app.can("analysis") && h("button", { title: "A report on the game's design, saved as a page", onclick: () => app.work("table.analyze") }, "Analyse the game");
  if (isSecret(table.view)) return secretly(app, table, [plays, report]);
  return [
    h("div", { class: "row" },
      h("button", { disabled: over, onclick: () => app.work("table.hint") }, "Hint"),
      h("button", { "aria-pressed": String(app.state.watches), onclick: () => watch(app) }, "Evaluate while playing"),
      app.can("jobs") && h("button", { disabled: table.view.turns.length === 0, onclick: () => app.work("table.review") }, "Review the play"),
      h("button", { disabled: over, onclick: () => app.work("table.random") }, "Finish with random moves"),
      plays, report),
    atRandom(app, table),
    hint(app, table),
    evaluation(app, table),
    review(app, table),
    measured(table),
  ];
}

/** While players do not see everything, only the side to move is advised, by what it sees. @param {App} app @param {Table} table @param {import("../dom.js").Child} plays */
function secretly(app, table, plays) {
  const { eyes, mover } = table.view;
  if (!app.can("views")) return [h("p", { class: "soft" }, "No advice is given while players do not see everything."), h("div", { class: "row" }, plays), measured(table)];
  return [
    h("p", { class: "soft" }, "While players do not see everything, a hint goes by what the side to move sees."),
    h("div", { class: "row" }, h("button", { disabled: !app.isOwner || eyes !== mover, onclick: () => app.work("table.hint") }, "Hint"), plays),
    hint(app, table),
    measured(table),
  ];
}

/** @param {App} app */
function watch(app) {
  app.set({ watches: !app.state.watches });
  app.refresh();
}

/** What was just played at random, which one undo takes back. @param {App} app @param {Table} table */
function atRandom(app, table) {
  const { random, view } = table;
  if (random === null || random.revision !== view.revision) return null;
  return h("p", { class: "row", role: "status" }, `${random.steps.toLocaleString("en")} ${random.steps === 1 ? "step was" : "steps were"} played at random. `,
    h("button", { class: "small", onclick: () => app.change("table.undo") }, random.steps === 1 ? "Take it back" : "Take them all back"));
}

/** @type {Record<string, string>} */
const JOBS = { "table.hint": "Looking for a hint", "table.evaluate": "Evaluating", "table.review": "Reviewing the play",
  "table.random": "Playing at random", "table.measure": "Playing a thousand times", "table.export": "Making the page", "table.analyze": "Analysing the game, for about a minute", "desk.tests": "Running the tests" };

/** What comes and goes with each change of the text, and with each move. */
const UNSEEN = new Set(["desk.check", "table.threats"]);

/** What is being worked at, with a way to stop it. @param {App} app */
export function jobs(app) {
  const shown = [...app.state.jobs].filter(([, job]) => !UNSEEN.has(job.kind));
  if (shown.length === 0) return null;
  return h("ul", { class: "jobs" }, shown.map(([name, job]) =>
    h("li", { key: name }, `${JOBS[job.kind] ?? job.kind} `,
      h("progress", { value: job.done > 0 ? job.done : null, max: 1, "aria-label": JOBS[job.kind] ?? job.kind }),
      job.text !== "" && ` ${job.text} `, h("button", { class: "small", onclick: () => app.stop(name) }, "Stop"))));
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {App} app @param {Table} table */
function hint(app, table) {
  const found = table.hint;
  if (found === null) return null;
  return h("div", { class: "block hint" }, h("h3", null, "Hint"),
    h("p", null, `${found.mover}: `, h("strong", null, found.turn.join(", ")), `, ${found.proven ? "proven, " : ""}worth ${percent(found.value)}`,
      h("span", { class: "soft" }, ` (${found.judge}, ${found.simulations.toLocaleString("en")} simulations)`)),
    h("ol", { class: "candidates" }, found.candidates.map((each) => h("li", null,
      h("button", { class: "step", onclick: () => app.play(each.move) }, each.move), ` ${percent(each.value)}`, each.hardly_tried && ", barely explored"))));
}

/** The value of the play over its steps, for the first side, from the bottom up. @param {App} app @param {Table} table */
function evaluation(app, table) {
  const side = table.view.sides[0].side;
  const all = [0, ...table.view.turns.flatMap((turn) => turn.nodes)];
  /** @param {number} place */
  const across = (place) => (all.length < 2 ? 0 : (100 * place) / (all.length - 1)).toFixed(2);
  const known = all.flatMap((node, place) => {
    const share = table.values.get(node)?.[side];
    return share === undefined ? [] : [{ share, point: `${across(place)},${(40 - 40 * share).toFixed(2)}` }];
  });
  if (known.length === 0) return null;
  const now = table.values.get(table.view.here)?.[side];
  const here = across(Math.max(0, all.indexOf(table.view.here)));
  const name = `From ${percent(known[0].share)} to ${percent(known[known.length - 1].share)} for ${side}`;
  return h("div", { class: "block" }, h("h3", null, `Evaluation for ${side}`),
    h("svg", { class: "values", viewBox: "0 -2 100 44", preserveAspectRatio: "none", role: "img", "aria-label": name },
      h("path", { class: "even", d: "M0 20H100" }), h("polyline", { points: known.map((each) => each.point).join(" ") }),
      h("path", { class: "now", d: `M${here} 0V40` })),
    now !== undefined && h("p", null, `At this position: ${percent(now)} for ${side}.`));
}

/** So many of the worst choices of a play are listed. */
const WORST = 8;

/** @param {App} app @param {Table} table */
function review(app, table) {
  if (table.review === null) return null;
  const worst = [...table.review.steps].filter((step) => step.loss > 0.01).sort((a, b) => b.loss - a.loss).slice(0, WORST);
  const heads = ["Turn", "Side", "Played", "Cost", "Better"];
  return h("div", { class: "block" }, h("h3", null, "Costliest moves"),
    worst.length === 0 ? h("p", null, "No move cost anything.") : h("table", null,
      h("thead", null, h("tr", null, heads.map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", null, worst.map((step) => h("tr", { key: step.node },
        h("td", null, step.turn), h("td", null, step.mover),
        h("td", null, h("button", { class: "step", onclick: () => app.goTo(step.node) }, step.move)),
        h("td", null, percent(step.loss)), h("td", null, step.best))))));
}

/** @param {Table} table */
function measured(table) {
  const found = table.measured;
  if (found === null) return null;
  /** @param {string} name @param {import("../messages.js").Share} share */
  const row = (name, share) => h("tr", { key: name }, h("th", { scope: "row" }, name), h("td", null, percent(share.value)),
    h("td", null, h("meter", { min: 0, max: 1, value: share.value, "aria-label": `${name}: ${percent(share.value)}` })),
    h("td", { class: "soft" }, `${percent(share.low)} to ${percent(share.high)}`));
  const ends = Object.entries(found.ends).map(([why, count]) => `${why} (${count})`);
  return h("div", { class: "block measured" }, h("h3", null, `${found.plays.toLocaleString("en")} random plays`),
    h("table", null, h("tbody", null, Object.entries(found.wins).map(([side, share]) => row(`${side} wins`, share)), row("Draws", found.draws))),
    h("p", null, `${found.steps.value.toFixed(1)} steps on average. How they ended: ${ends.join(", ")}.`));
}
