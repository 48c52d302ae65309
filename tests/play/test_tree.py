"""The tree of a play: what is taken back stays as a variation, looking around changes nothing, and files bring all of it back."""

from __future__ import annotations

import io
import json
import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import ggl
from ggl.play.errors import GameOverError, GglError
from ggl.play.kept import is_finished, line_for
from ggl.play.record import Record, RecordError, read_record_file, to_json
from ggl.play.record.reading import read_records
from ggl.play.session import Session
from ggl.play.storage import state_folder
from ggl.play.tree import Node


@pytest.fixture(autouse=True)
def _own_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@cache
def game() -> ggl.Game:
    return ggl.load("tic-tac-toe")


def played(*moves: str) -> Session:
    session = Session(game(), "tic-tac-toe")
    for move in moves:
        session.enter(move)
    return session


def line(session: Session) -> list[str]:
    return [str(move).removeprefix("place ") for move in session.moves]


def ways(session: Session) -> list[tuple[str, int, bool]]:
    return [(each.text.removeprefix("place "), each.turns, each.is_play) for each in session.variations()]


def again(session: Session) -> Session:
    """The session that the file of this one leads to."""
    text = to_json(session.record_with_tree())
    (record,) = read_records(iter_lines(text))
    return Session.resumed(record, session.game, session.name)


def iter_lines(text: str) -> io.StringIO:
    return io.StringIO(text + "\n")


# ---- variations


def test_a_move_after_an_undo_begins_a_variation_and_what_was_played_stays() -> None:
    session = played("a1", "b1", "c1")
    session.undo(2)
    session.enter("b2")
    assert line(session) == ["a1", "b2"]
    session.undo()
    assert ways(session) == [("b1", 2, False), ("b2", 1, False)]
    session.redo()
    assert line(session) == ["a1", "b2"]


def test_the_way_of_the_play_comes_first_among_the_variations() -> None:
    session = played("a1", "b1")
    session.undo()
    session.enter("b2")
    session.goto(1)
    assert ways(session) == [("b2", 1, True), ("b1", 1, False)]


def test_the_same_move_again_is_no_second_variation() -> None:
    session = played("a1", "b1", "c1")
    session.undo(2)
    session.enter("b1")
    assert ways(session) == [("c1", 1, False)]
    assert len(session.tree.nodes) == 4


def test_a_variation_that_is_entered_is_gone_through_by_redo() -> None:
    session = played("a1", "b1", "c1", "a2")
    session.undo(3)
    session.enter("b2")
    session.undo()
    session.enter_variation(1)
    assert line(session) == ["a1", "b1"]
    session.redo(9)
    assert line(session) == ["a1", "b1", "c1", "a2"]


@pytest.mark.parametrize("number", [0, 3, 99])
def test_a_variation_that_is_not_there_is_told(number: int) -> None:
    session = played("a1", "b1")
    session.undo()
    session.enter("b2")
    session.undo()
    with pytest.raises(GglError, match="there are 2; `var` lists them"):
        session.enter_variation(number)


# ---- looking around


def test_looking_at_another_turn_leaves_the_play_as_it_is() -> None:
    session = played("a1", "b1", "c1", "a2", "b2", "c2")
    before = session.record()
    session.goto(2)
    assert (line(session), session.looking) == (["a1", "b1"], True)
    assert session.record() == before
    session.undo()
    assert line(session) == ["a1"]
    assert session.record() == before
    session.goto(5)
    assert line(session) == ["a1", "b1", "c1", "a2", "b2"]
    session.goto(None)
    assert (len(session.moves), session.looking) == (6, False)


def test_undo_where_the_play_stands_shortens_the_record_and_redo_brings_it_back() -> None:
    session = played("a1", "b1", "c1")
    session.undo()
    assert session.record().steps == ("place a1", "place b1")
    assert not session.looking
    session.redo()
    assert session.record().steps == ("place a1", "place b1", "place c1")


