"""How a game's own words become shapes and colours, and what they cannot become."""

from __future__ import annotations

from math import atan2, degrees

import pytest

import ggl
from ggl.checker.look import SHAPES
from ggl.model.colours import NAMED, hex_colour
from ggl.model.schema import load_game_schema
from ggl.play.game import Game
from ggl.play.loading import check_source, made_of
from ggl.play.scene import Scene
from ggl.render import RenderError, svg
from ggl.render.appearance import looks_of
from ggl.render.boards import own_rims
from ggl.render.colours import BoardInks, brightness, mix
from ggl.render.geometry import geometry
from ggl.render.shapes import figure, heap
from ggl.render.sheet import Sheet, clean, num
from ggl.source import Source
from tests.few import few_of
from tests.render.drawn import layer, tag, tree
from tests.render.positions import BUNDLED, OWN, game, start

EVERY = (*BUNDLED, *OWN)


def made(more: str, players: str = "[Red, Blue]", board: str = "square(3)", pieces: str = "{stone: {}}") -> Game:
    text = f"ggl: 1\nname: Made\nplayers: {players}\nboard: {board}\npieces: {pieces}\n" + (
        "moves:\n  place:\n    for: c in cells\n    where: empty(c)\n    do: put stone on c\nend: {draw: full}\n" + more
    )
    checked, found = check_source(Source("made.yaml", text))
    assert checked is not None, [str(each) for each in found]
    return Game(checked)


def test_the_schema_lists_the_shapes_and_styles_there_are() -> None:
    look = load_game_schema()["$defs"]["look"]["properties"]
    assert set(look["shapes"]["anyOf"][1]["additionalProperties"]["anyOf"][1]["enum"]) == SHAPES
    board = made("").checked.board
    for style in look["board"]["anyOf"][1]["enum"]:
        assert geometry(board, style).cells


def test_of_regions_that_overlap_the_one_named_last_is_seen() -> None:
    regions = "regions: {hall: cells, throne: center}\nlook: {colours: "
    over, under = (made(f"{regions}{{{order}}}}}\n") for order in ("hall: teal, throne: gold", "throne: gold, hall: teal"))
    shades = [{name: each.cell.light for name, each in looks_of(one.checked).grounds.items()} for one in (over, under)]
    assert shades[0] == {cell.index: NAMED["gold" if cell.name == "b2" else "teal"] for cell in over.checked.board.cells}
    assert set(shades[1].values()) == {NAMED["teal"]}
    assert looks_of(made("").checked).grounds == {}


@pytest.mark.parametrize("style", ["cells", "checkered", "lines", "pits", "dots"])
@pytest.mark.parametrize("board", ["square(3)", "hexagon(2)", "morris(2)"])
def test_every_style_shows_the_colour_of_a_region(style: str, board: str) -> None:
    look = f"regions: {{spot: (c in cells if c.number == 2)}}\nlook: {{board: {style}, colours: {{spot: magenta}}}}\n"
    text = svg(made(look, board=board).initial_state(), status=False)
    inks = BoardInks.of(NAMED["magenta"])
    assert sum(text.count(each.light) for each in (inks.cell, inks.other, inks.third, inks.pit)) > 0


@pytest.mark.parametrize("name", few_of(EVERY))
def test_pieces_of_two_players_differ_without_their_colours(name: str) -> None:
    drawn = set()
    pieces = game(name).checked.pieces
    for look in looks_of(game(name).checked).pieces:
        sheet = Sheet("light")
        group = figure(sheet, sheet.root, look, 0, 0, 1)
        words = [(tag(each), each.text, each.get("d"), each.get("r"), each.get("stroke-dasharray")) for each in group.iter()]
        drawn.add((tuple(words), look.sign if look.shape == "bar" else 0))
    assert len(drawn) == len(pieces)


