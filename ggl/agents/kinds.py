"""The sorts of agents there are, with their settings: the one table that specs, the prompt and the protocols read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ggl.agents import greedy, random_agent
from ggl.agents.protocol import Agent
from ggl.agents.specs import Key, Kind, Value
from ggl.play.game import Game

SIMULATIONS, SECONDS = 1000, 1.0
"""What an agent does for a step where its spec sets no limit."""


def _mcts(game: Game, settings: Mapping[str, Value], seed: int) -> Agent:
    from ggl.agents.mcts import make  # with it comes the compiler

    return make(game, settings, seed)


def _alphabeta(game: Game, settings: Mapping[str, Value], seed: int) -> Agent:
    from ggl.agents.alphabeta import make

    return make(game, settings, seed)


def _level(game: Game, settings: Mapping[str, Value], seed: int) -> Agent:
    from ggl.agents.level import make

    return make(game, settings, seed)


def _ugi(game: Game, settings: Mapping[str, Value], seed: int) -> Agent:
    from ggl.agents.external import make

    return make(game, settings, seed)


def _python(game: Game, settings: Mapping[str, Value], seed: int) -> Agent:
    from ggl.agents.classes import make

    return make(game, settings, seed)


_ALPHABETA = (
    Key("depth", "int", None, "steps that it looks ahead at most", 1),
    Key("nodes", "int", None, "positions that it looks at for each step", 1),
    Key("time", "time", None, f"seconds for each step; {SECONDS:g} if nothing else is given", 0.001),
)
_MCTS = (
    Key("sims", "int", None, f"simulations for each step; {SIMULATIONS} if no time is given either", 1),
    Key("time", "time", None, "seconds for each step", 0.001),
    Key("c", "float", 1.0, "how much it explores what it has tried little", 0),
    Key(
        "near",
        "float",
        0.0,
        "it chooses among moves whose values are no further than this from the best, by how often they were tried",
        0,
    ),
    Key("reuse", "bool", True, "whether it goes on with the tree of its last move"),
)
_LEVEL = (Key("level", "int", None, "0 is random; the strengths above it are measured and evenly spaced", 0),)
_UGI = (
    Key("command", "str", None, "the program with its arguments; the settings, and options of its own, stand before it"),
    Key("time", "time", None, f"seconds for each step; {SECONDS:g} if nothing else is given, and it has no spec", 0.001),
    Key("sims", "int", None, "nodes for each step", 1),
    Key("patience", "time", 60.0, "seconds beyond its time after which the program counts as one that hangs", 0.01),
    Key("start", "time", 120.0, "seconds in which it must say that it is ready", 0.01),
)
_PYTHON = (
    Key("class", "str", None, "`package.module:Class`, or `file.py:Class`; other settings go to the class"),
    Key("patience", "time", 60.0, "seconds beyond its budget after which it counts as one that hangs", 0.01),
)


def _unless(*others: str) -> Callable[[Mapping[str, Value]], bool]:
    """Thinks by the clock if told to, or if none of these settings says how long."""
    return lambda settings: "time" in settings or not any(other in settings for other in others)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("random", "any legal move, each as likely", random_agent.make),
        Kind("greedy", "the move after which its score is best, one step ahead", greedy.make),
        Kind("mcts", "tree search by simulated plays; `mcts:400` for 400 of them a step", _mcts, _MCTS, "sims"),
        Kind(
            "alphabeta",
            "all plays up to a depth, judged by the score; two players",
            _alphabeta,
            _ALPHABETA,
            "depth",
            timed=_unless("depth", "nodes"),
        ),
        Kind("level", "a measured strength; `level:4` for the fourth above random", _level, _LEVEL, "level"),
        Kind(
            "ugi",
            "a program that speaks UGI, by its command line; write `ugi:./engine`, or `ugi:time=2s ./engine`",
            _ugi,
            _UGI,
            "command",
            rest=True,
            foreign=True,
            timed=_unless("sims"),
        ),
        Kind(
            "python",
            "a class of your own; write `python:module:Class,key=value`",
            _python,
            _PYTHON,
            "class",
            open=True,
            foreign=True,
        ),
    )
}
