"""The values that are still known not to be none after effects.

Takes a scope, in which some trees are known not to be none, and effects as trees, before they are typed. Gives the scope
without those trees whose meaning the effects may change: `m` after `set m to none`, `c.owner` after `take`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ggl.checker.expressions import Expressions
from ggl.checker.vocabulary.board_words import BOARD_WORDS
from ggl.checker.vocabulary.position_names import SITE_DOTS
from ggl.checker.world import Scope
from ggl.model.definition import RoutinePart
from ggl.syntax import tree as t

PIECES = ""
"""Stands for the pieces on the sites, among the names of the variables that effects change."""


class Lasting:
    def __init__(self, expressions: Expressions, routines: Mapping[str, RoutinePart]) -> None:
        self._all = expressions
        self._routines = routines
        self._of_routines: dict[str, frozenset[str]] = {}

    def after(self, effect: t.Effect, scope: Scope) -> Scope:
        """The scope with the facts that still hold once an effect is done, and while it is done again and again."""
        if not scope.known:
            return scope
        changed = self._changed(effect)
        return replace(scope, known=frozenset(tree for tree in scope.known if not self._hangs_upon(tree, changed)))

    def _changed(self, effect: t.Tree) -> frozenset[str]:
        """The names of the variables that an effect may change, and of the words whose meaning it changes."""
        match effect:
            case t.Put() | t.Take() | t.Move() | t.Exchange() | t.Flip() | t.Change(verb="turn" | "promote"):
                return frozenset({PIECES})
            case t.PhaseTo():
                return frozenset({"phase"})
            case t.Reveal():
                return frozenset({"seen"})
            case t.AgainTurn():
                return frozenset({"again"})  # as `repetitions` counts the position with its side to move
            case t.Change(what=t.Name(name="mover")):
                return frozenset({"mover", "opponent"})
            case t.Roll():
                return frozenset(place.name for place in effect.places if isinstance(place, t.Name | t.Dot | t.Call))
            case t.Deal(source=one, to=other):
                return frozenset(place.name for place in (one, other) if isinstance(place, t.Name | t.Dot))
            case t.Change(what=place) | t.Add(place=place):
                return frozenset({place.name}) if isinstance(place, t.Name | t.Dot | t.Call) else frozenset()
            case t.Routine(name=name):
                if name not in self._of_routines:
                    self._of_routines[name] = frozenset()  # recursion is refused elsewhere
                    routine = self._routines.get(name)
                    self._of_routines[name] = self._changed(routine.body) if routine is not None else frozenset()
                return self._of_routines[name]
        return frozenset(name for part in t.children(effect) for name in self._changed(part))

    def _hangs_upon(self, tree: t.Tree, changed: frozenset[str]) -> bool:
        """Whether a tree may be none once variables change. A definition or a word may read any; a property is never none."""
        match tree:
            case t.Name(name=name):
                if name in changed or (changed and self._all.definitions.is_plain(name)):
                    return True
            case t.Dot(name=name):
                if name in changed or (PIECES in changed and name in SITE_DOTS):
                    return True
            case t.Call(name=name) if changed and name not in BOARD_WORDS:
                return True
            case t.Stands() | t.With() if PIECES in changed:
                return True
        return any(self._hangs_upon(part, changed) for part in t.children(tree))
