"""The contents of a picture of a state: the pieces on each site with their values, the values of sites, and the lines below.

Takes a state and the last moves. Returns plain data, for pictures in text and in SVG; they decide how and where to draw it, and
how much of a value fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from ggl.checker.world import SITES
from ggl.core.types import Bool, Fin, Num, Type, none_code, strip_opt
from ggl.play.pending_rolls import TO_COME, awaited
from ggl.play.touched import touched
from ggl.play.values import Value, each_written, written
from ggl.topology import Site

if TYPE_CHECKING:
    from ggl.checker.world import Kind
    from ggl.core.forms import Layer
    from ggl.engine.layout import Slot
    from ggl.play.base_state import BaseState
    from ggl.play.look_values import DrawnMark
    from ggl.play.move import Move

MOST_MEMBERS = 16
"""The most members of a bag that are shown one by one."""

_DIE, _BLANK = Num(1, 6), 0


@dataclass(frozen=True)
class StandingPieces:
    """Pieces on a site: the piece's code, how many, the direction it faces, and what it bears that says something, by name."""

    piece: int
    count: int
    is_counted: bool
    """Whether its layer has stacks."""

    facing: int | None
    bears: Mapping[str, Value]
    below: tuple[int, ...] = ()
    """The codes of the pieces below it on a pile, from the bottom up."""

    @property
    def pieces(self) -> list[tuple[int, int]]:
        """Runs of equal pieces from the bottom up, as counts and codes."""
        if not self.below:
            return [(self.count, self.piece)]
        return [(len(list(same)), code) for code, same in groupby((*self.below, self.piece))]


@dataclass(frozen=True)
class Hand:
    """The pieces beside the board for a player."""

    piece: int
    count: int


@dataclass(frozen=True)
class Fact:
    """A line about the state: a name and its value; `dice` may be shown for the text, by their numbers, 0: to be rolled."""

    name: str
    text: str
    says: bool
    """Whether the value is other than none, 0 or false."""

    dice: tuple[int, ...] = ()


HIDDEN = "?"
"""Replaces a value that the viewer does not know."""


