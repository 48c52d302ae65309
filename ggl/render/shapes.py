"""The shapes of pieces, drawn around a point within a circle.

Takes a `Figure` (shape, ink, letter, sign of the owner) and a place. The silhouettes are drawn for ggl, as paths around (0, 0)
with y downwards, one unit being the radius. Players whose pieces have one shape differ by a sign on it, not only by colour.
"""

from __future__ import annotations

from math import cos, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ggl.render.colours import Ink, outline, over
from ggl.render.sheet import Sheet, num

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element


NOBODYS = 8
"""The sign of pieces of nobody: the one after those of eight players."""


class Figure(NamedTuple):
    shape: str
    ink: Ink
    letter: str
    sign: int
    """The number of the player whose sign it has, or `NOBODYS`; 0 if it needs no sign."""


class Silhouette(NamedTuple):
    outline: str
    details: str = ""


def _ball(x: float, y: float, r: float) -> str:
    return f"M{num(x - r)} {num(y)}a{num(r)} {num(r)} 0 1 0 {num(2 * r)} 0a{num(r)} {num(r)} 0 1 0 {num(-2 * r)} 0Z"


SILHOUETTES = {
    "pawn": Silhouette(
        "M-.5 .82V.7C-.5 .54 -.34 .46 -.26 .34C-.17 .2 -.13 .08 -.12 -.08H-.27V-.2H-.14A.3 .3 0 1 1 .14 -.2H.27V-.08H.12"
        "C.13 .08 .17 .2 .26 .34C.34 .46 .5 .54 .5 .7V.82Z"
    ),
    "rook": Silhouette(
        "M-.56 .82V.66L-.42 .54V.42L-.33 .32L-.3 -.28L-.46 -.42V-.76H-.27V-.6H-.1V-.76H.1V-.6H.27V-.76H.46V-.42L.3 -.28"
        "L.33 .32L.42 .42V.54L.56 .66V.82Z",
        "M-.3 -.28H.3M-.33 .32H.33",
    ),
    "bishop": Silhouette(
        "M-.56 .82V.7C-.4 .64 -.3 .58 -.26 .46H-.32V.32H-.19C-.17 .22 -.2 .16 -.26 .08C-.46 -.16 -.36 -.4 -.09 -.6"
        "A.13 .13 0 1 1 .09 -.6C.36 -.4 .46 -.16 .26 .08C.2 .16 .17 .22 .19 .32H.32V.46H.26C.3 .58 .4 .64 .56 .7V.82Z",
        "M0 -.42V-.06M-.16 -.24H.16M-.19 .32H.19",
    ),
    "knight": Silhouette(
        "M-.44 .82V.68C-.44 .44 -.1 .3 -.06 .02C-.18 .1 -.28 .14 -.38 .2L-.5 .34C-.6 .38 -.74 .3 -.72 .16L-.5 -.24"
        "C-.42 -.42 -.36 -.5 -.2 -.58L-.16 -.82L.04 -.64C.42 -.54 .56 -.14 .56 .3V.82Z",
        "M.16 -.42C.34 -.24 .38 .06 .36 .5" + _ball(-0.27, -0.27, 0.045),
    ),
    "queen": Silhouette(
        "M-.52 .82V.68L-.4 .54C-.42 .36 -.5 .1 -.66 -.32L-.33 -.02L-.36 -.54L-.11 -.08L0 -.64L.11 -.08L.36 -.54L.33 -.02"
        "L.66 -.32C.5 .1 .42 .36 .4 .54L.52 .68V.82Z"
        + "".join(_ball(x, y, 0.1) for x, y in ((-0.67, -0.36), (-0.365, -0.58), (0, -0.69), (0.365, -0.58), (0.67, -0.36))),
        "M-.4 .54C-.2 .46 .2 .46 .4 .54M-.43 .36C-.2 .28 .2 .28 .43 .36",
    ),
    "king": Silhouette(
        "M-.52 .82V.68L-.4 .54C-.42 .42 -.48 .32 -.56 .18C-.74 -.14 -.5 -.4 -.26 -.34C-.2 -.32 -.12 -.28 -.07 -.2V-.46H-.21"
        "V-.6H-.07V-.8H.07V-.6H.21V-.46H.07V-.2C.12 -.28 .2 -.32 .26 -.34C.5 -.4 .74 -.14 .56 .18C.48 .32 .42 .42 .4 .54"
        "L.52 .68V.82Z",
        "M-.4 .54C-.2 .46 .2 .46 .4 .54M-.46 .36C-.2 .28 .2 .28 .46 .36M0 -.14V.28",
    ),
    "star": Silhouette(
        "M" + "L".join(f"{num((0.86, 0.36)[k % 2] * sin(k * 0.62832))} {num(-(0.86, 0.36)[k % 2] * cos(k * 0.62832))}"
                       for k in range(10)) + "Z"
    ),
    "arrow": Silhouette("M0 -.8L.56 -.1H.2V.74H-.2V-.1H-.56Z"),
    "cross": Silhouette("M-.72 -.5L-.5 -.72L0 -.22L.5 -.72L.72 -.5L.22 0L.72 .5L.5 .72L0 .22L-.5 .72L-.72 .5L-.22 0Z"),
}  # fmt: skip

