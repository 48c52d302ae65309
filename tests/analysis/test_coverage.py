"""What the rules did, against what a reader of the positions counts."""

from __future__ import annotations

import sys

import pytest

import ggl
from ggl.analysis.coverage import Rule, coverage
from ggl.analysis.play_sampling import SampledPlay, SampleJob, SamplingSetup
from ggl.analysis.plays import random_plays
from ggl.play.game import Game, State
from ggl.play.redundant_conditions import needless
from tests.analysis.games import ENDS, FORKED, game
from tests.few import one_in


def _walked(game: Game, plays: int) -> list[SampledPlay]:
    steps = [each for _, kept in random_plays(game, plays, 2, plays, 1) for each in kept]
    walker = SamplingSetup(game, "", 2).worker()
    return [walker.do(SampleJob(number, steps=each)) for number, each in enumerate(steps)]


def _rules(game: Game, walked: list[SampledPlay]) -> list[Rule]:
    positions = [position for each in walked for position in each.positions]
    return coverage(game, positions, [each.last for each in walked if each.last], [each.steps for each in walked])


def test_tic_tac_toe_by_hand() -> None:
    """Each of nine cells is asked about in each position; the condition alone refuses the marked ones."""
    tic = ggl.load("tic-tac-toe")
    walked = _walked(tic, 30)
    move, where, line, full = _rules(tic, walked)
    positions = [State(tic, position) for each in walked for position in each.positions]
    marked = sum(state.piece_at(cell) is not None for state in positions for cell in tic.board.cells)
    assert (where.asked, where.fired, where.decided) == (9 * len(positions), marked, marked)
    assert (move.asked, move.fired, move.decided) == (len(positions), len(positions), sum(len(each.steps) for each in walked))
    ends = [State(tic, each.last) for each in walked if each.last is not None]
    won = sum(state.winner is not None for state in ends)
    filled = sum(state.ply == 9 for state in ends)
    assert (line.asked, line.fired, line.decided) == (30, won, won)
    assert (full.asked, full.fired, full.decided) == (30, filled, 30 - won)


def test_what_never_fires_and_what_never_decides() -> None:
    forked = game(FORKED)
    rules = {rule.text or rule.owner: rule for rule in _rules(forked, _walked(forked, 40))}
    assert rules["free"].fired == rules["needless"].fired > 0
    assert rules["free"].decided == rules["needless"].decided == 0  # each refuses only what the other refuses too
    assert rules["silent"].asked > 0
    assert rules["silent"].fired == 0
    assert rules["never"].fired == rules["never"].decided == 0
    assert rules["a1"].decided > 0
    assert rules["needless"].silent
    assert not rules["a1"].silent


def test_a_line_of_the_end_is_told_as_it_is_written_and_holds_for_any_of_the_players_it_asks() -> None:
    ends = game(ENDS)
    state = ends.initial_state()
    for move in ("b1", "a1", "c1", "d1"):  # Black has the middle, White the ends
        state = state.play(move)
    found = {rule.owner: (rule.fired, rule.decided) for rule in coverage(ends, [], [state.position], []) if rule.part == "end"}
    assert found == {
        "draw": (1, 1), "player p wins": (1, 0), "players p lose": (1, 0), "mover loses": (1, 0), "opponent wins": (0, 0),
        "Black wins": (0, 0), "by score": (0, 0),
    }  # fmt: skip


def test_a_move_that_was_looked_at_only_in_part_counts_as_far_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is always a legal move in tic-tac-toe; a position in which none was found yet is left out."""
    tic = ggl.load("tic-tac-toe")
    walked = _walked(tic, 20)
    for most in range(1, 60):
        monkeypatch.setattr(sys.modules["ggl.analysis.coverage"], "MOST_BINDINGS", most)
        move, where, *_ = _rules(tic, walked)
        assert 0 < move.asked == move.fired <= 1 + most // 9, most
        assert where.asked == most


def test_each_rule_has_its_line() -> None:
    rules = _rules(ggl.load("tic-tac-toe"), [])
    assert [rule.line.partition(":")[0] for rule in rules] == ["tic-tac-toe.yaml"] * 4
    assert len({rule.line for rule in rules}) == 4


def test_what_is_said_to_be_needless_never_decided() -> None:
    """`ggl check --play` goes through the same conditions in its own way."""
    forked = game(FORKED)
    walked = _walked(forked, 60)
    positions = [position for each in walked for position in each.positions]
    found = {each.condition.name for each in needless(forked, positions)}
    assert found
    silent = {rule.text for rule in coverage(forked, positions, [], []) if rule.part == "where" and rule.silent}
    assert found <= silent


@pytest.mark.parametrize("name", one_in(5, ["tabik", "backgammon", "sgibun", "othello", "quarod"]))
def test_a_move_is_legal_where_the_engine_says_so(name: str) -> None:
    found = ggl.load(name)
    walked = _walked(found, 2)
    rules = {rule.owner: rule for rule in _rules(found, walked) if rule.part == "move"}
    states = [State(found, position) for each in walked for position in each.positions]
    for move, rule in rules.items():
        legal = sum(any(each.schema == move for each in state.legal_moves()) for state in states)
        assert rule.fired <= legal or found.checked.core.turn.prefer, move
        assert rule.decided == sum(step.schema == move for each in walked for step in each.steps)
