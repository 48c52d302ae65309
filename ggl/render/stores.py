"""Stores beside a board of two: the first player's at the right, the second's at the left, each with its seeds and their number.

Takes a sheet, a scene, its looks, where the board lies, and the numbers of each store, as far as they are known.
"""

from __future__ import annotations

from collections.abc import Mapping

from ggl.play.scene import HIDDEN, Scene
from ggl.render.appearance import Looks
from ggl.render.boards import SheetTransform
from ggl.render.colours import NOBODY, outline, over
from ggl.render.geometry import Geometry
from ggl.render.shapes import Figure, figure, heap
from ggl.render.sheet import Sheet
from ggl.render.words import spaced

STORE = 1.15
"""The width of a store beside the board, in cells."""


def draw_stores(sheet: Sheet, scene: Scene, looks: Looks, geo: Geometry, view: SheetTransform, gap: float,
                stores: Mapping[str, tuple[int | None, ...]]) -> None:  # fmt: skip
    if not stores:
        return
    layer = sheet.group(data_layer="stores")
    left, top, right, bottom = geo.box
    pitch, inks = view.pitch, looks.board
    seed = next((look for look in looks.pieces if look.shape == "seed"), Figure("seed", NOBODY, "", 0))
    high = max(bottom - top, 1.0) * pitch
    for number, (name, counts) in enumerate(stores.items()):
        for player, count in enumerate(counts):
            group, text = sheet.group(layer), HIDDEN if count is None else str(count)
            sheet.told(group, "title", f"{spaced(name)} of {scene.game.players[player]}: {text}")
            away = gap + (number + 0.5) * STORE * pitch
            x = view.at((right, top))[0] + away if player == 0 else view.at((left, top))[0] - away
            y = view.at((left, (top + bottom) / 2))[1]
            wide, r = 0.9 * pitch, 0.38 * pitch
            sheet.add(group, "rect", fill=inks.pit, stroke=inks.line, x=x - wide / 2, y=y - high / 2, width=wide, height=high,
                      rx=wide / 2, stroke_width=1.4)  # fmt: skip
            for dx, dy in heap(count) if count else ():
                figure(sheet, group, seed, x + dx * r, y + dy * r * min(high / wide, 2.2), 0.36 * r)
            below = y + high / 2 - 0.26 * pitch
            sheet.add(group, "circle", fill=inks.cell, stroke=outline(inks.cell), cx=x, cy=below, r=0.17 * pitch, stroke_width=1)
            sheet.text(group, text, x, below, min(0.22, 0.4 / len(text)) * pitch, over(inks.cell), font_weight="bold")
