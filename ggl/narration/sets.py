"""Sets and lists in English, by what their members are: "a cell next to c", "the empty cells of your home"."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ggl.narration import defined, filling, folds, idioms, said
from ggl.narration.facts import SITES, TOO_LONG, element
from ggl.narration.nouns import HEADS, Many, listed, plain, plural, words
from ggl.narration.templates import INNER_EDGES, LAST_TURN, TEMPLATES, template
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

FOLDS = (
    "count", "size", "any", "all", "sum", "min", "max", "first",
    "the", "sorted", "descending", "reversed", "distinct", "leading",
)  # fmt: skip
"""The words that fold the members of a set: `folds.py` tells them."""
_TAKEN = {"reversed": "in reverse order", "sorted": "from the smallest up", "descending": "from the largest down"}
_TURNED_ROUND = {"sorted": "descending", "descending": "sorted", "reversed": ""}


def _last_order(name: str, of: t.Expr) -> tuple[str, t.Expr]:
    """The order in which members are taken at last, none if it is turned round twice, and what is ordered."""
    while name and isinstance(of, t.Call) and of.name in _TAKEN and len(of.args) == 1:
        name, of = _TURNED_ROUND[of.name] if name == "reversed" else name, of.args[0]
    return name, of


def set_text(speaker: Speaker, tree: t.Expr) -> Many:
    """A set or list by its members."""
    if speaker.facts.tired():
        return plain(TOO_LONG)
    idiom = idioms.set_idiom(speaker, tree) if not speaker.facts.exact else None
    if idiom is not None:
        return idiom
    match tree:
        case t.Dot(of=site, name="levels") if speaker.facts.counts(speaker.sort(site)):
            speaker.use("piles")
            return plain("level", f" of the pile on {speaker.value(site).text}")
        case t.With(of=of, phrase=phrase):
            loose = (
                not speaker.facts.exact and isinstance(of, t.Call) and (of.name == "crosses" or bool(speaker.facts.said(of.name)))
            )
            has, have = (" that has ", " that have ") if loose else (" with ", " with ")
            top = " on top" if speaker.facts.piles_up(phrase.kind, element(speaker.sort(of))) else ""
            return speaker.whole(of).and_then(lambda _, many: (have if many else has) + speaker.phrased(phrase, many) + top)
        case t.Gen():
            return folds.generated_set(speaker, tree)
        case t.Binary(op="..", left=left, right=right):
            return plain("number", f" from {speaker.value(left).text} to {speaker.value(right).text}")
        case t.Binary(op=op, left=left, right=right):
            return _combined(speaker, op, left, right)
        case t.IfElse(then=then, test=test, other=other):
            one, two = set_text(speaker, then).some(), set_text(speaker, other).some()
            if not speaker.facts.exact:
                one = f"any {speaker.thing(tree)}" if t.is_name(then, "cells") else one
                return plain(speaker.thing(tree), f" (if {speaker.within(test)}, {one}; otherwise {two})")
            return plain(speaker.thing(tree), f" ({one} if {speaker.within(test)}; otherwise {two})")
        case t.Call(name="leading", args=(t.Gen() as gen,)):
            return folds.leading_members(speaker, gen)
        case t.Call(name=name) if name in speaker.facts.definitions:
            return defined.defined_set(speaker, tree)
        case t.Call(name="previous", args=(of,)):
            speaker.use("previous")
            return set_text(speaker, of).and_then(lambda *_: f" {LAST_TURN}")
        case t.Call(name="seen", args=(of,)):
            return set_text(speaker, of).and_then(lambda *_: f", {speaker.by_sight}")
        case t.Call(name=name) if name not in FOLDS:
            key, args = filling.worded(speaker, tree)
            if HEADS.search(said_by := template(key)):
                speaker.use(key)
                return filling.many(speaker, said_by, args)
        case t.Call(name="distinct", args=(of,)):
            many = set_text(speaker, of)
            return replace(many, one=f"different {many.one}", several=f"different {many.several}")
        case t.Call(name="reversed" | "sorted" | "descending" as name, args=(of,)):
            order, of = _last_order(name, of)
            return set_text(speaker, of).and_then(lambda _, many: f" (taken {_TAKEN[order]})" if order else "")
        case t.Name(name=name) if name in speaker.locals and HEADS.search(text := speaker.locals[name].text):
            return said.author_set(text, speaker.nouns, speaker.thing(tree))
        case t.Name(name=name) if name not in speaker.locals:
            if name in speaker.facts.checked.definition.values:
                return plain(speaker.thing(tree))
            if _is_spoken_of(speaker, name):
                return said.author_set(speaker.facts.said(name), {}, speaker.thing(tree))
            if name in speaker.facts.definitions:
                return set_text(speaker, t.Call(name, (), (), tree.span, span=tree.span))
            if HEADS.search(TEMPLATES.get(name, "")):
                speaker.use(name)
                return filling.many(speaker, of_this_board(speaker, name), {})
        case t.Dot() if HEADS.search(text := speaker.said_of(tree)):
            return said.author_set(text, speaker.of_variable(tree), speaker.thing(tree))
        case t.Dot():
            key = f"{speaker.sort(tree.of)}.{tree.name}"
            if key in TEMPLATES:
                return filling.many(speaker, TEMPLATES[key], {"x": tree.of})
        case t.SetOf(items=items) | t.ListOf(items=items):
            if len(items) == 1:
                it = speaker.value(items[0]).text
                return plain(speaker.thing(tree)).and_then(lambda _, many: f" that {'are' if many else 'is'} {it}")
            return plain(speaker.thing(tree), f" among {listed(speaker.value(item).text for item in items)}")
    if speaker.is_bag(tree):
        thing = speaker.thing(tree)
        return plain("entry" if thing == "number" else thing, f" in {speaker.value(tree).text}")
    thing, whole = speaker.thing(tree), speaker.value(tree).text
    if isinstance(tree, t.Dot) and words(tree.name) == plural(thing):
        return plain(thing, f" of {speaker.value(tree.of).text}")  # a cell of Red, where a constant is called cells
    return plain(thing, f" of {whole}")


def of_this_board(speaker: Speaker, name: str) -> str:
    """The template of a set of the board: where all directions are orthogonal, these are just its directions."""
    board = speaker.facts.checked.board
    if name == "edges" and speaker.facts.reaches_rim:
        return INNER_EDGES
    alike = name in ("orthogonal", "compass") and len(board.orthogonal) == len(board.directions)
    return TEMPLATES["directions" if alike and board.basis == "hex" and not speaker.facts.exact else name]


def is_by_members(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether a set reads better by what its members are than as a whole."""
    match tree:
        case t.With() | t.Gen():
            return True
        case t.Call(name=name) if name in speaker.facts.definitions:
            return False
        case t.Call(name="seen" | "previous", args=(of,)):
            return is_by_members(speaker, of)
        case t.Call(name=name):
            return name not in FOLDS and bool(HEADS.search(template(filling.worded(speaker, tree)[0])))
        case t.Name(name=name):
            is_word = bool(HEADS.search(TEMPLATES.get(name, ""))) or name in speaker.facts.checked.definition.values
            return name not in speaker.locals and (is_word or _is_spoken_of(speaker, name))
        case t.Dot() if HEADS.search(speaker.said_of(tree)):
            return True
        case t.Dot():
            return bool(HEADS.search(TEMPLATES.get(f"{speaker.sort(tree.of)}.{tree.name}", "")))
    return False


