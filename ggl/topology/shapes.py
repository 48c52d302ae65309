"""The shapes made of a tiling: each a function of whole numbers that gives a board.

Raises `BadShape` for numbers that make no board, and `BoardTooLarge` before anything is allocated.
"""

from __future__ import annotations

from collections.abc import Iterator

from ggl.topology.board import Board, board_of
from ggl.topology.errors import BadShape, afford
from ggl.topology.plan import SideRule, linked_plan, tiled
from ggl.topology.tiling import HEX, SQUARE, Place


def square(*numbers: int) -> Board:
    """`square(n)` or `square(columns, rows)`: a board of squares; a1 lies in the southwest. Four sides: north and so
    on.
    """
    columns, rows = two("square", numbers)
    return board_of(tiled(_text("square", columns, rows), SQUARE, _block(columns, rows), sides=_four_sides(columns, rows)))


def torus(*numbers: int) -> Board:
    """`torus(n)` or `torus(columns, rows)`: squares, the last row and column next to the first; no sides, no rim."""
    columns, rows = two("torus", numbers)
    if columns < 3 or rows < 3:
        raise BadShape("a torus needs at least 3 columns and 3 rows: on fewer, two cells would be neighbors twice")
    return board_of(tiled(_text("torus", columns, rows), SQUARE, _block(columns, rows), wrap=(columns, rows)))


def rhombus(*numbers: int) -> Board:
    """`rhombus(n)` or `rhombus(columns, rows)`: hexes in rows, each shifted half a hex to the east of the row below
    it.

    Columns run from southwest to northeast. The sides are north (the highest row), east, south and west; the sharp
    corners are a1 in the southwest and its opposite in the northeast.
    """
    columns, rows = two("rhombus", numbers)
    return board_of(tiled(_text("rhombus", columns, rows), HEX, _block(columns, rows), sides=_four_sides(columns, rows)))


def triangle(*numbers: int) -> Board:
    """`triangle(n)`: a triangle of hexes standing on a row of n; a1 lies in its southwest corner.

    The sides are northeast, south (row 1) and northwest (column a).
    """
    n = single_number("triangle", numbers)
    afford(n * (n + 1) // 2)
    sides: list[SideRule] = [
        ("northeast", lambda q, r: q + r == n - 1),
        ("south", lambda q, r: r == 0),
        ("northwest", lambda q, r: q == 0),
    ]
    return board_of(tiled(f"triangle({n})", HEX, ((q, r) for r in range(n) for q in range(n - r)), sides=sides))


def hexagon(*numbers: int) -> Board:
    """`hexagon(side)`: a hexagon of hexes with `side` hexes on each side; its middle row is the longest.

    The sides are north (the highest row), northeast, southeast, south, southwest and northwest.
    """
    n = single_number("hexagon", numbers) - 1
    afford(3 * n * (n + 1) + 1)
    places = [(q, r) for q, r in _around(n) if abs(q + r) <= n]
    return board_of(tiled(f"hexagon({n + 1})", HEX, places, origin=(-n, -n), sides=_six_sides(n)))


def star(*numbers: int) -> Board:
    """`star(n)`: a hexagon of side n + 1 with a point of n rows on each side; `star(4)` is the board of Chinese
    checkers.

    Its sides are the six points, each a triangle: north, northeast, southeast, south, southwest and northwest. Its
    corners are their tips.
    """
    n = single_number("star", numbers)
    afford(6 * n * (n + 1) + 1)

    def inside(q: int, r: int) -> bool:
        upright = q >= -n and r >= -n and q + r <= n
        return upright or (q <= n and r <= n and q + r >= -n)

    return board_of(
        tiled(
            f"star({n})",
            HEX,
            [place for place in _around(2 * n) if inside(*place)],
            origin=(-2 * n, -2 * n),
            sides=[
                ("north", lambda q, r: r > n),
                ("northeast", lambda q, r: q + r > n),
                ("southeast", lambda q, r: q > n),
                ("south", lambda q, r: r < -n),
                ("southwest", lambda q, r: q + r < -n),
                ("northwest", lambda q, r: q < -n),
            ],
            corners=lambda q, r: 2 * n in (abs(q), abs(r), abs(q + r)),
        )
    )


def track(*numbers: int) -> Board:
    """`track(n)`: a line of cells p1, p2 and so on. `up` leads to the next one, `down` to the one before."""
    n = single_number("track", numbers)
    afford(n)
    return board_of(
        linked_plan(
            f"track({n})",
            "track",
            [f"p{c + 1}" for c in range(n)],
            [(c, c + 1) for c in range(n - 1)],
            coordinates=[(c,) for c in range(n)],
            points=[(float(c), 0.0) for c in range(n)],
            numbers=[(c + 1, 1) for c in range(n)],
            directions=("up", "down"),
            headings=[(c, c + 1, "up") for c in range(n - 1)],
        )
    )


def single_number(shape: str, numbers: tuple[int, ...]) -> int:
    """The one number of a shape."""
    if len(numbers) != 1:
        raise BadShape(f"{shape} takes one number, not {len(numbers)}: for example {shape}(3)")
    return _whole(shape, numbers[0])


def two(shape: str, numbers: tuple[int, ...]) -> tuple[int, int]:
    """Columns and rows of a shape; one number stands for both. Refuses more cells than the budget holds."""
    if not 1 <= len(numbers) <= 2:
        raise BadShape(f"{shape} takes one or two numbers, not {len(numbers)}: {shape}(n) or {shape}(columns, rows)")
    columns, rows = _whole(shape, numbers[0]), _whole(shape, numbers[-1])
    afford(columns * rows)
    return columns, rows


def _whole(shape: str, number: object) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise BadShape(f"{shape} takes whole numbers from 1, not {number!r}")
    return number


def _text(shape: str, columns: int, rows: int) -> str:
    return f"{shape}({columns})" if columns == rows else f"{shape}({columns}, {rows})"


def _block(columns: int, rows: int) -> Iterator[Place]:
    return ((x, y) for y in range(rows) for x in range(columns))


def _around(n: int) -> Iterator[Place]:
    return ((q, r) for r in range(-n, n + 1) for q in range(-n, n + 1))


def _four_sides(columns: int, rows: int) -> list[SideRule]:
    return [
        ("north", lambda x, y: y == rows - 1),
        ("east", lambda x, y: x == columns - 1),
        ("south", lambda x, y: y == 0),
        ("west", lambda x, y: x == 0),
    ]


def _six_sides(n: int) -> list[SideRule]:
    return [
        ("north", lambda q, r: r == n),
        ("northeast", lambda q, r: q + r == n),
        ("southeast", lambda q, r: q == n),
        ("south", lambda q, r: r == -n),
        ("southwest", lambda q, r: q + r == -n),
        ("northwest", lambda q, r: q == -n),
    ]
