"""Random plays a second against hand-written C, turn by turn in one run: `python benchmarks/limit.py FAST.C [SECONDS]`.

FAST.C is a program that plays one game at random for some seconds and prints a line of JSON with `playouts_per_cpu_s`
(`./fast GAME SIZE SECONDS SEED`); it is compiled here with gcc. Single thread, seconds of the processor, `game.playouts` here;
the best of the rounds, and ggl's as a part of C's. On a busy machine the wall clock would say little.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 3
PORTION = 0.1
"""Seconds of random plays asked for in one call, about."""
GAMES: list[tuple[str, int, str, dict[str, object]]] = [
    ("tabik", 8, "tabik", {"pie": False}),
    ("quarod", 8, "quarod", {"pie": False}),
    ("sgibun", 6, "sgibun", {"pie": False}),
    ("tirnabun", 9, "tirnabun", {"side": 9, "pie": False}),
    ("tiku", 6, "tiku", {}),
    ("tikudiag", 6, "tiku-diagonal", {}),
]
"""The name and the size there; the name and the options here."""


def main(source: str, seconds: float) -> None:
    import ggl

    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "fast")
        subprocess.run(["gcc", "-O3", "-march=native", "-std=gnu11", "-o", program, source, "-lm"], check=True)
        print(f"{'game':<16}{'C/s':>12}{'ggl/s':>12}{'part':>8}   the mean number of steps here, of plies there")
        for there, size, here, options in GAMES:
            game = ggl.load(here, engine="compiled", **options)
            game.playouts(1, seed=0, workers=1)
            since = time.process_time()
            game.playouts(1024, seed=0, workers=1)
            portion = max(256, int(1024 * PORTION / (time.process_time() - since)))
            rates: list[float] = []
            others: list[float] = []
            for number in range(ROUNDS):
                told = subprocess.run([program, there, str(size), str(seconds), str(number + 1)], capture_output=True, check=True)
                said = json.loads(told.stdout)
                others.append(said["playouts_per_cpu_s"])
                since, count = time.process_time(), 0
                while (taken := time.process_time() - since) < seconds:
                    results = game.playouts(portion, seed=number * 1000 + count, workers=1)
                    count += portion
                rates.append(count / taken)
            mine, limit = max(rates), max(others)
            means = f"{results.steps.mean():.1f}, {said.get('plies', '')}"
            print(f"{here:<16}{limit:>12,.0f}{mine:>12,.0f}{mine / limit:>8.3f}   {means}", flush=True)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], float(sys.argv[2]) if len(sys.argv) > 2 else 2.0)
