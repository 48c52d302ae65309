"""Whether an end of the game can become true of both players at once, where turns move and take pieces.

Takes folded trees of a game for two. An end that is asked of each player was false of both before a turn, or the game would be
over. So it is never true of both if no turn makes it true of the player who does not move. That is shown from what a turn may
do to the pieces of either side, and from what the end reads. Without a proof, the text includes the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from ggl.core import forms as f
from ggl.core.walk import uses
from ggl.errors import GglError
from ggl.model.definition import MovePart
from ggl.narration import constant_sets
from ggl.narration.facts import Facts
from ggl.narration.starting_pieces import first_position
from ggl.syntax import tree as t

OWN_COME, OWN_GO, OWN_MOVE = "own come", "own go", "own move"
THEIRS_GO, THEIRS_GO_FOR_GOOD = "theirs go", "theirs go for good"
"""The changes that a turn may make to the pieces on cells, the mover's and the other side's. The latter never come or move."""

_FIXED_WORDS = frozenset((
    "any", "all", "count", "size", "cells", "corners", "border", "sides", "side", "center", "row", "column", "rank", "neighbors",
    "components", "connected", "lined", "directions", "orthogonal", "diagonal", "compass", "other", "groups", "step",
))  # fmt: skip
"""Words that read no more of the position than their arguments do, and `groups`, which reads the pieces of its player."""


def is_proved(facts: Facts) -> bool:
    """Whether no turn makes a line true of the player who does not move."""
    definition, turn = facts.checked.definition, facts.checked.definition.turn
    if len(facts.checked.players) != 2 or turn.at_once:
        return False
    if any(rule.begun for rule in facts.checked.core.end) or not _goes_on_from_the_start(facts):
        return False
    kinds = [piece for piece in definition.pieces.values() if piece.sites == "cells"]
    if any(piece.stacks or piece.piles or piece.side for piece in kinds) or len({piece.layer for piece in kinds}) > 1:
        return False
    changes = _changes(facts)
    lines = ((tree, part.subject) for part in definition.end if part.each and not part.together
             for _, tree in facts.folding.any_of(part.conditions).parts)  # fmt: skip
    return changes is not None and not any(_End(facts, player, changes).may_come(tree) for tree, player in lines)


def reads_own(facts: Facts, tree: t.Expr, player: str) -> bool:
    """Whether an expression reads nothing but the board and the pieces of a player."""
    return _End(facts, player, frozenset())._stays(tree)


def reads_only(facts: Facts, tree: t.Expr, player: str, phrases: Sequence[t.Phrase]) -> bool:
    """Whether an expression depends on the player, and on the pieces of one side that some phrases name, alone."""
    end, sites = _End(facts, player, frozenset()), ("edges", "vertices", "links")
    named = [part for part in t.nodes(tree) if isinstance(part, t.Phrase)]
    if named != [*phrases] or {end._whose(phrase) for phrase in named} not in ({"own"}, {"theirs"}):
        return False

    def holds(part: t.Tree, players: Collection[str], bound: Collection[str]) -> bool:
        if isinstance(part, t.Phrase):
            return any(part is phrase for phrase in named)
        if isinstance(part, t.Name) and part.name in sites:
            return True
        return end._reads_own(part, players, bound) and not (isinstance(part, t.Call) and part.name == "groups")

    return end._all_parts(tree, holds)


def _goes_on_from_the_start(facts: Facts) -> bool:
    """Whether no line holds when the game begins, as one that goes on shows."""
    if uses(facts.checked.core.setup, f.Roll):
        return False
    try:
        interpreter, position = first_position(facts.checked)
        return bool(interpreter.steps(position))
    except GglError:
        return False


# ------------------------------------------------------------------------------------------------ what a turn may change


def _changes(facts: Facts) -> frozenset[str] | None:
    """The changes that a turn may make to the pieces; None if it may make others."""
    definition, turn, found = facts.checked.definition, facts.checked.definition.turn, set[str]()
    done = [(_Sites(facts, move), move.do) for move in definition.moves.values()]
    nobody = _Sites(facts, None)
    done += [(nobody, one.body) for one in definition.routines.values()]
    done += [(nobody, tree) for tree in (turn.begin, turn.finish) if tree is not None]
    for sites, effect in done:
        effect, stirred = facts.folding.tree(effect), False
        for part in _in_order(effect):
            stirred = stirred or isinstance(part, t.ForEach | t.Repeat | t.Routine)
            changed = _changed(facts, sites, part, effect, stirred)
            if changed is None:
                return None
            found |= changed
            stirred = stirred or isinstance(part, t.Put | t.Move)
    return frozenset(found)


def _in_order(tree: t.Tree) -> Iterator[t.Tree]:
    yield tree
    for child in t.children(tree):
        yield from _in_order(child)


def _changed(facts: Facts, sites: _Sites, part: t.Tree, effect: t.Effect, stirred: bool) -> set[str] | None:
    """The changes of one effect; None if there may be others. `stirred`: earlier effects may have put or moved pieces."""
    definition, before = facts.checked.definition, sites if not stirred else _Sites(facts, None)
    match part:
        case t.Put(pieces=t.Pieces(words=(t.Name(name=kind),), owner=None), on=on, under=False) if kind in definition.pieces:
            piece = definition.pieces[kind]
            if piece.sites != "cells":
                return {OWN_COME}
            return {OWN_COME} if before.is_empty(on) else {OWN_COME, OWN_GO, THEIRS_GO, THEIRS_GO_FOR_GOOD}
        case t.Take(pieces=t.Pieces(words=words, owner=None), source=source, supply=supply, under=False) if len(words) <= 2:
            kept = supply is not None and supply.owner is None and supply.kind is None
            theirs = {THEIRS_GO} if kept else {THEIRS_GO, THEIRS_GO_FOR_GOOD}
            if t.is_name(words[0], "enemy") or before.has_no_own(source):
                return theirs
            return {OWN_GO} if t.is_name(words[0], "own") or sites.has_own(source) else {OWN_GO, *theirs}
        case t.Move(pieces=None, source=source, target=target, from_under=False, under=False) if sites.has_own(source):
            if before.is_empty(target):
                return {OWN_MOVE}
            taken = {THEIRS_GO} if _taken_to_supply(effect, target) else {THEIRS_GO, THEIRS_GO_FOR_GOOD}
            return {OWN_MOVE, *taken, *(() if before.has_no_own(target) else (OWN_GO,))}
        case t.Change(what=t.Name(name=name) | t.Dot(name=name)) | t.Add(place=t.Name(name=name) | t.Dot(name=name)) if (
            name in definition.state
        ):
            return set()
        case t.Put() | t.Take() | t.Move() | t.Change() | t.Add() | t.Exchange() | t.Flip():
            return None
    return set()


def _taken_to_supply(effect: t.Effect, target: t.Expr) -> bool:
    """Whether the enemy pieces on a site are returned to their owner before a piece moves there."""
    parts = effect.parts if isinstance(effect, t.Block) else ()
    for part in parts:
        match part:
            case t.Take(pieces=t.Pieces(words=(t.Name(name="enemy"), _)), source=source, supply=t.Supply(owner=None, kind=None)):
                return source == target
            case t.Move():
                return False
    return False


@dataclass(frozen=True)
class _Sites:
    """The facts about a site that follow from a move's choices and conditions, before its effects; none without a move."""

    facts: Facts
    move: MovePart | None

    def is_empty(self, site: t.Expr) -> bool:
        return any(
            (isinstance(one, t.Call) and one.name == "empty" and one.args == (site,)) for one in self._asked()
        ) or self._is_among(site, "vacant")

    def has_own(self, site: t.Expr) -> bool:
        return any(isinstance(source, t.With) and source.phrase.adjective == "own" for source in self._sources(site))

    def has_no_own(self, site: t.Expr) -> bool:
        """`not own man on t` where that is the only kind, or an enemy piece."""
        if self.is_empty(site) or any(isinstance(s, t.With) and s.phrase.adjective == "enemy" for s in self._sources(site)):
            return True
        kinds = [piece.name for piece in self.facts.checked.definition.pieces.values() if piece.sites == "cells"]
        for one in self._asked():
            match one:
                case t.Not(of=t.Stands(phrase=t.Phrase(kind=kind, adjective="own"), site=at)) if at == site:
                    return kinds == [kind] or kind == "piece"
                case t.Stands(phrase=t.Phrase(adjective="enemy"), site=at) if at == site:
                    return True
        return False

    def _is_among(self, site: t.Expr, word: str) -> bool:
        for source in self._sources(site):
            parts = (source.left, source.right) if isinstance(source, t.Binary) and source.op == "&" else (source,)
            if any(t.is_name(part, word) for part in parts):
                return True
        return False

    def _sources(self, site: t.Expr) -> Iterator[t.Expr]:
        if self.move is not None and isinstance(site, t.Name):
            yield from (self.facts.folding.tree(one.source) for one in self.move.binders if one.name == site.name)

    def _asked(self) -> Iterator[t.Expr]:
        """The conditions of the move, those joined by `and` one by one."""
        if self.move is None:
            return
        asked = self.facts.folding.conditions(self.move.where)
        waiting = [tree for _, tree in asked.parts] if asked is not None else []
        waiting += [self.facts.folding.tree(one.test) for one in self.move.binders if one.test is not None]
        while waiting:
            tree = waiting.pop()
            waiting += tree.parts if isinstance(tree, t.And) else ()
            yield tree


