"""Mistakes in a game file: the code and the exact place of each finding, and that one cause is one finding."""

from collections.abc import Callable

import pytest

from ggl.diagnostics import Findings, render
from ggl.model.definition import Definition
from ggl.model.extends import load_parts
from ggl.source import Source
from ggl.syntax import tree as t
from tests.bad.test_fixes import applied
from tests.model.reading import bad, game, load, x

KEYS = {
    "an unknown key at the top, with a near one": ("setupp: put man on a1", ["8:1 GGL141"]),
    "a key of a move at the top": ("do: put man on a1", ["8:1 GGL144"]),
    "an unknown key without a value, and one that is as unknown": ("foo:\nbar: 4", ["8:1 GGL141", "8:1 GGL145"]),
    "the score without its player": ("score: 3", ["8:1 GGL141"]),
    "a score of two players": ("score(p, q): 3", ["8:1 GGL141"]),
    "a key of a piece that there is not": ("pieces:\n  man: {colour: red}", ["9:9 GGL141"]),
    "a piece with nothing behind it": ("pieces:\n  man:", ["9:3 GGL145"]),
    "pieces as if they were a set": ("pieces: {man, king}", ["8:10 GGL145", "8:15 GGL145"]),
    "pieces that are text": ("pieces: man", ["8:9 GGL143"]),
    "a piece with a name that is none": ("pieces:\n  2men: {}", ["9:3 GGL146"]),
    "a word that is not one of the few": ("pieces:\n  man: {sites: edge}", ["9:16 GGL143"]),
    "players that are text": ("players: Black and White", ["7:10 GGL143"]),
    "a player named twice": ("players: [Black, Black]", ["7:18 GGL122"]),
    "a player that is not a name": ("players: [Black, 2nd]", ["7:18 GGL146"]),
    "an option without a value": ("options:\n  size:", ["9:3 GGL145"]),
    "a move without effects": ("moves:\n  place:\n    for: c in cells", ["6:3 GGL142"]),
    "a move that is text": ("moves:\n  place: put man on a1", ["6:10 GGL143"]),
    "a parameter twice": ("moves:\n  go(a, a):\n    do: win", ["6:9 GGL122"]),
    "a parameter that is not a name": ("define:\n  f(a, 2): a", ["9:8 GGL146"]),
    "a definition declared twice": ("define:\n  f(a): a\n  f(b): b", ["10:3 GGL122"]),
    "a move declared twice": ("moves:\n  go:\n    do: win\n  go():\n    do: win", ["8:3 GGL122"]),
    "a key written twice": ("tie: draw\ntie: draw", ["9:1 GGL122"]),
    "a table without a row": ("define:\n  f(a):\n    by: a", ["9:3 GGL142"]),
    "a table whose `else` is not last": ("score(p):\n  else: 1\n  2: stuck", ["9:3 GGL144"]),
    "a table whose `by` is not first": ("score(p):\n  2: stuck\n  by: p\n  else: 1", ["10:3 GGL144"]),
    "another word for the last row of a table": ("score(p):\n  2: stuck\n  otherwise: 1", ["10:3 GGL141"]),
    "the last row of a table, mistyped": ("score(p):\n  2: stuck\n  elze: 1", ["10:3 GGL141"]),
    "a key of a move beside it": ("moves:\n  go:\n    for: c in cells\n  do: win", ["8:3 GGL144"]),
    "a key of a phase beside it": ("turn:\n  phases:\n    a: {play: go}\n    until: full", ["11:5 GGL144"]),
    "a turn and a phase of choices made together": (
        "turn: {together: go, next: White, phases: {a: {together: go}}}",
        ["8:22 GGL144", "8:35 GGL144"],
    ),
    "choices made by some, and not together": (
        "turn: {by: players, next: White, phases: {a: {together: go}}}",
        ["8:8 GGL144", "8:21 GGL144"],
    ),
    "more parameters in brackets than a move may have": (
        f"moves:\n  go({', '.join(f'a{n}' for n in range(17))}): {{do: win}}",
        ["6:3 GGL606"],
    ),
    "parameters beside as many as a move may have": (
        f"moves:\n  go({', '.join(f'a{n}' for n in range(16))}):\n    for: b in cells, c in cells\n    do: win",
        ["7:10 GGL606"],
    ),
    "a definition with nothing behind it": ("define: {f: }", ["8:10 GGL145"]),
    "a part with nothing behind it": ("options:", ["8:1 GGL145"]),
    "a condition with nothing behind its name": ("end:\n  draw:\n    full:", ["10:5 GGL145"]),
    "a format that is a map": ("ggl: {}", ["7:1 GGL143"]),
    "a mark removed that is not there": ("look: {draw: {mark: removed}}", ["8:15 GGL607"]),
    "what a test wants to be true, as a map": ("tests:\n  one:\n    true: {}", ["10:5 GGL143"]),
    "a test that wants nothing to be true": ("tests: {one: {true: }}", ["8:15 GGL145"]),
    "a test that expects nothing": ("tests: {one: {legal: }}", ["8:15 GGL145"]),
    "a way to pass with nothing behind it": ("turn: {pass: }", ["8:8 GGL145"]),
    "a way to pass that is a list of two": ("turn: {pass: [free, forced]}", ["8:8 GGL143"]),
    "a way to pass of several words": ("turn: {pass: free unless stuck}", ["8:14 GGL143"]),
    "one of a few words that is a list": ("pieces:\n  man: {sites: [cells, edges]}", ["9:9 GGL143"]),
    "the word by which a variant removes, in quotes": ("tie: 'removed'", ["8:7 GGL143"]),
    "a parameter without a name": ("define:\n  f(a,, b): a", ["9:3 GGL146"]),
    "a variable without a start": ("state:\n  quiet: {compared: false}", ["9:3 GGL142"]),
    "a result that is none": ("end:\n  winner: full", ["9:3 GGL141"]),
    "a result of nobody": ("end:\n  player wins: full", ["9:3 GGL141"]),
    "a tie that is none": ("tie: nobody", ["8:6 GGL143"]),
    "a pie rule that is none": ("turn: {pie: swap}", ["8:13 GGL143"]),
    "a way to pass that is none": ("turn: {pass: sometimes}", ["8:14 GGL143"]),
    "a match without an end": ("match: {next first: winner}", ["8:1 GGL142"]),
    "a board of nothing": ("board: {basis: hex}", ["7:1 GGL142"]),
    "two boards": ("board:\n  shape: square(3)\n  links: a - b", ["9:3 GGL144"]),
    "a basis without a drawing": ("board: {shape: square(3), basis: hex}", ["7:27 GGL144"]),
    "a setup without a drawing": ("setup: {legend: {x: man}}", ["8:1 GGL142"]),
    "the wrong format": ("ggl: 2", ["7:6 GGL143"]),
    "a test with a key that there is not": ("tests:\n  one: {plays: a1}", ["9:9 GGL141"]),
    "a list of lists": ("notes:\n- [a]", ["9:3 GGL143"]),
    "values of no property": ("values: {cards: {}}", ["8:10 GGL143"]),
    "an expression that is a list": ("define:\n  f:\n  - a1", ["9:3 GGL143"]),
    "a move in a list that is a map": ("tests:\n  one:\n    illegal: [{a: b}]", ["10:15 GGL143"]),
    "a condition that is a list": ("end:\n  draw:\n  - stuck", ["9:3 GGL143"]),
    "a constant of a side that is not a name": ("players: {Black: {2x: 3}, White: {}}", ["7:19 GGL146"]),
    "a board that is an empty map": ("board: {}", ["7:1 GGL142"]),
    "a board of cells without values": ("board:\n  a1:\n  b1:", ["7:1 GGL142"]),
    "a region of cells without values": ("regions:\n  x:\n    a1:\n    b1:", ["9:3 GGL142"]),
    "a property of values that is not a name": ("values: {x: {2r: 1..1}}", ["8:14 GGL146"]),
    "values between braces": ("values: {x: {a, b}}", ["8:10 GGL143", "8:14 GGL145", "8:17 GGL145"]),
    "a layer in a list": ("pieces: {man: {layer: [a]}}", ["8:16 GGL143"]),
    "a layer without a value": ("pieces: {man: {layer: }}", ["8:16 GGL145"]),
    "a layer that is not a name": ("pieces: {man: {layer: 2nd}}", ["8:23 GGL146"]),
    "an `each` in a list": ("state: {x: {start: 0, each: [turns]}}", ["8:23 GGL143"]),
    "a variable of a turn that is compared": ("state: {x: {start: 0, each: turns, compared: true}}", ["8:36 GGL143"]),
    "a start that is mistyped": ("state: {x: {strt: 0}}", ["8:13 GGL141"]),
    "a mark that is text": ("look: {draw: {m: x}}", ["8:18 GGL143"]),
    "a mark with a name that is none": ("look: {draw: {2m: {on: cells}}}", ["8:15 GGL146"]),
    "a mark that is both": ("look: {draw: {m: {on: cells, value: 3, for: c in cells}}}", ["8:15 GGL144"]),
    "a mark for two": ("look: {draw: {m: {value: 3, for: 'c in cells, d in cells'}}}", ["8:29 GGL143"]),
    "colours that are text": ("look: {colours: red}", ["8:17 GGL143"]),
    "an empty glyph": ("pieces: {man: {}}\nlook: {glyphs: {man: ''}}", ["9:23 GGL143"]),
    "a blank glyph": ("pieces: {man: {}}\nlook: {glyphs: {man: ' '}}", ["9:23 GGL143"]),
    "a score of a number": ("score(2): 3", ["8:1 GGL141", "8:7 GGL146"]),
    "the format in a list": ("ggl: [1]", ["7:1 GGL143"]),
    "the format without a value": ("ggl:", ["7:1 GGL145"]),
    "a region in a folded text": ("regions:\n  r: >\n    a1\n    b1", ["9:6 GGL153"]),
    "a comma in braces in a list": ("values:\n  x:\n  - {f: step(a1, b1)}", ["10:16 GGL152"]),
    "something removed that is not there": ("pieces:\n  man: {}\n  king: removed", ["10:3 GGL607"]),
    "a condition removed from a map that is replaced whole": ("end:\n  draw:\n    full: removed", ["10:11 GGL607"]),
}

