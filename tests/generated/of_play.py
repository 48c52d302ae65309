"""Features of how a game is played: set-ups, moves, effects, turns."""

from __future__ import annotations

from ggl.syntax import tree as t
from tests.generated.draft import Draft, Kind, Move, Scope, Unfit
from tests.generated.facts import Facts
from tests.generated.of_things import picture_of
from tests.generated.table import (
    EFFECTS,
    MOVES,
    SETUP,
    TURN,
    apart,
    feature,
    going,
    new_move,
    placing,
    some_move,
    widened,
)  # fmt: skip

# ---- set-up

_SETUP = Scope("setup", (), "")


@feature("set-up: effects", SETUP, lambda f: f.definition.setup is not None and f.definition.drawing is None)
def _setup(d: Draft) -> None:
    for player in d.players:
        kinds = [kind for kind in d.standing() if not kind.of and not kind.supply] or d.standing()
        kind = d.pick(kinds)
        where = d.pick(
            ("corners", "border", "center", str(d.pick(d.board.cells).name), "row(1)" if d.board.basis == "square" else "center")
        )
        d.setup.append(f"put {'' if kind.of else player + ' '}{kind.name} on {where}")
    d.setup += [d.effect(_SETUP) for _ in range(d.pick((0, 1, 2)))]


def _drawing(d: Draft, *, legend: bool) -> None:
    plain = [kind for kind in d.standing() if not kind.of and not kind.stacks]
    kind = d.pick(plain)
    if not legend:
        if not d.two:
            raise Unfit("glyphs tell two sides apart")
        d.pieces[kind.name]["glyph"] = "q"
        glyphs = "....qqQQ"
    else:
        glyphs = "....12" if len(d.board.cells) > 1 else "12"
    picture = picture_of(d, lambda d: d.pick(glyphs))
    d.drawing = {"drawing": picture}
    if legend:
        d.drawing["legend"] = {"1": f"{d.players[0]} {kind.name}", "2": f"{d.players[-1]} {kind.name}"}
        used = {glyph for glyph in "12" if glyph in picture}
        d.drawing["legend"] = {glyph: what for glyph, what in d.drawing["legend"].items() if glyph in used}
        if not used:
            del d.drawing["legend"]


@feature("set-up: drawing", SETUP, lambda f: f.definition.drawing is not None and not f.definition.drawing.legend)
def _setup_drawn(d: Draft) -> None:
    if not d.drawing:
        _drawing(d, legend=False)


@feature("set-up: legend", SETUP, lambda f: f.definition.drawing is not None and bool(f.definition.drawing.legend))
def _setup_legend(d: Draft) -> None:
    if d.drawing and "legend" not in d.drawing:
        raise Unfit("drawn already")
    if not d.drawing:
        _drawing(d, legend=True)


@feature("set-up: drawing and effects", SETUP, lambda f: f.definition.drawing is not None and f.definition.setup is not None)
def _setup_both(d: Draft) -> None:
    if not d.drawing:
        _drawing(d, legend=len(d.players) != 2)
    d.setup.append(d.effect(_SETUP))


apart("set-up: effects", "set-up: drawing", "a set-up is drawn or not")
apart("set-up: effects", "set-up: legend", "a set-up is drawn or not")
apart("set-up: effects", "set-up: drawing and effects", "a set-up is drawn or not")
apart("set-up: drawing", "set-up: legend", "glyphs are explained by a legend or not")
for _count in ("1 players", "3 players", "4 players", "8 players"):
    apart("set-up: drawing", _count, "without a legend glyphs tell two sides apart")
apart("set-up: legend", "set-up: legend", "")


@feature(
    "set-up: mover",
    SETUP,
    lambda f: any(isinstance(x, t.Change) and isinstance(x.what, t.Name) and x.what.name == "mover" for x in f.all_of(t.Change)),
    group="first",
)
def _setup_mover(d: Draft) -> None:
    d.setup.append(f"set mover to {d.pick(d.players)}")


apart("set-up: mover", "1 players", "one player always begins")


@feature("set-up: roll", SETUP, lambda f: any(roll.in_setup for roll in f.core.rolls))
def _setup_roll(d: Draft) -> None:
    d.setup.append(roll_line(d))
    d.setup.append(d.effect(_SETUP))


