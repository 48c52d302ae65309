"""The picture of a state: the board with what stands on it, and below it whose turn it is, the score and the supplies.

Takes a state and a width; gives lines of text. A piece that faces shows an arrow, one with properties shows marks behind it,
one of a stack or a pile shows how many there are, several layers on one cell stand side by side from the top down, and what
lies on an edge is drawn as a stroke. The sites of the last move are put in brackets, of an edge the cells beside it. Colour, if
asked for, only repeats what the signs say.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ggl.play.glyphs import Glyphs
from ggl.play.scene import Scene, StandingPieces
from ggl.play.values import Value, each_written, written
from ggl.topology import LINES, Site
from ggl.topology.canvas import terminal_width

if TYPE_CHECKING:
    from ggl.checker.world import Kind
    from ggl.play.base_state import BaseState
    from ggl.play.look_values import DrawnMark
    from ggl.play.move import Move

PAGE, NARROWEST = 80, 20
_PLACES = {"cell": 0xF0000, "edge": 0xF8000, "vertex": 0x100000}
"""The places of sites in the frame of a board: a run of a private character for each site."""

_PLACE = re.compile("([\U000f0000-\U0010fffd])\\1*")
_MARKS = "'\"*+~^"
_SHOWN = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37, "grey": 90, "gray": 90}
_DEFAULT_COLOURS = (36, 33, 32, 35, 34, 31, 37, 90)
_IN_A_ROW = 4
"""The most equal pieces in a row that are listed one by one."""

_TOGETHER = "\u00a0"
"""A blank without a line break."""

_WIDE = "\0"
"""The second column of a character that takes two."""

_USUAL = 99
"""Reserves room for stacks of up to this many pieces."""

_BRACKET, _STROKE = "1;31", "2"


def picture(state: BaseState, style: str = "ascii", *, last: Iterable[Move] = (), colour: bool = False, width: int = PAGE) -> str:
    """The board and the lines below it, within a width. `last` are the steps of the last turn, if they are known.

    A wider board is cut at the edge, and a line says so: nobody can read a row that wraps.
    """
    scene = Scene(state, last)
    drawing = _Drawing(scene, style)
    sheet = _Sheet(drawing.frame(), drawing)
    for site in scene.touched:
        for beside in site.cells if site.type in LINES else (site,):
            sheet.bracket(beside)
    below = _status(scene, drawing.glyphs)
    if scene.last:
        below.append("last: " + ", ".join(map(str, scene.last)))
    below += [
        *_piles(scene, drawing.glyphs),
        *_beneath(scene, drawing.cut),
        *_on_lines(scene),
        *_legend(scene, style == "unicode"),
    ]
    if sheet.width > width:
        below.append(f"the board is cut off here: it needs {sheet.width} columns, but there are only {width}")
    lines = [line.replace(_TOGETHER, " ") for text in below for line in _wrapped(text, width)]
    return "\n".join([sheet.text(colour, width), "", *lines])


# ------------------------------------------------------------------------------------------------- the pieces on a site


@dataclass(frozen=True)
class _Sign:
    """The text at a site, with the code of its colour."""

    text: str
    colour: str = ""


class _Drawing:
    """The signs of one scene's sites."""

    def __init__(self, scene: Scene, style: str) -> None:
        self._scene, self._game, self._board = scene, scene.game, scene.board
        self._kinds = self._game.world.kinds.values()
        self._unicode = style == "unicode"
        self.glyphs = Glyphs(self._game, style)
        renamed = self._board.plan.renamed
        by_line = self._board.basis in ("square", "hex") or (self._board.basis == "graph" and bool(self._board.sides))
        self._named = renamed is not None and renamed.each and by_line
        """Whether free cells show their names, if no column and row identifies them."""

        self.cut: set[Site] = set()
        """Free edges without room for their value."""

        self._faces = {kind.site for kind in self._kinds if kind.faces}
        self._signs = {type_: [self._sign(site) for site in self._board.sites(type_)] for type_ in scene.played - {"link"}}
        self._width = {
            type_: max([self._least(type_), *(terminal_width(s.text) for s in signs)]) for type_, signs in self._signs.items()
        }

    def _least(self, site: str) -> int:
        """The minimum width of a sign, so that the board keeps its size when the last mark disappears."""
        kinds = [kind for kind in self._kinds if kind.site == site]
        stacks = max((max(kind.stacks, kind.piles) for kind in kinds), default=0)
        return max(1 + len(str(min(stacks, _USUAL))) if stacks else 1, 2 if any(kind.has for kind in kinds) else 1)

    def frame(self) -> str:
        """The board with a run of a private character at the place of each site."""
        inner, played = len(self._board.edges), self._scene.played
        rim = any(sign.text.strip() for sign in self._signs.get("edge", ())[inner:])

        def place(site: Site) -> str:
            if site.type == "edge" and site.index >= inner and not rim:
                return ""
            width = len(self._signs["edge"][site.index].text) if site.type == "edge" else self._width.get(site.type, 1)
            return chr(_PLACES[site.type] + site.index) * width

        def within(site: Site) -> str:
            own = self._board.find(site.name)
            return place(own) if own is not None else ""

        board, view = self._board, self._scene.view
        if len(view) < len(board.cells):
            board, place_of = board.without(cell for cell in board.cells if cell.index not in view), within
        else:
            place_of = place
        frame = board.render(
            place_of,
            place_of if "edge" in played else None,
            vertex_glyph=place_of if "vertex" in played else None,
        )
        return "\n".join(f" {line}" for line in frame.split("\n")) if self._named else frame  # leaves room for a bracket

    def sign(self, character: str) -> tuple[Site, _Sign]:
        """The site of a place in the frame, and its sign."""
        site_type = max((name for name, start in _PLACES.items() if start <= ord(character)), key=_PLACES.__getitem__)
        index = ord(character) - _PLACES[site_type]
        signs = self._signs.get(site_type)
        return self._board.sites(site_type)[index], signs[index] if signs else _Sign("")

    def _sign(self, site: Site) -> _Sign:
        standing = self._scene.standing(site)
        shown = next((self._value(name, value) for name, value in self._scene.values(site).items()), "") or self._marked(site)
        if site.type == "edge":
            return self._edge(site, standing, shown)
        if standing:
            sign = _Sign("".join(map(self._with_attributes, standing)), self._colour(self._game.pieces[standing[0].piece][1]))
        else:
            vertex = "┼" if self._unicode else "+"
            sign = _Sign(shown or (vertex if site.type == "vertex" else site.name if self._named else self.glyphs.empty))
        if site.type in self._faces and len(sign.text) == 1:
            return _Sign(f" {sign.text} ", sign.colour)
        return sign

    def _value(self, name: str, value: Value, mark: str = "*") -> str:
        sign = self._scene.sign(name, value)
        return (
            sign
            if sign and (self._unicode or sign.isascii())
            else mark
            if value is True
            else self._scene.short(name, value, 1, self._unicode)
        )

    def _marked(self, site: Site) -> str:
        """The mark of the board on a free site: the first that has a sign or writes a value there."""
        for mark in self._scene.drawn:
            group = next((group for group in mark.groups if site in group), None)
            if group is not None:
                if mark.values:
                    value = mark.values[group.index(site)]
                    return "*" if value is True else self._scene.state.game.values.short(value, mark.type, 1, self._unicode)
                if sign := _mark_sign(mark, self._unicode):
                    return sign
        return ""

    def _with_attributes(self, each: StandingPieces) -> str:
        text, kind = self.glyphs.pieces[each.piece], self._scene.kind(each.piece)
        text += "".join(self._value(name, value, _mark(kind, name)) for name, value in each.bears.items())
        if each.is_counted:
            text += str(each.count)
        if not kind.faces:
            return text
        if each.facing is None:
            return f" {text} "
        direction = self._board.directions[each.facing]
        arrow = self.glyphs.arrow(direction)
        return f"{arrow}{text} " if "west" in direction else f" {text}{arrow}"

    def _edge(self, site: Site, standing: tuple[StandingPieces, ...], shown: str) -> _Sign:
        """A stroke as long as there is room for the one kind of edge that nobody owns, else its sign; a free edge's value."""
        board = self._board
        cell = site.cells[0]
        dx, dy = (round(there - here, 3) for there, here in zip(site.point, cell.point, strict=True))
        linked = board.basis in ("graph", "track")
        across = not dy if linked else not dx
        room = 3 if across and board.basis != "hex" else 1
        if not standing:
            if not shown:
                return _Sign(("." if linked and not board.sides else " ") * room)
            if len(shown) <= room:
                return _Sign(shown.center(room))
            self.cut.add(site)
        else:
            glyph = self.glyphs.pieces[standing[0].piece]
            kind, owner = self._game.pieces[standing[0].piece]
            if owner is not None or sum(other.site == "edge" for other in self._kinds) > 1:
                return _Sign(glyph.center(room), self._colour(owner))
            if kind in self._game.definition.look.glyphs or self._game.definition.pieces[kind].glyph:
                return _Sign(glyph * room, _STROKE)
        if across:
            return _Sign(("─" if self._unicode else "-") * room, _STROKE)
        if (not dx) if linked else (not dy):
            return _Sign("│" if self._unicode else "|", _STROKE)
        rising = (dx * dy > 0) == linked
        return _Sign(("╱" if rising else "╲") if self._unicode else ("/" if rising else "\\"), _STROKE)

    def _colour(self, owner: int | None) -> str:
        if owner is None:
            return ""
        asked = self._game.definition.look.colours.get(self._game.players[owner])
        code = _SHOWN.get(asked.text.lower()) if asked is not None else None
        return str(code or _DEFAULT_COLOURS[owner % len(_DEFAULT_COLOURS)])


