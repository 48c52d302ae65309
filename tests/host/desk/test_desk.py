"""What the desk answers at a mark in a text: `^` is the cursor, and no part of the text."""

import re
from itertools import pairwise

import pytest

from ggl.host.desk import Desk
from ggl.host.desk.places import RenameRefused

GAME = """\
ggl: 1
name: Pond
options: {size: 5 in 4..9}
players:
  Green: {forward: north}
  Brown: {forward: south}
board: square(size)
regions: {lilies: center}
pieces:
  frog: {glyph: f, has: {wet: false}}
  stone: {of: nobody}
state:
  hops: {start: 0, each: players}
  jumps: 0
setup: put p frog on rank(p, 1) for p in players
moves:
  hop:
    for: c in cells with own frog, t in ahead(c)
    where:
      not too wet: not c.wet or c.row > 1
    do: land(c, t)
routines:
  land(c, t): |
    let before be c.wet
    move c to t
    set t.wet to before or t in lilies
    add 1 to mover.hops if t in lilies
    add 1 to jumps
define:
  ahead(c): leading(x in ray(c, mover.forward, 2 if c in lilies else 1) if empty(x))
  wanderers: cells with frog - cells with stone
turn: {pass: forced}
end:
  by score:
    nobody can hop: stuck(Green) and stuck(Brown) and jumps > 2
score(p): count(rank(p, size) with p frog) + p.hops + size(wanderers)
look:
  notation: {hop: c - t}
says:
  hop: let a frog hop from {c} to {t}
  land: "{c:be} left for {t}"
tests:
  a hop:
    play: a1 - a2
    mover: Brown
    reason: nobody can hop
"""


def at(marked: str, instead_of: str = "") -> tuple[Desk, int]:
    """The game with a text in the place of another, and the place of its mark."""
    plain = marked.replace("^", "")
    old = instead_of or plain
    text = GAME.replace(old, plain, 1)
    assert old in GAME
    return Desk("pond.yaml", text), text.index(plain) + marked.index("^")


def labels(marked: str, instead_of: str = "") -> list[str]:
    desk, offset = at(marked, instead_of)
    return [item.label for item in desk.complete(offset).items]


def test_the_game_of_these_tests_is_sound() -> None:
    assert [str(each) for each in Desk("pond.yaml", GAME).findings()] == []


@pytest.mark.parametrize(
    ("marked", "instead_of", "wanted", "unwanted"),
    [
        ("t^\nturn: {pass: forced}", "turn: {pass: forced}", ["targets", "tie"], ["score(p)"]),
        ("turn: {pa^", "turn: {pass: forced}", ["pass"], ["play"]),
        ("turn: {pass: f^", "turn: {pass: forced}", ["forced", "free"], ["never"]),
        ("each: ^", "each: players", ["players", "turns"], []),
        ("not c.^wet", "not c.wet", ["wet", "row", "owner"], ["forward", "hops"]),
        ("+ p.^hops", "+ p.hops", ["forward", "hops"], ["wet", "row"]),
        ("mover.^hops", "mover.hops", ["forward", "hops"], ["row"]),
        ("own ^frog, t", "own frog, t", ["frog", "stone", "piece"], ["Green"]),
        ("not too wet: not ^", "not too wet: not c.wet or c.row > 1", ["c", "t", "ahead"], ["x", "p"]),
        ("in ah^", "in ahead(c)", ["ahead"], []),
        ("do: la^", "do: land(c, t)", ["land"], ["ahead"]),
        ("set t.wet to be^", "set t.wet to before or t in lilies", ["before"], []),
        ("mover: Br^", "mover: Brown", ["Brown"], ["Green"]),
        ("reason: no^", "reason: nobody can hop", ["nobody can hop"], []),
        ("play: ^", "play: a1 - a2", ["a1 - a2", "e1 - e2"], ["a5 - a4"]),
        ("play: a1 - a2, ^", "play: a1 - a2", ["a5 - a4"], ["a1 - a2"]),
        ("play: [a1 - a2, ^", "play: a1 - a2", ["a5 - a4"], ["a1 - a2"]),
        ("play:\n      - a1 - a2\n      # Then:\n      - ^", "play: a1 - a2", ["a5 - a4"], ["a1 - a2"]),
        ("play:\n      - a1 - a2\n      - a5 - a4, ^", "play: a1 - a2", ["b1 - b2"], ["a1 - a2", "a5 - a4"]),
        ("illegal: {a1 - a3: ^", "mover: Brown", ["not too wet"], ["a1 - a2", "nobody can hop"]),
        ("illegal:\n      a1 - a3: n^", "mover: Brown", ["not too wet"], ["nobody can hop"]),
        ("player p wins:\n    all wet: p.^", "by score:\n    nobody can hop: stuck(Green) and stuck(Brown) and jumps > 2",
         ["forward", "hops"], ["row", "owner"]),
        ("score(q): q.^", "score(p): count(rank(p, size) with p frog) + p.hops + size(wanderers)", ["hops"], ["row"]),
        ("notation: {ho^", "notation: {hop: c - t}", ["hop"], []),
        ("extends: ti^\nname: Pond", "name: Pond", ["tiku", "tic-tac-toe"], ["go"]),
        ("of: n^", "of: nobody", ["nobody"], []),
        ("{glyph: f, s^", "{glyph: f, has: {wet: false}}", ["supply", "sites", "stacks"], ["glyph"]),
    ],
)  # fmt: skip
def test_completion(marked: str, instead_of: str, wanted: list[str], unwanted: list[str]) -> None:
    found = labels(marked, instead_of)
    assert [one for one in wanted if one not in found] == []
    assert [one for one in unwanted if one in found] == []


