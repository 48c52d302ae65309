"""A definition to the checked game: moves, turn, end, score and match, on the world that its declarations make.

Takes a definition and option values. Gives a `CheckedGame`, or None when there are errors; all findings are collected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from ggl.checker import bags, make, sets, together
from ggl.checker.adhoc_check import adhoc_expressions
from ggl.checker.cost import check_cost
from ggl.checker.declarations import Declared, OptionProblem, OptionValue, declare
from ggl.checker.drawing import drawn
from ggl.checker.effects import Effects
from ggl.checker.effects.rolling import unrolled
from ggl.checker.effects.telling import told_fields
from ggl.checker.end_rule_timing import asked_in_time, changed_by
from ggl.checker.endings import Endings
from ggl.checker.expressions import Expressions
from ggl.checker.hidden import visibility
from ggl.checker.hidden.legality import check_ends, check_legality
from ggl.checker.look import check_look
from ggl.checker.moves import Moves
from ggl.checker.nesting import check_nesting, too_deep
from ggl.checker.notation import check_notation
from ggl.checker.phases import check_phases
from ggl.checker.previous import with_previous_values
from ggl.checker.says import check_says
from ggl.checker.shown import Shown, has_any, shown
from ggl.checker.subsets import check_many
from ggl.checker.turn_repetition import counted_within_turns
from ggl.checker.unused import check_unused
from ggl.checker.world import CONSTANT, Refused, Scope, Typed, World
from ggl.core import forms as f
from ggl.core.passes import lift
from ggl.core.types import BOOL, STORED_LIMIT, Domain, ListOf, Num, Opt, SetOf, Type, a, none_code
from ggl.core.verify import verify
from ggl.core.walk import rebuilt
from ggl.diagnostics import NO_LIMIT, Findings, Fix
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.diagnostics.catalog import options_and_variants as option_codes
from ggl.diagnostics.near import near
from ggl.model.blame import told
from ggl.model.definition import Definition, PhasePart, Player, TurnPart
from ggl.syntax import tree as t
from ggl.topology import Board

NO_MOVE = "no legal move"
"""The reason of a game that ends because the side to move has no move, and no rule says what follows."""

_T = TypeVar("_T")


@dataclass
class Notes:
    """What tools for editing want to know of a check, whatever was found: the types of expressions, and the world of names."""

    typed: list[Typed] = field(default_factory=list)
    world: World | None = None


@dataclass(frozen=True, eq=False)
class CheckedGame:
    """A game whose rules are known to be sound: its core, its board, and the names for its codes. Equal to itself alone."""

    definition: Definition
    options: dict[str, OptionValue]
    board: Board
    core: f.CoreGame
    kinds: tuple[str, ...]
    pieces: tuple[tuple[str, int | None], ...]
    world: World
    shown: Shown | None = None
    """What its `look` works out in a position, if it does."""

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Those who play with these options."""
        return self.world.players

    @property
    def playing(self) -> tuple[Player, ...]:
        return tuple(self.definition.players[name] for name in self.players)

    def adhoc_expressions(self, findings: Findings) -> Expressions:
        """Expressions for text that is not a part of the game's file: see `ggl.checker.adhoc_check`."""
        return adhoc_expressions(self.definition, self.world, self.core, findings)


def check(
    definition: Definition, options: Mapping[str, object], findings: Findings, notes: Notes | None = None
) -> CheckedGame | None:
    """The checked game, or None if anything is wrong. Raises `OptionProblem` for an option value that is not allowed.

    `notes` are filled as far as the check comes.
    """
    found = Findings(NO_LIMIT)
    with make.numbered_anew():
        game = _checked(definition, options, found, notes)
    for finding in told(found, definition):
        findings.add(finding)
    return None if findings.has_errors else game


