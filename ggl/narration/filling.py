"""Fills templates with arguments: the phrase of a word of the vocabulary for its values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ggl.model.definition import Defined
from ggl.narration import board
from ggl.narration.facts import SITES, element
from ggl.narration.nouns import (
    HEADS,
    Many,
    Noun,
    conjugated,
    in_words,
    kind_noun,
    listed,
    number_text,
    plain,
    plural,
    quoted_name,
    words,
)
from ggl.narration.templates import ALONG, TEMPLATES
from ggl.syntax import tree as t

if TYPE_CHECKING:
    from ggl.narration.speaker_like import SpeakerLike as Speaker

_SLOT = re.compile(r"\{(\w*)(?:'(s)|:(\w+)(\+?))?\}")


def worded(speaker: Speaker, tree: t.Call) -> tuple[str, dict[str, t.Expr]]:
    """The template's key for a call of a word, and the arguments by the names in it."""
    signature = speaker.facts.signature(tree.name)
    args: list[t.Expr] = list(tree.args)
    if signature is not None:
        given = {param.name: arg for param, arg in zip(signature.params, tree.args, strict=False)}
        given |= {named.name: named.value for named in tree.named}
        last = tree.args[len(signature.params) :]  # the relations of a word of connection
        args = [*(given[param.name] for param in signature.params if param.name in given), *last]
    if tree.name == "ray" and len(args) == 3 and _fixed(speaker, args[2]) == 1:
        return "steps(c, ways)", {"c": args[0], "ways": args[1]}
    for key in TEMPLATES:
        head, _, inside = key.partition("(")
        names = inside.rstrip(")").split(", ") if inside else []
        if head == tree.name and len(names) == len(args):
            return key, dict(zip(names, args, strict=True))
    letters = [f"x{place}" for place in range(1, len(args) + 1)]
    return f"{tree.name}({', '.join(letters)})", dict(zip(letters, args, strict=True))  # described by its name


def many(speaker: Speaker, template: str, args: Mapping[str, t.Expr]) -> Many:
    template = template.replace("cell", _beside(speaker, template, args))
    found = HEADS.search(template)
    assert found is not None
    owner = re.search(r"\{(\w+):owner\}", template)
    if owner:
        template = template.replace(owner[0], "")
    tail = fill(speaker, template[found.end() :], args)
    many = plain(found[1], tail, found[2])
    return replace(many, owner=speaker.value(args[owner[1]])) if owner else many


def _beside(speaker: Speaker, template: str, args: Mapping[str, t.Expr]) -> str:
    """The sort of a site's neighbours, which is its own; "cell" for other sets."""
    site = speaker.sort(args["c"]) if "c" in args and template is TEMPLATES.get("neighbors(c)") else ""
    return site if site in SITES[1:] else speaker.facts.cell


def fill(speaker: Speaker, template: str, args: Mapping[str, t.Expr], holds: bool = True) -> str:
    """A template with its arguments in place."""
    return _SLOT.sub(lambda slot: _slot(speaker, slot, args, holds), template.replace("cell", speaker.facts.cell))


def _slot(speaker: Speaker, slot: re.Match[str], args: Mapping[str, t.Expr], holds: bool) -> str:
    name, own, mode, fixed = slot.groups()
    if name == "supply":
        return speaker.facts.supply
    if name == "mover":
        noun = speaker.mover
    elif mode in _MODES:
        return _MODES[mode](speaker, args[name])
    else:
        noun = speaker.closed(args[name])
    if own:
        return noun.possessive
    if mode:
        return f"{noun.text} {conjugated(mode, noun.person, holds or bool(fixed))}"
    return noun.text


def towards(speaker: Speaker, tree: t.Expr) -> str:
    if isinstance(tree, t.Name) and tree.name not in speaker.locals and tree.name in speaker.facts.checked.board.directions:
        along = speaker.facts.checked.board.basis == "track"  # on a track, ways lead up and down
        return f"on the way {tree.name}" if along else f"to the {tree.name}"
    if isinstance(tree, t.Call) and tree.name == "back" and len(tree.args) == 1 and not speaker.facts.exact:
        return f"in the direction opposite to {speaker.value(tree.args[0]).text.removeprefix('direction ')}"
    if isinstance(tree, t.IfElse):
        return f"({towards(speaker, tree.then)} if {speaker.within(tree.test)}, otherwise {towards(speaker, tree.other)})"
    return f"in {speaker.value(tree).text}"


