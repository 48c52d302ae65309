"""Each bundled game can be played on the page: by clicks, by keys, by typing, by dragging."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ggl.resources import bundled_games
from tests.few import slow
from tests.web.board import Board

Opened = Callable[..., Board]
FAST = ("tic-tac-toe",)
"""A game that is soon over; the others are played by the slow tests."""


@pytest.mark.parametrize(
    "game", [pytest.param(name, marks=[] if name in FAST else [pytest.mark.slow]) for name in bundled_games()]
)
def test_a_bundled_game_is_played_to_its_end_by_clicks_against_a_level(game: str, opened: Opened) -> None:
    board = opened(game)
    board.page.set_default_timeout(180_000)  # the first move of a level waits for machine code
    if board.standing == "covered":
        board.uncover()
    board.page.locator(".sides select").nth(1).select_option("level:1")
    board.play_on(seed=3)
    assert board.standing == "over"
    assert board.page.inner_text(".asks.over")
    assert "The game is over" in board.page.text_content("#live")


@pytest.mark.slow
def test_a_whole_game_is_played_by_the_keyboard_alone(opened: Opened) -> None:
    board = opened("connect-four")
    assert board.play_on(seed=5, keys=True) > 6
    assert "The game is over" in board.page.text_content("#live")


def test_arrows_move_by_the_board_and_escape_takes_back(opened: Opened) -> None:
    board = opened("chess")
    board.page.focus('.site[data-site="e2"]')
    board.press("Enter")
    assert board.says("e2") == "e2, White pawn, chosen"
    assert board.open_sites() == ["e3", "e4"]
    board.press("Escape")
    assert board.says("e2") == "e2, White pawn, legal"
    board.press("Enter", "ArrowUp", "ArrowUp", "Enter")
    board.page.wait_for_function("() => document.querySelector('#live').textContent.includes('Black to move')")
    assert board.says("e4") == "e4, White pawn, last move"
    assert board.page.text_content("#live").startswith("White: e2 - e4.")


@pytest.mark.parametrize(("game", "start", "keys", "end"), [
    slow("sgibun", "f6", ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown"], "f6"),
    slow("sgibun", "f6", ["ArrowRight", "ArrowRight", "ArrowLeft"], "g6"),
    ("nine-mens-morris", "a1", ["ArrowRight", "ArrowRight", "ArrowUp"], "g4"),
    slow("oware", "a1", ["ArrowRight", "ArrowUp"], "b2"),
])  # fmt: skip
def test_arrows_lead_to_neighbours_on_boards_of_any_form(
    game: str, start: str, keys: list[str], end: str, opened: Opened
) -> None:
    board = opened(game)
    board.page.focus(f'.site[data-site="{start}"]')
    board.press(*keys)
    assert board.page.evaluate("document.activeElement.dataset.site") == end


def test_a_wrong_click_says_why_near_the_board(opened: Opened) -> None:
    board = opened("chess")
    board.page.click('.site[data-site="e5"]')
    assert "e5 is not in `cells with own piece`: nothing stands on e5" in board.why()
    board.click("e2")
    board.page.click('.site[data-site="e5"]')
    board.page.wait_for_function("() => document.querySelector('.why').textContent.includes('targets(c)')")
    assert "for: c in cells with own piece" in board.page.inner_text(".why pre")
    assert board.says("e2") == "e2, White pawn, chosen"


def test_a_move_is_dragged_typed_and_taken_back(opened: Opened) -> None:
    board = opened("chess")
    board.drag("g1", "f3")
    assert board.says("f3") == "f3, White knight, last move"
    board.page.fill("#move", "e7e5")
    board.press("Enter")
    board.page.wait_for_selector('.site[aria-label="e5, Black pawn, last move"]')
    board.page.fill("#move", "e7e5")
    board.press("Enter")
    assert "not legal" in board.why().lower()
    board.page.click("text=Undo")
    board.page.wait_for_selector('.site[aria-label^="e7, Black pawn"]')


def test_a_finger_drags_a_piece_that_can_be_chosen_and_moves_the_page_elsewhere(opened: Opened) -> None:
    board = opened("chess", viewport={"width": 390, "height": 700}, has_touch=True, is_mobile=True)
    board.page.wait_for_selector('.site[data-site="g1"][data-marks="take"]')
    board.finger("g1", "f3")
    board.page.wait_for_selector('.site[aria-label="f3, White knight, last move"]')
    assert board.page.evaluate("() => document.querySelector('#play').scrollTop") == 0
    board.finger("e5", "e7")
    board.page.wait_for_function("() => document.querySelector('#play').scrollTop > 0")


def test_a_choice_that_is_no_site_is_a_button(opened: Opened) -> None:
    board = opened("sgibun")
    board.click(board.open_sites()[0])
    names = board.page.locator(".choice").all_inner_texts()
    assert names == ["take-black", "take-white"]
    board.page.click("text=take-white")
    board.page.wait_for_function("() => document.querySelectorAll('.choice').length === 0")


def test_the_board_is_turned_over_with_all_that_stands_on_it(opened: Opened) -> None:
    board = opened("chess")
    box = "() => document.querySelector('.site[data-site=a1]').getBoundingClientRect().y"
    before = board.page.evaluate(box)
    board.page.click("text=Flip")
    assert board.page.evaluate(box) < before
    board.click("e2", "e4")
    assert board.says("e4") == "e4, White pawn, last move"
    board.page.focus('.site[data-site="e4"]')
    board.press("ArrowUp")
    assert board.page.evaluate("document.activeElement.dataset.site") == "e3"


@pytest.mark.parametrize(("wish", "moves"), [("no-preference", True), slow("reduce", False)])
def test_pieces_move_unless_the_reader_prefers_none(wish: str, moves: bool, opened: Opened) -> None:
    board = opened("chess", reduced_motion=wish)
    board.page.evaluate("""() => {
        const animate = Element.prototype.animate;
        window.moved = [];
        Element.prototype.animate = function (...how) {
            window.moved.push(how[0][0].transform);
            return animate.apply(this, how);
        };
    }""")
    board.click("g1", "f3")
    board.page.wait_for_selector('.site[aria-label="f3, White knight, last move"]')
    found = board.page.evaluate("window.moved")
    assert len(found) == moves
    right_and_below = r"translate\(\d+(\.\d+)?px, 1\d+(\.\d+)?px\)"
    assert all(re.fullmatch(right_and_below, each) for each in found)


def test_the_game_is_exported_as_a_page_that_plays(opened: Opened, tmp_path: Path) -> None:
    board = opened("dots-and-boxes")
    with board.page.expect_download() as waited:
        board.page.click("#bar button:text-is('Export')")
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    assert file.name == "Dots-and-Boxes.html"
    alone = board.page.context.new_page()
    alone.goto(file.as_uri())
    exported = Board(alone)
    exported.ready()
    assert exported.play_on(seed=2, most=3) == 3
    assert exported.page.locator("button:text-is('Export')").count() == 0


@pytest.mark.slow
def test_a_report_on_the_game_is_saved_as_a_page(opened: Opened, tmp_path: Path) -> None:
    board = opened("tic-tac-toe")
    board.page.click("#tab-advice")
    with board.page.expect_download(timeout=240_000) as waited:
        board.page.click("button:text-is('Analyse the game')")
        board.page.wait_for_selector(".jobs progress")
    file = tmp_path / waited.value.suggested_filename
    waited.value.save_as(file)
    assert file.name == "Tic-Tac-Toe-report.html"
    board.page.goto(file.as_uri())
    assert "Tic-Tac-Toe: a report" in board.page.title()


def test_a_hint_is_marked_and_a_thousand_random_plays_are_counted(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    board.page.click("#tab-advice")
    board.page.click("text=Hint")
    board.page.wait_for_selector(".mark.hint")
    assert ", legal, hint" in board.page.get_attribute(".site:has(.mark.hint)", "aria-label")
    board.page.click("text=A thousand random plays")
    board.page.wait_for_selector("text=1,000 random plays")
    assert re.search(r"X wins\s+\d\d %", board.page.inner_text(".measured"))


@pytest.mark.parametrize("late", [0, slow(200)])
def test_what_the_other_side_threatens_is_said_and_marked(opened: Opened, late: int) -> None:
    board = opened("tic-tac-toe", late=late)
    board.click("a1", "c3", "b1")
    board.page.wait_for_selector(".mark.threat")
    assert board.page.inner_text(".threats") == "X threatens to win: place c1"
    assert [each.get_attribute("data-site") for each in board.page.locator(".site:has(.mark.threat)").all()] == ["c1"]
    assert board.says("c1") == "c1, empty, legal, threat"
    board.page.click("button:text-is('Threats')")
    board.page.wait_for_selector(".mark.threat", state="detached")
    assert board.page.locator(".threats").count() == 0
    board.page.click("button:text-is('Threats')")
    board.page.wait_for_selector(".mark.threat")
    board.click("c1")
    board.page.wait_for_selector(".threats:text-is('O threatens to win: place c2')")
    assert [each.get_attribute("data-site") for each in board.page.locator(".site:has(.mark.threat)").all()] == ["c2"]


def test_a_random_play_to_the_end_is_taken_back_by_one_undo_that_says_so(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    board.click("b2")
    board.page.click("#tab-advice")
    board.plays_at_random_and_takes_back()
    assert [each for each in ("a1", "b2", "c3") if "mark" in board.says(each)] == ["b2"]
    assert board.page.locator("text=played at random").count() == 0


@pytest.mark.parametrize("late", [0, slow(200)])
def test_a_play_is_evaluated_as_it_goes_and_reviewed(opened: Opened, late: int) -> None:
    board = opened("tic-tac-toe", late=late)
    board.page.click("#tab-advice")
    board.page.click("text=Evaluate while playing")
    board.page.wait_for_selector(".values polyline", state="attached")
    for site, least in (("b1", 1), ("a1", 2)):  # a position that is left before it was looked at is not evaluated
        board.click(site)
        board.page.wait_for_function(f"() => document.querySelector('.values polyline').points.numberOfItems >= {least}")
    board.page.click("text=Review the play")
    board.page.wait_for_selector("h3:has-text('Costliest moves')")


def test_the_tree_shows_ways_that_were_left_and_leads_back_to_them(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    board.click("a1", "b2")
    board.page.click("text=Undo")
    board.page.wait_for_selector('.site[aria-label^="b2, empty"]')
    board.click("c3")
    board.page.click("#tab-tree")
    board.page.wait_for_selector(".others")
    assert "b2" in board.page.inner_text(".others")
    board.page.click(".others .step")
    board.page.wait_for_selector('.site[aria-label^="b2, O"]')


_STANDINGS = """() => {
    const play = document.querySelector("#play");
    window.standings = [];
    const seen = new MutationObserver(() => window.standings.push(play.dataset.standing));
    seen.observe(play, { attributeFilter: ["data-standing"] });
}"""


def test_many_legal_moves_are_marked_after_the_board_is_drawn(opened: Opened) -> None:
    board = opened("catchup")
    board.page.evaluate(_STANDINGS)
    assert board.play_on(seed=1, most=9) == 9
    standings = board.page.evaluate("window.standings")
    assert board.page.locator(".choice", has_text="Play ").count() == board.page.locator(".taken").count()
    assert "lists" in standings
    assert standings[standings.index("lists") - 1] == "sends"
    assert board.open_sites()
