"""Differences that are known and not mended yet. An entry goes when its fault is mended."""

from __future__ import annotations

from tests.generated.making import Made
from tests.generated.playing import Difference

OPEN: dict[str, str] = {}
"""The beginning of what is said, with what is known of it."""


TOGETHER: list[tuple[str, frozenset[str], str]] = []
"""A check, and features with which it finds what is known."""


def is_open(found: Difference, one: Made) -> bool:
    return any(str(found).startswith(each) for each in OPEN) or any(
        found.by == check and features <= one.has for check, features, _ in TOGETHER
    )
