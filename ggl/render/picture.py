"""The picture of a state as SVG: from the board's own points and the game's looks, in layers, the same bytes each time.

Takes a state and how to show it; returns the text of a document without scripts and external resources. Raises `RenderError`
for an invalid theme, size, move or site.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from hashlib import blake2b
from math import isfinite
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal, get_args
from weakref import WeakKeyDictionary

from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near
from ggl.play.errors import GglError, must_be, shown
from ggl.play.game import State
from ggl.play.move import Move
from ggl.play.scene import Scene
from ggl.render.appearance import Looks, looks_of
from ggl.render.boards import SheetTransform, around, draw_board, draw_labels, draw_names, label_place, outer, own_rims
from ggl.render.colours import PAPER
from ggl.render.drawn import draw_drawn
from ggl.render.geometry import Geometry, geometry, within
from ggl.render.marks import draw_heat, draw_marks, draw_numbers
from ggl.render.panel import Panel
from ggl.render.pieces import draw_pieces, lie_on_bar
from ggl.render.sheet import THEMES, Sheet, text_width
from ggl.render.stores import STORE, draw_stores
from ggl.render.words import picture_text
from ggl.topology import Site

if TYPE_CHECKING:
    from ggl.checker.game import CheckedGame
    from ggl.topology import Board

Parts = Literal["all", "ground", "play"]
"""A whole picture; or the part that no move changes, and the part to lay over it."""

_EXTENT, _SMALLEST, _LARGEST = 560.0, 18.0, 84.0
"""The longer side of a board, and the least and the greatest size of a cell, in units of the view box."""

_PAGE = 16.0
_NARROWEST = 300.0
"""The minimum width of the lines below the board."""

SIZES = range(16, 8193)
"""The permitted widths of a picture in pixels."""


class RenderError(GglError):
    """A picture that cannot be drawn; the text says why."""


def svg(
    state: State,
    *,
    theme: str = "light",
    size: int | None = None,
    last: Iterable[Move] = (),
    coordinates: bool = True,
    heat: Mapping[Site | str, float] | None = None,
    marks: Iterable[Site | str] = (),
    pieces: bool = True,
    status: bool = True,
    parts: Parts = "all",
    scene: Scene | None = None,
) -> str:
    """The picture of a state, as the text of an SVG document.

    `theme` is `light`, `dark`, or `auto`, the setting of the reader's system. `size` is the preferred width in pixels; the
    document scales. `last` has the moves whose sites get frames, such as the steps of the last turn. `heat` has a number from 0
    to 1 for each site to colour, `marks` the sites to highlight, as sites or names. `pieces` and `status` turn these parts on.
    `parts` is `all`, or `ground` or `play`: two documents of the same size, the second to lie over the first. States of a game
    with the same `ground_of` have the same ground. Reuses a `scene` of the same state and moves, if given.
    """
    must_be(state, State, "a picture", "made of a state, such as `game.initial_state()`")
    if theme not in THEMES:
        raise RenderError(f"there is no theme `{escape(str(theme)[:60])}`; there are {', '.join(THEMES)}")
    if size is not None and (not isinstance(size, Integral) or size not in SIZES):
        raise RenderError(f"a width of {escape(str(size)[:60])} pixels is none; it is from {SIZES[0]} to {SIZES[-1]}")
    if parts not in get_args(Parts):
        raise RenderError(f"the parts of a picture are {', '.join(get_args(Parts))}, not {shown(parts)}")
    if not isinstance(scene, Scene | None):
        raise RenderError(f"a scene is made by `Scene(state, moves)`, and is not {shown(scene)}")
    scene = scene or Scene(state, _moves(state, last))
    board, framed = scene.board, tuple(filter(scene.shows, scene.touched))
    warm = {site: value for site, value in _heat(board, {} if heat is None else heat).items() if scene.shows(site)}
    marked = [site for each in _listed(marks, "`marks`", 'a list of sites, such as `["a1"]`')
              if scene.shows(site := _site(board, each))]  # fmt: skip
    look, whole = _canvas(state.game.checked)
    geo = within(whole, board, scene.view)
    sheet = Sheet(theme)
    paper = None
    if parts != "play":
        sheet.told(sheet.root, "title", f"{state.game.name}, {scene.head}" if parts == "all" else state.game.name)
    if parts == "all":
        sheet.told(sheet.root, "desc", picture_text(scene))
    if parts != "play":
        paper = sheet.add(sheet.root, "rect", fill=PAPER, rx=10)
    gap = partial(around, look.style, bool(own_rims(scene)), outer(scene.played, board, geo))
    stores = scene.stores if len(state.game.players) == 2 and pieces else {}
    view, width, bottom = _placed(geo, gap, coordinates, STORE * len(stores))
    if parts != "play":
        draw_board(sheet, scene, look, geo, view)
        if coordinates:
            draw_names(sheet, board, geo, view, look)
    if parts != "ground":
        if warm:
            draw_heat(sheet, warm, geo, view)
        draw_drawn(sheet, scene, look, geo, view, under=True)
        draw_marks(sheet, framed, marked, geo, view, under=True)
        if pieces:
            draw_pieces(sheet, scene, look, geo, view)
            draw_drawn(sheet, scene, look, geo, view, under=False)
        draw_marks(sheet, framed, marked, geo, view, under=False)
        beside = gap(view.pitch) + (_label_size(view.pitch) if coordinates else 0.0)
        draw_stores(sheet, scene, look, geo, view, beside, stores)
        if warm:
            draw_numbers(sheet, warm, geo, view)
    if coordinates and parts != "play":
        draw_labels(sheet, geo, view, gap(view.pitch), _label_size(view.pitch), look)
    if status and parts == "all":
        bottom = Panel(
            sheet, scene, look, _PAGE + 4, width - 2 * _PAGE - 8, hands=not lie_on_bar(scene, geo), drawn=frozenset(stores)
        ).draw(bottom + 10)
    height = bottom + _PAGE - 4
    if paper is not None:
        paper.set("width", f"{width:.2f}")
        paper.set("height", f"{height:.2f}")
    return sheet.written(width, height, size)


def ground_of(state: State, scene: Scene | None = None) -> str:
    """An identifier of a state's ground: equal for two states of a game if their grounds are equal."""
    view = (scene or Scene(state)).view
    if len(view) == len(state.game.board.cells):
        return "whole"
    return blake2b(",".join(map(str, sorted(view))).encode(), digest_size=8).hexdigest()


