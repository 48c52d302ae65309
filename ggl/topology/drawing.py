"""Drawings of boards in text: a glyph where a cell is, a blank or `_` where none is, the top line the highest row.

Takes lines. Gives the places of the glyphs; a plan made from them; and the glyphs of a board's cells, read off a
drawing of it. Blank lines above and below and blanks to the left are of no account.

Of squares, the glyphs may stand side by side (`...`) or with a blank after each (`. . .`). Of hexes they stand two
apart, and each row half a step, that is one character, to one side of the rows above and below.
"""

from __future__ import annotations

from collections.abc import Sequence

from ggl.topology.errors import BadShape, BoardTooLarge, afford
from ggl.topology.plan import BoardPlan, SideRule, tiled
from ggl.topology.tiling import HEX, SQUARE, Place

NO_CELL = "_"


def drawn_plan(lines: Sequence[str], basis: str) -> BoardPlan:
    """The plan of a drawing; column a and row 1 are the first that hold a cell. The sides are its outermost cells."""
    if basis not in ("square", "hex"):
        raise BadShape(f"a drawing shows squares or hexes (basis square or hex), not {basis}")
    cells = places(lines, basis)
    sums = [(x, y, x + y) for x, y in cells]
    (left, right), (low, high), (southwest, northeast) = ((min(axis), max(axis)) for axis in zip(*sums, strict=True))
    sides: list[SideRule] = [("north", lambda x, y: y == high)]
    if basis == "hex":
        sides += [
            ("northeast", lambda x, y: x + y == northeast),
            ("southeast", lambda x, y: x == right),
            ("south", lambda x, y: y == low),
            ("southwest", lambda x, y: x + y == southwest),
            ("northwest", lambda x, y: x == left),
        ]
    else:
        sides += [
            ("east", lambda x, y: x == right),
            ("south", lambda x, y: y == low),
            ("west", lambda x, y: x == left),
        ]
    reach = dict(sorted((y, x) for x, y in cells))
    rows = ["".join("." if (x, y) in cells else NO_CELL for x in range(reach.get(y, -1) + 1)) for y in range(high, -1, -1)]
    text = f"drawn({'hex, ' if basis == 'hex' else ''}{'/'.join(rows)})"
    return tiled(text, HEX if basis == "hex" else SQUARE, cells, sides=sides)


def read_glyphs(plan: BoardPlan, lines: Sequence[str]) -> tuple[str, ...]:
    """The glyph of each cell, from a drawing that has the outline of the board."""
    if plan.tiling is None and plan.basis == "graph" and any(len(at) != 2 for at in plan.coordinates):
        raise BadShape(f"{plan.shape} has no drawing: its cells have no places")
    cells = {(at[0], at[1] if len(at) > 1 else 0): c for c, at in enumerate(plan.coordinates)}
    try:
        found = places(lines, "hex" if plan.basis == "hex" else "square")
    except BoardTooLarge as error:
        raise BadShape(f"the drawing has {error.asked:,} glyphs, and {plan.shape} has {len(cells):,} cells") from None
    left, low = (min(place[axis] for place in cells) for axis in (0, 1))
    moved = {(x + left, y + low): glyph for (x, y), glyph in found.items()}
    if moved.keys() != cells.keys():
        drawn, wanted = (len(range(min(rows), max(rows) + 1)) for rows in ({y for _, y in found}, {y for _, y in cells}))
        if drawn != wanted:
            raise BadShape(f"the drawing has {drawn} row{'' if drawn == 1 else 's'}, and {plan.shape} has {wanted}")
        missing = [plan.names[c] for place, c in cells.items() if place not in moved]
        extra = len(moved.keys() - cells.keys())
        faults = []
        if missing:
            faults.append(f"no glyph stands for {', '.join(missing[:5])}{' and others' if len(missing) > 5 else ''}")
        if extra:
            faults.append(f"{extra} of its {len(found)} glyphs {'stands' if extra == 1 else 'stand'} where no cell is")
        wrong = [(x - left, y - low) for x, y in [*(cells.keys() - moved.keys()), *(moved.keys() - cells.keys())]]
        message = f"the drawing does not have the outline of {plan.shape}: {', and '.join(faults)}"
        raise BadShape(message, _line_of(max(y for _, y in wrong), lines))
    glyphs = {cells[place]: glyph for place, glyph in moved.items()}
    return tuple(glyphs[c] for c in range(len(cells)))


def _line_of(row: int, lines: Sequence[str]) -> int | None:
    """The line that draws a row, counted from 0; none where nothing is drawn for it."""
    drawn = [number for number, line in enumerate(lines) if line.replace(NO_CELL, "").strip()]
    number = drawn[-1] - row
    return number if number in drawn else None


def places(lines: Sequence[str], basis: str) -> dict[Place, str]:
    """The glyph at each place of the lattice, the lowest row and the first column that hold one counting as 0."""
    marks = {(x, y): glyph for y, line in enumerate(reversed(lines)) for x, glyph in enumerate(line) if not glyph.isspace()}
    count = sum(glyph != NO_CELL for glyph in marks.values())
    if not count:
        raise BadShape("the drawing has no cells: put a glyph, such as a dot, where each cell is")
    afford(count)
    low = min(y for (_, y), glyph in marks.items() if glyph != NO_CELL)
    at = _hexes(marks) if basis == "hex" else _squares(marks)
    cells = {place: glyph for place, glyph in at.items() if glyph != NO_CELL}
    left = min(x for x, _ in cells)
    return {(x - left, y - low): glyph for (x, y), glyph in cells.items()}


def _squares(marks: dict[Place, str]) -> dict[Place, str]:
    spaced = len({x % 2 for x, _ in marks}) == 1
    return {(x // 2 if spaced else x, y): glyph for (x, y), glyph in marks.items()}


def _hexes(marks: dict[Place, str]) -> dict[Place, str]:
    low = min(y for _, y in marks)
    shift = min((x for x, y in marks if y == low), default=0) - low
    for (x, y), glyph in marks.items():
        if (x - y - shift) % 2:
            raise BadShape(
                f"a row of the drawing does not fit the rows beside it (at its {glyph!r}, character {x + 1}): "
                "draw hexes two characters apart, and each row one character to the side of the next"
            )
    return {((x - y - shift) // 2, y): glyph for (x, y), glyph in marks.items()}
