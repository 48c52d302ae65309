"""How the compiled engine's cost grows with the board, and how long it takes to start: `python benchmarks/growth.py`.

    python benchmarks/growth.py                                  # print the tables
    python benchmarks/growth.py --markdown docs/performance.md   # and put them there, with the picture beside the page
    python benchmarks/growth.py --only sizes --seconds 2         # or `--only starts`

Sizes: random playouts of some games on boards of many sizes, in rounds over all of them, so that whatever else the machine does
hits all alike; the median of the rounds, one thread, processor time. The exponents are of the sites: a cost that doubles with
the sites has 1; least squares over the logarithms.

Starts: each bundled game in a process of its own from the start of Python to the end of the first random game, with nothing
kept (the least of three) and with what an earlier one kept (the least of fifteen), in rounds over all games, so that a while in
which the machine is slow hits few of them. The goal: below 2.5 s and below 0.6 s.

The picture needs matplotlib: `pip install -e '.[bench]'`.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from page import machine, markdown, number, plain, versions, write
from starting import as_installed

from ggl.resources import bundled_games

FAMILIES: list[tuple[str, str, Iterable[int]]] = [
    ("Tabik", "tabik:pie=off,size={}", (4, 6, 8, 10, 12, 14, 16, 19)),
    ("Sgibun", "sgibun:pie=off,side={}", range(3, 11)),
    ("Hex", "hex:pie=off,size={}", range(5, 20, 2)),
    ("Go", "go:size={}", range(5, 20, 2)),
]
STYLES = {"Tabik": ("#3f87d9", "o"), "Sgibun": ("#d9731a", "s"), "Hex": ("#2f9e63", "^"), "Go": ("#b35aa6", "D")}
INK = "#7d7d7d"
"""A grey that is read on white and on black."""

COLD, WARM = 2.5, 0.6
NAMED = 5
"""Games that miss a goal are named up to so many."""

FIRST_PLAYOUT = "import sys, ggl; ggl.load(sys.argv[1], engine='compiled').playouts(1, seed=1)"


@dataclass
class Point:
    """A game at one size: sites of the board, steps of a playout, playouts a second in each round."""

    family: str
    size: int
    sites: int
    steps: float = 0.0
    rates: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return statistics.median(self.rates)

    @property
    def step(self) -> float:
        """Nanoseconds of one step."""
        return 1e9 / self.rate / self.steps


def measured(seconds: float, rounds: int) -> list[Point]:
    """All points; each is compiled before the first round."""
    from ggl.cli.common import load_argument
    from ggl.compiler.runtime.engine import Compiled

    points: list[tuple[Point, Compiled]] = []
    for family, name, sizes in FAMILIES:
        for size in sizes:
            game = load_argument(name.format(size))
            engine = Compiled(game.checked.core, game.name)
            engine.playouts(1, 0)
            points.append((Point(family, size, len(game.board.cells)), engine))
            said(f"compiled {name.format(size)}")
    for number_ in range(rounds):
        for point, engine in points:
            count, steps, seed = 0, 0, number_ << 32
            since = time.process_time()
            while (taken := time.process_time() - since) < seconds:
                rows = engine.playouts(64 if point.rates and point.rates[0] > 640 else 1, seed + count)
                count, steps = count + len(rows), steps + int(rows[:, 0].sum())
            point.rates.append(count / taken)
            point.steps = steps / count
        said(f"round {number_ + 1} of {rounds}")
    said("")
    return [point for point, _ in points]


def said(what: str) -> None:
    """How far it is, where somebody looks on."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}", end="", file=sys.stderr, flush=True)


def exponent(points: list[Point], costs: list[float]) -> float:
    slope, _ = np.polyfit(np.log([point.sites for point in points]), np.log(costs), 1)
    return float(slope)


def of(family: str, points: list[Point]) -> list[Point]:
    return [point for point in points if point.family == family]


SIZES_HEAD = ("game", "size", "sites", "steps each", "playouts/s", "ns a step")
EXPONENTS_HEAD = ("game", "a step", "a playout")


def size_rows(points: list[Point]) -> list[tuple[str, ...]]:
    return [
        (point.family, str(point.size), str(point.sites), f"{point.steps:.1f}", number(point.rate), number(point.step))
        for point in points
    ]


def exponent_rows(points: list[Point]) -> list[tuple[str, ...]]:
    found = []
    for family, _, _ in FAMILIES:
        own = of(family, points)
        step, playout = exponent(own, [point.step for point in own]), exponent(own, [1 / point.rate for point in own])
        found.append((family, f"{step:.2f}", f"{playout:.2f}"))
    return found


