"""The pictures of a game as data: what never changes, and the drawing of each site, indexed by the codes of its entries.

Takes a game; `ggl.render` draws. Sites on which the same things look the same share a class: their drawings are made around
(0, 0) and moved into place. Raises `ExportError` if a site can look in too many ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any
from xml.etree import ElementTree as ET

from ggl.checker.world import Kind
from ggl.core.types import Fin, Num, Type, none_code, strip_opt
from ggl.engine.protocol import UNKNOWN
from ggl.export.codes import codes_of
from ggl.export.errors import ExportError
from ggl.export.marks import Around, marks_of
from ggl.play.game import Game
from ggl.play.scene import Scene, StandingPieces, named
from ggl.play.values import Value
from ggl.render.appearance import looks_of
from ggl.render.boards import SheetTransform, around, outer, own_rims
from ggl.render.geometry import geometry
from ggl.render.marks import draw_marks
from ggl.render.picture import _PAGE, _label_size, _placed
from ggl.render.pieces import MOST_MIXED, _Place, lie_on_bar
from ggl.render.sheet import Sheet, num
from ggl.render.stores import STORE, draw_stores
from ggl.render.words import in_short
from ggl.topology import Site

_MOST_LOOKS = 3000
"""Ways in which one site may look."""

_MOST_STORED = 200
_MOST_HELD = 30


def picture_of(game: Game) -> dict[str, Any]:
    if game.checked.shown is not None and game.checked.shown.view is not None:
        raise ExportError(f"{game.name} cannot be exported: what its board shows is computed in each position")
    return _Pictures(game).all()


class _Pictures:
    def __init__(self, game: Game) -> None:
        self.game, self.scene = game, Scene(game.initial_state())
        self.board, self.looks = self.scene.board, looks_of(game.checked)
        self.geo = geometry(self.board, self.looks.style)
        self.gap = partial(around, self.looks.style, bool(own_rims(self.scene)), outer(self.scene.played, self.board, self.geo))
        self.stores = self.scene.stores if len(game.players) == 2 else {}
        self.view, self.width, bottom = _placed(self.geo, self.gap, True, STORE * len(self.stores))
        self.height = bottom + _PAGE - 4
        self.texts: dict[str, int] = {}
        """Each drawn text once, by its number."""

    def all(self) -> dict[str, Any]:
        classes: dict[str, int] = {}
        plans, sites, found = {}, [], []
        for type_ in ("link", "edge", "vertex", "cell"):
            if type_ not in self.scene.used:
                continue
            plans[type_] = _Plan(self.game, self.scene, type_)
            for site in self.board.sites(type_):
                drawn = self._site(site, plans[type_])
                frame = self._interned(self._frame(site))
                piles = self._piles(site, plans[type_])
                key = repr((drawn, frame, piles))
                if key not in classes:
                    classes[key] = len(classes)
                    found.append({"looks": drawn, "frame": frame, "piles": piles})
                x, y = self.view.at(self.geo.middle(site))
                under = site.type == "cell" and bool(self.geo.outlines[site.index])
                sites.append([type_, site.index, site.name, classes[key], num(x), num(y), under])
        return {
            "width": num(self.width), "height": num(self.height),
            "plans": {type_: self._told(plan) for type_, plan in plans.items()}, "sites": sites, "classes": found,
            "bar": self._bar(), "stores": self._stores(), "marks": self._marks(), "texts": list(self.texts),
        }  # fmt: skip

    def _marks(self) -> list[dict[str, Any]]:
        return marks_of(self.game, Around(self.scene, self.looks, self.geo, self.view, self._interned))

    def _interned(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    # ---- sites

    def _around(self, site: Site) -> SheetTransform:
        """A view with a given site at (0, 0)."""
        x, y = self.geo.middle(site)
        return SheetTransform(self.view.pitch, -x * self.view.pitch, -y * self.view.pitch)

    def _site(self, site: Site, plan: _Plan) -> dict[str, int]:
        """Maps the codes of a site's entries, joined by commas, to the number of a text."""
        found = {}
        for codes, standing, values in plan.looks():
            if standing or values:
                sheet = Sheet("auto")
                place = _Place(sheet, sheet.root, self.scene, self.looks, self.geo, self._around(site))
                place.site(site, standing, values)
                place.group.remove(place.group[0])  # its title names its site
                key = ",".join("?" if code == UNKNOWN else str(code) for code in codes)
                found[key] = self._interned(_children(place.group))
        return found

    def _piles(self, site: Site, plan: _Plan) -> dict[str, Any] | None:
        """The drawing of each piece of a pile, by number shown, level and code; its height; the values of its site."""
        if plan.piled is None:
            return None
        codes, most = plan.piled
        place, children = self._drawing(site)
        room = place.room(site)

        def text(draw: Callable[[], object]) -> int:
            draw()
            return self._interned(children())

        in_column = bool(self.geo.upward) and site.type == "cell"
        one = partial(place.one_of_column, up=self.geo.upward[site.index]) if in_column else place.one_of_pile
        return {
            "pieces": {
                shown: [{code: text(partial(one, 0, 0, code, step, shown, room)) for code in codes} for step in range(shown)]
                for shown in range(2, (most if in_column else min(most, MOST_MIXED)) + 1)
            },
            "heights": {count: text(partial(place.how_many, 0, 0, count, room)) for count in range(2, most + 1) if not in_column},
            "values": {
                ",".join(map(str, codes)): text(partial(place.valued, site, value, True))
                for codes, value in plan.values()
                if value
            },
        }

    def _drawing(self, site: Site) -> tuple[_Place, Callable[[], str]]:
        """A place that draws a site around (0, 0), and a function that returns what was drawn since its last call."""
        sheet = Sheet("auto")
        place = _Place(sheet, sheet.root, self.scene, self.looks, self.geo, self._around(site))

        def children() -> str:
            text = _children(place.group)
            for child in list(place.group):
                place.group.remove(child)
            return text

        return place, children

    def _frame(self, site: Site) -> str:
        texts = []
        for under in (True, False):
            sheet = Sheet("auto")
            draw_marks(sheet, [site], [], self.geo, self._around(site), under=under)
            texts.append(_children(sheet.root[0]))
        return "".join(texts)

    @staticmethod
    def _told(plan: _Plan) -> dict[str, Any]:
        return {"fields": plan.fields, "layers": plan.layers_told, "values": plan.values_told}

    # ---- beside the board

    def _bar(self) -> list[dict[str, int]] | None:
        """The drawing of the bar, by player and the numbers in hand."""
        if self.geo.bar is None or not lie_on_bar(self.scene, self.geo):
            return None
        found = []
        for player in range(len(self.game.players)):
            hands = self.scene.hands(player)
            drawn: dict[str, int] = {}
            spans = [range(self._most_in_hand(player) + 1) for _ in hands]
            for counts in product(*spans):
                held = [type(hand)(hand.piece, count) for hand, count in zip(hands, counts, strict=True)]
                sheet = Sheet("auto")
                place = _Place(sheet, sheet.root, _Holding(self.scene, held), self.looks, self.geo, self.view)  # type: ignore[arg-type]
                place.barred(player, self.geo.bar)
                if len(place.group):
                    place.group.remove(place.group[0])
                    drawn[",".join(map(str, counts))] = self._interned(_children(place.group))
            found.append(drawn)
        return found

    def _most_in_hand(self, player: int) -> int:
        """The bar draws up to this many pieces of a kind; beyond that, only the number beside the board gives the count."""
        values = self.game.layout.slots["supply"].field.values
        assert isinstance(values, Num)
        kinds = max(1, len(self.scene.hands(player)))
        return min(values.hi, _MOST_HELD if kinds == 1 else 8)

    def _stores(self) -> list[dict[str, Any]]:
        """Numbers beside the board: the place of each, and its drawing by value."""
        found: list[dict[str, Any]] = []
        pitch = self.view.pitch
        away = self.gap(pitch) + _label_size(pitch)
        for name in self.stores:
            slot = self.scene._slot(name)
            values = slot.field.values
            assert isinstance(values, Num)
            if values.hi > _MOST_STORED:
                raise ExportError(f"{self.game.name} cannot be exported: `{name}` can be larger than {_MOST_STORED}")
            for player in range(len(self.game.players)):
                texts = []
                for count in (*range(values.lo, values.hi + 1), None):
                    sheet = Sheet("auto")
                    numbers = {each: tuple(count for _ in self.game.players) for each in self.stores}
                    draw_stores(sheet, self.scene, self.looks, self.geo, self.view, away, numbers)
                    group = sheet.root[0][[*self.stores].index(name) * len(self.game.players) + player]
                    group.remove(group[0])
                    texts.append(self._interned(_children(group)))
                found.append({"at": slot.start + player, "low": values.lo, "texts": texts[:-1], "hidden": texts[-1]})
        return found


