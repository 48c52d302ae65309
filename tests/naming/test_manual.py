"""The manual's section on names has the table of `ggl.checker.vocabulary.names`."""

from __future__ import annotations

from pathlib import Path

from ggl.checker.vocabulary.names import ANY_CASE, ON_THE_BOARD, TAKEN, groups

PAGE = Path(__file__).parents[2].joinpath("docs/manual/meaning.md").read_text("utf-8")
SHORT = ("file", "ends", "steps", "rolls", "plans", "loading", "removals", "prelude", "of a cell", "of an edge", "of a vertex")
"""Groups whose words the manual lists; the others are on the page of words, or in the list of the grammar's words."""


def table() -> list[str]:
    """A line for all things whose names are taken alike, in the order of the table."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for thing, keys in TAKEN.items():
        whats = [groups()[key].what for key in keys]
        if thing in ON_THE_BOARD:
            whats.append("sites and directions of the board")
        alike.setdefault(tuple(whats), []).append(thing)
    return [f"| {', '.join(things)} | {', '.join(whats) or 'nothing'} |" for whats, things in alike.items()]


def short_groups() -> list[str]:
    return [f"| {groups()[key].what} | {' '.join(f'`{word}`' for word in groups()[key].words)} |" for key in SHORT]


def test_the_manual_says_which_names_each_thing_may_not_have() -> None:
    assert "\n".join(table()) in PAGE


def test_the_manual_lists_the_words_of_the_short_groups() -> None:
    assert "\n".join(short_groups()) in PAGE


def test_the_manual_says_what_differs_in_more_than_capitals() -> None:
    assert ANY_CASE == ("player", "kind of piece", "value", "move", "cell of `links`")
    assert "two moves, two players, two kinds of piece, two values or two cells of `links`" in " ".join(PAGE.split())
