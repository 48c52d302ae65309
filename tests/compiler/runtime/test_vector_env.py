"""Many positions at once: what each row says and does is what a state of the same play says and does.

The ordinary run takes emitted modules as Python (`engine="interpreter"`), one small size of a few bundled games, and compiles
one.
"""

from __future__ import annotations

import multiprocessing
import pickle
import runpy
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ggl
from ggl.compiler.runtime.vector_env import _states
from ggl.engine.draws import draw_below, seeded
from ggl.engine.protocol import Step
from ggl.play.batch import MOST_MASKED, Batch, IllegalActionError
from ggl.play.values import SEATS
from tests.compiler.agreement import SMALL as FEATURES
from tests.compiler.agreement import named
from tests.few import ALIKE, few_of, one_in

ROOT = Path(__file__).parents[3]

SMALL: dict[str, dict[str, object]] = {
    "tabik": {"size": 3}, "quarod": {"size": 3}, "sgibun": {"side": 3}, "tirnabun": {"side": 3}, "gomoku": {"size": 5},
    "hex": {"size": 4}, "havannah": {"size": 3}, "y": {"size": 4}, "othello": {"size": 6}, "breakthrough": {"size": 5},
    "clobber": {"width": 4, "height": 4}, "connect-four": {"width": 5, "height": 4, "line": 3}, "go": {"size": 4},
    "lines-of-action": {"size": 6}, "oware": {"houses": 4, "seeds": 3}, "dots-and-boxes": {"width": 2, "height": 2},
    "tiku-points": {"target": 5}, "mastermind": {"tries": 2}, "blokus-duo": {"size": 5, "start": 2},
}  # fmt: skip
GAMES = sorted(path.stem for path in (ROOT / "games").rglob("*.yaml"))
CASES = [(name, SMALL.get(name, {})) for name in GAMES]

SEATED = """\
ggl: 1
name: Seats
players: [A, B]
board: square(2)
pieces: {man: {}}
state: {seat: {start: 1, each: players, in: 0..9}}
moves:
  put:
    for: c in vacant
    do: |
      put man on c
      add 1 to mover.seat
end: {mover wins: {full: full}}
"""
"""A game with a variable that has the name of an entry of each position."""

WIDE = """\
ggl: 1
name: Wide
players: [A, B]
board: square(11)
pieces: {man: {}}
setup: put A man on a1
moves:
  jump:
    for: a in cells with man, b in {a1, a2}, c in {b1, c1}, d in {a1, d1}
    do: move a to d if a != d
turn: {pass: free}
end:
  draw: {enough: ply >= 6}
"""


@cache
def plain(name: str, **options: object) -> ggl.Game:
    return ggl.load(name, engine="interpreter", **options)


def agree(game: ggl.Game, batch: Batch, steps: int, *, choose: int) -> None:
    """Each row against a state of its own; the actions are the batch's random ones, or drawn from the states' moves."""
    states = [batch.state(row) for row in range(len(batch))]
    draw, actions = seeded(choose, 0), game.actions
    for _ in range(steps):
        masks = batch.masks() if len(actions) <= MOST_MASKED else None
        starts, numbers = batch.legal()
        for row, state in enumerate(states):
            legal = [actions.number(move) for move in state.legal_moves()]
            assert numbers[starts[row] : starts[row + 1]].tolist() == legal
            assert masks is None or np.flatnonzero(masks[row]).tolist() == sorted(set(legal))
            assert tuple(batch.positions[row]) == state.vector
            sides = [*game.players, None]
            assert (batch.over[row], sides[batch.winner[row]]) == (state.is_over, state.winner)
            if not state.is_over and not state.is_chance:
                assert game.players[batch.mover[row]] == state.mover
                assert SEATS[batch.seat[row]] == state.seat
            if batch.scores is not None:
                assert state.scores is not None
                assert batch.scores[row].tolist() == list(map(float, state.scores.values()))
        chosen = batch.random()
        for row in range(0, len(states), 2):
            if not states[row].is_over:
                some = sorted({*numbers[starts[row] : starts[row + 1]].tolist()})
                k, draw = draw_below(draw, len(some))
                chosen[row] = some[k]
        batch.step(chosen)
        for row, state in enumerate(states):
            if not state.is_over:
                states[row] = state.play(actions.move(chosen[row]))


