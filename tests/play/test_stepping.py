"""Steps by number, cursors and playouts from a state: whoever goes through them, the interpreter, machine code called directly or
by the methods of a stepper, comes to the same positions, the same steps in the same order, and the same results.

The ordinary run takes emitted modules as Python, one small size of a few bundled games and some of the small games of features,
and compiles a few; the slow run compiles all.
"""

from __future__ import annotations

import copy
import gc
import math
import pickle
import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
import pytest

import ggl
from ggl.compiler.backends import python_calls
from ggl.compiler.runtime.engine import MemoryRoom
from ggl.compiler.runtime.held_position import SnapshotPast
from ggl.compiler.runtime.stepper import CompiledStepper, CompiledWalker
from ggl.engine.protocol import Position
from ggl.play import stepping
from ggl.play.errors import ArgumentError, GameOverError, IllegalMoveError
from ggl.play.loading import check_source
from ggl.play.playout import Playout
from ggl.play.stepping import Interpreted
from ggl.play.values import SEATS
from ggl.source import Source
from tests.compiler.agreement import SMALL as FEATURES
from tests.compiler.runtime.test_vector_env import CASES
from tests.few import ALIKE, few_of, one_in, slow

COMPILED = ("connect-four", "backgammon", "quarod", "go")
"""Nothing of note; rolls; steps of one turn and a pie rule; a history of positions."""


@cache
def game_of(name: str, engine: str = "interpreter") -> ggl.Game:
    return ggl.load(name, engine=engine, **dict(CASES)[name])


def random_play(game: ggl.Game, seed: int, most: int) -> Iterator[tuple[Position, list[int], int]]:
    """By the interpreter's protocol alone: each position, the numbers of its steps, and the one that is made."""
    engine, number, rng = game.interpreter, game.actions.number, random.Random(seed)
    position = engine.start()
    for _ in range(most):
        steps = engine.steps(position)
        if not steps:
            break
        chosen = rng.randrange(len(steps))
        yield position, [number(step) for step in steps], chosen
        position = engine.play(position, steps[chosen])


def agrees(stepper: Any, game: ggl.Game, seed: int, most: int) -> None:
    """A stepper and a walker of it go along with a random play, and back."""
    snapshot = stepper.start()
    walker = stepper.walker(snapshot)
    kept = []
    for position, numbers, chosen in random_play(game, seed, most):
        assert stepper.position(snapshot) == position
        assert stepper.vector(snapshot) == position.vector
        assert stepper.listed(snapshot) == numbers
        assert walker.here() == numbers
        assert tuple(walker.view[: len(position.vector)]) == position.vector
        assert stepper.listed(stepper.of(position)) == numbers
        kept.append((snapshot, position, numbers))
        after = stepper.applied(snapshot, numbers[chosen])
        assert stepper.position(stepper.along(snapshot, [numbers[chosen]])) == stepper.position(after)
        snapshot = after
        assert walker.go(np.int64(numbers[chosen])) is not None
        assert stepper.position(walker.snapshot()) == stepper.position(snapshot)
    for snapshot, position, numbers in reversed(kept):  # other positions than the last one, in another order
        walker.back()
        assert stepper.position(walker.snapshot()) == position
        assert walker.here() == numbers
        assert stepper.listed(snapshot) == numbers
    assert walker.back() is None
    plain = Interpreted(game, game.interpreter)
    for number, (snapshot, position, numbers) in enumerate(kept[::5]):
        expected = plain.run(position, number, 40)
        for made, state, vector in (stepper.run(snapshot, number, 40), _walked(stepper, snapshot).played_out(number, 40)):
            assert (made, state & (1 << 64) - 1, vector) == (expected[0], expected[1] & (1 << 64) - 1, expected[2])
        if numbers:
            walker = _walked(stepper, snapshot)
            expected_winners = _walked(plain, position).winners(number, 3, 40)
            assert [walker.winners(number, 3, 40), walker.here(), walker.stack] == [expected_winners, numbers, []]
            walker.seed(number)
            assert walker.sample() == plain.drawn(position, number)[0]
            assert stepper.applied(snapshot, max(numbers) + 1) is None


