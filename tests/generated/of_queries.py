"""Features of queries that the compiler answers for all sites at once, or only where something changed."""

from __future__ import annotations

from ggl.syntax import tree as t
from tests.generated.draft import Draft, Scope
from tests.generated.facts import Facts
from tests.generated.of_ends import words
from tests.generated.table import WORDS, apart, feature


def _beside(d: Draft, scope: Scope) -> str:
    """Whether some cell has a given number of pieces near or ahead of it, or of players or kinds with pieces there."""
    x, one = d.name("x"), d.name("x")
    ahead = [f"ray({x}, {d.direction(scope)})", f"steps({x}, {d.some_ways(scope)})"] if d.ways else []
    near = d.pick([f"neighbors({x})", *ahead])
    counted = d.pick(
        (
            f"{near} with {d.phrase(scope.having((x, 'cell')))}",
            f"{one} in players if any({near} with {one} {d.kind(free=True).name})",
            f"{one} in kinds if any({near} with {one})",
        )
    )
    return f"any({x} in cells if count({counted}) {d.pick(('<', '==', '>'))} {d.pick('012')})"


def _two_ways(d: Draft, scope: Scope) -> str:
    x = d.name("x")
    one, other = (f"step({x}, {d.direction(scope)}).{{0}}" for _ in "ab")
    return f"any({x} in cells if {one} {d.pick(('==', '!='))} {other})".format(d.pick(("owner", "kind")))


def _sources(f: Facts, word: str) -> list[t.Binder]:
    """Where a call of a word goes through the members of a set or list."""
    calls = [call for call in f.all_of(t.Call) if isinstance(call, t.Call) and call.name == word]
    return [binder for call in calls for arg in call.args if isinstance(arg, t.Gen) for binder in arg.binders]


words(
    "any of all cells",
    "condition",
    [_beside, _two_ways],
    lambda f: any(isinstance(each.source, t.Name) and each.source.name == "cells" for each in _sources(f, "any")),
)


def _met(d: Draft, scope: Scope) -> str:
    x = d.name("x")
    test = d.pick((f"occupied({x})", f"{d.phrase(scope)} on {x}", d.condition(scope.having((x, "cell")), 0)))
    return f"first({x} in ray({d.cell(scope)}, {d.direction(scope)}) if {test})"


words(
    "first of a ray",
    "condition",
    [
        lambda d, s: f"{d.pick((d.phrase(s), f'piece of ({d.cell(s)}.owner)'))} on {_met(d, s)}",
        lambda d, s: f"{_met(d, s)}.owner == {d.cell(s)}.owner",
    ],
    lambda f: any(isinstance(each.source, t.Call) and each.source.name == "ray" for each in _sources(f, "first")),
)
apart("words: first of a ray", "linked", "links have no directions")


def _size_met(d: Draft, scope: Scope) -> str:
    """The least or greatest size of the groups that meet a set."""
    x = d.name("x")
    sizes = f"size({x}) for {x} in groups({d.player(scope)}) if any({x} & {d.cells(scope, 0)})"
    return f"{d.pick(('min', 'max'))}({sizes}, default={d.pick('01')})"


words(
    "sizes of some groups",
    "condition",
    [
        lambda d, s: f"{_size_met(d, s)} {d.pick(('<', '<=', '==', '>'))} {_size_met(d, s)}",
        lambda d, s: f"{d.number(s, 0)} - {_size_met(d, s)} in {{0, 1}}",
    ],
    lambda f: any(
        isinstance(each.source, t.Call) and each.source.name == "groups" and each.test is not None
        for word in ("min", "max")
        for each in _sources(f, word)
    ),
)


def _loop(d: Draft, scope: Scope) -> str:
    """A condition that asks one of each cell of a set, whatever that comes to."""
    x, among = d.name("x"), d.cells(scope)
    asked = d.condition(scope.having((x, "cell")), 2)
    return d.pick(
        (
            f"any({x} in {among} if {asked})",
            f"all({asked} for {x} in {among})",
            f"count({x} in {among} if {asked}) {d.pick(('<', '==', '>'))} {d.number(scope, 0)}",
            f"any(({x} in {among} if {asked}) {d.pick('&-+')} {d.cells(scope, 0)})",
            f"first({x} in {among} if {asked}) {d.pick(('==', '!='))} {d.site(scope)}",
            f"size(components(({x} in {among} if {asked}))) > 1",
        )
    )


@feature("many loops", WORDS, lambda f: sum(1 for _ in f.all_of(t.Gen)) > 8, costs=2)
def _many(d: Draft) -> None:
    for _ in range(6):
        d.offer("condition", lambda scope: _loop(d, scope), "before do ensure end until score", must=True)
