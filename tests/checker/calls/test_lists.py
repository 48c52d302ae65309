"""What the words for lists take, and what they refuse."""

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Lists
players: [Black, White]
board: square(12)
pieces: {{stone: {{}}}}
moves: {{place: {{for: c in vacant, do: put stone on c}}}}
end: {{draw: "full or {}"}}
"""
LONG = "a in cells if count(b in cells if count(c in cells if c != b) > 3) > a.row"
"""Takes too long to compute before play."""


@pytest.mark.parametrize(
    ("asked", "findings"),
    [
        ("sorted(sides) == []", ["GGL205 sides"]),
        ("any(leading(x for x in cells if x == a1))", ["GGL206 x for x in cells if x == a1; leading(x in cells if x == a1)"]),
        ("any(leading(x.row for x in cells if x == a1))", ["GGL206 x.row for x in cells if x == a1"]),
        ("after([a1, b1], a1) == a1", []),
        ("after([a1, b1, a1], a1) == a1", ["GGL228 [a1, b1, a1]"]),
        ("after([1, 2, 1], 1) == 1", ["GGL205 [1, 2, 1]"]),
        ("after([a1, b1], 1) == 1", ["GGL213 1"]),
        (f"after(sorted({LONG}), a1) == a1", [f"GGL216 sorted({LONG})"]),
        ("index([1, 2], a1) == 1", ["GGL213 a1"]),
        ("index([1, 2], 0.5) == 1", ["GGL205 0.5"]),
        ("index([1, 2.5], ply) == 1", []),
        (
            "index([1, 2], max(n in 1..3 if n > ply)) == 1",
            ["GGL207 max(n in 1..3 if n > ply); max(n in 1..3 if n > ply, default=0)"],
        ),
        ("index(sides, row(1)) == 1", []),
        ("index(sides, a1) == 1", ["GGL205 sides"]),
        ("any(sums(0, 1..2))", ["GGL206 0"]),
        ("any(sums(1.5, 1..2))", ["GGL206 1.5"]),
        (f"any(sums(count({LONG}), 1..2))", [f"GGL216 count({LONG})"]),
        ("any(sums(2, []))", []),
    ],
)
def test_what_a_word_for_lists_does_not_take_is_refused_where_it_is(asked: str, findings: list[str]) -> None:
    _, found = check_source(Source("lists.yaml", GAME.format(asked)))
    told = [
        f"{each.code.code} {each.span.text if each.span else ''}{f'; {each.fix.replacement}' if each.fix else ''}"
        for each in found
    ]
    assert told == findings


@pytest.mark.parametrize(
    ("asked", "value"), [("index([1, 2.5, 2], 2)", 3), ("index(sides, row(1))", 3), ("index([a1, b1], c1) == none", True)]
)
def test_the_place_of_a_thing_in_a_list(asked: str, value: int) -> None:
    checked, found = check_source(Source("lists.yaml", GAME.format("ply > 8")))
    assert checked is not None, found
    assert Game(checked).initial_state().ask(asked) == value
