"""The engines agree at the sizes around which a word is full, up to what a file may declare (`docs/manual/limits.md`)."""

from __future__ import annotations

import pytest

from ggl.compiler.runtime.engine import Compiled
from ggl.diagnostics import render
from ggl.model.limits import MOST
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source
from tests.compiler.agreement import differences
from tests.few import one_in

AROUND = (31, 32, 33, 63, 64, 65)
PLAYERS = ("Red", "Blue", "Green", "White", "Black", "Pink", "Gold", "Grey")


def kinds(count: int, players: int) -> str:
    """Each piece has a code for each owner; the last kind is of nobody, and so has one."""
    names = [f"k{number}" for number in range(count)]
    return f"""
players: [{", ".join(PLAYERS[:players])}]
board: square(3)
pieces: {{{", ".join(f"{name}: {{}}" for name in names[:-1])}, {names[-1]}: {{of: nobody}}}}
state: {{last_kind: {{start: none, in: kinds}}, met: {{start: {{}}, in: kinds}}}}
setup: put {PLAYERS[players - 1]} {names[-2]} on b2
moves:
  place:
    for: c in vacant, k in {{{names[0]}, {names[-2]}, {names[-1]}}}
    where: not k in met or last_kind != k
    do: |
      put k on c
      set last_kind to k
      add k to met
    ensure: c in owned + cells with {names[-1]}
  stretch:
    for: c in vacant
    do: put {names[-2]} on c
    ensure: size(group(c)) < 3 and count(cells - owned) > 1
  take:
    for: c in cells with enemy piece
    where: any(neighbors(c) with own {names[-2]}) and c in cells with piece
    do: take piece from c
define:
  owned: cells with own piece
turn: {{pass: forced}}
end:
  draw: ply > 14
score(p): size(cells with p piece) + count(k in kinds if k in met)
"""


def cells(count: int) -> str:
    """A row of cells, beside edges that are one fewer."""
    return f"""
players: [Red, Blue]
board: square({count}, 1)
pieces: {{stone: {{}}, wall: {{sites: edges, of: nobody}}}}
setup: put Red stone on cell({count})
moves:
  place:
    for: c in vacant
    do: put stone on c
    ensure: size(group(c)) < 4 or any(spread({{c}}, cells with own stone, edges with wall))
  wall:
    for: e in edges
    where: empty(e) and any(e.cells with enemy stone)
    do: put wall on e
  jump:
    for: c in cells with own stone, t in slides(c, orthogonal)
    do: move c to t
turn: {{pass: forced}}
end:
  draw: ply > 12
  mover wins: any(g in groups(mover) if size(g) == 5)
score(p): max(size(g) for g in groups(p), default=0)
"""


def moves(count: int) -> str:
    """So many moves, the last of which are the ones that matter, and follow one another."""
    idle = "".join(f"  m{number}:\n    where: ply == {number}\n    do: add 1 to n\n" for number in range(count - 2))
    return f"""
players: [Red, Blue]
board: square(3)
pieces: {{stone: {{}}}}
state: {{n: {{start: 0, in: 0..70}}}}
moves:
{idle}  place:
    for: c in vacant
    do: put stone on c
    then: optional beside(c)
  beside(a):
    for: x in neighbors(a)
    where: empty(x)
    do: put stone on x
    then: beside(x) if n < 4
turn:
  play: {" or ".join(f"m{number}" for number in range(count - 2))} otherwise place
  pass: forced
end:
  draw: ply > {count}
"""


def numbers(count: int) -> str:
    """A set of numbers is as wide as they lie apart, and a move may choose among them."""
    return f"""
players: [Red, Blue]
board: square(2)
pieces: {{stone: {{}}}}
state: {{n: {{start: 1, in: 1..{count}}}, low: {{start: -3, in: -3..{count - 4}}}}}
moves:
  count:
    for: a in 1..{count}, b in {{a, {count}, 2}} - {{n}}
    where: a + b > {count} or a == n
    do: |
      set n to b
      set low to a - 4
    then: next(b) if b in 2..n
  next(a):
    for: x in {{low, -3, {count - 4}}}
    where: x != low or a == {count}
    do: set low to x
turn:
  pass: forced
  begin: roll n from {{1, n, {count}}}
end:
  draw: ply > 6
score(p): count(x in 1..{count} if x < n and x in {{1, {count}, n - 1}}) + max(x in 1..{count} if x <= n, default=0)
"""


