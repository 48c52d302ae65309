"""Plurals of English nouns, and the way back."""

import pytest

from ggl.plurals import plural, singular


@pytest.mark.parametrize(
    ("one", "many"),
    [("man", "men"), ("half", "halves"), ("disc", "discs"), ("box", "boxes"), ("territory", "territories"),
     ("vertex", "vertices"), ("enemy man", "enemy men"), ("day", "days"), ("witch", "witches")],
)  # fmt: skip
def test_plurals_and_back(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(many) == one


@pytest.mark.parametrize(
    ("name", "one"),
    [("levels", "level"), ("walls", "wall"), ("Guards", "Guard"), ("rocks", "rock"), ("crosses", "cross"), ("passes", "pass"),
     ("cities", "city"), ("horses", "horse"), ("men", "man"), ("mice", "mouse"), ("stones", "stone"), ("pandas", "panda"),
     ("queens", "queen"), ("keys", "key"), ("zombies", "zombie")],
)  # fmt: skip
def test_a_name_that_is_a_plural_has_no_other(name: str, one: str) -> None:
    assert plural(name) == name
    assert singular(name) == one


@pytest.mark.parametrize(
    ("one", "many"),
    [("class", "classes"), ("lens", "lenses"), ("bus", "buses"), ("iris", "irises"), ("atlas", "atlases"), ("axis", "axes")],
)
def test_a_name_that_ends_in_s_is_not_always_a_plural(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(one) == one
