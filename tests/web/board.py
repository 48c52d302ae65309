"""The page as a person uses it: looks at what is marked on the board, clicks, presses keys, reads.

Where there is no Playwright, no Chromium or no server, a module of tests that imports this is skipped.
"""

from __future__ import annotations

import random
import shutil
from typing import Any

import pytest

for package in ("playwright", "uvicorn", "starlette", "watchfiles", "websockets"):
    pytest.importorskip(package, reason="the browser tests need `pip install 'ggl-games[web,browser]'`")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
if not CHROMIUM:
    pytest.skip("the browser tests need Chromium", allow_module_level=True)

_OPEN = """() => [...document.querySelectorAll('.site')].filter(site => /open|take/.test(site.dataset.marks))
    .map(site => site.dataset.site)"""
_MIDDLE = """site => {
    const box = document.querySelector(`.site[data-site="${site}"] .hit`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
_CHANGED = """before => {
    const { at, standing } = document.querySelector("#play").dataset;
    return at !== before && ["waits", "over", "covered"].includes(standing);
}"""

PASTE = """(content, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    content.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


class Board:
    def __init__(self, page: Any) -> None:
        self.page = page

    def ready(self) -> None:
        self.page.wait_for_selector(
            "body:not(:has(#bar .trouble)) #play:is([data-standing=waits], [data-standing=over], [data-standing=covered])"
        )

    def uncover(self) -> str:
        """Look at the board that was handed over; what was said before."""
        self.page.wait_for_selector("#play[data-standing=covered]")
        assert self.page.locator(".site:visible, .controls").count() == 0
        assert (self.page.inner_text("#drawer").strip(), self.page.inner_text("#live")) == ("The board is covered.", "")
        said = str(self.page.inner_text("#above .welcome p"))
        self.page.click("#uncover")
        self.page.wait_for_selector("#play[data-standing=waits]")
        return said

    @property
    def standing(self) -> str:
        return str(self.page.get_attribute("#play", "data-standing"))

    @property
    def at(self) -> str:
        """The revision of the view, and how much of a move was chosen."""
        return str(self.page.get_attribute("#play", "data-at"))

    def open_sites(self) -> list[str]:
        return list(self.page.evaluate(_OPEN))

    def middle(self, site: str) -> list[float]:
        """Where a site lies on the screen."""
        return list(self.page.evaluate(_MIDDLE, site))

    def says(self, site: str) -> str:
        return str(self.page.get_attribute(f'.site[data-site="{site}"]', "aria-label"))

    def why(self) -> str:
        self.page.wait_for_selector(".why p")
        return str(self.page.inner_text(".why"))

    def plays_at_random_and_takes_back(self) -> None:
        """A random play to the end, taken back by the one button that is offered for it."""
        self.page.click("text=Finish with random moves")
        self.page.wait_for_selector("#play[data-standing=over]")
        self.page.click("button:text-matches('^Take (it|them all) back$')")
        self.page.wait_for_selector("#play[data-standing=waits]")

    def click(self, *sites: str) -> None:
        """Click sites with the mouse, and wait until something came of each click."""
        for site in sites:
            before = self.at
            self.page.mouse.click(*self.page.evaluate(_MIDDLE, site))
            self._changed(before)

    def drag(self, begin: str, end: str) -> None:
        before = self.at
        self.page.mouse.move(*self.page.evaluate(_MIDDLE, begin))
        self.page.mouse.down()
        self.page.mouse.move(*self.page.evaluate(_MIDDLE, end), steps=4)
        self.page.mouse.up()
        self._changed(before)

    def finger(self, begin: str, end: str) -> None:
        """Put a finger on a site, move it to another, and lift it."""
        here, there = (self.page.evaluate(_MIDDLE, site) for site in (begin, end))
        touch = self.page.context.new_cdp_session(self.page)
        for kind, part in (("touchStart", 0.0), *(("touchMove", step / 8) for step in range(1, 9)), ("touchEnd", None)):
            points = (
                [] if part is None else [{"x": here[0] + part * (there[0] - here[0]), "y": here[1] + part * (there[1] - here[1])}]
            )
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def _changed(self, before: str) -> None:
        self.page.wait_for_function(_CHANGED, arg=before)

    def play_on(self, seed: int, most: int = 100_000, *, keys: bool = False) -> int:
        """Choose at random what is marked or offered, until the game is over or so many choices were made. Gives how many."""
        rng = random.Random(seed)
        for count in range(most):
            self.ready()
            if self.standing == "over":
                return count
            if self.standing == "covered":
                self.uncover()
            before, sites = self.at, self.open_sites()
            buttons = self.page.locator(".choice").count()
            assert sites or buttons, "there is nothing to choose, and the game is not over"
            pick = rng.randrange(len(sites) + buttons)
            if keys:
                self._by_keys(pick, sites)
            elif pick < len(sites):
                self.page.mouse.click(*self.page.evaluate(_MIDDLE, sites[pick]))
            else:
                self.page.locator(".choice").nth(pick - len(sites)).click()
            self._changed(before)
        return most

    def _by_keys(self, pick: int, sites: list[str]) -> None:
        """Go to a site by `n`, or to a button by Tab, and press Enter."""
        if pick >= len(sites):
            self._tab_to(f".choice:nth-of-type({pick - len(sites) + 1})")
            self.press("Enter")
            return
        self._tab_to(".site")
        while self.page.evaluate("document.activeElement.dataset.site") != sites[pick]:
            self.press("n")
        self.press("Enter")

    def _tab_to(self, selector: str) -> None:
        for _ in range(80):
            if self.page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not lead to {selector}")
