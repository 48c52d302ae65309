"""Images under a relation, as functions of their own for each relation.

A relation that is a few shifts of the places (the neighbours on squares are four) has its image by shifts and masks; any other
is looked up member by member.
"""

from __future__ import annotations

from collections.abc import Mapping

from ggl.compiler.lower.builder import Callee, Function, Words
from ggl.compiler.lower.component_layout import named, some
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import bind_result, fitted, value
from ggl.compiler.memory import WORD, cut, width
from ggl.core import forms as f
from ggl.core.types import SetOf

MOST_SHIFTS, FEW_DISTANCES = 24, 8
"""Words to shift in an image; beyond, looking up the members is cheaper, unless there are few distances."""


def image_by_relation(ctx: Context, fn: Function, e: f.Image, env: Env) -> Words:
    args = fn.bind(fitted(value(ctx, fn, e.of, env), SetOf(ctx.m.memory.domain_of(e.relation))))
    image = image_of(ctx, e.relation, len(args), width(e.type))
    return bind_result(ctx, fn, f"{image}(v, t, {', '.join(args)})", e.type, "near")


def is_shifts(ctx: Context, relation: str, count: int, out: int) -> bool:
    """Whether images under a relation are few enough shifts."""
    return shifts_pay(_shifts(ctx.m.memory.relation(relation)), max(count, out))


def shifts_pay(shifts: Mapping[int, int], words: int) -> bool:
    """Whether sets of so many words are better moved by all distances than looked up member by member."""
    return len(shifts) <= FEW_DISTANCES or len(shifts) * words <= MOST_SHIFTS


def image_of(ctx: Context, relation: str, count: int, out: int) -> Callee:
    entries = ctx.m.memory.relation(relation)
    args = named("x", count)

    def write(fn: Function) -> None:
        if is_shifts(ctx, relation, count, out):
            shifts = _shifts(entries)
            fn.line(f"return {', '.join(_shifted(args, shifts, out))}")
            return
        place = ctx.m.memory.table(relation)
        result = [fn.let("0", "near") for _ in range(out)]
        for number, word in enumerate(args):
            with fn.block(f"while {word} != 0:"):
                row = fn.let(f"(lowest({word}) + {WORD * number}) * {out} + {place.start}", "row")
                fn.line(f"{word} &= {word} - 1")
                for part, name in enumerate(result):
                    fn.line(f"{name} |= v[{row} + {part}]")
        fn.line(f"return {', '.join(result)}")

    return ctx.m.function("image", relation, args, write)


def lower_cross(ctx: Context, fn: Function, e: f.Cross, env: Env) -> Words:
    through_type = SetOf(ctx.m.memory.domain_of(e.back))
    parts = ((e.seed, e.type), (e.within, e.type), (e.through, through_type))
    args = [word for part, type_ in parts for word in fn.bind(fitted(value(ctx, fn, part, env), type_))]
    crossed = _crossed(ctx, e.out, e.back, width(e.type), width(through_type))
    return bind_result(ctx, fn, f"{crossed}(v, t, {', '.join(args)})", e.type, "part")


def _crossed(ctx: Context, out: str, back: str, count: int, wide: int) -> Callee:
    """What a seed reaches in a set by steps through others; each of these is gone through once."""
    leave, enter = image_of(ctx, out, count, wide), image_of(ctx, back, wide, count)
    seed, within, through = named("s", count), named("w", count), named("e", wide)

    def write(fn: Function) -> None:
        reached = [fn.let(f"{a} & {b}", "reached") for a, b in zip(seed, within, strict=True)]
        front = [fn.let(word, "front") for word in reached]
        met = [fn.let("0", "met") for _ in through]
        with fn.block(f"while {some(front)}:"):
            fn.line(f"{', '.join(met)} = {leave}(v, t, {', '.join(front)})")
            for a, b in zip(met, through, strict=True):
                fn.line(f"{a} &= {b}")
                fn.line(f"{b} &= ~{a}")
            fn.line(f"{', '.join(front)} = {enter}(v, t, {', '.join(met)})")
            for a, b, c in zip(front, within, reached, strict=True):
                fn.line(f"{a} &= {b} & ~{c}")
                fn.line(f"{c} |= {a}")
        fn.line(f"return {', '.join(reached)}")

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


def _shifted(args: tuple[str, ...], shifts: dict[int, int], out: int) -> list[str]:
    """The image of a set by shifts: for each word of it, all parts that come to lie there."""
    result: list[list[str]] = [[] for _ in range(out)]
    for distance, sources in shifts.items():
        masks = cut(sources, len(args))
        taken = ["" if not mask else arg if mask == -1 else f"({arg} & {mask})" for arg, mask in zip(args, masks, strict=True)]
        for parts, text in zip(result, moved(taken, distance, out), strict=True):
            if text:
                parts.append(text)
    return [" | ".join(parts) or "0" for parts in result]


def moved(words: list[str], distance: int, out: int) -> list[str]:
    """Words moved up by a distance, down if it is below 0; empty text for words without a bit."""
    jump, rest = divmod(distance, WORD)
    result = []
    for word in range(out):
        parts = []
        if 0 <= word - jump < len(words) and words[word - jump]:
            parts.append(f"({words[word - jump]} << {rest})" if rest else words[word - jump])
        if rest and 0 <= word - jump - 1 < len(words) and words[word - jump - 1]:
            parts.append(f"shr({words[word - jump - 1]}, {WORD - rest})")
        result.append(" | ".join(parts))
    return result


def shifts_of(table: tuple[int, ...]) -> dict[int, int]:
    """The distances by which a table leads on, each with the places from which it does; -1 leads nowhere."""
    found: dict[int, int] = {}
    for place, led in enumerate(table):
        if led >= 0:
            found[led - place] = found.get(led - place, 0) | 1 << place
    return dict(sorted(found.items()))


def moved_back(words: tuple[str, ...], shifts: dict[int, int], out: int) -> tuple[str, ...]:
    """The places from which a table leads into a set."""
    result: list[list[str]] = [[] for _ in range(out)]
    for distance, sources in shifts.items():
        texts = moved(list(words), -distance, out)
        for parts, text, mask in zip(result, texts, cut(sources, out), strict=True):
            if text and mask:
                parts.append(f"({text}) & {mask}")
    return tuple(f"({' | '.join(parts)})" if parts else "0" for parts in result)


def single_of(fn: Function, place: str, size: int, count: int) -> Words:
    """The set of one place; of a place outside, the empty set."""
    if count == 1:
        return (fn.let(f"bit({place}) if 0 <= {place} < {size} else 0", "b"),)
    return tuple(
        fn.let(f"bit({place} & 63) if {WORD * number} <= {place} < {min(size, WORD * number + WORD)} else 0", "b")
        for number in range(count)
    )