def roll_line(d: Draft) -> str:
    """A roll into a variable of its own."""
    key = d.name("die")
    sort = d.pick(("number", "number", "cell", "player", "direction", "kind"))
    if sort == "direction" and not d.ways:
        sort = "number"
    stages = "before do ensure then end until score begin define"
    if sort == "number":
        d.state[key] = {"start": "1", "in": "1..6"}
        d.offer("number", lambda s: key, stages)
        return f"roll {key} from {d.pick(('1..6', '1..2', '{2, 5}', '3..3'))}"
    if sort == "cell":
        d.state[key] = {"start": "none", "in": "cells"}
        d.offer("site", lambda s: key, stages)
        return f"roll {key} from {d.pick(('vacant', 'corners', 'cells with piece')) if len(d.board.cells) < 80 else 'corners'}"
    if sort == "player":
        d.state[key] = d.players[0]
        d.offer("player", lambda s: key, stages)
        return f"roll {key} from players"
    if sort == "kind":
        kinds = [kind for kind in d.standing() if not kind.of]
        d.state[key] = d.pick(kinds).name
        d.offer("condition", lambda s: f"{d.cell(s)}.kind == {key}", "before do ensure end")
        return f"roll {key} from {{{', '.join(dict.fromkeys(kind.name for kind in kinds[:3]))}}}"
    d.state[key] = d.ways[0]
    d.offer("direction", lambda s: key, "before do ensure")
    return f"roll {key} from {d.pick(('orthogonal', 'directions'))}"


# ---- moves


def _params(f: Facts, test: object) -> bool:
    return any(test(move) for move in f.moves)  # type: ignore[operator]


def _typed(name: str) -> object:
    return lambda f: any(name in str(param.type) for schema in f.core.schemas for param in schema.params)


@feature("move without parameters", MOVES, lambda f: _params(f, lambda m: not m.binders and m.started))
def _none(d: Draft) -> None:
    move = new_move(d)
    move.do.append(d.effect(move.scope("do")))
    if d.maybe():
        move.where["now and then"] = "ply % 2 == 0"


@feature("move with one parameter", MOVES, lambda f: _params(f, lambda m: len(m.binders) == 1))
def _one(d: Draft) -> None:
    placing(d)


@feature("move with two parameters", MOVES, lambda f: _params(f, lambda m: len(m.binders) == 2))
def _two(d: Draft) -> None:
    going(d)


@feature("move with three parameters", MOVES, lambda f: _params(f, lambda m: len(m.binders) >= 3), costs=2)
def _three(d: Draft) -> None:
    move = going(d)
    name = d.name("number")
    move.params.append((name, "0..1", "number"))
    move.do.append(f"{d.effect(move.scope('do'))}")


@feature("parameter from a list", MOVES, lambda f: _params(f, lambda m: any(isinstance(b.source, t.ListOf) for b in m.binders)))
def _list(d: Draft) -> None:
    name = d.name("cell")
    found = [str(d.pick(d.board.cells).name) for _ in range(3)]
    move = widened(d, name, f"[{', '.join(found)}]", "cell")
    move.do.append(f"put {d.pick(d.standing()).name} on {name}")


@feature("parameter: number", MOVES, _typed("number"))
def _number(d: Draft) -> None:
    name = d.name("number")
    move = widened(d, name, d.pick(("0..2", "1..3", "-1..1", "{1, 3, 7}")), "number")
    move.do.append(d.effect(move.scope("do")))


@feature("parameter: player", MOVES, _typed("player"))
def _player(d: Draft) -> None:
    name = d.name("player")
    move = widened(d, name, "players", "player")
    move.do.append(d.effect(move.scope("do")))


@feature("parameter: kind", MOVES, _typed("kind"))
def _kind(d: Draft) -> None:
    kinds = [kind for kind in d.standing() if not kind.of and not kind.layer and not kind.stacks and not kind.supply]
    if not kinds:
        raise Unfit("no kind of each")
    name = d.name("kind_var")
    few = [d.pick(kinds).name for _ in range(3)]
    cell = d.name("cell")
    move = new_move(
        d, (cell, "vacant", "cell"), (name, d.pick((f"{{{', '.join(dict.fromkeys(few))}}}", f"[{', '.join(few)}]")), "kind")
    )
    move.do.append(f"put {name} on {cell}")


@feature("direction parameter", MOVES, _typed("direction"))
def _direction(d: Draft) -> None:
    if not d.ways:
        raise Unfit("a board without directions")
    cell, way = d.name("cell"), d.name("way")
    move = new_move(
        d, (cell, "cells with own piece", "cell"), (way, d.pick(("orthogonal", "compass", f"{{{d.ways[0]}}}")), "direction")
    )
    move.do.append(f"move {cell} to step({cell}, {way})")
    if d.maybe():
        move.where["a way"] = f"step({cell}, {way}) != none"


def _chooses_sets(f: Facts) -> bool:
    return _params(f, lambda m: any(isinstance(b.source, t.Call) and b.source.name == "subsets" for b in m.binders))


