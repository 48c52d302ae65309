"""Checks and reports what no rule uses.

Takes the definition and the expressions after all rules were typed. A definition or routine with parameters is typed only at its
uses, by its arguments; an unused one is tried here with guessed types. If a guess fits, nothing is reported. If none fits,
reports the errors of the best guess, or, if there are too many parameters to try all guesses, only the errors common to all.
An unused part of a base that no longer fits what a variant makes of it is idle, and nobody's mistake.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from itertools import product

from ggl.checker.effects import Effects
from ggl.checker.expressions import Expressions
from ggl.checker.shown import names_in_look
from ggl.checker.world import SITES, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Fin, ListOf, Num, SetOf, Type
from ggl.diagnostics import Diagnostic, Findings, near
from ggl.diagnostics.catalog import moves_and_turns as move_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.model.definition import Defined, Definition, RoutinePart
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.parser import expression
from ggl.syntax.problems import SyntaxProblem

MOST_GUESSES, MOST_IN_ALL = 1000, 5000
"""For one part, and for all of a file."""

_MEMBERS = 10
"""The most members of a list that a parameter is tried with: so few that all may be gone over."""

_THINGS = (*SITES, "player", "direction", "kind")
_FOR_ALL_TYPES = (codes.UNKNOWN_NAME, codes.CIRCULAR_DEFINITION, move_codes.CIRCULAR_ROUTINE)
"""The mistakes that are there whatever the parameters are."""


def check_unused(definition: Definition, expressions: Expressions) -> None:
    world = expressions.world
    world.used |= names_in_look(definition) | definition.look.colours.keys() & definition.regions.keys()
    trials = _Trials(definition, expressions)
    for one in definition.definitions.values():
        if one.name not in world.used:
            trials.of_definition(one)
            world.used.discard(one.name)
    for routine in definition.routines.values():
        if routine.name not in world.used:
            trials.of_routine(routine)
    if not world.findings.has_errors:
        _tell(definition, world)


def _tell(definition: Definition, world: World) -> None:
    parts: list[tuple[str, str, Span]] = [("definition", o.name, o.span) for o in definition.definitions.values()]
    parts += [("option", o.name, o.span) for o in definition.options.values()]
    parts += [("kind of piece", o.name, o.span) for o in definition.pieces.values()]
    parts += [("variable", o.name, o.span) for o in definition.state.values()]
    parts += [("region", o.name, o.span) for o in definition.regions.values()]
    parts += [("routine", o.name, o.span) for o in definition.routines.values()]
    unused = [part for part in parts if part[1] not in world.used and part[2].source is definition.source]
    asked = _names_in_tests(definition) if unused else set()
    for what, name, span in unused:
        if name not in asked:
            like = [other for sort, other, place in parts if sort == what and place.source is not definition.source]
            close = near(name, like)
            help_ = f"if you mean `{close[0]}` of the base, write its name; otherwise use it" if close else "use it"
            world.findings.report(codes.UNUSED_NAME, span, f"the {what} `{name}` is never used", help=f"{help_}, or remove it")


def _names_in_tests(definition: Definition) -> set[str]:
    """The names that conditions and set-ups of the file's tests ask for."""
    trees: list[t.Tree | None] = [test.setup for test in definition.tests]
    for expected in (one for test in definition.tests for _, several in test.expect for one in several):
        for text in (expected.text, expected.value):
            with contextlib.suppress(SyntaxProblem):
                trees.append(expression(text) if text is not None else None)
    return {tree.name for tree in t.nodes(*trees) if isinstance(tree, t.Name | t.Dot | t.Call | t.Routine)}


