"""Features of labels, and of values of a game's own."""

from __future__ import annotations

from collections.abc import Callable

from ggl.syntax import tree as t
from ggl.topology import Board
from ggl.topology.errors import BadShape
from ggl.topology.labels import Labels, labelled, with_own_names
from tests.generated.draft import Draft, Scope, Unfit, said_in_file
from tests.generated.facts import Facts
from tests.generated.of_things import add_kind
from tests.generated.table import (
    DEFINE,
    LABELS,
    MOVES,
    PIECES,
    PLAYERS,
    REGIONS,
    STATE,
    TURN,
    apart,
    feature,
    new_move,
    some_move,
    widened,
)

# ---- labels


def _put(d: Draft, part: Callable[[Board], dict[str, object]]) -> None:
    """Label the board. A cell whose label is not a word is told by its number in the expressions of the file."""
    plain = d.topology.plain
    said, before = part(plain), d.board.cells
    try:
        d.board = labelled(plain, Labels(**{**d.labels, **said}))
    except BadShape as error:
        raise Unfit(str(error)) from None
    d.labels |= said
    now = {str(old.name): str(new.name) for old, new in zip(before, d.board.cells, strict=True)}
    d.tracks = {track: [now.get(line, line) for line in lines] for track, lines in d.tracks.items()}


def _names(d: Draft, count: int) -> list[str]:
    """Names one by one, which nothing else in the file has."""
    if count > 200:
        raise Unfit("too many to name one by one")
    return [d.name("place") for _ in range(count)]


def _series(name: str, key: str, made: Callable[[Draft, Board], object], there: Callable[[str], bool]) -> None:
    def add(d: Draft) -> None:
        _put(d, lambda board: {key: made(d, board)})

    def is_there(f: Facts) -> bool:
        part = f.definition.labels
        return part is not None and key in part.series and there(_said(part.series[key].names))

    feature(f"labels: {name}", LABELS, is_there, group=f"labels of {key}")(add)


def _said(names: str | tuple[str, ...]) -> str:
    return names if isinstance(names, str) else "list"


_series(
    "capitals",
    "columns",
    lambda d, b: d.pick(("capitals", "capitals without B", "letters without A, c")),
    lambda s: s.startswith(("capitals", "letters")) and "right" not in s,
)
_series(
    "columns from the right",
    "columns",
    lambda d, b: d.pick(("capitals from the right", "letters without b from the right")),
    lambda s: "from the right" in s and "numbers" not in s,
)
_series(
    "numbered columns",
    "columns",
    lambda d, b: d.pick(("numbers", "numbers from 0", "numbers from 7 from the right")),
    lambda s: "numbers" in s,
)
_series("listed columns", "columns", lambda d, b: _few(b.plan.columns), lambda s: s == "list")
_series(
    "rows from the top",
    "rows",
    lambda d, b: d.pick(("numbers from the top", "numbers from 0 from the top")),
    lambda s: "numbers" in s and "top" in s,
)
_series(
    "lettered rows",
    "rows",
    lambda d, b: d.pick(("letters", "capitals from the top", "letters without b")),
    lambda s: s.startswith(("letters", "capitals")),
)
_series(
    "numbered cells",
    "cells",
    lambda d, b: d.pick(("numbers", "numbers from 0 from the top", "numbers without 3")),
    lambda s: "numbers" in s,
)
_series("listed cells", "cells", lambda d, b: _names(d, len(b.cells)), lambda s: s == "list")


def _few(count: int) -> list[str]:
    if count > 12:
        raise Unfit("too many to name one by one")
    return ["ka", "Lo", "mu", "ne", "PI", "qo", "ra", "se", "ti", "u", "Va", "we"][:count]


@feature(
    "labels: own name of a cell",
    REGIONS,
    lambda f: (
        f.definition.labels is not None
        and any(not isinstance(tree, t.Call) or tree.name != "first" for tree in f.definition.labels.sites.values())
    ),
)
def _own_cell(d: Draft) -> None:
    key, cell = d.name("place"), d.pick(d.topology.cells[:80])
    written = said_in_file(cell)
    d.board = with_own_names(d.topology, {key: cell})
    d.labels.setdefault("sites", {})[key] = f"the({{{written}}})" if d.maybe() else written


@feature(
    "labels: own name of an edge or vertex",
    REGIONS,
    lambda f: (
        f.definition.labels is not None
        and any(isinstance(tree, t.Call) and tree.name == "first" for tree in f.definition.labels.sites.values())
    ),
)
def _own_edge(d: Draft) -> None:
    sort = d.pick(("edges", "vertices"))
    if not d.board.edges or (sort == "vertices" and not d.board.vertices):
        raise Unfit("a board without edges or vertices")
    key = d.name("place")
    d.labels.setdefault("sites", {})[key] = f"first({sort})"
    if sort == "edges":
        d.offer("edges", lambda s: f"{{{key}}}")
    d.offer("number", lambda s: f"count({{{key}}} & {sort})", must=True)


