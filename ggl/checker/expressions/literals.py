"""Numbers, sets and lists written out, and a member of a list by its place."""

from __future__ import annotations

from fractions import Fraction

from ggl.checker import make
from ggl.checker.make import TooLarge
from ggl.checker.static import within_entries
from ggl.checker.typer import Typer
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import BOOL, Fin, ListOf, Num, Opt, SetOf, Type, none_code, plural_of, singular_of, strip_opt
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t


def literal_number(value: Fraction, span: Span) -> f.Expr:
    code = value.numerator
    if value.denominator > make.SCALE_LIMIT:
        raise TooLarge
    return f.Lit(code, make.checked(Num(code, code, value.denominator)), span=span)


def set_literal(expressions: Typer, tree: t.SetOf, scope: Scope) -> f.Expr:
    if not tree.items:
        return f.Lit(0, make.EMPTY_SET)
    items = _alike(
        expressions, [within_entries(expressions.world, expressions.infer(item, scope)) for item in tree.items], tree.items
    )
    element = strip_opt(items[0].type)
    if not isinstance(element, Fin | Num):
        members = "a site, a player, a kind, a direction or a number"
        if element == BOOL:
            help_ = "a set holds no conditions; give two words under `values`, as in `fates: [raised, kept]`, for the set `fates`"
            message = f"expected {members}, found a condition"
            expressions.world.refuse(codes.WRONG_TYPE, tree.items[0].span, message, "", help_)
        expressions.wrong(items[0], None, tree.items[0].span, members, "")
    wanted = SetOf(element)
    result, *others = (make.single(item, wanted) for item in items)
    for other in others:
        result = make.set_op("union", result, other, wanted)
    return result


def list_literal(expressions: Typer, tree: t.ListOf, scope: Scope) -> f.Expr:
    if not tree.items:
        return f.Lit((), make.EMPTY_LIST)
    items = _alike(expressions, [expressions.infer(item, scope) for item in tree.items], tree.items)
    type_ = ListOf(items[0].type)
    literal: f.Expr = f.ListOp("literal", tuple(items), type_)
    if all(isinstance(item, f.Lit) for item in items):
        literal = f.Lit(tuple(item.value for item in items if isinstance(item, f.Lit)), type_)
    return _without_none(literal)


def _without_none(items: f.Expr) -> f.Expr:
    """A list whose members may be none without those that are."""
    assert isinstance(items.type, ListOf)
    element = items.type.of
    if not isinstance(element, Opt):
        return items
    there = ListOf(element.of)
    if isinstance(items, f.Lit):
        assert isinstance(items.value, tuple)
        return f.Lit(tuple(code for code in items.value if code != none_code(element.of)), there)
    name = make.fresh("item")
    item = f.Var(name, element)
    return f.Listing(name, items, make.not_none(item), make.retyped(item, element.of), False, there)


def member_at(expressions: Typer, tree: t.Index, scope: Scope) -> f.Expr:
    of = expressions.set_or_list(tree.of, scope)
    if not isinstance(of.type, ListOf):
        help_ = "use a list, or `first(..)` for the least member"
        expressions.world.refuse(
            codes.WRONG_TYPE, tree.of.span, "a set has no first or second member", singular_of(of.type), help_
        )
    at = expressions.converted(expressions.number(tree.at, scope), make.WHOLE, tree.at.span, "a whole number")
    element = of.type.of
    members = _written(of)
    if members and isinstance(at, f.Lit):
        place = at.value
        assert isinstance(place, int)
        if not 1 <= place <= len(members):
            places = "1 place" if len(members) == 1 else f"{len(members)} places"
            expressions.world.refuse(codes.WRONG_ARGUMENTS, tree.at.span, f"the list has {places}")
        return members[place - 1]
    result: Type = Opt(element) if isinstance(element, Fin | Num) else element
    found = f.ListOp("at", (of, at), result)
    if isinstance(result, Opt) and isinstance(at.type, Num) and at.type.lo >= 1 and at.type.hi <= len(members):
        name = make.fresh("item")  # the written list is long enough
        return f.Some(name, found, f.Var(name, element), members[0], element)
    return found


def _written(items: f.Expr) -> tuple[f.Expr, ...]:
    """The members of a list that is written out; none for another list."""
    if isinstance(items, f.ListOp) and items.op == "literal":
        return items.args
    if not isinstance(items, f.Lit):
        return ()
    assert isinstance(items.type, ListOf)
    assert isinstance(items.value, tuple)
    return tuple(f.Lit(code, items.type.of) for code in items.value)  # type: ignore[arg-type]


def _alike(expressions: Typer, items: list[f.Expr], trees: tuple[t.Expr, ...]) -> list[f.Expr]:
    """Members brought to one type."""
    type_ = items[0].type
    for item, tree in zip(items, trees, strict=True):
        both = make.common(type_, item.type)
        if both is None:
            expressions.world.refuse(codes.MIXED_TYPES, tree.span, f"this is {singular_of(item.type)} among {plural_of(type_)}")
        type_ = both
    return [make.retyped(expressions.converted(item, type_, tree.span), type_) for item, tree in zip(items, trees, strict=True)]
