"""Generators: some members of a set, or a list of one value for each."""

from __future__ import annotations

from dataclasses import replace

from ggl.checker import make
from ggl.checker.typer import Typer
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import ListOf, Opt, SetOf
from ggl.syntax import tree as t


def generator(expressions: Typer, tree: t.Gen, scope: Scope) -> f.Expr:
    """The source with the members picked out, for `x in S if P`; else a list of the bodies, none left out."""
    binder, rest = tree.binders[0], tree.binders[1:]
    source, name, inner = expressions.bind(binder, scope)
    test, inner = expressions.binder_test(binder, inner)
    if not rest and isinstance(tree.body, t.Name) and tree.body.name == binder.name:
        assert isinstance(source.type, SetOf | ListOf)
        picked = f.Filter(name, source, test, source.type)
        return picked if tree.short else make.as_list(picked)
    if rest:
        body = generator(expressions, replace(tree, binders=rest), inner)
        body = make.as_list(body)
        assert isinstance(body.type, ListOf)
        return f.Listing(name, source, test, body, True, body.type)
    body = expressions.infer(tree.body, inner)
    return _listing(name, source, test, body)


def _listing(name: str, source: f.Expr, test: f.Expr, body: f.Expr) -> f.Expr:
    """A list of bodies; a body that may be none is left out when it is, and one that always is leaves nothing."""
    if body.type == make.NONE:
        return f.Lit((), make.EMPTY_LIST)
    if isinstance(body.type, Opt):
        test, body = make.conj([test, make.not_none(body)]), make.there(body)
    return f.Listing(name, source, test, body, False, ListOf(body.type))
