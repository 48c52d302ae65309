"""Effects in English: what a player does, as lines, each with the lines below it.

Takes folded effect trees and a `Speaker`; gives `Line`s. A routine that only one place calls is told in that place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from ggl.checker.world import SITES
from ggl.narration import filling, folds, said
from ggl.narration.facts import TOO_LONG, element, is_many
from ggl.narration.loops import Loop
from ggl.narration.nouns import Many, capital, conjugated, listed, plain, plural, shown, words
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


@dataclass(frozen=True)
class Line:
    text: str
    below: tuple[Line, ...] = ()


class Deeds:
    """Tells effects with one speaker. `at_start` is the telling of a set-up, in which there is no mover."""

    def __init__(self, speaker: Speaker, at_start: bool = False, last: bool = True) -> None:
        self.speaker = speaker
        self.at_start = at_start
        self.last = last
        """Whether nothing more is done after what is told: a result then leaves nothing undone."""

    def lines(self, tree: t.Effect) -> tuple[Line, ...]:
        """The lines of an effect, in order."""
        match tree:
            case t.Block(parts=parts):
                return self._block(parts)
            case t.IfThen():
                return self._if(tree)
            case t.ForEach():
                return self._for_each(tree)
            case t.Routine(name=name) if name in self.speaker.facts.once:
                return self._inline(tree)
        return (Line(self._sentence(tree)),)

    def _sentence(self, tree: t.Effect) -> str:
        return f"{capital(self.said(tree))}."

    def said(self, tree: t.Effect) -> str:
        """A single effect as a clause, without its full stop."""
        return _SAID[type(tree)](self, tree)

    # ---- several effects

    def _block(self, parts: tuple[t.Effect, ...]) -> tuple[Line, ...]:
        found: list[Line] = []
        teller = self
        for place, part in enumerate(parts):
            last = self.last and place == len(parts) - 1
            teller = Deeds(teller.speaker, self.at_start, last)
            found += teller.lines(part)
            if isinstance(part, t.LetBe):
                speaker = teller.speaker
                teller = Deeds(speaker.knowing(part.name, speaker.sort(part.value)), self.at_start)
        return tuple(found)

    def _if(self, tree: t.IfThen) -> tuple[Line, ...]:
        test = self.speaker.says(tree.test)
        found = [self._under(f"if {test}", tree.then)]
        if tree.other is not None:
            found.append(self._under("otherwise", tree.other))
        return tuple(found)

    def _under(self, head: str, body: t.Effect) -> Line:
        """A line "if ..", with its one effect behind it, or several below it."""
        if isinstance(body, t.IfThen) and body.other is None and not isinstance(body.then, t.Block | t.ForEach):
            return self._under(f"{head} and {self.speaker.says(body.test)}", body.then)
        if not isinstance(body, t.Block | t.IfThen | t.ForEach) and not self._is_inline(body):
            return Line(f"{capital(head)}, {self.said(body)}.")
        lines = self.lines(body)
        if len(lines) == 1:
            return Line(f"{capital(head)}, {_lower(lines[0].text)}", lines[0].below)
        return Line(f"{capital(head)}:", lines)

    def _is_inline(self, body: t.Effect) -> bool:
        return isinstance(body, t.Routine) and body.name in self.speaker.facts.once

    def _for_each(self, tree: t.ForEach) -> tuple[Line, ...]:
        binder, speaker = tree.binder, self.speaker
        if binder.test is not None and not folds.mentions(binder.test, binder.name):  # it is asked once, before
            every = t.ForEach(replace(binder, test=None), tree.body, span=tree.span)
            return (self._under(f"if {speaker.says(binder.test)}", every),)
        sort = element(speaker.sort(binder.source))
        if self.at_start and sort == "player":
            return self._for_players(tree)
        source, order = self._order(binder.source)
        many = folds.picked(speaker, replace(binder, source=source))
        loop = speaker.facts.loops.get(tree.span, Loop())
        inner = Deeds(speaker.knowing(binder.name, sort), self.at_start, last=False)
        found = ["all found before any of this is done"] if loop.beforehand else []
        if order or (sort in SITES and (speaker.sort(source).startswith("[") or loop.ordered)):
            found.insert(0, order or self._natural(source))
        head = f"for {many.each(many.letter or binder.name)}{''.join(f', {one}' for one in found)}"
        return (inner._under(head, tree.body),)

    def _natural(self, source: t.Expr) -> str:
        """The order in which a list or a set of sites is gone through."""
        if self.speaker.sort(source).startswith("["):
            return "in this order"
        self.speaker.facts.explain("order")
        return "in the order of the board"

    def _order(self, source: t.Expr) -> tuple[t.Expr, str]:
        """What a loop goes through without the words that put it in an order, and that order."""
        order: list[str] = []
        while isinstance(source, t.Call) and source.name in _ORDERS and source.name not in self.speaker.facts.definitions:
            said = _ORDERS[source.name]
            if source.name in ("sorted", "descending") and element(self.speaker.sort(source.args[0])) in SITES:
                self.speaker.facts.explain("order")
                said = f"in the order of the board{', backwards' if source.name == 'descending' else ''}"
            order.insert(0, said)
            source = source.args[0]
        return source, ", ".join(order)

    def _for_players(self, tree: t.ForEach) -> tuple[Line, ...]:
        """A set-up for all players, told for each of them by name."""
        facts = self.speaker.facts
        found: list[Line] = []
        for player in facts.checked.players:
            if facts.tired(50):
                return (Line(TOO_LONG),)
            bound = {tree.binder.name: t.Name(player, span=tree.span)}
            body = facts.folding.tree(tree.body, bound)
            found += self.lines(body)
        return tuple(found)

    def _inline(self, tree: t.Routine) -> tuple[Line, ...]:
        facts = self.speaker.facts
        routine = facts.checked.definition.routines[tree.name]
        inner = replace(self.speaker, locals={})
        kept: list[Line] = []
        for param, arg in zip(routine.params, tree.args, strict=True):
            sort = self.speaker.sort(arg)
            if self._may_change(arg) and isinstance(routine.body, t.Block | t.ForEach | t.IfThen):
                if param in self.speaker.locals:  # the same name would mean two things
                    return (Line(self._sentence(tree)),)
                kept.append(Line(self._sentence(t.LetBe(param, arg, arg.span, span=arg.span))))
                inner = inner.knowing(param, sort)
            else:
                inner = inner.knowing(param, sort, self.speaker.value(arg))
        return (*kept, *Deeds(inner, self.at_start, self.last).lines(facts.folding.tree(routine.body)))

    def _may_change(self, arg: t.Tree) -> bool:
        """Whether an argument asks for what effects may change: the words for it would mean something else behind them."""
        definition = self.speaker.facts.checked.definition
        match arg:
            case t.Number():
                return False
            case t.Name(name=name):
                fixed = (*self.speaker.locals, *definition.players, *definition.pieces, *definition.regions, "mover", "opponent")
                board = self.speaker.facts.checked.board
                return name not in fixed and name not in board.directions and board.find(name) is None
            case t.Dot(of=t.Name(name="mover" | "opponent"), name=name):
                return not all(name in player.constants for player in definition.players.values())
        if isinstance(arg, t.SetOf | t.ListOf | t.Binary | t.Unary | t.Index):
            return any(self._may_change(part) for part in t.children(arg))
        return True

    # ---- pieces

    def pieces(self, pieces: t.Pieces) -> tuple[Many, bool]:
        """The pieces spoken of, and whether it was said whose they are."""
        *before, last = pieces.words
        before = before[self._number(pieces) is not None :]
        speaker = self.speaker
        owner = pieces.owner
        adjective = ""
        for word in before:
            if isinstance(word, t.Name) and word.name in ("own", "enemy", *speaker.facts.checked.players):
                adjective = word.name
            else:
                owner = word
        if isinstance(last, t.Name):
            phrase = t.Phrase(last.name, adjective, owner, last.span, span=pieces.span)
            return speaker.phrase(phrase), bool(adjective) or owner is not None
        return plain("piece", f" of the kind {speaker.value(last).text}"), False

    def _number(self, pieces: t.Pieces) -> t.Expr | None:
        """The number before the other words, if one is said."""
        first = pieces.words[0]
        return first if len(pieces.words) > 1 and self.speaker.sort(first) == "number" else None

    def _stacks(self, pieces: t.Pieces) -> bool:
        """Whether what is spoken of may stand in stacks."""
        last, kinds = pieces.words[-1], self.speaker.facts.checked.world.kinds
        name = last.name if isinstance(last, t.Name) else ""
        return any(kind.stacks for kind in ([kinds[name]] if name in kinds else kinds.values()))

    def _so_many(self, number: t.Expr | None, many: Many, site: t.Expr | None = None) -> str:
        """`3 beans of yours`; one, if no number is said; all, if it is the count of the site that they leave."""
        if isinstance(number, t.Dot) and number.name == "count" and number.of == site:
            return f"all {many.all()}"
        fixed = Fraction(1) if number is None else self.speaker.facts.folding.constant(number)
        if fixed == 1:
            return f"one {many.named()}"
        text = self.speaker.value(number).text if number is not None else ""
        is_name = re.fullmatch(r'"[^"]*"|\S+', text) is not None
        return f"{text} {many.counted()}" if is_name else f"so many {many.counted()} ({text})"

    def _put(self, tree: t.Put) -> str:
        many, is_said = self.pieces(tree.pieces)
        last = tree.pieces.words[-1]
        piece = self.speaker.facts.checked.definition.pieces.get(last.name if isinstance(last, t.Name) else "")
        owned = piece is None or (piece.owned and not piece.side)
        if not is_said and owned:
            many = replace(many, owner=self.speaker.mover)
        facing = f", facing {self._target(tree.facing)}" if tree.facing is not None else ""
        supply = ""
        if tree.from_supply:
            supply = f" from {many.owner.possessive if many.owner else 'the'} supply"
            many = replace(many, owner=None)
            self.speaker.use("hand")
        number = self._number(tree.pieces)
        what = many.some() if number is None else self._so_many(number, many)
        return f"put {what}{supply} on {self._sites(tree.on)}{facing}"

    def _sites(self, tree: t.Expr) -> str:
        """A site, or each of a set."""
        speaker = self.speaker
        if not is_many(speaker.sort(tree)):
            return speaker.value(tree).text
        if isinstance(tree, t.SetOf):
            names = listed(speaker.value(item).text for item in tree.items)
            return f"each of {names}" if len(tree.items) > 1 else names
        constant = self._constant(tree)
        if constant is not None:
            return self._sites(constant)
        if isinstance(tree, t.Binary) and tree.op == "+" and not speaker.is_by_members(tree.left):
            return f"every {speaker.facts.cell} of {speaker.value(tree).text}"
        return speaker.members(tree).each()

    def _constant(self, tree: t.Expr) -> t.Expr | None:
        """`Light.home` as it was declared."""
        if isinstance(tree, t.Dot) and isinstance(tree.of, t.Name):
            player = self.speaker.facts.checked.definition.players.get(tree.of.name)
            if player is not None and tree.name in player.constants:
                return self.speaker.facts.folding.tree(player.constants[tree.name])
        return None

    def _take(self, tree: t.Take) -> str:
        many, _ = self.pieces(tree.pieces)
        where = self._sites(tree.source)
        if self._stacks(tree.pieces):
            self.speaker.use("stacks")
            what = self._so_many(self._number(tree.pieces), many, tree.source)
            single = what.startswith("one ")
        else:
            any_ = many.named(several=True) if many.owner is not None else many.named()
            what, single = f"any of {any_}" if many.owner is not None else f"any {any_}", True
        if tree.supply is None:
            return f"remove {what} from {where}"
        self.speaker.use("hand")
        return self._to_supply(f"{what} on {where}", tree.supply, single)

    def _to_supply(self, what: str, supply: t.Supply, single: bool) -> str:
        """`put any enemy chick on t into your supply, as a hen`"""
        whose = "its owner's" if single else "their owner's"
        if supply.owner is None and supply.kind is None:
            return f"return {what} to {whose} supply"
        kind = "" if supply.kind is None else f", as {self._as(supply.kind, single)}"
        if supply.owner is None:
            return f"put {what} into {whose} supply{kind}"
        return self._either(supply.owner, lambda owner: f"put {what} into {self._supply(owner)}{kind}")

    def _supply(self, owner: t.Expr) -> str:
        noun = self.speaker.value(owner)
        return f"{noun.possessive} supply" if isinstance(owner, t.Name) else f"the supply of {noun.after_of}"

    def _as(self, kind: t.Expr, single: bool) -> str:
        if not single and isinstance(kind, t.Name) and kind.name in self.speaker.facts.checked.world.kinds:
            return plural(words(kind.name))
        return self.speaker.value(kind).text

    def _move(self, tree: t.Move) -> str:
        target = self.speaker.value(tree.target).text
        if tree.pieces is None and any(kind.stacks for kind in self.speaker.facts.checked.world.kinds.values()):
            return f"move everything on {self.speaker.value(tree.source).text} to {target}"
        if tree.pieces is None:
            return f"move the piece on {self.speaker.value(tree.source).text} to {target}"
        many, _ = self.pieces(tree.pieces)
        many = replace(many, owner=None) if many.owner is not None and many.owner.text == "you" else many
        if self._stacks(tree.pieces):
            self.speaker.use("stacks")
            some = self._so_many(self._number(tree.pieces), many, tree.source)
            return f"move {some} from {self.speaker.value(tree.source).text} to {target}"
        return f"move the {many.named()} on {self.speaker.value(tree.source).text} to {target}"

    def _exchange(self, tree: t.Exchange) -> str:
        if tree.right is None:
            return f"exchange the pieces on {self.speaker.members(tree.left).all()}"
        left, right = self.speaker.value(tree.left).text, self.speaker.value(tree.right).text
        return f"exchange the pieces on {left} and {right}"

    def _on(self, tree: t.Expr) -> str:
        """The piece on a site, or on each of a set."""
        return f"the piece on {self._sites(tree)}"

    def _target(self, tree: t.Expr) -> str:
        speaker = self.speaker
        if speaker.sort(tree) in SITES:
            return speaker.value(tree).text
        return filling.towards(speaker, tree).removeprefix("in ").removeprefix("to the ")

    def _change(self, tree: t.Change) -> str:
        speaker = self.speaker
        if tree.verb == "turn":
            return f"turn {self._on(tree.what)} to face {self._target(tree.to)}"
        if tree.verb == "promote":
            return f"{self._on(tree.what)} becomes {speaker.value(tree.to).text}"
        if isinstance(tree.what, t.Dot) and speaker.sort(tree.what.of) in SITES:
            on = speaker.value(tree.what.of).text
            if isinstance(tree.to, t.Name) and tree.to.name in ("true", "false") and not speaker.carrier(tree.what.name):
                sign = "holds from now on" if tree.to.name == "true" else "no longer holds"
                return f'"{words(tree.what.name)}" {sign} for {on}'
            if isinstance(tree.to, t.Name) and tree.to.name in ("true", "false"):
                sign = "gets" if tree.to.name == "true" else "loses"
                return f'the {speaker.carrier(tree.what.name)} on {on} {sign} its mark "{words(tree.what.name)}"'
        if isinstance(tree.to, t.Name) and tree.to.name in ("true", "false"):
            return f"from now on {speaker.value(tree.what).text} {'holds' if tree.to.name == 'true' else 'does not hold'}"
        if isinstance(tree.what, t.Name) and tree.what.name == "mover":
            return self._either(tree.to, lambda to: self._does(to, "move") + " first")
        if speaker.is_bag(tree.what):
            what = speaker.value(tree.what).text
            return self._either(tree.to, lambda to: f"{what} is emptied" if _is_empty(to) else
                                f"{what} now holds {speaker.value(to).text}")  # fmt: skip
        if isinstance(tree.to, t.Name) and tree.to.name == "none":
            return f"{speaker.value(tree.what).text} is nothing from now on"
        return f"{speaker.value(tree.what).text} becomes {speaker.value(tree.to).text}"

    def _either(self, value: t.Expr, said: Callable[[t.Expr], str]) -> str:
        """What is said of a value; of one that depends on a condition, said twice."""
        if isinstance(value, t.IfElse):
            return f"if {self.speaker.says(value.test)}, {said(value.then)}; otherwise {self._either(value.other, said)}"
        return said(value)

    def _does(self, who: t.Expr, verb: str) -> str:
        noun = self.speaker.value(who)
        return f"{noun.text} {conjugated(verb, noun.person, True)}"

    def _flip(self, tree: t.Flip) -> str:
        on = self._sites(tree.what)
        return f"turn over the piece on {on}, so that it belongs to the other side"

    def _add(self, tree: t.Add) -> str:
        what, place = self.speaker.value(tree.what).text, self.speaker.value(tree.place).text
        if self.speaker.is_bag(tree.place) and self.speaker.sort(tree.what) != "player":
            one = "" if is_many(self.speaker.sort(tree.what)) else "one "
            return f"put {what} into {place}" if tree.verb == "add" else f"take {one}{what} out of {place}"
        if self.speaker.sort(tree.what) == "number":
            return f"{place} grows by {what}" if not what.startswith("-") else f"{place} falls by {what[1:]}"
        verb = conjugated("join" if tree.verb == "add" else "leave", self.speaker.value(tree.what).person, True)
        return f"{what} {verb} {place}"

    def _roll(self, tree: t.Roll) -> str:
        self.speaker.use("roll")
        return f"roll {self.speaker.value(tree.what).text}: {self.speaker.members(tree.source).some()}"

    def _let(self, tree: t.LetBe) -> str:
        name, speaker = shown(tree.name), self.speaker
        if speaker.sort(tree.value) == "condition":
            return f"say that {name} holds if now {speaker.says(tree.value)}"
        return f"let {name} be {speaker.value(tree.value).text}"

    def _result(self, tree: t.Result) -> str:
        if tree.verb == "draw":
            return f"the game ends at once as a draw{self._undone()}"
        who = self.speaker.value(tree.player) if tree.player is not None else self.speaker.mover
        return f"{who.text} {conjugated(tree.verb, who.person, True)} at once, and the game is over{self._undone()}"

    def _undone(self) -> str:
        return "" if self.last else "; what is left of the move is not done"

    def _again(self, tree: t.AgainTurn) -> str:
        mover = self.speaker.mover
        return f"{mover.text} {conjugated('have', mover.person, True)} another turn"

    def _phase(self, tree: t.PhaseTo) -> str:
        return f'the phase "{words(tree.name)}" begins'

    def _routine(self, tree: t.Routine) -> str:
        self.speaker.facts.routines.setdefault(tree.name, tuple(self.speaker.sort(arg) for arg in tree.args))
        text = self.speaker.facts.said(tree.name)
        params = self.speaker.facts.checked.definition.routines[tree.name].params
        if text:
            nouns = {param: self.speaker.value(arg) for param, arg in zip(params, tree.args, strict=True)}
            return f"{said.filled(text, nouns)} (explained below)"
        args = listed(self.speaker.value(arg).text for arg in tree.args)
        now = ", as it is now" if len(tree.args) == 1 else ", as they are now"
        fixed = now if any(self._may_change(arg) for arg in tree.args) else ""
        return f'do "{words(tree.name)}"{" with " + args if tree.args else ""}{fixed} (explained below)'

    def _several(self, tree: t.Effect) -> str:
        """A block, a loop or a choice inside a clause."""
        return "; then ".join(_lower(line.text.rstrip(".")) for line in self.lines(tree))


_ORDERS = {
    "reversed": "in the opposite order",
    "sorted": "from the least up",
    "descending": "from the greatest down",
    "distinct": "each only once",
}
"""The words that put a list in another order, as the end of \"for every .."."""


def _is_empty(tree: t.Expr) -> bool:
    return isinstance(tree, t.ListOf) and not tree.items


def _lower(text: str) -> str:
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


_SAID: dict[type, Callable[[Deeds, Any], str]] = {
    t.Put: Deeds._put, t.Take: Deeds._take, t.Move: Deeds._move, t.Exchange: Deeds._exchange, t.Change: Deeds._change,
    t.Flip: Deeds._flip, t.Add: Deeds._add, t.Roll: Deeds._roll,
    t.LetBe: Deeds._let, t.Result: Deeds._result, t.AgainTurn: Deeds._again,
    t.PhaseTo: Deeds._phase, t.Routine: Deeds._routine, t.ForEach: Deeds._several, t.IfThen: Deeds._several,
    t.Block: Deeds._several,
}  # fmt: skip
"""How each form of effect is said."""
