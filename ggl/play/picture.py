"""The picture of a state: the board with what stands on it, and below it whose turn it is, the score and the supplies.

Takes a state and a width; gives lines of text. A piece that faces shows an arrow, one with properties shows marks behind it,
one that stands in stacks shows how many there are, several layers on one cell stand side by side from the top down, and what
lies on an edge is drawn as a stroke. The sites of the last move are put in brackets, of an edge the cells beside it. Colour, if
asked for, only repeats what the signs say.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ggl.core.types import Bool, Fin, none_code, strip_opt
from ggl.play.awaited import TO_COME, awaited
from ggl.play.glyphs import Glyphs
from ggl.play.touched import touched
from ggl.play.values import Value, written
from ggl.topology import Site

if TYPE_CHECKING:
    from ggl.checker.world import Kind
    from ggl.engine.layout import Slot
    from ggl.play.state import Move, State

PAGE, NARROWEST = 80, 20
_PLACES = {"cell": 0xF0000, "edge": 0xF8000, "vertex": 0x100000}
"""Where each site's place is in the frame of a board: a run of a private character of its own."""

_PLACE = re.compile("([\U000f0000-\U0010fffd])\\1*")
_MARKS = "'\"*+~^"
_SHOWN = {"red": 31, "green": 32, "yellow": 33, "blue": 34, "magenta": 35, "cyan": 36, "white": 37, "grey": 90, "gray": 90}
_DEFAULT_COLOURS = (36, 33, 32, 35, 34, 31, 37, 90)
_USUAL = 99
"""Room is kept for stacks up to so many, whether there are any or not."""

MOST_MEMBERS = 16
"""Members of a bag that are shown one by one."""

_BRACKET, _STROKE = "1;31", "2"


def picture(state: State, style: str = "ascii", *, last: Iterable[Move] = (), colour: bool = False, width: int = PAGE) -> str:
    """The board and the lines below it, within a width. `last` are the steps of the last turn, if they are known.

    A board that is wider is cut at the edge, with a line that says so: a row that goes on in the next line cannot be read.
    """
    last = tuple(last)
    drawing = _Drawing(state, style)
    sheet = _Sheet(drawing.frame(), drawing)
    for site in touched(state, last):
        for beside in site.cells if site.type == "edge" else (site,):
            sheet.bracket(beside)
    below = _status(state, drawing.glyphs)
    if last:
        below.append("last: " + ", ".join(map(str, last)))
    below += drawing.legend()
    if sheet.width > width:
        below.append(f"the board is cut off here: it takes {sheet.width} columns, and there are {width}")
    return "\n".join([sheet.text(colour, width), "", *(line for text in below for line in _wrapped(text, width))])


# ------------------------------------------------------------------------------------------------- what stands on a site


@dataclass(frozen=True)
class _Sign:
    """What is shown at a site, with the code of its colour."""

    text: str
    colour: str = ""


