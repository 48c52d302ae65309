"""Features of how a game ends and what it counts, the words of expressions, and what stands around a file."""

from __future__ import annotations

from ggl.syntax import tree as t
from tests.generated.draft import Draft, Scope, Unfit
from tests.generated.facts import Facts
from tests.generated.table import ENDS, FILE, WORDS, apart, feature, placing, some_move

_END = Scope("end")


def _line(f: Facts, outcome: str, *, each: bool = False, subject: str = "") -> bool:
    def is_subject(found: str) -> bool:
        return found in f.definition.players if subject == "named" else found == subject

    return any(p.outcome == outcome and p.each == each and (each or is_subject(p.subject)) for p in f.definition.end)


def _late(d: Draft, scope: Scope) -> str:
    return f"ply > {d.pick('13579')} and {d.condition(scope, 0)}"


def add_end(d: Draft, line: str, condition: str) -> None:
    d.end.setdefault(line, {})[f"so {d.name('why')}"] = condition


def _each(word: str) -> None:
    def add(d: Draft) -> None:
        name = d.name("player")
        add_end(d, f"player {name} {word}s", _late(d, Scope("end", ((name, "player"),), name)))

    feature(f"end: player p {word}s", ENDS, lambda f: _line(f, word, each=True))(add)


def _together(word: str) -> None:
    def add(d: Draft) -> None:
        name = d.name("player")
        add_end(d, f"players {name} {word}", _late(d, Scope("end", ((name, "player"),), name)))

    feature(f"end: players p {word}", ENDS, lambda f: any(p.together and p.outcome == word for p in f.definition.end))(add)


def _subject(subject: str, word: str) -> None:
    def add(d: Draft) -> None:
        who = d.pick(d.players) if subject == "named" else subject
        add_end(d, f"{who} {word}s", _late(d, _END))

    feature(f"end: {subject} {word}s", ENDS, lambda f: _line(f, word, subject=subject))(add)


for _word in ("win", "lose"):
    _each(_word)
    _together(_word)
    for _who in ("mover", "opponent", "named"):
        _subject(_who, _word)
    for _count in ("1 players", "3 players", "4 players", "8 players"):
        apart(f"end: opponent {_word}s", _count, "`opponent` is of two players")


@feature("end: draw", ENDS, lambda f: _line(f, "draw"))
def _draw(d: Draft) -> None:
    add_end(d, "draw", _late(d, _END))


@feature("end: by score", ENDS, lambda f: _line(f, "score"), needs="score")
def _by_score(d: Draft) -> None:
    add_end(d, "by score", _late(d, _END))


@feature("end: unnamed", ENDS, lambda f: any(not name for p in f.definition.end for name, _ in p.conditions.parts))
def _unnamed(d: Draft) -> None:
    if d.end and d.maybe(0.7):
        d.unnamed_ends.add(d.pick(list(d.end)))
    else:
        add_end(d, "mover loses", _late(d, _END))
        d.unnamed_ends.add("mover loses")


@feature("end: unnamed by a truth option", ENDS, lambda f: any(
    not name and x.name in f.definition.options
    for p in f.definition.end for name, tree in p.conditions.parts for x in _names(tree)))  # fmt: skip
def _unnamed_option(d: Draft) -> None:
    key = d.name("option")
    d.options[key] = d.pick(("true", "false"))
    if "opponent loses" in d.end or not d.two:
        line = f"{d.pick(d.players)} wins"
    else:
        line = "opponent loses"
    d.end.pop(line, None)
    add_end(d, line, f"{key} and ply > {d.pick('3456')}")
    d.unnamed_ends.add(line)


def _names(tree: t.Tree) -> list[t.Name]:
    found = [tree] if isinstance(tree, t.Name) else []
    for child in t.children(tree):
        found += _names(child)
    return found


def _asks(name: str, make: object, there: object) -> None:
    def add(d: Draft) -> None:
        lines = ["draw", "mover wins", "mover loses", f"{d.pick(d.players)} wins"]
        add_end(d, d.pick(lines), make(d))  # type: ignore[operator]

    feature(f"end: {name}", ENDS, there)(add)  # type: ignore[arg-type]


