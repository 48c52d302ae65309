"""All expressions of so many operators: the shapes below put into each other, with names at the ends.

A slot of a shape is `N1`, `S2`, `C1`: a number, a set of cells or a condition; a small letter behind it, as in `N1x`, says
that what fills it begins with the name bound there. Names stand at the ends in one order, so that two trees with the same
names differ by how they are put together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any, cast

from ggl.syntax import tree as t
from tests.meaning.asking import parsed

SHAPES = {
    "N": (
        "N1 + N2", "N1 - N2", "N1 * N2", "N1 // 2", "N1 % 3", "-N1", "max(N1, N2)", "min(N1, N2)", "N1 if C1 else N2",
        "N1 + (N2 if C1 else 0)", "2 * N1", "N1 / 2", "worth(N1)", "paid(mover, N1)", "gain(N1, N2)", "count(S1)", "size(S1)",
        "sum(N1x for x in S1)", "max((N1x for x in S1), default=0)", "count(x in S1 if C1x)",
    ),
    "S": (
        "S1 + S2", "S1 - S2", "S1 & S2", "S1 with own stone", "neighbors(S1)", "beyond(S1)", "(x in S1 if C1x)",
        "S1 if C1 else S2", "S1 if C1 else {}", "row(N1)", "S1 & vacant", "S1 - (cells with stone)",
    ),
    "C": (
        "C1 and C2", "C1 or C2", "not C1", "N1 == N2", "N1 < N2", "N1 > 1", "N1 <= N2 < 5", "any(S1)", "any(x in S1 if C1x)",
        "all(C1x for x in S1)", "C1 if C2 else C3", "C1 == C2", "high(N1)", "b2 in S1", "S1 == S2",
    ),
}  # fmt: skip
NAMES = {"N": ("a", "b", "d", "e", "f", "g"), "S": ("H", "K", "L", "M", "Q", "R"), "C": ("t", "u", "v", "w", "o", "p", "q")}
BOUND = {"N": "x.row", "C": "x in X"}
_SLOT = re.compile(r"([NSC])\d(x?)")


def trees(sort: str, operators: int) -> Iterator[t.Expr]:
    """All of a sort with just so many operators."""
    for tree in _open(sort, operators, "", 0):
        yield _named(tree, dict.fromkeys(NAMES, 0))


@cache
def _open(sort: str, operators: int, bound: str, depth: int) -> tuple[t.Expr, ...]:
    """Those whose ends are `N`, `S` and `C`; the first end is what is bound, if something is."""
    if operators == 0:
        return (_ended(bound) if bound else parsed(sort),)
    return tuple(tree for shape in SHAPES[sort] for tree in _filled(shape, operators - 1, bound, depth))


def _ended(bound: str) -> t.Expr:
    sort, letter = bound
    return parsed(re.sub(r"\bx\b", letter, BOUND[sort]))


def _filled(shape: str, operators: int, bound: str, depth: int) -> Iterator[t.Expr]:
    letter = "xyz"[depth]
    tree = parsed(re.sub(r"\bx\b", letter, shape))
    slots = {match[0]: match for match in _SLOT.finditer(shape)}
    first = next((name for name, slot in slots.items() if bound and slot[1] == bound[0] and not slot[2]), None)
    if bound and first is None:
        return
    for counts in _shared(operators, len(slots)):
        yield from _with(tree, [
            (name, _open(slot[1], count, slot[1] + letter if slot[2] else bound if name == first else "", depth + 1))
            for (name, slot), count in zip(slots.items(), counts, strict=True)
        ])  # fmt: skip


def _with(tree: t.Expr, slots: list[tuple[str, tuple[t.Expr, ...]]]) -> Iterator[t.Expr]:
    if not slots:
        yield tree
        return
    (name, fills), *more = slots
    for fill in fills:
        yield from _with(cast(t.Expr, _put(tree, name, fill)), more)


def _shared(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 0:
        if total == 0:
            yield ()
        return
    for first in range(total + 1):
        for rest in _shared(total - first, parts - 1):
            yield (first, *rest)


def _put(tree: Any, name: str, fill: t.Expr) -> Any:
    if isinstance(tree, tuple):
        return tuple(_put(part, name, fill) for part in tree)
    if not isinstance(tree, t.Tree):
        return tree
    if t.is_name(tree, name):
        return fill
    return replace(tree, **{spec.name: _put(getattr(tree, spec.name), name, fill) for spec in fields(tree)})


def _named(tree: Any, used: dict[str, int]) -> Any:
    if isinstance(tree, tuple):
        return tuple(_named(part, used) for part in tree)
    if isinstance(tree, t.Name) and tree.name in used:
        used[tree.name] += 1
        return replace(tree, name=NAMES[tree.name][used[tree.name] - 1])
    if not isinstance(tree, t.Tree):
        return tree
    return replace(tree, **{spec.name: _named(getattr(tree, spec.name), used) for spec in fields(tree)})
