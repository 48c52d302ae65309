"""What every verb has in common: help, wrong words, wrong games, exit codes, pipes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ggl
from ggl.cli import VERBS, failures
from ggl.cli.common import split_argument, split_moves

GGL = [sys.executable, "-c", "from ggl.cli import main; main()"]
ALL = [verb for verbs in VERBS.values() for verb in verbs]
BUILT = [verb for verb in ALL if (Path(ggl.__file__).parent / "cli" / f"{verb}.py").is_file()]
TAKE_A_GAME = ["check", "fmt", "test", "expand", "show", "rules", "moves", "bench"]


def test_the_version_loads_no_library() -> None:
    code = (
        "import sys\nfrom ggl.cli import group\n"
        "try: group.main(['--version'])\nexcept SystemExit: pass\n"
        "print(sorted({'lark', 'networkx', 'yaml', 'jsonschema', 'rich', 'ggl.play'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"ggl {ggl.__version__}\n[]\n"


def test_help_names_every_verb_on_one_screen(run) -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert all(f"  {verb} " in done.stdout for verb in ALL)
    assert len(done.stdout.splitlines()) <= 40


@pytest.mark.parametrize("verb", [verb for verb in BUILT if verb not in ("play", "replay")])
def test_the_help_of_a_verb_is_short_and_has_an_example(run, verb: str) -> None:
    done = run(verb, "--help")
    assert done.exit_code == 0
    assert f"Example: ggl {verb}" in done.stdout
    assert len(done.stdout.splitlines()) <= 25


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chekc"], "there is no verb `chekc`; near: `check`"),
        (["xyzzy"], "the verbs are new, check"),
        (["check", "--outptu-format", "json"], "--output-format"),
        (["check", "tabik", "--output-format", "xml"], "'xml' is not one of"),
        (["perft", "tabik", "deep"], "'deep' is not a valid integer"),
        (["perft", "tabik", "-1"], "-1"),
        (["moves"], "Missing argument"),
        (["moves", "tabk"], "there is no bundled game and no file `tabk`; near: tabik"),
        (["moves", "nothing.yaml"], "there is no file `nothing.yaml`"),
        (["moves", "tabik:sise=5"], "no option `sise`"),
        (["moves", "tabik:size=99"], "size=99 is not allowed"),
        (["moves", "tabik:size=big"], "size"),
        (["moves", "tabik:size=5,odd"], "`odd` is no option"),
        (["moves", "tabik:size=5,size=6"], "given twice"),
        (["moves", "tabik", "--after", "place z9 z8"], "--after, move 1"),
        (["moves", "tabik", "--after", "place a1 b1; place a1 b1"], "--after, move 2"),
        (["show", "tabik", "--stage", "cake"], "'cake' is not one of"),
        (["explain", "GGL9999"], "there is no code `GGL9999`"),
        (["expand", "tabik:size=5"], "takes no options"),
    ],
)
def test_bad_usage_is_one_message_and_exit_2(run, words: list[str], said: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) <= 24


@pytest.mark.parametrize("verb", TAKE_A_GAME)
@pytest.mark.parametrize("what", ["missing", "binary", "empty", "huge", "unreadable"])
def test_a_file_that_is_no_game(run, tmp_path: Path, verb: str, what: str) -> None:
    path = tmp_path / "some.yaml"
    if what == "binary":
        path.write_bytes(bytes(range(256)))
    elif what == "huge":
        path.write_bytes(b"a" * 300_000)
    elif what == "empty":
        path.write_text("")
    elif what == "unreadable":
        path.write_text("x")
        path.chmod(0)
        if os.access(path, os.R_OK):
            pytest.skip("this user may read every file")
    done = run(verb, "some.yaml")
    assert done.exit_code == (1 if what == "empty" else 2)
    assert "some.yaml" in done.output
    assert "Traceback" not in done.output


@pytest.mark.parametrize("verb", ["expand", "show", "rules", "moves", "bench"])
def test_a_folder_is_no_game(run, tmp_path: Path, verb: str) -> None:
    (tmp_path / "games.d").mkdir()
    done = run(verb, "games.d")
    assert done.exit_code == 2
    assert "`games.d` is a folder" in done.stderr


def test_a_file_with_mistakes_shows_them_and_exits_1(run, tmp_path: Path, small: str) -> None:
    path = tmp_path / small
    path.write_text(path.read_text().replace("empty(c)", "emtpy(c)"))
    done = run("moves", small)
    assert done.exit_code == 1
    assert "small.yaml:9:12" in done.stderr
    assert "near: `empty`" in done.stderr


def test_standard_input_is_a_game(run, small: str) -> None:
    text = Path(small).read_text()
    done = run("moves", "-", stdin=text)
    assert (done.exit_code, done.stdout.split("\n")[0]) == (0, "place a1")
    assert run("moves", "-", stdin="").exit_code == 1


def test_a_path_may_hold_colons_and_options_may_follow(run, tmp_path: Path, small: str) -> None:
    odd = tmp_path / "a:b=c.yaml"
    odd.write_text((tmp_path / small).read_text())
    assert run("moves", "a:b=c.yaml").exit_code == 0
    assert split_argument("x/y.yaml:size=7, pie = off") == ("x/y.yaml", {"size": "7", "pie": "off"})
    assert split_argument("tabik") == ("tabik", {})


def test_moves_in_a_row() -> None:
    assert split_moves("a1 b1, c1 d1") == ["a1 b1", "c1 d1"]
    assert split_moves("a1,b1; c1\nd1;") == ["a1,b1", "c1", "d1"]


def test_a_bug_of_ours_is_told_as_one(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken() -> tuple[str, ...]:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("ggl.resources.bundled_games", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = run("list")
    assert done.exit_code == failures.BUG
    assert "this is a bug of ggl: ZeroDivisionError" in done.stderr
    assert "please send" in done.stderr
    assert "Traceback" not in done.stderr
    (report,) = tmp_path.glob("ggl-bug-*.txt")
    assert "ggl list" in report.read_text()
    assert "Traceback" in report.read_text()
    monkeypatch.setenv("GGL_DEBUG", "1")
    assert "Traceback" in run("list").stderr


def test_an_interrupt_exits_130(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> tuple[str, ...]:
        raise KeyboardInterrupt

    monkeypatch.setattr("ggl.resources.bundled_games", interrupted)
    done = run("list")
    assert (done.exit_code, done.stderr) == (130, "\ninterrupted\n")


def test_a_reader_that_leaves_early_is_no_error() -> None:
    first = "import os, sys\nos.close(0)"
    command = subprocess.Popen([*GGL, "moves", "tabik:size=19"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    reader = subprocess.run([sys.executable, "-c", first], stdin=command.stdout, check=True)
    assert reader.returncode == 0
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.close()
    assert command.stderr.read() == b""
    command.stderr.close()
    assert command.wait() == 0


def test_nothing_is_coloured_in_a_pipe(small: str, run) -> None:
    Path(small).write_text(Path(small).read_text().replace("draw: full", "draw: ful"))
    for more in ({}, {"NO_COLOR": "1"}):
        environment = {**os.environ, **more}
        done = subprocess.run([*GGL, "check", small], capture_output=True, text=True, env=environment, check=False)
        assert done.returncode == 1
        assert "\x1b" not in done.stdout + done.stderr
