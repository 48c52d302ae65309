"""Plain values: their order, when two are equal, and what counts as a set, a list or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import zip_longest

from ggl.topology import Site

Value = object


class Nothing:
    """What a table without `else` gives where no row holds: the empty set or list, or false, as its place wants."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = Nothing()


class NoneUsed(Exception):  # noqa: N818
    """None came where a number, a member or a result is wanted: rule 3 of none says that the checker refuses it before."""


class Unknown(Exception):  # noqa: N818
    """A name that the scene cannot tell."""


class Order:
    """The order of sites (as on the board), players, kinds, directions and phases (as declared) and numbers."""

    def __init__(self, *names: Iterable[str]) -> None:
        self._place: dict[str, int] = {}
        for group in names:
            for name in group:
                self._place.setdefault(name, len(self._place))

    def key(self, value: Value) -> tuple[object, ...]:
        match value:
            case Site():
                return (value.type, value.index)
            case bool() | Fraction():
                return ("", value)
            case str():
                return ("", self._place[value])
            case None:
                raise NoneUsed("none has no order")
            case tuple():
                return tuple(self.key(item) for item in value)
            case frozenset():
                return tuple(sorted(self.key(item) for item in value))
        raise AssertionError(value)

    def walk(self, value: Value) -> tuple[Value, ...]:
        """The members: of a list in its order, of a set in board order."""
        if isinstance(value, tuple):
            return value
        if value is NOTHING or value is None:
            return ()
        assert isinstance(value, frozenset), value
        return tuple(sorted(value, key=self.key))


def as_set(value: Value) -> frozenset[Value]:
    """A set, or a list where a set is wanted, or none: nothing is in it. Members that are none are left out."""
    if value is NOTHING or value is None:
        return frozenset()
    assert isinstance(value, frozenset | tuple), value
    return frozenset(item for item in value if item is not None)


def holds(value: Value) -> bool:
    if value is NOTHING:
        return False
    assert isinstance(value, bool), value
    return value


def number(value: Value) -> Fraction:
    if value is None:
        raise NoneUsed("none is no number")
    assert isinstance(value, Fraction), value
    return value


def equal(a: Value, b: Value) -> bool:
    """`==`: a list beside a set counts as a set; lists of numbers are alike if only zeros are missing."""
    if isinstance(a, frozenset) or isinstance(b, frozenset) or (isinstance(a, tuple) != isinstance(b, tuple)):
        return as_set(a) == as_set(b)
    if isinstance(a, tuple) and isinstance(b, tuple):
        alike = len(a) == len(b) or isinstance((a + b)[0], Fraction)
        return alike and all(equal(x, y) for x, y in zip_longest(a, b, fillvalue=Fraction(0)))
    if a is NOTHING or b is NOTHING:
        return not (b if a is NOTHING else a) or a is b
    return type(a) is type(b) and a == b


def compare_lists(a: tuple[Value, ...], b: tuple[Value, ...], key: Callable[[Value], tuple[object, ...]]) -> int:
    """-1, 0 or 1: place by place, a missing place counting as zero (before anything else, where members are not numbers)."""
    for left, right in zip_longest(a, b):
        if left is None or right is None:
            given = right if left is None else left
            if isinstance(given, Fraction):
                left, right = left or Fraction(0), right or Fraction(0)
            else:
                return -1 if left is None else 1
        if key(left) != key(right):
            return -1 if key(left) < key(right) else 1
    return 0


def argument(value: Value) -> Value:
    """An argument of a move in that form; a set that was chosen has its members in order there."""
    return plain(frozenset(value) if isinstance(value, tuple) else value)


def plain(value: Value) -> Value:
    """One form for each value, whoever made it: numbers as Fractions, so that True and 1 differ."""
    if value is NOTHING:
        return NOTHING
    if isinstance(value, bool) or value is None or isinstance(value, str | Site):
        return value
    if isinstance(value, int | Fraction):
        return Fraction(value)
    if isinstance(value, tuple | list):
        return tuple(plain(item) for item in value)
    assert isinstance(value, frozenset), value
    return frozenset(plain(item) for item in value)


def same(ours: Value, theirs: Value) -> bool:
    """Whether both evaluators gave the same value, kind and order included."""
    ours, theirs = plain(ours), plain(theirs)
    if ours is None and theirs in (frozenset(), ()):
        return True  # the first of no sets: none and the empty set are one
    if ours is NOTHING:
        return theirs in (False, (), frozenset())
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        return len(ours) == len(theirs) and all(same(a, b) for a, b in zip(ours, theirs, strict=True))
    return type(ours) is type(theirs) and ours == theirs
