"""A set-up from a drawing: one piece for each glyph.

Takes the drawing, the kinds as they are declared, and the world. Gives effects, or reports one finding and raises `Refused`. A
glyph is in the legend, or is a kind's glyph: a capital for the first player's, a small letter for the second's.
"""

from __future__ import annotations

from collections.abc import Mapping

from ggl.checker import make
from ggl.checker.declarations.pieces import STACK_LIMIT
from ggl.checker.expressions.phrases import NO_KINDS, plural_site
from ggl.checker.piles import pile_of
from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.types import Num, singular_of
from ggl.diagnostics.catalog import board_and_pieces as codes
from ggl.model.definition import Drawing, Piece, Text
from ggl.source import Span
from ggl.topology import BadShape

EMPTY = "."

Meaning = tuple[str, int | None]
"""A kind, and the player whose it is or None."""


def drawing_effects(drawing: Drawing, kinds: Mapping[str, Piece], world: World) -> list[f.Effect]:
    try:
        glyphs = world.board.read(drawing.rows.text.split("\n"))
    except BadShape as error:
        help_ = "write one glyph for each cell of this row, `.` for an empty one" if error.line is not None else None
        world.refuse(codes.BAD_DRAWING, _line(drawing.rows, error.line), str(error), "", help_)
    if EMPTY in drawing.legend:
        message = f"`{EMPTY}` stands for an empty cell in every drawing"
        world.refuse(codes.BAD_DRAWING, drawing.legend[EMPTY].span, message, "", "choose another sign, here and in the drawing")
    meanings = _of_kinds(kinds, world)
    said = {glyph: _piled(text, world) for glyph, text in drawing.legend.items()}
    parts: list[f.Effect] = []
    for cell, glyph in enumerate(glyphs):
        if glyph == EMPTY:
            continue
        if glyph in said:
            parts += _placed(said[glyph], cell, drawing.rows.span, world)
            continue
        if len(meanings.get(glyph, ())) != 1:
            _refuse(glyph, drawing, meanings, world)
        parts += _placed(meanings[glyph], cell, drawing.rows.span, world)
    return parts


def _placed(pieces: list[Meaning], cell: int, span: Span, world: World) -> list[f.Effect]:
    """Pieces on a cell, from the bottom up."""
    if not pieces:
        return []
    world.used.update(kind for kind, _ in pieces)
    layer = world.layer_of(world.kinds[pieces[-1][0]])
    *below, top = (f.Lit(world.piece_code(kind, owner), world.fin("piece")) for kind, owner in pieces)
    count, pile, site = world.count_field(layer), pile_of(world, layer), f.Lit(cell, world.fin("cell"))
    attributes = () if count is None else ((count.name, make.number(len(pieces))),)
    parts: list[f.Effect] = [f.Put(layer.name, site, top, attributes)]
    if pile is not None:
        parts += [
            f.Write(pile.below.name, (site, make.number(level)), make.retyped(piece, pile.below.values), span=span)
            for level, piece in enumerate(below)
        ]
    return parts


def _piled(text: Text, world: World) -> list[Meaning]:
    """The pieces that a line of the legend names, from the bottom up: `White flat + 2 Black flat`. Those of players who are left
    out do not stand there."""
    found: list[Meaning] = []
    for part in text.text.split("+"):
        words = part.split()
        is_counted = bool(words) and words[0].isdecimal()
        times = min(int(words[0][:9]), STACK_LIMIT + 1) if is_counted else 1
        meaning = _said(text, words[1:] if is_counted else words, world)
        found += [] if meaning is None else [meaning] * times
    if not found and any(word in world.left_out for word in text.text.split()):
        return found
    if not _fits(found, world):
        message = f"`{text.text}` is more than one cell can hold" if found else f"`{text.text}` is not a piece"
        world.refuse(codes.BAD_DRAWING, text.span, message, "", "give the kinds `piles: N` under `pieces`, or name one piece")
    return found


def _fits(pieces: list[Meaning], world: World) -> bool:
    """Whether a cell can hold these: one piece, a stack of one kind and side, or a pile."""
    layers = {world.layer_of(world.kinds[kind]) for kind, _ in pieces}
    if len(layers) != 1:
        return False
    layer = layers.pop()
    count, most = world.count_field(layer), 1
    if count is not None:
        assert isinstance(count.values, Num)
        most = count.values.hi
    return len(pieces) <= most and (len(set(pieces)) == 1 or pile_of(world, layer) is not None)


