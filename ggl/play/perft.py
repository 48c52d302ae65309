"""Perft: the number of ways to play a number of turns. Turns of several steps count once, as chess engines count moves.

Rolls belong to the turn that they begin: each outcome is counted, and none is a turn of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

from ggl.engine.layout import Layout
from ggl.engine.protocol import ROLL, Engine, Position, Step

Turn = tuple[tuple[Step, ...], Position]
"""The steps of a turn, and the position after them."""


def turns(engine: Engine, position: Position) -> Iterator[Turn]:
    """All whole turns from a position, in the order of their steps; or the ways to go on with the turn that has begun."""
    waiting: list[Turn] = [((), position)]
    while waiting:
        so_far, at = waiting.pop()
        later: list[Turn] = []
        for step in engine.steps(at):
            turn = ((*so_far, step), engine.play(at, step))
            if goes_on(engine.layout, step, turn[1]):
                later.append(turn)
            else:
                yield turn
        waiting += reversed(later)


def leaves(engine: Engine, position: Position, depth: int) -> Iterator[None]:
    """One item for each leaf, so that counting can be left early."""
    waiting = [(position, depth)]
    while waiting:
        at, left = waiting.pop()
        for _, after in turns(engine, at):
            if left > 1:
                waiting.append((after, left - 1))
            else:
                yield None


def perft(engine: Engine, position: Position, depth: int) -> int:
    """Leaf turns at the depth; a play that ends earlier has none there."""
    if depth < 0:
        raise ValueError(f"a perft has a depth of 0 or more, not {depth}")
    return sum(1 for _ in leaves(engine, position, depth)) if depth else 1


def goes_on(layout: Layout, step: Step, after: Position) -> bool:
    """Whether a turn has steps to come after a step: after a roll, all of them, if the play goes on."""
    return in_turn(layout, after) or (is_roll(layout, step) and not after.vector[layout.at("over")])


def is_roll(layout: Layout, step: Step) -> bool:
    """Whether a step is a roll; where nothing is rolled, a move may be called so."""
    return step.schema == ROLL and layout.has("chance")


def in_turn(layout: Layout, position: Position) -> bool:
    """Whether a turn has begun and has steps to come."""
    vector = position.vector
    if layout.has("pending"):
        slot = layout.slots["pending"]
        if vector[slot.start] != slot.field.start:
            return True
    return layout.has("steps") and vector[layout.at("steps")] > 0
