"""Effects in English: the actions of a player, as lines with the lines below them.

Takes folded effect trees and a `Speaker`; returns `Line`s. A routine with a single call is described there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ggl.checker.world import SITES
from ggl.narration import folds, piece_effects, said
from ggl.narration.facts import TOO_LONG, element, is_many
from ggl.narration.layout import Line
from ggl.narration.loops import Loop
from ggl.narration.nouns import Noun, capital, conjugated, listed, number_text, plural, quoted_name, words
from ggl.narration.replaced import Standing, refined
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


class EffectText:
    """Tells effects with one speaker. `at_start` tells a set-up, which has no mover."""

    def __init__(self, speaker: Speaker, at_start: bool = False, last: bool = True) -> None:
        self.speaker = speaker
        self.at_start = at_start
        self.last = last
        """Whether no effect follows: a result then leaves nothing undone."""

    def lines(self, tree: t.Effect) -> tuple[Line, ...]:
        """The lines of an effect, in order."""
        match tree:
            case t.Block(parts=parts):
                return self._block(parts)
            case t.IfThen():
                return self._if(tree)
            case t.ForEach():
                return self._for_each(tree)
            case t.Repeat():
                return self._repeat(tree)
            case t.Routine() if self._is_inline(tree):
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
            teller = EffectText(teller.speaker, self.at_start, last)
            found += teller.lines(part)
            if isinstance(part, t.LetBe):
                speaker = teller.speaker
                knows = speaker.knowing(part.name, speaker.sort(part.value), text=speaker.facts.said(part.name))
                teller = EffectText(knows, self.at_start)
        return tuple(found)

    def _if(self, tree: t.IfThen) -> tuple[Line, ...]:
        while tree.other is None and isinstance(tree.then, t.IfThen) and tree.then.other is None:  # nested tests are one test
            both = t.And((*_conjuncts(tree.test), *_conjuncts(tree.then.test)), span=tree.span)
            tree = t.IfThen(both, tree.then.then, None, span=tree.span)
        head, then = f"if {self.speaker.within(tree.test)}", self._where(tree.test)
        if tree.other is None:
            return (then._under(head, tree.then),)
        other = self._where(tree.test, holds=False)._under("otherwise", tree.other)
        if isinstance(tree.then, t.IfThen):  # "otherwise" is about the outer condition
            return (Line(f"{capital(head)}:", then.lines(tree.then)), other)
        return (then._under(head, tree.then), other)

    def _where(self, test: t.Expr, holds: bool = True) -> EffectText:
        """For what is done where a condition holds, or where it does not: on a site that is empty no piece is replaced."""
        known = {site: refined(self.speaker.facts, here, site, test, holds) for site, here in self.speaker.replaces.items()}
        return EffectText(replace(self.speaker, replaces=known), self.at_start, self.last)

    def _under(self, head: str, body: t.Effect) -> Line:
        """A line "if ..", with its single effect after it, or several effects below it."""
        if not isinstance(body, t.Block | t.IfThen | t.ForEach | t.Repeat) and not self._is_inline(body):
            return Line(f"{capital(head)}, {self.said(body)}.")
        lines = self.lines(body)
        if len(lines) == 1:
            return Line(f"{capital(head)}, {_lower(lines[0].text)}", lines[0].below)
        return Line(f"{capital(head)}:", lines)

    def _is_inline(self, body: t.Effect) -> bool:
        return isinstance(body, t.Routine) and body.name in (facts := self.speaker.facts).once and not facts.said(body.name)

    def _repeat(self, tree: t.Repeat) -> tuple[Line, ...]:
        most, test = self.speaker.value(tree.most).text, self.speaker.says(tree.test)
        times = {"1": "once", "2": "twice"}.get(most, f"{most} times")
        inner = EffectText(self.speaker, self.at_start, last=False)
        return (inner._under(f"again and again as long as {test}, but at most {times}", tree.body),)

    def _at_once(self, tree: t.ForEach) -> Line:
        """Moves that all read the position before."""
        binder, speaker = tree.binder, replace(self.speaker, replaces={})  # what stands on a target may leave it
        stacks = any(kind.stacks for kind in speaker.facts.checked.world.kinds.values())
        speaker.facts.explain("at once", *(["stacks at once"] if stacks else []), "order")
        many = folds.picked_members(speaker, binder)
        inner = EffectText(speaker.knowing(binder.name, element(speaker.sort(binder.source))), self.at_start, last=False)
        return Line(f"All at the same time, for {many.each(binder.name)}, {inner.said(tree.body)}.")

    def _for_each(self, tree: t.ForEach) -> tuple[Line, ...]:
        binder, speaker = tree.binder, self.speaker
        if tree.at_once:
            return (self._at_once(tree),)
        if binder.test is not None and not folds.count_mentions(binder.test, binder.name):  # it is tested once, before the loop
            every = t.ForEach(replace(binder, test=None), tree.body, span=tree.span)
            return (self._under(f"if {speaker.within(binder.test)}", every),)
        sort = element(speaker.sort(binder.source))
        if self.at_start and sort == "player" and (named := self._named_players(binder)) is not None:
            return self._for_players(tree, named)
        if self.at_start and not speaker.facts.exact and (put := _put_on_each(tree)):
            return (Line(self._sentence(put)),)
        source, order = self._order(binder.source)
        many = folds.picked_members(speaker, replace(binder, source=source))
        loop = speaker.facts.loops.get(tree.span, Loop(ordered=speaker.sort(source).startswith("[")))
        if not speaker.facts.exact and not loop.ordered and (put := _put_on_each(tree)):
            first = f" Find all these {plural(speaker.called(sort))} first." if loop.beforehand else ""
            return (Line(f"{self._sentence(put)}{first}"),)
        inner = EffectText(speaker.knowing(binder.name, sort), self.at_start, last=False)
        found = ["all found before any of this is done"] if loop.beforehand else []
        listed_ = speaker.sort(source).startswith("[") and (loop.ordered or speaker.facts.exact)
        if order or (sort in SITES and (listed_ or loop.ordered)):
            found.insert(0, order or self._natural(source))
        in_order = isinstance(binder.source, t.Binary) and binder.source.op == ".."
        if not speaker.facts.exact and in_order and not folds.count_mentions(tree.body, binder.name) and binder.test is None:
            beforehand = ", counted before any of this is done" if loop.beforehand else ""
            times = self._as_often(binder.source) or f"once for {many.each('')}"
            return (inner._under(f"{times}{beforehand}", tree.body),)
        head = f"for {many.each(binder.name)}{''.join(f', {one}' for one in found)}"
        return (inner._under(head, tree.body),)

    def _as_often(self, source: t.Expr) -> str:
        """`for i in 6..c.count`, where the number itself is of no use; "" where it is no count of pieces."""
        match source:
            case t.Binary(left=t.Number(value=first), right=t.Dot(of=site, name="count")) if first >= 1:
                pieces = plural(self.speaker.facts.stacked(self.speaker.sort(site)))
                beyond = f" beyond {number_text(first - 1)}" if first > 1 else ""
                return f"as many times as there are {pieces} on {self.speaker.value(site).text}{beyond}"
        return ""

    def _natural(self, source: t.Expr) -> str:
        """The order in which a list or a set of sites is traversed."""
        if self.speaker.sort(source).startswith("["):
            return "in this order"
        self.speaker.facts.explain("order")
        return "in the order of the board"

    def _order(self, source: t.Expr) -> tuple[t.Expr, str]:
        """The source of a loop without the words for its order, and that order."""
        order: list[str] = []
        while isinstance(source, t.Call) and source.name in _ORDERS and source.name not in self.speaker.facts.definitions:
            said = _ORDERS[source.name]
            if source.name in ("sorted", "descending") and element(self.speaker.sort(source.args[0])) in SITES:
                self.speaker.facts.explain("order")
                said = f"in the order of the board{', backwards' if source.name == 'descending' else ''}"
            order.insert(0, said)
            source = source.args[0]
        return source, ", ".join(order)

    def _named_players(self, binder: t.Binder) -> list[str] | None:
        """The players that a loop goes through, in its order; None where the words of the loop have to say which they are."""
        players = list(self.speaker.facts.checked.players)
        if binder.test is not None:
            return None
        match binder.source:
            case t.Name(name="players"):
                return players
            case t.SetOf(items=items) | t.ListOf(items=items):
                names = [item.name for item in items if isinstance(item, t.Name) and item.name in players]
                if len(names) == len(items):
                    return names if isinstance(binder.source, t.ListOf) else [name for name in players if name in names]
        return None

    def _for_players(self, tree: t.ForEach, players: list[str]) -> tuple[Line, ...]:
        """A set-up for these players, told for each of them by name."""
        facts = self.speaker.facts
        found: list[Line] = []
        is_dealt_alike = isinstance(tree.body, t.Deal) and not folds.count_mentions(tree.body.source, tree.binder.name)
        if not facts.exact and is_dealt_alike and players == list(facts.checked.players):
            each = self.speaker.knowing(tree.binder.name, "player", Noun("each player"))
            return (Line(EffectText(each, self.at_start)._sentence(tree.body)),)
        for player in players:
            if facts.tired(50):
                return (Line(TOO_LONG),)
            bound = {tree.binder.name: t.Name(player, span=tree.span)}
            body = facts.folding.tree(tree.body, bound)
            found += self.lines(body)
        return tuple(found)

    def _inline(self, tree: t.Routine) -> tuple[Line, ...]:
        facts = self.speaker.facts
        routine = facts.checked.definition.routines[tree.name]
        known: dict[t.Expr, Standing] = {
            t.Name(param, span=arg.span): self.speaker.replaces[arg]
            for param, arg in zip(routine.params, tree.args, strict=True) if arg in self.speaker.replaces
        }  # fmt: skip
        inner = replace(self.speaker, locals={}, replaces=known)
        kept: list[Line] = []
        for param, arg in zip(routine.params, tree.args, strict=True):
            sort = self.speaker.sort(arg)
            if self._may_change(arg) and isinstance(routine.body, t.Block | t.ForEach | t.IfThen):
                if param in self.speaker.locals:  # the name would have two meanings
                    return (Line(self._sentence(tree)),)
                kept.append(Line(self._sentence(t.LetBe(param, arg, arg.span, span=arg.span))))
                inner = inner.knowing(param, sort)
            else:
                inner = inner.knowing(param, sort, self.speaker.value(arg))
        numbers = {} if facts.exact else {
            param: arg for param, arg in zip(routine.params, tree.args, strict=True) if isinstance(arg, t.Number)
        }  # fmt: skip
        return (*kept, *EffectText(inner, self.at_start, self.last).lines(facts.folding.tree(routine.body, numbers)))

    def _may_change(self, arg: t.Tree) -> bool:
        """Whether an argument reads values that effects may change: its words would mean something else after them."""
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

    def _change(self, tree: t.Change) -> str:
        speaker = self.speaker
        if isinstance(tree.to, t.Name) and self._is_said(tree.what):
            if tree.to.name in ("true", "false"):
                return f"from now on {speaker.says(tree.what, tree.to.name == 'true')}"
            if tree.to.name == "none":
                return f"forget {speaker.value(tree.what).text}"
        if tree.verb == "turn":
            return f"turn {piece_effects.on(self, tree.what)} to face {piece_effects.target(self, tree.to)}"
        if tree.verb == "promote":
            whose, lost = piece_effects.only_of(speaker.facts, tree.to), piece_effects.lost(speaker.facts, tree.to)
            return f"{piece_effects.on(self, tree.what)} becomes {speaker.value(tree.to).text}{lost}{whose}"
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
            return self.either(tree.to, lambda to: f"{self._does(to, 'move')} first{speaker.facts.in_first_game}")
        if speaker.is_bag(tree.what):
            held = speaker.value(tree.what)
            what, holds = held.text, "are now" if held.person == "many" else "now holds"
            return self.either(tree.to, lambda to: f"{what} {conjugated('be', held.person, True)} emptied" if _is_empty(to) else
                                f"{what} {holds} {speaker.value(to).text}")  # fmt: skip
        if not speaker.facts.exact and self._is_said(tree.what) and speaker.sort(tree.to) == "player":
            return self.either(tree.to, lambda to: f"{self._does(to, 'become')} {speaker.value(tree.what).text}")
        if isinstance(tree.to, t.Name) and tree.to.name == "none":
            return f"{speaker.value(tree.what).text} is nothing from now on"
        if isinstance(tree.to, t.SetOf) and speaker.sort(tree.what).startswith("{"):
            held, nobody = speaker.value(tree.what), "nobody" if speaker.sort(tree.what) == "{player}" else "nothing"
            holds = f"now {conjugated('hold', held.person, True)} {speaker.value(tree.to).text} and {nobody} else"
            return f"{held.text} {holds if tree.to.items else conjugated('be', held.person, True) + ' now empty'}"
        if not speaker.facts.exact and speaker.sort(tree.what) == "condition":
            return self._holds_now(tree.what, tree.to)
        if not speaker.facts.exact and speaker.sort(tree.what) == "number":
            first = speaker.value(tree.what).text
            if not isinstance(tree.to, t.IfElse):
                return self._number_becomes(tree.what, tree.to, first)
            then = self._number_becomes(tree.what, tree.to.then, first)
            other = self.either(tree.to.other, lambda to: self._number_becomes(tree.what, to, "it"))
            return f"if {speaker.within(tree.to.test)}, {then}; otherwise {other}"
        return f"{speaker.value(tree.what).text} becomes {speaker.value(tree.to).text}"

    def _holds_now(self, what: t.Expr, to: t.Expr) -> str:
        """`set x to C`, of a condition; `set x to not x` exchanges the two."""
        noun = self.speaker.value(what)
        if isinstance(to, t.Not) and to.of == what:
            return f"{noun.text} holds from now on if it did not, and no longer if it did"
        return f"{noun.text} holds from now on if {self.speaker.within(to)}, and otherwise does not"

    def _number_becomes(self, what: t.Expr, to: t.Expr, called: str) -> str:
        """`set x to x + 1` says that x grows."""
        match to:
            case t.Binary(op="+" | "-" as op, left=left, right=right) if left == what:
                verb = "grows" if op == "+" else "falls"
                return f"{called} {verb} by {self.speaker.value(right).text}"
        return f"{called} becomes {self.speaker.value(to).text}"

    def _is_said(self, tree: t.Expr) -> bool:
        """Whether the author has a sentence for a variable."""
        name = tree.name if isinstance(tree, t.Name | t.Dot) else ""
        return name in self.speaker.facts.checked.definition.state and bool(self.speaker.facts.said(name))

    def either(self, value: t.Expr, said: Callable[[t.Expr], str]) -> str:
        """The text that `said` gives for a value; for one that depends on a condition, a text for each case."""
        if isinstance(value, t.IfElse):
            return f"if {self.speaker.within(value.test)}, {said(value.then)}; otherwise {self.either(value.other, said)}"
        return said(value)

    def _does(self, who: t.Expr, verb: str) -> str:
        noun = self.speaker.value(who)
        return f"{noun.text} {conjugated(verb, noun.person, True)}"

    def _add(self, tree: t.Add) -> str:
        what, place = self.speaker.value(tree.what).text, self.speaker.value(tree.place).text
        if self.speaker.is_bag(tree.place) and self.speaker.sort(tree.what) != "player":
            one = "one " if isinstance(tree.what, t.Name | t.Number) and not is_many(self.speaker.sort(tree.what)) else ""
            return f"put {what} into {place}" if tree.verb == "add" else f"take {one}{what} out of {place}"
        if self.speaker.sort(tree.what) == "number":
            less = _negated(tree.what)
            return f"{place} grows by {what}" if less is None else f"{place} falls by {self.speaker.value(less).text}"
        if self._is_said(tree.place) and self.speaker.value(tree.place).person == "many":
            if is_many(self.speaker.sort(tree.what)) and not isinstance(tree.what, t.SetOf | t.ListOf):
                what = self.speaker.members(tree.what).all()
            single = not is_many(self.speaker.sort(tree.what)) or (isinstance(tree.what, t.SetOf) and len(tree.what.items) == 1)
            be = conjugated("be", self.speaker.value(tree.what).person if single else "many", True)
            return f"{what} {be} {'from now on' if tree.verb == 'add' else 'no longer'} among {place}"
        verb = conjugated("join" if tree.verb == "add" else "leave", self.speaker.value(tree.what).person, True)
        return f"{what} {verb} {place}"

    def _roll(self, tree: t.Roll) -> str:
        speaker, source = self.speaker, tree.source
        values = speaker.facts.checked.world.own_values
        if isinstance(source, t.Name) and not speaker.facts.exact and not tree.others:
            domain = element(speaker.sort(source))
            if domain in values and len(values[domain]) <= FEW and source.name not in speaker.facts.checked.world.variables:
                one_of = listed(map(words, values[domain]), "or")
                return f"choose {listed(speaker.value(place).text for place in tree.places)} at random: {one_of}"
        alike = not speaker.is_bag(source) and not speaker.sort(source).startswith("[")
        weighted = None if speaker.facts.exact or tree.others else _weighted(speaker, source)
        if weighted:
            speaker.facts.explain("chances")
        else:
            speaker.use("roll" if alike else "roll of a list")
        rolled = listed(speaker.value(place).text for place in tree.places)
        each = "for each " if tree.others else ""
        if weighted:
            return f"roll {rolled}: {weighted}"
        if isinstance(source, t.Call) and source.name == "sums":
            times, of = source.args
            if speaker.facts.exact:
                return f"roll {rolled}: {each}the sum of {speaker.value(times).text} rolls of {speaker.members(of).some()}"
            return f"roll {rolled}: {each}the sum of {speaker.value(times).text} rolls, each {_one_of(speaker, of)}"
        if isinstance(source, t.SetOf) and source.items and not speaker.facts.exact:
            return f"roll {rolled}: {each}{listed((speaker.value(item).text for item in source.items), 'or')}"
        return f"roll {rolled}: {each}{speaker.members(source).some()}"

    def _deal(self, tree: t.Deal) -> str:
        speaker = self.speaker
        speaker.use("deal")
        number, source, to = (speaker.value(each).text for each in (tree.number, tree.source, tree.to))
        if not speaker.facts.exact and speaker.value(tree.source).person == "many" and source.startswith("the "):
            return f"deal {number} of {source}, at random, to {to}"
        return f"deal {number} at random from {source} to {to}"

    def _announce(self, tree: t.Announce) -> str:
        speaker = self.speaker
        to = "" if tree.to is None else f" to {piece_effects.told_players(speaker, tree.to)}, and to nobody else"
        if speaker.sort(tree.what) == "condition":
            return f"announce{to}{',' if to else ''} whether {speaker.says(tree.what)}"
        return f"announce {'whose turn it is' if t.is_name(tree.what, 'mover') else speaker.value(tree.what).text}{to}"

    def _let(self, tree: t.LetBe) -> str:
        name, speaker = quoted_name(tree.name), self.speaker
        if text := speaker.facts.said(tree.name):
            its, sort = t.Name(tree.name, span=tree.span), speaker.sort(tree.value)
            knows = speaker.knowing(tree.name, sort, text=text)
            if sort == "condition":
                return f"note whether {knows.says(its)}: it is so if now {speaker.says(tree.value)}"
            return f"let {knows.value(its).text} be {speaker.value(tree.value).text}"
        if speaker.sort(tree.value) == "condition":
            return f"say that {name} holds if now {speaker.says(tree.value)}"
        return f"let {name} be {speaker.value(tree.value).text}"

    def _result(self, tree: t.Result) -> str:
        if tree.verb == "draw":
            ends = "as a draw" if self.speaker.facts.undecided == "a draw" else "and is lost"
            return f"the game ends at once {ends}{self._undone()}"
        who = self.speaker.value(tree.player) if tree.player is not None else self.speaker.mover
        return f"{who.text} {conjugated(tree.verb, who.person, True)} at once, and the game is over{self._undone()}"

    def _undone(self) -> str:
        rest = "what is left of the move is not done" if self.speaker.moving else "nothing more is done"
        return "" if self.last else f"; {rest}"

    def _again(self, tree: t.AgainTurn) -> str:
        mover = self.speaker.mover
        if not self.speaker.facts.exact and self.speaker.leaving:
            return f"it is {mover.possessive} turn again"
        another = "another turn" if self.speaker.leaving else "the next turn too"
        return f"{mover.text} {conjugated('have', mover.person, True)} {another}"

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


FEW = 6
"""The most values of a game's own that a draw lists one by one."""

