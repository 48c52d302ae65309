"""Self-play: many plays of the same agents, on file.

Play k (from 0) of a run is determined by the rules, the agents, the run's seed and k, so any number of workers and shards gives
the same records. Shard K of M (from 1) contains a contiguous part of the run; the shards in order are the whole run.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from dataclasses import dataclass

from ggl.arena.jobs import Backend, Told
from ggl.arena.playing import Play
from ggl.arena.runs import plays_of_run, setup_of, way_of
from ggl.arena.standing import Counts
from ggl.arena.working import PlayJob, Setup
from ggl.play.errors import ArgumentError, must_be, must_count
from ggl.play.game import Game
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.statistics import Interval, mean, wilson

MOST_PLAYS = 1_000_000_000


@dataclass(frozen=True)
class SelfplayRun:
    """A run of self-play, or a shard of one. `job` gives a play by its number."""

    setup: Setup
    first: int
    stop: int
    opening_plies: int

    def job(self, number: int) -> PlayJob:
        return PlayJob(number, tuple(range(len(self.setup.specs))), self.opening_plies)


@dataclass(frozen=True)
class Selfplay:
    """The result of a run: the number of plays, the shares of each seat's wins, alone or with others, and of draws, the length
    in turns, and the number broken off. A win of all is a draw."""

    plays: int
    wins: tuple[Interval, ...]
    draws: Interval
    turns: Interval
    broken_off: int
    failures: tuple[str, ...]


def selfplay_run(
    game: Game,
    agents: object,
    n: int,
    seed: int = 0,
    *,
    shard: tuple[int, int] = (1, 1),
    opening_plies: int = 0,
    most_steps: int = LONGEST_PLAYOUT,
    name: str | None = None,
    visits: bool = False,
) -> SelfplayRun:
    """A run of n plays: one agent for all seats, or a list with one for each; specs, objects or classes. With `visits` records
    carry what agents thought.

    Raises `ArgumentError`, `SpecError`, `AgentError`.
    """
    must_be(game, Game, "what is played", "a game: `ggl.load(..)`")
    must_count(n, "the number of plays", 0, MOST_PLAYS)
    must_count(opening_plies, "the number of turns of an opening")
    seats = len(game.players)
    specs = list(agents) if isinstance(agents, list | tuple) else [agents]
    if len(specs) == 1:
        specs *= seats
    if len(specs) != seats:
        raise ArgumentError(f"{game.name} has {seats} seats; give one agent for all of them, or {seats}, not {len(specs)}")
    shard_is = "a pair of whole numbers, such as (1, 4)"
    must_be(shard, (list, tuple), "a shard", shard_is)
    for number in shard:
        must_be(number, int, "a number of a shard", "a whole number")
    if len(shard) != 2:
        raise ArgumentError(f"a shard is {shard_is}, not {len(shard)} of them")
    which, of = shard
    if not 1 <= which <= of:
        raise ArgumentError(f"there is no shard {which} of {of}, only 1 to {of}")
    setup = setup_of(game, specs, seed, most_steps, name, visits=visits)
    return SelfplayRun(setup, n * (which - 1) // of, n * which // of, opening_plies)


def plays(
    game: Game,
    agents: object,
    n: int,
    seed: int = 0,
    *,
    shard: tuple[int, int] = (1, 1),
    opening_plies: int = 0,
    most_steps: int = LONGEST_PLAYOUT,
    visits: bool = False,
    workers: int = 1,
    backend: Backend | None = None,
    file: str | os.PathLike[str] | None = None,
    told: Told = lambda _: None,
) -> Generator[Play, None, None]:
    """The plays of self-play, in order, as they are done. For the arguments see `selfplay_run` and `ggl.arena.match`."""
    run = selfplay_run(game, agents, n, seed, shard=shard, opening_plies=opening_plies, most_steps=most_steps, visits=visits)
    yield from plays_of_run(run, way_of(workers, backend, file, told))


def selfplay(
    game: Game,
    agents: object,
    n: int,
    seed: int = 0,
    *,
    file: str | os.PathLike[str],
    shard: tuple[int, int] = (1, 1),
    opening_plies: int = 0,
    most_steps: int = LONGEST_PLAYOUT,
    visits: bool = False,
    workers: int = 1,
    backend: Backend | None = None,
    told: Told = lambda _: None,
) -> Selfplay:
    """Write n plays, or those of one shard, to a file, and summarize them; resumes a file that contains some of them."""
    tally = SelfplayTally(len(game.players))
    for play in plays(game, agents, n, seed, shard=shard, opening_plies=opening_plies, most_steps=most_steps, visits=visits,
                      workers=workers, backend=backend, file=file, told=told):  # fmt: skip
        tally.add(play)
    return tally.result


class SelfplayTally:
    """Adds up plays of one run, in little memory."""

    def __init__(self, seats: int) -> None:
        self._wins = [0] * seats
        self._draws = 0
        self._lengths: list[int] = []
        self._broken_off = 0
        self._failures: list[str] = []

    def add(self, play: Play) -> None:
        counts = [Counts().plus(value, len(play.values)) for value in play.values]
        won = [bool(each.wins or each.shared) for each in counts]
        self._wins = [before + now for before, now in zip(self._wins, won, strict=True)]
        self._draws += not any(won)
        self._lengths.append(play.turns)
        self._broken_off += play.broken_off
        if play.failure:
            self._failures.append(f"play {play.number}: {play.failure}")

    @property
    def plays(self) -> int:
        return len(self._lengths)

    @property
    def result(self) -> Selfplay:
        n = len(self._lengths)
        wins = tuple(wilson(count, n) for count in self._wins)
        return Selfplay(n, wins, wilson(self._draws, n), mean(self._lengths), self._broken_off, tuple(self._failures))
