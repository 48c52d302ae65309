"""Numbers in words, and words as a filter: what the verbs and the prompt say alike."""

from __future__ import annotations


def quantity(number: int, noun: str) -> str:
    """`1 play`, `1,200 plays`"""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def percent(share: float) -> str:
    """`62.5 %`"""
    return f"{100 * share:.1f} %"


def has_all(text: str, wanted: list[str]) -> bool:
    """Whether each wanted word, in small letters or capitals, is a word of the text, or a part of it of two letters or more."""
    text = text.lower()
    words = text.replace("-", " ").split()
    return all(word in words or (len(word) > 1 and word in text) for word in map(str.lower, wanted))
