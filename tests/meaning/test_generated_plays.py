"""Whole plays of games that nobody wrote go as a plain reading of their definitions says."""

from __future__ import annotations

import random
from traceback import extract_tb

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ggl.engine.protocol import WorkLimitError
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source
from tests.compiler.made_games import texts
from tests.meaning.test_whole_plays import follow
from tests.meaning.world import World

QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
LARGEST = 400
"""Entries of a position; a plain reading of larger ones takes too long."""


@settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(texts(2), st.integers(0, 1 << 20))
def test_a_few_made_games_go_as_their_definitions_say(text: str, seed: int) -> None:
    compare(text, seed, 8)


@pytest.mark.slow
@settings(max_examples=5000, deadline=None, suppress_health_check=QUIET)
@given(texts(2), st.integers(0, 1 << 20))
def test_many_made_games_go_as_their_definitions_say(text: str, seed: int) -> None:
    compare(text, seed, 16)


def compare(text: str, seed: int, longest: int) -> None:
    checked, _ = check_source(Source("<made>", text))
    assume(checked is not None)
    assert checked is not None
    game = Game(checked)
    assume(game.layout.length <= LARGEST)
    try:
        follow(game, World(checked.definition, game.options, game.board), random.Random(seed), longest)
    except WorkLimitError as error:
        if not any("interpreter" in frame.filename for frame in extract_tb(error.__traceback__)):
            raise
    except AssertionError as error:
        raise AssertionError(f"{error}\n{text}") from None
