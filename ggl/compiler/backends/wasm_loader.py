"""WebAssembly in a browser, as functions of Python: for ggl in Pyodide.

Takes the bytes of a module that imports its memory, and the types of an entry. The module works in the memory in which Python
itself runs, so a region is handed over as the address at which its array stands, and nothing is copied. `ggl_browser` is what
the page's workers give to Python: its `entry` makes a function of JavaScript of a module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ggl.compiler.backends.wasm import TRAPPED
from ggl.compiler.kernel.types import REGIONS, Type
from ggl.compiler.memory import ArenaFullError


class WasmEntry:
    """An entry of a module."""

    def __init__(self, code: bytes, name: str, parameters: tuple[Type, ...], results: tuple[Type, ...]) -> None:
        """Raises `RuntimeError` where this is no browser."""
        try:
            from ggl_browser import entry  # type: ignore[import-not-found]
            from pyodide.ffi import to_js  # type: ignore[import-not-found]
        except ImportError:
            raise RuntimeError("WebAssembly is for ggl in a browser") from None
        self._regions = [place for place, type_ in enumerate(parameters) if type_ in REGIONS]
        self._results = tuple(map(_RESULTS.__getitem__, results))
        takes = to_js([type_ is Type.WORD for type_ in parameters])
        self._call: Callable[..., Any] = entry(to_js(code), name, TRAPPED, takes, len(results))

    def __call__(self, *arguments: Any) -> Any:
        """The result, a tuple of several, or None. Raises `ArenaFullError` after a trap."""
        given = list(arguments)
        for place in self._regions:
            given[place] = given[place].ctypes.data
        found = self._call(*given)
        if found is False:
            raise ArenaFullError
        results = tuple(of(each) for of, each in zip(self._results, found, strict=True))
        return results if len(results) > 1 else results[0] if results else None


_RESULTS: dict[Type, Callable[[Any], Any]] = {Type.WORD: int, Type.BOOL: bool, Type.REAL: float}
