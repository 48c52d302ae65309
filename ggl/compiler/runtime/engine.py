"""The engine that runs emitted modules: the protocol of `ggl.engine`, and playouts and perft in one call."""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ggl.compiler.emitted import Emitted
from ggl.compiler.memory import (
    MOST_CALLS,
    MOST_ROWS,
    PAST_FULL,
    TOO_DEEP,
    TOO_LONG,
    TOO_MANY,
    ArenaFullError,
    Array,
    factors,
    signed_words,
)
from ggl.compiler.runtime.cache import emitted, is_kept, with_searches
from ggl.compiler.runtime.functions import AsPython, Functions, compiled
from ggl.core import forms as f
from ggl.engine.layout import Layout
from ggl.engine.protocol import (
    PASS,
    ROLL,
    STOP,
    SWAP_SIDES,
    TAKE,
    History,
    Position,
    Step,
    WorkLimitError,
)  # fmt: skip
from ggl.engine.rows import OUTCOME, result_words
from ggl.frozen import frozen

_T = TypeVar("_T")

KEYS = ("position", "board")
FIRST, MORE = 8, 8
"""Playouts that are timed before the rest is shared out, and how many times as many until they take `SHORTEST_CALL`."""

SHORTEST_CALL, LONGEST_CALL = 0.001, 0.02
"""Seconds that a call takes about: a thread is worth no less, and an interrupt is heard after it."""

LARGEST = 1 << 26
"""Entries that the memory of one worker may have: half a gigabyte."""


class TooDeepError(Exception):
    """A count that goes deeper than one call can."""


_REFUSALS: dict[int, Callable[[], Exception]] = {
    TOO_LONG: WorkLimitError.of_turn,
    TOO_MANY: WorkLimitError.of_steps,
    TOO_DEEP: TooDeepError,
}
"""By why a call was given up, where no memory is large enough."""


@frozen
class MemoryRoom:
    """What a memory has room for: entries of lists and of searches, past positions, the positions that a choice among whole turns
    keeps apart, and legal steps. `grown` counts how often there was too little."""

    arena: int
    history: int
    turns: int
    most: int
    grown: int = 0

    def larger(self, *, past: bool) -> MemoryRoom:
        """Room for a longer past, or for more of all else."""
        if past:
            return replace(self, history=4 * self.history, grown=self.grown + 1)
        return MemoryRoom(4 * self.arena, self.history, 4 * self.turns, min(4 * self.most, MOST_ROWS), self.grown + 1)


@dataclass
class _ThreadMemory:
    """The memory of a thread, the room it was made with, and the past that stands in it."""

    v: Array
    room: MemoryRoom
    history: History = ()


