"""How soon a file that would waste a machine's time is refused; a second is the limit for each.

Run as `python -m benchmarks.refusals` from a checkout. Each file of `tests/checker/wasteful.py` is checked several times in one
run; the table tells the median in milliseconds, and as a ratio to the limit. Always exits with 0: times depend on the machine.
"""

from __future__ import annotations

import argparse
import statistics
import time

from ggl.play.loading import check_source
from tests.checker.wasteful import REFUSED, source

LIMIT = 1.0
"""Seconds."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=3)
    repeats = parser.parse_args().repeats
    print(f"{'file':<48} {'ms':>8} {'ratio':>7}  n={repeats}")
    for name in REFUSED:
        times = []
        for _ in range(repeats):
            file, _code = source(name)
            began = time.perf_counter()
            check_source(file)
            times.append(time.perf_counter() - began)
        median = statistics.median(times)
        print(f"{name:<48} {median * 1000:8.1f} {median / LIMIT:7.2f}")


if __name__ == "__main__":
    main()
