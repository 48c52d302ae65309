"""Made games in which every pair of features of the language meets: `python benchmarks/pairs.py --minutes 10 [--compiled]`.

    python benchmarks/pairs.py --minutes 60 --into FOLDER     go on where the last runs into this folder ended
    python benchmarks/pairs.py --workers 8 --into FOLDER      in eight processes, with the seeds from --seed on
    python benchmarks/pairs.py --cases                        whether games show the faults of `tests/generated/cases.py`
    python benchmarks/pairs.py --any --into FOLDER            features at random, and not the pairs that lack
    python benchmarks/pairs.py --having "any words"           the same, and one feature in each game: there much is nested
    python benchmarks/pairs.py --small --any --into FOLDER    with room for few steps and positions: bounds are reached
    python benchmarks/pairs.py --told --into FOLDER           play nothing, only tell
    python benchmarks/pairs.py --keep --into FOLDER           add its counts to `pairs_met.json`, from which later runs go on

Each game has the two features that have met least often, in all runs into the folder, and others that go with them
(`tests/generated`). A sound one is played by both engines, the compiled one as Python or, with --compiled, by machine code;
pairs are counted of played games, of each kind for itself. Its record, its names, its formatted file, its variant and what is
told of it are looked at too. LLVM takes most of the time by machine code: with --unoptimized it translates the kernel as it
stands, 25 times as fast, and only the engines are set side by side, since the rest does not depend on the code. What differs is
made as small as can be and kept as a file in the folder, with a comment that says what differs.
Exits with 1 if anything differed in this run.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from ggl.play.loading import check_source
from ggl.source import Source
from tests import small_limits, unoptimized
from tests.generated.cases import CASES, SUSPECT, Case
from tests.generated.covering import (
    ENOUGH,
    GIVEN_UP,
    MOST_COSTS,
    MOST_UNOPTIMIZED,
    Covered,
    Kept,
    chosen,
    drawn,
    excluded,
    pairs,
)
from tests.generated.layout import Tree
from tests.generated.making import Made, NotMade, made
from tests.generated.playing import Difference, TooLong, examined, within
from tests.generated.readings import of_the_definition
from tests.generated.shrinking import smallest
from tests.generated.table import FEATURES, why_apart

MET = Path(__file__).parent / "pairs_met.json"
"""What the runs that were kept have covered."""

SMALL_SECONDS = 90.0
"""To make a file small."""

MAKING_SECONDS = 30.0
"""To make a game, and to check it."""

CASE_SECONDS = 90.0
"""To look for a case that is listed."""

MADE = 4
"""Games made for each that is played, the one in which most lacking pairs meet. Making a game costs a tenth of playing it."""

OF_A_SORT = 3
"""Files that are made small of differences that look alike; later ones are kept as they are."""


PYTHON, COMPILED = "python", "compiled"
"""The kinds of runs: by Python and by machine code."""

ENGINES, PROGRAMS = "engines", "programs"
"""The checks that play by the compiled engine."""


def sort_of(found: Difference) -> str:
    """What differences have in common that look alike."""
    if " at " in found.what[:80] and "Error" in found.what:
        return f"{found.by}: {found.what.split(':')[0]} {found.what.split(':')[1][:6]}"
    return f"{found.by}: {found.check}"


def made_small(one: Made, wanted: Difference, *, native: bool, readings: bool) -> Made:
    def still(tree: Tree) -> bool:
        smaller = Made("", tree, names=one.names)
        try:
            if check_source(Source("made.yaml", smaller.text))[0] is None:
                return False
            found = examined(smaller, native=native, seconds=5, only=wanted.by, others=[of_the_definition] if readings else [])
        except (TooLong, Exception):
            return False
        return any(sort_of(each) == sort_of(wanted) for each in found)

    return Made(one.seed, smallest(one.tree, still, SMALL_SECONDS), names=one.names, sorts=one.sorts, wanted=one.wanted)


def keep(folder: Path, one: Made, found: list[Difference], key: str, *, small: bool) -> Path:
    path = folder / f"{re.sub(r'[^A-Za-z]+', '-', key).strip('-').lower()[:60]}-{one.seed}.yaml"
    head = [
        f"seed {one.seed}{'' if small else ', not made small'}",
        *(str(each)[:300] for each in found),
        f"wanted: {', '.join(one.wanted)}",
    ]
    text = one.text if not small else one.text.replace("name: Made\n", f"name: Found {one.seed}\n")
    path.write_text("".join(f"# {line}\n" for each in head for line in each.splitlines()) + text, "utf-8")
    return path


class Run:
    def __init__(
        self,
        folder: Path,
        *,
        native: bool,
        readings: bool,
        seed: int,
        only: tuple[str, ...] = ("",),
        at_random: bool = False,
        having: str = "",
    ) -> None:
        self.at_random, self.having = at_random, having
        self.is_slow = native and only == ("",)
        self.folder, self.native, self.readings, self.seed, self.only = folder, native, readings, seed, only
        folder.mkdir(parents=True, exist_ok=True)
        kind = COMPILED if native else PYTHON
        self.path, self._sorts = folder / f"covered-{kind}-{seed}.json", folder / f"sorts-{kind}-{seed}.json"
        self.covered, self.sorts = Covered.read(self.path), Counter(_read(self._sorts))
        self.found = 0
        self.whole = self.covered + covered_in(folder, kind, but=self.path) + Kept.read(MET).of(kind)
        """What this run and those before it have covered."""

    def one(self, number: int, say: Callable[[str], None]) -> None:
        part = Covered()
        self._one(number, say, part)
        self.covered += part
        self.whole += part

    def _made(self, name: str, say: Callable[[str], None], covered: Covered) -> Made | None:
        """A game that has what most lacks, as far as it comes out sound."""
        rng = Random(name)
        if self.at_random:
            pair, wanted = drawn(rng, having=self.having)
        else:
            costs = rng.choice((MOST_COSTS, MOST_UNOPTIMIZED)) if self.native and not self.is_slow else MOST_COSTS
            pair, wanted = chosen(rng, self.whole, 26 if self.native else 45, costs)
        try:
            with within(MAKING_SECONDS):
                game, _ = made(name, wanted)
        except TooLong:
            covered.slow += 1
            covered.missed[pair] += 1
            return None
        except NotMade:
            covered.unsound += 1
            covered.missed[pair] += 1
            return None
        except Exception as error:
            self.found += 1
            key = f"check: {type(error).__name__}"
            self.sorts[key] += 1
            say(f"{name}: the checker fails: {type(error).__name__}: {str(error)[:100]}; wanted {wanted}")
            return None
        if not set(pair) <= game.has:
            covered.missed[pair] += 1
        return game

    def _one(self, number: int, say: Callable[[str], None], covered: Covered) -> None:
        tried = [self._made(f"{self.seed}-{number}-{each}", say, covered) for each in range(1 if self.at_random else MADE)]
        sound = [game for game in tried if game is not None]
        if not sound:
            return
        lacking = set(self.whole.lacking())
        game = max(sound, key=lambda one: sum(pair in lacking for pair in combinations(sorted(one.has), 2)))
        try:
            found = [
                each
                for only in self.only
                if only != PROGRAMS or number % 3 == 0
                for each in examined(
                    game,
                    native=self.native,
                    seconds=120 if self.native else 20,
                    others=[of_the_definition] if self.readings else [],
                    only=only,
                    programs=number % 3 == 0,
                )
            ]
        except TooLong:
            covered.slow += 1
            return
        covered.add(game.has)
        if found:
            self.found += 1
            self._kept(game, found, say)

    def _kept(self, game: Made, found: list[Difference], say: Callable[[str], None]) -> None:
        for key in dict.fromkeys(sort_of(each) for each in found):
            self.sorts[key] += 1
            first = next(each for each in found if sort_of(each) == key)
            is_small = self.sorts[key] <= OF_A_SORT
            one = made_small(game, first, native=self.native, readings=self.readings) if is_small else game
            path = keep(self.folder, one, [each for each in found if sort_of(each) == key][:1], key, small=is_small)
            say(f"{game.seed}: {first if is_small else str(first)[:200]}\n  kept as {path}")

    def save(self) -> None:
        self.covered.save(self.path)
        self._sorts.write_text(json.dumps(self.sorts))


def covered_in(folder: Path, kind: str, but: Path | None = None) -> Covered:
    """What all runs into a folder have covered."""
    return sum((Covered.read(path) for path in folder.glob(f"covered-{kind}-*.json") if path != but), Covered())


def _read(path: Path) -> dict[str, int]:
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def hunt(given: argparse.Namespace, seed: int) -> bool:
    """Makes games and plays them until the time is over; whether anything differed."""
    if given.small:
        small_limits.install()
    if given.unoptimized:
        unoptimized.install()
    if given.unoptimized or given.small:
        os.environ["GGL_CACHE"] = tempfile.mkdtemp(prefix="made-games-")
    only = (ENGINES, PROGRAMS) if given.unoptimized or given.small else ("",)
    run = Run(
        given.into,
        native=given.compiled,
        readings=given.readings,
        seed=seed,
        only=only,
        at_random=given.any or bool(given.having),
        having=given.having,
    )
    until = time.monotonic() + 60 * given.minutes
    number = first = run.covered.games + run.covered.unsound + run.covered.slow + sum(run.sorts.values())
    while time.monotonic() < until and not (given.games and number - first >= given.games):
        run.one(number, lambda text: print(text, flush=True))
        number += 1
        if number % 20 == 0:
            run.save()
            if not given.any and not run.whole.lacking():
                break
    run.save()
    return run.found > 0


def keep_counts(folder: Path) -> None:
    """Move the counts of a folder to the kept ones."""
    for kind in (PYTHON, COMPILED):
        kept = [*folder.glob(f"covered-{kind}-*.json")]
        if kept:
            Kept.read(MET).add(kind, covered_in(folder, kind))
        for path in kept:
            path.unlink()


def tell(folder: Path, kind: str) -> None:
    covered = covered_in(folder, kind) + Kept.read(MET).of(kind)
    counts = [covered.met[pair] for pair in pairs()]
    enough = sum(count >= ENOUGH for count in counts)
    never = [pair for pair in pairs() if not covered.met[pair]]
    print(f"{covered.games} games played, {covered.unsound} not sound, {covered.slow} too slow")
    print(
        f"{len(pairs())} pairs may meet: {enough} met {ENOUGH} times or more, {len(never)} never yet; {len(excluded())} are apart"
    )
    print("least often:")
    for pair in sorted(pairs(), key=lambda pair: covered.met[pair])[:25]:
        note = ", given up" if covered.missed[pair] >= GIVEN_UP and not covered.met[pair] else ""
        print(f"  {covered.met[pair]:>4}  {pair[0]} + {pair[1]} (missed {covered.missed[pair]}{note})")
    print("apart:")
    sorts = sum((Counter(_read(path)) for path in folder.glob("sorts-*.json")), Counter[str]())
    for what, count in (*Counter(excluded().values()).most_common(), *sorts.most_common()):
        print(f"  {count:>4}  {what}")


def tell_cases(seed: int, games: int, only: str) -> int:
    """Plays games with the features of each case until the fault shows; gives how many cases showed theirs."""
    shown = 0
    for case in CASES:
        if only not in ("", case.number):
            continue
        number, found, began = 0, "", time.monotonic()
        while number < games and not found and time.monotonic() - began < CASE_SECONDS:
            number += 1
            found = of_case(case, f"{seed}-{case.number}-{number}")
        shown += bool(found)
        what = f"game {number}: {found}" if found else f"not in {number} games"
        print(f"{case.number:>4}  {case.says}: {what}"[:260], flush=True)
    return shown


def of_case(case: Case, seed: str) -> str:
    """What a game with the features of a case shows of it."""
    rng = Random(seed)
    features = [name for name in case.features if name in FEATURES]
    for name in rng.sample(sorted(FEATURES), rng.randrange(4, 14)):
        if FEATURES[name].costs < 4 and name not in SUSPECT and all(not why_apart(name, each) for each in features):
            features.append(name)
    try:
        with within(MAKING_SECONDS):
            game, _ = made(seed, features)
        only = "" if case.by == "check" else case.by
        found = examined(game, native=case.native, others=[of_the_definition], only=only, seconds=60 if case.native else 20)
    except (NotMade, TooLong):
        return ""
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:160] if case.by == "check" or case.native else ""
    return next(
        (
            str(each)[:200]
            for each in found
            if (each.by == "engines" if case.by == "check" else each.by == case.by) and re.search(case.mark, str(each))
        ),
        "",
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--games", type=int, default=0, help="stop after this many games")
    parser.add_argument("--compiled", action="store_true", help="by machine code")
    parser.add_argument("--unoptimized", action="store_true", help="machine code without LLVM's passes, and the engines alone")
    parser.add_argument("--readings", action="store_true", help="beside the engines a plain reading of the definition")
    parser.add_argument("--small", action="store_true", help="with room for few steps and positions, and the engines alone")
    parser.add_argument("--any", action="store_true", help="draw all features at random, and not the pairs that lack")
    parser.add_argument(
        "--having", default="", metavar="FEATURE", help="draw features at random beside this one, such as 'any words'"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="processes side by side")
    parser.add_argument("--into", type=Path, default=Path("made-games"), help="folder for counts and files (made-games)")
    parser.add_argument(
        "--cases", nargs="?", const="all", metavar="NUMBER", help="look for the faults that are listed, or for one"
    )
    parser.add_argument("--told", action="store_true", help="play nothing, only tell")
    parser.add_argument("--keep", action="store_true", help="play nothing, and add the counts of the folder to those of all runs")
    given = parser.parse_args()
    if given.cases:
        return 1 if tell_cases(given.seed, given.games or 100, given.cases.replace("all", "")) else 0
    given.compiled = given.compiled or given.unoptimized
    found = False
    if given.keep:
        keep_counts(given.into)
    elif not given.told:
        with ProcessPoolExecutor(given.workers) as pool:
            found = any(list(pool.map(hunt, [given] * given.workers, range(given.seed, given.seed + given.workers))))
    tell(given.into, COMPILED if given.compiled else PYTHON)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
