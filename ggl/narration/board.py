"""The board in words: its shape, its size, and the relevant directions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from string import ascii_lowercase

from ggl.checker.game import CheckedGame
from ggl.narration.nouns import a_or_an, listed, words
from ggl.topology import Board
from ggl.topology.plan import letters
from ggl.topology.tracks import Track


def shared_part(board: Board, cell: str) -> str:
    """The predicate of two neighbours, such as "share a side"; only cells have sides."""
    if cell != "cell" and board.basis in BESIDE:
        return BESIDE[board.basis]
    return SHARE.get(board.basis, "are joined")


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _shaped(shape: str, cell: str) -> str:
    """The noun for a place with its shape: only a cell has one."""
    return f"{shape} {cell}" if cell == "cell" else cell


def _square(n: list[int], count: int, cell: str) -> str:
    if n[0] == n[-1] == 1:
        return f"The board is a single {_shaped('square', cell)}."
    return f"The board is a square of {n[0]} by {n[0]} {cell}s." if n[0] == n[-1] else f"The board has {_grid(n, cell)}."


def _grid(n: list[int], cell: str) -> str:
    return f"{_many(n[0], 'column')} and {_many(n[-1], 'row')} of {_shaped('square', cell)}s"


def _squares(n: int) -> str:
    return f"{n} squares, one inside the other" if n > 1 else "1 square"


MORRIS = (
    "The board has {squares}, with {point} at each corner and in the middle of each side ({points} in all). Lines run along the "
    "sides of each square.{across}"
)


ACROSS = (
    " Four more lines join the middles of the sides, from the outermost square to the innermost; none crosses the middle of the "
    "board."
)


def _morris(n: list[int], count: int, cell: str) -> str:
    return (
        f"The board has {_squares(n[0])}, with {a_or_an(cell)} at each corner and in the middle of each side "
        f"({_many(count, cell)} in all). Lines join the {cell}s along the squares, and the middles across them."
    )


def _of_hexagons(shape: str) -> Callable[[list[int], int, str], str]:
    return lambda n, count, cell: (
        f"The board is a {shape} of {_shaped('hexagonal', cell)}s, {n[0]} on each side ({_many(count, cell)} in all)."
    )


SHAPES: dict[str, Callable[[list[int], int, str], str]] = {
    "square": _square,
    "torus": lambda n, _, cell: f"The board has {_grid(n, cell)}, and closes on itself: beyond the last column comes the first "
    "again, and beyond the last row the first.",
    "hexagon": _of_hexagons("hexagon"),
    "rhombus": lambda n, _, cell: f"The board is a rhombus of {_shaped('hexagonal', cell)}s, {n[0]} by {n[-1]}.",
    "triangle": _of_hexagons("triangle"),
    "star": lambda n, count, cell: f"The board is a six-pointed star of {_shaped('hexagonal', cell)}s, each point "
    f"{_many(n[0], 'row')} deep ({_many(count, cell)}).",
    "track": lambda n, _, cell: (
        f"The board is a track of {n[0]} {cell}s in a row." if n[0] > 1 else f"The board is a single {cell}."
    ),
    "morris": _morris,
}  # fmt: skip
"""The sentence for each shape, from its numbers, the number of its places, and the noun for one of them."""

SHARE = {"square": "share a side", "hex": "share a side", "track": "follow one another", "graph": "are joined by a line"}
BESIDE = {"square": "lie side by side in one row or column", "hex": "lie side by side in one straight line"}
"""The predicates of neighbours: of cells, and of places by another noun."""


def describe_board(checked: CheckedGame, cell: str, *, exact: bool) -> list[str]:
    """Sentences about the board, whose places are called `cell`. They name its rows and columns only in the exact text
    (`lines_in_words`)."""
    board = checked.board
    said = [_shape(board, checked, cell, exact)]
    if exact or board.basis not in ("hex", "graph"):
        names = _names(board, cell) if exact or not lines_in_words(board) else ""
    elif rows_of_hexagons(checked):
        names = f"Each dot is a {cell}. Beside each row are the names of its first and last {cell}:"
    elif with_lines(board):
        names = f"Here are its {cell}s, named by column and row:"
    else:
        names = _names(board, cell) if board.basis == "hex" else _points(board, cell)
    if names:
        said.append(names)
    return said + _own_names(board, cell)


def _own_names(board: Board, cell: str) -> list[str]:
    """The names of single sites, beside their names by column and row."""
    renamed = board.plan.renamed
    if renamed is None or not renamed.own:
        return []
    lines = dict(zip((place.name for place in board.cells), renamed.lines, strict=True))
    told = [f"{lines[name]} is called {name}" for name in sorted(renamed.own & lines.keys(), key=list(lines).index)]
    return [f"The {cell} {listed(told)}."] if told else []


def line_names(board: Board) -> dict[str, tuple[str, ...]] | None:
    """The names of the columns, from the left, and of the rows, from below; None where these do not name the cells."""
    renamed = board.plan.renamed
    if board.basis not in ("square", "hex") or (renamed is not None and renamed.each):
        return None
    columns, rows = (renamed.columns, renamed.rows) if renamed is not None else ((), ())
    return {"column": columns or tuple(map(letters, range(board.columns))),
            "row": rows or tuple(str(row + 1) for row in range(board.rows))}  # fmt: skip


def line_name(board: Board, line: str, number: int) -> str:
    """The name of the row or column of a number; the number itself where there is no such line, or it has no name."""
    names = (line_names(board) or {}).get(line, ())
    return names[number - 1] if 0 < number <= len(names) else str(number)


def has_named_lines(board: Board) -> bool:
    """Whether a board of squares, which is more than one line, has a sign for each column and a name for each row."""
    names = line_names(board)
    is_plane = board.basis == "square" and min(board.rows, board.columns) >= 2
    return is_plane and names is not None and all(len(name) == 1 for name in names["column"])


def below_the_columns(board: Board) -> str:
    return " ".join((line_names(board) or {}).get("column", ()))


def beside_the_rows(board: Board) -> tuple[str, ...]:
    """The names of the rows from below, each as wide as the widest."""
    names = (line_names(board) or {}).get("row", ())
    wide = max(map(len, names), default=0)
    return tuple(f"{name:>{wide}}" for name in names)


def picture_names_lines(board: Board, rows: tuple[str, ...]) -> bool:
    """Whether a picture has room for the names of rows and columns: each glyph stands alone."""
    return has_named_lines(board) and len(rows) == board.rows and all(len(row.split()) == board.columns for row in rows)


def with_names(board: Board, rows: tuple[str, ...]) -> tuple[str, ...]:
    """A picture of a board with the names of its rows and columns, if it has room for them."""
    if not picture_names_lines(board, rows):
        return rows
    names = beside_the_rows(board)
    named = (f"{name}  {' '.join(row.split())}" for name, row in zip(reversed(names), rows, strict=True))
    return (*named, f"{' ' * len(names[0])}  {below_the_columns(board)}")


def with_holes(board: Board, marked: Collection[int] = ()) -> tuple[str, ...]:
    """A board of squares with some left out, drawn with the names of its rows and columns, and some cells marked by `*`;
    () for any other."""
    if not board.plan.removed or not has_named_lines(board):
        return ()
    there = {(board.row[place], board.column[place]): "*" if place in marked else "." for place in range(len(board.cells))}
    rows, columns = range(board.rows, 0, -1), range(1, board.columns + 1)
    return with_names(board, tuple(" ".join(there.get((row, column), "_") for column in columns) for row in rows))


def lines_in_words(board: Board) -> str:
    """The sentence on the names of columns and rows of a board of squares."""
    if not has_named_lines(board):
        return ""
    across, up = (in_stretches(names) for names in (line_names(board) or {}).values())
    return f"The columns of the board are {across} from left to right, its rows {up} from the bottom up."


def in_stretches(names: Sequence[str]) -> str:
    """Names of lines in their order, those that follow one another as a stretch: "A to H and J to T", "3 to 1"."""
    starts = [0]
    for at in range(1, len(names)):
        way = names[starts[-1] : at + 1]
        if {_apart(*pair) for pair in pairwise(way)} not in ({1}, {-1}):
            starts.append(at)
    parts = [names[start:end] for start, end in pairwise((*starts, len(names)))]
    return listed(part[0] if len(part) == 1 else f"{part[0]} to {part[-1]}" for part in parts)


def _apart(one: str, other: str) -> int:
    """How far one name is before another: 1 for the next letter or number, 0 where it is not known."""
    if one.isdecimal() and other.isdecimal():
        return int(other) - int(one)
    return ord(other) - ord(one) if len(one) == len(other) == 1 else 0


TOWARDS = {"north": "up the board", "south": "down the board", "east": "to the right", "west": "to the left"}
"""The drawn directions of a board of squares."""

MOST_ROWS = 25
MOST_POINTS = 60


def rows_of_hexagons(checked: CheckedGame, standing: Mapping[int, str] | None = None) -> tuple[str, ...]:
    """A board of hexagons row by row, each with the names of its first and last cell; nothing for any other board.

    `standing` has letters for the pieces on the cells."""
    board, drawing = checked.board, checked.definition.board.drawing
    if board.basis != "hex" or (drawing is not None and "_" in drawing.text) or len(board.cells) < 2 or board.rows > MOST_ROWS:
        return ()
    rows: dict[int, list[int]] = {}
    for place in range(len(board.cells)):
        rows.setdefault(board.row[place], []).append(place)
    at = {place: 2 * board.column[place] + board.row[place] for place in range(len(board.cells))}
    if any(abs(at[place] - at[other]) > 2 for place in at for other in board.adjacency[place]):
        return ()  # the cells of a row are not between those of the next
    left, right = min(at.values()), max(len(cell.name) for cell in board.cells)
    drawn = []
    for places in reversed(rows.values()):
        dots = {at[place] - left: (standing or {}).get(place, ".") for place in places}
        row = "".join(dots.get(column, " ") for column in range(max(dots) + 1))
        start = len(row) - len(row.lstrip())
        first, last = board.cells[places[0]].name, board.cells[places[-1]].name
        end = f"  {last}" if last != first else ""
        drawn.append(f"{' ' * (start + right - len(first))}{first}  {row.lstrip()}{end}")
    return tuple(drawn)


def with_lines(board: Board) -> tuple[str, ...]:
    """A board of points with the lines that join them, which run along rows and columns only; () for any other."""
    places = {(board.row[place], board.column[place]): place for place in range(len(board.cells))}
    named = all(board.cells[place].name == f"{ascii_lowercase[column - 1]}{row}" for (row, column), place in places.items()
                if column <= len(ascii_lowercase))  # fmt: skip
    if board.basis != "graph" or not 1 < len(places) == len(board.cells) <= MOST_POINTS or not named:
        return ()
    rows, columns = max(board.row), max(board.column)
    signs = [[" "] * (4 * columns - 3) for _ in range(2 * rows - 1)]
    for place, others in enumerate(board.adjacency):
        row, column = 2 * (rows - board.row[place]), 4 * (board.column[place] - 1)
        signs[row][column] = "+"
        for other in (other for other in others if other > place):
            to_row, to_column = 2 * (rows - board.row[other]), 4 * (board.column[other] - 1)
            between = [(each, column) for each in range(min(row, to_row) + 1, max(row, to_row))]
            if row == to_row:
                between = [(row, each) for each in range(min(column, to_column) + 1, max(column, to_column))]
            if (row != to_row and column != to_column) or any(signs[down][across] != " " for down, across in between):
                return ()
            for down, across in between:
                signs[down][across] = "-" if row == to_row else "|"
    wide = len(str(rows))
    margin = (f"{rows - number // 2 if number % 2 == 0 else '':>{wide}}" for number in range(2 * rows - 1))
    drawn = (f"{left}  {''.join(line)}".rstrip() for left, line in zip(margin, signs, strict=True))
    return (*drawn, f"{' ' * wide}  {'   '.join(ascii_lowercase[:columns])}")


def after_picture(board: Board, cell: str, *, corners: bool) -> str:
    """The sentences after a picture of hexagons: on its corners, if the rules mention them, and on the neighbours of a place."""
    named = listed(board.cells[place].name for place in board.corners)
    said = f"The corner {cell}s are {named}. " if corners and board.columns > 1 and board.corners else ""
    return said + (_leaning(board) if board.rows > 1 else "")


def _leaning(board: Board) -> str:
    """The neighbours of a cell in the middle, from which a reader can lay out any board of hexagons."""
    beside = [sorted(board.step[d][c] for d in board.orthogonal if board.step[d][c] >= 0) for c in range(len(board.cells))]
    place = max(range(len(board.cells)), key=lambda c: len(beside[c]))
    near = listed(board.cells[other].name for other in beside[place])
    return f"For example, {board.cells[place].name} is next to {near}."


def _points(board: Board, cell: str) -> str:
    """The points of a board of lines: row by row if they have places, otherwise by the lines that join them."""
    names = [place.name for place in board.cells]
    if len(names) < 2 or len(names) > MOST_POINTS:
        return _names(board, cell)
    if board.plan.tiling is not None or board.sides:
        rows: dict[int, list[str]] = {}
        for place, name in enumerate(names):
            rows.setdefault(board.row[place], []).append(name)
        return f"Row by row from the bottom, its {cell}s are {'; '.join(map(listed, rows.values()))}."
    joined = []
    for place, name in enumerate(names):
        later = [f"{names[other]}{_lies(board, place, other)}" for other in board.adjacency[place] if other > place]
        joined += [f"{name} with {listed(later)}"] if later else []
    return f"The {cell}s are {listed(names)}. Lines join {'; '.join(joined)}."


def _lies(board: Board, place: int, other: int) -> str:
    """The direction of a neighbour, if the board defines it."""
    ways = [name for name, step in zip(board.directions, board.step, strict=True) if step[place] == other]
    return f" (to the {listed(ways)})" if ways else ""


def middle(board: Board, cell: str) -> str:
    """The places in the middle, by their names."""
    names = [board.cells[place].name for place in board.center]
    if not names:
        return "This board has no middle."
    return f"The middle of the board is {f'the {cell} ' if len(names) == 1 else ''}{listed(names)}."


def sides(board: Board) -> str:
    """The sides of a board: each by its ends, or by all its cells if they are not a straight line."""
    told = []
    for name, places in board.sides:
        cells = [board.cells[place].name for place in places]
        if cells:
            told.append(f"{name} ({f'{cells[0]} to {cells[-1]}' if _is_straight(board, places) else listed(cells)})")
    shared = sum(len(places) for _, places in board.sides) > len({place for _, places in board.sides for place in places})
    straight = all(_is_straight(board, places) for _, places in board.sides)
    corners = ", with the corners in which they end" if straight and shared else ""
    return f"The sides of the board are {listed(told)}{corners}."


def _is_straight(board: Board, places: tuple[int, ...]) -> bool:
    """Whether each cell is one step from the previous one, always in the same direction, so that the two ends suffice."""
    pairs = tuple(pairwise(places))
    return any(all(step[one] == other for one, other in pairs) for step in board.step)


def edges(board: Board, cell: str, reaches_rim: bool) -> str:
    """The definition of an edge, with the names of edges. `reaches_rim` tells whether the rules speak of those of the outline."""
    inner = board.edges[0].name if board.edges else ""
    beside = listed(board.cells[place].name for place in board.edge_cells[0]) if inner else ""
    if board.basis == "graph":
        return f"An edge is a line that joins two {cell}s; {inner} joins {beside}."
    if inner and not reaches_rim:
        return f"An edge is a side that two {cell}s share; {inner} is the one between {beside}."
    said = f"An edge is a side of {a_or_an(cell)}" + (f"; {inner} is the one between {beside}" if inner else "")
    if not board.rim:
        return f"{said}."
    edge = board.rim[0]
    at = board.cells[board.edge_cells[edge.index][0]].name
    return f"{said}, and {edge.name} the one at the border of the board to the {board.edge_ways[edge.index]} of {at}."


def inner_edges(board: Board, cell: str, reaches_rim: bool) -> str:
    """The definition of inner and outer edges."""
    return f"An inner edge lies between two {cell}s, an outer edge at the border of the board." if reaches_rim else ""


def vertices(board: Board, cell: str) -> str:
    """The definition of a vertex, with the names of vertices."""
    if not board.vertices:
        return ""
    name, way, at = board.vertices[0].name, board.vertex_ways[0], board.cells[board.vertex_cells[0][0]].name
    return f"A vertex is a point at which corners of {cell}s lie; {name} is the {way} corner of {at}."


def is_endless(board: Board) -> bool:
    """Whether there is a next cell in each direction from every cell, as on a torus."""
    return bool(board.step) and all(place >= 0 for step in board.step for place in step)


def line_numbers(board: Board, line: str) -> str:
    """The numbers of columns, or of rows, that have other names; nothing where each is named by its number."""
    names = line_names(board)
    if names is None:
        each = board.basis in ("square", "hex") and board.plan.renamed is not None
        way = {"column": "Columns are numbered from the left", "row": "Rows are numbered from the bottom"}[line]
        return f"{way}." if each else ""
    if names[line] == tuple(str(at + 1) for at in range(len(names[line]))):
        return ""
    told = [f"{line} {name} is {at}" for at, name in enumerate(names[line][:2], start=1)]
    return f"As a number, {', '.join(told)}{' and so on' if len(names[line]) > 2 else ''}."


def _shape(board: Board, checked: CheckedGame, cell: str, exact: bool) -> str:
    part = checked.definition.board
    count = len(board.cells)
    if part.drawing is not None:
        said = f"The board has {_many(count, _shaped('hexagonal' if board.basis == 'hex' else 'square', cell))}"
        if not exact and rows_of_hexagons(checked):
            return f"{said}."
        said += ", laid out as in the picture below"
        holes = not exact and "_" in part.drawing.text
        return said + (", in which _ is a hole. A straight line ends at a hole as at the edge of the board." if holes else ".")
    name, _, inside = board.shape.partition("(")
    if name == "morris" and not exact:
        squares, points = count // 8, _many(count, cell)
        return MORRIS.format(squares=_squares(squares), point=a_or_an(cell), points=points, across=ACROSS if squares > 1 else "")
    if name in SHAPES and inside:
        digits = [int(text) for text in inside.split(")")[0].split(", ")]
        sentence = SHAPES[name](digits, count, cell)
        removed = len(board.plan.removed)
        left_out = f"{removed} of its {cell}s are" if removed > 1 else f"One of its {cell}s is"
        shown = not exact and removed > 1 and has_named_lines(board)
        where = " of the set-up" if checked.definition.drawing is not None else ""
        which = f", as the picture{where} shows" if shown else f": {_removed(board)}"
        return sentence + (f" {left_out} left out{which}." if removed else "")
    return f"The board has {_many(count, cell)}, joined by lines."


def omitted_places(board: Board, cell: str) -> str:
    """The places of a board of squares that are left out, which its picture shows."""
    shown = len(board.plan.removed) > 1 and has_named_lines(board)
    return f"The {cell}s that are left out are {_removed(board)}." if shown else ""


def _removed(board: Board) -> str:
    return listed(name for _, _, name in board.plan.removed)


def _names(board: Board, cell: str) -> str:
    cells = [place.name for place in board.cells]
    if len(cells) < 2:
        return ""
    if board.plan.renamed is not None and board.plan.renamed.each:
        return f"Its {cell}s have names of their own, from {cells[0]} at the bottom to {cells[-1]} at the top."
    if board.plan.renamed is not None and board.plan.renamed.lines:
        cells = list(board.plan.renamed.lines)
    if board.plan.tiling is None and board.basis == "graph" and not board.sides:
        return f"The {cell}s are {listed(cells)}." if len(cells) <= 30 else ""
    lowest, highest = cells[0], cells[-1]
    if board.basis == "track":
        return f"The {cell}s are named {lowest} to {highest}."
    if board.basis == "square" and board.rows == 1:
        return f"Its {cell}s are named by column and row, from {lowest} at the left to {highest} at the right."
    return f"Its {cell}s are named by column and row, from {lowest} at the bottom to {highest} at the top."


def order(board: Board) -> str:
    """The order in which sets of sites are traversed."""
    names = [cell.name for cell in board.cells]
    if (board.basis == "graph" and not board.sides) or len(names) < 4 or board.rows == 1:
        return listed(names) if len(names) < 4 else f"{names[0]}, {names[1]}, {names[2]} and so on to {names[-1]}"
    return f"row by row and in each row by column, from {names[0]}, {names[1]} and so on to {names[-1]}"


def cell_numbers(board: Board, cell: str) -> str:
    """What the number of a cell is."""
    if all(one.name == one.name.rstrip("0123456789") + str(at) for at, one in enumerate(board.cells, start=1)):
        return f"The number of a {cell} is the one in its name."
    return f"The {cell}s are numbered from 1 on in this order: {order(board)}."


def how_far(board: Board) -> str:
    """The end of a straight line, in words."""
    return "once round the board" if board.wraps else "on to the edge of the board"


def circuit(board: Board, track: Track, cell: str) -> str:
    """A track: its lines by their ends if they are straight, otherwise its cells one by one. `cell` is the word for a cell."""
    lines = [[board.cells[index].name for index in line] for line in track.lines]
    name = f'The track "{words(track.name)}"'
    if len(lines) == 1:
        return f"{name} is a circuit of these {cell}s, in this order: {', '.join(lines[0])}."
    if all(len(line) > 1 and (*board.path(line[0], line[-1]), line[-1]) == line for line in track.lines):
        ways = listed(f"from {line[0]} to {line[-1]}" for line in lines)
    else:
        ways = "; ".join(", ".join(line) for line in lines)
    return f"{name} is a circuit of {len(lines)} lines with a bend after each: {ways}."