def _mark_sign(mark: DrawnMark, unicode: bool) -> str:
    """The character of a mark on free sites; empty if it has none in a style."""
    signs = mark.part.sign.text.split() if mark.part.sign is not None else []
    sign = signs[min(mark.player or 0, len(signs) - 1)] if signs else ""
    return sign if unicode or sign.isascii() else ""


def _mark(kind: Kind, name: str) -> str:
    return _MARKS[min(kind.has.index(name), len(_MARKS) - 1)]


class _Sheet:
    """The frame's lines, with the signs at their places."""

    def __init__(self, frame: str, drawing: _Drawing) -> None:
        self._rows: list[list[str]] = []
        self._colours: dict[tuple[int, int], str] = {}
        self._spans: dict[Site, tuple[int, int, int]] = {}
        self._brackets: set[tuple[int, int]] = set()
        for row, line in enumerate(frame.split("\n")):
            self._rows.append(list(_PLACE.sub(partial(self._put, drawing, row), line)))

    def _put(self, drawing: _Drawing, row: int, found: re.Match[str]) -> str:
        site, sign = drawing.sign(found[1])
        room = found.end() - found.start()
        text = "".join(character + _WIDE * (terminal_width(character) - 1) for character in sign.text).ljust(room)
        start = found.start() + len(text) - len(text.lstrip())
        end = found.start() + len(text.rstrip())
        self._spans[site] = (row, start, end)
        if sign.colour:
            self._colours.update(dict.fromkeys(((row, column) for column in range(start, end)), sign.colour))
        return text

    def bracket(self, site: Site) -> None:
        """Put brackets around a site's sign, as far as there is room; `|` between two neighbours in brackets."""
        if site not in self._spans:
            return
        row, start, end = self._spans[site]
        line = self._rows[row]
        line += [" "] * (end + 1 - len(line))
        for column, sign in ((start - 1, "("), (end, ")")):
            if column >= 0 and (line[column] in " -" or (row, column) in self._brackets):
                line[column] = "|" if (row, column) in self._brackets else sign
                self._brackets.add((row, column))
                self._colours[row, column] = _BRACKET

    @property
    def width(self) -> int:
        return max(len("".join(row).rstrip()) for row in self._rows)

    def text(self, colour: bool, width: int) -> str:
        rows = [self._row(row, width) for row in self._rows]
        if not colour:
            return "\n".join(rows).replace(_WIDE, "")
        shown = []
        for at, row in enumerate(rows):
            line, now = "", ""
            for column, character in enumerate(row):
                code = self._colours.get((at, column), "")
                if code != now:
                    line += ("\x1b[0m" if now else "") + (f"\x1b[{code}m" if code else "")
                    now = code
                line += character
            shown.append(line + ("\x1b[0m" if now else ""))
        return "\n".join(shown).replace(_WIDE, "")

    @staticmethod
    def _row(signs: list[str], width: int) -> str:
        row = "".join(signs).rstrip()
        return row if len(row) <= width else row[: max(width - 1, 0)] + ">"


