"""The bundled games, each of which an exported page carries."""

from __future__ import annotations

from ggl.resources import bundled_games

CARRIED = bundled_games()
