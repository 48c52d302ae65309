"""Pictures of all bundled games and of some others: everything is there, once, in its place, and nothing else is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations
from math import dist
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import ggl
from ggl.play.game import State, View
from ggl.play.loading import made_of
from ggl.play.move import Move
from ggl.play.touched import touched
from ggl.render import svg
from ggl.source import Source
from tests.few import few_of
from tests.render.drawn import box, layer, layers, placed, tag, titles, tree, view_box
from tests.render.positions import BUNDLED, OWN, game, middle, start

EVERY = (*BUNDLED, *OWN)
ROOT = Path(__file__).parents[2]


def positions(name: str) -> list[tuple[State, tuple[Move, ...]]]:
    return [(start(name), ()), middle(name)]


@pytest.mark.parametrize("name", few_of(EVERY))
def test_every_site_is_drawn_once_and_within_the_view_box(name: str) -> None:
    board, pieces = game(name).board, game(name).checked.definition.pieces
    wanted = [cell.name for cell in board.cells]
    sites = {part.sites for part in pieces.values()}
    wanted += [edge.name for edge in (*board.edges, *board.rim)] if "edges" in sites else []
    wanted += [vertex.name for vertex in board.vertices] if "vertices" in sites else []
    root = tree(svg(start(name)))
    drawn = [each for each in root.iter() if "data-site" in each.attrib]
    assert Counter(each.get("data-site") for each in drawn) == Counter(wanted)
    left, top, right, bottom = view_box(root)
    for each in drawn:
        x1, y1, x2, y2 = box(each)
        assert left <= x1 <= x2 <= right, each.get("data-site")
        assert top <= y1 <= y2 <= bottom, each.get("data-site")


@pytest.mark.parametrize("name", few_of(EVERY))
def test_nothing_lies_outside_the_view_box(name: str) -> None:
    for state, last in positions(name):
        root = tree(svg(state, last=last))
        left, top, right, bottom = view_box(root)
        for x1, y1, x2, y2 in placed(root):
            assert left <= x1 <= x2 <= right
            assert top <= y1 <= y2 <= bottom


@pytest.mark.parametrize("name", few_of(EVERY))
def test_neighbouring_cells_lie_apart(name: str) -> None:
    """No two cells have their middles within half of what the smaller one takes up."""
    drawn = [box(each) for each in layer(tree(svg(start(name))), "sites") if "data-site" in each.attrib and tag(each) != "line"]
    cells = drawn[: len(game(name).board.cells)]
    middles = {(round((x1 + x2) / 2), round((y1 + y2) / 2)) for x1, y1, x2, y2 in cells}
    assert len(middles) == len(game(name).board.cells)


@pytest.mark.parametrize("name", few_of(EVERY))
def test_a_picture_says_of_each_site_what_the_state_says(name: str) -> None:
    for state, last in positions(name):
        board = state.game.board
        heads = [title.partition(": ")[0].rpartition(" on ") for title in titles(tree(svg(state, last=last)))]
        told = {site: text for text, _, site in heads if text}
        stands = {site.name: text for site in (*board.cells, *board.edges, *board.rim, *board.vertices, *board.links)
                  if (text := state.piece_at(site))}  # fmt: skip
        assert told.keys() == stands.keys()
        for site, text in stands.items():
            words = [re.split(" facing |, ", each)[0] for each in told[site].split(" and ")]
            assert sorted(words) == sorted(text.split(" and "))  # the look may say what lies on top


@pytest.mark.parametrize("name", few_of(EVERY))
def test_a_picture_is_for_everyone_and_holds_no_code(name: str) -> None:
    for state, last in positions(name):
        root = tree(svg(state, last=last, theme="auto"))
        heads = [tag(each) for each in root][:2]
        assert heads == ["title", "desc"]
        assert root.get("role") == "img"
        assert state.game.name in (root[0].text or "")
        assert len(root[1].text or "") > 10
        for each in root.iter():
            assert tag(each) in {"svg", "title", "desc", "style", "g", "path", "circle", "rect", "line", "text"}
            for attribute, value in each.attrib.items():
                assert not attribute.startswith("on")
                assert "href" not in attribute
                assert attribute != "id"
                assert "url" not in value.lower()
                assert "//" not in value


@pytest.mark.parametrize("name", ["quarod", "oware", "spears", "crossing"])
def test_an_auto_picture_is_the_light_one_and_becomes_the_dark_one(name: str) -> None:
    state, last = middle(name)
    auto, light, dark = (svg(state, last=last, theme=theme) for theme in ("auto", "light", "dark"))
    assert _with_rules(auto, apply=False) == ET.canonicalize(light, strip_text=True)
    assert _with_rules(auto, apply=True) == ET.canonicalize(dark, strip_text=True)
    assert light != dark


def _with_rules(text: str, apply: bool) -> str:
    """A document without its style; its rules done by hand, or left out."""
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    root = tree(text)
    style = next(each for each in root if tag(each) == "style")
    query, _, rules = (style.text or "").partition("{")
    assert query == "@media (prefers-color-scheme:dark)"
    found = dict(rule.strip(".").split("{") for rule in rules.removesuffix("}").split("}") if rule)
    root.remove(style)
    for each in root.iter():
        for class_ in each.attrib.pop("class", "").split():
            name, _, colour = found[class_].partition(":")
            assert each.get(name) != colour
            if apply:
                each.set(name, colour)
    return ET.canonicalize(ET.tostring(root, encoding="unicode"), strip_text=True)


@pytest.mark.processes
@pytest.mark.parametrize("names", [("quarod", "backgammon", "oware", *OWN), pytest.param(BUNDLED, marks=pytest.mark.slow)])
def test_two_processes_draw_the_same_bytes(names: tuple[str, ...]) -> None:
    code = (
        "import hashlib, sys\nfrom ggl.render import svg\nfrom tests.render.positions import middle\n"
        "found = hashlib.sha256()\n"
        "for name in sys.argv[1:]:\n"
        "    state, last = middle(name)\n"
        "    found.update(svg(state, last=last, theme='auto').encode())\n"
        "print(found.hexdigest())"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, *names], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed},
                         stdout=subprocess.PIPE) for seed in ("1", "2")
    ]  # fmt: skip
    said = [process.communicate(timeout=120)[0] for process in running]
    assert said[0] == said[1]
    assert len(said[0].strip()) == 64


@pytest.mark.parametrize("name", few_of(EVERY))
def test_the_frames_of_the_last_move_are_those_of_its_sites(name: str) -> None:
    state, last = middle(name)
    sites = touched(state, last)
    plain, framed = (sum(len(layer(tree(svg(state, last=each)), part)) for part in ("frames", "marks")) for each in ((), last))
    assert (plain, framed) == (0, len(sites))


def test_layers_are_drawn_from_the_ground_up() -> None:
    assert layers(tree(svg(start("tiku")))) == ["board", "sites", "frames", "pieces", "marks", "labels", "status"]
    assert layers(tree(svg(start("tiku"), coordinates=False, status=False, pieces=False))) == [
        "board", "sites", "frames", "marks",
    ]  # fmt: skip


def test_a_size_scales_the_whole_picture() -> None:
    small, large = (tree(svg(start("tiku"), size=size)) for size in (200, 800))
    assert small.get("viewBox") == large.get("viewBox")
    assert (small.get("width"), large.get("width")) == ("200", "800")
    assert 4 * float(small.get("height", "")) == pytest.approx(float(large.get("height", "")), abs=0.1)


def test_a_notebook_shows_a_state() -> None:
    assert start("tabik")._repr_svg_() == svg(start("tabik"), theme="auto")


def test_dice_that_are_to_be_rolled_have_no_pips_and_are_no_ones() -> None:
    state = start("backgammon")
    after = [state, state.play("roll 2"), state.play("roll 2").play("roll 5")]
    told = [re.findall(r"^(?:white|black)_die: (.+)$", str(each), re.M) for each in after]
    assert told == [["to be rolled", "to be rolled"], ["2", "to be rolled"], ["2", "5"]]
    shown = [re.findall(r"<title>(2|5|to be rolled)</title>", svg(each)) for each in after]
    assert shown[:2] == told[:2]
    assert shown[2][:2] == told[2]


def test_what_is_in_hand_lies_on_the_bar_of_a_board_of_points_and_not_below_the_board() -> None:
    state = start("full-bar").play("enter p1")
    root = tree(svg(state))
    assert titles(root)[-2:] == [
        f"on the bar: {each}" for each in ("14 Red runner and 2 Red knight", "15 Blue runner and 2 Blue knight")
    ]
    red, blue = (list(placed(layer(root, "pieces")[at])) for at in (-2, -1))
    assert max(low for *_, low in red) < min(top for _, top, *_ in blue)
    assert "in supply" not in "".join(layer(root, "status").itertext())


def test_a_big_bag_is_told_by_how_often_it_holds_each_value_as_in_text() -> None:
    bags = ggl.load(ROOT / "tests" / "language" / "games" / "bags_hold_several_of_the_same.yaml")
    state = bags.position("set dice to [1, 3, 3]\nadd 4 to dice for x in 1..300", to_move="Black")
    told = "dice: 1 x 1, 2 x 3, 255 x 4 (258 in all)"
    assert told in str(state).split("\n")
    root = tree(svg(state))
    assert f" {told}." in (root[1].text or "")
    assert told in " ".join("".join(layer(root, "status").itertext()).split())


@pytest.mark.parametrize("style", ["cells", "lines"])
@pytest.mark.parametrize("board", ["star(4)", "hexagon(4)", "rhombus(5)", "triangle(6)", "square(9)"])
def test_coordinates_stand_apart_and_on_the_sheet(board: str, style: str) -> None:
    rules = f"ggl: 1\nname: Board\nplayers: [Red, Blue]\nboard: {board}\npieces: {{stone: {{}}}}\n"
    rules += "moves:\n  place:\n    for: c in vacant\n    do: put stone on c\nend: {draw: full}\n"
    game = made_of(Source("board.yaml", f"{rules}look: {{board: {style}}}\n"))
    root = tree(svg(game.initial_state()))
    labels = list(layer(root, "labels"))
    left, top, right, bottom = view_box(root)
    size = float(labels[0].get("font-size", "0"))
    places = [(float(each.get("x", "0")), float(each.get("y", "0"))) for each in labels]
    assert len(places) == len({*game.board.column}) + len({*game.board.row})
    assert all(left < x < right and top < y < bottom for x, y in places)
    assert all(dist(one, other) > 0.8 * size for one, other in combinations(places, 2))


@pytest.mark.parametrize("name", few_of(EVERY))
def test_a_picture_is_its_ground_with_the_play_laid_over_it(name: str) -> None:
    def drawn(root: ET.Element) -> Counter[str]:
        every = (each for child in root if child.tag.endswith("}g") for each in child.iter())
        return Counter(ET.tostring(each, encoding="unicode").split("\n")[0] for each in every)

    for state, last in positions(name):
        whole, ground, play = (tree(svg(state, last=last, status=False, parts=parts)) for parts in ("all", "ground", "play"))
        assert drawn(ground) + drawn(play) == drawn(whole)
        assert view_box(ground) == view_box(play) == view_box(whole)


def test_the_board_of_a_game_with_hidden_stores_keeps_its_place_when_they_are_disclosed() -> None:
    text = (
        "ggl: 1\nname: Purses\nplayers: [Red, Blue]\nboard: square(2)\npieces: {man: {}}\nlook: {stores: gold}\n"
        "state: {gold: {each: players, in: 0..30, start: 3, seen by: owner}}\n"
        "moves: {put: {for: c in vacant, do: put man on c}}\nend: {draw: full}\n"
    )
    state = made_of(Source("purses.yaml", text)).initial_state()
    views = [View(state, player, state.information(player)) for player in state.game.players]
    roots = [tree(svg(each, parts="play")) for each in (*views, state)]
    stores = [[each.text for each in layer(root, "stores").iter() if tag(each) == "text"] for root in roots]
    assert stores == [["3", "?"], ["?", "3"], ["3", "3"]]
    assert len({view_box(root) for root in roots}) == 1
    assert len({svg(each, parts="ground") for each in (*views, state)}) == 1
