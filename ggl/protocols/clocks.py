"""The clocks of a play by GTP: main time, then periods of some seconds for some moves.

Takes time settings and the duration of each turn; gives the seconds for a turn, or None without a time setting.
"""

from __future__ import annotations

from dataclasses import dataclass

from ggl.protocols.thinking import share_of_clock


@dataclass(frozen=True)
class Clock:
    """Seconds left for a side, and for how many moves; without a number of moves, for the rest of the play."""

    left: float
    moves: int = 0

    def share(self) -> float:
        return max(self.left / self.moves * 0.9, 0.001) if self.moves else share_of_clock(self.left, 0.0)

    def after(self, seconds: float, extra: Clock | None) -> Clock:
        """The clock after a move; `extra` is what follows when its moves are made, or its time is up."""
        left = max(self.left - seconds, 0.0)
        if extra is not None and (self.moves == 1 or (not self.moves and not left)):
            return extra
        return Clock(left, max(self.moves - 1, 0))


class Clocks:
    def __init__(self) -> None:
        self._main: Clock | None = None
        self._extra: Clock | None = None
        self._clocks: dict[str, Clock] = {}

    def set(self, main: float, extra: float, moves: int) -> None:
        """The time of every play from now on. Seconds for no moves are GTP's way to say that there is no limit."""
        self._extra = Clock(extra, moves) if moves else None
        self._main = None if extra and not moves else Clock(main) if main or self._extra is None else self._extra
        self.begin()

    def begin(self) -> None:
        """The next play begins: all clocks are as they were set."""
        self._clocks.clear()

    def tell(self, side: str, clock: Clock) -> None:
        self._clocks[side] = clock

    def share(self, side: str) -> float | None:
        """Seconds for the next turn of a side."""
        clock = self._clocks.get(side, self._main)
        return None if clock is None else clock.share()

    def took(self, side: str, seconds: float) -> None:
        clock = self._clocks.get(side, self._main)
        if clock is not None:
            self._clocks[side] = clock.after(seconds, self._extra)
