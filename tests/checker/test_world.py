"""What is asked of a game after it is checked: it counts on its own, and adds nothing to the game."""

from __future__ import annotations

from contextlib import suppress

import pytest

from ggl.checker import world
from ggl.checker.world import Refused, Scope
from ggl.core.types import BOOL, ListOf, Num, SetOf, Type
from ggl.diagnostics import Findings
from ggl.play.game import Game
from ggl.play.loading import made_of
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.placed import Alone

GAME = """\
name: Asked
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
moves: {place: {for: c in vacant, do: put stone on c}}
end: {player p wins: count(cells with p stone) == 2}
"""


@pytest.fixture
def game() -> Game:
    return made_of(Source("asked.yaml", GAME))


def told(game: Game, text: str) -> list[str]:
    """The codes of what is wrong with a question."""
    findings = Findings()
    with suppress(Refused):
        game.checked.adhoc_expressions(findings).infer(parser.expression(Alone(Source("question", text))), Scope("match"))
    return [each.code.code for each in findings]


def test_a_question_is_as_long_as_it_is_whatever_the_length_of_the_rules(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    for most, codes in ((3, []), (2, ["GGL216"])):
        monkeypatch.setattr(world, "FORM_LIMIT", most)
        assert told(game, "ply > 1") == codes


def test_what_one_question_finds_out_of_the_board_costs_the_next_nothing(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(game, "a1.row > 1") == []
    monkeypatch.setattr(world, "ENTRY_LIMIT", game.checked.world.entry_count)
    assert told(game, "a1.row > 1") == []
    assert told(game, "b2.row > 1") == ["GGL215"]


@pytest.mark.parametrize(
    ("values", "entries"),
    [
        (BOOL, 1),
        (SetOf(Num(0, 254)), 1),
        (SetOf(Num(0, 255)), 2),
        (ListOf(Num(0, 255)), 1),
        (ListOf(SetOf(Num(0, 3))), 4 * 9 * 8),  # four for each cell and direction
    ],
)
def test_what_an_entry_of_a_table_counts(game: Game, values: Type, entries: int) -> None:
    before = game.checked.world.entry_count
    game.checked.world.hold(3, values, None)
    assert game.checked.world.entry_count - before == 3 * entries


def test_the_winners_are_known_where_only_one_can_win(game: Game) -> None:
    over = game.initial_state().play("place a1").play("place b1").play("place a2")
    assert over.ask("winners") == {"Red"}
