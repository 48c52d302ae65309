"""The layout of the one array in which an emitted module works.

    | the position's vector | planes | words of the engine | tables and lists that never change | history | arena |

The first part is the vector of `ggl.engine.layout`, entry by entry. A *plane* is the set of the sites at which a field has one
code; the planes of a field are stored beside its entries, so that a set of sites is loaded and not gathered. Both together are
the *state*. Tables have a spare row for none in each direction, so that a look-up needs no test. All entries are 64-bit
integers.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import numpy.typing as npt

from ggl.core import forms as f
from ggl.core.types import WORD, Bool, Fin, ListOf, Num, Opt, SetOf, Type, set_size
from ggl.core.walk import bound, variables, walk
from ggl.engine.draws import mixed
from ggl.engine.layout import Layout
from ggl.engine.protocol import STEPS_LIMIT
from ggl.frozen import frozen

SITES = ("cell", "edge", "vertex", "link")
MOST_PLANES = 32
"""A field with more codes than this has no planes: its sets are gathered when they are read."""


FEW_PLANES = 16
"""So many codes at most has a field with planes that is only read site by site."""


class ArenaFullError(MemoryError):
    """The memory is too small for a list, the steps or the history; the caller takes a larger one and tries again."""


MOST_ROWS = STEPS_LIMIT + 64 * 256 + 256
"""The most rows in a memory. Beside the legal steps there is room for the empty records of 64 small fans, of up to 256 records
each, and for what else needs a row: the head of each fan, `pass`, `swap-sides`, and one step too many."""

TOO_LONG, TOO_MANY, PAST_FULL, TOO_DEEP = 1, 2, 3, 4
"""Why a call was given up, where it says so. For a turn among those compared, and for the legal steps of a position, no memory is
large enough; or only the history is too short; or there are more than `MOST_CALLS` within each other."""

MOST_CALLS = 4096
"""How many recursive calls may be open at once: each needs room on the stack of its thread."""

Array = npt.NDArray[np.int64]


def word_count(size: int) -> int:
    """The number of words of a set over a number of elements."""
    return max(1, -(-size // WORD))


def entry_count(type_: Type) -> int:
    """How many entries a value takes: a set its words, a list its place and its length, anything else one."""
    if isinstance(type_, SetOf):
        return word_count(set_size(type_))
    return 2 if isinstance(type_, ListOf) else 1


def signed_words(mask: int, count: int) -> list[int]:
    """A set's code as words with a sign."""
    result = []
    for number in range(count):
        bits = mask >> (WORD * number) & (1 << WORD) - 1
        result.append(bits - (1 << WORD) if bits >> (WORD - 1) else bits)
    return result


_SPREAD = 0x9E3779B97F4A7C15
"""Of 64 bits: one by the golden ratio."""


@cache
def factors(count: int) -> tuple[int, ...]:
    """The multipliers of the entries of a key; the sum is its hash, for which no product waits for another."""
    return tuple(mixed((number + 1) * _SPREAD & (1 << 64) - 1) | 1 for number in range(count))


@frozen
class Planes:
    """The planes of a field: plane `code` has its words at `start + code * words`."""

    start: int
    codes: int
    words: int


@frozen
class MemoryPlace:
    """A table: the entry at indices i, j, .. stands at `start + (i * strides[0] + j * strides[1] + ..) * width`."""

    start: int
    strides: tuple[int, ...]
    sizes: tuple[int, ...]
    width: int


LENGTH_BITS = 32
"""Of a list in a table; its place is above them."""


@frozen
class HistoryLayout:
    """How positions left behind stand in the history, which has room for a number of them: first their hashes, a row for each
    way to compare, so that looking for a position reads words side by side; then what is compared, position by position.

    `sizes` are the entries that each way compares.
    """

    sizes: tuple[int, ...]

    @property
    def ways(self) -> int:
        return len(self.sizes)

    @property
    def entries(self) -> int:
        """The number of entries compared of one position."""
        return sum(self.sizes)

    @property
    def words(self) -> int:
        """The number of words of one position in all."""
        return self.ways + self.entries

    def parts(self, memory: Array, start: int, room: int, rows: int = 1) -> tuple[Array, Array]:
        """The hashes `(rows, ways, room)` and the entries `(rows, room, entries)` of histories that stand one after the other.

        To write to them is to write to the memory.
        """
        all_of_it = memory[start : start + rows * room * self.words].reshape(rows, room * self.words)
        split = self.ways * room
        return all_of_it[:, :split].reshape(rows, self.ways, room), all_of_it[:, split:].reshape(rows, room, self.entries)


