"""The arguments of a call in the order of the parameters: as trees, or typed as a signature says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ggl.checker import make
from ggl.checker.vocabulary.signatures import Signature, mentions_site, type_of
from ggl.checker.world import SITES, Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, Opt, SetOf, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import near
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.checker.expressions import Expressions


def arguments(expressions: Expressions, tree: t.Call, signature: Signature, scope: Scope) -> list[f.Expr | None]:
    """The arguments in the order of the parameters, typed; None for one left out."""
    given = in_order(expressions.world, tree, tuple(p.name for p in signature.params), signature.required, str(signature))
    site = "cell"
    args: list[f.Expr | None] = []
    for param, arg in zip(signature.params, given, strict=True):
        if arg is None:
            args.append(None)
            continue
        if param.type in ("player", "direction"):
            expressions.names.one_of(arg, scope, param.type)
        expr = expressions.infer(arg, scope)
        if mentions_site(signature):
            inner = strip_opt(expr.type)
            inner = inner.of if isinstance(inner, SetOf | ListOf) else inner
            if isinstance(inner, Fin) and inner.domain.name in SITES:
                site = inner.domain.name
        wanted = type_of(param.type, expressions.world.domains, site)
        if isinstance(wanted, Num):
            if not isinstance(expr.type, Num):
                expr = expressions.converted(expr, Num(0, 0), arg.span, "a number")
            args.append(expressions.converted(expr, Num(0, 0), arg.span, "a whole number"))
            continue
        if isinstance(wanted, Fin) and isinstance(expr.type, Opt):
            wanted = Opt(wanted)
        if isinstance(wanted, Fin) and make.is_none(expr):
            wanted = Opt(wanted)
        args.append(expressions.converted(expr, wanted, arg.span))
    return args


def in_order(world: World, tree: t.Call, params: tuple[str, ...], required: int, usage: str) -> list[t.Expr | None]:
    """The argument trees in the order of the parameters."""
    if len(tree.args) > len(params):
        world.refuse(
            codes.WRONG_ARGUMENTS, tree.args[len(params)].span, f"`{tree.name}` takes {_times(len(params))}", f"write {usage}"
        )
    given: list[t.Expr | None] = [*tree.args] + [None] * (len(params) - len(tree.args))
    for named in tree.named:
        if named.name not in params:
            close, message = near(named.name, params), f"`{tree.name}` has no argument `{named.name}`"
            name = named.span.source.span(named.span.start, named.span.start + len(named.name))
            fix = Fix(name, close[0], f"write `{close[0]}=`") if close else None
            world.refuse(codes.WRONG_ARGUMENTS, named.span, message, f"write {usage}", fix=fix)
        place = params.index(named.name)
        if given[place] is not None:
            world.refuse(codes.WRONG_ARGUMENTS, named.span, f"`{named.name}` is given twice")
        given[place] = named.value
    if any(arg is None for arg in given[:required]):
        missing = params[[arg is None for arg in given].index(True)]
        world.refuse(
            codes.WRONG_ARGUMENTS,
            tree.span,
            f"`{tree.name}` takes {_times(required)}; `{missing}` is missing",
            f"write {usage}",
        )
    return given


def _times(count: int) -> str:
    return "no arguments" if count == 0 else "one argument" if count == 1 else f"{count} arguments"
