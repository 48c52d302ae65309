"""`choice(p).x` reads what a player has chosen; anything else that is written so is refused."""

import pytest

from ggl.diagnostics import Diagnostic
from ggl.play.loading import check_source, made_of
from ggl.source import Source

GAME = """\
ggl: 1
name: Chosen
players: [Black, White]
board: square(3)
pieces: {}
state: {x: {start: 0, in: 0..9}}
moves: MOVES
turn: TURN
end: {draw: "x > 7"}
"""
BID = "{bid: {for: n in 0..2, do: add n to x}}"
EITHER = "{bid: {for: 'n in ONE', do: add 1 to x}, raise: {for: 'n in OTHER', do: add 1 to x}}"


def source(moves: str, turn: str) -> Source:
    return Source("chosen.yaml", GAME.replace("MOVES", moves).replace("TURN", turn))


def found_in(moves: str, turn: str) -> list[Diagnostic]:
    return list(check_source(source(moves, turn))[1])


@pytest.mark.parametrize(
    ("turn", "findings"),
    [
        ("{together: bid, resolve: set x to choice(Black).n}", []),
        ("{together: bid, resolve: set x to choice(Black)}", ["GGL206 choice(Black)"]),
        ("{together: bid, resolve: 'set x to choice(Black, White).n'}", ["GGL206 choice(Black, White)"]),
        ("{together: bid, resolve: 'set x to choice(Black, p=White).n'}", ["GGL206 choice(Black, p=White)"]),
        ("{phases: {one: {together: bid, resolve: set x to choice(Black).n, until: ply > 1}, two: {together: bid}}}", []),
        (
            "{phases: {one: {together: bid, resolve: set x to choice(Black).n, until: ply > 1}, "
            "two: {together: bid, by: '{White}'}}}",
            ["GGL207 choice(Black).n"],
        ),
        ("{begin: set x to choice(Black)}", ["GGL210 choice(Black)"]),
        ("{begin: set x to choice(Black).n}", ["GGL210 choice(Black)"]),
    ],
)
def test_a_choice_is_of_one_player_where_all_choose_at_once(turn: str, findings: list[str]) -> None:
    assert [f"{each.code.code} {each.span and each.span.text}" for each in found_in(BID, turn)] == findings


@pytest.mark.parametrize(
    ("one", "other", "is_told"),
    [
        ("0..2", "0..9", False),
        ("cells", "corners", False),
        ("0..2", "cells", True),
        ("cells", "0..2", True),
        ("0..2", "{0.5}", True),
    ],
)
def test_a_name_of_two_moves_has_one_type(one: str, other: str, is_told: bool) -> None:
    found = found_in(EITHER.replace("ONE", one).replace("OTHER", other), "{together: bid or raise}")
    assert [f"{each.code.code} {each.message}" for each in found] == ["GGL434 `choice(p).n` would have two types"] * is_told


@pytest.mark.parametrize(
    ("one", "other", "first", "second"), [("0..9", "0..2", "bid 9", "raise 2"), ("0..2", "0..9", "raise 9", "bid 2")]
)
def test_a_number_of_two_moves_may_be_that_of_either(one: str, other: str, first: str, second: str) -> None:
    moves = EITHER.replace("ONE", one).replace("OTHER", other)
    state = made_of(source(moves, "{together: bid or raise, resolve: set x to choice(Black).n}")).initial_state()
    assert state.play(first).play(second).ask("x") == 9