def _side(speaker: Speaker, tree: t.Expr) -> str:
    text = speaker.value(tree).text
    return f"{text} side" if " " not in text else f"side {towards(speaker, tree)}"


def _along(speaker: Speaker, tree: t.Expr) -> str:
    sort = speaker.sort(tree)
    if sort == "direction":
        return towards(speaker, tree)
    if sort in ("{edge}", "[edge]"):
        return f"across {speaker.value(tree).text}"
    if sort in ("{link}", "[link]"):
        return f"along {speaker.value(tree).text}"
    defined = speaker.facts.definitions.get(tree.name) if isinstance(tree, t.Name) and tree.name not in speaker.locals else None
    if defined is not None and len(defined.params) == 1:
        return _by_steps(speaker, defined)
    if isinstance(tree, t.Name) and tree.name in ALONG and tree.name not in speaker.locals:
        if speaker.facts.checked.board.basis != "square" and tree.name != "diagonal":
            return ALONG["directions"]
        return ALONG[tree.name]
    if not speaker.facts.exact and (said := _beside_one(speaker, tree)):
        return said
    if speaker.is_by_members(tree):
        return f"in {speaker.members(tree).some()}"
    if isinstance(tree, t.SetOf) and tree.items:
        return listed([towards(speaker, item) for item in tree.items], "or")
    if isinstance(tree, t.IfElse) and not speaker.facts.exact:
        return f"({_along(speaker, tree.then)} if {speaker.within(tree.test)}, otherwise {_along(speaker, tree.other)})"
    noun = speaker.value(tree)
    if isinstance(tree, t.Binary):
        return f"in one of {noun.text}" if tree.op != "+" else f"in {_along_sum(speaker, tree)}"
    is_bare = isinstance(tree, t.Name) and tree.name in speaker.locals and noun == Noun(quoted_name(tree.name))
    if is_bare and not speaker.facts.exact:
        return f"in one of the directions {noun.text}"
    return f"in one of {noun.text}"


def _beside_one(speaker: Speaker, tree: t.Expr) -> str:
    """`{d} + aslant(d)`: a direction, and those beside it."""
    match tree:
        case t.Binary(op="+", left=t.SetOf(items=(d,)), right=t.Call(name="aslant", args=(of,))) if d == of:
            return f"in {speaker.value(d).text}, straight or slanting to the left or right"
    return ""


def _by_steps(speaker: Speaker, defined: Defined) -> str:
    """The steps that a definition with one parameter says."""
    cell, it = speaker.facts.cell, Noun("it")
    speaker = speaker.knowing(defined.params[0], "cell", it)
    if element(speaker.sort(defined.body)):
        return f"by steps from a {cell} to {speaker.members(defined.body).some()}"
    return f"by steps from a {cell} to {speaker.value(defined.body).text}"


def _along_sum(speaker: Speaker, tree: t.Expr) -> str:
    return listed(_ways(speaker, tree), "or")


def _ways(speaker: Speaker, tree: t.Expr) -> list[str]:
    """The directions of a sum, part by part."""
    if isinstance(tree, t.Binary) and tree.op == "+":
        return [*_ways(speaker, tree.left), *_ways(speaker, tree.right)]
    if isinstance(tree, t.SetOf):
        return [speaker.value(item).text for item in tree.items]
    if isinstance(tree, t.IfElse):
        return [speaker.summand(tree)]
    if speaker.is_by_members(tree):
        return [speaker.members(tree).some()]
    return [f"one of {speaker.value(tree).text}"]


def _kind(speaker: Speaker, tree: t.Expr, many: bool) -> str:
    if isinstance(tree, t.Name) and tree.name in speaker.facts.checked.kinds:
        return plural(words(tree.name)) if many else kind_noun(tree.name)
    return f"{'pieces' if many else 'piece'} of the kind {speaker.value(tree).text}"


