"""Calls: the words that count, choose and sort; definitions of the file and of the prelude; words of the board.

A definition is checked once for each list of argument types it is used with, and becomes a definition of the core for each.
The vocabulary of folds and lists is the table `WORDS`: name, signature as shown to people, meaning, and the method that types it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from ggl.checker import make
from ggl.checker.bounds import most_members
from ggl.checker.connection import Connection
from ggl.checker.signatures import Signature, mentions_site, read_signature, type_of
from ggl.checker.words import BOARD_WORDS, BoardWord
from ggl.checker.world import Refused, Scope
from ggl.core import forms as f
from ggl.core.types import (
    ANY_NUMBER,
    BOOL,
    STORED_LIMIT,
    Domain,
    Fin,
    ListOf,
    Num,
    Opt,
    SetOf,
    Type,
    a,
    strip_opt,
)
from ggl.diagnostics import Note
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import moves_and_turns as move_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import near
from ggl.source import Source, Span
from ggl.syntax import parser
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.checker.expressions import Expressions

_OF_CELLS = ("neighbors", "components", "spread", "empty", "occupied")
INSTANCES_BEFORE_WIDENING = 8
DEEPEST_DEFINITIONS = 24


@dataclass(frozen=True)
class PreludeWord:
    signature: Signature
    meaning: str
    body: t.Expr


@cache
def prelude() -> dict[str, PreludeWord]:
    """The words that are written in the language itself, from `prelude.yaml`."""
    from ggl.diagnostics import Findings
    from ggl.syntax.document import Mapping, Scalar, read

    text = resources.files("ggl.checker").joinpath("prelude.yaml").read_text("utf-8")
    findings = Findings()
    document = read(Source("prelude.yaml", text), findings)
    assert document is not None, list(findings)
    words: dict[str, PreludeWord] = {}
    for entry in document.entries:
        assert isinstance(entry.value, Mapping)
        takes, means, body = (entry.value.get(key) for key in ("takes", "means", "define"))
        assert isinstance(takes, Scalar)
        assert isinstance(means, Scalar)
        assert isinstance(body, Scalar)
        words[entry.key.text] = PreludeWord(read_signature(takes.text), means.text, parser.expression(body))
    return words


@dataclass
class Instance:
    """A definition checked for one list of argument types."""

    name: str
    core: f.Definition | None
    reads: dict[str, Span]


class Calls:
    def __init__(self, expressions: Expressions) -> None:
        self._all = expressions
        self._world = expressions.world
        self._connection = Connection(expressions)
        self.definitions: dict[str, tuple[tuple[str, ...], t.Expr, Span]] = {}
        """The file's own definitions: parameters, body, place of the name."""

        self._instances: dict[tuple[str, tuple[Type, ...]], Instance] = {}
        self._counts: dict[str, int] = {}
        self._stack: list[str] = []
        self.core_definitions: list[f.Definition] = []

    def go_on_after(self, made: tuple[f.Definition, ...]) -> None:
        """Keep definitions that were made before; new ones get names that are not taken."""
        self.core_definitions = list(made)
        for definition in made:
            number = int(definition.name.removeprefix(definition.label).removeprefix(".") or "1")
            self._counts[definition.label] = max(self._counts.get(definition.label, 0), number)

    # ---- what is known by name

    def names(self) -> list[str]:
        return [*self.definitions, *prelude(), *WORDS, *BOARD_WORDS]

    def is_plain_definition(self, name: str) -> bool:
        """Whether the name alone, without brackets, is a definition."""
        if name in self.definitions:
            return not self.definitions[name][0]
        return name in prelude() and not prelude()[name].signature.params

    def signature_text(self, name: str) -> str | None:
        """How a call of the word is written, if it is one that takes arguments."""
        if name in self.definitions:
            return f"{name}({', '.join(self.definitions[name][0])})"
        if name in prelude():
            return str(prelude()[name].signature)
        if name in WORDS:
            return WORDS[name].usage
        if name in BOARD_WORDS:
            return str(BOARD_WORDS[name].signature)
        return None

    # ---- calls

    def call(self, tree: t.Call, scope: Scope) -> f.Expr:
        if tree.name in prelude() or tree.name in BOARD_WORDS or tree.name in _OF_CELLS:
            self._all.names.needs_board(tree.span, tree.name)
        defined = self.defined(tree, scope)
        if defined is not None:
            return defined
        name = tree.name
        if name in WORDS:
            word = WORDS[name]
            if not word.least <= len(tree.args) <= word.most or any(n.name not in word.named for n in tree.named):
                self._world.refuse(
                    codes.WRONG_ARGUMENTS, tree.span, f"`{name}` does not take these arguments", f"write {word.usage}",
                    word.meaning,
                )
            return word.method(self, tree, scope)
        if name == "side" and len(tree.args) == 1 and isinstance(tree.args[0], t.Name):
            named = self._named_side(tree.args[0], scope)
            if named is not None:
                return named
        if name in BOARD_WORDS:
            word_ = BOARD_WORDS[name]
            args = self._arguments(tree, word_.signature, scope)
            return self.board_word(name, args, tree.span)
        close = near(name, self.names())
        label = "not a definition" + ("; near: " + ", ".join(f"`{w}`" for w in close) if close else "")
        self._world.refuse(
            codes.UNKNOWN_NAME,
            tree.name_span,
            f"unknown name `{name}`",
            label,
            f"write `{close[0]}`" if close else None,
        )

    def _named_side(self, tree: t.Name, scope: Scope) -> f.Expr | None:
        """A side by its name, on boards that have sides where no direction points."""
        board = self._world.board
        if tree.name in scope.locals or tree.name in board.directions:
            return None
        cells = board.side(tree.name)
        if cells is None:
            return None
        type_ = SetOf(self._world.fin("cell"))
        return f.Lit(make.bits(tuple(cells), type_), type_)

    def _arguments(self, tree: t.Call, signature: Signature, scope: Scope) -> list[f.Expr | None]:
        """The arguments in the order of the parameters, typed; None for one left out."""
        given = self._given(tree, tuple(p.name for p in signature.params), signature.required, str(signature))
        site = "cell"
        args: list[f.Expr | None] = []
        for param, arg in zip(signature.params, given, strict=True):
            if arg is None:
                args.append(None)
                continue
            expr = self._all.infer(arg, scope)
            if mentions_site(signature):
                inner = strip_opt(expr.type)
                inner = inner.of if isinstance(inner, SetOf | ListOf) else inner
                if isinstance(inner, Fin) and inner.domain.name in ("cell", "edge", "vertex"):
                    site = inner.domain.name
            wanted = type_of(param.type, self._world.domains, site)
            if isinstance(wanted, Num):
                if not isinstance(expr.type, Num):
                    expr = self._all.converted(expr, Num(0, 0), arg.span, "a number")
                args.append(self._all.converted(expr, Num(0, 0), arg.span, "a whole number"))
                continue
            if isinstance(wanted, Fin) and isinstance(expr.type, Opt):
                wanted = Opt(wanted)
            if isinstance(wanted, Fin) and make.is_none(expr):
                wanted = Opt(wanted)
            args.append(self._all.converted(expr, wanted, arg.span))
        return args

    def _given(self, tree: t.Call, params: tuple[str, ...], required: int, usage: str) -> list[t.Expr | None]:
        """The argument trees in the order of the parameters."""
        world = self._world
        if len(tree.args) > len(params):
            world.refuse(codes.WRONG_ARGUMENTS, tree.args[len(params)].span, f"`{tree.name}` takes {_times(len(params))}",
                         f"write {usage}")  # fmt: skip
        given: list[t.Expr | None] = [*tree.args] + [None] * (len(params) - len(tree.args))
        for named in tree.named:
            if named.name not in params:
                close = near(named.name, params)
                world.refuse(codes.WRONG_ARGUMENTS, named.span, f"`{tree.name}` has no argument `{named.name}`",
                             f"write {usage}", f"write `{close[0]}=`" if close else None)  # fmt: skip
            place = params.index(named.name)
            if given[place] is not None:
                world.refuse(codes.WRONG_ARGUMENTS, named.span, f"`{named.name}` is given twice")
            given[place] = named.value
        if any(arg is None for arg in given[:required]):
            missing = params[[arg is None for arg in given].index(True)]
            world.refuse(
                codes.WRONG_ARGUMENTS, tree.span, f"`{tree.name}` takes {_times(required)}; `{missing}` is missing",
                f"write {usage}",
            )  # fmt: skip
        return given

    # ---- words of the board

    def board_word(self, name: str, args: list[f.Expr | None], span: Span) -> f.Expr:
        world = self._world
        word = BOARD_WORDS[name]
        if self._needs_directions(word) and not world.board.directions:
            world.refuse(codes.NOT_HERE, span, f"`{name}` needs directions, and this board has none")
        if not self._all_there(word, args):
            args = args[: word.signature.required]
        values = type_of(word.signature.result, world.domains)
        given = [arg for arg in args if arg is not None]
        return self.table_of(name, word, given, values, span)

    def _all_there(self, word: BoardWord, args: list[f.Expr | None]) -> bool:
        for place, param in enumerate(word.signature.params):
            if place < len(args) and args[place] is None:
                if param.default == "all":
                    return False
                assert param.default is not None
                args[place] = make.number(int(param.default))
        return True

    @staticmethod
    def _needs_directions(word: BoardWord) -> bool:
        return any(param.type == "direction" for param in word.signature.params)

    def table_of(self, name: str, word: BoardWord, args: list[f.Expr], values: Type, span: Span) -> f.Expr:
        """A word of the board as a constant or a table, numbers among the arguments becoming indices from their least."""
        world = self._world
        fixed: dict[int, int] = {}
        index: list[f.Expr] = []
        lows: list[int] = []
        label = name
        for place, arg in enumerate(args):
            if isinstance(arg.type, Num):
                if isinstance(arg, f.Lit):
                    assert isinstance(arg.value, int)
                    fixed[place] = arg.value
                    label += f" {arg.value}"
                    continue
                arg = self._held(arg, name)
                assert isinstance(arg.type, Num)
                size = arg.type.hi - arg.type.lo + 1
                domain = Domain(f"{arg.type.lo}..{arg.type.hi}", size)
                world.domains.setdefault(domain.name, domain)
                shifted = make.arith("sub", [arg, make.number(arg.type.lo)]) if arg.type.lo else arg
                index.append(make.retyped(shifted, Fin(domain)))
                lows.append(arg.type.lo)
                label += f" {domain.name}"
            else:
                index.append(arg)
                lows.append(0)

        def value(*at: int) -> object:
            varying = iter(low + i for low, i in zip(lows, at, strict=True))
            full = [fixed[place] if place in fixed else next(varying) for place in range(len(args))]
            return word.value(world.board, *full)

        if isinstance(strip_opt(values), Num):
            values = self._bounded(values, name)
        return self._all.names.tab(label, index, values, value, span)

    def _held(self, number: f.Expr, name: str) -> f.Expr:
        """A number of steps, held to what the board can tell apart: past its longest line nothing more is found."""
        assert isinstance(number.type, Num)
        if name not in ("step", "ray"):
            return number
        most = self._world.longest_ray() + 1
        if number.type.hi > most:
            number = make.arith("min", [number, make.number(most)])
        assert isinstance(number.type, Num)
        return make.arith("max", [number, make.number(-1)]) if number.type.lo < -1 else number

    def _bounded(self, values: Type, name: str) -> Type:
        most = Num(0, max(len(self._world.board.cells), 1))
        return Opt(most) if isinstance(values, Opt) else most

    # ---- definitions

    def defined(self, tree: t.Call, scope: Scope) -> f.Expr | None:
        """The value of a definition of the file or of the prelude, or None if the name is neither."""
        name = tree.name
        if name in self.definitions:
            params, body, span = self.definitions[name]
            self._world.used.add(name)
            usage = self.signature_text(name) or name
            given = self._given(tree, params, len(params), usage)
            args = [self._all.infer(arg, scope) for arg in given if arg is not None]
            return self._instance(name, params, args, body, tree, scope, span)
        if name in prelude():
            self._all.names.needs_board(tree.span, name)
            word = prelude()[name]
            inferred = self._arguments(tree, word.signature, scope)
            args = []
            for param, arg in zip(word.signature.params, inferred, strict=True):
                if arg is None:
                    assert param.default is not None
                    default = t.Name(param.default, span=tree.span)
                    wanted = type_of(param.type, self._world.domains)
                    arg = self._all.want(default, Scope(scope.stage), wanted)
                args.append(arg)
            params = tuple(param.name for param in word.signature.params)
            return self._instance(name, params, args, word.body, tree, scope, None)
        return None

    def _instance(
        self, name: str, params: tuple[str, ...], args: list[f.Expr], body: t.Expr, tree: t.Call, scope: Scope,
        place: Span | None,
    ) -> f.Expr:  # fmt: skip
        world = self._world
        for at, arg in enumerate(args):
            if arg.type in (make.NONE, make.EMPTY_SET, make.EMPTY_LIST):
                world.refuse(codes.WRONG_TYPE, tree.args[at].span, "the type of this cannot be told", "nothing of what?",
                             "give it a name with `define`, or use a set that is empty")  # fmt: skip
        if self._counts.get(name, 0) >= INSTANCES_BEFORE_WIDENING:
            args = [_widened(arg) for arg in args]
        key = (name, tuple(arg.type for arg in args))
        instance = self._instances.get(key)
        if name in self._stack:
            circle = " → ".join([*self._stack[self._stack.index(name) :], name])
            world.refuse(codes.CIRCULAR_DEFINITION, tree.span, f"`{name}` uses itself", circle,
                         "say it with `spread`, `leading` or a set instead")  # fmt: skip
        if instance is None:
            instance = self._checked_instance(key, params, body, tree, scope, place)
        if instance.core is None:
            raise Refused
        for what in instance.reads:
            self._all.reads.setdefault(what, tree.span)
        self._stage_of_reads(instance, tree, scope)
        if isinstance(instance.core.body, f.Lit):
            return instance.core.body
        return f.Call(instance.name, tuple(args), instance.core.body.type)

    def _checked_instance(
        self, key: tuple[str, tuple[Type, ...]], params: tuple[str, ...], body: t.Expr, tree: t.Call, scope: Scope,
        place: Span | None,
    ) -> Instance:  # fmt: skip
        world, name = self._world, key[0]
        if len(self._stack) >= DEEPEST_DEFINITIONS:
            world.refuse(codes.TOO_COMPLEX, tree.span, f"definitions use each other more than {DEEPEST_DEFINITIONS} deep")
        self._counts[name] = number = self._counts.get(name, 0) + 1
        unique = name if number == 1 else f"{name}.{number}"
        instance = self._instances[key] = Instance(unique, None, {})
        outer, self._all.reads = self._all.reads, {}
        self._stack.append(name)
        try:
            inner = Scope("define" if scope.stage != "constant" else "constant")
            names = []
            for param, type_ in zip(params, key[1], strict=True):
                if place is not None:
                    self._all.names.check_free(param, place, Scope(inner.stage))
                names.append((f"{param}.", type_))
                inner = inner.bind(param, f.Var(f"{param}.", type_))
            core_body = self._all.infer(body, inner)
            if name in prelude() and name not in self.definitions:
                core_body = self._as_declared(core_body, prelude()[name].signature, key[1])
            instance.core = f.Definition(unique, tuple(names), core_body, name)
            instance.reads = self._all.reads
            if not isinstance(core_body, f.Lit):
                self.core_definitions.append(instance.core)
        finally:
            self._stack.pop()
            self._all.reads = outer
        return instance

    def _as_declared(self, body: f.Expr, signature: Signature, args: tuple[Type, ...]) -> f.Expr:
        """What a word of the prelude gives, as its signature says: a set where it says so, and not a list."""
        site = "cell"
        for type_ in args:
            inner = type_.of if isinstance(type_, SetOf | ListOf) else strip_opt(type_)
            if isinstance(inner, Fin) and inner.domain.name in ("edge", "vertex"):
                site = inner.domain.name
        wanted = type_of(signature.result, self._world.domains, site)
        return make.convert(body, wanted) if isinstance(wanted, SetOf) else body

    def _stage_of_reads(self, instance: Instance, tree: t.Call, scope: Scope) -> None:
        """What a definition reads must have a meaning where it is used."""
        names = self._all.names
        if "position" in instance.reads:
            names.not_constant(tree.span, scope, f"`{tree.name}`")
        if "can" in instance.reads:
            names.only_after(tree.span, scope, f"`{tree.name}`")
        for what, stages in (("winner", ("score", "match", "define")), ("starter", ("match", "define"))):
            if what in instance.reads and scope.stage not in stages:
                self._world.refuse(
                    codes.NOT_HERE, tree.span, f"`{tree.name}` asks for the {what}, who is not known here", "", None,
                    (Note(f"`{what}` is read here", instance.reads[what]),),
                )  # fmt: skip

    # ---- folds: the words that take a set, a list, or members picked out

    def _members(self, tree: t.Call, scope: Scope) -> tuple[str, f.Expr, f.Expr, f.Expr]:
        """The variable, the source, the test and the body of what a fold is asked over."""
        arg = tree.args[0]
        if isinstance(arg, t.Gen) and len(arg.binders) == 1:
            source, name, inner = self._all.bind(arg.binders[0], scope)
            test, inner = self._all.binder_test(arg.binders[0], inner)
            return name, source, test, self._all.infer(arg.body, inner)
        self._check_members_meant(tree, arg, scope)
        source = self._all.set_or_list(arg, scope)
        assert isinstance(source.type, SetOf | ListOf)
        name = make.fresh("x")
        return name, source, make.TRUE, f.Var(name, source.type.of)

    def _check_members_meant(self, tree: t.Call, arg: t.Expr, scope: Scope) -> None:
        """`any(x in S)` asks whether x is in S; where there is no x, the members of S were meant."""
        match arg:
            case t.Chain(first=t.Name(name=name) as first, rest=(("in", source),)):
                if not self._all.names.is_known(name, scope):
                    self._world.refuse(
                        codes.UNKNOWN_NAME, first.span, f"unknown name `{name}`", "this asks whether it is in the set",
                        f"write `{tree.name}({source.span.text})`, or `{tree.name}({arg.span.text} if ..)`",
                    )  # fmt: skip

    def _count(self, tree: t.Call, scope: Scope) -> f.Expr:
        name, source, test, body = self._members(tree, scope)
        if isinstance(body.type, Opt):
            test = make.conj([test, make.not_none(body)])
        if isinstance(source, f.Lit) and test == make.TRUE:
            value = source.value.bit_count() if isinstance(source.value, int) else len(source.value)
            return make.number(value)
        return f.Fold("count", name, source, test, make.number(1), None, Num(0, self._most(source)))

    def _any(self, tree: t.Call, scope: Scope) -> f.Expr:
        name, source, test, body = self._members(tree, scope)
        if body.type == BOOL:
            return f.Fold("any", name, source, test, body, None, BOOL)
        there = make.not_none(body)
        return f.Fold("any", name, source, test, there, None, BOOL)

    def _all_hold(self, tree: t.Call, scope: Scope) -> f.Expr:
        name, source, test, body = self._members(tree, scope)
        if body.type != BOOL:
            self._world.refuse(
                codes.WRONG_TYPE, tree.args[0].span, "`all` wants a condition on each member", a(body.type),
                "write `all(CONDITION for x in SET)`",
            )  # fmt: skip
        return f.Fold("all", name, source, test, body, None, BOOL)

    def _sum(self, tree: t.Call, scope: Scope) -> f.Expr:
        name, source, test, body = self._members(tree, scope)
        if not isinstance(body.type, Num):
            self._all.converted(body, Num(0, 0), tree.args[0].span, "numbers")
        assert isinstance(body.type, Num)
        most = self._most(source)
        type_ = make.checked(Num(min(body.type.lo, 0) * most, max(body.type.hi, 0) * most, body.type.scale))
        return f.Fold("sum", name, source, test, body, None, type_)

    def _extreme(self, tree: t.Call, scope: Scope) -> f.Expr:
        if len(tree.args) > 1:
            return self._least_of(tree, scope)
        name, source, test, body = self._members(tree, scope)
        if not isinstance(body.type, Num):
            self._all.converted(body, Num(0, 0), tree.args[0].span, "numbers")
        default_tree = self._named(tree, "default")
        default: f.Expr | None = None
        type_: Type = body.type
        if default_tree is not None:
            default = self._all.number(default_tree, scope)
            both = make.unified(body, default)
            assert both is not None
            body, default, type_ = both
        elif not _surely_some(source, test):
            type_ = Opt(body.type)  # type: ignore[arg-type]
        return f.Fold(tree.name, name, source, test, body, default, type_)

    def _least_of(self, tree: t.Call, scope: Scope) -> f.Expr:
        if tree.named:
            self._world.refuse(codes.WRONG_ARGUMENTS, tree.named[0].span, "these numbers are there; no default is needed")
        numbers = [self._all.number(arg, scope) for arg in tree.args]
        result = numbers[0]
        for item, arg in zip(numbers[1:], tree.args[1:], strict=True):
            both = make.unified(result, item)
            if both is None:
                self._world.refuse(codes.WRONG_TYPE, arg.span, "a number is wanted")
            result = make.arith(tree.name, [both[0], both[1]])
        return result

    @staticmethod
    def _named(tree: t.Call, name: str) -> t.Expr | None:
        return next((named.value for named in tree.named if named.name == name), None)

    def _most(self, expr: f.Expr) -> int:
        """The most members a set or a list can have."""
        return most_members(expr, self._world.tables, {one.name: one for one in self.core_definitions})

    # ---- lists

    def _list(self, tree: t.Expr, scope: Scope) -> f.Expr:
        return make.as_list(self._all.set_or_list(tree, scope))

    def _first(self, tree: t.Call, scope: Scope) -> f.Expr:
        name, source, test, body = self._members(tree, scope)
        if isinstance(body.type, Opt):
            test, body = make.conj([test, make.not_none(body)]), make.retyped(body, body.type.of)
        type_: Type = Opt(body.type) if isinstance(body.type, Fin | Num) else body.type
        return f.Fold("first", name, source, test, body, None, type_)

    def _the(self, tree: t.Call, scope: Scope) -> f.Expr:
        of = self._all.as_set(tree.args[0], scope)
        assert isinstance(of.type, SetOf)
        name, member = make.fresh("s"), make.fresh("x")
        var = f.Var(name, of.type)
        count = f.Fold("count", member, var, make.TRUE, make.number(1), None, Num(0, self._most(of)))
        first = f.Fold("first", member, var, make.TRUE, f.Var(member, of.type.of), None, Opt(of.type.of))
        nothing = make.convert(make.none_of(), Opt(of.type.of))
        return f.Let(name, of, f.If(make.compare("eq", count, make.number(1)), first, nothing, Opt(of.type.of)))

    def _size(self, tree: t.Call, scope: Scope) -> f.Expr:
        of = self._all.set_or_list(tree.args[0], scope)
        if isinstance(of, f.Lit):
            return make.number(of.value.bit_count() if isinstance(of.value, int) else len(of.value))
        most = Num(0, self._most(of))
        if isinstance(of.type, ListOf):
            return f.ListOp("length", (of,), most)
        return f.Fold("count", make.fresh("x"), of, make.TRUE, make.number(1), None, most)

    def _sorted(self, tree: t.Call, scope: Scope) -> f.Expr:
        of = self._list(tree.args[0], scope)
        if not isinstance(of.type, ListOf) or not isinstance(of.type.of, Fin | Num):
            self._world.refuse(codes.WRONG_TYPE, tree.args[0].span, f"{a(of.type)} cannot be sorted")
        return f.ListOp("sort" if tree.name == "sorted" else "descending", (of,), of.type)

    def _reversed(self, tree: t.Call, scope: Scope) -> f.Expr:
        of = self._list(tree.args[0], scope)
        if isinstance(of, f.Lit):
            assert isinstance(of.value, tuple)
            return f.Lit(of.value[::-1], of.type)
        return f.ListOp("reverse", (of,), of.type)

    def _leading(self, tree: t.Call, scope: Scope) -> f.Expr:
        arg = tree.args[0]
        if not isinstance(arg, t.Gen) or not arg.short:
            self._world.refuse(codes.WRONG_ARGUMENTS, arg.span, "`leading` wants the list and the condition",
                               "write `leading(x in LIST if CONDITION)`")  # fmt: skip
        source, name, inner = self._all.bind(arg.binders[0], scope)
        test, _ = self._all.binder_test(arg.binders[0], inner)
        source = make.as_list(source)
        assert isinstance(source.type, ListOf)
        return f.Leading(name, source, test, source.type)

    def _cyclic(self, tree: t.Call, scope: Scope) -> f.Expr:
        """`after(L, x, n)`, `before(L, x, n)` on a constant list: a static table."""
        of = self._list(tree.args[0], scope)
        item = self._all.infer(tree.args[1], scope)
        if not isinstance(of, f.Lit) or not isinstance(of.value, tuple) or not isinstance(of.type, ListOf):
            self._world.refuse(codes.NOT_CONSTANT, tree.args[0].span, f"`{tree.name}` wants a list that never changes")
        element = of.type.of
        if strip_opt(item.type) != element or not isinstance(element, Fin):
            self._world.refuse(codes.MIXED_TYPES, tree.args[1].span, f"{a(item.type)} is never in {a(of.type)}")
        n = self._all.number(tree.args[2], scope) if len(tree.args) > 2 else make.number(1)
        order, sign = list(of.value), 1 if tree.name == "after" else -1

        def value(board: object, x: int, n: int) -> int:
            return order[(order.index(x) + sign * n) % len(order)] if x in order else -1  # type: ignore[return-value]

        signature = read_signature("after(x: cell, n: number) -> cell?")
        label = f"{tree.name} in {of.value}"
        return self.table_of(label, BoardWord(signature, "", value), [item, n], Opt(element), tree.span)

    # ---- connection

    def _neighbors(self, tree: t.Call, scope: Scope) -> f.Expr:
        return self._connection.neighbors(tree.args[0], scope)

    def _components(self, tree: t.Call, scope: Scope) -> f.Expr:
        return self._connection.components(tree.args[0], scope)

    def _spread(self, tree: t.Call, scope: Scope) -> f.Expr:
        return self._connection.spread(tree.args[0], tree.args[1], scope)

    # ---- the position

    def _empty(self, tree: t.Call, scope: Scope) -> f.Expr:
        names = self._all.names
        names.not_constant(tree.span, scope, "what stands on a site")
        site = self._all.infer(tree.args[0], scope)
        where = strip_opt(site.type)
        if isinstance(site.type, SetOf | ListOf):
            self._world.refuse(codes.WRONG_TYPE, tree.args[0].span, f"`{tree.name}` asks about one site, not {a(site.type)}",
                               "", "to ask about a set, write "
                               f"`all({tree.name}(x) for x in {tree.args[0].span.text})`")  # fmt: skip
        if not isinstance(where, Fin) or where.domain.name not in ("cell", "edge", "vertex"):
            if make.is_none(site):
                return make.FALSE
            self._world.refuse(codes.WRONG_TYPE, tree.args[0].span, f"`{tree.name}` asks about a site, not {a(site.type)}")
        layers = self._world.layers_on(where.domain.name)
        if not layers:
            self._world.refuse(board_codes.WRONG_SITES, tree.args[0].span, f"no piece ever stands on {a(where)}")
        piece = Opt(self._world.fin("piece"))
        nothing = f.Lit(piece.of.domain.size, piece)  # type: ignore[union-attr]
        parts: list[f.Expr] = [f.Compare("eq", f.Get(layer.field, (site,), piece), nothing) for layer in layers]
        if tree.name == "empty":
            return make.conj([make.not_none(site), *parts])
        return make.disj([f.Not(part) for part in parts])

    def _other(self, tree: t.Call, scope: Scope) -> f.Expr:
        player = self._all.infer(tree.args[0], scope)
        wanted: Type = Opt(self._world.player) if isinstance(player.type, Opt) else self._world.player
        player = self._all.converted(player, wanted, tree.args[0].span, "a player")
        if tree.name == "other":
            return self._all.names.other(player, tree.span)
        count = len(self._world.players)
        return self._all.names.tab("next", [player], self._world.player, lambda p: (p + 1) % count, tree.span)

    def _hand(self, tree: t.Call, scope: Scope) -> f.Expr:
        world = self._world
        self._all.names.not_constant(tree.span, scope, "a supply")
        player = self._all.want(tree.args[0], scope, world.player, "a player")
        if len(tree.args) == 1:
            kinds = [kind.name for kind in world.kinds.values() if kind.supplied]
        else:
            kind = self._all.want(tree.args[1], scope, world.fin("kind"), "a kind of piece")
            if not isinstance(kind, f.Lit):
                return f.Get(self.supply(tree.span), (player, kind), Num(0, STORED_LIMIT))
            assert isinstance(kind.value, int)
            kinds = [list(world.kinds)[kind.value]]
        parts = []
        for name in kinds:
            if not world.kinds[name].supplied:
                world.refuse(board_codes.NO_SUPPLY, tree.span, f"the supply of {name} has no limit", "",
                             f"give `{name}` a `supply:` under `pieces`")  # fmt: skip
            index = f.Lit(list(world.kinds).index(name), world.fin("kind"))
            parts.append(f.Get(self.supply(tree.span), (player, index), Num(0, STORED_LIMIT)))
        if not parts:
            self.supply(tree.span)
        return parts[0] if len(parts) == 1 else make.arith("add", list(parts))

    def supply(self, span: Span) -> str:
        if "supply" not in self._world.fields:
            self._world.refuse(board_codes.NO_SUPPLY, span, "no kind of piece has a supply", "",
                               "give a kind `supply: N` under `pieces`")  # fmt: skip
        return "supply"

    def _stuck(self, tree: t.Call, scope: Scope) -> f.Expr:
        self._all.names.only_after(tree.span, scope, "`stuck`")
        player = self._all.want(tree.args[0], scope, self._world.player, "a player")
        self._all.reads.setdefault("can", tree.span)
        return f.Not(f.After(f.Write("mover", (), player), f.Can("", ())))

    def _total(self, tree: t.Call, scope: Scope) -> f.Expr:
        player = self._all.want(tree.args[0], scope, self._world.player, "a player")
        if scope.stage not in ("match", "define") or "total" not in self._world.fields:
            self._world.refuse(codes.NOT_HERE, tree.span, "`total` is read in `match` only")
        self._all.reads.setdefault("starter", tree.span)
        return f.Get("total", (player,), self._world.fields["total"].values)

    def _able(self, tree: t.Call, scope: Scope) -> f.Expr:
        """`able(move)` and `able(move(a=x))`: some such move is legal, leaving tiers aside."""
        self._all.names.only_after(tree.span, scope, "`able`")
        self._all.reads.setdefault("can", tree.span)
        self._all.reads.setdefault("mover", tree.span)
        inner = tree.args[0]
        name = inner.name if isinstance(inner, t.Call | t.Name) else ""
        moves = self._world.moves
        if name not in moves:
            close = near(name, moves)
            self._world.refuse(move_codes.UNKNOWN_MOVE, inner.span, f"`{name or inner.span.text}` is not a move",
                               "near: " + ", ".join(close) if close else "")  # fmt: skip
        fixed = []
        if isinstance(inner, t.Call):
            if inner.args:
                self._world.refuse(codes.WRONG_ARGUMENTS, inner.args[0].span, "say which parameter: `name=value`")
            for named in inner.named:
                if named.name not in moves[name]:
                    self._world.refuse(codes.WRONG_ARGUMENTS, named.span, f"`{name}` has no parameter `{named.name}`",
                                       "its parameters are " + ", ".join(moves[name]) if moves[name] else "")  # fmt: skip
                wanted = self._world.param_types.get((name, named.name))
                value = self._all.infer(named.value, scope)
                if isinstance(wanted, Fin) and strip_opt(value.type) == wanted and isinstance(value.type, Opt):
                    wanted = Opt(wanted)
                if wanted is not None:
                    value = self._all.converted(value, wanted, named.value.span)
                fixed.append((named.name, value))
        return f.Can(name, tuple(fixed))


