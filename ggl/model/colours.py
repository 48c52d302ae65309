"""The colours that a file may name."""

from __future__ import annotations

import re

NAMED = {
    "black": "#24262b", "dark": "#24262b", "ebony": "#2b2623", "white": "#fbfaf5", "light": "#fbfaf5", "ivory": "#f6efd9",
    "silver": "#c9ced6", "grey": "#8a919c", "gray": "#8a919c", "red": "#cf3f3a", "crimson": "#b3202c", "maroon": "#80262b",
    "orange": "#e58a2a", "amber": "#e8a724", "gold": "#e0b429", "yellow": "#f2c832", "lime": "#9cc53a", "olive": "#8a8a34",
    "green": "#3c9a5f", "teal": "#2a8f8d", "turquoise": "#3dbdb4", "cyan": "#36a9c6", "blue": "#2f6fbf", "navy": "#2b3f78",
    "indigo": "#4a4aa0", "violet": "#7d57b5", "purple": "#8247a1", "magenta": "#c2418f", "pink": "#e88aae", "brown": "#8a5a35",
    "tan": "#cfa873", "beige": "#e6d6b4", "wood": "#dcb679", "sand": "#e9d6ae", "slate": "#c3cad4",
}  # fmt: skip
"""The names of colours that are known, each as a shade that goes with the others."""

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def hex_colour(word: str) -> str | None:
    """The colour of a name or of `#rgb` or `#rrggbb`, as `#rrggbb`; None if the word is none."""
    word = word.strip().lower()
    if _HEX.fullmatch(word):
        return word if len(word) == 7 else "#" + "".join(digit * 2 for digit in word[1:])
    return NAMED.get(word)
