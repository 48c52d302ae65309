"""What cannot come about with the options of a game is not told, and what can is."""

import random
from pathlib import Path

import pytest

from ggl.play.loading import load

GAME = """ggl: 1
name: Again
players: [A, B]
board: square(3)
pieces: {{man: {{}}}}
setup: |
  put A man on a1
  put B man on c3
moves:
  go:
    for: c in cells with own man, t in neighbors(c)
    where: {{free: empty(t)}}
    do: move c to t
    {ensure}
turn: {turn}
end:
  by score: {{long: ply > 12}}
  draw: {{stood before: {again}}}
score(p): {score}
"""
FORBIDDEN = "ensure: {new: board_repetitions == 1}"
PLAIN = {
    "ensure": FORBIDDEN,
    "turn": "{pass: free}",
    "again": "board_repetitions > 1 and passes == 0",
    "score": "count(row(3) with p man)",
}
EQUAL = "Equal scores are a draw."


def told(folder: Path, **changed: str) -> str:
    path = folder / "again.yaml"
    path.write_text(GAME.format(**{**PLAIN, **changed}), encoding="utf-8")
    _, _, behind = " ".join(load(path).rules_text().split()).partition("The score ---")
    return behind


@pytest.mark.parametrize(
    ("changed", "is_told"),
    [
        ({}, False),
        ({"again": "board_repetitions >= 2 and passes == 0 and ply > 3"}, False),
        ({"turn": "{pass: never}", "again": "board_repetitions > 1"}, False),
        ({"ensure": ""}, True),
        ({"ensure": "ensure: {seldom: board_repetitions <= 2}"}, True),
        ({"again": "board_repetitions > 1"}, True),  # a pass leaves the board as it is
        ({"again": "board_repetitions > 1 and passes == 1"}, True),
        ({"turn": "{pass: free, pie: swap-sides}"}, True),
        ({"turn": '{pass: free, finish: "put man on b2 if empty(b2)"}'}, True),
    ],
)
def test_an_end_by_what_no_move_may_do_is_not_told(tmp_path: Path, changed: dict[str, str], is_told: bool) -> None:
    assert ("the same arrangement of pieces" in told(tmp_path, **changed)) == is_told


@pytest.mark.parametrize(
    ("score", "is_told"),
    [
        ("count(row(3) with p man) + (0.5 if p == B else 0)", False),
        ("count(row(3) with p man) * 2 + (1.5 if p == A else 0)", False),
        ("count(row(3) with p man) + (2 if p == B else 0)", True),
        ("count(row(3) with p man) / 2 + (0.5 if p == B else 0)", True),
        ("count(row(3) with p man) + (0.5 if ply > 3 else 0)", True),
        ("count(row(3) with p man)", True),
    ],
)
def test_equal_scores_are_told_of_only_where_there_can_be_some(tmp_path: Path, score: str, is_told: bool) -> None:
    assert (EQUAL in told(tmp_path, score=score)) == is_told


@pytest.mark.parametrize(("superko", "komi"), [(True, 0.5), (True, 1), (False, 0.5)])
def test_go_tells_of_the_ends_that_its_options_leave(superko: bool, komi: float) -> None:
    game = load("go", size=2, superko=superko, komi=komi)
    text = " ".join(game.rules_text().partition("\nA turn\n")[2].split())
    assert (EQUAL in text) == (komi == 1)
    assert ("the game is a draw" in text.lower()) == ("taken back" in text or "may not be retaken" in text) == (not superko)


def test_what_is_not_told_of_go_does_not_come_about() -> None:
    game = load("go", size=2, komi=0.5, engine="interpreter")
    results = []
    for seed in range(6):
        choose, state = random.Random(seed), game.initial_state()
        while not state.is_over:
            state = state.play(choose.choice(state.legal_moves()))
        results.append(state.result)
    assert all(result is not None and result.winner is not None and result.reason == "two passes" for result in results)


