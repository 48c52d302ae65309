"""A position has at most 65,536 legal moves, in both engines, however they are asked for. Passes and swaps are no moves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import STEPS_LIMIT, Engine, WorkLimitError
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.perft import perft
from ggl.source import Source

GAME = """\
ggl: 1
name: Picks
players: [Red, Blue]
board: square(2)
pieces: {}
state: {n: 0}
moves:
  pick:
    for: a in 1..256, b in 1..256
    do: set n to a * b
MORE
turn: {pass: free, pie: swap-sides, PLAY}
end:
  draw: ply > 3
"""
ONE = "  one:\n    do: set n to 0"
LIKELY = "  more:\n    for: a in 1..9\n    do: set n to a\n    ensure: n > {least}"


def engines(more: str, play: str = "play: pick") -> list[Engine]:
    checked, found = check_source(Source("picks.yaml", GAME.replace("MORE", more).replace("PLAY", play)))
    assert checked is not None, found
    return [Game(checked).interpreter, Compiled(checked.core, as_python=True)]


def test_as_many_as_may_be_are_listed_beside_a_pass_and_a_swap() -> None:
    here, there = (engine.steps(engine.play(engine.start(), engine.steps(engine.start())[0])) for engine in engines(""))
    assert here == there
    assert len(here) == STEPS_LIMIT + 2


def test_as_many_as_may_be_are_drawn_from() -> None:
    drawn = [[engine.draw(engine.start(), state) for state in range(3)] for engine in engines("")]
    assert drawn[0] == drawn[1]


ASKED: dict[str, Callable[[Engine], object]] = {
    "listed": lambda engine: engine.steps(engine.start()),
    "drawn": lambda engine: engine.draw(engine.start(), 0),
    "counted": lambda engine: (
        engine.perft(engine.start(), 1) if isinstance(engine, Compiled) else perft(engine, engine.start(), 1)
    ),
    "played": lambda engine: engine.playouts(1, 0) if isinstance(engine, Compiled) else engine.draw(engine.start(), 0),
}


@pytest.mark.parametrize("how", ASKED)
def test_one_more_is_told(how: str) -> None:
    for engine in engines(ONE, "play: pick or one"):
        with pytest.raises(WorkLimitError, match="more than 65,536 legal moves"):
            ASKED[how](engine)


def test_what_only_seems_legal_before_it_is_made_does_not_count() -> None:
    for engine in engines(LIKELY.format(least=1), "play: pick or more"):
        with pytest.raises(WorkLimitError):
            engine.draw(engine.start(), 0)
    here, there = engines(LIKELY.format(least=9), "play: pick or more")
    assert [here.draw(here.start(), state) for state in range(3)] == [there.draw(there.start(), state) for state in range(3)]


def test_more_in_sets_than_may_be_is_told_where_one_is_drawn() -> None:
    """24 moves in four directions on 729 cells: each direction of each is a set, and no move is listed for a draw."""
    moves = "".join(f"  m{number}: {{for: 's in cells, t in neighbors(s)', do: set n to {number}}}\n" for number in range(24))
    text = (
        f"ggl: 1\nname: Sites\nplayers: [A, B]\nboard: square(27)\nstate: {{n: 0}}\nmoves:\n{moves}"
        "end: {draw: n > 95 or ply > 3}\n"
    )
    checked, found = check_source(Source("sites.yaml", text))
    assert checked is not None, found
    for engine in (Game(checked).interpreter, Compiled(checked.core, as_python=True)):
        with pytest.raises(WorkLimitError, match="more than 65,536 legal moves"):
            engine.draw(engine.start(), 0)
