"""A program as an agent: what it is told, what it may answer, and what becomes of one that hangs, dies or talks nonsense."""

from __future__ import annotations

import contextlib
import gc
import math
import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

import ggl
from ggl import agents
from ggl.agents import AgentError, Budget, SpecError
from ggl.agents.external import ExternalAgent

pytestmark = pytest.mark.processes

GOOD = """\
import sys
log = open({log!r}, "a")
for line in sys.stdin:
    log.write(line); log.flush()
    words = line.split()
    if words[0] == "ugi":
        print("id name Good One\\nid author me\\noption name Hash type spin default 1 min 1 max 9\\n"
              "option name Own Book type check default false\\nugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        moves = words[3:]
    elif words[0] == "go":
{go}
    elif words[0] == "quit":
        break
"""
ANSWER = (
    '        print("info depth 3 nodes 42 time 5 score cp 120 pv place_b2 place_a1\\nbestmove place_b2 ponder a1", flush=True)'
)


@pytest.fixture(autouse=True)
def _nothing_is_left(request: pytest.FixtureRequest):
    before = children()
    yield
    gc.collect()
    until = time.monotonic() + 5
    while children() - before and time.monotonic() < until:
        time.sleep(0.02)
    assert not children() - before, "a process is left"


def children() -> set[str]:
    """The processes, dead ones included, that this one has started."""
    if not Path("/proc/self/task").exists():
        return set()
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(OSError):
            found |= set((task / "children").read_text().split())
    return found


