"""Moves as words: each text has one word of plain signs and comes back whole; and how a state tells the way it came by."""

from __future__ import annotations

import pickle
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ggl
from ggl.agents import wire
from ggl.engine.protocol import Step
from ggl.play.move import Move

ODD = """\
ggl: 1
name: Odd
players: [Black, White]
board: square(2)
pieces: {stone: {}}
moves:
  put_down:
    for: c in cells
    where: empty(c)
    do: put stone on c
  put_away:
    for: c in cells
    where: empty(c)
    do: put stone on c
end:
  draw: full
look:
  notation:
    put_down: "légt_100%,  c"
"""


def _move(text: str) -> Move:
    return Move("m", {}, text, Step("m"), "")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_is_one_word_and_comes_back(text: str) -> None:
    word = wire.word(_move(text))
    assert word.isascii()
    assert all(" " < sign < "\x7f" for sign in word)
    assert "," not in word
    assert wire.text(word) == text


@given(st.text(max_size=6), st.text(max_size=6))
def test_two_texts_are_two_words(one: str, other: str) -> None:
    words = [text for text in (one, other) if not any("\ud800" <= sign <= "\udfff" for sign in text)]
    assert len({wire.word(_move(text)) for text in words}) == len({*words})


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("place a1 b1", "place_a1_b1"),
        ("d1 - a1", "d1_-_a1"),
        ("e5 x c3", "e5_x_c3"),
        ("put_down a1", "put%5Fdown_a1"),
        ("1,5 %", "1%2C5_%25"),
        ("é\t", "%C3%A9%09"),
        ("swap-sides", "swap-sides"),
    ],
)
def test_words_are_easy_to_read(text: str, word: str) -> None:
    assert wire.word(_move(text)) == word


def test_a_game_with_every_odd_sign_in_its_notation_is_played_over_words(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text(ODD)
    state = ggl.load(tmp_path / "odd.yaml").initial_state()
    rng = random.Random(1)
    while not state.is_over:
        moves = state.legal_moves()
        words = [wire.word(move) for move in moves]
        assert len({*words}) == len(moves) > 1
        assert [wire.read_steps(state, word) for word in words] == [(move,) for move in moves]
        state = state.after(rng.choice(moves))


@pytest.mark.parametrize(
    "line", ["", ",", "zz", "%", "%zz", "%ff", "d1_-_a1,", "d1_-_a1,,", "x" * 5000, "a1," * 3000, "\x00", "_"]
)
def test_a_word_that_is_no_move_is_refused(line: str) -> None:
    with pytest.raises(ggl.GglError) as caught:
        wire.read_steps(ggl.load("amazons", engine="interpreter").initial_state(), line)
    told = wire.explained(caught.value)
    assert told
    assert "\n" not in told


@given(st.floats(0.001, 0.999))
def test_a_score_tells_the_value_to_a_thousandth(value: float) -> None:
    unit, number = wire.engine_score(value)
    assert unit == "cp"
    assert wire.value_of_score(unit, number) == pytest.approx(value, abs=0.001)


@pytest.mark.parametrize(
    ("value", "distance", "score"),
    [
        (1.0, 3, ("mate", 3)), (0.0, 3, ("mate", -3)), (0.5, 3, ("cp", 0)), (1.0, None, ("cp", 10_000)),
        (0.0, None, ("cp", -10_000)), (0.5, None, ("cp", 0)), (10 / 11, None, ("cp", 400)), (1 / 11, None, ("cp", -400)),
    ],
)  # fmt: skip
def test_scores_are_those_of_the_elo_scale(value: float, distance: int | None, score: tuple[str, int]) -> None:
    assert wire.engine_score(value, distance) == score


@pytest.mark.parametrize("line", ["a1,b1", "a1,b1,a2"])
def test_one_word_is_one_turn(line: str) -> None:
    with pytest.raises(ggl.NotationError, match="the turn ends with `place a1`; `b1` is a separate move"):
        wire.read_steps(ggl.load("tic-tac-toe", engine="interpreter").initial_state(), line)


# ----------------------------------------------------------------------------------------------- the way a state came by


def test_a_state_knows_the_moves_since_the_start() -> None:
    game = ggl.load("amazons")
    state = game.initial_state()
    assert state.came_by() == (state, ())
    for text in ("d1 a1", "shoot a2", "d10 a10"):
        state = state.play(text)
    start, moves = state.came_by()
    assert start == game.initial_state()
    assert list(map(str, moves)) == ["d1 - a1", "shoot a2", "d10 - a10"]
    assert state.bare().came_by() == (start, moves)
    assert game.initial_state().play("d1a1 a2").play("d10 a10").came_by() == (start, moves)


def test_a_state_made_by_hand_or_sent_begins_anew() -> None:
    game = ggl.load("tic-tac-toe")
    made = game.position("put X mark on a1", "O")
    after = made.play("b2")
    assert after.came_by() == (made, made.legal_moves()[3:4])
    sent = pickle.loads(pickle.dumps(after))
    assert sent == after
    assert sent.came_by() == (sent, ())


def test_how_a_state_came_by_makes_it_no_other() -> None:
    game = ggl.load("tic-tac-toe")
    state = game.initial_state()
    one, other = state.play("a1").play("b1").play("c1"), state.play("c1").play("b1").play("a1")
    assert one == other
    assert hash(one) == hash(other)


def test_a_very_long_play_is_told_and_forgotten_without_trouble() -> None:
    game = ggl.load("go", size=2)
    state = game.initial_state()
    line = None
    for move in [state.legal_moves()[0]] * 200_000:
        line = (line, move, state.position)
    long = ggl.State(game, state.position, line)
    assert len(long.came_by()[1]) == 200_000
    del long, line
