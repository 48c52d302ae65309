"""Interpreters of small games, and the work that they count."""

from __future__ import annotations

from ggl.core.reader import read_form
from ggl.engine.protocol import WORK_LIMIT
from ggl.interpreter import Interpreter
from ggl.interpreter.vector import Vector
from ggl.play.loading import check_source
from ggl.source import Source


def engine_of(text: str) -> Interpreter:
    """The interpreter of the game in a text."""
    checked, found = check_source(Source("small.yaml", text))
    assert checked is not None, [str(each) for each in found]
    return Interpreter(checked.core)


def form_of(engine: Interpreter, text: str) -> object:
    """A form of the core, with the domains of a game."""
    return read_form(text, {domain.name: domain for domain in engine.core.domains})


def work_on(v: Vector) -> int:
    """The steps of work counted for a position so far."""
    return WORK_LIMIT - v.work._left
