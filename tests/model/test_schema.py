"""A file whose shape was found sound is not checked against the schema again; any other is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ggl import resources
from ggl.diagnostics import Findings
from ggl.model import schema
from ggl.source import Source
from ggl.syntax.document import read_document

SOUND = """
name: Nought
players: [Black, White]
board: square(3)
moves: {stay: {}}
"""
BROKEN = SOUND.replace("board:", "bored:")


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GGL_CACHE", str(tmp_path))
    return tmp_path / "shapes"


@pytest.fixture
def validated(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One for each time that a file is checked against the schema."""
    asked: list[bool] = []
    validator_of = schema._validator_of

    def counted(*, top: bool) -> object:
        asked.extend([top] * top)
        return validator_of(top=top)

    monkeypatch.setattr(schema, "_validator_of", counted)
    return asked


def codes(text: str) -> list[str]:
    findings = Findings()
    tree = read_document(Source("nought.yaml", text), findings)
    assert tree is not None
    schema.check_shape(tree, findings)
    return [finding.message for finding in findings.sorted()]


def test_a_sound_file_is_checked_once(validated: list[bool]) -> None:
    assert codes(SOUND) == codes(SOUND) == codes(SOUND + "# the same") == []
    assert len(validated) == 1


def test_a_file_with_a_mistake_is_checked_each_time() -> None:
    assert codes(BROKEN) == codes(BROKEN) != []


def test_a_sound_file_is_checked_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "_validator", lambda: pytest.fail("the whole schema is for files with mistakes"))
    assert codes(SOUND) == codes(SOUND.replace("stay", "go")) == []


def test_another_schema_checks_anew(validated: list[bool], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    codes(SOUND)
    other = tmp_path / "schema.json"
    other.write_text(resources.game_schema().read_text("utf-8") + " ", "utf-8")
    monkeypatch.setattr(resources, "game_schema", lambda: other)
    codes(SOUND)
    assert len(validated) == 2


def test_what_is_damaged_says_nothing(kept: Path, validated: list[bool]) -> None:
    codes(SOUND)
    kept.write_bytes(kept.read_bytes()[:-1])
    assert codes(SOUND) == []
    assert len(validated) == 2


def test_the_latest_files_are_remembered(kept: Path, validated: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "REMEMBERED", 2)
    for name in ("One", "Two", "Three", "Two", "One"):
        codes(SOUND.replace("Nought", name))
    assert len(validated) == 4
    assert kept.stat().st_size == 32 + 2 * 32


def test_unknown_keys_are_looked_at_in_a_time_that_grows_with_their_number() -> None:
    def seconds(count: int) -> float:
        findings = Findings()
        tree = read_document(Source("nought.yaml", SOUND + "".join(f"k{number}: 1\n" for number in range(count))), findings)
        assert tree is not None
        begun = time.process_time()
        schema.check_shape(tree, findings)
        return time.process_time() - begun

    assert min(seconds(3200) for _ in range(2)) < 25 * min(seconds(200) for _ in range(3)), "sixteen times as many keys"
