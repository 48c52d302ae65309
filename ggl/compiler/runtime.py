"""What emitted modules are made of: words of 64 bits, lists in the arena, random numbers.

A word is a signed 64-bit integer, of which only the bits count. Numba gets an array as the pointer to its entries: indexing it is
one load, and passing it on one register. Every function here runs compiled by numba; with
`NUMBA_DISABLE_JIT=1` it runs as Python, with the same results. `v` is always the memory of `ggl.compiler.memory`.
"""

from __future__ import annotations

import importlib
import platform
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from llvmlite.binding import get_host_cpu_features  # type: ignore[import-untyped]
from numba.core import types

from ggl.compiler import machine
from ggl.compiler.memory import ArenaFullError

numba: Any = importlib.import_module("numba")  # its stubs know neither the switches nor the pipeline used here
intrinsic: Any = importlib.import_module("numba.extending").intrinsic
I: Any = np.int64  # noqa: E741 -- a word in emitted text
COMPILED = not numba.config.DISABLE_JIT

_F = TypeVar("_F", bound=Callable[..., Any])
Word = Any
"""A signed 64-bit integer: numba's, or one of numpy's or Python's."""


def jit(function: _F) -> _F:
    """Compiled to be called by other emitted functions: nothing is made for calls from Python."""
    if not COMPILED:
        return function
    made = numba.njit(
        nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, _nrt=False, pipeline_class=machine.Part,
    )  # fmt: skip
    return made(function)  # type: ignore[no-any-return]


entry = jit
"""A function that Python calls, as `ggl.compiler.machine` makes it."""


# ---- words

