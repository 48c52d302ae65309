"""Games played by the compiled engine through the library: nothing about a program changes but the speed."""

from __future__ import annotations

import re
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest

import ggl
from ggl import agents
from ggl.agents import AgentError
from ggl.compiler.emitted import CannotCompileError, CompilationError
from ggl.compiler.memory import PAST_FULL, ArenaFullError, Array
from ggl.compiler.runtime.engine import LARGEST, Compiled, MemoryRoom
from ggl.engine.protocol import WorkLimitError
from ggl.interpreter import Interpreter
from ggl.play.fast import Race
from ggl.play.loading import find_source


@pytest.fixture(scope="module")
def games() -> dict[str, ggl.Game]:
    return {engine: ggl.load("tic-tac-toe", engine=engine) for engine in ("interpreter", "compiled", "auto")}


def test_all_engines_give_the_same_playouts(games: dict[str, ggl.Game]) -> None:
    assert isinstance(games["compiled"].engine, Compiled)
    results = {name: game.playouts(150, seed=3) for name, game in games.items()}
    assert results["interpreter"] == results["compiled"] == results["auto"]
    assert {result.winner for result in results["compiled"]} == {"X", "O", None}


def test_more_workers_give_the_same_playouts(games: dict[str, ggl.Game]) -> None:
    game = games["compiled"]
    assert game.playouts(300, seed=9, workers=3) == game.playouts(300, seed=9)
    assert game.playouts(300, seed=9)[:40] == game.playouts(40, seed=9)


@pytest.mark.parametrize(
    ("each", "sizes"),
    [(1e-7, [1, 8, 64, 512, 4096, 32768, 200_000, 200_000, 62_551]), (0.004, [1, 8, *[5] * 98, 1])],
    ids=["a fast game", "a slow one"],
)
def test_calls_take_long_enough_and_not_too_long(
    games: dict[str, ggl.Game], monkeypatch: pytest.MonkeyPatch, each: float, sizes: list[int]
) -> None:
    engine, now, called = Compiled(games["compiled"].checked.core), [0.0], []

    def call(_: str, *arguments: Any) -> None:
        called.append(arguments[4] - arguments[3])
        now[0] += called[-1] * each

    monkeypatch.setattr(engine, "call", call)
    monkeypatch.setattr("ggl.compiler.runtime.engine.time", SimpleNamespace(perf_counter=lambda: now[0]))
    engine.playouts(sum(sizes), 1)
    assert called == sizes


def test_many_playouts_are_as_many_results_as_there_are_outcomes(games: dict[str, ggl.Game]) -> None:
    results = list(games["compiled"].playouts(150, seed=3))
    assert len({id(result) for result in results}) == len(set(map(str, results))) == 3


def test_a_playout_that_is_broken_off_says_so(games: dict[str, ggl.Game]) -> None:
    for game in games.values():
        (result,) = game.playouts(1, most_steps=2)
        assert (result.winner, result.seat, result.reason) == (None, None, "broken off after 2 steps")