PLACING = """ggl: 1
name: Placing
players: [A, B]
board: square(3)
pieces: {{man: {{}}, king: {{}}}}
moves: {{put: {{for: 'c in {source}', {where}do: {do}}}}}
turn: {turn}
end:
  player p wins: {{three: {wins}}}
  draw: {{no room: {draw}}}
"""
ROW = {
    "source": "vacant",
    "where": "",
    "do": "put man on c",
    "turn": "{pass: never}",
    "wins": "'lined(cells with p man, 3)'",
    "draw": "full",
}
BOTH, NO_MOVE = "If both players would", "cannot move, the game is a draw"


@pytest.mark.parametrize(
    ("changed", "both", "no_move"),
    [
        ({}, False, False),
        ({"source": "cells", "where": "where: {free: empty(c)}, "}, False, False),
        ({"wins": "'any(g in groups(p) if size(g) > 2)'"}, False, False),
        ({"wins": "'any(g in groups(p) if any(g & row(1)) and any(g & row(3)))'"}, False, False),
        ({"wins": "'any(g in groups(p) if not any(around(g) & vacant))'"}, True, False),  # the mover fills it for both
        ({"wins": "'any(g in groups(p) if not any(c in neighbors(b2) if empty(c)))'"}, True, False),
        ({"wins": "'any(g in groups(p) if any(h in groups(other(p)) if size(h) == size(g)))'"}, True, False),
        ({"wins": "'lined(cells with man of other(p), 3)'"}, False, False),
        ({"wins": "'lined(cells with man, 3)'"}, True, False),  # anybody's
        ({"wins": "'lined(cells with p man, (3 if ply < 6 else 2))'"}, True, False),  # which may change for both
        ({"wins": "'lined(column(1 + count(row(2) with man)) with p man, 2)'"}, True, False),
        ({"wins": "'connected(cells with p man, row(1), row(3))'"}, False, False),
        ({"wins": "'connected(cells with p man, row(1), cells with king)'"}, True, False),
        ({"wins": "'connected(row(1) with p man, {a1}, {c1})'", "do": '"put man on c; put king on a2"'}, False, False),
        ({"wins": "'any(p man on a1 and p man on d for d in neighbors(a1))'", "source": "subsets(vacant, 1..2)"}, False, False),
        ({"wins": "'any(p man on a1 and man of other(p) on d for d in neighbors(a1))'"}, True, False),
        ({"wins": "'any(p man on a1 and p man on d for d in vacant)'", "source": "subsets(vacant, 1..2)"}, True, False),
        ({"wins": "'count(cells with p man) >= count(cells with king)'"}, True, False),
        ({"wins": "'lined(cells with p man, 3) or ply > 4'"}, True, False),
        ({"wins": "'count(cells with p man) > count(cells with man of other(p))'"}, False, False),
        ({"wins": "'full and count(row(1) with man of other(p)) < count(row(1) with p man)'"}, False, False),
        ({"wins": "'count(row(2) with p man) > count(row(1) with man of other(p))'"}, True, False),
        ({"source": "subsets(vacant, 1..2)"}, False, False),
        ({"source": "subsets(vacant, 2..3)"}, False, True),
        ({"where": "where: {rests: 'not empty(step(c, south))'}, "}, False, False),
        ({"where": "where: {hangs: 'empty(step(c, south))'}, "}, False, True),
        ({"where": "where: {rests: 'not empty(step(c, south))', leans: 'not empty(step(c, west))'}, "}, False, True),
        ({"do": "put opponent man on c"}, True, False),
        ({"do": '"put man on c; put opponent king on a1"'}, True, False),
        ({"source": "cells"}, False, True),  # a piece may be replaced
        ({"source": "row(1)", "where": "where: {free: empty(c)}, "}, False, True),
        ({"where": "where: {first: ply == 0 or any(neighbors(c) with man)}, "}, False, True),
        ({"draw": "ply > 7"}, False, True),
        ({"turn": '{pass: never, finish: "put man on b2 if empty(b2)"}'}, False, False),
        ({"turn": '{pass: never, begin: "put man on b2 if empty(b2)"}'}, True, True),  # the next player's, and fills the board
        ({"turn": '{pass: never, finish: "put opponent man on b2 if empty(b2)"}'}, True, False),
        ({"do": '"put man on c; flip neighbors(c)"'}, True, False),
        ({"do": '"put man on c; take man from neighbors(c)"'}, False, False),
        ({"do": '"put man on c; take man from neighbors(c)"', "wins": "'any(g in groups(p) if size(g) == 2)'"}, True, False),
    ],
)
def test_what_a_game_of_placing_cannot_come_to_is_not_told(
    tmp_path: Path, changed: dict[str, str], both: bool, no_move: bool
) -> None:
    text = PLACING.format(**{**ROW, **changed}).replace("put man on c; ", "put man on c\\n")
    (tmp_path / "placing.yaml").write_text(text, encoding="utf-8")
    told = " ".join(load(tmp_path / "placing.yaml").rules_text().split())
    assert (BOTH in told, NO_MOVE in told) == (both, no_move)


