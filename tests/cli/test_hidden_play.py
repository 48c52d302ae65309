"""The prompt and the commands in a game in which players do not see everything: each shows one side what that side may see."""

from __future__ import annotations

from pathlib import Path

import pytest

import ggl
from ggl.cli.prompt import Prompt
from ggl.play.clock import Timing, Watch
from ggl.play.session import Session
from tests.cli.conftest import Run

GAME = "phantom.yaml"


@pytest.fixture(autouse=True)
def _apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / GAME).write_bytes((Path(__file__).parents[2] / "games" / "phantom-tic-tac-toe.yaml").read_bytes())
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def play(run: Run, *lines: str, words: tuple[str, ...] = ()) -> str:
    done = run("play", GAME, "--style", "ascii", *words, stdin="\n".join((*lines, "quit", "")))
    assert done.exit_code == 0, done.output
    return str(done.output)


def test_two_who_share_the_prompt_hand_over_a_covered_board(run: Run) -> None:
    told = play(run, "b2")
    assert "O is to move. Enter clears the screen; then hand over the keyboard." in told
    assert ". X ." not in told
    assert "Enter shows O the board." in play(run, "b2", "")
    shown = play(run, "b2", "", "")
    assert "seen by O" in shown
    assert ". X ." not in shown


def test_a_command_is_answered_while_the_board_is_covered(run: Run) -> None:
    assert "8 legal moves" in play(run, "b2", "", "", "b2", "moves")


def test_choices_that_all_make_at_once_are_entered_in_secret(run: Run) -> None:
    """The board is covered after the first choice, and what was chosen is told when both have chosen."""
    chosen = run("play", "rock-paper-scissors", "--style", "ascii", stdin="rock\n\n\nhistory\nquit\n").output
    assert "Right is to move. Enter clears the screen; then hand over the keyboard." in chosen
    assert "rock" not in chosen.split("Enter clears the screen")[-1]
    both = run("play", "rock-paper-scissors", "--style", "ascii", stdin="rock\n\n\npaper\n\n\nhistory\nquit\n").output
    assert "rock" in both.split("Enter clears the screen")[-1]
    assert "paper" in both.split("Enter clears the screen")[-1]


def test_the_clock_stands_while_the_board_is_covered() -> None:
    now = 0.0
    session = Session(ggl.load("rock-paper-scissors"), "rock-paper-scissors", clock=Timing.read("5m"))
    session.watch = Watch(lambda: now)
    lines = iter([("rock", 1), ("", 20), ("", 40), ("clock", 2)])

    def read() -> str:
        nonlocal now
        line, seconds = next(lines, ("quit", 4))
        now += seconds
        return line

    Prompt(session, "ascii").run(read)
    assert session.left() == {"first": 299_000, "second": 294_000}


def test_one_seat_sees_what_its_side_sees(run: Run) -> None:
    told = play(run, "b2", "a1", "c3", words=("--seat", "O"))
    assert "2  . . ." in told
    assert "1  O . ." in told
    assert "X" not in told.split("seen by O")[-2].split("c\n")[0].split("3  ")[-1]


def test_a_loaded_play_is_shown_to_the_same_viewer(run: Run, tmp_path: Path) -> None:
    rules = (tmp_path / GAME).read_text().partition("says:")[0]
    (tmp_path / "pairs.yaml").write_text(rules.replace("[X, O]", "[A, B]"))
    run("play", "pairs.yaml", stdin="b2\nsave pairs.jsonl\n")
    run("play", GAME, stdin="b2\nsave x.jsonl\n")
    assert play(run, "load x.jsonl", words=("--seat", "X")).count("seen by X") == 2
    assert "seen by" not in play(run, "load x.jsonl", words=("--seat", "all"))
    assert "B is to move. Enter clears the screen" in play(run, "load pairs.jsonl", words=("--seat", "X"))
    assert "O is to move. Enter clears the screen" in play(run, "load x.jsonl")


def test_by_the_name_of_the_seat_too(run: Run) -> None:
    assert "seen by O" in play(run, "b2", words=("--seat", "second"))


def test_the_referee_sees_all(run: Run) -> None:
    told = play(run, "b2", "a1", words=("--seat", "all"))
    assert "2  . X ." in told
    assert "1 (O). ." in told
    assert "seen by" not in told


