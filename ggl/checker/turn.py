"""A turn: what is offered in its phases, how it begins and ends, who moves next, and the pie rule.

Takes a definition, the world that its declarations make, and the schemas of its moves. Gives the turn of the core, and the
schemas again: where all sides choose at once, a move notes the choice, and the end of the turn carries it out.
"""

from __future__ import annotations

from dataclasses import replace

from ggl.checker import make, together
from ggl.checker.constants import fixed
from ggl.checker.effects import Effects
from ggl.checker.effects.rolling import unrolled
from ggl.checker.expressions import Expressions
from ggl.checker.tree_queries import effects_in
from ggl.checker.world import CONSTANT, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import ListOf, Num, Opt, SetOf, singular_of
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.engine.layout import PHASE_OF_TURN
from ggl.model.definition import Definition, PhasePart, TurnPart
from ggl.syntax import tree as t


class TurnBuilder:
    def __init__(self, definition: Definition, world: World, expressions: Expressions, effects: Effects) -> None:
        self._definition = definition
        self._part = definition.turn
        self._world = world
        self._all = expressions
        self._effects = effects
        self.of_turn: frozenset[str] = frozenset()
        """The fields of the variables of each turn."""

    def built(self, schemas: tuple[f.Schema, ...]) -> tuple[f.Turn, tuple[f.Schema, ...]]:
        """The turn, and the schemas as its steps are made."""
        world, part = self._world, self._part
        first: f.Expr = f.Lit(0, world.player)
        if part.first is not None:
            first = self._all.want(part.first, CONSTANT, world.player, "a player")
        started = tuple(move.name for move in self._definition.moves.values() if move.started)
        phases = tuple(
            f.Phase(phase.name, self._tiers(phase.together or phase.play, started), self._condition(phase.until, "end"),
                    phase.passing if phase.together is None else "never", self._condition(phase.pass_if, "pass"))
            for phase in part.phases
        ) or (f.Phase("", self._tiers(part.together or part.play, started)),)  # fmt: skip
        self._report_never_offered(phases, schemas)
        started_by_effects = {tree.name for tree in effects_in(self._definition) if isinstance(tree, t.PhaseTo)}
        if any(phase.until is not None and phase.name in started_by_effects for phase in phases[:-1]):
            world.add_field(f.Field(PHASE_OF_TURN, (), world.fin("phase"), 0, False))
        pie = part.pie if self.has_pie() else ""
        if pie and len(world.players) != 2:
            world.refuse(board_codes.WRONG_PLAYERS, part.span or self._definition.name.span, "a pie rule needs two players")
        again_while = self._condition(part.again_while, "after")
        if again_while is not None:
            world.need_field("steps")  # tells whether a turn has begun
        begin = self._begin()
        finish = self._effect(part.finish, "finish")
        if part.following is not None:
            finish = f.Seq((finish, self._goes_to(part.following)))
        if pie and "again" in world.fields:  # with `again`, any turn may be the second side's first
            world.add_field(f.Field("pie", (), Num(0, 2), 0, False))
        preferred = None if part.preferred is None else self._preferred(part.preferred)
        turn = f.Turn(first, phases, part.passing, pie, again_while, begin, part.prefer, preferred,
                      self._condition(part.pass_if, "pass"), finish)  # fmt: skip
        return self._together(turn, schemas) if part.at_once else (turn, schemas)

    def has_pie(self) -> bool:
        """Whether the turn has a pie rule with these options."""
        return bool(self._part.pie) and self._constant(self._part.pie_if)

    def _report_never_offered(self, phases: tuple[f.Phase, ...], schemas: tuple[f.Schema, ...]) -> None:
        """Report each move that starts a turn by its key, and that no phase offers."""
        part = self._part
        offered = {name for phase in phases for tier in phase.tiers for name in tier}
        following = {pick.schema for schema in schemas for pick in schema.then}
        where = "in `play` of a phase" if part.phases else f"in `turn: {'together' if part.together else 'play'}:`"
        for move in self._definition.moves.values():
            if move.started and move.name not in offered:
                if move.name in following:
                    message = f"`{move.name}` only follows by `then`"
                    help_ = f"write its key with brackets, `{move.name}():`, or name it {where}"
                else:
                    message = f"`{move.name}` is never offered"
                    help_ = f"name it {where}, or add brackets to it if it only follows by `then`"
                self._world.findings.report(codes.NEVER_OFFERED, move.span, message, help=help_)

    def _together(self, turn: f.Turn, schemas: tuple[f.Schema, ...]) -> tuple[f.Turn, tuple[f.Schema, ...]]:
        """A turn in which one side after the other notes its choice."""
        world, part = self._world, self._part
        together.check_moves(self._definition, world)
        if world.findings.has_errors:
            raise Refused
        chosen = part.chosen_at_once
        together.fields_of(world, together.schemas_named(schemas, chosen), len(schemas), in_phases=part.together is None)
        goes_on, by = together.choices_remain(world), self._choosers(self._phase_now())
        if part.together is not None:
            after = self._effect(part.resolve, "resolve"), turn.finish
            done = together.carried_out(world, schemas, chosen, by, turn.first, after)
        else:
            held = make.fresh("phase")
            now = f.Var(held, world.fin("phase"))
            resolved = [
                f.IfDo(self._is_phase(one, now), self._effect(one.resolve, "resolve"), make.NOTHING) for one in part.at_once
            ]
            match, first = self._definition.match, turn.first
            if self._definition.setup is not None or (match is not None and match.next_first is not None):
                first = f.Get(world.need_field("starter").name, (), world.player)
            carried = together.carried_out(world, schemas, chosen, self._choosers(now), first, tuple(resolved))
            done = f.Seq((together.after_choices(world, f.LetDo(held, self._phase_now(), carried)), turn.finish))
        return replace(turn, again_while=goes_on, finish=done), together.noting(world, schemas, chosen, by)

    def _effect(self, tree: t.Effect | None, where: str) -> f.Effect:
        return make.NOTHING if tree is None else self._effects.effect(tree, Scope(where))

    def _condition(self, tree: t.Expr | None, where: str) -> f.Expr | None:
        return None if tree is None else self._all.condition(tree, Scope(where))

    def _phase_now(self) -> f.Expr:
        return f.Get("phase", (), self._world.fin("phase")) if len(self._world.phases) > 1 else f.Lit(0, self._world.fin("phase"))

    def _is_phase(self, part: TurnPart | PhasePart, now: f.Expr) -> f.Expr:
        """Whether this is the phase of a part."""
        assert isinstance(part, PhasePart)
        return make.comparison("eq", now, f.Lit(self._world.phases.index(part.name), self._world.fin("phase")))

    def _choosers(self, now: f.Expr) -> f.Expr | None:
        """The sides that choose, in the phase `now`; None for all."""
        part = self._part
        everyone = SetOf(self._world.player)
        wants = [(one, self._all.want(one.choosers, Scope("before"), everyone, "a set of players"))
                 for one in part.at_once if one.choosers is not None]  # fmt: skip
        if part.together is not None or not wants:
            return wants[0][1] if wants else None
        found: f.Expr = make.everything(self._world.player)
        for one, want in wants:
            found = f.If(self._is_phase(one, now), want, found, everyone)
        return found

    def _goes_to(self, tree: t.Expr) -> f.Effect:
        """At the end of a turn: the turn stays where the order of the players does not matter, with another side as the mover."""
        world, again = self._world, f.Field("again", (), Num(0, 1))
        world.add_field(again)
        found = make.fresh("next")
        side = f.Var(found, Opt(world.player))
        goes = f.IfDo(make.not_none(side), f.Seq((f.Again(), f.Write("mover", (), make.there(side)))), make.NOTHING)
        value = self._all.want(tree, Scope("finish"), Opt(world.player), "a player, or none")
        is_settled = make.comparison("eq", f.Get(again.name, (), again.values), make.number(1))
        return f.IfDo(is_settled, make.NOTHING, f.LetDo(found, value, goes, span=tree.span))

    def _begin(self) -> f.Effect:
        """The effects as a turn begins: the variables of each turn have their start again, then the file's own."""
        world, part = self._world, self._part
        own = self._effect(part.begin, "begin")
        if part.at_once:
            first = together.beginning(world, self._choosers(self._phase_now()))
            if part.together is None:
                first = f.IfDo(make.disj([self._is_phase(one, self._phase_now()) for one in part.at_once]), first, make.NOTHING)
            own = f.Seq((own, first))
        own = unrolled(own, world)
        passing = [one for one in self._definition.state.values() if one.each == "turns" and one.name in world.variables]
        mentioned = set(world.used)
        renewals = [
            self._effects.effect(t.Change("set", t.Name(one.name, span=one.span), one.start, span=one.span), Scope("begin"))
            for one in passing
        ]
        world.used &= mentioned
        self.of_turn = frozenset(world.variables[one.name].field for one in passing)
        return f.Seq((*renewals, own)) if renewals else own

    def _preferred(self, tree: t.Expr) -> f.Expr:
        """The value by which whole turns are chosen: a number, or a list of numbers."""
        value = self._all.infer(tree, Scope("after"))
        if isinstance(tree, t.ListOf) or (isinstance(value.type, Opt) and isinstance(value.type.of, Num)):
            # A member of none would be dropped, and the next one would take its place.
            for part in tree.items if isinstance(tree, t.ListOf) else (tree,):
                self._all.number(part, Scope("after"))
        if not isinstance(value.type, Num) and not (isinstance(value.type, ListOf) and isinstance(value.type.of, Num)):
            message = "turns are chosen by a number, or by a list of numbers"
            self._world.refuse(name_codes.WRONG_TYPE, tree.span, message, singular_of(value.type))
        return value

    def _constant(self, tree: t.Expr | None) -> bool:
        if tree is None:
            return True
        return bool(fixed(self._all, self._all.condition(tree, CONSTANT), tree.span).value)

    def _tiers(self, plan: t.Plan | None, started: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        if plan is None:
            return (started,)
        for pick in plan.picks:
            followed = self._definition.moves.get(pick.name)
            if followed is not None and not followed.started:
                help_ = f"remove it here, or write its key without brackets, `{pick.name}:`"
                label = "a move with brackets only follows by `then`"
                self._world.refuse(codes.UNKNOWN_MOVE, pick.name_span, f"`{pick.name}` cannot start a turn", label, help_)
            if pick.name not in started:
                message = f"`{pick.name}` is not a move that starts a turn"
                self._world.unknown_move(pick.name, pick.name_span, message, started)
            if pick.optional:
                message = "`optional` can be used only in `then`"
                fix = Fix.write(pick.span, pick.name, "; `turn: pass:` says whether a player may pass")
                self._world.refuse(codes.WRONG_HANDOVER, pick.span, message, fix=fix)
            if pick.args or pick.named:
                message = "no values are passed at the start of a turn"
                self._world.refuse(codes.WRONG_HANDOVER, pick.span, message, fix=Fix.write(pick.span, pick.name))
        for test in plan.tests:
            key = "together" if any(plan is part.together for part in self._part.at_once) else "play"
            self._world.refuse(codes.WRONG_HANDOVER, test.span, f"`{key}` has no condition", "",
                               "put the condition into the move's `where`")  # fmt: skip
        return plan.names()
