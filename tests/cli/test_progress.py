"""The bar: what is remarked beside it may take long to make, and is not made for each play."""

from __future__ import annotations

import time
from typing import Any

import pytest

from ggl.cli import terminal
from ggl.cli.progress import ProgressBar
from ggl.play.game import State
from tests.cli.conftest import Run


class Bar:
    def __init__(self) -> None:
        self.told: list[dict[str, object]] = []

    def update(self, _: object, **told: object) -> None:
        self.told.append(told)

    def stop(self) -> None:
        pass


@pytest.mark.parametrize(("shown", "remarks"), [(True, 1), (False, 0)])
def test_a_remark_is_asked_for_now_and_then_and_only_if_a_person_looks(shown: bool, remarks: int) -> None:
    asked: list[int] = []
    with ProgressBar(100, "match") as progress:
        bar = Bar()
        if shown:
            progress._bar, progress._task = bar, 0  # type: ignore[assignment]
        for number in range(100):
            progress.done(number, lambda: str(asked.append(1)))  # type: ignore[func-returns-value]
    assert len(asked) == remarks
    assert ({"completed": 99} in bar.told) is shown


def test_what_looks_like_markup_is_a_name_as_any_other(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ggl.cli.terminal.can_move", lambda stream: True)
    with ProgressBar(2, "a[/b].yaml") as progress:
        progress.done(1, lambda: "[/] [bold]")
        assert progress._bar is not None
        progress._bar.refresh()
    capfd.readouterr()


@pytest.mark.parametrize(
    "words", [("moves", "tic-tac-toe"), ("moves", "tic-tac-toe", "--turns"), ("check", "tic-tac-toe", "--play", "1")]
)
def test_what_takes_long_is_remarked_on(words: tuple[str, ...], run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "SLOW", 0.0)

    def late(done: Any) -> Any:
        def called(*given: Any) -> Any:
            time.sleep(0.2)
            return done(*given)

        return called

    for name in ("legal_moves", "legal_turns"):
        monkeypatch.setattr(State, name, late(getattr(State, name)))
    monkeypatch.setattr("ggl.play.trial.agreement", late(lambda *_: ()))
    assert "still " in run(*words).stderr
