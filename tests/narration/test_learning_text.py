"""What stands in the part of the rules to learn from, and what in detail."""

from pathlib import Path

import pytest

from ggl.play.loading import load

PARTS = """ggl: 1
name: Parts
players: [A, B]
board: square(3)
pieces: {man: {}}
state:
  die: {start: 1, in: 1..6}
  kept: {start: 0, in: 0..9}
setup: |
  put A man on a1
  roll die from 1..6
moves:
  go: {for: "c in cells with own man, t in neighbors(c)", where: empty(t), do: move c to t}
turn:
  begin: roll die from 1..6
  continue: die > 4
  least: count(cells with man)
  finish: set kept to die
end:
  draw: {long: kept > 5 and ply > 40}
says:
  board: The men stand on a plate
  setup: A puts a man into the corner
  begin: Throw the die. Look at it
  least: Leave as few men as you can
  finish: Keep the die
"""
AT_ONCE = """ggl: 1
name: At once
players: [A, B]
board: square(1)
state: {won: {start: 0, in: 0..9, each: players}}
moves: {show: {for: n in 1..3, do: add n to mover.won}}
turn:
  together: show
  resolve: add 1 to A.won if B.won > 4
end:
  by score: {enough: ply > 3}
score(p): p.won
says:
  resolve: A may win one
  score: what {p:have} won
"""


def told(folder: Path, text: str, *, exact: bool = False) -> str:
    path = folder / "told.yaml"
    path.write_text(text, encoding="utf-8")
    return " ".join(load(path).rules_text(exact=exact).split())


def parts(folder: Path, text: str) -> tuple[str, str]:
    learnt, _, detail = told(folder, text).partition("In detail ---")
    return learnt, detail


@pytest.mark.parametrize(
    ("sentence", "reading"),
    [
        ("The board --------- The men stand on a plate. The players", "The board is a square of 3 by 3 cells."),
        ("Set-up ------ A puts a man into the corner. A turn", "Put an A man on a1."),
        ("A turn ------ Throw the die. Look at it. Move a man", 'At the start of your turn - Roll "die": a number from 1 to 6.'),
        ("Leave as few men as you can.", "you must choose one at the end of which the number of men"),
        ("Keep the die. The end", 'At the end of your turn - "kept" becomes "die".'),
    ],
)
def test_a_part_is_told_by_its_sentence_and_in_detail_last(tmp_path: Path, sentence: str, reading: str) -> None:
    learnt, detail = parts(tmp_path, PARTS)
    assert (sentence in learnt, reading in learnt, reading in detail) == (True, False, True)
    assert all(text not in told(tmp_path, PARTS, exact=True) for text in ("plate", "corner. A", "Throw", "Leave", "Keep the die"))
    before, _, says = PARTS.partition("says:\n")
    other = before + "says:\n" + "".join(f"{line}\n" for line in says.splitlines() if line.partition(": ")[2] not in sentence)
    learnt, detail = parts(tmp_path, other)
    assert reading.replace("turn - ", "turn: - ") in learnt


def test_what_is_done_when_all_have_chosen_has_a_sentence_and_its_order_stands_in_detail(tmp_path: Path) -> None:
    learnt, detail = parts(tmp_path, AT_ONCE)
    assert "A may win one. The score" in learnt
    assert "When all choices have been carried out - If" in detail
    assert "the choices are carried out in this order: A, then B." in detail
    assert "in this order" not in learnt


def test_equal_scores_stand_in_detail_where_the_score_has_a_sentence(tmp_path: Path) -> None:
    learnt, detail = parts(tmp_path, AT_ONCE)
    assert ("Equal scores are a draw." in learnt, "Equal scores are a draw." in detail) == (False, True)
    learnt, detail = parts(tmp_path, AT_ONCE.replace("  score: what {p:have} won\n", ""))
    assert ("Equal scores are a draw." in learnt, "Equal scores are a draw." in detail) == (True, False)


def test_a_sentence_of_what_has_the_name_of_a_part_is_of_that(tmp_path: Path) -> None:
    text = PARTS.replace("  go:", "  board:").replace("board: The men", "board: Take a man that")
    learnt, _ = parts(tmp_path, text)
    assert "The board is a square of 3 by 3 cells." in learnt
    assert "Take a man that stand on a plate. After a move" in learnt


