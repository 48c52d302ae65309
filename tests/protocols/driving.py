"""Engines driven line by line in this process, and a play of agents without any protocol to compare with."""

from __future__ import annotations

import io
import random
import time
from functools import cache

import ggl
from ggl import agents
from ggl.protocols import GtpEngine, LineWriter, Table, UgiEngine


@cache
def game_of(name: str, **options: object) -> ggl.Game:
    return ggl.load(name, **options)


def table(name: str, agent: str = "random", seed: int = 0, **options: object) -> Table:
    return Table(lambda wanted: game_of(name, **wanted), game_of(name, **options), agent, seed)


class Ugi:
    """A UGI engine: `say` gives the lines that it answers, those of a search included."""

    def __init__(self, name: str, agent: str = "random", seed: int = 0, **options: object) -> None:
        self._out = io.BytesIO()
        self.table = table(name, agent, seed, **options)
        self.engine = UgiEngine(self.table, LineWriter(self._out))

    def say(self, line: str | None, *, wait: bool = True) -> list[str]:
        at = self._out.tell()
        goes_on = self.engine.hear(line)
        if wait:
            self.wait()
        return self.said(at) + ([] if goes_on else ["(ended)"])

    def wait(self, seconds: float = 20.0) -> None:
        until = time.monotonic() + seconds
        while self.engine.is_thinking:
            assert time.monotonic() < until, "the search does not end"
            time.sleep(0.001)

    def said(self, at: int = 0) -> list[str]:
        return self._out.getvalue()[at:].decode().splitlines()

    def move(self, *words: str, go: str = "go") -> str:
        """The answer to a position."""
        told = self.say(f"position startpos{' moves ' * bool(words)}{' '.join(words)}")
        assert told == [], told
        return self.say(go)[-1].removeprefix("bestmove ")


class Gtp:
    def __init__(self, name: str, agent: str = "random", seed: int = 0, **options: object) -> None:
        self.engine = GtpEngine(table(name, agent, seed, **options))

    def say(self, line: str | None) -> str | None:
        return self.engine.answer(line)


def played(game: ggl.Game, seats: list[agents.Agent], rolls: random.Random, most: int) -> list[tuple[ggl.State, ggl.Move]]:
    """A play of agents, each asked for its steps: every state with the move that was made there."""
    state, line = game.initial_state(), []
    while not state.is_over and len(line) < most:
        if state.is_chance:
            move = rolls.choice(state.legal_moves())
        else:
            move = seats[_number(state)].think(state).move
        line.append((state, move))
        state = state.after(move)
    return line


def _number(state: ggl.State) -> int:
    return ("first", "second", "third", "fourth", "fifth", "sixth").index(state.seat)
