"""What a program or a person can get wrong at play, one exception a cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ggl.diagnostics import Diagnostic
    from ggl.play.explain import Explanation


class GglError(Exception):
    """Any mistake of a user of ggl; its text says what is wrong and how to go on."""


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
    """A move was asked for after the end."""
