"""What a move may hand to the move that follows it, and what is told of a `then`."""

from __future__ import annotations

import pytest

from ggl.diagnostics import Diagnostic
from ggl.play.loading import check_source, made_of
from ggl.source import Source

GAME = """\
name: Following
players: [Red, Blue]
board: square(3)
pieces: {{stone: {{}}}}
state: {{high: {{start: 0, in: 0..1}}, spot: {{start: a1, in: cells}}}}
moves:
  place:
    for: c in vacant, n in 1..2
    do: put stone on c
    then: "{then}"
  count: {{for: "k in {{0.5, 1, 1.5}}", do: set high to 1 if k > 1}}
  mark: {{for: m in cells, do: set spot to m}}
  move(a, b): {{for: d in vacant, where: d != a and d != b, do: move stone from a to d}}
turn: {{play: place}}
end: {{draw: full or high == 1 or spot == c3}}
"""


PARTLY = "`optional` stands before only some of these moves; whether the player may stop cannot depend on which of them is made"


def found_in(then: str) -> list[Diagnostic]:
    _, found = check_source(Source("following.yaml", GAME.format(then=then)))
    return [each for each in found if each.code.severity == "error"]


@pytest.mark.parametrize(
    ("then", "told"),
    [
        ("count(k=n) or mark(m=c)", []),
        ("count(k=0.5) or mark(m=c)", []),
        (
            "count(k=0.25) or mark(m=c)",
            ["`count` needs a number for `k`; this may be a finer fraction than the numbers it is chosen from"],
        ),
        ("count(k=c) or mark(m=c)", ["`count` needs a number for `k`; this is a cell"]),
        ("count(k=n) or mark(m=n)", ["`mark` needs a cell for `m`; this is a number"]),
        ("move(c, a=c, b=a1) or count or mark", ["`move` has no free parameter `a`"]),
        ("move(c, x=c, b=a1) or count or mark", ["`move` has no free parameter `x`"]),
        ("stop or count or mark", ["`stop` is not a move of this game"]),
        ("optional count or optional mark", []),
        ("optional count or mark or move(c, a1)", []),
        ("count or optional mark", [PARTLY]),
        ("optional count or optional mark or move(c, a1)", [PARTLY]),
        ("optional count or mark or optional move(c, a1)", [PARTLY]),
    ],
)
def test_what_is_told_of_what_follows(then: str, told: list[str]) -> None:
    assert [f"{each.message}{each.label and '; '}{each.label}" for each in found_in(then)] == told


def test_the_comma_before_a_move_stands_where_its_or_was() -> None:
    (found,) = found_in("count if n > 1 or mark")
    assert found.fix is not None
    assert (found.fix.span.text, found.fix.replacement) == (" or ", ", or ")


def test_a_whole_number_is_handed_in_the_fractions_of_the_parameter() -> None:
    start = made_of(Source("following.yaml", GAME.format(then="count(k=n)"))).initial_state()
    assert list(map(str, start.play("place a1 1").legal_moves())) == ["count 1"]
