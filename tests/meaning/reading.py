"""A state of ggl as a scene: the one place where codes of the position are read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ggl.core.types import Bool, Opt
from ggl.engine.layout import Slot
from ggl.engine.protocol import Step
from ggl.play.game import Game, State
from tests.meaning.scene import Kept, Scene, Stone
from tests.meaning.values import Value, argument, as_set, plain
from tests.meaning.world import World


def scene_of(world: World, state: State, history: list[tuple[object, object]]) -> Scene:
    """The scene of a state. `history` holds the keys of the positions before it."""
    slots = state.game.layout.slots
    values = state.game.values

    def read(name: str, *index: int) -> Value:
        slot = slots[name]
        return plain(values.value(state.vector[state.game.layout.at(name, *index)], slot.field.values))

    now = _kept(world, state)
    scene = Scene(
        dict(now.standing), dict(now.hands), dict(now.variables), state.mover, world.layers, state.ply, history=history,
        began=_kept(world, _at_a_time(state, ".now")), was=_kept(world, _at_a_time(state, ".before")),
    )  # fmt: skip
    scene.passes = int(read("passes"))  # type: ignore[call-overload]
    scene.steps = int(read("steps")) if "steps" in slots else 0  # type: ignore[call-overload]
    scene.again = "again" in slots and bool(read("again"))
    scene.phase = str(read("phase")) if "phase" in slots else None
    scene.pending = read("pending") if "pending" in slots else None  # type: ignore[assignment]
    scene.last_mover = read("last_mover") if "last_mover" in slots else None  # type: ignore[assignment]
    scene.winners = frozenset(state.winners)
    scene.starter = read("starter") if "starter" in slots else None  # type: ignore[assignment]
    if "total" in slots:
        scene.totals = {player: read("total", i) for i, player in enumerate(world.players)}  # type: ignore[misc]
    for name in slots:
        schema, _, rest = name.partition(".")
        if name.startswith("last_") and name not in ("last_mover", *scene.variables):
            scene.last[name.removeprefix("last_")] = read(name)
        elif rest and schema == scene.pending:
            scene.handed[rest] = read(name)
    for name, (_, parts) in state.game.checked.world.last_sets.items():
        fields = [f"last_{part}" for part in parts]
        if fields and all(field in slots for field in fields):
            scene.last[name] = frozenset(read(field) for field in fields) - {None}
    scene.chosen = dict(_chosen(world, state))
    for name, variable in world.definition.state.items():
        slot = slots.get(f"{state.game.checked.world.variables[name].field}.shown")
        for number, key in enumerate((world.members(variable.each) if variable.each else (None,)) if slot else ()):
            assert slot is not None
            begin = slot.start + number * len(world.players)
            told = frozenset(player for at, player in enumerate(world.players) if state.vector[begin + at])
            if told:
                scene.shown[name, key] = told
    return scene


class _Then(NamedTuple):
    """What is read of a state: what it kept of an earlier time, and for the rest what is now."""

    game: Game
    vector: tuple[int, ...]


def _at_a_time(state: State, ending: str) -> _Then:
    slots, vector = state.game.layout.slots, list(state.vector)
    for name, slot in slots.items():
        if name.endswith(ending) and name.removesuffix(ending) in slots:
            now = slots[name.removesuffix(ending)]
            vector[now.start : now.stop] = vector[slot.start : slot.stop]
    return _Then(state.game, tuple(vector))


def _kept(world: World, state: State | _Then) -> Kept:
    layout, hands, variables = state.game.layout, dict(world.supplies), {}
    for player, kind in hands:
        hands[player, kind] = state.vector[layout.at("supply", world.players.index(player), world.kinds.index(kind))]
    for name, variable in world.definition.state.items():
        field = state.game.checked.world.variables[name].field
        if field in layout.slots:
            variables[name] = _variable(world, state, name, layout.slots[field], variable.each)
    return Kept(_standing(world, state), hands, variables)


def _chosen(world: World, state: State) -> Iterator[tuple[str, tuple[str, Mapping[str, Value]]]]:
    """What each player has chosen last, where all choose at once; of sets, their members."""
    game = state.game
    for number, player in enumerate(world.players if "together.move" in game.layout.slots else ()):
        move = state.vector[game.layout.at("together.move", number)]
        if move:
            schema = game.checked.core.schemas[move - 1]
            places = {param.name: game.layout.at(f"choice.{param.name}", number) for param in schema.params}
            codes = [state.vector[place] for place in places.values()]
            fields = [game.layout.slots[f"choice.{name}"].field for name in places]
            if any(isinstance(one.values, Opt) and code == one.start for one, code in zip(fields, codes, strict=True)):
                yield player, (schema.name, {})  # in a view that does not show them
                continue
            made = game.move(Step(schema.name, tuple(codes)))
            yield player, (schema.name, {name: argument(value) for name, value in made.args.items()})


def _standing(world: World, state: State | _Then) -> dict[tuple[str, object], Stone]:
    game = state.game
    sites = {"cell": world.board.cells, "edge": world.board.edge_sites, "vertex": world.board.vertices, "link": world.board.links}
    pieces = game.checked.pieces
    standing = {}
    for layer in game.checked.core.layers:
        slot = game.layout.slots[layer.field]
        for index, site in enumerate(sites[slot.field.index[0]]):
            code = state.vector[slot.start + index]
            if code >= len(pieces):
                continue
            kind, owner = pieces[code]
            facing, marks, count = None, {}, 1
            for attribute in layer.attributes:
                held = game.layout.slots[attribute]
                value = plain(game.values.value(state.vector[held.start + index], held.field.values))
                own = attribute.removeprefix("own.")
                mark = next((m for m in world.marks[kind] if own == m or own.startswith(m + "_")), None)
                if attribute == f"{layer.field}_count":
                    count = state.vector[held.start + index]
                elif mark is not None:
                    marks[mark] = value
                elif attribute.startswith("facing"):
                    facing = value
            below: list[tuple[str, str | None]] = []
            if most := world.most_in_pile(world.layer(kind), site):
                lowest = game.layout.at(f"{layer.field}.below", index, 0)
                codes = state.vector[lowest : lowest + most - 1]
                assert all((code < len(pieces)) == (level < count - 1) for level, code in enumerate(codes)), codes
                below = [(pieces[code][0], _owner(world, pieces[code][1])) for code in codes[: count - 1]]
            bits = [game.layout.slots.get(f"{layer.field}.shown.{number}") for number in range(len(world.players))]
            told = [player for player, held in zip(world.players, bits, strict=True) if held and state.vector[held.start + index]]
            stone = Stone(kind, _owner(world, owner), facing, marks, count, tuple(below), frozenset(told))  # type: ignore[arg-type]
            standing[world.layer(kind), site] = stone
    return standing  # type: ignore[return-value]


def _owner(world: World, owner: int | None) -> str | None:
    return None if owner is None else world.players[owner]


def _variable(world: World, state: State | _Then, name: str, slot: Slot, each: str) -> Value:
    bag = state.game.checked.world.variables[name].bag
    if bag is not None:
        return plain(state.game.values.members(bag, state.vector[slot.start : slot.stop]))
    keys = {
        "players": world.players,
        "cells": world.board.cells,
        "edges": world.board.edge_sites,
        "vertices": world.board.vertices,
        "links": world.board.links,
    }
    codes = state.vector[slot.start : slot.stop]
    held = [plain(state.game.values.value(code, slot.field.values)) for code in codes]
    if each and each != "turns":
        members = keys[each]
        if len(slot.field.index) == 1:
            return dict(zip(members, held, strict=True))
        width = len(held) // len(members)
        things = _domain(world, state, slot.field.index[-1])
        rows = [held[begin : begin + width] for begin in range(0, len(held), width)]
        sets = [as_set(tuple(thing for thing, there in zip(things, row, strict=True) if there)) for row in rows]
        return dict(zip(members, sets, strict=True))
    if not slot.field.index:
        return held[0]
    assert isinstance(slot.field.values, Bool)
    things = _domain(world, state, slot.field.index[0])
    return as_set(tuple(thing for thing, code in zip(things, codes, strict=True) if code))


def _domain(world: World, state: State | _Then, name: str) -> Sequence[Value]:
    """The things that a field of marks has one for."""
    board = world.board
    sites = {"cell": board.cells, "edge": board.edge_sites, "vertex": board.vertices, "link": board.links}
    named = {"player": world.players, "kind": world.kinds, "direction": board.directions}
    return {**sites, **named, **state.game.checked.world.own_values}[name]
