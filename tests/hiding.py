"""The bundled games in which players do not see everything, and the others.

Written out, so that no game is loaded to collect tests; `tests/export/test_page.py` holds it against the games.
"""

from __future__ import annotations

from ggl.resources import bundled_games

HIDING = ("dark-hex", "phantom-tic-tac-toe")
OPEN = tuple(name for name in bundled_games() if name not in HIDING)

HIDDEN = (
    "examples/blotto.yaml", "examples/kuhn-poker-3.yaml", "examples/rock-paper-scissors.yaml",
    "tests/naive/games/closed-tricks.yaml", "tests/naive/games/geister.yaml", "tests/naive/games/mastermind.yaml",
    "tests/naive/games/matching-pennies.yaml", "tests/play/hidden/tidings.yaml",
)  # fmt: skip
"""Others, with hands, choices made together, announcements and more than two players."""
