"""Symmetries of a game: as many as its rules have, and what they do to positions, actions and observations."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ggl
from ggl.play.errors import ArgumentError
from ggl.play.loading import made_of
from ggl.source import Source

FOUND = {
    "tic-tac-toe": ({}, 8),
    "connect-four": ({"width": 5, "height": 4, "line": 3}, 2),
    "breakthrough": ({"size": 5}, 2),
    "hex": ({"size": 3}, 2),
    "sgibun": ({"side": 2}, 12),
    "tabik": ({"size": 3}, 8),
    "catchup": ({"size": 2}, 12),
    "dots-and-boxes": ({"width": 2, "height": 2}, 8),
    "y": ({"size": 3}, 6),
    "clobber": ({"width": 4, "height": 4}, 4),
}
"""How many there are by hand: of a square, its reflection where pieces fall or march one way, the half turn where sides meet, of
a hexagon; of a board whose colours alternate those that keep them."""

ASYMMETRIC = """\
ggl: 1
name: Corner
players: [A, B]
board: square(3)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    do: put stone on c
turn: {pass: forced}
end:
  mover wins: {corner: ply >= 4 and any(c in {a1} if not vacant has c)}
  draw: {full: ply >= 9}
"""


PLAIN = """\
ggl: 1
name: Plain
players: [A, B]
board: {board}
pieces: {{stone: {{}}}}
moves:
  place:
    for: c in vacant
    do: put stone on c
turn: {{pass: forced}}
end:
  draw: ply >= 9
"""


@pytest.mark.parametrize(("board", "count"), [
    ("triangle(2)", 6), ("triangle(3)", 6), ("triangle(5)", 6), ("hexagon(2)", 12), ("rhombus(3)", 4), ("star(1)", 12),
    ("morris(2)", 8), ("square(3, 2)", 4), ("track(3)", 2), ("{links: k-l-m-n-o-k}", 10),
])  # fmt: skip
def test_a_plain_game_has_all_symmetries_of_its_board(board: str, count: int) -> None:
    found = made_of(Source("plain.yaml", PLAIN.format(board=board)), {}, engine="interpreter").symmetries(1)
    assert len({repr(each) for each in found}) == len(found) == count


@pytest.mark.parametrize("vector", [[1, 2], [], None, "abc", [[1.5]]])
def test_what_is_no_vector_of_the_game_has_no_image(vector: Any) -> None:
    for symmetry in ggl.load("tic-tac-toe", engine="interpreter").symmetries(1)[:2]:
        with pytest.raises(ArgumentError, match="vectors of"):
            symmetry.vector(vector)


@pytest.mark.parametrize("name", FOUND)
def test_a_game_has_the_symmetries_of_its_rules(name: str) -> None:
    options, count = FOUND[name]
    found = ggl.load(name, engine="interpreter", **options).symmetries(4)
    assert len(found) == count
    assert not found[0].changes


def test_a_facing_piece_turns_with_the_board() -> None:
    game = ggl.load("quarod", engine="interpreter", size=3)
    for symmetry in game.symmetries(2):
        assert sorted(symmetry.directions) == list(range(len(game.board.directions)))


def test_a_rule_about_one_corner_leaves_the_symmetries_that_keep_the_corner(tmp_path: Path) -> None:
    file = tmp_path / "corner.yaml"
    file.write_text(ASYMMETRIC.replace("any(c in {a1} if not vacant has c)", "not empty(a1)"), "utf-8")
    found = ggl.load(file, engine="interpreter").symmetries(20)
    a1 = 0
    assert [symmetry.sites["cell"][a1] for symmetry in found] == [a1, a1]
    file.write_text(
        ASYMMETRIC.replace("any(c in {a1} if not vacant has c)", "not empty(a2)").replace("square(3)", "square(3, 2)")
    )
    assert [each.changes for each in ggl.load(file, engine="interpreter").symmetries(20)] == [False]


@pytest.mark.parametrize("name", ["tic-tac-toe", "tabik", "dots-and-boxes", "sgibun", "hex"])
def test_images_of_positions_actions_and_observations_belong_together(name: str) -> None:
    options, _ = FOUND[name]
    game, rng = ggl.load(name, engine="interpreter", **options), random.Random(5)
    for symmetry in game.symmetries(2):
        state = image = game.initial_state()
        assert sorted(symmetry.actions.tolist()) == list(range(game.actions.size))
        while not state.is_over:
            action = rng.choice(state.legal_actions())
            state, image = state.apply(action), image.apply(symmetry.actions[action])
            assert symmetry.vector(state.vector) == image.vector
            seen, expected = symmetry.observations(state.observation()), image.observation()
            for part in expected:
                assert np.array_equal(seen[part], expected[part]), part
        assert state.rewards == image.rewards


def test_observations_of_facing_pieces_change_their_planes() -> None:
    game, rng = ggl.load("quarod", engine="interpreter", size=3), random.Random(1)
    for symmetry in game.symmetries(2):
        state = image = game.initial_state()
        for _ in range(10):
            if state.is_over:
                break
            action = rng.choice(state.legal_actions())
            state, image = state.apply(action), image.apply(symmetry.actions[action])
            many = {part: np.stack([array, array]) for part, array in state.observation().items()}
            for part, array in symmetry.observations(many).items():
                assert np.array_equal(array[1], image.observation()[part]), part
