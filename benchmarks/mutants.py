"""How many small faults the ordinary tests find: mutants of the rooms that decide what a game is.

    python benchmarks/mutants.py map                  which test runs which statement; once, about an hour
    python benchmarks/mutants.py map tests/model ..   the same of some tests; who survives them may still fall to the others
    python benchmarks/mutants.py run --each 40        40 mutants of each room, each against the tests that run its statement
    python benchmarks/mutants.py run --only checker/cost.py --each 999
    python benchmarks/mutants.py run --rooms checker --each 9999 --limit 4 --kills
                                                      a first pass: only who falls to the quickest tests is written down
    python benchmarks/mutants.py again tests/model    the survivors once more, each against tests written since the map
    python benchmarks/mutants.py told                 what has been found out so far, and who survived

A mutant is killed when a test fails. Most are tried in forks of one process that has collected the tests (`mutant_forks.py`),
some seconds each; those that change what is done as a module is loaded, each by a process of its own, once the tests have passed
without a mutant. `mutants.jsonl` keeps what has been tried, by a name that outlives changes elsewhere in the file.
`equivalent_mutants.yaml` lists survivors that no test can tell from the original, each with its reason. `told` exits with 1 if
fewer than 95 of 100 are killed, or if a survivor is not judged.
"""

from __future__ import annotations

import argparse
import contextlib
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
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.mutating import Mutant, mutants
from benchmarks.statements import ROOMS, Statements, files
from tests.sets import ORDINARY

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "benchmarks"
MAP, TRIED, EQUIVALENT = ROOT / ".mutants" / "map.json.gz", HERE / "mutants.jsonl", HERE / "equivalent_mutants.yaml"
PASSED = ROOT / ".mutants" / "passed.jsonl"
"""Who did not fall in a first pass."""

GOAL = 0.95
LIMIT = 240.0
"""Seconds of tests for one mutant, if not said. One that has not failed by then counts as a survivor."""


def all_mutants(rooms: list[str]) -> dict[str, list[Mutant]]:
    return {
        room: [m for path in files(ROOT, room) for m in mutants(str(path.relative_to(ROOT)), path.read_text())] for room in rooms
    }


# ---- which tests run what


