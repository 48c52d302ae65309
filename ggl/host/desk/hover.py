"""The hover text at a place, in Markdown: its type, the manual's description of the word, the English of a rule.

Takes what is known, the names of a reading, and an offset. Gives the text and the span that it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ggl.checker.game import CheckedGame
from ggl.checker.vocabulary.lines import WordLine, word_lines
from ggl.core.types import Fin, strip_opt
from ggl.host.desk import keys as schema
from ggl.host.desk import places
from ggl.host.desk.completion import signature_text
from ggl.host.desk.key_path import key_place
from ggl.host.desk.known import Known, type_text
from ggl.host.desk.occurrence import Occurrence, Thing
from ggl.model.definition import Conditions, Definition
from ggl.narration.said import by_its_names
from ggl.narration.text import definition_text, reason_text
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.document import Entry, Mapping
from ggl.syntax.keywords import KEYWORDS


@dataclass(frozen=True)
class Hover:
    span: Span
    text: str


_WORD = re.compile(r"[A-Za-z_]\w*")
_GRAMMAR = {
    "own": "of the side to move, as in `own man on c`",
    "enemy": "of any other side, as in `enemy piece on c`",
    "piece": "a piece of any kind, as in `piece on c`",
    "last": "the last move: `last.mover`, or `last.c` for what it had as its parameter `c`",
}


def hover(known: Known, found: tuple[Occurrence, ...], offset: int) -> Hover | None:
    source = known.reading.source
    here = places.name_at(found, source, offset)
    if here is not None:
        lines = [*_of_thing(known, here), *_key_line(source.text, here.span.start)]
        return Hover(here.span, "\n\n".join(lines))
    key = _key(known, offset)
    if key is not None:
        return key
    typed = _typed(known, offset)
    word = _word_at(source.text, offset)
    if word is not None and typed is not None:
        line = _line_of(known, source.text, *word)
        if line is not None or word[0] in _GRAMMAR or word[0] in KEYWORDS:
            span = source.span(word[1], word[1] + len(word[0]))
            exact = [type_text(one.type) for one in known.reading.types.get(span, ())]
            lines = [f"```ggl\n{line.usage}\n```", f"{line.meaning}."] if line is not None else [_grammar(word[0])]
            result = exact or _of_call(known, span)
            return Hover(span, "\n\n".join([*lines, *([f"here: {' or '.join(dict.fromkeys(result))}"] if result else [])]))
    return typed


def _grammar(word: str) -> str:
    return f"`{word}`: {_GRAMMAR[word]}." if word in _GRAMMAR else f"`{word}`: a word of the grammar."


def _said(definition: Definition, name: str) -> Iterator[str]:
    """The author's own sentence for a move or a routine, its parameters by their names."""
    if name in definition.says:
        yield by_its_names(definition.says[name].text.text)


def _of_thing(known: Known, here: Occurrence) -> Iterator[str]:
    thing = here.thing
    one, checked = known.definition, known.checked
    assert one is not None
    name = thing.name
    match thing.sort:
        case "definition":
            yield f"```ggl\n{signature_text(known, name)}\n```"
            if checked is not None and name in checked.definition.definitions:
                yield definition_text(checked, name)
        case "move":
            types = known.parameter_types(name)
            params = ", ".join(f"{param}: {type_}" for param, type_ in types.items())
            yield f"```ggl\nmove {name}({params})\n```" if params else f"```ggl\nmove {name}\n```"
            yield from _said(one, name)
        case "routine":
            params = ", ".join(one.routines[name].params) if name in one.routines else ""
            yield f"```ggl\nroutine {name}({params})\n```"
            yield from _said(one, name)
        case "parameter":
            yield _with_type(name, _types_of(known, here), "a name that this part chooses, gets or defines")
        case "variable":
            variable = one.state.get(name)
            each = f", one for each of the {variable.each}" if variable is not None and variable.each else ""
            yield f"```ggl\n{name}: {known.of_variable(name) or 'variable'}\n```"
            yield f"a variable of the game{each}"
        case "option":
            yield f"```ggl\n{name}: {one.options[name]}\n```" if name in one.options else f"`{name}`"
            yield "an option, chosen before play"
        case "player":
            number = list(one.players).index(name) + 1 if name in one.players else 0
            yield f"`{name}`: player {number} of {len(one.players)}"
        case "kind":
            piece = one.pieces.get(name)
            whose = "" if piece is None or piece.of is None else f", of {piece.of.text}"
            yield f"`{name}`: a kind of piece on {piece.sites if piece is not None else 'cells'}{whose}"
        case "region":
            what = "a track" if name in one.tracks else "a tile" if name in one.tiles else "a region"
            yield _with_type(name, [type_text(type_)] if (type_ := known.by_text.get(name)) is not None else [], what)
        case "condition" | "reason":
            yield from _english(checked, thing)
        case "constant" | "property":
            found = next((p for p in known.properties(None) if p.name == name), None)
            yield _with_type(name, [found.type] if found is not None and found.type else [], f"a {thing.sort}")
        case _:
            yield f"`{name}`: a {thing.sort}"


