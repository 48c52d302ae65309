"""Many positions of one game, stored in arrays and processed by `batch` of its kernel, in several threads if wanted.

Takes an engine; gives arrays. Numbers are those of `ggl.engine.actions`. Arguments are not checked: numbers must be in range,
and arrays of the right shape and type, as `ggl.play.batch` ensures. Raises `WorkLimitError` if a row or the histories need too
much memory; some rows may have been stepped by then.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from ggl.compiler.lower.batches import ADVANCE, CHECK, DRAW, LIST, OBSERVE, REWARDS, SCORE, STEP
from ggl.compiler.memory import PAST_FULL, ArenaFullError, Array
from ggl.compiler.runtime.engine import Compiled, MemoryRoom, past_of, put_past
from ggl.engine.protocol import Position, WorkLimitError

Masks = npt.NDArray[np.bool_]

AT_ONCE = 1 << 13
"""Rows in one call, after which an interrupt is heard."""

FEWEST = 16
"""Rows that a thread is worth."""

FIRST_ROOM = 32
"""Positions that a row's history has room for at first."""

MOST_REMEMBERED = 1 << 28
"""Entries of the histories of a batch: two gigabytes."""

_NO_MASKS: Masks = np.zeros((0, 0), dtype=np.bool_)
_NONE: Array = np.zeros(0, dtype=np.int64)
_NO_SCORES: Array = np.zeros((0, 0), dtype=np.int64)


class LaneBlock:
    """Consecutive rows, with a memory of their own: `starts` and `numbers` are their legal steps, if these are known."""

    def __init__(self, first: int, last: int, room: MemoryRoom) -> None:
        self.first, self.count, self.rows = first, last - first, slice(first, last)
        self.memory: Array | None = None
        self.room = FIRST_ROOM
        """Positions that the history of each row has room for."""
        self.base = 0
        self.memory_room = room
        """The room that the memory was made with."""
        self.starts = np.zeros(self.count + 1, dtype=np.int64)
        self.numbers = np.zeros(self.count * 32, dtype=np.int64)
        self.known = False
        self.reached = np.zeros(1, dtype=np.int64)


