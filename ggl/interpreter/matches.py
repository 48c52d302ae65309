"""Matches: the games that follow each other until the match is over, and their points."""

from __future__ import annotations

from ggl.core import forms as f
from ggl.core.types import STORED_LIMIT
from ggl.engine.layout import TURNLESS_GAMES, Layout
from ggl.engine.protocol import TURNLESS_LIMIT
from ggl.interpreter.effects import crown
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.turns import Turns
from ggl.interpreter.vector import Vector


class Matches:
    def __init__(self, match: f.Match, core: f.CoreGame, layout: Layout, expressions: ExpressionFunctions, turns: Turns) -> None:
        self._layout = layout
        self._turns = turns
        self._shared = core.tie[0] == "shared"
        self._points = expressions.of_one(match.points, match.param)
        self._until = expressions.alone(match.until)
        self._next_first = expressions.alone(match.next_first)
        self._turnless = layout.at(TURNLESS_GAMES) if layout.has(TURNLESS_GAMES) else None
        self._over, self._ply = layout.at("over"), layout.at("ply")
        self._totals = layout.slots["total"]
        self._kept = ("total", "seat", "game", *match.kept)

    def go_on(self, v: Vector) -> None:
        """While a game of a match is over: its points are added; then the match is over, or the next game is set up."""
        turnless = 0 if self._turnless is None else v[self._turnless]
        while v[self._over]:
            turnless = turnless + 1 if v[self._ply] == 0 else 0
            if self._turnless is not None:
                v[self._turnless] = turnless
            self._add_points(v)
            if self._until(v) or turnless == TURNLESS_LIMIT:
                self._end(v)
                return
            self._next_game(v)

    def _add_points(self, v: Vector) -> None:
        for player, points in enumerate([self._points(v, player) for player in range(self._turns.players)]):
            total = v[self._totals.start + player] + points
            v[self._totals.start + player] = min(max(total, -STORED_LIMIT), STORED_LIMIT)

    def _end(self, v: Vector) -> None:
        """The player with the highest total has won the match; several if equal scores share a win."""
        totals = self.totals(v)
        best = [player for player, total in enumerate(totals) if total == max(totals)]
        crown(v, self._layout, sum(1 << player for player in best) if len(best) == 1 or self._shared else 0)

    def _next_game(self, v: Vector) -> None:
        first = self._next_first(v)
        slots = self._layout.slots
        kept = {name: v[slots[name].start : slots[name].stop] for name in self._kept}
        v[:] = self._layout.blank()
        v.history = ()
        for name, entries in kept.items():
            v[slots[name].start : slots[name].stop] = entries
        v[self._layout.at("game")] += 1
        self._turns.set_up(v, first)

    def totals(self, v: Vector) -> tuple[int, ...]:
        return tuple(v[self._totals.start : self._totals.stop])