EXPRESSIONS = {
    "an operator too many": ("define:\n  f: 1 + + * 2", ["9:12 GGL151"]),
    "a bracket that is not closed": ("define:\n  f: count(cells", ["9:11 GGL151"]),
    "an assignment for a comparison": ("end:\n  draw: ply = 3", ["9:13 GGL151"]),
    "in the third line of a block": ("setup: |\n  put man on a1\n  put man on b1\n  put man onto c1", ["11:11 GGL151"]),
    "in quotes": ('define:\n  f: "cells with"', ["9:16 GGL151"]),
    "in the condition of a pie rule": ("turn: {pie: swap-sides if ply > }", ["8:31 GGL151"]),
    "in the player of a tie": ("tie: last. loses", ["8:10 GGL151"]),
    "in a key of a table": ("score(p):\n  3 4: stuck\n  else: 1", ["9:5 GGL151"]),
    "in the parameters": ("moves:\n  go:\n    for: c of cells\n    do: win", ["7:12 GGL151"]),
    "in a test": ("tests:\n  one:\n    true: [count(cells) == 9, '1 +']", ["10:34 GGL151"]),
    "a set without its end": ("define:\n  f: |\n    {a1, b2", ["10:5 GGL151"]),
    "a folded drawing of a board": ("board:\n  drawing: >\n    . .\n    . .", ["8:12 GGL153"]),
    "folded links": ("board:\n  links: >\n    a - b,\n    b - c", ["8:10 GGL153"]),
    "a folded tile": ("tiles:\n  ell: >\n    xx\n    x", ["9:8 GGL153"]),
    "a folded drawing of a region": ("regions:\n  ring:\n    drawing: >\n      x .\n      . x", ["10:14 GGL153"]),
    "a folded drawing of the start": ("setup:\n  drawing: >-\n    x .\n    . x", ["9:12 GGL153"]),
    "a drawing in quotes on several lines": ('board:\n  drawing: ". .\n    . ."', ["8:3 GGL143"]),
    "a tile in quotes on several lines": ("tiles:\n  ell: 'xx\n\n    x'", ["9:3 GGL143"]),
    "a tab in a drawing": ("board:\n  drawing: |\n    . .\n    .\t.", ["10:6 GGL143"]),
    "a tab at the beginning of a drawing": ('board:\n  drawing: "\\t. ."', ["8:13 GGL143"]),
    "a tab in the drawing of a tile": ('tiles: {ell: "xx\\n\\tx"}', ["8:19 GGL143"]),
    "folded": ("setup: >\n  put man on a1\n  put man on b1", ["8:8 GGL153"]),
    "a comma in braces": ("define: {f: step(a1, north)}", ["8:20 GGL152"]),
    "a comma in a key in braces": ("define: {f(a, b): a}", ["8:13 GGL152"]),
    "a comma in the braces of a board": ("board: {shape: square(7, 6)}", ["7:24 GGL152"]),
    "a comma in a table in braces": ("define: {f: {else: step(a1, north)}}", ["8:27 GGL152"]),
    "two commas, of which one is told": ("define: {f: step(a1, north), g: step(a2, north)}", ["8:20 GGL152"]),
    "too long": (f"define:\n  f: {'1 + ' * 2500}1", ["9:6 GGL154"]),
    "a name too long": (f"define:\n  {'f' * 201}: 1", ["9:3 GGL154"]),
    "as long as a name may be, and no name": (f"define:\n  {'2' * 200}: 1", ["9:3 GGL146"]),
}

