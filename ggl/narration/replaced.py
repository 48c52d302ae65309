"""The pieces that may stand where a move puts or moves one, which that one replaces.

Takes the folded choices and conditions of a move. Knows a site by its name. What nothing rules out may stand there, so that
"any man there" may speak of none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from ggl.checker.world import SITES
from ggl.model.definition import MovePart
from ggl.narration.facts import Facts
from ggl.narration.nouns import Noun, kind_noun, listed, plain
from ggl.syntax import tree as t

OWN, ENEMY, NOBODY = "own", "enemy", "nobody"
_MOST = 3
"""How many kinds are named."""

_DEEPEST = 6
"""How many definitions within each other are looked into."""


class PossiblePiece(NamedTuple):
    layer: str
    kind: str
    whose: str


@dataclass(frozen=True)
class Standing:
    """The pieces that may stand on a site, and the layers in which one of them surely does."""

    site: str
    pieces: frozenset[PossiblePiece]
    sure: frozenset[str] = frozenset()

    def __or__(self, other: Standing) -> Standing:
        return Standing(self.site, self.pieces | other.pieces, self.sure & other.sure)

    @property
    def occupied(self) -> Standing:
        """The same where something stands there; in which layer is not known of several."""
        layers = frozenset(piece.layer for piece in self.pieces)
        return replace(self, sure=layers) if len(layers) == 1 else self


def anything(facts: Facts, site: str) -> Standing:
    """What may stand on a sort of site if nothing else is known."""
    owners = (OWN, ENEMY) if len(facts.checked.players) > 1 else (OWN,)
    kinds = [(name, kind) for name, kind in facts.checked.world.kinds.items() if kind.site == site]
    found = (PossiblePiece(kind.layer, name, whose) for name, kind in kinds for whose in (owners if kind.owned else (NOBODY,)))
    return Standing(site, frozenset(found))


def in_place(facts: Facts, here: Standing, kinds: Collection[str], mover: Noun) -> str:
    """The phrase on what pieces of these kinds replace where this may stand; "" where they replace nothing."""
    layers = {facts.checked.world.kinds[kind].layer for kind in kinds}
    whole, gone = anything(facts, here.site).pieces, [piece for piece in here.pieces if piece.layer in layers]
    there = [name for name, kind in facts.checked.world.kinds.items() if kind.site == here.site]
    alike: dict[str, list[str]] = {}
    for kind in there:
        whose = {piece.whose for piece in gone if piece.kind == kind}
        every = {piece.whose for piece in whole if piece.kind == kind}
        if whose:
            alike.setdefault("" if whose == every else min(whose), []).append(kind)
    if not alike:
        return ""
    the = "the" if layers <= here.sure else "any"
    nouns = {whose: ["piece"] if some == there else [kind_noun(kind) for kind in some] for whose, some in alike.items()}
    several = sum(map(len, nouns.values())) > _MOST or (the == "the" and len(nouns) > 1)
    if several and len({piece.layer for piece in whole}) == 1:
        return f", in place of {the} piece there"
    named = []
    for label, some in nouns.items():
        noun = listed(some, "or")
        pieces = plain(f"enemy {noun}" if label == ENEMY else noun)
        named.append(f"{the} {(replace(pieces, owner=mover) if label == OWN else pieces).named()}")
    return f", in place of {listed(named, 'or')} there"


def replaceable(facts: Facts, move: MovePart, sorts: Mapping[str, str], *, changed: bool) -> dict[str, Standing]:
    """What may stand on the sites that a move chooses or names, of these sorts, before its effects; without those from which it
    removes something. `changed`: others may have moved since the choice."""
    if any(kind.stacks or kind.piles for kind in facts.checked.world.kinds.values()):
        return {}
    chosen = {*(binder.name for binder in move.binders), *(let.name for let in move.lets)} - _left(facts, move.do)
    found = {name: anything(facts, sort) for name, sort in sorts.items() if name in chosen and sort in SITES}
    if changed:
        return found
    where = facts.folding.conditions(move.where)
    tests = [tree for _, tree in where.parts] if where is not None else []
    tests += [binder.test for binder in move.binders if binder.test is not None]
    found |= {binder.name: _among(facts, found[binder.name], facts.folding.tree(binder.source))
              for binder in move.binders if binder.name in found}  # fmt: skip
    found |= {let.name: _of_value(facts, found[let.name], facts.folding.tree(let.value))
              for let in move.lets if let.name in found}  # fmt: skip
    for test in tests:
        found = {name: refined(facts, here, name, test) for name, here in found.items()}
    tabled = {binder.name for binder in move.binders if facts.reads_a_table(binder.source)}
    found = {name: here for name, here in found.items() if name not in tabled or here != anything(facts, here.site)}
    changes = [part for part in t.nodes(move.do) if isinstance(part, t.Put | t.Take | t.Move | t.Exchange | t.Flip | t.Routine)]
    return found if len(changes) == 1 else {name: replace(here, sure=frozenset()) for name, here in found.items()}


def _left(facts: Facts, do: t.Effect) -> set[str]:
    """The names of sites from which something is removed, so that what stood there may be gone."""
    found = set()
    for part in t.nodes(do):
        if isinstance(part, t.Take | t.Move) and isinstance(part.source, t.Name):
            found.add(part.source.name)
        elif isinstance(part, t.Exchange):
            found |= {one.name for one in (part.left, part.right) if isinstance(one, t.Name)}
        elif isinstance(part, t.Routine):
            routine = facts.checked.definition.routines[part.name]
            gone = _left(facts, routine.body)
            passed = zip(routine.params, part.args, strict=False)
            found |= {arg.name for param, arg in passed if param in gone and isinstance(arg, t.Name)}
    return found


def refined(facts: Facts, here: Standing, name: str, test: t.Expr, holds: bool = True, deep: int = 0) -> Standing:
    """What may stand on the site of a name where a condition holds, or where it does not."""
    match facts.folding.tree(test):
        case t.Not(of=of):
            return refined(facts, here, name, of, not holds, deep)
        case t.And(parts=parts) if holds:
            return _all_of(facts, here, name, parts, holds, deep)
        case t.Or(parts=parts) if not holds:
            return _all_of(facts, here, name, parts, holds, deep)
        case t.And(parts=parts) | t.Or(parts=parts):
            either = [refined(facts, here, name, part, holds, deep) for part in parts]
            return reduce(or_, either)
        case t.Call(name="empty" | "occupied" as word, args=(site,)) if t.is_name(site, name):
            return _none(here) if holds == (word == "empty") else here.occupied
        case t.Stands(phrase=phrase, site=site, under=False) if t.is_name(site, name):
            return _with(here, phrase) if holds else _without(here, phrase)
        case t.Chain(first=first, rest=((("in" | "not in") as op, of),)) if t.is_name(first, name):
            return _among(facts, here, of, deep) if holds == (op == "in") else _not_among(here, of)
        case t.Call(name=called, args=args, named=()) if called in facts.definitions and deep < _DEEPEST:
            body = _body(facts, called, args)
            return refined(facts, here, name, body, holds, deep + 1) if body is not None else here
    return here


def _all_of(facts: Facts, here: Standing, name: str, parts: Iterable[t.Expr], holds: bool, deep: int) -> Standing:
    for part in parts:
        here = refined(facts, here, name, part, holds, deep)
    return here


def _among(facts: Facts, here: Standing, source: t.Expr, deep: int = 0) -> Standing:
    """What may stand on a member of a set."""
    match source:
        case t.Name(name="vacant") | t.Call(name="slides" | "slides_along", args=(_, _), named=()):
            return _none(here)
        case t.Name(name="taken_cells") | t.Call(name="sight_along", args=(_, _), named=()):
            return here.occupied
        case t.With(of=of, phrase=phrase):
            return _with(_among(facts, here, of, deep), phrase)
        case t.Binary(op="&", left=one, right=other):
            return _among(facts, _among(facts, here, one, deep), other, deep)
        case t.Binary(op="-", left=one, right=other):
            return _not_among(_among(facts, here, one, deep), other)
        case t.Binary(op="+", left=one, right=other) | t.IfElse(then=one, other=other):
            return _among(facts, here, one, deep) | _among(facts, here, other, deep)
        case t.Gen(body=t.Name(name=name), binders=(*_, t.Binder(name=last, source=of, test=test))) if name == last:
            here = _among(facts, here, of, deep)
            return refined(facts, here, name, test, deep=deep) if test is not None else here
        case t.Call(name=called, args=args, named=()) if called in facts.definitions and deep < _DEEPEST:
            body = _body(facts, called, args)
            return _among(facts, here, body, deep + 1) if body is not None else here
        case t.Name(name=called) if called in facts.definitions and deep < _DEEPEST:
            return _among(facts, here, facts.definitions[called].body, deep + 1)
    return here


def _not_among(here: Standing, source: t.Expr) -> Standing:
    match source:
        case t.Name(name="vacant"):
            return here.occupied
        case t.Name(name="taken_cells"):
            return _none(here)
        case t.With(of=t.Name(name="cells" | "edges" | "vertices"), phrase=phrase):
            return _without(here, phrase)
    return here


def _of_value(facts: Facts, here: Standing, value: t.Expr) -> Standing:
    """What may stand on a site that a `let` names."""
    match value:
        case t.Call(name="first" | "the", args=(of,)):
            return _among(facts, here, of)
        case t.Call(name="sight", args=(_, _), named=()):
            return here.occupied
    return here


def _body(facts: Facts, called: str, args: tuple[t.Expr, ...]) -> t.Expr | None:
    """The body of a definition of names; None where it is called with more than names, which could multiply."""
    one = facts.definitions[called]
    if isinstance(one.body, t.Lined) or not all(isinstance(arg, t.Name) for arg in args):
        return None
    return facts.folding.tree(one.body, dict(zip(one.params, args, strict=False)))


def _none(here: Standing) -> Standing:
    return Standing(here.site, frozenset())


def _matches(piece: PossiblePiece, phrase: t.Phrase) -> bool:
    """Whether a piece may be one that a phrase means."""
    return phrase.kind in ("piece", piece.kind) and (phrase.adjective not in (OWN, ENEMY) or piece.whose == phrase.adjective)


def _with(here: Standing, phrase: t.Phrase) -> Standing:
    """What may stand where a piece of a phrase does: in its layer, only such pieces."""
    layers = {piece.layer for piece in here.pieces if phrase.kind in ("piece", piece.kind)}
    if len(layers) != 1:
        return here
    kept = frozenset(piece for piece in here.pieces if piece.layer not in layers or _matches(piece, phrase))
    return Standing(here.site, kept, here.sure | layers)


def _without(here: Standing, phrase: t.Phrase) -> Standing:
    if phrase.owner is not None or phrase.adjective not in (OWN, ENEMY, ""):
        return here
    return replace(here, pieces=frozenset(piece for piece in here.pieces if not _matches(piece, phrase)))
