"""How often a position occurred before."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import Any

from ggl.interpreter.past import Past
from ggl.interpreter.vector import Keys


class Interrupted(tuple[tuple[int, ...], ...]):
    """Keys of a position; another thread does its work while they are counted."""

    meanwhile: Callable[[], None]

    def __getitem__(self, place: Any) -> Any:
        thread = Thread(target=self.meanwhile)
        thread.start()
        thread.join()
        return super().__getitem__(place)


def test_threads_count_the_positions_of_their_own_plays() -> None:
    past, a, b = Past(0), (1,), (2,)
    mine = Interrupted((a,))
    history: tuple[Keys, ...] = (mine, (b,))
    others: list[int] = []
    mine.meanwhile = lambda: others.append(past.times(b, ((b,), (b,), (b,))))
    assert [past.times(key, history) for key in (a, b)] == [1, 1]
    assert others == [3]
    assert past.times(b, ((b,),)) == 1
