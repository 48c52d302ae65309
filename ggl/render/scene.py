"""What a picture has to show of a state: the pieces on each site, what they bear, the values of sites, and the lines below.

Takes a state. Gives plain data; knows nothing of colours or places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ggl.checker.world import SITES
from ggl.core.types import Bool, Fin, Num, none_code, strip_opt
from ggl.play.awaited import TO_COME, awaited
from ggl.play.picture import MOST_MEMBERS
from ggl.play.values import Value, written
from ggl.topology import Site

if TYPE_CHECKING:
    from ggl.checker.world import Kind
    from ggl.engine.layout import Slot
    from ggl.play.state import Move, State

_DICE = range(1, 7)
_BLANK = 0
DOT = "•"
"""The value of a site at which something is true."""


@dataclass(frozen=True)
class Standing:
    """Pieces on a site: the piece's code, how many, the direction it faces, and what it bears (`""` for a mark that is set)."""

    piece: int
    count: int = 1
    facing: int | None = None
    bears: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hand:
    """What lies beside the board for a player."""

    piece: int
    count: int


@dataclass(frozen=True)
class Fact:
    """A line about the state: a name and its value; `dice` are shown instead of the text, by their numbers, 0: to be rolled."""

    name: str
    text: str
    dice: tuple[int, ...] = ()


