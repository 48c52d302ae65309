"""Exceptions as error replies: the code of each, and its further data."""

from __future__ import annotations

from ggl.agents import AgentError, SpecError
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.host.answers import Code, Refusal
from ggl.host.messages import BadRequestError
from ggl.host.wording import explanation_data
from ggl.play.errors import (
    AmbiguousMoveError,
    GameNotFoundError,
    GameOverError,
    IllegalMoveError,
    InvalidGameError,
    NotationError,
    WorkLimitError,
)
from ggl.play.lock import HeldError
from ggl.play.storage import StorageError
from ggl.play.turn_text import TurnError


class HostError(GglError):
    """A request that is refused, with the code that says why."""

    def __init__(self, code: Code, text: str, near: tuple[str, ...] = ()) -> None:
        self.code, self.near = code, near
        super().__init__(text)


_CODES: tuple[tuple[type[GglError], Code], ...] = (
    (AmbiguousMoveError, "ambiguous"),
    (IllegalMoveError, "illegal"),
    (NotationError, "unknown"),
    (GameOverError, "over"),
    (GameNotFoundError, "unknown"),
    (StorageError, "disk"),
    (HeldError, "disk"),
    (WorkLimitError, "limit"),
    (SpecError, "invalid"),
    (AgentError, "invalid"),
)


def refusal_of(error: GglError, *, guest: bool = False) -> Refusal:
    """The error reply for a user's mistake. A `guest` is told nothing of the disk and the processes of the owner's machine."""
    text = escape(_for_guests(error) if guest else str(error), keep="\n")
    if isinstance(error, HostError):
        return Refusal(error.code, text, near=error.near)
    if isinstance(error, BadRequestError):
        return Refusal(error.code, text)
    code: Code = next((code for kind, code in _CODES if isinstance(error, kind)), "invalid")
    cause = error.error if isinstance(error, TurnError) else error
    if isinstance(cause, IllegalMoveError):
        return Refusal("illegal", text, why=explanation_data(cause.explanation), near=cause.explanation.nearest)
    near = error.nearest if isinstance(error, NotationError) else ()
    return Refusal(code, text, near=tuple(near))


def _for_guests(error: GglError) -> str:
    match error:
        case GameNotFoundError() | InvalidGameError():
            return "the rules of this play cannot be read, or have errors"
        case StorageError() | HeldError():
            return f"this play cannot be opened: {error.cause}"
    return str(error)
