"""A review tells what each move gave away: compared with Tic-Tac-Toe solved by hand."""

from __future__ import annotations

import random
from functools import cache

import pytest

import ggl
from ggl import agents
from ggl.agents.review import review


@cache
def game() -> ggl.Game:
    return ggl.load("tic-tac-toe")


@cache
def worth(state: ggl.State) -> float:
    """What a state is worth to the seat to move, by looking at every line to its end."""
    if state.result is not None:
        return 0.5 if state.result.seat is None else float(state.result.seat == state.seat)
    return max(1 - worth(state.after(move)) for move in state.legal_moves())


def play_of(seed: int, n: int = 9) -> list[tuple[ggl.State, ggl.Move]]:
    rng, state, steps = random.Random(seed), game().initial_state(), []
    while not state.is_over and len(steps) < n:
        move = rng.choice(state.legal_moves())
        steps.append((state, move))
        state = state.after(move)
    return steps


@pytest.fixture(scope="module")
def judge() -> agents.Agent:
    return agents.make("mcts:time=60", game())  # it stops as soon as all is proven


@pytest.mark.parametrize(("seed", "n"), [(1, 9), (2, 9), (3, 9), (4, 5), (5, 6)])
def test_each_loss_is_what_perfect_play_says(judge: agents.Agent, seed: int, n: int) -> None:
    steps = play_of(seed, n)
    found = list(review(judge, steps))
    choices = [place for place, (state, _) in enumerate(steps) if len(state.legal_moves()) > 1]
    assert [judged.place for judged in found] == choices[::-1]
    for judged in found:
        state, move = steps[judged.place]
        assert (judged.state, judged.move) == (state, move)
        assert judged.loss == worth(state) - (1 - worth(state.after(move)))
        assert 1 - worth(state.after(judged.best.move)) == worth(state)
        assert judged.proven


def test_there_is_nothing_to_say_of_no_moves(judge: agents.Agent) -> None:
    assert list(review(judge, [])) == []


def test_luck_is_no_mistake_of_whoever_rolled() -> None:
    game = ggl.load("backgammon")
    state, steps, rng = game.initial_state(), [], random.Random(1)
    while len(steps) < 14:
        move = rng.choice(state.legal_moves())
        steps.append((state, move))
        state = state.after(move)
    found = {judged.place: judged for judged in review(agents.make("greedy", game), steps)}
    assert found
    for place, (before, move) in enumerate(steps):
        if before.is_chance:
            assert place not in found
        elif place in found:
            ahead = before.after(move)
            candidates = agents.make("greedy", game).think(before).candidates
            own = next(each for each in candidates if each.move == move)
            if ahead.is_chance:
                assert found[place].value == own.value


class OneMove:
    """An agent that tells of the first move only, as those from elsewhere do."""

    def __init__(self, game: ggl.Game) -> None:
        self.game = game

    def think(self, state: ggl.State, budget: object = None) -> agents.Thought:
        return agents.Thought((agents.Candidate(state.legal_moves()[0], 0.5),), 0.5)


def test_a_move_of_which_the_judge_says_nothing_is_judged_by_what_came_of_it() -> None:
    found = list(review(OneMove(game()), play_of(2)))
    assert [judged.place for judged in found] == list(range(7, -1, -1))


def test_where_nothing_is_known_of_a_move_it_is_left_out() -> None:
    game = ggl.load("backgammon")
    state, steps, rng = game.initial_state(), [], random.Random(1)
    while len(steps) < 14:
        move = rng.choice(state.legal_moves())
        steps.append((state, move))
        state = state.after(move)
    found = list(review(OneMove(game), steps))
    assert 0 < len(found) < sum(len(state.legal_moves()) > 1 and not state.is_chance for state, _ in steps)


class Hasty:
    """An agent that tried each of a few moves once: what it saw of the best one is luck."""

    def __init__(self, game: ggl.Game) -> None:
        self.game = game

    def think(self, state: ggl.State, budget: object = None) -> agents.Thought:
        first, *others = state.legal_moves()
        lucky = agents.Candidate(others[-1], 1.0, 1) if others else agents.Candidate(first, 0.5, 1)
        rest = tuple(agents.Candidate(move, 0.5, 0) for move in (first, *others[:-1]) if others)
        return agents.Thought((lucky, *rest), 0.5, 1)


def test_a_lucky_try_of_another_move_is_no_loss() -> None:
    found = list(review(Hasty(game()), play_of(2)))
    assert found
    assert all(judged.loss == 0 for judged in found if judged.place < 7)  # the last one came to the play's own end


def test_what_has_to_be_compiled_is_compiled_before_the_clock_runs() -> None:
    game = ggl.load("tic-tac-toe")
    agent = agents.make("mcts:sims=20", game)
    made = set(game.fast.emitted._called)
    start = game.initial_state()
    agent.think(start.play("b2"))
    agent.think(start)
    assert set(game.fast.emitted._called) == made


@pytest.mark.parametrize(("first", "second"), [("rock", "scissors"), ("rock", "paper"), ("paper", "rock")])
def test_what_the_other_chose_in_secret_is_no_mistake(first: str, second: str) -> None:
    steps, state = [], ggl.load("rock-paper-scissors", rounds=1).initial_state()
    for text in (first, second):
        move = next(move for move in state.legal_moves() if str(move) == text)
        steps.append((state, move))
        state = state.after(move)
    found = list(review(agents.make("ismcts:2000", steps[0][0].game, 1), steps))
    assert [judged.place for judged in found] == [1, 0]
    assert all(judged.loss < 0.2 for judged in found)  # it was half a win by what came to light