@pytest.mark.parametrize("style", ["cells", "checkered", "lines", "dots", "pits"])
@pytest.mark.parametrize(
    "board", ["square(3)", "hexagon(2)", "morris(2)", "torus(3)", "track(5)", "{links: 'hall - attic, attic - roof'}"]
)
def test_any_board_can_be_drawn_in_any_style(board: str, style: str) -> None:
    made_ = made(f"look: {{board: {style}}}\n", board=board)
    root = tree(svg(made_.initial_state()))
    assert sum("data-site" in each.attrib for each in root.iter()) == len(made_.board.cells)


def test_cells_of_a_checkered_board_differ_from_their_neighbours() -> None:
    for board, tones in (("square(4)", 2), ("hexagon(3)", 3)):
        made_ = made("look: {board: checkered}\n", board=board)
        sites = layer(tree(svg(made_.initial_state())), "sites")
        fills = {each.get("data-site"): each.get("fill") for each in sites}
        assert len(set(fills.values())) == tones
        for cell in made_.board.cells:
            assert all(fills[cell.name] != fills[near.name] for near in cell.neighbors)


@pytest.mark.parametrize("colour", ["ivory", "black", "red"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a1_of_a_checkered_board_is_dark(colour: str, theme: str) -> None:
    state = made(f"look: {{board: checkered, colours: {{board: {colour}}}}}\n").initial_state()
    fills = {each.get("data-site"): each.get("fill") for each in layer(tree(svg(state, theme=theme)), "sites")}
    assert brightness(fills["a1"] or "") < brightness(fills["b1"] or "")


@pytest.mark.parametrize(
    ("more", "shapes"),
    [
        ("", ["disc", "disc"]),
        ("look: {shapes: {stone: star}}", ["star", "star"]),
        ("look: {shapes: {Blue stone: knight}}", ["disc", "knight"]),
        ("look: {glyphs: {Blue stone: Q}}", ["disc", "letter"]),
        ("look: {glyphs: {Blue stone: Q}, shapes: {Blue stone: seed}}", ["disc", "seed"]),
    ],
)
def test_a_shape_is_what_the_file_says_else_follows_from_the_glyph(more: str, shapes: list[str]) -> None:
    assert [each.shape for each in looks_of(made(more + "\n").checked).pieces] == shapes


def test_a_kind_called_like_a_shape_has_that_shape() -> None:
    found = looks_of(made("", pieces="{stone: {}, Knight: {glyph: n}, oaf: {glyph: f}, wall: {sites: edges}}").checked).pieces
    kinds = [
        kind
        for kind, _ in made("", pieces="{stone: {}, Knight: {glyph: n}, oaf: {glyph: f}, wall: {sites: edges}}").checked.pieces
    ]
    assert {kind: each.shape for kind, each in zip(kinds, found, strict=True)} == {
        "stone": "letter", "Knight": "knight", "oaf": "letter", "wall": "bar",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("players", "more", "inks"),
    [
        ("[Red, Blue]", "", [NAMED["red"], NAMED["blue"]]),
        ("[Light, Dark]", "", [NAMED["white"], NAMED["black"]]),
        ("[Ann, Bob]", "", [NAMED["blue"], NAMED["orange"]]),
        ("[Ann, Blue]", "", [NAMED["orange"], NAMED["blue"]]),
        ("[Ann, Bob]", "look: {colours: {Ann: '#A1b', Bob: green}}", ["#aa11bb", NAMED["green"]]),
    ],
)
def test_a_players_colour_is_what_the_file_says_else_what_the_name_says(players: str, more: str, inks: list[str]) -> None:
    assert [ink.light for ink in looks_of(made(more + "\n", players=players).checked).players] == inks


@pytest.mark.parametrize("word", ["", "url(x)", "#12345", "#ggg", "rgb(1,2,3)", "red\n", "redd", "var(--x)", '"/><script>'])
def test_only_known_words_are_colours(word: str) -> None:
    assert hex_colour(word) == (NAMED["red"] if word.strip() == "red" else None)


def test_mixing_goes_from_the_one_to_the_other() -> None:
    assert mix("#102030", "#ffffff", 0) == "#102030"
    assert mix("#102030", "#ffffff", 1) == "#ffffff"
    assert mix("#000000", "#ffffff", 0.5) == "#808080"


def test_the_sides_of_hex_are_those_of_their_players() -> None:
    board = game("hex").board
    owners = own_rims(Scene(start("hex")))
    assert set(owners) == {edge.index for edge in board.rim}
    for edge in board.rim:
        cell, (owner,) = edge.cells[0], {owners[edge.index]}
        at = {name for name in ("north", "south", "east", "west") if cell.index in (board.side(name) or ())}
        assert at & ({"north", "south"} if owner == 0 else {"east", "west"})


def test_a_home_in_the_midst_of_the_board_is_no_side() -> None:
    assert own_rims(Scene(start("tiku"))) == {}
    assert own_rims(Scene(start("lines-of-action"))) == {}


def test_an_arrow_is_turned_to_where_it_faces() -> None:
    state = start("spears")
    board = state.game.board
    for name, way in (("c3", "northeast"), ("d3", "west")):
        title = next(each for each in layer(tree(svg(state)), "pieces") if each[0].text and f"on {name}" in each[0].text)
        turn = float(title[1].get("transform", "").partition("rotate(")[2].rstrip(")"))
        cell = board.find(name)
        assert cell is not None
        to = board.cells[board.step[board.directions.index(way)][cell.index]]
        dx, dy = to.point[0] - cell.point[0], to.point[1] - cell.point[1]
        assert (turn - degrees(atan2(dx, dy)) + 180) % 360 == pytest.approx(180, abs=0.1)


def test_edges_between_points_lie_along_these() -> None:
    geo = geometry(made("", board="track(20)").board, "points")
    _, top, _, bottom = geo.box
    assert len(geo.edges) == 19
    assert all(top <= y <= bottom for edge in geo.edges for _, y in edge)


def test_rods_of_a_pair_point_at_each_other() -> None:
    state = game("quarod", size=3).initial_state().play("place a1 b1")
    rods = [each for each in layer(tree(svg(state)), "pieces").iter() if tag(each) == "line"]
    (x1, _), _, (x2, _), _ = [(float(each.get("x2", "")), each.get("y2")) for each in rods]
    starts = [float(each.get("x1", "")) for each in rods]
    assert starts[0] < x1 < x2 < starts[2]
    assert len({each.get("y2") for each in rods}) == 1


@pytest.mark.parametrize("count", [1, 2, 7, 15, 200])
def test_the_seeds_of_a_heap_lie_within_its_circle_and_apart(count: int) -> None:
    spots = heap(count)
    assert len(spots) == min(count, 15)
    assert all(x * x + y * y <= 1 for x, y in spots)
    assert len(set(spots)) == len(spots)


# ---- words of strangers


def test_words_of_a_file_stay_words() -> None:
    text = svg(start("spears"))
    assert "<Shields>" not in text
    assert "Spears & <Shields>" in (tree(text)[0].text or "")


def test_a_colour_that_leads_elsewhere_is_refused() -> None:
    for word in ("url(http://example.org/x)", "red;fill:blue"):
        with pytest.raises(AssertionError, match="is not a colour"):
            made(f"look: {{colours: {{Ann: '{word}'}}}}\n", players="[Ann, Bob]")


def test_characters_that_xml_forbids_are_replaced() -> None:
    assert clean("a\x00b\x1bc\ufffed\ud800e") == "a�b�c�d�e"
    assert clean("a\u202eb\u200bc") == "abc"
    sheet = Sheet("light")
    sheet.text(sheet.root, "\x07<&>\"'", 0, 0, 10, looks_of(game("tabik").checked).players[0])
    sheet.add(sheet.root, "g", data_site='"\x07><x')
    root = tree(sheet.written(10, 10, None))
    assert root[0].text == "�<&>\"'"
    assert root[1].get("data-site") == '"�><x'


def test_numbers_are_written_in_one_way() -> None:
    assert [num(each) for each in (0, -0.001, 1.0, 2.5, 1 / 3, -7.004, 100, 1e-9)] == [
        "0", "0", "1", "2.5", "0.33", "-7", "100", "0",
    ]  # fmt: skip


# ---- heat, marks, mistakes


def test_heat_is_the_fuller_the_hotter_and_told_in_numbers() -> None:
    root = tree(svg(start("tic-tac-toe"), heat={"a1": 0.0, "b2": 0.5, "c3": 1}))
    strengths = [float(each.get("fill-opacity", "")) for each in layer(root, "heat")]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == 3
    assert [each.text for each in layer(root, "numbers")] == ["50", "100"]


def test_edges_and_vertices_can_be_hot_and_marked() -> None:
    board = game("crossing").board
    sites = [board.edges[3], board.vertices[2], board.cells[1]]
    root = tree(svg(start("crossing"), heat=dict.fromkeys(sites, 0.7), marks=sites))
    assert [tag(each) for each in layer(root, "heat")] == ["line", "circle", "path"]
    assert len(layer(root, "marks")) + len(layer(root, "frames")) == 3
    assert all(each.get("stroke-dasharray") for name in ("marks", "frames") for each in layer(root, name))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"theme": "blue"}, "there is no theme `blue`; there are light, dark, auto"),
        ({"theme": "\x1b[31m"}, r"there is no theme `\x1b[31m`"),
        ({"size": 0}, "a width of 0 pixels is none"),
        ({"size": 10**9}, "it is from 16 to 8192"),
        ({"marks": ["zz9"]}, "`zz9` is not a site of this board, square(3)"),
        ({"marks": ["a11"]}, "near: a1"),
        ({"heat": {"a1": 2}}, "the heat of a1 is 2; it is a number from 0 to 1"),
        ({"heat": {"a1": float("nan")}}, "the heat of a1 is nan"),
        ({"heat": {"d4": 0.5}}, "`d4` is not a site"),
        ({"heat": {"a1": "x"}}, "the heat of a1 is a number from 0 to 1, not the str 'x'"),
        ({"heat": {"a1": None}}, "the heat of a1 is a number from 0 to 1, not None"),
        ({"heat": ["a1"]}, "`heat` is a map from sites to numbers, such as `{'a1': 0.5}`, not the list ['a1']"),
        ({"heat": []}, "`heat` is a map from sites to numbers"),
        ({"marks": 5}, '`marks` is a list of sites, such as `["a1"]`, not the int 5'),
        ({"marks": "a1"}, "`marks` is a list of sites"),
        ({"marks": [None]}, "`None` is not a site"),
        ({"last": ["place a1"]}, "`last` has moves, as `state.legal_moves()` and `state.came_by()` give them, not the str"),
        ({"last": "place a1"}, "`last` is a list of moves, such as `[move]`, not the str 'place a1'"),
        ({"last": 5}, "`last` is a list of moves"),
        ({"parts": "x"}, "the parts of a picture are all, ground, play, not the str 'x'"),
        ({"scene": 5}, "a scene is made by `Scene(state, moves)`"),
        ({"size": "200"}, "a width of 200 pixels is none"),
    ],
)
def test_what_cannot_be_drawn_is_said(how: dict[str, object], said: str) -> None:
    with pytest.raises(RenderError) as caught:
        svg(start("tic-tac-toe"), **how)  # type: ignore[arg-type]
    assert said in str(caught.value)


