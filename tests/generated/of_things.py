"""Features of what a game has: players, options, boards, regions, pieces, state, definitions."""

from __future__ import annotations

from ggl.core.types import Num
from ggl.syntax import tree as t
from tests.generated.draft import Draft, Kind, Scope, Unfit, board_of
from tests.generated.facts import Facts
from tests.generated.layout import written
from tests.generated.table import BOARD, DEFINE, OPTIONS, PIECES, PLAYERS, REGIONS, STATE, apart, feature, fixed

# ---- players


def _players(count: int) -> None:
    def add(d: Draft) -> None:
        d.players = [d.name("Side") for _ in range(count)]

    feature(f"{count} players", PLAYERS, lambda f: len(f.checked.players) == count, group="players")(add)


for _count in (1, 2, 3, 4, 8):
    _players(_count)


def _constant(name: str, values: list[str], type_: str, there: type | tuple[type, ...], form: str = "{}") -> None:
    def add(d: Draft) -> None:
        key = d.name("fact")
        found = values or d.ways
        if not found:
            raise Unfit("a board without directions")
        for player in d.players:
            d.constants.setdefault(player, {})[key] = d.pick(found)
        stages = "before do ensure then end until score begin define"
        d.offer(type_, lambda s: form.format(f"{d.player(s)}.{key}"), stages, must=True)

    feature(
        name, STATE, lambda f: any(isinstance(c, there) for p in f.definition.players.values() for c in p.constants.values())
    )(add)


_constant("constant: number", ["0", "1", "2", "3"], "number", t.Number)
_constant("constant: list", ["[5, 1, 1]", "[2, 2]", "[0, 3, 0]"], "number", t.ListOf, "sum({})")
_constant("constant: region", ["{}", "border + {}", "corners + {}"], "cells", (t.SetOf, t.Binary))


@feature("constant: forward and rank", STATE, lambda f: f.calls("rank"))
def _forward(d: Draft) -> None:
    if not d.ways or "forward" in d.names.values():
        raise Unfit("no directions")
    for player in d.players:
        d.constants.setdefault(player, {})["forward"] = d.pick(list(d.ways))
    d.offer("cells", lambda s: f"rank({d.player(s)}, {d.pick('123')})", "before do ensure then end until score begin", must=True)
    d.offer("direction", lambda s: f"{d.player(s)}.forward", "before do ensure")


# ---- options


def _option(name: str, make: list[str], type_: str, there: str, form: str = "{}") -> None:
    def add(d: Draft) -> None:
        key = d.name("option")
        text = d.pick(make)
        if "P0" in text:
            text = text.replace("P0", d.players[0]).replace("P1", d.players[-1])
        d.options[key] = text
        if type_ == "cells":
            d.offer("cells", lambda s: form.format(key), must=True)
        else:
            d.offer(
                type_, lambda s: form.format(key, player=d.player(s)), "before do ensure then end until score begin", must=True
            )
        d.wishes.add(f"option {there}")

    feature(
        f"option: {name}", OPTIONS,
        lambda f: any(there == _sort_of(o.default, o.allowed) for o in f.definition.options.values())
        and any(o in {x.name for x in f.all_of(t.Name)} for o in f.definition.options),
    )(add)  # fmt: skip


def _sort_of(default: t.Expr, allowed: t.Expr | None) -> str:
    if isinstance(allowed, t.Binary):
        return "range"
    if isinstance(allowed, t.SetOf):
        return "number set" if isinstance(default, t.Number) else "name set"
    if isinstance(default, t.Name):
        return "truth" if default.name in ("true", "false") else "name"
    return "number" if isinstance(default, t.Number) else "other"


_option("number range", ["2 in 1..5", "1 in 0..3", "0 in -2..2"], "number", "range")
_option("number set", ["3 in {1, 3, 7}", "2 in {2, 4}"], "number", "number set")
_option("truth", ["true", "false"], "condition", "truth")
_option("choice of player", ["P0 in {P0, P1}"], "condition", "name set", "{player} == {0}")
_option("number without bounds", ["3", "0"], "number", "number")


@feature(
    "players: some left out by an option", OPTIONS, lambda f: any(p.condition is not None for p in f.definition.players.values())
)
def _left_out(d: Draft) -> None:
    key, other = d.name("option"), d.name("Side")
    d.options[key] = "2 in 2..3"
    d.asked[other] = f"{key} == 3"
    d.asked[d.players[-1]] = f"{key} in {{2, 3}}"
    d.offer("condition", lambda s: f"{d.player(s)} != {other}", "before do ensure then end until", must=True)
    d.offer("condition", lambda s: f"{other} == none", "before do ensure then end until")


