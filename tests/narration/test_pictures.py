"""Boards with circuits, and tracks of points, are drawn in the rules as far as a picture says what the words say."""

from pathlib import Path

import pytest

from ggl.play.loading import load

CIRCUITS = """ggl: 1
name: Circuits
players: [A, B]
board: {board}
tracks:
  {tracks}
pieces: {{man: {{}}}}
moves:
  put: {{for: c in vacant, do: put man on c}}
  run: {{for: "c in cells with own man, t in sight_along(c, tracks, bends=1)", do: take man from t}}
end: {{draw: full}}
"""
RING = "inner: [row(2), column(3), reversed(row(3)), reversed(column(2))]"


def told(folder: Path, board: str, tracks: str) -> str:
    path = folder / "circuits.yaml"
    path.write_text(CIRCUITS.format(board=board, tracks=tracks), encoding="utf-8")
    return load(path, engine="interpreter").rules_text()


def test_circuits_are_drawn_with_a_letter_at_both_ends_of_each_bend(tmp_path: Path) -> None:
    text = told(tmp_path, "square(4)", RING)
    drawn = """
           C B
    4    . i i .
    3  C i i i i B
    2  D i i i i A
    1    . i i .
           D A
         a b c d

    i is on the inner track.
    A track that leaves the board at a letter
    comes in again where that letter stands too.
"""
    assert drawn in text


def test_cells_of_two_circuits_are_told_apart_from_those_of_one(tmp_path: Path) -> None:
    text = told(tmp_path, "square(4)", RING + "\n  outer: [row(1), column(4), reversed(row(4)), reversed(column(1))]")
    for row in ("    4  G o + + o F", "    3  C + i i + B", "    2  D + i i + A", "    1  H o + + o E"):
        assert row in text
    assert "    i is on the inner track, o is on the outer track and + on both." in text


@pytest.mark.parametrize(
    ("board", "tracks"),
    [
        ("square(4)", "inner: [b2, c2, c3, b3]"),  # one line, that bends on the board
        ("square(4)", RING + "\n  ink: [row(1), column(4), reversed(row(4)), reversed(column(1))]"),  # two with one letter
        ("{shape: square(4), without: a1}", RING),
        ("square(2, 4)\nlinks: x in cells, y in leaps(x, 0, 2) + leaps(x, 1, 1) + leaps(x, 1, 3)", "inner: [b4, a1, a1, b1]"),
    ],
)
def test_circuits_of_which_a_picture_would_not_show_all_are_told_in_words_alone(board: str, tracks: str, tmp_path: Path) -> None:
    assert "comes in again" not in told(tmp_path, board, tracks)


RACE = """ggl: 1
name: Race
players: [A, B]
board: track({size})
pieces: {{man: {{}}}}
moves: {{put: {{for: c in vacant, do: put man on c}}}}
end: {{draw: full}}
look: {{board: {style}}}
"""


@pytest.mark.parametrize(
    ("size", "style", "drawn"),
    [
        (
            16,
            "points",
            """
    p9  p10 p11 p12  # p13 p14 p15 p16
    |   |   |   |    # |   |   |   |
                     #
    |   |   |   |    # |   |   |   |
    p8  p7  p6  p5   # p4  p3  p2  p1
""",
        ),
        (
            9,
            "points",
            """
    p6 p7 p8 p9
    |  |  |  |

    |  |  |  |  |
    p5 p4 p3 p2 p1
""",
        ),
        (16, "pits", ""),
        (60, "points", ""),
    ],
)
def test_a_track_of_points_is_drawn_as_its_picture_has_it(size: int, style: str, drawn: str, tmp_path: Path) -> None:
    path = tmp_path / "race.yaml"
    path.write_text(RACE.format(size=size, style=style), encoding="utf-8")
    text = load(path, engine="interpreter").rules_text()
    assert drawn in text
    assert ("    |" in text) == bool(drawn)
