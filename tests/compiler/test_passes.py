"""Each pass on its own: a definition before and after it. That the meaning stays is shown by `test_agreement`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

import ggl
from ggl.compiler.passes import rewriting as passes
from ggl.compiler.passes.constant_folding import settled, tabled, unordered
from ggl.compiler.passes.fusion import fused, gathered
from ggl.core import forms as f
from ggl.core.substitution import SCOPES
from ggl.core.types import ListOf
from ggl.core.walk import bound, rebuilt, walk
from ggl.play.loading import decoded
from tests.compiler.agreement import SMALL

FILE = """\
ggl: 1
name: Trial
players: [Black, White]
board: square(3)
pieces: {stone: {}}
moves:
  place:
    for: c in cells
    where: empty(c) and asked(c)
    do: put stone on c
define:
  near(s): around(s)
  mine: cells with own stone
end:
  draw: {full: full}
"""


def definition(text: str, change: Callable[[f.CoreGame], f.CoreGame]) -> f.Expr:
    """The body of `asked(c)`, written as the text, after a pass."""
    source = FILE.replace("define:\n", f'define:\n  asked(c): "{text}"\n')
    checked, found = ggl.play.loading.check_source(decoded(source.encode(), "trial.yaml"))
    assert checked is not None, found
    core = change(checked.core)
    return next(each.body for each in core.definitions if each.name == "asked")


def count(e: f.Expr, *kinds: type[f.Form]) -> int:
    return sum(isinstance(form, kinds) for form in walk(e))


def calls(e: f.Expr) -> list[str]:
    return sorted(form.name for form in walk(e) if isinstance(form, f.Call))


def test_small_definitions_stand_in_place_of_their_calls() -> None:
    text = "count(near(neighbors(c))) > 1 and c in mine"
    assert calls(definition(text, lambda core: core)) == ["mine", "near"]
    assert calls(definition(text, passes.inlined)) == []


def test_an_argument_that_is_used_twice_is_worked_out_once() -> None:
    # around(s) is the image of s less s
    after = definition("count(around(mine + neighbors(c))) > 1", passes.inlined)
    (let,) = [form for form in walk(after) if isinstance(form, f.Let)]
    assert isinstance(let.value, f.SetOp)
    assert sum(isinstance(form, f.Var) and form.name == let.name for form in walk(let.body)) == 2


def test_names_are_not_caught_when_definitions_come_together() -> None:
    # the same definition within itself, each time with a loop of its own
    text = "any(x in neighbors(c) if any(y in neighbors(x) if y in mine))"
    after = definition(text, passes.inlined)
    names = [form.name for form in walk(after) if isinstance(form, f.Fold)]
    assert len(set(names)) == len(names)


def test_no_name_is_bound_within_a_loop_of_the_same_name() -> None:
    """The interpreter, which works out what is known before play, has one place for a name."""
    for path in SMALL:
        core = ggl.load(path).checked.core
        for change in (settled, passes.inlined, passes.specialised, passes.folded, passes.tallied, gathered, fused):
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
    after = definition(text, lambda core: passes.folded(named(core)))
    compared = [form for form in walk(after) if isinstance(form, f.Compare)]
    assert len(compared) == 2
    assert all(form.left != form.right for form in compared)


def test_conditions_over_two_players_are_written_out() -> None:
    text = "(p in players if any(neighbors(c) with p stone)) == {Black, White}"
    before, after = definition(text, lambda core: core), definition(text, passes.folded)
    assert count(before, f.Filter, f.Fold) == 2
    assert isinstance(after, f.And)
    assert count(after, f.Filter) == 0
    assert all(isinstance(part, f.Fold) for part in after.parts)


def test_tables_at_known_places_are_their_entries() -> None:
    text = "any(p in players if any(neighbors(c) with p stone))"
    assert "stone of" in {form.table for form in walk(definition(text, lambda core: core)) if isinstance(form, f.Tab)}
    assert "stone of" not in {form.table for form in walk(definition(text, passes.folded)) if isinstance(form, f.Tab)}


def test_what_touches_is_asked_from_the_side_that_stays() -> None:
    text = "any(g in groups(Black) if touching(g, neighbors(c)))"
    after = definition(text, lambda core: passes.turned(passes.inlined(core)))
    assert isinstance(after, f.Let)  # the image of neighbors(c), before the loop over groups
    assert isinstance(after.value, f.Image)
    assert count(after.body, f.Image) == 0


def test_what_is_asked_after_an_effect_is_not_taken_before_it() -> None:
    def behind(core: f.CoreGame) -> f.CoreGame:
        """Each image stands behind an effect: it is asked on another position."""

        def change(form: f.Form) -> f.Form:
            return f.After(f.Take("at", f.Lit(0, form.type.of)), form) if isinstance(form, f.Image) else form  # type: ignore[arg-type]

        return rebuilt(core, change)

    text = "any(g in groups(Black) if touching(g, neighbors(c)))"
    after = definition(text, lambda core: passes.turned(behind(passes.inlined(core))))
    assert isinstance(after, f.Fold)
    assert count(after, f.After) == 1


@pytest.mark.parametrize(
    ("text", "once"),
    [
        ("size(group(c)) > 1 and size(group(c)) < 4", True),  # surely worked out by the first part
        ("c in mine and size(group(c)) > 1 or size(group(c)) < 4", False),  # perhaps never
        ("any(x in neighbors(c) if size(group(x)) > 1 and size(group(x)) < 4)", True),  # once for each x
    ],
)
def test_what_is_needed_twice_is_worked_out_once(text: str, once: bool) -> None:
    assert calls(definition(text, lambda core: core)).count("group") == 2
    assert calls(definition(text, passes.shared)).count("group") == (1 if once else 2)


def test_how_many_have_each_number_is_counted_once_for_all_numbers() -> None:
    text = (
        "max(n for n in 1..9 if count(g in groups(Black) if size(g) == n) > count(g in groups(White) if size(g) == n), default=0)"
    )
    after = definition(text + " > 2", lambda core: passes.tallied(passes.inlined(core)))
    listings = [form for form in walk(after) if isinstance(form, f.Listing)]
    assert len(listings) == 2  # one for each colour, before the loop
    (loop,) = [form for form in walk(after) if isinstance(form, f.Fold) and form.monoid == "max"]
    assert count(loop, f.ListOp) == 2
    assert count(loop, f.Blocks, f.Listing) == 0


@pytest.mark.parametrize(
    "text",
    [
        "max(n for n in 1..9 if count(x in neighbors(c) if count(neighbors(x)) > n) > 1, default=0) > 2",  # not asked for n alone
        "max(n for n in 1..9 if count(x in mine if count(neighbors(x)) + n == n) > 1, default=0) > 2",  # the key depends upon n
    ],
)
def test_what_is_not_counted_by_number_stays(text: str) -> None:
    assert count(definition(text, lambda core: passes.tallied(passes.inlined(core))), f.Listing) == 0


def test_a_definition_has_a_copy_for_the_directions_it_is_asked_for() -> None:
    def open_ways(core: f.CoreGame) -> list[f.Expr]:
        return [form.source for each in core.definitions for form in walk(each.body) if isinstance(form, f.Fold)]

    text = "any(slides(c, orthogonal, blocked=mine)) or any(slides(c, diagonal, blocked=mine))"
    source = FILE.replace("define:\n", f'define:\n  asked(c): "{text}"\n')
    checked, _ = ggl.play.loading.check_source(decoded(source.encode(), "trial.yaml"))
    assert checked is not None
    before, after = checked.core, passes.specialised(checked.core)
    assert len(after.definitions) == len(before.definitions) + 2
    assert sum(isinstance(way, f.Lit) for way in open_ways(after)) == 2 + sum(isinstance(way, f.Lit) for way in open_ways(before))


def test_who_moves_is_read_once_in_the_effects_of_a_move() -> None:
    core = ggl.load("tiku").checked.core
    (before,), (after,) = core.schemas, passes.held(core).schemas

    def reads(form: f.Form) -> int:
        return sum(isinstance(each, f.Get) and each.field == "mover" for each in walk(form))

    assert reads(before.do) > 3
    assert reads(after.do) == 1


def test_what_reads_no_position_is_worked_out_before_play() -> None:
    text = "c in mine and size(sorted(cells) + reversed(row(1))) > 11"
    assert count(definition(text, lambda core: core), f.ListOp) > 0
    after = definition(text, settled)
    assert count(after, f.ListOp) == 0
    assert calls(after) == ["mine"]


def test_what_reads_the_position_or_a_variable_stays() -> None:
    text = "size(sorted(mine)) > 1 and size(sorted(neighbors(c))) > 1"
    assert definition(text, settled) == definition(text, lambda core: core)


def test_a_list_that_hangs_upon_known_things_alone_becomes_a_table() -> None:
    text = "count(d in compass if count((ray(c, d) + ray(c, back(d))) with stone) > 2) > 1"
    assert count(definition(text, lambda core: core), f.ListOp) == 1
    after = definition(text, tabled)
    assert count(after, f.ListOp) == 0
    assert definition("size(sorted(mine)) > 1", tabled) == definition("size(sorted(mine)) > 1", lambda core: core)


def test_a_list_of_a_table_that_is_only_counted_in_becomes_a_set() -> None:
    def lists(e: f.Expr) -> int:
        return sum(isinstance(form, f.Tab) and isinstance(form.type, ListOf) for form in walk(e))

    counted = definition("count(x in ray(c, east) if x in mine) > 2", unordered)
    first = definition("first(x in ray(c, east) if x in mine) == a1", unordered)
    assert (lists(counted), lists(first)) == (0, 1)


def test_what_a_plane_leaves_over_is_a_plane() -> None:
    text = "c in cells - (cells with own stone)"
    assert count(definition(text, passes.inlined), f.SetOp) == 1
    assert count(definition(text, lambda core: passes.complemented(passes.inlined(core))), f.SetOp) == 0


def test_what_comes_to_several_things_where_a_name_is_none_becomes_no_table() -> None:
    text = "any(size(neighbors(c) + neighbors(d)) == 3 for d in cells)"
    assert definition(text, tabled) == definition(text, lambda core: core)
    (tab,) = [form for form in walk(definition("any(d in neighbors(c) + {a1} if d in mine)", tabled)) if isinstance(form, f.Tab)]
    assert tab.table == "table 1"
