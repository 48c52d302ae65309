"""Features at the limits that docs/manual/limits.md tells, and more words, variables and effects."""

from __future__ import annotations

from ggl.syntax import tree as t
from tests.generated.draft import Draft, Kind, Scope, Unfit
from tests.generated.facts import Facts
from tests.generated.of_ends import add_end, words
from tests.generated.table import DEFINE, EFFECTS, MOVES, STATE, TURN, apart, feature, new_move, some_move

# ---- as many as may be


@feature("64 variables", STATE, lambda f: len(f.definition.state) == 64, costs=3)
def _variables(d: Draft) -> None:
    d.wishes.add("64 variables")
    keys = []
    while len(d.state) < 56:  # what rolls and bags need comes later
        keys.append(d.name("var"))
        d.state[keys[-1]] = d.pick(("0", "false", "none_", "cells")).replace("none_", "3")
    numbers = [key for key in keys if d.state[key] in ("0", "3")]
    if numbers:
        d.offer("number", lambda s: d.pick(numbers), "before do ensure end", must=True)
        d.offer("effect", lambda s: f"set {d.pick(numbers)} to {d.number(s, 0)}", "do begin", must=True)


@feature("64 moves", MOVES, lambda f: len(f.definition.moves) == 64, costs=3)
def _moves(d: Draft) -> None:
    d.wishes.add("64 moves")
    while len(d.moves) < 40:
        move = new_move(d)
        move.do.append(f"put {d.pick(d.standing()).name} on {d.pick(d.board.cells).name}")
        move.where["its turn"] = f"ply % 7 == {len(d.moves) % 7}"


@feature("32 options", DEFINE, lambda f: len(f.definition.options) == 32)
def _options(d: Draft) -> None:
    d.wishes.add("32 options")
    while len(d.options) < 26:
        d.options[d.name("option")] = d.pick(("1", "true", "2 in 0..9", "3 in {1, 3}"))
    numbers = [key for key, value in d.options.items() if value != "true"]
    d.offer("number", lambda s: d.pick(numbers), "before do ensure end", must=True)


@feature("256 definitions", DEFINE, lambda f: len(f.definition.definitions) == 256, costs=3)
def _definitions(d: Draft) -> None:
    d.wishes.add("256 definitions")
    name = d.name("cell")
    while len(d.define) < 220:  # and others come
        d.define[f"{d.name('word')}({name})"] = d.pick((f"{name}.number", "1", "ply", f"count(neighbors({name}))"))


@feature("definitions 24 deep", DEFINE, lambda f: _deepest(f) == 24)
def _deep(d: Draft) -> None:
    name, x = d.name("cell"), d.name("x")
    last = d.name("deep")
    d.define[f"{last}({name})"] = d.condition(Scope("define", ((name, "cell"),), ""), 0)
    for number in range(23):
        key = d.name("deep")
        if number in (5, 15):
            d.define[f"{key}({name})"] = f"any({x} in neighbors({name}) if {last}({x}) or {x} == {name})"
        else:
            d.define[f"{key}({name})"] = f"{last}({name}) or {name}.number == {number}"
        last = key
    top = last
    d.offer("condition", lambda s: f"{top}({d.cell(s)})", "before do ensure end")
    add_end(d, "draw", f"ply > 5 and {top}({d.board.cells[0].name})")


def _deepest(f: Facts) -> int:
    uses = {
        name: {x.name for x in _calls(one.body) if x.name in f.definition.definitions}
        for name, one in f.definition.definitions.items()
    }

    def depth(name: str) -> int:
        return 1 + max((depth(other) for other in uses[name]), default=0)

    return max((depth(name) for name in uses), default=0)


def _calls(tree: t.Tree) -> list[t.Call]:
    found = [tree] if isinstance(tree, t.Call) else []
    for child in t.children(tree):
        found += _calls(child)
    return found


@feature("16 rolls", TURN, lambda f: len(f.core.rolls) >= 16, costs=3)
def _rolls(d: Draft) -> None:
    key = d.name("die")
    d.state[key] = {"start": "1", "in": "1..2"}
    total = d.name("var")
    d.state[total] = "0"
    for _ in range(16):
        d.begin.append(f"roll {key} from 1..2")
    d.begin.append(f"add {key} to {total}")
    d.offer("number", lambda s: total, "before do ensure end score", must=True)


# ---- variables


