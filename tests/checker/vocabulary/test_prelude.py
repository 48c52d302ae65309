"""The words that are written in the language itself."""

from __future__ import annotations

from functools import cache
from threading import Thread
from typing import Any

import pytest

from ggl.checker.vocabulary import prelude as module


def test_threads_that_ask_for_them_at_once_get_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    read, found, threads = module.read_document, list[Any](), list[Thread]()

    def slowly(*args: Any) -> Any:
        if not threads:
            threads.append(Thread(target=lambda: found.append(module.prelude())))
            threads[0].start()
            threads[0].join(0.3)
        return read(*args)

    monkeypatch.setattr(module, "read_document", slowly)
    monkeypatch.setattr(module, "_words", cache(module._words.__wrapped__))
    words = module.prelude()
    threads[0].join(60)
    assert found[0] is words
