"""Positions for programs: steps by number, in machine code, with minimal overhead.

A `CompiledStepper` takes snapshots and gives snapshots (`held_position.py`); a `CompiledWalker` holds one position and steps
forward and back. Both have a memory of their own and serve one thread. Numbers of steps are those of `ggl.engine.actions`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from ggl.compiler.lower.cursor import DRAW, PLAY, START
from ggl.compiler.memory import ArenaFullError, signed_words
from ggl.compiler.runtime.engine import Compiled
from ggl.compiler.runtime.held_position import HeldPosition, Snapshot, SnapshotPast
from ggl.engine.outcomes import LOST_ALONE
from ggl.engine.protocol import Position
from ggl.engine.rows import REASON, SEAT, WINNER

ROLLOUTS = "rollouts"
"""The entry that makes playouts."""


class CompiledStepper(HeldPosition):
    """Steps from snapshot to snapshot. `listed` and `applied` are functions, not methods, since they are called most."""

    def __init__(self, engine: Compiled) -> None:
        super().__init__(engine)
        self._chain: list[SnapshotPast] = []
        """The past that stands in the memory."""
        listed, applied = (self.native.listed, self.native.applied) if self.native is not None else (self._listed, self._applied)
        self.listed: Callable[[Any], list[int]] = listed
        """The numbers of the legal steps, in their order."""
        self.applied: Callable[[Any, object], Any] = applied
        """The snapshot after a legal step; None if the step is not legal."""
        if self._remembered:
            self._listed_here, self._applied_here = listed, applied
            self.listed, self.applied = self._listed_with_past, self._applied_with_past

    def _slow(self) -> tuple[Callable[..., object], ...]:
        return self._listed, self._applied, self._list, self._list

    def start(self) -> Snapshot:
        self._call(START)
        self._chain = []
        self._changed()
        return (self._bytes(), None) if self._remembered else self._bytes()

    def run(self, snapshot: Snapshot, state: int, most: int) -> tuple[list[int], int, tuple[int, ...]]:
        """At most `most` random steps, drawn as by `Engine.draw`: their numbers, the state of the draws, the last vector."""
        if isinstance(snapshot, Position):
            snapshot = self.of(snapshot)
        if isinstance(snapshot, tuple):
            snapshot, past = snapshot
            self._follow(past)
        self._put(self._its_bytes(snapshot))
        made, state = self._run(state, most)
        vector: tuple[int, ...] = self._vector(self.memory.data)
        self._changed()
        return made, state, vector

    def along(self, snapshot: Snapshot, numbers: list[int]) -> Snapshot:
        """The snapshot after steps that are known to be legal."""
        if isinstance(snapshot, Position):
            snapshot = self.of(snapshot)
        for number in numbers:
            past = None
            if isinstance(snapshot, tuple):
                snapshot, past = snapshot
                self._follow(past)
            before = self._its_bytes(snapshot)
            self._put(before)
            self._call(PLAY, number)
            self._changed()
            after = self._bytes()
            snapshot = self._with_past(after, past, before) if self._remembered else after
        return snapshot

    def _listed(self, position: object) -> list[int]:
        self._put(self._its_bytes(position))
        return self._list()

    def _applied(self, position: object, number: object) -> bytes | None:
        self._put(self._its_bytes(position))
        found = self._may(number)
        if found is None:
            return None
        self._call(PLAY, found)
        self._known = -1
        return self._bytes()

    def _its_bytes(self, position: object) -> bytes:
        if isinstance(position, Position):
            position = self.of(position)
        assert isinstance(position, bytes)
        return position

    # ---- where the rules compare positions

    def _follow(self, past: SnapshotPast | None) -> None:
        """Puts that past into the memory."""
        chain = self._chain
        length = past.length if past is not None else 0
        new: list[SnapshotPast] = []
        while past is not None and (past.length > len(chain) or chain[past.length - 1] is not past):
            new.append(past)
            past = past.before
        known = past.length if past is not None else 0
        del chain[known:]
        if new:
            self._remember(new[0], known)
            chain += reversed(new)
        assert len(chain) == length

    def _listed_with_past(self, snapshot: Any) -> list[int]:
        if snapshot.__class__ is not tuple:
            snapshot = self.of(snapshot)
        position, past = snapshot
        if (self._chain[-1] if self._chain else None) is not past:
            self._follow(past)
        return self._listed_here(position)

    def _applied_with_past(self, snapshot: Any, number: object) -> Any:
        if snapshot.__class__ is not tuple:
            snapshot = self.of(snapshot)
        position, past = snapshot
        chain = self._chain
        if (chain[-1] if chain else None) is not past:
            self._follow(past)
        found = self._applied_here(position, number)
        if found is None:
            return None
        return self._with_past(found, past, position)

    def _with_past(self, position: bytes, past: SnapshotPast | None, before: bytes) -> Snapshot:
        """The snapshot of the position in the memory, to which a step led from another one, whose past stands there."""
        chain, length = self._chain, self.view[self._state]
        if length != len(chain):
            past = SnapshotPast(past, self._entry(length - 1), before)
            chain.append(past)
        if self._since >= 0 and self.view[self._since]:
            return self._of_this_game(position), None  # it begins a game
        return position, past


class CompiledWalker(HeldPosition):
    """One position that goes on and back. `here`, `go`, `back` and `sample` are functions, as those of a `CompiledStepper`.

    `go` gives None where the step is not legal, `back` where nothing was done, `sample` where there is no step.
    """

    def __init__(self, engine: Compiled, snapshot_of: Callable[[Position], Snapshot], snapshot: Snapshot) -> None:
        super().__init__(engine)
        self._snapshot_of = snapshot_of
        self._kept = self.memory[: self._state + 1].copy()
        """Room for the position while machine code looks at steps."""
        if self._context is not None:
            from ggl.compiler.backends.python_calls import ContextField

            self._context[ContextField.KEPT] = self._kept.ctypes.data
        native = self.native
        self.here: Callable[[], list[int]] = native.here if native is not None else self._list
        self.go: Callable[[object], object] = native.go if native is not None else self._go
        self.back: Callable[[], object] = native.back if native is not None else self._back
        self.sample: Callable[[], int | None] = native.sample if native is not None else self._sample
        self.put(snapshot)

    def _slow(self) -> tuple[Callable[..., object], ...]:
        return self._list, self._go, self._back, self._sample

    def put(self, snapshot: Snapshot) -> None:
        """Stands in that position; there is nothing to go back to."""
        if isinstance(snapshot, Position):
            snapshot = self._snapshot_of(snapshot)
        position, self._begun = snapshot if isinstance(snapshot, tuple) else (snapshot, None)
        if self._begun is not None:
            self._remember(self._begun, 0)
        self._put(position)
        self.stack.clear()

    def snapshot(self) -> Snapshot:
        now = self._bytes()
        if not self._remembered:
            return now
        since = self._games_before(now)
        past = None if since else self._begun
        for before, after in pairwise([*self.stack, now]):
            length = self._length_of(after)
            if length > self._length_of(before) and length > since:
                past = SnapshotPast(past, self._entry(length - 1), before)
        return self._of_this_game(now), past

    def seed(self, state: int) -> None:
        """The state of the draws of `sample`."""
        self._random = state
        if self._context is not None:
            from ggl.compiler.backends.python_calls import ContextField

            self._context[ContextField.STATE] = state

    def played_out(self, state: int, most: int) -> tuple[list[int], int, tuple[int, ...]]:
        """At most `most` random steps: their numbers, the state of the draws, the last vector. The position stays."""
        before = self._bytes()
        made, state = self._run(state, most)
        vector: tuple[int, ...] = self._vector(self.memory.data)
        self._put(before)
        return made, state, vector

    def winners(self, seed: int, count: int, most: int) -> list[int]:
        """The seats that win each of `count` random games from here, as bits, in one call. The position stays."""
        players, together = self.engine.layout.slots["seat"].sizes[0], self.engine.layout.has("winners")
        rows, word, before = self.engine.rows(count), signed_words(seed, 1)[0], self._bytes()
        while True:
            try:
                self.engine.call(ROLLOUTS, self.memory, self._top, word, 0, count, most, self._most, rows)
                break
            except ArenaFullError:
                self._put(before)
                self._enlarge()
        self._changed()
        found = self.engine.columns(rows).tolist()
        drawn = LOST_ALONE if players == 1 else 0
        if together:
            return [row[-1] or (drawn if row[REASON] else 0) for row in found]
        return [1 << row[SEAT] if row[WINNER] < players else drawn if row[REASON] else 0 for row in found]

    def _go(self, number: object) -> int | None:
        found = self._may(number)
        if found is None:
            return None
        self.stack.append(self._bytes())
        try:
            self._call(PLAY, found)
        except BaseException:
            self.stack.pop()
            raise
        self._changed()
        self._moved = 0
        return found

    def _back(self) -> bool | None:
        if not self.stack:
            return None
        self._put(self.stack.pop())
        return True

    def _sample(self) -> int | None:
        if self._context is not None:
            from ggl.compiler.backends.python_calls import ContextField

            self._random = self._context[ContextField.STATE]
        found, state = self._call(DRAW, state=self._random)
        self.seed(state)
        return found if found >= 0 else None
