"""What each form of the core may cost at most, and how many members its value may have: the numbers behind `test_cost.py`.

All on a board of 16 cells, none of which has more than four neighbors. Whatever reads a name or a constant, adds, compares or
looks at one entry takes one step; a loop takes one step and its body for each member that there may be.
"""

from __future__ import annotations

import pytest

from ggl.checker import cost
from ggl.checker.adhoc_check import extended
from ggl.checker.cost import Charge, Size, _Cost, check_question
from ggl.checker.effects import Effects
from ggl.checker.game import CheckedGame
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.core.types import ListOf, Num, Opt, SetOf
from ggl.diagnostics import Diagnostic, Findings
from ggl.play.loading import check_source, made_of
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.placed import Alone

GAME = """
name: Work
players: [Black, White]
board: square(4)
pieces: {stone: {supply: 9}, rod: {sites: edges, of: nobody}}
state: {lost: {start: 0, in: 0..9}, marked: {start: corners}, gold: {start: 3, in: 0..99, each: players}}
moves: {place: {for: c in cells, where: empty(c), do: put stone on c}}
define: {twice(n): n + n, near(c): neighbors(c), busy: any(any(empty(x) for x in cells) for y in cells)}
end: {draw: full or count(marked) > 9 or lost > 8 or any(edges with rod) or Black.gold > 9}
"""


@pytest.fixture(scope="module")
def game() -> CheckedGame:
    return made_of(Source("work.yaml", GAME)).checked


def charged(game: CheckedGame, text: str) -> Charge:
    """The cost of an expression, or of an effect if the text begins as one; a name stands for anything of its type."""
    found = Findings()
    expressions = game.adhoc_expressions(found)
    world = expressions.world
    cell = world.fin("cell")
    types = {
        "c": cell, "d": cell, "q": Opt(cell), "p": world.player, "n": Num(0, 9), "S": SetOf(cell), "L": ListOf(cell),
        "G": ListOf(SetOf(cell)),
    }  # fmt: skip
    scope = Scope("match", {name: f.Var(name, type_) for name, type_ in types.items()})
    source = Alone(Source("asked", text))
    if text.split()[0] in (
        "put",
        "take",
        "move",
        "add",
        "set",
        "win",
        "draw",
        "announce",
        "exchange",
        "drop",
        "for",
        "let",
        "if",
    ):
        effect = Effects(expressions, game.definition.routines).effect(parser.effects(source), scope.at("effect"))
        return _Cost(extended(game.core, expressions), 0, {}).effect(effect, {})
    form = expressions.infer(parser.expression(source), scope)
    return _Cost(extended(game.core, expressions), 0, {}).expr(form, {})


def members(size: Size) -> str:
    return f"{size.count}{' parts' if size.parts else ''}{f' of {members(size.of)}' if size.of else ''}"


