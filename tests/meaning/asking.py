"""Questions put to ggl itself: trees checked after the game, all of one game at once, then asked of any of its states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ggl.checker.adhoc_check import extended
from ggl.checker.world import Refused, Scope
from ggl.core import forms as f
from ggl.core.verify import verify
from ggl.diagnostics import Findings
from ggl.engine.protocol import Position
from ggl.interpreter import Interpreter
from ggl.interpreter.vector import Slots, Vector
from ggl.play.game import Game, State
from ggl.play.values import Value
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax import tree as t
from ggl.syntax.placed import Alone

STAGE = "match"
"""The place in a file where every name that depends on its place is read."""


def written(text: str) -> Alone:
    """A text as the parser takes it."""
    return Alone(Source("<question>", text))


def parsed(text: str) -> t.Expr:
    return parser.expression(written(text))


class Questions:
    """The trees that ggl accepts; `refused` has the others, with the first finding for each."""

    def __init__(self, game: Game, trees: Iterable[t.Expr], stage: str = STAGE) -> None:
        self.trees: list[t.Expr] = []
        self.refused: list[tuple[t.Expr, str]] = []
        made: list[f.Expr] = []
        findings = Findings()
        expressions = game.checked.adhoc_expressions(findings)
        for tree in trees:
            before = len(expressions.world.findings.sorted())
            expressions.world.form_count = 0  # each is asked as if alone: the bound is for one file
            try:
                made.append(expressions.infer(tree, Scope(stage)))
            except Refused:
                found = findings.sorted()
                self.refused.append((tree, found[-1].message if len(found) > before else "?"))
            else:
                self.trees.append(tree)
        core = extended(game.checked.core, expressions)
        asked = (f.Definition(f"asked.{number}", (), form) for number, form in enumerate(made))
        verify(replace(core, definitions=(*core.definitions, *asked)))
        self._own = {field.name for field in game.checked.core.fields}
        self._game = game
        self._interpreter = Interpreter(core)
        self._more = self._interpreter.start().vector[game.layout.length :] if len(core.fields) > len(self._own) else ()
        self._asked = []
        for form in made:
            slots = Slots()
            self._asked.append((self._interpreter.expressions.function(form, slots), slots, form.type))

    def answers(self, state: State) -> list[Value]:
        """The values of the accepted trees in a state, in their order."""
        vector: Vector = self._interpreter.vector(Position((*state.vector, *self._more), state.position.history))
        values = self._game.values
        return [values.value(function(vector, slots.frame()), type_) for function, slots, type_ in self._asked]