def test_a_move_of_another_game_is_not_framed() -> None:
    with pytest.raises(RenderError, match=r"`b1 - a3` is not a move of <Tabik, .*>, but of another game or other options"):
        svg(start("tabik"), last=start("chess").legal_moves()[:1])


def test_one_move_is_no_list_of_moves() -> None:
    with pytest.raises(RenderError, match=r"`last` is a list of moves, such as `\[move\]`, not "):
        svg(start("tabik"), last=start("tabik").legal_moves()[0])  # type: ignore[arg-type]


def test_a_picture_is_made_of_a_state() -> None:
    with pytest.raises(ggl.ArgumentError, match="a picture"):
        svg(game("tabik"))  # type: ignore[arg-type]


def test_a_site_of_another_board_is_none_of_this_one() -> None:
    with pytest.raises(RenderError, match="a1"):
        svg(start("tic-tac-toe"), marks=[game("chess").board.cells[0]])


@pytest.mark.parametrize("more", ["stone: {of: nobody, glyph: o}", "stone: {of: nobody}\nlook: {shapes: {stone: disc}}"])
def test_pieces_of_nobody_differ_from_those_of_players_without_their_colours(more: str) -> None:
    field = "players: [Black, White]\nboard: square(2)\nmoves: {put: {for: c in vacant, do: put man on c}}\nend: {draw: full}\n"
    kinds = f"pieces:\n  man: {{}}\n  {more}\nsetup: put stone on b1\n"
    pieces = looks_of(made_of(Source("made.yaml", f"ggl: 1\nname: Made\n{field}{kinds}")).checked).pieces
    assert len({piece.shape for piece in pieces}) == 1
    assert len({piece.sign for piece in pieces}) == 3


