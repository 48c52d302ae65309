"""Who begins, what the pie rule offers, how turns and phases go on, and what ends a game: told as the rules are played."""

from __future__ import annotations

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

HEAD = """ggl: 1
name: Small
players: [Red, Blue]
board: square(3)
pieces: {man: {}}
"""
PLACE = """moves:
  place:
    for: c in vacant
    do: put man on c
"""
MATCH = """match:
  until: any(p in players if total(p) > 3)
  next first: other(starter)
  points(p): 1
"""


def told(rules: str, players: str = "[Red, Blue]") -> tuple[str, str]:
    """The readable and the exact text, each in one line."""
    checked, found = check_source(Source("small.yaml", HEAD.replace("[Red, Blue]", players) + rules))
    assert checked is not None, found
    plain, exact = (" ".join(Game(checked).rules_text(exact=exact).split()) for exact in (False, True))
    return plain, exact


@pytest.mark.parametrize(
    "rules",
    [
        f"setup: set mover to Blue\n{PLACE}turn: {{pie: swap-sides}}\nend: {{draw: full}}\n",
        f"{PLACE}turn: {{pie: swap-sides}}\nend: {{draw: full}}\n{MATCH}",
    ],
)
def test_the_pie_rule_is_offered_to_the_side_that_does_not_begin(rules: str) -> None:
    plain, exact = told(rules)
    offered = "After the first side's first move, the player of the second side may take over the first side instead of moving."
    assert offered in plain
    assert "In the first turn of the second side, its player may, instead of moving" in exact


def test_a_choice_of_sides_is_by_their_names_whoever_begins() -> None:
    plain, exact = told(f"setup: set mover to Blue\n{PLACE}turn: {{pie: choose-side}}\nend: {{draw: full}}\n")
    assert "The player of the second side then chooses a side: Red or Blue. The second side moves next." in plain
    assert '"take-red" to play Red from now on, or "take-blue" to play Blue.' in exact
    assert "after taking that side this player takes two turns running" in exact


def test_who_moves_first_in_a_match_is_told_of_the_first_game() -> None:
    for rules in (f"{PLACE}end: {{draw: full}}\n", f"setup: set mover to Blue\n{PLACE}end: {{draw: full}}\n"):
        assert all("moves first in the first game." in text for text in told(rules + MATCH))
        assert not any("in the first game" in text for text in told(rules))


@pytest.mark.parametrize(
    ("first", "setup", "who"),
    [
        ("(Blue if Blue.age < Red.age else Red)", "put man on a1", "Blue moves first."),
        ("younger(Red, Blue)", "put man on a1", "Blue moves first."),
        ("other(Blue)", "put man on a1", "Red moves first."),
        ("other(Red)", "set mover to Red if 2 < 1", "Blue moves first."),
        ("other(Red)", "set mover to Red if empty(a1)", ""),
        ("other(Red)", "begin_with(Red)", ""),
    ],
)
def test_who_moves_first_is_told_where_it_is_computed(first: str, setup: str, who: str) -> None:
    begun = "routines: {begin_with(p): set mover to p if empty(a1)}\ndefine:\n  younger(p, q): (p if p.age < q.age else q)\n"
    rules = f"{begun}setup: {setup}\n{PLACE}turn:\n  first: {first}\nend: {{draw: full}}\n"
    for text in told(rules, "{Red: {age: 3}, Blue: {age: 2}}"):
        players = text.partition("The players --")[2].partition(" The pieces --")[0]
        assert who.removesuffix(".") in players
        assert bool(who) == ("moves first" in players)