class _Trials:
    def __init__(self, definition: Definition, expressions: Expressions) -> None:
        self._definition = definition
        self._all = expressions
        self._world = expressions.world
        self._apart = expressions.world.apart(Findings())
        self._left = MOST_IN_ALL

    def of_definition(self, one: Defined) -> None:
        if not one.params:  # no types to guess; kept for later questions
            with contextlib.suppress(Refused):
                self._all.infer(t.Name(one.name, span=one.span), Scope("define"))
            return

        def work(expressions: Expressions, scope: Scope) -> None:
            expressions.infer(t.Call(one.name, _names(one), (), one.span, span=one.span), scope)

        self._try(one, ("define",), work)

    def of_routine(self, routine: RoutinePart) -> None:
        def work(expressions: Expressions, scope: Scope) -> None:
            call = t.Routine(routine.name, _names(routine), routine.span, span=routine.span)
            Effects(expressions, self._definition.routines).effect(call, scope)

        self._try(routine, ("effect", "begin", "setup"), work)

    def _try(self, part: Defined | RoutinePart, stages: tuple[str, ...], work: Callable[[Expressions, Scope], None]) -> None:
        is_own = part.span.source is self._definition.source
        kinds = self._kinds_of_value()
        tried = _as_many(kinds, len(part.params), min(MOST_GUESSES, self._left))
        failed: list[World] = []
        for stage, types in product(stages, product(tried, repeat=len(part.params))):
            given = {name: f.Var(name, type_) for name, type_ in zip(part.params, types, strict=True)}
            self._left -= 1
            world = replace(self._apart, findings=Findings(), used=set(), rolls=[])
            expressions = Expressions(world)
            expressions.definitions.own = self._all.definitions.own
            fits = False
            with contextlib.suppress(Refused):
                work(expressions, Scope(stage, given, lengths=dict.fromkeys(given, (_MEMBERS,))))
                fits = True
            if is_own:
                self._world.used |= world.used - {part.name}
            if fits:
                for finding in world.findings if is_own else ():
                    self._world.findings.add(finding)
                return
            failed.append(world)
        certain = _certain(failed, len(tried) == len(kinds))
        if is_own:
            for finding in certain:
                self._world.findings.add(finding)
        elif certain:
            self._world.idle.append(part.span)

    def _kinds_of_value(self) -> list[Type]:
        """The types that a value may have, the likely ones first. A type with none fits no better than one without."""
        domains = self._world.domains
        names = (*_THINGS, *self._world.own_values)
        things = [Fin(domains[name]) for name in names if name in domains and domains[name].size]
        number = Num(1, 1)  # within any bounds that may be required
        sites = [thing for thing in things if thing.domain.name in SITES]
        plain: list[Type] = [sites[0], number, *(thing for thing in things if thing not in sites)]
        more: list[Type] = [SetOf(sites[0]), *sites[1:], *(SetOf(thing) for thing in things[1:]), SetOf(number), BOOL]
        lists: list[Type] = [ListOf(thing) for thing in plain]
        return [*plain, *more, *lists, *(ListOf(SetOf(site)) for site in sites)]


def _names(part: Defined | RoutinePart) -> tuple[t.Expr, ...]:
    return tuple(t.Name(param, span=part.span) for param in part.params)


def _as_many(kinds: list[Type], params: int, guesses: int) -> list[Type]:
    """The types to try for a number of parameters, at least one."""
    most = next((n for n in range(len(kinds), 1, -1) if n**params <= guesses), 1)
    return kinds[:most]


def _certain(failed: list[World], all_were_tried: bool) -> list[Diagnostic]:
    """The findings that the author is to hear, of those with each guess."""
    every = [finding for world in failed for finding in world.findings]
    certain = [finding for finding in every if finding.code in _FOR_ALL_TYPES]
    if certain or not all_were_tried or not all(world.findings.has_errors for world in failed):
        return certain
    return [finding for finding in max(failed, key=_how_far).findings if finding.code.severity == "error"]


def _how_far(failed: World) -> tuple[int, bool]:
    """How much of the text was read before the guess failed; where as much was, whether something else than its type failed."""
    return failed.form_count, all(finding.code not in (codes.WRONG_TYPE, codes.MIXED_TYPES) for finding in failed.findings)
