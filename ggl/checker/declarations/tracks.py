"""Tracks: circuits of cells, computed on the board before the pieces that move along them.

Takes the parts of a file and a world that knows its board; gives the board with its tracks, which become values of the game's
own. It reads only the board and the declarations before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NoReturn

from ggl.checker.constants import each_of, settled_value
from ggl.checker.expressions import Expressions
from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.types import Domain, Fin, ListOf, Opt, SetOf, none_code, singular_of
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.model.definition import TrackPart
from ggl.syntax import tree as t
from ggl.topology import Board, with_tracks
from ggl.topology.tracks import Track

DOMAIN = "track"
MOST_CELLS = 1_024
MOST_PLACES = 4
USAGE = "write its lines in order, as in `[row(2), column(5), reversed(row(5))]`, or its cells, `[a1, b1, b2]`"


def tracked(world: World, parts: Mapping[str, TrackPart]) -> Board:
    """The board with the tracks of a file."""
    return with_tracks(world.board, tuple(_track(world, part) for part in parts.values()))


def declare_tracks(world: World, board: Board) -> None:
    """Tracks become a domain: each, and all of them, by name."""
    world.board = board
    names = tuple(track.name for track in board.tracks)
    world.domains[DOMAIN] = domain = Domain(DOMAIN, len(names))
    world.own_values[DOMAIN], world.value_properties[DOMAIN] = names, {}
    for code, name in enumerate(names):
        world.constants[name] = f.Lit(code, Fin(domain))


def _track(world: World, part: TrackPart) -> Track:
    lines: list[tuple[int, ...]] = []
    single = False  # whether the line is written cell by cell
    for tree in part.lines:
        value = _settled(world, tree)
        if isinstance(value.type, Fin):
            if not single:
                lines.append(())
            lines[-1] += (value.code,)
        else:
            lines.append(tuple(int(each.value) for each in each_of(value)))  # type: ignore[arg-type]
        single = isinstance(value.type, Fin)
    track = Track(part.name, tuple(lines))
    if not all(lines) or len(track.cells) < 3:
        _refuse(world, part, "a track has at least three cells, and none of its lines is empty")
    if len(track.cells) > MOST_CELLS:
        _refuse(world, part, f"this track has {len(track.cells):,} cells; {MOST_CELLS:,} is the limit")
    if track.most_places > MOST_PLACES:
        _refuse(world, part, f"this track meets a cell {track.most_places} times; {MOST_PLACES} is the limit")
    return track


def _refuse(world: World, part: TrackPart, message: str) -> NoReturn:
    world.refuse(codes.BAD_TRACK, part.span, message, "", USAGE)


def _settled(world: World, tree: t.Expr) -> f.Lit:
    value, cell = settled_value(Expressions(world), tree), world.fin("cell")
    if value.type == Opt(cell) and value.code != none_code(cell):
        value = f.Lit(value.code, cell)  # such as `cell(3)`
    of = value.type.of if isinstance(value.type, SetOf | ListOf) else value.type
    if of != cell:
        world.refuse(
            name_codes.WRONG_TYPE, tree.span, f"a track consists of cells, but this is {singular_of(value.type)}", "", USAGE
        )
    return value
