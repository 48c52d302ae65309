"""Whole turns, listed: in the order of their steps, and no more of them than can be listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import ggl
from ggl.play.perft import turns
from tests.protocols.driving import Gtp

HEAD = "ggl: 1\nname: T\nplayers: [Black, White]\nboard: square(4)\npieces: {stone: {}}\n"
MANY = HEAD + (
    "moves:\n  place:\n    for: c in cells\n    where: empty(c)\n    do: put stone on c\n"
    "    then: place() if count(cells with stone) < 12\nend: {draw: full}\n"
)
ENDLESS = HEAD + (
    "setup: put Black stone on a1\nmoves:\n  walk:\n    for: c in cells with own stone, t in neighbors(c)\n"
    "    where: empty(t)\n    do: move c to t\n    then: walk()\nend: {draw: full}\n"
)

Load = Callable[[str], ggl.Game]


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def made(text: str) -> ggl.Game:
        (tmp_path / "t.yaml").write_text(text)
        return ggl.load(tmp_path / "t.yaml")

    return made


@pytest.mark.parametrize("name", ["amazons", "backgammon", "draughts", "tic-tac-toe"])
def test_whole_turns_come_in_the_order_of_their_steps(name: str) -> None:
    state = ggl.load(name).initial_state()
    found = [tuple(move.step for move in turn) for turn in state.legal_turns()]
    assert found == [steps for steps, _ in turns(state.game.engine, state.position)]
    legal = [move.step for move in state.legal_moves()]
    assert [legal.index(turn[0]) for turn in found] == sorted(legal.index(turn[0]) for turn in found)
    assert len(found) == state.game.perft(state, 1) == len({*found})


@pytest.mark.parametrize("text", [MANY, ENDLESS])
def test_turns_that_are_too_many_to_list_are_refused(load: Load, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("ggl.play.base_state.MOST_LISTED", 5000)
    state = load(text).initial_state()
    with pytest.raises(ggl.WorkLimitError, match="too many whole turns here to list") as caught:
        state.legal_turns()
    assert "help: list only the next steps" in str(caught.value)
    assert state.legal_moves()


def test_what_is_said_to_an_engine_after_too_many_turns_is_answered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ggl.play.base_state.MOST_LISTED", 5000)
    (tmp_path / "t.yaml").write_text(MANY)
    engine = Gtp(str(tmp_path / "t.yaml"))
    reply = engine.say("1 ggl-turns")
    assert reply is not None
    assert reply.startswith("?1 there are too many whole turns here to list")
    assert len(str(engine.say("2 ggl-moves")).split()) == 1 + 16
