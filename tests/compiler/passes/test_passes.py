"""The passes from core to core: each does to the pairs in the file of its name what they say. `test_agreement` shows that the
meaning stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import ggl
from ggl.compiler.passes.fold_constants import fold_constants
from ggl.compiler.passes.hoist_invariants import hoist_invariants
from ggl.compiler.passes.inline_small import inline_small
from ggl.compiler.passes.pipeline import PASSES, optimized, stages
from ggl.core import forms as f
from ggl.core.substitution import SCOPES
from ggl.core.verify import verify
from ggl.core.walk import bound, rebuilt, uses, walk
from tests.compiler.agreement import SMALL
from tests.compiler.passes.pairs import BY_NAME, Pair, before_and_after, core_of, pairs_of
from tests.few import ALIKE, few_of, one_in, slow

PAIRS = [pytest.param(name, pair, id=f"{name}: {pair['fact']}") for name in BY_NAME for pair in pairs_of(name)]


@pytest.mark.parametrize(("name", "pair"), PAIRS)
def test_a_pass_does_what_its_pairs_say(name: str, pair: Pair) -> None:
    assert before_and_after(name, pair) == (pair["before"].strip(), pair["after"].strip())


@pytest.mark.parametrize("name", BY_NAME)
def test_each_pass_has_a_pair_that_it_changes(name: str) -> None:
    assert any(pair["after"] != "unchanged" for pair in pairs_of(name))


@pytest.mark.parametrize("name", [*few_of(without=ALIKE), *one_in(16, SMALL, 1)], ids=lambda name: Path(name).stem)
def test_the_core_is_sound_after_each_pass(name: str) -> None:
    core = ggl.load(name).checked.core
    last = core
    for _, last in stages(core):
        verify(last)
    assert last == optimized(core)


def test_what_no_parameter_changes_is_computed_before_a_list_is_gone_through() -> None:
    core = ggl.load("blokus-duo").checked.core
    (lay,) = hoist_invariants(core).schemas
    assert len(lay.lets) == 2
    assert not uses(lay.guard, f.Call, f.Image)
    (place,) = hoist_invariants(core_of({"rule": "any(neighbors(mine) & {c})"})).schemas
    assert place.lets == ()


def test_no_bag_is_gone_through_member_by_member() -> None:
    turn = optimized(ggl.load("backgammon").checked.core).turn
    assert uses(turn.preferred, f.Fold)
    assert not uses(turn, f.NumberRange)


def asked(rule: str, change: Callable[[f.CoreGame], f.CoreGame]) -> f.Expr:
    """A condition, in the language, after a change of the game that it stands in."""
    return next(each.body for each in change(core_of({"rule": rule})).definitions if each.name == "asked")


@pytest.mark.parametrize("first", [0, slow(1), slow(2), slow(3), slow(4), slow(5)])
def test_no_name_is_bound_within_a_loop_of_the_same_name(first: int) -> None:
    """The interpreter, which works out what is known before play, has one place for a name."""
    for path in SMALL[first::6]:
        core = ggl.load(path).checked.core
        for change in PASSES:
            core = change(core)
            for form in walk(core):
                scope = SCOPES.get(type(form), ())
                inside = {name for field in scope for name in bound(getattr(form, field))}
                assert getattr(form, "name", "") not in inside, (path, change, form)


def test_a_pass_gives_no_name_that_an_earlier_one_gave() -> None:
    """The two loops have names that a pass gave; the pass writes out the players between them, and renames the inner one."""

    def named(core: f.CoreGame) -> f.CoreGame:
        def change(form: f.Form) -> f.Form:
            new = {"x.1": "x~1", "y.3": "x~2"}.get(getattr(form, "name", ""))
            return replace(form, name=new) if new and isinstance(form, f.Var | f.Fold | f.Filter) else form

        return rebuilt(core, change)

    text = "any(x in neighbors(c) if any(p in players if any(y in neighbors(x) with p stone if y == x)))"
    after = asked(text, lambda core: fold_constants(named(core)))
    compared = [form for form in walk(after) if isinstance(form, f.Compare)]
    assert len(compared) == 2
    assert all(form.left != form.right for form in compared)


def test_what_is_asked_after_an_effect_is_not_taken_before_it() -> None:
    def behind(core: f.CoreGame) -> f.CoreGame:
        """Each image stands behind an effect: it is asked on another position."""

        def change(form: f.Form) -> f.Form:
            return f.After(f.Take("at", f.Lit(0, form.type.of)), form) if isinstance(form, f.Image) else form  # type: ignore[arg-type]

        return rebuilt(core, change)

    text = "any(g in groups(Black) if touching(g, neighbors(c)))"
    after = asked(text, lambda core: hoist_invariants(behind(inline_small(core))))
    assert isinstance(after, f.Fold)
    assert sum(isinstance(form, f.After) for form in walk(after)) == 1
