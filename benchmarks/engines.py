"""Random plays a second in both engines, in one run: `python benchmarks/engines.py [GAME[:OPTION=VALUE] ..]`.

For each game: seconds of processor time to compile it anew, plays a second in either engine, how many times as many the
compiled one makes, and
nanoseconds a step. Single thread.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable

GAMES = [
    "tabik:pie=off",
    "quarod:pie=off",
    "sgibun:pie=off",
    "tirnabun:side=9:pie=off",
    "tiku",
    "tiku-diagonal",
    "tic-tac-toe",
    "connect-four",
    "gomoku",
    "hex:pie=off",
    "havannah:pie=off",
    "y:pie=off",
    "othello",
    "breakthrough",
    "clobber",
    "amazons",
    "nine-mens-morris",
    "draughts",
    "lines-of-action",
    "go:size=9",
    "oware",
    "dots-and-boxes",
    "chess",
    "backgammon",
]
LONG = 1.0
"""Seconds of a measurement, at least."""


def rate(play: Callable[[int], object]) -> float:
    """Plays a second of processor time, from a count that takes long enough."""
    count = 1
    while True:
        since = time.process_time()
        play(count)
        taken = time.process_time() - since
        if taken >= LONG:
            return count / taken
        count = max(count * 2, int(count * LONG * 1.2 / max(taken, 1e-3)))


def main(games: list[str]) -> None:
    import ggl
    from ggl.cli.common import load_argument
    from ggl.compiler.runtime.engine import Compiled
    from ggl.play.fast import Fast

    print(f"{'game':<26}{'compile s':>10}{'interpreter/s':>15}{'compiled/s':>13}{'times':>8}{'ns a step':>11}")
    for name in games:
        game: ggl.Game = load_argument(name)
        compiled, slow = Compiled(game.checked.core, game.name), Fast(game.checked, "interpreter")
        since = time.process_time()
        compiled.playouts(1, 0)
        compiling = time.process_time() - since
        fast_rate = rate(lambda count: compiled.playouts(count, 1))  # noqa: B023 -- called before the next game
        slow_rate = rate(lambda count: list(slow.played(game.engine, count, 1, 10_000)))  # noqa: B023
        steps = compiled.playouts(200, 1)[:, 0].mean()
        print(f"{name:<26}{compiling:>10.1f}{slow_rate:>15.2f}{fast_rate:>13,.0f}{fast_rate / slow_rate:>8.0f}"
              f"{1e9 / fast_rate / steps:>11,.0f}", flush=True)  # fmt: skip


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as kept:
        os.environ["GGL_CACHE"] = kept
        main(sys.argv[1:] or GAMES)
