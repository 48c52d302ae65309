"""`@frozen` gives what `dataclass(frozen=True)` gives."""

from __future__ import annotations

import inspect
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from ggl.frozen import frozen


@frozen(kw_only=True)
class Placed:
    place: int = field(default=0, compare=False, repr=False)


@frozen
class Own(Placed):
    name: str
    of: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class UsuallyPlaced:
    place: int = field(default=0, compare=False, repr=False)


@dataclass(frozen=True)
class Usual(UsuallyPlaced):
    name: str
    of: tuple[int, ...] = ()


@frozen
class Empty:
    pass


@frozen
class Told:
    name: str

    def __repr__(self) -> str:
        return self.name


@pytest.mark.parametrize("made", [Own, Usual])
def test_values_are_equal_by_what_is_compared(made: type[Own]) -> None:
    one, other = made("a", (1,), place=1), made("a", (1,), place=2)
    assert one == other
    assert hash(one) == hash(other)
    assert one != made("a", (2,))
    assert len({one, other, made("b", (1,))}) == 2


def test_values_of_other_classes_are_not_equal() -> None:
    values: list[object] = [Own("a"), Usual("a"), Empty()]
    assert [[one == other for other in values] for one in values] == [
        [True, False, False],
        [False, True, False],
        [False, False, True],
    ]
    assert Empty() == Empty()


def test_it_is_shown_and_taken_apart_as_a_dataclass() -> None:
    assert repr(Own("a", (1,), place=3)) == repr(Usual("a", (1,), place=3)).replace("Usual", "Own")
    assert [each.name for each in fields(Own("a"))] == [each.name for each in fields(Usual("a"))]
    assert replace(Own("a", place=3), name="b").place == 3
    match Own("a", (4,)):
        case Own(name, (number,)):
            assert (name, number) == ("a", 4)


def test_nothing_of_it_is_set() -> None:
    with pytest.raises(FrozenInstanceError):
        Own("a").name = "b"  # type: ignore[misc]


def test_a_method_of_its_own_stays() -> None:
    assert repr(Told("a")) == "a"


@frozen
class Counted:
    names: list[str] = field(default_factory=list)
    all: int = field(default=0, init=False)
    made: list[int] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.made.append(len(self.names))


def test_fields_are_made_anew_for_each_value() -> None:
    one, other = Counted(), Counted(["a", "b"])
    assert one.names is not Counted().names
    assert (one.made, other.made, other.all) == ([0], [2], 0)


def test_what_it_is_called_with_is_as_for_a_dataclass() -> None:
    assert str(inspect.signature(Own)) == str(inspect.signature(Usual))
    with pytest.raises(TypeError) as own:
        Own()  # type: ignore[call-arg]
    with pytest.raises(TypeError) as usual:
        Usual()  # type: ignore[call-arg]
    assert str(own.value) == str(usual.value).replace("Usual", "Own")


def test_its_init_is_made_when_it_is_first_called() -> None:
    @frozen
    class Late:
        name: str

    assert not inspect.isfunction(vars(Late)["__init__"])
    assert Late("a").name == "a"
    assert inspect.isfunction(vars(Late)["__init__"])


def test_an_ordinary_class_below_it_may_have_attributes_of_its_own() -> None:
    class Below(Own):
        pass

    below = Below("a")
    below.more = 1  # type: ignore[attr-defined]
    del below.more  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        below.name = "b"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del below.name
