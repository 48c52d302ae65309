"""The thoughts of agents about their steps, as part of a record, for machine learning.

In a line of JSON it is a list with something for each step of the record: `null` where no agent was asked, else

    {"value": 0.61, "actions": [4, 0, 8], "visits": [70, 20, 10]}

where `value` is what the agent thought the position to be worth to the seat to move, from 0 to 1, and `visits` how often it tried
each of `actions`, numbers of `game.actions`; those that it did not try are left out. Takes what JSON gives; raises `ValueError`,
with what is wanted, for anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeGuard

from ggl.play.record.in_progress import is_number

MOST = 1 << 62
_DIGITS = 6


@dataclass(frozen=True)
class Search:
    """The thought of an agent about a step."""

    value: float
    actions: tuple[int, ...]
    visits: tuple[int, ...]

    @classmethod
    def of(cls, value: float, tried: dict[int, int]) -> Search:
        """With the visits by number; a value has as many digits as it has on file."""
        some = {action: visits for action, visits in tried.items() if visits}
        return cls(round(float(value), _DIGITS), tuple(some), tuple(some.values()))

    def data(self) -> dict[str, object]:
        return {"value": self.value, "actions": list(self.actions), "visits": list(self.visits)}


def read_search(data: object, steps: int) -> tuple[Search | None, ...]:
    if not isinstance(data, list) or len(data) != steps:
        raise ValueError(f"a list of {steps}, one for each step")
    return tuple(None if each is None else _read(each) for each in data)


def _read(data: object) -> Search:
    if isinstance(data, dict):
        value, actions, visits = data.get("value"), data.get("actions"), data.get("visits")
        is_share = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        if is_share and _are_numbers(actions) and _are_numbers(visits) and len(actions) == len(visits):
            return Search(float(value), tuple(actions), tuple(visits))  # type: ignore[arg-type]
    raise ValueError("a list of null, and of maps with `value` from 0 to 1, `actions`, and as many `visits`")


def _are_numbers(found: object) -> TypeGuard[list[int]]:
    return isinstance(found, list) and all(is_number(n, MOST) for n in found)
