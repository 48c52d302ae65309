"""The findings for small mistakes in declarations, and none for those that come close to one."""

from __future__ import annotations

import pytest

from ggl.checker.declarations.board import SHAPE_PARAMS
from ggl.checker.game import Notes, check
from ggl.diagnostics import Diagnostic, Findings
from ggl.model.extends import load_definition
from ggl.model.limits import MOST
from ggl.play.loading import bases_of, check_source
from ggl.source import Source
from ggl.topology import links

BASE = {
    "name": "Small",
    "players": "[Black, White]",
    "board": "square(3)",
    "pieces": "{stone: {}}",
    "moves": "{place: {for: c in vacant, do: put stone on c}}",
    "end": "{draw: full}",
}

Parts = dict[str, str]


def text_of(parts: Parts) -> str:
    return "ggl: 1\n" + "".join(f"{key}: {value}\n" for key, value in (BASE | parts).items())


def found(parts: Parts) -> tuple[Diagnostic, ...]:
    return check_source(Source("small.yaml", text_of(parts)))[1]


def variable(keys: str, used: str = "a == a") -> Parts:
    return {"state": f"{{a: {{{keys}}}}}", "end": f"{{draw: full or {used}}}"}


def bag(start: str, more: str = "") -> Parts:
    return variable(f"start: '{start}'{more}", "any(a)")


def pieces(kinds: str, end: str = "full") -> Parts:
    return {"pieces": f"{{{kinds}}}", "end": f"{{draw: {end}}}"}


def property_(start: str) -> Parts:
    return pieces(f"stone: {{has: {{gold: {start}}}}}", "any(c in cells if c.gold > 1)")


def players(*each: str, options: str = "seats: 3 in 2..4", **more: str) -> Parts:
    return {"players": "\n  " + "\n  ".join(each), "options": f"{{{options}}}"} | more


def constants(*names: str) -> Parts:
    """Three players, each with one constant."""
    return {"players": "".join(f"\n  {player}: {{{name}: a1}}" for player, name in zip("ABC", names, strict=True))}


def values(sets: str, used: str) -> Parts:
    return {"values": f"{{{sets}}}", "end": f"{{draw: full or {used}}}"}


def rolling(**more: str) -> Parts:
    return {"state": "{die: 0}", "turn": "\n  begin: roll die from 1..6"} | more


def tiles(board: str) -> Parts:
    return {"board": board, "tiles": "\n  bar:\n    drawing: x x\n  row:\n    drawing: x x x"}