class Lanes:
    """`positions` has a row for each vector; the draws of row k are those of playout k of the seed."""

    def __init__(self, engine: Compiled, count: int, seed: int, *, rolling: bool, workers: int) -> None:
        self.engine, self.count, self.seed, self.rolling, self.workers = engine, count, seed, rolling, workers
        self._start = engine.start()
        self._begin = np.array(self._start.vector, dtype=np.int64)
        self.positions = np.empty((count, engine.layout.length), dtype=np.int64)
        self.played = np.zeros(count, dtype=np.int64)
        self.states = _states(seed, count)
        self._drawn = np.full(count, -1, dtype=np.int64)
        self._fresh = False
        """Whether what was drawn last is legal still."""
        self.drawn: Array = np.frombuffer(self._drawn.data.toreadonly(), dtype=np.int64)
        """The steps drawn last, for reading: the same array each time."""
        each = min(AT_ONCE, max(FEWEST, -(-count // (4 * workers)))) if workers > 1 else AT_ONCE
        self.parts = [LaneBlock(at, min(at + each, count), engine.room) for at in range(0, count, each)]
        self._pool: ThreadPoolExecutor | None = None
        self._process = 0
        """The process whose threads these are."""
        self._remembered = engine.emitted.remembered
        self.reset(np.arange(count))

    def copy(self) -> Lanes:
        other = Lanes(self.engine, self.count, self.seed, rolling=self.rolling, workers=self.workers)
        for mine, its in ((self.positions, other.positions), (self.played, other.played), (self.states, other.states)):
            its[...] = mine
        if self._remembered:
            for here, there in zip(self.parts, other.parts, strict=True):
                there.memory = None if here.memory is None else here.memory.copy()
                there.room, there.base, there.memory_room = here.room, here.base, here.memory_room
        other._changed()
        return other

    # ---- actions and observations

    def reset(self, rows: npt.NDArray[np.intp]) -> None:
        """These rows stand at the beginning again, and the rolls with which it begins are made."""
        self.positions[rows] = self._start.vector
        self.played[rows] = 0
        self._changed()
        if self.rolling:
            self.roll()

    def begin(self, seed: int) -> None:
        """The draws begin again, as those of new rows with this seed."""
        self.seed = seed
        self.states[:] = _states(seed, self.count)
        self._changed()

    def roll(self) -> None:
        """The rolls that are due are made."""
        if self.engine.layout.has("chance"):
            try:
                self._run(STEP, np.full(self.count, -1, dtype=np.int64), rolling=True)
            finally:
                self._changed()

    def masks(self, out: Masks) -> None:
        """Whether each number is a legal step, for each row; what stood in `out` is written over."""
        for part in self.parts:
            part.known = False
        self._list(out)

    def legal(self) -> tuple[Array, Array]:
        """The legal numbers of all rows in the defining order, and where those of each row begin, with the end of all."""
        self._list(_NO_MASKS)
        starts, numbers, base = [np.zeros(1, dtype=np.int64)], [_NONE], 0
        for part in self.parts:
            count = int(part.starts[-1])
            starts.append(part.starts[1:] + base)
            numbers.append(part.numbers[:count])
            base += count
        return np.concatenate(starts), np.concatenate(numbers)

    def draw(self) -> Array:
        """A legal number for each row, each as likely, in `drawn`; -1 where the play is over."""
        self._fresh = False
        self.each(lambda part: self._call(part, DRAW, 0, self._drawn, limit=int(part.known)))
        self._fresh = True
        return self.drawn

    def is_drawn(self, actions: object) -> bool:
        """Whether these are the steps that were drawn last, in their own array, and legal still."""
        return self._fresh and actions is self.drawn

    def illegal(self, actions: Array) -> int | None:
        """The first row whose action is not legal; rows that are over do not count."""
        if self.is_drawn(actions) or (self._fresh and np.array_equal(actions, self._drawn)):
            return None
        self._list(_NO_MASKS)
        stopped: list[int] = []

        def check(part: LaneBlock) -> None:
            reached = self._call(part, CHECK, 0, actions)
            if reached < part.count:
                stopped.append(part.first + reached)

        self.each(check)
        return min(stopped, default=None)

    def step(self, actions: Array) -> None:
        """The actions are made, which are legal; those of rows that are over are let alone."""
        try:
            self._run(STEP, actions, rolling=self.rolling)
        finally:
            self._changed()

    def advance(self, actions: Array, limit: int, told: Array, masks: Masks) -> None:
        """`step`; rows that are over, or have come to `limit` steps, begin again; what is legal then goes to `masks`.

        `told` has a row for each, `(n, REWARDS + sides)`, as `lower/batches.py` says, and is what the call before has left there.
        """
        for part in self.parts:
            part.known = False
        self._fresh = False
        self._list(masks, ADVANCE, actions, limit, told)

    def new_told(self) -> Array:
        """The array that `advance` begins with."""
        return np.zeros((self.count, REWARDS + self.engine.layout.slots["seat"].sizes[0]), dtype=np.int64)

    def observe(self, table: Array, lines: int, out: Masks) -> None:
        """Sets `out`, `(n, columns)`, as a table for `OBSERVE` says, whose lines begin at `lines`."""
        self.each(lambda part: self._call(part, OBSERVE, 0, table, masks=out, room=lines))

    def scores(self) -> Array:
        """The codes of the sides' scores."""
        layout = self.engine.layout
        if self.engine.core.match is not None:
            slot = layout.slots["total"]
            return self.positions[:, slot.start : slot.stop].copy()
        out = np.zeros((self.count, layout.slots["seat"].sizes[0]), dtype=np.int64)
        self._run(SCORE, _NONE, scores=out)
        return out

    # ---- positions in and out

    def put(self, row: int, position: Position) -> None:
        part, length = self._part(row), len(position.history)
        if self._remembered:
            self._make_room(part, length)
            past = [each.copy() for each in self._first(part, row, length)]
            for place, keys in enumerate(position.history):  # takes a while, and may be interrupted
                put_past(self.engine.emitted, past[0][:, place], past[1][place], keys)
            for each, its in zip(self._first(part, row, length), past, strict=True):
                each[:] = its
        self.positions[row] = position.vector
        self.played[row] = length
        self._changed()

    def _first(self, part: LaneBlock, row: int, length: int) -> tuple[Array, Array]:
        """The hashes and the entries of the first positions in the history of a row."""
        hashes, entries = self._past_parts(part, row)
        return hashes[:, :length], entries[:length]

    def position(self, row: int) -> Position:
        """The position of a row. Its history has the keys that the rules compare."""
        vector = tuple(self.positions[row].tolist())
        if not self._remembered or not self.played[row]:
            return Position(vector)
        _, entries = self._past_parts(self._part(row), row)
        history = tuple(past_of(self.engine.emitted, each) for each in entries[: int(self.played[row])])
        return Position(vector, history)

    def _part(self, row: int) -> LaneBlock:
        return next(part for part in self.parts if row < part.first + part.count)

    def _past_parts(self, part: LaneBlock, row: int) -> tuple[Array, Array]:
        """The hashes `(ways, room)` and the entries `(room, entries)` of the history of a row."""
        assert part.memory is not None
        hashes, entries = self.engine.emitted.history.parts(part.memory, part.base, part.room, part.count)
        return hashes[row - part.first], entries[row - part.first]

    # ---- calls

    def _changed(self) -> None:
        """Forgets the known legal steps."""
        for part in self.parts:
            part.known = False
        self._fresh = False

    def _list(self, masks: Masks, mode: int = LIST, actions: Array = _NONE, limit: int = 0, told: Array = _NO_SCORES) -> None:
        def run(part: LaneBlock) -> None:
            if part.known:
                return
            reached, part.starts[0] = 0, 0
            call = partial(self._call, part, mode, rolling=self.rolling, masks=masks, limit=limit, told=told)
            while (reached := call(reached, actions)) < part.count:
                part.numbers = np.concatenate((part.numbers, np.zeros_like(part.numbers)))
            part.known = True

        self.each(run)

    def _run(self, mode: int, actions: Array, *, rolling: bool = False, scores: Array = _NO_SCORES) -> None:
        self.each(lambda part: self._call(part, mode, 0, actions, rolling=rolling, scores=scores))

    def each(self, run: Callable[[LaneBlock], object]) -> None:
        """A call for every part; the first one compiles what there is to compile."""
        first, rest = self.parts[0], self.parts[1:]
        if self.workers == 1 or not rest:
            for part in self.parts:
                run(part)
            return
        if self._pool is None or self._process != os.getpid():  # a fork has no threads
            run(first)
            self._pool, self._process = ThreadPoolExecutor(self.workers), os.getpid()
        else:
            rest = self.parts
        calls = [self._pool.submit(run, part) for part in rest]
        wait(calls)  # all rows finish before an exception is raised
        for call in calls:
            call.result()

    def _call(
        self,
        part: LaneBlock,
        mode: int,
        first: int,
        actions: Array,
        *,
        rolling: bool = False,
        masks: Masks = _NO_MASKS,
        scores: Array = _NO_SCORES,
        limit: int = 0,
        told: Array = _NO_SCORES,
        room: int = 0,
    ) -> int:
        """Calls that function on the rows of a part from one on, in a memory that grows as needed; gives the row it came to."""
        some = self._of(part, actions) if mode != OBSERVE else actions
        marked, points, ends = (self._of(part, each) for each in (masks, scores, told))
        at = part.reached
        at[0] = first

        def call(memory: Array, top: int) -> int:
            sizes = (marked.shape[1], room or len(part.numbers))
            plain = (mode, int(at[0]), part.count, part.memory_room.most, int(rolling), part.base, *sizes, limit)
            arrays = (*self.board(part), some, part.starts, part.numbers, marked, points, at, self._begin, ends)
            return int(self.engine.call("batch", memory, top, *plain, *arrays))

        return self.tried(part, call)

    def board(self, part: LaneBlock) -> tuple[Array, Array, Array]:
        """The positions of a part, the lengths of their pasts, the states of their draws."""
        return self._of(part, self.positions), self._of(part, self.played), self._of(part, self.states)

    def _of(self, part: LaneBlock, array: Any) -> Any:
        """The rows of a part; of a single part the very array, so that its address need not be asked for again."""
        return array[part.rows] if len(array) and len(self.parts) > 1 else array

    def tried(self, part: LaneBlock, call: Callable[[Array, int], int]) -> int:
        """A call in the memory of a part, with the beginning of its arena, or in a larger one if it is too small."""
        while True:
            self._make_room(part)
            memory = part.memory
            assert memory is not None
            try:
                return call(memory, part.base + part.count * part.room * self._remembered)
            except ArenaFullError:
                self._grow(part, memory)

    # ---- memories

    def _make_room(self, part: LaneBlock, history: int = 0) -> None:
        """The part has a memory, in which each history has room for what one step adds, and for one of some length."""
        needed = max(history, int(self.played[part.rows].max())) + 4 if self._remembered else 0
        if part.memory is not None and needed <= part.room:
            return
        room = part.room
        while room < needed:
            room *= 2
        self._rebuild(part, room)

    def _rebuild(self, part: LaneBlock, room: int) -> None:
        if self.count * room * self._remembered > MOST_REMEMBERED:
            raise WorkLimitError(
                f"the histories of {self.count:,} positions, which these rules compare for repetition, take more than "
                f"{MOST_REMEMBERED:,} entries\nhelp: take a smaller batch, or reset rows earlier"
            )
        part.memory_room = self.engine.room
        memory = self.engine.memory(replace(part.memory_room, history=part.count * room))
        memory[self.engine.emitted.memory.room] = room
        base = int(memory[self.engine.emitted.memory.history])
        if part.memory is not None and self._remembered:
            history = self.engine.emitted.history
            old_hashes, old_entries = history.parts(part.memory, base, part.room, part.count)
            hashes, entries = history.parts(memory, base, room, part.count)
            hashes[:, :, : part.room], entries[:, : part.room] = old_hashes, old_entries
        part.memory, part.room, part.base = memory, room, base

    def _grow(self, part: LaneBlock, memory: Array) -> None:
        """Enlarges the memory of the part: the histories of its rows, or what every memory of the engine begins with."""
        refused = self.engine.emitted.memory.refused
        if memory[refused] == PAST_FULL:
            memory[refused] = 0
            self._rebuild(part, 2 * part.room)
            return
        self.engine.grow(memory, part.memory_room)
        self._rebuild(part, part.room)


def _states(seed: int, count: int) -> Array:
    """The state from which each row draws, as `ggl.engine.draws` has it, for all rows at once."""
    step = np.uint64(0x9E3779B97F4A7C15)
    with np.errstate(over="ignore"):
        first = _mixed(np.array([seed & (1 << 64) - 1], dtype=np.uint64) + step)
        return _mixed(first + np.arange(count, dtype=np.uint64) * step).view(np.int64)


def _mixed(x: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))
