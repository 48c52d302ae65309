"""`@made_once`: an attribute that is made when it is first asked for, once for all threads.

`cached_property` promises that only before Python 3.12. It matters where a value is replaced later, or where threads hold on to
what belongs to the value.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class made_once(Generic[T]):  # noqa: N801 - a decorator
    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make, self._making = make, RLock()
        self.__doc__ = make.__doc__

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, of: None, owner: type) -> Self: ...
    @overload
    def __get__(self, of: object, owner: type | None = None) -> T: ...
    def __get__(self, of: object | None, owner: type | None = None) -> T | Self:
        if of is None:
            return self
        values = of.__dict__  # where it is looked for first, the next time
        with self._making:
            if self._name not in values:
                values[self._name] = self._make(of)
            found: T = values[self._name]
        return found
