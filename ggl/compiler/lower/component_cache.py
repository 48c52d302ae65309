"""Atlases: the connected parts of a set under a relation, kept in the memory from one position to the next.

An atlas stands for one set A of the elements of a relation. For each member it has the place of its part; for each part its
members and their image under the relation. So it is a cache of a pure function, valid whenever A is the queried set, whatever
happened to the position since. There is one for each plane that is known beforehand to be queried: *mains*, each for a field
and some codes of it. A query compares its set W with A:

    W is A                         the parts are read
    W is A and one element more    its part is the element and the parts of A that it touches; the other parts are read
    anything else                  `close` floods from the seed; parts are those of a *spare* atlas, which is made for W and kept

A spare atlas is flooded first; its members get labels only if somebody asks by a member. A list of all parts needs none,
since each part stands at the place of its least member.

Mains are brought up to date as the game goes on (`component_update.py`).

    joined(v, t, at, x)         where the part stands that an element from outside would have in an atlas
    told(v, t, at, x, w..)      where the part of a member of W stands, by an atlas; -1 where that does not tell
    part(v, t, at, x, w..)      the same, by a spare atlas if need be
    close(v, t, at, s.., w..)   what the members of a seed reach in W
    group(v, t, at, x, w..)     what one element reaches
    near(v, t, x..)             the image of a set, read if the set is the part that was asked for last

All this holds where the relation leads back wherever it leads; for other relations parts are taken off one by one, each from its
least member, and only spare atlases are used.

Long, since these functions call each other, and each form chooses among them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from operator import xor

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import (
    ZERO,
    all_of,
    any_of,
    choose,
    eq,
    ge,
    lowest,
    lt,
    ne,
    not_,
    popcount,
    shr,
    some,
    sum_all,
)
from ggl.compiler.lower.atlas_queries import atlas_and_set, leads_back, near_of
from ggl.compiler.lower.builder import Callee, FunctionBuilder, T, V, Words, atomic, bit, library_function, local, word_locals
from ggl.compiler.lower.component_layout import LARGEST, CacheRegion, consecutive_entries, least
from ggl.compiler.lower.context import Context, Env, Main
from ggl.compiler.lower.expressions import atom, bind_result, lower_value, resize
from ggl.compiler.lower.relations import image_by_relation, image_of, is_shifts
from ggl.compiler.memory import entry_count
from ggl.core import forms as f
from ggl.core.types import WORD
from ggl.core.walk import walk

MOST_MAINS = 8
PATIENCE = 4
"""Moves for which an atlas is kept up to date when nobody asks."""


def plan_components(ctx: Context, compared: Collection[str] = ()) -> None:
    """Allocates memory for cached components, and for their sizes along relations where these are `compared`."""
    asked = [form for form in walk(ctx.m.core) if isinstance(form, f.Close | f.Blocks)]
    for relation in dict.fromkeys(form.relation for form in asked):
        mains = list(dict.fromkeys(main for form in asked if form.relation == relation for main in _mains_of(ctx, form)))
        _settle(ctx, relation, mains[:MOST_MAINS], sized=relation in compared)


def _mains_of(ctx: Context, e: f.Close | f.Blocks) -> Iterator[Main]:
    """The planes that a form may query, as far as that is known beforehand."""
    if not isinstance(e.within, f.Plane) or not leads_back(ctx, e.relation):
        return
    planes, values = ctx.m.memory.planes.get(e.within.field), e.within.values
    if planes is None or planes.words != _words_of(ctx, e.relation):
        return
    entries: tuple[object, ...] = ()
    if isinstance(values, f.Lit):
        entries = (values.value,)
    elif isinstance(values, f.Tab):
        entries = ctx.m.memory.relation(values.table)
    yield from ((e.relation, e.within.field, entry) for entry in entries if isinstance(entry, int) and entry)


def _settle(ctx: Context, relation: str, mains: list[Main], *, sized: bool) -> None:
    """Gives the atlases of a relation their places."""
    memory = ctx.m.memory
    plan = CacheRegion(0, len(memory.relation(relation)), _words_of(ctx, relation))
    if plan.size > LARGEST:
        mains = []
    with_sizes = replace(plan, sized=True)
    if sized and mains and with_sizes.size <= LARGEST:
        plan = with_sizes
    region = replace(plan, start=memory.keep(plan.first + (len(mains) + plan.spare) * plan.size))
    ctx.regions[relation] = region
    for number, main in enumerate(mains):
        ctx.mains[main] = region.first + (region.spare + number) * region.size


def _words_of(ctx: Context, relation: str) -> int:
    return max(1, -(-len(ctx.m.memory.relation(relation)) // WORD))


# ---- forms


def lower_image(ctx: Context, fn: FunctionBuilder, e: f.Image, env: Env) -> Words:
    region = ctx.regions.get(e.relation)
    if region is None or is_shifts(ctx, e.relation, region.words, entry_count(e.type)) or entry_count(e.type) != region.words:
        return image_by_relation(ctx, fn, e, env)
    args = fn.bind(resize(lower_value(ctx, fn, e.of, env), e.type))
    known = near_of(ctx, fn, e.relation).get(args)
    if known is not None:
        return known
    return bind_result(fn, near_function(ctx, e.relation)(V, T, *args), e.type, "near")


def close(ctx: Context, fn: FunctionBuilder, e: f.Close, env: Env) -> Words:
    if isinstance(e.seed, f.Single) and leads_back(ctx, e.relation):
        item = atom(ctx, fn, e.seed.item, env, "i")
        at, within = atlas_and_set(ctx, fn, e, env)
        return bind_result(fn, group_function(ctx, e)(V, T, at, item, *within), e.type, "part")
    seed = fn.bind(resize(lower_value(ctx, fn, e.seed, env), e.type))
    at, within = atlas_and_set(ctx, fn, e, env)
    if not leads_back(ctx, e.relation):
        names = tuple(local(fn.fresh("part")) for _ in (*within, *within))
        return fn.call(names, flood_function(ctx, e.relation)(V, T, *seed, *within))[: len(within)]
    return bind_result(fn, _close_of(ctx, e.relation)(V, T, at, *seed, *within), e.type, "part")


def lower_blocks(ctx: Context, fn: FunctionBuilder, e: f.Blocks, env: Env) -> Words:
    at, within = atlas_and_set(ctx, fn, e, env)
    return bind_result(fn, _list_of(ctx, e.relation)(V, T, at, *within), e.type, "parts")


def _is_kept(ctx: Context, e: f.Close) -> bool:
    """Whether a nonempty set always has its own atlas."""
    mains = list(_mains_of(ctx, e))
    return bool(mains) and all(main in ctx.mains for main in mains)


@contextmanager
def each_part(
    ctx: Context, fn: FunctionBuilder, e: f.Blocks, env: Env, met: Words | None = None, *, near: bool = False
) -> Iterator[Words]:
    """A loop over the parts of a set in the order of their least members; or over those that meet another set, in any order.

    With `near`, the image of each part is available in the loop's body.
    """
    at, within = atlas_and_set(ctx, fn, e, env)
    rest = [fn.let(word if met is None else word & met[number], "rest") for number, word in enumerate(within)]
    with each_of_parts(ctx, fn, e.relation, at, within, rest, near=near) as item:
        yield item


@contextmanager
def each_of_parts(
    ctx: Context, fn: FunctionBuilder, relation: str, at: k.Expression, within: Words, rest: list[k.Local], *, near: bool = False
) -> Iterator[Words]:
    """A loop over the parts with a known atlas and query that meet the set in `rest`."""
    with _each_part(ctx, fn, relation, at, within, rest) as place:
        count = len(within)
        if near:
            region = ctx.regions[relation]
            fn.store(region.last + 1, place - region.start)
        item = tuple(fn.let(V[place + number], "m") for number in range(count))
        for word, taken in zip(rest, item, strict=True):
            fn.set(word, word & ~taken)
        yield item


@contextmanager
def _each_part(
    ctx: Context, fn: FunctionBuilder, relation: str, at: k.Expression, within: Words, rest: list[k.Local]
) -> Iterator[k.Local]:
    part, region, same = _part(ctx, relation), ctx.regions[relation], None
    if leads_back(ctx, relation):  # the set stays the same while its parts are visited
        same = fn.let(is_set(at, within), "same")
        fn.store(at + region.asked, PATIENCE)
    with fn.while_(some(rest)):
        member = fn.let(least(rest), "i")
        found: k.Expression = part(V, T, at, member, *within)
        if same is not None:
            found = choose(same, at + V[at + region.labels + member], found)
        yield fn.let(found, "place")


def is_set(at: k.Expression, words: Sequence[k.Expression]) -> k.Expression:
    """Whether a set stands at a place."""
    return all_of([eq(word, V[at + number]) for number, word in enumerate(words)])


def _is_one_more(other: Sequence[k.Expression], within: Words) -> k.Expression:
    """Whether a set differs from that of an atlas by one element, which the atlas lacks."""
    gone = [a & ~b for a, b in zip(other, within, strict=True)]
    return all_of([eq(sum_all([popcount(word) for word in other]), 1), not_(some(gone))])


# ---- functions

AT, X, PLACE = local("at"), local("x"), local("place")


def near_function(ctx: Context, relation: str) -> Callee:
    region = ctx.regions[relation]
    args, image = word_locals("x", region.words), image_of(ctx, relation, region.words, region.words)

    def write(fn: FunctionBuilder) -> None:
        for last in (region.last, region.last + 1):
            fn.set(PLACE, V[last] + region.start)
            with fn.if_(is_set(PLACE, args)):
                fn.ret(*consecutive_entries(PLACE, region.words, region.words))
        fn.ret(image(V, T, *args))

    return ctx.m.function("near", relation, args, write)


def flood_function(ctx: Context, relation: str) -> Callee:
    """The part of a set that a seed reaches, and its image: takes the image of the new members, again and again."""
    region = ctx.regions[relation]
    image = image_of(ctx, relation, region.words, region.words)
    seed, within = word_locals("s", region.words), word_locals("w", region.words)

    def write(fn: FunctionBuilder) -> None:
        reached = [fn.let(a & b, "reached") for a, b in zip(seed, within, strict=True)]
        front = [fn.let(word, "front") for word in reached]
        near = [fn.let(0, "near") for _ in reached]
        with fn.while_(some(front)):
            fn.call(front, image(V, T, *front))
            for a, b, c, d in zip(front, within, reached, near, strict=True):
                fn.set(d, d | a)
                fn.set(a, a & (b & ~c))
                fn.set(c, c | a)
        fn.ret(*reached, *near)

    return ctx.m.function("flood", relation, (*seed, *within), write)


def join_function(ctx: Context, relation: str) -> Callee:
    def write(fn: FunctionBuilder) -> None:
        join(ctx, fn, relation, X)
        fn.ret(AT + ctx.regions[relation].beside)

    return ctx.m.function("joined", relation, (AT, X), write)


def join(ctx: Context, fn: FunctionBuilder, relation: str, x: k.Local) -> tuple[list[k.Local], list[k.Local]]:
    """Puts the part that an element from outside would have beside the others, unless it is there.

    Gives its members and its image, as locals, since it would take long to read at once what was written just now word by word.
    """
    region, table = ctx.regions[relation], ctx.m.memory.table(relation)
    count = region.words
    with fn.if_(ne(V[AT + region.touched], x + 1)):
        fn.store(AT + region.touched, x + 1)
        part = [fn.let(choose(eq(x >> 6, number), bit(x & 63), 0) if count > 1 else bit(x), "part") for number in range(count)]
        near = [fn.let(V[x * count + (table.start + number)], "near") for number in range(count)]
        rest = [fn.let(word & V[AT + number], "rest") for number, word in enumerate(near)]
        with fn.while_(some(rest)):
            other = fn.set("other", AT + V[AT + region.labels + least(rest)])
            for number in range(count):
                fn.set(part[number], part[number] | V[other + number])
                fn.set(near[number], near[number] | V[other + (count + number)])
                fn.set(rest[number], rest[number] & ~V[other + number])
        for number, word in enumerate((*part, *near)):
            fn.store(AT + (region.beside + number), word)
    with fn.else_():
        for number, word in enumerate((*part, *near)):
            fn.set(word, V[AT + (region.beside + number)])
    return part, near


def _told_of(ctx: Context, relation: str) -> Callee:
    within = word_locals("w", ctx.regions[relation].words)

    def write(fn: FunctionBuilder) -> None:
        _tell(ctx, fn, relation, within, ())
        fn.ret(PLACE)

    return ctx.m.function("told", relation, (AT, X, *within), write)


def _tell(ctx: Context, fn: FunctionBuilder, relation: str, within: Words, members: Sequence[k.Local]) -> None:
    """Sets `place` to where the part of `x` stands, -1 where the atlas does not tell; and locals to its members, if given."""
    region = ctx.regions[relation]
    other = [fn.let(word ^ V[AT + number], "other") for number, word in enumerate(within)]
    fn.set(PLACE, AT + V[AT + region.labels + X])
    for number, word in enumerate(members):
        fn.set(word, V[PLACE + number])
    fn.store(AT + region.asked, PATIENCE)
    with fn.if_(some(other)):
        with fn.if_(not_(_is_one_more(other, within))):
            fn.set(PLACE, -1)
        with fn.else_():
            more = fn.let(least(other), "more")
            part, _ = join(ctx, fn, relation, more)
            with fn.if_(any_of([eq(X, more), ne(V[AT + region.beside + (X >> 6)] >> (X & 63) & 1, 0)])):
                fn.set(PLACE, AT + region.beside)
                for name, word in zip(members, part, strict=False):
                    fn.set(name, word)


def group_function(ctx: Context, e: f.Close) -> Callee:
    return _group_of(ctx, e.relation, kept=_is_kept(ctx, e))


def _group_of(ctx: Context, relation: str, *, kept: bool) -> Callee:
    """The group of one element; in a set that is `kept` its label leads to a part at once, even if to a wrong one."""
    region = ctx.regions[relation]
    count = region.words
    within = word_locals("w", count)
    flood = flood_function(ctx, relation)

    def write(fn: FunctionBuilder) -> None:
        chosen: k.Expression = within[-1]
        for number in range(count - 2, -1, -1):
            chosen = choose(lt(X, WORD * (number + 1)), within[number], chosen)
        with fn.if_(any_of([lt(X, 0), ge(X, region.count), eq(chosen >> (X & 63) & 1, 0)])):
            fn.ret(*(0 for _ in within))
        members = word_locals("m", count)
        _tell(ctx, fn, relation, within, members if kept else ())
        with fn.if_(lt(PLACE, 0)):
            fn.set(PLACE, region.start)
            fn.store_results(PLACE, flood(V, T, *one_component(X, count, fn), *within))
            fn.set_all(members, consecutive_entries(PLACE, 0, count))
        if not kept:
            with fn.else_():
                fn.set_all(members, consecutive_entries(PLACE, 0, count))
        fn.store(region.last, PLACE - region.start)
        fn.ret(*members)

    return ctx.m.function("group", relation if kept else f"{relation} apart", (AT, X, *within), write)


def _close_of(ctx: Context, relation: str) -> Callee:
    region = ctx.regions[relation]
    count = region.words
    seed, within = word_locals("s", count), word_locals("w", count)
    told, flood = _told_of(ctx, relation), flood_function(ctx, relation)

    def write(fn: FunctionBuilder) -> None:
        rest = [fn.let(a & b, "rest") for a, b in zip(seed, within, strict=True)]
        part = [fn.let(0, "part") for _ in range(count)]
        with fn.while_(some(rest)):
            first = fn.let(least(rest), "first")
            fn.set(PLACE, told(V, T, AT, first, *within))
            with fn.if_(lt(PLACE, 0)):
                fn.set(PLACE, region.start)
                fn.store_results(PLACE, flood(V, T, *seed, *within))
                fn.store(region.last, 0)
                fn.ret(*consecutive_entries(PLACE, 0, count))
            fn.store(region.last, PLACE - region.start)
            for number in range(count):
                fn.set(part[number], part[number] | V[PLACE + number])
                fn.set(rest[number], rest[number] & ~V[PLACE + number])
        fn.ret(*part)

    return ctx.m.function("close", relation, (AT, *seed, *within), write)


def flooded(ctx: Context, relation: str) -> Callee:
    """The parts of a set, each at the place of its least member: an atlas without labels."""
    region = ctx.regions[relation]
    args, flood = word_locals("x", region.words), flood_function(ctx, relation)

    def write(fn: FunctionBuilder) -> None:
        for number, word in enumerate(args):
            fn.store(AT + number, word)
        fn.store(AT + region.touched, 0)
        with fn.while_(some(args)):
            i = fn.set("i", least(args))
            fn.set(PLACE, region.part_of(AT, i))
            fn.store_results(PLACE, flood(V, T, *one_component(i, region.words, fn), *args))
            for number, word in enumerate(args):
                fn.set(word, word & ~V[PLACE + number])

    return ctx.m.function("flooded", relation, (AT, *args), write)


def labels_of(ctx: Context, relation: str) -> Callee:
    """Each member of a flooded set gets the place of its part."""
    region = ctx.regions[relation]
    rest = word_locals("left", region.words)

    def write(fn: FunctionBuilder) -> None:
        for number, word in enumerate(rest):
            fn.set(word, V[AT + number])
        with fn.while_(some(rest)):
            label = fn.set("label", region.part_of(ZERO, least(rest)))
            fn.set(PLACE, AT + label)
            for number, word in enumerate(rest):
                fn.set(word, word & ~V[PLACE + number])
            label_members(fn, region, consecutive_entries(PLACE, 0, region.words), label)

    return ctx.m.function("labels", relation, (AT,), write)


def label_members(fn: FunctionBuilder, region: CacheRegion, members: Words, label: k.Local) -> None:
    """Each of these members gets the label."""
    for number, member in enumerate(members):
        rest = fn.let(member, "rest")
        with fn.while_(ne(rest, 0)):
            fn.store(AT + (region.labels + WORD * number) + lowest(rest), label)
            fn.set(rest, rest & rest - 1)


def _part(ctx: Context, relation: str) -> Callee:
    region = ctx.regions[relation]
    within = word_locals("w", region.words)
    told, spare = _told_of(ctx, relation), _spare_of(ctx, relation)

    def write(fn: FunctionBuilder) -> None:
        if leads_back(ctx, relation):
            fn.set(PLACE, told(V, T, AT, X, *within))
            with fn.if_(ge(PLACE, 0)):
                fn.ret(PLACE)
        other = fn.set("other", spare(V, T, *within))
        with fn.if_(eq(V[other + region.asked], 0)):
            fn.do(labels_of(ctx, relation)(V, T, other))
            fn.store(other + region.asked, 1)
        fn.ret(other + V[other + region.labels + X])

    return ctx.m.function("part", relation, (AT, X, *within), write)


def _spare_of(ctx: Context, relation: str) -> Callee:
    """The place of the spare atlas of a set, made now unless it is there. It has no labels until a query names a member."""
    region = ctx.regions[relation]
    within = word_locals("w", region.words)

    def write(fn: FunctionBuilder) -> None:
        mixed = library_function("mix")(reduce(xor, within[1:], within[0]))
        number = shr(mixed, WORD + 1 - region.spare.bit_length()) if region.spare > 1 else ZERO
        other = fn.set("other", region.first + number * region.size)
        with fn.if_(not_(is_set(other, within))):
            fn.do(flooded(ctx, relation)(V, T, other, *within))
            fn.store(other + region.asked, 0)
        fn.ret(other)

    return ctx.m.function("spare", relation, within, write)


def _list_of(ctx: Context, relation: str) -> Callee:
    """The parts in the order of their least members, as a list of sets."""
    region = ctx.regions[relation]
    within = word_locals("w", region.words)
    told, spare = _told_of(ctx, relation), _spare_of(ctx, relation)

    def write(fn: FunctionBuilder) -> None:
        first, n = fn.set("first", T), fn.set("n", 0)
        rest = [fn.let(word, "rest") for word in within]
        if leads_back(ctx, relation):
            other = [fn.let(word ^ V[AT + number], "other") for number, word in enumerate(within)]
            fn.store(AT + region.asked, PATIENCE)
            with fn.if_(any_of([not_(some(other)), _is_one_more(other, within)])), fn.while_(some(rest)):
                _listed(fn, rest, told(V, T, AT, least(rest), *within), n)
        with fn.if_(some(rest)):
            whole = fn.set("whole", spare(V, T, *within))
            with fn.while_(some(rest)):
                _listed(fn, rest, region.part_of(whole, least(rest)), n)
        fn.ret(first, n, T)

    return ctx.m.function("parts", relation, (AT, *within), write)


def _listed(fn: FunctionBuilder, rest: Sequence[k.Local], place: k.Expression, n: k.Local) -> None:
    """Moves the members of the part at a place from the rest to the end of the list."""
    place = fn.let(place, "place")
    to = fn.reserve(len(rest))
    for number, word in enumerate(rest):
        fn.set(word, word & ~V[place + number])
        fn.store(to + number, V[place + number])
    fn.set(n, n + 1)


def one_component(place: k.Expression, count: int, fn: FunctionBuilder) -> Words:
    """The set of one element, in locals where it has several words."""
    place = place if atomic(place) else fn.let(place, "one")
    if count == 1:
        return (bit(place),)
    return tuple(fn.let(choose(eq(place >> 6, number), bit(place & 63), 0), "seed") for number in range(count))
