"""The sorts of agents there are, with their settings: the one table that specs, the prompt and the protocols read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from ggl.agents import greedy, random_agent
from ggl.agents.protocol import Agent
from ggl.agents.settings import SECONDS, SIMULATIONS, AgentType, Key, Value
from ggl.play.game import Game


def _of(module: str) -> Callable[[Game, Mapping[str, Value], int], Agent]:
    """`make` of a module of this room, which is loaded for the first agent: with some of them comes the compiler."""

    def make(game: Game, settings: Mapping[str, Value], seed: int) -> Agent:
        agent: Agent = import_module(f"ggl.agents.{module}").make(game, settings, seed)
        return agent

    return make


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
_ISMCTS = (
    _MCTS[0],
    _MCTS[1],
    Key("c", "float", 0.7, "how much it explores what it has tried little", 0),
    Key("worlds", "int", None, "positions that it looks at, drawn from those that fit; all that it keeps if not given", 1),
)
_NET = (
    Key("file", "str", None, "a network that `ggl train` has made of this game"),
    Key("sims", "int", None, "simulations for each step, 0 for none; 200 if no time is given either", 0),
    Key("time", "time", None, "seconds for each step", 0.001),
    Key("c", "float", 1.5, "how much it explores what the network thinks of", 0),
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


KINDS: dict[str, AgentType] = {
    kind.name: kind
    for kind in (
        AgentType("random", "any legal move, each as likely", random_agent.make, by_view=True),
        AgentType("greedy", "the move after which its score is best, one step ahead", greedy.make),
        AgentType("mcts", "tree search by simulated plays; `mcts:400` for 400 of them a step", _of("mcts"), _MCTS, "sims"),
        AgentType(
            "ismcts",
            "tree search over the positions that fit what its side knows; for games that hide something",
            _of("ismcts"),
            _ISMCTS,
            "sims",
            by_view=True,
        ),
        AgentType(
            "alphabeta",
            "all plays up to a depth, judged by the score; two players",
            _of("alphabeta"),
            _ALPHABETA,
            "depth",
            timed=_unless("depth", "nodes"),
        ),
        AgentType("net", "tree search judged by a network of your own; write `net:FILE`", _of("net"), _NET, "file", foreign=True),
        AgentType(
            "level",
            "a measured strength; `level:4` for the fourth above random",
            _of("level"),
            _LEVEL,
            "level",
            by_view=True,
        ),
        AgentType(
            "ugi",
            "a program that speaks UGI, by its command line; write `ugi:./engine`, or `ugi:time=2s ./engine`",
            _of("external"),
            _UGI,
            "command",
            rest=True,
            foreign=True,
            timed=_unless("sims"),
        ),
        AgentType(
            "python",
            "a class of your own; write `python:module:Class,key=value`",
            _of("classes"),
            _PYTHON,
            "class",
            open=True,
            foreign=True,
            by_view=True,
        ),
    )
}
