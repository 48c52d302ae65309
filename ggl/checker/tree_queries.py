"""Queries on the trees of a whole definition, before anything is typed."""

from __future__ import annotations

from collections.abc import Iterator

from ggl.model.definition import Definition
from ggl.syntax import tree as t


def effects_in(definition: Definition) -> Iterator[t.Tree]:
    """The trees of all effects, with their parts."""
    turn = definition.turn
    bodies = (one.body for one in definition.routines.values())
    resolved = (part.resolve for part in turn.at_once)
    return t.nodes(
        *(move.do for move in definition.moves.values()), *bodies, turn.begin, turn.finish, definition.setup, *resolved
    )


def names_before_the_rules(definition: Definition) -> set[str]:
    """Names in places that are read first: the board's shape, supplies and faces, and the condition of the pie rule."""
    board = definition.board
    of_pieces = (tree for piece in definition.pieces.values() for tree in (piece.supply, piece.faces))
    trees = t.nodes(board.shape, board.without, definition.turn.pie_if, *of_pieces)
    return {tree.name for tree in trees if isinstance(tree, t.Name)}