_asks("repetitions", lambda d: f"repetitions >= {d.pick('23')}", lambda f: f.reads("repetitions", part="end"))
_asks("board_repetitions", lambda d: f"board_repetitions >= {d.pick('23')}", lambda f: f.reads("board_repetitions", part="end"))
_asks("stuck", lambda d: "stuck", lambda f: f.reads("stuck", part="end"))
_asks("stuck of a player", lambda d: f"stuck({d.pick(d.players)})", lambda f: f.calls("stuck", part="end"))
_asks(
    "able",
    lambda d: f"not able({some_move(d, started=True).name}) and ply > 1",
    lambda f: any(
        isinstance(x, t.Call) and x.name == "able" and x.args and isinstance(x.args[0], t.Name) for x in f.all_of(t.Call)
    ),
)
_asks("passes", lambda d: "passes == 2", lambda f: f.reads("passes"))


@feature(
    "end: able with a value",
    ENDS,
    lambda f: any(
        isinstance(x, t.Call) and x.name == "able" and x.args and isinstance(x.args[0], t.Call) for x in f.all_of(t.Call)
    ),
)
def _able_of(d: Draft) -> None:
    found = [(move, name) for move in d.moves if move.started for name, _, type_ in move.params if type_ == "cell"]
    if not found:
        move = placing(d)
        found = [(move, move.params[0][0])]
    move, name = d.pick(found)
    add_end(d, d.pick(("draw", "mover loses")), f"not able({move.name}({name}={d.cell(_END)})) and ply > 2")


@feature(
    "last of a parameter",
    ENDS,
    lambda f: any(
        isinstance(x, t.Dot) and isinstance(x.of, t.Name) and x.of.name == "last" and x.name != "mover" for _, x in f.trees
    ),
)
def _last(d: Draft) -> None:
    found = [name for move in d.moves for name, _, type_ in move.params if type_ == "cell"]
    if not found:
        found = [placing(d).params[0][0]]
    name = d.pick(found)
    add_end(d, d.pick(("mover wins", "draw")), f"last.{name} == {d.cell(_END)} and ply > {d.pick('345')}")
    move = some_move(d)
    own = [n for n, _, type_ in move.params if type_ == "cell"]
    if own and d.maybe():
        move.where["not the last one"] = f"last.{name} == none or {own[0]} != last.{name}"
    d.offer("site", lambda s: f"last.{name}", "before do end until")


@feature("last.mover", ENDS, lambda f: f.dots("mover"))
def _last_mover(d: Draft) -> None:
    add_end(d, "draw", f"last.mover == {d.pick(d.players)} and ply > {d.pick('579')}")
    d.offer("condition", lambda s: f"last.mover == {d.player(s)}", "before do end until")


@feature("steps", ENDS, lambda f: f.reads("steps"))
def _steps(d: Draft) -> None:
    move = some_move(d)
    move.where["not too often"] = "steps < 3"
    d.offer("number", lambda s: "steps", "before do ensure")


# ---- score and match


@feature("score", ENDS - 1 + 1, lambda f: f.definition.score is not None)
def _score(d: Draft) -> None:
    if d.score is None:
        _scored(d, d.number)


@feature("score: a list", ENDS, lambda f: f.definition.score is not None and len(f.definition.score.in_order) > 1, needs="score")
def _score_list(d: Draft) -> None:
    if isinstance(d.score, str):
        d.score = f"[{d.score}, {d.number(Scope('score', ((d.score_param, 'player'),), d.score_param), 0)}]"


def _scored(d: Draft, make: object) -> None:
    d.score_param = d.name("player")
    d.score = make(Scope("score", ((d.score_param, "player"),), d.score_param))  # type: ignore[operator]


@feature("score: fraction", ENDS, lambda f: f.core.score is not None and getattr(f.core.score.type, "scale", 1) > 1)
def _fraction(d: Draft) -> None:
    _scored(d, lambda s: f"{d.number(s)} / 2 + {d.pick(('0.5', '0.25', '1 / 3'))}")


@feature("score: negative", ENDS, lambda f: f.core.score is not None and getattr(f.core.score.type, "lo", 0) < 0)
def _negative(d: Draft) -> None:
    _scored(d, lambda s: f"{d.number(s, 0)} - 2 * count(cells with {d.phrase(s)})")


@feature("score: table", ENDS, lambda f: f.definition.score is not None and isinstance(f.definition.score.body, t.Lined))
def _score_table(d: Draft) -> None:
    _scored(d, lambda s: {"3": d.condition(s, 0), d.number(s, 0): d.condition(s, 0), "else": "0"})


