"""The same game whatever its things are called: each kind of thing is given each word, which is refused or changes nothing.

Several things are renamed at once, in a table of rounds in which each thing has each word once. Words that are refused are taken
back, all others must make the game that the neutral names make: the same positions, legal steps in the same order, and scores.
"""

from __future__ import annotations

import re
from math import gcd

import pytest

from ggl.checker.game import CheckedGame
from ggl.checker.vocabulary.names import ON_THE_BOARD, TAKEN, of_board, taken, taken_by_rolls
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.protocol import Engine
from ggl.interpreter import Interpreter
from ggl.source import Span
from ggl.syntax.keywords import NO_NAMES
from tests.few import one_in
from tests.naming.named_game import CLASSES, NAMES, Moment, checked, played, prelude_names, words

THINGS = {
    "option": "option", "player": "player", "constant": "constant of a player", "region": "region", "track": "track",
    "tile": "tile", "kind": "kind of piece", "values": "set of values", "value": "value", "label": "label",
    "attribute": "property of pieces on cells", "edge_attribute": "property of pieces on edges",
    "vertex_attribute": "property of pieces on vertices", "link_attribute": "property of pieces on links",
    "layer": "layer", "variable": "variable",
    "of_cells": "variable of each cell", "of_edges": "variable of each edge", "of_vertices": "variable of each vertex",
    "of_links": "variable of each link",
    "of_players": "variable", "of_turns": "variable", "set": "variable", "bag": "variable", "plain": "definition",
    "called": "definition with parameters", "routine": "routine", "phase": "phase", "die": "variable", "move": "move",
    "follow": "move", "take": "move", **dict.fromkeys(
        ("def_param", "routine_param", "param", "let", "loop", "do_loop", "do_let", "handed", "target", "winner", "scored",
         "rival", "earner", "next"),
        "parameter"),
}  # fmt: skip
"""What each name of the game is the name of."""

REFUSALS = {"GGL151", "GGL201", "GGL202", "GGL221", "GGL222", "GGL316", "GGL412", "GGL607"}
"""The codes with which a name may be refused; GGL151 where a parameter is a word of the grammar, and the text breaks."""

KEYS = {("constant", "if")}
"""What is no name at its place, but a key: under a player, `if` says when the player takes part."""

PLAYS, STEPS = 2, 20


@pytest.fixture(scope="module")
def neutral() -> tuple[CheckedGame, list[list[Moment]]]:
    game, findings = checked({})
    assert game is not None, list(findings)
    return game, [list(played(Interpreter(game.core), {}, play, STEPS)) for play in range(PLAYS)]


def is_taken(name: str, word: str, game: CheckedGame) -> bool:
    thing = THINGS[name]
    if name == "label" and game.board.find(word) == game.board.find(NAMES["label"]):
        return False  # the name that the site has anyway
    rolls = thing == "move" and taken_by_rolls(word) is not None  # the game has dice
    return rolls or taken(thing, word) is not None or (thing in ON_THE_BOARD and of_board(game.board, word) is not None)


def round_of(number: int) -> dict[str, str]:
    """A word for each thing, no word twice: words lie apart by a number that has no divisor in common with how many they are."""
    all_ = words()
    apart = next(number for number in range(7, len(all_)) if gcd(number, len(all_)) == 1)
    return {name: all_[(number + apart * place) % len(all_)] for place, name in enumerate(NAMES)}


def _is_used_in_the_line_of(name: Span, other: Span) -> bool:
    """Whether another finding is in a line that reads a name which is refused where it is given."""
    source = other.source
    line = source.text[source.text.rfind("\n", 0, other.start) + 1 :].partition("\n")[0]
    return name != other and name.text in re.findall(r"\w+", line)


