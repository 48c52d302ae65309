/** What the page's editor takes of CodeMirror. */

/** @typedef {import("@codemirror/autocomplete").CompletionContext} CompletionContext */
/** @typedef {import("@codemirror/state").ChangeSet} ChangeSet */
/** @typedef {import("@codemirror/view").DecorationSet} DecorationSet */
/** @template T @typedef {import("@codemirror/state").AnnotationType<T>} AnnotationType */
/** @template T @typedef {import("@codemirror/state").StateEffectType<T>} StateEffectType */

export { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { yaml } from "@codemirror/lang-yaml";
export { HighlightStyle, bracketMatching, foldGutter, foldKeymap, indentOnInput, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
export { Annotation, EditorSelection, EditorState, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, drawSelection, highlightActiveLine, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
export { tags } from "@lezer/highlight";
