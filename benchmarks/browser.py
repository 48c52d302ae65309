"""What a person waits for on the page: from the last key to the findings, from the click to the drawn move, for each game.

    python benchmarks/browser.py [--games chess,go] [--times 9]

Starts `ggl workshop` and drives a Chromium (Playwright; the extra `browser`). The page's own clock is read: from a key or a
click, as the browser hears it, to the end of the first frame after what came of it. The pause after a key is in it.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from typing import Any

from playwright.sync_api import sync_playwright

from ggl.resources import bundled_games

_WATCH = """() => {
  window.began = 0; window.found = []; window.drawn = [];
  for (const kind of ["keydown", "click"]) addEventListener(kind, () => { window.began = performance.now(); }, true);
  const after = (list) => requestAnimationFrame(() => setTimeout(() => list.push(performance.now() - window.began)));
  let standing = "", at = "";
  new MutationObserver(() => {
    const now = document.querySelector(".standing")?.textContent ?? "";
    if (now !== standing && now !== "…") after(window.found);
    standing = now;
    const revision = document.querySelector("#play").dataset.at.split(".")[0];
    if (revision !== at) after(window.drawn);
    at = revision;
  }).observe(document.body, { subtree: true, childList: true, characterData: true, attributeFilter: ["data-at"] });
}"""
_OPEN = "() => [...document.querySelectorAll('.site')].filter(s => /open|take/.test(s.dataset.marks)).map(s => s.dataset.site)"
_WAITS = "#play:is([data-standing=waits], [data-standing=over], [data-standing=covered])"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(bundled_games()))
    parser.add_argument("--times", type=int, default=9)
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "ggl", "workshop", folder, "--port", "0", "--no-browser"]
        environment = os.environ | {"XDG_STATE_HOME": folder}
        with (
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment) as server,
            sync_playwright() as playwright,
        ):
            assert server.stdout is not None
            link = server.stdout.readline().strip()
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            print(f"{'game':20} {'findings':>16} {'move drawn':>16}   ms, median and worst of {asked.times}")
            for game in asked.games.split(","):
                page = browser.new_page(reduced_motion="reduce", viewport={"width": 1300, "height": 900})
                page.goto(link.replace("/#", f"/?game={game}#"))
                page.wait_for_selector(".standing.good", timeout=60_000)
                page.evaluate(_WATCH)
                print(f"{game:20} {_told(_findings(page, asked.times))} {_told(_moves(page, asked.times))}", flush=True)
                page.close()
            browser.close()
            server.terminate()


def _findings(page: Any, times: int) -> list[float]:
    """Type a letter in the name of the game and wait for what is found, so often."""
    page.locator(".cm-line", has_text="name:").first.click()
    page.keyboard.press("End")
    page.wait_for_timeout(1500)  # the results of the file's own tests come, which are no findings
    page.evaluate("window.found.length = 0")
    for count in range(times):
        page.keyboard.press("x")
        page.wait_for_function("count => window.found.length > count", arg=count)
        page.wait_for_timeout(300)
    return list(page.evaluate("window.found"))


def _moves(page: Any, times: int) -> list[float]:
    """Click random moves until the given number has been drawn."""
    rng = random.Random(1)
    page.evaluate("window.drawn.length = 0")
    for _ in range(20 * times):
        page.wait_for_selector(_WAITS)
        if page.locator("#uncover").count():
            page.locator("#uncover").click()  # the board is covered between two people who see different things
            continue
        sites, buttons = page.evaluate(_OPEN), page.locator(".choice").count()
        if len(page.evaluate("window.drawn")) >= times or not (sites or buttons):
            break
        pick = rng.randrange(len(sites) + buttons)
        if pick < len(sites):
            page.locator(f'.site[data-site="{sites[pick]}"]').dispatch_event("click")
        else:
            page.locator(".choice").nth(pick - len(sites)).click()
        page.wait_for_timeout(60)
    return list(page.evaluate("window.drawn"))


def _told(found: list[float]) -> str:
    return f"{statistics.median(found):7.0f} {max(found):8.0f}" if found else f"{'-':>7} {'-':>8}"


if __name__ == "__main__":
    main()
