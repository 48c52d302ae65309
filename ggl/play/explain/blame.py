"""The part of a false condition that makes it false.

Takes a condition of the core that does not have the wanted value, a position, and values of its variables. Gives a `Blame`: the
smallest decisive part that has words of the author, the value of that part, and for a definition the same of its body. The
descent follows the wanted value: for `A and B` to the first false part, for `not A` to what makes A true, and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ggl.checker.game import CheckedGame
from ggl.checker.says import sentences
from ggl.checker.vocabulary.prelude import prelude
from ggl.core import forms as f
from ggl.core.types import BOOL, Fin, ListOf, Num, Opt, SetOf, Type, members_of, none_code
from ggl.core.walk import is_none_literal
from ggl.diagnostics import Note
from ggl.interpreter import Interpreter
from ggl.interpreter.vector import Slots, Vector
from ggl.narration.nouns import Noun, a_or_an, is_plural, listed
from ggl.narration.said import author_clause
from ggl.play.explain.wording import author_name, is_off_the_board, short_value, text_of, value_of_code
from ggl.play.values import Value, Values
from ggl.source import Span

_TRUE = f.Lit(1, BOOL)
_DEEPEST_NOTES = 3


@dataclass(frozen=True)
class Blame:
    """`words` describe the value of the part at `span`; `values` are those of its parts; `notes` explain definitions."""

    span: Span | None
    words: str
    values: tuple[tuple[str, Value], ...] = ()
    notes: tuple[Note, ...] = ()
    plain: bool = False
    """Whether the words only repeat that the part is false."""


@dataclass(frozen=True)
class Situation:
    """The context of an expression: the position, the variables, and the nearest enclosing words of the author."""

    vector: Vector
    slots: Slots
    frame: list[Any]
    span: Span | None
    depth: int = 0
    lets: Mapping[str, f.Expr] = field(default_factory=dict)
    """The values of the names of a move's `let`."""

    def at(self, e: f.Form) -> Situation:
        return replace(self, span=e.span) if e.span is not None else self

    def binding(self, name: str, code: Any) -> Situation:
        place = self.slots.of(name)
        frame = [*self.frame, *[0] * (self.slots.size - len(self.frame))]
        frame[place] = code
        return replace(self, frame=frame)


