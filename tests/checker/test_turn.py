"""The turn of a game: what is kept of its phases, and who is to move once all have chosen."""

from __future__ import annotations

import pytest

from ggl.play.filetests import run_tests
from ggl.play.loading import check_source, made_of
from ggl.source import Source

JUMPING = """\
name: Jumping
players: [Red, Blue]
board: square(3)
pieces: {{stone: {{}}}}
moves:
  place: {{for: c in vacant, do: put stone on c}}
  jump: {{for: c in vacant, do: phase {to} if c == a1}}
turn:
  phases:
    first: {{until: full}}
    second: {{}}
    third: {{until: ply > 3}}
    fourth: {{until: ply > 6}}
    fifth: {{}}
end: {{draw: full}}
"""


@pytest.mark.parametrize(
    ("to", "kept"), [("first", True), ("second", False), ("third", True), ("fourth", True), ("fifth", False)]
)
def test_the_phase_in_which_a_turn_began_is_kept_where_an_effect_may_begin_one_that_ends(to: str, kept: bool) -> None:
    """There `until` waits for the next turn."""
    checked, found = check_source(Source("jumping.yaml", JUMPING.format(to=to)))
    assert checked is not None, [str(each) for each in found]
    assert ("phase.of.turn" in [field.name for field in checked.core.fields]) == kept


ONE_PHASE = """\
name: One phase
players: [Red, Blue]
board: square(1)
state: {sum: {start: 0, in: 0..9}, done: {start: 0, in: 0..9}}
moves: {bid: {for: n in 0..2, do: add n to sum}}
turn: {phases: {only: {together: bid, resolve: add 1 to done}}}
end: {draw: sum > 8}
tests:
  all choose in it: {play: "bid 1, bid 2", "true": sum == 3 and done == 1}
"""


def test_the_only_phase_may_be_one_of_choices() -> None:
    made = made_of(Source("one.yaml", ONE_PHASE))
    assert not [failure for outcome in run_tests(made.checked) for failure in outcome.failures]


CHOOSING = """\
name: Choosing
players: [Red, Blue]
board: square(2)
pieces: {stone: {}}
moves:
  bid: {for: n in 0..1, do: put stone on a1 if n == 1 and empty(a1)}
  place: {for: c in vacant, do: put stone on c}
turn: {phases: {bidding: {together: bid, until: true}, placing: {play: place}}}
end: {draw: full}
"""
MATCH = "match: {until: total(Red) == 2, points(p): 1}\n"


def test_in_a_phase_of_choices_no_other_move_is_legal() -> None:
    moves = made_of(Source("choosing.yaml", CHOOSING)).initial_state().legal_moves()
    assert [str(move) for move in moves] == ["bid 0", "bid 1"]


@pytest.mark.parametrize("match", ["", MATCH], ids=["a single game", "a match"])
def test_the_first_player_of_the_file_is_to_move_when_all_have_chosen_whoever_chose_first(match: str) -> None:
    game = made_of(Source("choosing.yaml", CHOOSING + match))
    assert game.position(to_move="Blue").play("bid 0").play("bid 0").mover == "Red"


@pytest.mark.parametrize(
    ("most", "told"),
    [
        ("ply", []),
        ("[ply, 1]", []),
        ("(n + ply for n in 1..2)", []),
        ("mover", ["a player"]),
        ("{1, 2}", ["a set of numbers"]),
        ("(c for c in vacant)", ["a list of cells"]),
    ],
)
def test_turns_are_chosen_by_a_number_or_by_a_list_of_numbers(most: str, told: list[str]) -> None:
    text = CHOOSING.replace("{phases: {bidding: {together: bid, until: true}, placing: {play: place}}}", f'{{most: "{most}"}}')
    _, found = check_source(Source("choosing.yaml", text))
    assert [each.message for each in found] == ["turns are chosen by a number, or by a list of numbers"] * len(told)
    assert [each.label for each in found] == told
