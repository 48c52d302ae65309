"""The page on protocols says the truth: its conversations go as shown, and it names every command and query."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.protocols.driving import Gtp, Ugi

PAGE = (Path(__file__).parents[2] / "docs" / "internals" / "protocols.md").read_text("utf-8")
TALKS = re.findall(r"^`ggl (engine .*)`:\n\n((?:    .*\n|\n(?=    ))+)", PAGE, re.MULTILINE)


@pytest.mark.processes
@pytest.mark.parametrize(("command", "talk"), TALKS, ids=[command for command, _ in TALKS])
def test_a_conversation_goes_as_shown(command: str, talk: str) -> None:
    lines = [line[4:] for line in talk.splitlines()]
    typed = "".join(line[2:] + "\n" for line in lines if line.startswith("> "))
    shown = "\n".join(line for line in lines if line and not line.startswith("> "))
    done = subprocess.run([sys.executable, "-m", "ggl", *shlex.split(command)], input=typed, capture_output=True, text=True,
                          timeout=120, check=True)  # fmt: skip
    printed = "\n".join(line for line in done.stdout.splitlines() if line)
    assert re.fullmatch(".*".join(map(re.escape, shown.split("..."))), printed, re.DOTALL), printed


def test_there_is_a_conversation_of_each_protocol() -> None:
    assert len(TALKS) == 2


def test_the_page_names_every_command() -> None:
    told = {word for code in re.findall(r"`([^`\n]+)`", PAGE) for word in re.split(r"[\s|\[\]]+", code)}
    assert set(Ugi("tic-tac-toe").engine._verbs) <= told
    assert set(Gtp("tic-tac-toe").engine._commands) <= told
    queries = Ugi("tic-tac-toe").say("query")[0].partition("queries are ")[2].replace(" MOVE", "").split(", ")
    assert len(queries) > 5
    assert set(queries) <= told
