"""Values of another type than is wanted: what is told, and what to write instead, by what stands there."""

from __future__ import annotations

import pytest

from ggl.checker import world
from ggl.checker.expressions import expressions
from ggl.host.desk.files import Files
from ggl.host.desk.reading import read_text
from ggl.source import Source
from tests.checker.expressions.small import found, text, told

STACKS = {"pieces": "{stone: {stacks: 3}}"}
SIDES = {"pieces": "{stone: {}, king: {of: Red}, rock: {of: nobody}}"}
MANY = {"define": "\n  home(p): corners if p == Red else {}\n  side_of(p): sides[1] if p == Red else corners"}
WHICH = "write `cells with own stone`, or `cells with stone` for those of all players"


def named(length: int, meaning: str) -> dict[str, str]:
    return {"define": f"\n  {'n' * length}: {meaning}"}


LISTS = "groups(Red)"
PLACES = "go through its places, `n in 1..size({0})`, and write `{0}[n]` for each"
MAYBE = "first(c.row for c in cells if empty(c))"
NAME_IT = "give it a name, and test that first"
TEST_IT = "test first: `{0} != none and ..` in a condition"


@pytest.mark.parametrize(
    ("asked", "keys", "message", "help_"),
    [
        # of its size
        (
            "home(mover)", MANY, "expected a condition, found a set of cells",
            "to test whether there is one, write `any(home(mover))`",
        ),
        (
            "side_of(mover)", MANY, "expected a condition, found a set of cells",
            "to test whether something is in it, write `.. in side_of(mover)`",
        ),
        (
            "{1, 2}", {}, "expected a condition, found a set of numbers",
            "to test whether something is in it, write `.. in {1, 2}`",
        ),
        (
            "max({1, 2}, 3) > 4", {}, "expected a number, found a set of numbers",
            "to try each number, write a loop: `any(.. for n in {1, 2})`",
        ),
        # none
        ("none", {}, "expected a condition, found none", None),
        ("a1", {}, "expected a condition, found a cell", "compare it, as in `a1 == ..`"),
        ("step(a1, north)", {}, "expected a condition, found a cell or none", "compare it, as in `step(a1, north) == ..`"),
        # stacks
        ("count(a1) > 1", STACKS, "expected a set or a list, found a cell", "how many pieces stand on it is `a1.count`"),
        ("count(a1) > 1", {}, "expected a set or a list, found a cell", None),
        ("count(Red) > 1", STACKS, "expected a set or a list, found a player", None),
        ("next(a1) == Red", STACKS, "expected a player, found a cell", None),
        # kinds
        ("count(stone) > 2", SIDES, "expected a set or a list, found a kind", WHICH),
        ("any(count(stone) > 2 for p in players)", {}, "expected a set or a list, found a kind",
         "write `cells with p stone`, or `cells with stone` for those of all players"),
        ("count(king) > 2", SIDES, "expected a set or a list, found a kind", "write `cells with king`"),
        ("count(rock) > 2", SIDES, "expected a set or a list, found a kind", "write `cells with rock`"),
        ("step(stone, north) == a1", {}, "expected a cell, found a kind", None),
        ("stone with own stone == {}", {}, "expected a set of sites, found a kind", None),
        # sets and lists
        ("step(corners, north) == a1", {}, "expected a cell, found a set of cells",
         "write `the(corners)` for its only member; to try each, choose one by `for: x in corners`"),
        ("step({1, 2}, north) == a1", {}, "expected a cell, found a set of numbers", None),
        ("step(sides, north) == a1", {}, "expected a cell, found a list of sets of cells", None),
        (f"{'n' * 40} with stone == {{}}", named(40, LISTS), "expected a set of sites, found a list of sets of cells",
         PLACES.format("n" * 40)),
        (f"{'n' * 41} with stone == {{}}", named(41, LISTS), "expected a set of sites, found a list of sets of cells", None),
        # fractions
        ("row(3 / 2) == {}", {}, "expected a whole number, but this may be a fraction", "`//` divides and rounds down"),
        ("row(3 // 2 + 0.5) == {}", {}, "expected a whole number, but this may be a fraction", None),
        ("row(1.5) == {}", {}, "expected a whole number, but this may be a fraction", None),
    ],
)  # fmt: skip
def test_what_is_told_of_another_type(asked: str, keys: dict[str, str], message: str, help_: str | None) -> None:
    one = found(asked, keys)[0]
    assert (one.message, one.help) == (message, help_)


@pytest.mark.parametrize(
    ("asked", "keys", "help_"),
    [
        ("n" * 24, named(24, MAYBE), TEST_IT.format("n" * 24)),
        ("n" * 25, named(25, MAYBE), NAME_IT),
        ("(1 if full else none)", {}, NAME_IT),  # what is asked of would stand in no brackets
        ("max(c.row for c in vacant)", {}, "give the value for when there is none: `max(c.row for c in vacant, default=0)`"),
        ("(max(c.row for c in vacant) if true else 2)", {}, NAME_IT),  # the default would stand outside
        (MAYBE, {}, NAME_IT),  # `first` has no default
    ],
)
def test_the_way_around_what_may_be_none(asked: str, keys: dict[str, str], help_: str) -> None:
    (one,) = found(f"{asked} > 1", keys)
    assert one.code.code == "GGL207"
    assert one.help is not None
    assert one.help.startswith(help_)


def test_a_condition_that_an_option_decides_is_not_needless() -> None:
    moves = "{place: {for: c in vacant, where: free, do: put stone on c}}"
    assert told("ply > 9", {"options": "{free: true}", "moves": moves}) == []
    assert told("ply > 9", {"moves": moves.replace("free", "true")}) == ["GGL218 this condition always holds"]


def test_a_set_that_is_only_asked_for_a_number_is_never_made() -> None:
    """Its numbers may be so far apart that no memory would hold it."""
    assert told("any(far with stone) and ply > 1", {"regions": "\n  far: (c in cells if c.row in {1, 4503599627370496})"}) == []
    assert told("{ply, 9999} == {1}") == ["GGL212 the numbers of this set may be too far apart"]


def test_the_lists_in_a_list_are_as_long_as_these() -> None:
    """A range up to the size of another list may be too wide."""
    assert told("any(n > ply for x in [ray(a1, east), ray(a1, north)] for n in 1..size(x))") == []


@pytest.mark.parametrize("most", [1, 3])
def test_no_more_expressions_are_noted_than_the_limit(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "MOST_TYPED", most)
    assert len(read_text(Source("small.yaml", text({"end": "{draw: full}"})), Files()).notes.typed) == most


def test_each_expression_counts_as_a_part_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(world, "FORM_LIMIT", 30)
    assert told("ply > 1") == []
    assert told("ply > 1" + " + 1" * 30) == ["GGL216 written out, these rules have more than 30 parts"]
