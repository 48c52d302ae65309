"""Equilibria of small games: those that are known, and exploitability as the best response finds it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import ggl
from ggl.analysis import equilibrium
from ggl.analysis.equilibrium import Equilibrium, _best_response, _minimised, _Tree
from ggl.play.errors import ArgumentError
from ggl.play.information import Information
from ggl.play.loading import made_of
from ggl.source import Source

HIDING = """\
ggl: 1
name: Hiding
players: [Hider, Seeker]
board: track(3)
pieces:
  coin: {seen by: owner}
moves:
  hide:
    for: c in cells
    where: {the hider hides: mover == Hider}
    shows: name
    do: put coin on c
  seek:
    for: c in cells
    where: {the seeker seeks: mover == Seeker}
    do: |
      win if coin on c
      lose
end:
  draw: ply == 3
"""


@cache
def hiding() -> ggl.Game:
    return made_of(Source("hiding.yaml", HIDING), {})


@cache
def kuhn(iterations: int) -> Equilibrium:
    return equilibrium(ggl.load(Path(__file__).parent / "kuhn-poker.yaml"), iterations, worth="score")


def test_kuhn_poker_has_twelve_information_states_and_uniform_play_loses_what_is_known() -> None:
    found = kuhn(0)
    assert len(found.strategy) == 12
    assert found.value == pytest.approx(1 / 8)
    assert found.exploitability == pytest.approx(11 / 24)


def test_kuhn_poker_goes_to_its_value_and_its_exploitability_to_none() -> None:
    found = kuhn(3000)
    assert found.value == pytest.approx(-1 / 18, abs=0.01)
    assert found.exploitability < 0.05


@pytest.mark.slow
def test_kuhn_poker_is_exploitable_by_less_than_a_hundredth_of_a_coin() -> None:
    found = kuhn(40_000)
    assert found.exploitability < 0.01
    assert found.value == pytest.approx(-1 / 18, abs=0.005)


def test_who_holds_the_highest_card_calls_and_who_holds_the_lowest_folds() -> None:
    for information, chances in kuhn(3000).strategy.items():
        called = next((chance for move, chance in chances.items() if move.schema == "call"), None)
        if called is not None:
            rolls = [move for move in information.told() if move.startswith("roll ")]
            assert len(rolls) == 1  # its own card, and not that of the other
            assert rolls[0] != "roll 3" or called > 0.95
            assert rolls[0] != "roll 1" or called < 0.05


def test_a_coin_hidden_in_one_of_three_places_is_found_one_time_in_three() -> None:
    found = equilibrium(hiding(), 2000)
    assert found.value == pytest.approx(1 / 3, abs=0.05)
    assert found.exploitability < 0.05
    (seek,) = [chances for information, chances in found.strategy.items() if information.player == "Seeker"]
    assert max(seek.values()) < 0.45


def test_a_strategy_that_favours_one_place_is_exploited() -> None:
    """Uniform play is the equilibrium here; a few iterations are far from it."""
    assert equilibrium(hiding(), 0).exploitability == pytest.approx(0)
    assert equilibrium(hiding(), 3).exploitability == pytest.approx(0.5)


ROW = """\
ggl: 1
name: Phantom Row
players: [X, O]
board: square(3, 1)
pieces:
  mark: {seen by: owner or c.found}
state:
  found: {start: false, each: cells, seen by: not viewer mark on c}
moves:
  place:
    for: c in cells
    where: seen(empty(c))
    shows: nothing
    do: |
      if empty(c):
        put mark on c
      else:
        set c.found to true
        again
end:
  player p wins: lined(cells with p mark, 2)
  draw: full
