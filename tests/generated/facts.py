"""What a checked game really has: the words, effects and forms of its definition, each with the part of the file it stands in.

Features ask this, and so are counted where they are, and not where they were meant to be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property

from ggl.checker.game import CheckedGame
from ggl.core import forms as f
from ggl.model.definition import Definition, Text
from ggl.syntax import tree as t

Fact = tuple[str, str, str]
"""The part, the sort of tree, and the name or operator in it."""

_PARTS = {
    "options": "option", "players": "constant", "board": "board", "regions": "region", "pieces": "piece", "state": "start",
    "setup": "setup", "definitions": "define", "routines": "routine", "end": "end", "score": "score", "tie": "tie",
    "match": "match",
    "binders": "for", "lets": "let", "where": "where", "do": "do", "ensure": "ensure", "then": "then", "first": "first",
    "play": "play", "pie_if": "pie", "begin": "begin",
    "finish": "finish", "following": "next", "together": "play", "choosers": "by", "resolve": "resolve",
    "pass_if": "pass", "again_while": "continue", "preferred": "prefer", "phases": "phase",
    "until": "until", "tests": "test",
}  # fmt: skip


class Facts:
    def __init__(self, checked: CheckedGame, names: dict[str, str] | None = None, bases: int = 0) -> None:
        self.checked = checked
        self.definition: Definition = checked.definition
        self.core: f.CoreGame = checked.core
        self.board = checked.board
        self.turn = self.definition.turn
        self.moves = list(self.definition.moves.values())
        self.names = names or {}
        """Names that stand for neutral ones, by what is special about them."""

        self.bases = bases

    @cached_property
    def trees(self) -> list[tuple[str, t.Tree]]:
        return list(_walk(self.definition, "file"))

    @cached_property
    def said(self) -> frozenset[Fact]:
        return frozenset((part, type(tree).__name__, _label(tree)) for part, tree in self.trees)

    @cached_property
    def _brief(self) -> frozenset[tuple[str, str]]:
        return frozenset((sort, label) for _, sort, label in self.said)

    def calls(self, *names: str, part: str = "") -> bool:
        return any(self._has("Call", name, part) for name in names)

    def reads(self, *names: str, part: str = "") -> bool:
        return any(self._has("Name", name, part) for name in names)

    def dots(self, *names: str, part: str = "") -> bool:
        return any(self._has("Dot", name, part) for name in names)

    def does(self, *sorts: str, part: str = "") -> bool:
        """Whether an effect of this sort, or with this verb, is done."""
        return any((sort in (s, label)) and (not part or part == p) for p, s, label in self.said for sort in sorts)

    def _has(self, sort: str, name: str, part: str) -> bool:
        return (part, sort, name) in self.said if part else (sort, name) in self._brief

    def all_of(self, sort: type[t.Tree], part: str = "") -> Iterator[t.Tree]:
        return (tree for where, tree in self.trees if isinstance(tree, sort) and (not part or where == part))

    @cached_property
    def variables(self) -> dict[str, object]:
        return dict(self.definition.state)

    @cached_property
    def fields(self) -> dict[str, f.Field]:
        return {field.name: field for field in self.core.fields}


def _label(tree: t.Tree) -> str:
    for name in ("name", "verb", "op"):
        if hasattr(tree, name):
            return str(getattr(tree, name))
    return ""


def _walk(value: object, part: str) -> Iterator[tuple[str, t.Tree]]:
    if isinstance(value, t.Tree):
        yield part, value
        for child in t.children(value):
            yield from _walk(child, part)
    elif isinstance(value, dict):
        for each in value.values():
            yield from _walk(each, part)
    elif isinstance(value, tuple):
        for each in value:
            yield from _walk(each, part)
    elif is_dataclass(value) and not isinstance(value, Text):
        for spec in fields(value):
            if spec.name not in ("span", "source", "bases", "name"):
                yield from _walk(getattr(value, spec.name), _PARTS.get(spec.name, part))