COSTS = [
    # names, constants, comparisons
    ("c", 1, "1"), ("3", 1, "1"), ("c == d", 3, "1"), ("c == d and c == a1", 7, "1"), ("not c == d", 4, "1"), ("-n", 2, "1"),
    ("n + n * n", 5, "1"), ("max(n, 3)", 3, "1"), ("q.row == 3", 4, "1"), ("p.gold", 2, "1"), ("hand(p, stone)", 3, "1"),
    ("empty(c)", 4, "1"), ("repetitions", 1000, "1"), ("c if n > 3 else d", 5, "1"),
    ("c if n > 3 else a1 if n > 4 else d", 9, "1"), ("a1 if n > 4 else d if n > 3 else c", 9, "1"),
    # sets
    ("S", 1, "16"), ("cells", 1, "16"), ("corners", 1, "4"), ("neighbors(c)", 2, "4"), ("row(n)", 2, "4"), ("{c}", 2, "1"),
    ("{c, d}", 5, "2"), ("S & corners", 3, "4"), ("corners & S", 3, "4"), ("S + corners", 3, "16"), ("S - corners", 3, "16"),
    ("neighbors(c) + corners", 4, "8"), ("corners - neighbors(c)", 4, "4"), ("c in S", 3, "1"), ("S == corners", 3, "1"),
    ("S if n > 3 else corners", 5, "16"), ("1..n", 3, "9"), ("marked", 3, "16"), ("cells with stone", 3, "16"),
    ("edges with rod", 8, "24"), ("the({c})", 12, "1"), ("(1..n) + (1..Black.gold)", 9, "99"),
    ("count(S)", 2, "1"), ("count(cells with stone)", 4, "1"),
    # sets by the board: a step for each member of the set that is taken
    ("neighbors(S)", 17, "16"), ("neighbors(corners)", 5, "16"), ("neighbors({c})", 3, "4"), ("neighbors({c, d})", 7, "8"),
    ("spread({c}, S)", 19, "16"), ("spread({c}, S, edges)", 44, "16"), ("spread({c}, corners)", 7, "4"), ("group(c)", 27, "16"),
    # loops
    ("any(empty(x) for x in cells)", 97, "1"), ("all(empty(x) for x in neighbors(d))", 26, "1"),
    ("any(any(x == y for x in cells) for y in cells)", 1329, "1"), ("(x in cells if empty(x))", 81, "16"),
    ("count(x in cells if empty(x))", 97, "1"), ("first(x in cells if empty(x))", 97, "1"), ("vacant", 83, "16"),
    ("any(empty(x) for x in vacant)", 179, "1"), ("sum(x.row for x in cells)", 65, "1"),
    ("max(x.row for x in S, default=3)", 81, "1"),
    # lists: a step for each member; to compare two takes as many as the longer has
    ("[c, d]", 4, "2 of 1"), ("[S, corners]", 4, "2 of 16"), ("[corners, {c}]", 5, "2 of 4"), ("[c, d, a1][n]", 8, "1"),
    ("[c, d][1 if n > 3 else 2]", 12, "1"), ("[S, corners][n]", 6, "16"), ("[corners, {c}][n]", 7, "4"),
    ("L[1]", 3, "1"), ("size(L)", 2, "1"),
    ("[c, d] + [a1]", 8, "3 of 1"), ("[corners] + [{c}]", 6, "2 of 4"), ("[c] == [d, a1, b1]", 12, "1"),
    ("[c, d, b1] < [d]", 12, "1"),
    ("[c] if n > 3 else [c, d]", 8, "2 of 1"), ("ray(c, north)", 3, "3"), ("lines(3)", 1, "24 of 3"),
    ("(x.row for x in cells)", 65, "16"), ("(neighbors(x) for x in cells)", 65, "16 of 4"),
    ("(x for y in cells for x in ray(y, north))", 177, "48"),
    ("any(any(S & l) for l in lines(3))", 337, "1"), ("any(empty(x) for x in lines(3)[1])", 19, "1"),
    ("ray(c, north)[1]", 5, "1"), ("sorted(x.row for x in cells)", 145, "16"), ("descending(x.row for x in cells)", 145, "16"),
    ("[neighbors(c), corners & row(2)]", 5, "2 of 4"), ("leading(x in ray(c, north) if empty(x))", 18, "3"),
    # parts without a common member: one may be all of them, the others have a cell each
    ("components(S)", 17, "9 parts of 16"), ("components(corners)", 5, "3 parts of 4"), ("groups(Black)", 23, "9 parts of 16"),
    ("any(count(g) > 3 for g in components(S))", 71, "1"), ("(count(g) for g in components(S))", 53, "9"),
    ("any(any(empty(x) for x in g) for g in components(S))", 188, "1"),
    ("any(any(empty(x) for x in g) for g in (neighbors(y) for y in S))", 497, "1"),
    ("components(S)[1]", 19, "16"), ("sorted(ray(c, north))", 9, "3"), ("edges + edges with rod", 10, "40"),
    ("components(corners & row(2))", 1, "0 parts of 0"),
    ("any(any(x == c for x in g) for g in components(corners & row(2)))", 4, "1"),
    ("any(any(empty(x) for x in g) for g in (components(S) if n > 3 else [S, S]))", 912, "1"),
    # definitions: two steps, and what they are
    ("twice(n)", 6, "1"), ("busy", 1587, "1"), ("previous(busy)", 1587, "1"), ("near(c)", 5, "4"),
    ("any(empty(x) for x in near(c))", 29, "1"),
    # whether moves are legal takes what it takes to list them
    ("able(place)", 87, "1"), ("able(place(c=c))", 88, "1"), ("stuck(p)", 91, "1"),
    # effects
    ("win", 2, "1"), ("draw", 1, "1"), ("put stone on c", 5, "1"), ("put stone on c if n > 3", 9, "1"),
    ("take stone from c", 8, "1"), ("move stone from c to d", 11, "1"), ("exchange c, d", 6, "1"),
    ("add n to lost", 4, "1"), ("set lost to n + n", 4, "1"),
    ("set marked to corners", 17, "1"), ("put stone on S", 97, "1"), ("put stone on corners", 25, "1"), ("announce c", 8, "1"),
    ("drop c from marked", 3, "1"),
    ("set p.gold to n", 3, "1"), ("announce corners", 23, "1"), ("add 1 to c.owner.gold if c.owner != none", 17, "1"),
    ("for x in S:\n  take stone from x", 145, "1"), ("for g in components(S):\n  put stone on g", 179, "1"),
    ("let x be corners\nput stone on x", 28, "1"), ("let x be n + n\nset lost to min(x, 9)", 9, "1"),
    ("if n > 3:\n  win\nelse:\n  put stone on c", 9, "1"), ("if n > 3:\n  put stone on c\nelse:\n  win", 9, "1"),
    ("win\nput stone on c\nset lost to 3", 10, "1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "work", "size"), COSTS, ids=[text for text, _, _ in COSTS])
def test_what_a_form_may_cost(text: str, work: int, size: str, game: CheckedGame) -> None:
    charge = charged(game, text)
    assert (charge.work, members(charge.size)) == (work, size)


DEAREST = [
    ("c == d and any(empty(x) for x in cells)", "empty(x)"),
    ("any(empty(x) for x in cells) and c == d", "empty(x)"),
    ("c.row > 1 if n > 3 else any(empty(x) for x in cells)", "empty(x)"),
    ("any(empty(x) for x in cells) if n > 3 else c.row > 1", "empty(x)"),
    ("any(empty(x) for x in cells) == any(empty(x) for x in corners)", "empty(x)"),
    ("any(c in near(x) for x in cells)", "near(x)"),
    ("any(any(vacant & neighbors(x)) for x in cells)", "vacant"),
    ("c == d", "c == d"),
    ("-n", "n"),
    ("busy and c == d", "empty(x)"),
]


@pytest.mark.parametrize(("text", "place"), DEAREST, ids=[text for text, _ in DEAREST])
def test_the_place_that_takes_most_of_the_work(text: str, place: str, game: CheckedGame) -> None:
    at = charged(game, text).at
    assert at is not None
    assert at.text == place


MOVES = [
    # 1 for the step and 5 for the effect; choosing from 16 cells: 1 for the set, and each
    ("{for: c in cells, do: put stone on c}", 23),
    ("{for: c in cells, where: empty(c), do: put stone on c}", 87),
    ("{for: c in vacant, do: put stone on c}", 27),
    ("{where: any(empty(x) for x in cells), do: win}", 100),
    # each of the second for each of the first, held to a set by `where`
    ("{for: 'c in cells, d in neighbors(c)', where: empty(c), do: put stone on c}", 183),
    ("{for: 'c in cells, d in cells', do: put stone on c}", 295),
    ("{for: 'c in cells, d in cells', where: d in neighbors(c), do: put stone on c}", 1319),
    ("{for: 'c in cells, d in cells', where: 'd in neighbors(c) and empty(d)', do: put stone on c}", 2599),
    ("{for: 'c in cells, d in cells, e in cells', where: d in neighbors(c), do: put stone on c}", 2407),
    ("{for: 'c in cells, d in cells, e in cells', where: c in neighbors(d), do: put stone on c}", 5671),
    (
        "{for: 'c in cells, d in cells, e in cells', where: {one: e in corners, other: 'd in neighbors(c)'}, do: put stone on c}",
        5479,
    ),
    ("{for: 'c in cells, k in {3}, d in cells', do: put stone on d}", 327),
    ("{for: 'c in cells, d in cells, e in cells', where: 'd in {c}', do: put stone on d}", 1591),
    ("{for: 'c in cells, d in cells, e in cells', where: c in corners and empty(d), do: put stone on d}", 6695),
    # names under `let` are worked out once for the choices before them
    ("{for: c in cells, let: {s: neighbors(c)}, where: c in s, do: put stone on c}", 103),
    ("{for: 'c in cells, d in cells', let: {s: neighbors(c)}, where: d in s, do: put stone on c}", 1095),
    ("{for: 'c in cells, d in cells', let: {s: neighbors(c)}, where: any(empty(x) for x in s), do: put stone on c}", 727),
    # sets in one order: 16 * 15 / 2 pairs
    ("{for: c and d in cells, do: put stone on c}", 207),
    ("{for: c and d and e in cells, do: put stone on c}", 1247),
    ("{for: 'S in subsets(cells, 2)', do: win}", 804),
    ("{for: 'S in subsets(cells, 1..2)', do: win}", 948),
    ("{for: 'S in subsets(cells, 2..3)', do: win}", 7164),
    ("{for: 'k in 1..3, S in subsets(cells, 2)', do: win}", 2410),
    ("{for: 'S in subsets(cells, 2), k in 1..3', do: win}", 1284),
    ("{for: 'S in subsets(cells, 2), T in subsets(cells, 2)', do: win}", 96924),
    ("{for: 'c and d in cells, e and g in cells', do: win}", 24324),
    # what is asked after the effects comes with them for each
    ("{for: c in cells, do: put stone on c, ensure: empty(a1)}", 183),
    ("{for: c in cells, do: put stone on c, ensure: {one: empty(a1), other: empty(b1)}}", 247),
    # what follows, and what it is handed
    ("{for: c in cells, do: put stone on c, then: on(c)}", 24),
    ("{for: c in cells, do: put stone on c, then: 'on(step(c, north) if step(c, north) != none else c)'}", 33),
    ("{for: c in cells, do: put stone on c, then: on(c) if empty(a1)}", 28),
    ("{for: c in cells, do: put stone on c, then: on(c) if empty(a1) otherwise on(a1)}", 29),
]


@pytest.mark.parametrize(("move", "work"), MOVES, ids=[move for move, _ in MOVES])
def test_what_it_may_cost_to_list_a_move_and_play_one(move: str, work: int) -> None:
    follow_up = "on(d): {where: empty(d), do: put stone on d}" if "on(" in move else ""
    keys = GAME.replace("{place: {for: c in cells, where: empty(c), do: put stone on c}}", f"\n  go: {move}\n  {follow_up}")
    checked = made_of(Source("moves.yaml", keys)).checked
    assert _Cost(checked.core, 0, checked.world.choices).listing("go").work == work


def test_a_move_is_charged_for_the_position_that_it_is_played_on(game: CheckedGame) -> None:
    """A sixteenth of its length."""
    work = [_Cost(game.core, length, {}).listing("place").work for length in (0, 48)]
    assert work[1] - work[0] == 3


def test_whether_a_move_is_legal_takes_what_it_takes_to_list_those_before_it() -> None:
    go = "where: empty(c), do: put stone on c}, go: {for: c in corners, do: win}}\nturn: {play: place otherwise go}\n"
    game = made_of(Source("tiers.yaml", GAME.replace("where: empty(c), do: put stone on c}}\n", go))).checked
    assert [charged(game, f"able({move})").work for move in ("place", "go")] == [87, 87 + 8]


def test_the_choice_that_takes_most_of_the_work_is_the_place() -> None:
    text = GAME.replace("c in cells, where: empty(c)", "'c in cells, d in cells, k in 1..2'")
    checked = made_of(Source("choices.yaml", text)).checked
    at = _Cost(checked.core, 0, {}).listing("place").at
    assert at is not None
    assert at.text == "k in 1..2"


SCORE = [
    ("score(p): p.gold", 4),
    ("match: {until: lost > 3, points(p): p.gold}", 12),
    ("match: {until: lost > 3, points(p): 1, next first: Black if lost > 7 else White}", 18),
]


@pytest.mark.parametrize(("keys", "work"), SCORE)
def test_the_score_and_the_points_of_a_match_are_counted_for_each_player(keys: str, work: int) -> None:
    core = made_of(
        Source("score.yaml", GAME.replace("{draw:", "{by score: lost > 8, draw:" if "score" in keys else "{draw:") + keys)
    ).checked.core
    assert _Cost(core, 0, {}).score().work == work


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (0, "0"), (999_999, "999,999"), (1_000_000, "1 million"), (1_234_567, "1.23 million"), (10**9, "1 billion"),
        (23_450_000_000, "23.4 billion"), (10**12, "1 trillion"), (10**15 - 10**12, "999 trillion"), (10**15, "over 10^15"),
    ],
)  # fmt: skip
def test_large_numbers_of_steps_are_told_roughly(work: int, told: str) -> None:
    assert cost._rounded(work) == told


