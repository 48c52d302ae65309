"""All forms of the core, each with its meaning in a line.

A game in core is data: fields (what a position holds), static tables (what the board fixes), definitions, and move schemas
whose guards and effects are made of the forms below. No form knows what a stone or a square is. All expressions are pure and
total: they range over finite sets, and nothing recurs. Sets are walked in the order of their domain.

`span` and `text` say where in the author's file a form comes from; they take no part in comparison.

Long on purpose, since it lists all forms: add new forms here, and read it from beginning to end to write an engine.
"""

from __future__ import annotations

from dataclasses import field
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from ggl.core.types import BOOL, Bool, Domain, ListOf, Num, SetOf, Type
from ggl.frozen import frozen

if TYPE_CHECKING:
    from ggl.source import Span


LATER = {"later": True}
"""Marks a field that a form got when games had fingerprints already: it counts only where it is not at its default."""

_field = field
"""In a form that has a field of this name."""


@frozen(kw_only=True)
class Form:
    """The base of every form: the place in the author's file that it stands for."""

    span: Span | None = field(default=None, compare=False, repr=False)


# ---------------------------------------------------------------------------------------------------------- expressions


@frozen
class Lit(Form):
    """A constant: the code of a value of the type."""

    value: int | tuple[object, ...]
    type: Type

    @property
    def code(self) -> int:
        """The value, of any type but a list."""
        assert isinstance(self.value, int)
        return self.value


@frozen
class Var(Form):
    """A variable bound by a form around it, a parameter, or an argument of a definition."""

    name: str
    type: Type


@frozen
class Get(Form):
    """The entry of a field of the position; at an index that is none, the field's code for nothing there."""

    field: str
    index: tuple[Expr, ...]
    type: Type


@frozen
class Tab(Form):
    """The entry of a static table; at an index that is none, the table's spare entry."""

    table: str
    index: tuple[Expr, ...]
    type: Type


@frozen
class Call(Form):
    """The value of a definition for the arguments."""

    name: str
    args: tuple[Expr, ...]
    type: Type


@frozen
class Let(Form):
    """The body, with the name standing for the value."""

    name: str
    value: Expr
    body: Expr

    @property
    def type(self) -> Type:
        return self.body.type


@frozen
class If(Form):
    """One of two values; the other is not evaluated."""

    test: Expr
    then: Expr
    other: Expr
    type: Type


@frozen
class Some(Form):
    """`then`, with the name standing for the value, if the value is not none; else `other`."""

    name: str
    value: Expr
    then: Expr
    other: Expr
    type: Type


@frozen
class Arith(Form):
    """Integer arithmetic: add, sub, mul, floordiv, mod (both by rounding down; by zero gives zero), neg, abs, min, max."""

    op: str
    args: tuple[Expr, ...]
    type: Num


@frozen
class Compare(Form):
    """eq, lt or le of two codes of one type; lists place by place, a missing place counting as zero."""

    op: str
    left: Expr
    right: Expr
    type: ClassVar[Bool] = BOOL


@frozen
class And(Form):
    """All parts hold; from the left, as far as needed."""

    parts: tuple[Expr, ...]
    type: ClassVar[Bool] = BOOL


@frozen
class Or(Form):
    """Some part holds; from the left, as far as needed."""

    parts: tuple[Expr, ...]
    type: ClassVar[Bool] = BOOL


@frozen
class Not(Form):
    """The part does not hold."""

    part: Expr
    type: ClassVar[Bool] = BOOL


@frozen
class In(Form):
    """The item is in the set; none is in no set."""

    item: Expr
    of: Expr
    type: ClassVar[Bool] = BOOL


@frozen
class Single(Form):
    """The set of one item; of none, the empty set."""

    item: Expr
    type: SetOf


@frozen
class NumberRange(Form):
    """The set of the whole numbers from lo to hi, as far as the type holds them."""

    lo: Expr
    hi: Expr
    type: SetOf


@frozen
class Plane(Form):
    """The sites at which a field holds one of the values: bits over the field's codes, `none` being the highest."""

    field: str
    values: Expr
    type: SetOf


@frozen
class Filter(Form):
    """The members of a set, or of a list in its order, for which the test holds."""

    name: str
    source: Expr
    test: Expr
    type: SetOf | ListOf


@frozen
class SetOp(Form):
    """union, meet or minus of two sets."""

    op: str
    left: Expr
    right: Expr
    type: SetOf


@frozen
class Fold(Form):
    """The bodies of the members for which the test holds, joined: count, sum, min, max, any, all, union or first.

    `count` counts members; `min`, `max` and `first` of nothing are the default, or none without a default.
    """

    monoid: str
    name: str
    source: Expr
    test: Expr
    body: Expr
    default: Expr | None
    type: Type


