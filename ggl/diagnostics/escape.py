"""Text of strangers made safe to print.

Takes any string. Gives one in which no character moves the cursor, turns the direction of reading or cannot be encoded:
such characters are written as `\\x1b`, `\\u202e`.
"""

from __future__ import annotations

import unicodedata

_JOINERS = "\u200c\u200d"  # harmless, and some scripts and emoji need them


def is_safe(character: str) -> bool:
    category = unicodedata.category(character)
    return category not in {"Cc", "Cf", "Cs", "Zl", "Zp"} or character in _JOINERS


def cut(text: str, most: int = 40) -> str:
    """The beginning of a text that is longer than anybody wants to read."""
    return text if len(text) <= most else f"{text[:most]}.."


def escape_character(character: str) -> str:
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def escape(text: str, keep: str = "") -> str:
    """The text with unsafe characters escaped, except those in `keep`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if is_safe(c) or c in keep else escape_character(c) for c in text)
