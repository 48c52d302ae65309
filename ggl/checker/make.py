"""Core forms, made well: constants folded, numbers brought to one scale, lists taken as sets where sets are wanted.

Takes core expressions; gives core expressions of the wanted type, or `Mismatch` when there is no way. Nothing here reports.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import count as counter
from typing import TypeGuard

from ggl.core import forms as f
from ggl.core.arithmetic import evaluate
from ggl.core.substitution import free_names
from ggl.core.types import (
    BOOL,
    NO_NUMBER,
    NUMBER_LIMIT,
    Domain,
    Fin,
    ListOf,
    Num,
    Opt,
    SetOf,
    Type,
    none_code,
    set_code,
    strip_opt,
)
from ggl.core.walk import walk
from ggl.source import Span

SCALE_LIMIT = 5040
WIDTH_LIMIT = 4096
"""No set has more numbers between the least and the greatest that it could hold: its code has a bit for each."""

NOWHERE = Domain("nothing", 0)
NONE = Opt(Fin(NOWHERE))
EMPTY_SET = SetOf(Fin(NOWHERE))
EMPTY_LIST = ListOf(Fin(NOWHERE))
TRUE = f.Lit(1, BOOL)
FALSE = f.Lit(0, BOOL)
WHOLE = Num(0, 0)
"""A whole number, as a type that is wanted: of its bounds nothing is asked."""
NOTHING = f.Seq(())
"""The effect that changes nothing."""

_fresh: ContextVar[Iterator[int]] = ContextVar("numbers of names", default=counter(1))  # noqa: B039  (shared on purpose)


class Mismatch(Exception):  # noqa: N818
    """A value that does not exist in the expected type; the message gives a reason that the types do not show."""


class TooLarge(Exception):  # noqa: N818
    """A number whose bounds pass what both engines compute exactly."""


class TooWide(Exception):  # noqa: N818
    """A set of numbers whose bounds are further apart than a set's code may be long; the message says how far."""


def everything(of: Fin, span: Span | None = None) -> f.Lit:
    """The set of all elements of a domain."""
    return f.Lit((1 << of.domain.size) - 1, SetOf(of), span=span)


def none_of(span: Span | None = None) -> f.Expr:
    return f.Lit(0, NONE, span=span)


def number(value: int, span: Span | None = None) -> f.Lit:
    return f.Lit(value, Num(value, value), span=span)


def is_none(expr: f.Expr) -> bool:
    return expr.type == NONE


# ---------------------------------------------------------------------------------------------------------- conversion


def fits(value: Type, wanted: Type) -> bool:
    """Whether `convert` has a way, judged by the types alone."""
    if value == wanted or (isinstance(value, Num) and isinstance(wanted, Num)):
        return True
    if isinstance(wanted, Opt):
        return value == NONE or fits(strip_opt(value), wanted.of)
    if isinstance(wanted, SetOf):
        if value in (EMPTY_SET, EMPTY_LIST):
            return True
        return isinstance(value, SetOf | ListOf) and fits(value.of, wanted.of)
    if isinstance(wanted, ListOf):
        if value == EMPTY_LIST:
            return True
        return isinstance(value, ListOf) and fits(value.of, wanted.of)
    return False


def convert(expr: f.Expr, wanted: Type) -> f.Expr:
    """The same value with the wanted type; numbers keep their own bounds but take the wanted scale."""
    have = expr.type
    if have == wanted:
        return expr
    if isinstance(wanted, Num) and isinstance(have, Num):
        return rescale(expr, wanted.scale)
    if isinstance(wanted, Opt):
        if have == NONE:
            return f.Lit(none_code(wanted.of), wanted, span=expr.span)
        if strip_opt(have) == wanted.of:
            return retyped(expr, wanted)
        if isinstance(wanted.of, Num) and isinstance(strip_opt(have), Num):
            return retyped(rescale(expr, wanted.of.scale), wanted)
    if isinstance(wanted, SetOf):
        if have in (EMPTY_SET, EMPTY_LIST):
            return f.Lit(0, wanted, span=expr.span)
        if isinstance(have, ListOf):
            return convert(as_set(expr), wanted)
        if isinstance(have, SetOf) and isinstance(have.of, Num) and isinstance(wanted.of, Num):
            return rebase(expr, wanted)
    if isinstance(wanted, ListOf):
        if have == EMPTY_LIST:
            return f.Lit((), wanted, span=expr.span)
        if isinstance(have, ListOf):
            if isinstance(have.of, Num) and isinstance(wanted.of, Num) and have.of.scale == wanted.of.scale:
                return retyped(expr, _wider(have.of, wanted))
            name = fresh("x")
            body = convert(f.Var(name, have.of), wanted.of)
            return f.Listing(name, expr, TRUE, body, False, _wider(body.type, wanted), span=expr.span)
    raise Mismatch


