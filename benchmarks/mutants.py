"""How many small faults the ordinary tests find: mutants of the rooms that decide what a game is.

    python benchmarks/mutants.py map                  which test runs which function; once, about half an hour
    python benchmarks/mutants.py run --each 40        40 mutants of each room, each against the tests that run its function
    python benchmarks/mutants.py told                 what has been found out so far, and who survived

A mutant is killed when a test fails. `mutants.jsonl` keeps what has been tried, by a name that outlives changes elsewhere in the
file. `equivalent_mutants.yaml` lists survivors that no test can tell from the original, each with its reason. `told` exits with 1
if fewer than 95 of 100 are killed, or if a survivor is not judged.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.mutating import Mutant, mutants

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "benchmarks"
MAP, TRIED, EQUIVALENT = ROOT / ".mutants" / "map.json.gz", HERE / "mutants.jsonl", HERE / "equivalent_mutants.yaml"

ROOMS = {
    "interpreter": "ggl/interpreter/**/*.py",
    "checker": "ggl/checker/**/*.py",
    "model": "ggl/model/**/*.py",
    "turns": "ggl/compiler/turns.py",
    "draws": "ggl/compiler/drawing.py",
    "statistics": "ggl/arena/statistics/*.py",
    "records": "ggl/play/record/*.py",
}
GOAL = 0.95
LIMIT = 1500
"""Seconds for the tests of one mutant. Who has not failed by then counts as surviving."""


def all_mutants(rooms: list[str]) -> dict[str, list[Mutant]]:
    return {
        room: [m for path in sorted(ROOT.glob(ROOMS[room])) for m in mutants(str(path.relative_to(ROOT)), path.read_text())]
        for room in rooms
    }


# ---- which tests run what


def measure() -> int:
    with tempfile.TemporaryDirectory() as folder:
        code = _pytest(ROOT, ["-n", "2", "--dist", "worksteal", "tests"], {"MUTANTS_MAP": folder}, None).returncode
        found = {}
        for part in Path(folder).glob("*.json"):
            found |= json.loads(part.read_text())
    MAP.parent.mkdir(exist_ok=True)
    with gzip.open(MAP, "wt") as file:
        json.dump(found, file)
    print(f"{len(found):,} tests measured")
    return code


def _pytest(root: Path, arguments: list[str], more: dict[str, str], limit: float | None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-m", "not slow", "-p", "benchmarks.mutant_plugin", "-p", "no:cacheprovider"]
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"} | more
    return subprocess.run(
        [*command, *arguments], cwd=root, env=environment, timeout=limit, check=False, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )  # fmt: skip


class Tests:
    """The tests that run each function, those that look nearest first, then the quick before the long."""

    def __init__(self) -> None:
        with gzip.open(MAP, "rt") as file:
            measured: dict[str, tuple[float, list[str]]] = json.load(file)
        self._seconds = {name: seconds for name, (seconds, _) in measured.items()}
        self._running: dict[str, list[str]] = defaultdict(list)
        self._ran = Counter(name for name, (_, functions) in measured.items() for _ in functions)
        for name, (_, functions) in measured.items():
            for function in functions:
                self._running[function].append(name)
                self._running[function.partition(":")[0]].append(name)

    def of(self, mutant: Mutant) -> dict[str, float]:
        exact = self._running.get(f"{mutant.path}:{mutant.function}", []) if mutant.function else []
        found = dict.fromkeys(exact or self._running.get(mutant.path, []))
        room = mutant.path.split("/")[1]
        order = sorted(
            found, key=lambda name: (self._seconds[name] > 2, not name.startswith(f"tests/{room}"), self._seconds[name])
        )
        return {name: self._seconds[name] for name in order}


# ---- trying


def digest(mutant: Mutant, text: str) -> str:
    """Of the text around a mutant: the whole module, since what a function does hangs upon the others."""
    return sha256(text.encode()).hexdigest()[:12]


def run(rooms: list[str], each: int, seed: int, workers: int, minutes: float, again: bool) -> int:
    tests, end = Tests(), time.monotonic() + 60 * minutes
    known = {line["mutant"]: line for line in _tried()}
    chosen: list[Mutant] = []
    for room, found in all_mutants(rooms).items():
        chosen += random.Random(f"{seed} {room}").sample(found, min(each, len(found)))
    wanted = [m for m in chosen if m.name not in known or (again and known[m.name]["by"] is None)]
    print(f"{len(chosen)} mutants, {len(chosen) - len(wanted)} known", flush=True)
    places: SimpleQueue[Path] = SimpleQueue()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(workers) as pool:
        for number in range(workers):
            places.put(_copy(Path(folder, str(number))))

        def one(mutant: Mutant) -> None:
            if time.monotonic() > end:
                return
            place = places.get()
            try:
                line = _try(place, mutant, tests)
            finally:
                places.put(place)
            with TRIED.open("a") as file:
                file.write(json.dumps(line) + "\n")
            print(f"{'killed  ' if line['by'] else 'SURVIVED'} {line['seconds']:5.0f} s  {mutant.name}", flush=True)

        list(pool.map(one, random.Random(seed).sample(wanted, len(wanted))))
    return told()


def _copy(place: Path) -> Path:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place / name)
    return place


def _try(place: Path, mutant: Mutant, tests: Tests) -> dict[str, object]:
    """Who kills a mutant: the name of a test, or None."""
    path, chosen = place / mutant.path, tests.of(mutant)
    text = path.read_text()
    order = place / "order.json"
    order.write_text(json.dumps(chosen))
    start = time.monotonic()
    files = list(dict.fromkeys(name.partition("::")[0] for name in chosen))
    by: str | None = None
    if files:
        path.write_text(mutant.applied(text))
        try:
            done = _pytest(place, ["-x", *files], {"MUTANTS_ORDER": str(order)}, LIMIT)
            by = _failed(done.stdout) if done.returncode else None
        except subprocess.TimeoutExpired:
            by = None
        finally:
            path.write_text(text)
    line = {"mutant": mutant.name, "line": mutant.line, "by": by, "tests": len(chosen)}
    return line | {"seconds": round(time.monotonic() - start, 1), "of": digest(mutant, text)}


def _failed(output: str) -> str:
    for line in output.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            return line.split(" ", 1)[1].split(" - ")[0]
    return "(the tests did not start)"


# ---- telling


def _tried() -> Iterator[dict[str, object]]:
    """The last line of each mutant."""
    lines = [json.loads(line) for line in TRIED.read_text().splitlines()] if TRIED.exists() else []
    return iter({line["mutant"]: line for line in lines}.values())


def told() -> int:
    judged: dict[str, str] = (yaml.safe_load(EQUIVALENT.read_text()) if EQUIVALENT.exists() else None) or {}
    everything = {m.name: room for room, found in all_mutants(list(ROOMS)).items() for m in found}
    counts: dict[str, Counter[str]] = {room: Counter() for room in ROOMS}
    open_: list[str] = []
    for line in _tried():
        name = str(line["mutant"])
        room = everything.get(name)
        if room is None:
            continue  # its function has changed
        fate = "killed" if line["by"] else "equivalent" if name in judged else "survived"
        counts[room][fate] += 1
        if fate == "survived":
            open_.append(name)
    print(f"{'room':<12} {'tried':>6} {'killed':>7} {'equivalent':>11} {'survived':>9}")
    for room, fates in counts.items():
        print(f"{room:<12} {fates.total():>6} {fates['killed']:>7} {fates['equivalent']:>11} {fates['survived']:>9}")
    killed, survived = (sum(fates[fate] for fates in counts.values()) for fate in ("killed", "survived"))
    share = killed / max(killed + survived, 1)
    print(f"\n{share:.1%} of those that can be told from the original are killed")
    print(*open_, sep="\n")
    return int(share < GOAL or bool(open_))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("map", "run", "told"))
    parser.add_argument("--rooms", default=",".join(ROOMS), help="some of " + ", ".join(ROOMS))
    parser.add_argument("--each", type=int, default=40, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10_000, help="begin no mutant after this time")
    parser.add_argument("--again", action="store_true", help="try those who survived once more")
    given = parser.parse_args()
    if given.what == "map":
        return measure()
    if given.what == "told":
        return told()
    return run(given.rooms.split(","), given.each, given.seed, given.workers, given.minutes, given.again)


if __name__ == "__main__":
    sys.exit(main())
