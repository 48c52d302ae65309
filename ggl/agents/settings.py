"""Settings of agents: those that a kind of agent takes, and their values from text.

The table of all sorts is `ggl.agents.kinds`; whole specs are read in `ggl.agents.specs`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from ggl.agents.protocol import MOST, Agent, Budget
from ggl.diagnostics.escape import escape
from ggl.errors import GglError
from ggl.play.game import Game

Value = int | float | str | bool

SIMULATIONS, SECONDS = 1000, 1.0
"""The simulations of an agent for a step if its spec sets no limit."""

SETTING = re.compile(r"([A-Za-z][\w .-]*)=(.*)", re.DOTALL)
"""A word of a command line before the program that is a setting."""


class SpecError(GglError):
    """A spec of an agent that cannot be read."""


@dataclass(frozen=True)
class Key:
    """A setting: its name, kind (as in `VALUES`), default (None: not set), what it does, its least and its greatest value."""

    name: str
    kind: str
    default: Value | None
    help: str
    least: float | None = None
    most: float = MOST


@dataclass(frozen=True)
class AgentType:
    """A sort of agent. `bare` is the key of a value that is given without one. With `rest` that value is a command line; words
    `KEY=VALUE` before the program are the other settings.

    An `open` kind takes settings that it does not list, as text. A `foreign` one runs a program or code, or opens a file, that
    the spec names: it is made from the user's own text, and never from a file that may come from a stranger. `timed` tells
    whether with some settings the clock limits its thinking. One that thinks `by_view` needs only a side's view of a state.
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
    by_view: bool = False


def budget_of(settings: Mapping[str, Value]) -> Budget:
    """The budget given by `sims` and `time`, or the default number of simulations."""
    sims, seconds = settings.get("sims"), settings.get("time")
    if sims is None and seconds is None:
        sims = SIMULATIONS
    return Budget(None if sims is None else int(sims), None if seconds is None else float(seconds))


def read_value(owner: str, key: Key, text: str) -> Value:
    """The value of a setting of an `owner`, from its text. Raises `SpecError`."""
    name = f"`{key.name}`" + (f" of `{owner}`" if owner != key.name else "")
    try:
        value = _read_as(key.kind, text)
    except (ValueError, OverflowError):
        raise SpecError(f"{name} must be {VALUES[key.kind]}, not `{brief(text)}`") from None
    if isinstance(value, str | bool):
        return value
    if key.least is not None and value < key.least:
        raise SpecError(f"{name} must be at least {setting_text(key.least)}, not `{brief(text)}`")
    if value > key.most or value < -MOST:
        end = f"at most {setting_text(key.most)}" if value > 0 else f"at least {setting_text(-MOST)}"
        raise SpecError(f"{name} must be {end}, not `{brief(text)}`")
    return value


VALUES = {
    "int": "a whole number",
    "float": "a number",
    "time": "a time such as `0.5`, `2s` or `200ms`",
    "bool": "`on` or `off`",
    "str": "a text",
}


_SWITCHES = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}


def _read_as(kind: str, text: str) -> Value:
    """Raises `ValueError` and `OverflowError` for an invalid value; numbers are ASCII digits."""
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


def brief(text: str) -> str:
    return escape(text.strip()[:60])


def setting_text(value: Value) -> str:
    """The text of a value, which reads back as the same value: numbers in plain digits, whatever their size."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, float):
        return f"{int(value)}" if value == int(value) else f"{Decimal(repr(value)):f}"
    return str(value)
