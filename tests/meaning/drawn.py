"""A drawn set-up: one piece for each glyph, as docs/manual/boards.md says under 'Drawings'."""

from __future__ import annotations

from ggl.model.definition import Drawing
from tests.meaning.scene import Scene, Stone
from tests.meaning.world import World


def drawn(world: World, scene: Scene, drawing: Drawing) -> None:
    """Puts the pieces of a drawing onto the board."""
    legend = {glyph: [part.split() for part in text.text.split("+")] for glyph, text in drawing.legend.items()}
    for cell, glyph in zip(world.board.cells, world.board.read(drawing.rows.text.split("\n")), strict=True):
        if glyph == ".":
            continue
        if glyph in legend and any(word in world.definition.players and word not in world.players for word in legend[glyph][0]):
            continue
        if glyph in legend and (len(legend[glyph]) > 1 or legend[glyph][0][0].isdecimal()):
            said = [_said(world, words) for words in legend[glyph] for _ in range(int(words[0]) if words[0].isdecimal() else 1)]
            (kind, owner), below = said[-1], () if not world.most_in_pile(world.layer(said[-1][0]), cell) else tuple(said[:-1])
            scene.standing[world.layer(kind), cell] = Stone(kind, owner, None, {}, len(said), below)
            continue
        kind, owner = _said(world, legend[glyph][0]) if glyph in legend else _by_glyph(world, glyph)
        scene.standing[world.layer(kind), cell] = Stone(kind, owner, None, dict(world.marks[kind]))


def _said(world: World, words: list[str]) -> tuple[str, str | None]:
    kind = next(word for word in words if word in world.kinds)
    owner = next((word for word in words if word in world.players), None)
    return kind, owner or world.definition.pieces[kind].side or None


def _by_glyph(world: World, glyph: str) -> tuple[str, str | None]:
    for name, piece in world.definition.pieces.items():
        if piece.sites != "cells":
            continue
        shown = piece.glyph or name[0]
        if not piece.owned or (piece.side and piece.glyph) or len(world.players) == 1:
            if glyph == shown:
                return name, piece.side or (world.players[0] if piece.owned else None)
            continue
        for number, player in enumerate(world.players):
            if piece.side in ("", player) and glyph == (shown.lower() if number else shown.upper()):
                return name, player
    raise AssertionError(glyph)
