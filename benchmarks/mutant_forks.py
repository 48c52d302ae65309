"""What `benchmarks/mutants.py` loads into pytest to try many mutants by one process.

The tests are collected once. For each mutant the process forks; in the fork the functions that differ get the code of the mutant,
and the tests chosen for it run, the first first, until one fails. `MUTANTS_JOBS` is a file with a list of jobs: the path of a
module, its text as a mutant, the tests with their seconds (all, if none are named), and whether what ggl keeps between runs has
to be made anew. A line of
`MUTANTS_RESULTS` is the number of a job, the test that failed or None, and the seconds; a job without a line could not be tried
here, since it changes what is done as a module is loaded. In the end the tests that failed run once more without a mutant; their
lines have the number -1.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import tempfile
import time
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NoReturn

import pytest
from _pytest.runner import runtestprotocol

WORKERS = int(os.environ.get("MUTANTS_WORKERS", "2"))
SECONDS = 10.0
"""How long a test of unknown length may take, about."""

Job = dict[str, Any]
Changes = list[tuple[FunctionType, CodeType]]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("a file of tests does not load, and a mutant that is asked no test would survive")
    jobs: list[Job] = json.loads(Path(os.environ["MUTANTS_JOBS"]).read_text())
    items = {item.nodeid: item for item in session.items}
    for path in {job["path"] for job in jobs}:
        import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    functions = [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]
    forks = _Forks(items)
    gc.freeze()  # a fork that looks for garbage would copy every page
    for number, job in enumerate(jobs):
        changes = list(_changes(functions, Path(job["path"]).resolve(), job["text"]))
        if changes:
            forks.start(number, job, changes)
    forks.finish(0)
    for test in sorted(forks.killers):
        forks.start(-1, {"tests": {test: SECONDS}, "anew": False}, [])
    forks.finish(0)
    return True


def _changes(functions: list[FunctionType], path: Path, text: str) -> Iterator[tuple[FunctionType, CodeType]]:
    """The functions of a module, and the code that the mutant gives them; none at all if it changes more than functions."""
    before, after = (compile(each, str(path), "exec", dont_inherit=True) for each in (path.read_text(), text))
    pairs = list(_pairs(before, after))
    if not all(old.co_flags & CO_OPTIMIZED for old, _ in pairs):
        return
    there = [function for function in functions if function.__code__.co_filename == str(path)]
    for old, new in pairs:
        for function in there:
            if function.__code__ == old and old.co_freevars == new.co_freevars:
                yield function, new


def _pairs(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """The code objects that differ, the outer ones first; a module or a class only where more than its parts differs."""
    parts = [[each for each in code.co_consts if isinstance(each, CodeType)] for code in (before, after)]
    rest = [
        (code.co_code, code.co_names, [each for each in code.co_consts if not isinstance(each, CodeType)])
        for code in (before, after)
    ]
    if before.co_flags & CO_OPTIMIZED or (rest[0] != rest[1] or len(parts[0]) != len(parts[1])):
        yield before, after
    if len(parts[0]) == len(parts[1]):
        for old, new in zip(*parts, strict=True):
            if old != new:
                yield from _pairs(old, new)


class _Forks:
    """At most `WORKERS` processes, each with a mutant; then, under the number -1, the tests that failed, without one."""

    def __init__(self, items: dict[str, pytest.Item]) -> None:
        self.killers: set[str] = set()
        self._items = items
        self._lately: dict[str, None] = {}
        self._running: dict[int, tuple[int, int, float]] = {}

    def start(self, number: int, job: Job, changes: Changes) -> None:
        self.finish(WORKERS - 1)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            failed: str | None = "(a fault of the fork)"
            try:
                for function, code in changes:
                    function.__code__ = code
                failed = _first_that_fails(job, self._items, self._lately, writing)
            finally:
                _end(writing, failed)
        os.close(writing)
        self._running[reading] = (number, pid, time.monotonic())

    def finish(self, most: int) -> None:
        """Wait until at most this many are left."""
        while len(self._running) > most:
            for reading in select.select(list(self._running), [], [])[0]:
                number, pid, start = self._running.pop(reading)
                with os.fdopen(reading, "rb") as pipe:
                    text = pipe.read()
                os.waitpid(pid, 0)
                failed = json.loads(text) if text else "(the process died)"
                if failed in self._items:
                    self.killers.add(failed)
                    self._lately = {failed: None} | {test: None for test in self._lately if test != failed}
                with Path(os.environ["MUTANTS_RESULTS"]).open("a") as file:
                    file.write(json.dumps([number, failed, round(time.monotonic() - start, 1)]) + "\n")


def _end(writing: int, failed: str | None) -> NoReturn:
    os.write(writing, json.dumps(failed).encode())
    os._exit(0)


def _first_that_fails(job: Job, items: dict[str, pytest.Item], lately: Iterable[str], writing: int) -> str | None:
    """The tests that killed `lately` come first, the last one foremost: neighbours fall to the same tests."""
    named = job["tests"] or dict.fromkeys(items, SECONDS)
    order = dict.fromkeys([*(name for name in lately if name in named), *named])
    tests = [(items[name], named[name]) for name in order if name in items]
    with tempfile.TemporaryDirectory() if job["anew"] else contextlib.nullcontext() as folder:
        if folder is not None:
            os.environ["GGL_CACHE"] = folder
        for place, (item, seconds) in enumerate(tests):
            following = tests[place + 1][0] if place + 1 < len(tests) else None
            with _limited(int(20 + 10 * seconds), item.nodeid, writing):
                reports = runtestprotocol(item, log=False, nextitem=following)
            if any(report.failed for report in reports):
                return item.nodeid
    return None


@contextlib.contextmanager
def _limited(seconds: int, name: str, writing: int) -> Iterator[None]:
    """So many seconds of processor time, and ten times as long by the clock: a busy machine kills no mutant.

    A test that is late has failed, and the process ends: what tries many examples would take an exception for one that fails, and
    go on with smaller ones, which are as late.
    """

    def late(number: int, frame: FrameType | None) -> None:
        _end(writing, name)

    signal.signal(signal.SIGPROF, late)
    signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.alarm(10 * seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
