"""Features of hidden information: who sees pieces and variables, what they look like to others, what is told of moves."""

from __future__ import annotations

import re

from ggl.syntax import tree as t
from tests.generated.draft import Draft, Move
from tests.generated.facts import Facts
from tests.generated.of_things import add_kind
from tests.generated.table import MOVES, PIECES, TURN, apart, feature, placing, some_move


def _hides(d: Draft) -> None:
    """Conditions of moves ask what the mover sees; what still asks more is left out as the checker refuses it."""
    if "hidden" not in d.wishes:
        d.wishes.add("hidden")
        d.afterwards.append(lambda: _by_sight(d))


def _by_sight(d: Draft) -> None:
    if any("repetitions" in text for move in d.moves for text in move.ensure.values()):  # these count what all know
        for move in d.moves:
            move.shows = move.shows and "everything"
        for value in d.state.values():
            if isinstance(value, dict) and "seen by" in value:
                value["compared"] = "false"
    if any(move.shows not in ("", "everything") for move in d.moves):  # nobody knows how many turns there were
        for move in d.moves:
            move.where = {name: text for name, text in move.where.items() if "ply" not in _words(text)}
    for rows in d.look.get("notation", {}).values():
        if isinstance(rows, dict):
            rows |= {text: f"seen({test})" for text, test in rows.items() if text != "else"}
    for move in d.moves:
        names = {each for name, _, _ in move.params for each in name.split(" and ")}
        move.params = [(name, _seen_by_the_mover(source, d), type_) for name, source, type_ in move.params]
        move.where = {name: text if _words(text) <= names else f"seen({text})" for name, text in move.where.items()}


def _words(text: str) -> set[str]:
    return set(re.findall(r"[^\W\d]\w*", text))


def _seen_by_the_mover(source: str, d: Draft) -> str:
    """Where a parameter is chosen from, by what the mover sees; as it stands where nothing hidden can be asked."""
    if source.startswith("subsets("):
        members, _, sizes = source.removeprefix("subsets(").rpartition(", ")
        return f"subsets(seen({members}), {sizes}"
    bags = {wish.split()[1] for wish in d.wishes if wish.startswith("bag ")}
    asks = _words(source) & _ASKING
    return source if source in bags or (not asks and d.maybe(0.8)) else f"seen({source})"


_ASKING = frozenset({"vacant", "full", "taken_cells", "with", "empty", "occupied", "on", "if", "group", "groups", "any"})


def _conditions(d: Draft, *more: str) -> str:
    return d.pick(("owner", "owner", "nobody", d.players[0], f"viewer == {d.players[-1]}", *more))


@feature("pieces seen by some", PIECES, lambda f: any(p.seen_by is not None for p in f.definition.pieces.values()))
def _piece(d: Draft) -> None:
    kind = add_kind(d)
    d.pieces[kind.name]["seen by"] = _conditions(
        d, "owner or count(neighbors(c)) > 3", "viewer == mover", "owner and ply % 2 == 0"
    )
    _hides(d)


@feature("others see another kind", PIECES, lambda f: any(p.others_see is not None for p in f.definition.pieces.values()))
def _face(d: Draft) -> None:
    kind, face = add_kind(d), add_kind(d, of=d.pick(("", "nobody")))
    d.pieces[kind.name] |= {"seen by": _conditions(d), "others see": face.name}
    if d.maybe():
        other = add_kind(d)
        d.pieces[other.name] |= {"seen by": "owner", "others see": face.name}
    _hides(d)


@feature("variables seen by some", MOVES, lambda f: any(v.seen_by is not None for v in f.definition.state.values()))
def _variable(d: Draft) -> None:
    key = d.name("var")
    each = d.pick(("", "players", "cells"))
    d.state[key] = {"start": "1", "in": "0..5", **({"each": each} if each else {})}
    of_each = {"players": ["owner"], "cells": ["any({c} with piece)"]}.get(each, [])
    d.state[key]["seen by"] = d.pick(["nobody", d.players[0], "viewer == mover", *of_each])
    at = {"players": f"{d.pick(('mover', d.players[-1]))}.", "cells": f"{d.board.cells[0].name}."}.get(each, "")
    some_move(d).do.append(f"add {d.pick(('1', '-1', '2'))} to {at}{key}")
    d.offer("number", lambda s: f"{at}{key}", "do then end score begin", must=True)
    _hides(d)


