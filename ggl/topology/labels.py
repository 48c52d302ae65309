"""Labels: names for the columns, rows and sites of a board, in place of `a1` and so on.

Takes a board and `Labels`. Gives the same board with other names; its plan keeps the plain names beside them. A series of names
is written in words, such as `capitals without I` or `numbers from the top`. Raises `BadLabels` for labels that are not valid.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ggl.frozen import frozen
from ggl.topology.board import Board, board_of
from ggl.topology.errors import BadShape
from ggl.topology.plan import Renamed, letters
from ggl.topology.tables import Site

SERIES = ("letters", "capitals", "numbers")
_SERIES = re.compile(rf"({'|'.join(SERIES)})(?: from (\d{{1,6}}))?(?: without ([\w, ]+?))?(?: from the (top|right))?")
_LABEL = re.compile(r"\w{1,20}")
_DIGIT = re.compile(r"\d")


class BadLabels(BadShape):
    """Labels that a board cannot have; `part` is the key under which they stand."""

    def __init__(self, message: str, part: str) -> None:
        self.part = part
        super().__init__(message)


class UnknownSeries(BadLabels):
    """Words that name no series of labels."""


@frozen
class Labels:
    """Names as words, or a list of names; None if there are none."""

    columns: str | Sequence[str] | None = None
    rows: str | Sequence[str] | None = None
    cells: str | Sequence[str] | None = None


def labelled(board: Board, labels: Labels) -> Board:
    """The board with its names for people."""
    plan = board.plan
    columns = _series(labels.columns, plan.columns, "columns")
    rows = _series(labels.rows, plan.rows, "rows")
    names = list(plan.names)
    if columns or rows:
        if not _has_lines(board):
            part = "columns" if columns else "rows"
            raise BadLabels(f"the cells of {board.shape} are not named by columns and rows; label its `cells`", part)
        across = columns or tuple(letters(column) for column in range(plan.columns))
        up = rows or tuple(str(row + 1) for row in range(plan.rows))
        names = [_joined(across[column - 1], up[row - 1]) for column, row in plan.numbers]
    if labels.cells is not None:
        names = _cells(board, labels.cells)
    _distinct(names, "cells" if labels.cells is not None else "columns" if columns else "rows")
    made = Renamed(plan.names, tuple(columns), tuple(rows), labels.cells is not None)
    return board_of(replace(plan, names=tuple(names), renamed=made))


def with_own_names(board: Board, sites: Mapping[str, Site]) -> Board:
    """The board with names for single sites of it; an edge and a vertex may have one too."""
    plan = board.plan
    names, others = list(plan.names), []
    first: dict[Site, str] = {}
    for name, site in sites.items():
        _check(name, "sites")
        if site in first:
            raise BadLabels(f"one site would have two names, `{first[site]}` and `{name}`", "sites")
        first[site] = name
        if site.type == "cell":
            names[site.index] = name
        else:
            others.append((site.type, site.index, name))
    _distinct([*names, *(name for _, _, name in others)], "sites")
    before = plan.renamed or Renamed(plan.names)
    made = replace(before, own=frozenset(sites), lines=plan.names, others=tuple(others))
    return board_of(replace(plan, names=tuple(names), renamed=made))


def _has_lines(board: Board) -> bool:
    return board.basis in ("square", "hex") or (board.basis == "graph" and bool(board.sides))


def _joined(column: str, row: str) -> str:
    """The name of a cell; a line keeps digits of its column and its row apart."""
    return f"{column}_{row}" if _DIGIT.match(column[-1]) and _DIGIT.match(row) else column + row


def _series(said: str | Sequence[str] | None, count: int, part: str) -> tuple[str, ...]:
    """The names of a number of columns, from the left, or of rows, from below."""
    if said is None:
        return ()
    if isinstance(said, str):
        names, turned = _in_words(said, count, part)
        if turned and turned != {"columns": "right", "rows": "top"}[part]:
            way = {"columns": "the right", "rows": "the top"}[part]
            raise BadLabels(f"{part} are counted from {way}, not from the {turned}", part)
        return tuple(reversed(names)) if turned else names
    if len(said) != count:
        raise BadLabels(f"there are {count} {part}, and {len(said)} names for them", part)
    for name in said:
        _check(name, part)
    _distinct(said, part)
    return tuple(said)


def _cells(board: Board, said: str | Sequence[str]) -> list[str]:
    count = len(board.cells)
    if not isinstance(said, str):
        if len(said) != count:
            raise BadLabels(f"there are {count} cells, and {len(said)} names for them", "cells")
        for name in said:
            _check(name, "cells")
        return list(said)
    names, turned = _in_words(said, count, "cells")
    rows, columns = board.row, board.column
    order = sorted(range(count), key=lambda c: (-rows[c] if turned == "top" else rows[c],
                                                -columns[c] if turned == "right" else columns[c]))  # fmt: skip
    found = [""] * count
    for name, c in zip(names, order, strict=True):
        found[c] = name
    return found


def _in_words(said: str, count: int, part: str) -> tuple[tuple[str, ...], str]:
    """The first names of a series, and from where they are counted if not from the left or from below."""
    found = _SERIES.fullmatch(" ".join(said.split()))
    if found is None:
        raise UnknownSeries(f"`{said if len(said) < 40 else said[:38] + '..'}` is not a series of labels", part)
    kind, start, left_out, turned = found.groups()
    without = set(re.findall(r"\w+", left_out or ""))
    names: list[str] = []
    at = int(start) if start is not None else 1 if kind == "numbers" else 0
    if kind != "numbers" and start is not None:
        raise BadLabels(f"{kind} begin with `a`; only numbers are counted `from` one", part)
    if len(without) > 20:
        raise BadLabels("`without` takes at most 20 names", part)
    while len(names) < count:
        name = str(at) if kind == "numbers" else letters(at) if kind == "letters" else letters(at).upper()
        if name not in without and not (kind != "numbers" and without & set(name)):
            names.append(name)
        at += 1
    return tuple(names), turned or ""


def _check(name: str, part: str) -> None:
    if not _LABEL.fullmatch(name):
        raise BadLabels(f"{name[:40]!r} is not a label: write letters, digits and _ only, at most 20", part)
    if not len(name.lower()) == len(name.upper()) == len(name):  # typed in the other case, it would not be recognized
        raise BadLabels(f"{name!r} is not a label: changing its case would change its length", part)


def _distinct(names: Sequence[str], part: str) -> None:
    """Names that differ in capitals only would be read as one."""
    times = Counter(name.lower() for name in names)
    twice = next((name for name in names if times[name.lower()] > 1), None)
    if twice is not None:
        raise BadLabels(f"two sites would be called `{twice}`", part)
