"""The variables that hold nothing yet to look at, since they are about to be rolled.

What such a variable holds before the roll is left over from the last one, or stands there from the start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ggl.core import forms as f
from ggl.core.walk import walk

if TYPE_CHECKING:
    from ggl.play.state_like import StateLike

TO_COME = "to be rolled"


def awaited(state: StateLike) -> frozenset[str]:
    """The fields that are rolled before anybody moves: the one that is due, and those that its roll leads on to."""
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
