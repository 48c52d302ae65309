"""Effects of the core: each changes `v`, and leaves its function with `return True` when the game ended in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial

from ggl.compiler.emitted import CannotCompileError
from ggl.compiler.kernel import forms as k
from ggl.compiler.kernel.build import all_of, choose, eq, greatest_of, gt, least_of, literal, lt, ne, not_, some
from ggl.compiler.kernel.forms import Operand, as_expression, cast
from ggl.compiler.lower.builder import FunctionBuilder, T, V, Words, atomic, bit, local
from ggl.compiler.lower.context import Context, Env, Supposed
from ggl.compiler.lower.expressions import (
    atom,
    atoms,
    folded_sum,
    lower_condition,
    lower_scalar,
    lower_value,
    parameters_for,
    row_major,
    surely_below,
)
from ggl.compiler.lower.facts import NOTHING, FieldFacts, overwritten
from ggl.compiler.lower.folds import over_members
from ggl.compiler.lower.relations import single_of
from ggl.compiler.memory import Planes, word_count
from ggl.core import forms as f
from ggl.core.types import WORD, Num, SetOf
from ggl.core.walk import variables, walk
from ggl.engine.layout import Slot


def effect_in_expression(ctx: Context, fn: FunctionBuilder, e: f.Effect, env: Env) -> None:
    """A call of a separate function, for effects within an expression."""
    fn.do(effect_call(ctx, "e", _effect_key(ctx, e, env), e, env))


def _effect_key(ctx: Context, e: f.Effect, env: Env) -> str:
    key = (repr(e), *(name for name in env if name in variables(e)))
    return f"effect {ctx.effect_numbers.setdefault(key, len(ctx.effect_numbers) + 1)}"


def effect_call(ctx: Context, kind: str, key: str, e: f.Effect, env: Env, facts: FieldFacts = NOTHING) -> k.Call:
    """The call of a function that does the effects and gives whether the game ended in them."""
    free = [name for name in env if name in variables(e)]
    inner, parameters = parameters_for(free, env)

    def write(function: FunctionBuilder) -> None:
        do_effect(ctx, function, e, inner, facts)
        function.ret(False)

    return ctx.m.function(kind, key, parameters, write)(V, T, *(each for name in free for each in env[name]))


def do_effect(ctx: Context, fn: FunctionBuilder, e: f.Effect, env: Env, facts: FieldFacts = NOTHING) -> None:
    if fn.is_deep and isinstance(e, f.IfDo | f.ForDo):
        with fn.if_(effect_call(ctx, "e", _effect_key(ctx, e, env), e, env)):
            fn.ret(True)
        return
    match e:
        case f.Seq(parts):
            for number, part in enumerate(parts):
                after = facts.after(ctx, part)
                if isinstance(part, f.Exchange):
                    with fn.passing():
                        _exchange(ctx, fn, part, env, facts, overwritten(ctx, after, part, parts[number + 1 :]))
                else:
                    do_effect(ctx, fn, part, env, facts)
                facts = after
        case f.Write():
            with fn.passing():
                _write(ctx, fn, e, env)
        case f.WriteAll():
            _write_all(ctx, fn, e, env)
        case f.Put():
            with fn.passing():
                _put(ctx, fn, e, env, facts)
        case f.Take():
            with fn.passing():
                _take(ctx, fn, e, env, facts)
        case f.Move():
            with fn.passing():
                _move(ctx, fn, e, env, facts)
        case f.Exchange():
            with fn.passing():
                _exchange(ctx, fn, e, env, facts)
        case f.IfDo():
            _if_do(ctx, fn, e, env, facts)
        case f.ForDo(name, f.NumberRange(f.Lit(1), most), f.IfDo(test, then, f.Seq(()))) if name not in variables(e.body):
            # once the test fails, nothing changes any more
            rounds = bound_once(ctx, fn, most, env)[0]
            inner_facts = facts.after(ctx, e.body)
            with fn.passing(), fn.for_(fn.fresh("round"), 0, rounds), fn.passing():
                with fn.if_(not_(lower_condition(ctx, fn, test, env))):
                    fn.leave()
                do_effect(ctx, fn, then, env, inner_facts)
        case f.ForDo():
            with over_members(ctx, fn, e.source, env, e.name) as inner:
                do_effect(ctx, fn, e.body, inner, facts.after(ctx, e.body).named(ctx, e.name))
        case f.LetDo():
            inner = {**env, e.name: bound_once(ctx, fn, e.value, env)}
            do_effect(ctx, fn, e.body, inner, facts.named(ctx, e.name, e.value))
        case f.Finish():
            lower_result(ctx, fn, e.outcome, *whom(ctx, fn, e.player, env), e.reason + 1)
            fn.ret(True)
        case f.Again():
            fn.store(ctx.m.layout.at("again"), 1)
        case f.Roll():
            _roll(ctx, fn, e)
        case _:
            raise CannotCompileError(f"an effect {type(e).__name__}")


def bound_once(ctx: Context, fn: FunctionBuilder, e: f.Expr, env: Env, stem: str = "x") -> Words:
    """The value as it is now, whatever changes later."""
    return fn.bind(lower_value(ctx, fn, e, env), stem)


# ---- effects that are taken back


def keep(ctx: Context, fn: FunctionBuilder, e: f.Effect, env: Env) -> Callable[[], None]:
    """Keeps what effects will change: single entries at sites that are known beforehand, otherwise all entries of a field."""
    single, whole = _changed(ctx, e)
    restores: list[Callable[[], None]] = []
    for layer, site in single:
        slots = [slot for slot in _slots_of(ctx, layer) if slot.field.name not in whole]
        if not slots:
            continue
        place = bound_once(ctx, fn, site, env, "site")[0]
        # an index of none addresses another entry, which is read but not restored
        kept = [(slot, fn.let(V[folded_sum(slot.start, [place])], "kept")) for slot in slots]
        restores.append(partial(partial(_put_back_at, ctx), fn, place, kept))
    restores += [_keep_field(ctx, fn, name) for name in sorted(whole)]

    def put_back() -> None:
        for restore in reversed(restores):
            restore()

    return put_back


@contextmanager
def supposing(ctx: Context, fn: FunctionBuilder, put: f.Put, env: Env, facts: FieldFacts) -> Iterator[None]:
    """Lets the code written within read the position as if a piece stood on a site that is there; changes nothing."""
    slots = _slots_of(ctx, put.layer)
    given = dict(put.attributes)
    site = atom(ctx, fn, put.site, env, "site")
    piece = bound_once(ctx, fn, put.piece, env, "piece")[0]
    codes = _codes_beside(ctx, fn, slots, given, env)
    bits = single_of(fn, site, slots[0].sizes[0], word_count(slots[0].sizes[0]))
    for slot, code in zip(slots, [piece, *codes], strict=True):
        name, before = slot.field.name, facts.of(slot.field.name, put.site)
        change = Supposed(
            site, code, bits, name, put.site,
            put.piece if slot is slots[0] else None,
            None if before is None else f.Lit(before, put.piece.type),
        )  # fmt: skip
        ctx.supposed[slot.start] = change
        if slot.field.name in ctx.m.memory.planes:
            ctx.supposed[ctx.m.memory.planes[slot.field.name].start] = change
    yield
    ctx.supposed.clear()


def _put_back_at(ctx: Context, fn: FunctionBuilder, place: k.Expression, kept: list[tuple[Slot, k.Local]]) -> None:
    with fn.if_(lt(place, kept[0][0].sizes[0])):
        for slot, code in kept:
            set_entry(ctx, fn, slot, place, code)


def _keep_field(ctx: Context, fn: FunctionBuilder, name: str) -> Callable[[], None]:
    slot, planes = ctx.m.layout.slots[name], ctx.m.memory.planes.get(name)
    if slot.stop - slot.start == 1 and planes is None:
        kept = fn.let(V[slot.start], "kept")
        return lambda: fn.store(slot.start, kept)
    ranges = [(slot.start, slot.stop - slot.start)]
    if planes is not None:
        ranges.append((planes.start, planes.codes * planes.words))
    places = [fn.reserve(length) for _, length in ranges]
    for (start, length), place in zip(ranges, places, strict=True):
        fn.copy(start, length, place)

    def put_back() -> None:
        for (start, length), place in zip(ranges, places, strict=True):
            fn.copy(place, length, start)

    return put_back


def _changed(ctx: Context, e: f.Effect) -> tuple[list[tuple[str, f.Expr]], set[str]]:
    """The state that effects may change: layers at sites that no effect before can move, and fields as a whole."""
    single: list[tuple[str, f.Expr]] = []
    whole: set[str] = set()
    for part in e.parts if isinstance(e, f.Seq) else (e,):
        if isinstance(part, f.Put | f.Take) and isinstance(part.site, f.Var | f.Lit):
            single.append((part.layer, part.site))
            continue
        for form in walk(part):
            match form:
                case f.Write(name) | f.WriteAll(name):
                    whole.add(name)
                case f.Put(layer) | f.Take(layer) | f.Move(layer) | f.Exchange(layer):
                    whole |= {slot.field.name for slot in _slots_of(ctx, layer)}
                case f.Finish():
                    whole |= {"over", "winner", "winners"} & ctx.m.layout.slots.keys()
                case f.Again():
                    whole.add("again")
                case f.Roll():
                    whole.add("chance")
    return single, whole


# ---- fields


def set_entry(ctx: Context, fn: FunctionBuilder, slot: Slot, index: Operand, code: Operand, old: Operand | None = None) -> None:
    """An entry of a field over one domain becomes a code; all are atomic. `old` is the code that it has, if that is known."""
    index = as_expression(index)
    planes = ctx.m.memory.planes.get(slot.field.name)
    if planes is None:
        fn.store(folded_sum(slot.start, [index]), code)
        return
    if old is not None:
        _move_between_planes(fn, slot, planes, index, old, code)
        return
    i, new = local("i"), local("new")

    def write(function: FunctionBuilder) -> None:
        _move_between_planes(function, slot, planes, i, function.set("old", V[slot.start + i]), new)

    fn.do(ctx.m.function("set", slot.field.name, (i, new), write)(V, T, index, code))


def _move_between_planes(
    fn: FunctionBuilder, slot: Slot, planes: Planes, index: k.Expression, old: Operand, new: Operand
) -> None:
    """The entry at an index gets another code: it leaves a plane and joins another."""
    member = fn.let(bit(index & WORD - 1), "b")
    for code in map(as_expression, (old, new)):
        shift = literal(int(code.value) * planes.words) if isinstance(code, k.Literal) else code * planes.words
        plane = folded_sum(planes.start, [shift])
        place = plane if planes.words == 1 else plane + (index >> 6)
        fn.store(place, V[place] ^ member)
    fn.store(folded_sum(slot.start, [index]), new)


def _write(ctx: Context, fn: FunctionBuilder, e: f.Write, env: Env) -> None:
    slot = ctx.m.layout.slots[e.field]
    index = [atom(ctx, fn, each, env, "i") for each in e.index]
    with _if_below(fn, zip(index, e.index, slot.sizes, strict=True)):
        _write_at(ctx, fn, e, slot, index, env)


def _write_at(ctx: Context, fn: FunctionBuilder, e: f.Write, slot: Slot, index: list[k.Expression], env: Env) -> None:
    code = lower_scalar(ctx, fn, e.value, env)
    values = slot.field.values
    if isinstance(values, Num) and not _within(e.value, values):
        code = least_of(greatest_of(code, values.lo), values.hi)
    code = code if atomic(code) else fn.let(cast(code, k.Type.WORD), "code")
    if len(index) == 1:
        set_entry(ctx, fn, slot, index[0], code)
        return
    fn.store(row_major(slot.start, index, slot.sizes), code)


def _write_all(ctx: Context, fn: FunctionBuilder, e: f.WriteAll, env: Env) -> None:
    slot = ctx.m.layout.slots[e.field]
    found = bound_once(ctx, fn, e.value, env, "s")
    for number, chosen in enumerate(found):
        begin, end = 64 * number, min(64 * number + 64, slot.sizes[0])
        with fn.for_(fn.fresh("i"), begin, end) as place:
            set_entry(ctx, fn, slot, place, fn.let(chosen >> (place - begin if begin else place) & 1))


# ---- pieces


def _slots_of(ctx: Context, layer: str) -> list[Slot]:
    info = ctx.m.layers[layer]
    return [ctx.m.layout.slots[name] for name in (info.field, *info.attributes)]


def _codes_beside(
    ctx: Context, fn: FunctionBuilder, slots: list[Slot], given: Mapping[str, f.Expr], env: Env
) -> list[k.Expression]:
    """The attributes of a piece that is put."""
    return [
        bound_once(ctx, fn, given[slot.field.name], env)[0] if slot.field.name in given else literal(slot.field.start)
        for slot in slots[1:]
    ]


def _if_below(
    fn: FunctionBuilder, indices: Iterable[tuple[k.Expression, f.Expr, int]], *others: k.Expression
) -> AbstractContextManager[None]:
    """The body runs if each index names an entry (tested only where in doubt) and other tests hold."""
    tests = [*(lt(index, size) for index, e, size in indices if not surely_below(index, e, size)), *others]
    return fn.if_(all_of(tests)) if tests else nullcontext()


def _put(ctx: Context, fn: FunctionBuilder, e: f.Put, env: Env, facts: FieldFacts) -> None:
    slots = _slots_of(ctx, e.layer)
    site = atom(ctx, fn, e.site, env, "site")
    with _if_below(fn, [(site, e.site, slots[0].sizes[0])]):
        given = {name: facts.decided(ctx, each) for name, each in e.attributes}
        codes = _codes_beside(ctx, fn, slots, given, env)
        piece = bound_once(ctx, fn, e.piece, env, "piece")[0]
        for slot, code in zip(slots, [piece, *codes], strict=True):
            set_entry(ctx, fn, slot, site, code, facts.of(slot.field.name, e.site))


def _take(ctx: Context, fn: FunctionBuilder, e: f.Take, env: Env, facts: FieldFacts) -> None:
    slots = _slots_of(ctx, e.layer)
    site = atom(ctx, fn, e.site, env, "site")
    with _if_below(fn, [(site, e.site, slots[0].sizes[0])]):
        for slot in slots:
            set_entry(ctx, fn, slot, site, slot.field.start, facts.of(slot.field.name, e.site))


def _move(ctx: Context, fn: FunctionBuilder, e: f.Move, env: Env, facts: FieldFacts) -> None:
    slots = _slots_of(ctx, e.layer)
    size, main = slots[0].sizes[0], slots[0]
    source, target = atom(ctx, fn, e.source, env, "from"), atom(ctx, fn, e.target, env, "to")
    is_there = ne(V[folded_sum(main.start, [source])], main.field.start)
    with _if_below(fn, [(source, e.source, size), (target, e.target, size)], ne(source, target), is_there):
        for slot in slots:
            code = fn.let(V[folded_sum(slot.start, [source])], "code")
            set_entry(ctx, fn, slot, target, code, facts.of(slot.field.name, e.target))
            set_entry(ctx, fn, slot, source, slot.field.start, code)


def _exchange(
    ctx: Context, fn: FunctionBuilder, e: f.Exchange, env: Env, facts: FieldFacts, left_out: frozenset[str] = frozenset()
) -> None:
    """Exchanges what two sites have, less the fields that are left out since they are written at once."""
    slots = _slots_of(ctx, e.layer)
    size = slots[0].sizes[0]
    a, b = atom(ctx, fn, e.left, env, "left"), atom(ctx, fn, e.right, env, "right")
    with _if_below(fn, [(a, e.left, size), (b, e.right, size)]):
        for slot in slots:
            name = slot.field.name
            if name in left_out:
                continue
            known = [facts.of(name, site) for site in (e.left, e.right)]
            x, y = (
                literal(code) if code is not None else fn.let(V[folded_sum(slot.start, [place])], "code")
                for code, place in zip(known, (a, b), strict=True)
            )
            codes, planes = facts.of_both(name, e), ctx.m.memory.planes.get(name)
            if codes is not None and planes is not None and planes.words == 1:
                both = fn.let(bit(a) | bit(b), "b")  # each leaves the plane that the other joins
                for code in codes:
                    fn.store(planes.start + code, V[planes.start + code] ^ both)
                fn.store(folded_sum(slot.start, [a]), y)
                fn.store(folded_sum(slot.start, [b]), x)
            else:
                set_entry(ctx, fn, slot, a, y, x)
                set_entry(ctx, fn, slot, b, x, y)


# ---- control


def _if_do(ctx: Context, fn: FunctionBuilder, e: f.IfDo, env: Env, facts: FieldFacts) -> None:
    left = facts.open_parts(e.test)
    if not left:
        do_effect(ctx, fn, e.other if left is None else e.then, env, facts if left is None else facts.where(e.test))
        return
    test = lower_condition(ctx, fn, left[0] if len(left) == 1 else f.And(left), env)
    if e.then == _NOTHING:
        if e.other != _NOTHING:
            with fn.if_(not_(test)):
                do_effect(ctx, fn, e.other, env, facts)
        return
    with fn.if_(test):
        do_effect(ctx, fn, e.then, env, facts.where(e.test))
    if e.other != _NOTHING:
        with fn.else_():
            do_effect(ctx, fn, e.other, env, facts)


def _roll(ctx: Context, fn: FunctionBuilder, e: f.Roll) -> None:
    source = ctx.m.core.rolls[e.number].source
    found = atoms(ctx, fn, source, {}, "s")
    with fn.if_(some(found) if isinstance(source.type, SetOf) else gt(found[1], 0)):
        fn.store(ctx.m.layout.at("chance"), e.number + 1)
        fn.ret(True)


def whom(ctx: Context, fn: FunctionBuilder, who: f.Expr | None, env: Env) -> tuple[k.Expression | None, bool]:
    """The subject of a result: a player or none, or (true) a set of players as bits."""
    if who is None:
        return None, False
    return bound_once(ctx, fn, who, env, "who")[0], isinstance(who.type, SetOf)


def lower_result(
    ctx: Context, fn: FunctionBuilder, outcome: str, who: k.Expression | None, several: bool, reason: Operand
) -> None:
    """The game is over: `over` has the reason, which counts from 1, and `winner` the winner or none."""
    layout = ctx.m.layout
    players = layout.slots["seat"].sizes[0]
    fn.store(layout.at("over"), reason)
    if layout.has("winners"):
        _crown_by(ctx, fn, outcome, who, several, (1 << players) - 1)
        return
    nobody = layout.slots["winner"].field.start
    winner: Operand = nobody
    if outcome == "win" and who is not None:
        winner = who
    elif outcome == "lose" and who is not None and players == 2:
        winner = choose(lt(who, 2), 1 - who, nobody)
    fn.store(layout.at("winner"), winner)


def _crown_by(ctx: Context, fn: FunctionBuilder, outcome: str, who: k.Expression | None, several: bool, everybody: int) -> None:
    if who is None or outcome == "draw":
        lower_winners(ctx, fn, 0)
        return
    about = fn.let((who if several else bit(who)) & everybody, "about")
    lower_winners(ctx, fn, about if outcome == "win" else choose(ne(about, 0), everybody & ~about, 0))


def lower_winners(ctx: Context, fn: FunctionBuilder, winners: Operand) -> None:
    """If the game has a field `winners`: it holds the bits, and `winner` the only winner, or none."""
    layout = ctx.m.layout
    slot = layout.slots["winners"]
    mask = fn.let(winners, "mask")
    fn.store(layout.at("winner"), layout.slots["winner"].field.start)
    for player in range(slot.sizes[0]):
        with fn.if_(eq(mask, 1 << player)):
            fn.store(layout.at("winner"), player)
        set_entry(ctx, fn, slot, player, fn.let(mask >> player & 1))


_NOTHING = f.Seq(())


def _within(e: f.Expr, bounds: Num) -> bool:
    """Whether a value is within the bounds of what keeps it."""
    return isinstance(e.type, Num) and e.type.lo >= bounds.lo and e.type.hi <= bounds.hi


def lower_after(ctx: Context, fn: FunctionBuilder, e: f.After, env: Env) -> Words:
    """Does the effects, evaluates the body, and restores the state."""
    put_back = keep(ctx, fn, e.effect, env)
    effect_in_expression(ctx, fn, e.effect, env)
    found = atoms(ctx, fn, e.body, env)
    put_back()
    return found
