"""The table of an exported page: who may resign, what is taken back, and records, as ggl has them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.export.page import page_data
from ggl.play.loading import made_of
from ggl.source import Source

HERE = Path(__file__).parent
pytestmark = pytest.mark.usefixtures("node")

Asked = tuple[str, dict[str, Any]]
TO_PUT = "moves:\n  put: {for: c in vacant, do: put peg on c}\nend: {draw: full}\n"


def asked(game: ggl.Game, folder: Path, *asks: Asked) -> list[Any]:
    """What the page answers, one message after the other."""
    file = folder / "data.json"
    file.write_text(page_data(game, "name"))
    given = json.dumps({"data": str(file), "asks": asks})
    run = subprocess.run(["node", str(HERE / "asks.mjs")], input=given, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    found = json.loads(run.stdout)
    assert isinstance(found, list)
    return found


def game_of(rules: str, players: str = "Red, Blue") -> ggl.Game:
    return made_of(Source("table.yaml", f"ggl: 1\nname: Table\nplayers: [{players}]\n{rules}"))


def played(*texts: str) -> list[Asked]:
    return [("table.play", {"text": text}) for text in texts]


RESIGN: Asked = ("table.resign", {})

# ---- resigning


def test_nobody_resigns_for_a_program(tmp_path: Path) -> None:
    seats: Asked = ("table.open", {"seats": {"second": "mcts:time=5"}})
    *_, resigned, view = asked(ggl.load("tic-tac-toe"), tmp_path, seats, *played("a1"), RESIGN, ("table.view", {}))
    assert resigned["refused"]["text"] == "It is not your turn: O is to move."
    assert view["over"] is None


def test_nobody_resigns_at_an_earlier_place(tmp_path: Path) -> None:
    *_, resigned = asked(ggl.load("tic-tac-toe"), tmp_path, *played("a1", "b1"), ("table.goto", {"node": 1}), RESIGN)
    assert resigned["refused"]["text"] == "The board shows an earlier position; go back to the play first."


@pytest.mark.parametrize("players", ["Red", "Red, Blue, White"])
def test_only_in_a_game_of_two_may_one_resign(players: str, tmp_path: Path) -> None:
    game = game_of(f"board: square(3)\npieces: {{peg: {{}}}}\n{TO_PUT}", players)
    [resigned] = asked(game, tmp_path, RESIGN)
    assert resigned["refused"]["text"] == "Resigning is for games of two; somebody else would have to play on for you."


def test_the_side_to_move_resigns(tmp_path: Path) -> None:
    *_, view = asked(ggl.load("tic-tac-toe"), tmp_path, *played("a1"), RESIGN)
    assert view["over"] == {"winners": ["X"], "reason": "O resigned", "text": "X wins (O resigned)"}
