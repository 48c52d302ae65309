"""A folder to play in through pipes, as a program or a patient person would."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

from tests.warm import ggl


class Table:
    """A folder to play in, with a state folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "PYTHONIOENCODING": "utf-8", "TERM": "xterm"}

    def run(self, *words: str, lines: str | bytes = "") -> subprocess.CompletedProcess[str]:
        data = lines.encode() if isinstance(lines, str) else lines
        done = subprocess.run([str(ggl()), *words], input=data, capture_output=True, cwd=self.folder, env=self.env, timeout=120)
        out, err = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in out + err, err
        assert "\x1b" not in out + err
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    def begin(self, *words: str) -> subprocess.Popen[str]:
        """Started from nothing: it may be sent signals."""
        return subprocess.Popen([sys.executable, "-m", "ggl", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, cwd=self.folder, env=self.env, encoding="utf-8",
                                start_new_session=True)  # fmt: skip

    def sessions(self) -> list[Path]:
        return sorted((self.folder / "state").rglob("*.jsonl"))


def say(play: subprocess.Popen[str], line: str) -> None:
    assert play.stdin is not None
    play.stdin.write(line + "\n")
    play.stdin.flush()


def wait_for(play: subprocess.Popen[str], text: str, seconds: float = 120) -> str:
    """Read answers until one has the text. What does not come in that time is a failure, and the play is ended."""
    assert play.stdout is not None
    heard = ""
    watch = threading.Timer(seconds, play.kill)
    watch.start()
    try:
        while text not in heard:
            line = play.stdout.readline()
            assert line, f"no `{text}` in:\n{heard}"
            heard += line
    finally:
        watch.cancel()
    return heard