@feature("state: number of each edge", STATE, lambda f: any(v.each == "edges" for v in f.definition.state.values()))
def _each_edge(d: Draft) -> None:
    if not d.board.edges:
        raise Unfit("a board without edges")
    key = d.name("var")
    d.state[key] = {"start": "0", "in": "0..3", "each": "edges"}
    x = d.name("x")
    d.offer("number", lambda s: f"max({x}.{key} for {x} in edges, default=0)", "before do ensure end score", must=True)
    d.offer("effect", lambda s: f"set first({d.edges(s)}).{key} to {d.number(s, 0)}", "do begin", must=True)


apart("state: number of each edge", "single cell", "one cell has no edges between cells")


@feature(
    "state: set of edges", STATE,
    lambda f: any(isinstance(v.start, t.SetOf) and isinstance(v.allowed, t.Binary) for v in f.definition.state.values()),
)  # fmt: skip
def _set_of_edges(d: Draft) -> None:
    if not d.board.edges:
        raise Unfit("a board without edges")
    key = d.name("var")
    d.state[key] = {"start": "{}", "in": "edges + rim"}
    d.offer("edges", lambda s: key, "before do ensure end")
    d.offer("number", lambda s: f"count({key})", "before do ensure end score", must=True)
    d.offer("effect", lambda s: f"add {d.edges(s)} to {key}", "do begin", must=True)


apart("state: set of edges", "single cell", "one cell has no edges between cells")


# ---- effects and moves


@feature(
    "effect: for numbers", EFFECTS,
    lambda f: any(isinstance(x, t.ForEach) and isinstance(x.binder.source, t.Binary) and x.binder.source.op == ".."
                  for x in f.all_of(t.ForEach)),
)  # fmt: skip
def _for_numbers(d: Draft) -> None:
    move, name = some_move(d), d.name("number")
    cells = [one for one, _, type_ in move.params if type_ == "cell"] or [d.board.cells[0].name]
    kind = d.pick(d.standing()).name
    target = f"cell({name})" if not d.ways else d.pick((f"cell({name})", f"step({cells[0]}, {d.ways[0]}, {name})"))
    move.do.append(f"for {name} in {d.pick(('1..2', '0..3', '2..1'))}:\n  put {kind} on {target} if {name} != 2")


@feature(
    "effect: clear a set", EFFECTS,
    lambda f: any(isinstance(x, t.Change) and x.verb == "set" and isinstance(x.to, t.SetOf) and not x.to.items
                  for x in f.all_of(t.Change)),
    needs="state: set",
)  # fmt: skip
def _clear(d: Draft) -> None:
    keys = [key for key, value in d.state.items() if value in ("cells", "corners", "border")]
    if not keys:
        raise Unfit("no set")
    some_move(d).do.append(f"set {d.pick(keys)} to {{}}")


@feature("let of several types", MOVES, lambda f: any(len(m.lets) > 2 for m in f.moves))
def _lets(d: Draft) -> None:
    move = some_move(d)
    scope = move.scope("before")
    set_, truth, number, player = d.name("cells"), d.name("truth"), d.name("number"), d.name("player")
    move.lets |= {set_: d.cells(scope), truth: d.condition(scope), number: d.number(scope), player: d.player(scope)}
    move.where[f"why {d.name('why')}"] = f"{truth} or {number} != {d.pick('012')}"
    move.do.append(f"take piece from {set_} if {player} == {d.pick(d.players)}")
    line, place = d.name("line"), d.name("x")
    move.lets[line] = f"[{d.cell(scope)}, {d.site(scope, 0)}] - {d.cells(scope, 0)}"
    move.where[f"why {d.name('why')}"] = f"sum({place} for {place} in 1..size({line})) != {d.pick('013')}"


# ---- words

words("an index by a number", "site", [lambda d, s: f"[{d.cell(s)}, {d.cell(s)}][{d.number(s, 0)}]"],
      lambda f: any(isinstance(x, t.Index) and not isinstance(x.at, t.Number) for _, x in f.trees))  # fmt: skip
words("numbers by a number", "condition",
      [lambda d, s: f"[{d.number(s, 0)}, {d.number(s, 0)}, 5][{d.number(s, 0)}] == {d.number(s, 0)}",
       lambda d, s: f"[{d.condition(s, 0)}, true][{d.number(s, 0)}]"],
      lambda f: any(isinstance(x, t.Index) and isinstance(x.of, t.ListOf) for _, x in f.trees))  # fmt: skip
words("blocked", "cells", [lambda d, s: f"slides({d.cell(s)}, {d.some_ways(s)}, blocked={d.cells(s, 0)})"],
      lambda f: any(isinstance(x, t.Call) and x.named and x.name == "slides" for x in f.all_of(t.Call)))  # fmt: skip
