"""Set-ups from a drawing: which pieces stand where, and what is told of a drawing that says nothing clear."""

from __future__ import annotations

import pytest

from ggl.diagnostics import Diagnostic
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
name: Drawn
players: {players}
board: square(2)
pieces: {pieces}
setup:
  drawing: {drawing}
  legend: {{{legend}}}
moves: {{place: {{for: c in vacant, do: draw}}}}
end: {{draw: full}}
"""
TWO, THREE = "[Red, Blue]", "{Red: {}, Gold: {if: false}, Blue: {}}"


def checked(pieces: str, drawing: str, legend: str = "", players: str = TWO) -> tuple[Game | None, list[Diagnostic]]:
    rows = drawing if drawing.startswith('"') else "|\n" + "".join(f"    {row}\n" for row in drawing.split("/"))
    text = GAME.format(players=players, pieces=pieces, drawing=rows, legend=legend)
    game, found = check_source(Source("drawn.yaml", text))
    return Game(game) if game is not None else None, list(found)


STANDS = {
    "a kind's first letter, a small one for the second player": ("{man: {}, king: {}}", "K m/. .", "", "Red king, Blue man"),
    "the glyph of a kind": ("{man: {glyph: x}}", "X x/. .", "", "Red man, Blue man"),
    "a kind of one side, of the first and of the second": (
        "{king: {of: Red}, queen: {of: Blue}}", "K q/. .", "", "Red king, Blue queen",
    ),
    "the glyph of a kind of one side, whatever its case": (
        "{king: {of: Red, glyph: k}, queen: {of: Blue, glyph: Q}}", "k Q/. .", "", "Red king, Blue queen",
    ),
    "a kind of nobody": ("{man: {}, wall: {of: nobody}}", "w M/. .", "", "wall, Red man"),
    "kinds that stand on no cell have no glyph here": (
        "{man: {}, mast: {sites: edges}}", "m ./. .", "", "Blue man, nothing",
    ),
    "the only player's": ("{man: {}}", "m ./. .", "", "Red man, nothing", "[Red]"),
    "a legend": ("{man: {}}", "a b/. .", "a: Red man, b: Blue man", "Red man, Blue man"),
    "a stack": ("{man: {stacks: 3}}", "a b/. .", "a: 3 Red man, b: Red man + 2 Red man", "3 Red man, 3 Red man"),
    "a pile": ("{man: {piles: 3}}", "a b/. .", "a: 2 Red man + Blue man, b: Red man", "2 Red man under Blue man, Red man"),
    "the highest pile": ("{man: {piles: 1000}}", "a ./. .", "a: 1000 Red man", "1000 Red man, nothing"),
    "in quotes": ("{man: {}}", r'"M m\n. ."', "", "Red man, Blue man"),
    "less than the legend has": ("{man: {}, king: {}}", "a ./. .", "a: Red man, b: Red king", "Red man, nothing"),
    "a player who is left out": ("{man: {}, king: {}}", "a b/. .", "a: Gold king, b: Blue man", "nothing, Blue man", THREE),
    "piles with one who is left out": (
        "{man: {piles: 3}}", "a b/. .", "a: Red man + Gold man + Blue man, b: Gold man + Red man",
        "Red man under Blue man, Red man", THREE,
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", STANDS)
def test_what_a_drawing_sets_up(case: str) -> None:
    pieces, drawing, legend, stands, *players = STANDS[case]
    game, found = checked(pieces, drawing, legend, *players)
    assert game is not None, found
    assert not [each for each in found if "`mast`" not in each.message]  # it is used nowhere
    state = game.initial_state()
    assert ", ".join(str(state.piece_at(cell) or "nothing") for cell in ("a2", "b2")) == stands


NOT_A_PIECE, TOO_MANY = "`{}` is not a piece", "`{}` is more than one cell can hold"
PILES = "{man: {piles: 3}, flag: {layer: above}}"
LEGENDS = {
    "nothing before a `+`": (PILES, "+ Red man", NOT_A_PIECE),
    "none of a piece": ("{man: {}}", "0 Red man", NOT_A_PIECE),
    "none of a piece where some players are left out": ("{man: {}}", "0 Red man", NOT_A_PIECE, THREE),
    "two players": ("{man: {}}", "Red Blue man", NOT_A_PIECE),
    "another word behind a player who is left out": ("{man: {}}", "Gold big man", NOT_A_PIECE, THREE),
    "no kind behind a player who is left out": ("{man: {}}", "Gold wizard", NOT_A_PIECE, THREE),
    "two pieces without stacks or piles": ("{man: {}}", "2 Red man", TOO_MANY),
    "two pieces beside one of a player who is left out": ("{man: {}}", "Gold man + 2 Red man", TOO_MANY, THREE),
    "a stack that is too high": ("{man: {stacks: 3}}", "4 Red man", TOO_MANY),
    "a stack of two sides": ("{man: {stacks: 3}}", "Red man + Blue man", TOO_MANY),
    "a pile that is too high": (PILES, "2 Red man + 2 Blue man", TOO_MANY),
    "a pile of two layers": (PILES, "Red man + Red flag", TOO_MANY),
    "one more than the highest pile": ("{man: {piles: 1000}}", "1001 Red man", TOO_MANY),
}


@pytest.mark.parametrize("case", LEGENDS)
def test_what_no_cell_can_hold_is_refused_in_a_legend(case: str) -> None:
    pieces, meaning, message, *players = LEGENDS[case]
    _, found = checked(pieces, "x ./. .", f"x: {meaning}", *players)
    assert [each.message for each in found] == [message.format(meaning)]
    assert found[0].span is not None
    assert found[0].span.text == meaning


ROWS = {
    "a short row": ("M m/.", "the drawing does not have the outline of square(2): no glyph stands for b1", "."),
    "a short row in quotes": (
        r'"M m\n."', "the drawing does not have the outline of square(2): no glyph stands for b1", r"M m\n.",
    ),
    "another glyph": ("M m/. x", "`x` stands for no piece", "x"),
}  # fmt: skip


@pytest.mark.parametrize("case", ROWS)
def test_where_a_drawing_is_wrong(case: str) -> None:
    drawing, message, place = ROWS[case]
    _, found = checked("{man: {}}", drawing)
    assert [each.message for each in found] == [message]
    assert found[0].span is not None
    assert found[0].span.text == place


def test_the_glyphs_that_a_drawing_may_have_are_told() -> None:
    for pieces, glyphs in (("{man: {}}", "M m"), ("{mast: {sites: edges, of: nobody}}", "none")):
        _, found = checked(pieces, "x ./. .")
        assert found[0].label == f"the glyphs are {glyphs}, and `.` for nothing"


ALIKE = {
    "two of one kind": ("{man: {glyph: '1'}}", "a Red man or a Blue man"),
    "several kinds": ("{queen: {}, king: {glyph: q}}", "a queen or a king"),
}


@pytest.mark.parametrize("case", ALIKE)
def test_a_glyph_of_several_pieces_is_refused_with_these(case: str) -> None:
    pieces, kinds = ALIKE[case]
    glyph = "1" if "1" in pieces else "Q"
    _, found = checked(pieces, f"{glyph} ./. .")
    assert [each.message for each in found] == [f"`{glyph}` could be {kinds}"]
