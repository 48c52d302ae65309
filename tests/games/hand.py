"""Positions made by hand, and what is looked at in them."""

from __future__ import annotations

from functools import cache

import ggl


@cache
def load(name: str, **options: object) -> ggl.Game:
    return ggl.load(name, **options)


def pieces(kind: str, **cells: str) -> str:
    """Effects that put a kind of piece on cells, given by side: `pieces("stone", Black="a1 b1", White="c1")`."""
    return "\n".join(f"put {side} {kind} on {{{', '.join(names.split())}}}" for side, names in cells.items() if names)


def texts(state: ggl.State) -> set[str]:
    return {str(move) for move in state.legal_moves()}


def of(state: ggl.State, schema: str) -> set[str]:
    """The legal moves of one schema."""
    return {str(move) for move in state.legal_moves() if move.schema == schema}


def standing(state: ggl.State, what: str) -> set[str]:
    """The cells on which nothing but `what` stands."""
    return {cell.name for cell in state.game.board.cells if state.piece_at(cell.name) == what}


def after(state: ggl.State, *moves: str) -> ggl.State:
    for move in moves:
        state = state.play(move)
    return state