ADVICE = {
    "a text that is a list of one": ("about: [one]", "write `about: one`"),
    "a list of one in a list of texts": ("values: {ways: [[flat], upright]}", "write `flat`"),
    "a drawing below its key": ("board:\n  drawing:\n    . .\n    . .", "write `drawing: |`"),
    "a drawing beside its key": ("board:\n  drawing: . .\n    . .", "write `drawing: |`, and the rows below it"),
    "a drawing in braces": ("board: {drawing:\n    . .\n    . .}", "write `drawing: |`, and the rows below it"),
    "a text that is a list of two": ("about: [one, two]", None),
    "effects that are a list": (
        "setup: [put man on a1]",
        "write `setup: |`, and each effect on its own line below it, without a `-`",
    ),
    "a piece with the name of a key, that is text": ("pieces:\n  do: man", None),
    "a number as a key between braces": (
        "tests: {one: {perft: 6, 22}}",
        "write a list in square brackets, as in `perft: [6, 22]`",
    ),
    "a number as a key on its own line": ("pieces:\n  man:\n    2: red", "the keys here are"),
    "a bracket without its end in a list of lines": ("tests:\n  one:\n    true:\n    - count(cells\n    - stuck", None),
    "a bracket without its end in a list in brackets": (
        "tests:\n  one:\n    true: [count(cells, stuck]",
        "inside `[` and `]` each comma begins a new value",
    ),
    "a sign that no single edit mends": ("define:\n  f: ≠ a\n\n    b", "write `!=`"),
    "a key between braces that is no number": ("tests: {one: {perft: 6, .: 7}}", "the keys here are"),
    "a word as a key between braces": ("tests: {one: {perft: 6, foo}}", "the keys here are"),
    "a number with a value between braces": ("tests: {one: {perft: 6, 22: a}}", "the keys here are"),
    "a number with a list between braces": ("tests: {one: {perft: 6, 22: [a]}}", "the keys here are"),
    "a number without a value on its own line": ("tests:\n  one:\n    perft: 6\n    22:", "the keys here are"),
    "a look of the board that there is not": ("look: {board: chequered}", "write `cells`, `checkered`, "),
    "a parameter that is a map": ("moves:\n  go:\n    for: {c: cells}\n    do: win", "write it on one line: `for: c in cells`"),
    "parameters that a comma makes a map": ("moves:\n  go:\n    for: {c: cells, d: cells}\n    do: win", None),
    "parameters of which one is a list": ("moves:\n  go:\n    for:\n      c: [a1, a2]\n      d: cells\n    do: win", None),
    "a parameter that is a map of a list": ("moves:\n  go:\n    for:\n      c: [a1, a2]\n    do: win", None),
    "no parameters in braces": ("moves:\n  go:\n    for: {}\n    do: win", None),
    "parameters in a list": ("moves:\n  go:\n    for: [a, b]\n    do: win", None),
    "a key of a move, where no move is": ("moves:\n  do: win", None),
    "a list in a text": ("about: [[a], b]", None),
    "a list in the moves of a turn": ("turn: {play: [[place], go]}", None),
    "no moves in a turn": ("turn: {play: []}", None),
    "a key and its value in quotes": ("pieces: {man: 'glyph o'}", None),
    "a key and its value with a line between": (
        "pieces:\n  man: glyph\n\n    o",
        "a key is followed by a colon and a space: write `{glyph: o}`",
    ),
    "an option that is a map": ("options:\n  size: {default: 8, in: 4..19}", "write `size: 8 in 4..19`"),
    "options that are text": ("options: many", None),
    "an option that is a map of three": ("options:\n  size: {default: 8, in: 4..19, from: 1}", "write its default and"),
    "an option without a default": ("options:\n  size: {in: 4..19}", "write its default and"),
    "an option with two defaults": ("options:\n  size: {default: 8, start: 8}", "write its default and"),
    "an option that says more": ("options:\n  size: {default: 8, about: wide}", "write its default and"),
    "a constant of a side that looks like an option": ("players: {Black: {x: {start: 3, in: 1..4}}, White: {}}", None),
    "a condition for the end": ("end: ply  == 9", "write whose result it is, as in `mover loses: ply == 9`"),
    "kinds in a list, one with a value": ("pieces:\n- man: {}\n- king", "write each as a key with its value, `NAME: ..`"),
    "kinds in a list, all with values": ("pieces:\n- man: {}\n- king: {}", "remove the `-` before each"),
    "a table of notation that is a list": ("look: {notation: {place: [a]}}", "write each as a key with its value"),
    "a colour of a move": ("moves: {go: {colour: red, do: win}}", "move it there, or correct its indentation"),
    "a turn of a piece": ("pieces: {man: {turn: first}}", "move it there, or correct its indentation"),
    "two players in quotes": ("players: ['Black White']", "a name begins with a letter"),
    "two players without a comma, of which one is no name": ("players: [Black 2nd]", "a name begins with a letter"),
    "two players without a comma": ("players: [Black White]", "write `Black, White`"),
    "a definition with the name of a word": ("define: {in: 3}", "choose another name, such as `my_in`"),
    "a variable with the name of a word": ("state: {in: 3}", "if this belongs to the variable above, indent it further"),
    "a result of nobody that there is": ("end: {foo bar win: full}", "write `mover`, `opponent`, "),
    "`removed` as a key of a piece": ("pieces: {man: {removed: yes}}", "the keys here are"),
}
"""A mistake, and the beginning of the way out."""


