"""The layout of a position: the place of each field in the flat vector.

Takes the fields of a core game. A vector is the fields in order, each row by row over its index domains; each entry is a code
(see `ggl.core.types`) that fits a 32-bit integer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ggl.core import forms as f
from ggl.core.types import Fin, Num, Opt, none_code
from ggl.frozen import frozen

PHASE_OF_TURN = "phase.of.turn"
"""The field of the phase in which the turn began, where an effect may start a phase that has an `until`."""

TURNLESS_GAMES = "games.turnless"
"""The field of the number of games of a match that just ended in a row without a turn, where a roll may come between them."""


def points_of(core: f.CoreGame) -> Num | None:
    """The type of a side's score, in a match of its points so far; None where there are none."""
    if core.match is not None:
        types = [field.values for field in core.fields if field.name == "total"]
    else:
        types = [core.score.type] if core.score is not None else []
    return next((each for each in types if isinstance(each, Num)), None)


@frozen
class Slot:
    """A field's entries stand at `start..stop`; `sizes` are those of its index domains."""

    field: f.Field
    start: int
    stop: int
    sizes: tuple[int, ...]


class Layout:
    def __init__(self, core: f.CoreGame) -> None:
        sizes = {domain.name: domain.size for domain in core.domains}
        self.slots: dict[str, Slot] = {}
        at = 0
        for field in core.fields:
            shape = tuple(sizes[name] for name in field.index)
            count = 1
            for size in shape:
                count *= size
            self.slots[field.name] = Slot(field, at, at + count, shape)
            at += count
        self.length = at
        self._layers = core.layers

    def blank(self) -> list[int]:
        """Every entry at its field's start."""
        vector: list[int] = []
        for slot in self.slots.values():
            vector += [slot.field.start] * (slot.stop - slot.start)
        return vector

    def at(self, field: str, *index: int) -> int:
        """The place of an entry in the vector."""
        slot = self.slots[field]
        place = 0
        for i, size in zip(index, slot.sizes, strict=True):
            place = place * size + i
        return slot.start + place

    def has(self, field: str) -> bool:
        return field in self.slots

    def offers_sides(self, turn: f.Turn, vector: Sequence[int]) -> bool:
        """Whether the second side has its first turn, in which a pie rule offers its choice; where that turn must be the second
        one of the play, no field tells."""
        if not turn.pie:
            return False
        return vector[self.at("pie")] == 1 if self.has("pie") else vector[self.at("ply")] == 1

    def pending(self, vector: Sequence[int]) -> int | None:
        """The number of the schema whose follow-ups are due; None if none are."""
        slot = self.slots.get("pending")
        return None if slot is None or vector[slot.start] == slot.field.start else vector[slot.start]

    @property
    def nothing_pending(self) -> int:
        """The code of the field `pending` where no follow-up is due."""
        return self.slots["pending"].field.start

    @cached_property
    def _position_ranges(self) -> tuple[tuple[int, int], ...]:
        return self._stretches(slot for slot in self.slots.values() if slot.field.compared)

    @cached_property
    def _board_ranges(self) -> tuple[tuple[int, int], ...]:
        names = {name for layer in self._layers for name in layer.board}
        return self._stretches(slot for name, slot in self.slots.items() if name in names)

    @staticmethod
    def _stretches(slots: Iterable[Slot]) -> tuple[tuple[int, int], ...]:
        ranges: list[tuple[int, int]] = []
        for slot in slots:
            if ranges and ranges[-1][1] == slot.start:
                ranges[-1] = (ranges[-1][0], slot.stop)
            else:
                ranges.append((slot.start, slot.stop))
        return tuple(ranges)

    def ranges(self, of: str) -> tuple[tuple[int, int], ...]:
        """The stretches of the vector that are compared, in order; `of` as in `key`."""
        return self._position_ranges if of == "position" else self._board_ranges

    def resets(self, schemas: Iterable[f.Schema]) -> tuple[tuple[int, int], ...]:
        """The entries that a turn resets, with their values between turns: the steps, what follows and what was handed over."""
        handed = [one.field for schema in schemas for pick in schema.then for one in pick.kept]
        slots = [self.slots[name] for name in ("steps", "pending", "again", *handed) if name in self.slots]
        return tuple((place, slot.field.start) for slot in slots for place in range(slot.start, slot.stop))

    def key(self, vector: Sequence[int], of: str = "position") -> tuple[int, ...]:
        """The entries compared for repetition: the compared fields, or (`board`) only the pieces on the sites."""
        key: tuple[int, ...] = ()
        for start, stop in self.ranges(of):
            key += tuple(vector[start:stop])
        return key


def missing_code(field: f.Field) -> int:
    """The value of a field at an index that is none."""
    values = field.values
    if isinstance(values, Opt):
        return none_code(values.of)
    return none_code(values) if isinstance(values, Fin | Num) else 0
