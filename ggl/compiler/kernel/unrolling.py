"""Writes out loops that run a small known number of rounds, so that what they count is known in each.

For hosts that do not. Takes a verified module and gives one that does the same. Long loops stay: V8 writes out a few rounds of
these by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.walk import (
    Form,
    completes,
    continues,
    form_count,
    form_parts,
    forms_in,
    may_break,
    replace_locals,
    set_in,
)

MOST_ROUNDS, MOST_FORMS = 16, 240
"""How many rounds a loop may have that is written out, and how many forms these may have together."""


def unroll_loops(module: k.Module) -> k.Module:
    """The module with short loops written out."""
    return k.Module({name: _unrolled(function) for name, function in module.functions.items()}, module.entries)


def _unrolled(function: k.Function) -> k.Function:
    return replace(function, body=_block(function.body, _only_inside(function)))


def _only_inside(function: k.Function) -> frozenset[str]:
    """The locals that are read only in loops that count with them, and that no loop within one of these counts with anew."""
    counters = frozenset(form.local.name for form in forms_in(function) if isinstance(form, k.For))
    return counters - {*_read(function, frozenset())}


def _read(form: Form, counted: frozenset[str]) -> Iterator[str]:
    """The locals that are read, besides those that loops around count with, and those that a loop counts with anew."""
    if isinstance(form, k.Local) and form.name not in counted:
        yield form.name
    if isinstance(form, k.For):
        if form.local.name in counted:
            yield form.local.name
        yield from _read(form.first, counted)
        yield from _read(form.stop, counted)
        counted |= {form.local.name}
    for part in form.body if isinstance(form, k.For) else form_parts(form):
        yield from _read(part, counted)


def _block(block: k.Block, free: frozenset[str]) -> k.Block:
    found: list[k.Statement] = []
    for statement in block:
        match statement:
            case k.If(test, then, otherwise):
                found.append(k.If(test, _block(then, free), _block(otherwise, free)))
            case k.While() | k.ForBits():
                found.append(replace(statement, body=_block(statement.body, free)))
            case k.For():
                loop = replace(statement, body=_block(statement.body, free))
                found += _rounds(loop) if loop.local.name in free else [loop]
            case _:
                found.append(statement)
    return tuple(found)


def _rounds(loop: k.For) -> list[k.Statement]:
    """A loop whose local nothing reads afterwards."""
    match loop.first, loop.stop:
        case k.Literal(first), k.Literal(stop):
            values = range(int(first), int(stop), loop.step)
        case _:
            return [loop]
    if loop.local in set_in(loop.body) or continues(loop.body) or not completes(loop.body):
        return [loop]
    if values[MOST_ROUNDS:] or len(values) * form_count(loop.body) > MOST_FORMS:
        return [loop]
    rounds = [replace_locals(part, {loop.local.name: k.Literal(value, k.Type.WORD)}) for value in values for part in loop.body]
    if not rounds or not may_break(loop.body):
        return rounds
    return [k.While(k.Literal(True, k.Type.BOOL), (*rounds, k.Break()))]