class Written:
    """An engine as a Python file, and what it was told."""

    def __init__(self, folder: Path) -> None:
        self.file, self.log = folder / "engine.py", folder / "log.txt"

    def write(self, text: str) -> str:
        self.file.write_text(textwrap.dedent(text))
        return f"{sys.executable} {self.file}"

    def good(self, go: str = ANSWER) -> str:
        return self.write(GOOD.format(log=str(self.log), go=go))

    def told(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def engine(tmp_path: Path) -> Written:
    return Written(tmp_path)


@pytest.fixture(scope="module")
def game() -> ggl.Game:
    return ggl.load("tic-tac-toe")


def make(game: ggl.Game, command: str, seed: int = 0) -> ExternalAgent:
    agent = agents.make(f"ugi:{command}", game, seed)
    assert isinstance(agent, ExternalAgent)
    return agent


# ------------------------------------------------------------------------------------------------------- what it is told


def test_it_is_greeted_told_the_position_and_asked(game: ggl.Game, engine: Written) -> None:
    agent = make(game, engine.good())
    assert agent.name == "Good One"
    state = game.initial_state().play("place a1").play("place c3")
    thought = agent.think(state)
    agent.close()
    agent.close()
    assert engine.told() == [
        "ugi", "uginewgame", "isready", "position startpos moves place_a1 place_c3", "isready", "go movetime 1000", "quit",
    ]  # fmt: skip
    assert str(thought.move) == "place b2"
    assert (thought.simulations, thought.depth, thought.candidates[0].visits) == (42, 3, 42)
    assert thought.value == pytest.approx(1 / (1 + 10**-0.3))
    assert [str(move) for move in thought.line] == ["place b2"]  # a1 is taken: no line goes on so


def test_the_moves_that_an_engine_tells_of_beside_the_best_are_candidates(game: ggl.Game, engine: Written) -> None:
    infos = (
        "info depth 9 multipv 1 score cp 40 nodes 42 pv place_b2 place_a1",
        "info multipv 2 depth 9 score cp -40 pv place_a1",
        "info multipv 3 score mate -2 pv place_c2",
        "info multipv 4 score cp 5 pv nonsense",
        "info multipv x score cp 5 pv place_c1",
        "info multipv",
    )
    agent = make(game, engine.good("        print({!r}, flush=True)".format("\n".join((*infos, "bestmove place_b2")))))
    thought = agent.think(game.initial_state())
    agent.close()
    assert [(str(each.move), each.value > 0.5, each.proven) for each in thought.candidates] == [
        ("place b2", True, False), ("place a1", False, False), ("place c2", False, True),
    ]  # fmt: skip
    assert (thought.value, thought.depth, [*map(str, thought.line)]) == (thought.candidates[0].value, 9, ["place b2", "place a1"])


def test_a_mate_is_a_proven_end_in_so_many_steps(game: ggl.Game, engine: Written) -> None:
    agent = make(game, engine.good('        print("info score mate -4 pv place_b2\\nbestmove place_b2", flush=True)'))
    thought = agent.think(game.initial_state())
    agent.close()
    assert (thought.value, thought.proven, thought.distance) == (0.0, True, 4)


@pytest.mark.parametrize(
    ("settings", "budget", "go"),
    [
        ("", Budget(400), "go nodes 400"),
        ("", Budget(seconds=0.25), "go movetime 250"),
        ("", Budget(400, 0.0001), "go nodes 400 movetime 1"),
        ("", Budget(), "go movetime 1000"),
        ("time=2s", None, "go movetime 2000"),
        ("sims=9", None, "go nodes 9"),
        ("sims=9 time=.1", None, "go nodes 9 movetime 100"),
        ("sims=9 time=.1", Budget(3), "go nodes 3"),
        ("time=1000000000000000", None, "go movetime 2147483647"),
        ("", Budget(seconds=math.inf), "go movetime 2147483647"),
        ("patience=1000000000000000 start=1000000000000000", None, "go movetime 1000"),
    ],
)
def test_a_budget_is_a_go(game: ggl.Game, engine: Written, settings: str, budget: Budget | None, go: str) -> None:
    agent = make(game, f"{settings} {engine.good()}")
    agent.think(game.initial_state(), budget)
    agent.close()
    assert [line for line in engine.told() if line.startswith("go")] == [go]


def test_options_of_the_engine_are_set_by_their_own_names(game: ggl.Game, engine: Written) -> None:
    agent = make(game, f"hash=4 'Own Book=true' {engine.good()}")
    agent.close()
    assert engine.told()[1:3] == ["setoption name Hash value 4", "setoption name Own Book value true"]
    with pytest.raises(AgentError, match=r"it has no option `Hsah`; near: Hash"):
        make(game, f"Hsah=4 {engine.good()}")


def test_a_position_made_by_hand_is_told_by_its_integers(game: ggl.Game, engine: Written) -> None:
    agent = make(game, engine.good())
    state = game.position("put X mark on a1\nput O mark on c3", "X")
    agent.think(state.play("place c1").play("place a3"))
    agent.close()
    told = next(line for line in engine.told() if line.startswith("position"))
    assert told == f"position fen {','.join(map(str, state.vector))} moves place_c1 place_a3"


def test_the_rest_of_a_turn_told_as_a_whole_is_kept(engine: Written) -> None:
    game = ggl.load("amazons")
    agent = make(game, engine.good('        print("bestmove d1a1,shoot_a2", flush=True)'))
    state = game.initial_state()
    first = agent.think(state).move
    second = agent.think(state.after(first)).move
    assert (str(first), str(second)) == ("d1 - a1", "shoot a2")
    assert len([line for line in engine.told() if line == "go movetime 1000"]) == 1
    agent.new_play(0)
    other = state.play("d1 b1")
    with pytest.raises(AgentError, match="it plays `d1a1,shoot_a2`"):
        agent.think(other)


@pytest.mark.parametrize("word", ["place_b2", "b2", "B2", "PLACE_b2", "place_b%32"])
def test_any_unambiguous_spelling_of_a_move_will_do(game: ggl.Game, engine: Written, word: str) -> None:
    agent = make(game, engine.good(f'        print("bestmove {word}", flush=True)'))
    assert str(agent.think(game.initial_state()).move) == "place b2"
    agent.close()


def test_a_budget_that_is_stopped_has_the_engine_stop(game: ggl.Game, engine: Written) -> None:
    agent = make(
        game,
        engine.good("        pass\n    elif words[0] == 'stop':\n        print('info depth 1\\nbestmove place_c1', flush=True)"),
    )
    begun = time.monotonic()
    thought = agent.think(game.initial_state(), Budget(seconds=30, stopped=lambda: time.monotonic() - begun > 0.2))
    assert str(thought.move) == "place c1"
    assert time.monotonic() - begun < 5
    agent.close()
    assert engine.told().count("stop") == 1


def test_it_refuses_what_there_is_nothing_to_choose_in(game: ggl.Game, engine: Written) -> None:
    agent = make(game, engine.good())
    with pytest.raises(ggl.GameOverError):
        agent.think(game.initial_state().play("a1").play("b1").play("a2").play("b2").play("a3"))
    with pytest.raises(ggl.ArgumentError):
        agent.think(ggl.load("hex").initial_state())
    agent.close()


# ------------------------------------------------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("'", "is not a command line: no closing quotation"),
        ("time=2s", "`ugi` needs more: a program that speaks UGI"),
        ("Hash=4", "does not name a program"),
        ("''", "does not name a program"),
        ("time=2s Hash=4 time=3s ./x", "`time` is given twice"),
        ("Hash=4 Hash=5 ./x", "`Hash` is given twice"),
        ("time=never ./x", "`time` of `ugi` must be a time"),
        ("patience=0 ./x", "`patience` of `ugi` must be at least 0.01"),
    ],
)
def test_a_command_that_is_none(game: ggl.Game, command: str, message: str) -> None:
    with pytest.raises(SpecError, match=message):
        make(game, command)


