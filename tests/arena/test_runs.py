"""Runs of many plays: any number of workers and shards gives the same file, and every way to be cut off is gone on from."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from multiprocessing import active_children
from pathlib import Path

import pytest

import ggl
from ggl import arena
from ggl.agents import SpecError
from ggl.arena import openings
from ggl.arena.calibrating import calibrate
from ggl.arena.matching import match_plays
from ggl.arena.openings import OpeningError
from ggl.arena.playing import Play
from ggl.arena.processes import Processes
from ggl.arena.rounds import match_run
from ggl.arena.run_file import RunFile, prune_runs
from ggl.arena.runs import Execution, is_timed
from ggl.arena.standing import Standings
from ggl.arena.working import PlayJob, Setup
from ggl.play.lock import HeldError, hold
from ggl.play.record import read_record_file
from ggl.play.values import SEATS
from tests.few import slow
from tests.records import last_state

N, SEED = 12, 3

ONE_LOSES = """\
ggl: 1
name: One loses
players: [Red, Green, Blue]
board: square(3, 2)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    do: put stone on c
end:
  player p loses: (cells with p stone) == {a1, b1}
  draw: full
"""


@pytest.fixture(scope="module")
def game() -> ggl.Game:
    return ggl.load("connect-four")


@pytest.fixture(scope="module")
def whole(game: ggl.Game, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a run that nothing disturbed."""
    path = tmp_path_factory.mktemp("whole") / "plays.jsonl"
    summed = arena.selfplay(game, ["greedy", "random"], N, SEED, file=path, opening_plies=2)
    assert summed.plays == N
    return path.read_bytes()


def selfplay(game: ggl.Game, path: Path, n: int = N, **others: object) -> arena.Selfplay:
    asked: dict[str, object] = {"seed": SEED, "opening_plies": 2, **others}
    return arena.selfplay(game, ["greedy", "random"], n, file=path, **asked)  # type: ignore[arg-type]


def test_the_records_are_plays_of_the_game_and_differ(game: ggl.Game, whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "it.jsonl").write_bytes(whole)
    records = read_record_file(tmp_path / "it.jsonl")
    assert len({record.turns for record in records}) == len({record.seed for record in records}) == N
    for record in records:
        assert last_state(record, game).is_over
        assert dict(record.seats) == {"first": "greedy", "second": "random"}


def test_the_sums_of_a_run_are_those_of_its_records(tmp_path: Path) -> None:
    tic, path = ggl.load("tic-tac-toe"), tmp_path / "it.jsonl"
    summed = arena.selfplay(tic, ["greedy", "random"], 30, 2, file=path)
    records = read_record_file(path)
    seats = [record.ending.seat for record in records if record.ending is not None]
    assert [each.value for each in summed.wins] == pytest.approx([seats.count("first") / 30, seats.count("second") / 30])
    assert summed.draws.value == pytest.approx(seats.count(None) / 30)
    assert None in seats
    assert summed.turns.value == pytest.approx(sum(len(record.turns) for record in records) / 30)
    assert (summed.plays, summed.broken_off, summed.failures) == (30, 0, ())


def test_who_wins_with_others_has_won_and_the_play_is_no_draw(tmp_path: Path) -> None:
    path = tmp_path / "one-loses.yaml"
    path.write_text(ONE_LOSES)
    summed = arena.selfplay(ggl.load(path), ["random"], 12, 1, file=tmp_path / "it.jsonl")
    records = read_record_file(tmp_path / "it.jsonl")
    winners = [record.ending.seats for record in records if record.ending is not None]
    assert {len(seats) for seats in winners} == {0, 2}
    assert [round(each.value * 12) for each in summed.wins] == [sum(seat in seats for seats in winners) for seat in SEATS[:3]]
    assert round(summed.draws.value * 12) == winners.count(())


@pytest.mark.processes
@pytest.mark.parametrize("workers", [slow(2), 3])
def test_any_number_of_workers_gives_the_same_bytes(game: ggl.Game, whole: bytes, tmp_path: Path, workers: int) -> None:
    path = tmp_path / "it.jsonl"
    selfplay(game, path, workers=workers)
    assert path.read_bytes() == whole
    assert not active_children()


@pytest.mark.parametrize("shards", [2, 5])
def test_shards_one_after_the_other_are_the_whole(game: ggl.Game, whole: bytes, tmp_path: Path, shards: int) -> None:
    found = b""
    for number in range(1, shards + 1):
        path = tmp_path / f"{number}.jsonl"
        selfplay(game, path, shard=(number, shards))
        found += path.read_bytes()
    assert found == whole


