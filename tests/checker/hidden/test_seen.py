"""`seen(..)`: what an expression comes to in the view of the side to move."""

from __future__ import annotations

from functools import cache

import pytest

import ggl
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Seen
players: [White, Black]
board: square(3)
pieces:
  stone: {seen by: owner, has: {lit: false, weight: 3}}
  spy: {seen by: owner, others see: mask}
  mask: {}
state:
  gold: {start: 2, in: 0..9, seen by: White}
  marks: {start: {}, in: cells, seen by: White}
  rich: {start: {}, in: cells}
  lost: {start: none, in: cells}
  torch: {start: false, seen by: White}
  depth: {start: 1, in: 0..9, seen by: torch}
setup: |
  put White stone on a1
  put Black stone on b1
  put Black spy on c1
  set gold to 5
  set torch to true
  set depth to 6
  set marks to {a3}
  set b1.lit to true
  set b1.weight to 7
  set a1.weight to 4
define:
  hidden_gold: gold
  deep_gold: 1 + hidden_gold
  wealth: deep_gold + plain
  plain: size(rich)
  twice: hidden_gold + seen(gold)
  stones: cells with stone
moves:
  wait: {where: seen(hidden_gold + hidden_gold) < 99, shows: nothing, do: add 0 to gold}
end: {draw: ply > 9}
"""


@cache
def game() -> Game:
    checked, found = check_source(Source("seen.yaml", GAME))
    assert checked is not None, [str(each) for each in found]
    return Game(checked, "interpreter")


def of(side: str) -> ggl.State:
    start = game().initial_state()
    return start if side == "White" else start.play("wait")


CASES = {
    "count(cells with stone)": (1, 1),
    "count(vacant)": (7, 7),
    "count(cells with own stone)": (1, 1),
    "count(cells with enemy piece)": (1, 0),
    "count(cells with enemy mask)": (1, 0),
    "count(cells - vacant)": (2, 2),
    "a1.weight": (4, 3),
    "b1.weight": (3, 7),
    "b1.lit": (False, True),
    "b1.weight == 7": (False, True),
    "lost.weight == none": (True, True),
    "lost.lit": (False, False),
    "not lost.lit": (True, True),
    "stone on lost": (False, False),
    "empty(lost)": (False, False),
    "gold": (5, 2),
    "hidden_gold": (5, 2),
    "deep_gold": (6, 3),
    "wealth": (6, 3),
    "plain": (0, 0),
    "twice": (10, 4),
    "depth": (6, 6),
    "seen(depth)": (6, 6),
    "size(marks)": (1, 0),
    "size(stones)": (1, 1),
}
"""What White and Black see."""


@pytest.mark.parametrize("what", CASES)
def test_the_view_of_the_mover_is_asked(what: str) -> None:
    for side, value in zip(("White", "Black"), CASES[what], strict=True):
        state = of(side)
        assert state.mover == side
        assert state.ask(f"seen({what})") == value


def test_a_definition_that_is_asked_twice_has_one_copy() -> None:
    names = [one.name for one in game().checked.core.definitions]
    assert "seen by mover hidden_gold" in names
    assert len(names) == len({*names})


@pytest.mark.parametrize("pieces", ["{stone: {}}", "{stone: {seen by: owner}}"])
def test_what_is_fixed_before_play_is_seen_by_no_mover(pieces: str) -> None:
    start = f"ggl: 1\nname: Fixed\nplayers: [White, Black]\nboard: square(3)\npieces: {pieces}\n"
    text = start + "state: {few: {start: seen(3), in: 0..9}}\nmoves: {wait: {do: set few to 3}}\nend: {draw: ply > few}\n"
    _, found = check_source(Source("fixed.yaml", text))
    assert "what is seen changes during play, but this is fixed before play" in [each.message for each in found]
