"""Atlases are brought up to date when the game has really gone on.

Elements that came join parts, parts of which all elements went are dropped; where a part lost an element, those beside it mostly
hang together still, else the part is flooded. That is done only for a main that was asked about a few moves ago, so what is
seldom asked about costs nothing. Within something supposed (`ensure`, `after`) nothing is brought up to date, so that what is put
back is known still.

    caught_up(v, t)             all mains
    caught_up(v, t, at, w..)    one of them, with the set that it stands for now
    lost(v, t, at, x)           an element leaves a part that has others
    grown(v, t, at, x)          an element from outside joins
"""

from __future__ import annotations

from collections.abc import Iterable

from ggl.compiler.lower.builder import Callee, Function
from ggl.compiler.lower.component_cache import flood_function, join_function, labelled, make_components, one_component
from ggl.compiler.lower.component_layout import entries_at, least, named, some
from ggl.compiler.lower.context import Context
from ggl.compiler.lower.expressions import united
from ggl.compiler.memory import WORD

FEW = 6
"""Elements that join an atlas one by one, or leave parts that go on; with more of them it is made anew."""


def has_atlases(ctx: Context) -> bool:
    return bool(ctx.mains)


def caught_up(ctx: Context) -> Callee:
    """All mains are brought up to date with the position as it really is."""

    def write(fn: Function) -> None:
        for (relation, field, codes), at in ctx.mains.items():
            words = united(ctx, fn, ctx.m.memory.planes[field], codes)
            fn.line(f"{_caught_up(ctx, relation)}(v, t, {at}, {', '.join(words)})")

    return ctx.m.function("caught_up", "", (), write)


def _caught_up(ctx: Context, relation: str) -> Callee:
    region = ctx.regions[relation]
    count = region.words
    within = named("w", count)
    grown, lost, made = _grown(ctx, relation), _lost(ctx, relation), make_components(ctx, relation)

    def write(fn: Function) -> None:
        with fn.block(f"if v[at + {region.asked}] == 0:"):
            fn.line("return")
        fn.line(f"v[at + {region.asked}] -= 1")
        other = [fn.let(f"{word} ^ v[at + {number}]", "other") for number, word in enumerate(within)]
        gone = [fn.let(f"{a} & ~{b}", "gone") for a, b in zip(other, within, strict=True)]
        fn.line("left = 0")
        with fn.block(f"while {some(gone)}:"):
            fn.line(f"i = {least(gone)}")
            fn.line(f"place = at + v[at + {region.labels} + i]")
            with fn.block(f"if {some([f'v[place + {number}] & {word}' for number, word in enumerate(within)])}:"):
                fn.line("left += 1")
                with fn.block(f"if left > {FEW}:"):
                    fn.line(f"{made}(v, t, at, {', '.join(within)})")
                    fn.line("return")
                fn.line(f"{lost}(v, t, at, i)")
                _without(ctx, fn, gone, "i")
            with fn.block("else:"):
                for number, word in enumerate(gone):
                    fn.line(f"{word} &= ~v[place + {number}]")
        came = [fn.let(f"{a} & {b}", "came") for a, b in zip(other, within, strict=True)]
        with fn.block(f"if {' + '.join(f'popcount({word})' for word in came)} > {FEW}:"):
            fn.line(f"{made}(v, t, at, {', '.join(within)})")
            fn.line("return")
        with fn.block(f"if ({' | '.join(f'({a} & ~{b})' for a, b in zip(other, within, strict=True))}) != 0:"):
            fn.line(f"v[at + {region.touched}] = 0")
            for number, word in enumerate(within):
                fn.line(f"v[at + {number}] &= {word}")
        for number, word in enumerate(came):
            with fn.block(f"while {word} != 0:"):
                fn.line(f"{grown}(v, t, at, lowest({word}) + {WORD * number})")
                fn.line(f"{word} &= {word} - 1")

    return ctx.m.function("caught_up", relation, ("at", *within), write)


