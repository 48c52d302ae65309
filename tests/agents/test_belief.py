"""Beliefs: the positions that fit what a side knows, beside all plays of small games gone through one by one."""

from __future__ import annotations

import pickle
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

import ggl
from ggl.agents import AgentError
from ggl.agents.belief import BeliefFilter, Policy, belief
from ggl.play.information import Information

ROOT = Path(__file__).parents[2]
HIDDEN = ROOT / "tests" / "play" / "hidden"
DEEP = {"dark-hex": 12, "masks": 2, "three": 4, "ghosts": 3}
"""Steps of plays that are gone through; a step of Dark Hex may be unseen, so there it is the whole game, on 2 x 2 cells."""


@cache
def game(name: str) -> ggl.Game:
    return ggl.load("dark-hex", size=2) if name == "dark-hex" else ggl.load(HIDDEN / f"{name}.yaml")


Weights = dict[tuple[int, ...], float]


def skewed(_: object, numbers: Sequence[int]) -> dict[int, float]:
    """A policy that does not choose all steps equally often."""
    total = sum(1 + number % 3 for number in numbers)
    return {number: (1 + number % 3) / total for number in numbers}


def equal(_: object, numbers: Sequence[int]) -> dict[int, float]:
    return dict.fromkeys(numbers, 1 / len(numbers))


@cache
def every(name: str, policy: Policy = equal) -> dict[Information, Weights]:
    """Each information state of the side to move, with the positions in which it has it: how likely they are, where the others
    choose by a policy."""
    found: dict[Information, Weights] = defaultdict(dict)
    number = game(name).actions.number

    def go(state: ggl.State, shares: dict[str, float], depth: int) -> None:
        if state.is_over:
            return
        moves = state.legal_moves()
        if not state.is_chance:
            weights = found[state.information()]
            weights[state.vector] = weights.get(state.vector, 0.0) + shares[state.mover]
        chooses = equal if state.is_chance else policy
        likely = chooses((), [number(move.step) for move in moves])
        for move in moves if depth else ():
            now = {
                side: share * (1 if side == state.mover and not state.is_chance else likely[number(move.step)])
                for side, share in shares.items()
            }
            go(state.after(move), now, depth - 1)

    go(game(name).initial_state(), dict.fromkeys(game(name).players, 1.0), DEEP[name])
    return found


def some(name: str, count: int, policy: Policy = equal) -> Iterator[tuple[Information, Weights]]:
    known = every(name, policy)
    assert len(known) >= count
    yield from random.Random(name).sample(list(known.items()), count)


@pytest.mark.parametrize(("name", "policy"), [*((name, equal) for name in DEEP), ("dark-hex", skewed), ("masks", skewed)])
def test_an_exact_belief_has_all_positions_that_fit_with_their_probabilities(name: str, policy: Policy) -> None:
    sizes = set()
    for information, weights in some(name, 25, policy):
        found = belief(information) if policy is equal else BeliefFilter(game(name), policy=policy).belief(information)
        total = sum(weights.values())
        assert found.exact
        assert {state.vector: weight for state, weight in zip(found.states, found.weights, strict=True)} == pytest.approx(
            {vector: weight / total for vector, weight in weights.items()}
        )
        sizes.add(len(found.states))
    assert max(sizes) > 1


def test_a_belief_in_a_hurry_has_one_position_that_fits() -> None:
    """It is in a hurry from the third question on: what it has learned of many positions comes down to one."""
    hurried = 0
    for information, weights in some("dark-hex", 40):
        asked = iter(range(10**9))
        found = BeliefFilter(game("dark-hex"), seed=3).belief(information, lambda asked=asked: next(asked) >= 2)  # type: ignore[misc]
        assert {state.vector for state in found.states} <= {*weights}
        hurried += len(weights) > len(found.states) == 1
        assert found.exact == (len(found.states) == len(weights)) or len(weights) == 1
        at_once = BeliefFilter(game("dark-hex"), seed=3).belief(information, lambda: True)
        assert len(at_once.states) == 1
    assert hurried


