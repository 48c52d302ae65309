"""Values of the desk as values of the protocol. Takes lines and the client's way to count; gives lsprotocol types."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types as lsp

from ggl.diagnostics import Diagnostic
from ggl.host.desk.completion import Completion, Item
from ggl.host.desk.outline import Fold, Symbol
from ggl.host.desk.signature import CallHelp
from ggl.host.desk.text import Encoding, Lines, TextChange
from ggl.host.desk.tokens import KINDS, Token
from ggl.lsp.documents import Address
from ggl.source import Source, Span

_SEVERITIES = {
    "error": lsp.DiagnosticSeverity.Error,
    "warning": lsp.DiagnosticSeverity.Warning,
    "note": lsp.DiagnosticSeverity.Information,
}
_UNUSED = ("GGL214", "GGL218", "GGL220")
"""Codes of what could be left out, which editors show paler."""

TOKEN_TYPES = (
    "enumMember", "class", "parameter", "namespace", "variable", "function", "method", "property", "keyword", "number",
    "operator", "comment", "string", "event",
)  # fmt: skip
TOKEN_MODIFIERS = ("declaration", "readonly", "defaultLibrary", "static")
_TOKENS: dict[str, tuple[str, tuple[str, ...]]] = {
    "player": ("enumMember", ()),
    "kind": ("class", ()),
    "option": ("variable", ("readonly", "static")),
    "region": ("variable", ("readonly",)),
    "variable": ("variable", ()),
    "phase": ("namespace", ()),
    "definition": ("function", ()),
    "routine": ("method", ()),
    "move": ("event", ()),
    "property": ("property", ()),
    "constant": ("property", ("readonly",)),
    "layer": ("namespace", ()),
    "cell": ("enumMember", ("static",)),
    "value": ("enumMember", ("readonly",)),
    "values": ("class", ("readonly",)),
    "parameter": ("parameter", ()),
    "condition": ("string", ()),
    "reason": ("string", ()),
    "test": ("string", ("static",)),
    "keyword": ("keyword", ()),
    "word": ("function", ("defaultLibrary",)),
    "number": ("number", ()),
    "operator": ("operator", ()),
    "comment": ("comment", ()),
}
assert set(_TOKENS) == set(KINDS)

_ITEMS = {
    "player": lsp.CompletionItemKind.EnumMember,
    "kind": lsp.CompletionItemKind.Class,
    "option": lsp.CompletionItemKind.Constant,
    "region": lsp.CompletionItemKind.Constant,
    "variable": lsp.CompletionItemKind.Variable,
    "phase": lsp.CompletionItemKind.Module,
    "definition": lsp.CompletionItemKind.Function,
    "routine": lsp.CompletionItemKind.Method,
    "move": lsp.CompletionItemKind.Event,
    "property": lsp.CompletionItemKind.Property,
    "constant": lsp.CompletionItemKind.Constant,
    "parameter": lsp.CompletionItemKind.Variable,
    "cell": lsp.CompletionItemKind.Value,
    "key": lsp.CompletionItemKind.Field,
    "word": lsp.CompletionItemKind.Function,
    "value": lsp.CompletionItemKind.Value,
    "keyword": lsp.CompletionItemKind.Keyword,
    "file": lsp.CompletionItemKind.File,
    "reason": lsp.CompletionItemKind.Text,
}
_SYMBOLS = {
    "part": lsp.SymbolKind.Namespace,
    "option": lsp.SymbolKind.Constant,
    "player": lsp.SymbolKind.EnumMember,
    "region": lsp.SymbolKind.Array,
    "kind": lsp.SymbolKind.Class,
    "variable": lsp.SymbolKind.Variable,
    "move": lsp.SymbolKind.Event,
    "routine": lsp.SymbolKind.Method,
    "definition": lsp.SymbolKind.Function,
    "reason": lsp.SymbolKind.String,
    "test": lsp.SymbolKind.Object,
    "phase": lsp.SymbolKind.Module,
}


@dataclass(frozen=True)
class Places:
    """The places of one text, as the client counts them."""

    lines: Lines
    encoding: Encoding

    def position(self, offset: int) -> lsp.Position:
        return lsp.Position(*self.lines.place(offset, self.encoding))

    def range(self, start: int, end: int) -> lsp.Range:
        return lsp.Range(self.position(start), self.position(end))

    def of(self, span: Span) -> lsp.Range:
        return self.range(span.start, span.end)

    def offset(self, position: lsp.Position) -> int:
        return self.lines.offset(position.line, position.character, self.encoding)

    def edit(self, change: TextChange) -> lsp.TextEdit:
        return lsp.TextEdit(self.range(change.start, change.end), change.text)


def diagnostic(finding: Diagnostic, source: Source, places: Places, address: Address) -> lsp.Diagnostic:
    """A finding at its place; one in a file that this one extends stands at `extends`, with that place beside it."""
    related = [_related(each.span, each.text, places, address) for each in finding.notes if each.span is not None]
    span = finding.span
    at = places.range(0, 0)
    if span is not None and span.source == source:
        at = places.of(span)
    elif span is not None:
        line = next((n for n in range(len(places.lines)) if places.lines.line(n).startswith("extends")), 0)
        start = places.lines.start(line)
        at = places.range(start, start + len(places.lines.line(line)))
        related.insert(0, _related(span, finding.message, places, address))
    parts = [finding.message + (f": {finding.label}" if finding.label else "")]
    parts += [each.text for each in finding.notes if each.span is None]
    parts += [f"help: {finding.help}"] if finding.help else []
    return lsp.Diagnostic(
        at,
        "\n".join(parts),
        severity=_SEVERITIES[finding.code.severity],
        code=finding.code.code,
        source="ggl",
        tags=[lsp.DiagnosticTag.Unnecessary] if finding.code.code in _UNUSED else None,
        related_information=related or None,
    )


def _related(span: Span, text: str, places: Places, address: Address) -> lsp.DiagnosticRelatedInformation:
    return lsp.DiagnosticRelatedInformation(location(span, places, address), text)


def location(span: Span, places: Places, address: Address) -> lsp.Location:
    theirs = places if span.source.text == places.lines.text else Places(Lines(span.source.text), places.encoding)
    return lsp.Location(address(span.source), theirs.of(span))


def completion(found: Completion, offset: int, places: Places, *, snippets: bool) -> lsp.CompletionList:
    at = places.range(found.start, offset)
    return lsp.CompletionList(False, [_item(each, number, at, snippets) for number, each in enumerate(found.items)])


def _item(item: Item, number: int, at: lsp.Range, snippets: bool) -> lsp.CompletionItem:
    text = item.label
    if item.sort == "key":
        text = f"{item.label}: " if item.value_follows else f"{item.label}:"
    is_call = item.takes and snippets
    return lsp.CompletionItem(
        item.label,
        kind=_ITEMS.get(item.sort, lsp.CompletionItemKind.Text),
        detail=item.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, item.meaning) if item.meaning else None,
        sort_text=f"{number:05}",
        filter_text=item.label,
        insert_text_format=lsp.InsertTextFormat.Snippet if is_call else lsp.InsertTextFormat.PlainText,
        text_edit=lsp.TextEdit(at, f"{text}($0)" if is_call else text),
    )


def signature_help(found: CallHelp) -> lsp.SignatureHelp:
    places: list[lsp.ParameterInformation] = []
    at = 0
    for param in found.params:
        start = found.label.find(param, at)
        at = start + len(param)
        places.append(lsp.ParameterInformation((start, at)))
    info = lsp.SignatureInformation(found.label, documentation=found.meaning, parameters=places, active_parameter=found.active)
    return lsp.SignatureHelp([info], 0, found.active)


def symbol(one: Symbol, places: Places) -> lsp.DocumentSymbol:
    children = [symbol(each, places) for each in one.children]
    kind = _SYMBOLS.get(one.sort, lsp.SymbolKind.Field)
    return lsp.DocumentSymbol(
        one.name, kind, places.of(one.span), places.of(one.name_span), detail=one.detail or None, children=children or None
    )


def symbol_kind(sort: str) -> lsp.SymbolKind:
    return _SYMBOLS.get(sort, lsp.SymbolKind.Field)


def folding(one: Fold) -> lsp.FoldingRange:
    return lsp.FoldingRange(one.first, one.last, kind=lsp.FoldingRangeKind.Comment if one.comment else None)


def semantic_tokens(found: tuple[Token, ...], places: Places) -> lsp.SemanticTokens:
    data: list[int] = []
    line = column = 0
    for token in found:
        at = places.position(token.start)
        end = places.position(token.end)
        kind, modifiers = _TOKENS[token.kind]
        bits = sum(1 << TOKEN_MODIFIERS.index(each) for each in modifiers) | int(token.declares)
        data += [
            at.line - line,
            at.character - column if at.line == line else at.character,
            end.character - at.character,
            TOKEN_TYPES.index(kind),
            bits,
        ]
        line, column = at.line, at.character
    return lsp.SemanticTokens(data)
