"""Game files with mistakes: edits of good ones. Takes a good text and a list of edits; gives the edited text.

An edit is three numbers: which kind, where, and with what. Any numbers make an edit, so that Hypothesis can shrink them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

from ggl.diagnostics import Findings
from ggl.model.extends import find_beside, load_definition
from ggl.source import Source
from ggl.syntax import tree as t

ROOT = Path(__file__).parents[2]
SEEDS = sorted([*(ROOT / "games").glob("*.yaml"), *(ROOT / "tests/model/drafts").glob("*.yaml")])
SMALL = sorted([*(ROOT / "tests/language/games").glob("*.yaml"), *(ROOT / "tests/bad").glob("*/*.yaml")])
"""Files of one feature each, and files that have a mistake already."""
Edit = tuple[int, int, int]

_TOKEN = re.compile(r"\w+|[ \t]+|\n|[^\w\s]")
_NUMBERS = ("0", "1", "2", "-1", "0.5", "1/3", "4096", "100000", "2147483648", "9" * 20, "1e9", "10**400")
WORDS = (
    "none", "true", "mover", "opponent", "players", "cells", "edges", "vertices", "directions", "kinds", "orthogonal", "stuck",
    "winner", "last.mover", "last.c", "ply", "passes", "steps", "phase", "repetitions", "{}", "[]", "a1", "a1-a2", "lines(3)",
    "1..9", "cells with piece", "own piece on a1", "empty(a1)", "group(a1)", "groups(mover)", "territories", "neighbors(a1)",
    "components(cells)", "spread(cells, cells)", "any(cells)", "count(cells)", "first(cells)", "the(cells)", "a1.owner",
    "a1.kind", "a1.row", "hand(mover)", "able(place)", "ray(a1, north)", "step(a1, north)", "distance(a1, b2)", "sorted(1..3)",
    "max(1, 2)", "mover.home", "x", "for x in cells", "if true else false", "not", "and", "or", "in", "==", "!=", "<", "+", "-",
    "*", "/", "//", "%", "&", "..", "with", "on", "of", "own", "enemy", "removed", "win", "lose", "draw", "again", "score",
    "tie", "state", "set", "to", "add", "drop", "from", "put", "take", "move", "exchange", "flip", "promote", "turn", "let",
    "for", "if", "else", "otherwise", "then",
    "(", ")", "[", "]", "{", "}", ",", ":", ".", "|", "\n", "  ", "#", "'", '"', "\\", "\u00e9", "\u4e16",
)  # fmt: skip


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


@cache
def subexpressions(path: Path) -> tuple[tuple[int, int], ...]:
    """The places of all expressions and effects of a file, as far as it can be read."""
    source = Source(path.name, text_of(path))
    definition = load_definition(source, Findings(), find_beside(path.parent))
    if definition is None:
        return ()
    found = {(tree.span.start, tree.span.end) for tree in _trees(definition) if tree.span.source is source}
    return tuple(sorted(found))


def _trees(value: object) -> Iterator[t.Tree]:
    if isinstance(value, t.Tree):
        yield value
    if isinstance(value, tuple):
        for item in value:
            yield from _trees(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from _trees(item)
    elif is_dataclass(value) and not isinstance(value, Source):
        for spec in fields(value):
            if spec.name not in ("span", "source"):
                yield from _trees(getattr(value, spec.name))


@cache
def pool() -> tuple[str, ...]:
    """Expressions and effects of all seeds."""
    texts = {text_of(path)[a:b] for path in SEEDS for a, b in subexpressions(path)}
    return tuple(sorted(text for text in texts if "\n" not in text))


def mutated(seed: int, edits: list[Edit]) -> str:
    """The text of a seed after the edits."""
    return edited(SEEDS[seed % len(SEEDS)], edits)


def edited(path: Path, edits: list[Edit]) -> str:
    """A file's text after the edits; those of trees come first, while their places still hold."""
    text = text_of(path)
    places = list(subexpressions(path))
    of_trees = [edit for edit in edits if edit[0] % 4 != 0 and places]
    chosen: list[tuple[int, int, str]] = []
    for kind, where, what in of_trees:
        start, end = places[where % len(places)]
        if any(start < b and a < end for a, b, _ in chosen):
            continue
        if kind % 4 == 1:
            a, b = places[what % len(places)]
            chosen.append((start, end, text[a:b]))
        elif kind % 4 == 2:
            chosen.append((start, end, pool()[what % len(pool())]))
        else:
            words = (*WORDS, *_NUMBERS)
            chosen.append((start, end, words[what % len(words)]))
    for start, end, new in sorted(chosen, reverse=True):
        text = text[:start] + new + text[end:]
    for edit in edits:
        if edit[0] % 4 == 0 or not places:
            text = _TEXT_EDITS[edit[0] // 4 % len(_TEXT_EDITS)](text, edit[1], edit[2])
    return text


# ---- edits of the text


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text) or [" "]


def _delete(text: str, where: int, what: int) -> str:
    tokens = _tokens(text)
    at = where % len(tokens)
    return "".join(tokens[:at] + tokens[at + 1 + what % 3 :])


def _double(text: str, where: int, what: int) -> str:
    tokens = _tokens(text)
    at, length = where % len(tokens), 1 + what % 5
    return "".join(tokens[: at + length] + tokens[at:])


def _swap(text: str, where: int, what: int) -> str:
    tokens = _tokens(text)
    a, b = where % len(tokens), what % len(tokens)
    tokens[a], tokens[b] = tokens[b], tokens[a]
    return "".join(tokens)


def _insert(text: str, where: int, what: int) -> str:
    tokens = _tokens(text)
    at = where % len(tokens)
    return "".join([*tokens[:at], " ", WORDS[what % len(WORDS)], " ", *tokens[at:]])


def _number(text: str, where: int, what: int) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    match = found[where % len(found)]
    return text[: match.start()] + _NUMBERS[what % len(_NUMBERS)] + text[match.end() :]


def _word(text: str, where: int, what: int) -> str:
    """One word of the text stands in the place of another."""
    found = list(re.finditer(r"[A-Za-z_]\w*", text))
    if not found:
        return text
    match, other = found[where % len(found)], found[what % len(found)]
    return text[: match.start()] + other[0] + text[match.end() :]


def _line_out(text: str, where: int, what: int) -> str:
    lines = text.split("\n")
    at = where % len(lines)
    return "\n".join(lines[:at] + lines[at + 1 + what % 2 :])


def _line_swap(text: str, where: int, what: int) -> str:
    lines = text.split("\n")
    a, b = where % len(lines), what % len(lines)
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def _line_double(text: str, where: int, what: int) -> str:
    lines = text.split("\n")
    a, b = where % len(lines), what % len(lines)
    return "\n".join([*lines[:b], lines[a], *lines[b:]])


def _nest(text: str, where: int, what: int) -> str:
    tokens = _tokens(text)
    at, deep = where % len(tokens), 1 + what % 80
    opening, closing = (("(", ")"), ("{", "}"), ("[", "]"), ("not ", ""), ("- ", ""))[what % 5]
    return "".join([*tokens[:at], opening * deep, tokens[at], closing * deep, *tokens[at + 1 :]])


_TEXT_EDITS: tuple[Callable[[str, int, int], str], ...] = (
    _delete, _double, _swap, _insert, _number, _word, _word, _line_out, _line_swap, _line_double, _nest,
)  # fmt: skip
