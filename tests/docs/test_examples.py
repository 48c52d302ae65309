"""Every example of the documentation says the truth: games are clean, values, pictures and commands as shown."""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from ggl import cache_dir
from ggl.cli.common import load_argument, play_moves
from ggl.diagnostics import render
from ggl.play.filetests import run_tests
from ggl.play.game import State
from ggl.play.loading import check_source, find_source
from tests.docs.evaluate import evaluate
from tests.docs.pages import Block, blocks, folder_for, pages
from tests.warm import ggl

LANGUAGES = ("yaml", "ggl", "board", "play", "console", "python", "lua", "diff", "text")


def _every(language: str) -> list[ParameterSet]:
    return [pytest.param(block, id=block.place) for page in pages() for block in blocks(page) if block.language == language]


@pytest.fixture(scope="session")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@contextlib.contextmanager
def _inside(page: str, parent: Path) -> Iterator[Path]:
    folder = folder_for(page, parent)
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield folder
    finally:
        os.chdir(before)


def _state(block: Block, name: str) -> State:
    return play_moves(load_argument(name).initial_state(), block.words.get("after", ""))


@pytest.mark.parametrize("page", pages())
def test_each_block_is_of_a_language_that_is_checked(page: str) -> None:
    for block in blocks(page):
        assert block.language in LANGUAGES, block.place
        if block.language == "yaml":
            assert block.words.keys() & {"file", "part"}, f"{block.place}: a game has `file=NAME`, a part of one `part`"
    fences = re.findall(r"^ *```", (Path(__file__).parents[2] / page).read_text("utf-8"), re.MULTILINE)
    assert len(fences) == 2 * len(blocks(page)), f"{page} has a fence that is never closed, or one without a language"


@pytest.mark.parametrize("block", _every("yaml"))
def test_a_game_on_a_page_has_no_findings_but_those_it_shows_and_passes_its_tests(block: Block, parent: Path) -> None:
    if "file" not in block.words:
        games = [
            other.text
            for other in blocks(block.page)
            if block.words["part"] in other.words.get("file", "") and "file" in other.words and other.line < block.line
        ]
        wanted = [line.strip() for line in block.text.splitlines() if line.strip()]
        assert games, f"{block.place}: no game stands before this part"
        lines = [line.strip() for line in games[-1].splitlines() if line.strip()]
        assert any(lines[at : at + len(wanted)] == wanted for at in range(len(lines))), f"{block.place}: not in the game above"
        return
    with _inside(block.page, parent):
        checked, found = check_source(find_source(block.words["file"]))
    shown = [code for code in block.words.get("shows", "").split(",") if code]
    assert [each.code.code for each in found] == shown, render(found, "full")
    assert (checked is None) == any(each.code.severity == "error" for each in found)
    outcomes = run_tests(checked) if checked is not None else ()
    failed = [failure for outcome in outcomes for failure in outcome.failures]
    assert len(failed) == int(block.words.get("fails", "0")), render(failed, "full")


@pytest.mark.parametrize("block", _every("ggl"))
def test_an_expression_on_a_page_has_the_value_it_shows(block: Block, parent: Path) -> None:
    lines = [line for line in block.text.splitlines() if line.strip()]
    assert lines, block.place
    with _inside(block.page, parent):
        state = _state(block, block.words["on"])
        for line in lines:
            text, hash_, value = line.rpartition("#")
            assert hash_, f"{block.place}: `{line}` says no value"
            assert evaluate(state, text.strip()) == value.strip(), f"{block.place}: {line}"


@pytest.mark.parametrize("block", _every("board"))
def test_a_picture_on_a_page_is_what_ggl_prints(block: Block, parent: Path) -> None:
    with _inside(block.page, parent):
        printed = str(_state(block, block.words["of"]))
    assert _tidy(printed) == _tidy(block.text), printed


@pytest.mark.parametrize("block", [each for each in _every("console") if "in" not in each.values[0].words])
def test_a_command_on_a_page_prints_what_is_shown(block: Block, parent: Path) -> None:
    with _inside(block.page, parent) as folder:
        for command, wanted in commands(block):
            printed = run(command, folder)
            assert is_like(printed, wanted), f"{block.place}: $ {command}\n{printed}"


@pytest.mark.parametrize("block", _every("play"))
def test_a_play_on_a_page_goes_as_shown(block: Block, parent: Path) -> None:
    with _inside(block.page, parent) as folder:
        printed, wanted = played(block, folder)
    assert is_like(printed, wanted), f"{block.place}\n{printed}"


@pytest.mark.parametrize("page", [page for page in pages() if any(block.language == "python" for block in blocks(page))])
def test_the_python_on_a_page_runs(page: str, parent: Path) -> None:
    names: dict[str, object] = {"__name__": "page"}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    ran = 0
    with _inside(page, parent):
        for block in blocks(page):
            if block.language != "python":
                continue
            if "needs" in block.words and importlib.util.find_spec(block.words["needs"]) is None:
                continue
            ran += 1
            if ">>>" not in block.text:
                exec(compile(block.text, block.place, "exec"), names)
                continue
            test = parser.get_doctest(block.text, names, block.place, block.page, block.line)
            told: list[str] = []
            runner.run(test, out=told.append, clear_globs=False)
            names.update(test.globs)
            assert not told, "".join(told)
    if not ran:
        pytest.skip("what it needs is not installed")


def commands(block: Block) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints. A `\\` at the end of a command's line goes on in the next."""
    found: list[tuple[str, str]] = []
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        match = re.match(r"((?:[^\n]*\\\n)*[^\n]*)\n?(.*)", part, re.DOTALL)
        assert match, block.place
        found.append((match[1], match[2]))
    assert found, f"{block.place}: no line begins with `$ `"
    return found


def run(command: str, folder: Path, typed: str = "") -> str:
    path = os.pathsep.join((str(ggl().parent), str(Path(sys.executable).parent), os.environ["PATH"]))
    env = {**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "100", "HOME": str(folder),
           "PYTHONWARNINGS": "", "XDG_DATA_HOME": str(folder), "XDG_STATE_HOME": str(folder),
           "GGL_CACHE": str(cache_dir.folder())}  # fmt: skip
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, input=typed, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=120, check=False)  # fmt: skip
    return done.stdout


def played(block: Block, folder: Path) -> tuple[str, str]:
    """What the prompt prints for the lines typed in a block, and what the block shows of it."""
    lines = block.text.splitlines()
    typed = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    shown = [line for line in lines if not line.startswith("> ")]
    printed = run(f"ggl play --plain --style ascii {block.words['of']}", folder, "\n".join(typed) + "\n")
    return _squeezed(printed), _squeezed("\n".join(shown))


def _squeezed(text: str) -> str:
    """Without blank lines, which a page sets as it likes."""
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())


def _tidy(text: str) -> str:
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    return textwrap.dedent("\n".join(lines)).strip("\n")


def is_like(printed: str, wanted: str) -> bool:
    pattern = ".*".join(re.escape(part) for part in _tidy(wanted).split("..."))
    return re.fullmatch(pattern, _tidy(printed), re.DOTALL) is not None
