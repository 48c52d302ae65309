"""Phrases that say a tree better than its parts do: what the readable telling asks first.

Each idiom is a pure function of a speaker and a tree, and gives a phrase or nothing; then the tree is told by its parts, as in
the exact telling. So an idiom may be narrow. None knows a game: it sees words of the language and names that it hands on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ggl.narration import filling, folds
from ggl.narration.facts import element, is_many
from ggl.narration.nouns import Many, Noun, a, conjugated, number
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speech import Speaker

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_COMPARED = {">": ("more", "than"), "<": ("fewer", "than"), ">=": ("at least as many", "as"), "<=": ("at most as many", "as"),
             "==": ("as many", "as"), "!=": ("not as many", "as")}  # fmt: skip
_TIMES = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
_AMOUNT = {"==": "exactly ", "<": "fewer than ", "<=": "at most ", ">": "more than ", ">=": "at least ", "!=": "not exactly "}
_OF_SIZE = {"==": "of size {}", ">": "of more than {} cells", ">=": "of at least {} cells", "<": "of fewer than {} cells",
            "<=": "of at most {} cells"}  # fmt: skip


# ------------------------------------------------------------------------------------------------------------ pieces


@dataclass(frozen=True)
class Pieces:
    """Pieces spoken of as such, and not as the cells on which they are: "your men", in a region "the men there"."""

    owner: Noun | None
    kind: Many
    where: t.Expr | None
    """The set in which they are; None for the whole board."""

    def several(self) -> str:
        return f"{self.owner.possessive} {self.kind.several}" if self.owner else self.kind.named(several=True)


def pieces(speaker: Speaker, tree: t.Expr) -> Pieces | None:
    """`cells with own man` as the men; None where a cell may hold several, or where cells are what matters."""
    if not isinstance(tree, t.With) or speaker.facts.counts(element(speaker.sort(tree.of))):
        return None
    whole = isinstance(tree.of, t.Name) and tree.of.name == "cells" and "cells" not in speaker.locals
    phrase = speaker.phrase(tree.phrase)
    if phrase.tail("", True):
        return None
    owner = phrase.owner
    if owner is None and tree.phrase.adjective == "enemy":
        owner, phrase = speaker.opponent, speaker.phrase(replace(tree.phrase, adjective=""))
    return Pieces(owner, replace(phrase, owner=None), None if whole else tree.of)


def _where(speaker: Speaker, found: Pieces, many: bool = False) -> str:
    """Where they are, said of one or of several of them."""
    if found.where is None:
        return "on the board"
    if many and speaker.is_by_members(found.where):
        return f"on {speaker.members(found.where).all()}"
    if speaker.is_by_members(found.where) or isinstance(found.where, t.SetOf):
        place = speaker.place(found.where)
        return f"on {place}" if not place.startswith("in ") else place
    return f"in {speaker.value(found.where).text}"


# -------------------------------------------------------------------------------------------------------- conditions


def _no_side_moves(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`stuck(A) and stuck(B)`, of all players"""
    if not isinstance(tree, t.And) or not holds:
        return None
    players = speaker.facts.checked.players
    named = [p.args[0].name for p in tree.parts if isinstance(p, t.Call) and p.name == "stuck" and isinstance(p.args[0], t.Name)]
    if len(players) < 2 or len(named) != len(tree.parts) or sorted(named) != sorted(players):
        return None
    speaker.use("stuck(p)")
    return f"{'neither' if len(players) == 2 else 'no'} side has a legal move"


