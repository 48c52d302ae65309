"""The three immutable collections of rpds that `referencing` uses, in Python: a map, a set and a list.

`referencing` keeps the schemas of a registry and the anchors of a resource in them: tens of entries, which are copied here
where rpds would share their parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any


class HashTrieMap(Mapping[Any, Any]):
    __slots__ = ("_of",)

    def __init__(self, of: Any = (), **more: Any) -> None:
        self._of: dict[Any, Any] = dict(of, **more)

    @classmethod
    def convert(cls, of: Any) -> HashTrieMap:
        return of if isinstance(of, cls) else cls(of)

    def __getitem__(self, key: Any) -> Any:
        return self._of[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __hash__(self) -> int:
        return hash(frozenset(self._of.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._of == dict(other)

    def __repr__(self) -> str:
        return f"HashTrieMap({self._of!r})"

    def insert(self, key: Any, value: Any) -> HashTrieMap:
        return HashTrieMap({**self._of, key: value})

    def remove(self, key: Any) -> HashTrieMap:
        """Raises `KeyError`."""
        rest = dict(self._of)
        del rest[key]
        return HashTrieMap(rest)

    def discard(self, key: Any) -> HashTrieMap:
        return self.remove(key) if key in self._of else self

    def update(self, *others: Any, **more: Any) -> HashTrieMap:
        found = dict(self._of)
        for each in others:
            found.update(each)
        return HashTrieMap({**found, **more})


class HashTrieSet(Set[Any]):
    __slots__ = ("_of",)

    def __init__(self, of: Iterable[Any] = ()) -> None:
        self._of = frozenset(of)

    def __contains__(self, value: object) -> bool:
        return value in self._of

    def __iter__(self) -> Iterator[Any]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __hash__(self) -> int:
        return hash(self._of)

    def __repr__(self) -> str:
        return f"HashTrieSet({set(self._of)!r})"

    def insert(self, value: Any) -> HashTrieSet:
        return HashTrieSet(self._of | {value})

    def remove(self, value: Any) -> HashTrieSet:
        """Raises `KeyError`."""
        if value not in self._of:
            raise KeyError(value)
        return HashTrieSet(self._of - {value})

    def discard(self, value: Any) -> HashTrieSet:
        return HashTrieSet(self._of - {value})

    def update(self, *others: Iterable[Any]) -> HashTrieSet:
        return HashTrieSet(self._of.union(*others))


class List:
    """A list that grows at its front."""

    __slots__ = ("_of",)

    def __init__(self, *of: Any) -> None:
        self._of: tuple[Any, ...] = tuple(of[0]) if len(of) == 1 and isinstance(of[0], Iterable) else of

    def __iter__(self) -> Iterator[Any]:
        return iter(self._of)

    def __len__(self) -> int:
        return len(self._of)

    def __hash__(self) -> int:
        return hash(self._of)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, List) and self._of == other._of

    def __repr__(self) -> str:
        return f"List({list(self._of)!r})"

    def push_front(self, value: Any) -> List:
        return List((value, *self._of))

    def drop_first(self) -> List:
        """Raises `IndexError`."""
        if not self._of:
            raise IndexError("empty list")
        return List(self._of[1:])

    @property
    def first(self) -> Any:
        """Raises `IndexError`."""
        return self._of[0]

    @property
    def rest(self) -> List:
        return List(self._of[1:])
