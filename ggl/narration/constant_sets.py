"""Sets of cells that the board fixes, by the names of their cells: "each of d4 and e5", "every cell of rows 1 and 2".

Takes a folded tree of the surface language. The interpreter evaluates it, like the constants of a file.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from ggl.checker.constants import constant, never_changes
from ggl.checker.expressions import Expressions
from ggl.checker.game import CheckedGame
from ggl.checker.make import Mismatch
from ggl.checker.world import CONSTANT, Refused, Scope
from ggl.core import forms as f
from ggl.core.types import Fin, Num, SetOf, members_of
from ggl.diagnostics import Findings
from ggl.narration.board import line_name
from ggl.narration.nouns import listed
from ggl.syntax import tree as t
from ggl.topology import Board

MOST_NAMED = 12
"""The most cells that are listed by name."""


def cells(checked: CheckedGame, tree: t.Expr) -> tuple[int, ...] | None:
    """The cells of a set, in the order of the board; None if it depends on the position, or is not a set of cells."""
    value = _constant(checked, tree, Expressions.as_set)
    if value is None or not isinstance(value.type, SetOf) or not isinstance(value.type.of, Fin):
        return None
    return members_of(value.code, value.type) if value.type.of.domain.name == "cell" else None


def constant_number(checked: CheckedGame, tree: t.Expr) -> Fraction | None:
    """The value of a number; None if it depends on the position."""
    value = _constant(checked, tree, Expressions.number)
    if value is None:
        return None
    assert isinstance(value.type, Num)
    return Fraction(value.code, value.type.scale)


def _constant(checked: CheckedGame, tree: t.Expr, read: Callable[[Expressions, t.Expr, Scope], f.Expr]) -> f.Lit | None:
    """The constant value of a tree, read as `read` does; None if it cannot be read so, or depends on the position."""
    expressions = checked.adhoc_expressions(Findings())
    try:
        form = read(expressions, tree, CONSTANT)
        definitions = tuple(expressions.definitions.made)
        value = constant(form, expressions.world, definitions, tree.span) if never_changes(form, definitions) else None
    except (Refused, Mismatch):
        return None
    assert value is None or isinstance(value, f.Lit)
    return value


def every(checked: CheckedGame, tree: t.Expr) -> str | None:
    """The phrase for each cell of a set: whole rows or columns as such, a few cells by name; None for other sets."""
    board, found = checked.board, cells(checked, tree)
    if not found or len(found) == len(board.cells):
        return None
    for lines, one, several in ((board.row, "row", "rows"), (board.column, "column", "columns")):
        whole = _whole(board, lines, found)
        if whole and board.basis == "square" and min(board.rows, board.columns) > 1:
            return f"every cell of {one if len(whole) == 1 else several} {listed(line_name(board, one, n) for n in whole)}"
    names = [board.cells[place].name for place in found]
    if len(names) > MOST_NAMED:
        return None
    return names[0] if len(names) == 1 else f"each of {listed(names)}"


def few(checked: CheckedGame, tree: t.Expr) -> str | None:
    """The cells of a set by name, if they are few."""
    found = cells(checked, tree)
    return listed(checked.board.cells[place].name for place in found) if found and len(found) <= MOST_NAMED else None


def ordered_cells(checked: CheckedGame, tree: t.Expr) -> str | None:
    """A list made of sets put in order, by the names of its cells, where these are few or follow one another on the board."""
    found = _in_order(checked, tree)
    if found is None or len(found) < 2:
        return None
    board = checked.board
    names = [board.cells[place].name for place in found]
    stretches = _stretches(board, found) if board.basis == "square" else []
    if 1 < len(stretches) < len(names) / 2:
        told = [f"{names[first]} to {names[last]}" if first < last else names[first] for first, last in stretches]
        return f"{', then '.join(told)}, in this order"
    if len(names) <= MOST_NAMED:
        return f"{listed(names)}, in this order"
    on_a_track = board.basis == "track" and len(names) == len(board.cells)
    return f"{names[0]}, {names[1]} and so on to {names[-1]}" if on_a_track else None


def length(checked: CheckedGame, tree: t.Expr) -> int:
    """The length of a list made of ordered sets; 0 for any other list."""
    return len(_in_order(checked, tree) or ())


def _in_order(checked: CheckedGame, tree: t.Expr) -> tuple[int, ...] | None:
    match tree:
        case t.Call(name="sorted" | "descending" | "reversed" as name, args=(of,)):
            found = _in_order(checked, of) or cells(checked, of)
            return found if found is None or name == "sorted" else found[::-1]
        case t.Binary(op="+", left=left, right=right):
            first, second = (_in_order(checked, part) for part in (left, right))
            return first + second if first and second else None
    return None


def _stretches(board: Board, places: tuple[int, ...]) -> list[tuple[int, int]]:
    """The straight stretches of a list along a row or a column, cell by cell: the first and last index of each."""
    found: list[tuple[int, int]] = []
    way: tuple[int, int] | None = None
    for at, place in enumerate(places):
        if found:
            before = places[at - 1]
            step = board.column[place] - board.column[before], board.row[place] - board.row[before]
            if abs(step[0]) + abs(step[1]) == 1 and way in (None, step):
                found[-1], way = (found[-1][0], at), step
                continue
        found.append((at, at))
        way = None
    return found


def block(checked: CheckedGame, tree: t.Expr) -> str | None:
    """The cells of some rows and columns, "columns d to f of rows 1 to 3 and 8 to 10"; None where they are no such block."""
    board, found = checked.board, cells(checked, tree)
    if not found or len(found) <= MOST_NAMED or board.basis != "square" or len(found) == len(board.cells):
        return None
    rows, columns = ({lines[place] for place in found} for lines in (board.row, board.column))
    if len(found) != sum(board.row[c] in rows and board.column[c] in columns for c in range(len(board.cells))):
        return None
    across, up = (_ranges(numbers, partial(line_name, board, line)) for numbers, line in ((columns, "column"), (rows, "row")))
    if across is None or up is None:
        return None
    if len(columns) == board.columns:
        return f"rows {up}"
    return f"columns {across}" if len(rows) == board.rows else f"columns {across} of rows {up}"


def _ranges(numbers: set[int], name: Callable[[int], str]) -> str | None:
    """`1 to 3 and 8 to 10`; None for more than three stretches."""
    starts = [n for n in sorted(numbers) if n - 1 not in numbers]
    ends = [n for n in sorted(numbers) if n + 1 not in numbers]
    if len(starts) > 3:
        return None
    return listed(name(one) if one == other else f"{name(one)} to {name(other)}" for one, other in zip(starts, ends, strict=True))


def _whole(board: Board, lines: tuple[int, ...], found: tuple[int, ...]) -> list[int]:
    """The rows, or columns, that make up a set; none if it has only part of one."""
    numbers = sorted({lines[place] for place in found})
    of_them = sum(1 for place in range(len(board.cells)) if lines[place] in numbers)
    return numbers if of_them == len(found) else []