def test_a_finished_play_keeps_its_result_while_it_is_looked_at() -> None:
    session = played("a1", "b1", "a2", "b2", "a3")
    assert session.record().ending is not None
    session.goto(3)
    assert not session.is_over
    assert session.ending is None
    ending = session.record().ending
    assert ending is not None
    assert ending.winner == "X"


def test_a_move_at_a_turn_that_is_looked_at_becomes_the_play() -> None:
    session = played("a1", "b1", "c1", "a2")
    session.goto(1)
    session.enter("c3")
    assert not session.looking
    assert session.record().steps == ("place a1", "place c3")


def test_there_is_no_turn_behind_the_end_of_a_line() -> None:
    session = played("a1", "b1")
    with pytest.raises(GglError, match="no position after turn 3; this line has only 2 turns"):
        session.goto(3)
    session.goto(0)
    assert session.state == game().initial_state()


def test_nobody_moves_by_himself_while_the_play_is_looked_at() -> None:
    session = Session(ggl.load("tabik", size=4), "tabik", seats={"second": "random"}, seed=4)
    session.enter("place a1 b1")
    session.answer()
    session.goto(1)
    assert session.answer() == []
    session.play_here()
    assert len(session.answer()) == 1
    assert session.turns_done() == 2


def test_looking_lands_behind_the_roll_that_begins_a_turn() -> None:
    session = Session(ggl.load("backgammon"), "backgammon", seed=1)
    session.answer()
    for _ in range(12):
        session.enter(str(session.state.legal_moves()[0]))
        session.answer()
    done = session.turns_done()
    assert done >= 2
    for turn in range(1, done + 1):
        session.goto(turn)
        assert not session.state.is_chance
        assert session.turns_done() == turn


def test_resigning_is_a_place_of_its_own() -> None:
    session = played("a1")
    session.resign()
    with pytest.raises(GameOverError):
        session.enter("b1")
    session.undo()
    assert session.record().ending is None
    session.enter("b1")
    session.undo()
    assert ways(session) == [("O resigned", 0, False), ("b1", 1, False)]
    session.goto(0)
    with pytest.raises(GglError, match="goto end"):
        session.resign()


# ---- who moves


def test_what_sits_in_a_seat_chooses_and_is_asked_for_its_own_turns_only() -> None:
    asked: list[tuple[str, int]] = []

    def choose(seat: str, state: ggl.State) -> ggl.Move:
        asked.append((seat, state.ply))
        return state.legal_moves()[-1]

    session = Session(game(), "tic-tac-toe", seats={"second": "clever"}, choose=choose)
    told: list[str] = []
    for move in ("a1", "b1"):
        session.enter(move)
        session.answer(lambda turn: told.append(str(turn)))
    assert asked == [("second", 1), ("second", 3)]
    assert line(session) == ["a1", "c3", "b1", "b3"]
    assert told == ["place c3", "place b3"]
    assert session.record().seats == {"first": "human", "second": "clever"}
    assert session.undo() == 1
    assert line(session) == ["a1", "c3"]


def test_where_nobody_knows_who_sits_in_a_seat_its_move_is_asked_for() -> None:
    session = Session(game(), "tic-tac-toe", seats={"first": "clever"})
    assert session.answer() == []
    session.enter("a1")
    assert line(session) == ["a1"]


def test_an_interrupted_choice_leaves_the_play_as_it_was(tmp_path: Path) -> None:
    def choose(seat: str, state: ggl.State) -> ggl.Move:
        if state.ply == 3:
            raise KeyboardInterrupt
        return state.legal_moves()[0]

    file = tmp_path / "play.jsonl"
    session = Session(game(), "tic-tac-toe", seats={"first": "a", "second": "b"}, choose=choose, files=(file,))
    with pytest.raises(KeyboardInterrupt):
        session.answer()
    assert session.turns_done() == 3
    assert read_record_file(file) == [session.record()]


# ---- on disk