for _score in ("score: fraction", "score: a list"):
    apart("score: table", _score, "a game has one score")


def _tie(name: str, text: str) -> None:
    def add(d: Draft) -> None:
        d.tie = text.format(d.players[-1])
        add_end(d, "by score", f"ply > {d.pick('246')}")

    feature(f"tie: {name}", ENDS, lambda f: _is_tie(f, name), group="tie", needs="score")(add)


def _is_tie(f: Facts, name: str) -> bool:
    tie = f.definition.tie
    if tie is None or tie.player is None:
        return tie is not None and name == tie.outcome
    return name == ("the last mover loses" if isinstance(tie.player, t.Dot) else "a player wins")


_tie("a player wins", "{} wins")
_tie("the last mover loses", "last.mover loses")
_tie("draw", "draw")
_tie("shared", "shared")


@feature("match", ENDS, lambda f: f.definition.match is not None, costs=2)
def _match(d: Draft) -> None:
    name = d.name("player")
    d.match["until"] = d.pick(
        (
            f"any(total({name}) >= 2 for {name} in players)",
            f"total({d.players[0]}) > 2",
            "winner != none",
            f"any(total({name}) != 0 for {name} in players)",
        )
    )
    if d.score is None:
        key = d.name("player")
        d.match[f"points({key})"] = {"2": f"winner == {key}", "else": "1"}


@feature(
    "match: next first",
    ENDS,
    lambda f: f.definition.match is not None and f.definition.match.next_first is not None,
    needs="match",
)
def _next_first(d: Draft) -> None:
    d.match["next first"] = d.pick(("next(starter)", f"winner if winner != none else {d.players[-1]}", "starter", d.players[0]))


@feature("match: points", ENDS, lambda f: f.definition.match is not None and f.definition.match.points is not None, needs="match")
def _points(d: Draft) -> None:
    for old in [key for key in d.match if key.startswith("points")]:
        del d.match[old]
    key = d.name("player")
    d.match[f"points({key})"] = d.pick(
        (
            f"3 if winner == {key} else 1",
            {"2": f"winner == {key}", "1": "winner == none", "else": "0 - 1"},
            f"0.5 if winner == {key} else 0",
        )
    )


@feature("match: winners", ENDS, lambda f: f.reads("winners"), needs="match, end: players p win")
def _winners(d: Draft) -> None:
    """Where there may be several, `winner` has no meaning."""
    d.match.pop("next first", None)
    for old in [key for key in d.match if key.startswith("points")]:
        d.match[old] = f"3 if {old[7:-1]} in winners else 1"
    d.match["until"] = d.pick(("not any(winners)", "count(winners) > 1", f"{d.players[-1]} not in winners"))


apart("match: winners", "match: next first", "who begins next is asked of one winner")


# ---- words of expressions


