"""Boards of points and links: the morris boards, and free graphs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import cos, pi, sin

from ggl.topology.board import Board, board_of
from ggl.topology.errors import LINK_LIMIT, BadShape, afford
from ggl.topology.plan import Side, letters, linked_plan
from ggl.topology.shapes import single_number
from ggl.topology.tiling import COMPASS, OPPOSITE, Place


def morris(*numbers: int) -> Board:
    """`morris(rings)`: squares one inside the other, each of 8 points, the middles of their sides joined by spokes.

    `morris(3)` is the board of Nine Men's Morris. The points are named by a grid of 2 rings + 1 columns and rows, a1
    in the southwest: a1, d1, g1, b2 and so on. Directions: north, east, south, west. The sides are those of the outer
    square.
    """
    rings = single_number("morris", numbers)
    afford(8 * rings)
    rows: dict[int, list[Place]] = {}
    columns: dict[int, list[Place]] = {}
    for x, y in sorted(_points(rings), key=lambda place: (place[1], place[0])):
        rows.setdefault(y, []).append((x, y))
        columns.setdefault(x, []).append((x, y))
    places = [place for row in rows.values() for place in row]
    index = {place: c for c, place in enumerate(places)}
    ways = [(a, b, "east") for row in rows.values() for a, b in pairwise(row)]
    ways += [(a, b, "north") for column in columns.values() for a, b in pairwise(column)]
    headings = [(index[a], index[b], way) for a, b, way in ways if not _across(a, b, rings)]
    end = 2 * rings
    sides: list[Side] = [
        (name, tuple(index[place] for place in places if place[axis] == at))
        for name, axis, at in (("north", 1, end), ("east", 0, end), ("south", 1, 0), ("west", 0, 0))
    ]
    return board_of(
        linked_plan(
            f"morris({rings})",
            "graph",
            [f"{letters(x)}{y + 1}" for x, y in places],
            [(a, b) for a, b, _ in headings],
            coordinates=places,
            points=[(float(x), float(y)) for x, y in places],
            numbers=[(x + 1, y + 1) for x, y in places],
            directions=COMPASS[::2],
            headings=headings,
            sides=sides,
        )
    )


def _points(rings: int) -> list[Place]:
    return [
        (rings + reach * dx, rings + reach * dy)
        for reach in range(1, rings + 1)
        for dx in (-1, 0, 1)
        for dy in (-1, 0, 1)
        if (dx, dy) != (0, 0)
    ]


def _across(a: Place, b: Place, rings: int) -> bool:
    """Whether two points next to each other on a grid line have the empty middle of the board between them."""
    return a[0] + b[0] == a[1] + b[1] == 2 * rings and rings in (a[0], a[1])


def graph(links: Sequence[tuple[str, str]], headings: Mapping[tuple[str, str], str] | None = None) -> Board:
    """A board of named cells and the links between them, in the order in which they are first named.

    It has no directions unless `headings` gives some: `{("hall", "attic"): "north"}` says that the attic lies north of
    the hall, and hence the hall south of the attic. A heading must be that of a link.
    """
    afford(len(links), LINK_LIMIT, "links")
    names = list(dict.fromkeys(name for link in links for name in link))
    afford(len(names))
    if not names:
        raise BadShape("a free graph needs at least one link, such as hall - attic")
    for a, b in links:
        if a == b:
            raise BadShape(f"{a} cannot be linked to itself")
    for name in names:
        if not re.fullmatch(r"\w+", name):
            raise BadShape(f"{name!r} is not a name for a cell: write letters, digits and _ only")
    index = {name: c for c, name in enumerate(names)}
    pairs = {(min(a, b), max(a, b)) for a, b in ((index[a], index[b]) for a, b in links)}
    ways = [(index.get(a, -1), index.get(b, -1), way) for (a, b), way in (headings or {}).items()]
    for start, end, way in ways:
        if way not in OPPOSITE:
            raise BadShape(f"{way} is not a direction: write one of {', '.join(OPPOSITE)}")
        if (min(start, end), max(start, end)) not in pairs:
            raise BadShape(f"a step {way} needs a link between its two cells")
    if len({(min(start, end), max(start, end)) for start, end, _ in ways}) < len(ways):
        raise BadShape("two headings are given for one link: the way back follows from the way there")
    used = {way for _, _, way in ways} | {OPPOSITE[way] for _, _, way in ways}
    towards = {(min(a, b), max(a, b)): " " + (way if a < b else OPPOSITE[way]) for a, b, way in ways}
    text = ", ".join(f"{names[low]}-{names[high]}{towards.get((low, high), '')}" for low, high in sorted(pairs))
    count = len(names)
    radius = 0.5 / sin(pi / count) if count > 2 else 0.5
    turns = [pi / 2 - 2 * pi * c / count for c in range(count)]
    return board_of(
        linked_plan(
            f"graph({text})",
            "graph",
            names,
            pairs,
            coordinates=[(c,) for c in range(count)],
            points=[(radius * cos(turn), radius * sin(turn)) for turn in turns],
            numbers=[(c + 1, 1) for c in range(count)],
            directions=[name for name in OPPOSITE if name in used],
            headings=ways,
        )
    )
