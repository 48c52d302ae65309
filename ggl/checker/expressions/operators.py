"""Operators: arithmetic on numbers, ranges, and joining, meeting and lessening sets."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

from ggl.checker import make
from ggl.checker.expressions.literals import literal_number
from ggl.checker.make import Mismatch
from ggl.checker.static import within_entries
from ggl.checker.typer import Typer
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import BOOL, LONGEST_LIST, ListOf, Num, Opt, SetOf, Type, members_of, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.unparse import in_brackets, unparse


def binary(expressions: Typer, tree: t.Binary, scope: Scope) -> f.Expr:
    if tree.op == "..":
        return _range(expressions, tree, scope)
    left, right = (expressions.infer(side, scope, only_asked=True) for side in (tree.left, tree.right))
    if isinstance(left.type, SetOf | ListOf) or isinstance(right.type, SetOf | ListOf):
        return _set_operator(expressions, tree, left, right, scope)
    if tree.op == "&":
        if left.type == BOOL:
            sign = tree.span.source.text.index("&", tree.left.span.end)
            fix = Fix.write(tree.span.source.span(sign, sign + 1), "and", " between conditions")
            message = f"expected a set, found {singular_of(left.type)}"
            expressions.world.refuse(codes.WRONG_TYPE, tree.left.span, message, "`&` keeps what two sets share", fix=fix)
        expressions.wrong(left, None, tree.left.span, "a set", "", scope)
    left, right = expressions.a_number(left, tree.left.span), expressions.a_number(right, tree.right.span)
    match tree.op:
        case "+" | "-":
            left, right = same_scale(expressions, left, right, tree.span)
            return make.arith("add" if tree.op == "+" else "sub", [left, right])
        case "*":
            product = make.arith("mul", [left, right])
            assert isinstance(product.type, Num)
            _fine(expressions, product.type.scale, tree.span)
            return product
        case "/":
            return _divide(expressions, tree, left, right)
    left = expressions.converted(left, make.WHOLE, tree.left.span, "a whole number")
    right = expressions.converted(right, make.WHOLE, tree.right.span, "a whole number")
    return make.arith("floordiv" if tree.op == "//" else "mod", [left, right])


def _divide(expressions: Typer, tree: t.Binary, left: f.Expr, right: f.Expr) -> f.Expr:
    if not isinstance(right, f.Lit) or right.code <= 0:
        help_ = "for whole numbers, `//` divides by anything and rounds down"
        expressions.world.refuse(codes.NOT_CONSTANT, tree.right.span, "`/` divides by a fixed positive number", "", help_)
    assert isinstance(left.type, Num)
    assert isinstance(right.type, Num)
    reciprocal = Fraction(right.type.scale, right.code)
    _fine(expressions, left.type.scale * reciprocal.denominator, tree.span)
    if isinstance(left, f.Lit):
        return literal_number(Fraction(left.code, left.type.scale) * reciprocal, tree.span)
    return make.arith("mul", [left, literal_number(reciprocal, tree.right.span)])


def same_scale(expressions: Typer, left: f.Expr, right: f.Expr, span: Span) -> tuple[f.Expr, f.Expr]:
    assert isinstance(left.type, Num)
    assert isinstance(right.type, Num)
    scale = math.lcm(left.type.scale, right.type.scale)
    _fine(expressions, scale, span)
    return make.rescale(left, scale), make.rescale(right, scale)


def _fine(expressions: Typer, scale: int, span: Span) -> None:
    if scale > make.SCALE_LIMIT:
        help_ = "multiply what it is compared with instead of dividing, or round down with `//`"
        expressions.world.refuse(codes.NUMBER_TOO_LARGE, span, f"this number is finer than 1/{make.SCALE_LIMIT:,}", "", help_)


def _limited(tree: t.Binary) -> str:
    """A range up to a limit that its author chooses."""
    whole = f"{tree.left.span.text}..min({tree.right.span.text}, HI)"
    return whole if len(whole) <= 60 and "\n" not in whole else "..min(.., HI)"


def _range(expressions: Typer, tree: t.Binary, scope: Scope) -> f.Expr:
    low, high = (
        within_entries(
            expressions.world, expressions.converted(expressions.number(end, scope), make.WHOLE, end.span, "a whole number")
        )
        for end in (tree.left, tree.right)
    )
    assert isinstance(low.type, Num)
    assert isinstance(high.type, Num)
    lo = low.code if isinstance(low, f.Lit) else low.type.lo  # a constant may have the bounds of its table
    hi = max(high.type.hi, lo)
    if make.is_wide(Num(lo, hi)):
        message = f"this range could hold {hi - lo + 1:,} numbers; {make.WIDTH_LIMIT:,} is the limit"
        expressions.world.refuse(
            codes.NUMBER_TOO_LARGE, tree.span, message, "",
            f"write `LO <= n and n <= HI` instead, or limit the ends: `{_limited(tree)}`, or `in: LO..HI` of variables in them",
        )  # fmt: skip
    wanted = SetOf(Num(lo, hi))
    if isinstance(low, f.Lit) and isinstance(high, f.Lit):
        return f.Lit((1 << max(high.code - low.code + 1, 0)) - 1, wanted)
    return f.NumberRange(low, high, wanted)


def _set_operator(expressions: Typer, tree: t.Binary, left: f.Expr, right: f.Expr, scope: Scope) -> f.Expr:
    op = {"+": "union", "&": "meet", "-": "minus"}.get(tree.op)
    if op is None:
        help_ = "for sets, `+` means union, `&` intersection and `-` difference"
        expressions.world.refuse(codes.WRONG_TYPE, tree.span, f"`{tree.op}` does not apply to sets", "", help_)
    if t.may_deceive(tree) and not t.right_in_brackets(tree):
        _tell_apart(expressions, tree)
    for side, other, at in ((left, right, tree.left), (right, left, tree.right)):
        if not isinstance(side.type, SetOf | ListOf):
            wanted = other.type if isinstance(other.type, SetOf) else None
            expressions.wrong(side, wanted, at.span, "" if wanted else "a list", "", scope)
    if op == "union" and isinstance(left.type, ListOf) and isinstance(right.type, ListOf):
        both = make.unified(left, right)
        if both is not None:
            if isinstance(both[0], f.Lit) and isinstance(both[1], f.Lit):
                assert isinstance(both[0].value, tuple)
                assert isinstance(both[1].value, tuple)
                _short(expressions, len(both[0].value) + len(both[1].value), tree.span)
                return f.Lit(both[0].value + both[1].value, both[2])
            return f.ListOp("concat", both[:2], both[2])
    if op != "union" and _holds_numbers(left.type, ListOf) and _holds_numbers(right.type, SetOf, ListOf):
        return _those_of_a_list(expressions, op, left, right, tree)
    listed = left if op != "union" and isinstance(left.type, ListOf) else None
    both, why = None, ""
    try:
        both = make.unified(make.as_set(left), make.as_set(right))
    except Mismatch as mismatch:
        why = str(mismatch)
    if both is None:
        message = f"{singular_of(left.type)} and {singular_of(right.type)} cannot be combined"
        if not why and all(_holds_numbers(side.type, SetOf, ListOf) for side in (left, right)):
            why = "these sets hold numbers with different fractions"
        expressions.world.refuse(codes.MIXED_TYPES, tree.span, message, why)
    assert isinstance(both[2], SetOf)
    found = make.set_op(op, both[0], both[1], both[2])
    if listed is None or listed.type == make.EMPTY_LIST:
        return listed or found
    return _kept_in_order(listed, found)


def _kept_in_order(listed: f.Expr, members: f.Expr) -> f.Expr:
    """The members of a list that are in a set, in the list's order and with its repetitions."""
    assert isinstance(listed.type, ListOf)
    name = make.fresh("x")
    return f.Filter(name, listed, f.In(f.Var(name, listed.type.of), members), listed.type)


