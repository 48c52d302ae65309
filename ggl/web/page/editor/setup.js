/** How CodeMirror is set up for game files: keys, colours, completion and hover of a desk. */

import * as cm from "./codemirror.js";
import { fromHost } from "./places.js";

/** @typedef {import("./desk.js").DeskView} DeskView */

/** @type {import("./codemirror.js").StateEffectType<import("./codemirror.js").DecorationSet>} */
const putTokens = cm.StateEffect.define();

/** Marks a change that the host knows, since it comes from there. @type {import("./codemirror.js").AnnotationType<boolean>} */
export const fromDisk = cm.Annotation.define();

const tokenField = cm.StateField.define({
  create: () => cm.Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(putTokens)) return effect.value;
    return marks.map(transaction.changes);
  },
  provide: (field) => cm.EditorView.decorations.from(field),
});

/**
 * Colour words by what they are. @param {import("./codemirror.js").EditorView} view @param {[number, number, string][]} tokens
 */
export function showTokens(view, tokens) {
  const text = view.state.doc.toString();
  const marks = tokens.flatMap(([begin, end, kind]) => {
    const [from, to] = [fromHost(text, begin), fromHost(text, end)];
    return from < to && to <= text.length && /^[a-z]+$/.test(kind) ? [cm.Decoration.mark({ class: `t-${kind}` }).range(from, to)] : [];
  });
  view.dispatch({ effects: putTokens.of(cm.Decoration.set(marks, true)) });
}

/** YAML itself; what the words of a file mean is coloured by the host's tokens. The colours are those of the page. */
const yamlStyle = cm.HighlightStyle.define([
  { tag: cm.tags.definition(cm.tags.propertyName), color: "var(--key)" },
  { tag: cm.tags.propertyName, color: "var(--key)" },
  { tag: [cm.tags.comment, cm.tags.lineComment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [cm.tags.string, cm.tags.special(cm.tags.string)], color: "var(--string)" },
  { tag: [cm.tags.keyword, cm.tags.bool, cm.tags.null], color: "var(--word)" },
  { tag: cm.tags.number, color: "var(--number)" },
]);

const theme = cm.EditorView.theme({
  "&": { height: "100%", fontSize: "13.5px", backgroundColor: "var(--field)", color: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--panel)", color: "var(--soft)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line-here)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selected)" },
  ".cm-tooltip": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--rim)", maxWidth: "min(36rem, 90vw)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--selected)", color: "var(--text)" },
  ".cm-hover": { padding: ".4rem .6rem", whiteSpace: "pre-wrap", maxHeight: "16rem", overflow: "auto" },
  ".cm-diagnosticAction": { backgroundColor: "var(--main)", color: "var(--on-main)", font: "inherit" },
  ".cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)" },
  ".t-keyword, .t-word": { color: "var(--word)" },
  ".t-number": { color: "var(--number)" },
  ".t-definition, .t-routine, .t-move, .t-property": { color: "var(--name)" },
  ".t-kind, .t-player, .t-region, .t-layer, .t-constant, .t-option, .t-phase": { color: "var(--thing)" },
  ".t-variable, .t-parameter, .t-cell": { color: "var(--variable)" },
  ".t-comment": { color: "var(--soft)" },
});

/**
 * An editor in a shadow root, so that its styles go into a sheet of that root and no style element is needed.
 * @param {ShadowRoot} root @param {string} text @param {DeskView} desk
 */
export function made(root, text, desk) {
  const hover = cm.hoverTooltip(async (_, at) => {
    const found = await desk.hover(at);
    if (found === null) return null;
    return { pos: found.from, end: found.to, create: () => ({ dom: tip(found.text) }) };
  });
  return new cm.EditorView({
    root, parent: root,
    state: cm.EditorState.create({
      doc: text,
      extensions: [
        cm.lineNumbers(), cm.foldGutter(), cm.lintGutter(), cm.history(), cm.drawSelection(), cm.indentOnInput(), cm.bracketMatching(),
        cm.closeBrackets(), cm.highlightActiveLine(), cm.highlightSelectionMatches(), cm.EditorState.tabSize.of(2), cm.yaml(),
        cm.syntaxHighlighting(yamlStyle), tokenField, theme, hover,
        cm.autocompletion({ override: [(context) => desk.complete(context)] }),
        cm.keymap.of([
          { key: "F12", run: () => did(desk.define()) }, { key: "Shift-F12", run: () => did(desk.listUses()) },
          { key: "F2", run: () => did(desk.askName()) }, { key: "Alt-Enter", run: () => did(desk.mendAll()) },
          ...cm.closeBracketsKeymap, ...cm.completionKeymap, ...cm.lintKeymap, ...cm.searchKeymap, ...cm.historyKeymap,
          ...cm.foldKeymap, ...cm.defaultKeymap]),
        cm.EditorView.contentAttributes.of({ "aria-label": "Rules of the game", tabindex: "0" }),
        cm.EditorView.updateListener.of((update) => {
          const known = update.transactions.some((each) => each.annotation(fromDisk));
          if (update.docChanged) desk.moved(update.changes);
          if (update.docChanged && !known) desk.changed();
        }),
      ],
    }),
  });
}

/** A key was for this, whatever comes of it. @param {Promise<unknown>} _ */
function did(_) {
  return true;
}

/** @param {string} text */
function tip(text) {
  const found = document.createElement("div");
  found.className = "cm-hover";
  found.textContent = text;
  return found;
}
