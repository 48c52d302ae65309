"""The tutorial on the page: each step is checked when it works, a wrong one is told, and what was done is kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ggl.host.limits import LIMITS
from ggl.host.tutorial import tutorial
from tests.few import slow
from tests.web.board import PASTE, Board
from tests.web.conftest import Workshop
from tests.web.test_access import PHONE, troubles

Opened = Callable[..., Board]
STEPS = tutorial().steps
playwright = pytest.importorskip("playwright.sync_api")


@pytest.fixture
def at_step(link: str, folder: Path, opened: Opened) -> Callable[..., Board]:
    """Opens the tutorial from its beginning."""
    shutil.rmtree(folder / "tutorial", ignore_errors=True)

    def open_page(**more: Any) -> Board:
        board = opened(at=link.replace("/#", "/?tutorial#"), **more)
        board.page.wait_for_selector("#tutorial h2")
        board.page.wait_for_selector(".editor-head strong", state="attached")
        return board

    return open_page


def write(board: Board, text: str) -> None:
    """Paste a file over what stands in the editor. The editor takes a paste in at once. What automation types whole it would
    read off the page later, and lose if it drew in between."""
    content = board.page.locator(".cm-content")
    content.focus()
    board.press("Control+a")
    content.evaluate(PASTE, text)


def done(board: Board) -> None:
    """Wait until the step is done; what stands in its way is told."""
    try:
        board.page.wait_for_selector(".steps-checks .good")
    except playwright.TimeoutError as error:
        stands = {
            part: board.page.inner_text(part) for part in ("#bar", ".editor-head", ".standing", ".cm-content", ".steps-checks")
        }
        raise AssertionError(f"the step is not done: {stands}") from error


def title(board: Board, number: int) -> None:
    """Wait until a step is shown, with the file that belongs to it."""
    board.page.wait_for_selector(f"#tutorial h2:text-is('{STEPS[number].title}')")
    if (file := STEPS[number].file) is not None:
        board.page.wait_for_selector(f".editor-head strong:has-text('tutorial/{file}')")
        board.page.wait_for_selector(".standing:not(:has-text('…'))")


@pytest.mark.parametrize(
    ("late", "count"),
    [(0, 2), pytest.param(0, len(STEPS), marks=pytest.mark.slow), pytest.param(300, len(STEPS), marks=pytest.mark.slow)],
)
def test_all_steps_are_done_by_keyboard(at_step: Callable[..., Board], folder: Path, late: int, count: int) -> None:
    board = at_step(late=late)
    for number, step in enumerate(STEPS[:count]):
        title(board, number)
        assert board.page.locator(".steps-checks .good").count() == 0, "no step is done before anything is written"
        if step.file is None:
            board.page.locator("button:text-is('Show the rules')").press("Enter")
        else:
            write(board, step.text)
        done(board)
        if step.file is not None:
            board.ready()  # its board is there
        if number < count - 1:
            board.page.locator("#tutorial button:text-is('Next')").press("Enter")
    assert count < len(STEPS) or "Scree on hexagons" in board.page.inner_text("h1")
    board.page.wait_for_timeout(600)
    last = {step.file: step.text for step in STEPS[:count] if step.file is not None}
    assert {file: (folder / "tutorial" / file).read_text() for file in last} == last
    assert board.page.locator(".steps-head li:has-text('✓')").count() == count


def test_a_step_that_is_wrong_is_told_and_the_board_follows_what_is_mended(at_step: Callable[..., Board]) -> None:
    board = at_step()
    write(board, STEPS[0].text)
    done(board)
    board.page.click("text='All steps'")
    board.page.click(f".steps-head button:has-text('{STEPS[2].title}')")
    title(board, 2)
    board.ready()
    write(board, STEPS[2].text.replace("own stone", "enemy stone"))
    board.page.wait_for_selector(
        ".steps-checks .failed:has-text('it may go beside an enemy stone') pre:has-text('legal drop c4')"
    )
    assert not board.page.locator("#tutorial button:text-is('Next')").count()
    board.click("c3")
    write(board, STEPS[2].text)
    done(board)
    assert board.says("c3") == "c3, Red stone, last move"
    write(board, STEPS[2].text + "mooves: 1\n")
    board.page.wait_for_selector(".steps-checks :text('The file has 1 mistake')")


@pytest.mark.slow
def test_what_a_step_asks_for_may_be_written_in_another_way(at_step: Callable[..., Board]) -> None:
    board = at_step()
    write(
        board,
        STEPS[0].text.replace("drop", "place").replace("for: c in", "for: x in").replace("(c)", "(x)").replace("on c", "on x"),
    )
    board.page.wait_for_selector(".steps-checks .failed")
    write(board, STEPS[0].text.replace("c in cells", "x in vacant").replace("    where: empty(c)\n", "").replace("on c", "on x"))
    done(board)


def test_it_goes_on_where_it_was_left(at_step: Callable[..., Board]) -> None:
    board = at_step()
    title(board, 0)
    write(board, STEPS[0].text)
    done(board)
    board.page.click("#tutorial button:text-is('Next')")
    title(board, 1)
    board.page.click(".findings li .fix >> nth=0")
    board.page.wait_for_selector(".findings li:only-child")
    board.page.wait_for_timeout(600)
    board.page.reload()
    title(board, 1)
    assert "put stone on c" in board.page.inner_text(".cm-content")
    board.page.click("#tutorial button:text-is('Write it for me')")
    done(board)
    board.page.click("#tutorial button:text-is('Back')")
    title(board, 0)
    done(board)
    board.page.click("button[aria-label='Leave the tutorial']")
    board.page.wait_for_selector("#tutorial h2", state="detached")
    board.page.click("#bar >> text=Tutorial")
    title(board, 0)


def test_what_is_written_is_there_where_the_folder_has_more_files_than_are_listed(
    opened: Opened, own_workshop: Workshop, tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    for number in range(LIMITS.files):
        (folder / f"a{number}.yaml").write_text("")
    (folder / "tutorial").mkdir()
    file = folder / "tutorial" / str(STEPS[0].file)
    file.write_text("# my own work\n")
    board = opened(at=own_workshop.link.replace("/#", "/?tutorial#"))
    title(board, 0)
    assert "# my own work" in board.page.inner_text(".cm-content")
    assert file.read_text() == "# my own work\n"


@pytest.mark.parametrize(
    "more", [PHONE, slow({"color_scheme": "dark"}), slow({"color_scheme": "light"})], ids=["phone", "dark", "light"]
)
def test_it_shuts_nobody_out(more: dict[str, Any], at_step: Callable[..., Board]) -> None:
    board = at_step(**more)
    found = troubles(board)
    if more is PHONE:
        board.page.tap("text='To the file'")
    write(board, STEPS[0].text)
    if more is PHONE:
        board.page.tap("#panes button:text-is('Steps')")
        assert board.page.evaluate("document.documentElement.scrollWidth") <= 390
    done(board)
    assert not found + troubles(board)
