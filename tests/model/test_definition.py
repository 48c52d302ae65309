"""What a definition says does not depend on where its parts stand: places are neither compared nor shown."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest

import ggl.resources
from ggl.model import definition as module
from ggl.model.definition import Definition
from tests.model.reading import HEAD, MOVES, good

MATCH = f"""{HEAD}labels: {{columns: x y z, sites: {{middle: y2}}}}
values: {{suits: [a, b], cards: {{suit: suits, rank: 2..6}}}}
pieces: {{stone: {{has: {{moved: 0}}}}}}
{MOVES}end: {{draw: full}}
score(p): 1
tie: draw
match: {{until: total(Black) > 3}}
targets: {{length: 20..40}}
"""
GAMES = {
    name: Path(ggl.resources.games_folder(), f"{name}.yaml").read_text()
    for name in ("backgammon", "blokus-duo", "chess", "mastermind", "pig", "surakarta", "tabik", "twixt")
} | {"match": MATCH}
BASE = """options: {deep: 2}
regions: {core: {b2}}
define: {near(c): neighbors(c)}
state: {n: 0, m: 0}
pieces: {stone: {}}
moves:
  place: {for: c in cells, where: empty(c), do: put stone on c}
  other: {for: c in cells, where: empty(c), do: put stone on c}
turn: {play: place or other}
"""
VARIANT = """name: Variant
board: square(4)
options: removed
players: [Red, Blue, Green]
state: {n: removed}
define: {near: center}
moves: {place: {where: empty(c) and c not in core}}
"""


def parts(value: object) -> Iterator[object]:
    if is_dataclass(value):
        yield value
        for each in fields(value):
            yield from parts(getattr(value, each.name))
    elif isinstance(value, Mapping | tuple | frozenset):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from parts(each)


def further_down(text: str) -> str:
    return f"# A comment\n\n{text}"


def same(first: Definition, second: Definition) -> None:
    assert replace(second, source=first.source) == first
    assert repr(second) == repr(first)
    assert "Scalar(" not in repr(first)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_the_same_further_down_in_its_file(name: str) -> None:
    same(good(GAMES[name]), good(further_down(GAMES[name])))


def test_these_games_have_all_parts_that_a_game_may_have() -> None:
    classes = {each for _, each in inspect.getmembers(module, is_dataclass) if each.__module__ == module.__name__}
    assert classes <= {type(part) for text in GAMES.values() for part in parts(good(text))}


def test_a_variant_says_the_same_wherever_it_and_its_base_say_it() -> None:
    base = HEAD + BASE
    first = good(f"ggl: 1\nextends: one\n{VARIANT}", one=base)
    second = good(f"ggl: 1\nextends: other\n{further_down(VARIANT)}", other=further_down(base))
    assert all([first.bases, first.removed, first.replaced, first.bare, first.changed])
    same(first, second)
