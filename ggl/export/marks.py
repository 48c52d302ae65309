"""The marks that a file draws on its board, as data: the questions to the kernel for their sites, and how to draw these.

Takes a game and what its pictures share; `ggl.render` draws. Raises `ExportError` for a mark whose values cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any
from xml.etree import ElementTree as ET

from ggl.checker.shown import Mark
from ggl.compiler.lower.questions import Sets
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, ListOf, Num, SetOf, Type, none_code, strip_opt
from ggl.export.codes import codes_of
from ggl.export.errors import ExportError
from ggl.play.game import Game
from ggl.play.look_values import DrawnMark
from ggl.play.scene import Scene
from ggl.play.values import Value, written
from ggl.render.appearance import Looks
from ggl.render.boards import SheetTransform
from ggl.render.drawn import BELOW, draw_mark, drawn_edge, marks_in_order, value_aside
from ggl.render.geometry import Geometry
from ggl.render.sheet import Sheet, num, text_width
from ggl.render.words import DOT, spaced
from ggl.topology import Site


@dataclass(frozen=True)
class Around:
    """The shared context of all pictures of a game. `interned` returns the number of a text."""

    scene: Scene
    looks: Looks
    geo: Geometry
    view: SheetTransform
    interned: Callable[[str], int]


# ---- questions to the kernel


def core_with_marks(game: Game) -> tuple[f.CoreGame, tuple[Sets, ...]]:
    """The core of the rules, with definitions for the marks, and the names of these."""
    if game.checked.shown is None:
        return game.checked.core, ()
    core, made, asked = game.checked.shown.core, [], []
    for number, mark in enumerate(game.checked.shown.marks):
        whose = (mark.part.each or "player of a mark", game.checked.world.player)
        sites, value = f"sites of mark {number}", f"value of mark {number}"
        made.append(f.Definition(sites, (whose,), mark.sites))
        if mark.value is not None:
            made.append(f.Definition(value, (whose, (mark.name, _site_type(mark.sites.type))), mark.value))
        asked.append(Sets(sites, value if mark.value is not None else ""))
    return replace(core, definitions=(*core.definitions, *made)), tuple(asked)


def _site_type(type_: Type) -> Fin:
    """The type of the sites of a site, a set, or a list of sets."""
    found = strip_opt(type_)
    while isinstance(found, SetOf | ListOf):
        found = strip_opt(found.of)
    assert isinstance(found, Fin)
    return found


# ---- how it is drawn


def marks_of(game: Game, around: Around) -> list[dict[str, Any]]:
    """In drawing order. `asked` are the arguments for the kernel; what is `between` is drawn between turns only. `drawn` begins
    with how a mark is drawn: `sites` have a text while they are empty, and one while they are occupied; a `frame` is a path along
    edges, a `line` a path through points; a `name` and a `value` are texts at points."""
    if game.checked.shown is None:
        return []
    return [
        {
            "under": mark.part.form in BELOW,
            "asked": [number, player or 0],
            "type": str(_site_type(mark.sites.type)),
            "between": mark.of_moves,
            "drawn": _drawn(game, around, mark, player),
        }
        for number, mark in marks_in_order(list(enumerate(game.checked.shown.marks)), lambda each: each[1].part.form)
        for player in (range(len(game.players)) if mark.part.each else (None,))
    ]


def _drawn(game: Game, around: Around, mark: Mark, player: int | None) -> list[Any]:
    form, board, view, of = mark.part.form, game.board, around.view, _site_type(mark.sites.type)
    sites = board.sites(str(of))

    def drawn(*some: Site, is_free: bool = True, values: tuple[Value, ...] = ()) -> ET.Element:
        return _group(DrawnMark(mark.part, player, (some,), values), around, is_free)

    def template(group: ET.Element, *open_: str) -> int:
        """The number of the text of a group, with attributes that the page fills in."""
        for element in group:
            for name in open_:
                element.set(name, "")
        return around.interned(_text(group))

    def both(site: Site) -> list[int]:
        bare = around.interned(_text(drawn(site)))
        return [bare, bare if form in BELOW else around.interned(_text(drawn(site, is_free=False)))]

    if form == "frame" and board.basis in ("square", "hex"):
        beside = board.edge_cells if str(of) == "cell" else ()
        edges = [
            [
                [
                    view.path(drawn_edge(around.geo, board, edge, cell), closed=False)
                    for cell in (cells if board.wraps else cells[:1])
                ],
                cells,
            ]
            for edge, cells in enumerate(beside)
        ]
        return [form, template(drawn(*sites[:1]), "d"), edges]
    if form not in ("line", "name", "value"):
        return ["sites", [both(site) for site in sites]]
    points = [[num(part) for part in view.at(around.geo.middle(site))] for site in sites]
    if form == "line":
        left, top, right, bottom = around.geo.box
        box = [*view.at((left, top)), *view.at((right, bottom))] if board.wraps else []
        return [form, template(drawn(*sites[:2]), "d"), points, box]
    if form == "name":
        return [form, template(drawn(*sites[:1]), *_PLACED), points, view.pitch, text_width(spaced(mark.part.name), 1.0)]
    assert mark.value is not None
    text = template(drawn(*sites[:1], values=("x",)), *_PLACED)
    aside = [away * view.pitch for away in value_aside(sites[0])]
    return [form, text, points, aside, view.pitch, *_written(game, mark, mark.value.type)]


_PLACED = ("x", "y", "font-size")


def _written(game: Game, mark: Mark, type_: Type) -> tuple[dict[int, str], int]:
    """The texts of codes, and the scale of those that are written as numbers."""
    inner = strip_opt(type_)
    match inner:
        case Num(scale=scale):
            return ({none_code(inner): written(None)} if inner is not type_ else {}), scale
        case Bool() | Fin():
            values = {code: game.values.value(code, type_) for code in codes_of(type_, mark.part.name)}
            return {code: DOT if value is True else game.values.short(value, type_) for code, value in values.items()}, 1
    raise ExportError(f"{game.name} cannot be exported: the mark `{mark.part.name}` writes sets")


def _group(drawn: DrawnMark, around: Around, is_free: bool) -> ET.Element:
    sheet = Sheet("auto")
    group = draw_mark(sheet, sheet.root, _Stage(around.scene, is_free), around.looks, around.geo, around.view, drawn)  # type: ignore[arg-type]
    group.remove(group[0])  # its title
    return group


def _text(group: ET.Element) -> str:
    return "".join(ET.tostring(child, encoding="unicode") for child in group)


class _Stage:
    """A scene in which every site is free, or none."""

    def __init__(self, scene: Scene, is_free: bool) -> None:
        self._scene, self._is_free = scene, is_free

    def is_free(self, _: Site) -> bool:
        return self._is_free

    def shows(self, _: Site) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scene, name)
