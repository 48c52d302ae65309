"""`ggl play` and `ggl replay` through pipes, as a program or a patient person would use them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import ggl
from ggl.play.record import read_record_file
from tests.cli.tables import Table, say, wait_for

SHOOTERS = str(Path(__file__).parents[1] / "play" / "shooters.yaml")


def whole_game(**options: object) -> list[str]:
    game = ggl.load("sgibun", **options)
    state, moves = game.initial_state(), []
    while not state.is_over:
        move = state.legal_moves()[-1]
        moves.append(str(move))
        state = state.after(move)
    return moves


def test_a_whole_game_with_undo_redo_why_save_and_load(table: Table) -> None:
    moves = [move for move in whole_game(side=3) if move != "pass"]
    lines = [*moves[:4], "undo 2", "redo", "redo", "why place a3", "save half.jsonl", *moves[4:], "history", "score",
             "save whole.jsonl", "load half.jsonl", "history", "quit"]  # fmt: skip
    done = table.run("play", "sgibun:side=3", lines="\n".join(lines) + "\n")
    assert done.returncode == 0
    (whole,) = read_record_file(table.folder / "whole.jsonl")
    (half,) = read_record_file(table.folder / "half.jsonl")
    assert list(whole.steps) == whole_game(side=3)
    assert list(half.steps) == moves[:4]
    assert whole.ending is not None
    assert half.ending is None
    assert str(whole.ending) in " ".join(done.stdout.split())
    assert "`place a3` is legal" in done.stdout
    assert "   1. Black: " + moves[0] in done.stdout
    assert done.stdout.count(f"   4. White: {moves[3]}") + done.stdout.count(f"   4. Black: {moves[3]}") == 2
    assert "resume it with `ggl play --resume`" in done.stderr
    assert table.run("replay", "whole.jsonl").returncode == 0


@pytest.mark.processes
def test_after_kill_9_no_move_that_was_answered_is_lost(table: Table) -> None:
    play = table.begin("play", "sgibun:side=3")
    wait_for(play, "ply 0:")
    for number, move in enumerate(("place c3", "take-white", "place a3"), 1):
        say(play, move)
        wait_for(play, f"ply {number}:")
    play.send_signal(signal.SIGKILL)
    play.communicate()
    assert play.returncode == -signal.SIGKILL
    done = table.run("play", "--resume", lines="history\nplace e3\n")
    assert "The play goes on after 3 turns." in done.stdout
    assert all(line in done.stdout for line in ("   1. Black: place c3", "   2. White: take-white", "   3. White: place a3"))
    again = table.run("play", "sgibun", "--resume", lines="history\nundo 9\n")
    assert "   4. Black: place e3" in again.stdout
    assert "ply 0:" in again.stdout
    assert len(table.sessions()) == 1


def test_resume_takes_the_newest_play_of_the_game_that_is_not_over(table: Table) -> None:
    table.run("play", "sgibun:side=3", lines="place c3\n")
    table.run("play", "tabik:size=3", lines="place a1 b1\n")
    table.run("play", "sgibun:side=2", lines="place b1\nresign\n")
    assert "Tabik" in table.run("play", "--resume").stdout
    assert "last: place c3" in table.run("play", "sgibun", "--resume").stdout
    assert "last: place c3" in table.run("play", "sgibun:side=3", "--resume").stdout
    refused = table.run("play", "sgibun:side=4", "--resume")
    assert refused.returncode == 2
    assert "has no play of sgibun:side=4 that is not over" in refused.stderr


@pytest.mark.processes
def test_a_play_that_goes_on_elsewhere_is_not_resumed_a_second_time(table: Table) -> None:
    table.run("play", "tabik:size=3", lines="place a1 b1\n")
    play = table.begin("play", "sgibun:side=3")
    wait_for(play, "ply 0:")
    say(play, "place c3")
    wait_for(play, "ply 1:")
    refused = table.run("play", "sgibun", "--resume", lines="take-white\n")
    assert refused.returncode == 2
    assert f"is in progress elsewhere, in process {play.pid}" in refused.stderr
    assert "no play of sgibun that is not over and not in progress elsewhere" in refused.stderr
    assert "Tabik" in table.run("play", "--resume").stdout
    say(play, "quit")
    play.communicate(timeout=60)
    again = table.run("play", "sgibun", "--resume", lines="take-white\n")
    assert "The play goes on after 1 turn." in again.stdout
    assert again.returncode == 0
    assert not list((table.folder / "state").rglob("*.lock"))


@pytest.mark.processes
def test_ctrl_c_keeps_the_play_says_how_to_go_on_and_exits_with_130(table: Table) -> None:
    play = table.begin("play", "sgibun:side=3")
    wait_for(play, "ply 0:")
    say(play, "place c3")
    wait_for(play, "ply 1:")
    play.send_signal(signal.SIGINT)
    _, err = play.communicate(timeout=60)
    assert play.returncode == 130
    assert err == "the play is saved; resume it with `ggl play --resume`\n"
    assert read_record_file(table.sessions()[0])[0].steps == ("place c3",)


WRONG = {
    "foo": ["`foo` is not a move", "the nearest legal moves are"],
    "place": ["`place`"],
    "place z9": ["`z9`", "the nearest legal moves are"],
    "take-black": ["`take-black` is not legal: sides can be chosen only in the second side's first turn"],
    "undo": ["There is nothing to take back."],
    "redo": ["There is nothing to play again."],
    "undo x": ["`x` is not a number of moves"],
    "undo 0": ["`0` is not a number of moves"],
    "redo -1": ["`-1` is not a number of moves"],
    "undo 99999999999999999999": ["is not a number of moves"],
    "why": ["write `why MOVE`"],
    "save": ["write `save FILE`"],
    "load": ["write `load FILE`"],
    "load none.jsonl": ["none.jsonl cannot be read: there is no such file"],
    "load .": ["cannot be read: it is a folder"],
    "save a\0b": ["a\\x00b cannot be written: its name is not a file's name"],
    "save over": ["write `save FILE`"],
    "save over a\0b": ["its name is not a file's name"],
    "save no/such/x.jsonl": ["cannot be written: there is no such folder"],
    "save ~nobody-of-that-name/x": ["no such home folder"],
    "load a\0b": ["cannot be read: its name is not a file's name"],
    "moves zzz": ["0 legal moves with `zzz`"],
    "history": ["Nothing has been played."],
    "\x1b[2J\x07": ["is not a move"],
    "x" * 9000: ["is too long"],
    "\udcff\udcfe": ["is not a move"],
}


def test_wrong_input_is_answered_and_changes_nothing(table: Table) -> None:
    lines = "\n".join(WRONG).encode("utf-8", "surrogateescape") + b"\nboard\n"
    done = table.run("play", "sgibun:side=3", lines=lines)
    assert done.returncode == 0
    for answers in WRONG.values():
        for answer in answers:
            assert answer in done.stdout
    assert done.stdout.rstrip().endswith("ply 0: Black ● to move, first seat\nscore: Black 0, White 0")
    assert not table.sessions()


def test_an_illegal_move_is_answered_with_the_condition_its_line_and_legal_moves(table: Table) -> None:
    done = table.run("play", "tabik:size=3,pie=off", lines="place a1 b1\nplace b1 c1\n")
    for part in ("`place b1 c1` is not legal", "tabik.yaml:", "both cells are empty", "nearest legal"):
        assert part in done.stdout


def test_loading_what_is_no_record_or_has_no_game_is_told(table: Table) -> None:
    (table.folder / "noise").write_text("noise\n")
    (table.folder / "empty").write_text("")
    (table.folder / "lost.jsonl").write_text(json.dumps({"record": 1, "game": "gone.yaml", "fingerprint": "", "moves": []}))
    done = table.run("play", "sgibun:side=2", lines="load noise\nload empty\nload lost.jsonl\nsave noise\nplace b1\n")
    for part in ("noise, line 1: not a record", "empty is empty", "there is no file `gone.yaml`", "noise is not a record of",
                 "ply 1:"):  # fmt: skip
        assert part in done.stdout
    assert (table.folder / "noise").read_text() == "noise\n"


def test_a_whole_turn_in_one_go_or_step_by_step(table: Table) -> None:
    done = table.run("play", SHOOTERS, lines="walk b1 b2 shoot b1\nwalk c4 c3\nshoot c4\nhistory\nsave s.jsonl\n")
    assert "   1. White: walk b1 b2, shoot b2 b1" in done.stdout
    assert "goes on with the turn" in done.stdout
    assert "   2. Black: walk c4 c3, shoot c3 c4" in done.stdout
    assert f"replay it with `ggl replay s.jsonl --game {os.path.relpath(SHOOTERS, table.folder)}`" in done.stdout
    elsewhere = table.run("replay", "s.jsonl")
    assert elsewhere.returncode == 2
    assert "neither a bundled one nor a file beside the record; give the game" in elsewhere.stderr
    replayed = table.run("replay", "s.jsonl", "--to", "1", "--game", SHOOTERS)
    assert replayed.returncode == 0
    assert "walk c4" not in replayed.stdout


def test_another_game_is_replayed_with_the_options_of_the_record_unless_it_names_some(table: Table) -> None:
    table.run("play", "sgibun:side=3", lines="place c3\nsave three.jsonl\n")
    own = table.run("replay", "three.jsonl")
    given = table.run("replay", "three.jsonl", "--game", "sgibun")
    assert (given.returncode, given.stdout) == (0, own.stdout)
    assert given.stdout.startswith("Sgibun:side=3,")
    named = table.run("replay", "three.jsonl", "--game", "sgibun:side=4")
    assert named.returncode == 1
    assert named.stdout.startswith("Sgibun:side=4,")
    (table.folder / "two.jsonl").write_text((table.folder / "three.jsonl").read_text() * 2)
    several = table.run("replay", "two.jsonl", "--game", "sgibun")
    assert (several.returncode, several.stdout.count("sgibun:side=3,")) == (0, 2)


def test_random_movers_by_seat_and_by_side_play_the_same_game_for_the_same_seed(table: Table) -> None:
    by_seat = table.run("play", "tabik:size=3", "--first", "random", "--second", "random", "--seed", "5", "--save", "a.jsonl")
    by_side = table.run("play", "--white=random", "--black", "random", "tabik:size=3", "--seed", "5", "--save", "b.jsonl")
    assert by_seat.stdout == by_side.stdout
    (one,), (other,) = (read_record_file(table.folder / name) for name in ("a.jsonl", "b.jsonl"))
    assert one == other
    assert one.ending is not None
    assert table.run("replay", "a.jsonl").returncode == 0


def test_a_person_against_a_random_mover_sees_its_moves(table: Table) -> None:
    done = table.run("play", "tabik:size=3", "--white", "random", "--seed", "1", lines="place a1 b1\n")
    assert "White (random): " in done.stdout


def test_a_forced_pass_is_played_by_itself_with_a_line_that_says_so(table: Table) -> None:
    game = ggl.load("tabik", size=3)
    state, moves = game.initial_state(), []
    while not state.must_pass:
        moves.append(str(state.legal_moves()[0]))
        state = state.play(moves[-1])
    lines = "\n".join(moves) + "\n"
    done = table.run("play", "tabik:size=3", lines=lines)
    assert f"{state.mover} has no move and passes." in done.stdout
    assert "The game is over" in done.stdout
    asked = table.run("play", "tabik:size=3", "--ask-pass", lines=lines + "moves\npass\n")
    assert "passes." not in asked.stdout
    assert "1 legal move" in asked.stdout


ROLLING = """
ggl: 1
name: Rolling
players: [Red, Blue, Green]
board: track(4)
pieces: {runner: {}}
state: {die: {start: 1, in: 0..9}}
moves:
  run:
    for: c in vacant
    where: die == 1
    do: put runner on c
