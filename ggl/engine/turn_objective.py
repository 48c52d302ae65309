"""The objectives of whole turns, `least:` and `most:`, and the bound that no turn can improve."""

from __future__ import annotations

from ggl.core import forms as f
from ggl.core.types import ListOf, Num


def best_possible(turn: f.Turn) -> int | tuple[int, ...] | None:
    """A bound that no whole turn can beat, by its type: when a turn reaches it, the search can stop. None if there is none, or
    if the length of a list is not known statically."""
    wish = turn.preferred
    if wish is None:
        return None
    if isinstance(wish.type, Num):
        return _end(wish.type, turn.prefer)
    if isinstance(wish, f.ListOp) and wish.op == "literal" and isinstance(wish.type, ListOf) and isinstance(wish.type.of, Num):
        return (_end(wish.type.of, turn.prefer),) * len(wish.args)
    return None


def _end(numbers: Num, prefer: str) -> int:
    return numbers.lo if prefer == "least" else numbers.hi
