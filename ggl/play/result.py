"""How plays end: the result of one, the scores and rewards of a position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from ggl.engine.outcomes import LOST_ALONE
from ggl.play.frozen import Frozen
from ggl.play.rules import Rules
from ggl.play.values import end_text


@dataclass(frozen=True, repr=False)
class Result:
    """How a play ended: the winner by side and by seat, the reason in words, the scores by side.

    `winners` and `seats` are all who won: nobody after a draw. Where several won together, `winner` and `seat` are None. `loser`
    is the player of a game for one who has not won; otherwise None.
    """

    winner: str | None
    seat: str | None
    reason: str
    scores: Mapping[str, int | Fraction] | None
    winners: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    loser: str | None = None

    def __post_init__(self) -> None:
        name_all_winners(self)
        if self.scores is not None:
            object.__setattr__(self, "scores", Frozen(self.scores))

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        return end_text(self.winners, self.reason, self.scores, self.loser)


def name_all_winners(ending: Any) -> None:
    """Sets `winners` and `seats` of a frozen ending from its `winner` and `seat`, unless several sides won."""
    if len(ending.winners) < 2:
        object.__setattr__(ending, "winners", () if ending.winner is None else (ending.winner,))
        object.__setattr__(ending, "seats", () if ending.seat is None else (ending.seat,))


def who_lost_alone(sides: Sequence[str], winners: Sequence[str]) -> str | None:
    """The player of a game for one, if the rules ended it without a win: there is no draw with nobody."""
    return sides[0] if len(sides) == 1 and not winners else None


def places_of(sides: Sequence[str], winners: Sequence[str], ranking: Sequence[tuple[int, ...]]) -> Mapping[str, int]:
    """The place of each side, from 1: winners are first, the others follow by their ranking.

    Equal sides share a place, and the following places stay empty. After a draw all are first.
    """
    if not winners:
        return Frozen(dict.fromkeys(sides, 1))
    worth = {side: (side in winners, () if side in winners else ranking[number]) for number, side in enumerate(sides)}
    return Frozen({side: 1 + sum(other > worth[side] for other in worth.values()) for side in sides})


def winning_seats(game: Rules, vector: Sequence[int]) -> int:
    """The seats that have won, as bits; 0 during play and after a draw, `LOST_ALONE` where the only player has lost."""
    if not vector[game.places["over"]]:
        return 0
    count, seats = len(game.players), vector[game.places["seat"] :]
    if game.layout.has("winners"):
        at = game.places["winners"]
        winners = [side for side in range(count) if vector[at + side]]
    else:
        winner = vector[game.places["winner"]]
        winners = [winner] if winner < count else []
    if count == 1 and not winners:
        return LOST_ALONE
    return sum(1 << seats[side] for side in winners)


def rewards_of(game: Rules, vector: Sequence[int]) -> tuple[float, ...]:
    """By seat: 1 for winners, -1 for the others; 0 during play and after a draw. A game for one that is not won is lost."""
    return rewards_from(winning_seats(game, vector), len(game.players))


@lru_cache(256)
def rewards_from(seats: int, count: int) -> tuple[float, ...]:
    """The rewards of `count` seats when the seats in the bits of `seats` win. A win of all is worth a draw."""
    if not seats or (count > 1 and seats == (1 << count) - 1):
        return (0.0,) * count
    return tuple(1.0 if seats >> seat & 1 else -1.0 for seat in range(count))


def scores_of(game: Rules, codes: Sequence[int]) -> Mapping[str, int | Fraction]:
    """The score of each side, from the codes of an engine."""
    scores: dict[str, int | Fraction] = {}
    for side, code in zip(game.players, codes, strict=True):
        number = Fraction(code, game.score_scale)
        scores[side] = int(number) if number.denominator == 1 else number
    return Frozen(scores)