@pytest.mark.parametrize(
    ("changed", "enough"),
    [
        ({}, True),
        ({"turn": "{pass: free}"}, False),
        ({"turn": "{continue: steps < 3}"}, False),
        ({"source": "subsets(vacant, 1..2)"}, False),
    ],
)
def test_half_the_board_is_enough_only_where_each_turn_puts_one_piece(
    tmp_path: Path, changed: dict[str, str], enough: bool
) -> None:
    text = PLACING.format(**{**ROW, **changed}).replace(", king: {}", "")
    (tmp_path / "placing.yaml").write_text(text, encoding="utf-8")
    assert ("five are enough" in " ".join(load(tmp_path / "placing.yaml").rules_text().split())) == enough


@pytest.mark.parametrize(
    ("second", "first_counts"),
    [
        ("lined(corners with p man, 2)", False),
        ("count(row(2) with p man) > count(row(2) with man of other(p))", True),  # also on the other side's turn
        ("lined(cells with man of other(p), 2)", True),
    ],
)
def test_which_of_two_lines_counts_is_told_where_a_turn_may_make_them_true_of_either_player(
    tmp_path: Path, second: str, first_counts: bool
) -> None:
    wins = f"'lined(cells with p man, 3)', second: '{second}'"
    (tmp_path / "placing.yaml").write_text(PLACING.format(**{**ROW, "wins": wins}), encoding="utf-8")
    told = " ".join(load(tmp_path / "placing.yaml").rules_text().split())
    assert (BOTH in told, "the one that is told first counts" in told) == (False, first_counts)


COUNTING = """ggl: 1
name: Counting
players: [A, B]
board: square(3)
pieces: {{man: {{}}}}
state:
  at: {{start: 0, in: 0..9}}
  held: {{start: 0, in: 0..9, each: players}}
moves:
  go: {{for: {source}, do: {do}}}
turn: {{pass: never}}
end:
  player p wins: {{enough: {wins}}}
  draw: {{long: {draw}}}
"""
GOING = {"source": "n in 1..3", "do": '"add 1 to at\\nadd n to mover.held"', "wins": "p.held >= 5", "draw": "at == 9"}
AT, HELD = '"at": at the start it is 0.', '"held" of each player: at the start it is 0.'


