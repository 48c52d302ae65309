"""When a rule of the end is asked: after a turn, or once the next one has begun.

What a turn's `begin` changes, and its rolls, belong to the side that moves next: a rule that looks at them, or at which moves are
legal, would speak of the turn before if it were asked too soon. With a variable of each turn it is the other way round: a rule
that looks at it means the turn that was, and would find nothing if it were asked too late.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from ggl.core import forms as f
from ggl.core.walk import walk


def asked_in_time(core: f.CoreGame, renewed: Collection[str]) -> f.CoreGame:
    """The game with each rule of the end asked at its time; where nothing is done as a turn begins, all are asked after the turn.

    `renewed` are the fields that only have their start again then.
    """
    changed = changed_by(core.turn.begin, {layer.name: layer for layer in core.layers}, core.rolls)
    if not changed:
        return core
    changed -= set(renewed)
    return replace(core, end=tuple(replace(rule, begun=_looks_at(rule.test, changed, core)) for rule in core.end))


def changed_by(begin: f.Effect, layers: Mapping[str, f.Layer], rolls: Iterable[f.Chance]) -> set[str]:
    """The fields that the beginning of a turn may change, with what follows its rolls."""
    found: set[str] = set()
    later = [roll for roll in rolls if not roll.in_setup]
    for form in walk((begin, *(roll.then for roll in later))):
        match form:
            case f.Write(field=name) | f.WriteAll(field=name):
                found.add(name)
            case f.Put(layer=name) | f.Take(layer=name) | f.Move(layer=name) | f.Exchange(layer=name):
                found |= {layers[name].field, *layers[name].attributes}
    return found | {roll.field for roll in later}


def _looks_at(test: f.Expr, fields: set[str], core: f.CoreGame) -> bool:
    """Whether an expression reads one of the fields or asks for legal moves, itself or through a definition."""
    bodies = {definition.name: definition.body for definition in core.definitions}
    waiting: list[f.Expr] = [test]
    known: set[str] = set()
    while waiting:
        for form in walk(waiting.pop()):
            match form:
                case f.Can():
                    return True
                case f.Get(field=name) | f.Plane(field=name) if name in fields:
                    return True
                case f.Call(name=name) if name not in known:
                    known.add(name)
                    waiting.append(bodies[name])
    return False
