"""Conditions that are asked of all sites at once, beside the interpreter, which asks site by site: on positions at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.compiler.emit import emit
from ggl.compiler.lower.reverse_reachability import backwards
from ggl.compiler.runtime.engine import Compiled
from ggl.core import forms as f
from ggl.engine.protocol import Position
from ggl.interpreter.interpreter import Interpreter
from ggl.play.loading import check_source, decoded
from tests.compiler.agreement import differences

FILE = """\
ggl: 1
name: Trial
players:
  Black: {forward: north}
  White: {forward: south}
board: BOARD
pieces:
  man: {faces: orthogonal}
  rider: {}
moves:
  choose:
    for: c in cells
    where: asked(c)
    do: put man on c
  go:
    for: c in cells with own piece, t in neighbors(c)
    where: gone(c, t)
    do: move c to t
define:
  asked(c): "TEXT"
  gone(c, t): "PAIR"
  mine: cells with own piece
  taken: cells with piece
  hits(c):
    by: c.kind
    man: steps(c, aslant(c.owner.forward))
    rider: sees(c, orthogonal)
  pair(a, b): a.owner != b.owner and step(a, a.facing) == b and step(b, b.facing) == a
  end(c, d): first(x in ray(c, d) if not enemy piece on x)
  caught(c): (x for d in compass if own piece on end(c, d) for x in between(c, end(c, d)))
  crowded(p): any(x in cells if count(neighbors(x) with p piece) == 3 and not p piece on x)
  walled(p): any(g in components(cells - cells with p piece) if size(g) < 3)
  held(c): any(n in neighbors(c) with man if pair(c, n))
end:
  draw: {full: full}
"""

TEXTS = [
    "empty(c)",
    "any(neighbors(c) with own man)",
    "all(empty(x) or own piece on x for x in neighbors(c))",
    "held(c)",
    "not held(c) and any(neighbors(c) with enemy piece)",
    "step(c, east) == none or empty(step(c, east))",
    "enemy rider on step(c, north)",
    "c.facing == east",
    "step(c, c.facing) == none",
    "any(x in taken if c in hits(x))",
    "any(x in mine if first(cells with enemy rider) in hits(x))",
    "any(c in slides(x, compass, blocked=taken) for x in mine)",
    "any(x in cells with rider if c in sees(x, diagonal))",
    "size(slides(c, orthogonal, blocked=taken)) > 3",
    "size(sees(c, compass)) > 4",
    "own piece on sight(c, north)",
    "any(x in cells with rider if b2 in sees(x, compass) - neighbors(c))",
    "lined(mine + {c}, 3)",
    "count(n in 1..9 if count(g in groups(Black) if size(g) == n) > 1) > count(neighbors(c)) - 3",
    "max(n for n in 1..9 if any(g in groups(mover) if size(g) == n), default=0) > 1",
    "any(leaps(c, 1, 2) with enemy piece)",
    "any(x in neighbors(c) if any(y in neighbors(x) with own rider if y != c))",
    "not empty(step(c, south)) and empty(c)",
    "step(c, north) == none",
    "step(c, west) == b2",
    "step(c, south) == none or own man on step(c, south)",
    "c.column == 2 or c.row != count(mine)",
    "any(caught(c))",
    "own piece on end(c, east)",
    "own rider on end(c, south)",
    "any(d in orthogonal if own piece on end(c, d))",
    "any(d in compass if own man on end(c, d) and count(between(c, end(c, d))) == 2)",
    "not any(d in compass if own piece on end(c, d) and end(c, d) in border and c in border)",
    "all(c != a1 or own piece on end(c, d) for d in diagonal)",
    "any(d in compass if end(c, d) == b2)",
    "empty(end(c, west))",
    "empty(c) != crowded(mover)",
    "empty(c) == crowded(opponent)",
    "empty(c) != any(x in cells if count(neighbors(x) & taken) == count(neighbors(x)))",
    "empty(c) and any(x in border if own man on x or count(neighbors(x) with enemy piece) == 0)",
    "empty(c) and any(g in groups(mover) if count(g & border) == 2)",
    "empty(c) != any(g in components(cells - taken) if not any(g & border))",
    "empty(c) and walled(mover) != walled(opponent)",
]

PAIRS = [
    "empty(t)",
    "held(c) and held(t)",
    "not pair(c, t)",
    "t.owner != c.owner and not own piece on t",
    "step(c, c.facing) == t",
    "any(neighbors(t) & neighbors(c) with piece) or t in hits(c)",
    "c.facing == t.facing",
    "held(t) or any(x in neighbors(t) if pair(x, t) and x != c)",
    "empty(t) or t.column != c.column",
]

BOARDS = ["square(4)", "square(9)", "hexagon(3)"]
SQUARES_ONLY = ("end", "caught", "leaps", "b2", "east", "north", "south", "diagonal", "compass", "hits", "lined", "sees")


def cases(texts: list[str], first: int) -> list[Any]:
    """Each text on each board on which it means something; all but one in twelve are marked as slow."""
    found = [
        (board, text)
        for board in BOARDS
        for text in texts
        if not board.startswith("hexagon") or not any(word in text for word in SQUARES_ONLY)
    ]
    return [case if at % 12 == first else pytest.param(*case, marks=pytest.mark.slow) for at, case in enumerate(found)]


def core_of(board: str, text: str, pair: str) -> f.CoreGame:
    source = FILE.replace("BOARD", board).replace("TEXT", text).replace("PAIR", pair)
    if board.startswith("hexagon"):
        source = source.replace("steps(c, aslant(c.owner.forward))", "neighbors(c)").replace("sees(c, orthogonal)", "around({c})")
        source = source.replace("ray(c, d)", "ray(c, east)").replace("for d in compass", "for d in {east}")
        source = source.replace("{forward: north}", "{home: border}").replace("{forward: south}", "{home: border}")
    checked, found = check_source(decoded(source.encode(), "trial.yaml"))
    assert checked is not None, found
    return checked.core


def positions(core: f.CoreGame, count: int) -> Iterator[Position]:
    """The start with pieces thrown on the cells, their facings at random."""
    interpreter, chance = Interpreter(core), random.Random(7)
    layout = interpreter.layout
    at, facing = layout.slots["at"], layout.slots["facing"]
    for _ in range(count):
        vector = list(layout.blank())
        for cell in range(at.stop - at.start):
            if chance.random() < 0.7:
                vector[at.start + cell] = chance.randrange(at.field.start)
                if chance.random() < 0.8:
                    vector[facing.start + cell] = chance.randrange(6) if facing.field.start == 6 else 2 * chance.randrange(4)
        vector[layout.at("mover")] = chance.randrange(2)
        yield Position(tuple(vector))


def compared(core: f.CoreGame, count: int) -> int:
    """How many steps the positions have, in which both engines agree."""
    interpreter, compiled, steps = Interpreter(core), Compiled(core, as_python=True), 0
    for position in positions(core, count):
        expected = interpreter.steps(position)
        assert compiled.steps(position) == expected
        assert compiled.draw(position, 5) == interpreter.draw(position, 5)
        steps += len(expected)
    return steps


@pytest.mark.parametrize(("board", "text"), cases(TEXTS, 0))
def test_a_condition_on_a_site(board: str, text: str) -> None:
    assert compared(core_of(board, text, "false"), 24) > 0


@pytest.mark.parametrize(("board", "pair"), cases(PAIRS, 1))
def test_a_condition_on_two_sites(board: str, pair: str) -> None:
    assert compared(core_of(board, "false", pair), 40) > 0


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("held(c)", "false"),
        ("not held(c) and any(neighbors(c) with enemy piece)", "empty(t)"),
        ("c.facing == east", "not pair(c, t)"),
        ("false", "held(c) and held(t)"),
        ("false", "c.facing == t.facing and t.owner != c.owner"),
    ],
)
def test_no_site_is_looked_at_by_itself(text: str, pair: str) -> None:
    emitted = emit(core_of("square(4)", text, pair)).text
    tier = emitted[emitted.index("def tier1(") :]
    assert "while rest" not in tier[: tier.index("\n\n")].partition("total =")[0]


def test_a_ray_backwards_has_the_nearest_first() -> None:
    east = [(1, 2), (2,), ()]
    assert backwards(east) == ([0b000, 0b001, 0b011], False)
    west = [(), (0,), (1, 0)]
    assert backwards(west) == ([0b110, 0b100, 0b000], True)


def test_lists_that_are_no_rays_have_no_way_back() -> None:
    assert backwards([(2,), (), ()]) is not None
    assert backwards([(1, 2), (), ()]) is None  # from 2 one does not come through 1
    assert backwards([(1, 0), (), (0, 1)]) is None


WHOLE = """\
ggl: 1
name: Whole
players:
  Black: {ways: "[north, east]"}
  White: {ways: "[east, south]"}
