"""Statistics of plays, accumulated during play: `SiteTally` takes steps, and gives a `Sample`; samples add up to larger.

Rows are plays. A step comes with the vectors before and after it, the number of legal steps, and whether it was a roll, which
nobody chose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ggl.analysis.columns import Bools, Columns, Hashes, Ints

Floats = npt.NDArray[np.float64]

MOST_HASHED = 3_000_000
"""Positions that are remembered to tell how many differ; past that the later half of the plays is left out of this count."""


@dataclass(frozen=True)
class Sample:
    """A row for each play, but for the sums over all of them: `changed` and `occupied`, by site, over `positions`.

    `branching` is the mean number of legal steps over the choices of a play, `forced` the share of choices with a single one,
    `ways` the decimal logarithm of the product of the numbers of legal steps, rolls included. `winner` (a side) and `seat` are -1
    where not one alone won; `sides` and `seats` are all that won, `(plays, players)`.
    `reason` is -1 where the play was broken off. `seen` are the hashes of positions, once for each play, and
    `seen_plays` the number of plays that were looked at for them.
    """

    turns: Ints
    choices: Ints
    branching: Floats
    forced: Floats
    ways: Floats
    used: Floats
    winner: Ints
    seat: Ints
    sides: Bools
    seats: Bools
    reason: Ints
    changed: Floats
    occupied: Floats
    positions: int
    seen: Hashes
    seen_plays: int

    def __len__(self) -> int:
        return len(self.turns)

    def forgotten(self) -> Sample:
        """The sample without its positions."""
        return replace(self, seen=self.seen[:0], seen_plays=0)

    @staticmethod
    def of(parts: Sequence[Sample]) -> Sample:
        """All of them as one."""
        rows = ("turns", "choices", "branching", "forced", "ways", "used", "winner", "seat", "sides", "seats", "reason", "seen")
        whole: dict[str, Any] = {name: np.concatenate([getattr(part, name) for part in parts]) for name in rows}
        for name in ("changed", "occupied", "positions", "seen_plays"):
            whole[name] = sum(getattr(part, name) for part in parts)
        return Sample(**whole)


class SiteTally:
    def __init__(self, columns: Columns, start: Ints) -> None:
        """`start` are the vectors with which the plays begin."""
        self._columns = columns
        rows, sites = len(start), len(columns.sites)
        self.steps = np.zeros(rows, dtype=np.int64)
        self._turns = np.zeros(rows, dtype=np.int64)
        self._choices = np.zeros(rows, dtype=np.int64)
        self._legal = np.zeros(rows, dtype=np.int64)
        self._forced = np.zeros(rows, dtype=np.int64)
        self._ways = np.zeros(rows)
        self._used = np.zeros((rows, sites), dtype=np.bool_)
        self._changed = np.zeros(sites)
        self._occupied = columns.occupied(start).sum(axis=0).astype(np.float64)
        self._positions = rows
        self._hashes: list[tuple[Ints, Hashes]] = [(np.arange(rows), columns.hashes(start))]
        self._hashed = self._looked_at = rows

    def step(self, rows: Ints, before: Ints, after: Ints, legal: Ints, chance: Bools) -> None:
        """One step in each of some rows."""
        columns = self._columns
        chosen = rows[~chance]
        self.steps[rows] += 1
        self._choices[chosen] += 1
        self._legal[chosen] += legal[~chance]
        self._forced[chosen] += legal[~chance] == 1
        self._ways[rows] += np.log10(np.maximum(legal, 1))
        self._turns[rows] += columns.new_turn(before, after)
        # The set-up of the next play of a match is not a change on the board.
        changed = columns.changed(before, after) & columns.same_play(before, after)[:, None]
        self._used[rows] |= changed
        self._changed += changed.sum(axis=0)
        self._occupied += columns.occupied(after).sum(axis=0)
        self._positions += len(rows)
        self._hash(rows, after)

    def _hash(self, rows: Ints, vectors: Ints) -> None:
        kept = rows < self._looked_at
        self._hashes.append((rows[kept], self._columns.hashes(vectors[kept])))
        self._hashed += int(kept.sum())
        while self._hashed > MOST_HASHED and self._looked_at > 1:
            self._looked_at //= 2
            self._hashes = [(r[r < self._looked_at], h[r < self._looked_at]) for r, h in self._hashes]
            self._hashed = sum(len(r) for r, _ in self._hashes)

    def sample(self, last: Ints) -> Sample:
        """The sample of the plays; `last` are the vectors at their ends, or where they were broken off."""
        columns = self._columns
        over = last[:, columns.at["over"]]
        sides = columns.won(last) & (over > 0)[:, None]
        seats = np.zeros_like(sides)
        np.put_along_axis(seats, last[:, columns.seats].astype(np.intp), sides, axis=1)
        side, seat = (np.where(each.sum(axis=1) == 1, each.argmax(axis=1), -1) for each in (sides, seats))
        choices = np.maximum(self._choices, 1)
        pairs = np.concatenate([rows for rows, _ in self._hashes]), np.concatenate([hashes for _, hashes in self._hashes])
        return Sample(
            self._turns, self._choices, self._legal / choices, self._forced / choices, self._ways, self._used.mean(axis=1)
            if self._used.shape[1] else np.zeros(len(last)), side, seat, sides, seats, over - 1,
            self._changed, self._occupied, self._positions,
            _once_a_play(*pairs), self._looked_at,
        )  # fmt: skip


def _once_a_play(rows: Ints, hashes: Hashes) -> Hashes:
    """The hashes, each once for a row."""
    order = np.lexsort((hashes, rows))
    rows, hashes = rows[order], hashes[order]
    first = np.ones(len(rows), dtype=np.bool_)
    first[1:] = (rows[1:] != rows[:-1]) | (hashes[1:] != hashes[:-1])
    return hashes[first]
