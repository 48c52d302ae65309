"""What `check --play` says of conditions: needless ones are found, and those that decide are left alone."""

from __future__ import annotations

import random

import pytest

from ggl.interpreter import Interpreter
from ggl.play import fast
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.play.redundant_conditions import needless as needless_of
from ggl.play.trial import _Trial, trial
from ggl.source import Source

HEAD = "ggl: 1\nname: T\nplayers: [Black, White]\nboard: square(3)\npieces: {stone: {}}\n"
PLACE = "moves:\n  place:\n    for: c in cells\n    where:\n      {}\n    do: put stone on c\n    {}\nend: {{draw: ply >= 9}}\n"


def needless(text: str) -> list[str]:
    checked, found = check_source(Source("t.yaml", text))
    assert checked is not None, found
    reports = trial(Game(checked), 6)
    return [each.span.text for each in reports if each.code.code == "GGL704" and each.span is not None]


@pytest.mark.parametrize(
    ("where", "ensure", "found"),
    [
        ("free: empty(c)", "", []),
        ("free: empty(c)\n      bare: not stone on c", "", ["not stone on c"]),
        ("free: empty(c) and not stone on c", "", ["not stone on c"]),
        ("free: empty(c)", "ensure: stone on c", ["stone on c"]),
        ("free: empty(c)", "ensure: size(group(c)) < 4", []),
        ("once: ply < 20", "ensure: size(group(c)) < 4", ["ply < 20"]),
    ],
)
def test_a_condition_that_never_decides_is_found(where: str, ensure: str, found: list[str]) -> None:
    assert needless(HEAD + PLACE.format(where, ensure) + "turn: {pass: forced}\n") == found


def test_a_condition_that_refuses_all_moves_at_once_decides() -> None:
    move = "  {}:\n    for: c in cells\n    where:\n      free: empty(c)\n      when: {}\n    do: put stone on c\n"
    text = "moves:\n" + move.format("early", "ply < 4") + move.format("late", "ply >= 4")
    assert needless(HEAD + text + "end: {draw: ply >= 8}\n") == []


MATCH = "match: {until: winner != none, points(p): 1, next first: Black}\n"


@pytest.mark.parametrize("match", ["", MATCH], ids=["alone", "in a match"])
def test_a_condition_that_leaves_nobody_a_move_decides(match: str) -> None:
    text = HEAD + PLACE.format("free: empty(c)\n      early: ply < 2", "")
    text = text.replace("draw: ply >= 9", "mover loses: stone on a1 and ply == 1")
    assert needless(text + match) == []


@pytest.mark.parametrize(("ply", "square"), [(0, 19), (1, 15), (3, 15)])
def test_a_condition_that_decides_in_the_opening_alone_decides(ply: int, square: int) -> None:
    where = f"free: empty(c)\n      near: ply != {ply} or c in center"
    text = HEAD.replace("square(3)", f"square({square})") + PLACE.format(where, "").replace("ply >= 9", "full")
    assert needless(text) == []


def test_a_condition_of_a_step_that_follows_is_asked_where_the_step_is_offered() -> None:
    text = "setup: put Black stone on a1\nmoves:\n  walk:\n    for: c in cells with own stone, t in neighbors(c)\n"
    text += "    where: empty(t)\n    do: move c to t\n    then: mark(t)\n"
    text += "  mark(t):\n    for: x in neighbors(t)\n    where:\n"
    text += "      free: empty(x)\n      low: x.row < 3\n      bare: not stone on x\n    do: put opponent stone on x\n"
    assert needless(HEAD + text + "turn: {pass: forced}\nend: {draw: ply >= 8}\n") == ["not stone on x"]


@pytest.mark.parametrize(
    ("condition", "turn"), [("ply < 5", "pass: forced"), ("die > 0", "pass: forced, begin: roll die from 1..6")]
)
def test_after_the_end_and_before_a_roll_no_condition_is_asked(condition: str, turn: str) -> None:
    place = PLACE.format(f"free: empty(c)\n      bare: {condition}", "").replace("ply >= 9", "ply >= 5")
    assert needless(HEAD + "state: {die: {start: 0, in: 0..6}}\n" + place + f"turn: {{{turn}}}\n") == [condition]


@pytest.mark.parametrize(("condition", "found"), [("steps < 2", ["steps < 2"]), ("steps < 1", [])])
def test_a_condition_is_asked_of_another_step_only_while_the_turn_goes_on(condition: str, found: list[str]) -> None:
    place = PLACE.format(f"free: empty(c)\n      few: {condition}", "")
    assert needless(HEAD + place + "turn: {continue: steps == 1}\n") == found


@pytest.mark.parametrize(
    ("tests", "is_noted"),
    [
        ("illegal: {a1: no corner}", False),
        ("illegal: {b1: free}", False),  # a1 is refused there all the same
        ("legal: 1", True),
        ("illegal: {a2: no corner}", True),  # the test fails, and shows nothing
    ],
)
def test_a_condition_that_alone_refuses_a_move_in_a_test_is_left_alone(tests: str, is_noted: bool) -> None:
    text = HEAD + PLACE.format("free: empty(c)\n      no corner: c != a1 or size(cells with Black stone) != 7", "")
    setup = "setup: put Black stone on cells - {a1, a2}" if "a2:" not in tests else "setup: put Black stone on row(1)"
    found = needless(text + f"tests:\n  seven:\n    {setup}\n    {tests}\n")
    assert found == ["c != a1 or size(cells with Black stone) != 7"] * is_noted