@pytest.mark.parametrize(
    ("changed", "at", "held", "both", "no_move"),
    [
        ({}, "", " It never goes above 9.", False, False),
        ({"draw": "at >= 10 - 1"}, "", " It never goes above 9.", False, False),
        ({"draw": "at > 8"}, " It never goes above 9.", " It never goes above 9.", False, False),
        ({"draw": "at == 9 and ply > 3"}, " It never goes above 9.", " It never goes above 9.", False, False),
        ({"do": '"add 2 to at\\nset mover.held to n"'}, " It never goes above 9.", "", False, False),
        ({"do": '"add 1 to at\\nset mover.held to 9 - n"'}, "", "", False, False),
        ({"do": '"add 1 to at\\nset mover.held to n - 2"'}, "", " It never goes below 0.", False, False),
        ({"do": '"add 1 to at\\nadd n - 2 to mover.held"'}, "", " It never goes below 0 or above 9.", False, False),
        ({"do": '"add 1 to at\\nadd n to A.held"'}, "", " It never goes above 9.", True, False),
        ({"wins": "p.held < 1 and at > 0"}, "", " It never goes above 9.", True, False),
        ({"source": "n in 1..at"}, "", " It never goes above 9.", False, True),
    ],
)
def test_what_a_game_of_numbers_cannot_come_to_is_not_told(
    tmp_path: Path, changed: dict[str, str], at: str, held: str, both: bool, no_move: bool
) -> None:
    text = COUNTING.format(**{**GOING, **changed}).replace("\\\\n", "\\n")
    (tmp_path / "counting.yaml").write_text(text, encoding="utf-8")
    told = " ".join(load(tmp_path / "counting.yaml").rules_text().split())
    assert f"{AT}{at} - Keep note" in told
    assert f"{HELD}{held} A turn" in told
    assert (BOTH in told, NO_MOVE in told) == (both, no_move)


@pytest.mark.parametrize(
    ("state", "effect", "beside", "end", "passes"),
    [
        ("0", "add 1 to at", "turn: {pass: never}", "at == 3", False),
        ("0", "add 1 to at", "turn: {pass: never}", "at >= 3", False),
        ("0", "set at to 2", "turn: {pass: never}", "at == 3", False),
        ("0", "set at to 4", "turn: {pass: never}", "at == 3", True),  # beyond it
        ("0", "set at to 3 if at > 1", "turn: {pass: never}", "at == 3", True),  # the same turn might add 1
        ("4", "add 1 to at", "turn: {pass: never}", "at == 3", True),
        ("0", "add 1 to at", "turn: {finish: add 1 to at}", "at == 3", True),
        ("0", "add 1 to at", "turn: {together: count or other}", "at == 4", True),  # two in a turn
        ("0", "set limit to 1", "turn: {pass: never}", "at == limit", True),
        ("0", "set limit to 1", "turn: {pass: never}", "at >= limit", False),
    ],
)
def test_a_count_ends_before_its_limit_only_if_nothing_leads_past_the_end(
    state: str, effect: str, beside: str, end: str, passes: bool, tmp_path: Path
) -> None:
    text = f"""ggl: 1
name: Past
players: [A, B]
board: square(1)
state: {{at: {{start: {state}, in: 0..5}}, limit: {{start: 3, in: 1..5}}}}
moves: {{count: {{do: add 1 to at}}, other: {{do: {effect}}}}}
{beside}
end: {{draw: {end}}}
"""
    (tmp_path / "past.yaml").write_text(text, encoding="utf-8")
    assert ("It never goes above 5." in " ".join(load(tmp_path / "past.yaml").rules_text().split())) == passes


@pytest.mark.parametrize(
    ("beside", "both"),
    [
        ("turn: {begin: set at to 2}", False),
        ("turn: {begin: add 1 to mover.held}", True),  # the next player's, before the ends are asked
        ("turn: {begin: gain()}", True),
        ("turn: {finish: gain()}", False),
        ("turn: {finish: add 1 to opponent.held}", True),
        ("setup: set B.held to 4", True),
        ("setup: gain()", True),
    ],
)
def test_a_number_of_one_s_own_changes_only_in_one_s_own_turn(beside: str, both: bool, tmp_path: Path) -> None:
    text = COUNTING.format(**GOING).replace("turn: {pass: never}", f"{beside}\nroutines: {{gain(): add 1 to mover.held}}")
    (tmp_path / "counting.yaml").write_text(text, encoding="utf-8")
    assert (BOTH in " ".join(load(tmp_path / "counting.yaml").rules_text().split())) == both


