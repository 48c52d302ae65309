"""What becomes of plays on file: none is replaced unasked, none is lost to rules that change, and damage is told."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from ggl import writing
from ggl.play.record import read_record_file
from ggl.play.storage import StorageError, create_file
from tests.cli.tables import Table, say, wait_for

GAME = """\
ggl: 1
name: Narrow
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where:
      an empty cell: empty(c)
      allowed: true
    do: put stone on c
end:
  draw: {full: full}
"""


class Desk(Table):
    """A table at which plays that nobody else is at are played in this process, which is quicker."""

    def __init__(self, folder: Path, play: Callable[..., Result]) -> None:
        super().__init__(folder)
        self._play = play

    def run(self, *words: str, lines: str | bytes = "") -> subprocess.CompletedProcess[str]:
        done = self._play(*words, stdin=lines)
        return subprocess.CompletedProcess(list(words), done.exit_code, done.stdout, done.stderr)


@pytest.fixture
def table(run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Desk(tmp_path, run)


def steps(path: Path) -> tuple[str, ...]:
    (record,) = read_record_file(path)
    return record.steps


# ---- other plays


def test_save_replaces_another_play_only_if_it_is_told_to(table: Desk) -> None:
    table.run("play", "tic-tac-toe", lines="a1\nsave x.jsonl\n")
    before = (table.folder / "x.jsonl").read_bytes()
    refused = table.run("play", "tic-tac-toe", lines="a1\nb1\nsave x.jsonl\n")
    assert "x.jsonl contains another play; `save over x.jsonl` replaces it, or choose another name" in refused.stdout
    assert "saved in" not in refused.stdout
    assert (table.folder / "x.jsonl").read_bytes() == before
    done = table.run("play", "tic-tac-toe", lines="a2\nsave over x.jsonl\n")
    assert "saved in x.jsonl" in done.stdout
    assert steps(table.folder / "x.jsonl") == ("place a2",)


def test_save_writes_on_in_the_file_of_the_same_play_also_after_a_resume(table: Desk) -> None:
    table.run("play", "tic-tac-toe", lines="a1\nsave x.jsonl\nb1\nsave x.jsonl\n")
    assert steps(table.folder / "x.jsonl") == ("place a1", "place b1")
    again = table.run("play", "--resume", lines="c1\nsave x.jsonl\n")
    assert "saved in x.jsonl" in again.stdout
    assert steps(table.folder / "x.jsonl") == ("place a1", "place b1", "place c1")
    loaded = table.run("play", "tic-tac-toe", lines="load x.jsonl\nundo\na3\nsave x.jsonl\n")
    assert "saved in x.jsonl" in loaded.stdout
    assert steps(table.folder / "x.jsonl") == ("place a1", "place b1", "place a3")


def test_save_writes_on_where_a_game_has_a_notation_of_its_own(table: Desk) -> None:
    table.run("play", "chess", lines="e2-e4\nsave x.jsonl\ne7-e5\nsave x.jsonl\n")
    assert len(steps(table.folder / "x.jsonl")) == 2
    again = table.run("play", "--resume", lines="g1-f3\nsave x.jsonl\nundo\nundo\ne7-e6\nsave x.jsonl\n")
    assert "another play" not in again.stdout
    assert len(steps(table.folder / "x.jsonl")) == 2


def test_save_refuses_where_the_same_play_went_on_elsewhere(table: Desk) -> None:
    table.run("play", "tic-tac-toe", lines="a1\nsave x.jsonl\n")
    (kept,) = table.sessions()
    table.run("play", "tic-tac-toe", lines="load x.jsonl\nb1\nsave x.jsonl\n")
    assert steps(table.folder / "x.jsonl") == ("place a1", "place b1")
    done = table.run("play", "tic-tac-toe", lines=f"load {kept}\nb2\nsave x.jsonl\n")
    assert "x.jsonl contains another play" in done.stdout
    assert steps(table.folder / "x.jsonl") == ("place a1", "place b1")


def test_save_refuses_where_the_same_play_was_resigned_elsewhere(table: Desk) -> None:
    table.run("play", "tic-tac-toe", lines="a1\nsave x.jsonl\n")
    table.run("play", "hex", lines="load x.jsonl\nresign\nsave x.jsonl\nundo\nsave x.jsonl\nredo\nsave x.jsonl\n")
    before = (table.folder / "x.jsonl").read_bytes()
    assert b"O resigned" in before
    done = table.run("play", "tic-tac-toe", "--resume", lines="save x.jsonl\n")
    assert "x.jsonl contains another play" in done.stdout
    refused = table.run("play", "tic-tac-toe", "--resume", "--save", "x.jsonl")
    assert refused.returncode == 2
    assert (table.folder / "x.jsonl").read_bytes() == before


def test_save_refuses_a_file_with_other_variations_of_the_same_play(table: Desk) -> None:
    table.run("play", "tic-tac-toe", lines="a1\nsave x.jsonl\nb1\nundo\n")
    (kept,) = table.sessions()
    copy = table.folder / "copy.jsonl"
    copy.write_bytes(kept.read_bytes())
    refused = table.run("play", "hex", lines="load x.jsonl\nsave copy.jsonl\n")
    assert "copy.jsonl contains another play" in refused.stdout
    done = table.run("play", "hex", lines="load copy.jsonl\nsave copy.jsonl\n")
    assert "saved in copy.jsonl" in done.stdout


@pytest.mark.processes
def test_save_does_not_touch_the_file_that_another_session_keeps(table: Desk) -> None:
    play = table.begin("play", "tic-tac-toe", "--save", "x.jsonl")
    wait_for(play, "ply 0:")
    say(play, "a1")
    wait_for(play, "ply 1:")
    for line in ("save x.jsonl", "save over x.jsonl"):
        done = table.run("play", "tic-tac-toe", lines=f"b2\n{line}\n")
        assert f"x.jsonl is in use by another process ({play.pid})" in done.stdout
    kept = next(path for path in table.sessions() if steps(path) == ("place a1",))
    done = table.run("play", "tic-tac-toe", lines=f"b2\nsave over {kept}\n")
    assert "is in use by another process" in done.stdout
    say(play, "quit")
    play.communicate(timeout=60)
    assert steps(table.folder / "x.jsonl") == steps(kept) == ("place a1",)
    assert not list(table.folder.rglob("*.lock"))


@pytest.mark.processes
def test_two_processes_with_the_same_new_save_do_not_overwrite_each_other(table: Desk) -> None:
    first = table.begin("play", "tic-tac-toe", "--save", "x.jsonl")
    wait_for(first, "ply 0:")
    second = table.run("play", "tic-tac-toe", "--save", "x.jsonl", lines="b2\n")
    assert (second.returncode, second.stdout) == (2, "")
    assert f"x.jsonl is in use by another process ({first.pid})" in second.stderr
    say(first, "a1")
    wait_for(first, "ply 1:")
    first.kill()
    first.communicate()
    assert steps(table.folder / "x.jsonl") == ("place a1",)
    third = table.run("play", "tic-tac-toe", "--save", "x.jsonl", lines="b2\n")
    assert third.returncode == 2
    assert "x.jsonl exists already" in third.stderr


@pytest.mark.processes
def test_of_many_that_begin_the_same_new_save_at_once_one_has_it(table: Desk) -> None:
    plays = [table.begin("play", "tic-tac-toe", "--save", "x.jsonl") for _ in range(4)]
    for number, play in enumerate(plays):
        try:
            say(play, f"{'abc'[number % 3]}{1 + number // 3}\nquit")
        except BrokenPipeError:
            continue
    told = [(play.communicate(timeout=120)[1], play.returncode) for play in plays]
    assert sorted(code for _, code in told).count(0) == 1
    assert all("x.jsonl is in use" in err or "x.jsonl exists already" in err for err, code in told if code == 2)
    (found,) = steps(table.folder / "x.jsonl")
    assert found.startswith("place ")


def test_a_resumed_play_is_not_kept_in_the_file_of_another(table: Desk) -> None:
    table.run("play", "tic-tac-toe", lines="a1\nsave x.jsonl\n")
    table.run("play", "tic-tac-toe", lines="b2\nsave y.jsonl\n")
    refused = table.run("play", "--resume", "--save", "x.jsonl", lines="c3\n")
    assert refused.returncode == 2
    assert "x.jsonl contains another play; choose another name" in refused.stderr
    assert steps(table.folder / "x.jsonl") == ("place a1",)
    own = table.run("play", "--resume", "--save", "y.jsonl", lines="c3\n")
    assert own.returncode == 0
    assert steps(table.folder / "y.jsonl") == ("place b2", "place c3")


def test_after_load_the_file_of_save_keeps_the_play_before(table: Desk) -> None:
    table.run("play", "tic-tac-toe", lines="a1\nsave other.jsonl\n")
    done = table.run("play", "tic-tac-toe", "--save", "x.jsonl", lines="b2\nload other.jsonl\nc3\n")
    assert "x.jsonl still has the previous play; `save FILE` writes this one." in done.stdout
    assert steps(table.folder / "x.jsonl") == ("place b2",)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
def test_a_save_file_that_is_full_is_told_and_the_play_is_kept_all_the_same(table: Desk) -> None:
    done = table.run("play", "tic-tac-toe", "--save", "/dev/full", lines="a1\nb1\n")
    assert done.stdout.count("Not saved: /dev/full cannot be written: the disk is full.") == 1
    assert done.stderr.splitlines()[-2:] == [
        "/dev/full cannot be written: the disk is full",
        "the play is saved; resume it with `ggl play --resume`",
    ]
    assert steps(table.sessions()[0]) == ("place a1", "place b1")


def test_a_new_file_is_made_by_one_process_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, link = tmp_path / "x.jsonl", writing.os.link

    def another_was_first(part: Path, target: Path) -> None:
        target.write_text("theirs")
        link(part, target)

    monkeypatch.setattr(writing.os, "link", another_was_first)
    with pytest.raises(StorageError, match=r"x\.jsonl cannot be made: a file of that name exists already"):
        create_file(path, "ours")
    assert path.read_text() == "theirs"
    assert [each.name for each in tmp_path.iterdir()] == ["x.jsonl"]


def test_a_new_file_is_made_where_the_disk_knows_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(part: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(writing.os, "link", no_links)
    create_file(tmp_path / "x.jsonl", "ours")
    with pytest.raises(StorageError, match="a file of that name exists already"):
        create_file(tmp_path / "x.jsonl", "theirs")
    assert (tmp_path / "x.jsonl").read_text() == "ours"
    assert [each.name for each in tmp_path.iterdir()] == ["x.jsonl"]


# ---- rules that change


def changed(table: Desk, rule: str) -> None:
    (table.folder / "narrow.yaml").write_text(GAME.replace("allowed: true", f"allowed: {rule}"))


PLAYED = "a1\nb1\nundo 2\na2\nb2\nc3\n"


def test_resuming_under_changed_rules_writes_nothing_before_a_move_is_made(table: Desk) -> None:
    changed(table, "true")
    table.run("play", "narrow.yaml", lines=PLAYED)
    (kept,) = table.sessions()
    before = kept.read_bytes()
    for rule in ("c not in {a1, b2}", "a1 != c"):
        changed(table, rule)
        lines = "board\nhistory\ngoto 0\nvar\nvar 1\ngoto end\nseat red random\nseat red human\nundo\nredo\n"
        done = table.run("play", "--resume", lines=lines)
        assert "The rules have changed since; the play goes on" in done.stderr
        assert kept.read_bytes() == before


def test_a_play_that_is_resumed_under_changed_rules_is_saved_elsewhere_before_a_move_is_made(table: Desk) -> None:
    changed(table, "true")
    table.run("play", "narrow.yaml", lines=PLAYED)
    changed(table, "c != c3")
    assert table.run("play", "--resume", "--save", "x.jsonl").returncode == 0
    assert steps(table.folder / "x.jsonl") == ("put a2", "put b2")
    assert table.run("replay", "x.jsonl").returncode == 0


def test_a_play_under_changed_rules_is_found_by_its_options(table: Desk) -> None:
    rules = GAME.replace("board: square(3)", "options: {size: 3 in 2..9}\nboard: square(size)")
    (table.folder / "sized.yaml").write_text(rules)
    table.run("play", "sized.yaml:size=4", lines="a1\nb1\n")
    table.run("play", "sized.yaml", lines="c1\n")
    (table.folder / "sized.yaml").write_text(rules.replace("allowed: true", "allowed: c != c3"))
    assert "last: put b1" in table.run("play", "sized.yaml:size=4", "--resume").stdout
    assert table.run("play", "sized.yaml:size=5", "--resume").returncode != 0


def test_what_changed_rules_do_not_allow_is_kept_told_and_played_again_with_the_old_ones(table: Desk) -> None:
    changed(table, "true")
    table.run("play", "narrow.yaml", lines=PLAYED)
    changed(table, "c not in {a1, b2}")
    done = table.run("play", "--resume", lines="var\nundo\nvar\nredo\nb3\n")
    assert "It broke off at ply 1, `put b2` by Blue: " in done.stdout
    assert "4 moves of it cannot be played under these rules. All is kept" in done.stdout
    assert '      put b2 is kept, and cannot be played now: "allowed" does not hold' in done.stdout
    assert '      put a1 is kept, and cannot be played now: "allowed" does not hold' in done.stdout
    changed(table, "true")
    back = table.run("play", "--resume", lines="history\ngoto 1\nvar\ngoto 0\nvar\n")
    assert "   2. Blue: put b3   (also put b2)" in back.stdout
    assert "cannot be played" not in back.stdout
    assert "   1. put b3  1 turn, the play\n   2. put b2  2 turns" in back.stdout
    assert "   1. put a2  2 turns, the play\n   2. put a1  2 turns" in back.stdout


def test_a_kept_play_of_changed_rules_waits_for_a_word_before_others_move(table: Desk) -> None:
    changed(table, "true")
    table.run("play", "narrow.yaml", "--second", "random", "--seed", "3", lines="a1\nb1\n")
    (kept,) = table.sessions()
    before = kept.read_bytes()
    changed(table, "c != b1")
    assert table.run("play", "--resume", "--first", "random").returncode == 0
    done = table.run("play", "--resume", "--first", "random", lines="board\n")
    if steps(kept)[2] == "put b1":
        assert "`go` continues the play." in done.stdout
    assert kept.read_bytes() == before


def test_a_kept_play_is_ours_by_whatever_path(table: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "link" / "state"))
    changed(table, "true")
    table.run("play", "narrow.yaml", lines="a1\nb1\n")
    (kept,) = (tmp_path / "link" / "state" / "ggl").glob("*.jsonl")
    for path in (kept, tmp_path / "real" / "state" / "ggl" / kept.name):
        assert table.run("replay", str(path)).returncode == 0
        assert "last: put b1" in table.run("play", "tic-tac-toe", lines=f"load {path}\n").stdout


@pytest.mark.parametrize("name", ["x:size=3.yaml", "a:b/c.yaml"])
def test_a_game_with_a_colon_in_its_name_is_found_beside_its_record(table: Desk, tmp_path: Path, name: str) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(GAME)
    table.run("play", name, lines="a1\nsave played.jsonl\n")
    table.run("selfplay", name, "-n", "1", "-o", "made.jsonl")
    for file in ("played.jsonl", "made.jsonl"):
        assert table.run("replay", file).returncode == 0


# ---- damage


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("noise\n", "line 1: not a record"),
        ("", "it contains no plays"),
        ("TWICE", "it contains 2 plays"),
        ("HALF", "line 1: not a record"),
        (b"\xff\xfe", "line 1: not UTF-8"),
    ],
)
def test_a_damaged_kept_play_is_told_with_its_path_and_the_way_out(table: Desk, text: str | bytes, cause: str) -> None:
    table.run("play", "tic-tac-toe", lines="a1\n")
    table.run("play", "tic-tac-toe", lines="b2\n")
    newest = max(table.sessions(), key=lambda path: path.stat().st_mtime_ns)
    whole = newest.read_text()
    text = {"TWICE": whole * 2, "HALF": whole[:80]}.get(text, text) if isinstance(text, str) else text
    newest.write_bytes(text.encode() if isinstance(text, str) else text)
    before = newest.read_bytes()
    done = table.run("play", "--resume", lines="c3\n")
    assert f"a saved play is damaged, and is left unchanged: {newest}: {cause}" in done.stderr
    assert "repair that file, or delete it" in done.stderr
    assert "last: place a1" in done.stdout
    assert newest.read_bytes() == before


def test_where_the_only_kept_play_is_damaged_that_is_told_too(table: Desk) -> None:
    table.run("play", "tic-tac-toe", lines="a1\n")
    (kept,) = table.sessions()
    kept.write_text("noise\n")
    done = table.run("play", "--resume")
    assert done.returncode == 2
    assert str(kept) in done.stderr
    assert "has no play that is not over" in done.stderr


def test_a_kept_play_whose_game_is_gone_names_its_file(table: Desk) -> None:
    changed(table, "true")
    table.run("play", "narrow.yaml", lines="a1\n")
    (table.folder / "narrow.yaml").unlink()
    (kept,) = table.sessions()
    done = table.run("play", "--resume")
    assert done.returncode == 2
    assert f"the newest play is saved in {kept}, but its game `{table.folder / 'narrow.yaml'}` is no longer there" in done.stderr
    assert "if it has moved, or for another play, `ggl play GAME --resume`" in done.stderr


def test_a_kept_play_goes_on_where_its_game_has_moved(table: Desk) -> None:
    changed(table, "true")
    table.run("play", "narrow.yaml", lines="a1\n")
    (table.folder / "narrow.yaml").rename(table.folder / "slim.yaml")
    table.run("play", "slim.yaml", "--resume", lines="b1\n")
    (kept,) = table.sessions()
    assert steps(kept) == ("put a1", "put b1")
    again = table.run("play", "--resume", lines="c1\n")
    assert again.returncode == 0
    assert steps(kept) == ("put a1", "put b1", "put c1")


@pytest.mark.parametrize(("stays", "condition"), [(True, "true"), (False, "c.row < 3")], ids=["beside the old", "of other rules"])
def test_a_kept_play_does_not_go_on_with_another_file(table: Desk, stays: bool, condition: str) -> None:
    changed(table, "true")
    table.run("play", "narrow.yaml", lines="a1\n")
    if not stays:
        (table.folder / "narrow.yaml").unlink()
    (table.folder / "slim.yaml").write_text(GAME.replace("allowed: true", f"allowed: {condition}"))
    done = table.run("play", "slim.yaml", "--resume", lines="b1\n")
    assert done.returncode == 2
    assert "has no play of slim.yaml that is not over" in done.stderr


# ---- the same after a resume


def test_undo_takes_back_as_much_after_a_resume_as_before(table: Desk) -> None:
    typed = "d1 - d7\nshoot g7\na7 - b7, shoot b6\n"
    before = table.run("play", "amazons", lines=f"{typed}undo\nhistory\nundo\nhistory\n")
    table.run("play", "amazons", lines=typed)
    after = table.run("play", "--resume", lines="undo\nhistory\nundo\nhistory\n")
    assert [line for line in before.stdout.splitlines() if line[:4].strip().isdigit() and "." in line][-3:] == [
        line for line in after.stdout.splitlines() if line[:4].strip().isdigit() and "." in line
    ][-3:]
    assert after.stdout.rstrip().endswith("1. White: d1 - d7")


def test_the_numbers_of_variations_are_the_same_after_a_resume(table: Desk) -> None:
    typed = "a1\nundo\nb1\nundo\nc1\nundo\nb2\nundo\n"
    before = table.run("play", "tic-tac-toe", lines=f"{typed}var 2\ngo\nundo\nvar\n")
    table.run("play", "tic-tac-toe", lines=f"{typed}redo\n")
    after = table.run("play", "--resume", lines="undo\nvar\nvar 1\nundo\nvar\n")
    listed = ["   1. place a1  1 turn", "   2. place b1  1 turn", "   3. place c1  1 turn", "   4. place b2  1 turn"]
    assert all(line in before.stdout for line in listed)
    assert all(line in after.stdout for line in listed)


@pytest.mark.processes
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end_keeps_the_play_and_lets_go_of_its_files(table: Desk, name: str) -> None:
    number = getattr(signal, name, None)
    if number is None:
        pytest.skip("no such signal here")
    play = table.begin("play", "tic-tac-toe", "--save", "x.jsonl")
    wait_for(play, "ply 0:")
    say(play, "a1")
    wait_for(play, "ply 1:")
    play.send_signal(number)
    _, err = play.communicate(timeout=60)
    assert play.returncode == 128 + number
    assert err == "the play is saved; resume it with `ggl play --resume`\n"
    assert steps(table.folder / "x.jsonl") == steps(table.sessions()[0]) == ("place a1",)
    assert not list(table.folder.rglob("*.lock"))


@pytest.mark.processes
def test_kill_9_while_a_play_is_written_leaves_a_whole_one(table: Desk) -> None:
    for wait in (0.0, 0.002, 0.01):
        play = table.begin("play", "amazons", "--first", "random", "--second", "random", "--seed", "1")
        wait_for(play, "Amazons")
        time.sleep(wait)
        play.kill()
        play.communicate()
    for kept in table.sessions():
        assert read_record_file(kept)[0].play
