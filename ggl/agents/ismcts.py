"""Information-set Monte-Carlo tree search, for games in which players do not see everything.

Takes the view of its side with the information state. Each simulation begins in a position drawn from the belief
(`ggl.agents.belief`). Each player has a separate tree: a node is an information state, what that player was told and saw since
the root, and each chooses by its own tree. So all fitting positions judge a move together, and no player in the search acts on
what it cannot know. The search plays the most visited move.

The others have many information states, and few simulations visit each. So a node evaluates a rarely tried step by its results
for that side anywhere in the search, and each new node gets the mean of several random games, made in one call.

What the search has found for the others is its model of what they choose next. When the play continues, the belief weighs each
position by it: a step that promised that player more is more probable.

Sources: P. I. Cowling, E. J. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
Computational Intelligence and AI in Games 4 (2012), the form with multiple observers; J. A. M. Nijssen, M. H. M. Winands,
"Enhancements for multi-player Monte-Carlo tree search" (2011), where the history of a step guides nodes with few visits;
G. M. J.-B. Chaslot, M. H. M. Winands, H. J. van den Herik, "Parallel Monte-Carlo tree search" (2008), several games from a leaf;
P. I. Cowling, D. Whitehouse, E. J. Powley, "Emergent bluffing and inference with Monte Carlo tree search" (2015), inference from
the trees of the others.
"""

from __future__ import annotations

import random
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, log, sqrt

from ggl.agents.belief import BeliefFilter
from ggl.agents.protocol import AgentError, Budget, Candidate, Thought, must_have_a_choice, value_of
from ggl.agents.settings import Value, budget_of
from ggl.interpreter.views import SeenVector, Told
from ggl.play.errors import ArgumentError, whole_seed
from ggl.play.game import Game, State
from ggl.play.seen_vector import views_of
from ggl.play.stepper import Vector
from ggl.play.stepping import hurried

PORTION = 16
"""Simulations between two checks of the clock."""

KEPT = 1 << 17
"""The number of positions whose views it caches."""


TIE = 1e-4
"""Untried steps whose bounds differ by no more than this come in random order."""

PRIOR = 2
"""Visits that the history of a step counts as, at a node."""

SHARPNESS = 20.0
"""How much more probable a better step of another player is: e to the power of this times the difference in value."""

DOUBT = 20
"""Visits that the history of a step counts as, in this model: the few visits of most nodes say little about a player."""

UNCERTAIN = 0.2
"""The probability that another player chooses at random, in the model of what the others choose."""


class _Tried:
    """A step: how often it was made, how often it was possible, and the sum of its results."""

    __slots__ = ("available", "total", "visits")

    def __init__(self) -> None:
        self.visits, self.available, self.total = 0, 0, 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits


class _Node:
    """An information state of one player: the steps tried there, and the following nodes by what the player learns and sees."""

    __slots__ = ("next", "steps")

    def __init__(self) -> None:
        self.steps: dict[int, _Tried] = {}
        self.next: dict[tuple[Told, int], _Node] = {}


