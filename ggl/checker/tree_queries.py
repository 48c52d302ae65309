"""Queries on the trees of a whole definition, before anything is typed."""

from __future__ import annotations

from collections.abc import Iterator

from ggl.checker.vocabulary.prelude import prelude
from ggl.model.definition import Definition
from ggl.syntax import tree as t


def effects_in(definition: Definition) -> Iterator[t.Tree]:
    """The trees of all effects, with their parts."""
    turn = definition.turn
    bodies = (one.body for one in definition.routines.values())
    resolved = (part.resolve for part in turn.at_once)
    return t.nodes(
        *(move.do for move in definition.moves.values()), *bodies, turn.begin, turn.finish, definition.setup, *resolved
    )


def constants_before_regions(definition: Definition) -> set[str]:
    """The constants of players that regions read and that read no region themselves: these come first."""
    regions = (region.sites for region in definition.regions.values() if isinstance(region.sites, t.Tree))
    constants = {name for player in definition.players.values() for name in player.constants}
    read = _mentioned(definition, *regions)
    return {
        name for name in constants & read if not _mentioned(definition, *_values_of(definition, name)) & {*definition.regions}
    }


def _values_of(definition: Definition, constant: str) -> list[t.Expr]:
    return [player.constants[constant] for player in definition.players.values() if constant in player.constants]


def _mentioned(definition: Definition, *trees: t.Tree) -> set[str]:
    """All names in trees, in the definitions and words of the prelude that they use, and in the constants of players."""
    met, waiting = set[str](), _names_in(*trees)
    while waiting:
        name = waiting.pop()
        met.add(name)
        defined = definition.definitions.get(name) or prelude().get(name)
        body = defined.body if defined is not None else None
        waiting |= _names_in(*_values_of(definition, name), body) - met
    return met


def _names_in(*trees: t.Tree | None) -> set[str]:
    return {part.name for part in t.nodes(*trees) if isinstance(part, t.Name | t.Call | t.Dot)}
