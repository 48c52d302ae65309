"""Effects: trees to the core's effects.

Takes an effect tree, a scope and the routines of the file; gives a core effect, or reports one finding and raises `Refused`.
An effect on a site that is none does nothing; an effect on a set acts on each member, in the order of the board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from ggl.checker import make
from ggl.checker.calls.arguments import number_of_arguments
from ggl.checker.calls.definitions import used_here
from ggl.checker.effects import at_once, conversion, dealing, facing, placing, rolling, telling, unrolling, variables
from ggl.checker.effects.lasting import Lasting
from ggl.checker.expressions import Expressions, known_by, known_by_not
from ggl.checker.lengths import lengths_of
from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import ListOf, Num, SetOf
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.diagnostics.near import near, near_label
from ggl.model.definition import RoutinePart
from ggl.syntax import tree as t
from ggl.syntax.effect_habits import EFFECTS, NEXT_OF_THE_TURN, OF_THE_TURN, effect_of, instead_of_effect, sample_of_effect

_RULES: dict[type, Callable[..., f.Effect]] = {
    t.Put: placing.put, t.Take: placing.take, t.Move: placing.move, t.Exchange: placing.exchange, t.Change: variables.change,
    t.Flip: conversion.flip, t.Add: variables.add, t.Reveal: telling.reveal,
}  # fmt: skip
"""The rules of effects that need nothing but their scope."""


class Effects:
    def __init__(self, expressions: Expressions, routines: dict[str, RoutinePart]) -> None:
        self._all = expressions
        self._world: World = expressions.world
        self._routines = routines
        self.lasting = Lasting(expressions, routines)
        self._stack: list[str] = []
        self._loops = 0
        """How many loops there are around the effect at hand whose members change during play."""

        self._because: t.Expr | None = None
        """The condition under which the effect at hand happens: the reason of a result."""

    def effect(self, tree: t.Effect, scope: Scope) -> f.Effect:
        self._world.spend(tree.span, 5)
        with self._all.exact(tree.span):
            return replace(self._effect(tree, scope), span=tree.span)

    def _effect(self, tree: t.Effect, scope: Scope) -> f.Effect:
        match tree:
            case t.Block():
                return self._block(tree.parts, scope)
            case t.Change(verb="turn"):
                return facing.turn(self._all, tree, scope)
            case t.Change(verb="promote"):
                return conversion.promote(self._all, tree, scope)
            case t.Roll():
                rolling.must_begin(self._world, tree, scope)
                targets = [variables.target_of(self._all, what, scope) for what in tree.places]
                return rolling.roll(self._all, tree, scope, targets)
            case t.Deal():
                rolling.must_begin(self._world, tree, scope)
                return dealing.deal(self._all, tree, scope)
            case t.Announce():
                return telling.announce(self._all, tree, scope, in_loop=self._loops > 0)
            case t.LetBe():
                self._all.infer(tree.value, scope)
                message = "this `let` names a value that nothing after it uses"
                self._world.findings.report(codes.USELESS_EFFECT, tree.span, message)
                return make.NOTHING
            case t.Result():
                return self._result(tree, scope)
            case t.AgainTurn():
                if scope.stage == "setup":
                    message = "no turn is played in the setup"
                    self._world.refuse(codes.CANNOT_CHANGE, tree.span, message, help="set the first player with `turn: first:`")
                self._all.names.not_together(tree.span, "`again`")
                self._world.add_field(f.Field("again", (), Num(0, 1)))
                return f.Again()
            case t.PhaseTo():
                return self._phase(tree)
            case t.Routine():
                return self._routine(tree, scope)
            case t.ForEach():
                return self._for_each(tree, scope)
            case t.Repeat():
                return self._repeat(tree, scope)
            case t.IfThen():
                test = self._all.condition(tree.test, scope)
                outer, self._because = self._because, tree.test
                then = self.effect(tree.then, scope.knowing(known_by(tree.test)))
                self._because = outer
                other = self.effect(tree.other, scope.knowing(known_by_not(tree.test))) if tree.other else make.NOTHING
                return f.IfDo(test, then, other)
        return _RULES[type(tree)](self._all, tree, scope)

    def _block(self, parts: tuple[t.Effect, ...], scope: Scope) -> f.Effect:
        telling.undone(self._world, parts)
        done: list[f.Effect] = []
        for place, part in enumerate(parts):
            if isinstance(part, t.LetBe) and place + 1 < len(parts):
                self._all.names.check_free(part.name, part.name_span, scope)
                value = self._all.infer(part.value, scope)
                name = make.fresh(part.name)
                inner = scope.bind(part.name, f.Var(name, value.type), lengths=lengths_of(self._all, value, scope))
                rest = self._block(parts[place + 1 :], inner)
                return f.Seq((*done, f.LetDo(name, value, rest, span=part.span)))
            done.append(self.effect(part, scope))
            scope = self.lasting.after(part, scope)
        return make.sequence(done)

    def _for_each(self, tree: t.ForEach, scope: Scope) -> f.Effect:
        if tree.at_once:
            return at_once.move_at_once(self._all, tree, scope)
        if unrolling.has(tree.body, self._routines, t.Roll, t.Deal, t.Announce):
            members = unrolling.constant_members(self._all, tree.binder, scope)
            if members is not None:
                return self._written_out(tree, members, scope)
        source, name, inner = self._all.bind(tree.binder, scope)
        test, inner = self._all.binder_test(tree.binder, inner)
        inner = self.lasting.after(tree.body, inner)  # the body may have run before, for another member
        if test != make.TRUE:
            assert isinstance(source.type, SetOf | ListOf)
            source = f.Filter(name, source, test, source.type, span=tree.binder.span)
        return f.ForDo(name, source, self._in_loop(tree.body, inner))

    def _in_loop(self, body: t.Effect, scope: Scope) -> f.Effect:
        self._loops += 1
        try:
            return self.effect(body, scope)
        finally:
            self._loops -= 1

    def _repeat(self, tree: t.Repeat, scope: Scope) -> f.Effect:
        """A loop over `1..N` of an `if`: where its condition does not hold nothing changes any more."""
        most = self._all.number(tree.most, scope)
        assert isinstance(most.type, Num)
        if most.type.scale != 1:
            self._all.wrong(most, make.WHOLE, tree.most.span, "a whole number", "")
        rounds = SetOf(Num(1, max(most.type.hi, 1)))
        if make.is_wide(rounds.of):
            message = f"this could go on for {most.type.hi:,} rounds; {make.WIDTH_LIMIT:,} is the limit"
            help_ = "write a smaller number" if isinstance(most, f.Lit) else f"limit it: `min({tree.most.span.text}, HI)`"
            self._world.refuse(name_codes.NUMBER_TOO_LARGE, tree.most.span, message, "", help_)
        inner = self.lasting.after(tree.body, scope)  # the body has run before, from the second round on
        test = self._all.condition(tree.test, inner)
        body = self._in_loop(tree.body, inner.knowing(known_by(tree.test)))
        return f.ForDo(make.fresh("round"), f.NumberRange(make.number(1), most, rounds), f.IfDo(test, body, make.NOTHING))

    def _written_out(self, tree: t.ForEach, members: list[f.Lit], scope: Scope) -> f.Effect:
        """The body for each member, one after the other."""
        done: list[f.Effect] = []
        for member in members:
            done.append(self.effect(tree.body, scope.bind(tree.binder.name, member)))
            scope = self.lasting.after(tree.body, scope)
        return make.sequence(done)

    def _result(self, tree: t.Result, scope: Scope) -> f.Effect:
        who: f.Expr | None = None
        if scope.stage == "setup":
            self._world.refuse(codes.CANNOT_CHANGE, tree.span, "a game cannot end in its setup")
        if tree.verb != "draw":
            if tree.player is None:
                who = self._all.names.mover(tree.span)
            else:
                who = self._whom(tree.player, scope)
            self._world.may_share(tree.verb, who)
        because = self._because
        text = because.span.text if because is not None else tree.verb
        return f.Finish(tree.verb, who, self._world.reason(" ".join(text.split()), because))

    def _whom(self, tree: t.Expr, scope: Scope) -> f.Expr:
        """The subject of a result: a player, or a set of players."""
        player = self._world.player
        self._all.names.one_of(tree, scope, player.domain.name)
        value = self._all.infer(tree, scope)
        wanted = SetOf(player) if isinstance(value.type, SetOf | ListOf) else player
        return self._all.converted(value, wanted, tree.span, "a player or a set of players")

    def _phase(self, tree: t.PhaseTo) -> f.Effect:
        world = self._world
        if tree.name not in world.phases or len(world.phases) < 2:
            known = "the phases are " + ", ".join(world.phases) if len(world.phases) > 1 else "this game has no phases"
            close = near(tree.name, world.phases)
            fix = Fix.write(tree.span, f"phase {close[0]}") if close else None
            world.refuse(codes.BAD_PHASE, tree.span, f"there is no phase `{tree.name}`", known, fix=fix)
        return f.Write("phase", (), f.Lit(world.phases.index(tree.name), world.fin("phase")))

    def _unknown(self, tree: t.Routine) -> NoReturn:
        """A routine that there is not: a mistyped one, or an effect that is called so elsewhere."""
        if tree.name in self._all.definitions.own:
            message = f"`{tree.name}` is a definition, not an effect"
            help_: str | None = "name effects under `routines`; a value is used within an effect, as in `put stone on ..`"
            self._world.refuse(name_codes.UNKNOWN_NAME, tree.name_span, message, "it gives a value and changes nothing", help_)
        verb = instead_of_effect(tree.name)
        close = () if verb else near(tree.name, [*self._routines, *EFFECTS])
        verb = verb or (close[0] if close and close[0] not in self._routines else None)
        label = near_label(close) or "not under `routines`"
        help_, fix = None, None
        if tree.name in OF_THE_TURN:
            label, close, help_ = "", (), NEXT_OF_THE_TURN
        elif verb:
            effect = effect_of(verb, " ".join(arg.span.text for arg in tree.args))
            help_, fix = sample_of_effect(verb), Fix.write(tree.span, effect) if effect else None
        elif close:
            fix = Fix.write(tree.name_span, close[0])
        message = f"unknown effect `{tree.name}`"
        self._world.refuse(name_codes.UNKNOWN_NAME, tree.name_span, message, label, None if fix else help_, fix=fix)

    def _routine(self, tree: t.Routine, scope: Scope) -> f.Effect:
        world = self._world
        routine = self._routines.get(tree.name)
        if routine is None:
            self._unknown(tree)
        if tree.name in self._stack:
            circle = " → ".join([*self._stack[self._stack.index(tree.name) :], tree.name])
            world.refuse(codes.CIRCULAR_ROUTINE, tree.span, f"`{tree.name}` uses itself", circle)
        if len(tree.args) != len(routine.params):
            usage = f"{tree.name}({', '.join(routine.params)})"
            message = f"`{tree.name}` takes {number_of_arguments(len(routine.params))}"
            world.refuse(name_codes.WRONG_ARGUMENTS, tree.span, message, f"write {usage}")
        world.used.add(tree.name)
        inner = Scope(scope.stage)
        bound: list[tuple[str, f.Expr]] = []
        rolls = unrolling.has(routine.body, self._routines, t.Roll, t.Deal)
        for param, arg in zip(routine.params, tree.args, strict=True):
            self._all.names.check_free(param, routine.span, Scope(scope.stage))
            value = self._all.infer(arg, scope)
            if isinstance(value, f.Lit) and rolls:  # a bound name would be lost at the roll
                inner = inner.bind(param, value)
                continue
            name = make.fresh(param)
            bound.append((name, value))
            inner = inner.bind(param, f.Var(name, value.type), lengths=lengths_of(self._all, value, scope))
        self._stack.append(tree.name)
        try:
            with used_here(world, tree.span, routine.span, tree.name, {each: inner.locals[each].type for each in routine.params}):
                body = self.effect(routine.body, inner)
        finally:
            self._stack.pop()
        for name, value in reversed(bound):
            body = f.LetDo(name, value, body)
        return body
