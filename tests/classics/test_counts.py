"""Classics have as many plays of each length as is published."""

import pytest

import ggl

CONNECT_FOUR = {7: 823536}
"""The first length at which a column can be full; shorter plays are counted in the game's file."""


@pytest.mark.slow
@pytest.mark.parametrize("plies", CONNECT_FOUR)
def test_connect_four_has_the_published_counts(plies: int) -> None:
    game = ggl.load("connect-four")
    assert game.perft(game.initial_state(), plies) == CONNECT_FOUR[plies]