def _wider(element: Type, wanted: ListOf) -> ListOf:
    of = common(element, wanted.of)
    assert of is not None
    return ListOf(of)


def fresh(stem: str) -> str:
    """A name for a variable that no author's name can meet."""
    return f"{stem}.{next(_fresh.get())}"


def read_first(value: f.Expr, effect: Callable[[f.Expr], f.Effect], stem: str = "site") -> f.Effect:
    """An effect in several steps, with a value that is read before the first of them, unless no step can change it."""
    changing = f.Plane | f.Call | f.Seen | f.Can
    if not any(isinstance(form, changing) or (isinstance(form, f.Get) and form.index) for form in walk(value)):
        return effect(value)
    name = fresh(stem)
    return f.LetDo(name, value, effect(f.Var(name, value.type)))


def all_read_first(effect: Callable[..., f.Effect], **words: f.Expr | str | None) -> f.Effect:
    """An effect in several steps, with the words that it is about: each is read before the first of them, as by `read_first`."""
    if not words:
        return effect()
    name, *others = words

    def with_others(word: f.Expr | str | None) -> f.Effect:
        return all_read_first(partial(effect, **{name: word}), **{other: words[other] for other in others})

    word = words[name]
    return with_others(word) if word is None or isinstance(word, str) else read_first(word, with_others, name)


@contextmanager
def numbered_anew() -> Iterator[None]:
    """Fresh names are numbered from 1, so that the core is the same whatever was checked before in this process."""
    before = _fresh.set(counter(1))
    try:
        yield
    finally:
        _fresh.reset(before)


def retyped(expr: f.Expr, wanted: Type) -> f.Expr:
    """The same code under a wider type: an element as an element or none, numbers under wider bounds."""
    if expr.type == wanted:
        return expr
    if isinstance(expr, f.Let):
        return replace(expr, body=retyped(expr.body, wanted))
    assert not isinstance(expr, f.Compare | f.And | f.Or | f.Not | f.In | f.Can | f.After), expr
    return replace(expr, type=wanted)  # type: ignore[arg-type]


def there(expr: f.Expr) -> f.Expr:
    """A value that may be none, where it has been asked whether it is: what always is none is never looked at then."""
    assert isinstance(expr.type, Opt)
    if isinstance(expr, f.Lit) and expr.value == none_code(expr.type.of):
        return f.Lit(0, expr.type.of, span=expr.span)
    return retyped(expr, expr.type.of)


def rescale(expr: f.Expr, scale: int) -> f.Expr:
    """A number as a multiple of 1/scale, which the scale it has must divide."""
    have = expr.type
    assert isinstance(strip_opt(have), Num)
    inner = strip_opt(have)
    assert isinstance(inner, Num)
    if inner.scale == scale:
        return expr
    if scale % inner.scale:
        raise Mismatch(f"in steps of 1/{inner.scale}")
    factor = scale // inner.scale
    if isinstance(have, Opt):
        name = fresh("n")
        wanted = checked(Num(inner.lo * factor, inner.hi * factor, scale))
        scaled = rescale(f.Var(name, inner), scale)
        return f.Some(name, expr, retyped(scaled, Opt(wanted)), f.Lit(NO_NUMBER, Opt(wanted)), Opt(wanted), span=expr.span)
    if isinstance(expr, f.Lit):
        value = expr.code * factor
        return f.Lit(value, checked(Num(value, value, scale)), span=expr.span)
    scaled_type = checked(Num(inner.lo * factor, inner.hi * factor, scale))
    return f.Arith("mul", (expr, number(factor)), scaled_type, span=expr.span)


def checked(type_: Num) -> Num:
    if max(abs(type_.lo), abs(type_.hi)) >= NUMBER_LIMIT:
        raise TooLarge
    return type_


