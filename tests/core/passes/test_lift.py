"""The pass that lifts filters to planes: what it makes of a filter, and that the game stays the same."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ggl.core import forms as f
from ggl.core.passes import lift
from ggl.core.types import BOOL, Domain, Fin, Opt, SetOf
from ggl.core.walk import uses, walk
from ggl.interpreter import Interpreter
from ggl.play.loading import check_source as checked
from ggl.play.loading import find_source, load
from tests.few import few_of

CELL, PIECE = Domain("cell", 4), Domain("piece", 2)
CELLS, CODES = SetOf(Fin(CELL)), SetOf(Fin(PIECE))
X = f.Var("x", Fin(CELL))
AT_X = f.Get("at", (X,), Opt(Fin(PIECE)))
ALL, SOME = f.Lit(0b1111, CELLS), f.Lit(0b0110, CELLS)
NOTHING = f.Lit(2, Opt(Fin(PIECE)))
WHITE = f.Lit(0b01, CODES)
NEAR = f.In(X, f.Lit(0b0011, CELLS))

BEFORE_AND_AFTER = {
    "a test of membership": (f.Filter("x", SOME, f.In(AT_X, WHITE), CELLS),
                             f.SetOp("meet", SOME, f.Plane("at", WHITE, CELLS), CELLS)),
    "over all sites the plane alone": (f.Filter("x", ALL, f.In(AT_X, WHITE), CELLS), f.Plane("at", WHITE, CELLS)),
    "being empty": (f.Filter("x", ALL, f.Compare("eq", AT_X, NOTHING), CELLS), f.Plane("at", f.Lit(0b100, CODES), CELLS)),
    "not being empty": (f.Filter("x", ALL, f.Not(f.Compare("eq", AT_X, NOTHING)), CELLS),
                        f.Plane("at", f.Lit(0b011, CODES), CELLS)),
    "the rest of a conjunction stays a test": (
        f.Filter("x", ALL, f.And((NEAR, f.In(AT_X, WHITE))), CELLS),
        f.Filter("x", f.Plane("at", WHITE, CELLS), NEAR, CELLS)),
    "values that depend on the member stay": (
        f.Filter("x", ALL, f.In(AT_X, f.Tab("t", (X,), CODES)), CELLS),
        f.Filter("x", ALL, f.In(AT_X, f.Tab("t", (X,), CODES)), CELLS)),
    "another place than the member's stays": (
        f.Filter("x", ALL, f.In(f.Get("at", (f.Lit(1, Fin(CELL)),), Opt(Fin(PIECE))), WHITE), CELLS),
        f.Filter("x", ALL, f.In(f.Get("at", (f.Lit(1, Fin(CELL)),), Opt(Fin(PIECE))), WHITE), CELLS)),
}  # fmt: skip


def game_of(expression: f.Expr) -> f.CoreGame:
    core = load("tabik", size=3).checked.core
    field = f.Field("at", ("cell",), Opt(Fin(PIECE)))
    return replace(core, domains=(CELL, PIECE), fields=(field,), definitions=(f.Definition("d", (), expression),))


@pytest.mark.parametrize("name", BEFORE_AND_AFTER)
def test_a_filter_becomes(name: str) -> None:
    before, after = BEFORE_AND_AFTER[name]
    assert lift(game_of(before)).definitions[0].body == after


@pytest.mark.parametrize("name", few_of())
def test_lifting_changes_no_play(name: str) -> None:
    game, _ = checked(find_source(name))
    assert game is not None
    lifted, plain = Interpreter(game.core), Interpreter(_lowered(game.core))
    rng = random.Random(name)
    a, b = lifted.start(), plain.start()
    for _ in range(25):
        assert a == b
        steps = lifted.steps(a)
        assert steps == plain.steps(b)
        if not steps:
            break
        step = rng.choice(steps)
        a, b = lifted.play(a, step), plain.play(b, step)


def test_lifting_leaves_nothing_to_lift() -> None:
    core = load("sgibun").checked.core
    assert uses(core, f.Plane)
    assert lift(core) == core


def _lowered(core: f.CoreGame) -> f.CoreGame:
    """Every plane as the filter that it stands for."""
    from ggl.core.walk import rebuilt

    fields = {field.name: field for field in core.fields}
    count = sum(1 for _ in walk(core))

    def lowered(form: f.Form) -> f.Form:
        nonlocal count
        if not isinstance(form, f.Plane) or fields[form.field].values == BOOL or not isinstance(form.type.of, Fin):
            return form
        count += 1
        name, values = f"low.{count}", fields[form.field].values
        everything = f.Lit((1 << form.type.of.domain.size) - 1, form.type)
        entry = f.Get(form.field, (f.Var(name, form.type.of),), values)
        return f.Filter(name, everything, f.In(entry, form.values), form.type)

    return rebuilt(core, lowered)
