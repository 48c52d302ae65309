"""Draws from sets of steps that are all legal: what is written, and from how many words is drawn."""

from __future__ import annotations

import pytest

import ggl
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.walk import forms_in, set_in
from ggl.compiler.runtime.engine import Compiled
from tests.compiler.agreement import differences

CASES = [
    ("tic-tac-toe", {}, [2], [1]),  # the cells
    ("tabik", {"size": 4, "pie": False}, [3, 2], [4, 1]),  # four directions, and the edges
    ("tabik", {"pie": False}, [3, 2], [4, 2]),  # edges in two words; the third is always empty
]
"""A game and its options; by move, the entries of a row and the words that are drawn from."""


@pytest.mark.parametrize(("name", "options", "rows", "words"), CASES, ids=[f"{name} {words}" for name, _, _, words in CASES])
def test_a_draw_chooses_a_move_and_writes_its_row(
    name: str, options: dict[str, object], rows: list[int], words: list[int]
) -> None:
    game = ggl.load(name, **options)
    engine = Compiled(game.checked.core, as_python=True)
    tier = engine.emitted.kernel.functions["tier1"]
    stores = [form for form in forms_in(tier) if isinstance(form, k.Store)]
    assert len(stores) == sum(rows)
    assert sum(local.name.startswith("beyond") for local in set_in(tier.body)) == sum(words) - len(words)
    branches = [form for form in forms_in(tier) if isinstance(form, k.If) and not isinstance(form.then[-1], k.Return)]
    assert len(branches) == len(words) - 1
    assert not list(differences(game, engine, range(1), 12))