@pytest.mark.parametrize(
    ("marked", "instead_of"),
    [
        ("board: square(size)  # f^", "board: square(size)"),
        ("# m^\nturn: {pass: forced}", "turn: {pass: forced}"),
        ("{glyph: f,  # s^\n    has: {wet: false}}", "{glyph: f, has: {wet: false}}"),
        ("move c to t  # s^", "move c to t"),
        ("play: a1 - a2,  # a^", "play: a1 - a2"),
    ],
)
def test_nothing_is_completed_in_a_comment(marked: str, instead_of: str) -> None:
    assert labels(marked, instead_of) == []
    assert labels(marked.replace("# ", ""), instead_of) != []


def test_completion_needs_no_file_that_can_be_read() -> None:
    desk = Desk("pond.yaml", GAME.replace("    do: land(c, t)\n", "    do: |\n      put (frog on c.\n   oops\n"))
    assert desk.findings()
    assert "wet" in [item.label for item in desk.complete(desk.text.index("on c.") + 5).items]


def test_completion_after_an_edit_waits_for_no_check() -> None:
    desk, offset = at("in ah^ead(c)")
    desk.settle()
    desk.edit([])
    before = desk._known
    desk.replace(desk.text.replace("ahead(c)\n", "ah\n"))
    assert [item.label for item in desk.complete(offset).items] == ["ahead"]
    assert desk._known is before


@pytest.mark.parametrize(
    ("marked", "wanted"),
    [
        ("t in ah^ead(c)", ["ahead(c: cell) -> list of cells", 'The "ahead" cells for a cell c are']),
        ("c.w^et or", ["wet: condition", "a property"]),
        ("moves:\n  ho^p:", ["move hop", "let a frog hop from c to t"]),
        ("do: la^nd(c, t)", ["routine land(c, t)", "c is left for t"]),
        ("size(wander^ers)", ["wanderers -> set of cells", "The wanderers are"]),
        ("lea^ding(x in", ["leading(x in L if P)", "the longest prefix of a list"]),
        ("c.ro^w > 1", ["x.row, of a cell -> number", "the row, counted from 1"]),
        ("hops: {st^art", ["**start**", "Its first value."]),
        ("no^t too wet:", ["`not too wet`: a condition of a move", "The frog on c does not have its mark"]),
        ("si^ze: 5", ["size: 5 in 4..9", "an option"]),
        ("own fr^og", ["`frog`: a kind of piece on cells"]),
        ("Gr^een: {", ["player 1 of 2", "The sides in the order of their turns"]),
        ("for: ^c in cells", ["c: cell"]),
        ("let bef^ore be", ["before: condition"]),
        ("mover.ho^ps", ["hops: number"]),
        ("o^wn frog, t", ["`own`: of the side to move"]),
    ],
)
def test_hover(marked: str, wanted: list[str]) -> None:
    desk, offset = at(marked)
    found = desk.hover(offset)
    assert found is not None
    assert [one for one in wanted if one not in found.text] == [], found.text


@pytest.mark.parametrize(
    ("marked", "declared"),
    [
        ("t in ah^ead(c)", "ahead(c): leading"),
        ("mover.ho^ps if", "hops: {start"),
        ("rank(p, si^ze)", "size: 5 in"),
        ("do: la^nd", "land(c, t): |"),
        ("move ^c to", "c, t): |"),
        ("empty(^x))", "x in ray"),
        ("reason: nob^ody", "nobody can hop: stuck"),
        ("{ho^p: c - t}", "hop:\n    for"),
        ("^c - t}", "c in cells with own"),
        ("to befo^re", "before be"),
        ("mover: Bro^wn", "Brown: {forward"),
    ],
)
def test_definition(marked: str, declared: str) -> None:
    desk, offset = at(marked)
    assert [span.start for span in desk.definitions(offset)] == [desk.text.index(declared)]


