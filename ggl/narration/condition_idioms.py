"""Conditions that read better as a phrase than by their parts, such as "neither side has a legal move".

Each idiom is a pure function of a speaker, a tree and whether it holds, and gives a clause or nothing. Values and sets are in
`idioms.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ggl.narration import filling
from ggl.narration.idioms import Pieces, pieces_idiom, place_of_pieces
from ggl.narration.nouns import a_or_an, conjugated, in_words, number_text
from ggl.narration.plainer import MOST_INLINED, count_mentions
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_COMPARED = {">": ("more", "than"), "<": ("fewer", "than"), ">=": ("at least as many", "as"), "<=": ("at most as many", "as"),
             "==": ("as many", "as"), "!=": ("not as many", "as")}  # fmt: skip
_TIMES = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
_AMOUNT = {"==": "exactly ", "<": "fewer than ", "<=": "at most ", ">": "more than ", ">=": "at least ", "!=": "not exactly "}

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
    said = f"{'neither side' if len(players) == 2 else 'no side'} can move"
    rest = tuple(part for part in tree.parts if part not in asked)
    if not rest:
        return said
    others = speaker.says(rest[0] if len(rest) == 1 else replace(tree, parts=rest))
    return f"{others}, and {said}" if len(rest) > 1 else f"{others} and {said}"


def _cannot_move(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`stuck`, `stuck(p)`"""
    match tree:
        case t.Name(name="stuck") if "stuck" not in speaker.locals:
            who = speaker.mover
        case t.Call(name="stuck", args=(player,)):
            speaker.use("stuck(p)")
            who = speaker.value(player)
        case _:
            return None
    return f"{who.text} {conjugated('can', who.person, not holds)} move"


