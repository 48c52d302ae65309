"""Piles outside the rules: in words, in pictures, in symmetries and as planes."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import ggl
from ggl.play.planes import planes_of
from ggl.play.scene import Scene
from ggl.play.symmetries import symmetries_of
from ggl.play.touched import touched
from ggl.render import svg

ROOT = Path(__file__).parents[2]


@cache
def columns() -> ggl.Game:
    return ggl.load(ROOT / "tests" / "language" / "games" / "piles_hold_pieces_of_any_kind_and_side.yaml")


@cache
def start() -> ggl.State:
    return columns().initial_state()


def test_a_pile_is_told_from_the_bottom_up() -> None:
    assert start().piece_at("a3") == "White flat under 2 Black flat under White wall"
    assert start().piece_at("b2") == "3 Black flat"
    assert start().piece_at("c3") == "Black flat"


def test_a_picture_in_text_shows_the_top_and_the_height_and_lists_the_piles() -> None:
    lines = str(start()).split("\n")
    assert lines[0] == "3  W4 .  f1"
    assert "piles, from the bottom up: c1 W f, b2 f f f, a3 F f f W" in lines


def test_a_long_row_of_alike_pieces_is_counted() -> None:
    state = columns().position("put 5 White flat on a1\nput Black flat on c3")
    assert "piles, from the bottom up: a1 F*5" in str(state).split("\n")


def test_a_position_of_ones_own_has_nothing_below_what_it_says() -> None:
    assert columns().position("put Black flat on c1") == columns().position("put 2 Black flat on c1\ntake Black flat from c1")


def test_a_drawing_says_what_stands_in_each_pile() -> None:
    drawn = svg(start())
    assert "White flat under 2 Black flat under White wall on a3" in drawn
    assert "Pile on c1, from the bottom up: White wall, Black flat." in drawn


def test_a_pile_that_has_grown_is_framed_whatever_is_on_top_now() -> None:
    state = columns().position("put 2 White flat on a1\nput Black wall on b1\nput Black flat on c3")
    after = state.play("spread a1 1 b1")
    assert "b1" in {site.name for site in touched(after, after.came_by()[1])}


def test_turning_the_board_turns_its_piles() -> None:
    tak = ggl.load("tak")
    assert len(symmetries_of(tak, plays=2)) == 8


def test_each_level_has_planes() -> None:
    names = {plane.name for plane in planes_of(columns(), "cell")}
    assert {"at.below 0 White flat", "at.below 3 Black wall"} <= names


def test_a_scene_has_the_pieces_of_a_pile_in_a_row() -> None:
    ((_, one), *_) = Scene(start()).piles()
    assert [number for number, _ in one.pieces] == [1, 1]
