"""Conditions joined by `and`, choices, and tables of cases: where a condition holds, what it says is known."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ggl.checker import make
from ggl.checker.expressions.known import known_by, known_by_not
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, ListOf, Opt, SetOf, Type, a, strip_opt
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import listed
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.document import last_row

if TYPE_CHECKING:
    from ggl.checker.expressions.expressions import Expressions

MOST_NAMED = 5
"""So many values without a row are named."""


def both(expressions: Expressions, tree: t.And, scope: Scope) -> f.Expr:
    parts = []
    for part in tree.parts:
        parts.append(expressions.condition(part, scope))
        scope = scope.knowing(known_by(part))
    return make.conj(parts)


def if_else(expressions: Expressions, tree: t.IfElse, scope: Scope) -> f.Expr:
    test = expressions.condition(tree.test, scope)
    then = expressions.infer(tree.then, scope.knowing(known_by(tree.test)))
    other = expressions.infer(tree.other, scope.knowing(known_by_not(tree.test)))
    return _either(expressions, test, then, other, tree.span)


def _either(expressions: Expressions, test: f.Expr, then: f.Expr, other: f.Expr, span: Span) -> f.Expr:
    both = make.unified(then, other)
    if both is None:
        expressions.world.refuse(
            codes.MIXED_TYPES,
            span,
            f"one way this is {a(then.type)}, the other way {a(other.type)}",
            "both must be of one type",
        )
    return make.choice(test, both[0], both[1], both[2])


def table(expressions: Expressions, tree: t.Lined, scope: Scope) -> f.Expr:
    """A table of cases, as a chain of choices; the first true row counts."""
    rows: list[tuple[f.Expr, f.Expr]] = []
    for key, value in tree.rows:
        if tree.by is None:
            rows.append((expressions.condition(value, scope), expressions.infer(key, scope.knowing(known_by(value)))))
        else:
            same = t.Chain(tree.by, (("==", key),), span=key.span)
            rows.append((expressions.condition(same, scope), expressions.infer(value, scope.knowing(known_by(same)))))
    if tree.other is not None:
        result = expressions.infer(tree.other, scope)
    else:
        left_out = _left_out(expressions, tree, scope)
        whole = left_out == [] and not isinstance(rows[-1][1].type, SetOf | ListOf | Bool)
        result = rows.pop()[1] if whole else _nothing_like(expressions, rows[-1][1].type, tree, left_out)
        if left_out:
            _tell_left_out(expressions, tree, left_out, isinstance(result.type, Bool))
    for test, outcome in reversed(rows):
        result = replace(_either(expressions, test, outcome, result, tree.span), span=tree.span)
    return result


def _left_out(expressions: Expressions, tree: t.Lined, scope: Scope) -> list[str] | None:
    """The kinds, players or phases for which a table by them has no row, and `none` where there may be none; None for a table by
    anything else."""
    if tree.by is None:
        return None
    world, by = expressions.world, expressions.infer(tree.by, scope)
    domain = strip_opt(by.type)
    known = {"kind": world.kinds, "player": world.players, "phase": world.phases}
    keys = {key.name for key, _ in tree.rows if isinstance(key, t.Name)}
    names = tuple(known.get(domain.domain.name, ())) if isinstance(domain, Fin) else ()
    if not names or len(keys) != len(tree.rows) or isinstance(by, f.Lit):
        return None
    return [name for name in (*names, *["none"] * isinstance(by.type, Opt)) if name not in keys]


def _tell_left_out(expressions: Expressions, tree: t.Lined, left_out: list[str], is_condition: bool) -> None:
    """Those but `none`, of which nothing is expected."""
    left_out, nothing = [name for name in left_out if name != "none"], "false" if is_condition else "{}"
    if left_out and tree.by is not None:
        title = f"write `else: {nothing}` if that is meant"
        expressions.world.findings.report(
            codes.NO_ROW,
            tree.by.span,
            f"this table has no row for {listed(left_out, MOST_NAMED)}",
            label=f"there it gives `{nothing}`",
            help=title,
            fix=last_row(tree.by.span, f"else: {nothing}", title),
        )


def _nothing_like(expressions: Expressions, type_: Type, tree: t.Lined, left_out: list[str] | None) -> f.Expr:
    """What a table without `else` gives when no row holds: nothing, where its type has a nothing."""
    if isinstance(type_, SetOf):
        return f.Lit(0, type_)
    if isinstance(type_, ListOf):
        return f.Lit((), type_)
    if isinstance(type_, Bool):
        return make.FALSE
    label = f"and no row for {listed(left_out, MOST_NAMED)}" if left_out else ""
    expressions.world.refuse(codes.WRONG_ARGUMENTS, tree.span, "this table has no `else`", label, "add a line `else: ..`")
