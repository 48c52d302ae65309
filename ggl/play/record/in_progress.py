"""The parts of a record beside its moves: thinking times, and, for a play in progress, its tree of variations.

Places in the tree are numbers: 0 is the start, k stands behind the k-th step of the record; where a side gave up, that is one
place more; then come the other places in the order of `branches`. In a line of JSON they are

    "clock": {"time": "5m+3s", "flag_fall": true, "spent": [2400, 810, ..]}            milliseconds, one for each step
    "session": {"branches": [[2, "place c3", 1200], [4, {"lost": "White", "reason": ".."}], ..],
                "here": 3, "ways": [[2, 7]], "thinking": 300, "typed": [1, 3], "made": [0, 1, 2, 7, 3, ..]}

where a branch is the place that it comes from, the step, and its time if there is one; `typed` are the places whose step begins
what somebody entered; `made` are all places in the order in which they came to be, if that is not the order of their numbers.
Takes what JSON gives; raises
`ValueError`, with what is wanted, for anything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeGuard

MOST_PLACES = 1 << 20
_LONGEST_TEXT, _MOST_TIME = 1000, 1 << 40


@dataclass(frozen=True)
class Clocked:
    """The clock of a play, as `ggl.play.clock.Timing` reads it, and the milliseconds of each step."""

    time: str
    flag_fall: bool
    spent: tuple[int, ...]

    def data(self) -> dict[str, object]:
        return {"time": self.time, "flag_fall": self.flag_fall, "spent": list(self.spent)}


@dataclass(frozen=True)
class Branch:
    """A place that is not on the record's line: from which one it comes, and by which step; or who lost there, and why."""

    after: int
    step: str | None
    spent: int
    lost: tuple[str, str] | None = None

    def data(self) -> list[object]:
        if self.lost is not None:
            return [self.after, {"lost": self.lost[0], "reason": self.lost[1]}]
        return [self.after, self.step, *([self.spent] if self.spent else [])]


@dataclass(frozen=True)
class InProgress:
    """The tree around a record's line: the other places, the one on the board, which child comes next where there are
    several, for how long the one to move has thought, where something was typed (None in old files, which do not tell), and
    the order in which the places were made (empty: that of their numbers)."""

    branches: tuple[Branch, ...]
    here: int
    ways: tuple[tuple[int, int], ...] = ()
    thinking: int = 0
    typed: tuple[int, ...] | None = None
    made: tuple[int, ...] = ()

    def data(self) -> dict[str, object]:
        data: dict[str, object] = {"branches": [branch.data() for branch in self.branches], "here": self.here}
        if self.ways:
            data["ways"] = [list(way) for way in self.ways]
        if self.thinking:
            data["thinking"] = self.thinking
        if self.typed is not None:
            data["typed"] = list(self.typed)
        if self.made:
            data["made"] = list(self.made)
        return data


def read_clocked(data: object, steps: int) -> Clocked:
    if not isinstance(data, dict):
        raise ValueError("a map with `time`, `flag_fall` and `spent`")
    time, fall, spent = data.get("time"), data.get("flag_fall", False), data.get("spent", [])
    if not isinstance(time, str) or len(time) > _LONGEST_TEXT or not isinstance(fall, bool):
        raise ValueError("a map whose `time` is a text such as `5m+3s`, and `flag_fall` true or false")
    if not isinstance(spent, list) or len(spent) != steps or not all(is_number(each, _MOST_TIME) for each in spent):
        raise ValueError(f"a map whose `spent` has {steps} times in milliseconds, one for each step")
    return Clocked(time, fall, tuple(spent))


def read_in_progress(data: object, places: int) -> InProgress:
    """`places` is the number of places on the line of the record."""
    if not isinstance(data, dict) or not isinstance(data.get("branches"), list):
        raise ValueError("a map with `branches` and `here`")
    if len(data["branches"]) > MOST_PLACES:
        raise ValueError(f"a map of at most {MOST_PLACES} `branches`")
    branches = tuple(_branch(each, places + number) for number, each in enumerate(data["branches"]))
    total = places + len(branches)
    here, thinking, ways = data.get("here"), data.get("thinking", 0), data.get("ways", [])
    if not is_number(here, total - 1):
        raise ValueError(f"a map whose `here` is a place, 0 to {total - 1}")
    if not is_number(thinking, _MOST_TIME):
        raise ValueError("a map whose `thinking` is a time in milliseconds")
    pairs = isinstance(ways, list) and all(
        isinstance(way, list) and len(way) == 2 and all(is_number(each, total - 1) for each in way) for way in ways
    )
    if not pairs:
        raise ValueError("a map whose `ways` are pairs of places")
    typed, made = data.get("typed"), data.get("made", [])
    if typed is not None and not (isinstance(typed, list) and all(is_number(each, total - 1) for each in typed)):
        raise ValueError("a map whose `typed` are places")
    if made != [] and not (isinstance(made, list) and all(map(is_whole, made)) and sorted(made) == list(range(total))):
        raise ValueError("a map whose `made` has each place once")
    return InProgress(
        branches, here, tuple((a, b) for a, b in ways), thinking, None if typed is None else tuple(typed), tuple(made)
    )


def _branch(data: object, number: int) -> Branch:
    if isinstance(data, list) and 2 <= len(data) <= 3 and is_number(data[0], number - 1):
        after, step, spent = data[0], data[1], data[2] if len(data) == 3 else 0
        if is_text(step) and is_number(spent, _MOST_TIME):
            return Branch(after, step, spent)
        if isinstance(step, Mapping) and len(data) == 2 and is_text(step.get("lost")) and is_text(step.get("reason")):
            return Branch(after, None, 0, (step["lost"], step["reason"]))
    raise ValueError("a map whose `branches` are lists of an earlier place, a step and perhaps its time")


def is_text(value: object, longest: int = _LONGEST_TEXT) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= longest


def is_number(value: object, most: int) -> TypeGuard[int]:
    return is_whole(value) and 0 <= value <= most


def is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
