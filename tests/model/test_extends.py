"""Variants: what is merged, what is replaced, and what is wrong with a chain."""

import os
import random
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.diagnostics import Findings, render
from ggl.model.expand import expand
from ggl.model.extends import bases_of, find_beside, is_inside, load_chain, load_definition, load_parts
from ggl.model.keys import MERGED_LEVELS
from ggl.model.merge import merge
from ggl.source import Source
from ggl.syntax.document import Mapping, Scalar, read_document, to_plain
from tests.model.reading import bad, chain_of, game, good, load, x


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("{drawing: x.}", "{}", {}),
        ("{drawing: x.}", "{a1}", {"a1": ""}),
        ("{drawing: x.}", "{cells: corners}", {"drawing": "x.", "cells": "corners"}),
        ("[a1, b2]", "{drawing: x.}", {"drawing": "x."}),
    ],
)
def test_a_set_replaces_a_region_and_keys_are_laid_over_it(before: str, text: str, after: object) -> None:
    def tree(text: str) -> Mapping:
        found = read_document(Source("game.yaml", f"regions: {{bad: {text}}}"), Findings())
        assert found is not None
        return found

    assert to_plain(merge(tree(before), tree(text), Findings()))["regions"]["bad"] == after


BASE = game(
    "about: the base",
    "notes: [a ruling]",
    "options: {size: 8 in 3..19, open: true}",
    "players:\n  White: {forward: north, home: row(1)}\n  Black: {forward: south, home: row(8)}",
    "pieces:\n  man: {supply: 9, glyph: m, has: {moved: false, up: true}}\n  king: {}",
    "state:\n  quiet: {start: 0, compared: false}\n  marked: {a1, b2}",
    "setup: put man on a1",
    "define:\n  f(a): a\n  g(a):\n    1: a\n    else: 2",
    "routines:\n  go(c): take man from c",
    "moves:\n  walk:\n    for: c in cells\n    where:\n      one: empty(c)\n      two: stuck\n    do: go(c)\n"
    "  shoot(a):\n    do: win",
    "turn: {pass: forced, pie: swap-sides}",
    "end:\n  player p wins: full\n  draw:\n    a: full\n    b: stuck",
    "score(p): 1",
    "tie: draw",
    "match: {until: full, points(p): 3}",
    "look: {notation: {walk: c, shoot: a}, colours: {White: red}}",
    "tests:\n  one: {ply: 0}",
)


def variant(*parts: str, of: str = "base") -> str:
    return "\n".join(["name: Variant", f"extends: {of}", *parts]) + "\n"


def of(*parts: str):
    return good(variant(*parts), base=BASE)


def test_a_variant_has_its_own_name_and_tests_and_the_rules_of_its_base() -> None:
    definition = of()
    assert (definition.name.text, definition.about, definition.notes, definition.tests) == ("Variant", "", (), ())
    assert definition.source.name == "game.yaml"
    assert list(definition.moves) == ["walk", "shoot"]
    assert definition.moves["walk"].span.source.name == "base.yaml"
    assert definition.score is not None


def test_an_option_is_replaced_and_keeps_its_place() -> None:
    options = of("options: {size: 5 in 3..9, more: 1}").options
    assert list(options) == ["size", "open", "more"]
    assert options["size"].default == x("5")
    assert [option.span.source.name for option in options.values()] == ["game.yaml", "base.yaml", "game.yaml"]


ALLOWED = {
    "it says nothing else": ("options: {size: 5}", {"base": BASE}, "3..19"),
    "it allows others": ("options: {size: 5 in 3..9}", {"base": BASE}, "3..9"),
    "the base allows others": (
        "options: {size: 5}",
        {"base": variant("options: {size: 6 in 5..7}", of="far"), "far": BASE},
        "5..7",
    ),
    "the base is silent": ("options: {size: 5}", {"base": variant("options: {size: 6}", of="far"), "far": BASE}, "3..19"),
    "the base removes it": ("options: {size: 5}", {"base": variant("options: {size: removed}", of="far"), "far": BASE}, None),
    "the base removes all": ("options: {size: 5}", {"base": variant("options: removed", of="far"), "far": BASE}, None),
    "the base has no options": ("options: {size: 5}", {"base": variant(of="far"), "far": BASE}, "3..19"),
}


@pytest.mark.parametrize("case", ALLOWED)
def test_an_option_allows_what_the_nearest_says_that_says_it(case: str) -> None:
    text, bases, allowed = ALLOWED[case]
    size = good(variant(text), **bases).options["size"]
    assert (size.default, size.allowed) == (x("5"), x(allowed) if allowed else None)


def test_players_merge_down_to_a_constant() -> None:
    white = of("players: {White: {home: row(2)}}").players["White"]
    assert white.constants == {"forward": x("north"), "home": x("row(2)")}


def test_a_list_of_players_replaces_the_map() -> None:
    assert [player.constants for player in of("players: [Red, Blue]").players.values()] == [{}, {}]


def test_pieces_merge_down_to_a_key_and_no_further() -> None:
    pieces = of("pieces: {man: {has: {up: false}}, king: removed, queen: {}}").pieces
    assert list(pieces) == ["man", "queen"]
    assert (pieces["man"].supply, pieces["man"].has) == (x("9"), {"up": x("false")})
    assert of("pieces: {king: {}, man: {}}").pieces == of().pieces


