"""`ggl engine` as a process: pipes that end, pipes that tear, interrupts, and wrong words on its command line."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from ggl.cli import group

GGL = [sys.executable, "-m", "ggl", "engine"]


def start(*words: str, **more: object) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONWARNINGS": ""}
    return subprocess.Popen([*GGL, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=env, **more)  # type: ignore[call-overload]  # fmt: skip


def piped(text: str, *words: str) -> tuple[list[str], str, int]:
    process = start(*words)
    out, err = process.communicate(text, timeout=60)
    return out.splitlines(), err, process.returncode


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nogame"], "there is no bundled game and no file `nogame`"),
        (["tic-tac-toe", "--agent", "greddy"], "there is no agent `greddy`; near: greedy"),
        (["tic-tac-toe", "--protocol", "uci"], "'uci' is not one of"),
        (["tic-tac-toe", "--seed", "-1"], "--seed"),
        (["hex:size=99"], "size=99 is not allowed"),
        (["-"], "standard input is for the commands; give the game as a name or a file"),
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
        "ugi\nisready\nposition startpos moves place_b2\ngo movetime 50\nposition startpos\ngo\nquery moves\nisready",
        "tic-tac-toe", "--agent", "greedy",
    )  # fmt: skip
    assert (err, code) == ("", 0)
    assert [line.split()[0] for line in out] == [
        "id", "id", *["option"] * 3, "ugiok", "readyok", "info", "bestmove", "info", "bestmove", "response", "readyok",
    ]  # fmt: skip


def test_the_end_of_input_stops_what_would_never_end() -> None:
    begun = time.monotonic()
    out, err, code = piped("isready\ngo infinite\n", "connect-four", "--agent", "mcts:time=60s")
    assert (err, code) == ("", 0)
    assert out[-1].startswith("bestmove ")
    assert time.monotonic() - begun < 30


def test_gtp_answers_in_order_until_quit() -> None:
    out, err, code = piped(
        "1 play x b2\n2 genmove o\nxyzzy\n3 quit\n4 name\n", "tic-tac-toe", "--protocol", "gtp", "--agent", "random"
    )
    assert (err, code) == ("", 0)
    assert out[0] == "=1"
    assert out[2].startswith("=2 place_")
    assert out[4].startswith("? unknown command")
    assert out[6:] == ["=3", ""]


def test_bytes_that_are_no_lines_are_answered_and_end_nothing() -> None:
    data = b"\xff\xfe\x00\n" * 3 + b"x" * (3 << 20) + b"\n" + b"\x00" * 100 + b"\ngo nodes \xc3\xa9\nisready\n" + b"y" * (2 << 20)
    words = [*GGL, "tic-tac-toe", "--agent", "random"]
    done = subprocess.run(words, input=data, capture_output=True, timeout=60, check=True)
    assert done.stderr == b""
    *lines, ready, last = done.stdout.splitlines()
    assert ready == b"readyok"
    assert len(lines) == 6
    assert all(line.startswith(b"info string error: ") for line in (*lines, last))
    assert len(done.stdout) < 2000


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
    assert process.wait(30) == 0
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name != "posix", reason="no Ctrl-C here")
def test_ctrl_c_ends_it_with_130_and_without_a_traceback() -> None:
    process = start(
        "connect-four", "--agent", "greedy", preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler)
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("isready\n")
    process.stdin.flush()
    assert process.stdout.readline() == "readyok\n"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.strip() == "interrupted"


def test_while_it_thinks_stop_is_heard_and_other_lines_wait(tmp_path: Path) -> None:
    (tmp_path / "sleeper.py").write_text(
        "import time\nclass Sleeper:\n    def __init__(self, game): pass\n"
        "    def think(self, state, budget=None):\n"
        "        end = time.monotonic() + 20\n"
        "        while time.monotonic() < end and not (budget and budget.stopped and budget.stopped()): time.sleep(0.01)\n"
        "        return state.legal_moves()[0]\n"
    )
    process = start("tic-tac-toe", "--agent", "python:sleeper:Sleeper", cwd=tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    begun = time.monotonic()
    process.stdin.write(
        "isready\ngo infinite\nisready\nquery gameover\nposition startpos moves a1\nquery p1turn\nstop\nisready\n"
    )
    process.stdin.flush()
    lines = [process.stdout.readline().rstrip() for _ in range(7)]
    assert time.monotonic() - begun < 15
    assert lines == ["readyok", "readyok", "response false", lines[3], "bestmove place_a1", "response false", "readyok"]
    assert lines[3].startswith("info depth 0")
    process.stdin.write("go nodes 5\nquit\n")
    process.stdin.flush()
    out, err = process.communicate(timeout=30)
    assert out.splitlines()[-1] == "bestmove place_b1"
    assert (err, process.returncode) == ("", 0)
