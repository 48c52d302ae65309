"""Pieces on their sites: each is seen, with what it bears, and a site that was drawn before is drawn as it was."""

from __future__ import annotations

import random
import re
from itertools import combinations
from math import hypot
from xml.etree import ElementTree as ET

import pytest

import ggl
from ggl.checker.look import SHAPES
from ggl.model.colours import NAMED
from ggl.play.loading import made_of
from ggl.play.picture import picture
from ggl.render import pieces, svg
from ggl.render.colours import NOBODY
from ggl.render.shapes import NOBODYS, Figure, figure
from ggl.render.sheet import Sheet
from ggl.source import Source
from tests.render.drawn import layer, tag, titles, tree

RED, BLUE = NAMED["red"], NAMED["blue"]


def start(text: str) -> ggl.State:
    """The start of a game of Red and Blue, of whose text only the board, the pieces, the setup and the look matter."""
    return made_of(
        Source("made.yaml", f"ggl: 1\nname: Made\nplayers: [Red, Blue]\nmoves: {{}}\nend: {{draw: stuck}}\n{text}")
    ).initial_state()


def on_sites(text: str) -> dict[str, ET.Element]:
    """What is drawn on each site."""
    groups = layer(tree(svg(start(text))), "pieces")
    return {(each[0].text or "").rpartition(" on ")[2].partition(": ")[0]: each for each in groups}


def inks(group: ET.Element) -> list[str]:
    """The colours of the pieces in a group, from the first that is drawn to the last."""
    return [ink for each in group.iter() if (ink := each.get("fill", "")) in (RED, BLUE)]


@pytest.mark.parametrize("name", ["chess", "backgammon", "oware", "dots-and-boxes", "sgibun"])
def test_pictures_of_a_play_are_those_that_are_drawn_anew(name: str) -> None:
    game, rng = ggl.load(name), random.Random(3)
    states = [game.initial_state()]
    for _ in range(8):
        if states[-1].is_over:
            break
        states.append(states[-1].after(rng.choice(states[-1].legal_moves())))
    asked = [(state, theme) for state in states for theme in ("auto", "light", "dark")]
    rng.shuffle(asked)
    kept = [svg(state, theme=theme) for state, theme in asked]
    for (state, theme), text in zip(asked, kept, strict=True):
        pieces._DRAWN.clear()
        assert svg(state, theme=theme) == text


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "_MOST_DRAWN", 20)
    game, rng = ggl.load("chess"), random.Random(1)
    for _ in range(5):
        state = game.initial_state()
        for _ in range(25):
            if state.is_over:
                break
            state = state.after(rng.choice(state.legal_moves()))
        svg(state, theme=rng.choice(("auto", "light", "dark")))
        assert len(pieces._DRAWN[game.checked]) <= pieces._MOST_DRAWN


POINTS = """board: track(12)
pieces: {chip: {piles: 8}, cart: {layer: road, faces: orthogonal, has: {hot: true, load: 3}}}
setup: |
  put 2 Blue chip on p3
  put Red chip on p3
  put 7 Red chip on p8
  put Red cart on p5 facing up
look: {board: points}
"""


def test_a_pile_on_a_point_shows_whose_each_piece_is() -> None:
    assert inks(on_sites(POINTS)["p3"]) == [BLUE, BLUE, RED]
    assert inks(on_sites(POINTS)["p8"]) == [RED] * 7


def test_a_piece_on_a_point_shows_its_facing_and_its_properties() -> None:
    drawn = on_sites(POINTS)["p5"]
    rod = next(each for each in drawn if tag(each) == "line")
    assert float(rod.get("x2", "")) < float(rod.get("x1", "")), "the lower row leads to the left"
    assert [each.text for each in drawn if tag(each) == "text"] == ["3"]


def test_a_pile_of_seeds_shows_whose_each_is() -> None:
    pile = "board: square(2)\npieces: {seed: {piles: 3}}\nsetup: |\n  put Blue seed on a1\n  put Red seed on a1\n"
    assert inks(on_sites(pile)["a1"]) == [BLUE, RED]


