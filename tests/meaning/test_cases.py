"""The smallest cases in which the two sides once differed: what the manual says of each, asked of both."""

from __future__ import annotations

import pytest

from ggl.syntax import parser
from tests.meaning import playground, plays
from tests.meaning.asking import Questions, parsed, written
from tests.meaning.effects import do
from tests.meaning.evaluate import Evaluator
from tests.meaning.plays import Play
from tests.meaning.scene import unlike
from tests.meaning.values import same

SHAPE = "square(4)"
LAYERS = "put rug on {a1, b1}\nput White king on b1\nput Black stone on c1"

VALUES = {
    "`E for x in S` is a list, also where E is x": "(c for c in row(1) if c != a1)[1] == b1",
    "a list leaves out what is none": "count([a1, step(a1, west)]) == 1",
    "a fixed list leaves out what is none": "count([a1, none]) == 1",
    "none is in no list": "step(a1, west) not in [b1, step(a1, south)]",
    "the kind is that of what stands there, in any layer": "a1.kind == rug",
    "of several layers the first in the file counts": "b1.kind == king and b1.owner == White",
    "a list with a phrase is the set of those sites": "([c1, a1, c1] with stone) == {c1}",
    "two lists are joined one behind the other": "count([a1, b1] + [a1]) == 3",
    "rows across a diagonal have a corner": "ranks(northeast)[2] == {a2, b1, b2}",
    "the first of no sets is the empty set": "first(groups(Black) + groups(White)) != {} and first(components({})) == {}",
}


@pytest.mark.parametrize("fact", VALUES)
def test_it_holds_that(fact: str) -> None:
    made, world = playground.game(SHAPE)
    play = Play(made.position(LAYERS), [])
    tree = parsed(VALUES[fact])
    questions = Questions(made, [tree])
    assert not questions.refused
    assert same(True, Evaluator(world, plays.scene(world, play)).value(tree))
    assert questions.answers(play.state) == [True]


OWNED_LAYERS = """\
ggl: 1
name: Two layers with owners
players: [Red, Blue]
board: square(3)
pieces:
  figure: {}
  disc: {layer: floor}
moves:
  place:
    for: c in vacant
    do: put disc on c
end:
  draw: full
"""


@pytest.mark.parametrize("text", ["a1.owner == Blue", "owners({a1, b1}) == {Red, Blue}", "group(a1) == {a1, b1}"])
def test_a_piece_of_any_layer_has_its_owner_and_group(text: str) -> None:
    made, world = playground.made(OWNED_LAYERS)
    play = Play(made.position("put Blue disc on {a1, b1}\nput Red figure on b1"), [])
    tree = parsed(text)
    assert same(True, Evaluator(world, plays.scene(world, play)).value(tree))
    assert Questions(made, [tree]).answers(play.state) == [True]


EFFECTS = {
    "what has no piece in a layer leaves the target's there": ("move (c1) to a1", "stone on a1 and rug on a1"),
    "an empty site takes nothing away": ("move (d4) to b1", "king on b1 and rug on b1"),
    "a site is read once for all layers": ("move (first(cells with king)) to d4", "king on d4 and rug on d4 and stone on c1"),
    "both sites of an exchange are read once": ("exchange first(cells with king), d4", "king on d4 and rug on d4 and empty(b1)"),
}


@pytest.mark.parametrize("fact", EFFECTS)
def test_an_effect_is_such_that(fact: str) -> None:
    made, world = playground.game(SHAPE)
    effect, holds = EFFECTS[fact]
    ours = plays.scene(world, Play(made.position(LAYERS), []))
    do(world, ours, parser.effects(written(effect)), {})
    theirs = Play(made.position(f"{LAYERS}\n{effect}"), [])
    assert not list(unlike(ours, plays.scene(world, theirs)))
    assert Evaluator(world, ours).value(parsed(holds)) is True
