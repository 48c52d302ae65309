"""Pieces on their sites: layers, stacks and heaps, rods for facings, and values.

What may be written beside a piece has a place of its own: its number or its properties at the upper right, the value of its site
at the lower left, marks of the file at the left, and their values at the lower right (`ggl.render.drawn`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ggl.model.colours import NAMED
from ggl.play.scene import Scene, StandingPieces, named
from ggl.render.appearance import Looks
from ggl.render.boards import SheetTransform
from ggl.render.colours import FAINT, TEXT, Ink, outline, over, single_ink
from ggl.render.geometry import PLACE, POINT_LENGTH, Geometry, Point
from ggl.render.shapes import Figure, figure, heap
from ggl.render.sheet import Sheet, markup, num
from ggl.render.words import DOT, in_short, short
from ggl.topology import LINES

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from ggl.checker.game import CheckedGame
    from ggl.play.values import Value
    from ggl.topology import Site

_ROOM = {"lines": 0.47, "pits": 0.4, "points": 0.45}
_ROD, _ROD_EDGE = single_ink(NAMED["amber"]), Ink("#2a1c0c", "#14100a")
MOST_MIXED = 7
"""The most pieces of a pile that are drawn."""

MOST_PILED = 4
"""The most pieces of a stack that are drawn; its number is written on top."""


_DRAWN: WeakKeyDictionary[CheckedGame, dict[object, tuple[str, dict[str, str]]]] = WeakKeyDictionary()
"""A cache of drawn sites: by theme, place on the sheet, site and its contents, the markup of a site with its colours.
Consecutive pictures of a play differ in few sites."""

_DEPTH = 2
"""The depth of a site's group in the document: within a layer of the sheet."""

_MOST_DRAWN = 512

_Around = tuple[Scene, Looks, Geometry, SheetTransform]


def _draw(sheet: Sheet, layer: Element, around: _Around, site: Site, standing: tuple[StandingPieces, ...]) -> None:
    """Draw the contents of a site, or reuse an earlier drawing."""
    scene, looks, geo, view = around
    stands = tuple((each.piece, each.count, each.facing, each.below, tuple(each.bears.items())) for each in standing)
    values = scene.values(site)
    key = sheet.theme, view, site, stands, tuple(values.items())
    known = _DRAWN.setdefault(scene.game, {})
    found = known.get(key)
    if found is None:
        if len(known) >= _MOST_DRAWN:
            known.clear()
        own = Sheet(sheet.theme)
        place = _Place(own, own.root, scene, looks, geo, view)
        place.site(site, standing, values)
        found = known[key] = markup(place.group, _DEPTH), own.rules
    sheet.ready(layer, *found)


def draw_pieces(sheet: Sheet, scene: Scene, looks: Looks, geo: Geometry, view: SheetTransform) -> None:
    layer = sheet.group(data_layer="pieces")
    for type_ in ("link", "edge", "vertex", "cell"):
        for site in scene.board.sites(type_) if type_ in scene.played else ():
            if not scene.shows(site):
                continue
            standing = scene.standing(site)
            if standing or scene.values(site):
                _draw(sheet, layer, (scene, looks, geo, view), site, standing)
    if geo.bar is not None and lie_on_bar(scene, geo):
        for player in range(len(scene.game.players)):
            _Place(sheet, layer, scene, looks, geo, view).barred(player, geo.bar)


def lie_on_bar(scene: Scene, geo: Geometry) -> bool:
    """Whether there is a bar with room for pieces in hand: one half for each side, with the kinds above each other."""
    players = range(len(scene.game.players))
    return geo.bar is not None and len(players) <= 2 and all(len(scene.hands(player)) <= POINT_LENGTH for player in players)


