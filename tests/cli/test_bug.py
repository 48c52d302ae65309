"""`ggl bug` writes all that is needed to mend a bug, says which files go into it, and holds nothing private."""

from __future__ import annotations

import getpass
import os
from pathlib import Path

import pytest

import ggl
from ggl.cli.bug_report import section, shortened
from ggl.play.fast import Fast

BASE = """\
ggl: 1
name: Base
players: [Black, White]
board: square(size)
options: {size: 3 in 2..9}
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put stone on c
end:
  draw: full
"""


@pytest.fixture
def variant(tmp_path: Path) -> str:
    (tmp_path / "base.yaml").write_text(BASE)
    (tmp_path / "other.yaml").write_text(BASE.replace("Base", "Nobody asked for me"))
    (tmp_path / "variant.yaml").write_text("ggl: 1\nname: Variant\nextends: base.yaml\n")
    return "variant.yaml"


def parts(text: str) -> dict[str, str]:
    """The sections of a report by their titles."""
    pieces = text.split("\n== ")
    return {title: body for title, _, body in (piece.partition(" ==\n") for piece in pieces[1:])}


def test_moves_with_commas_of_their_own_are_not_divided_there(run, tmp_path: Path) -> None:
    moved = BASE + 'look: {notation: {place: "put, at c"}}\n'
    (tmp_path / "commas.yaml").write_text(moved)
    done = run("bug", "commas.yaml", "--after", "put, at a1; put, at b2", "--games", "0", "-o", "-")
    assert parts(done.stdout)["moves"].split("\n")[:2] == ["put, at a1", "put, at b2"]
    assert "is not" not in parts(done.stdout)["both engines along the moves"]
    (tmp_path / "commas.yaml").write_text(moved.replace("where", "wher"))  # a game that cannot be made has no notation
    done = run("bug", "commas.yaml", "--after", "a1, b2", "--games", "0", "-o", "-")
    assert parts(done.stdout)["moves"].split("\n")[:2] == ["a1", "b2"]


def test_a_report_holds_what_is_needed(run, variant: str) -> None:
    done = run("bug", f"{variant}:size=4", "--after", "a1; b2", "--note", "odd", "--games", "2")
    assert done.exit_code == 0
    assert done.stdout == "ggl-bug-variant.txt\n"
    assert done.stderr.startswith("these files go into the report:\n  variant.yaml\n  base.yaml\n")
    text = Path("ggl-bug-variant.txt").read_text()
    found = parts(text)
    assert list(found) == [
        "what was seen", "versions", "options", "moves", "file variant.yaml", "file base.yaml", "ggl check",
        "both engines along the moves", "both engines in 2 random games",
    ]  # fmt: skip
    assert found["what was seen"] == "odd\n"
    assert f"ggl {ggl.__version__}\n" in found["versions"]
    assert all(word in found["versions"] for word in ("Python ", "llvmlite ", "numpy "))
    assert found["options"] == "size=4\n"
    assert found["moves"] == "a1\nb2\n"
    assert found["file base.yaml"] == BASE
    assert found["ggl check"] == "nothing wrong\n"
    assert "ply 2: Black" in found["both engines along the moves"]
    assert "14 legal steps: place b1, " in found["both engines along the moves"]
    assert "no difference in 1 game of 2 steps in all" in found["both engines along the moves"]
    assert "no difference in 2 games of 32 steps in all" in found["both engines in 2 random games"]


def test_a_report_holds_nothing_private(run, variant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GGL_SECRET_OF_MINE", "swordfish")
    monkeypatch.setenv("HOME", str(tmp_path.parent))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / variant).write_text(BASE.replace("full", "fulll"))
    trace = f'  File "{tmp_path.parent}/lib/x.py", line 3\n  File "/media/{getpass.getuser()}/y.py"\n  File "{os.__file__}"\n'
    Path("trace.txt").write_text(trace)
    done = run("bug", str(tmp_path / variant), "--failure", "trace.txt", "-o", "-")
    assert done.exit_code == 0
    for private in (
        "swordfish",
        str(tmp_path),
        str(tmp_path.parent),
        str(Path.home()),
        "Nobody asked",
        os.path.dirname(os.__file__),
    ):
        assert private not in done.stdout
    assert f"/media/{getpass.getuser()}" not in done.stdout
    assert 'File "~/lib/x.py"' in done.stdout
    assert 'File "<python>/os.py"' in done.stdout
    assert " --> variant.yaml:13:9" in done.stdout
    assert "both engines" not in done.stdout