@frozen
class Listing(Form):
    """The list of the bodies of the members for which the test holds, in order; `join` where each body is a list itself."""

    name: str
    source: Expr
    test: Expr
    body: Expr
    join: bool
    type: ListOf


@frozen
class ListOp(Form):
    """literal, length, at (from 1, else none), sort, descending, reverse, concat."""

    op: str
    args: tuple[Expr, ...]
    type: Type


@frozen
class Convert(Form):
    """A list as the set of its members, or a set as the list of its members in order."""

    part: Expr
    type: SetOf | ListOf


@frozen
class Leading(Form):
    """The longest beginning of a list for all of whose members the test holds."""

    name: str
    source: Expr
    test: Expr
    type: ListOf


@frozen
class Image(Form):
    """The union of a relation's entries for the members of a set."""

    relation: str
    of: Expr
    type: SetOf


@frozen
class Close(Form):
    """The members of `within` that are reached from the seed inside `within`, by steps of the relation."""

    seed: Expr
    relation: str
    within: Expr
    type: SetOf


@frozen
class Cross(Form):
    """The members of `within` that are reached from the seed inside `within`, where a step leads by the relation `out` to one of
    `through`, and on from there by the relation `back`."""

    seed: Expr
    within: Expr
    through: Expr
    out: str
    back: str
    type: SetOf


@frozen
class Blocks(Form):
    """The connected parts of a set under a relation, ordered by their least members."""

    within: Expr
    relation: str
    type: ListOf


@frozen
class Seen(Form):
    """How often the present position has stood in this play, now included; `key` names which fields are compared.

    Once a turn has begun with a step, it is the position that the turn would leave, as in `SeenNext`.
    """

    key: str
    type: Num


@frozen
class SeenNext(Seen):
    """How often the position that the turn would leave if it ended now has occurred, that time included.

    That position is the present one with the next player to move (the same player after `Again`), and without the variables of
    the turn. It does not include the changes of an `until` or of the next beginning of a turn. It is a separate class and not a
    field of `Seen` since the fingerprints of games hold the names of forms.
    """


@frozen
class Can(Form):
    """Some binding of the schema (of any schema offered now, if the name is empty) is legal, the given ones held fixed.

    A schema that starts turns must be offered now: the current phase has it, and no schema of an earlier tier is legal. For a
    schema that only follows, its own conditions decide.
    """

    schema: str
    fixed: tuple[tuple[str, Expr], ...]
    type: ClassVar[Bool] = BOOL


@frozen
class After(Form):
    """The body on the position that the effects would leave."""

    effect: Effect
    body: Expr

    @property
    def type(self) -> Type:
        return self.body.type


Expr = (
    Lit | Var | Get | Tab | Call | Let | If | Some | Arith | Compare | And | Or | Not | In | Single | NumberRange | Plane | Filter
    | SetOp | Fold | Listing | ListOp | Convert | Leading | Image | Close | Cross | Blocks | Seen | Can | After
)  # fmt: skip

# -------------------------------------------------------------------------------------------------------------- effects


@frozen
class Seq(Form):
    """One after the other, each on the position that the one before leaves."""

    parts: tuple[Effect, ...]


@frozen
class Write(Form):
    """The entry of a field becomes the value, a number held to the field's bounds; an index that is none: nothing happens."""

    field: str
    index: tuple[Expr, ...]
    value: Expr


@frozen
class WriteAll(Form):
    """A field over a domain becomes the set: 1 at its members, 0 elsewhere."""

    field: str
    value: Expr


@frozen
class Put(Form):
    """The piece stands on the site, its attributes at their start or as given; on none: nothing happens."""

    layer: str
    site: Expr
    piece: Expr
    attributes: tuple[tuple[str, Expr], ...] = ()


@frozen
class Take(Form):
    """Nothing stands on the site any more."""

    layer: str
    site: Expr


@frozen
class Move(Form):
    """The piece on the first site, if any, goes with its attributes to the second and replaces what stood there."""

    layer: str
    source: Expr
    target: Expr


@frozen
class Exchange(Form):
    """The pieces on two sites, with their attributes, change places."""

    layer: str
    left: Expr
    right: Expr


@frozen
class IfDo(Form):
    """One of two effects."""

    test: Expr
    then: Effect
    other: Effect


@frozen
class ForDo(Form):
    """The body for each member of a set or list, which is read once, before; in order."""

    name: str
    source: Expr
    body: Effect


@frozen
class LetDo(Form):
    """The body, with the name standing for the value that the expression has now."""

    name: str
    value: Expr
    body: Effect


