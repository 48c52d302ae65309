/** All that the page shows, as one value, and how it begins. */

/** @typedef {import("./messages.js").View} View */
/** @typedef {import("./messages.js").Board} Board */
/** @typedef {import("./messages.js").Hello} Hello */
/** @typedef {import("./board/choice.js").Choice} Choice */
/** @typedef {import("./board/choice.js").Offers} Offers */
/** @typedef {{ text: string, near: string[], line: string, where: string }} Reason */
/** What is worked at, for a table that was at a revision. @typedef {{ kind: string, table: string, revision: number, done: number, text: string }} Job */
/**
 * What is known of a table. `values` are the shares of the sides by node, as far as somebody has looked.
 * @typedef {{ board: Board, view: View, choice: Choice, offers: Offers, why: Reason | null, tree: import("./messages.js").TreeNode[] | null,
 *   rules: import("./messages.js").RulePart[] | null, opponents: import("./messages.js").Opponent[], hint: import("./messages.js").Hint | null,
 *   measured: import("./messages.js").Measured | null, threats: import("./messages.js").Threats | null, random: { steps: number, revision: number } | null, review: import("./messages.js").Review | null,
 *   values: Map<number, Record<string, number>>, sends: boolean, covered: boolean, links: import("./messages.js").Links | null, since: number }} Table
 */
/** @typedef {"steps" | "editor" | "board" | "more"} Pane */
/** @typedef {"moves" | "tree" | "advice" | "rules" | "tests"} Tab */
/** @typedef {"new" | "open" | "save" | "unsaved" | "share" | null} Dialog */

/**
 * @typedef {{ standing: import("./carrier.js").Standing, hello: Hello | null, said: string,
 *   tables: Map<string, Table>, active: string, jobs: Map<string, Job>,
 *   games: import("./messages.js").GameView[], plays: import("./messages.js").KeptPlay[], files: string[],
 *   pane: Pane, tab: Tab, dialog: Dialog, picked: string,
 *   flipped: boolean, labels: boolean, marks: boolean, threats: boolean, theme: "auto" | "light" | "dark", watches: boolean, onlyPlays: boolean, shared: { title: string, address: string }[],
 *   desk: import("./editor/desk.js").DeskState | null, tests: import("./messages.js").TestResults | null,
 *   tutorial: import("./tutorial.js").TutorialState | null }} State
 */

/** @returns {State} */
export function nothingYet() {
  return {
    standing: "opening", hello: null, said: "", tables: new Map(), active: "", jobs: new Map(), games: [], plays: [], files: [],
    pane: "board", tab: "moves", dialog: null, picked: "", flipped: false, labels: true, marks: true, threats: true, theme: "auto", watches: false, onlyPlays: false, shared: [],
    desk: null, tests: null, tutorial: null,
  };
}