PLY = [
    # one side's end, and one that is asked for each player
    ("end", "{draw: lost > 8, Black wins: lost > 7}", 3),
    ("end", "{draw: lost > 8, player p wins: lost > 7}", 6),
    ("end", "{draw: lost > 8, player p wins: p.gold > 7}", 8),
    # what the turn does and asks, once
    ("turn", "{begin: add 1 to lost}", 3),
    ("turn", "{finish: add 1 to lost}", 3),
    ("turn", "{most: lost}", 1),
    ("turn", "{continue: lost > 7}", 3),
    ("turn", "{pass: free if lost > 7}", 3),
    ("turn", "{phases: {first: {until: lost > 7}, second: {}}}", 3),
    ("turn", "{phases: {first: {until: lost > 7, pass: free if lost > 8}, second: {}}}", 6),
    # the set that is rolled from, and what comes after the roll
    ("turn", "{begin: roll die from 1..6}", 2),
    ("turn", "{begin: 'roll die from (n in 1..6 if n > lost)'}", 26),
]


@pytest.mark.parametrize(("key", "value", "work"), PLY)
def test_a_ply_costs_what_the_turn_and_the_end_take(key: str, value: str, work: int) -> None:
    text = GAME.replace("lost:", "die: {start: 1, in: 1..6}, lost:").partition("end:")[0]
    costs = []
    for keys in ({}, {key: value}):
        more = "".join(f"{name}: {given}\n" for name, given in ({"end": "{draw: lost > 8}"} | keys).items())
        core = made_of(Source("ply.yaml", text + more)).checked.core
        costs.append(_Cost(core, 0, {}).ply().work)
    assert costs[1] - costs[0] == work


