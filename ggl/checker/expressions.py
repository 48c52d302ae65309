"""Expressions: trees to typed core forms.

Takes a tree, a scope and the world; gives a core form whose `type` is the expression's, or reports one finding and raises
`Refused`. Calls of words and definitions are in `ggl.checker.calls`, names and properties in `ggl.checker.names`.

None passes through words that ask about the board (a step off the board is none, its neighbours are the empty set) and makes
a condition false; arithmetic and `<` refuse what may be none, unless a condition around them says that it is not.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, NoReturn

from ggl.checker import make
from ggl.checker.bounds import LONGEST_LIST
from ggl.checker.constants import constant, is_closed
from ggl.checker.make import Mismatch, TooLarge
from ggl.checker.world import Scope, World
from ggl.core import forms as f
from ggl.core.types import BOOL, Bool, Fin, ListOf, Num, Opt, SetOf, Type, a, plural, strip_opt
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.source import Span
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.checker.calls import Calls
    from ggl.checker.names import Names

_COMPARISONS = {"==": ("eq", False, False), "!=": ("eq", False, True), "<": ("lt", False, False), "<=": ("le", False, False),
                ">": ("lt", True, False), ">=": ("le", True, False)}  # fmt: skip


class Expressions:
    """The typing of expressions in one world. `reads` gathers which shifting names (mover, winner ..) were read, and where."""

    def __init__(self, world: World) -> None:
        from ggl.checker.calls import Calls
        from ggl.checker.names import Names

        self.world = world
        self.reads: dict[str, Span] = {}
        self.names: Names = Names(self)
        self.calls: Calls = Calls(self)

    # ---- what callers ask for

    def infer(self, tree: t.Expr, scope: Scope) -> f.Expr:
        """The core form of an expression, whatever its type."""
        self.world.spend(tree.span)
        try:
            expr = self._infer(tree, scope)
        except TooLarge:
            if isinstance(tree, t.Number):
                self.world.refuse(codes.NUMBER_TOO_LARGE, tree.span, "this number is too large, or too fine, to be exact",
                                  "", f"stay below 2^53, and above 1/{make.SCALE_LIMIT}")  # fmt: skip
            self.world.refuse(
                codes.NUMBER_TOO_LARGE, tree.span, "this number could grow past what is computed exactly", "",
                "bound the variables it is made of with `in: LO..HI`",
            )  # fmt: skip
        if tree in scope.known and isinstance(expr.type, Opt):
            expr = make.retyped(expr, expr.type.of)
        if scope.stage == "constant" and not isinstance(expr, f.Lit) and is_closed(expr):
            expr = constant(expr, self.world, tuple(self.calls.core_definitions), tree.span)
        return replace(expr, span=tree.span)

    def want(self, tree: t.Expr, scope: Scope, wanted: Type, what: str = "") -> f.Expr:
        """The core form of an expression that must have a type."""
        return self.converted(self.infer(tree, scope), wanted, tree.span, what)

    def converted(self, expr: f.Expr, wanted: Type, span: Span, what: str = "") -> f.Expr:
        try:
            return make.convert(expr, wanted)
        except Mismatch as mismatch:
            self._wrong(expr, wanted, span, what, str(mismatch))

    def condition(self, tree: t.Expr, scope: Scope) -> f.Expr:
        return self.want(tree, scope, BOOL, "a condition")

    def needed(self, tree: t.Expr, expr: f.Expr) -> f.Expr:
        """A condition that a rule asks, as it is; told if it never changes, unless options or definitions may be why."""
        if isinstance(expr, f.Lit) and not self._may_vary(tree):
            always = "always holds" if expr.value else "never holds"
            self.world.findings.report(codes.NEEDLESS_TEST, tree.span, f"this condition {always}", help="leave it out")
        return expr

    def _may_vary(self, tree: t.Tree) -> bool:
        if isinstance(tree, t.Name | t.Call) and (tree.name in self.world.options or tree.name in self.calls.definitions):
            return True
        return any(self._may_vary(child) for child in t.children(tree))

    def set_or_list(self, tree: t.Expr, scope: Scope) -> f.Expr:
        expr = self.infer(tree, scope)
        if not isinstance(expr.type, SetOf | ListOf):
            self._wrong(expr, None, tree.span, "a set or a list", "")
        return expr

    def as_set(self, tree: t.Expr, scope: Scope, what: str = "a set") -> f.Expr:
        return self.converted_to_set(self.infer(tree, scope), tree.span, what)

    def converted_to_set(self, expr: f.Expr, span: Span, what: str = "a set") -> f.Expr:
        try:
            return make.as_set(expr)
        except Mismatch as mismatch:
            self._wrong(expr, None, span, what, str(mismatch))

    def _wrong(self, expr: f.Expr, wanted: Type | None, span: Span, what: str, why: str) -> NoReturn:
        world, have = self.world, expr.type
        asked = what or (a(wanted) if wanted else "something else")
        if isinstance(have, Opt) and have != make.NONE and wanted is not None and make.fits(have.of, wanted):
            world.refuse(
                codes.MAYBE_NONE, span, f"this may be none, and {asked} is wanted", a(have),
                "ask first: `.. != none and ..`, or `.. if .. != none else ..`",
            )  # fmt: skip
        help_ = None
        if wanted == BOOL and isinstance(have, SetOf | ListOf):
            help_ = f"to ask whether there is one, write `any({span.text})`"
        elif isinstance(wanted, SetOf) and wanted.of == strip_opt(have):
            help_ = f"write `{{{span.text}}}` for the set of this one"
        elif isinstance(wanted, Num) and isinstance(have, SetOf | ListOf):
            help_ = f"for the number of its members write `count({span.text})`"
        elif wanted == BOOL and isinstance(have, Num):
            help_ = f"compare it with a number, as in `{span.text} > 0`"
        elif wanted == BOOL and isinstance(have, Fin | Opt):
            help_ = f"say what is asked of it, as in `{span.text} == ..`"
        if isinstance(have, Num) and isinstance(wanted, Num):
            world.refuse(codes.WRONG_TYPE, span, f"{asked} is wanted here, and this may be a fraction",
                         f"in steps of 1/{have.scale}")  # fmt: skip
        message = f"{asked} is wanted here, and this is {a(have)}"
        if asked == "numbers":
            message = f"numbers are wanted here, and these are {plural(have)}"
        world.refuse(codes.WRONG_TYPE, span, message, why if "wanted" not in why else "", help_)

    # ---- the cases

    def _infer(self, tree: t.Expr, scope: Scope) -> f.Expr:
        match tree:
            case t.Number():
                return self._number(tree.value, tree.span)
            case t.Name():
                return self.names.name(tree, scope)
            case t.Dot():
                return self.names.dot(tree, scope)
            case t.Call():
                return self.calls.call(tree, scope)
            case t.Index():
                return self._index(tree, scope)
            case t.SetOf():
                return self._set_literal(tree, scope)
            case t.ListOf():
                return self._list_literal(tree, scope)
            case t.Gen():
                return self.generator(tree, scope)
            case t.Unary():
                part = self.number(tree.of, scope)
                return make.arith("neg", [part]) if tree.op == "-" else part
            case t.Binary():
                return self._binary(tree, scope)
            case t.Chain():
                return self._chain(tree, scope)
            case t.Not():
                return make.negation(self.condition(tree.of, scope))
            case t.And():
                return self._and(tree, scope)
            case t.Or():
                return make.disj([self.condition(part, scope) for part in tree.parts])
            case t.IfElse():
                return self._if_else(tree, scope)
            case t.Stands():
                return self.names.stands(tree, scope)
            case t.With():
                return self.names.with_phrase(tree, scope)
            case t.Lined():
                return self._table(tree, scope)
        raise AssertionError(tree)

    @staticmethod
    def _number(value: Fraction, span: Span) -> f.Expr:
        code = value.numerator
        if value.denominator > make.SCALE_LIMIT:
            raise TooLarge
        return f.Lit(code, make.checked(Num(code, code, value.denominator)), span=span)

    def number(self, tree: t.Expr, scope: Scope) -> f.Expr:
        """A number that is there."""
        return self._a_number(self.infer(tree, scope), tree.span)

    def _a_number(self, expr: f.Expr, span: Span) -> f.Expr:
        if not isinstance(expr.type, Num):
            self._wrong(expr, Num(0, 0), span, "a number", "")
        return expr

    def _and(self, tree: t.And, scope: Scope) -> f.Expr:
        parts = []
        for part in tree.parts:
            parts.append(self.condition(part, scope))
            scope = scope.knowing(known_by(part))
        return make.conj(parts)

    def _if_else(self, tree: t.IfElse, scope: Scope) -> f.Expr:
        test = self.condition(tree.test, scope)
        then = self.infer(tree.then, scope.knowing(known_by(tree.test)))
        other = self.infer(tree.other, scope.knowing(known_by_not(tree.test)))
        return self._either(test, then, other, tree.span)

    def _either(self, test: f.Expr, then: f.Expr, other: f.Expr, span: Span) -> f.Expr:
        both = make.unified(then, other)
        if both is None:
            self.world.refuse(
                codes.MIXED_TYPES, span, f"one way this is {a(then.type)}, the other way "
                f"{a(other.type)}", "both must be of one type",
            )  # fmt: skip
        return make.choice(test, both[0], both[1], both[2])

    def _table(self, tree: t.Lined, scope: Scope) -> f.Expr:
        """A table of cases, as a chain of choices; the first true row counts."""
        rows: list[tuple[f.Expr, f.Expr]] = []
        for key, value in tree.rows:
            if tree.by is None:
                rows.append((self.condition(value, scope), self.infer(key, scope.knowing(known_by(value)))))
            else:
                same = t.Chain(tree.by, (("==", key),), span=key.span)
                rows.append((self.condition(same, scope), self.infer(value, scope.knowing(known_by(same)))))
        if tree.other is not None:
            result = self.infer(tree.other, scope)
        else:
            result = self._nothing_like(rows[-1][1].type, tree)
        for test, outcome in reversed(rows):
            result = replace(self._either(test, outcome, result, tree.span), span=tree.span)
        return result

    def _nothing_like(self, type_: Type, tree: t.Lined) -> f.Expr:
        """What a table without `else` gives when no row holds: nothing, where its type has a nothing."""
        if isinstance(type_, SetOf):
            return f.Lit(0, type_)
        if isinstance(type_, ListOf):
            return f.Lit((), type_)
        if isinstance(type_, Bool):
            return make.FALSE
        self.world.refuse(codes.WRONG_ARGUMENTS, tree.span, "this table has no `else`", "", "add a line `else: ..`")

    def _index(self, tree: t.Index, scope: Scope) -> f.Expr:
        of = self.set_or_list(tree.of, scope)
        if not isinstance(of.type, ListOf):
            self.world.refuse(
                codes.WRONG_TYPE, tree.of.span, "a set has no first or second member", a(of.type),
                "use a list, or `first(..)` for the least member",
            )  # fmt: skip
        at = self.converted(self.number(tree.at, scope), Num(0, 0), tree.at.span, "a whole number")
        element = of.type.of
        if isinstance(of, f.Lit) and isinstance(at, f.Lit):
            assert isinstance(of.value, tuple)
            place = at.value
            assert isinstance(place, int)
            if not 1 <= place <= len(of.value):
                self.world.refuse(codes.WRONG_ARGUMENTS, tree.at.span, f"the list has {len(of.value)} places")
            item = of.value[place - 1]
            assert isinstance(item, int | tuple)
            return f.Lit(item, element)
        result: Type = Opt(element) if isinstance(element, Fin | Num) else element
        return f.ListOp("at", (of, at), result)

    def _set_literal(self, tree: t.SetOf, scope: Scope) -> f.Expr:
        if not tree.items:
            return f.Lit(0, make.EMPTY_SET)
        items = self._alike(tree.items, scope)
        element = strip_opt(items[0].type)
        if not isinstance(element, Fin | Num):
            self._wrong(items[0], None, tree.items[0].span, "a site, a player, a kind, a direction or a number", "")
        wanted = SetOf(element)
        result: f.Expr = f.Lit(0, wanted)
        for item in items:
            result = make.set_op("union", result, make.single(item, wanted), wanted) if result != f.Lit(0, wanted) else (
                make.single(item, wanted))  # fmt: skip
        return result

    def _list_literal(self, tree: t.ListOf, scope: Scope) -> f.Expr:
        if not tree.items:
            return f.Lit((), make.EMPTY_LIST)
        items = self._alike(tree.items, scope)
        type_ = ListOf(items[0].type)
        if all(isinstance(item, f.Lit) for item in items):
            return f.Lit(tuple(item.value for item in items if isinstance(item, f.Lit)), type_)
        return f.ListOp("literal", tuple(items), type_)

    def _alike(self, trees: tuple[t.Expr, ...], scope: Scope) -> list[f.Expr]:
        """Expressions brought to one type."""
        items = [self.infer(tree, scope) for tree in trees]
        type_ = items[0].type
        for item, tree in zip(items, trees, strict=True):
            both = make.common(type_, item.type)
            if both is None:
                self.world.refuse(codes.MIXED_TYPES, tree.span, f"this is {a(item.type)} among {plural(type_)}")
            type_ = both
        return [
            make.retyped(converted, type_) if isinstance(type_, Num) and converted.type != type_ else converted
            for converted in (self.converted(item, type_, tree.span) for item, tree in zip(items, trees, strict=True))
        ]

    # ---- operators

    def _binary(self, tree: t.Binary, scope: Scope) -> f.Expr:
        if tree.op == "..":
            return self._range(tree, scope)
        left, right = self.infer(tree.left, scope), self.infer(tree.right, scope)
        if isinstance(left.type, SetOf | ListOf) or isinstance(right.type, SetOf | ListOf):
            return self._set_operator(tree, left, right)
        if tree.op == "&":
            self._wrong(left, None, tree.left.span, "a set", "")
        left, right = self._a_number(left, tree.left.span), self._a_number(right, tree.right.span)
        match tree.op:
            case "+" | "-":
                left, right = self._same_scale(left, right, tree.span)
                return make.arith("add" if tree.op == "+" else "sub", [left, right])
            case "*":
                product = make.arith("mul", [left, right])
                assert isinstance(product.type, Num)
                self._fine(product.type.scale, tree.span)
                return product
            case "/":
                return self._divide(tree, left, right)
        left = self.converted(left, Num(0, 0), tree.left.span, "a whole number")
        right = self.converted(right, Num(0, 0), tree.right.span, "a whole number")
        return make.arith("floordiv" if tree.op == "//" else "mod", [left, right])

    def _divide(self, tree: t.Binary, left: f.Expr, right: f.Expr) -> f.Expr:
        if not isinstance(right, f.Lit) or not isinstance(right.value, int) or right.value <= 0:
            self.world.refuse(
                codes.NOT_CONSTANT, tree.right.span, "`/` divides by a fixed positive number", "",
                "for whole numbers, `//` divides by anything and rounds down",
            )  # fmt: skip
        assert isinstance(left.type, Num)
        assert isinstance(right.type, Num)
        divisor = Fraction(right.value, right.type.scale)
        scale = left.type.scale * divisor.numerator
        factor = divisor.denominator
        common = math.gcd(scale, factor)
        scale, factor = scale // common, factor // common
        self._fine(scale, tree.span)
        if isinstance(left, f.Lit):
            assert isinstance(left.value, int)
            return self._number(Fraction(left.value * factor, scale), tree.span)
        multiplied = make.arith("mul", [left, make.number(factor)]) if factor != 1 else left
        assert isinstance(multiplied.type, Num)
        return make.retyped(multiplied, Num(multiplied.type.lo, multiplied.type.hi, scale))

    def _same_scale(self, left: f.Expr, right: f.Expr, span: Span) -> tuple[f.Expr, f.Expr]:
        assert isinstance(left.type, Num)
        assert isinstance(right.type, Num)
        scale = math.lcm(left.type.scale, right.type.scale)
        self._fine(scale, span)
        return make.rescale(left, scale), make.rescale(right, scale)

    def _fine(self, scale: int, span: Span) -> None:
        if scale > make.SCALE_LIMIT:
            self.world.refuse(codes.NUMBER_TOO_LARGE, span, f"this number is finer than 1/{make.SCALE_LIMIT}")

    def _range(self, tree: t.Binary, scope: Scope) -> f.Expr:
        low = self.converted(self.number(tree.left, scope), Num(0, 0), tree.left.span, "a whole number")
        high = self.converted(self.number(tree.right, scope), Num(0, 0), tree.right.span, "a whole number")
        assert isinstance(low.type, Num)
        assert isinstance(high.type, Num)
        lo, hi = low.type.lo, max(high.type.hi, low.type.lo)
        if hi - lo >= 4096:
            self.world.refuse(
                codes.NUMBER_TOO_LARGE, tree.span, f"this range could hold {hi - lo + 1} numbers; 4096 is the limit"
            )
        wanted = SetOf(Num(lo, hi))
        if isinstance(low, f.Lit) and isinstance(high, f.Lit):
            assert isinstance(low.value, int)
            assert isinstance(high.value, int)
            return f.Lit((1 << max(high.value - low.value + 1, 0)) - 1, wanted)
        return f.NumberRange(low, high, wanted)

    def _set_operator(self, tree: t.Binary, left: f.Expr, right: f.Expr) -> f.Expr:
        op = {"+": "union", "&": "meet", "-": "minus"}.get(tree.op)
        if op is None:
            self.world.refuse(codes.WRONG_TYPE, tree.span, f"`{tree.op}` is not for sets", "",
                              "sets are joined by `+`, met by `&`, and lessened by `-`")  # fmt: skip
        for side, other, at in ((left, right, tree.left), (right, left, tree.right)):
            if not isinstance(side.type, SetOf | ListOf):
                wanted = other.type if isinstance(other.type, SetOf) else None
                self._wrong(side, wanted, at.span, "" if wanted else "a list", "")
        if op == "union" and isinstance(left.type, ListOf) and isinstance(right.type, ListOf):
            both = make.unified(left, right)
            if both is not None:
                if isinstance(both[0], f.Lit) and isinstance(both[1], f.Lit):
                    assert isinstance(both[0].value, tuple)
                    assert isinstance(both[1].value, tuple)
                    self._short(len(both[0].value) + len(both[1].value), tree.span)
                    return f.Lit(both[0].value + both[1].value, both[2])
                return f.ListOp("concat", both[:2], both[2])
        try:
            left, right = make.as_set(left), make.as_set(right)
        except Mismatch as mismatch:
            self.world.refuse(codes.WRONG_TYPE, tree.span, str(mismatch))
        both = make.unified(left, right)
        if both is None or not isinstance(both[2], SetOf):
            self.world.refuse(
                codes.MIXED_TYPES, tree.span, f"{a(left.type)} and {a(right.type)} "
                "do not go together", "",
            )  # fmt: skip
        assert isinstance(both[2], SetOf)
        return make.set_op(op, both[0], both[1], both[2])

    def _short(self, length: int, span: Span) -> None:
        if length > LONGEST_LIST:
            self.world.refuse(codes.TOO_COMPLEX, span, f"this list has {length:,} members; {LONGEST_LIST:,} is the limit")

    # ---- comparisons

    def _chain(self, tree: t.Chain, scope: Scope) -> f.Expr:
        parts: list[f.Expr] = []
        left_tree = tree.first
        for op, right_tree in tree.rest:
            if op in ("in", "not in"):
                part = self._membership(left_tree, right_tree, scope)
                parts.append(make.negation(part) if op == "not in" else part)
            else:
                parts.append(self._compare(op, left_tree, right_tree, scope, tree.span))
            left_tree = right_tree
        return make.conj(parts)

    def _membership(self, item_tree: t.Expr, set_tree: t.Expr, scope: Scope) -> f.Expr:
        item = self.infer(item_tree, scope)
        of = self.infer(set_tree, scope)
        if not isinstance(of.type, SetOf | ListOf):
            self._wrong(of, None, set_tree.span, "a set or a list", "")
        if isinstance(of.type, ListOf) and not isinstance(of.type.of, Fin | Num):
            span = item_tree.span
            name = make.fresh("x")
            same = make.unified(item, f.Var(name, of.type.of))
            if same is None:
                self.world.refuse(codes.MIXED_TYPES, span, f"{a(item.type)} is never in {a(of.type)}", "",
                                    f"write `any({span.text} in x for x in {set_tree.span.text})`")
            return f.Fold("any", name, of, make.TRUE, make.compare("eq", same[0], same[1]), None, BOOL)
        try:
            of = make.as_set(of)
        except Mismatch as mismatch:
            self._wrong(of, None, set_tree.span, "a set", str(mismatch))
        element = of.type.of if isinstance(of.type, SetOf) else None
        if of.type == make.EMPTY_SET:
            return f.Lit(0, BOOL)
        have = strip_opt(item.type)
        if isinstance(element, Num) and isinstance(have, Num):
            if isinstance(item.type, Opt):
                self._wrong(item, have, item_tree.span, "a number", "")
            return self._number_in(item, of, item_tree.span)
        if have != element:
            self.world.refuse(
                codes.MIXED_TYPES, item_tree.span, f"{a(item.type)} is never in {a(of.type)}", "",
            )  # fmt: skip
        if isinstance(item, f.Lit) and isinstance(of, f.Lit):
            assert isinstance(item.value, int)
            assert isinstance(of.value, int)
            return f.Lit(of.value >> item.value & 1, BOOL)
        return f.In(item, of)

    def _number_in(self, item: f.Expr, of: f.Expr, span: Span) -> f.Expr:
        """Membership of a number: comparisons where the set is a range or a few numbers."""
        assert isinstance(of.type, SetOf)
        element = of.type.of
        assert isinstance(element, Num)
        if isinstance(of, f.NumberRange):
            low, item_low = self._same_scale(of.lo, item, span)
            high, item_high = self._same_scale(of.hi, item, span)
            return make.conj([make.compare("le", low, item_low), make.compare("le", item_high, high)])
        if isinstance(of, f.Lit):
            assert isinstance(of.value, int)
            numbers = [make.members(of.value, of.type)]
            ones = [make.compare("eq", *self._same_scale(item, f.Lit(n, Num(n, n, element.scale)), span)) for n in numbers[0]]
            return make.disj(ones)
        item = self.converted(item, element, span, "a number like the set's")
        name = make.fresh("n")
        return f.Fold("any", name, of, make.TRUE, make.compare("eq", item, f.Var(name, element)), None, BOOL)

    def _compare(self, op: str, left_tree: t.Expr, right_tree: t.Expr, scope: Scope, span: Span) -> f.Expr:
        left, right = self.infer(left_tree, scope), self.infer(right_tree, scope)
        form, swapped, negated = _COMPARISONS[op]
        if form == "eq":
            if make.is_none(left) and make.is_none(right):
                return f.Lit(int(not negated), BOOL)
            for one, other, at in ((left, right, left_tree), (right, left, right_tree)):
                if make.is_none(other) and isinstance(one.type, Fin | Num):
                    return f.Lit(int(negated), BOOL)
                if make.is_none(other) and not isinstance(one.type, Opt):
                    self._wrong(one, None, at.span, "something that may be none", "")
            both = make.unified(left, right)
        else:
            for one, at in ((left, left_tree), (right, right_tree)):
                if isinstance(one.type, Opt):
                    self._wrong(one, one.type.of, at.span, f"something to compare by `{op}`", "")
                if isinstance(one.type, SetOf | Bool):
                    wanted = Num(0, 0) if isinstance(one.type, SetOf) else None
                    self._wrong(one, wanted, at.span, "a number, a list or a site", "")
            both = make.unified(left, right)
        if both is None:
            self.world.refuse(
                codes.MIXED_TYPES,
                span,
                f"{a(left.type)} and {a(right.type)} cannot be compared",
            )
        left, right = (both[1], both[0]) if swapped else (both[0], both[1])
        result = make.compare(form, left, right)
        return make.negation(result) if negated else result

    # ---- generators

    def generator(self, tree: t.Gen, scope: Scope) -> f.Expr:
        """A set with the members picked out, if the body is the name; else a list of the bodies, none left out."""
        binder, rest = tree.binders[0], tree.binders[1:]
        source, name, inner = self.bind(binder, scope)
        test, inner = self.binder_test(binder, inner)
        if not rest and isinstance(tree.body, t.Name) and tree.body.name == binder.name:
            assert isinstance(source.type, SetOf | ListOf)
            return f.Filter(name, source, test, source.type)
        if rest:
            body = self.generator(replace(tree, binders=rest, short=False), inner)
            body = make.as_list(body)
            assert isinstance(body.type, ListOf)
            return f.Listing(name, source, test, body, True, body.type)
        body = self.infer(tree.body, inner)
        return make_listing(name, source, test, body)

    def bind(self, binder: t.Binder, scope: Scope) -> tuple[f.Expr, str, Scope]:
        """The source of a binder, its variable's name in the core, and the scope in which the name stands for a member."""
        self.names.check_free(binder.name, binder.name_span, scope)
        source = self.set_or_list(binder.source, scope)
        assert isinstance(source.type, SetOf | ListOf)
        name = make.fresh(binder.name)
        return source, name, scope.bind(binder.name, f.Var(name, source.type.of))

    def binder_test(self, binder: t.Binder, inner: Scope) -> tuple[f.Expr, Scope]:
        if binder.test is None:
            return make.TRUE, inner
        return self.condition(binder.test, inner), inner.knowing(known_by(binder.test))


