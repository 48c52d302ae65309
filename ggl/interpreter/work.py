"""Counts the work for a position, so that no rules can keep a machine busy without end.

The vectors of a position share a meter, so that positions that several threads work on do not count together.

It counts what can multiply: members of loops, calls of definitions, sites reached by connection, entries copied. Work that a
form does once is bounded by the length of its file.
"""

from __future__ import annotations

from ggl.engine.protocol import WORK_LIMIT, WorkLimitError

COPIED = 16
"""Entries of a position that are copied in one step of work."""


class WorkMeter:
    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left = WORK_LIMIT

    def spend(self, steps: int) -> None:
        self._left = left = self._left - steps
        if left < 0:
            raise WorkLimitError.of_work()
