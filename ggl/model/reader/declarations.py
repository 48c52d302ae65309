"""The declarations of a game: options, players, board, regions, kinds of piece, state, the start.

Takes the entries of the game file, reports through `ValueReader`, gives the parts of a `Definition`.
"""

from __future__ import annotations

import re

from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.catalog.file_and_yaml import DUPLICATE_KEY
from ggl.diagnostics.catalog.options_and_variants import TOO_MANY
from ggl.model import definition as d
from ggl.model.keys import is_set_literal, is_valid_name, is_written_otherwise
from ggl.model.limits import MOST
from ggl.model.reader.combining import MOST_VALUES, has_properties, report_circle, taken_by, with_properties
from ggl.model.reader.values import ValueReader
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Mapping, Scalar, Sequence, entry_removal
from ggl.syntax.keywords import KEYWORDS

SITES = ("cells", "edges", "vertices", "links")
BASES = ("square", "hex")
EACH = ("players", *SITES, "turns")

_SITE_NAMES = re.compile(r"\s*[A-Za-z_]\w*(\s+[A-Za-z_]\w*)+\s*")


def read_options(values: ValueReader, entry: Entry | None) -> dict[str, d.Option]:
    found: dict[str, d.Option] = {}
    for each in named_entries(values, entry, MOST["options"]):
        tree = values.expression(each)
        default, allowed = tree, None
        if isinstance(tree, t.Chain) and len(tree.rest) == 1 and tree.rest[0][0] == "in":
            default, allowed = tree.first, tree.rest[0][1]
            _no_difference(values, allowed)
        found[each.key.text] = d.Option(each.key.text, default, allowed, each.key.span)
    return found


def _no_difference(values: ValueReader, allowed: t.Expr) -> None:
    """`3-6` is a number, -3; under `in` the author meant a range."""
    if (
        isinstance(allowed, t.Binary)
        and allowed.op == "-"
        and all(isinstance(e, t.Number) for e in (allowed.left, allowed.right))
    ):
        low, high = allowed.left.span.text, allowed.right.span.text
        label = "`-` subtracts; `..` makes a range"
        message, fix = f"`{allowed.span.text}` is a difference, not a range", Fix.write(allowed.span, f"{low}..{high}")
        values.findings.report(codes.BAD_EXPRESSION, allowed.span, message, label=label, fix=fix)


def read_players(values: ValueReader, entry: Entry | None) -> dict[str, d.Player]:
    found: dict[str, d.Player] = {}
    if entry is None:
        return found
    value = entry.value
    if (isinstance(value, Sequence) and not value.items) or (isinstance(value, Mapping) and not value.entries):
        message = "a game needs at least one player"
        fix = Fix(entry.value.span, "[White, Black]", "write `players: [White, Black]`")
        values.findings.report(codes.WRONG_SHAPE, entry.value.span, message, fix=fix)
    if isinstance(entry.value, Sequence):
        for item in entry.value.items:
            if not isinstance(item, Scalar):
                continue  # the schema has reported it
            if len(words := item.text.split()) > 1 and all(map(is_valid_name, words)) and item.style == "plain":
                fix = Fix.write(item.span, ", ".join(words), ", with a comma between two players")
                values.findings.report(codes.BAD_NAME, item.span, f"`{item.text}` is not a name", fix=fix)
            elif values.is_name(item.text, item.span):
                if item.text in found:
                    message = f"the player `{item.text}` is listed twice"
                    values.twice(DUPLICATE_KEY, item.span, message, found[item.text].span)
                found.setdefault(item.text, d.Player(item.text, {}, item.span))
        return found
    for each in named_entries(values, entry, MOST["players"]):
        name, entries, asked = each.key.text, list(values.entries(each)), None
        if condition := next((e for e in entries if e.key.text == "if"), None):
            asked = values.expression(condition)
        constants = [e for e in entries if e is not condition and values.is_name(e.key.text, e.key.span)]
        places = {e.key.text: e.key.span for e in constants}
        found[name] = d.Player(name, {e.key.text: values.expression(e) for e in constants}, each.key.span, places, asked)
    return found


