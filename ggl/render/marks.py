"""Overlays of sites: heat, the sites of the last move, and highlighted sites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ggl.render.boards import SheetTransform
from ggl.render.colours import HEAT, LAST, MARKED, TEXT, Ink
from ggl.render.geometry import Geometry, Point
from ggl.render.sheet import Sheet, Value
from ggl.topology import LINES

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from ggl.topology import Site

_SMALLEST = 24
"""Cells smaller than this have no room for a number."""


def draw_heat(sheet: Sheet, heat: Mapping[Site, float], geo: Geometry, view: SheetTransform) -> None:
    """Fills hotter sites more strongly; a cell also has its number, in hundredths."""
    layer = sheet.group(data_layer="heat")
    for site, value in heat.items():
        strength = 0.05 + 0.8 * value
        if site.type in LINES:
            (x1, y1), (x2, y2) = (view.at(end) for end in geo.segment(site))
            sheet.add(layer, "line", stroke=HEAT, x1=x1, y1=y1, x2=x2, y2=y2, stroke_opacity=strength,
                      stroke_width=(0.05 + 0.2 * value) * view.pitch, stroke_linecap="round")  # fmt: skip
        elif site.type == "vertex":
            x, y = view.at(geo.vertices[site.index])
            sheet.add(layer, "circle", fill=HEAT, cx=x, cy=y, r=(0.06 + 0.2 * value) * view.pitch, fill_opacity=strength)
        else:
            _shape(sheet, layer, site, geo, view, 0.98, fill=HEAT, fill_opacity=strength)


def draw_numbers(sheet: Sheet, heat: Mapping[Site, float], geo: Geometry, view: SheetTransform) -> None:
    """The numbers of the hot cells, over everything."""
    if view.pitch < _SMALLEST:
        return
    layer = sheet.group(data_layer="numbers")
    for site, value in heat.items():
        if site.type == "cell" and value >= 0.005:
            x, y = view.at(geo.cells[site.index])
            sheet.text(layer, str(round(100 * value)), x, y + 0.3 * view.pitch, min(0.26 * view.pitch, 14), TEXT)


def draw_marks(
    sheet: Sheet, last: Iterable[Site], marked: Iterable[Site], geo: Geometry, view: SheetTransform, under: bool
) -> None:
    """Frames: solid ones around the sites of the last move, dashed ones around highlighted sites.

    Frames of cells with an outline lie `under` the pieces, the others above them.
    """
    layer = sheet.group(data_layer="frames" if under else "marks")
    for sites, ink, dashed in ((last, LAST, False), (marked, MARKED, True)):
        for site in sites:
            if under == (site.type == "cell" and bool(geo.outlines[site.index])):
                _frame(sheet, layer, site, geo, view, ink, dashed)


def _frame(sheet: Sheet, layer: Element, site: Site, geo: Geometry, view: SheetTransform, ink: Ink, dashed: bool) -> None:
    width = max(2.0, 0.055 * view.pitch)
    more: dict[str, Value] = {"stroke_dasharray": f"{2 * width:.2f} {1.5 * width:.2f}"} if dashed else {}
    if site.type in LINES:
        start, end = geo.segment(site)
        ends = (view.at(start), view.at(end))
        sheet.line(layer, ends, ink, 0.06 * view.pitch if not dashed else 0.04 * view.pitch, stroke_linecap="round", **more)
    elif site.type == "vertex":
        x, y = view.at(geo.vertices[site.index])
        sheet.add(layer, "circle", fill="none", stroke=ink, cx=x, cy=y, r=0.2 * view.pitch, stroke_width=width, **more)
    else:
        scale = 0.93 if not dashed else 0.84
        _shape(sheet, layer, site, geo, view, scale, fill="none", stroke=ink, stroke_width=width, stroke_linejoin="round", **more)


def _shape(sheet: Sheet, layer: Element, site: Site, geo: Geometry, view: SheetTransform, scale: float, **paint: Value) -> None:
    """The outline of a cell, drawn in towards its middle."""
    outline, (cx, cy) = geo.outlines[site.index], geo.cells[site.index]
    if outline:
        if geo.upward:  # a lane as wide as the point, since pieces hide most of the point
            (left, base), (right, _), (_, tip) = outline
            inner: tuple[Point, ...] = ((left, base), (left, tip), (right, tip), (right, base))
        else:
            inner = tuple((cx + (x - cx) * scale, cy + (y - cy) * scale) for x, y in outline)
        sheet.add(layer, "path", d=view.path(inner), **paint)
    else:
        x, y = view.at((cx, cy))
        sheet.add(layer, "circle", cx=x, cy=y, r=geo.radius * (scale + 0.12) * view.pitch, **paint)
