"""What views keep of positions."""

from __future__ import annotations

from typing import Any

import ggl
from ggl.interpreter.views import Views


class Cleared(dict[Any, Any]):
    """As when another thread finds that it is full."""

    count = 0

    def __setitem__(self, key: Any, value: Any) -> None:
        super().__setitem__(key, value)
        self.clear()
        self.count += 1


def test_what_a_side_sees_is_told_though_another_thread_forgets_it() -> None:
    game = ggl.load("phantom-tic-tac-toe", engine="interpreter")
    vector = game.initial_state().play("a1").vector
    views, known = Views(game.interpreter), Cleared()
    for _, entries in views._veils:
        entries._known = known
    assert views.view(vector, 1) == Views(game.interpreter).view(vector, 1)
    assert known.count
