"""What the interpreter keeps of a position that it looks at, and what it leaves undone."""

from __future__ import annotations

import random

import pytest

import ggl
from ggl.engine.protocol import Step, WorkLimitError
from ggl.interpreter import Interpreter
from ggl.interpreter.vector import Resting
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source
from tests.few import few_of
from tests.interpreter.engines import engine_of, work_on
from tests.meaning.referee import Referee
from tests.meaning.world import World

TEXT = """\
ggl: 1
name: Looks
players: [Black, White]
board: square(5)
pieces: {{stone: {{}}}}
setup: put Black stone on row(1)
moves:
  place:
    for: c in cells
    {let}
    where: {where}
    do: put stone on c
define:
  far(p): count(x in cells if any(y in cells with p stone if distance(x, y) > 2))
end: {{draw: ply >= 9}}
"""


def work(where: str, let: str = "") -> int:
    """What it takes to list the moves at the start."""
    engine = engine_of(TEXT.format(where=where, let=let))
    v = engine.vector(engine.start())
    assert len(list(engine.legal(v, "place"))) == 20
    return work_on(v)


@pytest.mark.parametrize("args", [(), (7, 8)])
def test_a_step_has_as_many_arguments_as_its_move_has_parameters(args: tuple[int, ...]) -> None:
    engine = engine_of(TEXT.format(where="n > 0 and empty(c)", let="let: {n: c.row}"))
    assert engine.let(Step("place", (7,)), "n") == 2
    with pytest.raises(ValueError, match="zip"):
        engine.let(Step("place", args), "n")
    with pytest.raises(ValueError, match="zip"):
        engine.play(engine.start(), Step("place", args))


def test_what_a_definition_comes_to_is_worked_out_once_for_a_position() -> None:
    once, never = work("empty(c) and far(Black) > 0"), work("empty(c)")
    assert work("empty(c) and far(Black) > 0 and far(Black) > 1 and far(Black) > 2") < once + 100
    assert never + 100 < once < never + 400  # it is asked for each of twenty cells


def test_a_let_is_worked_out_where_a_condition_first_needs_it() -> None:
    let = "let:\n      n: count(x in cells if distance(c, x) < 9)"
    first, last = (f"\n      {each}" for each in ("free: empty(c)\n      n: n > 0", "n: n > 0\n      free: empty(c)"))
    assert work(first, let) < 0.85 * work(last, let)  # of 25 cells five are not free


def test_positions_that_are_looked_at_in_turns_do_not_count_their_work_together(monkeypatch: pytest.MonkeyPatch) -> None:
    where = "empty(c) and count(x in cells if distance(c, x) < 9) > 0"
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", work(where))
    engine = engine_of(TEXT.format(where=where, let=""))
    one, other = engine.vector(engine.start()), engine.vector(engine.start())
    assert len([*zip(engine.legal(one, "place"), engine.legal(other, "place"), strict=True)]) == 20


def test_the_work_of_one_let_does_not_count_for_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    let = "let:\n      n: count(x in cells if distance(c, x) < 9)"
    checked, found = check_source(Source("looks.yaml", TEXT.format(where="n > 0 and empty(c)", let=let)))
    assert checked is not None, found
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", 100)
    engine = Interpreter(checked.core)
    assert [engine.let(Step("place", (7,)), "n") for _ in range(10)] == [25] * 10


def test_a_position_that_is_looked_at_is_not_written_to_and_its_copy_knows_nothing_of_it() -> None:
    game = ggl.load("go", size=5)
    engine = game.interpreter
    state = game.initial_state().play("b2")
    v = engine.vector(state.position)
    assert isinstance(v, Resting)
    assert list(engine.legal(v, "place"))
    assert v.known
    assert v.left == (*v.history, engine._legal.keys(v))
    with pytest.raises(TypeError):
        v[0] = 1
    copy = v.copied()
    assert copy.known is None
    copy[0] = v[0] + 1
    assert v == list(state.position.vector)


@pytest.mark.parametrize("name", few_of())
def test_the_first_steps_are_those_with_which_all_begin(name: str) -> None:
    state, rng = ggl.load(name, engine="interpreter").initial_state(), random.Random(name)
    engine = state.game.engine
    for _ in range(12):
        if state.is_over:
            break
        steps = engine.steps(state.position)
        for most in {1, 2, len(steps), len(steps) + 1}:
            assert engine.steps(state.position, most) == steps[:most]
        state = state.after(rng.choice(state.legal_moves()))


