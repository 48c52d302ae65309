"""Queries on the trees of a whole definition, before anything is typed."""

from __future__ import annotations

from collections.abc import Iterator

from ggl.model.definition import Definition
from ggl.syntax import tree as t


def effects_in(definition: Definition) -> Iterator[t.Tree]:
    """The trees of all effects, with their parts."""
    roots: list[t.Tree | None] = [move.do for move in definition.moves.values()]
    roots += [routine.body for routine in definition.routines.values()]
    roots += [definition.turn.begin, definition.turn.finish, definition.setup]
    roots += [part.resolve for part in definition.turn.at_once]
    return inside([root for root in roots if root is not None])


def names_before_the_rules(definition: Definition) -> set[str]:
    """Names in places that are read first: the board's shape, supplies and faces, and the condition of the pie rule."""
    board = definition.board
    roots: list[t.Tree | None] = [board.shape, board.without, definition.turn.pie_if]
    for piece in definition.pieces.values():
        roots += [piece.supply, piece.faces]
    return {tree.name for tree in inside([root for root in roots if root is not None]) if isinstance(tree, t.Name)}


def inside(waiting: list[t.Tree]) -> Iterator[t.Tree]:
    """These trees and all below them."""
    while waiting:
        tree = waiting.pop()
        yield tree
        waiting.extend(t.children(tree))
