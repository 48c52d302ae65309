"""Each adapter passes the suite of its own library, and random play through it is random play through ggl.

The ordinary run takes one game of each sort: rolls, edges and a pie rule, turns of several steps, a history of positions; the
slow run takes all bundled games.
"""

from __future__ import annotations

import random
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ggl
from ggl.adapters.vector import Environment as Vector
from ggl.play.errors import ArgumentError, GameOverError, IllegalMoveError, OptionError
from ggl.play.loading import made_of
from ggl.source import Source
from tests.compiler.runtime.test_vector_env import CASES
from tests.few import one_in, slow

ROOT = Path(__file__).parents[2]
FEW = ("tic-tac-toe", "backgammon", "tabik", "quarod", "go", "draughts")
UNMASKED = "geister"
"""The one bundled game that has more actions than a mask."""

GAMES = [pytest.param(name, marks=() if name in FEW else pytest.mark.slow) for name, _ in CASES if name != UNMASKED]
pytestmark = pytest.mark.filterwarnings("default")


QUICK = ("tic-tac-toe", "tabik", "quarod", "go")
"""Of them, those whose plays are soon over."""


@cache
def game_of(name: str) -> ggl.Game:
    return ggl.load(name, engine="interpreter", **dict(CASES)[name])


def random_play(game: ggl.Game, seed: int, most: int) -> tuple[list[int], ggl.State]:
    """Through ggl alone: the actions, and the last state; rolls are drawn from their own random numbers."""
    rolls, choices, made, state = random.Random(seed), random.Random(seed + 1), list[int](), game.initial_state()
    while not state.is_over and len(made) < most:
        actions = state.legal_actions()
        if state.is_chance:
            state = state.apply(actions[rolls.randrange(len(actions))])
        else:
            made.append(choices.choice(sorted(set(actions))))
            state = state.apply(made[-1])
    while state.is_chance:
        actions = state.legal_actions()
        state = state.apply(actions[rolls.randrange(len(actions))])
    return made, state


def test_a_game_with_more_actions_than_a_mask_is_refused_in_words() -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import env

    with pytest.raises(ArgumentError, match=r"Geister has 1,680,948 actions, but a mask has at most 1,048,576"):
        env(game_of(UNMASKED))