def test_whether_a_side_must_pass_is_known_from_two_steps() -> None:
    state = ggl.load("tic-tac-toe", engine="interpreter").initial_state()
    assert not state.must_pass
    assert "_steps" not in vars(state)
    assert len(state._first_steps(9)) == 9
    assert "_steps" not in vars(state)
    assert len(state._first_steps(10)) == 9
    assert len(vars(state)["_steps"]) == 9


@pytest.mark.parametrize(
    ("value", "best"),
    [("0", ["place b1", "place c1", "take a1"]), ("-1", ["place b1", "place c1"]), ("1", ["take a1"])],
)
def test_turns_are_compared_by_lists_with_zero_for_a_missing_place(value: str, best: list[str]) -> None:
    text = f"""
ggl: 1
name: Few
players: [Red, Blue]
board: square(3, 1)
pieces: {{man: {{}}}}
setup: put Red man on a1
moves:
  place: {{for: c in vacant, do: put man on c}}
  take: {{for: c in cells with own man, do: take man from c}}
turn:
  least: ({value} for x in cells with own man)
end: {{draw: ply > 2}}
"""
    checked, found = check_source(Source("few.yaml", text))
    assert checked is not None, found
    assert [str(move) for move in Game(checked, "interpreter").initial_state().legal_moves()] == best
    world = World(checked.definition, {}, Game(checked).board)
    referee = Referee(world, "")
    assert [" ".join([one.schema, *(str(site) for _, site in one.args)]) for one in referee.choices(referee.start())] == best


def test_a_condition_of_what_follows_is_kept_as_a_number() -> None:
    """A position is a vector of whole numbers: true would be told apart from 1 where it is written or hashed."""
    text = TEXT.format(where="ply < 9", let="") + "turn: {play: place}\n"
    text = text.replace("do: put stone on c\n", "do: put stone on c\n    then: fill if not full otherwise place\n")
    text = text.replace("define:", "  fill():\n    for: d in vacant\n    do: put stone on d\ndefine:")
    engine = engine_of(text)
    at = engine.play(engine.start(), Step("place", (7,)))
    assert {type(each) for each in at.vector} == {int}
    assert {step.schema for step in engine.steps(at)} == {"fill"}


PAIRS = """\
ggl: 1
name: Pairs
players: [Red, Blue]
board: square(2)
pieces: {{}}
state: {{n: {{start: 0, in: 0..16}}}}
moves:
  pick:
    for: a in 1..4, b in 1..4
    do: set n to a * b
turn: {{{turn}}}
end: {{draw: ply > 3}}
"""


def test_no_more_moves_are_looked_for_than_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("interpreter", "legal_steps"):
        monkeypatch.setattr(f"ggl.interpreter.{module}.STEPS_LIMIT", 3)
    engine = engine_of(PAIRS.format(turn="pass: never"))
    assert engine.steps(engine.start(), 2) == (Step("pick", (1, 1)), Step("pick", (1, 2)))
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", 4 + 4)  # those of one `a`
    with pytest.raises(WorkLimitError, match="more than 65,536 legal moves"):
        engine.steps(engine.start())


def test_the_best_move_is_looked_for_among_all() -> None:
    engine = engine_of(PAIRS.format(turn="most: n"))
    assert engine.steps(engine.start(), 1) == (Step("pick", (4, 4)),)


RISING = """\
ggl: 1
name: Rising
players: [Red, Blue]
board: square(2)
pieces: {{}}
state: {{n: {{start: {start}, in: 0..3}}}}
moves:
  raise:
    for: a in 1..3
    where: a > n
    do: set n to a
turn: {{most: n, pass: forced}}
end: {{draw: ply > 3}}
"""


@pytest.mark.parametrize(
    ("start", "best"), [(0, Step("raise", (3,))), (1, Step("raise", (3,))), (2, Step("raise", (3,))), (3, Step("pass"))]
)
def test_the_best_of_several_moves_is_legal(start: int, best: Step) -> None:
    engine = engine_of(RISING.format(start=start))
    assert engine.steps(engine.start()) == (best,)


def test_the_only_move_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", 3)  # of the members of `a`
    engine = engine_of(RISING.format(start=2))
    assert engine.steps(engine.start()) == (Step("raise", (3,)),)