def test_the_sides_of_each_player_differ_without_their_colours() -> None:
    players = "{Red: {goal: side(north)}, Blue: {goal: side(south)}, Green: {goal: side(west)}}"
    game = made("define: {home(p): p.goal}\nlook: {draw: {home(p): {on: home(p), as: frame}}}\n", players)
    root = tree(svg(game.initial_state()))
    rims = [each for each in layer(root, "board") if tag(each) == "line"]
    assert len({each.get("stroke-dasharray") for each in rims}) == 3
    assert len({each.get("stroke-dasharray") for each in layer(root, "areas").iter() if tag(each) == "path"}) == 3


@pytest.mark.parametrize(("board", "cell"), [("square(3)", "a1"), ("hexagon(2)", "a2"), ("morris(2)", "a1"), ("track(5)", "p1")])
def test_cells_with_names_of_their_own_show_them(board: str, cell: str) -> None:
    for labels, names in ((f"{{sites: {{keep: {cell}}}}}", {"keep"}), ("{cells: numbers}", {"1", "2", "5"})):
        root = tree(svg(made(f"labels: {labels}\n", board=board).initial_state(), status=False))
        assert names <= {each.text for each in root.iter() if tag(each) == "text"}


@pytest.mark.parametrize(
    ("board", "side", "edges"),
    [
        ("{shape: square(3), without: center}", "west", "a1-west a2-west a3-west"),
        ("{shape: square(3), without: [a3, c3]}", "north", "b3-north"),
        ("{shape: square(4), without: [b1]}", "south", "a1-south c1-south d1-south"),
        ("{shape: hexagon(4), without: corners}", "north", "b7-northeast b7-northwest c7-northeast c7-northwest"),
    ],
)
def test_the_rim_of_a_side_lies_outside_and_not_at_a_hole(board: str, side: str, edges: str) -> None:
    other = {"north": "south", "south": "north", "west": "east"}[side]
    game = made("", f"{{Red: {{goal: side({side})}}, Blue: {{goal: side({other})}}}}", board)
    named = {game.board.edge_sites[edge].name for edge, owner in own_rims(Scene(game.initial_state())).items() if owner == 0}
    assert named == {*edges.split()}


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2)."""

    def luminance(colour: str) -> float:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", sorted(NAMED))
def test_lines_and_pits_of_a_board_are_seen_on_its_ground(name: str) -> None:
    board = BoardInks.of(NAMED[name])
    for ground, line, pit, other in zip(board.cell, board.line, board.pit, board.other, strict=True):
        assert contrast(ground, line) > 1.9
        assert contrast(ground, pit) > 1.4
        assert contrast(ground, other) > 1.15