# ---- PettingZoo


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_passes_its_own_tests(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    test = pytest.importorskip("pettingzoo.test")
    from ggl.adapters.pettingzoo import env

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test.api_test(env(game_of(name), most_steps=60, render_mode="ansi"), num_cycles=100)
        test.seed_test(lambda: env(game_of(name), most_steps=20), num_cycles=30)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_random_play_through_pettingzoo_is_that_of_ggl(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import env

    play, rng, made = env(game_of(name), most_steps=80), random.Random(8), []
    play.reset(seed=7)
    for agent in play.agent_iter():
        seen, reward, terminated, truncated, _ = play.last()
        if terminated or truncated:
            assert reward == play.state_now.rewards[play.possible_agents.index(agent)]
            play.step(None)
            continue
        made.append(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        play.step(made[-1])
    assert (made, play.state_now) == random_play(game_of(name), 7, 80)


def test_pettingzoo_refuses_an_illegal_action() -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import env

    play = env("tic-tac-toe")
    play.reset()
    play.step(4)
    with pytest.raises(IllegalMoveError):
        play.step(4)
    assert play.observe("first")["action_mask"].sum() == 0
    assert play.observe("second")["action_mask"].sum() == 8


AT_ONCE = ["rock-paper-scissors", "blotto", str(ROOT / "tests/language/games/some_phases_choose_at_once.yaml")]


@pytest.mark.parametrize("name", AT_ONCE, ids=lambda name: Path(name).stem)
def test_the_parallel_environment_passes_the_tests_of_pettingzoo(name: str) -> None:
    test = pytest.importorskip("pettingzoo.test")
    from ggl.adapters.pettingzoo import parallel_env

    game = ggl.load(name, engine="interpreter")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test.parallel_api_test(parallel_env(game, render_mode="ansi"), num_cycles=60)
        if name == "rock-paper-scissors":  # this test takes no notice of masks, and here all is legal
            test.parallel_seed_test(lambda: parallel_env(game), num_cycles=20)


@pytest.mark.parametrize("name", AT_ONCE, ids=lambda name: Path(name).stem)
def test_parallel_plays_are_plays_of_ggl_in_which_each_seat_has_its_choices(name: str) -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import parallel_env

    play, rng = parallel_env(ggl.load(name, engine="interpreter")), random.Random(4)
    seen, _ = play.reset(seed=1)
    state, rewards = play.game.initial_state(), dict[str, float]()
    while play.agents:
        masks = {agent: np.flatnonzero(seen[agent]["action_mask"]).tolist() for agent in play.agents}
        actions = {agent: rng.choice(legal) if legal else 0 for agent, legal in masks.items()}
        seen, rewards, terminations, _, _ = play.step(actions)
        for _ in [legal for legal in masks.values() if legal]:
            chooser = play.possible_agents[state.to_move]
            assert sorted(state.legal_actions()) == masks[chooser]
            state = state.apply(actions[chooser])
        assert play.state_now == state
        assert set(terminations.values()) == {state.is_over}
    assert state.is_over
    assert tuple(rewards.values()) == state.rewards


def test_the_parallel_environment_refuses_what_it_cannot_do() -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import parallel_env

    with pytest.raises(ArgumentError, match="one side chooses after the other"):
        parallel_env("tic-tac-toe")
    play = parallel_env("blotto", engine="interpreter")
    seen, _ = play.reset()
    before = play.state_now
    with pytest.raises(IllegalMoveError):
        play.step({"first": 0, "second": np.flatnonzero(seen["second"]["action_mask"] == 0)[0]})
    with pytest.raises(ArgumentError, match="an action of the second seat is missing"):
        play.step({"first": 0})
    assert play.state_now == before


# ---- Gymnasium


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_passes_its_own_checker(name: str) -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    from ggl.adapters.gymnasium import Environment

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checker.check_env(Environment(game_of(name), "random", render_mode="ansi"), skip_render_check=True)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", ["first", "second"])
def test_plays_through_gymnasium_are_plays_of_ggl(name: str, seat: str) -> None:
    pytest.importorskip("gymnasium")
    from ggl.adapters.gymnasium import Environment

    env, rng = Environment(game_of(name), "random", seat, most_steps=60), random.Random(3)
    seen, _ = env.reset(seed=5)
    over = truncated = env.state_now.is_over or not seen["action_mask"].any()
    reward = 0.0
    while not (over or truncated):
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal == sorted(set(env.state_now.legal_actions()))
        seen, reward, over, truncated, _ = env.step(rng.choice(legal))
    state = env.state_now
    assert over == state.is_over
    assert reward == state.rewards[env.seat]
    begun, moves = state.came_by()
    for move in moves:
        begun = begun.play(move)
    assert begun == state
    env.close()


def test_gymnasium_is_made_by_its_name_and_an_illegal_action_loses() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    import ggl.adapters.gymnasium

    env = gymnasium.make("ggl/Game-v0", game="tic-tac-toe", opponent="greedy")
    env.reset(seed=1)
    _, reward, over, truncated, info = env.step(4)
    assert (reward, over, truncated, info) == (0.0, False, False, {})
    _, reward, over, truncated, info = env.step(4)
    assert (reward, over, truncated) == (-1.0, True, False)
    assert "empty" in info["illegal"]
    with pytest.raises(GameOverError, match="an illegal action ended this play"):
        env.step(0)
    env.reset(seed=1)
    assert env.step(0)[1:3] == (0.0, False)
    strict = gymnasium.make("ggl/Game-v0", game="tic-tac-toe", illegal="raise").unwrapped
    strict.reset(seed=1)
    strict.step(4)
    with pytest.raises(IllegalMoveError):
        strict.step(4)
    for wrong in ({"seat": "third"}, {"illegal": "pass"}):
        with pytest.raises(OptionError):
            ggl.adapters.gymnasium.Environment("tic-tac-toe", **wrong)


def test_gymnasium_refuses_a_step_before_the_first_reset() -> None:
    pytest.importorskip("gymnasium")
    from ggl.adapters.gymnasium import Environment

    with pytest.raises(ArgumentError, match="call `reset`"):
        Environment("tic-tac-toe").step(0)


def test_pettingzoo_refuses_what_is_no_seed_no_agent_no_mode_and_no_play() -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import env

    play = env("tic-tac-toe", engine="interpreter")
    for call in (lambda: play.step(0), play.last):
        with pytest.raises(ArgumentError, match="call `reset`"):
            call()
    for seed in ("x", 1.5):
        with pytest.raises(ArgumentError, match="a seed is a whole number"):
            play.reset(seed=seed)
    play.reset(seed=np.int64(3))
    for ask in (play.observe, play.action_space, play.observation_space):
        with pytest.raises(ArgumentError, match="'x' is no agent here; the agents are first, second"):
            ask("x")
    for mode in ("rgb_array", 3):
        with pytest.raises(ArgumentError, match="`render_mode` is ansi or human"):
            env("tic-tac-toe", render_mode=mode)


SMALL = """\
ggl: 1
name: Small
players: [Ann, Bob]
board: square(3, 1)
pieces: {man: {}}
moves:
  put:
    for: c in vacant
    do: put man on c
end:
  ENDS
"""
MATCH = """\
match:
  until: any(p in players if total(p) >= 12)
  next first: other(starter)
  points(p): 3 if winner == p else 0
"""
OVER = SMALL.replace("ENDS", "Ann wins: ply == 0")


def test_a_play_that_is_over_before_anybody_moves_ends_in_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import Environment

    play = Environment(made_of(Source("over.yaml", OVER), {}))
    play.reset(seed=1)
    told = {}
    for agent in play.agent_iter(max_iter=5):
        _, reward, over, _, _ = play.last()
        told[agent] = (reward, over)
        play.step(None)
    assert told == {"first": (1.0, True), "second": (-1.0, True)}


def test_the_parallel_environment_refuses_a_step_after_the_end() -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import parallel_env

    play = parallel_env("rock-paper-scissors", rounds=1)
    for most_steps, said in ((100, "the game is over: .*; call `reset`"), (2, "broken off at step 2; call `reset`")):
        play = parallel_env("rock-paper-scissors", most_steps=most_steps)
        play.reset(seed=1)
        with pytest.raises(ArgumentError, match="the actions of a step is a map from agents to actions"):
            play.step([0, 1])
        while play.agents:
            play.step({"first": 0, "second": 1})
        before = play.state_now
        with pytest.raises(GameOverError, match=said):
            play.step({"first": 0, "second": 1})
        assert play.state_now == before


def test_gymnasium_refuses_a_step_after_a_play_was_broken_off() -> None:
    pytest.importorskip("gymnasium")
    from ggl.adapters.gymnasium import Environment

    play = Environment("tic-tac-toe", most_steps=1)
    play.reset(seed=0)
    assert play.step(0)[2:4] == (False, True)
    with pytest.raises(GameOverError, match="broken off at step 1; call `reset`"):
        play.step(1)
    assert play.state_now.ply == 1


def test_gymnasium_says_that_a_play_is_over_before_one_could_choose() -> None:
    pytest.importorskip("gymnasium")
    from ggl.adapters.gymnasium import Environment

    assert Environment(made_of(Source("over.yaml", OVER), {})).reset(seed=1)[1] == {"over": True, "reward": 1.0}
    assert Environment("tic-tac-toe", seat="second").reset(seed=1)[1] == {}


# ---- open_spiel


def test_open_spiel_knows_between_what_the_points_of_a_match_are() -> None:
    pytest.importorskip("pyspiel")
    from ggl.adapters.open_spiel import load

    text = SMALL.replace("ENDS", "player p wins: p man on b1 and full") + MATCH
    there = load(made_of(Source("match.yaml", text), {}), returns="scores")
    state = there.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert max(state.returns()) >= 12
    assert there.min_utility() <= min(state.returns()) <= max(state.returns()) <= there.max_utility()


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name, _ in CASES])
def test_open_spiel_passes_its_generic_test(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from ggl.adapters.open_spiel import load

    game = load(game_of(name) if name in QUICK else ggl.load(name, engine="compiled", **dict(CASES)[name]))
    pyspiel.random_sim_test(game, num_sims=1, serialize=name in SHORT, verbose=False)
    capfd.readouterr()


SHORT = ("tic-tac-toe", "tabik", "connect-four", "clobber", "dots-and-boxes", "hex", "y", "breakthrough")
"""Games whose plays are short enough to be told anew at every step, which open_spiel's test does where it sends states."""


@pytest.mark.parametrize("name", GAMES)
def test_random_play_through_open_spiel_is_that_of_ggl(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from ggl.adapters.open_spiel import load

    game = game_of(name)
    there, rolls, choices, made = load(game).new_initial_state(), random.Random(7), random.Random(8), []
    while not there.is_terminal() and len(made) < 60:
        if there.is_chance_node():
            state = there.ggl_state
            actions = state.legal_actions()
            outcomes = dict(there.chance_outcomes())
            assert sum(outcomes.values()) == pytest.approx(1)
            there.apply_action(actions[rolls.randrange(len(actions))] - load(game).first_roll)
        elif there.is_simultaneous_node():
            chosen = [choices.choice(there.legal_actions(player)) for player in range(there.num_players())]
            made += chosen
            there.apply_actions(chosen)
        else:
            made.append(choices.choice(there.legal_actions()))
            there.apply_action(made[-1])
    while not there.is_terminal() and there.is_chance_node():
        actions = there.ggl_state.legal_actions()
        there.apply_action(actions[rolls.randrange(len(actions))] - load(game).first_roll)
    expected, state = random_play(game, 7, 60)
    assert (made, there.ggl_state) == (expected, state)
    assert tuple(there.returns()) == state.rewards
    assert there.clone().ggl_state == state
    assert there.current_player() == (pyspiel.PlayerId.TERMINAL if state.is_over else state.to_move)


def test_open_spiels_search_plays_a_game_of_ggl() -> None:
    pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import mcts

    from ggl.adapters.open_spiel import load

    game = load("tic-tac-toe")
    bot = mcts.MCTSBot(
        game, 2.0, 60, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)), random_state=np.random.RandomState(1)
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sum(state.returns()) == 0


# ---- many at once


@pytest.mark.parametrize("name", one_in(2, GAMES))
def test_a_row_of_the_vector_environment_is_a_playout_of_ggl(name: str) -> None:
    game = game_of(name)
    env = Vector(game, 3, seed=4, most_steps=40, observe=name != "chess")
    rolls = "chance" in game.layout.slots  # which a playout counts as steps, and an environment does not
    expected = game.playouts(3, seed=4, most_steps=10_000 if rolls else 40)
    seen, ended = env.reset(), dict[int, tuple[float, ...]]()
    env.batch._many.states[:] = game.batch(3, seed=4)._many.states  # a reset goes on with the draws
    if rolls:
        env = Vector(game, 3, seed=4, most_steps=40, observe=False)
        seen = env._look()
    for _ in range(40):
        actions = env.random()
        assert seen.masks[np.arange(3), actions].all()
        states = [env.batch.state(row) for row in range(3)]
        assert seen.movers.tolist() == [state.to_move for state in states]
        for row, state in enumerate(states):
            for part, array in (state.observation() if seen.observations else {}).items():
                assert np.array_equal(array, seen.observations[part][row])
        seen = env.step(actions)
        for row in np.flatnonzero(seen.over | seen.truncated):
            if row not in ended and not (rolls and seen.truncated[row]):
                ended[row] = tuple(seen.rewards[row].tolist())
                assert rolls or seen.lengths[row] == expected.steps[row]
                assert seen.truncated[row] == (expected.reasons[row] < 0)
    for row, rewards in ended.items():
        seats = [0.0] * len(rewards)
        result = expected[row]
        if result.seats:
            seats = [1.0 if seat in result.seats else -1.0 for seat in ("first", "second", "third", "fourth")[: len(rewards)]]
        assert rewards == tuple(seats)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("tic-tac-toe", {}),
        slow("backgammon", {}),
        slow("go", {"size": 5}),
        ("tabik", {"size": 4, "pie": True}),
        slow("tiku", {}),
        ("open-tricks", {"tricks": 3}),
    ],
)
def test_a_step_of_the_vector_environment_is_a_step_a_reset_and_a_look_of_a_batch(name: str, options: dict[str, Any]) -> None:
    game, rows = ggl.load(name, **options), 1100
    env, batch = Vector(game, rows, seed=3, most_steps=25, workers=2), game.batch(rows, 3)  # several parts, and one
    env.reset()
    batch.reset()
    lengths = np.zeros(rows, dtype=np.int64)
    for _ in range(40):
        actions = batch.random()
        assert np.array_equal(actions, env.random())  # rolls go on with the same draws
        seen = env.step(actions)
        batch.step(actions)
        lengths += 1
        truncated = ~batch.over & (lengths >= 25)
        assert np.array_equal(seen.over, batch.over)
        assert np.array_equal(seen.truncated, truncated)
        assert np.array_equal(seen.rewards, batch.rewards)
        assert np.array_equal(seen.lengths, lengths)
        ended = batch.over | truncated
        batch.reset(ended)
        lengths[ended] = 0
        assert np.array_equal(seen.masks, batch.masks())
        assert np.array_equal(seen.movers, batch.seat)
        looked = game.observation.of(batch.positions, batch.field("mover").reshape(rows))
        for part in game.observation.parts:
            assert np.array_equal(seen.observations[part], looked[part])


