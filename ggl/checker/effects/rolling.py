"""Chance: `roll v from S`, at which the effects of a set-up or of a turn's beginning stop until the roll is made.

A roll is a step of the play like any other, so that a position has one future for each step. What is left to do after it is
worked out here, for each roll, from where it stands: that is possible because effects have no loops around a roll, and why
there may be none.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.world import Place, Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, SetOf, a, strip_opt
from ggl.core.walk import uses, walk
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.source import Span
from ggl.syntax import tree as t

MOST_ROLLS = 32


def must_begin(world: World, tree: t.Roll, scope: Scope) -> None:
    """Refuse a roll that does not stand where something begins."""
    if scope.stage not in ("setup", "begin"):
        world.refuse(
            codes.BAD_ROLL, tree.span, "a roll stands in the set-up or in the beginning of a turn only", "",
            "roll under `turn: begin:` into a variable, and read it here",
        )  # fmt: skip


def roll(expressions: Expressions, tree: t.Roll, scope: Scope, place: Place) -> f.Effect:
    """A roll, with what comes after it still to be told by `unrolled`."""
    world = expressions.world
    values = strip_opt(place.values)
    if place.index or place.is_set or place.field == "mover" or not isinstance(values, Num | Fin):
        world.refuse(codes.BAD_ROLL, tree.what.span, "a roll goes into a variable that holds one number, site, player or kind")
    source = _set_of_outcomes(expressions, tree.source, scope)
    assert isinstance(source.type, SetOf)
    element = source.type.of
    if isinstance(values, Num) and isinstance(element, Num):
        if element.lo < values.lo or element.hi > values.hi or values.scale != element.scale:
            world.refuse(
                name_codes.WRONG_TYPE, tree.source.span, f"`{tree.what.span.text}` cannot be all that may be rolled here", "",
                f"declare it with what it may be: `{tree.what.span.text}: {{start: .., in: {tree.source.span.text}}}`",
            )  # fmt: skip
    elif element != values:
        world.refuse(name_codes.WRONG_TYPE, tree.source.span, f"this is {a(source.type)}", f"the variable is {a(values)}")
    if len(world.rolls) >= MOST_ROLLS:
        world.refuse(
            codes.BAD_ROLL, tree.span, f"a game has at most {MOST_ROLLS} rolls", "",
            "let one roll stand for several: after `roll n from 0..35` two dice show `n // 6 + 1` and `n % 6 + 1`",
        )  # fmt: skip
    world.rolls.append(f.Chance(place.field, source, make.NOTHING, scope.stage == "setup", span=tree.span))
    return f.Roll(len(world.rolls) - 1, span=tree.span)


def _set_of_outcomes(expressions: Expressions, tree: t.Expr, scope: Scope) -> f.Expr:
    """What is rolled from: a set that may hold something. Of a list one might think that what it holds twice comes oftener."""
    world, source = expressions.world, expressions.infer(tree, scope)
    known_empty = isinstance(source, f.Lit) and not source.value and not expressions.may_vary(tree)
    if source.type in (make.EMPTY_SET, make.EMPTY_LIST) or (known_empty and isinstance(source.type, SetOf | ListOf)):
        world.refuse(codes.BAD_ROLL, tree.span, "there is nothing to roll from", "this is always empty")
    if isinstance(source.type, ListOf):
        members = f"distinct({tree.span.text})"
        if isinstance(tree, t.ListOf):
            members = f"{{{', '.join(dict.fromkeys(item.span.text for item in tree.items))}}}"
        message = "a roll is from a set, whose members all have the same chance"
        fix = Fix.write(tree.span, members, ", which has each once; for other chances see `ggl explain GGL410`")
        world.refuse(codes.BAD_ROLL, tree.span, message, a(source.type), fix=fix)
    return expressions.converted_to_set(source, tree.span, "a set to roll from")


def unrolled(effect: f.Effect, world: World) -> f.Effect:
    """The effects of a set-up or a beginning, with what is left after each of its rolls noted there."""
    if uses(effect, f.Roll):
        _follow(effect, (), world)
    return effect


def _follow(effect: f.Effect, after: tuple[f.Effect, ...], world: World) -> None:
    """Note what comes after each roll inside an effect; `after` is what comes after the effect itself."""
    match effect:
        case f.Roll(number):
            world.rolls[number] = replace(world.rolls[number], then=f.Seq(after))
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
                    world.refuse(
                        codes.BAD_ROLL, _place(effect, roll), "this value is forgotten when the roll is made",
                        "", "keep it in a variable under `state`, or name it after the roll",
                    )  # fmt: skip
        case f.ForDo(_, _, body) if uses(body, f.Roll):
            roll_inside = next(form for form in walk(body) if isinstance(form, f.Roll))
            span = _place(roll_inside, effect)
            world.refuse(codes.BAD_ROLL, span, "no roll stands in a loop", "", "write the rolls one after another")


def _place(*forms: f.Form) -> Span:
    """Where the first of some forms stands that the author wrote."""
    return next(form.span for form in forms if form.span is not None)