turn:
  begin: roll die from 0..9
  pass: forced
end: {draw: full}
"""


def test_rolls_are_shown_with_the_turn_that_they_begin(table: Table) -> None:
    (table.folder / "rolling.yaml").write_text(ROLLING)
    done = table.run("play", "rolling.yaml", "--seed", "28", lines="history\nquit\n")
    (record,) = read_record_file(table.sessions()[0])
    *passed, (waiting,) = record.turns
    assert len(passed) > 3
    for number, (side, turn) in enumerate(zip(["Red", "Blue", "Green"] * 9, passed, strict=False), 1):
        assert f"{side} has no move after {turn[0]} and passes." in done.stdout
        assert f"{number:4}. {side}: {turn[0]}, pass\n" in done.stdout
    assert waiting == "roll 1"
    assert f"ply {len(passed)}:" in done.stdout
    again = table.run("play", "--resume", lines="quit\n")
    assert f"The play goes on after {len(passed)} turns.\n" in again.stdout
    assert f"last: {passed[-1][0]}, pass\n" in again.stdout


def test_a_play_in_its_first_turn_goes_on_there(table: Table) -> None:
    (table.folder / "rolling.yaml").write_text(ROLLING.replace("where: die == 1", "where: die >= 0"))
    table.run("play", "rolling.yaml", lines="quit\n")
    assert "The play goes on in its first turn.\n" in table.run("play", "--resume", lines="quit\n").stdout
    shown = table.run("replay", str(table.sessions()[0]), "--to", "1")
    assert "--to 1: the record has 0 turns" in shown.stderr
    table.run("play", "--resume", lines="p1\np2\nquit\n")
    for turns in (0, 1, 2):
        assert f"ply {turns}: " in table.run("replay", str(table.sessions()[0]), "--to", str(turns)).stdout
    many = table.sessions()[0].read_text() * 2
    (table.folder / "many.jsonl").write_text(many)
    told = table.run("replay", "many.jsonl", "--game", "rolling.yaml").stdout.splitlines()
    assert [line.partition(", ")[2] for line in told] == ["2 turns: not over"] * 2


def test_a_seat_can_be_given_by_its_number_word_where_more_than_two_play(table: Table) -> None:
    (table.folder / "rolling.yaml").write_text(ROLLING.replace("where: die == 1", "where: die >= 0"))
    done = table.run("play", "rolling.yaml", "--third", "random", "--second", "random", lines="p1\nhistory\nquit\n")
    assert "Blue (random): roll " in done.stdout
    assert "Green (random): roll " in done.stdout
    refused = table.run("play", "rolling.yaml", "--fourth", "random")
    assert refused.returncode == 2
    assert "no option `--fourth`; for the sides of this game there are --red, --blue, --green" in refused.stderr
    assert "`--third`" in table.run("play", "--help").stdout


def test_a_record_whose_game_is_not_beside_it_tells_how_to_replay_it(table: Table) -> None:
    (table.folder / "rolling.yaml").write_text(ROLLING)
    for folder in ("plays", "other"):
        (table.folder / folder).mkdir()
    done = table.run("play", "rolling.yaml", "--save", "plays/s.jsonl", lines="quit\n")
    way = "replay plays/s.jsonl --game rolling.yaml"
    assert f"`ggl {way}`" in done.stderr
    refused = table.run("replay", "plays/s.jsonl")
    assert refused.returncode == 2
    assert "give the game: `ggl replay --game rolling.yaml ..`, `ggl render rolling.yaml --record ..`" in refused.stderr
    assert table.run(*way.split()).returncode == 0
    (table.folder / "plays" / "s.jsonl").rename(table.folder / "other" / "s.jsonl")
    (table.folder / "rolling.yaml").unlink()
    assert "give the game: `ggl replay --game GAME ..`" in table.run("replay", "other/s.jsonl").stderr


def test_a_full_disk_is_told_and_the_play_goes_on(table: Table) -> None:
    blocked = table.folder / "state"
    blocked.write_text("a file where the folder should be")
    done = table.run("play", "sgibun:side=3", lines="place c3\ntake-white\nsave here.jsonl\n")
    assert done.stdout.count("Not saved: ") == 1
    assert "The play goes on in memory" in done.stdout
    assert "ply 2:" in done.stdout
    assert "the play is not saved: " in done.stderr
    assert read_record_file(table.folder / "here.jsonl")[0].steps == ("place c3", "take-white")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["play"], 2, "which game?"),
        (["play", "sgibum"], 2, "near: sgibun"),
        (["play", "sgibun", "tabik"], 2, "one game is played at a time"),
        (["play", "-"], 2, "standard input carries the moves"),
        (["play", "--resume", "-"], 2, "standard input carries the moves"),
        (["play", "sgibun", "--red", "random"], 2, "no option `--red`; for the sides of this game there are --black, --white"),
        (["play", "sgibun", "--black", "clever"], 2, "--black: there is no agent `clever`; "),
        (["play", "sgibun", "--black"], 2, "who plays --black?"),
        (["play", "sgibun", "--black", "mcts:sim=4"], 2, "`mcts` has no setting `sim`; near: sims"),
        (["play", "sgibun", "--judge", "clever"], 2, "--judge: there is no agent `clever`"),
        (["play", "sgibun", "--clock", "soon"], 2, "`soon` is not a time to think; write `5m`"),
        (["play", "sgibun", "--flag-fall"], 2, "--flag-fall needs a clock"),
        (["play", "sgibun", "--first", "clever"], 2, "clever"),
        (
            ["play", "sgibun", "--black", "random", "--first", "greedy"],
            2,
            "the first seat, which another option gives to `greedy`",
        ),
        (["play", "sgibun:side=99"], 2, "side=99 is not allowed"),
        (["play", "sgibun", "--save", "there.jsonl"], 2, "there.jsonl exists already"),
        (["play", "sgibun", "--save", "no/such/x"], 2, "there is no such folder"),
        (["play", "--resume"], 2, "has no play that is not over"),
        (["replay", "none.jsonl"], 2, "there is no such file"),
        (["replay", "there.jsonl"], 2, "there.jsonl, line 1: not a record"),
        (["replay", "."], 2, "it is a folder"),
        (["replay"], 2, "FILE"),
    ],
)
def test_a_wrong_command_line_is_told_in_words(
    run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], code: int, message: str
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "there.jsonl").write_text("something")
    done = run(*words)
    assert (done.exit_code, done.stdout) == (code, "")
    assert message in done.stderr
    assert (tmp_path / "there.jsonl").read_text() == "something"


def test_a_resumed_play_is_not_saved_over_something_else(table: Table) -> None:
    table.run("play", "sgibun:side=2", lines="place b1\n")
    (table.folder / "mine").write_text("mine")
    refused = table.run("play", "--resume", "--save", "mine", lines="undo\n")
    assert refused.returncode == 2
    assert "mine is not a record of a play" in refused.stderr
    assert (table.folder / "mine").read_text() == "mine"


def test_rules_and_moves_and_help_answer_at_the_prompt(table: Table) -> None:
    done = table.run("play", "tabik:size=3", lines="rules\nmoves place c3\nhelp\n")
    assert ggl.load("tabik", size=3).rules_text().strip() in done.stdout
    assert "4 legal moves with `place c3`" in done.stdout
    assert "save FILE" in done.stdout


def test_output_without_unicode_gets_ascii_signs(table: Table) -> None:
    table.env["PYTHONIOENCODING"] = "ascii"
    done = table.run("play", "sgibun:side=2", lines="place b1\n")
    assert "a(X)." in done.stdout
    table.env["PYTHONIOENCODING"] = "utf-8"
    assert "a(X)." in table.run("play", "sgibun:side=2", "--style", "ascii", lines="place b1\n").stdout


@pytest.mark.processes
def test_the_prompt_of_a_pipe_never_loads_the_line_editor(table: Table) -> None:
    code = "import sys; sys.argv = ['ggl', 'play', 'sgibun:side=2']\ntry:\n  from ggl.cli import main; main()\n" \
           "except SystemExit: print('prompt_toolkit' in sys.modules)"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], input="quit\n", capture_output=True, text=True, cwd=table.folder,
                          env=table.env, encoding="utf-8", timeout=60)  # fmt: skip
    assert done.stdout.endswith("False\n")


# ---- replay


def test_replay_of_a_changed_game_says_where_it_breaks(table: Table) -> None:
    rules = (Path(SHOOTERS)).read_text()
    (table.folder / "mine.yaml").write_text(rules)
    table.run("play", "mine.yaml", lines="walk b1 b2 shoot b1\nsave s.jsonl\n")
    assert json.loads((table.folder / "s.jsonl").read_text())["game"] == "mine.yaml"
    assert table.run("replay", "s.jsonl").returncode == 0
    (table.folder / "mine.yaml").write_text(rules.replace("slides(c, compass)", "slides(c, diagonal)"))
    broken = table.run("replay", "s.jsonl")
    assert broken.returncode == 1
    assert "at ply 0, `walk b1 b2` by White: " in broken.stderr
    assert "the rules are not those of the record" in broken.stderr
    (table.folder / "mine.yaml").write_text(rules.replace("on c4", "on d4"))
    changed = table.run("replay", "s.jsonl")
    assert changed.returncode == 1
    assert "the rules are not those of the record: fingerprint " in changed.stderr
    assert "walk b1 b2, shoot b2 b1" in changed.stdout


def test_replay_of_many_records_gives_a_line_each_and_reads_standard_input(table: Table) -> None:
    table.run("play", "tabik:size=3", "--black", "random", "--white", "random", "--save", "a.jsonl")
    good = (table.folder / "a.jsonl").read_text()
    data = json.loads(good)
    bad = json.dumps({**data, "moves": ["place a1 b2", *data["moves"]]})
    done = table.run("replay", "-", lines=good + bad + "\n" + good)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == ["1", "2", "3"]
    assert "wins" in lines[0]
    assert "broken: line 2: at ply 0, `place a1 b2`" in lines[1]
    assert "3 records, 1 broken or with other rules" in done.stderr
    assert table.run("replay", "-", "--nth", "3", lines=good * 3).returncode == 0
    assert table.run("replay", "-", "--nth", "4", lines=good * 3).returncode == 2


def test_replay_of_many_records_takes_a_seat_only_with_what_it_shows(run: Callable[..., Result]) -> None:
    lines = run("selfplay", "phantom-tic-tac-toe", "-n", "2").stdout
    refused = run("replay", "-", "--seat", "X", stdin=lines)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "add --nth or --to" in refused.stderr
    assert run("replay", "-", "--seat", "X", "--to", "1", stdin=lines).exit_code == 0
    assert run("replay", "-", "--seat", "X", "--nth", "2", stdin=lines).exit_code == 0


def test_replay_says_which_line_of_a_file_differs_and_in_what(table: Table) -> None:
    table.run("play", "tabik:size=3", "--black", "random", "--white", "random", "--save", "a.jsonl")
    good = (table.folder / "a.jsonl").read_text()
    data = json.loads(good)
    bad = json.dumps({**data, "result": {**data["result"], "reason": "because"}})
    done = table.run("replay", "-", lines=f"{good}\n\n{bad}\n")
    assert done.returncode == 1
    assert '2: tabik:size=3,pie=on: broken: line 4: `reason` of the record\'s `result` is "because"' in done.stdout
    (table.folder / "a.jsonl").write_text(bad)
    done = table.run("replay", "a.jsonl")
    assert done.returncode == 1
    assert 'error: line 1: `reason` of the record\'s `result` is "because", but by the rules it is' in done.stderr


def test_replay_to_a_turn_shows_the_position_then(table: Table) -> None:
    table.run("play", "sgibun:side=3", lines="place c3\ntake-white\nplace a3\nsave s.jsonl\n")
    for turns, last in ((0, None), (1, "place c3"), (3, "place a3")):
        done = table.run("replay", "s.jsonl", "--to", str(turns))
        assert done.returncode == 0
        assert f"ply {turns}:" in done.stdout
        assert last is None or f"last: {last}" in done.stdout
    assert table.run("replay", "s.jsonl", "--to", "4").returncode == 2


def test_replay_goes_on_after_damaged_lines_and_tells_them_by_their_numbers(table: Table) -> None:
    table.run("play", "sgibun:side=2", lines="place b1\nsave a.jsonl\n")
    good = (table.folder / "a.jsonl").read_text()
    (table.folder / "many.jsonl").write_text(good + "noise\n" + good + good[:50] + "\n" + good)
    done = table.run("replay", "many.jsonl")
    assert done.returncode == 1
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["1", "2", "3"]
    assert "many.jsonl, line 2: not a record" in done.stderr
    assert "many.jsonl, line 4: not a record" in done.stderr
    assert "3 records, 0 broken" in done.stderr
    (table.folder / "one.jsonl").write_text("noise\n" * 50 + good)
    one = table.run("replay", "one.jsonl")
    assert one.returncode == 1
    assert "place b1" in one.stdout
    assert one.stderr.count("not a record;") == 20
    assert "30 more lines are not records" in one.stderr


def test_a_record_kept_in_the_state_folder_replays_with_the_game_it_names(table: Table) -> None:
    table.run("play", SHOOTERS, lines="walk b1 b2 shoot b1\n")
    assert table.run("replay", str(table.sessions()[0])).returncode == 0
    (table.folder / "stolen.jsonl").write_text(table.sessions()[0].read_text())
    refused = table.run("replay", "stolen.jsonl")
    assert refused.returncode == 2
    assert "give the game: `ggl replay --game GAME ..`" in refused.stderr


def test_the_game_at_play_is_found_by_a_record_saved_elsewhere(table: Table) -> None:
    done = table.run("play", SHOOTERS, lines="walk b1 b2 shoot b1\nsave s.jsonl\nundo\nload s.jsonl\nhistory\n")
    assert "   1. White: walk b1 b2, shoot b2 b1" in done.stdout


def test_a_move_named_as_a_command_and_the_command_can_both_be_reached(table: Table) -> None:
    (table.folder / "q.yaml").write_text(
        "ggl: 1\nname: Q\nplayers: [A, B]\nboard: square(2)\npieces: {man: {}}\nend: {draw: full}\n"
        "moves:\n  quit: {do: put man on a1, where: empty(a1)}\n"
        "  save:\n    for: c in cells\n    where: empty(c) and occupied(a1)\n    do: put man on c\n"
    )
    done = table.run("play", "q.yaml", lines="quit\nsave b1\n:save kept.jsonl\nhistory\n:quit\nsave a2\n")
    assert "   1. A: quit\n   2. B: save b1\n" in done.stdout
    assert "saved in kept.jsonl" in done.stdout
    assert "ply 3:" not in done.stdout
    assert done.returncode == 0


def test_a_move_comes_before_a_command_in_any_capitals_also_before_another_name_of_the_command(table: Table) -> None:
    (table.folder / "q.yaml").write_text(
        "ggl: 1\nname: Q\nplayers: [A, B]\nboard: {links: 'go - home'}\npieces: {man: {}}\nend: {draw: full}\n"
        "moves:\n  exit: {do: put man on home, where: empty(home)}\n"
        "  Undo: {for: c in cells, where: empty(c), do: put man on c}\n"
        "look: {notation: {Undo: c}}\n"
    )
    done = table.run("play", "q.yaml", lines="help\nexit\ngo\nhistory\n:exit\nundo\n")
    told = " ".join(done.stdout.split())
    assert "Moves begin with `exit`, `undo` here; the commands are written with a colon: `:exit`." in told
    assert "   1. A: exit\n   2. B: go\n" in done.stdout
    assert done.returncode == 0


def test_a_number_with_a_half_is_shown_as_people_write_it(table: Table) -> None:
    assert table.run("play", "go:size=3,komi=6.5", lines="quit\n").stdout.startswith("Go (size=3, komi=6.5,")
