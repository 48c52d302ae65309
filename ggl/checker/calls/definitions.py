"""Definitions of the file and of the prelude.

A definition is checked once for each list of argument types it is used with, and becomes a definition of the core for each.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ggl.checker import make
from ggl.checker.calls.arguments import ordered_arguments, typed_arguments
from ggl.checker.calls.ways import is_way, number_of_relation, relation_named, ways_given
from ggl.checker.lengths import lengths_of
from ggl.checker.previous import check_a_turn_came_before
from ggl.checker.scope import Lengths
from ggl.checker.typer import Typer
from ggl.checker.vocabulary.board_words import DECLARED
from ggl.checker.vocabulary.prelude import prelude, prelude_source
from ggl.checker.vocabulary.signatures import Signature, type_named
from ggl.checker.world import SITES, Refused, Scope, World
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, Num, Opt, SetOf, Type, singular_of, strip_opt
from ggl.diagnostics import NO_LIMIT, Findings, Note
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t

_BY_TYPES = (codes.UNKNOWN_PROPERTY, codes.WRONG_TYPE, codes.MAYBE_NONE, codes.MIXED_TYPES, codes.NUMBER_TOO_LARGE)
"""The findings in a body that the types of its parameters may cause."""

_FOR_THE_CALLER = (codes.UNKNOWN_PROPERTY, codes.TABLE_TOO_LARGE, codes.NUMBER_TOO_LARGE)
"""The help in a word of the prelude that is useful to its caller."""

_Key = tuple[str, tuple[Type, ...], tuple[Lengths, ...], tuple[Type, object] | None]
"""A definition, the types of its arguments, the lengths of those that are lists, and its ways if these are known before play."""

INSTANCES_BEFORE_WIDENING = 8
MOST_INSTANCES = 256
"""Where the bounds of the arguments matter, as in `[3, 5][n] + 1`; from then on, wide ones must do."""

DEEPEST_DEFINITIONS = 24


@dataclass
class Instance:
    """A definition checked for one list of argument types: without a core where it is refused."""

    name: str
    core: f.Definition | None
    reads: dict[str, Span]
    unasked: list[f.Expr]
    findings: Findings


class Definitions:
    def __init__(self, expressions: Typer) -> None:
        self._all = expressions
        self._world = expressions.world
        self.own: dict[str, tuple[tuple[str, ...], t.Expr, Span]] = {}
        """The file's own definitions: parameters, body, place of the name."""

        self.made: list[f.Definition] = []
        """The core's definitions so far."""

        self._instances: dict[_Key, Instance] = {}
        self._counts = Counter[str]()
        self._stack: list[str] = []

    def go_on_after(self, made: tuple[f.Definition, ...]) -> None:
        """Keep definitions that were made before; new ones get names that are not taken."""
        self.made = list(made)
        for definition in made:
            number = int(definition.name.removeprefix(definition.label).removeprefix(".") or "1")
            self._counts[definition.label] = max(self._counts[definition.label], number)

    def is_plain(self, name: str) -> bool:
        """Whether the name alone, without brackets, is a definition of the file."""
        return name in self.own and not self.own[name][0]

    def call(self, tree: t.Call, scope: Scope) -> f.Expr | None:
        """The value of a definition of the file or of the prelude, or None if the name is neither."""
        name = tree.name
        if name in self.own and not scope.is_prelude:
            params, body, span = self.own[name]
            self._world.used.add(name)
            usage = f"{name}({', '.join(params)})"
            given = ordered_arguments(self._world, tree, params, len(params), usage)
            args = [self._all.infer(arg, scope) for arg in given if arg is not None]
            return self._instance(name, params, args, body, tree, scope, span)
        if name in prelude():
            self._all.names.needs_board(tree.span, name)
            word = prelude()[name]
            if name in DECLARED:
                self._all.names.needs_declared(tree, name)
            if word.along is not None and len(tree.args) == len(word.signature.params) + 1:
                found = self._along(tree, word.signature, word.along, scope)
                if found is not None:
                    return found
            inferred = typed_arguments(self._all, tree, word.signature, scope)
            args = []
            for param, arg in zip(word.signature.params, inferred, strict=True):
                if arg is None:
                    assert param.default is not None
                    span = tree.span
                    is_number = param.default.isdigit()
                    default = t.Number(Fraction(param.default), span=span) if is_number else t.Name(param.default, span=span)
                    wanted = type_named(param.type, self._world.domains)
                    arg = self._all.want(default, Scope(scope.stage), wanted)
                args.append(arg)
            params = tuple(param.name for param in word.signature.params)
            return self._instance(name, params, args, word.body, tree, scope, None)
        return None

    def _along(self, tree: t.Call, signature: Signature, body: t.Expr, scope: Scope) -> f.Expr | None:
        """A word of connection with ways to go: settled before play, they are part of the word; else an argument."""
        *given, last = tree.args
        args = typed_arguments(self._all, replace(tree, args=tuple(given)), signature, scope)
        kept = [arg for arg in args if arg is not None]
        sites = kept[0].type
        site = sites.of if isinstance(sites, SetOf) else self._world.fin("cell")
        assert isinstance(site, Fin)
        way = relation_named(self._all, last, scope, site) or self._all.infer(last, scope)
        if not is_way(way.type):
            return None
        joined = ways_given(self._all, way, last, scope, site, both=True)
        if isinstance(joined, str):
            way = number_of_relation(self._all, joined)
        params = (*(param.name for param in signature.params), "ways")
        if isinstance(way, f.Lit):
            return self._instance(tree.name, params, kept, body, tree, scope, None, way)
        return self._instance(tree.name, params, [*kept, way], body, tree, scope, None)

    def _instance(
        self, name: str, params: tuple[str, ...], args: list[f.Expr], body: t.Expr, tree: t.Call, scope: Scope,
        place: Span | None, fixed: f.Lit | None = None,
    ) -> f.Expr:  # fmt: skip
        """`fixed` is what the last parameter always stands for."""
        world = self._world
        for at, arg in enumerate(args):
            if arg.type in (make.NONE, make.EMPTY_SET, make.EMPTY_LIST):
                message, help_ = "the type of this cannot be inferred", "write a second definition without this parameter"
                if arg.type == make.EMPTY_SET:
                    help_ = f"write an empty set that has a type, such as `cells - cells` for no cells; or {help_}"
                given = {each.name: each.value for each in tree.named}
                place_of = (tree.args[at] if at < len(tree.args) else given.get(params[at], tree)).span
                world.refuse(codes.WRONG_TYPE, place_of, message, "empty, or none, of an unknown type", help_)
        if name in self._stack:
            circle = " → ".join([*self._stack[self._stack.index(name) :], name])
            message = f"`{name}` uses itself"
            world.refuse(codes.CIRCULAR_DEFINITION, tree.span, message, circle, "use `spread`, `leading` or a set instead")

        lengths = [lengths_of(self._all, arg, scope) for arg in args]

        def checked(args: list[f.Expr], lengths: list[Lengths]) -> Instance:
            ways = (fixed.type, fixed.value) if fixed is not None else None
            key = (name, tuple(arg.type for arg in args), tuple(lengths), ways)
            if key not in self._instances:
                self._check_instance(key, params, body, tree, scope, place, fixed)
            return self._instances[key]

        if self._counts[name] < INSTANCES_BEFORE_WIDENING:
            instance = checked(args, lengths)
        else:
            narrow, args = args, [_widened(arg) for arg in args]
            instance = checked(args, [tuple(map(_power, each)) for each in lengths])
            if self._is_better_where_narrow(instance) and self._counts[name] < MOST_INSTANCES:
                args = narrow
                instance = checked(args, lengths)
        for each in instance.findings:
            world.findings.add(each)
        if instance.core is None:
            raise Refused
        for what in instance.reads:
            self._all.reads.setdefault(what, tree.span)
        self._all.unasked += instance.unasked
        self._stage_of_reads(instance, tree, scope)
        if isinstance(instance.core.body, f.Lit):
            return instance.core.body
        return f.Call(instance.name, tuple(args), instance.core.body.type)

    def _is_better_where_narrow(self, wide: Instance) -> bool:
        """Whether an instance for wide numbers is refused, or gives a number or none, as `[3, 5][n]` past its end, and another a
        number."""
        if wide.core is None:
            return True
        others = [one.core.body.type for one in self._instances.values() if one.core and one.core.label == wide.core.label]
        return isinstance(wide.core.body.type, Opt) and any(isinstance(type_, Num) for type_ in others)

    def _check_instance(
        self, key: _Key, params: tuple[str, ...], body: t.Expr, tree: t.Call, scope: Scope,
        place: Span | None, fixed: f.Lit | None,
    ) -> None:  # fmt: skip
        """Check a definition for the types of a key; what is found stays with the instance."""
        world, name = self._world, key[0]
        if len(self._stack) >= DEEPEST_DEFINITIONS:
            message = f"definitions use each other more than {DEEPEST_DEFINITIONS} deep"
            world.refuse(codes.TOO_COMPLEX, tree.span, message, "", "write out some of them where they are used")
        self._counts[name] += 1
        number = self._counts[name]
        unique = name if number == 1 else f"{name}.{number}"
        instance = self._instances[key] = Instance(unique, None, {}, [], Findings(NO_LIMIT))
        outer, self._all.reads, self._all.unasked = (self._all.reads, self._all.unasked), {}, []
        outside, world.findings = world.findings, instance.findings
        self._stack.append(name)
        try:
            stage = "define" if scope.stage != "constant" else "constant"
            inner = Scope(stage, parameters=frozenset(params), is_prelude=place is None)
            names = []
            for param, type_, lengths in zip(params, key[1], key[2], strict=fixed is None):
                if place is not None:
                    self._all.names.check_free(param, place, Scope(inner.stage))
                names.append((f"{param}.", type_))
                inner = inner.bind(param, f.Var(f"{param}.", type_), lengths=lengths)
            if fixed is not None:
                inner = inner.bind(params[-1], fixed)
            with used_here(world, tree.span, place, name, dict(zip(params, key[1], strict=fixed is None))):
                core_body = self._all.infer(body, inner)
            if place is None:
                core_body = self._as_declared(core_body, prelude()[name].signature, key[1])
            instance.core = f.Definition(unique, tuple(names), core_body, name)
            instance.reads, instance.unasked = self._all.reads, self._all.unasked
            if not isinstance(core_body, f.Lit):
                self.made.append(instance.core)
        except Refused:
            pass  # its findings are reported where the instance is used
        finally:
            self._stack.pop()
            self._all.reads, self._all.unasked = outer
            world.findings = outside

    def _as_declared(self, body: f.Expr, signature: Signature, args: tuple[Type, ...]) -> f.Expr:
        """The result of a word of the prelude, as its signature says: a set where it says so, and not a list."""
        site = "cell"
        for type_ in args:
            inner = type_.of if isinstance(type_, SetOf | ListOf) else strip_opt(type_)
            if isinstance(inner, Fin) and inner.domain.name in SITES[1:]:
                site = inner.domain.name
        wanted = type_named(signature.result, self._world.domains, site)
        return make.convert(body, wanted) if isinstance(wanted, SetOf) else body

    def _stage_of_reads(self, instance: Instance, tree: t.Call, scope: Scope) -> None:
        """Refuse a definition where something that it reads has no meaning."""
        names = self._all.names
        if "position" in instance.reads:
            names.not_constant(tree.span, scope, f"`{tree.name}`")
        if "mover" in instance.reads:
            names.mover(tree.span)  # refuses it where nobody is to move
        if "seen" in instance.reads and scope.stage not in ("end", "score", "match", "define"):
            names.not_together(tree.span, f"`{tree.name}`")
        if "can" in instance.reads:
            names.only_after(tree.span, scope, f"`{tree.name}`")
        if "previous" in instance.reads:
            note = Note("a turn ago is read here", instance.reads["previous"])
            check_a_turn_came_before(self._all, tree, scope, note)
        in_match = ("match", "define")
        for what, stages in (("winner", ("score", *in_match)), ("winners", ("score", *in_match)), ("starter", in_match)):
            if what in instance.reads and scope.stage not in stages:
                self._world.refuse(
                    codes.NOT_HERE,
                    tree.span,
                    f"`{tree.name}` reads the {what}, which is not known here",
                    "",
                    None,
                    (Note(f"`{what}` is read here", instance.reads[what]),),
                )


