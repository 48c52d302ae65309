"""The passes that bring together what belongs together: a definition before and after. `test_agreement` has the meaning."""

from __future__ import annotations

import ggl
from ggl.compiler.passes.fusion import fused, gathered
from ggl.compiler.passes.rewriting import inlined, turned
from ggl.core import forms as f
from ggl.core.types import ListOf
from ggl.core.walk import walk
from tests.compiler.test_passes import calls, count, definition


def test_a_loop_over_a_filtered_list_asks_both_tests() -> None:
    text = "min((size(g) for g in (h for h in groups(Black) if size(h) > 1) if c in g), default=0) > 1"
    before, after = definition(text, inlined), definition(text, lambda core: fused(inlined(core)))
    assert any(isinstance(form, f.Filter) and isinstance(form.type, ListOf) for form in walk(before))
    assert not any(isinstance(form, f.Filter) and isinstance(form.type, ListOf) for form in walk(after))
    assert any(isinstance(form, f.And) for form in walk(after))


def test_what_stays_the_same_around_a_loop_comes_out_of_what_it_goes_through() -> None:
    text = "count(g in (h for h in groups(Black) if touching(h, neighbors(c))) if c in g) > 0"
    after = definition(text, lambda core: fused(turned(inlined(core))))
    (fold,) = [form for form in walk(after) if isinstance(form, f.Fold) and isinstance(form.source, f.Blocks)]
    assert count(fold, f.Image) == 0
    assert count(after, f.Image) == 1


def test_a_definition_called_once_stands_in_place_of_its_call() -> None:
    core = inlined(ggl.load("sgibun").checked.core)
    place = gathered(core).schemas[0]
    assert "fits" in calls(core.schemas[0])  # type: ignore[arg-type]
    assert "fits" not in calls(place)  # type: ignore[arg-type]


def test_a_definition_called_at_two_places_stays_one() -> None:
    core = inlined(ggl.load("sgibun").checked.core)
    owns = next(each.body for each in gathered(core).definitions if each.name == "owns")
    assert calls(owns) == ["strength", "strength"]


def test_what_is_counted_in_a_list_that_is_made_is_counted_in_what_it_is_made_of() -> None:
    text = "count(x for d in compass for x in ray(c, d) if x in mine) > 1 and any(y.row for y in mine if y.row > 2)"
    before, after = definition(text, lambda core: core), definition(text, fused)
    assert count(before, f.Listing) > 0
    assert count(after, f.Listing) == 0