DRAWN = """ggl: 1
name: Drawn
players: [Red, Blue]
board: {board}
pieces: {pieces}
setup: |
  {setup}
moves: {{go: {{for: c in cells with own man, do: take man from c}}}}
"""
MEN = {"board": "square(3)", "pieces": "{man: {}}", "setup": "put Red man on row(1)\n  put Blue man on c3"}


@pytest.mark.parametrize(
    ("changed", "picture"),
    [
        ({}, "3 . . B 2 . . . 1 R R R a b c Here R is a Red man and B is a Blue man."),
        ({"setup": "put Red man on c for c in row(3)"}, "3 M M M 2 . . . 1 . . . a b c Here M is a Red man."),
        ({"board": "{shape: square(3), without: a2}"}, "3 . . B 2 _ . . 1 R R R a b c Here"),
        (
            {
                "pieces": "{man: {}, king: {glyph: k}, rock: {glyph: '#', of: nobody}}",
                "setup": "put Red king on a1\n  put rock on a2",
            },
            "3 . . . 2 # . . 1 K . . a b c Here K is a Red king and # is a rock.",
        ),
        (
            {"pieces": "{man: {}, maid: {}}", "setup": "put Red man on a1\n  put Red maid on b1"},
            "",
        ),  # which letters do not tell apart
        ({"pieces": "{man: {supply: 3}}", "setup": "put Red man on a1 from supply"}, ""),
        ({"pieces": "{man: {stacks: 4}}", "setup": "put 2 Red man on a1"}, ""),
        ({"pieces": "{man: {faces: orthogonal}}", "setup": "put Red man on a1 facing north"}, ""),
        ({"setup": "put Red man on a1\n  set mover to Blue"}, ""),
        ({"board": "hexagon(2)", "setup": "put Red man on b1"}, "a3 . . b3 a2 . . . c2 b1 M . c1 Here M is a Red man."),
        ({"board": "hexagon(2)", "setup": "put Red man on b1\n  put Blue man on a2"}, "a3 . . b3 a2 B . . c2 b1 R . c1 Here R"),
    ],
)
def test_a_set_up_that_only_puts_pieces_is_drawn(tmp_path: Path, changed: dict[str, str], picture: str) -> None:
    text = DRAWN.format(**{**MEN, **changed})
    learnt, detail = parts(tmp_path, text)
    assert (picture in learnt, "stand like this" in learnt) == (True, bool(picture))
    assert ("Put" in learnt, "Set-up" in detail) == (not picture, bool(picture))
    assert "stand like this" not in told(tmp_path, text, exact=True)


PHASES = """ggl: 1
name: Phases
players: [A, B]
board: square(3)
pieces: {{man: {{}}}}
moves:
  put: {{for: c in vacant, do: put man on c}}
  lift: {{for: c in cells with own man, do: {lift}}}
turn:
  phases:
    early: {{play: put, until: {until}}}
    late: {{play: lift}}
end:
  draw: {{long: {draw}}}
"""
USUAL = {"lift": "take man from c", "until": "ply == 2", "draw": "ply > 9"}


@pytest.mark.parametrize(
    ("changed", "early"),
    [
        ({}, "In each side's first turn, you make this move: Put. After that, you make this move: Lift."),
        ({"until": "ply >= 1"}, "In the first turn, you make this move: Put. After that, you make this move: Lift."),
        ({"until": "ply == 4"}, "In the first four turns, you make this move: Put. After that, you make this move: Lift."),
        ({"until": "full"}, "Until the board is full, you make this move: Put. After that, you make this move: Lift."),
        ({"draw": "phase == late and ply > 9"}, 'In the phase "early", on your turn you make this move: Put. This phase lasts'),
        ({"lift": "phase early"}, 'In the phase "early", on your turn you make this move: Put. This phase lasts'),
    ],
)
def test_phases_in_order_need_no_names(tmp_path: Path, changed: dict[str, str], early: str) -> None:
    learnt, _ = parts(tmp_path, PHASES.format(**{**USUAL, **changed}))
    assert early in learnt


def test_a_phase_is_told_by_its_sentence_and_in_detail_last(tmp_path: Path) -> None:
    text = PHASES.format(**USUAL) + "says: {early: first put all your men, late: then lift them}\n"
    learnt, detail = parts(tmp_path, text)
    assert "A turn ------ First put all your men. Then lift them. Put" in learnt
    assert "In each side's first turn, you make this move: Put. After that, you make this move: Lift." not in learnt
    assert "In each side's first turn, you make this move: Put. After that, you make this move: Lift." in detail


