"""Phrases: which pieces are meant, and what is told of others."""

from __future__ import annotations

import pytest

from ggl.core import forms as f
from ggl.core.walk import walk
from ggl.play.loading import check_source
from ggl.source import Source
from tests.checker.expressions.small import found, text, told, value

SCENE = {
    "pieces": "{stone: {}, man: {}, rock: {of: nobody}, king: {of: Blue}, coin: {layer: floor, stacks: 3}}",
    "moves": "\n  place: {for: c in vacant, do: put stone on c}\n  lay: {for: c in cells, do: put coin on c}",
    "setup": "\n  drawing: |\n    s M r\n    k . S\n    m . m\n"
    "  legend: {s: Red stone, S: Blue stone, m: Red man, M: Blue man, r: rock, k: king}",
}
"""A kind of all owners, of nobody, and of one side, and one on another layer."""


@pytest.mark.parametrize(
    ("phrase", "count"),
    [
        ("stone on c", 2), ("own stone on c", 1), ("enemy stone on c", 1), ("Blue stone on c", 1), ("stone of Red on c", 1),
        ("stone of next(mover) on c", 1), ("man of next(mover) on c", 1), ("man of mover on c", 2), ("stone of none on c", 0),
        ("piece on c", 7), ("own piece on c", 3), ("enemy piece on c", 3), ("Blue piece on c", 3),
        ("own king on c", 0), ("enemy king on c", 1), ("rock on c", 1), ("nothing on c", 0), ("stone on none", 0),
    ],
)  # fmt: skip
def test_where_such_a_piece_stands(phrase: str, count: int) -> None:
    assert value(f"count(c in cells if {phrase})", SCENE | {"define": "\n  nothing: none if true else stone"}) == count


@pytest.mark.parametrize(
    ("phrase", "counts"),
    [
        ("k on c", (2, 3, 1, 1, 0)),
        ("own k on c", (1, 2, 0, 0, 0)),
        ("enemy k on c", (1, 1, 0, 1, 0)),
        ("Red k on c", (1, 2, 0, 0, 0)),
        ("k of next(mover) on c", (1, 1, 0, 1, 0)),
        ("k of none on c", (0, 0, 0, 0, 0)),
    ],
)
def test_a_kind_that_varies(phrase: str, counts: tuple[int, ...]) -> None:
    assert value(f"(count(c in cells if {phrase}) for k in kinds)", SCENE) == counts


@pytest.mark.parametrize("site", ["step(a1, south)", "f(step(a1, south))"])
def test_of_no_site_there_are_no_levels_and_no_number(site: str) -> None:
    piled = {"pieces": "{stone: {piles: 3}}", "moves": "{place: {for: c in cells, do: put stone on c}}"}
    asked = f"count({site}.levels)" if not site.startswith("f(") else site
    assert value(asked, piled | {"define": "\n  f(s): count(s.levels)"}) == 0
    stacked = {"pieces": "{stone: {stacks: 3}, coin: {layer: floor, stacks: 3}}", "moves": piled["moves"]}
    asked = f"{site}.count" if not site.startswith("f(") else site
    assert value(asked, stacked | {"define": "\n  f(s): s.count"}) is None


def test_a_site_is_worked_out_once_for_all_its_levels() -> None:
    piled = {"pieces": "{stone: {piles: 3}}", "moves": "{place: {for: c in cells, do: put stone on c}}"}
    end = {"end": "{draw: count((a1 if full else b1).levels with own stone) > 2}"}
    checked, _ = check_source(Source("small.yaml", text(piled | end)))
    assert checked is not None
    calls = [form.name for form in walk(checked.core.end[0].test) if isinstance(form, f.Call)]
    assert calls == ["full"]


@pytest.mark.parametrize(
    ("asked", "message", "help_"),
    [
        ("stone man on a1", "expected own, enemy or a player, found a kind", None),
        ("stone piece on a1", "expected own, enemy or a player, found a kind", "write `stone` alone"),
        ("any(Blue with stone)", "expected a set of sites, found a player", None),
        ("any(a1 with stone)", "expected a set of sites, found a cell", "for one site, write `stone on a1`"),
        ("any({1, 2} with stone)", "expected a set of sites, found a set of numbers", None),
        ("Red king on a1", "each king belongs to Blue", "write `king` alone"),
        ("any(no stone on c for c in cells)", "unknown name `no`", "write `not stone on c`"),
        ("dog on a1", "unknown kind `dog`", "write one of `stone`, `man`, `rock`, `king`, `coin`, `piece`"),
        ("own rock on a1", "a rock belongs to nobody", "write `rock` alone"),
    ],
)
def test_what_is_told_of_other_phrases(asked: str, message: str, help_: str | None) -> None:
    (one,) = found(asked, SCENE)
    assert (one.message, one.help) == (message, help_)


@pytest.mark.parametrize("asked", ["Red piece on a1", "own king on a1", "any(no stone on c for no in players for c in cells)"])
def test_nothing_is_told_of_these(asked: str) -> None:
    """Of several kinds that of one side is no matter; who moves may be that side; and a player may be called `no`."""
    assert told(asked, SCENE | {"pieces": SCENE["pieces"].replace("{stone: {}, ", "{first: {of: Blue}, stone: {}, ")}) == []


@pytest.mark.parametrize("asked", ["any(cells with own home)", "enemy home on a1", "home on a1"])
def test_what_each_player_has_is_no_kind(asked: str) -> None:
    (one,) = found(asked, SCENE | {"players": "{Red: {home: row(1)}, Blue: {home: row(3)}}"})
    assert (one.message, one.label) == ("unknown kind `home`", "a value of each player, not a kind")
    assert one.help == "write `mover.home`, or another player before the dot"


def test_a_kind_may_be_called_nothing() -> None:
    scene = {
        "pieces": "{nothing: {}}",
        "setup": "put Red nothing on a1",
        "moves": "\n  place: {for: c in vacant, do: put nothing on c}",
    }
    assert value("count(c in cells if nothing on c) + count(cells with nothing)", SCENE | scene) == 2
