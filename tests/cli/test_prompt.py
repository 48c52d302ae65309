"""The prompt through pipes: opponents, advice, variations, the clock, and a whole play that survives `kill -9`."""

from __future__ import annotations

import io
import json
import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import ggl
from ggl.cli import group
from ggl.cli.common import load_argument
from ggl.cli.prompt import COMMANDS, Prompt
from ggl.cli.prompt_lines import completions
from ggl.play.clock import Timing
from ggl.play.record import read_record_file, read_records, to_json
from ggl.play.session import Session
from tests.cli.tables import Table, say, wait_for


class Here(Table):
    """The same in this process, for what needs none of its own; much faster."""

    def run(self, *words: str, lines: str | bytes = "") -> subprocess.CompletedProcess[str]:
        done = CliRunner().invoke(group, list(words), input=lines)
        assert "Traceback" not in done.output
        assert "\x1b" not in done.output
        return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Here:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Here(tmp_path)


def said(text: str) -> str:
    """On one line, as messages may be folded."""
    return " ".join(text.split())


# ---- the whole of it


def _legal(play: subprocess.Popen[str]) -> list[str]:
    say(play, "moves")
    return re.findall(r"place \w\d", wait_for(play, "legal move"))


@pytest.mark.processes
def test_a_whole_game_with_undo_hint_save_kill_9_resume_and_replay(table: Table) -> None:
    """Issue 5: what a person does in an evening, by pipe."""
    words = ["play", "sgibun:side=3", "--second", "mcts:sims=30", "--judge", "greedy", "--seed", "5"]
    play = table.begin(*words)
    wait_for(play, "score:")
    for number in range(1, 4):
        undone = _legal(play)[0]
        say(play, undone)
        wait_for(play, "score:")
        say(play, "history")
        heard = wait_for(play, f"{number * 2:4}. ")
        assert "also" not in heard
    say(play, "undo")
    wait_for(play, "score:")
    say(play, "hint")
    advised = re.search(r"greedy would play `([^`]+)`", wait_for(play, "would play"))
    assert advised is not None
    legal = _legal(play)
    assert advised[1] in legal
    other = next(move for move in (advised[1], *legal) if move != undone)
    say(play, other)
    wait_for(play, "score:")
    say(play, "save half.jsonl")
    wait_for(play, "saved in half.jsonl")
    play.send_signal(signal.SIGKILL)
    play.communicate()
    half = read_record_file(table.folder / "half.jsonl")[0]
    assert dict(half.seats) == {"first": "human", "second": "mcts:sims=30"}
    assert half.steps[4] == other

    done = table.run("play", "--resume", lines="history\ngoto 4\nvar\ngoto end\nlevel\n")
    assert "The play goes on after 6 turns." in done.stdout
    assert re.search(rf"   5\. \w+: {other}   \(also {undone}\)\n", done.stdout)
    assert f"   1. {other}" in done.stdout
    assert "2 turns, the play" in done.stdout
    assert f"   2. {undone}" in done.stdout
    assert "mcts:sims=30" in done.stdout

    rest = [f"seat {seat} random" for seat in ("first", "second")]
    over = table.run(
        "play", "--resume", "--seed", "2", "--judge", "greedy", lines="\n".join([*rest, "review 2", "save whole.jsonl"])
    )
    assert "The game is over" in over.stdout
    (whole,) = read_record_file(table.folder / "whole.jsonl")
    assert whole.ending is not None
    assert whole.steps[: len(half.steps)] == half.steps
    replayed = table.run("replay", "whole.jsonl")
    assert replayed.returncode == 0
    assert str(whole.ending) in said(replayed.stdout)
    assert "By greedy, " in over.stdout


def test_history_tells_what_else_was_played_after_a_roll(table: Table) -> None:
    (table.folder / "rolled.yaml").write_text(
        "ggl: 1\nname: Rolled\nplayers: [Ann, Bob]\nboard: square(3)\npieces: {stone: {}}\nstate: {die: {start: 1, in: 1..6}}\n"
        "moves: {place: {for: c in vacant, do: put stone on c}}\nturn: {begin: roll die from 1..6}\nend: {draw: full}\n"
    )
    done = table.run("play", "rolled.yaml", lines="a1\na2\nundo\na3\nhistory\n")
    assert re.search(r"   2\. Bob: roll \d, place a3   \(also place a2\)\n", done.stdout)


