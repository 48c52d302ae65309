"""Inlay hints and code lenses: types of names, and commands for parts of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ggl.host.desk.known import Known, type_text
from ggl.host.desk.occurrence import Occurrence
from ggl.source import Span
from ggl.syntax.document import Mapping


@dataclass(frozen=True)
class Hint:
    """A text to be shown after a place."""

    at: int
    text: str


def hints(known: Known, found: tuple[Occurrence, ...]) -> tuple[Hint, ...]:
    """The types of declarations: of definitions, parameters, and names under `let`."""
    return tuple(sorted(_hints(known, found), key=lambda hint: hint.at))


def _hints(known: Known, found: tuple[Occurrence, ...]) -> Iterator[Hint]:
    source, types = known.reading.source, known.reading.types
    for one in found:
        if not one.declares or one.span.source != source:
            continue
        thing = one.thing
        if thing.sort == "definition":
            result = known.result(thing.name)
            end = source.text.find(":", one.span.end)
            if result and end >= 0:
                yield Hint(end, f" -> {result}")
        elif thing.sort == "parameter":
            match thing.within:
                case ("move", within):
                    text = known.parameter_types(within).get(thing.name, "")
                case ("definition", within):
                    text = dict(known.parameters(within)).get(thing.name, "")
                case _:
                    uses = [use.span for use in found if use.thing == thing and not use.declares]
                    text = next((type_text(types[span][0].type) for span in uses if span in types), "")
            if text:
                yield Hint(one.span.end, f": {text}")


@dataclass(frozen=True)
class Lens:
    """Something that can be done: `test`, `board`, `play` or `perft`, with the test that it is about, if any."""

    span: Span
    title: str
    action: str
    test: str = ""


def lenses(tree: Mapping | None) -> tuple[Lens, ...]:
    return tuple(_lenses(tree)) if tree is not None else ()


def _lenses(tree: Mapping) -> Iterator[Lens]:
    for part, title, action in (("setup", "board", "board"), ("moves", "perft", "perft"), ("tests", "run all tests", "test")):
        entry = tree.entry(part)
        if entry is not None:
            yield Lens(entry.key.span, title, action)
            if part == "setup":
                yield Lens(entry.key.span, "play", "play")
    tests = tree.get("tests")
    for entry in tests.entries if isinstance(tests, Mapping) else ():
        yield Lens(entry.key.span, "run", "test", entry.key.text)
        yield Lens(entry.key.span, "board", "board", entry.key.text)
        yield Lens(entry.key.span, "play from here", "play", entry.key.text)
