"""Expressions: trees to typed core forms.

Takes a tree, a scope and the world; gives a core form whose `type` is the expression's, or reports one finding and raises
`Refused`. Each kind of tree has its own module.

`none` passes through words about the board (a step off the board is none, its neighbours are the empty set) and makes a
condition false; arithmetic and `<` refuse what may be none, unless a condition around them excludes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import NoReturn

from ggl.checker import make
from ggl.checker.calls.calls import Calls
from ggl.checker.calls.definitions import Definitions
from ggl.checker.constants import constant, is_closed, possible_sizes
from ggl.checker.expressions import choices, comparisons, generators, literals, operators, phrases, properties
from ggl.checker.expressions.known import known_by
from ggl.checker.expressions.names import Names
from ggl.checker.lengths import lengths_of
from ggl.checker.make import Mismatch, TooLarge, TooWide
from ggl.checker.static import as_set_within_entries
from ggl.checker.world import MOST_TYPED, Scope, Typed, World
from ggl.core import forms as f
from ggl.core.types import BOOL, NUMBER_LIMIT, Fin, ListOf, Num, Opt, SetOf, Type, plural_of, singular_of, strip_opt
from ggl.diagnostics import Fix
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.document import left_out_value


class Expressions:
    """The typing of expressions in one world.

    `reads` gathers which shifting names (mover, winner ..) were read, and where; `unasked` what is written but has no part in the
    core form, since a constant decides.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.reads: dict[str, Span] = {}
        self.unasked: list[f.Expr] = []
        self.names = Names(self)
        self.definitions = Definitions(self)
        self.calls = Calls(self)

    def infer(self, tree: t.Expr, scope: Scope, *, only_asked: bool = False, is_condition: bool = False) -> f.Expr:
        """The core form of an expression, whatever its type; `is_condition` if one is wanted, which serves the advice.

        Of a set that is `only_asked` whether it has a number no code is made, and its numbers may be far apart.
        """
        self.world.spend(tree.span)
        try:
            expr = self._infer(tree, scope, is_condition)
        except (TooLarge, TooWide) as beyond:
            if isinstance(tree, t.Number):
                message = "this number is too large, or too fine, to be exact"
                help_ = f"stay below {NUMBER_LIMIT:,}, in steps of no less than 1/{make.SCALE_LIMIT:,}"
                self.world.refuse(codes.NUMBER_TOO_LARGE, tree.span, message, "", help_)
            self._beyond(beyond, tree.span)
        wide = isinstance(expr.type, SetOf) and make.is_wide(expr.type.of)
        if wide and not only_asked:
            self._beyond(make.too_wide(expr.type), tree.span)
        if tree in scope.known and isinstance(expr.type, Opt):
            expr = make.there(expr)
        if scope.stage == "constant" and not isinstance(expr, f.Lit) and not wide and is_closed(expr):
            expr = constant(expr, self.world, tuple(self.definitions.made), tree.span)
        if self.world.typed is not None and len(self.world.typed) < MOST_TYPED:
            self.world.typed.append(Typed(tree, expr.type, scope))
        return replace(expr, span=tree.span)

    def _infer(self, tree: t.Expr, scope: Scope, is_condition: bool) -> f.Expr:
        match tree:
            case t.Number():
                return literals.literal_number(tree.value, tree.span)
            case t.Name():
                return self.names.name(tree, scope)
            case t.Call():
                return self.calls.call(tree, scope)
            case t.Unary():
                part = self.number(tree.of, scope)
                return make.arith("neg", [part]) if tree.op == "-" else part
            case t.Not():
                return make.negation(self.condition(tree.of, scope))
            case t.And():
                return choices.conjunction(self, tree, scope, is_condition)
            case t.Or():
                return choices.disjunction(self, tree, scope, is_condition)
            case t.With(of=t.Dot(name="levels") as levels):
                return properties.levels_with(self, tree, levels, scope)
        return _RULES[type(tree)](self, tree, scope)

    # ---- of a wanted type

    def want(self, tree: t.Expr, scope: Scope, wanted: Type, what: str = "") -> f.Expr:
        """The core form of an expression that must have a type."""
        element = strip_opt(wanted)
        if isinstance(element, Fin):
            self.names.one_of(tree, scope, element.domain.name)
        return self.converted(self.infer(tree, scope, is_condition=wanted == BOOL), wanted, tree.span, what, scope)

    def converted(self, expr: f.Expr, wanted: Type, span: Span, what: str = "", scope: Scope | None = None) -> f.Expr:
        """`scope` serves the advice where a set of sites is wanted."""
        try:
            return make.convert(expr, wanted)
        except Mismatch as mismatch:
            self.wrong(expr, wanted, span, what, str(mismatch), scope)
        except (TooLarge, TooWide) as beyond:
            self._beyond(beyond, span)

    @contextmanager
    def exact(self, span: Span) -> Iterator[None]:
        """Numbers that something in this place is computed with must stay exact, and their sets narrow."""
        try:
            yield
        except (TooLarge, TooWide) as beyond:
            self._beyond(beyond, span)

    def _beyond(self, beyond: TooLarge | TooWide, span: Span) -> NoReturn:
        bounds = "bound the variables it is made of with `in: LO..HI`, or a part of it by `min(.., 1000)`"
        if isinstance(beyond, TooLarge):
            message = "this number could become too large to be exact"
            self.world.refuse(codes.NUMBER_TOO_LARGE, span, message, "", bounds)
        message = "the numbers of this set may be too far apart"
        label = f"they go {beyond}; the limit is {make.WIDTH_LIMIT} numbers from the least to the greatest"
        self.world.refuse(codes.NUMBER_TOO_LARGE, span, message, label, f"{bounds}, or compare with the numbers one by one")

    def condition(self, tree: t.Expr, scope: Scope) -> f.Expr:
        return self.want(tree, scope, BOOL, "a condition")

    def needed(self, tree: t.Expr, expr: f.Expr, spare: bool, effect: str) -> f.Expr:
        """A condition of a rule, unchanged; reports one that never changes, unless options or definitions may be the cause.

        A condition that is always `spare` can be left out; the other value has this effect.
        """
        if isinstance(expr, f.Lit) and not self.may_vary(tree):
            message = f"this condition {'always' if expr.value else 'never'} holds"
            if bool(expr.value) == spare:
                fix = left_out_value(tree.span)
                help_ = "remove it" if fix else "remove it; in a variant, write `removed` instead of what the base has too"
                self.world.report(codes.NEEDLESS_TEST, tree.span, message, help=help_, fix=fix)
            else:
                help_ = "write a condition that can be true or false"
                self.world.report(codes.NEEDLESS_TEST, tree.span, message, f"so {effect}", help_)
        return expr

    def may_vary(self, tree: t.Tree) -> bool:
        names = (part.name for part in t.nodes(tree) if isinstance(part, t.Name | t.Call))
        world = self.world
        some = {*world.options, *self.definitions.own, *world.left_out, *world.players} - world.fixed_players
        return any(name in some for name in names)

    def number(self, tree: t.Expr, scope: Scope) -> f.Expr:
        """A number that is there."""
        return self.a_number(self.infer(tree, scope), tree.span)

    def a_number(self, expr: f.Expr, span: Span) -> f.Expr:
        if not isinstance(expr.type, Num):
            self.wrong(expr, make.WHOLE, span, "a number", "")
        return expr

    def set_or_list(self, tree: t.Expr, scope: Scope) -> f.Expr:
        expr = self.infer(tree, scope)
        if not isinstance(expr.type, SetOf | ListOf):
            self.wrong(expr, None, tree.span, "a set or a list", "", scope)
        return expr

    def as_set(self, tree: t.Expr, scope: Scope, what: str = "a set") -> f.Expr:
        return self.converted_to_set(self.infer(tree, scope), tree.span, what, scope)

    def converted_to_set(self, expr: f.Expr, span: Span, what: str = "a set", scope: Scope | None = None) -> f.Expr:
        try:
            return as_set_within_entries(self.world, expr)
        except Mismatch as mismatch:
            self.wrong(expr, None, span, what, str(mismatch), scope)

    def wrong(self, expr: f.Expr, wanted: Type | None, span: Span, what: str, why: str, scope: Scope | None = None) -> NoReturn:
        """Something of another type is wanted; with a `scope`, a set or list."""
        world, have = self.world, expr.type
        asked = what or (singular_of(wanted) if wanted else "something else")
        if isinstance(have, Opt) and have != make.NONE and wanted is not None and make.fits(have.of, wanted):
            help_, fix = _way_around_none(expr, span)
            world.refuse(codes.MAYBE_NONE, span, f"expected {asked}, but this may be none", singular_of(have), help_, fix=fix)
        text, way_out, fix = " ".join(span.text.split()), None, None
        if (wanted == BOOL or isinstance(wanted, Num)) and isinstance(have, SetOf | ListOf):
            way_out, fix = self._of_its_size(expr, wanted, span, text)
        elif isinstance(wanted, SetOf) and wanted.of == strip_opt(have):
            fix = Fix.write(span, f"{{{text}}}", " for the set of this one")
        elif scope is not None and isinstance(expr, f.Lit) and have == world.fin("kind"):
            way_out, fix = _sites_with(world, expr, wanted, span, scope)
        elif isinstance(have, SetOf) and wanted in (have.of, Opt(have.of)):
            way_out = f"write `the({text})` for its only member; to try each, choose one by `for: x in {text}`"
        elif wanted is None and isinstance(strip_opt(have), Fin) and _may_be_stacked(world, have):
            way_out = f"how many pieces stand on it is `{text}.count`"
        elif wanted == BOOL and isinstance(have, Num):
            way_out = None if isinstance(expr, f.Lit) else f"compare it with a number, as in `{text} > 0`"
        elif wanted == BOOL and have != make.NONE:
            way_out = f"compare it, as in `{text} == ..`"
        elif wanted is None and isinstance(have, ListOf) and isinstance(have.of, SetOf | ListOf) and len(text) <= 40:
            way_out = f"go through its places, `n in 1..size({text})`, and write `{text}[n]` for each"
        if isinstance(have, Num) and isinstance(wanted, Num):
            if wanted.scale == 1:
                asked = asked.replace("a number", "a whole number")
                way_out = "`//` divides and rounds down" if "/" in text and "//" not in text else None
                world.refuse(codes.WRONG_TYPE, span, f"expected {asked}, but this may be a fraction",
                             f"in steps of 1/{have.scale}", way_out)  # fmt: skip
            message = f"expected {asked} in steps of 1/{wanted.scale}, but this is in steps of 1/{have.scale}"
            world.refuse(codes.WRONG_TYPE, span, message, "", "a variable has the steps of its start and its bounds")
        message = f"expected {asked}, found {singular_of(have)}"
        if asked == "numbers":
            message = f"expected numbers, found {plural_of(have)}"
        world.refuse(codes.WRONG_TYPE, span, message, why, way_out, fix=fix)

    def _of_its_size(self, expr: f.Expr, wanted: Type, span: Span, text: str) -> tuple[str | None, Fix | None]:
        """Advice on a set or list where a condition or number is wanted: its size, unless that is always the same."""
        known, of = possible_sizes(self, expr), expr.type
        assert isinstance(of, SetOf | ListOf)
        if known is None or len({bool(size) for size in known} if wanted == BOOL else known) > 1:
            if wanted == BOOL:
                return None, Fix(span, f"any({text})", f"to test whether there is one, write `any({text})`")
            return None, Fix(span, f"count({text})", f"for the number of its members write `count({text})`")
        if wanted != BOOL and isinstance(of.of, Num):
            return f"to try each number, write a loop: `any(.. for n in {text})`", None
        members = f"({text})" if isinstance(expr, f.Filter | f.Listing) else text
        return f"to test whether something is in it, write `.. in {members}`", None

    # ---- binders

    def bind(self, binder: t.Binder, scope: Scope) -> tuple[f.Expr, str, Scope]:
        """The source of a binder, its variable's name in the core, and the scope in which the name stands for a member."""
        self.names.check_free(binder.name, binder.name_span, scope)
        source = self.set_or_list(binder.source, scope)
        assert isinstance(source.type, SetOf | ListOf)
        name = make.fresh(binder.name)
        return source, name, scope.bind(binder.name, f.Var(name, source.type.of), source, lengths_of(self, source, scope)[1:])

    def binder_test(self, binder: t.Binder, inner: Scope) -> tuple[f.Expr, Scope]:
        if binder.test is None:
            return make.TRUE, inner
        return self.condition(binder.test, inner), inner.knowing(known_by(binder.test))


