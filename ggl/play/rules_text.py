"""The rules in English, as the facade offers them: see `ggl.narration`."""

from ggl.narration import rules_text

__all__ = ["rules_text"]
