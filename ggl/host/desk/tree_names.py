"""The names in the expressions and effects of a game.

Takes trees and the names that are known around them. Adds to `found` each name that stands for something of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace

from ggl.core.types import Fin, strip_opt
from ggl.host.desk.occurrence import Occurrence, Sort, Thing, Within
from ggl.host.desk.reading import Reading
from ggl.model.definition import Definition, Text, ValuesPart
from ggl.model.reader.combining import member_prefix
from ggl.source import Span
from ggl.syntax import tree as t

WORD = re.compile(r"[A-Za-z_]\w*")
_GLOBAL: tuple[Sort, ...] = ("player", "kind", "option", "region", "variable", "phase", "definition")
"""Sorts whose names stand alone in expressions; no two of them have the same name."""

Env = dict[str, Thing]
"""The things that names stand for."""


@dataclass(frozen=True)
class _Word:
    """A word in the name of a value: its place there, and what it names."""

    at: int
    text: str
    thing: Thing


@dataclass
class DeclaredNames:
    """The declarations of a game, by name. `told` has the subjects of sentences, of all files of the game."""

    definition: Definition
    told: frozenset[str]

    def __post_init__(self) -> None:
        one = self.definition
        self.globals: Env = {}
        sorts: tuple[Iterable[str], ...] = (
            one.players,
            one.pieces,
            one.options,
            (*one.regions, *one.tracks, *one.tiles),
            one.state,
            {p.name: p for p in one.turn.phases},
            one.definitions,
        )
        for sort, names in zip(_GLOBAL, sorts, strict=True):
            for name in names:
                self.globals.setdefault(name, Thing(sort, name))
        for part in one.values.values():  # the name of the type, and of each member
            self.globals.setdefault(part.name, Thing("values", part.name))
            for member in part.members:
                self.globals.setdefault(member.text, Thing("value", member.text))
        self.made_of = {
            member.text: (part, number)
            for part in one.values.values()
            if part.properties
            for number, member in enumerate(part.members)
        }
        """The values with properties, `clubs_2`: the set of each, and its number there."""
        links = one.board.links
        self.cells = set(WORD.findall(links.text)) if links is not None else set()
        if one.labels is not None:
            listed = one.labels.series.get("cells")
            self.cells |= {*one.labels.sites, *(listed.names if listed is not None and not isinstance(listed.names, str) else ())}
        self.spoken: Env = {name: Thing("cell", name) for name in self.cells}
        self.spoken |= {name: thing for name, thing in self.globals.items() if thing.sort in ("player", "kind", "value")}
        self.typed: Env = {name.lower(): thing for name, thing in self.spoken.items()}
        """The names in moves, which are typed in capital or small letters."""
        self.constants = {name for player in one.players.values() for name in player.constants}
        self.properties = {name for piece in one.pieces.values() for name in piece.has}
        self.each = {variable.name for variable in one.state.values() if variable.each and variable.each != "turns"}
        self.reasons = {name for part in one.end for name, _ in part.conditions.parts}
        self.last = self._params_of_last()
        self.options = {name: self.globals[name] for name in one.options}

    def _words_in(self, part: ValuesPart, number: int) -> Iterator[_Word]:
        """The words of a value's name that come from other names, also where a part of the name has such words itself."""
        at = 0
        if part.properties and not part.properties[0].of:
            yield _Word(at, member_prefix(part.name), Thing("values", part.name))
            at += len(member_prefix(part.name)) + 1
        for each in part.properties:
            value = each.values[number]
            of = self.definition.values[each.of] if each.of else None
            word = of.members[value].text if of is not None else str(value)
            if of is not None and of.properties:
                yield from (replace(inner, at=at + inner.at) for inner in self._words_in(of, value))
            elif of is not None:
                yield _Word(at, word, Thing("value", word))
            at += len(word) + 1

    def parts(self, occurrence: Occurrence) -> list[Occurrence]:
        """Of a value with properties, `card_2` or `clubs_2`: the names in its name, since it is declared nowhere itself."""
        thing, span = occurrence.thing, occurrence.span
        if thing.sort != "value" or thing.name not in self.made_of or span.text.lower() != thing.name.lower():
            return [occurrence]
        part, number = self.made_of[thing.name]
        return [
            Occurrence(span.source.span(start, start + len(word.text)), word.thing, singular=word.thing.sort == "values")
            for word in self._words_in(part, number)
            for start in (span.start + word.at,)
        ]

    def _params_of_last(self) -> set[str]:
        """Names after `last.` and `choice(p).`: such a parameter has one name in all moves."""
        dots = (each for each in all_in(self.definition) if isinstance(each, t.Dot))
        return {dot.name for dot in dots if t.is_name(dot.of, "last") or self.is_choice(dot.of)}

    def is_choice(self, tree: t.Expr) -> bool:
        return isinstance(tree, t.Call) and tree.name == "choice" and "choice" not in self.definition.definitions

    def let(self, name: str, alone: Thing) -> Thing:
        """A name under `let`, or one that an effect gives: with a sentence, which all of one name share, they are one name."""
        return Thing("parameter", name, ("moves",)) if name in self.told else alone

    def parameter(self, name: str, within: Within) -> Thing:
        if within[0] == "move" and name in self.last:
            return Thing("parameter", name, ("moves",))
        return Thing("parameter", name, within)