# --------------------------------------------------------------------------------------------------------- the lines below


def _status(scene: Scene, glyphs: Glyphs) -> list[str]:
    state, game = scene.state, scene.game
    if state.is_over:
        head = scene.head
    else:
        sign = glyphs.player(game.players.index(state.mover))
        who = f"{state.mover} {sign}" if sign and sign != state.mover else state.mover
        head = f"{scene.number}{who} {scene.doing}, {state.seat} seat"
    lines = [head]
    if state.scores is not None and not state.is_over:
        name = "score" if game.core.match is None else _points_of_match(state)
        lines.append(f"{name}: {each_written(state.scores.items())}")
    held = {kind: dict[str, int]() for kind in game.kinds}
    for number, player in enumerate(game.players):
        for hand in scene.hands(number):
            held[scene.kind(hand.piece).name][player] = hand.count
    lines += [f"{kind} supply: {each_written(left.items())}" for kind, left in held.items() if left]
    return lines + [f"{fact.name}: {fact.text}" for fact in scene.facts()]


def _points_of_match(state: BaseState) -> str:
    """`points after 3 games (the last one had no turn)`: the games of a match that are over."""
    at = state.game.layout.at("game")
    done = state.vector[at]
    if not done:
        return "points"
    last = next(state.came_lately(), None)
    turnless = done - (last[1][at] + 1 if last is not None and last[1][at] < done else done)
    had_none = {0: "", 1: " (the last one had no turn)"}.get(turnless, f" (the last {turnless} had no turn)")
    return f"points after {done} game{'s' if done > 1 else ''}{had_none}"


