"""The signs for a game's pieces, one character each, in plain ASCII or in Unicode.

Takes a checked game and a style. A sign comes from `look: glyphs:` (for `Player kind`, `kind` or `Player`; one sign, or two: the
ASCII one and the Unicode one), else from the kind's `glyph:`, else from its name. Discs are X and O, or ● and ○; other kinds of
two players are a capital for the first and a small letter for the second; those of more players carry the player's initial.
What a file asks for is taken only if it is one character that a terminal shows in one place.
"""

from __future__ import annotations

from ggl.checker.game import CheckedGame
from ggl.checker.look import alike, disc_sign, initial, is_disc, is_written_alone
from ggl.topology.canvas import is_one_place

ARROWS = {
    "north": "^↑", "south": "v↓", "east": ">→", "west": "<←",
    "northeast": "9↗", "northwest": "7↖", "southeast": "3↘", "southwest": "1↙",
}  # fmt: skip
"""ASCII has no slanted arrows: the digits stand as on a keypad."""


class Glyphs:
    def __init__(self, game: CheckedGame, style: str) -> None:
        self._game = game
        self._unicode = style == "unicode"
        self.empty = "·" if self._unicode else "."
        self._bases = self._distinct_bases()
        self.pieces = tuple(self._piece(kind, owner) for kind, owner in game.pieces)

    def player(self, player: int) -> str:
        """A sign of a player: that of the first kind with an owner, or nothing."""
        for (_, owner), glyph in zip(self._game.pieces, self.pieces, strict=True):
            if owner == player:
                return glyph
        return ""

    def arrow(self, direction: str) -> str:
        signs = ARROWS.get(direction)
        return (signs[self._unicode] if signs else direction[:1]) or "?"

    # ---- how a sign is found

    def _piece(self, kind: str, owner: int | None) -> str:
        players = self._game.players
        if owner is None:
            return self._asked(kind) or self._bases[kind]
        if own := self._own(kind, owner):
            return own
        base = self._bases[kind]
        if self._game.definition.pieces[kind].side and (self._game.definition.pieces[kind].glyph or self._asked(kind)):
            return base  # as written: the other side has no such piece
        if len(players) > 2 or base.upper() == base.lower():
            return base + initial(players, owner, self._unicode)
        return base.upper() if owner == 0 else base.lower()

    def _own(self, kind: str, owner: int) -> str:
        """The sign of a player's pieces of a kind that is not made from the kind's; empty if there is none."""
        player, is_disc = self._game.players[owner], self._is_disc(kind)
        asked = self._asked(f"{player} {kind}") or (self._asked(player) if is_disc else "")
        return asked or (disc_sign(self._game.players, owner, self._unicode) if is_disc else "")

    def _asked(self, name: str) -> str:
        text = self._game.definition.look.glyphs.get(name)
        signs = text.text.split() if text is not None else []
        sign = signs[min(len(signs) - 1, int(self._unicode))] if signs else ""
        return sign if is_one_place(sign) and (self._unicode or sign.isascii()) else ""

    def _distinct_bases(self) -> dict[str, str]:
        """A sign for each kind, distinct on each type of site; a kind's own glyph takes precedence over letters of its name."""
        game = self._game
        bases: dict[str, str] = {}
        owned = [(kind, self._own(kind, owner)) for kind, owner in game.pieces if owner is not None]
        kinds = sorted(game.kinds, key=lambda kind: not game.definition.pieces[kind].glyph)
        for kind in kinds:
            part = game.definition.pieces[kind]
            others = [*bases.items(), *(owned if is_written_alone(part, game.players) else ())]
            taken = {alike(sign) for other, sign in others if other != kind and game.definition.pieces[other].sites == part.sites}
            wishes = [self._asked(kind), part.glyph, *kind, *"abcdefghijklmnopqrstuvwxyz0123456789"]
            plain = [wish for wish in wishes if is_one_place(wish) and (self._unicode or wish.isascii())]
            bases[kind] = next((wish for wish in plain if alike(wish) not in taken), "?")
        return bases

    def _is_disc(self, kind: str) -> bool:
        return is_disc(self._game.definition, kind)
