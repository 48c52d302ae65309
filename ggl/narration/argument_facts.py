"""The arguments of definitions' parameters: a set of cells that is always a group is called a group."""

from __future__ import annotations

from collections.abc import Mapping

from ggl.checker.game import CheckedGame
from ggl.model.definition import Defined
from ggl.narration.plainer import plain_trees
from ggl.syntax import tree as t

_THINGS = {"group": "group", "groups": "group", "territories": "territory", "components": "connected part"}
"""Words of the language that give sets of cells with a name of their own, one or several."""


def given(checked: CheckedGame, definitions: Mapping[str, Defined]) -> dict[tuple[str, str], str]:
    """By definition and parameter, the common argument of all uses; nothing if uses differ or one gives anything else."""
    found: dict[tuple[str, str], set[str]] = {}
    for _ in range(len(definitions) + 2):  # a parameter that is passed on has the facts of its argument
        before = {key: set(value) for key, value in found.items()}
        found = {}
        for tree in plain_trees(checked, definitions=False):
            _uses(tree, {}, definitions, found)
        for one in definitions.values():
            if not one.params or any((one.name, param) in before for param in one.params):  # otherwise nothing calls it
                names = {param: _alone(before.get((one.name, param))) for param in one.params}
                _uses(one.body, names, definitions, found)
        if found == before:
            break
    return {key: thing for key, things in found.items() if (thing := _alone(things))}


def _alone(things: set[str] | None) -> str:
    return next(iter(things)) if things is not None and len(things) == 1 else ""


def _uses(tree: t.Tree, names: Mapping[str, str], known: Mapping[str, Defined], found: dict[tuple[str, str], set[str]]) -> None:
    inner = dict(names)
    if isinstance(tree, t.Gen):
        for binder in tree.binders:
            inner[binder.name] = _member(binder.source, inner, known)
    if isinstance(tree, t.Call) and tree.name in known:
        for param, arg in zip(known[tree.name].params, tree.args, strict=False):
            found.setdefault((tree.name, param), set()).add(_thing(arg, inner))
    for child in t.children(tree):
        _uses(child, inner, known, found)


def member_of(source: t.Expr, known: Mapping[str, Defined]) -> str:
    """The noun for a member of a list of sets: a group, a territory; empty if unknown."""
    return _member(source, {}, known)


def _thing(tree: t.Expr, names: Mapping[str, str]) -> str:
    if isinstance(tree, t.Name):
        return names.get(tree.name, "")
    return _THINGS.get(tree.name, "") if isinstance(tree, t.Call) and tree.name == "group" else ""


def _member(source: t.Expr, names: Mapping[str, str], known: Mapping[str, Defined]) -> str:
    """The noun for a member of a list of sets, with names that stand for such members."""
    match source:
        case t.Call(name=name) | t.Name(name=name) if name in _THINGS and name != "group":
            return _THINGS[name]
        case t.Call(name=name) if name in known and known[name].body is not source:
            return _member(known[name].body, {}, {})
        case t.Gen(body=t.Name(name=name), binders=(binder,)) if name == binder.name:
            return _member(binder.source, names, known)
    return ""
