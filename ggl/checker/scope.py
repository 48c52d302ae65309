"""The names in scope at one point of a file, with the facts about their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace

from ggl.core import forms as f
from ggl.core.types import Fin, ListOf, SetOf, Type, members_of
from ggl.frozen import frozen
from ggl.syntax import tree as t

Lengths = tuple[int, ...]
"""The most members of a list, of its members that are lists, and so on inwards; nothing where no bound is known."""


@frozen
class Scope:
    """The names that stand for something at one point of a file, besides the game's own.

    `known` holds trees that cannot be none here, for a condition around them says so. `stage` is the use of the expression:
    constant, before, after, end, score, match, setup, begin, effect.
    """

    stage: str
    locals: Mapping[str, f.Expr] = field(default_factory=dict)
    known: frozenset[t.Expr] = frozenset()
    lost: frozenset[str] = frozenset()
    """Names whose value was given up, which has been told: what uses them is given up in silence."""

    later: frozenset[str] = frozenset()
    """Names that a move says further on."""

    parameters: frozenset[str] = frozenset()
    """The parameters of the definition whose body this is."""

    among: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """The codes of the values that a name may have, of a name that goes through a set or list which is written out."""

    lengths: Mapping[str, Lengths] = field(default_factory=dict)
    """Of the variables of the core that stand for lists."""

    is_prelude: bool = False
    """Whether this is the body of a word of the prelude, which knows no name of a file."""

    def bind(self, name: str, value: f.Expr, source: f.Expr | None = None, lengths: Lengths = ()) -> Scope:
        """The scope in which the name, which has meant nothing so far, stands for a value, or for each member of a `source`."""
        codes = written_members(source) if source is not None else None
        among = self.among if codes is None else {**self.among, name: codes}
        held = {**self.lengths, value.name: lengths} if isinstance(value, f.Var) else self.lengths
        return replace(self, locals={**self.locals, name: value}, among=among, lengths=held)

    def lose(self, name: str) -> Scope:
        return replace(self, lost=self.lost | {name})

    def knowing(self, trees: Iterable[t.Expr]) -> Scope:
        return replace(self, known=self.known | frozenset(trees))

    def at(self, stage: str) -> Scope:
        return replace(self, stage=stage)


CONSTANT = Scope("constant")
"""The scope of values fixed before play."""


def written_members(source: f.Expr) -> frozenset[int] | None:
    """The codes of things in a set or list that is written out; None for another one."""
    match source:
        case f.Lit(type=(SetOf(of=Fin()) | ListOf(of=Fin())) as type_):
            return frozenset(members_of(source.value, type_))
    return None


@frozen
class Typed:
    """An expression of a file with the type that it was found to have in a scope."""

    tree: t.Expr
    type: Type
    scope: Scope


MOVE = "together.move"
"""The field of the move that each side has chosen, where all choose at once: its number, from 1; 0 where it has chosen none."""

PICKED = "choice."
"""The fields of the parameters that each side has chosen, where all choose at once, begin so."""


@frozen
class Together:
    """A turn in which sides choose at once."""

    always: frozenset[str]
    """The parameters that each side chooses in any case."""

    params: frozenset[str]
    """The parameters that some side may choose."""


@frozen
class SetChoice:
    """The parameters of a move that form one choice: `count` of them from the place `first` on.

    A set has a `name`, and a least number of members; in `a and b in S` each parameter has its own name, and `name` is empty.
    """

    name: str
    first: int
    count: int
    least: int

    @property
    def places(self) -> range:
        return range(self.first, self.first + self.count)