def lists(count: int) -> str:
    """Variables, definitions, routines, regions, options, phases and rolls, so many of each."""
    some = range(count)
    rolls = min(count, 32)
    return f"""
options: {{{", ".join(f"o{number}: {number} in 0..99" for number in some[: MOST["options"]])}}}
players: [Red, Blue]
board: square(3)
regions: {{{", ".join(f"r{number}: {{a{1 + number % 3}, b{1 + number // 3 % 3}}}" for number in some)}}}
pieces: {{stone: {{}}}}
state: {{{", ".join(f"s{number}: {{start: 0, in: 0..9}}" for number in some[: MOST["state"]])}}}
moves:
  place:
    for: c in vacant
    where: d{count - 1}(c) or c == c3
    do: |
      put stone on c
      q{min(count, MOST["routines"]) - 1}(c)
define:
  last_option: o{min(count, MOST["options"]) - 1}
{"".join(f"  d{number}(c): c in r{number} or s{min(number, MOST['state'] - 1)} > 0" + chr(10) for number in some[1:])}
routines:
{"".join(f"  q{number}(c): add 1 to s{number} if c in r{number}" + chr(10) for number in some[: MOST["routines"]])}
turn:
  pass: forced
  begin: |
{"".join(f"    roll s{number % 2} from 1..2" + chr(10) for number in range(rolls) if number > 28)}    add 1 to s0
  phases: {{{", ".join(f"p{number}: {{play: place, until: ply > {number // 8}}}" for number in some)}}}
end:
  draw: ply > 9
score(p): count(cells with p stone) + s{min(count, MOST["state"]) - 1} + last_option + (1 if phase == p{count - 1} else 0)
"""


def holding(count: int) -> str:
    """A stack of so many pieces, and a bag of so many values with so many of each."""
    return f"""
players: [Red, Blue]
board: square(2)
pieces: {{seed: {{stacks: {count}}}}}
state:
  bag: {{start: [], in: 1..{count}}}
setup: put {count - 1} Red seed on a1
moves:
  more:
    for: c in cells, n in {{1, {count}}}
    where: c.count < {count}
    do: |
      put n seed on c
      add c.count to bag
  less:
    for: n in bag, c in cells with own seed
    do: |
      take n seed from c
      drop n from bag
  over:
    for: c in cells with own seed, t in neighbors(c)
    do: move {count // 2} seed from c to t
turn: {{pass: forced}}
end:
  draw: ply > 9
score(p): sum(c.count for c in cells with p seed) + count(bag)
"""


CASES = [
    *((kinds, count, players) for count, players in ((17, 2), (16, 2), (9, 4), (32, 2), (33, 2), (22, 3), (64, 1), (64, 8))),
    *((cells, count) for count in AROUND),
    *((moves, count) for count in (31, 32, 33, 63, 64)),
    *((numbers, count) for count in (*AROUND, 127, 128, 129)),
    *((lists, count) for count in (31, 32, 33, 63, 64, 65, 128, 256)),
    *((holding, count) for count in (*AROUND, 999, 1000)),
]


def made(case: tuple[object, ...]) -> Game:
    write, *sizes = case
    text = f"ggl: 1\nname: Sizes {sizes}\n{write(*sizes).lstrip()}"  # type: ignore[operator]
    checked, found = check_source(Source("sizes.yaml", text))
    assert checked is not None, render(found, "concise")
    return Game(checked)


@pytest.mark.parametrize("case", one_in(6, CASES), ids=lambda case: " ".join([case[0].__name__, *map(str, case[1:])]))
def test_as_python(case: tuple[object, ...]) -> None:
    game = made(case)
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(3), 30))


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join([case[0].__name__, *map(str, case[1:])]))
def test_compiled(case: tuple[object, ...]) -> None:
    game = made(case)
    assert not list(differences(game, Compiled(game.checked.core), range(20), 40))


@pytest.mark.slow
def test_sets_of_many_words_are_handed_to_a_function() -> None:
    text = (
        cells(3).replace("square(3, 1)", "square(21)").replace("cell(3)", "a1").replace(" and any(e.cells with enemy stone)", "")
    )
    checked, _ = check_source(Source("wide.yaml", f"ggl: 1\nname: Wide\n{text.lstrip()}"))
    assert checked is not None
    game, compiled = Game(checked), Compiled(checked.core)
    position = compiled.start()
    assert compiled.steps(position) == game.interpreter.steps(game.interpreter.start())


FULL_BAG = """
players: [Red, Blue]
board: square(2)
pieces: {}
state: {bag: {start: [], in: 1..VALUES}}
setup: |
  for n in 1..VALUES:
    for i in 1..255:
      add n to bag
moves:
  more:
    for: n in bag
    where: n > VALUES - 2
    do: add n to bag
  less:
    for: n in bag - {2}
    where: n < 3
    do: drop n from bag
end:
  draw: ply > 9
score(p): sum(bag) + size(bag)
"""


@pytest.mark.parametrize(("values", "as_python"), [(300, True), pytest.param(1000, False, marks=pytest.mark.slow)])
def test_the_fullest_bag_is_read_whole(values: int, as_python: bool) -> None:
    text = FULL_BAG.replace("VALUES", str(values))
    checked, found = check_source(Source("bag.yaml", f"ggl: 1\nname: Full bag\n{text.lstrip()}"))
    assert checked is not None, render(found, "concise")
    game, compiled = Game(checked), Compiled(checked.core, as_python=as_python)
    full = 255 * (values * (values + 1) // 2 + values)
    assert game.interpreter.scores(game.interpreter.start()) == compiled.scores(compiled.start()) == (full, full)
    assert not list(differences(game, compiled, range(1), 1 if as_python else 3))
