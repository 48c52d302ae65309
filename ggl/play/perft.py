"""Perft: the number of ways to play a number of turns. Turns of several steps count once, as chess engines count moves.

Rolls belong to the turn that they begin: each outcome is counted, and none is a turn of its own.
"""

from __future__ import annotations

from ggl.engine.layout import Layout
from ggl.engine.protocol import ROLL, Engine, Position, Step


def perft(engine: Engine, position: Position, depth: int) -> int:
    """Leaf turns at the depth; a play that ends earlier has none there."""
    if depth < 0:
        raise ValueError(f"a perft has a depth of 0 or more, not {depth}")
    if depth == 0:
        return 1
    count = 0
    for step in engine.steps(position):
        after = engine.play(position, step)
        if goes_on(engine.layout, step, after):
            count += perft(engine, after, depth)
        elif depth == 1:
            count += 1
        else:
            count += perft(engine, after, depth - 1)
    return count


def goes_on(layout: Layout, step: Step, after: Position) -> bool:
    """Whether a turn has steps to come after a step: after a roll, all of them."""
    return is_roll(layout, step) or in_turn(layout, after)


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
