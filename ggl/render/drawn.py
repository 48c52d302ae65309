"""The marks that a file draws on its board: areas, frames, lines and names below the pieces, dots and the like over them.

Takes a scene, its looks and where everything lies. A mark of a player has the player's ink, and the player's sign if the form
has room for it; on a site that shows something else it is small and at its left, and a value at its lower right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, TypeVar

from ggl.model.colours import hex_colour
from ggl.play.look_values import DrawnMark
from ggl.play.scene import Scene
from ggl.render.appearance import Looks
from ggl.render.boards import SheetTransform
from ggl.render.colours import MARKED, Ink, outline, over, single_ink
from ggl.render.geometry import Geometry, Point, Segment
from ggl.render.sheet import Sheet, num, text_width
from ggl.render.words import DOT, mark_name, spaced
from ggl.topology import LINES

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from ggl.topology import Board, Site

BELOW = ("fill", "frame", "line", "name")
_Mark = TypeVar("_Mark")
_TAKEN = 0.42
"""The scale of a mark on an occupied site."""


_LEAST = 0.01
"""The least share of a line that is drawn."""


def draw_drawn(sheet: Sheet, scene: Scene, looks: Looks, geo: Geometry, view: SheetTransform, under: bool) -> None:
    """The marks that lie `under` the pieces, or those over them."""
    marks = [mark for mark in scene.drawn if (mark.part.form in BELOW) == under]
    if not marks:
        return
    layer = sheet.group(data_layer="areas" if under else "signs")
    for mark in marks_in_order(marks, lambda each: each.part.form):
        draw_mark(sheet, layer, scene, looks, geo, view, mark)


def marks_in_order(marks: Iterable[_Mark], form: Callable[[_Mark], str]) -> list[_Mark]:
    """Marks in the order in which they are drawn: areas before lines, and those over the pieces as in the file."""
    order = {each: place for place, each in enumerate(BELOW)}
    return sorted(marks, key=lambda mark: order.get(form(mark), 0))


def draw_mark(
    sheet: Sheet, layer: Element, scene: Scene, looks: Looks, geo: Geometry, view: SheetTransform, mark: DrawnMark
) -> Element:
    """Draw one mark, as a group with its name as the title."""
    group = sheet.group(layer)
    sheet.told(group, "title", mark_name(mark, scene))
    _Drawer(sheet, group, scene, looks, geo, view, mark).draw()
    return group


def drawn_edge(geo: Geometry, board: Board, edge: int, cell: int) -> Segment:
    """An edge where it lies at one of its cells: on a board that wraps around, it may be drawn at the other one."""
    (ax, ay), (bx, by) = geo.edges[edge]
    (x, y), mx, my = geo.cells[cell], (ax + bx) / 2, (ay + by) / 2
    if not board.wraps or hypot(mx - x, my - y) < 0.6:
        return geo.edges[edge]
    other = next(each for each in board.edge_cells[edge] if each != cell)
    dx, dy = x + geo.cells[other][0] - 2 * mx, y + geo.cells[other][1] - 2 * my
    return (ax + dx, ay + dy), (bx + dx, by + dy)


def line_between(geo: Geometry, board: Board, start: Site, end: Site) -> list[Segment]:
    """The line between two sites; on a board that wraps around the shortest one, as it lies at each side of the seam."""
    (ax, ay), (bx, by) = geo.middle(start), geo.middle(end)
    across = round((bx - ax) / board.columns) * board.columns if board.wraps else 0
    up = round((by - ay) / board.rows) * board.rows if board.wraps else 0
    shifts = [(x, y) for x in dict.fromkeys((0, across)) for y in dict.fromkeys((0, up))]
    return [((ax + x, ay + y), (bx - across + x, by - up + y)) for x, y in shifts]


def value_aside(site: Site) -> Point:
    """How far the value of a mark lies from the middle of a site that is not free."""
    return (0.22, 0.22) if site.type in LINES else (0.36, 0.38)


class _Drawer:
    """One mark."""

    def __init__(
        self, sheet: Sheet, group: Element, scene: Scene, looks: Looks, geo: Geometry, view: SheetTransform, mark: DrawnMark
    ) -> None:
        self.sheet, self.group, self.scene, self.looks, self.geo, self.view, self.mark = (
            sheet,
            group,
            scene,
            looks,
            geo,
            view,
            mark,
        )
        self.ink = self._ink()

    def _ink(self) -> Ink:
        asked, players = self.mark.part.colour, self.scene.game.players
        if self.mark.player is not None:
            return self.looks.players[self.mark.player]
        if asked is not None and asked.text in players:
            return self.looks.players[players.index(asked.text)]
        word = hex_colour(asked.text) if asked is not None else None
        return (
            single_ink(word)
            if word
            else MARKED
            if self.mark.part.form not in ("frame", "line", "name", "value")
            else self.looks.board.line
        )

    def draw(self) -> None:
        for group in self.mark.groups:
            sites = [site for site in group if self.scene.shows(site)]
            match self.mark.part.form:
                case "frame":
                    self._frame(group)
                case "line":
                    self._line(group)
                case "name":
                    self._name(sites)
                case "value":
                    for site, value in zip(group, self.mark.values, strict=True):
                        if site in sites:
                            self._value(site, DOT if value is True else self.scene.state.game.values.short(value, self.mark.type))
                case _:
                    for site in sites:
                        self._site(site)

    # ---- one site

    def _site(self, site: Site) -> None:
        form = self.mark.part.form
        if form == "fill":
            self._fill(site)
            return
        x, y, r = self._place(site)
        match form:
            case "dot":
                self.sheet.add(
                    self.group, "circle", fill=self.ink, stroke=outline(self.ink), cx=x, cy=y, r=0.62 * r, stroke_width=1
                )
                if self.mark.player:  # colour is never the only sign
                    self.sheet.add(self.group, "circle", fill=over(self.ink), cx=x, cy=y, r=0.22 * r)
            case "ring":
                more = {"stroke_dasharray": num(0.5 * r * self.mark.player)} if self.mark.player else {}
                self.sheet.add(
                    self.group, "circle", fill="none", stroke=self.ink, cx=x, cy=y, r=r, stroke_width=max(1.5, 0.24 * r), **more
                )
            case _:
                d = f"M{num(x - r)} {num(y - r)}L{num(x + r)} {num(y + r)}M{num(x - r)} {num(y + r)}L{num(x + r)} {num(y - r)}"
                self.sheet.add(
                    self.group, "path", fill="none", stroke=self.ink, d=d, stroke_width=max(1.5, 0.3 * r), stroke_linecap="round"
                )

    def _place(self, site: Site) -> tuple[float, float, float]:
        """The middle of a mark, and its radius: small and at the left of a site that is not free; marks of several players lie
        apart."""
        (x, y), pitch, others = self.geo.middle(site), self.view.pitch, len(self.scene.game.players) - 1
        r = 0.2 if site.type == "cell" else 0.12
        if not self.scene.is_free(site):
            away = 0.36 if site.type == "cell" else 0.2
            apart = away / max(others, 1)
            r = min(2 * _TAKEN * r, apart / 2)
            along = apart * (self.mark.player or 0)
            x, y = (x - away + along, y - away) if self._is_level(site) else (x - away, y - away + along)
        elif self.mark.player is not None:
            apart = min(1.5, 4.5 / (others + 1)) * r
            x, r = x + (self.mark.player - others / 2) * apart, apart / 2
        px, py = self.view.at((x, y))
        return px, py, r * pitch

    def _is_level(self, site: Site) -> bool:
        """Whether a site is an edge or a link that is wider than high."""
        if site.type not in LINES:
            return False
        (ax, ay), (bx, by) = self.geo.segment(site)
        return abs(ax - bx) > abs(ay - by)

    def _fill(self, site: Site) -> None:
        if site.type in LINES:
            a, b = self.geo.segment(site)
            self.sheet.line(self.group, (self.view.at(a), self.view.at(b)), self.ink, 0.16 * self.view.pitch, stroke_opacity=0.6,
                            stroke_linecap="round")  # fmt: skip
            return
        outlined = self.geo.outlines[site.index] if site.type == "cell" else ()
        if outlined:
            self.sheet.add(self.group, "path", fill=self.ink, d=self.view.path(outlined), fill_opacity=0.42)
        else:
            x, y = self.view.at(self.geo.middle(site))
            r = (self.geo.radius if site.type == "cell" else 0.2) * self.view.pitch
            self.sheet.add(self.group, "circle", fill=self.ink, cx=x, cy=y, r=r, fill_opacity=0.42)

    def _value(self, site: Site, text: str) -> None:
        if not text:
            return
        share, away = (1.0, (0.0, 0.0)) if self.scene.is_free(site) else (0.6, value_aside(site))
        x, y = self.geo.middle(site)
        size = min(0.34, 0.8 / len(text)) * share * self.view.pitch
        self.sheet.text(self.group, text, *self.view.at((x + away[0], y + away[1])), size, self.ink)

    # ---- several

    def _frame(self, sites: Sequence[Site]) -> None:
        """A line along the shown edges of an area: those with a cell of the area on exactly one side. Without edges, rings around
        its cells."""
        cells = {site.index for site in sites if site.type == "cell"}
        width = max(2.2, 0.07 * self.view.pitch)
        board = self.scene.board
        if board.basis not in ("square", "hex"):
            for c in sorted(cells):
                (x, y), r = self.view.at(self.geo.cells[c]), (self.geo.radius + 0.06) * self.view.pitch
                self.sheet.add(self.group, "circle", fill="none", stroke=self.ink, cx=x, cy=y, r=r, stroke_width=width)
            return
        around = [(edge, cells.intersection(beside)) for edge, beside in enumerate(board.edge_cells) if self.geo.shows(beside)]
        self._path([drawn_edge(self.geo, board, edge, *inside) for edge, inside in around if len(inside) == 1], width)

    def _line(self, sites: Sequence[Site]) -> None:
        """From site to site, as far as the board is shown."""
        ways = (way for a, b in pairwise(sites) for way in line_between(self.geo, self.scene.board, a, b))
        parts = (self._clipped(*way) for way in ways)
        self._path([part for part in parts if part is not None], max(2.0, 0.06 * self.view.pitch))

    def _clipped(self, start: Point, end: Point) -> Segment | None:
        """The part of a line within the board that is shown."""
        if self.geo.shown is None and not self.scene.board.wraps:
            return start, end
        begin, stop, box = 0.0, 1.0, self.geo.box
        for axis in (0, 1):
            at, way = start[axis], end[axis] - start[axis]
            if way:
                enter, leave = sorted(((box[axis] - at) / way, (box[axis + 2] - at) / way))
                begin, stop = max(begin, enter), min(stop, leave)
            elif not box[axis] <= at <= box[axis + 2]:
                return None
        (ax, ay), (bx, by) = start, end
        first, last = ((ax + (bx - ax) * part, ay + (by - ay) * part) for part in (begin, stop))
        return (first, last) if begin + _LEAST < stop else None

    def _path(self, ways: list[Segment], width: float) -> None:
        if ways:
            more = {"stroke_dasharray": num(2.5 * width * self.mark.player)} if self.mark.player else {}
            d = "".join(self.view.path(way, closed=False) for way in ways)
            self.sheet.add(self.group, "path", fill="none", stroke=self.ink, d=d, stroke_width=width, stroke_linecap="round",
                           stroke_linejoin="round", **more)  # fmt: skip

    def _name(self, sites: list[Site]) -> None:
        """The name of the mark across the middle of its sites, no wider than they are."""
        if not sites:
            return
        points = [self.geo.middle(site) for site in sites]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        text = spaced(self.mark.part.name)
        wide = (max(xs) - min(xs) + 0.9) * self.view.pitch
        size = min(0.42 * self.view.pitch, wide / max(text_width(text, 1.0), 0.1))
        x, y = self.view.at(((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2))
        self.sheet.text(self.group, text, x, y, size, self.ink, fill_opacity=0.75, font_style="italic")
