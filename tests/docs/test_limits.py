"""Every limit of the code stands with its number on the page of limits."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = re.sub(r" <!-- .*? -->", "", (ROOT / "docs" / "manual" / "limits.md").read_text("utf-8"))

LIMITS = {
    "ggl.syntax.document.text.MAX_BYTES": "256 KiB",
    "ggl.syntax.document.reader.MAX_NODES": "{:,};",
    "ggl.syntax.document.reader.MAX_DEPTH": "{:,} levels deep",
    "ggl.syntax.parser.LONGEST_TEXT": "{:,} characters",
    "ggl.syntax.parser.DEEPEST_TREE": "{:,} levels deep",
    "ggl.syntax.builder.LONGEST_NUMBER": "digits of a number written | {:,}",
    "ggl.model.reader.values.LONGEST_NAME": "{:,} characters",
    "ggl.model.limits.MOST_PARAMETERS": "parameters of a move | {:,}",
    "ggl.checker.subsets.MOST_MEMBERS": "members of a set that is chosen as a whole | {:,}",
    "ggl.checker.subsets.MOST_LOOKED_AT": "if it has conditions | {:,}",
    "ggl.model.reader.combining.MOST_VALUES": "values of one set | {:,}",
    "ggl.model.extends.MOST_BASES": "games that a game extends, one after the other | {:,}",
    "ggl.checker.hidden.legality.MOST_TRIED": "depends on hidden parts | {:,}",
    "ggl.topology.errors.CELL_LIMIT": "cells of a board | {:,}",
    "ggl.topology.errors.LINK_LIMIT": "links of a board | {:,}",
    "ggl.topology.links.MOST_PAIRS": "which cross | {:,}",
    "ggl.topology.errors.LINE_LIMIT": "lines of a board together | {:,}",
    "ggl.core.types.LONGEST_LIST": "a list | {:,}",
    "ggl.core.types.NUMBER_LIMIT": "less than {:,}",
    "ggl.core.types.STORED_LIMIT": "{:,} either way",
    "ggl.checker.make.SCALE_LIMIT": "denominator of at most {:,}",
    "ggl.checker.make.WIDTH_LIMIT": "of a set | {:,}",
    "ggl.checker.bags.MOST_ALIKE": "members of one value in a bag | {:,}",
    "ggl.checker.declarations.bags.WIDEST": "values that a bag may hold | {:,}",
    "ggl.checker.declarations.pieces.STACK_LIMIT": "pieces of a stack | {:,}",
    "ggl.checker.effects.rolling.MOST_ROLLS": "rolls and deals written in a game | {:,}",
    "ggl.checker.effects.dealing.MOST_DEALT": "members of one deal | {:,}",
    "ggl.checker.calls.lists.MOST_SUMMED": "members that `sums` adds up | {:,}",
    "ggl.checker.calls.definitions.DEEPEST_DEFINITIONS": "{:,} deep",
    "ggl.checker.world.TABLE_LIMIT": "one table of the board | {:,}",
    "ggl.checker.world.ENTRY_LIMIT": "of the board together | {:,}",
    "ggl.checker.world.FORM_LIMIT": "{:,} parts",
    "ggl.checker.nesting.DEEPEST_RULES": "routines and definitions inlined | {:,} levels deep",
    "ggl.checker.constants.CONSTANT_LIMIT": "{:,} steps",
    "ggl.checker.cost.PLY_LIMIT": "estimated before play | {:,} steps",
    "ggl.checker.cost.SETUP_LIMIT": "of one fixed value | {:,} steps",
    "ggl.checker.cost.ONCE_LIMIT": "work of the score | {:,} steps",
    "ggl.checker.cost.POSITION_LIMIT": "numbers kept in a position | {:,}",
    "ggl.engine.protocol.WORK_LIMIT": "counted during play by the interpreter | {:,} steps",
    "ggl.engine.protocol.STEPS_LIMIT": "legal moves of a position | {:,}",
    "ggl.engine.protocol.TURN_LIMIT": "under `least` or `most` | {:,}",
    "ggl.engine.protocol.LONGEST_TURN": "counted or listed | {:,}",
    "ggl.engine.protocol.TURNLESS_LIMIT": "without a turn | {:,}",
    "ggl.play.perft.MOST_LISTED": "where whole turns are listed | {:,}",
    "ggl.play.filetests.MOST_LEAVES": "`perft` may claim | {:,}",
    "ggl.checker.declarations.tracks.MOST_CELLS": "cells of a track | {:,}",
    "ggl.checker.declarations.tiles.MOST_CELLS": "cells of a tile | {:,}",
    "ggl.topology.errors.PLACEMENT_LIMIT": "ways in which tiles may be turned | {:,}",
    "ggl.checker.declarations.tracks.MOST_PLACES": "meets one cell | {:,}",
    "ggl.diagnostics.findings.LIMIT": "findings shown at once | {:,}",
}

NO_LIMIT = {
    "ggl.model.blame.MOST_NOTES": "how many notes a finding has",
    "ggl.checker.world.MOST_MOVES": "how many moves a message lists",
    "ggl.checker.look.MOST_NAMES": "how many names a message lists",
    "ggl.checker.calls.definitions.MOST_INSTANCES": "up to which a definition is checked anew for each list of bounds",
    "ggl.checker.constants.MOST_CASES": "up to which advice asks for the size of a set",
    "ggl.checker.constants.MOST_STEPS": "up to which advice asks for the size of a set",
    "ggl.checker.expressions.choices.MOST_NAMED": "how many names a message lists",
    "ggl.checker.expressions.phrases.MOST_KINDS": "how many kinds a message lists",
    "ggl.checker.world.MOST_TYPED": "how many expressions are noted for editors",
    "ggl.model.merge.MOST_TOLD": "how many keys a message lists",
    "ggl.checker.vocabulary.other_words._LONGEST": "how long a word is still compared",
    "ggl.syntax.document.yaml_errors._LONGEST_KEY": "a limit of YAML for keys, told by a finding",
    "ggl.engine.draws.MOST_DISTANCES": "up to which a draw is made faster",
    "ggl.engine.actions.MOST_KNOWN": "how many steps are kept by their numbers",
    "ggl.engine.actions.MOST_NUMBERS": "up to which moves are numbered for learning programs",
}
"""What has such a name and bounds no game file."""

_BOUND = re.compile(r"^(_?[A-Z_]*(?:LIMIT|MOST|MAX|LONGEST|DEEPEST|WIDEST)[A-Z_]*)(?: *: *int)? *= *[-\d(A-Z]", re.MULTILINE)
PACKAGES = ("model", "checker", "engine", "syntax", "topology", "core")

DECLARED = {
    "options": "options",
    "players": "players",
    "pieces": "kinds of piece",
    "regions": "regions",
    "tracks": "tracks",
    "tiles": "tiles",
    "labels": "sites with names of their own",
    "values": "sets under `values`",
    "marks": "marks under `draw`",
    "state": "variables",
    "define": "definitions",
    "routines": "routines",
    "moves": "moves",
    "tests": "tests",
}


def text_of(name: str) -> str:
    """What the page says of a limit, with its number as it is in the code."""
    module, _, constant = name.rpartition(".")
    return LIMITS[name].format(getattr(importlib.import_module(module), constant))


@pytest.mark.parametrize("name", LIMITS)
def test_a_limit_stands_with_its_number_on_the_page(name: str) -> None:
    assert text_of(name) in PAGE


def test_what_a_game_may_declare_stands_on_the_page() -> None:
    most = importlib.import_module("ggl.model.limits").MOST
    assert set(most) == set(DECLARED)
    assert [key for key, number in most.items() if f"\n| {DECLARED[key]} | {number:,} |" not in PAGE] == []


def test_each_line_of_the_table_is_a_limit_of_the_code() -> None:
    told = [
        LIMITS[name].format(getattr(importlib.import_module(name.rpartition(".")[0]), name.rpartition(".")[2])) for name in LIMITS
    ]
    rows = re.findall(r"^\| (.+?) \| (\d.*|less.*) \|$", PAGE, re.MULTILINE)
    assert len(rows) > 40
    assert [
        what for what, most in rows if what not in DECLARED.values() and not any(each in f"{what} | {most}" for each in told)
    ] == []


def test_no_limit_of_the_code_is_forgotten() -> None:
    found = set()
    for package in PACKAGES:
        for path in (ROOT / "ggl" / package).rglob("*.py"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found |= {f"{module}.{name}" for name in _BOUND.findall(path.read_text("utf-8"))}
    found.discard("ggl.model.limits.MOST")
    elsewhere = {name for name in LIMITS if name.split(".")[1] not in PACKAGES}
    assert found == (set(LIMITS) - elsewhere) | set(NO_LIMIT)


def test_words_of_two_cells_can_be_asked_on_boards_of_22_by_22() -> None:
    limit = importlib.import_module("ggl.checker.world").TABLE_LIMIT
    assert (22 * 22) ** 2 <= 512**2 == limit < (23 * 23) ** 2
