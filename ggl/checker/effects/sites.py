"""The sites on which an effect acts: one site, or each site of a set in the order of the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.expressions.phrases import kinds_named, varying_kind
from ggl.checker.world import SITES, Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse


def each(
    expressions: Expressions, tree: t.Expr, scope: Scope, body: Callable[..., f.Effect], **words: f.Expr | str | None
) -> f.Effect:
    """The effect on a site, or on each site of a set; `body` refuses what is not a site.

    It takes the site and the other words of the effect, which are read once, before the first site changes.
    """
    if isinstance(tree, t.Stands):
        _sites_meant(expressions, tree, scope)
    expr = expressions.infer(tree, scope)
    if isinstance(expr.type, SetOf | ListOf):
        if expr.type in (make.EMPTY_SET, make.EMPTY_LIST):
            return make.NOTHING
        name = make.fresh("x")
        site = f.Var(name, expr.type.of)
        return make.all_read_first(lambda **read: f.ForDo(name, expr, body(site, **read)), **words)
    return body(expr, **words)


def _sites_meant(expressions: Expressions, tree: t.Stands, scope: Scope) -> NoReturn:
    """`flip enemy stone on S`: a condition where the sites with such pieces are meant."""
    world, phrase = expressions.world, tree.phrase
    if varying_kind(expressions, phrase.kind, phrase.kind_span, scope) is None:
        kinds_named(expressions, phrase.kind, phrase.kind_span, None)
    where = expressions.infer(tree.site, scope)
    among = tree.site if isinstance(where.type, SetOf | ListOf) else t.SetOf((tree.site,), span=tree.site.span)
    with_ = unparse(t.With(among, phrase, span=tree.span))
    world.refuse(name_codes.WRONG_TYPE, tree.span, "expected sites, found a condition", fix=Fix.write(tree.span, with_))


def site_type(world: World, expr: f.Expr, span: Span) -> str:
    type_ = strip_opt(expr.type)
    if not isinstance(type_, Fin) or type_.domain.name not in SITES:
        way = f"write `step(c, {span.text})` for the site next to `c` that way" if type_ == world.fin("direction") else None
        world.refuse(name_codes.WRONG_TYPE, span, f"expected a site, found {singular_of(expr.type)}", help=way)
    return type_.domain.name
