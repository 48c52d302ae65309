"""The nesting depth of the rules of a game, with definitions expanded at their uses.

The checker, both engines and the English read rules by recursion. So a game that is nested deeper than `DEEPEST_RULES` is
refused before any of them runs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from ggl.core import forms as f
from ggl.core.walk import parts
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span

DEEPEST_RULES = 120
"""Levels of forms within each other. Chess, the deepest of the classics, has 23."""


def check_nesting(core: f.CoreGame, findings: Findings, span: Span) -> bool:
    """Whether no rule is nested too deep; else one finding is reported. `span` stands for the whole game."""
    bodies = {definition.name: definition.body for definition in core.definitions}

    @cache
    def height(name: str) -> int:
        return _height(bodies[name], height)  # no definition uses itself

    for part in parts(core):
        if _height(part, height) > DEEPEST_RULES:
            too_deep(findings, part.span or span)
            return False
    return True


def too_deep(findings: Findings, span: Span) -> None:
    message = f"with definitions inlined, these rules are nested more than {DEEPEST_RULES} deep"
    findings.report(codes.TOO_COMPLEX, span, message, help="use a table, a set or a loop instead of one case within another")


def _height(form: f.Form, height: Callable[[str], int]) -> int:
    """The levels of a form and of all that it uses."""
    found = [(form, 1)]
    for part, depth in found:  # which grows meanwhile
        found += [(inner, depth + 1) for inner in parts(part)]
    return max(depth + height(part.name) if isinstance(part, f.Call) else depth for part, depth in found)
