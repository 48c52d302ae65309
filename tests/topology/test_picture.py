"""Golden pictures. Look at them: they are what a player sees."""

from __future__ import annotations

import pytest

from ggl.topology import Board, Site, graph, hexagon, morris, rhombus, square, star, track, triangle

PICTURES = {
    square(5): """
5  . . . . .
4  . . . . .
3  . . . . .
2  . . . . .
1  . . . . .
   a b c d e
""",
    square(5).without(["a1", "c3"]): """
5  . . . . .
4  . . . . .
3  . .   . .
2  . . . . .
1    . . . .
   a b c d e
""",
    hexagon(3): """
5     . . .
4    . . . .
3   . . . . .
2  a . . . .
1   b . . .
     c d e
""",
    rhombus(4): """
4      . . . .
3     . . . .
2    . . . .
1   . . . .
   a b c d
""",
    triangle(4): """
4      .
3     . .
2    . . .
1   . . . .
   a b c d
""",
    star(2): """
9         .
8        . .
7   . . . . . . .
6  a . . . . . .
5   b . . . . .
4    . . . . . .
3   . . . . . . .
2  c d e . . h i
1       f .
         g
""",
    morris(3): """
7  .-----------.-----------.
   |           |           |
6  |   .-------.-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  .---.---.       .---.---.
   |   |   |       |   |   |
3  |   |   .---.---.   |   |
   |   |       |       |   |
2  |   .-------.-------.   |
   |           |           |
1  .-----------.-----------.
   a   b   c   d   e   f   g
""",
    track(6): """
.  .  .  .  .  .
p1 p2 p3 p4 p5 p6
""",
    graph([("hall", "attic"), ("hall", "den")]): """
hall:  . -- attic, den
attic: . -- hall
den:   . -- hall
""",
}


def picture(text: str) -> str:
    return text.removeprefix("\n").removesuffix("\n")


@pytest.mark.parametrize("board", PICTURES, ids=str)
def test_golden(board: Board) -> None:
    assert board.render(lambda cell: ".") == picture(PICTURES[board])


def test_a_rod_lies_between_two_cells() -> None:
    def rod(edge: Site) -> str:
        return {"a1-b1": "-", "b1-b2": "|", "b2-b3": "|"}.get(edge.name, "")

    text = """
3  .   .   .
       |
2  .   .   .
       |
1  . - .   .
   a   b   c
"""
    assert square(3).render(lambda cell: ".", rod) == picture(text)


def test_boxes() -> None:
    lines = {"a2-b2": "|", "a1-a2": "---", "a2-west": "|", "a2-north": "---", "b1-east": "|"}
    text = """
  +---+   +
2 | R |
  +---+   +
1         |
  +   +   +
    a   b
"""
    board = square(2)
    assert board.render(lambda cell: "R" if cell.name == "a2" else "", lambda edge: lines.get(edge.name, "")) == picture(text)


def test_edges_and_vertices_of_hexes() -> None:
    def stroke(edge: Site) -> str:
        a, b, c, d = edge.coordinates
        return {(1, 0): "-", (0, 1): "/", (-1, 1): "\\"}.get((c - a, d - b), "")

    text = """
3      o - o
      / \\ / \\
2    o - o - o
      \\ / \\ /
1  a   o - o

     b   c
"""
    board = hexagon(2)
    inner = board.render(lambda cell: "o", lambda edge: stroke(edge) if edge in board.edges else "")
    assert inner == picture(text)
    corners = """
     * * * * *
3      o   o
   * * * * * * *
2    o   o   o
   * * * * * * *
1  a   o   o
     * * * * *
     b   c
"""
    assert board.render(lambda cell: "o", vertex_glyph=lambda vertex: "*") == picture(corners)


def test_wide_glyphs_and_colours() -> None:
    assert square(2).render(lambda cell: cell.name, coordinates=False) == "a2 b2\na1 b1"
    red = "\x1b[31mx\x1b[0m"
    assert square(2).render(lambda cell: red, coordinates=False) == f"{red} {red}\n{red} {red}"
    assert square(2).render(lambda cell: "黑", coordinates=False) == "黑 黑\n黑 黑"
    assert square(2).render(lambda cell: "") == "2\n1\n   a b"


def test_links_with_glyphs() -> None:
    board = graph([("hall", "attic"), ("hall", "den")])
    assert board.render(lambda cell: "o", lambda edge: "locked" if edge.index else "") == picture("""
hall:  o -- attic, den (locked)
attic: o -- hall
den:   o -- hall (locked)
""")
    assert track(3).render(lambda cell: "o", lambda edge: "|", coordinates=False) == "o | o | o"
    assert morris(1).render(lambda cell: "o", lambda edge: "x", coordinates=False) == picture("""
o-x-o-x-o
x       x
o       o
x       x
o-x-o-x-o
""")


@pytest.mark.parametrize(
    ("board", "edges"),
    [
        (square(19), False),
        (square(19), True),
        (hexagon(11), False),
        (rhombus(14), False),
        (star(4), False),
        (track(300), True),
    ],
    ids=str,
)
def test_fits_a_terminal(board: Board, edges: bool) -> None:
    text = board.render(lambda cell: "x", (lambda edge: "-") if edges else None)
    assert max(map(len, text.split("\n"))) <= 80