def test_a_tree_of_many_lines_comes_back_from_disk_node_for_node() -> None:
    for seed in range(8):
        rng = random.Random(seed)
        session = played()
        for _ in range(40):
            choice = rng.randrange(7)
            moves = session.state.legal_moves()
            if choice < 3 and moves and not session.is_over:
                session.enter(str(rng.choice(moves)))
            elif choice == 3:
                session.undo(rng.randint(1, 3))
            elif choice == 4:
                session.redo()
            elif choice == 5:
                session.goto(rng.randint(0, session.turns_done()))
            elif session.variations():
                session.enter_variation(rng.randint(1, len(session.variations())))
        other = again(session)
        assert other.record() == session.record()
        assert (line(other), other.looking) == (line(session), session.looking)
        assert shape(other) == shape(session), seed
        assert other.record_with_tree() == again(other).record_with_tree()


def shape(session: Session) -> object:
    """The tree as nested lists, each variation in the order of `var`, and where redo leads."""

    def of(node: Node) -> object:
        way = None if node.way is None else str(node.way.move)
        return (str(node.move), node.lost, way, [of(child) for child in session.tree.children(node)])

    return of(session.tree.root)


def test_a_resignation_that_was_taken_back_comes_back_as_a_variation() -> None:
    session = played("a1")
    session.resign()
    session.undo()
    other = again(session)
    assert not other.is_over
    assert [each.text for each in other.variations()] == ["O resigned"]
    other.redo()
    session.redo()
    assert other.ending == session.ending


def test_the_tree_is_kept_in_the_state_folder_and_a_saved_file_holds_the_play_alone(tmp_path: Path) -> None:
    kept, saved = state_folder() / "play.jsonl", tmp_path / "mine.jsonl"
    session = Session(game(), "tic-tac-toe", files=(kept, saved))
    for move in ("a1", "b1"):
        session.enter(move)
    session.undo()
    session.enter("b2")
    session.files.release()
    assert "session" in json.loads(kept.read_text())
    assert "session" not in json.loads(saved.read_text())
    assert read_record_file(kept)[0].steps == read_record_file(saved)[0].steps == ("place a1", "place b2")


def test_a_saved_play_is_one_line_and_the_kept_one_tells_what_was_typed_too() -> None:
    session = played("a1", "b1")
    data = json.loads(line_for(session.record_with_tree(), state_folder() / "x.jsonl"))
    assert list(data) == ["record", "ggl", "game", "options", "fingerprint", "seats", "moves", "seed", "date", "play", "session"]
    assert data["session"] == {"branches": [], "here": 2, "typed": [1, 2]}
    saved = json.loads(line_for(session.record(), Path("x.jsonl")))
    assert list(saved) == ["record", "ggl", "game", "options", "fingerprint", "seats", "moves", "date", "play"]
    assert data["play"] == saved["play"] != played().play


def test_a_finished_play_that_is_looked_at_is_still_gone_on_with() -> None:
    session = played("a1", "b1", "a2", "b2", "a3")
    assert is_finished(session.record_with_tree())
    session.goto(2)
    assert not is_finished(session.record_with_tree())
    session.goto(None)
    assert is_finished(session.record_with_tree())


def damaged(**change: object) -> Record:
    session = played("a1", "b1")
    session.undo()
    session.enter("b2")
    data = json.loads(to_json(session.record_with_tree()))
    del data["session"]["typed"], data["session"]["made"]  # as in files of older versions
    data["session"] |= change
    (record,) = read_records(iter_lines(json.dumps(data)))
    return record


def test_steps_of_variations_that_are_not_legal_now_are_kept_with_their_reason() -> None:
    record = damaged(branches=[[1, "place b1"], [3, "place b1"], [4, "place c1"], [1, "place c2"]], here=4)
    session = Session.resumed(record, game(), "tic-tac-toe")
    assert [(place.step, place.reason) for place in session.tree.unplayed] == [
        ("place b1", "`empty(c)` does not hold: an O mark stands on b1"),
        ("place c1", ""),
    ]
    assert not session.looking
    session.goto(1)
    assert ways(session) == [("b2", 1, True), ("b1", 1, False), ("c2", 1, False)]
    session.enter_variation(2)
    assert session.unplayable() == [("place b1", "`empty(c)` does not hold: an O mark stands on b1")]
    session.enter("c3")
    kept = session.record_with_tree().session
    assert kept is not None
    assert [branch.step for branch in kept.branches] == ["place b2", "place b1", "place c1", "place c2"]
    assert again(session).unplayable() == []
    assert len(again(session).tree.unplayed) == 2


