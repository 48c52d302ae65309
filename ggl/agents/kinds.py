"""The kinds of agents with their settings, as one table for specs, the prompt and the protocols."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

from ggl.agents import greedy, random_agent
from ggl.agents.protocol import Agent
from ggl.agents.settings import SECONDS, SIMULATIONS, AgentType, Key, Value
from ggl.play.game import Game


def _of(module: str) -> Callable[[Game, Mapping[str, Value], int], Agent]:
    """`make` of a module of this package, which is loaded for the first agent, since some modules load the compiler."""

    def make(game: Game, settings: Mapping[str, Value], seed: int) -> Agent:
        agent: Agent = import_module(f"ggl.agents.{module}").make(game, settings, seed)
        return agent

    return make


_ALPHABETA = (
    Key("depth", "int", None, "the maximum depth of its search in steps", 1),
    Key("nodes", "int", None, "positions to examine for each step", 1),
    Key("time", "time", None, f"seconds for each step; {SECONDS:g} if nothing else is given", 0.001),
)
_MCTS = (
    Key("sims", "int", None, f"simulations for each step; {SIMULATIONS} if no time is given either", 1),
    Key("time", "time", None, "seconds for each step", 0.001),
    Key("c", "float", 1.0, "how much it explores moves that it has tried rarely", 0),
    Key("near", "float", 0.0, "it chooses at random among moves whose values are within this of the best, weighted by visits", 0),
    Key("reuse", "bool", True, "whether it reuses the tree of its last move"),
)
_ISMCTS = (
    _MCTS[0],
    _MCTS[1],
    Key("c", "float", 0.7, "how much it explores moves that it has tried rarely", 0),
    Key("playouts", "int", 8, "random games from each new node", 1, 1000),
    Key("worlds", "int", None, "positions to examine, drawn from those that fit; by default all that it stores", 1),
)
_NET = (
    Key("file", "str", None, "a network that `ggl train` made for this game"),
    Key("sims", "int", None, "simulations for each step, 0 for none; 200 if no time is given either", 0),
    Key("time", "time", None, "seconds for each step", 0.001),
    Key("c", "float", 1.5, "how much it explores moves that the network suggests", 0),
)
_LEVEL = (Key("level", "int", None, "0 is random; the strengths above it are measured and evenly spaced", 0),)
_UGI = (
    Key("command", "str", None, "the program with its arguments; settings, and options of its own, come before it"),
    Key("time", "time", None, f"seconds for each step; {SECONDS:g} if nothing else is given, and it has no spec", 0.001),
    Key("sims", "int", None, "nodes for each step", 1),
    Key("patience", "time", 60.0, "seconds beyond its time after which the program counts as hanging", 0.01),
    Key("start", "time", 120.0, "seconds within which it must say that it is ready", 0.01),
)
_PYTHON = (
    Key("class", "str", None, "`package.module:Class`, or `file.py:Class`; other settings go to the class"),
    Key("patience", "time", 60.0, "seconds beyond its budget after which it counts as hanging", 0.01),
)


def _unless(*others: str) -> Callable[[Mapping[str, Value]], bool]:
    """Thinks by the clock if a setting says so, or if none of these settings limits it."""
    return lambda settings: "time" in settings or not any(other in settings for other in others)


KINDS: dict[str, AgentType] = {
    kind.name: kind
    for kind in (
        AgentType("random", "any legal move, all equally likely", random_agent.make, by_view=True),
        AgentType("greedy", "the move with the best score one step ahead", greedy.make),
        AgentType("mcts", "tree search by simulated plays; `mcts:400` for 400 of them per step", _of("mcts"), _MCTS, "sims"),
        AgentType("ismcts", "tree search over the positions that fit what its side knows; for games with hidden information",
                  _of("ismcts"), _ISMCTS, "sims", by_view=True),
        AgentType("alphabeta", "all plays up to a depth, judged by the score; two players", _of("alphabeta"), _ALPHABETA, "depth",
                  timed=_unless("depth", "nodes")),
        AgentType("net", "tree search judged by a network of your own; write `net:FILE`", _of("net"), _NET, "file", foreign=True),
        AgentType("level", "a measured strength; `level:4` for the fourth above random", _of("level"), _LEVEL, "level",
                  by_view=True),
        AgentType("ugi", "a program that speaks UGI, by its command line; write `ugi:./engine`, or `ugi:time=2s ./engine`",
                  _of("external"), _UGI, "command", rest=True, foreign=True, timed=_unless("sims")),
        AgentType("python", "a class of your own; write `python:module:Class,key=value`", _of("classes"), _PYTHON, "class",
                  open=True, foreign=True, by_view=True),
    )
}  # fmt: skip
