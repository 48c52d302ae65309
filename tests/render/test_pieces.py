"""A site that was drawn before is taken as it was: pictures are the same as without it, in any order and theme."""

from __future__ import annotations

import random

import pytest

import ggl
from ggl.render import pieces, svg


@pytest.mark.parametrize("name", ["chess", "backgammon", "oware", "dots-and-boxes", "sgibun"])
def test_pictures_of_a_play_are_those_that_are_drawn_anew(name: str) -> None:
    game, rng = ggl.load(name), random.Random(3)
    states = [game.initial_state()]
    for _ in range(8):
        if states[-1].is_over:
            break
        states.append(states[-1].after(rng.choice(states[-1].legal_moves())))
    asked = [(state, theme) for state in states for theme in ("auto", "light", "dark")]
    rng.shuffle(asked)
    kept = [svg(state, theme=theme) for state, theme in asked]
    for (state, theme), text in zip(asked, kept, strict=True):
        pieces._DRAWN.clear()
        assert svg(state, theme=theme) == text


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_MOST_DRAWN", 20)
    game, rng = ggl.load("chess"), random.Random(1)
    for _ in range(5):
        state = game.initial_state()
        for _ in range(25):
            if state.is_over:
                break
            state = state.after(rng.choice(state.legal_moves()))
        svg(state, theme=rng.choice(("auto", "light", "dark")))
        assert len(pieces._DRAWN[game.checked]) <= pieces._MOST_DRAWN