@pytest.mark.parametrize("name", ["tic-tac-toe", "phantom-tic-tac-toe"])
def test_the_vector_environment_shows_the_last_position_of_plays_that_end_or_are_broken_off(name: str) -> None:
    game = ggl.load(name)
    env, plain = Vector(game, 6, most_steps=7, final=True), Vector(game, 6, most_steps=7)
    seen, quick, ended = env.reset(seed=5), plain.reset(seed=5), 0
    assert seen.final_movers.tolist() == [-1] * 6
    assert quick.final_observations == {}
    for _ in range(30):
        actions = env.random()
        assert np.array_equal(actions, plain.random())
        last = [env.batch.state(row).apply(actions[row]) for row in range(6)]
        seen, quick = env.step(actions), plain.step(actions)
        for part, array in arrays_of(quick).items():
            assert part.startswith("final") or np.array_equal(array, arrays_of(seen)[part]), part
        for row in np.flatnonzero(seen.over | seen.truncated):
            ended += 1
            assert seen.final_movers[row] == (last[row].to_move if seen.truncated[row] else -1)
            for part, array in last[row].observation().items():
                assert np.array_equal(array, seen.final_observations[part][row]), part
    assert ended > 10


def test_a_reset_with_a_seed_begins_the_draws_of_a_batch_again() -> None:
    env, batch = Vector("connect-four", 4, seed=1, engine="interpreter"), ggl.load("connect-four").batch(4, 9)
    first = [env.reset(seed=9).lengths.copy(), *(env.step(env.random()).masks.copy() for _ in range(5))]
    again = [env.reset(seed=9).lengths.copy(), *(env.step(env.random()).masks.copy() for _ in range(5))]
    for _ in range(5):
        batch.step(batch.random())
    assert all(map(np.array_equal, first, again))
    assert np.array_equal(env.batch.positions, batch.positions)
    for wrong in ("x", 1.5, True):
        with pytest.raises(ArgumentError, match="a seed is a whole number"):
            env.reset(seed=wrong)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="`final`"):
        Vector("tic-tac-toe", 2, final=1)  # type: ignore[arg-type]


