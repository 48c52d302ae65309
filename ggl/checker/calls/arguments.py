"""The arguments of a call in the order of the parameters: as trees, or typed as a signature says."""

from __future__ import annotations

import contextlib
import re
from itertools import combinations

from ggl.checker import make
from ggl.checker.typer import Typer
from ggl.checker.vocabulary.board_words import DOTS
from ggl.checker.vocabulary.signatures import Signature, type_named
from ggl.checker.world import SITES, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, Opt, SetOf, Type, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import near
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.unparse import in_brackets


def typed_arguments(expressions: Typer, tree: t.Call, signature: Signature, scope: Scope) -> list[f.Expr | None]:
    """The arguments in the order of the parameters, typed; None for one left out."""
    given = ordered_arguments(
        expressions.world, tree, tuple(p.name for p in signature.params), signature.required, str(signature)
    )
    site = "cell"
    args: list[f.Expr | None] = []
    for param, arg in zip(signature.params, given, strict=True):
        if arg is None:
            args.append(None)
            continue
        if param.type in ("player", "direction"):
            expressions.names.one_of(arg, scope, param.type)
        expr = expressions.infer(arg, scope)
        inner = strip_opt(expr.type)
        inner = inner.of if isinstance(inner, SetOf | ListOf) else inner
        if isinstance(inner, Fin) and inner.domain.name in SITES:
            site = inner.domain.name
        wanted = type_named(param.type, expressions.world.domains, site)
        if not _suits(expr.type, wanted):
            kinds = tuple(type_named(each.type, expressions.world.domains, site) for each in signature.params)
            check_order(expressions, tree, kinds, scope)
            _check_not_several(expressions, tree, arg, expr, param.type)
            _check_no_property(expressions, tree, expr)
        if isinstance(wanted, Num):
            if not isinstance(expr.type, Num):
                expr = expressions.converted(expr, make.WHOLE, arg.span, "a number")
            args.append(expressions.converted(expr, make.WHOLE, arg.span, "a whole number"))
            continue
        if isinstance(wanted, Fin) and isinstance(expr.type, Opt):
            wanted = Opt(wanted)
        if isinstance(wanted, Fin) and make.is_none(expr):
            wanted = Opt(wanted)
        args.append(expressions.converted(expr, wanted, arg.span, scope=scope))
    return args


_OF_SEVERAL = {"step": "", "sight": "; `sees` also has the empty cells before them"}
"""Words of one direction that lead to a cell, and what else there is of several."""


def _check_not_several(expressions: Typer, tree: t.Call, arg: t.Expr, expr: f.Expr, wanted: str) -> None:
    """Refuse a set of directions where one is wanted, and say how to go through them."""
    more, type_ = _OF_SEVERAL.get(tree.name), expr.type
    if more is None or wanted != "direction" or not isinstance(type_, SetOf) or type_.of != expressions.world.fin("direction"):
        return
    text, ways = tree.span.text, " ".join(arg.span.text.split())
    one = text[: arg.span.start - tree.span.start] + "d" + text[arg.span.end - tree.span.start :]
    message, help_ = (
        f"expected a direction, found {singular_of(type_)}",
        f"write `({one} for d in {ways})` for all that it leads to{more}",
    )
    expressions.world.refuse(codes.WRONG_TYPE, arg.span, message, "", help_)


def check_order(expressions: Typer, tree: t.Call, wanted: tuple[Type, ...], scope: Scope) -> None:
    """Refuse two arguments that would both be right in each other's place."""
    types: list[Type | None] = []
    for arg in tree.args:
        with contextlib.suppress(Refused):
            types.append(expressions.infer(arg, scope).type)
    if len(types) != len(tree.args):
        return
    for one, other in combinations(range(len(types)), 2):
        left, right = types[one], types[other]
        assert left is not None
        assert right is not None
        if _suits(left, wanted[one]) or not _suits(left, wanted[other]) or not _suits(right, wanted[one]):
            continue
        first, second = tree.args[one].span, tree.args[other].span
        between = first.source.text[first.end : second.start]
        fix = Fix(first.source.span(first.start, second.end), f"{second.text}{between}{first.text}", "swap them")
        message = f"the arguments of `{tree.name}` are in the wrong order"
        label = f"it is written {expressions.calls.signature_text(tree.name)}"
        expressions.world.refuse(codes.WRONG_ARGUMENTS, fix.span, message, label, fix=fix)


def _suits(type_: Type, wanted: Type) -> bool:
    """Whether a value of the one type, if it is there, may stand where the other is wanted."""
    have, need = strip_opt(type_), strip_opt(wanted)
    if isinstance(have, Num) and isinstance(need, Num):
        return True
    return have == need or (isinstance(have, SetOf | ListOf) and isinstance(need, SetOf | ListOf) and have.of == need.of)


def _check_no_property(expressions: Typer, tree: t.Call, expr: f.Expr) -> None:
    """Refuse `column(c)`, which gives the cells of a column by its number, for the column of a cell."""
    site = strip_opt(expr.type)
    if len(tree.args) == 1 and isinstance(site, Fin) and (site.domain.name, tree.name) in DOTS:
        label = f"expected a number for `{tree.name}(..)`, found {singular_of(expr.type)}"
        written = f"{in_brackets(tree.args[0])}.{tree.name}"
        message, fix = f"`{tree.name}` of {singular_of(site)} is written after a dot", Fix.write(tree.span, written)
        expressions.world.refuse(codes.WRONG_ARGUMENTS, tree.span, message, label, fix=fix)


def ordered_arguments(world: World, tree: t.Call, params: tuple[str, ...], required: int, usage: str) -> list[t.Expr | None]:
    """The argument trees in the order of the parameters."""
    if len(tree.args) > len(params):
        message = f"`{tree.name}` takes {number_of_arguments(len(params))}"
        world.refuse(codes.WRONG_ARGUMENTS, tree.args[len(params)].span, message, f"write {usage}")
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
        message = f"`{tree.name}` takes {number_of_arguments(required)}; `{missing}` is missing"
        world.refuse(codes.WRONG_ARGUMENTS, tree.span, message, f"write {usage}")
    return given


def number_of_arguments(count: int) -> str:
    return "no arguments" if count == 0 else "one argument" if count == 1 else f"{count} arguments"


def word_around(span: Span) -> tuple[str, Span]:
    """The word of a call whose only argument stands at a place, and the place of the call; no word if there is none."""
    text = span.source.text
    before = re.search(r"\w+(?=\($)", text[: span.start].rpartition("\n")[2])
    if before is None or not text.startswith(")", span.end):
        return "", span
    return before[0], span.source.span(span.start - 1 - len(before[0]), span.end + 1)
