"""What goes with the rules: looks, notes, sentences, targets, tests.

Takes the entries of the game file, reports through `Values`, gives the parts of a `Definition`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import shape as codes
from ggl.model.definition import Expected, FileTest, Look, Said, Text
from ggl.model.keys import identity
from ggl.model.limits import MOST
from ggl.model.reader.declarations import Parts
from ggl.model.reader.values import Values
from ggl.model.targets import KINDS, ORDINALS, Target, TargetProblem, read_target
from ggl.source import Span
from ggl.syntax.document import Entry, Mapping, Scalar, Sequence, left_out

WORDS = ("mover", "ply", "winner", "over", "reason")
LISTS = ("legal", "illegal", "perft", "winners")
MAPS = ("score", "illegal")
EXPECTATIONS = (*LISTS, *WORDS, "score", "true")


def look(values: Values, entry: Entry | None) -> Look:
    parts = Parts(values, entry) if entry else None
    keys = ("notation", "glyphs", "colours", "shapes", "board")
    notation, glyphs, colours, shapes, board = (parts.get(key) if parts else None for key in keys)
    style = values.text(board) if board else None
    return Look(
        values.names(notation) if notation else {},
        _seen(values, values.names(glyphs)) if glyphs else {},
        values.names(colours) if colours else {},
        dict(_places(notation, glyphs, colours, shapes)),
        values.names(shapes) if shapes else {},
        style.text if style else "",
    )


def _places(*maps: Entry | None) -> Iterator[tuple[tuple[str, str], Span]]:
    for entry in maps:
        if entry is not None and isinstance(entry.value, Mapping):
            yield from (((entry.key.text, each.key.text), each.key.span) for each in entry.value.entries)


def _seen(values: Values, glyphs: dict[str, Text]) -> dict[str, Text]:
    """Glyphs that show something: one that is empty, or of characters that take no place, would leave a piece unseen."""
    for name, glyph in glyphs.items():
        for sign in glyph.text.split() or [""]:
            if not any(unicodedata.category(character)[0] in "LNPS" for character in sign):
                help_ = 'write one sign, or two: one in plain ASCII and one for terminals that have more, such as "o ●"'
                values.findings.report(codes.WRONG_SHAPE, glyph.span, f"the glyph of `{name}` shows nothing", help=help_)
                break
    return glyphs


def says(values: Values, entry: Entry | None) -> dict[str, Said]:
    """A name that is said twice was reported with the file's other keys."""
    found: dict[str, Said] = {}
    for each in values.entries(entry, "a map of names and sentences") if entry else ():
        text = values.text(each, 'a sentence, in quotation marks where it begins with a brace: "{p} is ahead of {q}"')
        if text is not None:
            found[identity(each.key.text)] = Said(text, each.key.span)
    return found


def notes(values: Values, entry: Entry | None) -> tuple[Text, ...]:
    return tuple(_plain(values, entry)) if entry else ()


def targets(values: Values, entry: Entry | None, players: int) -> tuple[Target, ...]:
    found = []
    for each in values.entries(entry, "a map of measures and what is wanted of them") if entry else ():
        text = values.text(each, "what is wanted, such as `20..80`") if each.key.text in KINDS else None
        if text is None:
            continue  # the schema has said that there is no such measure
        ordinal, _, what = each.key.text.partition(" ")
        if what in ("seat", "side") and ORDINALS.index(ordinal) >= players:
            message = f"this game has {players} players, so no {each.key.text}"
            fix = left_out(each.key.span, "leave this line out")
            values.findings.report(codes.KEY_NOT_ALLOWED, each.key.span, message, help="leave this line out", fix=fix)
            continue
        try:
            found.append(read_target(each.key.text, text.text, text.span))
        except TargetProblem as problem:
            fix = Fix(text.span, problem.instead, problem.help) if problem.instead else None
            values.findings.report(codes.WRONG_SHAPE, text.span, str(problem), help=problem.help, fix=fix)
    return tuple(found)


def tests(values: Values, entry: Entry | None) -> tuple[FileTest, ...]:
    return tuple(_test(values, each) for each in values.entries(entry, "a map of tests", MOST["tests"])) if entry else ()


def _test(values: Values, entry: Entry) -> FileTest:
    parts = Parts(values, entry)
    options, setup, to_move, play = (parts.get(key) for key in ("options", "setup", "to move", "play"))
    expect = [(each.key.text, tuple(_expected(values, each))) for each in values.entries(entry) if each.key.text in EXPECTATIONS]
    return FileTest(
        entry.key.text,
        tuple(_named(values, options)) if options else (),
        values.effects(setup) if setup else None,
        values.text(to_move, "a player") if to_move else None,
        tuple(_pieces(values, play)) if play else (),
        tuple(expect),
        entry.key.span,
    )


def _named(values: Values, entry: Entry) -> Iterator[tuple[Text, Text]]:
    for each in values.entries(entry):
        text = values.text(each)
        if text:
            yield Text(each.key.text, each.key.span), text


def _expected(values: Values, entry: Entry) -> Iterator[Expected]:
    if entry.key.text in MAPS and isinstance(entry.value, Mapping):
        for each in values.entries(entry):
            text = values.text(each)
            if text:
                yield Expected(Text(each.key.text, each.key.span), text)
    else:
        yield from map(Expected, _alone(values, entry))


def _alone(values: Values, entry: Entry) -> Iterator[Text]:
    kind = entry.key.text
    if kind == "true":
        for item in values.items(entry):
            one = Entry(entry.key, item)
            scalar = values.written(one)
            if scalar:
                values.expression(one, inside=entry.value)
                yield Text(scalar.text.strip(), scalar.content_span)
    elif kind in LISTS:
        yield from _pieces(values, entry)
    else:
        text = values.text(entry)
        if text:
            yield text


def _plain(values: Values, entry: Entry) -> Iterator[Text]:
    for item in values.items(entry):
        if not isinstance(item, Scalar):
            values.findings.report(codes.WRONG_SHAPE, item.span, f"`{entry.key.text}` is a list of texts")
        elif item.text.strip():
            yield Text(item.text.strip(), item.content_span)


def _pieces(values: Values, entry: Entry) -> Iterator[Text]:
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