@frozen
class Finish(Form):
    """The game is over: the player, or each of a set, wins (`win`) or loses (`lose`), so that all others win; or nobody wins
    (`draw`). The rest does not happen."""

    outcome: str
    player: Expr | None
    reason: int


@frozen
class Again(Form):
    """The turn after this one is the mover's too."""


@frozen
class Roll(Form):
    """Stop here for the roll with this number, which nobody chooses; continue at once if there is nothing to roll from."""

    number: int


Effect = Seq | Write | WriteAll | Put | Take | Move | Exchange | IfDo | ForDo | LetDo | Finish | Again | Roll

# ----------------------------------------------------------------------------------------------------------- the game


@frozen
class Field:
    """A part of the position: one stored code for each element of the index domains.

    `values` is the type of an entry, `start` the code of every entry at the beginning, and of an attribute where nothing stands.
    `compared` fields make up the position's key.

    A field with a `role` keeps what `of` was: the argument of that parameter in the last step (`last`) or in the choice of a side
    (`choice`), or the value of that field when the last complete turn (`before`) or the present turn (`now`) began. This is not
    compared.
    """

    name: str
    index: tuple[str, ...]
    values: Type
    start: int = 0
    compared: bool = True
    role: str = field(default="", compare=False)
    of: str = field(default="", compare=False)


@frozen
class Layer:
    """The places for pieces of one layer on one type of site: the field of the pieces, and the fields of their attributes."""

    name: str
    field: str
    attributes: tuple[str, ...]

    @property
    def below(self) -> str:
        """The name of the field of the pieces below the top of each pile, where pieces stand in piles."""
        return f"{self.field}.below"

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields that there may be of its pieces."""
        return (self.field, self.below, *self.attributes)

    @property
    def board(self) -> tuple[str, ...]:
        """The names of those that say what stands on the sites, and not to whom it was revealed."""
        return tuple(name for name in self.fields if not name.startswith(f"{self.field}.shown."))


@frozen
class Table:
    """A static table: one code for each element of the index domains, row by row, and a spare entry for none."""

    name: str
    index: tuple[str, ...]
    values: Type
    entries: tuple[object, ...] = field(repr=False)
    spare: object = 0


@frozen
class Definition:
    name: str
    params: tuple[tuple[str, Type], ...]
    body: Expr
    label: str = ""


@frozen
class Condition(Form):
    """A condition with the author's name for it (empty if none) and the stage of its evaluation."""

    name: str
    test: Expr


@frozen
class Param(Form):
    """A parameter ranges over a set or list, which may depend on the parameters before it."""

    name: str
    source: Expr
    type: Type


@frozen
class Bind(Form):
    """A name for a value on the position before."""

    name: str
    value: Expr


@frozen
class Handed(Form):
    """A value handed over for a parameter; the field keeps it until the step is made."""

    param: str
    value: Expr
    field: str


@frozen
class Pick(Form):
    """A schema offered as the next step, with the values handed over for some of its parameters.

    A pick is offered only if `when` holds after the effects of the step before; a field keeps whether it did, for no parameter.
    """

    schema: str
    fixed: tuple[Handed, ...] = ()
    optional: bool = False
    when: Handed | None = field(default=None, metadata=LATER)
    tier: int = field(default=0, metadata=LATER)

    @property
    def kept(self) -> tuple[Handed, ...]:
        """The values that the position keeps until the step is made."""
        return self.fixed if self.when is None else (*self.fixed, self.when)


@frozen
class Schema(Form):
    """A way to move: the bindings of the parameters for which the guards hold before and the ensured conditions after.

    `then` lists the next steps of the same turn, offered if `then_if` holds after the effects: of their tiers, the first in
    which a step is legal; the turn may stop there if its picks are optional.
    """

    name: str
    params: tuple[Param, ...]
    lets: tuple[Bind, ...]
    guard: tuple[Condition, ...]
    do: Effect
    ensure: tuple[Condition, ...]
    then: tuple[Pick, ...] = ()
    then_if: Expr | None = None
    started: bool = True

    @property
    def tiers(self) -> tuple[tuple[Pick, ...], ...]:
        """The picks of `then`, tier by tier."""
        return tuple(tuple(picks) for _, picks in groupby(self.then, lambda pick: pick.tier))


def urgent(phase: Phase, schema: Schema) -> tuple[str, ...] | None:
    """The schemas that must not be legal for a phase to offer a schema; None if the phase does not have it.

    A schema that only follows others does not depend on the phase.
    """
    if not schema.started:
        return ()
    place = next((number for number, tier in enumerate(phase.tiers) if schema.name in tier), None)
    return None if place is None else tuple(name for tier in phase.tiers[:place] for name in tier)


