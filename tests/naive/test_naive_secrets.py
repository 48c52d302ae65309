"""Mastermind and Geister beside their twins: movers, legal moves, results, and which plays a side cannot tell apart."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import ggl
from ggl.engine.protocol import Step
from ggl.play.side_by_side import compared

from .secrets import COLOURS, Geister, Mastermind, answer, name
from .test_naive_phantom import Partition

GAMES = Path(__file__).parents[2] / "games"


def mastermind(**options: int) -> ggl.Game:
    return ggl.load(GAMES / "mastermind.yaml", **options)


def geister() -> ggl.Game:
    return ggl.load(GAMES / "geister.yaml")


def some_pegs(rng: random.Random) -> str:
    """Of two colours, so that different codes are answered alike often."""
    return " ".join(rng.choice(COLOURS[:2]) for _ in range(4))


def made(state: ggl.State, text: str) -> ggl.State:
    """The state after pegs of these colours; to read them beside 1,296 legal moves takes longer."""
    step = Step("hide" if state.mover == "Maker" else "guess", tuple(map(COLOURS.index, text.split())))
    return state.after(state.game.move(step))


def test_mastermind_goes_as_its_twin_and_tells_as_much() -> None:
    game, known = mastermind(tries=4), Partition()
    for seed in range(60):
        rng, state, twin = random.Random(seed), game.initial_state(), Mastermind(4)
        while not twin.is_over:
            assert game.players.index(state.mover) == twin.mover
            if seed == 0 and len(twin.guesses) < 2:
                assert {move.text for move in state.legal_moves()} == {*twin.legal()}
            for number, side in enumerate(game.players):
                known.add(state.information(side), (number, tuple(twin.knows[number])))
            text = some_pegs(rng)
            twin.play(text)
            state = made(state, text)
        assert state.is_over
        assert twin.winner is not None
        assert state.winner == game.players[twin.winner]
    assert len(known.ours) > 100


def test_answers_count_each_peg_once() -> None:
    """Beside the twin, for codes and guesses of all colours."""
    start, rng = mastermind().initial_state(), random.Random(5)
    for _ in range(40):
        code, guess = (tuple(rng.choices(COLOURS, k=4)) for _ in range(2))
        state = made(made(start, " ".join(code)), " ".join(guess))
        assert (state.ask("black"), state.ask("white")) == answer(code, guess)
        blacks, whites = answer(code, guess)
        assert state.information("Breaker").told()[-2:] == [f"announced: black {blacks}", f"announced: white {whites}"]


def follow(game: ggl.Game, known: Partition, seed: int, longest: int) -> None:
    """A random play of Geister, in which taking is preferred now and then, beside its twin."""
    rng, state, twin = random.Random(seed), game.initial_state(), Geister()
    few = [" ".join(map(name, good)) for good in (((1, 0), (2, 0), (3, 0), (4, 0)), ((1, 0), (2, 0), (3, 0), (1, 1)))]
    for ply in range(longest):
        if twin.is_over:
            break
        assert game.players.index(state.mover) == twin.mover
        moves = {move.text: move for move in state.legal_moves()}
        assert {*moves} == {*twin.moves()}
        for number, side in enumerate(game.players):
            known.add(state.information(side) if ply < 8 else seed, (number, tuple(twin.knows[number])) if ply < 8 else seed)
        taking = [text for text, cells in twin.moves().items() if len(cells) == 2 and cells[1] in twin.board]
        text = rng.choice(few) if ply == 0 else rng.choice(taking if taking and rng.random() < 0.5 else [*moves])
        twin.play(text)
        state = state.after(moves[text])
    assert state.is_over == twin.is_over
    assert state.winner == (None if twin.winner is None else game.players[twin.winner])


def test_geister_goes_as_its_twin_and_tells_as_much() -> None:
    game, known = geister(), Partition()
    for seed in range(15):
        follow(game, known, seed, 120)
    assert len(known.ours) > 100


@pytest.mark.slow
def test_many_plays_of_geister_go_as_their_twins() -> None:
    game, known = geister(), Partition()
    for seed in range(100, 300):
        follow(game, known, seed, 400)


@pytest.mark.slow
@pytest.mark.parametrize("load", [lambda: mastermind(tries=3), geister], ids=["mastermind", "geister"])
def test_both_engines_play_the_same_games(load: Callable[[], ggl.Game]) -> None:
    found = compared(load(), 20, seed=7, seconds=30)
    assert found is not None
    assert found.difference is None
    assert found.games > 0
