"""A workshop that runs, and a browser before it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.web.board import Board


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    from tests.web.board import CHROMIUM

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


class Workshop:
    """A workshop of a folder that can be killed and started again; plays and secrets are kept in `state`."""

    def __init__(self, folder: Path, state: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._folder, self._state = folder, state
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start it, at the port that it had before."""
        environment = os.environ | {"XDG_STATE_HOME": str(self._state)}
        command = [sys.executable, "-m", "ggl", "workshop", str(self._folder), "--port", str(self.port), "--no-browser"]
        self._process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.link = self._process.stdout.readline().strip()
        self.port = int(self.link.split(":")[2].split("/")[0])

    def kill(self) -> None:
        self._process.kill()
        self._end()

    def stop(self) -> None:
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


@pytest.fixture(scope="session")
def link(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The owner's link to a workshop that all tests share."""
    workshop = Workshop(folder, tmp_path_factory.mktemp("state"))
    yield workshop.link
    workshop.stop()


@pytest.fixture
def own_workshop(tmp_path: Path) -> Iterator[Workshop]:
    """A workshop that a test may kill."""
    workshop = Workshop(tmp_path / "games", tmp_path / "state")
    yield workshop
    workshop.stop()


LATE = """class Late extends WebSocket {
    set onmessage(heard) {
        super.onmessage = (message) => {
            dispatchEvent(new MessageEvent("late", { data: message.data }));
            setTimeout(heard, window.late, message);
        };
    }
}
[window.WebSocket, window.late] = [Late, %d];"""
"""What the host says reaches the page so many milliseconds late, as on a busy machine; in its order, unless `late` is lowered. An
event `late` says that it has come."""


@pytest.fixture
def opened(browser: Any, link: str) -> Iterator[Callable[..., Board]]:
    """Opens a page of the workshop, with a game or by another link; `late` delays what the host says by milliseconds. At the end
    it has had no error and broken no rule of its policy."""
    from tests.web.board import Board

    contexts, troubles = [], []

    def open_page(game: str = "", at: str = "", late: int = 0, **more: Any) -> Board:
        context = browser.new_context(**{"viewport": {"width": 1300, "height": 900}, "reduced_motion": "reduce", **more})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        if late:
            page.add_init_script(LATE % late)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" and "ERR_" not in said.text else None)
        page.goto(at or (link.replace("/#", f"/?game={game}#") if game else link))
        board = Board(page)
        if game:
            board.ready()
        return board

    yield open_page
    for context in contexts:
        context.close()
    assert not troubles
