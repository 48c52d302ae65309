"""Fans: the sets of a move's last parameter in the arena, one after the other, from which a random step is drawn.

    | 0, the place of the end, .. | steps up to the end of this set, the codes of the parameters before, words of the set | ..

The parts of a fan have one size. Its place is that of the first part, which is no set.
"""

from __future__ import annotations

from math import prod

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ge, gt, lt, popcount
from ggl.compiler.kernel.forms import typed
from ggl.compiler.lower.builder import FunctionBuilder, T, V, Words, library_function, local
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.folds import counted_members
from ggl.compiler.lower.movegen import AT
from ggl.compiler.lower.moves import MOST, OUT, N, guard_levels, level, row_width
from ggl.compiler.memory import width
from ggl.core import forms as f
from ggl.core.types import WORD, SetOf, set_base, set_size

select = library_function("select")

K, PLACE = local("k"), local("place")
"""The number that was drawn; the place of a bit."""

_FEW = 64
"""Sets that a fan may have at most where all are counted, whichever is drawn."""

_MANY = 1 << 8
"""Sets of a fan from which on each asks for its room; before, the fan asks once."""


def gathered_fan(ctx: Context, fn: FunctionBuilder, schema: f.Schema) -> tuple[k.Local, k.Local]:
    """The place of a move's fan, written at `AT`, and how many steps it has."""
    size, end = _fan_size(schema), local("end")
    most = _most_sets(schema)

    def write(function: FunctionBuilder) -> None:
        def trap_unless_room(for_words: int) -> None:
            with function.if_(gt(AT + for_words, end)):
                function.trap()

        def record(env: Env, found: Words) -> None:
            if most >= _MANY:
                trap_unless_room(size)
            function.set(N, N + counted_members(found, schema.params[-1].source.type))
            bound = (env[param.name][0] for param in schema.params[:-1])
            for place, word in enumerate((N, *bound, *found)):
                function.store(AT + place, word)
            function.set(AT, AT + size)

        begin = function.set("begin", AT)
        trap_unless_room(size * (most + 1 if most < _MANY else 1))
        function.store(AT, 0)
        function.set(AT, AT + size)
        function.set(N, 0)
        ctx.leaf = record
        level(ctx, function, schema, guard_levels(ctx, schema), 0, {}, {})
        ctx.leaf = None
        function.store(begin + 1, AT)
        function.ret(N, AT)

    fan = ctx.m.function("fan", schema.name, (AT, end), write)
    place, count = fn.let(AT, "fan"), local(fn.fresh("count"))
    fn.call((count, AT), fan(V, T, AT, OUT + MOST * row_width(ctx)))
    return place, count


def first_alike(ctx: Context, schema: f.Schema) -> int:
    """The number of the first move whose fans have the same form."""
    return next(number for number, each in enumerate(ctx.m.core.schemas) if _fan_form(each) == _fan_form(schema))


def _fan_form(schema: f.Schema) -> object:
    """What the rows that are drawn from a fan depend on."""
    last = schema.params[-1].source.type if schema.params else None
    few = _most_sets(schema) <= _FEW
    return (len(schema.params), width(last), set_base(last), few) if isinstance(last, SetOf) else None


def _most_sets(schema: f.Schema) -> int:
    """The most sets of a fan, if these are few."""
    sources = [param.source.type for param in schema.params[:-1]]
    return prod(set_size(each) if isinstance(each, SetOf) else _MANY for each in sources)


def _fan_size(schema: f.Schema) -> int:
    return len(schema.params) + width(schema.params[-1].source.type)


def row_of_fan(fn: FunctionBuilder, schema: f.Schema, step: k.Expression, fan: k.Expression, number: k.Expression) -> None:
    """The row of a numbered step of a fan of this form, at the beginning of the rows; it is of the move `step`.

    In a small fan the sets up to the number are counted to its end: where they end is what no processor can guess.
    """
    size, before = _fan_size(schema), len(schema.params)
    found = fn.set("found", fan)
    if _most_sets(schema) <= _FEW:
        passed, each, end = fn.set("passed", 0), fn.set("each", fan + size), fn.set("end", V[fan + 1])
        with fn.while_(lt(each, end)):
            fn.set(passed, passed + typed(ge(number, V[each]), k.Type.WORD))
            fn.set(each, each + size)
        fn.set(found, fan + passed * size)
    else:
        with fn.while_(ge(number, V[found + size])):
            fn.set(found, found + size)
    fn.set(K, number - V[found])
    fn.store(OUT, step)
    for place in range(1, before):
        fn.store(OUT + place, V[found + (size + place)])
    type_ = schema.params[-1].source.type
    assert isinstance(type_, SetOf)
    word = fn.set("member_word", found + (size + before))
    if width(type_) > 1:
        with fn.while_(ge(K, popcount(V[word]))):
            fn.set(K, K - popcount(V[word]))
            fn.set(word, word + 1)
    fn.set(PLACE, select(V[word], K))
    if width(type_) > 1:
        fn.set(PLACE, PLACE + (word - found - (size + before)) * WORD)
    fn.store(OUT + before, PLACE + set_base(type_))
    fn.set(AT, OUT)
