"""The parts of a record that a program may write: what is at the edge of what is allowed is read, what is beyond is refused."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from typing import Any

import pytest

from ggl.play.record import Record, RecordError, in_progress, read_records
from ggl.play.record.in_progress import Branch, Clocked, InProgress, read_clocked, read_in_progress
from ggl.play.record.search import Search, read_search

MOST = 2**62
"""What a number of a thought may be."""

THOUGHT = {"value": 0.5, "actions": [1, 2], "visits": [3, 4]}


@pytest.mark.parametrize(
    ("change", "value"), [({}, 0.5), ({"value": 0}, 0.0), ({"value": 1}, 1.0), ({"actions": [0, MOST]}, 0.5)]
)
def test_a_thought_is_read(change: dict[str, Any], value: float) -> None:
    data = THOUGHT | change
    assert read_search([None, data], 2) == (None, Search(value, tuple(data["actions"]), (3, 4)))


@pytest.mark.parametrize(
    "change",
    [
        {"value": -0.01}, {"value": 1.01}, {"value": True}, {"value": "0.5"}, {"value": None},
        {"actions": [1]}, {"actions": [1, True]}, {"actions": [1, -1]}, {"actions": [1, MOST + 1]}, {"actions": [1, 2.0]},
        {"actions": {"1": 2}}, {"visits": [3]}, {"visits": [False, 4]}, {"visits": [3, -1]}, {"visits": None},
    ],
)  # fmt: skip
def test_a_thought_that_none_can_have_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"`value` from 0 to 1, `actions`, and as many `visits`"):
        read_search([THOUGHT | change], 1)


def test_a_thought_has_as_many_digits_as_on_file() -> None:
    assert Search.of(0.12345678, {4: 7, 8: 0}) == Search(0.123457, (4,), (7,))


@pytest.mark.parametrize("data", [[], [None], [None] * 3, {}, None, "ab", [THOUGHT, 7], [THOUGHT, []]])
def test_there_are_as_many_thoughts_as_steps(data: object) -> None:
    with pytest.raises(ValueError, match=r"^a list of (2, one for each step|null, and of maps)"):
        read_search(data, 2)


CLOCK = {"time": "5m+3s", "flag_fall": True, "spent": [0, 10]}
LONGEST = 1 << 40
"""Milliseconds that a record may hold."""


@pytest.mark.parametrize("change", [{}, {"flag_fall": False}, {"time": "x" * 1000}, {"spent": [1, LONGEST]}])
def test_a_clock_is_read(change: dict[str, Any]) -> None:
    data = CLOCK | change
    assert read_clocked(data, 2) == Clocked(data["time"], data["flag_fall"], tuple(data["spent"]))
    assert read_clocked({"time": "5m"}, 0) == Clocked("5m", False, ())
    assert read_clocked(Clocked(data["time"], data["flag_fall"], tuple(data["spent"])).data(), 2).data() == data


@pytest.mark.parametrize(
    "change",
    [
        {"time": 5}, {"time": None}, {"time": "x" * 1001}, {"flag_fall": 1}, {"flag_fall": None},
        {"spent": [1]},
        {"spent": [1, 2, 3]},
        {"spent": [1, -1]}, {"spent": [1, True]}, {"spent": [1, 1.5]}, {"spent": [1, LONGEST + 1]}, {"spent": None},
    ],
)  # fmt: skip
def test_a_clock_that_none_can_be_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^a map"):
        read_clocked(CLOCK | change, 2)
    with pytest.raises(ValueError, match=r"^a map"):
        read_clocked([CLOCK], 2)


SESSION: dict[str, Any] = {"branches": [[0, "a1"], [3, "b1", 20], [1, {"lost": "Red", "reason": "Red resigned"}]], "here": 5}


def test_a_session_is_read() -> None:
    branches = (Branch(0, "a1", 0), Branch(3, "b1", 20), Branch(1, None, 0, ("Red", "Red resigned")))
    assert read_in_progress(SESSION, 3) == InProgress(branches, 5)
    more = SESSION | {"ways": [[0, 5], [4, 3]], "thinking": 0, "typed": [0, 5], "made": [5, 4, 3, 2, 1, 0]}
    found = InProgress(branches, 5, ((0, 5), (4, 3)), 0, (0, 5), (5, 4, 3, 2, 1, 0))
    assert read_in_progress(more, 3) == found
    for one in (found, replace(found, thinking=30), replace(found, ways=(), typed=None, made=())):
        assert read_in_progress(json.loads(json.dumps(one.data())), 3) == one  # as it is written
    assert read_in_progress({"branches": [], "here": 0}, 1) == InProgress((), 0)
    late = {"branches": [[0, "x" * 1000, LONGEST]], "here": 0, "thinking": LONGEST}
    assert read_in_progress(late, 1) == InProgress((Branch(0, "x" * 1000, LONGEST),), 0, (), LONGEST)


@pytest.mark.parametrize(
    "change",
    [
        {"here": 6}, {"here": -1}, {"here": True}, {"here": None}, {"here": "5"},
        {"branches": None}, {"branches": {}}, {"branches": ["a1"]},
        {"branches": [7]}, {"branches": [None]}, {"branches": [{"0": 1, "1": 2}]},
        {"branches": [[]]}, {"branches": [[0]]}, {"branches": [[0, "a1", 1, 1]]},
        {"branches": [[3, "a1"]]},  # after itself
        {"branches": [[-1, "a1"]]}, {"branches": [[True, "a1"]]}, {"branches": [["0", "a1"]]},
        {"branches": [[0, 7]]}, {"branches": [[0, "x" * 1001]]}, {"branches": [[0, "a1", -1]]},
        {"branches": [[0, "a1", True]]}, {"branches": [[0, "a1", LONGEST + 1]]},
        {"branches": [[0, {"lost": "Red"}]]}, {"branches": [[0, {"reason": "x"}]]},
        {"branches": [[0, {"lost": "Red", "reason": "x"}, 5]]},
        {"branches": [[0, "a1"], [0, 7]]}, {"branches": [[0, 7], [0, "a1"]]},
        {"thinking": -1}, {"thinking": True}, {"thinking": LONGEST + 1}, {"thinking": "1"}, {"thinking": None},
        {"ways": [[0]]}, {"ways": [[0, 1, 2]]}, {"ways": [[0, 6]]}, {"ways": [[6, 0]]}, {"ways": [[-1, 0]]},
        {"ways": [[0, True]]}, {"ways": {"0": 1}}, {"ways": {}}, {"ways": None}, {"ways": 7}, {"ways": [7]},
        {"ways": ["01"]}, {"ways": [[0, 5], [0]]},
        {"typed": [6]}, {"typed": [-1]}, {"typed": [True]}, {"typed": 5}, {"typed": {}}, {"typed": [0, 6]}, {"typed": [6, 0]},
        {"made": [0, 1, 2, 3, 4]}, {"made": [0, 1, 2, 3, 4, 4]}, {"made": [0, 1, 2, 3, 4, 6]}, {"made": [False, 1, 2, 3, 4, 5]},
        {"made": {}}, {"made": "012345"}, {"made": 7}, {"made": None}, {"made": [1, 2, 3, 4, 5, 6]},
    ],
)  # fmt: skip
def test_a_session_that_none_can_be_is_refused_for_the_part_that_is_wrong(change: dict[str, Any]) -> None:
    (key,) = change
    with pytest.raises(ValueError, match=rf"^a map .*`{key}`"):
        read_in_progress(SESSION | ({"here": 0} if key == "branches" else {}) | change, 3)


def test_a_session_has_as_many_branches_as_there_may_be_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_progress, "MOST_PLACES", 3)
    assert read_in_progress(SESSION, 3).here == 5
    with pytest.raises(ValueError, match="at most 3 `branches`"):
        read_in_progress(SESSION | {"branches": [*SESSION["branches"], [0, "c1"]]}, 3)


def test_a_session_has_up_to_a_million_branches() -> None:
    with pytest.raises(ValueError, match=rf"at most {2**20} `branches`"):
        read_in_progress(SESSION | {"branches": [0] * (2**20 + 1)}, 3)


@pytest.mark.parametrize(
    ("result", "last"),
    [(None, 2), ({"winner": "Red", "seat": "first", "reason": "full"}, 2), ({"reason": "Red resigned", "resigned": "Red"}, 3)],
)
def test_where_a_side_gave_up_is_a_place_of_its_own(result: dict[str, str] | None, last: int) -> None:
    line = {"record": 2, "game": "x", "fingerprint": "y", "moves": ["a1", "b1"], "result": result}
    (record,) = read_records(io.StringIO(json.dumps(line | {"session": {"branches": [], "here": last}})))
    assert record.session == InProgress((), last)
    with pytest.raises(RecordError, match=f"a place, 0 to {last}"):
        list(read_records(io.StringIO(json.dumps(line | {"session": {"branches": [], "here": last + 1}}))))


@pytest.mark.parametrize("data", [None, [], "here", {"here": 0}])
def test_a_session_is_a_map(data: object) -> None:
    with pytest.raises(ValueError, match=r"^a map"):
        read_in_progress(data, 3)


@pytest.mark.parametrize("change", [{"play": "another"}, {"form": 1}, {"line": 7}])
def test_where_a_record_stands_and_what_its_play_is_called_is_no_part_of_it(change: dict[str, Any]) -> None:
    record = Record("x", {}, "y", (("a1",),))
    assert replace(record, **change) == record
    assert replace(record, version="0") != record
