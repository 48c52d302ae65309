"""Which sites a picture frames for the last move: what it names and where pieces arrived, not what was taken or turned over."""

from __future__ import annotations

import pytest

import ggl
from ggl.play.touched import touched

GAME = """
ggl: 1
name: Frames
players: [Red, Blue]
board: square(6)
pieces: {stone: {}, bar: {sites: edges, of: nobody}, pile: {stacks: 9, of: nobody, layer: ground}, guard: {supply: 3}}
setup: |
  put Blue stone on {b1, c1, b2}
  put pile on d4
moves:
  tile:
    for: c in cells
    do: |
      put stone on c
      put stone on step(c, north)
  jump:
    for: c in cells with own stone, d in orthogonal
    do: |
      take stone from step(c, d)
      move c to step(c, d, 2)
  flip:
    for: c in cells
    do: |
      put stone on c
      flip x for x in neighbors(c) with enemy stone
  fill:
    for: c in cells
    do: put stone on x for x in row(c.row)
  bar:
    for: e in edges
    do: |
      put bar on e
      put stone on x for x in e.cells
  oust:
    for: c in cells with enemy stone
    do: |
      take stone from c
      put guard on c from supply
      for x in neighbors(c) with enemy stone:
        take stone from x
        put guard on x
  enter:
    do: |
      take stone from b2
      put guard on b2 from supply
  heap:
    for: c in cells
    do: put pile on d4
end: {mover loses: stuck}
"""
FRAMED = {
    "the other half of a tile": (("tile a5",), "a5 a6"),
    "where a jump lands, not what it took": (("tile a1", "tile f5", "jump a2 east"), "a2 c2"),
    "where a piece replaces another": (("tile a1", "tile f5", "jump a1 east"), "a1 c1"),
    "not what is turned over": (("flip b3",), "b3"),
    "not each cell of a row that is filled": (("fill a6",), "a6"),
    "an edge, whose frame is that of its cells": (("bar e5-f5",), "e5-f5"),
    "where a piece from the supply replaces another": (("enter",), "b2"),
    "only what the move names, if more than came from the supply replace others": (("oust b2",), "b2"),
    "a stack that grew": (("heap a6",), "a6 d4"),
}


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> ggl.State:
    path = tmp_path_factory.mktemp("frames") / "frames.yaml"
    path.write_text(GAME, encoding="utf-8")
    return ggl.load(path).initial_state()


def after(state: ggl.State, moves: tuple[str, ...]) -> tuple[ggl.State, ggl.Move]:
    for move in moves:
        last = state.read(move)
        state = state.after(last)
    return state, last


@pytest.mark.parametrize("what", FRAMED)
def test_is_framed(start: ggl.State, what: str) -> None:
    moves, sites = FRAMED[what]
    state, last = after(start, moves)
    assert " ".join(site.name for site in touched(state, [last])) == sites


@pytest.mark.parametrize(
    ("moves", "framed"), [(("c3 - d4", "f6 - e5", "d4 x f6"), "d4 f6"), (("c3 - d4", "f6 - e5"), "f6 e5")], ids=["jump", "step"]
)
def test_names_given_by_let_in_a_notation_are_framed_even_where_the_play_before_is_not_known(
    moves: tuple[str, ...], framed: str
) -> None:
    state, last = after(ggl.load("draughts").initial_state(), moves)
    forgotten = ggl.State(state.game, state.position)
    assert [" ".join(site.name for site in touched(each, [last])) for each in (state, forgotten)] == [framed, framed]


def test_a_tile_is_framed_with_all_its_cells_even_where_the_play_before_is_not_known() -> None:
    state, last = after(ggl.load("blokus-duo", size=5, start=2).initial_state(), ("b2-c2-d2-b3-d3",))
    forgotten = ggl.State(state.game, state.position)
    assert [" ".join(site.name for site in touched(each, [last])) for each in (state, forgotten)] == ["b2 c2 d2 b3 d3"] * 2


def test_moves_further_back_than_the_last_are_framed_by_what_they_did(start: ggl.State) -> None:
    state, _ = after(start, ("tile a5", "tile f5", "heap a1"))
    _, (first, *_) = state.came_by()
    assert [site.name for site in touched(state, [first])] == ["a5", "a6"]


def test_a_move_of_another_game_frames_what_it_names_on_this_board(start: ggl.State) -> None:
    other = ggl.load("draughts").initial_state().read("g3 - h4")
    assert touched(start, [other, start.read("tile b5")]) == (start.game.board.find("b5"),)


def test_the_board_in_text_brackets_the_same_sites(start: ggl.State) -> None:
    from ggl.play.picture import picture

    state, last = after(start, ("tile a5",))
    assert picture(state, last=[last]).count("(") == 2
