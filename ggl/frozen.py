"""`@frozen`: a frozen dataclass that is made in a fifth of the time. Most classes of a start are never called.

`dataclass(frozen=True)` writes six methods of each class as text and executes them: 1 ms each time, two fifths of a start. Here
`__init__` is executed when a class is first called, and the other methods are closures that mean the same. A class inherits
from other `@frozen` ones or from none.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from types import FunctionType
from typing import Any, TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
def frozen(cls: type[T]) -> type[T]: ...


@overload
def frozen(*, kw_only: bool) -> Callable[[type[T]], type[T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T] | None = None, *, kw_only: bool = False) -> type[T] | Callable[[type[T]], type[T]]:
    if cls is None:
        return lambda cls: _frozen(cls, kw_only)
    return _frozen(cls, kw_only)


def _frozen(cls: type[T], kw_only: bool) -> type[T]:
    cls.__doc__ = cls.__doc__ or cls.__name__  # otherwise dataclasses computes the signature
    made = dataclass(init=False, eq=False, repr=False, kw_only=kw_only)(cls)
    all_fields = fields(made)  # type: ignore[arg-type]
    names = frozenset(each.name for each in all_fields)
    compared = _values([each.name for each in all_fields if each.compare])
    shown = [each.name for each in all_fields if each.repr]

    def equal(self: T, other: object) -> bool:
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: T) -> int:
        return hash(compared(self))

    def represented(self: T) -> str:
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"

    def set_attribute(self: T, name: str, value: object) -> None:
        if type(self) is made or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(made, self).__setattr__(name, value)  # type: ignore[misc]

    def delete_attribute(self: T, name: str) -> None:
        if type(self) is made or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(made, self).__delattr__(name)  # type: ignore[misc]

    methods = {
        "__init__": _Init(made),
        "__eq__": equal,
        "__hash__": hashed,
        "__repr__": represented,
        "__setattr__": set_attribute,
        "__delattr__": delete_attribute,
    }
    for name, method in methods.items():
        if name not in cls.__dict__ or (name == "__hash__" and cls.__dict__[name] is None):  # as an `__eq__` leaves it
            setattr(made, name, method)
    return made


def _values(names: list[str]) -> Callable[[Any], Any]:
    """A function that gives the attributes of a value with these names."""
    return attrgetter(*names) if names else lambda _: ()


class _Init:
    """The `__init__` of a class, executed when it is first asked for."""

    def __init__(self, made: type) -> None:
        self._made = made

    def __get__(self, value: object, _: type | None = None) -> Any:
        function = _init(self._made)
        self._made.__init__ = function  # type: ignore[misc]
        return function if value is None else function.__get__(value)


def _init(made: type) -> FunctionType:
    """`__init__` with the fields as parameters, as dataclasses writes it."""
    every: tuple[Field[Any], ...] = fields(made)
    known: dict[str, object] = {"_set": object.__setattr__, "_unset": MISSING}
    positional, by_name, body = ["self"], list[str](), list[str]()
    for at, each in enumerate(every):
        value, default = each.name, ""
        if each.default_factory is not MISSING:
            known[f"_{at}"] = each.default_factory
            value, default = f"_{at}() if {each.name} is _unset else {each.name}" if each.init else f"_{at}()", "=_unset"
        elif each.default is not MISSING:
            known[f"_{at}"], default = each.default, f"=_{at}"
        if each.init:
            (by_name if each.kw_only else positional).append(each.name + default)
        elif each.default_factory is MISSING:
            continue
        body.append(f"  _set(self, {each.name!r}, {value})")
    if hasattr(made, "__post_init__"):
        body.append("  self.__post_init__()")
    parameters = ", ".join([*positional, *(["*", *by_name] if by_name else [])])
    lines = [f"def _make({', '.join(known)}):", f" def __init__({parameters}):", *(body or ["  pass"]), " return __init__"]
    found: dict[str, Any] = {}
    exec("\n".join(lines), sys.modules[made.__module__].__dict__, found)
    function: FunctionType = found["_make"](**known)
    function.__qualname__ = f"{made.__qualname__}.__init__"
    function.__annotations__ = {each.name: each.type for each in every if each.init} | {"return": None}
    return function
