"""Phases that never come, and an `until` that nothing follows: told from the text, for what may end a phase stands there."""

from __future__ import annotations

from itertools import pairwise

from ggl.checker.tree_queries import effects_in
from ggl.diagnostics import Findings, Fix
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.model.definition import Definition
from ggl.syntax import tree as t
from ggl.syntax.document import left_out_value


def check_phases(definition: Definition, findings: Findings) -> None:
    """Report each phase that no effect names and that comes after one without an `until`; and the `until` of the last one."""
    named = {tree.name for tree in effects_in(definition) if isinstance(tree, t.PhaseTo)}
    for before, phase in pairwise(definition.turn.phases):
        if before.until is None and phase.name not in named:
            message = f"the phase `{before.name}` never ends, so `{phase.name}` never comes"
            help_ = f"give `{before.name}` an `until:`, or write the effect `phase {phase.name}` where it should begin"
            findings.report(codes.PHASE_NEVER_COMES, phase.span, message, help=help_)
    for last in definition.turn.phases[-1:]:
        if last.until is not None and last.until.span.source is definition.source:
            title = "remove it, and write what ends the game under `end`"
            fix: Fix | None = left_out_value(last.until.span, title, may_be_empty=True)
            message = f"no phase follows `{last.name}`, so its `until` does nothing"
            findings.report(codes.IDLE_UNTIL, last.until.span, message, help=title, fix=fix)
