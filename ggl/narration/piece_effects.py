"""Effects on pieces in English: what is put, taken, moved, exchanged and turned over, of whose pieces, and how many.

Takes trees and a teller; returns clauses.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, TypeVar

from ggl.checker.world import SITES
from ggl.narration import constant_sets, filling
from ggl.narration.facts import Facts, is_many
from ggl.narration.nouns import Many, listed, plural, words
from ggl.narration.replaced import ENEMY, OWN, PossiblePiece, anything, in_place, possible_pieces
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speech import Speaker


class Teller(Protocol):
    """The interface of `EffectText`, which tells effects."""

    speaker: Speaker
    at_start: bool

    def either(self, value: t.Expr, said: Callable[[t.Expr], str]) -> str: ...


def tell_pieces(teller: Teller, pieces: t.Pieces) -> tuple[Many, bool]:
    """The pieces, and whether their owner was mentioned."""
    *before, last = pieces.words
    before = before[_number(teller, pieces) is not None :]
    speaker = teller.speaker
    owner = pieces.owner
    adjective = ""
    for word in before:
        if isinstance(word, t.Name) and word.name in ("own", "enemy", *speaker.facts.checked.players):
            adjective = word.name
        else:
            owner = word
    if not speaker.facts.exact and owner is not None and t.is_name(owner, "opponent") and "opponent" not in speaker.locals:
        owner, adjective = None, "enemy"
    name = last.name if isinstance(last, t.Name) else "piece"
    many = speaker.phrase(t.Phrase(name, adjective, owner, last.span, span=pieces.span))
    if not isinstance(last, t.Name):
        kind = f" of the kind {speaker.value(last).text}"
        many = many.and_then(lambda _, several: kind)
    return many, bool(adjective) or owner is not None


def _number(teller: Teller, pieces: t.Pieces) -> t.Expr | None:
    """The number before the other words, if one is said."""
    first = pieces.words[0]
    if len(pieces.words) > 1 and isinstance(first, t.Name) and first.name == "all" and "all" not in teller.speaker.locals:
        return first
    return first if len(pieces.words) > 1 and teller.speaker.sort(first) == "number" else None


def _stacks(teller: Teller, pieces: t.Pieces) -> bool:
    """Whether these pieces may stand in stacks."""
    last, kinds = pieces.words[-1], teller.speaker.facts.checked.world.kinds
    name = last.name if isinstance(last, t.Name) else ""
    return any(kind.stacks or kind.piles for kind in ([kinds[name]] if name in kinds else kinds.values()))


def _together(teller: Teller) -> str:
    """The explanation for pieces that stand together on a site."""
    return "piles" if any(kind.piles for kind in teller.speaker.facts.checked.world.kinds.values()) else "stacks"


def _is_all(teller: Teller, pieces: t.Pieces, site: t.Expr) -> bool:
    """Whether all such pieces of a site are meant, at any level: of a pile, its count is all only of pieces of any kind."""
    number, named = _number(teller, pieces), len(pieces.words) > 2 or pieces.owner is not None
    if isinstance(number, t.Name) and number.name == "all":
        return True
    any_kind = not named and t.is_name(pieces.words[-1], "piece")
    return (
        isinstance(number, t.Dot) and number.name == "count" and number.of == site and (any_kind or _together(teller) == "stacks")
    )


def _so_many(teller: Teller, number: t.Expr | None, many: Many) -> str:
    """`3 beans of yours`; one, if no number is said."""
    fixed = Fraction(1) if number is None else teller.speaker.facts.folding.constant(number)
    if fixed == 1:
        return f"one {many.named()}"
    text = teller.speaker.value(number).text if number is not None else ""
    is_name = re.fullmatch(r'"[^"]*"|\S+', text) is not None
    return (
        f"{teller.speaker.amount(number) if number is not None else text} {many.counted()}"
        if is_name
        else f"so many {many.counted()} ({text})"
    )


EffectT = TypeVar("EffectT", t.Put, t.Take, t.Move)


def _by_owner(teller: Teller, tree: EffectT, pieces: t.Pieces, said: Callable[[Teller, EffectT], str]) -> str:
    """An effect on pieces whose owners a condition lists, described once for each owner."""
    assert pieces.owner is not None
    return teller.either(pieces.owner, lambda owner: said(teller, replace(tree, pieces=replace(pieces, owner=owner))))


def tell_put(teller: Teller, tree: t.Put) -> str:
    if isinstance(tree.pieces.owner, t.IfElse):
        return _by_owner(teller, tree, tree.pieces, tell_put)
    *before, kind = tree.pieces.words
    if isinstance(kind, t.IfElse) and not teller.speaker.facts.exact:
        kinds = (replace(tree, pieces=replace(tree.pieces, words=(*before, each))) for each in (kind.then, kind.other))
        then, other = (tell_put(teller, each) for each in kinds)
        return f"if {teller.speaker.within(kind.test)}, {then}; otherwise {other}"
    many, is_said = tell_pieces(teller, tree.pieces)
    last = tree.pieces.words[-1]
    piece = teller.speaker.facts.checked.definition.pieces.get(last.name if isinstance(last, t.Name) else "")
    owned = piece.owned and not piece.side if piece is not None else _some_owned(teller)
    if not is_said and owned:
        many = replace(many, owner=teller.speaker.mover)
    facing = f", facing {target(teller, tree.facing)}" if tree.facing is not None else ""
    number, supply = _number(teller, tree.pieces), ""
    if tree.from_supply:
        its = f"{'its' if number is None else 'their'} owner's" if is_said else "the"
        supply = f" from {many.owner.possessive if many.owner else its} {teller.speaker.facts.supply}"
        many = replace(many, owner=None)
        teller.speaker.use("hand")
    what = many.some() if number is None else _so_many(teller, number, many)
    where = "under everything on" if tree.under else "on"
    put = tree.pieces if is_said or not owned else replace(tree.pieces, owner=t.Name("mover", span=tree.span))
    gone = replaced(teller.speaker, tree.on, _named_pieces(teller, put, tree.on))
    if not teller.at_start and _stacks(teller, tree.pieces) and _together(teller) == "stacks":
        teller.speaker.use("stacks")
    return f"put {what}{supply} {where} {sites(teller, tree.on)}{gone}{facing}"


def _some_owned(teller: Teller) -> bool:
    """Whether a kind that varies may belong to the player who puts it."""
    return any(piece.owned and not piece.side for piece in teller.speaker.facts.checked.definition.pieces.values())


def replaced(speaker: Speaker, site: t.Expr, coming: Collection[PossiblePiece]) -> str:
    """The phrase for what these pieces replace on a site."""
    here = speaker.replaces.get(site)
    if here is None:
        return ""
    if not here.is_place:
        speaker.facts.explain("nowhere")
    return in_place(speaker.facts, here, coming, speaker.mover)


def moved(speaker: Speaker, source: t.Expr) -> frozenset[PossiblePiece]:
    """What may stand on a site that is moved as a whole."""
    return (speaker.replaces.get(source) or anything(speaker.facts, speaker.sort(source))).pieces


def layers(speaker: Speaker, site: t.Expr) -> int:
    """How many pieces may stand on a site beside each other."""
    sort = speaker.sort(site)
    return len({kind.layer for kind in speaker.facts.checked.world.kinds.values() if kind.site == sort})


def _named_pieces(teller: Teller, pieces: t.Pieces, site: t.Expr) -> frozenset[PossiblePiece]:
    """The pieces that may be meant on a site: of any side, unless it is said which."""
    kind = last.name if isinstance(last := pieces.words[-1], t.Name) else ""
    said = {word.name for word in (*pieces.words, pieces.owner) if isinstance(word, t.Name)}
    whose = [OWN] if said & {"own", "mover"} else [ENEMY] if said & {"enemy", "opponent"} else [OWN, ENEMY]
    return possible_pieces(teller.speaker.facts, teller.speaker.sort(site), kind, whose)


def sites(teller: Teller, tree: t.Expr) -> str:
    """A site, or each of a set."""
    speaker = teller.speaker
    if not is_many(speaker.sort(tree)):
        return speaker.value(tree).text
    if isinstance(tree, t.SetOf):
        names = listed(speaker.value(item).text for item in tree.items)
        return f"each of {names}" if len(tree.items) > 1 else names
    if not speaker.facts.exact and (teller.at_start or _constant(teller, tree) is not None) and not speaker.facts.tired(20):
        named = constant_sets.every(speaker.facts.checked, tree)
        if named is not None:
            return named
    constant = _constant(teller, tree)
    if constant is not None:
        return sites(teller, constant)
    if isinstance(tree, t.Binary) and tree.op == "+" and not speaker.is_by_members(tree.left):
        return f"every {speaker.facts.cell} of {speaker.value(tree).text}"
    return speaker.members(tree).each()


def _constant(teller: Teller, tree: t.Expr) -> t.Expr | None:
    """`Light.home` as it was declared."""
    if isinstance(tree, t.Dot) and isinstance(tree.of, t.Name):
        player = teller.speaker.facts.checked.definition.players.get(tree.of.name)
        if player is not None and tree.name in player.constants:
            return teller.speaker.facts.folding.tree(player.constants[tree.name])
    return None


def tell_take(teller: Teller, tree: t.Take) -> str:
    if isinstance(tree.pieces.owner, t.IfElse):
        return _by_owner(teller, tree, tree.pieces, tell_take)
    many, _ = tell_pieces(teller, tree.pieces)
    where = sites(teller, tree.source)
    if _stacks(teller, tree.pieces):
        teller.speaker.use(_together(teller))
        is_all = _is_all(teller, tree.pieces, tree.source)
        if tree.under and not is_all:
            where = f"the bottom of {where}"
        what = f"all {many.all()}" if is_all else _so_many(teller, _number(teller, tree.pieces), many)
        single = what.startswith("one ")
    else:
        any_ = many.named(several=True) if many.owner is not None else many.named()
        what, single = f"any of {any_}" if many.owner is not None else f"any {any_}", True
    if tree.supply is None:
        return f"remove {what} from {where}"
    teller.speaker.use("hand")
    several = is_many(teller.speaker.sort(tree.source))
    return _to_supply(teller, what, where, tree.supply, "them" if not single else "each" if several else "it")


def _to_supply(teller: Teller, what: str, where: str, supply: t.Supply, it: str) -> str:
    """`take any enemy chick from t and put it into your supply as a hen`"""
    whose = "their owner's" if it == "them" else "its owner's"
    if supply.owner is None and supply.kind is None:
        return f"return {what} on {where} to {whose} {teller.speaker.facts.supply}"
    kind = "" if supply.kind is None else f" as {_as(teller, supply.kind, it != 'them')}"
    taken = f"take {what} from {where} and put {it} into"
    if supply.owner is None:
        return f"{taken} {whose} {teller.speaker.facts.supply}{kind}"
    return teller.either(supply.owner, lambda owner: f"{taken} {_supply(teller, owner)}{kind}")


def _supply(teller: Teller, owner: t.Expr) -> str:
    noun = teller.speaker.value(owner)
    supply = teller.speaker.facts.supply
    return f"{noun.possessive} {supply}" if isinstance(owner, t.Name) else f"the {supply} of {noun.after_of}"


def _as(teller: Teller, kind: t.Expr, single: bool) -> str:
    if not single and isinstance(kind, t.Name) and kind.name in teller.speaker.facts.checked.world.kinds:
        return plural(words(kind.name))
    return teller.speaker.value(kind).text


def tell_move(teller: Teller, tree: t.Move) -> str:
    if tree.pieces is not None and isinstance(tree.pieces.owner, t.IfElse):
        return _by_owner(teller, tree, tree.pieces, tell_move)
    target = teller.speaker.value(tree.target).text
    if tree.under:
        target = f"the bottom of {target}"
    coming = moved(teller.speaker, tree.source)
    if tree.pieces is not None:
        named = _named_pieces(teller, tree.pieces, tree.source)
        coming = coming & named or named
    gone = replaced(teller.speaker, tree.target, coming)
    stacking = any(kind.stacks or kind.piles for kind in teller.speaker.facts.checked.world.kinds.values())
    if tree.pieces is None and (stacking or layers(teller.speaker, tree.source) > 1):
        each = f", each piece in place of any there with which it may not share the {teller.speaker.facts.cell}" if gone else ""
        return f"move everything on {teller.speaker.value(tree.source).text} to {target}{each}"
    if tree.pieces is None:
        return f"move the piece on {teller.speaker.value(tree.source).text} to {target}{gone}"
    many, _ = tell_pieces(teller, tree.pieces)
    if _stacks(teller, tree.pieces):
        teller.speaker.use(_together(teller))
        is_all = _is_all(teller, tree.pieces, tree.source)
        some = f"all {many.all()}" if is_all else _so_many(teller, _number(teller, tree.pieces), many)
        some = _topmost(teller, tree) or some
        end = "the bottom of " if tree.from_under and not is_all else ""
        return f"move {some} from {end}{teller.speaker.value(tree.source).text} to {target}{gone}"
    return f"move the {many.named()} on {teller.speaker.value(tree.source).text} to {target}{gone}"


def _topmost(teller: Teller, tree: t.Move) -> str:
    """`the top k pieces`, of a pile from which pieces of any kind and side are moved."""
    number = _number(teller, tree.pieces) if tree.pieces is not None else None
    alone = tree.pieces is not None and len(tree.pieces.words) == 1 and t.is_name(tree.pieces.words[0], "piece")
    if alone and not tree.from_under and not teller.speaker.facts.exact and _together(teller) == "piles":
        return "the top piece"
    if number is None or tree.pieces is None or tree.from_under or teller.speaker.facts.exact or _together(teller) != "piles":
        return ""
    whatever = len(tree.pieces.words) == 2 and tree.pieces.owner is None and t.is_name(tree.pieces.words[1], "piece")
    amount = teller.speaker.value(number).text
    return f"the top {amount} pieces" if whatever and " " not in amount and amount not in ("1", "all") else ""


def tell_exchange(teller: Teller, tree: t.Exchange) -> str:
    if tree.right is None:
        return f"exchange the pieces on {teller.speaker.members(tree.left).all()}"
    left, right = teller.speaker.value(tree.left).text, teller.speaker.value(tree.right).text
    return f"exchange the pieces on {left} and {right}"


def on(teller: Teller, tree: t.Expr) -> str:
    """The piece on a site, or on each of a set."""
    return f"the piece on {sites(teller, tree)}"


def only_of(facts: Facts, to: t.Expr) -> str:
    """The clause on whose piece may become one of a kind of one side or of nobody, where pieces of others may stand there."""
    kinds = facts.checked.definition.pieces
    kind = kinds.get(to.name) if isinstance(to, t.Name) else None
    if kind is None or (kind.owned and not kind.side):
        return ""
    beside = [one for one in kinds.values() if (one.sites, one.layer) == (kind.sites, kind.layer)]
    if all((one.owned, one.side) == (kind.owned, kind.side) for one in beside):
        return ""
    return f" if it belongs to {kind.side if kind.owned else 'nobody'}"


def lost(facts: Facts, to: t.Expr) -> str:
    """The phrase on the properties and the facing that others carry and a piece of a kind does not: it loses them."""
    kinds = facts.checked.world.kinds
    new = kinds.get(to.name) if isinstance(to, t.Name) else None
    if new is None:
        return ""
    beside = [kind for kind in kinds.values() if (kind.site, kind.layer) == (new.site, new.layer)]
    gone = [
        f'has no "{words(name)}"' for name in dict.fromkeys(name for kind in beside for name in kind.has) if name not in new.has
    ]
    if any(kind.faces & ~new.faces for kind in beside):
        gone.append("keeps its facing only if it may face that way" if new.faces else "faces nowhere")
    return f", which {listed(gone)}" if gone else ""


def target(teller: Teller, tree: t.Expr) -> str:
    speaker = teller.speaker
    if speaker.sort(tree) in SITES or isinstance(tree, t.IfElse):
        return speaker.value(tree).text
    return filling.towards(speaker, tree).removeprefix("in ").removeprefix("to the ").removeprefix("on the way ")


def tell_flip(teller: Teller, tree: t.Flip) -> str:
    on = sites(teller, tree.what)
    if teller.speaker.facts.exact:
        return f"turn over the piece on {on}, so that it belongs to the other side"
    return f"turn over the piece on {on}, so that it changes sides"


def told_players(speaker: Speaker, tree: t.Expr) -> str:
    """The players who receive an announcement."""
    if not is_many(speaker.sort(tree)):
        return speaker.value(tree).text
    return speaker.value(tree).text if isinstance(tree, t.SetOf) else speaker.members(tree).all()


def tell_reveal(teller: Teller, tree: t.Reveal) -> str:
    speaker = teller.speaker
    joint = "to" if tree.verb == "reveal" else "from"
    if tree.verb == "hide":
        speaker.use("hide")
    who = "everybody" if tree.to is None else told_players(speaker, tree.to)
    if isinstance(tree.what, t.Name | t.Dot) and tree.what.name in speaker.facts.checked.world.shown:
        what = speaker.value(tree.what).text
    else:
        what = f"the piece on {sites(teller, tree.what)}"
    return f"{tree.verb} {what} {joint} {who}"
