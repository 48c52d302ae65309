"""Tree search and alpha-beta say what is true: beside a plain minimax, in both ways of running, for any number of seats."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ggl
from ggl import agents
from ggl.agents import Budget
from ggl.play.errors import ArgumentError
from tests.few import slow
from tests.minimax import minimax

GAMES = Path(__file__).parent.parent / "language/games"
THREE = GAMES / "three_players_take_turns.yaml"


def random_state(game: ggl.Game, steps: int, seed: int) -> ggl.State:
    """A state some random steps from the beginning, that is not over."""
    rng = random.Random(seed)
    while True:
        state = game.initial_state()
        for _ in range(steps):
            if state.is_over:
                break
            state = state.after(rng.choice(state.legal_moves()))
        if not state.is_over:
            return state


SMALL = [
    ("tic-tac-toe", {}, 2),
    ("hex", {"size": 3}, 2),
    ("clobber", {"width": 3, "height": 3}, 1),
    slow("connect-four", {"width": 5, "height": 4, "line": 3}, 7),
    ("dots-and-boxes", {"width": 2, "height": 1}, 1),
    slow("tabik", {"size": 3}, 2),
]


@pytest.mark.parametrize(("name", "options", "steps"), SMALL, ids=str)
def test_what_is_proven_is_what_minimax_finds(name: str, options: dict[str, object], steps: int) -> None:
    game = ggl.load(name, **options)
    mcts, alphabeta = agents.make("mcts:sims=200000", game), agents.make("alphabeta:depth=100", game)
    for seed in range(6):
        state = random_state(game, steps + 2 * (seed % 2), seed)
        expected = minimax(state)
        for agent in (mcts, alphabeta):
            agent.new_play(seed)
            thought = agent.think(state)
            assert (thought.proven, thought.value) == (True, expected), (agent.spec, str(state))
            best = state.after(thought.move)
            assert (1 - minimax(best) if best.seat != state.seat and not best.is_over else thought.value) == expected


@pytest.mark.parametrize("spec", ["mcts", "alphabeta", "python:tests.agents.test_search:Waits"])
def test_a_budget_may_be_without_end(spec: str) -> None:
    game = ggl.load("tic-tac-toe")
    agent = agents.make(spec, game)
    assert agent.think(random_state(game, 5, 1), Budget(seconds=math.inf)).move
    agent.close()


class Waits:
    """For the test before."""

    def __init__(self, game: ggl.Game) -> None:
        pass

    def think(self, state: ggl.State, budget: Budget | None = None) -> ggl.Move:
        return state.legal_moves()[0]


def test_what_alphabeta_calls_proven_of_any_move_is_exact() -> None:
    game = ggl.load("tic-tac-toe")
    agent = agents.make("alphabeta:depth=9", game)
    for seed in range(8):
        state = random_state(game, 3 + seed % 2, seed)
        for candidate in agent.think(state).candidates:
            after = state.after(candidate.move)
            exact = (
                float(after.result.seat == state.seat) if after.result and after.result.seat else 0.5 if after.is_over else None
            )
            if candidate.proven:
                assert candidate.value == (1 - minimax(after) if exact is None else exact), (str(state), str(candidate.move))


def test_tic_tac_toe_is_a_draw() -> None:
    game = ggl.load("tic-tac-toe")
    for spec in ("mcts:sims=1000000", "alphabeta:depth=9"):
        thought = agents.make(spec, game).think(game.initial_state())
        assert (thought.proven, thought.value) == (True, 0.5)


@pytest.mark.parametrize("size", [3, 4])
def test_small_hex_boards_are_won_by_the_first_player(size: int) -> None:
    game = ggl.load("hex", size=size, pie=False)
    thought = agents.make("mcts:sims=3000000", game).think(game.initial_state())
    assert (thought.proven, thought.value) == (True, 1.0)


def test_under_the_pie_rule_a_won_opening_is_taken_over() -> None:
    game = ggl.load("hex", size=3)
    state = game.initial_state().play("b2")
    thought = agents.make("mcts:sims=100000", game).think(state)
    assert (str(thought.move), thought.value, thought.proven) == ("swap-sides", 1.0, True)
    opening = agents.make("mcts:sims=1000000", game).think(game.initial_state())
    assert opening.value < 1


PEACE = """\
ggl: 1
name: Peace
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
state:
  made: {start: 0, in: 0..9}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put stone on c
  peace:
    do: add 1 to made
end:
  player p wins:
    row: lined(cells with p stone, 3)
  draw: made > 0 or full
