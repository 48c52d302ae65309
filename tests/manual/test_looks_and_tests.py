"""What the page on looks and tests says of moves as they are typed, of signs in the text, of pictures, and of a file's tests."""

from __future__ import annotations

import re

import pytest

import ggl
from ggl.checker.look import SHAPES
from ggl.diagnostics import render
from ggl.play.filetests import misread, run_tests
from ggl.play.game import Game, State
from ggl.play.loading import check_source
from ggl.play.picture import picture
from ggl.render import svg
from ggl.render.appearance import looks_of
from ggl.render.colours import NAMED
from ggl.render.geometry import geometry
from ggl.source import Source
from tests.docs.pages import ROOT, blocks
from tests.render.test_appearance import made

PAGE = "docs/manual/looks-and-tests.md"


def on_page(name: str) -> str:
    return next(block.text for block in blocks(PAGE) if block.words.get("file") == name)


def start(text: str) -> State:
    game, found = check_source(Source("told.yaml", text))
    assert game is not None, render(found, "full")
    return Game(game).initial_state()


# ---- how moves are written

PLAIN = on_page("looks.yaml").partition("look:")[0]


def test_without_a_notation_a_move_is_its_name_and_its_parameters_in_their_order() -> None:
    assert [str(move) for move in start(PLAIN).legal_moves()] == ["sail a1 b1", "sail a1 a2", "sink c2", "sink b3"]


def test_a_notation_writes_parameters_and_lets_and_all_else_as_it_stands() -> None:
    text = PLAIN.replace("where: empty(t)", "let: {over: first(neighbors(t))}\n    where: empty(t)")
    state = start(text + "look: {notation: {sail: '(c.column/c.row/c.number) t over, c!', sink: sink it}}\n")
    assert [move.text for move in state.legal_moves()][:2] == ["(1/1/1) b1 a1, a1!", "(1/1/1) a2 a1, a1!"]


def test_sites_of_a_set_or_list_are_written_one_after_another_and_read_so() -> None:
    lets = "let: {near: neighbors(t), row: '[t, c]', none_there: 'ray(c, west)', both: '[1, 2]'}\n    where: empty(t)"
    state = start(
        PLAIN.replace("where: empty(t)", lets) + "look: {notation: {sail: 'near / row / none_there / both', sink: sink it}}\n"
    )
    texts = [move.text for move in state.legal_moves()][:2]
    assert texts == ["a1 c1 b2 / b1 a1 / [] / [1, 2]", "a1 b2 a3 / a2 a1 / [] / [1, 2]"]
    assert [move.text for move in state.legal_moves() if state.play(move.text) == state.play(move)][:2] == texts


def test_a_let_that_asks_for_the_position_is_refused_in_a_notation() -> None:
    text = PLAIN.replace("where: empty(t)", "let: {free: first(vacant)}\n    where: empty(t)")
    game, found = check_source(Source("told.yaml", text + "look: {notation: {sail: c t free}}\n"))
    assert game is None
    assert [finding.code.code for finding in found] == ["GGL407"]


READ = {
    "a1 - b1": "A1 - B1, a1-b1, a1 b1, A1  B1, a1b1, A1B1, a1\N{EN DASH}b1, sail a1 b1, SAIL a1-b1, sai a1 b1, s a1 b1",
    "x c2": "X C2, xc2, XC2, sink c2, si c2, c2",
}


@pytest.mark.parametrize("typed", [f"{move}: {each}" for move, all_ in READ.items() for each in all_.split(", ")])
def test_what_is_typed_is_read_kindly(typed: str) -> None:
    move, _, each = typed.partition(": ")
    state = start(on_page("looks.yaml"))
    assert state.read(each).text == move
    assert state.play(each) == state.play(move)
    assert state.explain(each).legal


@pytest.mark.parametrize("typed", ["sail a1", "a", "sail a1 b", "sail", "sail a b1", "s"])
def test_parameters_are_not_left_out_and_places_stand_in_full(typed: str) -> None:
    with pytest.raises(ggl.NotationError):
        start(on_page("looks.yaml")).read(typed)