class _Drawing:
    """The signs of one state's sites."""

    def __init__(self, state: State, style: str) -> None:
        self.state = state
        self._game = state.game.checked
        self._world = self._game.world
        self._unicode = style == "unicode"
        self.glyphs = Glyphs(self._game, style)
        self._faces = {kind.site for kind in self._world.kinds.values() if kind.faces}
        self._played = {kind.site for kind in self._world.kinds.values()}
        self._variables = {site: self._of_sites(site) for site in _PLACES}
        self._played |= {site for site, slots in self._variables.items() if slots}
        self._signs = {site: [self._sign(place) for place in self._places(site)] for site in self._played}
        self._width = {site: max([self._least(site), *(len(s.text) for s in signs)]) for site, signs in self._signs.items()}

    def _places(self, site: str) -> tuple[Site, ...]:
        board = self._game.board
        return board.cells if site == "cell" else board.vertices if site == "vertex" else board.edge_sites

    def _least(self, site: str) -> int:
        """The room that a sign has at least, so that the board keeps its size when the last mark goes."""
        kinds = [kind for kind in self._world.kinds.values() if kind.site == site]
        stacks = max((kind.stacks for kind in kinds), default=0)
        return max(1 + len(str(min(stacks, _USUAL))) if stacks else 1, 2 if any(kind.has for kind in kinds) else 1)

    def _of_sites(self, site: str) -> list[Slot]:
        """The slots of state variables that have a value for each site."""
        slots = self.state.game.layout.slots
        places = [self._world.variables[name] for name in self._game.definition.state if name in self._world.variables]
        return [slots[place.field] for place in places if place.field in slots and slots[place.field].field.index == (site,)]

    def frame(self) -> str:
        """The board with a run of a private character at the place of each site."""
        board = self._game.board
        inner = len(board.edges)
        rim = any(sign.text.strip() for sign in self._signs.get("edge", ())[inner:])

        def place(site: Site) -> str:
            if site.type == "edge" and site.index >= inner and not rim:
                return ""
            width = len(self._signs["edge"][site.index].text) if site.type == "edge" else self._width.get(site.type, 1)
            return chr(_PLACES[site.type] + site.index) * width

        return board.render(
            place,
            place if "edge" in self._played else None,
            vertex_glyph=place if "vertex" in self._played else None,
        )

    def sign(self, character: str) -> tuple[Site, _Sign]:
        """The site of a place in the frame, and its sign."""
        site_type = max((name for name, start in _PLACES.items() if start <= ord(character)), key=_PLACES.__getitem__)
        index = ord(character) - _PLACES[site_type]
        signs = self._signs.get(site_type)
        return self._places(site_type)[index], signs[index] if signs else _Sign("")

    def _sign(self, site: Site) -> _Sign:
        standing = self._standing(site)
        if site.type == "edge":
            return self._edge(site, standing)
        if standing:
            text = "".join(self._with_attributes(kind, code, site) for kind, code in standing)
            sign = _Sign(text, self._colour(self._game.pieces[standing[0][1]][1]))
        else:
            values = [self._value(slot, site) for slot in self._variables[site.type]]
            shown = next((value for value in values if value), "")
            vertex = "┼" if self._unicode else "+"
            sign = _Sign(shown or (vertex if site.type == "vertex" else self.glyphs.empty))
        if site.type in self._faces and len(sign.text) == 1:
            return _Sign(f" {sign.text} ", sign.colour)
        return sign

    def _standing(self, site: Site) -> list[tuple[Kind, int]]:
        """The pieces on a site, from the top layer down."""
        found = []
        for layer in self._world.layers_on(site.type):
            code = self._entry(layer.field, site)
            if code < len(self._game.pieces):
                found.append((self._world.kinds[self._game.pieces[code][0]], code))
        return found

    def _entry(self, field: str, site: Site) -> int:
        return self.state.vector[self.state.game.layout.at(field, site.index)]

    def _with_attributes(self, kind: Kind, code: int, site: Site) -> str:
        text = self.glyphs.pieces[code]
        for mark, name in zip(_MARKS, kind.has, strict=False):
            text += self._value(self._slot_of(name), site, mark)
        count = self._world.count_field(self._world.layer_of(kind))
        if count is not None:
            text += str(self._entry(count.name, site))
        if not kind.faces:
            return text
        facing = self._entry("facing", site)
        directions = self._game.board.directions
        if facing >= len(directions):
            return f" {text} "
        arrow = self.glyphs.arrow(directions[facing])
        return f"{arrow}{text} " if "west" in directions[facing] else f" {text}{arrow}"

    def _slot_of(self, name: str) -> Slot:
        return self.state.game.layout.slots[self._world.variables[name].field]

    def _value(self, slot: Slot, site: Site, mark: str = "*") -> str:
        """A value of a site in short: a mark for true, a number that is not 0, the first letter of a name."""
        code = self._entry(slot.field.name, site)
        values = strip_opt(slot.field.values)
        if isinstance(values, Bool):
            return mark if code else ""
        value = self.state.game.values.value(code, slot.field.values)
        if isinstance(values, Fin):
            return "" if code == none_code(values) else written(value)[:1]
        return written(value) if value else ""

    def _edge(self, site: Site, standing: list[tuple[Kind, int]]) -> _Sign:
        """A stroke, as long as there is room, for the one kind of edge that nobody owns; else its sign."""
        board = self._game.board
        cell = site.cells[0]
        dx, dy = (round(there - here, 3) for there, here in zip(site.point, cell.point, strict=True))
        linked = board.basis in ("graph", "track")
        across = not dy if linked else not dx
        room = 3 if across and board.basis != "hex" else 1
        if not standing:
            shown = next((value for slot in self._variables["edge"] if (value := self._value(slot, site))), "")
            if not shown:
                return _Sign(("." if linked and not board.sides else " ") * room)
        else:
            kind, code = standing[0]
            shown = self.glyphs.pieces[code]
            owner = self._game.pieces[code][1]
            if owner is not None or sum(other.site == "edge" for other in self._world.kinds.values()) > 1:
                return _Sign(shown.center(room), self._colour(owner))
            if kind.name in self._game.definition.look.glyphs or self._game.definition.pieces[kind.name].glyph:
                return _Sign(shown * room, _STROKE)
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

    def legend(self) -> list[str]:
        """What the marks behind pieces and on free sites say."""
        told: dict[str, None] = {}
        slots, variables = self.state.game.layout.slots, self._world.variables
        marked = {slot.field.name for each in self._variables.values() for slot in each if isinstance(slot.field.values, Bool)}
        for name in self._game.definition.state:
            if name in variables and variables[name].field in slots and variables[name].field in marked:
                told[f"* {name}"] = None
        for kind in self._world.kinds.values():
            for mark, name in zip(_MARKS, kind.has, strict=False):
                if isinstance(self._slot_of(name).field.values, Bool):
                    told[f"{mark} {kind.name} {name}"] = None
        return ["marks: " + ", ".join(told)] if told else []


