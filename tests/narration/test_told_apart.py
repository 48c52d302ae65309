"""Expressions that mean different things are told differently: all of a few operators, told and evaluated.

Two expressions mean different things if the plain reading of tests/meaning gives them different values in some position.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

import pytest

from ggl.narration.facts import Facts
from ggl.narration.folding import Folding
from ggl.narration.plainer import Plainer
from ggl.narration.speech import Speaker
from ggl.play.game import Game
from ggl.play.loading import load
from ggl.syntax import tree as t
from ggl.syntax.unparse import unparse
from tests.meaning import plays
from tests.meaning.asking import Questions, parsed
from tests.meaning.evaluate import Evaluator
from tests.meaning.plays import Play
from tests.meaning.values import Value
from tests.meaning.world import World
from tests.narration.trees import NAMES, SHAPES, trees

FILE = """ggl: 1
name: Told apart
players: [A, B]
board: square(4, 3)
pieces: {stone: {}}
state:
  a: {start: 1, in: 0..9}
  b: {start: 1, in: 0..9}
  d: {start: 1, in: 0..9}
  e: {start: 1, in: 0..9}
  f: {start: 1, in: 0..9}
  g: {start: 1, in: 0..9}
  t: {start: false}
  u: {start: false}
  v: {start: false}
  w: {start: false}
  o: {start: false}
  p: {start: false}
  q: {start: false}
  H: {start: {}, in: cells}
  K: {start: {}, in: cells}
  L: {start: {}, in: cells}
  M: {start: {}, in: cells}
  Q: {start: {}, in: cells}
  R: {start: {}, in: cells}
  X: {start: {}, in: cells}
moves: {put: {for: c in vacant, do: put stone on c}}
define:
  worth(k): k * k + 3
  paid(who, k): k * 2 + (1 if who == A else 0)
  gain(i, k): 7 * i - k
  beyond(s): cells - s
  high(k): k > 4
end: {draw: full}
"""
SCENES = 16
READ = (
    ("a - (b + d)", '"a" minus ("b" plus "d")', ""),
    ("a - b + d", '"a" minus "b" plus "d"', ""),
    ("max(a, b) + 1", '(the greater of "a" and "b") plus 1', '1 more than the greater of "a" and "b"'),
    ("max(a, b) - 1", '(the greater of "a" and "b") minus 1', '1 less than the greater of "a" and "b"'),
    ("max(a, b + 1)", 'the greater of "a" and ("b" plus 1)', ""),
    ("max(a, b) + d", '(the greater of "a" and "b") plus "d"', '"d" plus the greater of "a" and "b"'),
    ("worth(a + 1)", 'the worth of ("a" plus 1)', ""),
    ("worth(a) + 1", 'the worth of "a" plus 1', ""),
)
"""Numbers in the exact telling, and in the plain one where that differs."""


TELLINGS = {"exact": Folding, "plain": Plainer}
Scenes = list[tuple[Evaluator, dict[str, Value]]]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("apart") / "apart.yaml"
    path.write_text(FILE, encoding="utf-8")
    return load(path)


@pytest.fixture(scope="module")
def scenes(game: Game) -> Scenes:
    """Positions of random plays, with values of the names."""
    world, rng = World(game.checked.definition, game.options, game.board), random.Random(5)
    found: Scenes = []
    for _ in range(SCENES):
        play = Play(game.initial_state(), [])
        for _ in range(rng.randrange(2, 9)):
            play = plays.following(world, play, rng.choice(play.state.legal_moves()))
        names: dict[str, Value] = {name: Fraction(rng.randint(1, 8)) for name in NAMES["N"]}
        names |= {name: rng.random() < 0.5 for name in NAMES["C"]}
        names |= {name: frozenset(cell for cell in game.board.cells if rng.random() < 0.5) for name in (*NAMES["S"], "X")}
        found.append((Evaluator(world, plays.scene(world, play)), names))
    return found


def told(game: Game, tree: t.Expr, sort: str, telling: str) -> Iterator[str]:
    """The ways in which a rule may tell an expression."""
    folding = TELLINGS[telling](game.checked)
    speaker, folded = Speaker(Facts(game.checked, folding, exact=telling == "exact")), folding.tree(tree)
    if sort == "C":
        yield from (speaker.says(folded), speaker.says(folded, False))
        return
    yield speaker.value(folded).text
    if sort == "S":
        members = speaker.members(folded)
        yield from (members.some(), members.all(), members.each(), speaker.place(folded))


def alike(game: Game, scenes: Scenes, sort: str, operators: int) -> list[str]:
    """The texts that are given to expressions of different values."""
    by_text: dict[tuple[str, int, str], dict[tuple[Value, ...], t.Expr]] = defaultdict(dict)
    for tree in (tree for count in range(operators + 1) for tree in trees(sort, count)):
        values = tuple(evaluator.value(tree, names) for evaluator, names in scenes)
        for telling in TELLINGS:
            for way, text in enumerate(told(game, tree, sort, telling)):
                by_text[telling, way, text.lower()].setdefault(values, tree)
    return [
        f"{telling}: {text}: {', '.join(map(unparse, meant.values()))}"
        for (telling, _, text), meant in by_text.items()
        if len(meant) > 1
    ]


@pytest.mark.parametrize("sort", SHAPES)
def test_expressions_of_two_operators_are_told_apart(game: Game, scenes: Scenes, sort: str) -> None:
    assert not alike(game, scenes, sort, 2)


@pytest.mark.slow
@pytest.mark.parametrize("sort", SHAPES)
def test_expressions_of_three_operators_are_told_apart(game: Game, scenes: Scenes, sort: str) -> None:
    assert not alike(game, scenes, sort, 3)


@pytest.mark.parametrize("sort", SHAPES)
def test_the_expressions_are_of_the_language(game: Game, sort: str) -> None:
    made = list(trees(sort, 1))
    asked = Questions(game, made)
    assert len(made) == len(SHAPES[sort])
    assert not asked.refused


@pytest.mark.parametrize(("text", "exact", "plain"), READ)
def test_what_could_be_taken_otherwise_stands_in_brackets_or_in_another_order(
    game: Game, text: str, exact: str, plain: str
) -> None:
    tree = parsed(text)
    assert [next(told(game, tree, "N", telling)) for telling in TELLINGS] == [exact, plain or exact]
