"""`ggl selfplay` and `ggl match` as a user calls them."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ggl.cli import group, match, terminal
from ggl.play.record import read_record_file

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in an empty folder, with a state folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return lambda *words, stdin=None: CliRunner().invoke(group, list(words), input=stdin)


def test_selfplay_writes_records_on_standard_output_and_notes_beside_them(run: Run) -> None:
    done = run("selfplay", "tic-tac-toe", "--agent", "greedy", "--agent", "random", "-n", "4", "--seed", "1")
    assert done.exit_code == 0
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["seats"] for record in records] == [{"first": "greedy", "second": "random"}] * 4
    assert "4 plays: first won " in done.stderr
    assert "turns on average" in done.stderr
    again = run("selfplay", "tic-tac-toe", "--agent", "greedy", "--agent", "random", "-n", "4", "--seed", "1")
    assert again.stdout == done.stdout


def test_shards_go_into_a_folder_and_are_the_whole_in_the_order_of_their_names(run: Run, tmp_path: Path) -> None:
    for number in range(10, 0, -1):
        assert run("selfplay", "tic-tac-toe", "-n", "25", "-o", "them", "--shard", f"{number}/10").exit_code == 0
    names = sorted(path.name for path in (tmp_path / "them").iterdir())
    assert names[0] == "plays-01-of-10.jsonl"
    whole = b"".join((tmp_path / "them" / name).read_bytes() for name in names)
    assert whole.decode() == run("selfplay", "tic-tac-toe", "-n", "25").stdout
    mixed = run("selfplay", "tic-tac-toe", "-n", "25", "-o", "them", "--shard", "1/3")
    assert mixed.exit_code == 2
    assert "plays-01-of-10.jsonl, a shard of a run that is not divided into 3" in mixed.stderr


def test_a_finished_run_is_told_as_such_and_a_torn_one_is_mended(run: Run, tmp_path: Path) -> None:
    words = ("selfplay", "tic-tac-toe", "-n", "6", "-o", "it.jsonl")
    run(*words)
    whole = (tmp_path / "it.jsonl").read_bytes()
    done = run(*words)
    assert "it.jsonl already has 6 plays of this run" in done.stderr
    (tmp_path / "it.jsonl").write_bytes(whole[:-9])
    done = run(*words)
    assert done.exit_code == 0
    assert "the last line of it.jsonl was cut off while it was written; its play is repeated" in done.stderr
    assert (tmp_path / "it.jsonl").read_bytes() == whole


def test_a_file_that_is_refused_is_not_one_to_go_on_with(run: Run) -> None:
    assert run("match", "tic-tac-toe", "random", "greedy", "-n", "2", "-o", "a.jsonl").exit_code == 0
    done = run("match", "tic-tac-toe", "random", "greedy", "-n", "1", "-o", "a.jsonl")
    assert (done.exit_code, "more plays than the 2" in done.stderr, "to go on" in done.stderr) == (2, True, False)
    assert run("selfplay", "tic-tac-toe", "-n", "3", "-o", "b.jsonl").exit_code == 0
    done = run("selfplay", "tic-tac-toe", "-n", "1", "-o", "b.jsonl")
    assert (done.exit_code, "more plays than the 1" in done.stderr, "to go on" in done.stderr) == (2, True, False)


def test_one_play_is_one(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "class Bot:\n    def __init__(self, game): pass\n    def think(self, state, budget): return 7\n"
    )
    done = run("selfplay", "tic-tac-toe", "--agent", "python:bot.py:Bot", "-n", "1", "-o", "a.jsonl")
    assert "1 play in a.jsonl: " in done.stderr
    assert "1 play was lost because an agent failed:\n  play 0: X failed" in done.stderr
    assert run("selfplay", "tic-tac-toe", "-n", "1", "--max-steps", "2").stderr.endswith(
        "1 play was broken off and counts as a draw; `--max-steps` sets this limit\n"
    )


@pytest.mark.parametrize("words", [("-n", "0"), ("-n", "1", "--shard", "1/2")])
def test_of_no_plays_nothing_is_summed_up(run: Run, words: tuple[str, ...]) -> None:
    done = run("selfplay", "tic-tac-toe", *words, "-o", "e.jsonl")
    assert (done.exit_code, done.stderr) == (0, "no plays in e.jsonl, since none were requested\n")


def test_records_of_a_game_file_can_be_replayed_from_anywhere(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.yaml").write_text((Path(__file__).parents[2] / "games" / "tic-tac-toe.yaml").read_text())
    assert run("selfplay", "mine.yaml", "-n", "3", "-o", "mine.jsonl").exit_code == 0
    assert json.loads((tmp_path / "mine.jsonl").read_text().splitlines()[0])["game"] == "mine.yaml"
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    done = run("replay", "../mine.jsonl")
    assert done.exit_code == 0, done.stderr
    assert done.stdout.count("turns: ") == 3


def test_shards_of_a_game_file_are_the_whole_and_replayed_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text((Path(__file__).parents[2] / "games" / "tic-tac-toe.yaml").read_text())
    assert run("selfplay", "mine.yaml", "-n", "4", "-o", "whole.jsonl").exit_code == 0
    for shard in ("1/2", "2/2"):
        assert run("selfplay", "mine.yaml", "-n", "4", "-o", "parts", "--shard", shard).exit_code == 0
    together = b"".join(path.read_bytes() for path in sorted((tmp_path / "parts").iterdir()))
    assert together == (tmp_path / "whole.jsonl").read_bytes()
    (tmp_path / "all.jsonl").write_bytes(together)
    assert run("replay", "all.jsonl").exit_code == 0
    assert run("selfplay", "mine.yaml", "-n", "4", "-o", ".", "--shard", "1/2").exit_code == 0
    assert together.startswith((tmp_path / "plays-1-of-2.jsonl").read_bytes())


def test_a_run_goes_on_where_its_folder_has_moved(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text((Path(__file__).parents[2] / "games" / "tic-tac-toe.yaml").read_text())
    (tmp_path / "old").mkdir()
    assert run("selfplay", "mine.yaml", "-n", "2", "-o", "old/it.jsonl").exit_code == 0
    (tmp_path / "old" / "it.jsonl").rename(tmp_path / "it.jsonl")
    done = run("selfplay", "mine.yaml", "-n", "4", "-o", "it.jsonl")
    assert done.exit_code == 0, done.stderr
    assert [record.game for record in read_record_file(tmp_path / "it.jsonl")] == ["../mine.yaml"] * 4


def test_a_damaged_line_is_not_told_as_one_to_go_on_from(run: Run, tmp_path: Path) -> None:
    words = ("selfplay", "tic-tac-toe", "-n", "5", "-o", "c.jsonl")
    assert run(*words).exit_code == 0
    lines = (tmp_path / "c.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "c.jsonl").write_text("".join([*lines[:2], "oh\n", *lines[3:]]))
    done = run(*words)
    assert done.exit_code == 2
    assert "c.jsonl, line 3: not a record" in done.stderr
    assert "`head -n 2 c.jsonl > c-mended.jsonl` keeps the lines before it" in done.stderr
    assert "to go on" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["selfplay", "tic-tac-toe", "--agent", "ranodm"], "there is no agent `ranodm`; near: random"),
        (["selfplay", "tic-tac-toe", "-n", "0.5"], "'0.5' is not a valid integer"),
        (["selfplay", "tic-tac-toe", "-n", "-1"], "the number of plays is a whole number from 0"),
        (["selfplay", "tic-tac-toe", "--workers", "0"], "the number of workers is a whole number from 1 to 1,024"),
        (["selfplay", "tic-tac-toe", "--shard", "3/2"], "`--shard 3/2` is not a shard; write K/M"),
        (["selfplay", "tic-tac-toe", "--shard", "x"], "is not a shard"),
        (["selfplay", "tic-tac-toe", "-o", ""], "the file name is empty"),
        (["selfplay", "tic-tac-toe", "--agent", "random", "--agent", "random", "--agent", "random"], "has 2 seats"),
        (["selfplay", "tic-tac-toe", "--address", "x:1"], "add `--backend ray`"),
        (["selfplay", "tic-tac-toe", "--max-steps", "-3"], "most_steps"),
        (["selfplay", "tic-tak-toe"], "near: tic-tac-toe"),
        (["match", "tic-tac-toe", "random"], "needs 2 agents or more, not 1"),
        (["match", "tic-tac-toe"], "Missing argument"),
        (["match", "tic-tac-toe", "random", "greedy", "-n", "0"], "the number of pairs is a whole number from 1 to"),
        (["match", "tic-tac-toe", "random", "greedy", "--sprt", "10"], "`--sprt 10` is not a test; write two leads in Elo"),
        (["match", "tic-tac-toe", "random", "greedy", "--sprt", "10,0"], "the first lead of a test is less than the second"),
        (["match", "tic-tac-toe", "random", "greedy", "--sprt", "0,nan"], "write two leads"),
        (["match", "tic-tac-toe", "random", "greedy", "--sprt", "0,10", "--alpha", "0.7"], "between 0 and 0.5"),
        (["match", "tic-tac-toe", "random", "greedy", "--sprt", "0,10", "--beta", "0.9"], "`--beta 0.9`: an error rate"),
        (["match", "tic-tac-toe", "random", "greedy", "--alpha", "0.1"], "`--alpha` is the error rate of a test; add `--sprt"),
        (["match", "tic-tac-toe", "random", "greedy", "--sprt", "0,8000"], "leads of a test are -2000 to 2000 Elo"),
        (["match", "tic-tac-toe", "random", "greedy", "--anchor", "me"], "`me` is not in the match"),
        (["match", "tic-tac-toe", "random", "greedy", "--openings", "none.txt"], "there is no such file"),
        (["match", "tic-tac-toe", "random", "greedy", "-o", "no/where.jsonl"], "cannot be written: there is no such folder"),
        (["match", "tic-tac-toe", "random", "greedy", "-o", "/proc/x.jsonl"], "/proc/x.jsonl cannot be written: "),
        (["match", "tic-tac-toe", "random", "greedy", "--backend", "ray", "--address", "127.0.0.1:1"], "Ray"),
    ],
)  # fmt: skip
def test_bad_usage_is_one_message_and_exit_2(run: Run, words: list[str], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_an_absent_ray_is_named_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    done = run("match", "tic-tac-toe", "random", "greedy", "--backend", "ray")
    assert done.exit_code == 2
    assert done.stderr == "error: Ray is not installed, which `--backend ray` needs: pip install 'ggl-games[ray]'\n"


def test_a_match_is_a_table_that_fits_eighty_columns(run: Run, tmp_path: Path) -> None:
    done = run("match", "connect-four", "greedy", "random", "mcts:sims=1234567,c=1.25,reuse=off", "-n", "1", "--max-steps", "2",
               "--opening-plies", "2")  # fmt: skip
    assert done.exit_code == 0, done.stderr
    assert all(len(line) <= 80 for line in done.stdout.splitlines()), done.stdout
    for said in ("Connect Four, width=7", "6 plays, seed 0", "wins draws losses", "against each other", "by seat", "first seat"):
        assert said in done.stdout
    assert re.search(r"^mcts:sims\.\.reuse=off +0 +4 +0 +50.0 \(", done.stdout, re.MULTILINE), done.stdout
    assert "broken off  6" in done.stdout
    assert "6 plays were broken off and count as draws" in done.stderr
    assert not [*(tmp_path / "state").rglob("*.jsonl")]


def test_names_that_are_alike_when_they_are_cut_have_numbers_and_a_legend(run: Run) -> None:
    specs = [f"mcts:sims={sims},reuse=off" for sims in (10, 80)]
    done = run("match", "tic-tac-toe", *specs, "random", "-n", "1")
    assert done.exit_code == 0, done.stderr
    assert all(len(line) <= 80 for line in done.stdout.splitlines()), done.stdout
    firsts = [line.partition("  ")[0] for line in done.stdout.splitlines()]
    assert firsts.count("#1 mcts:si..use=off") == firsts.count("#2 mcts:si..use=off") == 3, done.stdout
    assert "#1 mcts:si..use=off - #2 mcts:si..use=off" in done.stdout
    assert done.stdout.splitlines()[-2:] == [f"#{number} mcts:si..use=off  {spec}" for number, spec in enumerate(specs, 1)]


def test_what_a_test_does_to_intervals_is_remarked(run: Run) -> None:
    done = run("match", "tic-tac-toe", "greedy", "random", "--sprt", "0,50")
    assert "the test chose when to stop, so the intervals contain the true value less often than 95 %" in done.stderr
    assert "less often" not in run("match", "tic-tac-toe", "random", "random", "--sprt", "0,5", "-n", "2").stderr


# ------------------------------------------------------------------------------------------ the file of a match without -o


def test_plays_stay_on_file_until_the_result_is_out(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: str) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "standard output")

    monkeypatch.setattr(terminal, "data", refused)
    done = run("match", "tic-tac-toe", "greedy", "random", "-n", "2")
    assert done.exit_code != 0
    [file] = (tmp_path / "state").rglob("*.jsonl")
    assert f"4 of 4 plays are in {file}; to resume:\n  ggl match" in done.stderr
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert "already has 4 plays of this run" in run("match", "tic-tac-toe", "greedy", "random", "-n", "2", "-o", str(file)).stderr


def test_a_long_match_tells_where_its_plays_are_in_case_it_is_killed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "LONG", -1.0)
    done = run("match", "tic-tac-toe", "greedy", "random", "-n", "2")
    assert re.search(
        r"until the result is known, the plays are in (\S+); to resume if this is killed:\n"
        r"  ggl match tic-tac-toe greedy random --pairs 2 -o \1\n",
        done.stderr,
    ), done.stderr
    assert "killed" not in run("match", "tic-tac-toe", "greedy", "random", "-n", "2", "-o", "it.jsonl").stderr


def test_a_match_that_cannot_be_kept_is_played_all_the_same(run: Run, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no folder")
    done = run("match", "tic-tac-toe", "greedy", "random", "-n", "2")
    assert done.exit_code == 0, done.stderr
    assert "cannot be written" in done.stderr
    assert "so this match is not saved" in done.stderr
    assert "4 plays, seed 0" in done.stdout


def test_json_has_every_number_with_its_interval(run: Run) -> None:
    done = run("match", "tic-tac-toe", "greedy", "random", "-n", "5", "--json", "--seed", "2")
    data = json.loads(done.stdout)
    assert (data["game"], data["plays"], data["seed"]) == ("Tic-Tac-Toe", 10, 2)
    greedy = data["contestants"][0]
    assert greedy["wins"] + greedy["draws"] + greedy["losses"] == 10
    assert greedy["score"]["low"] < greedy["score"]["value"] < greedy["score"]["high"]
    assert greedy["elo"].keys() == {"value", "low", "high", "n"}
    assert greedy["by_seat"]["first"]["wins"] >= 0
    assert greedy["seconds_per_move"] > 0
    assert data["encounters"][0]["names"] == ["greedy", "random"]


@pytest.mark.parametrize(
    ("specs", "code", "said"), [(("greedy", "random"), 0, "accepted: greedy"), (("random", "greedy"), 1, "refused: random")]
)
def test_the_exit_code_tells_what_a_sequential_test_says(run: Run, specs: tuple[str, str], code: int, said: str) -> None:
    done = run("match", "tic-tac-toe", *specs, "--sprt", "-50,50")
    assert done.exit_code == code
    assert said in done.stdout


def test_an_undecided_test_exits_with_1(run: Run) -> None:
    done = run("match", "tic-tac-toe", "random", "random", "--sprt", "0,5", "-n", "3")
    assert done.exit_code == 1
    assert "undecided; more pairs are needed" in done.stdout


def test_openings_of_a_file_that_come_again_are_remarked(run: Run, tmp_path: Path) -> None:
    (tmp_path / "openings.txt").write_text("place a1; place b2\nplace b2\n")
    done = run("match", "tic-tac-toe", "random", "random", "--openings", "openings.txt", "-n", "4", "-o", "m.jsonl")
    assert done.exit_code == 0
    assert "there are 2 openings for 4 pairs" in done.stderr
    firsts = [record.steps[0] for record in read_record_file(tmp_path / "m.jsonl")]
    assert firsts == ["place a1", "place a1", "place b2", "place b2"] * 2


def test_who_thinks_by_the_clock_is_remarked(run: Run) -> None:
    done = run("match", "tic-tac-toe", "random", "mcts:time=1", "-n", "1", "--max-steps", "1")
    assert done.exit_code == 0
    assert "`mcts:time=1` thinks by the clock" in done.stderr


def test_a_match_that_was_left_long_ago_is_forgotten_by_the_next_one(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "state" / "ggl" / "matches"
    folder.mkdir(parents=True)
    for name, days in (("old.jsonl", 40), ("young.jsonl", 20)):
        (folder / name).write_text("{}\n")
        os.utime(folder / name, (time.time() - days * 24 * 60 * 60,) * 2)
    assert run("match", "tic-tac-toe", "random", "random", "-n", "1").exit_code == 0
    assert [path.name for path in folder.iterdir()] == ["young.jsonl"]


@pytest.mark.processes
@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name != "posix", reason="no shell that ignores interrupts")
def test_where_the_shell_ignores_interrupts_what_tests_start_hears_them() -> None:
    child = "import signal; print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN, flush=True)"
    code = f"import subprocess, sys; {child}; import tests.conftest; subprocess.run([sys.executable, '-c', {child!r}])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))  # fmt: skip
    assert done.stdout.split() == ["True", "False"]


@pytest.mark.processes
def test_an_interrupted_match_shows_how_it_stands_and_goes_on_from_its_own_file(run: Run, tmp_path: Path) -> None:
    words = ["match", "connect-four", "greedy", "greedy", "-n", "400", "--seed", "4"]
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path / "state")}
    process = subprocess.Popen([sys.executable, "-m", "ggl", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=env, cwd=tmp_path)  # fmt: skip
    end = time.monotonic() + 30
    while time.monotonic() < end and not any(
        path.read_bytes().count(b"\n") > 3 for path in (tmp_path / "state").rglob("*.jsonl")
    ):
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=30)
    assert process.returncode == 130
    found = re.search(r"interrupted; (\d+) of 800 plays are in (\S+); to resume:\n  (.*)\n", said)
    assert found, said
    assert f"{found[1]} plays, seed 4" in out
    assert found[3] == f"ggl match connect-four greedy greedy --pairs 400 --seed 4 -o {found[2]}"
    half = int(found[1]) // 2 + 1
    again = run(*found[3].replace("--pairs 400", f"--pairs {half}").split()[1:])
    assert f"{found[2]} already has {found[1]} plays of this run" in again.stderr
    assert f"{2 * half} plays, seed 4" in again.stdout
