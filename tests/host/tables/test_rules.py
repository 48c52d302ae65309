"""The rules of a table: bases come from the folder alone, and guests learn no more of the disk than names in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ggl import resources
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