@feature("parameter: set", MOVES, _chooses_sets, costs=2)
def _set(d: Draft) -> None:
    name = d.name("cell")
    sources = ["corners", "cells with own piece", "neighbors(first(cells))"] + ["vacant"] * (2 if len(d.board.cells) < 40 else 0)
    move = new_move(d, (name, f"subsets({d.pick(sources)}, {d.pick(('1..2', '2', '1'))})", "set of cells"))
    move.do.append(d.pick((f"put {d.pick(d.standing()).name} on {name}", f"take piece from {name}")))
    if d.maybe():
        move.where["of the whole"] = d.pick((f"size({name}) > 1", f"size(components({name})) == 1", f"any({name} & corners)"))


@feature("parameters without an order", MOVES, lambda f: _params(f, lambda m: any(b.beside for b in m.binders)), costs=2)
def _pair(d: Draft) -> None:
    one, other = d.name("cell"), d.name("cell")
    sources = ["corners", "cells with own piece", *["vacant"] * (2 if len(d.board.cells) < 40 else 0)]
    move = new_move(d, (f"{one} and {other}", d.pick(sources), "pair of cells"))
    move.do.append(d.pick((f"put {d.pick(d.standing()).name} on {{{one}, {other}}}", f"take piece from {other}")))
    if d.maybe():
        move.where["of both"] = f"{other} not in neighbors({one})"


@feature("edge parameter", MOVES, _typed("edge"))
def _edge(d: Draft) -> None:
    if not d.board.edges:
        raise Unfit("a board without edges")
    name = d.name("edge")
    move = new_move(d, (name, d.pick(("edges", "edges", "first(cells).edges")), "edge"))
    kinds = d.standing("edges")
    move.do.append(f"put {d.pick(kinds).name} on {name}" if kinds else f"put {d.pick(d.standing()).name} on {name}.cells")
    if d.maybe():
        move.where["free"] = f"empty({name})"


@feature("vertex parameter", MOVES, _typed("vertex"))
def _vertex(d: Draft) -> None:
    if not d.board.vertices:
        raise Unfit("a board without vertices")
    name = d.name("vertex")
    move = new_move(d, (name, "vertices", "vertex"))
    kinds = d.standing("vertices")
    move.do.append(f"put {d.pick(kinds).name} on {name}" if kinds else f"put {d.pick(d.standing()).name} on {name}.cells")


@feature(
    "bag parameter",
    MOVES,
    lambda f: any(
        isinstance(b.source, t.Name) and isinstance(getattr(f.definition.state.get(b.source.name), "start", None), t.ListOf)
        for m in f.moves
        for b in m.binders
    ),
    needs="state: bag",
)
def _bag(d: Draft) -> None:
    bag = next(wish.split()[1] for wish in d.wishes if wish.startswith("bag "))
    name = d.name("number")
    move = widened(d, name, bag, "number")
    move.do.append(f"drop {name} from {bag}")


@feature("dependent parameter", MOVES, lambda f: _params(f, lambda m: any(
    x.name in {b.name for b in m.binders} for b in m.binders for x in _names(b.source))))  # fmt: skip
def _dependent(d: Draft) -> None:
    going(d)


def _names(tree: t.Tree) -> list[t.Name]:
    found = [tree] if isinstance(tree, t.Name) else []
    for child in t.children(tree):
        found += _names(child)
    return found


@feature("let", MOVES, lambda f: _params(f, lambda m: m.lets))
def _let(d: Draft) -> None:
    move = some_move(d)
    key, scope = d.name("cell"), move.scope("before")
    move.lets[key] = d.site(scope)
    move.do.append(f"put {d.new_piece(scope)} on {key}" if d.maybe() else f"take piece from {key}")
    other = d.name("number")
    move.lets[other] = d.number(scope)
    move.let_types[other] = "number"


@feature("where", MOVES, lambda f: _params(f, lambda m: m.where.parts))
def _where(d: Draft) -> None:
    move = some_move(d)
    move.where[f"why {d.name('why')}"] = d.mild(move.scope("before"))


@feature("several conditions", MOVES, lambda f: _params(f, lambda m: len(m.where.parts) > 1))
def _wheres(d: Draft) -> None:
    move = some_move(d)
    for _ in range(2):
        move.where[f"why {d.name('why')}"] = d.mild(move.scope("before"))


@feature("ensure", MOVES, lambda f: _params(f, lambda m: m.ensure.parts))
def _ensure(d: Draft) -> None:
    move = some_move(d)
    move.ensure[f"why {d.name('why')}"] = d.mild(move.scope("ensure"))


@feature("ensure: repetitions", MOVES, lambda f: f.reads("repetitions", part="ensure"))
def _ensure_repetitions(d: Draft) -> None:
    some_move(d).ensure["no position twice"] = "repetitions == 1"


@feature("ensure: board_repetitions", MOVES, lambda f: f.reads("board_repetitions", part="ensure"))
def _ensure_board_repetitions(d: Draft) -> None:
    some_move(d).ensure["no board twice"] = "board_repetitions == 1"


# ---- then