COMING = """ggl: 1
name: Coming
players: [A, B]
board: square(5)
pieces: {pieces}
moves: {{put: {{for: "c in vacant, d in vacant - {{c}}", do: "put {one} on c; put {two} on d{more}"}}}}
turn: {turn}
end:
  player p wins: lined(cells with p piece, 3)
  draw: full
routines: {{place(): put man on (c in row(3) if empty(c))}}
"""
MEN = {"pieces": "{man: {}, king: {}}", "one": "man", "two": "king", "more": "", "turn": "{pass: never}"}


@pytest.mark.parametrize(
    ("changed", "both"),
    [
        ({}, False),
        ({"more": "; take king from row(3)"}, False),
        ({"turn": "{finish: place()}"}, False),
        ({"turn": "{begin: place()}"}, True),
        ({"turn": "{begin: put man on (c in row(3) if empty(c))}"}, True),
        ({"pieces": "{man: {of: A}, king: {of: B}}"}, True),
        ({"pieces": "{man: {of: A}, king: {of: nobody}}"}, True),
        ({"pieces": "{man: {piles: 2}, king: {}}", "more": "; take man from row(3)"}, True),  # which uncovers another
        ({"one": "opponent man"}, True),
    ],
)
def test_only_one_s_own_pieces_come_in_one_s_turn(changed: dict[str, str], both: bool, tmp_path: Path) -> None:
    text = COMING.format(**{**MEN, **changed}).replace("; ", "\\n")
    (tmp_path / "coming.yaml").write_text(text, encoding="utf-8")
    assert (BOTH in " ".join(load(tmp_path / "coming.yaml").rules_text().split())) == both


ROUNDS = """ggl: 1
name: Rounds
players: [A, B]
board: square(1)
state: {{won: {{start: {start}, in: 0..5, each: players}}, best: {{start: none, in: players}}}}
moves: {{show: {{for: n in 1..3, do: {do}}}}}
turn: {{together: show, resolve: "{resolve}"}}
end: {{by score: {{enough: {enough}}}}}
score(p): p.won
"""
SHOWING = {"start": "0", "do": "set best to mover if n > 2", "resolve": "add 1 to p.won for p in players if p == best",
           "enough": "ply == 5"}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "passes"),
    [
        ({}, False),
        ({"enough": "ply >= 3"}, False),
        ({"enough": "ply == 6"}, True),
        ({"enough": "ply > 2 and ply == 5"}, True),
        ({"start": "1"}, True),
        ({"resolve": "add 2 to p.won for p in players if p == best"}, True),
        ({"resolve": "add 1 to A.won for p in players if p == best"}, True),
        ({"do": "add 1 to mover.won if n > 2"}, True),
    ],
)
def test_rounds_that_end_before_a_number_can_pass_its_limit_leave_that_limit_out(
    tmp_path: Path, changed: dict[str, str], passes: bool
) -> None:
    (tmp_path / "rounds.yaml").write_text(ROUNDS.format(**{**SHOWING, **changed}), encoding="utf-8")
    told = " ".join(load(tmp_path / "rounds.yaml").rules_text().split())
    assert ("It never goes above 5." in told) == passes


AUCTION = """ggl: 1
name: Auction
players: [A, B, C]
board: square(1)
state: {{gold: {{start: 2, in: 0..9, each: players}}}}
moves:
  offer: {{for: n in {amounts}, do: add -n to mover.gold}}
  rest: {{do: add 1 to mover.gold}}
turn: {turn}
end: {{player p wins: p.gold >= 9}}
"""
NOBODY, CANNOT = "nobody is to choose", "a player who is to choose cannot move"


