"""Bags in core forms: a count of each member, read as the list of the members, in order.

See `ggl.checker.declarations.bags` for what a bag is. Every form here is built from existing forms for fields and lists.
"""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.world import Place, World
from ggl.core import forms as f
from ggl.core.types import LONGEST_LIST, Fin, ListOf, Num, SetOf

MOST_ALIKE = 255
"""Members of one value that a bag holds; more are left out."""


def bag_members(world: World, place: Place) -> f.Expr:
    """The list of a bag's members, in order, each as often as it is there."""
    element = place.bag
    assert element is not None
    member, again = make.fresh("member"), make.fresh("again")
    var = f.Var(member, element)
    every = f.Lit((1 << world.domain(place.index[0]).size) - 1, SetOf(element))
    times = f.NumberRange(make.number(1), _count(world, place, var), SetOf(Num(1, MOST_ALIKE)))
    alike = f.Listing(again, times, make.TRUE, var, False, ListOf(element))
    return f.Listing(member, every, make.TRUE, alike, True, ListOf(element))


def _count(world: World, place: Place, member: f.Expr) -> f.Expr:
    return f.Get(place.field, (position(world, place, member),), place.values)


def position(world: World, place: Place, member: f.Expr) -> f.Expr:
    """The index of a member's count in the field."""
    if isinstance(place.bag, Num):
        wanted = Fin(world.domain(place.index[0]))
        return make.retyped(make.arith("sub", [member, _least(place.bag)]), wanted)
    return member


def _least(element: Num) -> f.Lit:
    return f.Lit(element.lo, Num(element.lo, element.lo, element.scale))


def fill_bag(world: World, place: Place, members: f.Expr) -> f.Effect:
    """The bag holds the members of a list, each as often as it is there, and nothing else."""
    assert place.bag is not None
    held, value, item = make.fresh("held"), make.fresh("value"), make.fresh("item")
    list_, var = f.Var(held, members.type), f.Var(value, place.bag)
    assert isinstance(members.type, ListOf)
    alike = make.comparison("eq", *_alike(f.Var(item, members.type.of), var))
    times = f.Fold("count", item, list_, alike, make.number(1), None, Num(0, LONGEST_LIST))
    every = f.Lit((1 << world.domain(place.index[0]).size) - 1, SetOf(place.bag))
    return f.LetDo(held, members, f.ForDo(value, every, f.Write(place.field, (position(world, place, var),), times)))


def _alike(left: f.Expr, right: f.Expr) -> tuple[f.Expr, f.Expr]:
    both = make.unified(left, right)
    assert both is not None  # the list was converted to the type of the members
    return both[0], both[1]


def change_count(world: World, place: Place, member: f.Expr, by: int) -> f.Effect:
    """One more of a member, or one less if there is one; what the bag may not hold is left out."""
    element = place.bag
    assert element is not None
    then = make.arith("add", [_count(world, place, member), make.number(by)])
    write = f.Write(place.field, (position(world, place, member),), then)
    type_ = member.type
    if isinstance(type_, Num) and isinstance(element, Num) and (type_.lo < element.lo or type_.hi > element.hi):
        if isinstance(member, f.Lit) and not element.lo <= member.code <= element.hi:
            return make.NOTHING
        high = f.Lit(element.hi, Num(element.hi, element.hi, element.scale))
        known = make.conj([make.comparison("le", _least(element), member), make.comparison("le", member, high)])
        return f.IfDo(known, write, make.NOTHING)
    return write