def _walked(stepper: Any, snapshot: Any) -> Any:
    return stepper.walker(snapshot)


def with_walkers(stepper: CompiledStepper) -> Any:
    from ggl.compiler.runtime.stepper import CompiledWalker

    stepper.walker = lambda snapshot: CompiledWalker(stepper.engine, stepper.of, snapshot)  # type: ignore[attr-defined]
    return stepper


@pytest.mark.parametrize("name", few_of((name for name, _ in CASES), without=[*ALIKE, "quoridor", "lasca"]))
def test_emitted_modules_step_as_the_interpreter_does(name: str) -> None:
    game = game_of(name)
    agrees(
        with_walkers(CompiledStepper(game.fast.emitted)),
        game,
        1,
        12 if name in ("chess", "amazons", "backgammon", "quoridor", "xiangqi") else 30,
    )


@pytest.mark.parametrize("name", one_in(2, COMPILED))
def test_machine_code_called_directly_steps_as_the_interpreter_does(name: str) -> None:
    stepper = CompiledStepper(game_of(name, "compiled").fast.required())
    assert stepper.native is not None
    agrees(with_walkers(stepper), game_of(name), 2, 60)


@pytest.mark.parametrize("name", one_in(2, COMPILED))
def test_without_direct_calls_machine_code_does_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(python_calls, "_methods", lambda *_: None)
    stepper = CompiledStepper(game_of(name, "compiled").fast.required())
    assert stepper.native is None
    agrees(with_walkers(stepper), game_of(name), 3, 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, _ in CASES if name not in COMPILED])
def test_machine_code_of_every_bundled_game_steps_as_the_interpreter_does(name: str) -> None:
    agrees(with_walkers(CompiledStepper(game_of(name, "compiled").fast.required())), game_of(name), 4, 60)


@pytest.mark.parametrize("path", one_in(16, FEATURES, 1), ids=lambda path: path.stem)
def test_small_games_of_features_step_as_the_interpreter_does(path: Any) -> None:
    game = ggl.load(path, engine="interpreter")
    if not game._is_numbered:
        with pytest.raises(ArgumentError, match="cannot be numbered"):
            game.initial_state().legal_actions()
        return
    agrees(with_walkers(CompiledStepper(game.fast.emitted)), game, 5, 15)


def test_a_memory_that_is_too_small_grows_under_way() -> None:
    engine = ggl.load("go", size=4, engine="compiled").fast.required()
    engine.room = MemoryRoom(600, 2, 256, 3)
    agrees(with_walkers(CompiledStepper(engine)), game_of("go"), 6, 60)


# ---- states