def test_a_word_of_the_prelude_is_declared_in_the_prelude() -> None:
    desk, offset = at("put p frog on ra^nk")
    (span,) = desk.definitions(offset)
    assert span.text == "rank"
    assert span.source.name.endswith("prelude.yaml")


def test_references_are_those_of_the_thing_and_not_of_its_name() -> None:
    desk, offset = at("for: ^c in cells")
    lines = [span.line for span in desk.references(offset)]
    assert len(lines) == 7
    keys = {GAME.splitlines()[line - 1].strip().partition(":")[0] for line in lines}
    assert keys == {"for", "not too wet", "do", "notation", "hop"}  # the last in a sentence of `says`


def test_a_sentence_of_a_let_is_a_reference_to_it() -> None:
    text = """ggl: 1
name: Let
players: [A, B]
board: square(3)
pieces: {man: {}}
moves:
  put:
    for: c in vacant
    let: {near: neighbors(c) with man}
    where: {alone: not any(near)}
    do: put man on c
end: {draw: {full: full}}
says: {near: "[rival|rivals] of {c}"}
"""
    desk = Desk("let.yaml", text)
    assert [span.line for span in desk.references(text.index("near:"))] == [9, 10, 13]
    assert 13 in [span.line for span in desk.references(text.index("c in vacant"))]


def test_a_let_of_several_moves_with_one_sentence_is_one_name() -> None:
    text = """ggl: 1
name: Let
players: [A, B]
board: square(3)
pieces: {man: {}, king: {}}
moves:
  put:
    for: c in vacant
    let: {near: neighbors(c) with man}
    where: {alone: not any(near)}
    do: put man on c
  crown:
    for: c in vacant
    let: {near: neighbors(c) with king}
    where: {alone: not any(near)}
    do: put king on c
  fill:
    for: near in vacant
    do: put man on near
end: {draw: {full: full}}
says: {near: what stands beside}
"""
    desk = Desk("let.yaml", text)
    assert [span.line for span in desk.references(text.index("near:"))] == [9, 10, 14, 15, 21]
    assert [span.line for span in desk.references(text.index("near in vacant"))] == [18, 19]
    (edits,) = desk.rename(text.index("near:"), "close")
    assert len(edits.changes) == 5


TOLD = """\
ggl: 1
name: Told
players: [A, B]
options: {most: 5 in 3..9}
board: square(3)
regions: {heart: b2}
pieces: {man: {}}
state: {left: {each: players, start: most, in: 0..9}}
moves:
  put:
    for: c in vacant
    let: {near: neighbors(c) with man}
    where: {alone: not any(near)}
    do: |
      let many be size(near)
      lay(c)
      add 1 to mover.left if many == 0 and mover.left < most
routines:
  lay(at): |
    let before be size(neighbors(at) with man)
    put man on at
    add 1 to mover.left if before == 0 and mover.left < 9
define:
  rich(p): p.left == most or any(heart with p man)
end:
  player p wins: {riches: rich(p)}
  draw: {nothing: stuck(mover)}
score(q): q.left
says:
  put: put a man on {c}, with no more than {most}
  near: "[rival|rivals] of {c}"
  many: the men beside {c}
  alone: nobody stands beside {c}
  lay: a man comes to {at}
  before: the men that were beside {at}
  left: what {player} has
  heart: the heart
  rich: "{p:be} rich"
  riches: "{p:have} {most} or more"
  score: what {q} has left
"""


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("most", {4, 8, 17, 24, 30, 39}), ("c", {11, 12, 16, 30, 31, 32, 33}), ("near", {12, 13, 15, 31}),
        ("many", {15, 17, 32}),
        ("alone", {13, 33}), ("lay", {16, 19, 34}), ("at", {19, 20, 21, 34, 35}), ("before", {20, 22, 35}),
        ("heart", {6, 24, 37}), ("rich", {24, 26, 38}), ("riches", {26, 39}), ("q", {28, 40}), ("put", {10, 30}),
    ],
)  # fmt: skip
def test_names_in_sentences_are_renamed_with_what_they_name(name: str, lines: set[int]) -> None:
    desk = Desk("told.yaml", TOLD)
    assert [str(each) for each in desk.findings()] == []
    declared = min(lines)
    row = TOLD.splitlines()[declared - 1]
    start = sum(len(line) + 1 for line in TOLD.splitlines()[: declared - 1])
    found = re.search(rf"\b{name}\b", row)
    assert found is not None
    assert {span.line for span in desk.references(start + found.start())} == lines
    (edits,) = desk.rename(start + found.start(), f"zz{name}")
    there = Desk("told.yaml", edits.text)
    assert [str(each) for each in there.findings()] == []
    (back,) = there.rename(start + found.start(), name)
    assert back.text == TOLD


