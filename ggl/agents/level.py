"""An agent of a measured strength: `level:4` plays as the spec of that level, and reports its rating."""

from __future__ import annotations

from collections.abc import Mapping

from ggl.agents.ladders import Ladder, LadderError, Level, level_of
from ggl.agents.protocol import Agent, AgentError, Budget, Thought
from ggl.agents.settings import SpecError, Value
from ggl.agents.specs import make as make_agent
from ggl.agents.specs import read
from ggl.play.errors import ArgumentError
from ggl.play.game import Game, State


class LevelAgent:
    """`about` describes the strength in words."""

    def __init__(self, game: Game, number: int, level: Level, ladder: Ladder, seed: int) -> None:
        self.game, self.number, self.level, self.ladder = game, number, level, ladder
        self.spec = f"level:{number}"
        spec = read(level.spec)
        if spec.kind.name == "level" or spec.kind.foreign:
            raise AgentError(f"level {number} of {game.name} is `{spec.kind.name}`, which cannot be a level")
        self._agent: Agent = make_agent(spec, game, seed)

    @property
    def about(self) -> str:
        top = len(self.ladder.levels)
        if self.level.rating is None:
            return f"level {self.number} of {top}, not measured for these rules; `ggl calibrate` measures"
        if self.number == 0:
            return f"level 0 of {top}, random, rating 0"
        low, high = self.level.low, self.level.high
        interval = "" if low is None or high is None else f" ({low:.0f} to {high:.0f})"
        return f"level {self.number} of {top}, rating {self.level.rating:.0f}{interval}"

    def new_play(self, seed: int) -> None:
        self._agent.new_play(seed)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        return self._agent.think(state, budget)

    def close(self) -> None:
        self._agent.close()


def make(game: Game, settings: Mapping[str, Value], seed: int) -> LevelAgent:
    number = int(settings["level"]) if "level" in settings else -1
    if number < 0:
        raise SpecError("which level? write `level:4`; 0 is random")
    try:
        level, ladder = level_of(game, number)
    except (LadderError, ArgumentError) as error:
        raise AgentError(str(error)) from None
    return LevelAgent(game, number, level, ladder, seed)
