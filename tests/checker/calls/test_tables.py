"""What the board and the names fix stands in tables: each is of what its words are about, whatever the codes."""

from __future__ import annotations

import pytest

from ggl.core.types import Opt
from ggl.core.verify import verify
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

TEXT = """\
ggl: 1
name: Rings
players: [Red, Blue]
board: square(3)
pieces: {{stone: {{}}, king: {{}}}}
setup: put Red king on a1
moves:
  place:
    for: c in vacant, k in kinds, n in 1..2
    where: {where}
    do: put k on c
define:
  owner_of(c, k): Red if Red k on c else Blue
turn: {{pass: forced}}
end: {{draw: full}}
"""


def game(where: str) -> Game:
    checked, found = check_source(Source("rings.yaml", TEXT.format(where=where)))
    assert checked is not None, found
    verify(checked.core)
    return Game(checked)


@pytest.mark.parametrize(
    ("where", "count"),
    [
        # the codes of the first two cells are those of the two players, and of the two kinds
        ("after([a1, b1], c) == a1 or after([Red, Blue], mover) == Red", 4),
        ("after([a1, b1], c) == a1 and after([Red, Blue], mover) == Blue", 4),
        ("after([Red, Blue], mover) == Blue and after([a1, b1], c) == a1", 4),
        ("after([stone, king], k) == stone and after([a1, b1], c) == a1", 2),
        # a piece of a kind, and of a kind and a side
        ("owner_of([a1, b1][n], k) == Red and count(z in kinds if z on a1) == 1", 8),
        ("count(z in kinds if z on a1) == 1 and owner_of([a1, b1][n], k) == Red", 8),
        ("owner_of([a1, b1][n], king) == Red and count(z in {king} if z on a1) == 1", 16),
    ],
)
def test_two_things_that_are_said_alike_have_a_table_each(where: str, count: int) -> None:
    found = game(where)
    assert len(found.initial_state().legal_moves()) == count
    assert Game(found.checked, "compiled").perft(Game(found.checked, "compiled").initial_state(), 1) == count


@pytest.mark.parametrize("word", ["after", "before"])
def test_a_fraction_of_a_step_around_a_ring_is_refused(word: str) -> None:
    checked, found = check_source(Source("rings.yaml", TEXT.format(where=f"{word}([a1, b1], c, 0.5) == a1")))
    assert checked is None
    assert [(each.code.code, each.message) for each in found] == [
        ("GGL205", "expected a whole number, but this may be a fraction")
    ]


STEPS = """\
ggl: 1
name: Steps
players: [Red, Blue]
board: {board}
pieces: {{stone: {{}}}}
state: {{n: {{start: 0, in: {bounds}}}}}
moves: {{place: {{for: "c in vacant, m in {bounds}", do: set n to m}}}}
end: {{draw: "full or {end}"}}
"""
TORUS, CUT = "torus(4, 3)", "{shape: 'torus(4,3)', without: a2}"


@pytest.mark.parametrize("board", ["square(4)", TORUS, CUT])
@pytest.mark.parametrize("word", ["step(a1, d, {})", "ray(a1, d, {})"])
def test_a_number_that_changes_counts_as_a_fixed_one(board: str, word: str) -> None:
    """However far it goes: round a torus, or past the end of a line."""
    checked, found = check_source(Source("steps.yaml", STEPS.format(board=board, bounds="-30..30", end="n > 30")))
    assert checked is not None, found
    alike = [f"{word.format(number)} == {word.format(f'n + {number}')}" for number in (-23, -13, -2, 0, 2, 5, 13, 23)]
    assert Game(checked).initial_state().ask(f"all({' and '.join(alike)} for d in directions)")


@pytest.mark.parametrize("bounds", ["-9000..3", "-3..9000"])
@pytest.mark.parametrize("board", ["square(4)", TORUS])
def test_far_steps_need_no_larger_table(board: str, bounds: str) -> None:
    text = STEPS.format(board=board, bounds=bounds, end="step(a1, north, n) == c3").replace(f"m in {bounds}", "m in 0..3")
    checked, found = check_source(Source("steps.yaml", text))
    assert checked is not None, found


@pytest.mark.parametrize(("asked", "codes"), [("cell(2) == q", []), ("ray(p, north) == []", ["GGL203"])])
def test_a_board_without_directions_has_the_other_words(asked: str, codes: list[str]) -> None:
    text = STEPS.format(board="{links: 'p - q, q - r'}", bounds="0..3", end=f"n > 2 or {asked}")
    _, found = check_source(Source("steps.yaml", text))
    assert [each.code.code for each in found if each.code.severity == "error"] == codes


def test_the_board_keeps_what_its_words_find_for_the_next_text() -> None:
    world = game("any(d in directions if step(c, d) == none)").checked.world
    index, values = (world.domain("cell"), world.domain("direction")), Opt(world.fin("cell"))
    assert world.board.kept(("step 1", index, values), tuple) == world.tables["step 1"].entries