def test_the_vector_environment_shows_each_side_of_a_game_that_hides_what_it_sees() -> None:
    env = Vector("phantom-tic-tac-toe", 3)
    seen = env.reset(seed=2)
    for _ in range(12):
        for row in range(3):
            for part, array in env.batch.state(row).observation().items():
                assert np.array_equal(array, seen.observations[part][row])
        seen = env.step(env.random())


def test_arrays_of_the_vector_environment_stay_where_they_are() -> None:
    env = Vector("tic-tac-toe", 4, engine="interpreter")
    seen = env.reset()
    before = seen.masks.__array_interface__["data"]
    assert np.from_dlpack(seen.observations["cell"]).shape == (4, 2, 9)
    after = env.step(env.random())
    assert after.masks.__array_interface__["data"] == before
    with pytest.raises(ArgumentError):
        env.step([0])


def arrays_of(seen: Any) -> dict[str, Any]:
    return {**seen.observations, **{name: value for name, value in vars(seen).items() if isinstance(value, np.ndarray)}}


def test_torch_sees_the_arrays_of_the_vector_environment_without_a_copy_and_acts() -> None:
    torch = pytest.importorskip("torch")
    env = Vector("tic-tac-toe", 5, engine="interpreter")
    seen = env.reset()
    there = {name: torch.from_dlpack(array) for name, array in arrays_of(seen).items()}
    for _ in range(3):
        for name, array in arrays_of(seen).items():
            assert there[name].data_ptr() == array.__array_interface__["data"][0]
            assert np.array_equal(there[name].numpy(), array)
        seen = env.step(torch.multinomial(there["masks"].float(), 1).squeeze(1))
    assert there["lengths"].tolist() == [3] * 5


