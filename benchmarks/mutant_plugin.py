"""What `benchmarks/mutants.py` loads into pytest: which functions each test runs, and tests in an order of its own.

`MUTANTS_MAP`, a folder: measure. Each process leaves a file there that has, for each test, its seconds and the functions of
`ggl` that it ran.
`MUTANTS_ORDER`, a file of test names: run these tests alone, in this order, each for a limited time.
"""

from __future__ import annotations

import ast
import json
import os
import signal
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAP, ORDER = os.environ.get("MUTANTS_MAP"), os.environ.get("MUTANTS_ORDER")
found: dict[str, tuple[float, list[str]]] = {}


@cache
def functions(path: str) -> list[tuple[int, int, str]]:
    """The functions of a file: first line, last line, qualified name; inner ones after those around them."""

    def within(node: ast.AST, name: str) -> Iterator[tuple[int, int, str]]:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
                inner = f"{name}.{child.name}" if name else child.name
                if not isinstance(child, ast.ClassDef):
                    yield child.lineno, child.end_lineno or 0, inner
            yield from within(child, inner)

    return list(within(ast.parse((ROOT / path).read_text()), ""))


def function_at(path: str, line: int) -> str:
    """The innermost function around a line; empty at the top of the module."""
    return next((name for first, last, name in reversed(functions(path)) if first <= line <= last), "")


if MAP:
    import coverage

    measured = coverage.Coverage(data_file=None, source=[str(ROOT / "ggl")], concurrency=["thread"], config_file=False)

    def pytest_configure(config: pytest.Config) -> None:
        measured.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
        measured.switch_context(item.nodeid)
        start = time.perf_counter()
        try:
            return (yield)
        finally:
            found[item.nodeid] = (time.perf_counter() - start, [])
            measured.switch_context("")

    def pytest_sessionfinish() -> None:
        measured.stop()
        if not found:
            return
        data = measured.get_data()
        names: dict[str, set[str]] = {nodeid: set() for nodeid in found}
        for path in data.measured_files():
            place = str(Path(path).relative_to(ROOT))
            for line, contexts in data.contexts_by_lineno(path).items():
                function = f"{place}:{function_at(place, line)}"
                for context in contexts:
                    if context in names:
                        names[context].add(function)
        kept = {nodeid: (round(found[nodeid][0], 3), sorted(names[nodeid])) for nodeid in names}
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        Path(str(MAP), f"{worker}.json").write_text(json.dumps(kept))


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