def read_board(values: ValueReader, entry: Entry) -> d.BoardPart:
    value = entry.value
    if not isinstance(value, Mapping) or (is_set_literal(value) and value.entries):
        span = value.content_span if isinstance(value, Scalar) else value.span
        return d.BoardPart(values.expression(entry), None, "square", None, None, span)
    parts = Parts(values, entry)
    kinds = [each for name in ("shape", "drawing", "links") if (each := parts.get(name))]
    if not kinds and parts.is_read:
        help_ = "write `shape: square(8)`, a `drawing`, or `links`"
        values.missing_key(entry.key.span, "the board", ("shape",), help_)
    for extra in kinds[1:]:
        message = f"a board has a `{kinds[0].key.text}` or `{extra.key.text}`, not both"
        values.findings.report(codes.KEY_NOT_ALLOWED, extra.key.span, message, help="keep one of them")
    shape, drawing, links, without, basis = (parts.get(n) for n in ("shape", "drawing", "links", "without", "basis"))
    for name, only_with in (("without", "shape"), ("basis", "drawing")):
        extra_key = parts.get(name)
        if extra_key and kinds and not parts.get(only_with):
            message = f"`{name}` needs a `{only_with}`, but there is none"
            fix = entry_removal(extra_key.key.span)
            values.findings.report(codes.KEY_NOT_ALLOWED, extra_key.key.span, message, help="remove it", fix=fix)
    return d.BoardPart(
        values.expression(shape) if shape else None,
        values.rows(drawing) if drawing else None,
        values.choice(basis, BASES, "square") if basis else "square",
        values.links(links) if links else None,
        _sites(values, without) if without else None,
        entry.key.span,
    )


def read_own_values(values: ValueReader, entry: Entry | None) -> dict[str, d.ValuesPart]:
    """The values in the order of the file, but for those with properties that take values further down."""
    found: dict[str, d.ValuesPart] = {}
    waiting = {each.key.text: each for each in named_entries(values, entry, MOST["values"])}
    while waiting:
        name = next((name for name, each in waiting.items() if waiting.keys().isdisjoint(taken_by(each))), None)
        if name is None:
            report_circle(values, waiting)
            break
        each = waiting.pop(name)
        found[name] = with_properties(values, each, found) if has_properties(each) else _by_name(values, each)
    return found


def _by_name(values: ValueReader, each: Entry) -> d.ValuesPart:
    members: dict[str, d.Text] = {}
    for item in values.items(each):
        words = re.finditer(r"[^\s,]+", item.text) if isinstance(item, Scalar) else ()
        for word in words:
            assert isinstance(item, Scalar)
            span = item.span_of(*word.span())
            if values.is_name(word[0], span):
                if word[0] in members:
                    values.twice(DUPLICATE_KEY, span, f"the value `{word[0]}` is listed twice", members[word[0]].span)
                members.setdefault(word[0], d.Text(word[0], span))
    if len(members) > MOST_VALUES:
        message = f"`{each.key.text}` has {len(members)} values; {MOST_VALUES} is the limit"
        values.findings.report(TOO_MANY, each.key.span, message, help="use numbers for large ranges")
    if isinstance(each.value, Sequence) and not each.value.items:
        message, help_ = f"`{each.key.text}` has no values", f"write their names: `{each.key.text}: [one, other]`"
        values.findings.report(codes.WRONG_SHAPE, each.value.span, message, help=help_)
    return d.ValuesPart(each.key.text, tuple(members.values()), each.key.span)


def read_labels(values: ValueReader, entry: Entry | None) -> d.LabelsPart | None:
    if entry is None:
        return None
    parts = Parts(values, entry)
    series: dict[str, d.Series] = {}
    for key in ("columns", "rows", "cells"):
        found = parts.get(key)
        if found is not None and (read := _series(values, found)) is not None:
            series[key] = read
    sites = parts.get("sites")
    own = list(values.entries(sites, MOST["labels"])) if sites else []
    return d.LabelsPart(
        series,
        {each.key.text: values.expression(each) for each in own},
        entry.key.span,
        {each.key.text: each.key.span for each in own},
    )


def read_links(values: ValueReader, entry: Entry | None) -> d.LinksPart | None:
    return d.LinksPart(values.binders(entry), entry.key.span) if entry is not None else None


def read_tracks(values: ValueReader, entry: Entry | None) -> dict[str, d.TrackPart]:
    found: dict[str, d.TrackPart] = {}
    for each in named_entries(values, entry, MOST["tracks"]):
        if isinstance(each.value, Sequence):
            items = [item for item in values.items(each) if isinstance(item, Scalar)]
            lines = [line for item in items if (line := values.parse(item, parser.expression)) is not None]
        else:
            lines = [values.expression(each)]
        found[each.key.text] = d.TrackPart(each.key.text, tuple(lines), each.key.span)
    return found


