"""Completions at a place: keys, words, names, properties, moves.

Takes a `Known`, a text and an offset in it; the text may be newer, and half written. Gives items, and the beginning of the word
that they complete.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ggl import resources
from ggl.checker.vocabulary.lines import word_lines
from ggl.core.types import Type
from ggl.host.desk import keys as schema
from ggl.host.desk.key_path import Where, key_place
from ggl.host.desk.known import Known, type_text
from ggl.model.keys import identity
from ggl.model.reader.extras import OF_PLAYERS
from ggl.model.reader.rules import PASSING, PIES
from ggl.play.errors import GglError
from ggl.play.filetests import position_of_test
from ggl.play.game import Game
from ggl.syntax.keywords import KEYWORDS


@dataclass(frozen=True)
class Item:
    """`sort` is one of `occurrence.Sort`, or key, word, value, keyword, file. `takes` says that brackets follow."""

    label: str
    sort: str
    detail: str = ""
    meaning: str = ""
    takes: bool = False
    rank: int = 5

    @property
    def value_follows(self) -> bool:
        """Whether the value of this key is written on its line."""
        return not self.detail.startswith("a map") and self.detail != "of the base"


@dataclass(frozen=True)
class Completion:
    start: int
    items: tuple[Item, ...]


MOST_MOVES = 400

_EFFECT_WORDS = tuple(
    "put take move exchange turn promote flip set add drop let win lose draw again phase roll deal "  # noqa: SIM905
    "announce reveal hide if for".split()
)
_EXPRESSION_WORDS = tuple("and or not if else for in on of with".split())  # noqa: SIM905
_WORDS_IF = {"pie": PIES, "pass": PASSING}
"""Keys whose value is a word, and may be under a condition."""

_PLAN_WORDS = ("or", "otherwise", "optional", "if")
_PHRASES = ("own", "enemy", "piece")
_PREFIX = re.compile(r"[A-Za-z_]\w*\Z|\Z")
_RECEIVER = re.compile(r"\.\s*\Z")


def complete(known: Known, text: str, offset: int) -> Completion:
    place = key_place(text, offset)
    if place.is_key:
        start = min(place.start, offset)
        prefix = text[start:offset]
        items = [*_keys(known, text, place)]
        if place.is_value and place.path:
            items += [item for item in _values(known, text, offset, place, prefix) if item.sort != "keyword" or not prefix]
        return _fitting(start, prefix, items)
    if not place.is_value:
        return Completion(offset, ())
    start = offset - len(_prefix(text[place.start : offset]))
    prefix = text[start:offset]
    if len(place.path) == 3 and place.path[0] == "tests" and place.path[2] in ("play", "legal", "illegal"):
        begin = _of_list(text, place.start, offset)
        earlier = ",".join((*place.earlier, text[place.start : begin]))
        return _fitting(begin, text[begin:offset], _moves_played(known, place.path, earlier))
    if len(place.path) == 4 and place.path[0] == "tests" and place.path[2] == "illegal":
        return _fitting(place.start, text[place.start : offset], _conditions(known))
    if place.path in (("extends",), ("name",)):
        start = place.start
        prefix = text[start:offset]
    return _fitting(start, prefix, _values(known, text, offset, place, prefix))


def _fitting(start: int, prefix: str, items: Iterable[Item]) -> Completion:
    """The items that begin with the prefix, each once, the likeliest first."""
    found: dict[str, Item] = {}
    small = prefix.lower()
    for item in items:
        if item.label.lower().startswith(small):
            found.setdefault(item.label, item)
    return Completion(start, tuple(sorted(found.values(), key=lambda item: (item.rank, item.label.lower()))))


def _prefix(before: str) -> str:
    found = _PREFIX.search(before)
    return found[0] if found else ""


# ----------------------------------------------------------------------------------------------------------------- keys


def _keys(known: Known, text: str, place: Where) -> Iterator[Item]:
    path = place.path
    written = _siblings(text, place)
    for key in schema.keys(path):
        if identity(key.name) not in written:
            yield Item(key.name, "key", key.value, key.meaning, rank=1)
    yield from _named_keys(known, path)


def _siblings(text: str, place: Where) -> set[str]:
    """The keys of the same map that are on separate lines."""
    begin = text.rfind("\n", 0, place.start) + 1
    indent = place.start - begin
    if text[begin : place.start].strip():
        return set()
    found: set[str] = set()
    for line in _around(text, begin, indent):
        key = re.match(r"\s*([^#:]+?)\s*:(?:\s|$)", line)
        if key is not None:
            found.add(identity(key[1].strip("\"'")))
    return found


def _around(text: str, begin: int, indent: int) -> Iterator[str]:
    """The lines of a map before and after one of its lines."""
    before, after = text[:begin].split("\n")[:-1], text[begin:].split("\n")[1:]
    for lines in (reversed(before), after):
        for line in lines:
            depth = len(line) - len(line.lstrip(" "))
            if line.strip() and depth < indent:
                break
            if line.strip() and depth == indent:
                yield line


def _named_keys(known: Known, path: tuple[str, ...]) -> Iterator[Item]:
    """Keys that are names of the file: of moves, pieces, players, options; in a variant those of its base."""
    one = known.definition
    if one is None:
        return
    names: dict[tuple[str, ...], tuple[str, Iterable[str]]] = {
        ("look", "notation"): ("move", one.moves),
        ("look", "glyphs"): ("kind", one.pieces),
        ("look", "colours"): ("player", (*one.players, *one.pieces, *one.regions)),
        ("look", "shapes"): ("kind", one.pieces),
    }
    if path in names:
        sort, given = names[path]
        yield from (Item(name, sort, rank=2) for name in given)
    elif len(path) == 3 and path[0] == "tests" and path[2] == "options":
        yield from (Item(name, "option", str(option), rank=2) for name, option in one.options.items())
    elif len(path) == 3 and path[0] == "tests" and path[2] in OF_PLAYERS:
        yield from (Item(name, "player", rank=2) for name in one.players)
    elif known.reading.chain is not None and len(known.reading.chain.files) > 1 and len(path) == 1:
        parts: dict[str, Iterable[str]] = {
            "options": one.options, "players": one.players, "regions": one.regions, "tracks": one.tracks, "tiles": one.tiles,
            "pieces": one.pieces, "state": one.state, "moves": one.moves, "routines": one.routines, "define": one.definitions,
        }  # fmt: skip
        yield from (Item(name, "key", "of the base", rank=3) for name in parts.get(path[0], ()))


# --------------------------------------------------------------------------------------------------------------- values


def _values(known: Known, text: str, offset: int, place: Where, prefix: str) -> Iterator[Item]:
    path, one = place.path, known.definition
    yield from (Item(word, "value", rank=1) for word in schema.value_words(path))
    if path == ("extends",):
        yield from (Item(name, "file", "comes with ggl", rank=2) for name in resources.bundled_games())
        for source in known.reading.files.beside(known.reading.source.name):
            yield Item(source.file, "file", "in the same folder", rank=1)
        return
    last = path[-1] if path else ""
    players = tuple(one.players) if one else ()
    if path[:1] == ("tests",) and last in ("mover", "to move", "winner", "winners"):
        yield from (Item(name, "player", rank=1) for name in (*players, *(("none",) if last.startswith("winner") else ())))
        return
    if path[:1] == ("tests",) and last == "reason":
        yield from (
            Item(name, "reason", rank=1) for part in (one.end if one else ()) for name, _ in part.conditions.parts if name
        )
        return
    if path[:1] == ("tests",) and last == "over":
        yield from (Item(word, "value", rank=1) for word in ("true", "false"))
        return
    if path[:1] == ("pieces",) and last == "of":
        yield from (Item(name, "player", rank=1) for name in players)
        yield Item("nobody", "value", "no player", rank=1)
        return
    if path[:1] == ("turn",) and last in _WORDS_IF:
        yield from (Item(word, "value", rank=1) for word in _WORDS_IF[last])
        if " if " not in text[place.start : offset]:
            return
    sorts = schema.sorts(path)
    if "plan" in sorts:
        yield from _plan(known, path, text[place.start : offset], prefix)
    elif "effects" in sorts:
        yield from _expression(known, path, text[place.start : offset], prefix, effects=True)
    elif sorts & {"expression", "body", "conditions"} or last in ("for", "pie", "pass") or path[:1] == ("tie",):
        yield from _expression(known, path, text[place.start : offset], prefix, effects=False)
    elif path[:2] == ("look", "notation"):
        yield from (Item(name, "parameter", detail, rank=1) for name, detail in known.parameter_types(last).items())


def _plan(known: Known, path: tuple[str, ...], before: str, prefix: str) -> Iterator[Item]:
    if re.search(r"\bif\b|\(", before):
        yield from _expression(known, path, before, prefix, effects=False)
        return
    is_then = path[-1:] == ("then",)
    for move in known.definition.moves.values() if known.definition else ():
        if is_then or move.started:
            yield Item(move.name, "move", _head(move.name, move.params), takes=bool(move.params) and is_then, rank=1)
    yield from (Item(word, "keyword", rank=4) for word in _PLAN_WORDS)


def _expression(known: Known, path: tuple[str, ...], before: str, prefix: str, *, effects: bool) -> Iterator[Item]:
    ahead = before[: len(before) - len(prefix)]
    names = locals_at(known, path, ahead)
    if _RECEIVER.search(ahead):
        receiver = _receiver(ahead)
        found = known.last() if receiver == "last" else known.properties(known.type_of(receiver, _typed(names)))
        yield from (Item(one.name, "property", one.type, one.meaning, rank=1) for one in found)
        return
    one = known.definition
    word = re.search(r"(\w+)\s+\Z", ahead)
    behind = word[1] if word else ""
    if one is not None and (behind in ("own", "enemy") or behind in one.players):
        yield from (Item(name, "kind", rank=1) for name in (*one.pieces, "piece"))
        return
    if effects and (not ahead.strip() or re.search(r"(?:^|\n|:)\s*\Z", ahead)):
        yield from (Item(name, "keyword", rank=2) for name in _EFFECT_WORDS)
        for routine in one.routines.values() if one else ():
            yield Item(routine.name, "routine", _head(routine.name, routine.params), takes=True, rank=1)
        yield Item("else", "keyword", rank=3)
        return
    if behind == "phase" and effects:
        yield from (Item(phase.name, "phase", rank=1) for phase in (one.turn.phases if one else ()))
        return
    yield from (Item(name, "parameter", type_text(type_), rank=1) for name, type_ in names.items())
    yield from _names_of_file(known)
    if behind in ("with", "on", "put", "take", ""):
        yield from (Item(name, "keyword", rank=3) for name in (*_PHRASES, "last"))
    for name, line in word_lines().items():
        plain = name.removesuffix("()")
        if "." not in name:
            yield Item(
                plain, "word", line.usage, line.meaning, takes="(" in line.usage.split(" -> ")[0] and name != plain + "()", rank=4
            )
    grammar = ("from", "to", "as", "facing", "be", *_EXPRESSION_WORDS) if effects else _EXPRESSION_WORDS
    yield from (Item(name, "keyword", rank=5) for name in grammar)
    yield from (Item(name, "keyword", rank=5) for name in (*_PHRASES, "last"))
    world = known.reading.world
    if prefix and world is not None and world.has_board:
        board = world.board
        yield from (Item(name, "value", "direction", rank=4) for name in board.directions)
        sites = (site.name for site in board.cells if site.name.startswith(prefix))
        yield from (Item(name, "cell", rank=6) for name in sites)


def _names_of_file(known: Known) -> Iterator[Item]:
    one = known.definition
    if one is None:
        return
    yield from (Item(name, "player", rank=2) for name in one.players)
    yield from (Item(name, "kind", rank=2) for name in one.pieces)
    yield from (Item(name, "option", str(option), rank=2) for name, option in one.options.items())
    yield from (Item(name, "region", "set of sites", rank=2) for name in one.regions)
    yield from (Item(name, "region", "track", rank=2) for name in one.tracks)
    yield from (Item(name, "region", "tile", rank=2) for name in one.tiles)
    yield from (Item(member.text, "value", part.name, rank=2) for part in one.values.values() for member in part.members)
    yield from (Item(name, "value", "all values of this name", rank=3) for name in one.values)
    yield from (
        Item(v.name, "variable", known.of_variable(v.name), rank=2) for v in one.state.values() if v.each in ("", "turns")
    )
    yield from (Item(phase.name, "phase", rank=2) for phase in one.turn.phases)
    for defined in one.definitions.values():
        detail = signature_text(known, defined.name)
        yield Item(defined.name, "definition", detail, takes=bool(defined.params), rank=2)


def signature_text(known: Known, name: str) -> str:
    """A definition with the types of its parameters and of its value."""
    params = [f"{param}: {type_}" if type_ else param for param, type_ in known.parameters(name)]
    result = known.result(name)
    return (f"{name}({', '.join(params)})" if params else name) + (f" -> {result}" if result else "")


def _head(name: str, params: Iterable[str]) -> str:
    return f"{name}({', '.join(params)})"


# -------------------------------------------------------------------------------------------------------- names inside

_LOCAL = re.compile(r"\b([A-Za-z_]\w*)\s+in\b|\blet\s+([A-Za-z_]\w*)\s+be\b")
_OF_A_PLAYER = re.compile(r"\s*(?:score|points)\s*\(")
_HEAD = re.compile(r"\s*[A-Za-z_]\w*\s*\(([^()]*)\)\s*")


def locals_at(known: Known, path: tuple[str, ...], before: str) -> dict[str, Type | None]:
    """The names that are known only around a place, with their types where these are known."""
    types = known.locals(path)
    names: dict[str, Type | None] = {}
    one = known.definition
    if path[:1] == ("moves",) and len(path) > 1 and one is not None:
        move = one.moves.get(identity(path[1]))
        if move is not None:
            for name in (*move.params, *(binder.name for binder in move.binders), *(let.name for let in move.lets)):
                names[name] = types.get(name)
    for key in path:
        if (head := _HEAD.fullmatch(key)) is not None and path[0] != "tests":
            given = known.player if _OF_A_PLAYER.match(key) else None
            names |= {name.strip(): types.get(name.strip(), given) for name in head[1].split(",") if name.strip()}
    if path[:1] == ("end",) and len(path) > 1 and (each := re.match(r"\s*players?\s+(\w+)\s+\w+", path[1])):
        names[each[1]] = known.player
    for found in _LOCAL.finditer(before):
        name = found[1] or found[2]
        if name not in KEYWORDS:
            names.setdefault(name, types.get(name))
    return names


def _typed(names: dict[str, Type | None]) -> dict[str, Type]:
    return {name: type_ for name, type_ in names.items() if type_ is not None}


def _receiver(ahead: str) -> str:
    """The expression before a dot at the end of a text."""
    end = len(ahead.rstrip()) - 1
    at, depth = end, 0
    while at > 0:
        character = ahead[at - 1]
        if character in ")]}":
            depth += 1
        elif character in "([{":
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and not (character.isalnum() or character in "_."):
            break
        at -= 1
    return ahead[at:end].strip()


# ----------------------------------------------------------------------------------------------------- moves of a test


def _of_list(text: str, start: int, offset: int) -> int:
    """The offset of the last text of a comma-separated list."""
    begin = max(text.rfind(sign, start, offset) for sign in ",;\n") + 1
    begin = max(begin, start)
    while begin < offset and text[begin] in " \t":
        begin += 1
    return begin


def _conditions(known: Known) -> Iterator[Item]:
    """The names of conditions, by which a test says why a move is illegal."""
    for move in known.definition.moves.values() if known.definition else ():
        for name, _ in (*move.where.parts, *move.ensure.parts):
            if name:
                yield Item(name, "condition", f"of {move.name}", rank=1)


def _moves_played(known: Known, path: tuple[str, ...], before: str) -> Iterator[Item]:
    """The moves that are legal after those that are written before."""
    checked = known.checked
    if checked is None:
        return
    test = next((each for each in checked.definition.tests if each.name == path[1]), None)
    earlier = [part.strip() for part in re.split(r"[,;\n]", before) if part.strip()] if path[2] == "play" else None
    try:
        game = Game(checked, "interpreter")
        if test is None:
            state = game.initial_state()
        else:
            state = position_of_test(checked, test if earlier is None else replace(test, moves=()))
        for move in earlier or ():
            state = state.play(move)
        moves = list(dict.fromkeys(map(str, state.legal_moves()[:MOST_MOVES])))
    except GglError:
        return
    yield from (Item(move, "move", rank=1) for move in moves)