def test_only_a_whole_part_is_what_every_game_needs() -> None:
    look = good(variant("look: {board: removed}"), base=game("look: {board: checkered, shapes: {man: pawn}}")).look
    assert (look.board, list(look.shapes)) == ("", ["man"])


def test_state_merges_down_to_a_key() -> None:
    state = of("state: {quiet: {start: 5}, marked: {c3}}").state
    assert (state["quiet"].start, state["quiet"].compared) == (x("5"), False)
    assert state["marked"].start == x("{c3}")
    state = of("state: {marked: {compared: false}}").state
    assert (state["marked"].start, state["marked"].compared) == (x("{a1, b2}"), False)
    assert of("state: {marked: {}}").state["marked"].start == x("{}")


TWO_LEVELS = {"players", "labels", "regions", "pieces", "state", "moves", "look"}


@pytest.mark.parametrize("part", MERGED_LEVELS)
def test_a_part_merges_by_name_or_down_to_a_key_and_no_further(part: str) -> None:
    def tree(text: str) -> Mapping:
        found = read_document(Source("game.yaml", f"{part}: {{a: {text}}}"), Findings())
        assert found is not None
        return found

    def merged(text: str) -> Any:
        return to_plain(merge(tree("{b: {c: 1, d: 2}}"), tree(text), Findings()))[part]["a"]

    assert merged("{b: {d: 3}}") == {"b": {"d": "3"}}
    assert merged("{e: 4}").keys() == ({"b", "e"} if part in TWO_LEVELS else {"e"})


def test_a_map_replaces_a_text_and_a_text_a_map() -> None:
    state = of("state: {quiet: 3, marked: {start: 0, each: players}}").state
    assert (state["quiet"].compared, state["marked"].each) == (True, "players")


def test_a_move_merges_down_to_a_key_and_no_further() -> None:
    walk = of("moves:\n  walk:\n    where:\n      three: full").moves["walk"]
    assert walk.where.parts == (("three", x("full")),)
    assert [binder.name for binder in walk.binders] == ["c"]
    assert of("moves: {walk: {where: removed}}").moves["walk"].where.parts == ()


def test_names_count_without_their_parameters() -> None:
    definition = of("define:\n  f(b): b", "moves:\n  shoot(b):\n    ensure: stuck")
    assert definition.definitions["f"].params == ("b",)
    assert list(definition.definitions) == ["f", "g"]
    assert definition.moves["shoot"].params == ("b",)
    assert definition.moves["shoot"].ensure.parts == (("", x("stuck")),)


def test_a_table_is_replaced_whole() -> None:
    body = of("define:\n  g(a):\n    7: a\n    else: 8").definitions["g"].body
    assert len(body.rows) == 1  # type: ignore[union-attr]


def test_turn_end_and_look_merge_by_key() -> None:
    definition = of("turn: {pie: removed}", "end:\n  draw: stuck\n  mover loses: stuck", "look: {notation: {walk: c c}}")
    assert (definition.turn.passing, definition.turn.pie) == ("forced", "")
    assert [line.outcome for line in definition.end] == ["win", "draw", "lose"]
    assert definition.end[1].conditions.parts == (("", x("stuck")),)
    assert {name: text.text for name, text in definition.look.notation.items()} == {"walk": "c c", "shoot": "a"}
    assert list(definition.look.colours) == ["White"]


def test_values_with_properties_may_take_values_that_the_variant_adds() -> None:
    base = game("values: {suits: [a, b], cards: {suit: suits, rank: 1..2}, hands: {first: cards}}")
    values = good(variant("values: {cards: {suit: colours}, colours: [x, y]}"), base=base).values
    assert {name: [each.text for each in part.members] for name, part in values.items()} == {
        "suits": ["a", "b"],
        "colours": ["x", "y"],
        "cards": ["x", "y"],
        "hands": ["x", "y"],
    }


CONDITIONS = "where: {free (north): empty(c), free(south): full, free(east): stuck}"
BRACKETS = game(
    "define:\n  f (a): a",
    f"moves:\n  go:\n    for: c in cells\n    {CONDITIONS}\n    do: win\n  more(c): {{do: win}}",
    "end: {draw: {filled(all): full}}",
    "says: {free (north): one, free(south): two, f(b): three, more(d): four, filled(all): five}",
)


def test_conditions_with_brackets_in_their_names_have_sentences_of_their_own() -> None:
    said = {"free (north)": "one", "free(south)": "two", "f": "three", "more": "four", "filled(all)": "five"}
    assert {name: each.text.text for name, each in good(BRACKETS).says.items()} == said
    ours = good(variant("says: {free (north): other, free(east): new, more: removed}"), base=BRACKETS).says
    assert {name: each.text.text for name, each in ours.items()} == (
        {name: said[name] for name in ("free(south)", "f", "filled(all)")} | {"free (north)": "other", "free(east)": "new"}
    )


JOINT = game(
    "moves:\n  walk: {where: {'no: way': stuck}, do: win}\n  run: {do: win}\n  jump: {do: win}",
    "says:\n  walk + run + jump: of all\n  'no: way + setup': of both",
)


def test_a_sentence_of_several_has_the_place_of_each_name() -> None:
    says = good(JOINT).says
    assert {name: each.span.text for name, each in says.items()} == {name: name for name in says}


