"""The words that are for lists: their order, their beginning, and what stands before and after a member."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ggl.checker import make
from ggl.checker.calls.tables import table_of
from ggl.checker.constants import constant, never_changes
from ggl.checker.static import entry_of
from ggl.checker.vocabulary.board_words import BoardWord
from ggl.checker.vocabulary.signatures import read_signature
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, Opt, SetOf, a, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse

if TYPE_CHECKING:
    from ggl.checker.expressions import Expressions


def in_order(expressions: Expressions, tree: t.Call, scope: Scope) -> f.Expr:
    of = _list(expressions, tree.args[0], scope)
    if not isinstance(of.type, ListOf) or not isinstance(of.type.of, Fin | Num):
        expressions.world.refuse(codes.WRONG_TYPE, tree.args[0].span, f"{a(of.type)} cannot be sorted")
    return f.ListOp("sort" if tree.name == "sorted" else "descending", (of,), of.type)


def from_the_end(expressions: Expressions, tree: t.Call, scope: Scope) -> f.Expr:
    of = _list(expressions, tree.args[0], scope)
    if isinstance(of, f.Lit):
        assert isinstance(of.value, tuple)
        return f.Lit(of.value[::-1], of.type)
    return f.ListOp("reverse", (of,), of.type)


def distinct(expressions: Expressions, tree: t.Call, scope: Scope) -> f.Expr:
    """The members of a list as a set: each once, however often it occurs."""
    return expressions.as_set(tree.args[0], scope, "a list of sites, players, kinds, directions or numbers")


def leading(expressions: Expressions, tree: t.Call, scope: Scope) -> f.Expr:
    arg = tree.args[0]
    if not isinstance(arg, t.Gen) or not arg.short:
        fix = None
        if isinstance(arg, t.Gen) and len(arg.binders) == 1 and arg.binders[0].test and t.is_name(arg.body, arg.binders[0].name):
            fix = Fix.write(tree.span, f"leading{unparse(replace(arg, short=True))}")
        message, help_ = "`leading` wants the list and the condition", "write `leading(x in LIST if CONDITION)`"
        expressions.world.refuse(codes.WRONG_ARGUMENTS, arg.span, message, help=None if fix else help_, fix=fix)
    source, name, inner = expressions.bind(arg.binders[0], scope)
    test, _ = expressions.binder_test(arg.binders[0], inner)
    source = make.as_list(source)
    assert isinstance(source.type, ListOf)
    return f.Leading(name, source, test, source.type)


def in_a_ring(expressions: Expressions, tree: t.Call, scope: Scope) -> f.Expr:
    """`after(L, x, n)`, `before(L, x, n)` on a list that is constant, or an entry of a static table: a static table itself."""
    world = expressions.world
    of = expressions.set_or_list(tree.args[0], scope)
    if isinstance(of.type, SetOf):
        world.refuse(
            codes.WRONG_TYPE, tree.args[0].span, f"`{tree.name}` wants a list, and this is a set", "a set closes in no ring",
            "say in which order its members follow: `sorted(S)`, or in two parts `sorted(row(1)) + reversed(row(2))`",
        )  # fmt: skip
    made = tuple(expressions.definitions.made)
    if not isinstance(of, f.Lit | f.Tab) and never_changes(of, made):
        of = constant(of, world, made, tree.args[0].span)
    item = expressions.infer(tree.args[1], scope)
    if not isinstance(of, f.Lit | f.Tab) or not isinstance(of.type, ListOf):
        world.refuse(
            codes.NOT_CONSTANT, tree.args[0].span, f"`{tree.name}` wants a list that never changes", "",
            "name it under `define` without a parameter, as in `ring: sorted(row(1)) + reversed(row(2))`; where each side has "
            "its own, it is a constant of the players: `players: {Red: {track: ..}, ..}`, read as `mover.track`",
        )  # fmt: skip
    element = of.type.of
    if strip_opt(item.type) != element or not isinstance(element, Fin):
        world.refuse(codes.MIXED_TYPES, tree.args[1].span, f"{a(item.type)} is never in {a(of.type)}")
    n: f.Expr = make.number(1)
    if len(tree.args) > 2:
        n = expressions.converted(expressions.number(tree.args[2], scope), Num(0, 0), tree.args[2].span, "a whole number")
    sign = 1 if tree.name == "after" else -1
    which = of.index if isinstance(of, f.Tab) else ()

    def value(board: object, *at: int) -> int:
        *where, x, n = at
        order = of.value if isinstance(of, f.Lit) else entry_of(world, world.tables[of.table], where)
        assert isinstance(order, tuple)
        return order[(order.index(x) + sign * n) % len(order)] if x in order else -1

    signature = read_signature("after(x: cell, n: number) -> cell?")
    label = f"{tree.name} in {of.table if isinstance(of, f.Tab) else of.value}"
    return table_of(expressions, label, BoardWord(signature, "", value), [*which, item, n], Opt(element), tree.span)


def _list(expressions: Expressions, tree: t.Expr, scope: Scope) -> f.Expr:
    return make.as_list(expressions.set_or_list(tree, scope))