@pytest.mark.parametrize("most", [1, 2])
def test_a_sample_has_only_positions_that_fit_and_says_that_it_is_one(most: int) -> None:
    sampled = 0
    for information, weights in some("dark-hex", 40):
        found = belief(information, most=most, seed=3)
        assert {state.vector for state in found.states} <= {*weights}
        assert 1 <= len(found.states) <= most
        assert sum(found.weights) == pytest.approx(1)
        assert not (found.exact and len(weights) > most)
        sampled += not found.exact
    assert sampled > 10


def test_a_sample_that_has_run_out_is_refilled_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {information: belief(information, most=1, seed=3) for information, _ in some("dark-hex", 40)}
    monkeypatch.setattr(BeliefFilter, "_replayed", lambda _: None)
    lost = 0
    for information in found:
        try:
            belief(information, most=1, seed=3)
        except AgentError:
            lost += 1
    assert lost


def test_a_belief_carried_along_a_play_is_that_of_its_last_information_state() -> None:
    state, rng = game("dark-hex").initial_state(), random.Random(4)
    filters = {side: BeliefFilter(state.game) for side in state.game.players}
    steps = 0
    while not state.is_over:
        information = state.information()
        carried, anew = filters[state.mover].belief(information), belief(information)
        assert dict(zip(carried.states, carried.weights, strict=True)) == pytest.approx(
            dict(zip(anew.states, anew.weights, strict=True))
        )
        state, steps = state.after(rng.choice(state.legal_moves())), steps + 1
    assert steps > 3


def test_information_is_all_that_a_belief_is_made_of() -> None:
    information, weights = next(pair for pair in some("dark-hex", 40) if len(pair[1]) > 3)
    sent = pickle.loads(pickle.dumps(information))
    assert {state.vector for state in belief(sent).states} == {*weights}


def test_the_same_seed_gives_the_same_sample() -> None:
    information, _ = next(pair for pair in some("dark-hex", 40) if len(pair[1]) > 3)
    assert belief(information, most=2, seed=1) == belief(information, most=2, seed=1)


def test_what_begins_in_the_middle_of_a_play_is_refused() -> None:
    state = game("dark-hex").initial_state().play("b2").play("b2")
    with pytest.raises(AgentError, match="does not begin at the start of Dark Hex"):
        belief(ggl.State(state.game, state.position).information())


def test_in_a_game_that_hides_nothing_one_position_fits() -> None:
    state = ggl.load("tic-tac-toe").initial_state().play("b2").play("a1")
    found = belief(state.information())
    assert (found.states, found.weights, found.exact) == ((state,), (1.0,), True)


@pytest.mark.slow
def test_hands_too_many_to_list_are_found_to_the_end_of_a_play() -> None:
    """Those that fit later are dealt first what their player lays later: at random one would never be met."""
    cards, rng = ggl.load("closed-tricks", tricks=3), random.Random(4)
    filters = {side: BeliefFilter(cards, most=24, seed=1) for side in cards.players}
    state = cards.initial_state()
    while not state.is_over:
        if not state.is_chance:
            found = filters[state.mover].belief(state.information())
            assert found.states
            assert not found.exact or len(found.states) < 24
            for each in found.states:
                assert each.view(state.mover) == state.view(state.mover)
                assert each["hand"][cards.players.index(state.mover)] == state["hand"][cards.players.index(state.mover)]
        state = state.after(rng.choice(state.legal_moves()))


def test_a_belief_knows_what_was_announced() -> None:
    """All seventy set-ups of the other side fit at first; of a taken ghost its kind is told, and half of them are left."""
    geister = ggl.load("geister")
    state = geister.initial_state()
    for text in ("b1 c1 d1 e1", "b6 c6 d6 e6", "d2-d3", "d5-d4"):
        state = state.play(text)
    found = BeliefFilter(geister).belief(state.information())
    assert (len(found.states), found.exact) == (70, True)
    taken = state.play("d3-d4").play("c5-c4")
    found = BeliefFilter(geister).belief(taken.information())
    assert (len(found.states), found.exact) == (35, True)
    assert taken.vector in {each.vector for each in found.states}


def test_the_watcher_has_no_belief() -> None:
    state = game("masks").initial_state()
    with pytest.raises(ggl.ArgumentError, match="a belief is that of a side"):
        belief(state.information("watcher"))
    with pytest.raises(ggl.ArgumentError, match="the information state of a side"):
        belief(state)  # type: ignore[arg-type]
