"""What `benchmarks/mutants.py` loads into pytest: which statements each test runs, and tests in an order of its own.

`MUTANTS_MAP`, a folder: measure. Each process leaves a file there that has, for each test, its seconds and the numbers of the
statements that it ran.
`MUTANTS_ORDER`, a file of test names with seconds: run these tests alone, in this order, each for a limited time.
"""

from __future__ import annotations

import builtins
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from benchmarks.statements import HITS

MAP, ORDER = os.environ.get("MUTANTS_MAP"), os.environ.get("MUTANTS_ORDER")

if MAP:
    hits: bytearray = getattr(builtins, HITS)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
        hits[:] = bytes(len(hits))
        os.environ["MUTANTS_TEST"] = item.nodeid
        start = time.perf_counter()
        try:
            return (yield)
        finally:
            seconds = round(time.perf_counter() - start, 3)
            ran = [number for number, hit in enumerate(hits) if hit]
            with Path(str(MAP), f"tests-{os.getpid()}.jsonl").open("a") as file:
                file.write(json.dumps([item.nodeid, seconds, ran]) + "\n")


if ORDER:
    SECONDS: dict[str, float] = {}

    def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
        SECONDS.update(json.loads(Path(str(ORDER)).read_text()))
        place = {name: number for number, name in enumerate(SECONDS)}
        items[:] = sorted((item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
        def late(number: int, frame: FrameType | None) -> None:
            pytest.fail("takes far longer than it did")

        signal.signal(signal.SIGALRM, late)
        signal.alarm(int(20 + 10 * SECONDS[item.nodeid]))
        try:
            return (yield)
        finally:
            signal.alarm(0)
