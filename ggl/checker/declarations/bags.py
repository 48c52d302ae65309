"""Bags: variables that may hold equal members, such as the dice left to play.

A bag is declared with brackets, `dice: {start: [], in: 1..6}`. It is stored as a count of each member, over a domain of its
own: a position has no lists, and two orders of the same dice are one position. Expressions read it as the sorted list of its
members.
"""

from __future__ import annotations

from collections import Counter

from ggl.checker import make
from ggl.checker.bags import MOST_ALIKE
from ggl.checker.constants import each_of, fixed, settled_value
from ggl.checker.declarations import within
from ggl.checker.expressions import Expressions
from ggl.checker.world import Place, World, field_name
from ggl.core import forms as f
from ggl.core.types import Domain, Fin, ListOf, Num, Opt, SetOf, none_code, set_base, set_size, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.catalog import options_and_variants as option_codes
from ggl.model.definition import Variable
from ggl.syntax import tree as t

WIDEST = 1000
"""Values that the members of a bag may have."""


def declare_bag(world: World, variable: Variable, start: f.Expr, index: tuple[str, ...], expressions: Expressions) -> None:
    """A variable that starts as a list in brackets."""
    span, players = variable.start.span, variable.each == "players"
    if index:
        one = f"declare a bag for each player, such as `{variable.name}_{world.players[0]}`; or " if players else "declare "
        help_ = f"{one}a number for each value: `{variable.name}_1: {{start: 0, in: 0..9, each: {variable.each}}}`"
        world.refuse(codes.WRONG_TYPE, span, "a variable with `each` cannot be a bag", "", help_)
    _refuse_none(world, variable, expressions)
    element = _element(world, variable, start, expressions)
    members = SetOf(element)
    if set_size(members) > WIDEST:
        message = f"this bag may hold too many values; {WIDEST:,} is the limit"
        world.refuse(codes.WRONG_TYPE, span, message, singular_of(members), "limit them: `{start: [], in: 1..6}`")
    domain = element.domain if isinstance(element, Fin) else Domain(f"{element.lo}..{element.hi}", set_size(members))
    world.domains[domain.name] = domain
    values = Num(0, MOST_ALIKE)
    name = field_name(variable.name)
    world.add_field(f.Field(name, (domain.name,), values, 0, variable.compared))
    world.variables[variable.name] = Place(name, (domain.name,), values, bag=element)
    if start.type != make.EMPTY_LIST:
        start = fixed(expressions, expressions.converted(start, ListOf(element), span, "a list of what it may hold"), span)
        low = set_base(members)
        if not all(0 <= one.code - low < domain.size for one in each_of(start)):
            world.refuse(option_codes.OPTION_VALUE, span, "the start is not among the values")
        _refuse_too_many(world, variable, start)
        world.bag_starts[variable.name] = start


def _refuse_none(world: World, variable: Variable, expressions: Expressions) -> None:
    """Refuse `none`, which is never a member: a list omits it."""
    assert isinstance(variable.start, t.ListOf)
    for item in variable.start.items:
        value = settled_value(expressions, item)
        if isinstance(value.type, Opt) and value.code == none_code(value.type.of):
            others = [other.span.text for other in variable.start.items if other != item]
            title = f"remove it; an empty bag is `{variable.name}: {{start: [], in: ..}}`"
            fix = Fix(variable.start.span, f"[{', '.join(others)}]", title)
            world.refuse(codes.WRONG_TYPE, item.span, "none is never in a bag", fix=fix)


def _refuse_too_many(world: World, variable: Variable, start: f.Lit) -> None:
    """A start with more members of one value than a bag holds: it would leave some out."""
    assert isinstance(variable.start, t.ListOf)
    seen: Counter[int] = Counter()
    for item, one in zip(variable.start.items, each_of(start), strict=True):
        seen[one.code] += 1
        if seen[one.code] > MOST_ALIKE:
            message = f"a bag holds at most {MOST_ALIKE} members of one value"
            label = f"this is the {MOST_ALIKE + 1}th `{item.span.text}`"
            help_ = f"if you need more, store a number for each value: `{variable.name}_1: {{start: 256, in: 0..999}}`"
            world.refuse(option_codes.OPTION_VALUE, item.span, message, label, help_)


def _element(world: World, variable: Variable, start: f.Expr, expressions: Expressions) -> Num | Fin:
    """The type of the members: as `in:` says, or as members that are no numbers tell."""
    if variable.allowed is not None:
        return within.values_of(world, variable.allowed, expressions)
    type_ = start.type
    assert isinstance(type_, ListOf)
    if type_ == make.EMPTY_LIST or isinstance(type_.of, Num):
        message = "the start does not tell what else this bag may hold"
        world.refuse(codes.WRONG_TYPE, variable.start.span, message, "", "add `in: 1..6`, or what else it may hold")
    if not isinstance(type_.of, Fin):
        world.refuse(
            codes.WRONG_TYPE, variable.start.span, "a bag holds numbers, sites, players, kinds or directions", singular_of(type_)
        )
    return type_.of
