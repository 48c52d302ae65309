"""The rules of a game in English, made from the checked game; nothing is written by hand for any one game.

Gives `rules_text`, plain text with underlined headings, no line longer than 80 columns; `reason_text` for one condition and
`definition_text` for one definition, for editors; and `does`, a side with its verb.
"""

from ggl.narration.nouns import does
from ggl.narration.text import definition_text, reason_text, rules_text

__all__ = ["definition_text", "does", "reason_text", "rules_text"]
