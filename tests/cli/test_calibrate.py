"""`ggl calibrate`: where ladders are kept, what an interrupt leaves, and that levels are found there."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from ggl.agents.ladders import read_ladder
from ggl.arena import ArenaError, calibrating
from ggl.cli import terminal

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def test_a_ladder_is_kept_where_levels_are_found(run: Run) -> None:
    done = run("calibrate", "tic-tac-toe", "-n", "30", "--most", "16")
    assert done.exit_code == 0
    assert "tried: mcts:sims=2,near=0.03,reuse=off against random: " in done.stderr
    head, random, first, *_, last = done.stdout.splitlines()
    assert head.split() == ["level", "rating", "95", "%", "scores", "95", "%", "plays", "spec"]
    assert random.split() == ["0", "0", "random"]
    assert first.split()[0] == "1"
    assert first.split()[-1].startswith("mcts:sims=")
    assert last == "scores: against the level below"
    assert all(len(line) <= 80 for line in done.stdout.splitlines())
    assert run("calibrate", "tic-tac-toe", "--show").stdout == done.stdout, "one's own come before those of ggl"
    again = run("play", "tic-tac-toe", "--second", "level:1", stdin="quit\n")
    assert f"level 1 of {len(done.stdout.splitlines()) - 3}, rating {first.split()[1]} (" in again.stdout + again.stderr


def test_a_folder_that_is_missing_is_told_before_there_is_play(run: Run) -> None:
    done = run("calibrate", "tic-tac-toe", "-o", "nowhere/x.json")
    assert done.exit_code == 2
    assert done.stderr == "error: nowhere/x.json cannot be written: there is no such folder\n"


@pytest.mark.parametrize("words", [("-o", "/proc/x.json"), ("-o", "."), ("--workers", "0")])
def test_what_cannot_be_is_refused_before_there_is_play(run: Run, words: tuple[str, ...]) -> None:
    done = run("calibrate", "tic-tac-toe", *words)
    assert (done.exit_code, "tried" in done.stderr) == (2, False)


def test_a_ladder_is_on_file_before_it_is_shown(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "standard output")

    monkeypatch.setattr(terminal, "data", gone)
    run("calibrate", "tic-tac-toe", "-n", "30", "--most", "8", "-o", "it.json")
    assert read_ladder(tmp_path / "it.json").levels


@pytest.mark.parametrize("error", [ArenaError("no worker"), SystemExit(143)])
def test_whatever_ends_it_the_levels_found_so_far_are_on_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException
) -> None:
    _cut_off_above_the_first_level(monkeypatch, error)
    done = run("calibrate", "tic-tac-toe", "-n", "30", "-o", "it.json")
    assert done.exit_code != 0
    assert len(read_ladder(tmp_path / "it.json").levels) == 1
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert run("calibrate", "tic-tac-toe", "-n", "30", "--most", "16", "-o", "it.json").exit_code == 0
    assert len(read_ladder(tmp_path / "it.json").levels) > 1


def _cut_off_above_the_first_level(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    played = calibrating._Meetings.score

    def score(self: calibrating._Meetings, spec: str, below: str, pairs: int, use: str) -> object:
        if below != "random":
            raise error
        return played(self, spec, below, pairs, use)

    monkeypatch.setattr(calibrating._Meetings, "score", score)


def test_a_file_that_holds_something_else_than_a_ladder_is_refused_before_there_is_play(run: Run, tmp_path: Path) -> None:
    (tmp_path / "it.json").write_text("mine")
    done = run("calibrate", "tic-tac-toe", "-n", "30", "-o", "it.json")
    assert done.exit_code == 2
    assert "it.json is not a ladder, and is left unchanged; choose another name" in done.stderr
    assert (tmp_path / "it.json").read_text() == "mine"


@pytest.mark.parametrize("there", [False, True])
def test_an_interrupt_keeps_the_levels_found_so_far(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    file = tmp_path / "it.json"
    if there:
        file.write_text('{"ggl_ladder": 0}')
    _cut_off_above_the_first_level(monkeypatch, KeyboardInterrupt())
    done = run("calibrate", "tic-tac-toe", "-n", "30", "-o", "it.json")
    assert done.exit_code == 130
    assert "the same command finds the same levels again" in done.stderr
    if there:
        assert file.read_text() == '{"ggl_ladder": 0}'
        assert "it.json is unchanged" in done.stderr
    else:
        assert len(read_ladder(file).levels) == 1
        assert "saved in it.json: 1 level, as far as it got" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-n", "7"), "a level needs at least 8 pairs of plays, not 7"),
        (("-n", "8", "--most", "1"), "no number of simulations up to 1 is surely stronger"),
    ],
)
def test_what_gives_no_ladder_is_told(run: Run, words: tuple[str, ...], said: str) -> None:
    done = run("calibrate", "tic-tac-toe", *words)
    assert done.exit_code in (1, 2)
    assert said in done.stderr
