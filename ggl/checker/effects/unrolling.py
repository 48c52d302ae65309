"""Unrolls loops that roll or announce, if their range is fixed before play.

The effects after a roll are determined before play, so the core has no loop around one. Each announcement has fields of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from ggl.checker import make
from ggl.checker.constants import constant_value, each_of
from ggl.checker.expressions import Expressions
from ggl.checker.world import Scope
from ggl.core import forms as f
from ggl.model.definition import RoutinePart
from ggl.syntax import tree as t


def has(tree: t.Tree, routines: Mapping[str, RoutinePart], *kinds: type) -> bool:
    """Whether an effect is, or holds, one of these kinds, itself or in a routine that it uses."""
    waiting, known = [tree], set()
    while waiting:
        for part in t.nodes(waiting.pop()):
            if isinstance(part, kinds):
                return True
            if isinstance(part, t.Routine) and part.name in routines and part.name not in known:
                known.add(part.name)
                waiting.append(routines[part.name].body)
    return False


def constant_members(expressions: Expressions, binder: t.Binder, scope: Scope) -> list[f.Lit] | None:
    """The members that a loop runs over, in order; None where they may change in play."""
    expressions.names.check_free(binder.name, binder.name_span, scope)
    source = constant_value(expressions, expressions.set_or_list(binder.source, scope), binder.source.span)
    if source is None:
        return None
    found = []
    for member in each_of(source):
        test = make.TRUE if binder.test is None else expressions.condition(binder.test, scope.bind(binder.name, member))
        holds = constant_value(expressions, test, (binder.test or binder.source).span)
        if holds is None:
            return None
        if holds.value:
            found.append(member)
    return found