def test_a_word_cut_short_means_no_move_where_several_fit() -> None:
    text = PLAIN.replace("sink:", "sank:").replace(
        "for: c in cells with buoy", "for: c in cells with own boat, t in neighbors(c)"
    )
    text = text.replace("do: take buoy from c", "do: take boat from c\n    where: empty(t)")
    state = start(text)
    assert state.read("sai a1 b1").text == "sail a1 b1"
    assert state.read("san a1 b1").text == "sank a1 b1"
    for typed in ("sa a1 b1", "a1 b1"):
        with pytest.raises(ggl.AmbiguousMoveError):
            state.read(typed)


@pytest.mark.parametrize("typed", ["shoot b1", "b1", "shoot b2 b1", "sh b1", "b2 b1"])
def test_what_was_handed_need_not_be_said_again(typed: str) -> None:
    state = ggl.load(ROOT / "tests" / "play" / "shooters.yaml").initial_state().play("walk b1 b2")
    assert state.read(typed).text == "shoot b2 b1"


def test_an_illegal_move_is_understood_and_its_mistake_told() -> None:
    told = start(on_page("looks.yaml")).explain("a1 d4")
    assert (told.legal, told.is_move, told.text) == (False, True, "a1 - d4")
    assert "d4 is not in `neighbors(c)`" in told.what


def test_an_illegal_move_that_would_be_written_like_a_legal_one_is_written_in_full() -> None:
    state = start(on_page("looks.yaml").replace("sail: c - t", "sail: to t"))
    assert state.read("to b1").text == "to b1"
    assert state.explain("sail d4 b1").text == "sail d4 b1"
    assert state.explain("sail a1 c4").text == "to c4"


# ---- signs in the text


def rows(state: State, style: str = "ascii") -> str:
    return picture(state, style=style).partition("\n\n")[0]


SIGNED = PLAIN.replace("boat: {glyph: b}", "boat: GLYPH").replace("buoy: {of: nobody}", "buoy: {of: nobody, glyph: '+'}")


@pytest.mark.parametrize(
    ("glyph", "look", "signs"),
    [
        ("{glyph: t}", "", "Tt"),
        ("{}", "", "XO"),
        ("{}\n  punt: {}", "", "Bb"),
        ("{glyph: o}", "", "XO"),
        ("{glyph: t}", "look: {glyphs: {boat: v}}", "Vv"),
        ("{glyph: t}", "look: {glyphs: {Blue boat: d}}", "Td"),
        ("{glyph: t}", "look: {glyphs: {Blue boat: d, boat: v}}", "Vd"),
    ],
)
def test_a_sign_is_that_of_look_else_that_of_the_kind_else_its_name(glyph: str, look: str, signs: str) -> None:
    shown = rows(start(SIGNED.replace("GLYPH", glyph) + look))
    assert [shown.splitlines()[3][3], shown.splitlines()[0][9]] == list(signs)
    assert shown.count("+") == 2


@pytest.mark.parametrize(("sign", "is_shown"), [("\N{BLACK CHESS ROOK}", True), ("\N{CJK UNIFIED IDEOGRAPH-5E25}", False)])
def test_a_sign_is_no_wider_than_a_letter(sign: str, is_shown: bool) -> None:
    state = start(SIGNED.replace("GLYPH", "{}") + f"look: {{glyphs: {{Red boat: {sign}}}}}\n")
    assert (sign in rows(state, "unicode")) == is_shown


def test_the_sign_of_a_kind_of_one_player_is_shown_as_it_is_written() -> None:
    text = PLAIN.replace("boat: {glyph: b}", "boat: {glyph: b}\n  raft: {of: Red, glyph: r}\n  punt: {of: Blue, glyph: P}")
    shown = rows(start(text.replace("put buoy", "put Red raft on b1\n  put Blue punt on b2\n  put buoy")))
    assert "r" in shown
    assert "P" in shown
    assert "R" not in shown
    assert "p" not in shown


def test_arrows_layers_and_edges_are_shown_beside_and_between() -> None:
    text = PLAIN.replace(
        "buoy: {of: nobody}", "flag: {layer: air, faces: orthogonal, of: nobody}\n  wall: {sites: edges, of: nobody}"
    )
    text = text.replace("put buoy on {b3, c2}", "put flag on a1 facing north\n  put wall on edge(b1, c1)")
    text = text.replace("cells with buoy", "cells with flag").replace("take buoy", "take flag")
    bottom = next(line for line in picture(start(text)).splitlines() if line.startswith("1"))
    assert "".join(bottom.split()) == "1Bf^.|.."