class Blamer:
    def __init__(self, game: CheckedGame, values: Values, interpreter: Interpreter) -> None:
        self._game = game
        self._values = values
        self._interpreter = interpreter
        self._definitions = {definition.name: definition for definition in game.core.definitions}
        self._layers = {layer.field for layer in game.core.layers}

    # ---- asking

    def ask(self, e: f.Expr, here: Situation) -> Any:
        """The code of an expression."""
        function = self._interpreter.expressions.function(e, here.slots)
        return function(here.vector, [*here.frame, *[0] * (here.slots.size - len(here.frame))])

    def holds(self, e: f.Expr, here: Situation) -> bool:
        return bool(self.ask(e, here))

    def value(self, e: f.Expr, here: Situation) -> Value:
        return value_of_code(self._values, self.ask(e, here), e.type)

    def members(self, source: f.Expr, here: Situation) -> tuple[Any, ...]:
        """The codes of the members of a set or a list."""
        assert isinstance(source.type, SetOf | ListOf)
        return members_of(self.ask(source, here), source.type)

    # ---- conditions

    def blame(self, e: f.Expr, wanted: bool, here: Situation) -> Blame:
        """Why a condition does not have the wanted value."""
        here = here.at(e)
        match e:
            case f.And() if wanted:
                return self.blame(self._first(e.parts, False, here), True, here)
            case f.Or() if not wanted:
                return self.blame(self._first(e.parts, True, here), False, here)
            case f.And() | f.Or():
                return self._all_parts(e, wanted, here)
            case f.Not():
                return self.blame(e.part, not wanted, here)
            case f.Compare():
                return self._compare(e, wanted, here)
            case f.In():
                return self._in(e, wanted, here)
            case f.Call():
                return self._call(e, wanted, here)
            case f.Fold(monoid="any" | "all"):
                return self._fold(_nested(e), wanted, here)
            case f.Some():
                return self._some(e, wanted, here)
            case f.If():
                branch = e.then if self.holds(e.test, here) else e.other
                return self.blame(branch, wanted, here)
            case f.Let():
                return self.blame(e.body, wanted, here.binding(e.name, self.ask(e.value, here)))
            case f.After():
                return self._after(e, wanted, here)
            case f.Lit():
                return Blame(here.span, "this never holds, with these options" if wanted else "this always holds")
        return self._plain(wanted, here)

    def _first(self, parts: tuple[f.Expr, ...], truth: bool, here: Situation) -> f.Expr:
        return next(part for part in parts if self.holds(part, here) is truth)

    @staticmethod
    def _plain(wanted: bool, here: Situation) -> Blame:
        text = text_of(here.span, "this")
        return Blame(here.span, f"`{text}` {'does not hold' if wanted else 'holds'}", plain=True)

    def _all_parts(self, e: f.And | f.Or, wanted: bool, here: Situation) -> Blame:
        """No part of an `or` holds, or all parts of an `and` do: the value of each."""
        blames = [self.blame(part, wanted, here) for part in e.parts]
        words = listed(list(dict.fromkeys(blame.words for blame in blames)))
        values = tuple(dict(pair for blame in blames for pair in blame.values).items())
        notes = tuple(dict.fromkeys(note for blame in blames for note in blame.notes))
        return Blame(here.span, words, values, notes)

    def _compare(self, e: f.Compare, wanted: bool, here: Situation) -> Blame:
        standing = self._standing(e.left, here) if is_none_literal(e.right) else None
        if standing is not None:
            return Blame(here.span, standing)
        sides = (e.left, e.right)
        if here.span is not None and all(side.span is not None for side in sides):
            sides = tuple(sorted(sides, key=lambda side: side.span.start if side.span else 0))  # type: ignore[assignment]
        told = [(side, text_of(_span(side)), self.value(side, here)) for side in sides
                if not isinstance(side, f.Lit) and _span(side) is not None]  # fmt: skip
        if not told:
            return self._plain(wanted, here)
        values = tuple({text: value for _, text, value in told}.items())
        if len(values) == 2 and e.op == "eq" and not wanted:
            (one, value), (other, _) = values
            return Blame(here.span, f"`{one}` and `{other}` are both {short_value(value, e.left.type)}", values)
        words = []
        for side, text, value in told:
            terms = self._terms(side, here)
            made = ", ".join(f"`{term}` is {short_value(number)}" for term, number in terms)
            words.append(f"`{text}` is {self._word(side, value, here)}" + (f" ({made})" if made else ""))
            values += terms
        return Blame(here.span, listed(list(dict.fromkeys(words))), values)

    def _terms(self, e: f.Expr, here: Situation) -> tuple[tuple[str, Value], ...]:
        """The terms of a sum or of another number."""
        if not isinstance(e, f.Arith) or e.span is None:
            return ()
        terms = [(text_of(arg.span), self.value(arg, here)) for arg in e.args
                 if arg.span is not None and not isinstance(arg, f.Lit)]  # fmt: skip
        return tuple(dict(terms).items())

    @staticmethod
    def _word(e: f.Expr, value: Value, here: Situation) -> str:
        origin = here.lets.get(e.name, e) if isinstance(e, f.Var) else e
        return "off the board" if value is None and is_off_the_board(origin) else short_value(value, e.type)

    def _standing(self, e: f.Expr, here: Situation) -> str | None:
        """The contents of a site, if the expression tests them."""
        if not isinstance(e, f.Get) or e.field not in self._layers or len(e.index) != 1:
            return None
        site = self.value(e.index[0], here)
        if site is None:
            index = e.index[0]
            where = f"`{text_of(index.span)}`" if index.span is not None else "the place"
            return f"{where} is {self._word(index, None, here)}"
        return self._stands_on(site, self.value(e, here))

    @staticmethod
    def _stands_on(site: Value, piece: Value) -> str:
        if piece is None:
            return f"nothing stands on {short_value(site)}"
        return f"{a_or_an(short_value(piece))} stands on {short_value(site)}"

    def _some(self, e: f.Some, wanted: bool, here: Situation) -> Blame:
        assert isinstance(e.value.type, Opt)
        code = self.ask(e.value, here)
        if code != none_code(e.value.type.of):
            return self.blame(e.then, wanted, here.binding(e.name, code))
        span = _span(e.value)
        if isinstance(e.other, f.Lit):
            what = f"`{text_of(span)}` is {self._word(e.value, None, here)}" if span is not None else "there is nothing there"
            return Blame(here.span, what)
        return self.blame(e.other, wanted, here)

    def _after(self, e: f.After, wanted: bool, here: Situation) -> Blame:
        vector = here.vector.copied()
        frame = list(here.frame)
        change = self._interpreter.effects.function(e.effect, here.slots)
        frame += [0] * (here.slots.size - len(frame))
        change(vector, frame)
        return self.blame(e.body, wanted, replace(here, vector=vector, frame=frame))

    # ---- definitions

    def _call(self, e: f.Call, wanted: bool, here: Situation) -> Blame:
        plain = self._plain(wanted, here)
        plain = replace(plain, words=self._said(e, wanted, here) or plain.words)
        values = tuple((text_of(arg.span), self.value(arg, here)) for arg in e.args
                       if arg.span is not None and not isinstance(arg, f.Lit))  # fmt: skip
        inside = self._inside(e, here)
        inner = self.blame(inside[1].body, wanted, inside[0])
        notes = self._notes(inner, inside, e, here)
        return Blame(here.span, plain.words, (*values, *inner.values) if notes else values, notes, plain=True)

    def _said(self, e: f.Call, wanted: bool, here: Situation) -> str:
        """The author's sentence for a definition with these values; empty if there is none."""
        definition = self._definitions[e.name]
        said = self._sentences.get(definition.label or definition.name)
        if said is None:
            return ""
        nouns = {author_name(name): self._noun(arg, here)
                 for (name, _), arg in zip(definition.params, e.args, strict=True)}  # fmt: skip
        return author_clause(said, nouns, not wanted)

    @cached_property
    def _sentences(self) -> dict[str, str]:
        return sentences(self._game.definition)

    def _noun(self, arg: f.Expr, here: Situation) -> Noun:
        """An argument by its value; a set or a list by the author's words for it."""
        value = self.value(arg, here)
        if isinstance(value, frozenset | tuple) and arg.span is not None:
            return Noun(f"`{text_of(arg.span)}`")
        text = short_value(value, arg.type)
        return Noun(text, "many" if is_plural(text) else "one")

    def _inside(self, e: f.Call, here: Situation) -> tuple[Situation, f.Definition]:
        definition = self._definitions[e.name]
        slots = Slots()
        for name, _ in definition.params:
            slots.of(name)
        frame = [self.ask(arg, here) for arg in e.args]
        return Situation(here.vector, slots, frame, definition.body.span, here.depth + 1), definition

    def _notes(self, inner: Blame, inside: tuple[Situation, f.Definition], call: f.Call, here: Situation) -> tuple[Note, ...]:
        """The notes on a definition's value, with its place in its own file; none for a word of the language.

        They quote the call: a parameter of the definition may share its name with another parameter of the move.
        """
        there, definition = inside
        if here.depth >= _DEEPEST_NOTES or inner.span is None or _in_prelude(inner.span) or (inner.plain and not inner.notes):
            return ()
        given = [f"{author_name(name)} = {short_value(value_of_code(self._values, code, type_))}"
                 for (name, type_), code in zip(definition.params, there.frame, strict=False)]  # fmt: skip
        called = text_of(call.span) if call.span is not None and given else definition.label or definition.name
        where = f"in `{called}`" + (f", with {listed(given)}" if given else "")
        return (Note(f"{where}: {inner.words}", inner.span), *inner.notes)

    # ---- members

    def _fold(self, e: f.Fold, wanted: bool, here: Situation) -> Blame:
        """`any` and `all`: the decisive member, or the number of members if none is."""
        members = self.members(e.source, here)
        if (e.monoid == "all") is wanted:
            deciding = next(code for code in members if self.holds(e.test, inside := here.binding(e.name, code))
                            and self.holds(e.body, inside) is not wanted)  # fmt: skip
            return self._witness(e, deciding, wanted, here)
        text = text_of(e.source.span, "the set")
        values = ((text, self.value(e.source, here)),) if e.source.span is not None else ()
        if not members:
            return Blame(here.span, f"`{text}` is empty", values)
        among = f"`{text}`"
        if not wanted and e.test != _TRUE:  # of `all`: the others need not qualify
            members = tuple(code for code in members if self.holds(e.test, here.binding(e.name, code)))
            among += f" with `{text_of(e.test.span, 'its condition')}`"
            if not members:
                return Blame(here.span, f"there are no members of {among}", values)
        if len(members) == 1 and wanted:
            return self._only(e, members[0], here, values)
        listing = self._described(members, _element(e.source.type))
        if wanted:
            words = f"none of the {len(members)} members of `{text}` qualifies"
        else:
            words = f"all {len(members)} members of {among} qualify"
        return Blame(here.span, words + listing, values)

    def _described(self, codes: tuple[Any, ...], element: Type) -> str:
        if not isinstance(element, Fin | Num) or len(codes) > 6:
            return ""
        return ": " + ", ".join(short_value(value_of_code(self._values, code, element)) for code in codes)

    def _only(self, e: f.Fold, code: Any, here: Situation, values: tuple[tuple[str, Value], ...]) -> Blame:
        """The set has one member, and its test decides."""
        inside = here.binding(e.name, code)
        part = e.body if self.holds(e.test, inside) else e.test
        found = self._witness_words(e, code, self.blame(part, True, inside))
        return replace(found, span=here.span, values=(*values, *found.values))

    def _witness(self, e: f.Fold, code: Any, wanted: bool, here: Situation) -> Blame:
        inside = here.binding(e.name, code)
        if e.monoid == "any" and e.body == _TRUE and e.test == _TRUE:
            text = text_of(e.source.span, "the set")
            value = self.value(e.source, here)
            return Blame(here.span, f"`{text}` is {short_value(value)}", ((text, value),))
        part = e.test if e.body == _TRUE else e.body
        return self._witness_words(e, code, self.blame(part, wanted, inside))

    def _witness_words(self, e: f.Fold, code: Any, found: Blame) -> Blame:
        member = value_of_code(self._values, code, _element(e.source.type))
        name = author_name(e.name)
        return replace(found, words=f"for {name} = {short_value(member)}, {found.words}", values=((name, member), *found.values))

    def _in(self, e: f.In, wanted: bool, here: Situation) -> Blame:
        item = self.value(e.item, here)
        text = text_of(_span(e.item))
        standing = self._standing(e.item, here)
        if standing is not None:
            return Blame(here.span, standing)
        named = (
            short_value(item, e.item.type)
            if not text or isinstance(e.item, f.Lit)
            else f"`{text}` ({short_value(item, e.item.type)})"
        )
        values: tuple[tuple[str, Value], ...] = ((text, item),) if text and not isinstance(e.item, f.Lit) else ()
        if wanted and item is not None:
            found = self.outside(e.of, self.ask(e.item, here), named, here)
            return replace(found, span=here.span, values=(*values, *found.values))
        of = f"`{text_of(e.of.span)}`" if e.of.span is not None else "the set"
        return Blame(here.span, f"{named} is {'in' if not wanted else 'not in'} {of}", values)

    # ---- membership

    def contains(self, source: f.Expr, code: int, here: Situation) -> bool:
        return code in self.members(source, here)

    def outside(self, source: f.Expr, code: int, item: str, here: Situation) -> Blame:
        """Why a code is not a member of a set or a list."""
        if source.span is not None:
            here = here.at(source)
        match source:
            case f.SetOp(op="meet"):
                missing = next(side for side in (source.left, source.right) if not self.contains(side, code, here))
                return self.outside(missing, code, item, here)
            case f.SetOp(op="minus"):
                if not self.contains(source.left, code, here):
                    return self.outside(source.left, code, item, here)
                if source.right.span is not None:
                    return Blame(here.span, f"{item} is in `{text_of(source.right.span)}`")
            case f.Filter():
                if not self.contains(source.source, code, here):
                    return self.outside(source.source, code, item, here)
                found = self.blame(source.test, True, here.binding(source.name, code))
                if not found.plain or found.span != here.span:
                    return found
            case f.Plane() if source.field in self._layers:
                return Blame(here.span, self._on_plane(source, code, here))
            case f.Convert() if source.part.span is None or not isinstance(source.part, f.Call):
                return self.outside(source.part, code, item, here)
            case f.Convert(part=f.Call() as call):
                return self._outside_call(source, call, code, item, here)
            case f.Call():
                return self._outside_call(source, source, code, item, here)
        return self._not_in(source, item, here)

    def _on_plane(self, plane: f.Plane, code: int, here: Situation) -> str:
        slot = self._interpreter.layout.slots[plane.field]
        piece = value_of_code(self._values, here.vector[slot.start + code], slot.field.values)
        assert isinstance(plane.type.of, Fin)
        return self._stands_on(value_of_code(self._values, code, plane.type.of), piece)

    def _not_in(self, source: f.Expr, item: str, here: Situation) -> Blame:
        text = text_of(here.span, "the set")
        value = self.value(source, here)
        return Blame(here.span, f"{item} is not in `{text}`", ((text, value),), plain=True)

    def _outside_call(self, source: f.Expr, call: f.Call, code: int, item: str, here: Situation) -> Blame:
        """The blame for a code that a definition does not give: the definition's values, and a note on the reason."""
        plain = self._not_in(source, item, here)
        inside = self._inside(call, here)
        inner = self.outside(inside[1].body, code, item, inside[0])
        return replace(plain, notes=self._notes(inner, inside, call, here))


def _nested(e: f.Fold) -> f.Fold:
    """A fold over the list that several `for` make, as folds over the set of each."""
    match e:
        case f.Fold(source=f.Listing() as each, test=f.Lit(value=1), body=f.Var(name=e.name)):
            body = _nested(replace(e, source=each.body)) if each.join else each.body
            return replace(e, name=each.name, source=each.source, test=each.test, body=body)
    return e


def _element(type_: Type) -> Type:
    assert isinstance(type_, SetOf | ListOf)
    return type_.of


def _span(e: f.Expr) -> Span | None:
    """The author's words for an expression; a number brought to another scale has those of the number."""
    if e.span is None and isinstance(e, f.Arith):
        return next((arg.span for arg in e.args if arg.span is not None), None)
    return e.span


def _in_prelude(span: Span) -> bool:
    return span.source is next(iter(prelude().values())).body.span.source
