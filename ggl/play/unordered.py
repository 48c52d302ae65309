"""Finds unordered parameters of a move, which may be typed in any order.

A file that wants each pair of cells once writes `a in vacant, b in vacant` and `where: a < b`. There `b2 a1` can mean nothing but
`a1 b2`. In `where: own stone on c and empty(t) and c < t` the order says what each cell is for, and `b1 a1` is an illegal
move. Takes a schema; gives places of parameters only where the rest of the rules cannot tell them apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ggl.core import forms as f
from ggl.core.substitution import free, free_names, substituted
from ggl.core.walk import walk

_ONE = "any of them"


def unordered(schema: f.Schema) -> tuple[int, ...]:
    """The places of parameters over one set that only a comparison such as `a < b` distinguishes."""
    places = {param.name: at for at, param in enumerate(schema.params)}
    tests = list(_tests(schema))
    found = {name for test in tests for name in _compared(test, schema, places)}
    rest = [test for test in tests if not set(_compared(test, schema, places)) & found and not _keeps_apart(test, found)]
    others = (*schema.lets, *schema.ensure, *schema.then, schema.then_if)
    sources = [param.source for param in schema.params if param.name not in found]
    return tuple(sorted(map(places.__getitem__, found))) if _alike(rest, schema.do, (*others, *sources), found) else ()


def _tests(schema: f.Schema) -> Iterator[f.Expr]:
    """The tests of the parameters: the guard, and the filters of their sources, each condition separately."""
    for condition in schema.guard:
        yield from _parts(condition.test)
    for param in schema.params:
        source: f.Expr = param.source
        while source != _set_of(source):
            if isinstance(source, f.Filter):
                yield from _parts(substituted(source.test, {source.name: param.name}))
                source = source.source
            elif isinstance(source, f.SetOp):
                yield f.SetOp("minus", f.Single(f.Var(param.name, param.type), source.type), source.right, source.type)
                source = source.left


def _parts(test: f.Expr) -> Iterator[f.Expr]:
    if isinstance(test, f.And):
        for part in test.parts:
            yield from _parts(part)
    else:
        yield test


def _compared(test: f.Expr, schema: f.Schema, places: dict[str, int]) -> tuple[str, ...]:
    """The two parameters that a condition puts in an order, and that go through one set."""
    match test:
        case f.Compare("lt" | "le" | "gt" | "ge", f.Var(one), f.Var(other)) if one != other and {one, other} <= places.keys():
            sets = [_set_of(schema.params[places[name]].source) for name in (one, other)]
            return (one, other) if sets[0] == sets[1] else ()
    return ()


def _keeps_apart(test: f.Expr, names: set[str]) -> bool:
    """Whether a condition only says that two of the names are not the same, as `b in vacant - {a}` does."""
    match test:
        case f.SetOp("minus", f.Single(f.Var(one)), f.Single(f.Var(other))):
            return {one, other} <= names
    return False


def _set_of(source: f.Expr) -> f.Expr:
    """The source of a parameter, without filters and removals."""
    while isinstance(source, f.Filter) or (isinstance(source, f.SetOp) and source.op == "minus"):
        source = source.source if isinstance(source, f.Filter) else source.left
    return source


def _alike(tests: Iterable[f.Expr], do: f.Effect, others: object, names: set[str]) -> bool:
    """Whether rules say the same of each of some parameters, or something of the set of them all."""
    effects = do.parts if isinstance(do, f.Seq) and all(isinstance(part, f.Put | f.Take) for part in do.parts) else (do,)
    return _is_whole(others, names) and all(_is_shared(forms, names) for forms in (tuple(tests), effects))


def _is_shared(forms: Iterable[f.Form], names: set[str]) -> bool:
    """Whether forms about single names are the same for all names, and the others are about their set only."""
    said: dict[str, list[f.Form]] = {name: [] for name in names}
    for form in forms:
        if _is_whole(form, names):
            continue
        spoken = free_names(form) & names
        if len(spoken) != 1:
            return False
        (name,) = spoken
        said[name].append(substituted(form, {name: _ONE}))
    first, *more = said.values() if said else [[]]
    return all(all(form in other for form in one) for each in more for one, other in ((first, each), (each, first)))


def _is_whole(form: object, names: set[str]) -> bool:
    """Whether a form has the names in sets of them all only, such as `{a, b}`."""
    if not {each.name for each in free(form)} & names:
        return True
    uses = sum(isinstance(part, f.Var) and part.name in names for part in walk(form))
    return uses == len(names) * sum(_members(part) == dict.fromkeys(names, 1) for part in walk(form))


def _members(form: f.Form) -> Counter[str]:
    """The count of each variable in a set that is written out; empty if the set has other members too."""
    match form:
        case f.Single(f.Var(name)):
            return Counter((name,))
        case f.SetOp("union", left, right):
            both = _members(left), _members(right)
            return both[0] + both[1] if all(both) else Counter()
    return Counter()
