"""What a replay compares, where sides are one or three; and what it tells of steps, starts and games that it cannot use."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

import ggl
from ggl.play.errors import IllegalMoveError
from ggl.play.loading import made_of
from ggl.play.record import Ending, Record, RecordError, ReplayError, ending_of, game_of, to_json
from ggl.play.record.reading import read_records
from ggl.play.session import Session
from ggl.source import Source
from tests.records import last_state

GAME = """
ggl: 1
name: Small
players: PLAYERS
board: track(4)
pieces: {man: {}}
moves: {put: {for: c in vacant, do: put man on c}}
end: {END}
"""


def small(players: str, end: str) -> ggl.Game:
    return made_of(Source("small.yaml", GAME.replace("PLAYERS", players).replace("END", end)))


@pytest.mark.parametrize("text", ["p1", "p9", "put"])
def test_a_step_that_breaks_gives_its_cause_in_one_line(text: str) -> None:
    game = small("[Red, Blue, Green]", "draw: full")
    with pytest.raises(ggl.GglError) as wrong:
        game.initial_state().play("p1").read(text)
    error = wrong.value
    cause = error.explanation.reason if isinstance(error, IllegalMoveError) else str(error).split("\n")[0]
    with pytest.raises(ReplayError) as caught:
        last_state(Record("small", {}, game.fingerprint, (("p1",), (text,))), game)
    assert (caught.value.ply, caught.value.step, caught.value.cause) == (1, 2, cause)
    assert f"at ply 1, `{text}` by Blue: {cause}; the record breaks its own rules" in str(caught.value)


def test_a_record_may_start_where_the_game_is_over() -> None:
    game = small("[Red, Blue, Green]", "draw: full")
    state = game.initial_state()
    for cell in ("p1", "p2", "p3", "p4"):
        state = state.play(cell)
    record = Record("small", {}, game.fingerprint, start=state.vector, ending=ending_of(state))
    assert last_state(record, game).is_over


@pytest.mark.parametrize(
    ("loser", "message"),
    [
        ("Solver", None),
        (None, None),
        ("Nobody", '`loser` of the record\'s `result` is "Nobody", but by the rules it is "Solver"'),
    ],
)
def test_who_plays_alone_and_loses_is_compared_unless_the_record_is_older_than_the_name(
    loser: str | None, message: str | None
) -> None:
    game = small("[Solver]", "mover loses: full")
    session = Session(game, "small")
    for cell in ("p1", "p2", "p3", "p4"):
        session.enter(cell)
    record = session.record()
    assert record.ending is not None
    assert record.ending.loser == "Solver"
    changed = replace(record, ending=replace(record.ending, loser=loser))
    if message is None:
        assert last_state(changed, game).is_over
    else:
        with pytest.raises(ReplayError, match=message):
            last_state(changed, game)


@pytest.mark.parametrize(
    ("winners", "seats", "message"),
    [
        (("Red", "Green"), ("first", "third"), None),
        ((), (), None),  # older than the names
        (("Red", "Blue"), ("first", "second"), "the record says Red and Blue win"),
        (("Red", "Green"), ("first", "second"), "`seats` of the record's `result` is"),
    ],
)
def test_where_one_of_three_gives_up_the_two_others_win(
    winners: tuple[str, ...], seats: tuple[str, ...], message: str | None
) -> None:
    game = small("[Red, Blue, Green]", "draw: full")
    ending = Ending(None, None, "Blue resigned", resigned="Blue", winners=winners, seats=seats)
    record = Record("small", {}, game.fingerprint, (("p1",),), ending=ending)
    if message is None:
        assert last_state(record, game).ply == 1
    else:
        with pytest.raises(ReplayError, match=message):
            last_state(record, game)


def test_what_a_record_has_is_told_in_its_own_letters() -> None:
    game = small("[Red, Blue, Green]", "draw: full")
    record = Record("small", {}, game.fingerprint, (("p1",),), ending=Ending(None, None, "égalité", resigned="Blue"))
    with pytest.raises(ReplayError, match='`result` is "égalité", but by the rules it is "Blue resigned"'):
        last_state(record, game)
    with pytest.raises(RecordError, match='found \\["é"\\]'):
        list(read_records(io.StringIO(to_json(record).replace('"small"', '["é"]'))))


@pytest.mark.parametrize("name", ["", "-", "a\0b"])
def test_a_game_that_came_without_a_file_has_to_be_given(name: str) -> None:
    with pytest.raises(RecordError, match="was read from standard input"):
        game_of(Record(name, {}, "x"))


@pytest.mark.parametrize(
    ("name", "beside", "given"),
    [
        ("../outside.yaml", True, "outside.yaml"),
        ("../outside.yaml", False, "../outside.yaml"),
        ("../none.yaml", True, "GAME"),
        ("../we:ird.yaml", True, "GAME"),
        ("../back\\slash.yaml", True, "GAME"),
        ("/outside.yaml", True, "GAME"),  # a whole path, here below the temporary folder
    ],
)
def test_a_file_elsewhere_is_named_as_it_may_be_given(
    name: str, beside: bool, given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    for each in ("outside.yaml", "we:ird.yaml", "back\\slash.yaml"):
        (tmp_path / each).write_text(GAME)
    monkeypatch.chdir(tmp_path if beside else shelf)
    whole = str(tmp_path / "outside.yaml") if name.startswith("/") else name
    with pytest.raises(RecordError) as caught:
        game_of(Record(whole, {}, "x"), shelf if beside else None)
    assert f"give the game: `ggl replay --game {given} ..`" in str(caught.value)
