"""The errors of an export."""

from __future__ import annotations

from ggl.errors import GglError


class ExportError(GglError):
    """What an exported page cannot carry, in words."""
