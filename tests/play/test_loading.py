"""Finding a game's text: no more of a file is read than a game file may have, and what is not a game file is a finding."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import ggl
from ggl.play.errors import GameNotFoundError, InvalidGameError
from ggl.play.loading import check_source, find_source
from ggl.source import Source
from ggl.syntax.document import MAX_BYTES


class Endless(io.RawIOBase):
    """Zeros for ever; refuses to be read to its end."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        return len(buffer)

    def readall(self) -> bytes:
        raise AssertionError("read without a bound")


def codes(error: InvalidGameError) -> list[str]:
    return [each.code.code for each in error.diagnostics]


def test_endless_standard_input_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BufferedReader(Endless())))
    with pytest.raises(InvalidGameError) as caught:
        find_source("-")
    assert codes(caught.value) == ["GGL103"]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless file here")
def test_an_endless_file_is_too_long() -> None:
    with pytest.raises(InvalidGameError) as caught:
        ggl.load("/dev/zero")
    assert codes(caught.value) == ["GGL103"]


def test_a_base_that_is_too_long_is_a_finding_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_bytes(b"#" * (MAX_BYTES + 1))
    source = Source(str(tmp_path / "game.yaml"), "ggl: 1\nname: X\nextends: base.yaml\n")
    checked, found = check_source(source)
    assert checked is None
    assert [each.code.code for each in found] == ["GGL103"]


def test_a_file_of_the_most_bytes_is_read(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_bytes(b"#" * MAX_BYTES)
    assert len(find_source(str(file)).text) == MAX_BYTES


def test_a_base_whose_name_no_file_can_have_is_unknown(tmp_path: Path) -> None:
    source = Source(str(tmp_path / "game.yaml"), f"ggl: 1\nname: X\nextends: {'a' * 400}.yaml\n")
    assert [each.code.code for each in check_source(source)[1]] == ["GGL601"]


def test_a_folder_is_no_game(tmp_path: Path) -> None:
    with pytest.raises(GameNotFoundError, match="is a folder; name a game file in it"):
        find_source(str(tmp_path))


def test_where_a_file_is_meant_no_bundled_game_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameNotFoundError, match="there is no file `chess`; give the path of a game file"):
        find_source("chess", bundled=False)
    Path("chess").write_text("mine")
    assert find_source("chess", bundled=False).text == "mine"
    assert find_source("chess").name == "chess.yaml"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("konane", "write `konane.yaml` for the file of that name"),
        ("konan", "near: konane.yaml"),
        ("konan.yaml", "near: konane.yaml"),
        ("there/konan.yml", "near: there/konane.yaml"),
        ("chess.yaml", "write `chess` for the game that comes with ggl"),
    ],
)
def test_a_file_with_nearly_the_name_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, hint: str) -> None:
    (tmp_path / "there").mkdir()
    for place in ("konane.yaml", "there/konane.yaml"):
        (tmp_path / place).touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(GameNotFoundError) as caught:
        find_source(name)
    assert str(caught.value).endswith(f"; {hint}")
