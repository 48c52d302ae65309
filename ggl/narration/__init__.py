"""The rules of a game in English, generated from the checked game; nothing is written by hand for any one game.

Gives `rules_text`, plain text with underlined headings, no line longer than 80 columns; `rule_sheet`, the same part by part,
which `in_order` lists; `reason_text` for one condition and `definition_text` for one definition, for editors; and `does`, a side
with its verb.
"""

from ggl.narration.layout import Told, in_order
from ggl.narration.nouns import does
from ggl.narration.text import definition_text, reason_text, rule_sheet, rules_text

__all__ = ["Told", "definition_text", "does", "in_order", "reason_text", "rule_sheet", "rules_text"]
