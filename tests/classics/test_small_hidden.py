"""Small games of hidden information beside open_spiel's: movers, choices, chances, returns, and what cannot be told apart.

Each is played through the adapter, so open_spiel's own interface is on both sides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.few import one_in
from tests.naive.test_naive_phantom import Partition

ROOT = Path(__file__).parents[2]
NAMES: dict[str, Callable[[str], str]] = {
    "kuhn": lambda text: {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}[text],
    "kuhn 3": lambda text: {"check": "Pass", "fold": "Pass", "bet": "Bet", "call": "Bet"}[text],
    "blotto": lambda text: _allocation(*map(int, text.split()[1:])),
    "rock paper scissors": lambda text: text.split()[1].capitalize(),
    "matching pennies": lambda text: text.split()[1].capitalize(),
}
"""How open_spiel calls a move of ggl."""

GAMES: dict[str, tuple[str, dict[str, object], str]] = {
    "kuhn": ("games/kuhn-poker.yaml", {"returns": "scores"}, "kuhn_poker"),
    "kuhn 3": ("examples/kuhn-poker-3.yaml", {"returns": "scores"}, "kuhn_poker(players=3)"),
    "blotto": ("games/blotto.yaml", {}, "blotto"),
    "rock paper scissors": ("games/rock-paper-scissors.yaml", {"rounds": 1}, "matrix_rps"),
    "matching pennies": ("tests/naive/games/matching-pennies.yaml", {"returns": "scores"}, "matching_pennies_3p"),
}


def _allocation(a: int, b: int) -> str:
    return f"[{a},{b},{10 - a - b}]"


def _card(state: Any, outcome: int) -> int:
    """A card that ggl deals, as open_spiel counts cards."""
    return int(state.action_to_string(state.current_player(), outcome).rpartition("_")[2]) - 1


def both(name: str) -> tuple[Any, Any]:
    pyspiel = pytest.importorskip("pyspiel")
    from ggl.adapters.open_spiel import load

    path, options, theirs = GAMES[name]
    return load(str(ROOT / path), **options), pyspiel.load_game(theirs)


def choices(name: str, state: Any, player: int, *, ours: bool) -> dict[str, int]:
    """What a player may choose, by open_spiel's names."""
    found = {state.action_to_string(player, action): action for action in state.legal_actions(player)}
    return {NAMES[name](text): action for text, action in found.items()} if ours else found


@pytest.mark.parametrize("name", one_in(2, GAMES))
def test_random_games_agree_with_open_spiel(name: str) -> None:
    ours, theirs = both(name)
    known = Partition()
    assert ours.num_players() == theirs.num_players()
    assert ours.get_type().dynamics == theirs.get_type().dynamics
    for seed in range(200):
        rng, one, other = random.Random(seed), ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert one.current_player() == other.current_player()
            if other.is_chance_node():
                cards = {_card(one, action): (action, chance) for action, chance in one.chance_outcomes()}
                assert {card: chance for card, (_, chance) in cards.items()} == pytest.approx(dict(other.chance_outcomes()))
                card = rng.choice(sorted(cards))
                one.apply_action(cards[card][0])
                other.apply_action(card)
                continue
            at_once = other.is_simultaneous_node()
            movers = range(other.num_players()) if at_once else [other.current_player()]
            made = []
            for player in movers:
                mine, your = choices(name, one, player, ours=True), choices(name, other, player, ours=False)
                assert sorted(mine) == sorted(your)
                known.add((player, one.information_state_string(player)), (player, other.information_state_string(player)))
                text = rng.choice(sorted(your))
                made.append((mine[text], your[text]))
            if at_once:
                one.apply_actions([mine for mine, _ in made])
                other.apply_actions([your for _, your in made])
            else:
                one.apply_action(made[0][0])
                other.apply_action(made[0][1])
        assert one.is_terminal()
        assert one.returns() == other.returns()
    assert known.ours


def curve(game: Any, rounds: int) -> list[float]:
    """How exploitable the mean policy of counterfactual regret minimization is, after each round."""
    from open_spiel.python.algorithms import cfr, exploitability

    solver, found = cfr.CFRSolver(game), []
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
        found.append(float(exploitability.exploitability(game, solver.average_policy())))
    return found


def test_regret_minimization_learns_kuhn_poker_as_it_does_open_spiels() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from ggl.adapters.open_spiel import load

    ours = curve(load(str(ROOT / GAMES["kuhn"][0]), returns="margins"), 3)
    assert ours == pytest.approx(curve(pyspiel.load_game("kuhn_poker"), 3))
    assert ours == sorted(ours, reverse=True)


@pytest.mark.slow
def test_regret_minimization_finds_the_value_of_kuhn_poker() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import cfr, expected_game_score

    from ggl.adapters.open_spiel import load

    values = []
    for game in (load(str(ROOT / GAMES["kuhn"][0]), returns="margins"), pyspiel.load_game("kuhn_poker")):
        solver = cfr.CFRSolver(game)
        for _ in range(400):
            solver.evaluate_and_update_policy()
        values.append(expected_game_score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2))
    assert list(values[0]) == pytest.approx(list(values[1]))
    assert values[0][0] == pytest.approx(-1 / 18, abs=2e-3)


def test_a_best_response_is_worth_what_trying_all_strategies_finds() -> None:
    """Against a side of Kuhn Poker that does anything as often: the best of all ways to bet and to check of the other."""
    pytest.importorskip("pyspiel")
    from open_spiel.python import policy
    from open_spiel.python.algorithms import best_response

    from ggl.adapters.open_spiel import load

    game = load(str(ROOT / GAMES["kuhn"][0]), returns="margins")
    for player in range(2):
        found = best_response.BestResponsePolicy(game, player, policy.UniformRandomPolicy(game)).value(game.new_initial_state())
        assert found == pytest.approx(max(_values(game.new_initial_state(), player)))


def _values(state: Any, player: int) -> list[float]:
    """What each pure strategy of a player is worth against one that does anything as often."""
    plays = [*_plays(state, player, 1.0, {})]
    decisions = sorted({(text, action) for made, _, _ in plays for text, action in made.items()})
    texts = sorted({text for text, _ in decisions})
    ways = [[action for one, action in decisions if one == text] for text in texts]
    strategies = (dict(zip(texts, chosen, strict=True)) for chosen in product(*ways))
    return [sum(chance * worth for made, chance, worth in plays if made.items() <= one.items()) for one in strategies]


def _plays(state: Any, player: int, chance: float, made: dict[str, int]) -> Iterator[tuple[dict[str, int], float, float]]:
    """Each way a game may go: the player's own decisions, the chance of the rest, and what it brings the player."""
    if state.is_terminal():
        yield made, chance, state.returns()[player]
    elif state.is_chance_node():
        for outcome, likely in state.chance_outcomes():
            yield from _plays(state.child(outcome), player, chance * likely, made)
    else:
        legal, own = state.legal_actions(), state.current_player() == player
        for action in legal:
            more = {**made, state.information_state_string(): action} if own else made
            yield from _plays(state.child(action), player, chance if own else chance / len(legal), more)
