"""`ggl render`: which position, where to, and what a user can get wrong."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ggl.cli.render import MOST_PICTURES
from ggl.play.record import Record, to_json

PNG = b"\x89PNG\r\n\x1a\n"


def title(text: str) -> str:
    return ET.fromstring(text)[0].text or ""


@pytest.fixture
def record(run, small: str) -> str:
    """A play of three turns in a file."""
    done = run("play", small, "--plain", stdin="a1\nb1\na2\nsave play.jsonl\nquit\n")
    assert done.exit_code == 0, done.output
    return "play.jsonl"


def test_a_picture_of_the_start_goes_to_standard_output(run, small: str) -> None:
    done = run("render", small)
    assert done.exit_code == 0
    assert title(done.stdout) == "Small, ply 0: Black to move"
    assert done.stderr == ""


def test_moves_are_played_first_and_the_last_is_told(run, small: str) -> None:
    done = run("render", small, "--after", "a1; b2")
    assert title(done.stdout) == "Small, ply 2: Black to move"
    assert "Last: place b2." in done.stdout


def test_the_last_turn_is_all_its_steps(run) -> None:
    done = run("render", "amazons", "--after", "d1 - d7; shoot g7")
    assert "Last: d1 - d7, shoot g7." in done.stdout
    done = run("render", "amazons", "--after", "d1 - d7; shoot g7; a7 - b7")
    assert "Last: a7 - b7." in done.stdout


def test_rolls_are_no_move_of_anybody(run) -> None:
    assert "Last:" not in run("render", "backgammon", "--after", "roll 2; roll 5").stdout


def test_a_file_is_named_on_standard_output(run, small: str, tmp_path: Path) -> None:
    done = run("render", small, "-o", "here.svg")
    assert (done.exit_code, done.stdout) == (0, "here.svg\n")
    assert title((tmp_path / "here.svg").read_text()).startswith("Small")


@pytest.mark.parametrize(("ply", "told"), [("0", "ply 0"), ("2", "ply 2"), (None, "ply 3")])
def test_a_position_of_a_record(run, record: str, ply: str | None, told: str) -> None:
    done = run("render", "--record", record, *(("--ply", ply) if ply else ()))
    assert done.exit_code == 0
    assert told in title(done.stdout)


def test_a_record_comes_through_a_pipe(run, record: str, tmp_path: Path) -> None:
    done = run("render", "--record", "-", stdin=(tmp_path / record).read_text())
    assert "ply 3" in title(done.stdout)


def test_all_positions_of_a_record_are_files(run, record: str, tmp_path: Path) -> None:
    done = run("render", "--record", record, "--all", "-o", "p.svg")
    assert done.stdout.split() == ["p-000.svg", "p-001.svg", "p-002.svg", "p-003.svg"]
    plies = [re.search(r"ply (\d)", title((tmp_path / name).read_text())) for name in done.stdout.split()]
    assert [found and found[1] for found in plies] == ["0", "1", "2", "3"]


def test_a_turn_of_several_steps_is_one_picture(run, tmp_path: Path) -> None:
    run("play", "amazons", "--plain", stdin="d1 - d7\nshoot g7\nsave play.jsonl\nquit\n")
    done = run("render", "--record", "play.jsonl", "--all", "-o", "p.svg")
    assert done.stdout.split() == ["p-000.svg", "p-001.svg"]
    assert "Last: d1 - d7, shoot g7." in (tmp_path / "p-001.svg").read_text()


def test_the_kth_record_of_a_file(run, record: str, tmp_path: Path) -> None:
    lines = (tmp_path / record).read_text()
    (tmp_path / "two.jsonl").write_text(lines + to_json(Record("small.yaml", {}, "?", (("place a2",),))) + "\n")
    done = run("render", "--record", "two.jsonl", "--nth", "2")
    assert "ply 1" in title(done.stdout)
    assert done.exit_code == 1
    assert "the rules are not those of the record" in done.stderr


def test_a_record_that_breaks_is_drawn_as_far_as_it_goes(run, record: str, tmp_path: Path) -> None:
    broken = (tmp_path / record).read_text().replace("place b1", "place a1")
    (tmp_path / record).write_text(broken)
    done = run("render", "--record", record)
    assert done.exit_code == 1
    assert "ply 1" in title(done.stdout)
    assert "at ply 1, `place a1` by White" in done.stderr


def test_the_game_of_a_record_may_be_given(run, record: str, tmp_path: Path) -> None:
    (tmp_path / "elsewhere.yaml").write_bytes((tmp_path / "small.yaml").read_bytes())
    (tmp_path / "small.yaml").unlink()
    assert run("render", "--record", record).exit_code == 2
    assert "ply 3" in title(run("render", "elsewhere.yaml", "--record", record).stdout)


def test_bare_is_the_board_alone(run, small: str) -> None:
    layers = {each.get("data-layer") for each in ET.fromstring(run("render", small, "--bare").stdout)}
    assert "sites" in layers
    assert not {"labels", "status"} & layers


def test_a_png_is_one(run, small: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert run("render", small, "-o", "p.png").stdout == "p.png\n"
    assert (tmp_path / "p.png").read_bytes().startswith(PNG)
    assert run("render", small, "--format", "png").stdout_bytes.startswith(PNG)
    run("render", small, "-o", "w.png", "--size", "333")
    assert int.from_bytes((tmp_path / "w.png").read_bytes()[16:20], "big") == 333


def test_a_missing_extra_is_one_line(run, small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = run("render", small, "-o", "p.png")
    assert done.exit_code == 2
    assert done.stderr == "error: PNG needs the extra `png`, which is not installed: pip install 'ggl-games[png]'\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "give a GAME, or a record with --record FILE"),
        (["play.jsonl"], "write `--record play.jsonl`"),
        (["small.yaml", "--ply", "2"], "--ply, --all and --nth need a record"),
        (["small.yaml", "--all"], "need a record"),
        (["--record", "play.jsonl", "--after", "a1"], "choose different positions"),
        (["--record", "play.jsonl", "--all", "--ply", "1", "-o", "p.svg"], "choose different positions"),
        (["--record", "play.jsonl", "--all"], "--all writes many files; name them with -o"),
        (["--record", "play.jsonl", "--ply", "9"], "--ply 9: the record has 3 turns"),
        (["--record", "play.jsonl", "--nth", "2"], "`play.jsonl` has fewer than 2 records"),
        (["--record", "nothing.jsonl"], "nothing.jsonl cannot be read: there is no such file"),
        (["small.yaml", "-o", ""], "the file name is empty"),
        (["small.yaml", "-o", "p.jpeg"], "a picture is .svg or .png, not `.jpeg`"),
        (["small.yaml", "-o", "no/such/p.svg"], "there is no such folder"),
        (["small.yaml", "-o", "."], "`.` is a folder"),
        (["--record", "play.jsonl", "--all", "-o", "."], "`.` is a folder"),
        (["--record", "play.jsonl", "--all", "-o", "/"], "`/` is a folder"),
        (["--record", "play.jsonl", "--all", "-o", ".."], "`..` is a folder"),
        (["small.yaml", "--size", "3"], "a width of 3 pixels is none"),
        (["small.yaml", "--mark", "z9"], "`z9` is not a site of this board"),
        (["small.yaml", "--after", "z9"], "--after, move 1"),
        (["small.yaml", "--theme", "sepia"], "'sepia' is not one of"),
    ],
)
def test_bad_usage_is_one_message_and_exit_2(run, record: str, words: list[str], said: str) -> None:
    done = run("render", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_a_record_of_very_many_turns_is_not_drawn_whole(run, small: str, tmp_path: Path) -> None:
    turns = (("pass",),) * MOST_PICTURES
    (tmp_path / "long.jsonl").write_text(to_json(Record(small, {}, "?", turns)) + "\n")
    done = run("render", "--record", "long.jsonl", "--all", "-o", "p.svg")
    assert done.exit_code == 2
    assert "--all draws at most" in done.stderr


def test_a_board_too_long_for_a_png_is_told(run, small: str, tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    (tmp_path / "long.yaml").write_text((tmp_path / small).read_text().replace("square(2)", "square(1, 4000)"))
    done = run("render", "long.yaml", "-o", "p.png")
    assert done.exit_code == 2
    assert "pixels is too large; ask for less by the size, or for SVG" in done.stderr
    assert run("render", "long.yaml", "-o", "p.svg").exit_code == 0


def test_a_picture_replaces_a_picture_and_nothing_else(run, tmp_path: Path) -> None:
    has_png = importlib.util.find_spec("resvg_py") is not None
    mine = {"mine.svg": b"<svg><!-- my drawing --></svg>", "mine": b"my notes"}
    for name, before in (mine | {"mine.png": PNG + b"my photo"} if has_png else mine).items():
        (tmp_path / name).write_bytes(before)
        done = run("render", "tic-tac-toe", "-o", name)
        assert done.exit_code == 2
        assert f"{name} is not a picture by `ggl render`, and is left unchanged; choose another name" in done.stderr
        assert (tmp_path / name).read_bytes() == before
    for name in ("new.svg", "new.png") * 2 if has_png else ("new.svg",) * 2:
        assert run("render", "tic-tac-toe", "-o", name).exit_code == 0
