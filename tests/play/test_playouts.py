"""The results of many random games: a sequence of results, columns of numbers, and what they come to."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from functools import cache

import numpy as np
import pytest

import ggl
from ggl.play.errors import ArgumentError
from ggl.play.fast import plays_in_sequence
from ggl.play.game import State
from ggl.play.playout import Playout
from tests.few import slow


@cache
def small_hex() -> ggl.Game:
    return ggl.load("hex", size=4, engine="interpreter")


def results_one_by_one(game: ggl.Game, n: int, seed: int, most_steps: int) -> list[ggl.Result]:
    """Each game played for itself, its result read from its last state."""
    return [
        Playout(State(game, position), steps).result for _, position, steps in plays_in_sequence(game.engine, n, seed, most_steps)
    ]


@pytest.mark.parametrize(
    ("name", "most_steps"),
    [("tabik", 10_000), ("tiku", 10_000), ("backgammon", 60), ("together", 50)],
    ids=["scores", "no scores", "rolls, broken off", "several win together"],
)
@pytest.mark.parametrize("engine", [slow("interpreter"), "compiled"])
def test_each_result_is_that_of_the_game_played_alone(name: str, most_steps: int, engine: str, all_win: str) -> None:
    game = ggl.load(all_win if name == "together" else name, engine=engine)
    results = game.playouts(12, seed=3, most_steps=most_steps)
    alone = results_one_by_one(ggl.load(all_win if name == "together" else name, engine="interpreter"), 12, 3, most_steps)
    assert list(results) == alone
    assert results == alone
    assert [results[k] for k in range(12)] == alone
    assert results[-1] == alone[-1]
    assert list(results[2:9:3]) == alone[2:9:3]


@pytest.fixture(scope="module")
def all_win(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("games") / "all_win.yaml"
    path.write_text(
        """\
ggl: 1
name: Together
players: [A, B, C]
board: square(3)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    do: put stone on c
end:
  players p win:
    enough: ply >= 3 and (p == A or p stone on b2)
"""
    )
    return str(path)


def test_a_reason_has_a_number_of_its_game() -> None:
    assert small_hex().reason(0) == small_hex().reason(0, None)
    for wrong in (-2, len(small_hex().checked.core.reasons), 0.5):
        with pytest.raises(ArgumentError, match="the number of a reason"):
            small_hex().reason(wrong)  # type: ignore[arg-type]


def test_columns_say_what_the_results_say(all_win: str) -> None:
    for game in (small_hex(), ggl.load(all_win, engine="interpreter"), ggl.load("tabik", engine="interpreter")):
        results = game.playouts(40, seed=1, most_steps=12)
        for k, result in enumerate(results):
            winners = [game.players[side] for side in np.flatnonzero(results.won[k])]
            assert winners == list(result.winners)
            assert results.winners[k] == (game.players.index(result.winner) if result.winner else -1)
            if results.reasons[k] < 0:
                assert result.reason == f"{game.reason(-1)} after {results.steps[k]} steps"
            else:
                assert result.reason == game.reason(int(results.reasons[k]), result.winner)
            if results.scores is not None:
                assert dict(zip(game.players, results.scores[k], strict=True)) == result.scores
        assert (results.scores is None) == (results[0].scores is None)


def test_sums_are_those_of_the_results() -> None:
    results = small_hex().playouts(60, seed=5, most_steps=14)
    told = list(results)
    for side in small_hex().players:
        share = results.wins[side]
        assert share.value == sum(side in each.winners for each in told) / 60
        assert (share.n, share.low < share.value < share.high) == (60, True)
    assert results.draws.value == sum(not each.winners for each in told) / 60
    assert results.broken_off == sum(each.reason.startswith("broken off") for each in told) > 0
    assert results.mean_steps.value == pytest.approx(sum(results.steps) / 60)
    ends = Counter("broken off" if each.reason.startswith("broken") else each.reason for each in told)
    assert results.ends == dict(ends)
    assert list(results.ends.values()) == sorted(ends.values(), reverse=True)


def test_mean_scores_have_intervals() -> None:
    results = ggl.load("tabik", engine="interpreter").playouts(30, seed=2)
    told = [each.scores["Black"] for each in results]  # type: ignore[index]
    assert results.mean_scores["Black"].value == pytest.approx(sum(told) / 30)
    assert results.mean_scores["Black"].low < results.mean_scores["Black"].value
    assert small_hex().playouts(3).mean_scores == {}


def test_parts_of_a_seed_join_to_the_whole() -> None:
    whole = small_hex().playouts(20, seed=9)
    assert whole[:8] + whole[8:] == whole
    assert whole != small_hex().playouts(20, seed=8)
    assert pickle.loads(pickle.dumps(whole)) == whole
    with pytest.raises(ArgumentError, match="cannot be joined"):
        whole + ggl.load("tiku").playouts(1)


def test_nothing_is_played_and_nothing_is_known() -> None:
    none = small_hex().playouts(0)
    assert (len(none), list(none), none.broken_off, none.ends) == (0, [], 0, {})
    assert none.draws.low == 0 < none.draws.high == 1
    assert repr(none) == "<no playouts of Hex>"


def test_a_game_that_is_looked_at_says_what_came_out() -> None:
    text = repr(small_hex().playouts(10, seed=1))
    assert text.startswith("<10 playouts of Hex: Red ")
    assert text.endswith(" steps>")


def test_shares_of_playouts_need_no_narration() -> None:
    code = (
        "import sys, ggl\nplays = ggl.load('tic-tac-toe', engine='interpreter').playouts(3)\nprint(len(plays.wins))\n"
        "print(sorted(name for name in sys.modules if name.startswith('ggl.narration')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "2\n[]\n"
