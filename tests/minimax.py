"""Every play looked at, by the facade alone: what search is compared with."""

from __future__ import annotations

from functools import cache

import ggl


def minimax(state: ggl.State) -> float:
    """What the seat to move gets if everybody plays best: 1, a half or 0; the mean at rolls."""
    return _value(state, state.seat)


@cache
def _value(state: ggl.State, seat: str) -> float:
    if state.result is not None:
        return 0.5 if state.result.seat is None else float(state.result.seat == seat)
    after = [_value(state.after(move), seat) for move in state.legal_moves()]
    if state.is_chance:
        return sum(after) / len(after)
    return max(after) if state.seat == seat else min(after)
