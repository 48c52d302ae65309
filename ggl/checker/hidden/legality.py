"""The proof that players choose by what they see: the view of the side to move must determine the legal moves.

Takes the core of a game with hidden information, and the visibility of its pieces. Reports each condition of a move that reads
what its mover may not see.

For each mover, the codes of a field of pieces fall into classes: those that the mover cannot tell apart. An expression that
reads such an entry is known to the mover where it comes to the same for all codes of a class. A variable is known where `seen by`
says so for this mover whatever the position. What is asked after the effects (`ensure`) must not read what effects wrote that
depend on something unknown. `seen(..)` is asked in the view, and what the mover sees must be seen there, too: so `seen by` must
go by what the mover knows where it holds, and `ensure` by no `seen by` that the effects may change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import TypeVar

from ggl.checker.hidden.seen import view_definition
from ggl.checker.hidden.visibility import SITE, VIEWER, shown_field
from ggl.checker.world import World
from ggl.core import forms as f
from ggl.core.substitution import Fresh, free, substituted
from ggl.core.types import Bool, Fin
from ggl.core.walk import BINDERS, READS, parts, reached, rebuilt, walk
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.engine.layout import Layout
from ggl.frozen import frozen
from ggl.interpreter.expressions import ExpressionFunctions
from ggl.interpreter.vector import Slots, Vector

_F = TypeVar("_F", bound=f.Form)

MOST_TRIED = 512
"""The limit on values of variables that are tried to determine an expression."""


@frozen
class _Unknown:
    """Something that the mover may not know: the form that reads it."""

    form: f.Form
    field: str
    why: str = ""
    """The reason, if it is not that the mover does not see the field."""


@frozen
class _Done:
    """The effects before something is asked: the fields that they have written, and those of them whose content is unknown."""

    written: frozenset[str] = frozenset()
    unknown: frozenset[str] = frozenset()

    def __or__(self, other: _Done) -> _Done:
        return _Done(self.written | other.written, self.unknown | other.unknown)


_NOTHING = _Done()


def check_legality(core: f.CoreGame, world: World) -> None:
    """Report what moves, their conditions and passing ask that the mover may not see."""
    for mover in range(len(world.players)):
        proof = _Proof(core, world, mover)
        for what, unknown in proof.unknown():
            _report(world, what, unknown, mover)


def check_hidden_notation(core: f.CoreGame, world: World, tests: Iterable[f.Expr]) -> None:
    """Report what the conditions of notations ask that the mover may not see: the text of a legal move would tell it."""
    asked = [*tests]
    for mover in range(len(world.players)):
        proof = _Proof(core, world, mover)
        for unknown in map(proof.unknown_in, asked):
            if unknown is not None:
                _report(world, "notation", unknown, mover)


def check_ends(core: f.CoreGame, world: World) -> None:
    """Warn of lines of `end` that read what no player ever sees. All see whether a set or a bag, such as a deck, is empty."""
    proofs = [_Proof(core, world, viewer) for viewer in range(len(world.players))]
    sets = {place.field for place in world.variables.values() if place.is_set or place.bag is not None}
    fields = {veil.field for veil in core.veils if all(proof.never_sees(veil) for proof in proofs)} - sets
    kinds = {code for code in world.visibility if all(proof.never_sees_piece(code) for proof in proofs)}
    names = {place.field: name for name, place in world.variables.items()}
    pieces = {layer.field for layer in core.layers}
    for rule in core.end:
        for form in reached(rule.test, core.definitions):
            what = None
            if isinstance(form, f.Get | f.Plane) and form.field in fields:
                what = names.get(form.field)
            elif isinstance(form, f.Plane) and form.field in pieces and isinstance(form.values, f.Lit):
                assert isinstance(form.values.value, int)
                codes_ = {code for code in range(len(world.pieces)) if form.values.value >> code & 1}
                what = world.pieces[min(codes_)][0] if codes_ and codes_ <= kinds else None
            if what is not None:
                message = f"no player ever sees `{what}`, so nobody can check this end of the game"
                help_ = "say in `seen by` who sees it, or keep what decides in another variable that a player sees"
                world.findings.report(codes.NOBODY_CAN_CHECK, form.span or rule.test.span, message, help=help_)


def _report(world: World, what: str, unknown: _Unknown, mover: int) -> None:
    span = unknown.form.span
    assert span is not None
    name = next((name for name, place in world.variables.items() if place.field == unknown.field), None)
    if unknown.why:
        label = unknown.why
        help_ = "let `seen by` read what those know who see it, such as their own pieces or a variable that all see"
    elif unknown.field in world.veils and world.veils[unknown.field].seen:
        label, help_ = "the side to move does not see all pieces", "test what the mover sees: `seen(..)`"
        if (kind := _own_kind(world, mover)) is not None:
            help_ += f"; or, of the mover's own pieces, a kind by its name: `own {kind} on c`"
    elif name is not None and isinstance(unknown.form, f.Seen):
        label = f"positions are compared by `{name}`, which not all players see"
        help_ = f"write `compared: false` for `{name}` if positions are the same whatever it is"
    elif name is not None:
        label = f"{world.players[mover]} does not see `{name}`"
        help_ = "store what all may know of it, such as a number, in another variable, and test that"
        help_ += "" if what == "notation" else "; a test in `do` refuses no move"
    elif unknown.field == "supply":
        label, help_ = "only its owner knows the supply of a hidden kind", "read the supply of `mover`"
    else:
        label, help_ = "not all moves are shown to the others", "remove it, or let all moves show everything"
    if what == "ensure" and not (isinstance(unknown.form, f.Seen) and name):
        help_ = "test it in `do` and react with effects; a condition must be known before the move is made"
    who = "the way a move is written" if what == "notation" else "the legal moves"
    message = f"this reads what the side to move may not see, so {who} would reveal it"
    world.report(codes.HIDDEN_FROM_MOVER, span, message, label, help_)


def _own_kind(world: World, mover: int) -> str | None:
    """A kind whose pieces of the mover's own the mover always sees."""
    is_mover = {f.Var(VIEWER, world.player), f.Lit(mover, world.player)}
    for code, seen in world.visibility.items():
        kind, owner = world.pieces[code]
        if owner == mover and isinstance(seen.test, f.Compare) and {seen.test.left, seen.test.right} == is_mover:
            return kind
    return None


