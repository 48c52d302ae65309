"""The state of checking a game: its board and domains, its fields, tables and definitions so far.

Starts from the names that a definition declares; grows as expressions ask for tables and definitions; ends as the parts of
the core. Also the place where a finding is reported and an expression given up.

Long, since all parts of the checker share this one state.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import product
from typing import Any, NoReturn, TypeVar

from ggl.checker.scope import CONSTANT as CONSTANT
from ggl.checker.scope import Scope as Scope
from ggl.checker.scope import SetChoice as SetChoice
from ggl.checker.scope import Together as Together
from ggl.checker.scope import Typed as Typed
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Domain, Fin, ListOf, Num, Opt, SetOf, Type, coder, set_size, spare_code
from ggl.diagnostics import Code, Findings, Fix, Note
from ggl.diagnostics.catalog import moves_and_turns as codes_of_moves
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import list_names, mistyped
from ggl.frozen import frozen
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.document import fitted_fix
from ggl.topology import BadShape, Board, BoardTooLarge

_T = TypeVar("_T")

TABLE_LIMIT = 1 << 18
ENTRY_LIMIT = 1 << 19
FORM_LIMIT = 40_000
MOST_MOVES = 8
"""Names that a help lists at most."""

SITES = ("cell", "edge", "vertex", "link")
"""The domains on which pieces stand."""


class Refused(Exception):  # noqa: N818
    """An expression was given up; its finding has been reported."""


@frozen
class Kind:
    """A kind of piece: its layer on its type of site, and the pieces of it, by owner (None: nobody)."""

    name: str
    site: str
    layer: str
    owned: bool
    supplied: bool
    faces: int
    """The set of directions that it can face; empty if it faces nowhere."""

    has: tuple[str, ...]
    stacks: int
    """How many of it may stand on one site; 0 where there is only ever one, and nothing counts them."""

    piles: int
    """How many pieces of its layer, of any kind and side, may stand on one site; 0 where there are no piles."""

    side: int | None
    """The player who alone has pieces of it; None where each has, or nobody."""


@frozen
class Place:
    """A thing of the position that effects may change: a field, with the index domains and whether it holds a set."""

    field: str
    index: tuple[str, ...]
    values: Type
    is_set: bool = False
    bag: Num | Fin | None = None
    """The type of the members of a bag; the field counts them, over a domain of their own."""

    @property
    def owners(self) -> tuple[str, ...]:
        """The index domains of its owners: of a set, without the domain of its members."""
        return self.index[:-1] if self.is_set or self.bag is not None else self.index


@frozen
class Visibility:
    """A test whether `viewer` sees the piece at `c`, and the piece that others see in its place."""

    test: f.Expr
    face: int
    """A code, which may be that of nothing."""


@frozen
class Drawn:
    """The variable to which a field hands on what is drawn into it: its name and field, with the index there.

    Of a deal also the field that is dealt from, where that is written, and the fields that keep the owners of both until all are
    dealt. Unless it is `there`, what is drawn is lost.
    """

    name: str
    field: str
    of: tuple[f.Expr, ...]
    there: f.Expr
    source: str = ""
    source_span: Span | None = None
    kept: tuple[str, ...] = ()


@frozen
class Announcement:
    """An `announce`: its words, the field that holds the value told last, and one that turns with each telling.

    Both fields have an entry for each of `owners`: the side whose choice tells it, where all choose at once, and the one told,
    where not everybody is.
    """

    words: str
    place: Place
    turned: str


MOST_TYPED = 100_000
"""The most expressions whose types are noted for an editor. The rest of a larger file is checked without notes."""


@dataclass
class World:
    findings: Findings
    board: Board
    domains: dict[str, Domain]
    players: tuple[str, ...] = ()
    constants: dict[str, f.Expr] = field(default_factory=dict)
    """Names of the game that stand for a fixed value: options, players, kinds, directions, regions."""

    own_values: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The names of the values of the game's own, by their domain."""

    drawn: dict[str, Drawn] = field(default_factory=dict)
    """The target of each deal, by the field that holds what is drawn."""

    value_properties: dict[str, dict[str, tuple[Num | Fin, tuple[int, ...]]]] = field(default_factory=dict)
    """The properties of these values: the type, and the code for each value."""

    options: set[str] = field(default_factory=set)
    """The names of the options."""

    left_out: tuple[str, ...] = ()
    """The players who do not play with these options; their names are none."""

    fixed_players: frozenset[str] = frozenset()
    """The players whom no option leaves out."""

    kinds: dict[str, Kind] = field(default_factory=dict)
    pieces: list[tuple[str, int | None]] = field(default_factory=list)
    """The domain of pieces: kind and owner."""

    player_constants: dict[str, Type] = field(default_factory=dict)
    variables: dict[str, Place] = field(default_factory=dict)
    phases: tuple[str, ...] = ()
    moves: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The moves with the names of their parameters."""

    fields: dict[str, f.Field] = field(default_factory=dict)
    layers: dict[str, f.Layer] = field(default_factory=dict)
    set_starts: dict[str, f.Lit] = field(default_factory=dict)
    """Variables that are sets and do not start empty."""

    bag_starts: dict[str, f.Lit] = field(default_factory=dict)
    """Variables that are bags and do not start empty."""

    rolls: list[f.Chance] = field(default_factory=list)
    tables: dict[str, f.Table] = field(default_factory=dict)
    relations: list[str] = field(default_factory=list)
    """The tables of the relations that definitions of the file make."""

    visibility: dict[int, Visibility] = field(default_factory=dict)
    """The visibility of the pieces that not everybody always sees, by code."""

    veils: dict[str, f.Veil] = field(default_factory=dict)
    """The veils of what players do not see, by field."""

    announcements: list[Announcement] = field(default_factory=list)
    """The announcements in the effects of the file."""

    shown: dict[str, str] = field(default_factory=dict)
    """The field that says to whom a variable was revealed, by the variable's name."""

    idle: list[Span] = field(default_factory=list)
    """The places where bases of a variant speak of what it no longer has: under `look` and `says`, and in unused definitions and
    routines."""

    shown_kinds: set[str] = field(default_factory=set)
    """The kinds whose pieces can be revealed."""

    used: set[str] = field(default_factory=set)
    """Declared names that something mentions."""

    of_each_turn: set[str] = field(default_factory=set)
    """The fields of the variables of each turn."""

    last_types: dict[str, Type] = field(default_factory=dict)
    """The types of the moves' parameters, as `last.NAME` may ask for them."""

    choices: dict[str, tuple[SetChoice, ...]] = field(default_factory=dict)
    """By move, which of its parameters are one choice whose order does not matter."""

    last_sets: dict[str, tuple[SetOf, tuple[str, ...]]] = field(default_factory=dict)
    """The types of the sets that moves choose, by name, each with the parameters of its members."""

    set_types: dict[tuple[str, str], SetOf] = field(default_factory=dict)
    """The types of the sets that moves choose, by move and name."""

    last_reads: dict[str, Span] = field(default_factory=dict)
    """The place where `last.NAME` is read first, by the name."""

    last_set_reads: dict[str, tuple[int, Span]] = field(default_factory=dict)
    """The place where `last.NAME` of a set is read first, by the name, with the number of members that were known there."""

    param_types: dict[tuple[str, str], Type] = field(default_factory=dict)
    """The types of the moves' parameters, by move and name."""

    reasons: list[str] = field(default_factory=list)
    """The reasons for which the game may end, in words; a result holds its place in this list."""

    broken: set[str] = field(default_factory=set)
    """Declared names whose declaration has a mistake, which has been reported: what uses them is given up in silence."""

    to_come: dict[str, str] = field(default_factory=dict)
    """The declarations that follow what is read before play: `a variable`, `a region` or `a definition`, by name."""

    has_board_only: bool = False
    """Whether the board is all that is known: what labels name and what is cut out is read before the rest of the file."""

    has_board: bool = False
    """Whether the board is known yet; options are declared before it, for its shape may depend on them."""

    winner_read: Span | None = None
    """The place where `winner` is read first: it has no meaning in a game that several players can win together."""

    several_may_win: bool = False

    first_by_match: bool = False
    """Whether `next first` of a match says who begins its later games."""

    together: Together | None = None
    nobody_moves: bool = False
    """Whether the expression being typed is evaluated while no side is to choose, in a game in which all choose at once."""

    complete: bool = False
    """Whether the game is checked: later questions add no field to it."""

    form_count: int = 0
    entry_count: int = 0
    constant_entries: dict[tuple[object, ...], object] = field(default_factory=dict)
    """The results of words of the board for constant arguments."""

    reason_trees: dict[int, t.Expr] = field(default_factory=dict)
    """The conditions of reasons that have no name, to be put into words."""

    typed: list[Typed] | None = None
    """The expressions with their types, in the order of their typing, where a tool for editing asks for them."""

    def reason(self, text: str, tree: t.Expr | None = None) -> int:
        if text not in self.reasons:
            self.reasons.append(text)
            if tree is not None:
                self.reason_trees[len(self.reasons) - 1] = tree
        return self.reasons.index(text)

    def apart(self, findings: Findings) -> World:
        """A copy of this world; what becomes known there stays there."""
        values: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        own: dict[str, Any] = {name: value.copy() for name, value in values.items() if isinstance(value, dict | list | set)}
        own["constant_entries"] = self.constant_entries  # constants hold everywhere, so they are shared
        return replace(self, **own | {"findings": findings, "form_count": 0, "complete": True, "typed": None})

    # ---- findings

    def refuse(
        self,
        code: Code,
        span: Span,
        message: str,
        label: str = "",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
        fix: Fix | None = None,
    ) -> NoReturn:
        self.report(code, span, message, label, help, notes, fix)
        raise Refused

    def report(
        self,
        code: Code,
        span: Span,
        message: str,
        label: str = "",
        help: str | None = None,
        notes: tuple[Note, ...] = (),
        fix: Fix | None = None,
    ) -> None:
        """A fix is the text of an expression; here it is brought into a form that the file can hold."""
        help = help or (fix.title if fix else None)
        self.findings.report(code, span, message, label=label, help=help, notes=notes, fix=fitted_fix(fix))

    def unknown_move(self, name: str, span: Span, message: str, known: Collection[str]) -> NoReturn:
        others = f"the moves are {list_names([*known], MOST_MOVES)}" if known else "there is none: add one under `moves:`"
        label, help_, fix = mistyped(span, name, known, others)
        self.refuse(codes_of_moves.UNKNOWN_MOVE, span, message, label, help_, fix=fix)

    def spend(self, span: Span, forms: int = 1) -> None:
        """Count what has been built; a file that grows without measure is refused."""
        self.form_count += forms
        if self.form_count > FORM_LIMIT:
            if self.form_count - forms > FORM_LIMIT:
                raise Refused  # already reported
            help_ = "definitions or routines that use others several times multiply: let each use the others once"
            self.refuse(codes.TOO_COMPLEX, span, f"written out, these rules have more than {FORM_LIMIT:,} parts", "", help_)

    # ---- domains and layers

    def domain(self, name: str) -> Domain:
        return self.domains[name]

    def fin(self, name: str) -> Fin:
        return Fin(self.domains[name])

    @property
    def player(self) -> Fin:
        return self.fin("player")

    @cached_property
    def longest_ray(self) -> int:
        """The most steps that can be made in one direction, on a board that has directions."""
        cells, ways = range(len(self.board.cells)), range(len(self.board.directions))
        return max(len(self.board.ray(c, d)) for d in ways for c in cells)

    def layers_on(self, site: str) -> list[f.Layer]:
        """The layers for pieces on one type of site, in the order of the file."""
        names = dict.fromkeys(layer_name(kind.site, kind.layer) for kind in self.kinds.values() if kind.site == site)
        return [self.layers[name] for name in names]

    def layer_of(self, kind: Kind) -> f.Layer:
        return self.layers[layer_name(kind.site, kind.layer)]

    def count_field(self, layer: f.Layer) -> f.Field | None:
        """The field that counts the pieces of a stack or a pile; None in a layer without any."""
        return self.fields.get(f"{layer.field}_count")

    def below_field(self, layer: f.Layer) -> f.Field | None:
        """The field of the pieces below the top of each pile, by site and level; None in a layer without piles."""
        return self.fields.get(layer.below)

    def piece_code(self, kind: str, owner: int | None) -> int:
        return self.pieces.index((kind, owner))

    def kind_literal(self, name: str) -> f.Lit:
        return f.Lit(list(self.kinds).index(name), self.fin("kind"))

    def kind_of(self, piece: int) -> int:
        return list(self.kinds).index(self.pieces[piece][0])

    @property
    def players_in_words(self) -> str:
        return "1 player" if len(self.players) == 1 else f"{len(self.players)} players"

    def owners(self, kind: Kind) -> list[int | None]:
        """The owners of the pieces of a kind; None is nobody."""
        if not kind.owned:
            return [None]
        return list(range(len(self.players))) if kind.side is None else [kind.side]

    def suppliers(self, kind: Kind) -> list[int]:
        """The players who have a supply of a kind."""
        return [owner for owner in self.owners(kind) if owner is not None] if kind.supplied else []

    # ---- fields

    def add_field(self, field_: f.Field) -> None:
        self.fields.setdefault(field_.name, field_)

    def need_field(self, name: str) -> f.Field:
        """A field that is kept only in games whose rules read it."""
        if name not in self.fields:
            make = _ON_DEMAND[name]
            self.fields[name] = make(self)
        return self.fields[name]

    def may_share(self, outcome: str, who: f.Expr | None) -> None:
        """Keep all winners if by such a result several players may win: those of a set, all but one of three or more, and those
        with equal scores who share a win."""
        of_a_set = who is not None and isinstance(who.type, SetOf)
        if of_a_set or outcome == "shared" or (outcome == "lose" and len(self.players) > 2):
            self.several_may_win = True
            self.need_field("winners")

    # ---- tables

    def table(
        self,
        name: str,
        index: tuple[Domain, ...],
        values: Type,
        value: Callable[..., object],
        span: Span | None,
        *,
        of_board: bool = False,
    ) -> str:
        """The name of a static table, made if need be: `value` gives the code of an entry from the codes of its index.

        A table `of_board` follows from its label, its types and the board, which keeps its entries for the next text.

        A label that says the same of other things, such as of a list of cells and of one of players, names another table.
        """
        names, label, number = tuple(domain.name for domain in index), name, 1
        while (known := self.tables.get(name)) is not None and (known.index, known.values) != (names, values):
            number += 1
            name = f"{label}, {number}"
        if name not in self.tables:
            size = 1
            for domain in index:
                size *= domain.size
            if size > TABLE_LIMIT:
                assert span is not None
                message = f"this would need a table of {size:,} entries; {TABLE_LIMIT:,} is the limit"
                self.refuse(codes.TABLE_TOO_LARGE, span, message, "", _instead_of_a_table(name, index))
            self.hold(size, values, span)
            places = product(*(range(domain.size) for domain in index))
            coded = coder(values)

            def made() -> tuple[object, ...]:
                return tuple(coded(value(*place)) for place in places)

            key = label, index, values
            entries = self.asked((lambda: self.board.kept(key, made)) if of_board else made, span)
            self.tables[name] = f.Table(name, names, values, entries, spare_code(values))
        return name

    def asked(self, board: Callable[[], _T], span: Span | None) -> _T:
        """The answer of a word of the board. Refuse the word if the board has no such thing."""
        try:
            return board()
        except (BadShape, BoardTooLarge) as error:
            assert span is not None
            help_ = "use lines of fewer cells, or for the `ray`s of one cell" if isinstance(error, BoardTooLarge) else None
            self.refuse(codes.NOT_HERE, span, str(error), "", help_)

    def hold(self, entries: int, values: Type, span: Span | None) -> None:
        """Count what is kept of the board, sets by their size; and the work of finding it."""
        weight = 1
        if isinstance(values, ListOf) and isinstance(values.of, SetOf):
            weight = 4 * len(self.board.cells) * max(len(self.board.directions), 1)
        elif isinstance(values, SetOf):
            weight = 1 + set_size(values) // 256
        more = entries * weight
        self.entry_count += more
        if self.entry_count > ENTRY_LIMIT:
            if self.entry_count - more > ENTRY_LIMIT:
                raise Refused  # already reported
            assert span is not None
            message = "these rules need larger tables of the board than ggl can store"
            label = f"this makes it {self.entry_count:,} entries; {ENTRY_LIMIT:,} is the limit"
            help_ = "use a smaller board, or fewer words that look at two cells or at whole lines of the board"
            self.refuse(codes.TABLE_TOO_LARGE, span, message, label, help_)


