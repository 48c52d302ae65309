"""Words with two cells on boards too large for a table of all pairs: the same answers, from tables of one cell.

Takes such a word and its two cells, at least one of which changes in play. Gives a core form, or None if the board's shape does
not determine the answer.

| word | from |
|---|---|
| `edge`, `link` | the edges or links at one cell: the one that has the other cell |
| `direction` | the straight runs on which both cells lie |
| `between`, `path` | the ray in that direction, up to the other cell |
| `distance` | columns and rows, where missing cells make no path longer |
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ggl.checker import make
from ggl.checker.static import tab
from ggl.checker.typer import Typer
from ggl.checker.world import TABLE_LIMIT, World
from ggl.core import forms as f
from ggl.core.types import NO_NUMBER, ListOf, Num, Opt, SetOf
from ggl.source import Span
from ggl.topology import Board


def two_cells(expressions: Typer, name: str, args: list[f.Expr], span: Span) -> f.Expr | None:
    """The word without its table, where that would be too large."""
    world = expressions.world
    if name not in _WORDS or all(isinstance(arg, f.Lit) for arg in args):
        return None
    if len(world.board.cells) ** 2 <= TABLE_LIMIT:
        return None
    names = [make.fresh("c") if not isinstance(arg, f.Var | f.Lit) else "" for arg in args]
    a, b = (f.Var(name, arg.type) if name else arg for name, arg in zip(names, args, strict=True))
    found = _WORDS[name](world, a, b, span)
    if found is not None:
        for name_, arg in zip(names, args, strict=True):
            found = f.Let(name_, arg, found) if name_ else found
    return found


def _joining(site: str) -> Callable[[World, f.Expr, f.Expr, Span], f.Expr | None]:
    def word(world: World, a: f.Expr, b: f.Expr, span: Span) -> f.Expr | None:
        board, kind, cells = world.board, world.fin(site), SetOf(world.fin("cell"))
        at = board.cell_edges if site == "edge" else board.cell_links
        ends = board.edge_cells if site == "edge" else board.link_cells
        name = make.fresh(site)
        joining = tab(world, f"{site}s in order", [a], ListOf(kind), lambda c: at[c], span)
        of_it = tab(world, f"{site}.cells", [f.Var(name, kind)], cells, lambda x: ends[x], span)
        test = make.conj([f.In(b, of_it), make.negation(make.comparison("eq", a, b))])
        return f.Fold("first", name, joining, test, f.Var(name, kind), None, Opt(kind))

    return word


def _beginning(board: Board, back: int, c: int) -> int:
    """The cell at which the straight run of cells begins in which one stands, the last one on the way back."""
    return (c, *board.ray(c, back))[-1]


def _direction(world: World, a: f.Expr, b: f.Expr, span: Span) -> f.Expr | None:
    board, way, cell_ = world.board, world.fin("direction"), world.fin("cell")
    if board.plan.tiling is None or board.wraps:
        return None
    result: f.Expr = f.Lit(way.domain.size, Opt(way))
    for d, row in enumerate(board.step):
        if any(to > c for c, to in enumerate(row)):  # cells of a run stand in board order
            back, label = board.opposite[d], f"run {board.directions[d]}"
            of_a, of_b = (tab(world, label, [cell], cell_, partial(_beginning, board, back), span) for cell in (a, b))
            ahead = f.If(make.comparison("lt", a, b), f.Lit(d, Opt(way)), f.Lit(back, Opt(way)), Opt(way))
            result = f.If(make.comparison("eq", of_a, of_b), ahead, result, Opt(way))
    apart = [make.negation(make.comparison("eq", a, b)), *(make.not_none(cell) for cell in (a, b))]
    return f.If(make.conj(apart), result, f.Lit(way.domain.size, Opt(way)), Opt(way))


def _between(world: World, a: f.Expr, b: f.Expr, span: Span) -> f.Expr | None:
    way = _direction(world, a, b, span)
    return None if way is None else _inside(world, a, b, way, span)


def _inside(world: World, a: f.Expr, b: f.Expr, way: f.Expr, span: Span) -> f.Expr:
    """The ray from a cell up to another one, without both."""
    name, cell = make.fresh("x"), world.fin("cell")
    ray = tab(world, "ray", [a, way], ListOf(cell), world.board.ray, span)
    return f.Leading(name, ray, make.negation(make.comparison("eq", f.Var(name, cell), b)), ListOf(cell))


def _path(world: World, a: f.Expr, b: f.Expr, span: Span) -> f.Expr | None:
    way = _direction(world, a, b, span)
    if way is None:
        return None
    cells = ListOf(world.fin("cell"))
    start = f.ListOp("literal", (make.there(a) if isinstance(a.type, Opt) else a,), cells)
    line = f.ListOp("concat", (start, _inside(world, a, b, way, span)), cells)
    return f.If(make.not_none(way), line, f.Lit((), cells), cells)


def _distance(world: World, a: f.Expr, b: f.Expr, span: Span) -> f.Expr | None:
    board = world.board
    if not _is_open(board):
        return None

    def apart(axis: int) -> f.Expr:
        places = [place[axis] for place in board.plan.coordinates]
        label, of_all = f"{('column', 'row')[axis]} as drawn", Num(min(places), max(places))
        one, other = (tab(world, label, [cell], of_all, places.__getitem__, span) for cell in (a, b))
        found = make.arith("sub", [_number(one), _number(other)])
        if board.plan.wrap is None:
            return found
        inside = make.arith("abs", [found])
        return make.arith("min", [inside, make.arith("sub", [make.number(board.plan.wrap[axis]), inside])])

    across, up = apart(0), apart(1)
    far = make.arith("max", [make.arith("abs", [across]), make.arith("abs", [up])])
    if board.basis == "hex":
        far = make.arith("max", [far, make.arith("abs", [make.arith("add", [across, up])])])
    if not any(isinstance(cell.type, Opt) for cell in (a, b)):
        return far
    assert isinstance(far.type, Num)
    both = make.conj([make.not_none(a), make.not_none(b)])
    wanted = Opt(far.type)
    return f.If(both, make.retyped(far, wanted), f.Lit(NO_NUMBER, wanted), wanted)


def _number(found: f.Expr) -> f.Expr:
    """An entry that is only looked at where its index is there."""
    return make.there(found) if isinstance(found.type, Opt) else found


_OPEN = ("square", "torus", "hexagon", "rhombus", "triangle")
"""Shapes on which no way is longer, as long as nothing is cut out."""


def _is_open(board: Board) -> bool:
    """Whether missing cells make no path between two cells longer: in any number of steps each cell reaches the cells that it
    would reach on the full rectangle around the board. A set of places is a number whose bits are the places, row by row."""
    tiling, places = board.plan.tiling, board.plan.coordinates
    if not board.plan.removed and board.plan.outline.partition("(")[0] in _OPEN:
        return True
    if tiling is None or board.wraps:
        return False
    left, low = min(x for x, _ in places), min(y for _, y in places)
    width, rows = max(x for x, _ in places) - left + 2, max(y for _, y in places) - low + 1  # the last column stays empty
    bits = [1 << (y - low) * width + x - left for x, y in places]
    cells = sum(bits)
    full = sum(((1 << width - 1) - 1) << row * width for row in range(rows))
    shifts = {abs(dx + dy * width) for dx, dy in tiling.vectors}

    def near(ball: int, within: int) -> int:
        grown = ball
        for shift in shifts:
            grown |= ball << shift | ball >> shift
        return grown & within

    for bit in bits:
        here = free = bit
        while free & cells != cells:
            here, free = near(here, cells), near(free, full)
            if here != free & cells:
                return False
    return True


_WORDS: dict[str, Callable[[World, f.Expr, f.Expr, Span], f.Expr | None]] = {
    "edge": _joining("edge"), "link": _joining("link"), "direction": _direction, "between": _between, "path": _path,
    "distance": _distance,
}  # fmt: skip