def accepted(changed: dict[str, str], neutral: CheckedGame) -> tuple[CheckedGame, dict[str, str]]:
    """The game with those of the changes that are not refused; what is taken is refused at its place, and nothing else is."""
    wanted = {name for name, word in changed.items() if is_taken(name, word, neutral)}
    refused: set[str] = set()
    for _ in range(len(changed)):
        game, findings = checked(changed)
        if game is not None:
            assert not wanted - refused, {name: changed.get(name) for name in wanted - refused}
            return game, changed
        there = {word: name for name, word in changed.items()}
        told = set()
        given = [finding.span for finding in findings if finding.code.code in REFUSALS and finding.span is not None]
        for finding in findings:
            assert finding.span is not None
            if finding.code.code == "GGL204" and any(_is_used_in_the_line_of(name, finding.span) for name in given):
                continue  # what is said of `last.facing` where a parameter is called `last`
            said = {found for found in re.findall(r"\w+", finding.message + " " + finding.span.text) if found in there}
            if finding.code.code == "GGL151":
                said |= {word for word in there if word in NO_NAMES and THINGS[there[word]] == "parameter"}
            elif finding.code.severity == "error":
                assert finding.code.code in REFUSALS, finding
                if finding.code.code == "GGL607":
                    told.add(there["removed"])  # a layer, or values, so called: a variant leaves out what stands there
                    continue
                word = next(found for found in re.findall(r"`(\w+)`", finding.message)[::-1] if found in there)
                said = {word}
                assert word in finding.span.text, finding
            told |= {there[word] for word in said if is_taken(there[word], word, neutral) or finding.code.code == "GGL222"}
        assert told, list(findings)
        refused |= told
        changed = {name: word for name, word in changed.items() if name not in told}
    raise AssertionError(changed)


def compare(number: int, neutral: tuple[CheckedGame, list[list[Moment]]], *, is_compiled: bool) -> None:
    wanted = {name: word for name, word in round_of(number).items() if (name, word) not in KEYS}
    game, changed = accepted(wanted, neutral[0])
    engine: Engine = Compiled(game.core, as_python=True) if is_compiled else Interpreter(game.core)
    for play, plays in enumerate(neutral[1]):
        for here, there in zip(played(engine, changed, play, STEPS), plays, strict=True):
            assert here == there, changed


ROUNDS = range(len(words()))


@pytest.mark.parametrize("number", one_in(3, ROUNDS[::24]))
def test_a_game_is_the_same_whatever_its_things_are_called(number: int, neutral: tuple[CheckedGame, list[list[Moment]]]) -> None:
    compare(number, neutral, is_compiled=False)


@pytest.mark.parametrize("number", one_in(3, ROUNDS[11::60]))
def test_a_compiled_game_is_the_same_whatever_its_things_are_called(
    number: int, neutral: tuple[CheckedGame, list[list[Moment]]]
) -> None:
    compare(number, neutral, is_compiled=True)


@pytest.mark.slow
@pytest.mark.parametrize("number", ROUNDS)
def test_each_thing_may_have_each_name_that_is_not_taken(number: int, neutral: tuple[CheckedGame, list[list[Moment]]]) -> None:
    compare(number, neutral, is_compiled=number % 6 == 0)


def test_the_plays_roll_choose_sides_and_go_on_with_another_game() -> None:
    game, _ = checked({})
    assert game is not None
    engine = Interpreter(game.core)
    number = engine.layout.slots["game"].start
    plays = [list(played(engine, {}, play, STEPS)) for play in range(PLAYS)]
    seen = {schema for play in plays for _, steps, _ in play for schema, _ in steps}
    assert seen >= {"roll", "swap-sides", "stop", "pass", *(NAMES[name] for name in ("move", "follow", "take"))}
    assert all(play[-1][0][number] > play[0][0][number] for play in plays)


def test_in_each_round_each_thing_has_a_word_of_its_own() -> None:
    for number in ROUNDS:
        assert len(set(round_of(number).values())) == len(NAMES)
    for name in NAMES:
        assert {round_of(number)[name] for number in ROUNDS} == set(words())


def test_the_table_speaks_of_all_that_a_file_names() -> None:
    assert set(THINGS) == set(NAMES)
    assert set(TAKEN) == {*THINGS.values(), "cell of `links`"}
    assert prelude_names() - {"piece"} <= set(words()) | {"forward"}
    assert all(CLASSES.values())
