"""Chance: `roll v from S` and `roll v, w from S`, at which the effects of a set-up or a beginning stop until the roll is made.

A roll is a step of the play like any other, so a position has one future for each step. This module determines the effects that
follow each roll, which is possible because the core has no loops around a roll. Loops that are fixed before play are unrolled
(`unrolling.py`); others are errors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ggl.checker import make
from ggl.checker.effects.variables import Target, forget, write_entry
from ggl.checker.expressions import Expressions
from ggl.checker.world import Drawn, Place, Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, SetOf, singular_of, strip_opt
from ggl.core.walk import uses, walk
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.source import Span
from ggl.syntax import tree as t

MOST_ROLLS = 32


def must_begin(world: World, tree: t.Roll | t.Deal, scope: Scope) -> None:
    """Refuse a roll or a deal that does not stand where something begins."""
    if scope.stage not in ("setup", "begin"):
        what, rolls = ("roll", "roll under `turn: begin:` into a variable, and read it here")
        if isinstance(tree, t.Deal):
            what, rolls = ("deal", "deal in the `setup:` or under `turn: begin:`")
        message = f"a {what} is allowed only in the set-up or at the beginning of a turn"
        world.refuse(codes.BAD_ROLL, tree.span, message, "", rolls)


def roll(expressions: Expressions, tree: t.Roll, scope: Scope, targets: Sequence[Target]) -> f.Effect:
    """A roll; `unrolled` adds the effects after it.

    What is rolled for one entry of several, such as `p.die`, comes into a field of its own first, as what is dealt does.
    """
    world = expressions.world
    source = _outcomes(expressions, tree.source, scope)
    names: list[str] = []
    new: list[f.Effect] = []
    for number, (what, (place, index, there)) in enumerate(zip(tree.places, targets, strict=True)):
        _must_hold(world, source, place, what, tree.source)
        if (place.field, index) in [(target[0].field, target[1]) for target in targets[:number]]:
            world.refuse(codes.BAD_ROLL, what.span, "this rolls the same variable twice")
        name = what.name if isinstance(what, t.Name | t.Dot) else ""
        new += forget(world, name, index)
        if not index:
            names.append(place.field)
            continue
        rolled = _rolled(world, number, place)
        names.append(rolled.name)
        world.drawn[rolled.name] = Drawn(name, place.field, index, there)
        value = make.convert(f.Get(rolled.name, (), rolled.values), place.values)
        new += [write_entry(place, index, value, there), f.Write(rolled.name, (), f.Lit(rolled.start, rolled.values))]
    chance = f.Chance(names[0], source, f.Seq(tuple(new)), scope.stage == "setup", tuple(names[1:]), span=tree.span)
    return add_roll(world, chance, tree.span)


def _rolled(world: World, number: int, place: Place) -> f.Field:
    """The field that a roll comes into until it reaches its entry."""
    values = strip_opt(place.values)
    first = values.lo if isinstance(values, Num) else 0
    field = f.Field(f"roll.{len(world.rolls)}.{number}", (), values, first, False)
    world.add_field(field)
    return field


def add_roll(world: World, roll: f.Chance, span: Span) -> f.Effect:
    """One more roll of the game, and the effect that asks for it."""
    if len(world.rolls) >= MOST_ROLLS:
        world.refuse(
            codes.BAD_ROLL, span, f"a game has at most {MOST_ROLLS} rolls", "",
            "a roll in a loop counts once for each round; let one roll stand for several: `roll a, b from 1..6` rolls two dice, "
            "`deal 30 from pool to drawn` draws 30 members of a set or bag",
        )  # fmt: skip
    world.rolls.append(roll)
    return f.Roll(len(world.rolls) - 1, span=span)


def _must_hold(world: World, source: f.Expr, place: Place, what: t.Expr, tree: t.Expr) -> None:
    """Refuse a variable that cannot hold one of the outcomes."""
    values = strip_opt(place.values)
    of_one = isinstance(what, t.Name | t.Dot) and place.bag is None
    if not of_one or place.field == "mover" or not isinstance(values, Num | Fin):
        world.refuse(codes.BAD_ROLL, what.span, "a roll goes into a variable that holds one number, site, player or kind")
    assert isinstance(source.type, SetOf | ListOf)
    element = source.type.of
    if isinstance(values, Num) and isinstance(element, Num):
        if element.lo < values.lo or element.hi > values.hi or values.scale != element.scale:
            bounds = f"{element.lo}..{element.hi}" if element.scale == 1 else tree.span.text
            name = what.name if isinstance(what, t.Name | t.Dot) else what.span.text
            message = f"`{what.span.text}` cannot hold everything that may be rolled here"
            help_ = f"declare all that it may be: `{name}: {{start: .., in: {bounds}}}`"
            world.refuse(name_codes.WRONG_TYPE, tree.span, message, "", help_)
    elif element != values:
        world.refuse(
            name_codes.WRONG_TYPE, tree.span, f"this is {singular_of(source.type)}", f"the variable is {singular_of(values)}"
        )


def _outcomes(expressions: Expressions, tree: t.Expr, scope: Scope) -> f.Expr:
    """The outcomes of a roll: a set, or a list in which a member is as likely as it is frequent. Refused if always empty."""
    world, source = expressions.world, expressions.infer(tree, scope)
    known_empty = isinstance(source, f.Lit) and not source.value and not expressions.may_vary(tree)
    if known_empty and isinstance(source.type, SetOf | ListOf):
        world.refuse(codes.BAD_ROLL, tree.span, "there is nothing to roll from", "this is always empty")
    if isinstance(tree, t.Binary) and tree.op == "-" and isinstance(tree.left, t.Number) and isinstance(tree.right, t.Number):
        fix = Fix.write(tree.span, f"{tree.left.span.text}..{tree.right.span.text}")
        message = "expected a set or a list to roll from, found a difference"
        world.refuse(name_codes.WRONG_TYPE, tree.span, message, fix=fix)
    if isinstance(source.type, ListOf) and isinstance(source.type.of, Num | Fin):
        return source
    return expressions.converted_to_set(source, tree.span, "a set or a list to roll from")


def unrolled(effect: f.Effect, world: World) -> f.Effect:
    """The effects of a set-up or a beginning, with the remaining effects recorded at each roll."""
    if uses(effect, f.Roll):
        _follow(effect, (), world)
    return effect


def _follow(effect: f.Effect, after: tuple[f.Effect, ...], world: World) -> None:
    """Note what comes after each roll inside an effect; `after` is what comes after the effect itself."""
    match effect:
        case f.Roll(number):
            own = world.rolls[number].then
            assert isinstance(own, f.Seq)
            world.rolls[number] = replace(world.rolls[number], then=f.Seq((*own.parts, *after)))
        case f.Seq(parts):
            for place, part in enumerate(parts):
                _follow(part, (*parts[place + 1 :], *after), world)
        case f.IfDo(_, then, other):
            _follow(then, after, world)
            _follow(other, after, world)
        case f.LetDo(name, _, body) if uses(body, f.Roll):
            _follow(body, after, world)
            for roll in (form for form in walk(body) if isinstance(form, f.Roll)):
                rest = (world.rolls[roll.number].then, world.rolls[roll.number].source)
                if any(isinstance(form, f.Var) and form.name == name for form in walk(rest)):
                    help_ = "store it in a variable under `state`, or name it after the roll"
                    world.refuse(codes.BAD_ROLL, _place(effect, roll), "this value is lost when the roll is made", "", help_)
        case f.ForDo(_, _, body) if uses(body, f.Roll):
            roll_inside = next(form for form in walk(body) if isinstance(form, f.Roll))
            span = _place(roll_inside, effect)
            world.refuse(
                codes.BAD_ROLL, span, "a roll cannot be in a loop over something that changes in play", "",
                "loop over something fixed before play, such as `players` or `1..3`, with an `if` on a line below "
                "`for x in players:`; or write the rolls one after another",
            )  # fmt: skip


def _place(*forms: f.Form) -> Span:
    """The place of the first of some forms that the author wrote."""
    return next(form.span for form in forms if form.span is not None)
