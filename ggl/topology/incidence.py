"""Edges and vertices: which cells they lie at, and what they are called.

Takes a plan. Gives an `Incidence`. On a tiling, each cell has an edge towards each orthogonal direction: an inner edge
where a cell lies beyond it, else a rim edge; and each cell has all its corners. A plan of links has an inner edge for
each link, and neither rim nor vertices.
"""

from __future__ import annotations

from dataclasses import dataclass

from ggl.topology.plan import BoardPlan
from ggl.topology.tiling import Place, Point, Tiling


@dataclass(frozen=True, slots=True)
class Incident:
    """One edge or vertex: its cells in board order, and for an edge its vertices.

    `way` is where it lies at its first cell: a direction for an edge, a corner for a vertex; "" on a plan of links.
    """

    name: str
    cells: tuple[int, ...]
    coordinates: tuple[int, ...]
    point: Point
    ends: tuple[int, ...] = ()
    way: str = ""


@dataclass(frozen=True, slots=True)
class Incidence:
    """The edges (first the `inner` ones, then the rim), the vertices, and what lies around each cell.

    `edges_around[c]` follows the orthogonal directions and `vertices_around[c]` the corners, both clockwise; on a plan
    of links, `edges_around[c]` are the edges of the cell in order.
    """

    edges: tuple[Incident, ...]
    inner: int
    vertices: tuple[Incident, ...]
    edges_around: tuple[tuple[int, ...], ...]
    vertices_around: tuple[tuple[int, ...], ...]


def incidence(plan: BoardPlan) -> Incidence:
    if plan.tiling is None:
        return _of_links(plan)
    vertices, vertices_around = _vertices(plan, plan.tiling)
    return _of_tiling(plan, plan.tiling, vertices, vertices_around)


def _vertices(plan: BoardPlan, tiling: Tiling) -> tuple[tuple[Incident, ...], tuple[tuple[int, ...], ...]]:
    scale = tiling.corner_scale
    index: dict[Place, int] = {}
    first: list[tuple[int, int]] = []
    cells: list[list[int]] = []
    around: list[tuple[int, ...]] = []
    for c in range(len(plan.names)):
        mine = []
        for i in range(len(tiling.corners)):
            x, y = tiling.corner(_place(plan, c), i)
            if plan.wrap:
                x, y = x % (scale * plan.wrap[0]), y % (scale * plan.wrap[1])
            vertex = index.setdefault((x, y), len(first))
            if vertex == len(first):
                first.append((c, i))
                cells.append([])
            cells[vertex].append(c)
            mine.append(vertex)
        around.append(tuple(mine))
    parts = []
    for (x, y), vertex in index.items():
        c, i = first[vertex]
        own_x, own_y = tiling.corner(_place(plan, c), i)
        parts.append(
            Incident(
                name=f"{plan.names[c]}-{tiling.corners[i]}",
                cells=tuple(cells[vertex]),
                coordinates=_crossing(plan, tiling, x, y),
                point=tiling.point(own_x / scale, own_y / scale),
                way=tiling.corners[i],
            )
        )
    return tuple(parts), tuple(around)


def _of_tiling(
    plan: BoardPlan, tiling: Tiling, vertices: tuple[Incident, ...], vertices_around: tuple[tuple[int, ...], ...]
) -> Incidence:
    """Edges stand direction by direction, and for each in the order of the cells, so that going from cells to their edges
    keeps the order."""
    ways = len(tiling.orthogonal)
    around = [[-1] * ways for _ in plan.names]
    inner: list[Incident] = []
    rim: list[Incident] = []
    for i, d in enumerate(tiling.orthogonal):
        dx, dy = tiling.vectors[d]
        for c, name in enumerate(plan.names):
            x, y = _place(plan, c)
            beyond = plan.step[d][c]
            if 0 <= beyond < c:
                continue
            part = Incident(
                name=f"{name}-{plan.names[beyond] if beyond >= 0 else tiling.directions[d]}",
                cells=(c, beyond) if beyond >= 0 else (c,),
                coordinates=(x, y, *(_place(plan, beyond) if beyond >= 0 else (x + dx, y + dy))),
                point=tiling.point(x + dx / 2, y + dy / 2),
                ends=tuple(sorted((vertices_around[c][i - 1], vertices_around[c][i]))),
                way=tiling.directions[d],
            )
            if beyond < 0:
                around[c][i] = -2 - len(rim)
                rim.append(part)
            else:
                around[c][i] = around[beyond][(i + ways // 2) % ways] = len(inner)
                inner.append(part)
    return Incidence(
        edges=(*inner, *rim),
        inner=len(inner),
        vertices=vertices,
        edges_around=tuple(tuple(edge if edge >= 0 else len(inner) - 2 - edge for edge in edges) for edges in around),
        vertices_around=vertices_around,
    )


def _of_links(plan: BoardPlan) -> Incidence:
    around: list[list[int]] = [[] for _ in plan.names]
    parts = []
    for edge, (a, b) in enumerate(plan.links):
        around[a].append(edge)
        around[b].append(edge)
        (ax, ay), (bx, by) = plan.points[a], plan.points[b]
        parts.append(
            Incident(
                name=f"{plan.names[a]}-{plan.names[b]}",
                cells=(a, b),
                coordinates=(*plan.coordinates[a], *plan.coordinates[b]),
                point=((ax + bx) / 2, (ay + by) / 2),
            )
        )
    return Incidence(
        edges=tuple(parts),
        inner=len(parts),
        vertices=(),
        edges_around=tuple(tuple(edges) for edges in around),
        vertices_around=((),) * len(plan.names),
    )


def _place(plan: BoardPlan, c: int) -> Place:
    x, y = plan.coordinates[c]
    return x, y


def _crossing(plan: BoardPlan, tiling: Tiling, x: int, y: int) -> Place:
    """A vertex's coordinates: column and row of its crossing of lines on squares, thrice its axial place on hexes."""
    if tiling.basis == "hex":
        return x, y
    x, y = (x + 1) // 2, (y + 1) // 2
    return (x % plan.wrap[0], y % plan.wrap[1]) if plan.wrap else (x, y)