def test_the_last_move_stands_in_brackets_but_what_it_took_does_not() -> None:
    state = start(PLAIN)
    for typed, framed in (("sail a1 b1", "(.|B)"), ("sink c2", "(.)")):
        move = state.read(typed)
        shown = picture(state.after(move), last=[move])
        assert framed in shown
        assert shown.count(")") == framed.count(")")
    text = PLAIN.replace("do: move c to t", "do: |\n      move c to t\n      take buoy from c3\n      take buoy from b3")
    state = start(text)
    move = state.read("sail a1 b1")
    shown = picture(state.after(move), last=[move])
    assert ("(.|B)" in shown, shown.count(")")) == (True, 1)


# ---- pictures

BOARDS = {
    "square(3)": "cells", "hexagon(2)": "cells", "torus(3)": "cells", "rhombus(3)": "cells", "star(2)": "cells",
    "triangle(3)": "cells", "morris(2)": "lines", "{links: 'hall - attic, attic - roof'}": "lines", "track(5)": "cells",
}  # fmt: skip
STYLES = ("cells", "checkered", "lines", "dots", "pits", "points")


@pytest.mark.parametrize("board", BOARDS)
def test_a_board_is_drawn_as_the_file_says_where_it_can_be(board: str) -> None:
    usual = BOARDS[board]
    can = (
        {"cells", "points", "pits"} if board == "track(5)" else {"lines", "pits"} if usual == "lines" else {*STYLES} - {"points"}
    )
    assert looks_of(made("", board=board).checked).style == usual
    for style in STYLES:
        drawn = looks_of(made(f"look: {{board: {style}}}\n", board=board).checked).style
        assert drawn == (style if style in can else usual)


@pytest.mark.parametrize(("count", "has_bar"), [(2, False), (14, False), (15, True), (24, True)])
def test_a_track_of_points_lies_in_two_rows_with_a_bar_from_15_on(count: int, has_bar: bool) -> None:
    drawn = geometry(made("", board=f"track({count})").checked.board, "points")
    assert len({y for _, y in drawn.cells}) == 2
    assert (drawn.bar is not None) == has_bar


@pytest.mark.parametrize(("shape", "is_written"), [("letter", True), ("fill", True), ("cross", False), ("star", False)])
def test_what_has_a_letter_is_written_with_its_sign(shape: str, is_written: bool) -> None:
    state = start(on_page("regatta.yaml").replace("boat: arrow", f"boat: {shape}"))
    column, board, beside_the_players = 1, 2, 2
    assert svg(state).lower().count(">b<") == column + (board + beside_the_players) * is_written


def test_what_fills_is_as_wide_as_the_cell() -> None:
    def widest(shape: str) -> float:
        drawn = svg(start(on_page("regatta.yaml").replace("boat: arrow", f"boat: {shape}")))
        return max(float(found) for found in re.findall(r"scale\(([\d.]+)\)", drawn))

    assert widest("fill") > widest("tile")


def test_the_board_is_darker_in_dark_pictures() -> None:
    state = made("look: {colours: {board: turquoise}}\n").initial_state()
    light, dark = (svg(state, theme=theme) for theme in ("light", "dark"))
    ink = looks_of(state.game.checked).board.cell
    assert ink.light in light
    assert ink.dark in dark
    assert sum(int(ink.dark[at : at + 2], 16) for at in (1, 3, 5)) < sum(int(ink.light[at : at + 2], 16) for at in (1, 3, 5))


# ---- tests in a file


def outcome(**said: str) -> list[str]:
    """What fails of one test of the page's game."""
    text = on_page("tested.yaml").partition("tests:")[0]
    lines = "".join(f"    {key.replace('_', ' ')}: {value}\n" for key, value in said.items())
    game, found = check_source(Source("told.yaml", f"{text}tests:\n  it:\n{lines}"))
    assert game is not None, render(found, "full")
    (one,) = run_tests(game)
    return [failure.message.partition(": ")[2] for failure in one.failures]


WON = "a1, a2, b1, b2, c1"
TRUE = {
    "play": WON, "over": "true", "winner": "Red", "winners": "Red", "reason": "three in a row", "ply": "5",
    "score": "{Red: 2, Blue: 0}", "mover": "Blue", "true": "count(cells with mark) == 5",
}  # fmt: skip
FALSE = {
    "over": "false", "winner": "Blue", "winners": "Red, Blue", "reason": "the board is full", "ply": "4",
    "score": "{Red: 1}", "mover": "Red", "true": "count(cells with mark) == 4",
}  # fmt: skip


