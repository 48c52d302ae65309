"""The rules of a game in English, made from the checked game; nothing is written by hand for any one game.

Gives `rules_text`, and `reason_text` for one condition: plain text with underlined headings, no line longer than 80 columns;
and `does`, a side with its verb.
"""

from ggl.narration.nouns import does
from ggl.narration.text import reason_text, rules_text

__all__ = ["does", "reason_text", "rules_text"]
