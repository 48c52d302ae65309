"""Records, and their lines of text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from ggl.play.record.in_progress import Clocked, InProgress
from ggl.play.record.search import Search
from ggl.play.result import name_all_winners
from ggl.play.values import end_text
from ggl.version import __version__

if TYPE_CHECKING:
    from ggl.play.game import Game, State

FORMAT = 2
"""Format 1 had moves as they are written in the play, by the file's own notation, where the board has no labels."""


@dataclass(frozen=True)
class Ending:
    """How a play on file ended. `resigned` is the side that gave up, or whose time ran out; the rules then did
    not end the play.

    Nor did they if it was `broken_off`, which happens to plays that seem to have no end.
    """

    winner: str | None
    seat: str | None
    reason: str
    scores: Mapping[str, int | Fraction] | None = None
    resigned: str | None = None
    broken_off: bool = False
    winners: tuple[str, ...] = ()
    """The sides that won, and below their seats; where several did, there is no `winner` and no `seat`."""

    seats: tuple[str, ...] = ()
    loser: str | None = None
    """The player of a game for one who has not won."""

    def __post_init__(self) -> None:
        name_all_winners(self)

    def __str__(self) -> str:
        return end_text(self.winners, self.reason, self.scores, self.loser)


@dataclass(frozen=True)
class Record:
    """One play on file; without an ending it is not over. `turns` are the moves, each turn as its steps.

    `clock` is there if one ran; `session` only in the file of a play in progress: see `ggl.play.record.in_progress`.
    """

    game: str
    options: Mapping[str, bool | int | str]
    fingerprint: str
    turns: tuple[tuple[str, ...], ...] = ()
    seats: Mapping[str, str] = field(default_factory=dict)
    start: tuple[int, ...] | None = None
    ending: Ending | None = None
    seed: int | None = None
    date: str = ""
    version: str = __version__
    clock: Clocked | None = None
    session: InProgress | None = None
    search: tuple[Search | None, ...] = ()
    """The thoughts of agents, step by step; empty if they were not stored."""
    play: str = field(default="", compare=False)
    """The name of the play, the same in all its files; empty for plays without a prompt."""
    form: int = field(default=FORMAT, compare=False)
    """The format in which its moves are."""
    line: int = field(default=0, compare=False)
    """The line of the file from which it was read, from 1; 0 if it was not."""

    @property
    def steps(self) -> tuple[str, ...]:
        return tuple(step for turn in self.turns for step in turn)


def option_values(game: Game) -> dict[str, bool | int | str]:
    """The options of a game in the form of records."""
    return {name: value if isinstance(value, bool | int) else str(value) for name, value in game.options.items()}


def ending_of(state: State) -> Ending | None:
    """The ending of a play that the rules ended."""
    result = state.result
    if result is None:
        return None
    return Ending(result.winner, result.seat, result.reason, result.scores, winners=result.winners, seats=result.seats,
                  loser=result.loser)  # fmt: skip


def to_json(record: Record) -> str:
    """The record as a line, without its line end."""
    data: dict[str, object] = {
        "record": record.form,
        "ggl": record.version,
        "game": record.game,
        "options": dict(record.options),
        "fingerprint": record.fingerprint,
        "seats": dict(record.seats),
        "moves": [turn[0] if len(turn) == 1 else list(turn) for turn in record.turns],
    }
    if record.start is not None:
        data["start"] = list(record.start)
    if record.ending is not None:
        data["result"] = _ending_data(record.ending)
    if record.seed is not None:
        data["seed"] = record.seed
    if record.date:
        data["date"] = record.date
    if record.play:
        data["play"] = record.play
    if record.clock is not None:
        data["clock"] = record.clock.data()
    if record.session is not None:
        data["session"] = record.session.data()
    if record.search:
        data["search"] = [None if each is None else each.data() for each in record.search]
    return json.dumps(data, ensure_ascii=False)


def _ending_data(ending: Ending) -> dict[str, object]:
    data: dict[str, object] = {"winner": ending.winner, "seat": ending.seat, "reason": ending.reason}
    if len(ending.winners) > 1:
        data["winners"], data["seats"] = list(ending.winners), list(ending.seats)
    if ending.loser is not None:
        data["loser"] = ending.loser
    if ending.scores is not None:
        data["scores"] = {side: _plain(Fraction(score)) for side, score in ending.scores.items()}
    if ending.resigned is not None:
        data["resigned"] = ending.resigned
    if ending.broken_off:
        data["broken_off"] = True
    return data


def _plain(number: Fraction) -> int | float | str:
    """A number of JSON if that is exact, otherwise a fraction as text."""
    if number.denominator == 1:
        return int(number)
    return float(number) if Fraction(float(number)) == number else str(number)
