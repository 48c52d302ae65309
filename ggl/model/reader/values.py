"""One value of a game file: its text through the parser of expressions, or as a word, a plain text, a map.

Takes an entry of a map (so that a finding can point to the key where there is no value). Gives a tree, or reports a finding and
gives a placeholder, so that reading can continue; after any finding the caller discards the result.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TypeGuard, TypeVar

from ggl.diagnostics import Code, Findings, Fix, Note, near
from ggl.diagnostics.catalog import options_and_variants as variant_codes
from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.catalog.file_and_yaml import DUPLICATE_KEY
from ggl.frozen import frozen
from ggl.model.definition import Conditions, Text
from ggl.model.keys import NAMES_HAVE, OWN, REMOVED, is_set_literal, is_valid_name
from ggl.model.limits import WITH_FEWER
from ggl.source import Span
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence, fitted_fix, raw, readable_fix, unclosed_bracket
from ggl.syntax.placed import Placed
from ggl.syntax.problems import SyntaxProblem

LONGEST_NAME = 200

_IN_A_WHOLE = "this is part of something that a variant replaces as a whole"

T = TypeVar("T")


@frozen
class Slice:
    """A part of a scalar's text, from `start` on, for the parser."""

    scalar: Scalar
    text: str
    start: int

    def span_of(self, start: int, end: int) -> Span:
        return self.scalar.span_of(self.start + start, self.start + end)


def report_key_of_game(findings: Findings, key: Scalar, part: str) -> None:
    """Report a key of the game that stands below this part of it."""
    text = " ".join(key.text.split())
    message, help_ = f"`{text}` does not belong here", f"write `{text}:` at the left margin, beside `{part}`, not below it"
    findings.report(codes.KEY_NOT_ALLOWED, key.span, message, label="it is a key of the game", help=help_)