_ORDERS = {
    "reversed": "in the opposite order",
    "sorted": "from the least up",
    "descending": "from the greatest down",
    "distinct": "each only once",
}
"""The words that put a list in another order, as the end of \"for every .."."""


def _put_on_each(tree: t.ForEach) -> t.Put | None:
    """`put P on c for c in S` as `put P on S`, where nothing else hangs on the cell."""
    binder, body = tree.binder, tree.body
    if isinstance(body, t.Put) and t.is_name(body.on, binder.name) and folds.count_mentions(body, binder.name) == 1:
        members = t.Gen(body.on, (binder,), True, span=binder.span) if binder.test is not None else binder.source
        return replace(body, on=members)
    return None


def _one_of(speaker: Speaker, tree: t.Expr) -> str:
    """`0 or 1`, of two numbers; else what one of the members is."""
    match tree:
        case t.Binary(op="..", left=t.Number(value=low) as one, right=t.Number(value=high) as other) if high - low == 1:
            return f"{speaker.value(one).text} or {speaker.value(other).text}"
    return speaker.members(tree).some()


def _negated(tree: t.Expr) -> t.Expr | None:
    """The number `n` of `-n`."""
    match tree:
        case t.Unary(op="-", of=of):
            return of
        case t.Number(value=value) if value < 0:
            return t.Number(-value, span=tree.span)
    return None


