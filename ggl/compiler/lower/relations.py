"""Images under a relation, as a function for each relation.

A relation that is a few shifts of the places (the neighbours on squares are four) has its image by shifts and masks; any other
is looked up member by member.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import between, choose, lowest, ne, shr, some, union
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, bit, word_locals
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import bind_result, lower_value, resize
from ggl.compiler.memory import entry_count, signed_words
from ggl.core import forms as f
from ggl.core.types import WORD, SetOf

MOST_SHIFTS, FEW_DISTANCES = 24, 8
"""Words to shift in an image; beyond, looking up the members is cheaper, unless there are few distances."""


def image_by_relation(ctx: Context, fn: FunctionBuilder, e: f.Image, env: Env) -> Words:
    args = fn.bind(resize(lower_value(ctx, fn, e.of, env), SetOf(ctx.m.memory.domain_of(e.relation))))
    return bind_result(fn, image_of(ctx, e.relation, len(args), entry_count(e.type))(V, T, *args), e.type, "near")


def is_shifts(ctx: Context, relation: str, count: int, out: int) -> bool:
    """Whether images under a relation are few enough shifts."""
    return shifts_pay(_shifts(ctx.m.memory.relation(relation)), max(count, out))


def shifts_pay(shifts: Mapping[int, int], words: int) -> bool:
    """Whether shifting a set of this many words by all distances is cheaper than a lookup for each member."""
    return len(shifts) <= FEW_DISTANCES or len(shifts) * words <= MOST_SHIFTS


def image_of(ctx: Context, relation: str, count: int, out: int) -> Callee:
    entries = ctx.m.memory.relation(relation)
    args = word_locals("x", count)

    def write(fn: FunctionBuilder) -> None:
        if is_shifts(ctx, relation, count, out):
            fn.ret(*_shifted(args, _shifts(entries), out))
            return
        place = ctx.m.memory.table(relation)
        result = [fn.let(0, "near") for _ in range(out)]
        for number, word in enumerate(args):
            with fn.while_(ne(word, 0)):
                row = fn.let((lowest(word) + WORD * number) * out + place.start, "row")
                fn.set(word, word & word - 1)
                for part, near in enumerate(result):
                    fn.set(near, near | V[row + part])
        fn.ret(*result)

    return ctx.m.function("image", relation, args, write)


def lower_cross(ctx: Context, fn: FunctionBuilder, e: f.Cross, env: Env) -> Words:
    through_type = SetOf(ctx.m.memory.domain_of(e.back))
    parts = ((e.seed, e.type), (e.within, e.type), (e.through, through_type))
    args = [word for part, type_ in parts for word in fn.bind(resize(lower_value(ctx, fn, part, env), type_))]
    crossed = _crossed(ctx, e.out, e.back, entry_count(e.type), entry_count(through_type))
    return bind_result(fn, crossed(V, T, *args), e.type, "part")


def _crossed(ctx: Context, out: str, back: str, count: int, wide: int) -> Callee:
    """The part of a set that a seed reaches by steps through others; each of these is crossed once."""
    leave, enter = image_of(ctx, out, count, wide), image_of(ctx, back, wide, count)
    seed, within, through = word_locals("s", count), word_locals("w", count), word_locals("e", wide)

    def write(fn: FunctionBuilder) -> None:
        reached = [fn.let(a & b, "reached") for a, b in zip(seed, within, strict=True)]
        front = [fn.let(word, "front") for word in reached]
        met = [fn.let(0, "met") for _ in through]
        with fn.while_(some(front)):
            fn.call(met, leave(V, T, *front))
            for a, b in zip(met, through, strict=True):
                fn.set(a, a & b)
                fn.set(b, b & ~a)
            fn.call(front, enter(V, T, *met))
            for a, b, c in zip(front, within, reached, strict=True):
                fn.set(a, a & (b & ~c))
                fn.set(c, c | a)
        fn.ret(*reached)

    return ctx.m.function("crossed", f"{out}, {back}", (*seed, *within, *through), write)


def _shifts(entries: tuple[int, ...]) -> dict[int, int]:
    """The distances by which a relation goes, each with those that go by it."""
    found: dict[int, int] = {}
    for place, mask in enumerate(entries):
        while mask:
            low = mask & -mask
            distance = low.bit_length() - 1 - place
            found[distance] = found.get(distance, 0) | 1 << place
            mask ^= low
    return dict(sorted(found.items()))


def _shifted(args: Sequence[k.Expression], shifts: dict[int, int], out: int) -> list[k.Expression]:
    """The image of a set by shifts: for each word, all parts that are shifted into it."""
    result: list[list[k.Expression]] = [[] for _ in range(out)]
    for distance, sources in shifts.items():
        masks = signed_words(sources, len(args))
        taken = [None if not mask else arg if mask == -1 else arg & mask for arg, mask in zip(args, masks, strict=True)]
        for parts, more in zip(result, shift_words(taken, distance, out), strict=True):
            parts += more
    return [union(parts) for parts in result]


def shift_words(words: Sequence[k.Expression | None], distance: int, out: int) -> list[list[k.Expression]]:
    """Words moved up by a distance, down if it is below 0: the parts of each word of the result. None is a word without a bit."""
    jump, rest = divmod(distance, WORD)
    result: list[list[k.Expression]] = []
    for number in range(out):
        near, far = (words[place] if 0 <= place < len(words) else None for place in (number - jump, number - jump - 1))
        parts: list[k.Expression] = []
        if near is not None:
            parts.append(near << rest if rest else near)
        if rest and far is not None:
            parts.append(shr(far, WORD - rest))
        result.append(parts)
    return result


def shifts_of(table: tuple[int, ...]) -> dict[int, int]:
    """The distances by which a table leads on, each with the places from which it does; -1 leads nowhere."""
    found: dict[int, int] = {}
    for place, led in enumerate(table):
        if led >= 0:
            found[led - place] = found.get(led - place, 0) | 1 << place
    return dict(sorted(found.items()))


def moved_back(words: Words, shifts: dict[int, int], out: int) -> Words:
    """The places from which a table leads into a set."""
    result: list[list[k.Expression]] = [[] for _ in range(out)]
    for distance, sources in shifts.items():
        for parts, more, mask in zip(result, shift_words(words, -distance, out), signed_words(sources, out), strict=True):
            if more and mask:
                parts.append(union(more) & mask)
    return tuple(union(parts) for parts in result)


def single_of(fn: FunctionBuilder, place: k.Expression, size: int, count: int) -> Words:
    """The set of one place; of a place outside, the empty set."""
    if count == 1:
        return (fn.let(choose(between(0, place, size), bit(place), 0), "b"),)
    return tuple(
        fn.let(choose(between(begin, place, min(size, begin + WORD)), bit(place & WORD - 1), 0), "b")
        for begin in range(0, WORD * count, WORD)
    )
