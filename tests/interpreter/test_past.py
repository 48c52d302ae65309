"""How often a position occurred before."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from ggl.interpreter.past import Past
from ggl.interpreter.vector import Keys


class Interrupted(tuple[tuple[int, ...], ...]):
    """Keys of a position; something else happens while they are counted."""

    meanwhile: Callable[[], object]

    def __getitem__(self, place: Any) -> Any:
        self.meanwhile()
        return super().__getitem__(place)


def test_threads_count_the_positions_of_their_own_plays() -> None:
    past, a, b = Past(0), (1,), (2,)
    mine = Interrupted((a,))
    history: tuple[Keys, ...] = (mine, (b,))
    others: list[int] = []

    def meanwhile() -> None:
        thread = Thread(target=lambda: others.append(past.times(b, ((b,), (b,), (b,)))))
        thread.start()
        thread.join()

    mine.meanwhile = meanwhile
    assert [past.times(key, history) for key in (a, b)] == [1, 1]
    assert others == [3]
    mine.meanwhile = lambda: None
    assert past.times(b, ((b,),)) == 1


def test_counting_that_is_interrupted_begins_anew() -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    past, a, b = Past(0), (1,), (2,)
    last = Interrupted((a,))
    history: tuple[Keys, ...] = ((a,), (b,), last)
    last.meanwhile = stop
    with pytest.raises(KeyboardInterrupt):
        past.times(a, history)
    last.meanwhile = lambda: None
    assert [past.times(key, history) for key in (a, b)] == [2, 1]


def test_positions_that_are_taken_back_are_forgotten() -> None:
    past, a, b = Past(0), ((1,),), ((2,),)
    for line in ((a, b), (a,)):
        assert past.times((1,), line) == 1
    assert past._counted == ((a,), {(1,): 1})
