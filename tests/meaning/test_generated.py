"""Well-typed expressions that nobody wrote, read by both sides in random positions on every shape of board."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import ggl
from ggl.syntax import parser
from tests.meaning import playground, plays
from tests.meaning.asking import Questions, parsed, written
from tests.meaning.effects import do
from tests.meaning.evaluate import Evaluator
from tests.meaning.expressions import Maker
from tests.meaning.plays import Play
from tests.meaning.scene import unlike
from tests.meaning.values import same

QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large)


@settings(max_examples=100, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(data=st.data(), shape=st.sampled_from(playground.SHAPES))
def test_both_give_each_expression_the_same_value(data: st.DataObject, shape: str) -> None:
    ask(data.draw(texts(shape, 3)), shape)


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None, suppress_health_check=QUIET)
@given(data=st.data(), shape=st.sampled_from(playground.SHAPES))
def test_both_give_each_of_many_expressions_the_same_value(data: st.DataObject, shape: str) -> None:
    ask(data.draw(texts(shape, 4)), shape)


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(data=st.data(), shape=st.sampled_from(playground.SHAPES))
def test_both_leave_the_same_of_a_position_after_each_effect(data: st.DataObject, shape: str) -> None:
    do_both(data.draw(effects(shape, 2)), shape)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None, suppress_health_check=QUIET)
@given(data=st.data(), shape=st.sampled_from(playground.SHAPES))
def test_both_leave_the_same_after_each_of_many_effects(data: st.DataObject, shape: str) -> None:
    do_both(data.draw(effects(shape, 3)), shape)


@st.composite
def effects(draw: st.DrawFn, shape: str, depth: int) -> str:
    made, _ = playground.game(shape)
    return Maker(draw, made.board).effect(depth)


def do_both(text: str, shape: str) -> None:
    _, world = playground.game(shape)
    for number, play in enumerate(playground.positions(shape, 3)):
        try:
            theirs = playground.after(shape, number, text)
        except ggl.InvalidGameError:
            assume(False)
        ours = plays.scene(world, play)
        do(world, ours, parser.effects(written(text)), {})
        differences = list(unlike(ours, plays.scene(world, Play(theirs, []))))
        assert not differences, "\n".join([text, *differences, str(play.state)])


@st.composite
def texts(draw: st.DrawFn, shape: str, depth: int) -> str:
    made, _ = playground.game(shape)
    return Maker(draw, made.board).any(depth)


def ask(text: str, shape: str) -> None:
    made, world = playground.game(shape)
    tree = parsed(text)
    questions = Questions(made, [tree])
    assume(not questions.refused)
    for play in playground.positions(shape, 4):
        (theirs,) = questions.answers(play.state)
        ours = Evaluator(world, plays.scene(world, play)).value(tree)
        assert same(ours, theirs), f"{text}: the manual says {ours}, ggl {theirs}, in\n{play.state}"