def _thens(f: Facts) -> list[t.Plan]:
    return [move.then for move in f.moves if move.then is not None]


def _picks(f: Facts) -> list[t.Picked]:
    return [pick for plan in _thens(f) for pick in plan.picks]


def _clauses(f: Facts) -> list[t.Clause]:
    return [clause for plan in _thens(f) for tier in plan.tiers for clause in tier]


def _free(d: Draft) -> Move:
    """A move without a `then`, with a parameter that is a cell."""
    found = [move for move in d.moves if not move.then and any(type_ == "cell" for _, _, type_ in move.params)]
    return d.pick(found) if found else going(d)


def _cell_of(move: Move) -> str:
    return next(name for name, _, type_ in reversed(move.params) if type_ == "cell")


def _following(d: Draft, handed: list[tuple[str, str]]) -> Move:
    """A bracketed move that is handed values."""
    move = Move(d.name("move"), started=False, handed=list(handed))
    cell, mine = d.name("cell"), [name for name, type_ in handed if type_ == "cell"]
    if d.maybe(0.75):
        move.params.append((cell, f"neighbors({mine[0]})" if mine and d.maybe(0.7) else "vacant", "cell"))
        move.do.append(f"put {d.pick(d.standing()).name} on {cell}" if d.maybe() or not mine else f"move {mine[0]} to {cell}")
    else:
        move.do.append(d.effect(move.scope("do")))
    d.moves.append(move)
    return move


@feature(
    "then: bracketed", MOVES, lambda f: any(not m.started and m.params and m.name in {p.name for p in _picks(f)} for m in f.moves)
)
def _then_bracketed(d: Draft) -> None:
    first = _free(d)
    follow = _following(d, [(d.name("cell"), "cell")])
    first.then = f"{follow.name}({_cell_of(first)})"


@feature(
    "then: bracketed without values",
    MOVES,
    lambda f: any(not m.started and not m.params and m.name in {p.name for p in _picks(f)} for m in f.moves),
)
def _then_bare(d: Draft) -> None:
    first = _free(d)
    follow = _following(d, [])
    first.then = f"{follow.name}()"


@feature("then: handed by name", MOVES, lambda f: any(pick.named for pick in _picks(f)))
def _then_named(d: Draft) -> None:
    first = _free(d)
    others = [
        move for move in d.moves if move is not first and move.started and any(type_ == "cell" for _, _, type_ in move.params)
    ]
    follow = d.pick(others) if others and d.maybe() else first
    if follow is first:
        first.where.setdefault("not for ever", "steps < 3")
    name = next(name for name, _, type_ in follow.params if type_ == "cell")
    first.then = f"{follow.name}({name}={_cell_of(first)})"


@feature("then: handed number", MOVES, lambda f: any(isinstance(a, (t.Binary, t.Number)) for p in _picks(f) for a in p.args))
def _then_number(d: Draft) -> None:
    first = _free(d)
    follow = _following(d, [(d.name("number"), "number")])
    if not follow.params:
        follow.do.append(d.effect(follow.scope("do")))
    first.then = f"{follow.name}({d.pick(('1 + 1', '0 - 2', '3', '1 / 2', 'ply % 5 + 1', f'count(cells) + {len(d.moves)}'))})"


@feature(
    "then: handed by two moves",
    MOVES,
    lambda f: any(sum(1 for p in _picks(f) if p.name == m.name and p.args) > 1 for m in f.moves),
)
def _then_two(d: Draft) -> None:
    first = _free(d)
    first.then = "."
    second = _free(d)
    if second is first:
        second = going(d)
    follow = _following(d, [(d.name("number"), "number")])
    first.then, second.then = f"{follow.name}({d.pick('123')})", f"{follow.name}({d.pick(('40', '1 + 8', '0 - 5'))})"
    follow.where["what was handed"] = f"{follow.handed[0][0]} {d.pick(('<', '>', '!='))} {d.pick(('4', '1', '40'))}"


@feature("then: optional", MOVES, lambda f: any(pick.optional for pick in _picks(f)))
def _then_optional(d: Draft) -> None:
    first = _free(d)
    follow = _following(d, [(d.name("cell"), "cell")])
    first.then = f"optional {follow.name}({_cell_of(first)})"


@feature("then: two moves", MOVES, lambda f: any(len(clause.picks) > 1 for clause in _clauses(f)))
def _then_or(d: Draft) -> None:
    first = _free(d)
    one, two = _following(d, [(d.name("cell"), "cell")]), _following(d, [])
    first.then = f"{d.pick(('', 'optional '))}{one.name}({_cell_of(first)}) or {two.name}()"


@feature("then: if", MOVES, lambda f: any(plan.tests for plan in _thens(f)))
def _then_if(d: Draft) -> None:
    first = _free(d)
    follow = _following(d, [(d.name("cell"), "cell")])
    first.then = f"{follow.name}({_cell_of(first)}) if {d.condition(first.scope('then'), 0)}"