@pytest.mark.parametrize(
    ("turn", "amounts", "nobody", "cannot"),
    [
        ("{together: offer, by: (p in players if p.gold > 0)}", "1..2", True, False),
        ("{together: offer, by: (p in players if p.gold > 0)}", "1..A.gold", True, True),
        ("{together: offer, by: '{A, B}'}", "1..2", False, False),
        ("{together: offer, by: '{A, B}'}", "1..A.gold", False, True),
        ("{together: offer, by: players}", "1..2", False, False),
        ("{phases: {one: {together: offer, until: ply > 3}, two: {play: rest, pass: free}}}", "1..2", False, False),
        ("{phases: {one: {together: offer, until: ply > 3}, two: {play: rest, pass: free}}}", "1..A.gold", False, True),
        ("{phases: {one: {together: rest, by: 'players with', until: ply > 3}, two: {play: offer}}}", "1..2", True, False),
    ],
)
def test_nobody_may_be_left_to_choose(turn: str, amounts: str, nobody: bool, cannot: bool, tmp_path: Path) -> None:
    text = AUCTION.format(turn=turn.replace("players with", "(p in players if p.gold > 1)"), amounts=amounts)
    (tmp_path / "auction.yaml").write_text(text, encoding="utf-8")
    told = " ".join(load(tmp_path / "auction.yaml").rules_text().split())
    assert (f"f {NOBODY}" in told, f"If {CANNOT}" in told) == (nobody, cannot)
    assert ("the game is a draw unless something else has ended it" in told) == (nobody or cannot)


@pytest.mark.parametrize(("seats", "passes"), [(3, False), (2, True)])
def test_a_line_about_a_side_that_does_not_play_ends_nothing(seats: int, passes: bool, tmp_path: Path) -> None:
    players = "{A: {}, B: {}, C: {if: seats == 3}}\noptions: {seats: 3 in 2..3}"
    text = COUNTING.format(**{**GOING, "source": "'c in vacant'", "do": '"put man on c; add 1 to at"'})
    text = text.replace("[A, B]", players).replace("draw: {long: at == 9}", "C wins: {long: at == 9, no room: full}")
    (tmp_path / "absent.yaml").write_text(text.replace("; ", "\\n"), encoding="utf-8")
    told = " ".join(load(tmp_path / "absent.yaml", seats=seats).rules_text().split())
    assert ("It never goes above 9." in told, NO_MOVE in told) == (passes, passes)


TILES = """ggl: 1
name: Tiles
players: [A, B]
board: square(4)
tiles: {{one: x, three: xxx}}
pieces: {{square: {{}}}}
state: {{last_size: {{start: 0, in: 0..{most}}}}}
moves: {{lay: {{for: "t in tiles, p in placements(t)", where: all(empty(c) for c in p.cells),
  do: "put square on p.cells\\nset last_size to t.size"}}}}
end: {{draw: {{one: last_size == 1 and ply > 3}}}}
"""


@pytest.mark.parametrize(("most", "passes"), [(3, False), (2, True)])
def test_the_size_of_a_tile_is_at_most_that_of_the_largest(tmp_path: Path, most: int, passes: bool) -> None:
    (tmp_path / "tiles.yaml").write_text(TILES.format(most=most), encoding="utf-8")
    told = " ".join(load(tmp_path / "tiles.yaml").rules_text().split())
    assert ("It never goes above 2." in told, "It never goes" in told) == (passes, passes)