class _Place:
    """One site with contents."""

    def __init__(self, sheet: Sheet, layer: Element, scene: Scene, looks: Looks, geo: Geometry, view: SheetTransform) -> None:
        self.sheet, self.scene, self.looks, self.geo, self.view = sheet, scene, looks, geo, view
        self.group = sheet.group(layer)

    def site(self, site: Site, standing: tuple[StandingPieces, ...], values: Mapping[str, Value]) -> None:
        said = " and ".join(map(self.scene.in_words, standing))
        where = f"{said} on {site.name}" if said else site.name
        self.sheet.told(self.group, "title", ": ".join([where, *([", ".join(named(values))] if values else [])]))
        value = in_short(self.scene, values)
        if site.type in LINES:
            self._edge(site, standing, value)
            return
        (x, y), room = self.view.at(self.geo.middle(site)), self.room(site)
        for depth, each in enumerate(reversed(standing)):
            is_ground = depth == 0 and self.looks.pieces[each.piece].shape == "fill"
            dx, dy, share = (0.0, 0.0, 1.0) if is_ground else self._aside(site, depth, len(standing))
            half = self._half() * self.looks.sizes[each.piece] if is_ground and site.type == "cell" else 0.0
            self._standing(site, x + dx * room, y + dy * room, each, share * room, half)
        self.valued(site, value, bool(standing))

    def _aside(self, site: Site, depth: int, layers: int) -> tuple[float, float, float]:
        """How far a layer lies to the side of its site's middle, and its share of the room: side by side on a point of a track,
        elsewhere from the upper left around the middle, each partly on those below it."""
        if layers == 1:
            return 0.0, 0.0, 1.0
        if self.geo.upward and site.type == "cell":
            return (2 * depth + 1) / layers - 1, 0.0, 1 / layers
        away, turn = 0.42 if layers == 2 else 0.6, -(0.75 + 2 * depth / layers) * pi
        return away * cos(turn), away * sin(turn), 0.66 * sin(pi / layers)

    def valued(self, site: Site, value: str, aside: bool) -> None:
        """The value of a site; at the lower left of a cell or a vertex, if something stands there."""
        at = self.geo.middle(site)
        if site.type in LINES:
            self._on_line(site, value, aside)
        elif value == DOT:
            self._dot(site, at, aside)
        elif value and aside:
            self._badge(value, *self.view.at((at[0] - 0.3, at[1] + 0.32)), 0.15 * self.view.pitch, self.looks.board.cell)
        elif value:
            x, y = self.view.at(at)
            self.sheet.text(self.group, value, x, y, min(0.36, 0.8 / len(value)) * self.view.pitch, over(self.looks.board.cell))

    def _on_line(self, site: Site, value: str, aside: bool) -> None:
        """The value of an edge or a link, along it; near its end, if something stands there."""
        (ax, ay), (bx, by) = (self.view.at(end) for end in self.geo.segment(site))
        x, y = (ax + bx) / 2, (ay + by) / 2
        if value and aside:
            self._badge(value, x + 0.38 * (bx - ax), y + 0.38 * (by - ay), 0.1 * self.view.pitch, self.looks.board.cell)
        elif value:
            turn = atan2(by - ay, bx - ax) * 180 / pi
            self.sheet.text(
                self.group, value, x, y, 0.24 * self.view.pitch, TEXT, transform=f"rotate({num(turn)} {num(x)} {num(y)})"
            )

    def barred(self, player: int, middle: Point) -> None:
        """The pieces of a player in hand, on the bar: the first player's above its middle, those of others below."""
        hands = [hand for hand in self.scene.hands(player) if hand.count]
        if not hands:
            return
        said = " and ".join(f"{hand.count} {self.scene.name(hand.piece)}" for hand in hands)
        self.sheet.told(self.group, "title", f"on the bar: {said}")
        r, way = _ROOM["points"] * self.view.pitch, -1 if player == 0 else 1
        x, y = self.view.at((middle[0], middle[1] + 0.5 * way))
        apart = 2 * r * 0.98 * sum(hand.count for hand in hands) <= -self.geo.box[1] / 2 * self.view.pitch
        for hand in hands:
            for _ in range(hand.count if apart else 1):
                self._pile(x, y, 1 if apart else hand.count, self.looks.pieces[hand.piece], r)
                y += 2 * r * 0.98 * way

    def _dot(self, site: Site, at: Point, aside: bool) -> None:
        """A dot for a property of a site; in the corner if a piece stands there."""
        away = 0.4 if aside else 0.0
        x, y = self.view.at((at[0] - away * 0.9, at[1] + away))
        r = (0.05 if aside or site.type == "vertex" else 0.12) * self.view.pitch
        self.sheet.add(self.group, "circle", fill=FAINT, cx=x, cy=y, r=max(r, 1.5))

    def _post(self) -> float:
        """The radius of what stands on a vertex, in cells: less between the short edges of hexes."""
        return 0.2 if self.scene.board.basis == "hex" and "edge" in self.scene.played else 0.28

    def room(self, site: Site) -> float:
        """The radius of the circle that a piece may take."""
        if site.type != "cell":
            return (self._post() if site.type == "vertex" else 0.24) * self.view.pitch
        basis = self.scene.board.basis
        if basis == "graph" and not self.scene.board.sides:
            return 0.8 * PLACE * self.view.pitch
        room = 0.36 if basis == "graph" else 0.405 if basis == "hex" and self.looks.style == "cells" else 0.41
        return (_ROOM.get(self.looks.style, room) if basis != "graph" else room) * self.view.pitch

    def _standing(self, site: Site, x: float, y: float, each: StandingPieces, room: float, half: float) -> None:
        look = self._look(each)
        r = room * self.looks.sizes[each.piece]
        turn = self._turn(each, site) if look.shape == "arrow" else 0.0
        if self.geo.upward and site.type == "cell":
            y = self._column(x, y, each, room, self.geo.upward[site.index], turn)
        elif each.below:
            self._mixed(x, y, each, room)
        elif look.shape == "seed":
            self._heap(x, y, each, look, r)
        elif each.count > 1:
            self._pile(x, y, each.count, look, r)
        else:
            tall = look.shape not in ("disc", "tile", "crowned", "letter", "ring", "fill")
            figure(self.sheet, self.group, look, x, y, r * (1.12 if tall else 1.0), half=half, turn=turn)
        if each.facing is not None and look.shape != "arrow":
            start = 0.1 if look.shape in ("disc", "tile") else 0.62
            self._rod(x, y, self._heading(each.facing, site), r, start)
        borne = self._borne(each)
        apart = min(0.7, 2.1 / max(len(borne), 1))
        for number, text in enumerate(borne):  # along an arc around the upper right
            turn = 0.87 + apart * (number - (len(borne) - 1) / 2)
            self._badge(text, x + 0.95 * r * cos(turn), y - 0.95 * r * sin(turn), min(0.3, 0.47 * apart) * r, look.ink)

    def _look(self, each: StandingPieces) -> Figure:
        """The figure of a piece; an arrow that could face a way and faces none is a chip."""
        look = self.looks.pieces[each.piece]
        faces_none = look.shape == "arrow" and each.facing is None and self.scene.kind(each.piece).faces
        return look._replace(shape="letter") if faces_none else look

    def _borne(self, each: StandingPieces) -> list[str]:
        """What a piece bears, in short."""
        return [short(self.scene, name, value) for name, value in each.bears.items()]

    def _pile(self, x: float, y: float, count: int, look: Figure, r: float) -> None:
        if count == 1:
            figure(self.sheet, self.group, look, x, y, r)
            return
        shown = min(count, MOST_PILED)
        rise = 0.16 * r
        small = r * 0.86
        for step in range(shown):
            figure(self.sheet, self.group, look, x, y + rise * (shown - 1) / 2 - rise * step, small)
        self._count(x, y - rise * (shown - 1) / 2, count, look, small)

    def _mixed(self, x: float, y: float, each: StandingPieces, r: float) -> None:
        """A pile of pieces of any kind and side, from the top down as far as there is room, with their number beside it."""
        codes = (*each.below, each.piece)[-MOST_MIXED:]
        for step, code in enumerate(codes):
            self.one_of_pile(x, y, code, step, len(codes), r)
        self.how_many(x, y, each.count, r)

    def one_of_pile(self, x: float, y: float, code: int, step: int, shown: int, r: float) -> None:
        """A piece of a mixed pile, at place `step` from the bottom of those shown."""
        rise = min(0.3 * r, 1.1 * r / (shown - 1))
        size = 0.72 * r * self.looks.sizes[code]
        figure(self.sheet, self.group, self.looks.pieces[code], x - 0.12 * r, y + rise * (shown - 1) / 2 - rise * step, size)

    def how_many(self, x: float, y: float, count: int, r: float) -> None:
        """The number beside a mixed pile."""
        self._badge(str(count), x + 0.82 * r, y - 0.72 * r, 0.27 * r, self.looks.board.cell)

    def _count(self, x: float, y: float, count: int, look: Figure, r: float) -> None:
        """The number of equal pieces: on the last one, or at its upper right if the figure takes up its middle."""
        text = str(count)
        if look.sign > 1 or look.shape not in ("disc", "tile"):
            self._badge(text, x + 0.88 * r, y - 0.55 * r, 0.44 * r, self.looks.board.cell)
        else:
            size = r * (0.95 if len(text) < 2 else 0.8 if len(text) < 3 else 0.55)
            self.sheet.text(self.group, text, x, y, size, over(look.ink), font_weight="bold")

    def _heap(self, x: float, y: float, each: StandingPieces, look: Figure, r: float) -> None:
        for dx, dy in heap(each.count):
            figure(self.sheet, self.group, look, x + dx * r, y + (dy - 0.08) * r, 0.36 * r)
        self._badge(str(each.count), x, y + 0.98 * r, 0.3 * r, self.looks.board.cell)

    def _badge(self, text: str, x: float, y: float, r: float, ink: Ink) -> None:
        """A small plate with a number or a few letters; a knob for what is true."""
        if text == DOT:
            self.sheet.add(self.group, "circle", fill=_ROD, stroke=_ROD_EDGE, cx=x, cy=y, r=17 / 30 * r, stroke_width=1.2)
            return
        self.sheet.add(self.group, "circle", fill=ink, stroke=outline(ink), cx=x, cy=y, r=r, stroke_width=1)
        size = min(1.35, 2.4 / max(len(text), 1)) * r
        self.sheet.text(self.group, text, x, y, size, over(ink), font_weight="bold")

    def _column(self, x: float, y: float, each: StandingPieces, room: float, up: bool, turn: float) -> float:
        """Pieces in a row along a point; the place of the last one."""
        codes = [code for count, code in each.pieces for _ in range(count)]
        last = y
        for step, code in enumerate(codes):
            last = self.one_of_column(x, y, code, step, len(codes), room, up, turn)
        return last

    def one_of_column(
        self, x: float, y: float, code: int, step: int, shown: int, room: float, up: bool, turn: float = 0.0
    ) -> float:
        """A piece in a row along a point, closer where there are many; many are counted on the last one. Its place."""
        look, r = self.looks.pieces[code], room * self.looks.sizes[code]
        apart = min(2 * room * 0.98, (POINT_LENGTH * self.view.pitch - 2 * room) / max(shown - 1, 1))
        y += apart * step * (-1 if up else 1)
        figure(self.sheet, self.group, look, x, y, r, turn=turn)
        if shown > 5 and step == shown - 1:
            self._count(x, y, shown, look, r)
        return y

    def _half(self) -> float:
        """Half the side of the square that fills a cell."""
        return (0.5 if self.scene.board.basis != "hex" else 0.41) * self.view.pitch

    def _turn(self, each: StandingPieces, site: Site) -> float:
        """The angle in degrees from upwards to the facing of a piece."""
        if each.facing is None:
            return 0.0
        dx, dy = self._heading(each.facing, site)
        return round(atan2(dx, -dy) * 180 / pi, 2)

    def _heading(self, facing: int, site: Site) -> Point:
        return self.geo.heading(self.scene.board, facing, site.cells[0].index)

    def _rod(self, x: float, y: float, way: Point, r: float, start: float = 0.1) -> None:
        """A rod from a piece in the direction of its facing."""
        reach = 0.44 * self.view.pitch
        ends = ((x + start * r * way[0], y + start * r * way[1]), (x + reach * way[0], y + reach * way[1]))
        self.sheet.line(self.group, ends, _ROD_EDGE, 0.4 * r, stroke_linecap="round")
        self.sheet.line(self.group, ends, _ROD, 0.26 * r, stroke_linecap="round")

    def _edge(self, site: Site, standing: tuple[StandingPieces, ...], value: str) -> None:
        """The layers on an edge or a link, narrower to the top, and in a row along it, between the pieces at its ends, what is
        written on them."""
        (ax, ay), (bx, by) = (self.view.at(end) for end in self.geo.segment(site))
        x, y = (ax + bx) / 2, (ay + by) / 2
        borne: list[tuple[str, Ink]] = []
        for depth, each in enumerate(reversed(standing)):
            look = self._look(each)
            share = 2 * (len(standing) - depth) / (len(standing) + 1) * self.looks.sizes[each.piece]
            r, is_bar = self.room(site) * share, look.shape == "bar"
            if each.below:
                self._mixed(x, y, each, self.room(site))
            elif is_bar:
                self._bar((ax, ay), (bx, by), look, share)
            else:
                figure(self.sheet, self.group, look, x, y, r, turn=self._turn(each, site) if look.shape == "arrow" else 0.0)
            if each.facing is not None and look.shape != "arrow":
                self._rod(x, y, self._heading(each.facing, site), r)
            counted = str(each.count) if each.count > 1 and not each.below else ""
            borne += [(text, look.ink) for text in ((look.letter if is_bar else "") + counted, *self._borne(each)) if text]
        if not standing or any(each.below for each in standing):
            self.valued(site, value, bool(standing))
        elif value:
            borne.append((value, self.looks.board.cell))
        if any(self._look(each).shape != "bar" for each in standing):  # a figure takes up the middle
            borne.insert(len(borne) // 2, ("", self.looks.board.cell))
        length = hypot(bx - ax, by - ay)
        post = self._post() * self.view.pitch / length if site.type == "edge" and "vertex" in self.scene.played else 0.0
        apart = (1 - 2 * post) / max(len(borne), 1)
        for place, (text, ink) in enumerate(borne):
            along = post + apart * (place + 0.5)
            size = min(0.1 * self.view.pitch, 0.5 * apart * length)
            if text:
                self._badge(text, ax + (bx - ax) * along, ay + (by - ay) * along, size, ink)

    def _bar(self, start: Point, end: Point, look: Figure, share: float) -> None:
        """A bar along an edge or a link, of a share of its width."""
        (ax, ay), (bx, by) = start, end
        pitch, length = self.view.pitch, hypot(bx - ax, by - ay) or 1.0
        keep = 0.0 if self.looks.style == "dots" else min(0.06 * pitch / length, 0.2)
        ends = ((ax + (bx - ax) * keep, ay + (by - ay) * keep), (bx - (bx - ax) * keep, by - (by - ay) * keep))
        self.sheet.line(self.group, ends, outline(look.ink), (0.12 * share + 0.05) * pitch, stroke_linecap="round")
        self.sheet.line(self.group, ends, look.ink, 0.12 * share * pitch, stroke_linecap="round")
        if look.sign:
            dashes = num(0.08 * pitch * look.sign)
            self.sheet.line(self.group, ends, over(look.ink), 0.035 * share * pitch, stroke_dasharray=dashes)
