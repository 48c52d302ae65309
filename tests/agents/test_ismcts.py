"""Search over information states: it plays well by what its side knows, and by nothing else."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

import ggl
from ggl import agents, arena
from ggl.agents import Budget
from ggl.agents.ismcts import UNCERTAIN, IsmctsAgent, _Tried
from ggl.host.jobs.work import PositionData
from ggl.play.information import Information

HIDDEN = Path(__file__).parents[1] / "play" / "hidden"


@cache
def game(name: str) -> ggl.Game:
    if name == "dark-hex":
        return ggl.load(name, size=3)
    return ggl.load(name if name in ("phantom-tic-tac-toe", "tic-tac-toe") else HIDDEN / f"{name}.yaml")


def played(name: str, *moves: str) -> ggl.State:
    state = game(name).initial_state()
    for move in moves:
        state = state.play(move)
    return state


def alike(name: str) -> list[tuple[ggl.State, ggl.State]]:
    """Pairs of different states that the side to move cannot tell apart."""
    met: dict[Information, dict[tuple[int, ...], ggl.State]] = defaultdict(dict)
    for seed in range(60):
        rng, state = random.Random(seed), game(name).initial_state()
        for _ in range(7):
            if state.is_over:
                break
            if not state.is_chance:
                met[state.information()][state.vector] = state
            state = state.after(rng.choice(state.legal_moves()))
    return [tuple(states.values())[:2] for states in met.values() if len(states) > 1]  # type: ignore[misc]


@pytest.mark.parametrize("spec", ["ismcts:sims=40", "ismcts:sims=40,worlds=1"])
@pytest.mark.parametrize("name", ["phantom-tic-tac-toe", "dark-hex", "masks"])
def test_states_that_a_side_cannot_tell_apart_have_the_same_thought(name: str, spec: str) -> None:
    pairs = alike(name)[:4]
    assert pairs
    for pair in pairs:
        one, other = (agents.make(spec, game(name), seed=5).think(state) for state in pair)
        assert one.candidates == other.candidates
        assert (one.value, one.positions, one.all_positions) == (other.value, other.positions, other.all_positions)


def plays_alike(name: str, own: int) -> list[tuple[list[ggl.State], list[ggl.State]]]:
    """Pairs of plays, by the states in which one side has chosen so many times, that this side cannot tell apart."""
    met: dict[Information, dict[tuple[int, ...], list[ggl.State]]] = defaultdict(dict)
    for seed in range(60):
        rng, state = random.Random(seed), game(name).initial_state()
        chosen: dict[str, list[ggl.State]] = defaultdict(list)
        while not state.is_over and all(len(states) < own for states in chosen.values()):
            if not state.is_chance:
                chosen[state.mover].append(state)
                if len(chosen[state.mover]) == own:
                    met[state.information()][state.vector] = chosen[state.mover]
            state = state.after(rng.choice(state.legal_moves()))
    return [tuple(plays.values())[:2] for plays in met.values() if len(plays) > 1]  # type: ignore[misc]


@pytest.mark.parametrize("name", ["phantom-tic-tac-toe", "dark-hex"])
def test_plays_that_a_side_cannot_tell_apart_have_the_same_thoughts(name: str) -> None:
    """Along a play the belief goes by what the last search has found for the others, which is of what its side knows alone."""
    pairs = plays_alike(name, 3)[:3]
    assert pairs
    for pair in pairs:
        agents_of_both = [agents.make("ismcts:sims=40", game(name), seed=5) for _ in pair]
        for states in zip(*pair, strict=True):
            one, other = (agent.think(state) for agent, state in zip(agents_of_both, states, strict=True))
            assert one.candidates == other.candidates
            assert (one.value, one.positions, one.all_positions) == (other.value, other.positions, other.all_positions)


def test_the_last_search_says_what_the_others_choose() -> None:
    """X has two corners of the upper row, and O has found out one of them: O is expected to close the row."""
    agent = IsmctsAgent(game("phantom-tic-tac-toe"), {"sims": 1500, "c": 0.7, "playouts": 8}, 0)
    state = played("phantom-tic-tac-toe", "a3", "a3", "b2")
    number = state.game.actions.number
    numbers = [number(move.step) for move in state.legal_moves()]
    assert agent._expected(state.vector, numbers) == {}
    agent.think(state)
    replied = state.play("c3")
    likely = {str(move): agent._expected(replied.vector, [number(each.step) for each in replied.legal_moves()])[number(move.step)]
              for move in replied.legal_moves()}  # fmt: skip
    assert sum(likely.values()) == pytest.approx(1)
    assert min(likely.values()) >= UNCERTAIN / len(likely)
    assert max(likely.values()) > 1.5 * min(likely.values())


def test_a_new_node_gets_the_mean_of_its_playouts() -> None:
    state = played("phantom-tic-tac-toe", "b2")
    one, many = (
        agents.make(f"ismcts:sims=1,playouts={count}", state.game).think(state).candidates[0].value for count in (1, 500)
    )
    assert one in (0, 0.5, 1)
    assert 0.2 < many < 0.5


def first_choice(history: dict[int, tuple[int, float]], tried: dict[int, tuple[int, float]], legal: list[int]) -> int:
    """What a node chooses, with visits and sums of its steps and of the whole search."""
    agent = IsmctsAgent(game("dark-hex"), {"sims": 1, "c": 0.7, "playouts": 8}, 0)
    records = [{step: _Tried() for step in each} for each in (tried, history)]
    for each, known in zip(records, (tried, history), strict=True):
        for step, (visits, total) in known.items():
            each[step].visits, each[step].total, each[step].available = visits, total, visits
    return agent._chosen(records[0], records[1], legal)


@pytest.mark.parametrize(
    ("history", "tried", "best"),
    [
        ({3: (50, 45.0), 4: (50, 5.0)}, {}, 3),
        ({3: (50, 5.0), 4: (50, 45.0)}, {}, 4),
        ({3: (50, 0.0), 4: (50, 0.0)}, {}, 5),
        ({3: (90, 81.0), 4: (90, 9.0), 5: (90, 9.0)}, {3: (20, 0.0), 4: (20, 20.0), 5: (20, 0.0)}, 4),
    ],
)
def test_a_node_that_knows_little_of_a_step_goes_by_its_history(
    history: dict[int, tuple[int, float]], tried: dict[int, tuple[int, float]], best: int
) -> None:
    """Of untried steps the one that did well elsewhere is first, one that nobody has made before those that did badly; what the
    node itself has found counts more in the end."""
    assert first_choice(history, tried, [3, 4, 5]) == best


def test_it_takes_a_win_that_all_positions_promise() -> None:
    state = played("phantom-tic-tac-toe", "a1", "a3", "b1", "a1", "b1", "b3")
    thought = agents.make("ismcts:sims=400", state.game).think(state)
    assert str(thought.move) == "place c1"
    assert thought.move == thought.line[0]
    assert thought.value > 0.7


def test_the_thought_says_from_which_positions_it_was_searched() -> None:
    state = played("phantom-tic-tac-toe", "b2")
    thought = agents.make("ismcts:sims=64", state.game).think(state)
    assert (thought.positions, thought.all_positions, thought.simulations) == (9, True, 64)
    assert sum(each.visits for each in thought.candidates) == 64
    one = agents.make("ismcts:sims=64,worlds=1", state.game).think(state)
    assert (one.positions, one.all_positions) == (1, False)


def test_the_cell_of_the_enemy_is_tried_last_where_it_is_known() -> None:
    state = played("phantom-tic-tac-toe", "b2", "b2")
    thought = agents.make("ismcts:sims=64", state.game).think(state)
    assert thought.positions == 1
    assert "place b2" not in [str(each.move) for each in thought.candidates]


def test_budgets_are_kept() -> None:
    state = played("phantom-tic-tac-toe", "b2")
    agent = agents.make("ismcts:time=0.05", state.game)
    agent.think(state)
    assert agent.think(state).seconds < 1
    assert agent.think(state, Budget(simulations=7)).simulations == 7
    assert agent.think(state, Budget(simulations=10**6, stopped=lambda: True)).simulations < 100


def test_a_new_play_with_the_same_seed_has_the_same_thoughts() -> None:
    state = played("dark-hex", "b2", "b2", "a1")
    agent = agents.make("ismcts:sims=100", state.game, seed=2)
    first = agent.think(state)
    agent.new_play(2)
    assert agent.think(state).candidates == first.candidates


@pytest.mark.parametrize("name", ["three", "ghosts", "tic-tac-toe"])
def test_it_plays_games_of_all_kinds_to_their_end(name: str) -> None:
    found = arena.play(game(name), ["ismcts:sims=5"] * len(game(name).players), 3, most_steps=60)
    assert not found.failure
    assert found.turns


def test_it_beats_random_play_in_dark_hex() -> None:
    wins = sum(arena.play(game("dark-hex"), ["random", "ismcts:sims=60"], seed).values[1] for seed in range(8))
    assert wins >= 5  # Red, who begins, has the lead there


@pytest.mark.slow
def test_it_beats_random_play_surely() -> None:
    pairs = arena.play
    for name in ("dark-hex", "phantom-tic-tac-toe"):
        won = 0.0
        for seed in range(30):
            won += pairs(game(name), ["ismcts:sims=200", "random"], seed).values[0]
            won += pairs(game(name), ["random", "ismcts:sims=200"], seed).values[1]
        assert won / 60 > 0.7, name


def test_levels_are_of_it_in_games_that_hide_something() -> None:
    agent = agents.make("level:1", game("masks"))
    assert agent.think(game("masks").initial_state()).positions == 1


def test_a_state_that_is_sent_to_a_worker_keeps_what_its_side_knows() -> None:
    state = played("phantom-tic-tac-toe", "b2", "b2", "a1", "a1", "c3")
    sent = PositionData.of(state).state(state.game)
    assert sent == state
    assert all(sent.information(side) == state.information(side) for side in state.game.players)
    open_ = played("tic-tac-toe", "b2")
    assert PositionData.of(open_).steps == ()
