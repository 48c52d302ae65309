"""Lines of records at the edge of what is read: the last value that is taken, and the first that is refused."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ggl.core.types import BOOL, NO_NUMBER, Domain, Fin, ListOf, Num, Opt, Type, none_code
from ggl.play.errors import ArgumentError
from ggl.play.record import Ending, Record, RecordError, read_record_file, read_records, replaying, to_json

LINE = {"record": 2, "game": "x", "fingerprint": "y", "moves": []}
MOST_STEPS = 1 << 20
BOUND = 1 << 53
"""Of the scores that are numbers of JSON."""


def read(change: dict[str, Any]) -> Record:
    (record,) = read_records(io.StringIO(json.dumps(LINE | change)), "plays.jsonl")
    return record


def test_what_a_line_leaves_out_is_empty() -> None:
    assert read({}) == Record("x", {}, "y", version="")
    nothing = dict.fromkeys(("seed", "start", "result", "clock", "session", "search"))
    assert read(nothing) == Record("x", {}, "y", version="")
    full = Record("x", {"size": 5}, "y", (("a1", "b2"), ("c3",)), {"first": "human"}, (1, 2), Ending("Red", "first", "full"), 7,
                  "2026-01-02", "1.0", play="morning")  # fmt: skip
    assert read(json.loads(to_json(full))) == full
    assert (read({"play": "morning"}).play, read({}).play, read({"record": 1}).form, read({}).line) == ("morning", "", 1, 1)


def test_names_stand_in_a_line_in_their_own_letters() -> None:
    assert '"Zoë"' in to_json(read({"seats": {"first": "Zoë"}}))


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("start", []), ("seed", 0), ("seed", -1), ("date", "x" * 1000), ("game", "x" * 1000), ("fingerprint", "x" * 1000),
        ("play", "x" * 1000), ("ggl", "x" * 1000), ("seats", {"first": "x" * 1000}),
        ("options", {"side": "x" * 1000}), ("options", {"side": "_"}), ("options", {"side": 10**20 - 1}),
        ("options", {"side": True}),
        ("options", {"side": f"-{10**20 - 1}/{10**20 - 1}"}),
    ],
)  # fmt: skip
def test_a_value_at_the_edge_is_read_and_written_again(key: str, value: object) -> None:
    assert json.loads(to_json(read({key: value}))).get(key, "left out") == value


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"record": 0}, "a record of format 0"), ({"record": 3}, "a record of format 3"), ({"record": False}, "format false"),
        ({"record": 2.0}, "a record of format 2.0"), ({"record": "2"}, 'a record of format "2"'), ({"record": [2]}, "format [2]"),
        ({"record": {}}, "a record of format {}"), ({"record": None}, "a record of format null"),
        ({"game": "x" * 1001}, "`game` is a text"), ({"game": None}, "`game` is a text; found null"),
        ({"fingerprint": 5}, "`fingerprint` is a text; found 5"), ({"date": None}, "`date` is a text"),
        ({"ggl": 1}, "`ggl` is a text"),
        ({"play": "x" * 1001}, "`play` is a text"),
        ({"seed": 1.0}, "`seed` is a whole number; found 1.0"), ({"seed": False}, "`seed` is a whole number"),
        ({"seats": None}, "`seats` is a map; found null"), ({"seats": {"first": "x" * 1001}}, "`seats` is a map of texts"),
        ({"seats": {"first": "human", "second": None}}, "`seats` is a map of texts"),
        ({"options": {"side": None}}, "the option `side` cannot be null"), ({"options": {"side": 1.0}}, "cannot be 1.0"),
        ({"options": {"side": "x" * 1001}}, "the option `side` cannot be"), ({"options": {"side": 10**20}}, "cannot be"),
        ({"options": {"side": "1/2/3"}}, "cannot be"), ({"options": {"side": ""}}, "cannot be"),
        ({"options": {"side": "1x"}}, "cannot be"),
        ({"options": {"n" * 41: None}}, f"the option `{'n' * 40}` cannot"),
        ({"moves": {}}, "`moves` is a list; found {}"), ({"moves": [["a1", 7]]}, "turn 1 of `moves` is [\"a1\", 7], not a move"),
        ({"moves": ["a1", ["b1", "x" * 1001]]}, "turn 2 of `moves`"), ({"moves": [None]}, "turn 1 of `moves` is null"),
        ({"start": {}}, "`start` is a list of integers; found {}"), ({"start": 7}, "`start` is a list of integers; found 7"),
        ({"start": [1, 1.0]}, "`start` is a list of integers"),
        ({"clock": []}, "`clock` is a map with `time`"), ({"session": []}, "`session` is a map with `branches`"),
        ({"search": {}}, "`search` is a list of 0"), ({"search": [None]}, "`search` is a list of 0"),
    ],
)  # fmt: skip
def test_a_value_beyond_the_edge_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(change)
    assert message in str(caught.value)
    assert str(caught.value).startswith("plays.jsonl, line 1: ")


def test_a_record_has_at_most_a_million_steps() -> None:
    assert len(read({"moves": [["a"] * (MOST_STEPS - 1), "a"]}).steps) == MOST_STEPS
    with pytest.raises(RecordError, match=f"more than {MOST_STEPS} moves"):
        read({"moves": [["a"] * MOST_STEPS, "a"]})


SIDES = [str(number) for number in range(9)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"winners": SIDES}, "lists of names"), ({"seats": SIDES}, "lists of names"), ({"winners": "ab"}, "lists of names"),
        ({"winners": {"a": 1}}, "lists of names"), ({"winners": None}, "lists of names"),
        ({"seats": ["a", None]}, "lists of names"),
        ({"reason": None}, "a map with `winner`"), ({"reason": "x" * (2**20 + 1)}, "a map with `winner`"),
        ({"winner": "x" * 1001}, "a map with `winner`"), ({"resigned": 1}, "a map with `winner`"),
        ({"loser": 1}, "a map with `winner`"),
        ({"scores": [1]}, "whose `scores` are a map"), ({"scores": 5}, "whose `scores` are a map"),
        *(({"scores": {"a": 1, "b": score}}, "whose `scores` are numbers") for score in (
            True, None, [], "", "a", "1/0", "1.5", "1/-2", "1" * 21, BOUND, -BOUND, float(BOUND), float("nan"), float("-inf"))),
    ],
)  # fmt: skip
def test_a_result_beyond_the_edge_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read({"result": {"reason": "full"} | change})


@pytest.mark.parametrize(
    ("written", "score"),
    [
        (0, 0), (-1, -1), (BOUND - 1, BOUND - 1), (1 - BOUND, 1 - BOUND), (2.0, 2), (0.5, Fraction(1, 2)),
        (-2.25, Fraction(-9, 4)),
        ("1/3", Fraction(1, 3)), ("-1/3", Fraction(-1, 3)), ("6/3", 2), ("9" * 20, 10**20 - 1), ("-5", -5),
    ],
)  # fmt: skip
def test_a_score_is_the_exact_number(written: object, score: int | Fraction) -> None:
    ending = read({"result": {"scores": {"Red": written}}}).ending
    assert ending == Ending(None, None, "", {"Red": score})


def test_a_result_may_name_eight_winners_and_is_broken_off_only_if_it_says_so() -> None:
    assert read({"result": {"winners": SIDES[:8], "seats": SIDES[:8]}}).ending == Ending(
        None, None, "", winners=tuple(SIDES[:8]), seats=tuple(SIDES[:8])
    )
    said = [read({"result": {"broken_off": value}}).ending for value in (True, False, 1, "true", None)]
    assert [ending.broken_off for ending in said if ending is not None] == [True, False, False, False, False]


@pytest.mark.parametrize(("length", "shown"), [(58, '"' + "x" * 58 + '"'), (59, '"' + "x" * 56 + "..")])
def test_what_is_found_is_shown_up_to_sixty_characters(length: int, shown: str) -> None:
    with pytest.raises(RecordError) as caught:
        read({"seed": "x" * length})
    assert str(caught.value).endswith(f"found {shown}")


def test_a_record_is_no_list_and_says_that_it_is_one() -> None:
    for line in ("[]", '["record"]', '"record"', "7", "null", '{"game": "x"}'):
        with pytest.raises(RecordError, match="a record begins"):
            list(read_records(io.StringIO(line)))


def test_a_line_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "plays.jsonl"
    path.write_text("\ufeff" + json.dumps(LINE), encoding="utf-8")
    assert [record.game for record in read_record_file(path)] == ["x"]
    with pytest.raises(ArgumentError, match="a file of records"):
        read_record_file(7)  # type: ignore[arg-type]


SITES = Fin(Domain("cell", 3))
CODES: list[tuple[Type, list[int]]] = [
    (BOOL, [0, 1]), (Num(-2, 4), [-2, -1, 0, 1, 2, 3, 4]), (Num(3, 3), [3]), (SITES, [0, 1, 2]),
    (Opt(SITES), [0, 1, 2, none_code(SITES)]), (Opt(Num(1, 2)), [1, 2, none_code(Num(1, 2))]), (ListOf(SITES), []),
]  # fmt: skip


@pytest.mark.parametrize(("type_", "codes"), CODES, ids=[str(type_) for type_, _ in CODES])
def test_an_integer_of_a_position_is_a_code_of_its_type(type_: Type, codes: list[int]) -> None:
    assert [code for code in sorted({*range(-20, 20), NO_NUMBER}) if replaying._is_code(code, type_)] == sorted(codes)


@pytest.mark.parametrize(
    ("name", "below"),
    [
        ("a.yaml", True), ("a/b.yaml", True), ("./a.yaml", True), ("a..b/c", True), ("a/c:d", True),
        ("", False), ("/a", False), ("\\a", False), ("..", False), ("a/../b", False), ("a\\..\\b", False), ("c:a", False),
    ],
)  # fmt: skip
def test_a_path_that_cannot_lead_out_of_its_folder(name: str, below: bool) -> None:
    assert replaying._is_below(name) is below


@pytest.mark.parametrize(
    ("told", "played", "message"),
    [
        ([("a",)], [("b",)], ""), ([], [("a",)], ""), ([("a",)], [], ""),
        ([("a", "b")], [("a",)], "turn 1 of `moves` is `a, b`, but by the rules it has 1 step"),
        ([("a",), ("b",)], [("a",), ("b", "c")], "turn 2 of `moves` is `b`, but by the rules it has 2 steps"),
    ],
)  # fmt: skip
def test_the_first_turn_with_other_steps_is_told(told: Any, played: Any, message: str) -> None:
    assert replaying._strange_turns(tuple(told), tuple(played)) == message