def measure(chosen: list[str], workers: int) -> int:
    tests: dict[str, tuple[float, set[int]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        more = {"MUTANTS_MAP": folder, "PYTHONPATH": f"{HERE / 'mutant_site'}:{ROOT}"}
        done = _pytest(ROOT, ["-n", str(workers), "--dist", "worksteal", *chosen], more, None)
        for part in Path(folder).glob("tests-*.jsonl"):
            for line in part.read_text().splitlines():
                name, seconds, ran = json.loads(line)
                tests[name] = (seconds, set(ran))
        for part in Path(folder).glob("process-*.json"):
            name, ran = json.loads(part.read_text())
            tests[name][1].update(ran)
    statements = Statements(ROOT)
    running: list[list[int]] = [[] for _ in range(statements.count)]
    for number, (_, ran) in enumerate(tests.values()):
        for statement in ran:
            running[statement].append(number)
    MAP.parent.mkdir(exist_ok=True)
    with gzip.open(MAP, "wt", compresslevel=4) as file:
        json.dump({"tests": {name: seconds for name, (seconds, _) in tests.items()}, "running": running}, file)
    print(f"{len(tests):,} tests ran {sum(map(bool, running)):,} of {statements.count:,} statements")
    if done.returncode:  # a test that fails without a mutant tells nothing of any
        print(done.stdout[-10_000:])
    return done.returncode


def _pytest(
    root: Path, arguments: list[str], more: dict[str, str], limit: float | None, plugin: str = "benchmarks.mutant_plugin"
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-m", ORDINARY, "-p", plugin, "-p", "no:cacheprovider"]
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"} | more
    done = subprocess.run(
        [*command, *arguments], cwd=root, env=environment, timeout=limit, check=False, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode == pytest.ExitCode.USAGE_ERROR:  # then no test has run, and nothing was killed
        raise SystemExit(done.stdout)
    return done


class Tests:
    """The tests that may find a mutant, those first that find one soonest.

    First those that ran its statement (all tests, where no function of its module has one), those of its module foremost;
    then others of the same files, which may have been handed what another test made.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        with gzip.open(MAP, "rt") as file:
            measured = json.load(file)
        self._seconds: dict[str, float] = measured["tests"]
        self._names = list(self._seconds)
        self._running: list[list[int]] = measured["running"]
        self._statements = Statements(ROOT)
        self._files: dict[str, list[str]] = defaultdict(list)
        for name in self._names:
            self._files[name.partition("::")[0]].append(name)
        self._kills = Counter(str(line["by"]).partition("::")[0] for line in _tried() if line["by"])

    def of(self, mutant: Mutant) -> dict[str, float]:
        statement = self._statements.at(mutant.path, mutant.line, mutant.column)
        wanted = (self._statements.of(mutant.path) or range(self._statements.count)) if statement is None else [statement]
        ran = {self._names[number] for each in wanted for number in self._running[each]}
        exact = {name for name in ran if (ROOT / name.partition("::")[0]).exists()}  # others have gone since the map was made
        beside = {name for file in {name.partition("::")[0] for name in exact} for name in self._files[file]} - exact
        own = f"tests/{mutant.path.removeprefix('ggl/').rpartition('/')[0]}/test_{Path(mutant.path).stem}"
        chosen: dict[str, float] = {}
        for name in [
            *sorted(exact, key=lambda name: (not name.startswith(own), *self._dear(name))),
            *sorted(beside, key=self._dear),
        ]:  # fmt: skip
            if sum(chosen.values()) < self._limit:
                chosen[name] = self._seconds[name]
        return chosen

    def _dear(self, name: str) -> tuple[bool, float]:
        """Seconds for each mutant that the file of a test has killed so far."""
        return self._seconds[name] > 2, self._seconds[name] / (1 + self._kills[name.partition("::")[0]])


# ---- trying


def digest(text: str) -> str:
    """Of the text around a mutant: the whole module, since what a function does hangs upon the others."""
    return sha256(text.encode()).hexdigest()[:12]


def run(
    rooms: list[str], only: str, each: int, seed: int, workers: int, minutes: float, limit: float, again: bool, kills: bool
) -> int:
    tests, end = Tests(limit), time.monotonic() + 60 * minutes
    known = {line["mutant"]: line for path in (PASSED, TRIED)[not kills :] for line in _tried(path)}
    chosen: list[Mutant] = []
    for room, found in all_mutants(rooms).items():
        found = [mutant for mutant in found if only in mutant.name]
        chosen += random.Random(f"{seed} {room}").sample(found, each) if each < len(found) else found
    wanted = [m for m in chosen if m.name not in known or (again and known[m.name]["by"] is None)]
    print(f"{len(chosen)} mutants, {len(chosen) - len(wanted)} known", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        chosen_tests = {mutant: names for mutant in wanted if (names := tests.of(mutant))}
        for mutant in wanted:  # it would survive whatever it does
            if mutant not in chosen_tests:
                print(f"no test to ask   {mutant.name}")
        files = sorted({name.partition("::")[0] for names in chosen_tests.values() for name in names})
        tried = _by_forks(_copy(Path(folder)), chosen_tests, files, workers, end, kills)
        if not kills:  # the others take a process each
            _one_by_one(Path(folder), {mutant: names for mutant, names in chosen_tests.items() if mutant not in tried}, [], end)
    return told()


def _by_forks(
    place: Path, chosen: dict[Mutant, dict[str, float]], files: list[str], workers: int, end: float, kills: bool = False
) -> set[Mutant]:
    """Try mutants by one process, see `mutant_forks.py`. Gives those that could be tried so, their lines kept.

    With `kills` the lines of survivors are kept for the next first pass alone.
    """
    mutants = list(chosen)
    texts = {mutant: (place / mutant.path).read_text() for mutant in mutants}
    jobs = [
        {"path": m.path, "text": m.applied(texts[m]), "tests": chosen[m], "anew": m.path.startswith("ggl/compiler/")}
        for m in mutants
    ]
    (place / "jobs.json").write_text(json.dumps(jobs))
    results = place / "results.jsonl"
    more = {"MUTANTS_JOBS": str(place / "jobs.json"), "MUTANTS_RESULTS": str(results), "MUTANTS_WORKERS": str(workers)}
    with contextlib.suppress(subprocess.TimeoutExpired):
        _pytest(place, ["-p", "no:xdist", *files], more, max(end - time.monotonic(), 1), "benchmarks.mutant_forks")
    tried = set()
    found = [json.loads(text) for text in results.read_text().splitlines()] if results.exists() else []
    broken = {by for number, by, _ in found if number < 0}
    for number, by, seconds in found:
        if number < 0 or (by is not None and by in broken):
            continue  # a test that fails without a mutant, too, tells nothing
        mutant = mutants[number]
        tried.add(mutant)
        _tell_and_keep(
            mutant, _line(mutant, by, len(chosen[mutant]), seconds, texts[mutant]), PASSED if kills and by is None else TRIED
        )
    return tried


def _one_by_one(place: Path, chosen: dict[Mutant, dict[str, float]], files: list[str], end: float) -> None:
    """Try mutants in the file itself, each by a process of its own: the tests chosen for it, or all of `files` if there are none.

    Tests that fail without a mutant, or do not start, would seem to kill each: then none is tried.
    """
    together = {name: seconds for names in chosen.values() for name, seconds in names.items()}
    if chosen and (done := _tests_run(place, together, files)).returncode:
        raise SystemExit(f"{done.stdout[-10_000:]}\nThese tests do not pass without a mutant, so they tell nothing of any.")
    for mutant, names in chosen.items():
        if time.monotonic() < end:
            by, seconds = _killer(place, mutant, names, files)
            text = (place / mutant.path).read_text()
            _tell_and_keep(mutant, _line(mutant, by, len(names) or len(files), seconds, text), TRIED)


def _tell_and_keep(mutant: Mutant, line: dict[str, object], path: Path) -> None:
    with path.open("a") as file:
        file.write(json.dumps(line) + "\n")
    print(f"{'killed  ' if line['by'] else 'SURVIVED'} {line['seconds']:5.0f} s  {mutant.name}", flush=True)


def again(tests: list[str], workers: int, minutes: float) -> int:
    """Each survivor that nobody has judged, against these files and folders of tests alone."""
    judged = _judged()
    everything = {m.name: m for found in all_mutants(list(ROOMS)).values() for m in found if m.name not in judged}
    survivors = [everything[name] for line in _tried() if line["by"] is None and (name := str(line["mutant"])) in everything]
    with tempfile.TemporaryDirectory() as folder:
        place, end = _copy(Path(folder)), time.monotonic() + 60 * minutes
        tried = _by_forks(place, {mutant: {} for mutant in survivors}, tests, workers, end)
        _one_by_one(place, {mutant: {} for mutant in survivors if mutant not in tried}, tests, end)
    return told()


def _copy(place: Path) -> Path:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, place / name)
    return place


def _tests_run(
    place: Path, names: dict[str, float], files: list[str], limit: float | None = None
) -> subprocess.CompletedProcess[str]:
    """The tests of these names in this order, or all of `files` if there are none, up to the first that fails."""
    if not names:
        return _pytest(place, ["-x", *files], {}, limit)
    order = place / "order.json"
    order.write_text(json.dumps(names))
    return _pytest(place, ["-x", *dict.fromkeys(name.partition("::")[0] for name in names)], {"MUTANTS_ORDER": str(order)}, limit)


def _killer(place: Path, mutant: Mutant, names: dict[str, float], files: list[str]) -> tuple[str | None, float]:
    """The test that kills a mutant, if one does, and the seconds it took to know."""
    path, start = place / mutant.path, time.monotonic()
    text = path.read_text()
    path.write_text(mutant.applied(text))
    try:
        done = _tests_run(place, names, files, 2 * LIMIT)
        by = _failed(done.stdout) if done.returncode not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED) else None
    except subprocess.TimeoutExpired:
        by = None
    finally:
        path.write_text(text)
    return by, round(time.monotonic() - start, 1)


def _line(mutant: Mutant, by: str | None, tests: int, seconds: float, text: str) -> dict[str, object]:
    """What is kept of a trial; `text` is that of the module."""
    return {"mutant": mutant.name, "line": mutant.line, "by": by, "tests": tests, "seconds": seconds, "of": digest(text)}


def _failed(output: str) -> str:
    for line in output.splitlines():
        if line.startswith(("FAILED ", "ERROR ")):
            return line.split(" ", 1)[1].split(" - ")[0]
    return "(the tests did not start)"


# ---- telling


def _judged() -> dict[str, str]:
    """The survivors that are no other than the original, each with the reason."""
    return (yaml.safe_load(EQUIVALENT.read_text()) if EQUIVALENT.exists() else None) or {}


def _tried(path: Path | None = None) -> Iterator[dict[str, object]]:
    """The last line of each mutant, in `mutants.jsonl` if no path is given."""
    path = path or TRIED
    lines = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    return iter({line["mutant"]: line for line in lines}.values())


def told() -> int:
    judged = _judged()
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
    parser.add_argument("what", choices=("map", "run", "again", "told"))
    parser.add_argument("tests", nargs="*", help="for `map` and `again`: files and folders of tests")
    parser.add_argument("--rooms", default=",".join(ROOMS), help="some of " + ", ".join(ROOMS))
    parser.add_argument("--only", default="", help="those whose name has this text, such as `checker/cost.py` or a function")
    parser.add_argument("--each", type=int, default=40, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=10_000, help="begin no mutant after this time")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds of tests for one mutant")
    parser.add_argument("--again", action="store_true", help="try those who survived once more, by the map")
    parser.add_argument("--kills", action="store_true", help="write down only who is killed")
    given = parser.parse_args()
    if given.what == "map":
        return measure(given.tests or ["tests"], given.workers)
    if given.what == "told":
        return told()
    if given.what == "again":
        if not given.tests:
            parser.error("which tests?")
        return again(given.tests, given.workers, given.minutes)
    return run(
        given.rooms.split(","), given.only, given.each, given.seed, given.workers, given.minutes, given.limit, given.again,
        given.kills,
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
