"""Specs: one line of text with an agent and its settings.

    random   greedy   mcts:sims=400,c=1.2   alphabeta:depth=4   level:4   ugi:command line   python:package.module:Class,key=value

Takes a spec, a game and a seed; gives an agent. Raises `SpecError`, with suggestions, for an invalid spec. Equal specs have the
same canonical text, and reading that text gives the same spec.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from ggl.agents import objects
from ggl.agents.kinds import KINDS
from ggl.agents.protocol import Agent, AgentError
from ggl.agents.seated import seated
from ggl.agents.settings import SETTING, VALUES, AgentType, SpecError, Value, brief, read_value, setting_text
from ggl.diagnostics.escape import escape
from ggl.diagnostics.near import near, near_or
from ggl.play.errors import must_be, whole_seed
from ggl.play.frozen import Frozen
from ggl.play.game import Game

_WORD = re.compile(r"""[ \t\r\n]*((?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^ \t\r\n'"\\])+)(?![^ \t\r\n])""", re.DOTALL)
"""The next word as a shell splits it, including quotes; no match if a quote is not closed."""


@dataclass(frozen=True)
class Spec:
    """A parsed spec: the kind of agent, and the given settings."""

    kind: AgentType
    settings: Mapping[str, Value] = field(default_factory=Frozen)

    def all_settings(self) -> dict[str, Value]:
        """The settings with the defaults."""
        known = {key.name: key.default for key in self.kind.keys if key.default is not None}
        return {**known, **self.settings}

    @property
    def is_timed(self) -> bool:
        """Whether it thinks by the clock, so that its moves depend on the machine."""
        return self.kind.timed(self.settings)

    def __str__(self) -> str:
        if self.kind.rest:
            keys = [key.name for key in self.kind.keys if key.name in self.settings and key.name != self.kind.bare]
            said = [f"{key}={setting_text(self.settings[key])}" for key in keys]
            return f"{self.kind.name}:{' '.join([*said, str(self.settings[self.kind.bare or ''])])}"
        order = [self.kind.bare, *(key.name for key in self.kind.keys if key.name != self.kind.bare)]
        ranks = {name: rank for rank, name in enumerate(order)}
        words: list[str] = []
        for name in sorted(self.settings, key=lambda name: (ranks.get(name, len(ranks)), name)):
            shown = setting_text(self.settings[name])
            bare = name == self.kind.bare and (self.kind.open or name == self.kind.name)
            words.append(shown if bare else f"{name}={shown}")
        return f"{self.kind.name}:{','.join(words)}" if words else self.kind.name


def read(text: str) -> Spec:
    """Raises `SpecError`."""
    must_be(text, str, "the spec of an agent", "a text such as `random`")
    name, colon, rest = text.strip().partition(":")
    name = name.rstrip()
    kind = KINDS.get(name)
    if kind is None:
        hint = near_or(name, KINDS, f"there are {', '.join(KINDS)}")
        raise SpecError(f"there is no agent `{escape(name[:60])}`; {hint}")
    if kind.rest:
        return Spec(kind, Frozen(_of_command(kind, rest.strip())))
    if colon and not rest.strip():
        raise SpecError(f"nothing follows `{name}:`; {_known(kind)}")
    return Spec(kind, Frozen(_settings(kind, rest) if rest else {}))


def make(spec: object, game: Game, seed: int = 0) -> Agent:
    """An agent for a game, ready for its first play: from a spec, or from an object or a class of a program's own.

    Raises `SpecError`, and `AgentError` if it cannot play this game.
    """
    must_be(game, Game, "the game of an agent", "a game: `ggl.load(..)`")
    seed = whole_seed(seed)
    if not isinstance(spec, Spec | str):
        return seated(objects.agent_of_object(spec, game, seed), game)
    found = spec if isinstance(spec, Spec) else read(spec)
    if game.hides and not found.kind.by_view:
        raise AgentError(f"in {game.name} players do not see everything, but `{found.kind.name}` searches from whole "
                         "positions; use `ismcts`, `random` or `python:..`, which play by what their side sees")  # fmt: skip
    agent = found.kind.make(game, found.all_settings(), seed)
    agent.spec = str(found)
    return seated(agent, game)


def _settings(kind: AgentType, text: str) -> dict[str, Value]:
    known = {key.name: key for key in kind.keys}
    settings: dict[str, Value] = {}
    for part in text.split(","):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals and name in known:
            raise SpecError(f"`{name}` has no value; write `{name}=` and then {VALUES[known[name].kind]}")
        if not equals and kind.bare and not settings and name:
            name, value = kind.bare, name
        elif not part.strip():
            raise SpecError(f"a setting of `{kind.name}` is missing between two commas or at the end; {_known(kind)}")
        elif not equals:
            raise SpecError(f"`{brief(part)}` is not a setting of `{kind.name}`; {_known(kind)}")
        if name not in known and not (kind.open and name.isidentifier()):
            close = near(name, tuple(known))
            raise SpecError(f"`{kind.name}` has no setting `{brief(name)}`; {f'near: {close[0]}' if close else _known(kind)}")
        if name in settings:
            raise SpecError(f"`{name}` is given twice")
        if not value:
            raise SpecError(
                f"`{name}` has no value; write `{name}=` and then {VALUES[known[name].kind if name in known else 'str']}"
            )
        settings[name] = read_value(kind.name, known[name], value) if name in known else value
    return settings


def _of_command(kind: AgentType, text: str) -> dict[str, Value]:
    """The settings in a command line, and the rest of it, including other `NAME=VALUE` words."""
    ours = {key.name: key for key in kind.keys if key.name != kind.bare}
    settings: dict[str, Value] = {}
    others: list[str] = []
    while (word := _WORD.match(text)) is not None and (said := SETTING.fullmatch(shlex.split(word[1])[0])) is not None:
        name = said[1].strip()
        if name in settings:
            raise SpecError(f"`{name}` is given twice")
        if name in ours:
            settings[name] = read_value(kind.name, ours[name], said[2].strip())
        else:
            others.append(word[1])
        text = text[word.end() :]
    command = " ".join([*others, text.strip()]).strip()
    if not command:
        raise SpecError(f"`{kind.name}` needs more: {kind.help}")
    return {**settings, kind.bare or "": command}


def _known(kind: AgentType) -> str:
    if kind.open:
        return f"it is {kind.help}"
    names = ", ".join(f"{key.name}=.." for key in kind.keys)
    return f"it takes {names}" if names else "it takes no settings"