class _Proof:
    """The knowledge of one mover."""

    def __init__(self, core: f.CoreGame, world: World, mover: int) -> None:
        self._core, self._world, self._mover = core, world, mover
        self._definitions = {one.name: one for one in core.definitions}
        self._veils = {veil.field: veil for veil in core.veils}
        self._eyes = {name: veil for veil in core.veils for name in (veil.seen, veil.known, view_definition(veil.field)) if name}
        self._supposed: dict[f.Form, f.Lit | None] = {}
        """What the mover knows in the case that is looked at, with its value if there is only one."""
        bare = replace(core, schemas=(), setup=f.Seq(()), turn=f.Turn(f.Lit(0, world.player), ()), end=(), rolls=(), score=None,
                       match=None, tie=("draw", None), breaks=())  # fmt: skip
        self._expressions = ExpressionFunctions(bare, Layout(bare))
        self._blank = Vector(Layout(bare).blank())
        self._fresh = Fresh(core)
        self._classes = self._classes_of_pieces()

    # ---- the expressions that are evaluated

    def unknown(self) -> Iterator[tuple[str, _Unknown]]:
        """For each expression that is evaluated, with its purpose: the first part that the mover may not know."""
        passing = (self._core.turn.pass_if, *(phase.pass_if for phase in self._core.turn.phases))
        asked = [each for schema in self._core.schemas for each in self._asked(schema)]
        asked += [("pass", test, _NOTHING) for test in passing if test is not None]
        for what, expr, done in asked:
            if (found := self._unknown(expr, done)) is not None:
                yield what, found

    def unknown_in(self, condition: f.Expr) -> _Unknown | None:
        """The first part that the mover may not know of a condition that is asked before a step."""
        return self._unknown(condition, _NOTHING)

    def _asked(self, schema: f.Schema) -> Iterator[tuple[str, f.Expr, _Done]]:
        """The expressions of a schema, each with its purpose and the effects before it."""
        lets: dict[str, f.Expr | str] = {}
        for let in schema.lets:
            lets[let.name] = substituted(let.value, lets, self._fresh)
        guards = [substituted(condition.test, lets, self._fresh) for condition in schema.guard]
        if any(self._value(guard) is False for guard in guards):
            return  # this mover can never make it
        yield from (("for", substituted(param.source, lets, self._fresh), _NOTHING) for param in schema.params)
        yield from (("where", guard, _NOTHING) for guard in guards)
        if schema.ensure:
            after = self._after(substituted(schema.do, lets, self._fresh), _NOTHING)
            yield from (("ensure", substituted(one.test, lets, self._fresh), after) for one in schema.ensure)

    # ---- expressions

    def _unknown(self, expr: object, done: _Done) -> _Unknown | None:
        """The first part of an expression that the mover may not know after some effects."""
        found = self._not_known(expr, done)
        return found if found is None or found.form.span is not None else replace(found, form=_placed(found.form, expr))

    def _not_known(self, expr: object, done: _Done) -> _Unknown | None:
        if self._supposed and expr in self._supposed:
            return None
        match expr:
            case f.And() | f.Or() if self._value(expr) is not None:
                return None
            case f.Call(name=name, args=args):
                return self._of_call(expr, name, args, done)
            case f.Let(name=name, value=value, body=body):
                if self._unknown(value, done) is None:
                    return self._unknown(body, done)
                return self._unknown(substituted(body, {name: value}, self._fresh), done)
            case f.Get(field=field, index=index) if field in done.unknown or field in self._veils:
                if field in done.unknown:
                    return self._changed_unseen(expr, field)
                if not self._is_known(field, index):
                    return _Unknown(expr, field)
            case f.Plane(field=field) if field in done.unknown:
                return self._changed_unseen(expr, field)
            case f.Plane(field=field, values=values) if field in self._veils:
                return None if self._tells_classes(field, values) else _Unknown(expr, field)
            case f.Seen():
                hidden = [
                    field.name for field in self._core.fields if field.compared and field.name in (*self._veils, *done.unknown)
                ]
                if not hidden and "ply" in self._veils:  # a step that changes nothing counts too, and may be hidden from all
                    return _Unknown(expr, "ply")
                if hidden and hidden[0] in done.unknown:
                    return self._changed_unseen(expr, hidden[0])
                return _Unknown(expr, hidden[0]) if hidden else None
            case f.After():  # whether another side could move
                return _Unknown(expr, "mover")
        found = self._inside(expr, done)
        if found is not None and self._same_for_classes(expr, done):
            return None
        return found

    def _changed_unseen(self, form: f.Form, field: str) -> _Unknown:
        return _Unknown(form, field, f"effects change this by what {self._world.players[self._mover]} does not see")

    def _inside(self, expr: object, done: _Done) -> _Unknown | None:
        for part in parts(expr):
            found = self._unknown(part, done)
            if found is not None:
                return found
        return None

    def _of_call(self, call: f.Call, name: str, args: tuple[f.Expr, ...], done: _Done) -> _Unknown | None:
        definition = self._definitions[name]
        if name in self._eyes and self._value(args[0]) == self._mover:
            return self._of_sight(call, self._eyes[name].field, done) or self._inside(args[1:], done)
        values = {param: arg for (param, _), arg in zip(definition.params, args, strict=True)}
        found = self._unknown(substituted(definition.body, values, self._fresh), done)
        if found is None:
            return None
        # the place in the author's file, not the one within the prelude
        return replace(found, form=_placed(found.form, call)) if call.span is not None else found

    def _of_sight(self, call: f.Call, field: str, done: _Done) -> _Unknown | None:
        """The reason why the mover's view, asked once more, may not show an entry of a field that the mover sees."""
        if field in done.unknown:
            return self._changed_unseen(call, field)
        for test, supposed in self._sights(field):
            if self._value(test) is not None:
                continue
            if (one := next((form for form in self._read(test) if form.field in done.written), None)) is not None:
                return _Unknown(call, field, f"`seen by` reads {_text(one)}, which the move itself may change")
            self._supposed = supposed
            found = self._unknown(test, done)
            self._supposed = {}
            if found is not None:
                return _Unknown(call, field, f"`seen by` reads {_text(found.form)}, which the side to move may not know")
        return None

    def _sights(self, field: str) -> Iterator[tuple[f.Expr, dict[f.Form, f.Lit | None]]]:
        """The conditions of `seen by` for this mover and the entries of a field, each with what the mover knows where it holds:
        the entry, and what the piece carries."""
        viewer = f.Lit(self._mover, self._world.player)
        if known := self._veils[field].known:
            definition = self._definitions[known]
            index = tuple(f.Var(self._fresh.name(name), type_) for name, type_ in definition.params[1:])
            given: tuple[f.Expr, ...] = (viewer, *index)
            values = dict(zip((name for name, _ in definition.params), given, strict=True))
            yield substituted(definition.body, values, self._fresh), {f.Get(field, index, self._world.fields[field].values): None}
            return
        layer = next(layer for layer in self._core.layers if field in (layer.field, *layer.attributes))
        hidden = {shown_field(layer, player) for player in range(len(self._world.players)) if player != self._mover}
        for code, seen in self._world.visibility.items():
            kind = self._world.kinds[self._world.pieces[code][0]]
            if self._world.layer_of(kind) == layer:
                site = f.Var(self._fresh.name(SITE), self._world.fin(kind.site))
                piece = self._world.fields[layer.field].values
                supposed: dict[f.Form, f.Lit | None] = {
                    f.Get(name, (site,), self._world.fields[name].values): None for name in layer.attributes if name not in hidden
                }
                supposed[f.Get(layer.field, (site,), piece)] = f.Lit(code, piece)
                yield substituted(seen.test, {VIEWER: viewer, SITE: site}, self._fresh), supposed

    def _read(self, test: f.Expr) -> Iterator[f.Get | f.Plane]:
        """What a condition of `seen by` reads, and what those read by which its fields are known; with places in the file."""
        fields, waiting = set[str](), [test]
        while waiting:
            asked = waiting.pop()
            for form in reached(asked, self._core.definitions):
                if isinstance(form, f.Get | f.Plane):
                    yield form if form.span is not None else _placed(form, asked)
                    if form.field in self._veils and form.field not in fields:
                        fields.add(form.field)
                        waiting += [other for other, _ in self._sights(form.field) if self._value(other) is None]

    # ---- fields

    def _is_known(self, field: str, index: tuple[f.Expr, ...]) -> bool:
        """Whether an entry is known to the mover in every position: of pieces, it never is."""
        veil = self._veils[field]
        if not veil.known:
            return False
        definition = self._definitions[veil.known]
        given = (f.Lit(self._mover, self._world.player), *index)
        values = {param: arg for (param, _), arg in zip(definition.params, given, strict=True)}
        return self._value(substituted(definition.body, values, self._fresh)) is True

    def _classes_of_pieces(self) -> list[int]:
        """For each code of a piece, and of nothing, the least one that the mover cannot tell from it."""
        found = list(range(len(self._world.pieces) + 1))

        def root(code: int) -> int:
            while found[code] != code:
                code = found[code]
            return code

        for code, seen in self._world.visibility.items():
            sees = self._value(substituted(seen.test, {"viewer": f.Lit(self._mover, self._world.player)}, self._fresh))
            if sees is not True:
                one, other = root(code), root(seen.face)
                found[max(one, other)] = min(one, other)
        return [root(code) for code in range(len(found))]

    def _is_hidden_layer(self, field: str) -> bool:
        return field in self._veils and any(layer.field == field for layer in self._core.layers)

    def _tells_classes(self, field: str, values: f.Expr) -> bool:
        """Whether a set of codes holds all of each class or nothing of it."""
        veil = self._veils[field]
        if veil.known:
            return self._value(self._known_everywhere(veil.known)) is True
        for mask in self._values(values):
            if not isinstance(mask, int):
                return False
            held = [mask >> code & 1 for code in range(len(self._classes))]
            if any(held[code] != held[of] for code, of in enumerate(self._classes)):
                return False
        return True

    def never_sees(self, veil: f.Veil) -> bool:
        """Whether the player knows no entry of a field in any position."""
        return bool(veil.known) and self._value(self._known_everywhere(veil.known)) is False

    def never_sees_piece(self, code: int) -> bool:
        """Whether the player never sees a piece of this code, whatever the position."""
        viewer = f.Lit(self._mover, self._world.player)
        return self._value(substituted(self._world.visibility[code].test, {"viewer": viewer}, self._fresh)) is False

    def _known_everywhere(self, name: str) -> f.Expr:
        """Whether the mover knows all entries of a field, independently of the index."""
        viewer = f.Lit(self._mover, self._world.player)
        return substituted(self._definitions[name].body, {self._definitions[name].params[0][0]: viewer}, self._fresh)

    def _same_for_classes(self, expr: object, done: _Done) -> bool:
        """Whether an expression that reads one entry of pieces has the same value for all codes that look alike to the mover."""
        if not isinstance(expr, f.Expr) or done.unknown:
            return False
        entries = {form for form in walk(expr) if isinstance(form, f.Get) and self._is_hidden_layer(form.field)}
        if len(entries) != 1 or any(isinstance(form, BINDERS) for form in walk(expr)):
            return False
        entry = next(iter(entries))
        if self._inside(entry.index, done) is not None:
            return False
        results: dict[int, list[object]] = {}
        for code in range(len(self._classes)):
            at = f.Lit(code, entry.type)
            given = rebuilt(expr, lambda form, at=at: at if form == entry else form)  # type: ignore[misc]
            results[code] = list(self._values(given))
        if [] in results.values() or None in [value for found in results.values() for value in found]:
            return False
        return all(results[code] == results[of] for code, of in enumerate(self._classes))

    # ---- values

    def _value(self, expr: f.Expr) -> object:
        """The value of an expression in every position with this mover; None if unknown."""
        expr = rebuilt(expr, self._with_mover)
        if isinstance(expr, f.And):
            found = [self._value(test) for test in expr.parts]
            return False if False in found else True if all(one is True for one in found) else None
        if isinstance(expr, f.Or):
            found = [self._value(test) for test in expr.parts]
            return True if True in found else False if all(one is False for one in found) else None
        if isinstance(expr, f.Not):
            inner = self._value(expr.part)
            return not inner if isinstance(inner, bool) else None
        if free(expr) or any(isinstance(form, READS) for form in reached(expr, self._core.definitions)):
            return None
        slots = Slots()
        value = self._expressions.function(expr, slots)(self._blank, slots.frame())
        return bool(value) if isinstance(expr.type, Bool) else value

    def _with_mover(self, form: f.Form) -> f.Form:
        if (value := self._supposed.get(form)) is not None:
            return value
        if isinstance(form, f.Get) and form.field == "mover":
            return f.Lit(self._mover, self._world.player)
        return form

    def _values(self, expr: f.Expr) -> Iterator[object]:
        """The value of an expression for each value of its variables; None if unknown."""
        variables = sorted({(one.name, one.type) for one in free(expr)}, key=lambda each: each[0])
        sizes = []
        for _, type_ in variables:
            if not isinstance(type_, Fin):
                yield None
                return
            sizes.append(type_.domain.size)
        count = 1
        for size in sizes:
            count *= size
        if count > MOST_TRIED:
            yield None
            return
        for codes_ in product(*map(range, sizes)):
            given = {name: f.Lit(code, type_) for (name, type_), code in zip(variables, codes_, strict=True)}
            yield self._value(substituted(expr, given, self._fresh))

    # ---- effects

    def _after(self, effect: f.Effect, done: _Done) -> _Done:
        """What is written, and what of it may be unknown, when an effect is over that comes after others."""
        match effect:
            case f.Seq(parts=each):
                for one in each:
                    done = self._after(one, done)
                return done
            case f.IfDo(test=test, then=then, other=other) if self._unknown(test, done) is None:
                return self._after(then, done) | self._after(other, done)
            case f.ForDo(source=source, body=body) if self._unknown(source, done) is None:
                while (after := done | self._after(body, done)) != done:
                    done = after
                return done
            case f.LetDo(name=name, value=value, body=body):
                known = self._unknown(value, done) is None
                return self._after(body if known else substituted(body, {name: value}, self._fresh), done)
        known = self._inside(effect, done) is None
        written = frozenset(self._all_written(effect))
        return done | _Done(written, frozenset() if known else written)

    def _all_written(self, effect: f.Effect) -> Iterator[str]:
        layers = {layer.name: layer for layer in self._core.layers}
        for form in walk(effect):
            match form:
                case f.Write(field=field) | f.WriteAll(field=field):
                    yield field
                case f.Put(layer=name) | f.Take(layer=name) | f.Move(layer=name) | f.Exchange(layer=name):
                    yield from (layers[name].field, *layers[name].attributes)


def _text(form: f.Form) -> str:
    """What a form says in the file."""
    return f"`{form.span.text}`" if form.span is not None else "something"


def _placed(form: _F, around: object) -> _F:
    """A form with the place of the form around it."""
    span = getattr(around, "span", None)
    return form if span is None else replace(form, span=span)