def test_the_pie_rule_waits_for_the_other_side_s_turn_where_the_first_may_have_several() -> None:
    again = PLACE.replace("put man on c", "|\n      put man on c\n      again if c == b2")
    goes_on = f"{PLACE}    then: optional more(c)\n  more(c): {{for: d in neighbors(c) & vacant, do: put man on d}}\n"
    turns = ("pass: free, ", "continue: steps < 2, ", "begin: again if ply == 0, ",
             "phases: {early: {play: place, pass: free, until: ply > 4}, late: {play: place}}, ")  # fmt: skip
    for moves, turn in ((again, ""), (goes_on, ""), *((PLACE, turn) for turn in turns)):
        plain, _ = told(f"{moves}turn: {{{turn}pie: swap-sides}}\nend: {{draw: full}}\n")
        assert "When it is Blue's turn for the first time, the second player may take over Red instead of moving." in plain
        plain, _ = told(f"{moves}turn: {{{turn}pie: choose-side}}\nend: {{draw: full}}\n")
        assert "When it is Blue's turn for the first time, the second player chooses a side: Red or Blue." in plain


def test_a_side_that_cannot_move_draws_where_no_line_is_true_of_that_alone() -> None:
    for line, draws in (
        ("mover loses: stuck and ply > 4", True),
        ("mover loses: stuck", False),
        ("mover loses: ply > 4 or stuck", False),
        ("player p loses: stuck(p)", False),
    ):
        plain, exact = told(f"{PLACE}end:\n  {line}\n")
        assert ("If the player whose turn it is cannot move, the game is a draw unless something else" in plain) == draws, plain
        assert ("If the side to move has no legal move, the game is a draw." in exact) == draws


def test_what_a_loss_means_for_the_others_is_told_of_effects_too() -> None:
    for effect in ("moves: {place: {for: c in vacant, do: lose if c == a1}}", f"{PLACE}turn: {{finish: lose if full}}"):
        for players, others in (("[A, B, C]", True), ("[A, B]", False)):
            texts = told(f"{effect}\nend: {{draw: ply > 9}}\n", players)
            assert all(("When somebody loses, all others win together." in text) == others for text in texts)


def test_a_pass_is_that_of_the_turn_where_its_moves_are_over() -> None:
    counts = "add 1 to n if passes > 0\n    add 2 to n if passes == 0"
    plain, exact = told(f"state: {{n: 0}}\n{PLACE}turn:\n  pass: free\n  finish: |\n    {counts}\nend: {{draw: full}}\n")
    for text in (plain, exact):
        assert 'If this turn was a pass, "n" grows by 1. - If this turn was not a pass, "n" grows by 2.' in text
    texts = told(f"{PLACE}turn: {{pass: free, next: mover if passes > 0 else opponent}}\nend: {{draw: full}}\n")
    assert all("If this turn was a pass, the next turn is for you" in text for text in texts)
    texts = told(f"state: {{n: 0}}\n{PLACE}turn:\n  pass: free\n  begin: add 1 to n if passes > 0\nend: {{draw: full}}\n")
    assert all('If the last turn was a pass, "n" grows by 1.' in text for text in texts)


@pytest.mark.parametrize(
    ("turn", "round_"),
    [
        ("pass: free", True),
        ("{pass: free, finish: put man on a1 if empty(a1)}", True),
        ("{pass: free, next: mover if ply > 4 else other(mover)}", False),
        ("{pass: free, finish: again if ply > 4}", False),
        ("{pass: free, finish: once_more()}", False),
        ("{pass: free, begin: again if ply > 4}", False),
    ],
)
def test_all_have_passed_only_where_passes_go_round(turn: str, round_: bool) -> None:
    rules = f"routines: {{once_more(): again if ply > 4}}\n{PLACE}turn: {{{turn.strip('{}')}}}\nend: {{draw: passes == 2}}\n"
    assert ("both sides have passed, one after the other" in told(rules)[0]) == round_
    assert ("there have been two passes in a row" in told(rules)[0]) == (not round_)
    alone = told(rules.replace("passes == 2", "passes == 3"), "[Red, Blue, Green]")[0] if "other" not in turn else ""
    assert ("all sides have passed, one after the other" in alone) == round_


