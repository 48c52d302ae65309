"""The results of many random games, as arrays that make each `Result` on demand: rows of `ggl.engine.rows`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import index
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from ggl.engine.protocol import Position
from ggl.engine.rows import OUTCOME, REASON, STEPS, WINNER, result_columns
from ggl.markup import html_table
from ggl.play.errors import ArgumentError, shown
from ggl.play.fast import Race, plays_in_sequence
from ggl.play.result import Result, scores_of, who_lost_alone
from ggl.play.rules import Rules
from ggl.play.values import SEATS
from ggl.statistics import Interval, mean_of, wilson

Rows = npt.NDArray[Any]
"""Rows as an engine made them, of numbers with 32 or 64 bits."""

SCORES = OUTCOME


class Playouts(Sequence[Result]):
    """Results of random games in the order of their numbers, with their columns as numpy arrays and their statistics.

    A slice is also a `Playouts`; `+` joins two of one game. Equal to another, or to a list, with the same results.
    """

    def __init__(self, game: Rules, rows: Rows) -> None:
        self.game = game
        self._rows = rows

    # ---- columns

    @property
    def steps(self) -> npt.NDArray[np.int64]:
        """Of shape (n,): the steps that each game took."""
        return self._column(STEPS)

    @cached_property
    def winners(self) -> npt.NDArray[np.int64]:
        """Of shape (n,): who won, as a place in `game.players` from 0; -1 where nobody won, or several together."""
        column = self._column(WINNER)
        return np.where(column < self._players, column, -1)

    @cached_property
    def won(self) -> npt.NDArray[np.bool_]:
        """Of shape (n, players): whether each side won, alone or with others."""
        sides = np.arange(self._players)
        alone: npt.NDArray[np.bool_] = self.winners[:, None] == sides
        if not self._is_shared:
            return alone
        together: npt.NDArray[np.bool_] = self._rows[:, SCORES + self._players, None] >> sides & 1 == 1
        return alone | together

    @property
    def reasons(self) -> npt.NDArray[np.int64]:
        """Of shape (n,): the number of the reason, for `game.reason`, from 0; -1 for a game that was broken off."""
        return self._column(REASON) - 1

    @cached_property
    def scores(self) -> npt.NDArray[np.float64] | None:
        """Of shape (n, players): each side's score; None in a game without scores. A broken-off game has those it had then."""
        if not self._has_scores:
            return None
        return self._rows[:, SCORES : SCORES + self._players] / self.game.score_scale

    # ---- what they come to

    @cached_property
    def wins(self) -> dict[str, Interval]:
        """The share of games that each side won, alone or with others."""
        return {side: wilson(int(self.won[:, n].sum()), len(self)) for n, side in enumerate(self.game.players)}

    @cached_property
    def draws(self) -> Interval:
        """The share of games that nobody won, those that were broken off among them."""
        return wilson(int((~self.won.any(axis=1)).sum()), len(self))

    @cached_property
    def broken_off(self) -> int:
        """The number of games that were broken off."""
        return int((self._rows[:, REASON] == 0).sum())

    @cached_property
    def mean_steps(self) -> Interval:
        return _mean(self.steps)

    @cached_property
    def mean_scores(self) -> dict[str, Interval]:
        """The mean score of each side; empty in a game without scores."""
        scores = self.scores
        return {} if scores is None else {side: _mean(scores[:, n]) for n, side in enumerate(self.game.players)}

    @cached_property
    def ends(self) -> dict[str, int]:
        """The number of games for each reason, in words, the most frequent first."""
        rows, counts = np.unique(self._rows[:, [REASON, WINNER]], axis=0, return_counts=True)
        found: Counter[str] = Counter()
        for (reason, winner), count in zip(rows.tolist(), counts.tolist(), strict=True):
            side = self.game.players[winner] if winner < self._players else None
            found[self.game.reason(reason - 1, side)] += count
        return dict(found.most_common())

    def _repr_html_(self) -> str:
        """The statistics in a notebook."""
        shares = {**{f"{side} wins": each for side, each in self.wins.items()}, self._undecided: self.draws} if len(self) else {}
        rows = [(name, f"{each.value:.1%}", f"{each.low:.1%} to {each.high:.1%}") for name, each in shares.items()]
        return html_table(("", "share", "95 % interval"), rows, f"{self.game.name}: {len(self):,} random games")

    def __repr__(self) -> str:
        if not len(self):
            return f"<no playouts of {self.game.name}>"
        shares = [f"{side} {share.value:.1%}" for side, share in self.wins.items()]
        if self.draws.value:
            shares.append(f"{self._undecided} {self.draws.value:.1%}")
        count = "1 playout" if len(self) == 1 else f"{len(self):,} playouts"
        return f"<{count} of {self.game.name}: {', '.join(shares)}; {self.mean_steps.value:.1f} steps>"

    # ---- a sequence

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, at: int) -> Result: ...
    @overload
    def __getitem__(self, at: slice) -> Playouts: ...
    def __getitem__(self, at: int | slice) -> Result | Playouts:
        try:
            if isinstance(at, slice):
                return Playouts(self.game, self._rows[at])
            row = self._rows[index(at)]
        except TypeError:
            raise ArgumentError(f"the place of a game is a whole number or a slice of them, not {shown(at)}") from None
        return self._result(tuple(row.tolist()))

    def __iter__(self) -> Iterator[Result]:
        return map(self._result, map(tuple, self._rows.tolist()))

    def __add__(self, other: object) -> Playouts:
        if not isinstance(other, Playouts):
            return NotImplemented
        if other.game != self.game:
            raise ArgumentError(f"playouts of {other.game!r} cannot be joined to those of {self.game!r}")
        return Playouts(self.game, np.concatenate([self._rows, other._rows]))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Playouts):
            return bool(self.game == other.game and np.array_equal(self._rows, other._rows))
        return list(self) == other if isinstance(other, list) else False

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, "_rows": self._rows}

    # ---- rows

    def _column(self, number: int) -> npt.NDArray[np.int64]:
        return self._rows[:, number].astype(np.int64)

    @property
    def _players(self) -> int:
        return len(self.game.players)

    @property
    def _undecided(self) -> str:
        """What to call games that nobody won: whoever plays alone has lost them."""
        return "draws" if self._players > 1 else "lost"

    @property
    def _is_shared(self) -> bool:
        return bool(self._rows.shape[1] > SCORES + self._players)

    @property
    def _has_scores(self) -> bool:
        core = self.game.checked.core
        return core.match is not None or core.score is not None

    @cached_property
    def _known(self) -> dict[tuple[int, ...], Result]:
        return {}

    def _result(self, row: tuple[int, ...]) -> Result:
        key = row if row[REASON] == 0 else (0, *row[1:])  # only a game that was broken off reports its number of steps
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._made(key)
        return found

    def _made(self, row: tuple[int, ...]) -> Result:
        steps, winner, seat, reason, *codes = row
        several = codes[self._players :]
        scores = scores_of(self.game, codes[: self._players]) if self._has_scores else None
        if not reason:
            return Result(None, None, f"broken off after {steps} steps", scores)
        if several and several[0].bit_count() > 1:
            sides, seats = (
                tuple(name for n, name in enumerate(names) if bits >> n & 1)
                for names, bits in zip((self.game.players, SEATS), several, strict=True)
            )
            return Result(None, None, self.game.reason(reason - 1, None), scores, sides, seats)
        if winner >= self._players:
            alone = who_lost_alone(self.game.players, ())
            return Result(None, None, self.game.reason(reason - 1, None), scores, loser=alone)
        side = self.game.players[winner]
        return Result(side, SEATS[seat], self.game.reason(reason - 1, side), scores)


