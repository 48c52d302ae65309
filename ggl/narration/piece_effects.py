"""Effects on pieces in English: what is put, taken, moved, exchanged and turned over, of whose pieces, and how many.

Takes trees and a teller; returns clauses.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Protocol, TypeVar

from ggl.checker.world import SITES
from ggl.narration import filling, fixed
from ggl.narration.facts import is_many
from ggl.narration.nouns import Many, listed, plain, plural, words
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speech import Speaker


class Teller(Protocol):
    """The interface of `Deeds`, which tells effects."""

    speaker: Speaker
    at_start: bool

    def either(self, value: t.Expr, said: Callable[[t.Expr], str]) -> str: ...


def pieces(deeds: Teller, pieces: t.Pieces) -> tuple[Many, bool]:
    """The pieces, and whether their owner was mentioned."""
    *before, last = pieces.words
    before = before[_number(deeds, pieces) is not None :]
    speaker = deeds.speaker
    owner = pieces.owner
    adjective = ""
    for word in before:
        if isinstance(word, t.Name) and word.name in ("own", "enemy", *speaker.facts.checked.players):
            adjective = word.name
        else:
            owner = word
    if not speaker.facts.exact and owner is not None and t.is_name(owner, "opponent") and "opponent" not in speaker.locals:
        owner, adjective = None, "enemy"
    if isinstance(last, t.Name):
        phrase = t.Phrase(last.name, adjective, owner, last.span, span=pieces.span)
        return speaker.phrase(phrase), bool(adjective) or owner is not None
    return plain("piece", f" of the kind {speaker.value(last).text}"), False


def _number(deeds: Teller, pieces: t.Pieces) -> t.Expr | None:
    """The number before the other words, if one is said."""
    first = pieces.words[0]
    if len(pieces.words) > 1 and isinstance(first, t.Name) and first.name == "all" and "all" not in deeds.speaker.locals:
        return first
    return first if len(pieces.words) > 1 and deeds.speaker.sort(first) == "number" else None


def _stacks(deeds: Teller, pieces: t.Pieces) -> bool:
    """Whether these pieces may stand in stacks."""
    last, kinds = pieces.words[-1], deeds.speaker.facts.checked.world.kinds
    name = last.name if isinstance(last, t.Name) else ""
    return any(kind.stacks or kind.piles for kind in ([kinds[name]] if name in kinds else kinds.values()))


def _together(deeds: Teller) -> str:
    """The explanation for pieces that stand together on a site."""
    return "piles" if any(kind.piles for kind in deeds.speaker.facts.checked.world.kinds.values()) else "stacks"


def _so_many(deeds: Teller, number: t.Expr | None, many: Many, site: t.Expr | None = None) -> str:
    """`3 beans of yours`; one, if no number is said; all, if it is the count of the site that they leave."""
    is_all = isinstance(number, t.Name) and number.name == "all"
    if is_all or (isinstance(number, t.Dot) and number.name == "count" and number.of == site):
        return f"all {many.all()}"
    fixed = Fraction(1) if number is None else deeds.speaker.facts.folding.constant(number)
    if fixed == 1:
        return f"one {many.named()}"
    text = deeds.speaker.value(number).text if number is not None else ""
    is_name = re.fullmatch(r'"[^"]*"|\S+', text) is not None
    return (
        f"{deeds.speaker.amount(number) if number is not None else text} {many.counted()}"
        if is_name
        else f"so many {many.counted()} ({text})"
    )


EffectT = TypeVar("EffectT", t.Put, t.Take, t.Move)


def _by_owner(deeds: Teller, tree: EffectT, pieces: t.Pieces, said: Callable[[Teller, EffectT], str]) -> str:
    """An effect on pieces of which a condition says whose they are, told once for each owner."""
    assert pieces.owner is not None
    return deeds.either(pieces.owner, lambda owner: said(deeds, replace(tree, pieces=replace(pieces, owner=owner))))


def put(deeds: Teller, tree: t.Put) -> str:
    if isinstance(tree.pieces.owner, t.IfElse):
        return _by_owner(deeds, tree, tree.pieces, put)
    *before, kind = tree.pieces.words
    if isinstance(kind, t.IfElse) and not deeds.speaker.facts.exact:
        kinds = (replace(tree, pieces=replace(tree.pieces, words=(*before, each))) for each in (kind.then, kind.other))
        then, other = (put(deeds, each) for each in kinds)
        return f"if {deeds.speaker.says(kind.test)}, {then}; otherwise {other}"
    many, is_said = pieces(deeds, tree.pieces)
    last = tree.pieces.words[-1]
    piece = deeds.speaker.facts.checked.definition.pieces.get(last.name if isinstance(last, t.Name) else "")
    owned = piece.owned and not piece.side if piece is not None else _some_owned(deeds)
    if not is_said and owned:
        many = replace(many, owner=deeds.speaker.mover)
    facing = f", facing {target(deeds, tree.facing)}" if tree.facing is not None else ""
    number, supply = _number(deeds, tree.pieces), ""
    if tree.from_supply:
        its = f"{'its' if number is None else 'their'} owner's" if is_said else "the"
        supply = f" from {many.owner.possessive if many.owner else its} {deeds.speaker.facts.supply}"
        many = replace(many, owner=None)
        deeds.speaker.use("hand")
    what = many.some() if number is None else _so_many(deeds, number, many)
    where = "under everything on" if tree.under else "on"
    return f"put {what}{supply} {where} {sites(deeds, tree.on)}{replaced(deeds.speaker, tree.on)}{facing}"


def _some_owned(deeds: Teller) -> bool:
    """Whether a kind that varies may belong to the player who puts it."""
    return any(piece.owned and not piece.side for piece in deeds.speaker.facts.checked.definition.pieces.values())


def replaced(speaker: Speaker, site: t.Expr) -> str:
    """The sentence for an enemy piece that another piece replaces."""
    return ", in place of any enemy piece there" if isinstance(site, t.Name) and site.name in speaker.replaces else ""


def sites(deeds: Teller, tree: t.Expr) -> str:
    """A site, or each of a set."""
    speaker = deeds.speaker
    if not is_many(speaker.sort(tree)):
        return speaker.value(tree).text
    if isinstance(tree, t.SetOf):
        names = listed(speaker.value(item).text for item in tree.items)
        return f"each of {names}" if len(tree.items) > 1 else names
    if not speaker.facts.exact and (deeds.at_start or _constant(deeds, tree) is not None) and not speaker.facts.tired(20):
        named = fixed.every(speaker.facts.checked, tree)
        if named is not None:
            return named
    constant = _constant(deeds, tree)
    if constant is not None:
        return sites(deeds, constant)
    if isinstance(tree, t.Binary) and tree.op == "+" and not speaker.is_by_members(tree.left):
        return f"every {speaker.facts.cell} of {speaker.value(tree).text}"
    return speaker.members(tree).each()


def _constant(deeds: Teller, tree: t.Expr) -> t.Expr | None:
    """`Light.home` as it was declared."""
    if isinstance(tree, t.Dot) and isinstance(tree.of, t.Name):
        player = deeds.speaker.facts.checked.definition.players.get(tree.of.name)
        if player is not None and tree.name in player.constants:
            return deeds.speaker.facts.folding.tree(player.constants[tree.name])
    return None


def take(deeds: Teller, tree: t.Take) -> str:
    if isinstance(tree.pieces.owner, t.IfElse):
        return _by_owner(deeds, tree, tree.pieces, take)
    many, _ = pieces(deeds, tree.pieces)
    where = sites(deeds, tree.source)
    if _stacks(deeds, tree.pieces):
        deeds.speaker.use(_together(deeds))
        if tree.under:
            where = f"the bottom of {where}"
        what = _so_many(deeds, _number(deeds, tree.pieces), many, tree.source)
        single = what.startswith("one ")
    else:
        any_ = many.named(several=True) if many.owner is not None else many.named()
        what, single = f"any of {any_}" if many.owner is not None else f"any {any_}", True
    if tree.supply is None:
        return f"remove {what} from {where}"
    deeds.speaker.use("hand")
    return _to_supply(deeds, f"{what} on {where}", tree.supply, single)


def _to_supply(deeds: Teller, what: str, supply: t.Supply, single: bool) -> str:
    """`put any enemy chick on t into your supply, as a hen`"""
    whose = "its owner's" if single else "their owner's"
    if supply.owner is None and supply.kind is None:
        return f"return {what} to {whose} {deeds.speaker.facts.supply}"
    kind = "" if supply.kind is None else f", as {_as(deeds, supply.kind, single)}"
    if supply.owner is None:
        return f"put {what} into {whose} {deeds.speaker.facts.supply}{kind}"
    return deeds.either(supply.owner, lambda owner: f"put {what} into {_supply(deeds, owner)}{kind}")


def _supply(deeds: Teller, owner: t.Expr) -> str:
    noun = deeds.speaker.value(owner)
    supply = deeds.speaker.facts.supply
    return f"{noun.possessive} {supply}" if isinstance(owner, t.Name) else f"the {supply} of {noun.after_of}"


def _as(deeds: Teller, kind: t.Expr, single: bool) -> str:
    if not single and isinstance(kind, t.Name) and kind.name in deeds.speaker.facts.checked.world.kinds:
        return plural(words(kind.name))
    return deeds.speaker.value(kind).text


def move(deeds: Teller, tree: t.Move) -> str:
    if tree.pieces is not None and isinstance(tree.pieces.owner, t.IfElse):
        return _by_owner(deeds, tree, tree.pieces, move)
    target = deeds.speaker.value(tree.target).text
    if tree.under:
        target = f"the bottom of {target}"
    if tree.pieces is None and any(kind.stacks or kind.piles for kind in deeds.speaker.facts.checked.world.kinds.values()):
        return f"move everything on {deeds.speaker.value(tree.source).text} to {target}"
    if tree.pieces is None:
        target += replaced(deeds.speaker, tree.target)
        return f"move the piece on {deeds.speaker.value(tree.source).text} to {target}"
    many, _ = pieces(deeds, tree.pieces)
    yours = many.owner is not None and many.owner.text == "you" and _together(deeds) != "piles"
    many = replace(many, owner=None) if yours else many
    if _stacks(deeds, tree.pieces):
        deeds.speaker.use(_together(deeds))
        some = _so_many(deeds, _number(deeds, tree.pieces), many, tree.source)
        some = _topmost(deeds, tree) or some
        end = "the bottom of " if tree.from_under else ""
        return f"move {some} from {end}{deeds.speaker.value(tree.source).text} to {target}"
    target += replaced(deeds.speaker, tree.target)
    return f"move the {many.named()} on {deeds.speaker.value(tree.source).text} to {target}"


def _topmost(deeds: Teller, tree: t.Move) -> str:
    """`the top k pieces`, of a pile from which pieces of any kind and side are moved."""
    number = _number(deeds, tree.pieces) if tree.pieces is not None else None
    alone = tree.pieces is not None and len(tree.pieces.words) == 1 and t.is_name(tree.pieces.words[0], "piece")
    if alone and not tree.from_under and not deeds.speaker.facts.exact and _together(deeds) == "piles":
        return "the top piece"
    if number is None or tree.pieces is None or tree.from_under or deeds.speaker.facts.exact or _together(deeds) != "piles":
        return ""
    whatever = len(tree.pieces.words) == 2 and tree.pieces.owner is None and t.is_name(tree.pieces.words[1], "piece")
    amount = deeds.speaker.value(number).text
    return f"the top {amount} pieces" if whatever and " " not in amount and amount not in ("1", "all") else ""


def exchange(deeds: Teller, tree: t.Exchange) -> str:
    if tree.right is None:
        return f"exchange the pieces on {deeds.speaker.members(tree.left).all()}"
    left, right = deeds.speaker.value(tree.left).text, deeds.speaker.value(tree.right).text
    return f"exchange the pieces on {left} and {right}"


def on(deeds: Teller, tree: t.Expr) -> str:
    """The piece on a site, or on each of a set."""
    return f"the piece on {sites(deeds, tree)}"


def target(deeds: Teller, tree: t.Expr) -> str:
    speaker = deeds.speaker
    if speaker.sort(tree) in SITES:
        return speaker.value(tree).text
    return filling.towards(speaker, tree).removeprefix("in ").removeprefix("to the ")


def flip(deeds: Teller, tree: t.Flip) -> str:
    on = sites(deeds, tree.what)
    if deeds.speaker.facts.exact:
        return f"turn over the piece on {on}, so that it belongs to the other side"
    return f"turn over the piece on {on}, so that it changes sides"


def told_players(speaker: Speaker, tree: t.Expr) -> str:
    """The players to whom something is told."""
    if not is_many(speaker.sort(tree)):
        return speaker.value(tree).text
    return speaker.value(tree).text if isinstance(tree, t.SetOf) else speaker.members(tree).all()


def reveal(deeds: Teller, tree: t.Reveal) -> str:
    speaker = deeds.speaker
    joint = "to" if tree.verb == "reveal" else "from"
    who = "everybody" if tree.to is None else told_players(speaker, tree.to)
    if isinstance(tree.what, t.Name | t.Dot) and tree.what.name in speaker.facts.checked.world.shown:
        what = speaker.value(tree.what).text
    else:
        what = f"the piece on {sites(deeds, tree.what)}"
    return f"{tree.verb} {what} {joint} {who}"