@frozen
class Phase:
    """A phase of turns. The first of its tiers of schemas with a legal move counts; `until` ends the phase.

    `passing`, with its condition, replaces that of the turn if it is not empty.
    """

    name: str
    tiers: tuple[tuple[str, ...], ...]
    until: Expr | None = None
    passing: str = field(default="", metadata=LATER)
    pass_if: Expr | None = field(default=None, metadata=LATER)


@frozen
class Turn:
    """How turns go: who is first, the phases, passing (never, forced, free), the pie rule ("", swap-sides, choose-side).

    Passing requires that `pass_if`, if any, holds as the turn begins. `begin` runs as a turn begins; `finish` runs after the
    last step of every turn, before the ply is counted and the mover changes.

    With `prefer` (`least` or `most`), a step is legal only if it leads to a whole turn at whose end, before `finish`, a number or
    a list of numbers, `preferred`, is the least or the greatest that any turn reaches from here.
    """

    first: Expr
    phases: tuple[Phase, ...]
    passing: str = "never"
    pie: str = ""
    again_while: Expr | None = None
    begin: Effect = field(default_factory=lambda: Seq(()))
    prefer: str = ""
    preferred: Expr | None = None
    pass_if: Expr | None = field(default=None, metadata=LATER)
    finish: Effect = field(default_factory=lambda: Seq(()), metadata=LATER)

    def passing_in(self, phase: Phase) -> tuple[str, Expr | None]:
        """How one passes in a phase (never, forced, free), and where."""
        return (phase.passing, phase.pass_if) if phase.passing else (self.passing, self.pass_if)

    @property
    def may_pass(self) -> bool:
        """Whether a pass is ever legal."""
        return any(self.passing_in(phase)[0] != "never" for phase in self.phases)


@frozen
class EndRule(Form):
    """A line of the end: the outcome (`win`, `lose`, `draw`, `score`) of a player, or of each of a set, when the test holds.

    With `each`, the test is evaluated with that name bound to each player, first the player whose turn was last: the field
    `actor`, or the player before the mover in a game without it. A rule that reads what the beginning of a turn changes, or
    legal moves, is evaluated after the next turn has begun (`begun`) and its rolls are made, and so are all rules after it.
    """

    outcome: str
    each: str
    player: Expr | None
    test: Expr
    reason: int
    begun: bool = False


@frozen
class Match:
    """Several plays: after each, points are added; it ends when `until` holds; `next_first` starts the next one. Its plays have
    the fields `kept` in common, beside totals and seats."""

    points: Expr
    param: str
    until: Expr
    next_first: Expr
    kept: tuple[str, ...] = field(default=(), metadata=LATER)


@frozen
class Chance(Form):
    """A roll: each member of the source, a set or a list, which is read when the roll is made, with equal chances.

    A repeated member of a list is proportionally more likely. The field becomes the member, each of the `others` an independent
    member; then the interrupted effects continue: of the set-up, or of a turn's beginning.
    """

    field: str
    source: Expr
    then: Effect
    in_setup: bool
    others: tuple[str, ...] = _field(default=(), metadata=LATER)

    @property
    def fields(self) -> tuple[str, ...]:
        """All that the roll writes."""
        return (self.field, *self.others)


@frozen
class Veil(Form):
    """A field that some players do not see. Definitions over the viewer and the entry's index give what is seen of an entry.

    `seen` is the code seen in its place. Without it, the entry is visible where `known` holds, and unknown elsewhere.
    """

    field: str
    seen: str = ""
    known: str = ""


@frozen
class Telling(Form):
    """News of a step of a schema for the others: if `made`, that it was made, with the arguments of some parameters."""

    schema: str
    made: bool
    params: tuple[str, ...]


@frozen
class CoreGame:
    """A whole game, as both engines read it."""

    domains: tuple[Domain, ...]
    fields: tuple[Field, ...]
    layers: tuple[Layer, ...]
    tables: tuple[Table, ...]
    definitions: tuple[Definition, ...]
    setup: Effect
    schemas: tuple[Schema, ...]
    turn: Turn
    end: tuple[EndRule, ...]
    score: Expr | None
    score_param: str
    tie: tuple[str, Expr | None]
    """The result of equal best scores: `win` or `lose` for a player, `shared` by those who have them, or `draw`."""

    match: Match | None
    reasons: tuple[str, ...]
    rolls: tuple[Chance, ...] = ()
    breaks: tuple[Expr, ...] = field(default=(), metadata=LATER)
    """Numbers of each player that decide between equal best scores, the first before the next; asked with `score_param`."""

    veils: tuple[Veil, ...] = field(default=(), metadata=LATER)
    """The veils over parts of a position. No rule of play asks for them; views and information states are made of them."""

    tellings: tuple[Telling, ...] = field(default=(), metadata=LATER)
    """The tellings to others of steps that do not show everything."""
