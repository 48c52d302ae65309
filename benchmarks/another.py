"""This ggl beside another one: `python benchmarks/another.py OTHER_PYTHON [GAME ..]`.

    python benchmarks/another.py ~/old/bin/python                    # every bundled game
    python benchmarks/another.py ~/old/bin/python chess go:size=9    # these

OTHER_PYTHON is the Python of a virtual environment in which another ggl is installed, such as the wheel before a change. Told
are random playouts a second through `game.playouts`, one thread, both ggls by turns in processes of their own, the best of all
rounds of several pairs of processes (where a process lies in memory makes up to a fifth); and the processor's time from the start
of Python to the end of the first playout with nothing kept (*cold*). Ratios are this ggl's to the other's: of playouts more is
better, of starts less.

    python benchmarks/another.py ~/old/bin/python --calls            # the work of the interpreter, whatever else runs here

counts calls of Python functions instead: of loading a game that was loaded before, of forty random steps of the interpreter, and
of twenty moves typed as text with the picture after them. Both play the same game, or it says so. Less is better.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
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

COUNTER = """
import cProfile, json, pstats, random, sys
import ggl
name = sys.argv[1]
game = ggl.load(name, engine="interpreter")

def steps():
    rng, position = random.Random(5), game.engine.start()
    for _ in range(40):
        found = game.engine.steps(position)
        if not found:
            break
        position = game.engine.play(position, rng.choice(found))
    return hash(position.vector)

def texts():
    rng, state = random.Random(5), game.initial_state()
    for _ in range(20):
        if not state.is_over:
            state = state.play(rng.choice(state.legal_moves()).text)
    return str(state)

def calls(work):
    work()
    profile = cProfile.Profile()
    profile.runcall(work)
    return pstats.Stats(profile).total_calls

print(json.dumps([steps(), calls(lambda: ggl.load(name)), calls(steps), calls(texts)]))
"""
COUNTED = ("loading", "steps", "texts")

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


def counted(python: str, game: str) -> list[int]:
    """Where the game went, and the calls of each of COUNTED."""
    done = subprocess.run([python, "-P", "-c", COUNTER, game], env=ENVIRONMENT, stdout=PIPE, text=True, check=True)
    found: list[int] = json.loads(done.stdout)
    return found


def count_calls(games: Sequence[str], other: str) -> None:
    rows, ratios = [], []
    for game in games:
        (here, *calls), (there, *before) = counted(sys.executable, game), counted(other, game)
        ratio = [now / then for now, then in zip(calls, before, strict=True)]
        ratios.append(ratio)
        rows.append([game, *(f"{each:.2f}" for each in ratio), "" if here == there else "not the same game"])
        print(*rows[-1], file=sys.stderr)
    medians = [f"{statistics.median(each):.2f}" for each in zip(*ratios, strict=True)]
    print(plain(["game", *COUNTED, ""], [*rows, ["median", *medians, ""]]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", help="the Python that has the other ggl")
    parser.add_argument("games", nargs="*")
    parser.add_argument("--pairs", type=int, default=3, help="pairs of processes, one after the other")
    parser.add_argument("--rounds", type=int, default=3, help="of each pair")
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--calls", action="store_true", help="calls of Python functions, and no times")
    options = parser.parse_args()
    if options.calls:
        count_calls(options.games or bundled_games(), options.other)
        return
    rows: list[list[str]] = []
    ratios: list[tuple[float, float, float]] = []
    head = ["game", "playouts/s", "other", "ratio", "cold, s", "other", "ratio"]
    for game in options.games or bundled_games():
        here, there = compared(game, options.other, options.pairs, options.rounds, options.seconds)
        ratio = max(here.rates) / max(there.rates)
        cold, before = min(here.starts), min(there.starts)
        ratios.append((ratio, cold, cold / before))
        rows.append([game, number(max(here.rates)), number(max(there.rates)), f"{ratio:.2f}",
                     f"{cold:.2f}", f"{before:.2f}", f"{cold / before:.2f}"])  # fmt: skip
        print(*rows[-1], file=sys.stderr)
    faster, colds, sooner = (f"{statistics.median(each):.2f}" for each in zip(*ratios, strict=True))
    print(plain(head, [*rows, ["median", "", "", faster, colds, "", sooner]]))


if __name__ == "__main__":
    main()