def _even_or_odd(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    match tree:
        case t.Chain(
            first=t.Binary(op="%", left=left, right=t.Number(value=by)), rest=((("==" | "!=") as op, t.Number(value=rest)),)
        ):
            so = holds == (op == "==")
            if by == 2 and rest in (0, 1):
                return f"{speaker.value(left).text} is {'even' if (rest == 0) == so else 'odd'}"
            if rest == 0:
                return f"{speaker.value(left).text} {'can' if so else 'cannot'} be divided by {number(by)}"
    return None


def _times(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`repetitions >= 2`: it has been so before."""
    match tree:
        case t.Chain(first=t.Name(name="repetitions" | "board_repetitions" as name), rest=((op, t.Number(value=value)),)):
            if (op, int(value)) in ((">=", 2), (">", 1), ("!=", 1)) and not speaker.leaving:
                speaker.use(name)
                return f"{_SAME[name]} has {'occurred before' if holds else 'not occurred before'}"
    return None


_SAME = {"repetitions": "the same position", "board_repetitions": "the same arrangement of pieces"}


def deciding(speaker: Speaker, tree: t.Expr) -> str | None:
    """What a count comes to, said where the game ends the first time that it comes to it."""
    match tree:
        case t.Chain(first=t.Name(name=name), rest=((("==" | ">=") as op, t.Number(value=n)),)) if name not in speaker.locals:
            pass
        case t.Chain(first=t.Name(name=name), rest=((">", t.Number(value=below)),)) if name not in speaker.locals:
            op, n = ">=", below + 1
        case _:
            return None
    if name in _SAME and op == ">=" and n in _TIMES and not speaker.leaving:
        speaker.use(name)
        return f"{_SAME[name]} occurs for the {_TIMES[int(n)]} time"
    if name == "ply" and n > 1:
        return f"{number(n)} turns have been played"
    if name == "passes" and n >= 2:
        several = "both sides" if len(speaker.facts.checked.players) == 2 else "all sides"
        if n == len(speaker.facts.checked.players):
            return f"{several} have passed, one after the other"
        return f"there have been {number(n)} passes in a row"
    return None


def _connected(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`size(components(S)) == 1`"""
    match tree:
        case t.Chain(
            first=t.Call(name="size" | "count", args=(t.Call(name="components", args=args) as call,)), rest=(("==", one),)
        ):
            if not isinstance(one, t.Number) or one.value != 1:
                return None
            found = pieces(speaker, args[0])
            what = found.several() if found is not None and found.where is None else speaker.members(args[0]).all()
            along = f" {filling.fill(speaker, '{ways:along}', {'ways': args[1]})}" if len(args) > 1 else ""
            speaker.use(call.name)
            return f"{what} {'form' if holds else 'do not form'} one connected part{', joined' if along else ''}{along}"
    return None


def _more_of(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """Counts compared: "there are more cells .. than edges ..", "you have more men on the board than your opponent"."""
    match tree:
        case t.Chain(first=t.Call(name="count", args=(one,)), rest=((op, t.Call(name="count", args=(two,))),)) if op in _COMPARED:
            more, than = _COMPARED[op if holds else _OPPOSITE[op]]
            left, right = pieces(speaker, one), pieces(speaker, two)
            if (
                left
                and right
                and left.owner
                and right.owner
                and left.kind.several == right.kind.several
                and left.where == right.where
            ):
                have = conjugated("have", left.owner.person, True)
                return (
                    f"{left.owner.text} {have} {more} {left.kind.several} {_where(speaker, left, True)} {than} {right.owner.text}"
                )
            return f"there are {more} {speaker.members(one).counted()} {than} {speaker.members(two).counted()}"
    return None


def _so_many_pieces(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    match tree:
        case t.Chain(first=t.Call(name="count", args=(of,)), rest=((op, right),)) if op in _AMOUNT:
            found = pieces(speaker, of)
            amount = speaker.value(right)
            if found is None or found.owner is None or " " in amount.text:
                return None
            op = op if holds else _OPPOSITE[op]
            kind = found.kind.one if amount.text == "1" else found.kind.several
            have = conjugated("have", found.owner.person, True)
            return f"{found.owner.text} {have} {_AMOUNT[op]}{amount.text} {kind} {_where(speaker, found, amount.text != '1')}"
    return None


def _any_piece(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    match tree:
        case t.Call(name="any", args=(of,)):
            found = pieces(speaker, of)
            if found is None or found.owner is None:
                return None
            have = conjugated("have", found.owner.person, True)
            some = a(found.kind.one) if holds else f"no {found.kind.one}"
            return f"{found.owner.text} {have} {some} {_where(speaker, found)}"
    return None


def _in_line(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    match tree:
        case t.Call(name="lined", args=(of, n)):
            found = pieces(speaker, of)
            if found is None or found.where is not None:
                return None
            speaker.use("lined")
            many, are = speaker.value(n).text, "are side by side in a straight line"
            return f"{many if holds else f'no {many}'} of {found.several()} {are}"
        case t.Call(name="connected", args=(of, one, two)):
            found = pieces(speaker, of)
            if found is None or found.where is not None:
                return None
            speaker.use("connected")
            verb = conjugated("connect", "many", holds)
            return f"{found.several()} {verb} {speaker.value(one).text} with {speaker.value(two).text}"
    return None


def _shares(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`count(g & S) >= 2`: a group contains at least 2 of them."""
    match tree:
        case t.Chain(first=t.Call(name="count", args=(t.Binary(op="&", left=left, right=right),)), rest=((op, n),)) if (
            op in _AMOUNT
        ):
            amount = speaker.value(n).text
            if speaker.is_by_members(left) or not speaker.is_by_members(right) or " " in amount:
                return None
            group = speaker.value(left)
            many = speaker.members(right)
            what = many.named() if amount == "1" else many.counted()
            contain = conjugated("contain", group.person, True)
            return f"{group.text} {contain} {_AMOUNT[op if holds else _OPPOSITE[op]]}{amount} {what}"
    return None


def _shares_with_each(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`all(any(g & s) for s in sides)`, `count(s in sides if any(g & s - corners)) >= 3`: what a set shares a cell with."""
    match tree:
        case t.Call(name="all", args=(t.Gen(body=t.Call(name="any", args=(shared,)), binders=(binder,)),)):
            if binder.test is not None:
                return None
            some = speaker.members(binder.source)
            which = f"every {some.named()}"
        case t.Chain(first=t.Call(name="count", args=(t.Gen(body=body, binders=(binder,)),)), rest=((op, n),)):
            if not t.is_name(body, binder.name) or op not in _AMOUNT:
                return None
            match binder.test:
                case t.Call(name="any", args=(shared,)):
                    some, amount = speaker.members(binder.source), speaker.value(n).text
                case _:
                    return None
            which = f"{_AMOUNT[op if holds else _OPPOSITE[op]]}{amount} {some.named() if amount == '1' else some.counted()}"
            holds = True
        case _:
            return None
    return _shared(speaker, shared, binder.name, which, holds)


def _shared(speaker: Speaker, shared: t.Expr, name: str, which: str, holds: bool) -> str | None:
    """`g & s`, of which `which` tells the s."""
    match shared:
        case t.Binary(op="&", left=left, right=t.Name(name=of)) if of == name:
            but = ""
        case t.Binary(op="&", left=left, right=t.Binary(op="-", left=t.Name(name=of), right=out)) if of == name:
            but = f", {speaker.members(out).all()} not counted"
        case _:
            return None
    if speaker.is_by_members(left) or folds.mentions(left, name):
        return None
    group = speaker.value(left)
    return f"{group.text} {conjugated('share', group.person, holds)} a {speaker.facts.cell} with {which}{but}"


Condition = Callable[["Speaker", t.Expr, bool], "str | None"]
CONDITIONS: tuple[Condition, ...] = (
    _no_side_moves, _even_or_odd, _times, _connected, _more_of, _so_many_pieces, _any_piece, _in_line, _shares,
    _shares_with_each,
)  # fmt: skip


def says(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    return next((text for idiom in CONDITIONS if (text := idiom(speaker, tree, holds)) is not None), None)


# ------------------------------------------------------------------------------------------------------------ values


def value(speaker: Speaker, tree: t.Expr) -> Noun | None:
    match tree:
        case t.Call(name="count", args=(of,)):
            found = pieces(speaker, of)
            if found is not None and found.where is None:
                return Noun(f"the number of {found.several()} on the board")
        case t.Call(name="the", args=(of,)):
            found = pieces(speaker, of)
            if found is not None and found.where is None and found.owner is not None:
                return Noun(f"the cell of {found.owner.possessive} only {found.kind.one}".replace("cell", speaker.facts.cell, 1))
        case t.Binary(op="*", left=t.Number(value=by), right=of) | t.Binary(op="*", left=of, right=t.Number(value=by)) if by == 2:
            if not isinstance(of, t.Binary | t.IfElse):
                return Noun(f"twice {speaker.value(of).text}")
        case t.Binary(op="/", left=of, right=t.Number(value=by)) if by == 2 and not isinstance(of, t.Binary | t.IfElse):
            return Noun(f"half of {speaker.value(of).text}")
    return None


# ----------------------------------------------------------------------------------------------------------- members


def picked(speaker: Speaker, binder: t.Binder, source: Many) -> Many | None:
    """Members with a condition that is better said as an adjective, or by the size."""
    cell, thing = speaker.facts.cell, speaker.called(element(speaker.sort(binder.source)))
    match binder.test:
        case t.Call(name="empty" | "occupied" as word, args=(of,)) if t.is_name(of, binder.name) and source.one.startswith(thing):
            return replace(source, one=f"{word} {source.one}", several=f"{word} {source.several}")
        case t.Chain(first=t.Call(name="size", args=(of,)), rest=((op, n),)) if t.is_name(of, binder.name) and op in _OF_SIZE:
            if not is_many(element(speaker.sort(binder.source))) or " " in speaker.value(n).text:
                return None
            said = _OF_SIZE[op].format(speaker.value(n).text).replace("cells", f"{cell}s")
            return source.and_then(lambda _, many: f" {said.replace('1 cells', '1 cell')}")
    return None


def members(speaker: Speaker, tree: t.Expr) -> Many | None:
    """`S & vacant` is the empty cells of S, `S - cells with P` those without such a piece; steps, one for each of something."""
    match tree:
        case t.Gen(body=t.Call(name="step", args=(c, d, *n)), binders=(binder,)) if folds.mentions(tree.body, binder.name):
            sort = element(speaker.sort(binder.source))
            inner = speaker.knowing(binder.name, sort)
            args = {"c": c, "d": d, **({"n": n[0]} if n else {})}
            tail = filling.fill(inner, "{n:steps} from {c} {d:towards}" if n else "next to {c} {d:towards}", args)
            speaker.use("step(c, d)")
            each = folds.picked(speaker, binder)
            letter = each.letter or binder.name
            cell = speaker.facts.cell
            return Many(cell, f"{cell}s", lambda _, many: f" {tail}, for {'every' if many else 'some'} {each.named(letter)}")
        case t.Binary(op="-", left=left, right=t.With(of=t.Name(name="cells"), phrase=phrase)) if not isinstance(left, t.With):
            one, several = speaker.phrase(phrase).some(), speaker.phrase(phrase).counted()
            return speaker.members(left).and_then(lambda _, many: f" without {several if many else one}")
        case t.Binary(op="&", left=left, right=t.Name(name="vacant")) | t.Binary(op="&", left=t.Name(name="vacant"), right=left):
            many = speaker.members(left)
            if many.one.startswith(speaker.facts.cell):
                return replace(many, one=f"empty {many.one}", several=f"empty {many.several}")
    return None
