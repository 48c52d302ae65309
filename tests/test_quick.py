"""`python -m tests --quick` runs one case of each test function, and knows the functions that take longer by names that exist."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import quick
from tests.quick import LONGER
from tests.sets import NOT_SLOW

ROOT = LONGER.parent.parent
CASES = """
import pytest

@pytest.mark.parametrize("x", [pytest.param(0, marks=pytest.mark.slow), 1, 2], ids=["zero", "one", "two"])
@pytest.mark.parametrize("y", range(3))
def test_numbers(x, y):
    assert (x, y) == (1, 0)

def test_alone():
    pass
"""


def test_of_each_function_one_case_runs_that_is_not_slow(tmp_path: Path) -> None:
    file = tmp_path / "test_cases.py"
    file.write_text(CASES, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.quick", "-p", "no:cacheprovider", "-m", NOT_SLOW, str(file)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "2 passed" in ran.stdout, ran.stdout + ran.stderr


def test_functions_that_take_longer_exist() -> None:
    texts: dict[str, str] = {}
    for line in LONGER.read_text(encoding="utf-8").split():
        file, *_, function = line.split("::")
        text = texts.setdefault(file, (ROOT / file).read_text(encoding="utf-8"))
        assert f"def {function}(" in text, line


@pytest.mark.parametrize(
    ("worked", "waited", "left_out"),
    [(0.1, 0.1, False), (0.1, 0.1 + quick.WAIT, True), (0.1 + quick.LIMIT, 0.1, True)],
    ids=["short", "waits", "works"],
)
def test_the_list_has_what_works_or_waits_long(
    worked: float, waited: float, *, left_out: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "LONGER", tmp_path / "longer.txt")
    measured = quick._Measured()
    for case in "ab":
        report = SimpleNamespace(
            nodeid=f"test_x.py::test[{case}]", user_properties=[("processor time", worked / 2)], duration=waited / 2
        )
        measured.pytest_runtest_logreport(report)
    measured.pytest_sessionfinish()
    assert quick.LONGER.read_text(encoding="utf-8") == ("test_x.py::test\n" if left_out else "")


def test_an_option_that_does_not_exist_is_refused() -> None:
    ran = subprocess.run([sys.executable, "-m", "tests", "--quik"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "--quik" in ran.stderr
