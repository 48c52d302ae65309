"""Random plays a second beside other libraries, on the games that both have: `python benchmarks/peers.py [GAME ..]`.

    pip install -e '.[bench]'
    python benchmarks/peers.py
    python benchmarks/peers.py chess go --seconds 2 --rounds 5
    python benchmarks/peers.py --markdown docs/performance.md
    python benchmarks/peers.py --whole                        pgx on a graphics processor, ggl on all other processors

Uniformly random legal moves from the start to the end. Every contestant is a process of its own under this one, with one thread
on one and the same processor (`contestants.py`). They prepare one after the other: what is compiled at the first call is not
counted, batch sizes are tried and the best is kept. Then they play in turns, round after round, so that whatever else the
machine does hits all alike; what is told is the median of the rounds, by processor time. A peer that is not installed is named
and left out. All of them can live in one environment; for peers in another one, `--python PATH` is the interpreter there.

The contestants: `ggl`, the compiled engine; `open_spiel`, with the loop over the moves in Python; `open_spiel C++`, its own loop
in C++; `pgx` and `ludax`, both by jax on the processor, many games at once; `python-chess`, for perft.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from contests import CONTESTS
from page import machine, markdown, number, plain, versions, write

HERE, THERE = ("ggl-games", "llvmlite"), ("open-spiel", "pgx", "ludax", "jax", "chess")
"""Packages whose versions are told: those of this interpreter and those of the peers'."""

DIFFERENT = 0.05
"""Mean lengths further apart than this part are told."""


PERFT = 4


