"""Each legal move of each position can be chosen on the board step by step, and nothing else comes of it."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.host.tables.views import board_view, steps_as_data
from ggl.play.game import Game
from ggl.resources import bundled_games
from ggl.typed_json import encoded
from tests.few import ALIKE, few_of, one_in

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(str(file) for file in (ROOT / "examples").glob("*.yaml"))


SMALL = {"catchup": {"size": 3}}
"""Options under which a game has not too many legal moves to choose each of them."""


def positions(game: Game, name: str, count: int) -> list[dict[str, Any]]:
    """Positions of a random play, each with its board and its legal moves."""
    rng, state, found = random.Random(Path(name).stem), game.initial_state(), []
    board = json.loads(encoded(board_view(game.initial_state())))
    while not state.is_over and len(found) < count:
        moves = state.legal_moves()
        if not state.is_chance:
            legal = json.loads(encoded(steps_as_data(game, moves)))
            found.append({"name": f"{Path(name).stem}, {state.ply} plies", "board": board, "legal": legal})
        state = state.after(moves[rng.randrange(len(moves))])
    return found


@pytest.mark.parametrize(
    "name",
    few_of([*bundled_games(), *one_in(4, EXAMPLES)], without=ALIKE),
    ids=lambda name: Path(name).stem,
)
def test_each_legal_move_is_chosen_step_by_step(name: str, node: str) -> None:
    given = json.dumps(positions(ggl.load(name, **SMALL.get(name, {})), name, 30))
    script = [node, str(ROOT / "tests/web/choice.mjs")]
    said = subprocess.run(script, input=given, capture_output=True, text=True, check=True)
    assert json.loads(said.stdout) == []
