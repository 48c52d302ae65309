"""The ladders that come with ggl: each belongs to the rules as they are, each of its steps is surely one, and levels play."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest

import ggl
from ggl import agents, arena, resources
from ggl.agents.ladders import Ladder, ladder_of, own_folder, read_ladder
from ggl.agents.level import LevelAgent
from ggl.agents.specs import read
from ggl.arena import unrecorded
from ggl.arena.jobs import InProcess
from tests.few import few_of

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "games" / "levels"
NAMES = tuple(sorted(file.stem for file in FOLDER.glob("*.json")))
SEEDS = ("quarod", "sgibun", "tabik", "tiku", "tirnabun")


@pytest.fixture(autouse=True)
def _no_ladders_of_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert not own_folder().exists()


@cache
def shipped(name: str) -> Ladder:
    return read_ladder(FOLDER / f"{name}.json")


WITHOUT = {
    "blotto": "one choice decides, and no way to choose is surely above another",
    "rock-paper-scissors": "one choice decides, and no way to choose is surely above another",
    "kuhn-poker": "its equilibrium is known, and the luck of the cards hides what is above it",
    "mastermind": "one side guesses, and there are 1,296 moves to search",
    "geister": "30 pairs of plays find one level: `python benchmarks/ladders.py geister` needs more, and hours",
    "closed-tricks": "a belief over the hands takes too long for the plays of a ladder",
}
"""Games of which no ladder is made, and why."""


def test_each_game_that_comes_with_ggl_has_a_ladder_or_a_reason() -> None:
    assert {*NAMES} | {*WITHOUT} == {*resources.bundled_games()}
    assert not {*NAMES} & {*WITHOUT}


@pytest.mark.parametrize("name", NAMES)
def test_a_ladder_belongs_to_the_rules_as_they_are(name: str) -> None:
    game = ggl.load(name)
    ladder = shipped(name)
    assert ladder.game == game.name
    assert ladder.fingerprint == game.fingerprint, "the rules have changed: python benchmarks/ladders.py " + name
    assert ladder_of(game) == ladder


@pytest.mark.parametrize("name", NAMES)
def test_each_step_is_surely_one(name: str) -> None:
    levels = shipped(name).levels
    assert len(levels) >= 2
    for level in levels:
        assert level.score is not None
        assert level.score_low is not None
        assert level.score_high is not None
        assert 0.5 < level.score_low <= level.score <= level.score_high <= 1
        assert level.plays >= 60
        assert level.rating is not None
        assert level.low is not None
        assert level.high is not None
        assert level.low < level.rating < level.high
    assert all((a.rating or 0) < (b.rating or 0) for a, b in itertools.pairwise(levels))


@pytest.mark.parametrize("name", few_of(NAMES))
def test_a_level_has_a_budget_of_simulations_and_only_the_top_plays_its_best_alone(name: str) -> None:
    specs = [read(level.spec) for level in shipped(name).levels]
    search = "ismcts" if ggl.load(name).hides else "mcts"
    assert all(spec.kind.name == search and "time" not in spec.settings for spec in specs)
    budgets = [int(spec.settings["sims"]) for spec in specs]
    assert budgets == sorted(set(budgets))
    assert search == "ismcts" or all(spec.settings["near"] == 0.03 for spec in specs[:-1])


@pytest.mark.parametrize("name", ["connect-four", "tiku"])
def test_levels_play(name: str) -> None:
    game = ggl.load(name)
    top = len(shipped(name).levels)
    play = arena.play(game, [f"level:{top}", "level:1"], 3)
    assert not play.failure
    agent = agents.make(f"level:{top}", game)
    assert isinstance(agent, LevelAgent)
    assert agent.about.startswith(f"level {top} of {top}, rating {shipped(name).levels[-1].rating:.0f} (")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_level_moves(name: str) -> None:
    game = ggl.load(name)
    state = game.initial_state()
    while state.is_chance:
        state = state.after(state.legal_moves()[0])
    for number in range(len(shipped(name).levels) + 1):
        assert agents.make(f"level:{number}", game, 1).think(state).move in state.legal_moves()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["connect-four", "tiku"])
def test_a_step_is_one_again_in_other_plays(name: str) -> None:
    below, level = shipped(name).levels[1:3]
    score = unrecorded.score(unrecorded.UnrecordedSetup(ggl.load(name), (level.spec, below.spec), 20_26), 100, InProcess())
    assert score.low > 0.5


def test_the_page_tells_of_every_ladder() -> None:
    page = (ROOT / "docs/agents.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|`]+) \| (\d+) \| (\d+) \| [^|]+ \| (\d+) \|", page, re.M)
    told = {game: (int(levels), int(rating), int(sims)) for game, levels, rating, sims in rows}
    for ladder in map(shipped, NAMES):
        top = ladder.levels[-1]
        assert top.rating is not None
        assert told.pop(ladder.game) == (len(ladder.levels), round(top.rating), read(top.spec).settings["sims"])
    assert not told


@pytest.mark.slow
def test_a_wheel_has_the_ladders_and_finds_them(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    installed = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as file:
        file.extractall(installed)
    ask = "import ggl; from ggl.agents.ladders import ladder_of; print(ggl.__file__, ladder_of(ggl.load('tiku')).measured)"
    asked = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed)},
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert asked.stdout.split() == [str(installed / "ggl" / "__init__.py"), "True"]
