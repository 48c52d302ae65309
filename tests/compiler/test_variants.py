"""Both engines agree in variants of written games. What once differed is kept in `found/`, and played by `test_agreement`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from traceback import extract_tb
from typing import ParamSpec

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import Position, WorkLimitError
from ggl.interpreter import Interpreter
from ggl.play.fast import plays_in_sequence
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.perft import leaves
from ggl.source import Source
from tests.compiler.agreement import differences
from tests.compiler.variants import FILES, variant
from tests.fuzz.mutations import Edit

files = st.sampled_from(FILES)
edits = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1 << 20), st.integers(0, 1 << 20)), min_size=1, max_size=3)

P = ParamSpec("P")

QUIET = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)


@settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=QUIET)
@given(files, edits)
def test_in_a_few_variants_of_games(path: Path, changes: list[Edit]) -> None:
    agree(variant(path, changes), 12)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None, suppress_health_check=QUIET)
@given(files, edits)
def test_in_many_variants_of_games(path: Path, changes: list[Edit]) -> None:
    agree(variant(path, changes), 16)


def agree(text: str, most_steps: int) -> None:
    checked, _ = check_source(Source("<made>", text))
    assume(checked is not None)
    assert checked is not None
    game = Game(checked)
    steps = min(most_steps, max(3, 1000 // game.layout.length))  # Python is slow on large boards
    try:
        compiled = Compiled(checked.core, as_python=True)
        found = [*differences(game, compiled, range(2), steps), *of_kernels(game, compiled, 4, steps)]
    except WorkLimitError as error:
        if any("interpreter" in frame.filename for frame in extract_tb(error.__traceback__)):
            return  # a position that nobody can play on
        raise
    assert not found, f"{found[0]}\n{text}"


MOST_LEAVES = 300
"""Where a turn begins in more ways, and they go on in more, they are not counted."""


def of_kernels(game: Game, compiled: Compiled, plays: int, most_steps: int) -> Iterator[str]:
    """What differs in what is done in one call: whole random plays, and leaf turns from where each of them came to."""
    interpreter, at = Interpreter(game.checked.core), game.layout.at
    rows = compiled.playouts(plays, 5, most_steps).tolist()
    for row, (number, position, steps) in zip(rows, plays_in_sequence(interpreter, plays, 5, most_steps), strict=True):
        scores = interpreter.scores(position) or ()
        expected = [len(steps), position.vector[at("winner")], position.vector[at("over")], *scores]
        if expected != [*row[:2], row[3], *row[4 : 4 + len(scores)]]:
            yield f"playout {number}: {expected} and {row}"
        reached = interpreter.start()
        for step in steps[: len(steps) // 2]:
            reached = interpreter.play(reached, step)
        for depth in (1, 2):
            counted = _unless_endless(_leaves, interpreter, reached, depth)
            if counted == MOST_LEAVES:
                break
            if (other := _unless_endless(compiled.perft, reached, depth)) != counted:
                yield f"playout {number}, perft {depth} after {len(steps) // 2} steps: {counted} and {other}"


def _leaves(interpreter: Interpreter, reached: Position, depth: int) -> int:
    return sum(1 for _ in islice(leaves(interpreter, reached, depth), MOST_LEAVES))


def _unless_endless(count: Callable[P, int], *args: P.args, **named: P.kwargs) -> int | None:
    """What is counted; none where a turn need not end."""
    try:
        return count(*args, **named)
    except WorkLimitError as error:
        if str(error) != str(WorkLimitError.of_whole_turns()):
            raise
        return None
