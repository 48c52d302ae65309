"""Sessions: undo and redo, random movers, turns typed in one go, and a disk that refuses."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

import ggl
from ggl import writing
from ggl.play.errors import GameOverError, GglError
from ggl.play.kept import check_replaceable, kept_sessions, new_file, prune_finished
from ggl.play.lock import HeldError, hold
from ggl.play.record import RecordError, read_record_file
from ggl.play.session import Session
from ggl.play.storage import StorageError, replace_file, state_folder
from ggl.play.turn_text import TurnError, read_turn

SHOOTERS = str(Path(__file__).with_name("shooters.yaml"))


@pytest.fixture(autouse=True)
def _own_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def session(name: str = "sgibun", files: tuple[Path, ...] = ()) -> Session:
    options = {"side": 3} if name == "sgibun" else {}
    return Session(ggl.load(name, **options), name, files=files)


def played(play: Session) -> list[str]:
    return [str(move) for move in play.moves]


# ---- undo and redo


def test_undo_takes_back_what_was_typed_and_redo_plays_it_again() -> None:
    play = session()
    for move in ("place c3", "take-white", "place a3"):
        play.enter(move)
    whole = play.state
    assert play.undo() == 1
    assert played(play) == ["place c3", "take-white"]
    assert play.undo(5) == 2
    assert play.state == play.game.initial_state()
    assert play.redo(2) == 2
    assert played(play) == ["place c3", "take-white"]
    assert play.redo(9) == 1
    assert play.state == whole
    assert play.redo() == 0


def test_a_new_move_leaves_nothing_to_redo() -> None:
    play = session()
    play.enter("place c3")
    play.undo()
    play.enter("place a3")
    assert play.redo() == 0
    assert played(play) == ["place a3"]


def test_a_refused_move_changes_nothing_and_keeps_what_can_be_redone() -> None:
    play = session()
    play.enter("place c3")
    play.undo()
    with pytest.raises(GglError):
        play.enter("place z9")
    assert not play.moves
    assert play.redo() == 1


def test_undo_takes_back_the_answer_of_a_random_mover_too_and_the_same_answer_comes_again() -> None:
    play = Session(ggl.load("tabik", size=4), "tabik", seats={"second": "random"}, seed=4)
    assert play.answer() == []
    play.enter("place a1 b1")
    (answer,) = play.answer()
    assert (answer.seat, answer.number) == ("second", 2)
    assert play.undo() == 1
    assert not play.moves
    play.enter("place a1 b1")
    assert play.answer() == [answer]
    play.undo()
    play.redo()
    assert played(play) == ["place a1 b1", str(answer)]


def test_what_a_random_mover_opened_with_cannot_be_taken_back() -> None:
    play = Session(ggl.load("tabik", size=4), "tabik", seats={"first": "random"}, seed=4)
    assert len(play.answer()) == 1
    assert play.undo(3) == 0
    assert len(play.moves) == 1


def test_a_forced_pass_is_played_by_itself_unless_it_is_to_be_asked_for() -> None:
    for forced_pass in (True, False):
        play = Session(ggl.load("tabik", size=3), "tabik", seats={"first": "random", "second": "random"}, seed=1)
        play.answer()
        passes = [number for number, move in enumerate(play.moves) if str(move) == "pass"]
        assert len(passes) >= 2
        again = Session(play.game, "tabik", forced_pass=forced_pass)
        for move in played(play)[: passes[0]]:
            again.enter(move)
        assert len(again.answer()) == (2 if forced_pass else 0)
        assert again.is_over is forced_pass


def test_resigning_ends_the_play_and_can_be_taken_back() -> None:
    play = session()
    play.enter("place c3")
    play.resign()
    assert play.is_over
    assert str(play.ending).startswith("Black wins (White resigned")
    with pytest.raises(GameOverError):
        play.enter("take-white")
    with pytest.raises(GameOverError):
        play.resign()
    assert play.undo() == 1
    assert not play.is_over
    assert played(play) == ["place c3"]


# ---- turns in one go


@pytest.mark.parametrize(
    "text",
    [
        "walk b1 b2 shoot b1",
        "walk b1 b2 shoot b2 b1",
        "walk b1-b2/b1",
        "b1 b2 b1",
        "  WALK  B1 B2 , Shoot B1 ",
        "w b1 b2 s b1",
    ],
)
def test_a_whole_turn_may_be_typed_in_one_go(text: str) -> None:
    play = session(SHOOTERS)
    assert list(map(str, play.enter(text))) == ["walk b1 b2", "shoot b2 b1"]
    assert not play.state.in_turn
    assert len(play.turns()) == 1
    assert play.undo() == 1
    assert not play.moves


def test_step_by_step_comes_to_the_same() -> None:
    play = session(SHOOTERS)
    play.enter("b1 b2")
    assert play.state.in_turn
    play.enter("b1")
    assert [str(turn) for turn in play.turns()] == ["walk b1 b2, shoot b2 b1"]


def test_where_the_first_step_is_legal_the_error_is_about_the_second() -> None:
    play = session(SHOOTERS)
    with pytest.raises(TurnError, match=r"after `walk b1 b2`: .*c4") as caught:
        play.enter("walk b1 b2 shoot c4")
    assert [str(move) for move in caught.value.done] == ["walk b1 b2"]
    assert not play.moves


@pytest.mark.parametrize(
    ("text", "told", "why"),
    [
        ("walk b1 b2 shoot b1", "walk b1 b2 shoot b2 b1", "it is legal"),
        ("b1 b2, b1", "walk b1 b2 shoot b2 b1", "it is legal"),
        ("walk b1 b2 shoot b2 c4", "shoot b2 c4", "after `walk b1 b2`, c4 is not in `slides(a, compass)`"),
        ("walk b1 b2 shoot", "shoot", "after `walk b1 b2`, `shoot` takes 2 cells, but none is given"),
    ],
)
def test_why_follows_the_legal_steps_of_a_turn_and_tells_of_the_step_that_fails(text: str, told: str, why: str) -> None:
    found = ggl.load(SHOOTERS).initial_state().explain(text)
    assert found.legal == (why == "it is legal")
    assert found.text == told
    assert why in found.reason


def test_words_without_end_are_refused_at_once() -> None:
    state = ggl.load(SHOOTERS).initial_state()
    for text in ("a1 " * 130, "x" * 10_000, "walk b1 b2 " * 30):
        with pytest.raises(GglError):
            read_turn(state, text)


# ---- on disk


def test_every_change_is_on_disk_when_the_call_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "play.jsonl"
    play = session(files=(file,))
    for change in (lambda: play.enter("place c3"), lambda: play.enter("take-white"), play.undo, play.redo, play.resign):
        change()
        (record,) = read_record_file(file)
        assert record == play.record()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["play.jsonl", "play.jsonl.lock"]


def test_a_resumed_session_has_the_same_moves_seats_and_turns_to_take_back() -> None:
    play = Session(ggl.load("tabik", size=4), "tabik", seats={"second": "random"}, seed=4)
    for _ in range(3):
        play.enter(str(play.state.legal_moves()[0]))
        play.answer()
    again = Session.resumed(play.record(), play.game, "tabik")
    assert again.record() == play.record()
    assert again.undo(99) == 3
    assert again.redo(99) == 3
    assert again.state == play.state


def test_each_persons_choice_in_a_turn_of_choices_made_together_can_be_taken_back_after_a_resume() -> None:
    for seats, texts in (({"first": "random"}, ["rock"]), ({}, ["rock", "paper"])):
        play = Session(ggl.load("rock-paper-scissors", rounds=1), "rock-paper-scissors", seats=seats, seed=1)
        for text in texts:
            play.answer()
            play.enter(text)
        again = Session.resumed(play.record(), play.game, "rock-paper-scissors")
        assert again.undo() == 1
        assert len(again.moves) == 1
        assert again.state.mover == "Right"


def test_half_a_turn_is_resumed_in_the_middle() -> None:
    play = session(SHOOTERS)
    play.enter("walk b1 b2")
    again = Session.resumed(play.record(), play.game, SHOOTERS)
    assert again.state.in_turn
    again.enter("shoot b1")
    assert len(again.turns()) == 1


def test_a_full_disk_is_told_and_the_play_goes_on_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "play.jsonl"
    play = session(files=(file,))
    play.enter("place c3")
    before = file.read_text()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(writing.os, "fsync", full)
        play.enter("take-white")
        assert str(play.files.trouble) == f"{file} cannot be written: the disk is full"
        assert file.read_text() == before
        assert sorted(path.name for path in tmp_path.iterdir()) == ["play.jsonl", "play.jsonl.lock"]
        with pytest.raises(StorageError, match="the disk is full"):
            play.save(tmp_path / "other.jsonl")
    assert played(play) == ["place c3", "take-white"]
    play.enter("place a3")
    assert play.files.trouble is None
    assert read_record_file(file) == [play.record()]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_device_that_is_full_is_told() -> None:
    with pytest.raises(StorageError, match="the disk is full"):
        session().save(Path("/dev/full"))


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "locked"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    if os.access(folder, os.W_OK):  # the superuser may write everywhere

        def locked(**_: object) -> None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

        monkeypatch.setattr(writing.tempfile, "mkstemp", locked)
    play = session(files=(folder / "play.jsonl",))
    play.enter("place c3")
    assert str(play.files.trouble) == f"{folder / 'play.jsonl'} cannot be written: it may not be written"
    assert played(play) == ["place c3"]
    folder.chmod(stat.S_IRWXU)


@pytest.mark.parametrize(
    ("name", "cause"),
    [
        ("no/such/folder/x.jsonl", "no such folder"),
        ("", "it is a folder"),
        ("x" * 300, "too long"),
        ("a\0b", "not a file's name"),
    ],
)
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, name: str, cause: str) -> None:
    with pytest.raises(StorageError, match=cause):
        session().save(tmp_path / name)


def test_a_file_that_holds_something_else_is_never_replaced(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("ggl: 1\n")
    with pytest.raises(RecordError, match="is not a record of a play"):
        session().save(mine)
    assert mine.read_text() == "ggl: 1\n"
    many = tmp_path / "many.jsonl"
    session().save(many)
    many.write_text(many.read_text() * 2)
    with pytest.raises(RecordError, match="contains 2 plays"):
        check_replaceable(many, lambda _: True, over=True)


def test_a_saved_play_is_replaced_and_a_link_to_it_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "play.jsonl", tmp_path / "link.jsonl"
    play = session()
    play.save(file)
    link.symlink_to(file)
    play.enter("place c3")
    play.save(link)
    assert link.is_symlink()
    assert read_record_file(file) == [play.record()]


def test_replacing_keeps_the_old_text_if_anything_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x"
    replace_file(file, "old")

    def broken(self: Path, target: Path) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(StorageError):
        replace_file(file, "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_kept_sessions_come_newest_first_and_other_files_are_passed_over() -> None:
    files = []
    for number in range(3):
        play = session(files=(new_file("sgibun"),))
        play.enter(f"place {'abc'[number]}3")
        os.utime(play.files.paths[0], (number, number))
        files.append(play.files.paths[0])
    (state_folder() / "noise.jsonl").write_text("noise")
    assert [file for file, _ in kept_sessions()] == files[::-1]
    assert len(set(files)) == 3


def test_a_link_to_nowhere_hides_no_kept_session() -> None:
    play = session(files=(new_file("sgibun"),))
    play.enter("place c3")
    (state_folder() / "gone.jsonl").symlink_to("/nowhere")
    assert [file for file, _ in kept_sessions()] == [*play.files.paths]


def test_a_game_on_file_is_named_as_seen_from_the_record(tmp_path: Path) -> None:
    name = SHOOTERS
    play = Session(ggl.load(name), name)
    play.save(tmp_path / "play.jsonl")
    (record,) = read_record_file(tmp_path / "play.jsonl")
    assert not Path(record.game).is_absolute()
    assert (tmp_path / record.game).resolve() == Path(name)


def test_without_a_home_the_trouble_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("HOME", str(blocked))
    play = session(files=(new_file("sgibun"),))
    play.enter("place c3")
    assert "a part of its path is not a folder" in str(play.files.trouble)


# ---- holding, and putting away


def test_a_file_is_held_by_one_at_a_time_and_free_after_its_release(tmp_path: Path) -> None:
    file = tmp_path / "play.jsonl"
    first = hold(file)
    assert first.is_locked
    with pytest.raises(HeldError, match=str(os.getpid())):
        hold(file)
    first.release()
    first.release()
    assert not list(tmp_path.iterdir())
    second = hold(file)
    assert second.is_locked
    second.release()


def test_a_lock_left_by_a_process_that_has_gone_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "play.jsonl"
    file.with_name("play.jsonl.lock").write_text("1")
    left = hold(file)
    assert left.is_locked
    left.release()


def test_a_file_where_nothing_can_be_written_is_not_held(tmp_path: Path) -> None:
    assert not hold(tmp_path / "no folder" / "play.jsonl").is_locked


def finished(number: int) -> Path:
    file = new_file("sgibun")
    play = session(files=(file,))
    play.enter("place c3")
    play.resign()
    play.files.release()
    os.utime(file, (number, number))
    return file


def test_of_finished_plays_the_newest_stay_and_of_others_all() -> None:
    going_on = session(files=(new_file("sgibun"),))
    going_on.enter("place c3")
    going_on.files.release()
    os.utime(going_on.files.paths[0], (1, 1))
    files = [finished(number) for number in range(10, 15)]
    prune_finished(2)
    assert {file for file, _ in kept_sessions()} == {*files[3:], *going_on.files.paths}


def test_a_finished_play_that_is_still_shown_stays() -> None:
    old = finished(5)
    finished(6)
    shown = hold(old)
    assert shown.is_locked
    prune_finished(1)
    assert old.exists()
    shown.release()
    prune_finished(1)
    assert not old.exists()
