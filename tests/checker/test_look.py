"""Names under `look`: whose they are decides who hears of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl.checker.look import alike, disc_sign, initial, is_disc, shape_of, size_of
from ggl.play.loading import check_source, find_source
from ggl.source import Source
from tests.model.reading import game, good

VARIANT = """\
ggl: 1
name: Other Sides
extends: connect-four
players: [North, South]
look:
  colours: {North: gray}
"""


def found(text: str) -> list[str]:
    return [f"{each.code.code} {each.message}" for each in check_source(Source("<test>", text))[1]]


def test_names_that_a_variant_takes_over_from_its_base_are_no_mistake() -> None:
    assert found(VARIANT) == []


@pytest.mark.parametrize(
    ("look", "message"),
    [
        ("colours: {Red: gray}", "`Red` is not a piece, player or region of cells of this game"),
        ("glyphs: {disk: o}", "`disk` is not a piece or player of this game"),
        ("shapes: {North: tile}", "`North` is not a piece of this game"),
        ("sizes: {disk: 1}", "`disk` is not a piece of this game"),
        ("order: disk", "`disk` is not a kind of piece of this game"),
        ("hide: [disc]", "`disc` is not a variable of this game"),
        ("stores: [disc]", "`disc` is not a variable of each player of this game"),
    ],
)
def test_names_of_the_variant_itself_are(look: str, message: str) -> None:
    assert found(VARIANT.replace("colours: {North: gray}", look)) == [f"GGL312 {message}"]


@pytest.mark.parametrize(
    "look", ["colours: {board: gray}", "colours: {South disc: gray}", "shapes: {disc: tile}", "glyphs: {North: n}"]
)
def test_pieces_players_and_the_board_are_names(look: str) -> None:
    assert found(VARIANT.replace("colours: {North: gray}", look)) == []


KEPT = """\
ggl: 1
name: Kept
players: [Red, Blue]
board: square(3)
pieces: {man: {has: {marks: 0}}, king: {}}
state: {rounds: 0, won: {start: 0, each: players}}
moves:
  place:
    for: c in vacant
    do: |
      put man on c
      add 1 to c.marks
      add 1 to mover.won
      add 1 to rounds
  crown:
    for: c in cells with man
    do: promote c to king
