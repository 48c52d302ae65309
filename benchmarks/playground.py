"""What a person waits for in the playground, and how fast it searches: `python benchmarks/playground.py [--games sgibun,chess]`.

Writes a playground, serves it, and drives a Chromium (Playwright; the extra `browser`, and `npm ci` in `ggl/web/bundle`). Prints
the seconds to the first board of a cold visit and of a warm one, and for each game the simulations of `mcts` in WebAssembly from
the first position, beside those of the same agent where the game is loaded with `engine="interpreter"`, both in the browser:
in the same time, and how long WebAssembly takes for the very search that the interpreter made in that time. A search ends when
it has solved the game, so rates are taken over the seconds that it took, not over those that it was given.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import shutil
import tempfile
import threading
import time
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import sync_playwright

from ggl.playground.build import build, find_pyodide

_READY = "body:not(:has(#bar .trouble)) #play:is([data-standing=waits], [data-standing=over])"
_SEARCH = """async (asked) => {
  const worker = new Worker(URL.createObjectURL(new Blob([`
    import { python } from "${new URL("playground/python.js", location.href)}";
    const py = await python(() => {}, false);
    onmessage = ({ data }) => {
      py.globals.set("asked", py.toPy(data));
      postMessage(py.runPython(\\`
import json, time, ggl
from ggl import agents
name, engine, limits, least = asked
played = ggl.load(name, engine=engine)
state = played.initial_state()
while state.is_chance:
    state = state.after(state.legal_moves()[0])
agents.make("mcts:time=0.2", played, 1).think(state)  # has all compiled and run once
found, begun = [], time.perf_counter()
while not found or time.perf_counter() - begun < least:
    found.append(agents.make("mcts:" + limits, played, 1).think(state))
json.dumps([found[0].simulations, sum(each.seconds for each in found) / len(found), found[0].proven])
\\`));
    };
    postMessage("ready");
  `], { type: "text/javascript" })), { type: "module" });
  const heard = () => new Promise((done, failed) => { worker.onmessage = done; worker.onerror = (e) => failed(e.message); });
  await heard();
  worker.postMessage(asked);
  const { data } = await heard();
  worker.terminate();
  return JSON.parse(data);
}"""


class _Search(NamedTuple):
    """What a search did; a solved one ends before its time is up."""

    simulations: int
    seconds: float
    solved: bool

    @property
    def rate(self) -> float:
        return self.simulations / self.seconds

    def __str__(self) -> str:
        return f"{self.simulations:,} in {self.seconds:.2f} s{' (solved)' if self.solved else ''}"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None: ...


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--games", default="tic-tac-toe,connect-four,sgibun,tiku,chess,pig,oware,nine-mens-morris,clobber,quarod,tabik"
    )
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--times", type=int, default=3)
    asked = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        files = build(Path(folder), (), find_pyodide(None))
        index = Path(folder) / "index.html"  # the measuring worker is made of a text
        index.write_text(index.read_text().replace("worker-src 'self'", "worker-src 'self' blob:"))
        print(f"{len(files)} files, {sum(each.stat().st_size for each in files) / 1e6:.1f} MB")
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=folder))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://localhost:{server.server_port}/"
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for _ in range(asked.times):
            context = browser.new_context()
            waits = []
            for _ in range(2):
                page = context.new_page()
                page.set_default_timeout(120_000)
                since = time.monotonic()
                page.goto(f"{address}?game=sgibun")
                page.wait_for_selector(_READY)
                waits.append(time.monotonic() - since)
                page.wait_for_timeout(3000)  # the memory is kept, and the service worker has all files
                page.close()
            print(f"first board: cold {waits[0]:.1f} s, warm {waits[1]:.1f} s")
            context.close()
        page = browser.new_context().new_page()
        page.set_default_timeout(600_000)
        page.goto(address)
        for game in asked.games.split(","):
            _compare(page, game, asked.seconds)
        browser.close()
        server.shutdown()


def _compare(page: Any, game: str, seconds: float) -> None:
    """A line with the rates in the same time, and how long as many simulations take as the interpreter made."""
    fast, slow = (
        _Search(*page.evaluate(_SEARCH, [game, engine, f"time={seconds}", 0])) for engine in ("compiled", "interpreter")
    )
    same = _Search(*page.evaluate(_SEARCH, [game, "compiled", f"sims={slow.simulations}", seconds / 3]))
    assert same.simulations == slow.simulations
    more, quicker = fast.rate / slow.rate, slow.seconds / same.seconds
    print(f"{game:18} {fast}, interpreter {slow}: {more:,.0f} times as many a second;", end=" ")
    print(f"those {slow.simulations:,} in {1000 * same.seconds:,.1f} ms: {quicker:,.0f} times as quick", flush=True)


if __name__ == "__main__":
    main()