def _surely_some(source: f.Expr, test: f.Expr) -> bool:
    return test == make.TRUE and isinstance(source, f.Lit) and bool(source.value)


def _widened(expr: f.Expr) -> f.Expr:
    if isinstance(expr.type, Num):
        return make.retyped(expr, Num(ANY_NUMBER.lo, ANY_NUMBER.hi, expr.type.scale))
    return expr


def _times(count: int) -> str:
    return "no arguments" if count == 0 else "one argument" if count == 1 else f"{count} arguments"


@dataclass(frozen=True)
class Word:
    usage: str
    meaning: str
    method: Callable[[Calls, t.Call, Scope], f.Expr]
    least: int = 1
    most: int = 1
    named: tuple[str, ...] = ()


WORDS: dict[str, Word] = {
    "count": Word("count(S) or count(x in S if P)", "how many members there are", Calls._count),
    "size": Word("size(S)", "how many members a set or list has", Calls._size),
    "any": Word("any(S), any(x in S if P) or any(P for x in S)", "there is a member; some P holds", Calls._any),
    "all": Word("all(P for x in S)", "P holds for every member", Calls._all_hold),
    "sum": Word("sum(E for x in S)", "the sum of the numbers; of none, 0", Calls._sum),
    "min": Word("min(E for x in S, default=N)", "the least number; of none, the default or none", Calls._extreme, 1, 8,
                ("default",)),
    "max": Word("max(E for x in S, default=N)", "the greatest number; of none, the default or none", Calls._extreme, 1, 8,
                ("default",)),
    "first": Word("first(L)", "the first member of a list, the least of a set; of none, none", Calls._first),
    "the": Word("the(S)", "the only member of a set; none if there are several or none", Calls._the),
    "sorted": Word("sorted(L)", "the list from the least to the greatest", Calls._sorted),
    "descending": Word("descending(L)", "the list from the greatest to the least", Calls._sorted),
    "reversed": Word("reversed(L)", "the list from its end", Calls._reversed),
    "leading": Word("leading(x in L if P)", "the longest beginning of a list of which P holds throughout", Calls._leading),
    "after": Word("after(L, x, n=1)", "what stands n places after x in a list that closes in a ring", Calls._cyclic, 2, 3),
    "before": Word("before(L, x, n=1)", "what stands n places before x in a list that closes in a ring", Calls._cyclic, 2, 3),
    "neighbors": Word("neighbors(c) or neighbors(S)", "the sites next to a site; of a set, those next to any member",
                      Calls._neighbors),
    "components": Word("components(S)", "the maximal connected parts of a set of sites", Calls._components),
    "spread": Word("spread(S, T)", "all sites of T that can be reached from S within T", Calls._spread, 2, 2),
    "empty": Word("empty(c)", "nothing stands on the site", Calls._empty),
    "occupied": Word("occupied(c)", "something stands on the site", Calls._empty),
    "other": Word("other(p)", "the other player, in a game of two", Calls._other),
    "next": Word("next(p)", "the player after p in turn order", Calls._other),
    "hand": Word("hand(p, k) or hand(p)", "how many pieces are in the player's supply", Calls._hand, 1, 2),
    "stuck": Word("stuck(p)", "the player would have no legal move if to move", Calls._stuck),
    "able": Word("able(m) or able(m(a=x))", "some such move is legal", Calls._able),
    "total": Word("total(p)", "the player's points in the match so far", Calls._total),
}  # fmt: skip
