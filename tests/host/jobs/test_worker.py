"""A worker keeps games from job to job, and does each job with the texts that it was started with."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl import resources
from tests.host.driver import Client, Room

BASE = (resources.games_folder() / "tic-tac-toe.yaml").read_text(encoding="utf-8")
TWO = BASE.replace("p mark, 3", "p mark, 2")
VARIANT = "ggl: 1\nname: Variant\nextends: base.yaml\ntests:\n  two in a row go on: {play: 'a1, b1, a2', over: false}\n"


@pytest.fixture
def room(folder: Path) -> Room:
    assert TWO != BASE
    (folder / "base.yaml").write_text(BASE, encoding="utf-8")
    (folder / "variant.yaml").write_text(VARIANT, encoding="utf-8")
    return Room(folder, waits=True)


def passed(owner: Client) -> bool:
    found: bool = owner.last("result")["result"]["tests"][0]["passed"]
    return found


def test_a_game_whose_base_was_edited_is_another_game(room: Room, folder: Path) -> None:
    owner = room.client()
    desk = owner.ask("desk.open", file="variant.yaml")["desk"]
    found = []
    for text in (BASE, TWO):
        (folder / "base.yaml").write_text(text, encoding="utf-8")
        owner.ask("desk.tests", desk=desk)
        room.work()
        found.append(passed(owner))
    assert found == [True, False]


def test_a_base_that_is_edited_while_a_job_waits_does_not_change_the_job(room: Room, folder: Path) -> None:
    owner = room.client()
    owner.ask("desk.tests", desk=owner.ask("desk.open", file="variant.yaml")["desk"])
    (folder / "base.yaml").write_text(TWO, encoding="utf-8")
    room.work()
    assert passed(owner)


def test_an_agent_plays_the_game_of_its_table_after_the_base_was_edited(room: Room, folder: Path) -> None:
    owner, ends = room.client(), []
    for text in (BASE, BASE.replace("square(3)", "square(5)")):
        (folder / "base.yaml").write_text(text, encoding="utf-8")
        opened = owner.ask("table.open", game="variant.yaml", seats={"second": "mcts:sims=20"})
        owner.ask("table.play", table=opened["table"], text=opened["view"]["legal"][-1]["text"])
        room.work()
        ends.append(len(owner.ask("table.view", table=opened["table"])["turns"]))
    assert ends == [2, 2]
