"""Expressions of any type, each word of the language inside of each other: drawn from the signatures of the vocabulary itself.

A form gives an expression of a type, with holes for others: `@cells` is a hole of that type; in `@bool^` the name `x` of the
form is known, and means one member of what stands behind its `in`. `T` and `U` stand for any sort of thing there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.signatures import Signature
from ggl.model.keys import SITES_OF
from tests.generated.draft import Draft, Scope, Unfit
from tests.generated.facts import Facts
from tests.generated.table import WORDS, feature, new_move

SITES = ("cell", "edge", "vertex", "link")
SETS = {"cell": "cells", "edge": "edges", "vertex": "vertices", "link": "links", "direction": "directions", "player": "players",
        "kind": "kinds", "track": "tracks", "tile": "tiles", "number": "numbers", "worth": "worths"}  # fmt: skip
MEMBERS = {plural: one for one, plural in SETS.items()}

FORMS = """
bool      not @bool
bool      (@bool and @bool)
bool      (@bool or @bool)
bool      (@bool if @bool else @bool)
bool      (@bool) == (@bool)
bool      @number < @number
bool      @number <= @number
bool      @number == @number
bool      @number != @number
bool      @T == @T
bool      @T != @T
bool      @T == none
bool      @T in @Ts
bool      @T not in @Ts
bool      @Ts == @Ts
bool      @Ts != @Ts
bool      any(@Ts)
bool      any(@Ts & @Ts)
bool      @[T] == @[T]
bool      @[number] < @[number]
bool      @[number] >= @[number]
bool      any(x in @Ts if @bool^)
bool      all(@bool^ for x in @Ts)
bool      any(x in @[T] if @bool^)
bool      any(x in @[cells] if @bool^)
bool      all(@bool^ for x in @[cells])
bool      lined(@cells, 3)
bool      empty(@site)
bool      occupied(@site)
bool      ~site on @site
bool      piece of (@player) on @cell
bool      any(@cells with piece of (@player))
bool      any(x on @cell and @bool^ for x in @kinds)
bool      any(any(@cells with x piece) for x in @players)
bool      @number? == @number
bool      @number? in @numbers
bool      any(@sites with ~site)
number    (@number + @number)
number    (@number - @number)
number    (@number * @number)
number    (@number // @number)
number    (@number % @number)
number    -(@number)
number    (@number if @bool else @number)
number    min(@number, @number)
number    max(@number, @number, @number)
number    size(@Ts)
number    size(@[T])
number    count(@sites with ~site)
number    count(x in @Ts if @bool^)
number    count(x in @[cells] if @bool^)
number    size(@[cells])
number    sum(@number^ for x in @Ts)
number    sum(@number^ for x in @Ts if @bool^)
number    sum(@number^ for x in @[cells])
number    min(@number^ for x in @Ts, default=@number)
number    max(@number^ for x in @Ts if @bool^, default=@number)
number    min(size(x) for x in @[cells] if @bool^, default=@number)
number    max(size(x) for x in @[cells] if @bool^, default=@number)
number    max(@number^ for x in @[cells], default=0)
number    (1 if @bool else 0)
T         first(@Ts)
T         first(@[T])
T         the(@Ts)
T         first(x in @[T] if @bool^)
T         first(x in @Ts if @bool^)
T         the(x in @Ts if @bool^)
T         (@T if @bool else @T)
T         @[T][@number]
player    @site.owner
player    next(@player)
kind      @site.kind
Ts        (@Ts + @Ts)
Ts        (@Ts - @Ts)
Ts        (@Ts & @Ts)
Ts        (@Ts if @bool else @Ts)
Ts        (x in @Ts if @bool^)
Ts        (@T^ for x in @Us)
Ts        (@T^ for x in @Us if @bool^)
Ts        {@T, @T}
Ts        {@T}
Ts        distinct(@[T])
sites     neighbors(@site)
sites     neighbors(@sites)
sites     (@sites with ~site)
sites     spread(@sites, @sites)
sites     spread({@site}, @sites)
cells     spread(@cells, @cells, @directions)
cells     spread(@cells, @cells, @edges)
cells     (y for x in @[cells] if @bool^ for y in x)
cells     first(x in @[cells] if @bool^)
cells     first(@[cells])
cells     @[cells][@number]
[sites]   components(@sites)
[cells]   components(@cells, @directions)
[cells]   components(@cells, @edges)
[cells]   groups(@player, @directions)
[cells]   lines(3)
cells     group(@cell, @directions)
[T]       reversed(@[T])
[T]       leading(x in @[T] if @bool^)
[T]       [@T, @T]
[T]       (x in @[T] if @bool^)
[T]       ([@T, @T] if @bool else [@T, @T])
[number]  sorted(@[number])
[number]  descending(@[number])
[number]  (@number^ for x in @[cells])
[number]  descending(size(x) for x in @[cells])
[number]  descending(@number^ for x in @Ts)
[number]  sorted(@number^ for x in @[T])
[number]  [@number, @number, @number]
"""
"""In a phrase `~site` such as `own man` the kinds stand on sites of that sort."""

ELSEWHERE = {
    "subsets", "index", "sums", "hand", "stuck", "able", "choice", "seen", "previous", "total",
    "sides", "cell", "last_way", "further", "run", "before_bend", "last_turn", "stretched", "rank", "placements", "congruent",
    "after", "before", "other", "lines", "lined", "leaps",
}  # fmt: skip
"""Words with features of their own, which have what they need: they come in with the conditions and numbers of the draft."""


@dataclass(frozen=True)
class Form:
    result: str
    text: str
    bound: str = ""
    """The type of `x`, if there is one."""


@cache
def forms() -> dict[str, list[list[Form]]]:
    """The ways to make an expression of each type, those together that differ in sorts alone."""
    found: dict[str, list[list[Form]]] = {}
    for alike in [*_listed(), *_declared()]:
        for result in dict.fromkeys(form.result for form in alike):
            found.setdefault(result, []).append([form for form in alike if form.result == result])
    return found


def _listed() -> Iterator[list[Form]]:
    for line in filter(None, FORMS.splitlines()):
        result, text = line.split(None, 1)
        sorts: list[dict[str, str]] = [{}]
        for letter, which in (("T", tuple(SETS)), ("U", ("cell", "player", "kind", "number")), ("site", SITES)):
            if re.search(rf"\b{letter}s?\b", line):
                sorts = [each | {letter: one} for each in sorts for one in which]
        yield [
            _form("number?" if result == "T" and each["T"] == "number" else _meant(result, each), _meant(text, each))
            for each in sorts
        ]


def _meant(text: str, sorts: dict[str, str]) -> str:
    for letter, sort in sorts.items():
        if sort:
            text = re.sub(rf"\b{letter}s\b", SETS[sort], text)
            text = re.sub(rf"\b{letter}\b", sort, text)
    return text


def _form(result: str, text: str) -> Form:
    source = re.search(r"\bx in @(\[?\w+\]?)", text)
    bound = "" if source is None else source[1][1:-1] if source[1][0] == "[" else MEMBERS[source[1]]
    return Form(result, text, bound)


def _declared() -> Iterator[list[Form]]:
    words = [word.signature for word in BOARD_WORDS.values()] + [word.signature for word in prelude().values()]
    for signature in words:
        if signature.name not in ELSEWHERE:
            yield from _calls(signature)
    for (site, name), word in DOTS.items():
        if site in SETS:
            yield [Form(_result(word.signature), f"@{site}{'!' * (word.signature.result == 'number')}.{name}")]


def _calls(signature: Signature) -> Iterator[list[Form]]:
    for count in range(signature.required, len(signature.params) + 1):
        args = ", ".join(
            f"@{p.type}" if n < signature.required else f"{p.name}=@{p.type}" for n, p in enumerate(signature.params[:count])
        )
        result, text = _result(signature), f"{signature.name}({args})" if args else signature.name
        sites = SITES if re.search(r"\bsites?\b", text) else ("",)
        yield [Form(*(_meant(part, {"site": site}) for part in (result, text))) for site in sites]


def _result(signature: Signature) -> str:
    """A site may be none wherever it is asked for, a number may not."""
    return signature.result if signature.result == "number?" else signature.result.rstrip("?")


def _there(d: Draft, form: Form) -> bool:
    """Whether the draft has what a form speaks of."""
    sorts = {MEMBERS.get(sort, sort) for sort in re.findall(r"(?<=@)\w+|\w+", form.text)}
    declared = {
        "link": d.links,
        "track": d.tracks,
        "tile": d.tiles,
        "worth": d.values,
        "direction": d.ways,
        "edge": d.board.edges,
    }
    if any(sort in sorts and not there for sort, there in declared.items()):
        return False
    pieces = sorts & {"on", "with", "empty", "occupied", "owner", "owners"} or ".kind" in form.text
    return not pieces or all(d.standing(SITES_OF[site]) for site in SITES if site in sorts)


def drawn(d: Draft, scope: Scope, type_: str, depth: int) -> str:
    """An expression of a type. Raises `Unfit` if the draft has none."""
    for _ in range(6 if depth > 0 else 0):
        try:
            alike = [form for form in d.pick(forms().get(type_, [])) if _there(d, form)]
            return _filled(d, scope, alike[0] if alike and d.maybe() else d.pick(alike), depth - 1)
        except Unfit:
            continue
    return _leaf(d, scope, type_)


def _filled(d: Draft, scope: Scope, form: Form, depth: int) -> str:
    name = d.name("x") if form.bound else ""
    within = scope.having((name, form.bound)) if name else scope

    def hole(found: re.Match[str]) -> str:
        if found[0][0] == "~":
            return d.phrase(scope, SITES_OF[found[1]])
        text = drawn(d, within if found[3] else scope, found[2], depth - (d.maybe(0.3)))
        return f"({text})" if " " in text and found.end() < len(found.string) and found.string[found.end()] in ".[" else text

    text = re.sub(r"\bx\b", name, form.text) if name else form.text
    if re.search(r"\by\b", text):
        text = re.sub(r"\by\b", d.name("x"), text)
    return re.sub(r"~(\w+)|@(\[?\w+\]?[?!]?)(\^?)", hole, text)


def _leaf(d: Draft, scope: Scope, type_: str) -> str:
    own = scope.of(type_.rstrip("?!"))
    if own and d.maybe(0.7):
        return d.pick(own)
    match type_:
        case "bool":
            return f"({d.condition(scope, 0)})"
        case "number" | "number?":
            return d.number(scope, 0)
        case "cell!":
            return d.cell(scope)
        case "cell" | "edge" | "vertex" | "direction" | "player" | "worth" | "edges":
            return str(getattr(d, type_)(scope))
        case "cells":
            return d.cells(scope, 0)
        case "directions":
            return d.some_ways(scope)
        case "kind":
            return d.kind().name
        case "players" | "kinds" | "vertices":
            return type_
        case "numbers":
            return d.pick(("{0, 1, 3}", "{1, 2}"))
        case "[cells]":
            return d.pick(("territories", f"groups({d.player(scope)})"))
        case "[cell]" if d.ways:
            return f"ray({d.cell(scope)}, {d.direction(scope)})"
        case "worths" if d.values:
            return next(iter(d.values))
        case "links" if d.links:
            return "links"
        case "link" if d.links:
            return "first(links)"
        case "tracks" | "tiles" if getattr(d, type_):
            return type_
        case "track" | "tile" if getattr(d, SETS[type_]):
            return d.pick(list(getattr(d, SETS[type_])))
        case _ if type_[0] == "[":
            member = type_[1:-1]
            return f"[{_leaf(d, scope, member)}, {_leaf(d, scope, member)}]"
    raise Unfit(f"no {type_} here")


@feature("any words", WORDS, lambda f: _words_read(f) > 14, costs=2)
def _any_words(d: Draft) -> None:
    move = new_move(d)
    for _ in range(d.pick((1, 2, 2, 3))):
        type_ = d.pick(("cell", "cell", "cell", "direction", "kind", "player", "number", "edge", "worth", "tile", "track"))
        with suppress(Unfit):
            source = drawn(d, move.scope("before"), SETS[type_], d.pick((1, 2)))
            move.params.append((d.name("cell"), source, type_))
    if move.params and not move.do:
        move.do.append("win" if d.maybe(0.1) else d.effect(move.scope("do")))
    if d.score is None and d.maybe(0.8):  # what each comes to is compared in every position
        d.score_param = d.name("player")
        scope = Scope("score", ((d.score_param, "player"),), d.score_param)
        asked = [f"(1 if {drawn(d, scope, 'bool', d.depth_left(4))} else 0)" for _ in range(d.pick((2, 4)))]
        asked += [drawn(d, scope, "number", d.depth_left(4)) for _ in range(d.pick((1, 3)))]
        d.score = f"[{', '.join(asked)}]"
    for type_, of, count in (("condition", "bool", 8), ("number", "number", 3), ("cells", "cells", 1), ("site", "cell", 1)):
        for _ in range(count):
            d.offer(type_, lambda scope, of=of: drawn(d, scope, of, d.depth_left(4)), STAGES, must=True)  # type: ignore[misc]


STAGES = "before do ensure end until score"


def _words_read(f: Facts) -> int:
    """How many words of the vocabulary are called or read in the game."""
    return sum(f.calls(word) or f.reads(word) for word in (*BOARD_WORDS, *prelude()))
