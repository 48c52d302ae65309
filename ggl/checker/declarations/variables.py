"""Variables of the position: their values, their index, and what they start with."""

from __future__ import annotations

from typing import NoReturn

from ggl.checker import make
from ggl.checker.constants import fixed
from ggl.checker.declarations import bags, links, within
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, Place, World, field_name
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Fin, ListOf, Num, Opt, SetOf, Type, plural_of, singular_of, strip_opt
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.catalog import options_and_variants as option_codes
from ggl.model.definition import Variable
from ggl.model.keys import SITE_OF
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse


def declare_variable(world: World, variable: Variable, expressions: Expressions) -> None:
    start = expressions.infer(variable.start, CONSTANT)
    index: tuple[str, ...] = ()
    if variable.each == "turns":
        world.of_each_turn.add(field_name(variable.name))
    if variable.each and variable.each != "turns":
        index = ("player" if variable.each == "players" else SITE_OF[variable.each],)
        if index[0] not in world.domains:
            world.refuse(board_codes.WRONG_SITES, variable.span, f"this board has no {variable.each}", "", links.HELP)
    if isinstance(variable.start, t.ListOf):
        bags.declare_bag(world, variable, start, index, expressions)
        return
    if isinstance(start.type, SetOf | ListOf):
        _set_variable(world, variable, start, index, expressions)
        return
    values: Type = start.type
    if variable.allowed is not None:
        element = within.values_of(world, variable.allowed, expressions)
        optional = isinstance(start.type, Opt)
        values = Opt(element) if optional and isinstance(element, Fin) else element
        if not make.fits(start.type, values):
            message = f"the start is {singular_of(start.type)}, but the values are {plural_of(element)}"
            world.refuse(codes.MIXED_TYPES, variable.start.span, message)
    elif make.is_none(start):
        message = "the start `none` does not tell what else this may be"
        world.refuse(codes.WRONG_TYPE, variable.start.span, message, "", "add `in: cells`, or whatever its values are")
    elif isinstance(values, Num):
        values = Num(-STORED_LIMIT, STORED_LIMIT, values.scale)
    start = fixed(expressions, expressions.converted(start, values, variable.start.span), variable.start.span)
    inner = strip_opt(values)
    if isinstance(inner, Num) and not inner.lo <= start.code <= inner.hi:
        world.refuse(option_codes.OPTION_VALUE, variable.start.span, "the start is not among the values")
    name = field_name(variable.name)
    world.add_field(f.Field(name, index, values, start.code, variable.compared))
    world.variables[variable.name] = Place(name, index, values)


def _set_variable(world: World, variable: Variable, start: f.Expr, index: tuple[str, ...], expressions: Expressions) -> None:
    try:
        start = make.as_set(start)
    except make.Mismatch:
        _no_members(world, variable, start)
    if variable.allowed is not None:
        members = SetOf(within.values_of(world, variable.allowed, expressions))
        if not make.fits(start.type, members):
            message = f"the start is {singular_of(start.type)}, but the members are {plural_of(members.of)}"
            world.refuse(codes.MIXED_TYPES, variable.start.span, message)
        if start.type == make.EMPTY_SET:
            start = make.convert(start, members)
    assert isinstance(start.type, SetOf)
    element = start.type.of
    if index not in ((), ("player",)) or not isinstance(element, Fin) or element.domain.name == "nothing":
        if isinstance(element, Fin) and element.domain.name == "nothing":
            message = "an empty start does not tell what this set may hold"
            world.refuse(codes.WRONG_TYPE, variable.start.span, message, "", "add `in: cells`, or whatever it may hold")
        if index not in ((), ("player",)):
            message = f"a set is single or one for each player, not one for each {index[0]}"
            world.refuse(codes.WRONG_TYPE, variable.start.span, message, "", "use `true` or `false` for each instead")
        _no_members(world, variable, start)
    start = fixed(expressions, start, variable.start.span)
    name = field_name(variable.name)
    index = (*index, element.domain.name)
    world.add_field(f.Field(name, index, BOOL, 0, variable.compared))
    world.variables[variable.name] = Place(name, index, BOOL, True)
    if start.value:
        world.set_starts[name] = start


def _no_members(world: World, variable: Variable, start: f.Expr) -> NoReturn:
    """Refuse a set whose members a set that changes cannot hold."""
    message = "a set that changes holds sites, players, kinds, directions or values of the file"
    help_ = None
    if isinstance(start.type, SetOf):
        help_ = "give the numbers names under `values`, such as `cards: {rank: 1..13}`, and write `in: cards`"
        whole = variable.start
        if isinstance(whole, t.Binary) and whole.op == ".." and variable.allowed is None:
            one = f"{variable.name}: {{start: {unparse(whole.left)}, in: {unparse(whole)}}}"
            help_ = f"for one number of these, write `{one}`; for several at once, {help_}"
    world.refuse(codes.WRONG_TYPE, variable.start.span, message, singular_of(start.type), help_)
