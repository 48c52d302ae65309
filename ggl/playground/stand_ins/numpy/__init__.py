"""Arrays for where numpy is not to be had, in Python: as much of them as ggl uses when it plays.

Entries are whole numbers of 32 or 64 bits, bools or 64-bit floats. They stand in an `array` of Python, whose address kernels are
handed. What numbers and slices take is a view, what lists of places take a copy, as with numpy. Arithmetic knows one and two
dimensions.

Long, since one class has all of it, as in numpy.
"""

from __future__ import annotations

import array as _arrays
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain
from itertools import repeat as _repeat
from types import SimpleNamespace
from typing import Any

__version__ = "0+ggl"

_Store = _arrays.array


class generic:  # noqa: N801
    """The base class of numpy's scalars, of which there are none here: numbers are Python's."""


class dtype:  # noqa: N801
    """A type of entries: its letter in `array`, its width, and its constructor of values."""

    def __init__(self, name: str, letter: str, itemsize: int, of: Callable[[Any], Any]) -> None:
        self.name, self.letter, self.itemsize, self.of = name, letter, itemsize, of

    def __call__(self, value: Any) -> Any:
        return self.of(value)

    def __class_getitem__(cls, _: Any) -> Any:
        return cls

    def __repr__(self) -> str:
        return f"dtype({self.name!r})"


int64 = dtype("int64", "q", 8, int)
int32 = dtype("int32", "i", 4, int)
bool_ = dtype("bool", "b", 1, bool)
float64 = dtype("float64", "d", 8, float)
_TYPES = {int: int64, bool: bool_, float: float64, "int64": int64, "bool": bool_, "float64": float64, "<i4": int32}
_WIDEST = (bool_, int32, int64, float64)


def _dtype(of: Any) -> dtype:
    return of if isinstance(of, dtype) else _TYPES[of]


