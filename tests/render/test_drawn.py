"""Marks, sizes and stores in pictures, read back from their bytes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ggl.model.colours import NAMED
from ggl.play.game import Game
from ggl.render import svg
from tests.play.test_look_values import made as game_of
from tests.render.drawn import box, layer, layers, numbers, tag, tree

STONES = """
ggl: 1
name: Stones
players: [Red, Blue]
board: square(4)
pieces: {stone: {glyph: o}}
state:
  caught: {start: 2, in: 0..9, each: players}
setup: |
  put Red stone on a1
  put Blue stone on d4
moves:
  place:
    for: c in vacant
    do: |
      put stone on c
      add 1 to mover.caught if c == b2
end:
  mover loses: stuck
define:
  near(p): (t for c in cells with p stone for t in neighbors(c) if empty(t))
"""


def made(look: str) -> Game:
    return game_of(look, STONES)


def picture(look: str) -> str:
    return svg(made(look).initial_state())


FORMS = [
    ("fill", "row(2)", "path", 4),
    ("fill", "'edge(a1, b1)'", "line", 1),
    ("dot", "row(2)", "circle", 4),
    ("ring", "row(2)", "circle", 4),
    ("cross", "row(2)", "path", 4),
    ("frame", "row(2) + row(3)", "path", 1),
    ("frame", "'[row(2), row(3)]'", "path", 2),
    ("line", "'[a1, c3, d1]'", "path", 1),
    ("line", "'[[a1, c3], [d1, d4]]'", "path", 2),
    ("name", "row(2)", "text", 1),
]


@pytest.mark.parametrize(("form", "on", "what", "many"), FORMS)
def test_each_form_of_a_mark(form: str, on: str, what: str, many: int) -> None:
    root = tree(picture(f"{{draw: {{here: {{on: {on}, as: {form}, colour: teal}}}}}}"))
    group = layer(root, "areas" if form in ("fill", "frame", "line", "name") else "signs")
    drawn = [each for each in group.iter() if tag(each) == what]
    assert len(drawn) == many
    assert all(NAMED["teal"] in (each.get("fill"), each.get("stroke")) for each in drawn)
    assert [each.text for each in group.iter() if tag(each) == "title"] == ["here"]


def test_a_frame_has_the_edges_between_the_set_and_the_rest() -> None:
    root = tree(picture("{draw: {here: {on: row(2), as: frame}}}"))
    path = next(each for each in layer(root, "areas").iter() if tag(each) == "path")
    assert path.get("d", "").count("M") == 4 + 4 + 2


def test_areas_lie_below_the_pieces_and_signs_above_them() -> None:
    found = layers(tree(picture("{draw: {a: {on: row(1)}, b: {on: row(1), as: dot}}}")))
    assert found.index("areas") < found.index("pieces") < found.index("signs")


def test_a_mark_of_players_has_their_colours() -> None:
    root = tree(picture("{draw: {near(p): {on: near(p), as: ring}}}"))
    rings = [each for each in layer(root, "signs").iter() if tag(each) == "circle"]
    assert sorted(each.get("stroke", "") for each in rings) == sorted([NAMED["red"]] * 2 + [NAMED["blue"]] * 2)
    assert {each.get("stroke-dasharray") is not None for each in rings if each.get("stroke") == NAMED["blue"]} == {True}


def test_marks_of_many_players_lie_apart_and_within_their_cell() -> None:
    rules = STONES.replace("[Red, Blue]", "[Red, Blue, Green, Gold, Pink, Teal]")
    rules = rules.replace("near(p):", "spots(p): (t for t in cells if t.column == 1)\n  near(p):")
    root = tree(svg(game_of("{draw: {spots(p): {on: spots(p), as: ring}}}", rules).initial_state()))
    rings = [each for each in layer(root, "signs").iter() if tag(each) == "circle"]
    cells = {each.get("data-site"): box(each) for each in layer(root, "sites")}
    for cell in ("a1", "a2"):
        left, top, right, bottom = cells[cell]
        here = [ring for ring in rings if top < float(ring.get("cy", "")) < bottom]
        boxes = sorted(map(box, here))
        assert len(boxes) == 6
        assert all(one[2] <= after[0] + 0.1 or one[3] <= after[1] + 0.1 for one, after in pairwise(boxes))
        assert left <= boxes[0][0] <= boxes[-1][2] <= right


def test_a_mark_is_small_where_something_stands() -> None:
    root = tree(picture("{draw: {here: {on: row(1), as: ring}}}"))
    sizes = [float(each.get("r", "")) for each in layer(root, "signs").iter() if tag(each) == "circle"]
    assert sizes[0] < sizes[1] == sizes[2] == sizes[3]


def test_a_value_is_written() -> None:
    root = tree(picture("{draw: {here: {for: c in row(1), value: c.column}}}"))
    assert [each.text for each in layer(root, "signs").iter() if tag(each) == "text"] == ["1", "2", "3", "4"]


def scales(look: str) -> list[float]:
    group = layer(tree(picture(look)), "pieces")
    return [
        float(each.get("transform", "").rpartition("scale(")[2][:-1])
        for each in group.iter()
        if "scale(" in each.get("transform", "")
    ]


def test_sizes_scale_pieces() -> None:
    usual = scales("{}")
    assert scales("{sizes: {stone: 0.5}}") == pytest.approx([one * 0.5 for one in usual], abs=0.01)
    assert scales("{sizes: {stone: 0.5, Red stone: 1.5}}") == pytest.approx([usual[0] * 1.5, usual[1] * 0.5], abs=0.01)


def test_stores_are_drawn_beside_the_board() -> None:
    root = tree(picture("{stores: caught}"))
    titles = [each.text for each in layer(root, "stores").iter() if tag(each) == "title"]
    assert titles == ["caught of Red: 2", "caught of Blue: 2"]
    left, right = sorted(float(each.get("x", "")) for each in layer(root, "stores").iter() if tag(each) == "rect")
    cells = [each for each in layer(root, "sites").iter() if each.get("data-site")]
    assert left < right
    assert "caught" not in "".join(layer(root, "status").itertext())
    assert cells
    assert "caught" in "".join(layer(tree(picture("{}")), "status").itertext())


@pytest.mark.parametrize("style", ["cells", "checkered", "lines", "pits", "dots"])
def test_a_view_draws_no_more_than_its_cells(style: str) -> None:
    root = tree(picture(f"{{board: {style}, view: a1}}".replace("view: a1", "view: '{a1}'")))
    sites = {each.get("data-site") for each in layer(root, "sites").iter() if each.get("data-site")}
    assert sites == {"a1", "a2", "b1", "b2"}
    assert [each.text for each in layer(root, "labels").iter() if tag(each) == "text"] == ["a", "b", "1", "2"]


def test_what_a_view_cuts_off_does_not_close_a_frame_nor_join_a_line() -> None:
    look = "{view: '{a1}', draw: {all: {on: row(1), as: frame}, way: {on: '[b1, d1, d4, a1, a2]', as: line}}}"
    paths = {each[0].text: each[1].get("d", "") for each in layer(tree(picture(look.replace("all:", "row:"))), "areas")}
    assert paths["row"].count("M") == 2 + 2 + 1, "the row goes on to the right"
    assert paths["way"].count("M") == 3, "to the right, along the diagonal, up"


def test_on_a_torus_a_frame_stands_around_its_own_cells() -> None:
    rules = STONES.replace("square(4)", "torus(4)")
    root = tree(svg(game_of("{draw: {here: {on: '{d2, d3}', as: frame}}}", rules).initial_state()))
    boxes = [box(each) for each in layer(root, "sites") if each.get("data-site") in ("d2", "d3")]
    ends = numbers(next(each for each in layer(root, "areas").iter() if tag(each) == "path").get("d", ""))
    assert len(ends) == 4 * (2 + 2 + 2)
    assert (min(ends[::2]), max(ends[::2])) == (boxes[0][0], boxes[0][2])
    assert (min(ends[1::2]), max(ends[1::2])) == (min(each[1] for each in boxes), max(each[3] for each in boxes))


def test_nothing_is_marked_or_hot_outside_a_view() -> None:
    state = made("{view: '{a1}'}").initial_state()
    bare, within, outside = (
        svg(state, marks=sites, heat=dict.fromkeys(sites, 0.5)) for sites in ([], ["a1", "b2"], ["a1", "b2", "d1"])
    )
    assert bare != within == outside


def test_on_a_torus_a_line_goes_across_the_seam_and_not_over_the_board() -> None:
    rules = STONES.replace("square(4)", "torus(4)")
    root = tree(svg(game_of("{draw: {way: {on: '[a1, b1, d1, d4]', as: line}}}", rules).initial_state()))
    path = next(each for each in layer(root, "areas").iter() if tag(each) == "path").get("d", "")
    cells = {each.get("data-site"): box(each) for each in layer(root, "sites")}
    middles = {name: ((left + right) / 2, (top + bottom) / 2) for name, (left, top, right, bottom) in cells.items()}
    (left, top), (right, bottom) = cells["a4"][:2], cells["d1"][2:]
    (ax, ay), (bx, by), (dx, dy), (_, fy) = (middles[name] for name in ("a1", "b1", "d1", "d4"))
    lines = [(ax, ay, bx, by), (bx, by, dx, dy), (dx, top, dx, fy), (dx, dy, dx, bottom)]
    found = [*zip(*[iter(numbers(path))] * 4, strict=True)]
    assert sorted(found) == [pytest.approx(line, abs=0.02) for line in sorted(lines)]
    assert all(left <= x <= right for x in numbers(path)[::2])
