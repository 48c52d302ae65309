"""Ladders are found by playing, and levels play as the ladder says."""

from __future__ import annotations

import itertools
import json
import math
import re
from pathlib import Path

import pytest

import ggl
from ggl import agents
from ggl.agents.ladders import Ladder, LadderError, Level, ladder_of, own_folder, read_ladder
from ggl.arena import calibrating
from ggl.arena.calibrating import GRID, LARGEST, LEAST, calibrate
from ggl.arena.jobs import InProcess
from ggl.statistics import Interval, wilson


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    own_folder().mkdir(parents=True)
    return own_folder()


@pytest.fixture(scope="module")
def game() -> ggl.Game:
    return ggl.load("tic-tac-toe")


@pytest.fixture(scope="module")
def ladder(game: ggl.Game) -> Ladder:
    return calibrate(game, 40, seed=2, most=40)


def test_each_level_is_surely_stronger_than_the_one_below(ladder: Ladder) -> None:
    assert len(ladder.levels) >= 2
    ratings = [level.rating for level in ladder.levels]
    assert ratings == sorted(ratings)  # type: ignore[type-var]
    for level in ladder.levels:
        assert level.score_low is not None
        assert level.score is not None
        assert level.score_low > 0.5
        assert level.score >= LEAST
        assert level.plays == 80


STRENGTHS = {
    "even": lambda sims: 150 * math.log2(sims),
    "steep at first": lambda sims: 500 * math.log2(sims) ** 0.5,
    "steep later": lambda sims: 12 * math.log2(sims) ** 2,
    "no more from 64 on": lambda sims: 150 * math.log2(min(sims, 64)),
    "a gap": lambda sims: 60 * math.log2(sims) + (400 if sims > 30 else 0),
}