@pytest.mark.parametrize(
    "case",
    few_of([case for case in CASES if case[0] != "geister"], itemgetter(0), without=[*ALIKE, "quoridor"]),
    ids=named,
)
def test_a_row_is_as_a_state_of_each_bundled_game(case: tuple[str, dict[str, object]]) -> None:
    game = plain(case[0], **case[1])
    agree(game, game.batch(2, seed=3, rolls=False), 4 if game.layout.length > 60 else 8, choose=5)


@pytest.mark.parametrize("path", one_in(16, FEATURES, 2), ids=lambda path: path.stem)
def test_a_row_is_as_a_state_of_a_small_game_of_each_feature(path: Path) -> None:
    game = plain(str(path))
    batch = game.batch(2, seed=3, rolls=False)
    agree(game, batch, 6, choose=5)
    for sites in ("cell", "edge", "vertex"):
        assert batch.planes(sites).shape[:2] == (2, len(set(batch.plane_names(sites))))


def test_seats_are_those_of_the_sides_whatever_a_variable_is_called(tmp_path: Path) -> None:
    (tmp_path / "seats.yaml").write_text(SEATED)
    game = plain(str(tmp_path / "seats.yaml"))
    agree(game, game.batch(2, seed=3, rolls=False), 4, choose=5)
    assert game.batch(1).seats.tolist() == [[0, 1]]
    assert game.batch(1).field("seat").tolist() == [[1, 1]]


@pytest.mark.parametrize("name", ["tabik", "tic-tac-toe", "dots-and-boxes"])
def test_a_row_is_as_a_state_to_the_end_of_a_play(name: str) -> None:
    game = plain(name, **SMALL.get(name, {}))
    batch = game.batch(3, seed=3)
    agree(game, batch, 24, choose=7)
    assert batch.over.all()


@pytest.mark.parametrize("case", [("tabik", {"size": 3}), ("go", {"size": 3}), ("sgibun", {"side": 2})], ids=named)
def test_played_at_random_a_row_is_a_playout(case: tuple[str, dict[str, object]]) -> None:
    game = plain(case[0], **case[1])
    batch, count = game.batch(3, seed=11), 0
    while not batch.over.all() and count < 40:
        batch.step(batch.random())
        count += 1
    results = game.playouts(3, seed=11, most_steps=40)
    for row, result in enumerate(results):
        assert batch.state(row).scores == result.scores
        if batch.over[row]:
            assert batch.state(row).result == result
            by_seat = {None: [0, 0], "first": [1, -1], "second": [-1, 1]}[result.seat]
            assert batch.rewards[row].tolist() == by_seat


def test_a_sample_is_what_random_gives_in_an_array_for_reading() -> None:
    game = plain("go", size=3)
    one, other = game.batch(3, seed=5), game.batch(3, seed=5)
    first = one.sample()
    assert (first == other.random()).all()
    for _ in range(12):
        sampled, drawn = one.sample(), other.random()
        assert sampled is first
        assert (sampled == drawn).all()
        one.step(sampled)
        other.step(drawn)
        assert (one.positions == other.positions).all()
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        first.flags.writeable = True


def test_a_sample_of_another_position_is_looked_at_again() -> None:
    game = plain("tic-tac-toe")
    batch = game.batch(2, seed=1)
    sampled = batch.sample()
    batch.step(sampled)
    with pytest.raises(IllegalActionError, match="row 0"):
        batch.step(sampled)
    sampled = batch.sample()
    taken = game.initial_state().apply(int(sampled[1]))
    batch.put(1, taken)
    with pytest.raises(IllegalActionError, match="row 1"):
        batch.step(sampled)


def test_rolls_are_made_as_in_a_playout() -> None:
    game = plain("backgammon")
    batch, by_hand = game.batch(2, seed=4), game.batch(2, seed=4, rolls=False)
    assert not batch.chance.any()
    assert by_hand.chance.all()
    assert by_hand.mover.tolist() == by_hand.seat.tolist() == [-1, -1]
    for _ in range(3):
        while by_hand.chance.any():
            assert by_hand.probabilities()[by_hand.chance].sum(axis=1) == pytest.approx(1)
            by_hand.step(by_hand.random()) if by_hand.chance.all() else by_hand.roll()
        assert (batch.positions == by_hand.positions).all()
        assert not by_hand.probabilities().any()
        batch.step(batch.random())
        by_hand.step(by_hand.random())


