"""The names in a game file: what each is the name of, where it is declared, where it is used.

Takes a reading. Gives occurrences, each with its thing. Names are found by their place in the file and by the binders around
them, as the language has it that no name inside hides one outside; what stands after a dot is told by the type of what stands
before it, where the checker has found one. Names of the language itself are not among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass

from ggl.core.types import Fin, strip_opt
from ggl.host.desk.reading import Reading
from ggl.model.definition import Conditions, Definition, FileTest, Text
from ggl.model.keys import identity
from ggl.model.reader.values import is_removed
from ggl.model.sentences import slots
from ggl.source import Span
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from ggl.syntax.problems import SyntaxProblem


@dataclass(frozen=True)
class Thing:
    """What has a name. `within` is the part of the file in which the name is known, empty for the whole of it."""

    sort: str
    name: str
    within: str = ""


SORTS = (
    "player", "kind", "option", "region", "variable", "phase", "definition", "routine", "move", "property", "constant",
    "layer", "cell", "value", "values", "parameter", "condition", "reason", "test",
)  # fmt: skip
"""All sorts of things. Conditions, reasons and tests are quoted, not named: their names are texts."""

QUOTED = ("condition", "reason", "test")


@dataclass(frozen=True)
class Occurrence:
    span: Span
    thing: Thing
    declares: bool = False


_PARTS = {
    "options": "option", "players": "player", "regions": "region", "pieces": "kind", "state": "variable", "moves": "move",
    "routines": "routine", "define": "definition",
}  # fmt: skip
_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?\s*")
_WORD = re.compile(r"[A-Za-z_]\w*")
_RESULT = re.compile(r"\s*(?:(players?)\s+)?([A-Za-z_]\w*)\s+(?:wins?|loses?)\s*")
_GLOBAL = ("player", "kind", "option", "region", "variable", "phase", "definition")
"""Sorts whose names stand alone in expressions; no two of them have the same name."""


def occurrences(reading: Reading) -> tuple[Occurrence, ...]:
    """Each once, by place. Names in the files that this one extends are among them, as far as they are a part of this game."""
    if reading.chain is None or reading.definition is None:
        return ()
    finder = _Finder(reading, reading.definition)
    for _, tree in reading.chain.files:
        finder.keys(tree)
    finder.rules()
    found: dict[Span, Occurrence] = {}
    for each in finder.found:
        known = found.get(each.span)
        if known is None or (each.declares and not known.declares):
            found[each.span] = each
    return tuple(sorted(found.values(), key=lambda one: (one.span.source.name, one.span.start)))


_Env = dict[str, Thing]


@dataclass
class _Finder:
    reading: Reading
    definition: Definition
    found: list[Occurrence] = field(default_factory=list)

    def __post_init__(self) -> None:
        one = self.definition
        self.globals: _Env = {}
        sorts: tuple[Iterable[str], ...] = (
            one.players,
            one.pieces,
            one.options,
            one.regions,
            one.state,
            {p.name: p for p in one.turn.phases},
            one.definitions,
        )
        for sort, names in zip(_GLOBAL, sorts, strict=True):
            for name in names:
                self.globals.setdefault(name, Thing(sort, name))
        for part in one.values.values():  # what all of them are called, and each
            self.globals.setdefault(part.name, Thing("values", part.name))
            for member in part.members:
                self.globals.setdefault(member.text, Thing("value", member.text))
        links = one.board.links
        self.cells = set(_WORD.findall(links.text)) if links is not None else set()
        self.cells |= set(one.labels.sites) if one.labels is not None else set()
        self.constants = {name for player in one.players.values() for name in player.constants}
        self.properties = {name for piece in one.pieces.values() for name in piece.has}
        self.each = {variable.name for variable in one.state.values() if variable.each and variable.each != "turns"}
        self.last = self._params_of_last()

    def _params_of_last(self) -> set[str]:
        """Names after `last.`: a parameter that is asked for so has one name in all moves."""
        asked: set[str] = set()
        waiting: list[object] = [self.definition]
        while waiting:
            value = waiting.pop()
            if isinstance(value, t.Dot) and t.is_name(value.of, "last"):
                asked.add(value.name)
            waiting += _inside(value)
        return asked

    # ---- keys, of one file

    def keys(self, tree: Mapping) -> None:
        for entry in tree.entries:
            part, value = identity(entry.key.text), entry.value
            if part in _PARTS:
                self._part(_PARTS[part], value)
            elif part == "values":
                self._named(value, "values")
            elif part == "labels":
                self._named(_child(value, "sites"), "cell")
            elif part == "says":
                self._said(value)
            elif part in ("score", "points"):
                self._head(entry.key, "", part)
            elif part == "turn":
                self._named(_child(value, "phases"), "phase")
            elif part == "end":
                self._ends(value)
            elif part == "match":
                for each in _entries(value):
                    if identity(each.key.text) == "points":
                        self._head(each.key, "", "points")
            elif part == "look":
                self._look(value)
            elif part == "tests":
                for each in _entries(value):
                    self._add(each.key, each.key.text, Thing("test", each.key.text, each.key.span.source.name), True)
                    for option in _entries(_child(each.value, "options")):
                        self._use(option.key, self.globals)

    def _part(self, sort: str, value: Node) -> None:
        if isinstance(value, Sequence) and sort == "player":
            for item in value.items:
                if isinstance(item, Scalar):
                    self._add(item, item.text.strip(), Thing(sort, item.text.strip()), True)
            return
        for each in _entries(value):
            gone = is_removed(each.value)
            name = self._head(each.key, sort, f"{sort} {identity(each.key.text)}", not gone)
            if sort == "player":
                self._named(each.value, "constant")
            elif sort == "kind":
                self._named(_child(each.value, "has"), "property")
                layer = _child(each.value, "layer")
                if isinstance(layer, Scalar) and layer.text.strip():
                    self._add(layer, layer.text.strip(), Thing("layer", layer.text.strip()), True)
            elif sort == "move":
                for let in _entries(_child(each.value, "let")):
                    self._add(let.key, let.key.text, self._parameter(let.key.text, f"move {name}"), True)
                for key in ("where", "ensure"):
                    for condition in _entries(_child(each.value, key)):
                        self._add(condition.key, condition.key.text, Thing("condition", condition.key.text), True)

    def _named(self, value: Node | None, sort: str) -> None:
        for each in _entries(value):
            self._add(each.key, each.key.text, Thing(sort, each.key.text), not is_removed(each.value))

    def _head(self, key: Scalar, sort: str, within: str, declares: bool = True) -> str:
        """A key `name` or `name(a, b)`."""
        match = _HEAD.fullmatch(key.text)
        if match is None:
            return key.text
        if sort:
            self.found.append(Occurrence(key.span_of(*match.span(1)), Thing(sort, match[1]), declares))
        for word in _WORD.finditer(match[2] or ""):
            start = match.start(2) + word.start()
            thing = self._parameter(word[0], within)
            self.found.append(Occurrence(key.span_of(start, start + len(word[0])), thing, True))
        return match[1]

    def _ends(self, value: Node) -> None:
        for each in _entries(value):
            match = _RESULT.fullmatch(each.key.text)
            if match is not None:
                thing = Thing("parameter", match[2], f"end {each.key.span.source.name} {each.key.span.start}")
                if match[1]:
                    self.found.append(Occurrence(each.key.span_of(*match.span(2)), thing, True))
                elif match[2] in self.globals:
                    self.found.append(Occurrence(each.key.span_of(*match.span(2)), self.globals[match[2]]))
            for reason in _entries(each.value):
                self._add(reason.key, reason.key.text, Thing("reason", reason.key.text), True)

    def _said(self, value: Node) -> None:
        """Of what a sentence is said: a definition, a routine, a move, or a condition by its name, of a move or of the end."""
        one = self.definition
        reasons = {name for part in one.end for name, _ in part.conditions.parts}
        for each in _entries(value):
            name = identity(each.key.text)
            env: _Env = {}
            if name in one.definitions:
                self._add(each.key, name, self.globals[name])
                env = self._params(one.definitions[name].params, f"definition {name}")
            elif name in one.routines:
                self._add(each.key, name, Thing("routine", name))
                env = self._params(one.routines[name].params, f"routine {name}")
            elif name in one.moves:
                self._add(each.key, name, Thing("move", name))
                env = self._env_of_move(name)
            else:
                self._add(each.key, each.key.text, Thing("reason" if each.key.text in reasons else "condition", each.key.text))
            if isinstance(each.value, Scalar):
                for slot, start in slots(each.value.text):
                    if slot.name in env:
                        span = each.value.span_of(start, start + len(slot.name))
                        self.found.append(Occurrence(span, env[slot.name]))

    def _look(self, value: Node) -> None:
        for each in _entries(_child(value, "notation")):
            name = each.key.text
            self._add(each.key, name, Thing("move", name))
            if isinstance(each.value, Scalar):
                env = self._env_of_move(name)
                for word in _WORD.finditer(each.value.text):
                    if word[0] in env and each.value.text[word.start() - 1 : word.start()] != ".":
                        self.found.append(Occurrence(each.value.span_of(*word.span()), env[word[0]]))
        for part in ("stores", "hide"):
            item = _child(value, part)
            if isinstance(item, Scalar):
                for word in _WORD.finditer(item.text):
                    if word[0] in self.globals:
                        self.found.append(Occurrence(item.span_of(*word.span()), self.globals[word[0]]))
        for part in ("glyphs", "colours", "shapes"):
            for each in _entries(_child(value, part)):
                for word in _WORD.finditer(each.key.text):
                    if word[0] in self.globals:
                        self.found.append(Occurrence(each.key.span_of(*word.span()), self.globals[word[0]]))

    def _add(self, scalar: Scalar, name: str, thing: Thing, declares: bool = False) -> None:
        start = scalar.text.find(name)
        if name and start >= 0:
            self.found.append(Occurrence(scalar.span_of(start, start + len(name)), thing, declares))

    def _use(self, scalar: Scalar, env: _Env) -> None:
        if scalar.text.strip() in env:
            self._add(scalar, scalar.text.strip(), env[scalar.text.strip()])

    # ---- names inside a part

    def _parameter(self, name: str, within: str) -> Thing:
        if within.startswith("move ") and name in self.last:
            return Thing("parameter", name, "moves")
        return Thing("parameter", name, within)

    def _env_of_move(self, name: str) -> _Env:
        move = self.definition.moves.get(name)
        if move is None:
            return {}
        names = (*move.params, *(binder.name for binder in move.binders), *(let.name for let in move.lets))
        return {each: self._parameter(each, f"move {name}") for each in names}

    # ---- the rules, the files that are extended merged in

    def rules(self) -> None:
        one = self.definition
        for option in one.options.values():
            self.tree(option.default, {})
            self.tree(option.allowed, {})
        for player in one.players.values():
            self.trees(player.constants.values(), {})
        self.trees((one.board.shape, one.board.without), {})
        self._links(one.board.links)
        for own in one.values.values():
            self.found += [Occurrence(each.span, Thing("value", each.text), True) for each in own.members]
        self.trees(one.labels.sites.values() if one.labels is not None else (), {})
        for name, patterns in one.look.patterns.items():
            known = self._env_of_move(name)
            for text, tree in patterns:
                for word in _WORD.finditer(text.text):
                    if word[0] in known and (span := _part(text, word)) is not None:
                        self.found.append(Occurrence(span, known[word[0]]))
                self.tree(tree, known)
        for mark in one.look.draw:
            inner: _Env = {}
            if mark.binder is not None:
                inner = self._binder(mark.binder, {}, _local(mark.binder.name, mark.binder.name_span))
            self.trees((mark.on, mark.value), inner)
        self.tree(one.look.view, {})
        for text in (*one.look.order, *one.look.hide, *one.look.stores):
            self._words(text)
        self.trees((region.sites for region in one.regions.values()), {})
        for piece in one.pieces.values():
            self._word(piece.of)
            self.trees((piece.supply, piece.stacks, piece.faces, *piece.has.values()), {})
        for variable in one.state.values():
            self.trees((variable.start, variable.allowed), {})
        for text in one.drawing.legend.values() if one.drawing is not None else ():
            self._words(text)
        self.effect(one.setup, {})
        for defined in one.definitions.values():
            self.tree(defined.body, self._params(defined.params, f"definition {defined.name}"))
        for routine in one.routines.values():
            self.effect(routine.body, self._params(routine.params, f"routine {routine.name}"))
        self._moves()
        turn = one.turn
        self.trees((turn.first, turn.pie_if, turn.again_while, turn.preferred), {})
        self.effect(turn.begin, {})
        self.plan(turn.play, {})
        for phase in turn.phases:
            self.plan(phase.play, {})
            self.tree(phase.until, {})
        for part in one.end:
            env: _Env = {}
            if part.each or part.together:
                span = part.span
                env = {part.subject: Thing("parameter", part.subject, f"end {span.source.name} {span.start}")}
            self._conditions(part.conditions, env)
        for scored, within in ((one.score, "score"), (one.match.points if one.match else None, "points")):
            if scored is not None:
                self.tree(scored.body, self._params(scored.params, within))
        self.tree(one.tie.player if one.tie else None, {})
        if one.match is not None:
            self.trees((one.match.until, one.match.next_first), {})
        for test in one.tests:
            self._test(test)

    def _params(self, names: tuple[str, ...], within: str) -> _Env:
        return {name: Thing("parameter", name, within) for name in names}

    def _moves(self) -> None:
        for move in self.definition.moves.values():
            env = dict(self._params((), ""))
            known = self._env_of_move(move.name)
            env |= {name: known[name] for name in move.params}
            for binder in move.binders:
                env = self._binder(binder, env, known[binder.name])
            for let in move.lets:
                self.tree(let.value, env)
                env = {**env, let.name: known[let.name]}
            self._conditions(move.where, env)
            self.effect(move.do, env)
            self._conditions(move.ensure, env)
            self.plan(move.then, env)

    def _conditions(self, conditions: Conditions, env: _Env) -> None:
        for _, tree in conditions.parts:
            self.tree(tree, env)

    def _links(self, text: Text | None) -> None:
        seen: set[str] = set()
        for word in _WORD.finditer(text.text if text is not None else ""):
            assert text is not None
            if (span := _part(text, word)) is not None:
                self.found.append(Occurrence(span, Thing("cell", word[0]), word[0] not in seen))
                seen.add(word[0])

    def _word(self, text: Text | None) -> None:
        if text is not None and text.text in self.globals:
            self.found.append(Occurrence(text.span, self.globals[text.text]))

    def _words(self, text: Text) -> None:
        """Kinds and players, in a text that is no expression."""
        for word in _WORD.finditer(text.text):
            thing, span = self.globals.get(word[0]), _part(text, word)
            if thing is not None and span is not None and thing.sort in ("player", "kind"):
                self.found.append(Occurrence(span, thing))
            elif word[0] in self.cells and span is not None:
                self.found.append(Occurrence(span, Thing("cell", word[0])))

    def _test(self, test: FileTest) -> None:
        self.effect(test.setup, {})
        for _, value in test.options:
            self._words(value)
        self._word(test.to_move)
        for text in test.moves:
            self._move_text(text)
        for kind, expected in test.expect:
            for each in expected:
                if kind in ("mover", "winner", "winners", "score"):
                    self._word(each.text)
                elif kind == "reason":
                    self.found.append(Occurrence(each.text.span, Thing("reason", each.text.text)))
                elif kind in ("legal", "illegal"):
                    self._move_text(each.text)
                    if each.value is not None:
                        self.found.append(Occurrence(each.value.span, Thing("condition", each.value.text)))
                elif kind == "true":
                    self._condition_text(each.text)

    def _move_text(self, text: Text) -> None:
        """A move as it is typed: a move's name stands first where its notation does not say otherwise."""
        first = _WORD.match(text.text)
        move = self.definition.moves.get(first[0]) if first is not None else None
        named = move is not None and move.name not in self.definition.look.notation
        if first is not None and named and (span := _part(text, first)) is not None:
            self.found.append(Occurrence(span, Thing("move", first[0])))
        self._words(text)

    def _condition_text(self, text: Text) -> None:
        try:
            self.tree(parser.expression(_Written(text)), {})
        except SyntaxProblem:
            return  # which is told

    # ---- trees

    def trees(self, trees: Iterable[object], env: _Env) -> None:
        for tree in trees:
            if isinstance(tree, t.Tree):
                self.tree(tree, env)

    def tree(self, tree: t.Tree | None, env: _Env) -> None:
        match tree:
            case None:
                return
            case t.Name(name=name, span=span):
                self._name(name, span, env)
            case t.Dot():
                self._dot(tree, env)
            case t.Call():
                if tree.name in self.definition.definitions:  # `size(S)` leaves an option `size` alone
                    self._name(tree.name, tree.name_span, {})
                moves = {arg.name for arg in tree.args if isinstance(arg, t.Name | t.Call)} if tree.name == "able" else set()
                for arg in tree.args:
                    if isinstance(arg, t.Name | t.Call) and arg.name in moves:
                        self._pick(arg, env)
                    else:
                        self.tree(arg, env)
                self._arguments(tree.named, f"definition {tree.name}", env)
            case t.Gen():
                inner = env
                for binder in tree.binders:
                    inner = self._binder(binder, inner, _local(binder.name, binder.name_span))
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

    def _name(self, name: str, span: Span, env: _Env) -> None:
        thing = env.get(name) or self.globals.get(name)
        if thing is None and name in self.cells:
            thing = Thing("cell", name)
        if thing is not None and span.text:
            self.found.append(Occurrence(span, thing))

    def _binder(self, binder: t.Binder, env: _Env, thing: Thing) -> _Env:
        self.tree(binder.source, env)
        self.found.append(Occurrence(binder.name_span, thing, True))
        inner = {**env, binder.name: thing}
        self.tree(binder.test, inner)
        return inner

    def _phrase(self, phrase: t.Phrase, env: _Env) -> None:
        if phrase.adjective and phrase.adjective not in ("own", "enemy"):
            start = phrase.span.start
            self._name(phrase.adjective, phrase.span.source.span(start, start + len(phrase.adjective)), env)
        self._name(phrase.kind, phrase.kind_span, env)
        self.tree(phrase.owner, env)

    def _dot(self, tree: t.Dot, env: _Env) -> None:
        if t.is_name(tree.of, "last") and "last" not in env:
            if tree.name != "mover":
                self.found.append(Occurrence(tree.name_span, Thing("parameter", tree.name, "moves")))
            return
        self.tree(tree.of, env)
        types = [strip_opt(each.type) for each in self.reading.types.get(tree.of.span, ())]
        domains = {type_.domain.name for type_ in types if isinstance(type_, Fin)}
        of_player = "player" in domains or not domains
        of_site = domains != {"player"}
        if tree.name in self.each:
            thing = self.globals[tree.name]
        elif tree.name in self.constants and of_player:
            thing = Thing("constant", tree.name)
        elif tree.name in self.properties and of_site:
            thing = Thing("property", tree.name)
        else:
            return
        self.found.append(Occurrence(tree.name_span, thing))

    def _pick(self, tree: t.Name | t.Call, env: _Env) -> None:
        """A move in `able(..)`."""
        span = tree.name_span if isinstance(tree, t.Call) else tree.span
        if tree.name in self.definition.moves:
            self.found.append(Occurrence(span, Thing("move", tree.name)))
        if isinstance(tree, t.Call):
            self.trees(tree.args, env)
            self._arguments(tree.named, f"move {tree.name}", env)

    def _arguments(self, named: tuple[t.Named, ...], within: str, env: _Env) -> None:
        for each in named:
            start = each.span.start
            span = each.span.source.span(start, start + len(each.name))
            sort, _, name = within.partition(" ")
            if name in (self.definition.moves if sort == "move" else self.definition.definitions) and span.text == each.name:
                self.found.append(Occurrence(span, self._parameter(each.name, within)))
            self.tree(each.value, env)

    def plan(self, plan: t.Plan | None, env: _Env) -> None:
        if plan is None:
            return
        for tier in plan.tiers:
            for pick in tier:
                if pick.name in self.definition.moves:
                    self.found.append(Occurrence(pick.name_span, Thing("move", pick.name)))
                self.trees(pick.args, env)
                self._arguments(pick.named, f"move {pick.name}", env)
        self.tree(plan.test, env)

    def effect(self, effect: t.Effect | None, env: _Env) -> _Env:
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
                thing = _local(effect.name, effect.name_span)
                self.found.append(Occurrence(effect.name_span, thing, True))
                return {**env, effect.name: thing}
            case t.ForEach(binder=binder, body=body):
                self.effect(body, self._binder(binder, env, _local(binder.name, binder.name_span)))
            case t.IfThen(test=test, then=then, other=other):
                self.tree(test, env)
                self.effect(then, env)
                self.effect(other, env)
            case t.Routine():
                if effect.name in self.definition.routines:
                    self.found.append(Occurrence(effect.name_span, Thing("routine", effect.name)))
                self.trees(effect.args, env)
            case t.PhaseTo(name=name, span=span):
                thing_ = self.globals.get(name)
                if thing_ is not None and span.text.endswith(name):
                    self.found.append(Occurrence(span.source.span(span.end - len(name), span.end), thing_))
            case _:
                for child in t.children(effect):
                    self.tree(child, env)
        return env


@dataclass(frozen=True)
class _Written:
    """The author's text as the parser takes it."""

    of: Text

    @property
    def text(self) -> str:
        return self.of.text

    def span_of(self, start: int, end: int) -> Span:
        span = self.of.span
        return span.source.span(span.start + start, span.start + end) if span.text == self.of.text else span


def _part(text: Text, found: re.Match[str]) -> Span | None:
    """The place of a part of a text; None where it is not written as it is read."""
    span = text.span
    return span.source.span(span.start + found.start(), span.start + found.end()) if span.text == text.text else None


def _local(name: str, span: Span) -> Thing:
    return Thing("parameter", name, f"{span.source.name} {span.start}")


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _child(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None


def _inside(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, tuple):
        yield from value
    elif is_dataclass(value) and not isinstance(value, type | Span | Text):
        for spec in fields(value):
            yield getattr(value, spec.name)
