"""The signs for a game's pieces, one character each, in plain ASCII or in Unicode.

Takes a checked game and a style. A sign comes from `look: glyphs:` (for `Player kind`, `kind` or `Player`; one sign, or two: the
ASCII one and the Unicode one), else from the kind's `glyph:`, else from its name. Discs are X and O, or ● and ○; other kinds of
two players are a capital for the first and a small letter for the second; those of more players carry the player's initial.
What a file asks for is taken only if it is one character that a terminal shows in one place.
"""

from __future__ import annotations

from ggl.checker.game import CheckedGame
from ggl.checker.look import is_disc
from ggl.topology.canvas import is_one_place

LIGHT, DARK = frozenset({"white", "light", "ivory", "silver"}), frozenset({"black", "dark", "ebony"})
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
        asked = self._asked(f"{players[owner]} {kind}") or (self._asked(players[owner]) if self._is_disc(kind) else "")
        if asked:
            return asked
        if self._is_disc(kind):
            return self._disc(owner)
        base = self._bases[kind]
        if self._game.definition.pieces[kind].side and (self._game.definition.pieces[kind].glyph or self._asked(kind)):
            return base  # as written: the other side has no such piece
        if len(players) > 2 or base.upper() == base.lower():
            return base + self._initial(owner)
        return base.upper() if owner == 0 else base.lower()

    def _asked(self, name: str) -> str:
        text = self._game.definition.look.glyphs.get(name)
        signs = text.text.split() if text is not None else []
        sign = signs[min(len(signs) - 1, int(self._unicode))] if signs else ""
        return sign if is_one_place(sign) and (self._unicode or sign.isascii()) else ""

    def _distinct_bases(self) -> dict[str, str]:
        """A sign for each kind, distinct on each type of site; a kind's own glyph takes precedence over letters of its name."""
        game = self._game
        bases: dict[str, str] = {}
        kinds = sorted(game.kinds, key=lambda kind: not game.definition.pieces[kind].glyph)
        for kind in kinds:
            part = game.definition.pieces[kind]
            taken = {base.lower() for other, base in bases.items() if game.definition.pieces[other].sites == part.sites}
            wishes = [self._asked(kind), part.glyph, *kind, *"abcdefghijklmnopqrstuvwxyz0123456789"]
            plain = [wish for wish in wishes if is_one_place(wish) and (self._unicode or wish.isascii())]
            bases[kind] = next((wish for wish in plain if wish.lower() not in taken), "?")
        return bases

    def _is_disc(self, kind: str) -> bool:
        return is_disc(self._game.definition, kind)

    def _disc(self, owner: int) -> str:
        names = self._game.players
        if all(len(name) == 1 for name in names):
            return names[owner]
        if len(names) != 2:
            return self._initial(owner)
        light_first = names[0].lower() in LIGHT or names[1].lower() in DARK
        return ("○●" if self._unicode else "OX")[(owner == 0) != light_first]

    def _initial(self, owner: int) -> str:
        names = self._game.players
        initials = [name[0].upper() for name in names]
        good = len(set(initials)) == len(names) and all(is_one_place(i) and (self._unicode or i.isascii()) for i in initials)
        return initials[owner] if good else str(owner + 1)
