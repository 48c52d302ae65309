"""What a person waits for in the playground, and how fast it searches: `python benchmarks/playground.py [--games sgibun,chess]`.

Writes a playground, serves it, and drives a Chromium (Playwright; the extra `browser`, and `npm ci` in `ggl/web/bundle`). Prints
the seconds to the first board of a cold visit and of a warm one, and for each game the simulations a second of `mcts` in
WebAssembly, beside those of the same agent where the game is loaded with `engine="interpreter"`, both in the browser.
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
from typing import Any

from playwright.sync_api import sync_playwright

from ggl.playground.build import build, find_pyodide

_READY = "body:not(:has(#bar .trouble)) #play:is([data-standing=waits], [data-standing=over])"
_SEARCH = """async ([game, engine, seconds]) => {
  const worker = new Worker(URL.createObjectURL(new Blob([`
    import { python } from "${new URL("playground/python.js", location.href)}";
    const py = await python(() => {}, false);
    onmessage = ({ data: [game, engine, seconds] }) => {
      py.globals.set("asked", py.toPy([game, engine, seconds]));
      postMessage(py.runPython(\\`
import ggl
from ggl import agents
name, engine, seconds = asked
played = ggl.load(name, engine=engine)
agent = agents.make("mcts:time=0.2", played, 1)
agent.think(played.initial_state())
agent = agents.make(f"mcts:time={seconds}", played, 1)
agent.think(played.initial_state()).simulations / seconds
\\`));
    };
    postMessage("ready");
  `], { type: "text/javascript" })), { type: "module" });
  await new Promise((done) => { worker.onmessage = done; });
  worker.postMessage([game, engine, seconds]);
  const { data } = await new Promise((done) => { worker.onmessage = done; });
  worker.terminate();
  return data;
}"""


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None: ...


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="tic-tac-toe,connect-four,sgibun,tiku,chess")
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
            fast, slow = (page.evaluate(_SEARCH, [game, engine, asked.seconds]) for engine in ("compiled", "interpreter"))
            print(f"{game:16} {fast:12,.0f} simulations a second, interpreter {slow:10,.1f}: {fast / slow:8,.0f} times")
        browser.close()
        server.shutdown()


if __name__ == "__main__":
    main()
