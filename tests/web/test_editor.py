"""Rules are written beside the play: mistakes at their places and mended, the play goes on under what was changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ggl.resources
from tests.web.board import PASTE, Board
from tests.web.conftest import Workshop
from tests.web.test_access import PHONE

Opened = Callable[..., Board]
TEXT = Path(ggl.resources.games_folder(), "tic-tac-toe.yaml").read_text()


def edit_line(page: Any, line: int, text: str) -> None:
    """Write something at the end of a line."""
    page.locator(".cm-line").nth(line - 1).click()
    page.keyboard.press("End")
    page.keyboard.type(text)


def good(page: Any) -> None:
    page.wait_for_selector(".standing.good")


def open_file(board: Board, name: str) -> None:
    board.page.click("text=Open")
    board.page.click(f"dialog button:text-is('{name}')")
    board.page.wait_for_selector(".cm-content")


def start(opened: Opened) -> Board:
    """A page without a game; the dialog for a new one is closed."""
    board = opened()
    board.page.click("dialog button[aria-label=Close]")
    return board


def test_a_mistake_is_found_at_its_place_and_mended_by_the_quick_fix(opened: Opened, folder: Path) -> None:
    (folder / "wrong.yaml").write_text(TEXT.replace("empty(c)", "emty(c)"))
    board = start(opened)
    page = board.page
    open_file(board, "wrong.yaml")
    page.wait_for_selector(".standing.bad")
    assert "emty" in page.inner_text(".findings li.error")
    page.wait_for_selector(".cm-lintRange-error")
    assert page.inner_text(".cm-lintRange-error") == "emty"
    assert page.is_disabled("text=Play it")
    page.click(".findings .fix")
    good(page)
    assert "where: empty(c)" in page.inner_text(".cm-content")
    page.click("text=Play it")
    board.ready()
    board.click("b2")
    assert board.says("b2") == "b2, X mark, last move"
    saved(page, folder / "wrong.yaml", TEXT)


def saved(page: Any, file: Path, text: str) -> None:
    """Save by the key. The file is written by the host, after the key."""
    page.locator(".cm-content").press("Control+s")
    for _ in range(100):
        if file.read_bytes().decode() == text:
            break
        page.wait_for_timeout(100)
    assert file.read_bytes().decode() == text


def test_a_page_with_unsaved_text_is_not_left_without_a_question(opened: Opened, folder: Path) -> None:
    (folder / "unsaved.yaml").write_text(TEXT)
    board = start(opened)
    page = board.page
    open_file(board, "unsaved.yaml")
    good(page)
    edit_line(page, 2, " Unsaved")
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    page.evaluate("setTimeout(() => location.reload())")
    page.wait_for_timeout(1000)
    assert asked == ["beforeunload"]
    assert "Tic-Tac-Toe Unsaved" in page.inner_text(".cm-content")
    saved(page, folder / "unsaved.yaml", TEXT.replace("name: Tic-Tac-Toe", "name: Tic-Tac-Toe Unsaved"))
    page.wait_for_selector(".editor-head [title='not saved']", state="detached")
    page.evaluate("setTimeout(() => location.reload())")
    page.wait_for_selector(".editor-head strong:text-is('unsaved.yaml')", state="detached")
    assert asked == ["beforeunload"]


def test_unsaved_text_makes_way_for_another_file_only_if_the_person_says_so(opened: Opened, folder: Path) -> None:
    (folder / "mine.yaml").write_text(TEXT)
    (folder / "other.yaml").write_text(TEXT.replace("Tic-Tac-Toe", "Other"))
    board = start(opened)
    page = board.page
    shown, question = page.locator(".editor-head strong"), page.locator("#dialog-unsaved")

    def asks_for_other() -> None:
        page.click("#bar >> text=Open")
        page.click("dialog button:text-is('other.yaml')")
        question.wait_for()
        assert "mine.yaml has changes that are not saved." in question.inner_text()

    open_file(board, "mine.yaml")
    good(page)
    edit_line(page, 2, " Mine")
    for leave in ("button:text-is('Cancel')", "button[aria-label=Close]"):
        asks_for_other()
        question.locator(leave).click()
        question.wait_for(state="detached")
        assert "mine.yaml" in shown.inner_text()
        assert "Tic-Tac-Toe Mine" in page.inner_text(".cm-content")
    (folder / "mine.yaml").write_text("# elsewhere\n" + TEXT)
    page.wait_for_selector("#bar .trouble:has-text('The text here has not been saved')")
    asks_for_other()
    question.locator("button.main").click()
    question.locator("text=has changed on disk since it was read").wait_for()  # it stands there until another answer comes
    (folder / "mine.yaml").write_text(TEXT)
    question.locator("button.main").click()
    page.wait_for_selector(".editor-head strong:text-is('other.yaml')")
    question.wait_for(state="detached")
    assert (folder / "mine.yaml").read_text() == TEXT.replace("name: Tic-Tac-Toe", "name: Tic-Tac-Toe Mine")
    good(page)
    edit_line(page, 2, " Dropped")
    page.click("#bar >> text=Tutorial")
    question.locator("button:text-is('Discard')").click()
    page.wait_for_selector(".steps-text h2")
    assert "Dropped" not in (folder / "other.yaml").read_text()


def test_a_file_with_windows_line_ends_is_edited_where_the_cursor_is(opened: Opened, folder: Path) -> None:
    file = folder / "windows.yaml"
    file.write_bytes(TEXT.replace("\n", "\r\n").encode())
    board = start(opened)
    open_file(board, "windows.yaml")
    good(board.page)
    edit_line(board.page, 10, "  # hello")
    lines = TEXT.split("\n")
    lines[9] += "  # hello"
    saved(board.page, file, "\r\n".join(lines))


def test_a_change_at_more_than_a_thousand_places_is_saved(opened: Opened, folder: Path) -> None:
    """Each place has a character of which JavaScript counts two halves, and only the second half of it changes."""
    file = folder / "many.yaml"
    file.write_text("# 😀\n" * 1200 + TEXT)
    board = start(opened)
    page = board.page
    open_file(board, "many.yaml")
    good(page)
    page.locator(".cm-content").press("Control+f")
    page.fill(".cm-search input[name=search]", "😀")
    page.fill(".cm-search input[name=replace]", "😁")
    page.click(".cm-search button[name=replaceAll]")
    saved(page, file, "# 😁\n" * 1200 + TEXT)
    good(page)


@pytest.mark.parametrize("size", [300_000, 1_200_000])
def test_a_text_that_is_too_long_is_not_saved_and_what_is_left_of_it_is(opened: Opened, folder: Path, size: int) -> None:
    file = folder / f"long-{size}.yaml"
    file.write_text(TEXT)
    board = start(opened)
    page = board.page
    open_file(board, file.name)
    good(page)
    content = page.locator(".cm-content")
    content.press("Control+End")
    content.evaluate(PASTE, "# " + size * "x")
    page.wait_for_selector("#bar .trouble")
    content.press("Control+s")
    page.keyboard.type("y")
    page.wait_for_timeout(300)
    assert file.read_text() == TEXT
    assert page.locator(".editor-head [title='not saved']").count() == 1
    board.press("Control+z", "Control+z")
    good(page)
    page.keyboard.type("# short")
    saved(page, file, TEXT + "# short")
    page.wait_for_selector(".editor-head [title='not saved']", state="detached")


def test_what_differs_from_another_game_is_saved_as_a_variant(opened: Opened, folder: Path) -> None:
    board = opened("tic-tac-toe")
    good(board.page)
    edit_line(board.page, 2, " Large")
    board.page.locator(".cm-line").nth(4).click()
    board.press("End", "ArrowLeft", "Backspace")
    board.page.keyboard.type("4")
    good(board.page)
    board.page.click(".editor-head >> text=Save")
    board.page.fill("#field-file", "large.yaml")
    board.page.select_option("#base", "tic-tac-toe")
    board.page.click("dialog button.main")
    board.page.wait_for_selector(".editor-head strong:text-is('large.yaml')")
    text = (folder / "large.yaml").read_text()
    assert "extends: tic-tac-toe" in text
    assert "square(4)" in text
    assert "moves:" not in text


def test_a_variant_that_cannot_be_saved_leaves_the_text_as_it_is(opened: Opened, folder: Path) -> None:
    (folder / "taken.yaml").write_text(TEXT)
    board = opened("tic-tac-toe")
    good(board.page)
    edit_line(board.page, 2, " Large  # not saved")
    good(board.page)
    board.page.click(".editor-head >> text=Save")
    board.page.fill("#field-file", "taken.yaml")
    board.page.select_option("#base", "tic-tac-toe")
    board.page.click("dialog button.main")
    board.page.wait_for_selector("dialog .trouble:has-text('exists already')")
    assert "Large  # not saved" in board.page.inner_text(".cm-content")
    assert "moves:" in board.page.inner_text(".cm-content")
    assert (folder / "taken.yaml").read_text() == TEXT


def test_an_edit_in_mid_play_keeps_the_play(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    good(board.page)
    board.click("a1", "b2")
    edit_line(board.page, 2, " the Second")
    board.page.wait_for_selector("h1:has-text('Tic-Tac-Toe the Second')")
    assert board.says("a1") == "a1, X mark"
    assert board.says("b2") == "b2, O mark, last move"
    edit_line(board.page, 2, ": [")
    board.page.wait_for_selector(".standing.bad")
    board.click("c3")
    assert board.says("c3") == "c3, X mark, last move"
    for _ in ": [":
        board.page.locator(".cm-content").press("Backspace")
    good(board.page)


def test_an_edit_that_changes_the_board_replays_as_far_as_the_rules_allow(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    good(board.page)
    board.click("a1", "b2")
    board.page.locator(".cm-line").nth(4).click()
    board.press("End", "ArrowLeft", "Backspace")
    board.page.keyboard.type("4")
    board.page.wait_for_selector('.site[data-site="d4"]')
    assert board.says("b2") == "b2, O mark, last move"
    board.click("d4")
    assert board.says("d4") == "d4, X mark, last move"


def test_completion_and_hover_come_from_the_desk(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    good(board.page)
    edit_line(board.page, 11, " and ful")
    board.press("Control+Space")
    board.page.wait_for_selector(".cm-tooltip-autocomplete >> text=full")
    board.page.wait_for_timeout(150)  # the list takes no key for 75 ms, so that nobody takes a word unawares
    board.press("Enter")
    board.page.wait_for_function("() => document.querySelector('.code').shadowRoot.textContent.includes('empty(c) and full')")
    good(board.page)
    board.page.locator(".cm-line").nth(13).locator("span", has_text="lined").last.hover()
    board.page.wait_for_selector(".cm-hover")
    assert "lined" in board.page.inner_text(".cm-hover")


def test_all_that_can_be_mended_is_mended_by_one_key(opened: Opened, folder: Path) -> None:
    (folder / "two.yaml").write_text(TEXT.replace("empty(c)", "emty(c)").replace("put mark", "put mrak"))
    board = start(opened)
    open_file(board, "two.yaml")
    board.page.wait_for_selector("button:text-is('Mend all 2')")
    board.page.locator(".cm-content").press("Alt+Enter")
    good(board.page)
    text = board.page.inner_text(".cm-content")
    assert "where: empty(c)" in text
    assert "put mark on c" in text


CHANGED = "#bar .trouble:has-text('The text has changed meanwhile')"


def typed_above(page: Any) -> None:
    page.locator(".cm-content").press("Control+Home")
    page.keyboard.insert_text("# typed\n")


@pytest.mark.parametrize("way", ["Tidy", "Mend all 2", "Rename"])
def test_edits_that_come_after_the_text_has_changed_are_not_made(opened: Opened, folder: Path, way: str) -> None:
    text = TEXT.replace("empty(c)", "emty(c)").replace("put mark", "put mrak").replace("players:", "players:   ")
    (folder / "late.yaml").write_text(TEXT if way == "Rename" else text)
    board = opened(late=1)
    page = board.page
    page.click("dialog button[aria-label=Close]")
    open_file(board, "late.yaml")
    page.wait_for_selector(".standing:is(.good, .bad)")
    if way == "Rename":
        page.locator(".cm-line", has_text="do: put mark on c").locator("span", has_text="mark").click()
        board.press("F2")
        page.fill("#field-name", "token")
    before = page.locator(".cm-line").all_inner_texts()
    page.evaluate("window.late = 3000")
    page.locator(f"button:text-is('{way}')").last.click()
    typed_above(page)
    page.wait_for_selector(CHANGED)
    assert page.locator(".cm-line").all_inner_texts() == ["# typed", *before]


def test_a_fix_of_an_older_text_is_not_made(opened: Opened, folder: Path) -> None:
    (folder / "older.yaml").write_text(TEXT.replace("empty(c)", "emty(c)"))
    board = opened(late=1)
    page = board.page
    page.click("dialog button[aria-label=Close]")
    open_file(board, "older.yaml")
    page.wait_for_selector(".findings .fix")
    page.evaluate("window.late = 3000")
    typed_above(page)
    page.click(".findings .fix")
    page.wait_for_selector(CHANGED)
    assert "where: emty(c)" in page.inner_text(".cm-content")
    page.wait_for_selector(".standing.bad")
    page.click(".findings .fix")
    good(page)
    assert "where: empty(c)" in page.inner_text(".cm-content")


TYPED_AND_TAKEN_BACK = """() => addEventListener("late", function typed({ data }) {
    if (!data.includes("findings")) return;
    removeEventListener("late", typed);
    const code = document.querySelector(".code").shadowRoot.querySelector(".cm-content");
    code.focus();
    document.execCommand("insertText", false, "x");
    setTimeout(() => { window.taken = document.execCommand("delete"); }, 20);
})"""


def test_findings_that_come_between_a_letter_and_its_removal_are_asked_for_again(opened: Opened, folder: Path) -> None:
    (folder / "between.yaml").write_text(TEXT)
    board = opened(late=10)
    page = board.page
    page.click("dialog button[aria-label=Close]")
    open_file(board, "between.yaml")
    good(page)
    page.evaluate(TYPED_AND_TAKEN_BACK)
    edit_line(page, 2, "s")
    page.wait_for_function("() => window.taken")
    good(page)
    assert "Toes\n" in page.inner_text(".cm-content")


def test_what_is_written_and_taken_back_at_once_stands_as_before(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    good(board.page)
    board.page.locator(".cm-content").press("x")
    board.page.locator(".cm-content").press("Backspace")
    good(board.page)


def test_a_name_is_renamed_where_it_stands_when_the_text_above_has_changed(opened: Opened, folder: Path) -> None:
    (folder / "renamed.yaml").write_text(TEXT)
    board = start(opened)
    page = board.page
    open_file(board, "renamed.yaml")
    good(page)
    page.locator(".cm-line", has_text="do: put mark on c").locator("span", has_text="mark").click()
    board.press("Shift+F12")
    page.wait_for_selector(".names strong:has-text('mark: 7 places')")
    typed_above(page)
    page.locator(".names li button").first.click()
    assert "mark" in page.inner_text(".cm-activeLine")
    page.locator(".cm-line", has_text="do: put mark on c").locator("span", has_text="mark").last.click()
    board.press("F2")
    page.wait_for_selector("#field-name")
    typed_above(page)
    page.fill("#field-name", "token")
    board.press("Enter")
    page.wait_for_selector(".names", state="detached")
    assert "put token on c" in page.inner_text(".cm-content")


def test_a_name_is_found_and_renamed_by_keys(opened: Opened) -> None:
    board = opened("tic-tac-toe")
    page = board.page
    good(page)
    board.click("b2")
    page.locator(".cm-line", has_text="do: put mark on c").locator("span", has_text="mark").click()
    board.press("Shift+F12")
    page.wait_for_selector(".names strong:has-text('mark: 8 places')")
    assert page.locator(".names li").count() == 8
    board.press("F12")
    page.wait_for_function("() => document.querySelector('.code').shadowRoot.activeElement !== null")
    page.wait_for_selector(".cm-activeLine:has-text('mark: {}')")
    board.press("F2")
    page.wait_for_selector("#field-name")
    page.wait_for_function("() => document.activeElement.id === 'field-name'")
    page.keyboard.type("two words")
    board.press("Enter")
    page.wait_for_selector(".names .trouble")
    page.fill("#field-name", "token")
    board.press("Enter")
    page.wait_for_selector(".names", state="detached")
    good(page)
    assert "put token on c" in page.inner_text(".cm-content")
    page.wait_for_selector('.site[data-site="b2"][aria-label^="b2, X token"]')
    board.press("F2")
    page.wait_for_selector("#field-name")
    board.press("Escape")
    page.wait_for_selector("#field-name", state="detached")


def test_on_a_phone_names_have_buttons(opened: Opened) -> None:
    board = opened("tic-tac-toe", **PHONE)
    page = board.page
    page.tap("#panes button:text-is('Rules')")
    good(page)
    page.locator(".cm-line", has_text="do: put mark on c").locator("span", has_text="mark").tap()
    page.tap("button:text-is('Places')")
    page.wait_for_selector(".names strong:has-text('mark: 8 places')")
    page.tap("button:text-is('Definition')")
    page.wait_for_selector(".cm-activeLine:has-text('mark: {}')")
    page.tap("button:text-is('Rename')")
    page.fill("#field-name", "token")
    page.locator(".names button:text-is('Rename')").tap()
    page.wait_for_selector(".names", state="detached")
    good(page)
    assert "put token on c" in page.inner_text(".cm-content")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_a_file_says_is_text_and_never_markup(opened: Opened, folder: Path) -> None:
    evil = "<img src=x onerror=alert(1)><b>Bold</b>"
    (folder / "evil.yaml").write_text(
        TEXT.replace("name: Tic-Tac-Toe", f"name: '{evil}'").replace("players: [X, O]", "players: [X, O]")
    )
    board = start(opened)
    open_file(board, "evil.yaml")
    good(board.page)
    board.page.click("text=Play it")
    board.ready()
    assert evil in board.page.inner_text("h1")
    assert board.page.locator("img, h1 b").count() == 0


def test_the_tests_of_a_file_are_run(opened: Opened, folder: Path) -> None:
    tests = "tests:\n  corners:\n    play: place a1\n    mover: O\n  wrong:\n    play: place a1\n    mover: X\n"
    (folder / "tested.yaml").write_text(TEXT + tests)
    board = start(opened)
    open_file(board, "tested.yaml")
    board.page.wait_for_selector(".standing:not(:has-text('…'))")
    board.page.click("#tab-tests")
    board.page.click("text=Run the file's tests")
    board.page.wait_for_selector(".tests .failed")
    assert "✓ corners" in board.page.inner_text(".tests")
    assert "✗ wrong" in board.page.inner_text(".tests")


def test_a_file_that_another_editor_changes_is_read_again(opened: Opened, folder: Path) -> None:
    file = folder / "elsewhere.yaml"
    file.write_text(TEXT)
    board = start(opened)
    open_file(board, "elsewhere.yaml")
    good(board.page)
    board.page.click("text=Play it")
    board.ready()
    board.click("b2")
    file.write_text(TEXT.replace("name: Tic-Tac-Toe", "name: Noughts"))
    board.page.wait_for_selector("h1:has-text('Noughts')")
    assert "name: Noughts" in board.page.inner_text(".cm-content")
    assert board.says("b2") == "b2, X mark, last move"
    edit_line(board.page, 2, " and Crosses")
    board.page.wait_for_selector("h1:has-text('Noughts and Crosses')")
    file.write_text(TEXT)
    board.page.wait_for_selector("text=has changed on disk. The text here has not been saved.")
    assert "Noughts and Crosses" in board.page.inner_text(".cm-content")


def test_a_variant_whose_base_another_editor_breaks_is_not_played(opened: Opened, folder: Path) -> None:
    (folder / "base.yaml").write_text(TEXT)
    (folder / "of-base.yaml").write_text("name: V\nextends: base.yaml\n")
    board = start(opened)
    open_file(board, "of-base.yaml")
    good(board.page)
    (folder / "base.yaml").write_text(TEXT.replace("empty(c)", "emty(c)"))
    board.page.wait_for_selector(".standing.bad")
    assert "base.yaml" in board.page.inner_text(".findings")
    assert board.page.is_disabled("text=Play it")
    (folder / "base.yaml").write_text(TEXT)
    good(board.page)


def test_a_file_that_has_changed_while_the_server_was_away_is_not_overwritten(
    opened: Opened, own_workshop: Workshop, tmp_path: Path
) -> None:
    file = tmp_path / "games" / "away.yaml"
    file.write_text(TEXT)
    board = opened(at=own_workshop.link)
    page = board.page
    page.click("dialog button[aria-label=Close]")
    open_file(board, "away.yaml")
    good(page)
    own_workshop.kill()
    file.write_text("# elsewhere\n" + TEXT)
    own_workshop.start()
    page.wait_for_selector(".cm-line:has-text('# elsewhere')")
    good(page)
    own_workshop.kill()
    page.wait_for_selector("#bar .trouble")
    edit_line(page, 2, "  # mine")
    file.write_text("# elsewhere again\n" + TEXT)
    own_workshop.start()
    page.wait_for_selector("#bar .trouble:has-text('has changed on disk. The text here')")
    assert page.locator("dialog").count() == 0
    page.locator(".cm-content").press("Control+s")
    page.wait_for_selector("#bar .trouble:has-text('has changed on disk since it was read')")
    assert file.read_text() == "# elsewhere again\n" + TEXT
    assert "# mine" in page.inner_text(".cm-content")


def test_save_has_its_place_before_any_rules_are_open(opened: Opened) -> None:
    """It would move the buttons behind it otherwise, while somebody clicks one."""
    save = opened().page.locator("#bar >> text=Save")
    save.wait_for()
    assert save.is_disabled()
    save = opened("tic-tac-toe").page.locator("#bar button:text-is('Save'):enabled")
    save.wait_for()
