"""The results of `look` in a position: the way a move is written, the marks on the board, and the part of it that is shown.

Takes the parts of a checked game. Gives a `Shown`: the expressions in core forms, and a core that has what they need beside the
game's own.
The game itself is not changed by them, nor is its fingerprint. Facts that the rules do not keep cannot be asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import field

from ggl.checker.adhoc_check import adhoc_expressions, extended, not_stored
from ggl.checker.cost import check_question
from ggl.checker.expressions import Expressions
from ggl.checker.hidden.legality import check_hidden_notation
from ggl.checker.lengths import lengths_of
from ggl.checker.world import SITES, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf, Type, singular_of, strip_opt
from ggl.core.walk import reached, uses
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.diagnostics.near import near, near_label
from ggl.frozen import frozen
from ggl.model.colours import NAMED, hex_colour
from ggl.model.definition import Definition, MarkPart, Text
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.topology.canvas import is_one_place


@frozen
class Mark:
    """A mark: the site, set or list of `sites`, where `each` stands for a player if there is one for each.

    A `value` is computed with `name` standing for each of the sites.
    """

    part: MarkPart
    sites: f.Expr
    of_moves: bool
    """Whether it reads the legal moves, which are known between turns only."""

    name: str = ""
    value: f.Expr | None = None


@frozen
class Shown:
    core: f.CoreGame
    patterns: dict[str, tuple[tuple[Text, f.Expr], ...]] = field(default_factory=dict)
    """Of moves that are written in several ways: each pattern with its condition, in which the move's names stand."""

    marks: tuple[Mark, ...] = ()
    view: f.Expr | None = None


def has_any(definition: Definition) -> bool:
    look = definition.look
    return bool(look.patterns or look.draw or look.view is not None)


def names_in_look(definition: Definition) -> set[str]:
    """The names that the look asks for, with those that their definitions ask for."""
    look = definition.look
    waiting: list[t.Tree | None] = [look.view, *(test for rows in look.patterns.values() for _, test in rows)]
    waiting += [tree for mark in look.draw for tree in (mark.on, mark.value, mark.binder)]
    found: set[str] = set()
    while waiting:
        names = {tree.name for tree in t.nodes(waiting.pop()) if isinstance(tree, t.Name | t.Call)} - found
        found |= names
        waiting += [definition.definitions[name].body for name in names & definition.definitions.keys()]
    return found


def check_shown(definition: Definition, world: World, core: f.CoreGame, findings: Findings) -> Shown | None:
    """None where something is wrong, which is reported."""
    found = Findings()
    expressions = adhoc_expressions(definition, world, core, found)
    look, reading = definition.look, _Reading(core, expressions)
    patterns = {
        move: rows for move, given in look.patterns.items() if (rows := reading.patterns(move, given)) is not None
    }  # fmt: skip
    marks = tuple(made for part in look.draw for made in reading.mark(part))
    view = reading.view(look.view)
    whole = extended(core, expressions)
    if not found.has_errors:
        known, keeps_positions = {each.name for each in core.fields}, uses(core, f.Seen)
        for form, span in reading.asked:
            check_question(form, whole, world.choices, found, span)
            if what := _not_kept(form, whole, known, keeps_positions):
                message = f"the rules of this game do not store {what}, so `look` cannot read it"
                found.report(codes.UNKNOWN_LOOK, span, message)
    if core.veils:
        check_hidden_notation(whole, expressions.world, (test for rows in patterns.values() for _, test in rows))
    for finding in found.sorted():
        findings.add(finding)
    return None if found.has_errors else Shown(whole, patterns, marks, view)


def _not_kept(form: f.Expr, core: f.CoreGame, known: set[str], keeps_positions: bool) -> str:
    """The thing that an expression, or a definition that it calls, needs and the rules keep no account of; empty if none."""
    fields = {each.name: each for each in core.fields}
    for part in reached(form, core.definitions):
        match part:
            case f.Seen() if not keeps_positions:
                return "earlier positions"
            case f.Get(name) | f.Plane(name) if name not in known:
                return not_stored(fields[name])
    return ""


