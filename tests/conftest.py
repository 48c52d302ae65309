"""Coverage is measured in the processes that run tests, and not in those that tests start: these are hundreds, and would take
half as long again. How fast a busy machine makes up examples is not a property of what they try.

The examples are the same in each run, so that a change fails for what it changes; `--hypothesis-profile fresh` draws new ones.
"""

import asyncio
import gc
import os
import shutil
import signal
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, settings

from tests import unoptimized
from tests.few import finders
from tests.sets import WITHOUT_SLOW
from tests.shared_games import SharedGames
from tests.shared_modules import SharedModules

if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.pop("COVERAGE_PROCESS_START", None)

settings.register_profile("fresh", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ggl", settings.get_profile("fresh"), derandomize=True)
settings.load_profile("ggl")

# A shell has what it runs in the background deaf to Ctrl-C, and `nohup` to the end of its terminal; so would be the commands
# that tests interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


unoptimized.install()
_shared = SharedGames()
_modules = SharedModules()


def _safe_load(text: Any) -> Any:
    """The tables of the tests, which every process reads as it collects; libyaml takes a tenth of the time of PyYAML."""
    return yaml.load(text, yaml.CSafeLoader)


yaml.safe_load = _safe_load


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Tests are named before they run, in each worker anew: to load all games for that took longer than anything else."""
    from ggl.play import loading

    def refuse(*_: object) -> None:
        raise AssertionError("a game is loaded while tests are collected; load it in the test")

    check, loading.check = loading.check, refuse
    try:
        return (yield)
    finally:
        loading.check = check
        _shared.install()
        _modules.install()


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> list[pytest.Item] | None:
    """No cases are named of a slow test in which none will be run: a third of all cases, in each worker anew."""
    slow = any(mark.name == "slow" for mark in getattr(obj, "pytestmark", ()))
    if slow and collector.config.option.markexpr in WITHOUT_SLOW and f"{collector.nodeid}::{name}" not in _tests_of_finders():
        return []
    return None


@cache
def _tests_of_finders() -> frozenset[str]:
    return frozenset(case.partition("[")[0] for case in finders())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A case by which a mutant fell is ordinary, so that the ordinary tests find that fault again. Slow ones play long."""
    for item in items:
        if item.nodeid in finders():
            item.own_markers[:] = [mark for mark in item.own_markers if mark.name not in ("slow", "processes")]
        elif item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.usefixtures("optimized"))
        if not START_PROCESSES.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.processes)


def pytest_runtest_logfinish() -> None:
    """What is there after a full collection stays: games that tests share and 20,000 tests take long to look through again."""
    global _collections
    if (collections := gc.get_stats()[-1]["collections"]) > _collections:
        _collections = collections
        gc.freeze()


_collections = 0


START_PROCESSES = frozenset({"browser", "node"})
"""The fixtures that run scripts of a page; they mark the tests that use them as `processes`."""


@pytest.fixture(scope="session")
def node() -> str:
    """Node, which runs scripts of a page without a browser."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is missing")
    return found


@pytest.fixture
def optimized() -> Iterator[None]:
    """Machine code as users have it (`unoptimized.py`)."""
    with unoptimized.optimized():
        yield


@pytest.fixture(autouse=True, scope="session")
def _games_that_stay() -> Iterator[None]:
    """A test that changes a game which tests share would make others fail or pass; the last test fails for it."""
    yield
    assert not _shared.changed(), "games that tests share have been changed"


def pytest_runtest_setup() -> None:
    _shared.begin_test()
    _modules.begin_test()


def _leaves_alone(replace: Callable[..., None]) -> Callable[..., None]:
    """A way of `MonkeyPatch` to replace parts of ggl, after which a test shares nothing."""

    def replaced(patch: pytest.MonkeyPatch, of: Any, *arguments: Any, **named: Any) -> None:
        if of is not os.environ:
            _shared.leave_alone()
            _modules.leave_alone()
        replace(patch, of, *arguments, **named)

    return replaced


for _way in ("setattr", "delattr", "setitem", "delitem"):
    setattr(pytest.MonkeyPatch, _way, _leaves_alone(getattr(pytest.MonkeyPatch, _way)))


@pytest.fixture(autouse=True, scope="session")
def _state_of_tests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Plays are not kept among those of the person who runs the tests, which each start of a play looks through."""
    state = tmp_path_factory.mktemp("state")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(state))
        yield state / "ggl"


@pytest.fixture(autouse=True)
def _nothing_kept(_state_of_tests: Path) -> Iterator[None]:
    """A test finds no plays of others."""
    yield
    if _state_of_tests.exists():
        shutil.rmtree(_state_of_tests, ignore_errors=True)  # a process may still write there


@pytest.fixture(autouse=True)
def _same_folder() -> Iterator[None]:
    """A test that leaves another working folder would fail those that come after it in its worker: it fails itself."""
    before = Path.cwd()
    yield
    after = Path.cwd()
    os.chdir(before)
    assert after == before, "the test left another working folder"


@pytest.fixture(autouse=True)
def _own_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Tests of the page leave a loop running in the thread of the tests; others may want one of their own."""
    loop = asyncio._get_running_loop()
    if loop is None or "browser" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)