def test_compiled_in_threads_it_is_the_same() -> None:
    slow, fast = (ggl.load("tic-tac-toe", engine=engine) for engine in ("interpreter", "compiled"))
    batches = [slow.batch(100, seed=2), fast.batch(100, seed=2), fast.batch(100, seed=2, workers=3)]
    for count in range(14):
        masks = [batch.masks() for batch in batches]
        chosen = [batch.random() for batch in batches]
        for batch, actions in zip(batches, chosen, strict=True):
            batch.step(actions)
            if count % 5 == 4:
                batch.reset(batch.over)
        for one, two in ((0, 1), (0, 2)):
            assert (masks[one] == masks[two]).all()
            assert (chosen[one] == chosen[two]).all()
            assert (batches[one].positions == batches[two].positions).all()
            assert (batches[one].rewards == batches[two].rewards).all()


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="processes are not forked here")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_of_the_process_steps_by_threads_of_its_own() -> None:
    batch = ggl.load("tic-tac-toe", engine="compiled").batch(100, seed=2, workers=3)
    batch.step(batch.random())
    child = multiprocessing.get_context("fork").Process(target=lambda: batch.step(batch.random()))
    child.start()
    child.join(20)
    ended = child.exitcode
    child.kill()
    assert ended == 0


LISTED = ["backgammon", "dots-and-boxes", "draughts", "othello", "oware", "quarod", "tabik", "tic-tac-toe"]
"""Among them choices of whole turns, turns of several steps, passes that are forced and free, and steps drawn by distances."""


@pytest.mark.parametrize("case", [case for case in CASES if case[0] in LISTED], ids=named)
def test_a_draw_is_the_same_whether_the_legal_actions_are_known_or_not(case: tuple[str, dict[str, object]]) -> None:
    game = plain(case[0], **case[1])
    listed, unlisted = game.batch(3, seed=8), game.batch(3, seed=8)
    for _ in range(24):
        listed.legal()
        actions = listed.random()
        assert (actions == unlisted.random()).all()
        listed.step(actions)
        unlisted.step(actions)
    assert (listed._many.states == unlisted._many.states).all()


DRAWN = {
    "one set": "  place: {for: c in vacant, do: put man on c}\n",
    "what a step ensures": "  place: {for: c in vacant, do: put man on c, ensure: not (man on a1 and man on b2)}\n",
    "what one of two moves ensures": (
        "  place: {for: c in vacant, do: put man on c, ensure: not (man on a1 and man on b2)}\n"
        "  take: {for: c in cells with own man, do: take man from c}\n"
    ),
    "distances": "  slide:\n    for: c in cells with own man, t in neighbors(c)\n    where: empty(t)\n    do: move c to t\n",
    "distances beside a set": (
        "  slide:\n    for: c in cells with own man, t in neighbors(c)\n    where: empty(t)\n    do: move c to t\n"
        "  place: {for: c in vacant, do: put man on c}\n"
    ),
    "both passes": (
        "  place: {for: c in vacant, where: count(cells with man) < 6, do: put man on c}\nturn:\n  phases:\n"
        "    first: {play: place, pass: free, until: ply > 3}\n    then: {play: place, pass: forced}\n"
    ),
    "a free pass alone, and later a forced one": (
        "  place: {for: c in vacant, where: count(cells with man) < 3, do: put man on c}\nturn:\n  phases:\n"
        "    first: {play: place, pass: free, until: ply > 3}\n    then: {play: place, pass: forced}\n"
    ),
    "a best turn": "  place: {for: c in vacant, do: put man on c}\nturn:\n  most: count({a1} with man)\n",
}
"""Moves, each drawn in a way of its own."""


@pytest.mark.parametrize("moves", DRAWN.values(), ids=DRAWN)
def test_whatever_is_drawn_from_a_draw_is_the_same_with_the_legal_actions_known(tmp_path: Path, moves: str) -> None:
    (tmp_path / "small.yaml").write_text(
        "ggl: 1\nname: Small\nplayers: [A, B]\nboard: square(3)\npieces: {man: {}}\nsetup: |\n  put A man on a3\n"
        f"  put B man on c1\nmoves:\n{moves}end: {{draw: {{long: ply == 9}}}}\n"
    )
    game = plain(str(tmp_path / "small.yaml"))
    listed, unlisted = game.batch(20, seed=8), game.batch(20, seed=8)
    for _ in range(9):
        listed.legal()
        actions = listed.random()
        assert (actions == unlisted.random()).all()
        assert (listed._many.states == unlisted._many.states).all()
        listed.step(actions)
        unlisted.step(actions)


