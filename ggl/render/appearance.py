"""The appearance of a game: the style of its board, and the shape, colours and letter of each piece.

Takes a checked game. Its `look:` comes first: `board` the style, `shapes` and `colours` by player, kind, or both, and
colours of regions as the ground of their cells. By default a kind named like a shape has that shape, a round glyph is a disc,
and anything else is a chip with its glyph. Invalid words, such as unknown colours, are ignored.
"""

from __future__ import annotations

from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ggl.checker.game import CheckedGame
from ggl.checker.look import DARK, LIGHT, cell_regions, names_of, shape_of, size_of
from ggl.model.colours import NAMED, hex_colour
from ggl.play.glyphs import Glyphs
from ggl.render.colours import DEFAULTS, NOBODY, BoardInks, Ink, single_ink
from ggl.render.shapes import NOBODYS, Figure

_BOARD = "board"
_BASE = {"checkered": "ivory", "lines": "wood", "pits": "tan", "dots": "ivory", "points": "sand"}


@dataclass(frozen=True)
class Looks:
    style: str
    board: BoardInks
    players: tuple[Ink, ...]
    pieces: tuple[Figure, ...]
    """By the code of the piece."""

    sizes: tuple[float, ...]
    """The size of each; 1 is the default."""

    grounds: dict[int, BoardInks]
    """The cells of regions that have a colour."""


_LOOKS: WeakKeyDictionary[CheckedGame, Looks] = WeakKeyDictionary()


def looks_of(game: CheckedGame) -> Looks:
    """The looks of a game, computed once."""
    if game not in _LOOKS:
        _LOOKS[game] = _looks(game)
    return _LOOKS[game]


def _looks(game: CheckedGame) -> Looks:
    style = _style(game)
    asked = game.definition.look.colours.get(_BOARD) if _BOARD not in game.players else None
    base = (hex_colour(asked.text) if asked is not None else None) or NAMED[_BASE.get(style, "sand")]
    players = _players(game)
    return Looks(style, BoardInks.of(base), players, _figures(game, players), _sizes(game), _grounds(game))


def _style(game: CheckedGame) -> str:
    """The requested style if the board supports it, otherwise that of its basis."""
    board, asked = game.board, game.definition.look.board
    if board.basis == "graph":
        return "pits" if asked == "pits" else "lines"
    if board.basis == "track":
        return asked if asked in ("points", "pits") else "cells"
    return asked if asked in ("checkered", "lines", "dots", "pits") else "cells"


def _players(game: CheckedGame) -> tuple[Ink, ...]:
    asked = {name: text.text for name, text in game.definition.look.colours.items()}
    found: list[str | None] = []
    for name in game.players:
        word = name.lower()
        own = "white" if word in LIGHT else "black" if word in DARK else word
        found.append(hex_colour(asked.get(name, "")) or hex_colour(own))
    spare = [NAMED[name] for name in DEFAULTS if NAMED[name] not in found]
    return tuple(single_ink(each or spare.pop(0)) for each in found)


def _grounds(game: CheckedGame) -> dict[int, BoardInks]:
    """If regions overlap, the one that `colours` names last."""
    found: dict[int, BoardInks] = {}
    regions = cell_regions(game.world, game.definition.regions)
    for name, text in game.definition.look.colours.items():
        shade = hex_colour(text.text)
        if name in regions and shade is not None:
            found |= {cell.index: BoardInks.of(shade) for cell in game.board.cells if regions[name] >> cell.index & 1}
    return found


def _figures(game: CheckedGame, players: tuple[Ink, ...]) -> tuple[Figure, ...]:
    glyphs = Glyphs(game, "unicode")
    made = []
    for (kind, owner), glyph in zip(game.pieces, glyphs.pieces, strict=True):
        asked = game.definition.look.colours
        names = names_of(game.players, kind, owner)
        word = next((asked[name].text for name in names if name in asked and name not in game.players), "")
        own = hex_colour(word)
        ink = single_ink(own) if own else NOBODY if owner is None else players[owner]
        shape = shape_of(game.definition, game.players, kind, owner)
        letter = "" if shape == "bar" and not _has_rivals(game, kind) else _letter(game, glyph, kind, owner)
        made.append((shape, ink, letter, owner))
    shared = {(shape, owner) for shape, _, _, owner in made}

    def sign(shape: str, owner: int | None) -> int:
        if owner is None:  # a bar beside others has a letter
            return NOBODYS if any((shape, other) in shared for other in range(len(players))) and shape != "bar" else 0
        return owner if any((shape, other) in shared for other in range(owner)) else 0

    return tuple(Figure(shape, ink, letter, sign(shape, owner)) for shape, ink, letter, owner in made)


def _sizes(game: CheckedGame) -> tuple[float, ...]:
    asked = {name: size_of(text.text) for name, text in game.definition.look.sizes.items()}
    return tuple(
        next((size for name in names_of(game.players, *piece) if (size := asked.get(name))), 1.0) for piece in game.pieces
    )


def _has_rivals(game: CheckedGame, kind: str) -> bool:
    """Whether other kinds on sites of the same type are bars too."""
    sites = game.world.kinds[kind].site
    others = [(name, owner) for name, owner in game.pieces if name != kind and game.world.kinds[name].site == sites]
    return any(shape_of(game.definition, game.players, *other) == "bar" for other in others)


def _letter(game: CheckedGame, glyph: str, kind: str, owner: int | None) -> str:
    """The glyph; for a disc, which shows only its owner, the player's initial."""
    if glyph in "●○" and owner is not None:
        return game.players[owner][:1].upper()
    return glyph or kind[:1]
