"""Pictures as they were when somebody looked at them last. `GGL_BLESS=1 pytest tests/render` writes them anew: look at each."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ggl.cli.render import _played
from ggl.render import svg
from tests.render.positions import game

GOLDEN = Path(__file__).parent / "golden"

PICTURES = {
    "tabik": ("tabik", {"size": 4}, "place a1 b1; place b2 a2; swap a1-a2", "light"),
    "quarod": ("quarod", {"size": 3}, "place a1 b1; place c2 c3", "dark"),
    "hex": ("hex", {"size": 3}, "place b2; place c1", "auto"),
    "chess": ("chess", {}, "e2 - e4; d7 - d5", "light"),
    "backgammon": (
        "backgammon",
        {},
        "roll 6; roll 1; run p24 6; run p8 1; roll 6; roll 6; run p12 6; run p17 6; run p12 6; run p1 6; roll 1; roll 2; enter 2",
        "light",
    ),
    "oware": ("oware", {}, "c1", "dark"),
    "dots-and-boxes": ("dots-and-boxes", {"width": 2, "height": 1}, "a1-north; a1-west; a1-south; a1-b1", "light"),
    "nine-mens-morris": ("nine-mens-morris", {}, "a1; d2", "light"),
    "tiku-diagonal": ("tiku-diagonal", {}, "diagonal c2 e4", "light"),
    "crossing": ("crossing", {}, "", "light"),
    "harbour": ("harbour", {}, "", "auto"),
    "hall": ("hall", {}, "walk a4 a5", "light"),
    "spears": ("spears", {}, "", "light"),
    "long-road": ("long-road", {}, "roll 3", "light"),
    "fief": ("fief", {}, "build b2; build e5; build c3; build d4", "auto"),
    "meadow": ("meadow", {}, "a1 - a2", "light"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was(name: str) -> None:
    which, options, moves, theme = PICTURES[name]
    state, last = _played(game(which, **options).initial_state(), moves)
    text = svg(state, theme=theme, last=last)
    path = GOLDEN / f"{name}.svg"
    if os.environ.get("GGL_BLESS"):
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text


def test_each_golden_picture_has_its_position() -> None:
    assert {path.stem for path in GOLDEN.iterdir()} == PICTURES.keys()
