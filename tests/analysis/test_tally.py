"""What is added up over arrays is what a reader of the plays would count."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import ggl
from ggl.analysis import Plan, analyze
from ggl.analysis.columns import Columns
from ggl.analysis.play_sampling import SampleJob, SamplingSetup
from ggl.analysis.plays import random_plays
from ggl.analysis.tally import Sample
from ggl.play.game import Game, State
from tests.few import slow

GAMES = {"tic-tac-toe": {}, "tabik": {"size": 4}, "backgammon": {}, "tiku-points": {}, "quarod": {}, "sgibun": {"side": 3}}
PLAYS = 4


def _sites(state: State) -> dict[str, str | None]:
    domains = {layer.field for layer in state.game.checked.core.layers}
    names = {state.game.layout.slots[field].field.index[0] for field in domains}
    board = state.game.board
    all_ = {"cell": board.cells, "edge": board.edge_sites, "vertex": board.vertices}
    return {site.name: state.piece_at(site) for name in names for site in all_[name]}


def _by_hand(game: Game, steps: tuple[object, ...]) -> dict[str, object]:
    """The counts of one play, through the public state alone."""
    state, turns, legal, ways = game.initial_state(), 0, [], 0.0
    changed: dict[str, int] = {}
    occupied = {name: int(what is not None) for name, what in _sites(state).items()}
    keys = {state.key}
    for step in steps:
        moves = state.legal_moves()
        ways += float(np.log10(len(moves)))
        if not state.is_chance:
            legal.append(len(moves))
        after = state.after(next(move for move in moves if move.step == step))
        same_play = not game.layout.has("game") or state["game"] == after["game"]
        turns += after.ply != state.ply or not same_play
        before, now = _sites(state), _sites(after)
        for name in now:
            changed[name] = changed.get(name, 0) + (same_play and before[name] != now[name])
            occupied[name] += now[name] is not None
        keys.add(after.key)
        state = after
    result = state.result
    assert result is not None
    return {
        "turns": turns, "choices": len(legal), "branching": sum(legal) / len(legal), "forced": legal.count(1) / len(legal),
        "ways": ways, "winner": game.players.index(result.winner) if result.winner else -1,
        "seat": ["first", "second", None].index(result.seat), "changed": changed, "occupied": occupied, "keys": keys,
        "steps": len(steps),
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", [slow(name) if name in ("quarod", "backgammon", "sgibun", "tiku-points") else name for name in GAMES]
)
def test_a_batch_is_counted_as_a_reader_counts(name: str) -> None:
    game = ggl.load(name, **GAMES[name])
    plays = 1 if name == "backgammon" else PLAYS  # whose plays are long
    [(sample, steps)] = list(random_plays(game, plays, 3, plays, 1))
    hands = [_by_hand(game, each) for each in steps]
    for field in ("turns", "choices", "branching", "forced", "ways", "winner"):
        assert getattr(sample, field).tolist() == pytest.approx([hand[field] for hand in hands]), field
    assert [seat if seat >= 0 else 2 for seat in sample.seat.tolist()] == [hand["seat"] for hand in hands]
    names = Columns.of(game).sites
    assert sample.occupied.tolist() == [sum(hand["occupied"][name] for hand in hands) for name in names]
    assert sample.positions == sum(hand["steps"] + 1 for hand in hands)
    assert len(sample.seen) == sum(len(hand["keys"]) for hand in hands)
    assert len(np.unique(sample.seen)) == len(set().union(*(hand["keys"] for hand in hands)))
    if not any(layer.attributes for layer in game.checked.core.layers):  # how a piece stands is not a part of `piece_at`
        assert sample.changed.tolist() == [sum(hand["changed"][name] for hand in hands) for name in names]


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_a_play_made_alone_is_counted_the_same(name: str) -> None:
    game = ggl.load(name)
    walker = SamplingSetup(game, "random", 5).worker()
    done = walker.do(SampleJob(2))
    hand = _by_hand(game, done.steps)
    assert done.sample is not None
    assert (done.sample.turns[0], done.sample.choices[0]) == (hand["turns"], hand["choices"])
    assert done.sample.ways[0] == pytest.approx(hand["ways"])
    assert walker.do(SampleJob(3)).steps != done.steps
    assert walker.do(SampleJob(2)).steps == done.steps


def test_samples_add_up() -> None:
    game = ggl.load("tic-tac-toe")
    parts = [sample for seed in (1, 2) for sample, _ in random_plays(game, 20, seed, 0, 1)]
    whole = Sample.of(parts)
    assert len(whole) == 40
    assert whole.positions == parts[0].positions + parts[1].positions
    assert whole.changed.sum() == whole.turns.sum()  # each turn puts one mark


def test_where_positions_are_too_many_half_of_the_plays_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.analysis.tally.MOST_HASHED", 30)
    game = ggl.load("tic-tac-toe")
    [(sample, steps)] = list(random_plays(game, 8, 3, 8, 1))
    assert sample.seen_plays in (1, 2, 4)
    hands = [_by_hand(game, each) for each in steps]
    assert len(sample.seen) == sum(len(hand["keys"]) for hand in hands[: sample.seen_plays]) <= 30
    assert sample.turns.tolist() == [hand["turns"] for hand in hands]


def test_reports_remember_no_more_positions_than_they_may(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["ggl.analysis.analyze"]
    monkeypatch.setattr(module, "MOST_HASHED", 6000)
    found = analyze(ggl.load("tic-tac-toe"), Plan(plays=80, strengths=("random",), judge="mcts:sims=2"))
    [sizes] = [each for each in found.sizes if each.name == "positions, at least"]
    assert (found.strengths[0].plays, sizes.n) == (1600, 512)


def test_a_play_that_does_not_end_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.analysis.plays.MOST_STEPS", 4)
    [(sample, steps)] = list(random_plays(ggl.load("tic-tac-toe"), 10, 1, 2, 1))
    assert sample.turns.tolist() == [4] * 10
    assert sample.reason.tolist() == [-1] * 10
    assert [len(each) for each in steps] == [4, 4]
