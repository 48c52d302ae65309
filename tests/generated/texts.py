"""Texts of made games, as a strategy of Hypothesis: for tests of what can be done with any game."""

from __future__ import annotations

from random import Random

from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.generated.covering import Covered, chosen
from tests.generated.making import NotMade, made
from tests.generated.table import FEATURES

MOST_FEATURES = 16


@st.composite
def texts(draw: DrawFn) -> str:
    """The text of a sound game, without features that make it slow."""
    seed = draw(st.integers(0, (1 << 32) - 1))
    _, wanted = chosen(Random(seed), Covered(), MOST_FEATURES)
    try:
        return made(str(seed), [name for name in wanted if FEATURES[name].costs <= 2])[0].text
    except NotMade:
        reject()
