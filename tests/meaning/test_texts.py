"""Every condition, definition, score, `let` and range of every game, value by value, on positions of random plays.

Names of a move stand for values there; they are put into the text before it is asked, so that both sides read the
same closed text.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from ggl.model.definition import MovePart
from ggl.play.game import Game
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse
from tests.meaning import moves, plays
from tests.meaning.asked import reads
from tests.meaning.asking import Questions
from tests.meaning.closing import closed, literal, nodes
from tests.meaning.evaluate import Evaluator, Names
from tests.meaning.plays import Play
from tests.meaning.values import Value, same
from tests.meaning.world import World

BINDINGS = 3
"""Choices of a move's parameters that are tried, from each of some positions."""

CALLS = 12
"""Calls of each definition for each way to choose its arguments."""


@pytest.mark.parametrize("path", plays.ordinary(2))
def test_each_text_of_a_game_has_the_value_that_the_manual_gives_it(path: Path) -> None:
    compare_texts(path, small=True, count=max(2, 6 // plays.LONG.get(path.stem, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("path", plays.files_that_load(), ids=plays.name_of)
def test_each_text_of_a_whole_game_has_that_value_in_many_positions(path: Path) -> None:
    compare_texts(path, small=False, count=60)


def compare_texts(path: Path, *, small: bool, count: int) -> None:
    game, world = plays.loaded(path, small=small)
    rng = random.Random(path.stem)
    positions = plays.some(game, world, rng, count, 30)
    questions = Questions(game, dict.fromkeys(texts(world, positions, rng)))
    assert questions.trees
    called = {one.name for tree in questions.trees if isinstance(one := tree, t.Call)}
    for definition in world.definition.definitions.values():
        assert not definition.params or definition.name in called, definition.name
    differences = [line for play in positions for line in differing(game, world, questions, play)]
    assert not differences, "\n".join(differences[:20])


def differing(game: Game, world: World, questions: Questions, play: Play) -> Iterator[str]:
    evaluator = Evaluator(world, plays.scene(world, play))
    chooses = world.definition.turn.at_once and play.state.in_turn  # no rule asks for repetitions then
    for tree, theirs in zip(questions.trees, questions.answers(play.state), strict=True):
        if chooses and "repetitions" in reads(world, tree, set()):
            continue
        ours = evaluator.value(tree)
        if not same(ours, theirs):
            yield f"{unparsed(tree)}: the manual says {ours}, ggl {theirs}, in\n{play.state}"


def unparsed(tree: t.Expr) -> str:
    return unparse(tree)


# ------------------------------------------------------------------------------------------------------------ the texts


def texts(world: World, positions: list[Play], rng: random.Random) -> Iterator[t.Expr]:
    for whole in _whole(world, positions, rng):
        yield from nodes(whole)


def _whole(world: World, positions: list[Play], rng: random.Random) -> Iterator[t.Expr]:
    definition = world.definition
    for move in definition.moves.values():
        for play in positions[:4]:
            reader = Evaluator(world, plays.scene(world, play))
            for names in _some_names(reader, move, rng):
                values = {name: literal(value) for name, value in names.items()}
                for place, binder in enumerate(move.binders):
                    outer = {name: value for name, value in values.items() if name in _names_before(move, place)}
                    yield closed(binder.source, outer)
                for let in move.lets:
                    values[let.name] = closed(let.value, values)
                    yield values[let.name]
                for _, test in (*move.where.parts, *move.ensure.parts):
                    yield closed(test, values)
    for end in definition.end:
        subjects = world.players if end.each else ("",)
        for subject, (_, test) in product(subjects, end.conditions.parts):
            yield closed(test, {end.subject: literal(subject)} if end.each else {})
    for one in (definition.score, definition.match.points if definition.match else None):
        if one is not None:
            for player in world.players:
                yield closed(one.body, {one.params[0]: literal(player)})
    if definition.match is not None:
        yield definition.match.until
    for phase in definition.turn.phases:
        if phase.until is not None:
            yield phase.until
    if definition.turn.again_while is not None:
        yield definition.turn.again_while
    for region in definition.regions:
        yield literal(region)
    for defined in definition.definitions.values():
        yield from _calls(world, defined.name, len(defined.params), rng)


def _names_before(move: MovePart, place: int) -> tuple[str, ...]:
    return (*move.params, *(binder.name for binder in move.binders[:place]))


def _some_names(reader: Evaluator, move: MovePart, rng: random.Random) -> list[Names]:
    handed: Names = {name: rng.choice(reader.world.board.cells) for name in move.params}
    found = []
    for names in moves.candidates(reader, move, handed, {}):
        found.append(names)
        if len(found) == 60:
            break
    return rng.sample(found, min(BINDINGS, len(found)))


def _calls(world: World, name: str, count: int, rng: random.Random) -> Iterator[t.Expr]:
    """Calls of a definition with arguments of all sorts; those of the wrong type are refused and left out."""
    at = literal(None).span
    if count == 0:
        yield literal(name)
        return
    for sorts in product(_pools(world), repeat=count):
        for _ in range(CALLS):
            args = tuple(literal(rng.choice(pool)) for pool in sorts)
            yield t.Call(name, args, (), at, span=at)


def _pools(world: World) -> list[list[Value]]:
    cells = world.board.cells
    some = random.Random(len(cells))
    sets = [frozenset(some.sample(cells, some.randint(1, min(6, len(cells))))) for _ in range(8)]
    pools: list[list[Value]] = [
        list(cells),
        list(world.players),
        list(world.kinds),
        *map(list, world.values.values()),
        [Fraction(n) for n in range(4)],
        list(sets),
    ]
    if world.board.directions:
        pools += [list(world.board.directions), [frozenset(world.geometry.orthogonal), frozenset(world.geometry.ways)]]
    return [pool for pool in pools if pool]
