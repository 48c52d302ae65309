"""A random step is drawn without listing all: each legal one as often as any other."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import ggl
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.draws import seeded
from ggl.engine.protocol import Position, Step
from ggl.interpreter import Interpreter
from ggl.play.loading import check_source
from ggl.source import Source
from tests.few import slow

PLAYS = [
    ("sgibun", {"side": 3, "pie": False}, "a3; d3; d1; a4; c4; b2"),
    ("go", {"size": 3}, "b2; a1; b1; c3"),
    ("tabik", {"size": 3, "pie": False}, "a1 a2; c1 c2"),
    ("quarod", {"size": 3, "pie": False}, "a1 a2; b1 b2; c1 c2"),
    ("tiku", {}, "c2 c4; d5 d3"),
    ("breakthrough", {"size": 5}, ""),
    ("chess", {}, "e2 e4; e7 e5; d1 h5; g8 f6; h5 e5"),
]
"""Positions in which some of the steps that look likely are not legal (a king in check, suicide, sizes), or in which moves go
from a site to another."""


def likely(game: ggl.Game, text: str) -> ggl.State:
    state = game.initial_state()
    for move in filter(None, text.split("; ")):
        state = state.play(move)
    return state


ONE_BY_ONE = [slow(*play) if play[0] == "chess" else play for play in PLAYS]


@pytest.mark.parametrize(("name", "options", "moves"), ONE_BY_ONE, ids=[name for name, _, _ in PLAYS])
def test_each_legal_step_is_drawn_as_often(name: str, options: dict[str, object], moves: str) -> None:
    state = likely(ggl.load(name, **options), moves)
    steps = state.game.engine.steps(state.position)
    assert len(steps) > 0
    counts: Counter[Step | None] = Counter()
    each = 200
    for number in range(each * len(steps)):
        step, _ = state.game.engine.draw(state.position, seeded(5, number))
        counts[step] += 1
    assert counts.keys() == set(steps)
    freedom = len(steps) - 1
    statistic = sum((counts[step] - each) ** 2 / each for step in steps)
    # beyond five standard deviations of chi-squared; the seed is fixed, so this is no matter of luck
    assert statistic < freedom + 5 * (2 * max(freedom, 1)) ** 0.5


def test_a_pass_among_moves_is_drawn_as_often(tmp_path: Path) -> None:
    file = tmp_path / "free.yaml"
    file.write_text(
        "ggl: 1\nname: Free\nplayers: [A, B]\nboard: square(2)\npieces: {man: {}}\nmoves:\n  place:\n    for: c in cells\n"
        "    where: empty(c)\n    do: put man on c\n    ensure: not man on a1\n"
        "turn: {pass: free}\nend:\n  draw: {over: passes == 2}\n"
    )
    game = ggl.load(file)
    start = game.engine.start()
    counts = Counter(str(game.engine.draw(start, seeded(1, number))[0]) for number in range(4000))
    assert len(counts) == len(game.engine.steps(start)) == 4
    assert all(abs(count - 1000) < 150 for count in counts.values())


def test_the_second_tier_is_drawn_from_where_the_first_has_only_likely_steps(tmp_path: Path) -> None:
    file = tmp_path / "tiers.yaml"
    file.write_text(
        "ggl: 1\nname: Tiers\nplayers: [A, B]\nboard: square(2)\npieces: {man: {}, king: {}}\nmoves:\n  crown:\n"
        "    for: c in cells\n    do: put king on c\n    ensure: count(cells with king) > 1\n"
        "  place:\n    for: c in vacant\n    do: put man on c\n"
        "turn: {play: crown otherwise place, pass: forced}\nend:\n  draw: {over: ply >= 4}\n"
    )
    for engine in ("interpreter", "compiled"):
        game = ggl.load(file, engine=engine)
        start = game.engine.start()
        drawn = {game.engine.draw(start, seeded(2, number))[0] for number in range(60)}
        assert drawn == set(game.engine.steps(start))
        assert {step.schema for step in drawn if step} == {"place"}


MANY = """
ggl: 1
name: Many
players: [A, B]
board: square(7)
pieces: {stone: {}}
moves:
  join:
    for: c in vacant, d in vacant
    where: c != d
    do: put stone on {c, d}
    ensure: not (stone on a1 and stone on b1)
  place:
    for: c in vacant
    do: put stone on c
