"""Hidden information in English: who sees which pieces and notes, and what others learn of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ggl.checker.hidden.visibility import EVERYTHING, NAME, NOTHING, SITE, VIEWER
from ggl.checker.says import slot_of
from ggl.model.definition import MovePart, Piece, Variable
from ggl.model.keys import SITE_OF
from ggl.narration import clauses, said
from ggl.narration.facts import Facts
from ggl.narration.layout import Line, Section
from ggl.narration.nouns import Noun, a_or_an, capital, does, kind_noun, listed, plural, quoted_name, words
from ggl.narration.speech import YOU, Speaker
from ggl.syntax import tree as t

_NOBODY = ("nobody", "false", "none")


def _called(facts: Facts, sites: str) -> str:
    """A site as the board has it: a point, or a cell."""
    return facts.cell if sites == "cells" else SITE_OF[sites]


def the_views(facts: Facts) -> Section:
    """Empty in a game in which everybody sees everything. What a sentence tells, or `look` hides, stands in detail."""
    lines = _views(facts, [one for one in facts.checked.definition.pieces.values() if not facts.said_of_part(one.name)],
                   [one for one in facts.checked.definition.state.values() if not _is_hidden_by_look(facts, one)])  # fmt: skip
    return Section("What players see", (*lines, *_of_moves(facts, said=False)))


def hiding_in_detail(facts: Facts) -> Section:
    lines = _views(facts, [one for one in facts.checked.definition.pieces.values() if facts.said_of_part(one.name)],
                   [one for one in facts.checked.definition.state.values() if _is_hidden_by_look(facts, one)])  # fmt: skip
    return Section("What players see, in detail", (*lines, *_of_moves(facts, said=True)))


def _is_hidden_by_look(facts: Facts, variable: Variable) -> bool:
    return not facts.exact and any(name.text == variable.name for name in facts.checked.definition.look.hide)


def _views(facts: Facts, pieces: list[Piece], variables: list[Variable]) -> list[Line]:
    return [
        *(Line(_of_pieces(facts, alike)) for alike in _alike(pieces)),
        *(Line(_of_variable(facts, one, one.seen_by)) for one in variables if one.seen_by is not None),
    ]


def _of_moves(facts: Facts, *, said: bool) -> Iterator[Line]:
    """A line for each hidden move, on the news that others get of it: of those with an author's sentence, or of the others."""
    for move in facts.checked.definition.moves.values():
        if bool(facts.said(move.name)) == said and move.shows is not None and move.shows.text.strip() != EVERYTHING:
            yield Line(_of_move(facts, move))