@pytest.mark.parametrize(
    ("change", "wanted"),
    [
        ({"branches": 3}, "`session` is a map with `branches` and `here`"),
        ({"branches": [[3, "place c1"]]}, "lists of an earlier place"),
        ({"branches": [[-1, "place c1"]]}, "lists of an earlier place"),
        ({"branches": [[True, "place c1"]]}, "lists of an earlier place"),
        ({"branches": [[1, "x" * 2000]]}, "lists of an earlier place"),
        ({"branches": [[1, {"lost": 3, "reason": ""}]]}, "lists of an earlier place"),
        ({"branches": [[1, {"lost": "place c1"}]]}, "lists of an earlier place"),
        ({"branches": [[1, {"reason": "no such move"}]]}, "lists of an earlier place"),
        ({"branches": [[1, "place c1", -4]]}, "lists of an earlier place"),
        ({"branches": [[1, "place c1", 4, 5]]}, "lists of an earlier place"),
        ({"here": 4}, "`here` is a place, 0 to 3"),
        ({"here": "1"}, "`here` is a place, 0 to 3"),
        ({"here": 1.0}, "`here` is a place, 0 to 3"),
        ({"ways": [[0.0, 1.0]]}, "`ways` are pairs of places"),
        ({"ways": [5]}, "`ways` are pairs of places"),
        ({"ways": [[1]]}, "`ways` are pairs of places"),
        ({"ways": {"1": 2}}, "`ways` are pairs of places"),
        ({"ways": [[1, 99]]}, "`ways` are pairs of places"),
        ({"thinking": 1.5}, "`thinking` is a time"),
        ({"thinking": -1}, "`thinking` is a time"),
        ({"thinking": 1 << 60}, "`thinking` is a time"),
        ({"typed": 3}, "`typed` are places"),
        ({"typed": [4]}, "`typed` are places"),
        ({"made": [0, 1, 2]}, "`made` has each place once"),
        ({"made": [0, 1, 2, True]}, "`made` has each place once"),
        ({"made": {}}, "`made` has each place once"),
        ({"made": 4}, "`made` has each place once"),
    ],
)
def test_a_damaged_tree_is_refused_with_what_is_wanted(change: dict[str, object], wanted: str) -> None:
    with pytest.raises(RecordError, match=wanted):
        damaged(**change)


def test_a_tree_that_leads_nowhere_changes_nothing() -> None:
    record = damaged(ways=[[0, 3], [3, 0], [2, 2]])
    session = Session.resumed(record, game(), "tic-tac-toe")
    assert shape(session) == shape(Session.resumed(damaged(ways=[]), game(), "tic-tac-toe"))


def test_an_order_in_which_no_tree_can_grow_changes_nothing() -> None:
    session = Session.resumed(damaged(made=[3, 2, 1, 0]), game(), "tic-tac-toe")
    assert shape(session) == shape(Session.resumed(damaged(), game(), "tic-tac-toe"))
    session.enter("c3")
    assert len(again(session).tree.nodes) == 5


def test_a_branch_where_a_side_that_is_not_there_lost_is_kept_as_text() -> None:
    record = damaged(branches=[[1, {"lost": "Nobody", "reason": "x"}], [3, "place c1"]])
    session = Session.resumed(record, game(), "tic-tac-toe")
    assert [place.reason for place in session.tree.unplayed] == ["nobody can have lost there", ""]
    session.goto(1)
    assert session.unplayable() == [("x", "nobody can have lost there")]
    assert replace(record, session=None).steps == ("place a1", "place b2")


# ---- rules that change


NARROW = """\
ggl: 1
name: Narrow
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
moves:
  put:
    for: c in cells
    where:
      an empty cell: empty(c)
      allowed: ALLOWED
    do: put stone on c
end:
  draw: {full: full}
"""