FORCED = """\
ggl: 1
name: Forced
players: [A, B]
board: track(4)
pieces: {man: {}}
moves:
  put:
    for: c in vacant
    where: c in {p1, p2} if mover == A else c == p3
    do: put man on c
turn: {pass: forced}
end: {draw: {long: ply == 6}}
"""


def test_a_forced_pass_is_made_without_a_draw(tmp_path: Path) -> None:
    (tmp_path / "forced.yaml").write_text(FORCED)
    game = plain(str(tmp_path / "forced.yaml"))
    batch, passed = game.batch(5, seed=2), game.actions.number(game.actions.move(len(game.actions) - 1))
    for ply in range(6):
        batch.legal()
        before, actions = batch._many.states.copy(), batch.random()
        assert (actions == passed).all() == (ply > 2)
        assert (batch._many.states == before).all() == (ply > 2)
        batch.step(actions)
    assert [str(result) for result in game.playouts(5, seed=2)] == [str(batch.state(row).result) for row in range(5)]


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=named)
def test_compiled_a_row_is_as_a_state_and_as_a_playout(case: tuple[str, dict[str, object]]) -> None:
    game = ggl.load(case[0], engine="compiled", **case[1])
    agree(game, game.batch(4, seed=3, rolls=False, workers=2), 40, choose=5)
    batch, most = game.batch(200, seed=6, workers=2), 0
    while not batch.over.all() and most < 400:
        batch.step(batch.random())
        most += 1
    for row, result in enumerate(game.playouts(200, seed=6)):
        assert not batch.over[row] or batch.state(row).result == result


# ---- numbers


@pytest.mark.parametrize("case", few_of(CASES, itemgetter(0)), ids=named)
def test_each_number_is_one_step_with_one_name(case: tuple[str, dict[str, object]]) -> None:
    game = plain(case[0], **case[1])
    actions, sets = game.actions, game.checked.world.choices
    assert [actions.blocks[0].start, *(block.stop for block in actions.blocks)][-1] == len(actions)
    assert all(one.stop == two.start for one, two in zip(actions.blocks, actions.blocks[1:], strict=False))
    some = [*range(min(60, len(actions))), len(actions) - 1]
    assert [actions.number(actions.step(number)) for number in some] == some
    # a set is the same whatever the order of its members, so that several numbers have its name
    some = [number for number in some if not actions.name(number).startswith("roll") and actions.step(number).schema not in sets]
    assert len({actions.name(number) for number in some}) == len({*some})


def test_the_numbering_is_as_documented() -> None:
    # two placements of 9 by 9 cells, a swap for each of 24 edges, then pass and swap-sides
    actions = plain("tabik", size=3).actions
    assert [(block.schema, block.start, block.stop) for block in actions.blocks] == [
        ("place", 0, 81),
        ("swap", 81, 105),
        ("pass", 105, 106),
        ("swap-sides", 106, 107),
    ]
    assert actions.step(1 * 9 + 4) == Step("place", (1, 4))
    assert [block.schema for block in plain("sgibun", side=2).actions.blocks] == ["place", "pass", "take-0", "take-1"]


def test_more_actions_than_masks_can_hold_come_as_lists(tmp_path: Path) -> None:
    (tmp_path / "wide.yaml").write_text(WIDE)
    game = plain(str(tmp_path / "wide.yaml"))
    assert game.actions.size == 121**4 + 1 > MOST_MASKED
    batch = game.batch(2)
    with pytest.raises(ggl.ArgumentError, match=r"214,358,882 actions.*\n.*batch\.legal\(\)"):
        batch.masks()
    state = game.initial_state()
    while not batch.over.all():
        starts, numbers = batch.legal()
        assert [game.actions.move(number) for number in numbers[: starts[1]]] == list(state.legal_moves())
        batch.step(np.repeat(numbers[starts[0] : starts[0] + 1], 2))
        state = state.play(state.legal_moves()[0])
    assert tuple(batch.positions[1]) == state.vector


