"""What can be wrong with a game that is to be exported."""

from __future__ import annotations

from ggl.errors import GglError


class ExportError(GglError):
    """What an exported page cannot carry, in words."""
