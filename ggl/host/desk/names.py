"""The names in a game file: what each refers to, where it is declared, and where it is used.

Takes a reading. Gives occurrences, each with its thing. Names are resolved by their place in the file and by the binders around
them, since in the language no inner name hides an outer one. A name after a dot is resolved by the type before it, if the
checker found one. Names of the language itself are not included.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ggl.checker.hidden.visibility import EVERYTHING, NAME, NOTHING
from ggl.checker.says import lets
from ggl.engine.protocol import SWAP_SIDES, TAKE
from ggl.host.desk.occurrence import Occurrence, Sort, Thing, Within
from ggl.host.desk.reading import Reading
from ggl.host.desk.tree_names import WORD, DeclaredNames, Env, TreeNames, local_thing
from ggl.model.definition import Conditions, Definition, FileTest, Text
from ggl.model.keys import exact_key, identity
from ggl.model.reader.extras import KNOWN, OF_PLAYERS, TOLD
from ggl.model.reader.values import is_removed
from ggl.model.sentences import slots
from ggl.source import Span
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence
from ggl.syntax.problems import SyntaxProblem

_PARTS: dict[str, Sort] = {
    "options": "option", "players": "player", "regions": "region", "tracks": "region", "tiles": "region", "pieces": "kind",
    "state": "variable", "moves": "move", "routines": "routine", "define": "definition",
}  # fmt: skip
_HEAD = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:\(([^()]*)\))?\s*")
_RESULT = re.compile(r"\s*(?:(players?)\s+)?([A-Za-z_]\w*)\s+(?:wins?|loses?)\s*")


def occurrences(reading: Reading) -> tuple[Occurrence, ...]:
    """All names of a file, each once, by place. Names in its bases are included, as far as they are a part of this game."""
    if reading.chain is None or reading.definition is None:
        return ()
    finder = _Finder(reading, reading.definition)
    for _, tree in reading.chain.files:
        finder.keys(tree)
    finder.rules()
    found: dict[Span, Occurrence] = {}
    for each in (part for one in finder.found for part in finder.declared.parts(one)):
        known = found.get(each.span)
        if known is None or (each.declares and not known.declares):
            found[each.span] = each
    return tuple(sorted(found.values(), key=lambda one: (one.span.source.name, one.span.start)))


@dataclass
class _Finder:
    reading: Reading
    definition: Definition
    found: list[Occurrence] = field(default_factory=list)

    def __post_init__(self) -> None:
        assert self.reading.chain is not None
        # Also for redefined parts: a name is the same in the whole chain of variants.
        said = (each for _, tree in self.reading.chain.files for each in _entries(_child(tree, "says")))
        self.declared = DeclaredNames(self.definition, frozenset(exact_key(each.key.text) for each in said))
        self.inner = TreeNames(self.declared, self.reading, self.found)

    # ---- keys, of one file

    def keys(self, tree: Mapping) -> None:
        for entry in tree.entries:
            part, value = identity(entry.key.text), entry.value
            if part in _PARTS:
                self._part(_PARTS[part], value)
            elif part == "values":
                self._named(value, "values")
                for each in _entries(value):
                    for has in _entries(each.value):  # `suit: suits`
                        self._within(has.value)
            elif part == "labels":
                self._named(_child(value, "sites"), "cell")
                listed = _child(value, "cells")
                for item in listed.items if isinstance(listed, Sequence) else ():
                    if isinstance(item, Scalar):
                        self._add(item, item.text.strip(), Thing("cell", item.text.strip()), True)
            elif part == "says":
                self._said(value)
            elif part in ("score", "points"):
                self._head(entry.key, None, (part,))
            elif part == "turn":
                self._named(_child(value, "phases"), "phase")
            elif part == "end":
                self._ends(value)
            elif part == "match":
                for each in _entries(value):
                    if identity(each.key.text) == "points":
                        self._head(each.key, None, ("points",))
            elif part == "look":
                self._look(value)
            elif part == "tests":
                for each in _entries(value):
                    self._add(each.key, each.key.text, Thing("test", each.key.text, (each.key.span.source.name,)), True)
                    for option in _entries(_child(each.value, "options")):
                        self._use(option.key, self.declared.globals)

    def _part(self, sort: Sort, value: Node) -> None:
        if isinstance(value, Sequence) and sort == "player":
            for item in value.items:
                if isinstance(item, Scalar):
                    self._add(item, item.text.strip(), Thing(sort, item.text.strip()), True)
            return
        for each in _entries(value):
            gone = is_removed(each.value)
            name = self._head(each.key, sort, (sort, identity(each.key.text)), not gone)
            if sort == "player":
                self._named(each.value, "constant", besides="if")
            elif sort == "kind":
                self._named(_child(each.value, "has"), "property")
                layer = _child(each.value, "layer")
                if isinstance(layer, Scalar) and layer.text.strip():
                    self._add(layer, layer.text.strip(), Thing("layer", layer.text.strip()), True)
            elif sort == "move":
                for let in _entries(_child(each.value, "let")):
                    own = self.declared.parameter(let.key.text, ("move", name))
                    self._add(let.key, let.key.text, self.declared.let(let.key.text, own), True)
                for key in ("where", "ensure"):
                    for condition in _entries(_child(each.value, key)):
                        self._add(condition.key, condition.key.text, Thing("condition", condition.key.text), True)

    def _named(self, value: Node | None, sort: Sort, besides: str = "") -> None:
        for each in _entries(value):
            if identity(each.key.text) == besides:
                continue
            self._add(each.key, each.key.text, Thing(sort, each.key.text), not is_removed(each.value))

    def _head(self, key: Scalar, sort: Sort | None, within: Within, declares: bool = True) -> str:
        """A key `name` or `name(a, b)`."""
        match = _HEAD.fullmatch(key.text)
        if match is None:
            return key.text
        if sort:
            self.found.append(Occurrence(key.span_of(*match.span(1)), Thing(sort, match[1]), declares))
        for word in WORD.finditer(match[2] or ""):
            start = match.start(2) + word.start()
            thing = self.declared.parameter(word[0], within)
            self.found.append(Occurrence(key.span_of(start, start + len(word[0])), thing, True))
        return match[1]

    def _ends(self, value: Node) -> None:
        for each in _entries(value):
            match = _RESULT.fullmatch(each.key.text)
            if match is not None:
                thing = _subject(match[2], each.key.span)
                if match[1]:
                    self.found.append(Occurrence(each.key.span_of(*match.span(2)), thing, True))
                elif match[2] in self.declared.globals:
                    self.found.append(Occurrence(each.key.span_of(*match.span(2)), self.declared.globals[match[2]]))
            for reason in _entries(each.value):
                self._add(reason.key, reason.key.text, Thing("reason", reason.key.text), True)

    def _said(self, value: Node) -> None:
        """The subjects of sentences, and the names in braces: those of the subject, and options."""
        subjects: dict[str, list[tuple[Thing | None, Env]]] = {}
        for name, thing, env in self._speakable():
            subjects.setdefault(exact_key(name), []).append((thing, env))
        told: list[Scalar] = []
        for each in _entries(value):
            found = subjects.get(exact_key(each.key.text), [])  # empty for what a variant has removed
            for thing in [thing for thing, _ in found if thing is not None][:1]:
                self._add(each.key, thing.name, thing)
            if isinstance(each.value, Scalar) and each.value not in told:  # otherwise one of several sentences
                told.append(each.value)
                names = {name: thing for _, env in reversed(found) for name, thing in env.items()}
                for slot, start in slots(each.value.text):
                    if (thing := names.get(slot.name) or self.declared.options.get(slot.name)) is not None:
                        self.found.append(Occurrence(each.value.span_of(start, start + len(slot.name)), thing))

    def _speakable(self) -> Iterator[tuple[str, Thing | None, Env]]:
        """The subjects of sentences, as for the checker (`checker/says.py`); the score has no name."""
        one, known = self.definition, self.declared.globals
        for defined in one.definitions.values():
            yield defined.name, known[defined.name], self._params(defined.params, ("definition", defined.name))
        for routine in one.routines.values():
            env = self._params(routine.params, ("routine", routine.name))
            yield routine.name, Thing("routine", routine.name), env
            yield from ((let.name, self._let(let), env) for let in lets(routine.body))
        for name in (*one.pieces, *one.state, *one.regions, *one.values):
            yield name, known[name], {}
        for phase in one.turn.phases:
            yield phase.name, Thing("phase", phase.name), {}
        for move in one.moves.values():
            env = self._env_of_move(move.name)
            yield move.name, Thing("move", move.name), env
            yield from ((let.name, env[let.name], env) for let in move.lets)
            yield from ((let.name, self._let(let), env) for let in lets(move.do))
            for name in (name for part in (move.where, move.ensure) for name, _ in part.parts if name):
                yield name, Thing("condition", name), env
        for part in one.end:
            env = {part.subject: _subject(part.subject, part.span)} if part.each or part.together else {}
            yield from ((name, Thing("reason", name), env) for name, _ in part.conditions.parts if name)
        if one.score is not None:
            yield "score", None, self._params(one.score.params, ("score",))

    def _look(self, value: Node) -> None:
        for each in _entries(_child(value, "notation")):
            name = each.key.text
            self._add(each.key, name, Thing("move", name))
            if isinstance(each.value, Scalar):
                env = self._env_of_move(name)
                for word in WORD.finditer(each.value.text):
                    if (thing := self._noted(each.value.text, word, env)) is not None:
                        self.found.append(Occurrence(each.value.span_of(*word.span()), thing))
        for part in ("stores", "hide"):
            listed = _child(value, part)
            for item in listed.items if isinstance(listed, Sequence) else (listed,):
                self._within(item)
        for part in ("glyphs", "colours", "shapes", "sizes"):
            for each in _entries(_child(value, part)):
                self._within(each.key)
        for each in _entries(_child(value, "draw")):
            self._head(each.key, None, ("mark", identity(each.key.text)))

    def _within(self, node: Node | None) -> None:
        """Add each global name in a text that is not an expression."""
        if isinstance(node, Scalar):
            for word in WORD.finditer(node.text):
                if word[0] in self.declared.globals:
                    self.found.append(Occurrence(node.span_of(*word.span()), self.declared.globals[word[0]]))

    def _add(self, scalar: Scalar, name: str, thing: Thing, declares: bool = False) -> None:
        start = scalar.text.find(name)
        if name and start >= 0:
            self.found.append(Occurrence(scalar.span_of(start, start + len(name)), thing, declares))

    def _use(self, scalar: Scalar, env: Env) -> None:
        if scalar.text.strip() in env:
            self._add(scalar, scalar.text.strip(), env[scalar.text.strip()])

    # ---- names inside a part

    def _let(self, let: t.LetBe) -> Thing:
        return self.declared.let(let.name, local_thing(let.name, let.name_span))

    def _env_of_move(self, name: str) -> Env:
        move = self.definition.moves.get(name)
        if move is None:
            return {}
        names = (*move.params, *(binder.name for binder in move.binders), *(let.name for let in move.lets))
        found = {each: self.declared.parameter(each, ("move", name)) for each in names}
        return found | {let.name: self.declared.let(let.name, found[let.name]) for let in move.lets}

    # ---- the rules, the files that are extended merged in

    def rules(self) -> None:
        one = self.definition
        for option in one.options.values():
            self.inner.tree(option.default, {})
            self.inner.tree(option.allowed, {})
        for player in one.players.values():
            self.inner.trees((player.condition, *player.constants.values()), {})
        self.inner.trees((one.board.shape, one.board.without), {})
        self._links(one.board.links)
        env: Env = {}
        for binder in one.links.binders if one.links is not None else ():
            env = self.inner.binder(binder, env, local_thing(binder.name, binder.name_span))
        for own in one.values.values():
            if not own.properties:  # with properties, no member is written at the declaration
                self.found += [Occurrence(each.span, Thing("value", each.text), True) for each in own.members]
        self.inner.trees(one.labels.sites.values() if one.labels is not None else (), {})
        for name, patterns in one.look.patterns.items():
            known = self._env_of_move(name)
            for text, tree in (*patterns, *([(one.look.notation[name], None)] if name in one.look.notation else ())):
                for word in WORD.finditer(text.text):
                    thing, span = self._noted(text.text, word, known), _part(text, word)
                    if thing is not None and span is not None:
                        self.found.append(Occurrence(span, thing))
                self.inner.tree(tree, known)
        for mark in one.look.draw:
            inner = self._params((mark.each,) if mark.each else (), ("mark", mark.name))
            if mark.binder is not None:
                inner = self.inner.binder(mark.binder, inner, local_thing(mark.binder.name, mark.binder.name_span))
            self.inner.trees((mark.on, mark.value), inner)
        self.inner.tree(one.look.view, {})
        for text in (*one.look.order, *one.look.hide, *one.look.stores):
            self._words(text)
        self.inner.trees((line for track in one.tracks.values() for line in track.lines), {})
        self.inner.trees((region.sites for region in one.regions.values()), {})
        for piece in one.pieces.values():
            self._word(piece.of)
            self._word(piece.others_see)
            self.inner.tree(piece.seen_by, {})
            self.inner.trees((piece.supply, piece.stacks, piece.piles, piece.faces, *piece.has.values()), {})
        for variable in one.state.values():
            self.inner.trees((variable.start, variable.allowed, variable.seen_by), {})
        for text in one.drawing.legend.values() if one.drawing is not None else ():
            self._words(text)
        self.inner.effect(one.setup, {})
        for defined in one.definitions.values():
            self.inner.tree(defined.body, self._params(defined.params, ("definition", defined.name)))
        for routine in one.routines.values():
            self.inner.effect(routine.body, self._params(routine.params, ("routine", routine.name)))
        self._moves()
        turn = one.turn
        self.inner.trees((turn.first, turn.following, turn.pie_if, turn.pass_if, turn.again_while, turn.preferred), {})
        for chosen in turn.at_once:
            self.inner.plan(chosen.together, {})
            self.inner.trees((chosen.choosers,), {})
            self.inner.effect(chosen.resolve, {})
        self.inner.effect(turn.begin, {})
        self.inner.effect(turn.finish, {})
        self.inner.plan(turn.play, {})
        for phase in turn.phases:
            self.inner.plan(phase.play, {})
            self.inner.trees((phase.until, phase.pass_if), {})
        for part in one.end:
            env = {}
            if part.each or part.together:
                env = {part.subject: _subject(part.subject, part.span)}
            self._conditions(part.conditions, env)
        for scored, within in ((one.score, "score"), (one.match.points if one.match else None, "points")):
            if scored is not None:
                self.inner.tree(scored.body, self._params(scored.params, (within,)))
        self.inner.tree(one.tie.player if one.tie else None, {})
        if one.match is not None:
            self.inner.trees((one.match.until, one.match.next_first), {})
        for test in one.tests:
            self._test(test)

    def _params(self, names: tuple[str, ...], within: Within) -> Env:
        return {name: Thing("parameter", name, within) for name in names}

    def _moves(self) -> None:
        for move in self.definition.moves.values():
            env = dict[str, Thing]()
            known = self._env_of_move(move.name)
            env |= {name: known[name] for name in move.params}
            for binder in move.binders:
                env = self.inner.binder(binder, env, known[binder.name])
            for let in move.lets:
                self.inner.tree(let.value, env)
                env = {**env, let.name: known[let.name]}
            self._conditions(move.where, env)
            self.inner.effect(move.do, env)
            self._conditions(move.ensure, env)
            self.inner.plan(move.then, env)
            if move.shows is not None and move.shows.text.strip() not in (EVERYTHING, NAME, NOTHING):
                for word in WORD.finditer(move.shows.text):
                    if word[0] in known and (span := _part(move.shows, word)) is not None:
                        self.found.append(Occurrence(span, known[word[0]]))

    def _conditions(self, conditions: Conditions, env: Env) -> None:
        for _, tree in conditions.parts:
            self.inner.tree(tree, env)

    def _links(self, text: Text | None) -> None:
        seen: set[str] = set()
        for word in WORD.finditer(text.text if text is not None else ""):
            assert text is not None
            if (span := _part(text, word)) is not None:
                self.found.append(Occurrence(span, Thing("cell", word[0]), word[0] not in seen))
                seen.add(word[0])

    def _word(self, text: Text | None) -> None:
        if text is not None and text.text in self.declared.globals:
            self.found.append(Occurrence(text.span, self.declared.globals[text.text]))

    def _words(self, text: Text) -> None:
        """Kinds, players, values and cells, in a text that is not an expression."""
        for word in WORD.finditer(text.text):
            thing, span = self.declared.spoken.get(word[0]), _part(text, word)
            if thing is not None and span is not None:
                self.found.append(Occurrence(span, thing))

    def _test(self, test: FileTest) -> None:
        self.inner.effect(test.setup, {})
        for _, value in test.options:
            self._words(value)
        self._word(test.to_move)
        for text in test.moves:
            self._move_text(text)
        for kind, expected in test.expect:
            for each in expected:
                if kind in ("mover", "winner", "winners", *OF_PLAYERS):
                    self._word(each.text)
                    if kind in KNOWN and each.value is not None:
                        self._condition_text(each.value)
                    elif kind in TOLD and each.value is not None:
                        self._told_text(each.value)
                elif kind == "reason" and each.text.text in self.declared.reasons:  # not one of ggl's own reasons
                    self.found.append(Occurrence(each.text.span, Thing("reason", each.text.text)))
                elif kind in ("legal", "illegal"):
                    self._move_text(each.text)
                    if each.value is not None:
                        self.found.append(Occurrence(each.value.span, Thing("condition", each.value.text)))
                elif kind == "true":
                    self._condition_text(each.text)

    def _move_text(self, text: Text) -> None:
        """A move as it is typed; the choices of a pie rule have names of ggl's own."""
        typed = text.text.strip().lower()
        if typed == SWAP_SIDES:
            return
        for word in WORD.finditer(text.text, len(TAKE) if typed.startswith(TAKE) else 0):
            thing, span = self._typed(text.text, word), _part(text, word)
            if thing is not None and span is not None:
                self.found.append(Occurrence(span, thing))

    def _told_text(self, text: Text) -> None:
        """A move as it is typed, or what a move announces: the name of a value, and the value."""
        first = WORD.match(text.text)
        if first is not None and first[0] not in self.definition.moves:
            thing, span = self.declared.globals.get(first[0]), _part(text, first)
            if span is not None and thing is not None and thing.sort in ("variable", "definition"):
                self.found.append(Occurrence(span, thing))
        self._move_text(text)

    def _noted(self, text: str, word: re.Match[str], known: Env) -> Thing | None:
        """What a word of a notation names: a parameter, or what is typed so."""
        if text[: word.start()].endswith("."):
            return None
        return known.get(word[0]) or self._typed(text, word)

    def _typed(self, text: str, word: re.Match[str]) -> Thing | None:
        """What a word of a move names as it is typed, in capital or small letters. A move's name stands first, unless that is
        a word of its own notation."""
        small = word[0].lower()
        if not text[: word.start()].strip():
            for name in self.definition.moves:
                if name.lower() == small and small not in self._own_words(name):
                    return Thing("move", name)
        return self.declared.typed.get(small)

    def _own_words(self, move: str) -> set[str]:
        """The words with which the patterns of a move begin."""
        look = self.definition.look
        patterns = [*([look.notation[move]] if move in look.notation else []), *(text for text, _ in look.patterns.get(move, ()))]
        return {first[0].lower() for pattern in patterns if (first := WORD.match(pattern.text)) is not None}

    def _condition_text(self, text: Text) -> None:
        try:
            self.inner.tree(parser.expression(text), {})
        except SyntaxProblem:
            return  # reported by the checker


def _part(text: Text, found: re.Match[str]) -> Span | None:
    """The place of a word of a text; None if the file writes it in another form."""
    span = text.span_of(*found.span())
    return span if span.text == found[0] else None


def _subject(name: str, key: Span) -> Thing:
    """The `p` of `player p wins`, by the text of its line, which a variant shares with its base."""
    return Thing("parameter", name, ("end", *key.text.split()))


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _child(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Mapping) else None