def test_a_game_without_numbers_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "wider.yaml").write_text(WIDE.replace("d in {a1, d1}", ", ".join(f"{x} in {{a1, d1}}" for x in "defghijkl")))
    with pytest.raises(ggl.ArgumentError, match=r"(?s)`jump` has more steps than.*help: .*legal_moves"):
        plain(str(tmp_path / "wider.yaml")).batch(1)


# ---- rows


def test_a_put_position_goes_on_as_its_state() -> None:
    # Go remembers positions: superko forbids what the row's history has
    game = plain("go", size=3)
    state = game.initial_state()
    for number in range(9):
        state = state.play(state.legal_moves()[number % 3])
    batch = game.batch(3, seed=1)
    batch.put(1, state)
    assert batch.state(1).vector == state.vector
    assert [game.actions.move(number) for number in np.flatnonzero(batch.masks()[1])] == list(state.legal_moves())
    agree(game, batch, 6, choose=2)


BACK_AND_FORTH: dict[str, tuple[dict[str, object], str, str]] = {
    "chess": ({}, "g1f3 g8f6 f3g1 f6g8", "g1h3 g8h6 h3g1 h6g8"),
    "xiangqi": ({}, "a1 - a2; i10 - i9; a2 - a1; i9 - i10", "b1 - c3; h10 - g8; c3 - b1; g8 - h10"),
    "go": ({"size": 3}, "b2; a1; pass; a2", "b2; a2; pass; a1"),
}
"""Games with rules on repetition, a play, and another one to the same vector."""


def after(game: ggl.Game, moves: str) -> ggl.State:
    state = game.initial_state()
    for text in moves.split("; ") if ";" in moves else moves.split():
        state = state.play(text)
    return state


@pytest.mark.parametrize("name", BACK_AND_FORTH)
def test_a_state_of_a_row_is_equal_to_the_state_that_was_put_there(name: str) -> None:
    options, moves, others = BACK_AND_FORTH[name]
    game = plain(name, **options)
    batch, state = game.batch(2), after(game, moves)
    batch.put(0, state)
    batch.put(1, batch.state(0))
    found = {state, batch.state(0), batch.state(1), pickle.loads(pickle.dumps(batch.state(0)))}
    assert len(found) == 1
    assert state == batch.state(0) == batch.state(1) == state
    move = state.legal_moves()[0]
    assert state.after(move) == batch.state(0).after(move)
    other = after(game, others)
    batch.put(1, other)
    assert other.vector == state.vector
    assert other not in found
    assert batch.state(1) not in found


COUNTED: dict[tuple[str, str], tuple[str, bool]] = {
    ("chess", "repetitions"): ("g1f3 g8f6 f3g1 f6g8", True),
    ("chess", "board_repetitions"): ("g1f3 g8f6 f3g1 f6g8", False),
    ("go", "board_repetitions"): ("a1; b1", True),
    ("go", "repetitions"): ("a1; b1", False),
    ("go", "ply + repetitions"): ("a1; b1", False),
}
"""A game, a question, a play, and whether a row keeps what the question reads."""


@pytest.mark.parametrize(("name", "question"), COUNTED)
def test_a_row_counts_earlier_positions_as_the_rules_do_and_refuses_to_count_others(name: str, question: str) -> None:
    moves, kept = COUNTED[name, question]
    game = plain(name)
    batch, begun = game.batch(1), game.initial_state()
    batch.put(0, begun)
    assert batch.state(0).ask(question) == begun.ask(question)
    state = after(game, moves)
    batch.put(0, state)
    move = state.legal_moves()[0]
    for of_row, own in ((batch.state(0), state), (batch.state(0).after(move), state.after(move))):
        if kept:
            assert of_row.ask(question) == own.ask(question)
        else:
            assert own.ask(question)
            with pytest.raises(ggl.GglError, match=r"has no value in a state of a batch.*\nhelp: "):
                of_row.ask(question)