def test_expand_writes_a_sentence_of_several_for_each_in_quotes_where_it_had_them() -> None:
    shown = expand(chain_of(JOINT).merged(Findings()))
    assert shown.partition("says:\n")[2] == (
        '  walk: of all\n  run: of all\n  jump: of all\n  "no: way": of both\n  "setup": of both\n'
    )
    assert {name: each.text.text for name, each in good(shown).says.items()} == {
        name: each.text.text for name, each in good(JOINT).says.items()
    }


SAID = game(
    "players:\n  White: {forward: north}\n  Black: {forward: south}",
    "values: {suits: [red, green], tricks: {suit: suits, rank: 1..3}}",
    "pieces:\n  man: {supply: 9, has: {moved: false}}\n  king: {}\n  rook: {faces: orthogonal}",
    "regions:\n  dark: rank(mover, 1)",
    "state:\n  quiet: {start: 0}\n  led: {start: none, in: tricks}",
    "setup:\n  drawing: |\n    m . k\n    * r .\n    M . K\n  legend: {'*': White king}",
    "define:\n  ways(c): {north, south}\n  far(c): near(c)\n  near(c): dark - ways(c)\n"
    "  strikes(c):\n    by: c.kind\n    king: steps(c, compass)\n    rook: sees(c, orthogonal)\n    man: ways(c)",
    "routines:\n  go(c): |\n    let beaten be any(far(c))\n    set c.moved to true",
    "moves:\n  walk:\n    for: c in cells\n    let:\n      t: step(c, mover.forward)\n    where:\n"
    "      open: t in near(c)\n      free: empty(c)\n      let t be where no man is: empty(t)\n"
    "    do: go(c)\n    then: more(c)\n  more(c):\n    for: d in ways(c)\n    do: win\n  place:\n    for: c in dark\n"
    "    do: put man on c from supply\n  step:\n    for: c in cells\n    do: set quiet to step(c, north)",
    "turn: {begin: go(a1)}",
    "end:\n  player p wins:\n    shut in: far(a1) == {}\n    led twice: led.suit == red",
    "score(p): count(players)",
    "says:\n"
    + "".join(
        f"  {name}: of {name}\n"
        for name in (
            "man", "king", "rook", "dark", "quiet", "ways", "far", "near", "strikes", "go", "beaten", "t", "open", "free", "more",
            "place", "turn", "begin", "shut in", "led twice", "score", "setup", "board", "supply",
        )
    )
    + "  walk + step: of both\n  suits + tricks: of both\n",
)  # fmt: skip
"""What names what: walk › near, go, more; near › dark, ways; far › near; open › t, near; go and beaten › far. Names of conditions
name nothing."""

EVERY_NEAR = {"far", "near", "go", "beaten", "open", "walk", "step", "turn", "begin", "shut in"}
MOVES = {"walk", "step", "turn"}

STALE = {
    "a definition, and all that names it": ("define:\n  ways(c): orthogonal", EVERY_NEAR | {"ways", "strikes", "more", "man"}),
    "the same again is no change": ("define:\n  ways(c): {north, south}", set()),
    "what names it, and what names that": ("define:\n  near(c): dark", EVERY_NEAR),
    "a region": ("regions:\n  dark: rank(mover, 2)", EVERY_NEAR | {"dark", "place"}),
    "a row of a table by kinds": (
        "define:\n  strikes(c):\n    by: c.kind\n    king: steps(c, compass)\n    rook: sees(c, diagonal)\n    man: ways(c)",
        {"strikes", "rook"},
    ),
    "a routine": ("routines:\n  go(c): set c.moved to false", MOVES | {"go", "beaten", "begin"}),
    "a move that another one goes on with": ("moves: {more: {do: lose}}", MOVES | {"more"}),
    "a condition": ("moves:\n  walk:\n    where:\n      open: t in near(c)\n      free: full", MOVES | {"free"}),
    "a name under `let`": ("moves: {walk: {let: {t: c}}}", MOVES | {"t", "open"}),
    "a move with the name of a word": ("moves: {step: {for: c in dark}}", MOVES),
    "a move more": ("moves: {more of them: {do: win}}".replace("more of them", "other_one"), {"turn"}),
    "a move less": ("moves: {place: removed}", {"turn", "place"}),
    "an effect of the turn": ("turn: {begin: go(b1)}", {"begin"}),
    "a pie rule is told beside the turn": ("turn: {pie: swap-sides}", set()),
    "a line of the end": ("end:\n  player p wins:\n    shut in: full\n    led twice: led.suit == red", {"shut in"}),
    "values, and variables of them": ("values: {suits: [red, blue]}", {"suits", "tricks", "led twice"}),
    "a supply": ("pieces: {man: {supply: 12}}", {"man", "place", "setup", "turn"}),
    "a property": ("pieces: {man: {has: {moved: true}}}", MOVES | {"man", "go", "begin"}),
    "how pieces stand": ("pieces: {man: {stacks: 3}}", {"man", "place", "strikes", "turn"}),
    "who owns a kind": ("pieces: {rook: {of: nobody}}", {"rook", "strikes"}),
    "a property more": ("pieces: {king: {has: {up: true}}}", {"king"}),
    "a kind that a table has a row for": ("pieces: {rook: {faces: diagonal}}", {"rook", "strikes"}),
    "a glyph": ("pieces: {king: {glyph: x}}\nsetup:\n  drawing: |\n    m . x\n    * r .\n    M . X", {"setup"}),
    "another place for a piece": ("setup:\n  drawing: |\n    m k .\n    * r .\n    M . K", {"setup"}),
    "a piece more": ("setup:\n  drawing: |\n    m r k\n    * r .\n    M . K", {"setup", "rook"}),
    "a piece more of a sign of the legend": ("setup:\n  drawing: |\n    m . k\n    * r *\n    M . K", {"setup", "king"}),
    "a constant of a player": ("players: {White: {forward: south}}", MOVES | {"t", "open"}),
    "a player more": ("players: {Red: {forward: east}}", {"score"}),
    "a tie": ("tie: shared", {"score"}),
    "a score": ("score(q): 2", {"score"}),
    "a start": ("state: {quiet: {start: 5}}", {"setup"}),
    "what a variable holds": ("state: {led: {in: suits}}", {"led twice"}),
    "a board": ("board: square(4)", {"board"}),
    "options": ("options: {size: 4}", set()),
    "looks": ("look: {notation: {walk: c c}}", set()),
}  # fmt: skip


