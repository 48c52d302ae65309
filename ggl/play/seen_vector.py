"""A side's view of a position of a game, as a vector; `ggl.interpreter.views` defines its meaning."""

from __future__ import annotations

from collections.abc import Sequence

from ggl.core import forms as f
from ggl.core.walk import reached
from ggl.engine.protocol import Step
from ggl.interpreter.views import Entry, SeenVector, Views
from ggl.play.rules import Rules

WATCHER = "watcher"
"""A viewer who sees and learns only what everybody sees and learns."""

SUPPLY = "supply"
"""The field with entries that all players know in every position."""


def views_of(game: Rules) -> Views:
    """The object that computes the views of a game."""
    if "_views" not in game.__dict__:
        game.__dict__["_views"] = Views(game.interpreter)
    return game.__dict__["_views"]  # type: ignore[no-any-return]


def seen_by(game: Rules, vector: Sequence[int], player: str) -> SeenVector:
    """A side's view of a position; for a watcher, the part that everybody always sees."""
    views = views_of(game)
    return _watched(game, vector) if player == WATCHER else views.view(vector, game.players.index(player))


def entry_of(game: Rules, before: Sequence[int], step: Step, after: Sequence[int], player: str) -> Entry | None:
    """The entry that a step leaves with a side; for a watcher, the part left with everybody who did not make it."""
    if player != WATCHER:
        return views_of(game).entry(before, step, after, game.players.index(player))
    return views_of(game).entry_between(_watched(game, before), step, _watched(game, after), own=False)


def _watched(game: Rules, true: Sequence[int]) -> SeenVector:
    """The part that everybody always sees: less than all sides see at the moment, which would reveal to one side what another
    has found."""
    found, unknown = list(true), set[int]()
    world, slots = game.checked.world, game.layout.slots
    for layer in game.checked.core.layers:
        slot = slots[layer.field]
        for place in range(slot.start, slot.stop):
            if (hidden := world.visibility.get(true[place])) is not None:
                found[place] = hidden.face
                for attribute in layer.attributes:
                    found[slots[attribute].start + place - slot.start] = slots[attribute].field.start
    views = views_of(game)
    for veil in game.checked.core.veils:
        if veil.known:
            slot = slots[veil.field]
            for place in range(slot.start, slot.stop):
                if veil.field != SUPPLY or any(place in views.view(true, side).unknown for side in range(len(game.players))):
                    found[place] = slot.field.start
                    unknown.add(place)
    return SeenVector(tuple(found), frozenset(unknown))


def past_is_public(game: Rules) -> bool:
    """Whether all sides know the count of each position: they see all compared fields, and learn of each step."""
    core = game.checked.core
    hidden = {veil.field for veil in core.veils}
    return not any(field.name in hidden for field in core.fields if field.compared or field.name == "ply")


def scores_are_public(game: Rules) -> bool:
    """Whether the score reads only what all sides see."""
    core = game.checked.core
    hidden = {veil.field for veil in core.veils}
    forms = reached((core.score, *core.breaks), core.definitions)
    return not any(isinstance(form, f.Get | f.Plane) and form.field in hidden for form in forms)
