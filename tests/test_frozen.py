"""`@frozen` gives what `dataclass(frozen=True)` gives."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields, replace

import pytest

from ggl.frozen import frozen


@dataclass(frozen=True, kw_only=True)
class Placed:
    place: int = field(default=0, compare=False, repr=False)


@frozen
class Own(Placed):
    name: str
    of: tuple[int, ...] = ()


@dataclass(frozen=True)
class Usual(Placed):
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
