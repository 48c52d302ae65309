"""What the library hands out can be compared, hashed, copied and pickled, and not changed; what it cannot take, it refuses."""

from __future__ import annotations

import copy
import errno
import json
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl import statistics
from ggl.engine.protocol import Step, WorkLimitError
from ggl.play.batch import Batch
from ggl.play.errors import ArgumentError, UnknownFieldError
from ggl.play.lock import HeldError
from ggl.play.move import Move
from ggl.play.record import Ending, ReplayError, game_of, replay
from ggl.play.result import Result
from ggl.play.storage import StorageError
from ggl.play.symmetries import Symmetry
from ggl.play.turn_text import TurnError
from ggl.play.values import option_text, options_text
from ggl.resources import bundled_game
from ggl.statistics import Meeting
from tests.few import few_of

SHOOTERS = str(Path(__file__).with_name("shooters.yaml"))
WAYS: dict[str, Callable[[object], object]] = {
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@cache
def tabik() -> ggl.Game:
    return ggl.load("tabik", size=4)


@cache
def begun() -> ggl.State:
    return tabik().initial_state()


def raised(work: Callable[[], object]) -> ggl.GglError:
    with pytest.raises(ggl.GglError) as caught:
        work()
    return caught.value


def deepest(folder: Path) -> str:
    """A file whose expressions are nested as deep as they may be."""
    file = folder / "deep.yaml"
    file.write_text(Path(SHOOTERS).read_text("utf-8").replace("do: put arrow on x", f"where: {'not (' * 28}empty(x){')' * 28}"
                                                              "\n    do: put arrow on x"))  # fmt: skip
    return str(file)


VALUES: dict[str, Callable[[], object]] = {
    "game": lambda: tabik(),
    "game with options": lambda: ggl.load("tiku", first="Dark"),
    "state": lambda: begun().play("place a1 b1"),
    "move": lambda: begun().legal_moves()[3],
    "result": lambda: tabik().playouts(1, seed=2)[0],
    "playout": lambda: tabik().playout(random.Random(3)),
    "legal explanation": lambda: begun().explain("place a1 b1"),
    "explanation": lambda: begun().explain("place a1 a3"),
    "site": lambda: tabik().board.cells[5],
    "board": lambda: tabik().board,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", VALUES)
def test_a_value_comes_back_equal_with_the_same_hash_and_repr(name: str, way: str) -> None:
    value = VALUES[name]()
    back = WAYS[way](value)
    assert back == value
    assert hash(back) == hash(value)
    assert repr(back) == repr(value)


@pytest.mark.parametrize("name", few_of())
def test_every_bundled_game_plays_on_after_pickling(name: str) -> None:
    state = ggl.load(name).initial_state()
    for _ in range(3):
        after = state.play(state.legal_moves()[0])
        if after.is_over:
            break
        state = after
    back = pickle.loads(pickle.dumps(state))
    assert back == state
    assert back.legal_moves() == state.legal_moves()
    assert back.play(state.legal_moves()[0]) == state.play(back.legal_moves()[0])


def test_the_deepest_rules_are_pickled(tmp_path: Path) -> None:
    game = ggl.load(deepest(tmp_path))
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.processes
def test_a_state_arrives_in_another_process_though_its_file_is_gone(tmp_path: Path) -> None:
    base, file, sent = tmp_path / "base.yaml", tmp_path / "mine.yaml", tmp_path / "sent"
    base.write_bytes(bundled_game("tabik").read_bytes())  # type: ignore[union-attr]
    file.write_text("ggl: 1\nname: Mine\nextends: base.yaml\noptions: {size: 3}\n")
    state = ggl.load(file, pie=False).initial_state().play("place a1 b1")
    sent.write_bytes(pickle.dumps(state))
    base.unlink()
    file.unlink()
    code = f"import pickle; s = pickle.load(open({str(sent)!r}, 'rb')); print(s.game.fingerprint, s.ply, len(s.legal_moves()))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60).stdout
    assert out.split() == [state.game.fingerprint, "1", str(len(state.legal_moves()))]


def test_many_states_of_a_game_that_arrive_share_one_game() -> None:
    one, other = (pickle.loads(pickle.dumps(state)) for state in (begun(), begun().play("place a1 b1")))
    assert one.game is other.game


ERRORS = {
    "unknown game": lambda: ggl.load("nosuch"),
    "option": lambda: ggl.load("tabik", size=99),
    "argument": lambda: begun().play(None),  # type: ignore[arg-type]
    "variable": lambda: begun()["nosuch"],
    "notation": lambda: begun().play("nonsense"),
    "illegal": lambda: begun().play("place a1 a3"),
    "rest of a turn": lambda: ggl.load(SHOOTERS).initial_state().play("walk b1 b2 shoot d1"),
}
MADE = {
    "ambiguous": ggl.AmbiguousMoveError("`a` could be b, c", ("b", "c")),
    "work": WorkLimitError.of_work(),
    "replay": ReplayError("broken", 3, 4),
    "storage": StorageError(Path("x"), OSError(28, "full")),
    "held": HeldError(Path("x"), "4711"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [*ERRORS, *MADE])
def test_an_error_comes_back_with_its_text_and_all_it_knows(name: str, way: str) -> None:
    error = raised(ERRORS[name]) if name in ERRORS else MADE[name]
    back = WAYS[way](error)
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert {key: str(value) for key, value in vars(back).items()} == {key: str(value) for key, value in vars(error).items()}


def test_the_diagnostics_of_an_invalid_game_come_back_equal(tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("ggl: 1\nname: Bad\n")
    error = raised(lambda: ggl.load(file))
    assert isinstance(error, ggl.InvalidGameError)
    assert error.diagnostics
    assert pickle.loads(pickle.dumps(error)).diagnostics == error.diagnostics


def test_an_illegal_turn_is_told_from_its_beginning_after_pickling() -> None:
    error = raised(ERRORS["rest of a turn"])
    assert isinstance(error, TurnError)
    assert pickle.loads(pickle.dumps(error)).done == error.done


# ---- equality


def test_two_loads_are_equal_and_other_options_are_not() -> None:
    assert ggl.load("tabik", size=4) == tabik()
    assert ggl.load("tabik", size=5) != tabik()
    assert ggl.load("tabik", size=4, pie=False) != tabik()
    assert ggl.load("quarod", size=4) != tabik()
    assert len({tabik(), ggl.load("tabik", size=4), ggl.load("tabik", size=5)}) == 2


def test_states_and_moves_are_equal_across_loads_of_the_same_rules_only() -> None:
    again, larger = ggl.load("tabik", size=4).initial_state(), ggl.load("tabik", size=4, pie=False).initial_state()
    assert again == begun()
    assert again.legal_moves() == begun().legal_moves()
    assert larger.vector == begun().vector
    assert larger != begun()
    assert larger.legal_moves()[0].step == begun().legal_moves()[0].step
    assert larger.legal_moves()[0] != begun().legal_moves()[0]


@pytest.mark.parametrize("name", ["tic-tac-toe", "phantom-tic-tac-toe"])
def test_a_view_equals_only_a_view_of_the_same_player(name: str) -> None:
    state = ggl.load(name).initial_state()
    view = state.view("X")
    assert view == state.view("X") != state.view("O")
    assert hash(view) == hash(state.view("X"))
    assert view != state
    assert state != view
    assert len({state, view, state.view("X")}) == 2


def test_transpositions_are_one_state() -> None:
    one = begun().play("place a1 b1").play("place a2 b2").play("place c3 d3").play("place c4 d4")
    other = begun().play("place c3 d3").play("place a2 b2").play("place a1 b1").play("place c4 d4")
    assert one == other
    assert len({one, other}) == 1


# ---- frozen


@pytest.mark.parametrize("name", ["game", "position", "ply", "anything"])
def test_nothing_of_a_state_can_be_set_or_deleted(name: str) -> None:
    state = begun().play("place a1 b1")
    with pytest.raises(FrozenInstanceError, match="a state never changes"):
        setattr(state, name, 1)
    with pytest.raises(FrozenInstanceError, match="a state never changes"):
        delattr(state, name)


MAPS: dict[str, Callable[[], object]] = {
    "args": lambda: begun().legal_moves()[0].args, "scores": lambda: begun().scores,
    "bindings": lambda: begun().explain("place a1 a3").bindings, "result": lambda: tabik().playouts(1)[0].scores,
}  # fmt: skip


@pytest.mark.parametrize("name", MAPS)
def test_a_map_that_is_handed_out_cannot_be_changed_and_is_a_dict_otherwise(name: str) -> None:
    handed: dict[str, object] = MAPS[name]()  # type: ignore[assignment]
    before = dict(handed)
    changes: list[Callable[[], object]] = [
        lambda: handed.update(x=1), lambda: handed.pop(next(iter(before))), handed.clear, handed.popitem,
        lambda: handed.__setitem__("x", 1), lambda: handed.__delitem__(next(iter(before))), lambda: handed.setdefault("x", 1),
        lambda: handed.__ior__({"x": 1}),
    ]  # fmt: skip
    for change in changes:
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    assert handed == before
    assert hash(handed) == hash(copy.deepcopy(handed))
    assert repr(handed) == repr(before)
    assert json.loads(json.dumps(handed, default=str)).keys() == before.keys()


def test_a_result_made_by_hand_keeps_its_own_scores() -> None:
    scores = {"Black": Fraction(1, 2)}
    result = Result("Black", "first", "more", scores)
    scores["Black"] = Fraction(9)
    assert result.scores == {"Black": Fraction(1, 2)}
    assert {result: 1}[Result("Black", "first", "more", {"Black": Fraction(1, 2)})] == 1


def test_reprs_are_short_and_in_notation() -> None:
    assert repr(Result("Black", "first", "two passes", {"Black": 2, "White": 1})) == "<Black wins (two passes, Black 2, White 1)>"
    assert repr(begun().legal_moves()[0]) == "<place a1 b1>"
    assert repr(begun().explain("place a1 b1")) == "<place a1 b1: legal>"
    assert repr(begun().explain("place a1 a3")) == "<place a1 a3: not legal, a3 is not in `neighbors(a)`: it is {b1, a2}>"
    assert repr(tabik().playout(random.Random(1), 2)).startswith("<Tabik, 2 steps, a draw (broken off after 2 steps")


# ---- numbers and options in words

THIRDS = {"Black": Fraction(1, 3), "White": Fraction(15, 2), "Red": 3}


@pytest.mark.parametrize("made", [Result, Ending])
def test_a_play_and_its_record_end_in_the_same_words_and_in_exact_numbers(made: type[Result | Ending]) -> None:
    assert str(made("White", "second", "two passes", THIRDS)) == "White wins (two passes, Black 1/3, White 7.5, Red 3)"


@pytest.mark.parametrize(
    ("value", "said"), [(True, "on"), (7, "7"), (Fraction(2469135, 2), "1234567.5"), (Fraction(1, 3), "1/3"), ("Black", "Black")]
)
def test_an_option_is_told_as_it_may_be_typed(value: bool | int | Fraction | str, said: str) -> None:
    assert option_text(value) == said


@pytest.mark.parametrize("name", few_of())
def test_what_is_told_of_options_makes_the_same_game_again(name: str) -> None:
    game = ggl.load(name)
    told = [pair.split("=") for pair in options_text(game.options, ";").split(";") if pair]
    assert ggl.load(name, **dict(told)) == game


# ---- another game's


@cache
def on_a_larger_board() -> ggl.State:
    return ggl.load("tabik", size=5).initial_state()


FOREIGN: dict[str, Callable[[Move], object]] = {
    "play": lambda move: begun().play(move),
    "after": lambda move: begun().after(move),
    "explain": lambda move: begun().explain(move),
}


@pytest.mark.parametrize("way", FOREIGN)
def test_a_move_of_another_game_is_refused_though_its_step_is_legal(way: str) -> None:
    move = next(move for move in on_a_larger_board().legal_moves() if move.step in {own.step for own in begun().legal_moves()})
    error = raised(lambda: FOREIGN[way](move))
    assert isinstance(error, ArgumentError)
    assert "is not a move of <Tabik, size=4, pie=on>, but of another game" in str(error)
    assert f"state.play({str(move)!r})" in str(error)


def test_a_state_of_another_game_is_refused() -> None:
    error = raised(lambda: tabik().perft(on_a_larger_board(), 1))
    assert isinstance(error, ArgumentError)
    assert "a state of <Tabik, size=5, pie=on> is not a state of <Tabik, size=4, pie=on>" in str(error)


def test_a_state_and_a_move_of_another_load_of_the_same_rules_are_taken() -> None:
    again = ggl.load("tabik", size=4)
    assert again.perft(begun(), 1) == len(begun().legal_moves())
    assert again.initial_state().play(begun().legal_moves()[0]) == begun().play(begun().legal_moves()[0])


def test_a_site_of_another_board_is_refused_and_ours_is_taken() -> None:
    state = begun().play("place a1 b1")
    assert state.piece_at(tabik().board.cells[0]) == state.piece_at("a1") == "Black stone"
    assert "square(4)" in str(raised(lambda: state.piece_at(on_a_larger_board().game.board.cells[0])))


# ---- what cannot be taken

WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "load a number": (lambda: ggl.load(5), "the name of a bundled game, or a path, not the int 5"),  # type: ignore[arg-type]
    "load bytes": (lambda: ggl.load(b"tabik"), "not the bytes b'tabik'"),  # type: ignore[arg-type]
    "load nothing": (lambda: ggl.load(None), "not None"),  # type: ignore[arg-type]
    "play nothing": (lambda: begun().play(None), "such as `state.legal_moves()` prints"),  # type: ignore[arg-type]
    "play a step": (lambda: begun().play(Step("place", (0, 1))), "not the Step"),  # type: ignore[arg-type]
    "after text": (lambda: begun().after("place a1 b1"), "`state.play` takes text"),  # type: ignore[arg-type]
    "read a move": (lambda: begun().read(begun().legal_moves()[0]), "read from text"),  # type: ignore[arg-type]
    "explain nothing": (lambda: begun().explain(None), "a text, or a move"),  # type: ignore[arg-type]
    "a step that is none": (lambda: begun().move_of(Step("nosuch")), "not a legal step here"),
    "a step of text": (lambda: tabik().move("place"), "`move.step`"),  # type: ignore[arg-type]
    "position of a number": (lambda: tabik().position(5), 'such as "put Black stone on a1"'),  # type: ignore[arg-type]
    "side of a number": (lambda: tabik().position("", to_move=1), "Black or White, not the int 1"),  # type: ignore[arg-type]
    "piece nowhere": (lambda: begun().piece_at(None), "such as `a1`"),  # type: ignore[arg-type]
    "variable by number": (lambda: begun()[5], "given by its name"),  # type: ignore[index]
    "unknown variable": (lambda: begun()["movr"], "has no variable `movr`; near: mover"),
    "negative playouts": (lambda: tabik().playouts(-1), "a whole number from 0 to 10,000,000, not -1"),
    "countless playouts": (lambda: tabik().playouts(10**18), "from 0 to 10,000,000, not 1,000,000,000,000,000,000"),
    "playouts by nobody": (
        lambda: tabik().playouts(1, workers=0),
        "the number of workers is a whole number from 1 to 1,024, not 0",
    ),
    "a batch by nobody": (lambda: tabik().batch(1, workers=0), "a whole number from 1 to 1,024, not 0"),
    "playouts of text": (lambda: tabik().playouts("a"), "a whole number from 0 to 10,000,000, not the str 'a'"),  # type: ignore[arg-type]
    "playouts of truth": (lambda: tabik().playouts(True), "not the bool True"),
    "seed of a list": (lambda: tabik().playouts(1, seed=[1]), "a seed is a whole number"),  # type: ignore[arg-type]
    "seed, no playouts": (lambda: tabik().playouts(0, seed=None), "a seed is a whole number"),  # type: ignore[arg-type]
    "bound of text": (lambda: tabik().playouts(1, most_steps="a"), "`most_steps`"),  # type: ignore[arg-type]
    "playout of a seed": (lambda: tabik().playout(5), "`random.Random(seed)`"),  # type: ignore[arg-type]
    "perft of nothing": (lambda: tabik().perft(None, 1), "counted from a state"),  # type: ignore[arg-type]
    "perft of text": (lambda: tabik().perft(begun(), "2"), "a whole number from 0"),  # type: ignore[arg-type]
    "a step by number": (lambda: begun().move_of(np.int64(0)), "a step is what engines give"),  # type: ignore[arg-type]
    "reason of a list": (lambda: tabik().reason([]), "the number of a reason is a whole number from -1"),  # type: ignore[arg-type]
    "reason beyond": (lambda: tabik().reason(99), "the number of a reason is a whole number from -1"),
    "reason for nobody": (lambda: tabik().reason(0, "Green"), "None or a player, Black, White, not the str 'Green'"),
    "reason for a list": (lambda: tabik().reason(0, []), "None or a player, Black, White, not the list []"),  # type: ignore[arg-type]
    "planes over a list": (lambda: rows().planes([]), "such as `cell`, not the list []"),  # type: ignore[arg-type]
    "names over a list": (lambda: rows().plane_names([]), "such as `cell`"),  # type: ignore[arg-type]
    "columns of a list": (lambda: tabik().observation.columns([]), "but not the list []"),  # type: ignore[arg-type]
    "image of nothing": (lambda: turned().observations(None), "a map of arrays by part"),  # type: ignore[arg-type]
    "image of no part": (
        lambda: turned().observations({"zz": np.zeros(3)}),
        "edge, features, but not the str 'zz'",
    ),
    "image of a list": (lambda: turned().observations({"cell": [1]}), "the last axes of the part `cell`"),  # type: ignore[dict-item]
    "image of few": (lambda: turned().observations({"cell": np.zeros(3)}), "unlike those of an array of float64, (3,)"),
    "symmetries by text": (lambda: tabik().symmetries(seed="\ud800"), "a seed is a whole number"),  # type: ignore[arg-type]
    "symmetries by half": (lambda: tabik().symmetries(seed=1.5), "a seed is a whole number, not the float 1.5"),  # type: ignore[arg-type]
    "symmetries of text": (lambda: tabik().symmetries("a"), "the number of plays"),  # type: ignore[arg-type]
    "game of nothing": (lambda: tabik().playouts(2)[None], "a whole number or a slice of them, not None"),  # type: ignore[call-overload]
    "game by text": (lambda: tabik().playouts(2)["x"], "not the str 'x'"),  # type: ignore[call-overload]
    "game by half": (lambda: tabik().playouts(2)[1.5], "not the float 1.5"),  # type: ignore[call-overload]
    "games from text": (lambda: tabik().playouts(2)["a":], "a whole number or a slice of them"),  # type: ignore[misc]
    "ratings of nobody": (lambda: statistics.ratings([], 0), "the number of contestants is a whole number from 2, not 0"),
    "ratings of text": (lambda: statistics.ratings([], "x"), "a whole number from 2, not x"),  # type: ignore[arg-type]
    "ratings of numbers": (lambda: statistics.ratings([5], 2), "a list of `Meeting`"),  # type: ignore[list-item]
    "ratings of a number too": (lambda: statistics.ratings([Meeting(0, 1, 1), 5], 2), "a list of `Meeting`"),  # type: ignore[list-item]
    "ratings of a set": (lambda: statistics.ratings({Meeting(0, 1, 0.5)}, 2), "a list of `Meeting`"),  # type: ignore[arg-type]
    "ratings of half a one": (lambda: statistics.ratings([Meeting(0, 0.5, 1)], 2), "from 0 to 1, not 0.5"),  # type: ignore[arg-type]
    "ratings of a third": (lambda: statistics.ratings([Meeting(0, 2, 0.5)], 2), "from 0 to 1, not 2"),
    "ratings from a third": (lambda: statistics.ratings([Meeting(0, 1, 0.5)], 2, anchor=2), "from 0 to 1, not 2"),
    "ratings of one": (lambda: statistics.ratings([Meeting(1, 1, 0.5)], 2), "contestant 1 cannot meet itself"),
    "ratings of two points": (lambda: statistics.ratings([Meeting(0, 1, 2)], 2), "score of a meeting is a number from 0 to 1"),
    "ratings of a word": (lambda: statistics.ratings([Meeting(0, 1, "1")], 2), "a number from 0 to 1, not 1"),  # type: ignore[arg-type]
    "replay of a number": (lambda: replay(5, tabik()), "what is replayed is a record"),  # type: ignore[arg-type]
    "game of a number": (lambda: game_of(5), "what names a game is a record"),  # type: ignore[arg-type]
    "negative perft": (lambda: tabik().perft(begun(), -1), "a whole number from 0, not -1"),
}


def rows() -> Batch:
    return ggl.load("tabik", size=4, engine="interpreter").batch(1)


def turned() -> Symmetry:
    return tabik().symmetries(1)[-1]


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_taken_is_refused_with_what_would_be(case: str) -> None:
    work, said = WRONG[case]
    error = raised(work)
    assert isinstance(error, ArgumentError)
    assert isinstance(error, TypeError)
    assert isinstance(error, ValueError)
    assert said in str(error)


def test_whole_numbers_of_numpy_are_taken() -> None:
    one, playouts = np.int64(1), tabik().playouts(3)
    assert playouts[one] == playouts[1] == playouts[-2]
    assert tabik().reason(playouts.reasons[0]) == tabik().reason(int(playouts.reasons[0]))
    assert tabik().symmetries(one, seed=one)  # type: ignore[arg-type]
    assert len(begun().playout(random.Random(1), one).steps) == 1  # type: ignore[arg-type]
    assert begun().cursor().playout(random.Random(1), one) == begun().cursor().playout(random.Random(1), 1)  # type: ignore[arg-type]
    with_pie = ggl.load("hex", size=3, pie=True)
    assert with_pie.position("", ply=np.int64(10)) == with_pie.position("", ply=10)
    with pytest.raises(ggl.OptionError, match="`ply` cannot be True"):
        with_pie.position("", ply=True)


def test_an_unknown_variable_is_a_key_error_with_a_readable_text() -> None:
    with pytest.raises(KeyError) as caught:
        begun()["nosuch"]
    assert isinstance(caught.value, UnknownFieldError)
    assert str(caught.value).startswith("a state of Tabik has no variable `nosuch`; there are ")


def test_a_wrong_value_that_is_long_or_cannot_be_shown_is_named_by_its_type() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError("no")

    assert "not an object of the class list" in str(raised(lambda: begun().play([0] * 1000)))  # type: ignore[arg-type]
    assert "not an object of the class Odd" in str(raised(lambda: begun().play(Odd())))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 5000, "", "a\0b", "x" * 100_000 + ".yaml"])
def test_a_name_that_no_file_can_have_is_not_found(name: str) -> None:
    error = raised(lambda: ggl.load(name))
    assert isinstance(error, ggl.GameNotFoundError)
    assert len(str(error)) < 400


def test_a_move_after_the_end_says_that_the_game_is_over_whether_text_or_move() -> None:
    end = tabik().playout(random.Random(1)).state
    for move in ("place a1 b1", begun().legal_moves()[0]):
        with pytest.raises(ggl.GameOverError):
            end.play(move)


def test_a_file_that_cannot_be_read_is_an_error_of_ggl_that_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("ggl: 1")

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    error = raised(lambda: ggl.load(file))
    assert isinstance(error, ggl.GameNotFoundError)
    assert f"`{file}` cannot be read: Permission denied" in str(error)


def test_a_property_called_like_a_value_of_ggl_does_not_hide_it(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text("""\
ggl: 1
name: Two phases
players: [A, B]
board: square(2)
pieces:
  man:
    has: {phase: 3, worth: 1}
moves:
  enter:
    for: c in vacant
    do: put man on c
turn:
  phases:
    first: {}
    second: {}
""")
    state = ggl.load(path).initial_state()
    assert state["phase"] == "first"
    assert state["worth"] == (1, 1, 1, 1)


def test_a_state_is_small_on_its_way_to_another_process() -> None:
    """What a pool sends for each position: the game's definition and a vector, not the game that was made of them."""
    rng, state = random.Random(1), ggl.load("chess").initial_state()
    for _ in range(40):
        state = state.apply(rng.choice(state.legal_actions()))
    assert len(pickle.dumps(state)) < 8_000


def test_the_package_lists_its_names() -> None:
    assert {"load", "State", "Game", "GglError"} <= {*dir(ggl)} == {*ggl.__all__}
