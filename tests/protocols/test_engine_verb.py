"""`ggl engine` as a process: pipes that end, pipes that tear, interrupts, and wrong words on its command line."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from ggl.cli import group
from tests import warm
from tests.few import slow

GGL = [sys.executable, "-m", "ggl", "engine"]
LONGEST = 240
"""Seconds after which an engine hangs; what it does before is asked without a clock."""


def start(*words: str, command: Sequence[str] = GGL, **more: object) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONWARNINGS": ""}
    return subprocess.Popen([*command, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=env, **more)  # type: ignore[call-overload]  # fmt: skip


def piped(text: str, *words: str) -> tuple[list[str], str, int]:
    process = start(*words, command=(str(warm.ggl()), "engine"))
    out, err = process.communicate(text, timeout=LONGEST)
    return out.splitlines(), err, process.returncode


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nogame"], "there is no bundled game and no file `nogame`"),
        (["tic-tac-toe", "--agent", "greddy"], "there is no agent `greddy`; near: greedy"),
        (["tic-tac-toe", "--protocol", "uci"], "'uci' is not one of"),
        (["tic-tac-toe", "--seed", "-1"], "--seed"),
        (["hex:size=99"], "size=99 is not allowed"),
        (["-"], "standard input carries the commands; give the game as a name or a file"),
        ([], "Missing argument 'GAME'"),
    ],
)
def test_wrong_words_exit_with_2_and_nothing_on_stdout(words: list[str], said: str) -> None:
    done = CliRunner().invoke(group, ["engine", *words])
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_a_file_of_commands_has_all_its_answers_before_the_end() -> None:
    out, err, code = piped(
        "ugi\nisready\nposition startpos moves place_b2\ngo movetime 50\nposition startpos\ngo\nquery moves",
        "tic-tac-toe", "--agent", "greedy",
    )  # fmt: skip
    assert (err, code) == ("", 0)
    kinds = [line.split()[0] for line in out]
    assert kinds[:10] == ["id", "id", *["option"] * 4, "ugiok", "readyok", "info", "bestmove"]
    assert sorted(kinds[10:]) == ["bestmove", "info", "response"]  # a question is answered while the agent thinks


def test_the_end_of_input_stops_what_would_never_end() -> None:
    out, err, code = piped("isready\ngo infinite\n", "connect-four", "--agent", "mcts:time=9999s")
    assert (err, code) == ("", 0)
    assert out[-1].startswith("bestmove ")


def test_gtp_answers_in_order_until_quit() -> None:
    out, err, code = piped(
        "1 play x b2\n2 genmove o\nxyzzy\n3 quit\n4 name\n", "tic-tac-toe", "--protocol", "gtp", "--agent", "random"
    )
    assert (err, code) == ("", 0)
    assert out[0] == "=1"
    assert out[2].startswith("=2 place_")
    assert out[4].startswith("? unknown command")
    assert out[6:] == ["=3", ""]


@pytest.mark.processes
def test_bytes_that_are_no_lines_are_answered_and_end_nothing() -> None:
    data = b"\xff\xfe\x00\n" * 3 + b"x" * (3 << 20) + b"\n" + b"\x00" * 100 + b"\ngo nodes \xc3\xa9\nisready\n" + b"y" * (2 << 20)
    words = [*GGL, "tic-tac-toe", "--agent", "random"]
    done = subprocess.run(words, input=data, capture_output=True, timeout=LONGEST, check=True)
    assert done.stderr == b""
    *lines, ready, last = done.stdout.splitlines()
    assert ready == b"readyok"
    assert lines.pop() == b"bestmove (none)"
    assert len(lines) == 6
    assert all(line.startswith(b"info string error: ") for line in (*lines, last))
    assert len(done.stdout) < 2000


@pytest.mark.processes
@pytest.mark.parametrize("protocol", ["ugi", "gtp"])
def test_a_torn_pipe_is_no_traceback(protocol: str) -> None:
    process = start("tic-tac-toe", "--agent", "random", "--protocol", protocol)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write("isready\nname\n")
    process.stdin.flush()
    process.stdout.readline()
    process.stdout.close()
    with contextlib.suppress(BrokenPipeError):
        for _ in range(50):
            process.stdin.write("isready\nname\nugi\n")
            process.stdin.flush()
            time.sleep(0.01)
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    assert process.wait(LONGEST) == 0
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.processes
@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name != "posix", reason="no Ctrl-C here")
@pytest.mark.parametrize(("protocol", "talk", "said"), [("ugi", "isready", "readyok\n"), ("gtp", "name", "= ggl\n")])
def test_ctrl_c_ends_it_with_130_and_without_a_traceback(protocol: str, talk: str, said: str) -> None:
    process = start(
        "connect-four", "--agent", "greedy", "--protocol", protocol,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(f"{talk}\n")
    process.stdin.flush()
    assert process.stdout.readline() == said
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=LONGEST)
    assert process.returncode == 130
    assert err.strip() == "interrupted"


@pytest.mark.processes
def test_while_it_thinks_stop_is_heard_and_other_lines_wait(tmp_path: Path) -> None:
    process = sleeper(tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(
        "isready\ngo infinite\nisready\nquery gameover\nposition startpos moves a1\nquery p1turn\nstop\nisready\n"
    )
    process.stdin.flush()
    lines = [process.stdout.readline().rstrip() for _ in range(7)]
    assert lines[:3] == ["readyok", "readyok", "response false"]
    # the last `readyok` comes at once, before what waits
    rest = [line for line in lines[3:] if line != "readyok"]
    assert rest == [rest[0], "bestmove place_a1", "response false"]
    assert rest[0].startswith("info depth 0")
    process.stdin.write("go nodes 5\nquit\n")
    process.stdin.flush()
    out, err = process.communicate(timeout=LONGEST)
    assert out.splitlines()[-1] == "bestmove place_b1"
    assert (err, process.returncode) == ("", 0)


def sleeper(folder: Path, **more: object) -> subprocess.Popen[str]:
    """An engine whose agent thinks for ten minutes, or until it is told to stop: only then does it find its move."""
    (folder / "sleeper.py").write_text(SLEEPER)
    return start("tic-tac-toe", "--agent", "python:sleeper:Sleeper", cwd=folder, **more)


SLEEPER = """\
import time
class Sleeper:
    def __init__(self, game): pass
    def think(self, state, budget=None):
        for _ in range(60_000):
            if budget and budget.stopped and budget.stopped(): return state.legal_moves()[0]
            time.sleep(0.01)
        return state.legal_moves()[-1]