_RULES: dict[type, Callable[..., f.Expr]] = {
    t.Dot: properties.dot, t.Index: literals.member_at, t.SetOf: literals.set_literal, t.ListOf: literals.list_literal,
    t.Gen: generators.generator, t.Binary: operators.binary, t.Chain: comparisons.comparison_chain, t.IfElse: choices.if_else,
    t.Stands: phrases.stands, t.With: phrases.with_phrase, t.Lined: choices.case_table,
}  # fmt: skip
"""The rules of trees that need nothing but their scope."""


def _may_be_stacked(world: World, type_: Type) -> bool:
    site = strip_opt(type_)
    assert isinstance(site, Fin)
    return any(world.count_field(layer) is not None for layer in world.layers_on(site.domain.name))


def _sites_with(world: World, expr: f.Lit, wanted: Type | None, span: Span, scope: Scope) -> tuple[str | None, Fix | None]:
    """Advice on a kind where a set is wanted: the sites with such pieces, of one player if one is named."""
    kind = dict(enumerate(world.kinds.values())).get(expr.code)  # options are read before the kinds
    if kind is None or (wanted is not None and wanted != SetOf(world.fin(kind.site))):
        return None, None
    sites = phrases.plural_site(kind.site)
    every = f"{sites} with {kind.name}"
    if not kind.owned or kind.side is not None:
        return None, Fix.write(span, every)
    for_all = f", or `{every}` for those of all players"
    players = [name for name, value in scope.locals.items() if value.type == world.player]
    if not players:
        return f"write `{sites} with own {kind.name}`{for_all}", None
    return None, Fix.write(span, f"{sites} with {players[-1]} {kind.name}", for_all)


def _way_around_none(expr: f.Expr, span: Span) -> tuple[str, Fix | None]:
    text = " ".join(span.text.split())
    if isinstance(expr, f.Fold) and expr.monoid in ("min", "max") and text.endswith(")") and len(text) <= 60:
        fix = Fix(span, whole := f"{text[:-1]}, default=0)", f"give the value for when there is none: `{whole}`")
        return fix.title, fix
    if len(text) > 24 or isinstance(expr, f.If):  # in `1 if full else none != none` none is compared with none
        return (
            "give it a name, and test that first: in a move `let: {x: ..}` and `x != none` as a condition; among effects "
            "`let x be ..` and `if x != none:` above the lines that use it; elsewhere define it, `define: {x: ..}`, and write "
            "`(x if x != none else ..)`"
        ), None
    asked = text
    return (
        f"test first: `{asked} != none and ..` in a condition, `.. if {asked} != none` after an effect, "
        f"`if {asked} != none:` above a `let` and the lines that use it, or `({asked} if {asked} != none else ..)` in its place"
    ), None