def _beneath(scene: Scene, cut: set[Site]) -> list[str]:
    """The values for which the board has no place: beneath a piece, beside another value, or too long for an edge."""
    found: dict[str, list[str]] = {}
    for site in (site for type_ in ("cell", "edge", "vertex") if type_ in scene.played for site in scene.board.sites(type_)):
        values = [*scene.values(site).items()]
        for name, value in values if scene.standing(site) or site in cut else values[1:]:
            found.setdefault(name, []).append(site.name if value is True else f"{site.name} {written(value)}")
    return [f"{name}: {', '.join(sites)}" for name, sites in found.items()]


def _on_lines(scene: Scene) -> list[str]:
    """The contents of links, which have no place in a picture of characters, and of edges with more than one sign tells: each
    piece or variable with its sites."""
    found: dict[str, list[str]] = {}
    for line in (site for type_ in LINES if type_ in scene.played for site in scene.board.sites(type_)):
        standing = scene.standing(line)
        if line.type == "link" or len(standing) > 1 or any(map(_is_more_than_a_sign, standing)):
            for each in standing:
                found.setdefault(scene.name(each.piece), []).append(f"{line.name}{_told(scene, each)}")
        for name, value in scene.values(line).items() if line.type == "link" else ():
            found.setdefault(name, []).append(line.name if value is True else f"{line.name} {written(value)}")
    return [f"{name}: {', '.join(lines)}" for name, lines in found.items()]


def _is_more_than_a_sign(each: StandingPieces) -> bool:
    return bool(each.count > 1 or each.bears or each.facing is not None)


def _told(scene: Scene, each: StandingPieces) -> str:
    """What is to be said of pieces beside their kind and side; of a pile, which a line of its own tells, that of its top."""
    count = f" ({each.count})" if each.count > 1 and not each.below else ""
    facing = f" facing {scene.board.directions[each.facing]}" if each.facing is not None else ""
    return (
        count
        + facing
        + "".join(f" {name}" if value is True else f" {name} {written(value)}" for name, value in each.bears.items())
    )


def _piles(scene: Scene, glyphs: Glyphs) -> list[str]:
    """The pieces of each pile, from the bottom up: `a1 M M k`, or `a1 M*9 k` where many alike are in a row."""
    told = []
    for site, each in scene.piles():
        signs = [
            f"{glyphs.pieces[code]}*{number}" if number > _IN_A_ROW else " ".join([glyphs.pieces[code]] * number)
            for number, code in each.pieces
        ]
        told.append(f"{site.name} {' '.join(signs)}".replace(" ", _TOGETHER))
    return [f"piles, from the bottom up: {', '.join(told)}"] if told else []


def _legend(scene: Scene, unicode: bool) -> list[str]:
    """The meanings of the marks behind pieces and on free sites."""
    drawn = {
        f"{sign} {scene.game.players[mark.player] + ' ' if mark.player is not None else ''}{mark.part.name}"
        for mark in scene.drawn if (sign := _mark_sign(mark, unicode)) and any(mark.groups)
    }  # fmt: skip
    told = [f"* {name}" if kind is None else f"{_mark(kind, name)} {kind.name} {name}" for kind, name in scene.marks()]
    return ["marks: " + ", ".join([*told, *sorted(drawn)])] if told or drawn else []


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of a given width; names of links are not cut."""
    return textwrap.wrap(text, max(width, NARROWEST), subsequent_indent="  ", break_on_hyphens="--" not in text)
