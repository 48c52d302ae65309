"""A mutant counts as killed only by a test that passes without it."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

from benchmarks import mutants
from benchmarks.mutating import mutants as mutants_of

pytestmark = pytest.mark.processes

ROOT = Path(__file__).resolve().parents[2]
MODULE = "def double(number: int) -> int:\n    return 2 * number\n"
GOOD = "from doubling import double\n\ndef test_double() -> None:\n    assert double(3) == 6\n"
NAMED = {"test_doubling.py::test_double": 0.1}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(mutants, "TRIED", tmp_path / "tried.jsonl")
    (tmp_path / "benchmarks").mkdir()
    for name in ("mutant_forks.py", "mutant_plugin.py", "mutating.py", "statements.py"):
        shutil.copy(ROOT / "benchmarks" / name, tmp_path / "benchmarks")
    (tmp_path / "doubling.py").write_text(MODULE)
    return tmp_path


def _tried(place: Path, test: str, names: dict[str, float], files: list[str]) -> list[tuple[str, str | None]]:
    (place / "test_doubling.py").write_text(test)
    mutants._one_by_one(place, dict.fromkeys(mutants_of("doubling.py", MODULE), names), files, float("inf"))
    return [(line["mutant"], line["by"]) for line in map(json.loads, (place / "tried.jsonl").read_text().splitlines())]


@pytest.mark.parametrize(("names", "files"), [(NAMED, []), ({}, ["test_doubling.py"])], ids=["by_name", "by_file"])
def test_a_test_that_fails_only_with_a_mutant_kills_it(place: Path, names: dict[str, float], files: list[str]) -> None:
    assert _tried(place, GOOD, names, files) == [
        ("doubling.py double: 2 -> 3 #1", "test_doubling.py::test_double"),
        ("doubling.py double: 2 * number -> (2 + number) #1", "test_doubling.py::test_double"),
    ]
    assert (place / "doubling.py").read_text() == MODULE


@pytest.mark.parametrize(
    "test",
    ["import no_such_module\n" + GOOD, GOOD.replace("6", "7"), "def test_double(:\n", "def test_another() -> None: ...\n"],
    ids=["missing_module", "failing", "no_python", "not_there"],
)
def test_tests_that_do_not_pass_without_a_mutant_kill_none(place: Path, test: str) -> None:
    with pytest.raises(SystemExit, match="do not pass without a mutant"):
        _tried(place, test, NAMED, [])
    assert not (place / "tried.jsonl").exists()


@pytest.mark.parametrize(("beside", "tried"), [("def test_another() -> None: ...\n", 2), ("import no_such_module\n", 0)])
def test_no_mutant_survives_where_a_file_of_tests_does_not_load(place: Path, beside: str, tried: int) -> None:
    (place / "test_doubling.py").write_text(GOOD)
    (place / "test_beside.py").write_text(beside)
    chosen = dict.fromkeys(mutants_of("doubling.py", MODULE), NAMED)
    done = mutants._by_forks(place, chosen, ["test_beside.py", "test_doubling.py"], 1, time.monotonic() + 300)
    assert len(done) == tried
    assert (place / "tried.jsonl").exists() is bool(tried)