class Compiled:
    """An engine for one core; several threads may use it, each with a memory of its own.

    With `as_python` nothing becomes machine code: the functions are executed as Python, slowly and with the same results.
    Raises `CannotCompileError`, `CompilationError` where that is a bug of ggl, and `ImportError` without llvmlite.
    """

    def __init__(self, core: f.CoreGame, title: str = "A game", *, as_python: bool = False) -> None:
        self.core = core
        self.layout = Layout(core)
        self.title = title
        self.emitted = _emit(core) if as_python else emitted(core)
        """The module without the searches, which are lowered when the first of them is called."""
        self._recursive = as_python
        """Whether calls within each other are Python's, which bounds them."""
        self._as_functions = AsPython if as_python else compiled
        self._functions: Functions = self._as_functions(self.emitted)
        self._searching: tuple[Emitted, Functions] | None = None
        self._called: dict[str, Callable[..., Any]] = {}
        self._making = threading.Lock()
        self._told = False
        self._schemas = [schema.name for schema in core.schemas]
        self._counts = [len(schema.params) for schema in core.schemas]
        self.room = MemoryRoom(1 << 14, 256 if self.emitted.keys else 0, 1 << 8, 1 << 10)
        """The room of new memories."""
        self._growing = threading.Lock()
        self._local = threading.local()

    def rows(self, count: int) -> Array:
        """Room for the rows of so many random plays, as the code writes them."""
        return np.zeros((count, result_words(self.core, self.layout)), dtype=np.int64)

    def columns(self, rows: Array) -> npt.NDArray[Any]:
        """The same, column by column (`ggl.engine.rows`): a view."""
        return rows if rows.shape[1] >= OUTCOME else rows.view("<i4")

    def ready(self, function: str) -> bool:
        """Whether `playouts` or `perft` has been compiled before, so that a first call takes no time."""
        if function in self.emitted.entries:
            return self._functions.ready(self.emitted.entries[function])
        if self._searching is None and not self._recursive and not is_kept(self.core, searches=True):
            return False
        whole, functions = self._with_searches()
        return functions.ready(whole.entries[function])

    def prepare(self, *functions: str) -> None:
        """Compile functions now, so that it is known that they can be. Raises `CompilationError`."""
        for name in functions:
            self._called.get(name) or self._made(name)

    def call(self, name: str, *args: object) -> Any:
        """A function of the module. The first call may compile it, and says so to an observer.

        The entries of an array are handed over one after the other, so it must be contiguous.
        """
        return self.function(name)(*args)

    def function(self, name: str) -> Callable[..., Any]:
        """A function of the module, for frequent callers; compiled now if it has to be."""
        return self._called.get(name) or self._made(name)

    @contextmanager
    def _calls(self, depth: int) -> Iterator[None]:
        """The limit of nested calls."""
        if not self._recursive:
            yield
            return
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(before + depth)
        try:
            yield
        finally:
            sys.setrecursionlimit(before)

    def _made(self, name: str) -> Callable[..., Any]:
        with self._making:
            if name not in self._called:
                if not self._told and not self.ready(name):
                    self._tell()
                if name in self.emitted.entries:
                    whole, functions = self.emitted, self._functions
                else:
                    whole, functions = self._with_searches()
                self._called[name] = functions.function(whole.entries[name])
            return self._called[name]

    def _with_searches(self) -> tuple[Emitted, Functions]:
        """The whole module and its functions."""
        if self._searching is None:
            without = self.emitted
            whole = without.more() if self._recursive and without.more is not None else with_searches(self.core, without)
            self._searching = whole, self._as_functions(whole)
        return self._searching

    @property
    def whole(self) -> Emitted:
        """The module with the searches."""
        return self._with_searches()[0]

    def _tell(self) -> None:
        """Say once, where somebody looks on, what takes a while. It is a line that stays: there may be a bar below it, and a
        process that works for another says nothing."""
        self._told = True
        if sys.stderr.isatty() and multiprocessing.parent_process() is None:
            print(f"compiling {self.title} .. (once; it is kept)", file=sys.stderr, flush=True)

    @property
    def _mine(self) -> _ThreadMemory:
        """The memory of this thread; a new one if another thread has found that there is too little room."""
        mine: _ThreadMemory | None = getattr(self._local, "memory", None)
        if mine is None or mine.room is not self.room:
            room = self.room
            mine = self._local.memory = _ThreadMemory(self.memory(room), room)
        return mine

    @property
    def most(self) -> int:
        """The legal steps that the memory of this thread has room for."""
        return int(self._local.memory.room.most)

    def memory(self, room: MemoryRoom) -> Array:
        """A memory to call the functions in; each thread needs its own."""
        arena = room.arena + 2 * room.most * self.emitted.row + room.turns * self.emitted.kept_turn
        return self.emitted.memory.build(room.history, arena, self.emitted.remembered, room.turns)

    def new_memory(self, room: MemoryRoom) -> tuple[Array, int]:
        """A memory, and where its arena begins."""
        v = self.memory(room)
        return v, self._top(v)

    def _top(self, v: Array) -> int:
        """The place where the arena begins."""
        memory = self.emitted.memory
        return int(v[memory.history] + v[memory.room] * self.emitted.remembered)

    def grow(self, v: Array, room: MemoryRoom) -> None:
        """After an `ArenaFullError` in a memory that was made with a room, new memories are larger, unless they are so already.

        Raises `WorkLimitError` where they are as large as may be, or a larger one would not help; then they stay as they are.
        """
        why, v[self.emitted.memory.refused] = int(v[self.emitted.memory.refused]), 0
        if why in _REFUSALS:
            raise _REFUSALS[why]()
        with self._growing:
            if room is not self.room:
                return
            larger = room.larger(past=why == PAST_FULL)
            words = larger.arena + larger.turns * self.emitted.kept_turn + larger.history * self.emitted.remembered
            if words > LARGEST:
                raise WorkLimitError.of_work()
            self.room = larger

    def tried(self, run: Callable[[Array, int], _T]) -> _T:
        """A call in the memory, or in a larger one if it turns out to be too small."""
        while True:
            mine = self._mine
            try:
                return run(mine.v, self._top(mine.v))
            except ArenaFullError:
                self.grow(mine.v, mine.room)

    # ---- positions in and out

    def load(self, v: Array, position: Position) -> None:
        v[: self.layout.length] = position.vector
        self.call("refresh", v, 0)
        memory = self.emitted.memory
        if not self.emitted.keys:
            return
        if len(position.history) > int(v[memory.room]):
            v[memory.refused] = PAST_FULL
            raise ArenaFullError
        v[memory.played] = len(position.history)
        mine = self._local.memory
        known, mine.history = _common(mine.history, position.history), ()  # whoever is interrupted leaves nothing half known
        (hashes,), (compared,) = self.emitted.history.parts(v, int(v[memory.history]), int(v[memory.room]))
        for place, keys in enumerate(position.history[known:], known):
            put_past(self.emitted, hashes[:, place], compared[place], keys)
        mine.history = position.history  # only the start of a game changes these entries

    def _position(self, v: Array, before: Position) -> Position:
        vector = tuple(v[: self.layout.length].tolist())
        played = int(v[self.emitted.memory.played])
        if not self.emitted.keys or played == 0:
            return Position(vector)
        history = before.history
        if played > len(history):
            history = (*history, tuple(self.layout.key(before.vector, key) for key in KEYS))
        return Position(vector, history)

    # ---- the protocol

    def start(self) -> Position:
        def run(v: Array, top: int) -> Position:
            self._local.memory.history = ()
            self.call("start", v, top)
            return self._position(v, Position(()))

        return self.tried(run)

    def steps(self, position: Position, most: int | None = None) -> tuple[Step, ...]:
        def run(v: Array, top: int) -> tuple[Step, ...]:
            self.load(v, position)
            return self._steps(v, top)[:most]

        return self.tried(run)

    def _steps(self, v: Array, top: int) -> tuple[Step, ...]:
        row = self.emitted.row
        above = top + self.most * row
        if above > len(v):
            raise ArenaFullError
        count = int(self.call("steps", v, above, top, self.most, 0))
        if count >= self.most:
            raise ArenaFullError
        rows = v[top : top + count * row].reshape(count, row).tolist()
        return tuple(self.step(each) for each in rows)

    def step(self, row: list[int]) -> Step:
        number = row[0]
        if number < len(self._schemas):
            return Step(self._schemas[number], tuple(row[1 : 1 + self._counts[number]]))
        numbers = self.emitted.numbers
        for name in (PASS, STOP, SWAP_SIDES):
            if number == numbers[name]:
                return Step(name)
        if number == numbers[ROLL]:
            return Step(ROLL, tuple(row[1 : 2 + len(self.core.rolls[row[1]].fields)]))
        return Step(TAKE + str(number - numbers[TAKE]))

    def _row(self, step: Step) -> list[int]:
        numbers = self.emitted.numbers
        if step.schema == ROLL and self.core.rolls:
            return [numbers[ROLL], *step.args]
        if step.schema in self._schemas:
            return [self._schemas.index(step.schema), *step.args]
        if step.schema.startswith(TAKE):
            return [numbers[TAKE] + int(step.schema.removeprefix(TAKE))]
        return [numbers[step.schema]]

    def play(self, position: Position, step: Step) -> Position:
        row = self._row(step)

        def run(v: Array, top: int) -> Position:
            self.load(v, position)
            v[top : top + len(row)] = row
            self.call("play", v, top + self.emitted.row, top)
            return self._position(v, position)

        return self.tried(run)

    def draw(self, position: Position, state: int) -> tuple[Step | None, int]:
        row = self.emitted.row

        def run(v: Array, top: int) -> tuple[Step | None, int]:
            self.load(v, position)
            above = top + self.most * row
            if above > len(v):
                raise ArenaFullError
            at, after = self.call("draw", v, above, top, self.most, signed_words(state, 1)[0])
            step = None if at < 0 else self.step(v[at : at + row].tolist())
            return step, int(after) & _ALL

        return self.tried(run)

    def scores(self, position: Position) -> tuple[int, ...] | None:
        players = self.layout.slots["seat"].sizes[0]
        if self.core.match is not None:
            slot = self.layout.slots["total"]
            return position.vector[slot.start : slot.stop]
        if self.core.score is None:
            return None

        def run(v: Array, top: int) -> tuple[int, ...]:
            self.load(v, position)
            return tuple(int(self.call("score", v, top, player)) for player in range(players))

        return self.tried(run)

    # ---- in one call

    def perft(self, position: Position, depth: int) -> int:
        """Leaf turns at the depth, as `ggl.play.perft` counts them; raises what it raises, and `TooDeepError`."""
        if depth == 0:
            return 1

        def run(v: Array, top: int) -> int:
            self.load(v, position)
            with self._calls(MOST_CALLS):
                return int(self.call("perft", v, top, depth, self.most, 0, 0))

        found = self.tried(run)
        if found < 0:
            raise WorkLimitError.of_whole_turns()
        return found

    def playouts(
        self,
        count: int,
        seed: int,
        most_steps: int = 1 << 20,
        *,
        first: int = 0,
        workers: int = 1,
        begin: Position | None = None,
    ) -> npt.NDArray[Any]:
        """Random plays from the start, or from a position, a row of `ggl.engine.rows` each.

        Play number k of a seed, counted from `first`, is the same whatever the count and the number of threads.
        """
        out = self.rows(count)
        word, entry = signed_words(seed, 1)[0], "playouts" if begin is None else "rollouts"

        def some(start: int, size: int) -> None:
            stop = min(start + size, count)

            def run(v: Array, top: int) -> None:
                if begin is None:
                    self._local.memory.history = ()
                else:
                    self.load(v, begin)
                self.call(entry, v, top, word, first + start, first + stop, most_steps, self.most, out[start:stop])

            self.tried(run)

        if count:
            some(0, 1)  # compiles before the threads start
        done, size, taken, each = 1, FIRST, 0.0, float("inf")
        while done < count and taken < SHORTEST_CALL:
            since = time.perf_counter()
            some(done, size)
            taken = time.perf_counter() - since
            each = min(each, max(taken / size, 1e-9))
            done, size = done + size, size * MORE
        if done < count:
            share = each * count / (4 * workers) if workers > 1 else LONGEST_CALL
            size = max(1, int(max(SHORTEST_CALL, min(LONGEST_CALL, share)) / each))
            starts = range(done, count, size)
            if workers > 1:
                with ThreadPoolExecutor(workers) as pool:
                    for _ in pool.map(some, starts, repeat(size)):
                        pass
            else:
                for start in starts:
                    some(start, size)
        return self.columns(out)


