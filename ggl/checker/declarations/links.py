"""Links: the cells that are joined at any distance, computed on the board before the pieces that stand on them.

Takes the part of a file and a world that knows its board; gives the board with its links. It reads only the board and the
declarations before it.
"""

from __future__ import annotations

from typing import Any

from ggl.checker import make
from ggl.checker.constants import fixed
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, World
from ggl.core import forms as f
from ggl.core.types import ListOf, SetOf, members_of, set_code, singular_of
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.model.definition import LinksPart
from ggl.syntax import tree as t
from ggl.topology import Board, BoardTooLarge, with_links

HELP = "declare them: `links: a in cells, b in leaps(a, 1, 2)`"
USAGE = "write a name for each end, `a in cells, b in leaps(a, 1, 2)`"


def board_with_links(world: World, part: LinksPart) -> Board:
    """The board with the links of a file."""
    if len(part.binders) != 2:
        world.refuse(codes.BAD_LINKS, part.span, "a link has two ends", "", USAGE)
    expressions, (one, other) = Expressions(world), part.binders
    cells = SetOf(world.fin("cell"))
    source, name, scope = expressions.bind(one, CONSTANT)
    _of_cells(world, source, one)
    starts = members_of(fixed(expressions, expressions.converted(source, cells, one.source.span), one.span).value, cells)
    inner, _, _ = expressions.bind(other, scope)
    _of_cells(world, inner, other)
    reached = expressions.converted(inner, cells, other.source.span)
    from_each = f.Listing(name, f.Lit(set_code(tuple(starts), cells), cells), make.TRUE, reached, False, ListOf(cells))
    sets: Any = fixed(expressions, from_each, other.span).value
    pairs = [(start, end) for start, ends_ in zip(starts, sets, strict=True) for end in members_of(ends_, cells)]
    if not any(start != end for start, end in pairs):
        help_ = f"for each `{one.name}` in `{one.source.span.text}` it holds no cell, or only `{one.name}` itself"
        world.refuse(codes.BAD_LINKS, other.span, "this links no two cells", help_)
    try:
        return with_links(world.board, pairs)
    except BoardTooLarge as error:
        world.refuse(codes.BOARD_TOO_LARGE, part.span, str(error), "", "link fewer cells, or use a smaller board")


def _of_cells(world: World, source: f.Expr, binder: t.Binder) -> None:
    if not isinstance(source.type, SetOf | ListOf) or source.type.of != world.fin("cell"):
        world.refuse(
            name_codes.WRONG_TYPE, binder.source.span, f"links join cells, but this is {singular_of(source.type)}", "", USAGE
        )