@dataclass
class TreeNames:
    declared: DeclaredNames
    reading: Reading
    found: list[Occurrence]

    def trees(self, trees: Iterable[object], env: Env) -> None:
        for tree in trees:
            if isinstance(tree, t.Tree):
                self.tree(tree, env)

    def tree(self, tree: t.Tree | None, env: Env) -> None:
        match tree:
            case None:
                return
            case t.Name(name=name, span=span):
                self._name(name, span, env)
            case t.Dot():
                self._dot(tree, env)
            case t.Call():
                if tree.name in self.declared.definition.definitions:  # `size(S)` leaves an option `size` alone
                    self._name(tree.name, tree.name_span, {})
                moves = {arg.name for arg in tree.args if isinstance(arg, t.Name | t.Call)} if tree.name == "able" else set()
                for arg in tree.args:
                    if isinstance(arg, t.Name | t.Call) and arg.name in moves:
                        self._pick(arg, env)
                    else:
                        self.tree(arg, env)
                self._arguments(tree.named, ("definition", tree.name), env)
            case t.Gen():
                inner = env
                for binder in tree.binders:
                    inner = self.binder(binder, inner, local_thing(binder.name, binder.name_span))
                if not tree.short:
                    self.tree(tree.body, inner)
            case t.Stands(phrase=phrase, site=site):
                self._phrase(phrase, env)
                self.tree(site, env)
            case t.With(of=of, phrase=phrase):
                self.tree(of, env)
                self._phrase(phrase, env)
            case t.Phrase():
                self._phrase(tree, env)
            case _:
                for child in t.children(tree):
                    self.tree(child, env)

    def _name(self, name: str, span: Span, env: Env) -> None:
        thing = env.get(name) or self.declared.globals.get(name)
        if thing is None and name in self.declared.cells:
            thing = Thing("cell", name)
        if thing is not None and span.text:
            self.found.append(Occurrence(span, thing))

    def binder(self, binder: t.Binder, env: Env, thing: Thing) -> Env:
        self.tree(binder.source, env)
        self.found.append(Occurrence(binder.name_span, thing, True))
        inner = {**env, binder.name: thing}
        self.tree(binder.test, inner)
        return inner

    def _phrase(self, phrase: t.Phrase, env: Env) -> None:
        if phrase.adjective and phrase.adjective not in ("own", "enemy"):
            start = phrase.span.start
            self._name(phrase.adjective, phrase.span.source.span(start, start + len(phrase.adjective)), env)
        self._name(phrase.kind, phrase.kind_span, env)
        self.tree(phrase.owner, env)

    def _dot(self, tree: t.Dot, env: Env) -> None:
        if t.is_name(tree.of, "last") and "last" not in env:
            if tree.name != "mover":
                self.found.append(Occurrence(tree.name_span, Thing("parameter", tree.name, ("moves",))))
            return
        self.tree(tree.of, env)
        if self.declared.is_choice(tree.of):
            self.found.append(Occurrence(tree.name_span, Thing("parameter", tree.name, ("moves",))))
            return
        types = [strip_opt(each.type) for each in self.reading.types.get(tree.of.span, ())]
        domains = {type_.domain.name for type_ in types if isinstance(type_, Fin)}
        of_player = "player" in domains or not domains
        of_site = domains != {"player"}
        if tree.name in self.declared.each:
            thing = self.declared.globals[tree.name]
        elif tree.name in self.declared.constants and of_player:
            thing = Thing("constant", tree.name)
        elif tree.name in self.declared.properties and of_site:
            thing = Thing("property", tree.name)
        else:
            return
        self.found.append(Occurrence(tree.name_span, thing))

    def _pick(self, tree: t.Name | t.Call, env: Env) -> None:
        """A move in `able(..)`."""
        span = tree.name_span if isinstance(tree, t.Call) else tree.span
        if tree.name in self.declared.definition.moves:
            self.found.append(Occurrence(span, Thing("move", tree.name)))
        if isinstance(tree, t.Call):
            self.trees(tree.args, env)
            self._arguments(tree.named, ("move", tree.name), env)

    def _arguments(self, named: tuple[t.Named, ...], within: Within, env: Env) -> None:
        for each in named:
            start = each.span.start
            span = each.span.source.span(start, start + len(each.name))
            sort, name = within
            if (
                name in (self.declared.definition.moves if sort == "move" else self.declared.definition.definitions)
                and span.text == each.name
            ):
                self.found.append(Occurrence(span, self.declared.parameter(each.name, within)))
            self.tree(each.value, env)

    def plan(self, plan: t.Plan | None, env: Env) -> None:
        if plan is None:
            return
        for pick in plan.picks:
            if pick.name in self.declared.definition.moves:
                self.found.append(Occurrence(pick.name_span, Thing("move", pick.name)))
            self.trees(pick.args, env)
            self._arguments(pick.named, ("move", pick.name), env)
        self.trees(plan.tests, env)

    def effect(self, effect: t.Effect | None, env: Env) -> Env:
        """The names that are known after an effect: a `let` adds one."""
        match effect:
            case None:
                return env
            case t.Block(parts=parts):
                inner = env
                for part in parts:
                    inner = self.effect(part, inner)
                return env
            case t.LetBe():
                self.tree(effect.value, env)
                thing = self.declared.let(effect.name, local_thing(effect.name, effect.name_span))
                self.found.append(Occurrence(effect.name_span, thing, True))
                return {**env, effect.name: thing}
            case t.ForEach(binder=binder, body=body):
                self.effect(body, self.binder(binder, env, local_thing(binder.name, binder.name_span)))
            case t.Repeat(most=most, test=test, body=body):
                self.trees((most, test), env)
                self.effect(body, env)
            case t.IfThen(test=test, then=then, other=other):
                self.tree(test, env)
                self.effect(then, env)
                self.effect(other, env)
            case t.Routine():
                if effect.name in self.declared.definition.routines:
                    self.found.append(Occurrence(effect.name_span, Thing("routine", effect.name)))
                self.trees(effect.args, env)
            case t.PhaseTo(name=name, span=span):
                thing_ = self.declared.globals.get(name)
                if thing_ is not None and span.text.endswith(name):
                    self.found.append(Occurrence(span.source.span(span.end - len(name), span.end), thing_))
            case _:
                for child in t.children(effect):
                    self.tree(child, env)
        return env


def local_thing(name: str, span: Span) -> Thing:
    return Thing("parameter", name, (span.source.name, str(span.start)))


def all_in(part: object) -> Iterator[object]:
    """A definition or a part of one, and all parts of it, with the trees in them."""
    waiting = [part]
    while waiting:
        value = waiting.pop()
        yield value
        if isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, tuple):
            waiting += value
        elif is_dataclass(value) and not isinstance(value, type | Span | Text):
            waiting += (getattr(value, spec.name) for spec in fields(value))