def test_what_a_move_announces_is_renamed_in_what_a_test_says_is_told() -> None:
    text = """ggl: 1
name: Announced
players: [A, B]
board: square(3)
pieces: {man: {}}
state: {many: {start: 0, in: 0..9, seen by: A}}
moves:
  put:
    for: c in cells
    where: empty(c)
    do: |
      put man on c
      announce many
      announce men
define:
  men: count(cells with man)
end:
  draw: full
tests:
  both see it:
    play: [put a1]
    told: {A: [many 0, men 1], B: [many 0, men 1]}
"""
    desk = Desk("announced.yaml", text)
    assert [str(each) for each in desk.findings()] == []
    for name in ("many", "men"):
        (edits,) = desk.rename(text.index(f"announce {name}") + len("announce "), "howmany")
        assert edits.text == re.sub(rf"\b{name}\b", "howmany", text)
        assert [str(each) for each in Desk("announced.yaml", edits.text).findings()] == []


def test_a_sentence_of_a_kind_or_a_region_is_a_reference_to_it() -> None:
    text = """ggl: 1
name: Kinds
players: [A, B]
board: square(3)
regions: {yard: a1 b2}
pieces: {man: {}}
moves:
  put: {for: c in yard, where: {free: empty(c)}, do: put man on c}
end: {draw: {full: full}}
says: {man: men stay, yard: "[yard cell|yard cells]", board: a small board}
"""
    desk = Desk("kinds.yaml", text)
    assert [span.line for span in desk.references(text.index("man:"))] == [6, 8, 10]
    assert [span.line for span in desk.references(text.index("yard:"))] == [5, 8, 10]


def test_a_sentence_of_several_is_a_reference_to_each_of_them() -> None:
    text = """\
ggl: 1
name: Several
players: [A, B]
board: square(3)
values: {cards: [red, black]}
pieces: {man: {}}
state: {deck: {start: cards, in: cards}}
moves:
  put: {for: c in vacant, do: put man on c}
  lift: {for: c in cells with own man, where: {any left: any(deck)}, do: take man from c}
end: {draw: {full: full}}
says: {put + lift: "put or lift a man, at {c}", cards: the deck}
"""
    desk = Desk("several.yaml", text)
    assert [str(each) for each in desk.findings()] == []
    assert [span.line for span in desk.references(text.index("lift:"))] == [10, 12]
    assert [span.line for span in desk.references(text.index("cards:"))] == [5, 7, 7, 12]
    (edits,) = desk.rename(text.index("lift:"), "raise")
    assert edits.text == text.replace("lift: {", "raise: {").replace("put + lift", "put + raise")
    with pytest.raises(RenameRefused, match="not a parameter of `lift`"):  # which the sentence speaks of too
        desk.rename(text.index("c in vacant"), "x")


TRAMS = """\
ggl: 1
name: Trams
players: [A, B]
board: square(4)
tracks: {ring: [row(1), reversed(row(2))]}
pieces: {tram: {}}
moves:
  go:
    for: c in cells with own tram, t in steps_along(c, {ring})
    where: t in ring.cells
    do: move c to t
end: {draw: full}
"""


def test_a_track_is_known_where_it_is_declared_and_used() -> None:
    desk = Desk("trams.yaml", TRAMS)
    assert [span.line for span in desk.references(TRAMS.index("ring:"))] == [5, 9, 10]
    hovered = desk.hover(TRAMS.index("ring.cells"))
    assert hovered is not None
    assert "a track" in str(hovered)


TILERS = """\
ggl: 1
name: Tilers
players: [A, B]
board: square(4)
tiles: {bar: xxx}
pieces: {part: {}}
moves:
  lay:
    for: p in placements(bar)
    where: all(empty(c) for c in p.cells)
    do: put part on p.cells
end: {draw: full}
"""


def test_a_tile_is_known_where_it_is_declared_and_used() -> None:
    desk = Desk("tilers.yaml", TILERS)
    assert [span.line for span in desk.references(TILERS.index("bar:"))] == [5, 9]
    hovered = desk.hover(TILERS.index("bar)"))
    assert hovered is not None
    assert "a tile" in str(hovered)


