"""The words for lists: their order, their beginning, and the members before and after a member."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product

from ggl.checker import make
from ggl.checker.calls.tables import word_table
from ggl.checker.constants import constant, constant_value, each_of, never_changes
from ggl.checker.lengths import most_of
from ggl.checker.static import table_entry
from ggl.checker.typer import Typer
from ggl.checker.vocabulary.board_words import BoardWord
from ggl.checker.vocabulary.signatures import read_signature
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import NO_NUMBER, Fin, ListOf, Num, Opt, SetOf, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.engine.protocol import STEPS_LIMIT
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse

MOST_SUMMED = 16
"""Members that are added up; of two values, these are as many ways as a roll may have."""


def sorted_list(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    of = _list(expressions, tree.args[0], scope)
    assert isinstance(of.type, ListOf)
    if not isinstance(of.type.of, Fin | Num):
        expressions.world.refuse(codes.WRONG_TYPE, tree.args[0].span, f"{singular_of(of.type)} cannot be sorted")
    return f.ListOp("sort" if tree.name == "sorted" else "descending", (of,), of.type)


def from_the_end(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    of = _list(expressions, tree.args[0], scope)
    if isinstance(of, f.Lit):
        assert isinstance(of.value, tuple)
        return f.Lit(of.value[::-1], of.type)
    return f.ListOp("reverse", (of,), of.type)


def distinct(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    """The members of a list as a set: each once, however often it occurs."""
    return expressions.as_set(tree.args[0], scope, "a list of sites, players, kinds, directions or numbers")


def leading(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    arg = tree.args[0]
    if not isinstance(arg, t.Gen) or not arg.short:
        fix = None
        if isinstance(arg, t.Gen) and len(arg.binders) == 1 and arg.binders[0].test and t.is_name(arg.body, arg.binders[0].name):
            fix = Fix.write(tree.span, f"leading{unparse(replace(arg, short=True))}")
        message, help_ = "`leading` takes a list and a condition", "write `leading(x in LIST if CONDITION)`"
        expressions.world.refuse(codes.WRONG_ARGUMENTS, arg.span, message, help=None if fix else help_, fix=fix)
    source, name, inner = expressions.bind(arg.binders[0], scope)
    test, _ = expressions.binder_test(arg.binders[0], inner)
    source = make.as_list(source)
    assert isinstance(source.type, ListOf)
    return f.Leading(name, source, test, source.type)


def in_a_ring(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    """`after(L, x, n)`, `before(L, x, n)` on a list that is constant, or an entry of a static table: a static table itself."""
    world = expressions.world
    of = expressions.set_or_list(tree.args[0], scope)
    if isinstance(of.type, SetOf):
        message = f"`{tree.name}` takes a list, but this is a set"
        help_ = "put its members in order: `sorted(S)`, or in two parts `sorted(row(1)) + reversed(row(2))`"
        world.refuse(codes.WRONG_TYPE, tree.args[0].span, message, "a set has no order", help_)
    made = tuple(expressions.definitions.made)
    if never_changes(of, made):
        of = constant(of, world, made, tree.args[0].span)
    item = expressions.infer(tree.args[1], scope)
    if not isinstance(of, f.Lit | f.Tab):
        world.refuse(
            codes.NOT_CONSTANT, tree.args[0].span, f"`{tree.name}` takes a list that never changes", "",
            "name it under `define` without a parameter, as in `ring: sorted(row(1)) + reversed(row(2))`; if each side has "
            "its own, make it a constant of the players: `players: {Red: {track: ..}, ..}`, read as `mover.track`",
        )  # fmt: skip
    assert isinstance(of.type, ListOf)
    element = of.type.of
    if not isinstance(element, Fin):
        help_ = "name a list of sites, players, kinds or directions"
        world.refuse(codes.WRONG_TYPE, tree.args[0].span, f"`{tree.name}` does not go round {singular_of(of.type)}", "", help_)
    if strip_opt(item.type) != element:
        world.refuse(codes.MIXED_TYPES, tree.args[1].span, f"{singular_of(item.type)} is never in {singular_of(of.type)}")
    _warn_of_twins(expressions, of, element, tree)
    n: f.Expr = make.number(1)
    if len(tree.args) > 2:
        n = expressions.converted(expressions.number(tree.args[2], scope), make.WHOLE, tree.args[2].span, "a whole number")
    sign = 1 if tree.name == "after" else -1
    which = of.index if isinstance(of, f.Tab) else ()

    def value(board: object, *at: int) -> int:
        *where, x, n = at
        order = of.value if isinstance(of, f.Lit) else table_entry(world, world.tables[of.table], where)
        assert isinstance(order, tuple)
        return order[(order.index(x) + sign * n) % len(order)] if x in order else -1

    signature = read_signature("after(x: cell, n: number) -> cell?")
    label = f"{tree.name} in {of.table if isinstance(of, f.Tab) else of.value}"
    word, args = BoardWord(signature, "", value), [*which, item, n]
    return word_table(expressions, label, word, args, Opt(element), tree.span, of_board=isinstance(of, f.Lit))


def _warn_of_twins(expressions: Typer, of: f.Lit | f.Tab, element: Fin, tree: t.Call) -> None:
    """Warn about a member that is twice in a list used as a ring: only its first place has a member after it."""
    world = expressions.world
    lists = [of.value] if isinstance(of, f.Lit) else list(world.tables[of.table].entries)
    twin = next((code for each in lists if isinstance(each, tuple) for code, many in Counter(each).items() if many > 1), None)
    if twin is None:
        return
    is_cell = element.domain.name == "cell"
    name = f"`{world.board.cells[twin].name}`" if is_cell else "a member"
    help_ = "`steps_along(c, {ring})` goes on from each place, where `ring` is one of the `tracks:`" if is_cell else None
    message = f"this ring meets {name} twice, but `{tree.name}` goes on from the first place only"
    world.report(codes.TWICE_IN_A_RING, tree.args[0].span, message, help=help_)


def index(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    """The place of the first member that is a thing, counted from 1: one more than there are before it."""
    world = expressions.world
    of = expressions.set_or_list(tree.args[0], scope)
    if not isinstance(of.type, ListOf):
        message = "`index` takes a list, but this is a set"
        world.refuse(codes.WRONG_TYPE, tree.args[0].span, message, "a set has no places", "put its members in order: `sorted(S)`")
    item, element = expressions.infer(tree.args[1], scope), of.type.of
    thing_type = strip_opt(item.type)
    if isinstance(element, Num) and isinstance(thing_type, Num):
        item = expressions.converted(item, element, tree.args[1].span, "a number", scope)
    elif make.is_none(item):
        return item
    elif thing_type != element and not isinstance(element, Fin | Num):
        help_ = "look in a list of sites, players, kinds, directions or numbers"
        world.refuse(
            codes.WRONG_TYPE,
            tree.args[0].span,
            f"`index` does not look for {singular_of(item.type)} in {singular_of(of.type)}",
            "",
            help_,
        )
    elif thing_type != element:
        world.refuse(codes.MIXED_TYPES, tree.args[1].span, f"{singular_of(item.type)} is never in {singular_of(of.type)}")
    many = Num(0, most_of(expressions, of, scope))
    whole, thing, x = f.Var(make.fresh("list"), of.type), f.Var(make.fresh("x"), item.type), make.fresh("y")
    before = f.Leading(x, whole, f.Not(f.Compare("eq", f.Var(x, element), thing)), of.type)
    count, size = (f.ListOp("length", (part,), many) for part in (before, whole))
    number = f.Var(make.fresh("n"), many)
    place = make.arith("add", [number, make.number(1)])
    assert isinstance(place.type, Num)
    wanted = Opt(place.type)
    there = f.If(make.comparison("lt", number, size), make.retyped(place, wanted), f.Lit(NO_NUMBER, wanted), wanted)
    return f.Let(whole.name, of, f.Let(thing.name, item, f.Let(number.name, count, there)))


def sums(expressions: Typer, tree: t.Call, scope: Scope) -> f.Expr:
    """The sums of a number of members, each as often as it occurs, in ascending order: a constant list."""
    world = expressions.world
    times = constant_value(expressions, expressions.number(tree.args[0], scope), tree.args[0].span)
    of = constant_value(expressions, expressions.set_or_list(tree.args[1], scope), tree.args[1].span)
    if times is None or of is None:
        which = tree.args[0 if times is None else 1]
        world.refuse(codes.NOT_CONSTANT, which.span, "the arguments of `sums` must be fixed before play", "",
                     "for values that change in play, roll into several variables and add them: `roll a, b from S`")  # fmt: skip
    assert isinstance(times.type, Num)
    assert isinstance(of.type, SetOf | ListOf)
    members = [member.value for member in each_of(of) if isinstance(member.value, int)]
    element = of.type.of
    if not isinstance(element, Num):
        expressions.converted(of, ListOf(make.WHOLE), tree.args[1].span, "numbers")
        element = make.WHOLE  # of an empty list
    if times.type.scale != 1 or times.code < 1:
        world.refuse(codes.WRONG_ARGUMENTS, tree.args[0].span, "the number of members to add up is a whole number from 1")
    if times.code > MOST_SUMMED:
        world.refuse(codes.TOO_COMPLEX, tree.args[0].span, f"`sums` adds up at most {MOST_SUMMED} members")
    if len(members) ** times.code > STEPS_LIMIT:
        world.refuse(codes.TOO_COMPLEX, tree.span, f"there are more than {STEPS_LIMIT:,} ways to add these up")
    found = sorted(map(sum, product(members, repeat=times.code)))
    return f.Lit(tuple(found), ListOf(Num(found[0], found[-1], element.scale) if found else element))


def _list(expressions: Typer, tree: t.Expr, scope: Scope) -> f.Expr:
    return make.as_list(expressions.set_or_list(tree, scope))
