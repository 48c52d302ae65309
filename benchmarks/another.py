"""This ggl beside another one: `python benchmarks/another.py OTHER_PYTHON [GAME ..]`.

    python benchmarks/another.py ~/old/bin/python                    # every bundled game
    python benchmarks/another.py ~/old/bin/python chess go:size=9    # these

OTHER_PYTHON is the Python of a virtual environment in which another ggl is installed, such as the wheel before a change. Told
are random playouts a second through `game.playouts`, one thread, both ggls by turns in processes of their own, the best of all
rounds of several pairs of processes (where a process lies in memory makes up to a fifth); and the processor's time from the start
of Python to the end of the first playout with nothing kept (*cold*). Ratios are this ggl's to the other's: of playouts more is
better, of starts less.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from subprocess import PIPE

from page import number, plain

from ggl.resources import bundled_games

WORKER = """
import sys, time
import ggl
name, _, given = sys.argv[1].partition(":")
options = dict(pair.split("=") for pair in given.split(",") if pair)
game = ggl.load(name, engine="compiled", **{key: int(value) if value.isdigit() else value for key, value in options.items()})
count, seed = 1, 0
game.playouts(1, seed=seed)
for line in sys.stdin:
    seconds = float(line)
    while True:
        seed += 1
        since = time.process_time()
        game.playouts(count, seed=seed)
        taken = time.process_time() - since
        if taken > seconds / 2:
            break
        count *= 2
    print(count / taken, flush=True)
"""

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


@dataclass
class Side:
    """One ggl and what it took."""

    python: str
    rates: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)

    def command(self, game: str) -> list[str]:
        return [self.python, "-P", "-c", WORKER, game]

    def start(self, game: str) -> None:
        """Until the first playout, with nothing kept but what every game shares."""
        with tempfile.TemporaryDirectory() as kept:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run(self.command(game), env={**ENVIRONMENT, "GGL_CACHE": kept}, stdin=subprocess.DEVNULL, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.starts.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def compared(game: str, other: str, pairs: int, rounds: int, seconds: float) -> tuple[Side, Side]:
    sides = Side(sys.executable), Side(other)
    for _ in range(2):
        for side in sides:
            side.start(game)
    for _ in range(pairs):
        workers = [subprocess.Popen(side.command(game), env=ENVIRONMENT, stdin=PIPE, stdout=PIPE, text=True) for side in sides]
        for _ in range(rounds):
            for side, worker in zip(sides, workers, strict=True):
                assert worker.stdin is not None
                assert worker.stdout is not None
                print(seconds, file=worker.stdin, flush=True)
                side.rates.append(float(worker.stdout.readline()))
        for worker in workers:
            worker.communicate()
    return sides


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="the Python that has the other ggl")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--pairs", type=int, default=3, help="pairs of processes, one after the other")
    parser.add_argument("--rounds", type=int, default=3, help="of each pair")
    parser.add_argument("--seconds", type=float, default=0.5)
    options = parser.parse_args()
    head = ["game", "playouts/s", "other", "ratio", "cold, s", "other", "ratio"]
    rows, ratios = [], []
    for game in options.games or bundled_games():
        here, there = compared(game, options.other, options.pairs, options.rounds, options.seconds)
        ratio = max(here.rates) / max(there.rates)
        cold, before = min(here.starts), min(there.starts)
        ratios.append((ratio, cold, cold / before))
        rows.append([game, number(max(here.rates)), number(max(there.rates)), f"{ratio:.2f}",
                     f"{cold:.2f}", f"{before:.2f}", f"{cold / before:.2f}"])  # fmt: skip
        print(*rows[-1], file=sys.stderr)
    faster, cold, sooner = (f"{statistics.median(each):.2f}" for each in zip(*ratios, strict=True))
    print(plain(head, [*rows, ["median", "", "", faster, cold, "", sooner]]))


if __name__ == "__main__":
    main()
