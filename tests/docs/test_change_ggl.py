"""The worked examples of `docs/change-ggl.md`: each diff applies to this checkout, and its commands print what the page shows.

Every example has a copy of the checkout to itself. Commands marked `slow` run the tests of the change.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import ROOT, Block, blocks
from tests.docs.test_examples import commands, is_like
from tests.few import one_in

PAGE = "docs/change-ggl.md"
NEEDED = ("ggl", "games", "schemas", "tests", "docs", "examples", "pyproject.toml")
GIVEN_BY_COMMANDS = shutil.ignore_patterns("__pycache__", "node_modules", ".*")
PYTHON = f"""#!/bin/sh
case "$1" in *.py)
  exec {sys.executable} -c 'import runpy, sys; sys.path.insert(0, ""); runpy.run_path(sys.argv[1], run_name="__main__")' "$@"
esac
exec {sys.executable} "$@"
"""
"""Imports the copy first, also where the interpreter's own paths name the checkout."""

LONGEST = 3600
"""Seconds after which a command counts as one that hangs: some run hundreds of tests."""

EXAMPLES = [block.words["to"] for block in blocks(PAGE) if block.language == "diff"]


def _of(example: str, *, slow: bool) -> list[Block]:
    found = [block for block in blocks(PAGE) if block.language == "console" and block.words["in"] == example]
    return [block for block in found if slow or "slow" not in block.words]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for name in NEEDED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        kwargs = {"ignore": GIVEN_BY_COMMANDS} if (ROOT / name).is_dir() else {}
        copy(ROOT / name, tmp_path / name, **kwargs)  # type: ignore[operator]
    for block in blocks(PAGE):
        if "file" in block.words:
            (tmp_path / block.words["file"]).write_text(block.text, "utf-8")
    shims = tmp_path / "bin"
    shims.mkdir()
    for name, text in (("python", PYTHON), ("ggl", f'#!/bin/sh\nexec {sys.executable} -m ggl "$@"\n')):
        (shims / name).write_text(text)
        (shims / name).chmod(0o755)
    return tmp_path


def _follow(example: str, checkout: Path, *, slow: bool) -> None:
    diff = next(block for block in blocks(PAGE) if block.language == "diff" and block.words["to"] == example)
    outside = {**os.environ, "GIT_CEILING_DIRECTORIES": str(checkout.parent)}
    patched = subprocess.run(["git", "apply", "-"], cwd=checkout, env=outside, input=diff.text,
                             capture_output=True, text=True, check=False)  # fmt: skip
    assert not patched.returncode, f"{diff.place}: {patched.stderr}"
    environment = {**os.environ, "PATH": f"{checkout / 'bin'}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1", "COLUMNS": "80",
                   "HOME": str(checkout), "XDG_DATA_HOME": str(checkout), "XDG_STATE_HOME": str(checkout)}  # fmt: skip
    environment.pop("PYTEST_CURRENT_TEST", None)
    for block in _of(example, slow=slow):
        for command, wanted in commands(block):
            done = subprocess.run(["sh", "-c", command], cwd=checkout, env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=LONGEST, check=False)  # fmt: skip
            assert not done.returncode, f"{block.place}: $ {command}\n{done.stdout}"
            assert is_like(done.stdout, wanted), f"{block.place}: $ {command}\n{done.stdout}"


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_diff_applies(example: str) -> None:
    diff = next(block for block in blocks(PAGE) if block.language == "diff" and block.words["to"] == example)
    command = ["git", "apply", "--check", "-"]
    tried = subprocess.run(command, cwd=ROOT, input=diff.text, capture_output=True, text=True, check=False)
    assert not tried.returncode, f"{diff.place}: {tried.stderr}"


@pytest.mark.processes
@pytest.mark.parametrize("example", one_in(len(EXAMPLES), EXAMPLES, EXAMPLES.index("lint")))
def test_the_diff_applies_and_the_quick_commands_print_what_is_shown(example: str, checkout: Path) -> None:
    _follow(example, checkout, slow=False)


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES)
def test_the_tests_of_the_change_pass(example: str, checkout: Path) -> None:
    _follow(example, checkout, slow=True)


def test_each_example_has_quick_and_slow_commands() -> None:
    for example in EXAMPLES:
        assert 0 < len(_of(example, slow=False)) < len(_of(example, slow=True)), example
