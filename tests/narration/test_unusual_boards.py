"""What strangers had to guess on boards of unusual shape is said: points of a star, a board without an edge, holes, tracks."""

from pathlib import Path

import pytest

from ggl.play.loading import load

HERE = Path(__file__).parent / "unusual"


def told(name: str) -> str:
    return " ".join(load(HERE / f"{name}.yaml").rules_text().split())


def test_a_side_that_is_no_line_is_told_by_all_its_cells() -> None:
    assert "north (c8, d8 and c9), northeast (g6, f7 and g7)" in told("star-hop")


def test_a_side_that_is_a_line_is_told_by_its_ends() -> None:
    assert "north (a5 to e5)" in " ".join(load("hex", size=5, pie=False).rules_text().split())


@pytest.mark.parametrize(("name", "has_an_edge"), [("ring-siege", False), ("star-hop", True)])
def test_only_a_board_with_an_edge_has_something_beyond_it(name: str, has_an_edge: bool) -> None:
    assert ("Off the board there is no cell" in told(name)) is has_an_edge


def test_a_hole_is_told_with_the_picture() -> None:
    text = told("shoals")
    assert "in which _ is a hole. A straight line ends at a hole" in text
    assert "c is the cell t of that move" in text


def test_a_way_along_a_track_is_told_by_its_cells() -> None:
    text = told("causeway")
    assert "Light's way is p1, p2 and so on to p15. - Dark's way is p15, p14 and so on to p1." in text
    assert "the number of cells of your way before c." in text
    assert "cell number (the place of c plus" in text


def test_what_is_lifted_from_a_pile_is_its_top() -> None:
    text = " ".join(load("focus").rules_text().split())
    assert "Move the top k pieces from c to t." in text
    assert "as long as the next one is a piece of the kind that is named. Pieces that move together keep their order." in text


def test_a_region_that_no_rule_speaks_of_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "regions.yaml"
    file.write_text(
        "ggl: 1\nname: Regions\nplayers: [A, B]\nboard: square(3)\nregions: {home: row(1), far: row(3)}\npieces: {man: {}}\n"
        "moves: {put: {for: c in home, do: put man on c}}\nend: {draw: ply > 3}\nlook: {colours: {far: gold}}\n",
        encoding="utf-8",
    )
    text = load(file).rules_text()
    assert '"home"' in text
    assert '"far"' not in text
    assert '"far"' in load(file).rules_text(exact=True)


def test_a_number_of_a_list_of_numbers_is_not_called_so_twice(tmp_path: Path) -> None:
    file = tmp_path / "steps.yaml"
    file.write_text(
        "ggl: 1\nname: Steps\nplayers: [A, B]\nboard: square(3)\npieces: {man: {}}\n"
        'moves: {put: {for: c in vacant, where: {so: "[2, 3, 5][c.row] == c.number"}, do: put man on c}}\nend: {draw: full}\n',
        encoding="utf-8",
    )
    assert "- So: number (the row of c) of 2, 3 and 5 equals the number of c." in load(file).rules_text()