def said(text: str, base: str = SAID) -> set[str]:
    parts = load_parts(Source("game.yaml", text), Findings(), {"base": Source("base.yaml", base)}.get)
    assert parts is not None
    return set(parts.definition.says)


@pytest.mark.parametrize("change", STALE)
def test_a_sentence_is_inherited_if_the_variant_changes_nothing_that_it_describes(change: str) -> None:
    text, stale = STALE[change]
    assert said(variant()) - said(variant(text)) == stale


NAMED_THERE = game(
    "values: {suits: [red, green], cards: {rank: 1..3}}",
    "regions: {start: corners, dark: corners}",
    "state:\n  marked: dark\n  hue: {start: none, in: suits, seen by: hidden(viewer)}",
    "define: {trump: red, hidden(p): p == mover, lit: any(marked), told: hue == none, high(c): c.rank}",
    "moves: {go: {where: {dark: stuck}, do: win}}",
    "says: {trump: of it, lit: of it, told: of it, high: of it, go: of it, dark: of it}",
)
STALE_BY_NAMES = {
    "one of the values": ("values: {suits: [red, blue]}", {"trump", "told"}),
    "a property of values": ("values: {cards: {rank: 1..4}}", {"high"}),
    "what a variable is at the start": ("regions: {dark: cells}", {"lit", "dark"}),
    "what has the name of a key": ("regions: {start: cells}", set()),
    "what decides who sees a variable": ("define: {hidden(p): true}", set()),
}


@pytest.mark.parametrize("change", STALE_BY_NAMES)
def test_a_sentence_is_inherited_if_the_names_in_what_it_describes_mean_the_same(change: str) -> None:
    text, stale = STALE_BY_NAMES[change]
    assert said(variant(), NAMED_THERE) - said(variant(text), NAMED_THERE) == stale


PUT = game(
    "pieces: {man: {}, king: {}, rook: {}}",
    "setup: |\n  put White man on a1\n  put White king on b1",
    "moves:\n  walk: {do: win}\n  run: {do: win}",
    "turn: {phases: {first: {play: walk, until: full}, last: {pass: forced}}}",
    "says: {man: of men, king: of kings, rook: of rooks, setup: of the set-up, first: of it, last: of it, pass: of it}",
)
STALE_IN_WORDS = {
    "the same again is no change": ("setup: |\n  put White man on a1\n  put White king on b1", set()),
    "a piece that is put elsewhere": ("setup: |\n  put White man on a2\n  put White king on b1", {"setup", "man", "king"}),
    "a set-up without one of the kinds": ("setup: put White man on a1", {"setup", "man", "king"}),
    "a move that all phases play": ("moves: {walk: {do: lose}}", {"first", "last"}),
    "a move that the phase without moves of its own plays": ("moves: {run: {do: lose}}", {"last"}),
    "how to pass in a phase": (
        "turn: {phases: {first: {play: walk, until: full}, last: {pass: free}}}",
        {"last", "pass"},
    ),
}


@pytest.mark.parametrize("change", STALE_IN_WORDS)
def test_a_sentence_is_inherited_if_a_set_up_by_effects_and_phases_are_the_same(change: str) -> None:
    text, stale = STALE_IN_WORDS[change]
    assert said(variant(), PUT) - said(variant(text), PUT) == stale


def test_a_variant_s_own_sentences_stand() -> None:
    text = variant("define:\n  ways(c): orthogonal", "says:\n  ways: so now\n  walk: so it goes")
    assert {"ways", "walk"} <= said(text)
    assert "step" not in said(text)


def test_a_sentence_of_several_stands_for_the_others_if_one_has_another_sentence_and_the_same_rules() -> None:
    assert said(variant()) - said(variant("says: {walk: so it goes}")) == set()
    assert said(variant()) - said(variant("says: {walk: removed}")) == {"walk"}


@pytest.mark.parametrize(
    ("move", "found"),
    [("shot(a)", ["4:3 GGL609"]), ("shot(b)", []), ("shoot_twice(a)", []), ("shoot(a)", [])],
    ids=["the same parameters", "others", "another name", "the same name"],
)
def test_a_move_with_nearly_the_name_and_the_parameters_of_one_of_the_base_may_be_mistyped(move: str, found: list[str]) -> None:
    findings = load(variant("moves:", f"  {move}: {{do: win}}"), base=BASE)[1]
    assert [f"{each.span and each.span.line}:{each.span and each.span.column} {each.code.code}" for each in findings] == found