def test_a_move_that_takes_too_much_work_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    checked, found = check_source(Source("t.yaml", HEAD + PLACE.format("few: size(group(c)) < 9", "")))
    assert checked is not None, found
    game = Game(checked)
    positions = [game.playout(random.Random(number), most_steps=4).state.position for number in range(30)]
    assert [each.condition.name for each in needless_of(game, positions)] == ["few"]
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", -1)
    assert needless_of(game, positions) == []


def test_whether_there_is_a_value_may_be_asked_before_it_is_used() -> None:
    place = PLACE + "turn: {{pass: forced}}\n"
    where = "free: empty(c)\n      inside: step(c, north) != none or c.row == 3"
    assert needless(HEAD + place.format(where, "")) == ["step(c, north) != none or c.row == 3"]
    where = "free: empty(c)\n      inside: step(c, north) != none\n      above: empty(step(c, north))"
    assert needless(HEAD + place.format(where, "")) == []


def test_a_move_with_more_bindings_than_can_be_tried_is_not_spoken_of(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "moves:\n  place:\n    for: a in cells, b in cells, d in cells\n    where:\n"
    text += "      free: empty(a)\n      bare: not stone on a\n    do: put stone on a\nend: {draw: ply >= 6}\n"
    monkeypatch.setattr("ggl.play.redundant_conditions.MOST_BINDINGS", 5000)
    assert needless(text) == []


def test_what_goes_over_to_the_compiled_engine_has_the_same_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    shift = "  shift:\n    for: c in cells with own stone, t in neighbors(c)\n    where: empty(t)\n    do: move c to t\n"
    never = "  never:\n    for: c in cells\n    where: stone on c and empty(c)\n    do: put stone on c\n"
    place = PLACE.format("free: empty(c)\n      low: ply < 50", "").replace("end: {draw: ply >= 9}\n", "")
    text = HEAD.replace("square(3)", "square(2)") + place + shift + never + "turn: {pass: forced}\nend: {draw: mark}\n"
    text = text.replace("end: {draw: mark}", "end: {draw: count(cells with White stone) > 4}")
    checked, found = check_source(Source("t.yaml", text))
    assert checked is not None, found
    here = [str(each) for each in trial(Game(checked, "interpreter"), 2)]
    assert any("GGL7" in each for each in here)
    told: list[int] = []
    monkeypatch.setattr(fast, "PATIENCE", 0.0)
    monkeypatch.setattr(fast, "COMPILING", 0.0)
    played = _Trial(Game(checked))
    assert [str(each) for each in played.play(2, 0, told.append)] == here
    assert told == [1, 2]
    assert not isinstance(played._engine, Interpreter)


def found(text: str, games: int = 3) -> list[str]:
    checked, findings = check_source(Source("t.yaml", text))
    assert checked is not None, findings
    return [each.code.code for each in trial(Game(checked, "interpreter"), games)]


CARD = "ggl: 1\nname: T\nplayers: [Ann, Bob]\nboard: square(1)\nstate:\n  held: {{start: 2, in: 1..12{more}}}\n{rest}"


@pytest.mark.parametrize(
    "rest",
    [
        "turn: {begin: 'roll held from sums(2, 1..6)'}\n",
        "turn: {begin: 'roll held from [1, 1, 2]'}\n",
        "  deck: {start: '[1, 1]', in: 1..2}\nsetup: deal 1 from deck to held\n",
        "  deck: {start: '[1, 1]', in: 1..2}\nsetup: roll held from deck\n",
        "turn:\n  begin: |\n    roll held from 1..6\n    set held to 1 if held < 4\n",
    ],
)
def test_outcomes_that_are_alike_are_no_moves_that_are_alike(rest: str) -> None:
    assert found(CARD.format(more="", rest=rest) + "moves: {play: {do: again}}\nend: {draw: ply == 5}\n") == []


@pytest.mark.parametrize(("more", "codes"), [("", ["GGL707"]), (", seen by: nobody", []), (", seen by: viewer == Ann", [])])
def test_moves_do_the_same_only_for_a_side_that_sees_it(more: str, codes: list[str]) -> None:
    """A guess that misses changes nothing, but only a side that knows the card knows that it misses."""
    rest = "moves: {guess: {for: n in 3..5, do: set held to 1 if n == held}}\nend: {draw: ply == 5}\n"
    assert found(CARD.format(more=more, rest=rest)) == codes


def test_moves_of_which_the_board_shows_nothing_are_told_once() -> None:
    text = HEAD + "state: {n: {start: 3, in: 0..3}}\nmoves:\n  place: {for: c in vacant, do: put stone on c}\n"
    text += "".join(f"  {name}: {{do: add 1 to n}}\n" for name in ("one", "two", "three")) + "end: {draw: ply >= 4}\n"
    checked, found = check_source(Source("t.yaml", text))
    assert checked is not None, found
    [same] = [each for each in trial(Game(checked), 3) if each.code.code == "GGL707"]
    assert same.message == "`one` and `two` do the same"
    assert same.label.endswith("; also `three`")
