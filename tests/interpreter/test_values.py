"""What is read where an index is none, what a definition costs and keeps, and how lists compare."""

from __future__ import annotations

import pytest

from ggl.core.types import NO_NUMBER, ListOf, Num
from ggl.interpreter import values
from ggl.interpreter.values import compare_lists
from tests.interpreter.engines import engine_of, form_of, work_on

TEXT = """\
ggl: 1
name: Values
players: [Black, White]
board: square(2, 1)
pieces: {stone: {supply: 4}, rook: {supply: 3}}
state:
  heat: {start: 5, in: 0..9, each: cells}
  cold: {start: 7, in: 0..9, each: cells}
define:
  twice(c): c.heat + c.heat
moves:
  place:
    for: c in vacant, n in 1..2
    where:
      warm: twice(c) + size(neighbors(c)) > n and hand(mover, rook) > 1
      inside: step(c, east, n) != none
    do: put stone on c
end: {draw: full}
"""


def got(cell: int) -> str:
    return f"(get heat [(lit {cell} <cell?>)] <0..9?>)"


def got_by_name(cell: int) -> str:
    return f"(let c (lit {cell} <cell?>) (get heat [(var c <cell?>)] <0..9?>))"


def supply(player: int, kind: int) -> str:
    return f"(get supply [(lit {player} <player?>) (lit {kind} <kind?>)] <0..2147483647?>)"


def stepped(cell: int) -> str:
    return f'(tab "step 1..2" [(lit {cell} <cell?>) (lit 2 <direction>) (lit 0 <1..2>)] <cell?>)'


READ = {
    "a value of the last cell": (got(1), 5),
    "a value of no cell": (got(2), NO_NUMBER),
    "a value of the last cell, by its name": (got_by_name(1), 5),
    "a value of no cell, by its name": (got_by_name(2), NO_NUMBER),
    "the last supply": (supply(1, 1), 3),
    "a supply of no player": (supply(2, 0), NO_NUMBER),
    "a supply of no kind": (supply(0, 2), NO_NUMBER),
    "a supply of nothing": (supply(2, 2), NO_NUMBER),
    "the neighbors of the last cell, by its name": ("(let c (lit 1 <cell?>) (tab neighbors [(var c <cell?>)] <{cell}>))", 0b01),
    "where one step leads": (stepped(0), 1),
    "where a step from no cell leads": (stepped(2), 2),
    "the neighbors of no cell, by its name": ("(let c (lit 2 <cell?>) (tab neighbors [(var c <cell?>)] <{cell}>))", 0),
}


@pytest.mark.parametrize(("form", "value"), READ.values(), ids=READ)
def test_what_is_read_where_an_index_may_be_none(form: str, value: int) -> None:
    engine = engine_of(TEXT)
    function = engine.expressions.alone(form_of(engine, form))  # type: ignore[arg-type]
    assert function(engine.vector(engine.start())) == value


def called(cell: int) -> str:
    return f"(call twice [(lit {cell} <cell>)] <0..18>)"


def test_a_position_that_rests_keeps_a_bounded_number_of_values_of_definitions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(values, "MOST_KNOWN", 1)
    engine = engine_of(TEXT)
    functions = [engine.expressions.alone(form_of(engine, called(cell))) for cell in (0, 1)]  # type: ignore[arg-type]
    v = engine.vector(engine.start())
    assert v.known == {}
    assert [function(v) for function in functions] == [10, 10]
    assert v.known == {("twice", 0): 10}
    assert work_on(v) == 2
    v.known["twice", 0] = 4
    assert [function(v) for function in functions] == [4, 10]
    assert work_on(v) == 4


NUMBERS = Num(0, 9)


@pytest.mark.parametrize(
    ("op", "left", "right", "item", "holds"),
    [
        ("le", (1, 2), (1, 2), NUMBERS, True),
        ("le", (1, 2), (1, 2, 0), NUMBERS, True),
        ("le", (1, 2, 1), (1, 2), NUMBERS, False),
        ("lt", (1, 2), (1, 2), NUMBERS, False),
        ("lt", (1, 2), (1, 2, 1), NUMBERS, True),
        ("eq", (1, 2, 0), (1, 2), NUMBERS, True),
        ("eq", ((1, 0), (2,)), ((1,), (2,)), ListOf(NUMBERS), True),
        ("eq", ((1, 0),), ((1,), (0,)), ListOf(NUMBERS), False),
        ("eq", ((1,), (2,)), ((1,), (3,)), ListOf(NUMBERS), False),
    ],
)
def test_how_lists_compare(op: str, left: tuple[object, ...], right: tuple[object, ...], item: object, holds: bool) -> None:
    assert compare_lists(op, left, right, item) is holds  # type: ignore[arg-type]
