"""The views of players: the view of a position, and what each learns from a step. Defines the meaning of veils.

Takes a game in core and the vectors of positions. A view is a vector of the same layout. It replaces each piece that the viewer
does not see by what the viewer sees in its place, and each other unknown entry by the start of its field; `unknown` has the
places of these. The entries that steps leave have the rest of what a player knows: see `Views.entry`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from operator import itemgetter

from ggl.core import forms as f
from ggl.core.walk import walk
from ggl.engine.layout import Slot
from ggl.engine.protocol import ROLL, Step
from ggl.interpreter.interpreter import Interpreter
from ggl.interpreter.values import MOST_KNOWN
from ggl.interpreter.vector import Value, Vector
from ggl.interpreter.veil_reads import places_read

KEPT = 512
"""The most views that are kept: the information state of a position needs the views of all positions before it."""

Told = tuple[str | int | None, ...]
"""A step as a player learns of it: the name of its schema, and its arguments, None for one that is not told."""

Changes = tuple[tuple[int, int | None], ...]
"""The places of a vector that changed in a view, each with the value seen there now; None for an unknown one."""

Entry = tuple[Told, Changes]
"""The news of a step for a player, and the changes in its view."""


@dataclass(frozen=True)
class SeenVector:
    """A position as a player sees it."""

    vector: tuple[int, ...]
    unknown: frozenset[int] = frozenset()

    def at(self, place: int) -> int | None:
        return None if place in self.unknown else self.vector[place]


class _Entries:
    """The entries of one field as viewers see them. Caches the values of a veil by the entries that it reads, if these are
    few."""

    def __init__(self, veil: f.Veil, interpreter: Interpreter) -> None:
        core, layout = interpreter.core, interpreter.layout
        self.slot = layout.slots[veil.field]
        self._function, self._room = interpreter.expressions.definition(veil.seen or veil.known)
        """The veil as a function of the vector and of a frame that begins with the viewer and the index, and the frame's rest."""
        self._indices = [*product(*map(range, self.slot.sizes))]
        reads = places_read(core, layout, veil)
        self._reads = None if reads is None else [itemgetter(*places) if places else _nothing for places in reads]
        self._known: dict[tuple[object, ...], Value] = {}

    def value(self, position: Vector, vector: tuple[int, ...], viewer: int, place: int) -> Value:
        """The value of the veil at a place of the vector."""
        number = place - self.slot.start
        if self._reads is None:
            return self._worked_out(position, viewer, number)
        key = viewer, number, self._reads[number](vector)
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            found = self._known[key] = self._worked_out(position, viewer, number)
        return found

    def _worked_out(self, position: Vector, viewer: int, number: int) -> Value:
        return self._function(position, [viewer, *self._indices[number], *self._room])


def _nothing(_: object) -> None:
    """The getter for no places."""


class Views:
    def __init__(self, interpreter: Interpreter) -> None:
        self._engine, self._core = interpreter, interpreter.core
        self._mover = interpreter.layout.at("mover")
        self._veils = [(veil, _Entries(veil, interpreter)) for veil in self._core.veils]
        self._tellings = {telling.schema: telling for telling in self._core.tellings}
        self._params = {schema.name: tuple(param.name for param in schema.params) for schema in self._core.schemas}
        self._rolled = [[*map(interpreter.layout.at, roll.fields)] for roll in self._core.rolls]
        self._arrivals = {
            interpreter.layout.at(name): [*self._arrivals_of(roll, name)] for roll in self._core.rolls for name in roll.fields
        }
        """Of what is drawn, where it arrives: the field, and its indices as functions of the position."""
        self._kept = lru_cache(KEPT)(self._view)

    # ---- positions

    def view(self, vector: Sequence[int], viewer: int) -> SeenVector:
        """A position as a player sees it."""
        return self._kept(tuple(vector), viewer) if self._veils else SeenVector(tuple(vector))

    def _view(self, vector: tuple[int, ...], viewer: int) -> SeenVector:
        position, found, unknown = Vector(vector), list(vector), set()
        for veil, entries in self._veils:
            for place in range(entries.slot.start, entries.slot.stop):
                value = entries.value(position, vector, viewer, place)
                if veil.seen:
                    found[place] = int(value)
                elif not value:
                    found[place] = entries.slot.field.start
                    unknown.add(place)
        return SeenVector(tuple(found), frozenset(unknown))

    # ---- steps

    def told(self, before: Sequence[int], step: Step, after: SeenVector, viewer: int) -> Told:
        """The news of a step for a player, apart from what is seen of the position after it; nothing, maybe."""
        if step.schema == ROLL:
            return self._told_of_roll(step, self.view(before, viewer), after)
        return self._told_of_step(step, own=before[self._mover] == viewer)

    def _told_of_roll(self, step: Step, old: SeenVector, new: SeenVector) -> Told:
        """An outcome is known to who sees it before and after, or sees where it arrived: whose it is may have changed since."""
        number, *outcomes = step.args
        rolled = zip(self._rolled[number], outcomes, strict=True)
        return (ROLL, number, *(code if self._learns(at, code, old, new) else None for at, code in rolled))

    def _learns(self, at: int, code: int, old: SeenVector, new: SeenVector) -> bool:
        if at in old.unknown:
            return False
        return at not in new.unknown or any(place not in new.unknown for place in self._arrived(at, code, old))

    def _arrived(self, at: int, code: int, old: SeenVector) -> Iterator[int]:
        """The places that an outcome has gone to, by what its player sees of the position before."""
        position = Vector(old.vector)
        position[at] = code
        for slot, index in self._arrivals[at]:
            codes = [int(each(position)) for each in index]
            if all(one < size for one, size in zip(codes, slot.sizes, strict=True)):
                yield self._engine.layout.at(slot.field.name, *codes)

    def _arrivals_of(self, roll: f.Chance, name: str) -> Iterator[tuple[Slot, list[Callable[[Vector], Value]]]]:
        parts = roll.then.parts if isinstance(roll.then, f.Seq) else (roll.then,)
        for part in parts:
            reads = any(isinstance(one, f.Get) and one.field == name for one in walk(part))
            if isinstance(part, f.Write) and reads:
                yield self._engine.layout.slots[part.field], [self._engine.expressions.alone(each) for each in part.index]

    def _told_of_step(self, step: Step, *, own: bool) -> Told:
        telling = self._tellings.get(step.schema)
        if telling is None or own:
            return (step.schema, *step.args)
        if not telling.made:
            return ()
        return (step.schema, *(arg if name in telling.params else None
                               for name, arg in zip(self._params[step.schema], step.args, strict=True)))  # fmt: skip

    def entry(self, before: Sequence[int], step: Step, after: Sequence[int], viewer: int) -> Entry | None:
        """The news of a step for a player: what is announced, and what has changed in the view. None if both are empty, as the
        player does not notice such a step."""
        own = before[self._mover] == viewer
        return self.entry_between(self.view(before, viewer), step, self.view(after, viewer), own=own)

    def entry_between(self, old: SeenVector, step: Step, new: SeenVector, *, own: bool) -> Entry | None:
        """`entry`, from the views before and after; `own` says that the viewer made the step."""
        told = self._told_of_roll(step, old, new) if step.schema == ROLL else self._told_of_step(step, own=own)
        changes = tuple((place, new.at(place)) for place in range(len(new.vector)) if old.at(place) != new.at(place))
        return (told, changes) if told or changes else None