@pytest.mark.parametrize("engine", [slow("interpreter"), "compiled", slow("auto")])
@pytest.mark.parametrize("name", ["connect-four", "go", "backgammon"])
def test_states_by_number_are_the_states_by_move(name: str, engine: str) -> None:
    game, rng = game_of(name, engine), random.Random(7)
    one = other = game.initial_state()
    plain = game_of(name).initial_state()
    for _ in range(40):
        actions, moves = one.legal_actions(), other.legal_moves()
        assert actions == [game.actions.number(move) for move in moves]
        if not actions:
            break
        place = rng.randrange(len(actions))
        assert one.to_move == (-1 if other.is_chance else other.game.layout and ("first", "second").index(other.seat))
        one, other, plain = one.apply(actions[place]), other.play(moves[place]), plain.play(str(moves[place]))
        assert one == other == plain
        assert hash(one) == hash(other) == hash(plain)
        assert (one.vector, one.key, one.mover) == (other.vector, other.key, plain.mover)
        assert (one.ply, one.result) == (plain.ply, plain.result)
        assert str(one) == str(other)
    assert one.came_by() == plain.came_by()
    assert [str(move) for move in one.came_by()[1]] == [str(move) for move in plain.came_by()[1]]
    assert list(one.came_lately()) == list(plain.came_lately())
    assert pickle.loads(pickle.dumps(one)) == plain


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_what_is_no_legal_number_is_refused_as_moves_are(engine: str) -> None:
    game = ggl.load("tic-tac-toe", engine=engine)
    state = game.initial_state().apply(np.int32(4))
    cursor = state.cursor()
    for at in (state, cursor):
        with pytest.raises(IllegalMoveError, match="empty"):
            at.apply(4)
        with pytest.raises(ArgumentError, match="actions from 0 to 8, but not 9"):
            at.apply(9)
        with pytest.raises(ArgumentError, match="actions from 0 to 8, but not -1"):
            at.apply(-1)
        for wrong in (None, "b2", 1.0, [1], game.initial_state()):
            with pytest.raises(ArgumentError, match="whole number"):
                at.apply(wrong)  # type: ignore[arg-type]
    for number in (0, 1, 2, 5, 8, 3):
        state = state.apply(number) if not state.is_over else state
    ended = game.initial_state()
    for number in (4, 0, 2, 1, 6):
        ended = ended.apply(number)
    assert ended.legal_actions() == []
    assert (ended.to_move, ended.rewards) == (-1, (1.0, -1.0))
    with pytest.raises(GameOverError):
        ended.apply(8)
    with pytest.raises(GameOverError):
        ended.cursor().sample()


@pytest.mark.parametrize("engine", [slow("interpreter"), "compiled"])
def test_playouts_from_a_state_are_the_same_in_both_engines(engine: str) -> None:
    for name in ("tabik", "go", "backgammon"):
        begin = game_of(name).initial_state()
        for _ in range(6):
            begin = begin.apply(begin.legal_actions()[0])
        game = game_of(name, engine)
        state = game.initial_state()
        for _ in range(6):
            state = state.apply(state.legal_actions()[0])
        expected = begin.playouts(6, seed=3, most_steps=60)
        assert state.playouts(6, seed=3, most_steps=60) == expected
        assert state.playouts(6, seed=3, most_steps=60, workers=2) == expected
        winners = [{SEATS[seat] for seat in range(2) if rewards[seat] > 0} for rewards in state.cursor().playouts(6, 3, 60)]
        assert winners == [{*result.seats} for result in expected]
        one = state.playout(random.Random(5), 60)
        assert one == begin.playout(random.Random(5), 60)
        assert one.actions == begin.playout(random.Random(5), 60).actions
        assert one.result == one.state.result or one.state.result is None
        assert state.cursor().playout(random.Random(5), 60) == one.rewards == one.state.rewards
        assert game.initial_state().playouts(5, seed=2, most_steps=50) == game.playouts(5, seed=2, most_steps=50)


@pytest.mark.parametrize("name", ["tabik", "go", "backgammon", "kuhn-poker"])
def test_a_playout_of_a_game_is_that_of_its_initial_state(name: str) -> None:
    game = ggl.load(name, engine="interpreter")
    mine, theirs = (list(random_games(begin, 3)) for begin in (game, game.initial_state()))
    assert mine == theirs
    assert [each.actions for each in mine] == [each.actions for each in theirs]


@pytest.mark.parametrize("name", ["tabik", "backgammon"])
def test_a_game_whose_steps_have_no_numbers_is_played_out_with_the_same_draws(name: str) -> None:
    game, other = ggl.load(name, engine="interpreter"), ggl.load(name, engine="interpreter")
    other.__dict__["_is_numbered"] = False
    for begin in (other, other.initial_state()):
        assert list(random_games(begin, 3)) == list(random_games(game, 3))


def random_games(begin: ggl.Game | ggl.State, seed: int) -> Iterator[Playout]:
    """Random games of one stream of draws, of some lengths."""
    rng = random.Random(seed)
    return (begin.playout(rng, most) for most in (0, 1, 9, 60))


