"""A plugin for `python -m tests --quick`: one case of each test function, but none that takes longer than a quarter of a second.

`longer.txt` lists the functions that take longer. `python -m tests --measure` runs one case of each function and writes it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

LIMIT = 0.25
"""Seconds that the chosen case of a function may take, with what it sets up."""

LONGER = Path(__file__).with_name("longer.txt")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--measure", action="store_true", help=f"write {LONGER.name} anew")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("measure") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Measured())


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    parametrize = metafunc.parametrize

    def first_alone(names: Any, values: Any, *rest: Any, ids: Any = None, **named: Any) -> None:
        cases = list(values)
        kept = [number for number, case in enumerate(cases) if not _is_slow(case)][:1]
        if ids is not None and not callable(ids):
            ids = [list(ids)[number] for number in kept]
        parametrize(names, [cases[number] for number in kept], *rest, ids=ids, **named)

    metafunc.parametrize = first_alone  # type: ignore[method-assign]


def _is_slow(case: Any) -> bool:
    return any(getattr(mark, "name", "") == "slow" for mark in getattr(case, "marks", ()))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    longer = set() if config.getoption("measure") else set(LONGER.read_text(encoding="utf-8").split())
    left = [item for item in items if function_of(item.nodeid) in longer]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if function_of(item.nodeid) not in longer]


def function_of(test: str) -> str:
    """The function of a test, `tests/room/test_module.py::test_name`."""
    return test.partition("[")[0]


class _Measured:
    def __init__(self) -> None:
        self._seconds: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[function_of(report.nodeid)] += report.duration

    def pytest_sessionfinish(self) -> None:
        longer = sorted(name for name, seconds in self._seconds.items() if seconds > LIMIT)
        LONGER.write_text("".join(f"{name}\n" for name in longer), encoding="utf-8")