def test_jax_sees_the_arrays_of_the_vector_environment_without_a_copy() -> None:
    jax = pytest.importorskip("jax")
    seen = Vector("connect-four", 5, engine="interpreter", width=5, height=4).reset()
    for array in (*seen.observations.values(), seen.masks, seen.rewards, seen.over, seen.truncated):
        assert jax.dlpack.from_dlpack(array).unsafe_buffer_pointer() == array.__array_interface__["data"][0]


@pytest.mark.parametrize("n", [1, 3, 200])
def test_arrays_of_the_vector_environment_begin_where_no_library_has_to_copy_them(n: int) -> None:
    seen = Vector("tic-tac-toe", n, engine="interpreter").reset()
    assert all(array.__array_interface__["data"][0] % 64 == 0 and array.flags.carray for array in arrays_of(seen).values())


def test_observations_are_the_same_for_both_sides_of_a_symmetric_game() -> None:
    state = ggl.load("connect-four", engine="interpreter").initial_state().play("1").play("2")
    mine, other = (state.observation(side)["cell"] for side in state.game.players)
    assert np.array_equal(mine[::-1], other)
    assert mine.sum() == 2


def test_open_spiel_has_nodes_of_all_in_phases_in_which_all_choose_at_once() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from ggl.adapters.open_spiel import load

    game = load(ROOT / "tests" / "language" / "games" / "some_phases_choose_at_once.yaml", engine="interpreter")
    state, kinds, rng = game.new_initial_state(), list[bool](), random.Random(5)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    while not state.is_terminal():
        at_once = state.current_player() == pyspiel.PlayerId.SIMULTANEOUS
        kinds.append(at_once)
        if at_once:
            legal = (state.legal_actions(player) for player in range(game.num_players()))
            state.apply_actions([rng.choice(actions or [0]) for actions in legal])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    assert kinds == [True, True, False, False, False, True, True]