def _shown(f: Facts, *words: str) -> bool:
    return any(m.shows is not None and (m.shows.text in words or (not words and m.shows.text not in _SAYS)) for m in f.moves)


_SAYS = ("everything", "name", "nothing")


@feature("shows: a word", TURN, lambda f: _shown(f, *_SAYS))
def _says(d: Draft) -> None:
    some_move(d).shows = d.pick(("name", "nothing", "nothing", "everything"))
    _hides(d)


@feature("shows: parameters", TURN, lambda f: _shown(f))
def _parameters(d: Draft) -> None:
    moves = [move for move in d.moves if move.params]
    move = d.pick(moves) if moves else placing(d)
    move.shows = d.pick(move.params)[0]
    _hides(d)


@feature("seen", MOVES, lambda f: f.calls("seen"))
def _seen(d: Draft) -> None:
    d.offer("condition", lambda s: f"seen({d.condition(s, 0)})", "before do then", must=True)


def _told(d: Draft, joint: str) -> str:
    return d.pick(("", "", f" {joint} mover", f" {joint} {d.players[-1]}", f" {joint} (p in players if p != {d.players[0]})"))


@feature("announce", MOVES, lambda f: f.does("Announce"))
def _announce(d: Draft) -> None:
    cell, kind = d.board.cells[0].name, d.pick(d.standing()).name
    what = d.pick((f"{cell}.owner", f"{cell}.kind", f"count(cells with {kind})", f"cells with {kind}", "ply % 3 == 1", "players"))
    line = f"announce {what}{_told(d, 'to')}"
    if d.maybe(0.3):
        line += d.pick((" if ply % 2 == 0", " for p in players"))
    lines = some_move(d).do
    lines.insert(d.pick((0, len(lines))), line)
    if d.maybe(0.3):
        d.begin.append(f"announce empty({cell}){_told(d, 'to')}")


@feature("reveal a piece", PIECES, lambda f: f.does("reveal"))
def _reveal(d: Draft) -> None:
    kind = add_kind(d)
    d.pieces[kind.name]["seen by"] = d.pick(("owner or shown", "nobody or shown", "shown and ply > 1"))
    move = some_move(d)
    cell = next((name for name, _, type_ in move.params if type_ == "cell"), d.board.cells[-1].name)
    where = d.pick((cell, cell, f"cells with {kind.name}"))
    move.do.append(f"reveal {where}{_told(d, 'to')}")
    if d.maybe():
        some_move(d).do.append(f"hide {d.pick((where, 'cells'))}{_told(d, 'from')}")
    _hides(d)


@feature("reveal a variable", MOVES, lambda f: any(isinstance(x.what, t.Dot | t.Name) for x in f.all_of(t.Reveal)))
def _reveal_variable(d: Draft) -> None:
    key, each = d.name("var"), d.pick(("", "players", "cells"))
    d.state[key] = {"start": "1", "in": "0..5", "seen by": "nobody or shown", **({"each": each} if each else {})}
    at = {"players": f"{d.pick(('mover', d.players[-1]))}.", "cells": f"{d.board.cells[0].name}."}.get(each, "")
    some_move(d).do += [f"add 1 to {at}{key}", f"{d.pick(('reveal', 'reveal', 'hide'))} {at}{key}"]
    some_move(d).do.append(f"reveal {at}{key}{_told(d, 'to')}")
    if d.maybe():
        some_move(d).do.append(f"set {at}{key} to {d.pick((0, 3))}")
    d.offer("number", lambda s: f"seen({at}{key})", "before do", must=True)
    _hides(d)


for _name in ("pieces seen by some", "others see another kind", "variables seen by some", "shows: a word", "shows: parameters",
              "reveal a piece", "reveal a variable"):  # fmt: skip
    for _pie in ("pie", "pie: if an option"):
        apart(_name, _pie, "a side would change its eyes")
    apart(_name, "prefer", "whole turns look past what an answer shows")
    apart(_name, "words: previous", "what not everybody sees is not kept")


for _count in ("ensure: repetitions", "ensure: board_repetitions"):
    for _name in ("pieces seen by some", "others see another kind", "reveal a piece", "shows: parameters"):
        apart(_count, _name, "positions are compared by what the side to move may not see")


@feature("choices made together", TURN, lambda f: f.turn.together is not None, costs=3)
def _together(d: Draft) -> None:
    _hides(d)
    d.afterwards.append(lambda: _at_once(d))