_BASED = frozenset({"pawn", "rook", "bishop", "knight", "queen", "king"})
"""Silhouettes with a base that is wide enough for a sign."""

_CROWN = "M-.42 .34L-.52 -.26L-.22 -.02L0 -.42L.22 -.02L.52 -.26L.42 .34Z"
MOST_SEEDS = 15
"""The most seeds of a heap that are drawn; its number is always written."""


def figure(sheet: Sheet, parent: Element, look: Figure, x: float, y: float, r: float, half: float = 0.0,
           turn: float = 0.0) -> Element:  # fmt: skip
    """A piece in a separate group, centred at (x, y), within the radius r, turned clockwise by degrees. `half` is half a cell,
    for pieces that fill one."""
    scale = half if half and look.shape == "fill" else r
    turned = f" rotate({num(turn)})" if turn else ""
    group = sheet.group(parent, transform=f"translate({num(x)} {num(y)}) scale({num(scale)}){turned}")
    line = outline(look.ink)
    match look.shape:
        case "tile":
            sheet.add(group, "rect", x=-0.77, y=-0.71, width=1.6, height=1.6, rx=0.24, fill_opacity=0.22)
            sheet.add(
                group, "rect", fill=look.ink, stroke=line, x=-0.8, y=-0.8, width=1.6, height=1.6, rx=0.24, stroke_width=0.07
            )
            sign(sheet, group, look, 0.6)
        case "disc" | "crowned" | "seed":
            _disc(sheet, group, look.ink, line, 0.5 if look.shape == "seed" else 0.92)
            if look.shape == "crowned":
                sheet.add(group, "path", fill=over(look.ink), d=_CROWN, stroke_linejoin="round", fill_opacity=0.86)
            sign(sheet, group, look, 0.74 if look.shape == "crowned" else 0.6)
        case "ring":
            sheet.add(group, "circle", fill="none", stroke=line, r=0.62, stroke_width=0.34)
            sheet.add(group, "circle", fill="none", stroke=look.ink, r=0.62, stroke_width=0.26)
            sign(sheet, group, look, 0.62)
        case "fill":
            sheet.add(group, "rect", fill=look.ink, stroke=line, x=-0.86, y=-0.86, width=1.72, height=1.72, rx=0.16,
                      stroke_width=0.05)  # fmt: skip
            if look.letter.isalnum():
                _letter(sheet, group, look, 0.9)
            else:
                sign(sheet, group, look, 0.6)
        case "letter":
            _disc(sheet, group, look.ink, line, 0.92)
            if look.sign == 1:  # with more players, letters show the owner
                sign(sheet, group, look, 0.76)
            _letter(sheet, group, look, 1.0)
        case "bar":
            sheet.add(group, "rect", fill=look.ink, stroke=line, x=-0.86, y=-0.22, width=1.72, height=0.44, rx=0.22,
                      stroke_width=0.06)  # fmt: skip
            if look.letter:
                _letter(sheet, group, look, 0.46)
            elif look.sign:  # dashes, as on an edge
                sheet.add(group, "line", stroke=over(look.ink), x1=-0.7, y1=0, x2=0.7, y2=0, stroke_width=0.1,
                          stroke_dasharray=num(0.16 * look.sign))  # fmt: skip
        case _:
            _silhouette(sheet, group, look, line)
    return group