apart("players: some left out by an option", "8 players", "one more than eight would be left out")


# ---- boards


def _board(name: str, shapes: list[object], there: str, *, costs: int = 1, cells: tuple[int, int] = (1, 4096)) -> None:
    def add(d: Draft) -> None:
        part = d.pick(shapes)
        if callable(part):
            part = part(d)
        board = board_of(written({"board": part}))
        if board is None:
            raise Unfit(f"no board: {part}")
        d.board_part, d.board = part, board

    feature(
        name,
        BOARD,
        lambda f: there in ("", _board_sort(f)) and cells[0] <= len(f.board.cells) <= cells[1],
        group="board",
        costs=costs,
    )(add)


def _board_sort(f: Facts) -> str:
    part = f.definition.board
    if part.links is not None:
        return "links"
    if part.drawing is not None:
        return f"drawing {part.basis}"
    assert isinstance(part.shape, t.Call)
    return part.shape.name


def _linked(d: Draft) -> object:
    count = d.pick((2, 4, 6, 9))
    names = [d.name("place") for _ in range(count)]
    pairs = {(a, a + 1) for a in range(count - 1)} | {
        (min(a, b), max(a, b)) for a, b in ((d.rng.randrange(count), d.rng.randrange(count)) for _ in range(count)) if a != b
    }
    return {"links": ", ".join(f"{names[a]} - {names[b]}" for a, b in sorted(pairs))}


def _drawn(d: Draft) -> object:
    wide, high = d.pick(((3, 2), (4, 4), (5, 3)))
    rows = [" ".join("_" if d.maybe(0.15) else "." for _ in range(wide)) for _ in range(high)]
    rows[0] = " ".join("." * wide)
    return {"drawing": "\n".join(rows)}


def _drawn_hex(d: Draft) -> object:
    return {"basis": "hex", "drawing": d.pick(("  . . .\n . . . .\n  . _ .", " . .\n. . .\n . _", ". .\n . ."))}


_board("square", ["square(3)", "square(4)", "square(2)"], "square", cells=(2, 30))
_board("oblong", ["square(3, 2)", "square(2, 4)", "square(5, 3)"], "square", cells=(2, 30))
_board("single cell", [*3 * ["square(1)"], "track(1)", "hexagon(1)", "triangle(1)", "rhombus(1)"], "", cells=(1, 1))
_board("thin", ["square(1, 5)", "square(6, 1)", "square(2, 1)"], "square", cells=(2, 6))
_board("torus", ["torus(3)", "torus(4, 3)"], "torus")
_board("hexagon", ["hexagon(2)", "hexagon(3)"], "hexagon", cells=(2, 4096))
_board("rhombus", ["rhombus(3)", "rhombus(1, 4)", "rhombus(4, 2)"], "rhombus", cells=(2, 4096))
_board("triangle", ["triangle(3)", "triangle(5)"], "triangle", cells=(2, 4096))
_board("star", ["star(1)"], "star")
_board("morris", ["morris(2)", "morris(1)"], "morris")
_board("track", ["track(5)", "track(12)", "track(2)"], "track", cells=(2, 60))
_board("drawn", [_drawn], "drawing square")
_board("drawn hexes", [_drawn_hex], "drawing hex")
_board("linked", [_linked], "links")
_board("two words of cells", ["square(9)", "square(8)", "square(13, 5)", "square(32, 2)"], "square", costs=3, cells=(64, 200))
_board("two words of other cells", ["hexagon(6)", "torus(8, 9)", "triangle(12)"], "", costs=3, cells=(64, 200))
_board("hundreds of cells", ["square(21)", "square(30, 15)", "square(63, 7)"], "square", costs=6, cells=(400, 1000))
_board("thousands of cells", ["square(64)", "square(40)", "square(2048, 2)"], "square", costs=9, cells=(1001, 4096))


@feature("cells cut out", BOARD, lambda f: f.definition.board.without is not None)
def _without(d: Draft) -> None:
    if not isinstance(d.board_part, str) or len(d.board.cells) < 5:
        raise Unfit("nothing to cut out of")
    part = {"shape": d.board_part, "without": d.pick(("corners", str(d.board.cells[1].name), f"{{{d.board.cells[2].name}}}"))}
    board = board_of(written({"board": part}))
    if board is None:
        raise Unfit("nothing is left")
    d.board_part, d.board = part, board


@feature("board by option", BOARD, lambda f: f.definition.board.shape is not None and any(
    isinstance(x, t.Name) and x.name in f.definition.options for _, x in f.trees if _ == "board"))  # fmt: skip
