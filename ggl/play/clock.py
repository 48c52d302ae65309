"""Thinking time: how much each player has, and a watch for the player to move.

`Timing.read` takes a text such as `5m`, `90s`, `1h30m` or `5m+3s`, with the increment for each own turn after `+`. Raises
`ClockError`. All times are in whole milliseconds.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from ggl.diagnostics.escape import escape
from ggl.play.errors import GglError

_LENGTH = re.compile(r"(?:([0-9]{1,4})h)?(?:([0-9]{1,5})m)?(?:([0-9]{1,6}(?:\.[0-9]{1,3})?)s)?")
_MOST = 100 * 3600 * 1000


class ClockError(GglError):
    """A text that is not a thinking time."""


@dataclass(frozen=True)
class Timing:
    """Each player has `base` for the play, and `increment` more after each turn; with `fall`, a player whose time runs out
    loses."""

    base: int
    increment: int = 0
    fall: bool = False

    @classmethod
    def read(cls, text: str, *, fall: bool = False) -> Timing:
        base, plus, more = text.strip().lower().partition("+")
        times = [_milliseconds(base), _milliseconds(more) if plus else 0]
        if None in times or not times[0]:
            raise ClockError(f"`{escape(text[:40])}` is not a time to think; write `5m`, `90s`, or `5m+3s` to add 3 s a turn")
        if max(time or 0 for time in times) > _MOST:
            raise ClockError(f"`{escape(text[:40])}` is too long; a clock goes up to 100 hours")
        return cls(times[0] or 0, times[1] or 0, fall)

    def __str__(self) -> str:
        return _length(self.base) + (f"+{_length(self.increment)}" if self.increment else "")


class Watch:
    """The thinking time of the player to move. It runs from `start` to `stop`; `take` returns the time and resets it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since: float | None = None
        self._before = 0

    @property
    def elapsed(self) -> int:
        return self._before + (0 if self._since is None else round((self._now() - self._since) * 1000))

    @property
    def runs(self) -> bool:
        return self._since is not None

    def start(self) -> None:
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        self._before, self._since = self.elapsed, None

    def take(self) -> int:
        elapsed = self.elapsed
        self.reset()
        return elapsed

    def reset(self, elapsed: int = 0) -> None:
        self._before, self._since = elapsed, None


def clock_text(milliseconds: int) -> str:
    """A time as clocks show it: `4:59`, `1:00:05`; with a minus when it has run out, and tenths near the end."""
    sign = "-" if milliseconds < 0 else ""
    whole = abs(milliseconds)
    if 0 <= milliseconds < 10_000:
        return f"0:{whole // 1000:02}.{whole % 1000 // 100}"
    minutes, seconds = divmod((whole + (999 if milliseconds > 0 else 0)) // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{seconds:02}" if hours else f"{sign}{minutes}:{seconds:02}"


def _milliseconds(text: str) -> int | None:
    found = _LENGTH.fullmatch(text.strip())
    if found is None or not any(found.groups()):
        return None
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return round((hours * 3600 + minutes * 60 + seconds) * 1000)


def _length(milliseconds: int) -> str:
    hours, rest = divmod(milliseconds, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    seconds = f"{rest / 1000:g}s" if rest else ""
    return f"{f'{hours}h' if hours else ''}{f'{minutes}m' if minutes else ''}{seconds}"