_INSTEAD = {
    "direction": "go through the directions instead, as in `t in ray(c, d)` for d in compass",
    "distance": "use `neighbors(c)` for one step; on squares, compare `.row` and `.column`",
    "between": "go along a direction instead, as in `ray(c, d, n)`",
    "path": "go along a direction instead, as in `ray(c, d, n)`",
}
"""The substitutes for a word of two cells, with a smaller table."""


def _instead_of_a_table(name: str, index: tuple[Domain, ...]) -> str:
    """How rules do without a table that is too large: by smaller numbers, if it has any; by another word, if there is one."""
    numbers = [domain for domain in index if ".." in domain.name]
    if numbers:
        return "bound the numbers: give the variables that they are made of `in: LO..HI`; or use a smaller board"
    sites = [domain for domain in index if domain.name in SITES]
    most = f"; here a word of two cells works on at most {math.isqrt(TABLE_LIMIT)} cells" if len(sites) > 1 else ""
    instead = _INSTEAD.get(name.split()[0])
    return f"{instead}{most}" if instead else f"use a smaller board{most}"


_OURS = re.compile(
    r"(at|last)(_\w+)?|mover|seat|phase|ply|passes|over|winners?|total|starter|game|again|pending|chance|steps|supply|actor|pie"
)
"""Names that fields of the language's own have or may have."""

_LIKE_ANOTHER = re.compile(r"(edge|vertex|link)(_\w*)?|(\w+_)?count")
"""Names of layers that would read like those of another type of site, or like the counts of a stack."""


def field_name(variable: str) -> str:
    """The field of an author's variable or property: its name, set apart where a field of the language could be called so."""
    return f"own.{variable}" if _OURS.fullmatch(variable) else variable


def layer_name(site: str, layer: str) -> str:
    """The field of a layer: set apart where another layer or the counts of stacks could be called so."""
    if _LIKE_ANOTHER.fullmatch(layer):
        return f"at.{site}.{layer}."
    return "_".join(filter(None, ("at", "" if site == "cell" else site, layer)))


_ON_DEMAND: dict[str, Callable[[World], f.Field]] = {
    "last_mover": lambda world: f.Field("last_mover", (), Opt(world.player), len(world.players), False),
    "steps": lambda world: f.Field("steps", (), Num(0, STORED_LIMIT), 0, True),
    "starter": lambda world: f.Field("starter", (), world.player, 0, False),
    "winners": lambda world: f.Field("winners", ("player",), BOOL, 0, False),
}
"""Fields that exist only where they are read, such as the side that made the last move, or the steps of this turn."""