def _by_option(d: Draft) -> None:
    shape = d.board_part if isinstance(d.board_part, str) else d.board_part.get("shape", "")
    if not shape or "," in shape:
        raise Unfit("no single number")
    word, number = shape[:-1].split("(")
    key = d.name("option")
    d.options[key] = f"{number} in 1..{int(number) + 2}"
    changed = f"{word}({key})"
    d.board_part = changed if isinstance(d.board_part, str) else {**d.board_part, "shape": changed}


for _small in ("single cell", "thin", "linked", "drawn", "drawn hexes", "track"):
    if _small != "track":
        apart("cells cut out", _small, "nothing is cut out of so few cells, of a drawing or of links")
for _other in ("linked", "drawn", "drawn hexes", "oblong", "thin"):
    apart("board by option", _other, "one number of the shape is the option")


# ---- regions


@feature("region: names", REGIONS, lambda f: _region(f, t.SetOf))
def _region_names(d: Draft) -> None:
    key = d.name("region")
    found = dict.fromkeys(str(d.pick(d.board.cells).name) for _ in range(2))
    plain = len(found) > 1 and all(name.isidentifier() for name in found) and d.maybe()
    d.regions[key] = " ".join(found) if plain else f"{{{', '.join(found)}}}"
    _offer_region(d, key)


@feature("region: expression", REGIONS, lambda f: _region(f, t.Binary, t.Gen))
def _region_made(d: Draft) -> None:
    key, name = d.name("region"), d.name("x")
    d.regions[key] = d.pick(("cells - border", "corners + center", f"({name} in cells if {name}.number % 2 == 0)"))
    _offer_region(d, key)


@feature("region: drawing", REGIONS, lambda f: any(not isinstance(r.sites, t.Tree) for r in f.definition.regions.values()))
def _region_drawn(d: Draft) -> None:
    key = d.name("region")
    d.regions[key] = {"drawing": picture_of(d, lambda d: "x" if d.maybe(0.4) else ".")}
    _offer_region(d, key)


@feature("region: edges", REGIONS, lambda f: any(field.name for field in f.core.fields) and any(
    tree.name in ("edges", "rim") for tree in f.all_of(t.Name, "region") if isinstance(tree, t.Name)))  # fmt: skip
def _region_edges(d: Draft) -> None:
    key = d.name("region")
    if not d.board.edges:
        raise Unfit("a board without edges")
    d.regions[key] = d.pick(("edges", "edges - first(cells).edges", "first(cells).edges"))
    d.offer("edges", lambda s: key)
    d.offer("number", lambda s: f"count({key})", must=True)


for _none in ("single cell",):
    apart("region: edges", _none, "one cell has no edges between cells")


def _region(f: Facts, *sorts: type) -> bool:
    return any(isinstance(region.sites, sorts) for region in f.definition.regions.values())


def _offer_region(d: Draft, key: str) -> None:
    d.offer("cells", lambda s: key, must=True)


def picture_of(d: Draft, glyph: object) -> str:
    """A drawing of a board of squares."""
    if d.board.basis != "square":
        raise Unfit("only boards of squares are drawn here")
    there = set(zip(d.board.column, d.board.row, strict=True))
    wide, high = max(at[0] for at in there), max(at[1] for at in there)
    if wide * high > 400:
        raise Unfit("too large to draw")
    return "\n".join(
        " ".join((glyph(d) if (column, row) in there else "_") for column in range(1, wide + 1))  # type: ignore[operator]
        for row in range(high, 0, -1)
    )


_NOT_DRAWN = ("hexagon", "rhombus", "triangle", "star", "morris", "track", "drawn hexes", "linked", "thousands of cells")
for _shape in (*_NOT_DRAWN, "hundreds of cells"):
    for _drawing in ("region: drawing", "set-up: drawing", "set-up: drawing and effects", "set-up: legend"):
        apart(_drawing, _shape, "drawings are made for boards of few squares here")
for _drawing in ("region: drawing", "set-up: drawing", "set-up: drawing and effects", "set-up: legend"):
    apart(_drawing, "board by option", "a drawing fits one size")

# ---- pieces


def add_kind(d: Draft, role: str = "kind", **facts: object) -> Kind:
    key = d.name(role)
    kind = Kind(key, **facts)  # type: ignore[arg-type]
    d.kinds.append(kind)
    d.pieces[key] = {}
    if kind.of:
        d.pieces[key]["of"] = kind.of
    if kind.sites != "cells":
        d.pieces[key]["sites"] = kind.sites
    if kind.layer:
        d.pieces[key]["layer"] = kind.layer
    return kind


@feature(
    "kind: plain", PIECES, lambda f: any(p.owned and not p.side and p.sites == "cells" for p in f.definition.pieces.values())
)
def _plain(d: Draft) -> None:
    add_kind(d)