OFFERED = """ggl: 1
name: Offered
players: [A, B]
board: square(3)
pieces: {man: {}}
moves:
  put: {for: c in vacant, do: put man on c}
  lift: {for: c in cells with own man, do: take man from c}
turn: {play: put otherwise lift}
"""


def test_which_moves_a_turn_may_be_is_told_by_a_sentence_and_in_detail_last(tmp_path: Path) -> None:
    offer = "If you can make the move Put, you must. Otherwise you make the move Lift."
    assert offer in parts(tmp_path, OFFERED)[0]
    learnt, detail = parts(tmp_path, OFFERED + "says: {turn: lift one if you cannot put a man}\n")
    assert "A turn ------ Lift one if you cannot put a man. Put" in learnt
    assert offer not in learnt
    assert offer in detail


def test_moves_that_stand_below_are_not_listed_before(tmp_path: Path) -> None:
    learnt, _ = parts(tmp_path, OFFERED.replace("put otherwise lift", "put or lift"))
    assert "On your turn, do one of these: Put" in learnt


SUPPLIED = """ggl: 1
name: Supplied
players: [A, B]
board: square(3)
pieces: {man: {supply: 4}}
moves:
  put: {for: c in vacant, where: hand(mover) > 1, do: put man on c from supply}
  lift: {for: c in cells with own man, do: take man from c to supply}
  burn: {for: c in cells with own man, do: take man from c}
end:
  draw: {again: repetitions >= 3}
"""


FOLLOWED = """ggl: 1
name: Followed
players: [A, B]
board: square(4, 3)
pieces: {man: {supply: 2}}
moves:
  put: {for: c in vacant, do: put man on c from supply, then: optional lift}
  lift(): {for: c in cells with enemy man, do: take man from c}
  step:
    for: c in cells with own man, t in neighbors(c) & vacant
    do: move c to t
turn:
  phases:
    placing: {play: put, until: hand(A) + hand(B) == 0}
    moving: {play: step}
end:
  draw: {again: repetitions >= 3}
says:
  put: Put a man on an empty cell
  lift: Take an enemy man off the board
"""


def test_a_phase_without_a_name_is_told_by_what_a_turn_offers_in_it(tmp_path: Path) -> None:
    """The moves are the same in two positions where the phases are: each phase here has its own."""
    assert "the supplies and the moves that a turn offers are the same" in told(tmp_path, FOLLOWED)
    assert "the supplies and the phase are the same" in told(tmp_path, FOLLOWED, exact=True)


@pytest.mark.parametrize("turn", ["", "  turn: Put a man, and take one if you like\n"])
def test_a_move_that_begins_no_turn_says_on_what_it_follows(tmp_path: Path, turn: str) -> None:
    """Also where the author tells what a turn is."""
    phases = "  phases:\n    placing: {play: put, until: hand(A) + hand(B) == 0}\n    moving: {play: step}\n"
    assert "Lift (after Put) Take an enemy man" in told(tmp_path, FOLLOWED.replace(phases, "  play: put or step\n") + turn)


PLACES = """ggl: 1
name: Places
players: [A, B]
board: square(4, 3)
pieces: {man: {}}
moves:
  put: {for: c in vacant, where: not any(neighbors(c) with own man), do: put man on c}
end:
  player p wins: {many: any(g in groups(p) if size(g) > 2)}
"""


SHAPED = """ggl: 1
name: Shaped
players: [A, B]
board: {board}
pieces: {{man: {{}}}}
moves:
  put: {{for: c in vacant, do: put man on c}}
end:
  player p wins: {{many: count(cells with p man) > 2}}
"""


@pytest.mark.parametrize("called", ["supply", "reserve"])
def test_a_supply_is_called_by_one_word_throughout(tmp_path: Path, called: str) -> None:
    text = told(tmp_path, SUPPLIED + (f"says: {{supply: {called}}}\n" if called != "supply" else ""))
    for sentence in (
        f"Each side has men, 4 in its {called} at first.",
        f"Put a man from your {called} on an empty cell.",
        f"you have more than one piece left in your {called}",
        f"Return a man of yours to your {called}.",
        f"A {called} holds pieces that are off the board and can be put on it. What is removed goes to no {called} unless",
    ):
        assert sentence in text
    assert called == "supply" or "suppl" not in text


