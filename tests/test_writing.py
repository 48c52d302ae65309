"""Writing of files."""

from __future__ import annotations

import threading

import pytest

from ggl import writing


def test_threads_that_ask_for_the_usual_mode_at_once_leave_the_mask_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    mask, meanwhile, done, found = [0o022], threading.Event(), threading.Event(), list[int]()
    other = threading.Thread(target=lambda: found.append(writing._usual_mode()))

    def umask(new: int) -> int:
        before, mask[0] = mask[0], new
        if threading.current_thread() is other:
            meanwhile.set()
            done.wait(60)
        elif new == 0o077:
            other.start()
            meanwhile.wait(0.2)
        else:
            done.set()
        return before

    monkeypatch.setattr("os.umask", umask)
    found.append(writing._usual_mode())
    other.join(60)
    assert (found, mask) == ([0o644, 0o644], [0o022])
