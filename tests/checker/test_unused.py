"""Definitions and routines that no rule uses: right ones are only told as unused, wrong ones are found out."""

from __future__ import annotations

import pytest

from ggl.checker import unused
from ggl.checker.game import check
from ggl.diagnostics import Diagnostic, Findings
from ggl.model.extends import load_definition
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """
ggl: 1
name: Unused
players: [Red, Blue]
board: square(3)
values:
  suits: [clubs, hearts]
  cards: {{suit: suits, rank: 1..3}}
pieces: {{stone: {{}}, token: {{of: nobody}}}}
state:
  die: {{start: 1, in: 1..6}}
moves:
  place: {{for: c in vacant, do: put stone on c}}
{part}
end:
  draw: die > 0 and any(cells with token) and full
"""


def found(part: str, game: str = GAME) -> set[str]:
    return {each.code.code for each in findings_of(game.format(part=part))}


def findings_of(text: str, base: str = "") -> list[Diagnostic]:
    findings = Findings()
    definition = load_definition(Source("unused.yaml", text), findings, {"base.yaml": Source("base.yaml", base)}.get)
    assert definition is not None, [str(each) for each in findings]
    check(definition, {}, findings)
    return list(findings)


RIGHT = {
    "a cell": "one(c): empty(step(c, north))",
    "a number": "one(n): n * 2 + 1",
    "a player": "one(p): count(cells with p stone)",
    "a direction": "one(d): any(step(c, d) for c in cells)",
    "a kind": "one(k): any(own k on c for c in cells)",
    "a set": "one(s): s & vacant",
    "an edge itself": "one(e): e in edges",
    "a set of edges": "one(s): s == edges",
    "a set of players": "one(s): any(p in s for p in players)",
    "a condition": "one(q): q and full",
    "a list": "one(l): l[2] in corners",
    "a list by its places": "one(l): all(l[i] in corners for i in 1..size(l))",
    "a list of sets by their places": "one(l): all(any(l[i] & corners) for i in 1..size(l))",
    "a list of sets": "one(l): any(l[1] & corners)",
    "an edge": "one(e): count(e.cells)",
    "two": "one(c, k): enemy k on c",
    "three": "one(c, d, n): step(c, d, n)",
    "the winner": "one(p): p == winner",
    "legal moves": "one(p): stuck(p)",
    "a value of the game's own": "one(s): s == hearts",
    "a value with properties": "one(x): x.suit == hearts and x.rank > 1",
    "a set of values": "one(s): any(x.rank > 1 for x in s)",
}


@pytest.mark.parametrize("what", RIGHT)
def test_a_definition_that_fits_some_value_is_only_unused(what: str) -> None:
    assert found(f"define:\n  {RIGHT[what]}") == {"GGL214"}


def test_a_variable_of_each_turn_is_not_used_by_having_its_start_again() -> None:
    game = GAME.replace("state:\n", "state:\n  steps_left: {{start: 3, in: 0..3, each: turns}}\n")
    assert found("", game) == {"GGL214"}
    assert found("turn: {continue: steps_left > 0}", game) == set()


@pytest.mark.parametrize("board", ["square(size)", "{{shape: square(5), without: row(size)}}"])
def test_what_shapes_the_board_is_used(board: str) -> None:
    assert found("options: {size: 3}", GAME.replace("square(3)", board)) == set()


def test_a_region_is_used_by_its_colour_but_no_kind_is() -> None:
    assert found("regions: {zone: row(1)}") == {"GGL214"}
    assert found("regions: {zone: row(1)}\nlook: {colours: {zone: red}}") == set()
    assert found("look: {colours: {cross: red}}", GAME.replace("stone: {{}},", "stone: {{}}, cross: {{}},")) == {"GGL214"}


@pytest.mark.parametrize(
    "look",
    [
        "view: near",
        "draw: {m: {on: near}}",
        "draw: {m: {for: c in near, value: 1}}",
        "draw: {m: {for: c in a1, value: count(near)}}",
    ],
)
def test_what_a_look_asks_for_is_used_with_what_its_definitions_ask_for(look: str) -> None:
    assert found(f"regions: {{core: corners}}\ndefine: {{near: far, far: core}}\nlook: {{{look}}}") == set()


def test_what_is_odd_in_a_definition_is_told_though_nothing_uses_it() -> None:
    assert found("define:\n  one(c): empty(c) and any(center + corners with own stone)") == {"GGL214", "GGL219"}