def read_tiles(values: ValueReader, entry: Entry | None) -> dict[str, d.TilePart]:
    found: dict[str, d.TilePart] = {}
    for each in named_entries(values, entry, MOST["tiles"]):
        name, drawing, turned, mirrored = each.key.text, None, True, True
        if isinstance(each.value, Mapping):
            parts = Parts(values, each)
            drawn = parts.need("drawing", f"the tile `{name}`")
            drawing = values.rows(drawn) if drawn else None
            turned, mirrored = (_is_true(values, parts.get(key)) for key in ("turned", "mirrored"))
        else:
            drawing = values.rows(each)
        if drawing is not None:
            found[name] = d.TilePart(name, drawing, turned, mirrored, each.key.span)
    return found


def _is_true(values: ValueReader, entry: Entry | None) -> bool:
    return entry is None or values.choice(entry, ("true", "false"), "true") == "true"


def _series(values: ValueReader, entry: Entry) -> d.Series | None:
    value = entry.value
    if isinstance(value, Sequence):
        names = tuple(item.text.strip() for item in value.items if isinstance(item, Scalar))
        return d.Series(names, value.span) if len(names) == len(value.items) else None  # the schema has reported the others
    text = values.text(entry, "a series of labels, or a list of names")
    return d.Series(text.text, text.span) if text else None


def read_regions(values: ValueReader, entry: Entry | None) -> dict[str, d.Region]:
    found: dict[str, d.Region] = {}
    for each in named_entries(values, entry, MOST["regions"]):
        sites: t.Expr | d.Text
        if isinstance(each.value, Mapping) and not is_set_literal(each.value):
            parts = Parts(values, each)
            drawing = parts.need("drawing", f"the region `{each.key.text}`")
            sites = (values.rows(drawing) if drawing else None) or d.Text("", each.key.span)
        else:
            sites = _sites(values, each)
        found[each.key.text] = d.Region(each.key.text, sites, each.key.span)
    return found


def _sites(values: ValueReader, entry: Entry) -> t.Expr:
    """An expression, or names of sites in a row."""
    value = entry.value
    if isinstance(value, Scalar) and not value.is_folded and _SITE_NAMES.fullmatch(value.text):
        words = list(re.finditer(r"\S+", value.text))
        if not any(word[0] in KEYWORDS for word in words):
            names = tuple(t.Name(word[0], span=value.span_of(*word.span())) for word in words)
            return t.SetOf(names, span=value.content_span)
    return values.expression(entry)


def read_pieces(values: ValueReader, entry: Entry | None) -> dict[str, d.Piece]:
    found: dict[str, d.Piece] = {}
    for each in named_entries(values, entry, MOST["pieces"]):
        name, parts = each.key.text, Parts(values, each)
        supply, stacks, piles, of, sites, layer, faces, has, glyph, seen_by, face = (
            parts.get(key)
            for key in ("supply", "stacks", "piles", "of", "sites", "layer", "faces", "has", "glyph", "seen by", "others see")
        )
        shown = values.text(glyph) if glyph else None
        properties = named_entries(values, has)
        places = {e.key.text: e.key.span for e in properties} | ({"": layer.value.span} if layer else {})
        found[name] = d.Piece(
            name,
            values.choice(sites, SITES, "cells") if sites else "cells",
            _layer(values, layer) if layer else "",
            values.text(of, "`nobody` or a player") if of else None,
            values.expression(supply) if supply else None,
            values.expression(stacks) if stacks else None,
            values.expression(piles) if piles else None,
            values.expression(faces) if faces else None,
            {e.key.text: _start_of(values, e) for e in properties},
            shown.text if shown else "",
            each.key.span,
            places,
            values.expression(seen_by) if seen_by else None,
            values.text(face, "a kind of piece") if face else None,
        )
    return found


def _start_of(values: ValueReader, entry: Entry) -> t.Expr:
    """The start of a property; `1 in 1..6`, as an option has it, is none."""
    tree = values.expression(entry)
    if (both := _in_a_range(tree)) is not None and isinstance(both[0], t.Number):
        message = f"`{tree.span.text}` is a condition, but a property starts with a value"
        name, low = entry.key.text, both[0].span.text
        help_ = f"write `{name}: {low}`; a property has no bounds of its own, so keep to them where it changes"
        values.findings.report(codes.BAD_EXPRESSION, tree.span, message, fix=Fix(entry.value.span, low, help_))
    return tree


