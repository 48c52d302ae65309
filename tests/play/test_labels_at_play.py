"""Labels at play: moves are read by them, records are not."""

from __future__ import annotations

import pytest

from ggl.play.game import Game, State
from ggl.play.loading import check_source
from ggl.play.record import Record, option_values, replay
from ggl.play.session import Session
from ggl.source import Source

GAME = """
ggl: 1
name: Labels
players: [Red, Blue]
board: square(4)
labels: LABELS
pieces: {man: {glyph: m}}
setup: |
  put Red man on row(1)
  put Blue man on row(4)
moves:
  go:
    for: c in cells with own man, t in neighbors(c)
    where: empty(t)
    do: move c to t
end:
  mover loses: stuck
  draw: ply >= 20
look: {notation: {go: c - t}}
"""


def made(labels: str) -> Game:
    return game_of(GAME.replace("LABELS", labels) if labels else GAME.replace("labels: LABELS\n", ""))


def game_of(text: str) -> Game:
    checked, found = check_source(Source("labels.yaml", text))
    assert checked is not None, found
    return Game(checked)


def first(labels: str) -> State:
    return made(labels).initial_state()


LABELS = ["", "{rows: numbers from the top}", "{columns: numbers from the right, rows: letters from the top}",
          "{cells: numbers from the top}", "{sites: {keep: a1, gate: b2}}"]  # fmt: skip


@pytest.mark.parametrize("labels", LABELS)
def test_labels_are_no_part_of_the_fingerprint(labels: str) -> None:
    assert made(labels).fingerprint == made("").fingerprint


TYPED = [
    ("{rows: numbers from the top}", "a4 - a3", ["A4a3", "go a4 A3", "a4-a3"]),
    ("{columns: numbers from the right, rows: letters from the top}", "4d - 4c", ["4D4c", "4d 4c", "go 4d 4c"]),
    ("{cells: numbers from the top}", "13 - 9", ["13 9", "go 13 9", "13-9"]),
    ("{columns: capitals}", "A1 - A2", ["a1a2", "A1 a2", "go a1 a2"]),
    ("{sites: {keep: a1, gate: a2}}", "keep - gate", ["keep gate", "KEEP a2", "a1a2"]),
]


@pytest.mark.parametrize(("labels", "text", "typed"), TYPED)
def test_moves_are_written_and_read_by_labels(labels: str, text: str, typed: list[str]) -> None:
    state = first(labels)
    wanted = first("").read("a1 - a2").step
    assert state.read(text).step == wanted
    assert state.move_of(wanted).text == text
    for each in typed:
        assert state.read(each).step == wanted, each


def test_a_site_with_a_name_of_its_own_is_understood_by_its_lines_too() -> None:
    assert first("{sites: {keep: a1}}").read("a1 a2").text == "keep - a2"


@pytest.mark.parametrize("labels", LABELS)
def test_a_record_is_read_with_any_labels(labels: str) -> None:
    session = Session(made(labels), "labels.yaml", files=())
    for _ in range(6):
        session.enter(str(session.state.legal_moves()[-1]))
    record, end = session.record(), session.state
    for other in LABELS:
        game = made(other)
        *_, (_, state) = replay(record, game)
        assert state.vector == end.vector
    plain = Record(record.game, option_values(made("")), record.fingerprint, record.turns)
    assert plain.turns == record.turns


def test_a_record_that_was_written_by_hand_with_labels_is_read() -> None:
    game = made("{columns: numbers from the right, rows: letters from the top}")
    *_, (_, state) = replay(Record("x", {}, game.fingerprint, (("4d - 4c",), ("go d4 d3",))), game)
    assert state.ply == 2


@pytest.mark.parametrize(("labels", "typed", "said"), [
    ("{columns: numbers from the right, rows: letters from the top}", "9z 4c", "9z"),
    ("{cells: numbers from the top}", "13 99", "99"),
])  # fmt: skip
def test_what_is_no_label_is_told(labels: str, typed: str, said: str) -> None:
    assert f"`{said}`" in str(first(labels).explain(typed))


def test_columns_and_rows_of_a_notation_are_their_labels() -> None:
    game = GAME.replace("LABELS", "{columns: capitals, rows: numbers from the top}").replace("c - t", "c.column t.row t.column")
    checked, _ = check_source(Source("labels.yaml", game))
    assert checked is not None
    state = Game(checked).initial_state()
    assert state.legal_moves()[0].text == "A 3 A"
    assert state.read("a 3 a") == state.legal_moves()[0]


def test_the_rules_tell_what_single_sites_are_called() -> None:
    told = " ".join(made("{columns: capitals, sites: {keep: A1, gate: B2}}").rules_text().split())
    assert "1 R R R R A B C D" in told
    assert "The cell A1 is called keep and B2 is called gate." in told


def test_the_rules_tell_of_cells_that_are_named_one_by_one() -> None:
    told = " ".join(made("{cells: numbers from the top}").rules_text().split())
    assert "Its cells have names of their own, from 13 at the bottom to 4 at the top." in told


BY_TURN = """
ggl: 1
name: By turn
players: [Red, Blue]
board: square(2)
pieces: {stone: {}}
moves: {place: {for: c in vacant, do: put stone on c}}
end: {mover loses: stuck}
look: {notation: {place: {c x: ply > 0, else: x c}}}
"""


def test_a_record_keeps_its_sites_where_the_notation_depends_on_the_position() -> None:
    session = Session(game_of(BY_TURN), "turn.yaml", files=())
    for text in ("x a2", "a1 x"):
        session.enter(text)
    exchanged = game_of(BY_TURN + "labels: {sites: {a1: b2, b2: a1}}\n")
    assert exchanged.fingerprint == session.state.game.fingerprint
    *_, (_, state) = replay(session.record(), exchanged)
    assert state.vector == session.state.vector


WAYS = """
ggl: 1
name: Ways
players: [Red, Blue]
values: {ways: [flat, upright]}
board: square(2)
pieces: {stone: {}}
moves: {place: {for: "c in vacant, w in ways", where: w == flat or c != a1, do: put stone on c}}
end: {mover loses: stuck}
"""


@pytest.mark.parametrize("other", [
    WAYS.replace("flat, upright", "upright, flat").replace("w == flat", "w == upright"), WAYS.replace("upright", "leaning"),
])  # fmt: skip
def test_values_of_other_names_are_other_rules(other: str) -> None:
    assert game_of(other).fingerprint != game_of(WAYS).fingerprint
    assert game_of(other) != game_of(WAYS)