def _is_spoken_of(speaker: Speaker, name: str) -> bool:
    """Whether the author has a noun for a member of a variable or a region."""
    checked = speaker.facts.checked
    if name not in checked.world.variables and name not in checked.definition.regions:
        return False
    found = bool(HEADS.search(speaker.facts.said(name)))
    if found and name in checked.definition.regions:
        speaker.facts.regions.add(name)
    return found


def whole_set(speaker: Speaker, tree: t.Expr) -> Many:
    """A set when more follows about it: "a cell (next to a cell of S) with a stone", if that could be read with its last part."""
    many = set_text(speaker, tree)
    if not _ends_in_a_set(speaker, tree):
        return many
    if not many.tail("", True):
        return plain(speaker.thing(tree), f" of ({listed(union_parts(speaker, tree), 'or')})")
    before, every = many.tail, many.every
    each = None if every is None else lambda x, several: f" ({every(x, several).strip()})"
    return replace(many, tail=lambda x, several: f" ({before(x, several).strip()})", every=each)


def _ends_in_a_set(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether the text of a set ends in another set, to which the next words could apply."""
    match tree:
        case t.Binary() if idioms.is_all_edges(tree) and not speaker.facts.exact:
            return False
        case t.Binary(op="+"):
            return any(_has_members(speaker, part) for part in summands(tree))
        case t.Binary(op="&", left=left, right=t.Name(name="vacant" | "taken_cells")) if not speaker.facts.exact:
            return _ends_in_a_set(speaker, left)
        case t.Binary(op="-" | "&", right=right):
            return _has_members(speaker, right)
        case t.Call(args=args) if tree.name not in FOLDS:
            return any(_has_members(speaker, arg) for arg in args if element(speaker.sort(arg)) in SITES)
        case t.Gen(binders=(*_, t.Binder(source=source, test=t.Call(name="empty" | "occupied")))) if not speaker.facts.exact:
            return _ends_in_a_set(speaker, source)
        case t.Gen(binders=(*_, t.Binder(test=test))):
            return test is not None and _ends_with_members(speaker, test)
    return False


def _ends_with_members(speaker: Speaker, test: t.Expr) -> bool:
    match test:
        case t.Chain(rest=(*_, ("in" | "not in", right))):
            return _has_members(speaker, right)
        case t.And() | t.Or() | t.IfElse() | t.Call(name="any" | "all"):
            return True
    return False


def _has_members(speaker: Speaker, tree: t.Expr) -> bool:
    """Whether the text of a set has "the cells ..", to which "that are not in T" after it could apply."""
    if isinstance(tree, t.Name | t.Call) and tree.name in speaker.facts.definitions:
        return element(speaker.sort(tree)) in SITES
    return is_by_members(speaker, tree) or (isinstance(tree, t.Binary) and tree.op in ("-", "&"))


def _combined(speaker: Speaker, op: str, left: t.Expr, right: t.Expr) -> Many:
    first = set_text(speaker, left) if op == "+" else whole_set(speaker, left)
    if op == "&":
        if ", for " in first.named() and not speaker.facts.exact:
            return first.and_then(lambda _, many: f", of these only {'those' if many else 'one'} {place(speaker, right)}")
        tail = first.tail("", True)  # a longer tail could be misread as part of the row
        short = not tail or (tail.startswith(" of ") and len(tail.split()) <= 3)
        if isinstance(right, t.Call) and right.name in ("row", "column") and short and not speaker.facts.exact:
            return first.and_then(lambda *_: f" {_line(speaker, right)}")
        which = "and" if tail.startswith(" that are ") else "that"
        return first.and_then(lambda _, many: f" {which} {'are' if many else 'is'} also {place(speaker, right, many)}")
    if op == "-" and not speaker.facts.exact and isinstance(right, t.IfElse) and right.other == t.SetOf((), span=right.span):
        return first.and_then(lambda _, many: f" (but if {speaker.within(right.test)}, not {place(speaker, right.then, many)})")
    if op == "-":
        if isinstance(left, t.With) and not _has_members(speaker, right) and not speaker.facts.exact and "," not in first.named():
            cells = whole_set(speaker, left.of).and_then(
                lambda _, many: f" that {'are' if many else 'is'} not {place(speaker, right, many)}"
            )
            return cells.and_then(lambda _, many: f" and {'have' if many else 'has'} {speaker.phrased(left.phrase, many)}")
        if "," in first.named() or (isinstance(left, t.With) and not is_by_members(speaker, right) and not speaker.facts.exact):
            return first.and_then(lambda _, many: f", but not {place(speaker, right, many)}")
        return first.and_then(lambda _, many: f" that {'are' if many else 'is'} not {place(speaker, right, many)}")
    if not (is_by_members(speaker, left) and is_by_members(speaker, right)):
        parts = _told([*summands(left), *summands(right)], speaker)
        among = "among" if is_by_members(speaker, summands(left)[0]) else "of"  # "a cell of the cells" would double the noun
        some = plain(speaker.thing(left), f" {among} {listed(parts, 'or')}")
        if speaker.facts.exact:
            return some
        every = f" of {listed(parts)}"
        return replace(some, tail=lambda _, many: every if many else f" among {listed(parts, 'or')}", every=lambda *_: every)
    second = set_text(speaker, right)
    one, two = first.some().removeprefix("a ").removeprefix("an "), second.some()
    return plain(f"{one} or {two}", several=f"{first.named(several=True)} and {second.named(several=True)}")


def _line(speaker: Speaker, tree: t.Call) -> str:
    """ "in a row", "in a column", or that of a cell."""
    match tree.args:
        case (t.Dot(of=of, name=name),) if name == tree.name:
            return f"in the same {name} as {speaker.value(of).text}"
    return place(speaker, tree)


def place(speaker: Speaker, tree: t.Expr, many: bool = False) -> str:
    """The place of something in a set: "in your home", "a cell next to c"."""
    if isinstance(tree, t.SetOf):
        return listed(dict.fromkeys(speaker.value(item).text for item in tree.items), "or")
    if isinstance(tree, t.Binary) and tree.op == "..":
        return f"from {speaker.value(tree.left).text} to {speaker.value(tree.right).text}"
    if isinstance(tree, t.Binary) and tree.op == "+":
        if element(speaker.sort(tree)) == "direction":
            return f"among ({listed(union_parts(speaker, tree))})"
        at = "on" if all(_is_side(speaker, part) for part in summands(tree)) else "in"
        either = listed(union_parts(speaker, tree), "or")
        return f"{at} ({either})" if any(_has_members(speaker, part) for part in summands(tree)) else f"{at} {either}"
    if _is_side(speaker, tree):
        return f"on {speaker.value(tree).text}"
    named = isinstance(tree, t.Call) or (isinstance(tree, t.Name) and tree.name in speaker.facts.definitions)
    if isinstance(tree, t.Call | t.Name) and named and HEADS.search(speaker.facts.said(tree.name)):
        return f"among {speaker.value(tree).text}"
    if is_by_members(speaker, tree):
        return f"among {set_text(speaker, tree).all()}" if many else set_text(speaker, tree).some()
    return f"in {speaker.subject(tree).text}"


def _is_side(speaker: Speaker, tree: t.Expr) -> bool:
    return isinstance(tree, t.Call) and tree.name == "side" and not speaker.facts.exact


def union_parts(speaker: Speaker, tree: t.Expr) -> list[str]:
    """The parts of a union; a difference stands in brackets, since the next part is added to all of it."""
    return _told(summands(tree), speaker)


def _told(of: list[t.Expr], speaker: Speaker) -> list[str]:
    told = [speaker.summand(part) for part in of]
    last = len(of) - 1
    return [
        f"({text})" if place < last and isinstance(part, t.Binary) and part.op in ("-", "&") else text
        for place, (part, text) in enumerate(zip(of, told, strict=True))
    ]


def summands(tree: t.Expr) -> list[t.Expr]:
    if isinstance(tree, t.Binary) and tree.op == "+":
        return [*summands(tree.left), *summands(tree.right)]
    return [tree]
