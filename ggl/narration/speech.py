"""Expressions in English: values as nouns, sets by their members, conditions as clauses, held or not.

Takes folded trees of the surface language. A `Speaker` knows how the mover is spoken of here and what local names mean.
Never raises on a tree of a checked game: it describes an expression without a form of its own part by part.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ggl.checker.says import slot_of
from ggl.checker.vocabulary.board_words import BOARD_WORDS
from ggl.checker.vocabulary.position_names import POSITION_NAMES
from ggl.checker.vocabulary.prelude import prelude
from ggl.narration import brackets, clauses, comparing, constant_sets, defined, filling, folds, idioms, said, sets
from ggl.narration.facts import TOO_LONG, Facts, element, is_many
from ggl.narration.nouns import (
    HEADS,
    Many,
    Noun,
    a_direction,
    a_or_an,
    conjugated,
    in_words,
    kind_noun,
    listed,
    number_text,
    plain,
    plural,
    quoted_name,
    side,
    words,
)
from ggl.narration.replaced import Standing
from ggl.narration.speaker_like import Local
from ggl.narration.templates import INNER_EDGES, LAST_TURN, LEFT, NEEDS, TEMPLATES, template
from ggl.syntax import tree as t

_ORDINALS = {"1": "first", "2": "second", "3": "third", "4": "fourth", "5": "fifth", "6": "sixth"}
_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}

YOU = Noun("you", "you", "your", "yours")
YOUR_OPPONENT = Noun("your opponent")
SIDE_TO_MOVE = Noun("the side to move")
OTHER_SIDE = Noun("the other side")
NEXT_PLAYER = Noun("the next player")
THE_PLAYER = Noun("the player")
THE_OTHER_PLAYER = Noun("the other player")


def mover_in(players: Collection[str], parts: Sequence[t.Expr]) -> str:
    """The side that moves where these conditions hold, if one of them is `mover == Red`."""
    for part in parts:
        match part:
            case t.Chain(first=t.Name(name="mover"), rest=(("==", t.Name(name=name)),)) if name in players:
                return name
    return ""


@dataclass(frozen=True)
class Speaker:
    facts: Facts
    mover: Noun = YOU
    opponent: Noun = YOUR_OPPONENT
    leaving: bool = False
    """Whether the turn is not over, and the position in question is the one that it would leave."""

    over: bool = False
    """Whether the moves of the turn are over, so that a pass counts as one of those in a row."""

    moving: bool = False
    """Whether a move is being made, so that what follows an effect is the rest of the move."""

    locals: Mapping[str, Local] = field(default_factory=dict)
    piece_on: t.Expr | None = None
    """The site of the piece that its kind names here, so that its owner is "its owner"."""

    replaces: Mapping[t.Expr, Standing] = field(default_factory=dict)
    """What may stand on the sites that a move chooses, so that a piece put or moved there replaces it."""

    filled: tuple[t.Expr, ...] = ()
    """Sets that have a member here, because a condition beside this one requires it."""

    def given(self, parts: tuple[t.Expr, ...]) -> Speaker:
        """A speaker for sentences that stand together with these conditions."""
        if self.facts.exact:
            return self
        asked = [part.args[0] for part in parts if isinstance(part, t.Call) and part.name == "any" and len(part.args) == 1]
        speaker = replace(self, filled=(*self.filled, *asked)) if asked else self
        players = self.facts.checked.players
        known = mover_in(players, parts) if self.mover.person != "you" and "mover" not in self.locals else ""
        if not known:
            return speaker
        others = [side(name) for name in players if name != known]
        return replace(speaker, mover=side(known), opponent=others[0] if len(others) == 1 else self.opponent)

    def knowing(self, name: str, sort: str, noun: Noun | None = None, thing: str = "", text: str = "",
                value: t.Expr | None = None) -> Speaker:  # fmt: skip
        """A speaker that knows a local name; without a noun or a sentence of the author's, the name itself is used."""
        if text and sort != "condition":
            noun = said.author_value(text, self.nouns, many=is_many(sort))
        noun = noun or Noun(f"direction {quoted_name(name)}" if sort == "direction" else quoted_name(name))
        return replace(self, locals={**self.locals, name: Local(noun, sort, thing, text, value)})

    @property
    def nouns(self) -> dict[str, Noun]:
        """The noun of each local name."""
        return {name: local.noun for name, local in self.locals.items()}

    def sort(self, tree: t.Expr) -> str:
        return self.facts.sort(tree, {name: local.sort for name, local in self.locals.items()})

    def is_bag(self, tree: t.Expr) -> bool:
        """Whether a name is that of a variable that may hold several equal members."""
        if not isinstance(tree, t.Name) or tree.name in self.locals:
            return False
        place = self.facts.checked.world.variables.get(tree.name)
        return place is not None and place.bag is not None

    # ---- values

    def value(self, tree: t.Expr) -> Noun:
        """A value as one thing; a set as a whole."""
        if self.facts.tired():
            return Noun(TOO_LONG)
        idiom = idioms.value_idiom(self, tree) if not self.facts.exact else None
        if idiom is not None:
            return idiom
        match tree:
            case t.Number(value=value):
                return Noun(number_text(value))
            case t.Name():
                return self.named(tree)
            case t.Dot():
                return self._dot(tree)
            case t.Call():
                return self._call(tree)
            case t.Index(of=of, at=at):
                return self._numbered(of, at)
            case t.ListOf(items=(first, *rest)) if len(rest) > 1 and all(one == first for one in rest) and not self.facts.exact:
                return Noun(f"{self.value(first).text}, {len(rest) + 1} times over")
            case t.SetOf(items=items) if items and not self.facts.exact and all(self._is_kind(item) for item in items):
                return Noun(listed(kind_noun(item.name) for item in items if isinstance(item, t.Name)), "many")
            case t.SetOf(items=(item,)) | t.ListOf(items=(item,)):
                return self.value(item)
            case t.SetOf(items=items) | t.ListOf(items=items):
                return Noun(listed(self.value(item).text for item in items), "many" if items else "one")
            case t.Unary(op=op, of=of):
                sign = "-" if self.facts.exact or isinstance(of, t.Number) else "minus "
                return Noun(f"{sign}{self._inner(of, '*')}" if op == "-" else self.value(of).text)
            case t.Binary():
                return self._binary(tree)
            case t.IfElse(then=then, test=test, other=other):
                if self.sort(tree) == "condition":
                    return Noun(self.says(tree))
                so = self.value(then).text
                many = isinstance(then, t.Binary) and is_many(self.sort(then))
                if isinstance(then, t.IfElse | t.Lined) or brackets.ends_with_a_condition(then) or many:
                    so = f"({so})"  # the condition applies to all of it
                return Noun(f"{so} if {self.within(test)}, otherwise {self.value(other).text}")
            case t.Gen() | t.With():
                return Noun(self.members(tree).all(), "many")
            case t.Lined():
                return self._table(tree)
            case t.Chain() | t.Not() | t.And() | t.Or() | t.Stands():
                return Noun(f"whether {self.says(tree)}")

    def _is_kind(self, tree: t.Expr) -> bool:
        return isinstance(tree, t.Name) and tree.name in self.facts.checked.kinds and tree.name not in self.locals

    def _numbered(self, of: t.Expr, place: t.Expr) -> Noun:
        """A member of a list by its index."""
        whole, at = self.value(of).text, self.value(place).text
        if isinstance(place, t.Call) and place.name in ("size", "count") and place.args == (of,) and not self.facts.exact:
            return Noun(f"the last {self.thing(of)} of {whole}")
        named = " " not in at or bool(re.fullmatch(r'"[^"]*"', at))
        if self.facts.exact or is_many(element(self.sort(of))):
            return Noun(f"number {at if named else f'({at})'} of {whole}")
        if at in _ORDINALS:
            return Noun(f"the {_ORDINALS[at]} {self.thing(of)} of {whole}")
        if not named:
            thing = "" if element(self.sort(of)) == "number" else f"{self.thing(of)} "
            return Noun(f"{thing}number ({at}) of {whole}")
        return Noun(f"the {self.thing(of)} in place {at} of {whole}")

    def amount(self, tree: t.Expr) -> str:
        """A number before the noun that it counts; in plain texts, a word."""
        return in_words(tree.value) if isinstance(tree, t.Number) and not self.facts.exact else self.value(tree).text

    def named(self, tree: t.Name) -> Noun:
        name, facts = tree.name, self.facts
        world = facts.checked.world
        if name in self.locals:
            return self.locals[name].noun
        if name in ("mover", "opponent"):
            return self.mover if name == "mover" else self.opponent
        if name in ("true", "false"):
            return Noun(name)
        if name in facts.checked.players:
            return side(name)
        if name in facts.checked.kinds:
            return Noun(a_or_an(kind_noun(name)))
        if name in world.constants and name in facts.checked.definition.tracks:
            return Noun(f'the track "{words(name)}"')
        if name in world.constants and name in facts.checked.definition.tiles:
            return Noun(f'the tile "{words(name)}"')
        if name in world.constants and name in facts.checked.definition.regions:
            facts.regions.add(name)
            if text := facts.said(name):
                return said.author_value(text, {}, many=True)
            return Noun(f'the region "{words(name)}"')
        if name in facts.checked.definition.values:
            return Noun(f"all the {words(name)}", "many")
        if name in world.constants:
            return Noun(words(name))
        if name in world.variables:
            text = facts.said(name)
            return said.author_value(text, {}, many=world.variables[name].is_set) if text else Noun(f'"{words(name)}"')
        if name in facts.definitions:
            return self._call(t.Call(name, (), (), tree.span, span=tree.span))
        if name in LEFT and self.leaving:
            self.use(name)
            return Noun(LEFT[name])
        if name in POSITION_NAMES or name in BOARD_WORDS or name in prelude():
            return self.worded(name, {})
        return Noun(name)

    def _dot(self, tree: t.Dot) -> Noun:
        name = words(tree.name)
        if isinstance(tree.of, t.Name) and tree.of.name == "last" and "last" not in self.locals:
            if tree.name == "mover":
                self.use("last.mover")
                return Noun(TEMPLATES["last.mover"])
            return self._of_the_last_move(tree)
        if isinstance(tree.of, t.Call) and tree.of.name == "choice":
            return Noun(f"what {self.value(tree.of.args[0]).text} chose as {quoted_name(tree.name)}")
        sort = self.sort(tree.of)
        if tree.name == "owner" and tree.of == self.piece_on:
            return Noun("its owner")
        if sort == "player":
            owner = self.value(tree.of)
            self.facts.constants.add(tree.name)
            if text := self.said_of(tree):
                return said.author_value(text, self.of_variable(tree))
            kept = tree.name in self.facts.checked.world.variables
            what = f'"{name}"' if kept else a_direction(name) if self.sort(tree) == "direction" else name
            long = " of " in owner.text or " after " in owner.text
            return Noun(f"the {what} of {owner.after_of}" if long else f"{owner.possessive} {what}")
        if tree.name in self.facts.checked.world.value_properties.get(sort, {}):
            return Noun(f"the {name} of {self.value(tree.of).text}")
        if text := self.said_of(tree):
            return said.author_value(text, self.of_variable(tree))
        if tree.name == "levels" and self.facts.counts(sort):
            return Noun(self.members(tree).all(), "many")
        for key in (f"{sort}.{tree.name}", f".{tree.name}"):
            if key == ".count" and self.facts.counts(sort):
                return Noun(f"the number of {plural(self.facts.stacked(sort))} on {self.value(tree.of).text}")
            if key in TEMPLATES and tree.name != "count":
                return self.worded(key, {"x": tree.of})
        carrier = self.carrier(tree.name)
        on = f"of the {carrier} on" if carrier else "of"
        return Noun(f'the "{name}" {on} {self.value(tree.of).text}')

    def _of_the_last_move(self, tree: t.Dot) -> Noun:
        """`last.c`: where a move has no such parameter, a value that it names is not meant."""
        name, sort = quoted_name(tree.name), "" if self.facts.exact else self.sort(tree)
        if all(tree.name in move.parameters for move in self.facts.checked.definition.moves.values()):
            return Noun(TEMPLATES["last."].replace("{name}", f"the {self.called(sort)} {name}" if sort else name))
        self.facts.explain("chosen")
        return Noun(
            TEMPLATES["last."].replace("{name} of", f"{f'the {self.called(sort)}' if sort else 'what was'} chosen as {name} in")
        )

    def said_of(self, tree: t.Dot) -> str:
        """The author's sentence for a variable of a player or a site."""
        return self.facts.said(tree.name) if tree.name in self.facts.checked.definition.state else ""

    def of_variable(self, tree: t.Dot) -> dict[str, Noun]:
        """The noun in the slot of the author's sentence for a variable of a player or a site."""
        return {slot_of(self.facts.checked.definition.state[tree.name]): self.value(tree.of)}

    def carrier(self, name: str) -> str:
        """The kind of piece that carries a property; "" where none does."""
        self.facts.explain("carried")
        return listed((kind_noun(k) for k, piece in self.facts.checked.definition.pieces.items() if name in piece.has), "or", "")

    def _call(self, tree: t.Call) -> Noun:
        if tree.name in self.facts.definitions:
            return defined.defined_value(self, tree)
        if tree.name in sets.FOLDS:
            return folds.fold_value(self, tree)
        if tree.name == "other":
            return self._other(tree.args[0])
        if self.sort(tree) == "condition":
            return Noun(f"whether {self.says(tree)}")
        if tree.name == "previous":
            self.use("previous")
            then = self.value(tree.args[0])
            return replace(then, text=f"{then.text} {LAST_TURN}", own="", mine="", leads=False)
        if tree.name == "seen":
            return Noun(f"{self.value(tree.args[0]).text}, {self.by_sight}")
        key, args = filling.worded(self, tree)
        return self.worded(key, args)

    def _other(self, tree: t.Expr) -> Noun:
        player, players = self.value(tree), self.facts.checked.players
        pairs: tuple[tuple[Noun, Noun], ...] = ((YOU, YOUR_OPPONENT), (SIDE_TO_MOVE, OTHER_SIDE), (THE_PLAYER, THE_OTHER_PLAYER))
        if self.mover == NEXT_PLAYER:
            pairs = ((NEXT_PLAYER, THE_OTHER_PLAYER), *pairs)
        for one, other in pairs:
            if player.text in (one.text, other.text):
                return other if player.text == one.text else one
        if player.text in players and len(players) == 2:
            return side(players[1 - players.index(player.text)])
        if len(player.text) < 3:
            return Noun(f"{player.possessive} opponent")
        return Noun(f"the opponent of {player.text}")

    def worded(self, key: str, args: Mapping[str, t.Expr]) -> Noun:
        self.use(key)
        phrase = INNER_EDGES if key == "edges" and self.facts.reaches_rim else template(key)
        if HEADS.search(phrase):
            return Noun(filling.many(self, phrase, args).all(), "many")
        return Noun(filling.fill(self, phrase.split(" | ")[0], args))

    def _binary(self, tree: t.Binary) -> Noun:
        if tree.op == "..":
            return Noun(f"the numbers from {self.value(tree.left).text} to {self.value(tree.right).text}", "many")
        counted = None if self.facts.exact else _counted_conditions(tree)
        if counted is not None and len(counted) > 1:
            return Noun(f"the number of these that are true: {'; '.join(self.says(test) for test in counted)}")
        if is_many(self.sort(tree.left)) or is_many(self.sort(tree.right)):
            ordered = constant_sets.ordered_cells(self.facts.checked, tree) if tree.op == "+" and not self.facts.exact else None
            if ordered is not None:
                return Noun(ordered, "many")
            if tree.op == "+":
                parts = sets.union_parts(self, tree)
                if not self.facts.exact and len(parts) == 2 and len(parts[0].split()) > 5:
                    *_, second = sets.summands(tree)
                    front = folds.in_front(self, second)
                    return Noun(f"{parts[0]}, and also{f', {front}' if front else f' {parts[1]}'}", "many")
                return Noun(listed(parts), "many")
            return Noun(self.members(tree).all(), "many")
        if tree.op == "+" and isinstance(tree.right, t.IfElse) and brackets.is_zero(tree.right.other):
            more = self.closed(tree.right.then).text
            left = self.value(tree.left) if brackets.ends_with_a_condition(tree.left) else self.subject(tree.left)
            return Noun(f"{left.text}, plus {more} if {self.within(tree.right.test)}")
        if (turned := self._turned(tree)) is not None:
            return Noun(turned)
        one, two = self._inner(tree.left, tree.op), self._inner(tree.right, tree.op, last=True)
        if tree.op == "%":
            self.facts.explain("remainder")
            return Noun(f"the remainder of {one} divided by {two}")
        if tree.op == "//":
            return Noun(f"{one} divided by {two}, rounded down")
        return Noun(f"{one} {_ARITHMETIC[tree.op]} {two}")

    def summand(self, tree: t.Expr) -> str:
        """One of several sets of a union; if it has a condition, that comes first, since it does not apply to the rest."""
        if not isinstance(tree, t.IfElse):
            return self.value(tree).text
        if is_nothing(tree.other):
            return f"(if {self.within(tree.test)}) {self.summand(tree.then)}"
        return f"({self.value(tree).text})"

    def closed(self, tree: t.Expr) -> Noun:
        """A value as one of several arguments, in brackets if what follows could be read with a part of it."""
        return brackets.noun_in_brackets(self.value(tree)) if brackets.is_put_together(tree) else self.value(tree)

    def subject(self, tree: t.Expr) -> Noun:
        """A value that is followed by a verb."""
        by_condition = isinstance(tree, t.IfElse | t.Lined) or brackets.ends_with_a_condition(tree)
        return brackets.noun_in_brackets(self.value(tree)) if by_condition else self.value(tree)

    def _turned(self, tree: t.Binary) -> str | None:
        """`max(a, b) + 1`: "1 more than the greater of a and b", since "plus 1" behind it could belong to b."""
        if (
            self.facts.exact
            or tree.op not in ("+", "-")
            or not brackets.is_open_ended(tree.left)
            or brackets.ends_with_a_condition(tree.left)
        ):
            return None
        left, right = self.value(tree.left).text, self.value(tree.right).text
        if isinstance(tree.right, t.Number) and tree.right.value > 0:
            return f"{right} {'more' if tree.op == '+' else 'less'} than {left}"
        return f"{right} plus {left}" if tree.op == "+" and isinstance(tree.right, t.Name | t.Dot) else None

    def _inner(self, tree: t.Expr, op: str, last: bool = False) -> str:
        """An operand, in brackets if it would be ambiguous without them."""
        text = self.value(tree).text
        loose = (
            isinstance(tree, t.IfElse | t.Lined)
            or text.startswith("the number of these")
            or (isinstance(tree, t.Unary) and not isinstance(tree.of, t.Number))
            or (isinstance(tree, t.Binary) and (op not in "+-" or tree.op not in "+-" or (last and op == "-")))
            or (brackets.is_open_ended(tree) and not last)
            or (not self.facts.exact and op not in "+-" and brackets.has_a_condition(tree))
        )
        return f"({text})" if loose else text

    def _table(self, tree: t.Lined) -> Noun:
        cases = [f"{self.value(value).text} if {test}" for value, test in self.cases(tree)]
        if tree.other is not None:
            cases.append(f"otherwise {self.value(tree.other).text}")
        return Noun("; ".join(cases))

    def cases(self, tree: t.Lined) -> list[tuple[t.Expr, str]]:
        """The rows of a table: each value, and when it applies."""
        if tree.by is None:
            return [(key, self.says(test)) for key, test in tree.rows]
        return [(value, comparing.comparison_text(self, tree.by, "==", key, True)) for key, value in tree.rows]

    # ---- members

    def members(self, tree: t.Expr) -> Many:
        """A set or list by its members."""
        return sets.set_text(self, tree)

    def whole(self, tree: t.Expr) -> Many:
        """A set by its members, when more follows about them."""
        return sets.whole_set(self, tree)

    def picked(self, binder: t.Binder) -> Many:
        """The members of a set that a name means, one by one."""
        return folds.picked_members(self, binder)

    def is_by_members(self, tree: t.Expr) -> bool:
        """Whether a set reads better by what its members are than as a whole."""
        return sets.is_by_members(self, tree)

    def place(self, tree: t.Expr, many: bool = False) -> str:
        """The place of something in a set: "in your home", "a cell next to c"."""
        return sets.place(self, tree, many)

    def thing(self, tree: t.Expr) -> str:
        """The noun for a member of a set."""
        if isinstance(tree, t.Name) and tree.name in self.locals and self.locals[tree.name].thing:
            return self.locals[tree.name].thing
        return self.called(element(self.sort(tree)))

    def called(self, sort: str) -> str:
        if is_many(sort):
            return f"set of {plural(self.called(element(sort)))}" if sort.startswith("{") else "list"
        if sort == "cell":
            return self.facts.cell
        if sort in self.facts.checked.world.own_values:
            return words(sort)
        return {"kind": "kind of piece", "": "member", "condition": "condition"}.get(sort, sort)

    # ---- pieces

    def phrase(self, phrase: t.Phrase) -> Many:
        """The pieces that a phrase means: "a man of yours", "enemy men"."""
        kind = "piece" if phrase.kind == "piece" else kind_noun(phrase.kind)
        tail = ""
        if phrase.kind in self.locals:
            kind, tail = "piece", f" of kind {self.locals[phrase.kind].noun.text}"
        elif phrase.kind != "piece" and phrase.kind not in self.facts.checked.world.kinds:
            named: t.Expr = t.Name(phrase.kind, span=phrase.kind_span)
            named = self.facts.folding.tree(named)  # replaces an option by its kind
            if isinstance(named, t.Name) and named.name in self.facts.checked.world.kinds:
                kind = kind_noun(named.name)
            else:
                kind, tail = "piece", f" of the kind {self.value(named).text}"
        many = plain(kind, tail)
        if isinstance(phrase.owner, t.IfElse):
            whose = self._belonging(phrase.owner)
            return many.and_then(lambda _, several: f" that {'belong' if several else 'belongs'} {whose}")
        if phrase.owner is not None:
            return replace(many, owner=self.value(phrase.owner))
        word = phrase.adjective
        if word in ("", "enemy"):
            return plain(f"enemy {kind}", tail) if word else many
        if word == "own":
            return replace(many, owner=self.mover)
        if word in self.facts.checked.players and word not in self.locals:
            return plain(kind, f"{tail} of {word}") if side(word).person == "many" else plain(f"{word} {kind}", tail)
        return replace(many, owner=self.value(t.Name(word, span=phrase.span)))

    def _belonging(self, owner: t.Expr) -> str:
        """`to you if .., otherwise to your opponent`"""
        if not isinstance(owner, t.IfElse):
            return f"to {self.value(owner).text}"
        return f"{self._belonging(owner.then)} if {self.within(owner.test)}, otherwise {self._belonging(owner.other)}"

    def of_either(self, pieces: Many, phrase: t.Phrase, which: str) -> Many:
        """Pieces whose side a rule does not name: `a man of either side`, `men of both sides`."""
        kind = self.facts.checked.definition.pieces.get(phrase.kind)
        if kind is None or not kind.owned or kind.side or len(self.facts.checked.players) < 2:
            return pieces
        if phrase.adjective or phrase.owner is not None:
            return pieces
        both = len(self.facts.checked.players) == 2
        whose = ("either side" if both else "any side") if which == "either" else ("both sides" if both else "all sides")
        return pieces.and_then(lambda _, many: f" of {whose}")

    def phrased(self, phrase: t.Phrase, many: bool) -> str:
        pieces = self.phrase(phrase)
        return pieces.named(several=True) if many else pieces.some()

    # ---- conditions

    def says(self, tree: t.Expr, holds: bool = True) -> str:
        """A condition as a clause, or its negation."""
        return clauses.clause_of(self, tree, holds)

    def within(self, tree: t.Expr, holds: bool = True) -> str:
        """A condition within a sentence that goes on after it."""
        return clauses.inner_condition(self, tree, holds)

    @property
    def by_sight(self) -> str:
        """The English of `seen`: what you see."""
        return f"by what {self.mover.text} {conjugated('see', self.mover.person, True)}"

    def use(self, key: str) -> None:
        self.facts.explain(*NEEDS.get(key, NEEDS.get(key.partition("(")[0], ())))
        if key == "repetitions" and self.facts.counts_left:
            self.facts.explain("leaving")


def is_nothing(tree: t.Expr) -> bool:
    """`{}` or `[]`"""
    return isinstance(tree, t.SetOf | t.ListOf) and not tree.items


def _counted_conditions(tree: t.Expr) -> list[t.Expr] | None:
    """The conditions of `(1 if A else 0) + (1 if B else 0)`, which counts those that hold; None for any other tree."""
    match tree:
        case t.Binary(op="+", left=left, right=right):
            one, other = _counted_conditions(left), _counted_conditions(right)
            return [*one, *other] if one is not None and other is not None else None
        case t.IfElse(then=t.Number(value=1), test=test, other=t.Number(value=0)):
            return [test]
    return None