STALE_AT = {
    "at the key that makes it stale": ("define:\n  near(c): dark", ["4:3"]),
    "at a key below it": ("pieces: {man: {supply: 12}}", ["3:16"]),
    "at each key": ("tie: shared\nboard: square(4)", ["3:1", "4:1"]),
    "once for all sentences": ("regions:\n  dark: rank(mover, 2)", ["4:3"]),
    "not where it is written again": ("tie: shared\nsays: {score: how many}", []),
    "not where it is removed": ("tie: shared\nsays: {score: removed}", []),
    "not where all are removed": ("tie: shared\nsays: removed", []),
    "not of what is gone": ("end:\n  player p wins: removed", []),
    "at the first key, where another part than the one that is told changes": ("pieces: {king: {glyph: x}}", ["1:1"]),
}


@pytest.mark.parametrize("case", STALE_AT)
def test_a_sentence_that_is_left_out_is_noted(case: str) -> None:
    text, places = STALE_AT[case]
    findings = load(variant(text), base=SAID)[1]
    assert [str(each).partition(" note[GGL611]")[0] for each in findings] == [f"game.yaml:{place}:" for place in places]


def test_what_a_base_leaves_out_of_its_own_base_is_noted_there_alone() -> None:
    between = variant("tie: shared", of="far")
    assert list(load(variant(), base=between, far=SAID)[1]) == []


def test_match_merges_by_key() -> None:
    match = of("match: {points(q): 4}").match
    assert match is not None
    assert match.until == x("full")
    assert match.points is not None
    assert (match.points.params, match.points.body) == (("q",), x("4"))


def test_targets_are_taken_over_changed_and_taken_away() -> None:
    base = BASE + "targets: {length: 20..80, draws: at most 5%, drama: at least 0.1}\n"
    found = good(variant("targets: {draws: at most 9%, drama: removed, forced: at most 1%}"), base=base).targets
    assert [str(each) for each in found] == ["length: 20..80", "draws: at most 9%", "forced: at most 1%"]
    assert [str(each) for each in good(variant(), base=base).targets] == [
        "length: 20..80",
        "draws: at most 5%",
        "drama: at least 0.1",
    ]


def test_board_setup_and_score_are_replaced() -> None:
    definition = of("board: {shape: square(5)}", "setup:\n  drawing: |\n    x .", "score(q): q")
    assert definition.board.shape == x("square(5)")
    whole = good(variant("board: {shape: square(4)}"), base=game("board: {shape: square(5), without: c3}")).board
    assert (whole.shape, whole.without) == (x("square(4)"), None)
    assert (definition.drawing is not None, definition.setup) == (True, None)
    assert definition.score is not None
    assert definition.score.params == ("q",)


def test_parts_are_taken_away() -> None:
    definition = of("score(p): removed", "tie: removed", "setup: removed", "state: removed", "look: {colours: removed}")
    assert (definition.score, definition.tie, definition.setup, definition.state) == (None, None, None, {})
    assert definition.look.colours == {}


def test_the_shape_in_pieces_without_a_map() -> None:
    assert bad(variant("pieces: {man: removd}"), base=BASE) == ["3:15 GGL143"]


@pytest.mark.parametrize(
    ("part", "places"),
    [
        ("pieces: {queen: removed}", ["3:10 GGL607"]),
        ("turn:\n  play: removed", ["4:3 GGL607"]),
        ("regions: removed", ["3:1 GGL607"]),
        ("moves:\n  walk:\n    where:\n      one: removed", ["6:12 GGL607"]),
        ("board: removed", ["3:1 GGL607"]),
        ("players: removed", ["3:1 GGL607"]),
        ("moves: removed", ["3:1 GGL607"]),
        ("moves: {walk: {do: removed}}", ["3:9 GGL142"]),
        ("define:\n  f(a): a\n  f(b): b", ["5:3 GGL122"]),
        ("moves:\n  shoot: {do: lose}", ["4:3 GGL608"]),
        ("moves:\n  walk(): {do: go(c)}", ["4:3 GGL608"]),
        ("moves:\n  walk(): {do: go(c)}\ntie: nobody", ["5:6 GGL143"]),
        ("define: {f: step(a1, north), f: step(a2, north)}", ["3:20 GGL152"]),
        ("players: {Green: {home: row(}}", None),
    ],
)
def test_mistakes_of_a_variant(part: str, places: list[str] | None) -> None:
    shown = bad(variant(part), base=BASE)
    assert shown == places if places else shown


@pytest.mark.parametrize(
    ("part", "places"),
    [("says: of it\ntie: shared", ["3:7 GGL143"]), ("pieces: {king: {glyph: [x]}}", ["3:17 GGL143"])],
)
def test_mistakes_in_sentences_and_in_what_they_are_of(part: str, places: list[str]) -> None:
    assert bad(variant(part), base=SAID) == places


def test_a_mistake_in_the_base_is_shown_there() -> None:
    assert bad(variant(), base=BASE.replace("tie: draw", "tie: nobody")) == ["base.yaml:40:6 GGL143"]
    assert bad(variant(), base=BASE.replace("tie: draw", "tye: draw")) == ["base.yaml:40:1 GGL141"]
    assert bad(variant(), base="name: [") == ["base.yaml:1:7 GGL114"]


def test_a_base_is_a_whole_game_whatever_its_variant_says() -> None:
    board = next(line for line in BASE.splitlines() if line.startswith("board:"))
    assert bad(variant(board), base=BASE.replace(board, "")) == ["base.yaml:2:1 GGL142"]


