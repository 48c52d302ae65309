"""A class of the user's own as an agent: how it is found, what it is given, and what is said of its mistakes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path

import pytest

import ggl
from ggl import agents, arena
from ggl.agents import AgentError, Budget, SpecError

BOTS = '''\
import asyncio
import time
import ggl
from ggl.agents import Candidate, Thought


class First:
    """The first legal move."""
    def __init__(self, game):
        self.game = game

    def think(self, state, budget=None):
        return state.legal_moves()[0]


class Brief:
    def __init__(self, game):
        pass

    def think(self, state):
        return state.legal_moves()[-1]


class Told:
    def __init__(self, game, seed=0, depth: int = 2, c: float = 1.0, book: "str" = "", keen: bool = False, any=None):
        self.got = (game, seed, depth, c, book, keen, any)
        self.events = []

    def new_play(self, seed):
        self.events.append(("new", seed))

    def think(self, state, budget):
        self.events.append(budget)
        return "b2"

    def close(self):
        self.events.append("close")


class Thinker:
    def __init__(self, game, **settings):
        self.settings = settings

    def think(self, state, budget=None):
        moves = state.legal_moves()
        return Thought(tuple(Candidate(m, 0.6, 1) for m in moves[::-1]), 0.6, len(moves), depth=1)


class Needy:
    def __init__(self, game, strength, *, seed):
        pass
    think = None


class Wrong:
    def __init__(self, game, what: str = "", seed=0):
        self.what = what
        if what == "init":
            raise ValueError("no init")

    def think(self, state, budget=None):
        if self.what == "raise":
            return helper()
        if self.what == "inside":
            state.play("zzz")
        if self.what == "exit":
            raise SystemExit(3)
        if self.what == "cancelled":
            raise asyncio.CancelledError("no more")
        if self.what == "none":
            return None
        if self.what == "number":
            return 7
        if self.what == "text":
            return "d9"
        if self.what == "empty":
            return Thought((), 0.5)
        if self.what in THOUGHTS:
            return THOUGHTS[self.what](state.legal_moves()[0])
        if self.what == "other":
            return ggl.load("hex", size=3).initial_state().legal_moves()[0]
        if self.what == "old":
            return state.game.initial_state().legal_moves()[0]


THOUGHTS = {
    "nan": lambda move: Thought((Candidate(move, float("nan")),), 0.5),
    "seven": lambda move: Thought((Candidate(move, 0.5),), 7),
    "words": lambda move: Thought((Candidate(move, "good"),), 0.5),
    "names": lambda move: Thought((Candidate(str(move), 0.5),), 0.5),
    "moves": lambda move: Thought((move,), 0.5),
    "no tuple": lambda move: Thought(5, 0.5),
    "twice": lambda move: Thought((Candidate(move, 0.5), Candidate(move, 0.4)), 0.5),
    "visits": lambda move: Thought((Candidate(move, 0.5, -3),), 0.5),
    "line": lambda move: Thought((Candidate(move, 0.5),), 0.5, line=3),
    "for ever": lambda move: Thought((Candidate(move, 0.5),), 0.5, seconds=float("inf")),
    "endless": lambda move: Thought((Candidate(move, 0.5),), float("inf")),
    "huge": lambda move: Thought((Candidate(move, 0.5),), 0.5, 10**400),
    "far": lambda move: Thought((Candidate(move, 1),), 1, proven=True, distance=-1),
    "rounded": lambda move: Thought([Candidate(move, 1 + 1e-9)], -1e-9, True, "x", line=[move]),
}


class Hangs:
    made = 0

    def __init__(self, game, where: str, how: str = "waits"):
        self.where, self.how = where, how
        Hangs.made += 1
        self.hang("init")

    def hang(self, where):
        while self.where == where:
            if self.how == "waits":
                time.sleep(20)

    def new_play(self, seed):
        self.hang("new")

    def think(self, state, budget=None):
        print("thinking")
        self.hang("think")
        return state.legal_moves()[0]

    def close(self):
        self.hang("close")


def helper():
    return [][1]


def factory(game, seed=0):
    return First(game)


number = 7
'''
HELPER = BOTS.splitlines().index("    return [][1]") + 1


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mybots.py").write_text(BOTS)
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "er.py").write_text("from mybots import First\nclass Outer:\n    Inner = First\n")
    (tmp_path / "broken.py").write_text("import json\n\nx = 1 +\n")
    (tmp_path / "needs.py").write_text("import no_such_library\n")
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(1)\n")
    monkeypatch.chdir(tmp_path)
    before = {*sys.modules}
    yield tmp_path
    for name in {*sys.modules} - before:
        if name.partition(".")[0] in ("mybots", "deep", "broken", "needs", "leaves"):
            del sys.modules[name]


@pytest.fixture(scope="module")
def game() -> ggl.Game:
    return ggl.load("tic-tac-toe")


@pytest.mark.parametrize(
    "target",
    ["mybots:First", "mybots.py:First", "./mybots.py:First", "deep.er:Outer.Inner", "mybots:factory", "deep/er.py:First"],
)
def test_a_class_is_found_in_a_module_of_this_folder_or_in_a_file(folder: Path, game: ggl.Game, target: str) -> None:
    if target == "deep/er.py:First":
        (folder / "deep" / "er.py").write_text("from dataclasses import dataclass\n" + BOTS)
    before = list(sys.path)
    agent = agents.make(f"python:{target}", game, 5)
    assert agent.spec == f"python:{target}"
    assert agent.think(game.initial_state()).move == game.initial_state().legal_moves()[0]
    agent.new_play(3)
    agent.close()
    assert sys.path == before


def test_it_is_given_the_game_the_seed_and_its_settings_in_the_types_it_wants(folder: Path, game: ggl.Game) -> None:
    spec = "python:mybots:Told,any=7,book=12,c=2,depth=3,keen=on"
    agent = agents.make(spec, game, 5)
    inner = agent._inner
    assert inner.got == (game, 5, 3, 2.0, "12", True, 7)
    assert agent.spec == spec
    agent.new_play(8)
    thought = agent.think(game.initial_state(), Budget(9))
    assert str(thought.move) == "place b2"
    assert thought.value == 0.5
    agent.close()
    assert inner.events == [("new", 8), Budget(9), "close"]


def test_one_whose_think_takes_no_budget_is_asked_without(folder: Path, game: ggl.Game) -> None:
    thought = agents.make("python:mybots:Brief", game).think(game.initial_state(), Budget(5))
    assert str(thought.move) == "place c3"


def test_a_class_that_takes_any_setting_is_given_the_seed_and_what_the_values_look_like(folder: Path, game: ggl.Game) -> None:
    agent = agents.make("python:mybots:Thinker,a=1,b=1.5,c=off,d=x y", game, 5)
    assert agent._inner.settings == {"a": 1, "b": 1.5, "c": False, "d": "x y", "seed": 5}
    thought = agent.think(game.initial_state())
    assert (str(thought.move), thought.simulations, len(thought.candidates)) == ("place c3", 9, 9)


def test_a_seed_among_the_settings_comes_first(folder: Path, game: ggl.Game) -> None:
    assert agents.make("python:mybots:Told,seed=77", game, 5)._inner.got[1] == 77


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("python", "`python` needs the name of a class"),
        ("python:mybots", "`mybots` does not name a class; write `python:package.module:Class` or `python:file.py:Class`"),
        ("python:mybots:", "does not name a class"),
        ("python::First", "does not name a class"),
        ("python:my bots:First", "`my bots` is not a module name"),
        ("python:../mybots:First", "is not a module name"),
        ("python:mybotz:First", "Python finds no module `mybotz`, nor is there one in this folder"),
        ("python:deep.est:First", "Python finds no module `deep.est`"),
        ("python:mybot.py:First", "there is no file `mybot.py`"),
        ("python:deep:First", "`deep` has no `First`"),
        ("python:mybots:Firts", "`mybots` has no `Firts`; near: First"),
        ("python:mybots:number", "`mybots:number` is the int 7; it should be a class"),
        ("python:mybots:Told,deepth=3", "`mybots:Told` has no setting `deepth`; near: depth"),
        ("python:mybots:Told,game=3", "`mybots:Told` has no setting `game`"),
        ("python:mybots:Told,depth=x", "`depth` of `mybots:Told` must be a whole number, not `x`"),
        ("python:mybots:First,depth=3", "`mybots:First` has no setting `depth`; it takes none"),
        ("python:mybots:Needy", "`mybots:Needy` needs `strength=..`"),
    ],
)
def test_a_spec_that_names_nothing(folder: Path, game: ggl.Game, spec: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        agents.make(spec, game)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("python:broken:First", "`broken` cannot be loaded: SyntaxError: invalid syntax (broken.py, line 3)"),
        ("python:broken.py:First", "`broken.py` cannot be loaded: SyntaxError: invalid syntax (broken.py, line 3)"),
        (
            "python:needs:First",
            "`needs` cannot be loaded: ModuleNotFoundError: No module named 'no_such_library' (needs.py, line 1)",
        ),
        ("python:leaves.py:First", "`leaves.py` cannot be loaded: SystemExit: 1 (leaves.py, line 2)"),
        ("python:mybots:Needy,strength=3", "`mybots:Needy` is not an agent: it has no `think(state, budget)`"),
        ("python:mybots:Wrong,what=init", "`mybots:Wrong` fails in making it: ValueError: no init (mybots.py, line"),
    ],
)
def test_a_class_that_cannot_be_made(folder: Path, game: ggl.Game, spec: str, message: str) -> None:
    with pytest.raises(AgentError) as caught:
        agents.make(spec, game)
    assert message in str(caught.value).replace(str(folder) + "/", "")


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ("raise", f"`mybots:Wrong` fails in `think`: IndexError: list index out of range (mybots.py, line {HELPER})"),
        ("inside", "`mybots:Wrong` fails in `think`: NotationError: `zzz` is not a move"),
        ("exit", "`mybots:Wrong` fails in `think`: SystemExit: 3"),
        ("cancelled", "`mybots:Wrong` fails in `think`: CancelledError: no more"),
        ("none", "`mybots:Wrong` plays None; `think` gives a move, its text, or a `Thought`"),
        ("number", "`mybots:Wrong` plays the int 7;"),
        ("text", "`mybots:Wrong` plays `d9`: "),
        ("empty", "`mybots:Wrong` returns no candidate at all"),
        ("other", "`mybots:Wrong` plays `place a1`: `place a1` is not a move of"),
        ("old", "`mybots:Wrong` plays `place a1`: `place a1` is not legal: "),
        ("nan", "`mybots:Wrong` says that `place b1` is worth the float nan; a value is a number from 0, a loss, to 1, a win"),
        ("seven", "`mybots:Wrong` says that the position is worth the int 7;"),
        ("words", "`mybots:Wrong` says that `place b1` is worth the str 'good';"),
        ("names", "`mybots:Wrong` returns a `Candidate` whose move is the str 'place b1'; it must be one of"),
        ("moves", "`mybots:Wrong` returns a `Thought` with the Move <place b1> among its candidates, which must be `Candidate`s"),
        ("no tuple", "`mybots:Wrong` returns a `Thought` whose candidates are the int 5, not a tuple of `Candidate`s"),
        ("twice", "`mybots:Wrong` names `place b1` twice among its candidates"),
        ("visits", "`mybots:Wrong` returns the int -3 as `visits`, which must be a whole number from 0"),
        ("endless", "`mybots:Wrong` says that the position is worth the float inf;"),
        ("huge", "`mybots:Wrong` returns an object of the class int as `simulations`"),
        ("far", "`mybots:Wrong` returns the int -1 as `distance`"),
        ("line", "`mybots:Wrong` returns a `Thought` whose line is the int 3, not a tuple of moves"),
    ],
)
def test_a_class_that_plays_wrongly(folder: Path, game: ggl.Game, what: str, message: str) -> None:
    agent = agents.make(f"python:mybots:Wrong,what={what}", game)
    with pytest.raises(AgentError) as caught:
        agent.think(game.initial_state().play("a1"))
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("how", ["waits", "turns"])
def test_ctrl_c_while_it_thinks_is_heard(folder: Path, game: ggl.Game, how: str) -> None:
    agent = agents.make(f"python:mybots:Hangs,where=think,how={how}", game)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    try:
        with pytest.raises(KeyboardInterrupt):
            agent.think(game.initial_state())
    finally:
        signal.signal(signal.SIGINT, before)
    agent.new_play(1)  # what was left behind is made anew
    assert sys.modules["mybots"].Hangs.made == (1 if how == "turns" else 2)


def test_an_interrupt_of_its_own_is_a_failure_as_any(folder: Path, game: ggl.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = agents.make("python:mybots:First", game)

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(agent._inner, "think", interrupted)
    with pytest.raises(AgentError, match="`mybots:First` fails in `think`: KeyboardInterrupt"):
        agent.think(game.initial_state())


def test_a_thought_is_given_on_in_plain_numbers(folder: Path, game: ggl.Game) -> None:
    thought = agents.make("python:mybots:Wrong,what=rounded", game).think(game.initial_state())
    assert (thought.value, thought.candidates[0].value, thought.simulations) == (0.0, 1.0, 1)
    assert isinstance(thought.seconds, float)
    assert agents.make("python:mybots:Wrong,what=for ever", game).think(game.initial_state()).seconds < 60


@pytest.mark.parametrize("how", ["waits", "turns"])
def test_one_that_never_comes_back_is_given_up_and_made_anew(folder: Path, game: ggl.Game, how: str) -> None:
    agent = agents.make(f"python:mybots:Hangs,where=think,how={how},patience=0.2", game)
    hangs = sys.modules["mybots"].Hangs
    begun = time.monotonic()
    with pytest.raises(AgentError, match=r"did not return from `think` within 0.3 s \(mybots.py, line \d+\); `patience=..`"):
        agent.think(game.initial_state(), Budget(seconds=0.1))
    assert 0.3 <= time.monotonic() - begun < 5
    agent.new_play(1)
    assert hangs.made == 2
    hangs.hang = lambda self, where: None
    assert agent.think(game.initial_state()).move == game.initial_state().legal_moves()[0]
    assert hangs.made == 2
    agent.close()


def test_a_loop_of_one_that_is_given_up_ends(folder: Path, game: ggl.Game) -> None:
    agent = agents.make("python:mybots:Hangs,where=think,how=turns,patience=0.1", game)
    before = threading.active_count()
    with pytest.raises(AgentError, match="did not return"):
        agent.think(game.initial_state())
    assert threading.active_count() < before


@pytest.mark.parametrize("where", ["new", "close"])
def test_all_calls_have_a_bound(folder: Path, game: ggl.Game, where: str) -> None:
    agent = agents.make(f"python:mybots:Hangs,where={where},patience=0.1", game)
    with pytest.raises(AgentError, match=r"did not return from `(new_play|close)` within 0.1 s"):
        agent.new_play(3) if where == "new" else agent.close()


def test_making_it_has_a_bound_of_its_own(folder: Path, game: ggl.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ggl.agents.classes.STARTING", 0.2)
    with pytest.raises(AgentError, match=r"did not return from making it within 0.2 s"):
        agents.make("python:mybots:Hangs,where=init,patience=0.1", game)


def test_one_that_does_not_hear_a_stop_is_given_up_soon(folder: Path, game: ggl.Game) -> None:
    agent = agents.make("python:mybots:Hangs,where=think", game)
    begun = time.monotonic()
    with pytest.raises(AgentError, match="did not return from `think`"):
        agent.think(game.initial_state(), Budget(stopped=lambda: True))
    assert time.monotonic() - begun < 10


def test_what_it_prints_is_no_answer_of_ours(folder: Path, game: ggl.Game, capsys: pytest.CaptureFixture[str]) -> None:
    agents.make("python:mybots:Hangs,where=nowhere", game).think(game.initial_state())
    assert capsys.readouterr() == ("", "thinking\n")


def test_one_that_hangs_loses_its_play_and_holds_up_no_match(folder: Path, game: ggl.Game) -> None:
    match = arena.match(game, ["python:mybots:Hangs,where=think,patience=0.1", "random"], pairs=1, seed=1)
    assert match.contestants[0].failures == match.plays == 2
    assert "did not return from `think` within 0.1 s (mybots.py, line" in match.failures[0]
