"""Monte-Carlo tree search: UCT with a solver, by simulations or by time; it reuses the tree during a play.

It plays the move tried most often, unless something is proven: it plays a won move, a lost one only if all are lost, and a sure
draw before a move that promises less.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence

from ggl.agents.protocol import AgentError, Budget, Candidate, Thought, must_have_a_choice, share_of
from ggl.agents.settings import Value, budget_of
from ggl.compiler.runtime.mcts import LOOKED_AT, TreeSearch, TriedStep
from ggl.engine.protocol import Position, Step
from ggl.play.errors import OptionError, whole_seed
from ggl.play.game import Game, State
from ggl.play.playout import LONGEST_PLAYOUT
from ggl.play.values import SEATS

COMPARED = 1500
"""For each second of the budget, the positions to compare when it looks for the current one in the tree."""

PAUSE = 0.02
"""Seconds between two checks of the clock."""


class MctsAgent:
    spec = "mcts"

    def __init__(self, game: Game, settings: Mapping[str, Value], seed: int) -> None:
        self.game = game
        self._budget = budget_of(settings)
        self._reuse = bool(settings["reuse"])
        try:
            engine = game.fast.emitted
        except OptionError as problem:
            raise AgentError(f"`mcts` cannot play {game!r}: {problem}") from None
        self._search = TreeSearch(engine, seed, weight=float(settings["c"]), most_steps=LONGEST_PLAYOUT)
        self._near = float(settings["near"])
        self._random = random.Random(seed)
        self._rate = 1000.0  # simulations a second, measured by the last searches

    def new_play(self, seed: int) -> None:
        seed = whole_seed(seed)
        self._search.forget(seed)
        self._random = random.Random(seed)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        begun = time.perf_counter()
        seat, seats = SEATS.index(state.seat), len(self.game.players)
        best, tried = self._chosen(state.position, seat, self._budget.unless(budget), begun)
        tried.remove(best)
        root = self._search.root()
        moves = {move.step: move for move in state.legal_moves()}  # with unambiguous notations
        candidates = tuple(
            Candidate(moves[each.step], _value(each, seat, root, seats), each.visits, each.proven is not None)
            for each in (best, *tried)
        )
        line = (moves[best.step], *(self.game.move(step) for step in self._search.line(best.step)[1:]))
        value = _value(root, seat, root, seats)  # not the best move's value, which few visits inflate
        if candidates[0].proven:
            value = max(value, candidates[0].value)
        numbers = self._search.simulations, time.perf_counter() - begun, self._search.depth
        ends = self._search.proven and state.after(line[0]).is_over
        return Thought(candidates, value, *numbers, line, self._search.proven, 1 if ends else None)

    def step(self, position: Position, seat: int, steps: Sequence[Step]) -> Step:
        """The step that `think` would play, without its thought, for plays that are only counted."""
        return self._chosen(position, seat, self._budget, time.perf_counter())[0].step

    def _chosen(self, position: Position, seat: int, budget: Budget, begun: float) -> tuple[TriedStep, list[TriedStep]]:
        """The step to play, and all of them by rank."""
        if not self._reuse:
            self._search.start_over()
        self._search.begin(position, _looked_at(budget))
        self._run(budget, begun)
        tried = sorted(self._search.steps(), key=lambda each: _rank(each, seat), reverse=True)
        return self._one_near(_best(tried, seat), tried, seat), tried

    def _one_near(self, best: TriedStep, tried: list[TriedStep], seat: int) -> TriedStep:
        """A random move within `near` of the best, weighted by visits; the best if `near` is 0."""
        if not self._near or best.proven is not None or not best.means:
            return best
        least = best.means[seat] - self._near
        near = [
            each for each in tried if each.means and each.means[seat] >= least and (each.proven is None or each.proven[seat] == 1)
        ]
        return self._random.choices(near, [each.visits for each in near])[0]

    def _run(self, budget: Budget, begun: float) -> None:
        """Run simulations in portions, to check the clock and interrupts; those of the reused tree count."""
        search = self._search
        if not search.simulations or not search.steps():
            search.run(1)
        while not search.proven and not (budget.simulations is not None and search.simulations >= budget.simulations):
            now = time.perf_counter()
            if budget.seconds is not None and now - begun >= budget.seconds:
                break
            if budget.stopped is not None and budget.stopped():
                break
            seconds = PAUSE if budget.seconds is None else min(PAUSE, begun + budget.seconds - now)
            portion = max(1, int(self._rate * seconds))
            if budget.simulations is not None:
                portion = min(portion, budget.simulations - search.simulations)
            search.run(portion)
            if search.is_full:
                break
            took = time.perf_counter() - now
            self._rate = min(portion / max(took, 1e-6), 2 * self._rate + 1)

    def close(self) -> None:
        pass


def _looked_at(budget: Budget) -> int:
    """The number of positions to compare with the current one, so that this takes little time compared to the search."""
    limits = [LOOKED_AT]
    if budget.simulations is not None:
        limits.append(budget.simulations)
    if budget.seconds is not None:
        limits.append(int(min(LOOKED_AT, budget.seconds * COMPARED)))
    return min(limits)


def _value(tried: TriedStep, seat: int, root: TriedStep, seats: int) -> float:
    """The value for a seat; for an untried move, that of the position."""
    if tried.proven is not None:
        return tried.proven[seat]
    means = tried.means or root.means
    return means[seat] if means else share_of(seats)  # a position of a reused tree may be proven without visits


def _rank(tried: TriedStep, seat: int) -> tuple[int, int, float]:
    """Proven wins first, then by visits, proven losses last."""
    sure = 0 if tried.proven is None or 0 < tried.proven[seat] < 1 else 1 if tried.proven[seat] else -1
    return sure, tried.visits, tried.means[seat] if tried.means else 0.0


def _best(ranked: list[TriedStep], seat: int) -> TriedStep:
    """The first of them, unless a proven share of a win, such as a draw, is better."""
    first = ranked[0]
    shares = [(each.proven[seat], each) for each in ranked if each.proven is not None and 0 < each.proven[seat] < 1]
    if not shares or (first.proven is not None and first.proven[seat] == 1):
        return first
    share, sure = max(shares, key=lambda pair: pair[0])
    if first.proven is not None or not first.means or first.means[seat] < share:
        return sure
    return first


def make(game: Game, settings: Mapping[str, Value], seed: int) -> MctsAgent:
    return MctsAgent(game, settings, seed)
