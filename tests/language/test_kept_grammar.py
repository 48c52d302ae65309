"""The tables of the grammar come with ggl. Those for another lark are kept between runs, and made anew where they are damaged."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

import pytest

from ggl import cache_dir

PLAIN = "import ggl; print(ggl.load('tic-tac-toe').fingerprint)"
SCRIPT = f"import lark; lark.__version__ = 'another'; {PLAIN}"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the tables, and what the run said that made them."""
    folder = tmp_path_factory.mktemp("kept")
    return folder, _said(folder)


def _said(folder: Path, script: str = SCRIPT) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "GGL_CACHE": str(folder)}, check=True
    )
    assert not done.stderr
    return done.stdout


def test_the_tables_that_come_with_ggl_are_those_of_its_grammar() -> None:
    folder = files("ggl.syntax")
    _, said, *_ = folder.joinpath("grammar.tables").read_bytes().split(maxsplit=2)
    grammar = folder.joinpath("grammar.lark").read_text("utf-8")
    assert said.decode() == sha256(grammar.encode()).hexdigest(), "run `python -m ggl.syntax.tables`"


@pytest.mark.processes
def test_with_the_tables_that_come_with_ggl_nothing_is_kept(made: tuple[Path, str], tmp_path: Path) -> None:
    shipped, _, _ = files("ggl.syntax").joinpath("grammar.tables").read_bytes().partition(b" ")
    version = f"import lark; lark.__version__ = {shipped.decode()!r}; "  # the tests may have another one
    assert _said(tmp_path, version + PLAIN) == made[1]
    assert list(tmp_path.glob("*.grammar")) == []


@pytest.mark.processes
@pytest.mark.parametrize("damage", [None, b"", b"no tables", "cut"], ids=["whole", "empty", "other", "cut"])
def test_a_second_run_reads_what_the_first_has_kept(made: tuple[Path, str], tmp_path: Path, damage: bytes | str | None) -> None:
    folder, first = made
    (kept,) = folder.glob("*.grammar")
    file = Path(shutil.copy2(kept, tmp_path))
    whole = file.read_bytes()
    if damage is not None:
        file.write_bytes(whole[: len(whole) // 2] if isinstance(damage, str) else damage)
    assert _said(tmp_path) == first
    assert (file.read_bytes() == whole) == (damage is None)
    assert cache_dir.unsealed(file.read_bytes())
    assert list(tmp_path.glob("*.grammar")) == [file]


@pytest.mark.processes
def test_many_processes_may_begin_at_once(tmp_path: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, env={**os.environ, "GGL_CACHE": str(tmp_path)})
        for _ in range(4)
    ]
    assert len({process.communicate()[0] for process in started}) == 1
    assert len(list(tmp_path.glob("*.grammar"))) == 1
