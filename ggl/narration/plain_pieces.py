"""The pieces as a person describes them: equal kinds in one sentence, owners first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from ggl.model.definition import Piece
from ggl.model.keys import SITE_OF
from ggl.narration import added_kinds, never, said, starting_pieces
from ggl.narration.facts import Facts
from ggl.narration.layout import Line
from ggl.narration.nouns import a_or_an, capital, conjugated, in_words, kind_noun, listed, plural, side, words
from ggl.narration.plainer import plain_trees
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t

Started = Counter[tuple[str | None, str]]
"""The number of pieces at the start, by owner and kind."""


def kind_sentences(facts: Facts) -> Iterator[Line]:
    """The author's sentence for a kind that has one; what the file says of it stands in detail."""
    yield from _lines(facts, [piece for piece in facts.checked.definition.pieces.values() if not facts.said_of_part(piece.name)])
    kinds = facts.checked.definition.pieces.values()
    for text in dict.fromkeys(text for piece in kinds if (text := facts.said_of_part(piece.name))):
        yield from map(Line, said.paragraphs(text))


def kinds_in_detail(facts: Facts) -> list[Line]:
    """The kinds that the author's sentence describes above, if there is more to say than that a side has them."""
    kinds = facts.checked.definition.pieces.values()
    return list(_lines(facts, [piece for piece in kinds if facts.said_of_part(piece.name) and not _is_bare(facts, piece)]))


def _lines(facts: Facts, pieces: list[Piece]) -> Iterator[Line]:
    started = starting_pieces.count_starting_pieces(facts.checked)
    kinds = facts.checked.definition.pieces.values()
    masks = {piece.others_see.text.strip() for piece in kinds if piece.others_see is not None} - added_kinds.added_kinds(facts)
    masks -= {kind for (_, kind), number in started.items() if number}
    for _, alike in groupby((piece for piece in pieces if piece.name not in masks), key=_alike):
        yield Line(_told(facts, list(alike), started))
    for piece in (piece for piece in pieces if piece.name in masks):
        many = plural(words(piece.name))
        yield Line(f"{capital(many)} are only what a player sees in place of pieces of a hidden kind.")


def _is_bare(facts: Facts, one: Piece) -> bool:
    """Whether all that is to be said of a kind is that each side has such pieces, none on the board at first."""
    more = (one.of, one.side, one.supply, one.stacks, one.piles, one.faces, one.seen_by, one.others_see)
    started = any(
        number and kind == one.name for (_, kind), number in starting_pieces.count_starting_pieces(facts.checked).items()
    )
    return one.sites == "cells" and one.owned and not started and not one.has and not any(more)


def _at_most(facts: Facts) -> str:
    """The clause on the number of pieces of a bare kind: half the board, if each turn puts one on an empty cell, for good."""
    if len(facts.checked.definition.pieces) == 1 and len(facts.checked.players) == 2 and _take_turns_in_putting(facts):
        return f"; {in_words((len(facts.checked.board.cells) + 1) // 2)} are enough"
    return ", as many as it needs"


def _take_turns_in_putting(facts: Facts) -> bool:
    """Whether each side puts one piece in each of its turns, so that neither is more than one ahead."""
    turn = facts.checked.definition.turn
    one_each = turn.again_while is None and all(way == "never" for way, _ in turn.ways_to_pass)
    return one_each and never.only_puts(facts)


def _alike(piece: Piece) -> Piece:
    """A kind without its name: kinds that differ in nothing else share a sentence."""
    return replace(piece, name="", glyph="", layer="", places={})


def _so_many(count: int, kind: Piece) -> str:
    return f"{in_words(count)} {plural(words(kind.name))}" if count > 1 else f"one {kind_noun(kind.name)}"


def _at_first(facts: Facts, kinds: list[Piece], started: Started) -> str:
    """`Each side has 12 men. Kings may come into play later.`; "" where none stands on the board at first."""
    piece, put = kinds[0], added_kinds.added_kinds(facts) if kinds[0].supply is None else set()
    players = (piece.side,) if piece.side else facts.checked.players
    of_each = {player: [(kind, started[player, kind.name]) for kind in kinds if started[player, kind.name]] for player in players}
    supply = facts.folding.constant(facts.folding.tree(piece.supply)) if piece.supply is not None else 0
    if supply != 0 or not piece.owned or not any(of_each.values()):
        return ""
    later = [plural(words(kind.name)) for kind in kinds if kind.name in put]
    has = "begin with" if later else "have"
    if len(players) > 1 and len({tuple((kind.name, n) for kind, n in each) for each in of_each.values()}) == 1:
        of_each = {"Each side": of_each[players[0]]}
    told = [f"{who} {conjugated(has.partition(' ')[0], side(who).person, True)}{' with' if later else ''} "
            f"{listed(_so_many(n, kind) for kind, n in each)}" for who, each in of_each.items() if each]  # fmt: skip
    more = [name for name, kind in zip(later, [kind for kind in kinds if kind.name in put], strict=True)
            if any(started[player, kind.name] for player in players)]  # fmt: skip
    new = [name for name in later if name not in more]
    told += [f"More {listed(more)} may come into play"] if more else []
    told += [f"{capital(listed(new))} may come into play later"] if new else []
    return ". ".join(told)


