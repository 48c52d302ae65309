/** What stands around the editor's text: the findings in it, the places of a name, and how the text stands. */

import { h } from "../dom.js";

/** @typedef {import("./desk.js").DeskView} DeskView */
/** @typedef {import("./desk.js").DeskState} DeskState */

/** What was asked about a name: where it stands, or which it is to be. @param {DeskView} view @param {DeskState} desk */
export function names(view, { uses, renames }) {
  const onkeydown = (/** @type {KeyboardEvent} */ event) => { if (event.key === "Escape") view.closeNames(); };
  const close = h("button", { class: "small", "aria-label": "Close", type: "button", onclick: () => view.closeNames() }, "×");
  if (renames !== null) {
    return h("form", { key: "rename", class: "names row", onsubmit: (/** @type {SubmitEvent} */ event) => view.rename(event), onkeydown },
      h("label", { for: "field-name" }, `Rename ${renames.name} to`), h("input", { id: "field-name", name: "name", value: renames.name, maxlength: 200, autocomplete: "off", spellcheck: "false" }),
      h("button", { class: "small" }, "Rename"), close, renames.said !== "" && h("p", { class: "trouble", role: "alert" }, renames.said));
  }
  if (uses === null) return null;
  return h("div", { key: "uses", class: "names", role: "region", "aria-label": `Places of ${uses.name}`, onkeydown },
    h("div", { class: "row" }, h("strong", { role: "status" }, `${uses.name}: ${uses.places.length + uses.elsewhere.length} ${uses.places.length + uses.elsewhere.length === 1 ? "place" : "places"}`), h("span", { class: "gap" }), close),
    h("ul", { "aria-label": "Places" }, uses.places.map((each, i) => h("li", { key: i }, h("button", { class: "step", onclick: () => view.select(each.from, each.to) }, h("span", { class: "code-name" }, `${each.line}`), ` ${each.text}`))),
      uses.elsewhere.map((place) => h("li", { key: place, class: "soft" }, place))));
}

/** @param {DeskView} view @param {import("../messages.js").Finding} each @param {number} i */
export function finding(view, each, i) {
  return h("li", { key: i, class: each.severity },
    h("button", { class: "step", onclick: () => view.show(each.begin, each.end) },
      h("span", { class: "code-name" }, `${each.severity === "error" ? "✗" : each.severity === "warning" ? "!" : "i"} ${each.code}`), ` ${each.message}`),
    each.place !== null && h("span", { class: "soft" }, ` ${each.place.file}:${each.place.line}`),
    each.help !== "" && each.fixes.length === 0 && h("span", { class: "soft" }, ` ${each.help}`),
    each.fixes.map((fix) => h("button", { class: "small fix", onclick: () => view.apply(fix.edits, view.checked) }, fix.title)));
}

/** @param {DeskState} desk */
export function standing(desk) {
  const errors = desk.findings.filter((each) => each.severity === "error").length;
  const others = desk.findings.length - errors;
  if (errors > 0) return `✗ ${errors} ${errors === 1 ? "error" : "errors"}`;
  return others > 0 ? `! ${others} ${others === 1 ? "note" : "notes"}` : "✓ no findings";
}