def _line(rows: Text, number: int | None) -> Span:
    """The place of one line of the rows; of all where it is not known which."""
    written = rows.span.text.split("\n")
    if number is None or number >= len(written):  # several rows between quotes are one line of the file
        return rows.span
    start = rows.span.start + sum(len(line) + 1 for line in written[:number])
    line = written[number]
    return rows.span.source.span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


def _of_kinds(kinds: Mapping[str, Piece], world: World) -> dict[str, list[Meaning]]:
    """The pieces that each glyph may stand for if no legend says so: more than one where kinds have the same."""
    found: dict[str, list[Meaning]] = {}
    for kind in world.kinds.values():
        glyph = kinds[kind.name].glyph or kind.name[0]
        if kind.site != "cell":
            continue
        if not kind.owned or (kind.side is not None and kinds[kind.name].glyph):
            found.setdefault(glyph, []).append((kind.name, kind.side))
        elif kind.side is not None:
            found.setdefault(glyph.lower() if kind.side else glyph.upper(), []).append((kind.name, kind.side))
        elif len(world.players) == 1:
            found.setdefault(glyph, []).append((kind.name, 0))
        elif len(world.players) == 2:
            found.setdefault(glyph.upper(), []).append((kind.name, 0))
            found.setdefault(glyph.lower(), []).append((kind.name, 1))
    return found


def _said(text: Text, words: list[str], world: World) -> Meaning | None:
    """The piece that words of a line of the legend name; None if it is that of a player who is left out."""
    kinds = [word for word in words if word in world.kinds]
    if len(kinds) == 1 and len(words) == 2 and any(word in world.left_out for word in words):
        world.used.update(kinds)
        return None
    owners = [world.players.index(word) for word in words if word in world.players]
    if len(kinds) != 1 or len(words) > 2 or len(owners) != len(words) - 1:
        first = next(iter(world.kinds), None)
        help_ = f"write a kind, or a player and a kind, such as `{world.players[0]} {first}`" if first else NO_KINDS
        world.refuse(codes.BAD_DRAWING, text.span, f"`{text.text}` is not a piece", "", help_)
    kind = world.kinds[kinds[0]]
    world.used.add(kind.name)
    if kind.site != "cell":
        message = f"{singular_of(kind.name)} stands on {plural_site(kind.site)}, and a drawing is of cells"
        world.refuse(codes.WRONG_SITES, text.span, message, "", "set it up by effects, under `do` beside the drawing")
    if kind.side is not None and owners in ([], [kind.side]):
        return kind.name, kind.side
    if kind.side is not None:
        world.refuse(codes.WRONG_OWNER, text.span, f"each {kind.name} belongs to {world.players[kind.side]}")
    if kind.owned != bool(owners):
        message = f"the owner of this {kind.name} is missing" if kind.owned else f"{singular_of(kind.name)} belongs to nobody"
        world.refuse(codes.WRONG_OWNER, text.span, message)
    return kind.name, owners[0] if owners else None


def _refuse(glyph: str, drawing: Drawing, meanings: Mapping[str, list[Meaning]], world: World) -> None:
    rows = drawing.rows.span
    start = rows.start + max(rows.text.find(glyph), 0)
    place = rows.source.span(start, start + 1)
    if glyph in meanings:
        kinds = list(dict.fromkeys(kind for kind, _ in meanings[glyph]))
        whose = kinds if len(kinds) > 1 else [f"{player} {kind}" for player in world.players for kind in kinds]
        way_out = "say in a `legend:` which it is"
        world.refuse(codes.BAD_DRAWING, place, f"`{glyph}` could be {' or '.join(map(singular_of, whose))}", "",
                     f"give one of them another `glyph:`, or {way_out}" if len(kinds) > 1 else way_out)  # fmt: skip
    known = " ".join(meanings) or "none"
    world.refuse(codes.BAD_DRAWING, place, f"`{glyph}` stands for no piece", f"the glyphs are {known}, and `.` for nothing",
                 "say in a `legend:` what it stands for")  # fmt: skip