board: square(4)
pieces: PIECES
state: {n: {start: 0, in: 0..20}, goal: {start: none, in: cells, each: cells}}
setup: put Black man on row(4)
moves:
  go:
    for: c in SOURCE
    where: WHERE
    do: |
      put man on c
      set c.goal to step(c, north)
      add 1 to n
end:
  draw: ply > 8
  mover loses: stuck
"""

WHOLE_GAMES = {
    "a test without a site, of two domains": (
        "{man: {}}", "vacant",
        "{a: 'first(d in mover.ways if n > 1) == north or c in border', "
        "b: 'n < 2 or man on first(x in ray(c, north) if n > 1)'}",
    ),
    "a place in a pile that a variable of the site names": ("{man: {piles: 3}}", "cells", "man under (c.goal) or c in border"),
    "levels there": ("{man: {piles: 3}}", "cells", '"c in border or 2 in (c.goal).levels with own man"'),
    "what is seen there": ("{man: {seen by: owner}}", "cells", "seen(man on c.goal) or c in border"),
    "of each neighbor": ("{man: {piles: 3}}", "cells", '"any(x in neighbors(c) if man under (x.goal) or x in border)"'),
}  # fmt: skip


@pytest.mark.parametrize("case", WHOLE_GAMES)
def test_the_engines_play_and_draw_the_same(case: str, tmp_path: Path) -> None:
    pieces, source, where = WHOLE_GAMES[case]
    file = tmp_path / "whole.yaml"
    file.write_text(WHOLE.replace("PIECES", pieces).replace("SOURCE", source).replace("WHERE", where))
    game = ggl.load(file, engine="interpreter")
    assert list(differences(game, Compiled(game.checked.core, as_python=True), range(4), 30)) == []