def test_a_run_goes_on_wherever_its_file_was_cut_off(game: ggl.Game, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    ends = [place + 1 for place, byte in enumerate(whole) if byte == ord("\n")]
    cuts = [0, 1, 20, ends[0] - 1, ends[0], ends[0] + 1, ends[5] - 3, ends[5], ends[-1] - 1, ends[-1]]
    for cut in cuts:
        path.write_bytes(whole[:cut])
        assert selfplay(game, path).plays == N
        assert path.read_bytes() == whole, cut


def test_what_a_power_cut_may_leave_behind_whole_lines_is_mended(game: ggl.Game, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    path.write_bytes(whole[: whole.index(b"\n") + 1] + bytes(300))
    selfplay(game, path)
    assert path.read_bytes() == whole


def test_a_longer_run_goes_on_with_a_shorter_one(game: ggl.Game, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    selfplay(game, path, n=N // 2)
    assert whole.startswith(path.read_bytes())
    selfplay(game, path)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"name: My Game\n", "not a record"),
        (b"name: My Game", "is not a file of this run"),
        (b'{"record": 1, "ggl": "0.0.1"', "is not a file of this run"),
        (b"\x00\xff\n\n", "line 1: not UTF-8"),
        (b'{"record": 1, "game": "x", "fingerprint": "y", "moves": [], "seats": {}}\n', "line 1: a play of another run"),
    ],
)
def test_a_file_of_something_else_is_never_touched(game: ggl.Game, tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "it.jsonl"
    path.write_bytes(content)
    with pytest.raises(ggl.GglError, match=said):
        selfplay(game, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 4}, "not the same seed"),
        ({"opening_plies": 3}, "not the same opening"),
        ({"shard": (2, 2)}, "not the same seed"),
        ({"n": N // 2}, f"more plays than the {N // 2}"),
    ],
)
def test_the_file_of_another_run_is_refused(
    game: ggl.Game, whole: bytes, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    path = tmp_path / "it.jsonl"
    path.write_bytes(whole)
    with pytest.raises(arena.RunFileError, match=said):
        selfplay(game, path, **change)  # type: ignore[arg-type]
    assert path.read_bytes() == whole


def test_other_agents_or_rules_make_another_run(game: ggl.Game, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    path.write_bytes(whole)
    with pytest.raises(arena.RunFileError, match=r"not the same agents: greedy, random, and here random, random"):
        arena.selfplay(game, "random", N, SEED, file=path)
    with pytest.raises(arena.RunFileError, match="not the same rules"):
        arena.selfplay(ggl.load("connect-four", line=3), ["greedy", "random"], N, SEED, file=path)
    assert path.read_bytes() == whole


def test_a_run_whose_folder_has_moved_is_gone_on_with_under_the_name_of_its_first_line(
    game: ggl.Game, whole: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "it.jsonl"
    moved = whole.replace(b'"game": "connect-four"', b'"game": "../four.yaml"')
    path.write_bytes(moved[: moved.index(b"\n") + 1])
    selfplay(game, path)
    assert path.read_bytes() == moved


@pytest.mark.parametrize("visits", [False, True])
def test_a_run_with_visits_does_not_go_on_with_one_without_nor_the_other_way_round(
    game: ggl.Game, tmp_path: Path, visits: bool
) -> None:
    path = tmp_path / "it.jsonl"
    selfplay(game, path, n=2, visits=visits)
    before = path.read_bytes()
    with pytest.raises(arena.RunFileError, match="not the same choice whether to store visits"):
        selfplay(game, path, n=3, visits=not visits)
    assert path.read_bytes() == before
    assert selfplay(game, path, n=3, visits=visits).plays == 3


@pytest.mark.parametrize(("first", "then"), [(6, 30), (30, 6)])
def test_plays_that_are_broken_off_elsewhere_are_those_of_another_run(
    game: ggl.Game, tmp_path: Path, first: int, then: int
) -> None:
    path = tmp_path / "it.jsonl"
    selfplay(game, path, n=3, most_steps=first)
    before = path.read_bytes()
    with pytest.raises(arena.RunFileError, match="not the same number of steps after which a play is broken off"):
        selfplay(game, path, n=4, most_steps=then)
    assert path.read_bytes() == before
    assert selfplay(game, path, n=4, most_steps=first).plays == 4


def test_an_opening_may_be_longer_than_plays_are_to_be(game: ggl.Game, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    for n in (3, 4):
        assert selfplay(game, path, n=n, most_steps=1, opening_plies=3).broken_off == n


def test_of_many_kept_plays_only_two_openings_are_drawn_again(
    game: ggl.Game, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seeds = tmp_path / "it.jsonl", []
    path.write_bytes(whole)

    def drawn(game: ggl.Game, seed: int, plies: int) -> arena.Opening:
        seeds.append(seed)
        return openings.draw_opening(game, seed, plies)

    monkeypatch.setattr("ggl.arena.working.draw_opening", drawn)
    assert selfplay(game, path).plays == N
    assert len(seeds) == 2


def test_a_damaged_line_is_told_with_how_to_go_on_before_it(game: ggl.Game, whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], lines[2][:50] + b"\n", *lines[3:]]))
    with pytest.raises(arena.RunFileError, match=r"line 3: not a record.*; `head -n 2 .*` keeps the lines before it") as error:
        selfplay(game, path)
    command = re.findall(r"`(head .*? > (.*?))`", str(error.value))
    subprocess.run(command[0][0], shell=True, check=True)
    assert selfplay(game, Path(command[0][1])).plays == N
    assert Path(command[0][1]).read_bytes() == whole


def test_two_processes_do_not_write_one_file(game: ggl.Game, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    going_on = arena.plays(game, "random", 3, file=path)
    next(going_on)
    with pytest.raises(HeldError):
        selfplay(game, path)
    going_on.close()
    assert len(read_record_file(path)) == 1
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_or_a_place_that_is_not_there_is_no_file(game: ggl.Game, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "where.jsonl"):
        with pytest.raises(ggl.GglError, match="cannot be written"):
            selfplay(game, path)


# ----------------------------------------------------------------------------------------------------------- workers


@pytest.mark.processes
def test_the_plays_of_a_worker_that_dies_are_made_again(game: ggl.Game, tmp_path: Path) -> None:
    wanted, found = tmp_path / "wanted.jsonl", tmp_path / "found.jsonl"
    asked = {"n": 40, "seed": 1}
    arena.selfplay(game, "greedy", file=wanted, **asked)  # type: ignore[arg-type]
    told: list[str] = []
    killed = 0
    for play in arena.plays(game, "greedy", file=found, workers=2, told=told.append, **asked):  # type: ignore[arg-type]
        if play.number in (5, 15):
            victim = random.Random(play.number).choice(active_children())
            os.kill(victim.pid or 0, signal.SIGKILL)
            killed += 1
    assert found.read_bytes() == wanted.read_bytes()
    assert killed == 2
    assert len(told) in (1, 2)  # one that was between two plays had none to make again
    assert all(re.fullmatch(r"a worker ended \(SIGKILL\); play \d+ starts again", line) for line in told)


class _Deadly(Setup):
    """A setup that ends whoever unpacks it, as a worker that cannot start would."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (7,)


@pytest.mark.processes
def test_workers_that_cannot_start_are_an_error_and_no_loop(game: ggl.Game) -> None:
    setup = _Deadly(game, "connect-four", ("random", "random"), 0, 100)
    jobs: Iterator[PlayJob] = (PlayJob(number, (0, 1), 0) for number in range(5))
    with pytest.raises(arena.ArenaError, match=r"the workers end as they start \(exit code 7\); a script must start workers"):
        list(Processes(1).results(setup, jobs, lambda _: None))
    assert not active_children()


@pytest.mark.processes
def test_to_stop_early_ends_the_workers(game: ggl.Game) -> None:
    plays = arena.plays(game, "random", 1000, workers=2)
    assert next(plays).number == 0
    assert active_children()
    plays.close()
    assert not active_children()


@pytest.mark.parametrize(
    ("call", "error", "said"),
    [
        (lambda g: list(arena.plays(g, "random", -1)), ggl.ArgumentError, "the number of plays"),
        (
            lambda g: list(arena.plays(g, "random", 1, workers=0)),
            ggl.ArgumentError,
            "number of workers is a whole number from 1 to",
        ),
        (lambda g: list(arena.plays(g, ["random"] * 3, 1)), ggl.ArgumentError, "has 2 seats"),
        (lambda g: list(arena.plays(g, "randm", 1)), SpecError, "no agent `randm`"),
        (lambda g: list(arena.plays(g, "random", 1, shard=(3, 2))), ggl.ArgumentError, "shard 3 of 2"),
        (lambda g: list(arena.plays(g, "random", 1, most_steps="many")), ggl.ArgumentError, "most_steps"),
        (lambda g: list(arena.plays("connect-four", "random", 1)), ggl.ArgumentError, "a game"),
        (lambda g: list(arena.plays(g, "random", 1, shard=3)), ggl.ArgumentError, "a shard is a pair of whole numbers"),
        (lambda g: list(arena.plays(g, "random", 1, shard=(1, 2, 3))), ggl.ArgumentError, "a pair of whole numbers"),
        (lambda g: list(arena.plays(g, "random", 1, shard=("1", "2"))), ggl.ArgumentError, "number of a shard is a whole"),
        (lambda g: arena.selfplay(g, "random", 1, file=""), ggl.ArgumentError, "the text is empty"),
        (lambda g: list(arena.plays(g, "random", 1, backend="x")), ggl.ArgumentError, "a backend is workers such as"),
        (lambda g: list(arena.plays(g, "random", 1, told=None)), ggl.ArgumentError, "`told` is a function, not None"),
        (lambda g: arena.match(g, "random"), ggl.ArgumentError, "who meets is a list of specs"),
        (lambda g: arena.match(g, ["random"] * 2, sprt=(0, 10)), ggl.ArgumentError, r"a sequential test is an `arena.Sprt"),
        (lambda g: arena.match(g, ["random"] * 2, openings=["a1"]), ggl.ArgumentError, "an opening is an `arena.Opening`"),
        (lambda g: arena.Opening(("a1", "b2")), ggl.ArgumentError, "a turn of an opening is a tuple with the text of each step"),
        (lambda g: arena.play(g, [1, 2]), ggl.ArgumentError, "an agent is a spec such as `random`, or .*, not the int 1"),
        (lambda g: arena.play(g, 2), ggl.ArgumentError, "who plays is a list with a spec or an agent for each seat"),
        (lambda g: arena.play(g, ["random"] * 2, opening="a1"), ggl.ArgumentError, "an opening is an `arena.Opening`"),
        (lambda g: calibrate(g, most="x"), ggl.ArgumentError, "the most simulations of a level is a whole number from 0"),
        (lambda g: calibrate(g, levels=-1), ggl.ArgumentError, "the most levels is a whole number from 0"),
        (lambda g: calibrate(g, seed="1"), ggl.ArgumentError, "a seed is a whole number"),
        (lambda g: calibrate(g, most_steps=1.5), ggl.ArgumentError, "`most_steps` is a whole number from 0"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(game: ggl.Game, call, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        call(game)


def test_who_thinks_by_the_clock_is_known() -> None:
    assert is_timed("mcts:time=1")
    assert not is_timed("mcts:sims=100")
    assert not is_timed("random")


# ------------------------------------------------------------------------------------------------- cut off from outside


def _begun(path: Path, *words: str) -> subprocess.Popen[str]:
    """A long run in a process of its own, when it has written some plays."""
    command = [
        sys.executable,
        "-m",
        "ggl",
        "selfplay",
        "connect-four",
        "--agent",
        "greedy",
        "-n",
        "5000",
        "-o",
        str(path),
        *words,
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 30
    while time.monotonic() < end and (not path.exists() or path.read_bytes().count(b"\n") < 5):
        time.sleep(0.02)
    return process


@pytest.mark.processes
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_a_killed_run_goes_on_to_the_same_bytes(game: ggl.Game, tmp_path: Path, workers: str) -> None:
    path = tmp_path / "it.jsonl"
    process = _begun(path, "--workers", workers)
    process.kill()
    process.communicate()
    count = path.read_bytes().count(b"\n")
    assert 5 <= count < 5000
    arena.selfplay(game, "greedy", count + 3, file=path)
    wanted = tmp_path / "wanted.jsonl"
    arena.selfplay(game, "greedy", count + 3, file=wanted)
    assert path.read_bytes() == wanted.read_bytes()


@pytest.mark.processes
@pytest.mark.parametrize("workers", [slow("1"), "2"])
def test_ctrl_c_keeps_what_is_done_and_says_how_to_go_on(tmp_path: Path, workers: str) -> None:
    path = tmp_path / "it.jsonl"
    process = _begun(path, "--workers", workers)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in said
    count = len(read_record_file(path))
    assert f"interrupted; {count} of 5000 plays are in {path}; to resume:" in said
    assert f"ggl selfplay connect-four --agent greedy -n 5000 -o {path} --workers {workers}" in said
    assert list(tmp_path.iterdir()) == [path]


def test_ctrl_c_finds_as_many_plays_counted_as_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path, add = tmp_path / "it.jsonl", RunFile.add
    run = match_run(ggl.load("tic-tac-toe"), ["random", "greedy"], 5)
    standings = Standings(run)

    def stopped_in_the_third(shelf: RunFile, play: Play) -> None:
        add(shelf, play)
        if play.number == 2:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(RunFile, "add", stopped_in_the_third)
    with pytest.raises(KeyboardInterrupt):
        list(match_plays(run, Execution(file=path), standings))
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert path.read_bytes().count(b"\n") == standings.plays == 3
    monkeypatch.undo()
    again = Standings(run)
    assert len(list(match_plays(run, Execution(file=path), again))) == again.plays == 10


def test_a_second_ctrl_c_does_not_wait_for_a_file_that_takes_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    run = match_run(ggl.load("tic-tac-toe"), ["random", "greedy"], 5)
    reached = []

    def stuck(shelf: RunFile, play: Play) -> None:
        for press in range(3):
            reached.append(press)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(RunFile, "add", stuck)
    with pytest.raises(KeyboardInterrupt):
        list(match_plays(run, Execution(file=tmp_path / "it.jsonl"), Standings(run)))
    assert reached == [0, 1]


def test_openings_of_a_file_are_read_and_refused_with_their_line(game: ggl.Game, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text('# mine\n4; 4; 3\n\n1, 2\n{"record": 1, "game": "", "fingerprint": "", "moves": ["7", "7"]}\n')
    found = arena.read_openings(game, path)
    assert [opening.turns for opening in found] == [
        (("drop d1",), ("drop d2",), ("drop c1",)),
        (("drop a1",), ("drop b1",)),
        (("drop g1",), ("drop g2",)),
    ]
    for text, said in (
        ("4; 9\n", "line 1: "),
        ("4\n1;2;1;2;1;2;1\n", "line 2: the opening ends the play"),
        ("", "contains no opening; write one per line, such as `"),
        ("4; 4\n{}\n", "^[^:]*openings.txt, line 2: not a record"),
        ('{"record": 1, "game": "", "fingerprint": "", "moves": ["9"]}\n', "line 1: at ply 0, `9` by Red"),
        ("\xff\n", "line 1: not UTF-8"),
        (";\n", "line 1: move 1 is empty; write a move before each `;`, or leave one `;` out"),
        ("# mine\n4;;3\n", "line 2: move 2 is empty"),
        ("4,,3\n", "line 1: move 2 is empty; write a move before each `,`"),
        ("4;3;;\n", "line 1: move 3 is empty"),
    ):
        path.write_bytes(text.encode("latin-1"))
        with pytest.raises(OpeningError, match=said):
            arena.read_openings(game, path)
    with pytest.raises(ggl.GglError, match="cannot be read: there is no such file"):
        arena.read_openings(game, tmp_path / "none.txt")


def test_the_path_of_a_file_of_openings_is_text_or_a_path(game: ggl.Game, tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("4; 4;\n")
    assert (
        arena.read_openings(game, str(path)) == arena.read_openings(game, path) == (arena.Opening((("drop d1",), ("drop d2",))),)
    )
    for strange in (5, None, b"openings.txt"):
        with pytest.raises(ggl.ArgumentError, match="a file of openings is given by its path"):
            arena.read_openings(game, strange)  # type: ignore[arg-type]
    with pytest.raises(ggl.ArgumentError, match="what has openings is a game"):
        arena.read_openings("connect-four", path)  # type: ignore[arg-type]


def test_what_was_left_unfinished_is_kept_for_a_month(tmp_path: Path) -> None:
    day, now = 24 * 60 * 60, time.time()
    for name, days in (("new.jsonl", 0), ("young.jsonl", 29), ("old.jsonl", 31), ("held.jsonl", 31), ("other.txt", 400)):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (now - days * day,) * 2)
    held = hold(tmp_path / "held.jsonl")
    (tmp_path / "old.jsonl.lock").write_text("1")  # of a process that was killed
    prune_runs(tmp_path)
    assert held.is_locked
    held.release()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["held.jsonl", "new.jsonl", "other.txt", "young.jsonl"]
    prune_runs(tmp_path / "none")