@pytest.mark.processes
def test_after_kill_9_the_whole_tree_and_the_place_on_the_board_are_there(table: Table) -> None:
    play = table.begin("play", "tic-tac-toe", "--clock", "5m+3s")
    wait_for(play, "ply 0:")
    for line, answer in (("a1", "ply 1:"), ("b1", "ply 2:"), ("c1", "ply 3:"), ("undo 2", "ply 1:"), ("b2", "ply 2:"),
                         ("c3", "ply 3:"), ("goto 1", "is at turn 3"), ("var 2", "The board shows turn 2")):  # fmt: skip
        say(play, line)
        wait_for(play, answer)
    play.send_signal(signal.SIGKILL)
    play.communicate()
    done = table.run("play", "--resume", lines="history\nredo\ngoto end\nhistory\nclock\n")
    assert "   2. O: place b1   (also place b2)\n" in done.stdout
    assert "   2. O: place b2   (also place b1)\n   3. X: place c3\n" in done.stdout
    assert "(of 5m+3s; an expired clock is only reported)" in done.stdout


def test_a_play_kept_by_an_earlier_ggl_goes_on(here: Here) -> None:
    folder = here.folder / "state" / "ggl"
    folder.mkdir(parents=True)
    game = ggl.load("tabik", size=3)
    record = {"record": 1, "ggl": "0.1.0", "game": "tabik", "options": {"size": 3, "pie": True},
              "fingerprint": game.fingerprint, "seats": {"first": "human", "second": "random"}, "moves": ["place a1 b1"],
              "seed": 4, "date": "2026-01-01"}  # fmt: skip
    (folder / "old.jsonl").write_text(json.dumps(record) + "\n")
    one = here.run("play", "--resume", lines="history\n")
    assert f"{game.initial_state().play('place a1 b1').mover} (random): " in one.stdout
    other = here.run("play", "tabik:size=3", "--second", "random", "--seed", "4", lines="place a1 b1\nhistory\n")
    assert one.stdout.splitlines()[-2:] == other.stdout.splitlines()[-2:]


# ---- who sits where


def test_agents_sit_by_side_and_by_seat_and_play_the_same_game_for_the_same_seed(here: Here) -> None:
    for name in ("a", "b"):
        done = here.run(
            "play", "tic-tac-toe", "--x", "mcts:sims=40", "--second", "greedy", "--seed", "3", "--save", f"{name}.jsonl"
        )
        assert "X (mcts:sims=40): place" in done.stdout
        assert "O (greedy): place" in done.stdout
    (one,), (other,) = (read_record_file(here.folder / f"{name}.jsonl") for name in ("a", "b"))
    assert one == other
    assert dict(one.seats) == {"first": "mcts:sims=40", "second": "greedy"}


def test_the_opponent_changes_in_mid_game_and_moves_at_once_where_it_is_its_turn(here: Here) -> None:
    lines = "b2\nseat o greedy\na1\nseat o human\nseat\nhistory\nseat x random\n"
    done = here.run("play", "tic-tac-toe", "--seed", "1", lines=lines)
    assert done.stdout.count("O (greedy): place") == 2
    assert "O (second seat): human\nX (first seat): human\nO (second seat): human\n" in done.stdout
    assert "X (random): place" in done.stdout


