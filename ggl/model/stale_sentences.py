"""The sentences of a base that are stale in a variant, since the variant changes what they describe.

Takes the merged trees of a base and of its variant. A sentence under `says` describes a thing: a definition, a move, a kind of
piece and so on. It is stale in three cases: the variant writes the thing differently; it writes differently what the thing
names, directly or through other things; another sentence of the same text, `move + promote`, is stale. Names are read from the
text of a thing, so this over-approximates. A change of the board makes only the sentence of the board stale, and a change of a
start only that of the set-up. The sentences of variables and of supplies are nouns and never stale.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import options_and_variants as codes
from ggl.diagnostics.near import list_names
from ggl.frozen import frozen
from ggl.model.keys import exact_key, identity
from ggl.model.reader.values import is_removed
from ggl.source import Source, Span
from ggl.syntax.document import Entry, Mapping, Node, Scalar, Sequence, Style, to_plain

WITH = " + "
"""Between the names of several things that one sentence under `says` is of."""

NAMED_IN_A_NOTE = 6
"""Sentences that a finding names at most."""

SUPPLY = ("hand", "supply")
"""The words by which rules name a supply."""

OF_PLAYERS = ("players", "other", "opponent")
"""The words by which rules name all players, or the only other one."""

OWN_OF_TURN = ("pie", "begin", "finish", "next", "resolve")
"""Keys of a turn that its sentence does not tell."""

_WORD = re.compile(r"\.?[A-Za-z_]\w*")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_LET = re.compile(r"\blet\s+([A-Za-z_]\w*)\s+be\b(.*)")

Path = tuple[str, ...]


@frozen
class Described:
    """A part of a game as it is written, and the names in it; `path` are the keys that lead to it."""

    path: Path
    written: str
    words: frozenset[str]


Things = dict[str, list[Described]]


@frozen
class StaleSentence:
    """`cause` is where the keys lead whose change makes it stale."""

    entry: Entry
    cause: Path


def stale_sentences(base: Mapping, variant: Mapping) -> Iterator[StaleSentence]:
    """The stale sentences of the base, in its order."""
    old, new = _Reading(base), _Reading(variant)
    before, after = ({(name, each.path, each.written) for name in of.named for each in of.named[name]} for of in (old, new))
    kinds = {("pieces", entry.key.text) for entry in _below(base, "pieces")}
    changed = {name: path for name, path, _ in sorted(after - before) if path[:2] in kinds}
    changed |= {name: path for name, path, _ in sorted(before - after)}
    joint: dict[Span, list[Entry]] = defaultdict(list)
    for entry in _below(base, "says"):
        joint[entry.value.span].append(entry)
    for entries in joint.values():
        names = [exact_key(entry.key.text) for entry in entries]
        causes = (_cause(old.described.get(name, []), new.described.get(name, []), changed, old.named) for name in names)
        if cause := next(filter(None, causes), None):
            yield from (StaleSentence(entry, cause) for entry in entries)


def without_stale(tree: Mapping, base: Mapping, variant: Mapping, own: Source | None = None) -> Mapping:
    """One of the two trees without stale sentences; those that stand in the file `own` are not the base's."""
    stale = {exact_key(each.entry.key.text) for each in stale_sentences(base, variant)}
    if not stale:
        return tree

    def part(entry: Entry) -> Entry:
        if identity(entry.key.text) != "says" or not isinstance(entry.value, Mapping):
            return entry
        kept = (each for each in entry.value.entries if each.key.span.source is own or exact_key(each.key.text) not in stale)
        return Entry(entry.key, replace(entry.value, entries=tuple(kept)))

    return replace(tree, entries=tuple(map(part, tree.entries)))


def report_stale(base: Mapping, variant: Mapping, own: Mapping, findings: Findings) -> None:
    """Report at each key of a variant's own tree the sentences that it makes stale and that are not written again."""
    if is_removed(_part(own, "says")):
        return
    written = {exact_key(entry.key.text) for entry in _below(own, "says")}
    there = _Reading(variant).described
    at: dict[Span, list[StaleSentence]] = defaultdict(list)
    for each in stale_sentences(base, variant):
        name = exact_key(each.entry.key.text)
        if name in there and name not in written:
            at[_place(own, each.cause)].append(each)
    for span, stale in at.items():
        names = [each.entry.key.text for each in stale]
        one = len(names) == 1
        origin = stale[0].entry.key.span.source.name
        have = "has a sentence" if one else "have sentences"
        message = f"{list_names(names, NAMED_IN_A_NOTE)} of `{origin}` {have} that may be untrue here"
        label = f"{'it tells' if one else 'they tell'} what this changes, so {'it is' if one else 'they are'} left out"
        again = "it again under `says` as it is" if one else "those again under `says` that are true"
        help_ = f"write {again} here, and otherwise `{names[0]}: removed`"
        findings.report(codes.STALE_SENTENCES, span, message, label=label, help=help_)


