"""Plays of one strength against itself, as a `Sample`, and what a judge thinks of some of them.

Takes a game, a spec, a seed and numbers of plays; a play is wholly determined by the rules, the spec, the seed and its number, as
long as budgets are simulations and not seconds. Random plays are made by the thousand in a batch; others one by one, in processes
if there are several workers. Raises what `ggl.agents` raises; an interrupt leaves what was done.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing import active_children, get_context

import numpy as np

from ggl.agents import Agent, AgentError, Thought, make
from ggl.analysis.columns import Columns
from ggl.analysis.tally import Sample, Tally
from ggl.engine.draws import seeded
from ggl.engine.protocol import Position, Step
from ggl.play.errors import ArgumentError, OptionError
from ggl.play.game import Game
from ggl.play.state import State
from ggl.play.values import SEATS

MOST_STEPS = 5_000
"""Steps after which a random play is broken off."""

MOST_CHOSEN = 1_000
"""And a play in which each step was thought about."""

ROWS = 512
"""Random plays in one batch."""

KEPT = 6
"""Positions of a looked-at play that are kept, beside its last one."""


@dataclass(frozen=True)
class Judged:
    """What a judge made of a play: before each turn with a choice what the first seat may expect, and how the play ended for it.

    `turns` says at which turn each value was told, of `length` in all; `result` is 1, 0 or a share, None for a play broken off.
    """

    values: tuple[float, ...]
    turns: tuple[int, ...]
    length: int
    result: float | None


@dataclass(frozen=True)
class Looked:
    """One play that was walked through: what it came to (None where that is known already), the judgement, positions of it."""

    number: int
    sample: Sample | None
    judged: Judged | None
    positions: tuple[Position, ...]
    last: Position | None
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Task:
    """A play to be made (with `spec`) or to be walked through (with `steps`), and judged if there is a judge."""

    game: Game
    spec: str
    seed: int
    number: int
    judge: str = ""
    steps: tuple[Step, ...] | None = None


@lru_cache(maxsize=4)
def quick(game: Game) -> Game:
    """The same game on the compiled engine, if it can be had."""
    if game.fast.wanted == "auto" and game.fast.engine is not None:
        found = Game(game.checked, "auto")
        found.fast, found.engine = game.fast, game.fast.engine
        return found
    return game


# ---- at random, by the thousand


def random_plays(game: Game, n: int, seed: int, keep: int, threads: int) -> Iterator[tuple[Sample, list[tuple[Step, ...]]]]:
    """Samples of n random plays in all, and the steps of the first `keep` of them.

    Raises `OptionError` or `ArgumentError` where the game has no batches.
    """
    columns = Columns.of(game)
    for first in range(0, n, ROWS):
        rows = min(ROWS, n - first)
        batch = game.batch(rows, seeded(seed, first) >> 1, rolls=False, workers=threads)
        tally = Tally(columns, batch.positions)
        kept = max(0, min(keep - first, rows))
        chosen = []
        for _ in range(MOST_STEPS):
            live = np.nonzero(~batch.over)[0]
            if not len(live):
                break
            starts, _ = batch.legal()
            legal, chance = np.diff(starts)[live], batch.chance[live]
            before = batch.positions[live]
            actions = batch.random()
            batch.step(actions)
            chosen.append(actions[:kept].tolist())
            tally.step(live, before, batch.positions[live], legal, chance)
        steps = [tuple(game.actions.step(row[k]) for row in chosen if row[k] >= 0) for k in range(kept)]
        yield tally.sample(batch.positions), steps


def has_batches(game: Game) -> bool:
    try:
        game.actions  # noqa: B018 -- raises where steps have no numbers
        game.fast.of_batches  # noqa: B018
    except (OptionError, ArgumentError):
        return False
    return True


# ---- one by one


def looked(task: Task) -> Looked:
    """Make a play, or walk through one; judge it on the way."""
    game = quick(task.game)
    columns = _columns(game)
    rng = random.Random(seeded(task.seed, task.number))
    players = {} if task.steps is not None else _players(game, task)
    judge = _agent(game, task.judge, "judge") if task.judge and len(game.players) == 2 else None
    if judge is not None:
        judge.new_play(seeded(task.seed, task.number) >> 2)
    state = game.initial_state()
    tally = Tally(columns, _row(state))
    row, all_, values, turns, turn = np.array([0]), [], [], [], 0
    kept: list[Position] = []
    most = (MOST_CHOSEN if players and task.spec != "random" else MOST_STEPS) if task.steps is None else len(task.steps)
    for number in range(most):
        if state.is_over:
            break
        legal = game.engine.steps(state.position)
        if not state.is_chance:
            _keep(kept, state.position, number, rng)
            if judge is not None and not state.in_turn and len(legal) > 1:
                value = expected(judge.think(state))
                values.append(value if state.seat == SEATS[0] else 1 - value)
                turns.append(turn)
        if task.steps is not None:
            step = task.steps[number]
        elif state.is_chance or len(legal) == 1:
            step = legal[rng.randrange(len(legal))]
        else:
            step = players[state.seat].think(state).move.step
        after = State(game, game.engine.play(state.position, step))
        tally.step(row, _row(state), _row(after), np.array([len(legal)]), np.array([state.is_chance]))
        turn += any(
            state.vector[columns.at[each]] != after.vector[columns.at[each]] for each in ("ply", "game") if each in columns.at
        )
        all_.append(step)
        state = after
    result = state.result
    worth = None if result is None else 1 / len(game.players) if result.seat is None else float(result.seat == SEATS[0])
    judged = Judged(tuple(values), tuple(turns), turn, worth) if judge is not None else None
    sample = tally.sample(_row(state)) if task.steps is None else None
    return Looked(task.number, sample, judged, tuple(kept), state.position if result is not None else None, tuple(all_))


def expected(thought: Thought) -> float:
    """What a judge expects for the seat to move: the mean of all its simulated plays, or the exact value if it is proven.

    The value of the best move alone would flatter whoever is to move: the best of many guesses is mostly a lucky one.
    """
    visits = sum(each.visits for each in thought.candidates)
    if thought.proven or not visits:
        return thought.value
    return sum(each.value * each.visits for each in thought.candidates) / visits


def _players(game: Game, task: Task) -> dict[str, Agent]:
    players = {seat: _agent(game, task.spec, seat) for seat in SEATS[: len(game.players)]}
    for place, player in enumerate(players.values(), 1):
        player.new_play(seeded(seeded(task.seed, task.number), place) >> 2)
    return players


_agents: dict[tuple[Game, str, str], Agent] = {}
"""Those of this process, kept for the next play."""


def _agent(game: Game, spec: str, place: str) -> Agent:
    """An agent; `place` tells apart those that are needed at once."""
    key = game, spec, place
    if key not in _agents:
        _agents[key] = make(spec, game)
    return _agents[key]


def _dismiss() -> None:
    while _agents:
        _agents.popitem()[1].close()


@lru_cache(maxsize=4)
def _columns(game: Game) -> Columns:
    return Columns.of(game)


def _row(state: State) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    return np.array(state.position.vector, dtype=np.int64)[None, : state.game.layout.length]


def _keep(kept: list[Position], position: Position, number: int, rng: random.Random) -> None:
    """Of all positions of a play, each has the same chance to be among those kept."""
    if len(kept) < KEPT:
        kept.append(position)
    elif (place := rng.randrange(number + 1)) < KEPT:
        kept[place] = position


def many(tasks: Sequence[Task], workers: int, until: float | None = None) -> Iterator[Looked]:
    """Plays as they are done, in any order if there are several workers. After `until` (of `time.monotonic`) none is begun; what
    was begun comes to its end, so that long plays are not left out.
    """
    if workers <= 1 or len(tasks) < 2:
        try:
            for task in tasks:
                yield looked(task)
                if until is not None and time.monotonic() > until:
                    return
        finally:
            _dismiss()
        return
    # Not forked: threads of the compiled engine may hold a lock at that moment.
    before = set(active_children())
    pool = ProcessPoolExecutor(min(workers, len(tasks)), mp_context=get_context("spawn"))
    waiting: set[Future[Looked]] = set()
    whole = False
    try:
        for number, task in enumerate(tasks):
            if number and until is not None and time.monotonic() > until:
                break
            with _deaf():
                waiting.add(pool.submit(looked, task))
            if len(waiting) > workers:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                yield from (each.result() for each in done)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (each.result() for each in done)
        whole = True
    except BrokenProcessPool:
        raise AgentError(
            "a worker was ended from outside, perhaps for want of memory; try it with fewer: `--workers 1`"
        ) from None
    finally:
        pool.shutdown(wait=whole, cancel_futures=True)
        if not whole:  # nobody waits for what they are at
            for process in set(active_children()) - before:
                process.terminate()


@contextmanager
def _deaf() -> Iterator[None]:
    """A process that is begun here does not hear Ctrl-C, which is for the first one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)
