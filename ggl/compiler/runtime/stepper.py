"""Positions for programs: steps by number, in machine code, with minimal overhead.

A `CompiledStepper` takes snapshots and gives snapshots (`held_position.py`); a `CompiledWalker` holds one position and steps
forward and back. Both have a memory of their own and serve one thread. Numbers of steps are those of `ggl.engine.actions`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any, TypeVar

from ggl.compiler.lower.cursor import DRAW, PLAY, START
from ggl.compiler.memory import ArenaFullError, Array, signed_words
from ggl.compiler.runtime.engine import Compiled
from ggl.compiler.runtime.held_position import HeldPosition, Snapshot, SnapshotPast
from ggl.engine.outcomes import LOST_ALONE
from ggl.engine.protocol import Position, WorkLimitError
from ggl.engine.rows import REASON, SEAT, WINNER

_T = TypeVar("_T")

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
        if self._games_before(position):
            return self._of_this_game(position), None  # it begins a game
        return position, past


class CompiledWalker(HeldPosition):
    """One position that goes on and back. `here`, `go`, `back` and `sample` are functions, as those of a `CompiledStepper`.

    `go` gives None where the step is not legal, `back` where nothing was done, `sample` where there is no step.
    """

    def __init__(self, engine: Compiled, snapshot_of: Callable[[Position], Snapshot], snapshot: Snapshot) -> None:
        super().__init__(engine)
        self._set_aside: list[tuple[bytes, SnapshotPast | None]] = []
        """Positions to go back to before those of `stack`, each with a past of its own: no memory has room for that of all."""
        self._begun: SnapshotPast | None = None
        """The past with which the first position of `stack` stands in the memory."""
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
        position, past = snapshot if isinstance(snapshot, tuple) else (snapshot, None)
        begun, before = self._begun, self._bytes()
        kept = [each.copy() for each in self._past_here()] if past is not None else []
        try:
            self._stand_in(position, past, 0)
        except BaseException:  # it stays where it was, with its own past
            self._begun = begun
            self._put(before)
            for each, its in zip(self._past_here() if kept else (), kept, strict=True):
                each[:] = its
            raise
        self.stack.clear()
        self._set_aside.clear()

    def _past_here(self) -> tuple[Array, Array]:
        """The hashes and the entries of the positions that were left behind."""
        length = int(self.view[self._state])
        hashes, entries = self._past_parts(self.memory)
        return hashes[:, :length], entries[:length]

    @property
    def depth(self) -> int:
        return len(self._set_aside) + len(self.stack)

    def snapshot(self) -> Snapshot:
        now = self._bytes()
        if not self._remembered:
            return now
        since, here = self._games_before(now), [*self.stack, now]
        game = here[bisect_left(here, since, key=self._games_before) :]
        *_, (_, past) = self._with_pasts(game, None if since else self._begun)
        return self._of_this_game(now), past

    def _with_pasts(self, here: list[bytes], past: SnapshotPast | None) -> Iterator[tuple[bytes, SnapshotPast | None]]:
        """Each of these positions, which follow one another, with the past in its own game; given is that of the first."""
        yield here[0], past
        for before, after in pairwise(here):
            length = self._length_of(after)
            if self._games_before(after) != self._games_before(before):
                past = None
            elif length > self._length_of(before):
                past = SnapshotPast(past, self._entry(length - 1), before)
            yield after, past

    def _with_room(self, call: Callable[[], _T]) -> _T:
        """The call; if it fails, once more without the games of the match before this one, which may have filled the memory."""
        try:
            return call()
        except WorkLimitError:
            if not self._games_before(self._bytes()):
                raise
        self._set_games_aside()
        return call()

    def _set_games_aside(self) -> None:
        """What the stack goes back to gets a past of its own, so that only this game needs to stand in the history."""
        here = self._with_pasts([*self.stack, self._bytes()], self._begun)
        *before, (now, past) = [(self._of_this_game(each), past) for each, past in here]
        self._set_aside += before
        self.stack.clear()
        self._stand_in(now, past, 0)

    def _stand_in(self, position: bytes, past: SnapshotPast | None, known: int) -> None:
        """There is nothing on the stack, and so much of the past stands in the memory."""
        self._remember(past, known)
        self._begun = past
        self._put(position)

    def seed(self, state: int) -> None:
        """The state of the draws of `sample`."""
        self._random = state
        if self._context is not None:
            from ggl.compiler.backends.python_calls import ContextField

            self._context[ContextField.STATE] = state

    def played_out(self, state: int, most: int) -> tuple[list[int], int, tuple[int, ...]]:
        """At most `most` random steps: their numbers, the state of the draws, the last vector. The position stays."""

        def run() -> tuple[list[int], int, tuple[int, ...]]:
            before = self._bytes()
            try:
                made, after = self._run(state, most)
                return made, after, self._vector(self.memory.data)
            finally:
                self._put(before)

        return self._with_room(run)

    def winners(self, seed: int, count: int, most: int) -> list[int]:
        """The seats that win each of `count` random games from here, as bits, in one call. The position stays."""
        players, together = self.engine.layout.slots["seat"].sizes[0], self.engine.layout.has("winners")
        rows, word = self.engine.rows(count), signed_words(seed, 1)[0]

        def play() -> None:
            before = self._bytes()
            while True:
                try:
                    self.engine.call(ROLLOUTS, self.memory, self._top, word, 0, count, most, self._most, rows)
                    return
                except ArenaFullError:
                    self._put(before)
                    self._enlarge()

        self._with_room(play)
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
        self._with_room(lambda: self._gone(found))
        self._changed()
        self._moved = 0
        return found

    def _gone(self, number: int) -> None:
        self.stack.append(self._bytes())
        try:
            self._call(PLAY, number)
        except BaseException:
            self.stack.pop()
            raise

    def _list(self) -> list[int]:
        return self._with_room(super()._list)

    def _back(self) -> bool | None:
        if self.stack:
            self._put(self.stack.pop())
        elif self._set_aside:
            position, past = self._set_aside[-1]
            stands = past is not None and self._begun is not None and past in (self._begun, self._begun.before)
            self._stand_in(position, past, past.length if past is not None and stands else 0)
            self._set_aside.pop()
        else:
            return None
        return True

    def _sample(self) -> int | None:
        if self._context is not None:
            from ggl.compiler.backends.python_calls import ContextField

            self._random = self._context[ContextField.STATE]
        found, state = self._with_room(lambda: self._call(DRAW, state=self._random))
        self.seed(state)
        return found if found >= 0 else None
