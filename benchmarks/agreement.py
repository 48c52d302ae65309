"""Both engines side by side through a thousand games of every bundled option set: `python benchmarks/agreement.py [CASE ..]`.

    python benchmarks/agreement.py --workers 2              go on where the last run ended
    python benchmarks/agreement.py tabik go:size=9 --told   what has been played of these

Vectors, histories, legal steps in their order, draws and scores are compared at every step (`tests/compiler/agreement.py`). It
takes hours of a processor, so what is played is kept line by line in `agreement.jsonl` beside this file: a case, which of its
games, and a digest of what was compared: the functions that have a part in it, and what makes machine code of them. What was
played with another digest counts no more. Exits with 1 if anything differs, or with --told if something is missing.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import sys
import time
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
KEPT = HERE / "agreement.jsonl"
GAMES, PORTION, STEPS = 1000, 50, 1000
COMPARED = ("start", "refresh", "steps", "play", "draw", "score")
MAKING = "llvm*.py"
"""What makes machine code of the kernel, in `ggl/compiler/backends`."""

Portion = tuple[int, str, int]
"""The number of a case, its digest, and the first of its games."""


def digest_of(number: int) -> str:
    import ggl
    from ggl.compiler.emit import emit
    from ggl.compiler.kernel.forms import Module
    from ggl.compiler.kernel.printer import printed
    from ggl.compiler.kernel.runtime_library import linked
    from tests.compiler.agreement import OPTIONS

    name, options = OPTIONS[number]
    emitted = emit(ggl.load(name, **options).checked.core)
    compared = tuple(emitted.entries[each] for each in COMPARED if each in emitted.entries)
    made = hashlib.sha256(printed(linked(Module(emitted.kernel.functions, compared))).encode())
    for file in sorted((Path(ggl.__file__).parent / "compiler" / "backends").glob(MAKING)):
        made.update(file.read_bytes())
    return made.hexdigest()[:16]


def played(portion: Portion) -> dict[str, object]:
    """A line of what is kept: a portion of games played by both engines."""
    import ggl
    from ggl.compiler.runtime.engine import Compiled
    from tests.compiler.agreement import OPTIONS, differences, named

    number, digest, first = portion
    name, options = OPTIONS[number]
    game, since = ggl.load(name, **options), time.process_time()
    found = list(differences(game, Compiled(game.checked.core, game.name), range(first, first + PORTION), STEPS))
    seconds = round(time.process_time() - since, 1)
    return {
        "case": named(OPTIONS[number]),
        "digest": digest,
        "first": first,
        "games": PORTION,
        "seconds": seconds,
        "found": found,
    }


def kept() -> Iterator[dict[str, object]]:
    if KEPT.exists():
        yield from (json.loads(line) for line in KEPT.read_text().splitlines())


def main(asked: list[str], workers: int, *, told: bool) -> int:
    from tests.compiler.agreement import OPTIONS, named

    cases = [number for number, case in enumerate(OPTIONS) if not asked or named(case) in asked]
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        digests = dict(zip(cases, pool.map(digest_of, cases), strict=True))
        done = {(line["case"], line["digest"], line["first"]): line for line in kept()}
        left = [
            (number, digests[number], first)
            for first in range(0, GAMES, PORTION)  # a little of all before much of any
            for number in cases
            if (named(OPTIONS[number]), digests[number], first) not in done
        ]
        if not told:
            with KEPT.open("a") as file:
                for line in pool.imap_unordered(played, left):
                    print(json.dumps(line), file=file, flush=True)
                    done[line["case"], line["digest"], line["first"]] = line
                    print(f"{line['case']}: games from {line['first']}, {line['seconds']} s {line['found'] or ''}", flush=True)
    missing = differing = 0
    for number in cases:
        lines = [line for (case, digest, _), line in done.items() if (case, digest) == (named(OPTIONS[number]), digests[number])]
        count, found = PORTION * len(lines), [each for line in lines for each in line["found"]]  # type: ignore[attr-defined]
        missing, differing = missing + (count < GAMES), differing + bool(found)
        print(f"{named(OPTIONS[number]):<56} {count:>5} games  {'; '.join(found) or 'agree'}")
    return 1 if differing or (told and missing) else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help="such as tabik:size=4; else all")
    parser.add_argument("--workers", type=int, default=1, help="processes (1)")
    parser.add_argument("--told", action="store_true", help="play nothing, only tell")
    given = parser.parse_args()
    sys.exit(main(given.cases, given.workers, told=given.told))