def condition_names(tree: Mapping) -> Iterator[str]:
    """The names of the conditions of moves and ends."""
    parts = [part for move in _below(tree, "moves") for key in ("where", "ensure") for part in _below(move.value, key)]
    parts += [part for line in _below(tree, "end") for part in _entries(line.value)]
    return (exact_key(part.key.text) for part in parts)


def sentences_apart(tree: Mapping, conditions: Collection[str]) -> Mapping:
    """A tree in which each sentence has the name of one thing: that of several, `move + promote`, is that of each of them, and
    only the name of a condition keeps its brackets."""
    parts = []
    for part in tree.entries:
        if identity(part.key.text) == "says" and isinstance(part.value, Mapping):
            each = tuple(Entry(key, one.value) for one in part.value.entries for key in _keys_apart(one.key, conditions))
            part = Entry(part.key, replace(part.value, entries=each))
        parts.append(part)
    return replace(tree, entries=tuple(parts))


def _keys_apart(key: Scalar, conditions: Collection[str]) -> Iterator[Scalar]:
    """The names in a key of several; those of a key in quotes may need quotes too."""
    style: Style = "raw" if key.is_quoted else "plain"
    start = 0
    for written in key.text.split(WITH):
        name = written if exact_key(written) in conditions else identity(written)
        yield key if name == key.text else Scalar(name, key.span_of(start, start + len(written)), style)
        start += len(written) + len(WITH)


