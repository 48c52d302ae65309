"""The pieces as a person tells them: kinds that are alike in one sentence, whose they are first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from ggl.model.definition import Piece
from ggl.narration.deeds import Line
from ggl.narration.facts import Facts
from ggl.narration.nouns import capital, conjugated, listed, plural, side, words
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


def lines(facts: Facts) -> Iterator[Line]:
    for _, alike in groupby(facts.checked.definition.pieces.values(), key=_alike):
        yield Line(_told(facts, list(alike)))


def _alike(piece: Piece) -> Piece:
    """A kind without what names it: kinds that differ in nothing else are told together."""
    return replace(piece, name="", glyph="", layer="", places={})


def _put(facts: Facts) -> set[str]:
    """The kinds that moves put on the board, or that others become."""
    definition = facts.checked.definition
    waiting: list[t.Tree] = [move.do for move in definition.moves.values()]
    waiting += [routine.body for routine in definition.routines.values()]
    found: set[str] = set()
    while waiting:
        tree = waiting.pop()
        what = tree.pieces.words[-1] if isinstance(tree, t.Put) else tree.to if isinstance(tree, t.Change) else None
        found |= {part.name for part in [what] if isinstance(part, t.Name)}
        if isinstance(what, t.Expr) and not isinstance(what, t.Name):
            found |= set(facts.checked.kinds)
        waiting += t.children(tree)
    return found


def _told(facts: Facts, kinds: list[Piece]) -> str:
    piece, many = kinds[0], listed(plural(words(kind.name)) for kind in kinds)
    speaker = Speaker(facts)
    neither = "neither side" if len(facts.checked.players) == 2 else "nobody"
    if not piece.owned:
        sentence = f"{capital(many)} belong to {neither}"
    elif piece.side:
        sentence = f"{piece.side} {conjugated('have', side(piece.side).person, True)} {many}"
    else:
        sentence = f"Each side has {many}"
    if piece.supply is not None:
        facts.explain("hand")
        amount = speaker.value(facts.folding.tree(piece.supply)).text
        which = "its supply" if piece.owned else "the supply"
        each = " of each kind" if len(kinds) > 1 else ""
        sentence += f", {'none' if amount == '0' else amount}{each} in {which} at first"
    elif piece.owned and any(kind.name in _put(facts) for kind in kinds):
        sentence += ", as many as are needed"
    if piece.sites != "cells":
        sentence += f"{' and lie' if not piece.owned else ', which lie'} on {piece.sites}"
    sentence += "."
    stacks = facts.checked.world.kinds[piece.name].stacks
    if stacks:
        site = {"cells": facts.cell, "edges": "edge", "vertices": "vertex"}[piece.sites]
        sentence += f" Up to {stacks}{' of one side' if piece.owned else ''} may stand on one {site}."
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
