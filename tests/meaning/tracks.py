"""Tracks, by walking them: a place after the other, forward and back, and a count of the bends on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from tests.meaning.values import Value

Lines = tuple[tuple[Value, ...], ...]


def read(values: Iterable[Value], order: Iterable[Value]) -> Lines:
    """The lines of a track: cells one by one are a line, sets come in the order of the board."""
    lines: list[tuple[Value, ...]] = []
    single = False
    for value in values:
        if isinstance(value, tuple | frozenset):
            lines.append(value if isinstance(value, tuple) else tuple(cell for cell in order if cell in value))
        elif single:
            lines[-1] += (value,)
        else:
            lines.append((value,))
        single = not isinstance(value, tuple | frozenset)
    return tuple(lines)


def steps_along(lines: Lines, start: Value, count: int) -> Iterator[Value]:
    cells = [cell for line in lines for cell in line]
    yield from (cells[(at + count) % len(cells)] for at, cell in enumerate(cells) if cell == start)


def walks(lines: Lines, start: Value) -> Iterator[list[tuple[Value, int]]]:
    """From each place of a cell, both ways, up to there again: each cell with the bends that were passed before it."""
    places = [(number, cell) for number, line in enumerate(lines) for cell in line]
    for circuit in (places, places[::-1]):
        for at, (_, cell) in enumerate(circuit):
            if cell != start:
                continue
            turned, bends, walk = circuit[at:] + circuit[:at], 0, []
            for (before, _), (line, there) in pairwise(turned):
                first_of_line = before != line
                bends += first_of_line
                walk.append((there, bends))
            yield walk


def slides_along(lines: Lines, start: Value, blocked: frozenset[Value]) -> Iterator[Value]:
    for walk in walks(lines, start):
        for cell, _ in walk:
            if cell == start:
                continue
            if cell in blocked:
                break
            yield cell


def sight_along(lines: Lines, start: Value, least: int, blocked: frozenset[Value]) -> Iterator[Value]:
    for walk in walks(lines, start):
        met = next(((cell, bends) for cell, bends in walk if cell != start and cell in blocked), None)
        if met is not None and met[1] >= least:
            yield met[0]