def test_a_program_that_is_not_there(game: ggl.Game, tmp_path: Path) -> None:
    with pytest.raises(AgentError, match="cannot play: there is no such program; give its path"):
        make(game, "./no-such-engine --x")
    (tmp_path / "plain").write_text("not a program")
    with pytest.raises(AgentError, match="it cannot be started: Permission denied"):
        make(game, str(tmp_path / "plain"))


def test_no_shell_sees_the_command(game: ggl.Game, tmp_path: Path) -> None:
    with pytest.raises(AgentError):
        make(game, f"{sys.executable} -c 'import sys; sys.exit(len(sys.argv))' ; touch {tmp_path}/pwned $HOME `x` &&")
    assert not (tmp_path / "pwned").exists()


@pytest.mark.parametrize(
    ("go", "message"),
    [
        ("        sys.stderr.write('first\\nout of\\x1b[31m memory\\n'); sys.exit(7)",
         "it has ended, with exit code 7\n  stderr: first\n  stderr: out of\\x1b[31m memory"),
        ("        import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "it was ended by SIGSEGV"),
        ("        raise ValueError('my bug')", "stderr: ValueError: my bug"),
        ("        import os; os.close(1)\n        import time; time.sleep(60)", "it has closed its output"),
        ("        import time; time.sleep(60)",
         "it should say `bestmove` within 0.6 s, but it does not answer; `patience=..` before the program gives it more time"),
        ("        while True: print('info depth 1', flush=True)", "it does not answer"),
        ("        while True: sys.stdout.write('x' * 4096)", "it does not answer"),
        ("        print('bestmove', flush=True)", "it plays ``, and"),
        ("        print('bestmove resign', flush=True)", "it plays `resign`, and `resign` is not a move"),
        ("        print('bestmove place_d9', flush=True)", "it plays `place_d9`, and"),
        ("        print('bestmove ' + 'x' * 70000, flush=True)", "it plays `xxxx"),
        ("        sys.stdout.buffer.write(b'bestmove \\xff\\x00\\n'); sys.stdout.flush()", "it plays `\ufffd\\x00`, and"),
        ("        print('info string error: no such thing\\nbestmove place_a1', flush=True)", "it says: no such thing"),
    ],
)  # fmt: skip
def test_what_it_does_wrong_is_told_with_its_cause_and_ends_it(game: ggl.Game, engine: Written, go: str, message: str) -> None:
    agent = make(game, f"time=0.2 patience=400ms {engine.good(go)}")
    begun = time.monotonic()
    with pytest.raises(AgentError) as caught:
        agent.think(game.initial_state())
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"`{sys.executable} {engine.file}` cannot continue: ")
    assert time.monotonic() - begun < 6
    with pytest.raises(AgentError, match="cannot continue"):
        agent.think(game.initial_state())
    agent.close()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import time; time.sleep(60)", "it should say `ugiok` within 0.5 s, but it does not answer; `start=..` before"),
        ("print('hello')", "it has ended, with exit code 0"),
        (
            "import sys; sys.stdin.readline(); print('ugiok', flush=True); sys.stdin.read()",
            "it should say `readyok` within 0.5 s",
        ),
    ],
)
def test_one_that_does_not_get_ready(game: ggl.Game, engine: Written, text: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        make(game, f"start=0.5 {engine.write(text)}")
    assert message in str(caught.value)


def test_one_that_does_not_read_does_not_hold_us_up(game: ggl.Game, engine: Written) -> None:
    agent = make(game, "patience=1s " + engine.write("""\
        import sys, time
        for line in sys.stdin:
            if line == "ugi\\n": print("ugiok", flush=True)
            elif line == "isready\\n":
                print("readyok", flush=True)
                time.sleep(60)
    """))  # fmt: skip
    agent._say(*["position " + "x" * 100_000] * 20)
    begun = time.monotonic()
    with pytest.raises(AgentError, match="it does not answer"):
        agent.think(game.initial_state())
    assert time.monotonic() - begun < 4


def test_a_program_that_ended_is_started_again_for_the_next_play(game: ggl.Game, engine: Written) -> None:
    agent = make(
        game, engine.good("        sys.exit(1) if len(words) == 3 and moves else print('bestmove place_a1', flush=True)")
    )
    with pytest.raises(AgentError, match="exit code 1"):
        agent.think(game.initial_state().play("b2"))
    agent.new_play(1)
    assert str(agent.think(game.initial_state()).move) == "place a1"
    agent.close()
    with pytest.raises(AgentError, match="was closed"):
        agent.new_play(2)
    with pytest.raises(AgentError, match="was closed"):
        agent.think(game.initial_state())


def test_one_that_will_not_quit_is_killed_with_what_it_has_started(game: ggl.Game, engine: Written, tmp_path: Path) -> None:
    agent = make(game, engine.write(f"""\
        import signal, subprocess, sys
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        open({str(tmp_path / "child")!r}, "w").write(str(child.pid))
        while True:
            line = sys.stdin.readline()
            if line == "ugi\\n": print("ugiok", flush=True)
            if line == "isready\\n": print("readyok", flush=True)
    """))  # fmt: skip
    begun = time.monotonic()
    agent.close()
    assert time.monotonic() - begun < 5
    child = int((tmp_path / "child").read_text())
    until = time.monotonic() + 3
    while _runs(child) and time.monotonic() < until:
        time.sleep(0.02)
    assert not _runs(child)


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z"
    except OSError:
        return False


def test_a_forgotten_one_is_ended_too(game: ggl.Game, engine: Written) -> None:
    agent = make(game, engine.good())
    process = agent._process
    assert process is not None
    popen = process._popen
    del agent, process
    gc.collect()
    assert popen.wait(5) is not None


def test_it_ends_with_the_python_process_that_forgot_it(engine: Written, tmp_path: Path) -> None:
    command = engine.write("""\
        import os, sys, time
        for line in sys.stdin:
            if line == "ugi\\n": print("id name", os.getpid(), "\\nugiok", flush=True)
            if line == "isready\\n": print("readyok", flush=True)
        time.sleep(600)
    """)
    code = f"import ggl\nfrom ggl import agents\na = agents.make('ugi:{command}', ggl.load('tic-tac-toe'))\nprint(a.name)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
    assert not _runs(int(done.stdout))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_does_not_end_it(game: ggl.Game, engine: Written) -> None:
    agent = make(game, engine.good())
    code = os.fork()
    if not code:
        assert agent._process is not None
        agent._process._end()
        os._exit(0)
    os.waitpid(code, 0)
    assert str(agent.think(game.initial_state()).move) == "place b2"
    agent.close()
