"""Several people at one table, each by a link of their own."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urljoin

import pytest

from tests.web.board import Board
from tests.web.conftest import Workshop

Opened = Callable[..., Board]


def links(board: Board, link: str) -> dict[str, str]:
    board.page.click("text=Share")
    board.page.wait_for_selector("#dialog-share")
    found = {
        each.get_attribute("data-for"): urljoin(link, each.get_attribute("data-link"))
        for each in board.page.locator("[data-link]").all()
    }
    board.page.click("dialog button[aria-label=Close]")
    return found


def test_two_browsers_play_while_a_third_watches_and_one_is_loaded_again(opened: Opened, link: str) -> None:
    owner = opened("tic-tac-toe")
    by = links(owner, link)
    first, second, watcher = opened(at=by["first"]), opened(at=by["second"]), opened(at=by["watch"])
    for each in (first, second, watcher):
        each.ready()
        assert each.page.locator("#editor .code:visible").count() == 0
    first.click("b2")
    second.page.wait_for_selector('.site[aria-label^="b2, X mark"]')
    first.page.click('.site[data-site="a1"]')
    assert "O is to move" in first.why()
    watcher.page.click('.site[data-site="a1"]')
    assert "You are watching" in watcher.why()
    second.click("a1")
    second.page.reload()
    second.ready()
    assert second.says("a1") == "a1, O mark, last move"
    first.click("b1")
    second.page.wait_for_selector('.site[aria-label^="b1, X mark"]')
    second.click("a2")
    first.page.wait_for_selector('.site[aria-label^="a2, O mark"]')
    watcher.page.click("button[aria-label='To the beginning']")
    watcher.page.wait_for_selector('.site[aria-label^="b2, empty"]')
    assert first.says("b2") == "b2, X mark", "who looks back, looks back alone"
    first.click("b3")
    for each in (first, second, watcher, owner):
        each.page.wait_for_selector(".asks.over")
        assert "X" in each.page.inner_text(".asks")
        assert "The game is over" in each.page.text_content("#live")


def test_a_board_that_two_people_share_is_covered_between_them_until_one_has_a_link(opened: Opened, link: str) -> None:
    board = opened("phantom-tic-tac-toe")
    board.uncover()
    board.click("b2")
    assert board.uncover() == "Pass the device to O. Only O may see what comes next."
    assert board.says("b2") == "b2, empty, legal"
    board.page.reload()
    board.uncover()
    other = opened(at=links(board, link)["second"])
    other.ready()
    other.click("a1")
    assert board.uncover() == "Pass the device to X. Only X may see what comes next."
    assert (board.says("a1"), board.says("b2")) == ("a1, empty, legal", "b2, X mark")
    board.click("c3")
    other.page.wait_for_selector('.site[data-site="c3"][data-marks*="open"]')  # its turn has come
    assert (other.says("c3"), other.standing, board.standing) == ("c3, empty, legal", "waits", "waits")


def test_the_board_is_covered_where_two_people_take_back_the_end(opened: Opened) -> None:
    board = opened("kuhn-poker")
    while board.standing != "over":
        board.uncover()
        board.page.locator(".choices .choice").first.click()
        board.page.wait_for_selector("#play[data-standing=covered], #play[data-standing=over]")
    board.page.click(".controls >> text=Undo")
    assert board.uncover().startswith("Pass the device to ")


@pytest.mark.slow
def test_a_hint_is_for_the_side_to_move_where_players_do_not_see_everything(opened: Opened, link: str) -> None:
    board = opened("phantom-tic-tac-toe")
    board.uncover()
    other = opened(at=links(board, link)["second"])
    other.ready()
    board.page.click("#tab-advice")
    board.page.click("#tab-panel button:has-text('Hint')")
    board.page.wait_for_selector(".mark.hint")
    board.click("b2")
    board.page.wait_for_selector("#tab-panel button:has-text('Hint')[disabled]")
    assert board.page.locator(".mark.hint").count() == 0


@pytest.mark.slow
def test_no_move_is_lost_where_the_server_is_killed_and_started_again(opened: Opened, own_workshop: Workshop) -> None:
    board = opened(at=own_workshop.link.replace("/#", "/?game=tic-tac-toe#"))
    board.page.wait_for_selector(".standing.good")
    board.click("a1", "b2")
    own_workshop.kill()
    board.page.wait_for_selector("#bar .trouble")
    own_workshop.start()
    board.page.wait_for_selector("#bar .trouble", state="detached")
    board.ready()
    assert [board.says("a1"), board.says("b2")] == ["a1, X mark", "b2, O mark, last move"]
    board.click("c3")
    assert board.says("c3") == "c3, X mark, last move"
    board.page.wait_for_selector(".standing.good")


def test_several_boards_stand_beside_each_other(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    board.click("a1")
    board.page.click("text=New game")
    board.page.click(".games button:has-text('Oware')")
    board.page.click("dialog button.main")
    board.page.wait_for_selector("h1:has-text('Oware')")
    board.page.click(".tables button:text-is('Tic-Tac-Toe')")
    board.page.wait_for_selector('.site[aria-label="a1, X mark, last move"]')


def test_a_play_is_gone_on_with_after_it_was_closed(opened: Opened) -> None:
    board = opened("connect-four")
    board.click(board.open_sites()[0])
    board.page.reload()
    board.ready()
    assert board.page.locator(".turns li").count() == 1
    board.page.click("text=Open")
    board.page.click("dialog button:has-text('connect-four') >> nth=0")
    board.ready()
    assert board.page.locator(".turns li").count() == 1


def test_a_new_game_has_options_and_a_clock(opened: Opened) -> None:
    board = opened()
    board.page.click(".games button:has(strong:text-is('Hex'))")
    board.page.fill("#field-option-size", "4")
    board.page.fill("#field-clock", "5m")
    board.page.click("dialog button.main")
    board.ready()
    assert len(board.open_sites()) == 16
    board.click("a1")
    board.page.wait_for_function("() => document.querySelector('.clock').textContent !== '5:00'")


def test_of_a_clock_that_has_run_out_the_host_is_asked_once(opened: Opened) -> None:
    board = opened()
    board.page.click(".games button:has(strong:text-is('Hex'))")
    board.page.fill("#field-clock", "1s")
    board.page.click("dialog button.main")
    board.ready()
    board.page.evaluate("""() => {
        window.asked = [];
        const { send } = WebSocket.prototype;
        WebSocket.prototype.send = function (text) { window.asked.push(JSON.parse(text).do); send.call(this, text); };
    }""")
    board.click("a1")  # the clock of the other side runs from here
    board.page.wait_for_selector(".clock:text-is('0:00.0')")
    board.page.wait_for_timeout(2000)
    asked = board.page.evaluate("window.asked")
    assert asked.count("table.view") == 1
    board.click("b2")
