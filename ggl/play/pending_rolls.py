"""The variables whose values are meaningless, since they are about to be rolled.

Before the roll such a variable has the value of the last roll, or its start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ggl.core import forms as f
from ggl.core.walk import walk

if TYPE_CHECKING:
    from ggl.play.base_state import BaseState

TO_COME = "to be rolled"


def awaited(state: BaseState) -> frozenset[str]:
    """The fields that are rolled before anybody moves: those of the roll that is due and of the rolls that follow it."""
    if not state.is_chance:
        return frozenset()
    rolls = state.game.checked.core.rolls
    found: dict[int, None] = {}
    waiting = [state.vector[state.game.places["chance"]] - 1]
    while waiting:
        number = waiting.pop()
        if number not in found:
            found[number] = None
            waiting += [form.number for form in walk(rolls[number].then) if isinstance(form, f.Roll)]
    return frozenset(name for number in found for name in rolls[number].fields)
