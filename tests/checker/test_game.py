"""A checked game as a whole: what tests of a file choose, moves that never come, and what editors are told."""

from __future__ import annotations

import pytest

from ggl.checker.game import NO_MOVE, Notes, check
from ggl.diagnostics import Diagnostic, Findings
from ggl.model.extends import bases_of, load_definition
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

HEAD = """
ggl: 1
name: Whole
players: [Black, White]
board: square(3)
pieces: {man: {}}
"""
PLACE = "moves:\n  place: {for: c in vacant, do: put man on c}\n"


def with_an_option_in_a_test(options: str, chosen: str) -> Diagnostic:
    tests = f"tests:\n  it starts: {{options: {{{chosen}: 3}}, over: no}}\n"
    (found,) = check_source(Source("whole.yaml", f"{HEAD}{PLACE}{options}end: {{draw: full}}\n{tests}"))[1]
    return found


@pytest.mark.parametrize(
    ("options", "chosen", "help_"),
    [
        ("", "size", "its options are: none"),
        ("options: {komi: 3, rounds: 2}\nsetup: put man on a1 if komi > rounds\n", "size", "its options are: komi, rounds"),
        ("options: {komi: 3}\nsetup: put man on a1 if komi > 2\n", "comi", "write `komi`"),
    ],
)
def test_a_test_chooses_among_the_options(options: str, chosen: str, help_: str) -> None:
    found = with_an_option_in_a_test(options, chosen)
    assert (found.message, found.help) == (f"this game has no option `{chosen}`", help_)


@pytest.mark.parametrize(("asked", "over"), [("place", True), ("jump", False)])
def test_a_move_that_nothing_leads_to_is_never_legal(asked: str, over: bool) -> None:
    jump = "  jump(): {for: c in vacant, do: put man on c}\n"
    checked, found = check_source(Source("whole.yaml", f"{HEAD}{PLACE}{jump}end: {{draw: able({asked})}}\n"))
    assert checked is not None, found
    assert Game(checked, "interpreter").initial_state().is_over is over


def test_the_types_of_a_game_are_noted_while_it_is_checked() -> None:
    source, notes, findings = Source("whole.yaml", f"{HEAD}{PLACE}end: {{draw: full}}\n"), Notes(), Findings()
    definition = load_definition(source, findings, bases_of(source, findings))
    assert definition is not None
    checked = check(definition, {}, findings, notes)
    assert checked is not None
    noted = len(notes.typed)
    assert noted
    assert Game(checked, "interpreter").initial_state().ask("full") is False
    assert len(notes.typed) == noted


TWO_AT_ONCE = """
state: {turns: {start: 0, in: 0..9}}
turn:
  begin: add 1 to turns
moves:
  place:
    for: c in vacant
    do: |
      put man on c
      put opponent man on c1 if c == b2
      again if c == b2
end:
  player p wins:
    both have one: turns > 1 and all(any(cells with q man) for q in players) and (p == Black or p == White)
"""


def test_from_a_given_position_it_is_known_whose_turn_it_was() -> None:
    checked, found = check_source(Source("whole.yaml", HEAD + TWO_AT_ONCE))
    assert checked is not None, found
    state = Game(checked, "interpreter").position("", "White")
    assert len(state.vector) == len(Game(checked, "interpreter").initial_state().vector)
    assert state.play("place b2").result.winner == "White"


def test_while_all_choose_at_once_a_question_may_be_about_who_chooses_next() -> None:
    together = "state: {coins: {start: 3, in: 0..9, each: players}}\nturn: {together: bid}\n"
    bid = "moves: {bid: {for: n in 0..2, do: add -n to Black.coins}}\nend: {draw: Black.coins == 0 or ply > 9}\n"
    checked, found = check_source(Source("whole.yaml", HEAD.replace("{man: {}}", "{}") + together + bid))
    assert checked is not None, found
    assert Game(checked, "interpreter").initial_state().ask("mover") == "Black"


def test_a_game_without_moves_ends_for_that_reason() -> None:
    place = "moves: {place: {for: c in vacant, do: put man on c}}\n"
    checked, found = check_source(Source("whole.yaml", f"{HEAD}{place}end: {{draw: ply > 99}}\n"))
    assert checked is not None, found
    state = Game(checked, "interpreter").position("put man on vacant")
    assert state.result is not None
    assert state.result.reason == NO_MOVE