class ValueReader:
    """The readers of single values. `broken` holds the places of maps that a comma took apart: reported, not read."""

    def __init__(self, findings: Findings, broken: frozenset[Span] = frozenset()) -> None:
        self.findings = findings
        self._broken = broken

    # ---- expressions and their like

    def expression(self, entry: Entry, inside: Node | None = None) -> t.Expr:
        return self._parse(entry, parser.expression, inside) or _nothing(entry.key.span)

    def effects(self, entry: Entry) -> t.Effect:
        nothing = t.Block((), span=entry.key.span)
        if not isinstance(entry.value, Scalar):  # the schema has reported it
            return nothing
        return self._parse(entry, parser.effects, None) or nothing

    def binders(self, entry: Entry) -> tuple[t.Binder, ...]:
        if not isinstance(entry.value, Scalar):  # the schema has reported it
            return ()
        return self._parse(entry, parser.binders, None) or ()

    def plan(self, entry: Entry) -> t.Plan:
        nothing = t.Plan((), span=entry.key.span)
        if isinstance(entry.value, Sequence):  # the schema has reported it
            return nothing
        return self._parse(entry, parser.plan, None) or nothing

    def parse(self, text: Placed, how: Callable[[Placed], T]) -> T | None:
        """A part of a value that is an expression, such as what follows `if`."""
        try:
            return how(text)
        except SyntaxProblem as problem:
            self._report(problem)
            return None

    def key_expression(self, key: Scalar) -> t.Expr:
        """The key of a row of a table."""
        return self.parse(key, parser.expression) or _nothing(key.span)

    def _parse(self, entry: Entry, how: Callable[[Placed], T], inside: Node | None) -> T | None:
        scalar = self.written(entry)
        if scalar is None:
            return None
        if is_removed(scalar):
            self.removed_here(entry, scalar)
            return None
        try:
            return how(scalar)
        except SyntaxProblem as problem:
            if isinstance(inside, Sequence) and inside.flow and unclosed_bracket(entry.value):
                problem.help = "inside `[` and `]` each comma begins a new value; write each on its own line after `-`"
                problem.fix = None
            self._report(problem)
            return None

    def removed_here(self, entry: Entry, scalar: Scalar) -> None:
        """Report `removed` in a part of something that a variant replaces as a whole."""
        name = entry.key.text
        label, help_ = _IN_A_WHOLE, f"write out what stays around `{name}`, and omit this"
        if name in OWN:
            label, help_ = f"a variant does not take over `{name}`", "omit this line"
        self._not_removed(scalar.span, label, help_)

    def _not_removed(self, span: Span, label: str, help_: str) -> None:
        message = "`removed` is not allowed here"
        self.findings.report(variant_codes.REMOVED_NOTHING, span, message, label=label, help=help_)

    def _report(self, problem: SyntaxProblem) -> None:
        help_, fix = problem.help or (problem.fix.title if problem.fix else None), fitted_fix(problem.fix)
        self.findings.report(codes.BAD_EXPRESSION, problem.span, problem.message, label=problem.label, help=help_, fix=fix)

    def written(self, entry: Entry) -> Scalar | None:
        """The text of an expression or effect: a scalar that is not folded, or a set or list in brackets as written."""
        value = entry.value
        if not isinstance(value, Scalar):
            if value.span in self._broken:
                return None
            if value.flow and (isinstance(value, Sequence) or is_set_literal(value)):
                return raw(value)
            self.wrong_shape(entry, "an expression", "write it as text on the line of its key, or as a block after `|`")
            return None
        if value.is_empty:
            self.missing_value(entry)
            return None
        if value.is_folded:
            self._folded(value)
            return None
        return value if self._is_short(value, parser.LONGEST_TEXT) else None

    def _folded(self, value: Scalar) -> None:
        sign = value.span.source.span(value.span.start, value.span.start + 1)
        fix = Fix.write(sign, "|", ", which keeps the line ends")
        self.findings.report(codes.FOLDED_TEXT, sign, "`>` would join the lines of this text", fix=fix)

    # ---- words and texts

    def text(self, entry: Entry, what: str = "text") -> Text | None:
        """Plain text, without the white space around it."""
        scalar = self.scalar(entry, what)
        return None if scalar is None else Text(scalar.text.strip(), scalar.content_span, scalar)

    def rows(self, entry: Entry) -> Text | None:
        """A drawing: the text with the blanks at the beginning of its lines."""
        scalar = self._unfolded(entry, "a drawing")
        if scalar is None:
            return None
        if scalar.style != "literal" and "\n" in scalar.span.text:
            message, fix = "the rows of this drawing are read as one line", None
            help_ = f"write `{entry.key.text}: |`, and the rows below it without quotes"
            if scalar.is_quoted:
                message = "quotes do not keep the line ends of this drawing, nor the blanks behind them"
            else:
                fix = readable_fix(_bar_after(entry.key, value_begins=scalar.span.start))
            self.findings.report(codes.WRONG_SHAPE, entry.key.span, message, help=None if fix else help_, fix=fix)
            return None
        text = scalar.text.rstrip()
        if (tab := text.find("\t")) >= 0:
            message, help_ = "this drawing has a tab, which has no width of its own", "write blanks"
            self.findings.report(codes.WRONG_SHAPE, scalar.span_of(tab, tab + 1), message, help=help_)
            return None
        return Text(text, scalar.content_span)

    def links(self, entry: Entry) -> Text | None:
        """The links of a board, as they are written."""
        scalar = self._unfolded(entry, "links such as `a - b, b - c`")
        return None if scalar is None else Text(scalar.text.strip(), scalar.content_span, scalar)

    def _unfolded(self, entry: Entry, what: str) -> Scalar | None:
        """The text of a board's drawing or links, whose line ends count."""
        scalar = self.scalar(entry, what, None)
        if scalar is not None and scalar.is_folded:
            self._folded(scalar)
            return None
        return scalar

    def scalar(self, entry: Entry, what: str = "text", longest: int | None = parser.LONGEST_TEXT) -> Scalar | None:
        """One value. The text of a drawn board has no limit of length: its cells and links are counted."""
        if not isinstance(entry.value, Scalar):
            self.wrong_shape(entry, what)
            return None
        if entry.value.is_empty:
            self.missing_value(entry)
            return None
        return entry.value if longest is None or self._is_short(entry.value, longest) else None

    def choice(self, entry: Entry, choices: Iterable[str], default: str) -> str:
        """One of a few words."""
        text = self.text(entry, "a word")
        if text is None:
            return default
        if text.text in (choices := tuple(choices)):
            return text.text
        self.not_one_of(text.text, text.span, f"`{entry.key.text}`", choices)
        return default

    def not_one_of(self, word: str, span: Span, what: str, choices: tuple[str, ...]) -> None:
        close = near(word, choices)
        self.findings.report(
            codes.WRONG_SHAPE,
            span,
            f"{what} cannot be `{word}`",
            label=f"near: {quoted_list(close, 'or')}" if close else "",
            help=f"write {quoted_list(choices, 'or')}",
            fix=Fix.write(span, close[0]) if len(close) == 1 else None,
        )

    def names(self, entry: Entry) -> dict[str, Text]:
        """A map of plain texts by name."""
        found: dict[str, Text] = {}
        for each in self.entries(entry):
            text = self.text(each)
            if text is not None:
                found[each.key.text] = text
        return found

    # ---- maps

    def entries(self, entry: Entry, most: int | None = None) -> Iterator[Entry]:
        """The entries of a map; past the `most` that it may have they are reported, and left out."""
        mapping = self.mapping(entry)
        found = mapping.entries if mapping else ()
        if most is not None and len(found) > most:
            message = f"`{entry.key.text}` has {len(found):,} entries; {most:,} is the limit"
            help_ = WITH_FEWER.get(entry.key.text)
            self.findings.report(
                variant_codes.TOO_MANY, found[most].key.span, message, label="the first one over the limit", help=help_
            )
            found = found[:most]
        return iter(found)

    def mapping(self, entry: Entry) -> Mapping | None:
        """The map at a key; None where the schema has reported that it is none, or where a comma took it apart."""
        value = entry.value
        return value if isinstance(value, Mapping) and value.span not in self._broken else None

    def items(self, entry: Entry) -> tuple[Node, ...]:
        """The values of a list; one text is a list of one."""
        if isinstance(entry.value, Sequence):
            return entry.value.items
        if isinstance(entry.value, Scalar):
            return (entry.value,)
        self.wrong_shape(entry, "a list")
        return ()

    def is_name(self, name: str, span: Span) -> bool:
        if is_valid_name(name) and len(name) <= LONGEST_NAME:
            return True
        self.bad_name(name, span)
        return False

    def bad_name(self, name: str, span: Span) -> None:
        if len(name) > LONGEST_NAME:
            message = f"this name is longer than {LONGEST_NAME} characters"
            self.findings.report(codes.TEXT_TOO_LONG, span, message, help="choose a shorter one, and explain it in a comment")
            return
        message = f"`{name}` is not a name" if name.strip() else "a name is missing here"
        self.findings.report(codes.BAD_NAME, span, message, help=NAMES_HAVE)

    def conditions(self, entry: Entry) -> Conditions:
        """One condition, or a map of named ones."""
        value = entry.value
        span = value.content_span if isinstance(value, Scalar) else entry.key.span
        if isinstance(value, Sequence):
            self.wrong_shape(entry, "a condition, or a map of named conditions",
                             "give each condition a name, as in `a free cell: empty(c)`")  # fmt: skip
            return Conditions((), span)
        if isinstance(value, Mapping) and not (is_set_literal(value) and value.entries):
            mapping = self.mapping(entry)
            named = mapping.entries if mapping else ()
            if named and all(is_removed(each.value) for each in named):
                whole = f"write `{entry.key.text}: {REMOVED}` if no condition stays"
                help_ = f"{whole}; otherwise write out those that stay, and omit this"
                self._not_removed(named[0].value.span, _IN_A_WHOLE, help_)
                return Conditions((), span)
            return Conditions(tuple((e.key.text, self.expression(e)) for e in named), span)
        return Conditions((("", self.expression(entry)),), span)

    # ---- findings

    def missing_value(self, entry: Entry, fix: Fix | None = None) -> None:
        message, help_ = f"`{entry.key.text}:` has no value", None if fix else "write its value, or remove the key"
        self.findings.report(codes.MISSING_VALUE, entry.key.span, message, help=help_, fix=fix)

    def missing_key(self, span: Span, what: str, keys: Iterable[str], help_: str | None = None, fix: Fix | None = None) -> None:
        message = f"{what} lacks {quoted_list(keys, 'and')}"
        self.findings.report(codes.MISSING_KEY, span, message, help=help_, fix=fix)

    def whole_lacks(self, tree: Mapping, keys: list[str]) -> None:
        """Report keys that a whole game lacks."""
        if keys:
            first = tree.entry("name") or next(iter(tree.entries), None)
            self.missing_key(first.key.span if first else tree.span, "the game", keys)

    def wrong_shape(
        self, entry: Entry, wanted: str, help_: str | None = None, at: Span | None = None, fix: Fix | None = None
    ) -> None:
        """`at` is the place of an item in the list at a key."""
        value = entry.value
        if value.span in self._broken:
            return
        if is_removed(value):
            self.removed_here(entry, value)
            return
        if isinstance(value, Scalar) and value.text.strip().lower() in _LIKE_REMOVED:
            help_ = f"if this is a variant that removes `{entry.key.text}`, write `removed`"
        span = at or (value.span if isinstance(value, Scalar) else entry.key.span)
        what = f"`{entry.key.text}` takes" if at is None else f"an item of `{entry.key.text}` is"
        message = f"{what} {wanted}, but this is {_kind_of(value)}"
        self.findings.report(codes.WRONG_SHAPE, span, message, help=help_, fix=fix)

    def twice(self, code: Code, span: Span, message: str, first: Span) -> None:
        help_ = "keep only one"
        self.findings.report(code, span, message, label="again here", notes=(Note("first written here", first),), help=help_)

    def _is_short(self, scalar: Scalar, limit: int) -> bool:
        if len(scalar.text) <= limit:
            return True
        start = scalar.span.source.span(scalar.span.start, scalar.span.start + 1)
        message = f"this text is longer than {limit:,} characters"
        self.findings.report(codes.TEXT_TOO_LONG, start, message, help="give parts of it names under `define` or `routines`")
        return False


