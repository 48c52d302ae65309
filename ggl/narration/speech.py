"""Expressions in English: values as nouns, sets by their members, conditions as clauses, held or not.

Takes folded trees of the surface language. A `Speaker` knows how the mover is spoken of here and what local names stand for.
Never raises on a tree of a checked game: what has no better form is told by its parts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ggl.checker.vocabulary.board_words import BOARD_WORDS
from ggl.checker.vocabulary.position_names import POSITION_NAMES
from ggl.checker.vocabulary.prelude import prelude
from ggl.narration import comparing, defined, filling, folds, idioms
from ggl.narration.facts import TOO_LONG, Facts, element, is_many
from ggl.narration.nouns import Many, Noun, a, a_direction, conjugated, listed, number, plain, plural, shown, side, words
from ggl.narration.templates import LEFT, NEEDS, TEMPLATES
from ggl.syntax import tree as t

_ARITHMETIC = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_FOLDS = (
    "count",
    "size",
    "any",
    "all",
    "sum",
    "min",
    "max",
    "first",
    "the",
    "sorted",
    "descending",
    "reversed",
    "distinct",
    "leading",
)

_ALIKE = re.compile(r"(\w+) (is not|is|has|does not have) ([^,]+)")
_TOGETHER = {"is": "are", "is not": "are not", "has": "have", "does not have": "do not have"}

_TAKEN = {"reversed": "in reverse order", "sorted": "from the smallest up", "descending": "from the largest down"}

YOU = Noun("you", "you", "your", "yours")
YOUR_OPPONENT = Noun("your opponent")
SIDE_TO_MOVE = Noun("the side to move")
OTHER_SIDE = Noun("the other side")
THE_PLAYER = Noun("the player")
THE_OTHER_PLAYER = Noun("the other player")


@dataclass(frozen=True)
class Local:
    noun: Noun
    sort: str


@dataclass(frozen=True)
class Speaker:
    facts: Facts
    mover: Noun = YOU
    opponent: Noun = YOUR_OPPONENT
    leaving: bool = False
    """Whether a turn is not over, and the position counts that it would leave."""

    locals: Mapping[str, Local] = field(default_factory=dict)

    def knowing(self, name: str, sort: str, noun: Noun | None = None) -> Speaker:
        """With a local name; it is spoken of by itself unless a noun is given."""
        noun = noun or Noun(f"direction {shown(name)}" if sort == "direction" else shown(name))
        return replace(self, locals={**self.locals, name: Local(noun, sort)})

    def sort(self, tree: t.Expr) -> str:
        return self.facts.sort(tree, {name: local.sort for name, local in self.locals.items()})

    def is_bag(self, tree: t.Expr) -> bool:
        """Whether a name is that of a variable which holds several of the same."""
        if not isinstance(tree, t.Name) or tree.name in self.locals:
            return False
        place = self.facts.checked.world.variables.get(tree.name)
        return place is not None and place.bag is not None

    # ---- values

    def value(self, tree: t.Expr) -> Noun:
        """A value as one thing; a set as the whole of its members."""
        if self.facts.tired():
            return Noun(TOO_LONG)
        idiom = idioms.value(self, tree) if not self.facts.exact else None
        if idiom is not None:
            return idiom
        match tree:
            case t.Number(value=value):
                return Noun(number(value))
            case t.Name():
                return self._name(tree)
            case t.Dot():
                return self._dot(tree)
            case t.Call():
                return self._call(tree)
            case t.Index(of=of, at=at):
                return Noun(f"number {self.value(at).text} of {self.value(of).text}")
            case t.SetOf(items=items) | t.ListOf(items=items):
                return Noun(listed(self.value(item).text for item in items), "many" if len(items) > 1 else "one")
            case t.Unary(op=op, of=of):
                return Noun(f"-{self.value(of).text}" if op == "-" else self.value(of).text)
            case t.Binary():
                return self._binary(tree)
            case t.IfElse(then=then, test=test, other=other):
                if self.sort(tree) == "condition":
                    return Noun(self.says(tree))
                return Noun(f"{self.value(then).text} if {self.says(test)}, otherwise {self.value(other).text}")
            case t.Gen() | t.With():
                return Noun(self.members(tree).all(), "many")
            case t.Lined():
                return self._table(tree)
            case t.Chain() | t.Not() | t.And() | t.Or() | t.Stands():
                return Noun(f"whether {self.says(tree)}")

    def _name(self, tree: t.Name) -> Noun:
        name, facts = tree.name, self.facts
        world = facts.checked.world
        if name in self.locals:
            return self.locals[name].noun
        if name == "mover":
            return self.mover
        if name == "opponent":
            return self.opponent
        if name in ("true", "false"):
            return Noun(name)
        if name in facts.checked.players:
            return side(name)
        if name in facts.checked.kinds:
            return Noun(a(words(name)))
        if name in world.constants and name in facts.checked.definition.regions:
            return Noun(f'the region "{words(name)}"')
        if name in world.constants:
            return Noun(words(name))
        if name in world.variables:
            return Noun(f'"{words(name)}"')
        if name in facts.definitions:
            return self._call(t.Call(name, (), (), tree.span, span=tree.span))
        if name == "repetitions" and self.leaving:
            self.use(name)
            return Noun(LEFT)
        if name in POSITION_NAMES or name in BOARD_WORDS or name in prelude():
            return self._worded(name, {})
        return Noun(name)

    def _dot(self, tree: t.Dot) -> Noun:
        name = words(tree.name)
        if isinstance(tree.of, t.Name) and tree.of.name == "last" and "last" not in self.locals:
            if tree.name == "mover":
                return Noun(TEMPLATES["last.mover"])
            return Noun(TEMPLATES["last."].replace("{name}", shown(tree.name)))
        sort = self.sort(tree.of)
        if sort == "player":
            owner = self.value(tree.of)
            kept = tree.name in self.facts.checked.world.variables
            what = f'"{name}"' if kept else a_direction(name) if self.sort(tree) == "direction" else name
            return Noun(f"the {what} of {owner.after_of}" if " of " in owner.text else f"{owner.possessive} {what}")
        for key in (f"{sort}.{tree.name}", f".{tree.name}"):
            if key in TEMPLATES and (tree.name != "count" or self.facts.counts(sort)):
                return self._worded(key, {"x": tree.of})
        carrier = self.carrier(tree.name)
        on = f"of the {carrier} on" if carrier else "of"
        return Noun(f'the "{name}" {on} {self.value(tree.of).text}')

    def carrier(self, name: str) -> str:
        """The kind of piece that carries a property; "" where none does."""
        return listed((words(k) for k, piece in self.facts.checked.definition.pieces.items() if name in piece.has), "or", "")

    def _call(self, tree: t.Call) -> Noun:
        if tree.name in self.facts.definitions:
            return defined.value(self, tree)
        if tree.name in _FOLDS:
            return folds.value(self, tree)
        if tree.name == "other":
            return self._other(tree.args[0])
        if self.sort(tree) == "condition":
            return Noun(f"whether {self.says(tree)}")
        key, args = filling.worded(self, tree)
        return self._worded(key, args)

    def _other(self, tree: t.Expr) -> Noun:
        player, players = self.value(tree), self.facts.checked.players
        pairs = ((YOU, YOUR_OPPONENT), (SIDE_TO_MOVE, OTHER_SIDE), (THE_PLAYER, THE_OTHER_PLAYER))
        for one, other in pairs:
            if player.text in (one.text, other.text):
                return other if player.text == one.text else one
        if player.text in players and len(players) == 2:
            return side(players[1 - players.index(player.text)])
        if len(player.text) < 3:
            return Noun(f"{player.possessive} opponent")
        return Noun(f"the opponent of {player.text}")

    def _worded(self, key: str, args: Mapping[str, t.Expr]) -> Noun:
        self.use(key)
        template = TEMPLATES[key]
        if filling.HEADS.search(template):
            return Noun(filling.many(self, template, args).all(), "many")
        noun = filling.fill(self, template.split(" | ")[0], args)
        return Noun(noun)

    def _binary(self, tree: t.Binary) -> Noun:
        if tree.op == "..":
            return Noun(f"the numbers from {self.value(tree.left).text} to {self.value(tree.right).text}", "many")
        left = self.value(tree.left)
        if is_many(self.sort(tree.left)) or is_many(self.sort(tree.right)):
            if tree.op == "+":
                parts = [self.summand(part) for part in _summands(tree)]
                if not self.facts.exact and len(parts) == 2 and len(parts[0].split()) > 5:
                    return Noun(f"{parts[0]}, and also {parts[1]}", "many")
                return Noun(listed(parts), "many")
            return Noun(self.members(tree).all(), "many")
        if tree.op == "+" and isinstance(tree.right, t.IfElse) and _is_zero(tree.right.other):
            return Noun(f"{left.text}, plus {self.value(tree.right.then).text} if {self.says(tree.right.test)}")
        one, two = (self._inner(part, tree.op) for part in (tree.left, tree.right))
        if tree.op == "%":
            return Noun(f"the remainder of {one} divided by {two}")
        if tree.op == "//":
            return Noun(f"{one} divided by {two}, rounded down")
        return Noun(f"{one} {_ARITHMETIC[tree.op]} {two}")

    def summand(self, tree: t.Expr) -> str:
        """One of several sets that are put together; one that hangs upon a condition begins with it, for the rest does not."""
        if not isinstance(tree, t.IfElse):
            return self.value(tree).text
        if is_nothing(tree.other):
            return f"(if {self.says(tree.test)}) {self.summand(tree.then)}"
        return f"({self.value(tree).text})"

    def _inner(self, tree: t.Expr, op: str) -> str:
        text = self.value(tree).text
        loose = isinstance(tree, t.IfElse) or (isinstance(tree, t.Binary) and (op not in "+-" or tree.op not in "+-"))
        return f"({text})" if loose else text

    def _table(self, tree: t.Lined) -> Noun:
        cases = [f"{self.value(value).text} if {test}" for value, test in self.cases(tree)]
        if tree.other is not None:
            cases.append(f"otherwise {self.value(tree.other).text}")
        return Noun("; ".join(cases))

    def cases(self, tree: t.Lined) -> list[tuple[t.Expr, str]]:
        """The rows of a table: the value, and when it counts."""
        if tree.by is None:
            return [(key, self.says(test)) for key, test in tree.rows]
        return [(value, comparing.compared(self, tree.by, "==", key, True)) for key, value in tree.rows]

    # ---- members

    def members(self, tree: t.Expr) -> Many:
        """A set or list by its members."""
        if self.facts.tired():
            return plain(TOO_LONG)
        idiom = idioms.members(self, tree) if not self.facts.exact else None
        if idiom is not None:
            return idiom
        match tree:
            case t.With(of=of, phrase=phrase):
                return self.members(of).and_then(lambda _, many: " with " + self._phrased(phrase, many))
            case t.Gen():
                return folds.members(self, tree)
            case t.Binary(op="..", left=left, right=right):
                return plain("number", f" from {self.value(left).text} to {self.value(right).text}")
            case t.Binary(op=op, left=left, right=right):
                return self._combined(op, left, right)
            case t.IfElse(then=then, test=test, other=other):
                one, two = self.members(then).some(), self.members(other).some()
                return plain(self.thing(tree), f" ({one} if {self.says(test)}; otherwise {two})")
            case t.Call(name="leading", args=(t.Gen() as gen,)):
                return folds.leading(self, gen)
            case t.Call(name=name) if name in self.facts.definitions:
                return defined.members(self, tree)
            case t.Call(name=name) if name not in _FOLDS:
                key, args = filling.worded(self, tree)
                if filling.HEADS.search(TEMPLATES[key]):
                    self.use(key)
                    return filling.many(self, TEMPLATES[key], args)
            case t.Call(name="distinct", args=(of,)):
                many = self.members(of)
                return replace(many, one=f"different {many.one}", several=f"different {many.several}")
            case t.Call(name="reversed" | "sorted" | "descending" as name, args=(of,)):
                return self.members(of).and_then(lambda _, many: f", taken {_TAKEN[name]},")
            case t.Name(name=name) if name not in self.locals:
                if name in self.facts.definitions:
                    return self.members(t.Call(name, (), (), tree.span, span=tree.span))
                if filling.HEADS.search(TEMPLATES.get(name, "")):
                    self.use(name)
                    return filling.many(self, TEMPLATES[name], {})
            case t.Dot():
                key = f"{self.sort(tree.of)}.{tree.name}"
                if key in TEMPLATES:
                    return filling.many(self, TEMPLATES[key], {"x": tree.of})
            case t.SetOf(items=items) | t.ListOf(items=items):
                if len(items) == 1:
                    it = self.value(items[0]).text
                    return plain(self.thing(tree)).and_then(lambda _, many: f" that {'are' if many else 'is'} {it}")
                return plain(self.thing(tree), f" among {listed(self.value(item).text for item in items)}")
        if self.is_bag(tree):
            thing = self.thing(tree)
            return plain("entry" if thing == "number" else thing, f" in {self.value(tree).text}")
        return plain(self.thing(tree), f" of {self.value(tree).text}")

    def is_by_members(self, tree: t.Expr) -> bool:
        """Whether a set is best told by what its members are, rather than as a whole."""
        match tree:
            case t.With() | t.Gen():
                return True
            case t.Call(name=name) if name in self.facts.definitions:
                return False
            case t.Call(name=name):
                return name not in _FOLDS and bool(filling.HEADS.search(TEMPLATES[filling.worded(self, tree)[0]]))
            case t.Name(name=name):
                return name not in self.locals and bool(filling.HEADS.search(TEMPLATES.get(name, "")))
            case t.Dot():
                return bool(filling.HEADS.search(TEMPLATES.get(f"{self.sort(tree.of)}.{tree.name}", "")))
        return False

    def thing(self, tree: t.Expr) -> str:
        """What a member of a set is called."""
        return self.called(element(self.sort(tree)))

    def called(self, sort: str) -> str:
        if is_many(sort):
            return f"set of {plural(self.called(element(sort)))}" if sort.startswith("{") else "list"
        if sort == "cell":
            return self.facts.cell
        return {"kind": "kind of piece", "": "member", "condition": "condition"}.get(sort, sort)

    def _combined(self, op: str, left: t.Expr, right: t.Expr) -> Many:
        first = self.members(left)
        if op == "&":
            which = "and" if first.tail("", True).startswith(" that are ") else "that"
            return first.and_then(lambda _, many: f" {which} {'are' if many else 'is'} also {self.place(right, many)}")
        if op == "-":
            if "," in first.named():
                return first.and_then(lambda _, many: f", but not {self.place(right, many)}")
            return first.and_then(lambda _, many: f" that {'are' if many else 'is'} not {self.place(right, many)}")
        if not (self.is_by_members(left) and self.is_by_members(right)):
            parts = [*_summands(left), *_summands(right)]
            return plain(self.thing(left), f" of {listed((self.summand(part) for part in parts), 'or')}")
        second = self.members(right)
        one, two = first.some().removeprefix("a ").removeprefix("an "), second.some()
        return plain(f"{one} or {two}", several=f"{first.named(several=True)} and {second.named(several=True)}")

    def place(self, tree: t.Expr, many: bool = False) -> str:
        """Where something is that is in a set: "in your home", "a cell next to c"."""
        if isinstance(tree, t.SetOf):
            return listed((self.value(item).text for item in tree.items), "or")
        if isinstance(tree, t.Binary) and tree.op == "..":
            return f"from {self.value(tree.left).text} to {self.value(tree.right).text}"
        if isinstance(tree, t.Binary) and tree.op == "+":
            return f"in {listed((self.summand(part) for part in _summands(tree)), 'or')}"
        if self.is_by_members(tree):
            return f"among {self.members(tree).all()}" if many else self.members(tree).some()
        return f"in {self.value(tree).text}"

    # ---- pieces

    def phrase(self, phrase: t.Phrase) -> Many:
        """The pieces of which a phrase speaks: "a man of yours", "enemy men"."""
        kind = "piece" if phrase.kind == "piece" else words(phrase.kind)
        tail = ""
        if phrase.kind in self.locals:
            kind, tail = "piece", f" of kind {self.locals[phrase.kind].noun.text}"
        elif phrase.kind != "piece" and phrase.kind not in self.facts.checked.world.kinds:
            named: t.Expr = t.Name(phrase.kind, span=phrase.kind_span)
            named = self.facts.folding.tree(named)  # an option is the kind that it stands for
            if isinstance(named, t.Name) and named.name in self.facts.checked.world.kinds:
                kind = words(named.name)
            else:
                kind, tail = "piece", f" of the kind {self.value(named).text}"
        many = plain(kind, tail)
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

    def _phrased(self, phrase: t.Phrase, many: bool) -> str:
        pieces = self.phrase(phrase)
        return pieces.named(several=True) if many else pieces.some()

    # ---- conditions

    def says(self, tree: t.Expr, holds: bool = True) -> str:
        """A condition as a clause, or what is the case when it does not hold."""
        if self.facts.tired():
            return TOO_LONG
        idiom = idioms.says(self, tree, holds) if not self.facts.exact else None
        if idiom is not None:
            return idiom
        match tree:
            case t.Not(of=of):
                return self.says(of, not holds)
            case t.And(parts=parts):
                return self._joined(parts, holds, "and" if holds else "or")
            case t.Or(parts=parts):
                return self._joined(parts, holds, "or" if holds else "and")
            case t.Chain():
                return comparing.chain(self, tree, holds)
            case t.Stands(phrase=phrase, site=site):
                return self._stands(phrase, site, holds)
            case t.IfElse(then=then, test=test, other=other):
                return f"if {self.says(test)}, {self.says(then, holds)}; otherwise {self.says(other, holds)}"
            case t.Call(name=name) if name in self.facts.definitions:
                return defined.says(self, tree, holds)
            case t.Call(name="any" | "all"):
                return folds.says(self, tree, holds)
            case t.Call(name="able"):
                return self._able(tree, holds)
            case t.Call():
                key, args = filling.worded(self, tree)
                return self._clause(key, args, holds)
            case t.Name(name=name):
                return self._named_condition(tree, name, holds)
            case t.Dot(name=name):
                if not self.carrier(name):
                    return f'"{words(name)}" {"holds" if holds else "does not hold"} for {self.value(tree.of).text}'
                on = f"the {self.carrier(name)} on {self.value(tree.of).text}"
                return f'{on} {"has" if holds else "does not have"} its mark "{words(name)}"'
            case t.Lined():
                cases = [f"{self.says(value, holds)} if {test}" for value, test in self.cases(tree)]
                if tree.other is not None:
                    cases.append(f"otherwise {self.says(tree.other, holds)}")
                return "; ".join(cases)
        return f"{self.value(tree).text} {'holds' if holds else 'does not hold'}"

    def _named_condition(self, tree: t.Name, name: str, holds: bool) -> str:
        if name in self.locals or name in self.facts.checked.world.variables:
            return f"{self._name(tree).text} {'holds' if holds else 'does not hold'}"
        if name in self.facts.definitions:
            return defined.says(self, t.Call(name, (), (), tree.span, span=tree.span), holds)
        if name in TEMPLATES:
            return self._clause(name, {}, holds)
        return f"{self._name(tree).text} {'holds' if holds else 'does not hold'}"  # an option, `true`

    def _clause(self, key: str, args: Mapping[str, t.Expr], holds: bool) -> str:
        self.use(key)
        here, _, otherwise = TEMPLATES[key].partition(" | ")
        if otherwise and not holds:
            return filling.fill(self, otherwise, args)
        return filling.fill(self, here, args, holds or bool(otherwise))

    def _joined(self, parts: tuple[t.Expr, ...], holds: bool, joint: str) -> str:
        texts = [self.says(part, holds) for part in parts]
        if joint == "and" and (alike := [_ALIKE.fullmatch(text) for text in texts]) and all(alike):
            verbs = {(m[2], m[3]) for m in alike if m}
            if len(verbs) == 1:
                verb, rest = verbs.pop()
                return f"{listed(m[1] for m in alike if m)} {_TOGETHER[verb]} {rest}"
        mixed = any(isinstance(part, t.And | t.Or) for part in parts)
        if mixed or any(" and " in text or " or " in text or "," in text for text in texts):
            return f", {joint} ".join(texts)
        return listed(texts, joint)

    def _stands(self, phrase: t.Phrase, site: t.Expr, holds: bool) -> str:
        where, pieces = self.value(site), self.phrase(phrase)
        if where.leads:
            return f"{where.text} {conjugated('have', where.person, holds)} {pieces.some()}"
        return f"there is {pieces.some() if holds else pieces.no()} on {where.text}"

    def _able(self, tree: t.Call, holds: bool) -> str:
        inner = tree.args[0]
        name = words(inner.name) if isinstance(inner, t.Call | t.Name) else ""
        fixed = [f"{shown(n.name)} being {self.value(n.value).text}" for n in inner.named] if isinstance(inner, t.Call) else []
        what = f"{a(name)}{' with ' + listed(fixed) if fixed else ''}"
        move = self.facts.checked.definition.moves.get(inner.name) if isinstance(inner, t.Call | t.Name) else None
        if move is not None and not move.started:
            return f"{what} is {'possible' if holds else 'not possible'}"
        return f"{what} is {'' if holds else 'not '}allowed now"

    def use(self, key: str) -> None:
        self.facts.explain(*NEEDS.get(key, NEEDS.get(key.partition("(")[0], ())))
        if key == "repetitions" and self.facts.counts_left:
            self.facts.explain("leaving")


def _summands(tree: t.Expr) -> list[t.Expr]:
    if isinstance(tree, t.Binary) and tree.op == "+":
        return [*_summands(tree.left), *_summands(tree.right)]
    return [tree]


def is_nothing(tree: t.Expr) -> bool:
    """`{}` or `[]`"""
    return isinstance(tree, t.SetOf | t.ListOf) and not tree.items


def _is_zero(tree: t.Expr) -> bool:
    return isinstance(tree, t.Number) and tree.value == 0