def _with_type(name: str, types: list[str], what: str) -> str:
    types = list(dict.fromkeys(type_ for type_ in types if type_))
    return f"```ggl\n{name}: {' or '.join(types)}\n```\n\n{what}" if types else f"`{name}`: {what}"


def _types_of(known: Known, here: Occurrence) -> list[str]:
    """The types of a name that is known within a part: at its place, else wherever it is used there."""
    exact = [type_text(one.type) for one in known.reading.types.get(here.span, ())]
    if exact:
        return exact
    thing = here.thing
    match thing.within:
        case ("move", within):
            return [known.parameter_types(within).get(thing.name, "")]
        case ("definition", within):
            return [dict(known.parameters(within)).get(thing.name, "")]
    place = key_place(here.span.source.text, here.span.start)
    types = known.locals((*place.path, here.span.source.text[here.span.start : here.span.end])[:2])
    return [type_text(types.get(thing.name))]


def _english(checked: CheckedGame | None, thing: Thing) -> Iterator[str]:
    yield f"`{thing.name}`: a {'reason for the end' if thing.sort == 'reason' else 'condition of a move'}"
    if checked is None:
        return
    one = checked.definition
    conditions: list[Conditions] = [part.conditions for part in one.end] if thing.sort == "reason" else []
    for move in one.moves.values() if thing.sort == "condition" else ():
        conditions += [move.where, move.ensure]
    trees = [tree for each in conditions for name, tree in each.parts if name == thing.name]
    yield from dict.fromkeys(_sentence(reason_text(checked, tree, None)) for tree in trees)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text and not text.endswith(".") else text


def _key(known: Known, offset: int) -> Hover | None:
    """A key of the language."""
    found = _entry_at(known, offset)
    if found is None:
        return None
    entry, path = found
    key = schema.key(path)
    if key is None or not key.meaning:
        return None
    lines = [f"**{key.name}**: {key.value}" if key.value else f"**{key.name}**", key.meaning]
    if key.examples:
        lines.append(f"```yaml\n{key.examples[0].rstrip()}\n```")
    return Hover(entry.key.span, "\n\n".join(lines))


def _entry_at(known: Known, offset: int) -> tuple[Entry, tuple[str, ...]] | None:
    """The entry whose key stands at a place, and its path."""
    node = known.reading.tree
    path: tuple[str, ...] = ()
    while isinstance(node, Mapping):
        entry = next((each for each in node.entries if each.key.span.start <= offset <= each.span.end), None)
        if entry is None:
            return None
        path = (*path, entry.key.text)
        if offset <= entry.key.span.end:
            return entry, path
        node = entry.value if isinstance(entry.value, Mapping) else None
    return None


def _key_line(text: str, offset: int) -> Iterator[str]:
    """The meaning of the map around a key that is a name of the author's."""
    place = key_place(text, offset)
    if place.is_key and len(place.path) == 1 and (key := schema.key(place.path)) is not None:
        yield f"*{key.name}*: {key.meaning}"


def _typed(known: Known, offset: int) -> Hover | None:
    """The smallest expression around a place, with its type."""
    around = [
        (span, types)
        for span, types in known.reading.types.items()
        if span.source == known.reading.source and span.start <= offset <= span.end
    ]
    if not around:
        return None
    span, types = min(around, key=lambda one: one[0].end - one[0].start)
    shown = " or ".join(dict.fromkeys(type_text(one.type) for one in types))
    return Hover(span, f"```ggl\n{' '.join(span.text.split())}: {shown}\n```") if len(span.text) < 400 else None


def _of_call(known: Known, name: Span) -> list[str]:
    """The types of a call, by the place of its name."""
    for types in known.reading.types.values():
        tree = types[0].tree
        if isinstance(tree, t.Call) and tree.name_span == name:
            return [type_text(one.type) for one in types]
        if isinstance(tree, t.Dot) and tree.name_span == name:
            return [type_text(one.type) for one in types]
    return []


def _line_of(known: Known, text: str, word: str, start: int) -> WordLine | None:
    lines = word_lines()
    if text[start - 1 : start] == "." and start > 0:
        span = next(
            (
                s
                for s, types in known.reading.types.items()
                if isinstance(d := types[0].tree, t.Dot) and d.name_span.start == start
            ),
            None,
        )
        types = known.reading.types.get(_of(known, span), ()) if span is not None else ()
        site = next((type_.domain.name for one in types if isinstance(type_ := strip_opt(one.type), Fin)), "")
        return lines.get(f"{site}.{word}") or lines.get(f"site.{word}")
    after = text[start + len(word) :].lstrip(" ")
    return (lines.get(f"{word}()") if after.startswith("(") else None) or lines.get(word)


def _of(known: Known, span: Span) -> Span:
    tree = known.reading.types[span][0].tree
    return tree.of.span if isinstance(tree, t.Dot) else span


def _word_at(text: str, offset: int) -> tuple[str, int] | None:
    begin = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    for found in _WORD.finditer(text, begin, end if end >= 0 else len(text)):
        if found.start() <= offset <= found.end():
            return found[0], found.start()
    return None
