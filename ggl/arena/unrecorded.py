"""Plays between two agents that record only the winner.

Takes a game for two, and specs of agents that choose a step from a position (`random`, `mcts`), or of any agents in a game with
hidden information, since their knowledge depends on the whole play; returns the results of `UnrecordedJob`s. Each is played as
`ggl.arena.playing` plays it, with the same seeds and opening, but without notation, states and a record: for fast agents, those
take several times as long as the moves. Job k of a run with seed s has the seeds of that run's play k; its opening is some random
steps, drawn from `seed_of(s, "opening", k // 2)`.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from ggl import agents as makers
from ggl.agents import Agent
from ggl.arena.jobs import Backend, Told, in_order
from ggl.arena.seeds import seed_of
from ggl.engine.protocol import Position, Step
from ggl.play.game import Game, State
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.play.values import SEATS
from ggl.statistics import Interval, score_of_pairs

OPENING_STEPS = 2

TRIES = 30
"""The number of times that an opening is redrawn because it ended the game."""


class StepAgent(Agent, Protocol):
    """An agent that can choose a step from a position, one of `steps`, for the seat of that number."""

    def step(self, position: Position, seat: int, steps: Sequence[Step]) -> Step: ...


@dataclass(frozen=True)
class UnrecordedJob:
    """A future play; in those with an even number the first agent has the first seat."""

    number: int

    def __str__(self) -> str:
        return f"play {self.number}"


@dataclass(frozen=True)
class UnrecordedResult:
    """A finished play, and the points of the first agent: 1 for a win, a half for a draw or a play that was broken off."""

    number: int
    value: float


@dataclass(frozen=True)
class UnrecordedSetup:
    """The common part of the plays of a run."""

    game: Game
    specs: tuple[str, str]
    seed: int
    most_steps: int = LONGEST_PLAYOUT

    def worker(self) -> UnrecordedWorker:
        return UnrecordedWorker(self)


class UnrecordedWorker:
    """Plays one play after the other, resetting the same agents."""

    def __init__(self, setup: UnrecordedSetup) -> None:
        self._setup = setup
        self._agents = [cast(StepAgent, makers.make(spec, setup.game)) for spec in setup.specs]

    def do(self, job: UnrecordedJob) -> UnrecordedResult:
        setup = self._setup
        first = job.number % 2
        agents, seed = (self._agents[first], self._agents[1 - first]), seed_of(setup.seed, "play", job.number)
        opening = seed_of(setup.seed, "opening", job.number // 2)
        if setup.game.hides:
            won = winning_seat_unseen(setup.game, agents, seed, opened_unseen(setup.game, opening), setup.most_steps)
        else:
            position, made = random_opening(setup.game, opening, OPENING_STEPS)
            won = winning_seat(setup.game, agents, seed, position, setup.most_steps - made)
        return UnrecordedResult(job.number, 0.5 if won is None else float(won == first))

    def close(self) -> None:
        for agent in self._agents:
            agent.close()


def score(
    setup: UnrecordedSetup,
    pairs: int,
    crew: Backend,
    told: Told = lambda _: None,
    on_play: Callable[[int, int], None] = lambda *_: None,
) -> Interval:
    """The score of the first against the second over a number of openings, each from both seats. `on_play` takes the number of
    plays done and planned."""
    scores: list[list[float]] = [[] for _ in range(pairs)]
    with contextlib.closing(crew.results(setup, map(UnrecordedJob, range(2 * pairs)), told)) as results:
        for each in in_order(results, 0):
            scores[each.number // 2].append(each.value)
            on_play(each.number + 1, 2 * pairs)
    return score_of_pairs(scores)


def winning_seat(game: Game, agents: tuple[StepAgent, StepAgent], seed: int, position: Position, most_steps: int) -> int | None:
    """The seat that wins a play from a position; None for a draw."""
    engine = game.fast.emitted
    layout = engine.layout
    over, mover, winner, seats = layout.at("over"), layout.at("mover"), layout.at("winner"), layout.slots["seat"].start
    chance = layout.at("chance") if layout.has("chance") else over
    rolls = random.Random(seed_of(seed, "rolls"))
    for place, agent in enumerate(agents):
        agent.new_play(seed_of(seed, "agent", place))
    count = 0
    while not position.vector[over] and count < most_steps:
        steps = engine.steps(position)
        if position.vector[chance]:
            step = steps[rolls.randrange(len(steps))]
        elif len(steps) == 1:
            step = steps[0]
        else:
            seat = position.vector[seats + position.vector[mover]]
            step = agents[seat].step(position, seat, steps)
        position = engine.play(position, step)
        count += 1
    side = position.vector[winner]
    return position.vector[seats + side] if position.vector[over] and side < len(game.players) else None


def winning_seat_unseen(game: Game, agents: Sequence[Agent], seed: int, state: State, most_steps: int) -> int | None:
    """The seat that wins a play from a state with hidden information; None for a draw."""
    rolls = random.Random(seed_of(seed, "rolls"))
    for place, agent in enumerate(agents):
        agent.new_play(seed_of(seed, "agent", place))
    for _ in range(most_steps):
        moves = state.legal_moves()
        if not moves:
            break
        if state.is_chance:
            move = rolls.choice(moves)
        else:
            move = moves[0] if len(moves) == 1 else agents[SEATS.index(state.seat)].think(state).move
        state = state.after(move)
    return None if state.result is None or state.result.seat is None else SEATS.index(state.result.seat)


def opened_unseen(game: Game, seed: int) -> State:
    """The state after some random steps; the start if all tries end the game."""
    rng = random.Random(seed)
    for _ in range(TRIES):
        state = game.initial_state()
        for _ in range(OPENING_STEPS):
            if not state.is_over:
                state = state.after(rng.choice(state.legal_moves()))
        if not state.is_over:
            return state
    return game.initial_state()


def random_opening(game: Game, seed: int, count: int) -> tuple[Position, int]:
    """The position after a number of random steps, and that number; fewer if all tries end the game."""
    engine = game.fast.emitted
    over = engine.layout.at("over")
    rng = random.Random(seed)
    for length in range(count, 0, -1):
        for _ in range(TRIES):
            position = engine.start()
            for _ in range(length):
                if position.vector[over]:
                    break
                steps = engine.steps(position)
                position = engine.play(position, steps[rng.randrange(len(steps))])
            if not position.vector[over]:
                return position, length
    return engine.start(), 0
