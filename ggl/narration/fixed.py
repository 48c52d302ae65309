"""Sets of cells that the board fixes, by the names of their cells: "each of d4 and e5", "every cell of rows 1 and 2".

Takes a folded tree of the surface language. The interpreter works it out, as it does for constants of the file.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ggl.checker.constants import constant, never_changes
from ggl.checker.expressions import Expressions
from ggl.checker.game import CheckedGame
from ggl.checker.make import Mismatch, members
from ggl.checker.world import CONSTANT, Refused, Scope
from ggl.core import forms as f
from ggl.core.types import Fin, Num, SetOf
from ggl.diagnostics import Findings
from ggl.narration.nouns import listed
from ggl.syntax import tree as t
from ggl.topology import Board

MOST_NAMED = 12
"""More cells than these are told by what they are."""


def cells(checked: CheckedGame, tree: t.Expr) -> tuple[int, ...] | None:
    """The cells of a set, in the order of the board; None where it hangs on the position, or is no set of cells."""
    value = _constant(checked, tree, Expressions.as_set)
    if value is None or not isinstance(value.type, SetOf) or not isinstance(value.type.of, Fin):
        return None
    assert isinstance(value.value, int)
    return members(value.value, value.type) if value.type.of.domain.name == "cell" else None


def number(checked: CheckedGame, tree: t.Expr) -> Fraction | None:
    """What a number comes to; None where it hangs on the position."""
    value = _constant(checked, tree, Expressions.number)
    if value is None:
        return None
    assert isinstance(value.value, int)
    assert isinstance(value.type, Num)
    return Fraction(value.value, value.type.scale)


def _constant(checked: CheckedGame, tree: t.Expr, read: Callable[[Expressions, t.Expr, Scope], f.Expr]) -> f.Lit | None:
    """What a tree comes to that is read as something; None where it is no such thing, or hangs on the position."""
    expressions = checked.later(Findings())
    try:
        form = read(expressions, tree, CONSTANT)
        definitions = tuple(expressions.definitions.made)
        value = constant(form, expressions.world, definitions, tree.span) if never_changes(form, definitions) else None
    except (Refused, Mismatch):
        return None
    assert value is None or isinstance(value, f.Lit)
    return value


def every(checked: CheckedGame, tree: t.Expr) -> str | None:
    """Each of the cells of a set: whole rows or columns as such, a few cells by name; None for what else there is."""
    board, found = checked.board, cells(checked, tree)
    if not found or len(found) == len(board.cells):
        return None
    for lines, one, several in ((board.row, "row", "rows"), (board.column, "column", "columns")):
        whole = _whole(board, lines, found)
        if whole and board.basis == "square" and min(board.rows, board.columns) > 1:
            return f"every cell of {one if len(whole) == 1 else several} {listed(map(str, whole))}"
    names = [board.cells[place].name for place in found]
    if len(names) > MOST_NAMED:
        return None
    return names[0] if len(names) == 1 else f"each of {listed(names)}"


def few(checked: CheckedGame, tree: t.Expr) -> str | None:
    """The cells of a set by name, where they are few."""
    found = cells(checked, tree)
    return listed(checked.board.cells[place].name for place in found) if found and len(found) <= MOST_NAMED else None


def in_order(checked: CheckedGame, tree: t.Expr) -> str | None:
    """`sorted(S)` and `descending(S)` by the names of the cells, where these are few or follow one another on a track."""
    if not isinstance(tree, t.Call) or tree.name not in ("sorted", "descending") or len(tree.args) != 1:
        return None
    found = cells(checked, tree.args[0])
    if not found or len(found) < 2:
        return None
    names = [checked.board.cells[place].name for place in found]
    if tree.name == "descending":
        names.reverse()
    if len(names) <= MOST_NAMED:
        return f"{listed(names)}, in this order"
    on_a_track = checked.board.basis == "track" and len(names) == len(checked.board.cells)
    return f"{names[0]}, {names[1]} and so on to {names[-1]}" if on_a_track else None


def _whole(board: Board, lines: tuple[int, ...], found: tuple[int, ...]) -> list[int]:
    """The rows, or columns, of which a set is made; none where it has a part of one."""
    numbers = sorted({lines[place] for place in found})
    of_them = sum(1 for place in range(len(board.cells)) if lines[place] in numbers)
    return numbers if of_them == len(found) else []
