"""Deals: `deal n from S to T` moves members of one set or bag to another, drawn without replacement.

A deal is one repeated roll: each member is a step, drawn from what is left. Two fields hold the drawn member until it reaches
its target, and the number of draws left. So two orders of a deal give one position.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.checker import bags, make, sets
from ggl.checker.effects import rolling, variables
from ggl.checker.expressions import Expressions
from ggl.checker.world import Drawn, Place, Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, Opt, SetOf, none_code, singular_of, strip_opt
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.syntax import tree as t

MOST_DEALT = 1000
"""Members of one deal, so that a deal ends soon."""


def deal(expressions: Expressions, tree: t.Deal, scope: Scope) -> f.Effect:
    world = expressions.world
    source, source_of, _ = variables.target_of(expressions, tree.source, scope)
    to, to_of, there = variables.target_of(expressions, tree.to, scope)
    element = _members(world, source)
    if element is None:
        world.refuse(codes.BAD_ROLL, tree.source.span, "a deal takes from a variable that is a set or a bag")
    if (source.field, source_of) == (to.field, to_of):
        world.refuse(codes.BAD_ROLL, tree.to.span, "this deals from a variable to itself")
    if to.field == "mover" or isinstance(tree.to, t.Call):
        message = "a deal goes into a set, a bag, or a variable that holds one value"
        world.refuse(codes.BAD_ROLL, tree.to.span, message)
    number = _number(expressions, tree, to, scope)
    held = _members(world, to) or strip_opt(to.values)
    if isinstance(element, Num) and isinstance(held, Num):
        fits = held.lo <= element.lo and element.hi <= held.hi and held.scale == element.scale
    else:
        fits = held == element
    if not fits:
        message = f"`{tree.to.span.text}` cannot hold everything that may be dealt from `{tree.source.span.text}`"
        world.refuse(
            name_codes.WRONG_TYPE, tree.to.span, message, f"it holds {singular_of(held)}, but this is {singular_of(element)}"
        )
    name = f"deal.{len(world.rolls)}"
    source_of, keep_source, forget_source = _owner_kept(world, f"{name}.from", source_of, (source.field, to.field))
    to_of, keep_to, forget_to = _owner_kept(world, f"{name}.to", to_of, (source.field, to.field))
    assert isinstance(number.type, Num)
    first = element.lo if isinstance(element, Num) else 0
    drawn = f.Field(f"{name}.drawn", (), element, first, False)
    left = f.Field(f"{name}.left", (), Num(0, min(max(number.type.hi, 1), MOST_DEALT)), 0, False)
    world.add_field(drawn)
    named = tree.to.name if isinstance(tree.to, t.Name | t.Dot) else ""
    kept = tuple(one.field for one in (*forget_source, *forget_to))
    world.drawn[drawn.name] = Drawn(named, to.field, to_of, there, source.field, tree.source.span, kept)
    world.add_field(left)
    one, to_come = f.Get(drawn.name, (), element), f.Get(left.name, (), left.values)
    asked, nothing = f.Roll(len(world.rolls)), f.Lit(first, element)
    alone = named if _members(world, to) is None else ""
    each = (
        *variables.forget(world, alone, to_of),
        _moved(world, source, source_of, one, there=False),
        _moved(world, to, to_of, one, there=True, where=there),
        f.Write(drawn.name, (), nothing),
        f.Write(left.name, (), make.arith("sub", [to_come, make.number(1)])),
        f.IfDo(make.comparison("lt", make.number(0), to_come), asked, make.NOTHING),
    )
    outcomes = replace(_read(world, source, source_of), span=tree.source.span)
    roll = rolling.add_roll(world, f.Chance(drawn.name, outcomes, f.Seq(each), scope.stage == "setup", span=tree.span), tree.span)
    begun = f.Seq((*keep_source, *keep_to, f.Write(left.name, (), number), roll))
    begins = f.IfDo(make.comparison("lt", make.number(0), number), begun, make.NOTHING)
    return f.Seq((begins, f.Write(left.name, (), make.number(0)), *forget_source, *forget_to))


def _owner_kept(
    world: World, name: str, of: tuple[f.Expr, ...], changed: tuple[str, str]
) -> tuple[tuple[f.Expr, ...], tuple[f.Write, ...], tuple[f.Write, ...]]:
    """An owner as it was before the first draw, where one draw may change who it is: a field keeps it until all are dealt.

    Gives the owner, and the effects that keep and forget it.
    """
    if not variables.may_read(of, *changed):
        return of, (), ()
    (owner,) = of
    start = none_code(owner.type.of) if isinstance(owner.type, Opt) else 0
    world.add_field(f.Field(name, (), owner.type, start, False))
    kept = f.Get(name, (), owner.type)
    return (kept,), (f.Write(name, (), owner),), (f.Write(name, (), f.Lit(start, owner.type)),)


def _number(expressions: Expressions, tree: t.Deal, to: Place, scope: Scope) -> f.Expr:
    """How many are dealt."""
    number = expressions.number(tree.number, scope)
    assert isinstance(number.type, Num)
    if number.type.scale != 1:
        expressions.wrong(number, make.WHOLE, tree.number.span, "a whole number", "")
    if number.type.lo > MOST_DEALT:
        expressions.world.refuse(codes.BAD_ROLL, tree.number.span, f"at most {MOST_DEALT:,} can be dealt at once")
    if _members(expressions.world, to) is None and not (isinstance(number, f.Lit) and number.value == 1):
        message = "only one can be dealt to a variable that holds one value"
        help_ = "write `deal 1 from ..`, or make the variable a set: `{start: {}, in: ..}`"
        expressions.world.refuse(codes.BAD_ROLL, tree.to.span, message, "", help_)
    return number


def _members(world: World, place: Place) -> Num | Fin | None:
    """The type of the members of a set or a bag; None where the place holds one value."""
    return sets.element_type(world, place) if place.is_set else place.bag


def _read(world: World, place: Place, of: tuple[f.Expr, ...]) -> f.Expr:
    found = sets.set_members(world, place, of) if place.is_set else bags.bag_members(world, place)
    assert isinstance(found.type, SetOf | ListOf)
    return found


def _moved(
    world: World, place: Place, of: tuple[f.Expr, ...], one: f.Expr, *, there: bool, where: f.Expr = make.TRUE
) -> f.Effect:
    """Add a member to a place, or remove it; a place that holds one value only `where` it is there."""
    if place.is_set:
        return sets.set_membership(place, of, one, there=there)
    if place.bag is not None:
        return bags.change_count(world, place, one, 1 if there else -1)
    return variables.write_entry(place, of, make.convert(one, place.values), where)
