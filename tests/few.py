"""Few bundled games for what takes long with each; the others are left to the slow tests.

Together the few have every form of the core that any bundled game has, every operation, sort of site and sort of board
(`tests/games/test_few.py`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from ggl.resources import bundled_games

FEW = (
    "backgammon", "clobber", "dark-hex", "lasca", "nine-mens-morris", "oware", "pig", "quarod", "quoridor",
    "rock-paper-scissors", "sgibun", "tic-tac-toe", "tiku-diagonal", "tiku-points", "twixt",
)  # fmt: skip


def few_of(names: Iterable[str] = bundled_games()) -> list[Any]:
    """The names, for `parametrize`: those of bundled games that are none of the few are marked as slow."""
    bundled = bundled_games()
    return [pytest.param(name, marks=pytest.mark.slow) if name in bundled and name not in FEW else name for name in names]
