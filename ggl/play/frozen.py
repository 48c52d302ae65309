"""An immutable map for shared values: equal to the dict of its items, and hashable."""

from __future__ import annotations

from typing import NoReturn, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Frozen(dict[K, V]):
    """A dict without the ways to change one; a dict, so that JSON and pretty printers take it."""

    def _fixed(self, *args: object, **kwargs: object) -> NoReturn:
        raise TypeError("this map cannot be changed; `dict(..)` of it is a copy that can")

    __setitem__ = __delitem__ = __ior__ = _fixed
    clear = pop = popitem = setdefault = update = _fixed

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return Frozen, (dict(self),)
