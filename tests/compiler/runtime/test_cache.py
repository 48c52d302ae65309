"""What is kept on disk: used again, never trusted, safe with several processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import ggl
from ggl import cache_dir
from ggl.compiler.emit import emit
from ggl.compiler.runtime import cache
from ggl.compiler.runtime.engine import Compiled
from ggl.compiler.runtime.functions import TOGETHER, AsMachineCode
from ggl.resources import bundled_game

pytestmark = pytest.mark.usefixtures("optimized")  # as the processes that they start

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
    assert {path.suffix for path in kept.rglob("*")} - {""} == {".machine", ".emitted"}
    assert oct(kept.stat().st_mode & 0o777) == "0o700"


def test_what_is_kept_of_one_file_names_no_line_of_another_with_the_same_text(kept: Path, tmp_path: Path) -> None:
    _ = _compiled().emitted.text
    copy = tmp_path / "mine.yaml"
    copy.write_text(bundled_game("tic-tac-toe").read_text())  # type: ignore[union-attr]
    text = Compiled(ggl.load(copy).checked.core, "mine").emitted.text
    assert "mine.yaml:11" in text
    assert "tic-tac-toe.yaml" not in text


@pytest.mark.parametrize("damage", [b"", b"not machine code", None], ids=["empty", "other", "cut"])
def test_what_is_damaged_is_compiled_anew(kept: Path, damage: bytes | None) -> None:
    _compiled().start()
    for file in kept.rglob("*.machine"):
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    engine = _compiled()
    assert engine.start().vector == ggl.load("tic-tac-toe").initial_state().vector
    assert file.read_bytes() == whole


@pytest.mark.parametrize("first", TOGETHER)
def test_functions_that_play_step_by_step_are_compiled_together(kept: Path, first: str) -> None:
    engine = _compiled()
    engine.prepare(first)
    assert len(list(kept.rglob("*.machine"))) == 1
    assert all(engine.ready(each) for each in TOGETHER)
    assert not engine.ready("refresh")
    engine.prepare(*TOGETHER)
    assert len(list(kept.rglob("*.machine"))) == 1


@pytest.mark.parametrize("damage", [b"", b"not what was emitted", None], ids=["empty", "other", "cut"])
def test_what_is_damaged_is_emitted_anew(kept: Path, damage: bytes | None) -> None:
    expected = _compiled().emitted.text
    (file,) = kept.rglob("*.emitted")
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    assert _compiled().emitted.text == expected
    assert len(file.read_bytes()) == len(whole)


def test_a_change_of_ggl_or_of_the_rules_is_emitted_anew(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _compiled()
    _compiled()
    assert len(list(kept.rglob("*.emitted"))) == 1
    Compiled(ggl.load("connect-four").checked.core, "Connect Four")
    assert len(list(kept.rglob("*.emitted"))) == 2
    monkeypatch.setattr(cache, "made_by", lambda: "another")
    _compiled()
    assert len(list(kept.rglob("*.emitted"))) == 3


@pytest.mark.processes
def test_what_was_kept_starts_without_the_compiler(kept: Path) -> None:
    first = _compiled()
    expected = first.playouts(3, 1).tolist()
    script = (
        "import sys, ggl; from ggl.compiler.runtime.engine import Compiled; "
        "found = Compiled(ggl.load('tic-tac-toe').checked.core, 'Tic-Tac-Toe').playouts(3, 1).tolist(); "
        "print(found, [name for name in ('emit', 'bridge', 'backends.llvm_ir') if 'ggl.compiler.' + name in sys.modules])"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "GGL_CACHE": str(kept)}, check=True
    ).stdout
    assert said == f"{expected} []\n"


@pytest.mark.processes
def test_a_search_is_lowered_when_it_is_called(kept: Path) -> None:
    first = _compiled()
    first.playouts(3, 1)
    assert not first.ready("mcts")
    assert [path for path in kept.rglob("*.emitted") if "searches" in path.name] == []
    first.prepare("mcts")
    assert first.ready("mcts")
    script = (
        "import sys, ggl; from ggl.compiler.runtime.engine import Compiled; "
        "engine = Compiled(ggl.load('tic-tac-toe').checked.core, 'Tic-Tac-Toe'); ready = engine.ready('mcts'); "
        "engine.prepare('mcts'); print(ready, 'ggl.compiler.emit' in sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, "GGL_CACHE": str(kept)}, check=True
    ).stdout
    assert said == "True False\n"


def test_searches_are_lowered_from_the_core_where_only_the_rest_was_kept(kept: Path) -> None:
    _compiled()
    again = _compiled()
    assert again.emitted.more is None
    assert again.whole.text == emit(again.core).text


@pytest.mark.parametrize("as_python", [False, True])
def test_an_array_with_gaps_is_refused(kept: Path, as_python: bool) -> None:
    engine = Compiled(ggl.load("tic-tac-toe").checked.core, as_python=as_python)
    out = np.zeros((6, 6), dtype=np.int64)[::2]
    with pytest.raises(TypeError, match="contiguous"):
        engine.call("playouts", engine.memory(engine.room), 0, 1, 0, 3, 100, engine.room.most, out)


@pytest.mark.skipif(os.name == "nt", reason="folders have no such modes there")
def test_a_folder_that_others_may_write_to_is_not_used(kept: Path) -> None:
    kept.mkdir(mode=0o777)
    kept.chmod(0o777)
    assert cache_dir.folder() != kept
    AsMachineCode(emit(ggl.load("tic-tac-toe").checked.core)).function("refresh")
    assert not list(kept.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="the settings are others there")
@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"GGL_CACHE": "/a/b", "XDG_CACHE_HOME": "/c", "HOME": "/h"}, "/a/b"),
        ({"GGL_CACHE": "relative", "XDG_CACHE_HOME": "/c", "HOME": "/h"}, "/c/ggl"),
        ({"GGL_CACHE": "", "XDG_CACHE_HOME": "relative", "HOME": "/h"}, "/h/.cache/ggl"),
        ({"GGL_CACHE": "", "XDG_CACHE_HOME": "", "HOME": "relative"}, "/whose/.cache/ggl"),
        ({"GGL_CACHE": "", "XDG_CACHE_HOME": "", "HOME": ""}, "/whose/.cache/ggl"),
    ],
)
def test_the_settings_say_where_things_are_kept_unless_they_are_relative(
    monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], place: str
) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("pwd.getpwuid", lambda _: SimpleNamespace(pw_dir="/whose"))
    assert cache_dir._wanted() == Path(place)


@pytest.mark.skipif(os.name == "nt", reason="the settings are others there")
def test_without_a_home_things_are_kept_as_long_as_the_process_lives(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> None:
        raise KeyError

    for name in ("GGL_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert cache_dir.folder() == cache_dir._temporary()


def test_where_nothing_can_be_kept_a_game_is_played_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GGL_CACHE", str(tmp_path / "file" / "below"))
    assert _compiled().start().vector == ggl.load("tic-tac-toe").initial_state().vector


@pytest.mark.processes
def test_many_processes_may_begin_at_once(kept: Path) -> None:
    started = [
        subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE, env={**os.environ, "GGL_CACHE": str(kept)})
        for _ in range(3)
    ]
    said = {process.communicate()[0] for process in started}
    assert len(said) == 1
    assert said.pop().startswith(b"504 ")
