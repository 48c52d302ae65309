"""What is kept on disk: used again, never trusted, safe with several processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ggl
from ggl.compiler import cache
from ggl.compiler.engine import Compiled

SCRIPT = """
import ggl
game = ggl.load("tic-tac-toe", engine="compiled")
print(game.perft(game.initial_state(), 3), game.playouts(3, seed=1))
"""


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "kept"
    monkeypatch.setenv("GGL_CACHE", str(folder))
    return folder


def _compiled() -> Compiled:
    return Compiled(ggl.load("tic-tac-toe").checked.core, "Tic-Tac-Toe")


def test_a_game_is_compiled_once(kept: Path) -> None:
    first = _compiled()
    assert not first.ready("perft")
    assert first.perft(first.start(), 2) == 72
    assert _compiled().ready("perft")
    assert {path.suffix for path in kept.rglob("*")} >= {".py", ".nbi", ".nbc"}
    assert oct(kept.stat().st_mode & 0o777) == "0o700"


def test_a_text_that_was_changed_is_written_anew(kept: Path) -> None:
    _compiled().start()
    (file,) = kept.rglob("game.py")
    text = file.read_text()
    file.write_text(text.replace("return", "raise SystemExit  #"))
    engine = _compiled()
    assert engine.perft(engine.start(), 2) == 72
    assert file.read_text() == text


@pytest.mark.parametrize("damage", [b"", b"not machine code", None], ids=["empty", "other", "cut"])
def test_what_is_damaged_is_compiled_anew(kept: Path, damage: bytes | None) -> None:
    _compiled().start()
    for file in [*kept.rglob("*.nbi"), *kept.rglob("*.nbc")]:
        file.write_bytes(file.read_bytes()[:40] if damage is None else damage)
    engine = _compiled()
    assert engine.start().vector == ggl.load("tic-tac-toe").initial_state().vector


@pytest.mark.skipif(os.name == "nt", reason="folders have no such modes there")
def test_a_folder_that_others_may_write_to_is_not_used(kept: Path) -> None:
    kept.mkdir(mode=0o777)
    kept.chmod(0o777)
    assert cache.Kept("text").path.parent != kept


def test_where_nothing_can_be_kept_a_game_is_played_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GGL_CACHE", str(tmp_path / "file" / "below"))
    assert _compiled().start().vector == ggl.load("tic-tac-toe").initial_state().vector


def test_many_processes_may_begin_at_once(kept: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, env={**os.environ, "GGL_CACHE": str(kept)})
        for _ in range(3)
    ]
    said = {process.communicate()[0] for process in started}
    assert len(said) == 1
    assert said.pop().startswith(b"504 ")
