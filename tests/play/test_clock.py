"""The clock: times read and written, counted for the one to move, given back with moves, kept on file, and lost by."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path

import pytest

import ggl
from ggl.play.clock import ClockError, Timing, Watch, clock_text
from ggl.play.errors import ArgumentError, GameOverError
from ggl.play.record import Record, RecordError, read_records, to_json
from ggl.play.record.in_progress import Clocked
from ggl.play.session import Session
from tests.records import last_state


@cache
def game(name: str = "tic-tac-toe") -> ggl.Game:
    return ggl.load(name)


class Time:
    """A clock on the wall that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def table(text: str, *, fall: bool = False, of: str = "tic-tac-toe") -> tuple[Session, Time]:
    session, time = Session(game(of), of, clock=Timing.read(text, fall=fall)), Time()
    session.watch = Watch(time)
    return session, time


def move(session: Session, time: Time, text: str, seconds: float) -> None:
    session.watch.start()
    time.now += seconds
    session.enter(text)


def left(session: Session) -> tuple[float, ...]:
    return tuple(time / 1000 for time in session.left().values())


@pytest.mark.parametrize(
    ("text", "base", "increment", "written"),
    [
        ("5m", 300, 0, "5m"),
        ("5m+3s", 300, 3, "5m+3s"),
        ("90s", 90, 0, "1m30s"),
        (" 1H30M + 0.5s", 5400, 0.5, "1h30m+0.5s"),
        ("2s+1m", 2, 60, "2s+1m"),
    ],
)
def test_times_are_read_and_written(text: str, base: float, increment: float, written: str) -> None:
    timing = Timing.read(text)
    assert (timing.base, timing.increment) == (base * 1000, increment * 1000)
    assert str(timing) == written
    assert Timing.read(written) == timing


@pytest.mark.parametrize(
    "text", ["", "5", "m", "0s", "5m+", "5m+x", "-5m", "5m3", "3s5m", "٥m", "1e3s", "5m+3s+2s", "9999h", "5 m 3"]
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(ClockError):
        Timing.read(text)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (300_000, "5:00"),
        (3_605_000, "1:00:05"),
        (59_001, "1:00"),
        (59_000, "0:59"),
        (9_940, "0:09.9"),
        (10_000, "0:10"),
        (0, "0:00.0"),
        (-61_500, "-1:01"),
    ],
)
def test_times_are_shown_as_clocks_do(milliseconds: int, text: str) -> None:
    assert clock_text(milliseconds) == text


def test_the_time_of_a_move_is_that_of_the_one_to_move_and_a_turn_adds_the_increment() -> None:
    session, time = table("1m+2s")
    move(session, time, "a1", 10)
    assert left(session) == (52, 60)
    move(session, time, "b1", 30)
    assert left(session) == (52, 32)
    session.watch.start()
    time.now += 5
    assert left(session) == (47, 32)


def test_undo_gives_the_time_back_and_redo_takes_it_again() -> None:
    session, time = table("1m")
    move(session, time, "a1", 10)
    move(session, time, "b1", 30)
    session.undo(2)
    assert left(session) == (60, 60)
    session.redo(2)
    assert left(session) == (50, 30)


def test_a_turn_that_is_played_again_in_one_go_costs_its_new_time_and_is_one_entry() -> None:
    session, time = table("5m+3s", of="amazons")
    move(session, time, "d1 d7", 10)
    move(session, time, "shoot g7", 20)
    session.undo(2)
    move(session, time, "d1 d7 shoot g7", 5)
    assert left(session) == (298, 300)
    assert session.undo() == 1
    assert not session.moves


def test_a_move_that_is_played_again_where_the_play_is_looked_at_keeps_its_time() -> None:
    session, time = table("5m+3s")
    move(session, time, "a1", 60)
    move(session, time, "b1", 10)
    session.goto(0)
    session.enter("a1")
    session.redo()
    assert left(session) == (243, 293)
    assert session.record().clock == Clocked("5m+3s", False, (60_000, 10_000))


def test_the_clock_stands_while_another_turn_is_looked_at() -> None:
    session, time = table("1m")
    move(session, time, "a1", 10)
    session.watch.start()
    time.now += 4
    session.goto(0)
    time.now += 20
    assert left(session) == (60, 60)
    session.goto(None)
    assert left(session) == (50, 56)