class _Holding:
    """A scene in which the players hold other pieces in hand."""

    def __init__(self, scene: Scene, held: list[Any]) -> None:
        self._scene, self._held = scene, held

    def hands(self, _: int) -> list[Any]:
        return self._held

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scene, name)


class _Plan:
    """The entries of the vector that describe a site of some type, and every combination of values that they can have."""

    def __init__(self, game: Game, scene: Scene, type_: str) -> None:
        self.game, self.scene = game, scene
        layout, world = game.layout, game.checked.world
        self.fields: list[int] = []
        """The offset of each field's entries."""

        self.piled: tuple[list[int], int] | None = None
        """The codes of the pieces that may lie on each other in mixed piles, and the greatest height of one."""

        self._choices: list[list[int]] = []
        self._layers: list[tuple[int, int | None, dict[str, int], int | None]] = []
        self.layers_told: list[dict[str, Any]] = []
        for layer in scene._layers[type_]:
            pieces = [code for code, (name, _) in enumerate(game.checked.pieces)
                      if world.layer_of(world.kinds[name]).field == layer.field]  # fmt: skip
            place = self._add(layout.slots[layer.field].start, [*pieces, len(game.checked.pieces)])
            below, counted = world.below_field(layer), world.count_field(layer)
            count = None
            if counted is not None:
                assert isinstance(counted.values, Num)
                most = counted.values.hi
                count = self._add(layout.slots[counted.name].start, list(range(2 if below is not None else most + 1)))
                self.piled = (pieces, most) if below is not None else None
            kinds: list[Kind] = [world.kinds[name] for name in dict.fromkeys(game.checked.pieces[code][0] for code in pieces)]
            names = [name for kind in kinds for name in kind.has if name not in scene._hidden]
            bears = {name: self._add(scene._slot(name).start, codes_of(scene._slot(name).field.values, name)) for name in names}
            facing = None
            if any(kind.faces for kind in kinds):
                facing = self._add(layout.slots["facing"].start, list(range(len(scene.board.directions) + 1)))
            self._layers.append((place, count, bears, facing))
            levels = None if below is None else [layout.slots[below.name].start, layout.slots[below.name].sizes[-1]]
            self.layers_told.append({"piece": place, "count": count, "facing": facing, "below": levels, "bears": {
                name: [at, self._texts(name)] for name, at in bears.items()}})  # fmt: skip
        veiled = {veil.field for veil in game.checked.core.veils if veil.known}
        self._values = {name: self._add(scene._slot(name).start, [*codes_of(scene._slot(name).field.values, name),
                                                                  *([UNKNOWN] if scene._slot(name).field.name in veiled else [])])
                        for name in scene._of_sites[type_]}  # fmt: skip
        self.values_told = [[at, self._texts(name)] for name, at in self._values.items()]
        if self.piled is not None and len(self._layers) > 1:
            why = "a page cannot draw piles beside other pieces of their sites yet"
            raise ExportError(f"{game.name} cannot be exported: {why}")
        total = 1
        for each in self._choices:
            total *= len(each)
        if total > _MOST_LOOKS:
            raise ExportError(
                f"{game.name} cannot be exported: a {type_} can look in {total:,} ways; {_MOST_LOOKS:,} is the limit"
            )

    def _add(self, start: int, codes: list[int]) -> int:
        self.fields.append(start)
        self._choices.append(codes)
        return len(self.fields) - 1

    def _texts(self, name: str) -> dict[str, str]:
        """The texts of the values that are shown, with their name, by their codes."""
        type_ = self.scene._slot(name).field.values
        return {str(code): named({name: value})[0] for code in codes_of(type_, name) if (value := self._value(code, type_))}

    def _value(self, code: int, type_: Type) -> Value:
        inner = strip_opt(type_)
        is_nothing = code == UNKNOWN or (isinstance(inner, Fin) and code == none_code(inner))
        return None if is_nothing else self.game.values.value(code, type_)

    def looks(self) -> Iterator[tuple[tuple[int, ...], tuple[StandingPieces, ...], dict[str, Value]]]:
        """All entries' codes, the pieces there, and the value that is shown. Entries of absent pieces have their first code."""
        none, scene = len(self.game.checked.pieces), self.scene
        for codes in product(*self._choices):
            standing, used = [], set(self._values.values())
            for piece, count, bears, facing in self._layers:
                used.add(piece)
                if codes[piece] == none:
                    continue
                kind = scene.kind(codes[piece])
                used |= {count} if count is not None else set()
                used |= {at for name, at in bears.items() if name in kind.has}
                used |= {facing} if facing is not None and kind.faces else set()
                borne = {name: value for name in kind.has if name in bears
                         and (value := self._value(codes[bears[name]], scene._slot(name).field.values))}  # fmt: skip
                way = codes[facing] if facing is not None and kind.faces else None
                way = way if way is not None and way < len(scene.board.directions) else None
                number = codes[count] if count is not None else 1
                if self.piled is not None and number == 0:
                    break  # the page composes higher piles from their pieces
                standing.append(StandingPieces(codes[piece], number, count is not None, way, borne))
            if any(code != self._choices[at][0] for at, code in enumerate(codes) if at not in used):
                continue
            shown = tuple(code if at in used else "*" for at, code in enumerate(codes))
            yield shown, tuple(standing), self._valued(codes)  # type: ignore[misc]

    def values(self) -> Iterator[tuple[tuple[int, ...], str]]:
        """The codes of the values alone, and what is shown of them."""
        places = list(self._values.values())
        for some in product(*(self._choices[at] for at in places)):
            yield some, in_short(self.scene, self._valued(dict(zip(places, some, strict=True))))

    def _valued(self, codes: Sequence[int] | Mapping[int, int]) -> dict[str, Value]:
        return {name: value for name, at in self._values.items()
                if (value := self._value(codes[at], self.scene._slot(name).field.values))}  # fmt: skip


def _children(element: ET.Element) -> str:
    return "".join(ET.tostring(child, encoding="unicode") for child in element)