class _Reading:
    """The things in a game's tree: by the names that its rules use, and by the names that its sentences go by."""

    def __init__(self, tree: Mapping) -> None:
        self.tree = tree
        self.named: Things = defaultdict(list)
        self.described: Things = defaultdict(list)
        for part in ("define", "routines", "regions", "tracks", "tiles", "values"):
            for entry in _below(tree, part):
                self._by_name(part, entry)
        for entry in _below(tree, "moves"):
            self._move(entry)
        self._variables_and_players()
        self._kinds()
        self._ends_and_score()
        self._turn()
        self._set_up()

    def _describe(self, name: str, thing: Described) -> None:
        self.described[name].append(thing)

    def _by_name(self, part: str, entry: Entry) -> None:
        name = identity(entry.key.text)
        thing = _thing((part, name), entry.value, written=entry.key.text)
        self.named[name].append(thing)
        self._describe(name, thing)
        if part == "values":
            for member in _members(entry.value):
                self.named[member].append(thing)
        if part == "routines":
            self._within(thing, entry.value)

    def _move(self, entry: Entry) -> None:
        name = identity(entry.key.text)
        follows = _part(entry.value, "then") if isinstance(entry.value, Mapping) else None
        words = _words(entry.value, keys=False) | _moves(() if follows is None else _words(follows))
        thing = _thing(("moves", name), entry.value, written=entry.key.text, words=words)
        self.named[_move(name)].append(thing)
        self._describe(name, thing)
        self._within(thing, entry.value)

    def _within(self, whole: Described, value: Node) -> None:
        """The names that a move or a routine gives, and its conditions."""
        own: dict[str, Described] = {}
        for let in _below(value, "let"):
            own[let.key.text] = _thing((*whole.path, "let", let.key.text), let.value)
        for text in _texts(value):
            for found in _LET.finditer(text):
                own[found[1]] = Described(whole.path, found[2], _words_of(found[2]))
        for key in ("where", "ensure"):
            for condition in _below(value, key):
                own_thing = _thing((*whole.path, key, condition.key.text), condition.value)
                self._describe(exact_key(condition.key.text), _with_lets(own_thing, own))
        for name, thing in own.items():
            self._describe(name, _with_lets(thing, own))

    def _variables_and_players(self) -> None:
        for entry in _below(self.tree, "state"):
            keys = {each.key.text: each.value for each in _entries(entry.value)}
            written = repr([to_plain(keys[key]) for key in ("in", "each") if key in keys])
            values = [keys[key] for key in ("in", "start") if key in keys] or [entry.value]
            words = frozenset[str]().union(*map(_words, values)).difference(OF_PLAYERS)
            self.named[entry.key.text].append(Described(("state", entry.key.text), written, words))
        players = _part(self.tree, "players")
        count = len(players.items) if isinstance(players, Sequence) else len(_entries(players))
        for word in OF_PLAYERS:
            self.named[word].append(Described(("players",), str(count), frozenset()))
        for player in _entries(players):
            for constant in _entries(player.value):
                path = ("players", player.key.text, constant.key.text)
                self.named[f".{constant.key.text}"].append(_thing(path, constant.value))

    def _kinds(self) -> None:
        tables = [(part, entry) for part in ("define", "routines") for entry in _below(self.tree, part)]
        for entry in _below(self.tree, "pieces"):
            kind = entry.key.text
            keys = {each.key.text: each for each in _entries(entry.value)}
            path = ("pieces", kind)
            for key in (key for key in keys if key != "glyph"):
                self._describe(kind, _thing((*path, key), keys[key].value, written=key))
            self._describe(kind, self._how_many(kind, keys.get("glyph")))
            for part, table in tables:
                for row in _entries(table.value):
                    if row.key.text == kind:
                        self._describe(kind, _thing((part, identity(table.key.text), kind), row.value))
            for key in ("of", "faces", "sites", "layer", "stacks", "piles"):
                if key in keys:
                    self.named[kind].append(_thing((*path, key), keys[key].value))
            if "supply" in keys:
                self.named[_supply(kind)].append(_thing((*path, "supply"), keys["supply"].value))
            for feature in _entries(keys["has"].value) if "has" in keys else ():
                self.named[f".{feature.key.text}"].append(_thing((*path, "has", feature.key.text), feature.value))

    def _how_many(self, kind: str, glyph: Entry | None) -> Described:
        """How many pieces of a kind the set-up has, as far as its text shows it."""
        setup = _part(self.tree, "setup")
        if setup is None:
            return Described(("setup",), "", frozenset())
        drawn = next((each.value for each in _entries(setup) if each.key.text == "drawing"), None)
        if isinstance(drawn, Scalar):
            letter = glyph.value.text if glyph is not None and isinstance(glyph.value, Scalar) else kind[:1]
            rest = [to_plain(each.value) for each in _entries(setup) if each.key.text != "drawing"]
            legend = [sign.key.text for sign in _below(setup, "legend") if kind in _words(sign.value)]
            signs = [letter.lower(), letter.upper(), *legend]
            count = [drawn.text.count(sign) for sign in signs]
            return Described(("setup",), repr((count, rest)), frozenset())
        if not {kind, "piece"} & (words := _words(setup)):
            return Described(("setup",), "", frozenset())
        return _thing(("setup",), setup, words=words - {kind})

    def _ends_and_score(self) -> None:
        for line in _below(self.tree, "end"):
            for condition in _entries(line.value):
                path = ("end", identity(line.key.text), condition.key.text)
                self._describe(exact_key(condition.key.text), _thing(path, condition.value))
        for key in ("score", "tie", "match"):
            if (value := _part(self.tree, key)) is not None:
                self._describe("match" if key == "match" else "score", _thing((key,), value))

    def _turn(self) -> None:
        turn = _part(self.tree, "turn")
        moves = [identity(entry.key.text) for entry in _below(self.tree, "moves")]
        phases = [phase for entry in _entries(turn) if entry.key.text == "phases" for phase in _entries(entry.value)]
        for entry in _entries(turn):
            if entry.key.text not in ("phases", "play", "pie"):
                self._describe(entry.key.text, _thing(("turn", entry.key.text), entry.value))
        for phase in phases:
            path = ("turn", "phases", phase.key.text)
            has_moves = any(each.key.text == "play" for each in _entries(phase.value))
            words = _words(phase.value) | _moves(_words(phase.value) if has_moves else moves)
            self._describe(phase.key.text, _thing(path, phase.value, words=words))
            for entry in _entries(phase.value):
                if entry.key.text != "play":
                    self._describe(entry.key.text, _thing((*path, entry.key.text), entry.value))
        if not phases:
            told = [(entry.key.text, to_plain(entry.value)) for entry in _entries(turn) if entry.key.text not in OWN_OF_TURN]
            self._describe("turn", Described(("turn",), repr(told), _moves(moves)))
            self._describe("turn", Described(("moves",), repr(sorted(moves)), frozenset()))

    def _set_up(self) -> None:
        if (setup := _part(self.tree, "setup")) is not None:
            self._describe("setup", _thing(("setup",), setup))
        for variable in _below(self.tree, "state"):
            starts = [each.value for each in _entries(variable.value) if each.key.text == "start"] or [variable.value]
            if isinstance(starts[0], Scalar):
                self._describe("setup", _thing(("state", variable.key.text), starts[0]))
        for kind in _below(self.tree, "pieces"):
            for entry in _entries(kind.value):
                if entry.key.text == "supply":
                    self._describe("setup", _thing(("pieces", kind.key.text, "supply"), entry.value))
        for part in ("board", "labels", "links"):
            if (value := _part(self.tree, part)) is not None:
                self._describe("board", _thing((part,), value))


