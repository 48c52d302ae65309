"""The work of many plays: their common part, one job, and its worker.

`ggl.arena.jobs` distributes a `Setup` and its `PlayJob`s to workers; a `PlayWorker` turns a job into a `Play`.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ggl import agents as makers
from ggl.agents import Agent, AgentError, Budget, Thought
from ggl.arena.openings import draw_opening
from ggl.arena.playing import Opening, Play, play_agents
from ggl.arena.seeds import seed_of
from ggl.errors import GglError
from ggl.play.fast import COMPILING, PATIENCE
from ggl.play.game import Game, State

MOST_KEPT = 8
"""The most agents that a worker keeps between plays."""


@dataclass(frozen=True)
class Setup:
    """The common part of all plays of a run. `name` is the name of the game in records."""

    game: Game
    name: str
    specs: tuple[str, ...]
    seed: int
    most_steps: int
    given: Mapping[str, object] = field(default_factory=dict)
    """The agents that are objects or classes, by their names among the specs."""
    visits: bool = False
    """Whether records contain the values and visits of agents."""

    def worker(self) -> PlayWorker:
        return PlayWorker(self)


@dataclass(frozen=True)
class PlayJob:
    """One play: its number, the spec of each seat, and its opening, or the number of turns to draw."""

    number: int
    contestants: tuple[int, ...]
    opening: Opening | int

    def seed(self, run: int) -> int:
        """The seed of the play."""
        return seed_of(run, "play", self.number)

    def __str__(self) -> str:
        return f"play {self.number}"


class PlayWorker:
    """Does jobs one after the other. Agents are kept from play to play; one that failed is made again.

    Plays begin in the interpreter, which is ready at once, and switch to the compiled engine when that pays; the results are the
    same.
    """

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._game = setup.game
        self._agents: dict[int, Agent] = {}
        self._spent = 0.0
        self._settled = self._game.fast.wanted != "auto"

    def do(self, job: PlayJob) -> Play:
        setup, seed, since = self._setup, job.seed(self._setup.seed), time.monotonic()
        opening = job.opening
        if isinstance(opening, int):
            opening = opening_of(self._game, seed, opening)
        agents = [self._agent(contestant, set(job.contestants)) for contestant in job.contestants]
        specs = [setup.specs[who] for who in job.contestants]
        play = play_agents(self._game, setup.name, agents, seed, opening, setup.most_steps, job.number, job.contestants, specs,
                      visits=setup.visits)  # fmt: skip
        if play.failure:
            self.close(job.contestants)
        if not self._settled:
            self._settle(time.monotonic() - since - sum(play.seconds))
        return play

    def _settle(self, taken: float) -> None:
        """Switch to the compiled engine once the interpreter has taken a while and the engine is ready, or would be by now."""
        self._spent += taken
        if self._spent < PATIENCE:
            return
        engine = self._game.fast.engine
        if engine is None:
            self._settled = True
        elif self._spent > COMPILING or engine.ready("steps"):
            self._settled = True
            if self._game.fast.compiles(("start", "refresh", "play", "steps")):
                self.close()
                self._game = Game(self._game.checked, "compiled")

    def _agent(self, contestant: int, needed: set[int]) -> Agent:
        agent = self._agents.pop(contestant, None)
        if agent is None:
            spec = self._setup.specs[contestant]
            try:
                agent = makers.make(self._setup.given.get(spec, spec), self._game)
            except GglError as error:
                agent = _Missing(spec, self._game, error)
        self._agents[contestant] = agent
        for other in [other for other in self._agents if other not in needed][: max(0, len(self._agents) - MOST_KEPT)]:
            self.close((other,))
        return agent

    def close(self, contestants: Iterable[int] | None = None) -> None:
        for contestant in tuple(self._agents if contestants is None else contestants):
            agent = self._agents.pop(contestant, None)
            if agent is not None:
                with contextlib.suppress(Exception):  # a failing agent
                    agent.close()


class _Missing:
    """Replaces an agent that could be created at the start of the run but not now: it loses."""

    def __init__(self, spec: str, game: Game, error: GglError) -> None:
        self.spec, self.game, self._error = spec, game, error

    def new_play(self, seed: int) -> None:
        pass

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        raise AgentError(f"it cannot be created again: {self._error}")

    def close(self) -> None:
        pass


def opening_of(game: Game, seed: int, plies: int) -> Opening:
    """The opening that a play of self-play draws, by the seed of the play."""
    return draw_opening(game, seed_of(seed, "opening"), plies) if plies else Opening()