def as_set(expr: f.Expr) -> f.Expr:
    """A list as the set of its members; a set as it is."""
    type_ = expr.type
    if isinstance(type_, SetOf):
        return expr
    if type_ == EMPTY_LIST:
        return f.Lit(0, EMPTY_SET, span=expr.span)
    if not isinstance(type_, ListOf) or not isinstance(type_.of, Fin | Num):
        raise Mismatch
    if is_wide(type_.of):
        raise Mismatch("the numbers of this list have no bounds small enough for a set")
    wanted = SetOf(type_.of)
    if isinstance(expr, f.Listing):
        body = as_set(expr.body) if expr.join else single(expr.body, wanted)
        if isinstance(wanted.of, Num):
            body = rebase(body, wanted)
        return f.Fold("union", expr.name, expr.source, expr.test, body, None, wanted, span=expr.span)
    if isinstance(expr, f.Filter):
        source = as_set(expr.source)
        test, own = expr.test, f.Var(expr.name, type_.of)
        if isinstance(test, f.In) and test.item == own and test.of.type == wanted and expr.name not in free_names(test.of):
            return set_op("meet", source, test.of, wanted, span=expr.span)
        return f.Filter(expr.name, source, expr.test, wanted, span=expr.span)
    if isinstance(expr, f.Lit):
        assert isinstance(expr.value, tuple)
        return f.Lit(set_code(expr.value, wanted), wanted, span=expr.span)
    if isinstance(expr, f.Convert) and expr.part.type == wanted:
        return expr.part
    return f.Convert(expr, wanted, span=expr.span)


def as_list(expr: f.Expr) -> f.Expr:
    type_ = expr.type
    if isinstance(type_, SetOf):
        return f.Convert(expr, ListOf(type_.of), span=expr.span)
    return expr


def is_wide(element: Type) -> TypeGuard[Num]:
    """Whether the code of a set of these elements would be too long."""
    return isinstance(element, Num) and element.hi - element.lo >= WIDTH_LIMIT


def too_wide(type_: Type) -> TooWide:
    assert isinstance(type_, SetOf)
    element = type_.of
    assert isinstance(element, Num)
    return TooWide(f"from {Fraction(element.lo, element.scale)} to {Fraction(element.hi, element.scale)}")


def single(item: f.Expr, wanted: SetOf) -> f.Expr:
    """The set of one member; a constant, unless the code of the set would be too long."""
    if isinstance(item, f.Lit) and not isinstance(item.type, Opt) and not is_wide(wanted.of):
        return f.Lit(set_code((item.code,), wanted), wanted, span=item.span)
    return f.Single(item, wanted, span=item.span)


def rebase(expr: f.Expr, wanted: SetOf) -> f.Expr:
    """A set of numbers with wider bounds for the bits of its code."""
    have, to = expr.type, wanted.of
    assert isinstance(have, SetOf)
    assert isinstance(have.of, Num)
    assert isinstance(to, Num)
    if have == wanted:
        return expr
    if have.of.scale != to.scale:
        raise Mismatch("these sets hold numbers with different fractions")
    if is_wide(to) and not isinstance(expr, f.NumberRange | f.Single | f.SetOp):
        raise too_wide(wanted)
    match expr:
        case f.Lit(code=code):
            return f.Lit(code << have.of.lo - to.lo, wanted, span=expr.span)
        case f.NumberRange() | f.Single():
            return replace(expr, type=wanted)
        case f.SetOp(left=left, right=right):
            return replace(expr, left=rebase(left, wanted), right=rebase(right, wanted), type=wanted)
    name = fresh("n")
    body = f.Single(f.Var(name, have.of), wanted)
    return f.Fold("union", name, expr, TRUE, body, None, wanted, span=expr.span)


def common(left: Type, right: Type) -> Type | None:
    """The least type that both values have, or None."""
    if left == right:
        return left
    for one, other in ((left, right), (right, left)):
        if one == NONE and isinstance(other, Fin | Num):
            return Opt(other)
        if one == NONE and isinstance(other, Opt):
            return other
        if one == EMPTY_SET and isinstance(other, SetOf):
            return other
        if one == EMPTY_SET and isinstance(other, ListOf) and isinstance(other.of, Fin | Num):
            return SetOf(other.of)
        if one == EMPTY_LIST and isinstance(other, ListOf | SetOf):
            return other
    if isinstance(left, Num) and isinstance(right, Num):
        scale = math.lcm(left.scale, right.scale)
        a, b = scale // left.scale, scale // right.scale
        return Num(min(left.lo * a, right.lo * b), max(left.hi * a, right.hi * b), scale)
    if isinstance(left, Opt) or isinstance(right, Opt):
        inner = common(strip_opt(left), strip_opt(right))
        return Opt(inner) if isinstance(inner, Fin | Num) else None
    if isinstance(left, ListOf) and isinstance(right, ListOf):
        inner = common(left.of, right.of)
        return ListOf(inner) if inner is not None else None
    if isinstance(left, SetOf | ListOf) and isinstance(right, SetOf | ListOf):
        inner = common(left.of, right.of)
        return SetOf(inner) if isinstance(inner, Fin | Num) else None
    return None