@pytest.mark.parametrize("called", ["cell", "point"])
def test_a_place_is_called_by_one_word_throughout(tmp_path: Path, called: str) -> None:
    """Also where the board is told, and what is next to what: a point has no sides."""
    text = told(tmp_path, PLACES + (f"says: {{cell: {called}}}\n" if called != "cell" else ""))
    beside = "share a side, not only a corner" if called == "cell" else "lie side by side in one row or column"
    for sentence in (
        f"The board has 4 columns and 3 rows of {'square ' if called == 'cell' else ''}{called}s.",
        f"Two {called}s are next to each other when they {beside}.",
        f"Put a man of yours on an empty {called} c.",
        f"This is allowed only if you have no man on a {called} next to c.",
    ):
        assert sentence in text
    assert called == "cell" or "cell" not in text


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("hexagon(2)", "The board is a hexagon of {hexagonal cell}s, 2 on each side (7 {cell}s in all). Each dot is a {cell}. "
         "Beside each row are the names of its first and last {cell}:"),
        ("rhombus(3, 2)", "The board is a rhombus of {hexagonal cell}s, 3 by 2."),
        ("track(6)", "The board is a track of 6 {cell}s in a row. The {cell}s are named p1 to p6."),
        ("torus(3)", "The board has 3 columns and 3 rows of {square cell}s, and closes on itself"),
        ("morris(1)", "The board has 1 square, with a {cell} at each corner and in the middle of each side (8 {cell}s in all)."),
        ("{shape: square(3), without: [b2, a1]}", "The board is a square of 3 by 3 {cell}s. 2 of its {cell}s are left out"),
        ("square(2)\nlabels: {sites: {base: a1}}", "The {cell} a1 is called base."),
    ],
)  # fmt: skip
@pytest.mark.parametrize("cell", ["cell", "hole"])
def test_every_shape_of_board_is_told_with_the_noun_for_a_place(tmp_path: Path, board: str, sentence: str, cell: str) -> None:
    """Only a cell is square or hexagonal."""
    text = told(tmp_path, SHAPED.format(board=board) + f"says: {{cell: {cell}}}\n")
    for shape in ("square ", "hexagonal "):
        sentence = sentence.replace(f"{{{shape}cell}}", f"{shape}cell" if cell == "cell" else cell)
    assert sentence.replace("{cell}", cell) in text
    assert cell == "cell" or "cell" not in text


def test_the_name_of_a_place_is_no_noun_for_places(tmp_path: Path) -> None:
    """One that is named like the noun keeps its name where places are called otherwise."""
    text = told(tmp_path, SHAPED.format(board="square(2)\nlabels: {sites: {cell: a1}}") + "says: {cell: hole}\n")
    assert "The hole a1 is called cell." in text


@pytest.mark.parametrize(
    ("pieces", "is_told"),
    [
        ("{man: {}}", True),
        ("{man: {}, king: {}}", True),
        ("{man: {of: nobody}}", True),
        ("{man: {supply: 4}}", True),
        ("{man: {stacks: 3}}", True),
        ("{man: {has: {mark: false}}}", True),
    ],
)
def test_the_pieces_are_told_even_where_there_is_little_to_say(tmp_path: Path, pieces: str, is_told: bool) -> None:
    text = "ggl: 1\nname: Bare\nplayers: [A, B]\nboard: square(3)\n" + f"pieces: {pieces}\n"
    text += "moves: {go: {for: c in vacant, do: put man on c}}\n"
    assert ("The pieces" in told(tmp_path, text)) == is_told
    assert "The pieces" in told(tmp_path, text, exact=True)


FOLLOWING = """ggl: 1
name: Following
players: [A, B]
board: square(3)
pieces: {{man: {{}}}}
moves:
  put: {{for: c in vacant, do: put man on c, then: {then}}}
  lift(): {{for: c in cells with enemy man, do: take man from c}}
turn: {{play: put}}
says: {{put: put a man somewhere, lift: take an enemy man}}
"""