@feature("then: if of one move", MOVES, lambda f: any(len(tier) > 1 and plan.tests for plan in _thens(f) for tier in plan.tiers))
def _then_if_of_one(d: Draft) -> None:
    first = _free(d)
    one, two = _following(d, [(d.name("cell"), "cell")]), _following(d, [])
    tests = [f" if {d.condition(first.scope('then'), 0)}" for _ in range(2)]
    kept = d.pick((tests, [tests[0], ""], ["", tests[1]]))
    first.then = f"{d.pick(('', 'optional '))}{one.name}({_cell_of(first)}){kept[0]}, or {two.name}(){kept[1]}"


@feature("then: otherwise", MOVES, lambda f: any(len(plan.tiers) > 1 for plan in _thens(f)))
def _then_otherwise(d: Draft) -> None:
    first = _free(d)
    ways = [f"{_following(d, [(d.name('cell'), 'cell')]).name}({_cell_of(first)})", f"{_following(d, []).name}()"]
    ways = [f"{d.pick(('', 'optional '))}{way}" for way in ways]
    tests = [f" if {d.condition(first.scope('then'), 0)}" if d.maybe() else "" for _ in ways]
    first.then = f"{ways[0]}{tests[0]} otherwise {ways[1]}{tests[1]}"


@feature("then: chain of two", MOVES, lambda f: any(not m.started and m.then is not None for m in f.moves))
def _then_chain(d: Draft) -> None:
    first = _free(d)
    follow, last = _following(d, [(d.name("cell"), "cell")]), _following(d, [(d.name("cell"), "cell")])
    first.then, follow.then = f"{follow.name}({_cell_of(first)})", f"{last.name}({follow.handed[0][0]})"


@feature(
    "move that no then leads to",
    MOVES,
    lambda f: any(not m.started and m.name not in {p.name for p in _picks(f)} for m in f.moves),
)
def _then_never(d: Draft) -> None:
    _following(d, d.pick(([], [(d.name("cell"), "cell")])))


# ---- effects


def _effect(name: str, make: object, there: object, stages: str = "do begin") -> None:
    def add(d: Draft) -> None:
        move = some_move(d)
        move.do.append(make(d, move.scope("do")))  # type: ignore[operator]
        d.offer("effect", lambda s: make(d, s), stages)  # type: ignore[operator]

    feature(f"effect: {name}", EFFECTS, there)(add)  # type: ignore[arg-type]


def _at_once(d: Draft, scope: Scope) -> str:
    x = d.name("x")
    alone = [kind for kind in d.standing() if not kind.stacks]
    if any("piles" in part for part in d.pieces.values()) and not alone:
        raise Unfit("piles cannot move at once")
    inner = scope.having((x, "cell"))
    targets = [f"cell({x}.number % {d.pick('357')} + 1)", d.site(inner), *(f"step({x}, {way})" for way in d.ways[:2])]
    named = [f"{kind.name} from " for kind in alone]
    pieces = d.pick(named if any("piles" in part for part in d.pieces.values()) else ["", "", *named])
    return f"move {pieces}{x} to {d.pick(targets)} for {x} in {d.cells(scope, 0)} at once"


def _owned(d: Draft) -> str:
    """A phrase for pieces of the mover."""
    kinds = [kind for kind in d.standing() if not kind.of]
    return d.pick(kinds).name if kinds else "piece"


