"""Fans: what a random step is drawn from where the last parameter of a move has a set for each choice of the others.

A fan stands in the arena and consists of records of one size. The first is a header; each other holds a set:

    header   0, the place where the fan ends
    record   the steps of this record and of those before it, the codes of the other parameters, the words of the set

So the record of a numbered step is the first whose steps are more than the number.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import ge, gt, lt, popcount
from ggl.compiler.kernel.forms import cast
from ggl.compiler.lower.builder import FunctionBuilder, T, V, Words, library_function, local
from ggl.compiler.lower.context import Context, Env
from ggl.compiler.lower.folds import counted_members
from ggl.compiler.lower.history import give_up
from ggl.compiler.lower.movegen import AT
from ggl.compiler.lower.moves import MOST, OUT, N, guard_levels, level, row_width
from ggl.compiler.memory import MOST_ROWS, TOO_MANY, entry_count
from ggl.core import forms as f
from ggl.core.types import WORD, SetOf, set_base, set_size
from ggl.engine.protocol import STEPS_LIMIT

select = library_function("select")

K, PLACE = local("k"), local("place")
"""The number that was drawn; the place of a bit."""

_SCANNED = 64
"""A fan with at most this many records is scanned to its end, whichever is drawn."""

_UNBOUNDED = 1 << 8
"""A fan that may have this many records makes sure of room for each that has members; a smaller one for all at once."""


def fit(ctx: Context, schemas: Sequence[f.Schema]) -> bool:
    """Whether the fans of these moves always have room, as long as no more than `STEPS_LIMIT` steps are legal."""
    wide = any(_record_size(schema) > row_width(ctx) for schema in schemas)
    most = sum(_record_size(schema) * (_most_records(schema) + 1) for schema in schemas)
    return not wide or (most <= STEPS_LIMIT * row_width(ctx) and all(map(_is_bounded, schemas)))


def build_fan(ctx: Context, fn: FunctionBuilder, schema: f.Schema) -> tuple[k.Local, k.Local]:
    """Writes a move's fan at `AT`; gives its place, and how many steps it has."""
    size, end = _record_size(schema), local("end")
    most = _most_records(schema)
    few = most < _UNBOUNDED

    def write(function: FunctionBuilder) -> None:
        def trap_unless_room(for_words: int) -> None:
            with function.if_(gt(AT + for_words, end)):
                if not few:  # where there are as many rows as may be, the legal steps are too many
                    with function.if_(ge(MOST, MOST_ROWS)):
                        give_up(ctx, function, TOO_MANY)
                function.trap()

        def record(env: Env, found: Words) -> None:
            count = counted_members(found, schema.params[-1].source.type)
            if few:
                put(env, found, count)
                return
            (count,) = function.bind((count,), "n")
            with function.if_(gt(count, 0)):
                trap_unless_room(size)
                put(env, found, count)

        def put(env: Env, found: Words, count: k.Expression) -> None:
            function.set(N, N + count)
            bound = (env[param.name][0] for param in schema.params[:-1])
            for place, word in enumerate((N, *bound, *found)):
                function.store(AT + place, word)
            function.set(AT, AT + size)

        begin = function.set("begin", AT)
        trap_unless_room(size * (most + 1 if few else 1))
        function.store(AT, 0)
        function.set(AT, AT + size)
        function.set(N, 0)
        ctx.leaf = record
        level(ctx, function, schema, guard_levels(ctx, schema), 0, {}, {})
        ctx.leaf = None
        function.store(begin + 1, AT)
        function.ret(N, AT)

    fan = ctx.m.function("fan", schema.name, (AT, end) if few else (AT, end, MOST), write)
    place, count = fn.let(AT, "fan"), local(fn.fresh("count"))
    fn.call((count, AT), fan(V, T, AT, OUT + MOST * row_width(ctx), *(() if few else (MOST,))))
    return place, count


def form_of_fan(ctx: Context, schema: f.Schema) -> int:
    """The form of a move's fans, as the number of the first move that has it: moves of one form share code."""
    return next(number for number, each in enumerate(ctx.m.core.schemas) if _form(each) == _form(schema))


def _form(schema: f.Schema) -> object:
    """The facts that the code for a row depends on."""
    last = schema.params[-1].source.type if schema.params else None
    scanned = _most_records(schema) <= _SCANNED
    return (len(schema.params), entry_count(last), set_base(last), scanned) if isinstance(last, SetOf) else None


def _most_records(schema: f.Schema) -> int:
    """The most records that a fan may have; `_UNBOUNDED` or more if nobody knows."""
    sources = [param.source.type for param in schema.params[:-1]]
    return prod(set_size(each) if isinstance(each, SetOf) else _UNBOUNDED for each in sources)


def _is_bounded(schema: f.Schema) -> bool:
    return all(isinstance(param.source.type, SetOf) for param in schema.params[:-1])


def _record_size(schema: f.Schema) -> int:
    return len(schema.params) + entry_count(schema.params[-1].source.type)


def write_row_of_fan(fn: FunctionBuilder, schema: f.Schema, step: k.Expression, fan: k.Expression, number: k.Expression) -> None:
    """Writes the row of a numbered step at `OUT`, for a fan of the form that this move's fans have; `step` is the drawn move.

    A small fan is scanned to its end: where a search would stop is a branch that no processor predicts.
    """
    size, before = _record_size(schema), len(schema.params)
    found = fn.set("found", fan)
    if _most_records(schema) <= _SCANNED:
        passed, each, end = fn.set("passed", 0), fn.set("each", fan + size), fn.set("end", V[fan + 1])
        with fn.while_(lt(each, end)):
            fn.set(passed, passed + cast(ge(number, V[each]), k.Type.WORD))
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
    if entry_count(type_) > 1:
        with fn.while_(ge(K, popcount(V[word]))):
            fn.set(K, K - popcount(V[word]))
            fn.set(word, word + 1)
    fn.set(PLACE, select(V[word], K))
    if entry_count(type_) > 1:
        fn.set(PLACE, PLACE + (word - found - (size + before)) * WORD)
    fn.store(OUT + before, PLACE + set_base(type_))
    fn.set(AT, OUT)