def test_open_spiel_tells_a_seat_what_it_knows() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from ggl.adapters.open_spiel import load

    game = load(ggl.load(Path(__file__).parents[2] / "games" / "phantom-tic-tac-toe.yaml"))
    assert game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    known: dict[str, ggl.State] = {}
    for seed in range(20):
        rng, state = random.Random(seed), game.new_initial_state()
        while not state.is_terminal():
            for player, side in enumerate(state.ggl_state.game.players):
                text = state.information_state_string(player)
                other = known.setdefault(text, state.ggl_state)
                assert state.ggl_state.information(side) == other.information(side)
                assert state.observation_string(player) == str(state.ggl_state.view(side))
            state.apply_action(rng.choice(state.legal_actions()))
    assert len(known) > 100


def test_open_spiel_refuses_what_is_no_size_and_no_choice_of_all() -> None:
    pytest.importorskip("pyspiel")
    from ggl.adapters.open_spiel import load

    for wrong in (-1, 1.5, True, "x"):
        with pytest.raises(ArgumentError, match="the size of an information state is a whole number from 0"):
            load("kuhn-poker", information=wrong)  # type: ignore[arg-type]
    state = load("rock-paper-scissors").new_initial_state()
    with pytest.raises(ArgumentError, match="give an action for each"):
        state.apply_actions([0])
    assert state.current_player() == -2  # all are still to choose


def test_the_parallel_environment_refuses_an_agent_that_does_not_play() -> None:
    pytest.importorskip("pettingzoo")
    from ggl.adapters.pettingzoo import parallel_env

    env = parallel_env("rock-paper-scissors")
    env.reset()
    with pytest.raises(ArgumentError, match="is no agent here"):
        env.step({"first": 0, "second": 1, "third": 1})