def test_a_base_that_is_not_there() -> None:
    assert bad("name: A\nextends: nothing") == ["2:10 GGL601"]
    for path in (
        "../x.yaml",
        "..\\x.yaml",
        "C:x.yaml",
        "a\tb.yaml",
        "x.yaml/",
        " .yaml",
        "../tiku",
        "/tmp/x.yaml",
        "a/b.yaml",
        "..",
        "C:\\x.yaml",
        ".hidden.yaml",
        "tiku.txt",
        "http://x",
    ):
        asked: list[str] = []
        findings = Findings()
        source = Source("game.yaml", f"name: A\nextends: '{path}'")
        assert load_definition(source, findings, lambda name, asked=asked: asked.append(name)) is None
        assert [finding.code.code for finding in findings] == ["GGL601"]
        assert asked == []


def test_a_file_beside_is_suggested() -> None:
    _, findings = load("name: A\nextends: mine", **{"mine.yaml": BASE})
    assert "write `extends: mine.yaml`" in render(findings.sorted(), "full")
    _, findings = load("name: A\nextends: mine.yaml", **{"mine.yaml.yaml": BASE})
    assert "write `extends: mine.yaml.yaml`" in render(findings.sorted(), "full")


def test_circles() -> None:
    text = "name: A\nextends: b"
    b, c = "name: B\nextends: c", "name: C\nextends: b"
    assert bad(text, b=b, c=c) == ["c.yaml:2:10 GGL602"]
    _, findings = load(text, b=b, c=c)
    assert "b.yaml → c.yaml → b.yaml" in render(findings.sorted(), "full")
    assert bad("name: A\nextends: a", a="name: A\nextends: a") == ["2:10 GGL602"]


def test_what_is_removed_twice_is_told_once() -> None:
    assert bad(variant("pieces:\n  king: removed\n  king: removed"), base=BASE) == ["5:3 GGL122"]


def test_a_chain_is_not_too_long() -> None:
    chain = {f"g{at}": f"name: G{at}\nextends: g{at + 1}" for at in range(9)}
    assert bad("name: A\nextends: g0", **chain, g9=BASE) == ["g7.yaml:2:10 GGL606"]
    assert good("name: A\nextends: g2", **chain, g9=BASE).name.text == "A"


