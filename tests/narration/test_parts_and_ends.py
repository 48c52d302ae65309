"""What a reader learns first: parts of a game by the author's sentences, which end counts when, and what a picture shows."""

from pathlib import Path

import pytest

from ggl.play.loading import load
from tests.narration.test_learning_text import parts, told

TWICE = """ggl: 1
name: Twice
players:
  A: {cells: "{a1, b1}"}
  B: {cells: "{a3, b3}"}
board: square(3)
pieces: {man: {}}
moves:
  put:
    for: c in vacant
    do: |
      put man on c
      if any(lined_up):
        move the(lined_up) to a2 if any(lined_up)
define:
  lined_up: cells with own man & row(3)
end:
  draw:
    here: any((next(A).cells - vacant) + {b2}) and ply > 4
    there: any(next(A).cells) and ply > 8
"""


def test_a_condition_asked_twice_is_told_once_in_the_singular(tmp_path: Path) -> None:
    text = told(tmp_path, TWICE, exact=True)
    assert 'If there is a "lined up" cell, move the piece on the only "lined up" cell to a2.' in text


def test_a_set_is_told_by_its_members_though_it_has_their_name(tmp_path: Path) -> None:
    text = told(tmp_path, TWICE)
    assert "there is a cell of the player after A and" in text
    assert "there is a cell among (the cells of the player after A that are not" in text


MATCH = """ggl: 1
name: Rounds
players: [A, B]
board: square(3)
options: {target: 5 in 1..9}
pieces: {man: {}}
moves: {put: {for: c in vacant, do: put man on c}}
end: {draw: full}
score(p): count(cells with p man)
match: {until: "any(p in players if total(p) >= target)"}
says: {match: "play until somebody has {target} points"}
"""


def test_a_match_is_told_by_its_sentence_and_in_detail_last(tmp_path: Path) -> None:
    learnt, detail = parts(tmp_path, MATCH)
    assert "The match --------- Play until somebody has 5 points." in learnt
    assert "The match ends after a game if" not in learnt
    assert "The match ends after a game if some player's total is at least 5." in detail
    assert "Play until" not in told(tmp_path, MATCH, exact=True)


AT_ONCE = """ggl: 1
name: Together
players: [A, B]
board: square(3)
pieces: {man: {}}
state: {shown: {start: 0, in: 0..3, each: players}}
moves: {show: {for: n in 1..3, do: set mover.shown to n}}
turn: {together: show}
end: {draw: ply == 3}
says: {show: show one to three fingers, SAID}
"""


def test_a_choice_of_all_at_once_is_told_by_the_sentence_of_the_turn(tmp_path: Path) -> None:
    learnt, detail = parts(tmp_path, AT_ONCE.replace("SAID", "turn: on three"))
    assert "A turn ------ On three. Show one to three fingers." in learnt
    assert "Both players choose at the same time; neither knows what the other chooses." in detail
    assert "Both players choose at the same time" in parts(tmp_path, AT_ONCE.replace(", SAID", ""))[0]


def test_a_sentence_of_a_move_and_of_the_turn_stands_with_the_move(tmp_path: Path) -> None:
    learnt, detail = parts(tmp_path, AT_ONCE.replace("show: show", "show + turn: show").replace(", SAID", ""))
    assert "A turn ------ Show one to three fingers. The end" in learnt
    assert "Both players choose at the same time; neither knows what the other chooses." in detail


ESCAPE = """ggl: 1
name: Escape
players: [A, B]
board: square(3)
pieces: {man: {}}
moves:
  put: {for: c in vacant, do: put man on c}
  leave: {for: c in corners with own man, do: win}
end:
  player p wins: {all corners: all(p man on c for c in corners)}
  draw: full
says:
  leave: leave by a corner, and win
"""


def test_a_win_beside_that_of_a_move_is_one_more(tmp_path: Path) -> None:
    assert "You also win as soon as" in parts(tmp_path, ESCAPE)[0]
    assert "You win as soon as" in parts(tmp_path, ESCAPE.replace("do: win", "do: take man from c"))[0]


