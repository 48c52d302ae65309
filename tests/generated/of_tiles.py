"""Features of tiles, of the ways in which they lie, and of sets of one shape."""

from __future__ import annotations

from tests.generated.draft import Draft, Scope, Unfit
from tests.generated.of_ends import words
from tests.generated.table import BOARD, apart, feature

MOST_CELLS = 64
"""On larger boards no tiles are declared here: their tables would be long."""

_UNTURNED = ("thousands of cells", "hundreds of cells", "linked", "morris", "track")
_SMALL = ("single cell", "thin")


def _fits(d: Draft) -> None:
    if d.board.plan.tiling is None or not 4 <= len(d.board.cells) <= MOST_CELLS:
        raise Unfit("no grid, or too few cells or too many")


@feature("tile: drawn", BOARD, lambda f: any(one.turned and one.mirrored for one in f.definition.tiles.values()))
def _drawn(d: Draft) -> None:
    _fits(d)
    d.tiles[d.name("place")] = "x x" if d.board.basis == "hex" else "xx"
    _asked(d)


@feature("tile: held", BOARD, lambda f: any(not (one.turned and one.mirrored) for one in f.definition.tiles.values()))
def _held(d: Draft) -> None:
    _fits(d)
    corner = "x x\n x" if d.board.basis == "hex" else "xx\nx_"
    ways = d.pick(({"turned": False}, {"mirrored": False}, {"turned": False, "mirrored": False}))
    d.tiles[d.name("place")] = {"drawing": corner, **ways}
    _asked(d)


def _asked(d: Draft) -> None:
    """What every game with tiles may ask of them."""
    d.offer("number", lambda s: f"{_tile(d)}.size", "before do ensure end")


def _tile(d: Draft) -> str:
    return d.pick(list(d.tiles))


def _covered(d: Draft, s: Scope) -> str:
    way = d.name("x")
    return (
        f"({(cell := d.name('x'))} for {way} in placements({_tile(d)}) if {d.cell(s)} in {way}.cells for {cell} in {way}.cells)"
    )


words("placements", "cells", [_covered], lambda f: f.calls("placements"), needs="tile: drawn")
words(
    "tiles",
    "number",
    [lambda d, s: f"sum({(x := d.name('x'))}.size for {x} in tiles)"],
    lambda f: f.reads("tiles"),
    needs="tile: drawn",
)


def _congruent(d: Draft, s: Scope) -> str:
    if d.board.plan.tiling is None or d.board.wraps:
        raise Unfit("no shapes on this board")
    return f"congruent({d.cells(s, 0)}, {d.cells(s, 0)})"


words("congruent", "condition", [_congruent], lambda f: f.calls("congruent"))
for _word in ("tile: drawn", "tile: held", "words: placements", "words: tiles"):
    for _shape in (*_UNTURNED, *_SMALL):
        apart(_word, _shape, "tiles are declared on grids of some cells here")
for _shape in ("torus", "linked", "morris", "track"):
    apart("words: congruent", _shape, "sets of cells have no shape there")
