"""A file is held by one process, whatever name it goes by, and whoever the other is."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from ggl.play.lock import HeldError, hold


def test_a_file_and_a_link_to_it_have_one_hold(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    file, link = tmp_path / "folder" / "a.jsonl", tmp_path / "b.jsonl"
    link.symlink_to(file)
    held = hold(link)
    assert held.is_locked
    with pytest.raises(HeldError, match=rf"a\.jsonl is in use by another process \({os.getpid()}\)"):
        hold(file)
    held.release()
    assert [path.name for path in tmp_path.rglob("*")] == ["b.jsonl", "folder"]


def test_the_lock_of_another_user_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.jsonl"
    (tmp_path / "a.jsonl.lock").write_text("4711")

    def refused(*_: object) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "open", refused)
    with pytest.raises(HeldError, match=r"in use by another process( \(4711\))?; if it is not, another user left .*a.jsonl.lock"):
        hold(file)
    assert not hold(tmp_path / "b.jsonl").is_locked, "where nobody can put a lock there is none"


def test_on_a_full_disk_a_file_is_held_all_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, "")

    with monkeypatch.context() as patch:
        patch.setattr("ggl.play.lock.os.write", full)
        held = hold(tmp_path / "play.jsonl")
    assert held.is_locked
    with pytest.raises(HeldError, match=r"is in use by another process$"):
        hold(tmp_path / "play.jsonl")
    held.release()
    assert list(tmp_path.iterdir()) == []
