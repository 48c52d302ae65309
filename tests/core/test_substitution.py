"""Substitution says what evaluation under an environment says: nothing is caught, shadowed names are left, all at once."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ggl.core import forms as f
from ggl.core.substitution import Fresh, copied, free, free_names, substituted
from ggl.core.types import BOOL, Domain, Fin, Num, Opt, SetOf
from ggl.core.walk import bound, variables, walk

NUMBER = Num(-9, 9)
SMALL = SetOf(Num(0, 3))
NAMES = st.sampled_from(["x", "y", "x~1", "x~2", "y~1", "x~3~2", "~"])
"""Names that an author may give, and some that passes give."""

VARIABLES = NAMES.map(lambda name: f.Var(name, NUMBER))
LITERALS = st.integers(-2, 3).map(lambda number: f.Lit(number, NUMBER))


def _more(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    source = st.integers(0, 15).map(lambda mask: f.Lit(mask, SMALL)) | st.builds(
        lambda lo, hi: f.NumberRange(lo, hi, SMALL), inner, inner
    )
    test = st.builds(lambda a, b: f.Compare("eq", a, b), inner, inner) | st.builds(
        lambda a, b: f.Not(f.Compare("lt", a, b)), inner, inner
    )
    return st.one_of(
        st.builds(lambda a, b: f.Arith("add", (a, b), NUMBER), inner, inner),
        st.builds(f.Let, NAMES, inner, inner),
        st.builds(lambda test, a, b: f.If(test, a, b, NUMBER), test, inner, inner),
        st.builds(lambda name, value, a, b: f.Some(name, value, a, b, NUMBER), NAMES, inner, inner, inner),
        st.builds(lambda name, of, test, body: f.Fold("sum", name, of, test, body, None, NUMBER), NAMES, source, test, inner),
        st.builds(
            lambda name, of, test, body, other: f.Fold("max", name, of, test, body, other, NUMBER),
            NAMES, source, test, inner, inner,
        ),
        st.builds(
            lambda name, of, test: f.Fold(
                "count", "y", f.Filter(name, of, test, SMALL), f.Lit(1, BOOL), f.Lit(1, NUMBER), None, NUMBER
            ),
            NAMES, source, test,
        ),
    )  # fmt: skip


EXPRESSIONS = st.recursive(VARIABLES | LITERALS, _more, max_leaves=12)
EFFECTS = st.recursive(
    EXPRESSIONS.map(lambda e: f.Write("n", (), e)),
    lambda inner: st.one_of(
        st.builds(lambda a, b: f.Seq((a, b)), inner, inner),
        st.builds(f.LetDo, NAMES, EXPRESSIONS, inner),
        st.builds(lambda name, mask, body: f.ForDo(name, f.Lit(mask, SMALL), body), NAMES, st.integers(0, 15), inner),
    ),
    max_leaves=4,
)
VALUES = st.dictionaries(NAMES, EXPRESSIONS | NAMES, max_size=4)

Env = dict[str, int]


def _members(e: Any, env: Env) -> list[int]:
    match e:
        case f.Lit(value=int(mask)):
            return [place for place in range(4) if mask >> place & 1]
        case f.NumberRange(lo, hi):
            return [number for number in range(4) if value(lo, env) <= number <= value(hi, env)]
        case f.Filter(name, source, test):
            return [each for each in _members(source, env) if value(test, {**env, name: each})]
    raise AssertionError(e)


def value(e: Any, env: Env) -> int:
    """What an expression comes to: names mean what is bound nearest to them."""
    match e:
        case f.Var(name):
            return env[name]
        case f.Lit(value=int(number)):
            return number
        case f.Arith("add", args):
            return sum(value(each, env) for each in args)
        case f.Compare(op, left, right):
            a, b = value(left, env), value(right, env)
            return a == b if op == "eq" else a < b
        case f.Not(part):
            return not value(part, env)
        case f.If(test, then, other):
            return value(then if value(test, env) else other, env)
        case f.Let(name, of, body):
            return value(body, {**env, name: value(of, env)})
        case f.Some(name, of, then, other):
            found = value(of, env)
            return value(then, {**env, name: found}) if found >= 0 else value(other, env)
        case f.Fold(monoid, name, source, test, body, default):
            inner = [{**env, name: each} for each in _members(source, env)]
            found = [value(body, each) for each in inner if value(test, each)]
            return sum(found) if monoid in ("sum", "count") else max(found, default=value(default, env) if default else 0)
    raise AssertionError(e)


def written(e: Any, env: Env) -> list[int]:
    """What effects write, one after the other."""
    match e:
        case f.Write(_, _, of):
            return [value(of, env)]
        case f.Seq(parts):
            return [each for part in parts for each in written(part, env)]
        case f.LetDo(name, of, body):
            return written(body, {**env, name: value(of, env)})
        case f.ForDo(name, source, body):
            return [each for member in _members(source, env) for each in written(body, {**env, name: member})]
    raise AssertionError(e)


ENV: Env = {"x": 1, "y": 2, "x~1": 3, "x~2": 0, "y~1": -1, "x~3~2": 5, "~": 7}


def _given(values: dict[str, Any]) -> Env:
    return {**ENV, **{name: ENV[each] if isinstance(each, str) else value(each, ENV) for name, each in values.items()}}


@given(EXPRESSIONS, VALUES)
def test_an_expression_with_values_put_in_is_the_expression_where_names_have_these_values(e: Any, values: dict[str, Any]) -> None:
    expected = value(e, _given(values))
    assert value(substituted(e, values), ENV) == expected
    spoken_of = [f.Var(each, NUMBER) if isinstance(each, str) else each for each in values.values()]
    assert value(copied(e, values, Fresh(e, *spoken_of)), ENV) == expected


@given(EFFECTS, VALUES)
def test_so_it_is_with_effects(e: Any, values: dict[str, Any]) -> None:
    assert written(substituted(e, values), ENV) == written(e, _given(values))


@given(EXPRESSIONS)
def test_what_is_free_is_what_the_value_may_hang_upon(e: Any) -> None:
    only = {name: ENV[name] for name in free_names(e)}
    assert value(e, only) == value(e, ENV)
    assert free_names(e) <= variables(e)


@given(EXPRESSIONS, EXPRESSIONS)
def test_a_copy_binds_no_name_that_stands_elsewhere(e: Any, other: Any) -> None:
    binders = [form.name for form in walk(copied(e, {"x": other}, Fresh(e, other))) if isinstance(form, BOUND)]
    own = [name for name in binders if name not in bound(other)]
    assert len(set(own)) == len(own)
    assert not {*own} & {*variables((e, other)), *bound((e, other))}


BOUND = f.Let | f.Some | f.Filter | f.Fold


def test_names_that_two_passes_gave_stay_apart() -> None:
    """`x~2 == x~1`, the inner name made anew by a pass that counts from 1 again."""
    alike = f.Compare("eq", f.Var("x~2", NUMBER), f.Var("x~1", NUMBER))
    inner = f.Fold("any", "x~2", f.Lit(15, SMALL), f.Lit(1, BOOL), alike, None, BOOL)
    for changed in (copied(inner, {}, Fresh(inner)), substituted(inner, {"p": f.Var("x~2", NUMBER)})):
        assert isinstance(changed.body, f.Compare)
        assert changed.body.left == f.Var(changed.name, NUMBER)
        assert changed.body.right == f.Var("x~1", NUMBER) != changed.body.left


def test_a_name_that_a_value_speaks_of_is_not_caught() -> None:
    e = f.Let("x", f.Lit(1, NUMBER), f.Arith("add", (f.Var("x", NUMBER), f.Var("y", NUMBER)), NUMBER))
    assert value(substituted(e, {"y": f.Var("x", NUMBER)}), {"x": 5}) == 6
    assert value(substituted(e, {"y": "x"}), {"x": 5}) == 6
    assert value(substituted(e, {"x": f.Lit(9, NUMBER), "y": f.Lit(1, NUMBER)}), {}) == 2


def test_a_use_keeps_what_it_says_of_its_value() -> None:
    cell = Fin(Domain("cell", 9))
    sites = f.Var("s", SetOf(cell))
    assert substituted(f.Var("c", cell), {"c": "d"}) == f.Var("d", cell)
    assert substituted(f.Var("c", Opt(cell)), {"c": f.Var("d", cell)}) == f.Var("d", cell)
    assert substituted(sites, {"s": f.Lit(3, SetOf(Fin(Domain("nothing", 0))))}) == f.Lit(3, SetOf(cell))
    assert free((f.Var("c", cell), f.Var("c", Opt(cell)))) == {f.Var("c", cell), f.Var("c", Opt(cell))}
