"""What a mark of `look` may be: its sites, its name, its colour and its signs."""

from __future__ import annotations

import pytest

from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Marked
options: {three: false}
players: {North: {}, South: {}, East: {}, West: {if: three}}
board: square(3)
pieces: {man: {}}
moves: {place: {for: c in vacant, do: put man on c}}
end: {draw: full}
look: {draw: {LOOK}}
"""

NO_POSITIONS = "GGL312 the rules of this game do not store earlier positions, so `look` cannot read it"


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        ("m: {on: corners, colour: gold}", []),
        ("m: {on: corners, colour: South}", []),
        ("m: {on: corners, colour: West}", []),  # a player who is left out
        ("m: {on: corners, colour: Up}", ["GGL314 `Up` is neither a colour nor a player"]),
        ("m: {on: corners, sign: +}", []),
        ("m: {on: corners, sign: + -}", ["GGL315 `+ -` cannot be the sign of a mark"]),
        ("m(p): {on: cells with p man, sign: +}", []),
        ("m(p): {on: cells with p man, sign: + - x}", []),
        ("m(p): {on: cells with p man, sign: + -}", ["GGL315 `+ -` cannot be the sign of a mark"]),
        ("m(p): {on: cells with p man, sign: + - xy}", ["GGL315 `+ - xy` cannot be the sign of a mark"]),
        ("m: {for: c in cells, value: c.row}", []),
        ("m: {for: North in cells, value: 1}", ["GGL202 `North` already means something here"]),
        ("m: {on: cells if repetitions == 2 else corners}", [NO_POSITIONS]),
        ("m: {for: c in (vacant if repetitions == 2 else corners), value: 1}", [NO_POSITIONS]),
        ("m: {for: c in corners, value: repetitions}", [NO_POSITIONS]),
        ("m: {on: players, as: dot}", ["GGL205 a mark is drawn on sites: one, a set, a list, or several"]),
    ],
)
def test_what_is_told_of_a_mark(mark: str, told: list[str]) -> None:
    _, found = check_source(Source("marked.yaml", GAME.replace("LOOK", mark)))
    assert [f"{each.code.code} {each.message}" for each in found] == told


def test_a_mark_that_reads_the_legal_moves_is_known_for_one() -> None:
    marks = [
        "on: corners",
        "on: cells if able(place) else corners",
        "for: c in cells, value: 1 if able(place) else 0",
        "on: {a1}",
    ]
    draw = ", ".join(f"m{number}: {{{mark}}}" for number, mark in enumerate(marks))
    game, _ = check_source(Source("marked.yaml", GAME.replace("LOOK", draw)))
    assert game is not None
    assert game.shown is not None
    assert [mark.of_moves for mark in game.shown.marks] == [False, True, True, False]
