"""Names and types in a reading, for completion and hover.

Takes a reading; gives plain tables. Nothing here looks at the text around a cursor.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ggl.checker.expressions import Expressions
from ggl.checker.game import CheckedGame
from ggl.checker.vocabulary.board_words import DOTS
from ggl.checker.vocabulary.position_names import SITE_DOTS
from ggl.checker.world import SITES, Refused, Scope
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, ListOf, Num, Opt, SetOf, Type, strip_opt
from ggl.diagnostics import Findings
from ggl.host.desk.reading import Reading
from ggl.model.definition import Definition
from ggl.model.keys import identity
from ggl.source import Source
from ggl.syntax import parser
from ggl.syntax.document import Entry, Mapping
from ggl.syntax.placed import Alone
from ggl.syntax.problems import SyntaxProblem


@dataclass(frozen=True)
class Property:
    """A property after a dot: its name, its type if known, its meaning."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True)
class Known:
    """`spare` is a reading of the text without its wrong entries, for features that need a checked game."""

    reading: Reading
    spare: Reading | None = None

    @property
    def checked(self) -> CheckedGame | None:
        return self.reading.checked or (self.spare.checked if self.spare is not None else None)

    @property
    def definition(self) -> Definition | None:
        return self.reading.definition

    @cached_property
    def by_text(self) -> dict[str, Type]:
        """The types of expressions by text, for texts with one type throughout the file."""
        found: dict[str, Type | None] = {}
        for one in self.reading.notes.typed:
            text = one.tree.span.text
            found[text] = one.type if found.get(text, one.type) == one.type else None
        return {text: type_ for text, type_ in found.items() if type_ is not None}

    @property
    def player(self) -> Type | None:
        """The type of players."""
        return self.reading.world.player if self.reading.world is not None else None

    def locals(self, path: tuple[str, ...]) -> dict[str, Type]:
        """The types of the names that are known only within the entry at a path such as `moves`, `place`."""
        entry = self._entry(path[:2] if path[:1] and path[0] in _PARTS else path[:1])
        if entry is None:
            return {}
        span = entry.span
        found: dict[str, Type] = {}
        for one in self.reading.notes.typed:
            place = one.tree.span
            if place.source == span.source and span.start <= place.start < span.end:
                for name, value in one.scope.locals.items():
                    found.setdefault(name, value.type)
        return found

    def _entry(self, path: tuple[str, ...]) -> Entry | None:
        node: object = self.reading.tree
        entry = None
        for step in path:
            if not isinstance(node, Mapping):
                return None
            entry = next((each for each in node.entries if identity(each.key.text) == identity(step)), None)
            if entry is None:
                return None
            node = entry.value
        return entry

    def type_of(self, text: str, names: dict[str, Type]) -> Type | None:
        """The type of an expression that is being written, in which these names are known."""
        if text in names:
            return names[text]
        if text in self.by_text:
            return self.by_text[text]
        if self.checked is None:
            return None
        expressions = self.checked.adhoc_expressions(Findings())
        scope = Scope("match", {name: f.Var(name, type_) for name, type_ in names.items()})
        return _inferred(expressions, text, scope)

    # ---- names after a dot

    def properties(self, type_: Type | None) -> list[Property]:
        """The properties of a player or a site; if the type is unknown, those of all."""
        kind = strip_opt(type_) if type_ is not None else None
        name = kind.domain.name if isinstance(kind, Fin) else ""
        if type_ is not None and name not in ("player", *SITES):
            return []
        found: list[Property] = []
        if name in ("player", ""):
            found += self._of_player()
        for site in SITES if not name else (name,) if name in SITES else ():
            found += self._of_site(site)
        return list({one.name: one for one in found}.values())

    def last(self) -> list[Property]:
        """The properties of the last move."""
        found = [Property("mover", "player or none", "who made the last move")]
        for move in self.definition.moves.values() if self.definition else ():
            names = (*move.params, *(binder.name for binder in move.binders))
            found += [Property(name, "", f"the parameter `{name}` of the last move") for name in names]
        return list({one.name: one for one in found}.values())

    def _of_player(self) -> list[Property]:
        one, world = self.definition, self.reading.world
        found: dict[str, Property] = {}
        for player in one.players.values() if one else ():
            for name in player.constants:
                type_ = world.player_constants.get(name) if world else None
                found.setdefault(name, Property(name, type_text(type_), "a constant of each player"))
        return [*found.values(), *self._variables("players", "player")]

    def _of_site(self, site: str) -> list[Property]:
        found = [Property(name, word.signature.result, word.meaning) for (of, name), word in DOTS.items() if of == site]
        found += [Property(name, "", meaning) for name, meaning in SITE_DOTS.items()]
        for piece in self.definition.pieces.values() if self.definition else ():
            if piece.sites.startswith(site[:4]):
                found += [Property(name, self.of_variable(name), f"a property of the {piece.name} there") for name in piece.has]
        return found + self._variables("vertices" if site == "vertex" else f"{site}s", site)

    def _variables(self, each: str, what: str) -> list[Property]:
        variables = self.definition.state.values() if self.definition else ()
        return [
            Property(one.name, self.of_variable(one.name), f"a variable of each {what}") for one in variables if one.each == each
        ]

    def of_variable(self, name: str) -> str:
        place = self.reading.world.variables.get(name) if self.reading.world else None
        if place is None:
            return ""
        return f"bag of {place.bag}s" if place.bag is not None else type_text(place.values)

    # ---- definitions

    def parameters(self, name: str) -> list[tuple[str, str]]:
        """The parameters of a definition with their types, as far as its uses tell them."""
        one = self.definition.definitions.get(name) if self.definition else None
        if one is None:
            return []
        made = [core for core in self._made if core.label == name]
        types = [" or ".join(dict.fromkeys(type_text(core.params[at][1]) for core in made)) for at in range(len(one.params))]
        return list(zip(one.params, types, strict=True))

    def result(self, name: str) -> str:
        """The type of a definition's value."""
        made = [type_text(core.body.type) for core in self._made if core.label == name]
        if not made:
            constant = self.by_text.get(name)
            made = [type_text(constant)] if constant is not None else []
        return " or ".join(dict.fromkeys(made))

    @cached_property
    def _made(self) -> tuple[f.Definition, ...]:
        return self.checked.core.definitions if self.checked is not None else ()

    def parameter_types(self, move: str) -> dict[str, str]:
        types = self.reading.world.param_types if self.reading.world else {}
        return {name: type_text(type_) for (of, name), type_ in types.items() if of == move}


_PARTS = ("moves", "define", "routines", "end", "tests", "state", "options", "regions", "pieces", "players")


def _inferred(expressions: Expressions, text: str, scope: Scope) -> Type | None:
    try:
        return expressions.infer(parser.expression(Alone(Source("", text))), scope).type
    except (SyntaxProblem, Refused):
        return None


def type_text(type_: Type | None) -> str:
    """A type as messages name it; numbers with their bounds where these are small."""
    if isinstance(type_, Num) and type_.scale == 1 and type_.hi - type_.lo <= 1000 and type_.lo > -1000:
        return f"number {type_.lo}..{type_.hi}" if type_.lo != type_.hi else f"number {type_.lo}"
    if isinstance(type_, Bool | Num | Fin | Opt | SetOf | ListOf):
        return str(type_)
    return ""
