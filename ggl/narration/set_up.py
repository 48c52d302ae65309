"""The set-up: the pieces on the board as a game begins, drawn if that is clear, and what players keep note of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, get_args

from ggl.model.definition import Piece
from ggl.narration import board, kept_notes, said, starting_pieces
from ggl.narration.effect_text import EffectText
from ggl.narration.facts import Facts
from ggl.narration.layout import Line, Part, Picture, Section, Subsection
from ggl.narration.nouns import a_or_an, kind_noun, listed, plural, side, words
from ggl.narration.speech import OTHER_SIDE, SIDE_TO_MOVE, Speaker
from ggl.syntax import tree as t


class SetUpPiece(NamedTuple):
    """Like pieces on one site: `owner` is None for pieces of nobody, and where the drawing names no owner."""

    number: int
    owner: str | None
    kind: str


Legend = dict[str, tuple[SetUpPiece, ...]]
"""The pieces of each letter of a picture: a pile has several parts, the lowest first."""


def the_setup(facts: Facts) -> Section:
    definition = facts.checked.definition
    speaker, in_sight = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE), facts.in_sight
    picture = _pictured(facts)
    drawn: list[Part] = _drawn(facts, *picture) if picture is not None else []
    if text := facts.said_of_part("setup"):
        return Section("Set-up", (*said.paragraphs(text), *drawn))
    told: list[Part] = []
    done: list[Part] = [] if as_it_stands(facts) is not None else [*_done(facts)]
    if not drawn and not done and (facts.exact or facts.has_board):
        drawn.append(EMPTY)
    for variable in definition.state.values():
        if facts.exact or (variable.name in in_sight and not kept_notes.starts_plainly(facts, variable)):
            told += kept_notes.kept_note(facts, speaker, variable)
    return Section("Set-up", (*drawn, *told, *(["Then:"] if drawn and done else []), *done))


def set_up_names_lines(facts: Facts) -> bool:
    """Whether a picture of the set-up has the names of rows and columns."""
    rows, own = _pictured(facts) or ((), {})
    return board.picture_names_lines(facts.checked.board, rows) and bool(_drawn(facts, rows, own))


def _pictured(facts: Facts) -> tuple[tuple[str, ...], Legend] | None:
    """The file's drawing and the letters to which it gives a meaning, or a picture of what the set-up puts."""
    drawing, players = facts.checked.definition.drawing, facts.checked.players
    if drawing is None:
        return as_it_stands(facts)
    own = {glyph: tuple(_read(part, players) for part in text.text.split("+")) for glyph, text in drawing.legend.items()}
    return tuple(drawing.rows.text.split("\n")), own


def set_ups_in_detail(facts: Facts) -> list[Part]:
    """The set-ups that a sentence of the author's describes, or that only a picture shows, without a drawing in the file."""
    done = _done(facts) if facts.said_of_part("setup") or as_it_stands(facts) is not None else ()
    return [Subsection("Set-up", done)] if done else [EMPTY] if facts.said_of_part("setup") and _begins_empty(facts) else []


EMPTY = "The board starts empty."


def _begins_empty(facts: Facts) -> bool:
    definition = facts.checked.definition
    return facts.has_board and definition.setup is None and definition.drawing is None


def _done(facts: Facts) -> tuple[Line, ...]:
    setup = facts.checked.definition.setup
    speaker = Speaker(facts, SIDE_TO_MOVE, OTHER_SIDE)
    return EffectText(speaker, at_start=True).lines(facts.folding.tree(setup)) if setup is not None else ()


def as_it_stands(facts: Facts) -> tuple[tuple[str, ...], Legend] | None:
    """A board of squares row by row and what its letters mean, where the set-up only puts pieces that letters tell apart."""
    definition, board_ = facts.checked.definition, facts.checked.board
    done = definition.setup
    drawable = board.has_named_lines(board_) or board.rows_of_hexagons(facts.checked)
    if facts.exact or done is None or not drawable or len(facts.checked.players) != 2:
        return None
    if any(piece.faces is not None for piece in definition.pieces.values()) or not all(map(_only_puts, t.nodes(done))):
        return None
    standing = starting_pieces.standing(facts.checked)
    glyphs = _glyphs(facts, [*dict.fromkeys(standing.values())])
    if not glyphs or len({*glyphs.values(), "."}) <= len(glyphs):
        return None
    legend: Legend = {glyph: (SetUpPiece(1, owner, kind_noun(kind)),) for (owner, kind), glyph in glyphs.items()}
    if board_.basis == "hex":
        return board.rows_of_hexagons(facts.checked, {place: glyphs[one] for place, one in standing.items()}), legend
    at = {(board_.row[place], board_.column[place]): "." for place in range(len(board_.cells))}
    at |= {(board_.row[place], board_.column[place]): glyphs[one] for place, one in standing.items()}
    down, across = (sorted({place[axis] for place in at}, reverse=not axis) for axis in (0, 1))
    return tuple(" ".join(at.get((row, column), "_") for column in across) for row in down), legend


def _glyphs(facts: Facts, standing: list[tuple[str | None, str]]) -> dict[tuple[str | None, str], str]:
    """The letter for each piece: the player's where each has one kind, else that of the kind, a capital for the first player; a
    sign that is declared for a kind of one player stays as it is."""
    players, kinds = facts.checked.players, facts.checked.definition.pieces
    if len(standing) == 2 and {owner for owner, _ in standing} == {*players} and players[0][0] != players[1][0]:
        return {(owner, kind): str(owner)[0] for owner, kind in standing}

    def sign(owner: str | None, kind: Piece) -> str:
        glyph = kind.glyph or kind.name[0]
        if owner is None or (kind.side and kind.glyph):
            return glyph
        return glyph.upper() if owner == players[0] else glyph.lower()

    return {(owner, kind): sign(owner, kinds[kind]) for owner, kind in standing}