def _holds_numbers(type_: Type, *kinds: type[SetOf] | type[ListOf]) -> bool:
    return isinstance(type_, kinds) and isinstance(type_.of, Num)


def _those_of_a_list(expressions: Typer, op: str, listed: f.Expr, others: f.Expr, tree: t.Binary) -> f.Expr:
    """The numbers of a list that are, or are not, among others; neither side need be a set."""
    assert isinstance(listed.type, ListOf)
    name = make.fresh("x")
    members = expressions.converted_to_set(others, tree.right.span)
    among = number_in(expressions, f.Var(name, listed.type.of), members, tree.span)
    return f.Filter(name, listed, among if op == "meet" else make.negation(among), listed.type)


def number_in(expressions: Typer, item: f.Expr, of: f.Expr, span: Span) -> f.Expr:
    """Membership of a number: comparisons where the set is a range, a few numbers, or one that is computed."""
    assert isinstance(of.type, SetOf)
    element = of.type.of
    assert isinstance(element, Num)
    if isinstance(of, f.NumberRange):
        assert isinstance(item.type, Num)
        scale = item.type.scale
        low, high = make.rescale(of.lo, scale), make.rescale(of.hi, scale)
        within = [make.comparison("le", low, item), make.comparison("le", item, high)]
        if scale > 1:  # a range contains only whole numbers
            part = make.arith("mod", [item, f.Lit(scale, Num(scale, scale, scale))])
            within.append(make.comparison("eq", part, f.Lit(0, part.type)))
        return make.conj(within)
    if isinstance(of, f.Single) and isinstance(of.item.type, Opt):  # without a number it is empty
        name = make.fresh("n")
        there = number_in(expressions, item, f.Single(f.Var(name, of.item.type.of), of.type), span)
        return f.Some(name, of.item, there, make.FALSE, BOOL)
    if isinstance(of, f.Single):
        return make.comparison("eq", *same_scale(expressions, item, of.item, span))
    if isinstance(of, f.SetOp) and (isinstance(item, f.Var | f.Lit) or make.is_wide(element)):
        left, right = (number_in(expressions, item, part, span) for part in (of.left, of.right))
        if of.op == "union":
            return make.disj([left, right])
        return make.conj([left, right if of.op == "meet" else make.negation(right)])
    if isinstance(of, f.Lit):
        numbers = [members_of(of.code, of.type)]
        ones = [
            make.comparison("eq", *same_scale(expressions, item, f.Lit(n, Num(n, n, element.scale)), span)) for n in numbers[0]
        ]
        return make.disj(ones)
    item = expressions.converted(item, element, span, "a number like the set's")
    name = make.fresh("n")
    return f.Fold("any", name, of, make.TRUE, make.comparison("eq", item, f.Var(name, element)), None, BOOL)


def _tell_apart(expressions: Typer, tree: t.Binary) -> None:
    """`A + B with P`, where the scope of `with` is unclear to a reader."""
    right = tree.right
    assert isinstance(right, t.With)
    joined = unparse(t.With(replace(tree, right=right.of), right.phrase, span=tree.span))
    message = f"`with` applies only to `{unparse(right.of)}` here, not to all of `{unparse(replace(tree, right=right.of))}`"
    help_ = f"write `{joined}`; or put brackets around this, `({unparse(right)})`, if you mean it"
    expressions.world.findings.report(codes.SHORT_WITH, right.span, message, help=help_)


def _short(expressions: Typer, length: int, span: Span) -> None:
    if length > LONGEST_LIST:
        message = f"this list has {length:,} members; {LONGEST_LIST:,} is the limit"
        expressions.world.refuse(codes.TOO_COMPLEX, span, message, "", "join shorter lists, or look at them one after the other")


def operation_text(sign: str, sets: tuple[t.Expr, ...]) -> str:
    """Sets as one expression, each as it is written."""
    return f" {sign} ".join(in_brackets(each) for each in sets)
