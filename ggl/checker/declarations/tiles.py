"""Tiles: shapes of several cells, and the ways in which they may lie on the board, before the pieces that mark them there.

Takes the parts of a file and a world that knows its board; gives the board with its tiles. Tiles become values of the game's own,
and so do their placements, each called by its cells.
"""

from __future__ import annotations

from collections.abc import Mapping

from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.types import Domain, Fin
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.model.definition import TilePart
from ggl.topology import BadShape, Board, BoardTooLarge, with_tiles
from ggl.topology.drawing import places
from ggl.topology.tiling import Tile

DOMAIN, PLACEMENT = "tile", "placement"
MOST_CELLS = 64
FEWER = "use a smaller board, or fewer and smaller tiles; `turned: false` and `mirrored: false` also reduce the ways to lie"


def board_with_tiles(world: World, parts: Mapping[str, TilePart]) -> Board:
    """The board with the tiles of a file."""
    all_ = tuple(parts.values())
    board = with_tiles(world.board, tuple(_tile(world, part) for part in all_))
    try:
        assert board.placements
    except BadShape as error:
        world.refuse(codes.BAD_TILE, all_[error.line or 0].span, str(error))
    except BoardTooLarge as error:
        world.refuse(codes.BAD_TILE, all_[0].span, str(error), "", FEWER)
    return board


def declare_tiles(world: World, board: Board) -> None:
    """Tiles and placements become domains; each tile is known by its name, and a placement is called by its cells, whatever
    their labels: what is played does not depend on these."""
    world.board = board
    names = tuple(tile.name for tile in board.tiles)
    for domain, values in ((DOMAIN, names), (PLACEMENT, board.plain.placement_names)):
        world.domains[domain] = Domain(domain, len(values))
        world.own_values[domain], world.value_properties[domain] = values, {}
    for code, name in enumerate(names):
        world.constants[name] = f.Lit(code, Fin(world.domains[DOMAIN]))


def _tile(world: World, part: TilePart) -> Tile:
    try:
        drawn = places(part.drawing.text.split("\n"), "hex" if world.board.basis == "hex" else "square")
    except (BadShape, BoardTooLarge) as error:
        world.refuse(codes.BAD_TILE, part.drawing.span, str(error))
    if len(drawn) > MOST_CELLS:
        world.refuse(codes.BAD_TILE, part.span, f"this tile has {len(drawn):,} cells; {MOST_CELLS} is the limit", "", FEWER)
    return Tile(part.name, tuple(sorted(drawn)), part.turned, part.mirrored)