WRONG = {
    "define:\n  one(n): one(n) + 1": "GGL208",
    "define:\n  one(n): two(n)\n  two(n): one(n)": "GGL208",
    "define:\n  one(c): occupied(c) and nosuch": "GGL203",
    "define:\n  one(a, d, n, k): any(c in cells if own k on step(a, d, n)) and nosuch": "GGL203",
    "define:\n  one(n): n > 3 and 3": "GGL205",
    "define:\n  one(c): own ston on c": "GGL217",
    "define:\n  a1(c): empty(c)\n  one(a1): empty(a1)": "GGL202",
    "routines:\n  one: put nothing on a1": "GGL217",
    "routines:\n  one(c): put nothing on c": "GGL217",
    "routines:\n  one(c): one(step(c, north))": "GGL405",
    "routines:\n  one(p): put p token on a1": "GGL306",
}


@pytest.mark.parametrize("part", WRONG)
def test_a_definition_that_fits_no_value_is_wrong_though_nothing_uses_it(part: str) -> None:
    assert WRONG[part] in found(part)


def test_where_no_direction_is_no_definition_is_one_of_directions() -> None:
    part = "define:\n  one(d): d in directions"
    assert found(part) == {"GGL214"}
    assert found(part, GAME.replace("square(3)", "{{links: a1 - b1 - c1}}")) == {"GGL213"}


def test_where_the_start_of_a_variable_is_wrong_nothing_is_told_of_a_definition_that_needs_it() -> None:
    """It might be right for a player."""
    game = GAME.replace("[Red, Blue]", "{{Red: {{gold: 1}}, Blue: {{gold: a1}}}}")
    assert found("define:\n  one(p): p.gold > 0", game) == found("", game)


@pytest.mark.parametrize(
    "routine",
    ["one(n): roll die from 1..n", "one(n): roll die from 1..6 * n", "one(c): again if empty(c)", "one: set mover to Blue"],
)
def test_a_routine_that_fits_some_turn_is_only_unused(routine: str) -> None:
    assert found(f"routines:\n  {routine}") == {"GGL214"}


KINDS = {
    "nothing": ("", {"GGL214"}),
    "a drawing by its own glyph": (r'setup: {drawing: ". . .\n. x .\n. . ."}', set()),
    "a drawing of others": (r'setup: {drawing: ". . .\n. s .\n. . ."}', {"GGL214"}),
    "the legend of a drawing": (r'setup: {drawing: ". . .\n. # .\n. . .", legend: {"#": Red cross}}', set()),
    "a move of all kinds": (
        "  grow: {for: 'c in cells with own stone, k in kinds', where: k != token, do: promote c to k}",
        set(),
    ),
    "a question about all kinds": ("define: {kinds_here(c): count(k in kinds if k on c)}\nscore(p): kinds_here(a1)", set()),
    "a question about any piece": ("score(p): count(cells with piece)", set()),
}


@pytest.mark.parametrize("where", KINDS)
def test_a_kind_is_used_where_a_drawing_shows_it_or_rules_reach_it(where: str) -> None:
    part, codes = KINDS[where]
    assert found(part, GAME.replace("stone: {{}},", "stone: {{}}, cross: {{glyph: x}},")) == codes


PHASES = {
    "first: {}\n    second: {}": True,
    "first: {until: full}\n    second: {}": False,
    "first: {until: full}\n    second: {}\n    third: {}": True,
    "second: {}\n    first: {until: full}": True,
}


@pytest.mark.parametrize("phases", PHASES)
def test_a_phase_comes_after_one_that_ends(phases: str) -> None:
    assert ("GGL411" in found(f"turn:\n  phases:\n    {phases}")) == PHASES[phases]


@pytest.mark.parametrize(
    "where", ["routines:\n  go: phase second\nturn:\n", "setup: phase second\nturn:\n", "turn:\n  begin: phase second\n"]
)
def test_a_phase_comes_where_an_effect_names_it(where: str) -> None:
    assert "GGL411" not in found(f"{where}  phases:\n    first: {{}}\n    second: {{}}")