def test_running_out_is_told_and_loses_only_if_it_is_to() -> None:
    for fall in (False, True):
        session, time = table("10s", fall=fall)
        move(session, time, "a1", 9)
        session.watch.start()
        assert not session.flag()
        time.now += 11
        if fall:
            with pytest.raises(GameOverError, match="O's time ran out"):
                session.enter("b1")
            ending = session.ending
            assert ending is not None
            assert (ending.winner, ending.resigned) == ("X", "O")
            assert session.flag() is False
        else:
            assert session.flag()
            session.enter("b1")
            assert left(session) == (1, -1)


def again(record: Record) -> Record:
    return next(read_records(io.StringIO(to_json(record))))


def test_a_loss_on_time_is_a_record_that_replays_and_comes_back_and_can_be_taken_back() -> None:
    session, time = table("10s", fall=True)
    move(session, time, "a1", 1)
    session.watch.start()
    time.now += 11
    assert session.flag()
    record = again(session.record())
    last_state(record, game())
    other = Session.resumed(again(session.record_with_tree()), game(), "tic-tac-toe")
    assert other.is_over
    assert other.ending == session.ending
    other.undo()
    assert not other.is_over
    assert left(other) == (9, 10)


def test_the_times_come_back_from_the_file_also_those_of_variations_and_of_the_thought_that_goes_on() -> None:
    session, time = table("1m+1s")
    move(session, time, "a1", 10)
    move(session, time, "b1", 20)
    session.undo()
    move(session, time, "b2", 5)
    session.watch.start()
    time.now += 3
    session.watch.stop()
    other = Session.resumed(again(session.record_with_tree()), game(), "tic-tac-toe")
    assert other.timing == session.timing
    assert left(other) == left(session) == (48, 56)
    for play in (session, other):
        play.goto(1)
        play.enter_variation(2)
        assert left(play) == (51, 41)


def test_a_record_tells_the_clock_and_the_time_of_each_step() -> None:
    session, time = table("5m+3s")
    move(session, time, "a1", 1.5)
    move(session, time, "b1", 2)
    data = json.loads(to_json(session.record()))
    assert data["clock"] == {"time": "5m+3s", "flag_fall": False, "spent": [1500, 2000]}


@pytest.mark.parametrize(
    ("clock", "wanted"),
    [
        (3, "a map with `time`"),
        ({"time": 3, "spent": [0]}, "`time` is a text"),
        ({"time": "5m", "spent": []}, "1 times in milliseconds"),
        ({"time": "5m", "spent": [-1]}, "1 times in milliseconds"),
        ({"time": "5m", "spent": [2**40 + 1]}, "1 times in milliseconds"),
        ({"time": "5m", "flag_fall": 1, "spent": [0]}, "true or false"),
    ],
)
def test_a_damaged_clock_on_file_is_refused(clock: object, wanted: str) -> None:
    session, time = table("5m")
    move(session, time, "a1", 1)
    data = json.loads(to_json(session.record())) | {"clock": clock}
    with pytest.raises(RecordError, match=wanted):
        next(read_records(io.StringIO(json.dumps(data))))


def test_a_clock_on_file_that_tells_no_time_is_refused_when_the_play_goes_on() -> None:
    session, time = table("5m")
    move(session, time, "a1", 1)
    data = json.loads(to_json(session.record()))
    data["clock"]["time"] = "soon"
    with pytest.raises(ClockError, match="`soon` is not a time"):
        Session.resumed(next(read_records(io.StringIO(json.dumps(data)))), game(), "tic-tac-toe")


THREE = """
ggl: 1
name: Three
players: [Red, Blue, Green]
board: track(4)
pieces: {man: {}}
moves: {put: {for: c in vacant, do: put man on c}}
end: {draw: full}
"""


def test_more_than_two_have_a_clock_that_only_tells(tmp_path: Path) -> None:
    (tmp_path / "three.yaml").write_text(THREE)
    game = ggl.load(tmp_path / "three.yaml")
    with pytest.raises(ArgumentError, match="only in a game for two"):
        Session(game, "three", clock=Timing(1000, fall=True))
    assert Session(game, "three", clock=Timing(1000)).left() == {"first": 1000, "second": 1000, "third": 1000}
