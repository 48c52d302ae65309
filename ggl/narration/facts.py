"""The facts of the narration about a game: the sort of each name and expression, and the names mentioned so far.

A sort is a text: `cell`, `player`, `number`, `condition`; `{cell}` a set of cells, `[{cell}]` a list of such sets; "" unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, get_args

from ggl.checker.game import CheckedGame
from ggl.checker.says import sentences, things
from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.signatures import Signature
from ggl.checker.world import SITES
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, ListOf, Num, Opt, SetOf, Type
from ggl.core.walk import uses
from ggl.model.definition import Conditions, Defined, EndPart, MovePart, Variable
from ggl.model.keys import SITE_OF, exact_key
from ggl.narration.argument_facts import given
from ggl.narration.folding import Folding
from ggl.narration.loops import Loop, fields_read, loops
from ggl.narration.nouns import kind_noun, number_text
from ggl.narration.plainer import plain_trees
from ggl.narration.templates import EXPLAINED
from ggl.source import Span
from ggl.syntax import tree as t

_WORD_SORTS = {
    "count": "number", "size": "number", "any": "condition", "all": "condition", "sum": "number", "min": "number",
    "max": "number", "empty": "condition", "occupied": "condition", "other": "player", "next": "player", "hand": "number",
    "stuck": "condition", "able": "condition", "total": "number", "components": "[{cell}]", "spread": "{cell}",
    "neighbors": "{cell}", "after": "cell", "before": "cell", "index": "number", "sums": "[number]",
}  # fmt: skip
_NAME_SORTS = {
    "mover": "player", "opponent": "player", "players": "{player}", "kinds": "{kind}", "passes": "number", "ply": "number",
    "steps": "number", "phase": "phase", "stuck": "condition", "winner": "player", "winners": "{player}",
    "starter": "player", "repetitions": "number", "board_repetitions": "number",
    "true": "condition", "false": "condition", "none": "none",
}  # fmt: skip
_PLURALS = SITE_OF | {
    "sites": "cell", "directions": "direction", "players": "player", "kinds": "kind", "numbers": "number", "tiles": "tile",
}  # fmt: skip
_SLOT = re.compile(r"\{(\w+)\}")
MOST_WORK = 60_000
ORDER_OF = "order of "
TOO_LONG = "(too long to be told)"


def _of_move(move: MovePart) -> list[t.Tree]:
    """All trees of a move except its follow-ups."""
    asked = (tree for part in (move.where, move.ensure) for _, tree in part.parts)
    return [*move.binders, *(let.value for let in move.lets), *asked, move.do]


def element(sort: str) -> str:
    """The sort of a member of a set or list."""
    return sort[1:-1] if sort[:1] in ("{", "[") else ""


def is_many(sort: str) -> bool:
    return sort[:1] in ("{", "[")


def of_type(type_: Type) -> str:
    match type_:
        case Bool():
            return "condition"
        case Num():
            return "number"
        case Opt(of=inner):
            return of_type(inner)
        case SetOf(of=inner):
            return "{" + of_type(inner) + "}"
        case ListOf(of=inner):
            return "[" + of_type(inner) + "]"
        case Fin(domain=domain):
            return domain.name if not domain.name[:1].isdigit() and not domain.name.startswith("-") else "number"


def of_text(text: str) -> str:
    """The sort that the text of a signature names."""
    if text.startswith("["):
        return "[" + of_text(text[1:-1]) + "]"
    text = text.removesuffix("?")
    if text in _PLURALS:
        return "{" + _PLURALS[text] + "}"
    return {"bool": "condition", "site": "cell"}.get(text, text)


@dataclass
class Facts:
    """A game, and what its narration has used so far: words to explain, definitions to introduce."""

    checked: CheckedGame
    folding: Folding
    explained: dict[str, None] = field(default_factory=dict)
    used: dict[str, None] = field(default_factory=dict)
    routines: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The routines mentioned, each with the sorts of its arguments."""

    constants: set[str] = field(default_factory=set)
    """The players' constants mentioned."""

    regions: set[str] = field(default_factory=set)
    """The regions that were mentioned."""

    behind: dict[str, tuple[Any, t.Expr, str]] = field(default_factory=dict)
    """The exact readings of what only the author's sentence has told: for each sentence, its speaker, the tree and the name."""

    exact: bool = False
    """Whether each part of each tree is described literally, without the author's sentences and without idioms."""

    once: frozenset[str] = frozenset()
    """Routines that only one place calls, and that are described there."""

    work: int = 0
    perhaps_none: dict[tuple[Span, Span], set[tuple[bool, bool]]] = field(default_factory=dict)
    definitions: dict[str, Defined] = field(default_factory=dict)
    ranges: dict[str, tuple[Fraction | None, Fraction | None]] = field(default_factory=dict)
    """The least and the greatest value of definitions, as far as they were asked for."""

    core: dict[str, f.Definition] = field(default_factory=dict)

    @property
    def undecided(self) -> str:
        """The result of a game that nobody wins."""
        return "a draw" if len(self.checked.players) > 1 else "lost"

    @property
    def in_first_game(self) -> str:
        """What is added to the side that moves first where others begin the later games of a match."""
        match = self.checked.definition.match
        return " in the first game" if match is not None and match.next_first is not None else ""

    @property
    def by_score(self) -> str:
        """The clause on who wins by the score; the only player of a game wins with any."""
        if len(self.checked.players) == 1:
            return f"{self.checked.players[0]} wins whatever the score" if self.exact else "you win whatever your score"
        return f"the {'higher' if len(self.checked.players) < 3 else 'highest'} score wins"

    def __post_init__(self) -> None:
        for name, one in self.checked.definition.definitions.items():
            self.definitions[name] = Defined(one.name, one.params, self.folding.tree(one.body), one.span)
        for core in self.checked.core.definitions:
            self.core.setdefault(core.label or core.name, core)

    @cached_property
    def read(self) -> frozenset[str]:
        """The variables that some rule reads."""
        return fields_read(self.checked.core)

    @cached_property
    def counts_positions(self) -> bool:
        """Whether positions are compared with earlier ones."""
        return uses(self.checked.core, f.Seen)

    def kept(self, variable: Variable) -> bool:
        """Whether a reader needs a variable: a rule reads it, or positions are compared with it."""
        field = self.checked.world.variables[variable.name].field
        return field in self.read or (self.counts_positions and is_compared(variable))

    @property
    def in_sight(self) -> frozenset[str]:
        """The names in all parts before the details: all except moves and a set-up that the author's sentences describe."""
        begin, setup = self.checked.definition.turn.begin, self.checked.definition.setup
        more = (None if self.begin_in_detail else begin, None if self.said_of_part("setup") else setup)
        return self._in_sight(tuple(each for each in more if each is not None))

    @cached_property
    def begin_in_detail(self) -> bool:
        """Whether the beginning of a turn has a sentence of the author's, or concerns only the details."""
        begin = self.checked.definition.turn.begin
        if begin is not None and self.said_of_part("begin"):
            return True
        if begin is None or not any(self.said(move) for move in self.checked.definition.moves):
            return False
        seen = self._in_sight(())
        for part in t.nodes(begin):
            if isinstance(part, t.Change | t.Add):
                place = part.what if isinstance(part, t.Change) else part.place
                if not isinstance(place, t.Name | t.Dot) or place.name in seen or place.name not in self.checked.definition.state:
                    return False
            elif isinstance(part, get_args(t.Effect)) and not isinstance(part, t.Block | t.IfThen):
                return False
        return True

    def _in_sight(self, more: tuple[t.Tree, ...]) -> frozenset[str]:
        definition, turn = self.checked.definition, self.checked.definition.turn
        trees: list[t.Tree] = [*more]
        by_key = {"finish": turn.finish, "next": turn.following, turn.prefer: turn.preferred}
        single = (turn.pass_if, turn.again_while, *(tree for key, tree in by_key.items() if not self.said_of_part(key)))
        resolve = (part.resolve for part in turn.at_once if not self.said_of_part("resolve"))
        together = (*resolve, *(part.choosers for part in turn.at_once))
        trees += [tree for tree in (*single, *together) if tree is not None]
        trees += [tree for phase in turn.phases for tree in (phase.until, phase.pass_if) if tree is not None]
        trees += [tree for end in definition.end for name, tree in end.conditions.parts if not self.said(name)]
        trees += [definition.score.body] if definition.score is not None and not self.said("score") else []
        trees += [definition.match.until] if definition.match is not None else []
        views = [*(one.seen_by for one in definition.pieces.values()), *(one.seen_by for one in definition.state.values())]
        trees += [tree for tree in views if tree is not None]
        names = {variable.name for variable in definition.state.values() if variable.seen_by is not None}
        trees += [tree for move in definition.moves.values() if not self.said(move.name) for tree in _of_move(move)]
        return self._named_in(trees) | names

    @property
    def in_detail(self) -> frozenset[str]:
        """The names in moves that the author's sentences tell."""
        moves = self.checked.definition.moves.values()
        return self._named_in([tree for move in moves if self.said(move.name) for tree in _of_move(move)])

    def _named_in(self, trees: list[t.Tree]) -> frozenset[str]:
        """The names in trees and in the definitions and routines that these call."""
        definition, met, waiting = self.checked.definition, set[str](), [*trees]
        while waiting:
            for part in t.nodes(waiting.pop()):
                if isinstance(part, t.Name | t.Call | t.Dot | t.Routine) and part.name not in met:
                    met.add(part.name)
                    body = definition.definitions.get(part.name) or definition.routines.get(part.name)
                    waiting += [body.body] if body is not None else []
        return frozenset(met)

    def reached(self, *trees: t.Tree | None) -> Iterator[t.Tree]:
        """The nodes of trees with the options in place, and of the definitions and routines that they call."""
        routines, met, waiting = self.checked.definition.routines, set[str](), [tree for tree in trees if tree is not None]
        while waiting:
            for part in t.nodes(self.folding.tree(waiting.pop())):
                yield part
                if isinstance(part, t.Name | t.Call | t.Routine) and part.name not in met:
                    met.add(part.name)
                    body = self.definitions.get(part.name) or routines.get(part.name)
                    waiting += [body.body] if body is not None else []

    def reads_the_turn(self, conditions: Conditions) -> bool:
        """Whether conditions read what is kept of one turn, which goes back to its start when the next one begins."""
        names = self._named_in([tree for _, tree in conditions.parts])
        return any(one.each == "turns" and one.name in names for one in self.checked.definition.state.values())

    def reads_a_table(self, tree: t.Expr) -> bool:
        """Whether an expression uses a definition that is a table of cases."""
        return any(isinstance(self.definitions[name].body, t.Lined) for name in self._named_in([tree]) & {*self.definitions})

    def parameter(self, definition: str, param: str) -> str:
        """The noun for the value that every use of a definition passes to a parameter, such as "territory"; "" if they differ."""
        return self.given.get((definition, param), "")

    @cached_property
    def given(self) -> dict[tuple[str, str], str]:
        return given(self.checked, self.definitions)

    @cached_property
    def loops(self) -> dict[Span, Loop]:
        """The facts about the order of loops."""
        return loops(self.checked.core)

    @cached_property
    def counts_left(self) -> bool:
        """Whether positions are counted while a turn is not over."""
        return uses(self.checked.core, f.SeenNext)

    def said(self, name: str) -> str:
        """The author's sentence for a name; "" if there is none, or if sentences are not used."""
        return self._sentences.get(exact_key(name), "")

    def said_of_part(self, name: str) -> str:
        """The author's sentence for a part of the game by its key, or for a kind of piece: "" if something else has that name."""
        return "" if exact_key(name) in self._things else self.said(name)

    @cached_property
    def supply(self) -> str:
        """The name of a supply: in hand, in reserve."""
        return self.said_of_part("supply") or "supply"

    @cached_property
    def _things(self) -> frozenset[str]:
        return frozenset(exact_key(name) for name, _ in things(self.checked.definition))

    @cached_property
    def _sentences(self) -> dict[str, str]:
        """The sentences by name, with the values of options."""
        if self.exact:
            return {}
        options = {name: value if isinstance(value, str) else number_text(value) for name, value in self.checked.options.items()
                   if not isinstance(value, bool)}  # fmt: skip
        found = sentences(self.checked.definition)
        return {name: _SLOT.sub(lambda slot: options.get(slot[1], slot[0]), text) for name, text in found.items()}

    @cached_property
    def reaches_rim(self) -> bool:
        """Whether the rules speak of edges of the outline: a reader must then tell them from those between two cells."""
        parts = t.nodes(*plain_trees(self.checked)) if self.checked.board.rim else ()
        return any(
            (isinstance(part, t.Name) and part.name == "rim")
            or (isinstance(part, t.Call) and part.name == "edge_towards")
            or (isinstance(part, t.Dot) and part.name == "edges")
            for part in parts
        )

    @cached_property
    def has_board(self) -> bool:
        """Whether the game uses its board; a game of cards and numbers may not."""
        checked = self.checked
        spoken_of = {*BOARD_WORDS, *prelude(), *(cell.name for cell in checked.board.cells)}
        places = any(variable.each not in ("", "players", "turns") for variable in checked.definition.state.values())
        parts = t.nodes(*plain_trees(checked))
        named = (part.name for part in parts if isinstance(part, t.Name | t.Call))
        return bool(checked.definition.pieces) or places or any(name in spoken_of for name in named)

    def params(self, name: str) -> dict[str, str]:
        """The sorts of a definition's parameters, by name."""
        names = self.definitions[name].params
        core = self.core.get(name)
        types = [of_type(type_) for _, type_ in core.params] if core else []
        return dict(zip(names, types if len(types) == len(names) else [""] * len(names), strict=True))

    # ---- the sort of an expression

    def sort(self, tree: t.Expr, known: Mapping[str, str]) -> str:
        match tree:
            case t.Number() | t.Unary():
                return "number"
            case t.Name(name=name):
                return self._name(name, known)
            case t.Dot():
                return self._dot(tree, known)
            case t.Index(of=of):
                return element(self.sort(of, known))
            case t.Call():
                return self._call(tree, known)
            case t.SetOf(items=items) | t.ListOf(items=items):
                inner = self.sort(items[0], known) if items else ""
                return f"{{{inner}}}" if isinstance(tree, t.SetOf) else f"[{inner}]"
            case t.Gen():
                return self._gen(tree, known)
            case t.Binary(op=".."):
                return "{number}"
            case t.Binary(left=left):
                return self.sort(left, known)
            case t.Chain() | t.Not() | t.And() | t.Or() | t.Stands():
                return "condition"
            case t.IfElse(then=then, other=other):
                return self.sort(then, known) or self.sort(other, known)
            case t.With(of=of):
                return "{" + element(self.sort(of, known)) + "}"
            case t.Lined(by=by, rows=rows):
                return self.sort(rows[0][0 if by is None else 1], known) if rows else ""

    def _name(self, name: str, known: Mapping[str, str]) -> str:
        world = self.checked.world
        if name in known:
            return known[name]
        if name in world.constants:
            return of_type(world.constants[name].type)
        if name in _NAME_SORTS and (name != "steps"):
            return _NAME_SORTS[name]
        if name in world.variables:
            place = world.variables[name]
            if place.bag is not None:
                return "[" + of_type(place.bag) + "]"
            return "{" + place.index[-1] + "}" if place.is_set else of_type(place.values)
        if name == "steps" and name not in self.definitions:
            return _NAME_SORTS[name]
        if name in BOARD_WORDS:
            return of_text(BOARD_WORDS[name].signature.result)
        if name in self.definitions or name in prelude():
            return self._call(t.Call(name, (), (), _nowhere(self), span=_nowhere(self)), known)
        site = world.board.find(name)
        return site.type if site else ""

    def _dot(self, tree: t.Dot, known: Mapping[str, str]) -> str:
        world = self.checked.world
        if isinstance(tree.of, t.Name) and tree.of.name == "last" and "last" not in known:
            if tree.name == "mover":
                return "player"
            return self._chosen(tree.name)
        if isinstance(tree.of, t.Call) and tree.of.name == "choice":
            return self._chosen(tree.name)
        of = self.sort(tree.of, known)
        if of == "player" and tree.name in world.player_constants:
            return of_type(world.player_constants[tree.name])
        if tree.name in world.value_properties.get(of, {}):
            return of_type(world.value_properties[of][tree.name][0])
        if (of, tree.name) in DOTS:
            return of_text(DOTS[of, tree.name].signature.result)
        if tree.name == "count" and self.counts(of):
            return "number"
        if tree.name == "levels" and self.counts(of):
            return "{number}"
        if tree.name in ("owner", "kind", "facing"):
            return {"owner": "player", "kind": "kind", "facing": "direction"}[tree.name]
        place = world.variables.get(tree.name)
        if place is None:
            return ""
        return "{" + place.index[-1] + "}" if place.is_set else of_type(place.values)

    def _chosen(self, parameter: str) -> str:
        """The sort of what moves choose for a parameter, as `last.x` and `choice(p).x` read it."""
        world = self.checked.world
        if parameter in world.last_sets:
            return of_type(world.last_sets[parameter][0])
        type_ = world.last_types.get(parameter)
        return of_type(type_) if type_ is not None else ""

    def end_conditions(self) -> Iterator[tuple[EndPart, list[tuple[bool, tuple[str, t.Expr]]]]]:
        """The lines of the end, each condition with whether it is asked after the next turn has begun. A line about a player
        whom the options leave out has no rule in the core."""
        rules = iter(self.checked.core.end)
        for part in self.checked.definition.end:
            if part.each or part.subject not in self.checked.world.left_out:
                yield part, [(next(rules).begun, one) for one in part.conditions.parts]

    def _call(self, tree: t.Call, known: Mapping[str, str]) -> str:
        name = tree.name
        if name in self.definitions:
            core = self.core.get(name)
            if core is not None:
                return of_type(core.body.type)
            one = self.definitions[name]
            inner = {p: self.sort(arg, known) for p, arg in zip(one.params, tree.args, strict=False)}
            return self.sort(one.body, inner)
        if name in ("seen", "previous") and tree.args:
            return self.sort(tree.args[0], known)
        if name in _WORD_SORTS:
            return _WORD_SORTS[name]
        signature = self.signature(name)
        if signature is not None:
            return of_text(signature.result)
        inner_sort = self.sort(tree.args[0], known) if tree.args else ""
        if name in ("first", "the"):
            return element(inner_sort)
        return "[" + element(inner_sort) + "]"

    @staticmethod
    def signature(name: str) -> Signature | None:
        if name in prelude():
            return prelude()[name].signature
        return BOARD_WORDS[name].signature if name in BOARD_WORDS else None

    def _gen(self, tree: t.Gen, known: Mapping[str, str]) -> str:
        inner = dict(known)
        for binder in tree.binders:
            inner[binder.name] = element(self.sort(binder.source, inner))
        first = tree.binders[0]
        if len(tree.binders) == 1 and isinstance(tree.body, t.Name) and tree.body.name == first.name:
            return self.sort(first.source, known)
        return "[" + self.sort(tree.body, inner) + "]"

    def piles_up(self, kind: str, site: str) -> bool:
        """Whether the piece in question may have others below it, so that the text must say "topmost"."""
        kinds = self.checked.world.kinds
        found = [kinds[kind]] if kind in kinds else list(kinds.values())
        return site == "cell" and not self.exact and any(each.piles for each in found)

    def counts(self, site: str) -> bool:
        """Whether `count` of a site is the number of pieces there, and not a variable of the author's."""
        return any((kind.stacks or kind.piles) and kind.site == site for kind in self.checked.world.kinds.values())

    def stacked(self, site: str) -> str:
        """The noun for what a stack on such a site contains: the kind if there is only one, else "piece"."""
        there = {name: bool(kind.stacks or kind.piles) for name, kind in self.checked.world.kinds.items() if kind.site == site}
        kinds = [name for name, counts in there.items() if counts]
        if len(kinds) == 1 and (len(there) > 1 or not self.exact):
            return kind_noun(kinds[0])
        return "piece" if len(kinds) == len(there) else "stackable piece"

    # ---- what is mentioned

    def tired(self, amount: int = 1) -> bool:
        """Whether so much has been told that the rest is cut: a stranger's file may nest without limit."""
        self.work += amount
        return self.work > MOST_WORK

    def explain(self, *keys: str) -> None:
        for key in keys:
            if key in EXPLAINED or not self.exact:
                self.explained.setdefault(key)

    @property
    def cell(self) -> str:
        """The noun for a place on this board."""
        return self.said_of_part("cell") or ("point" if self.checked.board.basis == "graph" else "cell")


def is_compared(variable: Variable) -> bool:
    """Whether a variable is a part of the position."""
    return variable.compared and variable.each != "turns"


def _nowhere(facts: Facts) -> Span:
    return facts.checked.definition.name.span


__all__ = ["ORDER_OF", "SITES", "TOO_LONG", "Facts", "element", "is_many", "of_text", "of_type"]