def _emit(core: f.CoreGame) -> Emitted:
    from ggl.compiler.emit import emit_without_searches  # slow to import

    return emit_without_searches(core)


def _common(old: History, new: History) -> int:
    """How many positions left behind are the same at the beginning of both; as a rule one history goes on from the other."""
    both = min(len(old), len(new))
    if old[:both] == new[:both]:  # takes a twentieth of the time of a loop
        return both
    return next(count for count, (a, b) in enumerate(zip(old, new, strict=False)) if a != b)


def key_hash(entries: tuple[int, ...]) -> int:
    """The hash of a key as emitted modules compute it."""
    return signed_words(sum(entry * factor for entry, factor in zip(entries, factors(len(entries)), strict=True)), 1)[0]


def put_past(emitted: Emitted, hashes: Array, entries: Array, keys: tuple[tuple[int, ...], ...]) -> None:
    """A position left behind is put where its hashes and its entries stand; `keys` are as in `History`."""
    at = 0
    for way, key in enumerate(emitted.keys):
        compared = keys[KEYS.index(key)]
        hashes[way] = key_hash(compared)
        entries[at : at + len(compared)] = compared
        at += len(compared)


def past_of(emitted: Emitted, entries: Array) -> tuple[tuple[int, ...], ...]:
    """The keys of a position left behind; those that the rules do not compare are empty."""
    found: dict[str, tuple[int, ...]] = dict.fromkeys(KEYS, ())
    at = 0
    for key, size in zip(emitted.keys, emitted.history.sizes, strict=True):
        found[key] = tuple(entries[at : at + size].tolist())
        at += size
    return tuple(found.values())


_ALL = (1 << 64) - 1
