"""Plays and drafts on disk: what is pruned, and what is kept."""

from __future__ import annotations

import os
import time
from pathlib import Path

from ggl import resources
from ggl.host.tables.table_files import prune_plays
from tests.host.driver import Room

SMALL = (resources.games_folder() / "tic-tac-toe.yaml").read_text(encoding="utf-8")


def aged(folder: Path) -> set[str]:
    """The files of a folder, which are two days old from now on."""
    found = {file for file in folder.rglob("*") if file.is_file() and file.suffix != ".lock"}
    for file in found:
        os.utime(file, (time.time() - 2 * 86_400,) * 2)
    return {file.suffix for file in found}


def test_the_draft_of_an_open_table_is_not_pruned(state_folder: Path) -> None:
    owner = Room().client()
    table = owner.ask("table.open", text=SMALL)["table"]
    assert aged(state_folder) == {".jsonl", ".yaml"}
    prune_plays()
    owner.ask("table.play", table=table, text="b2")
    owner.room.host.close()
    assert len(Room().client().ask("table.join", table=table)["view"]["turns"]) == 1


def test_a_play_without_a_move_is_pruned_with_its_draft_after_a_day(state_folder: Path) -> None:
    room = Room()
    room.client().ask("table.open", text=SMALL)
    for table in room.host.tables._tables.values():
        table.session.files.release()  # as the system does when a process ends
    prune_plays()
    assert aged(state_folder) == {".jsonl", ".yaml"}
    prune_plays()
    assert aged(state_folder) == set()


def test_the_draft_of_a_play_that_cannot_be_read_is_not_pruned(state_folder: Path) -> None:
    owner = Room().client()
    table = owner.ask("table.open", text=SMALL)["table"]
    owner.ask("table.play", table=table, text="b2")
    owner.room.host.close()
    (file,) = state_folder.glob("*.jsonl")
    text = file.read_text("utf-8")
    file.write_text(text.replace('"record": 2', '"record": 3'), "utf-8")  # by a newer ggl
    aged(state_folder)
    prune_plays()
    file.write_text(text, "utf-8")
    assert len(Room().client().ask("table.join", table=table)["view"]["turns"]) == 1
