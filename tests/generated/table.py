"""The table of features: how each is added to a draft, what it needs and excludes, and how one tells that a game has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tests.generated.draft import Draft, Kind, Move, Scope, Unfit
from tests.generated.facts import Facts

Add = Callable[[Draft], None]
There = Callable[[Facts], bool]

PLAYERS, OPTIONS, BOARD, LABELS, REGIONS, PIECES, STATE, DEFINE, SETUP, MOVES, EFFECTS, TURN, ENDS, WORDS, FILE = range(15)
"""The stages in which features are added."""


@dataclass(frozen=True)
class Feature:
    name: str
    stage: int
    add: Add
    there: There
    group: str = ""
    """Of those of a group a game has one only: one board, one way to pass."""

    needs: tuple[str, ...] = ()
    costs: int = 1
    """How much it slows a play down; a game has a few costly ones only."""


FEATURES: dict[str, Feature] = {}

APART: dict[frozenset[str], str] = {}
"""Features, or groups of them, that never stand together in a sound game, with the reason."""

GROUPS = {
    "board": "a game has one board",
    "players": "a game has one number of players",
    "pass": "a game passes in one way",
    "pie": "a game has one pie rule",
    "prefer": "whole turns are compared by one number or list",
    "kinds": "a game has one number of kinds",
    "tie": "a game has one rule for a tie",
    "setup": "a set-up is drawn or not",
    "first": "one thing says who begins",
    "labels of columns": "columns are called in one way",
    "labels of rows": "rows are called in one way",
    "labels of cells": "cells are called in one way",
}


def feature(name: str, stage: int, there: There, *, group: str = "", needs: str = "", costs: int = 1) -> Callable[[Add], Add]:
    def put(add: Add) -> Add:
        assert name not in FEATURES, name
        FEATURES[name] = Feature(
            name, stage, add, there, group, tuple(part.strip() for part in needs.split(",") if part.strip()), costs
        )
        return add

    return put


def apart(one: str, other: str, why: str) -> None:
    """Two features, or groups, that cannot be had together."""
    APART[frozenset((one, other))] = why


@cache
def why_apart(one: str, other: str) -> str:
    """Why two features never meet; empty if they may. To be asked of the whole table."""
    a, b = FEATURES[one], FEATURES[other]
    if a.group and a.group == b.group:
        return GROUPS[a.group]
    for left in (one, a.group):
        for right in (other, b.group):
            if left and right and (found := APART.get(frozenset((left, right)))):
                return found
    for needed in a.needs:
        if needed != other and (found := why_apart(needed, other)):
            return found
    for needed in b.needs:
        if needed != one and (found := why_apart(one, needed)):
            return found
    return ""


# ---------------------------------------------------------------------------------------------- what features make use of


def new_move(d: Draft, *params: tuple[str, str, str], started: bool = True) -> Move:
    move = Move(d.name("move"), started)
    move.params += params
    d.moves.append(move)
    return move


def placing(d: Draft) -> Move:
    """A move that puts a piece onto a cell."""
    name = d.name("cell")
    kinds = [kind for kind in d.standing() if not kind.supply] or d.standing()
    kind = d.pick(kinds)
    move = new_move(d, (name, d.pick(("vacant", "vacant", "cells", "cells")), "cell"))
    move.do.append(f"put {kind.name} on {name}")
    return move


def going(d: Draft) -> Move:
    """A move that moves a piece."""
    source, target = d.name("cell"), d.name("cell")
    ways = ["neighbors({})"]
    if d.ways:
        ways += ["slides({}, orthogonal)", "steps({}, compass)"]
    move = new_move(
        d, (source, d.pick(("cells with own piece", "cells with own piece", "taken_cells")), "cell"),
        (target, d.pick(ways).format(source), "cell"),
    )  # fmt: skip
    move.do.append(f"move {source} to {target}")
    return move


def some_move(d: Draft, *, started: bool | None = None) -> Move:
    found = [move for move in d.moves if started is None or move.started == started]
    return d.pick(found) if found else placing(d)


def widened(d: Draft, name: str, source: str, type_: str) -> Move:
    """A move with a parameter more: one that there is, or a new one."""
    found = [move for move in d.moves if len(move.params) < 3]
    move = d.pick(found) if found and d.maybe() else placing(d)
    move.params.append((name, source, type_))
    return move


def fixed(*names: tuple[str, str]) -> Scope:
    return Scope("fixed", names, "")


def piece_of(d: Draft, kind: Kind) -> str:
    return kind.name


__all__ = ["APART", "FEATURES", "GROUPS", "Draft", "Feature", "Kind", "Move", "Scope", "Unfit"]