def _is_full(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`full`"""
    if t.is_name(tree, "full") and "full" not in speaker.locals and "full" not in speaker.facts.definitions:
        return f"the board is {'full' if holds else 'not full'}"
    return None


def _even_or_odd(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    match tree:
        case t.Chain(
            first=t.Binary(op="%", left=left, right=t.Number(value=by)), rest=((("==" | "!=") as op, t.Number(value=rest)),)
        ):
            so = holds == (op == "==")
            if by == 2 and rest in (0, 1):
                return f"{speaker.value(left).text} is {'even' if (rest == 0) == so else 'odd'}"
            if rest == 0:
                return f"{speaker.value(left).text} {'can' if so else 'cannot'} be divided by {number_text(by)}"
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
    """The value of a count, for a game that ends when the count first reaches it."""
    match tree:
        case t.Chain(first=t.Name(name=name), rest=((("==" | ">=") as op, t.Number(value=n)),)) if name not in speaker.locals:
            pass
        case t.Chain(first=t.Name(name=name), rest=((">", t.Number(value=below)),)) if name not in speaker.locals:
            op, n = ">=", below + 1
        case _:
            return None
    if name in _SAME and op == ">=" and n in _TIMES and not speaker.leaving:
        speaker.use(name)
        definition = speaker.facts.checked.definition
        in_turn = name == "repetitions" and not definition.turn.at_once and len(definition.players) > 1
        same = " with the same player to move" if in_turn else ""
        return f"{_SAME[name]} comes up for the {_TIMES[int(n)]} time{same}"
    if name == "ply" and n >= 1:
        definition = speaker.facts.checked.definition
        together = definition.turn.together is not None
        speaker.facts.explain(*(["turns"] if n > 1 and not together else []))
        if n == 1:
            return "one turn has been played"
        two = len(definition.players) == 2 and not together
        return f"both sides together have played {in_words(n)} turns" if two else f"{in_words(n)} turns have been played"
    if name == "passes" and n >= 2:
        several = "both sides" if len(speaker.facts.checked.players) == 2 else "all sides"
        if n == len(speaker.facts.checked.players) and _passes_go_round(speaker):
            return f"{several} have passed, one after the other"
        return f"there have been {in_words(n)} passes in a row"
    return None


def _passes_go_round(speaker: Speaker) -> bool:
    """Whether the next player in order has the turn after a pass."""
    turn = speaker.facts.checked.definition.turn
    beside = speaker.facts.reached(turn.begin, turn.finish)
    return turn.following is None and not any(isinstance(part, t.AgainTurn) for part in beside)


def _connected(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`size(components(S)) == 1`"""
    match tree:
        case t.Chain(
            first=t.Call(name="size" | "count", args=(t.Call(name="components", args=args) as call,)), rest=(("==", one),)
        ):
            if not isinstance(one, t.Number) or one.value != 1:
                return None
            found = pieces_idiom(speaker, args[0])
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
    if len(list(t.nodes(one.body))) > MOST_INLINED:
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
            ours, theirs = pieces_idiom(speaker, one), pieces_idiom(speaker, two)
            if ours and theirs and ours.owner and theirs.owner and _are_alike(ours, theirs):
                have, there = conjugated("have", ours.owner.person, True), place_of_pieces(speaker, ours, True)
                return f"{ours.owner.text} {have} {more} {ours.kind.several} {there} {than} {theirs.owner.text}"
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
            have = f"all {in_words(n)} {speaker.facts.cell}s next to {speaker.value(c).text} have"
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


def _faces(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    """`step(a, a.facing) == b`: the piece on a faces b."""
    match tree:
        case t.Chain(
            first=t.Call(name="step", args=(site, t.Dot(of=of, name="facing"))), rest=((("==" | "!=") as op, other),)
        ) if site == of and speaker.sort(other) == "cell":
            so = holds == (op == "==")
            return f"the piece on {speaker.value(site).text} {conjugated('face', 'one', so)} {speaker.value(other).text}"
    return None


def _so_many_pieces(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    match tree:
        case t.Chain(first=t.Call(name="count", args=(of,)), rest=((op, right),)) if op in _AMOUNT:
            found = pieces_idiom(speaker, of)
            amount = speaker.value(right)
            if found is None or found.owner is None or " " in amount.text:
                return None
            op = op if holds else _OPPOSITE[op]
            kind = found.kind.one if amount.text == "1" else found.kind.several
            have = conjugated("have", found.owner.person, True)
            so_many = f"{_AMOUNT[op]}{speaker.amount(right)} {kind}"
            return f"{found.owner.text} {have} {so_many} {place_of_pieces(speaker, found, amount.text != '1')}"
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
            found = pieces_idiom(speaker, of)
            if found is None or found.owner is None:
                return None
            have = conjugated("have", found.owner.person, True)
            some = a_or_an(found.kind.one) if holds else f"no {found.kind.one}"
            return f"{found.owner.text} {have} {some} {place_of_pieces(speaker, found)}"
    return None


def _in_line(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    match tree:
        case t.Call(name="lined", args=(of, n)):
            found = pieces_idiom(speaker, of)
            if found is None or found.where is not None:
                return None
            return _in_a_row(speaker, n, holds, found.several())
        case t.Call(name="connected", args=(of, one, two)):
            found = pieces_idiom(speaker, of)
            if found is None or found.where is not None:
                return None
            speaker.use("connected")
            verb = conjugated("connect", "many", holds)
            return f"{found.several()} {verb} {speaker.value(one).text} with {speaker.value(two).text}"
    return None


def _in_a_row(speaker: Speaker, n: t.Expr, holds: bool, which: str) -> str:
    """`four or more of your discs stand in an unbroken line along a row, a column or a diagonal`"""
    board, many = speaker.facts.checked.board, speaker.amount(n)
    number = n.value if isinstance(n, t.Number) else 0
    longest = number >= max(board.rows, board.columns)
    whole = number == board.rows == board.columns and not board.plan.removed
    so_many = f"{many} or more" if holds and not longest else many if holds else f"no {many}"
    if board.basis == "square":
        return f"{so_many} of {which} {'fill' if whole else 'stand in an unbroken line along'} a row, a column or a diagonal"
    speaker.use("lined")
    return f"{so_many} of {which} stand in an unbroken straight line"


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
            so_many = _AMOUNT[op if holds else _OPPOSITE[op]] + speaker.amount(n)
            return f"{group.text} {contain} {so_many} {what}"
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
            so_many = _AMOUNT[op if holds else _OPPOSITE[op]] + speaker.amount(n)
            which = f"{so_many} {some.named() if amount == '1' else some.counted()}"
            holds = True
        case _:
            return None
    return _shared(speaker, shared, binder.name, which, holds)


def _shared(speaker: Speaker, shared: t.Expr, name: str, which: str, holds: bool) -> str | None:
    """`g & s`, where `which` is the s."""
    match shared:
        case t.Binary(op="&", left=left, right=t.Name(name=of)) if of == name:
            but = ""
        case t.Binary(op="&", left=left, right=t.Binary(op="-", left=t.Name(name=of), right=out)) if of == name:
            but = f", {speaker.members(out).all()} not counted"
        case _:
            return None
    if speaker.is_by_members(left) or count_mentions(left, name):
        return None
    group = speaker.value(left)
    return f"{group.text} {conjugated('include', group.person, holds)} a {speaker.facts.cell} of {which}{but}"


Condition = Callable[["Speaker", t.Expr, bool], "str | None"]
CONDITIONS: tuple[Condition, ...] = (
    _no_side_moves, _cannot_move, _is_full, _even_or_odd, _times, _connected, _more_of, _all_around, _one_of_each, _faces,
    _so_many_pieces, _any_piece, _in_line, _shares, _shares_with_each,
)  # fmt: skip


def condition_idiom(speaker: Speaker, tree: t.Expr, holds: bool) -> str | None:
    return next((text for idiom in CONDITIONS if (text := idiom(speaker, tree, holds)) is not None), None)