DRAWN_FIRST = """ggl: 1
name: Drawn first
players: [A, B]
board: square(3)
pieces: {man: {}}
moves: {step: {for: "c in cells with own man, t in neighbors(c)", do: move c to t}}
setup: |
  put A man on a1
  put B man on c3
end:
  draw:
    both: a2 in (cells with A man) and b3 in (cells with B man)
    again: repetitions >= 3
  player p wins: {home: p man on b2}
"""


def test_a_draw_by_a_third_repetition_that_no_win_meets_stands_behind_the_win(tmp_path: Path) -> None:
    learnt = parts(tmp_path, DRAWN_FIRST)[0].partition("The end ---")[2]
    assert learnt.index("You win as soon as") < learnt.index("the game is a draw instead") < learnt.index("The game is a draw if")
    assert "comes up for the third time with the same player to move" in learnt


def test_two_conditions_with_one_sentence_are_told_as_one(tmp_path: Path) -> None:
    text = DRAWN_FIRST.replace("{home: p man on b2}", "{home: p man on b2, away: p man on c1}")
    learnt, detail = parts(tmp_path, text + 'says: {home + away: "{p:have} come home"}\n')
    assert "You win as soon as you have come home." in learnt
    assert "You have come home. That is: there is a man of yours on b2 or there is a man of yours on c1." in detail


def test_corners_are_named_where_a_rule_speaks_of_them(tmp_path: Path) -> None:
    hexes = ESCAPE.replace("square(3)", "hexagon(2)")
    assert "The corner cells are" in parts(tmp_path, hexes)[0]
    assert "The corner cells are" not in parts(tmp_path, hexes.replace("corners", "cells"))[0]


HOLES = """ggl: 1
name: Holes
players: [A, B]
board: {shape: square(3), without: b2 a1}
regions: {springs: c1 c3}
pieces: {man: {}}
moves: {put: {for: c in vacant - springs, do: put man on c}}
end: {draw: full}
says: {springs: "[spring|springs]"}
"""


def test_a_picture_of_a_board_with_holes_marks_the_only_region(tmp_path: Path) -> None:
    learnt, detail = parts(tmp_path, HOLES)
    assert "3 . . * 2 . _ . 1 _ . * a b c Each * is a spring. At _ there is no cell." in learnt
    assert "2 of its cells are left out, as the picture shows." in learnt
    assert "The cells that are left out are a1 and b2." in detail or "The cells that are left out are b2 and a1." in detail


BOTH_WIN = """ggl: 1
name: Both
players: [A, B]
board: square(3)
pieces: {{man: {{}}}}
moves: {{go: {{for: "c in cells with man, t in vacant", do: move c to t}}}}
end:
  player p wins: {{home: p man on a1 or p man on b1}}
  {more}
"""


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("draw: {long: ply > 30}", "If both players would win at once, the side"),
        ("mover wins: {shut in: stuck}", "If both players would win at once for the same reason, the side"),
    ],
)
def test_one_line_by_which_both_would_win_is_told_from_several(tmp_path: Path, more: str, sentence: str) -> None:
    assert f"{sentence} that made the turn wins." in told(tmp_path, BOTH_WIN.format(more=more))


LANGUAGE = Path(__file__).parents[1] / "language/games"


@pytest.mark.parametrize("exact", [False, True])
def test_an_end_about_a_player_whom_the_options_leave_out_is_told_only_to_those_with_it(exact: bool) -> None:
    path = LANGUAGE / "options_decide_who_plays.yaml"
    texts = [load(path, seats=seats).rules_text(exact=exact) for seats in (2, 4)]
    assert ["Gold wins" in text for text in texts] == [False, True]
    assert all("c3 is occupied" in text for text in texts)


def test_what_is_common_to_two_chosen_sets_is_told_as_cells() -> None:
    text = load(LANGUAGE / "who_cannot_choose_ends_the_game.yaml").rules_text()
    assert '"both" becomes the cells of A that are also in B.' in text
