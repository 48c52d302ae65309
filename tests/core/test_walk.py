"""Walking the core leaves nothing out, though it does not look at fields that by their types hold no form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

import ggl
from ggl.core import forms as f
from ggl.core.walk import walk
from tests.few import few_of


def everything(part: object) -> Iterator[f.Form]:
    """All forms, by looking at every field."""
    if isinstance(part, f.Form):
        yield part
    if isinstance(part, tuple):
        for item in part:
            yield from everything(item)
    elif type(part).__module__ == f.__name__:
        for spec in fields(part):  # type: ignore[arg-type]
            yield from everything(getattr(part, spec.name))


@pytest.mark.parametrize("game", few_of())
def test_every_form_of_a_game_is_walked_in_its_order(game: str) -> None:
    core = ggl.load(game).checked.core
    assert [id(form) for form in walk(core)] == [id(form) for form in everything(core)]