def play_out(game: Rules, n: int, seed: int, most_steps: int, workers: int, begin: Position | None = None) -> Playouts:
    """Random games 0 to n - 1 of a seed, from the beginning or a position; in the interpreter until the compiled engine pays."""
    first: list[list[int]] = []
    if game.fast.wanted != "compiled":
        race = Race(game.fast, "playouts" if begin is None else "rollouts")
        many = 0 if race.is_lost(0) else n
        for number, position, steps in plays_in_sequence(game.engine, many, seed, most_steps, begin=begin, is_late=race.is_late):
            first.append(_row(game, position, len(steps)))
            if race.is_lost((number + 1) / n):
                break
    columns = result_columns(game.checked.core, game.layout)
    rows = np.array(first, dtype=np.int64).reshape(len(first), columns)
    if len(first) < n:
        engine, left = game.fast.required(), n - len(first)
        rest = engine.playouts(left, seed, most_steps, first=len(first), workers=workers, begin=begin)
        rows = np.concatenate([rows, rest]) if first else rest
    return Playouts(game, rows)


def _row(game: Rules, position: Position, steps: int) -> list[int]:
    """The row of a game that an engine has played step by step."""
    layout, vector, players = game.layout, position.vector, len(game.players)
    winner, seats = vector[layout.at("winner")], [vector[layout.at("seat", side)] for side in range(players)]
    scores = game.engine.scores(position) or (0,) * players
    row = [steps, winner, seats[winner] if winner < players else 0, vector[layout.at("over")], *scores]
    if layout.has("winners"):
        sides = [side for side in range(players) if vector[layout.at("winners", side)]]
        row += [sum(1 << side for side in sides), sum(1 << seats[side] for side in sides)]
    return row[: result_columns(game.checked.core, layout)]


def _mean(values: npt.NDArray[Any]) -> Interval:
    if len(values) < 2:
        return mean_of(len(values), float(values[0]) if len(values) else 0.0, 0.0)
    return mean_of(len(values), float(values.mean()), float(values.std(ddof=1)))