@pytest.mark.parametrize(
    ("then", "offer"),
    [
        ("lift()", "On your turn you make this move: Put, and then Lift. Put"),
        ("optional lift()", "On your turn you make this move: Put. Put"),
        ("lift() if ply > 3", "On your turn you make this move: Put. Put"),
        ("lift() or put()", "On your turn you make this move: Put. Put"),
    ],
)
def test_a_move_that_only_follows_says_which_it_follows(tmp_path: Path, then: str, offer: str) -> None:
    text = FOLLOWING.format(then=then).replace("put: {{for", "put: {for")
    learnt, _ = parts(tmp_path, text)
    assert offer in learnt
    assert "Lift (after Put) Take an enemy man." in learnt


SEEN = """ggl: 1
name: Seen
players: [A, B]
board: square(3)
pieces: {{man: {{seen by: owner}}}}
state: {{found: {{start: false, each: cells, seen by: A}}}}
moves: {{put: {{for: c in cells, where: seen(empty(c)), do: "set c.found to true; put man on c"}}}}
look: {{hide: [{hide}]}}
says: {{{man}found: "{{cell:be}} found"}}
"""


@pytest.mark.parametrize(
    ("hide", "man", "found_is_learnt", "man_is_learnt"),
    [("", "", True, True), ("found", "", False, True), ("", "man: you see your own men, ", True, False)],
)
def test_who_sees_what_the_page_hides_or_a_sentence_tells_stands_in_detail(
    tmp_path: Path, hide: str, man: str, found_is_learnt: bool, man_is_learnt: bool
) -> None:
    learnt, detail = parts(tmp_path, SEEN.format(hide=hide, man=man).replace("true; put", "true\\nput"))
    assert ("Only A sees whether" in learnt, "Only A sees whether" in detail) == (found_is_learnt, not found_is_learnt)
    assert ("Only its owner sees" in learnt, "Only its owner sees" in detail) == (man_is_learnt, not man_is_learnt)


WON_BY_MOVE = """ggl: 1
name: Won by a move
players: [A, B]
board: square(3)
pieces: {man: {}}
moves: {put: {for: c in vacant, do: "put man on c\\nwin if count(cells with man) > 4"}}
end:
  draw: {long: ply > 7}
"""


def test_how_moves_win_comes_first_and_not_where_their_sentences_say_so(tmp_path: Path) -> None:
    learnt, _ = parts(tmp_path, WON_BY_MOVE)
    wins = "You win as soon as there are more than four cells with men."
    assert f"The end ------- {wins} The game is a draw if both sides together have played eight turns" in learnt
    learnt, _ = parts(tmp_path, WON_BY_MOVE + "says: {put: put a man. The fifth wins}\n")
    assert "The end ------- The game is a draw if both sides together have played eight turns" in learnt
    assert "A move may" not in learnt


REGIONS = """ggl: 1
name: Regions
players:
  A: {home: row(1), forward: north}
  B: {home: row(3), forward: south}
board: square(3)
regions: {yard: a1 b2}
pieces: {man: {supply: 3}}
moves:
  put:
    {for: c in mover.home, where: "c not in yard and empty(step(c, mover.forward))", do: put man on c from supply}
says: {put: put a man}
"""


def test_what_only_the_details_speak_of_stands_there(tmp_path: Path) -> None:
    learnt, detail = parts(tmp_path, REGIONS)
    assert ("A's home is" in learnt, "A's home is" in detail) == (False, True)
    assert ('The region "yard"' in learnt, 'The region "yard"' in detail) == (False, True)
    assert "For A, forward is up the board." in learnt
    learnt, detail = parts(tmp_path, REGIONS.replace("says: {put: put a man}\n", ""))
    assert ("A's home is" in learnt, "A's home is" in detail) == (True, False)
    assert ('The region "yard"' in learnt, 'The region "yard"' in detail) == (True, False)


BOARD = """ggl: 1
name: Board
players: [A, B]
board: {board}
pieces: {{man: {{}}}}
moves: {{put: {{for: c in vacant, do: put man on c}}}}
"""


@pytest.mark.parametrize(
    ("board", "rows"),
    [
        ("morris(1)", ["3  +---+---+", "   |       |", "2  +       +", "   |       |", "1  +---+---+", "   a   b   c"]),
        ("{shape: 'square(3, 2)', without: b2}", ["2  . _ .", "1  . . .", "   a b c"]),
        ("square(3)", []),
        ("{links: 'u - v, v - w'}", []),
    ],
)
def test_a_board_of_lines_or_with_holes_is_drawn(tmp_path: Path, board: str, rows: list[str]) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD.format(board=board), encoding="utf-8")
    told_ = load(path).rules_text().partition("The players")[0]
    drawn = [line[4:] for line in told_.splitlines() if line.startswith("    ")]
    assert drawn == rows