_effect("take", lambda d, s: f"take {d.phrase(s)} from {d.cells(s, 0)}", lambda f: f.does("Take"))
_effect(
    "move",
    lambda d, s: f"move {d.cell(s)} to {d.site(s)}",
    lambda f: any(isinstance(x, t.Move) and x.pieces is None for x in f.all_of(t.Move)),
)
_effect(
    "move pieces",
    lambda d, s: f"move {d.phrase(s)} from {d.cell(s)} to {d.site(s)}",
    lambda f: any(isinstance(x, t.Move) and x.pieces is not None for x in f.all_of(t.Move)),
)
_effect(
    "move at once",
    lambda d, s: _at_once(d, s),
    lambda f: any(isinstance(x, t.ForEach) and x.at_once for x in f.all_of(t.ForEach)),
)
_effect(
    "exchange",
    lambda d, s: f"exchange {d.cell(s)}, {d.site(s)}",
    lambda f: any(isinstance(x, t.Exchange) and x.right is not None for x in f.all_of(t.Exchange)),
)
_effect(
    "exchange a set",
    lambda d, s: f"exchange {{{d.cell(s)}, {d.site(s)}}}",
    lambda f: any(isinstance(x, t.Exchange) and x.right is None for x in f.all_of(t.Exchange)),
)
_effect("flip", lambda d, s: f"flip {d.cells(s, 0)}", lambda f: f.does("Flip"))
_effect("let", lambda d, s: _let_lines(d, s), lambda f: f.does("LetBe"))
_effect(
    "if block",
    lambda d, s: f"if {d.condition(s, 0)}:\n  {_line(d, s)}\nelse:\n  {_line(d, s)}",
    lambda f: any(isinstance(x, t.IfThen) and x.other is not None for x in f.all_of(t.IfThen)),
)
_effect(
    "for block",
    lambda d, s: _for_lines(d, s),
    lambda f: any(isinstance(x, t.ForEach) and isinstance(x.body, t.Block) for x in f.all_of(t.ForEach)),
)
_effect("for line", lambda d, s: _for_line(d, s), lambda f: f.does("ForEach"))
_effect("repeat lines", lambda d, s: _repeat(d, s), lambda f: f.does("Repeat"))
_effect("guard", lambda d, s: f"{_line(d, s)} if {d.condition(s)}", lambda f: f.does("IfThen"))
_effect(
    "win",
    lambda d, s: f"win{d.pick(('', ' ' + d.player(s)))} if {d.condition(s, 0)} and ply > {d.pick('2359')}",
    lambda f: f.does("win"),
)
_effect(
    "lose",
    lambda d, s: f"lose{d.pick(('', ' ' + d.player(s)))} if {d.condition(s, 0)} and ply > {d.pick('2359')}",
    lambda f: f.does("lose"),
)
_effect("draw", lambda d, s: f"draw if {d.condition(s, 0)} and ply > {d.pick('2359')}", lambda f: f.does("draw"))
_effect("again", lambda d, s: f"again if {d.condition(s, 0)}", lambda f: f.does("AgainTurn"), "do")
_effect("put on a set", lambda d, s: f"put {d.new_piece(s)} on {d.cells(s, 0)}", lambda f: f.does("Put"))
_effect(
    "take of groups",
    lambda d, s: _captures(d, s),
    lambda f: any(
        isinstance(x, t.ForEach) and isinstance(x.binder.source, t.Call) and x.binder.source.name == "groups"
        for x in f.all_of(t.ForEach)
    ),
)
_effect(
    "put of another player",
    lambda d, s: f"put {_of_each(d).name} of {d.enemy(s)} on {d.site(s)}",
    lambda f: any(isinstance(x, t.Put) and x.pieces.owner is not None for x in f.all_of(t.Put)),
)
for _count in ("1 players", "3 players", "4 players", "8 players"):
    apart("effect: flip", _count, "`flip` is for two players")


def _captures(d: Draft, s: Scope) -> str:
    """Groups without a vacant neighbor are taken."""
    group, cell = d.name("x"), d.name("x")
    surrounded = f"not any({cell} in around({group}) if empty({cell}))"
    return f"take piece from {group} for {group} in groups({d.enemy(s)}) if {surrounded}"


def _of_each(d: Draft) -> Kind:
    """A kind that each player has."""
    return d.pick([kind for kind in d.standing() if not kind.of and not kind.stacks])


def _line(d: Draft, s: Scope) -> str:
    for _ in range(9):
        if "\n" not in (line := d.effect(s)):
            return line
    return f"take piece from {d.cell(s)}"


def _let_lines(d: Draft, s: Scope) -> str:
    name = d.name("cell")
    return (
        f"let {name} be {d.site(s)}\nput {d.new_piece(s)} on {name}\ntake {d.phrase(s)} from {d.cell(s)} if {name} == {d.cell(s)}"
    )


def _for_lines(d: Draft, s: Scope) -> str:
    name = d.name("cell")
    inner = s.having((name, "cell"))
    return f"for {name} in {d.cells(s, 0)}:\n  {_line(d, inner)}\n  {_line(d, inner)}"


def _repeat(d: Draft, s: Scope) -> str:
    return f"repeat at most {d.pick('0134')} while {d.condition(s, 0)}:\n  {_line(d, s)}"


def _for_line(d: Draft, s: Scope) -> str:
    name = d.name("cell")
    inner = s.having((name, "cell"))
    return f"put {d.new_piece(inner)} on {name} for {name} in {d.cells(s, 0)} if {d.condition(inner, 0)}"


@feature("effect: promote", EFFECTS, lambda f: f.does("promote"))
def _promote(d: Draft) -> None:
    kinds = [kind for kind in d.standing() if not kind.of and not kind.stacks]
    if not kinds:
        raise Unfit("no kind of each")
    some_move(d).do.append(f"promote {d.cells(Scope('do'), 0)} to {d.pick(kinds).name}")