"""

SMALL = {
    "Kuhn Poker": lambda: ggl.load(Path(__file__).parent / "kuhn-poker.yaml"),
    "Hiding": hiding,
    "Phantom Row": lambda: made_of(Source("row.yaml", ROW), {}),
    "Rock Paper Scissors": lambda: ggl.load("rock-paper-scissors", rounds=1),
    "Blotto": lambda: ggl.load("blotto", soldiers=2),
}


@pytest.mark.parametrize("iterations", [0, 30])
@pytest.mark.parametrize("name", SMALL)
def test_exploitability_is_what_trying_all_strategies_of_each_player_finds(name: str, iterations: int) -> None:
    game, worth = SMALL[name](), "score" if name == "Kuhn Poker" else "win"
    found = equilibrium(game, iterations, worth=worth)  # type: ignore[arg-type]
    best = [max(values_of_all(found, game, player, worth)) for player in range(2)]
    assert found.exploitability == pytest.approx(sum(best) / 2)


def values_of_all(found: Equilibrium, game: ggl.Game, player: int, worth: str) -> list[float]:
    """What each pure strategy of a player is worth against the strategy that was found for the other."""
    ways = list(plays(found, game.initial_state(), player, worth, 1.0, {}))
    choices: dict[Information, dict[str, None]] = {}
    for made, _, _ in ways:
        for information, move in made.items():
            choices.setdefault(information, {})[move] = None
    strategies = (dict(zip(choices, chosen, strict=True)) for chosen in product(*choices.values()))
    return [sum(chance * value for made, chance, value in ways if made.items() <= one.items()) for one in strategies]


def plays(
    found: Equilibrium, state: ggl.State, player: int, worth: str, chance: float, made: dict[Information, str]
) -> Iterator[tuple[dict[Information, str], float, float]]:
    """Each way that a game may go: the player's own choices, the chance of the rest, and what it is worth to the player."""
    name = state.game.players[player]
    moves = state.legal_moves()
    if not moves:
        if worth == "score":
            assert state.scores is not None
            value = sum(score if side == name else -score for side, score in state.scores.items()) / 2
        else:
            value = 0.0 if state.winner is None else 1.0 if state.winner == name else -1.0
        yield made, chance, float(value)
        return
    for move in moves:
        if state.is_chance:
            likely, more = 1 / len(moves), made
        elif state.mover == name:
            likely, more = 1.0, {**made, state.information(): str(move)}
        else:
            likely, more = found.strategy[state.information()][move], made
        yield from plays(found, state.after(move), player, worth, chance * likely, more)


def test_the_same_seed_finds_the_same() -> None:
    assert equilibrium(hiding(), 50, seed=4) == equilibrium(hiding(), 50, seed=4)


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(ArgumentError, match="more than 100 positions"):
        equilibrium(ggl.load("tic-tac-toe"), 1, most=100)
    with pytest.raises(ArgumentError, match="`most` is a whole number from 1"):
        equilibrium(hiding(), 1, most=0)
    with pytest.raises(ArgumentError, match="has no score"):
        equilibrium(hiding(), 1, worth="score")
    with pytest.raises(ArgumentError, match="`win` or `score`, not the str 'wins'"):
        equilibrium(hiding(), 1, worth="wins")  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="a seed is a whole number"):
        equilibrium(hiding(), 1, seed=1.5)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="needs two players, but Three bidders has 3"):
        equilibrium(ggl.load(Path(__file__).parents[1] / "play" / "hidden" / "three.yaml"), 1)


def test_a_game_that_is_too_large_is_refused_before_any_position_is_explored_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    after = ggl.State.after
    monkeypatch.setattr(ggl.State, "after", lambda state, move: made.append(move) or after(state, move))
    with pytest.raises(ArgumentError, match="Chess has more than 100 positions"):
        equilibrium(ggl.load("chess", engine="interpreter"), 1, most=100)
    assert len(made) < 10  # twenty moves follow each, and positions are counted before they are made


def test_as_many_positions_as_the_tree_has_are_enough() -> None:
    equilibrium(hiding(), 1, most=13)
    with pytest.raises(ArgumentError, match="more than 12 positions"):
        equilibrium(hiding(), 1, most=12)


PIE = """\
ggl: 1
name: Pie
players: [Ann, Bob]
board: square(3, 1)
pieces: {man: {}}
moves:
  put:
    for: c in vacant
    do: put man on c
turn:
  pie: WAY
end:
  player p wins: full and p man on b1
score(p): 2 * count(cells with p man) - (1 if p man on b1 else 0)
"""


@pytest.mark.parametrize("way", ["swap-sides", "choose-side"])
def test_who_opens_in_the_middle_is_swapped_out_and_who_does_not_loses_it(way: str) -> None:
    found = equilibrium(made_of(Source("pie.yaml", PIE.replace("WAY", way)), {}), 1000)
    assert found.value == pytest.approx(-1, abs=0.02)
    assert found.exploitability == pytest.approx(0, abs=0.02)


def test_scores_are_those_of_the_person_who_has_changed_sides() -> None:
    """The second player takes the side with two men, which leads by one at least."""
    found = equilibrium(made_of(Source("pie.yaml", PIE.replace("WAY", "swap-sides")), {}), 1000, worth="score")
    assert found.value == pytest.approx(-0.5, abs=0.02)


def test_a_long_play_does_not_exhaust_the_stack() -> None:
    """The first player wins in the end, or gives up on the way."""
    plies = range(3000)
    line = _Tree([0 if n % 2 == 0 else -1 for n in plies] + [-1, -1], [n // 2 if n % 2 == 0 else -1 for n in plies] + [-1, -1])
    line.follow = [[n + 1, 3001] if n % 2 == 0 else [n + 1] for n in plies] + [[], []]
    line.worth = [0.0] * 3000 + [1.0, -1.0]
    of_any = hiding().initial_state()
    line.sets = [(of_any.information(), of_any.legal_moves()[:2]) for _ in range(1500)]
    average = _minimised(line, 2, random.Random(1))
    assert _best_response(line, average, 0) == 1
    assert _best_response(line, average, 1) > -1