ALIKE = "GGL311 a stone stands in stacks, whose pieces are all alike"
UNDER = "GGL311 `man` stands in the piles of `stone`, where a piece has only a kind and a side"
NOBODY = "GGL310 with these options nobody plays"
SET = "GGL205 a set that changes holds sites, players, kinds, directions or values of the file"
RANGE = "GGL212 a variable holds numbers from -2,147,483,647 to 2,147,483,647"
CASES: dict[str, tuple[Parts, list[str]]] = {
    # ---- bags
    "an empty bag of nothing in particular": (bag("[]"), ["GGL205 the start does not tell what else this bag may hold"]),
    "a bag with a cell that may be none": (bag("[step(a1, east)]"), []),
    "a bag with a cell that is none": (bag("[step(a1, west)]"), ["GGL205 none is never in a bag"]),
    "a bag of conditions": (bag("[true]"), ["GGL205 a bag holds numbers, sites, players, kinds or directions"]),
    # ---- board
    "a cell alone among links": ({"board": "{links: 'a - b, b - c, d'}"}, ["GGL304 `d` is not a link"]),
    "a player as the name of a site": ({"labels": "{sites: {x: Black}}"}, ["GGL205 a name is for one fixed site"]),
    "links from edges": ({"links": "a in edges, b in cells"}, ["GGL205 links join cells, but this is a set of edges"]),
    "tiles on a board without a grid": (
        tiles("{links: 'a - b, b - c'}"),
        ["GGL319 tiles cannot be turned on graph(a-b, b-c), only on squares and hexes"],
    ),
    "a track with an empty line": (
        {"tracks": "\n  ring:\n    - sorted(row(1))\n    - sorted(row(1) & row(2))"},
        ["GGL318 a track has at least three cells, and none of its lines is empty"],
    ),
    # ---- names
    "the same value in two sets": (
        values("hue: [warm, cold], tone: [warm, loud]", "cold != warm and loud != warm"),
        ["GGL202 `warm` is declared twice"],
    ),
    "the same property of pieces on cells and on edges": (
        pieces("stone: {has: {gold: 0}}, wall: {sites: edges, has: {gold: 1}}"),
        ["GGL202 `gold` is declared twice"],
    ),
    "a property and a variable": (
        pieces("stone: {has: {gold: 0}}") | {"state": "{gold: {start: 0, each: edges}}"},
        ["GGL202 `gold` is declared twice"],
    ),
    "a move and a property as sites are called": (
        {"moves": "{a1: {for: c in vacant, do: put stone on c}}"}
        | pieces("stone: {has: {a1: 0}}", "full or any(c in cells if c.a1 > 0)"),
        [],
    ),
    "a site and a variable as a word is called": (
        {"labels": "{sites: {rows: a1}}", "state": "{rows: 0}"},
        ["GGL202 `rows` already has a meaning"] * 2,
    ),
    "a move called `roll`": ({"moves": "{roll: {for: c in vacant, do: put stone on c}}"}, []),
    "the same where dice are rolled": (
        rolling(moves="{roll: {for: c in vacant, do: put stone on c}}"),
        ["GGL412 no move can be called `roll`"],
    ),
    "a player called so there": (rolling(players="[Roll, Black]"), []),
    # ---- values
    "two sets of values whose names differ by an s": (
        values("hue: [warm, cold], hues: [red, green, blue]", "warm == cold or blue == red"),
        [],
    ),
    "values of the one beside those of the other": (
        values("hue: [warm, cold], hues: [red, green, blue]", "warm == red"),
        ["GGL213 a hue and a value of hues cannot be compared"],
    ),
    "values that are called as something else is": (
        values("seats: [north_, south_, east_]", "north_ == 3"),
        ["GGL213 a value of seats and a number cannot be compared"],
    ),
    # ---- players
    "players of whom some do not play": (
        players("A: {if: seats >= 2}", "B: {if: seats >= 2}", "C: {if: seats >= 3}", "D: {if: seats >= 4}"),
        [],
    ),
    "players of whom one does not": (players("A: {}", "B: {}", "C: {if: seats >= 4}"), []),
    "players of whom two do": (
        players("A: {if: seats >= 2}", "B: {if: seats >= 2}", "C: {if: seats >= 4}", end="{draw: full or other(A) == B}"),
        [],
    ),
    "players of whom nobody plays": (players("A: {if: seats >= 5}", "B: {if: seats >= 6}"), [NOBODY]),
    "nobody, and an option that is one of them": (
        players("A: {if: seats >= 5}", "B: {if: seats >= 6}", options="seats: 3, first: A"),
        [NOBODY],
    ),
    "nobody, and another mistake": (
        players("A: {if: seats >= 5}", "B: {if: seats >= 6}", options="seats: 3, first: '[1]'"),
        ["GGL605 an option is a number, a player, a kind, `true` or `false`"],
    ),
    "a condition that is wrong, of one who is named": (
        players("A: {}", "B: {if: nope}", end="{draw: full or other(A) == B}"),
        ["GGL203 unknown name `nope`"],
    ),
    "a player by a value of the file": (
        players("A: {}", "B: {}", "C: {if: size == long}", options="size: short in sizes")
        | {"values": "{sizes: [short, long]}", "state": "{who: other(A)}", "end": "{draw: full or who == B}"},
        [],
    ),
    "players who both play, compared": (
        players("A: {}", "B: {}", "C: {if: seats > 2}", end="{draw: A == B}"),
        ["GGL218 this condition never holds"],
    ),
    "a player who may not play, compared": (players("A: {}", "B: {}", "C: {if: seats > 2}", end="{draw: A == C}"), []),
    # ---- constants of players
    "three names much alike": (
        constants("gates", "gate", "gat"),
        ["GGL309 no other player has a `gates`", "GGL309 no other player has a `gat`"],
    ),
    "a name that is like a mistyped one": (
        constants("territor", "territories", "territorie"),
        ["GGL309 B and C have no `territor`", "GGL309 no other player has a `territorie`"],
    ),
    "a constant by itself": (
        {"players": "\n  A: {home: B.home}\n  B: {home: a1}"},
        ["GGL211 `home` is a constant of the players, which is read after this"],
    ),
    "a constant of the only player": ({"players": "\n  A: {home: a1}", "end": "{draw: empty(A.home)}"}, []),
    # ---- pieces
    "pieces on vertices": (pieces("stone: {}, post: {sites: vertices}", "any(vertices with post)"), []),
    "properties of different steps": (
        pieces("stone: {has: {gold: 0}}, king: {has: {gold: 0.5}}"),
        ["GGL311 `gold` is a property of `stone` too, which holds other values or is in another layer"],
    ),
    "properties that start differently": (
        pieces("stone: {has: {gold: 0}}, king: {has: {gold: 1}}"),
        ["GGL311 `gold` starts differently for `stone` and `king`, which share their sites"],
    ),
    "the most that a position keeps": (property_("2147483647"), []),
    "the least": (property_("-2147483647"), []),
    "one more than the most": (
        property_("2147483648"),
        ["GGL212 a number kept in a position is from -2,147,483,647 to 2,147,483,647"],
    ),
    "stacks of what faces": (pieces("stone: {stacks: 3, faces: orthogonal}"), [ALIKE]),
    "stacks of what has properties": (pieces("stone: {stacks: 3, has: {gold: 0}}"), [ALIKE]),
    "piles with what faces": (pieces("stone: {piles: 3}, man: {faces: orthogonal}"), [UNDER]),
    "piles with what has properties": (pieces("stone: {piles: 3}, man: {has: {gold: 0}}"), [UNDER]),
    "piles with what stacks": (pieces("stone: {piles: 3}, man: {stacks: 3}"), [UNDER]),
    "stacks that are revealed": (
        pieces("stone: {stacks: 3, seen by: shown}") | {"moves": "{show: {for: c in cells, do: reveal c to Black}}"},
        ["GGL311 everybody sees a piece in a stack"],
    ),
    # ---- phases
    "a phase by its name": ({"turn": "{phases: {early: {until: ply > 2}, late: {}}}", "end": "{draw: phase == late}"}, []),
    # ---- variables
    "a set of numbers": (variable("start: '{1, 3}'", "any(a)"), [SET]),
    "a set of sets": (variable("start: lines(3)", "any(a)"), [SET]),
    "a number that may be none": (
        variable("start: none, in: 1..6", "a == 1"),
        ["GGL213 the start is none, but the values are numbers"],
    ),
    "a number within the widest bounds": (variable("start: 0, in: -2147483647..2147483647"), []),
    "a bound too low": (variable("start: 0, in: -2147483648..2"), [RANGE]),
    "a bound too high": (variable("start: 0, in: 0..2147483648"), [RANGE]),
    "a range of one number": (variable("start: 3, in: 3..3"), []),
    "numbers by a name": (variable("start: 1, in: some") | {"define": "{some: '{1, 2, 3}'}"}, []),
    "numbers with a gap by a name": (
        variable("start: 1, in: some") | {"define": "{some: '{1, 3}'}"},
        ["GGL225 a number variable has a range `LO..HI`, but this set has gaps"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_findings(case: str) -> None:
    parts, findings = CASES[case]
    assert [f"{each.code.code} {each.message}" for each in found(parts) if each.code.code != "GGL214"] == findings


NAMES = "give the numbers names under `values`, such as `cards: {rank: 1..13}`, and write `in: cards`"
SHAPES = ", ".join(f"`{name}({', '.join(sizes)})`" for name, sizes in SHAPE_PARAMS.items())
ADVICE: dict[str, tuple[Parts, str | None]] = {
    "a set of some numbers": (variable("start: '{1, 3}'", "any(a)"), NAMES),
    "a set of numbers in two parts": (variable("start: '(1..3) + {5}'", "any(a)"), NAMES),
    "a list of numbers": (variable("start: 'sorted({1, 3})'", "any(a)"), NAMES),
    "a range": (
        variable("start: 1..6", "any(a)"),
        f"for one number of these, write `a: {{start: 1, in: 1..6}}`; for several at once, {NAMES}",
    ),
    "a range of a range": (variable("start: 1..6, in: 1..9", "any(a)"), NAMES),
    "sets of cells": (variable("start: lines(3)", "any(a)"), None),
    "halves": (
        variable("start: 1, in: '{1/2, 7/2}'"),
        "write `in: 1..3`, and let the rules set only the values that you mean",
    ),
    "halves below zero": (
        variable("start: 1, in: '{-5/2, 7/2}'"),
        "write `in: -2..3`, and let the rules set only the values that you mean",
    ),
    "some values of the file": (
        variable("start: warm, in: '{warm, cold}'") | {"values": "{hues: [warm, cold, hot]}"},
        "write `in: hues`, and let the rules set only the hues that you mean",
    ),
    "some players": (
        variable("start: Black, in: '{Black}'"),
        "write `in: players`, and let the rules set only the players that you mean",
    ),
    "a shape that is mistyped": ({"board": "squar(3)"}, "write `square`"),
    "a shape that is mistyped, without its size": ({"board": "squares"}, f"the shapes are {SHAPES}"),
    "a label that is a direction": (
        {"labels": "{sites: {north: a1}}"},
        "choose another name, such as `my_north`",
    ),
}


@pytest.mark.parametrize("case", ADVICE)
def test_the_advice(case: str) -> None:
    parts, advice = ADVICE[case]
    (finding,) = found(parts)
    assert (finding.fix.title if finding.fix else finding.help) == advice
    assert finding.fix is None or finding.fix.replacement in finding.fix.title


@pytest.mark.parametrize(("used", "replacement"), [("'{Black}'", "players"), ("placements(bar)", None)])
def test_what_stands_for_all_values_is_written_if_there_is_a_word_for_them(used: str, replacement: str | None) -> None:
    (finding,) = found(variable(f"start: {'Black' if replacement else 'none'}, in: {used}") | tiles("square(3)"))
    assert (finding.fix.replacement if finding.fix else None) == replacement


LYING = {"one": "x, x x x", "two": "x, x x, x x", "three": "x, x x x x"}
"""Tiles that can lie in eight ways each; their rows."""

PLACES = {
    "a sign in a region": (
        {"regions": "\n  wet:\n    drawing: |\n      x o .\n      . . .\n      . . x", "end": "{draw: empty(the(wet))}"},
        "o",
    ),
    "tiles that lie in too many ways": (
        {
            "board": "square(64)",
            "tiles": "".join(
                f"\n  {name}:\n    drawing: |\n      " + rows.replace(", ", "\n      ") for name, rows in LYING.items()
            ),
        },
        "one",
    ),
    "tiles that no board without a grid can have": (tiles("{links: 'a - b, b - c'}"), "bar"),
    "a size of a board with a part cut out": ({"board": "{shape: square(0), without: '{a1}'}"}, "square(0)"),
}


@pytest.mark.parametrize("case", PLACES)
def test_the_place(case: str) -> None:
    parts, place = PLACES[case]
    (finding,) = found(parts)
    assert finding.span is not None
    assert finding.span.text == place


@pytest.mark.parametrize("length", [39, 40])
def test_a_link_is_told_whole(length: int) -> None:
    link = f"{'a' * (length - 4)} - 1"
    (finding,) = found({"board": f"{{links: 'a - b, {link}'}}"})
    assert finding.message == f"`{link}` is not a link"


def test_a_long_link_is_told_in_part() -> None:
    link = f"{'a' * 37} - 1"
    (finding,) = found({"board": f"{{links: 'a - b, {link}'}}"})
    assert finding.message == f"`{'a' * 37} ..` is not a link"


@pytest.mark.parametrize(("most", "told"), [(12, []), (11, ["GGL302 12 links are too many for a board: at most 11"])])
def test_links_up_to_the_limit(most: int, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "LINK_LIMIT", most)
    shown = found({"links": "a in cells, b in neighbors(a)", "end": "{draw: full or any(links) == (ply > 1)}"})
    assert [f"{each.code.code} {each.message}" for each in shown if each.code.severity == "error"] == told


def test_as_many_options_as_there_may_be() -> None:
    parts = {"options": "".join(f"\n  o{number}: {number}" for number in range(MOST["options"]))}
    assert {each.code.code for each in found(parts)} == {"GGL214"}


def test_the_types_of_declarations_are_noted() -> None:
    notes, findings = Notes(), Findings()
    source = Source("small.yaml", text_of(variable("start: row(1)", "any(a)")))
    definition = load_definition(source, findings, bases_of(source, findings))
    assert definition is not None
    assert check(definition, {}, findings, notes) is not None
    assert "row(1)" in [each.tree.span.text for each in notes.typed]
