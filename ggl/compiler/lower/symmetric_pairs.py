"""Conditions on two sites that do not depend on their order, such as `paired(a, b)`: asked once for two opposite distances.

Where x and the site eight further fulfil one, that site and the one eight before it do, too. So the sites x from which it holds
eight before are those from which it holds eight further, moved by eight. This needs no second look at the fields.
"""

from __future__ import annotations

from collections.abc import Mapping

from ggl.compiler.lower.query import Query
from ggl.compiler.lower.sites import LinkedSite
from ggl.core import forms as f
from ggl.core.substitution import free_names, substituted
from ggl.core.walk import rebuilt
from ggl.frozen import frozen

FIRST, SECOND = "the site", "the other site"


@frozen
class SymmetricPair:
    """A condition on x and on the site that a table leads to."""

    test: f.Expr
    """In a form that the condition has whichever of the two comes first."""
    site: LinkedSite

    @property
    def key(self) -> object:
        return self.test, self.site.path[0]

    @property
    def opposite(self) -> object:
        """The key of the same condition where a table leads back."""
        table = self.site.path[0]
        back = [-1] * len(table)
        for place, led in enumerate(table):
            if led >= 0:
                back[led] = place
        return self.test, tuple(back)


def symmetric_pair(q: Query, e: f.Expr) -> SymmetricPair | None:
    """A condition on x and one other site, if it does not depend on their order, and on nothing but the position."""
    names = q.names(e)
    if len(names) != 2 or names != free_names(e) or q.within >= 0 or q.splits > 1:
        return None
    first, second = sorted(names, key=lambda name: len(q.sites[name].path))
    here, there = q.sites[first], q.sites[second]
    if here.path or len(there.path) != 1 or not there.sure or there.domain != here.domain:
        return None
    definitions = q.ctx.m.definitions
    test, turned = (
        _normal(definitions, substituted(e, {first: one, second: other})) for one, other in ((FIRST, SECOND), (SECOND, FIRST))
    )
    return SymmetricPair(test, there) if test == turned else None


def _normal(definitions: Mapping[str, f.Definition], e: f.Expr) -> f.Expr:
    """The condition without calls, and with parts in one order wherever their order does not matter."""

    def change(form: f.Form) -> f.Form:
        match form:
            case f.Call(name, args):
                definition = definitions[name]
                given = {param: arg for arg, (param, _) in zip(args, definition.params, strict=True)}
                return _normal(definitions, substituted(definition.body, given))
            case f.And(parts):
                return f.And(tuple(sorted(parts, key=repr)))
            case f.Or(parts):
                return f.Or(tuple(sorted(parts, key=repr)))
            case f.Compare("eq", left, right) if repr(right) < repr(left):
                return f.Compare("eq", right, left)
        return form

    return rebuilt(e, change)
