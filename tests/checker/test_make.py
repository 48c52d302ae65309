"""The bounds of a number that is worked out hold whatever its parts are, and are reached where that is promised.

A value is converted to each type that `fits` says it has, and to no other; what two types have in common fits both.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import pytest

from ggl.checker import make
from ggl.core import forms as f
from ggl.core.arithmetic import evaluate
from ggl.core.types import BOOL, NUMBER_LIMIT, Domain, Fin, ListOf, Num, Opt, SetOf, Type
from ggl.source import Source

RANGES = [Num(low, high) for low, high in combinations_with_replacement(range(-4, 5), 2)]
ALL = Num(-4, 4)
EXACT = {"add": 2, "sub": 2, "mul": 2, "neg": 1, "min": 2, "max": 2}
LOOSE = {"floordiv": 2, "mod": 2, "abs": 1}


@pytest.mark.parametrize("op", [*EXACT, *LOOSE])
def test_every_value_is_within_its_bounds(op: str) -> None:
    for types in product(RANGES, repeat=(EXACT | LOOSE)[op]):
        values = {evaluate(op, list(args)) for args in product(*(range(type_.lo, type_.hi + 1) for type_ in types))}
        made = make.arith(op, [f.Var(f"x{number}", type_) for number, type_ in enumerate(types)])
        assert isinstance(made.type, Num)
        assert made.type.lo <= min(values)
        assert max(values) <= made.type.hi
        if op in EXACT:
            assert (made.type.lo, made.type.hi) == (min(values), max(values))
        elif all(type_.lo >= 0 for type_ in types):
            assert made.type.lo == 0
        if op == "mod" and types[0] == ALL and types[1].lo >= 0:
            assert made.type.hi == max(values)


CELL, PLAYER = Fin(Domain("cell", 9)), Fin(Domain("player", 2))
ELEMENTS = [CELL, PLAYER, Num(0, 3), Num(-2, 5), Num(-3, 4, 2)]
SETS = [make.EMPTY_SET, *map(SetOf, ELEMENTS)]
LISTS: list[Type] = [make.EMPTY_LIST, *map(ListOf, ELEMENTS), *map(ListOf, SETS)]
TYPES: list[Type] = [
    BOOL,
    make.NONE,
    *ELEMENTS,
    *map(Opt, ELEMENTS),
    *SETS,
    *LISTS,
    ListOf(Opt(CELL)),
    ListOf(Opt(ELEMENTS[3])),
    ListOf(LISTS[1]),
]


@pytest.mark.parametrize("have", TYPES, ids=repr)
def test_a_value_is_converted_to_types_that_it_fits_and_to_no_others(have: Type) -> None:
    for wanted in TYPES:
        if not make.fits(have, wanted):
            with pytest.raises(make.Mismatch):
                make.convert(f.Var("x", have), wanted)
        elif wanted in (have, make.common(have, wanted)):
            made = make.convert(f.Var("x", have), wanted).type
            assert made == wanted or (isinstance(made, Num) and isinstance(wanted, Num) and made.scale == wanted.scale)


@pytest.mark.parametrize("one", TYPES, ids=repr)
def test_what_two_types_have_in_common_fits_both(one: Type) -> None:
    assert make.common(one, one) == one
    for other in TYPES:
        both = make.common(one, other)
        assert make.common(other, one) == both
        if both is None:
            assert not make.fits(one, other)
            assert not make.fits(other, one)
        else:
            assert make.fits(one, both)
            assert make.common(both, one) == both == make.common(both, other)


@pytest.mark.parametrize("type_", [*RANGES, ALL])
def test_in_finer_steps_a_number_has_bounds_as_far_apart(type_: Num) -> None:
    finer = Num(type_.lo * 6, type_.hi * 6, 6)
    assert make.rescale(f.Var("n", type_), 6).type == finer
    assert make.rescale(f.Var("n", Opt(type_)), 6).type == Opt(finer)


def test_no_number_has_coarser_steps() -> None:
    with pytest.raises(make.Mismatch):
        make.rescale(f.Var("n", Num(0, 4, 2)), 1)


def test_the_empty_list_is_the_empty_set() -> None:
    assert make.as_set(f.Lit((), make.EMPTY_LIST)) == f.Lit(0, make.EMPTY_SET)


def test_a_list_of_the_members_of_a_set_is_that_set_and_a_list_of_others_is_made_one() -> None:
    cells, numbers = f.Var("s", SetOf(CELL)), f.Var("n", SetOf(Num(0, 3)))
    assert make.as_set(make.as_list(cells)) == cells
    other = f.Convert(numbers, ListOf(CELL))
    assert make.as_set(other) == f.Convert(other, SetOf(CELL))


@pytest.mark.parametrize(("of", "form"), [(Num(0, 3), f.SetOp), (Num(0, 5), f.Filter)])
def test_a_list_within_a_set_is_what_two_sets_have_in_common_if_their_numbers_have_the_same_bounds(of: Num, form: type) -> None:
    items = f.Var("l", ListOf(Num(0, 3)))
    made = make.as_set(f.Filter("n", items, f.In(f.Var("n", Num(0, 3)), f.Var("s", SetOf(of))), items.type))
    assert (type(made), made.type) == (form, SetOf(Num(0, 3)))


def test_what_is_there_is_no_longer_maybe_none() -> None:
    assert make.there(f.Lit(2, Opt(CELL))) == f.Lit(2, CELL)
    assert make.there(f.Lit(9, Opt(CELL))) == f.Lit(0, CELL)  # always none, and never looked at
    assert make.there(f.Var("c", Opt(CELL))) == f.Var("c", CELL)


def test_fresh_names_are_numbered_from_one_and_then_go_on_as_before() -> None:
    with make.numbered_anew():
        assert [make.fresh("x"), make.fresh("y")] == ["x.1", "y.2"]
        with make.numbered_anew():
            assert make.fresh("x") == "x.1"
        assert make.fresh("x") == "x.3"


@pytest.mark.parametrize("type_", [Num(0, NUMBER_LIMIT), Num(-NUMBER_LIMIT, 0)])
def test_numbers_have_a_limit(type_: Num) -> None:
    assert make.checked(Num(1 - NUMBER_LIMIT, NUMBER_LIMIT - 1))
    with pytest.raises(make.TooLarge):
        make.checked(type_)


def test_sets_have_a_widest_range_of_numbers() -> None:
    assert not make.is_wide(Num(3, 2 + make.WIDTH_LIMIT))
    assert make.is_wide(Num(3, 3 + make.WIDTH_LIMIT))


def test_conditions_that_were_joined_are_joined_with_others_unless_they_were_written_so() -> None:
    one, two, three = (f.Var(name, BOOL) for name in "abc")
    written = f.And((one, two), span=Source("x.yaml", "a and b").span(0, 7))
    assert make.conj([f.And((one, two)), three]) == f.And((one, two, three))
    assert make.conj([written, three]) == f.And((written, three))
