/** The tests of the file that is edited, and what came of them. */

import { h } from "../dom.js";

/** @param {import("../app.js").App} app */
export function tests(app) {
  const found = app.state.tests;
  const failed = found?.tests.filter((test) => !test.passed).length ?? 0;
  return [
    h("div", { class: "row" }, h("button", { onclick: () => app.editor?.runTests() }, "Run the file's tests")),
    found === null ? null
    : found.tests.length === 0 ? h("p", { class: "soft" }, "The file has no tests.")
    : [
        h("p", null, failed === 0 ? `All ${found.tests.length} tests pass.` : `${failed} of ${found.tests.length} tests fail.`),
        h("ul", { class: "tests" }, found.tests.map((test, i) => h("li", { key: i, class: test.passed ? "passed" : "failed" },
          h("button", { class: "step", onclick: () => app.editor?.show(test.begin, test.end) }, `${test.passed ? "✓" : "✗"} ${test.name}`),
          test.text !== "" && h("pre", null, test.text)))),
      ],
  ];
}
