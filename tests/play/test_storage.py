"""Files are whole or not there, what killed processes left behind goes, and plays are kept in a sensible place."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from ggl import writing
from ggl.play.storage import StorageError, replace_file, state_folder


@pytest.fixture(autouse=True)
def _nothing_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "_swept", set())


def ended_process() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def part(folder: Path, process: int, age: float) -> Path:
    path = folder / f".play.jsonl.ggl-{process}-abcd_123.part"
    path.write_text("half")
    os.utime(path, (time.time() - age,) * 2)
    return path


@pytest.mark.parametrize(
    ("alive", "age", "goes"),
    [(False, 120, True), (False, 5, False), (True, 120, False), (True, 2 * 86400, True)],
    ids=["of a dead process", "so new that another machine may write it", "of a process that runs", "days old"],
)
def test_a_part_left_in_a_folder_goes_with_the_next_write(tmp_path: Path, alive: bool, age: float, goes: bool) -> None:
    left = part(tmp_path, os.getpid() if alive else ended_process(), age)
    replace_file(tmp_path / "play.jsonl", "whole")
    assert left.exists() != goes
    assert (tmp_path / "play.jsonl").read_text() == "whole"


@pytest.mark.parametrize("name", [".mine.part", "play.jsonl.ggl-1-abc.part", ".notes.ggl-x-abc.part", ".a.ggl-1-b.party"])
def test_files_of_others_stay_however_old_they_are(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("mine")
    os.utime(tmp_path / name, (0, 0))
    replace_file(tmp_path / "play.jsonl", "whole")
    assert (tmp_path / name).exists()


@pytest.mark.processes
def test_a_process_killed_while_it_writes_leaves_the_old_text_and_a_part_that_is_known(tmp_path: Path) -> None:
    (tmp_path / "play.jsonl").write_text("old")
    code = "import os, signal, sys\nfrom pathlib import Path\nfrom ggl.play import storage\n" \
           "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)\n" \
           "storage.replace_file(Path(sys.argv[1]), 'new')"  # fmt: skip
    subprocess.run([sys.executable, "-c", code, str(tmp_path / "play.jsonl")], check=False, timeout=60)
    assert (tmp_path / "play.jsonl").read_text() == "old"
    (left,) = tmp_path.glob(".*.part")
    os.utime(left, (1, 1))
    replace_file(tmp_path / "other.jsonl", "whole")
    assert not left.exists()


@pytest.mark.parametrize("dies", [True, False], ids=["killed at once", "ended"])
def test_a_name_that_is_on_the_disk_soon_outlives_the_process(tmp_path: Path, dies: bool) -> None:
    (tmp_path / "play.jsonl").write_text("old")
    code = "import os, signal, stat, sys\nfrom pathlib import Path\nfrom ggl.play import storage\n" \
           "was = os.fsync\n" \
           "def fsync(handle):\n" \
           "    was(handle)\n" \
           "    print(stat.S_ISDIR(os.fstat(handle).st_mode), flush=True)\n" \
           "os.fsync = fsync\n" \
           "storage.replace_file(Path(sys.argv[1]), 'new', soon=True)\n" \
           "if sys.argv[2] == 'True': os.kill(os.getpid(), signal.SIGKILL)"  # fmt: skip
    words = [sys.executable, "-c", code, str(tmp_path / "play.jsonl"), str(dies)]
    synced = subprocess.run(words, check=False, timeout=60, capture_output=True, text=True).stdout.split()
    assert (tmp_path / "play.jsonl").read_text() == "new"
    assert synced[0] == "False", "the bytes are waited for"
    assert dies or synced == ["False", "True"], "a process that ends waits for the folder too"


@pytest.mark.parametrize(
    ("settings", "place"),
    [
        ({"XDG_STATE_HOME": "/some/where", "HOME": "/home/me"}, "/some/where/ggl"),
        ({"XDG_STATE_HOME": "", "HOME": "/home/me"}, "/home/me/.local/state/ggl"),
        ({"XDG_STATE_HOME": "relative", "HOME": "/home/me"}, "/home/me/.local/state/ggl"),
    ],
)
def test_plays_are_kept_where_the_settings_say(monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], place: str) -> None:
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert state_folder() == Path(place)


@pytest.mark.parametrize("home", ["", "relative", "~"])
def test_a_home_that_is_no_whole_path_counts_as_none(monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    import pwd

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", home)
    assert state_folder() == Path(pwd.getpwuid(os.getuid()).pw_dir) / ".local" / "state" / "ggl"


def test_without_any_home_plays_are_kept_among_the_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(_: int) -> None:
        raise KeyError

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setenv("HOME", "")
    monkeypatch.setattr("pwd.getpwuid", nobody)
    assert state_folder() == Path(tempfile.gettempdir()) / f"ggl-{os.getuid()}"


@pytest.mark.parametrize(
    ("name", "text", "cause"),
    [
        ("a\0b", "", "its name is not a file's name"),
        ("a\udfffb\ud800", "", "its name is not a file's name"),
        ("a", "\ud800", "its text is not UTF-8"),
    ],
)
def test_what_cannot_be_a_name_and_what_cannot_be_a_text_are_told_apart(tmp_path: Path, name: str, text: str, cause: str) -> None:
    with pytest.raises(StorageError) as caught:
        replace_file(tmp_path / name, text)
    assert str(caught.value).endswith(f" cannot be written: {cause}")
    assert not list(tmp_path.iterdir())