def _only_puts(part: t.Tree) -> bool:
    """Whether a part of a set-up is no effect but one that a picture of the board shows."""
    if isinstance(part, t.Put):
        return not part.from_supply
    return not isinstance(part, get_args(t.Effect)) or isinstance(part, t.Block | t.ForEach)


def _drawn(facts: Facts, rows: tuple[str, ...], own: Mapping[str, tuple[SetUpPiece, ...]]) -> list[Part]:
    """A picture and what its letters mean; `own` are those to which the file gives a meaning."""
    definition, players = facts.checked.definition, facts.checked.players
    glyphs = {glyph for row in rows for glyph in row if glyph not in " ."}
    legend: Legend = {}
    for piece in definition.pieces.values():
        glyph, kind = piece.glyph or piece.name[0], kind_noun(piece.name)
        if not piece.owned or (piece.side and piece.glyph):
            legend.setdefault(glyph, (SetUpPiece(1, None, kind),))
        elif piece.side:
            legend.setdefault(glyph.upper() if piece.side == players[0] else glyph.lower(), (SetUpPiece(1, None, kind),))
        elif len(players) == 2:
            legend.setdefault(glyph.upper(), (SetUpPiece(1, players[0], kind),))
            legend.setdefault(glyph.lower(), (SetUpPiece(1, players[1], kind),))
    legend |= own
    if definition.drawing is None:
        glyphs, legend = {*own}, dict(own)
    if facts.exact:
        told = _by_letters(legend, glyphs)
        return ["The pieces stand like this:", Picture(rows), f"Here {told}."] if told else []
    rows, legend, glyphs = _initials(facts, rows, legend, glyphs)
    seen = board.with_names(facts.checked.board, rows)
    told = _by_capitals(players, legend, glyphs) or (f"Here {letters}." if (letters := _by_letters(legend, glyphs)) else "")
    if told and any("." in row for row in rows) and "." not in legend:
        told += f" A dot is an empty {facts.cell}."
    if told and any("_" in row for row in rows) and "_" not in legend:
        told += f" At _ there is no {facts.cell}."
    return ["The pieces stand like this:", Picture(seen), told] if told else []


def _by_letters(legend: Legend, glyphs: set[str]) -> str:
    """`W is a White man and B is a Black man`"""
    shown_ = [f"{glyph} is {_pile(legend[glyph])}" for glyph in legend if glyph in glyphs]
    return "; ".join(shown_) if any(len(legend[glyph]) > 1 for glyph in legend if glyph in glyphs) else listed(shown_)


def _initials(facts: Facts, rows: tuple[str, ...], legend: Legend, glyphs: set[str]) -> tuple[tuple[str, ...], Legend, set[str]]:
    """A drawing with the players' initials, where each has pieces of one kind: letters that differ at a glance."""
    players, seen = facts.checked.players, [glyph for glyph in legend if glyph in glyphs]
    parts = [part for glyph in seen for part in legend[glyph]]
    of_each = (
        len(seen) == len(parts) == 2 and {part.owner for part in parts} == {*players} and all(part.number == 1 for part in parts)
    )
    if not of_each or len(players) != 2 or players[0][0] == players[1][0] or glyphs - {"_"} != {*seen}:
        return rows, legend, glyphs
    new = {glyph: str(legend[glyph][0].owner)[0] for glyph in seen}
    return (
        tuple("".join(new.get(sign, sign) for sign in row) for row in rows),
        {new[glyph]: legend[glyph] for glyph in seen},
        {*new.values()},
    )


def _read(text: str, players: tuple[str, ...]) -> SetUpPiece:
    """`White man`, `3 White man`: a part of the file's legend."""
    first, *rest = text.split()
    number, more = (int(first), rest) if first.isdecimal() else (1, [first, *rest])
    what = words(" ".join(more))
    owner, _, kind = what.partition(" ")
    return SetUpPiece(number, owner, kind) if owner in players and kind else SetUpPiece(number, None, what)


def _pile(parts: tuple[SetUpPiece, ...]) -> str:
    return _told(parts[0]) if len(parts) == 1 else f"a pile, from the bottom up: {listed(map(_told, parts))}"


def _told(standing: SetUpPiece) -> str:
    """`a White man`, `3 White men`"""
    number, owner, kind = standing
    if number != 1:
        return f"{number} {owner} {plural(kind)}" if owner else f"{number} {plural(kind)}"
    return _of_side(owner, kind) if owner else a_or_an(kind)


def _by_capitals(players: tuple[str, ...], legend: Legend, glyphs: set[str]) -> str:
    """`Capitals are White's pieces, small letters Black's: K is a king`, where letters tell the two players apart."""
    kinds = {}
    for glyph in (glyph for glyph in legend if glyph in glyphs and glyph.isupper()):
        kind = legend[glyph][0].kind
        if [legend[glyph], legend.get(glyph.lower())] != [(SetUpPiece(1, player, kind),) for player in players]:
            return ""
        kinds[glyph] = kind
    if len(players) != 2 or len(kinds) < 2 or {glyph.upper() for glyph in glyphs} != set(kinds):
        return ""
    first, second = (side(player).possessive for player in players)
    each = listed(f"{glyph} is {a_or_an(kind)}" for glyph, kind in kinds.items())
    return f"Capitals are {first} pieces, small letters {second}: {each}."


def _of_side(player: str, kind: str) -> str:
    """`a Light man`, `a man of Guards`"""
    return a_or_an(f"{kind} of {player}" if side(player).person == "many" else f"{player} {kind}")
