"""Each bad file beside the text that `ggl check` prints for it. `GGL_BLESS=1 pytest tests/bad` rewrites the texts."""

import os
import re
from pathlib import Path

import pytest

from ggl.diagnostics import CODES, render
from tests.bad.findings_of import findings_of

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*/*.yaml"))

# Files too big to keep: the name under which the golden text lies, and the text.
MADE = {
    "1xx/too-long": "about: |\n" + f"  {'very ' * 20}long\n" * 2600,
    "1xx/too-many-values": f"regions:\n  all: [{'a1, ' * 20_001}a1]\n",
}


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    paths = {}
    for where, text in MADE.items():
        path = tmp_path_factory.mktemp("made") / f"{Path(where).name}.yaml"
        path.write_text(text, encoding="utf-8", newline="\n")
        paths[where] = path
    return paths


def compare(path: Path, golden: Path) -> None:
    shown = render(findings_of(path).sorted(), "full")
    if os.environ.get("GGL_BLESS"):
        golden.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=name)
def test_the_text_is_the_golden_one(path: Path) -> None:
    compare(path, path.with_suffix(".txt"))


@pytest.mark.parametrize("where", MADE)
def test_the_text_is_the_golden_one_for_a_big_file(where: str, made: dict[str, Path]) -> None:
    compare(made[where], HERE / f"{where}.txt")


@pytest.mark.parametrize("path", FILES, ids=name)
def test_each_bad_file_shows_a_code_of_its_family(path: Path) -> None:
    family = f"GGL{path.parent.name[0]}"
    assert any(code.startswith(family) for code in codes_in(path.with_suffix(".txt")))


def codes_in(golden: Path) -> set[str]:
    """The codes of the findings in a golden text, which is what is found, as the tests above prove."""
    return set(re.findall(r"^\w+\[(GGL\d+)\]: ", golden.read_text(encoding="utf-8"), flags=re.MULTILINE))


OURS = {"GGL720"}
"""Findings that no file should bring about, since they tell of a bug of ggl; see `tests/play/test_side_by_side.py`."""


def test_each_code_has_a_bad_file() -> None:
    shown = {code for golden in HERE.glob("*/*.txt") for code in codes_in(golden)}
    assert set(CODES) - shown == OURS


def test_each_golden_text_has_its_file() -> None:
    golden = {path.relative_to(HERE).with_suffix("").as_posix() for path in HERE.glob("*/*.txt")}
    assert golden == {path.relative_to(HERE).with_suffix("").as_posix() for path in FILES} | set(MADE)