def _line(speaker: Speaker, line: str, tree: t.Expr) -> str:
    """A row or a column: by its name, if its number is fixed by the board."""
    fixed = _fixed(speaker, tree)
    if fixed is None or fixed.denominator > 1:
        speaker.use(f"cell.{line}")
        return _number(speaker, tree)
    return board.line_name(speaker.facts.checked.board, line, int(fixed))


def _number(speaker: Speaker, tree: t.Expr) -> str:
    """A number; values fixed by the board are computed."""
    fixed = _fixed(speaker, tree)
    if fixed is not None:
        return number_text(fixed)
    said = speaker.value(tree).text
    is_name = re.fullmatch(r'"[^"]*"|\S+', said) is not None
    return said if is_name else f"number ({said})"


def _fixed(speaker: Speaker, tree: t.Expr) -> Fraction | None:
    match tree:
        case t.Number(value=value):
            return Fraction(value)
        case t.Name(name="rows" | "columns" as name) if name not in speaker.locals:
            on = speaker.facts.checked.board
            return Fraction(on.rows if name == "rows" else on.columns)
        case t.Unary(op="-", of=of):
            value_ = _fixed(speaker, of)
            return None if value_ is None else -value_
        case t.Binary(op="+" | "-" as op):
            left, right = _fixed(speaker, tree.left), _fixed(speaker, tree.right)
            return None if left is None or right is None else left + right if op == "+" else left - right
    return None


def _so_many(speaker: Speaker, tree: t.Expr, noun: str, ahead: str = "", back: str = "") -> str:
    """`2 places clockwise`; backwards for a negative number."""
    fixed = _fixed(speaker, tree)
    if fixed is None:
        said = speaker.value(tree).text
        many = f"so many {plural(noun)} ({said})" if " " in said else f"{said} {plural(noun)}"
        if " " in said and not speaker.facts.exact:
            many = f"({said}) {plural(noun)}"
        return f"{many}{ahead}"
    amount = abs(fixed) if back else fixed
    many = number_text(amount) if speaker.facts.exact else in_words(amount)
    return f"{many} {noun if amount == 1 else plural(noun)}{back if fixed < 0 and back else ahead}"


def _further(speaker: Speaker, tree: t.Expr) -> str:
    """A number of places forwards, or back."""
    number = _fixed(speaker, tree)
    if number is not None and number < 0:
        return f"{_so_many(speaker, t.Number(-number, span=tree.span), 'place')} before"
    return f"{_so_many(speaker, tree, 'place')} after"


def _track(speaker: Speaker, tree: t.Expr) -> str:
    """Along which track."""
    if isinstance(tree, t.SetOf) and tree.items:
        return listed(dict.fromkeys(speaker.value(item).text for item in tree.items), "or")
    return speaker.members(tree).some()


_MODES: dict[str, Callable[[Speaker, t.Expr], str]] = {
    "all": lambda speaker, tree: speaker.members(tree).all(),
    "some": lambda speaker, tree: speaker.members(tree).some(),
    "each": lambda speaker, tree: speaker.members(tree).each(),
    "no": lambda speaker, tree: speaker.members(tree).no(),
    "one": lambda speaker, tree: speaker.members(tree).named(),
    "several": lambda speaker, tree: speaker.members(tree).named(several=True),
    "their": lambda speaker, tree: {"you": "your", "it": "its"}.get(speaker.value(tree).text, "their"),
    "counted": lambda speaker, tree: speaker.members(tree).counted(),
    "number": _number,
    "row": lambda speaker, tree: _line(speaker, "row", tree),
    "column": lambda speaker, tree: _line(speaker, "column", tree),
    "places": lambda speaker, tree: _so_many(speaker, tree, "place", " clockwise", " anticlockwise"),
    "on": lambda speaker, tree: _so_many(speaker, tree, "place"),
    "steps": lambda speaker, tree: _so_many(speaker, tree, "step"),
    "bends": lambda speaker, tree: _so_many(speaker, tree, "bend"),
    "further": lambda speaker, tree: _further(speaker, tree),
    "track": lambda speaker, tree: _track(speaker, tree),
    "towards": towards,
    "side": _side,
    "along": lambda speaker, tree: _along(speaker, tree),
    "kinds": lambda speaker, tree: _kind(speaker, tree, True),
    "kind": lambda speaker, tree: _kind(speaker, tree, False),
}
