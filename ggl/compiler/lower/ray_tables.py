"""The free cells of the rays from a site, before the first stop of each, looked up in a table.

Rays are taken in pairs, such as the two that make up the rest of a row, and a pair has few cells. Which of them stop is a number
of a few bits. Where a processor has an instruction that moves the bits of these cells side by side, that is the number; elsewhere
a multiplication moves them to the top of a word, in another order. For either way a table has the free cells for each site and
each such number.

Only for boards of one word and short rays: the tables of longer rays would not stay in the fastest cache.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from ggl.compiler.kernel.build import union
from ggl.compiler.lower.builder import FunctionBuilder, V, Words, library_function
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.expressions import atom
from ggl.compiler.lower.rays import Ray, ray_of
from ggl.compiler.lower.vectorize import asked_of_all
from ggl.compiler.memory import entry_count, signed_words
from ggl.compiler.passes.expression_queries import TRUE
from ggl.core import forms as f
from ggl.core.substitution import substituted
from ggl.core.types import WORD, ListOf, SetOf
from ggl.core.walk import variables
from ggl.frozen import frozen

MOST_CELLS = 6
"""Of two rays together."""

_ALL = (1 << WORD) - 1

_entry_of = library_function("subset_entry")


@frozen
class RayPair:
    """Two rays, by the site where they begin: the cells of both, and the free cells by number of their stops; also the factor
    for their stops, and the free cells by the number that it gives."""

    cells: tuple[int, ...]
    free: tuple[tuple[int, ...], ...]
    factors: tuple[int, ...]
    free_by_factor: tuple[tuple[int, ...], ...]


def free_from_tables(ctx: Context, fn: FunctionBuilder, e: f.Fold, members: int, env: Env) -> Words | None:
    """The union, over a few known members, of the cells of a ray up to the first for which a test fails."""
    found = _rays(ctx, e, members)
    if found is None:
        return None
    rays, part = found
    passing = asked_of_all(ctx, part.test, part.name, rays[0].domain)
    pairs = None if passing is None else paired_rays([(ray.masks, ray.rises) for ray in rays])
    if passing is None or pairs is None:
        return None
    place = atom(ctx, fn, rays[0].place, env, "i")
    stops = fn.let(~passing(fn, env)[0], "stops")
    bits = max(mask.bit_count() for pair in pairs for mask in pair.cells)
    row = fn.let(place << bits, "row")
    free, none = [], (0,) * (1 << bits)
    for pair in pairs:
        cells, factors, table, by_factor = (
            ctx.m.memory.placed_once(tuple(word for entry in entries for word in signed_words(entry, 1)))
            for entries in (
                (*pair.cells, 0),
                (*pair.factors, 0),
                (entry for row in (*pair.free, none) for entry in row),
                (entry for row in (*pair.free_by_factor, none) for entry in row),
            )
        )
        entry = _entry_of(stops, V.fixed(place + cells), V.fixed(place + factors), WORD - bits, table, by_factor)
        free.append(fn.let(V.fixed(row + entry), "free"))
    return (fn.let(union(free), "all"),)


def _rays(ctx: Context, e: f.Fold, members: int) -> tuple[list[Ray], f.Leading] | None:
    """The ray for each member, and the form that goes along it."""
    body = e.body
    while isinstance(body, f.Filter) and body.test == TRUE:
        body = body.source
    if e.test != TRUE or not isinstance(body, f.Convert) or not isinstance(e.source.type, SetOf):
        return None
    part = body.part
    if not isinstance(part, f.Leading) or not isinstance(part.source.type, ListOf) or e.name in variables(part.test):
        return None
    if not isinstance(e.type, SetOf) or entry_count(e.type) > 1:
        return None
    rays: list[Ray] = []
    for member in range(members.bit_length()):
        if members >> member & 1:
            ray = ray_of(ctx, substituted(part.source, {e.name: f.Lit(member, e.source.type.of)}))
            if ray is None or (rays and ray.place != rays[0].place):
                return None
            rays.append(ray)
    return (rays, part) if rays and entry_count(SetOf(rays[0].domain)) == 1 else None


@cache
def _table_of(rays: tuple[tuple[tuple[int, ...], bool], tuple[tuple[int, ...], bool]], bits: int) -> RayPair | None:
    cells, free, factors, free_by_factor = [], [], [], []
    for first, second in zip(rays[0][0], rays[1][0], strict=True):
        places = [place for place in range(WORD) if (first | second) >> place & 1]
        factor = _factor_for(tuple(places), bits)
        if factor is None:
            return None
        cells.append(first | second)
        factors.append(factor)
        row, by_factor = [0] * (1 << bits), [0] * (1 << bits)
        for number, stops in enumerate(_subsets(places)):
            found = _free_cells(first, stops, rays[0][1]) | _free_cells(second, stops, rays[1][1])
            row[number] = by_factor[_number_of(stops, factor, bits)] = found
        free.append(tuple(row))
        free_by_factor.append(tuple(by_factor))
    return RayPair(tuple(cells), tuple(free), tuple(factors), tuple(free_by_factor))


def paired_rays(rays: list[tuple[tuple[int, ...], bool]]) -> list[RayPair] | None:
    """The rays in pairs of few cells each, or None if there are no such pairs."""
    chosen, left = [], [*rays]
    while left:
        first = left.pop(0)
        short = [(most, place) for place, each in enumerate(left) if (most := _most_cells(first[0], each[0])) <= MOST_CELLS]
        if not short:
            return None
        chosen.append((first, left.pop(min(short)[1])))
    bits = max(_most_cells(first[0], second[0]) for first, second in chosen)
    found = [_table_of(each, bits) for each in chosen]
    return None if None in found else [each for each in found if each is not None]


def _most_cells(first: tuple[int, ...], second: tuple[int, ...]) -> int:
    return max((a | b).bit_count() for a, b in zip(first, second, strict=True))


def _free_cells(ray: int, stops: int, rises: bool) -> int:
    """The members before the first stop."""
    met = ray & stops
    if not met:
        return ray
    return ray & ((met & -met) - 1) if rises else ray >> met.bit_length() << met.bit_length()


def _subsets(places: list[int] | tuple[int, ...]) -> Iterator[int]:
    """All subsets of some places, in the order of the numbers that their bits are side by side."""
    for chosen in range(1 << len(places)):
        yield sum(1 << place for number, place in enumerate(places) if chosen >> number & 1)


def _number_of(stops: int, factor: int, bits: int) -> int:
    return (stops * factor & _ALL) >> WORD - bits


@cache
def _factor_for(places: tuple[int, ...], bits: int) -> int | None:
    """A factor whose product with each subset of these places has another number in its uppermost bits."""
    for order in permutations(range(bits), len(places)):
        moves = [WORD - bits + to - place for to, place in zip(order, places, strict=True)]
        if min(moves, default=0) < 0:
            continue
        factor = sum(1 << move for move in set(moves))
        if len({_number_of(stops, factor, bits) for stops in _subsets(places)}) == 1 << len(places):
            return factor
    return None
