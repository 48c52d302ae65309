"""The canonical spelling: what it looks like, and that it always reads back as the same tree."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Scalar
from ggl.syntax.unparse import broken, canonical, unparse, unparse_binders, unparse_effects, unparse_line, unparse_plan

HERE = Source("here", "").span(0, 0)


def placed(text: str) -> Scalar:
    return Scalar(text, Source("", text).span(0, len(text)))


SPELLINGS = [
    ("a+b*c", "a + b * c"),
    ("(a+b)*c", "(a + b) * c"),
    ("a-(b-c)", "a - (b - c)"),
    ("(a-b)-c", "a - b - c"),
    ("((a))", "a"),
    ("not (a or b)", "not (a or b)"),
    ("(not a) and b", "not a and b"),
    ("(a and b) or c", "a and b or c"),
    ("a and (b and c)", "a and (b and c)"),
    ("1 .. size", "1..size"),
    ("x  not   in s", "x not in s"),
    ("0.50", "0.5"),
    ("- - x", "--x"),
    ("(1).x", "(1).x"),
    ("f( (x in s if p) )", "f(x in s if p)"),
    ("f(x in (a or b) if p)", "f(x in (a or b) if p)"),
    ("(x for x in s if p for y in r)", "(x for x in s if p for y in r)"),
    ("f(a if b else c for x in s if p)", "f((a if b else c) for x in s if p)"),
    ("min( size(g) for g in s,default = 0 )", "min(size(g) for g in s, default=0)"),
    ("(a if b else c) + 1", "(a if b else c) + 1"),
    ("a if b else (c if d else e)", "a if b else c if d else e"),
    ("(a if b else c) if d else e", "(a if b else c) if d else e"),
    ("cells  with own man", "cells with own man"),
    ("(cells with own man) & (s + r)", "cells with own man & s + r"),
    ("a + (b  with own man)", "a + (b with own man)"),
    ("(a) - b with own man", "a - b with own man"),
    ("a + (cells with own man)", "a + (cells with own man)"),
    ("a + cells with own man", "a + cells with own man"),
    ("edges - (edges with wall)", "edges - (edges with wall)"),
    ("(a with man) - (b with man)", "a with man - (b with man)"),
    ("man of other(p) on step(c, d)", "man of other(p) on step(c, d)"),
    ("own man on (c)", "own man on c"),
    ("a < b <= c != d", "a < b <= c != d"),
    ("{a,b}[1]", "{a, b}[1]"),
    ("[ ]", "[]"),
]


@pytest.mark.parametrize(("text", "spelling"), SPELLINGS, ids=[text for text, _ in SPELLINGS])
def test_an_expression_has_one_spelling(text: str, spelling: str) -> None:
    tree = parser.expression(placed(text))
    assert unparse(tree) == spelling
    assert parser.expression(placed(spelling)) == tree


@pytest.mark.parametrize(
    ("text", "spelling"),
    [
        ("man of p on c", "p man on c"),
        ("cells with man of White", "cells with White man"),
        ("man of other(p) on c", "man of other(p) on c"),
        ("f(x in cells if man of p on x)", "f(x in cells if p man on x)"),
    ],
)
def test_a_single_word_player_stands_before_its_kind(text: str, spelling: str) -> None:
    assert unparse(canonical(parser.expression(placed(text)))) == spelling


LINES = [
    ("put  man of p on c", "put p man on c"),
    ("put 2 man of p on c from supply", "put 2 p man on c from supply"),
    ("put man on a facing b", "put man on a facing b"),
    ("take stone from g for g in groups(p) if not any(l(g))", "take stone from g for g in groups(p) if not any(l(g))"),
    ("win if (hand(p, disc)==0)", "win if hand(p, disc) == 0"),
    ("set q to (0 if a else q+1)", "set q to (0 if a else q + 1)"),
    ("move k man from a to b", "move k man from a to b"),
    ("move (a) to b", "move a to b"),
    ("exchange a,b", "exchange a, b"),
    ("drop {a , b} from castling", "drop {a, b} from castling"),
    ("f( a,b )", "f(a, b)"),
    ("put (a) (b or c) on d", "put (a) (b or c) on d"),
    ("put 2 (b or c) on d", "put 2 (b or c) on d"),
    ("put (a) (b) (-c) on d", "put (a) (b) (-c) on d"),
    ("put a ([b].c) on d", "put a([b].c) on d"),
    ("put (a) ([b].c) on d", "put (a) ([b].c) on d"),
    ("f(x) for x in s if a if b", "f(x) for x in s if a if b"),
]


@pytest.mark.parametrize(("text", "spelling"), LINES, ids=[text for text, _ in LINES])
def test_an_effect_has_one_spelling(text: str, spelling: str) -> None:
    tree = canonical(parser.effects(placed(text)))
    assert unparse_line(tree) == spelling
    assert parser.effects(placed(spelling)) == tree


def test_what_one_line_cannot_say_becomes_a_block() -> None:
    text = "for x in s:\n  win if a\nif b:\n  again\n  draw\nelse:\n  lose p"
    tree = parser.effects(placed(text))
    assert unparse_effects(tree) == text
    only_loop = parser.effects(placed("for x in s:\n  win if a"))
    assert unparse_line(only_loop) is None


def test_binders_and_plans() -> None:
    assert unparse_binders(parser.binders(placed("a  in cells,b in near( a )"))) == "a in cells, b in near(a)"
    assert unparse_binders(parser.binders(placed("a  and b and c in S-T,d in( S )"))) == "a and b and c in S - T, d in S"
    text = "jump(c = t) or  optional step otherwise walk if  x"
    assert unparse_plan(parser.plan(placed(text))) == "jump(c=t) or optional step otherwise walk if x"


def test_a_long_condition_breaks_at_its_own_joints() -> None:
    assert broken(parser.expression(placed("a and b or c or not d"))) == ["a and b", "or c", "or not d"]
    assert broken(parser.expression(placed("f(a or b)"))) == ["f(a or b)"]


# --------------------------------------------------------------------------------------------------- every tree there is

names = st.sampled_from(["a", "b", "cells", "p", "own_", "x1"])
numbers = st.one_of(st.integers(0, 99), st.sampled_from([Fraction(1, 2), Fraction(3, 8), Fraction(21, 20)]))
leaves = st.one_of(
    names.map(lambda name: t.Name(name, span=HERE)), numbers.map(lambda value: t.Number(Fraction(value), span=HERE))
)


def binders_of(exprs: st.SearchStrategy[t.Expr]) -> st.SearchStrategy[t.Binder]:
    # The parser refuses `and` behind `in`: it joins conditions, and what is meant there is `if`.
    sources = exprs.filter(lambda tree: not isinstance(tree, t.And))
    return st.builds(lambda n, s, p: t.Binder(n, s, p, HERE, span=HERE), names, sources, st.none() | exprs)


def phrases_of(exprs: st.SearchStrategy[t.Expr]) -> st.SearchStrategy[t.Phrase]:
    of = st.builds(lambda k, o: t.Phrase(k, "", o, HERE, span=HERE), names, exprs)
    return of | st.builds(lambda k, a: t.Phrase(k, a, None, HERE, span=HERE), names, st.just("") | names)


def short_gen(binder: t.Binder, test: t.Expr) -> t.Gen:
    head = t.Binder(binder.name, binder.source, test, HERE, span=HERE)
    return t.Gen(t.Name(binder.name, span=HERE), (head,), True, span=HERE)


def bigger(exprs: st.SearchStrategy[t.Expr]) -> st.SearchStrategy[t.Expr]:
    several = st.lists(exprs, min_size=2, max_size=3).map(tuple)
    any_many = st.lists(exprs, max_size=3).map(tuple)
    binders = binders_of(exprs)
    gens = st.builds(lambda b, bs: t.Gen(b, tuple(bs), False, span=HERE), exprs, st.lists(binders, min_size=1, max_size=2))
    gens |= st.builds(short_gen, binders, exprs)
    named = st.lists(st.builds(lambda n, v: t.Named(n, v, span=HERE), names, exprs), max_size=2).map(tuple)
    operators = st.sampled_from(["..", "&", "+", "-", "*", "/", "//", "%"])
    relations = st.sampled_from(["==", "!=", "<=", ">=", "<", ">", "in", "not in"])
    rest = st.lists(st.tuples(relations, exprs), min_size=1, max_size=2).map(tuple)
    return st.one_of(
        st.builds(lambda o, n: t.Dot(o, n, HERE, span=HERE), exprs, names),
        st.builds(lambda o, a: t.Index(o, a, span=HERE), exprs, exprs),
        st.builds(lambda n, a, k: t.Call(n, a, k, HERE, span=HERE), names, st.lists(exprs | gens, max_size=2).map(tuple), named),
        any_many.map(lambda items: t.SetOf(items, span=HERE)),
        any_many.map(lambda items: t.ListOf(items, span=HERE)),
        gens,
        st.builds(lambda op, of: t.Unary(op, of, span=HERE), st.sampled_from("+-"), exprs),
        st.builds(lambda op, a, b: t.Binary(op, a, b, span=HERE), operators, exprs, exprs),
        st.builds(lambda first, rest: t.Chain(first, rest, span=HERE), exprs, rest),
        exprs.map(lambda of: t.Not(of, span=HERE)),
        several.map(lambda parts: t.And(parts, span=HERE)),
        several.map(lambda parts: t.Or(parts, span=HERE)),
        st.builds(lambda a, b, c: t.IfElse(a, b, c, span=HERE), exprs, exprs, exprs),
        st.builds(lambda p, s, u: t.Stands(p, s, u, span=HERE), phrases_of(exprs), exprs, st.booleans()),
        st.builds(lambda o, p: t.With(o, p, span=HERE), exprs, phrases_of(exprs)),
    )


expressions = st.recursive(leaves, bigger, max_leaves=12)
maybe = st.none() | expressions
changes = st.sampled_from(["set", "turn", "promote"])
owned = st.builds(lambda w, o: t.Pieces(tuple(w), o, span=HERE), st.lists(expressions, min_size=1, max_size=2), maybe)
pieces = owned | st.tuples(expressions, expressions, expressions).map(lambda words: t.Pieces(words, None, span=HERE))
simple = st.one_of(
    st.builds(
        lambda p, on, f, s, u: t.Put(p, on, f, s, u, span=HERE), pieces, expressions, maybe, st.booleans(), st.booleans(),
    ),
    st.builds(
        lambda p, s, to, u: t.Take(p, s, to, u, span=HERE), pieces, expressions,
        st.none() | st.builds(lambda o, k: t.Supply(o, k, span=HERE), maybe, maybe), st.booleans(),
    ),
    st.builds(lambda a, b, u: t.Move(None, a, b, False, u, span=HERE), expressions, expressions, st.booleans()),
    st.builds(
        lambda p, a, b, f, u: t.Move(p, a, b, f, u, span=HERE), pieces, expressions, expressions, st.booleans(), st.booleans(),
    ),
    st.builds(lambda v, a: t.Roll(v, a, span=HERE), expressions, expressions),
    st.builds(lambda a, b: t.Exchange(a, b, span=HERE), expressions, st.none() | expressions),
    st.builds(lambda v, a, b: t.Change(v, a, b, span=HERE), changes, expressions, expressions),
    st.builds(lambda v, a, b: t.Add(v, a, b, span=HERE), st.sampled_from(["add", "drop"]), expressions, expressions),
    expressions.map(lambda a: t.Flip(a, span=HERE)),
    st.builds(lambda n, a: t.LetBe(n, a, HERE, span=HERE), names, expressions),
    st.builds(lambda v, p: t.Result(v, p, span=HERE), st.sampled_from(["win", "lose"]), st.none() | expressions),
    st.builds(lambda n, a: t.Routine(n, tuple(a), HERE, span=HERE), names, st.lists(expressions, max_size=2)),
    st.just(t.Result("draw", None, span=HERE)) | st.just(t.AgainTurn(span=HERE)) | names.map(lambda n: t.PhaseTo(n, span=HERE)),
)  # fmt: skip
effects = st.recursive(
    simple,
    lambda inner: st.one_of(
        st.builds(lambda b, e: t.ForEach(b, e, span=HERE), binders_of(expressions), inner),
        st.builds(lambda p, a, b: t.IfThen(p, a, b, span=HERE), expressions, inner, st.none() | inner),
    ),
    max_leaves=3,
)


@settings(max_examples=400, deadline=None)
@given(expressions)
def test_any_expression_reads_back_as_itself(tree: t.Expr) -> None:
    assert parser.expression(placed(unparse(tree))) == tree


@settings(max_examples=150, deadline=None)
@given(effects)
def test_any_effect_reads_back_as_itself(tree: t.Effect) -> None:
    assert parser.effects(placed(unparse_effects(tree))) == tree


@settings(max_examples=100, deadline=None)
@given(expressions)
def test_the_canonical_form_is_settled(tree: t.Expr) -> None:
    assert canonical(canonical(tree)) == canonical(tree)


named_args = st.lists(st.builds(lambda n, v: t.Named(n, v, span=HERE), names, expressions), max_size=2).map(tuple)
picks = st.builds(
    lambda n, a, k, o: t.Picked(n, tuple(a), k, o, HERE, span=HERE),
    names, st.lists(expressions, max_size=2), named_args, st.booleans(),
)  # fmt: skip
clauses = st.builds(lambda p, test: t.Clause(tuple(p), test, span=HERE), st.lists(picks, min_size=1, max_size=2), maybe)
tiers = st.lists(clauses, min_size=1, max_size=2).map(tuple)


@settings(max_examples=100, deadline=None)
@given(st.lists(tiers, min_size=1, max_size=2).map(tuple))
def test_any_plan_reads_back_as_itself(several: tuple[tuple[t.Clause, ...], ...]) -> None:
    plan = t.Plan(several, span=HERE)
    assert parser.plan(placed(unparse_plan(plan))) == plan


@settings(max_examples=100, deadline=None)
@given(st.lists(binders_of(expressions), min_size=1, max_size=3))
def test_any_parameters_read_back_as_themselves(binders: list[t.Binder]) -> None:
    without_tests = tuple(t.Binder(each.name, each.source, None, HERE, span=HERE) for each in binders)
    assert parser.binders(placed(unparse_binders(without_tests))) == without_tests


@settings(max_examples=150, deadline=None)
@given(expressions)
def test_formatting_what_was_read_settles_and_changes_nothing_but_the_choice_of_words(tree: t.Expr) -> None:
    once = unparse(canonical(parser.expression(placed(f"({unparse(tree)})"))))
    read = parser.expression(placed(once))
    assert read == canonical(tree)
    assert unparse(canonical(read)) == once
