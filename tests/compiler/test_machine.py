"""Machine code does what the text says in Python: words wrap around, whatever the compiler knows about them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl.compiler.cache import Kept
from ggl.compiler.engine import Compiled
from ggl.compiler.native import kinds_of
from ggl.compiler.plain import plain
from tests.compiler.agreement import SMALL

TEXT = """
from ggl.compiler.runtime import I, drawn, entry, jit, mixed, pointer, shr, upto


@jit
def chosen(v, t, state):
    v[0] = 1
    v[1] = 1
    k, state = drawn(state, v[0] + v[1])  # of a bound that is known, whether it is below one is known by a sign
    i = I(0)
    while k >= v[i]:
        k -= v[i]
        i += 1
    return i


@entry
def run_chosen(memory, t, state):
    return chosen(pointer(memory), t, state)


@entry
def run_rest(memory, t, state):
    return state & (state - 1)


@entry
def run_lowest(memory, t, state):
    return state & -state


@entry
def run_more(memory, t, state):
    return I(1) if state + 1 > state else I(0)


@entry
def run_times(memory, t, state):
    return I(1) if (state * I(-4658895280553007687) < 1) else I(0)
"""

WORDS = [-(1 << 63), (1 << 63) - 1, 0, 1, -1, 15755400384260056184 - (1 << 64), 0x2D160E7E5C3F42CA]


@pytest.mark.parametrize("name", ["chosen", "rest", "lowest", "more", "times"])
def test_words_wrap_around(name: str) -> None:
    memory = np.zeros(4, dtype=np.int64)
    compiled = Kept(TEXT).function(f"run_{name}", kinds_of((memory, 0, 0)))
    as_python = getattr(plain(TEXT), f"run_{name}")
    with np.errstate(all="ignore"):
        for word in WORDS:
            assert compiled(memory, 0, word) == int(as_python(memory, 0, np.int64(word))), word


@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_playouts_of_each_feature_are_those_of_python(path: Path) -> None:
    core = ggl.load(path).checked.core
    with np.errstate(all="ignore"):
        expected = Compiled(core, as_python=True).playouts(8, 3, 300)
    assert Compiled(core).playouts(8, 3, 300).tolist() == expected.tolist()
