"""`ggl analyze` as a user has it: table, JSON, page, comparison, exit codes, mistakes, Ctrl-C."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ggl.analysis
from ggl.analysis import Plan
from ggl.analysis.report import Report
from ggl.cli.analyze import split_specs
from ggl.play.game import Game
from ggl.play.storage import StorageError

QUICK = ("-n", "10", "--strengths", "random,greedy", "--judge", "mcts:sims=10", "--workers", "1")

UNFAIR = "ggl: 1\nname: Unfair\nextends: tic-tac-toe\nend:\n  draw: removed\n  X wins:\n    a full board: full\n"
RENAMED = "ggl: 1\nname: Noughts\nextends: tic-tac-toe\nabout: The same under another name.\n"
THREE = Path(__file__).parent.parent / "language/games/three_players_take_turns.yaml"
WANTED = "ggl: 1\nname: Wanted\nextends: tic-tac-toe\ntargets:\n  length: {}\n"


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("random", ["random"]),
        ("random,greedy", ["random", "greedy"]),
        ("random, mcts:sims=400,c=1.2 , greedy", ["random", "mcts:sims=400,c=1.2", "greedy"]),
        ("mcts:50,mcts:400", ["mcts:50", "mcts:400"]),
        ("python:my.Agent:a=1,b=2;random", ["python:my.Agent:a=1,b=2", "random"]),
        (" , ", []),
    ],
)
def test_specs_between_commas(text: str, specs: list[str]) -> None:
    assert split_specs(text) == specs


def test_the_numbers_come_as_a_table(run) -> None:
    done = run("analyze", "tic-tac-toe", *QUICK)
    assert done.exit_code == 0
    assert "measure              strength             value   95 % interval               n" in done.stdout
    assert "open with place" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.stderr == ""


def test_json_and_page(run, tmp_path: Path) -> None:
    done = run("analyze", "tic-tac-toe", *QUICK, "--json", "--html", "report.html")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["game"]["name"] == "Tic-Tac-Toe"
    assert (tmp_path / "report.html").read_text().startswith("<!DOCTYPE html>")
    assert done.stderr == "wrote report.html\n"


@pytest.mark.slow
def test_an_unfair_variant_is_flagged_and_a_renamed_one_is_not(run, tmp_path: Path) -> None:
    (tmp_path / "unfair.yaml").write_text(UNFAIR)
    (tmp_path / "renamed.yaml").write_text(RENAMED)
    many = ("-n", "150", "--strengths", "random", "--judge", "mcts:sims=5", "--workers", "1")
    unfair = run("analyze", "unfair.yaml", *many, "--compare", "tic-tac-toe")
    assert unfair.exit_code == 1
    assert "worse: first seat at random" in unfair.stdout
    assert "tests failed: first seat" in unfair.stderr
    renamed = run("analyze", "renamed.yaml", *many, "--compare", "tic-tac-toe")
    assert renamed.exit_code == 0
    assert "compared with Tic-Tac-Toe, which has the same rules" in renamed.stdout
    assert "worse" not in renamed.stdout


@pytest.mark.parametrize(("wanted", "code", "said"), [("5..9", 0, "met: length"), ("20..80", 1, "missed: length")])
def test_targets_of_the_file(run, tmp_path: Path, wanted: str, code: int, said: str) -> None:
    (tmp_path / "wanted.yaml").write_text(WANTED.format(wanted))
    done = run("analyze", "wanted.yaml", *QUICK)
    assert done.exit_code == code
    assert said in done.stdout
    assert f"wanted {wanted}" in done.stdout


def test_an_earlier_report_is_a_base(run, tmp_path: Path) -> None:
    (tmp_path / "base.json").write_text(run("analyze", "tic-tac-toe", *QUICK, "--json").stdout)
    done = run("analyze", "tic-tac-toe", *QUICK, "--compare", "base.json")
    assert done.exit_code == 0
    assert "compared with Tic-Tac-Toe, which has the same rules" in done.stdout


def test_a_report_of_another_judge_is_compared_but_for_what_judges_say(run, tmp_path: Path) -> None:
    quick = ("-n", "10", "--strengths", "mcts:sims=5", "--workers", "1")
    (tmp_path / "base.json").write_text(run("analyze", "tic-tac-toe", *quick, "--judge", "mcts:sims=4", "--json").stdout)
    done = run("analyze", "tic-tac-toe", *quick, "--judge", "mcts:sims=6", "--compare", "base.json")
    assert done.exit_code == 0
    assert "judged by mcts:sims=4" in done.stdout
    told = json.loads(run("analyze", "tic-tac-toe", *quick, "--judge", "mcts:sims=6", "--compare", "base.json", "--json").stdout)
    compared = {each["measure"] for each in told["verdicts"]}
    assert "length" in compared
    assert not compared & {"drama", "decisiveness", "lead changes"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing-like-it"], "there is no bundled game"),
        (["tic-tac-toe", "--strengths", "rndom"], "there is no agent `rndom`; near: random"),
        (["tic-tac-toe", "--strengths", "mcts:sim=5"], "`mcts` has no setting `sim`; near: sims"),
        (["tic-tac-toe", "--strengths", " "], "`--strengths` is empty"),
        (["tic-tac-toe", "--judge", "judy"], "there is no agent `judy`"),
        (["tic-tac-toe", "-n", "1"], "1"),
        (["tic-tac-toe", "-n", "0.5"], "'0.5' is not a valid integer"),
        (["tic-tac-toe", "--minutes", "nan"], "nan is not a number of minutes"),
        (["tic-tac-toe", "--workers", "0"], "0"),
        (["tic-tac-toe", "--html", "no/such/folder/x.html"], "no/such/folder/x.html cannot be written: there is no such folder"),
        (["tic-tac-toe", "--compare", "nothing.json"], "nothing.json"),
        (["tic-tac-toe", "--compare", "nothing-like-it"], "there is no bundled game"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(run, words: list[str], said: str) -> None:
    start = time.monotonic()
    done = run("analyze", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert time.monotonic() - start < 20


def test_what_cannot_be_compared_is_told_before_anything_is_played(run, tmp_path: Path) -> None:
    (tmp_path / "base.json").write_text(run("analyze", "tic-tac-toe", *QUICK, "--json").stdout)
    long = ("-n", "100000", "--strengths", "mcts:sims=5", "--workers", "1")
    other = run("analyze", "tic-tac-toe", *long, "--compare", "base.json")
    assert other.exit_code == 2
    assert "was made at random and greedy" in other.stderr
    three = run("analyze", "tic-tac-toe", "-n", "100000", "--strengths", "alphabeta:depth=1", "--compare", str(THREE))
    assert three.exit_code == 2
    assert "two players" in three.stderr


FAILING = """
class Fickle:
    def __init__(self, game): self.asked = 0
    def think(self, state, budget):
        self.asked += 1
        if self.asked > 12: raise ValueError("tired")
        return state.legal_moves()[0]
    def new_play(self, seed): pass
    def close(self): pass