@feature(
    "effect: take to a supply of another kind",
    EFFECTS,
    lambda f: any(isinstance(x, t.Take) and x.supply is not None and x.supply.kind is not None for x in f.all_of(t.Take)),
    needs="supply",
)
def _take_as(d: Draft) -> None:
    move = some_move(d)
    scope = move.scope("do")
    kinds = [kind.name for kind in d.kinds if kind.supply and kind.sites == "cells"]
    move.do.append(f"take piece from {d.cell(scope)} to supply of {d.player(scope)} as {d.pick(kinds)}")


@feature(
    "effect: set hand",
    EFFECTS,
    lambda f: any(isinstance(x, t.Change) and isinstance(x.what, t.Call) and x.what.name == "hand" for x in f.all_of(t.Change)),
    needs="supply",
)
def _set_hand(d: Draft) -> None:
    move = some_move(d)
    kinds = [kind.name for kind in d.kinds if kind.supply]
    move.do.append(f"set hand({d.player(move.scope('do'))}, {d.pick(kinds)}) to {d.number(move.scope('do'), 0)}")


# ---- turns

_TURN = Scope("ensure", (), "mover")


@feature("first", TURN, lambda f: f.turn.first is not None, group="first")
def _first(d: Draft) -> None:
    d.turn["first"] = d.pick(d.players)


@feature("play: some moves", TURN, lambda f: f.turn.play is not None and len(f.turn.play.tiers) == 1)
def _play(d: Draft) -> None:
    started = [move.name for move in d.moves if move.started] or [placing(d).name]
    d.turn["play"] = " or ".join(d.rng.sample(started, d.rng.randrange(1, len(started) + 1)))


@feature(
    "otherwise",
    TURN,
    lambda f: any(plan is not None and len(plan.tiers) > 1 for plan in (f.turn.play, *(p.play for p in f.turn.phases))),
)
def _otherwise(d: Draft) -> None:
    started = [move.name for move in d.moves if move.started and f"together {move.name}" not in d.wishes]
    while len(started) < 2:
        started.append(going(d).name)
    d.rng.shuffle(started)
    cut = d.rng.randrange(1, len(started))
    plan = f"{' or '.join(started[:cut])} otherwise {' or '.join(started[cut:])}"
    d.turn.pop("play", None)
    if d.phases:
        next(iter(d.phases.values()))["play"] = plan
    else:
        d.turn["play"] = plan


apart("play: some moves", "phases", "with phases each says what is played")
apart("play: some moves", "otherwise", "a turn has one `play`")


@feature("pass: forced", TURN, lambda f: f.turn.passing == "forced", group="pass")
def _forced(d: Draft) -> None:
    d.turn["pass"] = "forced"


@feature("pass: free", TURN, lambda f: f.turn.passing == "free", group="pass")
def _pass_free(d: Draft) -> None:
    d.turn["pass"] = "free"


@feature("pass: never", TURN, lambda f: f.turn.passing in ("", "never"), group="pass")
def _never(d: Draft) -> None:
    d.turn.pop("pass", None)


@feature("pass: on a condition", TURN, lambda f: f.turn.pass_if is not None, group="pass")
def _pass_if(d: Draft) -> None:
    d.turn["pass"] = f"{d.pick(('free', 'forced'))} if {d.condition(Scope('before'), 0)}"


@feature("pass: of a phase", TURN, lambda f: any(phase.passing for phase in f.turn.phases), needs="phases")
def _pass_of_phase(d: Draft) -> None:
    for part in d.phases.values():
        if d.maybe(0.7):
            part["pass"] = d.pick(("never", "forced", "free", f"free if {d.condition(Scope('before'), 0)}"))
    next(iter(d.phases.values())).setdefault("pass", "free if ply % 2 == 1")


@feature("finish: effects", TURN, lambda f: f.turn.finish is not None)
def _finish(d: Draft) -> None:
    d.finish.append(d.effect(Scope("begin")))


@feature("next", TURN, lambda f: f.turn.following is not None, group="pie", costs=2)
def _next_turn(d: Draft) -> None:
    p = d.name("p")
    order = f"{p} in [next(mover), next(next(mover)), mover]"
    d.following = d.pick((
        f"first({order} if {d.condition(Scope('begin'), 0)})",
        f"mover if {d.condition(Scope('begin'), 0)} else next(mover)",
        f"{d.players[0]} if ply % 3 == 1 else none",
        "next(next(mover))",
    ))  # fmt: skip


@feature("pie: swap-sides", TURN, lambda f: f.core.turn.pie == "swap-sides", group="pie")
def _swap(d: Draft) -> None:
    d.turn["pie"] = "swap-sides"


@feature("pie: choose-side", TURN, lambda f: f.core.turn.pie == "choose-side", group="pie")
def _choose(d: Draft) -> None:
    d.turn["pie"] = "choose-side"