class Scene:
    def __init__(self, state: BaseState, last: Iterable[Move] = ()) -> None:
        self.state = state
        self.last = tuple(last)
        self.game = state.game.checked
        self.board = self.game.board
        self._world = self.game.world
        self._layout, self._values = state.game.layout, state.game.values
        self._standing: dict[Site, tuple[StandingPieces, ...]] = {}

    @cached_property
    def played(self) -> frozenset[str]:
        """The types of sites that may hold something."""
        return frozenset({kind.site for kind in self._world.kinds.values()} | {site for site in SITES if self._of_sites[site]})

    @cached_property
    def chosen(self) -> frozenset[str]:
        """The types of the sites that moves have as parameters."""
        types = (strip_opt(param.type) for schema in self.game.core.schemas for param in schema.params)
        return frozenset(type_.domain.name for type_ in types if isinstance(type_, Fin)) & frozenset(SITES)

    @cached_property
    def used(self) -> frozenset[str]:
        """The types of the sites that a player may point at."""
        return self.played | self.chosen | {"cell"}

    @cached_property
    def touched(self) -> tuple[Site, ...]:
        """The sites to frame for the last moves."""
        return touched(self.state, self.last)

    # ---- the pieces

    def standing(self, site: Site) -> tuple[StandingPieces, ...]:
        """The pieces on a site, from the top layer down."""
        if site not in self._standing:
            self._standing[site] = self._stands(site)
        return self._standing[site]

    def _stands(self, site: Site) -> tuple[StandingPieces, ...]:
        found = []
        for layer in self._layers[site.type]:
            code = self._entry(layer.field, site)
            if code < len(self.game.pieces):
                kind, counted = self.kind(code), self._world.count_field(layer)
                count = self._entry(counted.name, site) if counted is not None else 1
                bears = {name: value for name in kind.has if name not in self._hidden and (value := self._value(name, site))}
                below = self._world.below_field(layer)
                levels = (
                    ()
                    if below is None
                    else tuple(self.state.vector[self._layout.at(below.name, site.index, level)] for level in range(count - 1))
                )
                found.append(StandingPieces(code, count, counted is not None, self._facing(kind, site), bears, levels))
        return tuple(found)

    def is_free(self, site: Site) -> bool:
        """Whether a site shows neither pieces nor values."""
        return not self.standing(site) and not self.values(site)

    def runs(self, standing: StandingPieces) -> list[str]:
        """The pieces on a site in words, from the bottom up, the same in a row together: `2 Red disc`, `Blue disc`."""
        return [f"{count} {self.name(code)}" if count > 1 else self.name(code) for count, code in standing.pieces]

    def in_words(self, standing: StandingPieces) -> str:
        """The pieces on a site with their facing and what they bear: `2 Red disc`, `Blue ship facing north, load 3`."""
        facing = f" facing {self.board.directions[standing.facing]}" if standing.facing is not None else ""
        return " under ".join(self.runs(standing)) + facing + "".join(f", {each}" for each in named(standing.bears))

    def piles(self) -> list[tuple[Site, StandingPieces]]:
        """The piles of more than one piece, in the order of the board."""
        types = [site for site in SITES if any(kind.piles and kind.site == site for kind in self._world.kinds.values())]
        every = [(site, each) for type_ in types for site in self.board.sites(type_) for each in self.standing(site)]
        return [(site, each) for site, each in every if each.below]

    @cached_property
    def _layers(self) -> dict[str, list[Layer]]:
        """The layers on each type of site, from the top down: as `order` names their kinds, the others as in the file."""
        asked = [text.text for text in self.game.definition.look.order]
        kinds = sorted(self._world.kinds.values(), key=lambda kind: asked.index(kind.name) if kind.name in asked else len(asked))
        above = list(dict.fromkeys(self._world.layer_of(kind).field for kind in kinds))
        return {site: sorted(self._world.layers_on(site), key=lambda layer: above.index(layer.field)) for site in SITES}

    def values(self, site: Site) -> dict[str, Value]:
        """The values of the author's variables at a site, by name, without those that say nothing."""
        names = (name for name in self._of_sites[site.type] if self.state.knows(self._slot(name).start + site.index))
        return {name: value for name in names if (value := self._value(name, site))}

    def sign(self, name: str, value: Value) -> str:
        """The glyph that the file gives a value of a variable or a property; empty if it gives none."""
        text = self.game.definition.look.signs.get(name, {}).get(written(value))
        return text.text if text is not None else ""

    def short(self, name: str, value: Value, least: int = 2, arrows: bool = True) -> str:
        """A value of a variable or a property in short."""
        return self._values.short(value, self._slot(name).field.values, least, arrows)

    def kind(self, piece: int) -> Kind:
        return self._world.kinds[self.game.pieces[piece][0]]

    def name(self, piece: int) -> str:
        kind, owner = self.game.pieces[piece]
        return kind if owner is None else f"{self.game.players[owner]} {kind}"

    def marks(self) -> list[tuple[Kind | None, str]]:
        """The variables that are true or false, by name: of sites (no kind), and of kinds of pieces.

        Variables of one turn are left out if they are true nowhere, as between turns.
        """
        told: list[tuple[Kind | None, str]] = [
            (None, name) for names in self._of_sites.values() for name in names if not self._of_turns(name) or self._says(name)
        ]
        told += [(kind, name) for kind in self._world.kinds.values() for name in kind.has if name not in self._hidden]
        return [(kind, name) for kind, name in told if isinstance(strip_opt(self._slot(name).field.values), Bool)]

    @cached_property
    def _variables(self) -> dict[str, Slot]:
        """The author's variables that are stored and shown."""
        known, slots = self._world.variables, self._layout.slots
        return {name: slots[known[name].field] for name in self.game.definition.state
                if name in known and known[name].field in slots and name not in self._hidden}  # fmt: skip

    @cached_property
    def _hidden(self) -> frozenset[str]:
        return frozenset(text.text for text in self.game.definition.look.hide)

    # ---- what is drawn on the board

    @cached_property
    def drawn(self) -> tuple[DrawnMark, ...]:
        """The marks of this position, in the order of the file."""
        looking, state = self.state.game._looking, self.state
        return () if looking is None else looking.marks(state.position, state.is_chance or state.in_turn)

    @cached_property
    def view(self) -> frozenset[int]:
        """The cells that are shown, on a board of squares or hexes: those between the outermost ones of its `view`,
        and one more on each side."""
        looking, cells = self.state.game._looking, self.board.cells
        every = frozenset(range(len(cells)))
        seen = looking.view(self.state.position) if looking is not None and self.board.basis in ("square", "hex") else None
        if not seen:
            return every
        (left, right), (low, high) = ((min(ends) - 1.01, max(ends) + 1.01) for ends in zip(*(cells[c].point for c in seen),
                                                                                           strict=True))  # fmt: skip
        return frozenset(c for c in every if left <= cells[c].point[0] <= right and low <= cells[c].point[1] <= high)

    def shows(self, site: Site) -> bool:
        """Whether a site is within the view: a cell of it, or what lies at one."""
        return len(self.view) == len(self.board.cells) or any(cell.index in self.view for cell in site.cells)

    @cached_property
    def stores(self) -> dict[str, tuple[int | None, ...]]:
        """The numbers of each player that are drawn as stores beside the board, by name; None if the viewer does not know one."""
        asked = [text.text for text in self.game.definition.look.stores]
        slots = {name: slot for name, slot in self._variables.items() if name in asked and slot.field.index == ("player",)}
        return {
            name: tuple(self.state.vector[at] if self.state.knows(at) else None for at in range(slot.start, slot.stop))
            for name, slot in slots.items() if isinstance(slot.field.values, Num) and slot.field.values.scale == 1
        }  # fmt: skip

    @cached_property
    def _of_sites(self) -> dict[str, list[str]]:
        """The variables that have a value for each site of a type."""
        return {site: [name for name, slot in self._variables.items() if slot.field.index == (site,)] for site in SITES}

    def _of_turns(self, name: str) -> bool:
        return self.game.definition.state[name].each == "turns"

    def _says(self, name: str) -> bool:
        """Whether a variable of sites has a value that says something on any of them."""
        return any(self._value(name, site) for site in self.board.sites(self._slot(name).field.index[0]))

    def _slot(self, name: str) -> Slot:
        return self._layout.slots[self._world.variables[name].field]

    def _entry(self, field: str, site: Site) -> int:
        return self.state.vector[self._layout.at(field, site.index)]

    def _value(self, name: str, site: Site) -> Value:
        field = self._slot(name).field
        code, values = self._entry(field.name, site), strip_opt(field.values)
        return None if isinstance(values, Fin) and code == none_code(values) else self._values.value(code, field.values)

    def _facing(self, kind: Kind, site: Site) -> int | None:
        if not kind.faces:
            return None
        facing = self._entry("facing", site)
        return facing if facing < len(self.board.directions) else None

    # ---- beside the board

    @property
    def head(self) -> str:
        """The state of the play in words."""
        return f"{self.number}{self.state.result if self.state.is_over else f'{self.state.mover} {self.doing}'}"

    @property
    def number(self) -> str:
        """`ply 3: `; empty if the viewer cannot count the turns."""
        return f"ply {self.state.ply}: " if self.state.knows(self._layout.at("ply")) else ""

    @property
    def doing(self) -> str:
        """The mover's next action in words, if the play is not over."""
        goes_on = self.state.in_turn and not self.game.definition.turn.at_once  # with choices at once, another side moves
        return "rolls" if self.state.is_chance else "goes on with the turn" if goes_on else "to move"

    def hands(self, player: int) -> list[Hand]:
        """A player's supply, kind by kind."""
        found = []
        for number, kind in enumerate(self._world.kinds.values()):
            if player in self._world.suppliers(kind):
                place = self._layout.at("supply", player, number)
                if not self.state.knows(place):
                    continue
                count = self.state.vector[place]
                found.append(Hand(self._world.piece_code(kind.name, player), count))
        return found

    def facts(self) -> list[Fact]:
        """The author's variables that have one value, or one for each player, and bags; sets, but those of sites, which the
        board shows.

        What belongs to one turn is left out where it says nothing, as it does between turns.
        """
        found, to_come = [], awaited(self.state)
        for name, slot in self._variables.items():
            place, type_ = self._world.variables[name], slot.field.values
            codes = self.state.vector[slot.start : slot.stop]
            known = [self.state.knows(at) for at in range(slot.start, slot.stop)]
            if not any(known) or (place.is_set and slot.field.index[0] in SITES):
                continue
            if place.field in to_come:
                found.append(Fact(name, TO_COME, True, (_BLANK,) if self._is_die(type_) else ()))
            elif place.bag is not None:
                members = self._values.members(place.bag, codes)
                found.append(Fact(name, _held(members), bool(members), self._dice(members, place.bag)))
            elif slot.field.index == ():
                value = self._values.value(codes[0], type_)
                found.append(Fact(name, written(value), bool(value), self._dice((value,), type_)))
            elif place.is_set and not place.owners:
                (members,) = self._values.sets(place.index[-1], codes)
                found.append(Fact(name, ", ".join(map(written, members)) or "none", bool(members)))
            elif place.is_set:
                sets = self._values.sets(place.index[-1], codes)
                each = zip(self.game.players, sets, known[:: len(codes) // len(sets)], strict=True)
                told = ((player, " ".join(map(written, one)) or "none" if sure else HIDDEN) for player, one, sure in each)
                text = "; ".join(f"{player}: {members}" for player, members in told)
                found.append(Fact(name, text, any(sets)))
            elif slot.field.index == ("player",):
                values = [self._values.value(code, type_) if sure else HIDDEN for code, sure in zip(codes, known, strict=True)]
                found.append(Fact(name, each_written(zip(self.game.players, values, strict=True)), any(values)))
        return [fact for fact in found if fact.says or not self._of_turns(fact.name)]

    def _dice(self, values: tuple[Value, ...], type_: Type) -> tuple[int, ...]:
        shown = self._is_die(type_) and len(values) <= MOST_MEMBERS
        return tuple(value for value in values if isinstance(value, int)) if shown else ()

    def _is_die(self, type_: Type) -> bool:
        """Whether values are shown as dice: those from 1 to 6, where something is rolled."""
        return self._layout.has("chance") and strip_opt(type_) == _DIE


def named(values: Mapping[str, Value]) -> list[str]:
    """Values with their names; of what is true the name alone."""
    return [name if value is True else f"{name} {written(value)}" for name, value in values.items()]


def _held(members: tuple[Value, ...]) -> str:
    """The members of a bag; of a big one each value once, with how often it is there, and no more of these than fit a line."""
    if len(members) <= MOST_MEMBERS:
        return ", ".join(map(written, members)) or "none"
    times = [f"{count} x {written(member)}" for member, count in Counter(members).items()]
    more = ", .." if len(times) > MOST_MEMBERS else ""
    return f"{', '.join(times[:MOST_MEMBERS])}{more} ({len(members)} in all)"
