"""Attributes that are made once for all threads."""

from __future__ import annotations

from threading import Thread

from ggl.play.made_once import made_once


class Asked:
    """Another thread asks for the value while it is made."""

    def __init__(self) -> None:
        self.found: list[object] = []

    @made_once
    def value(self) -> object:
        """What is made."""
        self.thread = Thread(target=lambda: self.found.append(self.value))
        self.thread.start()
        self.thread.join(0.1)
        return object()


def test_a_thread_that_asks_while_another_makes_it_gets_the_same() -> None:
    asked = Asked()
    value = asked.value
    asked.thread.join(60)
    assert asked.found == [value] == [asked.value]
    assert vars(asked)["value"] is value
    assert Asked.value.__doc__ == "What is made."


def test_what_is_put_in_its_place_stays() -> None:
    asked = Asked()
    vars(asked)["value"] = None
    assert asked.value is None
