"""Records: what is written is read back and played again, and what a stranger wrote is refused in words."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import NoReturn

import pytest

import ggl
from ggl import arena, resources
from ggl.play.loading import check_source, find_source, made_of
from ggl.play.record import (
    Ending,
    Record,
    RecordError,
    ReplayError,
    ending_of,
    game_of,
    option_values,
    read_record_file,
    read_records,
    replay_states,
    to_json,
)
from ggl.play.session import Session
from ggl.play.storage import StorageError
from ggl.source import Source
from tests.few import ALIKE, FEW, few_of, slow
from tests.records import last_state

SMALL: dict[str, dict[str, object]] = {
    "tabik": {"size": 4}, "quarod": {"size": 4}, "sgibun": {"side": 3}, "tirnabun": {"side": 3}, "go": {"size": 9},
    "tiku-points": {"target": 3}, "xiangqi": {"most_turns": 60}, "catchup": {"size": 3}, "focus": {"most_turns": 100},
    "mastermind": {"tries": 1}, "blokus-duo": {"size": 5, "start": 2},
}  # fmt: skip


def record_of(name: str, seed: int, **options: object) -> tuple[Record, ggl.State]:
    session = Session(ggl.load(name, **options), name, seats={"first": "random", "second": "random"}, seed=seed)
    session.answer()
    return session.record(), session.state


class _Failing:
    spec, about = "failing", ""

    def new_play(self, seed: int) -> None: ...

    def think(self, state: ggl.State) -> NoReturn:
        raise RuntimeError("no idea")

    def close(self) -> None: ...


def again(record: Record) -> Record:
    return next(read_records(io.StringIO(to_json(record) + "\n")))


@pytest.mark.parametrize("name", few_of(without=[*ALIKE, "backgammon", "quoridor"]))
def test_a_random_game_written_read_and_replayed_ends_in_the_same_state(name: str) -> None:
    for seed in range(2):
        record, state = record_of(name, seed, **SMALL.get(name, {}))
        assert state.is_over
        found = again(record)
        assert found == record
        assert last_state(found, game_of(found)).vector == state.vector
        assert record.ending is not None
        assert record.ending.winner == state.winner


def test_a_record_is_one_line_of_json_with_what_is_needed_to_play_it_again() -> None:
    record, state = record_of("sgibun", 1, side=2)
    line = to_json(record)
    data = json.loads(line)
    assert "\n" not in line
    assert (data["record"], data["ggl"], data["game"], data["seed"]) == (2, ggl.__version__, "sgibun", 1)
    assert data["options"] == {"side": 2, "pie": True}
    assert data["fingerprint"] == state.game.fingerprint
    assert data["seats"] == {"first": "random", "second": "random"}
    assert len(data["moves"]) == state.ply
    result = state.result
    assert result is not None
    assert data["result"].keys() == {"winner", "seat", "reason", "scores"}
    assert data["result"]["reason"] == "neither side can place"
    assert {side: Fraction(n) for side, n in data["result"]["scores"].items()} == result.scores


def test_the_steps_of_a_turn_stand_together() -> None:
    session = Session(ggl.load(Path(__file__).with_name("shooters.yaml")), "shooters")
    session.enter("walk b1 b2 shoot b1")
    session.enter("walk c4 c3")
    assert session.state.in_turn
    assert json.loads(to_json(session.record()))["moves"] == [["walk b1 b2", "shoot b2 b1"], "walk c4 c3"]
    assert last_state(again(session.record()), session.game).vector == session.state.vector


@pytest.mark.parametrize(
    "score", [3, Fraction(5, 2), Fraction(1, 3), Fraction(-7, 2), 0], ids=str
)  # fmt: skip
def test_scores_come_back_exactly(score: int | Fraction) -> None:
    ending = Ending("Black", "first", "why", {"Black": score, "White": 0})
    assert again(Record("g", {}, "f", ending=ending)).ending == ending


def test_a_replay_under_other_rules_says_at_which_ply_it_breaks_and_why() -> None:
    record, _ = record_of("sgibun", 1, side=3)
    checked, _ = check_source(Source("other.yaml", find_source("sgibun").text.replace("in {0, 1}", "== 0")), {"side": 3})
    assert checked is not None
    with pytest.raises(ReplayError, match=r"at ply \d+, `place \w\d` by \w+: .*alone, or of the right size") as caught:
        last_state(record, ggl.Game(checked))
    assert caught.value.ply == caught.value.step - 1 > 0
    assert f"fingerprint {record.fingerprint}, now" in str(caught.value)
    held = list(islice(replay_states(record, ggl.Game(checked)), caught.value.step))
    assert [str(move) for move, _ in held[1:]] == list(record.steps[: caught.value.step - 1])


def test_a_record_that_goes_on_after_the_end_breaks_there() -> None:
    record, state = record_of("sgibun", 1, side=2)
    longer = replace(record, turns=(*record.turns, ("pass",)))
    with pytest.raises(ReplayError, match=f"at ply {state.ply} there is a move `pass`, but the game is over") as caught:
        last_state(longer, state.game)
    assert "breaks its own rules" in str(caught.value)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"winner": "Nobody"}, "the record says Nobody wins"),
        ({"scores": {"Black": 99, "White": 0}}, "Black 99"),
    ],
)
def test_an_ending_that_the_moves_do_not_lead_to_is_told(change: dict[str, object], message: str) -> None:
    record, state = record_of("sgibun", 1, side=2)
    assert record.ending is not None
    with pytest.raises(ReplayError, match=message):
        last_state(replace(record, ending=replace(record.ending, **change)), state.game)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"reason": "because"},
            '`reason` of the record\'s `result` is "because", but by the rules it is "neither side can place"',
        ),
        ({"seat": "third"}, '`seat` of the record\'s `result` is "third", but by the rules it is "'),
        ({"seat": None}, "`seat` of the record's `result` is nothing, but by the rules it is \""),
        ({"scores": None}, "the record says Black wins"),
        ({"resigned": "Black"}, '`resigned` of the record\'s `result` is "Black", but by the rules it is nothing'),
        ({"broken_off": True}, "`broken_off` of the record's `result` is true, but by the rules it is false"),
    ],
)
def test_a_result_with_a_changed_reason_or_seat_breaks_the_record(change: dict[str, object], message: str) -> None:
    record, state = record_of("sgibun", 1, side=2)
    assert record.ending is not None
    with pytest.raises(ReplayError, match=message) as told:
        last_state(replace(record, ending=replace(record.ending, **change)), state.game)  # type: ignore[arg-type]
    assert ("may have been renamed" in str(told.value)) is ("reason" in change)


def test_a_record_of_a_whole_game_without_its_result_breaks() -> None:
    record, state = record_of("sgibun", 1, side=2)
    with pytest.raises(ReplayError, match=f"the record has no `result`, but the game is over at ply {state.ply}: Black wins"):
        last_state(replace(record, ending=None), state.game)


def test_seats_that_the_game_has_not_break_the_record() -> None:
    record, state = record_of("sgibun", 1, side=2)
    with pytest.raises(ReplayError, match="`seats` of the record are first, third, but those of the game are first, second"):
        last_state(replace(record, seats={"first": "human", "third": "human"}), state.game)


def test_steps_that_stand_in_the_wrong_turn_break_the_record() -> None:
    record, state = record_of("sgibun", 1, side=2)
    together = ((*record.turns[0], *record.turns[1]), *record.turns[2:])
    with pytest.raises(ReplayError, match=r"turn 1 of `moves` is `.*, .*`, but by the rules it has 1 step"):
        last_state(replace(record, turns=together), state.game)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"winner": "White"}, "the record says White wins"),
        ({"seat": "second"}, "`seat` of the record's `result` is"),
        ({"reason": "Black resigned"}, '`reason` of the record\'s `result` is "Black resigned", .* "White resigned"'),
        ({"resigned": "Nobody"}, "the record ends at ply 1"),
    ],
)
def test_a_resignation_that_contradicts_itself_breaks_the_record(change: dict[str, object], message: str) -> None:
    session = Session(ggl.load("sgibun", side=2), "sgibun")
    session.enter("place c1")
    session.resign()
    record = session.record()
    assert record.ending is not None
    with pytest.raises(ReplayError, match=message) as told:
        last_state(replace(record, ending=replace(record.ending, **change)), session.game)  # type: ignore[arg-type]
    assert "renamed" not in str(told.value)


@pytest.mark.parametrize("change", [{"winner": "Black"}, {"seat": "first"}, {"reason": "broken off after 9 steps"}])
def test_a_play_that_was_broken_off_is_drawn_after_as_many_steps_as_it_says(change: dict[str, object]) -> None:
    game = ggl.load("sgibun", side=3)
    record = arena.play(game, ["random", "random"], most_steps=4).record
    assert last_state(record, game).ply == 4
    assert record.ending is not None
    with pytest.raises(ReplayError, match=r"the record says Black wins|by the rules it is"):
        last_state(replace(record, ending=replace(record.ending, **change)), game)  # type: ignore[arg-type]


def test_a_play_that_an_agent_lost_by_failing_replays() -> None:
    game = ggl.load("sgibun", side=3)
    record = arena.play(game, ["random", _Failing()], most_steps=4).record  # type: ignore[list-item]
    assert record.ending is not None
    assert record.ending.resigned is not None
    assert last_state(record, game).ply == len(record.steps)


def test_an_ending_before_the_end_is_told() -> None:
    record, state = record_of("sgibun", 1, side=2)
    with pytest.raises(ReplayError, match="the game goes on"):
        last_state(replace(record, turns=record.turns[:3]), state.game)


def test_a_resigned_play_replays_though_the_rules_did_not_end_it() -> None:
    session = Session(ggl.load("sgibun", side=2), "sgibun")
    session.enter("place c1")
    session.resign()
    record = again(session.record())
    assert record.ending is not None
    assert (record.ending.winner, record.ending.resigned, record.ending.seat) == ("Black", "White", "first")
    assert last_state(record, session.game).ply == 1


def test_options_are_kept_as_numbers_as_true_or_false_and_as_names() -> None:
    games = (ggl.load("breakthrough", size=5, first="Black"), ggl.load("sgibun", pie=False))
    kept = [json.loads(to_json(Record(game.name, option_values(game), game.fingerprint, ())))["options"] for game in games]
    assert kept[0] == {"size": 5, "first": "Black"}
    assert kept[1]["pie"] is False


def test_a_record_may_start_from_another_position() -> None:
    game = ggl.load("sgibun", side=3)
    start = game.initial_state().play("place c3").play("take-white")
    record = again(Record("sgibun", option_values(game), game.fingerprint, (("place a3",),), start=start.vector))
    assert last_state(record, game).vector == start.play("place a3").vector


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ([], r"it has 0 integers, but a position has \d+"),
        ([1], r"it has 1 integers, but a position has \d+"),
        ([99], "its integer 1, of `at`, cannot be 99"),
        ([-1], "its integer 1, of `at`, cannot be -1"),
    ],
)
def test_a_start_that_is_no_position_is_refused(start: list[int], message: str) -> None:
    game = ggl.load("sgibun", side=3)
    if start and start != [1]:
        start = [*start, *game.initial_state().vector[1:]]
    with pytest.raises(
        ReplayError, match=f"the start is not a position of this game: {message}; remove `start`, or take it from"
    ):
        last_state(Record("sgibun", {}, game.fingerprint, start=tuple(start)), game)


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("seat", 0, "two sides have the same seat"),
        ("over", 99, "the number of a reason is a whole number"),
        ("pending", 0, "it is not over, but nobody can move"),
    ],
)
def test_integers_that_contradict_one_another_are_no_position(engine: str, field: str, value: int, message: str) -> None:
    game = ggl.load("amazons", engine=engine)
    slot = game.layout.slots[field]
    vector = list(game.initial_state().vector)
    vector[slot.start : slot.stop] = [value] * (slot.stop - slot.start)
    with pytest.raises(ReplayError, match=f"the start is not a position of this game: {message}"):
        last_state(Record("amazons", {}, game.fingerprint, start=tuple(vector)), game)


def test_a_start_whose_rules_take_too_much_work_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ggl.load("amazons", engine="interpreter")
    record = Record("amazons", {}, game.fingerprint, start=tuple(game.initial_state().vector))
    assert last_state(record, game).ply == 0
    monkeypatch.setattr("ggl.interpreter.work.WORK_LIMIT", 10)
    with pytest.raises(
        ReplayError, match="the start is not a position of this game: these rules take more than 20,000,000 steps of work"
    ):
        last_state(record, game)


GOOD = {"record": 1, "game": "sgibun", "options": {"side": 3}, "fingerprint": "x", "moves": []}

BAD_LINES = {
    "no JSON": ("place c3", "line 1: not a record; a record is a line of JSON"),
    "no map": ("[1, 2]", "line 1: not a record; a record begins"),
    "another map": ('{"game": "sgibun"}', "not a record"),
    "half a line": ('{"record": 1, "game": "sgi', "line 1: not a record"),
    "nested without end": ("[" * 100_000, "not a record"),
    "a number without end": ('{"record": ' + "1" * 5000 + "}", "not a record"),
    "a newer format": ({**GOOD, "record": 3}, "a record of format 3; this version of ggl"),
    "format true": ({**GOOD, "record": True}, "a record of format true"),
    "no game": ({"record": 1, "moves": []}, "`game` is a text, but it is missing"),
    "a game that is a list": ({**GOOD, "game": []}, "`game` is a text; found []"),
    "no moves": ({"record": 1, "game": "x", "fingerprint": "y"}, "`moves` is a list, but it is missing"),
    "a move that is a number": ({**GOOD, "moves": ["place c3", 7]}, "turn 2 of `moves` is 7, not a move"),
    "a turn without steps": ({**GOOD, "moves": [[]]}, "turn 1 of `moves`"),
    "a move without end": ({**GOOD, "moves": ["x" * 5000]}, "turn 1 of `moves`"),
    "options in a list": ({**GOOD, "options": []}, "`options` is a map; found []"),
    "an option that would be worked out for hours": ({**GOOD, "options": {"side": "1e999999999"}}, "the option `side` cannot be"),
    "an option that is a list": ({**GOOD, "options": {"side": [1]}}, "the option `side` cannot be [1]"),
    "seats of numbers": ({**GOOD, "seats": {"first": 1}}, "`seats` is a map of texts"),
    "a seed of text": ({**GOOD, "seed": "1"}, "`seed` is a whole number"),
    "a start of texts": ({**GOOD, "start": ["a"]}, "`start` is a list of integers"),
    "a seed of truth": ({**GOOD, "seed": True}, "`seed` is a whole number"),
    "a start of a number and a text": ({**GOOD, "start": [1, "a"]}, "`start` is a list of integers"),
    "a start of a number and a truth": ({**GOOD, "start": [1, True]}, "`start` is a list of integers"),
    "a start of truths": ({**GOOD, "start": [True]}, "`start` is a list of integers"),
    "scores in a list": ({**GOOD, "result": {"reason": "", "scores": [1, 2]}}, "`result` is a map whose `scores` are a map"),
    "a number of winners": ({**GOOD, "result": {"reason": "", "winners": 2}}, "`winners` and `seats` are lists of names"),
    "seats of nobody's name": ({**GOOD, "result": {"reason": "", "seats": [1]}}, "`winners` and `seats` are lists of names"),
    "too many winners": ({**GOOD, "result": {"reason": "", "winners": ["a"] * 999}}, "`winners` and `seats` are lists of names"),
    "a winner of a number": ({**GOOD, "result": {"reason": "", "winner": 1}}, "`result` is a map with `winner`"),
    "a loser of a list": ({**GOOD, "result": {"reason": "", "loser": ["Red"]}}, "`result` is a map with `winner`"),
    "a seat of truth": ({**GOOD, "result": {"reason": "", "seat": True}}, "`result` is a map with `winner`"),
    "a reason of a number": ({**GOOD, "result": {"reason": 5}}, "`result` is a map with `winner`"),
    "a result of text": ({**GOOD, "result": "won"}, "`result` is a map"),
    "scores of text": ({**GOOD, "result": {"reason": "", "scores": {"Black": "many"}}}, "`scores` are numbers"),
    "endless scores": ({**GOOD, "result": {"reason": "", "scores": {"Black": float("inf")}}}, "`scores` are numbers"),
    "no text at all": (b"\xff\xfe\x00", "line 1: not UTF-8 text"),
}


@pytest.mark.parametrize(("line", "message"), BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_is_refused_with_its_number_and_what_is_wrong(line: object, message: str) -> None:
    data = line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode()
    with pytest.raises(RecordError) as caught:
        list(read_records(io.BytesIO(data), "plays.jsonl"))
    assert message in str(caught.value)
    assert "plays.jsonl, line 1" in str(caught.value)


def test_a_line_longer_than_any_record_is_refused_before_it_is_held_whole() -> None:
    class Endless(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            assert size is not None
            assert 0 < size <= 1 << 24
            return b" " * size

    with pytest.raises(RecordError, match="longer than 16 MiB"):
        next(read_records(Endless()))


def test_empty_lines_are_skipped_and_keys_of_the_future_ignored() -> None:
    text = "\n" + json.dumps({**GOOD, "mood": "good"}) + "\n\n" + json.dumps(GOOD)
    assert [record.game for record in read_records(io.StringIO(text))] == ["sgibun", "sgibun"]


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"game": "sgibum"}, ggl.GameNotFoundError, "near: sgibun"),
        ({"game": "-"}, RecordError, "standard input"),
        ({"game": ""}, RecordError, "give the game"),
        ({"game": "a\0b"}, RecordError, "give the game"),
        ({"options": {"side": 99}}, ggl.OptionError, "side=99 is not allowed"),
        ({"options": {"game": "tabik"}}, ggl.OptionError, "no option `game`"),
        ({"options": {"engine": "x"}}, ggl.OptionError, "no option `engine`"),
    ],
)
def test_a_game_that_cannot_be_had_is_told(change: dict[str, object], error: type[Exception], message: str) -> None:
    record = next(read_records(io.StringIO(json.dumps({**GOOD, **change}))))
    with pytest.raises(error, match=message):
        game_of(record)


SHOOTERS = Path(__file__).with_name("shooters.yaml").read_text()


def of_game(name: str) -> Record:
    return next(read_records(io.StringIO(json.dumps({**GOOD, "game": name, "options": {}}))))


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder for records, with games beside it and in it."""
    for name in ("outside.yaml", "shelf/beside.yaml", "shelf/below/deep.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(SHOOTERS)
    return tmp_path / "shelf"


@pytest.mark.parametrize("name", ["beside.yaml", "./beside.yaml", "below/deep.yaml", "sgibun"])
def test_the_game_of_a_record_is_bundled_or_a_file_in_its_folder_or_below(shelf: Path, name: str) -> None:
    assert game_of(of_game(name), shelf).name in ("Shooters", "Sgibun")


@pytest.mark.parametrize("name", ["../outside.yaml", "below/../../outside.yaml", "/etc/hosts", "..", "\\\\host\\x", "C:x.yaml"])
def test_a_record_never_leads_out_of_its_folder(shelf: Path, name: str) -> None:
    with pytest.raises(RecordError, match=r"neither a bundled one nor a file beside the record; give the game"):
        game_of(of_game(name), shelf)


@pytest.mark.parametrize("name", ["outside.yaml", "below", "x" * 900, "sgibum"])
def test_a_game_that_is_not_beside_the_record_is_not_looked_for_elsewhere(
    shelf: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(shelf.parent)
    with pytest.raises(ggl.GameNotFoundError, match="beside the record"):
        game_of(of_game(name), shelf)


def test_a_record_of_our_own_may_name_a_whole_path(shelf: Path) -> None:
    assert game_of(of_game(str(shelf.parent / "outside.yaml")), own=True).name == "Shooters"


def test_damaged_lines_are_told_and_the_others_are_read() -> None:
    text = "\n".join([json.dumps(GOOD), "noise", json.dumps(GOOD), '{"record": 1', json.dumps(GOOD), "noise"])
    told: list[RecordError] = []
    assert len(list(read_records(io.StringIO(text), "plays.jsonl", told.append))) == 3
    assert [str(error).split(": ")[0] for error in told] == [f"plays.jsonl, line {number}" for number in (2, 4, 6)]


LONG_NAME = "n" * 200
LONG_REASON = " and ".join(["ply > 1"] + [f"count(cells with {LONG_NAME} mark) != {number}" for number in range(20, 40)])


def test_a_play_with_a_long_name_and_a_long_reason_replays(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    head = f"ggl: 1\nname: Long\nplayers: [{LONG_NAME}, Blue]\nboard: square(3)\npieces: {{mark: {{}}}}\n"
    rest = f"options: {{starts: {LONG_NAME} in players}}\nturn: {{first: starts}}\nend:\n  draw: {LONG_REASON}\n"
    path.write_text(f"{head}moves: {{place: {{for: c in vacant, do: put mark on c}}}}\n{rest}")
    record, state = record_of(str(path), 1)
    assert record.ending is not None
    assert len(record.ending.reason) > 1000
    (again,) = read_records(io.StringIO(to_json(record)))
    assert last_state(again, state.game).is_over


def test_a_step_is_at_most_a_thousand_characters() -> None:
    def told(length: int) -> str:
        (record,) = read_records(io.StringIO(json.dumps({**GOOD, "moves": ["x" * length]})))
        return record.turns[0][0]

    assert told(1000) == "x" * 1000
    with pytest.raises(RecordError, match="moves"):
        told(1001)


@pytest.mark.parametrize("length", [200, 201, 399, 400, 401, 950])
def test_after_a_line_longer_than_any_record_reading_goes_on_with_the_next(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.play.record.reading.LONGEST_LINE", 200)
    told: list[RecordError] = []
    text = "x" * (length - 1) + "\n" + json.dumps(GOOD)
    assert len(list(read_records(io.BytesIO(text.encode()), "", told.append))) == 1
    assert len(told) == 1
    assert "the longest record" in str(told[0])


# ---- fingerprints


def prints(text: str, **options: object) -> str:
    checked, found = check_source(Source("sgibun.yaml", text), options)
    assert checked is not None, found
    return ggl.Game(checked).fingerprint


SGIBUN = find_source("sgibun").text
SAME = {
    "comments": SGIBUN + "# a comment\n",
    "the name": SGIBUN.replace("name: Sgibun", "name: Other"),
    "about and notes": SGIBUN.replace("about: ", "about: At Go's side. ").replace("notes:\n  - ", "notes:\n  - Mind this. "),
    "looks": SGIBUN + "look: {notation: {place: c}}\n",
    "a glyph": SGIBUN.replace("glyph: o", "glyph: x"),
    "the words of a condition": SGIBUN.replace("an empty cell:", "nothing is there:"),
    "the reason of an ending": SGIBUN.replace("neither side can place:", "full:"),
}
OTHER = {
    "a condition": SGIBUN.replace("in {0, 1}", "== 0"),
    "a player's name": SGIBUN.replace("Black", "Dark"),
    "the score": SGIBUN.replace("0.5 if", "1 if"),
    "a move's name, which notation uses": SGIBUN.replace("  place:", "  lay:"),
    "passing": SGIBUN.replace("pass: forced", "pass: free"),
    "the default of an option": SGIBUN.replace("side: 6", "side: 5"),
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_the_fingerprint_does_not_change_with(text: str) -> None:
    assert text != SGIBUN
    assert prints(text) == prints(SGIBUN)


@pytest.mark.parametrize("text", OTHER.values(), ids=OTHER)
def test_the_fingerprint_changes_with(text: str) -> None:
    assert text != SGIBUN
    assert prints(text) != prints(SGIBUN)


def test_the_fingerprint_is_of_the_options_too() -> None:
    assert len({prints(SGIBUN), prints(SGIBUN, side=5), prints(SGIBUN, pie=False)}) == 3
    assert prints(SGIBUN, side=6) == prints(SGIBUN)


@pytest.mark.parametrize("names", [FEW, slow(resources.bundled_games())], ids=["few", "all"])
def test_the_fingerprints_of_all_bundled_games_differ_and_are_the_same_whatever_was_loaded_before(names: tuple[str, ...]) -> None:
    forwards = [ggl.load(name).fingerprint for name in names]
    backwards = [ggl.load(name).fingerprint for name in reversed(names)]
    assert forwards == backwards[::-1]
    assert len(set(forwards)) == len(names)


def test_random_games_are_the_same_for_the_same_seed_only() -> None:
    games = [record_of("sgibun", seed, side=3)[0].turns for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_an_ending_is_that_of_the_state() -> None:
    _, state = record_of("tabik", 1, size=3)
    ending = ending_of(state)
    assert ending is not None
    assert str(ending) == str(state.result)
    assert ending_of(state.game.initial_state()) is None


UNNAMED = """ggl: 1
name: Unnamed
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    do: put stone on c
end:
  mover wins: Red stone on KEEP and count(cells with stone) > 2
  draw: {the board is full: full}
"""


def test_a_record_outlives_labels_that_change_ggls_own_words_for_its_end() -> None:
    """The reason of a condition without a name is told in English, by the labels of the sites."""
    labelled, plain = (
        ggl.Game(checked)
        for text in (UNNAMED.replace("KEEP", "keep") + "labels: {sites: {keep: a1}}\n", UNNAMED.replace("KEEP", "a1"))
        if (checked := check_source(Source("unnamed.yaml", text))[0]) is not None
    )
    assert labelled.fingerprint == plain.fingerprint
    session = Session(labelled, "unnamed", seats={"first": "human", "second": "human"})
    for move in ("keep", "b1", "c1"):
        session.enter(move)
    record = session.record()
    assert record.ending is not None
    assert "keep" in record.ending.reason
    assert labelled.reason(0, "Blue") != plain.reason(0, "Blue")
    assert last_state(record, plain).winner == record.ending.winner == "Blue"
    with pytest.raises(ReplayError, match='`reason` of the record\'s `result` is "the board is full"'):
        last_state(replace(record, ending=replace(record.ending, reason="the board is full")), plain)


PAIRS = """ggl: 1
name: Pairs
players: [Red, Blue]
board: square(3)
pieces: {stone: {}, wall: {of: nobody}}
moves:
  place:
    for: c in vacant, d in vacant
    where: c != d
    do: |
      put stone on c
      put wall on d
end:
  mover loses: stuck
look: {notation: {place: NOTATION}}
"""


def pairs(notation: str) -> ggl.Game:
    checked, found = check_source(Source("pairs.yaml", PAIRS.replace("NOTATION", notation)))
    assert checked is not None, found
    return ggl.Game(checked)


def test_a_record_outlives_a_notation_whose_words_change_places() -> None:
    session = Session(pairs("c d"), "pairs", seats={"first": "human", "second": "human"})
    session.enter("a1 b2")
    session.enter("c3 b1")
    record = again(session.record())
    assert record.steps == ("place a1 b2", "place c3 b1")
    for other in ("d c", "d - c", "place d c"):
        assert last_state(record, pairs(other)).vector == session.state.vector


def test_a_record_of_format_1_has_its_moves_by_the_notation_of_the_game() -> None:
    game = pairs("d c")
    line = {"record": 1, "game": "pairs", "options": {}, "fingerprint": game.fingerprint, "moves": ["b2 a1", "c1 c2"]}
    [record] = read_records(io.StringIO(json.dumps(line)))
    assert last_state(record, game).vector == pairs("c d").initial_state().play("a1 b2").play("c2 c1").vector
    assert again(record).form == 1
    assert last_state(again(record), game).vector == last_state(record, game).vector


CROSSED = """
ggl: 1
name: Crossed words
players: [A, B]
board: square(1)
LABELS
pieces: {left: {}, right: {}}
moves:
  left: {do: put left on cells}
  right: {do: put right on cells}
look:
  notation: {left: right, right: left}
end: {draw: ply == 2}
"""


@pytest.mark.parametrize(
    ("form", "labels", "piece"),
    [(1, "", "right"), (2, "", "left"), (1, "labels: {columns: [x]}", "left"), (2, "labels: {columns: [x]}", "left")],
)
def test_a_word_that_two_moves_share_is_typed_in_format_1_alone(form: int, labels: str, piece: str) -> None:
    game = made_of(Source("crossed.yaml", CROSSED.replace("LABELS", labels)))
    line = {"record": form, "game": "crossed", "options": {}, "fingerprint": game.fingerprint, "moves": ["left"]}
    [record] = read_records(io.StringIO(json.dumps(line)))
    assert last_state(record, game).piece_at(game.board.cells[0]) == f"A {piece}"


@pytest.mark.parametrize("labels", ["", "labels: {columns: [x]}"])
def test_the_text_of_an_illegal_move_in_a_record_is_not_read_as_another_move_with_that_notation(labels: str) -> None:
    text = CROSSED.replace("LABELS", labels).replace("{do: put left on cells}", "{where: {never: 1 > 2}, do: put left on cells}")
    game = made_of(Source("crossed.yaml", text))
    line = {"record": 2, "game": "crossed", "options": {}, "fingerprint": game.fingerprint, "moves": ["left"]}
    [record] = read_records(io.StringIO(json.dumps(line)))
    with pytest.raises(ReplayError, match=r"`left` by A: \"never\" does not hold"):
        last_state(record, game)


def test_a_file_of_records_is_given_by_a_path_as_text_too(tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    file.write_text("", "utf-8")
    assert read_record_file(str(file)) == read_record_file(file) == []
    with pytest.raises(StorageError):
        read_record_file(str(tmp_path / "missing.jsonl"))
    with pytest.raises(ggl.ArgumentError, match="given by its path"):
        read_record_file(3)  # type: ignore[arg-type]


def test_a_record_knows_its_line_once_it_is_read() -> None:
    record, _ = record_of("tic-tac-toe", 1)
    text = f"{to_json(record)}\n" * 2
    assert [record.line, *(each.line for each in read_records(io.StringIO(text)))] == [0, 1, 2]
