"""One trial of a text: it is checked, and played for a few plies if it is a game. Gives the codes found."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from ggl.checker.game import CheckedGame
from ggl.diagnostics import Diagnostic, render
from ggl.engine.protocol import Engine, Position, Step
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

SECONDS = 2.0
"""The checker must be done by then, and a ply; ample for a slow machine, and far from forever."""


Result = TypeVar("Result")


class TooSlow(AssertionError):  # noqa: N818
    pass


def trial(text: str, seed: int = 0, plies: int = 4) -> frozenset[str]:
    """Raises whatever the checker or the interpreter raises, `TooSlow`, or AssertionError where nothing is said."""
    checked, found = _in_time("checking", partial(_checked, text))
    codes = frozenset(finding.code.code for finding in found)
    if checked is None:
        assert any(finding.code.severity == "error" for finding in found), "no game, and no error"
        return codes
    rng = random.Random(seed)
    engine = Game(checked).engine
    position = engine.start()
    for _ in range(plies):
        steps = engine.steps(position)
        if not steps:
            break
        position = _in_time("a ply", partial(_ply, engine, position, rng.choice(steps)))
    return codes


def _checked(text: str) -> tuple[CheckedGame | None, tuple[Diagnostic, ...]]:
    checked, found = check_source(Source("fuzz.yaml", text))
    render(found, "full")
    return checked, found


def _ply(engine: Engine, position: Position, step: Step) -> Position:
    engine.steps(position)
    after = engine.play(position, step)
    engine.scores(after)
    return after


def _in_time(what: str, work: Callable[[], Result]) -> Result:
    """What the work gives. Work that takes too long is done once more: a machine may have been busy, a bad file is slow again."""
    spent = []
    while len(spent) < 2:
        began = time.process_time()
        result = work()
        spent.append(time.process_time() - began)
        if spent[-1] <= SECONDS:
            return result
    raise TooSlow(f"{what} took {min(spent):.1f} seconds")