class Scene:
    def __init__(self, state: State, last: Iterable[Move] = ()) -> None:
        self.state = state
        self.last = tuple(last)
        self.game = state.game.checked
        self.board = self.game.board
        self._world = self.game.world

    def sites(self, type_: str) -> tuple[Site, ...]:
        board = self.board
        return board.cells if type_ == "cell" else board.vertices if type_ == "vertex" else board.edge_sites

    @cached_property
    def played(self) -> frozenset[str]:
        """The types of sites on which something may be."""
        kinds = {kind.site for kind in self._world.kinds.values()}
        return frozenset(kinds | {site for site in SITES if self._slots(site)} | {"cell"})

    # ---- what stands where

    def standing(self, site: Site) -> tuple[Standing, ...]:
        """The pieces on a site, from the top layer down."""
        found = []
        for layer in self._world.layers_on(site.type):
            code = self._entry(layer.field, site)
            if code < len(self.game.pieces):
                kind = self._world.kinds[self.game.pieces[code][0]]
                counted = self._world.count_field(layer)
                count = self._entry(counted.name, site) if counted is not None else 1
                found.append(Standing(code, count, self._facing(kind, site), tuple(self._borne(kind, site))))
        return tuple(found)

    def _entry(self, field: str, site: Site) -> int:
        return self.state.vector[self.state.game.layout.at(field, site.index)]

    def _facing(self, kind: Kind, site: Site) -> int | None:
        if not kind.faces:
            return None
        facing = self._entry("facing", site)
        return facing if facing < len(self.board.directions) else None

    def _borne(self, kind: Kind, site: Site) -> Iterator[str]:
        for name in kind.has:
            slot = self._slot(name)
            if slot is None:
                continue
            if isinstance(strip_opt(slot.field.values), Bool):
                if self._entry(slot.field.name, site):
                    yield ""
            else:
                text = self._short(slot, site)
                if text:
                    yield text

    def _slot(self, name: str) -> Slot | None:
        place = self._world.variables.get(name)
        return self.state.game.layout.slots.get(place.field) if place is not None else None

    def _short(self, slot: Slot, site: Site) -> str:
        """The value of a site in short; nothing where it says nothing."""
        code = self._entry(slot.field.name, site)
        values = strip_opt(slot.field.values)
        if isinstance(values, Bool):
            return DOT if code else ""
        if isinstance(values, Fin):
            return "" if code == none_code(values) else written(self.state.game.values.value(code, slot.field.values))[:2]
        value = self.state.game.values.value(code, slot.field.values)
        return written(value) if value else ""

    def _slots(self, site: str) -> list[Slot]:
        """The slots of the author's variables that have a value for each site of a type."""
        slots = [self._slot(name) for name in self.game.definition.state]
        return [slot for slot in slots if slot is not None and slot.field.index == (site,)]

    @cached_property
    def _of_sites(self) -> dict[str, list[Slot]]:
        return {site: self._slots(site) for site in SITES}

    def value(self, site: Site) -> str:
        """The values of the author's variables at a site."""
        return " ".join(text for slot in self._of_sites[site.type] if (text := self._short(slot, site)))

    # ---- beside the board

    def hands(self, player: int) -> list[Hand]:
        """What a player has in supply, by the piece's code."""
        found = []
        for number, kind in enumerate(self._world.kinds.values()):
            if kind.supplied:
                owner = player if kind.owned else None
                count = self.state.vector[self.state.game.layout.at("supply", player, number)]
                found.append(Hand(self.game.pieces.index((kind.name, owner)), count))
        return found

    def facts(self) -> list[Fact]:
        """The author's variables that have one value, or one for each player, and say something now; bags too."""
        game, found, to_come = self.state.game, [], awaited(self.state)
        for name in self.game.definition.state:
            place, slot = self._world.variables.get(name), self._slot(name)
            if place is None or slot is None or place.is_set:
                continue
            codes = self.state.vector[slot.start : slot.stop]
            if place.bag is not None:
                members = game.values.members(place.bag, codes)
                if members:
                    found.append(self._fact(name, members, place.bag))
            elif place.field in to_come:
                found.append(Fact(_said(name), TO_COME, (_BLANK,) if self._is_die(strip_opt(slot.field.values)) else ()))
            elif slot.field.index == ():
                value = game.values.value(codes[0], slot.field.values)
                if value or isinstance(value, Site):
                    found.append(self._fact(name, (value,), strip_opt(slot.field.values)))
            elif slot.field.index == ("player",):
                values = [game.values.value(code, slot.field.values) for code in codes]
                if any(values):
                    pairs = zip(game.players, values, strict=True)
                    found.append(Fact(_said(name), ", ".join(f"{side} {written(value)}" for side, value in pairs)))
        return found

    def _fact(self, name: str, values: tuple[Value, ...], type_: object) -> Fact:
        more = ", .." if len(values) > MOST_MEMBERS else ""
        text = ", ".join(map(written, values[:MOST_MEMBERS])) + more
        if self._is_die(type_) and not more:
            return Fact(_said(name), text, tuple(value for value in values if isinstance(value, int)))
        return Fact(_said(name), text)

    def _is_die(self, type_: object) -> bool:
        """Whether values are shown as dice: those from 1 to 6, where something is rolled."""
        rolls = self.state.game.layout.has("chance")
        return rolls and isinstance(type_, Num) and type_.scale == 1 and (type_.lo, type_.hi) == (_DICE[0], _DICE[-1])

    @cached_property
    def _supplied(self) -> frozenset[str]:
        """The kinds of which somebody has some in supply."""
        held = (hand for player in range(len(self.game.players)) for hand in self.hands(player))
        return frozenset(self.game.pieces[hand.piece][0] for hand in held if hand.count)

    def supplied(self, piece: int) -> bool:
        """Whether anybody has some of a piece's kind in supply."""
        return self.game.pieces[piece][0] in self._supplied

    def marks(self) -> list[str]:
        """What the small dots on pieces and sites mean."""
        told = [f"{kind.name} {_said(name)}" for kind in self._world.kinds.values() for name in kind.has
                if (slot := self._slot(name)) is not None and isinstance(strip_opt(slot.field.values), Bool)]  # fmt: skip
        marked = {slot.field.name for slots in self._of_sites.values() for slot in slots if isinstance(slot.field.values, Bool)}
        return told + [_said(name) for name in self.game.definition.state
                       if (slot := self._slot(name)) is not None and slot.field.name in marked]  # fmt: skip

    @property
    def head(self) -> str:
        """How the play stands, in words."""
        state = self.state
        if state.is_over:
            return f"ply {state.ply}: {state.result}"
        what = "rolls" if state.is_chance else "goes on with the turn" if state.in_turn else "to move"
        return f"ply {state.ply}: {state.mover} {what}"

    def told(self) -> str:
        """All that the picture shows, in words."""
        found: dict[str, list[str]] = {}
        for type_ in SITES:
            for site in self.sites(type_) if type_ in self.played else ():
                for each in self.standing(site):
                    facing = f" facing {self.board.directions[each.facing]}" if each.facing is not None else ""
                    times = f" ({each.count})" if each.count > 1 else ""
                    found.setdefault(self.name(each.piece), []).append(f"{site.name}{facing}{times}")
        lines = [f"{name} on {', '.join(places)}." for name, places in found.items()] or ["The board is empty."]
        for p, side in enumerate(self.game.players):
            held = [f"{hand.count} {self.game.pieces[hand.piece][0]}" for hand in self.hands(p)]
            lines += [f"{side} has in supply: {', '.join(held)}."] if held else []
        if self.state.scores is not None:
            lines.append("Scores: " + ", ".join(f"{side} {written(score)}" for side, score in self.state.scores.items()) + ".")
        lines += [f"{fact.name}: {fact.text}." for fact in self.facts()]
        if self.last:
            lines.append("Last: " + ", ".join(map(str, self.last)) + ".")
        return " ".join(lines)

    def name(self, piece: int) -> str:
        kind, owner = self.game.pieces[piece]
        return kind if owner is None else f"{self.game.players[owner]} {kind}"


def _said(name: str) -> str:
    return name.replace("_", " ")
