"""A position in a memory of its own, for steppers: calls of the entry there, the positions of its past, and snapshots.

A *snapshot* is a position as the memory of an emitted module has it: `bytes` with its vector, its planes and the length of its
history. Where the rules compare positions it is a pair, of that and of its `SnapshotPast`. Snapshots are immutable and may be
shared between threads. With machine code the calls go through `python_calls`; the methods here handle slow, rare and wrong
calls, and all calls if machine code is not available.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from operator import index
from typing import Any
from weakref import WeakMethod

import numpy as np

from ggl.compiler.lower.cursor import DRAW, LIST, PLAY, REFRESH, RUN
from ggl.compiler.memory import PAST_FULL, ArenaFullError, Array, signed_words
from ggl.compiler.runtime.engine import KEYS, Compiled, put_past
from ggl.engine.protocol import Position

CURSOR = "cursor"
"""The entry for all but playouts."""

_MODES = {"LIST": LIST, "PLAY": PLAY, "DRAW": DRAW}


class SnapshotPast:
    """The positions that were left behind, the last one first, so that the positions of a play share them.

    `entry` is what the memory has of it; `source` is the snapshot's bytes, or the keys of `ggl.engine.protocol.History`.
    """

    __slots__ = ("before", "entry", "length", "source")

    def __init__(self, before: SnapshotPast | None, entry: bytes, source: bytes | tuple[tuple[int, ...], ...]) -> None:
        self.before, self.entry, self.source = before, entry, source
        self.length: int = 1 if before is None else before.length + 1


Snapshot = bytes | tuple[bytes, SnapshotPast | None]


class HeldPosition:
    """A memory with a position in it, and its context for `python_calls`."""

    def __init__(self, engine: Compiled) -> None:
        self.engine = engine
        emitted, layout = engine.emitted, engine.layout
        self._state = emitted.memory.state
        """Entries of a position, and the place of the length of its history right behind them."""
        self._size = 8 * (self._state + 1)
        self._history_at, self._remembered, self._since = emitted.memory.history, emitted.remembered, emitted.memory.since
        self._vector = struct.Struct(f"={layout.length}q").unpack_from
        self._words = layout.length
        self._function = engine.function(CURSOR)
        self._known = -1
        """How many legal steps stand in `numbers`, -1 if that is not known; for calls without `python_calls`."""
        self._moved = 1
        self._random = 0
        self.stack: list[bytes] = []
        self._hold: list[object] = [None]
        self._context: memoryview | None = None
        self.numbers: Array = np.zeros(engine.room.most, dtype=np.int64)
        self._steps: Array = np.zeros(1024, dtype=np.int64)
        self._allocate()
        self.native = self._calls()

    def _allocate(self) -> None:
        """A memory, as large as the engine has them now."""
        self._room = self.engine.room
        self._most = self._room.most
        self.memory, self._top = self.engine.new_memory(self._room)
        self.view = self.memory.data
        self._tell()

    def _calls(self) -> Any:
        """The methods that Python may call directly; None without machine code."""
        address = getattr(self._function, "address", None)
        if address is None:
            return None
        from ggl.compiler.backends import python_calls as of

        context = bytearray(8 * of.WORDS)
        words = memoryview(context).cast("q")
        slow = tuple(map(_weak, self._slow()))
        self._slow_functions = slow  # the context holds only their addresses, so keep them alive
        words[of.ContextField.ENTRY] = address
        words[of.ContextField.SIZE] = self._size
        words[of.ContextField.HOLD], words[of.ContextField.STACK] = id(self._hold), id(self.stack)
        words[of.ContextField.COUNT] = words[of.ContextField.DRAWN] = -1
        words[of.ContextField.MOVED] = 1
        places = of.ContextField.SLOW_LIST, of.ContextField.SLOW_APPLY, of.ContextField.SLOW_BACK, of.ContextField.SLOW_SAMPLE
        for place, function in zip(places, slow, strict=True):
            words[place] = id(function)
        found = of.context_calls(context, _MODES)
        if found is not None:
            self._context = words
            self._tell()
        return found

    def _slow(self) -> tuple[Callable[..., object], ...]:
        """The fallbacks of `python_calls`: list, apply, back, sample."""
        raise NotImplementedError

    def _tell(self) -> None:
        """The context is about the memory, and knows nothing of the position there."""
        if self._context is not None:
            from ggl.compiler.backends.python_calls import ContextField

            self._context[ContextField.MEMORY], self._context[ContextField.NUMBERS] = (
                self.memory.ctypes.data,
                self.numbers.ctypes.data,
            )
            self._context[ContextField.TOP], self._context[ContextField.MOST] = self._top, self._most
            self._context[ContextField.ROOM] = len(self.numbers)
            self._changed()

    def _changed(self) -> None:
        """The position in the memory is another one."""
        self._known, self._moved = -1, 1
        if self._context is not None:
            from ggl.compiler.backends.python_calls import ContextField

            self._context[ContextField.COUNT] = self._context[ContextField.DRAWN] = -1
            self._context[ContextField.LOADED], self._context[ContextField.MOVED] = 0, 1

    # ---- calls at leisure

    def _call(self, mode: int, number: int = 0, state: int = 0, numbers: Array | None = None) -> tuple[int, int]:
        """The entry, in a memory that grows where it has to; if it cannot, the position is as it was."""
        given = self.numbers if numbers is None else numbers
        while True:
            before = self._bytes()
            # `python_calls` tracks the caches in the memory itself, and may have been interrupted half-way
            moved, self._moved = 1 if self._context is not None else self._moved, 0
            self.memory[self.engine.emitted.memory.refused] = 0
            try:
                found: tuple[int, int] = self._function(
                    self.memory, self._top, mode, self._most, number, state, moved, given, len(given)
                )
                return found
            except ArenaFullError:
                self._put(before)
                self._enlarge()
            except BaseException:
                self._put(before)
                raise

    def _enlarge(self) -> None:
        """The position stands in a larger memory."""
        self.engine.grow(self.memory, self._room)
        old, length = self.memory, int(self.memory[self._state])
        self._allocate()
        self.memory[: self._state + 1] = old[: self._state + 1]
        if self._remembered:
            hashes, entries = self._past_parts(old)
            to_hashes, to_entries = self._past_parts(self.memory)
            to_hashes[:, :length], to_entries[:length] = hashes[:, :length], entries[:length]
        self._changed()

    def _bytes(self) -> bytes:
        return self.memory[: self._state + 1].tobytes()

    def _put(self, position: bytes) -> None:
        self.memory[: self._state + 1] = np.frombuffer(position, dtype=np.int64)
        self._changed()

    def _count(self) -> int:
        """How many legal steps there are; they stand in `numbers`."""
        if self._known < 0 or self._context is not None:  # machine code may have changed the position since
            while (count := self._call(LIST)[0]) < 0:
                self.numbers = np.zeros(-2 * count, dtype=np.int64)
                self._tell()
            self._known = count
        return self._known

    def _list(self) -> list[int]:
        count = self._count()
        found: list[int] = self.numbers[:count].tolist()
        return found

    def _may(self, number: object) -> int | None:
        """The number of a legal step; None if it is none."""
        try:
            found = index(number)  # type: ignore[arg-type]
        except TypeError:
            return None
        return found if found in self._list() else None

    def _run(self, state: int, most: int) -> tuple[list[int], int]:
        """Makes up to `most` random steps from the position in the memory: gives their numbers, and the state of the draws."""
        made: list[int] = []
        room, over = self._steps, self.engine.layout.at("over")
        while len(made) < most and not self.view[over]:
            space = room if most - len(made) >= len(room) else room[: most - len(made)]
            count, state = self._call(RUN, state=signed_words(state, 1)[0], numbers=space)
            self._moved = 0
            made += space[:count].tolist()
            if count < len(space):
                break
        return made, state

    # ---- the past

    def _past_parts(self, memory: Array) -> tuple[Array, Array]:
        """The hashes `(ways, room)` and the entries `(room, entries)` of the history in a memory."""
        emitted = self.engine.emitted
        start, room = int(memory[self._history_at]), int(memory[emitted.memory.room])
        (hashes,), (entries,) = emitted.history.parts(memory, start, room)
        return hashes, entries

    def _entry(self, place: int) -> bytes:
        """The entry in memory of a position that was left behind."""
        hashes, entries = self._past_parts(self.memory)
        entry: bytes = hashes[:, place].tobytes() + entries[place].tobytes()
        return entry

    def _remember(self, past: SnapshotPast | None, known: int) -> None:
        """The entries from a place on stand in the memory, which has room for them."""
        length = past.length if past is not None else 0
        while length > int(self.memory[self.engine.emitted.memory.room]):
            before = self._bytes()
            self.memory[self._state], self.memory[self.engine.emitted.memory.refused] = known, PAST_FULL
            self._enlarge()
            self._put(before)
        if past is None:
            return
        hashes, entries = self._past_parts(self.memory)
        while past is not None and past.length > known:
            words = np.frombuffer(past.entry, dtype=np.int64)
            hashes[:, past.length - 1], entries[past.length - 1] = words[: len(hashes)], words[len(hashes) :]
            past = past.before

    def _of_this_game(self, position: bytes) -> bytes:
        """The position without the games of the match before its own: as one whose past begins with its game."""
        before = self._games_before(position)
        if not before:
            return position
        words = np.frombuffer(position, dtype=np.int64).copy()
        words[self._since], words[self._state] = 0, words[self._state] - before
        return words.tobytes()

    def _games_before(self, position: bytes) -> int:
        """How many positions of the history are of games before this one."""
        count: int = struct.unpack_from("=q", position, 8 * self._since)[0] if self._since is not None else 0
        return count

    def _past_of(self, position: Position) -> SnapshotPast | None:
        past, emitted = None, self.engine.emitted
        for each in position.history if emitted.keys else ():
            entry: Array = np.empty(emitted.remembered, dtype=np.int64)
            put_past(emitted, entry[: emitted.history.ways], entry[emitted.history.ways :], each)
            past = SnapshotPast(past, entry.tobytes(), each)
        return past

    def _length_of(self, position: bytes) -> int:
        length: int = struct.unpack_from("=q", position, self._size - 8)[0]
        return length

    # ---- snapshots in and out

    def of(self, position: Position) -> Snapshot:
        """The snapshot of a position; a memory of its own is changed by it."""
        self.memory[: self._words] = position.vector
        past = self._past_of(position)
        self.memory[self._state] = past.length if past is not None else 0
        self._changed()
        self._call(REFRESH)
        return (self._bytes(), past) if self._remembered else self._bytes()

    def vector(self, snapshot: Snapshot) -> tuple[int, ...]:
        found: tuple[int, ...] = self._vector(snapshot[0] if isinstance(snapshot, tuple) else snapshot)
        return found

    def position(self, snapshot: Snapshot) -> Position:
        """The position with all keys of its past, as an engine has them."""
        vector, history = self.vector(snapshot), []
        past = snapshot[1] if isinstance(snapshot, tuple) else None
        while past is not None:
            source = past.source
            if isinstance(source, bytes):
                left = self._vector(source)
                source = tuple(self.engine.layout.key(left, key) for key in KEYS)
            history.append(source)
            past = past.before
        return Position(vector, tuple(reversed(history)))


def _weak(method: Callable[..., object]) -> Callable[..., object]:
    """The method as a function that does not keep its object alive."""
    of = WeakMethod(method)

    def called(*arguments: object) -> object:
        found = of()
        assert found is not None
        return found(*arguments)

    return called