"""


def test_a_sure_draw_proves_nothing_while_something_else_may_win(tmp_path: Path) -> None:
    (tmp_path / "peace.yaml").write_text(PEACE)
    game = ggl.load(tmp_path / "peace.yaml")
    state = game.initial_state().play("place b2").play("place a1").play("place c1")
    open_ = 0
    for seed in range(4):
        thought = agents.make("mcts:sims=50", game, seed).think(state)
        best = thought.candidates[0]
        assert thought.value >= best.value or not best.proven
        assert not thought.proven or thought.value == minimax(state)
        open_ += best.proven and not thought.proven
    assert open_, "the case is there"


def test_greedy_takes_a_sure_draw_no_sooner_than_what_looks_as_good(tmp_path: Path) -> None:
    (tmp_path / "peace.yaml").write_text(PEACE)
    game = ggl.load(tmp_path / "peace.yaml")
    thoughts = [agents.make("greedy", game, seed).think(game.initial_state()) for seed in range(20)]
    assert sum(str(thought.move) == "peace" for thought in thoughts) < 10
    assert not any(thought.proven for thought in thoughts)


@pytest.mark.parametrize("spec", ["mcts:sims=200000", "alphabeta:depth=9"])
def test_a_win_is_told_to_be_no_nearer_than_it_is(spec: str) -> None:
    game = ggl.load("tic-tac-toe")
    state = game.initial_state().play("a2").play("c3")
    far = agents.make(spec, game).think(state)
    assert (far.proven, far.value) == (True, 1.0)
    assert far.distance in (None, 5)


def test_the_win_of_the_next_move_is_one_step_away() -> None:
    game = ggl.load("tic-tac-toe")
    state = game.initial_state().play("a1").play("b1").play("a2").play("b2")
    for spec in ("greedy", "mcts:sims=20000"):
        assert agents.make(spec, game).think(state).distance == 1


def test_another_budget_replaces_the_agents_own_limits_and_one_without_any_says_when_to_stop() -> None:
    own, given, stopped = Budget(40, 2.0), Budget(seconds=1.0), lambda: True
    assert own.unless(None) is own
    assert own.unless(given) is given
    assert own.unless(Budget()) == own
    assert own.unless(Budget(stopped=stopped)).stopped is stopped


ALIKE = [("connect-four", {}), slow("sgibun", {"side": 3}), (str(GAMES / "rolls_are_steps_that_nobody_chooses.yaml"), {})]


@pytest.mark.parametrize(("name", "options"), ALIKE, ids=["connect-four", "sgibun", "rolls"])
def test_the_same_seed_gives_the_same_thoughts_compiled_or_as_python(name: str, options: dict[str, object]) -> None:
    thoughts = []
    for engine in ("compiled", "interpreter"):
        game = ggl.load(name, engine=engine, **options)
        agent = agents.make("mcts:sims=40", game, seed=5)
        state = game.initial_state()
        while state.is_chance:
            state = state.after(state.legal_moves()[0])
        first = agent.think(state)
        then = state.after(first.move)
        second = first if then.is_chance or then.is_over else agent.think(then)
        agent.new_play(5)
        assert agent.think(state).candidates == first.candidates
        thoughts.append([(str(each.move), each.value, each.visits) for each in (*first.candidates, *second.candidates)])
    assert thoughts[0] == thoughts[1]


def test_the_tree_goes_along_with_the_play() -> None:
    game = ggl.load("connect-four")
    kept, fresh = agents.make("mcts:sims=2000", game, 1), agents.make("mcts:sims=2000,reuse=off", game, 1)
    state = game.initial_state()
    for _ in range(4):
        for agent in (kept, fresh):
            thought = agent.think(state)
            assert thought.simulations == 2000
            assert sum(each.visits for each in thought.candidates) <= 2000
            assert len(thought.candidates) == len(state.legal_moves())
        state = state.after(thought.move)
    search = kept._search  # type: ignore[attr-defined]
    search.begin(state.position)
    assert search.simulations > 0, "part of the last tree is there"
    fresh._search.begin(game.initial_state().position)  # type: ignore[attr-defined]
    assert fresh._search.simulations == 0  # type: ignore[attr-defined]


def test_each_of_three_seats_plays_for_itself() -> None:
    game = ggl.load(THREE)
    agent = agents.make("mcts:sims=500", game, 1)
    state, seats = game.initial_state(), set()
    while not state.is_over:
        thought = agent.think(state)
        root = agent._search.root()  # type: ignore[attr-defined]
        assert sum(root.means) == pytest.approx(1)
        seats.add(state.seat)
        state = state.after(thought.move)
    assert seats == {"first", "second", "third"}
    with pytest.raises(agents.AgentError, match="for two players"):
        agents.make("alphabeta", game)


@pytest.mark.parametrize("spec", ["mcts:sims=400", "alphabeta:depth=2", "greedy"])
def test_a_win_in_one_is_taken(spec: str) -> None:
    game = ggl.load("connect-four")
    state = game.initial_state()
    for move in ("1", "7", "1", "7", "1", "7"):
        state = state.play(move)
    thought = agents.make(spec, game).think(state)
    assert (str(thought.move), thought.value, thought.proven) == ("1", 1.0, True)


@pytest.mark.parametrize("spec", ["mcts:sims=400", "alphabeta:depth=2"])
def test_a_loss_in_one_is_avoided(spec: str) -> None:
    game = ggl.load("connect-four")
    state = game.initial_state()
    for move in ("1", "7", "1", "7", "1"):
        state = state.play(move)
    assert str(agents.make(spec, game).think(state).move) == "1"


def test_a_budget_is_kept() -> None:
    game = ggl.load("tabik", size=5)
    for spec in ("mcts", "alphabeta"):
        agent = agents.make(spec, game)
        assert agent.think(game.initial_state(), Budget(seconds=0.2)).seconds < 1.5
    assert agents.make("mcts:123", game).think(game.initial_state()).simulations == 123
    assert agents.make("alphabeta:nodes=5000", game).think(game.initial_state()).simulations <= 6000


def test_positions_with_thousands_of_steps_are_searched() -> None:
    game = ggl.load("amazons")
    thought = agents.make("mcts:sims=300", game).think(game.initial_state())
    assert thought.simulations == 300


def test_there_is_nothing_to_choose_at_a_roll_or_after_the_end() -> None:
    game, other = ggl.load("backgammon"), ggl.load("tic-tac-toe").initial_state()
    for spec in ("random", "greedy", "mcts:10", "alphabeta:1"):
        with pytest.raises(ggl.ArgumentError, match="a roll is due"):
            agents.make(spec, game).think(game.initial_state())
        with pytest.raises(ggl.ArgumentError, match="this agent plays"):
            agents.make(spec, game).think(other)


def test_a_move_is_written_so_that_it_is_no_other(tmp_path: Path) -> None:
    file = tmp_path / "alike.yaml"
    file.write_text("""
