"""Features of what is no rule: how moves are written in several ways, marks, pictures, sentences."""

from __future__ import annotations

from tests.generated.draft import Draft, Scope, Unfit
from tests.generated.table import FILE, Move, apart, feature, placing, some_move

_LOOK = Scope("look")
"""What is asked of a position as it is shown. Between turns there is always a mover."""


# ---- notation


def _names(move: Move) -> list[str]:
    return [name for name, _ in move.handed] + [name for name, _, _ in move.params]


@feature("look: notation by condition", FILE, lambda f: bool(f.definition.look.patterns))
def _patterns(d: Draft) -> None:
    move = some_move(d)
    names = _names(move)
    scope = Scope("look", move.scope("before").names)
    rows = {" ".join([word, *names]): d.condition(scope) for word in d.pick((("goes",), ("takes", "goes"), ("x", "b", "q")))}
    if d.maybe(0.3) and len(names) > 1:
        rows[" ".join(["ab", *names[1:]])] = d.condition(scope, 0)  # which says less than the move
    if d.maybe(0.6):
        rows["else"] = d.pick((" - ", " ")).join(["also", *names])
    d.look.setdefault("notation", {})[move.name] = rows


@feature(
    "look: notation of a let",
    FILE,
    lambda f: any(
        let.name in text.text.split()
        for name, text in f.definition.look.templates()
        if name in f.definition.moves
        for let in f.definition.moves[name].lets
    ),
)
def _let(d: Draft) -> None:
    if not d.ways:
        raise Unfit("no directions")
    move = d.pick([each for each in d.moves if any(type_ == "cell" for _, _, type_ in each.params)] or [placing(d)])
    cells = [name for name, _, type_ in move.params if type_ == "cell"]
    name = d.name("cell")
    move.lets[name] = f"step({cells[0]}, {d.pick(d.ways)})"
    move.do.append(f"take piece from {name}")
    d.look.setdefault("notation", {})[move.name] = " ".join([*_names(move), name])


apart("look: notation of a let", "linked", "links have no directions")


# ---- pictures


@feature("look: order and sizes", FILE, lambda f: bool(f.definition.look.order) and bool(f.definition.look.sizes))
def _order(d: Draft) -> None:
    kinds = [kind.name for kind in d.kinds]
    d.look["order"] = ", ".join(d.rng.sample(kinds, min(len(kinds), 3)))
    d.look["sizes"] = {d.pick(kinds): d.pick(("0.5", "1.2"))}


@feature("look: hide", FILE, lambda f: bool(f.definition.look.hide), needs="state: number")
def _hide(d: Draft) -> None:
    d.look["hide"] = d.pick(list(d.state))


@feature("look: stores", FILE, lambda f: bool(f.definition.look.stores), needs="state: number of each player")
def _stores(d: Draft) -> None:
    each = [name for name, part in d.state.items() if isinstance(part, dict) and part.get("each") == "players"]
    d.look["stores"] = d.pick(each)


@feature("look: view", FILE, lambda f: f.definition.look.view is not None)
def _view(d: Draft) -> None:
    d.look["view"] = d.pick(("cells with piece", d.cells(_LOOK), d.cells(_LOOK, 0)))


@feature("look: board, shapes and colours", FILE, lambda f: bool(f.definition.look.shapes) and bool(f.definition.look.colours))
def _colours(d: Draft) -> None:
    kind = d.pick([kind for kind in d.kinds if kind.sites == "cells"]).name
    d.look["board"] = d.pick(("cells", "checkered", "lines", "dots", "pits", "points"))
    d.look["shapes"] = {kind: d.pick(("disc", "ring", "letter", "arrow", "fill", "cross"))}
    d.look["colours"] = {d.players[0]: "teal", kind: "#3c9a5f", "board": "sand", **dict.fromkeys(list(d.regions)[:1], "navy")}


@feature("look: glyphs of values", FILE, lambda f: bool(f.definition.look.signs), needs="state: number")
def _signs(d: Draft) -> None:
    keys = [name for name, part in d.state.items() if part in ("0", "3", "false")]
    key = d.pick(keys)
    values = ("true", "false") if d.state[key] == "false" else ("0", "1", "2")
    d.look.setdefault("glyphs", {})[key] = dict(zip(values, "~=#", strict=False))


# ---- marks


def _marks(name: str, forms: tuple[str, ...], sort: str = "") -> None:
    def add(d: Draft) -> None:
        mark = {"on": _marked(d, _LOOK, sort), "as": d.pick(forms)}
        if d.maybe():
            mark["colour"] = d.pick(("red", "#123", d.players[-1]))
        if d.maybe():
            mark["sign"] = d.pick("+-!")
        d.look.setdefault("draw", {})[d.name("mark")] = mark

    feature(f"mark: {name}", FILE, lambda f: any(mark.form in forms for mark in f.definition.look.draw))(add)


