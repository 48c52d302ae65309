"""The mistakes of a program or a person during play, with one exception per cause."""

from __future__ import annotations

from numbers import Integral, Real
from operator import index
from typing import TYPE_CHECKING, Any, TypeVar

from ggl.diagnostics.escape import escape
from ggl.engine.protocol import WorkLimitError as WorkLimitError
from ggl.errors import ArgumentError as ArgumentError
from ggl.errors import GglError as GglError

if TYPE_CHECKING:
    from ggl.diagnostics import Diagnostic
    from ggl.play.explanation import Explanation

T = TypeVar("T")

_LONGEST_VALUE = 60
"""The most characters of a wrong value in a message."""


class GameNotFoundError(GglError):
    """No bundled game and no file of that name."""


class InvalidGameError(GglError):
    """The file's rules have errors; `diagnostics` holds all of them."""

    def __init__(self, name: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        from ggl.diagnostics import render

        self.diagnostics = diagnostics
        super().__init__(f"{name} has errors\n{render(diagnostics, 'full')}")


class OptionError(GglError):
    """An option that the game does not have, or a value that it does not allow."""


class UnknownFieldError(ArgumentError, KeyError):
    """A state has no variable of that name."""

    __str__ = Exception.__str__  # `KeyError` would quote its text


class NotationError(GglError):
    """The text is not a move of this game; `nearest` holds legal moves that look like it."""

    def __init__(self, message: str, nearest: tuple[str, ...] = ()) -> None:
        self.nearest = nearest
        super().__init__(message)


class AmbiguousMoveError(NotationError):
    """The text could mean several legal moves."""


class IllegalMoveError(GglError):
    """The text is a move, and it is not legal now; `explanation` says why."""

    def __init__(self, explanation: Explanation) -> None:
        self.explanation = explanation
        super().__init__(str(explanation))


class GameOverError(GglError):
    """A move was requested after the end."""


def must_be(value: object, kind: type | tuple[type, ...], what: str, instead: str) -> None:
    """Raise `ArgumentError` unless a value is of a type; `what` names its place, `instead` says what to give."""
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise ArgumentError(f"{what} is {instead}, not {shown(value)}")


def whole(value: T) -> T:
    """Converts a whole number of another library, such as numpy, to one of Python; returns anything else unchanged."""
    if isinstance(value, Integral) and not isinstance(value, int):
        return int(value)  # type: ignore[return-value]
    return value


def whole_seed(seed: object) -> int:
    """A seed as a number of Python. Raises `ArgumentError` unless it is a whole number."""
    found = whole(seed)
    must_be(found, int, "a seed", "a whole number")
    assert isinstance(found, int)
    return found


def index_of(value: Any) -> Any:
    """The whole number of an object by `__index__`, which may run any code; returns anything else unchanged.

    Call it before loading a position into the engine, since that code may load another one.
    """
    try:
        return index(value)
    except TypeError:
        return value


def must_count(value: object, what: str, least: int = 0, most: int | None = None) -> None:
    """Raise `ArgumentError` unless a value is a valid count."""
    instead = f"a whole number from {least}" + (f" to {most:,}" if most is not None else "")
    must_be(value, int, what, instead)
    if isinstance(value, int) and not least <= value <= (value if most is None else most):
        raise ArgumentError(f"{what} is {instead}, not {value:,}")


def must_be_seconds(value: object, what: str) -> None:
    """Raise `ArgumentError` unless a value is a time: a number of seconds from 0, which may be infinite."""
    if isinstance(value, bool) or not isinstance(value, Real) or not float(value) >= 0:
        raise ArgumentError(f"{what} are a number from 0, not {shown(value)}")


MOST_WORKERS = 1024


def must_be_workers(count: object) -> None:
    """Raise `ArgumentError` unless a value is a valid number of threads or processes."""
    must_count(count, "the number of workers", 1, MOST_WORKERS)


def shown(value: object) -> str:
    """An unexpected value with its type, cut to the length of a message."""
    if value is None:
        return "None"
    kind = type(value).__name__
    try:
        text = repr(value)
    except Exception:  # an unknown object may raise anything
        text = ""
    return f"the {kind} {escape(text)}" if 0 < len(text) <= _LONGEST_VALUE else f"an object of the class {kind}"