def _many(name: str, least: int, most: int, there: str) -> None:
    def add(d: Draft) -> None:
        if name == "64 kinds":
            d.wishes.add(name)  # other features add some of their own
        wanted = 48 if name == "64 kinds" else d.pick(range(least, most + 1))
        while len(d.kinds) < wanted:
            add_kind(d)
        word = d.name("kind_var")
        d.offer("condition", lambda s: f"count({word} in kinds if any(cells with {word})) > 1", "before do ensure end", must=True)

    feature(name, PIECES + 0, lambda f: least <= len(f.definition.pieces) <= most, group="kinds", costs=2)(add)


_many("9 to 20 kinds", 9, 20, "")
_many("64 kinds", 64, 64, "")


@feature("32 pairs of kind and player", PIECES, lambda f: len(f.checked.pieces) >= 32, costs=2)
def _pairs(d: Draft) -> None:
    while sum(1 if kind.of else len(d.players) for kind in d.kinds) < 32 and len(d.kinds) < 64:
        add_kind(d)


apart("32 pairs of kind and player", "1 players", "that many kinds are counted elsewhere")


@feature(
    "kind: nobody's",
    PIECES,
    lambda f: any(not p.owned and p.sites == "cells" and not p.layer for p in f.definition.pieces.values()),
)
def _nobodys(d: Draft) -> None:
    add_kind(d, of="nobody")


@feature("kind: one side's", PIECES, lambda f: any(p.side for p in f.definition.pieces.values()))
def _ones(d: Draft) -> None:
    add_kind(d, of=d.pick(d.players))


@feature(
    "kind: layer", PIECES, lambda f: any(p.layer not in ("", "main") and p.sites == "cells" for p in f.definition.pieces.values())
)
def _layer(d: Draft) -> None:
    kind = add_kind(d, of=d.pick(("", "nobody")), layer=d.name("layer"))
    d.offer("effect", lambda s: f"put {kind.name} on {d.site(s)}", "setup do begin")
    d.offer("condition", lambda s: f"{kind.name} on {d.cell(s)}", "before do ensure end", must=True)


@feature("kind: on edges", PIECES, lambda f: any(p.sites == "edges" for p in f.definition.pieces.values()))
def _on_edges(d: Draft) -> None:
    if not d.board.edges:
        raise Unfit("a board without edges")
    kind = add_kind(d, of=d.pick(("", "nobody")), sites="edges")
    d.offer("effect", lambda s: f"{d.pick(('put', 'put', 'take'))} {kind.name} {{}} {d.edge(s)}", "")
    d.offers["effect"].pop()
    d.offer("effect", lambda s: f"put {kind.name} on {d.edge(s)}", "setup do begin", must=True)
    d.offer("effect", lambda s: f"take {kind.name} from {d.edges(s)}", "do begin")
    d.offer("number", lambda s: f"count(edges with {kind.name})", "before do ensure end score until")


@feature("kind: on vertices", PIECES, lambda f: any(p.sites == "vertices" for p in f.definition.pieces.values()))
def _on_vertices(d: Draft) -> None:
    if not d.board.vertices:
        raise Unfit("a board without vertices")
    kind = add_kind(d, of=d.pick(("", "nobody")), sites="vertices")
    d.offer("effect", lambda s: f"put {kind.name} on {d.vertex(s)}", "setup do begin", must=True)
    d.offer("number", lambda s: f"count(vertices with {kind.name})", "before do ensure end score until")


for _bare in ("linked", "morris", "track"):
    apart("kind: on vertices", _bare, "such a board has no vertices")
    apart("vertex parameter", _bare, "such a board has no vertices")
apart("kind: on edges", "single cell", "one cell has no edges between cells")
apart("edge parameter", "single cell", "one cell has no edges between cells")


@feature("stacks", PIECES, lambda f: any(p.stacks is not None for p in f.definition.pieces.values()))
def _stacks(d: Draft) -> None:
    kind = add_kind(d, of=d.pick(("", "", "nobody")), layer=d.name("layer"), stacks=True)
    d.pieces[kind.name]["stacks"] = str(d.pick((2, 3, 24, 1000)))
    name = d.name("x")
    d.offer(
        "effect",
        lambda s: f"put {d.pick(('2', '3', f'({d.cell(s)}.count + 1)'))} {kind.name} on {d.site(s)}",
        "setup do begin",
        must=True,
    )
    d.offer("effect", lambda s: f"take {d.pick(('2 ', '', '1000 '))}{kind.name} from {d.site(s)}", "do begin")
    d.offer("effect", lambda s: f"move {d.pick(('2 ', '', ''))}{kind.name} from {d.cell(s)} to {d.site(s)}", "do begin")
    d.offer("number", lambda s: f"{d.cell(s)}.count", "before do ensure end score until")
    d.offer("number", lambda s: f"max({name}.count for {name} in cells, default=0)", "do end score")


