"""An equilibrium of a small game for two, by counterfactual regret minimisation, and how far from one a strategy is.

Takes a game; gives a strategy for each information state and its exploitability. The whole tree of the game is made, so it is for
games of some ten thousand positions at most. The strategy is the average of external-sampling MCCFR; the exploitability is worked
out exactly, by the best response of each player.

Source: M. Lanctot, K. Waugh, M. Zinkevich, M. Bowling, "Monte Carlo sampling for regret minimization in extensive games" (2009).
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from ggl.play.errors import ArgumentError, must_be, must_count, shown, whole_seed
from ggl.play.game import Game, State
from ggl.play.information import Information
from ggl.play.move import Move

MOST = 50_000
"""Positions that the tree may have."""

Worth = Literal["win", "score"]


@dataclass(frozen=True)
class Equilibrium:
    """The result of MCCFR.

    `strategy` has for each information state of a side to move the probability of each of its moves. `value` is the first
    player's expectation when both play so. `exploitability` is the gain over that of a player who knows the strategy, in the
    mean of both players: 0 is an equilibrium. Both are in wins (1, and -1 for a loss), or in half the lead by score.
    """

    strategy: Mapping[Information, Mapping[Move, float]] = field(repr=False)
    value: float
    exploitability: float
    iterations: int


@dataclass
class _Tree:
    """The positions of a game, each after the one that it follows. `chooser` is a seat, or -1 where nobody chooses; `follow` has
    the positions after each step. `sets` numbers the information states; `worth` is for the first player."""

    chooser: list[int] = field(default_factory=list)
    set_of: list[int] = field(default_factory=list)
    follow: list[list[int]] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)
    sets: list[tuple[Information, tuple[Move, ...]]] = field(default_factory=list)


Strategy = Sequence[Sequence[float]]
"""The probabilities of the moves of each information state."""


def equilibrium(game: Game, iterations: int = 10_000, seed: int = 0, *, worth: Worth = "win", most: int = MOST) -> Equilibrium:
    """An equilibrium of a game, by MCCFR. Raises `ArgumentError` for a game that is not for two, has more than `most` positions,
    or has no score while `worth` asks for it."""
    must_be(game, Game, "what is solved", "a game: `ggl.load(..)`")
    must_count(iterations, "the number of iterations")
    seed = whole_seed(seed)
    must_count(most, "`most`", 1)
    if worth not in get_args(Worth):
        raise ArgumentError(f"what a play is worth is `win` or `score`, not {shown(worth)}")
    if len(game.players) != 2:
        raise ArgumentError(f"an equilibrium needs two players, but {game.name} has {len(game.players)}")
    if worth == "score" and game.initial_state().scores is None and game.checked.core.score is None:
        raise ArgumentError(f"{game.name} has no score; omit `worth`")
    _must_be_small(game, most)
    tree = _tree(game, worth)
    average = _minimised(tree, iterations, random.Random(seed))
    strategy = {information: dict(zip(moves, average[at], strict=True)) for at, (information, moves) in enumerate(tree.sets)}
    gains = _best_response(tree, average, 0), _best_response(tree, average, 1)
    return Equilibrium(strategy, _value(tree, average), sum(gains) / 2, iterations)


def _must_be_small(game: Game, most: int) -> None:
    """Raises `ArgumentError` if the tree has more than `most` positions; counts them level by level, without making the tree."""
    waiting: deque[Iterator[State]] = deque([iter((game.initial_state(),))])
    count = 1
    while waiting:
        for state in waiting.popleft():
            moves = state.legal_moves()
            count += len(moves)
            if count > most:
                raise ArgumentError(f"{game.name} has more than {most:,} positions; an equilibrium needs a smaller game")
            waiting.append(map(state.after, moves))


def _tree(game: Game, worth: Worth) -> _Tree:
    tree, numbers = _Tree(), dict[Information, int]()
    waiting: list[tuple[State, list[int], int]] = [(game.initial_state(), [], 0)]
    while waiting:
        state, siblings, place = waiting.pop()
        here = len(tree.chooser)
        if siblings:
            siblings[place] = here
        moves = state.legal_moves()
        choosing = bool(moves) and not state.is_chance
        information = state.information() if choosing else None
        if information is not None and numbers.setdefault(information, len(numbers)) == len(tree.sets):
            tree.sets.append((information, moves))
        follow = [0] * len(moves)
        tree.chooser.append(state.to_move if choosing else -1)
        tree.set_of.append(-1 if information is None else numbers[information])
        tree.worth.append(0.0 if moves else _worth(state, worth))
        tree.follow.append(follow)
        waiting += [(state.after(move), follow, at) for at, move in enumerate(moves)]
    return tree


def _worth(state: State, worth: Worth) -> float:
    """The worth of a finished play to the first player, who may have changed sides; the second's is its negative."""
    if worth == "win":
        return state.rewards[0]
    assert state.scores is not None
    of = {seat: float(state.scores[side]) for side, seat in state.seats.items()}
    return (of["first"] - of["second"]) / 2