words("sight", "site", [lambda d, s: f"sight({d.cell(s)}, {d.direction(s)})"], lambda f: f.calls("sight"))
words("neighbors of edges", "number", [lambda d, s: f"count(neighbors({d.edge(s)}))"],
      lambda f: any(isinstance(x, t.Call) and x.name == "neighbors" and x.args and _is_edge(x.args[0])
                    for x in f.all_of(t.Call)))  # fmt: skip
words("spread of edges", "number", [lambda d, s: f"count(spread({{{d.edge(s)}}}, {d.edges(s)}))"],
      lambda f: any(isinstance(x, t.Call) and x.name == "spread" and isinstance(x.args[0], t.SetOf) and x.args[0].items
                    and _is_edge(x.args[0].items[0]) for x in f.all_of(t.Call)))  # fmt: skip
words("sets compared", "condition", [lambda d, s: f"{d.cells(s, 0)} {d.pick(('==', '!='))} {d.cells(s, 0)}"],
      lambda f: any(isinstance(x, t.Chain) and any(isinstance(y, t.With | t.SetOf | t.Call | t.Name) for _, y in x.rest)
                    for _, x in f.trees))  # fmt: skip
words("list joined and lessened", "number", [
    lambda d, s: f"count([{d.cell(s)}, {d.cell(s)}] + [{d.cell(s)}] - {d.cells(s, 0)})",
    lambda d, s: f"count(({(x := d.name('x'))}.number for {x} in {d.cells(s, 0)}) + [1, 2])",
], lambda f: any(isinstance(x, t.Binary) and isinstance(x.left, t.ListOf | t.Binary) for _, x in f.trees))  # fmt: skip
words("sets joined with what pieces stand on", "number",
      [lambda d, s: f"count({d.cells(s, 0)} {d.pick('+-')} ({d.pick(('border', 'taken_cells', 'corners'))} with {d.phrase(s)}))"],
      lambda f: any(isinstance(x, t.Binary) and t.right_in_brackets(x) and isinstance(x.right, t.With)
                    for _, x in f.trees))  # fmt: skip
words("binders inside of definitions", "condition", [lambda d, s: _captured(d, s)], lambda f: f.calls(*_inner_words(f)))


def _is_edge(tree: t.Tree) -> bool:
    if not isinstance(tree, t.Call) or tree.name != "first":
        return False
    return any(getattr(x, "name", "") in ("edges", "rim") or isinstance(x, t.With | t.Binary) for x in t.children(tree))


def _inner_words(f: Facts) -> tuple[str, ...]:
    return tuple(
        name for name, one in f.definition.definitions.items() if any(isinstance(x, t.Gen) for x in _all(one.body)) and one.params
    ) or ("?",)


def _all(tree: t.Tree) -> list[t.Tree]:
    return [tree, *(each for child in t.children(tree) for each in _all(child))]


def _captured(d: Draft, s: Scope) -> str:
    """Definitions with names of their own, used within others that have such names too, with those as arguments."""
    inner, outer = d.name("word"), d.name("word")
    a, b, x, y = d.name("cell"), d.name("cell"), d.name("x"), d.name("x")
    compare = d.pick(("==", "!=", "<", ">"))
    d.define[f"{inner}({a}, {b})"] = (
        f"count({x} in {d.pick(('cells', 'vacant', f'neighbors({a})'))} if {x} {compare} {b}) > {d.pick('012')}"
    )
    d.define[f"{outer}({a})"] = (
        f"any({inner}({x}, {y}) and {x} {compare} {y} for {x} in neighbors({a}) for {y} in neighbors({x}))"
    )
    return d.pick((f"{outer}({d.cell(s)})", f"any({outer}({x}) or {inner}({x}, {d.cell(s)}) for {x} in {d.cells(s, 0)})"))


for _name in ("words: sight", "words: blocked"):
    apart(_name, "linked", "links have no directions")
for _name in ("words: neighbors of edges", "words: spread of edges"):
    apart(_name, "single cell", "one cell has no edges between cells")


@feature("kind: two layers", STATE, lambda f: len({p.layer for p in f.definition.pieces.values()}) > 2)
def _layers(d: Draft) -> None:
    for _ in range(2):
        key = d.name("kind")
        kind = Kind(key, of=d.pick(("", "nobody")), layer=d.name("layer"))
        d.kinds.append(kind)
        d.pieces[key] = {"layer": kind.layer, **({"of": kind.of} if kind.of else {})}
        d.offer("effect", lambda s, key=key: f"put {key} on {d.site(s)}", "setup do begin", must=True)
