"""Turns filters on the content of sites into planes.

`{x in S if F[x] in V}`, with V the same for all x, is `S & plane(F, V)`: the sites at which the field holds one of the values,
which an engine reads at once. Such parts of a conjunction are lifted, and the rest stays a test.
"""

from __future__ import annotations

from ggl.core import forms as f
from ggl.core.types import Fin, Opt, SetOf, Type
from ggl.core.walk import rebuilt, variables


def lift(game: f.CoreGame) -> f.CoreGame:
    """The game with every filter lifted that can be."""
    indexed = {field.name: field.index[0] for field in game.fields if len(field.index) == 1}
    return rebuilt(game, lambda form: _lifted(form, indexed) if isinstance(form, f.Filter) else form)


def _lifted(form: f.Filter, indexed: dict[str, str]) -> f.Form:
    if not isinstance(form.type, SetOf) or not isinstance(form.type.of, Fin):
        return form
    domain = form.type.of.domain
    planes: list[f.Expr] = []
    rest: list[f.Expr] = []
    for part in form.test.parts if isinstance(form.test, f.And) else (form.test,):
        plane = _plane(part, form.name, form.type)
        if plane is not None and indexed.get(plane.field) == domain.name:
            planes.append(plane)
        else:
            rest.append(part)
    if not planes:
        return form
    whole = f.Lit((1 << domain.size) - 1, form.type)
    result: f.Expr = form.source
    for members in planes:
        result = members if result == whole else f.SetOp("meet", result, members, form.type, span=form.span)
    if rest:
        test = rest[0] if len(rest) == 1 else f.And(tuple(rest))
        result = f.Filter(form.name, result, test, form.type, span=form.span)
    return result


def _plane(test: f.Expr, name: str, type_: SetOf) -> f.Plane | None:
    """The plane that a test on one member stands for, if it stands for one."""
    match test:
        case f.In(item=f.Get() as entry, of=values) if _at(entry, name) and name not in variables(values):
            return f.Plane(entry.field, values, type_, span=test.span)
        case f.Compare(op="eq", left=f.Get() as entry, right=f.Lit(value=int(code))) if _at(entry, name):
            return f.Plane(entry.field, f.Lit(1 << code, SetOf(_codes(entry.type))), type_, span=test.span)
        case f.Not(part=f.Compare(op="eq", left=f.Get() as entry, right=f.Lit(value=int(code)))) if _at(entry, name):
            codes = _codes(entry.type)
            most = codes.domain.size + isinstance(entry.type, Opt)
            return f.Plane(entry.field, f.Lit((1 << most) - 1 & ~(1 << code), SetOf(codes)), type_, span=test.span)
    return None


def _at(entry: f.Get, name: str) -> bool:
    """Whether an entry is the member's own, and has a known set of codes."""
    countable = isinstance(entry.type, Fin) or (isinstance(entry.type, Opt) and isinstance(entry.type.of, Fin))
    match entry.index:
        case (f.Var(name=variable),):
            return countable and variable == name
    return False


def _codes(type_: Type) -> Fin:
    inner = type_.of if isinstance(type_, Opt) else type_
    assert isinstance(inner, Fin)
    return inner
