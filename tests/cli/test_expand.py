"""A variant as a whole file: what its base says of things that it has no more is left out, and all else is there."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import ggl
from ggl.cli import group

BASE = """\
ggl: 1
name: Base
players: [Black, White]
board: square(3)
pieces: {stone: {}, wall: {of: nobody}}
define:
  lonely(c): no_stone_beside(c)
  no_stone_beside(c): not any(neighbors(c) with stone)
moves:
  place:
    for: c in cells
    where: {a lonely cell: empty(c) and lonely(c)}
    do: put own stone on c
  build:
    for: c in cells
    where: empty(c)
    do: put wall on c
end:
  mover loses: stuck
look:
  notation: {build: c!}
  glyphs: {wall: "#"}
  colours: {Black: red}
says:
  lonely: "{c} lies alone | {c} does not lie alone"
  no_stone_beside: no stone lies beside {c} | a stone lies beside {c}
  a lonely cell: only where no stone is near
  build: build a wall
"""

VARIANT = """\
ggl: 1
name: Variant
extends: base.yaml
pieces: {wall: removed}
define:
  lonely(c): removed
moves:
  build: removed
  place: {for: c in cells, where: empty(c) and no_stone_beside(c), do: put own stone on c}
"""


@pytest.fixture
def variant(tmp_path: Path) -> Path:
    (tmp_path / "base.yaml").write_text(BASE)
    (tmp_path / "variant.yaml").write_text(VARIANT)
    return tmp_path / "variant.yaml"


def whole(variant: Path) -> str:
    done = CliRunner().invoke(group, ["expand", str(variant)])
    assert done.exit_code == 0, done.output
    return done.output


def test_the_whole_file_of_a_variant_is_the_same_game(variant: Path, tmp_path: Path) -> None:
    (tmp_path / "whole.yaml").write_text(whole(variant))
    one, two = ggl.load(variant), ggl.load(tmp_path / "whole.yaml")
    assert one.fingerprint == two.fingerprint
    assert one.rules_text() == two.rules_text()
    assert [str(move) for move in one.initial_state().legal_moves()] == [str(move) for move in two.initial_state().legal_moves()]


def test_what_the_base_says_of_things_that_are_gone_is_left_out_and_nothing_else(variant: Path) -> None:
    text = whole(variant)
    assert "says:  # base.yaml\n  no_stone_beside:" in text
    assert "look:  # base.yaml\n  colours: {Black: red}\n" in text
    assert all(gone not in text for gone in ("lonely", "build", "wall", "glyphs", "notation"))


def test_unused_parts_of_the_base_that_name_what_is_gone_are_left_out_and_no_others(variant: Path, tmp_path: Path) -> None:
    """The variant may leave them: nothing uses them."""
    more = {
        "define:": "  far(c): not lonely(c)\n  near(c): any(neighbors(c) with stone)",
        "end:": "routines:\n  fence(c): put wall on c\n  lay(c): put own stone on c",
    }
    base = BASE.replace("define:", f"define:\n{more['define:']}").replace("end:", f"{more['end:']}\nend:")
    (tmp_path / "base.yaml").write_text(base)
    text = whole(variant)
    assert all(stays in text for stays in ("near(c)", "lay(c)"))
    assert all(gone not in text for gone in ("far(c)", "fence(c)"))
    (tmp_path / "whole.yaml").write_text(text)
    assert ggl.load(variant).fingerprint == ggl.load(tmp_path / "whole.yaml").fingerprint


def test_what_the_variant_itself_says_of_nothing_stays_its_mistake(variant: Path) -> None:
    variant.write_text(VARIANT + "says: {lonely: it is alone}\n")
    assert "lonely: it is alone" in whole(variant)
    with pytest.raises(ggl.InvalidGameError, match="there is no `lonely` for this sentence to describe"):
        ggl.load(variant)