def _weighted(speaker: Speaker, source: t.Expr) -> str:
    """`1 (2 chances in 3) or 2 (1 chance in 3)`; "" for all but a list of fixed values, some of them repeated."""
    if not isinstance(source, t.ListOf) or not all(_is_fixed(speaker, item) for item in source.items):
        return ""
    often = Counter(speaker.value(item).text for item in source.items)
    if len(set(often.values())) == 1:
        return listed(often, "or")
    return listed((f"{item} ({n} {'chance' if n == 1 else 'chances'} in {often.total()})" for item, n in often.items()), "or")


def _is_fixed(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether a value is a number or a name that stands for itself."""
    world = speaker.facts.checked.world
    own = {name for names in world.own_values.values() for name in names}
    fixed = own | set(speaker.facts.checked.players) | set(speaker.facts.checked.kinds)
    return isinstance(tree, t.Number) or (isinstance(tree, t.Name) and tree.name in fixed - speaker.locals.keys())


def _conjuncts(tree: t.Expr) -> tuple[t.Expr, ...]:
    return tree.parts if isinstance(tree, t.And) else (tree,)


def _is_empty(tree: t.Expr) -> bool:
    return isinstance(tree, t.ListOf) and not tree.items


def _lower(text: str) -> str:
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


_SAID: dict[type, Callable[[EffectText, Any], str]] = {
    t.Put: piece_effects.tell_put, t.Take: piece_effects.tell_take, t.Move: piece_effects.tell_move,
    t.Exchange: piece_effects.tell_exchange, t.Flip: piece_effects.tell_flip, t.Reveal: piece_effects.tell_reveal,
    t.Change: EffectText._change, t.Add: EffectText._add, t.Roll: EffectText._roll, t.Deal: EffectText._deal,
    t.Announce: EffectText._announce, t.LetBe: EffectText._let, t.Result: EffectText._result, t.AgainTurn: EffectText._again,
    t.PhaseTo: EffectText._phase, t.Routine: EffectText._routine,
    t.Block: EffectText._several, t.ForEach: EffectText._several, t.IfThen: EffectText._several, t.Repeat: EffectText._several,
}  # fmt: skip
"""The method that tells each form of effect."""
