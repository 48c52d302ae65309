"""The bounds that a `go` of UGI puts on thinking.

Takes its words, and which player is to move; gives a `Bounds`. Unknown words are ignored, as in chess's UCI, and are named.
Raises `BoundsError` for an invalid number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ggl.agents.protocol import Budget
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.protocols.thinking import share_of_clock

TAKEN = "movetime, nodes, depth, infinite, p1time, p1inc .."

_CLOCKS = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}
_CLOCK = re.compile(r"p[1-9](time|inc)")
_AT_LEAST = {"movetime": 1, "nodes": 1, "depth": 1, "movestogo": 0}


class BoundsError(GglError):
    """A bound that is not a number."""


@dataclass(frozen=True)
class Bounds:
    """A budget, a depth, or until `stop`; `left_out` are the words that were not understood."""

    budget: Budget
    depth: int | None
    endless: bool
    left_out: tuple[str, ...]


def read_bounds(words: Sequence[str], player: int) -> Bounds:
    said: dict[str, int] = {}
    endless = False
    left_out: list[str] = []
    rest = iter(words)
    for word in rest:
        name = _CLOCKS.get(word, word)
        if name == "infinite":
            endless = True
        elif name in _AT_LEAST or _CLOCK.fullmatch(name):
            number = next(rest, "")
            if re.fullmatch(r"-?[0-9]{1,15}", number) is None:
                raise BoundsError(f"`{name}` must be a whole number, not `{escape(number[:60])}`")
            said[name] = max(int(number), _AT_LEAST.get(name, 0))
        else:
            left_out.append(word)
    seconds = said["movetime"] / 1000 if "movetime" in said else None
    if seconds is None and f"p{player}time" in said:
        seconds = share_of_clock(said[f"p{player}time"] / 1000, said.get(f"p{player}inc", 0) / 1000)
    return Bounds(Budget(said.get("nodes"), seconds), said.get("depth"), endless, tuple(left_out))
