"""Why a move is none, where the file has its own way to write it: the cause is in the file's words, not in the move's name."""

from pathlib import Path

import pytest

import ggl

GAME = """
ggl: 1
name: Fences
players: [Red, Blue]
board: square(4)
pieces: {king: {}, block: {glyph: "#", of: nobody}, line: {sites: edges, of: nobody}}
setup: |
  put Red king on a1
  put Blue king on d1
  put block on c4
moves:
  step:
    for: c in cells with own king, t in neighbors(c)
    where:
      free: empty(t)
    do: move c to t
  build:
    for: c in cells, d in {north, east}
    where:
      free: empty(c)
    do: put block on c
  bar:
    for: e in edges
    where:
      free: empty(e)
    do: put line on e
  drop:
    for: c in row(1)
    where:
      free: empty(c)
    do: put block on c
end:
  mover loses: stuck
look:
  notation: {step: t, build: wall c d, bar: fence e, drop: c.column}
"""
CAUSES = {
    "wall": "`wall` wants a cell and a direction, and none is given; `c` and `d` are missing",
    "wall c4": "`wall` wants a cell and a direction, and 1 is given; `d` is missing",
    "Wall c4": "`wall` wants a cell and a direction, and 1 is given; `d` is missing",
    "wall c4 x": "`x` is no direction",
    "wall z9 north": "`z9` is no cell of this board",
    "wall c4 north east": "`wall` wants a cell and a direction, and `east` is more than that",
    "wall c4 north": '"free" does not hold: a block stands on c4',
    "fence c4": "`c4` is no edge of this board; an edge is written like `a1-a2`",
    "build c4": "`build` wants a cell and a direction, and 1 is given; `d` is missing",
    "hedge c4": "`hedge` is neither a move of this game nor a place to play on; the moves are step, build, bar, drop",
    "foo": "`foo` is neither a move of this game nor a place to play on; the moves are step, build, bar, drop",
    "4": '"free" does not hold: a Blue king stands on d1',
}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> ggl.State:
    path = tmp_path_factory.mktemp("fences") / "fences.yaml"
    path.write_text(GAME, encoding="utf-8")
    return ggl.load(path).initial_state()


@pytest.mark.parametrize("text", CAUSES)
def test_the_cause_is_told_in_the_words_of_the_notation(state: ggl.State, text: str) -> None:
    assert state.explain(text).reason == CAUSES[text]


def test_a_template_may_leave_out_a_cell_on_the_largest_common_board(tmp_path: Path) -> None:
    path = tmp_path / "rolling.yaml"
    path.write_text(
        """
ggl: 1
name: Rolling
players: [Red, Blue]
board: square(19)
pieces: {stone: {}}
moves:
  drop:
    for: c in vacant
    do: put stone on c
    then: roll(c)
  roll(c):
    for: x in neighbors(c)
    where: {a free cell: empty(x)}
    do: put stone on x
end: {mover loses: stuck}
look: {notation: {roll: roll x}}
""",
        encoding="utf-8",
    )
    state = ggl.load(path).initial_state().play("drop k10")
    assert state.explain("roll a1").reason == "a1 is not in `neighbors(c)`: it is {k9, j10, l10, k11}"
