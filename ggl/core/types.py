"""The types of the core, and the integer that stands for each value.

Gives: `Domain` (a finite ordered set of things), the types over domains, and the codes of values:

- an element of a domain is its index; `none` is the size of the domain, so that a table with one spare row needs no branch;
- a number is exact: an integer, `scale` times the value;
- a bool is 0 or 1;
- a set is an integer whose bit i says whether the i-th element is in it (for numbers: the element `lo + i`);
- a list is a tuple of codes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

NO_NUMBER = -(1 << 62)
"""The code of `none` where a number may be missing: outside every interval that a number may have."""

NUMBER_LIMIT = 1 << 53
"""No number's interval may reach this: both engines then compute exactly in 64-bit integers."""

STORED_LIMIT = (1 << 31) - 1
"""A number kept in the position is held to this; the vector is one of 32-bit integers."""

WORD = 64
"""Members of a set that both engines handle in one step: the bits of a machine word."""

LONGEST_LIST = 1 << 18
"""No list has more members; the checker refuses a game in which one could."""


@dataclass(frozen=True, slots=True)
class Domain:
    """A finite, ordered set of named things: the cells of a board, the players, the kinds of piece."""

    name: str
    size: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Bool:
    def __str__(self) -> str:
        return "condition"


@dataclass(frozen=True, slots=True)
class Num:
    """A number between `lo / scale` and `hi / scale`, a multiple of `1 / scale`."""

    lo: int
    hi: int
    scale: int = 1

    def __str__(self) -> str:
        return "number"


@dataclass(frozen=True, slots=True)
class Fin:
    """An element of a domain."""

    domain: Domain

    def __str__(self) -> str:
        return self.domain.name


@dataclass(frozen=True, slots=True)
class Opt:
    """An element or `none`."""

    of: Fin | Num

    def __str__(self) -> str:
        return "none" if _is_nothing(self.of) else f"{self.of} or none"


@dataclass(frozen=True, slots=True)
class SetOf:
    of: Fin | Num

    def __str__(self) -> str:
        return "empty set" if _is_nothing(self.of) else f"set of {plural_of(self.of)}"


@dataclass(frozen=True, slots=True)
class ListOf:
    of: Type

    def __str__(self) -> str:
        if isinstance(self.of, ListOf):
            return "list of lists"
        return "empty list" if _is_nothing(self.of) else f"list of {plural_of(self.of)}"


Type = Bool | Num | Fin | Opt | SetOf | ListOf

BOOL = Bool()
ANY_NUMBER = Num(-STORED_LIMIT, STORED_LIMIT)


def _is_nothing(type_: Type) -> bool:
    """Whether no value has the type: it is that of the elements of an empty set."""
    return isinstance(type_, Fin) and type_.domain.name == "nothing"


def plural_of(type_: Type) -> str:
    """How a message names several values of a type."""
    text = str(type_)
    if text == "none":
        return text
    if text.startswith("empty "):
        return text + "s"
    if isinstance(type_, Opt):
        return f"{plural_of(type_.of)} or none"
    if isinstance(type_, SetOf):
        return "sets" + text.removeprefix("set")
    if isinstance(type_, ListOf):
        return "lists" + text.removeprefix("list")
    if text.endswith("x"):
        return text[:-2] + "ices"
    return text + "s"


def singular_of(type_: Type | str) -> str:
    """How a message names a value of a type: `a cell`, `an edge`, `none`."""
    text = str(type_)
    if text == "none":
        return text
    return f"{'an' if text[:1] in 'aeiou' else 'a'} {text}"


def none_code(type_: Fin | Num) -> int:
    """The code of `none` for an optional value of the type."""
    return type_.domain.size if isinstance(type_, Fin) else NO_NUMBER


def strip_opt(type_: Type) -> Type:
    return type_.of if isinstance(type_, Opt) else type_


def set_base(type_: SetOf) -> int:
    """The value of the first bit of a set's code."""
    return type_.of.lo if isinstance(type_.of, Num) else 0


def set_size(type_: SetOf) -> int:
    """The number of bits of a set's code."""
    element = type_.of
    return element.domain.size if isinstance(element, Fin) else element.hi - element.lo + 1


def set_code(members: Iterable[Any], type_: SetOf) -> int:
    """The code of the set of the members with these codes."""
    base, found = set_base(type_), 0
    for member in members:
        found |= 1 << member - base
    return found


def members_of(code: Any, type_: SetOf | ListOf) -> tuple[int, ...]:
    """The codes of the members of a set or a list, in order."""
    if isinstance(type_, ListOf):
        return tuple(code)
    base = set_base(type_)
    return tuple(base + place for place in range(code.bit_length()) if code >> place & 1)


def coder(type_: Type) -> Callable[[Any], object]:
    """The encoder for results of board words: an index or -1 for none, a sequence of indices, a sequence of sequences."""
    if isinstance(type_, SetOf):
        return lambda value: value if isinstance(value, int) else set_code(value, type_)
    if isinstance(type_, ListOf):
        of_item = coder(type_.of)
        return lambda value: tuple(map(of_item, value))
    if isinstance(type_, Opt):
        none = none_code(type_.of)
        return lambda value: none if value == -1 else int(value)
    return int


def spare_code(type_: Type) -> object:
    """The code that a table gives for none: none, nothing, or false."""
    if isinstance(type_, SetOf | Bool):
        return 0
    if isinstance(type_, ListOf):
        return ()
    inner = strip_opt(type_)
    assert isinstance(inner, Fin | Num)
    return none_code(inner)
