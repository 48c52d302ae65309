"""How plays end: the result of one, the scores and rewards of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ggl.play.frozen import Frozen
from ggl.play.rules import Rules
from ggl.play.values import end_text


@dataclass(frozen=True, repr=False)
class Result:
    """How a play ended: the winner by side and by seat, the reason in words, the scores by side.

    `winners` and `seats` are all who won: nobody after a draw. Where several won together, `winner` and `seat` are None.
    """

    winner: str | None
    seat: str | None
    reason: str
    scores: Mapping[str, int | Fraction] | None
    winners: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        name_all_winners(self)
        if self.scores is not None:
            object.__setattr__(self, "scores", Frozen(self.scores))

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return end_text(self.winners, self.reason, self.scores)


def name_all_winners(ending: Any) -> None:
    """Sets `winners` and `seats` of a frozen ending from its `winner` and `seat`, unless several sides won."""
    if len(ending.winners) < 2:
        object.__setattr__(ending, "winners", () if ending.winner is None else (ending.winner,))
        object.__setattr__(ending, "seats", () if ending.seat is None else (ending.seat,))


def places_of(sides: Sequence[str], winners: Sequence[str], ranking: Sequence[tuple[int, ...]]) -> Mapping[str, int]:
    """The place of each side, from 1: winners are first, the others follow by their ranking.

    Equal sides share a place, and the following places stay empty. After a draw all are first.
    """
    if not winners:
        return Frozen(dict.fromkeys(sides, 1))
    worth = {side: (side in winners, () if side in winners else ranking[number]) for number, side in enumerate(sides)}
    return Frozen({side: 1 + sum(other > worth[side] for other in worth.values()) for side in sides})


def rewards_of(game: Rules, vector: Sequence[int]) -> tuple[float, ...]:
    """By seat: 1 for winners, -1 for the others; 0 during play and after a draw."""
    count = len(game.players)
    won = [0] * count
    if vector[game.places["over"]]:
        seats = vector[game.places["seat"] :]
        winner = vector[game.places["winner"]]
        winners = [winner] if winner < count else []
        if game.layout.has("winners"):
            at = game.places["winners"]
            winners = [side for side in range(count) if vector[at + side]]
        for side in winners:
            won[seats[side]] = 1
    if not any(won):
        return (0.0,) * count
    return tuple(1.0 if one else -1.0 for one in won)


def scores_of(game: Rules, codes: Sequence[int]) -> Mapping[str, int | Fraction]:
    """The score of each side, from the codes of an engine."""
    scores: dict[str, int | Fraction] = {}
    for side, code in zip(game.players, codes, strict=True):
        number = Fraction(code, game.score_scale)
        scores[side] = int(number) if number.denominator == 1 else number
    return Frozen(scores)