@feature("pie: if an option", TURN, lambda f: f.turn.pie_if is not None and bool(f.core.turn.pie))
def _pie_if(d: Draft) -> None:
    key = d.name("option")
    d.options[key] = "true"
    d.turn["pie"] = f"{d.turn.get('pie', d.pick(('swap-sides', 'choose-side')))} if {key}"


for _count in ("1 players", "3 players", "4 players", "8 players"):
    apart("pie", _count, "a pie rule needs two players")
    apart("pie: if an option", _count, "a pie rule needs two players")
apart("next", "pie", "no side but the next one follows a pie choice")
apart("next", "pie: if an option", "no side but the next one follows a pie choice")


@feature("begin: effects", TURN, lambda f: f.turn.begin is not None)
def _begin(d: Draft) -> None:
    d.begin.append(d.effect(Scope("begin")))


@feature("begin: roll", TURN, lambda f: any(not roll.in_setup for roll in f.core.rolls), costs=2)
def _begin_roll(d: Draft) -> None:
    d.begin.append(roll_line(d))
    if d.maybe():
        d.begin.append(d.effect(Scope("begin")))


@feature("begin: two rolls", TURN, lambda f: sum(not roll.in_setup for roll in f.core.rolls) > 1, costs=2)
def _begin_rolls(d: Draft) -> None:
    d.begin += [roll_line(d), roll_line(d), d.effect(Scope("begin"))]


@feature(
    "begin: roll on a condition",
    TURN,
    lambda f: any(isinstance(x, t.IfThen) and isinstance(x.then, t.Roll) for x in f.all_of(t.IfThen, "begin")),
    costs=2,
)
def _begin_roll_if(d: Draft) -> None:
    d.begin.append(f"{roll_line(d)} if {d.condition(Scope('begin'), 0)}")


@feature(
    "begin: rolls in a loop",
    TURN,
    lambda f: any(any(isinstance(x, t.Roll) for x in t.children(one.body)) or isinstance(one.body, t.Roll)
                  for one in f.all_of(t.ForEach, "begin")),
    costs=4,
)  # fmt: skip
def _begin_roll_loop(d: Draft) -> None:
    d.begin.append(f"{roll_line(d)} for {d.name('thing')} in 1..{d.pick('23')}")


@feature("continue", TURN, lambda f: f.turn.again_while is not None, costs=2)
def _continue(d: Draft) -> None:
    d.turn["continue"] = d.pick(
        ("steps < 2", f"steps < 3 and {d.condition(_TURN, 0)}", f"steps == 1 and {d.condition(_TURN, 0)}")
    )


def _prefer(word: str) -> None:
    def add(d: Draft) -> None:
        if len(d.board.cells) > 60:
            raise Unfit("too many whole turns")
        d.turn[word] = d.pick((d.number(_TURN), f"[{d.number(_TURN, 0)}, {d.number(_TURN, 0)}]", "steps"))

    feature(word, TURN, lambda f: f.turn.prefer == word, group="prefer", costs=4)(add)


_prefer("least")
_prefer("most")
for _word in ("least", "most"):
    for _large in ("two words of cells", "two words of other cells", "hundreds of cells", "thousands of cells"):
        apart(_word, _large, "there are too many whole turns to compare in a test")


@feature("phases", TURN, lambda f: len(f.turn.phases) > 1)
def _phases(d: Draft) -> None:
    started = [move.name for move in d.moves if move.started and f"together {move.name}" not in d.wishes]
    while len(started) < 2:
        started.append(going(d).name)
    d.turn.pop("play", None)
    for number in range(d.pick((2, 2, 3))):
        part = {"play": " or ".join(d.rng.sample(started, d.rng.randrange(1, len(started) + 1)))}
        if d.maybe(0.15):
            part["until"] = d.condition(Scope("until"), 0)
        elif number == 0 or d.maybe(0.7):
            part["until"] = f"ply >= {d.pick('1234')}"
        d.phases[d.name("phase")] = part


@feature(
    "until: legal moves", TURN, lambda f: f.reads("stuck", part="until") or f.calls("stuck", "able", part="until"), needs="phases"
)
def _until_stuck(d: Draft) -> None:
    next(iter(d.phases.values()))["until"] = d.pick(("stuck", f"stuck({d.players[-1]})", "not stuck and ply > 1"))


@feature("phase effect", TURN, lambda f: f.does("PhaseTo"), needs="phases")
def _phase_to(d: Draft) -> None:
    some_move(d).do.append(f"phase {d.pick(list(d.phases))} if {d.condition(Scope('do'), 0)}")


@feature("phase read", TURN, lambda f: f.reads("phase"), needs="phases")
def _phase_read(d: Draft) -> None:
    move = some_move(d)
    move.where["at its time"] = f"phase {d.pick(('==', '!='))} {d.pick(list(d.phases))} or ply % 2 == 0"
    d.offer("condition", lambda s: f"phase == {d.pick(list(d.phases))}", "before do ensure end until")