def test_find_beside(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(BASE, encoding="utf-8")
    (tmp_path / "sub").mkdir()
    find = find_beside(tmp_path)
    found = find("mine.yaml")
    assert found is not None
    assert found.text == BASE
    assert find("other.yaml") is None
    for name in ("müsli.yaml", "b (old).yaml", "Tom's, 2.yml"):
        (tmp_path / name).write_text(BASE, encoding="utf-8")
        assert good(f"name: A\nextends: {name}", **{name: BASE}).name.text == "A"
        assert find(name) is not None
    assert find("sub") is None
    assert find_beside(tmp_path / "sub")("../mine.yaml") is None
    assert find_beside(None)("mine.yaml") is None


def test_a_base_is_a_file_and_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path.resolve() / "games"
    folder.mkdir()
    (tmp_path / "out.yaml").write_text(BASE, encoding="utf-8")
    (folder / "in.yaml").write_text(BASE, encoding="utf-8")
    (folder / "link.yaml").symlink_to(tmp_path / "out.yaml")
    (folder / "device.yaml").symlink_to(os.devnull)
    free, within = find_beside(folder), find_beside(folder, within=folder)
    assert [find(f"{name}.yaml") is not None for find in (free, within) for name in ("in", "link", "device")] == [
        *(True, True, False),
        *(True, False, False),
    ]


def test_a_path_that_no_file_can_have_leads_into_no_folder(tmp_path: Path) -> None:
    assert [is_inside(tmp_path.resolve() / name, tmp_path.resolve()) for name in ("a.yaml", "a\0.yaml")] == [True, False]


# ---- expand


def test_expand_tells_where_each_line_came_from() -> None:
    text = variant("options: {size: 5 in 3..9}", "moves:\n  walk:\n    where: |\n      full\n        or stuck", "tie: removed")
    shown = expand(chain_of(text, base=BASE).merged(Findings()))
    assert (
        shown
        == """\
name: Variant  # game.yaml
options:
  size: 5 in 3..9  # game.yaml
  open: true  # base.yaml
players:  # base.yaml
  White: {forward: north, home: row(1)}
  Black: {forward: south, home: row(8)}
board: square(3)  # base.yaml
pieces:  # base.yaml
  man: {supply: 9, glyph: m, has: {moved: false, up: true}}
  king: {}
state:  # base.yaml
  quiet: {start: 0, compared: false}
  marked: {a1, b2}
setup: put man on a1  # base.yaml
moves:
  walk:
    for: c in cells  # base.yaml
    where: |  # game.yaml
      full
        or stuck
    do: go(c)  # base.yaml
  shoot(a):  # base.yaml
    do: win
routines:  # base.yaml
  go(c): take man from c
define:  # base.yaml
  f(a): a
  g(a):
    1: a
    else: 2
turn: {pass: forced, pie: swap-sides}  # base.yaml
end:  # base.yaml
  player p wins: full
  draw:
    a: full
    b: stuck
score(p): 1  # base.yaml
match: {until: full, points(p): 3}  # base.yaml
look: {notation: {walk: c, shoot: a}, colours: {White: red}}  # base.yaml
"""
    )
    assert good(shown).moves["walk"].where.parts == (("", x("full or stuck")),)


def test_expand_tells_a_key_of_the_variant_from_one_of_the_base_at_the_same_place_of_its_file() -> None:
    def at_the_place(change: str, key: str) -> str:
        text = variant(f"about: {'x' * 2000}", change)
        return text.replace("x" * 2000, "x" * (2000 + BASE.index(key) - text.index(key)))

    for change, key, lines in (
        (f"turn: {{pass:{' ' * 30}free}}", "pass:", "turn:\n  pass: free  # game.yaml\n  pie: swap-sides  # base.yaml\n"),
        (f"match: {{until:{' ' * 30}stuck}}", "until:", "match:\n  until: stuck  # game.yaml\n  points(p): 3  # base.yaml\n"),
    ):
        text = at_the_place(change, key)
        assert text.index(key) == BASE.index(key)
        assert lines in expand(chain_of(text, base=BASE).merged(Findings()))


ODD = game(
    "about: >-\n  folded\n  text\n\n  of two parts",
    "notes:\n  - 'it''s'\n  - \"a\\tb\"\n  - plain\n    on two lines",
    "board:\n  basis: hex\n  drawing: |2\n\n     x x\n    x x x\n",
    "look: {glyphs: {man: \"#\", king: ''''}, notation: {place: \"a\n  b\"}}",
    "tests:\n  ? a name\n    on two lines\n  : play: [place, 'place a, b']\n    true:\n      - |\n        full\n      - stuck",
    "setup: |+\n  win\n\n",
    "tie:   draw   # a comment",
)


@pytest.mark.parametrize("ends", [0, 1, 2, 3], ids=lambda ends: f"{ends} line ends")
def test_expand_keeps_the_line_ends_of_a_block(ends: int) -> None:
    sign = {0: "|-", 1: "|"}.get(ends, "|+")
    text = game(f"about: {sign}\n  two\n  lines" + "\n" * max(ends, 1) + "tie: draw")
    tree = chain_of(text).merged(Findings())
    about = tree.get("about")
    assert isinstance(about, Scalar)
    assert about.text == "two\nlines" + "\n" * ends
    shown = expand(tree)
    assert f"about: {sign}\n" in shown
    again = chain_of(shown).merged(Findings()).get("about")
    assert isinstance(again, Scalar)
    assert again.text == about.text


def test_expand_keeps_odd_ways_to_write() -> None:
    shown = expand(chain_of(ODD).merged(Findings()))
    one, two = good(ODD), good(shown)
    assert (two.about, [note.text for note in two.notes]) == (one.about, [note.text for note in one.notes])
    assert (two.board, two.look, two.setup, two.tie) == (one.board, one.look, one.setup, one.tie)
    assert [(test.name, test.moves, test.expect) for test in two.tests] == [(t.name, t.moves, t.expect) for t in one.tests]
    assert expand(chain_of(shown).merged(Findings())) == shown


def test_a_chain_tells_its_files() -> None:
    chain = load_chain(Source("game.yaml", variant()), Findings(), {"base": Source("base.yaml", BASE)}.get)
    assert chain is not None
    assert [source.name for source, _ in chain.files] == ["game.yaml", "base.yaml"]


def test_a_base_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_bytes(b"name: \xff")
    findings = Findings()
    source = Source("game.yaml", "name: A\nextends: mine.yaml")
    assert load_definition(source, findings, find_beside(tmp_path, findings)) is None
    assert [finding.code.code for finding in findings] == ["GGL101"]


def test_extends_with_nothing_behind_it() -> None:
    assert bad("name: A\nextends:") == ["2:1 GGL145"]
    assert bad("name: A\nextends: [tiku]") == ["2:1 GGL143"]
    assert bad("name: A\nextends: ''") == ["2:11 GGL601"]


def test_a_base_is_looked_for_beside_the_file_and_nowhere_for_a_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is in no file has a name such as `<text>`; what lies in the current folder is no base of it."""
    folder = tmp_path / "games"
    folder.mkdir()
    for place in (tmp_path, folder):
        (place / "base.yaml").write_text(f"# in {place.name}")
    monkeypatch.chdir(tmp_path)
    beside = bases_of(Source(str(folder / "variant.yaml"), ""))("base.yaml")
    assert beside is not None
    assert beside.text == "# in games"
    assert bases_of(Source("<text>", ""))("base.yaml") is None
    assert bases_of(Source("<text>", ""))("hex") is not None


def test_a_list_of_players_is_a_map_of_players_without_constants(tmp_path: Path) -> None:
    rest = "board: square(3)\npieces: {stone: {}}\nmoves: {put: {for: c in vacant, do: put stone on c}}\nend: {draw: full}\n"
    (tmp_path / "three.yaml").write_text(f"ggl: 1\nname: Three\nplayers: [Red, Blue, Green]\n{rest}", encoding="utf-8")
    two = tmp_path / "two.yaml"
    two.write_text("ggl: 1\nname: Two\nextends: three.yaml\nplayers: {Green: removed}\n", encoding="utf-8")
    assert ggl.load(str(two)).players == ("Red", "Blue")


STAY = {
    "one of a list is named": ("[Red, Blue]", "{Red: {}, Yellow: {}}", []),
    "one of a map is named": ("{Red: {}, Blue: {}}", "{Red: {}, Yellow: {}}", []),
    "none of a list is named": ("[Red, Blue]", "{Green: {}, Yellow: {}}", ["3:1"]),
    "none of a map is named": ("{Red: {}, Blue: {}}", "{Green: {}, Yellow: {}}", ["3:1"]),
}


@pytest.mark.parametrize("case", STAY)
def test_players_that_stay_though_none_of_them_is_named_are_told(case: str) -> None:
    base, ours, places = STAY[case]
    _, findings = load(variant(f"players: {ours}"), base=game(f"players: {base}"))
    assert [str(each).partition(" warning[GGL610]")[0] for each in findings] == [f"game.yaml:{place}:" for place in places]


@pytest.mark.parametrize("players", ["{Green: {}, Yellow: {}}", "[Green, Yellow]", "{}"])
def test_nobody_stays_whom_a_file_between_removes_or_whom_a_list_replaces(players: str) -> None:
    between = variant("players: {Red: removed, Blue: removed}" if "Green: " in players else "", of="far")
    assert list(load(variant(f"players: {players}"), base=between, far=game("players: [Red, Blue]"))[1]) == []


def test_what_a_variant_adds_comes_after_what_stays_and_what_it_writes_anew_keeps_its_place(tmp_path: Path) -> None:
    head = "ggl: 1\nname: Base\nplayers: [A, B]\nboard: square(3)\npieces: {stone: {}}\n"
    base = f"{head}moves: {{lay: {{for: c in vacant, do: put stone on c}}}}\n"
    (tmp_path / "base.yaml").write_text(f"{base}end: {{draw: full, mover wins: ply > 7}}\n")
    (tmp_path / "more.yaml").write_text(
        "ggl: 1\nname: More\nextends: base.yaml\nend: {mover loses: stuck, mover wins: ply > 6}\n"
    )
    checked = ggl.load(tmp_path / "more.yaml").checked
    assert [(part.outcome, part.subject) for part in checked.definition.end] == [
        ("draw", ""),
        ("win", "mover"),
        ("lose", "mover"),
    ]
    assert list(of("define:\n  g(a): 2\n  f(a): 1").definitions) == ["f", "g"]


NAMED = "ggl: 1\nname: {name}\n{rest}\n"
THREE = """players: {A: {way: north}, B: {way: south}, C: {way: east}}
board: square(3)
pieces: {stone: {}}
end:
  draw: full
  player p wins: count(cells with p stone) == 3
  mover loses: stuck
moves: {lay: {for: c in vacant, do: put stone on c}}
"""


@pytest.mark.parametrize(
    ("variant", "players", "end"),
    [
        ("players: {C: {way: west}, D: {way: north}, A: {way: south}, B: {way: north}}", "CDAB", ""),
        ("players: {D: {way: north}, A: {way: south}}", "ABCD", ""),  # the others keep their places
        ("players: {C: removed, D: {way: west}, B: {way: north}, A: {way: north}}", "DBA", ""),
        ("players: {B: removed}", "AC", ""),
        ("players: [C, A]", "CA", ""),
        ("end: {mover loses: stuck, opponent wins: ply > 9, player p wins: full, draw: ply > 8}", "ABC", "lose win win draw"),
        ("end: {draw: removed, mover loses: stuck, player q wins: full}", "ABC", "lose win"),
        ("end: {player q wins: ply > 3}", "ABC", "draw win lose"),
        ("end: {player q wins: removed}", "ABC", "draw lose"),
        ("end: {players q win: full}", "ABC", "draw win lose win"),
    ],
)
def test_a_variant_that_names_all_says_the_order_of_players_and_of_the_end(
    variant: str, players: str, end: str, tmp_path: Path
) -> None:
    (tmp_path / "base.yaml").write_text(NAMED.format(name="Base", rest=THREE))
    path = tmp_path / "variant.yaml"
    path.write_text(NAMED.format(name="Variant", rest=f"extends: base.yaml\n{variant}"))
    source = Source(str(path), path.read_text())
    definition = load_definition(source, Findings(), bases_of(source))
    assert definition is not None
    assert "".join(definition.players) == players
    assert " ".join(part.outcome for part in definition.end) == (end or "draw win lose")


def test_a_base_that_tells_two_lines_apart_by_their_names_keeps_both(tmp_path: Path) -> None:
    two = THREE.replace("  mover loses: stuck\n", "  player q wins: full\n")
    (tmp_path / "base.yaml").write_text(NAMED.format(name="Base", rest=two))
    path = tmp_path / "variant.yaml"
    path.write_text(NAMED.format(name="Variant", rest="extends: base.yaml\nend: {player q wins: ply > 5}"))
    source = Source(str(path), path.read_text())
    definition = load_definition(source, Findings(), bases_of(source))
    assert definition is not None
    assert [part.subject for part in definition.end] == ["", "p", "q"]


@pytest.mark.parametrize("value", [True, False])
def test_an_option_is_fixed_by_a_definition_of_its_name(value: bool, tmp_path: Path) -> None:
    path = tmp_path / "fixed.yaml"
    head = "ggl: 1\nname: Fixed\nextends: go\noptions: {superko: removed, size: 2}\n"
    path.write_text(f"{head}define: {{superko: {str(value).lower()}}}\n")
    fixed, switched = ggl.load(path), ggl.load("go", superko=value, size=2)
    assert "superko" not in fixed.options
    for seed in range(5):
        first, second = (game.initial_state().playout(random.Random(seed)) for game in (fixed, switched))
        assert first.steps == second.steps
