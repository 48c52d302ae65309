"""Garbage is collected in a pause between requests, and not in the middle of an answer."""

from __future__ import annotations

import gc
import io
import os
import threading
import weakref
from collections.abc import Iterator

import pytest

from ggl.host.warm_up import rest
from ggl.web import process
from ggl.web.frames import packed


class _Ring:
    """An object that only a collection frees."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def by_hand() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("by_hand")
def test_a_pause_is_used_for_a_full_collection_where_one_is_due(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = weakref.ref(_Ring())
    due = gc.get_threshold()[1]
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, due - 1))
    rest()
    assert ring() is not None
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, due))
    rest()
    assert ring() is None


def test_a_process_rests_only_while_it_waits_for_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    rested = threading.Event()
    monkeypatch.setattr(process, "rest", rested.set)
    frame = packed({"k": "take"}, b"{}")
    assert process._next_frame(io.BytesIO(frame)) == ({"k": "take", "n": 2}, b"{}")
    assert not rested.is_set()
    monkeypatch.setattr(process, "_PAUSE", 0.01)
    reads, writes = os.pipe()
    with os.fdopen(reads, "rb") as source:

        def write_late() -> None:
            assert rested.wait(10)
            os.write(writes, frame)
            os.close(writes)

        late = threading.Thread(target=write_late)
        late.start()
        assert process._next_frame(source) == ({"k": "take", "n": 2}, b"{}")
        late.join()
    assert rested.is_set()
