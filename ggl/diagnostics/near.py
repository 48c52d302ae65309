"""Names that look like a mistyped one.

Takes a name and the names that would have been right. Gives the few nearest, best first; none where nothing is near
enough to be worth saying. Letter case counts little, and two neighbouring letters swapped count as one slip. `list_names` writes
names for a message.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ggl.diagnostics.diagnostic import Fix
from ggl.source import Span

LONGEST = 64


def near(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """At most `limit` candidates, the fewest slips first, then prefixes and extensions of the name, then its first letter."""
    return tuple(candidate for *_, candidate in _ranked(name, candidates)[:limit])


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The one candidate with the fewest slips; None where none is near, or two are as near."""
    ranked = _ranked(name, candidates)
    if not ranked or (len(ranked) > 1 and ranked[0][:2] == ranked[1][:2]):
        return None
    return ranked[0][-1]


def _ranked(name: str, candidates: Iterable[str]) -> list[tuple[int, bool, bool, str]]:
    if not name or len(name) > LONGEST:
        return []
    allowed = 1 + len(name) // 5 if len(name) > 2 else 1
    found: set[tuple[int, bool, bool, str]] = set()
    for candidate in candidates:
        if candidate == name or abs(len(candidate) - len(name)) > allowed:
            continue
        slips = _slips(name.lower(), candidate.lower(), allowed)
        if slips <= allowed and slips < max(len(name), len(candidate)):
            begun = candidate.startswith(name) or name.startswith(candidate)
            found.add((slips, not begun, candidate[:1].lower() != name[:1].lower(), candidate))
    return sorted(found)


def list_names(names: Sequence[str], most: int) -> str:
    """The first names, as a message lists them; `..` if there are more."""
    return ", ".join(f"`{name}`" for name in names[:most]) + " .." * (len(names) > most)


def near_label(close: Sequence[str]) -> str:
    """The label of a finding with the nearest names; empty if there are none."""
    return f"near: {list_names(close, len(close))}" if close else ""


def mistyped(span: Span, name: str, known: Iterable[str], otherwise: str | None = None) -> tuple[str, str | None, Fix | None]:
    """The label, the help and the fix of a finding about an unknown name: what is near, else `otherwise` as its help."""
    close = near(name, known)
    return near_label(close), None if close else otherwise, Fix.write(span, close[0]) if close else None


def near_or(name: str, known: Iterable[str], otherwise: str) -> str:
    """The names that are near, as a message ends with them; `otherwise` if there are none."""
    close = near(name, known)
    return f"near: {', '.join(close)}" if close else otherwise


def _slips(left: str, right: str, most: int) -> int:
    """Letters to insert, leave out, change or swap with their neighbour; of more than `most` no more is known than that."""
    before: list[int] = []
    previous = list(range(len(right) + 1))
    for row, letter in enumerate(left, 1):
        current = [row]
        for column, other in enumerate(right, 1):
            cost = min(previous[column] + 1, current[-1] + 1, previous[column - 1] + (letter != other))
            if row > 1 and column > 1 and letter == right[column - 2] and left[row - 2] == other:
                cost = min(cost, before[column - 2] + 1)
            current.append(cost)
        if min(current) > most and min(previous) > most:
            return most + 1
        before, previous = previous, current
    return previous[-1]