@pytest.mark.parametrize("case", ADVICE)
def test_advice(case: str) -> None:
    part, advice = ADVICE[case]
    _, findings = load(game(part))
    (finding,) = findings
    assert finding.help is None if advice is None else (finding.help or "").startswith(advice)


def test_an_edit_within_half_of_an_expression_is_not_offered() -> None:
    _, findings = load(game("tests:\n  one:\n    true: [a = f(b, c)]"))
    first, second = findings
    assert (first.message, first.fix) == ("unexpected `=`", None)
    assert (first.help or "").startswith("inside `[` and `]` each comma begins a new value")
    assert second.message == "unexpected `)`"


MESSAGES = {
    "an item that is a map": ("players: [Black: White]", "an item of `players` is text, but this is a map"),
    "a property of values that is a list": (
        "values:\n  suits: [a, b]\n  cards: {suit: [a]}",
        "`suit` takes a range of numbers, or the name of values, but this is a list",
    ),
    "one of a few words that is a list": ("look: {board: [lines]}", "`board` takes one of a few words, but this is a list"),
    "a track that is a map": ("tracks: {a: {b: c}}", "`a` takes the lines of a track, but this is a map"),
    "a target of a seat that there is not": (
        "players: [Black]\ntargets: {second seat: 50%}",
        "this game has 1 player, so no second seat",
    ),
    "brackets without a name": ("define:\n  (a): 1", "`(a)` is not a name"),
    "a target in a game without players": (
        "players: []\ntargets: {second seat: 40%..60%}",
        "a game needs at least one player",
    ),
}


