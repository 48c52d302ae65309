"""What tests emit again and again and execute as Python: each process of tests emits a core once, and hands the module on,
together with the Python that was made of it.

Engines do not change a module; all that they change stands in memories. Still, as with games (`shared_games.py`), a test gets a
module that was there before it at most once, so a test that compares two engines compares two modules, and tests that replace
parts of ggl emit for themselves. Machine code is not concerned: its cache is that of ggl.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

from ggl.compiler.emitted import Emitted
from ggl.compiler.runtime import engine
from ggl.compiler.runtime.cache import _told as content
from ggl.compiler.runtime.functions import AsPython
from ggl.core.forms import CoreGame

MOST = 100
"""The most modules that are kept."""


class Kept:
    """A module, what it becomes with the searches, and the Python made of either."""

    def __init__(self, made: Emitted) -> None:
        self._made = made
        self.emitted = replace(made, more=made.more and (lambda: self.whole))  # a second `more` of a module would fail
        self._functions: dict[int, AsPython] = {}

    @cached_property
    def whole(self) -> Emitted:
        assert self._made.more is not None
        return self._made.more()

    def holds(self, emitted: Emitted) -> bool:
        return emitted is self.emitted or emitted is self.__dict__.get("whole")

    def as_python(self, emitted: Emitted) -> AsPython:
        if id(emitted) not in self._functions:
            self._functions[id(emitted)] = AsPython(emitted)
        return self._functions[id(emitted)]


class SharedModules:
    """Stands in for `_emit` and `AsPython` of `ggl.compiler.runtime.engine`."""

    def __init__(self, emit: Callable[[CoreGame], Emitted] = engine._emit) -> None:
        self._emit = emit
        self._kept: OrderedDict[bytes, Kept] = OrderedDict()
        self._handed_on: dict[bytes, Kept] = {}
        self._alone = False

    def install(self) -> None:
        engine._emit, engine.AsPython = self.emit, self.as_python

    def begin_test(self) -> None:
        self._handed_on.clear()
        self._alone = False

    def leave_alone(self) -> None:
        """The test replaces parts of ggl, and emits for itself from now on."""
        self._alone = True

    def emit(self, core: CoreGame) -> Emitted:
        if self._alone:
            return self._emit(core)
        key = content(core)
        if key in self._handed_on:
            return self._emit(core)
        if key not in self._kept:
            self._kept[key] = Kept(self._emit(core))
            if len(self._kept) > MOST:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        self._handed_on[key] = kept = self._kept[key]
        return kept.emitted

    def as_python(self, emitted: Emitted) -> AsPython:
        kept = next((each for each in self._handed_on.values() if each.holds(emitted)), None)
        return AsPython(emitted) if kept is None else kept.as_python(emitted)