def test_references_of_a_word_of_the_language_are_its_uses_and_its_place_in_the_prelude() -> None:
    desk, offset = at("put p frog on ra^nk")
    first, *uses = desk.references(offset)
    assert first.source.name.endswith("prelude.yaml")
    assert [span.start for span in uses] == [found.start() for found in re.finditer(r"\brank\b", GAME)]
    assert len(desk.references(offset, declared=False)) == len(uses)
    desk, offset = at("for: c in cel^ls")
    assert all(span.text == "cells" and span.source.name == desk.name for span in desk.references(offset))


@pytest.mark.parametrize(
    ("marked", "label", "active"),
    [
        ("rank(p, ^size)", "rank(p: player, n: number) -> cells", 1),
        ("do: land(^c, t)", "land(c, t)", 0),
        ("ray(c, mover.forward, ^2 if", "ray(c: cell, d: direction, n: number = all) -> [cell]", 2),
        ("ahead(^c)\n", "ahead(c: cell) -> list of cells", 0),
        ("size(^wanderers)", "size(S)", 0),
    ],
)
def test_signature(marked: str, label: str, active: int) -> None:
    desk, offset = at(marked)
    found = desk.signature(offset)
    assert found is not None
    assert (found.label, found.active) == (label, active)


def test_hints_tell_the_types_of_what_is_declared() -> None:
    desk = Desk("pond.yaml", GAME)
    shown = {(desk.text[: hint.at].splitlines()[-1].strip(), hint.text) for hint in desk.hints()}
    assert ("ahead(c)", " -> list of cells") in shown
    assert ("wanderers", " -> set of cells") in shown
    assert ("for: c", ": cell") in shown
    assert ("let before", ": condition") in shown


def test_symbols_folds_and_lenses() -> None:
    desk = Desk("pond.yaml", GAME)
    names = {one.name: [inner.name for inner in one.children] for one in desk.symbols()}
    assert names["moves"] == ["hop"]
    assert names["players"] == ["Green", "Brown"]
    assert names["define"] == ["ahead(c)", "wanderers"]
    lines = desk.text.splitlines()
    assert {lines[fold.first].strip() for fold in desk.folds()} >= {"moves:", "hop:", "land(c, t): |", "tests:"}
    assert [(lens.action, lens.test) for lens in desk.lenses()] == [
        ("board", ""), ("play", ""), ("perft", ""), ("test", ""), ("test", "a hop"), ("board", "a hop"), ("play", "a hop"),
    ]  # fmt: skip


def test_tokens_colour_each_word_by_what_it_names() -> None:
    desk = Desk("pond.yaml", GAME)
    kinds = {(desk.text[one.start : one.end], one.kind) for one in desk.tokens()}
    assert {
        ("frog", "kind"), ("Green", "player"), ("size", "option"), ("lilies", "region"), ("hops", "variable"),
        ("wet", "property"), ("forward", "constant"), ("ahead", "definition"), ("land", "routine"),
        ("hop", "move"), ("c", "parameter"),
        ("put", "keyword"), ("rank", "word"), ("2", "number"), ("not too wet", "condition"), ("nobody can hop", "reason"),
        ("a hop", "test"), ("+", "operator"),
    } <= kinds  # fmt: skip
    places = [(one.start, one.end) for one in desk.tokens()]
    assert all(a < b <= c for (a, b), (c, _) in pairwise(places))


def test_formatting_a_range_leaves_the_other_lines() -> None:
    loose = GAME.replace("add 1 to jumps", "add   1 to jumps").replace("square(size)", "square( size )")
    desk = Desk("pond.yaml", loose)
    line = loose[: loose.index("add   1 to jumps")].count("\n")
    changes = desk.format(line, line)
    assert [change.text.strip() for change in changes] == ["add 1 to jumps"]
    desk.edit(reversed(desk.format()))
    assert desk.text == GAME


def test_the_rules_are_told_in_english() -> None:
    assert "Pond" in (Desk("pond.yaml", GAME).rules() or "")
    assert Desk("pond.yaml", "ggl: 1\n").rules() is None


def test_a_word_with_brackets_is_not_the_option_of_that_name() -> None:
    desk, offset = at("{si^ze: 5")
    lines = {desk.text.splitlines()[span.line - 1].strip() for span in desk.references(offset)}
    assert lines == {
        "options: {size: 5 in 4..9}",
        "board: square(size)",
        "score(p): count(rank(p, size) with p frog) + p.hops + size(wanderers)",
    }
    assert len(desk.references(offset)) == 3
