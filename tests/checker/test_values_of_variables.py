"""What `in:` may say of variables, bags and options, and what an option's value may be."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import ggl
from ggl.play.filetests import misread
from ggl.play.loading import check_source, made_of
from ggl.source import Source

GAME = """
ggl: 1
name: Values
players: [Red, Blue]
board: square(3)
pieces: {{stone: {{}}}}
{keys}
moves:
  place: {{for: c in vacant, do: put stone on c}}
end: {{draw: full}}
"""


def found(keys: str) -> list[tuple[str, str]]:
    """The errors, each by its code and its place."""
    reports = check_source(Source("values.yaml", GAME.format(keys=keys)))[1]
    return [(each.code.code, each.span.text) for each in reports if each.span and each.code.severity == "error"]


def state(start: str, within: str, more: str = "") -> str:
    return f"state:\n  n:\n    start: {start}\n    in: {within}{more}"


@pytest.mark.parametrize(
    ("start", "within"),
    [
        ("1", "'{1, 3, 7}'"),
        ("none", "corners"),
        ("a1", "corners"),
        ("Red", "'{Red}'"),
        ("north", "orthogonal + {northeast}"),
        ("corners", "corners"),
        ("'{}'", "corners"),
        ("[]", "'{1, 3}'"),
        ("[]", "corners"),
        ("0.5", "'{0.5, 2}'"),
        ("none", "'{}'"),
        ("1", "5..1"),
    ],
)
def test_a_variable_is_not_held_to_some_values_of_its_type(start: str, within: str) -> None:
    assert found(state(start, within)) == [("GGL225", within.strip("'"))]


@pytest.mark.parametrize(
    ("start", "within"),
    [
        ("1", "1..7"),
        ("1", "'{1, 2, 3}'"),
        ("none", "cells"),
        ("none", "vertices"),
        ("none", "edges"),
        ("Red", "players"),
        ("Red", "'{Red, Blue}'"),
        ("none", "directions"),
        ("'{}'", "cells"),
        ("corners", "cells"),
        ("[]", "1..6"),
        ("[]", "cells"),
        ("0", "0..666666"),
        ("0", "-2147483647..2147483647"),
        ("0", "0..size(cells)"),
    ],
)
def test_a_range_of_any_length_or_a_whole_type_is_what_a_variable_may_hold(start: str, within: str) -> None:
    assert found(state(start, within)) == []


def test_no_range_is_wider_than_what_is_stored() -> None:
    assert found(state("0", "0..2147483648")) == [("GGL212", "2147483648")]


def test_a_set_that_starts_with_other_things_than_it_may_hold_is_refused() -> None:
    assert found(state("corners", "players")) == [("GGL213", "corners")]


OPTIONS = """options:
  size: 3 in 1..5
  line: 3 in {3, 5}
  komi: 7.5 in 0..20
  first: Red in {Red, Blue}
  second: Blue
  kind: stone
  pie: false"""


def bound(keys: str = OPTIONS, **chosen: object) -> dict[str, object]:
    return dict(made_of(Source("values.yaml", GAME.format(keys=keys)), chosen).options)


@pytest.mark.parametrize("value", [4, "4", 4.0, "4.0", Fraction(4), np.int64(4), np.int8(4), np.float64(4), "+4", " 4 "])
def test_a_whole_option_is_a_whole_number_however_it_is_written(value: object) -> None:
    size = bound(size=value)["size"]
    assert size == 4
    assert type(size) is int


@pytest.mark.parametrize(
    "value", [2.5, "2.5", "5/2", Fraction(5, 2), np.float64(2.5), True, np.True_, "true", 0, 6, "1e0", float("nan")]
)
def test_an_option_in_a_range_of_whole_numbers_takes_nothing_between_them(value: object) -> None:
    with pytest.raises(ggl.OptionError, match="size"):
        bound(size=value)


@pytest.mark.parametrize("value", [6.5, "6.5", 7, "13/2", Fraction(1, 4)])
def test_an_option_whose_default_is_a_fraction_takes_fractions(value: object) -> None:
    assert bound(komi=value)["komi"] == Fraction(str(value))


@pytest.mark.parametrize("value", [True, 1, "1", "true", "yes", "on", np.True_])
def test_an_option_that_is_on_or_off_takes_truth_values_of_python_and_words(value: object) -> None:
    assert bound(pie=value)["pie"] is True


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("first", "red", "near: Red"),
        ("first", "RED", "near: Red"),
        ("kind", "Stone", "near: stone"),
        ("pie", "True", "near: true"),
        ("pie", "ON", "near: on"),
        ("second", "first", "`first` is not"),
        ("size", 2.5, "a whole number from 1 to 5"),
        ("line", 4, "one of 3, 5"),
    ],
)
def test_a_value_of_an_option_is_written_exactly_and_a_near_one_is_told(option: str, value: object, said: str) -> None:
    with pytest.raises(ggl.OptionError, match=said):
        bound(**{option: value})


@pytest.mark.parametrize(("keys", "said"), [(OPTIONS, "size, line, komi, first, second, kind, pie"), ("", "none")])
def test_an_option_that_is_not_there_is_refused_with_those_that_are(keys: str, said: str) -> None:
    with pytest.raises(ggl.OptionError, match=rf"^this game has no option `board` \(its options: {said}\)$"):
        bound(keys, board=3)


def test_a_default_between_whole_numbers_makes_a_range_of_fractions_and_ends_of_one_do_not() -> None:
    assert found("options: {komi: 0.5 in 0..9}") == []
    assert found("options: {size: 3 in 0.5..9}") == [("GGL205", "0.5")]
    assert found("tests:\n  t: {options: {size: 2.5}, over: no}\noptions: {size: 3 in 1..5}") == []


def test_a_test_takes_the_values_that_an_option_takes() -> None:
    tests = "tests:\n  a: {options: {size: 2.5}, over: no}\n  b: {options: {first: red}, over: no}\n"
    tests += "  c: {options: {size: 4, first: Blue}, over: no}\n"
    game = made_of(Source("values.yaml", GAME.format(keys=f"{tests}{OPTIONS}")))
    labels = [each.label for each in misread(game.checked)]
    assert labels == [
        "size=2.5 is not allowed; it is a whole number from 1 to 5",
        "first is a player, but `red` is not; near: Red",
    ]


def test_count_sums_the_stacks_of_all_layers() -> None:
    text = GAME.format(
        keys="setup: |\n  put 2 Red low on a1\n  put 3 Blue high on a1\n  put Red flag on a1\n  put Red flag on b1"
    )
    pieces = "pieces: {stone: {}, low: {stacks: 4, layer: low}, high: {stacks: 4, layer: high}, flag: {layer: flag}}"
    game = made_of(Source("layers.yaml", text.replace("pieces: {stone: {}}", pieces)))
    state = game.initial_state()
    assert [state.ask(f"{cell}.count") for cell in ("a1", "b1", "c1")] == [5, 0, 0]
    assert [state.ask(f"sight({cell}, west).count") for cell in ("a1", "b1", "c1")] == [None, 5, 0]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("1 in {2, sight(b1, west).number}", True),
        ("1 in {2, sight(a1, west).number}", False),
        ("2 in {2, sight(a1, west).number}", True),
        ("1 in {1, 2} - {sight(a1, west).number}", True),
        ("1 in {1, 2} - {sight(b1, west).number}", False),
        ("0.5 in {0.25, sight(b1, west).number}", False),
    ],
)
def test_a_set_with_the_number_of_no_site_lacks_it(asked: str, told: bool) -> None:
    game = made_of(Source("numbers.yaml", GAME.format(keys="setup: put Red stone on a1")))
    assert game.initial_state().ask(asked) is told


def test_a_variable_without_a_range_may_hold_halves() -> None:
    text = GAME.format(keys="state: {half: {start: 0.5}}").replace("do: put stone on c", "do: add half to half")
    game = made_of(Source("values.yaml", text))
    assert game.initial_state().play("a1").play("a1").ask("half") == 2
    assert found("state: {half: {start: 0.5, in: 0..3}}") == [("GGL205", "0.5")]
