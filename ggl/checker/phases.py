"""Phases that never come: told from the text alone, for what may end a phase stands there."""

from __future__ import annotations

from itertools import pairwise

from ggl.checker.written import effects_in
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.model.definition import Definition
from ggl.syntax import tree as t


def check_phases(definition: Definition, findings: Findings) -> None:
    """Report each phase that no effect names and that comes after one without an `until`."""
    named = {tree.name for tree in effects_in(definition) if isinstance(tree, t.PhaseTo)}
    for before, phase in pairwise(definition.turn.phases):
        if before.until is None and phase.name not in named:
            findings.report(
                codes.PHASE_NEVER_COMES, phase.span, f"the phase `{before.name}` never ends, so `{phase.name}` never comes",
                help=f"give `{before.name}` an `until:`, or write the effect `phase {phase.name}` where it is to begin",
            )  # fmt: skip