@dataclass
class Line:
    """What came of one contestant."""

    kind: str
    told: str = ""
    first: float = 0.0
    rounds: list[tuple[float, float, float]] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Playouts, or leaves of a perft, a second."""
        return statistics.median(games / seconds for games, _, seconds in self.rounds)

    @property
    def length(self) -> float:
        return sum(steps for _, steps, _ in self.rounds) / sum(games for games, _, _ in self.rounds)


class Worker:
    """A contestant's process."""

    def __init__(self, python: str, kind: str, setting: dict[str, object], whole: bool) -> None:
        script = str(Path(__file__).with_name("contestants.py"))
        self.line = Line(kind)
        self.process = subprocess.Popen(
            [python, script, kind, json.dumps(setting), *(["whole"] if whole else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def heard(self) -> dict[str, object]:
        assert self.process.stdout
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"failed": f"it ended with {self.process.wait()}"}

    def prepared(self) -> str:
        """Why not, or nothing."""
        found = self.heard()
        if "ready" in found:
            self.line.told, self.line.first = str(found["told"]), float(str(found["first"]))
            return ""
        return f"{found['missing']} is not installed" if "missing" in found else str(found["failed"])

    def play(self, seconds: float) -> None:
        assert self.process.stdin
        print(seconds, file=self.process.stdin, flush=True)
        found = self.heard()
        if "failed" in found:
            sys.exit(f"{self.line.kind} did not go on: {found['failed']}")
        self.line.rounds.append((float(str(found["games"])), float(str(found["steps"])), float(str(found["seconds"]))))

    def end(self) -> None:
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe
            pipe.close()
        self.process.wait()


def contest(
    settings: dict[str, dict[str, object]], python: str, seconds: float, rounds: int, left_out: set[str], whole: bool = False
) -> list[Line]:
    """All prepare, with nothing kept from before, then play in turns."""
    workers: list[Worker] = []
    with tempfile.TemporaryDirectory() as kept:
        os.environ["GGL_CACHE"] = kept
        for kind, setting in settings.items():
            worker = Worker(sys.executable if kind.startswith("ggl") else python, kind, setting, whole)
            if why := worker.prepared():
                left_out.add(f"{kind}: {why}" if "not installed" in why else f"{kind} {setting}: {why}")
                worker.end()
                if kind.startswith("ggl"):
                    return []
            else:
                workers.append(worker)
        for _ in range(rounds):
            for worker in workers:
                worker.play(seconds)
        for worker in workers:
            worker.end()
    return [worker.line for worker in workers]


HEAD = ("game", "by", "playouts/s", "steps/s", "steps each", "first call, s", "ggl: times")


def rows(title: str, lines: list[Line]) -> list[tuple[str, ...]]:
    """A line of the table for each contestant."""
    found = []
    for at, line in enumerate(lines):
        by = line.kind + (f" ({line.told})" if line.told.startswith("batch") else "")
        times = number(lines[0].rate / line.rate) if at else ""
        figures = (
            number(line.rate),
            number(line.rate * line.length),
            f"{line.length:.1f}",
            f"{line.first:.1f}" if line.first else "",
        )
        found.append(("" if at else title, by, *figures, times))
    return found


def doubts(title: str, lines: list[Line], explained: bool) -> list[str]:
    """Mean lengths that differ, where no note says why."""
    if explained:
        return []
    mine = lines[0].length
    return [
        f"{title}: games by {line.kind} last {line.length:.1f} steps, by ggl {mine:.1f}."
        for line in lines[1:]
        if abs(line.length / mine - 1) > DIFFERENT
    ]


COLUMNS = ("open_spiel", "open_spiel C++", "pgx", "ludax")
SHORT = ("game", "ggl, playouts/s", *(f"times {kind}" for kind in COLUMNS))
LEAVES = (f"chess, perft {PERFT} of the start", "leaves/s", "ggl: times")


@dataclass
class Report:
    """What has been measured so far, as rows of the three tables, and what is to be said of it."""

    about: str
    ratios: list[tuple[str, ...]] = field(default_factory=list)
    long: list[tuple[str, ...]] = field(default_factory=list)
    leaves: list[tuple[str, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    left_out: set[str] = field(default_factory=set)

    def add(self, title: str, lines: list[Line], notes: tuple[str, ...]) -> None:
        rates = {line.kind: line.rate for line in lines}
        times = (number(rates["ggl"] / rates[kind]) if kind in rates else "" for kind in COLUMNS)
        self.ratios.append((title, number(rates["ggl"]), *times))
        self.long += rows(title, lines)
        self.notes += [f"{title}: {note}" for note in notes] + doubts(title, lines, bool(notes))

    def add_perft(self, lines: list[Line]) -> None:
        for line in lines:
            self.leaves.append((line.kind, number(line.rate), number(lines[0].rate / line.rate) if line is not lines[0] else ""))

    @property
    def told(self) -> list[str]:
        return [*self.notes, *(f"Left out: {why}." for why in sorted(self.left_out))]

    def text(self) -> str:
        tables = [plain(SHORT, self.ratios), plain(LEAVES, self.leaves) if self.leaves else "", "\n".join(self.told)]
        return "\n\n".join(filter(None, tables))

    def markdown(self) -> str:
        leaves = markdown(LEAVES, self.leaves) if self.leaves else ""
        notes = "\n".join(f"- {line}" for line in self.told)
        return "\n\n".join(filter(None, [self.about, markdown(SHORT, self.ratios), notes, leaves, markdown(HEAD, self.long, 2)]))


def run(report: Report, wanted: list[str], python: str, seconds: float, rounds: int, whole: bool) -> None:
    """The contests that are wanted; all if none is named. Prints each when it is over.

    The whole machine is for the peer that can use an accelerator.
    """

    def chosen(*names: str) -> bool:
        return not wanted or any(each.lower() in name.lower() for each in wanted for name in names)

    for each in CONTESTS:
        if chosen(each.title, each.ggl):
            taking_part = {kind: how for kind, how in each.settings.items() if not whole or kind in ("ggl", "pgx")}
            lines = contest(taking_part, python, seconds, rounds, report.left_out, whole) if len(taking_part) > 1 else []
            if len(lines) > 1:
                report.add(each.title, lines, each.notes)
                print("\n" + plain(HEAD, rows(each.title, lines), 2), flush=True)
    if chosen("chess perft") and not whole:
        depth: dict[str, object] = {"perft": PERFT}
        settings = {"ggl": {"game": "chess", **depth}, "python-chess": depth}
        report.add_perft(contest(settings, python, seconds, rounds, report.left_out))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help="those whose title or name of ggl has this in it; else all")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each turn (1)")
    parser.add_argument("--rounds", type=int, default=3, help="turns of each (3)")
    parser.add_argument("--python", default=sys.executable, metavar="PATH", help="the interpreter that has the peers")
    parser.add_argument("--whole", action="store_true", help="ggl on all processors, pgx on the accelerator, by the clock")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="a page to put the tables into, between its markers")
    options = parser.parse_args()
    if options.markdown and options.markdown.exists() and options.games:
        parser.error("the page has the tables of all games; leave either the games out or `--markdown`")
    asked = [options.python, "-c", "import sys; from page import versions; print(versions(*sys.argv[1:]))", *THERE]
    there = subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=True).stdout.strip()
    report = Report(f"{machine()}. {', '.join(filter(None, (versions(*HERE), there)))}.")
    print(report.about)
    try:
        run(report, options.games, options.python, options.seconds, options.rounds, options.whole)
    except KeyboardInterrupt:
        print("\nstopped; what was measured until then:")
    print("\n" + report.text())
    if options.markdown:
        write(options.markdown, "accelerator" if options.whole else "peers", report.markdown())


if __name__ == "__main__":
    main()
