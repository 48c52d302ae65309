"""Limits and memories made small, so that made games come to their bounds: legal steps, rows, lists, and the positions kept.

Nothing that was emitted with these limits may be kept for others.
"""

from __future__ import annotations

import sys
from typing import Any

from ggl.checker import cost, subsets  # noqa: F401
from ggl.checker.calls import lists  # noqa: F401
from ggl.compiler.lower import fans, game, move_sampling, movegen  # noqa: F401
from ggl.compiler.memory import MOST_ROWS
from ggl.compiler.runtime.engine import Compiled, MemoryRoom
from ggl.engine.protocol import STEPS_LIMIT
from ggl.interpreter import Interpreter  # noqa: F401

STEPS, ROWS = 24, 24 + 16
"""Legal steps, and rows of these and of what else stands among them, where a game has few moves."""


def install() -> None:
    """From here on this process has these limits. The checker refuses rolls with more outcomes, so these have room, as ever."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("ggl."):
            for limit, before, small in (("STEPS_LIMIT", STEPS_LIMIT, STEPS), ("MOST_ROWS", MOST_ROWS, ROWS)):
                if getattr(module, limit, None) == before:
                    setattr(module, limit, small)
    fans._UNBOUNDED = 1
    begin = Compiled.__init__

    def begin_small(self: Compiled, *args: Any, **settings: Any) -> None:
        begin(self, *args, **settings)
        self.room = MemoryRoom(64, 2 if self.emitted.keys else 0, 4, 3)

    Compiled.__init__ = begin_small  # type: ignore[method-assign]
