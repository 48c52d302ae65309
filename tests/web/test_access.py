"""axe-core finds nothing serious on the page, in any of its colours and sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.few import slow
from tests.web.board import Board

Opened = Callable[..., Board]
AXE = Path(__file__).parents[2] / "ggl/web/bundle/node_modules/axe-core/axe.min.js"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def troubles(board: Board) -> list[str]:
    if not AXE.exists():
        pytest.skip("axe-core is missing: npm ci in ggl/web/bundle")
    board.page.evaluate(AXE.read_text())
    found = board.page.evaluate("async () => (await axe.run({ resultTypes: ['violations'] })).violations")
    return [f"{each['id']}: {each['nodes'][0]['html'][:200]} {each['nodes'][0]['failureSummary']}" for each in found
            if each["impact"] in ("serious", "critical")]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_the_editor_and_the_drawer_have_no_serious_trouble(scheme: str, opened: Opened) -> None:
    board = opened("chess", color_scheme=scheme)
    board.page.wait_for_selector(".standing.good")
    board.click("e2", "e4")
    board.page.click('.site[data-site="e4"]')
    board.why()
    found = troubles(board)
    for tab in ("tree", "advice", "rules", "tests"):
        board.page.click(f"#tab-{tab}")
        board.page.wait_for_timeout(300)
        found += troubles(board)
    assert not found


@pytest.mark.parametrize("scheme", ["light", slow("dark")])
def test_the_dialogs_have_no_serious_trouble(scheme: str, opened: Opened) -> None:
    board = opened(color_scheme=scheme)
    board.page.wait_for_selector(".games button")
    found = troubles(board)
    board.page.click("dialog button[aria-label=Close]")
    board.page.click("text=Open")
    board.page.wait_for_selector("#local")
    assert not found + troubles(board)


def test_on_a_phone_one_part_is_shown_at_a_time_and_nothing_is_wider_than_the_page(opened: Opened) -> None:
    board = opened("sgibun", **PHONE)
    found = troubles(board)
    for pane in ("Rules", "More", "Board"):
        board.page.tap(f"#panes button:text-is('{pane}')")
        board.page.wait_for_timeout(200)
        assert board.page.locator("#main > section:visible").count() == 1
        assert board.page.evaluate("document.documentElement.scrollWidth") <= 390
        found += troubles(board)
    assert not found
    site = board.open_sites()[30]
    board.page.tap(f'.site[data-site="{site}"]')
    board.page.wait_for_selector(".choice")
