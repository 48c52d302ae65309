"""Specs: one line of text that says which agent, and how it is set.

    random   greedy   mcts:sims=400,c=1.2   alphabeta:depth=4   level:4   ugi:command line   python:package.module:Class,key=value

Takes a spec, a game and a seed; gives an agent. Raises `SpecError` for a spec that says nothing, with what could be meant.
Two specs that say the same are written the same, and what is written is read as the same spec.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from ggl.agents.protocol import Agent
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near
from ggl.errors import GglError
from ggl.play.errors import must_be
from ggl.play.frozen import Frozen
from ggl.play.game import Game

Value = int | float | str | bool

MOST = 10**15
"""No number in a spec is further from zero: a float still tells such whole numbers apart, and machine code can count to it."""

SETTING = re.compile(r"([A-Za-z][\w .-]*)=(.*)", re.DOTALL)
"""A word of a command line that stands before the program and sets something."""

_WORD = re.compile(r"""[ \t\r\n]*((?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^ \t\r\n'"\\])+)(?![^ \t\r\n])""", re.DOTALL)
"""The next word as a shell splits them, quotes and all; nothing where a quote is not closed."""


class SpecError(GglError):
    """A spec of an agent that cannot be read."""


@dataclass(frozen=True)
class Key:
    """A setting: its name, kind (as in `_KINDS`), default (None: not set), what it does, its least and its greatest value."""

    name: str
    kind: str
    default: Value | None
    help: str
    least: float | None = None
    most: float = MOST


@dataclass(frozen=True)
class Kind:
    """A sort of agent. `bare` is the key of a value that is given without one. With `rest` that is a command line: the text, of
    which words `KEY=VALUE` before the program are the other settings.

    An `open` kind takes settings that it does not list, as text. A `foreign` one runs a program or code that the spec names: it
    is made from what the user says, and never from a file that may come from a stranger. `timed` tells of settings whether with
    them the clock says how long it thinks.
    """

    name: str
    help: str
    make: Callable[[Game, Mapping[str, Value], int], Agent]
    keys: tuple[Key, ...] = ()
    bare: str | None = None
    rest: bool = False
    open: bool = False
    foreign: bool = False
    timed: Callable[[Mapping[str, Value]], bool] = lambda settings: "time" in settings


@dataclass(frozen=True)
class Spec:
    """A spec that was read: the sort of agent, and the settings that were said."""

    kind: Kind
    settings: Mapping[str, Value] = field(default_factory=Frozen)

    def all_settings(self) -> dict[str, Value]:
        """The settings with the defaults."""
        known = {key.name: key.default for key in self.kind.keys if key.default is not None}
        return {**known, **self.settings}

    @property
    def is_timed(self) -> bool:
        """Whether it thinks by the clock, so that what it plays depends on the machine."""
        return self.kind.timed(self.settings)

    def __str__(self) -> str:
        if self.kind.rest:
            keys = [key.name for key in self.kind.keys if key.name in self.settings and key.name != self.kind.bare]
            said = [f"{key}={_shown(self.settings[key])}" for key in keys]
            return f"{self.kind.name}:{' '.join([*said, str(self.settings[self.kind.bare or ''])])}"
        order = [self.kind.bare, *(key.name for key in self.kind.keys if key.name != self.kind.bare)]
        ranks = {name: rank for rank, name in enumerate(order)}
        words: list[str] = []
        for name in sorted(self.settings, key=lambda name: (ranks.get(name, len(ranks)), name)):
            shown = _shown(self.settings[name])
            bare = name == self.kind.bare and (self.kind.open or name == self.kind.name)
            words.append(shown if bare else f"{name}={shown}")
        return f"{self.kind.name}:{','.join(words)}" if words else self.kind.name


def read(text: str) -> Spec:
    """Raises `SpecError`."""
    from ggl.agents.kinds import KINDS

    must_be(text, str, "the spec of an agent", "a text such as `random`")
    name, colon, rest = text.strip().partition(":")
    name = name.rstrip()
    kind = KINDS.get(name)
    if kind is None:
        close = near(name, tuple(KINDS))
        hint = f"near: {', '.join(close)}" if close else f"there are {', '.join(KINDS)}"
        raise SpecError(f"there is no agent `{escape(name[:60])}`; {hint}")
    if kind.rest:
        return Spec(kind, Frozen(_of_command(kind, rest.strip())))
    if colon and not rest.strip():
        raise SpecError(f"nothing is said after `{name}:`; {_known(kind)}")
    return Spec(kind, Frozen(_settings(kind, rest) if rest else {}))


def make(spec: object, game: Game, seed: int = 0) -> Agent:
    """An agent for a game, ready for its first play: from a spec, or from an object or a class of a program's own.

    Raises `SpecError`, and `AgentError` where it cannot play this game.
    """
    must_be(game, Game, "the game of an agent", "a game: `ggl.load(..)`")
    must_be(seed, int, "a seed", "a whole number")
    if not isinstance(spec, Spec | str):
        from ggl.agents import objects

        return objects.made(spec, game, seed)
    found = spec if isinstance(spec, Spec) else read(spec)
    agent = found.kind.make(game, found.all_settings(), seed)
    agent.spec = str(found)
    return agent


def _settings(kind: Kind, text: str) -> dict[str, Value]:
    known = {key.name: key for key in kind.keys}
    settings: dict[str, Value] = {}
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals and name in known:
            raise SpecError(f"`{name}` has no value; write `{name}=` and then {_KINDS[known[name].kind]}")
        if not equals and kind.bare and not settings and name:
            name, value = kind.bare, name
        elif not part.strip():
            raise SpecError(f"between two commas, or at the end, stands no setting of `{kind.name}`; {_known(kind)}")
        elif not equals:
            raise SpecError(f"`{_cut(part)}` is no setting of `{kind.name}`; {_known(kind)}")
        if name not in known and not (kind.open and name.isidentifier()):
            close = near(name, tuple(known))
            raise SpecError(f"`{kind.name}` has no setting `{_cut(name)}`; {f'near: {close[0]}' if close else _known(kind)}")
        if name in settings:
            raise SpecError(f"`{name}` is said twice; say it once")
        if not value:
            raise SpecError(
                f"`{name}` has no value; write `{name}=` and then {_KINDS[known[name].kind if name in known else 'str']}"
            )
        settings[name] = read_value(kind.name, known[name], value) if name in known else value
    return settings


def _of_command(kind: Kind, text: str) -> dict[str, Value]:
    """The settings in a command line, and what is left of it; words that set something else stay there."""
    ours = {key.name: key for key in kind.keys if key.name != kind.bare}
    settings: dict[str, Value] = {}
    others: list[str] = []
    while (word := _WORD.match(text)) is not None and (said := SETTING.fullmatch(shlex.split(word[1])[0])) is not None:
        name = said[1].strip()
        if name in settings:
            raise SpecError(f"`{name}` is said twice; say it once")
        if name in ours:
            settings[name] = read_value(kind.name, ours[name], said[2].strip())
        else:
            others.append(word[1])
        text = text[word.end() :]
    command = " ".join([*others, text.strip()]).strip()
    if not command:
        raise SpecError(f"`{kind.name}` needs more: {kind.help}")
    return {**settings, kind.bare or "": command}


def read_value(owner: str, key: Key, text: str) -> Value:
    """The value of a setting of an `owner`, from its text. Raises `SpecError`."""
    try:
        value = _read_as(key.kind, text)
    except (ValueError, OverflowError):
        raise SpecError(f"`{key.name}` of `{owner}` is {_KINDS[key.kind]}, not `{_cut(text)}`") from None
    if isinstance(value, str | bool):
        return value
    if key.least is not None and value < key.least:
        raise SpecError(f"`{key.name}` of `{owner}` is at least {_shown(key.least)}, not `{_cut(text)}`")
    if value > key.most or value < -MOST:
        end = f"at most {_shown(key.most)}" if value > 0 else f"at least {_shown(-MOST)}"
        raise SpecError(f"`{key.name}` of `{owner}` is {end}, not `{_cut(text)}`")
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
    """Raises `ValueError`, and `OverflowError`, for what is no such value; numbers are plain digits of ours."""
    if kind == "int":
        if re.fullmatch(r"[+-]?[0-9]+", text) is None:
            raise ValueError(text)
        return int(text)
    if kind == "float":
        if re.fullmatch(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?", text) is None:
            raise ValueError(text)
        return float(text)
    if kind == "time":
        found = re.fullmatch(r"([0-9]+(?:\.[0-9]*)?|\.[0-9]+) *(s|ms|)", text)
        if found is None:
            raise ValueError(text)
        return float(found[1]) / (1000 if found[2] == "ms" else 1)
    if kind == "bool":
        if text.lower() not in _SWITCHES:
            raise ValueError(text)
        return _SWITCHES[text.lower()]
    return text


def _known(kind: Kind) -> str:
    if kind.open:
        return f"it is {kind.help}"
    names = ", ".join(f"{key.name}=.." for key in kind.keys)
    return f"it takes {names}" if names else "it takes no settings"


def _cut(text: str) -> str:
    return escape(text.strip()[:60])


def _shown(value: Value) -> str:
    """A value so that it is read as the same one: numbers in plain digits, whatever their size."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{int(value)}" if value == int(value) else f"{Decimal(repr(value)):f}"
    return str(value)
