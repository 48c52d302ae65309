"""Updates atlases when the game has really advanced.

New elements join parts, and parts without elements are dropped. If a part lost an element, the elements beside it are usually
still connected; otherwise the part is flooded. Only mains queried within the last few moves are updated, so rare queries cost
nothing. Hypothetical positions (`ensure`, `after`) update nothing, so the atlas is still valid when they are undone.

    caught_up(v, t)             all mains
    caught_up(v, t, at, w..)    one of them that was queried lately, with the set that it stands for now
    lost(v, t, at, x)           an element leaves a part that has others
    grown(v, t, at, x)          an element from outside joins
"""

from __future__ import annotations

from collections.abc import Sequence

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import all_of, choose, eq, gt, literal, lowest, ne, not_, popcount, some, sum_all
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, bit, local, word_locals
from ggl.compiler.lower.component_cache import (
    AT,
    PLACE,
    X,
    flood_function,
    flooded,
    is_set,
    join_function,
    label_members,
    labels_of,
    one_component,
)
from ggl.compiler.lower.component_layout import consecutive_entries, least
from ggl.compiler.lower.component_sizes import count_part, drop_all_parts, drop_part
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.expressions import united
from ggl.core.types import WORD

FEW = 6
"""The most elements added to an atlas one by one, or removed from surviving parts; more rebuild it."""


def has_atlases(ctx: Context) -> bool:
    return bool(ctx.mains)


def caught_up(ctx: Context) -> Callee:
    """All mains are brought up to date with the position as it really is."""

    def write(fn: FunctionBuilder) -> None:
        for (relation, field, codes), at in ctx.mains.items():
            asked = at + ctx.regions[relation].asked
            with fn.if_(ne(V[asked], 0)):
                fn.store(asked, V[asked] - 1)
                words = fn.bind(united(ctx, fn, ctx.m.memory.planes[field], codes), "set")
                with fn.if_(not_(is_set(literal(at), words))):
                    fn.do(_caught_up(ctx, relation)(V, T, at, *words))

    return ctx.m.function("caught_up", "", (), write)


def forgotten(ctx: Context, fn: FunctionBuilder) -> None:
    """A new game begins: what the last one queried is not brought up to date until it is queried again."""
    for (relation, _, _), at in ctx.mains.items():
        fn.store(at + ctx.regions[relation].asked, 0)


def emptied(ctx: Context, fn: FunctionBuilder) -> None:
    """Another position comes, in which little is as it was: elements join anew, and none is taken out one by one before."""
    for (relation, _, _), at in ctx.mains.items():
        for number in range(ctx.regions[relation].words):
            fn.store(at + number, 0)
        fn.store(at + ctx.regions[relation].touched, 0)
        drop_all_parts(ctx, fn, relation, literal(at))


def _caught_up(ctx: Context, relation: str) -> Callee:
    region = ctx.regions[relation]
    count = region.words
    within = word_locals("w", count)
    grown, lost, made = _grown(ctx, relation), _lost(ctx, relation), _made(ctx, relation)

    def write(fn: FunctionBuilder) -> None:
        other = [fn.let(word ^ V[AT + number], "other") for number, word in enumerate(within)]
        gone = [fn.let(a & ~b, "gone") for a, b in zip(other, within, strict=True)]
        left = fn.set("left", 0)
        with fn.while_(some(gone)):
            i = fn.set("i", least(gone))
            place = fn.set("place", AT + V[AT + region.labels + i])
            with fn.if_(some([V[place + number] & word for number, word in enumerate(within)])):
                fn.set(left, left + 1)
                with fn.if_(gt(left, FEW)):
                    fn.do(made(V, T, AT, *within))
                    fn.ret()
                fn.do(lost(V, T, AT, i))
                _without(fn, gone, i)
            with fn.else_():
                drop_part(ctx, fn, relation, AT, consecutive_entries(place, 0, count))
                for number, word in enumerate(gone):
                    fn.set(word, word & ~V[place + number])
        came = [fn.let(a & b, "came") for a, b in zip(other, within, strict=True)]
        with fn.if_(gt(sum_all([popcount(word) for word in came]), FEW)):
            fn.do(made(V, T, AT, *within))
            fn.ret()
        with fn.if_(some([a & ~b for a, b in zip(other, within, strict=True)])):
            fn.store(AT + region.touched, 0)
            for number, word in enumerate(within):
                fn.store(AT + number, V[AT + number] & word)
        for number, word in enumerate(came):
            with fn.while_(ne(word, 0)):
                fn.do(grown(V, T, AT, lowest(word) + WORD * number))
                fn.set(word, word & word - 1)

    return ctx.m.function("caught_up", relation, (AT, *within), write)