class ndarray:  # noqa: N801
    """Entries of a store: the first at `_at`, and steps from one to the next along each dimension."""

    __slots__ = ("__weakref__", "_at", "_steps", "_store", "dtype", "shape")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, store: Any, at: int, shape: tuple[int, ...], of: dtype, steps: tuple[int, ...] | None = None) -> None:
        self._store, self._at, self.shape, self.dtype = store, at, shape, of
        self._steps = _in_one_piece(shape) if steps is None else steps

    def __class_getitem__(cls, _: Any) -> Any:
        return cls

    # ---- what it is

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return _product(self.shape)

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def _is_whole(self) -> bool:
        """Whether its entries stand in one piece, in order."""
        wanted = _in_one_piece(self.shape)
        return all(n < 2 or step == want for n, step, want in zip(self.shape, self._steps, wanted, strict=True))

    @property
    def flags(self) -> Any:
        return SimpleNamespace(c_contiguous=self._is_whole)

    @property
    def ctypes(self) -> Any:
        """`data` is the address of the first entry."""
        return SimpleNamespace(data=self._store.buffer_info()[0] + self._at * self.dtype.itemsize)

    @property
    def data(self) -> memoryview:
        self._must_be_whole()
        view = memoryview(self._store)[self._at : self._at + self.size]
        letter = "?" if self.dtype is bool_ else self.dtype.letter
        if self.ndim == 1 and letter == view.format:
            return view
        found: memoryview = view.cast("B").cast(letter, self.shape)  # type: ignore[call-overload]
        return found

    def _must_be_whole(self) -> None:
        if not self._is_whole:
            raise NotImplementedError("the entries do not stand in one piece")

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[place] for place in range(len(self)))

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("the truth value of an array with more than one element is ambiguous")
        return bool(self._flat()[0])

    def _places(self) -> list[int]:
        """The places of the entries in the store, in order."""
        found = [self._at]
        for count, step in zip(self.shape, self._steps, strict=True):
            found = [place + step * number for place in found for number in range(count)]
        return found

    def _flat(self) -> list[Any]:
        if self._is_whole:
            found = self._store[self._at : self._at + self.size].tolist()
        else:
            found = [self._store[place] for place in self._places()]
        return [bool(each) for each in found] if self.dtype is bool_ else found

    def tolist(self) -> list[Any]:
        found = self._flat()
        for size in self.shape[:0:-1]:
            found = [found[at : at + size] for at in range(0, len(found), size)] if size else []
        return found

    def tobytes(self) -> bytes:
        return bytes(_Store(self.dtype.letter, self._flat()))

    def astype(self, of: Any) -> ndarray:
        return _made(self._flat(), self.shape, _dtype(of))

    def view(self, of: Any) -> ndarray:
        """The same bytes as entries of a narrower type, more of them in the last dimension."""
        wanted = _dtype(of)
        self._must_be_whole()
        times = self.dtype.itemsize // wanted.itemsize
        store = memoryview(self._store).cast("B").cast(wanted.letter)  # type: ignore[call-overload]
        return ndarray(store, self._at * times, (*self.shape[:-1], self.shape[-1] * times), wanted)

    def copy(self) -> ndarray:
        return _made(self._flat(), self.shape, self.dtype)

    def item(self) -> Any:
        return self._flat()[0]

    def reshape(self, *shape: Any) -> ndarray:
        wanted: tuple[int, ...] = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        if -1 in wanted:
            rest = _product(each for each in wanted if each != -1)
            wanted = tuple(self.size // rest if each == -1 else each for each in wanted)
        if _product(wanted) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {wanted}")
        self._must_be_whole()
        return ndarray(self._store, self._at, wanted, self.dtype)

    def ravel(self) -> ndarray:
        return self.reshape(self.size) if self._is_whole else _made(self._flat(), (self.size,), self.dtype)

    def fill(self, value: Any) -> None:
        self[:] = value

    # ---- entries

    def __getitem__(self, key: Any) -> Any:
        if self.ndim == 1 and not isinstance(key, slice | ndarray | list | tuple):  # a number, as it is asked for most
            return self.dtype.of(self._store[self._at + self._steps[0] * _place(key, len(self))])
        keys = key if isinstance(key, tuple) else (key,)
        if any(isinstance(each, ndarray | list) for each in keys):
            return self._picked(keys)
        found = self._view(keys)
        return found if found.shape else found.item()

    def _view(self, keys: tuple[Any, ...]) -> ndarray:
        """The entries that numbers, slices and None select, as a view."""
        at, shape, steps, dim = self._at, [], [], 0
        for each in keys:
            if each is None:
                shape.append(1)
                steps.append(0)
                continue
            if isinstance(each, slice):
                start, stop, step = each.indices(self.shape[dim])
                at += start * self._steps[dim]
                shape.append(len(range(start, stop, step)))
                steps.append(step * self._steps[dim])
            else:
                at += _place(each, self.shape[dim]) * self._steps[dim]
            dim += 1
        shape += self.shape[dim:]
        steps += self._steps[dim:]
        return ndarray(self._store, at, tuple(shape), self.dtype, tuple(steps))

    def _picked(self, keys: tuple[Any, ...]) -> ndarray:
        """The entries that lists of places select, as a copy."""
        found, shape = [self._at], list[int]()
        whole = (*keys, *[slice(None)] * (self.ndim - len(keys)))
        for each, length, step in zip(whole, self.shape, self._steps, strict=True):
            places = _places(each, length)
            if isinstance(places, int):
                places = [places]
            else:
                shape += each.shape if isinstance(each, ndarray) and each.dtype is not bool_ else [len(places)]
            found = [place + step * number for place in found for number in places]
        return ndarray(_Store(self.dtype.letter, map(self._store.__getitem__, found)), 0, tuple(shape), self.dtype)

    def __setitem__(self, key: Any, value: Any) -> None:
        if self.ndim == 1 and not isinstance(key, slice | ndarray | list | tuple):
            self._store[self._at + self._steps[0] * _place(key, len(self))] = self.dtype.of(value)
            return
        keys = key if isinstance(key, tuple) else (key,)
        if any(isinstance(each, ndarray | list) for each in keys):
            self._put(keys, value)
            return
        view = self._view(keys)
        if isinstance(value, ndarray):
            if view._takes_as_it_is(value):
                view._store[view._at : view._at + view.size] = value._store[value._at : value._at + value.size]
                return
            new = value._flat() if value.shape == view.shape else list(_spread(value, _same(view.shape, value.shape)))
        elif isinstance(value, list | tuple | range):
            new = list(value) if len(value) != 1 else [value[0]] * view.size
        else:
            new = [value] * view.size
        if len(new) != view.size:
            raise ValueError(f"could not broadcast input array from shape ({len(new)},) into shape {view.shape}")
        if view._is_whole:
            view._store[view._at : view._at + view.size] = _Store(self.dtype.letter, new)
            return
        for place, each in zip(view._places(), new, strict=True):
            self._store[place] = each

    def _takes_as_it_is(self, value: ndarray) -> bool:
        """Whether the entries of another array can be copied as one piece."""
        return value.shape == self.shape and value.dtype is self.dtype and value._is_whole and self._is_whole

    def _put(self, keys: tuple[Any, ...], value: Any) -> None:
        if self.ndim != 1:
            raise NotImplementedError("entries at lists of places are set in arrays of one dimension")
        places = _places(keys[0], len(self))
        values = value._flat() if isinstance(value, ndarray) else value if isinstance(value, list) else _repeat(value)
        for place, each in zip(places, values, strict=False):
            self._store[self._at + self._steps[0] * place] = each

    # ---- all entries at once

    def _with(self, other: Any, do: Callable[[Any, Any], Any], of: dtype | None = None) -> Any:
        if not isinstance(other, ndarray | int | float | bool | list):
            return NotImplemented
        right = other if isinstance(other, ndarray) else array(other)
        shape = _common(self.shape, right.shape)
        made = list(map(do, _spread(self, shape), _spread(right, shape)))
        wider = of or max(self.dtype, right.dtype, key=_WIDEST.index)
        return _made(made, shape, wider)

    def __add__(self, other: Any) -> Any:
        return self._with(other, operator.add)

    def __radd__(self, other: Any) -> Any:
        return self._with(other, lambda one, two: two + one)

    def __sub__(self, other: Any) -> Any:
        return self._with(other, operator.sub)

    def __mul__(self, other: Any) -> Any:
        return self._with(other, operator.mul)

    def __rmul__(self, other: Any) -> Any:
        return self._with(other, operator.mul)

    def __truediv__(self, other: Any) -> Any:
        return self._with(other, operator.truediv, float64)

    def __rshift__(self, other: Any) -> Any:
        return self._with(other, operator.rshift)

    def __and__(self, other: Any) -> Any:
        return self._with(other, operator.and_)

    def __or__(self, other: Any) -> Any:
        return self._with(other, operator.or_)

    def __invert__(self) -> ndarray:
        do = operator.not_ if self.dtype is bool_ else operator.invert
        return _made([do(each) for each in self._flat()], self.shape, self.dtype)

    def __eq__(self, other: object) -> Any:
        return self._with(other, operator.eq, bool_)

    def __ne__(self, other: object) -> Any:
        return self._with(other, operator.ne, bool_)

    def __lt__(self, other: Any) -> Any:
        return self._with(other, operator.lt, bool_)

    def __le__(self, other: Any) -> Any:
        return self._with(other, operator.le, bool_)

    def __gt__(self, other: Any) -> Any:
        return self._with(other, operator.gt, bool_)

    def __ge__(self, other: Any) -> Any:
        return self._with(other, operator.ge, bool_)

    def _along(self, axis: int | None, do: Callable[[list[Any]], Any], of: dtype) -> Any:
        if axis is None or self.ndim == 1:
            return of.of(do(self._flat()))
        rows = self.tolist()
        lines = rows if axis in (1, -1) else [list(column) for column in zip(*rows, strict=True)]
        return _made([do(line) for line in lines], (self.shape[1 - axis % 2],), of)

    def sum(self, axis: int | None = None) -> Any:
        return self._along(axis, sum, int64 if self.dtype is bool_ else self.dtype)

    def any(self, axis: int | None = None) -> Any:
        return self._along(axis, any, bool_)

    def all(self, axis: int | None = None) -> Any:
        return self._along(axis, all, bool_)

    def max(self, axis: int | None = None) -> Any:
        return self._along(axis, max, self.dtype)

    def min(self, axis: int | None = None) -> Any:
        return self._along(axis, min, self.dtype)

    def mean(self, axis: int | None = None) -> Any:
        return self._along(axis, lambda line: sum(line) / len(line), float64)

    def std(self, ddof: int = 0) -> float:
        flat, mean = self._flat(), self.mean()
        spread = sum((each - mean) ** 2 for each in flat) / (len(flat) - ddof)
        return float(spread**0.5)


def _product(numbers: Iterable[int]) -> int:
    found = 1
    for each in numbers:
        found *= each
    return found


def _in_one_piece(shape: tuple[int, ...]) -> tuple[int, ...]:
    steps, step = [], 1
    for size in reversed(shape):
        steps.append(step)
        step *= size
    return tuple(reversed(steps))


def _same(shape: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """A shape that another one must be spread out to."""
    if _common(shape, other) != shape:
        raise ValueError(f"could not broadcast input array from shape {other} into shape {shape}")
    return shape


def _made(values: Sequence[Any], shape: tuple[int, ...], of: dtype) -> ndarray:
    try:
        store = _Store(of.letter, values)
    except (TypeError, OverflowError):
        store = _Store(of.letter, [_cut(of.of(each)) for each in values])
    return ndarray(store, 0, shape, of)


def _cut(value: Any) -> Any:
    """A whole number as a word with a sign."""
    if not isinstance(value, int) or -(1 << 63) <= value < 1 << 63:
        return value
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def _places(key: Any, length: int) -> Any:
    """The places along a dimension that a key stands for; one place for a number."""
    if isinstance(key, slice):
        return range(*key.indices(length))
    if isinstance(key, ndarray) and key.dtype is bool_:
        return [place for place, taken in enumerate(key._flat()) if taken]
    if isinstance(key, ndarray | list | tuple):
        found = key._flat() if isinstance(key, ndarray) else [operator.index(each) for each in key]
        least, most = min(found, default=0), max(found, default=0)
        if found and (least < -length or most >= length):
            raise IndexError(f"index {least if least < -length else most} is out of bounds for an axis of size {length}")
        return found if least >= 0 else [place % length for place in found]
    return _place(key, length)


def _place(key: Any, length: int) -> int:
    place = operator.index(key)
    if not -length <= place < length:
        raise IndexError(f"index {place} is out of bounds for an axis of size {length}")
    return place % length


def _common(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The shape that two shapes are spread out to."""
    rank = max(len(one), len(other))
    pairs = zip((1,) * (rank - len(one)) + one, (1,) * (rank - len(other)) + other, strict=True)
    shape = []
    for a, b in pairs:
        if a != b and 1 not in (a, b):
            raise ValueError(f"operands could not be broadcast together with shapes {one} {other}")
        shape.append(b if a == 1 else a)
    return tuple(shape)


def _spread(of: ndarray, shape: tuple[int, ...]) -> Iterable[Any]:
    flat = of._flat()
    if of.shape == shape:
        return flat
    if of.size == 1:
        return _repeat(flat[0], _product(shape))
    rows, columns = (1, of.shape[0]) if of.ndim == 1 else of.shape
    if len(shape) == 1:
        return flat
    lines = [flat[row * columns : (row + 1) * columns] for row in range(rows)]
    lines = [line * shape[1] if columns == 1 else line for line in lines]
    return chain.from_iterable(lines * shape[0] if rows == 1 else lines)


# ---- functions


def array(values: Any, dtype: Any = None) -> ndarray:
    if isinstance(values, ndarray):
        return values.copy() if dtype is None else values.astype(dtype)
    if not isinstance(values, list | tuple | range):
        of = _dtype(dtype) if dtype is not None else _TYPES[type(values)]
        return _made([values], (), of)
    items = list(values)
    if items and isinstance(items[0], list | tuple | ndarray):
        rows = [each.tolist() if isinstance(each, ndarray) else list(each) for each in items]
        flat, shape = list(chain.from_iterable(rows)), (len(rows), len(rows[0]))
    else:
        flat, shape = items, (len(items),)  # type: ignore[assignment]
    known = [of for of in _WIDEST if any(_TYPES.get(type(each)) is of for each in flat)]
    return _made(flat, shape, _dtype(dtype) if dtype is not None else known[-1] if known else float64)


def zeros(shape: Any, dtype: Any = float64) -> ndarray:
    wanted, of = (shape if isinstance(shape, tuple) else (shape,)), _dtype(dtype)
    return ndarray(_Store(of.letter, bytes(of.itemsize)) * _product(wanted), 0, wanted, of)


def zeros_like(of: ndarray) -> ndarray:
    return zeros(of.shape, of.dtype)


empty = zeros


def ones(shape: Any, dtype: Any = float64) -> ndarray:
    found = zeros(shape, dtype)
    found.ravel().fill(1)
    return found


def frombuffer(data: bytes, dtype: Any = float64) -> ndarray:
    of = _dtype(dtype)
    return ndarray(_Store(of.letter, data), 0, (len(data) // of.itemsize,), of)


def arange(*bounds: int) -> ndarray:
    values = range(*bounds)
    return _made(values, (len(values),), int64)


def asarray(values: Any, dtype: Any = None) -> ndarray:
    return values if isinstance(values, ndarray) and dtype in (None, values.dtype) else array(values, dtype)


ascontiguousarray = asarray


def concatenate(parts: Sequence[Any]) -> ndarray:
    arrays = [asarray(each) for each in parts]
    of = max((each.dtype for each in arrays), key=_WIDEST.index)
    flat = list(chain.from_iterable(each._flat() for each in arrays))
    return _made(flat, (sum(len(each) for each in arrays), *arrays[0].shape[1:]), of)


def repeat(values: ndarray, counts: ndarray) -> ndarray:
    pairs = zip(values._flat(), counts._flat(), strict=True)
    flat = [value for value, count in pairs for _ in range(count)]
    return _made(flat, (len(flat),), values.dtype)


def cumsum(values: ndarray) -> ndarray:
    return _made(list(accumulate(values._flat())), values.shape, values.dtype)


def where(test: ndarray, one: Any, other: Any) -> ndarray:
    one, other = asarray(one), asarray(other)
    shape = _common(test.shape, _common(one.shape, other.shape))
    chosen = zip(_spread(test, shape), _spread(one, shape), _spread(other, shape), strict=True)
    return _made([a if t else b for t, a, b in chosen], shape, max(one.dtype, other.dtype, key=_WIDEST.index))


def unique(values: ndarray, axis: int | None = None, return_counts: bool = False) -> Any:
    lines = [tuple(line) for line in values.tolist()] if axis == 0 and values.ndim == 2 else values._flat()
    counts: dict[Any, int] = {}
    for each in lines:
        counts[each] = counts.get(each, 0) + 1
    found = sorted(counts)
    if axis == 0 and values.ndim == 2:
        made = _made(list(chain.from_iterable(found)), (len(found), values.shape[1]), values.dtype)
    else:
        made = _made(found, (len(found),), values.dtype)
    return (made, _made([counts[each] for each in found], (len(found),), int64)) if return_counts else made


def array_equal(one: ndarray, other: ndarray) -> bool:
    return one.shape == other.shape and one._flat() == other._flat()