NEAR = """ggl: 1
name: Near
players: [A, B]
board: {board}
pieces: {{man: {{}}}}
moves:
  put:
    for: c in vacant
    do: {do}
turn: {{pass: forced}}
end:
  player p wins: {{joined: any(g in groups(p) if count(g) > 2)}}
  draw: {{again: repetitions >= {times}, long: ply >= {turns}}}
says: {{{says}}}
"""


def near(folder: Path, **changed: object) -> tuple[str, str]:
    plain = {"board": "square(3)", "do": "put man on c", "times": 3, "turns": 200, "says": "put: put a man"}
    return parts(folder, NEAR.format(**{**plain, **changed}))


def test_how_one_passes_and_an_empty_board_have_sentences(tmp_path: Path) -> None:
    learnt, detail = near(tmp_path)
    assert ("You must make a move if you can." in learnt, "The board starts empty." in learnt) == (True, True)
    learnt, detail = near(tmp_path, says="put: put a man, pass: pass with a full board, setup: draw a board")
    assert "Pass with a full board. The end" in learnt
    assert "Set-up ------ Draw a board. A turn" in learnt
    for text in ("You must make a move if you can.", "The board starts empty."):
        assert (text in learnt, text in detail) == (False, True)


@pytest.mark.parametrize(("turns", "only_so"), [(200, True), (99, False)])
def test_an_end_that_is_only_there_so_that_games_end_says_so(tmp_path: Path, turns: int, only_so: bool) -> None:
    learnt, _ = near(tmp_path, turns=turns)
    end = f"oth sides together have played {turns} turns"
    assert (end in learnt, "only so that every game ends" in learnt) == (True, only_so)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({}, False),
        ({"times": 2}, True),  # the first time may have been the start, of which no end is asked
    ],
)
def test_a_position_by_which_somebody_wins_does_not_come_up_again(tmp_path: Path, changed: dict[str, object], said: bool) -> None:
    text = near(tmp_path, **{**changed, **({"do": "|\n      " + str(changed["do"])} if "do" in changed else {})})[0]
    assert ("player to move and nobody has won" in text, "time" in text) == (said, True)


def test_what_a_win_reads_beside_the_position_may_change(tmp_path: Path) -> None:
    learnt = parts(tmp_path, NEAR.format(board="square(3)", do="put man on c", times=3, turns=50, says="put: put a man")
                   .replace("count(g) > 2", "count(g) > 2 and ply > 9"))[0]  # fmt: skip
    assert "nobody has won" in learnt


@pytest.mark.parametrize(
    ("board", "test", "is_told"),
    [("square(3)", "any(g in groups(p) if count(g) > 2)", True), ("square(3)", "count(cells with p man) > 2", False),
     ("hexagon(2)", "any(g in groups(p) if count(g) > 2)", False)],
)  # fmt: skip
def test_what_is_next_to_each_other_stands_before_the_turn_where_groups_are_spoken_of(
    tmp_path: Path, board: str, test: str, is_told: bool
) -> None:
    text = NEAR.format(board=board, do="put man on c", times=3, turns=50, says="put: put a man")
    learnt, detail = parts(tmp_path, text.replace("any(g in groups(p) if count(g) > 2)", test))
    assert ("share a side, not only a corner." in learnt) == is_told
    assert not (is_told and "share a side" in detail)


@pytest.mark.parametrize(
    ("then", "how"),
    [("put man on c", "Two players, A and B, take turns."),
     ("again if c == a1", "There are two players, A and B. A moves first."),
     ("again", "There are two players, A and B.")],
)  # fmt: skip
def test_players_take_turns_unless_one_has_them_all(tmp_path: Path, then: str, how: str) -> None:
    assert how in near(tmp_path, do=then)[0]


def test_the_score_stands_before_the_end_that_it_decides(tmp_path: Path) -> None:
    learnt, _ = parts(tmp_path, AT_ONCE)
    assert learnt.index("The score ---") < learnt.index("The end ---")
