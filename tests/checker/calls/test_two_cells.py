"""Words of two cells without a table of all pairs give what the board gives, on every shape whose lines tell it."""

from __future__ import annotations

import pytest

from ggl.checker import make
from ggl.checker.calls import two_cells
from ggl.checker.game import CheckedGame
from ggl.core.verify import verify
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
SHAPES = {
    "square(5, 4)": True, "hexagon(3)": True, "rhombus(4, 3)": True, "triangle(4)": True, "star(1)": True, "torus(5, 4)": True,
    "{shape: square(5), without: corners}": True, "{shape: square(4), without: b2 c3}": False,
    "{shape: hexagon(3), without: center}": False, "{shape: hexagon(2), without: b1 c2}": True,
    "{shape: triangle(3), without: b2}": False, "{shape: 'torus(5, 3)', without: a1 a2 a3}": False, "morris(2)": False,
    "track(7)": False,
}  # fmt: skip
"""Whether missing cells make no way longer, by the board."""


@pytest.fixture(scope="module", params=SHAPES)
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
    assert start.ask("all((distance(step(c, d), c) == none) == (step(c, d) == none) for c in cells for d in directions)")


@pytest.mark.parametrize(("shape", "is_open"), SHAPES.items())
def test_where_ways_lead_round_missing_cells_a_distance_is_looked_up(shape: str, is_open: int) -> None:
    checked, _ = check_source(Source("<two cells>", GAME.format(board=shape)))
    assert checked is not None
    assert two_cells._is_open(checked.board) == is_open


RULES = GAME.replace("for: c in vacant\n", "for: c in vacant, n in 1..2\n    where: {where}\n").replace(
    "draw: full\n",
    "by score: full or ply > 1\nscore(p): sum(sum(distance(c, y) for y in cells) for c in cells with p stone)\n",
)
WORDS = [
    "direction(a1, c) == east", "any(direction(c, y) == west for y in cells)", "c1 in between(a1, step(c, east))",
    "b1 in path(a1, c)", "size(path(c, step(a1, east))) == 2", "distance(step(c, east), a1) == 2",
    "distance(c, step(a1, west)) == none", "edge(c, step(c, east)) != none", "edge(a1, c) != none", "link(a1, c) != none",
    "a1 in ray(c, west)", "edge_towards(c, east) != none", "any(d in directions if turned(d, 2) == direction(a1, c))",
]  # fmt: skip
LIMITS = (0, two_cells.TABLE_LIMIT)


def rules(where: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> CheckedGame:
    monkeypatch.setattr(two_cells, "TABLE_LIMIT", limit)
    checked, found = check_source(Source("<two cells>", RULES.format(board="square(5, 4)", where=where)))
    assert checked is not None, found
    verify(checked.core)
    return checked


def has_a_table_of_all_pairs(checked: CheckedGame) -> bool:
    return any(table.index == ("cell", "cell") for table in checked.core.tables)


@pytest.mark.parametrize("where", WORDS)
def test_rules_ask_without_a_table_of_all_pairs_and_get_the_same(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = (rules(where, limit, monkeypatch) for limit in LIMITS)
    assert [has_a_table_of_all_pairs(each) for each in (ours, theirs)] == [False, True]
    our_start, their_start = (Game(each).initial_state() for each in (ours, theirs))
    moves = our_start.legal_moves()
    assert list(map(str, moves)) == list(map(str, their_start.legal_moves()))
    assert moves
    assert our_start.play(moves[0]).scores == their_start.play(str(moves[0])).scores


@pytest.mark.parametrize(
    "where",
    ["direction(a1, c1) == east", "c1 in between(a1, d1)", "b1 in path(a1, c1)", "edge(a1, b1) != none", "link(a1, c1) != none"],
)
def test_of_two_cells_that_never_change_the_answer_is_known_before_play(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (condition,) = rules(where, 0, monkeypatch).core.schemas[0].guard
    assert condition.test == make.TRUE


@pytest.mark.parametrize("board", ["torus(5, 4)", "morris(2)", "track(7)"])
@pytest.mark.parametrize("where", ["any(direction(c, y) != none for y in cells)", "any(path(c, y) == [] for y in cells)"])
def test_where_the_shape_does_not_give_the_line_it_is_looked_up(board: str, where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_cells, "TABLE_LIMIT", 0)
    text = RULES.format(board=board, where=where).replace("sum(distance(c, y) for y in cells)", "1")
    checked, found = check_source(Source("<two cells>", text.replace("distance(a, x) == 2", "x in neighbors(a)")))
    assert checked is not None, found
    assert has_a_table_of_all_pairs(checked)


@pytest.mark.parametrize(("listed", "codes"), [("[7, 8, 9, 8]", ["GGL207"]), ("[7, 8, 9, 8, 7]", [])])
def test_a_distance_is_at_most_from_one_side_to_the_other(listed: str, codes: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_cells, "TABLE_LIMIT", 0)
    text = RULES.format(board="square(5, 4)", where=f"8 < {listed}[distance(a1, c) + 1] + 1")
    _, found = check_source(Source("<two cells>", text))
    assert [each.code.code for each in found if each.code.severity == "error"] == codes


def test_the_compiled_engine_gets_the_same_without_a_table_of_all_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    where = " or ".join(f"({word})" for word in WORDS)
    ours, theirs = (Game(rules(where, limit, monkeypatch), "compiled").playouts(50, seed=3) for limit in LIMITS)
    assert list(ours) == list(theirs)
