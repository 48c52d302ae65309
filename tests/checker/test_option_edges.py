"""Values of options at the edge, by type and by bounds: the last that is taken, and the first that is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import ggl
from ggl.core.printer import print_core
from ggl.play.loading import check_source, made_of
from ggl.source import Source

GAME = """
ggl: 1
name: Edges
players: [Red, Blue, Green]
board: square(3)
pieces: {man: {}, king: {}}
values: {hue: [warm, cold]}
options:
  size: 5 in 3..9
  low: -2 in -3..-1
  one: 4 in 4..4
  odd: 5 in {3, 5, 9}
  some: 3 in {3, 4} + {6}
  komi: 0.5 in 0..7.5
  half: 1/2 in {0, 1/2, 3}
  whole: 0
  pie: false
  first: Red in {Red, Blue}
  but_blue: Red in players - {Blue}
  any_side: Red
  kind: man
  tint: warm in {warm}
  shade: warm
moves:
  place: {for: c in vacant, do: put man on c}
end: {draw: full}
"""
DIGITS = "a number of at most 12 digits, not"
PLACES = "a number of at most 6 digits after the point, not"
PARTS = "a fraction with a denominator of 1 to 9999, not"
SIZE = "size=%s is not allowed; it is a whole number from 3 to 9"
LOW = "low=%s is not allowed; it is a whole number from -3 to -1"
ODD = "odd=%s is not allowed; it is one of 3, 5, 9"
KOMI = "komi=%s is not allowed; it is from 0 to 7.5"
HALF = "half=%s is not allowed; it is one of 0, 1/2, 3"


def bound(option: str, value: object) -> Any:
    return made_of(Source("edges.yaml", GAME), {option: value}).options[option]


def test_a_truth_is_the_same_by_each_of_its_names() -> None:
    text = GAME.replace("draw: full", "draw: full or pie == (ply > 20)")
    cores = [
        {print_core(made_of(Source("edges.yaml", text), {"pie": name}).checked.core) for name in names}
        for names in (("true", "yes", "on", "1"), ("false", "no", "off", "0"))
    ]
    assert [len(each) for each in cores] == [1, 1]
    assert cores[0].isdisjoint(cores[1])


@pytest.mark.parametrize(
    ("option", "value", "taken"),
    [
        ("size", 3, 3), ("size", 9, 9), ("size", "3/1", 3), ("size", "27/9", 3), ("size", "9.0", 9), ("size", "09", 9),
        ("low", -3, -3), ("low", -1, -1), ("low", "-4/2", -2), ("one", 4, 4),
        ("odd", 3, 3), ("odd", 9, 9), ("odd", "10/2", 5),
        ("some", 6, 6), ("but_blue", "Green", "Green"),
        ("komi", 0, 0), ("komi", "-0", 0), ("komi", "7.5", Fraction(15, 2)), ("komi", "7.500000", Fraction(15, 2)),
        ("komi", "1/9999", Fraction(1, 9999)), ("komi", "0.000001", Fraction(1, 10**6)), ("komi", 7, 7),
        ("half", 0, 0), ("half", "0.5", Fraction(1, 2)), ("half", "2/4", Fraction(1, 2)), ("half", 3, 3),
        ("whole", 10**12 - 1, 10**12 - 1), ("whole", 1 - 10**12, 1 - 10**12), ("whole", "1/2", Fraction(1, 2)),
        ("pie", "no", False), ("pie", "off", False), ("pie", 0, False), ("pie", "yes", True),
        ("first", "Blue", "Blue"), ("first", " Red ", "Red"), ("any_side", "Green", "Green"),
        ("kind", "man", "man"), ("kind", "king", "king"), ("tint", "warm", "warm"), ("shade", "cold", "cold"),
    ],
)  # fmt: skip
def test_the_last_value_is_taken(option: str, value: object, taken: object) -> None:
    found = bound(option, value)
    assert (found, type(found)) == (taken, type(taken))


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("size", 2, SIZE), ("size", 10, SIZE), ("size", "8.5", SIZE), ("size", "-0", SIZE),
        ("low", -4, LOW), ("low", 0, LOW), ("low", "-5/2", LOW), ("one", 3, "from 4 to 4"), ("one", 5, "from 4 to 4"),
        ("odd", 4, ODD), ("odd", "9/2", ODD), ("odd", 10, ODD),
        ("some", 5, "some=5 is not allowed; it is one of {3, 4} + {6}"),
        ("komi", "7.51", KOMI), ("komi", "-1/9999", KOMI), ("half", "0.25", HALF), ("half", 1, HALF), ("half", "3/2", HALF),
        ("size", 10**12, DIGITS), ("whole", -(10**12), DIGITS), ("whole", "1" * 13 + "/2", DIGITS),
        ("whole", "1" * 12 + ".1234567", PLACES),
        ("komi", "0.0000001", PLACES), ("komi", "1/10000", PARTS), ("komi", "1/0", PARTS), ("komi", "1/02", PARTS),
        *(("size", text, f"size is a number, not `{text}`") for text in (
            "", "four", "٣", "1e1", "0x4", "4.", ".5", "1/2/3", "--4")),
        *(("pie", text, f"pie is `true` or `false`, not `{text}`") for text in ("", "2", "-1", "truth")),
        ("pie", "FALSE", "near: false"), ("pie", 2, "not `2`"), ("pie", None, "not `none`"),
        ("first", "Green", "first=Green is not allowed; it is one of Red, Blue"), ("first", "blue", "near: Blue"),
        ("but_blue", "Blue", "but_blue=Blue is not allowed; it is one of players - {Blue}"),
        ("first", 0, "first is a player, but `0` is not"), ("first", "man", "first is a player, but `man` is not"),
        ("any_side", "any_side", "any_side is a player, but `any_side` is not"),  # an option is no value of another
        ("kind", "Red", "kind is a kind, but `Red` is not"), ("kind", "Man", "near: man"),
        ("tint", "cold", "tint=cold is not allowed; it is one of warm"), ("shade", "man", "shade is a hue, but `man` is not"),
    ],
)  # fmt: skip
def test_the_first_value_beyond_is_refused(option: str, value: object, said: str) -> None:
    with pytest.raises(ggl.OptionError) as caught:
        bound(option, value)
    assert (said % value if "%s" in said else said) in str(caught.value)


@pytest.mark.parametrize(
    ("declared", "codes"),
    [
        ("3 in 3..9", []), ("9 in 3..9", []), ("2 in 3..9", ["GGL603"]), ("10 in 3..9", ["GGL603"]),
        ("0.5 in 0..1/2", []), ("0.5 in 1..2", ["GGL603"]), ("4 in 3..9.5", ["GGL205"]),
        ("3 in {3, 5}", []), ("4 in {3, 5}", ["GGL603"]), ("1/2 in {0, 1/2}", []), ("1/3 in {0, 1/2}", ["GGL603"]),
        ("Red in {Red, Blue}", []), ("Green in {Red, Blue}", ["GGL603"]), ("Red in {man}", ["GGL605"]),
        ("Red in 1..2", ["GGL605"]), ("false in 0..1", ["GGL605"]), ("man in {1, 2}", ["GGL605"]),
        ("cells", ["GGL210"]), ("[1, 2]", ["GGL605"]),
    ],
)  # fmt: skip
def test_a_default_is_one_of_the_values_that_are_allowed(declared: str, codes: list[str]) -> None:
    text = GAME.replace("5 in 3..9", declared)
    found = check_source(Source("edges.yaml", text))[1]
    assert [each.code.code for each in found if each.code.severity == "error"] == codes


@pytest.mark.parametrize("half", ["0.5", "1", "2"])
def test_what_starts_as_an_option_has_the_steps_of_the_set_with_each_value(half: str) -> None:
    text = GAME.replace("half: 1/2 in {0, 1/2, 3}", "half: 0.5 in {0.5, 1, 2}").replace("do: put man on c", "do: add 0.5 to x")
    game = made_of(Source("steps.yaml", f"{text}state: {{x: {{start: half}}}}\n"), {"half": half})
    assert game.initial_state().play("place a1")["x"] == Fraction(half) + Fraction(1, 2)
