"""The lines below a board: each side with its supply and its score, dice, other variables, and the last move.

Takes a scene and a width; draws from a height downwards and returns the height where it ends.
"""

from __future__ import annotations

from ggl.play.pending_rolls import TO_COME
from ggl.play.scene import Fact, Scene
from ggl.play.values import written
from ggl.render.appearance import Looks
from ggl.render.colours import FAINT, LAST, TEXT, Ink, outline, single_ink
from ggl.render.geometry import Point
from ggl.render.shapes import Figure, figure
from ggl.render.sheet import Sheet, clean, text_width
from ggl.render.words import spaced

NAME, SMALL = 15.0, 12.5
_ROW, _LINE, _GAP = 27.0, 18.0, 14.0
MOST_LINES = 6
"""Lines of small text, cut with dots if they do not fit."""

_DIE = single_ink("#fbfaf5")
_PIPS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class Panel:
    def __init__(self, sheet: Sheet, scene: Scene, looks: Looks, left: float, width: float, *, hands: bool,
                 drawn: frozenset[str] = frozenset()) -> None:  # fmt: skip
        """`hands`: whether to list pieces in hand; `drawn`: the variables shown elsewhere."""
        self._sheet, self._scene, self._looks = sheet, scene, looks
        self._left, self._right, self._drawn = left, left + width, drawn
        held = (hand for player in range(len(scene.game.players)) for hand in scene.hands(player) if hands and hand.count)
        self._supplied = {scene.kind(hand.piece).name for hand in held}
        """The kinds that some player has in supply."""
        self._layer = sheet.group(data_layer="status")

    def draw(self, y: float) -> float:
        for player in range(len(self._scene.game.players)):
            y = self._player(player, y)
        facts = [fact for fact in self._scene.facts() if fact.says and fact.name not in self._drawn]
        y = self._dice([fact for fact in facts if fact.dice], y)
        words = [f"{spaced(fact.name)}:\xa0{fact.text}" for fact in facts if not fact.dice]
        if marks := self._scene.marks():
            words.append("dots: " + ", ".join(f"{kind.name} {spaced(name)}" if kind else spaced(name) for kind, name in marks))
        first = self._ending()
        if self._scene.last:
            first += (" · " if first else "") + "last: " + ", ".join(map(str, self._scene.last))
        return self._lines([first, " · ".join(words)], y)

    # ---- a side

    def _player(self, player: int, y: float) -> float:
        state, sheet = self._scene.state, self._sheet
        side = self._scene.game.players[player]
        middle = y + _ROW / 2
        moves = not state.is_over and state.mover == side
        won = state.is_over and side in state.winners
        if moves:
            tip = self._left + 9
            sheet.add(self._layer, "path", fill=LAST, d=f"M{self._left:.2f} {middle - 6:.2f}L{tip:.2f} {middle:.2f}"
                      f"L{self._left:.2f} {middle + 6:.2f}Z")  # fmt: skip
        self._swatch(player, self._left + 25, middle)
        x, size = self._left + 43, NAME
        score = "" if state.scores is None else written(state.scores[side])
        room = self._right - x - (text_width(score, size) + 10 if score else 0)
        name = _fitted(side, size, room * 0.55)
        sheet.text(self._layer, name, x, middle, size, TEXT, "start", **({"font_weight": "bold"} if moves or won else {}))
        x += text_width(name, size, moves or won) + 8
        note = self._scene.doing.removesuffix(" with the turn") if moves else "wins" if won else ""
        if note:
            sheet.text(self._layer, note, x, middle, SMALL, FAINT, "start")
            x += text_width(note, SMALL) + 10
        if score:
            sheet.text(self._layer, score, self._right, middle, size, TEXT, "end", font_weight="bold")
        return self._hands(player, x, y, self._right - (text_width(score, size) + 16 if score else 0))

    def _swatch(self, player: int, x: float, y: float) -> None:
        """A small piece that identifies the side."""
        owned = [look for look, (_, owner) in zip(self._looks.pieces, self._scene.game.pieces, strict=True) if owner == player]
        for look in owned:
            if look.shape != "bar":
                figure(self._sheet, self._layer, look, x, y, 11.0)
                return
        ink = self._looks.players[player]
        self._sheet.add(self._layer, "circle", fill=ink, stroke=outline(ink), cx=x, cy=y, r=9, stroke_width=1.2)

    def _hands(self, player: int, x: float, y: float, end: float) -> float:
        """The supply of a side: pieces with their counts."""
        for hand in self._scene.hands(player):
            if self._scene.kind(hand.piece).name not in self._supplied:
                continue
            look: Figure = self._looks.pieces[hand.piece]
            text = f"× {hand.count}"
            wide = 24 + text_width(text, SMALL) + 12
            if x + wide > end and x > self._left + 43:
                x, y = self._left + 43, y + _ROW
            faint: Ink = TEXT if hand.count else FAINT
            spot = self._sheet.group(self._layer)
            self._sheet.told(spot, "title", f"{hand.count} {self._scene.name(hand.piece)} in supply")
            figure(self._sheet, spot, look, x + 12, y + _ROW / 2, 9.5)
            self._sheet.text(spot, text, x + 26, y + _ROW / 2, SMALL, faint, "start")
            x += wide
        return y + _ROW

    # ---- dice and words

    def _dice(self, facts: list[Fact], y: float) -> float:
        if not facts:
            return y
        x, middle = self._left, y + _ROW / 2 + 2
        for fact in facts:
            name = spaced(fact.name)
            wide = text_width(name, SMALL) + 8 + 25 * len(fact.dice) + 12
            if x + wide > self._right and x > self._left:
                x, middle = self._left, middle + _ROW
            self._sheet.text(self._layer, name, x, middle, SMALL, FAINT, "start")
            x += text_width(name, SMALL) + 8
            for number in fact.dice:
                self._die(x + 10, middle, number)
                x += 25
            x += 12
        return middle + _ROW / 2 + 2

    def _die(self, x: float, y: float, number: int) -> None:
        spot = self._sheet.group(self._layer)
        self._sheet.told(spot, "title", str(number) if number else TO_COME)
        self._sheet.add(spot, "rect", fill=_DIE, stroke=FAINT, x=x - 10, y=y - 10, width=20, height=20, rx=4, stroke_width=1)
        for dx, dy in _PIPS.get(number, ()):
            self._sheet.add(spot, "circle", cx=x + 5 * dx, cy=y + 5 * dy, r=2.1, fill="#22252b")

    def _ending(self) -> str:
        state = self._scene.state
        if state.is_over:
            return self._scene.head
        return self._scene.number.removesuffix(": ")

    def _lines(self, texts: list[str], y: float) -> float:
        lines = [line for text in texts if text for line in wrapped(text, SMALL, self._right - self._left)]
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES - 1], lines[MOST_LINES - 1] + " …"]
        for number, line in enumerate(lines):
            self._sheet.text(self._layer, line, self._left, y + _LINE * (number + 0.6), SMALL, FAINT, "start")
        return y + _LINE * len(lines) + _GAP / 2


def _fitted(text: str, size: float, room: float) -> str:
    """A text, cut if it is too wide."""
    text = " ".join(clean(text).split())
    if text_width(text, size) <= room:
        return text
    while text and text_width(text + "…", size) > room:
        text = text[:-1]
    return text + "…"


def wrapped(text: str, size: float, room: float) -> list[str]:
    lines, line = [], ""
    for word in filter(None, clean(text).split(" ")):
        longer = f"{line} {word}" if line else word
        if line and text_width(longer, size) > room:
            lines.append(_fitted(line, size, room))
            line = word
        else:
            line = longer
    return [*lines, _fitted(line, size, room)] if line else lines