@pytest.mark.parametrize("case", MESSAGES)
def test_messages(case: str) -> None:
    part, message = MESSAGES[case]
    _, findings = load(game(*part.split("\n") if part.startswith("players") else [part]))
    assert [finding.message for finding in findings] == [message]


PLACES = {
    "a name with parameters": ("define:\n  2f(a): 1", "2f"),
    "a parameter": ("define:\n  f(a, bb-c): 1", "bb-c"),
    "a text that is too long": (f"define:\n  f: {'1 + ' * 2500}1", "1"),
    "a drawing with a tab": ("board:\n  drawing: |\n    . .\n    .\t.", "\t"),
}


@pytest.mark.parametrize("case", PLACES)
def test_a_finding_marks_what_is_wrong_and_no_more(case: str) -> None:
    part, marked = PLACES[case]
    _, findings = load(game(part))
    assert [finding.span and finding.span.text for finding in findings] == [marked]


NEAR = {
    "one word": ("turn: {pass: fre}", "free"),
    "none": ("turn: {pass: whenever}", None),
    "two": ("turn: {pie: s}", None),
}


@pytest.mark.parametrize("case", NEAR)
def test_a_word_is_corrected_if_a_single_one_of_the_few_is_near(case: str) -> None:
    part, word = NEAR[case]
    _, findings = load(game(part))
    assert [finding.fix and finding.fix.replacement for finding in findings] == [word]


