"""The GTP-like protocol: its form, its commands, and that nothing said to it is left without exactly one reply."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ggl.agents import wire
from ggl.protocols.clocks import Clock
from tests.protocols.driving import Gtp, game_of


def said(reply: str | None) -> tuple[str, str, str]:
    """The sign, the number and the text of a reply."""
    assert reply is not None
    found = re.fullmatch(r"([=?])(\d*)(?: ?(.*?))?\n\n", reply, re.DOTALL)
    assert found, repr(reply)
    assert "\n\n" not in reply[:-2]
    return found[1], found[2], found[3]


# ------------------------------------------------------------------------------------------------------------- the form


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("protocol_version", "= 2\n\n"),
        ("7 protocol_version", "=7 2\n\n"),
        ("0007 protocol_version", "=0007 2\n\n"),
        ("  protocol_version   # what is spoken", "= 2\n\n"),
        ("3\tprotocol_version\t\r", "=3 2\n\n"),
        ("prot\x01ocol_ver\x7fsion", "= 2\n\n"),
        ("name", "= ggl\n\n"),
        ("1 known_command genmove", "=1 true\n\n"),
        ("known_command xyzzy", "= false\n\n"),
        ("known_command", "= false\n\n"),
        ("clear_board", "=\n\n"),
        ("12 clear_board", "=12\n\n"),
        ("12", "?12 syntax error: a command must follow the number\n\n"),
        ("5 genmov black", "?5 unknown command: `genmov`; near: genmove\n\n"),
        ("undo", "? cannot undo: no move was played\n\n"),
        ("quit", "=\n\n"),
    ],
)
def test_a_reply_has_its_sign_its_number_and_an_empty_line(line: str, reply: str) -> None:
    assert Gtp("tic-tac-toe").say(line) == reply


@pytest.mark.parametrize("line", ["", "   ", "\t", "# a comment", "  # genmove black", "\x00\x07"])
def test_a_line_without_a_command_has_no_reply(line: str) -> None:
    assert Gtp("tic-tac-toe").say(line) is None


def test_every_listed_command_is_known_and_all_that_gtp_requires_are_listed() -> None:
    engine = Gtp("tic-tac-toe")
    listed = said(engine.say("list_commands"))[2].split("\n")
    required = (
        "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove undo showboard "
        "final_score time_settings time_left reg_genmove"
    )
    assert {*required.split(" ")} <= {*listed}
    assert len({*listed}) == len(listed)
    for command in listed:
        assert said(engine.say(f"known_command {command}"))[2] == "true"
        reply = engine.say(command)
        assert "unknown command" not in str(reply)
        assert "a bug of ggl" not in str(reply)
        said(reply)


def test_a_board_is_shown_without_an_empty_line_in_it() -> None:
    reply = Gtp("tabik", size=4).say("9 showboard")
    assert reply is not None
    assert reply.startswith("=9\n4 ")
    assert "\n\n" not in reply[:-2]
    assert "score: Black 0, White 0" in reply


def test_a_line_too_long_is_refused() -> None:
    assert said(Gtp("tic-tac-toe").say(None))[0] == "?"


# -------------------------------------------------------------------------------------------------------------- playing


def test_a_game_of_go_as_a_script_plays_it() -> None:
    engine = Gtp("go", size=9)
    for line, reply in (
        ("boardsize 5", "=\n\n"),
        ("komi 0.5", "=\n\n"),
        ("clear_board", "=\n\n"),
        ("play black c3", "=\n\n"),
        ("play B c4", "? illegal move: White is to move\n\n"),
        ("play w C4", "=\n\n"),
        ("play b pass", "=\n\n"),
        ("play w pass", "=\n\n"),
        ("final_score", "= White+0.5\n\n"),
        ("ggl-result", None),
        ("play b a1", None),
        ("undo", "=\n\n"),
        ("final_score", "? cannot score: the game is not over\n\n"),
        ("ggl-mover", "= White second\n\n"),
    ):
        found = engine.say(line)
        if reply is not None:
            assert found == reply, line
    assert said(engine.say("play w 0000"))[0] == "="
    assert said(engine.say("genmove b"))[2].startswith("illegal move: the game is over")


def test_genmove_plays_the_turn_and_reg_genmove_does_not() -> None:
    engine = Gtp("amazons", seed=4)
    assert said(engine.say("genmove black"))[:1] == ("?",)
    turn = said(engine.say("reg_genmove white"))[2]
    assert said(engine.say("ggl-mover"))[2] == "White first"
    turn = said(engine.say("genmove white"))[2]
    assert turn.count(",") == 1
    assert said(engine.say("ggl-mover"))[2] == "Black second"
    state = game_of("amazons").initial_state()
    for step in wire.read_steps(state, turn):
        state = state.after(step)
    assert said(engine.say("ggl-moves"))[2].split() == [wire.word(move) for move in state.legal_moves()]
    assert said(engine.say("undo"))[0] == "="
    assert said(engine.say("ggl-mover"))[2] == "White first"


def test_the_states_that_are_past_do_not_keep_their_legal_moves() -> None:
    engine = Gtp("amazons")
    for side in ("white", "black", "white"):
        engine.say("ggl-moves")
        engine.say(f"genmove {side}")
    past = engine.engine._place._states[:-1]
    assert len(past) == 3
    assert not any(state.__dict__ for state in past)


def test_a_play_that_gets_too_long_is_refused_and_may_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.protocols.place.MOST_MOVES", 2)
    engine = Gtp("tic-tac-toe")
    assert said(engine.say("play x a1"))[0] == said(engine.say("play o a2"))[0] == "="
    too_long = "a play has at most 2 moves"
    assert said(engine.say("play x b3"))[2] == said(engine.say("genmove x"))[2] == too_long
    assert said(engine.say("undo"))[0] == said(engine.say("play o b2"))[0] == "="


def test_genmove_rolls_the_dice_and_says_so() -> None:
    turn = said(Gtp("backgammon").say("genmove white"))[2]
    assert re.match(r"roll_[1-6],roll_[1-6]", turn)


@pytest.mark.parametrize(
    ("side", "right"),
    [("Red", True), ("red", True), ("r", True), ("black", True), ("b", True), ("blue", False), ("white", False), ("w", False)],
)
def test_a_side_is_its_name_its_beginning_or_as_go_calls_it(side: str, right: bool) -> None:
    assert (said(Gtp("hex", size=3).say(f"play {side} a1"))[0] == "=") == right


def test_b_is_black_and_w_the_other_side_where_black_moves_second() -> None:
    engine = Gtp("amazons")
    assert said(engine.say("play b d1_-_a1"))[2] == "illegal move: White is to move"
    assert said(engine.say("play w d1_-_a1,shoot_a2"))[0] == "="
    assert said(engine.say("genmove b"))[0] == "="


TWO = """\
ggl: 1
name: Two
players: [Wine, Black]
board: square(2)
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where: empty(c)
    do: put stone on c