def test_the_eyes_are_changed_at_the_prompt(run: Run) -> None:
    assert "The board is shown as X sees it; `eyes all` is the referee's." in play(run, "eyes")
    assert "seen by O" in play(run, "eyes O")
    assert "there is no side `Q`; there are `X`, `O`" in play(run, "eyes Q")
    assert "2  .(X)." in play(run, "b2", "eyes all")
    assert "Everything is shown" in play(run, "eyes all", "eyes")


def test_a_side_that_is_none_is_refused(run: Run) -> None:
    done = run("play", GAME, "--seat", "Q", stdin="quit\n")
    assert done.exit_code == 2
    assert "there is no side `Q`; there are `X`, `O`" in done.output


def test_against_an_agent_the_person_s_side_looks_and_nothing_is_covered(run: Run) -> None:
    told = play(run, "b2", words=("--second", "random", "--seed", "4"))
    assert "hand over" not in told
    assert told.count("seen by X") == 2
    assert "O (random)" not in told


def test_what_the_side_may_not_know_is_asked_of_its_view(run: Run) -> None:
    asked = play(run, "b2", "", "", "ask count(cells with piece)", "why b2", "history")
    assert "`place b2` is legal" in asked
    assert "\n0" in asked or " 0" in asked
    assert "place b2" not in asked.split("history")[-1].replace("`place b2` is legal", "")


def test_a_seat_that_waits_has_no_moves_and_a_game_without_score_none(run: Run) -> None:
    asked = play(run, "b2", "moves", "score", "ask ply", words=("--seat", "X"))
    assert "O is to move." in asked
    assert "legal moves" not in asked
    assert "This game has no score." in asked
    assert "X does not know `ply`" in asked


def test_a_refused_move_of_a_side_that_is_not_shown_tells_nothing_of_its_hand(run: Run) -> None:
    lines = "play hearts_2\nzzz\nplay clubs_2\nplay hearts_3\n"
    told = run("play", "closed-tricks", "--seed", "3", "--seat", "North", stdin=lines).output
    assert told.count("South is to move, and this move cannot be played now") == 2
    assert "hearts_7" not in told
    assert "told: play hearts_3" in told


@pytest.mark.parametrize("command", ["undo", "redo", "goto 0", "var", "review"])
def test_what_would_take_back_what_was_seen_waits_for_the_end(run: Run, command: str) -> None:
    assert "while players do not see everything" in play(run, "b2", "", "", command)


JUDGE = ("--judge", "ismcts:sims=64")


def test_a_hint_is_made_of_what_the_side_to_move_knows(run: Run) -> None:
    told = play(run, "b2", "", "", "hint", "eval", "hint 2", words=JUDGE)
    assert "ismcts:sims=64 would play `" in told
    assert told.count("after 64 simulations from the 9 positions that fit") == 3


def test_a_hint_is_for_the_side_to_move(run: Run) -> None:
    told = play(run, "b2", "hint", "eval", words=(*JUDGE, "--seat", "X"))
    assert told.count("advice is for the side to move, O, but you see what X sees") == 2


def test_without_a_judge_it_is_the_search_over_information_states(run: Run) -> None:
    assert "ismcts:time=1 would play" in play(run, "hint")


def test_at_the_end_everything_is_shown(run: Run) -> None:
    told = play(run, "a1", "", "", "a3", "", "", "b1", "", "", "b3", "", "", "c1", "history")
    assert "X wins" in told
    assert "3  O O ." in told
    assert "1  X X(X)" in told
    assert "5. X: place c1" in told


ENDED = ("play", "rock-paper-scissors:rounds=1", "--second", "random", "--seed", "2")


def test_after_the_end_only_the_board_goes_back(run: Run) -> None:
    told = run(*ENDED, stdin="rock\nundo\nvar\nredo\nundo\ngoto end\nhistory\n").output
    assert "while players do not see everything" not in told
    assert told.count("The board shows turn 0; the play is at turn 1") == 2
    assert "1 turn, the play" in told
    assert "ply 1: Left wins" in told.split("The board shows turn 0")[-1]


def test_a_play_that_somebody_gave_up_is_said_to_be_over_behind_what_the_board_shows(run: Run) -> None:
    told = run("play", "phantom-tic-tac-toe", "--seat", "X", stdin="a1\nb1\nresign\nundo\n").output
    assert "The board shows turn 2; the play is over after turn 2: X resigned (`goto end` goes there)." in told


