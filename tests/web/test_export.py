"""An exported page, opened from a file: played from start to end by clicks, its record saved and loaded, read by everybody."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ggl
from ggl.export.page import export_page
from ggl.play.loading import made_of
from ggl.play.record import read_record_file
from ggl.play.session import Session
from ggl.source import Source
from tests.few import slow
from tests.web.board import Board
from tests.web.test_access import PHONE, troubles

Exported = Callable[..., Board]
ANIMATED = """() => {
    window.middle = (piece) => (({ x, y, width, height }) => [x + width / 2, y + height / 2])(piece.getBoundingClientRect());
    window.animated = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const made = animate.apply(this, how);
        made.pause();
        const [begin, end] = [0, 179].map((time) => { made.currentTime = time; return middle(this); });
        animated.push([begin, end]);
        made.finish();
        return made;
    };
}"""
"""Notes of each piece that is animated where it begins and ends on the screen."""


@pytest.fixture
def exported(browser: Any, tmp_path: Path) -> Iterator[Exported]:
    """Opens the page of a game from a file. At the end it has asked for nothing and had no error."""
    contexts, said = [], []

    def open_page(name: str, game: ggl.Game | None = None, **more: Any) -> Board:
        file = tmp_path / f"{name}.html"
        file.write_text(export_page(game or ggl.load(name), name), encoding="utf-8")
        context = browser.new_context(**{"viewport": {"width": 1100, "height": 900}, "reduced_motion": "reduce", **more})
        contexts.append(context)
        found = context.new_page()
        found.set_default_timeout(60_000)
        found.on("pageerror", lambda error: said.append(str(error)))
        found.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
        found.on(
            "request", lambda asked: said.append(asked.url) if not asked.url.startswith(("file:", "blob:", "data:")) else None
        )
        found.goto(file.as_uri())
        board = Board(found)
        board.ready()
        return board

    yield open_page
    for context in contexts:
        context.close()
    assert not said


@pytest.mark.parametrize(
    ("name", "who"), [("tic-tac-toe", "mcts:time=1"), slow("oware", "level:1"), slow("dots-and-boxes", "random")]
)
def test_a_game_is_played_to_its_end_by_clicks(name: str, who: str, exported: Exported) -> None:
    board = exported(name)
    board.page.locator(".sides select").nth(1).select_option(who)
    board.play_on(seed=3)
    assert board.standing == "over"
    assert "The game is over" in board.page.text_content("#live")
    board.page.click("#tab-rules")
    assert board.page.locator(".rules h2").inner_text() == ggl.load(name).name


def test_a_record_is_saved_read_by_ggl_and_loaded_again(exported: Exported, tmp_path: Path) -> None:
    board = exported("connect-four")
    board.play_on(seed=2, most=7)
    board.ready()
    with board.page.expect_download() as saved:
        board.page.click("text=Record")
    file = tmp_path / "play.jsonl"
    saved.value.save_as(file)
    [record] = read_record_file(file)
    game = ggl.load("connect-four")
    assert record.fingerprint == game.fingerprint
    assert len(Session.resumed(record, game, "connect-four").tree.line()) == 8
    steps = board.page.locator("#tab-panel .step").all_inner_texts()
    other = exported("connect-four")
    other.page.click("text=Open")
    other.page.set_input_files("#local", file)
    other.page.wait_for_function("count => document.querySelectorAll('#tab-panel .step').length === count", arg=len(steps))
    assert other.page.locator("#tab-panel .step").all_inner_texts() == steps
    bad = tmp_path / "bad.jsonl"
    bad.write_text(json.dumps({"record": 1, "moves": [record.steps[0], "a9"], "fingerprint": game.fingerprint}))
    other.page.click("text=Open")
    other.page.set_input_files("#local", bad)
    other.page.wait_for_selector("text=The record could be played up to `a9`, which is not legal.")


def test_a_wrong_click_names_the_condition_and_what_is_threatened_is_marked(exported: Exported) -> None:
    board = exported("tic-tac-toe")
    board.click("a1")
    board.page.click('.site[data-site="a1"]')
    assert board.why().startswith("Not legal: `empty(c)` does not hold.")
    assert board.page.inner_text(".why pre") == "where: empty(c)"
    board.click("c3", "b1")
    board.page.wait_for_selector(".mark.threat")
    assert board.page.inner_text(".threats") == "X threatens to win: place c1"
    assert board.says("c1") == "c1, empty, legal, threat"


@pytest.mark.slow
def test_an_illegal_move_is_refused_a_hint_is_marked_and_a_move_taken_back(exported: Exported) -> None:
    board = exported("tic-tac-toe")
    board.click("b2")
    board.page.fill("#move", "b2")
    board.press("Enter")
    assert "Not legal" in board.why()
    board.page.click("#tab-advice")
    board.page.click("text=Hint")
    board.page.wait_for_selector(".mark.hint")
    board.page.click("text=Undo")
    board.page.wait_for_selector('.site[data-site="b2"]:not([aria-label*="X"])')


@pytest.mark.slow
def test_a_random_play_is_taken_back_as_a_whole(exported: Exported) -> None:
    board = exported("tic-tac-toe")
    board.click("b2")
    board.page.click("#tab-advice")
    board.plays_at_random_and_takes_back()
    assert [each for each in ("a1", "b2", "c3") if "mark" in board.says(each)] == ["b2"]


def test_values_on_edges_stay_upright_when_the_board_is_turned(exported: Exported) -> None:
    rules = "board: square(2)\npieces: {peg: {}}\nstate: {worth: {each: edges, in: 0..3, start: 2}}\nend: {draw: full}\n"
    rules += "moves:\n  put: {for: c in vacant, do: put peg on c}\n"
    board = exported("worth", made_of(Source("worth.yaml", f"ggl: 1\nname: Worth\nplayers: [Red, Blue]\n{rules}")))
    upright = "all => all.map(text => { const { a, b } = text.getScreenCTM(); return a > 0.1 || (Math.abs(a) < 0.1 && b < 0); })"
    texts = board.page.locator("svg [data-layer=pieces] text")
    before = texts.evaluate_all(upright)
    assert len(before) >= 4
    board.page.click("text=Flip")
    assert texts.evaluate_all(upright) == before


def test_on_a_turned_board_the_piece_that_is_dragged_or_moved_is_the_one_shown(exported: Exported) -> None:
    board = exported("chess", reduced_motion="no-preference")
    board.page.evaluate(ANIMATED)
    lifted = "() => [...document.querySelectorAll('[data-layer=pieces] > [transform^=translate]')].map(middle)"
    for flips in range(2):
        pawn, target = board.middle("e2"), board.middle("e4")
        board.page.mouse.move(*pawn)
        board.page.mouse.down()
        board.page.mouse.move(pawn[0] + 60, pawn[1] - 40, steps=4)
        [piece] = board.page.evaluate(lifted)
        assert piece == pytest.approx([pawn[0] + 60, pawn[1] - 40], abs=8)
        board.page.mouse.move(*target)
        board.page.mouse.up()
        board.page.wait_for_function("animated.length === 1")
        [[begin, end]] = board.page.evaluate("animated.splice(0)")
        assert (begin, end) == (pytest.approx(pawn, abs=8), pytest.approx(target, abs=8))
        board.page.click("text=Undo")
        board.page.wait_for_selector('.site[data-site="e2"][aria-label*=pawn]')
        board.page.evaluate("animated.length = 0")
        if not flips:
            board.page.click("text=Flip")


def test_the_board_of_a_game_that_hides_something_is_covered_between_two_people(exported: Exported) -> None:
    board = exported("phantom-tic-tac-toe")
    assert board.uncover() == "Pass the device to X. Only X may see what comes next."
    board.click("b2")
    assert board.uncover().startswith("Pass the device to O.")
    assert board.says("b2") == "b2, empty, legal"
    board.click("b2")
    assert board.says("b2") == "b2, X mark", "a step in vain, seen by who made it; the turn is still that side's"
    assert board.page.locator("button:text-is('Record')").is_disabled()
    assert board.page.locator("button:text-is('Undo')").count() == 0
    board.page.click("#tab-advice")
    assert "No advice is given" in board.page.inner_text("#tab-panel")
    board.page.click("#tab-moves")
    assert "place b2; seen: b2 X mark" in board.page.inner_text("#tab-panel")
    board.play_on(seed=4)
    assert board.standing == "over"
    board.page.click("#tab-moves")
    assert board.page.locator("#tab-panel .step").first.inner_text() == "place b2"
    assert board.page.locator("button:text-is('Record')").is_enabled()


def test_a_new_game_offers_the_programs_of_the_page_and_no_clock(exported: Exported) -> None:
    page = exported("phantom-tic-tac-toe").page
    page.click("text=New game")
    page.wait_for_selector("dialog .setup")
    assert page.locator("#seat-second option").all_inner_texts() == ["Person", "Random"]
    assert page.locator("dialog .setup label").all_inner_texts() == ["First seat", "Second seat"]


def test_a_new_game_seats_whom_each_seat_of_the_game_has(exported: Exported) -> None:
    board = exported("chinese-checkers-of-three", ggl.load("chinese-checkers", seats=3))
    seats = board.page.locator(".sides select")
    seats.nth(2).select_option("random")
    board.page.click("text=New game")
    board.page.wait_for_selector("dialog .setup")
    assert board.page.locator("dialog .setup label").all_inner_texts() == ["First seat", "Second seat", "Third seat"]
    asked = board.page.locator("dialog .setup select")
    assert [each.input_value() for each in asked.all()] == ["human", "human", "random"]
    asked.nth(1).select_option("random")
    board.page.click("dialog button.main")
    board.page.wait_for_selector("dialog", state="detached")
    assert [each.input_value() for each in seats.all()] == ["human", "random", "random"]


def test_a_page_of_one_game_says_nothing_of_files_and_of_the_workshop(exported: Exported) -> None:
    page = exported("tic-tac-toe").page
    assert page.title() == "Tic-Tac-Toe · ggl"
    assert page.locator("#bar > .row button").all_inner_texts() == ["New game", "Open", "Record"]
    page.click("text=Open")
    page.wait_for_selector("#local")
    assert page.inner_text("dialog").split() == ["Open", "×", "A", "record", "(.jsonl)"]


def test_a_game_file_is_refused_for_there_is_no_editor(exported: Exported) -> None:
    page = exported("tic-tac-toe").page
    page.click("text=Open")
    assert page.inner_text("label[for=local]") == "A record (.jsonl)"
    page.set_input_files("#local", files=[{"name": "mine.yaml", "mimeType": "text/yaml", "buffer": b"name: Mine\n"}])
    page.wait_for_selector("dialog .trouble:has-text('This page has no editor')")


def test_what_has_the_focus_and_goes_hands_it_on(exported: Exported) -> None:
    board = exported("tak")
    has_focus = "id => { const { dataset, id: own } = document.activeElement; return (dataset.site || own) === id; }"

    def goes_on(selector: str, to: str, key: str = "Enter") -> None:
        board.page.locator(selector).first.focus()
        board.press(key)
        board.page.wait_for_function(has_focus, arg=to)

    board.page.focus('.site[data-site="a1"]')
    board.press("Enter")
    board.page.wait_for_selector("#live:has-text('a1')")
    goes_on('.site[data-site="c3"]', "c3")
    goes_on(".choice", "c3")
    board.page.fill("#move", "zz")
    board.press("Enter")
    goes_on(".why .step", "c3")
    steps = board.page.locator("#tab-panel .step").count()
    for _ in range(steps - 1):
        board.page.click("button:text-is('Undo')")
    goes_on("button:text-is('Undo')", "c3")
    assert board.page.locator("button:text-is('Undo')").is_disabled()
    for _ in range(steps):
        board.page.click("button:text-is('Redo')")
    board.page.wait_for_selector("button:text-is('Redo'):disabled")
    for key in ("Escape", "Enter"):
        opener = board.page.locator("button:text-is('New game')")
        opener.focus()
        board.press("Enter")
        board.page.wait_for_selector("dialog .main")
        board.page.focus("dialog .main")
        board.press(key)
        board.page.wait_for_selector("dialog", state="detached")
        assert opener.evaluate("opener => opener === document.activeElement")


def test_a_page_that_may_store_nothing_is_played(exported: Exported, tmp_path: Path) -> None:
    """As where a reader of e-mails shows it in a frame of its own."""
    page = exported("tic-tac-toe").page
    around = tmp_path / "around.html"
    around.write_text('<iframe sandbox="allow-scripts" src="tic-tac-toe.html" width="900" height="800"></iframe>')
    page.goto(around.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("#play[data-standing=waits]").wait_for()
    assert frame.locator("#bar .trouble").count() == 0
    frame.locator('.site[data-site="b2"]').click()
    frame.locator('.site[data-site="b2"][aria-label*=X]').wait_for()


def test_what_is_left_to_chance_has_happened_when_the_page_opens(exported: Exported) -> None:
    board = exported("kuhn-poker")
    board.uncover()
    assert board.page.locator(".choice").all_inner_texts() == ["check", "bet"]
    assert "Second: ?" in board.page.inner_text(".facts")


@pytest.mark.slow
def test_against_a_program_that_sees_no_more_than_its_side_nothing_is_covered(exported: Exported) -> None:
    board = exported("dark-hex")
    board.uncover()
    board.page.locator(".sides select").nth(1).select_option("random")
    assert board.page.locator(".sides select").nth(1).locator("option").all_inner_texts() == ["Person", "Random"]
    board.play_on(seed=2)
    assert board.standing == "over"


@pytest.mark.parametrize(
    ("name", "most"), [("catchup", 6), slow("pig", 40), slow("royal-game-of-ur", 12), slow("royal-game-of-ur", 40)]
)
def test_sets_are_chosen_and_marks_drawn(name: str, most: int, exported: Exported) -> None:
    """Games that choose sets, and whose looks mark something in each position."""
    board = exported(name)
    assert board.play_on(seed=2, most=most) > 0
    assert board.page.locator("#tab-panel .step").count() > 1


@pytest.mark.parametrize(
    "more", [slow({"color_scheme": "light"}), slow({"color_scheme": "dark"}), PHONE], ids=["light", "dark", "phone"]
)
def test_nothing_shuts_people_out(more: dict[str, Any], exported: Exported) -> None:
    board = exported("tiku", **more)
    assert not troubles(board)
    if "has_touch" in more:
        assert board.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize(("width", "height"), [(320, 640), (640, 320), slow(568, 320), slow(1000, 420)])
def test_a_narrow_or_low_window_shows_the_whole_board_and_cuts_nothing_off(width: int, height: int, exported: Exported) -> None:
    board = exported("chess", viewport={"width": width, "height": height})
    box = "element => (({ top, right, bottom }) => [top, right, bottom])(element.getBoundingClientRect())"
    top, right, bottom = board.page.locator("#board").evaluate(box)
    assert top >= board.page.locator("#bar").evaluate(box)[2]
    assert bottom <= board.page.evaluate("document.querySelector('#play').getBoundingClientRect().bottom")
    assert right <= width
    assert board.page.locator("#bar").evaluate("bar => bar.clientHeight") <= (50 if height < width else 90)
    assert board.page.locator(".typing button").evaluate(box)[1] <= width
    assert board.page.evaluate("document.documentElement.scrollWidth") <= width
    assert board.page.locator("#play").evaluate("play => play.scrollWidth <= play.clientWidth")
    board.click("e2", "e4")


@pytest.mark.parametrize("width", [1100, slow(390)])
def test_on_paper_are_the_board_and_all_of_the_rules(width: int, exported: Exported) -> None:
    page = exported("tic-tac-toe", viewport={"width": width, "height": 500}).page
    if width < 500:
        page.click("#panes >> text=More")
    page.click("#tab-rules")
    page.wait_for_selector(".rules h2")
    page.emulate_media(media="print")
    assert page.locator("#board").is_visible()
    assert not page.locator("#tab-rules").is_visible()
    assert page.locator("#tab-panel").evaluate("panel => panel.scrollHeight === panel.clientHeight && panel.clientHeight > 500")
    assert page.evaluate("document.body.scrollHeight > document.querySelector('#tab-panel').clientHeight + 300")


def test_a_position_with_too_many_moves_can_be_left_by_undo(exported: Exported) -> None:
    text = "board: square(17)\npieces: {peg: {}}\nend: {draw: full}\nmoves:\n"
    text += "  start: {for: c in corners, where: ply < 1, do: put peg on c}\n"
    text += "  pair:\n    for: a in vacant, b in vacant\n    where: ply >= 1 and a != b\n    do: put peg on {a, b}\n"
    board = exported("wide", made_of(Source("wide.yaml", f"ggl: 1\nname: Wide\nplayers: [Red, Blue]\n{text}")))
    board.page.click('.site[data-site="a1"]')
    board.page.wait_for_selector("#bar .trouble:has-text('There are more than 65,536 legal moves here')")
    board.page.click(".controls >> text=Undo")
    board.page.wait_for_selector("#play[data-standing=waits]")
    assert "peg" not in board.says("a1")


def test_a_play_that_is_not_saved_is_not_left_without_a_question(exported: Exported, tmp_path: Path) -> None:
    board = exported("tic-tac-toe")
    page = board.page
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.reload()
    board.ready()
    board.click("a1")
    page.evaluate("location.hash = 'other'")
    page.wait_for_timeout(300)
    assert "X" in board.says("a1"), "another part of the same page"
    with page.expect_download():
        page.click("text=Record")
    page.reload()
    board.ready()
    assert asked == []
    board.click("a1")
    page.reload()
    board.ready()
    assert asked == ["beforeunload"]
    assert "X" not in board.says("a1")


def test_a_new_game_leaves_the_play_before_it_to_be_resumed(exported: Exported) -> None:
    board = exported("tic-tac-toe")
    page = board.page
    board.click("b2")
    page.click("text=New game")
    page.click("dialog button.main")
    page.wait_for_function("!document.querySelector('.site[data-site=b2]').getAttribute('aria-label').includes('X')")
    page.click("text=Open")
    page.click("dialog .list button:has-text('Tic-Tac-Toe')")
    page.wait_for_selector(".site[data-site=b2][aria-label*=X]")
