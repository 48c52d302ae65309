"""What an exported page says of whole plays: a review beside that of ggl, random plays beside its counts, jobs that end."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.agents import make
from ggl.agents.review import review
from ggl.export.page import page_data
from ggl.host.wording import interval_data
from ggl.play.threats import threats
from ggl.statistics import wilson
from tests.few import slow
from tests.hiding import OPEN

pytestmark = pytest.mark.usefixtures("node")

HERE = Path(__file__).parent


def jobs(name: str, folder: Path, moves: Sequence[str | None], plays: int) -> dict[str, Any]:
    file = folder / "data.json"
    file.write_text(page_data(ggl.load(name), name))
    given = json.dumps({"data": str(file), "moves": moves, "plays": plays})
    run = subprocess.run(["node", HERE / "jobs.mjs"], input=given, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return jobs("tic-tac-toe", tmp_path_factory.mktemp("jobs"), ("b2", "a2", "a1", "c3", "c1"), 2000)


def test_a_review_says_of_each_proven_choice_what_ggl_says(found: dict[str, Any]) -> None:
    game = ggl.load("tic-tac-toe")
    state, steps = game.initial_state(), []
    for text in ("b2", "a2", "a1", "c3", "c1"):
        steps.append((state, state.read(text)))
        state = state.after(steps[-1][1])
    ours = {judged.place + 1: judged for judged in review(make("mcts:time=0.3", game, 1), steps)}
    shown = {step["turn"]: step for step in found["review"]["result"]["steps"]}
    assert shown.keys() == ours.keys()
    proven = [turn for turn in shown if shown[turn]["proven"] and ours[turn].proven]
    assert len(proven) >= 3
    for turn in proven:
        assert shown[turn]["loss"] == pytest.approx(ours[turn].loss)
        assert shown[turn]["value"] == pytest.approx(ours[turn].value)
        assert shown[turn]["move"] == str(ours[turn].move)
    worst = max(shown.values(), key=lambda step: step["loss"])
    assert worst["move"] == str(steps[1][1]), "an edge beside the middle loses"
    assert worst["mover"] == "O"


def threatened(game: ggl.Game, found: dict[str, Any]) -> set[tuple[str, ...]]:
    """What is threatened, seen to be what ggl finds."""
    state = game.initial_state()
    for text in found["made"]:
        state = state.after(state.read(text))
    wanted, told = threats(state), found["threats"]["result"]
    turns = {tuple(turn["steps"]) for turn in told["turns"]}
    assert told["side"] == ("" if wanted is None else wanted.side)
    assert turns == (set() if wanted is None else {tuple(map(str, turn)) for turn in wanted.turns})
    assert len(turns) == len(told["turns"])
    return turns


def test_threats_are_those_that_ggl_finds(found: dict[str, Any]) -> None:
    assert threatened(ggl.load("tic-tac-toe"), found) == {("place b1",), ("place a3",)}


@pytest.mark.slow
def test_a_threatened_mate_is_told_with_the_sites_that_it_names(tmp_path: Path) -> None:
    mate = jobs("chess", tmp_path, ("e2 - e4", "e7 - e5", "d1 - h5", "b8 - c6", "f1 - c4"), 1)
    assert threatened(ggl.load("chess"), mate) == {("h5 - f7",)}
    assert mate["threats"]["result"]["turns"][0]["sites"] == ["h5", "f7"]


@pytest.mark.slow
@pytest.mark.parametrize("name", OPEN)
def test_threats_in_each_game_are_those_that_ggl_finds(name: str, tmp_path: Path) -> None:
    threatened(ggl.load(name), jobs(name, tmp_path, (None,) * 6, 1))


def test_random_plays_come_out_as_those_of_ggl(found: dict[str, Any]) -> None:
    measured = found["measured"]["result"]
    ours = ggl.load("tic-tac-toe").playouts(20_000, 1)
    assert measured["plays"] == 2000
    for side, interval in ours.wins.items():
        assert measured["wins"][side]["value"] == pytest.approx(interval.value, abs=0.05)
        count = round(2000 * measured["wins"][side]["value"])
        exact = interval_data(wilson(count, 2000))
        assert measured["wins"][side]["low"] == pytest.approx(exact.low, abs=1e-6)
        assert measured["wins"][side]["high"] == pytest.approx(exact.high, abs=1e-6)
    assert measured["draws"]["value"] == pytest.approx(ours.draws.value, abs=0.05)
    assert measured["steps"]["value"] == pytest.approx(ours.mean_steps.value, abs=0.2)
    assert sum(measured["ends"].values()) == 2000
    assert measured["ends"].keys() == ours.ends.keys()


def test_one_search_at_a_time_has_the_tree(found: dict[str, Any]) -> None:
    assert found["stopped"]["event"] == "failed"
    assert found["replaced"]["event"] == "failed", "a hint ends the review"
    assert found["hint"]["result"]["kind"] == "hint"


@pytest.mark.parametrize("name", ["backgammon", slow("oware"), slow("sgibun")])
def test_games_with_dice_several_steps_and_scores_are_reviewed_and_measured(name: str, tmp_path: Path) -> None:
    found = jobs(name, tmp_path, (None,) * 4, 5)
    threatened(ggl.load(name), found)
    assert found["measured"]["result"]["plays"] == 5
    steps = found["review"]["result"]["steps"]
    assert steps
    assert all(0 <= step["loss"] <= 1 and 0 <= step["value"] <= 1 and step["best"] for step in steps)
    assert [step["turn"] for step in steps] == sorted(step["turn"] for step in steps)