WRONG = {
    "seat white human": "there is no seat `white`; there are first, second, x, o",
    "seat x mcts:sims=none": "`sims` of `mcts` must be a whole number",
    "seat x nobody": "there is no agent `nobody`",
    "level 4": "no agent plays; name the side, as in `seat o level:4`",
    "level": "No agent plays",
    "judge nobody": "there is no agent `nobody`",
    "go": "a human plays X",
    "hint 0": "`0` is not a number of moves; write 1 or more",
    "hint x": "`x` is not a number of moves",
    "review": "nothing has been played",
    "goto": "write `goto TURN`",
    "goto 1": "there is no position after turn 1; this line has only 0 turns",
    "goto x": "`x` is not a number of turns; write 0 or more",
    "goto -1": "`-1` is not a number of turns",
    "var": "Nothing has been played from here on.",
    "var 1": "there is no variation 1 here; there is none",
    "clock": "There is no clock",
    "seat x \x1b[2J": "there is no agent",
}


def test_wrong_commands_are_answered_and_change_nothing(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", lines="\n".join(WRONG) + "\ngoto 0\nboard\n")
    for answer in WRONG.values():
        assert answer in said(done.stdout), answer
    assert done.stdout.rstrip().endswith("ply 0: X to move, first seat")
    assert done.stderr == ""
    assert not here.sessions()


def test_an_agent_that_cannot_play_is_told_before_the_play_begins(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", "--x", "python:no.such.module:Agent")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "the first seat: " in done.stderr
    assert "`--first human` seats a person there" in said(done.stderr)


def test_a_file_of_a_stranger_seats_no_program(table: Table) -> None:
    (table.folder / "evil.py").write_text("open('owned', 'w').close()\n")
    table.env["PYTHONPATH"] = str(table.folder)
    table.run("play", "tic-tac-toe", lines="a1\nsave s.jsonl\n")
    data = json.loads((table.folder / "s.jsonl").read_text())
    for spec in ("python:evil:Agent", "ugi:touch owned"):
        data["seats"] = {"first": "Somebody", "second": spec}
        (table.folder / "s.jsonl").write_text(json.dumps(data) + "\n")
        done = table.run("play", "tic-tac-toe", lines="load s.jsonl\nseat\n")
        assert f"`{spec}` in the second seat would run a program that the file names" in said(done.stdout)
        assert "Somebody sat in the first seat; a human sits there now" in said(done.stdout)
        assert "X (first seat): human\nO (second seat): human\n" in done.stdout
        assert not (table.folder / "owned").exists()


def test_a_loaded_play_goes_on_with_its_agents(here: Here) -> None:
    here.run("play", "tic-tac-toe", "--o", "greedy", "--seed", "2", lines="a1\nsave s.jsonl\n")
    done = here.run("play", "tic-tac-toe", lines="load s.jsonl\nmoves\nhistory\nb3\n")
    assert done.stdout.count("O (greedy): ") == 1


def test_tab_on_an_empty_line_offers_moves_before_commands(here: Here) -> None:
    session = Session(load_argument("sgibun:side=3"), "sgibun")
    prompt = Prompt(session, "ascii")
    offered = [text for text, _ in completions(prompt, "")]
    moves = [str(move) for move in session.state.legal_moves()]
    assert offered == [*moves, *COMMANDS]
    assert next(text for text, _ in completions(prompt, "pl")).startswith("place")


def test_on_a_large_board_tab_offers_the_commands_too(here: Here) -> None:
    offered = [text for text, _ in completions(Prompt(Session(load_argument("tabik:size=19"), "tabik"), "ascii"), "")]
    assert {*COMMANDS} < {*offered}
    assert len(offered) == 400


def test_how_many_moves_could_be_taken_back_is_told_in_good_grammar(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", lines="b2\nundo 9\nb2\na1\nundo 9\n")
    assert "There was only 1 move to take back." in done.stdout
    assert "There were only 2 moves to take back." in done.stdout


def test_help_tells_of_one_command(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", lines="help hint\nhelp q\nhelp hnit\n")
    answers = done.stdout.split("first seat\n", 1)[1]
    assert answers.startswith("  hint [N]  the judge's best move, or its best N with their values\n  quit  leave")
    assert "there is no command `hnit`; near: hint" in answers


# ---- advice, compared with what is known of Tic-Tac-Toe

WINS_AT_C1 = "b2\na1\na3\nb1\n"
"""X wins by c1; O should have played there instead of b1, which would have been a draw."""


def test_a_hint_finds_the_win_and_says_that_it_is_proven_and_who_judges(here: Here) -> None:
    done = here.run(
        "play", "tic-tac-toe", "--judge", "mcts:sims=300", lines=WINS_AT_C1 + "hint\neval\nhint 3\nundo\nhint\neval\n"
    )
    assert "mcts:sims=300 would play `place c1`: 100 % (proven) for X" in done.stdout
    assert "X 100 %, O 0 % (proven; mcts:sims=300, after" in done.stdout
    assert re.search(r"   1\. place c1 +100 %  proven\n   2\. ", done.stdout)


def test_a_move_that_was_hardly_tried_has_no_value_but_the_position_has_and_the_hint_says_what_looks_further(here: Here) -> None:
    done = here.run("play", "go:size=9", "--judge", "mcts:sims=100", lines="hint\nhint 2\neval\n")
    assert re.search(r"mcts:sims=100 would play `\w+`: tried only \d times, after 100 simulations\.", done.stdout), done.stdout
    assert len(re.findall(r"   \d\. \w+ +\?  tried \d times?\n", done.stdout)) == 2
    (worth, again), (value,) = (
        re.findall(r"worth (\d+) % to Black; `judge mcts:time=5`", done.stdout),
        re.findall(r"Black (\d+) %, White", done.stdout),
    )
    assert worth == again == value


def test_a_move_that_was_tried_often_has_its_value_and_its_tries_and_one_look_at_each_is_no_try(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", "--judge", "mcts:sims=2000", lines="hint\njudge greedy\nhint\n")
    assert re.search(r"`place \w\d`: \d+ % for X, tried \d+ times, after 2,000 simulations", done.stdout), done.stdout
    assert re.search(r"greedy would play `[^`]+`: 50 % for X, after 9 simulations", done.stdout)


def test_the_empty_board_is_a_draw_to_a_judge_that_looks_to_the_end(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", "--judge", "mcts:time=60", lines="b2\na1\neval\n")
    assert "X 50 %, O 50 % (proven; mcts:time=60, after" in done.stdout


def test_a_review_finds_the_blunder_what_was_better_and_where_to_look(here: Here) -> None:
    lines = WINS_AT_C1 + "c1\nreview\ngoto 3\nhint\nsave s.jsonl\n"
    done = here.run("play", "tic-tac-toe", "--judge", "mcts:time=30", lines=lines)
    (worst,) = re.findall(r"  4\. O: place b1 .*", done.stdout)
    assert said(worst) == "4. O: place b1 loses 50 % better: place c1 (goto 3)"
    assert "would play `place c1`: 50 % (proven) for O" in done.stdout
    assert "O gave away " in done.stdout
    assert re.search(r"A choice took [\d,]+ simulations on average, and [\d,]+ at least\.", done.stdout)
    (record,) = read_record_file(here.folder / "s.jsonl")
    assert record.ending is not None
    assert len(record.steps) == 5


def test_a_review_where_nothing_was_lost_says_so(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", "--judge", "mcts:time=30", lines="b2\na1\nreview\n")
    assert "By mcts:time=30, no move gave away as much as 1 % of a win." in done.stdout


def test_after_the_end_there_is_no_hint_and_eval_tells_the_result(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", "--judge", "greedy", lines=WINS_AT_C1 + "c1\nhint\neval\ngo\n")
    assert "the game is over: X wins" in done.stdout
    assert "The game is over: X wins" in done.stdout


PIE = """
ggl: 1
name: Pie
players: [Red, Blue]
board: track(3)
pieces: {man: {}}
moves:
  put:
    for: c in vacant
    do: put man on c
turn: {pie: SORT}
end:
  Red wins: occupied(p1) and size(cells - vacant) == 2 and ply > 1
  Blue wins: size(cells - vacant) == 2
"""
"""The second turn decides: Red has won, or else Blue will have."""


@pytest.mark.parametrize(
    ("first", "advice"),
    [
        ("p1", "Take it: by mcts:sims=200, `swap-sides` is worth 100 % to you, and the best other move, `put p"),
        ("p2", "Do not take it: by mcts:sims=200, `swap-sides` is worth 0 % to you, and the best other move, `put p3`, 100 %."),
    ],
)
def test_at_the_pie_the_hint_says_whether_to_take_it_with_both_values(here: Here, first: str, advice: str) -> None:
    rules = PIE.replace("SORT", "swap-sides")
    (here.folder / "pie.yaml").write_text(rules)
    done = here.run("play", "pie.yaml", "--judge", "mcts:sims=200", lines=f"{first}\nhint\n")
    assert advice in said(done.stdout), done.stdout + done.stderr


class Swaps:
    """A judge that tells its best move alone."""

    def __init__(self, game: ggl.Game) -> None:
        pass

    def think(self, state: ggl.State, budget: object = None) -> ggl.Move:
        return next((move for move in state.legal_moves() if move.schema == "swap-sides"), state.legal_moves()[0])


def test_a_judge_that_tells_one_move_advises_at_the_pie(here: Here) -> None:
    (here.folder / "pie.yaml").write_text(PIE.replace("SORT", "swap-sides"))
    done = here.run("play", "pie.yaml", "--judge", "python:tests.cli.test_prompt:Swaps", lines="p1\nhint\n")
    assert "Choose `swap-sides`: by python:tests.cli.test_prompt:Swaps" in said(done.stdout), done.stdout + done.stderr


@pytest.mark.parametrize(
    ("first", "advice"),
    [
        ("p1", "Choose `take-red`: by mcts:sims=200, `take-red` is worth 100 % to you, `take-blue` 0 %."),
        ("p2", "Choose `take-blue`: by mcts:sims=200, `take-red` is worth 0 % to you, `take-blue` 100 %."),
    ],
)
def test_where_sides_are_chosen_the_hint_names_the_side_with_both_values(here: Here, first: str, advice: str) -> None:
    rules = PIE.replace("SORT", "choose-side")
    (here.folder / "pie.yaml").write_text(rules)
    done = here.run("play", "pie.yaml", "--judge", "mcts:sims=200", lines=f"{first}\nhint\n")
    assert advice in said(done.stdout), done.stdout + done.stderr


def test_the_whole_turn_is_advised_where_turns_have_several_steps(here: Here) -> None:
    shooters = str(Path(__file__).parents[1] / "play" / "shooters.yaml")
    done = here.run("play", shooters, "--judge", "mcts:sims=500", lines="hint\n")
    assert re.search(r"would play `walk b1 \w+, shoot \w+ \w+`", done.stdout), done.stdout


# ---- the clock


@pytest.mark.processes
def test_the_clock_is_shown_kept_and_lost_by_only_if_it_is_to_be(table: Table) -> None:
    for fall in (False, True):
        play = table.begin("play", "tic-tac-toe", "--clock", "0.4s+1m", *(["--flag-fall"] if fall else []))
        wait_for(play, "clock: X 0:00.4, O 0:00.4")
        say(play, "moves")
        wait_for(play, "9 legal moves")
        time.sleep(0.6)
        say(play, "b2")
        heard = wait_for(play, "The game is over" if fall else "clock: X 1:00")
        assert ("X's time ran out" in heard) == fall
        assert ("X's time has run out." in heard) == (not fall)
        play.communicate(f"save {fall}.jsonl\nquit\n", timeout=60)
    (record,) = read_record_file(table.folder / "True.jsonl")
    assert record.ending is not None
    assert (record.ending.winner, record.ending.reason) == ("O", "X's time ran out")
    replayed = table.run("replay", "True.jsonl")
    assert replayed.returncode == 0
    assert "X's time ran out" in replayed.stdout


def test_a_clock_may_come_with_a_resumed_play(here: Here) -> None:
    here.run("play", "tic-tac-toe", lines="b2\n")
    done = here.run("play", "--resume", "--clock", "1h", "--flag-fall", lines="clock\n")
    assert "(of 1h; a player whose time runs out loses)" in done.stdout


# ---- help and completion


def test_help_lists_every_command_within_80_columns_and_the_page_names_them_all(here: Here) -> None:
    done = here.run("play", "tic-tac-toe", lines="help\n")
    page = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")
    for name, command in COMMANDS.items():
        assert f"  {command.usage} " in done.stdout
        assert f"`{name}" in page, name
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hi", "hint"),
        ("seat ", "x"),
        ("seat x gr", "x greedy"),
        ("seat x ", "x human"),
        ("judge mc", "mcts"),
        ("goto ", "end"),
        ("goto 1", "1"),
        ("var ", "2"),
        ("place c", "place c1"),
        ("c", "place c1"),
    ],
)
def test_what_tab_offers(text: str, found: str) -> None:
    session = Session(ggl.load("tic-tac-toe"), "tic-tac-toe")
    for move in ("a1", "b1"):
        session.enter(move)
    session.undo()
    session.enter("b2")
    session.goto(1)
    offered = [word for word, _ in completions(Prompt(session, "ascii"), text)]
    assert found in offered


def test_no_move_is_legal_after_somebody_gave_up(capsys: pytest.CaptureFixture[str]) -> None:
    prompt = Prompt(Session(ggl.load("tic-tac-toe"), "tic-tac-toe"), "ascii")
    for line in ("a1", "resign", "why a1", "why b1", "undo", "why b1"):
        prompt.answer(line)
    said = [line for line in capsys.readouterr().out.splitlines() if "legal" in line]
    over = "is not legal: the game is over: X wins (O resigned)"
    assert said == [f"`place a1` {over}", f"`place b1` {over}", "`place b1` is legal"]


# ---- anything at all

LINES = """undo; undo 3; redo; redo 2; goto end; var; history; hint; hint 3; eval; seat; go; resign; clock; score; level 3; var x
goto -1; foo; seat first human; seat second random; seat second greedy""".replace("\n", ";").split(";")


@pytest.mark.parametrize("name", ["tic-tac-toe", "sgibun:side=2", "backgammon", "dots-and-boxes:width=2,height=2"])
def test_whatever_is_typed_the_file_leads_back_to_the_same_play(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rng = random.Random(name)
    session = Session(load_argument(name), name, seed=1, clock=Timing.read("1m+1s", fall=":" not in name))
    prompt = Prompt(session, "ascii", judge="greedy")
    prompt.go_on()
    for number in range(60):
        moves = [] if session.is_over else [str(move) for move in session.state.legal_moves()]
        looks = [f"goto {rng.randint(0, session.turns_done() + 1)}", f"var {rng.randint(1, 3)}"]
        prompt.answer(rng.choice([*LINES, *looks, *rng.choices(moves, k=20 if moves else 0)]))
        if number % 4:
            continue
        (record,) = read_records(io.StringIO(to_json(session.record_with_tree())))
        again = Session.resumed(record, session.game, name)
        assert again.tree.unplayed == []
        assert (again.moves, again.looking, again.ending) == (session.moves, session.looking, session.ending)
        assert again.record() == session.record()
        assert again.variations() == session.variations()
    assert len(session.tree.nodes) > len(session.tree.tip.path())
    assert "rror" not in capsys.readouterr().out


# ---- interrupts


@pytest.mark.processes
def test_an_interrupt_in_a_pipe_leaves_and_keeps_the_play(table: Table) -> None:
    play = table.begin("play", "breakthrough", "--first", "random", "--second", "mcts:time=60")
    wait_for(play, "White (random)")
    time.sleep(1)
    play.send_signal(signal.SIGINT)
    _, err = play.communicate(timeout=60)
    assert play.returncode == 130
    assert "the play is saved; resume it with `ggl play --resume`" in err
    assert len(read_record_file(table.sessions()[0])[0].steps) == 1


@pytest.mark.parametrize("columns", [30, 40, 80])
def test_help_fits_a_narrow_terminal(columns: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("ggl.cli.terminal.page_width", lambda: columns)
    Prompt(Session(ggl.load("tic-tac-toe"), "tic-tac-toe"), "ascii").answer("help")
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= columns
    assert all(any(line.startswith(f"  {command.usage}") for line in lines) for command in COMMANDS.values())