def test_nobody_but_the_referee_goes_on_from_before_the_end(run: Run) -> None:
    told = run(*ENDED, stdin="rock\nundo\npaper\ngo\nseat left random\nseat right human\ngo\n").output
    assert told.count("everything was shown at the end, so the play does not go on from here") == 2
    referee = run(*ENDED, stdin="rock\neyes all\nundo\npaper\nvar\n").output
    assert "everything was shown" not in referee


def test_a_record_is_not_begun_for_a_side_that_is_none(run: Run, tmp_path: Path) -> None:
    play(run, "b2", "", "", "b2", "a1", "save mine.jsonl")
    line = Path("mine.jsonl").read_text()
    Path("two.jsonl").write_text(line + line)
    for words in (("mine.jsonl",), ("mine.jsonl", "--to", "1"), ("two.jsonl", "--to", "1")):
        done = run("replay", *words, "--seat", "Q")
        assert done.exit_code == 2
        assert done.stdout == ""
        assert "there is no side `Q`; there are `X`, `O`" in done.stderr


def test_a_record_of_a_game_that_hides_nothing_has_no_other_sides_either(run: Run, tmp_path: Path) -> None:
    run("play", "tic-tac-toe", stdin="b2\na1\nsave open.jsonl\nquit\n")
    assert run("replay", "open.jsonl", "--seat", "O").exit_code == 0
    assert "there is no side `Q`" in run("replay", "open.jsonl", "--seat", "Q").stderr


def test_a_record_is_told_as_a_watcher_saw_it(run: Run, tmp_path: Path) -> None:
    play(run, "b2", "", "", "b2", "a1", "save mine.jsonl")
    told = run("replay", "mine.jsonl", "--style", "ascii", "--seat", "watcher")
    assert told.exit_code == 0
    assert not {"place b2", "place a1"} & {*told.output.splitlines()}
    assert all(f"{row}  . . ." in told.output for row in (1, 2, 3))


def test_a_record_is_told_as_a_side_saw_it(run: Run, tmp_path: Path) -> None:
    play(run, "b2", "", "", "b2", "a1", "save mine.jsonl")
    truth = run("replay", "mine.jsonl", "--style", "ascii")
    assert "2  . X ." in truth.output
    seen = {side: run("replay", "mine.jsonl", "--style", "ascii", "--seat", side).output for side in ("X", "O")}
    assert "1  O . ." not in seen["X"]
    assert "1  O . ." in seen["O"]
    assert seen["O"].count("place b2") == 1
    assert seen["X"].count("place a1") == 0


@pytest.mark.parametrize(
    "words",
    [("engine", GAME), ("train", GAME, "-o", "run")],
    ids=["engine", "train"],
)
def test_what_knows_no_views_refuses(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert "in Phantom Tic-Tac-Toe players do not see everything" in " ".join(done.output.split())


@pytest.mark.parametrize("agent", ["mcts:10", "alphabeta", "greedy"])
def test_a_search_over_whole_positions_takes_no_seat(run: Run, agent: str) -> None:
    done = run("play", GAME, "--second", agent, stdin="quit\n")
    assert done.exit_code == 2
    assert "players do not see everything" in " ".join(done.output.split())


def test_random_plays_match_itself(run: Run) -> None:
    done = run("match", GAME, "random", "random", "-n", "4", "--seed", "1")
    assert done.exit_code == 0, done.output


OPEN = """
ggl: 1
name: Spoken
players: [X, O]
board: square(3)
pieces: {mark: {}}
moves:
  place:
    for: c in vacant
    do: |
      put mark on c
      announce count(taken_cells)
      announce c.row to other(mover)
end: {draw: full}
"""


def test_an_announcement_stands_below_the_board_where_all_see_it(run: Run) -> None:
    Path(GAME).write_text(OPEN.replace(" to other(mover)", ""))
    assert "announced: count 1; row 2" in play(run, "a2")


def test_a_replay_for_one_seat_tells_what_was_announced_to_it(run: Run, tmp_path: Path) -> None:
    Path(GAME).write_text(OPEN.replace("{mark: {}}", "{mark: {seen by: owner}}").replace("vacant", "cells")
                          .replace("    do: |", "    where: seen(empty(c))\n    do: |"))  # fmt: skip
    play(run, "a2", "", "", "b1", "save told.json")
    for seat, lines in {
        "X": ["announced: count 1;", "announced: row 1"],
        "O": ["announced: row 2", "announced: count 2"],
    }.items():
        text = run("replay", "told.json", "--seat", seat).output
        assert all(line in text for line in lines), text
    assert "announced: row 2" not in run("replay", "told.json", "--seat", "X").output