NOWHERE = Source("", "").span(0, 0)
READ: dict[str, tuple[str, Callable[[Definition], object], object]] = {
    "an expression": ("define: {f: 1 +}", lambda found: found.definitions["f"].body, x("none")),
    "effects": ("setup: put man", lambda found: found.setup, t.Block((), span=NOWHERE)),
    "a plan": ("turn: {play: go then}", lambda found: found.turn.play, t.Plan((), span=NOWHERE)),
    "a name that is none": ("pieces: {man: {}, 2men: {}}", lambda found: list(found.pieces), ["man"]),
    "a move that is text": ("moves: {go: put man on a1}", lambda found: list(found.moves), ["go"]),
    "a key of a move beside it": ("moves:\n  go:\n    for: c in cells\n  do: win", lambda found: list(found.moves), ["go"]),
    "a row of a table": (
        "define:\n  f:\n    3 4: stuck",
        lambda found: found.definitions["f"].body,
        t.Lined(None, ((x("none"), x("stuck")),), None, span=NOWHERE),
    ),
}


@pytest.mark.parametrize("case", READ)
def test_an_editor_reads_what_it_can_and_has_a_placeholder_for_a_value_that_it_cannot_read(case: str) -> None:
    part, of, wanted = READ[case]
    findings = Findings()
    parts = load_parts(Source("game.yaml", game(part)), findings, lambda _: None)
    assert parts is not None
    assert findings.has_errors
    assert of(parts.definition) == wanted


