"""The rules of a table: bases come from the folder alone, and guests learn no more of the disk than names in it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ggl import resources
from ggl.host.rights import Rights
from ggl.play.kept import new_file
from ggl.play.loading import load
from ggl.play.session import Session
from tests.host.driver import Client, Refused, Room

SMALL = (resources.games_folder() / "tic-tac-toe.yaml").read_text(encoding="utf-8")


@pytest.fixture
def owner(folder: Path) -> Client:
    (folder.parent / "secret.yaml").write_text(SMALL, encoding="utf-8")
    (folder / "mine.yaml").write_text(SMALL, encoding="utf-8")
    if os.name == "posix":
        (folder / "out.yaml").symlink_to(folder.parent / "secret.yaml")
        (folder / "in.yaml").symlink_to(folder / "mine.yaml")
    return Room(folder).client()


@pytest.mark.skipif(os.name != "posix", reason="links need a right here")
@pytest.mark.parametrize("base", ["in.yaml", "out.yaml"])
def test_no_base_is_a_link_that_leads_out_of_the_folder(owner: Client, folder: Path, base: str) -> None:
    text, inside = f"ggl: 1\nname: Variant\nextends: {base}\n", base == "in.yaml"
    (folder / "variant.yaml").write_text(text, encoding="utf-8")
    for what in ({"text": text}, {"game": "variant.yaml"}, {"text": text, "game": "variant.yaml"}):
        if inside:
            owner.ask("table.open", **what)
        else:
            with pytest.raises(Refused, match="there is no game `out"):
                owner.ask("table.open", **what)
    desk = owner.ask("desk.open", file="variant.yaml")["desk"]
    assert owner.last("findings")["ok"] == inside
    if not inside:
        with pytest.raises(Refused, match="there is no game `out"):
            owner.ask("desk.rules", desk=desk, options={})


def test_a_guest_is_told_no_folder_and_no_process(owner: Client, folder: Path) -> None:
    elsewhere = folder.parent / "elsewhere.yaml"
    elsewhere.write_text(SMALL, encoding="utf-8")
    variant = folder.parent / "variant.yaml"
    variant.write_text(f"ggl: 1\nname: Variant\nextends: {elsewhere.name}\n", encoding="utf-8")
    session = Session(load(variant), str(variant), files=(new_file("variant", play := Session.new_play()),), play=play)
    session.enter("b2")

    def guest() -> Client:
        return Room(folder).client(Rights("watch", play))

    with pytest.raises(Refused, match=r"disk: this play cannot be opened: it is in use by another process$"):
        guest().ask("table.join", table=play)
    session.files.release()
    here = guest()
    here.ask("table.join", table=play)
    why = here.ask("table.why", table=play, text="b2")
    assert why["place"]["file"] == "elsewhere.yaml"
    assert str(folder.parent) not in json.dumps(why)
    here.room.host.tables.table(play).session.files.release()
    for damage in ("[", None):
        elsewhere.unlink() if damage is None else elsewhere.write_text(damage, encoding="utf-8")
        with pytest.raises(Refused, match=r"the rules of this play cannot be read, or have errors$"):
            guest().ask("table.join", table=play)