def test_a_job_goes_over_to_the_compiled_engine_in_the_middle(
    games: dict[str, ggl.Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, expected = ggl.load("tic-tac-toe"), games["interpreter"].playouts(60, seed=4)
    monkeypatch.setattr(Race, "is_lost", lambda self, share: share >= 5 / 60)
    assert game.playouts(60, seed=4) == expected


def engines_that_play(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The engines of the playouts from now on, in order."""
    seen: list[str] = []
    for kind in (Interpreter, Compiled):

        def draw(self: object, *args: object, kind: type = kind, before: Callable[..., object] = kind.draw) -> object:
            seen.append(kind.__name__)
            return before(self, *args)

        monkeypatch.setattr(kind, "draw", draw)
    playouts = Compiled.playouts
    monkeypatch.setattr(
        Compiled, "playouts", lambda self, *args, **more: seen.append("Compiled") or playouts(self, *args, **more)
    )
    return seen


@pytest.fixture
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a busy machine, or tests before in this process, might take so long over playouts that it pays to compile."""
    monkeypatch.setattr("ggl.play.fast.time", SimpleNamespace(monotonic=lambda: 0.0))
    monkeypatch.setattr("ggl.play.fast._SPENT", {})


@pytest.mark.usefixtures("no_time_passes")
def test_what_was_compiled_before_is_used_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GGL_CACHE", str(tmp_path))
    seen = engines_that_play(monkeypatch)
    expected = ggl.load("tic-tac-toe").playouts(5, seed=1)
    assert set(seen) == {"Interpreter"}
    ggl.load("tic-tac-toe", engine="compiled").playouts(1)
    seen.clear()
    assert ggl.load("tic-tac-toe").playouts(5, seed=1) == expected
    assert seen == ["Compiled"]
    assert ggl.load("tic-tac-toe", engine="interpreter").playouts(5, seed=1) == expected
    assert "Interpreter" in seen


@pytest.mark.usefixtures("no_time_passes")
def test_many_small_jobs_are_worth_compiling_for_as_one_large_job_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GGL_CACHE", str(tmp_path))
    seen, game = engines_that_play(monkeypatch), ggl.load("tic-tac-toe")
    game.playouts(5)
    game.fast.spent = 60.0
    assert "Compiled" not in seen
    game.playouts(5)
    assert "Compiled" in seen


@pytest.mark.parametrize("engine", ["auto", "interpreter"])
def test_what_cannot_be_compiled_is_told_as_a_fact_of_the_rules(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    def refused(*_: object, **__: object) -> NoReturn:
        raise CannotCompileError("a riddle")

    monkeypatch.setattr("ggl.compiler.runtime.engine.Compiled", refused)
    game, said = ggl.load("tic-tac-toe", engine=engine), "these rules cannot be compiled: the compiler does not support a riddle"
    with pytest.raises(ggl.OptionError, match=said):
        game.batch(1)
    with pytest.raises(AgentError, match=f"`mcts` cannot play <Tic-Tac-Toe>: {said}"):
        agents.make("mcts", game)


def test_seats_scores_and_reasons_come_out_the_same() -> None:
    # a pie rule moves seats, and the score is in halves of points
    slow, fast = (ggl.load("sgibun", side=3, engine=engine) for engine in ("interpreter", "compiled"))
    results = slow.playouts(30, seed=1)
    assert results == fast.playouts(30, seed=1)
    assert len({result.seat for result in results}) > 1


def test_perft_is_the_same_from_any_position(games: dict[str, ggl.Game]) -> None:
    for moves in ([], ["a1"], ["b2", "a1", "c3"]):
        counts = []
        for game in games.values():
            state = game.initial_state()
            for move in moves:
                state = state.play(move)
            counts.append([game.perft(state, depth) for depth in range(5)])
        assert counts[0] == counts[1] == counts[2]


def test_turns_of_several_steps_count_once() -> None:
    slow, fast = (ggl.load("dots-and-boxes", width=1, height=2, engine=engine) for engine in ("interpreter", "compiled"))
    for depth in range(5):
        assert slow.perft(slow.initial_state(), depth) == fast.perft(fast.initial_state(), depth)


def test_explanations_and_records_need_no_other_engine(games: dict[str, ggl.Game]) -> None:
    state = games["compiled"].initial_state().play("b2")
    assert "mark stands on b2" in str(state.explain("b2"))


def test_memory_grows_with_what_a_play_needs(tmp_path: Path) -> None:
    # 400 positions to remember, and 1600 steps at once, are more than an engine begins with
    file = tmp_path / "long.yaml"
    file.write_text(
        "ggl: 1\nname: Long\nplayers: [A, B]\nboard: square(9)\npieces: {man: {}}\nsetup: put A man on a1\n"
        "moves:\n  jump:\n    for: c in cells, t in cells\n    where: c != t and repetitions >= 1\n"
        "    do: put man on t if false\nturn: {pass: free}\nend:\n  draw: {enough: ply >= 400}\n"
    )
    slow, fast = (ggl.load(file, engine=engine) for engine in ("interpreter", "compiled"))
    assert len(fast.initial_state().legal_moves()) == len(slow.initial_state().legal_moves()) > 1600
    assert [result.reason for result in fast.playouts(1)] == ["enough"]


def test_a_game_without_end_is_broken_off(tmp_path: Path) -> None:
    file = tmp_path / "endless.yaml"
    file.write_text(
        "ggl: 1\nname: Endless\nplayers: [A, B]\nboard: square(2)\npieces: {man: {}}\nsetup: put A man on a1\n"
        "moves:\n  wait:\n    do: put A man on a1\nend:\n  draw: {never: ply < 0}\n"
    )
    (result,) = ggl.load(file, engine="compiled").playouts(1)
    assert result.reason == "broken off after 10000 steps"


WIDE = """
ggl: 1
name: Wide
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
state:
  far: {start: 0, in: 0..3000}
moves:
  drop:
    for: c in vacant
    where: size({far + 1, c.number}) == 2
    do: |
      put stone on c
      add 1000 to far
end: {draw: full}
"""


def test_a_set_out_of_too_many_numbers_is_left_to_the_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.compiler.emit.WIDEST", 3000)  # the checker refuses wider ones than the compiler takes
    path = tmp_path / "wide.yaml"
    path.write_text(WIDE, encoding="utf-8")
    with pytest.raises(ggl.OptionError, match=r"does not support a set out of [\d,]+ numbers"):
        ggl.load(path, engine="compiled").playouts(3, seed=1)
    assert len(ggl.load(path).playouts(3, seed=1)) == 3


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing compiles that has not been compiled before; nothing has."""

    def fails(*_: object) -> NoReturn:
        raise KeyError("a long story\n" * 100)

    monkeypatch.setenv("GGL_CACHE", str(tmp_path))
    monkeypatch.setattr("ggl.compiler.backends.llvm.machine_code", fails)


def test_a_failure_to_compile_is_told_in_two_lines_that_name_a_file(broken: None) -> None:
    game = ggl.load("tic-tac-toe", engine="compiled")
    with pytest.raises(CompilationError) as caught:
        game.playouts(3)
    assert str(caught.value).count("\n") == 1
    assert caught.value.__suppress_context__
    (file,) = re.findall(r"please send the game file and (\S+)\n", str(caught.value))
    assert "KeyError: 'a long story" in Path(file).read_text()


def test_where_nobody_asked_for_the_compiled_engine_a_job_goes_on_in_the_interpreter(
    broken: None, games: dict[str, ggl.Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ggl.play.fast.PATIENCE", 0)
    monkeypatch.setattr("ggl.play.fast.COMPILING", 0)
    game, expected = ggl.load("tic-tac-toe"), games["interpreter"].playouts(20, seed=4)
    with pytest.warns(RuntimeWarning, match="a bug in ggl: `playouts` of a game does not compile .*; the interpreter continues"):
        assert game.playouts(20, seed=4) == expected
    with warnings.catch_warnings(action="error"):
        assert game.perft(game.initial_state(), 4) == 3024


def test_a_single_playout_that_takes_longer_than_compiling_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GGL_CACHE", str(tmp_path))
    text = find_source("tic-tac-toe").text.replace("square(3)", "square(3, 7)")
    (tmp_path / "wide.yaml").write_text(text)
    game, expected = (ggl.load(tmp_path / "wide.yaml", engine=engine) for engine in ("auto", "interpreter"))
    assert game.playouts(1, seed=4) == expected.playouts(1, seed=4)
    assert not game.fast.is_at_hand(("playouts",))
    monkeypatch.setattr("ggl.play.fast.COMPILING", 0)
    assert game.playouts(1, seed=4) == expected.playouts(1, seed=4)
    assert game.fast.is_at_hand(("playouts",))


def test_rules_that_the_compiler_chokes_on_are_played_by_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    def chokes(*_: object) -> NoReturn:
        raise ZeroDivisionError

    monkeypatch.setattr("ggl.compiler.emit.emit_without_searches", chokes)
    monkeypatch.setattr("ggl.compiler.runtime.cache.cache_dir.unsealed", lambda _: None)
    with pytest.raises(CompilationError, match=r"^the rules cannot be translated \(ZeroDivisionError\); please send"):
        ggl.load("tic-tac-toe", engine="compiled")
    with pytest.warns(RuntimeWarning, match="the rules cannot be translated"):
        assert ggl.load("tic-tac-toe").quick.playouts(1)


def test_what_is_full_grows_up_to_the_largest_memory() -> None:
    engine = ggl.load("go", size=4, engine="compiled").fast.required()
    begun, place = engine.room, engine.emitted.memory.refused
    for full in (PAST_FULL, 0):
        memory = engine._mine.v
        memory[place] = full
        engine.grow(memory, engine.room)
        assert memory[place] == 0
    assert engine.room == MemoryRoom(4 * begun.arena, 4 * begun.history, 4 * begun.turns, 4 * begun.most, 2)
    engine.grow(memory, begun)  # made before the others
    assert engine.room.grown == 2
    engine.room = replace(begun, history=LARGEST // engine.emitted.remembered // 2)
    memory[place] = PAST_FULL
    with pytest.raises(WorkLimitError):
        engine.grow(memory, engine.room)
    engine.grow(memory, engine.room)
    assert engine.room.arena == 4 * begun.arena


def test_threads_that_find_too_little_room_at_once_have_it_grow_once() -> None:
    engine = ggl.load("go", size=4, engine="compiled").fast.required()
    position, begun, together = engine.start(), engine.room, threading.Barrier(3)

    def fills(v: Array, top: int) -> None:
        if engine.room is begun:
            together.wait()
            raise ArenaFullError
        engine.load(v, position)

    def goes_on(v: Array, top: int) -> None:
        together.wait()
        while engine.room is begun:
            time.sleep(0.001)
        engine.load(v, position)

    with ThreadPoolExecutor(3) as pool:
        for call in [pool.submit(engine.tried, run) for run in (fills, fills, goes_on)]:
            call.result()
    assert engine.room.grown == 1
