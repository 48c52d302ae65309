"""Threatened ends: with which turns the next side would win if the side to move did nothing.

Takes a state. That nothing is done is no pass and asks for no end, so a rule about passes or repetition does not interfere.
Searches `MOST` steps at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ggl.engine.protocol import chooses_sides
from ggl.play.game import State
from ggl.play.move import Move
from ggl.play.turns import ends_turn

MOST = 2000


@dataclass(frozen=True)
class Threats:
    """The turns, each as its steps, with which a side would win."""

    side: str
    turns: tuple[tuple[Move, ...], ...]


def threats(state: State, most: int = MOST) -> Threats | None:
    """None where the play is over, or a roll comes before the next side's move."""
    if state.is_over or state.is_chance:
        return None
    skipped = State(state.game, state.game.interpreter.skipped(state.position))
    if skipped.is_over or skipped.is_chance:
        return None
    return Threats(skipped.mover, tuple(_winning(skipped, skipped.mover, iter(range(most)))))


def _winning(state: State, side: str, room: Iterator[int]) -> Iterator[tuple[Move, ...]]:
    """The ways to complete the turn after which a side has won, within the search limit."""
    for move in state.legal_moves():
        if chooses_sides(move.schema):
            continue
        if next(room, None) is None:
            return
        after = state.after(move)
        if after.is_over:
            if side in after.winners:
                yield (move,)
        elif not after.is_chance and not ends_turn(move, after):
            yield from ((move, *rest) for rest in _winning(after, side, room))