@feature("piles", PIECES, lambda f: any(p.piles is not None for p in f.definition.pieces.values()))
def _piles(d: Draft) -> None:
    layer = d.name("layer")
    one, two = add_kind(d, layer=layer, stacks=True), add_kind(d, of=d.pick(("", "nobody")), layer=layer, stacks=True)
    d.pieces[one.name]["piles"] = str(d.pick((2, 3, 6)))

    def some(s: Scope) -> str:
        return f"{d.pick(('2 ', '', 'all '))}{d.pick((one.name, f'{d.player(s)} {one.name}', two.name))}"

    def end(word: str) -> str:
        return d.pick((word, f"{word} under"))

    d.offer("effect", lambda s: f"put {d.pick(('2 ', ''))}{d.pick((one, two)).name} {d.pick(('on', 'under'))} {d.site(s)}",
            "setup do begin", must=True)  # fmt: skip
    d.offer("effect", lambda s: f"take {some(s)} {end('from')} {d.site(s)}", "do begin", must=True)
    d.offer("effect", lambda s: f"move {some(s)} {end('from')} {d.cell(s)} {end('to')} {d.cell(s)}", "do begin", must=True)
    d.offer("effect", lambda s: f"move {d.cell(s)} {end('to')} {d.cell(s)}", "do begin")
    d.offer("number", lambda s: f"count({d.cell(s)}.levels with {d.pick((one, two)).name})", "before do ensure end until score",
            must=True)  # fmt: skip
    d.offer("condition", lambda s: f"{d.pick((one, two)).name} under {d.cell(s)}", "before do ensure end until")
    d.offer("condition", lambda s: f"2 in {d.cell(s)}.levels with {d.pick((one, two)).name}", "before do ensure end until")


@feature("supply", PIECES, lambda f: any(p.supply is not None for p in f.definition.pieces.values()))
def _supply(d: Draft) -> None:
    kind = add_kind(d, supply=True)
    d.pieces[kind.name]["supply"] = d.pick(("0", "2", "5", "40"))
    d.offer("effect", lambda s: f"put {kind.name} on {d.site(s)} from supply", "setup do begin", must=True)

    def back(s: Scope) -> str:
        whose = d.pick(("", f" of {d.player(s)}", f" as {kind.name}"))
        return f"take {d.pick((kind.name, 'piece'))} from {d.site(s)} to supply{whose}"

    d.offer("effect", back, "do begin")
    d.offer("effect", lambda s: f"add 1 to hand({d.player(s)}, {kind.name})", "setup do begin")
    d.offer("number", lambda s: f"hand({d.player(s)}{d.pick((f', {kind.name}', ''))})", "before do ensure end score until")


@feature("faces", PIECES, lambda f: any(p.faces is not None for p in f.definition.pieces.values()))
def _faces(d: Draft) -> None:
    if not d.ways:
        raise Unfit("a board without directions")
    kind = add_kind(d, faces=True, layer=d.name("layer") if d.maybe(0.3) else "")
    d.pieces[kind.name]["faces"] = d.pick(("orthogonal", "directions", f"{{{d.ways[0]}}}"))
    d.offer("effect", lambda s: f"put {kind.name} on {d.site(s)} facing {d.ways[0]}", "setup do begin", must=True)
    d.offer("effect", lambda s: f"turn {d.site(s)} to {d.direction(s)}", "do begin")
    d.offer("condition", lambda s: f"{d.cell(s)}.facing == {d.direction(s)}", "before do ensure end")


for _name in (
    "faces", "direction parameter", "constant: forward and rank", "state: direction", "words: rays", "words: directions",
    "words: spread by ways", "words: lined",
):  # fmt: skip
    apart(_name, "linked", "links have no directions")


def _carries(name: str, start: str, there: object) -> None:
    def add(d: Draft) -> None:
        kinds = [kind for kind in d.standing() if not kind.stacks and not kind.layer] or [add_kind(d)]
        kind, key = d.pick(kinds), d.name("mark")
        d.pieces[kind.name].setdefault("has", {})[key] = start
        if start in ("true", "false"):
            d.offer("condition", lambda s: f"{d.cell(s)}.{key}", "before do ensure end until", must=True)
            d.offer("effect", lambda s: f"set {d.cell(s)}.{key} to {d.condition(s, 0)}", "setup do begin")
        else:
            d.offer("number", lambda s: f"{d.cell(s)}.{key}", "before do ensure end until", must=True)
            d.offer("effect", lambda s: f"set {d.cell(s)}.{key} to {d.number(s, 0)}", "setup do begin")

    feature(
        f"has: {name}", PIECES,
        lambda f: any((isinstance(v, t.Name) and v.name in ("true", "false")) == (name == "truth")
                      for p in f.definition.pieces.values() for v in p.has.values()),
    )(add)  # fmt: skip


