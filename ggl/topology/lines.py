"""Straight lines and leaps over a board's tables.

Takes tables; gives, for one cell, the direction of every cell in line with it, all straight lines of a length, and
leaps.
"""

from __future__ import annotations

from array import array

from ggl.topology.errors import LINE_LIMIT, BadShape, afford
from ggl.topology.tables import Tables


def bearings(board: Tables, a: int) -> array[int]:
    """For each cell, the direction of the straight line from a to it, or -1; of several the shortest, or first."""
    found = array("b", [-1]) * len(board.plan.names)
    length = [0] * len(found)
    for d, row in enumerate(board.step):
        at, steps = row[a], 1
        while at >= 0 and at != a:
            if found[at] < 0 or steps < length[at]:
                found[at], length[at] = d, steps
            at, steps = row[at], steps + 1
    return found


def lines(board: Tables, n: int) -> tuple[tuple[int, ...], ...]:
    """All straight lines of exactly n cells, each once: by lowest cell that ends one, then by direction."""
    count = len(board.plan.names)
    if n < 1 or n > count:
        return ()
    if n == 1:
        return tuple((c,) for c in range(count))
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for c in range(count):
        for row in board.step:
            line = _walk(row, c, n)
            if line and line[-1] > c and found.setdefault(frozenset(line), line) is line:
                afford(len(found) * n, LINE_LIMIT, f"cells in lines of {n}")
    return tuple(found.values())


def _walk(row: tuple[int, ...], c: int, n: int) -> tuple[int, ...]:
    line = [c]
    at = row[c]
    while len(line) < n:
        if at < 0 or at == c:
            return ()
        line.append(at)
        at = row[at]
    return tuple(line)


def leaps(board: Tables, c: int, m: int, n: int) -> tuple[int, ...]:
    """The cells m columns and n rows away from c, or the other way about, in board order."""
    plan = board.plan
    if plan.basis != "square":
        raise BadShape(f"a leap counts columns and rows, so it needs squares, but {plan.shape} has none")
    x, y = plan.coordinates[c]
    offsets = {(s * a, t * b) for a, b in ((m, n), (n, m)) for s in (1, -1) for t in (1, -1)}
    targets = {(x + dx, y + dy) for dx, dy in offsets}
    if plan.wrap:
        targets = {(tx % plan.wrap[0], ty % plan.wrap[1]) for tx, ty in targets}
    return tuple(sorted(board.index_at[target] for target in targets if target in board.index_at and target != (x, y)))