class _Sheet:
    """The frame's lines, with the signs at their places."""

    def __init__(self, frame: str, drawing: _Drawing) -> None:
        self._rows: list[list[str]] = []
        self._colours: dict[tuple[int, int], str] = {}
        self._spans: dict[Site, tuple[int, int, int]] = {}
        for row, line in enumerate(frame.split("\n")):
            self._rows.append(list(_PLACE.sub(partial(self._put, drawing, row), line)))

    def _put(self, drawing: _Drawing, row: int, found: re.Match[str]) -> str:
        site, sign = drawing.sign(found[1])
        room = found.end() - found.start()
        text = sign.text.ljust(room)
        start = found.start() + len(text) - len(text.lstrip())
        end = found.start() + len(text.rstrip())
        self._spans[site] = (row, start, end)
        if sign.colour:
            self._colours.update(dict.fromkeys(((row, column) for column in range(start, end)), sign.colour))
        return text

    def bracket(self, site: Site) -> None:
        """Put brackets around a site's sign, as far as there is room."""
        if site not in self._spans:
            return
        row, start, end = self._spans[site]
        line = self._rows[row]
        line += [" "] * (end + 1 - len(line))
        for column, sign in ((start - 1, "("), (end, ")")):
            if column >= 0 and line[column] in " -":
                line[column] = sign
                self._colours[row, column] = _BRACKET

    @property
    def width(self) -> int:
        return max(len("".join(row).rstrip()) for row in self._rows)

    def text(self, colour: bool, width: int) -> str:
        rows = [self._row(row, width) for row in self._rows]
        if not colour:
            return "\n".join(rows)
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
        return "\n".join(shown)

    @staticmethod
    def _row(signs: list[str], width: int) -> str:
        row = "".join(signs).rstrip()
        return row if len(row) <= width else row[: max(width - 1, 0)] + ">"


# --------------------------------------------------------------------------------------------------------- the lines below


def _status(state: State, glyphs: Glyphs) -> list[str]:
    game = state.game
    if state.is_over:
        head = f"ply {state.ply}: {state.result}"
    else:
        sign = glyphs.player(game.players.index(state.mover))
        who = f"{state.mover} {sign}" if sign and sign != state.mover else state.mover
        what = "rolls" if state.is_chance else "goes on with the turn" if state.in_turn else "to move"
        head = f"ply {state.ply}: {who} {what}, {state.seat} seat"
    lines = [head]
    if state.scores is not None and not state.is_over:
        name = "points" if game.checked.core.match is not None else "score"
        lines.append(f"{name}: " + _each(state.scores.items()))
    return lines + _supplies(state) + _variables(state)


def _supplies(state: State) -> list[str]:
    game, lines = state.game, []
    for number, kind in enumerate(game.checked.world.kinds.values()):
        if kind.supplied:
            at = partial(game.layout.at, "supply")
            left = [(side, state.vector[at(p, number)]) for p, side in enumerate(game.players)]
            lines.append(f"{kind.name} supply: " + _each(left))
    return lines


def _variables(state: State) -> list[str]:
    """State variables that have one value, or one for each player, and bags."""
    game, lines, to_come = state.game, [], awaited(state)
    for name in game.checked.definition.state:
        place = game.checked.world.variables.get(name)
        slot = game.layout.slots.get(place.field) if place is not None else None
        if slot is None or (place is not None and place.is_set):
            continue
        if place is not None and place.field in to_come:
            lines.append(f"{name}: {TO_COME}")
            continue
        if place is not None and place.bag is not None:
            counts = state.vector[slot.start : slot.stop]
            lines.append(f"{name}: {_held(game.values.members(place.bag, counts))}")
            continue
        read: Callable[[int], str] = partial(game.values.text, type_=slot.field.values)
        if slot.field.index == ():
            lines.append(f"{name}: {read(state.vector[slot.start])}")
        elif slot.field.index == ("player",):
            values = map(read, state.vector[slot.start : slot.stop])
            lines.append(f"{name}: " + _each(zip(game.players, values, strict=True)))
    return lines


def _held(members: tuple[Value, ...]) -> str:
    """The members of a bag; of a big one each value once, with how often it is there, and no more of these than fit a line."""
    if len(members) <= MOST_MEMBERS:
        return ", ".join(map(written, members)) or "none"
    times = [f"{count} x {written(member)}" for member, count in Counter(members).items()]
    more = ", .." if len(times) > MOST_MEMBERS else ""
    return f"{', '.join(times[:MOST_MEMBERS])}{more} ({len(members)} in all)"


def _each(values: Iterable[tuple[str, object]]) -> str:
    return ", ".join(f"{name} {value if isinstance(value, str) else written(value)}" for name, value in values)  # type: ignore[arg-type]


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(width, NARROWEST), subsequent_indent="  ")