@pytest.mark.parametrize(
    ("turn", "position", "passed"),
    [
        ("begin: |\n    {}", "the same position has", "the last turn was a pass"),
        ("finish: |\n    {}", "the position that the turn leaves has", "this turn was a pass"),
        ("begin: note(3)\n  finish: |\n    {}", "the position that the turn leaves has", "the last turn was a pass"),
    ],
)
def test_a_routine_reads_the_turn_of_the_effects_that_call_it(turn: str, position: str, passed: str) -> None:
    routine = "routines:\n  note(k): add k to n if repetitions > 2 or passes > 0\n"
    called = turn.format("note(1)\n    note(2)")
    for text in told(f"state: {{n: 0}}\n{PLACE}{routine}turn:\n  pass: free\n  {called}\nend: {{draw: full}}\n"):
        assert f"If {position} occurred more than" in text
        assert f"times, counting this one, or {passed}" in text


PHASES = """{setup}moves:
  lay: {{for: c in vacant, do: put man on c}}
  rest: {{for: c in cells with own man, do: {effect}}}
turn:
  phases:
    one: {{play: lay or rest, until: ply > 4}}
    two: {{play: rest, until: ply > 1}}
    three: {{play: lay}}
end: {{draw: ply > 8}}
"""


def test_a_phase_to_which_an_effect_goes_is_told_with_its_order_and_its_first_turn() -> None:
    begins, ends = 'The game begins in the phase "one".', "When a phase has run its course, the next one below begins."
    for text in told(PHASES.format(setup="", effect="phase two")):
        assert f"{begins} {ends}" in text
        assert "played, but for at least one turn. In the phase" in text
    for text in told(PHASES.format(setup="setup: phase two\n", effect="take man from c")):
        assert begins not in text
        assert ends in text
    assert all(ends not in text for text in told(PHASES.format(setup="", effect="take man from c")))


def test_a_turn_that_may_go_on_ends_by_a_stop_and_not_for_lack_of_a_move() -> None:
    block = "  block(a): {for: x in neighbors(a), where: empty(x), do: put man on x}\n"
    for turn, ends in (("turn: {continue: steps < 3}\n", True), ("", False)):
        for text in told(f"{PLACE}    then: optional block(c)\n{block}{turn}end: {{draw: full}}\n"):
            assert ("or end your turn." in text) == ends
            assert ("or stop there." in text) != ends
        _, exact = told(f"{PLACE}    then: block(c) if ply > 2\n{block}{turn}end: {{draw: full}}\n")
        assert ("your turn ends." in exact) != ends


def test_a_piece_becomes_one_of_nobody_or_of_one_side_only_if_it_is_theirs() -> None:
    for kinds, told_so in (
        ("{man: {}, rock: {of: nobody}}", "becomes a rock if it belongs to nobody."),
        ("{man: {}, rock: {of: Blue}}", "becomes a rock if it belongs to Blue."),
        ("{man: {}, rock: {}}", "becomes a rock."),
        ("{man: {of: nobody}, rock: {of: nobody}}", "becomes a rock."),
    ):
        moves = "moves: {run: {for: c in cells with man, do: promote c to rock}}\nend: {draw: ply > 9}\n"
        moves += f"setup: put {'' if 'man: {of' in kinds else 'Red '}man on a1\n"
        checked, found = check_source(Source("small.yaml", HEAD.replace("{man: {}}", kinds) + moves))
        assert checked is not None, found
        assert all(told_so in Game(checked).rules_text(exact=exact) for exact in (False, True))
        plain = Game(checked).rules_text()
        assert ("Blue's rocks may come into play later." in plain) == ("Blue" in kinds)


@pytest.mark.parametrize(
    ("asked", "told_so"),
    [
        ("touching(cells with own man, corners)", "If some cell with a man of yours is next to a corner cell,"),
        ("not touching(cells with own man, {b1, c2})", "If no cell with a man of yours is next to b1 or c2,"),
        ("not touching(group(c), corners)", "If the group on c is not next to a corner cell,"),
    ],
)
def test_of_sets_that_touch_one_member_is_enough(asked: str, told_so: str) -> None:
    place = PLACE.replace("put man on c", f"|\n      put man on c\n      add 1 to n if {asked}")
    assert all(told_so in text for text in told(f"state: {{n: 0}}\n{place}end: {{draw: full}}\n"))
