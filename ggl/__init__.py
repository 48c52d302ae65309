"""ggl, the general game language: a board game's rules in one readable file that runs.

game = ggl.load("sgibun", side=5)
state = game.initial_state()
state = state.play(state.legal_moves()[0])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ggl.version import __version__

if TYPE_CHECKING:
    from ggl.play.actions import Actions
    from ggl.play.batch import Batch as _Batch
    from ggl.play.batch import IllegalActionError
    from ggl.play.cursor import Cursor as _Cursor
    from ggl.play.errors import (
        AmbiguousMoveError,
        ArgumentError,
        GameNotFoundError,
        GameOverError,
        GglError,
        IllegalMoveError,
        InvalidGameError,
        NotationError,
        OptionError,
        UnknownFieldError,
        WorkLimitError,
    )
    from ggl.play.game import Game, State
    from ggl.play.loading import load
    from ggl.play.move import Move
    from ggl.play.observation import Observation
    from ggl.play.playout import Playout as _Playout
    from ggl.play.playouts import Playouts
    from ggl.play.result import Result

    Batch = _Batch[State, Game]  # types of programs need no parameters
    Cursor = _Cursor[State, Game]
    Playout = _Playout[State]

_HOMES = {
    "Actions": "actions", "Batch": "batch", "IllegalActionError": "batch",
    "Cursor": "cursor", "Observation": "observation", "Playout": "playout", "Playouts": "playouts",
    "load": "loading", "Game": "game", "State": "game", "Move": "move", "Result": "result",
    **dict.fromkeys(
        ("GglError", "GameNotFoundError", "InvalidGameError", "OptionError", "NotationError", "AmbiguousMoveError",
         "IllegalMoveError", "GameOverError", "ArgumentError", "UnknownFieldError", "WorkLimitError"), "errors",
    ),
}  # fmt: skip

__all__ = [
    "Actions", "AmbiguousMoveError", "ArgumentError", "Batch", "Cursor", "Game", "GameNotFoundError", "GameOverError",
    "GglError", "IllegalActionError", "IllegalMoveError", "InvalidGameError", "Move", "NotationError", "Observation",
    "OptionError", "Playout", "Playouts", "Result", "State", "UnknownFieldError", "WorkLimitError", "__version__", "load",
]  # fmt: skip


def load_ipython_extension(shell: object) -> None:
    """`%load_ext ggl` in a notebook."""
    import importlib

    importlib.import_module("ggl.notebook").load_into(shell)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    """Names of the library are loaded when they are asked for: a command that needs none of them starts at once."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ggl' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"ggl.play.{_HOMES[name]}"), name)