def narrow(folder: Path, allowed: str = "true") -> ggl.Game:
    (folder / "narrow.yaml").write_text(NARROW.replace("ALLOWED", allowed))
    return ggl.load(str(folder / "narrow.yaml"))


def test_a_play_that_other_rules_break_keeps_its_rest_and_comes_back_whole_with_the_old_ones(tmp_path: Path) -> None:
    old, new = narrow(tmp_path), narrow(tmp_path, "c not in {b2, c2}")
    file = state_folder() / "play.jsonl"
    session = Session(old, "narrow.yaml", files=(file,))
    for move in ("a1", "b1", "b2", "c1", "a3"):
        session.enter(move)
    session.undo()
    session.enter("c3")
    session.undo(5)
    session.enter("c2")
    session.enter("a2")
    session.goto(0)
    session.enter_variation(2)
    session.play_here()
    session.redo(9)
    session.files.release()
    before, (record,) = file.read_bytes(), read_record_file(file)
    assert record.steps == ("put a1", "put b1", "put b2", "put c1", "put c3")

    def resumed(game: ggl.Game) -> Session:
        (record,) = read_record_file(file)
        return Session.resumed(record, game, "narrow.yaml", files=(file,), as_far=True)

    other = resumed(new)
    assert [str(move) for move in other.moves] == ["put a1", "put b1"]
    assert "at ply 2, `put b2` by Red: " in other.broken
    assert other.unplayable() == [("put b2", '"allowed" does not hold: `c` (b2) is in `{b2, c2}`')]
    other.goto(0)
    assert [text for text, _ in other.unplayable()] == ["put c2"]
    other.goto(None)
    other.keep_if_played()
    assert file.read_bytes() == before
    other.enter("a3")
    other.files.release()
    assert file.read_bytes() != before
    third = resumed(new)
    assert [str(move) for move in third.moves] == ["put a1", "put b1", "put a3"]
    assert len(third.tree.unplayed) == len(other.tree.unplayed) == 6
    third.enter("b3")
    third.files.release()
    back = resumed(old)
    assert back.tree.unplayed == []
    found = set(map(tuple, lines(back)))
    assert found == set(map(tuple, lines(session))) | {("put a1", "put b1", "put a3", "put b3")}
    back.files.release()


def lines(session: Session) -> list[list[str]]:
    """All lines of a tree, from the start to where nothing follows."""
    return [
        [str(each.move) for each in node.path()[1:]]
        for node in session.tree.nodes
        if not node.children
    ]  # fmt: skip


def test_undo_redo_and_the_numbers_of_variations_mean_the_same_after_a_resume() -> None:
    game = ggl.load("amazons")
    for seed in range(6):
        rng = random.Random(seed)
        session = Session(game, "amazons", seats={"second": "human"}, seed=3)
        for _ in range(25):
            act(session, rng)
        other = again(session)
        assert entries(other) == entries(session)
        for _ in range(25):
            choice = rng.random()
            act(session, random.Random(choice))
            act(other, random.Random(choice))
            assert line(other) == line(session)
            assert ways(other) == ways(session)
            assert shape(other) == shape(session)
            assert entries(other) == entries(session)


def entries(session: Session) -> list[tuple[str, bool]]:
    return [(str(node.move), node.entry) for node in session.tree.nodes]


def act(session: Session, rng: random.Random) -> None:
    """Something that a person does, drawn by chance."""
    choice = rng.randrange(8)
    moves = session.state.legal_moves()
    if choice < 4 and moves:
        move = rng.choice(moves[:3])
        after = session.state.after(move)
        rest = f", {after.legal_moves()[0]}" if rng.random() < 0.5 and after.in_turn else ""
        session.enter(f"{move}{rest}")
    elif choice == 4:
        session.undo(rng.randint(1, 2))
    elif choice == 5:
        session.redo()
    elif choice == 6:
        session.seats["second"] = rng.choice(["human", "random"])
        session.answer()
    elif session.variations():
        session.enter_variation(rng.randint(1, len(session.variations())))
