"""Phrases that say a tree better than its parts do: what the readable telling asks first.

Each idiom is a pure function of a speaker and a tree, and gives a phrase or nothing; then the tree is told by its parts, as in
the exact telling. So an idiom may be narrow. None knows a game: it sees words of the language and names that it hands on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ggl.narration import filling, rays
from ggl.narration.facts import element, is_many
from ggl.narration.nouns import Many, Noun, a, conjugated, number, plural, shown, side
from ggl.narration.plainer import MOST_INLINED, mentions, walk
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

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
    if (
        not isinstance(tree, t.With)
        or (isinstance(tree.of, t.Dot) and tree.of.name == "levels" and speaker.facts.counts(speaker.sort(tree.of.of)))
        or speaker.facts.counts(element(speaker.sort(tree.of)))
    ):
        return None
    whole = isinstance(tree.of, t.Name) and tree.of.name == "cells" and "cells" not in speaker.locals
    phrase = speaker.phrase(tree.phrase)
    if phrase.tail("", True):
        return None
    owner = phrase.owner
    if owner is None and tree.phrase.adjective == "enemy":
        owner, phrase = speaker.opponent, speaker.phrase(replace(tree.phrase, adjective=""))
    if owner is None and tree.phrase.adjective in speaker.facts.checked.players:
        owner, phrase = side(tree.phrase.adjective), speaker.phrase(replace(tree.phrase, adjective=""))
    return Pieces(owner, replace(phrase, owner=None), None if whole else tree.of)


def _where(speaker: Speaker, found: Pieces, many: bool = False) -> str:
    """Where they are, said of one or of several of them."""
    if found.where is None:
        return "on the board"
    if many and isinstance(found.where, t.Binary) and found.where.op == "+" and not isinstance(found.where.right, t.IfElse):
        return f"on {speaker.value(found.where.left).text}, and on {speaker.value(found.where.right).text}"
    if many and (speaker.is_by_members(found.where) or isinstance(found.where, t.Binary)):
        return f"on {speaker.value(found.where).text}"
    if speaker.is_by_members(found.where) or isinstance(found.where, t.SetOf):
        place = speaker.place(found.where)
        return f"on {place}" if not place.startswith("in ") else place
    return f"in {speaker.value(found.where).text}"


# -------------------------------------------------------------------------------------------------------- conditions


def _no_side_moves(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`stuck(A) and stuck(B)`, of all players, perhaps beside other conditions"""
    if not isinstance(tree, t.And) or not holds:
        return None
    players = speaker.facts.checked.players
    asked = {p: p.args[0].name for p in tree.parts
             if isinstance(p, t.Call) and p.name == "stuck" and p.args and isinstance(p.args[0], t.Name)}  # fmt: skip
    if len(players) < 2 or sorted(asked.values()) != sorted(players):
        return None
    speaker.use("stuck(p)")
    said = f"{'neither' if len(players) == 2 else 'no'} side has a legal move"
    rest = tuple(part for part in tree.parts if part not in asked)
    if not rest:
        return said
    others = speaker.says(rest[0] if len(rest) == 1 else replace(tree, parts=rest))
    return f"{others}, and {said}" if len(rest) > 1 else f"{others} and {said}"


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
        speaker.facts.explain("turns")
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
            if along:
                speaker.facts.explain("joined")
                return f"{what} {'are' if holds else 'are not'} all joined{along}"
            speaker.use(call.name)
            return f"{what} {'form' if holds else 'do not form'} one connected part"
    return None


def _counted_by(speaker: Speaker, tree: t.Expr) -> t.Expr:
    """A call of a definition that only counts, as the count."""
    facts = speaker.facts
    if not isinstance(tree, t.Call) or tree.name not in facts.definitions or tree.named or facts.said(tree.name):
        return tree
    one = facts.definitions[tree.name]
    if not isinstance(one.body, t.Call) or one.body.name != "count" or len(one.params) != len(tree.args):
        return tree
    if len(list(walk(one.body))) > MOST_INLINED:
        return tree
    return facts.folding.tree(one.body, dict(zip(one.params, tree.args, strict=True)))


