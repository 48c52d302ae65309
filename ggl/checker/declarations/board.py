"""The board: a shape and its sizes, a drawing or links, and its sites and directions as domains of the world."""

from __future__ import annotations

from itertools import pairwise

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, World
from ggl.core import forms as f
from ggl.core.types import Domain, Num, SetOf
from ggl.diagnostics import Fix, nearest
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import listed, near
from ggl.model.definition import Definition, Text
from ggl.syntax import tree as t
from ggl.topology import SHAPES, BadShape, Board, BoardTooLarge, drawn, graph

SHAPE_PARAMS: dict[str, tuple[str, ...]] = {
    "square": ("columns", "rows"), "hexagon": ("side",), "rhombus": ("columns", "rows"), "triangle": ("side",),
    "torus": ("columns", "rows"), "track": ("length",), "morris": ("rings",), "star": ("side",),
}  # fmt: skip


def build(definition: Definition, world: World) -> Board:
    part = definition.board
    try:
        if part.drawing is not None:
            return drawn(part.drawing.text.split("\n"), basis=part.basis)
        if part.links is not None:
            return graph(_links(part.links, world))
        assert part.shape is not None
        board = _shape(world, part.shape)
        return board if part.without is None else _cut(world, board, part.without)
    except BoardTooLarge as error:
        way_out = "leave some links out" if error.what == "links" else "take a smaller board; the largest square is `square(64)`"
        world.refuse(board_codes.BOARD_TOO_LARGE, part.span, str(error), "", way_out)
    except BadShape as error:
        code, span = board_codes.BAD_BOARD, part.span
        if part.drawing is not None:
            code, span = board_codes.BAD_DRAWING, part.drawing.span
        elif part.links is not None:
            code, span = board_codes.BAD_LINKS, part.links.span
        elif part.shape is not None:
            span = part.shape.span
        world.refuse(code, span, str(error))


def _shape(world: World, tree: t.Expr) -> Board:
    usage = ", ".join(f"`{name}({', '.join(params)})`" for name, params in SHAPE_PARAMS.items())
    if not isinstance(tree, t.Call) or tree.name not in SHAPES:
        name = tree.name if isinstance(tree, t.Call | t.Name) else ""
        close = near(name, SHAPES)
        best = nearest(name, SHAPES) if isinstance(tree, t.Call) else None
        if isinstance(tree, t.Name) and name in SHAPES:
            world.refuse(
                board_codes.BAD_BOARD,
                tree.span,
                f"how large is this {name}?",
                "",
                f"write `{name}({', '.join(SHAPE_PARAMS[name])})` with numbers for these",
            )
        world.refuse(
            board_codes.BAD_BOARD,
            tree.span,
            f"`{tree.span.text}` is no shape of a board",
            f"near: {listed(close, len(close))}" if close else "",
            None if best else f"the shapes are {usage}",
            fix=Fix.write(tree.name_span, best) if best and isinstance(tree, t.Call) else None,
        )
    if tree.named:
        world.refuse(
            board_codes.BAD_BOARD,
            tree.named[0].span,
            "the sizes of a board have no names",
            "",
            f"write `{tree.name}({', '.join(SHAPE_PARAMS[tree.name])})` with numbers for these",
        )
    expressions = Expressions(world)
    numbers: list[int] = []
    for arg in tree.args:
        value = expressions.converted(expressions.number(arg, CONSTANT), Num(0, 0), arg.span, "a whole number")
        if not isinstance(value, f.Lit) or not isinstance(value.value, int):
            world.refuse(codes.NOT_CONSTANT, arg.span, "a board's size is a number, an option, or worked out from these")
        numbers.append(value.value)
    return SHAPES[tree.name](*numbers)


def _cut(world: World, board: Board, without: t.Expr) -> Board:
    """The board without a set of its cells, which is read on the whole board."""
    base = World(world.findings, board, dict(world.domains), world.players, dict(world.constants), broken=world.broken)
    _add_board_domains(base)
    cut = Expressions(base).as_set(without, CONSTANT, "a set of cells")
    if not isinstance(cut, f.Lit) or cut.type != SetOf(base.fin("cell")):
        world.refuse(codes.WRONG_TYPE, without.span, "a fixed set of cells is wanted here")
    assert isinstance(cut.value, int)
    try:
        return board.without([board.cells[c] for c in make.members(cut.value, SetOf(base.fin("cell")))])
    except BadShape as error:
        world.refuse(board_codes.BAD_BOARD, without.span, str(error))


def use(world: World, board: Board) -> None:
    world.board, world.has_board = board, True
    _add_board_domains(world)
    for code, name in enumerate(board.directions):
        world.constants.setdefault(name, f.Lit(code, world.fin("direction")))


def _add_board_domains(world: World) -> None:
    board = world.board
    world.domains["cell"] = Domain("cell", len(board.cells))
    world.domains["edge"] = Domain("edge", len(board.edges) + len(board.rim))
    world.domains["vertex"] = Domain("vertex", len(board.vertices))
    world.domains["direction"] = Domain("direction", len(board.directions))


def _links(text: Text, world: World) -> list[tuple[str, str]]:
    """`a - b, b - c` or a chain `a - b - c`, over lines or commas."""
    links: list[tuple[str, str]] = []
    for part in text.text.replace("\n", ",").split(","):
        ends = [end.strip() for end in part.split("-")]
        if ends == [""]:
            continue
        if len(ends) < 2 or not all(end.isidentifier() for end in ends):
            world.refuse(board_codes.BAD_LINKS, text.span, f"`{_shown(part.strip())}` is no link", "", "write `a - b, b - c`")
        links += list(pairwise(ends))
    return links


def _shown(part: str) -> str:
    return part if len(part) <= 40 else f"{part[:38]}.."