def _told(facts: Facts, kinds: list[Piece], started: Started) -> str:
    piece, many = kinds[0], listed(plural(words(kind.name)) for kind in kinds)
    speaker = Speaker(facts)
    neither = "neither side" if len(facts.checked.players) == 2 else "nobody"
    if at_first := _at_first(facts, kinds, started):
        sentence = at_first
    elif not piece.owned:
        sentence = f"{capital(many)} belong to {neither}"
    elif started and all(kind.name in added_kinds.added_kinds(facts) for kind in kinds) and piece.supply is None:
        whose = f"{side(piece.side).possessive} " if piece.side else ""
        sentence = f"{capital(f'{whose}{many}')} may come into play later"
    elif piece.side:
        sentence = f"{piece.side} {conjugated('have', side(piece.side).person, True)} {many}"
    else:
        sentence = (
            f"Each side has {many}{' of its own' + _at_most(facts) if all(_is_bare(facts, kind) for kind in kinds) else ''}"
        )
    if at_first and piece.supply is not None:
        alike = sentence.startswith("Each side")
        sentence += f" on the board, and none in its {facts.supply}" if alike else f", and none in {a_or_an(facts.supply)}"
    elif piece.supply is not None:
        facts.explain("hand")
        amount = speaker.value(facts.folding.tree(piece.supply)).text
        its = "their" if piece.side and side(piece.side).person == "many" else "its"
        which = f"{its if piece.owned else 'the'} {facts.supply}"
        each = " of each kind" if len(kinds) > 1 else ""
        sentence += f", {'none' if amount == '0' else amount}{each} in {which} at first"
    if at_first and piece.sites != "cells":
        facts.explain(piece.sites)
        sentence += f". {'They' if len(kinds) > 1 else capital(many)} lie on {piece.sites}"
    elif piece.sites != "cells":
        facts.explain(piece.sites)
        sentence += f"{' and lie' if not piece.owned else ', which lie'} on {piece.sites}"
    sentence += "."
    stacks = facts.checked.world.kinds[piece.name].stacks
    if stacks:
        sentence += f" Up to {stacks}{' of one side' if piece.owned else ''} may stand on one {_site(facts, piece)}."
    if any(kind.piles is not None for kind in kinds):
        sentence += piled(facts, next(kind for kind in kinds if kind.piles is not None))
    if piece.faces is not None:
        sentence += f" Each faces in {speaker.members(facts.folding.tree(piece.faces)).some()}."
    for name, tree in piece.has.items():
        value = facts.folding.tree(tree)
        fixed = facts.folding.constant(value)
        if fixed is True:
            sentence += f' Each carries a mark, "{words(name)}", from the start.'
        elif fixed is False:
            sentence += f' Each may come to carry a mark, "{words(name)}"; none does at the start.'
        else:
            sentence += f' Each has its own "{words(name)}", at first {speaker.value(value).text}.'
    return sentence


def piled(facts: Facts, piece: Piece) -> str:
    """The sentence that pieces may lie on each other; the explanation of piles says how many."""
    facts.explain("piles", "pile order")
    if facts.exact:
        return (
            f" Up to {_most(facts, piece)} pieces, of any kind and side, may stand upon each other on one {_site(facts, piece)}."
        )
    return f" Pieces of any side may stand on top of each other on one {_site(facts, piece)}."


def at_any_level(facts: Facts) -> str:
    """The sentence on all pieces of some kind or side of a pile; empty where no rule takes them from between others."""
    parts = (part for tree in plain_trees(facts.checked) for part in t.nodes(tree) if isinstance(part, t.Take | t.Move))
    found = (part.pieces for part in parts if part.pieces is not None and t.is_name(part.pieces.words[0], "all"))
    some = any(len(pieces.words) > 2 or pieces.owner is not None or not t.is_name(pieces.words[-1], "piece") for pieces in found)
    return ' "All" means those at any level; the rest close up.' if some else ""


def room(facts: Facts) -> str:
    """The sentence on the height of a pile; empty if one has room for all pieces of the game."""
    piece = next(piece for piece in facts.checked.definition.pieces.values() if piece.piles is not None)
    if not _puts(facts) and 0 < starting_pieces.count_starting_pieces(facts.checked).total() <= _most(facts, piece):
        return ""
    return (f" Up to {_most(facts, piece)} pieces may stand on top of each other on one {_site(facts, piece)}; "
            "what finds no room there is not put or moved.")  # fmt: skip


def full_stack(facts: Facts) -> str:
    """The sentence on what comes to a full stack; empty if one has room for all pieces of the game."""
    highest = [kind.stacks for kind in facts.checked.world.kinds.values() if kind.stacks]
    if not _puts(facts) and starting_pieces.count_starting_pieces(facts.checked).total() <= min(highest):
        return ""
    return " What comes to a full stack is lost."


def _puts(facts: Facts) -> bool:
    """Whether a move puts pieces on the board."""
    effects = [*(move.do for move in facts.checked.definition.moves.values())]
    effects += [routine.body for routine in facts.checked.definition.routines.values()]
    return any(isinstance(part, t.Put) for effect in effects for part in t.nodes(effect))


def _most(facts: Facts, piece: Piece) -> int:
    return facts.checked.world.kinds[piece.name].piles or 0


def _site(facts: Facts, piece: Piece) -> str:
    return facts.cell if piece.sites == "cells" else SITE_OF[piece.sites]
