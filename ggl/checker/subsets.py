"""A set as one choice of a move: `S in subsets(X, 1..3)`, `a and b in X`.

Takes what the set is chosen from and how large it may be; gives the parameters that together stand for it. A set of at most k
members is k parameters in ascending order. A smaller set repeats its last member: of at most three, {a1, c3} is `a1 c3 c3`.
So each set is one move, and prefixes come before what they begin. What is checked before play is how many sets there could be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb

from ggl.checker import make
from ggl.checker.cost import most_members_of
from ggl.checker.static import tab
from ggl.checker.typer import Typer
from ggl.checker.world import Scope, SetChoice, World
from ggl.core import forms as f
from ggl.core.types import Fin, Num, SetOf
from ggl.core.walk import variables
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import moves_and_turns as codes
from ggl.diagnostics.catalog import names_and_types as name_codes
from ggl.engine.protocol import STEPS_LIMIT
from ggl.frozen import frozen
from ggl.source import Span
from ggl.syntax import tree as t

SUBSETS = "subsets"

MOST_MEMBERS = 8
"""A set that is one choice has no more members: each is a parameter of the move."""

MOST_LOOKED_AT = 1 << 20
"""The most sets that are tried where conditions decide which of them may be chosen."""


@frozen
class Sizes:
    """How many members a set may have."""

    least: f.Expr
    most: f.Expr

    @property
    def highest(self) -> int:
        assert isinstance(self.most.type, Num)
        return self.most.type.hi

    def may_end(self, size: int) -> f.Expr:
        """Whether this number of members is enough."""
        return _at_most(self.least, make.number(size))

    def may_have(self, size: int) -> f.Expr:
        """Whether this number of members is allowed: the greatest is the last, where too few are refused, too."""
        allowed = _at_most(make.number(size), self.most)
        return make.conj([allowed, self.may_end(size)]) if size == self.highest else allowed


def _at_most(one: f.Expr, other: f.Expr) -> f.Expr:
    """`one <= other`, if their bounds do not tell."""
    assert isinstance(one.type, Num)
    assert isinstance(other.type, Num)
    if one.type.hi <= other.type.lo:
        return make.TRUE
    if one.type.lo > other.type.hi:
        return make.negation(make.TRUE)
    return make.comparison("le", one, other)


def sizes(expressions: Typer, tree: t.Expr, scope: Scope) -> Sizes:
    """How many members a set has, as `2` or `1..3` says it."""
    ends = (tree.left, tree.right) if isinstance(tree, t.Binary) and tree.op == ".." else (tree, tree)
    numbers = [expressions.number(end, scope) for end in ends]
    least, most = (f.Lit(n.code, Num(n.code, n.code, n.type.scale)) if isinstance(n, f.Lit) else n for n in numbers)  # type: ignore[union-attr]
    assert isinstance(least.type, Num)
    assert isinstance(most.type, Num)
    refuse = expressions.world.refuse
    if least.type.scale != 1 or most.type.scale != 1:
        refuse(name_codes.WRONG_TYPE, tree.span, "a set has a whole number of members")
    if least.type.hi < 1:
        refuse(codes.SET_SIZE, ends[0].span, "choosing nothing is not a move", "a chosen set has at least one member",
               "begin with 1; to choose nothing, pass (`turn: pass:`) or use a move without parameters")  # fmt: skip
    if most.type.hi > MOST_MEMBERS:
        what = f"this may be {most.type.hi:,}, by its bounds" if not isinstance(most, f.Lit) else f"this is {most.type.hi:,}"
        refuse(codes.SET_SIZE, ends[1].span, what, f"a choice has at most {MOST_MEMBERS} members",
               "bound the number with `min(.., 4)` or `in: 1..4`; or choose one member a step (`then:`)")  # fmt: skip
    if least.type.lo > most.type.hi:
        refuse(codes.SET_SIZE, tree.span, "no set has this number of members", "the greatest number is less than the least")
    return Sizes(least, most)


def subset_parameters(world: World, name: str, source: f.Expr, sizes: Sizes, span: Span) -> tuple[f.Param, ...]:
    """The parameters of a set: `name.m1`, `name.m2` .., names that no author's name can meet."""
    assert isinstance(source.type, SetOf)
    type_ = source.type
    nothing = f.Lit(0, type_)
    first = make.conditional(sizes.may_have(1), source, nothing, type_, span=source.span)
    found = [f.Param(f"{name}.m1", first, type_.of, span=span)]
    for number in range(2, sizes.highest + 1):
        before = f.Var(found[-1].name, type_.of)
        more = make.conditional(sizes.may_have(number), after(world, source, type_, before, span), nothing, type_)
        enough = make.conditional(sizes.may_end(number - 1), make.single(before, type_), nothing, type_)
        chosen = more if enough == nothing else make.set_op("union", enough, more, type_, span=source.span)
        if number > 2 and sizes.may_end(number - 2) != make.negation(make.TRUE):
            is_done = make.comparison("eq", f.Var(found[-2].name, type_.of), before)
            chosen = make.conditional(is_done, make.single(before, type_), chosen, type_, span=source.span)
        found.append(f.Param(f"{name}.m{number}", chosen, type_.of, span=span))
    return tuple(found)


def after(world: World, source: f.Expr, type_: SetOf, before: f.Expr, span: Span) -> f.Expr:
    """The members of a set that come after one of them."""
    if isinstance(type_.of, Fin):
        everything = make.everything(type_.of).code
        later = tab(world, f"{type_.of.domain.name} later", [before], type_, lambda one: everything >> one + 1 << one + 1, span)
        return make.set_op("meet", source, later, type_, span=source.span)
    name = make.fresh("x")
    return f.Filter(name, source, f.Compare("lt", before, f.Var(name, type_.of)), type_, span=source.span)


def subset_of_parameters(params: Iterable[f.Param], type_: SetOf) -> f.Expr:
    """The set that some parameters make together."""
    return union_of([f.Var(param.name, param.type) for param in params], type_)


def union_of(members: Sequence[f.Expr], type_: SetOf) -> f.Expr:
    """The set of some members, without none."""
    first, *more = (make.single(one, type_) for one in members)
    found: f.Expr = first
    for one in more:
        found = make.set_op("union", found, one, type_)
    return found


def check_many(core: f.CoreGame, choices: Mapping[str, Iterable[SetChoice]], findings: Findings) -> bool:
    """Whether the sets that each move may choose are few enough to be listed; one finding if they are not."""
    for schema in core.schemas:
        for choice in choices.get(schema.name, ()):
            first = schema.params[choice.first]
            limit = MOST_LOOKED_AT if _is_asked_about(choice, schema) else STEPS_LIMIT
            among = most_members_of(first.source, core)
            could_be = sum(comb(among, size) for size in range(choice.least, choice.count + 1))
            if could_be > limit:
                message = f"there could be {could_be:,} sets here; {limit:,} is the limit"
                label = f"{choice.count if choice.least == choice.count else f'up to {choice.count}'} of {among:,}"
                help_ = "choose fewer members, or from fewer; or choose one member a step, with `then:`"
                findings.report(codes.TOO_MANY_SETS, first.span, message, label=label, help=help_)
                return False
    return True


def _is_asked_about(choice: SetChoice, schema: f.Schema) -> bool:
    """Whether some condition of the move looks at the set or a part of it."""
    names = {choice.name, *(schema.params[at].name for at in choice.places)}
    for let in schema.lets:
        names |= {let.name} if variables(let.value) & names else set()
    return any(variables(condition.test) & names for condition in (*schema.guard, *schema.ensure))
