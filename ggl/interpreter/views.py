"""What players see: the view of a position, and what each player is told of a step. The meaning of the veils of the core.

Takes a game in core and the vectors of positions. A view is a vector of the same layout, in which each piece that the viewer
does not see is replaced by what is seen in its place, and each other entry that is not known by the start of its field; `unknown`
are the places of these. What is known beyond a view is the list of entries that steps leave: see `Views.entry`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from ggl.core import forms as f
from ggl.core.types import BOOL
from ggl.engine.layout import Slot
from ggl.engine.protocol import ROLL, Step
from ggl.interpreter.interpreter import Interpreter
from ggl.interpreter.vector import Function, Slots, Vector

KEPT = 512
"""So many views are kept: the information state of each position of a play asks for those of all before it."""

Told = tuple[str | int | None, ...]
"""A step as a player is told of it: the name of its schema, and its arguments, None for one that is not told."""

Changes = tuple[tuple[int, int | None], ...]
"""The places of a vector that changed in a view, each with what is seen there now; None for what is not known."""

Entry = tuple[Told, Changes]
"""What a step leaves with a player."""


@dataclass(frozen=True)
class Seen:
    """What a player sees of a position."""

    vector: tuple[int, ...]
    unknown: frozenset[int] = frozenset()

    def at(self, place: int) -> int | None:
        return None if place in self.unknown else self.vector[place]


class Views:
    def __init__(self, interpreter: Interpreter) -> None:
        self._engine, self._core = interpreter, interpreter.core
        self._mover = interpreter.layout.at("mover")
        self._veils = [(veil, self._of(veil)) for veil in self._core.veils]
        self._tellings = {telling.schema: telling for telling in self._core.tellings}
        self._params = {schema.name: tuple(param.name for param in schema.params) for schema in self._core.schemas}
        self._kept = lru_cache(KEPT)(self._view)

    def _of(self, veil: f.Veil) -> tuple[Slot, Slots, Function]:
        """A veil as a function of the vector and of a frame that begins with the viewer and the index."""
        slot, slots = self._engine.layout.slots[veil.field], Slots()
        params = next(one.params for one in self._core.definitions if one.name == (veil.seen or veil.known))
        for name, _ in params:
            slots.of(name)
        args = tuple(f.Var(name, type_) for name, type_ in params)
        call = f.Call(veil.seen or veil.known, args, slot.field.values if veil.seen else BOOL)
        return slot, slots, self._engine.expressions.function(call, slots)

    # ---- positions

    def view(self, vector: Sequence[int], viewer: int) -> Seen:
        """What a player sees of a position."""
        return self._kept(tuple(vector), viewer) if self._veils else Seen(tuple(vector))

    def _view(self, vector: tuple[int, ...], viewer: int) -> Seen:
        position, found, unknown = Vector(vector), list(vector), set()
        self._engine.expressions.work.renew()
        for veil, (slot, slots, function) in self._veils:
            for place, index in zip(range(slot.start, slot.stop), product(*map(range, slot.sizes)), strict=True):
                frame = slots.frame()
                frame[: 1 + len(index)] = viewer, *index
                value = function(position, frame)
                if veil.seen:
                    found[place] = int(value)
                elif not value:
                    found[place] = slot.field.start
                    unknown.add(place)
        return Seen(tuple(found), frozenset(unknown))

    # ---- steps

    def told(self, before: Sequence[int], step: Step, after: Seen, viewer: int) -> Told:
        """What a player is told of a step, apart from what is seen of the position after it; nothing, maybe."""
        if step.schema == ROLL:
            number, outcome = step.args
            unknown = after.unknown | self.view(before, viewer).unknown
            is_known = not any(self._engine.layout.at(field) in unknown for field in self._core.rolls[number].fields)
            return (ROLL, number, outcome if is_known else None)
        telling = self._tellings.get(step.schema)
        if telling is None or before[self._mover] == viewer:
            return (step.schema, *step.args)
        if not telling.made:
            return ()
        return (step.schema, *(arg if name in telling.params else None
                               for name, arg in zip(self._params[step.schema], step.args, strict=True)))  # fmt: skip

    def entry(self, before: Sequence[int], step: Step, after: Sequence[int], viewer: int) -> Entry | None:
        """What a step leaves with a player: what is told of it, and what has changed in the view. None where both are nothing,
        for the player cannot tell such a step from none."""
        old, new = self.view(before, viewer), self.view(after, viewer)
        told = self.told(before, step, new, viewer)
        changes = tuple((place, new.at(place)) for place in range(len(new.vector)) if old.at(place) != new.at(place))
        return (told, changes) if told or changes else None
