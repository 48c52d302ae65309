"""The marks that a file draws on its board, as data: the drawing of each mark, indexed by the codes of the entries that it reads.

Takes a game and what its pictures share; `ggl.render` draws. Raises `ExportError` for a mark that reads the position as a whole,
or too many of its entries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any
from xml.etree import ElementTree as ET

from ggl.checker.shown import Mark
from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf, strip_opt
from ggl.core.walk import READS, variables, walk
from ggl.engine.protocol import Position
from ggl.export.errors import ExportError
from ggl.play.game import Game
from ggl.play.looking import Drawn
from ggl.play.scene import Scene
from ggl.render.boards import View
from ggl.render.drawn import BELOW, draw_mark, in_order
from ggl.render.geometry import Geometry
from ggl.render.looks import Looks
from ggl.render.sheet import Sheet
from ggl.topology import LINES, Site

_MOST = 3000
"""Ways in which one mark may look."""


@dataclass(frozen=True)
class Around:
    """What all pictures of a game share. `interned` returns the number of a text."""

    scene: Scene
    looks: Looks
    geo: Geometry
    view: View
    interned: Callable[[str], int]
    codes: Callable[[f.Field], list[int]]
    """The codes that an entry may have. Raises `ExportError` where there are too many."""


def marks_of(game: Game, around: Around) -> list[dict[str, Any]]:
    """In drawing order. `looks` maps the codes of the `entries`, joined by commas, to the number of a text; for
    a mark over the pieces, to rows of a site's type, its number, its text while empty, and its text while occupied.
    A mark on a set of sites is split into one mark per site where each site reads entries of its own."""
    if game.checked.shown is None:
        return []
    all_marks = []
    for mark in in_order(game.checked.shown.marks, lambda each: each.part.form):
        for player in range(len(game.players)) if mark.part.each else (None,):
            made = [found for one in _pieces(game, mark, player) if (found := _made(game, around, mark, one))["looks"]]
            if made:
                all_marks.append({"under": mark.part.form in BELOW, "pieces": made})
    return all_marks


@dataclass(frozen=True)
class _Piece:
    """A part of a mark: the forms in it that read the position, with their bindings, and how to evaluate it."""

    reads: tuple[f.Form, ...]
    bound: dict[str, int]
    drawn: Callable[[Position], Drawn | None]


_MEMBER = "member of a mark"
"""The name of a site of which it is asked whether a mark is on it; no file can give it."""


def _pieces(game: Game, mark: Mark, player: int | None) -> Iterator[_Piece]:
    looking, bound = game._looking, {} if player is None else {mark.part.each: player}
    assert looking is not None
    whole = mark.sites
    alone = mark.value is None and mark.part.form not in ("frame", "line", "name")
    of = strip_opt(whole.type.of) if isinstance(whole.type, SetOf | ListOf) else whole.type
    if not (alone and isinstance(whole.type, SetOf | ListOf) and isinstance(of, Fin)):
        forms = (whole, *([] if mark.value is None else [mark.value]))
        yield _Piece((*_reads(game, forms),), bound, partial(looking.mark, mark, player))
        return
    names, item = set[str](), f.Var(_MEMBER, of)
    reads = (*_reads_for(game, item, whole, names),)
    for member, site in enumerate(game.board.sites(str(of))):

        def drawn(at: Position, member: int = member, site: Site = site) -> Drawn | None:
            return Drawn(mark.part, player, ((site,),)) if member in looking.members(whole, at, bound) else None

        yield _Piece(reads, {**bound, **dict.fromkeys({_MEMBER, *names}, member)}, drawn)


def _reads_for(game: Game, item: f.Var, of: f.Expr, names: set[str]) -> Iterator[f.Form]:
    """The forms that decide whether an item is in a set or a list. Adds the names that stand for members there to `names`."""
    match of:
        case f.Plane(field=field, values=values):
            yield f.Get(field, (item,), item.type)
            yield from _reads(game, (values,))
        case f.SetOp(left=left, right=right):
            yield from _reads_for(game, item, left, names)
            yield from _reads_for(game, item, right, names)
        case f.Filter(name=name, source=source, test=test):
            names.add(name)
            yield from _reads_for(game, item, source, names)
            yield from _reads(game, (test,))
        case f.Convert(part=part):
            yield from _reads_for(game, item, part, names)
        case f.Call(name=name, args=()):
            yield from _reads_for(game, item, _bodies(game)[name], names)
        case _:
            yield from _reads(game, (of,))


def _made(game: Game, around: Around, mark: Mark, piece: _Piece) -> dict[str, Any]:
    entries = _entries(game, mark, piece)
    spans = [around.codes(field) for _, field in entries]
    total = 1
    for span in spans:
        total *= len(span)
    if total > _MOST:
        raise ExportError(f"{game.name} cannot be exported: the mark `{mark.part.name}` can look in {total:,} ways")
    drawn = {}
    for codes in product(*spans):
        vector = list(game.initial_state().vector)
        for (place, _), code in zip(entries, codes, strict=True):
            vector[place] = code
        one = piece.drawn(Position(tuple(vector)))
        if one is not None and any(one.groups):
            drawn[",".join(map(str, codes))] = _drawn(one, around)
    return {"entries": [place for place, _ in entries], "looks": drawn}


def _entries(game: Game, mark: Mark, piece: _Piece) -> list[tuple[int, f.Field]]:
    """The entries of the vector on which a part of a mark depends."""
    layout, places = game.layout, dict[int, f.Field]()
    for form in piece.reads:
        if not isinstance(form, f.Get | f.Plane):
            raise ExportError(f"{game.name} cannot be exported: the mark `{mark.part.name}` asks what may be played, or what was")
        slot = layout.slots[form.field]
        index = form.index if isinstance(form, f.Get) else ()
        known = [_known(game, each, piece.bound) for each in index]
        if len(known) == len(slot.sizes) and None not in known:
            inside = all(each is not None and each < size for each, size in zip(known, slot.sizes, strict=True))
            if inside:  # at an index that is none stands nothing
                places[layout.at(form.field, *(each for each in known if each is not None))] = slot.field
        else:
            places |= dict.fromkeys(range(slot.start, slot.stop), slot.field)
    return sorted(places.items(), key=lambda item: item[0])


def _reads(game: Game, forms: Iterable[f.Expr]) -> Iterator[f.Form]:
    """The forms that read the position, in some expressions and in the definitions that they call."""
    bodies = _bodies(game)
    waiting: list[object] = [*forms]
    called = set[str]()
    while waiting:
        for part in walk(waiting.pop()):
            if isinstance(part, READS):
                yield part
            if isinstance(part, f.Call) and part.name not in called:
                called.add(part.name)
                waiting.append(bodies[part.name])


def _bodies(game: Game) -> dict[str, f.Expr]:
    assert game.checked.shown is not None
    return {each.name: each.body for each in game.checked.shown.core.definitions}


def _known(game: Game, index: f.Expr, bound: dict[str, int]) -> int | None:
    """The code of an index that is the same in every position, or None. No name is bound twice in an expression."""
    looking = game._looking
    assert looking is not None
    if isinstance(index, f.Var):
        return bound.get(index.name)
    if next(_reads(game, (index,)), None) is not None or not variables(index) <= bound.keys():
        return None
    code = looking.code(index, game.initial_state().position, bound)
    return code if isinstance(code, int) else None


def _drawn(drawn: Drawn, around: Around) -> int | list[list[Any]]:
    if drawn.part.form in BELOW:
        return around.interned(_text(drawn, around, ()))
    rows: list[list[Any]] = []
    for number, site in (
        enumerate(drawn.groups[0]) if drawn.part.form == "value" else enumerate(s for g in drawn.groups for s in g)
    ):
        one = Drawn(drawn.part, drawn.player, ((site,),), drawn.values[number : number + 1])
        bare = around.interned(_text(one, around, ()))
        taken = bare if site.type in LINES else around.interned(_text(one, around, (None,)))
        rows.append([site.type, site.index, bare, taken])
    return rows


def _text(drawn: Drawn, around: Around, standing: tuple[Any, ...]) -> str:
    sheet = Sheet("auto")
    group = draw_mark(sheet, sheet.root, _Stage(around.scene, standing), around.looks, around.geo, around.view, drawn)  # type: ignore[arg-type]
    group.remove(group[0])  # its title
    return "".join(ET.tostring(child, encoding="unicode") for child in group)


class _Stage:
    """A scene with the same piece on each site."""

    def __init__(self, scene: Scene, standing: tuple[Any, ...]) -> None:
        self._scene, self._standing = scene, standing

    def standing(self, _: Site) -> tuple[Any, ...]:
        return self._standing

    def shows(self, _: Site) -> bool:
        return True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scene, name)
