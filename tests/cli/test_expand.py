"""A variant as a whole file: what its base says of things that it has no more is left out, and all else is there."""

from __future__ import annotations

import json
import random
import re
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner

import ggl
from ggl.cli import group
from ggl.play.loading import check_source, find_source

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


def test_unused_parts_of_the_base_that_do_not_fit_the_board_of_the_variant_are_left_out_too(
    variant: Path, tmp_path: Path
) -> None:
    (tmp_path / "base.yaml").write_text(
        BASE.replace("define:", "define:\n  up(c): empty(step(c, north))\n  near(c): c in corners")
    )
    variant.write_text("ggl: 1\nname: Variant\nextends: base.yaml\nboard: hexagon(3)\n")
    text = whole(variant)
    assert "near(c)" in text
    assert "up(c)" not in text
    (tmp_path / "whole.yaml").write_text(text)
    assert ggl.load(variant).fingerprint == ggl.load(tmp_path / "whole.yaml").fingerprint


def test_what_the_variant_itself_says_of_nothing_stays_its_mistake(variant: Path) -> None:
    variant.write_text(VARIANT + "says: {lonely: it is alone}\n")
    assert "lonely: it is alone" in whole(variant)
    with pytest.raises(ggl.InvalidGameError, match="there is no `lonely` for this sentence to describe"):
        ggl.load(variant)


PARTS = {
    ("options", "size"): ("3 in {3, 5}", "5", "5 in 3..9"),
    ("options", "open"): ("true", "false"),
    ("players", "Black", "home"): ("row(1)", "{a1, b2}"),
    ("players", "White", "home"): ("row(2)", "{c3, step(a1, north)}"),
    ("pieces", "stone", "supply"): ("9", "size + 4"),
    ("pieces", "wall", "of"): ("nobody",),
    ("state", "marks", "start"): ("{}", "{a1, b2}"),
    ("state", "marks", "in"): ("cells",),
    ("regions", "edge"): ("row(1) + row(3)", "{a1, b1} + row(3)"),
    ("define", "near(c)"): ("any(neighbors(c) with stone)", "stone on c or any(x in neighbors(c) if mark(x, c))"),
    ("define", "mark(x, c)"): ("x in marks and x != c", "stone on x"),
    ("moves", "place", "for"): ("c in vacant, d in edge", "c in edge"),
    ("moves", "place", "where", "so: far"): ("empty(c)", "not near(c)"),
    ("moves", "place", "where", "other"): ("empty(c) or mark(c, c)", "not mark(c, a1)"),
    ("moves", "place", "do"): ("put stone on c\nadd c to marks\n", "put wall on c", "put stone on c if mark(a1, c)"),
    ("moves", "place", "then"): ("lift(c)", "optional lift(c), otherwise lift(c)"),
    ("moves", "lift(c)", "do"): ("take piece from c", "if open:\n  take piece from c\n\nadd c to marks"),
    ("turn", "pass"): ("forced", "free if ply > 4"),
    ("end", "draw", "a full board"): ("full", "full or size(marks) > 3"),
    ("end", "mover loses"): ("ply > 20", "stuck and min(ply, 9) > 3"),
    ("says", "so: far + other"): ("{c} is free", "'{c}', which is [free|not free]"),
    ("says", "edge"): ("the rim, as drawn", "the rim: all of it"),
}  # fmt: skip
"""Places in a file, each with texts that may stand there: what a base says, and what a variant may say instead."""

HEADS = "ggl: 1\nname: {name}\n"


def written(tree: object, pick: random.Random, in_braces: bool = False, indent: int = 0) -> str:
    """A tree as YAML, in a style drawn at each place: blocks or braces, plain text or quotes."""
    if isinstance(tree, str):
        if not in_braces and "\n" in tree:
            return "|\n" + textwrap.indent(tree, " " * indent).rstrip() + "\n"
        is_plain = not re.search(r"[\n'\"]|: |^[{\[]" + (r"|[,{}\[\]]" if in_braces else ""), tree)
        return tree if is_plain and pick.random() < 0.7 else json.dumps(tree)
    assert isinstance(tree, dict)
    if in_braces or (indent and pick.random() < 0.5):
        return "{" + ", ".join(f"{key_of(key)}: {written(value, pick, True)}" for key, value in tree.items()) + "}"
    lines = (f"{' ' * indent}{key_of(key)}: {written(value, pick, False, indent + 2)}" for key, value in tree.items())
    return "\n" * (indent > 0) + "\n".join(line.rstrip("\n") for line in lines) + "\n"


def key_of(key: str) -> str:
    return json.dumps(key) if re.search(r"[:,]", key) else key


def tree_of(chosen: dict[tuple[str, ...], str]) -> dict[str, object]:
    tree: dict[str, object] = {}
    for path, text in chosen.items():
        at = tree
        for key in path[:-1]:
            at = at.setdefault(key, {})  # type: ignore[assignment]
        at[path[-1]] = text
    return tree


@pytest.mark.parametrize("seed", range(30))
def test_the_whole_file_of_a_variant_is_its_game_however_both_are_written(seed: int, tmp_path: Path) -> None:
    pick = random.Random(seed)
    base = tree_of({path: texts[0] for path, texts in PARTS.items()})
    chosen = {path[:3] for path, texts in PARTS.items() if len(texts) > 1 and pick.random() < 0.2}  # a `where` as a whole
    variant = tree_of({path: pick.choice(texts[1:]) for path, texts in PARTS.items() if path[:3] in chosen})
    (tmp_path / "base.yaml").write_text(f"{HEADS.format(name='Base')}board: square(3)\n{written(base, pick)}")
    (tmp_path / "variant.yaml").write_text(f"{HEADS.format(name='Variant')}extends: base.yaml\n{written(variant, pick)}")
    (tmp_path / "whole.yaml").write_text(whole(tmp_path / "variant.yaml"))
    _, found = check_source(find_source(str(tmp_path / "whole.yaml")))
    assert [str(each) for each in found if each.code.severity == "error"] == []
    assert ggl.load(tmp_path / "whole.yaml").fingerprint == ggl.load(tmp_path / "variant.yaml").fingerprint
