"""Many positions of one game, kept in arrays and worked upon by `batch` of its kernel, in threads if there are several.

Takes an engine; gives arrays. Numbers are those of `ggl.engine.actions`. What is handed in is trusted: numbers are in range,
arrays of the right shape and type; `ggl.play.batch` sees to it. Raises `WorkLimitError` where a row or the histories need too
much memory; some rows may have been stepped then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np
import numpy.typing as npt

from ggl.compiler.lower.batches import CHECK, DRAW, LIST, SCORE, STEP
from ggl.compiler.memory import ArenaFullError, Array
from ggl.compiler.runtime.engine import KEYS, Compiled, key_hash
from ggl.engine.protocol import Position, WorkLimitError

Masks = npt.NDArray[np.bool_]

AT_ONCE = 1024
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


class _Part:
    """Consecutive rows, with a memory of their own: `starts` and `numbers` are their legal steps, if these are known."""

    def __init__(self, first: int, last: int) -> None:
        self.first, self.count, self.rows = first, last - first, slice(first, last)
        self.memory: Array | None = None
        self.room = FIRST_ROOM
        self.base = self.most = self.grown = 0
        self.starts = np.zeros(self.count + 1, dtype=np.int64)
        self.numbers = np.zeros(self.count * 32, dtype=np.int64)
        self.known = False


class Many:
    """`positions` has a row for each vector; the draws of row k are those of playout k of the seed."""

    def __init__(self, engine: Compiled, count: int, seed: int, *, rolling: bool, workers: int) -> None:
        self.engine, self.count, self.seed, self.rolling, self.workers = engine, count, seed, rolling, workers
        self._start = engine.start()
        self.positions = np.empty((count, engine.layout.length), dtype=np.int64)
        self.played = np.zeros(count, dtype=np.int64)
        self.states = _states(seed, count)
        self._drawn = np.full(count, -1, dtype=np.int64)
        each = min(AT_ONCE, max(FEWEST, -(-count // (4 * workers)))) if workers > 1 else AT_ONCE
        self._parts = [_Part(at, min(at + each, count)) for at in range(0, count, each)]
        self._pool: ThreadPoolExecutor | None = None
        self._lock = threading.Lock()
        self._remembered = engine.emitted.remembered
        self.reset(np.arange(count))

    def copy(self) -> Many:
        other = Many(self.engine, self.count, self.seed, rolling=self.rolling, workers=self.workers)
        for mine, its in ((self.positions, other.positions), (self.played, other.played), (self.states, other.states)):
            its[...] = mine
        if self._remembered:
            for here, there in zip(self._parts, other._parts, strict=True):
                there.memory = None if here.memory is None else here.memory.copy()
                there.room, there.base, there.most, there.grown = here.room, here.base, here.most, here.grown
        other._changed()
        return other

    # ---- what the rows are told and asked

    def reset(self, rows: npt.NDArray[np.intp]) -> None:
        """These rows stand at the beginning again, and the rolls with which it begins are made."""
        self.positions[rows] = self._start.vector
        self.played[rows] = 0
        self._changed()
        if self.rolling:
            self.roll()

    def roll(self) -> None:
        """The rolls that are due are made."""
        if self.engine.layout.has("chance"):
            try:
                self._run(STEP, np.full(self.count, -1, dtype=np.int64), rolling=True)
            finally:
                self._changed()

    def masks(self, out: Masks) -> None:
        """Whether each number is a legal step, for each row; what stood in `out` is written over."""
        for part in self._parts:
            part.known = False
        self._list(out)

    def legal(self) -> tuple[Array, Array]:
        """The legal numbers of all rows in the defining order, and where those of each row begin, with the end of all."""
        self._list(_NO_MASKS)
        starts, numbers, base = [np.zeros(1, dtype=np.int64)], [_NONE], 0
        for part in self._parts:
            count = int(part.starts[-1])
            starts.append(part.starts[1:] + base)
            numbers.append(part.numbers[:count])
            base += count
        return np.concatenate(starts), np.concatenate(numbers)

    def draw(self) -> Array:
        """A legal number for each row, each as likely; -1 where the play is over."""
        actions = np.empty(self.count, dtype=np.int64)
        self._run(DRAW, actions)
        self._drawn = actions.copy()
        return actions

    def illegal(self, actions: Array) -> int | None:
        """The first row whose action is not legal; rows that are over do not count."""
        if np.array_equal(actions, self._drawn):
            return None
        self._list(_NO_MASKS)
        stopped: list[int] = []

        def check(part: _Part) -> None:
            reached = self._call(part, CHECK, 0, actions)
            if reached < part.count:
                stopped.append(part.first + reached)

        self._each(check)
        return min(stopped, default=None)

    def step(self, actions: Array) -> None:
        """The actions are made, which are legal; those of rows that are over are let alone."""
        try:
            self._run(STEP, actions, rolling=self.rolling)
        finally:
            self._changed()

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
        part, keys = self._part(row), self.engine.emitted.keys
        if self._remembered:
            self._make_room(part, len(position.history))
        self.positions[row] = position.vector
        self.played[row] = len(position.history)
        self._changed()
        if not self._remembered:
            return
        assert part.memory is not None
        at = self._area(part, row)
        for each in position.history:
            for key in keys:
                entries = each[KEYS.index(key)]
                part.memory[at] = key_hash(entries)
                part.memory[at + 1 : at + 1 + len(entries)] = entries
                at += 1 + len(entries)

    def position(self, row: int) -> Position:
        """The position of a row. Of its history the keys are there that the rules compare."""
        vector = tuple(self.positions[row].tolist())
        if not self._remembered or not self.played[row]:
            return Position(vector)
        part, layout = self._part(row), self.engine.layout
        assert part.memory is not None
        sizes = {key: sum(stop - start for start, stop in layout.ranges(key)) for key in self.engine.emitted.keys}
        at, history = self._area(part, row), []
        for _ in range(int(self.played[row])):
            keys: dict[str, tuple[int, ...]] = {}
            for key, size in sizes.items():
                keys[key] = tuple(part.memory[at + 1 : at + 1 + size].tolist())
                at += 1 + size
            history.append(tuple(keys.get(key, ()) for key in KEYS))
        return Position(vector, tuple(history))

    def _part(self, row: int) -> _Part:
        return next(part for part in self._parts if row < part.first + part.count)

    def _area(self, part: _Part, row: int) -> int:
        """Where the history of a row begins in the memory of its part."""
        return part.base + (row - part.first) * part.room * self._remembered

    # ---- calls

    def _changed(self) -> None:
        """What was known of legal steps is of the past."""
        for part in self._parts:
            part.known = False
        self._drawn.fill(-1)

    def _list(self, masks: Masks) -> None:
        def run(part: _Part) -> None:
            if part.known:
                return
            reached, part.starts[0] = 0, 0
            while (reached := self._call(part, LIST, reached, _NONE, masks=masks)) < part.count:
                part.numbers = np.concatenate((part.numbers, np.zeros_like(part.numbers)))
            part.known = True

        self._each(run)

    def _run(self, mode: int, actions: Array, *, rolling: bool = False, scores: Array = _NO_SCORES) -> None:
        self._each(lambda part: self._call(part, mode, 0, actions, rolling=rolling, scores=scores))

    def _each(self, run: Callable[[_Part], object]) -> None:
        """A call for every part; the first one compiles what there is to compile."""
        first, rest = self._parts[0], self._parts[1:]
        if self.workers == 1 or not rest:
            for part in self._parts:
                run(part)
            return
        if self._pool is None:
            run(first)
            self._pool = ThreadPoolExecutor(self.workers)
        else:
            rest = self._parts
        calls = [self._pool.submit(run, part) for part in rest]
        wait(calls)  # nothing is under way any more when a mistake is told
        for call in calls:
            call.result()

    def _call(
        self,
        part: _Part,
        mode: int,
        first: int,
        actions: Array,
        *,
        rolling: bool = False,
        masks: Masks = _NO_MASKS,
        scores: Array = _NO_SCORES,
    ) -> int:
        """That function on the rows of a part from one on, in a memory that grows where it has to; the row it came to."""
        rows = part.rows
        some = actions[rows] if len(actions) else actions
        marked = masks[rows] if len(masks) else masks
        points = scores[rows] if len(scores) else scores
        at = np.array([first], dtype=np.int64)
        while True:
            self._make_room(part)
            memory = part.memory
            assert memory is not None
            board = (self.positions[rows], self.played[rows], self.states[rows])
            arrays = (*board, some, part.starts, part.numbers, marked, points, at)
            top = part.base + part.count * part.room * self._remembered
            try:
                room = (marked.shape[1], len(part.numbers))
                plain = (mode, int(at[0]), part.count, part.most, int(rolling), part.base, *room)
                return int(self.engine.call("batch", memory, top, *plain, *arrays))
            except ArenaFullError:
                self._grow(part, memory)

    # ---- memories

    def _make_room(self, part: _Part, history: int = 0) -> None:
        """The part has a memory, in which each history has room for what one step adds, and for one of some length."""
        needed = max(history, int(self.played[part.rows].max())) + 4 if self._remembered else 0
        if part.memory is not None and needed <= part.room:
            return
        room = part.room
        while room < needed:
            room *= 2
        self._rebuild(part, room)

    def _rebuild(self, part: _Part, room: int) -> None:
        if self.count * room * self._remembered > MOST_REMEMBERED:
            raise WorkLimitError(
                f"the histories of {self.count:,} positions, which these rules compare for repetition, take more than "
                f"{MOST_REMEMBERED:,} entries\nhelp: take a smaller batch, or reset rows earlier"
            )
        part.grown, part.most = self.engine.grown, self.engine.most
        entries = part.count * room * self._remembered
        memory = self.engine.memory(part.count * room)
        memory[self.engine.emitted.memory.room] = room
        base = int(memory[self.engine.emitted.memory.history])
        if part.memory is not None and self._remembered:
            shape = (part.count, part.room, self._remembered)
            before = part.memory[base : base + part.count * part.room * self._remembered].reshape(shape)
            memory[base : base + entries].reshape(part.count, room, self._remembered)[:, : part.room] = before
        part.memory, part.room, part.base = memory, room, base

    def _grow(self, part: _Part, memory: Array) -> None:
        """What the engine begins with is larger from now on, unless another part has just seen to it."""
        with self._lock:
            if part.grown == self.engine.grown:
                self.engine.grow(memory)
        self._rebuild(part, part.room * 2 if self._remembered else part.room)


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
