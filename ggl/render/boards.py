"""The board itself: its ground, cells, lines and rim, in one of a few styles, and the coordinates around it.

Takes a sheet, a scene, its looks and where everything lies. Each site that may hold something is drawn once, with its name as
`data-site`. Sides that are a property of one player, such as the goals of Hex, have a rim in the colour of that player.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ggl.core.types import SetOf
from ggl.play.scene import Scene
from ggl.render.appearance import Looks
from ggl.render.colours import FAINT, Ink, over
from ggl.render.geometry import POINT_BAR, Geometry, Label, Point, Segment
from ggl.render.sheet import Sheet, Value, num, text_width
from ggl.render.tracks import reach, track_lines

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from ggl.topology import Board

_SLAB = {"lines": 0.2, "pits": 0.14, "dots": 0.3, "points": 0.12}
"""The styles with a ground of one piece, and how far it reaches beyond the cells."""


@dataclass(frozen=True)
class SheetTransform:
    """Maps places of the geometry to the sheet; `pitch` is the distance between neighbouring cells."""

    pitch: float
    left: float
    top: float

    def at(self, point: Point) -> Point:
        return self.left + point[0] * self.pitch, self.top + point[1] * self.pitch

    def path(self, points: tuple[Point, ...], closed: bool = True) -> str:
        return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in map(self.at, points)) + ("Z" if closed else "")


def margin(style: str) -> float:
    """The distance to which the ground of a board reaches beyond its cells."""
    return _SLAB.get(style, 0.06)


def around(style: str, rims: bool, outer: float, pitch: float) -> float:
    """The distance to which a board reaches beyond its cells on the sheet; `outer` is that of pieces on its outline."""
    return max(margin(style), outer) * pitch + (1.4 * goal_width(pitch) if rims else 0.0)


def outer(played: frozenset[str], board: Board, geo: Geometry) -> float:
    """The distance to which pieces on vertices and rim edges, and bends of tracks, reach beyond the outline."""
    on_it = 0.3 if "vertex" in played else 0.25 if "edge" in played and board.rim else 0.0
    return max(on_it, reach(board, geo))


def goal_width(pitch: float) -> float:
    """The width of the strokes along the sides of players."""
    return min(0.2 * pitch, 9.0)


def draw_board(sheet: Sheet, scene: Scene, looks: Looks, geo: Geometry, view: SheetTransform) -> None:
    ground, sites = sheet.group(data_layer="board"), sheet.group(data_layer="sites")
    board, style, inks = scene.board, looks.style, looks.board
    places = board.basis == "graph" and not board.sides
    if style in _SLAB and not places:
        _slab(sheet, ground, geo, view, looks, max(margin(style), reach(board, geo)))
    if geo.bar is not None:
        _bar(sheet, ground, geo.bar, geo, view, inks.line)
    if style == "lines":
        _grounds(sheet, ground, board, geo, view, looks)
    goals = own_rims(scene)
    _goals(sheet, ground, geo, view, board, goals, looks)
    if style == "lines":
        ways = [geo.edges[e] for e in range(len(board.edges))] if board.basis == "graph" else [
            (geo.cells[each[0]], geo.cells[each[1]]) for each in board.edge_cells
            if len(each) == 2 and all(geo.shows([c]) for c in each)
        ]  # fmt: skip
        _lines(sheet, ground, ways if not board.wraps else [way for way in ways if _near(way)], view, inks.line, 0.045)
        if board.basis != "graph" or board.sides:
            _stars(sheet, ground, board, geo, view, inks.line)
    if board.wraps:
        _ring(sheet, ground, geo, view, inks.line)
    edged = "edge" in scene.used
    if edged and board.basis == "graph":
        _edges(sheet, sites, scene, looks, geo, view)
    for cell in board.cells:
        if not geo.shows([cell.index]):
            continue
        _cell(sheet, sites, looks, view, board, geo, cell.index, edged=not edged)
    if edged and board.basis != "graph":
        _edges(sheet, sites, scene, looks, geo, view)
    if not edged and style in ("cells", "checkered") and board.rim:
        rims = "".join(view.path(geo.edges[e.index], closed=False) for e in board.rim if geo.shows(board.edge_cells[e.index]))
        sheet.add(ground, "path", fill="none", stroke=inks.line, d=rims, stroke_width=2.6, stroke_linecap="round")
    for line in track_lines(board, geo):
        sheet.add(ground if style == "lines" else sites, "path", fill="none", stroke=inks.line, d=view.path(line),
                  stroke_width=max(1.0, 0.045 * view.pitch), stroke_linejoin="round")  # fmt: skip
    if "link" in scene.chosen:
        for link, ends in zip(board.links, geo.links, strict=True):
            if geo.shows(board.link_cells[link.index]):
                sheet.line(sites, _ends(ends, view), inks.line, 0.8, stroke_dasharray="1 4", data_site=link.name)
    if "vertex" in scene.used or style == "dots":
        for vertex in board.vertices:
            if not geo.shows(board.vertex_cells[vertex.index]):
                continue
            x, y = view.at(geo.vertices[vertex.index])
            named: dict[str, Value] = {"data_site": vertex.name} if "vertex" in scene.used else {}
            sheet.add(sites, "circle", fill=inks.line, cx=x, cy=y, r=view.pitch * (0.085 if style == "dots" else 0.06), **named)


def _slab(sheet: Sheet, ground: Element, geo: Geometry, view: SheetTransform, looks: Looks, edge: float) -> None:
    left, top, right, bottom = geo.box
    x, y = view.at((left - edge, top - edge))
    width, height = (right - left + 2 * edge) * view.pitch, (bottom - top + 2 * edge) * view.pitch
    sheet.add(ground, "rect", fill=looks.board.cell, stroke=looks.board.line, x=x, y=y, width=width, height=height,
              rx=min(14.0, 0.3 * view.pitch), stroke_width=2)  # fmt: skip


def _bar(sheet: Sheet, ground: Element, middle: Point, geo: Geometry, view: SheetTransform, ink: Ink) -> None:
    """The strip between the halves of a track of points."""
    edge = margin("points")
    x, y = view.at((middle[0] - POINT_BAR / 2, geo.box[1] - edge))
    high = (geo.box[3] - geo.box[1] + 2 * edge) * view.pitch
    sheet.add(ground, "rect", fill=ink, fill_opacity=0.35, x=x, y=y, width=POINT_BAR * view.pitch, height=high)


def _grounds(sheet: Sheet, ground: Element, board: Board, geo: Geometry, view: SheetTransform, looks: Looks) -> None:
    """The ground of cells with their own colour, below the lines that cross there."""
    for c, inks in looks.grounds.items():
        if not geo.shows([c]):
            continue
        (x, y), fill = view.at(geo.cells[c]), inks.cell
        if board.basis == "square":
            sheet.add(ground, "rect", fill=fill, x=x - view.pitch / 2, y=y - view.pitch / 2, width=view.pitch, height=view.pitch)
        elif board.basis != "graph" or board.sides:
            sheet.add(ground, "circle", fill=fill, cx=x, cy=y, r=geo.radius * view.pitch)


def _cell(
    sheet: Sheet, sites: Element, looks: Looks, view: SheetTransform, board: Board, geo: Geometry, c: int, edged: bool
) -> None:
    """A cell; `edged` if its edges are not drawn as separate sites."""
    inks, style, name, outline = looks.grounds.get(c, looks.board), looks.style, board.cells[c].name, geo.outlines[c]
    x, y = view.at(geo.cells[c])
    if outline:
        tone = (inks.lighter_first() if style == "checkered" else inks).tones[_tone(board, c, style)]
        shown: dict[str, Value] = {"fill": tone, "stroke": tone if style in ("checkered", "points") else looks.board.line,
                                   "stroke_width": 1.2 if edged else 0.0}  # fmt: skip
        if style == "dots":
            shown = {"fill": tone} if c in looks.grounds else {"fill_opacity": 0}
        sheet.add(sites, "path", **shown, d=view.path(outline), data_site=name)
        return
    shown = {"fill_opacity": 0}
    if style == "pits":
        shown = {"fill": inks.pit, "stroke": looks.board.line, "stroke_width": 1.4}
    elif board.basis == "graph" and not board.sides:
        shown = {"fill": inks.cell, "stroke": looks.board.line, "stroke_width": 2}
    sheet.add(sites, "circle", **shown, cx=x, cy=y, r=geo.radius * view.pitch * (0.94 if style == "pits" else 1), data_site=name)


def _edges(sheet: Sheet, sites: Element, scene: Scene, looks: Looks, geo: Geometry, view: SheetTransform) -> None:
    """The edges as sites: links below the cells that they join, other edges above them."""
    board, dotted = scene.board, looks.style == "dots"
    more: dict[str, Value] = {"stroke_dasharray": "1 5", "stroke_linecap": "round"} if dotted else {}
    for edge in board.edge_sites:
        if not geo.shows(board.edge_cells[edge.index]):
            continue
        rim = edge.index >= len(board.edges) and not dotted
        ends = _ends(geo.edges[edge.index], view)
        sheet.line(sites, ends, looks.board.line, 2.4 if rim else 1.2, data_site=edge.name, **more)


def _tone(board: Board, c: int, style: str) -> int:
    """The tone of a cell of a checkered board; a1 is dark."""
    if style == "points":
        return 1 + c % 2
    if style != "checkered":
        return 0
    return (board.column[c] - board.row[c]) % 3 if board.basis == "hex" else 1 - (board.column[c] + board.row[c]) % 2


def _lines(sheet: Sheet, ground: Element, ways: list[Segment], view: SheetTransform, ink: Ink, width: float) -> None:
    if ways:
        sheet.add(ground, "path", fill="none", stroke=ink, d="".join(view.path(way, closed=False) for way in ways),
                  stroke_width=max(1.0, width * view.pitch), stroke_linecap="round")  # fmt: skip


def _ring(sheet: Sheet, ground: Element, geo: Geometry, view: SheetTransform, ink: Ink) -> None:
    """The dashed outline of a board that wraps around."""
    left, top, right, bottom = geo.box
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    sheet.add(ground, "path", fill="none", stroke=ink, d=view.path(corners), stroke_width=3, stroke_dasharray="7 5")


def _near(way: Segment) -> bool:
    (ax, ay), (bx, by) = way
    return abs(ax - bx) < 1.5 and abs(ay - by) < 1.5


def _stars(sheet: Sheet, ground: Element, board: Board, geo: Geometry, view: SheetTransform, ink: Ink) -> None:
    """Dots for orientation: where lines end or meet on a morris board; on large odd square boards the usual nine or five."""
    if board.basis == "graph":
        spots, r = list(range(len(board.cells))), 0.09
    elif board.basis == "square" and board.columns == board.rows and board.rows >= 9 and board.rows % 2 and not board.wraps:
        size, rim = board.rows, 3 if board.rows < 13 else 4
        near, middle = {rim, size + 1 - rim}, (size + 1) // 2
        ways = near | ({middle} if size >= 15 else set())
        spots, r = [c for c in range(len(board.cells)) if {board.column[c], board.row[c]} <= ways
                    or board.column[c] == board.row[c] == middle], 0.1  # fmt: skip
    else:
        return
    for c in spots:
        if not geo.shows([c]):
            continue
        x, y = view.at(geo.cells[c])
        sheet.add(ground, "circle", fill=ink, cx=x, cy=y, r=max(1.5, r * view.pitch))


def _ends(segment: Segment, view: SheetTransform) -> Segment:
    return view.at(segment[0]), view.at(segment[1])


# ------------------------------------------------------------------------------------------------------- sides of players


def own_rims(scene: Scene) -> dict[int, int]:
    """The owner of each rim edge: a player owns the edges of sides that lie completely in a set that is a property of the
    player, if the sides of the players differ."""
    board = scene.board
    if not board.rim or not board.sides:
        return {}
    mine: dict[str, set[int]] = {}
    world = scene.game.world
    for name, type_ in world.player_constants.items():
        if type_ != SetOf(world.fin("cell")):
            continue
        for owner, bits in enumerate(world.tables[f"player.{name}"].entries):
            for side in _sides_in(board, bits) if isinstance(bits, int) else ():
                mine.setdefault(side, set()).add(owner)
    found: dict[int, int] = {}
    for side, owners in mine.items():
        if len(owners) == 1:
            found.update(dict.fromkeys(_rim_of(board, side), next(iter(owners))))
    return found


def _sides_in(board: Board, bits: int) -> list[str]:
    """The sides whose union is the set; none if the set contains other cells."""
    cells = {c for c in range(len(board.cells)) if bits >> c & 1}
    corners = set(board.plan.corners)
    sides = [name for name, side in board.sides if set(side) - corners and set(side) <= cells]
    return sides if cells and cells <= {c for name, side in board.sides if name in sides for c in side} else []


def _rim_of(board: Board, side: str) -> list[int]:
    """The rim edges along a side: those on it of squares, and of hexes those that face a direction of all its cells. A cell at a
    hole or beside a missing corner also faces others."""
    cells = set(board.side(side) or ())
    at = {edge.index: (board.edge_cells[edge.index][0], board.edge_ways[edge.index]) for edge in board.rim}
    looking = Counter(way for c, way in at.values() if c in cells)
    ways = {side} if board.basis == "square" else {way for way, count in looking.items() if count == len(cells)}
    return [edge for edge, (c, way) in at.items() if c in cells and way in ways]


def _goals(
    sheet: Sheet, ground: Element, geo: Geometry, view: SheetTransform, board: Board, goals: dict[int, int], looks: Looks
) -> None:
    """A stroke beside each rim edge of a player; strokes of players after the first contain a line of ever longer dashes."""
    width = goal_width(view.pitch)
    strokes = [(_beside(geo, board, edge, 0.5 * width / view.pitch), owner) for edge, owner in goals.items()
               if geo.shows(board.edge_cells[edge])]  # fmt: skip
    for segment, _ in strokes:
        sheet.line(ground, _ends(segment, view), looks.board.line, width + 2.4, stroke_linecap="round")
    for segment, owner in strokes:
        sheet.line(ground, _ends(segment, view), looks.players[owner], width, stroke_linecap="round")
    for segment, owner in strokes:
        if owner:
            dashes = num(0.5 * width * owner)
            sheet.line(ground, _ends(segment, view), over(looks.players[owner]), 0.25 * width, stroke_dasharray=dashes)


def _beside(geo: Geometry, board: Board, edge: int, away: float) -> Segment:
    """A rim edge, moved outwards."""
    (ax, ay), (bx, by) = geo.edges[edge]
    cx, cy = geo.cells[board.edge_cells[edge][0]]
    mx, my = (ax + bx) / 2 - cx, (ay + by) / 2 - cy
    long = (mx * mx + my * my) ** 0.5 or 1.0
    dx, dy = away * mx / long, away * my / long
    return (ax + dx, ay + dy), (bx + dx, by + dy)


def draw_labels(sheet: Sheet, geo: Geometry, view: SheetTransform, gap: float, size: float, looks: Looks) -> None:
    """Coordinates around the board, at a distance from its outline."""
    ink = looks.board.line if geo.inside else FAINT
    layer = sheet.group(data_layer="labels")
    for label in geo.labels:
        x, y = label_place(label, view, gap, size)
        sheet.text(layer, label.text, x, y, size, ink)


def draw_names(sheet: Sheet, board: Board, geo: Geometry, view: SheetTransform, looks: Looks) -> None:
    """The names of cells that are not named by column and row, in the corners of their cells."""
    renamed = board.plan.renamed
    if renamed is None or board.basis == "track" or (board.basis == "graph" and not board.sides):  # whose labels are the names
        return
    named = [cell for cell in board.cells if (renamed.each or cell.name in renamed.own) and geo.shows([cell.index])]
    if not named:
        return
    layer = sheet.group(data_layer="names")
    for cell in named:
        cx, cy = geo.cells[cell.index]
        left, top = (0.0, -0.42) if board.basis == "hex" else (-0.43, -0.35)
        x, y = view.at((cx + left, cy + top))
        size = max(5.0, min(0.17 * view.pitch, 10.0))
        sheet.text(layer, cell.name, x, y, size, looks.board.line, "middle" if board.basis == "hex" else "start")


def label_place(label: Label, view: SheetTransform, gap: float, size: float) -> Point:
    """The middle of a coordinate's text."""
    x, y = view.at(label.at)
    reach = gap + 0.78 * size
    aside = max(0.0, 0.5 * text_width(label.text, size) - size) * label.way[0]
    return x + label.way[0] * reach + aside, y + label.way[1] * reach
