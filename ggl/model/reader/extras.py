"""The parts that are not rules: looks, notes, sentences, targets, tests.

Takes the entries of the game file, reports through `ValueReader`, gives the parts of a `Definition`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import TypeVar

from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.catalog.file_and_yaml import DUPLICATE_KEY
from ggl.model.definition import Expected, FileTest, Look, MarkPart, Said, Text
from ggl.model.keys import exact_key
from ggl.model.limits import MOST
from ggl.model.reader.declarations import Parts
from ggl.model.reader.values import ValueReader, is_removed, signature_of_key
from ggl.model.targets import KINDS, ORDINALS, Target, TargetProblem, read_target
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Mapping, Scalar, Sequence, entry_removal

_T = TypeVar("_T")

WORDS = ("mover", "ply", "winner", "over", "reason")
LISTS = ("legal", "illegal", "perft", "winners")
MAPS = ("score", "illegal")
TOLD = ("told", "not told")
KNOWN = ("sees", "unknown")
"""Of a player: conditions that hold in its view, and values that it does not know."""

OF_PLAYERS = ("score", *TOLD, *KNOWN)
EXPECTATIONS = (*LISTS, *WORDS, "true", *OF_PLAYERS)


def read_look(values: ValueReader, entry: Entry | None) -> Look:
    parts = Parts(values, entry) if entry else None
    keys = ("notation", "glyphs", "colours", "shapes", "sizes", "board")
    notation, glyphs, colours, shapes, sizes, board = (parts.get(key) if parts else None for key in keys)
    order, hide, stores, view, draw = (parts.get(key) if parts else None for key in ("order", "hide", "stores", "view", "draw"))
    style = values.text(board) if board else None
    written, patterns = _notation(values, notation) if notation else ({}, {})
    pieces, signs = _glyphs(values, glyphs) if glyphs else ({}, {})
    return Look(
        written,
        _seen(values, pieces),
        values.names(colours) if colours else {},
        dict(_places(notation, glyphs, colours, shapes, sizes, draw)),
        values.names(shapes) if shapes else {},
        style.text if style else "",
        patterns,
        signs,
        values.names(sizes) if sizes else {},
        tuple(_words(values, order)) if order else (),
        tuple(_words(values, hide)) if hide else (),
        tuple(_words(values, stores)) if stores else (),
        values.expression(view) if view else None,
        tuple(mark for each in values.entries(draw, MOST["marks"]) if (mark := _mark(values, each)))
        if draw else (),
    )  # fmt: skip


ELSE = "else"


def _notation(values: ValueReader, entry: Entry) -> tuple[dict[str, Text], dict[str, tuple[tuple[Text, t.Expr], ...]]]:
    """The default notation of each move; and for moves with several, the condition of each."""
    usual: dict[str, Text] = {}
    patterns: dict[str, tuple[tuple[Text, t.Expr], ...]] = {}
    for each in values.entries(entry):
        if not isinstance(each.value, Mapping):
            text = values.text(each)
            if text is not None:
                usual[each.key.text] = text
            continue
        rows = list(values.entries(each))
        patterns[each.key.text] = tuple(
            (Text(row.key.text.strip(), row.key.span), values.expression(row)) for row in rows if row.key.text != ELSE
        )
        rest = next((row for row in rows if row.key.text == ELSE), None)
        if rest is not None and is_removed(rest.value):
            values.removed_here(rest, rest.value)
        text = values.text(rest) if rest is not None else None
        if text is not None:
            usual[each.key.text] = text
    return usual, patterns


def _glyphs(values: ValueReader, entry: Entry) -> tuple[dict[str, Text], dict[str, dict[str, Text]]]:
    """The glyphs of pieces, and those of the values of variables."""
    pieces: dict[str, Text] = {}
    signs: dict[str, dict[str, Text]] = {}
    for each in values.entries(entry):
        if isinstance(each.value, Mapping):
            signs[each.key.text] = _seen(values, values.names(each))
        elif (text := values.text(each)) is not None:
            pieces[each.key.text] = text
    return pieces, signs


def _words(values: ValueReader, entry: Entry) -> Iterator[Text]:
    """Names in a list, or in a row, each once."""
    first: dict[str, Span] = {}
    for name in _each_word(values, entry):
        if name.text in first:
            values.twice(DUPLICATE_KEY, name.span, f"`{entry.key.text}` lists `{name.text}` twice", first[name.text])
        else:
            first[name.text] = name.span
            yield name


def _each_word(values: ValueReader, entry: Entry) -> Iterator[Text]:
    if isinstance(entry.value, Sequence):
        yield from _plain(values, entry)
    elif (scalar := values.scalar(entry, "names")) is not None:
        for word in re.finditer(r"[^\s,]+", scalar.text):
            yield Text(word[0], scalar.span_of(*word.span()))


def _mark(values: ValueReader, entry: Entry) -> MarkPart | None:
    key = signature_of_key(values, entry.key)
    parts = Parts(values, entry)
    if key is None or not parts.is_read:
        return None
    on, form, over, value, colour, sign = (parts.get(name) for name in ("on", "as", "for", "value", "colour", "sign"))
    name, params, _ = key
    if value is not None or over is not None:
        if value is None or over is None or on is not None or form is not None:
            help_ = "write `for: c in SET` with `value: ..`, or `on: SET` with `as: ..`"
            values.findings.report(codes.KEY_NOT_ALLOWED, entry.key.span, "a mark is drawn on a set, or written for each site",
                                   help=help_)  # fmt: skip
            return None
    elif on is None:
        values.missing_key(entry.key.span, f"the mark `{name}`", ("on",), "write `on:` and the sites to mark")
        return None
    binders: tuple[t.Binder, ...] = ()
    if over is not None:
        binders = values.binders(over)
        if len(binders) > 1:
            values.findings.report(codes.WRONG_SHAPE, over.key.span, "a value is written for each member of one set",
                                   help="write `for: c in SET`")  # fmt: skip
            return None
    return MarkPart(
        name,
        params[0] if params else "",
        values.choice(form, FORMS, "fill") if form is not None else "value" if binders else "fill",
        values.expression(on) if on is not None else None,
        binders[0] if binders else None,
        values.expression(value) if value is not None else None,
        values.text(colour) if colour is not None else None,
        values.text(sign) if sign is not None else None,
        entry.key.span,
    )


FORMS = ("fill", "dot", "ring", "cross", "frame", "line", "name")
"""How a mark is drawn; the schema of game files lists the same."""


def _places(*maps: Entry | None) -> Iterator[tuple[tuple[str, str], Span]]:
    for entry in maps:
        if entry is not None and isinstance(entry.value, Mapping):
            yield from (((entry.key.text, each.key.text), each.key.span) for each in entry.value.entries)


def _seen(values: ValueReader, glyphs: dict[str, Text]) -> dict[str, Text]:
    """Glyphs that show something: one that is empty, or of characters that take no place, would leave a piece unseen."""
    for name, glyph in glyphs.items():
        for sign in glyph.text.split() or [""]:
            if not any(unicodedata.category(character)[0] in "LNPS" for character in sign):
                help_ = 'write one sign, or two: one in plain ASCII and one for terminals with Unicode, such as "o ●"'
                values.findings.report(codes.WRONG_SHAPE, glyph.span, f"the glyph of `{name}` shows nothing", help=help_)
                break
    return glyphs


def read_says(values: ValueReader, entry: Entry | None) -> dict[str, Said]:
    """A repeated name was reported with the file's other keys."""
    found: dict[str, Said] = {}
    for each in values.entries(entry) if entry else ():
        text = values.text(each, 'a sentence, in quotation marks if it begins with a brace: "{p} is ahead of {q}"')
        if text is not None:
            found[exact_key(each.key.text)] = Said(text, each.key.span)
    return found


