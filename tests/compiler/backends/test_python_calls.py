"""Functions that Python calls directly."""

from __future__ import annotations

import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import ref

import pytest

from ggl.compiler.backends import python_calls


def test_what_two_threads_make_at_once_lasts_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    both, machine_code = threading.Barrier(2), python_calls._machine_code

    def together(ir: str) -> bytes:
        both.wait(60)
        return machine_code(ir)

    def made() -> list[ref[Any]]:
        return [*map(ref, python_calls._methods(1, 2, 3) or ())]

    monkeypatch.setattr(python_calls, "_machine_code", together)
    python_calls._methods.cache_clear()
    with ThreadPoolExecutor(2) as threads:
        one, other = (thread.result() for thread in [threads.submit(made) for _ in range(2)])
    gc.collect()
    assert len(one) == len(other) > 0
    assert all(each() is not None for each in one + other)
