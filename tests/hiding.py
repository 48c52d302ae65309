"""The bundled games in which players do not see everything, and the others.

Written out, so that no game is loaded to collect tests; `tests/export/test_page.py` holds it against the games.
"""

from __future__ import annotations

from ggl.resources import bundled_games

HIDING = (
    "blotto", "closed-tricks", "dark-hex", "geister", "kuhn-poker", "mastermind", "phantom-tic-tac-toe", "rock-paper-scissors",
)  # fmt: skip
OPEN = tuple(name for name in bundled_games() if name not in HIDING)

HIDDEN = ("examples/kuhn-poker-3.yaml", "tests/naive/games/matching-pennies.yaml", "tests/play/hidden/tidings.yaml")
"""Others, with more than two players, choices made together and announcements."""
