"""The pieces that may stand where a move puts or moves one, which that one replaces.

Takes the folded choices and conditions of a move. Knows a site by its name, or as a step from another. What nothing rules out may
stand there, so that "any man there" may speak of none.
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
from ggl.narration.nouns import Noun, kind_noun, listed, plain, plural
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
    is_place: bool = True
    """Whether there surely is such a site."""

    left: bool = False
    """Whether something is removed from it, so that what stood there may be gone."""

    def __or__(self, other: Standing) -> Standing:
        return replace(self, pieces=self.pieces | other.pieces, sure=self.sure & other.sure,
                       is_place=self.is_place and other.is_place)  # fmt: skip

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


def in_place(facts: Facts, here: Standing, coming: Collection[PossiblePiece], mover: Noun) -> str:
    """The phrase on what these pieces replace where this may stand; "" where they replace nothing. In a pile none does, and in a
    stack its own kind and side stay."""
    world = facts.checked.world.kinds
    layers = {piece.layer for piece in coming if not world[piece.kind].piles}
    alone = [piece for piece in coming if [one.layer for one in coming].count(piece.layer) == 1]
    joined = {piece for piece in alone if world[piece.kind].stacks}
    whole = anything(facts, here.site).pieces
    gone = [piece for piece in here.pieces if piece.layer in layers and piece not in joined and not here.left]
    there = [name for name, kind in world.items() if kind.site == here.site]
    alike: dict[str, list[str]] = {}
    for kind in there:
        whose = {piece.whose for piece in gone if piece.kind == kind}
        every = {piece.whose for piece in whole if piece.kind == kind}
        if whose:
            alike.setdefault("" if whose == every else min(whose), []).append(kind)
    if not alike:
        return ""
    the = "the" if layers <= here.sure and not joined & here.pieces else "any"
    nouns = {whose: ["piece"] if some == there else [kind_noun(kind) for kind in some] for whose, some in alike.items()}
    several = sum(map(len, nouns.values())) > _MOST or (the == "the" and len(nouns) > 1)
    many = any(world[kind].stacks for some in alike.values() for kind in some)
    if several and len({piece.layer for piece in whole}) == 1:
        return f", in place of {the} {'pieces' if many else 'piece'} there"
    named = []
    for label, some in nouns.items():
        adjective = "enemy " if label == ENEMY else ""
        pieces = plain(adjective + listed(some, "or"), several=adjective + listed(map(plural, some), "or"))
        pieces = replace(pieces, owner=mover) if label == OWN else pieces
        which = the if label != OWN or not many else "any of" if the == "any" else ""
        named.append(f"{which} {pieces.named(several=many)}".strip())
    return f", in place of {listed(named, 'or')} there"


def replaceable(facts: Facts, move: MovePart, sorts: Mapping[str, str], *, changed: bool) -> dict[t.Expr, Standing]:
    """What may stand on the sites that a move chooses or names, of these sorts, and a step from one where it moves or puts
    pieces, before its effects. `changed`: others may have moved since the choice."""
    effects = [*t.nodes(facts.folding.tree(move.do))]
    sources: dict[t.Expr, t.Expr] = {
        t.Name(binder.name, span=binder.span): facts.folding.tree(binder.source) for binder in move.binders
    }
    values: dict[t.Expr, t.Expr] = {t.Name(let.name, span=let.value.span): facts.folding.tree(let.value) for let in move.lets}
    targets = (part.on if isinstance(part, t.Put) else part.target for part in effects if isinstance(part, t.Put | t.Move))
    looped = {part.binder.name for part in effects if isinstance(part, t.ForEach)}  # what they find, an earlier one may have left
    values |= {site: site for site in targets if isinstance(site, t.Call) and site.name == "step" and not _names(site) & looped}
    left = _left(facts, move.do)
    of_sort = {site: facts.sort(site, sorts) for site in (*sources, *values)}
    found = {site: replace(anything(facts, sort), left=site in left) for site, sort in of_sort.items() if sort in SITES}
    found |= {site: _of_value(facts, here, values[site]) for site, here in found.items() if site in values}
    if changed:
        return {site: replace(anything(facts, here.site), is_place=here.is_place, left=here.left) for site, here in found.items()}
    where = facts.folding.conditions(move.where)
    tests = [tree for _, tree in where.parts] if where is not None else []
    tests += [binder.test for binder in move.binders if binder.test is not None]
    found |= {site: _among(facts, here, sources[site]) for site, here in found.items() if site in sources}
    for test in tests:
        found = {site: refined(facts, here, site, test) for site, here in found.items()}
    tabled = {site for site, source in sources.items() if facts.reads_a_table(source)}
    found = {site: here for site, here in found.items() if site not in tabled or here.pieces != anything(facts, here.site).pieces}
    changes = [part for part in t.nodes(move.do) if isinstance(part, t.Put | t.Take | t.Move | t.Exchange | t.Flip | t.Routine)]
    return found if len(changes) == 1 else {site: replace(here, sure=frozenset()) for site, here in found.items()}


def _names(tree: t.Expr) -> set[str]:
    return {part.name for part in t.nodes(tree) if isinstance(part, t.Name)}


def _left(facts: Facts, do: t.Effect) -> set[t.Expr]:
    """The sites from which something is removed, so that what stood there may be gone."""
    found: set[t.Expr] = set()
    for part in t.nodes(facts.folding.tree(do)):
        if isinstance(part, t.Take | t.Move):
            found.add(part.source)
        elif isinstance(part, t.Exchange):
            found |= {one for one in (part.left, part.right) if one is not None}
        elif isinstance(part, t.Routine):
            routine = facts.checked.definition.routines[part.name]
            gone = _left(facts, routine.body)
            passed = zip(routine.params, part.args, strict=False)
            found |= {arg for param, arg in passed if t.Name(param, span=arg.span) in gone}
    return found


def refined(facts: Facts, here: Standing, site: t.Expr, test: t.Expr, holds: bool = True, deep: int = 0) -> Standing:
    """What may stand on a site where a condition holds, or where it does not."""
    match facts.folding.tree(test):
        case t.Not(of=of):
            return refined(facts, here, site, of, not holds, deep)
        case t.And(parts=parts) if holds:
            return _all_of(facts, here, site, parts, holds, deep)
        case t.Or(parts=parts) if not holds:
            return _all_of(facts, here, site, parts, holds, deep)
        case t.And(parts=parts) | t.Or(parts=parts):
            either = [refined(facts, here, site, part, holds, deep) for part in parts]
            return reduce(or_, either)
        case t.Call(name="empty" | "occupied" as word, args=(one,)) if one == site:
            found = _none(here) if holds == (word == "empty") else here.occupied
            return replace(found, is_place=here.is_place or holds)
        case t.Stands(phrase=phrase, site=one, under=False) if one == site:
            return replace(_with(here, phrase), is_place=True) if holds else _without(here, phrase)
        case t.Chain(first=first, rest=((("in" | "not in") as op, of),)) if first == site:
            return replace(_among(facts, here, of, deep), is_place=True) if holds == (op == "in") else _not_among(here, of)
        case t.Chain(first=first, rest=(("!=" | "==" as op, t.Name(name="none")),)) if first == site:
            return replace(here, is_place=here.is_place or holds == (op == "!="))
        case t.Call(name=called, args=args, named=()) if called in facts.definitions and deep < _DEEPEST:
            body = _body(facts, called, args)
            return refined(facts, here, site, body, holds, deep + 1) if body is not None else here
    return here


def _all_of(facts: Facts, here: Standing, site: t.Expr, parts: Iterable[t.Expr], holds: bool, deep: int) -> Standing:
    for part in parts:
        here = refined(facts, here, site, part, holds, deep)
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
            return refined(facts, here, source.body, test, deep=deep) if test is not None else here
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
    """What may stand on a site that is the value of an expression."""
    match value:
        case t.Call(name="step"):
            return replace(here, is_place=False)
        case t.Call(name="first" | "the", args=(of,)):
            return _among(facts, here, of)
        case t.Call(name="sight", args=(_, _), named=()):
            return replace(here.occupied, is_place=False)
    return here


def _body(facts: Facts, called: str, args: tuple[t.Expr, ...]) -> t.Expr | None:
    """The body of a definition of names; None where it is called with more than names, which could multiply."""
    one = facts.definitions[called]
    if isinstance(one.body, t.Lined) or not all(isinstance(arg, t.Name) for arg in args):
        return None
    return facts.folding.tree(one.body, dict(zip(one.params, args, strict=False)))


def _none(here: Standing) -> Standing:
    return replace(here, pieces=frozenset())


def possible_pieces(facts: Facts, site: str, kind: str, whose: Collection[str]) -> frozenset[PossiblePiece]:
    """The pieces of a kind, or of any kind if it is none, that may stand on a sort of site: of nobody or of these owners."""
    found = anything(facts, site).pieces
    named = frozenset(piece for piece in found if piece.kind == kind) or found
    return frozenset(piece for piece in named if piece.whose in (NOBODY, *whose))


def _matches(piece: PossiblePiece, phrase: t.Phrase) -> bool:
    """Whether a piece may be one that a phrase means."""
    return phrase.kind in ("piece", piece.kind) and (phrase.adjective not in (OWN, ENEMY) or piece.whose == phrase.adjective)


def _with(here: Standing, phrase: t.Phrase) -> Standing:
    """What may stand where a piece of a phrase does: in its layer, only such pieces."""
    layers = {piece.layer for piece in here.pieces if phrase.kind in ("piece", piece.kind)}
    if len(layers) != 1:
        return here
    kept = frozenset(piece for piece in here.pieces if piece.layer not in layers or _matches(piece, phrase))
    return replace(here, pieces=kept, sure=here.sure | layers)


def _without(here: Standing, phrase: t.Phrase) -> Standing:
    if phrase.owner is not None or phrase.adjective not in (OWN, ENEMY, ""):
        return here
    return replace(here, pieces=frozenset(piece for piece in here.pieces if not _matches(piece, phrase)))
