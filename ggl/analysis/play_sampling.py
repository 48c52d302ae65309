"""Plays made step by step, or replayed, with a judge's values of the positions on the way.

The workers of `ggl.arena.jobs` run `SampleJob`s; each gives a `SampledPlay`. A play is wholly determined by the rules, the spec,
the seed and its number, as long as budgets are simulations and not seconds. Raises what `ggl.agents` raises.
"""

from __future__ import annotations

import contextlib
import random
import time
from dataclasses import dataclass

import numpy as np

from ggl.agents import Agent, Thought, make
from ggl.agents.protocol import value_of
from ggl.analysis.columns import Columns, Ints
from ggl.analysis.tally import Sample, SiteTally
from ggl.engine.draws import seeded
from ggl.engine.protocol import Position, Step
from ggl.play.game import Game, State
from ggl.play.reservoir import Reservoir
from ggl.play.values import SEATS

MOST_STEPS = 5_000
"""Steps after which a random play is broken off."""

MOST_CHOSEN = 1_000
"""And a play in which each step was thought about."""

KEPT = 6
"""Positions of a play that are kept, beside its last one."""

_JUDGE = "judge"


@dataclass(frozen=True)
class PlayEvaluation:
    """A judge's evaluation of a play: the first seat's expectation before each turn with a choice, and its result.

    `turns` has the turn of each value, of `length` in all; `result` is 1, 0 or a share, None for a play broken off.
    """

    values: tuple[float, ...]
    turns: tuple[int, ...]
    length: int
    result: float | None


@dataclass(frozen=True)
class SampledPlay:
    """A sampled play: its sample (None if that is known already), the judge's evaluation, some of its positions.

    `late`: it was broken off because the time was up.
    """

    number: int
    sample: Sample | None
    judged: PlayEvaluation | None
    positions: tuple[Position, ...]
    last: Position | None
    steps: tuple[Step, ...]
    late: bool = False


@dataclass(frozen=True)
class SamplingSetup:
    """The common settings of a strength's plays: players, judge, and the deadline by `time.monotonic`."""

    game: Game
    spec: str
    seed: int
    judge: str = ""
    end: float | None = None

    def worker(self) -> PlaySampler:
        return PlaySampler(self)


@dataclass(frozen=True)
class SampleJob:
    """A play to be made, or, with its `steps`, to be walked through; `judged` if there is a judge, and two seats."""

    number: int
    judged: bool = False
    steps: tuple[Step, ...] | None = None

    def __str__(self) -> str:
        return f"play {self.number}"


class PlaySampler:
    """Plays or replays one play after the other. Its agents stay from play to play."""

    def __init__(self, setup: SamplingSetup) -> None:
        self._setup = setup
        self._game = setup.game.quick
        self._columns = Columns.of(self._game)
        self._agents: dict[str, Agent] = {}

    def do(self, job: SampleJob) -> SampledPlay:
        game, known = self._game, job.steps
        seed = seeded(self._setup.seed, job.number)
        rng = random.Random(seed)
        players = self._players(seed) if known is None else {}
        judges = self._judges(seed) if job.judged else {}
        state = game.initial_state()
        tally = SiteTally(self._columns, _row(state))
        only, steps, values, turns, turn = np.array([0]), [], [], [], 0
        kept: Reservoir[Position] = Reservoir(KEPT, rng)
        late = False
        for number in range(self._most() if known is None else len(known)):
            if state.is_over:
                break
            late = number > 0 and self._setup.end is not None and time.monotonic() > self._setup.end
            if late:
                break
            legal = game.engine.steps(state.position)
            if not state.is_chance:
                kept.offer(state.position)
                if judges and not state.in_turn and len(legal) > 1:
                    value = expected_value(judges[state.seat].think(state))
                    values.append(value if state.seat == SEATS[0] else 1 - value)
                    turns.append(turn)
            if known is not None:
                step = known[number]
            elif state.is_chance or len(legal) == 1:
                step = legal[rng.randrange(len(legal))]
            else:
                step = players[state.seat].think(state).move.step
            after = state.after(game.move(step)) if game.hides else State(game, game.engine.play(state.position, step))
            before, now = _row(state), _row(after)
            tally.step(only, before, now, np.array([len(legal)]), np.array([state.is_chance]))
            turn += int(self._columns.new_turn(before, now)[0])
            steps.append(step)
            state = after
        result = state.result
        worth = None if result is None else value_of(result.seats, SEATS[0], len(game.players))
        judged = PlayEvaluation(tuple(values), tuple(turns), turn, worth) if judges and not (late and known) else None
        sample = tally.sample(_row(state)) if known is None else None
        last = state.position if result is not None else None
        return SampledPlay(job.number, sample, judged, tuple(kept.kept), last, tuple(steps), late)

    def close(self) -> None:
        while self._agents:
            with contextlib.suppress(Exception):  # a failing agent
                self._agents.popitem()[1].close()

    def _most(self) -> int:
        return MOST_STEPS if self._setup.spec == "random" else MOST_CHOSEN

    def _players(self, seed: int) -> dict[str, Agent]:
        players = {seat: self._agent(self._setup.spec, seat) for seat in SEATS[: len(self._game.players)]}
        for place, player in enumerate(players.values(), 1):
            player.new_play(seeded(seed, place) >> 2)
        return players

    def _judges(self, seed: int) -> dict[str, Agent]:
        """The judge for each seat: the same one, but where players do not see everything, as it keeps what a side may know."""
        seats = SEATS[:2]
        if not self._setup.judge or len(self._game.players) != 2:
            return {}
        judges = {seat: self._agent(self._setup.judge, f"{_JUDGE} {seat if self._game.hides else ''}") for seat in seats}
        for judge in {*judges.values()}:
            judge.new_play(seed >> 2)
        return judges

    def _agent(self, spec: str, place: str) -> Agent:
        if place not in self._agents:
            self._agents[place] = make(spec, self._game)
        return self._agents[place]


def expected_value(thought: Thought) -> float:
    """A judge's expectation for the seat to move: the mean of all its simulated plays, or its value if that is proven or comes
    otherwise about.

    The value of the best move alone would flatter whoever is to move: the best of many guesses is mostly a lucky one.
    """
    visits = sum(each.visits for each in thought.candidates)
    if thought.proven or not visits or not thought.by_tries:
        return thought.value
    return sum(each.value * each.visits for each in thought.candidates) / visits


def _row(state: State) -> Ints:
    return np.array(state.position.vector, dtype=np.int64)[None, : state.game.layout.length]