end:
  draw: full or stuck
"""


@pytest.mark.parametrize("moves", ["join", "join or place"], ids=["of one move", "beside a set of sites"])
def test_a_step_is_drawn_from_all_however_many_in_an_engine_that_has_listed_none(tmp_path: Path, moves: str) -> None:
    file = tmp_path / "many.yaml"
    file.write_text(MANY + f"turn: {{play: {moves}}}\n")
    here, there = (ggl.load(file, engine=engine).engine for engine in ("interpreter", "compiled"))
    start = here.start()
    assert there.start() == start
    for number in range(20):
        assert there.draw(start, seeded(4, number)) == here.draw(start, seeded(4, number))
    assert len(here.steps(start)) > 1 << 10


def test_a_step_of_each_of_several_listed_moves_is_drawn() -> None:
    text = MANY.replace("square(7)", "square(3)").replace(
        "moves:\n",
        """moves:
  part:
    for: c in vacant, d in vacant
    where: distance(c, d) > 1
    do: put stone on {c, d}
    ensure: not (stone on a1 and stone on a2)
""",
    )
    checked, found = check_source(Source("listed.yaml", text))
    assert checked is not None, found
    here, there = Interpreter(checked.core), Compiled(checked.core, as_python=True)
    start = here.start()
    draws = [here.draw(start, seeded(4, number)) for number in range(60)]
    assert {step.schema for step, _ in draws if step} == {"part", "join", "place"}
    assert [there.draw(start, seeded(4, number)) for number in range(60)] == draws


WALK = """
ggl: 1
name: Walk
players: [A, B]
board: square(4)
pieces: {stone: {}}
setup: |
  put A stone on row(1)
  put B stone on row(4)
moves:
  walk:
    for: c in cells with own stone, t in neighbors(c)
    where: CONDITION
    do: move c to t
end:
  draw: ply >= 20
