"""One trial of a text: it is checked, and played for a few plies if it is a game. Gives the codes found."""

from __future__ import annotations

import random
import time

from ggl.checker.game import CheckedGame
from ggl.diagnostics import Diagnostic, render
from ggl.engine.protocol import WorkLimitError
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

SECONDS = 2.0
"""The checker must be done by then, and a ply; ample for a slow machine, and far from forever."""


class TooSlow(AssertionError):  # noqa: N818
    pass


def trial(text: str, seed: int = 0, plies: int = 4) -> frozenset[str]:
    """Raises whatever the checker or the interpreter raises, `TooSlow`, or AssertionError where nothing is said."""
    try:
        checked, found = _checked(text)
    except TooSlow:
        checked, found = _checked(text)  # what is slow once is a busy machine's; the file's own time is the less of two
    codes = frozenset(finding.code.code for finding in found)
    if checked is None:
        assert any(finding.code.severity == "error" for finding in found), "no game, and no error"
        return codes
    rng = random.Random(seed)
    game = Game(checked)
    position = game.engine.start()
    for _ in range(plies):
        began = time.process_time()
        try:
            steps = game.engine.steps(position)
        except WorkLimitError:  # said in words: dice that are never used up make a turn without end
            break
        if not steps:
            break
        position = game.engine.play(position, rng.choice(steps))
        game.engine.scores(position)
        _in_time(began, "a ply")
    return codes


def _checked(text: str) -> tuple[CheckedGame | None, tuple[Diagnostic, ...]]:
    began = time.process_time()
    checked, found = check_source(Source("fuzz.yaml", text))
    render(found, "full")
    _in_time(began, "checking")
    return checked, found


def _in_time(began: float, what: str) -> None:
    spent = time.process_time() - began
    if spent > SECONDS:
        raise TooSlow(f"{what} took {spent:.1f} seconds")