def read_notes(values: ValueReader, entry: Entry | None) -> tuple[Text, ...]:
    return tuple(_plain(values, entry)) if entry else ()


def read_targets(values: ValueReader, entry: Entry | None, players: int) -> tuple[Target, ...]:
    found = []
    for each in values.entries(entry) if entry else ():
        text = values.text(each, "a target, such as `20..80`") if each.key.text in KINDS else None
        if text is None:
            continue  # the schema has reported the unknown measure
        ordinal, _, what = each.key.text.partition(" ")
        if what in ("seat", "side") and 0 < players <= ORDINALS.index(ordinal):  # none at all is reported already
            many = "1 player" if players == 1 else f"{players} players"
            message = f"this game has {many}, so no {each.key.text}"
            fix = entry_removal(each.key.span, "remove this line")
            values.findings.report(codes.KEY_NOT_ALLOWED, each.key.span, message, help="remove this line", fix=fix)
            continue
        try:
            found.append(read_target(each.key.text, text.text, text.span))
        except TargetProblem as problem:
            fix = Fix(text.span, problem.instead, problem.help) if problem.instead else None
            values.findings.report(codes.WRONG_SHAPE, text.span, str(problem), help=problem.help, fix=fix)
    return tuple(found)


def read_tests(values: ValueReader, entry: Entry | None) -> tuple[FileTest, ...]:
    return tuple(_test(values, each) for each in values.entries(entry, MOST["tests"])) if entry else ()


