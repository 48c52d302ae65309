"""The bundled games that an exported page carries: those in which players see everything."""

from __future__ import annotations

from ggl.resources import bundled_games

HIDING = ("dark-hex", "phantom-tic-tac-toe")
"""Written out, so that no game is loaded to collect tests; `test_page.py` holds it against the games."""

CARRIED = tuple(name for name in bundled_games() if name not in HIDING)