def _disc(sheet: Sheet, group: Element, ink: Ink, line: Ink, r: float) -> None:
    sheet.add(group, "circle", cx=0.03, cy=0.09, r=r, fill_opacity=0.22)
    sheet.add(group, "circle", fill=ink, stroke=line, r=r, stroke_width=0.07)


def _letter(sheet: Sheet, group: Element, look: Figure, size: float) -> None:
    sheet.text(group, look.letter, 0, 0, size / max(1.0, 0.75 * len(look.letter)), over(look.ink), font_weight="bold")


def _silhouette(sheet: Sheet, group: Element, look: Figure, line: Ink) -> None:
    shape = SILHOUETTES[look.shape]
    sheet.add(group, "path", fill=look.ink, stroke=line, d=shape.outline, stroke_width=0.07, stroke_linejoin="round")
    if shape.details:
        sheet.add(group, "path", fill="none", stroke=over(look.ink), d=shape.details, stroke_width=0.05, stroke_linecap="round",
                  stroke_opacity=0.75)  # fmt: skip
    if look.sign == 1 and look.shape in _BASED:
        sheet.add(group, "path", fill="none", stroke=over(look.ink), d="M-.36 .69H.36", stroke_width=0.07, stroke_linecap="round")
    elif look.sign:
        inner = sheet.group(group, transform="translate(0 .5) scale(.4)" if look.shape in _BASED else "scale(.3)")
        sign(sheet, inner, look, 0.6)


def sign(sheet: Sheet, group: Element, look: Figure, r: float) -> None:
    """A sign that distinguishes the pieces of players without colours."""
    ink = over(look.ink)
    n = look.sign
    if n in (1, 4):
        sheet.add(group, "circle", fill="none", stroke=ink, r=r, stroke_width=0.07, stroke_opacity=0.6)
    if n in (2, 4):
        sheet.add(group, "circle", fill=ink, r=0.2, fill_opacity=0.75)
    if n in (3, 5, 6, 7, NOBODYS):
        paths = {3: "M-.36 0H.36M0 -.36V.36", 5: "M-.3 -.3L.3 .3M-.3 .3L.3 -.3", 6: "M0 -.42L.4 .28H-.4Z",
                 7: "M-.32 -.32H.32V.32H-.32Z", NOBODYS: "M-.4 0H.4"}  # fmt: skip
        sheet.add(group, "path", fill="none", stroke=ink, d=paths[n], stroke_width=0.12, stroke_opacity=0.75,
                  stroke_linejoin="round")  # fmt: skip


def heap(count: int) -> list[tuple[float, float]]:
    """The places of the seeds of a heap, within a circle of radius 1, in the order of a sunflower (H. Vogel, 1979)."""
    shown = min(count, MOST_SEEDS)
    reach = 0.0 if shown == 1 else min(0.42 + 0.035 * shown, 0.8)
    return [(reach * sqrt((k + 0.5) / shown) * cos(2.39996 * k), reach * sqrt((k + 0.5) / shown) * sin(2.39996 * k)) for k in
            range(shown)]  # fmt: skip