@pytest.mark.parametrize("name", STRENGTHS)
def test_steps_are_alike_where_strength_is_known(game: ggl.Game, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With plays in which agents score what their strengths say, steps are about as wanted, but for gaps that nothing fills."""

    def strength(spec: str) -> float:
        return 0.0 if spec == "random" else STRENGTHS[name](int(re.findall(r"sims=(\d+)", spec)[0]))

    def met(self: object, spec: str, below: str, pairs: int, use: str) -> Interval:
        value = 1 / (1 + 10 ** ((strength(below) - strength(spec)) / 400))
        return wilson(2 * pairs * value, 2 * pairs)

    monkeypatch.setattr(calibrating._Meetings, "score", met)
    ladder = calibrate(game, 100, most=4096)
    specs = ["random", *(level.spec for level in ladder.levels)]
    assert len(specs) > 4
    for below, level in itertools.pairwise([None, *ladder.levels]):
        assert level is not None
        assert level.score is not None
        assert level.score_low is not None
        assert level.score_low > 0.5
        assert level.score >= LEAST
        sims, before = (0 if each is None else int(re.findall(r"sims=(\d+)", each.spec)[0]) for each in (level, below))
        assert level.score <= LARGEST or GRID.index(sims) == (GRID.index(before) + 1 if before else 0), "no number lies between"
        assert level.rating == pytest.approx(strength(level.spec))
    if "64" in name:
        assert "sims=64," in specs[-1]
        assert len(specs) == 7


def test_the_top_level_plays_its_best_and_those_below_what_is_nearly_as_good(ladder: Ladder) -> None:
    *below, top = ladder.levels
    assert all("near=0.03" in level.spec for level in below)
    assert "near" not in top.spec


@pytest.mark.processes
def test_a_ladder_is_the_same_with_any_number_of_workers(game: ggl.Game) -> None:
    assert calibrate(game, 8, seed=2, most=2, workers=2) == calibrate(game, 8, seed=2, most=2)


def test_nobody_plays_the_same_plays_twice(game: ggl.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def score(setup: object, pairs: int, *_: object) -> Interval:
        made.append(setup)
        return wilson(pairs, 2 * pairs)

    monkeypatch.setattr(calibrating.unrecorded, "score", score)
    meetings = calibrating._Meetings(game, 0, 100, InProcess(), lambda _: None, lambda _: None, lambda *_: None)
    for use in ("probe", "level", "level", "probe"):
        meetings.score("mcts:sims=4", "random", 8, use)
    assert len(made) == 2


def test_a_ladder_is_read_back(home: Path, ladder: Ladder) -> None:
    (home / "x.json").write_text(ladder.to_json())
    assert read_ladder(home / "x.json") == ladder


def test_a_level_is_found_by_its_rules_and_tells_its_rating(home: Path, game: ggl.Game, ladder: Ladder) -> None:
    (home / "any name.json").write_text(ladder.to_json())
    agent = agents.make("level:2", game, 3)
    rating = ladder.levels[1].rating
    assert agent.spec == "level:2"
    assert f"level 2 of {len(ladder.levels)}, rating {rating:.0f} (" in agent.about  # type: ignore[attr-defined]
    plain = agents.make(ladder.levels[1].spec, game, 3)
    assert agent.think(game.initial_state()).candidates == plain.think(game.initial_state()).candidates
    other = ggl.load("connect-four", width=5, height=4)
    assert not ladder_of(other).measured
    assert "not measured for these rules" in agents.make("level:2", other).about  # type: ignore[attr-defined]


def test_level_0_is_random_and_above_the_top_there_is_none(home: Path, game: ggl.Game) -> None:
    (home / "one.json").write_text(
        Ladder(game.name, game.fingerprint, (Level("mcts:sims=5", 100, 50, 150, 0.7, 0.6, 0.8, 99),)).to_json()
    )
    assert agents.make("level:0", game, 4).think(game.initial_state()) == agents.make("random", game, 4).think(
        game.initial_state()
    )
    with pytest.raises(agents.AgentError, match=r"levels of Tic-Tac-Toe are 0 \(random\) to 1, not 9"):
        agents.make("level:9", game)
    with pytest.raises(agents.SpecError, match="which level"):
        agents.make("level", game)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda told: told.update(ggl_ladder=2), "another version of ggl"),
        (lambda told: told.update(levels=[]), "no levels"),
        (lambda told: told["levels"][0].update(rating="high"), r"`levels\[0\].rating` is a number or null, not a text"),
        (lambda told: told["levels"][0].update(rating=None), "incomplete measures"),
        (lambda told: told["levels"][0].pop("spec"), r"`levels\[0\].spec` is missing"),
        (lambda told: told.update(levels=3), "not a ladder .`levels` is a list, not a number"),
        (lambda told: told.update(levels=["x"]), r"`levels\[0\]` is an object, not a text"),
        (lambda told: told["levels"][0].update(rating=10**400), r"`levels\[0\].rating` is not a number"),
        (lambda told: told["levels"][0].update(low=math.inf), r"`levels\[0\].low` is not a number"),
        (lambda told: told["levels"][0].update(high=math.nan), r"`levels\[0\].high` is not a number"),
    ],
)
def test_a_file_that_is_no_ladder_is_refused(home: Path, game: ggl.Game, ladder: Ladder, change: object, said: str) -> None:
    told = json.loads(ladder.to_json())
    change(told)  # type: ignore[operator]
    (home / "x.json").write_text(json.dumps(told))
    with pytest.raises(LadderError, match=said):
        read_ladder(home / "x.json")
    with pytest.raises(agents.AgentError, match=said):
        agents.make("level:1", game)


@pytest.mark.parametrize("spec", ["level:1", "python:os:system", "ugi:rm"])
def test_a_ladder_starts_no_program_and_does_not_lead_to_itself(home: Path, game: ggl.Game, spec: str) -> None:
    (home / "x.json").write_text(Ladder(game.name, game.fingerprint, (Level(spec),)).to_json())
    with pytest.raises(agents.AgentError, match="which cannot be a level"):
        agents.make("level:1", game)


def test_below_the_top_a_level_plays_what_is_nearly_as_good(game: ggl.Game) -> None:
    state = game.initial_state().play("b2")
    played = {str(agents.make("mcts:sims=3000,near=0.05", game, seed).think(state).move) for seed in range(12)}
    assert len(played) > 1, "it does not always play the same"
    assert played <= {"place a1", "place a3", "place c1", "place c3"}, "and only a corner does not lose"
