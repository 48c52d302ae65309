"""Atlases: the connected parts of a set under a relation, kept in the memory from one position to the next.

An atlas stands for one set A of the elements of a relation. For each member it has the place of its part; for each part its
members and their image under the relation. So it is a cache of a pure function, right whenever A is the set that is asked about,
whatever became of the position since. The sets for which there is one are the planes that are known beforehand to be asked
about: *mains*, each for a field and some codes of it. A question compares the set W that it is about with A:

    W is A                         the parts are read
    W is A and one element more    its part is the element and the parts of A that it touches; the other parts are read
    anything else                  `close` floods from the seed; parts are those of a *spare* atlas, which is made for W and kept

Mains are brought up to date as the game goes on (`upkeep.py`).

    joined(v, t, at, x)         where the part stands that an element from outside would have in an atlas
    told(v, t, at, x, w..)      where the part of a member of W stands, by an atlas; -1 where that does not tell
    part(v, t, at, x, w..)      the same, by a spare atlas if need be
    close(v, t, at, s.., w..)   what the members of a seed reach in W
    group(v, t, at, x, w..)     what one element reaches
    near(v, t, x..)             the image of a set, read if the set is the part that was asked for last

All this holds where the relation leads back wherever it leads; for other relations parts are taken off one by one, each from its
least member, and only spare atlases are used.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ggl.compiler.lower.builder import Callee, Function, Words, atomic
from ggl.compiler.lower.component_layout import LARGEST, Region, entries_at, least, named, some
from ggl.compiler.lower.context import Context, Env, Main
from ggl.compiler.lower.expressions import atom, atoms, bind_result, fitted, is_one, united, value
from ggl.compiler.lower.relations import image_by_relation, image_of, is_shifts
from ggl.compiler.memory import WORD, width
from ggl.core import forms as f
from ggl.core.walk import walk

MOST_MAINS = 8
PATIENCE = 4
"""Moves for which an atlas is kept up to date when nobody asks."""


def plan_components(ctx: Context) -> None:
    """Gives what is kept of components its places in the memory."""
    asked = [form for form in walk(ctx.m.core) if isinstance(form, f.Close | f.Blocks)]
    for relation in dict.fromkeys(form.relation for form in asked):
        mains = list(dict.fromkeys(main for form in asked if form.relation == relation for main in _mains_of(ctx, form)))
        _settle(ctx, relation, mains[:MOST_MAINS])


def _mains_of(ctx: Context, e: f.Close | f.Blocks) -> Iterator[Main]:
    """The planes that a form may ask about, as far as that is known beforehand."""
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


def _settle(ctx: Context, relation: str, mains: list[Main]) -> None:
    """Gives the atlases of a relation their places."""
    memory = ctx.m.memory
    plan = Region(0, len(memory.relation(relation)), _words_of(ctx, relation))
    if plan.size > LARGEST:
        mains = []
    start = memory.keep(plan.first + (len(mains) + plan.spare) * plan.size)
    region = Region(start, plan.count, plan.words)
    ctx.regions[relation] = region
    for number, main in enumerate(mains):
        ctx.mains[main] = region.first + (region.spare + number) * region.size


def _words_of(ctx: Context, relation: str) -> int:
    return max(1, -(-len(ctx.m.memory.relation(relation)) // WORD))


def leads_back(ctx: Context, relation: str) -> bool:
    return ctx.m.memory.inverse(relation, len(ctx.m.memory.relation(relation))) == relation


# ---- forms


def lower_image(ctx: Context, fn: Function, e: f.Image, env: Env) -> Words:
    region = ctx.regions.get(e.relation)
    if region is None or is_shifts(ctx, e.relation, region.words, width(e.type)) or width(e.type) != region.words:
        return image_by_relation(ctx, fn, e, env)
    args = fn.bind(fitted(value(ctx, fn, e.of, env), e.type))
    return bind_result(ctx, fn, f"{_near(ctx, e.relation)}(v, t, {', '.join(args)})", e.type, "near")


def lower_close(ctx: Context, fn: Function, e: f.Close, env: Env) -> Words:
    if isinstance(e.seed, f.Single) and leads_back(ctx, e.relation):
        item = atom(ctx, fn, e.seed.item, env, "i")
        at, within = asked_of(ctx, fn, e, env)
        group = _group_of(ctx, e.relation, kept=_is_kept(ctx, e))
        return bind_result(ctx, fn, f"{group}(v, t, {at}, {item}, {', '.join(within)})", e.type, "part")
    seed = fn.bind(fitted(value(ctx, fn, e.seed, env), e.type))
    at, within = asked_of(ctx, fn, e, env)
    if not leads_back(ctx, e.relation):
        part = tuple(fn.fresh("part") for _ in (*within, *within))
        fn.line(f"{', '.join(part)} = {flood_function(ctx, e.relation)}(v, t, {', '.join((*seed, *within))})")
        return part[: len(within)]
    return bind_result(ctx, fn, f"{_close_of(ctx, e.relation)}(v, t, {at}, {', '.join((*seed, *within))})", e.type, "part")


def lower_blocks(ctx: Context, fn: Function, e: f.Blocks, env: Env) -> Words:
    at, within = asked_of(ctx, fn, e, env)
    return bind_result(ctx, fn, f"{_list_of(ctx, e.relation)}(v, t, {at}, {', '.join(within)})", e.type, "parts")


def asked_of(ctx: Context, fn: Function, e: f.Close | f.Blocks, env: Env) -> tuple[str, Words]:
    """The atlas that may know the parts of a set, and the set."""
    region = ctx.regions[e.relation]
    type_ = e.type if isinstance(e, f.Close) else e.type.of
    if isinstance(e.within, f.Plane):
        mains = {main[2]: at for main, at in ctx.mains.items() if main[:2] == (e.relation, e.within.field)}
        planes = ctx.m.memory.planes.get(e.within.field)
        if isinstance(e.within.values, f.Lit):
            at = mains.get(e.within.values.value, region.empty)  # type: ignore[arg-type]
            return str(at), fitted(atoms(ctx, fn, e.within, env), type_)
        if mains and planes is not None:
            values = atom(ctx, fn, e.within.values, env, "codes")
            chosen = str(region.empty)
            for codes, at in mains.items():
                chosen = f"{at} if {values} == {codes} else {chosen}"
            found = fn.bind(united(ctx, fn, planes, values, one=is_one(ctx, e.within.values)), "set")
            return fn.let(chosen, "atlas"), fitted(found, type_)
    return str(region.empty), fitted(atoms(ctx, fn, e.within, env), type_)


def _is_kept(ctx: Context, e: f.Close) -> bool:
    """Whether a set, if it is not empty, always has an atlas of its own."""
    mains = list(_mains_of(ctx, e))
    return bool(mains) and all(main in ctx.mains for main in mains)


@contextmanager
def each_part(
    ctx: Context, fn: Function, e: f.Blocks, env: Env, met: Words | None = None, *, near: bool = False
) -> Iterator[Words]:
    """A loop over the parts of a set in the order of their least members; or over those that meet another, in any order.

    Where an image of them may be asked for, in what is done with each, it will be at hand if they are `near`.
    """
    at, within = asked_of(ctx, fn, e, env)
    rest = [fn.let(word if met is None else f"{word} & {met[number]}", "rest") for number, word in enumerate(within)]
    with each_of_parts(ctx, fn, e.relation, at, within, rest, near=near) as item:
        yield item


@contextmanager
def each_of_parts(
    ctx: Context, fn: Function, relation: str, at: str, within: Words, rest: list[str], *, near: bool = False
) -> Iterator[Words]:
    """The same where it is known which atlas is asked, about what, and the names of a set that the parts meet."""
    with _each_part(ctx, fn, relation, at, within, rest) as place:
        count = len(within)
        if near:
            region = ctx.regions[relation]
            fn.line(f"v[{region.last + 1}] = {place} - {region.start}")
        item = tuple(fn.let(f"v[{place} + {number}]", "m") for number in range(count))
        for word, taken in zip(rest, item, strict=True):
            fn.line(f"{word} &= ~{taken}")
        yield item


@contextmanager
def _each_part(ctx: Context, fn: Function, relation: str, at: str, within: Words, rest: list[str]) -> Iterator[str]:
    found = f"{_part(ctx, relation)}(v, t, {at}, %s, {', '.join(within)})"
    if leads_back(ctx, relation):  # a main stays as it is while its parts are gone through, whatever is asked about them
        same = fn.let(" and ".join(f"{word} == v[{at} + {number}]" for number, word in enumerate(within)), "same")
        found = f"{at} + v[{at} + {ctx.regions[relation].labels} + %s] if {same} else {found}"
        fn.line(f"v[{at} + {ctx.regions[relation].asked}] = {PATIENCE}")
    with fn.block(f"while {some(rest)}:"):
        member = fn.let(least(rest), "i")
        yield fn.let(found.replace("%s", member), "place")


# ---- functions


def _near(ctx: Context, relation: str) -> Callee:
    region = ctx.regions[relation]
    args, image = named("x", region.words), image_of(ctx, relation, region.words, region.words)

    def write(fn: Function) -> None:
        for last in (region.last, region.last + 1):
            fn.line(f"place = v[{last}] + {region.start}")
            same = " and ".join(f"{word} == v[place + {number}]" for number, word in enumerate(args))
            with fn.block(f"if {same}:"):
                fn.line(f"return {entries_at('place', region.words, region.words)}")
        fn.line(f"return {image}(v, t, {', '.join(args)})")

    return ctx.m.function("near", relation, args, write)


def flood_function(ctx: Context, relation: str) -> Callee:
    """What a seed reaches in a set, and the image of that: the image of what was new, again and again."""
    region = ctx.regions[relation]
    image = image_of(ctx, relation, region.words, region.words)
    seed, within = named("s", region.words), named("w", region.words)

    def write(fn: Function) -> None:
        reached = [fn.let(f"{a} & {b}", "reached") for a, b in zip(seed, within, strict=True)]
        front = [fn.let(word, "front") for word in reached]
        near = [fn.let("0", "near") for _ in reached]
        with fn.block(f"while {some(front)}:"):
            fn.line(f"{', '.join(front)} = {image}(v, t, {', '.join(front)})")
            for a, b, c, d in zip(front, within, reached, near, strict=True):
                fn.line(f"{d} |= {a}")
                fn.line(f"{a} &= {b} & ~{c}")
                fn.line(f"{c} |= {a}")
        fn.line(f"return {', '.join((*reached, *near))}")

    return ctx.m.function("flood", relation, (*seed, *within), write)


def join_function(ctx: Context, relation: str) -> Callee:
    def write(fn: Function) -> None:
        _join(ctx, fn, relation, "x")
        fn.line(f"return at + {ctx.regions[relation].beside}")

    return ctx.m.function("joined", relation, ("at", "x"), write)


def _join(ctx: Context, fn: Function, relation: str, x: str) -> list[str]:
    """The part that an element from outside would have comes to stand beside the others, if it does not yet; its members.

    They are given as names, since it would take long to read at once what was written just now word by word.
    """
    region, table = ctx.regions[relation], ctx.m.memory.table(relation)
    count = region.words
    with fn.block(f"if v[at + {region.touched}] != {x} + 1:"):
        fn.line(f"v[at + {region.touched}] = {x} + 1")
        part = [
            fn.let(f"bit({x} & 63) if {x} >> 6 == {number} else 0" if count > 1 else f"bit({x})", "part")
            for number in range(count)
        ]
        near = [fn.let(f"v[{x} * {count} + {table.start + number}]", "near") for number in range(count)]
        rest = [fn.let(f"{word} & v[at + {number}]", "rest") for number, word in enumerate(near)]
        with fn.block(f"while {some(rest)}:"):
            fn.line(f"other = at + v[at + {region.labels} + {least(rest)}]")
            for number in range(count):
                fn.line(f"{part[number]} |= v[other + {number}]")
                fn.line(f"{near[number]} |= v[other + {count + number}]")
                fn.line(f"{rest[number]} &= ~v[other + {number}]")
        for number, word in enumerate((*part, *near)):
            fn.line(f"v[at + {region.beside + number}] = {word}")
    with fn.block("else:"):
        for number, word in enumerate(part):
            fn.line(f"{word} = v[at + {region.beside + number}]")
    return part


def _told_of(ctx: Context, relation: str) -> Callee:
    within = named("w", ctx.regions[relation].words)

    def write(fn: Function) -> None:
        _tell(ctx, fn, relation, within, ())
        fn.line("return place")

    return ctx.m.function("told", relation, ("at", "x", *within), write)


def _tell(ctx: Context, fn: Function, relation: str, within: Words, members: Words) -> None:
    """Sets `place` to where the part of `x` stands, -1 where the atlas does not tell; and names to its members, if given."""
    region = ctx.regions[relation]
    other = [fn.let(f"{word} ^ v[at + {number}]", "other") for number, word in enumerate(within)]
    fn.line(f"place = at + v[at + {region.labels} + x]")
    for number, word in enumerate(members):
        fn.line(f"{word} = v[place + {number}]")
    fn.line(f"v[at + {region.asked}] = {PATIENCE}")
    with fn.block(f"if {some(other)}:"):
        ones = " + ".join(f"popcount({word})" for word in other)
        gone = " | ".join(f"({a} & ~{b})" for a, b in zip(other, within, strict=True))
        with fn.block(f"if {ones} != 1 or ({gone}) != 0:"):
            fn.line("place = -1")
        with fn.block("else:"):
            more = fn.let(least(other), "more")
            part = _join(ctx, fn, relation, more)
            with fn.block(f"if x == {more} or v[at + {region.beside} + (x >> 6)] >> (x & 63) & 1 != 0:"):
                fn.line(f"place = at + {region.beside}")
                for name, word in zip(members, part, strict=False):
                    fn.line(f"{name} = {word}")


def _group_of(ctx: Context, relation: str, *, kept: bool) -> Callee:
    """What one element reaches; in a set that is `kept` its label leads to a part at once, even if to a wrong one."""
    region = ctx.regions[relation]
    count = region.words
    within = named("w", count)
    flood = flood_function(ctx, relation)

    def write(fn: Function) -> None:
        word = within[-1]
        for number in range(count - 2, -1, -1):
            word = f"({within[number]} if x < {WORD * (number + 1)} else {word})"
        with fn.block(f"if x < 0 or x >= {region.count} or {word} >> (x & 63) & 1 == 0:"):
            fn.line(f"return {', '.join('0' for _ in within)}")
        members = named("m", count)
        _tell(ctx, fn, relation, within, members if kept else ())
        with fn.block("if place < 0:"):
            fn.line(f"place = {region.start}")
            seed = one_component("x", count, fn)
            fn.line(f"{entries_at('place', 0, 2 * count)} = {flood}(v, t, {', '.join((*seed, *within))})")
            fn.line(f"{', '.join(members)} = {entries_at('place', 0, count)}")
        if not kept:
            with fn.block("else:"):
                fn.line(f"{', '.join(members)} = {entries_at('place', 0, count)}")
        fn.line(f"v[{region.last}] = place - {region.start}")
        fn.line(f"return {', '.join(members)}")

    return ctx.m.function("group", relation if kept else f"{relation} apart", ("at", "x", *within), write)


def _close_of(ctx: Context, relation: str) -> Callee:
    region = ctx.regions[relation]
    count = region.words
    seed, within = named("s", count), named("w", count)
    told, flood = _told_of(ctx, relation), flood_function(ctx, relation)

    def write(fn: Function) -> None:
        rest = [fn.let(f"{a} & {b}", "rest") for a, b in zip(seed, within, strict=True)]
        part = [fn.let("0", "part") for _ in range(count)]
        with fn.block(f"while {some(rest)}:"):
            first = fn.let(least(rest), "first")  # Python makes no call of many arguments if one of them is a choice
            fn.line(f"place = {told}(v, t, at, {first}, {', '.join(within)})")
            with fn.block("if place < 0:"):
                fn.line(f"place = {region.start}")
                entries = entries_at("place", 0, 2 * count)
                fn.line(f"{entries} = {flood}(v, t, {', '.join((*seed, *within))})")
                fn.line(f"v[{region.last}] = 0")
                fn.line(f"return {entries_at('place', 0, count)}")
            fn.line(f"v[{region.last}] = place - {region.start}")
            for number in range(count):
                fn.line(f"{part[number]} |= v[place + {number}]")
                fn.line(f"{rest[number]} &= ~v[place + {number}]")
        fn.line(f"return {', '.join(part)}")

    return ctx.m.function("close", relation, ("at", *seed, *within), write)


def make_components(ctx: Context, relation: str) -> Callee:
    """An atlas is made for a set."""
    region = ctx.regions[relation]
    count = region.words
    args, flood = named("x", count), flood_function(ctx, relation)

    def write(fn: Function) -> None:
        for number, word in enumerate(args):
            fn.line(f"v[at + {number}] = {word}")
        fn.line(f"v[at + {region.touched}] = 0")
        with fn.block(f"while {some(args)}:"):
            fn.line(f"i = {least(args)}")
            fn.line(f"label = {region.parts} + i * {2 * count}")
            fn.line("place = at + label")
            seed = one_component("i", count, fn)
            fn.line(f"{entries_at('place', 0, 2 * count)} = {flood}(v, t, {', '.join((*seed, *args))})")
            for number, word in enumerate(args):
                fn.line(f"{word} &= ~v[place + {number}]")
            labelled(fn, region, [f"v[place + {number}]" for number in range(count)])

    return ctx.m.function("made", relation, ("at", *args), write)


def labelled(fn: Function, region: Region, members: list[str]) -> None:
    """Each of these members gets the label."""
    for number, member in enumerate(members):
        rest = fn.let(member, "rest")
        with fn.block(f"while {rest} != 0:"):
            fn.line(f"v[at + {region.labels + WORD * number} + lowest({rest})] = label")
            fn.line(f"{rest} &= {rest} - 1")


def _part(ctx: Context, relation: str) -> Callee:
    region = ctx.regions[relation]
    within = named("w", region.words)
    told, made = _told_of(ctx, relation), make_components(ctx, relation)

    def write(fn: Function) -> None:
        if leads_back(ctx, relation):
            fn.line(f"place = {told}(v, t, at, x, {', '.join(within)})")
            with fn.block("if place >= 0:"):
                fn.line("return place")
        number = f"shr(mixed({' ^ '.join(within)}), {WORD + 1 - region.spare.bit_length()})" if region.spare > 1 else "0"
        fn.line(f"other = {region.first} + {number} * {region.size}")
        with fn.block(f"if {' or '.join(f'v[other + {number}] != {word}' for number, word in enumerate(within))}:"):
            fn.line(f"{made}(v, t, other, {', '.join(within)})")
        fn.line(f"place = other + v[other + {region.labels} + x]")
        fn.line("return place")

    return ctx.m.function("part", relation, ("at", "x", *within), write)


def _list_of(ctx: Context, relation: str) -> Callee:
    """The parts in the order of their least members, as a list of sets."""
    within = named("w", ctx.regions[relation].words)

    def write(fn: Function) -> None:
        fn.line("first = t")
        fn.line("n = 0")
        rest = [fn.let(word, "rest") for word in within]
        with _each_part(ctx, fn, relation, "at", within, rest) as place:
            to = fn.reserve(str(len(within)))
            for number, word in enumerate(rest):
                fn.line(f"{word} &= ~v[{place} + {number}]")
                fn.line(f"v[{to} + {number}] = v[{place} + {number}]")
            fn.line("n += 1")
        fn.line("return first, n, t")

    return ctx.m.function("parts", relation, ("at", *within), write)


def one_component(place: str, count: int, fn: Function) -> tuple[str, ...]:
    """The set of one element, in names where it has several words."""
    place = place if atomic(place) else fn.let(place, "one")
    if count == 1:
        return (f"bit({place})",)
    return tuple(fn.let(f"bit({place} & 63) if {place} >> 6 == {number} else 0", "seed") for number in range(count))
