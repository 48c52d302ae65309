"""The end of a play: which rule of the end decides, and the result for the players' scores."""

from __future__ import annotations

from ggl.core import forms as f
from ggl.engine.layout import Layout
from ggl.frozen import frozen
from ggl.interpreter.effects import bits_of, conclude
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.vector import Vector, VectorAndOne


@frozen
class _Rule:
    """A rule of the end as functions of the vector and a player, at which only a rule with `each` looks."""

    rule: f.EndRule
    test: VectorAndOne
    subject: VectorAndOne | None


class Ends:
    def __init__(self, core: f.CoreGame, layout: Layout, expressions: ExpressionFunctions) -> None:
        self._layout = layout
        self._players = layout.slots["seat"].sizes[0]
        self._rules = [
            _Rule(
                rule,
                expressions.of_one(rule.test, rule.each),
                expressions.of_one(rule.player, rule.each) if rule.player is not None else None,
            )
            for rule in core.end
        ]
        self._score = expressions.of_one(core.score, core.score_param) if core.score is not None else None
        self._breaks = [expressions.of_one(each, core.score_param) for each in core.breaks]
        self._tie, who = core.tie
        self._tie_player = expressions.alone(who) if who is not None else None

    def ask(self, v: Vector, actor: int, *, begun: bool = False) -> None:
        """The first rule of the end that holds decides; where a rule speaks of every player, `actor` comes first.

        Evaluates the rules about the turn that has ended, or, with `begun`, about the turn that has begun.
        """
        for each in self._rules:
            rule = each.rule
            if rule.begun != begun:
                continue
            for player in self._asked(rule, actor):
                if each.test(v, player):
                    if rule.outcome == "score":
                        self._by_score(v, rule.reason)
                    else:
                        who = 0 if each.subject is None else bits_of(rule.player)(each.subject(v, player))
                        conclude(v, self._layout, rule.outcome, who, rule.reason)
                    return

    def holding(self, v: Vector) -> list[bool]:
        """Whether each rule holds, for any player if it speaks of every player; nothing is decided."""
        mover = v[self._layout.at("mover")]
        return [any(each.test(v, player) for player in self._asked(each.rule, mover)) for each in self._rules]

    def _asked(self, rule: f.EndRule, first: int) -> list[int]:
        """The players with whom a rule is tested, in order; any one will do where it does not speak of every player."""
        return [(first + turn) % self._players for turn in range(self._players)] if rule.each else [first]

    def _by_score(self, v: Vector, reason: int) -> None:
        scores = self.scores(v)
        assert scores is not None
        best = [player for player, score in enumerate(scores) if score == max(scores)]
        for each in self._breaks:
            values = {player: each(v, player) for player in best}
            best = [player for player in best if values[player] == max(values.values())]
        if len(best) == 1 or self._tie == "shared":
            conclude(v, self._layout, "win", sum(1 << player for player in best), reason)
        else:
            conclude(v, self._layout, self._tie, 1 << self._tie_player(v) if self._tie_player is not None else 0, reason)

    def ranking(self, v: Vector) -> list[tuple[int, ...]]:
        """The numbers that rank each player, the first before the next: the score, and what decides where scores are equal."""
        asked = [each for each in (self._score, *self._breaks) if each is not None]
        return [tuple(each(v, player) for each in asked) for player in range(self._players)]

    def scores(self, v: Vector) -> tuple[int, ...] | None:
        """The codes of the players' scores, if the game has a score."""
        if self._score is None:
            return None
        return tuple(self._score(v, player) for player in range(self._players))