def _ring(d: Draft) -> str:
    """Three cells in a row, of which some may be the same on a small board."""
    found = d.board.cells
    return ", ".join(found[place].name for place in (0, -1, len(found) // 2))


def words(name: str, type_: str, makers: list[object], there: object, *, needs: str = "") -> None:
    def add(d: Draft) -> None:
        for number, make in enumerate(makers):
            d.offer(type_, lambda s, make=make: make(d, s), "before do ensure end until score", must=number == 0)  # type: ignore[misc]

    feature(f"words: {name}", WORDS, there, needs=needs)(add)  # type: ignore[arg-type]


words("group", "cells", [lambda d, s: f"group({d.cell(s)})"], lambda f: f.calls("group"))
words(
    "groups",
    "number",
    [
        lambda d, s: f"count(groups({d.player(s)}))",
        lambda d, s: f"max(size({(x := d.name('x'))}) for {x} in groups({d.player(s)}), default=0)",
    ],
    lambda f: f.calls("groups"),
)
words(
    "territories",
    "number",
    [
        lambda d, s: "count(territories)",
        lambda d, s: f"sum(size({(x := d.name('x'))}) for {x} in territories if touching({x}, {d.cells(s, 0)}))",
    ],
    lambda f: f.reads("territories"),
)
words(
    "components",
    "number",
    [
        lambda d, s: f"count(components({d.cells(s, 0)}))",
        lambda d, s: f"count(components({d.cells(s, 0)}{', ' + d.some_ways(s) if d.ways else ''}))",
    ],
    lambda f: f.calls("components"),
)
words(
    "connected",
    "condition",
    [lambda d, s: f"connected({d.cells(s)}, {d.cells(s, 0)}, {d.cells(s, 0)})"],
    lambda f: f.calls("connected"),
)
words(
    "spread",
    "cells",
    [lambda d, s: f"spread({{{d.cell(s)}}}, {d.cells(s)})"],
    lambda f: any(isinstance(x, t.Call) and x.name == "spread" and len(x.args) == 2 for x in f.all_of(t.Call)),
)
words(
    "spread by ways",
    "cells",
    [lambda d, s: f"spread({{{d.cell(s)}}}, {d.cells(s)}, {d.some_ways(s)})"],
    lambda f: (
        any(
            type(x).__name__ == "Name" and x.name in ("orthogonal", "compass", "directions")
            for c in f.all_of(t.Call)
            if isinstance(c, t.Call) and c.name == "spread"
            for x in c.args[2:]
        )
        or any(
            isinstance(x, t.SetOf) for c in f.all_of(t.Call) if isinstance(c, t.Call) and c.name == "spread" for x in c.args[2:]
        )
    ),
)
words(
    "spread across edges",
    "cells",
    [lambda d, s: f"spread({d.cells(s, 0)}, {d.cells(s, 0)}, {d.edges(s)})"],
    lambda f: any(form == "Cross" for form in _forms(f)),
)
words("lined", "condition", [lambda d, s: f"lined({d.cells(s)}, {d.pick('123')})"], lambda f: f.calls("lined"))
words(
    "distance",
    "condition",
    [lambda d, s: f"any(distance({(x := d.name('x'))}, {d.cell(s)}) == {d.pick('012')} for {x} in {d.cells(s, 0)})"],
    lambda f: f.calls("distance"),
)
words(
    "rays",
    "cells",
    [
        lambda d, s: f"ray({d.cell(s)}, {d.direction(s)})",
        lambda d, s: f"between({d.cell(s)}, {d.cell(s)})",
        lambda d, s: f"path({d.cell(s)}, {d.cell(s)})",
        lambda d, s: (
            f"leading({(x := d.name('x'))} in ray({d.cell(s)}, {d.direction(s)}) if {d.condition(s.having((x, 'cell')), 0)})"
        ),
        lambda d, s: f"sees({d.cell(s)}, {d.some_ways(s)})",
    ],
    lambda f: f.calls("ray", "between", "path"),
)
words(
    "directions",
    "condition",
    [
        lambda d, s: f"direction({d.cell(s)}, {d.cell(s)}) == {d.direction(s)}",
        lambda d, s: f"step({d.cell(s)}, back({d.direction(s)})) == none",
    ],
    lambda f: f.calls("direction", "back"),
)
words(
    "rings",
    "site",
    [lambda d, s: f"{d.pick(('after', 'before'))}([{_ring(d)}], {d.cell(s)}, {d.number(s, 0)})"],
    lambda f: f.calls("after", "before"),
)
words(
    "index",
    "number",
    [lambda d, s: f"count({(x := d.name('x'))} in {d.cells(s, 0)} if index(sorted({d.cells(s, 0)}), {x}) == {d.pick('123')})"],
    lambda f: f.calls("index"),
)
words(
    "previous",
    "condition",
    [
        lambda d, s: f"previous(occupied({d.cell(s)}))",
        lambda d, s: f"previous(cells with {(kind := d.pick(d.standing()).name)}) {d.pick(('==', '!='))} (cells with {kind})",
        lambda d, s: f"previous(count(cells with {d.pick(('piece', d.pick(d.standing()).name))})) > {d.number(s, 0)}",
        lambda d, s: f"any({(x := d.name('x'))} in {d.cells(s, 0)} if previous({x}.owner) == {d.player(s)})",
    ],
    lambda f: f.calls("previous"),
)
words(
    "lists",
    "condition",
    [
        lambda d, s: f"[{d.number(s, 0)}, {d.number(s, 0)}] {d.pick(('<', '==', '>='))} [{d.number(s, 0)}, 1]",
        lambda d, s: f"{(what := d.pick((d.player, d.direction)))(s)} {d.pick(('<', '>='))} {what(s)}",
        lambda d, s: f"[{d.player(s)}] {d.pick(('<', '>='))} [{d.player(s)}, {d.player(s)}]",
        lambda d, s: f"sorted({(x := d.name('x'))}.number for {x} in {d.cells(s, 0)})[1] == {d.number(s, 0)}",
        lambda d, s: f"descending({(x := d.name('x'))}.number for {x} in {d.cells(s, 0)}) > [{d.number(s, 0)}]",
    ],
    lambda f: any(isinstance(x, t.ListOf) for _, x in f.trees),
)
words(
    "number sets",
    "condition",
    [lambda d, s: f"{d.number(s, 0)} in {{1, {d.number(s, 0)}}}", lambda d, s: f"{d.number(s, 0)} in {d.number(s, 0)}..4"],
    lambda f: any(
        isinstance(x, t.Chain) and any(op in ("in", "not in") and isinstance(y, t.SetOf | t.Binary) for op, y in x.rest)
        for _, x in f.trees
    ),
)
words(
    "fractions",
    "number",
    [lambda d, s: f"({d.number(s, 0)} / {d.pick('23')})", lambda d, s: f"({d.number(s, 0)} * 0.5)"],
    lambda f: any(isinstance(x, t.Binary) and x.op == "/" for _, x in f.trees),
)
words("owners", "number", [lambda d, s: f"count(owners({d.cells(s, 0)}))"], lambda f: f.calls("owners"))
words("owner of a cell", "condition", [lambda d, s: f"{d.cell(s)}.owner == {d.player(s)}"], lambda f: f.dots("owner"))
words(
    "several binders",
    "number",
    [
        lambda d, s: (
            f"count({(x := d.name('x'))} for {x} in {d.cells(s, 0)} for {(y := d.name('x'))} in neighbors({x})"
            f" if {y} != {d.cell(s)})"
        )
    ],
    lambda f: any(isinstance(x, t.Gen) and len(x.binders) > 1 for _, x in f.trees),
)
words(
    "a shadow of a list",
    "condition",
    [lambda d, s: f"any([{d.cell(s)}, {d.cell(s)}][{d.pick('12')}] == {(x := d.name('x'))} for {x} in {d.cells(s, 0)})"],
    lambda f: any(isinstance(x, t.Index) for _, x in f.trees),
)
words(
    "max and min",
    "number",
    [lambda d, s: f"{d.pick(('min', 'max'))}({d.number(s, 0)}, {d.number(s, 0)})"],
    lambda f: any(isinstance(x, t.Call) and x.name in ("min", "max") and len(x.args) == 2 for x in f.all_of(t.Call)),
)
words(
    "players",
    "number",
    [lambda d, s: f"count({(x := d.name('x'))} in players if {d.condition(s.having((x, 'player')), 0)})"],
    lambda f: f.reads("players"),
)
words(
    "pieces of each kind",
    "number",
    [lambda d, s: f"count({(k := d.name('kind_var'))} in kinds if {k} on {d.cell(s)})"],
    lambda f: f.reads("kinds"),
)

words(
    "lists of cells",
    "cells",
    [
        lambda d, s: f"([{d.cell(s)}, {d.cell(s)}] + {d.cells(s, 0)})",
        lambda d, s: f"([{d.cell(s)}, {d.cell(s)}] {d.pick(('-', '&'))} {d.cells(s, 0)})",
        lambda d, s: f"([{d.cell(s)}, {d.site(s, 0)}, {d.cell(s)}] with {d.phrase(s)})",
    ],
    lambda f: any(
        (isinstance(x, t.Binary) and isinstance(x.left, t.ListOf)) or (isinstance(x, t.With) and isinstance(x.of, t.ListOf))
        for _, x in f.trees
    ),
)
words(
    "ranks",
    "cells",
    [lambda d, s: f"ranks({_rowed(d)})[{d.pick('129')}]"],
    lambda f: f.calls("ranks"),
)
words(
    "edge_towards",
    "condition",
    [lambda d, s: f"edge_towards({d.cell(s)}, {d.direction(s)}) {d.pick(('in', 'not in'))} {d.edges(s)}"],
    lambda f: f.calls("edge_towards"),
)
words(
    "ways joined",
    "cells",
    [
        lambda d, s: f"steps({d.cell(s)}, {d.some_ways(s)} {d.pick('+-&')} {{{d.direction(s)}}})",
        lambda d, s: f"slides({d.cell(s)}, {d.some_ways(s)} {d.pick('+-&')} aslant({d.direction(s)}))",
        lambda d, s: f"steps({d.cell(s)}, diagonal)",
    ],
    lambda f: any(
        isinstance(way, t.Binary)
        for x in f.all_of(t.Call)
        if isinstance(x, t.Call) and x.name in ("steps", "slides")
        for way in x.args[1:]
    ),
)
words(
    "slides blocked by a set",
    "cells",
    [lambda d, s: f"{_sliding(d, s)}, blocked={d.cells(s, 0)})"],
    lambda f: any(isinstance(x, t.Named) and x.name == "blocked" for _, x in f.trees),
)
words(
    "one of the groups",
    "condition",
    [
        lambda d, s: (
            f"any({(x := d.name('x'))} in groups({d.player(s)}) if size({x}) > {d.pick('12')} and touching({x}, {{{d.cell(s)}}}))"
        ),
        lambda d, s: f"size(group({d.cell(s)})) {d.pick(('<', '==', '>'))} {d.pick('123')}",
    ],
    lambda f: any(
        isinstance(x, t.Binder) and x.test is not None and isinstance(x.source, t.Call) and x.source.name == "groups"
        for _, x in f.trees
    ),
)


def _sliding(d: Draft, s: Scope) -> str:
    """A slide in a direction; without directions one along a track, if need be of its own."""
    if not d.ways and not d.tracks and len(d.board.cells) > 3:
        d.tracks[d.name("place")] = [str(cell.name) for cell in d.board.cells[:4]]
    return f"slides({d.cell(s)}, {d.some_ways(s)}" if d.ways else f"slides_along({d.cell(s)}, tracks"


def _rowed(d: Draft) -> str:
    """A direction across which the board falls into rows."""
    if not d.ways:
        raise Unfit("no directions")
    return d.pick(list(d.ways))


def _forms(f: Facts) -> set[str]:
    import dataclasses

    found: set[str] = set()
    waiting: list[object] = [f.core.definitions, f.core.schemas, f.core.end, f.core.score, f.core.turn, f.core.setup]
    while waiting:
        one = waiting.pop()
        if isinstance(one, tuple):
            waiting += one
        elif dataclasses.is_dataclass(one):
            found.add(type(one).__name__)
            waiting += [getattr(one, spec.name) for spec in dataclasses.fields(one) if spec.name != "span"]
    return found


# ---- around the file


@feature("look: notation", FILE, lambda f: bool(f.definition.look.notation))
def _notation(d: Draft) -> None:
    move = some_move(d)
    names = [name for name, _ in move.handed] + [name for name, _, _ in move.params]
    d.look.setdefault("notation", {})[move.name] = d.pick((" - ", " ", " x ")).join(["go", *names])


@feature("look: glyphs", FILE, lambda f: bool(f.definition.look.glyphs))
def _glyphs(d: Draft) -> None:
    kinds = [kind for kind in d.standing() if not kind.of]
    d.look.setdefault("glyphs", {})[f"{d.players[0]} {d.pick(kinds).name}"] = "z"


@feature("targets", FILE, lambda f: bool(f.definition.targets))
def _targets(d: Draft) -> None:
    d.targets["length"] = "1..60"
    d.targets["draws"] = "at most 90%"


@feature("tests", FILE, lambda f: bool(f.definition.tests))
def _tests(d: Draft) -> None:
    d.tests["the start"] = {"ply": "0"}
    d.tests["a position"] = {
        "setup": f"put {d.pick(d.standing()).name} on {d.board.cells[0].name}",
        "to move": d.players[-1],
        "over": "false",
    }


@feature("notes", FILE, lambda f: bool(f.definition.notes))
def _notes(d: Draft) -> None:
    d.notes.append("Nobody wrote this game.")


@feature("extends: changed", FILE, lambda f: bool(f.definition.bases))
def _extends(d: Draft) -> None:
    d.wishes.add("extends")


@feature("extends: removed", FILE, lambda f: bool(f.definition.bases) and bool(f.definition.removed))
def _removed(d: Draft) -> None:
    d.wishes |= {"extends", "removed"}


__all__ = ["Unfit"]
for _word in ("edge_towards", "ways joined", "ranks"):
    apart(f"words: {_word}", "linked", "links have no directions")
apart("words: edge_towards", "single cell", "one cell has no edges between cells")