def _end_by_name(d: Draft) -> None:
    """Lines of `end` name a player where nobody is to move."""
    for line in [*d.end]:
        parts = d.end.pop(line)
        named = line.replace("mover", d.players[0]).replace("opponent", d.players[-1])
        d.end[named] = {**d.end.get(named, {}), **parts}


def _at_once(d: Draft) -> None:
    """The turn in which all choose; what asks for a mover elsewhere is left out as the checker refuses it."""
    started = [move for move in d.moves if move.started]
    d.moves = started
    _end_by_name(d)
    for move in started:
        move.then, move.ensure = "", {}
        move.do = [line for line in move.do if line.split()[0] != "again"] or ["draw if ply > 30"]
    d.phases.clear()
    kept = {key: value for key, value in d.turn.items() if key in ("begin", "finish")}
    d.turn.clear()
    d.turn |= {**kept, "together": " or ".join(move.name for move in started)}
    if d.maybe(0.4):
        d.turn["by"] = f"(p in players if p != {d.pick(d.players)} or ply % 2 == 0)"
    params = [name for move in started for name, _, _ in move.params]
    if params and d.maybe(0.8):
        one = d.pick(params)
        first, second = d.players[0], d.players[-1]
        d.turn["resolve"] = d.pick(
            (
                f"draw if choice({first}).{one} == choice({second}).{one} and ply > 2",
                f"win {second} if choice({first}).{one} == choice({second}).{one}",
            )
        )


@feature(
    "choices made together in a phase", TURN, lambda f: any(part.together is not None for part in f.turn.phases),
    needs="phases", costs=3,
)  # fmt: skip
def _together_in_a_phase(d: Draft) -> None:
    _hides(d)
    move = placing(d)
    d.wishes.add(f"together {move.name}")
    d.afterwards.append(lambda: _phase_at_once(d, move))


def _phase_at_once(d: Draft, move: Move) -> None:
    """A phase in which all choose from a move that the others do not have."""
    _end_by_name(d)
    move.then, move.ensure, move.started = "", {}, True
    move.do = [line for line in move.do if line.split()[0] != "again"] or ["draw if ply > 30"]
    phase = d.pick([part for part in d.phases.values() if " otherwise " not in part.get("play", "")] or [*d.phases.values()])
    phase.pop("play", None)
    phase.pop("pass", None)
    phase["together"] = move.name
    if d.maybe(0.4):
        phase["by"] = f"(p in players if p != {d.pick(d.players)} or ply % 2 == 0)"
    if move.params and d.maybe(0.7):
        one, player = move.params[0][0], d.pick(d.players)
        phase["resolve"] = f"draw if choice({d.players[0]}).{one} == choice({player}).{one} and ply > {d.pick('24')}"


for _name in ("pie", "pie: if an option", "prefer", "continue", "again"):
    apart("choices made together in a phase", _name, "no side moves before the other in such a phase")
for _place in ("choices made together", "choices made together in a phase"):
    apart(_place, "next", "the first player is to move after choices")
    for _word in ("wins", "loses"):
        for _who in ("mover", "opponent"):
            apart(_place, f"end: {_who} {_word}", "nobody is to move as the end is asked")
    for _name in ("last.mover", "last of a parameter", "effect: again", "steps", "tie: the last mover loses"):
        apart(_place, _name, "no step comes before another where all choose at once")
    for _name in ("ensure: repetitions", "ensure: board_repetitions"):
        apart(_place, _name, "positions come again once all have chosen")
for _name in ("pie", "pie: if an option"):
    apart("choices made together", _name, "no side moves before the other")
apart("choices made together", "prefer", "a whole turn is not the choice of one side")
for _name in ("pass: forced", "pass: free", "pass: on a condition", "first", "play: some moves", "otherwise"):
    apart("choices made together", _name, "the turn has no such key where all choose at once")
_THENS = (
    "then: bracketed", "then: bracketed without values", "then: chain of two", "then: handed by name",
    "then: handed by two moves", "then: handed number", "then: if", "then: if of one move", "then: optional",
    "then: otherwise", "then: two moves", "move that no then leads to",
)  # fmt: skip
for _name in ("continue", "phases", "ensure", "again", *_THENS):
    apart("choices made together", _name, "a side makes one choice a turn, before any effect is done")