def _in_a_range(tree: t.Expr) -> tuple[t.Expr, t.Expr] | None:
    """A value and what it shall be among, where that is written in one."""
    return (tree.first, tree.rest[0][1]) if isinstance(tree, t.Chain) and [op for op, _ in tree.rest] == ["in"] else None


def _layer(values: ValueReader, entry: Entry) -> str:
    text = values.text(entry, "a name")
    return text.text if text and values.is_name(text.text, text.span) else ""


def read_state(values: ValueReader, entry: Entry | None) -> dict[str, d.Variable]:
    found: dict[str, d.Variable] = {}
    for each in named_entries(values, entry, MOST["state"]):
        name = each.key.text
        if not isinstance(each.value, Mapping) or is_set_literal(each.value):
            start_tree = values.expression(each)
            if (pair := _in_a_range(start_tree)) is not None:
                low, allowed_tree = pair
                both = f"{{start: {low.span.text}, in: {allowed_tree.span.text}}}"
                message = f"`{start_tree.span.text}` is a condition, but a variable starts with a value"
                fix = Fix(each.value.span, both, f"write `{name}: {both}`")
                values.findings.report(codes.BAD_EXPRESSION, start_tree.span, message, fix=fix)
            found[name] = d.Variable(name, start_tree, None, "", True, each.key.span)
            continue
        parts = Parts(values, each)
        start = parts.need("start", f"the variable `{name}`")
        allowed, compared = parts.get("in"), _is_compared(values, parts)
        of_each, seen_by = parts.get("each"), parts.get("seen by")
        among = values.expression(allowed) if allowed else None
        if among is not None:
            _no_difference(values, among)
        found[name] = d.Variable(
            name,
            values.expression(start) if start else t.Name("none", span=each.key.span),
            among,
            values.choice(of_each, EACH, "") if of_each else "",
            compared,
            each.key.span,
            values.expression(seen_by) if seen_by else None,
        )
    return found


def _is_compared(values: ValueReader, parts: Parts) -> bool:
    """Whether positions are compared by a variable; never by one with `each: turns`."""
    of_each, compared = parts.get("each"), parts.get("compared")
    of_turns = of_each is not None and isinstance(of_each.value, Scalar) and of_each.value.text.strip() == "turns"
    if compared is None:
        return not of_turns
    said = _is_true(values, compared)
    if said and of_turns:
        message = "a variable with `each: turns` is back at its start before positions are compared"
        fix = entry_removal(compared.key.span, "remove `compared`")
        values.findings.report(codes.WRONG_SHAPE, compared.key.span, message, help="remove `compared`", fix=fix)
    return said


WITHOUT_DRAWING = "without a drawing, write the effects directly after `setup:`"


def read_setup(values: ValueReader, entry: Entry | None) -> tuple[d.Drawing | None, t.Effect | None]:
    """The drawing, and the effects, which follow it if both are given."""
    if entry is None:
        return None, None
    if not isinstance(entry.value, Mapping):
        return None, values.effects(entry)
    parts = Parts(values, entry)
    legend, do = parts.get("legend"), parts.get("do")
    drawing = parts.need("drawing", "the setup", WITHOUT_DRAWING if do else None)
    rows = values.rows(drawing) if drawing else None
    drawn = d.Drawing(rows or d.Text("", entry.key.span), values.names(legend) if legend else {})
    return drawn, values.effects(do) if do else None


class Parts:
    """The entries of a map with fixed keys. What is not among them, the schema reports."""

    def __init__(self, values: ValueReader, entry: Entry) -> None:
        self._values = values
        self._entry = entry
        self._mapping = values.mapping(entry)

    @property
    def is_read(self) -> bool:
        return self._mapping is not None

    def get(self, key: str) -> Entry | None:
        return self._mapping.entry(key) if self._mapping else None

    def need(self, key: str, what: str, help_: str | None = None, fix: Fix | None = None) -> Entry | None:
        entry = self.get(key)
        if entry is None and self._mapping is not None and not is_written_otherwise(self._mapping, key):
            self._values.missing_key(self._entry.key.span, what, (key,), help_, fix)
        return entry


def named_entries(values: ValueReader, entry: Entry | None, most: int | None = None) -> list[Entry]:
    """The entries of a map whose keys are names; the others are reported."""
    if entry is None:
        return []
    return [each for each in values.entries(entry, most) if values.is_name(each.key.text, each.key.span)]