class _Reading:
    def __init__(self, core: f.CoreGame, expressions: Expressions) -> None:
        self._all = expressions
        self._world: World = expressions.world
        self._schemas = {schema.name: schema for schema in core.schemas}
        self.asked: list[tuple[f.Expr, Span]] = []
        """What is to be evaluated in a position, and where it stands."""

    def patterns(self, move: str, rows: tuple[tuple[Text, t.Expr], ...]) -> tuple[tuple[Text, f.Expr], ...] | None:
        """None for what is not a move; that is reported with the other notations."""
        schema = self._schemas.get(move)
        if schema is None:
            return None
        scope = Scope("match")
        for param in schema.params:
            scope = scope.bind(param.name, f.Var(param.name, param.type))
        for let in schema.lets:
            lengths = lengths_of(self._all, let.value, scope)
            scope = scope.bind(let.name, f.Var(let.name, let.value.type), lengths=lengths)
        found = []
        for text, tree in rows:
            with suppress(Refused):
                test = self._all.condition(tree, scope)
                for let in reversed(schema.lets):
                    test = f.Let(let.name, let.value, test, span=tree.span)
                found.append((text, test))
                self.asked.append((test, tree.span))
        return tuple(found)

    def view(self, tree: t.Expr | None) -> f.Expr | None:
        if tree is None:
            return None
        with suppress(Refused):
            found = self._all.as_set(tree, Scope("match"), "a set of cells")
            if _site_of(found.type) != "cell":
                self._world.refuse(name_codes.WRONG_TYPE, tree.span, "expected a set of cells", singular_of(found.type))
            self.asked.append((found, tree.span))
            return found
        return None

    def mark(self, part: MarkPart) -> Iterator[Mark]:
        with suppress(Refused):
            self._check_looks(part)
            scope = Scope("match")
            if part.each:
                self._all.names.check_free(part.each, part.span, scope)
                scope = scope.bind(part.each, f.Var(part.each, self._world.player))
            self._all.reads = {}
            if part.on is not None:
                sites = self._sites(part.on, scope)
                if part.form == "line" and not isinstance(sites.type, ListOf):
                    self._world.refuse(name_codes.WRONG_TYPE, part.on.span, "a line goes through a list, in its order",
                                       singular_of(sites.type), "write the sites in brackets: `[a1, b2, c3]`")  # fmt: skip
                yield Mark(part, sites, "can" in self._all.reads)
            else:
                binder, tree = part.binder, part.value
                assert binder is not None  # what is not drawn on sites is written on each of some
                assert tree is not None
                sites = self._sites(binder.source, scope)
                self._all.names.check_free(binder.name, part.span, scope)
                of = Fin(self._world.domains[_site_of(sites.type)])
                value = self._all.infer(tree, scope.bind(binder.name, f.Var(binder.name, of)))
                self.asked.append((value, tree.span))
                yield Mark(part, sites, "can" in self._all.reads, binder.name, value)

    def _sites(self, tree: t.Expr, scope: Scope) -> f.Expr:
        found = self._all.infer(tree, scope)
        if not _site_of(found.type):
            self._world.refuse(name_codes.WRONG_TYPE, tree.span, "a mark is drawn on sites: one, a set, a list, or several",
                               singular_of(found.type))  # fmt: skip
        self.asked.append((found, tree.span))
        return found

    def _check_looks(self, part: MarkPart) -> None:
        world, players = self._world, self._world.players
        whose = [*players, *world.left_out]
        if part.colour is not None and part.colour.text not in whose and hex_colour(part.colour.text) is None:
            label = near_label(near(part.colour.text, [*whose, *NAMED]))
            world.refuse(codes.NO_COLOUR, part.colour.span, f"`{part.colour.text}` is neither a colour nor a player", label,
                         "write a colour such as `gold`, or a player")  # fmt: skip
        signs = part.sign.text.split() if part.sign is not None else []
        if part.sign is not None and not (len(signs) in (1, len(players) if part.each else 1) and all(map(is_one_place, signs))):
            wanted = (
                f"one character, or {len(players)} with blanks between, one for each player" if part.each else "one character"
            )
            world.refuse(codes.NO_SIGN, part.sign.span, f"`{part.sign.text}` cannot be the sign of a mark", f"it is {wanted}")


def _site_of(type_: Type) -> str:
    """The type of the sites that a value is or holds; empty if it holds none."""
    of = strip_opt(type_)
    while isinstance(of, SetOf | ListOf):
        of = strip_opt(of.of)
    return of.domain.name if isinstance(of, Fin) and of.domain.name in SITES else ""
