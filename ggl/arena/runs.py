"""The common part of self-play and matches: requesting, checking, resuming and playing a run.

A run has jobs by number. `plays_of_run` yields their plays in order: first those of its file, then new ones, each written
before it is yielded. Callers that count plays do it in the same uninterruptible step (`Counted`), so that after Ctrl-C as many
plays are counted as written. Raises `SpecError`, `AgentError`, `ArgumentError`, `ArenaError`, and as `RunFile` does.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Protocol

from ggl import agents as makers
from ggl.agents import objects
from ggl.agents import specs as specs_
from ggl.arena.jobs import Backend, Told, in_order
from ggl.arena.playing import Play, points_of_seats, recorded_name
from ggl.arena.processes import crew_of
from ggl.arena.run_file import RunFile
from ggl.arena.working import PlayJob, Setup, opening_of
from ggl.play.errors import ArgumentError, must_be, must_count, shown, whole_seed
from ggl.play.game import Game
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.play.record import Record, option_values
from ggl.play.values import SEATS

Counted = Callable[[Play], None]
"""Takes a play as soon as it is written; nothing interrupts the two."""


class NumberedJobs(Protocol):
    """The jobs of a run, by number."""

    @property
    def setup(self) -> Setup: ...

    @property
    def first(self) -> int: ...

    @property
    def stop(self) -> int: ...

    def job(self, number: int) -> PlayJob: ...


@dataclass(frozen=True)
class Execution:
    """The execution of a run, without effect on results: the number of processes or another backend, and the file.

    `told` takes notes for the user, such as that a worker died. `resumed` takes the number of plays found, and whether a torn
    line was repaired.
    """

    workers: int = 1
    backend: Backend | None = None
    file: Path | None = None
    told: Told = lambda _: None
    resumed: Callable[[int, bool], None] = lambda *_: None

    def crew(self) -> Backend:
        return self.backend if self.backend is not None else crew_of(self.workers)


def setup_of(
    game: Game,
    specs: Sequence[object],
    seed: int,
    most_steps: int = LONGEST_PLAYOUT,
    name: str | None = None,
    *,
    visits: bool = False,
) -> Setup:
    """A setup whose specs are canonical and name agents that can play the game."""
    seed = whole_seed(seed)
    must_be(visits, bool, "`visits`", "True, to keep what agents thought, or False")
    if visits:
        game.actions  # noqa: B018 -- raises where steps have no numbers
    must_count(most_steps, "`most_steps`")
    given: dict[str, object] = {}
    spelled = tuple(str(makers.read(spec)) if isinstance(spec, str) else _named(spec, given) for spec in specs)
    for spec in dict.fromkeys(spelled):
        makers.make(given.get(spec, spec), game).close()
    return Setup(game, recorded_name(game) if name is None else name, spelled, seed, most_steps, given, visits)


def _named(agent: object, given: dict[str, object]) -> str:
    """The name of an agent that is an object or a class; another one of that name gets a number. Raises `ArgumentError`."""
    if not objects.is_given(agent):
        raise ArgumentError("an agent of many plays is given by its spec, such as `mcts:sims=400`, as an object with "
                            f"`think(state, budget)`, or as a class of such objects, not as {shown(agent)}")  # fmt: skip
    name, number = objects.agent_name(agent), 1
    called = name
    while called in given and given[called] is not agent:
        number += 1
        called = f"{name}#{number}"
    given[called] = agent
    return called


def is_timed(spec: str) -> bool:
    """Whether an agent thinks by the clock, so that its moves depend on the machine."""
    return not spec.startswith(objects.PREFIX) and specs_.read(spec).is_timed


def way_of(workers: int, backend: Backend | None, file: str | os.PathLike[str] | None, told: Told) -> Execution:
    """An `Execution` from the arguments of a library function."""
    must_be(file, (str, os.PathLike, type(None)), "the file of a run", "a path")
    if file == "":
        raise ArgumentError("the file of a run is a path, and the text is empty")
    if backend is not None and not callable(getattr(backend, "results", None)):
        raise ArgumentError(f"a backend is workers such as `arena.Cluster(..)`, not {shown(backend)}")
    if not callable(told):
        raise ArgumentError(f"`told` is a function, not {shown(told)}")
    return Execution(workers, backend, None if file is None else Path(file), told)


def plays_of_run(jobs: NumberedJobs, way: Execution, counted: Counted = lambda _: None) -> Generator[Play, None, None]:
    """The plays of a run in order. Closing the iterator, or Ctrl-C, leaves the file ready for resuming."""
    setup = jobs.setup
    crew = way.crew()
    shelf = None

    def expected(line: int, opening: bool) -> Record | None:
        number = jobs.first + line
        return _to_come(setup, jobs.job(number), opening) if number < jobs.stop else None

    try:
        first = jobs.first
        if way.file is not None:
            shelf = RunFile(way.file, expected, setup.most_steps, visits=setup.visits)
            for record in shelf.kept():
                play = kept_play(setup, jobs.job(first), record)
                with _uninterrupted():
                    counted(play)
                yield play
                first += 1
            way.resumed(shelf.lines, shelf.mended)
            if shelf.game is not None:
                setup = replace(setup, name=shelf.game)
        coming = (jobs.job(number) for number in range(first, jobs.stop))
        with contextlib.closing(crew.results(setup, coming, way.told)) as plays:
            for play in in_order(plays, first):
                with _uninterrupted():
                    if shelf is not None:
                        shelf.add(play)
                    counted(play)
                yield play
    finally:
        if shelf is not None:
            shelf.close()


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C until this is done, but not a second one. Only the main thread receives it."""
    heard = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(heard):
        yield
        return
    waiting: list[int] = []

    def wait(number: int, frame: FrameType | None) -> None:
        if waiting:
            heard(number, frame)
        waiting.append(number)

    signal.signal(signal.SIGINT, wait)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)
        if waiting:
            heard(waiting[0], None)


def kept_play(setup: Setup, job: PlayJob, record: Record) -> Play:
    """A play read from a file, which has no thinking times."""
    assert record.ending is not None
    zeros = (0,) * len(job.contestants)
    return Play(job.number, record, job.contestants, points_of_seats(record.ending, setup.game), tuple(map(float, zeros)), zeros)


def _to_come(setup: Setup, job: PlayJob, drawn: bool) -> Record:
    """The record of a job as known before the play; it has the play's own opening only if that must be drawn."""
    seed, opening = job.seed(setup.seed), job.opening
    if isinstance(opening, int):
        opening = opening_of(setup.game, seed, opening if drawn else 0)
    seats = {seat: setup.specs[who] for seat, who in zip(SEATS, job.contestants, strict=False)}
    game = setup.game
    return Record(setup.name, option_values(game), game.fingerprint, opening.turns, seats, opening.start, seed=seed, ending=None)