"""


def test_what_was_played_before_an_agent_failed_is_told(run, tmp_path: Path) -> None:
    (tmp_path / "fickle.py").write_text(FAILING)
    words = ("--strengths", "random;python:fickle.py:Fickle", "-n", "10", "--judge", "mcts:sims=5", "--workers", "1")
    done = run("analyze", "tic-tac-toe", *words, "--html", "x.html")
    assert done.exit_code == 2
    assert "failed: " in done.stderr
    assert "tired" in done.stderr
    assert "200 plays" in done.stdout
    assert "python:fickle.py:Fickle" in done.stdout
    assert (tmp_path / "x.html").read_text().startswith("<!DOCTYPE html>")


def test_what_was_played_is_told_though_the_base_fails(run, tmp_path: Path) -> None:
    (tmp_path / "choosy.py").write_text(FAILING.replace("> 12", "> 0 and state.game.name == 'Tic-Tac-Toe'"))
    (tmp_path / "unfair.yaml").write_text(UNFAIR)
    words = ("--strengths", "python:choosy.py:Fickle", "-n", "10", "--judge", "mcts:sims=5", "--workers", "1")
    done = run("analyze", "unfair.yaml", *words, "--compare", "tic-tac-toe")
    assert done.exit_code == 2
    assert "tired" in done.stderr
    assert "10 plays" in done.stdout


def test_what_was_played_is_told_though_the_page_cannot_be_written(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, _: str) -> None:
        raise StorageError(path, OSError(errno.ENOSPC, ""))

    monkeypatch.setattr("ggl.play.storage.replace_file", full)
    done = run("analyze", "tic-tac-toe", *QUICK, "--html", "new.html")
    assert done.exit_code == 2
    assert "new.html cannot be written: the disk is full" in done.stderr
    assert "length" in done.stdout


def test_a_page_is_not_begun_for_a_game_that_is_not_there(run, tmp_path: Path) -> None:
    assert run("analyze", "nothing-like-it", "--html", "x.html").exit_code == 2
    assert not (tmp_path / "x.html").exists()


@pytest.mark.parametrize("damage", ['"n": 1e999', '"n": -1', '"n": "many"', '"value": null'])
def test_a_damaged_report_is_no_bug(run, tmp_path: Path, damage: str) -> None:
    text = run("analyze", "tic-tac-toe", *QUICK, "--json").stdout
    key = damage.split(":")[0]
    (tmp_path / "base.json").write_text(re.sub(rf"{key}: [0-9.]+", damage, text))
    done = run("analyze", "tic-tac-toe", *QUICK, "--compare", "base.json")
    assert done.exit_code == 2
    assert "damaged report" in done.stderr


def test_a_base_that_is_no_report(run, tmp_path: Path) -> None:
    (tmp_path / "base.json").write_text("{}")
    done = run("analyze", "tic-tac-toe", "--compare", "base.json")
    assert done.exit_code == 2
    assert "`base.json` is not a report of `ggl analyze`" in done.stderr


@pytest.mark.parametrize("words", [(), ("--compare", "connect-four")], ids=["alone", "while the base is played"])
def test_an_interrupt_is_told_by_the_exit_code_whatever_the_report_says_of_it(run, monkeypatch, words: tuple[str, ...]) -> None:
    def played(game: Game, plan: Plan) -> Report:
        stopped = not words or game.name == "Connect Four"
        return Report(game, 0, "mcts", (), cut_short="stopped by hand" if stopped else "", interrupted=stopped)

    monkeypatch.setattr(ggl.analysis, "analyze", played)
    assert run("analyze", "tic-tac-toe", *words).exit_code == 130


@pytest.mark.processes
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="no process groups")
def test_ctrl_c_reports_what_was_done(tmp_path: Path) -> None:
    words = ["analyze", "tic-tac-toe", "-n", "20000", "--strengths", "greedy", "--judge", "mcts:sims=5", "--workers", "1"]
    whole = [sys.executable, "-c", "from ggl.cli import main; main()", *words]
    pipe = subprocess.PIPE
    for patience in (6, 30):  # the second time for a machine that is busy
        with subprocess.Popen(whole, stdout=pipe, stderr=pipe, text=True, cwd=tmp_path, start_new_session=True) as done:
            time.sleep(patience)
            os.killpg(done.pid, signal.SIGINT)
            out, err = done.communicate(timeout=60)
        if "length" in out:
            break
    assert done.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert "of 20,000 plays" in out
    assert "length" in out


def test_a_page_replaces_a_report_and_nothing_else(run, tmp_path: Path) -> None:
    (tmp_path / "mine.html").write_text("<!DOCTYPE html>\n<title>mine</title>")
    done = run("analyze", "tic-tac-toe", *QUICK, "--html", "mine.html")
    assert done.exit_code == 2
    assert "mine.html is not a report, and is left unchanged; choose another name" in done.stderr
    assert (tmp_path / "mine.html").read_text() == "<!DOCTYPE html>\n<title>mine</title>"
    (tmp_path / "empty.html").touch()
    for _ in range(2):
        assert run("analyze", "tic-tac-toe", *QUICK, "--html", "empty.html").exit_code == 0
