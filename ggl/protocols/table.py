"""The table of both protocols: a game with its options, an agent with its settings, and the seeds of one play after another.

Takes a game, a way to load it with other options, the spec of an agent, and a seed. The agent is made at its first use,
since that may take seconds. Play number k begins with the seed plus k. Raises `SpecError`, `AgentError`, `OptionError`, and
`SettingError` for a setting that only this room knows.

Whoever is at the other end is a stranger: it chooses among agents that play by themselves, and never one that runs code or a
program which the spec names.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ggl import agents
from ggl.agents.protocol import Agent, Budget
from ggl.agents.settings import Key, Value, read_value
from ggl.agents.specs import Spec
from ggl.checker.declarations import OptionValue
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near_or
from ggl.errors import GglError
from ggl.play.game import Game, State
from ggl.play.move import Move
from ggl.play.rules import must_show_all
from ggl.play.values import option_text
from ggl.syntax.unparse import unparse

Load = Callable[[Mapping[str, object]], Game]

AGENT, SEED = "agent", "seed"
OF_AGENT, OF_GAME = "agent.", "game."
EMPTY = "<empty>"
"""How a text without a character is written in a list of options."""

_LARGEST = 2**31 - 1
"""No larger number is announced, for programs that count in 32 bits; larger ones are taken."""


class SettingError(GglError):
    """An unknown option, or an invalid value."""


@dataclass(frozen=True)
class Setting:
    """An option as it is announced: its name, its type (check, spin, combo, string), its value, and what it may be."""

    name: str
    type: str
    value: str
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def __str__(self) -> str:
        words = [f"name {self.name} type {self.type} default {self.value or EMPTY}"]
        if self.type == "spin":
            words.append(f"min {self.least} max {self.most}")
        return " ".join([*words, *(f"var {choice}" for choice in self.choices)])


class Table:
    def __init__(self, load: Load, game: Game, spec: str, seed: int = 0) -> None:
        must_show_all(game, "`ggl engine`")
        self._load = load
        self.game = game
        self.spec: Spec = agents.read(spec)
        self.seed = seed
        self._play = 0
        self._agent: Agent | None = None
        self._variants: dict[str, Agent] = {}
        self.used = False
        """Whether anything was thought in the present play."""

    # ---- the agent

    def agent(self, depth: int | None = None) -> Agent:
        """The agent of the present play; with a depth, one that looks so far ahead, if this sort can."""
        if depth is not None and self.has("depth"):
            return self._variant({**self.spec.settings, "depth": depth})
        if self._agent is None:
            self._agent = agents.make(self.spec, self.game, self.seed + self._play)
        return self._agent

    def get_ready(self) -> None:
        """Make the agent, and have one that searches do so once: its machine code is made when it is first needed."""
        if self._agent is not None:
            return
        agent = self.agent()
        state = self.game.initial_state()
        while state.is_chance:
            state = state.after(state.legal_moves()[0])
        if self.has("time") and not state.is_over:
            agent.think(state, Budget(1, 0.001))
            agent.new_play(self.seed + self._play)

    def _variant(self, settings: Mapping[str, Value]) -> Agent:
        spec = Spec(self.spec.kind, settings)
        if str(spec) not in self._variants:
            self._forget_variants()
            self._variants[str(spec)] = agents.make(spec, self.game, self.seed + self._play)
        return self._variants[str(spec)]

    def has(self, key: str) -> bool:
        """Whether the agent's sort has a setting of that name."""
        return any(each.name == key for each in self.spec.kind.keys)

    def begin(self) -> None:
        """The next play begins, unless nothing was thought in the present one."""
        self._play += self.used
        self.used = False
        self._forget_variants()
        if self._agent is not None:
            self._agent.new_play(self.seed + self._play)

    def drop(self) -> None:
        """Forget the agent; another one is made when it is wanted."""
        agent, self._agent = self._agent, None
        self._forget_variants()
        if agent is not None:
            agent.close()

    def abandon(self) -> None:
        """Leave the agent to the thread that it still thinks in."""
        self._agent = None
        self._variants.clear()

    def _forget_variants(self) -> None:
        for agent in self._variants.values():
            agent.close()
        self._variants.clear()

    def roll(self, state: State, number: int) -> Move:
        """An outcome of the roll that is due before the move of that number, each as likely."""
        return random.Random(f"{self.seed}/{self._play}/{number}").choice(state.legal_moves())

    # ---- settings

    def settings(self) -> list[Setting]:
        """All settings, with their current values."""
        found = [Setting(AGENT, "string", str(self.spec))]
        values = self.spec.all_settings()
        found += [_of_key(key, values.get(key.name)) for key in self._keys()]
        options = self.game.checked.definition.options
        for name, value in self.game.options.items():
            allowed = options[name].allowed
            found.append(_of_option(name, value, "" if allowed is None else unparse(allowed)))
        return [*found, Setting(SEED, "spin", str(self.seed), 0, _LARGEST)]

    def _keys(self) -> list[Key]:
        kind = self.spec.kind
        return [key for key in kind.keys if not (kind.foreign and key.name == kind.bare)]

    def set(self, name: str, value: str) -> None:
        """Set what `settings` lists, and restart the play. A refused value changes neither the agent nor the game."""
        value = "" if value == EMPTY else value
        if name == AGENT:
            self._set_agent(value)
        elif name == SEED:
            if re.fullmatch(r"[0-9]{1,19}", value) is None:
                raise SettingError(f"`{SEED}` must be a whole number from 0, not `{escape(value[:60])}`")
            self.seed, self._play, self.used = int(value), 0, False
            if self._agent is not None:
                self._forget_variants()
                self._agent.new_play(self.seed)
        elif name.startswith(OF_AGENT):
            self._set_key(name.removeprefix(OF_AGENT), value)
        elif name.startswith(OF_GAME) and name.removeprefix(OF_GAME) in self.game.options:
            self.set_option(name.removeprefix(OF_GAME), value)
        else:
            known = [setting.name for setting in self.settings()]
            hint = near_or(name, known, f"there are {', '.join(known)}")
            raise SettingError(f"there is no option `{escape(name[:60])}`; {hint}")

    def set_option(self, name: str, value: str) -> None:
        """Play the game with another option. Raises as `load` does, and then all stays as it was."""
        self.game = self._load({**self.game.options, name: value})
        self.drop()

    def _set_agent(self, text: str) -> None:
        spec = agents.read(text)
        if spec.kind.foreign and spec != self.spec:
            raise SettingError(f"`{spec.kind.name}` runs a program, so it can be chosen only with `ggl engine --agent`")
        self._choose(spec)

    def _choose(self, spec: Spec) -> None:
        """Play with another agent. Raises as `agents.make` does where it cannot play this game, and then all stays as it was."""
        if spec != self.spec and not spec.kind.foreign:
            agents.make(spec, self.game).close()
        self.spec = spec
        self.drop()

    def _set_key(self, name: str, value: str) -> None:
        key = next((key for key in self._keys() if key.name == name), None)
        if key is None:
            known = [f"{OF_AGENT}{key.name}" for key in self._keys()]
            hint = f"there are {', '.join(known)}" if known else "it has none"
            raise SettingError(f"the agent `{self.spec.kind.name}` has no setting `{escape(name[:60])}`; {hint}")
        settings = {each: old for each, old in self.spec.settings.items() if each != name}
        if value:
            settings[name] = read_value(self.spec.kind.name, key, value)
        self._choose(agents.read(str(Spec(self.spec.kind, settings))))


def _of_key(key: Key, value: object) -> Setting:
    name = OF_AGENT + key.name
    if key.kind == "bool" and isinstance(value, bool):
        return Setting(name, "check", str(value).lower())
    if key.kind == "int" and isinstance(value, int):
        least = -_LARGEST if key.least is None else int(key.least)
        return Setting(name, "spin", str(value), least, min(int(key.most), _LARGEST))
    return Setting(name, "string", "" if value is None else str(value))


def _of_option(name: str, value: OptionValue, allowed: str) -> Setting:
    name = OF_GAME + name
    if isinstance(value, bool):
        return Setting(name, "check", str(value).lower())
    span = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", allowed)
    if isinstance(value, int) and span is not None:
        return Setting(name, "spin", str(value), int(span[1]), int(span[2]))
    if re.fullmatch(r"\{\w+(, \w+)*\}", allowed):
        return Setting(name, "combo", str(value), choices=tuple(allowed[1:-1].split(", ")))
    return Setting(name, "string", option_text(value))