for _board in ("track", "linked"):
    for _label in ("labels of columns", "labels of rows"):
        apart(_label, _board, "its cells are not named by columns and rows")
apart("labels: own name of an edge or vertex", "single cell", "one cell has no edges between cells")
for _board in ("hundreds of cells", "thousands of cells"):
    apart("labels: listed cells", _board, "names one by one are made for small boards here")
    apart("labels: listed columns", _board, "names one by one are made for small boards here")
for _label in ("labels: listed cells", "labels: listed columns"):
    apart(_label, "board by option", "names one by one fit one size")
for _key in ("labels of columns", "labels of rows"):
    for _cells in ("labels: numbered cells", "labels: listed cells"):
        apart(_key, _cells, "cells are named one by one or by columns and rows")

# ---- values


@feature("values", PLAYERS, lambda f: bool(f.definition.values))
def _values(d: Draft) -> None:
    key = d.name("sort")
    members = [d.name("worth") for _ in range(d.pick((1, 2, 3, 5)))]
    d.values[key] = members
    d.offer("worth", lambda s: d.pick(members))
    d.offer(
        "number",
        lambda s: f"count({(x := d.name('x'))} in {key} if {_compared(d, s.having((x, 'worth')))})",
        "before do ensure end until score begin",
        must=True,
    )
    d.offer("condition", lambda s: _compared(d, s), "before do ensure end until score begin define")


def _sort(d: Draft) -> tuple[str, list[str]]:
    return next(iter(d.values.items()))


def worth(d: Draft, scope: Scope) -> str:
    """A value of the game's own."""
    own = scope.of("worth")
    return d.pick(own) if own and d.maybe() else d.worth(scope)


def _compared(d: Draft, s: Scope) -> str:
    one, members = worth(d, s), _sort(d)[1]
    return d.pick((f"{one} == {worth(d, s)}", f"{one} != {worth(d, s)}", f"{one} in {{{d.pick(members)}, {worth(d, s)}}}"))


def _members(f: Facts) -> set[str]:
    return {member.text for part in f.definition.values.values() for member in part.members}


def _is_worth(f: Facts, tree: object) -> bool:
    return isinstance(tree, t.Name) and tree.name in _members(f)


@feature("values: several sorts", PLAYERS, lambda f: len(f.definition.values) > 1, needs="values")
def _more_values(d: Draft) -> None:
    for _ in range(d.pick((1, 2))):
        key, members = d.name("sort"), [d.name("worth") for _ in range(2)]
        d.values[key] = members
        d.offer("number", lambda s, key=key: f"count({key})", must=True)  # type: ignore[misc]


@feature(
    "values: 64 of a sort", PLAYERS, lambda f: any(len(part.members) == 64 for part in f.definition.values.values()), costs=2
)
def _most_values(d: Draft) -> None:
    key, members = d.name("sort"), [d.name("worth") for _ in range(64)]
    d.values[key] = members
    if len(d.values) == 1:
        d.offer("worth", lambda s: d.pick(members))
    d.offer("number", lambda s: f"count({{{members[0]}, {members[-1]}}} & {key})", must=True)


@feature(
    "option: own value", PLAYERS, lambda f: any(_is_worth(f, o.default) for o in f.definition.options.values()), needs="values"
)
def _option(d: Draft) -> None:
    sort, members = _sort(d)
    key = d.name("option")
    d.options[key] = f"{members[0]} in {d.pick((sort, f'{{{members[0]}, {members[-1]}}}'))}"
    d.offer("condition", lambda s: f"{key} == {worth(d, s)}", "before do ensure end until score begin", must=True)


@feature("state: own value", STATE, lambda f: any(_is_worth(f, v.start) for v in f.definition.state.values()), needs="values")
def _state(d: Draft) -> None:
    members = _sort(d)[1]
    key = d.name("var")
    each = d.pick(("", "", "players", "cells", "turns"))
    d.state[key] = {"start": members[0], **({"each": each} if each else {})} if each or d.maybe() else members[0]
    owner = {"players": d.player, "cells": d.cell}.get(each)

    def place(s: Scope) -> str:
        return f"{owner(s)}.{key}" if owner else key

    d.offer("worth", place, "before do ensure end until score begin")
    d.offer("condition", lambda s: f"{place(s)} == {worth(d, s)}", "before do ensure end until score begin", must=True)
    d.offer("effect", lambda s: f"set {place(s)} to {worth(d, s)}", "do begin", must=True)