# ------------------------------------------------------------------------------------------------------- what ends read


@dataclass(frozen=True)
class _End:
    """A line of the end, of the player who does not move; `changes` is what the mover's turn may do."""

    facts: Facts
    player: str
    changes: frozenset[str]

    def may_come(self, tree: t.Expr) -> bool:
        return self._may(tree, True)

    def _may(self, tree: t.Expr, becomes: bool) -> bool:
        """Whether a condition that did not hold may come to hold, or the other way round."""
        if self._stays(tree):
            return False
        match tree:
            case t.Not(of=of):
                return self._may(of, not becomes)
            case t.And(parts=parts) if becomes and any(self._is_without_supply(part) for part in parts):
                # a supply that gets a piece back is not empty, so a return cannot have made this true
                kept = self.changes if THEIRS_GO_FOR_GOOD in self.changes else self.changes - {THEIRS_GO}
                return any(_End(self.facts, self.player, kept)._may(part, True) for part in parts)
            case t.And(parts=parts) | t.Or(parts=parts):
                return any(self._may(part, becomes) for part in parts)
            case t.Chain() if self._is_without_supply(tree):
                return not becomes  # the mover puts nothing from the other side's supply
            case t.Call(name="any", args=(t.With(of=of, phrase=phrase),)) if self._is_fixed(of):
                return self._may_change(phrase, t.is_name(of, "cells"), becomes)
        return True

    def _may_change(self, phrase: t.Phrase, anywhere: bool, come: bool) -> bool:
        """Whether a piece of a phrase may come to a fixed set of cells, or the last may go from there."""
        whose = self._whose(phrase)
        if whose == "theirs":
            return not come and THEIRS_GO in self.changes
        if whose == "own":
            moved = not anywhere and OWN_MOVE in self.changes
            return moved or (OWN_COME if come else OWN_GO) in self.changes
        return True

    def _is_without_supply(self, tree: t.Expr) -> bool:
        """`hand(p) == 0`"""
        match tree:
            case t.Chain(first=t.Call(name="hand", args=(of,)), rest=(("==", t.Number(value=0)),)):
                return t.is_name(of, self.player)
        return False

    def _whose(self, phrase: t.Phrase) -> str:
        if not self._is_of_a_kind(phrase):
            return ""
        match phrase:
            case t.Phrase(owner=t.Call(name="other", args=(of,))) if t.is_name(of, self.player):
                return "own"
            case t.Phrase(owner=None, adjective=adjective) if adjective == self.player:
                return "theirs"
            case t.Phrase(owner=t.Name(name=name)) if name == self.player:
                return "theirs"
        return ""

    def _is_of_a_kind(self, phrase: t.Phrase) -> bool:
        """Whether it names a kind, and not a value that may change."""
        return phrase.kind in (*self.facts.checked.definition.pieces, "piece")

    def _is_fixed(self, tree: t.Expr) -> bool:
        """Whether a set of cells depends on the player alone."""
        players = (t.Name(one, span=tree.span) for one in self.facts.checked.players)
        return all(
            constant_sets.cells(self.facts.checked, self.facts.folding.tree(tree, {self.player: one})) is not None
            for one in players
        )

    def _stays(self, tree: t.Expr) -> bool:
        """Whether an expression reads nothing but the board and the player's own pieces, and a turn of the other leaves these."""
        return THEIRS_GO not in self.changes and self._all_parts(tree, self._reads_own)

    def _all_parts(self, tree: t.Expr, holds: Callable[[t.Tree, Collection[str], Collection[str]], bool]) -> bool:
        """Whether something holds of all parts of an expression and of the definitions that it calls.

        It is asked of each part, with the names of the player and all names that are bound there. A definition is read once for
        the parameters that are the player; other arguments are read where they stand.
        """
        waiting, met = [(tree, frozenset((self.player,)), frozenset[str]())], set[tuple[str, frozenset[str]]]()
        while waiting:
            tree, players, params = waiting.pop()
            parts = list(t.nodes(tree))
            bound = {part.name for part in parts if isinstance(part, t.Binder)} | players | params
            for part in parts:
                name = part.name if isinstance(part, t.Call | t.Name) else ""
                if name not in self.facts.definitions:
                    if not holds(part, players, bound):
                        return False
                    continue
                one, args = self.facts.definitions[name], part.args if isinstance(part, t.Call) else ()
                passed = zip(one.params, args, strict=False)
                called = name, frozenset(param for param, arg in passed if isinstance(arg, t.Name) and arg.name in players)
                if called not in met:
                    met.add(called)
                    waiting.append((self.facts.folding.tree(one.body), called[1], frozenset(one.params)))
        return True

    def _reads_own(self, part: t.Tree, players: Collection[str], bound: Collection[str]) -> bool:
        """Whether a part of an expression reads no more; `players` are the names of the player."""
        world = self.facts.checked.world
        match part:
            case t.Phrase(owner=t.Name(name=name)) | t.Phrase(owner=None, adjective=name):
                return name in players and self._is_of_a_kind(part)
            case t.Phrase():
                return False
            case t.Call(name="groups", args=(t.Name(name=name),)):
                return name in players
            case t.Call(name=name):
                return name in _FIXED_WORDS - {"groups"}
            case t.Name(name=name):
                fixed = name in _FIXED_WORDS or name in world.constants or world.board.find(name) is not None
                return name in bound or (fixed and name not in world.variables)
            case t.Dot(of=t.Name(name=of), name=name):
                return of in players and name not in world.variables
            case t.Dot():
                return False
        return True