def test_each_key_of_a_test_says_what_is_so() -> None:
    assert outcome(**TRUE) == []


@pytest.mark.parametrize("key", FALSE)
def test_each_key_of_a_test_fails_where_it_is_not_so(key: str) -> None:
    assert len(outcome(play=WON, **{key: FALSE[key]})) == 1


@pytest.mark.parametrize("joined", ["a1, b1, c1", "a1; b1; c1", "|\n      a1\n      b1\n      c1"])
def test_moves_of_a_test_are_parted_by_commas_semicolons_or_lines(joined: str) -> None:
    assert outcome(play=joined, ply="3", true="Red mark on a1 and Blue mark on b1 and Red mark on c1") == []


@pytest.mark.parametrize(
    ("said", "fails"),
    [
        ({"legal": "9"}, 0),
        ({"legal": "8"}, 1),
        ({"legal": "a1, c3"}, 0),
        ({"play": "a1", "legal": "a1, c3"}, 1),
        ({"play": "a1", "illegal": "a1"}, 0),
        ({"play": "a1", "illegal": "a1, b1"}, 1),
        ({"play": "a1", "illegal": "{a1: an empty cell}"}, 0),
        ({"perft": "9, 72, 504"}, 0),
        ({"perft": "9, 72, 503"}, 1),
        ({"setup": "put Red mark on a1", "legal": "8", "mover": "Red"}, 0),
        ({"setup": "put Red mark on a1", "to_move": "Blue", "mover": "Blue"}, 0),
        ({"setup": "put Red mark on a1", "to_move": "Blue", "mover": "Red"}, 1),
        ({"options": "{size: 4}", "legal": "16"}, 0),
    ],
)
def test_moves_set_ups_options_and_numbers_of_plays_are_told(said: dict[str, str], fails: int) -> None:
    assert len(outcome(**said)) == fails


def test_a_set_up_of_a_test_takes_the_place_of_the_games_own() -> None:
    text = on_page("leaps.yaml").partition("tests:")[0]
    there = "size(cells with stone) == 1 and phase == main"
    tests = f"tests:\n  it:\n    setup: |\n      put Black stone on a1\n      phase main\n    true: {there}\n"
    game, found = check_source(Source("leaps.yaml", text + tests))
    assert game is not None, render(found, "full")
    assert [one.failures for one in run_tests(game)] == [()]


def test_a_condition_that_fails_is_told_by_the_part_that_does_with_its_values() -> None:
    text = on_page("tested.yaml").partition("tests:")[0]
    tests = "tests:\n  it:\n    play: a1\n    true: empty(b1) and count(cells with mark) == 4\n"
    game, found = check_source(Source("told.yaml", text + tests))
    assert game is not None, render(found, "full")
    ((failure,),) = (one.failures for one in run_tests(game))
    assert failure.span is not None
    assert (failure.span.text, failure.label) == ("count(cells with mark) == 4", "`count(cells with mark)` is 1")


def test_the_shapes_and_colours_on_the_page_are_those_there_are() -> None:
    page = " ".join((ROOT / PAGE).read_text("utf-8").split())
    shapes = re.search(r"`shapes` gives .*?: (.*?)\.", page)
    colours = re.search(r"or one of these names: (.*?)\.", page)
    assert shapes is not None
    assert colours is not None
    assert set(re.findall("`(.*?)`", shapes[1])) == SHAPES
    assert set(colours[1].split(", ")) == set(NAMED)


def test_pieces_of_three_players_have_the_initial_of_theirs() -> None:
    text = PLAIN.replace("[Red, Blue]", "[Red, Blue, Green]").replace("put buoy", "put Green boat on a4\n  put buoy")
    shown = "".join(picture(start(text)).partition("\n\nply")[0].split())
    assert [sign in shown for sign in ("bR", "bB", "bG")] == [True, True, True]


def test_an_illegal_move_of_a_test_is_found_by_running_it_alone() -> None:
    text = on_page("tested.yaml").partition("tests:")[0] + "tests:\n  it:\n    play: a1, a1\n"
    game, _ = check_source(Source("told.yaml", text))
    assert game is not None
    assert misread(game) == ()
    ((failure,),) = (one.failures for one in run_tests(game))
    assert failure.code.code == "GGL701"