def _more_of(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """Counts compared: "there are more cells .. than edges ..", "you have more men on the board than your opponent"."""
    match tree:
        case t.Chain(first=t.Call(name=name) as one, rest=((op, t.Call(name=other) as two),)) if name == other != "count":
            left, right = _counted_by(speaker, one), _counted_by(speaker, two)
            if left is not one and right is not two:
                return _more_of(speaker, t.Chain(left, ((op, right),), span=tree.span), holds)
        case t.Chain(first=t.Call(name="count", args=(one,)), rest=((op, t.Call(name="count", args=(two,))),)) if op in _COMPARED:
            more, than = _COMPARED[op if holds else _OPPOSITE[op]]
            ours, theirs = pieces(speaker, one), pieces(speaker, two)
            if ours and theirs and ours.owner and theirs.owner and _are_alike(ours, theirs):
                have, where = conjugated("have", ours.owner.person, True), _where(speaker, ours, True)
                return f"{ours.owner.text} {have} {more} {ours.kind.several} {where} {than} {theirs.owner.text}"
            several, others = speaker.members(one), speaker.members(two)
            if several.owner and others.owner and several.several == others.several:
                named, rest = (replace(each, owner=None).named(several=True) for each in (several, others))
                if named == rest:
                    have = conjugated("have", several.owner.person, True)
                    return f"{several.owner.text} {have} {more} {named} {than} {others.owner.text}"
            return f"there are {more} {several.counted()} {than} {others.counted()}"
    return None


def _are_alike(one: Pieces, two: Pieces) -> bool:
    return one.kind.several == two.kind.several and one.where == two.where


def _all_around(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`count(neighbors(c) with P) == 6`, where no cell has more neighbours."""
    match tree:
        case t.Chain(
            first=t.Call(name="count" | "size", args=(t.With(of=t.Call(name="neighbors", args=(c,)), phrase=phrase),)),
            rest=((("==" | ">="), t.Number(value=n)),),
        ):
            board = speaker.facts.checked.board
            if n != max(map(len, board.adjacency)) or speaker.sort(c) != "cell" or n < 2:
                return None
            speaker.use("neighbors")
            what = speaker.phrase(phrase).some()
            have = f"all {number(n)} {speaker.facts.cell}s next to {speaker.value(c).text} have"
            return f"{have} {what}" if holds else f"not {have} {what}"
    return None


def _one_of_each(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`owners(e.cells) == {A, B}`, of the two cells beside an edge"""
    match tree:
        case t.Chain(
            first=t.Call(name="owners", args=(t.Dot(of=e, name="cells"),)),
            rest=((("==" | "!=") as op, t.SetOf(items=(one, two))),),
        ) if speaker.sort(e) == "edge":
            site = speaker.value(e).text
            first, second = speaker.value(one), speaker.value(two)
            so = f"a piece of {first.after_of} stands on one side of {site} and one of {second.after_of} on the other"
            return so if holds == (op == "==") else f"it is not so that {so}"
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
        case t.Call(name="any", args=(t.With(of=t.Dot(of=site, name="levels"), phrase=phrase),)) if speaker.facts.counts(
            speaker.sort(site)
        ):
            speaker.use("piles")
            found_there = speaker.phrase(phrase)
            return f"there is {found_there.some() if holds else found_there.no()} in the pile on {speaker.value(site).text}"
        case t.Call(name="any", args=(t.Binary(op="-", left=t.With(of=t.Name(name="cells"), phrase=phrase), right=region),)):
            if "cells" in speaker.locals or isinstance(region, t.With | t.SetOf | t.Binary):
                return None
            those = speaker.phrase(phrase)
            return f"there is {those.some() if holds else those.no()} outside {speaker.value(region).text}"
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
    if speaker.is_by_members(left) or mentions(left, name):
        return None
    group = speaker.value(left)
    return f"{group.text} {conjugated('include', group.person, holds)} a {speaker.facts.cell} of {which}{but}"


Condition = Callable[["Speaker", t.Expr, bool], "str | None"]
CONDITIONS: tuple[Condition, ...] = (
    _no_side_moves, _even_or_odd, _times, _connected, _more_of, _all_around, _one_of_each, _so_many_pieces, _any_piece, _in_line,
    _shares, _shares_with_each,
)  # fmt: skip


def says(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    return next((text for idiom in CONDITIONS if (text := idiom(speaker, tree, holds)) is not None), None)


# ------------------------------------------------------------------------------------------------------------ values


def value(speaker: Speaker, tree: t.Expr) -> Noun | None:
    if (line := rays.value(speaker, tree)) is not None:
        return line
    match tree:
        case t.Call(name="count", args=(of,)):
            found = pieces(speaker, of)
            if found is not None:
                several = found.several()
                if found.owner is None and isinstance(of, t.With):
                    several = speaker.of_either(found.kind, of.phrase, "both").named(several=True)
                return Noun(f"the number of {several} {_where(speaker, found, True)}")
        case t.Call(name="the", args=(of,)):
            found = pieces(speaker, of)
            if found is not None and found.where is None and found.owner is not None:
                return Noun(f"the cell of {found.owner.possessive} only {found.kind.one}".replace("cell", speaker.facts.cell, 1))
        case t.Call(name="spread", args=(_, _) | (_, t.Name(name="cells"), _)) if "spread" not in speaker.facts.definitions:
            return Noun(members(speaker, tree).all(), "many")  # type: ignore[union-attr]
        case t.Call(name="before" | "after" as word, args=(ring, x, *n)):
            speaker.use(word)
            by = n[0] if n else t.Number(Fraction(1), span=tree.span)
            place = filling.fill(speaker, f"{{n:on}} {word} {{x}} on the ring of {{L}}", {"L": ring, "x": x, "n": by})
            return Noun(f"the {speaker.thing(ring)} {place}")
        case t.Call(name="sum", args=(t.Gen(body=t.Dot(of=t.Name(name=x), name="count"), binders=(binder,)),)) if (
            x == binder.name and speaker.facts.counts(element(speaker.sort(binder.source)))
        ):
            many = plural(speaker.facts.stacked(element(speaker.sort(binder.source))))
            return Noun(f"the number of {many} on {speaker.picked(binder).all()}")
        case t.Binary(op="*", left=t.Number(value=by), right=of) | t.Binary(op="*", left=of, right=t.Number(value=by)) if by == 2:
            if not isinstance(of, t.Binary | t.IfElse):
                return Noun(f"twice {speaker.value(of).text}")
        case t.Binary(op="/", left=of, right=t.Number(value=by)) if by == 2 and not isinstance(of, t.Binary | t.IfElse):
            return Noun(f"half of {speaker.value(of).text}")
    return None


# ----------------------------------------------------------------------------------------------------------- members


def _steps(speaker: Speaker, binder: t.Binder, c: t.Expr, d: t.Expr, n: t.Expr | None) -> Many:
    """`step(c, d, n) for d in D`: one cell for each of something."""
    inner = speaker.knowing(binder.name, element(speaker.sort(binder.source)))
    args = {"c": c, "d": d, **({"n": n} if n is not None else {})}
    each = speaker.picked(binder)
    letter = each.letter or binder.name
    cell = speaker.facts.cell
    speaker.use("step(c, d)")
    if n is not None and t.is_name(d, binder.name) and not isinstance(n, t.Name | t.Number):
        amount, start = inner.value(n).text, speaker.value(c).text
        tail = f" as many steps from {start}, in {{}} {each.named(letter)}, as {amount}"
        return Many(cell, f"{cell}s", lambda _, many: tail.format("every" if many else "some"))
    tail = filling.fill(inner, "{n:steps} from {c} {d:towards}" if n is not None else "next to {c} {d:towards}", args)
    return Many(cell, f"{cell}s", lambda _, many: f" {tail}, for {'every' if many else 'some'} {each.named(letter)}")


def _one_layer(speaker: Speaker) -> bool:
    """Whether a cell holds one piece only."""
    pieces = speaker.facts.checked.definition.pieces.values()
    return len({piece.layer for piece in pieces if piece.sites == "cells"}) == 1 and not speaker.facts.counts("cell")


def _one_by_one(speaker: Speaker, binder: t.Binder) -> str:
    """`i from 0 to 5`, of a range of numbers; else every member."""
    match binder.source:
        case t.Binary(op="..", left=left, right=right) if binder.test is None:
            return f"{shown(binder.name)} from {speaker.value(left).text} to {speaker.value(right).text}"
    many = speaker.picked(binder)
    return many.each(many.letter or binder.name)


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
    facts = speaker.facts
    if (line := rays.members(speaker, tree)) is not None:
        return line
    match tree:
        case t.Gen(body=t.Call(name="step", args=(c, d, *n)), binders=(binder,)) if mentions(tree.body, binder.name):
            return _steps(speaker, binder, c, d, n[0] if n else None)
        case t.Gen(body=t.Call(name="sight", args=(c, d)), binders=(binder,)) if t.is_name(d, binder.name):
            each, start, cell = speaker.picked(binder), speaker.value(c).text, speaker.facts.cell
            tail = f" seen from {start}, one in each {each.named(each.letter)}"
            return Many(f"first occupied {cell}", f"first occupied {cell}s", lambda _, many: tail)
        case t.Gen(body=t.Call(name="before" | "after" as word, args=(ring, x, *n)), binders=(binder,)) if binder.test is None:
            inner = speaker.knowing(binder.name, element(speaker.sort(binder.source)))
            by = n[0] if n else t.Number(Fraction(1), span=tree.span)
            tail = filling.fill(inner, f" {{n:on}} {word} {{x}} on the ring of {{L}}",
                                {"L": ring, "x": x, "n": by})  # fmt: skip
            speaker.use(word)
            thing = speaker.thing(ring)
            return Many(thing, plural(thing), lambda _, many: f"{tail}, for {_one_by_one(speaker, binder)}")
        case t.Binary(op="-", left=t.Name() as whole, right=t.With(of=of, phrase=phrase)) if whole == of:
            one, several = speaker.phrase(phrase).some(), speaker.phrase(phrase).counted()
            return speaker.members(whole).and_then(lambda _, many: f" without {several if many else one}")
        case t.Binary(op="-", left=left, right=t.Call(name="spread", args=(start, within))) if "spread" not in facts.definitions:
            said = filling.fill(speaker, " that cannot be reached within {t} from {s}", {"s": start, "t": within})
            speaker.use("spread")
            return speaker.members(left).and_then(lambda *_: said)
        case t.Call(name="spread", args=(start, within)) if "spread" not in facts.definitions:
            said = filling.fill(speaker, " that can be reached within {t} from {s}", {"s": start, "t": within})
            speaker.use("spread")
            return Many(facts.cell, f"{facts.cell}s", lambda *_: said)
        case t.Call(name="spread", args=(start, t.Name(name="cells"), ways)) if "spread" not in facts.definitions:
            said = filling.fill(speaker, " that can be reached from {s} {ways:along}", {"s": start, "ways": ways})
            cell = facts.cell
            return Many(cell, f"{cell}s", lambda *_: said)
        case t.Binary(op="-", left=t.With() as left, right=t.With(of=t.Name(name="cells"), phrase=phrase)) if _one_layer(speaker):
            other = speaker.phrase(phrase).counted()
            return speaker.members(left).and_then(lambda _, many: f" other than {other}")
        case t.Binary(op="-", left=left, right=t.With(of=t.Name(name="cells"), phrase=phrase)) if not isinstance(left, t.With):
            one, several = speaker.phrase(phrase).some(), speaker.phrase(phrase).counted()
            return speaker.members(left).and_then(lambda _, many: f" without {several if many else one}")
        case (
            t.Binary(op="&", left=left, right=t.Name(name="vacant" | "taken_cells" as word))
            | t.Binary(op="&", left=t.Name(name="vacant" | "taken_cells" as word), right=left)
        ):
            many, adjective = speaker.members(left), "empty" if word == "vacant" else "occupied"
            if many.one.startswith(speaker.facts.cell):
                return replace(many, one=f"{adjective} {many.one}", several=f"{adjective} {many.several}")
    return None
