"""The sites that a condition on one site reads, where the board alone determines them.

    footprint(test, name, core)    for each site that the name may stand for those sites, and what is read there; None where
                                   the condition looks elsewhere as well, or where it looks depends on the position

A read is of a plane, or of a field whatever its code. Footprints may over-approximate, never under-approximate.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from ggl.compiler.passes.const_eval import ConstantEvaluator
from ggl.core import forms as f
from ggl.core.substitution import Fresh, copied, free_names
from ggl.core.types import BOOL, Fin, SetOf
from ggl.core.walk import READS, parts, uses, variables
from ggl.frozen import frozen

_EXPR = get_args(f.Expr)
_STEADY = (
    f.And | f.Or | f.Not | f.Compare | f.Arith | f.If | f.In | f.Single | f.NumberRange | f.SetOp | f.Tab | f.Image | f.ListOp
    | f.Convert
)  # fmt: skip
"""Forms that look nowhere themselves."""


@frozen
class Footprint:
    sites: tuple[int, ...]
    planes: tuple[f.Plane, ...]
    fields: tuple[str, ...]


class _ElsewhereError(Exception):
    """The whole board, or sites that depend on the position, or something that is not on the board."""


def footprint(test: f.Expr, name: str, site: Fin, core: f.CoreGame) -> Footprint | None:
    looking = _Looking(name, site, core)
    try:
        terms = looking.terms(test)
    except _ElsewhereError:
        return None
    if any(free_names(term) - {name} for term in terms):
        return None
    beforehand = ConstantEvaluator(core)
    where = [beforehand.function(term, [f.Var(name, site)]) for term in terms]
    sites = []
    for code in range(site.domain.size):
        mask = 0
        for each in where:
            mask |= each(code)
        sites.append(mask)
    return Footprint(tuple(sites), tuple(looking.planes), tuple(looking.fields))


class _Looking:
    """The sites that a condition reads, as sets that only the name decides."""

    def __init__(self, name: str, site: Fin, core: f.CoreGame) -> None:
        self.name, self.site = name, site
        self.planes: dict[f.Plane, None] = {}
        self.fields: dict[str, None] = {}
        self._bound: set[str] = set()
        self._definitions = {definition.name: definition for definition in core.definitions}
        self._index = {field.name: field.index for field in core.fields}
        self._fresh = Fresh(core)
        self._set = SetOf(site)

    def terms(self, e: f.Expr) -> tuple[f.Expr, ...]:
        match e:
            case f.Lit() | f.Var():
                return ()
            case f.Get(field, (at,)) if self._index[field] == (self.site.domain.name,):
                self.fields[field] = None
                return self._all([self._where(f.Single(at, self._set)), self.terms(at)])
            case f.In(item, f.Plane() as plane):
                return self._all([self._read(plane, f.Single(item, self._set)), self.terms(item)])
            case f.SetOp("meet", f.Plane() as plane, other) | f.SetOp("meet" | "minus", other, f.Plane() as plane):
                return self._all([self._read(plane, other), self.terms(other)])
            case f.Let(name, value, body):
                return self._all([self.terms(value), self.terms(copied(body, {name: value}, self._fresh))])
            case f.Call(name, args):
                definition = self._definitions[name]
                given = {param: arg for arg, (param, _) in zip(args, definition.params, strict=True)}
                return self._all([self.terms(copied(definition.body, given, self._fresh)), *map(self.terms, args)])
            case f.Fold() | f.Filter() | f.Listing() | f.Leading():
                self._bound.add(e.name)
                inner = self._all(self.terms(part) for part in _inside(e) if part is not e.source)
                own = [term for term in inner if e.name in variables(term)]
                around = [f.Fold("union", e.name, e.source, f.Lit(1, BOOL), term, None, self._set) for term in own]
                rest = tuple(term for term in inner if term not in own)
                return self._all([self.terms(e.source), *(self._where(term) for term in around), rest])
            case _ if isinstance(e, _STEADY):
                return self._all(map(self.terms, _inside(e)))
        raise _ElsewhereError

    def _read(self, plane: f.Plane, where: f.Expr) -> tuple[f.Expr, ...]:
        if (
            self._index[plane.field] != (self.site.domain.name,)
            or uses(plane.values, *READS)
            or self.name in variables(plane.values)
        ):
            raise _ElsewhereError
        if variables(plane.values) & self._bound:  # there is a plane for each of its values
            self.fields[plane.field] = None
        else:
            self.planes[plane] = None
        return self._where(where)

    def _where(self, where: f.Expr) -> tuple[f.Expr, ...]:
        """A set of sites that depends on the name alone, but for names that are bound further out."""
        if not isinstance(where.type, SetOf) or where.type.of != self.site or uses(where, *READS, f.Call):
            raise _ElsewhereError
        return (where,)

    @staticmethod
    def _all(terms: Iterable[tuple[f.Expr, ...]]) -> tuple[f.Expr, ...]:
        """Each once, in order."""
        return tuple(dict.fromkeys(term for each in terms for term in each))


def _inside(e: f.Expr) -> list[f.Expr]:
    """The expressions right inside a form."""
    return [part for part in parts(e) if isinstance(part, _EXPR)]
