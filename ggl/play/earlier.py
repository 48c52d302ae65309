"""Earlier positions of a play, as states keep them: a key for each way in which positions can be compared.

The rules of a game compare them in some of these ways. A batch keeps only those keys, and its states have empty ones in place of
the others. So states are compared by the keys of the rules, and a question that needs another one is refused.
"""

from __future__ import annotations

from ggl.core import forms as f
from ggl.core.walk import reached, walk
from ggl.engine.layout import Layout
from ggl.engine.protocol import History
from ggl.errors import GglError
from ggl.interpreter.vector import KEYS

_NAMES = {"position": "repetitions", "board": "board_repetitions"}
"""The author's name of what counts the keys."""


class EarlierPositionsError(GglError):
    """A state does not keep of earlier positions what an expression reads."""


def ways_of_rules(core: f.CoreGame) -> tuple[int, ...]:
    """The places of the keys that the rules compare."""
    return _ways({form.key for form in walk(core) if isinstance(form, f.Seen)})


def ways_read(form: f.Expr, core: f.CoreGame) -> tuple[int, ...]:
    """The places of the keys that an expression compares, or a definition that it calls."""
    return _ways({part.key for part in reached(form, core.definitions) if isinstance(part, f.Seen)})


def _ways(keys: set[str]) -> tuple[int, ...]:
    return tuple(way for way, key in enumerate(KEYS) if key in keys)


def is_same_past(one: History, other: History, ways: tuple[int, ...]) -> bool:
    """Whether two histories have the same keys, of those at some places."""
    if one == other:
        return True
    return len(one) == len(other) and all(a[way] == b[way] for way in ways for a, b in zip(one, other, strict=True))


def must_be_kept(history: History, ways: tuple[int, ...], layout: Layout) -> None:
    """Raise `EarlierPositionsError` unless a history has the keys at some places. A history that a batch kept lacks others from
    its first position on."""
    for way in ways if history else ():
        if not history[0][way] and layout.ranges(KEYS[way]):
            raise EarlierPositionsError(
                f"`{_NAMES[KEYS[way]]}` has no value in a state of a batch: the rules do not read it, and a batch keeps "
                "of earlier positions only what the rules compare\nhelp: play to the state by `state.play`, and ask there"
            )