def _cause(old: list[Described], new: list[Described], changed: dict[str, Path], named: Things) -> Path | None:
    """The place of the change that makes a thing's sentence stale: of the thing itself, or of what it names."""
    if cause := _difference(old, new):
        return cause if old else None
    seen: set[str] = set()
    waiting = sorted(set().union(*(thing.words for thing in old)))
    while waiting:
        word = waiting.pop(0)
        if word in changed:
            return changed[word]
        if word not in seen:
            seen.add(word)
            waiting += sorted(set().union(*(thing.words for thing in named.get(word, ()))) - seen)
    return None


def _difference(old: list[Described], new: list[Described]) -> Path | None:
    """The path of a thing that only one of the two has."""
    before, after = {thing.written for thing in old}, {thing.written for thing in new}
    return next((thing.path for thing in (*new, *old) if (thing.written in before) != (thing.written in after)), None)


def _place(own: Mapping, path: Path) -> Span:
    """The key of a variant's tree that leads furthest on a path; of several places the last is where the change stands."""
    found: Span | None = None
    at: Node = own
    for key in path:
        if entry := next((each for each in _entries(at) if identity(each.key.text) == key), None):
            found, at = entry.key.span, entry.value
    return found or own.entries[0].key.span


def _thing(path: Path, value: Node, *, written: str = "", words: frozenset[str] | None = None) -> Described:
    return Described(path, written + repr(to_plain(value)), _words(value) if words is None else words)


def _with_lets(thing: Described, lets: dict[str, Described]) -> Described:
    """A condition with what it calls by names under `let`."""
    words, used = set(thing.words), set[str]()
    while found := (words & lets.keys()) - used:
        used |= found
        words |= set().union(*(lets[name].words for name in found))
    written = thing.written + "".join(lets[name].written for name in sorted(used))
    return replace(thing, written=written, words=frozenset(words))


def _words(value: Node, *, keys: bool = True) -> frozenset[str]:
    """The names in a value; a kind whose supply it may use stands in it as one name more."""
    words = {word for text in _texts(value, keys=keys) for word in _words_of(_COMMENT.sub("", text))}
    if not words.isdisjoint(SUPPLY):
        words |= {_supply(word) for word in words}
    return frozenset(words)


def _words_of(text: str) -> frozenset[str]:
    """The names in a text; one behind a dot stands in it with the dot, and without."""
    found = _WORD.findall(text)
    return frozenset(found) | {word.lstrip(".") for word in found}


def _supply(kind: str) -> str:
    return f"supply of {kind}"


def _move(name: str) -> str:
    """A move as rules name it: only `then`, `play` and the turn do, and elsewhere its name may be a word of the language."""
    return f"move {name}"


def _moves(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(_move, names))


def _texts(value: Node, *, keys: bool = False) -> Iterator[str]:
    match value:
        case Scalar():
            yield value.text
        case Sequence():
            for item in value.items:
                yield from _texts(item, keys=keys)
        case Mapping():
            for entry in value.entries:
                if keys:
                    yield entry.key.text
                yield from _texts(entry.value, keys=keys)


def _members(values: Node) -> Iterable[str]:
    """The names of single values, or of their properties, with the dot by which rules read them."""
    return [each.text for each in values.items if isinstance(each, Scalar)] if isinstance(values, Sequence) else [
        f".{entry.key.text}" for entry in _entries(values)]  # fmt: skip


def _part(tree: Mapping, name: str) -> Node | None:
    return next((entry.value for entry in tree.entries if identity(entry.key.text) == name), None)


def _entries(value: Node | None) -> tuple[Entry, ...]:
    return value.entries if isinstance(value, Mapping) else ()


def _below(value: Node, key: str) -> tuple[Entry, ...]:
    """The entries of the map under a key."""
    return _entries(_part(value, key)) if isinstance(value, Mapping) else ()