@pytest.mark.parametrize(
    ("end", "first_counts"),
    [
        ("players p win: p.held == 1", False),
        ("players p win: p.held == 1\n  player p wins: p.held == 2", True),
        ("players p win: {one: p.held == 1, two: p.held == 2}", True),
        ("mover wins: {one: mover.held == 1, two: mover.held == 2}", False),
        ("A wins: B.held == 1\n  player p wins: p.held == 2", True),
        ("player p wins: p.held == 2\n  A wins: B.held == 1", False),  # "and nobody has won"
        ("A wins: B.held == 1\n  B wins: A.held == 2", False),  # "and A has not won"
    ],
)
def test_that_the_first_of_two_lines_counts_is_told_where_they_may_differ(end: str, first_counts: bool, tmp_path: Path) -> None:
    text = COUNTING.format(**{**GOING, "do": "add n to A.held"}).partition("end:")[0] + f"end:\n  {end}\n  draw: ply > 9\n"
    (tmp_path / "lines.yaml").write_text(text, encoding="utf-8")
    told = " ".join(load(tmp_path / "lines.yaml").rules_text().split())
    assert ("the one that is told first counts" in told) == first_counts


ORDERED = """ggl: 1
name: Ordered
players: [A, B]
board: square({size})
pieces: {{man: {{}}}}
moves: {{put: {{for: c in vacant, do: put {whose}man on c}}}}
end:
  {first}
  {second}
  by score: {{no room: {ends}}}
score(p): {score}
define: {{large(p): count(cells with p man) > 2}}
"""
PLAY = {
    "size": "3",
    "whose": "opponent ",
    "first": "draw: {both: large(A) and large(B)}",
    "second": "player p wins: {one: large(p)}",
    "ends": "full",
    "score": "count(cells with p man)",
}


@pytest.mark.parametrize(
    ("changed", "both", "equal"),
    [
        ({}, False, False),
        ({"first": PLAY["second"], "second": PLAY["first"]}, True, False),
        ({"first": "draw: {one: large(A)}"}, False, False),
        ({"first": "draw: {one: large(A) and not large(B)}"}, True, False),
        ({"first": "draw: {one: large(A) or large(B)}"}, True, False),
        ({"first": "draw: {both: large(A) and large(B) and ply > 5}"}, True, False),
        ({"size": "2"}, False, True),
        ({"ends": "ply > 7"}, False, True),
        ({"score": "count(row(1) with p man)"}, False, True),
        ({"score": "count(cells with man)"}, False, True),
    ],
)
def test_an_end_that_is_asked_before_and_a_full_board_leave_nothing_to_tell(
    tmp_path: Path, changed: dict[str, str], both: bool, equal: bool
) -> None:
    (tmp_path / "ordered.yaml").write_text(ORDERED.format(**{**PLAY, **changed}), encoding="utf-8")
    text = " ".join(load(tmp_path / "ordered.yaml").rules_text().split())
    assert (BOTH in text, EQUAL in text) == (both, equal)


COMPARED = """ggl: 1
name: Compared
players: [A, B]
board: {board}
pieces: {{man: {{{kind}}}}}
moves: {{put: {{for: c in vacant, do: put man on c}}}}
define:
  sizes(p): {sizes}
end:
  player p wins: {{larger: full and sizes(p) > sizes(other(p))}}
  draw: {{no room: full}}
"""
SIZES = {"board": "square(3)", "kind": "", "sizes": "descending(size(g) for g in groups(p))"}


@pytest.mark.parametrize(
    ("changed", "is_told"),
    [
        ({}, False),
        ({"board": "square(4)"}, True),
        ({"kind": "stacks: 2"}, True),
        ({"sizes": "descending(size(g) for g in groups(p) if size(g) > 1)"}, True),
        ({"sizes": "[max(size(g) for g in groups(p), default=0)]"}, True),
    ],
)
def test_a_full_board_of_odd_size_is_no_draw_where_the_sizes_of_all_groups_decide(
    tmp_path: Path, changed: dict[str, str], is_told: bool
) -> None:
    path = tmp_path / "compared.yaml"
    path.write_text(COMPARED.format(**{**SIZES, **changed}), encoding="utf-8")
    assert ("the game is a draw" in load(path).rules_text()) == is_told
