"""The value of an expression in a state, as text, as the manual's examples write it: sets in braces, lists in brackets."""

from __future__ import annotations

from ggl.checker.adhoc_check import extended
from ggl.checker.world import Scope
from ggl.diagnostics import Findings, render
from ggl.engine.protocol import Position
from ggl.interpreter import Interpreter
from ggl.interpreter.vector import Slots, Vector
from ggl.play.game import State
from ggl.play.values import Values
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.placed import Alone
from ggl.syntax.problems import SyntaxProblem

STAGE = "match"
"""The place in a file where every name that depends on its place is read."""


def evaluate(state: State, text: str) -> str:
    """Raises `AssertionError` with the findings for an expression that is refused."""
    findings = Findings()
    try:
        tree = parser.expression(Alone(Source("<example>", text)))
    except SyntaxProblem as problem:
        raise AssertionError(f"{text}: {problem.message}, {problem.label}") from None
    checked = state.game.checked
    expressions = checked.adhoc_expressions(findings)
    try:
        core_form = expressions.infer(tree, Scope(STAGE))
    except Exception as error:
        raise AssertionError(render(findings.sorted(), "full") or repr(error)) from error
    interpreter = Interpreter(extended(checked.core, expressions))
    slots = Slots()
    function = interpreter.expressions.function(core_form, slots)
    more = interpreter.start().vector[len(state.vector) :]
    vector: Vector = interpreter.vector(Position((*state.vector, *more), state.position.history))
    return Values(checked).text(function(vector, slots.frame()), core_form.type)
