"""Comparisons in English: numbers, owners and kinds, lists, membership."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from ggl.checker.vocabulary.board_words import DOTS
from ggl.checker.world import SITES
from ggl.narration import filling
from ggl.narration.facts import ORDER_OF, is_many
from ggl.narration.nouns import Noun, a_or_an, conjugated, has_won, plural
from ggl.narration.perhaps_none import perhaps_none
from ggl.narration.templates import LEFT, PLAIN_QUANTITIES, QUANTITIES, QUANTITIES_OVER
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
_TURNED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_THAN = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
_AMOUNT = {"<": "fewer than", "<=": "at most", ">": "more than", ">=": "at least", "!=": "not exactly"}
_LISTS = {"<": "less than", "<=": "at most equal to", ">": "greater than", ">=": "at least equal to"}
_SLOT_N = re.compile(r"\{n\}")
_VERB = re.compile(r"\{:(\w+)\}")
_HEADS = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")
_STANDS_BEFORE = re.compile(r"""(?:[\d"')]|\b\w)$""")
"""The endings of a sum that can precede a noun: "2 plus n edges", but not "the number of cells edges"."""


def comparison_chain_text(speaker: Speaker, tree: t.Chain, holds: bool) -> str:
    parts, left = [], tree.first
    between = _within(speaker, tree, holds) or _or_one_more(speaker, tree, holds)
    if between:
        return between
    for op, right in tree.rest:
        parts.append(comparison_text(speaker, left, op, right, holds))
        left = right
    return (" and " if holds else " or ").join(parts)


def _within(speaker: Speaker, tree: t.Chain, holds: bool) -> str:
    """`1 <= x <= 3` as one phrase."""
    if [op for op, _ in tree.rest] != ["<=", "<="]:
        return ""
    low, noun, high = speaker.subject(tree.first), speaker.subject(tree.rest[0][1]), speaker.subject(tree.rest[1][1])
    return f"{noun.text} {conjugated('be', noun.person, holds)} from {low.text} to {high.text}"


def comparison_text(speaker: Speaker, left: t.Expr, op: str, right: t.Expr, holds: bool) -> str:
    if not holds:
        op = _OPPOSITE[op]
    if _is_none(left) or _is_none(right):
        return _equal(speaker, left, right, op == "==")
    if op in ("in", "not in"):
        return _membership(speaker, left, right, op == "in")
    if _quantity(speaker, left) is None and _quantity(speaker, right) is not None:
        left, op, right = right, _TURNED[op], left
    if _quantity(speaker, left) is not None:
        amount = speaker.value(right).text
        plain = all(isinstance(part, t.Number | t.Name | t.Binary | t.Unary) for part in t.nodes(right))
        loose = op not in ("==", "!=") and speaker.facts.exact and plain and _STANDS_BEFORE.search(amount)
        if loose or " " not in _bare(amount):
            return _counted(speaker, left, op, right)
    if op in ("==", "!="):
        return _equal(speaker, left, right, op == "==")
    one, two = speaker.subject(left), speaker.subject(right)
    if is_many(speaker.sort(left)):
        speaker.facts.explain("lists")
        return f"{one.text} {conjugated('be', one.person, True)} {_LISTS[op]} {two.text}"
    if of := explain_order(speaker, speaker.sort(left)):
        come = f"{conjugated('come', one.person, True)} {'before' if op in ('<', '<=') else 'after'}"
        so = f"{come} {two.text}" if op in ("<", ">") else f"{conjugated('be', one.person, True)} {two.text} or {come} it"
        return f"{one.text} {so} in the order of {of}"
    return f"{one.text} {conjugated(_verb(speaker, left, one), one.person, True)} {_THAN[op]} {two.text}"


def explain_order(speaker: Speaker, sort: str) -> str:
    """The noun for what has an order of its own, such as "the board" for cells; "" for numbers, whose order all know."""
    if sort in SITES:
        speaker.facts.explain("order")
        return "the board"
    if sort not in ("player", "kind", "direction", *speaker.facts.checked.world.own_values):
        return ""
    speaker.facts.explained.setdefault(f"{ORDER_OF}{sort}")
    return f"the {plural(speaker.called(sort))}"


def _verb(speaker: Speaker, tree: t.Expr, noun: Noun) -> str:
    """The verb of a comparison: "come to" after a number in the plural, such as "your men"."""
    return "come to" if noun.person == "many" and speaker.sort(tree) == "number" else "be"


def _membership(speaker: Speaker, left: t.Expr, right: t.Expr, holds: bool) -> str:
    if isinstance(left, t.Dot) and left.name == "kind" and speaker.sort(left.of) in SITES and isinstance(right, t.SetOf):
        noun = speaker.value(left.of).text
        return f"the piece on {noun} {'is' if holds else 'is not'} {speaker.place(right)}"
    in_short = isinstance(right, t.SetOf) and len(right.items) > 1 and all(isinstance(n, t.Number | t.Name) for n in right.items)
    if in_short and _quantity(speaker, left) is not None and not speaker.facts.exact:
        return _counted(speaker, left, "in" if holds else "not in", right)
    one = speaker.subject(left)
    if isinstance(right, t.Name) and right.name == "cells" and "cells" not in speaker.locals and not speaker.facts.exact:
        return f"{one.text} {conjugated('be', one.person, holds)} on the board"
    if isinstance(right, t.Name) and right.name == "winners":
        return f"{one.text} {has_won(one.person, holds)}"
    return f"{one.text} {conjugated('be', one.person, holds)} {speaker.place(right)}"


# -------------------------------------------------------------------------------------------------------------- equal


def _equal(speaker: Speaker, left: t.Expr, right: t.Expr, holds: bool) -> str:
    for one, other in ((left, right), (right, left)):
        if _is_none(other):
            return _absent(speaker, one, holds)
    told, missing = _both(speaker, left, right, holds), perhaps_none(speaker.facts, left, right)
    if _is_piece(speaker, left) and _is_piece(speaker, right) and any(missing) and (all(missing) or not holds):
        return f"either {told} or {_no_piece(speaker, left, right, missing, holds)}"
    if not all(missing):
        return told
    kept = all(isinstance(part, t.Name | t.Dot) and part.name in speaker.facts.checked.world.variables for part in (left, right))
    if holds:
        return f"either {told} or {'both are nothing' if kept else 'neither exists'}"
    return f"{told}, at least one of which {'is not nothing' if kept else 'exists'}"


def _is_piece(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether a value is the owner or the kind of a piece."""
    return isinstance(tree, t.Dot) and tree.name in ("owner", "kind") and speaker.sort(tree.of) in SITES


def _no_piece(speaker: Speaker, left: t.Expr, right: t.Expr, missing: tuple[bool, bool], holds: bool) -> str:
    """Where pieces compared by their owners or kinds are missing, so that these are equal, or are not."""
    assert isinstance(left, t.Dot)
    whose = left.name == "owner" and _has_pieces_of_nobody(speaker)
    if not all(missing):
        return _absent(speaker, left if missing[0] else right, True)
    if holds:
        return "no piece on either of them belongs to a player" if whose else "there is a piece on neither of them"
    return "only one of them has a piece that belongs to a player" if whose else "there is a piece on only one of them"


def _both(speaker: Speaker, left: t.Expr, right: t.Expr, holds: bool) -> str:
    """Two equal values that are both there."""
    for one, other in ((left, right), (right, left)):
        said = _of_piece(speaker, one, other, holds)
        if said:
            return said
    if speaker.sort(left) == "condition" and speaker.sort(right) == "condition":
        return _both_hold(speaker, left, right, holds)
    if isinstance(left, t.Dot) and isinstance(right, t.Dot) and left.name == right.name and speaker.sort(left.of) in SITES:
        x, y = speaker.value(left.of).text, speaker.value(right.of).text
        if left.name == "owner":
            return f"the pieces on {x} and {y} belong to {'the same side' if holds else 'different sides'}"
        if left.name == "kind":
            return f"the pieces on {x} and {y} are of {'the same kind' if holds else 'different kinds'}"
        if left.name in ("row", "column"):
            return f"{x} and {y} are {'' if holds else 'not '}in the same {left.name}"
    if only := _only_member(speaker, left, right, holds):
        return only
    if whole := _empty_or_whole(speaker, left, right, holds) or _empty_or_whole(speaker, right, left, holds):
        return whole
    a_, b = speaker.subject(left), speaker.subject(right)
    if isinstance(left, t.Call) and left.name == "owners" and isinstance(right, t.SetOf):
        whose = f"{'both ' if len(right.items) == 2 else ''}{b.text} and to nobody else"
        return f"the pieces on {speaker.members(left.args[0]).all()} {conjugated('belong', 'many', holds)} to {whose}"
    if isinstance(left, t.Name) and left.name == "winner":
        return f"{b.text} {has_won(b.person, holds)}"
    if isinstance(left, t.Name) and left.name == "winners" and isinstance(right, t.SetOf) and right.items:
        person = speaker.subject(right.items[0]).person if len(right.items) == 1 else "many"
        return f"{'' if holds else 'it is not so that '}{b.text} alone {has_won(person, True)}"
    numbers = speaker.sort(left) == speaker.sort(right) == "number" and not isinstance(right, t.Number)
    verb = "equal" if numbers and not speaker.facts.exact else _verb(speaker, left, a_)
    return f"{a_.text} {conjugated(verb, a_.person, holds)} {b.text}"


def _only_member(speaker: Speaker, left: t.Expr, right: t.Expr, holds: bool) -> str:
    """`S == {x}`: the only member of S is x."""
    if speaker.facts.exact or not holds or not isinstance(right, t.SetOf) or len(right.items) != 1:
        return ""
    if not isinstance(left, t.Call) or left.name == "owners":
        return ""
    return f"the only {speaker.members(left).named()} is {speaker.value(right.items[0]).text}"


_WHOLES = ("cells", "edges", "vertices", "links", "players", "kinds")


def _empty_or_whole(speaker: Speaker, left: t.Expr, right: t.Expr, holds: bool) -> str:
    """`v == {}`, of what is kept; `S == cells`: all members that there are."""
    if _is_whole(speaker, left) or not is_many(speaker.sort(left)):
        return ""
    one = speaker.subject(left)
    if isinstance(right, t.SetOf | t.ListOf) and not right.items and one.person == "one" and isinstance(left, t.Name | t.Dot):
        return f"{one.text} {conjugated('be', 'one', holds)} empty"
    if not _is_whole(speaker, right):
        return ""
    all_ = speaker.value(right).text.removeprefix("all ").removeprefix("the ")
    return (
        f"{one.text} {conjugated('be', 'many', holds)} all the {all_}"
        if one.person == "many"
        else (f"{one.text} {conjugated('contain', one.person, holds)} all {all_}")
    )


def _is_whole(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether a name is that of all sites, players, kinds or values of one sort."""
    if not isinstance(tree, t.Name) or tree.name in speaker.locals:
        return False
    return tree.name in _WHOLES or tree.name in speaker.facts.checked.definition.values


def _or_one_more(speaker: Speaker, tree: t.Chain, holds: bool) -> str:
    """`a - b in {0, 1}`: a is as much as b, or one more."""
    match tree:
        case t.Chain(first=t.Binary(op="-", left=one, right=other), rest=((("in" | "not in") as op, t.SetOf(items=numbers)),)):
            if [n.value for n in numbers if isinstance(n, t.Number)] != [0, 1] or len(numbers) != 2 or speaker.facts.exact:
                return ""
            what, than = speaker.value(one), speaker.value(other).text
            if holds == (op == "in"):
                return f"{what.text} {conjugated('be', what.person, True)} {than} or one more"
            return f"{what.text} {conjugated('be', what.person, True)} neither {than} nor one more"
    return ""


def _both_hold(speaker: Speaker, left: t.Expr, right: t.Expr, holds: bool) -> str:
    """Two equal conditions, one of which may be `true` or `false` itself."""
    for one, other in ((left, right), (right, left)):
        if isinstance(one, t.Name) and one.name in ("true", "false"):
            return speaker.says(other, (one.name == "true") == holds)
    said = [speaker.within(left), speaker.within(right, holds)]
    loose = [_has_parts(speaker, tree) and text[0] != "(" for tree, text in zip((left, right), said, strict=True)]
    return " exactly if ".join(f"({text})" if so else text for text, so in zip(said, loose, strict=True))


def _has_parts(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether "exactly if" beside a condition could belong to a part of it."""
    match tree:
        case t.Not(of=of):
            return _has_parts(speaker, of)
        case t.Chain(first=first, rest=rest):
            members = any(isinstance(part, t.Gen) for part in t.nodes(tree))  # "cells that are in S", and more could follow
            return members or len(rest) > 1 or speaker.sort(first) == "condition"
        case t.And() | t.Or() | t.Call(name="any" | "all"):
            return True
    return False


def _of_piece(speaker: Speaker, dot: t.Expr, other: t.Expr, holds: bool) -> str:
    """The owner or the kind of a piece."""
    if not isinstance(dot, t.Dot) or speaker.sort(dot.of) not in SITES or isinstance(other, t.Dot):
        return ""
    site, what = speaker.value(dot.of).text, speaker.value(other)
    if dot.name == "owner":
        return f"the piece on {site} {'belongs' if holds else 'does not belong'} to {what.text}"
    if dot.name == "kind":
        return f"the piece on {site} {'is' if holds else 'is not'} {what.text}"
    return ""


def _absent(speaker: Speaker, tree: t.Expr, absent: bool) -> str:
    if isinstance(tree, t.Name) and tree.name == "winner":
        return "nobody has won" if absent else "somebody has won"
    if isinstance(tree, t.Dot) and tree.name == "owner" and speaker.sort(tree.of) in SITES and _has_pieces_of_nobody(speaker):
        return f"{'no' if absent else 'a'} piece on {speaker.value(tree.of).text} belongs to a player"
    if isinstance(tree, t.Dot) and tree.name in ("owner", "kind") and speaker.sort(tree.of) in SITES:
        return f"there is {'no' if absent else 'a'} piece on {speaker.value(tree.of).text}"
    if isinstance(tree, t.Dot) and not speaker.facts.exact and _always_has(speaker, tree):
        return _absent(speaker, tree.of, absent)
    if isinstance(tree, t.Dot) and (carrier := _carried(speaker, tree)):
        return f"there is {f'no {carrier}' if absent else a_or_an(carrier)} on {speaker.value(tree.of).text}"
    noun = speaker.value(tree)
    if noun.text.startswith("the "):
        thing = noun.text.removeprefix("the ").replace("only ", "single ", 1)
        return f"there is no {thing}" if absent else f"there is {a_or_an(noun.text.removeprefix('the '))}"
    if noun.text.startswith('"'):
        return f"{noun.text} {'is nothing' if absent else 'is not nothing'}"
    if speaker.sort(tree) in SITES and not speaker.facts.exact:
        return f"{noun.text} {'is not' if absent else 'is'} on the board"
    if speaker.sort(tree) not in SITES and not speaker.facts.exact:
        return f"{noun.text} {'is nothing' if absent else 'is not nothing'}"
    return f"{noun.text} {'does not exist' if absent else 'exists'}"


def _has_pieces_of_nobody(speaker: Speaker) -> bool:
    return not all(piece.owned for piece in speaker.facts.checked.definition.pieces.values())


def _always_has(speaker: Speaker, tree: t.Dot) -> bool:
    """Whether a property lacks a value only where there is no such site."""
    site = speaker.sort(tree.of)
    return (site, tree.name) in DOTS or (tree.name == "count" and speaker.facts.counts(site))


def _carried(speaker: Speaker, tree: t.Dot) -> str:
    """The kind of piece whose number or mark is asked for, which lacks a value only where no such piece stands."""
    sort = speaker.sort(tree)
    return speaker.carrier(tree.name) if speaker.sort(tree.of) in SITES and sort in ("number", "condition") else ""


def _is_none(tree: t.Expr) -> bool:
    return isinstance(tree, t.Name) and tree.name == "none"


# ------------------------------------------------------------------------------------------------------------ numbers


def _bare(text: str) -> str:
    """A text without quoted names, whose blanks do not separate phrases."""
    return "" if text.startswith('"') and text.count('"') == 2 and text.endswith('"') else text


def _quantity(speaker: Speaker, tree: t.Expr) -> str | None:
    """The template of a number that reads better as a count of something."""
    match tree:
        case t.Call(name="hand", args=(_,)):
            return QUANTITIES["hand(p)"]
        case t.Call(name="hand"):
            return QUANTITIES["hand(p, k)"]
        case t.Call(name="count"):
            return QUANTITIES["count(s)"]
        case t.Dot(of=of, name="count") if speaker.facts.counts(speaker.sort(of)):
            thing = speaker.facts.stacked(speaker.sort(of))
            return QUANTITIES[".count"].replace("[piece|pieces]", f"[{thing}|{plural(thing)}]")
        case t.Name(name=name):
            return QUANTITIES.get(_worded(speaker, name))
    return None


def _worded(speaker: Speaker, name: str) -> str:
    """The word for a number."""
    return f"{name} (leaving)" if name in LEFT and speaker.leaving else name


_ANY_OR_NONE = (("==", "0"), ("<", "1"), ("<=", "0"), (">=", "1"))
"""Comparisons of a number of members that are as true of the number of different members."""


def _counted(speaker: Speaker, left: t.Expr, op: str, right: t.Expr) -> str:
    """`there are at least 3 corner cells`"""
    template = _quantity(speaker, left)
    assert template is not None
    if isinstance(left, t.Name) and left.name in speaker.locals:
        return f"{speaker.value(left).text} is {_THAN.get(op, '')} {speaker.value(right).text}"
    amount = speaker.place(right) if op in ("in", "not in") else speaker.value(right).text
    if op == ">" and amount == "0":
        op, amount = ">=", "1"
    if (op, amount) == ("!=", "0"):
        op, amount = ">=", "1"
    if (op, amount) in (("<", "1"), ("<=", "0")) and not speaker.facts.exact:
        op, amount = "==", "0"
    match left:
        case t.Call(name="count", args=(t.Call(name="distinct", args=of),)) if (op, amount) in _ANY_OR_NONE:
            left = t.Call("count", of, (), left.name_span, span=left.span)
    alone, counted = amount == "1", amount
    if amount == speaker.value(right).text:
        counted = speaker.amount(right)
    elif alone:
        counted = speaker.amount(t.Number(Fraction(1), span=right.span))
    if op in ("in", "not in"):
        said = amount if op == "in" else f"not {amount}"
    elif op == "==":
        said = "no" if amount == "0" else f"exactly {counted}"
    else:
        said = f"{_AMOUNT[op]} {counted}"
    if isinstance(left, t.Name):
        plainly = (PLAIN_QUANTITIES if not speaker.facts.exact else {}) | (QUANTITIES_OVER if speaker.over else {})
        key = f"{_worded(speaker, left.name)} {op} {amount}"
        template = plainly.get(key, QUANTITIES.get(key, template))
    template = _HEADS.sub(lambda m: m[1] if alone else m[2], template)
    template = _VERB.sub(lambda m: conjugated(m[1], "one" if alone else "many", True), template)
    template = _SLOT_N.sub(said, template)
    args: dict[str, t.Expr] = {}
    if isinstance(left, t.Call):
        names = ("s",) if left.name == "count" else ("p", "k")
        args = dict(zip(names, left.args, strict=False))
    elif isinstance(left, t.Dot):
        args = {"x": left.of}
    speaker.use(left.name if isinstance(left, t.Call | t.Name) else "")
    return filling.fill(speaker, template, args)