_LIKE_REMOVED = ("remove", "delete", "deleted", "removes", "gone", "none", "null", "~")


def _bar_after(key: Scalar, value_begins: int) -> Fix:
    colon = key.span.source.text.index(":", key.span.end, value_begins) + 1
    return Fix(key.span.source.span(colon, colon), " |", f"write `{key.text}: |`")


def is_removed(node: Node | None) -> TypeGuard[Scalar]:
    """Whether a value takes away what a variant's base says."""
    return isinstance(node, Scalar) and node.style == "plain" and node.text.strip() == REMOVED


def _kind_of(node: Node) -> str:
    match node:
        case Mapping():
            return "a map"
        case Sequence():
            return "a list"
        case _:
            return "text"


def quoted_list(words: Iterable[str], joint: str) -> str:
    """`a`, `b` and `c`, in backticks."""
    return comma_list([f"`{word}`" for word in words], joint)


def comma_list(parts: list[str], joint: str) -> str:
    """a, b and c."""
    before = ", ".join(parts[:-1])
    return f"{before} {joint} {parts[-1]}" if before else "".join(parts)


def _nothing(span: Span) -> t.Expr:
    return t.Name("none", span=span)


_CALLED = re.compile(r"\s*+([^\s(]*)\s*+(?:\(([^()]*)\))?\s*")


def signature_of_key(values: ValueReader, key: Scalar) -> tuple[str, tuple[str, ...], bool] | None:
    """A key `name` or `name(a, b)`: the name, the parameters, and whether it has brackets; None where it is no such."""
    match = _CALLED.fullmatch(key.text)
    if match is None or not match[1]:
        values.bad_name(key.text, key.span)
        return None
    name, inside = match[1], match[2]
    if not values.is_name(name, key.span_of(*match.span(1))):
        return None
    params: list[str] = []
    if inside and inside.strip():
        at = match.start(2)
        for part in inside.split(","):
            param = part.strip()
            first = at + len(part) - len(part.lstrip())
            span = key.span_of(first, first + len(param)) if param else key.span
            if not values.is_name(param, span):
                return None
            if param in params:
                message = f"the parameter `{param}` is written twice"
                values.findings.report(DUPLICATE_KEY, span, message, help="choose another name")
            params.append(param)
            at += len(part) + 1
    return name, tuple(params), inside is not None