class IsmctsAgent:
    spec = "ismcts"

    def __init__(self, game: Game, settings: Mapping[str, Value], seed: int) -> None:
        self.game = game
        self._budget = budget_of(settings)
        self._weight, self._playouts = float(settings["c"]), int(settings["playouts"])
        self._worlds = settings.get("worlds")
        try:
            self._filter = BeliefFilter(game, seed=seed, policy=self._expected)
        except ArgumentError as problem:
            raise AgentError(f"`ismcts` cannot play {game!r}: {problem}") from None
        hurried(game)
        self._cursor = game.initial_state().cursor()
        self._sides = {side: number for number, side in enumerate(game.players)}
        self._mover = game.places["mover"]
        self._view, self._told = views_of(game).view, views_of(game).told
        self.new_play(seed)

    def new_play(self, seed: int) -> None:
        seed = whole_seed(seed)
        self._filter.forget(seed)
        self._random = random.Random(seed)
        self._seen: dict[Vector, list[tuple[SeenVector, int]]] = {}
        self._numbers: dict[SeenVector, int] = {}
        self._forget_search()

    def _forget_search(self) -> None:
        self._history = [defaultdict[int, _Tried](_Tried) for _ in self.game.players]
        self._met: dict[tuple[int, int], list[_Node]] = defaultdict(list)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        begun, limit = time.perf_counter(), self._budget.unless(budget)
        found = self._filter.belief(state.information(), lambda: _is_late(limit, begun))
        worlds = found.states if self._worlds is None else found.drawn(int(self._worlds), self._random)
        weights = found.weights if self._worlds is None else None
        if len(self._seen) > KEPT:
            self._seen.clear()
            self._numbers.clear()
        self._forget_search()
        roots, count, depth = [_Node() for _ in self.game.players], 0, 0
        while not count or not _is_enough(limit, count, begun):
            portion = PORTION if limit.simulations is None else max(1, min(PORTION, limit.simulations - count))
            for world in self._random.choices(worlds, weights, k=portion):
                depth = max(depth, self._simulated(roots, world))
            count += portion
        positions, is_all = len(set(worlds)), found.exact and self._worlds is None
        return self._thought(state, roots[self._sides[state.mover]].steps, count, depth, begun, positions, is_all)

    def close(self) -> None:
        pass

    def _thought(
        self, state: State, steps: dict[int, _Tried], count: int, depth: int, begun: float, positions: int, is_all: bool
    ) -> Thought:
        value = sum(each.total for each in steps.values()) / count
        moves = {self.game.actions.number(move.step): move for move in state.legal_moves()}
        ranked = sorted(steps, key=lambda number: (steps[number].visits, steps[number].mean), reverse=True)
        candidates = [Candidate(moves[number], steps[number].mean, steps[number].visits) for number in ranked]
        candidates += [Candidate(moves[number], value) for number in moves if number not in steps]
        numbers = count, time.perf_counter() - begun, depth
        return Thought(tuple(candidates), value, *numbers, (candidates[0].move,), positions=positions, all_positions=is_all)

    def _simulated(self, roots: list[_Node], world: State) -> int:
        """One simulation from a position; how many steps of the trees it made."""
        cursor, nodes, path = self._cursor, roots, list[tuple[_Tried, _Tried, int]]()
        cursor.goto(world)
        vector = world.vector
        while legal := cursor.legal_actions():
            side, seat = vector[self._mover], cursor.to_move
            if seat < 0:
                action = self._random.choice(legal)
                cursor.apply(action)
            else:
                history = self._history[side]
                action = self._chosen(nodes[side].steps, history, legal)
                tried = nodes[side].steps[action]
                cursor.apply(action)
                path.append((tried, history[action], seat))
                if not tried.visits:
                    break
            before, vector = vector, cursor.vector
            nodes = self._followed(nodes, before, action, vector)
        values = _mean_values(cursor.playouts(1 if cursor.over else self._playouts, self._random.getrandbits(64)))
        for tried, anywhere, seat in path:
            for each in (tried, anywhere):
                each.visits += 1
                each.total += values[seat]
        return len(path)

    def _followed(self, nodes: list[_Node], before: Vector, action: int, after: Vector) -> list[_Node]:
        """The nodes of the players after a step: the old one for a player who does not notice the step."""
        step, found = self.game.actions.step(action), []
        for viewer, (node, (_, old), (seen, new)) in enumerate(zip(nodes, self._views(before), self._views(after), strict=True)):
            told = self._told(before, step, seen, viewer)
            if told or old != new:
                following = node.next.get((told, new))
                if following is None:
                    following = node.next[told, new] = _Node()
                    self._met[viewer, new].append(following)
                node = following
            found.append(node)
        return found

    def _views(self, vector: Vector) -> list[tuple[SeenVector, int]]:
        """Each player's view of a position, with a number that is the same for equal views."""
        found = self._seen.get(vector)
        if found is None:
            seen = [self._view(vector, viewer) for viewer in range(len(self._sides))]
            found = self._seen[vector] = [(each, self._numbers.setdefault(each, len(self._numbers))) for each in seen]
        return found

    def _chosen(self, steps: dict[int, _Tried], history: Mapping[int, _Tried], legal: Sequence[int]) -> int:
        """The step with the best upper bound among those that are legal here. Its mean begins as that of its history; a step that
        was not tried counts as tried once, and equal ones come in random order."""
        best, most, weight = legal[0], -1.0, self._weight
        new = weight * sqrt(log(1 + len(legal)))
        for action in legal:
            tried, known = steps.get(action), history.get(action)
            prior = (known.total + 0.5) / (known.visits + 1) if known is not None else 0.5
            if tried is None:
                bound = prior + new + TIE * self._random.random()
            else:
                tried.available += 1
                mean = (tried.total + PRIOR * prior) / (tried.visits + PRIOR)
                bound = mean + weight * sqrt(log(tried.available) / tried.visits)
            if bound > most:
                best, most = action, bound
        if best not in steps:
            steps[best] = _Tried()
            steps[best].available = 1
        return best

    def _expected(self, vector: Vector, numbers: Sequence[int]) -> dict[int, float]:
        """The probability of each step of another player, by the last search's results for that player with the same view. Empty
        without a search.
        """
        side = vector[self._mover]
        history, found = self._history[side], dict[int, float]()
        if not history:
            return found
        nodes = self._met.get((side, self._views(vector)[side][1]), ())
        for number in numbers:
            tried = [node.steps[number] for node in nodes if number in node.steps]
            known = history.get(number)
            prior = (known.total + 0.5) / (known.visits + 1) if known is not None else 0.5
            mean = (sum(each.total for each in tried) + DOUBT * prior) / (sum(each.visits for each in tried) + DOUBT)
            found[number] = exp(SHARPNESS * (mean - 1))
        share = (1 - UNCERTAIN) / sum(found.values())
        return {number: share * likely + UNCERTAIN / len(numbers) for number, likely in found.items()}


def _is_enough(limit: Budget, count: int, begun: float) -> bool:
    return (
        (limit.simulations is not None and count >= limit.simulations)
        or (limit.seconds is not None and time.perf_counter() - begun >= limit.seconds)
        or (limit.stopped is not None and limit.stopped())
    )


def _is_late(limit: Budget, begun: float) -> bool:
    """Whether half of the time is over, which is all that a belief may take."""
    return (limit.seconds is not None and time.perf_counter() - begun >= limit.seconds / 2) or (
        limit.stopped is not None and limit.stopped()
    )


def _mean_values(games: Sequence[tuple[float, ...]]) -> list[float]:
    """The mean value of finished games to each seat, from their rewards."""
    return [sum(values) / len(games) for values in zip(*map(_values, games), strict=True)]


@lru_cache(256)
def _values(rewards: tuple[float, ...]) -> list[float]:
    """The value of a finished game to each seat, from its rewards: see `value_of`."""
    winners = [seat for seat, reward in enumerate(rewards) if reward > 0]
    return [value_of(winners, seat, len(rewards)) for seat in range(len(rewards))]


def make(game: Game, settings: Mapping[str, Value], seed: int) -> IsmctsAgent:
    return IsmctsAgent(game, settings, seed)
