"""A plugin for `python -m tests --quick`: one case of each test function that takes a moment.

`longer.txt` lists the functions that take longer. `python -m tests --measure` runs one case of each function and writes the list.
It counts processor time, so that a busy machine gives the same list.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

LIMIT = 0.15
"""Seconds of processor time that the chosen case of a function may take, with its fixtures and the processes that it starts."""

WAIT = 2.0
"""Seconds that it may take by the clock: a test that waits for a server takes little processor time."""

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


def pytest_collection_finish(session: pytest.Session) -> None:
    session.config.stash[_CLOCK] = _processor_time()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Each part of a test reports the processor time since the end of the part before it."""
    report: pytest.TestReport = yield
    before, now = item.config.stash[_CLOCK], _processor_time()
    item.config.stash[_CLOCK] = now
    report.user_properties.append((_CLOCK_NAME, now - before))
    return report


_CLOCK_NAME = "processor time"
_CLOCK = pytest.StashKey[float]()


def _processor_time() -> float:
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


class _Measured:
    def __init__(self) -> None:
        self._worked: Counter[str] = Counter()
        self._waited: Counter[str] = Counter()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        function = function_of(report.nodeid)
        self._worked[function] += dict(report.user_properties)[_CLOCK_NAME]
        self._waited[function] += report.duration

    def pytest_sessionfinish(self) -> None:
        longer = sorted(name for name, worked in self._worked.items() if worked > LIMIT or self._waited[name] > WAIT)
        LONGER.write_text("".join(f"{name}\n" for name in longer), encoding="utf-8")