end: {draw: full or rounds > 99 or Red.won > 99 or any(c in cells if c.marks > 9)}
look: {LOOK}
"""


@pytest.mark.parametrize(
    ("look", "named"),
    [
        ("{hide: [rounds, won, marks]}", None),
        ("{stores: [won]}", None),
        ("{order: king man, sizes: {man: 0.5, Red king: 1}}", None),
        ("{shapes: {man: tile}, glyphs: {king: k}}", None),
        ("{hide: [rounds, man]}", "man"),
        ("{stores: [rounds]}", "rounds"),
        ("{order: king won}", "won"),
        ("{sizes: {marks: 1}}", "marks"),
        ("{glyphs: {rounds: {0: a}, marks: {0: b}}}", None),
        ("{glyphs: {luck: {0: a}}}", "luck"),
    ],
)
def test_each_key_names_what_it_is_about(look: str, named: str | None) -> None:
    told = found(KEPT.replace("{LOOK}", look))
    assert [message.partition("`")[2].partition("`")[0] for message in told] == ([named] if named else []), told


def test_a_side_that_is_left_out_keeps_its_looks() -> None:
    three = KEPT.replace("[Red, Blue]", "{Red: {}, Blue: {}, Green: {if: three}}").replace(
        "ggl: 1\n", "ggl: 1\noptions: {three: false}\n"
    )
    assert found(three.replace("{LOOK}", "{glyphs: {Green man: g}, colours: {Green: pink, Green king: red}}")) == []


def test_a_key_that_can_name_nothing_is_to_be_removed() -> None:
    (finding,) = check_source(Source("<test>", VARIANT.replace("colours: {North: gray}", "hide: [disc]")))[1]
    assert finding.help == "remove `hide`"
    (finding,) = check_source(Source("<test>", KEPT.replace("{LOOK}", "{hide: [man]}")))[1]
    assert finding.help == "`hide` may name `rounds`, `won`, `marks`"


def test_a_region_of_cells_has_a_colour_and_is_used_by_it() -> None:
    with_regions = VARIANT.replace("look:", "regions: {low: row(1), outline: rim}\nlook:")
    coloured = with_regions.replace("North: gray", "low: gray")
    assert found(coloured) == ["GGL214 the region `outline` is never used"]
    assert found(coloured.replace("low: gray", "low: gray, outline: red")) == [
        "GGL312 `outline` is not a piece, player or region of cells of this game"
    ]


@pytest.mark.parametrize(("pieces", "told"), [("{man: {}}", 0), ("{man: {}, king: {}}", 1), ("{man: {glyph: o}, king: {}}", 0)])
def test_a_sign_of_a_player_is_that_of_discs(pieces: str, told: int) -> None:
    text = "ggl: 1\nname: T\nplayers: [Red, Blue]\nboard: square(3)\npieces: " + pieces + "\nlook: {glyphs: {Red: A}}\n"
    text += "moves:\n  place:\n    for: c in cells\n    where: empty(c)\n    do: put piece on c\nend: {draw: full}\n"
    text = text.replace("put piece", "put man") + "setup: put Red king on a1\n" * ("king" in pieces)
    assert found(text) == ["GGL315 `A` is on no piece"] * told


SIGNS = "ggl: 1\nname: Alike\nplayers: [Red, Blue]\nboard: square(3)\npieces: {man: {glyph: m}, {king}}\n"
SIGNS += "moves: {place: {for: 'c in vacant, k in kinds', do: put k on c}}\nend: {draw: full}\n"
SAME = "GGL313 `king` and `man` have the same sign"


@pytest.mark.parametrize(
    ("king", "look", "told"),
    [
        ("king: {glyph: m}", "", []),
        ("king: {glyph: k}", "look: {glyphs: {king: m}}", [SAME]),
        ("king: {glyph: m}", "look: {glyphs: {king: k}}", []),
        ("king: {glyph: m}", "pieces: {king: {glyph: m}}", [SAME]),
    ],
    ids=["the base has two alike", "the variant makes them alike", "the variant makes them differ", "it says so again"],
)
def test_kinds_with_one_sign_are_told_where_they_are_written(tmp_path: Path, king: str, look: str, told: list[str]) -> None:
    (tmp_path / "alike.yaml").write_text(SIGNS.replace("{king}", king))
    (tmp_path / "other.yaml").write_text(f"ggl: 1\nname: Other\nextends: alike.yaml\n{look}\n")
    _, findings = check_source(find_source(str(tmp_path / "other.yaml")))
    assert [f"{each.code.code} {each.message}" for each in findings] == told


def test_shapes_that_the_base_has_alike_are_not_told_of_the_variant(tmp_path: Path) -> None:
    alike = SIGNS.replace("{king}", "king: {glyph: k}") + "look: {shapes: {man: star, king: star}}\n"
    (tmp_path / "alike.yaml").write_text(alike)
    (tmp_path / "other.yaml").write_text("ggl: 1\nname: Other\nextends: alike.yaml\n")
    assert found(alike) == ["GGL313 `king` and `man` look alike in pictures"]
    assert check_source(find_source(str(tmp_path / "other.yaml")))[1] == ()


@pytest.mark.parametrize(
    ("players", "pieces", "told"),
    [
        ("[Red, Blue]", "{man: {}, rock: {of: nobody, glyph: x}}", ["rock"]),
        ("[Red, Blue]", "{man: {}, rock: {of: nobody, glyph: o}}", ["rock"]),
        ("[Red, Blue]", "{man: {}, rock: {of: nobody, glyph: r}}", []),
        ("[Red, Blue, Green]", "{man: {}, rock: {of: nobody, glyph: g}}", ["rock"]),
        ("[Red, Blue, Green]", "{man: {glyph: o}, rock: {glyph: g}}", []),
        ("[Red, Blue, Green]", "{man: {}, rock: {of: Red, glyph: g}}", ["rock"]),
        ("[Red, Blue]", "{man: {glyph: o}, rock: {glyph: x}}", ["rock"]),
    ],
)
def test_a_kind_with_the_sign_of_a_disc_is_told(players: str, pieces: str, told: list[str]) -> None:
    side = "" if "nobody" in pieces else "Red "
    text = f"ggl: 1\nname: Discs\nplayers: {players}\nboard: square(3)\npieces: {pieces}\nsetup: put {side}rock on b1\n"
    text += "moves: {place: {for: c in vacant, do: put man on c}}\nend: {draw: full}\n"
    assert found(text) == [f"GGL313 `{kind}` and `man` have the same sign" for kind in told]


STONES = "ggl: 1\nname: Stones\nplayers: [Red, Blue]\nboard: square(3)\npieces: {PIECES}\n"
STONES += (
    "moves: {place: {for: 'c in vacant, k in kinds', do: put k on c if count(cells) > 1}}\nend: {draw: full}\nlook: {LOOK}\n"
)


@pytest.mark.parametrize(
    ("pieces", "look", "told"),
    [
        ("{man: {}, rock: {of: nobody, glyph: r}}", "{glyphs: {Red: r ●}}", ["rock man"]),
        ("{man: {}, rock: {of: nobody, glyph: r}}", "{glyphs: {Red: s r}}", []),
        ("{man: {glyph: m}, king: {glyph: m}}", "{glyphs: {Red king: k, Blue king: l}}", []),
        ("{man: {glyph: m}, king: {glyph: m}}", "{glyphs: {Red king: k}}", ["king man"]),
        ("{man: {}, rock: {of: nobody, glyph: x}, reef: {of: nobody, glyph: x}}", "{}", ["rock man", "reef rock"]),
        ("{man: {of: Red, glyph: o}, king: {of: Red, glyph: k}}", "{glyphs: {Blue: B}}", []),
        ("{man: {glyph: o}, king: {glyph: O}}", "{}", ["king man"]),
    ],
    ids=[
        "the first sign of a player", "not the second", "signs of each side", "a sign of one side", "three alike",
        "a side without pieces", "two discs",
    ],
)  # fmt: skip
def test_kinds_with_one_sign_are_told(pieces: str, look: str, told: list[str]) -> None:
    expected = [tuple(pair.split()) for pair in told]
    messages = [f"GGL313 `{one}` and `{other}` have the same sign" for one, other in expected]
    assert found(STONES.replace("{PIECES}", pieces).replace("{LOOK}", look)) == messages


@pytest.mark.parametrize(
    ("look", "told"),
    [
        ("shapes: {man: disc, king: disc}", 1),
        ("shapes: {man: king}", 1),
        ("shapes: {Red man: star, king: star}", 1),
        ("shapes: {Red man: star, Blue king: star}", 0),
        ("shapes: {man: letter, king: letter}", 0),
        ("shapes: {man: disc, king: disc}, sizes: {king: 1.3}", 0),
        ("shapes: {man: disc, king: disc}, colours: {Red king: pink, Blue king: navy}", 0),
        ("colours: {man: red, king: red}", 0),
    ],
)
def test_kinds_that_pictures_draw_alike_are_told(look: str, told: int) -> None:
    text = SIGNS.replace("{king}", "king: {glyph: k}") + f"look: {{{look}}}\n"
    assert found(text) == ["GGL313 `king` and `man` look alike in pictures"] * told


@pytest.mark.parametrize(
    ("mark", "unused"),
    [
        ("{on: rich, as: dot}", {"amount", "poor"}),
        ("{on: poor, as: dot}", {"amount"}),
        ("{for: c in cells, value: amount(rich)}", {"poor"}),
        ("{for: c in poor, value: c.row}", {"amount"}),
        ("{on: corners, as: dot}", {"amount", "poor"}),  # `poor` names `rich`
    ],
)
def test_what_a_mark_asks_for_is_used(mark: str, unused: set[str]) -> None:
    defined = "define:\n  rich: cells with man\n  amount(s): count(s)\n  poor: rich\n"
    told = found(defined + KEPT.replace("{LOOK}", "{draw: {m: " + mark + "}}"))
    assert set(told) == {f"GGL214 the definition `{name}` is never used" for name in unused}


# ---- signs, shapes and sizes


@pytest.mark.parametrize(
    ("players", "unicode", "signs"),
    [
        (["White", "Black"], True, "○●"),
        (["Black", "White"], True, "●○"),
        (["Ivory", "Green"], True, "○●"),
        (["Green", "Dark"], True, "○●"),
        (["Green", "Ivory"], True, "●○"),
        (["Red", "Blue"], False, "XO"),
        (["White", "Black"], False, "OX"),
        (["X", "O"], True, "XO"),
        (["X", "Blue"], True, "●○"),
        (["Red", "Green", "Blue"], True, "RGB"),
    ],
)
def test_the_light_one_of_two_players_has_the_light_disc(players: list[str], unicode: bool, signs: str) -> None:
    assert "".join(disc_sign(players, owner, unicode) for owner in range(len(players))) == signs


@pytest.mark.parametrize(
    ("players", "unicode", "initials"),
    [
        (["red", "Green", "Blue"], False, "RGB"),
        (["Red", "Rose", "Blue"], False, "123"),
        (["Élan", "Green", "Blue"], False, "123"),
        (["Élan", "Green", "Blue"], True, "ÉGB"),
        (["中", "Green", "Blue"], True, "123"),  # as wide as two letters
    ],
)
def test_the_initials_of_players_or_their_numbers(players: list[str], unicode: bool, initials: str) -> None:
    assert "".join(initial(players, owner, unicode) for owner in range(3)) == initials


def test_signs_that_are_taken_for_each_other() -> None:
    assert [alike(sign) for sign in "oO●○Kk+"] == ["o", "o", "o", "o", "k", "k", "+"]


@pytest.mark.parametrize(
    ("text", "size"), [("0.3", 0.3), ("1.5", 1.5), ("0.29", None), ("1.51", None), ("1", 1.0), ("big", None), ("nan", None)]
)
def test_a_size_is_a_number_within_bounds(text: str, size: float | None) -> None:
    assert size_of(text) == size


SHAPED = {
    "man: {}": ("disc", True),
    "man: {glyph: m}": ("letter", False),
    "man: {glyph: o}": ("disc", True),
    "man: {}, king: {}": ("letter", False),
    "man: {}, king: {of: White}": ("disc", True),
    "man: {}, king: {of: nobody}": ("disc", True),
    "man: {}, wall: {sites: edges}": ("disc", True),
    "man: {of: White}": ("letter", False),
    "man: {sites: edges}": ("bar", True),
    "man: {sites: links}": ("bar", True),
    "man: {}|glyphs: {man: m}": ("letter", False),
    "man: {}|glyphs: {man: ● o}": ("letter", True),
    "man: {glyph: o}|glyphs: {Black man: B}": ("letter", True),
    "man: {}|shapes: {man: star}": ("star", True),
    "man: {}|shapes: {Black man: star, man: ring}": ("star", True),
    "man: {}|shapes: {White man: star}": ("disc", True),
}
"""Pieces, and what `look` says; the shape of Black's men, and whether they are shown by discs."""


@pytest.mark.parametrize("case", SHAPED)
def test_the_shape_of_a_piece_and_whether_it_is_a_disc(case: str) -> None:
    pieces, _, look = case.partition("|")
    definition = good(game(f"pieces: {{{pieces}}}", *([f"look: {{{look}}}"] if look else [])))
    assert (shape_of(definition, ["Black", "White"], "man", 0), is_disc(definition, "man")) == SHAPED[case]


@pytest.mark.parametrize(
    ("pieces", "owner", "shape"),
    [("man: {}", None, "letter"), ("king: {glyph: k}", 0, "king"), ("King: {}", 0, "king"), ("man: {glyph: m}", None, "letter")],
)
def test_a_shape_by_the_name_of_a_kind_and_of_what_is_nobodys(pieces: str, owner: int | None, shape: str) -> None:
    assert shape_of(good(game(f"pieces: {{{pieces}}}")), ["Black", "White"], pieces.partition(":")[0], owner) == shape
