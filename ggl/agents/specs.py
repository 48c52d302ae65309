"""Specs: one line of text that says which agent, and how it is set.

    random   greedy   mcts:sims=400,c=1.2   alphabeta:depth=4   level:4   ugi:command line   python:package.module.Class:key=value

Takes a spec, a game and a seed; gives an agent. Raises `SpecError` for a spec that says nothing, with what could be meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ggl.agents.protocol import Agent
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near
from ggl.errors import GglError
from ggl.play.game import Game

Value = int | float | str | bool


class SpecError(GglError):
    """A spec of an agent that cannot be read."""


@dataclass(frozen=True)
class Key:
    """A setting: its name, kind (as in `_KINDS`), default (None: not set), what it does, and its least value."""

    name: str
    kind: str
    default: Value | None
    help: str
    least: float | None = None


@dataclass(frozen=True)
class Kind:
    """A sort of agent. `bare` is the key of a value that is given without one; with `rest` all of the text is its value."""

    name: str
    help: str
    make: Callable[[Game, Mapping[str, Value], int], Agent]
    keys: tuple[Key, ...] = ()
    bare: str | None = None
    rest: bool = False


@dataclass(frozen=True)
class Spec:
    """A spec that was read: the sort of agent, and the settings that differ from the defaults."""

    kind: Kind
    settings: Mapping[str, Value] = field(default_factory=dict)

    def all_settings(self) -> dict[str, Value]:
        """The settings with the defaults."""
        known = {key.name: key.default for key in self.kind.keys if key.default is not None}
        return {**known, **self.settings}

    def __str__(self) -> str:
        if not self.settings:
            return self.kind.name
        if self.kind.rest or (self.kind.bare and set(self.settings) == {self.kind.bare}):
            return f"{self.kind.name}:{self.settings[self.kind.bare or '']}"
        return f"{self.kind.name}:" + ",".join(f"{name}={_shown(value)}" for name, value in self.settings.items())


def read(text: str) -> Spec:
    """Raises `SpecError`."""
    from ggl.agents.kinds import KINDS

    name, colon, rest = text.strip().partition(":")
    kind = KINDS.get(name)
    if kind is None:
        close = near(name, tuple(KINDS))
        hint = f"near: {', '.join(close)}" if close else f"there are {', '.join(KINDS)}"
        raise SpecError(f"there is no agent `{escape(name[:60])}`; {hint}")
    if kind.rest:
        if not rest.strip():
            raise SpecError(f"`{name}` needs more: {kind.help}")
        return Spec(kind, {kind.bare or "": rest.strip()})
    if colon and not rest.strip():
        raise SpecError(f"nothing is said after `{name}:`; {_known(kind)}")
    return Spec(kind, _settings(kind, rest) if rest else {})


def make(spec: str | Spec, game: Game, seed: int = 0) -> Agent:
    """An agent for a game, ready for its first play. Raises `SpecError`, and `AgentError` where it cannot play this game."""
    found = read(spec) if isinstance(spec, str) else spec
    agent = found.kind.make(game, found.all_settings(), seed)
    agent.spec = str(found)
    return agent


def _settings(kind: Kind, text: str) -> dict[str, Value]:
    known = {key.name: key for key in kind.keys}
    settings: dict[str, Value] = {}
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals and kind.bare and not settings:
            name, value = kind.bare, name
        elif not equals:
            raise SpecError(f"`{escape(part[:60])}` is no setting of `{kind.name}`; {_known(kind)}")
        if name not in known:
            close = near(name, tuple(known))
            raise SpecError(
                f"`{kind.name}` has no setting `{escape(name[:60])}`; {f'near: {close[0]}' if close else _known(kind)}"
            )
        if name in settings:
            raise SpecError(f"`{name}` is said twice; say it once")
        settings[name] = _value(kind, known[name], value)
    return settings


def _value(kind: Kind, key: Key, text: str) -> Value:
    try:
        value = _read_as(key.kind, text)
    except ValueError:
        raise SpecError(f"`{key.name}` of `{kind.name}` is {_KINDS[key.kind]}, not `{escape(text[:60])}`") from None
    if key.least is not None and isinstance(value, (int, float)) and not key.least <= value < float("inf"):
        raise SpecError(f"`{key.name}` of `{kind.name}` is at least {key.least:g}, not `{escape(text[:60])}`")
    return value


_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "time": "a time such as `0.5`, `2s` or `200ms`",
    "bool": "`on` or `off`",
    "str": "a text",
}


_SWITCHES = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def _read_as(kind: str, text: str) -> Value:
    if kind == "int":
        return int(text)
    if kind == "float":
        return float(text)
    if kind == "time":
        found = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)(s|ms|)", text)
        if found is None:
            raise ValueError(text)
        return float(found[1]) / (1000 if found[2] == "ms" else 1)
    if kind == "bool":
        if text.lower() not in _SWITCHES:
            raise ValueError(text)
        return _SWITCHES[text.lower()]
    return text


def _known(kind: Kind) -> str:
    names = ", ".join(f"{key.name}=.." for key in kind.keys)
    return f"it takes {names}" if names else "it takes no settings"


def _shown(value: Value) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)