def make_listing(name: str, source: f.Expr, test: f.Expr, body: f.Expr) -> f.Expr:
    """A list of bodies; a body that may be none is left out when it is."""
    if isinstance(body.type, Opt):
        there = make.conj([test, make.not_none(body)])
        body = make.retyped(body, body.type.of)
        return f.Listing(name, source, there, body, False, ListOf(body.type))
    return f.Listing(name, source, test, body, False, ListOf(body.type))


def known_by(tree: t.Expr) -> list[t.Expr]:
    """The trees that cannot be none where a condition holds."""
    match tree:
        case t.And():
            return [known for part in tree.parts for known in known_by(part)]
        case t.Not():
            return known_by_not(tree.of)
        case t.Stands():
            known: list[t.Expr] = [tree.site, t.Dot(tree.site, "kind", tree.span, span=tree.span)]
            if tree.phrase.adjective or tree.phrase.owner is not None:
                known.append(t.Dot(tree.site, "owner", tree.span, span=tree.span))
            return known
        case t.Call(name="occupied" | "empty", args=(site,)):
            return [site]
        case t.Chain(rest=((op, right),)):
            if op == "in":
                return [tree.first]
            if op == "==":
                if _is_none_name(tree.first) or _is_none_name(right):
                    return []
                return [side for side, other in ((tree.first, right), (right, tree.first)) if _surely(other)]
            if op == "!=" and _is_none_name(right):
                return [tree.first]
            if op == "!=" and _is_none_name(tree.first):
                return [right]
    return []


def known_by_not(tree: t.Expr) -> list[t.Expr]:
    """The trees that cannot be none where a condition does not hold."""
    match tree:
        case t.Chain(rest=(("==", right),)):
            if _is_none_name(right):
                return [tree.first]
            if _is_none_name(tree.first):
                return [right]
        case t.Not():
            return known_by(tree.of)
        case t.Or():
            return [known for part in tree.parts for known in known_by_not(part)]
    return []


def _is_none_name(tree: t.Expr) -> bool:
    return isinstance(tree, t.Name) and tree.name == "none"


def _surely(tree: t.Expr) -> bool:
    """A plain word or number, which cannot be none: the other side of an equality is then there too."""
    return isinstance(tree, t.Number) or (isinstance(tree, t.Name) and tree.name in ("mover", "opponent"))
