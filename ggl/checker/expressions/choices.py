"""Conditions joined by `and`, choices, and tables of cases. A branch may rely on the condition that leads to it."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from itertools import combinations, takewhile
from typing import NoReturn

from ggl.checker import make
from ggl.checker.expressions.known import known_by, known_by_not
from ggl.checker.expressions.operators import operation_text
from ggl.checker.typer import Typer
from ggl.checker.world import Refused, Scope
from ggl.core import forms as f
from ggl.core.types import BOOL, Bool, Fin, ListOf, Num, Opt, SetOf, Type, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import list_names
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.document import first_row, last_row
from ggl.syntax.effect_habits import EFFECTS
from ggl.syntax.keywords import KEYWORDS
from ggl.syntax.unparse import unparse

MOST_NAMED = 5
"""The most values without a row that a message names."""


def conjunction(expressions: Typer, tree: t.And, scope: Scope, is_condition: bool) -> f.Expr:
    parts = _parts(expressions, tree, scope, is_condition)
    return _joined(expressions, parts, make.FALSE if _is_two(parts) else make.conj(parts))


def disjunction(expressions: Typer, tree: t.Or, scope: Scope, is_condition: bool) -> f.Expr:
    parts = _parts(expressions, tree, scope, is_condition)
    return _joined(
        expressions, parts, make.TRUE if _is_two([part.part for part in parts if isinstance(part, f.Not)]) else make.disj(parts)
    )


def _is_two(parts: list[f.Expr]) -> bool:
    """Whether the parts would have one thing equal two different constants."""
    same = [(part.left, part.right) for part in parts
            if isinstance(part, f.Compare) and part.op == "eq" and isinstance(part.right, f.Lit)]  # fmt: skip
    return any(one == other and this.code != that.code for (one, this), (other, that) in combinations(same, 2))


def _joined(expressions: Typer, parts: list[f.Expr], result: f.Expr) -> f.Expr:
    if isinstance(result, f.Lit):
        expressions.unasked += parts
    return result


def _parts(expressions: Typer, tree: t.And | t.Or, scope: Scope, is_condition: bool) -> list[f.Expr]:
    """Conditions. Reports each part that is not a condition; for a set, where another type is expected, explains how to join
    sets."""
    parts, refused = [], None
    for part in tree.parts:
        if isinstance(part, t.Name) and part.name in EFFECTS and part.name in KEYWORDS:
            expressions.infer(part, scope)  # refused as a second effect, before what it is joined to
    compared: t.Chain | None = None
    for place, part in enumerate(tree.parts):
        expr = expressions.infer(part, scope, is_condition=True)
        if not is_condition and isinstance(expr.type, SetOf | ListOf):
            _join_by_signs(expressions, tree, part, expr)
        if place and expr.type != BOOL:
            _check_is_one_of(expressions, tree, place, scope)
        try:
            if compared is not None:
                _check_is_compared_too(expressions, compared, part, expr, scope)
            parts.append(expressions.converted(expr, BOOL, part.span, "a condition"))
            compared = part if isinstance(part, t.Chain) and len(part.rest) == 1 else None
        except Refused as one:
            refused = one
        scope = scope.knowing(known_by(part) if isinstance(tree, t.And) else known_by_not(part))
    if refused is not None:
        raise refused
    return parts


def _check_is_one_of(expressions: Typer, tree: t.And | t.Or, place: int, scope: Scope) -> None:
    """Refuse the values from this place on in `x != a or b`, `x == a and b` and `P and x == a or b`, where comparisons in full
    would say something else."""
    chain, is_inner = tree.parts[place - 1], False
    if isinstance(tree, t.Or) and isinstance(chain, t.And):
        chain, is_inner = chain.parts[-1], True
    if not isinstance(chain, t.Chain) or len(chain.rest) > 1:
        return
    ((op, other),) = chain.rest
    if op not in ("==", "!=") or not (is_inner or (op == "!=") is isinstance(tree, t.Or)):
        return
    kind = strip_opt(expressions.infer(other, scope).type)
    typed = [(each, strip_opt(expressions.infer(each, scope).type)) for each in tree.parts[place:]]
    more = list(takewhile(lambda pair: pair[1] != BOOL, typed))
    if all(isinstance(type_, Fin | Num) and make.common(type_, kind) is not None for _, type_ in more):
        values = (other, *(value for value, _ in more))
        among = t.SetOf(values, span=tree.span)
        instead = unparse(t.Chain(chain.first, (("in" if op == "==" else "not in", among),), span=tree.span))
        whole = tree.span.source.span(chain.span.start, values[-1].span.end)
        help_, is_balanced = f"write `{instead}` to compare with each", whole.text.count("(") == whole.text.count(")")
        fix = Fix(whole, instead, help_) if is_balanced else None
        message = f"expected a condition, found {singular_of(more[0][1])}"
        expressions.world.refuse(codes.WRONG_TYPE, tree.parts[place].span, message, "", help_, fix=fix)


def _check_is_compared_too(expressions: Typer, before: t.Chain, part: t.Expr, expr: f.Expr, scope: Scope) -> None:
    """Refuse the second value in `c in A or B`, `x == 1 or 2`; an edit is given where it could be no condition by itself."""
    (op, other), have = before.rest[0], expr.type
    if isinstance(have, Bool):
        return
    wanted = expressions.infer(other, scope, only_asked=True).type
    if make.common(have, wanted) is None:
        if not isinstance(wanted, SetOf | ListOf) or make.common(have, wanted.of) is None or op not in _OF_ONE:
            return
        op = _OF_ONE[op]
    written = f"{before.first.span.text} {op} {part.span.text}"
    help_, fix = f"write each comparison in full: `{written}`", None
    if isinstance(expr, f.Lit) or not isinstance(have, SetOf | ListOf | Num):
        fix = Fix(part.span, written, help_)
    elif isinstance(have, SetOf | ListOf):
        help_ += f", or `any({part.span.text})` to test whether there is one"
    message = f"expected a condition, found {singular_of(have)}"
    expressions.world.refuse(codes.WRONG_TYPE, part.span, message, "", help_, fix=fix)


_OF_ONE = {"in": "==", "not in": "!="}
"""What asks of one thing as a word asks of the members of a set."""


def _join_by_signs(expressions: Typer, tree: t.And | t.Or, part: t.Expr, expr: f.Expr) -> NoReturn:
    first, *others = tree.parts
    help_, fix = None, None
    if isinstance(tree, t.Or):
        fix = Fix.write(tree.span, operation_text("+", tree.parts))
    elif all(isinstance(other, t.Not) for other in others):
        fix = Fix.write(tree.span, operation_text("-", (first, *(other.of for other in others if isinstance(other, t.Not)))))
    else:
        help_ = (
            f"`{operation_text('+', tree.parts)}` is all of these, `{operation_text('&', tree.parts)}` what they have in common"
        )
    word = "and" if isinstance(tree, t.And) else "or"
    message = f"`{word}` joins conditions, but this is {singular_of(expr.type)}"
    expressions.world.refuse(codes.WRONG_TYPE, part.span, message, "", help_, fix=fix)


def if_else(expressions: Typer, tree: t.IfElse, scope: Scope) -> f.Expr:
    test = expressions.condition(tree.test, scope)
    then = expressions.infer(tree.then, scope.knowing(known_by(tree.test)))
    other = expressions.infer(tree.other, scope.knowing(known_by_not(tree.test)))
    return _either(expressions, test, then, other, tree.span)


def _either(expressions: Typer, test: f.Expr, then: f.Expr, other: f.Expr, span: Span) -> f.Expr:
    both = make.unified(then, other)
    if both is None:
        message = f"this is {singular_of(then.type)} in one case and {singular_of(other.type)} in the other"
        expressions.world.refuse(codes.MIXED_TYPES, span, message, "both must be of one type")
    if isinstance(test, f.Lit):
        expressions.unasked += then, other
    return make.conditional(test, both[0], both[1], both[2])


def case_table(expressions: Typer, tree: t.Lined, scope: Scope) -> f.Expr:
    """A table of cases, as a chain of choices; the first true row counts."""
    rows: list[tuple[f.Expr, f.Expr]] = []
    for key, value in tree.rows:
        if tree.by is None:
            test = expressions.infer(value, scope, is_condition=True)
            if not isinstance(test.type, Bool):
                _check_by_is_there(expressions, tree, scope)
            test = expressions.converted(test, BOOL, value.span, "a condition")
            rows.append((test, expressions.infer(key, scope.knowing(known_by(value)))))
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


def _check_by_is_there(expressions: Typer, tree: t.Lined, scope: Scope) -> None:
    """`queen: 9` in a table without `by`: the rows are those of a table by what has such values."""
    keys = []
    for key, _ in tree.rows:
        with contextlib.suppress(Refused):
            keys.append(expressions.infer(key, scope))
    kinds = {key.type for key in keys if isinstance(key.type, Fin)}
    meant = [name for name, value in scope.locals.items() if kinds == {strip_opt(value.type)}]
    if not meant:
        return
    key, value = tree.rows[0]
    by = f"by: {meant[-1]}"
    is_sound = len(keys) == len(tree.rows)  # a mistyped row was reported at its place
    table = replace(tree, by=t.Name(meant[-1], span=key.span))
    left_out = _left_out(expressions, table, scope) if is_sound and tree.other is None else []
    help_, fix = f"write `{by}` as the first line of the table", None
    if left_out:
        help_ += f", and `else: ..` as its last: no row is for {list_names(left_out, MOST_NAMED)}"
    else:
        fix = first_row(value.span, by, help_)
    label = f"a row `{key.span.text}: ..` says when the table gives `{key.span.text}`"
    message = "expected a condition, since this table has no `by`"
    expressions.world.refuse(codes.WRONG_TYPE, value.span, message, label, help_, fix=fix)


def _left_out(expressions: Typer, tree: t.Lined, scope: Scope) -> list[str] | None:
    """The kinds, players or phases for which a table by them has no row, and `none` where there may be none; None for a table by
    anything else."""
    if tree.by is None:
        return None
    world, by = expressions.world, expressions.infer(tree.by, scope)
    domain = strip_opt(by.type)
    known = {"kind": world.kinds, "player": world.players, "phase": world.phases, **world.own_values}
    keys = {key.name for key, _ in tree.rows if isinstance(key, t.Name)}
    names = tuple(known.get(domain.domain.name, ())) if isinstance(domain, Fin) else ()
    if not names or len(keys) != len(tree.rows) or isinstance(by, f.Lit):
        return None
    return [name for name in (*names, *["none"] * isinstance(by.type, Opt)) if name not in keys]


def _tell_left_out(expressions: Typer, tree: t.Lined, left_out: list[str], is_condition: bool) -> None:
    """The trees except `none`, which has no expected type."""
    left_out, nothing = [name for name in left_out if name != "none"], "false" if is_condition else "{}"
    if left_out and tree.by is not None:
        title = f"write `else: {nothing}` if you mean that"
        expressions.world.findings.report(
            codes.NO_ROW,
            tree.by.span,
            f"this table has no row for {list_names(left_out, MOST_NAMED)}",
            label=f"there it gives `{nothing}`",
            help=title,
            fix=last_row(tree.by.span, f"else: {nothing}", title),
        )


def _nothing_like(expressions: Typer, type_: Type, tree: t.Lined, left_out: list[str] | None) -> f.Expr:
    """The value of a table without `else` when no row holds: nothing, where its type has a nothing."""
    if isinstance(type_, SetOf):
        return f.Lit(0, type_)
    if isinstance(type_, ListOf):
        return f.Lit((), type_)
    if isinstance(type_, Bool):
        return make.FALSE
    label = f"and no row for {list_names(left_out, MOST_NAMED)}" if left_out else ""
    expressions.world.refuse(codes.WRONG_ARGUMENTS, tree.span, "this table has no `else`", label, "add a line `else: ..`")
