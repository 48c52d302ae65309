"""The greedy agent, which looks one step ahead.

It takes a win, avoids a loss, and otherwise maximizes its lead in score over the best of the others. It chooses at random among
equal moves. In a game without a score it sees only wins and losses.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ggl.agents.protocol import Budget, Candidate, Thought, must_have_a_choice, share_of, value_of
from ggl.agents.random_agent import Seeded
from ggl.play.game import Game, State


class GreedyAgent(Seeded):
    spec = "greedy"

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        moves = list(state.legal_moves())
        self._random.shuffle(moves)
        seat = state.seat
        looked = [(self._looked(state.after(move), seat), move) for move in moves]
        looked.sort(key=lambda pair: pair[0][:2], reverse=True)
        candidates = tuple(Candidate(move, value, 1, proven) for (value, _, proven), move in looked)
        best = candidates[0]
        known = (best.proven and best.value == 1) or all(each.proven for each in candidates)
        return Thought(candidates, best.value, len(moves), depth=1, proven=known, distance=1 if known else None)

    def _looked(self, state: State, seat: str) -> tuple[float, Fraction, bool]:
        """The value for a seat, its lead by score, and whether the value is exact."""
        side = next(side for side, its in state.seats.items() if its == seat)
        scores = state.scores
        lead = Fraction(0)
        if scores is not None:
            lead = Fraction(scores[side]) - max(
                (Fraction(score) for other, score in scores.items() if other != side), default=Fraction(0)
            )
        if state.result is not None:
            return value_of(state.result.seats, seat, len(self.game.players)), lead, True
        share = share_of(len(self.game.players))
        if scores is None:
            return share, lead, False
        all_ = sum(abs(Fraction(score)) for score in scores.values())
        return min(max(float(share + share * lead / (all_ + 1)), 0.01), 0.99), lead, False


def make(game: Game, settings: Mapping[str, object], seed: int) -> GreedyAgent:
    return GreedyAgent(game, seed)