def _checked(
    definition: Definition, options: Mapping[str, object], findings: Findings, notes: Notes | None
) -> CheckedGame | None:
    try:
        declared = declare(definition, options, findings, notes.typed if notes else None)
        if declared is None:
            return None
        if notes is not None:
            notes.world = declared.world
        builder = _Builder(definition, declared)
        core = builder.core()
        if not check_nesting(core, findings, definition.name.span):
            return None
        core = asked_in_time(counted_within_turns(lift(core)), builder.renewed, builder.unasked, findings)
        for field in core.fields:
            declared.world.add_field(field)
        if findings.has_errors or not check_many(core, declared.world.choices, findings):
            return None
        if not check_cost(core, findings, definition.name.span):
            return None
        if core.veils:
            check_legality(core, declared.world)
            check_ends(core, declared.world)
    except RecursionError:
        too_deep(findings, definition.name.span)  # too deep even to build the rules
        return None
    if findings.has_errors:
        return None
    verify(core)
    world = declared.world
    world.typed = None
    game = CheckedGame(definition, declared.options, world.board, core, tuple(world.kinds), tuple(world.pieces), world)
    if not has_any(definition):
        return game
    seen = shown(definition, world, core, findings)
    return None if seen is None else replace(game, shown=seen)


class _Builder:
    """Everything after the declarations. Each part is tried on its own, so that one mistake does not hide another."""

    def __init__(self, definition: Definition, declared: Declared) -> None:
        self._definition = definition
        self._world = declared.world
        self._all = declared.expressions
        self._effects = Effects(self._all, definition.routines)
        self._supplies = declared.supplies
        self.renewed: frozenset[str] = frozenset()
        self.unasked: list[tuple[f.Expr, ...]] = []
        """The fields that the beginning of a turn does no more to than to give them their start again."""

    def core(self) -> f.CoreGame:
        definition, world = self._definition, self._world
        self._fields()
        world.together = together.declared(definition)
        setup = self._try(self._setup, f.Seq(()))
        schemas = Moves(definition, self._world, self._all, self._effects).schemas()
        world.nobody_moves = world.together is not None
        no_turn = f.Turn(f.Lit(0, world.player), ()), schemas
        turn, schemas = self._try(lambda: self._turn(definition.turn, schemas), no_turn)
        no_score: tuple[tuple[f.Expr, ...], str] = ((), "")
        endings = Endings(definition, world, self._all)
        scores, score_param = self._try(endings.score, no_score)
        end = endings.rules()
        self.unasked = endings.unasked
        nobody: tuple[str, f.Expr | None] = ("draw", None)
        tie = self._try(endings.tie, nobody)
        match = self._try(endings.match, None)
        world.nobody_moves = False
        if world.rolls:
            world.add_field(f.Field("chance", (), Num(0, len(world.rolls))))
        if "winners" in world.fields:
            self._try(endings.no_one_winner, None)
        world.reason(NO_MOVE)
        self._one_type_of_last()
        self._options_of_tests()
        if not world.findings.has_errors:  # a part with a mistake may name a phase
            check_phases(definition, world.findings)
        self._check_what_is_said()
        properties = {"cell": ("column", "row", "number"), **world.value_properties}
        check_notation(definition.look, definition.moves, schemas, tuple(self._all.definitions.made), properties, world.findings)
        check_unused(definition, self._all)
        told = visibility.tellings(definition, world, schemas)
        if world.together is not None:
            chosen = definition.turn.chosen_at_once
            hushed = any(one.schema not in chosen for one in told)
            told = () if world.findings.has_errors else together.veil(world, self._all, schemas, chosen, told)
            if hushed and told:
                visibility.veil_steps(world, self._all, schemas)
        elif told:
            visibility.veil_steps(world, self._all, schemas)
        if world.veils:
            visibility.veil_drawn(world, self._all)
            self._can_hide(definition)
        core = f.CoreGame(
            domains=tuple(world.domains.values()),
            fields=tuple(world.fields.values()),
            layers=tuple(world.layers.values()),
            tables=tuple(world.tables.values()),
            definitions=tuple(self._all.definitions.made),
            setup=setup,
            schemas=schemas,
            turn=turn,
            end=end,
            score=scores[0] if scores else None,
            score_param=score_param,
            tie=tie,
            match=None if match is None else replace(match, kept=(*told_fields(world), *together.choice_fields(world))),
            reasons=tuple(world.reasons),
            rolls=tuple(world.rolls),
            breaks=scores[1:],
            veils=tuple(world.veils.values()),
            tellings=told,
        )
        core = with_previous_values(core)
        if len(schemas) == len(definition.moves):
            return core
        there = {"", *(schema.name for schema in schemas)}
        # a move that no `then` leads to has no schema, and is never legal
        return rebuilt(core, lambda form: f.Lit(0, BOOL) if isinstance(form, f.Can) and form.schema not in there else form)

    def _can_hide(self, definition: Definition) -> None:
        """Refuse what would tell players what they do not see, or asks for sides that keep to their seats."""
        turn, report = definition.turn, self._world.report
        span = turn.span or definition.name.span
        if turn.prefer:
            message = f"`{turn.prefer}` looks ahead to whole turns, so it reads what the side to move does not see"
            report(codes.HIDDEN_FROM_MOVER, span, message, "", f"remove `{turn.prefer}`, or let everybody see everything")
        if turn.pie and self._constant(turn.pie_if):
            message = "a player who takes over a side would have to learn what that side has seen"
            report(codes.HIDDEN_FROM_MOVER, span, message, "", "remove `pie`, or let everybody see everything")

    @staticmethod
    def _try(work: Callable[[], _T], otherwise: _T) -> _T:
        try:
            return work()
        except Refused:
            return otherwise

    def _check_what_is_said(self) -> None:
        """Report what `look` and `says` name that is not there. Where a base names it, that is idle, and nobody's mistake."""
        world, definition, found = self._world, self._definition, Findings(NO_LIMIT)
        check_look(definition, world.apart(found))
        check_says(definition, found)
        for finding in found:
            if finding.span is None or finding.span.source is definition.source:
                world.findings.add(finding)
            else:
                world.idle.append(finding.span)

    # ---- fields and setup

    def _fields(self) -> None:
        """The fields that every position has; those that only some rules read come when they are read."""
        world = self._world
        add = world.add_field
        add(f.Field("mover", (), world.player))
        world.domains["seat"] = Domain("seat", world.player.domain.size)
        add(f.Field("seat", ("player",), world.fin("seat"), 0, False))
        if len(world.phases) > 1:
            add(f.Field("phase", (), world.fin("phase")))
        add(f.Field("ply", (), Num(0, STORED_LIMIT), 0, False))
        add(f.Field("passes", (), Num(0, STORED_LIMIT), 0, False))
        add(f.Field("over", (), Num(0, STORED_LIMIT), 0, False))
        add(f.Field("winner", (), Opt(world.player), none_code(world.player), False))
        if self._definition.match is not None:
            add(f.Field("total", ("player",), Num(-STORED_LIMIT, STORED_LIMIT), 0, False))
            add(f.Field("starter", (), world.player, 0, False))
            add(f.Field("game", (), Num(0, STORED_LIMIT), 0, False))

    def _setup(self) -> f.Seq:
        """Supplies and sets to their starts, then the file's own setup."""
        world = self._world
        parts: list[f.Effect] = []
        for kind, count in self._supplies.items():
            code = f.Lit(list(world.kinds).index(kind), world.fin("kind"))
            owners = [f.Lit(player, world.player) for player in world.suppliers(world.kinds[kind])]
            parts += [f.Write("supply", (owner, code), make.number(count)) for owner in owners]
        parts += [sets.start(world, name, start) for name, start in world.set_starts.items()]
        parts += [bags.fill(world, world.variables[name], start) for name, start in world.bag_starts.items()]
        definition = self._definition
        if definition.drawing is not None:
            parts += drawn(definition.drawing, definition.pieces, world)
        if definition.setup is not None:
            parts.append(unrolled(self._effects.effect(definition.setup, Scope("setup")), world))
        return f.Seq(tuple(parts))

    # ---- the turn

    def _turn(self, part: TurnPart, schemas: tuple[f.Schema, ...]) -> tuple[f.Turn, tuple[f.Schema, ...]]:
        """The turn, and the schemas as its steps are made."""
        world = self._world
        first: f.Expr = f.Lit(0, world.player)
        if part.first is not None:
            first = self._all.want(part.first, CONSTANT, world.player, "a player")
        started = tuple(move.name for move in self._definition.moves.values() if move.started)
        phases = tuple(
            f.Phase(phase.name, self._tiers(phase.together or phase.play, started),
                    self._all.condition(phase.until, Scope("end")) if phase.until is not None else None,
                    phase.passing if phase.together is None else "never", self._pass_if(phase.pass_if))
            for phase in part.phases
        ) or (f.Phase("", self._tiers(part.together or part.play, started)),)  # fmt: skip
        offered = {name for phase in phases for tier in phase.tiers for name in tier}
        following = {pick.schema for schema in schemas for pick in schema.then}
        for move in self._definition.moves.values():
            if move.started and move.name not in offered:
                where = "in `play` of a phase" if part.phases else f"in `turn: {'together' if part.together else 'play'}:`"
                if move.name in following:
                    message = f"`{move.name}` only follows by `then`"
                    help_ = f"write its key with brackets, `{move.name}():`, or name it {where}"
                else:
                    message = f"`{move.name}` is never offered"
                    help_ = f"name it {where}, or add brackets to it if it only follows by `then`"
                world.findings.report(codes.NEVER_OFFERED, move.span, message, help=help_)
        pie = ""
        if part.pie and self._constant(part.pie_if):
            pie = part.pie
            if len(world.players) != 2:
                world.refuse(board_codes.WRONG_PLAYERS, part.span or self._definition.name.span,
                             "a pie rule needs two players")  # fmt: skip
        again_while = None if part.again_while is None else self._all.condition(part.again_while, Scope("after"))
        if again_while is not None:
            world.need_field("steps")  # tells whether a turn has begun
        begin = self._begin(part)
        finish = make.NOTHING if part.finish is None else self._effects.effect(part.finish, Scope("finish"))
        if part.following is not None:
            finish = f.Seq((finish, self._goes_to(part.following)))
        if pie and "again" in world.fields:  # with `again`, any turn may be the second side's first
            world.add_field(f.Field("pie", (), Num(0, 2), 0, False))
        preferred = None if part.preferred is None else self._preferred(part.preferred)
        turn = f.Turn(first, phases, part.passing, pie, again_while, begin, part.prefer, preferred,
                      self._pass_if(part.pass_if), finish)  # fmt: skip
        return self._together(part, turn, schemas) if part.at_once else (turn, schemas)

    def _together(self, part: TurnPart, turn: f.Turn, schemas: tuple[f.Schema, ...]) -> tuple[f.Turn, tuple[f.Schema, ...]]:
        """A turn in which one side after the other notes its choice."""
        world = self._world
        together.check_moves(self._definition, world)
        if world.findings.has_errors:
            raise Refused
        chosen = part.chosen_at_once
        together.fields_of(world, together.only(schemas, chosen), len(schemas), in_phases=part.together is None)
        goes_on, by = together.goes_on(world), self._choosers(part)
        if part.together is not None:
            done = together.carried_out(world, schemas, chosen, by, (self._resolve(part), turn.finish))
        else:
            held = make.fresh("phase")
            now = f.Var(held, world.fin("phase"))
            resolved = [f.IfDo(self._is_phase(one, now), self._resolve(one), make.NOTHING) for one in part.at_once]
            carried = together.carried_out(world, schemas, chosen, self._choosers(part, now), tuple(resolved))
            done = f.Seq((together.after_choices(world, f.LetDo(held, self._phase_now(), carried)), turn.finish))
        return replace(turn, again_while=goes_on, finish=done), together.noting(world, schemas, chosen, by)

    def _resolve(self, part: TurnPart | PhasePart) -> f.Effect:
        return make.NOTHING if part.resolve is None else self._effects.effect(part.resolve, Scope("resolve"))

    def _phase_now(self) -> f.Expr:
        return f.Get("phase", (), self._world.fin("phase")) if len(self._world.phases) > 1 else f.Lit(0, self._world.fin("phase"))

    def _is_phase(self, part: TurnPart | PhasePart, now: f.Expr) -> f.Expr:
        """Whether this is the phase of a part."""
        assert isinstance(part, PhasePart)
        return make.compare("eq", now, f.Lit(self._world.phases.index(part.name), self._world.fin("phase")))

    def _choosers(self, part: TurnPart, now: f.Expr | None = None) -> f.Expr | None:
        """The sides that choose, in the phase that is now; None for all."""
        everyone = SetOf(self._world.player)
        wants = [(one, self._all.want(one.choosers, Scope("before"), everyone, "a set of players"))
                 for one in part.at_once if one.choosers is not None]  # fmt: skip
        if part.together is not None or not wants:
            return wants[0][1] if wants else None
        found: f.Expr = make.everything(self._world.player)
        for one, want in wants:
            found = f.If(self._is_phase(one, self._phase_now() if now is None else now), want, found, everyone)
        return found

    def _goes_to(self, tree: t.Expr) -> f.Effect:
        """At the end of a turn: the turn stays where the order of the players does not matter, with another side as the mover."""
        world, again = self._world, f.Field("again", (), Num(0, 1))
        world.add_field(again)
        found = make.fresh("next")
        side = f.Var(found, Opt(world.player))
        goes = f.IfDo(make.not_none(side), f.Seq((f.Again(), f.Write("mover", (), make.there(side)))), make.NOTHING)
        value = self._all.want(tree, Scope("finish"), Opt(world.player), "a player, or none")
        is_settled = make.compare("eq", f.Get(again.name, (), again.values), make.number(1))
        return f.IfDo(is_settled, make.NOTHING, f.LetDo(found, value, goes, span=tree.span))

    def _pass_if(self, tree: t.Expr | None) -> f.Expr | None:
        return None if tree is None else self._all.condition(tree, Scope("pass"))

    def _begin(self, part: TurnPart) -> f.Effect:
        """What is done as a turn begins: the variables of each turn have their start again, then the file's own."""
        world = self._world
        own = make.NOTHING if part.begin is None else self._effects.effect(part.begin, Scope("begin"))
        if part.at_once:
            first = together.beginning(world, self._choosers(part))
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
        fields = {world.variables[one.name].field for one in passing}
        self.renewed = frozenset(fields - changed_by(own, world.layers, world.rolls))
        return f.Seq((*renewals, own)) if renewals else own

    def _preferred(self, tree: t.Expr) -> f.Expr:
        """What whole turns are chosen by: a number, or a list of them."""
        value = self._all.infer(tree, Scope("after"))
        if isinstance(tree, t.ListOf) or (isinstance(value.type, Opt) and isinstance(value.type.of, Num)):
            # A member of none would be dropped, and the next one would take its place.
            for part in tree.items if isinstance(tree, t.ListOf) else (tree,):
                self._all.number(part, Scope("after"))
        if not isinstance(value.type, Num) and not (isinstance(value.type, ListOf) and isinstance(value.type.of, Num)):
            message = "turns are chosen by a number, or by a list of numbers"
            self._world.refuse(name_codes.WRONG_TYPE, tree.span, message, a(value.type))
        return value

    def _constant(self, tree: t.Expr | None) -> bool:
        if tree is None:
            return True
        value = self._all.condition(tree, CONSTANT)
        if not isinstance(value, f.Lit):
            self._world.refuse(name_codes.NOT_CONSTANT, tree.span, "this may depend only on the options")
        return bool(value.value)

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
            key = "together" if any(plan is part.together for part in self._definition.turn.at_once) else "play"
            self._world.refuse(codes.WRONG_HANDOVER, test.span, f"`{key}` has no condition", "",
                               "put the condition into the move's `where`")  # fmt: skip
        return plan.names()

    def _one_type_of_last(self) -> None:
        """Refuse to read a parameter of the last move that moves have with different types."""
        world = self._world
        for name, span in world.last_reads.items():
            moves: dict[Type, list[str]] = {}
            for (move, param), type_ in world.param_types.items():
                if param == name:
                    moves.setdefault(replace(type_, lo=0, hi=0, scale=1) if isinstance(type_, Num) else type_, []).append(move)
            if len(moves) > 1:
                shown = " and ".join(
                    f"{'a number' if isinstance(type_, Num) else a(type_)} in {', '.join(f'`{move}`' for move in those)}"
                    for type_, those in moves.items()
                )
                message = f"`last.{name}` has no single type: `{name}` is {shown}"
                world.findings.report(codes.LAST_OF_TWO_TYPES, span, message, help="give the parameters different names")

    def _options_of_tests(self) -> None:
        known = self._definition.options
        for test in self._definition.tests:
            for name, _ in test.options:
                if name.text not in known:
                    close = near(name.text, known)
                    self._world.findings.report(
                        option_codes.UNKNOWN_OPTION, name.span, f"this game has no option `{name.text}`",
                        label=f"near: `{close[0]}`" if close else "",
                        help=None if close else "its options are: " + (", ".join(known) or "none"),
                        fix=Fix.write(name.span, close[0]) if close else None,
                    )  # fmt: skip


__all__ = ["NO_MOVE", "CheckedGame", "OptionProblem", "check"]
