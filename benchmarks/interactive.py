"""What a person waits for: the start of the command, a check of all bundled games, the legal moves of a large position.

Each is measured several times in one run; the table tells the median, and the median as a ratio to the stated limit. Always
exits with 0: times depend on the machine, so that the reader judges, not the program.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from starting import as_installed

import ggl
from ggl import resources

STATES = range(100, 201, 10)
"""The plies after which the legal moves of Tirnabun are asked."""


@dataclass(frozen=True)
class Line:
    """What was measured, its limit in seconds, and the times; no times, and why, if it could not be measured."""

    what: str
    limit: float
    times: tuple[float, ...]
    why_not: str = ""

    def __str__(self) -> str:
        if not self.times:
            return f"{self.what:<44} {self.limit * 1000:8.0f} {'':>8} {'':>12} {'':>7}  not measured: {self.why_not}"
        median = statistics.median(self.times)
        spread = f"{min(self.times) * 1000:.0f}..{max(self.times) * 1000:.0f}"
        figures = f"{self.limit * 1000:8.0f} {median * 1000:8.1f} {spread:>12} {median / self.limit:7.2f}"
        return f"{self.what:<44} {figures}  n={len(self.times)}"


def command_line(*arguments: str) -> list[str]:
    """The installed command beside this Python, or the package if there is none."""
    installed = Path(sys.executable).with_name("ggl")
    if installed.exists():
        return [str(installed), *arguments]
    return [sys.executable, "-c", "from ggl.cli import main; main()", *arguments]


def measure_command(what: str, limit: float, repeats: int, *arguments: str) -> Line:
    """Whole runs of the command, from start to exit. The first run, which writes byte code, is not counted."""
    times = []
    with as_installed() as environment:
        for number in range(repeats + 1):
            start = time.perf_counter()
            run = subprocess.run(command_line(*arguments), capture_output=True, text=True, check=False, env=environment)
            if number:
                times.append(time.perf_counter() - start)
            if run.returncode:
                last = (run.stderr or run.stdout).strip().splitlines()
                return Line(what, limit, (), f"exit {run.returncode}, {last[-1] if last else 'no output'}")
    return Line(what, limit, tuple(times))


def measure_legal_moves(repeats: int) -> tuple[Line, Line]:
    """The legal moves of positions from random games, each asked once, so that nothing of it is known before.

    Gives the time of the engine alone, and of the moves with their names and texts.
    """
    game = ggl.load("tirnabun", side=11)
    steps: list[float] = []
    moves: list[float] = []
    for number in range(repeats):
        rng = random.Random(number)
        position = game.engine.start()
        for ply in range(max(STATES) + 1):
            start = time.perf_counter()
            found = game.engine.steps(position)
            taken = time.perf_counter() - start
            if not found:
                break
            if ply in STATES:
                steps.append(taken)
                start = time.perf_counter()
                [game.move(step) for step in found]
                moves.append(taken + time.perf_counter() - start)
            position = game.engine.play(position, rng.choice(found))
    plies = f"plies {min(STATES)}..{max(STATES)}"
    return (
        Line(f"steps of Tirnabun, side 11, {plies}", 0.05, tuple(steps)),
        Line(f"legal moves of Tirnabun, side 11, {plies}", 0.05, tuple(moves)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=7, help="runs of each command (7)")
    parser.add_argument("--games", type=int, default=3, help="random games of Tirnabun (3)")
    options = parser.parse_args()
    work: list[Callable[[], tuple[Line, ...]]] = [
        lambda: (measure_command("ggl --version", 0.15, options.repeats, "--version"),),
        lambda: (measure_command("ggl check, all bundled games", 2.0, options.repeats, "check", *resources.bundled_games()),),
        lambda: measure_legal_moves(options.games),
    ]
    print(f"{'':<44} {'limit ms':>8} {'median':>8} {'least..most':>12} {'ratio':>7}")
    for measure in work:
        for line in measure():
            print(line, flush=True)
    if hasattr(os, "getloadavg"):
        print(f"load of this machine in the last minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
