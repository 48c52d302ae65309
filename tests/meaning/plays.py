"""The games to compare in, and positions of them with the keys of those before."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

import ggl
from ggl.play.game import Game, State
from ggl.resources import bundled_games
from tests import drafts
from tests.few import FEW
from tests.meaning import moves
from tests.meaning.reading import scene_of
from tests.meaning.scene import Scene
from tests.meaning.world import World

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("games", "docs/internals/paper", "tests/language/games", "tests/model/drafts")
SMALL = {"size": 4, "side": 3}
"""Sizes that a game is played in, where it has the option and allows them."""


LONG = {"chess": 4, "amazons": 2, "othello": 2, "go": 2, "tirnabun": 2, "xiangqi": 4, "antichess": 4,
        "catchup": 4, "twixt": 2, "mastermind": 8, "blokus-duo": 8,
        "bags_are_compared_whatever_came_first": 4}  # fmt: skip
"""Games of which fewer positions are compared, since reading one takes so much longer: by how much."""


def ordinary(first: int) -> list[ParameterSet]:
    """The files that load, for a parametrized test: one in three, so that three tests look at each file in one of their ways.

    The others, the longest, and bundled games but a few, are for the slow tests.
    """
    left = {*(name for name, times in LONG.items() if times >= 4), *bundled_games()} - set(FEW)
    some = [path for path in files_that_load() if path.stem not in left][first::3]
    return [pytest.param(path, marks=[] if path in some else pytest.mark.slow, id=name_of(path)) for path in files_that_load()]


@dataclass(frozen=True)
class Play:
    state: State
    history: list[tuple[object, object]]


def files() -> list[Path]:
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.yaml"))]


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


REFUSED = {"paper/tak", *(f"drafts/{name}" for name in drafts.REFUSED)}
"""Files that ask for what the language does not have, or has in another form."""


def files_that_load() -> list[Path]:
    return [path for path in files() if name_of(path) not in REFUSED]


def loaded(path: Path, *, small: bool) -> tuple[Game, World]:
    """A game and its declarations; if `small`, on a small board."""
    game = ggl.load(path)
    if small:
        for option, value in SMALL.items():
            if option in game.options:
                with suppress(ggl.OptionError):
                    game = ggl.load(path, **{option: value})
    return game, World(game.checked.definition, game.options, game.board)


def scene(world: World, play: Play) -> Scene:
    return scene_of(world, play.state, play.history)


def starts(game: Game) -> Iterator[Play]:
    """The game's own start, and those of its tests."""
    yield Play(game.initial_state(), [])
    for test in game.checked.definition.tests:
        if test.setup is not None and not test.options:
            with suppress(ggl.GglError):
                yield Play(game.position(test.setup, test.to_move.text if test.to_move else None), [])


def some(game: Game, world: World, rng: random.Random, count: int, longest: int) -> list[Play]:
    """Positions of random plays: the beginnings, and then some of all that came about."""
    begun, later = list(starts(game)), []
    for number in range(max(2, count // longest + 1)):
        for play in begun if number == 0 else begun[:1]:
            for _ in range(longest if number else 8):
                steps = play.state.legal_moves()
                if not steps:
                    break
                play = following(world, play, rng.choice(steps))
                later.append(play)
    picked = rng.sample(later, min(len(later), max(0, count - 1)))
    return [*begun[:1], *picked]


def following(world: World, play: Play, move: ggl.Move) -> Play:
    history, state = play.history, play.state
    if not state.in_turn and not state.is_chance and move.schema != "swap-sides" and not move.schema.startswith("take-"):
        history = moves.history_with(world, scene(world, play))
    after = state.after(move)
    return Play(after, [] if after.ply == 0 and not after.in_turn else history)  # the next game of a match has no past
