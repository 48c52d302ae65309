"""A player's observation, as arrays for a network: the pieces and all that the rules look at, the player's own side first.

Takes a game. An observation has parts: one for each type of site with something on it, `(planes, sites)` with the sites in the
order of the board, and `features`, what belongs to no site. Each plane and feature has a name and a meaning:

- a field with a few values (a piece, a direction, a condition) has a plane or a feature of zeros and ones for each of them;
  zeros alone mean none. A field that holds a site is a plane with a one there;
- a number is divided by its greatest magnitude, at most `MOST`;
- pieces are grouped by owner: `own`, then those of the others in turn order, then those of nobody; so are the variables of
  players. Types of sites that a kind of piece cannot be on, and fields that no rule asks about, are left out.

The last features tell which side looks on, since the rules need not treat all alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ggl.checker.world import SITES
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, Num, Type, strip_opt
from ggl.core.walk import walk
from ggl.play.arrays import sides_of, vectors_of
from ggl.play.errors import ArgumentError, shown
from ggl.play.rules import Rules
from ggl.play.seen_vector import views_of

if TYPE_CHECKING:
    from ggl.engine.layout import Slot

Floats = npt.NDArray[np.float32]

MOST = 100
"""The greatest divisor of a number."""

MOST_VALUES = 1 << 10
"""A field with more values than this is a single number."""

FEATURES = "features"
_NEVER = ("over", "winner", "winners", "seat", "mover", "total", "game", "starter")
"""Fields about the end of the play, or with content that other features have."""


@dataclass(frozen=True)
class Part:
    """`names` are those of the planes or features; `shape` is that of the array, without the axis of rows."""

    name: str
    names: tuple[str, ...]
    shape: tuple[int, ...]


@dataclass(frozen=True)
class _Column:
    """A plane or a feature for one viewer: whether entries of the vector are `code`, or numbers with a divisor."""

    part: str
    name: str
    place: Any
    """A slice or a place; for a field that holds a site, its place, with the sites as codes. None for a constant."""
    code: int | None
    divisor: float = 1.0
    """The divisor of numbers; the value of a constant."""


class Observation:
    """Made by `game.observation`."""

    def __init__(self, game: Rules) -> None:
        self._game = game
        core = game.checked.core
        self._sizes = {domain.name: domain.size for domain in core.domains}
        self._names = {place.field: name for name, place in game.checked.world.variables.items()}
        self._layers = {layer.field: layer for layer in core.layers}
        asked = {form.field for form in walk(core) if isinstance(form, f.Get)} | ({"ply"} if core.turn.pie else set())
        self._fields = {
            name: slot
            for name, slot in game.layout.slots.items()
            if name not in _NEVER and (name in asked or slot.field.compared) and name not in ("last_mover", "actor")
        }
        self._columns = [tuple(self._seen_by(side)) for side in range(len(game.players))]

    @cached_property
    def parts(self) -> Mapping[str, Part]:
        """The parts by name, in their order."""
        found: dict[str, list[str]] = {}
        for name in (*SITES, FEATURES):
            names = [column.name for column in self._columns[0] if column.part == name]
            if names:
                found[name] = names
        return {
            name: Part(name, tuple(names), (len(names),) if name == FEATURES else (len(names), self._sizes[name]))
            for name, names in found.items()
        }

    @cached_property
    def size(self) -> int:
        """The numbers of all parts, as `flat` has them one after the other."""
        return sum(int(np.prod(part.shape)) for part in self.parts.values())

    def of(self, positions: npt.NDArray[np.int64], sides: npt.NDArray[np.int64]) -> dict[str, Floats]:
        """The observations of positions by sides, a row each: an array for each part, `(n, ..)`. `sides` has a number for each
        vector. Raises `ArgumentError` for invalid vectors or sides."""
        positions = vectors_of(positions, self._game.layout.length)
        sides = sides_of(sides, len(positions), len(self._game.players))
        positions = self._in_their_eyes(positions, sides)
        count = len(positions)
        found = {name: np.zeros((count, *part.shape), dtype=np.float32) for name, part in self.parts.items()}
        for side, columns in enumerate(self._columns):
            rows = np.flatnonzero(sides == side)
            if not len(rows):
                continue
            some = positions[rows]
            made = {name: np.empty((len(rows), *part.shape), dtype=np.float32) for name, part in self.parts.items()}
            at = dict.fromkeys(made, 0)
            for column in columns:
                if column.place is None:
                    made[column.part][:, at[column.part]] = column.divisor
                    at[column.part] += 1
                    continue
                entries = some[:, column.place]
                if column.part in SITES and not isinstance(column.place, slice):
                    values = entries[:, None] == np.arange(self._sizes[column.part])
                elif column.code is not None:
                    values = entries == column.code
                else:
                    values = entries / column.divisor
                made[column.part][:, at[column.part]] = values
                at[column.part] += 1
            for name, part in made.items():
                found[name][rows] = part
        return found

    @cached_property
    def _table(self) -> tuple[npt.NDArray[np.int64], int]:
        """All columns of zeros and ones, in the order of `flat`, as `lower/batches.py` takes them for its mode `OBSERVE`, and the
        place at which the lines of the table begin."""
        from ggl.compiler.lower.batches import AT_EACH, IS, SET

        firsts, begins, lines = dict[str, int](), [0], list[tuple[int, ...]]()
        first = 0
        for name, part in self.parts.items():
            firsts[name] = first
            first += int(np.prod(part.shape))
        for columns in self._columns:
            at = dict.fromkeys(self.parts, 0)
            for column in columns:
                size = self._sizes[column.part] if column.part in SITES else 1
                target = firsts[column.part] + at[column.part] * size
                at[column.part] += 1
                if column.place is None:
                    lines.append((SET, 0, 0, 0, int(column.divisor), target))
                elif column.part in SITES and not isinstance(column.place, slice):
                    lines.append((AT_EACH, column.place, 0, size, 0, target))
                elif column.code is not None and isinstance(column.place, slice):
                    lines.append((IS, column.place.start, column.place.step or 1, size, column.code, target))
                elif column.code is not None:
                    lines.append((IS, column.place, 0, 1, column.code, target))
            begins.append(len(lines))
        return np.array([*begins, *(word for line in lines for word in line)], dtype=np.int64), len(begins)

    @cached_property
    def _numbers(self) -> list[list[tuple[str, int, Any, float]]]:
        """For each side the columns that are numbers: their part, number in it, place, and divisor."""
        found: list[list[tuple[str, int, Any, float]]] = []
        for columns in self._columns:
            at, mine = dict.fromkeys(self.parts, 0), list[tuple[str, int, Any, float]]()
            for column in columns:
                is_site = column.part in SITES and not isinstance(column.place, slice)
                if column.place is not None and column.code is None and not is_site:
                    mine.append((column.part, at[column.part], column.place, column.divisor))
                at[column.part] += 1
            found.append(mine)
        return found

    def _in_their_eyes(self, positions: npt.NDArray[np.int64], sides: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The positions as the sides see them; entries that a side does not know have their start."""
        if not self._game.hides:
            return positions
        views = views_of(self._game)
        seen = [views.view([*map(int, row)], int(side)).vector for row, side in zip(positions, sides, strict=True)]
        return np.array(seen, dtype=np.int64).reshape(positions.shape)

    def flat(self, positions: npt.NDArray[np.int64], sides: npt.NDArray[np.int64]) -> Floats:
        """The observations as one array `(n, size)`, part after part."""
        found = self.of(positions, sides)
        return np.concatenate([part.reshape(len(positions), prod(part.shape[1:])) for part in found.values()], axis=1)

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} {part.shape}" for name, part in self.parts.items())
        return f"<observations of {self._game.name}: {parts}>"

    def columns(self, part: str) -> list[tuple[Any, int | None, Type | None]]:
        """For each plane or feature of a part where its entries stand, the code that it shows, and the type of the field. Raises
        `ArgumentError` for no part."""
        if part not in tuple(self.parts):
            raise ArgumentError(f"an observation has the parts {', '.join(self.parts)}, but not {shown(part)}")
        found: list[tuple[Any, int | None, Type | None]] = []
        for column in self._columns[0]:
            if column.part == part:
                at = column.place.start if isinstance(column.place, slice) else column.place
                slot = next((slot for slot in self._fields.values() if at is not None and slot.start <= at < slot.stop), None)
                found.append((column.place, column.code, None if slot is None else slot.field.values))
        return found

    # ---- columns

    def _players(self, side: int) -> list[tuple[int, str]]:
        """The players in the order in which a side sees them, each with its relation to the side."""
        count = len(self._game.players)
        if count == 2:
            return [(side, "own"), (1 - side, "opponent's")]
        return [((side + k) % count, "own" if k == 0 else f"next {k}'s") for k in range(count)]

    def _seen_by(self, side: int) -> Iterator[_Column]:
        for name, slot in self._fields.items():
            yield from self._of_field(self._names.get(name, name), name, slot, side)
        for number, player in enumerate(self._game.players):
            yield _Column(FEATURES, f"seen by {player}", None, None, float(number == side))

    def _of_field(self, label: str, name: str, slot: Slot, side: int) -> Iterator[_Column]:
        index = slot.field.index
        site = next((each for each in index if each in SITES), None)
        axis = index.index(site) if site is not None else -1
        steps = [1] * len(index)
        for number in range(len(index) - 2, -1, -1):
            steps[number] = steps[number + 1] * slot.sizes[number + 1]
        ways: list[list[tuple[int, str]]] = []
        for number, domain in enumerate(index):
            if number == axis:
                ways.append([(0, "")])
            elif domain == "player":
                ways.append(self._players(side))
            else:
                ways.append([(code, self._text(domain, code)) for code in range(slot.sizes[number])])
        for way in product(*ways):
            start = slot.start + sum(code * step for (code, _), step in zip(way, steps, strict=True))
            said = " ".join([label, *(text for _, text in way if text)])
            if axis >= 0:
                stop = start + (slot.sizes[axis] - 1) * steps[axis] + 1
                yield from self._values(site or "", said, slice(start, stop, steps[axis]), slot, name, side)
            else:
                yield from self._values(FEATURES, said, start, slot, name, side)

    def _values(self, part: str, label: str, place: Any, slot: Slot, name: str, side: int) -> Iterator[_Column]:
        type_ = strip_opt(slot.field.values)
        match type_:
            case Fin(domain=domain) if domain.name in SITES and part == FEATURES:
                yield _Column(domain.name, label, place, None)
            case Bool():
                yield _Column(part, label, place, 1)
            case Fin(domain=domain) if domain.size <= MOST_VALUES:
                for code, text in self._codes(name, type_, side):
                    yield _Column(part, f"{label}: {text}", place, code)
            case Num(lo=lo, hi=hi, scale=scale):
                yield _Column(part, label, place, None, max(1.0, min(max(abs(lo), abs(hi)), MOST * scale)))
            case Fin(domain=domain):
                yield _Column(part, label, place, None, float(domain.size))

    def _codes(self, name: str, type_: Fin, side: int) -> list[tuple[int, str]]:
        """The values that a field may have, in the order in which a side sees them."""
        if type_.domain.name == "player":
            return self._players(side)
        if type_.domain.name != "piece":
            return [(code, self._game.values.text(code, type_)) for code in range(type_.domain.size)]
        world, pieces = self._game.checked.world, self._game.checked.pieces
        layer = self._layers.get(name)
        here = [
            (code, kind, owner)
            for code, (kind, owner) in enumerate(pieces)
            if layer is None or world.layer_of(world.kinds[kind]).name == layer.name
        ]
        found = [
            (code, f"{whose} {kind}") for player, whose in self._players(side) for code, kind, owner in here if owner == player
        ]
        return found + [(code, kind) for code, kind, owner in here if owner is None]

    def _text(self, domain: str, code: int) -> str:
        found = next((one for one in self._game.checked.core.domains if one.name == domain), None)
        try:
            return self._game.values.text(code, Fin(found)) if found is not None else str(code)
        except (KeyError, IndexError):
            return str(code)


def observation_of(game: Rules) -> Observation:
    """The observation of a game, which is made once."""
    if "_observation" not in game.__dict__:
        game.__dict__["_observation"] = Observation(game)
    return game.__dict__["_observation"]  # type: ignore[no-any-return]


def observed(observation: Observation, vector: Sequence[int], side: int) -> dict[str, Floats]:
    """The observation of one position by a side, an array for each part."""
    return {name: rows[0] for name, rows in observation.of(np.array([vector], dtype=np.int64), np.array([side])).items()}