def used_here(
    world: World, span: Span, place: Span | None, name: str, given: Mapping[str, Type]
) -> contextlib.AbstractContextManager[None]:
    """Adds the place of the call to the mistakes that a body has only with these arguments. `place` is the place of its
    name, or None for a word of the prelude, whose mistakes are reported at the call."""
    if place is None:
        word = prelude()[name]
        text = " ".join(word.body.span.text.split())
        note = Note(f"the language defines `{name}` as `{text}`")
        return world.findings.moved(prelude_source(), span, note, _FOR_THE_CALLER)
    if not given or span == place:
        return contextlib.nullcontext()
    types = ", ".join(f"`{param}` is {singular_of(type_)}" for param, type_ in given.items())
    return world.findings.noting(Note(f"`{name}` is used here, where {types}", span), _BY_TYPES)


def _widened(expr: f.Expr) -> f.Expr:
    """A number with the bounds taken wider, to powers of two: calls with many different bounds then have few between them."""
    type_ = expr.type
    if isinstance(type_, Num):
        return make.retyped(expr, Num(-_power(-type_.lo), _power(type_.hi), type_.scale))
    return expr


def _power(number: int) -> int:
    """The least power of two that is not less; 0 for numbers up to 0."""
    return 1 << (number - 1).bit_length() if number > 0 else 0