_CANVASES: WeakKeyDictionary[CheckedGame, tuple[Looks, Geometry]] = WeakKeyDictionary()


def _canvas(game: CheckedGame) -> tuple[Looks, Geometry]:
    """The parts shared by all pictures of a game."""
    if game not in _CANVASES:
        look = looks_of(game)
        _CANVASES[game] = look, geometry(game.board, look.style)
    return _CANVASES[game]


def _label_size(pitch: float) -> float:
    return max(7.0, min(13.0, 0.34 * pitch))


def _placed(geo: Geometry, gap: Callable[[float], float], coordinates: bool, aside: float) -> tuple[SheetTransform, float, float]:
    """The place of the board on the sheet, the width of the sheet, and the height where the board ends. `gap` gives how far the
    board reaches beyond its cells at a pitch; `aside` is the space on both sides of it, in cells."""
    left, top, right, bottom = geo.box
    pitch = min(max(_EXTENT / max(right - left + 2 * aside, bottom - top), _SMALLEST), _LARGEST)
    sides = [gap(pitch)] * 4
    if coordinates:
        size, flat = _label_size(pitch), SheetTransform(pitch, 0.0, 0.0)
        for label in geo.labels:
            x, y = label_place(label, flat, gap(pitch), size)
            wide = 0.5 * text_width(label.text, size)
            room = (
                left * pitch - x + wide,
                top * pitch - y + 0.6 * size,
                x + wide - right * pitch,
                y + 0.6 * size - bottom * pitch,
            )
            sides = [max(a, b) for a, b in zip(sides, room, strict=True)]
    sides[0] += aside * pitch
    sides[2] += aside * pitch
    wide = (right - left) * pitch + sides[0] + sides[2]
    width = max(wide + 2 * _PAGE, _NARROWEST)
    view = SheetTransform(pitch, (width - wide) / 2 + sides[0] - left * pitch, _PAGE + sides[1] - top * pitch)
    return view, width, _PAGE + sides[1] + (bottom - top) * pitch + sides[3]


def _listed(value: object, what: str, instead: str) -> list[Any]:
    """The members of a list that a program gives."""
    if not isinstance(value, Iterable) or isinstance(value, str | bytes):
        raise RenderError(f"{what} is {instead}, not {shown(value)}")
    return list(value)


def _moves(state: State, last: object) -> list[Move]:
    moves = _listed(last, "`last`", "a list of moves, such as `[move]`")
    for move in moves:
        if not isinstance(move, Move):
            raise RenderError(f"`last` has moves, as `state.legal_moves()` and `state.came_by()` give them, not {shown(move)}")
        if move.rules != state.game.fingerprint:
            raise RenderError(f"`{escape(move.text)}` is not a move of {state.game!r}, but of another game or other options")
    return moves


def _heat(board: Board, heat: object) -> dict[Site, float]:
    if not isinstance(heat, Mapping):
        raise RenderError(f"`heat` is a map from sites to numbers, such as `{{'a1': 0.5}}`, not {shown(heat)}")
    found: dict[Site, float] = {}
    for site, value in heat.items():
        if not isinstance(value, Real):
            raise RenderError(f"the heat of {escape(str(site)[:60])} is a number from 0 to 1, not {shown(value)}")
        number = float(value)
        if not isfinite(number) or not 0 <= number <= 1:
            raise RenderError(f"the heat of {escape(str(site)[:60])} is {number:g}; it is a number from 0 to 1")
        found[_site(board, site)] = number
    return found


def _site(board: Board, site: Site | str) -> Site:
    found = board.find(str(site))
    if found is None or (isinstance(site, Site) and site != found):
        close = near(str(site)[:60], [each.name for each in board.cells])
        hint = f"; near: {', '.join(close)}" if close else ""
        raise RenderError(f"`{escape(str(site)[:60])}` is not a site of this board, {board!r}{hint}")
    return found
