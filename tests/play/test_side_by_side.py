"""`check --play` plays some games in both engines: it tells where they differ, and is silent where they agree."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ggl
from ggl.cli import group
from ggl.engine.protocol import Position, Step, WorkLimitError
from ggl.interpreter import Interpreter
from ggl.play.fast import Fast
from ggl.play.game import Game
from ggl.play.side_by_side import compared
from ggl.play.trial import agreement

LATER = 3
"""The step from which on the faulty engines are faulty."""


class Faulty:
    """The interpreter with another answer to one question, where some turns have been played."""

    def __init__(self, game: Game, question: str, answer: Callable[..., Any]) -> None:
        self._engine = Interpreter(game.checked.core)
        self._question, self._answer = question, answer

    def __getattr__(self, name: str) -> Any:
        right = getattr(self._engine, name)
        if name != self._question:
            return right

        def asked(position: Position, *args: Any) -> Any:
            found = right(position, *args)
            return self._answer(found) if position.vector[self._engine.layout.at("ply")] >= LATER else found

        return asked


def fails(_: object) -> None:
    raise IndexError("list index out of range")


def refuses(_: object) -> None:
    raise WorkLimitError.of_work()


def changed(position: Position) -> Position:
    return Position((position.vector[0] ^ 1, *position.vector[1:]), position.history)


FAULTS: dict[str, tuple[str, Callable[..., Any], str]] = {
    "a step left out": (
        "steps",
        lambda steps: steps[1:],
        "the interpreter has 6 legal steps, the compiled engine 5; only one of",
    ),
    "another order": ("steps", lambda steps: steps[::-1], "the interpreter has 6 legal steps, the compiled engine 6, in another"),
    "another draw": ("draw", lambda _: (Step("place", (0,)), 1), "they draw different random steps"),
    "another position": ("play", changed, "(entry 0) is "),
    "other scores": ("scores", lambda _: (1, 2), "the interpreter's scores are None, the compiled engine's (1, 2)"),
    "a failure": ("steps", fails, "the compiled engine fails: IndexError: list index out of range"),
}


def use(monkeypatch: pytest.MonkeyPatch, other: Callable[[Game], object]) -> Game:
    game = ggl.load("tic-tac-toe")
    monkeypatch.setattr(Fast, "comparable", other(game))
    return game


@pytest.mark.parametrize("name", FAULTS)
def test_the_first_difference_is_told(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    question, answer, said = FAULTS[name]
    game = use(monkeypatch, lambda game: Faulty(game, question, answer))
    found = compared(game, 2, seconds=60)
    assert found is not None
    assert found.difference is not None
    assert said in found.difference.text
    assert len(found.difference.steps) >= LATER
    assert found.games == 1
    (finding,) = agreement(game, 2)
    assert finding.code.code == "GGL720"
    assert finding.label == found.difference.text


def test_engines_that_agree_are_not_told_of() -> None:
    for name in ("tic-tac-toe", "tiku", "oware"):
        game = ggl.load(name)
        found = compared(game, 2, seconds=60)
        assert found is not None
        assert (found.games, found.difference) == (2, None)
        assert found.steps > 10
        assert agreement(game, 1) == ()


def test_check_tells_where_the_engines_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    use(monkeypatch, lambda game: Faulty(game, "steps", FAULTS["a step left out"][1]))
    done = CliRunner().invoke(group, ["check", "tic-tac-toe", "--play", "2"])
    assert done.exit_code == 1
    text = " ".join(done.stdout.split())
    assert "error[GGL720]: the two engines of ggl play this game differently" in text
    assert "in random game 1, step 3: after place " in text
    assert "please send what `ggl bug FILE` writes" in text
    assert "GGL720" not in CliRunner().invoke(group, ["check", "tic-tac-toe"]).stdout


def test_the_games_are_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = use(monkeypatch, lambda game: Faulty(game, "steps", fails))
    once, again, other = (compared(game, 1, seed, seconds=60) for seed in (4, 4, 5))
    assert once is not None
    assert again is not None
    assert other is not None
    assert once.difference is not None
    assert again.difference is not None
    assert other.difference is not None
    assert once.difference.steps == again.difference.steps != other.difference.steps


def test_an_engine_that_refuses_to_work_on_does_not_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    found = compared(use(monkeypatch, lambda game: Faulty(game, "steps", refuses)), 3, seconds=60)
    assert found is not None
    assert (found.games, found.difference) == (3, None)


def test_it_ends_when_its_time_is_over() -> None:
    found = compared(ggl.load("oware"), 1000, seconds=0)
    assert found is not None
    assert (found.games, found.steps) == (1, 0)


def test_rules_that_cannot_be_compiled_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    game = use(monkeypatch, lambda _: None)
    assert compared(game, 3, seconds=60) is None
    assert agreement(game, 3) == ()


def test_machine_code_is_used_only_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GGL_CACHE", str(tmp_path))
    new = ggl.load("tic-tac-toe")
    assert new.fast.comparable is not None
    assert new.fast.comparable is not new.fast.engine
    kept = ggl.load("tic-tac-toe")
    assert kept.fast.engine is not None
    monkeypatch.setattr(type(kept.fast.engine), "ready", lambda self, function: function != "playouts")
    assert kept.fast.comparable is kept.fast.engine