def _marked(d: Draft, s: Scope, sort: str = "") -> str:
    if sort == "list":
        return f"[{', '.join(d.cell(s) for _ in range(d.pick((1, 2, 4))))}]"
    if sort == "sets" and d.maybe():
        return f"[{d.cells(s, 0)}, {d.cells(s, 0)}]"
    return d.pick((d.cells(s), d.cells(s, 0), d.site(s)))


_marks("filled", ("fill",))
_marks("signs", ("dot", "ring", "cross"))
_marks("frame", ("frame",), "sets")
_marks("line", ("line",), "list")
_marks("name", ("name",))


@feature("mark: value", FILE, lambda f: any(mark.form == "value" for mark in f.definition.look.draw))
def _value(d: Draft) -> None:
    name = d.name("cell")
    scope = Scope("look", ((name, "cell"),))
    d.look.setdefault("draw", {})[d.name("mark")] = {
        "for": f"{name} in {d.cells(_LOOK, 0)}",
        "value": d.pick((d.number(scope), f"{name}.owner", f"{name}.kind", d.player(scope))),
    }


@feature("mark: of each player", FILE, lambda f: any(mark.each for mark in f.definition.look.draw))
def _each(d: Draft) -> None:
    name = d.name("player")
    scope = Scope("look", ((name, "player"),), name)
    d.look.setdefault("draw", {})[f"{d.name('mark')}({name})"] = {
        "on": _marked(d, scope),
        "as": d.pick(("dot", "fill", "frame", "ring")),
        "sign": " ".join("+-*/=!?&"[: len(d.players)]),
    }


# ---- sentences


def _sentence(d: Draft, params: list[str], *, condition: bool) -> str:
    slots = [d.pick((f"{{{name}}}", f"{{{name}'s}} place", f"near {{{name}}}")) for name in params[:2]]
    if condition and params and d.maybe():
        return " ".join([f"{{{params[0]}:{d.pick(('be', 'have', 'touch', 'own'))}}} well", *slots[1:]])
    said = " ".join(["a word", *slots])
    return f"{said} holds | {said} fails" if condition and d.maybe() else said


def _is_condition(value: object) -> bool:
    return isinstance(value, str) and any(
        f" {word} " in f" {value} " for word in ("and", "or", "not", "==", "!=", "<", ">", "on", "in")
    )


def _said(name: str, there: object, found: object, needs: str = "") -> None:
    def add(d: Draft) -> None:
        d.afterwards.append(lambda: say(d))

    def say(d: Draft) -> None:
        choices: list[tuple[str, str]] = found(d)  # type: ignore[operator]
        d.says |= dict(d.rng.sample(choices, min(len(choices), 2)))

    feature(f"says: {name}", FILE, there, needs=needs)(add)  # type: ignore[arg-type]


def _call(key: str) -> tuple[str, list[str]]:
    name, _, rest = key.partition("(")
    return name, [part.strip() for part in rest.rstrip(")").split(",") if part.strip()]


def _definitions(d: Draft) -> list[tuple[str, str]]:
    made = []
    for key, value in d.define.items():
        name, params = _call(key)
        text = (
            "[thing|things]" + "".join(f" of {{{each}}}" for each in params)
            if d.maybe(0.2)
            else _sentence(d, params, condition=_is_condition(value))
        )
        made.append((name, text))
    return made


def _routines(d: Draft) -> list[tuple[str, str]]:
    return [(name, _sentence(d, params, condition=False)) for name, params in map(_call, d.routines)]


def _moves(d: Draft) -> list[tuple[str, str]]:
    return [(move.name, _sentence(d, _names(move), condition=False)) for move in d.moves]


def _conditions(d: Draft) -> list[tuple[str, str]]:
    return [(why, _sentence(d, _names(move), condition=True)) for move in d.moves for why in (*move.where, *move.ensure)]


def _ends(d: Draft) -> list[tuple[str, str]]:
    made = []
    for line, parts in d.end.items():
        params = line.split()[1:2] if line.startswith(("player ", "players ")) else []
        made += [(name, _sentence(d, params, condition=True)) for name in parts if line not in d.unnamed_ends]
    return made


_said(
    "definition", lambda f: bool(f.definition.says.keys() & f.definition.definitions.keys()), _definitions, "definition of a cell"
)
_said("routine", lambda f: bool(f.definition.says.keys() & f.definition.routines.keys()), _routines, "routine")
_said("move", lambda f: bool(f.definition.says.keys() & f.definition.moves.keys()), _moves)
_said(
    "condition",
    lambda f: bool(
        f.definition.says.keys() & {name for move in f.moves for part in (move.where, move.ensure) for name, _ in part.parts}
    ),
    _conditions,
    "where",
)
_said(
    "end",
    lambda f: bool(f.definition.says.keys() & {name for part in f.definition.end for name, _ in part.conditions.parts}),
    _ends,
)