class Deaf:
    def __init__(self, game): pass
    def think(self, state, budget=None):
        while True:
            try:
                time.sleep(0.05)
                print("bestmove place_c3", flush=True)
            except BaseException:
                pass
"""


@pytest.mark.processes
def test_isready_is_answered_at_once_although_a_line_waits(tmp_path: Path) -> None:
    process = sleeper(tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("isready\ngo infinite\nuginewgame\nquery p1turn\nisready\n")
    process.stdin.flush()
    assert [process.stdout.readline() for _ in range(2)] == ["readyok\n", "readyok\n"]
    out, err = process.communicate("stop\nquit\n", timeout=LONGEST)
    assert [line.split()[0] for line in out.splitlines()] == ["info", "bestmove", "response"]
    assert "bestmove place_a1" in out.splitlines(), "it was still thinking when both were answered"
    assert (err, process.returncode) == ("", 0)


@pytest.mark.processes
@pytest.mark.parametrize("end", ["quit\n", ""])
def test_what_waits_is_answered_before_the_end_and_a_search_without_end_is_stopped(tmp_path: Path, end: str) -> None:
    process = sleeper(tmp_path)
    out, err = process.communicate(
        f"isready\ngo infinite\nposition startpos moves a1\nquery p1turn\ngo infinite\nquery p1turn\n{end}", timeout=LONGEST
    )
    assert [line.split()[0] for line in out.splitlines()] == [
        "readyok", "info", "bestmove", "response", "info", "bestmove", "response",
    ]  # fmt: skip
    assert [line for line in out.splitlines() if line.startswith("bestmove")] == ["bestmove place_a1", "bestmove place_b1"]
    assert (err, process.returncode) == ("", 0)


@pytest.mark.processes
@pytest.mark.skipif(os.name != "posix", reason="nobody tells there that a pipe has lost its reader")
@pytest.mark.parametrize(("protocol", "go"), [slow("gtp", "genmove red"), ("ugi", "go")])
def test_an_engine_does_not_outlive_who_drives_it(protocol: str, go: str) -> None:
    process = start("hex:size=5,pie=off", "--agent", "mcts:sims=1000000000", "--protocol", protocol)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("name\n" if protocol == "gtp" else "isready\n")
    process.stdin.flush()
    process.stdout.readline()
    process.stdin.write(f"{go}\n")
    process.stdin.flush()
    time.sleep(1)
    process.stdin.close()
    process.stdout.close()
    assert process.wait(LONGEST) == 0
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.processes
@pytest.mark.parametrize(("protocol", "talk"), [("ugi", "go movetime 100\nisready\n"), slow("gtp", "genmove x\nname\n")])
def test_what_a_class_prints_is_not_spoken_even_when_it_was_left_behind(tmp_path: Path, protocol: str, talk: str) -> None:
    (tmp_path / "sleeper.py").write_text(SLEEPER)
    process = start("tic-tac-toe", "--agent", "python:sleeper:Deaf,patience=0.2", "--protocol", protocol, cwd=tmp_path)
    assert process.stdin is not None
    assert process.stderr is not None
    guard = threading.Timer(LONGEST, process.kill)
    guard.start()
    process.stdin.write(talk)
    process.stdin.flush()
    lines = [process.stderr.readline() for _ in range(20)]  # a second of them, when the agent is left behind
    guard.cancel()
    out, _ = process.communicate(timeout=LONGEST)
    assert "bestmove place_c3\n" in lines[-3:]
    assert "place_c3" not in out
    assert len(out.splitlines()) < 10


@pytest.mark.processes
@pytest.mark.skipif(os.name != "posix", reason="pipes always block there")
def test_a_stream_that_does_not_block_has_not_ended_while_nothing_comes() -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    process = subprocess.Popen([*GGL, "tic-tac-toe", "--agent", "random"], stdin=reading, stdout=subprocess.PIPE, text=True)
    os.close(reading)
    assert process.stdout is not None
    time.sleep(1)
    os.write(writing, b"isready\n")
    assert process.stdout.readline() == "readyok\n"
    os.write(writing, b"quit\n")
    assert process.wait(LONGEST) == 0
    os.close(writing)
    process.stdout.close()