def test_a_key_of_several_parts_names_each_once() -> None:
    _, findings = load(game("moves:\n  go:\n    play: go\n    do: win"))
    (finding,) = findings
    assert finding.label == "it is a key of the turn, of a phase and of a test"
    _, findings = load(game("moves:\n  go:\n    draw: full\n    do: win"))
    assert [finding.label for finding in findings] == ["it is a key of the look"]


FIXED = {
    "parameters that are a map": (
        "moves:\n  go:\n    for:\n      c: cells\n      d: cells\n    do: win\n",
        "moves:\n  go:\n    for: c in cells, d in cells\n    do: win\n",
    ),
    "the moves of a turn in a list": ("turn:\n  play:\n  - place\n  - go\n", "turn:\n  play:\n   place or go\n"),
    "the moves of a turn in brackets": ("turn: {play: [place, go]}\n", "turn: {play: place or go}\n"),
}


@pytest.mark.parametrize("case", FIXED)
def test_fixes(case: str) -> None:
    before, after = FIXED[case]
    _, findings = load(game(before))
    (fix,) = (finding.fix for finding in findings if finding.fix is not None)
    assert applied(fix) == game(after)


@pytest.mark.parametrize("case", KEYS)
def test_keys(case: str) -> None:
    part, places = KEYS[case]
    assert bad(game(part)) == places


@pytest.mark.parametrize("case", EXPRESSIONS)
def test_expressions(case: str) -> None:
    part, places = EXPRESSIONS[case]
    assert bad(game(part)) == places


def test_what_a_game_cannot_do_without() -> None:
    assert bad("name: Nothing") == bad("{}") == ["1:1 GGL142"]
    _, findings = load("name: Nothing")
    assert str(findings.sorted()[0]).endswith("the game lacks `players`, `board` and `moves`")
    assert bad("moves:\n  go:\n    do: win") == ["1:1 GGL142"]


def test_all_mistakes_of_a_file_are_told() -> None:
    text = game("define:\n  f: 1 +\n  g: )", "end:\n  draw: ply =\n  mover wins: (", "turn: {pass: now}", "nmae: x")
    assert bad(text) == ["9:8 GGL151", "10:6 GGL151", "12:13 GGL151", "13:15 GGL151", "14:14 GGL143", "15:1 GGL141"]


def test_a_variant_lacks_its_name_whatever_else_is_in_it() -> None:
    assert bad("ggl: 1\nextends: base\ninherits: base", base=game()) == ["1:1 GGL142", "3:1 GGL141"]


def test_values_that_are_made_of_themselves_are_shown_in_a_circle() -> None:
    for values, circle in (("{x: {a: x}}", []), ("{x: {a: y}, y: {a: z}, z: {b: x}}", ["x → y → z → x"])):
        _, findings = load(game(f"values: {values}"))
        (finding,) = findings
        assert finding.message == "the values `x` are made of themselves"
        assert [note.text for note in finding.notes] == circle


def test_near_words_are_named() -> None:
    _, findings = load(game("turn: {pass: forcd}", "piecse: {}"))
    shown = render(findings.sorted(), "full")
    assert "near: `forced`" in shown
    assert "near: `pieces`" in shown


def test_another_word_for_a_key() -> None:
    _, findings = load(game("moves:\n  go:\n    when: stuck\n    do: win"))
    assert "here this is called `where`" in render(findings.sorted(), "full")


def test_no_finding_speaks_of_the_schema() -> None:
    for part, _ in (*KEYS.values(), *EXPRESSIONS.values()):
        _, findings = load(game(part))
        shown = render(findings.sorted(), "full")
        for word in ("schema", "is not of type", "does not match", "not valid under", "None"):
            assert word not in shown
