"""What is asked of a game after it is checked: it counts on its own, and adds nothing to the game. What tables count, and which
are kept."""

from __future__ import annotations

from contextlib import suppress

import pytest

from ggl.checker import world
from ggl.checker.world import Refused, Scope, World
from ggl.core.types import BOOL, ListOf, Num, SetOf, Type
from ggl.diagnostics import Findings
from ggl.play.game import Game
from ggl.play.loading import made_of
from ggl.source import Source, Span
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


SPAN = Span(Source("table", "ply"), 0, 3)


def world_of(board: str = "square(3)", findings: Findings | None = None) -> World:
    """A game's world in which more may be made, without a change of the game."""
    game = made_of(Source("asked.yaml", GAME.replace("square(3)", board)))
    return game.checked.adhoc_expressions(Findings() if findings is None else findings).world


@pytest.mark.parametrize(("board", "of_lines"), [("square(3)", 4 * 9 * 8), ("{links: 'a1 - a2, a2 - b1, b1 - c1'}", 4 * 4)])
def test_what_is_kept_of_the_board_counts_by_its_size(board: str, of_lines: int) -> None:
    world = world_of(board)
    cells = SetOf(world.fin("cell"))
    weights = {BOOL: 1, ListOf(BOOL): 1, cells: 1, SetOf(Num(1, 255)): 1, SetOf(Num(1, 512)): 3, ListOf(cells): of_lines}
    for values, weight in weights.items():
        before = world.entry_count
        world.hold(5, values, SPAN)
        assert world.entry_count - before == 5 * weight, values


def test_entries_up_to_the_limit_are_kept_and_one_more_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    findings = Findings()
    own = world_of(findings=findings)
    monkeypatch.setattr(world, "ENTRY_LIMIT", own.entry_count + 9)
    own.table("a table", (own.domain("cell"),), BOOL, bool, SPAN)
    assert not findings.has_errors
    with pytest.raises(Refused):
        own.table("one more", (), BOOL, lambda: True, SPAN)
    assert [each.label for each in findings] == [f"this makes it {own.entry_count} entries; {own.entry_count - 1} is the limit"]


def test_a_new_world_has_room_for_as_much_as_the_limits_say() -> None:
    new = World(Findings(), world_of().board, {})
    new.spend(SPAN, world.FORM_LIMIT)
    new.hold(world.ENTRY_LIMIT, BOOL, SPAN)
    assert not new.findings.has_errors
    for one_more in (lambda: new.spend(SPAN), lambda: new.hold(1, BOOL, SPAN)):
        with pytest.raises(Refused):
            one_more()
    assert [each.code.code for each in new.findings] == ["GGL216", "GGL215"]


def test_tables_that_are_called_alike_are_numbered() -> None:
    own = world_of()
    of = [(own.domain("cell"),), (own.domain("player"),), (), (own.domain("cell"),)]
    assert [own.table("it", index, BOOL, lambda *_: True, SPAN) for index in of] == ["it", "it, 2", "it, 3", "it"]


def test_the_board_keeps_the_entries_of_its_own_tables() -> None:
    own = world_of()
    kept = {}
    for name, of_board in {"its own": {"of_board": True}, "another's": {"of_board": False}, "one": {}}.items():
        own.table(name, (), BOOL, lambda: True, SPAN, **of_board)
        kept[name] = own.board.kept((name, (), BOOL), tuple) == (1,)
    assert kept == {"its own": True, "another's": False, "one": False}


@pytest.mark.parametrize(
    ("index", "help_"),
    [
        (("cell",), "use a smaller board"),
        (("cell", "player"), "use a smaller board"),
        (("cell", "cell"), "use a smaller board; here a word of two cells works on at most 2 cells"),
    ],
)
def test_a_table_up_to_the_limit_is_made_and_help_for_a_larger_one_is_told(
    index: tuple[str, ...], help_: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    findings = Findings()
    own = world_of(findings=findings)
    monkeypatch.setattr(world, "TABLE_LIMIT", 9)
    own.table("of nine", (own.domain("cell"),), BOOL, bool, SPAN)
    monkeypatch.setattr(world, "TABLE_LIMIT", 8)
    with pytest.raises(Refused):
        own.table("it", tuple(map(own.domain, index)), BOOL, lambda *_: True, SPAN)
    assert [each.help for each in findings] == [help_]