_carries("truth", "false", None)
_carries("number", "2", None)

# ---- state


def _variable(
    name: str, part: object, type_: str, there: object, read: str = "{}", *, change: str = "set", each: str = ""
) -> None:
    def add(d: Draft) -> None:
        key = d.name("var")
        value = part(d) if callable(part) else part
        d.state[key] = value
        owner = {"players": d.player, "cells": d.cell, "edges": d.edge}.get(each)

        def place(s: Scope) -> str:
            return f"{owner(s)}.{key}" if owner else key

        stages = "before do ensure then end until score begin define"
        if each in ("cells", "edges", ""):
            stages = stages.replace("define", "define setup")
        d.offer(type_, lambda s: read.format(place(s)), stages, must=True)
        if type_ == "number":
            d.offer("effect", lambda s: f"set {place(s)} to {d.number(s)}", "setup do begin")
            d.offer("effect", lambda s: f"add {d.pick(('1', '2', '(-1)'))} to {place(s)}", "setup do begin", must=True)
        elif type_ == "condition":
            d.offer("effect", lambda s: f"set {place(s)} to {d.condition(s)}", "setup do begin", must=True)
        elif type_ == "cells":
            d.offer("effect", lambda s: f"{d.pick(('add', 'drop'))} {d.cells(s, 0)} {{}} {place(s)}", "")
            d.offers["effect"].pop()
            d.offer("effect", lambda s: f"add {d.cells(s, 0)} to {place(s)}", "setup do begin", must=True)
            d.offer("effect", lambda s: f"drop {d.cells(s, 0)} from {place(s)}", "setup do begin")
            d.offer("effect", lambda s: f"set {place(s)} to {d.cells(s, 0)}", "setup do begin")
        elif type_ == "site":
            d.offer("effect", lambda s: f"set {place(s)} to {d.site(s)}", "setup do begin", must=True)
        elif type_ == "direction":
            d.offer("effect", lambda s: f"set {place(s)} to {d.direction(s)}", "setup do begin", must=True)
        elif type_ == "player":
            d.offer("effect", lambda s: f"set {place(s)} to {d.player(s)}", "setup do begin", must=True)

    feature(f"state: {name}", STATE, there)(add)  # type: ignore[arg-type]


def _var(test: object) -> object:
    return lambda f: any(test(v) for v in f.definition.state.values())  # type: ignore[operator]


def _is_number(v: object) -> bool:
    return isinstance(v.start, t.Number)  # type: ignore[attr-defined]


_variable("number", "0", "number", _var(lambda v: _is_number(v) and v.allowed is None and not v.each))
_variable(
    "bounded number",
    lambda d: {"start": d.pick("012"), "in": "0..3"},
    "number",
    _var(lambda v: _is_number(v) and v.allowed is not None),
)
_variable("negative number", {"start": "-1", "in": "-4..4"}, "number", _var(lambda v: isinstance(v.start, t.Unary)))
_variable("truth", "false", "condition", _var(lambda v: isinstance(v.start, t.Name) and v.start.name in ("true", "false")))
_variable(
    "cell or none",
    {"start": "none", "in": "cells"},
    "site",
    _var(lambda v: isinstance(v.start, t.Name) and v.start.name == "none"),
)
_variable(
    "cell",
    lambda d: str(d.pick(d.board.cells).name),
    "site",
    lambda f: any(
        (isinstance(v.start, t.Name) and f.board.find(v.start.name)) or (isinstance(v.start, t.Call) and v.start.name == "cell")
        for v in f.definition.state.values()
    ),
)
_variable(
    "player",
    lambda d: d.pick(d.players),
    "player",
    lambda f: any(isinstance(v.start, t.Name) and v.start.name in f.definition.players for v in f.definition.state.values()),
)
_variable(
    "set",
    lambda d: d.pick(("cells", "corners", "border")),
    "cells",
    _var(lambda v: not v.each and isinstance(v.start, t.Name) and v.start.name in ("cells", "corners", "border")),
)
_variable(
    "empty set of each turn",
    {"start": "{}", "in": "cells", "each": "turns"},
    "cells",
    _var(lambda v: v.each == "turns" and isinstance(v.start, t.SetOf)),
)
_variable(
    "number of each turn",
    {"start": "2", "in": "0..3", "each": "turns"},
    "number",
    _var(lambda v: v.each == "turns" and _is_number(v)),
)
_variable(
    "number of each player", {"start": "0", "each": "players"}, "number", _var(lambda v: v.each == "players"), each="players"
)
_variable(
    "truth of each cell",
    {"start": "false", "each": "cells"},
    "condition",
    _var(lambda v: v.each == "cells" and not _is_number(v)),
    each="cells",
)
_variable(
    "number of each cell",
    {"start": "1", "in": "0..3", "each": "cells"},
    "number",
    _var(lambda v: v.each == "cells" and _is_number(v)),
    each="cells",
)
_variable("not compared", {"start": "0", "compared": "false"}, "number", _var(lambda v: not v.compared and not v.each))