"""


@pytest.mark.parametrize(
    "condition", ["empty(t) and count(group(c)) != t.number % 4", "max(x.number for x in neighbors(t), default=0) % 3 > 0"]
)
def test_a_step_by_a_distance_is_drawn_where_its_end_is_asked_for_one_by_one(condition: str) -> None:
    checked, found = check_source(Source("walk.yaml", WALK.replace("CONDITION", condition)))
    assert checked is not None, found
    here, there = Interpreter(checked.core), Compiled(checked.core, as_python=True)
    start = here.start()
    draws = [here.draw(start, seeded(4, number)) for number in range(60)]
    assert {step for step, _ in draws} == set(here.steps(start))
    assert [there.draw(start, seeded(4, number)) for number in range(60)] == draws


DRAWN = {
    "a board of two words": "board: square(9)\npieces: {man: {}}\nmoves:\n  place: {for: c in vacant, do: put man on c}\n",
    "a follow-up with an ensure": (
        "board: square(3)\npieces: {man: {}}\nmoves:\n  place: {for: c in vacant, do: put man on c, then: optional more}\n"
        "  more():\n    for: d in vacant\n    do: put man on d\n    ensure: not (man on a1 and man on c3)\n"
    ),
    "a best turn of one step": (
        "board: square(2)\npieces: {man: {}}\nmoves:\n  place: {for: c in vacant, do: put man on c}\n"
        "turn:\n  most: count(cells with man) + count({a1} with man)\n"
    ),
    "rolls": (
        "board: square(2)\npieces: {man: {}}\nstate: {die: {start: 1, in: 1..6}}\nmoves:\n"
        "  place: {for: c in vacant, do: put man on c}\n  skip: {do: set die to 1}\n"
        'turn: {begin: "roll die from {2, 5} if ply > 1", play: place or skip}\n'
    ),
    "a pie choice": (
        "board: square(2)\npieces: {man: {}}\nmoves:\n  place: {for: c in vacant, do: put man on c}\nturn: {pie: swap-sides}\n"
    ),
    "a free pass": (
        "board: square(2)\npieces: {man: {}}\nmoves:\n  place: {for: c in vacant, do: put man on c}\nturn: {pass: free}\n"
    ),
    "a free pass beside what a step ensures": (
        "board: square(2)\npieces: {man: {}}\nmoves:\n  place:\n    for: c in vacant\n    do: put man on c\n"
        "    ensure: not (man on a1 and man on b2)\nturn: {pass: free}\n"
    ),
    "what a set and a list ensure": (
        "board: square(2)\npieces: {man: {}}\nmoves:\n  place:\n    for: c in vacant\n    do: put man on c\n"
        "    ensure: not (man on a1 and man on b2)\n  hop:\n    for: s in cells with own man, c in vacant\n"
        "    do: move s to c\n    ensure: not (man on a1 and man on b2)\nturn: {play: place or hop}\n"
    ),
    "a set, and pairs that are counted": (
        "board: square(3)\npieces: {man: {}}\nmoves:\n  place: {for: c in vacant, do: put man on c}\n"
        "  hop: {for: 's in cells with own man, c in vacant', do: move s to c}\n"
    ),
    "a free pass beside two tiers": (
        'board: square(2)\npieces: {man: {}}\nmoves:\n  corner: {for: "c in {a1, b2} & vacant", do: put man on c}\n'
        "  place: {for: c in vacant, do: put man on c}\nturn: {pass: free, play: corner otherwise place}\n"
    ),
    "a forced pass": (
        "board: square(2)\npieces: {man: {}}\nmoves:\n  place:\n    for: c in vacant\n    where: mover == A or ply > 3\n"
        "    do: put man on c\nturn: {pass: forced}\n"
    ),
    "two tiers, of which the first has steps that are only likely": (
        "board: square(2)\npieces: {man: {}}\nmoves:\n  crown:\n    for: c in vacant\n    do: put man on c\n"
        "    ensure: count(cells with man) == 2\n  place: {for: c in vacant, do: put man on c}\n"
        "turn: {play: crown otherwise place}\n"
    ),
    "a follow-up that ensures something beside one that does not": (
        "board: square(3)\npieces: {man: {}}\nmoves:\n"
        "  place: {for: c in vacant, do: put man on c, then: optional more() or other()}\n"
        "  more():\n    for: d in vacant\n    do: put man on d\n    ensure: not (man on a1 and man on c3)\n"
        "  other(): {for: 'd in vacant & {a1, b2, c3}', do: put man on d}\n"
    ),
    "pairs that are counted beside what a set ensures": (
        "board: square(3)\npieces: {man: {}}\nmoves:\n  place:\n    for: c in vacant\n    do: put man on c\n"
        "    ensure: not (man on a1 and man on b2)\n  hop: {for: 's in cells with own man, c in vacant', do: move s to c}\n"
    ),
    "a free pass beside pairs that are counted": (
        "board: square(3)\npieces: {man: {}}\nmoves:\n  hop: {for: 's in vacant, c in vacant', do: put man on s}\n"
        "turn: {pass: free}\n"
    ),
    "pairs that are counted beside pairs that are not": (
        "board: square(3)\npieces: {man: {}}\nmoves:\n  hop: {for: 's in vacant, c in vacant', do: put man on s}\n"
        "  jump:\n    for: s in cells with own man, c in vacant\n"
        "    where: max(x.number for x in neighbors(c), default=0) % (1 + s.number) > 0\n    do: move s to c\n"
    ),
    "what pairs ensure beside what a set and a distance ensure": (
        "board: square(3)\npieces: {man: {}}\nmoves:\n  place:\n    for: c in vacant\n    do: put man on c\n"
        "    ensure: not man on a1\n  hop:\n    for: s in vacant, c in vacant\n    do: put man on {s, c}\n"
        "    ensure: s != c and not man on b2\n  slide:\n    for: s in cells with own man, c in neighbors(s)\n"
        "    where: empty(c)\n    do: move s to c\n    ensure: not man on c3\n"
    ),
    "one list of what is only likely": (
        "board: square(3)\npieces: {man: {}}\nmoves:\n  hop:\n    for: s in vacant, c in vacant\n    do: put man on {s, c}\n"
        "    ensure: s != c and (man on a1) == (man on b2)\n"
    ),
}
"""All ways in which a step may come about, each in a game that has little else."""


def drawn_in_memory(engine: Compiled, at: Position) -> tuple[int, tuple[int, ...]]:
    """The place where a drawn step is written, and the position afterwards."""
    v, top = engine.new_memory(engine.room)
    engine.load(v, at)
    place, _ = engine.call("draw", v, top + engine.room.most * engine.emitted.row, top, engine.room.most, 7)
    return int(place), tuple(v[: engine.layout.length].tolist())


@pytest.mark.parametrize("rules", DRAWN.values(), ids=DRAWN)
def test_machine_code_draws_what_the_interpreter_draws_all_through_a_play(rules: str) -> None:
    text = f"ggl: 1\nname: Drawn\nplayers: [A, B]\n{rules}end:\n  draw: {{over: ply >= 8}}\n"
    checked, found = check_source(Source("drawn.yaml", text))
    assert checked is not None, [str(each) for each in found]
    here, there = Interpreter(checked.core), Compiled(checked.core, as_python=True)
    room = there.room
    for play in range(3):
        at = here.start()
        for number in range(20):
            legal = here.steps(at)
            draws = [here.draw(at, seeded(play, 100 * number + each)) for each in range(6 + 2 * min(len(legal), 9))]
            there.room = room
            assert [there.draw(at, seeded(play, 100 * number + each)) for each in range(len(draws))] == draws
            assert drawn_in_memory(there, at)[1] == at.vector
            for most in range(1, 5):
                there.room = replace(room, most=most)
                assert there.draw(at, seeded(play, 100 * number)) == draws[0]
            if draws[0][0] is None:
                break
            at = here.play(at, draws[0][0])


@pytest.mark.parametrize("side", [13, 28], ids=["three", "too many for a set"])
def test_a_site_of_many_words_is_drawn_by_their_counts(side: int) -> None:
    text = DRAWN["a board of two words"].replace("square(9)", f"square({side})")
    checked, found = check_source(Source("wide.yaml", f"ggl: 1\nname: Wide\nplayers: [A, B]\n{text}end: {{draw: full}}\n"))
    assert checked is not None, found
    here, there = Interpreter(checked.core), Compiled(checked.core, as_python=True)
    at = here.start()
    for number in range(6):
        assert there.draw(at, number) == here.draw(at, number)
        step, _ = here.draw(at, number)
        assert step is not None
        at = here.play(at, step)


PLACE = "  place: {for: c in vacant, do: put man on c}\n"
NOTHING = {
    "whole turns": f"{PLACE}turn:\n  most: count({{a1}} with man)\n",
    "a set": PLACE,
    "what a set ensures": "  place:\n    for: c in vacant\n    do: put man on c\n    ensure: not (man on a1 and man on b2)\n",
    "an empty set": (
        f"{PLACE}  none: {{for: 'c in {{a1}} & {{b2}}', do: put man on c}}\nturn:\n  phases:\n"
        "    first: {play: place, until: ply > 1}\n    then: {play: none}\n"
    ),
    "a phase without the pass of another": (
        f"{PLACE}turn:\n  phases:\n    first: {{play: place, pass: forced, until: ply > 1}}\n    then: {{play: place}}\n"
    ),
}
"""Moves on a board that is full in the end."""


@pytest.mark.parametrize("moves", NOTHING.values(), ids=NOTHING)
def test_where_nothing_is_legal_nothing_is_drawn(moves: str) -> None:
    """Such a position is a draw when it comes about in a play; here one is made by hand, that nothing can be drawn in."""
    text = f"ggl: 1\nname: Full\nplayers: [A, B]\nboard: square(2)\npieces: {{man: {{}}}}\nmoves:\n{moves}"
    checked, found = check_source(Source("full.yaml", f"{text}end: {{draw: ply >= 9}}\n"))
    assert checked is not None, [str(each) for each in found]
    here, there = Interpreter(checked.core), Compiled(checked.core, as_python=True)
    at = here.start()
    while steps := here.steps(at):
        at = here.play(at, steps[0])
    entries = list(at.vector)
    entries[there.layout.at("over")] = 0
    at = Position(tuple(entries), at.history)
    assert there.draw(at, 7) == here.draw(at, 7)
    assert drawn_in_memory(there, at)[0] == -1