LAYERED = """board: square(3)
pieces: {top: {glyph: t}, mid: {glyph: m, layer: two}, low: {glyph: l, layer: three}, tile: {layer: four, stacks: 9}}
setup: |
  put Red top on {a1, b1, c1}
  put Blue mid on {a1, c1}
  put Red low on {a1, c1}
  put Blue tile on {b1, c1}
"""


def test_of_several_layers_on_a_site_none_hides_the_sign_of_another() -> None:
    for drawn in on_sites(LAYERED).values():
        middles = [re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", each.get("transform", "")) for each in drawn[1:]]
        places = [(float(found[1]), float(found[2]), float(found[3])) for found in middles if found is not None]
        for above, (x, y, r) in enumerate(places):
            for (bx, by, _), piece in zip(places[:above], drawn[1:], strict=False):
                assert hypot(x - bx, y - by) > 0.9 * r, piece[0].attrib


BARS = """board: square(3)
pieces:
  road: {sites: edges, has: {toll: 4}}
  wall: {sites: edges, layer: above, of: nobody}
  pin: {sites: vertices, faces: compass}
  arrow: {sites: edges, layer: third, stacks: 3}
setup: |
  put Red road on edge(a1, b1)
  put wall on edge(a1, b1)
  put wall on edge(a2, b2)
  put 3 Blue arrow on edge(a3, b3)
  put Red pin on c3.vertices facing west
"""


def test_layers_of_an_edge_are_narrower_to_the_top() -> None:
    lines = [each for each in on_sites(BARS)["a1-b1"] if tag(each) == "line"]
    widths = [float(each.get("stroke-width", "")) for each in lines]
    assert [each.get("stroke") for each in lines][1::2] == [NOBODY.light, RED]
    assert widths == sorted(widths, reverse=True)


def test_kinds_of_bars_have_letters_and_show_properties_and_numbers() -> None:
    texts = {site: [each.text for each in drawn if tag(each) == "text"] for site, drawn in on_sites(BARS).items()}
    assert texts["a1-b1"] == ["w", "R", "4"]
    assert texts["a2-b2"] == ["w"]
    assert texts["a3-b3"] == ["a3"]


def test_a_piece_on_a_vertex_may_face_a_way() -> None:
    rods = [drawn[-1] for drawn in on_sites(BARS).values() if "pin" in (drawn[0].text or "")]
    assert len(rods) == 4
    assert all(float(rod.get("x2", "")) < float(rod.get("x1", "")) for rod in rods)


WINDS = """board: square(3)
pieces: {ship: {has: {heading: north, laden: true}}}
state:
  wind: {in: compass, start: none, each: cells}
  calm: {start: false, each: cells}
setup: |
  put Red ship on a2
  set a2.wind to northwest
  set b1.wind to southeast
  set b2.wind to southeast
  set b3.calm to true
look: {draw: {port: {on: c3}, depth: {for: c in row(1), value: c.column}}}
"""


def test_values_properties_and_marks_are_told_in_full() -> None:
    root = tree(svg(start(WINDS)))
    told = root[1].text or ""
    for part in ("Red ship on a2 with heading north and laden.", "wind: b1 southeast, a2 northwest, b2 southeast.", "calm: b3.",
                 "port: c3.", "depth: a1 1, b1 2, c1 3."):  # fmt: skip
        assert part in told
    assert titles(root) == [
        "b1: wind southeast",
        "Red ship, heading north, laden on a2: wind northwest",
        "b2: wind southeast",
        "b3: calm",
    ]


def test_the_number_of_a_mixed_pile_is_not_that_of_its_top() -> None:
    pile = "board: square(2)\npieces: {man: {piles: 9}, road: {sites: edges, piles: 9}}\nsetup: |\n"
    pile += "  put 3 Red man on a1\n  put Blue man on a1\n  put 2 Red man on b2\n"
    pile += "  put 3 Red road on edge(a1, b1)\n  put Blue road on edge(a1, b1)\n"
    state = start(pile)
    told, text = tree(svg(state))[1].text or "", picture(state)
    for part in ("Blue man on a1.", "Pile on a1, from the bottom up: 3 Red man, Blue man.", "Blue road on a1-b1."):
        assert part in told
    assert "Blue road: a1-b1\n" in f"{text}\n"
    assert "a1-b1 X X X O" in text


def test_only_a_board_without_pieces_and_values_is_empty() -> None:
    field = "board: square(3)\npieces: {}\nstate: {wheat: {start: 4, in: 0..4, each: cells}}\n"
    assert "empty" not in (tree(svg(start(field)))[1].text or "")
    assert "The board is empty." in (tree(svg(start(field.replace("start: 4", "start: 0"))))[1].text or "")


def test_directions_on_a_board_are_arrows() -> None:
    texts = [each.text for drawn in on_sites(WINDS).values() for each in drawn if tag(each) == "text"]
    assert texts == ["↘", "↑", "↖", "↘"]


def test_at_the_end_of_a_track_a_piece_faces_on_along_its_line() -> None:
    track = "board: track(20)\npieces: {arrow: {faces: orthogonal}}\n"
    track += "setup: |\n  put Red arrow on p20 facing up\n  put Red arrow on p1 facing down\n"
    turns = {site: drawn[1].get("transform", "").rpartition(" ")[2] for site, drawn in on_sites(track).items()}
    assert turns == {"p1": "rotate(-90)", "p20": "rotate(-90)"}


def test_an_arrow_that_faces_no_way_is_a_chip() -> None:
    board = "board: square(2)\npieces: {arrow: {faces: compass}}\n"
    board += "setup: |\n  put Red arrow on a1\n  put Red arrow on b1 facing north\n"
    drawn = on_sites(board)
    assert [tag(each) for each in drawn["a1"][1]] == ["circle", "circle", "text"]
    assert [tag(each) for each in drawn["b1"][1]] == ["path"]


def test_sizes_scale_what_fills_its_cell_and_bars() -> None:
    board = "board: square(2)\npieces: {fill: {}, wall: {sites: edges}, fort: {sites: vertices}}\n"
    board += "setup: |\n  put Red fill on a1\n  put Red wall on edge(a1, b1)\n  put Red fort on a1.vertices\n"
    usual = on_sites(board + "look: {shapes: {fort: fill}}\n")
    small = on_sites(board + "look: {shapes: {fort: fill}, sizes: {fill: 0.5, wall: 0.5, fort: 0.5}}\n")
    for site, drawn in usual.items():
        one, other = (
            each[1].get("stroke-width") or each[1].get("transform", "").rpartition("(")[2][:-1] for each in (drawn, small[site])
        )
        assert float(other) < 0.75 * float(one)
    scales = {
        site: float(drawn[1].get("transform", "").rpartition("(")[2][:-1])
        for site, drawn in usual.items()
        if tag(drawn[1]) == "g"
    }
    assert scales.pop("a1") > 1.5 * max(scales.values()), "a fort fills no cell"


@pytest.mark.parametrize("many", [3, 4, 9])
def test_each_property_of_a_piece_has_a_place_of_its_own(many: int) -> None:
    properties = ", ".join(f"p{number}: {number + 1}" for number in range(many))
    drawn = on_sites(f"board: square(2)\npieces: {{man: {{has: {{{properties}}}}}}}\nsetup: put Red man on a1\n")["a1"]
    plates = [[float(each.get(name, "")) for name in ("cx", "cy", "r")] for each in drawn if tag(each) == "circle"]
    assert len(plates) == many
    assert all(hypot(x - u, y - v) > 0.99 * r for (x, y, r), (u, v, _) in combinations(plates, 2))


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_pieces_of_each_shape_have_a_sign_of_their_owner(shape: str) -> None:
    sheet, drawn = Sheet("light"), []
    for owner in (0, 1, 2, 3, NOBODYS):
        group = figure(sheet, sheet.root, Figure(shape, NOBODY, "" if shape == "bar" else "●", owner), 0, 0, 1)
        names = ("d", "r", "fill", "stroke-dasharray")
        drawn.append(tuple((tag(each), *map(each.get, names)) for each in group.iter()))
    assert len(set(drawn)) == (2 if shape == "letter" else 5), "letters of more players show the owner"


@pytest.mark.parametrize(
    "kind", ["stacks: 9", "piles: 9", "glyph: o, stacks: 9", "has: {a: 1, b: 2, c: 3, d: 4, e: 5}", "glyph: o"]
)
@pytest.mark.parametrize("sites", ["cells", "vertices", "edges"])
def test_what_is_written_at_a_site_has_a_place_of_its_own(kind: str, sites: str) -> None:
    number = "3 " if "9" in kind else ""
    root = tree(svg(start(
        f"board: square(2)\npieces: {{man: {{sites: {sites}, {kind}}}}}\n"
        f"state: {{worth: {{each: {sites}, in: 0..9, start: 8}}}}\n"
        f"setup: put {number}Red man on s for s in {sites}\nlook:\n  shapes: {{man: tile}}\n  glyphs: {{man: m}}\n"
        f"  draw: {{depth: {{for: s in {sites}, value: 7}}, hot: {{on: {sites}, as: dot}}, own(p): {{on: {sites}, as: dot}}}}\n"
    )))  # fmt: skip
    site = layer(root, "pieces")[0]
    texts = [each for each in site.iter() if tag(each) == "text" and each.get("font-weight") == "bold"]
    beside = [(float(each.get("x", "")), float(each.get("y", ""))) for each in texts if each.get("x") != "0"]
    marks = {each[0].text: each[1] for each in layer(root, "signs")}
    beside += [(float(marks["depth"].get("x", "")), float(marks["depth"].get("y", "")))]
    beside += [
        (float(marks[f"own of {side}"].get("cx", "")), float(marks[f"own of {side}"].get("cy", ""))) for side in ("Red", "Blue")
    ]
    assert len(beside) == 4 + (0 if kind == "glyph: o" else 5 if "has" in kind else 1)
    assert min(hypot(x - u, y - v) for (x, y), (u, v) in combinations(beside, 2)) > 0.09 * 84


def test_free_sites_show_values_and_marks_apart() -> None:
    field = "board: square(2)\npieces: {}\nstate: {worth: {each: cells, in: 0..9, start: 8}}\n"
    root = tree(svg(start(f"{field}look: {{draw: {{depth: {{for: c in cells, value: 7}}, hot: {{on: cells, as: ring}}}}}}\n")))
    worth, depth, hot = (layer(root, "pieces")[0][1], *(each[1] for each in layer(root, "signs")))
    (x, y), (u, v) = (tuple(float(each.get(name, "")) for name in ("x", "y")) for each in (worth, depth))
    assert hypot(x - u, y - v) > 0.4 * 84
    assert hypot(x - float(hot.get("cx", "")), y - float(hot.get("cy", ""))) > 0.4 * 84


@pytest.mark.parametrize("board", ["square(2)", "hexagon(2)"])
def test_the_value_of_an_edge_lies_beside_the_posts_at_its_ends(board: str) -> None:
    kinds = "pieces: {road: {sites: edges}, post: {sites: vertices}}\nstate: {toll: {each: edges, in: 0..9, start: 7}}\n"
    put = "setup: |\n  put Red road on e for e in edges\n  put Red post on v for v in vertices\n"
    sites = on_sites(f"board: {board}\n{kinds}{put}")
    posts = []
    for each in sites.values():
        if "post" in (each[0].text or ""):
            found = re.fullmatch(r"translate\((\S+) (\S+)\) scale\((\S+)\)", each[1].get("transform", ""))
            assert found is not None
            posts.append((float(found[1]), float(found[2]), 0.92 * float(found[3])))
    plates = [each for site in sites.values() for each in site if tag(each) == "circle"]
    assert plates
    for plate in plates:
        x, y, r = (float(plate.get(name, "")) for name in ("cx", "cy", "r"))
        assert all(hypot(x - u, y - v) > 0.98 * (r + radius) for u, v, radius in posts)


def test_the_number_of_a_pile_on_a_point_lies_beside_its_letter() -> None:
    track = "board: track(13)\npieces: {man: {glyph: m, piles: 9}}\nsetup: put 6 Red man on p8\nlook: {board: points}\n"
    letters, discs = (on_sites(track.replace("glyph: m", f"glyph: {glyph}"))["p8"] for glyph in "mo")
    assert [tag(each) for each in letters][-2:] == ["circle", "text"]
    assert [tag(each) for each in discs][-2:] == ["g", "text"]
