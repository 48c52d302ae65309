"""The bar: what is remarked beside it may take long to make, and is not made for each play."""

from __future__ import annotations

import pytest

from ggl.cli.progress import ProgressBar


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
