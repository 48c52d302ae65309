"""Folds options into the rules: the value of an option replaces its name in each tree.

What never happens with these options is left out: a branch, a condition that always holds, an effect that does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeVar, cast

from ggl.checker.game import CheckedGame
from ggl.checker.hidden.visibility import VIEWER
from ggl.model.definition import Conditions, MovePart
from ggl.source import Span
from ggl.syntax import tree as t

TreeT = TypeVar("TreeT", bound=t.Tree)

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_COMPUTE: dict[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
}

_SOMEBODY = ("mover", VIEWER)
"""The names of players that are never none."""


def _is_false(test: t.Expr | None) -> bool:
    return isinstance(test, t.Name) and test.name == "false"


def _offered(tier: tuple[t.Clause, ...]) -> tuple[t.Clause, ...]:
    """The clauses that may be followed. `optional` stands before the first pick of a tier and applies to all of it."""
    kept = tuple(clause for clause in tier if not _is_false(clause.test))
    if not kept or kept[0] is tier[0]:
        return kept
    first, *picks = kept[0].picks
    optional = replace(first, optional=tier[0].picks[0].optional)
    return (replace(kept[0], picks=(optional, *picks)), *kept[1:])


class Folding:
    """Folds trees for one game with its options bound."""

    def __init__(self, checked: CheckedGame) -> None:
        self._constants: dict[str, object] = dict(checked.options)
        self._names = frozenset((*checked.players, *checked.kinds))
        self._left_out = frozenset(checked.world.left_out)
        for one in checked.definition.definitions.values():
            if not one.params and not isinstance(one.body, t.Lined):
                value = self.constant(self.tree(one.body))
                if value is not None:
                    self._constants[one.name] = value

    # ---- values

    def constant(self, tree: t.Tree) -> object:
        """The value of a folded tree that is a constant (a number, true or false, a player or a kind); else None."""
        match tree:
            case t.Number(value=value):
                return value
            case t.Name(name="true" | "false" as name):
                return name == "true"
            case t.Name(name=name) if name in self._names:
                return name
        return None

    @staticmethod
    def _as_tree(value: object, span: Span) -> t.Expr:
        if isinstance(value, bool):
            return t.Name("true" if value else "false", span=span)
        if isinstance(value, int | Fraction):
            return t.Number(Fraction(value), span=span)
        return t.Name(str(value), span=span)

    # ---- trees

    def tree(self, tree: TreeT, bound: Mapping[str, t.Expr] | None = None) -> TreeT:
        """The tree with the values of options; `bound` has the trees of further names."""
        return cast(TreeT, self._fold(tree, bound or {}))

    def _fold(self, tree: t.Tree, bound: Mapping[str, t.Expr]) -> t.Tree:
        if isinstance(tree, t.Name):
            if tree.name in bound:
                return bound[tree.name]
            if tree.name in self._constants:
                return self._as_tree(self._constants[tree.name], tree.span)
            return t.Name("none", span=tree.span) if tree.name in self._left_out else tree
        changed: dict[str, Any] = {}
        if isinstance(tree, t.Phrase) and tree.adjective:
            whose = self._fold(t.Name(tree.adjective, span=tree.span), bound)
            if isinstance(whose, t.Name):
                changed["adjective"] = whose.name
            elif tree.owner is None:  # `q man` becomes `man of ..` where q is more than a name
                changed = {"adjective": "", "owner": whose}
        if isinstance(tree, t.Phrase) and isinstance(kind := bound.get(tree.kind), t.Name):
            changed["kind"] = kind.name
        folded = t.with_children(tree, lambda part: self._fold(part, bound))
        return self._simpler(cast(Any, replace)(folded, **changed) if changed else folded)

    def _simpler(self, tree: t.Tree) -> t.Tree:
        match tree:
            case t.IfElse(test=t.Name(name="true")):
                return tree.then
            case t.IfElse(test=t.Name(name="false")):
                return tree.other
            case t.IfThen(test=t.Name(name="true")):
                return tree.then
            case t.IfThen(test=t.Name(name="false")):
                return tree.other or t.Block((), span=tree.span)
            case t.Not(of=t.Name(name="true" | "false" as name)):
                return self._as_tree(name == "false", tree.span)
            case t.And(parts=parts):
                return self._joined(tree, parts, "true")
            case t.Or(parts=parts):
                return self._joined(tree, parts, "false")
            case t.Stands(phrase=t.Phrase(adjective=adjective, owner=owner)) if self._is_nobody(adjective, owner):
                return self._as_tree(False, tree.span)
            case t.With(phrase=t.Phrase(adjective=adjective, owner=owner)) if self._is_nobody(adjective, owner):
                return t.SetOf((), span=tree.span)
            case t.Call(name="any", args=(t.SetOf(items=()),)):
                return self._as_tree(False, tree.span)
            case t.Call(name="count", args=(t.SetOf(items=()),)):
                return self._as_tree(0, tree.span)
            case t.Binary(op="+", left=t.SetOf(items=()), right=other) | t.Binary(op="+", left=other, right=t.SetOf(items=())):
                return other
            case t.Chain(rest=((("in" | "not in") as op, t.SetOf(items=())),)):
                return self._as_tree(op == "not in", tree.span)
            case t.Chain(first=first, rest=((op, right),)) if op in _COMPARE:
                return self._compared(tree, first, op, right)
            case t.Binary(op="..", left=t.Number(value=left), right=t.Number(value=right)) if left > right:
                return t.SetOf((), span=tree.span)
            case t.Binary(op=op, left=t.Number(value=left), right=t.Number(value=right)) if op in _COMPUTE:
                return t.Number(_COMPUTE[op](left, right), span=tree.span)
            case t.SetOf(items=items) if any(isinstance(item, t.Number) for item in items):
                return replace(tree, items=tuple(one for at, one in enumerate(items) if one not in items[:at]))
            case t.Lined():
                return self._rows(tree)
            case t.Block(parts=parts):
                kept = tuple(part for part in parts if part != t.Block((), span=part.span))
                return kept[0] if len(kept) == 1 else replace(tree, parts=kept)
            case t.ForEach(binder=t.Binder(source=t.SetOf(items=()))):
                return t.Block((), span=tree.span)
            case t.ForEach(binder=t.Binder(test=t.Name(name="false"))) | t.ForEach(body=t.Block(parts=())):
                return t.Block((), span=tree.span)
            case t.Repeat(test=t.Name(name="false")) | t.Repeat(body=t.Block(parts=())):
                return t.Block((), span=tree.span)
            case t.Binder(test=t.Name(name="true")):
                return replace(tree, test=None)
            case t.Clause(test=t.Name(name="true")):
                return replace(tree, test=None)
            case t.Plan(tiers=tiers):
                return replace(tree, tiers=tuple(offered for tier in tiers if (offered := _offered(tier))))
        return tree

    def _joined(self, tree: t.Tree, parts: tuple[t.Expr, ...], neutral: str) -> t.Tree:
        """`and` or `or` without the parts that change nothing; a part that decides replaces the whole."""
        decides = "false" if neutral == "true" else "true"
        names = [part.name if isinstance(part, t.Name) else "" for part in parts]
        if decides in names:
            return t.Name(decides, span=tree.span)
        kept = tuple(part for part, name in zip(parts, names, strict=True) if name != neutral)
        if not kept:
            return t.Name(neutral, span=tree.span)
        return kept[0] if len(kept) == 1 else cast(t.Tree, cast(Any, replace)(tree, parts=kept))

    def _is_nobody(self, adjective: str, owner: t.Expr | None) -> bool:
        """Whether a phrase is of pieces of a player who does not play."""
        return adjective in ("none", *self._left_out) or (owner is not None and t.is_name(owner, "none"))

    def _compared(self, tree: t.Tree, left: t.Expr, op: str, right: t.Expr) -> t.Tree:
        if op in ("==", "!=") and any(t.is_name(one, "none") for one in (left, right)):
            other = right if t.is_name(left, "none") else left
            is_none = t.is_name(other, "none")
            decided = is_none or self.constant(other) is not None or (isinstance(other, t.Name) and other.name in _SOMEBODY)
            return self._as_tree(is_none == (op == "=="), tree.span) if decided else tree
        a, b = self.constant(left), self.constant(right)
        numbers = isinstance(a, Fraction) and isinstance(b, Fraction)
        if a is None or b is None or (op not in ("==", "!=") and not numbers):
            return tree
        return self._as_tree(_COMPARE[op](a, b), tree.span)

    def _rows(self, tree: t.Lined) -> t.Tree:
        """A table without the rows that never apply; if the first row always applies, its value."""
        if tree.by is not None:
            return tree
        kept: list[tuple[t.Expr, t.Expr]] = []
        other = tree.other
        for value, test in tree.rows:
            if isinstance(test, t.Name) and test.name == "false":
                continue
            if isinstance(test, t.Name) and test.name == "true":
                other = value
                break
            kept.append((value, test))
        if not kept and other is not None:
            return other
        return replace(tree, rows=tuple(kept), other=other)

    # ---- moves and conditions

    def can_be_made(self, move: MovePart) -> bool:
        """Whether there is something to choose for each parameter of a move, and each condition may hold."""
        chosen_from = (self.tree(binder.source) for binder in move.binders)
        empty = any(isinstance(source, t.SetOf | t.ListOf) and not source.items for source in chosen_from)
        return not empty and None not in (self.conditions(move.where), self.conditions(move.ensure))

    def conditions(self, conditions: Conditions) -> Conditions | None:
        """The conditions that do not always hold; None if one never holds."""
        folded = [(name, self.tree(tree)) for name, tree in conditions.parts]
        if any(self.constant(tree) is False for _, tree in folded):
            return None
        return replace(conditions, parts=tuple(part for part in folded if self.constant(part[1]) is not True))

    def any_of(self, conditions: Conditions) -> Conditions:
        """The conditions that can hold at all, where any of them suffices."""
        folded = [(name, self.tree(tree)) for name, tree in conditions.parts]
        return replace(conditions, parts=tuple(part for part in folded if self.constant(part[1]) is not False))

    def is_on(self, tree: t.Expr | None) -> bool:
        """Whether a condition on options, such as that of a pie rule, holds."""
        return tree is None or self.constant(self.tree(tree)) is not False
