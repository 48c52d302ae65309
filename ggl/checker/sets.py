"""Sets that change, in core forms: a mark for each member. A set with a copy for each player has a row for each.

No form is new: all are those of fields and sets. A single set is read as a plane, a row as a filter.
"""

from __future__ import annotations

from ggl.checker import make
from ggl.checker.world import Place, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Domain, Fin, SetOf

MARKED = f.Lit(0b10, SetOf(Fin(Domain("mark", 2))))
"""The values of a field of marks by which a plane has the marked members."""


def element_type(world: World, place: Place) -> Fin:
    return Fin(world.domain(place.index[-1]))


def set_members(world: World, place: Place, owner: tuple[f.Expr, ...] = ()) -> f.Expr:
    of = element_type(world, place)
    if not owner:
        return f.Plane(place.field, MARKED, SetOf(of))
    x = make.fresh("x")
    return f.Filter(x, make.everything(of), f.Get(place.field, (*owner, f.Var(x, of)), BOOL), SetOf(of))


def fill_set(world: World, place: Place, owner: tuple[f.Expr, ...], members: f.Expr) -> f.Effect:
    """The set holds these members, and no others."""
    if not owner:
        return f.WriteAll(place.field, members)
    held, x, of = make.fresh("held"), make.fresh("x"), element_type(world, place)
    var = f.Var(x, of)
    write = f.Write(place.field, (*owner, var), f.In(var, f.Var(held, members.type)))
    return f.LetDo(held, members, f.ForDo(x, make.everything(of), write))


def set_membership(place: Place, owner: tuple[f.Expr, ...], member: f.Expr, *, there: bool) -> f.Effect:
    """A member comes or goes."""
    return f.Write(place.field, (*owner, member), f.Lit(int(there), BOOL))


def start(world: World, name: str, members: f.Lit) -> f.Effect:
    """The effect that gives a set its first members, the same for each player where there is one for each."""
    place = next(place for place in world.variables.values() if place.field == name)
    if not place.owners:
        return f.WriteAll(name, members)
    p = make.fresh("p")
    return f.ForDo(p, make.everything(world.player), fill_set(world, place, (f.Var(p, world.player),), members))