@feature(
    "state: direction",
    STATE,
    lambda f: any("direction" in str(field.values) and field.name != "facing" for field in f.core.fields),
)
def _direction_state(d: Draft) -> None:
    if not d.ways:
        raise Unfit("a board without directions")
    key = d.name("var")
    d.state[key] = d.ways[0]
    d.offer("direction", lambda s: key, "before do ensure begin")
    d.offer("effect", lambda s: f"set {key} to {d.direction(s)}", "setup do begin", must=True)
    d.offer("cells", lambda s: f"ray({d.cell(s)}, {key})", "before do ensure", must=True)


@feature(
    "state: kind",
    STATE,
    lambda f: any(isinstance(v.start, t.Name) and v.start.name in f.definition.pieces for v in f.definition.state.values()),
)
def _kind_state(d: Draft) -> None:
    key = d.name("var")
    kinds = [kind for kind in d.standing() if not kind.of and not kind.layer and not kind.stacks]
    d.state[key] = d.pick(kinds).name
    d.offer("effect", lambda s: f"set {key} to {d.pick(kinds).name}", "setup do begin", must=True)
    d.offer("effect", lambda s: f"put {key} on {d.site(s)}", "do begin")
    d.offer("condition", lambda s: f"{d.cell(s)}.kind == {key}", "before do ensure end", must=True)


@feature("state: bag", STATE, lambda f: any(isinstance(v.start, t.ListOf) for v in f.definition.state.values()))
def _bag(d: Draft) -> None:
    key = d.name("bag")
    d.state[key] = d.pick(({"start": "[1, 3, 3]", "in": "0..5"}, {"start": "[]", "in": "1..6"}))
    d.offer(
        "number",
        lambda s: d.pick((f"sum({key})", f"count({key})", f"max({key}, default=0)", f"count(distinct({key}))")),
        "before do ensure end until score",
        must=True,
    )
    d.offer("condition", lambda s: f"3 in {key}", "before do ensure end until")

    def change(s: Scope) -> str:
        sets = (f"set {key} to [2, 2]", f"set {key} to []", f"set {key} to {key} + [1]")
        lists = (
            f"add [{d.number(s, 0)}, 2] to {key}",
            f"drop [{d.number(s, 0)}, 2] from {key}",
            f"add {{{d.number(s, 0)}}} to {key}",
        )
        return d.pick((f"add {d.number(s, 0)} to {key}", f"drop 3 from {key}", *sets, *lists))

    d.offer("effect", change, "setup do begin", must=True)
    d.wishes.add(f"bag {key}")


# ---- definitions and routines


@feature("definition without parameters", DEFINE, lambda f: any(not p.params for p in f.definition.definitions.values()))
def _definition(d: Draft) -> None:
    key = d.name("word")
    d.define[key] = d.cells(Scope("define", (), ""))
    d.offer("cells", lambda s: key, "before do ensure end until score begin", must=True)


@feature(
    "definition of a cell",
    DEFINE,
    lambda f: any(
        len(p.params) == 1 and isinstance(p.body, (t.Chain, t.And, t.Or, t.Not, t.Call, t.Stands))
        for p in f.definition.definitions.values()
    ),
)
def _definition_of_cell(d: Draft) -> None:
    key, name = d.name("word"), d.name("cell")
    d.define[f"{key}({name})"] = d.condition(Scope("define", ((name, "cell"),), ""))
    d.offer("condition", lambda s: f"{key}({d.cell(s)})", "before do ensure end until begin", must=True)


@feature(
    "definition of a player",
    DEFINE,
    lambda f: any(
        len(p.params) == 1 and isinstance(p.body, (t.Binary, t.Call, t.IfElse, t.Number, t.Name, t.Dot))
        for p in f.definition.definitions.values()
    ),
)
def _definition_of_player(d: Draft) -> None:
    key, name = d.name("word"), d.name("player")
    d.define[f"{key}({name})"] = d.number(Scope("define", ((name, "player"),), name))
    d.offer("number", lambda s: f"{key}({d.player(s)})", "before do ensure end until score begin", must=True)


