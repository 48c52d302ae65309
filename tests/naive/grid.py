"""Cells as pairs of integers, their names, and connected sets of them."""

Cell = tuple[int, int]
Steps = tuple[Cell, ...]

ORTHOGONAL: Steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL: Steps = ((1, 1), (1, -1), (-1, 1), (-1, -1))
HEXAGONAL: Steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def name_of(cell: Cell) -> str:
    x, y = cell
    return "abcdefghijklmnopqrstuvwxyz"[x] + str(y + 1)


def cell_of(name: str) -> Cell:
    return "abcdefghijklmnopqrstuvwxyz".index(name[0]), int(name[1:]) - 1


def square(size: int) -> set[Cell]:
    return {(x, y) for x in range(size) for y in range(size)}


def hexagon(side: int) -> set[Cell]:
    n = side - 1
    span = range(-n, n + 1)
    return {(q, r) for q in span for r in span if -n <= q + r <= n}


def neighbours(cell: Cell, steps: Steps) -> list[Cell]:
    """The cells one step away, some of which may lie off the board."""
    x, y = cell
    return [(x + dx, y + dy) for dx, dy in steps]


def connected(start: Cell, cells: set[Cell], steps: Steps) -> set[Cell]:
    """`start` and all of `cells` that can be reached from it through `cells`."""
    reached = {start}
    waiting = [start]
    while waiting:
        for cell in neighbours(waiting.pop(), steps):
            if cell in cells and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return reached


def connected_sets(cells: set[Cell], steps: Steps) -> list[set[Cell]]:
    """`cells` split into its maximal connected sets."""
    found: list[set[Cell]] = []
    for cell in sorted(cells):
        if not any(cell in earlier for earlier in found):
            found.append(connected(cell, cells, steps))
    return found


def around(cells: set[Cell], steps: Steps) -> set[Cell]:
    """All cells adjacent to `cells` and not of them; some may lie off the board."""
    return {near for cell in cells for near in neighbours(cell, steps)} - cells