# ---- cursors


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_a_cursor_is_where_the_state_of_its_steps_is(engine: str) -> None:
    for name in ("connect-four", "go", "backgammon"):
        state = game_of(name, engine).initial_state()
        states, cursor = [state], state.cursor(seed=9)
        while not cursor.over and cursor.depth < 50:
            action = cursor.sample()
            assert action in cursor.legal_actions()
            cursor.apply(action)
            states.append(states[-1].apply(action))
            now = states[-1]
            assert (cursor.ply, cursor.over, cursor.chance, cursor.to_move, cursor.rewards) == (
                now.ply, now.is_over, now.is_chance, now.to_move, now.rewards,
            )  # fmt: skip
        assert cursor.state() == states[-1]
        assert cursor.depth == len(states) - 1
        with pytest.raises(ArgumentError, match="cannot be taken back"):
            cursor.undo(cursor.depth + 1)
        cursor.undo(cursor.depth - 2)
        assert cursor.state() == states[2]
        cursor.undo()
        assert cursor.state() == states[1]
        cursor.goto(states[-1])
        assert (cursor.state(), cursor.depth) == (states[-1], 0)
        with pytest.raises(ArgumentError):
            cursor.undo()
        for send in (copy.copy, copy.deepcopy, pickle.dumps):
            with pytest.raises(ArgumentError, match="cursor"):
                send(cursor)


def test_threads_and_many_cursors_do_not_meet() -> None:
    game = game_of("connect-four", "compiled")
    start, ends = game.initial_state(), []

    def play(seed: int) -> None:
        state, cursor, rng = start, start.cursor(), random.Random(seed)
        while not state.is_over:
            actions = state.legal_actions()
            assert cursor.legal_actions() == actions
            action = rng.choice(actions)
            state = state.apply(action)
            cursor.apply(action)
        ends.append((seed, cursor.state() == state))

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ends) == [(seed, True) for seed in range(8)]


def test_a_cursor_that_another_thread_uses_leaves_the_memory_of_its_maker_alone() -> None:
    game = game_of("connect-four", "compiled")
    start = game.initial_state()
    cursor, elsewhere = start.cursor(), game.position("put Red disc on a1")
    game.stepper.listed(start._at)
    before = game.stepper._stepper._bytes()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(cursor.goto, elsewhere).result()
    assert game.stepper._stepper._bytes() == before
    assert cursor.state() == elsewhere


def test_cursors_that_are_forgotten_leave_nothing_behind() -> None:
    state = game_of("connect-four", "compiled").initial_state()
    gc.collect()
    gc.disable()
    try:
        before = len([one for one in gc.get_objects() if isinstance(one, CompiledWalker)])
        for _ in range(20):
            state.cursor().legal_actions()
        assert len([one for one in gc.get_objects() if isinstance(one, CompiledWalker)]) == before
    finally:
        gc.enable()


def test_a_very_long_past_is_forgotten_without_trouble() -> None:
    past = None
    for _ in range(300_000):
        past = SnapshotPast(past, b"", b"")
    assert past is not None
    assert past.length == 300_000
    del past


def test_auto_goes_over_to_machine_code_when_enough_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ggl.load("tic-tac-toe", engine="auto")
    monkeypatch.setattr(game.fast, "is_at_hand", lambda _: False)
    game.fast.spent = 0.0  # which other games of this file's text share
    state = game.initial_state()
    expected = state.legal_actions()
    assert type(game.stepper).__name__ == "_Waiting"
    game.fast.spent = 100.0
    assert state.legal_actions() == expected
    assert type(game.stepper).__name__ == "_Compiled"
    assert state.legal_actions() == expected
    assert state.apply(expected[0]).legal_actions() == expected[1:]