def errors_in(file: Source) -> list[Diagnostic]:
    return [each for each in check_source(file)[1] if each.code.severity == "error"]


LIMITED = {
    "PLY_LIMIT": ("one ply", "", "any(edges with rod)"),
    "SETUP_LIMIT": ("the setup", "setup: put Black stone on corners\n", "put Black stone on corners"),
    "ONCE_LIMIT": ("the score", "score(p): count(x in cells if p stone on x)\n", "p stone on x"),
}


@pytest.mark.parametrize("limit", LIMITED)
def test_each_limit_holds_to_the_step(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    what, more, place = LIMITED[limit]
    text = f"{GAME}{more}".replace("{draw:", "{by score: ply > 99, draw:" if "score" in more else "{draw:")
    file = Source("limited.yaml", text.replace("c in cells, where: empty(c)", "c in vacant"))
    core = made_of(file).checked.core
    charges = cost._Cost(core, cost._length(core), {})
    most = {"PLY_LIMIT": charges.ply, "SETUP_LIMIT": charges.setup, "ONCE_LIMIT": charges.score}[limit]().work
    monkeypatch.setattr(cost, limit, most)
    assert not errors_in(file)
    monkeypatch.setattr(cost, limit, most - 1)
    (found,) = errors_in(file)
    assert found.message == f"{what} could take {most:,} steps of work; {most - 1:,} is the limit"
    assert found.span is not None
    assert found.span.text == place


def test_a_list_may_have_as_many_members_as_the_limit_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    file = Source("list.yaml", GAME.replace("lost > 8", "size(x.row for x in cells) > lost"))
    monkeypatch.setattr(cost, "LONGEST_LIST", 16)
    assert not errors_in(file)
    monkeypatch.setattr(cost, "LONGEST_LIST", 15)
    (found,) = errors_in(file)
    assert found.message == "a list could have 16 members here; 15 is the limit"
    assert found.span is not None
    assert found.span.text == "x.row for x in cells"


def test_of_lists_that_are_too_long_the_longest_is_told_and_of_equals_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "LONGEST_LIST", 3)
    for lists in (
        "size(x.row for x in cells) < size(x.row for x in corners)",
        "size(x.row for x in cells) < size(x.row + 1 for x in cells)",
    ):
        (found,) = errors_in(Source("lists.yaml", GAME.replace("lost > 8", lists)))
        assert found.message == "a list could have 16 members here; 3 is the limit"
        assert found.span is not None
        assert found.span.text == "x.row for x in cells"


def test_what_has_no_place_of_its_own_is_told_at_that_of_the_whole(game: CheckedGame, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Source("whole.yaml", "whole").span(0, 5)
    asked = f.Lit((0, 1), ListOf(Num(0, 1)))
    for limit in ("LONGEST_LIST", "ONCE_LIMIT"):
        monkeypatch.setattr(cost, limit, 0)
        findings = Findings()
        check_question(asked, game.core, {}, findings, whole)
        assert [each.span for each in findings] == [whole]


def test_a_roll_may_have_as_many_outcomes_as_there_may_be_steps_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = "gold: {start: 3, in: 0..99, each: players}, one: {start: 1, in: 1..6}, other: {start: 1, in: 1..6}"
    state = GAME.replace("gold: {start: 3, in: 0..99, each: players}", dice).replace("lost > 8", "lost > one + other")
    file = Source("roll.yaml", f"{state}turn: {{begin: 'roll one, other from 1..6'}}\n")
    monkeypatch.setattr(cost, "STEPS_LIMIT", 36)
    assert not errors_in(file)
    monkeypatch.setattr(cost, "STEPS_LIMIT", 35)
    (found,) = errors_in(file)
    assert found.message == "this roll could have 36 outcomes; 35 is the limit"