def _test(values: ValueReader, entry: Entry) -> FileTest:
    parts = Parts(values, entry)
    options, setup, to_move, play = (parts.get(key) for key in ("options", "setup", "to move", "play"))
    expect = [
        (each.key.text, _some(values, each, _expected(values, each)))
        for each in values.entries(entry)
        if each.key.text in EXPECTATIONS
    ]
    return FileTest(
        entry.key.text,
        tuple(_named(values, options)) if options else (),
        values.effects(setup) if setup else None,
        values.text(to_move, "a player") if to_move else None,
        tuple(_pieces(values, play)) if play else (),
        tuple(expect),
        entry.key.span,
    )


def _named(values: ValueReader, entry: Entry) -> Iterator[tuple[Text, Text]]:
    for each in values.entries(entry):
        text = values.text(each)
        if text:
            yield Text(each.key.text, each.key.span), text


_NOTHING = {
    "legal": "write `legal: 0` if no move is legal",
    "winners": "write `winners: none` if nobody wins",
    "told": "write `nothing` if the player is told nothing",
}
"""For each of these expectations, what says that there is nothing."""


def _some(values: ValueReader, entry: Entry, found: Iterator[_T], kind: str = "") -> tuple[_T, ...]:
    """What an expectation asks. One that asks nothing would hold after any play, so it is a mistake. `kind` is its key, if it
    is that of a player."""
    before = len(values.findings)
    some = tuple(found)
    if not some and len(values.findings) == before:
        help_ = _NOTHING.get(kind or entry.key.text, "write what is expected, or remove the key")
        values.findings.report(codes.MISSING_VALUE, entry.key.span, f"`{entry.key.text}` asks nothing", help=help_)
    return some


def _expected(values: ValueReader, entry: Entry) -> Iterator[Expected]:
    if entry.key.text in MAPS and isinstance(entry.value, Mapping):
        for each in values.entries(entry):
            text = values.text(each)
            if text:
                yield Expected(Text(each.key.text, each.key.span), text)
    elif entry.key.text in (*TOLD, *KNOWN):
        for each in values.entries(entry):
            found = _expressions(values, each) if entry.key.text in KNOWN else _plain(values, each)
            for text in _some(values, each, found, entry.key.text):
                yield Expected(Text(each.key.text, each.key.span), text)
    else:
        yield from map(Expected, _alone(values, entry))


def _alone(values: ValueReader, entry: Entry) -> Iterator[Text]:
    kind = entry.key.text
    if kind == "true":
        yield from _expressions(values, entry)
    elif kind in LISTS:
        yield from _pieces(values, entry)
    else:
        text = values.text(entry)
        if text:
            yield text


def _expressions(values: ValueReader, entry: Entry) -> Iterator[Text]:
    for item in values.items(entry):
        one = Entry(entry.key, item)
        scalar = values.written(one)
        if scalar:
            values.expression(one, inside=entry.value)
            yield Text(scalar.text.strip(), scalar.content_span, scalar)


def _plain(values: ValueReader, entry: Entry) -> Iterator[Text]:
    for item in values.items(entry):
        if not isinstance(item, Scalar):
            values.findings.report(codes.WRONG_SHAPE, item.span, f"`{entry.key.text}` is a list of texts")
        elif item.text.strip():
            yield Text(item.text.strip(), item.content_span, item)


def _pieces(values: ValueReader, entry: Entry) -> Iterator[Text]:
    """A list of texts; or a text that is split at commas and semicolons outside brackets and at line ends."""
    if isinstance(entry.value, Sequence):
        yield from _plain(values, entry)
        return
    scalar = values.scalar(entry, "a list")
    if scalar is None:
        return
    for start, end in _split(scalar.text):
        part = scalar.text[start:end]
        first = start + len(part) - len(part.lstrip())
        if part.strip():
            yield Text(part.strip(), scalar.span_of(first, first + len(part.strip())))


def _split(text: str) -> Iterator[tuple[int, int]]:
    depth = start = 0
    for found in re.finditer(r"[()\[\]{},;\n]", text):
        if found[0] in "([{":
            depth += 1
        elif found[0] in ")]}":
            depth = max(depth - 1, 0)
        elif depth == 0:
            yield start, found.start()
            start = found.end()
    yield start, len(text)
