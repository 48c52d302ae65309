"""A program that speaks UGI (docs/internals/protocols.md) as an agent: `ugi:command line`.

    ugi:./engine --strong                       one second a step
    ugi:time=2s Hash=64 ./engine                two seconds, and an option of the engine's own
    ugi:ggl engine hex --agent mcts:sims=400    another ggl: it thinks as its own spec says

The words are split as by a shell, but no shell runs. `NAME=VALUE` words before the program are settings, which
`ggl.agents.specs` removes, or options of the engine. The program is started immediately, and again for the next play if it has
ended; any failure of it becomes an `AgentError` with the cause and its last lines on stderr, and ends it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NoReturn

from ggl.agents import wire
from ggl.agents.infos import Infos
from ggl.agents.process import Process, ProcessError, SilentError
from ggl.agents.protocol import AgentError, Budget, Candidate, Thought, must_have_a_choice, share_of
from ggl.agents.settings import SECONDS, SETTING, SpecError, Value
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near_or
from ggl.errors import GglError
from ggl.play.game import Game, State
from ggl.play.move import Move

NAME = "ugi"
_MOST_OPTIONS = 1000
_LARGEST_SEED = 2**63 - 1
_LONGEST = 2**31 - 1
"""The most milliseconds to request, three weeks: programs count in 32 bits."""

_LOOK = 0.05
"""Seconds between two checks whether it should stop."""


class ExternalAgent:
    def __init__(self, game: Game, settings: Mapping[str, Value], seed: int) -> None:
        """Raises `SpecError` for an invalid command, `AgentError` if the program does not become ready."""
        command = str(settings["command"])
        self.game = game
        self.spec = f"{NAME}:{command}"
        self.name = ""
        """The name that the program reports."""
        self._settings = settings
        self._words, self._wanted = _split(command)
        self._command = escape(shlex.join(self._words))
        self._process: Process | None = None
        self._options: dict[str, str] = {}
        self._rest: list[tuple[State, Move]] = []
        """The remaining steps of a turn that was received as a whole, by the state before each step."""
        self._value = 0.0
        self._trouble = ""
        self._closed = False
        self._start(seed)

    def new_play(self, seed: int) -> None:
        if self._process is None or not self._process.is_running:
            self._start(seed)
        else:
            self._begin(seed)

    def think(self, state: State, budget: Budget | None = None) -> Thought:
        must_have_a_choice(self, state)
        if self._rest and self._rest[0][0] == state:
            move = self._rest.pop(0)[1]
            return Thought((Candidate(move, self._value),), self._value)
        self._rest.clear()
        begun = time.perf_counter()
        seconds, told = self._asked(budget)
        self._say(self._position(state), "isready")
        self._wait_for("readyok", self._patience)
        self._say(told)
        answer = self._wait_for("bestmove", (seconds or 0.0) + self._patience, stopped=None if budget is None else budget.stopped)
        moves = self._moves(state, answer.words[0] if answer.words else "")
        after = state
        for before, move in pairwise(moves):
            after = after.after(before)
            self._rest.append((after, move))
        said = answer.infos.best
        self._value = said.value(share_of(len(self.game.players)))
        candidates = {moves[0]: Candidate(moves[0], self._value, said.nodes, said.proven)}
        for other in answer.infos.others:
            move = next(iter(_line(state, other.pv)), moves[0])
            candidates.setdefault(move, Candidate(move, other.value(self._value), 0, other.proven))
        line = _line(state, said.pv)
        line = line if line[: len(moves)] == moves else moves
        numbers = said.nodes, time.perf_counter() - begun, said.depth
        return Thought(tuple(candidates.values()), self._value, *numbers, line, said.proven, said.distance)

    def close(self) -> None:
        self._closed = True
        self._end()

    # ---- the program's life

    def _start(self, seed: int) -> None:
        if self._closed:
            raise AgentError(f"`{self._command}` was closed; create a new agent")
        self._end()
        self._trouble = ""
        self._options.clear()
        try:
            self._process = Process(self._words)
        except ProcessError as error:
            raise AgentError(f"`{self._command}` cannot play: {error}") from None
        self._say("ugi")
        self._wait_for("ugiok", self._time("start"), "start")
        for name, value in self._wanted.items():
            known = next((option for option in self._options if option.lower() == name.lower()), None)
            if known is None:
                hint = near_or(name, self._options, f"it has {', '.join(self._options) or 'none'}")
                self._fail(f"it has no option `{escape(name)}`; {hint}")
            self._say(f"setoption name {known} value {value}")
        self._begin(seed)

    def _begin(self, seed: int) -> None:
        self._rest.clear()
        self._value = share_of(len(self.game.players))
        if "seed" in self._options:
            self._say(f"setoption name seed value {seed & _LARGEST_SEED}")
        self._say("uginewgame", "isready")
        self._wait_for("readyok", self._time("start"), "start")

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close("quit")

    def _fail(self, cause: str) -> NoReturn:
        """Raises `AgentError`, and ends the program."""
        process, self._process = self._process, None
        if process is not None:
            process.close(grace=0)
        self._trouble = f"`{self._command}` cannot continue: {cause}"
        raise AgentError(self._trouble)

    # ---- sending and receiving

    def _say(self, *lines: str) -> None:
        if self._process is None:
            raise AgentError(self._trouble or f"`{self._command}` was closed; create a new agent")
        for line in lines:
            self._process.send(line)

    def _wait_for(
        self, word: str, seconds: float, setting: str = "patience", stopped: Callable[[], bool] | None = None
    ) -> _Answer:
        """The words after a word that begins a line, and the information received before it; when `stopped`, it tells the
        program. `setting` names the setting that extends this time.
        """
        assert self._process is not None
        until = time.monotonic() + seconds
        answer = _Answer()
        complaint = ""
        try:
            for line in self._heard(self._process, until, stopped):
                first, *words = line.split() or [""]
                if first == word:
                    answer.words = words
                    break
                if first == "info" and words[:1] == ["string"]:
                    if words[1:2] == ["error:"] and not complaint:
                        complaint = " ".join(words[2:])
                elif first == "info":
                    answer.infos.hear(words)
                elif first == "id" and words[:1] == ["name"]:
                    self.name = escape(" ".join(words[1:])[:200])
                elif first == "option" and len(self._options) < _MOST_OPTIONS:
                    self._heard_option(" ".join(words))
        except SilentError:
            hint = f"`{setting}=..` before the program gives it more time{self._process.last_words()}"
            self._fail(f"it should say `{word}` within {seconds:g} s, but it does not answer; {hint}")
        except ProcessError as error:
            self._fail(f"it should say `{word}` within {seconds:g} s, but {error}")
        if complaint:
            self._fail(f"it says: {escape(complaint[:1000])}")
        return answer

    def _heard(self, process: Process, until: float, stopped: Callable[[], bool] | None) -> Iterator[str]:
        """The incoming lines. Raises `ProcessError` when there are no more, or at the time `until`."""
        while True:
            line = None if stopped is None else process.line_or_none(min(until, time.monotonic() + _LOOK))
            if stopped is not None and stopped():
                stopped = None
                self._say("stop")
            if line is None and (stopped is None or time.monotonic() >= until):
                line = process.line(until)
            if line is not None:
                yield line

    def _heard_option(self, text: str) -> None:
        found = re.match(r"name (.+?) type (\w+)", text)
        if found is not None:
            self._options[found[1]] = found[2]

    def _position(self, state: State) -> str:
        start, moves = state.came_by()
        told = "startpos"
        if start != self.game.initial_state():
            told = "fen " + ",".join(map(str, start.vector))
        return " ".join(["position", told, *(["moves", *map(wire.word, moves)] if moves else [])])

    def _asked(self, budget: Budget | None) -> tuple[float | None, str]:
        """The seconds for a step, and the `go` command with that limit."""
        sims = self._settings.get("sims")
        own = Budget(None if sims is None else int(sims), self._time("time") if "time" in self._settings else None)
        if own == Budget() and "agent" not in self._options:
            own = Budget(seconds=SECONDS)
        wanted = own.unless(budget)
        words = ["go"]
        if wanted.simulations is not None:
            words += ["nodes", str(wanted.simulations)]
        if wanted.seconds is not None:
            words += ["movetime", str(max(1, round(min(wanted.seconds * 1000, _LONGEST))))]
        return wanted.seconds, " ".join(words)

    def _moves(self, state: State, word: str) -> tuple[Move, ...]:
        try:
            return wire.read_steps(state, word)
        except GglError as error:
            self._fail(f"it plays `{escape(word[:60])}`, and {wire.explained(error)}")

    @property
    def _patience(self) -> float:
        return self._time("patience")

    def _time(self, name: str) -> float:
        return float(self._settings[name])


@dataclass
class _Answer:
    words: list[str] = field(default_factory=list)
    infos: Infos = field(default_factory=Infos)


def _line(state: State, pv: list[str]) -> tuple[Move, ...]:
    """The expected moves, as far as they can be read."""
    line: list[Move] = []
    at = state
    with contextlib.suppress(GglError):
        for word in pv:
            if at.is_over:
                break
            for move in wire.read_steps(at, word):
                line.append(move)
                at = at.after(move)
    return tuple(line)


def _split(command: str) -> tuple[list[str], dict[str, str]]:
    """The words of the program, and the options for the engine. Raises `SpecError`."""
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise SpecError(f"`{NAME}:{escape(command[:60])}` is not a command line: {str(error).lower()}") from None
    options: dict[str, str] = {}
    while words and (found := SETTING.fullmatch(words[0])) is not None:
        name, value = found[1].strip(), found[2].strip()
        if name in options:
            raise SpecError(f"`{escape(name)}` is given twice")
        if "\n" in value or "\r" in value:
            raise SpecError(f"the option `{escape(name)}` contains a line break")
        options[name] = value
        del words[0]
    if not words or not words[0] or "\0" in command:
        raise SpecError(
            f"`{NAME}:{escape(command[:60])}` does not name a program; write `{NAME}:./engine`, or `{NAME}:time=2s ./engine`"
        )
    return words, options


def make(game: Game, settings: Mapping[str, Value], seed: int) -> ExternalAgent:
    return ExternalAgent(game, settings, seed)