def _made(ctx: Context, relation: str) -> Callee:
    """An atlas is made for a set."""
    region = ctx.regions[relation]
    args = word_locals("x", region.words)

    def write(fn: FunctionBuilder) -> None:
        fn.do(flooded(ctx, relation)(V, T, AT, *args))
        fn.do(labels_of(ctx, relation)(V, T, AT))
        if region.sized:
            drop_all_parts(ctx, fn, relation, AT)
            with fn.while_(some(args)):
                fn.set(PLACE, region.part_of(AT, least(args)))
                count_part(ctx, fn, relation, AT, consecutive_entries(PLACE, 0, region.words))
                for number, word in enumerate(args):
                    fn.set(word, word & ~V[PLACE + number])

    return ctx.m.function("made", relation, (AT, *args), write)


def _lost(ctx: Context, relation: str) -> Callee:
    """Takes an element out of a part that has others: its neighbours may be connected without it, or else the part is flooded."""
    region, table, flood = ctx.regions[relation], ctx.m.memory.table(relation), flood_function(ctx, relation)
    count = region.words
    left, beside, near, reached = (
        word_locals("left", count),
        word_locals("beside", count),
        word_locals("near", count),
        word_locals("reached", count),
    )
    rest, unused = word_locals("rest", count), word_locals("unused", count)

    def write(fn: FunctionBuilder) -> None:
        label = fn.set("label", V[AT + region.labels + X])
        place = fn.set("place", AT + label)
        at = AT + (X >> 6)
        fn.store(at, V[at] & ~bit(X & 63))
        fn.store(AT + region.touched, 0)
        for number in range(count):
            fn.set(left[number], V[place + number])
        drop_part(ctx, fn, relation, AT, tuple(left))
        _without(fn, left, X)
        for number in range(count):
            fn.set(beside[number], V[X * count + (table.start + number)])
            fn.set(rest[number], beside[number] & left[number])
        fn.call((*reached, *unused), flood(V, T, *one_component(least(rest), count, fn), *rest))
        whole = ne(label, region.parts + X * (2 * count))  # the slot of an element that left must be free
        with fn.if_(all_of([*(eq(a, b) for a, b in zip(reached, rest, strict=True)), whole])):
            count_part(ctx, fn, relation, AT, tuple(left))
            for number in range(count):
                fn.store(place + number, left[number])
                fn.set(near[number], V[place + (count + number)] & ~beside[number])
            with fn.while_(some(beside)):
                y = fn.set("y", least(beside))
                bits = _without(fn, beside, y)
                with fn.if_(some([V[y * count + (table.start + number)] & word for number, word in enumerate(left)])):
                    for word, one in zip(near, bits, strict=True):
                        fn.set(word, word | one)
            for number, word in enumerate(near):
                fn.store(place + (count + number), word)
            fn.ret()
        with fn.while_(some(left)):
            fn.call((*reached, *near), flood(V, T, *one_component(least(left), count, fn), *left))
            fn.set(label, region.parts + least(reached) * (2 * count))
            label_members(fn, region, reached, label)
            count_part(ctx, fn, relation, AT, tuple(reached))
            for number, word in enumerate((*reached, *near)):
                fn.store(AT + label + number, word)
            for a, b in zip(left, reached, strict=True):
                fn.set(a, a & ~b)

    return ctx.m.function("lost", relation, (AT, X), write)


def _without(fn: FunctionBuilder, words: Sequence[k.Local], place: k.Local) -> Words:
    """An element leaves a set; the set of it alone."""
    bits = one_component(place, len(words), fn)
    for word, one in zip(words, bits, strict=True):
        fn.set(word, word & ~one)
    return bits


def _grown(ctx: Context, relation: str) -> Callee:
    """An element from outside joins an atlas: of the parts that it touches the largest keeps its place."""
    region, table = ctx.regions[relation], ctx.m.memory.table(relation)
    count, joined = region.words, join_function(ctx, relation)

    def write(fn: FunctionBuilder) -> None:
        whole = fn.set("whole", joined(V, T, AT, X))
        rest = [fn.let(V[X * count + (table.start + number)] & V[AT + number], "rest") for number in range(count)]
        label, most = fn.set("label", region.parts + X * (2 * count)), fn.set("most", 0)
        place = local("place")
        with fn.while_(some(rest)):
            found = fn.set("found", V[AT + region.labels + least(rest)])
            fn.set(place, AT + found)
            size = fn.set("size", sum_all([popcount(V[place + number]) for number in range(count)]))
            with fn.if_(gt(size, most)):
                fn.set(most, size)
                fn.set(label, found)
            for number, word in enumerate(rest):
                fn.set(word, word & ~V[place + number])
        fn.set(place, AT + label)
        members = tuple(
            fn.let(choose(gt(most, 0), V[whole + number] & ~V[place + number], V[whole + number]), "new")
            for number in range(count)
        )
        label_members(fn, region, members, label)
        count_part(ctx, fn, relation, AT, consecutive_entries(whole, 0, count))
        fn.copy(whole, 2 * count, place)
        at = AT + (X >> 6)
        fn.store(at, V[at] | bit(X & 63))

    return ctx.m.function("grown", relation, (AT, X), write)
