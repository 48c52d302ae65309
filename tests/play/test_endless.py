"""Plays that need no person and do not end: they stop at a stated bound, say so, and can be gone on with."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import pytest

import ggl
from ggl.compiler.runtime.engine import TooDeepError
from ggl.engine.protocol import WorkLimitError
from ggl.play import session
from ggl.play.record import read_record_file
from ggl.play.session import MOST_PASSES, Session

Load = Callable[[str], ggl.Game]

STUCK = """\
    ggl: 1
    name: Stuck
    players: [White, Black]
    board: square(3)
    pieces: {man: {}}
    setup: put White man on a1
    moves:
      walk:
        for: c in cells with own man, t in neighbors(c)
        where: ply == 0
        do: move c to t
    turn: {pass: forced}
    end:
      draw: ply >= 100000
"""
WANDER = """\
    ggl: 1
    name: Wander
    players: [White, Black]
    board: square(3)
    pieces: {man: {}}
    setup: |
      put White man on a1
      put Black man on c3
    moves:
      walk:
        for: c in cells with own man, t in neighbors(c)
        where: empty(t)
        do: move c to t
    end:
      draw: ply >= 100000
"""


HOPS = """\
    ggl: 1
    name: Hops
    players: [White, Black]
    board: square(5)
    pieces: {man: {glyph: o}}
    setup: |
      put White man on a1
      put Black man on {b1, d1}
    moves:
      hop:
        for: c in cells with own man, d in orthogonal
        let:
          over: step(c, d)
          t: step(c, d, 2)
        where: man on over and empty(t)
        do: move c to t
        then: optional hop(c=t)
    turn: {pass: forced}
    end:
      draw: ply >= 4
"""
"""A man may hop to and fro for ever in one turn."""


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def made(text: str) -> ggl.Game:
        file = tmp_path / "made.yaml"
        file.write_text(dedent(text))
        return ggl.load(file)

    return made


def test_forced_passes_without_end_stop_at_the_bound_and_say_how_to_go_on(load: Load) -> None:
    play = Session(load(STUCK), "stuck")
    play.enter("walk a1 a2")
    assert len(play.answer()) == MOST_PASSES
    assert not play.is_over
    assert play.state.ply == 1 + MOST_PASSES
    assert "1,000 passes in a row" in play.pause
    assert "enter a move" in play.pause
    assert f"`{play.state.legal_moves()[0]}`" in play.pause


def test_a_stopped_play_goes_on_with_the_move_it_names_and_is_taken_back_in_one(load: Load) -> None:
    play = Session(load(STUCK), "stuck")
    play.enter("walk a1 a2")
    play.answer()
    play.enter("pass")
    assert len(play.answer()) == MOST_PASSES
    assert play.state.ply == 2 + 2 * MOST_PASSES
    assert play.undo() == 1
    assert play.state.ply == 1 + MOST_PASSES


def test_two_random_seats_that_never_end_stop_at_the_bound_and_are_kept(
    load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "MOST_UNASKED", 300)
    file = tmp_path / "play.jsonl"
    play = Session(load(WANDER), "wander", seats={"first": "random", "second": "random"}, seed=1, files=(file,))
    assert len(play.answer()) == 300
    assert "300 steps in a row" in play.pause
    assert len(read_record_file(file)[0].turns) == 300
    play.enter(str(play.state.legal_moves()[0]))
    play.answer()
    assert len(play.moves) == 601
    assert "300 steps in a row" in play.pause


def test_passes_between_moves_are_not_passes_in_a_row(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_PASSES", 1)
    text = STUCK.replace("where: ply == 0", "where: ply % 2 == 0").replace("100000", "40")
    play = Session(load(text), "stuck", seats={"first": "random"}, seed=1)
    play.answer()
    assert play.is_over
    assert not play.pause
    assert {move.schema for move in play.moves} == {"walk", "pass"}
    assert all(one.schema != other.schema for one, other in pairwise(play.moves))


def test_an_ordinary_play_does_not_stop_and_says_nothing() -> None:
    play = Session(ggl.load("tabik", size=4), "tabik", seats={"first": "random", "second": "random"}, seed=1)
    play.answer()
    assert play.is_over
    assert play.pause == ""


def test_the_states_that_are_past_do_not_keep_their_legal_moves() -> None:
    play = Session(ggl.load("tabik", size=4), "tabik", seats={"first": "random", "second": "random"}, seed=1)
    play.answer()
    assert all("_moves" not in vars(state) for state in play.states[:-1])


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_turns_that_need_never_end_are_neither_counted_nor_listed(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "hops.yaml"
    file.write_text(dedent(HOPS))
    game = ggl.load(file, engine=engine)
    for work in (lambda: game.perft(game.initial_state(), 1), lambda: game.initial_state().legal_turns()):
        with pytest.raises(WorkLimitError, match=r"a turn may take more than 1,000 steps here, so whole turns can be neither"):
            work()
    assert len(game.initial_state().legal_moves()) == 1


ROUND = """\
    ggl: 1
    name: Round
    players: [White, Black]
    board: square(2)
    pieces: {man: {}}
    state:
      n: {start: 0, in: 0..1}
    moves:
      go: {do: set n to 1 - n}
    turn: {continue: steps < STEPS}
"""


@pytest.mark.parametrize(("steps", "depth"), [(1, 5_000), (900, 6)])
def test_what_is_counted_goes_as_deep_as_wanted(steps: int, depth: int, tmp_path: Path) -> None:
    """Machine code calls itself for each step, and a stack has room for some hundred thousand."""
    file = tmp_path / "round.yaml"
    file.write_text(dedent(ROUND).replace("STEPS", str(steps)))
    game = ggl.load(file, engine="compiled")
    assert game.perft(game.initial_state(), depth) == 1
    with pytest.raises(TooDeepError):
        game.fast.required().perft(game.initial_state().position, depth)