def test_a_copy_goes_its_own_way() -> None:
    game = plain("go", size=3)
    batch = game.batch(2, seed=1)
    for _ in range(5):
        batch.step(batch.random())
    before, other = batch.positions.copy(), batch.copy()
    for _ in range(3):
        other.step(other.random())
    assert (batch.positions == before).all()
    for _ in range(3):
        batch.step(batch.random())
    assert (batch.positions == other.positions).all()
    assert batch.state(0) == other.state(0)


def test_reset_rows_begin_another_play() -> None:
    game = plain("tic-tac-toe")
    batch = game.batch(4, seed=1)
    first = [batch.random() for _ in range(2)]
    batch.step(first[1])
    batch.reset([1, 3])
    assert batch.ply.tolist() == [1, 0, 1, 0]
    batch.reset(batch.ply == 1)
    batch.reset(np.array([], dtype=np.int64))
    assert tuple(batch.positions[2]) == game.initial_state().vector
    batch.reset()
    assert not batch.ply.any()


def test_rows_of_long_histories_get_more_room() -> None:
    game = plain("go", size=2, superko=False)
    batch = game.batch(2, seed=0)
    states = [game.initial_state()] * 2
    for _ in range(40):
        actions = batch.random()
        batch.step(actions)
        states = [s if s.is_over else s.play(game.actions.move(a)) for s, a in zip(states, actions, strict=True)]
    assert [batch.state(row).vector for row in range(2)] == [state.vector for state in states]


def test_draws_begin_as_those_of_playouts() -> None:
    for seed in (0, 7, -5, 1 << 63):
        assert [int(x) & (1 << 64) - 1 for x in _states(seed, 5)] == [seeded(seed, row) for row in range(5)]


# ---- what a network sees


def test_planes_show_what_stands_where() -> None:
    game = plain("tabik", size=3)
    batch = game.batch(2)
    batch.put(0, game.initial_state().play("place a1 b1"))
    names = batch.plane_names()
    shown = {name: np.flatnonzero(plane).tolist() for name, plane in zip(names, batch.planes()[0], strict=True)}
    assert shown == {"Black stone": [game.board.find("a1").index], "White stone": [game.board.find("b1").index], "rod": []}
    assert not batch.planes()[1].any()
    edges = dict(zip(batch.plane_names("edge"), batch.planes("edge")[0], strict=True))
    assert np.flatnonzero(edges["rod"]).tolist() == [game.board.find("a1-b1").index]


def test_a_plane_of_numbers_has_the_numbers() -> None:
    game = plain("oware")
    batch = game.batch(1)
    planes = dict(zip(batch.plane_names(), batch.planes()[0], strict=True))
    assert set(planes["at_count"].tolist()) == {4.0}


def test_fields_come_with_their_axes() -> None:
    batch = plain("nine-mens-morris").batch(2)
    assert batch.field("supply").shape == (2, 2, 1)
    assert batch.field("ply").shape == (2,)
    with pytest.raises(ggl.UnknownFieldError, match="no field the str 'plys'; there are ply"):
        batch.field("plys")


# ---- wrong input


def test_an_illegal_action_changes_nothing() -> None:
    game = plain("tic-tac-toe")
    batch = game.batch(3)
    batch.step([0, 1, 2])
    before = batch.positions.copy()
    with pytest.raises(ggl.IllegalActionError) as raised:
        batch.step([5, 1, 2])
    assert (raised.value.row, raised.value.action) == (1, 1)
    assert str(raised.value).startswith("row 1, action 1: `place b1` is not legal")
    back = pickle.loads(pickle.dumps(raised.value))
    assert (type(back), str(back), back.row, back.action) == (ggl.IllegalActionError, str(raised.value), 1, 1)
    assert (batch.positions == before).all()
    batch.step([5, 5, 5])


def test_a_row_that_is_over_is_let_alone() -> None:
    game = plain("tic-tac-toe")
    batch = game.batch(2)
    for first, second in ((0, 0), (3, 1), (1, 2), (4, 3), (2, 4)):
        batch.step([first, second])
    assert batch.over.tolist() == [True, False]
    before = batch.positions[0].tolist()
    assert not batch.masks()[0].any()
    assert batch.random()[0] == -1
    for finished in (-1, 0, 10**6):
        batch.copy().step([finished, 8])
    batch.step([-1, 8])
    assert batch.positions[0].tolist() == before
    assert (batch.mover[0], batch.winner[0], batch.rewards[0].tolist()) == (-1, 0, [1, -1])