@feature(
    "definition in a definition",
    DEFINE,
    lambda f: any(x.name in f.definition.definitions for x in f.all_of(t.Call, "define") if isinstance(x, t.Call)),
)
def _definition_nested(d: Draft) -> None:
    inner, outer, a, b = d.name("word"), d.name("word"), d.name("cell"), d.name("cell")
    d.define[f"{inner}({a}, {b})"] = d.condition(Scope("define", ((a, "cell"), (b, "cell")), ""))
    x = d.name("x")
    d.define[f"{outer}({a})"] = f"count({x} in {d.cells(Scope('define', ((a, 'cell'),), ''), 0)} if {inner}({a}, {x}))"
    d.offer("number", lambda s: f"{outer}({d.cell(s)})", "before do ensure end until begin", must=True)


@feature(
    "definition for several types",
    DEFINE,
    lambda f: (
        sum(1 for x in f.core.definitions if x.label) > len({x.label for x in f.core.definitions if x.label})
        or (len(f.definition.definitions) > 0 and any(f.calls(n) for n in f.definition.definitions if n.startswith("poly_")))
    ),
)
def _polymorphic(d: Draft) -> None:
    key, name = d.name("poly"), d.name("thing")
    d.define[f"{key}({name})"] = f"count({name}) + 1"
    d.offer(
        "number",
        lambda s: f"({key}({d.cells(s, 0)}) + {key}({d.pick(('players', 'kinds', '1..3', '[1, 1]'))}))",
        "before do ensure end until score",
        must=True,
    )


def _tables(f: Facts, *, by: bool) -> bool:
    return any(isinstance(x, t.Lined) and (x.by is not None) == by for part, x in f.trees if part in ("define", "score", "match"))


@feature("table by value", DEFINE, lambda f: _tables(f, by=True))
def _table_by(d: Draft) -> None:
    key, name = d.name("word"), d.name("cell")
    kinds = [kind.name for kind in d.standing()][:3]
    d.define[f"{key}({name})"] = {"by": f"{name}.kind", **{kind: d.pick("0123") for kind in kinds}, "else": "7"}
    d.offer("number", lambda s: f"{key}({d.cell(s)})", "before do ensure end until begin", must=True)


@feature("table by condition", DEFINE, lambda f: _tables(f, by=False))
def _table(d: Draft) -> None:
    key, name = d.name("word"), d.name("cell")
    scope = Scope("define", ((name, "cell"),), "")
    d.define[f"{key}({name})"] = {"2": d.condition(scope, 0), "1": d.condition(scope, 0), "else": "0"}
    d.offer("number", lambda s: f"{key}({d.cell(s)})", "before do ensure end until begin", must=True)


@feature(
    "table of sets", DEFINE, lambda f: any(isinstance(x, t.Lined) and x.other is None for part, x in f.trees if part == "define")
)
def _table_sets(d: Draft) -> None:
    key, name = d.name("word"), d.name("cell")
    scope = Scope("define", ((name, "cell"),), "")
    d.define[f"{key}({name})"] = {d.cells(scope, 0): d.condition(scope, 0), f"neighbors({name})": d.condition(scope, 0)}
    d.offer("cells", lambda s: f"{key}({d.cell(s)})", "before do ensure end until begin", must=True)


@feature("routine", DEFINE, lambda f: f.does("Routine"))
def _routine(d: Draft) -> None:
    key, name = d.name("routine"), d.name("cell")
    scope = Scope("do", ((name, "cell"),))
    d.routines[f"{key}({name})"] = [d.effect(scope) for _ in range(d.pick((1, 2)))]
    d.offer("effect", lambda s: f"{key}({d.cell(s)})", "do begin", must=True)


@feature("routine in a routine", DEFINE, lambda f: f.does("Routine", part="routine"))
def _routine_nested(d: Draft) -> None:
    inner, outer, a, b = d.name("routine"), d.name("routine"), d.name("number"), d.name("cell")
    d.routines[f"{inner}({b}, {a})"] = [
        f"put {d.new_piece(Scope('do', ((b, 'cell'),)))} on {b} if {a} > 1",
        d.effect(Scope("do", ((b, "cell"), (a, "number")))),
    ]
    d.routines[f"{outer}({a})"] = [f"{inner}({d.cell(Scope('do'))}, {a} + 1)", f"{inner}({d.cell(Scope('do'))}, 2)"]
    d.offer("effect", lambda s: f"{outer}({d.number(s, 0)})", "do begin", must=True)


__all__ = ["Num", "fixed"]