if COMPILED:

    @intrinsic  # type: ignore[untyped-decorator]
    def known(typingctx: Any, v: Any, at: Any) -> Any:
        """An entry of a table: nothing ever writes to it, so it is read once, however much is written between."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            entry = builder.load(builder.gep(args[0], [args[1]]))
            entry.set_metadata("invariant.load", builder.module.add_metadata([]))
            return entry

        return types.int64(v, types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(typingctx: Any, x: Any) -> Any:
        """How many bits of a word are set."""
        return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(typingctx: Any, x: Any) -> Any:
        """The place of the lowest bit that is set; 64 if there is none."""
        no = ir.Constant(ir.IntType(1), 0)
        return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(args[0], no)

    @intrinsic  # type: ignore[untyped-decorator]
    def highest(typingctx: Any, x: Any) -> Any:
        """The place of the highest bit that is set; -1 if there is none."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 0))
            return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.int64(types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def shr(typingctx: Any, x: Any, by: Any) -> Any:
        """A word shifted down by fewer than 64 places, zeros coming in."""
        return types.int64(types.int64, types.int64), lambda context, builder, signature, args: builder.lshr(*args)

else:

    def known(v: Any, at: Word) -> Word:
        return v[at]

    _ALL = (1 << 64) - 1

    def popcount(x: Word) -> Word:
        return (int(x) & _ALL).bit_count()

    def lowest(x: Word) -> Word:
        return ((int(x) & -int(x)).bit_length() - 1) if x else 64

    def highest(x: Word) -> Word:
        return (int(x) & _ALL).bit_length() - 1

    def shr(x: Word, by: Word) -> Word:
        return word((int(x) & _ALL) >> int(by))


def word(bits: int) -> Word:
    """The word of 64 bits that are given as a number from 0."""
    bits &= (1 << 64) - 1
    return np.int64(bits - (1 << 64) if bits >> 63 else bits)


@jit
def bit(place: Word) -> Word:
    """The word with one bit, at a place from 0 to 63."""
    return I(1) << I(place)


@jit
def upto(place: Word) -> Word:
    """The word with all bits below a place; none below 0, all from 64 on."""
    if place <= 0:
        return I(0)
    return I(-1) if place >= 64 else (I(1) << I(place)) - I(1)


@jit
def below(x: Word, y: Word) -> bool:
    """Whether a word is less than another, as numbers without a sign."""
    return (x ^ I(-9223372036854775808)) < (y ^ I(-9223372036854775808))  # type: ignore[no-any-return]


def _moves_bits() -> bool:
    """Whether the processor has instructions that take bits together and spread them (BMI2 of x86-64)."""
    return COMPILED and platform.machine().lower() in ("x86_64", "amd64") and bool(get_host_cpu_features().get("bmi2"))


if _moves_bits():

    def _instruction(name: str) -> Any:
        """A function of a word and a mask that is one instruction."""

        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            of = ir.FunctionType(ir.IntType(64), [ir.IntType(64)] * 2)
            function = builder.module.globals.get(name) or ir.Function(builder.module, of, name)
            return builder.call(function, args)

        def typed(typingctx: Any, x: Any, mask: Any) -> Any:
            return types.int64(types.int64, types.int64), code

        return intrinsic(typed)

    deposited = _instruction("llvm.x86.bmi.pdep.64")
    extracted = _instruction("llvm.x86.bmi.pext.64")

    @jit
    def select(x: Word, k: Word) -> Word:
        """The place of a word's bit that has k set bits below it."""
        return lowest(deposited(I(1) << k, x))

else:
    # by six steps, each of which moves the bits that have an odd multiple of 1, 2, 4 .. places to go: what depends upon the mask
    # alone is folded where the mask is known (H. S. Warren, "Hacker's Delight", 2nd ed. 2012, section 7-4)

    @jit
    def _parity_above(x: Word) -> Word:
        """For each place whether an odd number of bits are set up to it."""
        for by in (1, 2, 4, 8, 16, 32):
            x ^= x << I(by)
        return x

    @jit
    def _gathered(mask: Word, away: Word, by: Word) -> tuple[Word, Word, Word]:
        """A mask after one step, what is still to go, and the bits of the mask that the step moved down."""
        parity = _parity_above(away)
        moving = parity & mask
        return (mask ^ moving) | shr(moving, by), away & ~parity, moving

    @jit
    def extracted(x: Word, mask: Word) -> Word:
        """The bits of a word that stand in a mask, taken together at the low end."""
        x &= mask
        away = ~mask << I(1)
        for by in (1, 2, 4, 8, 16, 32):
            mask, away, moving = _gathered(mask, away, I(by))
            bits = x & moving
            x = (x ^ bits) | shr(bits, I(by))
        return x

    @jit
    def deposited(x: Word, mask: Word) -> Word:
        """The low bits of a word spread over the bits of a mask: the steps of `extracted`, backwards."""
        whole, away = mask, ~mask << I(1)
        mask, away, by_1 = _gathered(mask, away, I(1))
        mask, away, by_2 = _gathered(mask, away, I(2))
        mask, away, by_4 = _gathered(mask, away, I(4))
        mask, away, by_8 = _gathered(mask, away, I(8))
        mask, away, by_16 = _gathered(mask, away, I(16))
        mask, away, by_32 = _gathered(mask, away, I(32))
        for by, moved in ((32, by_32), (16, by_16), (8, by_8), (4, by_4), (2, by_2), (1, by_1)):
            x = (x & ~moved) | ((x << I(by)) & moved)
        return x & whole

    @jit
    def select(x: Word, k: Word) -> Word:
        """The place of a word's bit that has k set bits below it, by halving."""
        place = I(0)
        for half in (32, 16, 8, 4, 2, 1):
            count = popcount(shr(x, place) & ((I(1) << I(half)) - I(1)))
            if k >= count:
                k -= count
                place += half
        return place


# ---- the arena: lists stand in `v`, one after the other; `t` is where the next one may begin


@jit
def reserve(v: Any, t: Word, length: Word, end: Word) -> Word:
    """The place after `length` entries at `t`; the memory's size stands at `end`."""
    if t + length > v[end]:
        raise ArenaFullError
    return t + length


@jit
def copied(v: Any, source: Word, length: Word, target: Word) -> None:
    """Entries moved to a place that is not within them, or before them."""
    for i in range(length):
        v[target + i] = v[source + i]


@jit
def equal(v: Any, a: Word, length: Word, b: Word) -> bool:
    """Whether two stretches of memory hold the same."""
    for i in range(length):  # noqa: SIM110 -- numba knows no generators here
        if v[a + i] != v[b + i]:
            return False
    return True


@jit
def compare_padded(v: Any, a: Word, m: Word, b: Word, n: Word) -> Word:
    """Two lists of numbers place by place, a missing place counting as zero: below 0, 0, or above 0."""
    for i in range(max(m, n)):
        x = v[a + i] if i < m else I(0)
        y = v[b + i] if i < n else I(0)
        if x != y:
            return -1 if x < y else 1
    return 0


@jit
def compare_lists(v: Any, a: Word, m: Word, b: Word, n: Word) -> Word:
    """Two lists of numbers as one sorts them, the shorter first if it begins the longer: below 0, 0, or above 0."""
    for i in range(min(m, n)):
        if v[a + i] != v[b + i]:
            return -1 if v[a + i] < v[b + i] else 1
    return m - n


@jit
def compare_words(v: Any, a: Word, b: Word, words: Word) -> Word:
    """Two sets as numbers: below 0, 0, or above 0."""
    for i in range(words - 1, -1, -1):
        if v[a + i] != v[b + i]:
            return -1 if below(v[a + i], v[b + i]) else 1
    return 0


@jit
def sort_numbers(v: Any, start: Word, length: Word, down: Word) -> None:
    """In place, by insertion up to a few, else by a heap: lists are short, but never slow."""
    if length > 64:
        _heap(v, start, length)
        if down:
            _turn(v, start, length)
        return
    for i in range(1, length):
        x = v[start + i]
        j = i - 1
        while j >= 0 and ((v[start + j] < x) if down else (v[start + j] > x)):
            v[start + j + 1] = v[start + j]
            j -= 1
        v[start + j + 1] = x


@jit
def _heap(v: Any, start: Word, length: Word) -> None:
    for top in range(length // 2 - 1, -1, -1):
        _sink(v, start, top, length)
    for last in range(length - 1, 0, -1):
        v[start], v[start + last] = v[start + last], v[start]
        _sink(v, start, 0, last)


@jit
def _sink(v: Any, start: Word, top: Word, length: Word) -> None:
    while 2 * top + 1 < length:
        child = 2 * top + 1
        if child + 1 < length and v[start + child + 1] > v[start + child]:
            child += 1
        if v[start + child] <= v[start + top]:
            return
        v[start + child], v[start + top] = v[start + top], v[start + child]
        top = child


@jit
def _turn(v: Any, start: Word, length: Word) -> None:
    for i in range(length // 2):
        j = length - 1 - i
        v[start + i], v[start + j] = v[start + j], v[start + i]


@jit
def sort_sets(v: Any, start: Word, length: Word, words: Word, down: Word) -> None:
    """In place, by insertion, exchanging neighbours."""
    for i in range(1, length):
        j = i
        while j > 0:
            order = compare_words(v, start + (j - 1) * words, start + j * words, words)
            if (order >= 0) if down else (order <= 0):
                break
            for k in range(words):
                a, b = start + (j - 1) * words + k, start + j * words + k
                v[a], v[b] = v[b], v[a]
            j -= 1


@jit
def sort_lists(v: Any, start: Word, length: Word, down: Word) -> None:
    """Lists of numbers, each given by its place and length; in place, by insertion."""
    for i in range(1, length):
        a, m = v[start + 2 * i], v[start + 2 * i + 1]
        j = i - 1
        while j >= 0:
            order = compare_lists(v, v[start + 2 * j], v[start + 2 * j + 1], a, m)
            if (order >= 0) if down else (order <= 0):
                break
            v[start + 2 * j + 2], v[start + 2 * j + 3] = v[start + 2 * j], v[start + 2 * j + 1]
            j -= 1
        v[start + 2 * j + 2], v[start + 2 * j + 3] = a, m


# ---- random numbers: splitmix64 (Steele, Lea and Flood 2014), and Lemire's way to draw below a bound (2019)


@jit
def mixed(x: Word) -> Word:
    x = (x ^ shr(x, 30)) * I(-4658895280553007687)
    x = (x ^ shr(x, 27)) * I(-7723592293110705685)
    return x ^ shr(x, 31)


@jit
def seeded(seed: Word, number: Word) -> Word:
    """The state for one play of many: depends upon the seed and the number of the play alone."""
    return mixed(mixed(I(seed) + I(-7046029254386353131)) + I(number) * I(-7046029254386353131))


@jit
def drawn(state: Word, bound: Word) -> tuple[Word, Word]:
    """A number below a bound (1 to 2**31), each exactly as likely, and the next state."""
    while True:
        state += I(-7046029254386353131)
        product = shr(mixed(state), 32) * bound
        low = product & 0xFFFFFFFF
        if low >= bound or low >= (0x100000000 - bound) % bound:
            return shr(product, 32), state