WRONG: list[tuple[str, Callable[[ggl.Game, Batch], Any], str]] = [
    ("too few actions", lambda g, b: b.step([0]), "actions are 3 whole numbers, one for each row"),
    ("actions of two dimensions", lambda g, b: b.step(np.zeros((3, 1), int)), r"not an array of int64, \(3, 1\)"),
    ("actions that are no whole numbers", lambda g, b: b.step([0.0, 1.0, 2.0]), "not an array of float64"),
    ("truth values for actions", lambda g, b: b.step([True, False, True]), "not an array of bool"),
    ("no actions", lambda g, b: b.step(None), "not None"),
    ("an action below 0", lambda g, b: b.step([0, -1, 0]), "row 1: Tic-Tac-Toe has actions from 0 to 8, but not -1"),
    ("an action too many", lambda g, b: b.step([0, 0, 9]), "row 2: .* but not 9"),
    ("an action past 64 bits", lambda g, b: b.step(np.array([1 << 63] * 3, dtype=np.uint64)), "but not 9223372036854775808"),
    ("a mask of another size", lambda g, b: b.reset([True]), "rows are a mask of 3 bools"),
    ("a row too many", lambda g, b: b.reset([3]), "numbers from 0 to 2"),
    ("rows by name", lambda g, b: b.reset("all"), "not the str 'all'"),
    ("a state of a row that is none", lambda g, b: b.state(3), "a row is a whole number from 0 to 2, not the int 3"),
    ("a state of another game", lambda g, b: b.put(0, ggl.load("clobber").initial_state()), "cannot be in a batch"),
    ("what is no state", lambda g, b: b.put(0, b.positions[0]), "put in as a state of its game"),
    ("masks of another shape", lambda g, b: b.masks(np.zeros((2, 9), bool)), r"an array of bool, \(3, 9\)"),
    ("masks of another type", lambda g, b: b.masks(np.zeros((3, 9), np.int8)), "not an array of int8"),
    ("planes over nothing", lambda g, b: b.planes("corner"), "planes are over sites of a type"),
    ("a batch of none", lambda g, b: g.batch(0), "from 1 to 1,048,576, not 0"),
    ("a batch of half a row", lambda g, b: g.batch(1.5), "from 1 to 1,048,576, not the float 1.5"),
    ("a seed that is not a number", lambda g, b: g.batch(1, seed="x"), "a seed is a whole number"),
    ("workers below 0", lambda g, b: g.batch(1, workers=-1), "the number of workers"),
    ("a number that is no action", lambda g, b: g.actions.name(9), "actions from 0 to 8, but not 9"),
    ("half a number", lambda g, b: g.actions.step(1.5), "a whole number, not the float 1.5"),
    ("a step of another game", lambda g, b: g.actions.number(Step("place", (9,))), "an action is the number of a move"),
    ("a move of another game", lambda g, b: g.actions.number(ggl.load("y").initial_state().legal_moves()[0]), "of another game"),
]  # fmt: skip


@pytest.mark.parametrize(("do", "told"), [pytest.param(do, told, id=what) for what, do, told in WRONG])
def test_wrong_input_is_told(do: Callable[[ggl.Game, Batch], Any], told: str) -> None:
    game = plain("tic-tac-toe")
    batch = game.batch(3)
    with pytest.raises(ggl.ArgumentError, match=told):
        do(game, batch)
    assert (batch.positions == game.initial_state().vector).all()


def test_another_roll_than_the_one_that_is_due_is_refused() -> None:
    batch = plain("backgammon").batch(1, rolls=False)
    first, second = [block for block in batch.game.actions.blocks if block.schema == "roll"][:2]
    with pytest.raises(ggl.IllegalActionError, match="`roll 1` is an outcome of another roll"):
        batch.step([second.start])
    batch.step([first.start])


def test_positions_are_for_reading() -> None:
    positions = plain("tic-tac-toe").batch(2).positions
    assert positions.dtype == np.int64
    assert positions.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        positions[0, 0] = 1


def test_the_example_of_self_play_learns() -> None:
    learned = runpy.run_path(str(ROOT / "examples/self_play.py"))["learned"]
    before, after = learned(plain("tic-tac-toe"), rows=64, rounds=40, rate=0.1)
    assert after > before + 0.2
