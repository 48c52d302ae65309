"""What can be done with any game is done with games that nobody wrote, and with variants of written ones."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ggl.cli.fmt import formatted_file
from ggl.engine.protocol import WorkLimitError
from ggl.play.errors import IllegalMoveError, NotationError
from ggl.play.game import Game, State
from ggl.play.loading import check_source
from ggl.source import Source
from tests.compiler.runtime.test_vector_env import agree
from tests.compiler.test_variants import edits, files
from tests.compiler.variants import variant
from tests.generated.texts import texts

QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
LARGEST = 250
"""Entries of a position; a batch of larger ones is slow as Python."""

games = st.one_of(texts(), st.builds(variant, files, edits))


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(games)
def test_a_few_games_are_formatted_told_and_played(text: str) -> None:
    use(text)


@pytest.mark.slow
@settings(max_examples=3000, deadline=None, suppress_health_check=QUIET)
@given(games)
def test_many_games_are_formatted_told_and_played(text: str) -> None:
    use(text)


def use(text: str) -> None:
    checked, _ = check_source(Source("<made>", text))
    assume(checked is not None)
    assert checked is not None
    game = Game(checked, "interpreter")
    assert formats(text) == game.fingerprint
    assert game.rules_text().strip()
    assume(game.layout.length <= LARGEST)
    try:
        play(game, random.Random(text))
        agree(game, game.batch(2, seed=3, rolls=False), 4, choose=5)
    except WorkLimitError:
        return  # a position that nobody can play on


def formats(text: str) -> str:
    """The fingerprint of the formatted text, which formatting leaves alone."""
    new = formatted_file(Source("<made>", text))
    assert formatted_file(Source("<made>", new)) == new
    checked, found = check_source(Source("<made>", new))
    assert checked is not None, found
    return Game(checked, "interpreter").fingerprint


def reads(state: State, text: str) -> bool:
    """Whether a text is a legal move, written as here or, as it may be typed, by another line of its notation."""
    try:
        return state.read(text) in state.legal_moves()
    except (IllegalMoveError, NotationError):
        return False


def play(game: Game, rng: random.Random) -> None:
    """A few moves are written and read, explained where they are legal and where they may not be, and the board is drawn."""
    state, before = game.initial_state(), list[str]()
    for _ in range(8):
        legal = state.legal_moves()
        if not legal:
            return
        some = rng.sample(legal, min(6, len(legal)))
        for move in some:
            assert state.read(str(move)) == move
            assert state.explain(move).legal
        for text in before[-4:]:
            assert state.explain(text).legal == reads(state, text) >= (text in map(str, legal))
        assert str(state)
        assert state._repr_svg_().startswith("<svg")
        before += map(str, some[:3])
        state = state.play(rng.choice(legal))