def test_of_many_unused_definitions_not_all_guesses_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a file cannot keep the checker busy; what is wrong whatever the guess is still told."""
    parts = "define:\n  one(n): n * 2 + (3 and true)\n  two(c): nosuch + c"
    assert found(parts) == {"GGL205", "GGL203"}
    monkeypatch.setattr(unused, "MOST_IN_ALL", 0)
    assert found(parts) == {"GGL203"}


@pytest.mark.parametrize(
    ("definition", "guesses"),
    [
        ("one(x): x + 1 > 1 and any(helper)", 2),
        ("one(x): empty(step(a1, x)) and any(helper)", 4),
        ("one(x): x == corners and any(helper)", 8),
        ("one(x, y): x + y > 1 and any(helper)", 4),
    ],
)
def test_as_many_types_are_tried_as_the_guesses_allow(definition: str, guesses: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """First a cell, then a number, .. a direction, .. a set of cells; what was read with any of them is used."""
    game = GAME.replace("state:", "regions: {{helper: corners}}\nstate:")
    for most, unused_names in ((guesses, {"one"}), (guesses - 1, {"one", "helper"})):
        monkeypatch.setattr(unused, "MOST_GUESSES", most)
        told = findings_of(game.format(part=f"define:\n  {definition}"))
        assert {
            name for name in ("one", "helper") if any(f"`{name}` is never used" in each.message for each in told)
        } == unused_names


def test_the_guesses_of_all_unused_definitions_are_counted_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of types is told only where all guesses could be tried."""

    def is_told(count: int, guesses: int) -> bool:
        monkeypatch.setattr(unused, "MOST_IN_ALL", guesses)
        return "GGL205" in found("define:" + "".join(f"\n  d{n}(n): n * 2" for n in range(count - 1)) + "\n  wrong(n): n + true")

    of_one = next(guesses for guesses in range(1, 99) if is_told(1, guesses))
    right = next(guesses for guesses in range(of_one, 99) if is_told(2, guesses)) - of_one
    assert right == 2  # not a cell, but a number
    assert is_told(4, 3 * right + of_one)
    assert not is_told(4, 3 * right + of_one - 1)


TELLING = {
    "a routine that nothing calls": "routines: {tell(p): announce full to p}",
    "a move that nothing leads to": "  tell(p): {where: full, do: announce full to (q in players if q != p)}",
}


@pytest.mark.parametrize("part", TELLING.values(), ids=TELLING)
def test_what_is_announced_where_no_turn_comes_is_no_part_of_the_game(part: str) -> None:
    game, findings = check_source(Source("unused.yaml", GAME.format(part=part)))
    assert game is not None, [str(each) for each in findings]
    assert game.core.veils == ()
    assert game.world.announcements == []


@pytest.mark.parametrize(
    ("tests", "codes"),
    [
        ("t: {play: a1, 'true': stones(Red) == 1}", set()),
        ("t: {setup: put stone on (a1 if stones(Red) == 0 else a2), play: b1}", set()),
        ("t: {play: a1, 'true': a1.stones == 1}", set()),
        ("t: {play: a1, score: {Red: 1}}", {"GGL214"}),
        ("stones: {play: a1, 'true': full}", {"GGL214"}),
    ],
)
def test_what_a_test_of_the_file_asks_for_is_used(tests: str, codes: set[str]) -> None:
    game = GAME.replace(
        "{part}", f"define:\n  stones(p): count(cells with p stone)\ntests:\n  {tests.replace('{', '{{').replace('}', '}}')}"
    )
    assert found("", game) == codes


BASE = """
ggl: 1
name: Base
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
regions: {middle_part: b2}
define:
  beside(c): any(neighbors(c) with stone)
  odd(c): empty(c) and any(center + corners with own stone)
moves:
  place: {for: c in vacant, do: put stone on c}
end: {draw: full}
"""
PLAIN = "use it, or remove it"
OF_A_VARIANT = {
    "nothing": ("", {}),
    "a name like one of the base": (
        "define: {besides(c): empty(c)}",
        {"the definition `besides` is never used": f"if you mean `beside` of the base, write its name; otherwise {PLAIN}"},
    ),
    "a name like that of another thing": (
        "define: {middle_parts(c): empty(c)}",
        {"the definition `middle_parts` is never used": PLAIN},
    ),
    "two names of the variant that are alike": (
        "define: {lonely(c): empty(c), lonelys(c): empty(c)}",
        {"the definition `lonely` is never used": PLAIN, "the definition `lonelys` is never used": PLAIN},
    ),
    "a name that only another unused one uses": (
        "define: {outer(c): inner(c), inner(c): empty(c)}",
        {"the definition `outer` is never used": PLAIN},
    ),
}


@pytest.mark.parametrize("what", OF_A_VARIANT)
def test_of_a_variant_only_its_own_names_are_told(what: str) -> None:
    part, told = OF_A_VARIANT[what]
    found = findings_of(f"ggl: 1\nname: Variant\nextends: base.yaml\n{part}\n", BASE)
    assert {each.message: each.help for each in found} == told
