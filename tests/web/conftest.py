"""A workshop that runs, and a browser before it. Without Playwright or Chromium the tests are skipped with one line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.board import Board

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="the browser tests need Playwright: pip install 'ggl-games[browser]'")
    if CHROMIUM is None:
        pytest.skip("the browser tests need Chromium")
    with api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="session")
def link(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The owner's link to a workshop of its own."""
    for package in ("uvicorn", "starlette", "watchfiles", "websockets"):
        pytest.importorskip(package, reason="the browser tests need the workshop: pip install 'ggl-games[web]'")
    environment = os.environ | {"XDG_STATE_HOME": str(tmp_path_factory.mktemp("state"))}
    command = [sys.executable, "-m", "ggl", "workshop", str(folder), "--port", "0", "--no-browser"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture
def opened(browser: Any, link: str) -> Iterator[Callable[..., Board]]:
    """Opens a page of the workshop, with a game or by another link. At the end it has had no error and broken no rule of its
    policy."""
    contexts, troubles = [], []

    def open_page(game: str = "", at: str = "", **more: Any) -> Board:
        context = browser.new_context(**{"viewport": {"width": 1300, "height": 900}, "reduced_motion": "reduce", **more})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
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
