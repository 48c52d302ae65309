"""Links: sites that join two cells at any distance, and which of them cross.

Takes a plan and pairs of its cells; gives the plan with a link for each pair, in the order of the vectors between them.
Determines which links share a point, as the board is drawn, that is not an end of both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from ggl.topology.errors import LINK_LIMIT, BadShape, afford
from ggl.topology.plan import BoardPlan

MOST_PAIRS = 1 << 20
"""The most pairs of links that are compared to find those that cross."""

Place = tuple[float, float]
_NEAR = 1e-9
"""Drawn points are taken as one if they are nearer than this."""


def plan_with_links(plan: BoardPlan, pairs: Iterable[tuple[int, int]]) -> BoardPlan:
    """The plan with these links; a pair counts once, whichever way round, and a cell is not linked to itself."""
    joined = {(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}
    afford(len(joined), LINK_LIMIT, "links")
    return replace(plan, joined=tuple(sorted(joined, key=lambda pair: (_vector(plan, pair), pair))))


def _vector(plan: BoardPlan, pair: tuple[int, int]) -> tuple[float, float]:
    (ax, ay), (bx, by) = (_place(plan, cell) for cell in pair)
    return by - ay, bx - ax


def _place(plan: BoardPlan, cell: int) -> Place:
    """The place of a cell: by whole numbers where the board has columns and rows, else as it is drawn."""
    x, y = plan.coordinates[cell] if len(plan.coordinates[cell]) == 2 else plan.points[cell]
    return x, y


def crossings(plan: BoardPlan) -> tuple[tuple[int, ...], ...]:
    """For each link those that it crosses. May raise `BadShape`, and `BoardTooLarge`."""
    if plan.wrap is not None:
        raise BadShape(f"{plan.shape} closes on itself, so where links cross is ambiguous")
    ends = [(_place(plan, a), _place(plan, b)) for a, b in plan.joined]
    found: list[set[int]] = [set() for _ in ends]
    for one, other in _candidates(plan, ends):
        if _cross(*ends[one], *ends[other]):
            found[one].add(other)
            found[other].add(one)
    return tuple(tuple(sorted(links)) for links in found)


def _candidates(plan: BoardPlan, ends: Sequence[tuple[Place, Place]]) -> Iterable[tuple[int, int]]:
    """The pairs of links that may cross: those that share a square of the plan, by the rectangles in which they lie."""
    squares: dict[tuple[int, int], list[int]] = defaultdict(list)
    for link, ((ax, ay), (bx, by)) in enumerate(ends):
        across = range(int(min(ax, bx) // 2), int(max(ax, bx) // 2) + 1)
        up = range(int(min(ay, by) // 2), int(max(ay, by) // 2) + 1)
        for x in across:
            for y in up:
                squares[x, y].append(link)
    afford(sum(len(links) ** 2 for links in squares.values()), MOST_PAIRS, "pairs of links")
    seen: set[tuple[int, int]] = set()
    for links in squares.values():
        for number, one in enumerate(links):
            seen.update((one, other) for other in links[number + 1 :])
    return seen


def _cross(a: Place, b: Place, c: Place, d: Place) -> bool:
    """Whether the lines a-b and c-d have a point in common that is no end of both."""
    sides = (_side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b))
    shared = [end for end in (a, b) if _same(end, c) or _same(end, d)]
    if not any(sides):  # all on one straight line
        axis = 0 if abs(a[0] - b[0]) > _NEAR else 1
        (low, high), (other_low, other_high) = sorted((a[axis], b[axis])), sorted((c[axis], d[axis]))
        common = min(high, other_high) - max(low, other_low)
        return common > _NEAR or (common > -_NEAR and not shared)
    if shared:
        return False
    return sides[0] * sides[1] <= 0 and sides[2] * sides[3] <= 0


def _same(a: Place, b: Place) -> bool:
    return abs(a[0] - b[0]) < _NEAR and abs(a[1] - b[1]) < _NEAR


def _side(a: Place, b: Place, x: Place) -> int:
    """On which side of the line through a and b a point lies; 0 on the line."""
    turn = (b[0] - a[0]) * (x[1] - a[1]) - (b[1] - a[1]) * (x[0] - a[0])
    return 0 if abs(turn) < _NEAR else 1 if turn > 0 else -1
