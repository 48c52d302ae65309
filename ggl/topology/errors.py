"""The errors of boards: two exceptions, and the budget that one of them guards."""

from __future__ import annotations

CELL_LIMIT = 4096
"""No board has more cells than this."""

LINK_LIMIT = 4 * CELL_LIMIT
"""No free graph is made of more links than this."""

PLACEMENT_LIMIT = 1 << 16
"""The most ways to lay the tiles of a file; it equals the most legal steps of a position."""

LINE_LIMIT = 1 << 21
"""The lines of one length that a board gives hold no more cells than this, all lines together."""


class BadShape(ValueError):  # noqa: N818 - the name says what the problem is
    """The numbers, names or drawing describe no board. The message says what was found and what would do.

    `line` is that of a drawing where it is found, or the number of a tile, counted from 0, if it is one.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class BoardTooLarge(ValueError):  # noqa: N818 - as above
    """A board would be too large: it would have `asked` of `what`, and `limit` is the most."""

    def __init__(self, asked: int, limit: int = CELL_LIMIT, what: str = "cells") -> None:
        number = f"{asked:,}" if asked < 10**15 else "over 10^15"
        super().__init__(f"{number} {what} are too many for a board: at most {limit:,}")
        self.asked = asked
        self.limit = limit
        self.what = what

    def __reduce__(self) -> tuple[type[BoardTooLarge], tuple[int, int, str]]:
        return type(self), (self.asked, self.limit, self.what)


def afford(asked: int, limit: int = CELL_LIMIT, what: str = "cells") -> None:
    """Raise `BoardTooLarge` unless `asked` is within the limit; to be called before anything is allocated."""
    if asked > limit:
        raise BoardTooLarge(asked, limit, what)