def unified(left: f.Expr, right: f.Expr) -> tuple[f.Expr, f.Expr, Type] | None:
    type_ = common(left.type, right.type)
    if type_ is None:
        return None
    try:
        return convert(left, type_), convert(right, type_), type_
    except Mismatch:
        return None


# --------------------------------------------------------------------------------------------------- smart constructors


def sequence(parts: Sequence[f.Effect]) -> f.Effect:
    """Effects one after another; one alone as it is."""
    return parts[0] if len(parts) == 1 else f.Seq(tuple(parts))


def truth(expr: f.Expr) -> bool | None:
    """The known value of a condition, if it is a constant."""
    return bool(expr.value) if isinstance(expr, f.Lit) else None


def conj(parts: list[f.Expr]) -> f.Expr:
    kept: list[f.Expr] = []
    for part in parts:
        known = truth(part)
        if known is False:
            return FALSE
        if known is None:
            kept.extend(part.parts if isinstance(part, f.And) and part.span is None else (part,))
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else f.And(tuple(kept))


def disj(parts: list[f.Expr]) -> f.Expr:
    kept: list[f.Expr] = []
    for part in parts:
        known = truth(part)
        if known is True:
            return TRUE
        if known is None:
            kept.append(part)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else f.Or(tuple(kept))


def negation(part: f.Expr) -> f.Expr:
    known = truth(part)
    return f.Not(part) if known is None else f.Lit(int(not known), BOOL)


def conditional(test: f.Expr, then: f.Expr, other: f.Expr, type_: Type, span: Span | None = None) -> f.Expr:
    known = truth(test)
    if known is not None:
        return then if known else other
    return f.If(test, then, other, type_, span=span)


def comparison(op: str, left: f.Expr, right: f.Expr, span: Span | None = None) -> f.Expr:
    if isinstance(left, f.Lit) and isinstance(right, f.Lit) and not isinstance(left.type, ListOf):
        a, b = left.code, right.code
        return f.Lit(int(a == b if op == "eq" else a < b if op == "lt" else a <= b), BOOL, span=span)
    return f.Compare(op, left, right, span=span)


def arith(op: str, args: list[f.Expr]) -> f.Expr:
    """An arithmetic form with the bounds that follow from its arguments' bounds; all arguments of one scale, but for mul."""
    types = [arg.type for arg in args]
    assert all(isinstance(type_, Num) for type_ in types)
    type_ = checked(_bounds(op, [type_ for type_ in types if isinstance(type_, Num)]))
    if all(isinstance(arg, f.Lit) for arg in args):
        value = evaluate(op, [arg.code for arg in args if isinstance(arg, f.Lit)])
        return f.Lit(value, Num(value, value, type_.scale))
    return f.Arith(op, tuple(args), type_)


def _bounds(op: str, types: list[Num]) -> Num:
    scale = types[0].scale
    lows, highs = [type_.lo for type_ in types], [type_.hi for type_ in types]
    match op:
        case "add":
            return Num(sum(lows), sum(highs), scale)
        case "sub":
            return Num(lows[0] - highs[1], highs[0] - lows[1], scale)
        case "mul":
            corners = [a * b for a in (lows[0], highs[0]) for b in (lows[1], highs[1])]
            return Num(min(corners), max(corners), scale * types[1].scale)
        case "floordiv":
            most = max(abs(lows[0]), abs(highs[0]))
            return Num(0 if lows[0] >= 0 and lows[1] >= 0 else -most, most, scale)
        case "mod":
            most = max(abs(lows[1]), abs(highs[1]))
            return Num(0 if lows[1] >= 0 else -most, max(most - 1, 0), scale)
        case "neg":
            return Num(-highs[0], -lows[0], scale)
        case "abs":
            return Num(0, max(abs(lows[0]), abs(highs[0])), scale)
        case "min":
            return Num(min(lows), min(highs), scale)
        case "max":
            return Num(max(lows), max(highs), scale)
    raise AssertionError(op)


def set_op(op: str, left: f.Expr, right: f.Expr, type_: SetOf, span: Span | None = None) -> f.Expr:
    if isinstance(left, f.Lit) and isinstance(right, f.Lit):
        a, b = left.code, right.code
        return f.Lit(a | b if op == "union" else a & b if op == "meet" else a & ~b, type_, span=span)
    return f.SetOp(op, left, right, type_, span=span)


def not_none(expr: f.Expr) -> f.Expr:
    """The condition that an optional value is there; true where it cannot be missing."""
    if isinstance(expr.type, Opt):
        return f.Not(f.Compare("eq", expr, f.Lit(none_code(expr.type.of), expr.type)))
    return TRUE