def test_threads_that_go_over_to_machine_code_at_once_go_over_to_the_same_stepper(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions of a stepper that is replaced would point into memory that is gone."""
    game, both, made = ggl.load("tic-tac-toe", engine="auto"), threading.Barrier(2), []

    class Counted(stepping._Compiled):
        def __new__(cls, *args: Any) -> Any:
            made.append(args)
            return super().__new__(cls, *args)

    def compiles(functions: tuple[str, ...]) -> bool:
        both.wait(60)
        return True

    monkeypatch.setattr(stepping, "_Compiled", Counted)
    monkeypatch.setattr(game.fast, "is_at_hand", lambda _: False)
    game.fast.spent, state = 100.0, game.initial_state()
    game.fast.required().prepare(*stepping.CURSOR)
    monkeypatch.setattr(game.fast, "compiles", compiles)
    with ThreadPoolExecutor(2) as threads:
        found = [thread.result() for thread in [threads.submit(state.legal_actions) for _ in range(2)]]
    assert found == [[*range(9)]] * 2
    assert len(made) == 1


@pytest.mark.parametrize("at_once", [True, False])
def test_leaves_are_as_many_whichever_engine_counts_them(at_once: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled engine takes over from the start, or in the midst of it."""
    game = ggl.load("tic-tac-toe", engine="auto")
    monkeypatch.setattr(game.fast, "is_at_hand", lambda _: at_once)
    game.fast.spent, start = 100.0, game.initial_state().position
    steps, taken = game.fast.required().steps, []
    monkeypatch.setattr(game.fast.required(), "steps", lambda position: taken.append(position) or steps(position))
    assert sum(1 for _ in game.fast.leaves(game.engine, start, 3)) == 9 * 8 * 7
    assert len(taken) == 1 + 9 + 9 * 8


def test_a_cursor_goes_on_where_its_game_has_come_to_be_compiled() -> None:
    game = ggl.load("connect-four", **dict(CASES)["connect-four"])
    root = game.initial_state()
    cursor = root.cursor()
    game.__dict__["stepper"] = game_of("connect-four", "compiled").stepper
    for state in (root, root.apply(0), root.apply(0).apply(1)):
        cursor.goto(state)
        assert cursor.legal_actions() == state.legal_actions()
        assert cursor.state() == state


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
@pytest.mark.parametrize("case", ["connect-four", "go"])
def test_an_action_that_asks_the_game_itself_is_taken_before_the_position(case: str, engine: str) -> None:
    game = game_of(case, engine)
    root = game.initial_state()
    others = [root.apply(action) for action in root.legal_actions()[:3]]

    class Asks:
        def __init__(self, number: int) -> None:
            self.number = number

        def __index__(self) -> int:
            for other in others:
                other.legal_actions()
                other.apply(other.legal_actions()[0])
            return self.number

    state, cursor = root, root.cursor()
    for _ in range(3):
        action = state.legal_actions()[0]
        others.append(state)
        further = state.apply(Asks(action))
        cursor.apply(Asks(action))
        assert further == state.apply(action) == state.along([Asks(action)]) == cursor.state()  # type: ignore[list-item]
        state = further


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
@pytest.mark.parametrize("action", [-1, 10**9, 2**70, "x", 1.5, None])
def test_what_is_no_action_leads_nowhere(engine: str, action: Any) -> None:
    with pytest.raises(ArgumentError):
        game_of("connect-four", engine).initial_state().along([action])


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_a_cursor_takes_what_a_state_takes(engine: str) -> None:
    cursor = game_of("connect-four", engine).initial_state().cursor()
    for rng, most in (
        (random.Random(1), -5),
        (random.Random(1), True),
        (random.Random(1), 1.5),
        (random.Random(1), "3"),
        (None, 3),
    ):
        with pytest.raises(ArgumentError):
            cursor.playout(rng, most)  # type: ignore[arg-type]
    for seed in ("x", 1.5, None):
        with pytest.raises(ArgumentError):
            cursor.seed(seed)  # type: ignore[arg-type]
    cursor.seed(np.int64(4))  # type: ignore[arg-type]


GROWING = """ggl: 1
name: Growing
players: [A, B]
board: square(9)
pieces: {man: {}}
state: {wide: {start: 1, in: 1..9}}
moves:
  pair:
    for: a in cells, b in (x in cells if x.row <= wide), n in 1..2
    do: |
      put man on a
      add 1 to wide if wide < 9
end:
  draw: ply > 5
"""
"""With 1,458 steps more in each turn."""


def test_a_walker_has_the_steps_of_where_it_stands_however_many_they_become() -> None:
    """Lists that outgrow their memory again and again are made anew each time; they once were those of a position before."""
    checked, found = check_source(Source("growing.yaml", GROWING))
    assert checked is not None, found
    game = ggl.Game(checked, "compiled")
    stepper = CompiledStepper(game.fast.required())
    assert stepper.native is not None
    walker = CompiledWalker(stepper.engine, stepper.of, stepper.start())
    position, listed = game.interpreter.start(), []
    while steps := game.interpreter.steps(position):
        listed.append([game.actions.number(step) for step in steps])
        assert walker.here() == listed[-1]
        walker.go(listed[-1][len(listed)])
        position = game.interpreter.play(position, steps[len(listed)])
    assert [len(numbers) for numbers in listed] == [1458 * (turn + 1) for turn in range(6)]
    for numbers in reversed(listed):
        walker.back()
        assert walker.here() == numbers


@pytest.mark.parametrize("name", ["go", "tic-tac-toe"])
def test_random_play_and_play_by_numbers_begin_at_a_position_too(name: str) -> None:
    """A state that was made before there was machine code has no snapshot, also where rules look at earlier positions."""
    game = ggl.load(name, **({"size": 2, "superko": True} if name == "go" else {}))
    first = game.interpreter.start()
    for position in (first, game.interpreter.play(first, game.interpreter.steps(first)[0])):
        engine = game.fast.emitted
        stepper = CompiledStepper(engine)
        numbers, state, vector = stepper.run(position, 7, 40)
        assert (numbers, state, vector) == CompiledStepper(engine).run(stepper.of(position), 7, 40)
        assert stepper.vector(stepper.along(position, numbers)) == vector
        assert stepper.vector(stepper.along(position, [])) == position.vector


@pytest.mark.parametrize(("positions", "sides"), [
    ("abc", [0]), (None, None), ([1, 2], [0]), ([[1, 2]], [0]), ("nan", [0]), ("start", [7]), ("start", [-1]), ("start", [0, 1]),
    ("start", 0), ("start", [0.0]), ("start", "X"),
])  # fmt: skip
def test_an_observation_refuses_what_is_no_vector_or_no_side(positions: Any, sides: Any) -> None:
    game = ggl.load("tic-tac-toe", engine="interpreter")
    start = np.array([game.initial_state().vector])
    given = {"start": start, "nan": start * math.nan}.get(positions, positions) if isinstance(positions, str) else positions
    for observe in (game.observation.of, game.observation.flat):
        with pytest.raises(ggl.ArgumentError, match=r"positions are vectors|sides are whole numbers"):
            observe(given, sides)


def test_an_observation_of_no_positions_is_empty_and_there_is_no_unknown_part() -> None:
    game = ggl.load("tic-tac-toe", engine="interpreter")
    none = np.zeros((0, game.layout.length), np.int64)
    assert game.observation.flat(none, np.zeros(0, np.int64)).shape == (0, game.observation.size)
    with pytest.raises(ggl.ArgumentError, match="has the parts cell, features"):
        game.observation.columns("nope")


@pytest.mark.parametrize("place", ["ply", None, "b2", 1.0, -1, 10**6, True])
def test_a_view_knows_offsets_and_refuses_anything_else(place: Any) -> None:
    view = ggl.load("phantom-tic-tac-toe", engine="interpreter").initial_state().view("O")
    assert isinstance(view.knows(np.int64(0)), bool)
    with pytest.raises(ggl.ArgumentError, match="an offset of the vector is a whole number from 0"):
        view.knows(place)


def test_what_is_no_name_no_list_and_no_step_is_refused() -> None:
    game = ggl.load("tic-tac-toe", engine="interpreter")
    with pytest.raises(ArgumentError, match="given by its name"):
        game.board.find(1.0)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="a list of actions"):
        game.initial_state().along(3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="a step"):
        game.args_of(1)  # type: ignore[arg-type]
