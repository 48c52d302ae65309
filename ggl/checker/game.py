"""A definition to the checked game: its parts, each built by a module of its own, on the world that its declarations make.

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
from ggl.checker.drawing import drawing_effects
from ggl.checker.effects import Effects
from ggl.checker.effects.rolling import unrolled
from ggl.checker.effects.telling import told_fields
from ggl.checker.end_rule_timing import asked_in_time
from ggl.checker.endings import Endings, match_total
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
from ggl.checker.shown import Shown, check_shown, has_any
from ggl.checker.subsets import check_many
from ggl.checker.turn import TurnBuilder
from ggl.checker.turn_repetition import counted_within_turns
from ggl.checker.unused import check_unused
from ggl.checker.world import Refused, Scope, Typed, World
from ggl.core import forms as f
from ggl.core.passes import lift
from ggl.core.types import BOOL, STORED_LIMIT, Domain, Num, Opt, Type, none_code, singular_of
from ggl.core.verify import verify
from ggl.core.walk import rebuilt
from ggl.diagnostics import NO_LIMIT, Findings, Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import options_and_variants as option_codes
from ggl.diagnostics.near import near
from ggl.engine.layout import TURNLESS_GAMES
from ggl.engine.protocol import TURNLESS_LIMIT
from ggl.model.blame import blame_findings
from ggl.model.definition import Definition, Player
from ggl.topology import Board

NO_MOVE = "no legal move"
"""The reason of a game that ends because the side to move has no move, and no rule says what follows."""

_T = TypeVar("_T")


@dataclass
class Notes:
    """The facts that editors need of a check, whatever was found: the types of expressions, and the world of names."""

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
    """The results of its `look` in a position, if there is one."""

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players who play with these options."""
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
    for finding in blame_findings(found, definition):
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
        core = asked_in_time(counted_within_turns(lift(core)), builder.turn.of_turn, builder.endings.unasked, findings)
        for field in core.fields:
            declared.world.add_field(field)
        if findings.has_errors or not check_many(core, declared.world.choices, findings):
            return None
        check_cost(core, declared.world.choices, findings, definition.name.span)
        if findings.has_errors:
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
    game = CheckedGame(definition, declared.options, world.board, core, tuple(world.kinds), tuple(world.pieces), world)
    if not has_any(definition):
        return game
    seen = check_shown(definition, world, core, findings)
    return None if seen is None else replace(game, shown=seen)


class _Builder:
    """Everything after the declarations. Each part is tried on its own, so that one mistake does not hide another."""

    def __init__(self, definition: Definition, declared: Declared) -> None:
        self._definition = definition
        self._world = declared.world
        self._all = declared.expressions
        self._effects = Effects(self._all, definition.routines)
        self._supplies = declared.supplies
        self.turn = TurnBuilder(definition, self._world, self._all, self._effects)
        self.endings = Endings(definition, self._world, self._all)

    def core(self) -> f.CoreGame:
        definition, world = self._definition, self._world
        self._fields()
        world.together = together.declared(definition)
        setup = self._try(self._setup, f.Seq(()))
        schemas = Moves(definition, self._world, self._all, self._effects).schemas()
        world.nobody_moves = world.together is not None
        no_turn = f.Turn(f.Lit(0, world.player), ()), schemas
        turn, schemas = self._try(lambda: self.turn.built(schemas), no_turn)
        no_score: tuple[tuple[f.Expr, ...], str] = ((), "")
        endings = self.endings
        scores, score_param = self._try(endings.score, no_score)
        end = endings.rules()
        nobody: tuple[str, f.Expr | None] = ("draw", None)
        tie = self._try(endings.tie, nobody)
        match = self._try(endings.match, None)
        world.nobody_moves = False
        if world.rolls:
            world.add_field(f.Field("chance", (), Num(0, len(world.rolls))))
        if world.several_may_win:
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
            if hushed:
                visibility.veil_steps(world, self._all, schemas)
        elif told:
            visibility.veil_steps(world, self._all, schemas)
        if world.veils:
            visibility.veil_drawn(world, self._all)
            self._can_hide(definition)
        kept = (*told_fields(world), *together.choice_fields(world))
        if match is not None and world.rolls:
            world.add_field(f.Field(TURNLESS_GAMES, (), Num(0, TURNLESS_LIMIT), 0, False))
            kept += (TURNLESS_GAMES,)
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
            match=None if match is None else replace(match, kept=kept),
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
        if self.turn.has_pie():
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
            add(match_total(1))
            world.need_field("starter")
            add(f.Field("game", (), Num(0, STORED_LIMIT), 0, False))
            world.first_by_match = self._definition.match.next_first is not None

    def _setup(self) -> f.Seq:
        """Supplies and sets to their starts, then the file's own setup."""
        world = self._world
        parts: list[f.Effect] = []
        for kind, count in self._supplies.items():
            code = world.kind_literal(kind)
            owners = [f.Lit(player, world.player) for player in world.suppliers(world.kinds[kind])]
            parts += [f.Write("supply", (owner, code), make.number(count)) for owner in owners]
        parts += [sets.start(world, name, start) for name, start in world.set_starts.items()]
        parts += [bags.fill_bag(world, world.variables[name], start) for name, start in world.bag_starts.items()]
        definition = self._definition
        if definition.drawing is not None:
            parts += drawing_effects(definition.drawing, definition.pieces, world)
        if definition.setup is not None:
            parts.append(unrolled(self._effects.effect(definition.setup, Scope("setup")), world))
        return f.Seq(tuple(parts))

    def _one_type_of_last(self) -> None:
        """Refuse to read a parameter of the last move that moves have with different types."""
        world = self._world
        for name, span in world.last_reads.items():
            moves: dict[Type, list[str]] = {}
            for (move, param), type_ in (*world.param_types.items(), *world.set_types.items()):
                if param == name:
                    moves.setdefault(make.WHOLE if isinstance(type_, Num) else type_, []).append(move)
            if len(moves) > 1:
                called = {type_: "a number" if isinstance(type_, Num) else singular_of(type_) for type_ in moves}
                shown = " and ".join(
                    f"{called[type_]} in {', '.join(f'`{move}`' for move in those)}" for type_, those in moves.items()
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