@feature(
    "state: own value or none",
    STATE,
    lambda f: any(isinstance(v.allowed, t.Name) and v.allowed.name in f.definition.values for v in f.definition.state.values()),
    needs="values",
)
def _state_or_none(d: Draft) -> None:
    sort, _ = _sort(d)
    key = d.name("var")
    d.state[key] = {"start": "none", "in": sort}
    d.offer(
        "condition", lambda s: f"{key} {d.pick(('==', '!='))} {d.pick(('none', worth(d, s)))}", "before do ensure end", must=True
    )
    d.offer("effect", lambda s: f"set {key} to {d.pick(('none', worth(d, s)))}", "do begin", must=True)


@feature(
    "has: own value",
    PIECES,
    lambda f: any(_is_worth(f, v) for p in f.definition.pieces.values() for v in p.has.values()),
    needs="values",
)
def _has(d: Draft) -> None:
    kinds = [kind for kind in d.standing() if not kind.stacks and not kind.layer] or [add_kind(d)]
    kind, key = d.pick(kinds), d.name("mark")
    d.pieces[kind.name].setdefault("has", {})[key] = _sort(d)[1][-1]
    d.offer(
        "condition", lambda s: f"{d.cell(s)}.{key} {d.pick(('==', '!='))} {worth(d, s)}", "before do ensure end until", must=True
    )
    d.offer("effect", lambda s: f"set {d.cell(s)}.{key} to {worth(d, s)}", "do begin")


@feature(
    "constant: own value",
    STATE,
    lambda f: any(_is_worth(f, c) for p in f.definition.players.values() for c in p.constants.values()),
    needs="values",
)
def _constant(d: Draft) -> None:
    key, (_, members) = d.name("fact"), _sort(d)
    for player in d.players:
        d.constants.setdefault(player, {})[key] = d.pick(members)
    d.offer("worth", lambda s: f"{d.player(s)}.{key}", "before do ensure end until score begin")
    d.offer("condition", lambda s: f"{d.player(s)}.{key} == {worth(d, s)}", "before do ensure end until score", must=True)


@feature(
    "table by own value",
    DEFINE,
    lambda f: any(isinstance(x, t.Lined) and any(_is_worth(f, key) for key, _ in x.rows) for _, x in f.trees),
    needs="values",
)
def _table(d: Draft) -> None:
    key, name, (_, members) = d.name("word"), d.name("worth_of"), _sort(d)
    d.define[f"{key}({name})"] = {"by": name, **{member: d.pick("0123") for member in members[:4]}, "else": "5"}
    d.offer("number", lambda s: f"{key}({worth(d, s)})", "before do ensure end until begin", must=True)


@feature(
    "parameter: own value",
    MOVES,
    lambda f: any(isinstance(b.source, t.Name) and b.source.name in f.definition.values for m in f.moves for b in m.binders),
    needs="values",
)
def _parameter(d: Draft) -> None:
    name, (sort, _) = d.name("value"), _sort(d)
    move = widened(d, name, sort, "worth")
    move.do.append(d.effect(move.scope("do")))
    if d.maybe():
        move.where[f"why {d.name('why')}"] = f"{_compared(d, move.scope('before'))} or ply % 2 == {d.pick('01')}"


@feature(
    "roll of own values",
    TURN,
    lambda f: any(
        isinstance(x, t.Roll) and isinstance(x.source, t.Name) and x.source.name in f.definition.values for x in f.all_of(t.Roll)
    ),
    needs="values",
    costs=2,
)
def _roll(d: Draft) -> None:
    key, (sort, members) = d.name("die"), _sort(d)
    d.state[key] = members[0]
    d.begin.append(f"roll {key} from {sort}")
    d.offer("worth", lambda s: key, "before do ensure end until score")
    d.offer("condition", lambda s: f"{key} == {worth(d, s)}", "before do ensure end until", must=True)


# ---- the order of sites that are typed


@feature(
    "parameters in an order",
    MOVES,
    lambda f: any(
        isinstance(tree, t.Chain)
        and any(op in ("<", ">") for op, _ in tree.rest)
        and isinstance(tree.first, t.Name)
        and {tree.first.name, *(getattr(x, "name", "") for _, x in tree.rest)} <= {b.name for b in m.binders}
        for m in f.moves
        for _, tree in m.where.parts
    ),
)
def _order(d: Draft) -> None:
    one, other = d.name("cell"), d.name("cell")
    move = some_move(d, started=True)
    if len(move.params) > 1:
        move = new_move(d)
    source = d.pick(("vacant", "cells", "corners", "(border with own piece)"))
    beyond = d.pick((source, source, f"{source} - {{{one}}}"))
    move.params += [(one, source, "cell"), (other, beyond, "cell")]
    move.where["one before the other"] = d.pick((f"{one} < {other}", f"{other} > {one}"))
    kind = d.pick(d.standing()).name
    move.do += d.pick(
        (
            [f"put {kind} on {{{one}, {other}}}"],
            [f"put {kind} on {one}", f"put {kind} on {other}"],
            [f"put {kind} on {one}"],
            [f"move {one} to {other}"],
        )
    )
