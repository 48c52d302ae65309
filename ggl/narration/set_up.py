"""The set-up: what stands where as a game begins, drawn where that is clear, and what is kept note of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from ggl.narration import begun, board, kept_notes, said
from ggl.narration.deeds import Deeds, Line
from ggl.narration.facts import Facts
from ggl.narration.layout import Part, Picture, Section, Subsection
from ggl.narration.nouns import a, listed, plural, side, words
from ggl.narration.plainer import walk
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, Speaker
from ggl.syntax import tree as t


def the_setup(facts: Facts) -> Section:
    definition = facts.checked.definition
    speaker, in_sight = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE), facts.in_sight
    drawing, rows = definition.drawing, as_it_stands(facts)
    drawn: list[Part] = []
    if drawing is not None:
        drawn = _drawn(facts, tuple(drawing.rows.text.split("\n")), {glyph: text.text for glyph, text in drawing.legend.items()})
    elif rows:
        drawn = _drawn(facts, *rows)
    if text := facts.said_of_part("setup"):
        return Section("Set-up", (said.in_full(text), *drawn))
    told: list[Part] = []
    done: list[Part] = [] if rows else [*_done(facts)]
    if not drawn and not done and (facts.exact or facts.has_board):
        drawn.append("The board starts empty.")
    for variable in definition.state.values():
        if facts.exact or (variable.name in in_sight and not kept_notes.starts_plainly(facts, variable)):
            told += kept_notes.kept_note(facts, speaker, variable)
    return Section("Set-up", (*drawn, *told, *(["Then:"] if drawn and done else []), *done))


def in_detail(facts: Facts) -> list[Part]:
    """What is told by a sentence of the author's, or shows in a picture of which the file has no drawing."""
    done = _done(facts) if facts.said_of_part("setup") or as_it_stands(facts) is not None else ()
    return [Subsection("Set-up", done)] if done else []


def _done(facts: Facts) -> tuple[Line, ...]:
    setup = facts.checked.definition.setup
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    return Deeds(speaker, at_start=True).lines(facts.folding.tree(setup)) if setup is not None else ()


def as_it_stands(facts: Facts) -> tuple[tuple[str, ...], dict[str, str]] | None:
    """A board of squares row by row, with its letters, where the set-up only puts pieces that letters tell apart."""
    definition, board_ = facts.checked.definition, facts.checked.board
    done = definition.setup
    if facts.exact or done is None or not board.has_lettered_columns(board_) or len(facts.checked.players) != 2:
        return None
    if any(piece.faces is not None for piece in definition.pieces.values()) or not all(map(_only_puts, walk(done))):
        return None
    standing = begun.standing(facts.checked)
    glyphs = _glyphs(facts, [*dict.fromkeys(standing.values())])
    if not glyphs or len({*glyphs.values(), "."}) <= len(glyphs):
        return None
    at = {(board_.row[place], board_.column[place]): "." for place in range(len(board_.cells))}
    at |= {(board_.row[place], board_.column[place]): glyphs[one] for place, one in standing.items()}
    down, across = (sorted({place[axis] for place in at}, reverse=not axis) for axis in (0, 1))
    legend = {glyph: f"{owner} {kind}" if owner else kind for (owner, kind), glyph in glyphs.items()}
    return tuple(" ".join(at.get((row, column), "_") for column in across) for row in down), legend


def _glyphs(facts: Facts, standing: list[tuple[str | None, str]]) -> dict[tuple[str | None, str], str]:
    """The letter for each piece: the player's where each has one kind, else that of the kind, a capital for the first player."""
    players, kinds = facts.checked.players, facts.checked.definition.pieces
    if len(standing) == 2 and {owner for owner, _ in standing} == {*players} and players[0][0] != players[1][0]:
        return {(owner, kind): str(owner)[0] for owner, kind in standing}
    own = {(owner, kind): kinds[kind].glyph or kind[0] for owner, kind in standing}
    return {
        one: own[one] if one[0] is None else own[one].upper() if one[0] == players[0] else own[one].lower() for one in standing
    }


def _only_puts(part: t.Tree) -> bool:
    """Whether a part of a set-up is no effect but one that a picture of the board shows."""
    if isinstance(part, t.Put):
        return not part.from_supply
    return not isinstance(part, get_args(t.Effect)) or isinstance(part, t.Block | t.ForEach)


def _drawn(facts: Facts, rows: tuple[str, ...], own: Mapping[str, str]) -> list[Part]:
    """A picture and what its letters mean; `own` are those to which the file gives a meaning."""
    definition, players = facts.checked.definition, facts.checked.players
    glyphs = {glyph for row in rows for glyph in row if glyph not in " ."}
    legend: dict[str, str] = {}
    for piece in definition.pieces.values():
        glyph, kind = piece.glyph or piece.name[0], words(piece.name)
        if not piece.owned or (piece.side and piece.glyph):
            legend.setdefault(glyph, a(kind))
        elif piece.side:
            legend.setdefault(glyph.upper() if piece.side == players[0] else glyph.lower(), a(kind))
        elif len(players) == 2:
            legend.setdefault(glyph.upper(), _of_side(players[0], kind))
            legend.setdefault(glyph.lower(), _of_side(players[1], kind))
    for glyph, text in own.items():
        parts = [_standing(part.split(), players) for part in text.split("+")]
        legend[glyph] = parts[0] if len(parts) == 1 else f"a pile, from the bottom up: {listed(parts)}"
    seen = rows if facts.exact else board.with_names(facts.checked.board, rows)
    if not facts.exact and (capitals := _by_capitals(players, legend, glyphs)):
        return ["The pieces stand like this:", Picture(seen), capitals]
    shown_ = [f"{glyph} is {legend[glyph]}" for glyph in legend if glyph in glyphs]
    here = "; ".join(shown_) if any("from the bottom up" in one for one in shown_) else listed(shown_)
    return ["The pieces stand like this:", Picture(seen), f"Here {here}."] if shown_ else []


def _standing(said: list[str], players: tuple[str, ...]) -> str:
    """`a White man`, `3 White men`: a part of a legend."""
    number = said[0] if said and said[0].isdecimal() else ""
    owner, _, kind = words(" ".join(said[1:] if number else said)).partition(" ")
    whose = owner in players and bool(kind)
    if number not in ("", "1"):
        return f"{number} {owner} {plural(kind)}" if whose else f"{number} {plural(words(' '.join(said[1:])))}"
    return _of_side(owner, kind) if whose else a(words(" ".join(said[1:] if number else said)))


def _by_capitals(players: tuple[str, ...], legend: Mapping[str, str], glyphs: set[str]) -> str:
    """`Capitals are White's pieces, small letters Black's: K is a king`, where letters tell the two players apart."""
    kinds = {}
    for glyph in legend:
        kind = legend[glyph].removeprefix("an ").removeprefix("a ").removeprefix(f"{players[0]} ")
        if glyph in glyphs and glyph.isupper():
            kinds[glyph] = kind
            if legend.get(glyph.lower()) != _of_side(players[1], kind) or legend[glyph] != _of_side(players[0], kind):
                return ""
    if len(players) != 2 or len(kinds) < 2 or {glyph.upper() for glyph in glyphs} != set(kinds):
        return ""
    first, second = (side(player).possessive for player in players)
    each = listed(f"{glyph} is {a(kind)}" for glyph, kind in kinds.items())
    return f"Capitals are {first} pieces, small letters {second}: {each}."


def _of_side(player: str, kind: str) -> str:
    """`a Light man`, `a man of Guards`"""
    return a(f"{kind} of {player}" if side(player).person == "many" else f"{player} {kind}")
