"""What every verb has in common: help, wrong words, wrong games, exit codes, pipes."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import ggl.cli
from ggl.cli import VERBS, failures
from ggl.cli.common import split_argument, split_moves
from tests.few import one_in

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


@pytest.mark.parametrize("module", sorted(path.stem for path in Path(ggl.cli.__file__).parent.glob("*.py")))
def test_no_module_gets_its_helpers_from_a_verb(module: str) -> None:
    text = (Path(ggl.cli.__file__).parent / f"{module}.py").read_text("utf-8")
    assert not [verb for verb in ALL if f"from ggl.cli.{verb} import" in text]


def test_help_names_every_verb_on_one_screen(run) -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert all(f"  {verb} " in done.stdout for verb in ALL)
    assert len(done.stdout.splitlines()) <= len(ALL) + 17, "a line for each verb, and few beside"


@pytest.mark.parametrize("verb", [verb for verb in BUILT if verb not in ("play", "replay")])
def test_the_help_of_a_verb_is_short_and_has_an_example(run, verb: str) -> None:
    done = run(verb, "--help")
    assert done.exit_code == 0
    assert f"Example: ggl {verb}" in done.stdout
    assert len(done.stdout.splitlines()) <= 25


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chekc"], "there is no command `chekc`; near: `check`"),
        (["xyzzy"], "the commands are new, check"),
        (["check", "--outptu-format", "json"], "--output-format"),
        (["check", "tabik", "--output-format", "xml"], "'xml' is not one of"),
        (["perft", "tabik", "deep"], "'deep' is not a valid integer"),
        (["perft", "tabik", "-1"], "-1"),
        (["moves"], "Missing argument"),
        (["moves", "tabk"], "there is no bundled game and no file `tabk`; near: tabik"),
        (["moves", "nothing.yaml"], "there is no file `nothing.yaml`"),
        (["moves", "tabik:size"], "the option `size` needs a value; write `tabik:size=VALUE`"),
        (["moves", "tabik:sise=5"], "no option `sise`"),
        (["moves", "tabik:size=99"], "size=99 is not allowed"),
        (["moves", "tabik:size=big"], "size"),
        (["moves", ""], "the game name is empty; `ggl list` shows"),
        (["check", ""], "the game name is empty"),
        (["fmt", ""], "the game name is empty"),
        (["test", "  "], "the game name is empty"),
        (["replay", ""], "the file name is empty"),
        (["moves", ":side=3"], "the game name is empty; write `GAME:side=3`"),
        (["moves", "tabik:size="], "the option `size` has no value; write `tabik:size=VALUE`"),
        (["moves", "sgibun:sied=5"], "no option `sied`; near: side (its options"),
        (["moves", "tabik:size=" + "9" * 500], "a number of at most 12 digits, not `9999999999999999999999999999999999999999..`"),
        (["moves", "tabik.yaml"], "write `tabik` for the game that comes with ggl"),
        (["moves", "tabk.yaml"], "near: tabik"),
        (["bench", "tabik:size=3", "--seconds", "nan"], "nan is not a number of seconds"),
        (["train", "tabik:size=3", "-o", "run", "--minutes", "nan"], "nan is not a number of minutes"),
        (["bench", "tabik:size=3", "--seconds", "inf"], "inf"),
        (["bench", "tabik:size=3", "--seconds", "-1"], "-1"),
        (["moves", "tabik:size=5,odd"], "`odd` is not an option"),
        (["moves", "tabik:size=5,size=6"], "given twice"),
        (["moves", "tabik", "--after", "place z9 z8"], "--after, move 1"),
        (["moves", "tabik", "--after", "place a1 b1; place a1 b1"], "--after, move 2"),
        (["show", "tabik", "--stage", "cake"], "there is no stage `cake`"),
        (["show", "tabik", "--whole"], "--whole needs --stage core, or a pass"),
        (["perft", "tabik", "0", "--divide"], "--divide needs a DEPTH of 1 or more"),
        (["rules", "tabik", "--exact", "--measure"], "--measure compares both texts; leave out --exact"),
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


def test_an_option_written_as_a_filter_is_told_how_to_write_it(run) -> None:
    assert "write `sgibun:side=5`" in run("moves", "sgibun", "side", "5").stderr


LONG = "x" * 3000


@pytest.mark.parametrize(
    "words",
    [[LONG], ["moves", LONG], ["moves", f"tabik:{LONG}=1"], ["moves", f"tabik:size={LONG}"], ["moves", f"tabik:pie={LONG}"],
     ["moves", "tabik", "--after", LONG], ["explain", LONG], ["show", "tabik", "--stage", LONG], ["new", LONG], ["replay", LONG],
     ["moves", f"tabik:size=5,{'a b ' * 1000}"], ["play", "tabik", f"--{LONG}"]],
    ids=lambda words: " ".join(words)[:30],
)  # fmt: skip
def test_what_is_very_long_is_not_told_whole(run, words: list[str]) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert done.stderr.startswith("error: ")
    assert len(done.stderr) < 1500


def test_a_folder_stands_for_its_game_files_but_not_for_hidden_or_linked_ones(run, tmp_path: Path, small: str) -> None:
    text = (tmp_path / small).read_text()
    for name in ("a/one.yaml", "a/b/two.yml", "a/.hidden/three.yaml", "c/four.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "a" / "link").symlink_to(tmp_path / "c")
    os.mkfifo(tmp_path / "a" / "pipe.yaml")
    assert "2 games checked" in run("check", "a").stderr


LOOP = "loop.yaml"


@pytest.mark.parametrize(
    "words",
    ["replay @", "render --record @", "render tic-tac-toe --format svg -o @", "export tic-tac-toe -o @", "new @",
     "new @ --from tiku", "selfplay tic-tac-toe -o @", "selfplay small.yaml -o @", "match tic-tac-toe random random -o @",
     "analyze tic-tac-toe --html @", "calibrate tic-tac-toe -o @", "train tic-tac-toe -o run --onnx @", "check @", "fmt @",
     "bug tic-tac-toe --games 0 -o @", "play tic-tac-toe --save @"],
)  # fmt: skip
def test_a_loop_of_links_is_no_file(run, small: str, tmp_path: Path, words: str) -> None:
    (tmp_path / LOOP).symlink_to(tmp_path / LOOP)
    done = run(*words.replace("@", LOOP).split())
    assert done.exit_code == 2, done.output
    assert LOOP in done.stderr


def test_a_loop_of_links_in_a_folder_or_at_the_prompt_is_no_bug(run, small: str, tmp_path: Path) -> None:
    (tmp_path / LOOP).symlink_to(tmp_path / LOOP)
    assert "1 game checked" in run("check", ".").stderr
    done = run("play", "tic-tac-toe", stdin=f"a1\nsave {LOOP}\nsave over {LOOP}\nload {LOOP}\n")
    assert (done.exit_code, done.stdout.count("Too many levels of symbolic links")) == (0, 3)


def test_a_folder_with_too_much_in_it_is_refused(run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.cli.common.MOST_ENTRIES", 5)
    (tmp_path / "deep").mkdir()
    for number in range(6):
        (tmp_path / "deep" / f"{number}.txt").touch()
    done = run("check", ".")
    assert done.exit_code == 2
    assert "`.` has more than 5 files; give a folder with only the games" in done.stderr


CLOSED = {
    "list >&-": (0, "", ""),
    "list 2>&-": (0, "sgibun", None),
    "moves tabk 2>&-": (2, "", None),
    "moves tabk 2>/dev/full": (2, "", None),
    "moves tabk >&- 2>&- <&-": (2, "", None),
    "list >/dev/full": (2, None, "error: `standard output`: No space left on device"),
    "engine tic-tac-toe >/dev/full <<.\nugi\n.\n": (2, None, "error: `standard output`: No space left on device"),
    "play sgibun:side=2 <&-": (0, "ply 0:", ""),
    "play sgibun:side=2 >&-": (0, "", ""),
    "check - <&-": (1, "the file contains no game", "1 error"),
    "replay - <&-": (2, "", "standard input contains no record"),
    "--help >&-": (0, "", ""),
}


@pytest.mark.processes
@pytest.mark.parametrize("words", one_in(2, CLOSED))
def test_closed_and_full_streams_are_no_bugs(tmp_path: Path, words: str) -> None:
    if "/dev/full" in words and not Path("/dev/full").exists():
        pytest.skip("this system has no such device")
    code, out, err = CLOSED[words]
    command = f'exec "$0" -m ggl {words}'
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(["sh", "-c", command, sys.executable], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          encoding="utf-8", env=env, timeout=60)  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "bug of ggl" not in done.stderr
    assert out is None or (out in done.stdout and bool(out) == bool(done.stdout))
    assert err is None or (err in done.stderr and bool(err) == bool(done.stderr))


def test_an_interrupt_while_the_command_line_is_loaded_is_quiet(tmp_path: Path) -> None:
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
    done = subprocess.run([sys.executable, "-m", "ggl", "list"], capture_output=True, text=True, cwd=tmp_path, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(tmp_path)})  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_a_file_that_fails_while_it_is_read_is_named(run) -> None:
    if not Path("/proc/self/mem").exists():
        pytest.skip("this system has no such file")
    done = run("moves", "/proc/self/mem")
    assert done.exit_code == 2
    assert "`/proc/self/mem` cannot be read: " in done.stderr


@pytest.mark.parametrize("number", ["9" * 5000, "0." + "0" * 4500 + "1"], ids=["large", "fine"])
def test_a_number_too_long_for_python_is_a_finding_with_its_place(run, tmp_path: Path, small: str, number: str) -> None:
    path = tmp_path / small
    path.write_text(path.read_text().replace("where: empty(c)", f"where: empty(c) and 1 < {number}"))
    done = run("check", small)
    assert done.exit_code == 1
    assert "small.yaml:9:29" in done.stdout
    assert "characters; 1,000 is the limit" in done.stdout
    assert run("fmt", small).exit_code == 1


def test_moves_in_a_row() -> None:
    assert split_moves("a1 b1, c1 d1") == ["a1 b1", "c1 d1"]
    assert split_moves("a1,b1; c1\nd1;") == ["a1,b1", "c1", "d1"]
    assert split_moves("[a1, b1], {c1, d1}, e1") == ["[a1, b1]", "{c1, d1}", "e1"]
    assert split_moves("[a1, b1") == ["[a1", "b1"]


def test_a_bug_of_ours_is_told_as_one(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken() -> tuple[str, ...]:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("ggl.resources.bundled_games", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = run("list")
    assert done.exit_code == failures.BUG
    assert "this is a bug in ggl: ZeroDivisionError" in done.stderr
    assert "please send" in done.stderr
    assert "Traceback" not in done.stderr
    (report,) = tmp_path.glob("ggl-bug-*.txt")
    assert "ggl list" in report.read_text()
    assert "Traceback" in report.read_text()
    monkeypatch.setenv("GGL_DEBUG", "1")
    assert "Traceback" in run("list").stderr


def test_a_bug_of_ours_says_how_to_write_what_to_send(run, monkeypatch: pytest.MonkeyPatch, small: str, tmp_path: Path) -> None:
    def broken(*_: object, **__: object) -> str:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("ggl.play.game.Game.rules_text", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = run("rules", small)
    assert done.exit_code == failures.BUG
    (kept,) = tmp_path.glob("ggl-bug-*.txt")
    assert f"please send what `ggl bug {small} --failure {kept}` writes" in done.stderr
    assert str(tmp_path) not in kept.read_text()
    sent = run("bug", small, "--failure", str(kept), "--games", "1", "-o", "sent.txt")
    assert sent.exit_code == 0
    assert f"these files go into the report:\n  {small}\n  {kept}\n" in sent.stderr
    text = Path("sent.txt").read_text()
    assert "ggl rules small.yaml\n" in text
    assert "ZeroDivisionError: on purpose" in text
    (tmp_path / "second.yaml").write_text(Path(small).read_text().replace("Small", "Second"))
    monkeypatch.setattr("ggl.cli.check._findings", lambda name, plays: broken() if name == "second.yaml" else ())
    of_two = run("check", small, "second.yaml")
    assert of_two.exit_code == failures.BUG
    assert "ZeroDivisionError: on purpose" in of_two.stderr
    assert "`ggl bug second.yaml --failure " in of_two.stderr
    monkeypatch.setenv("GGL_DEBUG", "1")
    assert "please send this, and what `ggl bug small.yaml` writes" in run("rules", small).stderr


NOT_UTF8 = "\udcff.yaml"


def test_a_bug_is_told_whatever_the_files_are_called(run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr("ggl.play.loading.find_source", broken)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert run("moves", NOT_UTF8).exit_code == failures.BUG
    (report,) = tmp_path.glob("ggl-bug-*.txt")
    assert "ggl moves '\\udcff.yaml'" in report.read_text()


@pytest.mark.parametrize(
    "words",
    ["export @ -o e.html", "play @", "playground out @", "selfplay @ -n 1", "selfplay @ -o s.jsonl", "match @ random random"],
)
def test_a_file_whose_name_is_no_text_is_refused_where_it_would_be_written(run, small: str, words: str) -> None:
    Path(small).rename(NOT_UTF8)
    assert run("moves", NOT_UTF8).exit_code == 0
    done = run(*words.replace("@", NOT_UTF8).split(), stdin="a1\n")
    assert done.exit_code == 2
    assert "\\udcff.yaml` is not UTF-8, so no file can name the game; rename it" in done.stderr


def test_a_verb_may_close_its_output(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert failures.run(sys.stdout.close, ["lsp"]) == failures.CLEAN


def test_an_interrupt_exits_130(run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> tuple[str, ...]:
        raise KeyboardInterrupt

    monkeypatch.setattr("ggl.resources.bundled_games", interrupted)
    done = run("list")
    assert (done.exit_code, done.stderr) == (130, "\ninterrupted\n")


@pytest.mark.processes
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


@pytest.mark.parametrize("number", ["9" * 5000, "²"], ids=["very long", "a digit that is not a number"])
@pytest.mark.parametrize(("key", "code"), [("perft", "GGL143"), ("legal", "GGL401")])
def test_a_count_that_python_cannot_read_fails_its_test_in_words(
    run, tmp_path: Path, small: str, key: str, code: str, number: str
) -> None:
    with (tmp_path / small).open("a", encoding="utf-8") as file:
        file.write(f"tests: {{t: {{{key}: {number}}}}}\n")
    done = run("test", small)
    assert done.exit_code == 1, done.stderr
    assert code in done.stdout
    assert "1 failed" in done.stderr


def test_a_file_name_with_a_control_character_is_escaped_in_what_is_said_of_it(run, tmp_path: Path) -> None:
    done = run("selfplay", "tic-tac-toe", "-n", "1", "-o", str(tmp_path / "x\x1b.jsonl"))
    assert (tmp_path / "x\x1b.jsonl").exists()
    assert "x\\x1b.jsonl: " in done.stderr
    assert "\x1b" not in done.stderr
