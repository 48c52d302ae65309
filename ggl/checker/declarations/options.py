"""Options: their values, allowed and chosen, as constants of the world."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from ggl.checker import make
from ggl.checker.constants import fixed, settled_value
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, Refused, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Bool, Fin, ListOf, Num, SetOf, Type, members_of, singular_of
from ggl.diagnostics.catalog import options_and_variants as option_codes
from ggl.diagnostics.escape import cut
from ggl.diagnostics.near import near
from ggl.model.definition import Definition
from ggl.syntax import tree as t

OptionValue = int | bool | str | Fraction


_TRUTH = {"true": 1, "yes": 1, "on": 1, "1": 1, "false": 0, "no": 0, "off": 0, "0": 0}
_NUMBER = re.compile(r"[-+]?[0-9]{1,12}(\.[0-9]{1,6}|/[1-9][0-9]{0,3})?")


class OptionProblem(ValueError):  # noqa: N818
    """An option that the game does not have, or a value that it does not allow; the message says which are there."""


def bind(definition: Definition, world: World, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
    expressions = Expressions(world)
    for name in chosen:
        if name not in definition.options:
            close = near(name, definition.options)
            has = ", ".join(definition.options) or "none"
            hint = f"; near: {', '.join(close)}" if close else ""
            raise OptionProblem(f"this game has no option `{cut(name)}`{hint} (its options: {has})")
    values: dict[str, OptionValue] = {}
    for name, option in definition.options.items():
        try:
            default = settled_value(expressions, option.default)
            if isinstance(option.default, t.Name) and option.default.name in world.left_out:
                message = f"the defaults of the options leave out `{option.default.name}`"
                help_ = "write a player who takes part with these defaults"
                world.refuse(option_codes.OPTION_VALUE, option.default.span, message, "", help_)
            if not isinstance(default.type, Num | Bool | Fin):
                message = "an option is a number, a player, a kind, `true` or `false`"
                world.refuse(option_codes.BAD_OPTION, option.default.span, message)
            allowed = _allowed(world, option.allowed, default, expressions)
            value: f.Expr = default
            if name in chosen:
                value = _chosen(world, name, chosen[name], default.type)
                if allowed is not None and not _is_in(value, allowed):
                    raise OptionProblem(
                        f"{name}={str(chosen[name])[:40]} is not allowed; it is {_shown(option.allowed, default)}"
                    )
            elif allowed is not None and not _is_in(default, allowed):
                message = "the default is not among the allowed values"
                help_ = f"write another default, or allow this one: `{option.default.span.text} in ..`"
                world.refuse(option_codes.OPTION_VALUE, option.default.span, message, _shown(option.allowed, default), help_)
            world.constants[name] = value = _in_steps(value, allowed)
            world.options.add(name)
            values[name] = _plain(definition, world, value)
        except Refused:
            world.broken.add(name)
    return values


def _allowed(world: World, tree: t.Expr | None, default: f.Lit, expressions: Expressions) -> f.Lit | f.ListOp | None:
    """The set of allowed values, or the ends of a range. A range is of whole numbers, unless the default is a fraction."""
    if tree is None:
        return None
    if isinstance(tree, t.Binary) and tree.op == "..":
        ends = [expressions.number(end, CONSTANT) for end in (tree.left, tree.right)]
        if isinstance(default.type, Num):
            if default.type.scale == 1:
                pairs = zip(ends, (tree.left, tree.right), strict=True)
                ends = [expressions.converted(end, make.WHOLE, side.span, "a whole number") for end, side in pairs]
            return f.ListOp("literal", tuple(ends), ListOf(default.type))
    allowed = fixed(expressions, expressions.as_set(tree, CONSTANT), tree.span)
    assert isinstance(allowed.type, SetOf)
    if make.common(default.type, allowed.type.of) is None:
        world.refuse(option_codes.BAD_OPTION, tree.span, "the allowed values must be a set of values of the same type")
    return allowed


def _chosen(world: World, name: str, value: object, type_: Type) -> f.Expr:
    """A value given from outside, as text or as a plain Python value."""
    text = str(value).strip()
    if isinstance(type_, Bool):
        if not isinstance(value, str):
            text = text.lower()  # Python's `True`
        if text not in _TRUTH:
            hint = f"; near: {text.lower()}" if text.lower() in _TRUTH else ""
            raise OptionProblem(f"{name} is `true` or `false`, not `{cut(text)}`{hint}")
        return f.Lit(_TRUTH[text], BOOL)
    if isinstance(type_, Num):
        if not _NUMBER.fullmatch(text):
            raise OptionProblem(f"{name} is {_form_of_number(text)}, not `{cut(text)}`")
        number = Fraction(text)
        code = number.numerator
        return f.Lit(code, Num(code, code, number.denominator))
    constants = world.constants.items()
    values = {known: each for known, each in constants if known not in world.options and each.type == type_}
    if text in values:
        return values[text]
    close = near(text, values)
    hint = f"; near: {', '.join(close)}" if close else ""
    raise OptionProblem(f"{name} is {singular_of(type_)}, but `{cut(text)}` is not{hint}")


def _in_steps(value: f.Expr, allowed: f.Expr | None) -> f.Expr:
    """A number in the steps of the set that it is chosen from, so that what starts as an option has the same steps with each."""
    element = allowed.type.of if allowed is not None and isinstance(allowed.type, SetOf) else None
    return make.rescale(value, element.scale) if isinstance(element, Num) else value


def _form_of_number(text: str) -> str:
    """The required form of a number from outside, for a text that is none."""
    digits = re.fullmatch(r"[-+]?([0-9]+)(\.[0-9]+|/[0-9]+)?", text)
    if digits is None:
        return "a number"
    if len(digits[1]) > 12:
        return "a number of at most 12 digits"
    return "a number of at most 6 digits after the point" if "." in text else "a fraction with a denominator of 1 to 9999"


def _plain(definition: Definition, world: World, value: f.Expr) -> OptionValue:
    assert isinstance(value, f.Lit)
    if isinstance(value.type, Bool):
        return bool(value.code)
    if isinstance(value.type, Num):
        number = Fraction(value.code, value.type.scale)
        return int(number) if number.denominator == 1 else number
    assert isinstance(value.type, Fin)
    if value.type.domain.name in world.own_values:
        return world.own_values[value.type.domain.name][value.code]
    names = world.players if value.type == world.player else definition.pieces
    return list(names)[value.code]


def _is_in(value: f.Expr, allowed: f.Expr) -> bool:
    assert isinstance(value, f.Lit)
    if isinstance(allowed, f.ListOp):
        low, high = (_fraction(end) for end in allowed.args)
        number = _fraction(value)
        assert isinstance(allowed.type, ListOf)
        assert isinstance(allowed.type.of, Num)
        return low <= number <= high and (number.denominator == 1 or allowed.type.of.scale > 1)
    assert isinstance(allowed, f.Lit)
    assert isinstance(allowed.type, SetOf)
    if isinstance(allowed.type.of, Num):
        scale = allowed.type.of.scale
        return _fraction(value) in {Fraction(n, scale) for n in members_of(allowed.code, allowed.type)}
    return value.value in members_of(allowed.code, allowed.type)


def _fraction(value: f.Expr) -> Fraction:
    assert isinstance(value, f.Lit)
    assert isinstance(value.type, Num)
    return Fraction(value.code, value.type.scale)


def _shown(tree: t.Expr | None, default: f.Expr) -> str:
    assert tree is not None
    text = tree.span.text
    if isinstance(tree, t.Binary) and tree.op == "..":
        assert isinstance(default.type, Num)
        whole = "a whole number " if default.type.scale == 1 else ""
        return f"{whole}from {tree.left.span.text} to {tree.right.span.text}"
    return f"one of {text.strip('{}') if isinstance(tree, t.SetOf) else text}"