def draw(points: list[Point], path: Path) -> bool:
    """The picture, if matplotlib is there."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("svg")
    from matplotlib import pyplot
    from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

    settings = {
        "svg.hashsalt": "ggl", "svg.fonttype": "none", "font.size": 11, "text.color": INK, "axes.labelcolor": INK,
        "axes.edgecolor": INK, "xtick.color": INK, "ytick.color": INK, "axes.spines.top": False, "axes.spines.right": False,
    }  # fmt: skip
    with pyplot.rc_context(settings):
        figure, sides = pyplot.subplots(1, 2, figsize=(9.5, 4.2), layout="constrained")
        for axes, title in zip(sides, ("nanoseconds a step", "playouts a second"), strict=True):
            for family, _, _ in FAMILIES:
                own = of(family, points)
                colour, marker = STYLES[family]
                heights = [point.step if axes is sides[0] else point.rate for point in own]
                sites = [point.sites for point in own]
                axes.plot(sites, heights, color=colour, marker=marker, markersize=5, linewidth=1.8, label=family)
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.set_title(title, loc="left", fontsize=12)
            axes.set_xlabel("sites of the board")
            axes.xaxis.set_major_locator(FixedLocator([16, 25, 50, 100, 200, 361]))
            axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0f}"))
            axes.xaxis.set_minor_locator(NullLocator())
            axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}" if value >= 1 else f"{value:g}"))
            axes.yaxis.set_minor_locator(NullLocator())
            axes.grid(which="major", color=INK, alpha=0.25, linewidth=0.6)
        sides[0].legend(frameon=False, labelcolor=INK)
        figure.savefig(path, transparent=True, metadata={"Date": None, "Creator": None})
    return True


@dataclass(frozen=True)
class Start:
    """Seconds by the clock and of the processor, with nothing kept and with all."""

    game: str
    cold: tuple[float, float]
    warm: tuple[float, float]

    @property
    def row(self) -> tuple[str, ...]:
        return (self.game, *(f"{seconds:.2f}" for pair in (self.cold, self.warm) for seconds in pair))


def started(game: str, environment: dict[str, str]) -> tuple[float, float]:
    """A process that plays one random game: seconds by the clock, of the processor."""

    def used() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    since, before = time.perf_counter(), used()
    subprocess.run([sys.executable, "-c", FIRST_PLAYOUT, game], check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - since, used() - before


def starts(rounds: int, warm_rounds: int) -> list[Start]:
    """In rounds over all games, each game with nothing kept, then so often with what was kept: the least, as others only add."""
    cold: dict[str, tuple[float, float]] = {}
    warm: dict[str, tuple[float, float]] = {}
    with as_installed() as environment, tempfile.TemporaryDirectory() as folder:
        started(next(iter(bundled_games())), environment | {"GGL_CACHE": str(Path(folder) / "first")})  # writes the byte code
        for number_ in range(rounds):
            for least in (cold, *[warm] * warm_rounds):
                for game in bundled_games():
                    once = started(game, environment | {"GGL_CACHE": str(Path(folder) / f"{game}-{number_}")})
                    least[game] = min(least.get(game, once), once, key=lambda seconds: seconds[1])
                    said(f"round {number_ + 1} of {rounds}: {game}")
    said("")
    return [Start(game, cold[game], warm[game]) for game in cold]


STARTS_HEAD = ("game", "cold, s", "processor, s", "warm, s", "processor, s")


def verdict(found: list[Start]) -> str:
    cold = [start.game for start in found if start.cold[1] >= COLD]
    warm = [start.game for start in found if start.warm[1] >= WARM]
    told = []
    for what, limit, over in (("Cold", COLD, cold), ("Warm", WARM, warm)):
        names = f"; not {', '.join(over)}" if 0 < len(over) <= NAMED else ""
        told.append(f"{what} under {limit} s of the processor: {len(found) - len(over)} of {len(found)}{names}.")
    return " ".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("sizes", "starts"), help="one of the two parts")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each size in each round (1)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds over all sizes (3)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="a page to put the tables into, between its markers")
    options = parser.parse_args()
    about = f"{machine()}. {versions('ggl-games', 'llvmlite')}."
    print(about)
    if options.only != "starts":
        with tempfile.TemporaryDirectory() as kept:
            os.environ["GGL_CACHE"] = kept
            points = measured(options.seconds, options.rounds)
        sizes, exponents = size_rows(points), exponent_rows(points)
        print("\n" + plain(SIZES_HEAD, sizes) + "\n\nexponents\n" + plain(EXPONENTS_HEAD, exponents))
        if options.markdown:
            picture = options.markdown.with_name("growth.svg")
            shown = ["![Nanoseconds a step and playouts a second against the sites of the board](growth.svg)"]
            if not draw(points, picture):
                print("no picture: matplotlib is not installed (the extra `bench`)")
                shown = []
            tables = [markdown(EXPONENTS_HEAD, exponents), markdown(SIZES_HEAD, sizes)]
            write(options.markdown, "growth", "\n\n".join([about, *shown, *tables]))
    if options.only != "sizes":
        found = starts(3, 5)
        rows = [start.row for start in found]
        print("\n" + plain(STARTS_HEAD, rows) + "\n" + verdict(found))
        if options.markdown:
            write(options.markdown, "starts", "\n\n".join([about, verdict(found), markdown(STARTS_HEAD, rows)]))


if __name__ == "__main__":
    main()