ggl: 1
name: Alike
players: [A, B]
board: square(2)
pieces: {stone: {}}
moves:
  place: {for: "c in cells, d in cells", where: empty(c), do: put stone on c}
look: {notation: {place: c}}
end: {draw: ply == 2}
""")
    game = ggl.load(file)
    state = game.initial_state()
    for spec in ("random", "greedy", "mcts:sims=40", "alphabeta:depth=1"):
        for candidate in agents.make(spec, game).think(state).candidates:
            assert state.play(str(candidate.move)) == state.after(candidate.move)


LOSING = """\
ggl: 1
name: Keep apart
players: [X, O]
board: square(4)
pieces: {mark: {}}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put mark on c
end:
  player p loses: lined(cells with p mark, 2)
  draw: full
"""


@pytest.mark.parametrize("spec", ["mcts:sims=2,near=0.03", "mcts:sims=5,near=0.03", "mcts:sims=3"])
def test_where_all_that_was_tried_is_lost_something_else_is_played(spec: str, tmp_path: Path) -> None:
    (tmp_path / "apart.yaml").write_text(LOSING)
    game = ggl.load(tmp_path / "apart.yaml")
    agent = agents.make(spec, game)
    untried = 0
    for seed in range(20):
        agent.new_play(seed)
        state = game.initial_state()
        while not state.is_over and len(state.legal_moves()) > 1:
            thought = agent.think(state)
            best, *others = thought.candidates
            untried += best.visits == 0 and any(other.proven and other.value == 0 for other in others)
            state = state.after(thought.move)
    assert untried > 0


@pytest.mark.parametrize("limits", [
    {"simulations": math.nan}, {"simulations": 1.5}, {"simulations": "3"}, {"simulations": -5},
    {"simulations": True}, {"seconds": math.nan}, {"seconds": -1}, {"seconds": "1"}, {"seconds": True}, {"stopped": 3},
])  # fmt: skip
def test_a_budget_of_what_is_no_number_is_refused(limits: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match="of a budget"):
        Budget(**limits)


def test_a_budget_takes_numbers_of_numpy_and_infinite_seconds() -> None:
    assert Budget(np.int64(7), np.float32(0.5)) == Budget(7, 0.5)
    assert Budget(seconds=math.inf).seconds == math.inf
    assert Budget(10**40).simulations == 10**15  # as good as no limit, and machine code can count so far


@pytest.mark.parametrize("given", [(None,), (3,), ("state", 3)])
def test_an_agent_refuses_what_is_no_state_and_no_budget(given: tuple[Any, ...]) -> None:
    game = ggl.load("tic-tac-toe")
    agent = agents.make("mcts:9", game)
    with pytest.raises(ArgumentError):
        agent.think(*(game.initial_state() if each == "state" else each for each in given))