# ---- regrets


def _minimised(tree: _Tree, iterations: int, rng: random.Random) -> list[list[float]]:
    """The average strategy of a number of iterations."""
    regrets = [[0.0] * len(moves) for _, moves in tree.sets]
    sums = [[0.0] * len(moves) for _, moves in tree.sets]

    def walk(player: int) -> None:
        """One play sampled where others choose; the player's regrets grow by what it finds in all positions where it chooses."""
        waiting, seen, values = [0], list[tuple[int, list[int], Sequence[float]]](), dict[int, float]()
        while waiting:
            node = waiting.pop()
            follow, chooser, at = tree.follow[node], tree.chooser[node], tree.set_of[node]
            now: Sequence[float] = _matched(regrets[at]) if follow and chooser >= 0 else ()
            if follow and chooser < 0:
                follow = [rng.choice(follow)]
            elif follow and chooser != player:
                for move, chance in enumerate(now):
                    sums[at][move] += chance
                follow = rng.choices(follow, now)
            seen.append((node, follow, now))
            waiting += follow
        for node, follow, now in reversed(seen):  # each before the position that it follows
            found = [values[each] for each in follow]
            if not follow:
                values[node] = tree.worth[node] if player == 0 else -tree.worth[node]
            elif tree.chooser[node] != player:
                (values[node],) = found
            else:
                values[node] = mean = sum(chance * value for chance, value in zip(now, found, strict=True))
                for move, value in enumerate(found):
                    regrets[tree.set_of[node]][move] += value - mean

    for _ in range(iterations):
        walk(0)
        walk(1)
    return [_shares(each) for each in sums]


def _matched(regrets: Sequence[float]) -> list[float]:
    """Regret matching: as probable as it is regretted not to have been chosen."""
    return _shares([max(0.0, regret) for regret in regrets])


def _shares(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total else [1 / len(weights)] * len(weights)


# ---- what a strategy is worth


def _value(tree: _Tree, strategy: Strategy) -> float:
    """The first player's expectation when both play by a strategy."""
    values = list(tree.worth)
    for node in reversed(range(len(values))):
        follow = tree.follow[node]
        if follow:
            at = tree.set_of[node]
            chances = strategy[at] if at >= 0 else [1 / len(follow)] * len(follow)
            values[node] = sum(chance * values[each] for chance, each in zip(chances, follow, strict=True))
    return values[0]


def _best_response(tree: _Tree, strategy: Strategy, player: int) -> float:
    """A player's expectation with a best response to a strategy: in each information state the best move over all its
    positions, each weighted by its probability given the other player and chance."""
    sign = 1 if player == 0 else -1
    reached = [0.0] * len(tree.chooser)
    reached[0] = 1.0
    members: dict[int, list[int]] = {}
    for node, follow in enumerate(tree.follow):
        at = tree.set_of[node]
        own = tree.chooser[node] == player
        if own:
            members.setdefault(at, []).append(node)
        for move, each in enumerate(follow):
            reached[each] = reached[node] * (1.0 if own else strategy[at][move] if at >= 0 else 1 / len(follow))
    best: dict[int, int] = {}
    values = [sign * worth for worth in tree.worth]
    for nodes in reversed(_by_own_choices(tree, player)):
        for at in dict.fromkeys(tree.set_of[node] for node in nodes if tree.chooser[node] == player):
            count = len(tree.sets[at][1])
            totals = [sum(reached[node] * values[tree.follow[node][move]] for node in members[at]) for move in range(count)]
            best[at] = totals.index(max(totals))
        for node in reversed(nodes):
            follow, at = tree.follow[node], tree.set_of[node]
            if tree.chooser[node] == player:
                values[node] = values[follow[best[at]]]
            elif follow:
                chances = strategy[at] if at >= 0 else [1 / len(follow)] * len(follow)
                values[node] = sum(chance * values[each] for chance, each in zip(chances, follow, strict=True))
    return values[0]


def _by_own_choices(tree: _Tree, player: int) -> list[list[int]]:
    """The positions by how often a player has chosen before, each after the one that it follows.

    A player remembers its choices, so all positions of one of its information states stand together.
    """
    times, found = [0] * len(tree.chooser), list[list[int]]()
    for node, follow in enumerate(tree.follow):
        while len(found) <= times[node]:
            found.append([])
        found[times[node]].append(node)
        for each in follow:
            times[each] = times[node] + (tree.chooser[node] == player)
    return found