def _lost(ctx: Context, relation: str) -> Callee:
    """An element leaves a part that has others: those beside it may hang together without it, or else the part is flooded."""
    region, table, flood = ctx.regions[relation], ctx.m.memory.table(relation), flood_function(ctx, relation)
    count = region.words
    left, beside, near, reached = named("left", count), named("beside", count), named("near", count), named("reached", count)

    def write(fn: Function) -> None:
        fn.line(f"label = v[at + {region.labels} + x]")
        fn.line("place = at + label")
        fn.line("v[at + (x >> 6)] &= ~bit(x & 63)")
        fn.line(f"v[at + {region.touched}] = 0")
        for number in range(count):
            fn.line(f"{left[number]} = v[place + {number}]")
        _without(ctx, fn, left, "x")
        for number in range(count):
            fn.line(f"{beside[number]} = v[x * {count} + {table.start + number}]")
            fn.line(f"rest{number} = {beside[number]} & {left[number]}")
        rest = named("rest", count)
        seed = one_component(least(rest), count, fn)
        unused = named("unused", count)
        fn.line(f"{', '.join((*reached, *unused))} = {flood}(v, t, {', '.join((*seed, *rest))})")
        whole = f"label != {region.parts} + x * {2 * count}"  # the room of an element that left has to be free
        with fn.block(f"if {' and '.join([*map(' == '.join, zip(reached, rest, strict=True)), whole])}:"):
            for number in range(count):
                fn.line(f"v[place + {number}] = {left[number]}")
                fn.line(f"{near[number]} = v[place + {count + number}] & ~{beside[number]}")
            with fn.block(f"while {some(beside)}:"):
                fn.line(f"y = {least(beside)}")
                bits = _without(ctx, fn, beside, "y")
                touching = some([f"v[y * {count} + {table.start + number}] & {word}" for number, word in enumerate(left)])
                with fn.block(f"if {touching}:"):
                    for word, one in zip(near, bits, strict=True):
                        fn.line(f"{word} |= {one}")
            for number, word in enumerate(near):
                fn.line(f"v[place + {count + number}] = {word}")
            fn.line("return")
        with fn.block(f"while {some(left)}:"):
            seed = one_component(least(left), count, fn)
            fn.line(f"{', '.join((*reached, *near))} = {flood}(v, t, {', '.join((*seed, *left))})")
            fn.line(f"label = {region.parts} + {least(reached)} * {2 * count}")
            labelled(fn, region, list(reached))
            fn.line(f"{entries_at('at + label', 0, 2 * count)} = {', '.join((*reached, *near))}")
            for a, b in zip(left, reached, strict=True):
                fn.line(f"{a} &= ~{b}")

    return ctx.m.function("lost", relation, ("at", "x"), write)


def _without(ctx: Context, fn: Function, words: Iterable[str], place: str) -> tuple[str, ...]:
    """An element leaves a set; the set of it alone."""
    words = tuple(words)
    bits = one_component(place, len(words), fn)
    for word, one in zip(words, bits, strict=True):
        fn.line(f"{word} &= ~{one}")
    return bits


def _grown(ctx: Context, relation: str) -> Callee:
    """An element from outside joins an atlas: of the parts that it touches the largest keeps its place."""
    region, table = ctx.regions[relation], ctx.m.memory.table(relation)
    count, joined = region.words, join_function(ctx, relation)

    def write(fn: Function) -> None:
        fn.line(f"whole = {joined}(v, t, at, x)")
        rest = [fn.let(f"v[x * {count} + {table.start + number}] & v[at + {number}]", "rest") for number in range(count)]
        fn.line(f"label = {region.parts} + x * {2 * count}")
        fn.line("most = 0")
        with fn.block(f"while {some(rest)}:"):
            fn.line(f"found = v[at + {region.labels} + {least(rest)}]")
            fn.line("place = at + found")
            fn.line(f"size = {' + '.join(f'popcount(v[place + {number}])' for number in range(count))}")
            with fn.block("if size > most:"):
                fn.line("most = size")
                fn.line("label = found")
            for number, word in enumerate(rest):
                fn.line(f"{word} &= ~v[place + {number}]")
        fn.line("place = at + label")
        members = [
            fn.let(f"v[whole + {number}] & ~v[place + {number}] if most > 0 else v[whole + {number}]", "new")
            for number in range(count)
        ]
        labelled(fn, region, members)
        fn.line(f"copied(v, whole, {2 * count}, place)")
        fn.line("v[at + (x >> 6)] |= bit(x & 63)")

    return ctx.m.function("grown", relation, ("at", "x"), write)