def _alike(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    """The hidden kinds, grouped by the players who see them and how."""
    hidden = [piece for piece in pieces if piece.seen_by is not None]
    for _, alike in groupby(hidden, key=lambda piece: (piece.seen_by, piece.others_see and piece.others_see.text, piece.sites)):
        yield list(alike)


def _of_pieces(facts: Facts, alike: list[Piece]) -> str:
    piece = alike[0]
    assert piece.seen_by is not None
    of_all = {id(one) for one in alike} == {id(one) for one in facts.checked.definition.pieces.values()}
    kinds = listed((a_or_an(kind_noun(one.name)) for one in alike), "or")
    what = "a piece" if of_all and len(alike) > 1 and not facts.exact else kinds
    held = _of_supply(facts, alike, piece.seen_by)
    who = _who(facts, piece.seen_by, what, f"the {_called(facts, piece.sites)} it is on", SITE_OF[piece.sites], "it")
    if who == "":
        return f"Everybody sees {what}."
    others = "nothing there" if piece.others_see is None else a_or_an(kind_noun(piece.others_see.text.strip()))
    if piece.others_see is not None:  # what others see of an owned piece keeps its owner
        others += " of the same side in its place" if t.is_name(facts.folding.tree(piece.seen_by), "owner") else " in its place"
    return f"{who} Who does not see it sees {others}.{held}"


def _of_supply(facts: Facts, alike: list[Piece], seen_by: t.Expr) -> str:
    """Who knows how many hidden pieces are in a supply: its owner, unless nobody sees such a piece."""
    held = [one for one in alike if one.supply is not None]
    if not held or (isinstance(tree := facts.folding.tree(seen_by), t.Name) and tree.name in _NOBODY):
        return ""
    them = "of them" if len(held) == len(alike) else listed(plural(words(one.name)) for one in held)
    whose = "Only their side" if any(one.side for one in held) else "Each side alone"
    return f" {whose} knows how many {them} are in its {facts.supply}."


def _of_variable(facts: Facts, variable: Variable, tree: t.Expr) -> str:
    note, text = f'"{words(variable.name)}"', facts.said(variable.name)
    is_condition = facts.folding.constant(facts.folding.tree(variable.start)) in (True, False)
    if text and not facts.exact:
        whose = {slot_of(variable): Noun(a_or_an(slot_of(variable)))} if variable.each not in ("", "turns") else {}
        note = f"whether {said.author_clause(text, whose)}" if is_condition else said.author_value(text, whose).text
    if text and not facts.exact and variable.each == "players" and t.is_name(facts.folding.tree(tree), "owner"):
        yours = {slot_of(variable): YOU}
        what = f"whether {said.author_clause(text, yours)}" if is_condition else said.author_value(text, yours).text
        return f"Only you see {what}."
    if variable.each in ("players", "", "turns"):
        of = " of a player" if variable.each == "players" and note.startswith('"') else ""
        return _who(facts, tree, f"{note}{of}", "", "player") or f"Everybody sees {note}."
    one = _called(facts, variable.each)
    note = f"{note} of {a_or_an(one)}" if note.startswith('"') else note
    return _who(facts, tree, note, f"that {one}", SITE_OF[variable.each]) or f"Everybody sees {note}."


def _who(facts: Facts, tree: t.Expr, what: str, where: str, sort: str, shown_: str = "its value") -> str:
    """The sentence on who sees something; empty if everybody does. `shown_` is the part of it that may be revealed."""
    tree = facts.folding.tree(tree)
    match tree:
        case t.Name(name="everybody" | "true"):
            return ""
        case t.Name(name=name) if name in _NOBODY:
            return f"Nobody sees {what}."
        case t.Name(name="owner"):
            return f"Only its owner sees {what}."
        case t.Name(name=name) if name in facts.checked.players:
            return f"Only {does(name, 'see')} {what}."
    speaker = Speaker(facts).knowing(VIEWER, "player", YOU)
    if where:
        speaker = speaker.knowing(SITE, sort, Noun(where))
    return f"You see {what} if {_clause(speaker, tree, shown_)}."


def _clause(speaker: Speaker, tree: t.Expr, shown_: str, holds: bool = True) -> str:
    """A condition of `seen by`, in which `owner` means that the viewer is the owner."""
    match tree:
        case t.Name(name="owner"):
            return "it is yours" if holds else "it is not yours"
        case t.Name(name="shown"):
            return f"{shown_} was revealed to you" if holds else f"{shown_} was not revealed to you"
        case (
            t.Name(name="mover") | t.Chain(first=t.Name(name="viewer" | "mover"), rest=(("==", t.Name(name="viewer" | "mover")),))
        ):
            return "it is your turn" if holds else "it is not your turn"
        case t.Not(of=of):
            return _clause(speaker, of, shown_, not holds)
        case t.And(parts=parts) | t.Or(parts=parts):
            joint = "and" if isinstance(tree, t.And) == holds else "or"
            plain = "everybody" if isinstance(tree, t.And) else "nobody"  # the neutral element
            asked = [part for part in parts if not t.is_name(part, plain)] or parts
            texts = [_clause(speaker, part, shown_, holds) for part in asked]
            return clauses.joined_apart(asked, [f"({text})" if _has_commas(text) else text for text in texts], joint)
    return speaker.says(tree, holds)


def _has_commas(text: str) -> bool:
    return ", and " in text or ", or " in text


def _of_move(facts: Facts, move: MovePart) -> str:
    assert move.shows is not None
    definition, text = facts.checked.definition, move.shows.text.strip()
    at_once = move.name in definition.turn.chosen_at_once
    name, yours = a_or_an(f'"{words(move.name)}"'), f"the move {capital(words(move.name))}"
    if len(definition.moves) == 1:
        yours = "your move"
    if text == NOTHING and facts.exact:
        return f"Others are not told of {name}: they notice only what they see change."
    if text == NOTHING:
        what = "what you chose" if at_once and len(definition.moves) == 1 else f"of {yours}"
        if len(facts.checked.players) == 2:
            return f"Your opponent is not told {what}, and learns only what they can see of it."
        return f"Others are not told {what}: they notice it only if something that they see changes."
    if text == NAME and facts.exact:
        return f"Others learn of {name} only that you made it."
    if text == NAME:
        others = "Your opponent learns" if len(facts.checked.players) == 2 else "Others learn"
        return f"{others} that you made {yours}, and no more."
    once = " once all have chosen" if at_once else ""
    told = [quoted_name(word.strip()) for word in text.split(",")]
    return f"Others learn of {name if facts.exact else yours} only {listed(told)}{once}."
