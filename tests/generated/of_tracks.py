"""Features of tracks, and of what goes along them."""

from __future__ import annotations

from ggl.syntax import tree as t
from tests.generated.draft import Draft, Scope, Unfit
from tests.generated.facts import Facts
from tests.generated.of_ends import words
from tests.generated.table import BOARD, apart, feature

MOST_CELLS = 64
"""On larger boards no tracks are declared here: their tables would be long."""


def _declare(d: Draft, lines: list[str]) -> str:
    name = d.name("place")
    d.tracks[name] = lines
    d.offer("cells", lambda s: f"{name}.cells", "before do ensure end")
    return name


def _lines(f: Facts) -> list[t.Expr]:
    return [line for one in f.definition.tracks.values() for line in one.lines]


def _cells(d: Draft, least: int) -> list[str]:
    names = [str(cell.name) for cell in d.board.cells]
    if not least <= len(names) <= MOST_CELLS:
        raise Unfit("too few cells, or too many")
    return names


@feature("track: cell by cell", BOARD, lambda f: any(len(one.lines) > 2 for one in f.definition.tracks.values()))
def _by_cells(d: Draft) -> None:
    names = _cells(d, 4)
    _declare(d, [d.pick(names) for _ in range(2)] + names[:2])


@feature(
    "track: lines", BOARD, lambda f: any("row" in line.span.text for one in f.definition.tracks.values() for line in one.lines)
)
def _by_lines(d: Draft) -> None:
    _cells(d, 4)
    if d.board.basis != "square":
        raise Unfit("no rows")
    _declare(
        d,
        ["row(1)", f"reversed(row({d.pick('12')}))", d.pick(("column(1)", "row(1) - corners + {cell(2)}", "[cell(1), cell(2)]"))],
    )


def tracks_of(d: Draft, scope: Scope) -> str:
    return d.pick(["tracks", "tracks", *(f"{{{name}}}" for name in d.tracks)])


def _track_words(name: str, makers: list[object]) -> None:
    words(name, "cells", makers, lambda f: f.calls(name), needs="track: cell by cell")
    for shape in _SHAPES:
        apart(f"words: {name}", shape, "tracks are declared on boards of some cells here")


_SHAPES = ("thousands of cells", "hundreds of cells", "single cell")
_track_words("steps_along", [lambda d, s: f"steps_along({d.cell(s)}, {tracks_of(d, s)}{d.pick(('', ', 2', ', 0 - 1'))})"])
_track_words(
    "slides_along",
    [
        lambda d, s: f"slides_along({d.cell(s)}, {tracks_of(d, s)})",
        lambda d, s: f"slides_along({d.cell(s)}, {tracks_of(d, s)}, blocked={d.cells(s, 0)})",
    ],
)
_track_words(
    "sight_along",
    [
        lambda d, s: f"sight_along({d.cell(s)}, {tracks_of(d, s)}{d.pick(('', ', bends=1', ', 2'))})",
        lambda d, s: f"sight_along({d.cell(s)}, {tracks_of(d, s)}, blocked={d.cells(s, 0)})",
    ],
)
for _each in ("track: cell by cell", "track: lines"):
    for _shape in _SHAPES:
        apart(_each, _shape, "tracks are declared on boards of some cells here")
for _shape in ("hexagon", "rhombus", "triangle", "star", "drawn hexes", "linked", "morris", "track"):
    apart("track: lines", _shape, "lines of tracks are rows of squares here")
