"""The prompt on a terminal, as a person has it: what is pasted is taken line by line, colours and all."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import prompt_toolkit
import pytest
from prompt_toolkit import Application
from prompt_toolkit.application import create_app_session, get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import BufferControl, Layout, Window
from prompt_toolkit.output import DummyOutput

import ggl
from ggl.cli.prompt import Prompt
from ggl.cli.prompt_lines import interrupt, pasted_lines, reader
from ggl.play.session import Session
from tests.few import one_in, slow

pytestmark = pytest.mark.processes


class Screen:
    """`ggl` on a terminal of its own."""

    def __init__(self, folder: Path, *words: str, columns: int = 80, term: str = "xterm") -> None:
        env = {**os.environ, "TERM": term, "XDG_STATE_HOME": str(folder), "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}
        env.pop("COLUMNS", None)
        self._terminal, inner = pty.openpty()
        fcntl.ioctl(inner, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        self._process = subprocess.Popen([sys.executable, "-m", "ggl", *words], stdin=inner, stdout=inner, stderr=inner, env=env,
                                         start_new_session=True)  # fmt: skip
        os.close(inner)
        self.heard, self.raw = "", ""

    def wait_for(self, text: str, seconds: float = 60) -> str:
        """What came until the text did, without the signs that move the cursor."""
        end = time.monotonic() + seconds
        while text not in self.heard:
            assert time.monotonic() < end, f"no `{text}` in:\n{self.heard}"
            if not self._read():
                assert text in self.heard, f"no `{text}` in:\n{self.heard}"
        before, _, self.heard = self.heard.partition(text)
        return before + text

    def _read(self) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], 0.1)
        if not ready:
            return True
        try:
            data = os.read(self._terminal, 1 << 16)
        except OSError:
            return False
        if b"\x1b[6n" in data:  # where is the cursor?
            os.write(self._terminal, b"\x1b[1;1R")
        self.raw += data.decode("utf-8", "replace")
        self.heard += re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", data.decode("utf-8", "replace"))
        return bool(data)

    def type(self, text: str) -> None:
        os.write(self._terminal, text.encode())

    def interrupt(self) -> None:
        """As Ctrl-C does where the terminal is that of the session."""
        self._process.send_signal(signal.SIGINT)

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        self.type("quit\r")
        end = time.monotonic() + 20
        while self._read() and time.monotonic() < end:
            pass
        os.close(self._terminal)
        self._process.kill()
        self._process.wait()


def pasted(text: str) -> str:
    """As terminals hand over what is pasted."""
    return f"\x1b[200~{text}\x1b[201~"


PASTES = {
    "several lines": pasted("place c3\ntake-white\nplace a3\n") + "\r",
    "several lines with colours": pasted("\x1b[1;31mplace c3\x1b[0m\r\n\x1b[32mtake-white\x1b[m\nplace a3") + "\r",
    "several lines in an old terminal": "place c3\rtake-white\rplace a3\r",
    "colours in an old terminal": "\x1b[31mplace c3\x1b[0m\r\x1b[1;4mtake-white\x1b[m\rplace a3\r",
}


@pytest.mark.parametrize("text", one_in(2, PASTES.values()), ids=PASTES)
def test_pasted_moves_are_played_line_by_line(tmp_path: Path, text: str) -> None:
    with Screen(tmp_path, "play", "sgibun:side=3", "--style", "ascii") as screen:
        screen.wait_for("ply 0:")
        screen.wait_for("score:")
        screen.wait_for(">")
        screen.type(text)
        answers = screen.wait_for("ply 3:")
    assert "ply 1:" in answers
    assert "ply 2:" in answers
    assert "xception" not in answers
    assert "is not a move" not in answers


def test_the_lines_of_a_paste_are_those_with_something_on_them() -> None:
    assert pasted_lines("a1\r\n\n  \n\x1b[38;5;1mb1\x1b[0m\n") == ["a1", "b1"]
    assert pasted_lines("\x1b[2J") == ["\x1b[2J"]


CLEARED = "\x03"


def test_ctrl_c_clears_a_line_that_is_half_typed_and_leaves_on_an_empty_one(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "sgibun:side=3", "--style", "ascii") as screen:
        screen.wait_for(">")
        screen.type("nonsense")
        screen.wait_for("nonsense")
        screen.type(CLEARED)
        screen.type("place c3\r")
        answers = screen.wait_for("ply 1:")
        assert "is not a move" not in answers
        screen.wait_for(">")
        time.sleep(0.3)
        screen.type(CLEARED)
        screen.wait_for("the play is saved")


@pytest.mark.parametrize("words", [["--plain"], slow([])], ids=["plain", "lively"])
def test_a_plain_prompt_tells_in_one_line_that_an_agent_thinks_and_leaves_on_a_line_of_its_own(
    tmp_path: Path, words: list[str]
) -> None:
    with Screen(tmp_path, "play", "breakthrough", "--second", "mcts:time=2", "--style", "ascii", *words) as screen:
        screen.wait_for(">")
        screen.type("a2 a3\r")
        told = screen.wait_for("ply 2:", 60)
        assert ("\x1b" in screen.raw) is not bool(words)
        if words:
            assert told.count("Black (mcts:time=2) thinks; Ctrl-C stops it") == 1
            screen.wait_for("> ")
            screen.interrupt()
            assert "\nthe play is saved" in screen.wait_for("the play is saved").replace("\r", "")


@pytest.mark.parametrize("when", ["before a line is read", "after it was entered", "when it has ended"])
@pytest.mark.parametrize("text", ["", "place c"])
def test_an_interrupt_that_comes_when_no_line_is_read_any_more_does_nothing(when: str, text: str) -> None:
    async def raced() -> bool:
        buffer = Buffer()
        buffer.text = text
        with create_pipe_input() as pipe:
            app: Application[str] = Application(Layout(Window(BufferControl(buffer))), input=pipe, output=DummyOutput())
            loop = asyncio.get_running_loop()
            app.future = None if when == "before a line is read" else loop.create_future()
            if app.future is not None:
                app.future.set_result("place a1")
                if when == "when it has ended":
                    app.future = None
            interrupt(app)
        return buffer.text == text

    assert asyncio.run(raced())


@pytest.mark.parametrize(("text", "left"), [("", True), ("place c", False)])
def test_an_interrupt_clears_a_line_that_is_read_or_leaves_an_empty_one(text: str, left: bool) -> None:
    async def pressed() -> bool:
        buffer = Buffer()
        buffer.text = text
        with create_pipe_input() as pipe:
            app: Application[str] = Application(Layout(Window(BufferControl(buffer))), input=pipe, output=DummyOutput())
            app.future = asyncio.get_running_loop().create_future()
            interrupt(app)
            interrupted = app.future.done() and isinstance(app.future.exception(), KeyboardInterrupt)
            app.future = None
        assert buffer.text == ""
        return interrupted

    assert asyncio.run(pressed()) == left


def test_an_interrupt_that_is_handled_after_the_line_was_entered_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[prompt_toolkit.PromptSession[str]] = []

    class Caught(prompt_toolkit.PromptSession[str]):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            made.append(self)

    monkeypatch.setattr(prompt_toolkit, "PromptSession", Caught)
    prompt = Prompt(Session(ggl.load("tic-tac-toe"), "tic-tac-toe"), "ascii")
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        read = reader(prompt, editing=True)
        for _ in range(20):
            pipe.send_text("board\r")
            assert read() == "board"
            bindings = made[0].key_bindings
            assert bindings is not None
            for binding in bindings.get_bindings_for_keys(
                (Keys.SIGINT,)
            ):  # as the event loop does with a signal that came before
                binding.handler(SimpleNamespace(app=get_app()))  # type: ignore[arg-type]
            made[0].app.exit(exception=EOFError)


def test_an_interrupt_while_the_editor_is_set_up_or_taken_down_comes_up_nowhere_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    when: list[str] = []

    class Raced(prompt_toolkit.PromptSession[str]):
        def prompt(self, *args: Any, **settings: Any) -> str:
            if when[0] == "before":
                signal.raise_signal(signal.SIGINT)
            text = super().prompt(*args, **settings)
            if when[0] == "behind":
                signal.raise_signal(signal.SIGINT)
            return text

    monkeypatch.setattr(prompt_toolkit, "PromptSession", Raced)
    prompt = Prompt(Session(ggl.load("tic-tac-toe"), "tic-tac-toe"), "ascii")
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        read = reader(prompt, editing=True)
        when[:] = ["behind"]
        pipe.send_text("board\r")
        assert read() == "board"
        when[:] = ["before"]
        with pytest.raises(KeyboardInterrupt) as caught:
            read()
        assert any(entry.name == "run_async" for entry in caught.traceback)  # it is the editor that ends, as with any key
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize("term", ["xterm", slow("dumb")])
def test_at_a_first_start_with_an_agent_compiling_is_told_once_in_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, term: str
) -> None:
    monkeypatch.setenv("GGL_CACHE", str(tmp_path / "cache"))
    with Screen(tmp_path, "play", "tic-tac-toe", "--o", "mcts:sims=20", "--seed", "1", term=term) as screen:
        screen.wait_for("X to move")
        screen.type("a1\r")
        screen.wait_for("O (mcts:sims=20): place")
    assert screen.raw.count("compiling Tic-Tac-Toe .. (once; it is kept)") == 1
    assert "[K" not in re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", screen.raw)


def test_on_a_narrow_terminal_no_line_is_wrapped(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "quarod:size=19", "--style", "ascii", columns=40) as screen:
        lines = screen.wait_for("there are only 40").splitlines()
    assert len(lines) > 20
    assert max(map(len, lines)) <= 40


def test_ctrl_c_stops_an_agent_and_the_prompt_asks_again(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "breakthrough", "--second", "mcts:time=100", "--style", "ascii") as screen:
        screen.wait_for(">")
        screen.type("a2 a3\r")
        screen.wait_for("thinks", 60)
        time.sleep(0.5)
        screen.interrupt()
        told = screen.wait_for("`seat black ..`.")
        assert "Interrupted. Black is to move: `go`, or a move for it, or " in " ".join(told.split())
        screen.wait_for(">")
        screen.type("seat black mcts:sims=30\r")
        assert "Black (second seat): mcts:sims=30" in screen.wait_for("ply 2:")


def test_ctrl_c_stops_a_review_and_what_was_looked_at_is_told(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "breakthrough", "--style", "ascii", "--judge", "mcts:time=1.5") as screen:
        screen.wait_for(">")
        for number, move in enumerate(("a2 a3", "a7 a6", "b2 b3", "b7 b6", "c2 c3", "c7 c6"), 1):
            screen.type(f"{move}\r")
            screen.wait_for(f"ply {number}:")
        screen.type("review\r")
        screen.wait_for("reviewing")
        screen.wait_for("17%", 60)
        screen.interrupt()
        assert re.search(r"the last [1-5] of 6 choices were reviewed", screen.wait_for("a choice, in"))
        screen.wait_for(">")
        screen.type("history\r")
        screen.wait_for("6. ")


def test_the_clock_runs_beside_the_prompt(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "tic-tac-toe", "--clock", "1m", "--style", "ascii") as screen:
        screen.wait_for("[X 1:00] >")
        screen.wait_for("8")
        screen.type("b2\r")
        screen.wait_for("[O 1:00] >")


def test_tab_completes_a_command_and_what_belongs_to_it(tmp_path: Path) -> None:
    with Screen(tmp_path, "play", "tic-tac-toe", "--style", "ascii") as screen:
        screen.wait_for(">")
        screen.type("jud\t")
        screen.wait_for("ge")
        screen.type(" gre\t")
        screen.wait_for("dy")
        screen.type("\r")
        screen.wait_for("Advice comes from greedy.")


@pytest.mark.parametrize("words", [[], slow(["-o", "plays.jsonl"])], ids=["to the terminal", "to a file"])
def test_records_that_go_to_the_terminal_are_not_torn_by_a_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with Screen(tmp_path, "selfplay", "tic-tac-toe", "--agent", "random", "-n", "3", "--seed", "1", *words) as screen:
        screen.wait_for("turns on average")
        assert ("\x1b[" in screen.raw) is bool(words)
