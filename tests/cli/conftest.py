from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ggl.cli import group
from tests.cli.tables import Table

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command line in an empty folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GGL_DEBUG", raising=False)
    return lambda *words, stdin=None: CliRunner().invoke(group, list(words), input=stdin)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


SMALL = """\
ggl: 1
name: Small
players: [Black, White]
board: square(2)
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put stone on c
end:
  draw: full
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A small whole game, in the folder in which `run` runs."""
    (tmp_path / "small.yaml").write_text(SMALL)
    return "small.yaml"
