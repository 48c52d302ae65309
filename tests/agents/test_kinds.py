"""The page on agents names every sort of agent with every setting."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl import agents
from ggl.agents.kinds import KINDS

PAGE = Path(__file__).parent.parent.parent / "docs/agents.md"


def test_the_page_has_every_agent_with_its_settings() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", PAGE.read_text("utf-8"), re.M))
    assert list(rows) == list(KINDS)
    for name, kind in KINDS.items():
        keys = [key.name for key in kind.keys] or ([kind.bare] if kind.bare else [])
        assert re.findall(r"`(\w+)`", rows[name]) == keys


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:5", "ismcts:sims=5", "alphabeta:depth=1"])
def test_a_seed_of_a_play_is_a_whole_number_of_any_library(spec: str) -> None:
    game = ggl.load("tic-tac-toe")
    agent, moves = agents.make(spec, game), []
    for seed in (7, np.int64(7)):
        agent.new_play(seed)  # type: ignore[arg-type]
        moves.append(agent.think(game.initial_state()).move)
    assert moves[0] == moves[1]
    for wrong in (None, 1.5, "x"):
        with pytest.raises(ggl.ArgumentError, match="a seed is a whole number"):
            agent.new_play(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("spec", "error"), [("net:no-such-file", agents.AgentError), ("level", agents.SpecError)])
def test_an_agent_that_cannot_be_made_says_so_as_others_do(spec: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        agents.make(spec, ggl.load("tic-tac-toe"))
