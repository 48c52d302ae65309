"""Tests share what was emitted as Python, and cannot tell."""

from __future__ import annotations

import pytest

import ggl
from ggl.compiler.runtime import engine
from ggl.compiler.runtime.functions import AsPython
from ggl.core.forms import CoreGame
from tests.shared_modules import SharedModules


@pytest.fixture
def core() -> CoreGame:
    return ggl.load("tic-tac-toe").checked.core


def test_the_next_test_gets_the_module_and_its_python(core: CoreGame) -> None:
    modules = SharedModules()
    made = modules.emit(core)
    python = modules.as_python(made)
    modules.begin_test()
    assert modules.emit(core) is made
    assert modules.as_python(made) is python


def test_a_second_module_within_a_test_is_another(core: CoreGame) -> None:
    modules = SharedModules()
    first = modules.emit(core)
    second = modules.emit(core)
    assert second is not first
    assert second.text == first.text
    assert modules.as_python(second) is not modules.as_python(first)


def test_other_rules_are_another_module(core: CoreGame) -> None:
    modules = SharedModules()
    assert modules.emit(core).text != modules.emit(ggl.load("connect-four").checked.core).text


def test_a_test_that_replaces_parts_of_ggl_emits_for_itself(core: CoreGame) -> None:
    modules = SharedModules()
    made = modules.emit(core)
    modules.begin_test()
    modules.leave_alone()
    again = modules.emit(core)
    assert again is not made
    assert modules.as_python(again) is not modules.as_python(again)


def test_searches_are_lowered_once_and_are_those_of_a_module_of_its_own(core: CoreGame) -> None:
    modules = SharedModules()
    made = modules.emit(core)
    assert made.more is not None
    whole, python = made.more(), modules.as_python(made.more())
    modules.begin_test()
    again = modules.emit(core)
    assert again.more is not None
    assert again.more() is whole
    assert modules.as_python(whole) is python
    own = modules._emit(core)
    assert own.more is not None
    assert own.more().text == whole.text


def test_engines_of_python_are_made_of_shared_modules(core: CoreGame) -> None:
    assert engine._emit.__func__ is SharedModules.emit
    made = engine.Compiled(core, as_python=True)
    assert isinstance(made._functions, AsPython)
