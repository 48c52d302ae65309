"""The legal moves of whole schemas, and what their effects leave, on positions of random plays of every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from ggl.play.game import Game
from ggl.play.move import Move
from tests.meaning import moves, plays
from tests.meaning.plays import Play
from tests.meaning.reading import scene_of
from tests.meaning.scene import unlike
from tests.meaning.values import argument
from tests.meaning.world import World

NOT_OF_SCHEMAS = ("pass", "stop", "swap-sides")


@pytest.mark.parametrize("path", plays.ordinary(1))
def test_the_legal_moves_are_those_of_the_manual(path: Path) -> None:
    compare_moves(path, small=True, count=max(2, 5 // plays.LONG.get(path.stem, 1)))


@pytest.mark.slow
@pytest.mark.parametrize("path", plays.files_that_load(), ids=plays.name_of)
def test_the_legal_moves_of_whole_games_are_those_of_the_manual(path: Path) -> None:
    compare_moves(path, small=False, count=60)


def compare_moves(path: Path, *, small: bool, count: int) -> None:
    game, world = plays.loaded(path, small=small)
    rng = random.Random(path.stem)
    for play in plays.some(game, world, rng, count, 40):
        differences = list(differing(game, world, play, rng))
        assert not differences, "\n".join([*differences[:10], str(play.state)])


def differing(game: Game, world: World, play: Play, rng: random.Random) -> Iterator[str]:
    legal = play.state.legal_moves()
    if play.state.is_over or play.state.is_chance or any(move.schema.startswith("take-") for move in legal):
        return
    theirs = {_identity(move): move for move in legal if move.schema not in NOT_OF_SCHEMAS}
    ours = {(step.schema, tuple(step.args.items())): step for step in moves.steps(world, plays.scene(world, play))}
    yield from (f"the manual allows {one}, ggl does not" for one in ours if one not in theirs)
    yield from (f"ggl allows {one}, the manual does not" for one in theirs if one not in ours)
    both = sorted(ours.keys() & theirs.keys(), key=str)
    for one in rng.sample(both, min(5, len(both))):
        after = play.state.after(theirs[one])
        if world.definition.turn.at_once and not after.in_turn:
            continue  # the choices of all are done; `test_whole_plays` compares what comes of them
        if after.ply or game.checked.core.match is None:  # else the next game of a match stands there
            turn = world.definition.turn
            begun = turn.begin is not None or turn.finish is not None  # which may have changed variables
            over = after.is_over and bool(world.passing)  # perhaps before they had their start again
            expected = ours[one].after.copy()
            if not after.in_turn:
                expected.variables |= {name: world.starts[name] for name in world.passing}
            found = unlike(expected, scene_of(world, after, []), variables=not begun and not over)
            yield from (f"after {one}: {what}" for what in found)


def _identity(move: Move) -> tuple[str, tuple[tuple[str, object], ...]]:
    return move.schema, tuple((name, argument(value)) for name, value in move.args.items())


def test_all_files_but_those_with_words_to_come_are_compared() -> None:
    assert {plays.name_of(path) for path in plays.files()} >= plays.REFUSED