def test_no_file_is_replaced(run, variant: str) -> None:
    for name in ("ggl-bug-variant.txt", "ggl-bug-variant-2.txt", "ggl-bug-variant-3.txt"):
        assert run("bug", variant, "--games", "0").stdout == f"{name}\n"
    Path("mine.txt").write_text("mine")
    done = run("bug", variant, "-o", "mine.txt")
    assert (done.exit_code, Path("mine.txt").read_text()) == (2, "mine")
    assert "exists already" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing.yaml"], "there is no file"),
        (["base.yaml", "--record", "nothing.jsonl"], "there is no such file"),
        (["base.yaml", "--failure", "nothing.txt"], "No such file"),
        (["base.yaml", "--record", "base.yaml"], "contains no record"),
        (["base.yaml", "--after", "a1", "--record", "x"], "use one of them"),
        (["base.yaml", "-o", ""], "is empty"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_written(run, variant: str, words: list[str], said: str) -> None:
    done = run("bug", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not list(Path().glob("ggl-bug*"))


def test_the_moves_of_a_record_come_with_its_options_and_without_who_played(run, variant: str) -> None:
    run("selfplay", f"{variant}:size=2", "-n", "1", "--seed", "3", "-o", "played.jsonl")
    done = run("bug", variant, "--record", "played.jsonl", "--games", "0", "-o", "-")
    found = parts(done.stdout)
    assert len(found["moves"].splitlines()) == 4
    assert "no difference in 1 game of 4 steps in all" in found["both engines along the moves"]
    assert "random" not in found["moves"]
    assert "played.jsonl (the moves of its first play)" in done.stderr


def test_the_moves_of_a_record_are_read_without_labels(run) -> None:
    Path("labelled.yaml").write_text(BASE.replace("options:", "labels: {rows: numbers from 1 from the top}\noptions:"))
    run("play", "labelled.yaml", stdin="a1\nb2\nsave played.jsonl\nquit\n")
    found = parts(run("bug", "labelled.yaml", "--record", "played.jsonl", "--games", "0", "-o", "-").stdout)
    assert found["moves"] == "place a3\nplace b2\n"
    assert "1  X . .\n2  . O .\n" in found["both engines along the moves"]


def test_a_move_that_is_refused_is_told(run, variant: str) -> None:
    found = parts(run("bug", variant, "--after", "a1; a1; b1", "--games", "0", "-o", "-").stdout)
    assert "move 2, `a1`: " in found["both engines along the moves"]
    assert "ply 1: White" in found["both engines along the moves"]


def test_where_the_engines_differ_is_told_with_the_failure(run, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def start(self) -> None:
            raise IndexError("on purpose")

    monkeypatch.setattr(Fast, "comparable", Broken())
    found = parts(run("bug", variant, "--games", "1", "-o", "-").stdout)
    for title in ("both engines along the moves", "both engines in 1 random game"):
        assert "the compiled engine fails: IndexError: on purpose" in found[title]
        assert "Traceback" in found[title]


def test_a_part_that_fails_or_is_interrupted_leaves_the_others() -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    def failing() -> str:
        raise ZeroDivisionError("on purpose")

    assert section("a", interrupted) == "== a ==\ninterrupted after 0 s\n"
    assert "ZeroDivisionError: on purpose" in section("b", failing)
    assert section("c", lambda: "done\n\n") == "== c ==\ndone\n"


def test_folders_are_shortened_whole_and_the_longest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    text = f"{tmp_path}/mine/a.yaml {tmp_path}/mineral/b {tmp_path}-2/c '{tmp_path}' /x/y"
    assert shortened(text, ["/x"]).startswith("./a.yaml ~/mineral/b ")
    assert shortened(text, ["/x"]).endswith(" '~' ./y")
