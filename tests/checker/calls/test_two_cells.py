"""Words of two cells without a table of all pairs give what the board gives, on every shape whose lines tell it."""

from __future__ import annotations

import pytest

from ggl.checker.calls import two_cells
from ggl.play.game import Game, State
from ggl.play.loading import check_source
from ggl.source import Source
from ggl.topology import Board

GAME = """\
ggl: 1
name: Two cells
players: [Red, Blue]
board: {board}
links: a in cells, b in (x in cells if distance(a, x) == 2)
pieces: {{stone: {{}}}}
moves:
  place:
    for: c in vacant
    do: put stone on c
end:
  draw: full
"""
SHAPES = (
    "square(5, 4)", "hexagon(3)", "rhombus(4, 3)", "triangle(4)", "star(1)",
    "{shape: square(5), without: corners}", "{shape: square(4), without: b2 c3}", "{shape: hexagon(3), without: center}",
)  # fmt: skip
WRAPPED = "torus(5, 4)"


@pytest.fixture(scope="module", params=[*SHAPES, WRAPPED])
def start(request: pytest.FixtureRequest) -> State:
    checked, found = check_source(Source("<two cells>", GAME.format(board=request.param)))
    assert checked is not None, found
    return Game(checked).initial_state()


@pytest.fixture(autouse=True)
def without_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_cells, "TABLE_LIMIT", 0)


def pairs(board: Board) -> list[tuple[int, int]]:
    return [(a, b) for a in range(len(board.cells)) for b in range(len(board.cells))]


@pytest.mark.parametrize("word", ["edge", "link"])
def test_what_joins_two_cells(start: State, word: str) -> None:
    board = start.game.board
    of = board.edge_of if word == "edge" else board.link_of
    theirs = [of(a, b) + 1 for a, b in pairs(board)]
    numbers = f"{word}(a, b).number"
    ours = start.ask(f"(({numbers} if {numbers} != none else 0) for a in cells for b in cells)")
    assert list(ours) == theirs  # type: ignore[call-overload]


def test_directions(start: State) -> None:
    board = start.game.board
    for number, name in enumerate(board.directions):
        ours = start.ask(f"(direction(a, b) == {name} for a in cells for b in cells)")
        assert list(ours) == [board.direction(a, b) == number for a, b in pairs(board)], name  # type: ignore[call-overload]


@pytest.mark.parametrize("word", ["between", "path"])
def test_lines(start: State, word: str) -> None:
    board = start.game.board
    of = board.between if word == "between" else board.path
    ours = start.ask(f"({word}(a, b) for a in cells for b in cells)")
    assert [[cell.index for cell in line] for line in ours] == [list(of(a, b)) for a, b in pairs(board)]  # type: ignore[union-attr]


def test_distances(start: State) -> None:
    board = start.game.board
    ours = start.ask("((distance(a, b) if distance(a, b) != none else -1) for a in cells for b in cells)")
    assert list(ours) == [board.distance(a, b) for a, b in pairs(board)]  # type: ignore[call-overload]


def test_what_is_none_has_no_distance(start: State) -> None:
    assert start.ask("any(distance(step(c, d), c) == none for c in cells for d in directions)") == (not start.game.board.wraps)


@pytest.mark.parametrize(("shape", "is_open"), [*zip(SHAPES, (1, 1, 1, 1, 1, 1, 0, 0), strict=True), (WRAPPED, 1)])
def test_where_ways_lead_round_missing_cells_a_distance_is_looked_up(shape: str, is_open: int) -> None:
    checked, _ = check_source(Source("<two cells>", GAME.format(board=shape)))
    assert checked is not None
    assert two_cells._is_open(checked.board) == bool(is_open)