class Memory:
    """The plan for one core. Tables get their place when they are first asked for."""

    def __init__(self, core: f.CoreGame, layout: Layout) -> None:
        self.core = core
        self.layout = layout
        self.sizes = {domain.name: domain.size for domain in core.domains}
        self._tables = {table.name: table for table in core.tables}
        self.planes: dict[str, Planes] = {}
        at = layout.length
        read = {form.field for form in walk(core) if isinstance(form, f.Plane)}
        read |= {layer.field for layer in core.layers} & _read_in_sets(core)
        for name in sorted(read | _asked_of_sites(core, layout)):
            slot = layout.slots[name]
            codes = code_count(slot.field.values)
            if codes <= (MOST_PLANES if name in read else FEW_PLANES):
                self.planes[name] = Planes(at, codes, word_count(slot.sizes[0]))
                at += codes * word_count(slot.sizes[0])
        self.since: int | None = None
        """Where a later game of a match may begin and the rules compare positions: the place of how many positions of the history
        are of games before. It belongs to the position, so that what goes back finds the past as it was."""

        if core.match is not None and any(isinstance(form, f.Seen) for form in walk(core)):
            self.since, at = at, at + 1
        self.state = at
        self.played, self.history, self.room, self.turns, self.refused, self.end = range(at, at + 6)
        """Places of: how many positions the history has; where it begins; how many it has room for; how many positions a choice
        among whole turns keeps apart; why a call was given up, 0 where it does not say; the size of all."""
        self.fixed = at + 6
        self._constants: list[int] = []
        self._once: dict[tuple[int, ...], int] = {}
        self._places: dict[str, MemoryPlace] = {}
        self._lists: dict[tuple[object, ...], int] = {}

    @property
    def size(self) -> int:
        """The place where the history begins."""
        return self.fixed + len(self._constants)

    def table(self, name: str) -> MemoryPlace:
        if name not in self._places:
            table = self._tables[name]
            sizes = tuple(self.sizes[each] for each in table.index)
            self._places[name] = self._placed(table, sizes)
        return self._places[name]

    def relation(self, name: str) -> tuple[int, ...]:
        """The sets of a relation, one for each element."""
        entries: tuple[int, ...] = self._tables[name].entries  # type: ignore[assignment]
        return entries

    def inverse(self, name: str, size: int, within: int = -1) -> str:
        """The name of the relation that leads back, from the domain that a relation leads into to its own of a size; of that only
        the elements in a mask are wanted."""
        table = self._tables[name]
        assert isinstance(table.values, SetOf)
        back = [0] * set_size(table.values)
        for place, mask in enumerate(self.relation(name)):
            rest = mask if within >> place & 1 else 0
            while rest:
                back[(rest & -rest).bit_length() - 1] |= 1 << place
                rest &= rest - 1
        if tuple(back) == self.relation(name):
            return name
        key = f"{name}, backwards" + (f" within {within:x}" if within >= 0 else "")
        if key not in self._tables:
            assert isinstance(table.values.of, Fin)
            of = next(domain for domain in self.core.domains if domain.name == table.index[0])
            self._tables[key] = f.Table(key, (table.values.of.domain.name,), SetOf(Fin(of)), tuple(back), 0)
        return key

    def related(self, of: Fin, sets: tuple[int, ...]) -> str:
        """The name of a relation of a domain with itself that is not in the core."""
        table = f.Table("", (of.domain.name,), SetOf(of), sets, 0)
        for name, known in self._tables.items():
            if replace(known, name="") == table:
                return name
        name = f"related {len(self._tables)}"
        self._tables[name] = replace(table, name=name)
        return name

    def led(self, name: str, rest: tuple[f.Expr, ...], size: int) -> tuple[int, ...] | None:
        """The entry of a table for each element of its first index, the others held; -1 for none. None if none leads on."""
        spare = self._tables[name].spare
        if not isinstance(spare, int) or spare < size:
            return None
        entries = self.column(name, rest)
        return None if entries is None else tuple(entry if entry < size else -1 for entry in entries)

    def column(self, name: str, rest: tuple[f.Expr, ...]) -> tuple[int, ...] | None:
        """A table's numbers for each element of its first index, the others held; None if they are not known, or no numbers."""
        table = self._tables[name]
        if not isinstance(table.spare, int):
            return None
        offset, step = 0, 1
        for each, domain in zip(reversed(rest), reversed(table.index[1:]), strict=True):
            if not isinstance(each, f.Lit) or not isinstance(each.value, int) or each.value < 0:
                return None
            if each.value >= self.sizes[domain]:  # none
                return (table.spare,) * self.sizes[table.index[0]]
            offset += each.value * step
            step *= self.sizes[domain]
        return table.entries[offset::step]  # type: ignore[return-value]

    def lists_along(self, name: str, free: int, rest: tuple[f.Lit, ...]) -> list[tuple[int, ...]] | None:
        """A table's lists for each element of one index, the others held; None if one is held to none."""
        table = self._tables[name]
        given, place, step = list(rest), 0, 1
        free_step = 1
        for number in range(len(table.index) - 1, -1, -1):
            if number == free:
                free_step = step
            else:
                code = given.pop().value
                if not isinstance(code, int) or not 0 <= code < self.sizes[table.index[number]]:
                    return None
                place += code * step
            step *= self.sizes[table.index[number]]
        return [table.entries[place + each * free_step] for each in range(self.sizes[table.index[free]])]  # type: ignore[misc]

    def list_at(self, e: f.Tab) -> tuple[object, ...] | None:
        """A list at a known place."""
        value = self._value_at(e)
        return value if isinstance(value, tuple) else None

    def entry(self, e: f.Tab) -> f.Expr | None:
        """A table's entry at a known place."""
        value = self._value_at(e)
        return f.Lit(value, e.type) if isinstance(value, int) else None

    def _value_at(self, e: f.Tab) -> object:
        """The entry of a table at a known place; None if the place is not known."""
        table, place = self._tables[e.table], 0
        for each, domain in zip(e.index, table.index, strict=True):
            if not isinstance(each, f.Lit) or not isinstance(each.value, int) or each.value < 0:
                return None
            if each.value >= self.sizes[domain]:
                place = -1
                break
            place = place * self.sizes[domain] + each.value
        return table.spare if place < 0 else table.entries[place]

    def domain_of(self, name: str) -> Fin:
        """The domain of a relation."""
        return Fin(next(domain for domain in self.core.domains if domain.name == self._tables[name].index[0]))

    def _placed(self, table: f.Table, sizes: tuple[int, ...]) -> MemoryPlace:
        strides, step = [1] * len(sizes), 1
        for number in range(len(sizes) - 1, -1, -1):
            strides[number] = step
            step *= sizes[number] + 1
        rows = [self._row(table.spare, table.values)] * step
        for number, entry in enumerate(table.entries):
            row, rest = 0, number
            for size, stride in zip(reversed(sizes), reversed(strides), strict=True):
                rest, index = divmod(rest, size)
                row += index * stride
            rows[row] = self._row(entry, table.values)
        start = self._add([item for row in rows for item in row])
        return MemoryPlace(start, tuple(strides), sizes, len(rows[0]))

    def _row(self, value: object, type_: Type) -> list[int]:
        """An entry of a table; of a list the place and the length in one word, so that more entries stay in the fastest cache."""
        entry = self._entry(value, type_)
        return [entry[0] << LENGTH_BITS | entry[1]] if isinstance(type_, ListOf) else entry

    def _entry(self, value: object, type_: Type) -> list[int]:
        if isinstance(type_, SetOf):
            assert isinstance(value, int)
            return signed_words(value, entry_count(type_))
        if isinstance(type_, ListOf):
            return list(self.constant(value if isinstance(value, tuple) else (), type_))
        assert isinstance(value, int)
        return [int(value)]

    def constant(self, value: tuple[object, ...], type_: ListOf) -> tuple[int, int]:
        """The place of a list that never changes, and its length."""
        key = (value, entry_count(type_.of), isinstance(type_.of, ListOf))
        if key not in self._lists:
            items = [entry for item in value for entry in self._entry(item, type_.of)]
            self._lists[key] = self._add(items)
        return self._lists[key], len(value)

    def keep(self, length: int) -> int:
        """The place of `length` entries that functions may write to freely; 0 at first."""
        return self._add([0] * length)

    def placed(self, entries: list[int]) -> int:
        """The place of entries that never change."""
        return self._add(entries)

    def placed_once(self, entries: tuple[int, ...]) -> int:
        """The place of entries that never change, placed once for all functions that use them."""
        if entries not in self._once:
            self._once[entries] = self._add([*entries])
        return self._once[entries]

    def placed_factors(self, count: int) -> int:
        """The place of the `factors` of a key with `count` entries."""
        return self.placed([signed_words(factor, 1)[0] for factor in factors(count)])

    def _add(self, entries: list[int]) -> int:
        start = self.size
        self._constants += entries
        return start

    def build(self, history: int, arena: int, entry: int, turns: int) -> Array:
        """The memory of a new engine, with room for `history` positions of `entry` entries each, and for the arena."""
        begin = self.size
        memory = np.zeros(begin + history * entry + arena, dtype=np.int64)
        memory[self.fixed : begin] = self._constants
        memory[self.history], memory[self.room], memory[self.turns], memory[self.end] = begin, history, turns, len(memory)
        return memory


def _read_in_sets(core: f.CoreGame) -> set[str]:
    """The fields that are read at sites which an expression runs through, and not only where an effect is."""
    names = bound(core)
    return {
        form.field
        for form in walk(core)
        if isinstance(form, f.Get) and len(form.index) == 1 and variables(form.index[0]) & names
    }  # fmt: skip


def _asked_of_sites(core: f.CoreGame, layout: Layout) -> set[str]:
    """The fields over sites that conditions of moves, and definitions, read at sites that they run through."""
    asked = (core.definitions, *(schema.guard for schema in core.schemas))
    return {
        form.field
        for form in walk(asked)
        if isinstance(form, f.Get) and len(form.index) == 1 and isinstance(form.index[0], f.Var)
        and layout.slots[form.field].field.index[0] in SITES
    }  # fmt: skip


def code_count(type_: Type) -> int:
    """How many codes an entry may have, from 0; many if it may be below 0."""
    match type_:
        case Bool():
            return 2
        case Fin(domain):
            return domain.size
        case Opt(Fin(domain)):
            return domain.size + 1
        case Num(lo, hi) if lo >= 0:
            return hi + 1
    return 1 << 62