end:
  draw: full
"""


@pytest.mark.parametrize("side", ["Wine", "wi", "w", "white"])
def test_where_one_side_is_called_black_white_is_the_other(side: str, tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(TWO)
    assert said(Gtp(str(tmp_path / "two.yaml")).say(f"play {side} a1"))[0] == "="
    assert said(Gtp(str(tmp_path / "two.yaml")).say("play b a1"))[2] == "illegal move: Wine is to move"


def test_one_play_is_of_one_turn() -> None:
    engine = Gtp("tic-tac-toe")
    assert said(engine.say("play x a1,b1"))[2].startswith("illegal move: the turn ends with `place a1`")
    assert len(said(engine.say("ggl-moves"))[2].split()) == 9


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("play", "syntax error: write `play SIDE MOVE`"),
        ("play x", "syntax error: write `play SIDE MOVE`"),
        ("play green a1", "syntax error: `green` is not a side; the sides are X, O"),
        ("play x d9", "illegal move: "),
        ("genmove", "syntax error: write `genmove SIDE`"),
        ("boardsize", "syntax error: write `boardsize SIZE`"),
        ("boardsize 5", "unacceptable size: Tic-Tac-Toe has no option `size` or `side` or `width`"),
        ("komi 5", "Tic-Tac-Toe has no komi"),
        ("time_settings 1", "syntax error: write `time_settings"),
        ("time_settings a b c", "syntax error: `a` is not a number"),
        ("time_left x 3", "syntax error: write `time_left"),
        ("ggl-set", "syntax error: write `ggl-set"),
        ("ggl-set agent python:os:system", "`python` runs a program"),
    ],
)
def test_a_wrong_command_says_why(line: str, message: str) -> None:
    sign, _, text = said(Gtp("tic-tac-toe").say(line))
    assert sign == "?"
    assert text.startswith(message)
    assert "\n" not in text


def test_a_size_that_the_game_does_not_have_is_unacceptable_and_leaves_all_as_it_was() -> None:
    engine = Gtp("hex", size=3)
    engine.say("play red a1")
    before = engine.say("showboard")
    assert said(engine.say("boardsize 99"))[2].startswith("unacceptable size: ")
    assert engine.say("showboard") == before


def test_options_are_listed_and_set() -> None:
    engine = Gtp("hex", size=3)
    assert "name game.size type spin default 3 min 2 max 19" in said(engine.say("ggl-options"))[2].split("\n")
    assert said(engine.say("ggl-set game.size 4"))[0] == "="
    assert len(said(engine.say("ggl-moves"))[2].split()) == 16
    assert said(engine.say("ggl-set agent greedy"))[0] == "="
    assert "name agent type string default greedy" in said(engine.say("ggl-options"))[2]


def test_why_and_rules_are_told_in_lines() -> None:
    engine = Gtp("breakthrough")
    assert "a5 is not in" in said(engine.say("ggl-why a2 a5"))[2]
    assert "Breakthrough" in said(engine.say("ggl-rules"))[2]


@pytest.mark.parametrize(
    ("lines", "seconds"),
    [
        ([], None),
        (["time_settings 0 1 0"], None),
        (["time_settings 100 0 0"], pytest.approx(100 / 25 - 0.05)),
        (["time_settings 0 30 3"], pytest.approx(9)),
        (["time_settings 100 0 0", "time_left x 50 0"], pytest.approx(50 / 25 - 0.05)),
        (["time_left x 8 2"], pytest.approx(3.6)),
        (["time_left x 0 0"], pytest.approx(0.001)),
    ],
)
def test_a_clock_gives_each_turn_its_share(lines: list[str], seconds: float | None) -> None:
    engine = Gtp("tic-tac-toe")
    for line in lines:
        assert engine.say(line) == "=\n\n"
    budgets = []
    agent = engine.engine._table.agent()
    think = agent.think
    agent.think = lambda state, budget=None: (budgets.append(budget), think(state, budget))[1]
    engine.say("genmove x")
    assert [budget and budget.seconds for budget in budgets] == [seconds]


def test_when_the_moves_of_a_period_are_made_the_next_one_begins() -> None:
    extra = Clock(30, 3)
    assert Clock(100).after(40, extra) == Clock(60)
    assert Clock(60).after(70, extra) == extra
    assert extra.after(4, extra) == Clock(26, 2)
    assert Clock(26, 2).after(20, extra) == Clock(6, 1)
    assert Clock(6, 1).after(2, extra) == extra
    assert Clock(5).after(9, None) == Clock(0)


_SAID = (
    "1 99 play genmove reg_genmove undo black white x o b2 a1 pass , showboard final_score known_command list_commands boardsize "
    "3 komi clear_board time_settings time_left 0 ggl-set ggl-why ggl-options agent random greedy seed # \x00 \x1b[2J é 木"
)
_words = st.sampled_from(_SAID.split(" "))
_lines = st.one_of(st.lists(_words, max_size=6).map(" ".join), st.text(max_size=30))


@settings(max_examples=150, deadline=None)
@given(st.lists(_lines, max_size=12))
def test_each_command_has_one_reply_whatever_it_is(lines: list[str]) -> None:
    engine = Gtp("tic-tac-toe")
    for line in lines:
        reply = engine.say(line)
        assert reply is None or "a bug of ggl" not in reply
        if reply is not None:
            said(reply)
    assert engine.say("4 protocol_version") == "=4 2\n\n"
