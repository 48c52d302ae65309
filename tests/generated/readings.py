"""Further readings of a made game beside the engines: each takes a game and yields what it finds otherwise."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from ggl.engine.protocol import WorkLimitError
from ggl.play.game import Game, State
from tests.generated.playing import Difference, steps_for
from tests.meaning.evaluate import Evaluator
from tests.meaning.moves import names_of
from tests.meaning.reading import scene_of
from tests.meaning.referee import Referee
from tests.meaning.scene import Scene, unlike
from tests.meaning.test_whole_plays import choice_of, differing
from tests.meaning.values import Value, plain
from tests.meaning.views import knows_entry, seen_scene, unlike_announcements
from tests.meaning.world import SITES, World


def of_the_definition(game: Game) -> Iterator[Difference]:
    """The plain reading of `tests.meaning`, which knows the definition and not the core."""
    if game.board.basis != "square" and re.search(r"\branks?\(", game.checked.definition.source.text):
        return  # rows of hexes are told by the manual for some directions alone
    world = World(game.checked.definition, game.options, game.board)
    referee = Referee(world, game.checked.core.turn.pie)
    rng = random.Random(3)
    try:
        state, table = game.initial_state(), referee.start()
        for count in range(min(10, steps_for(game))):
            for each in differing(game, world, referee, state, table):
                yield Difference("definition", f"step {count}: {each}"[:300])
                return
            for each in _looks(game, world, table.scene, state):
                yield Difference("look", f"step {count}: {each}"[:300])
                return
            for each in unlike_views(game, world, table.scene, state):
                yield Difference("view", f"step {count}: {each}"[:300])
                return
            legal = state.legal_moves()
            if not legal:
                return
            move = legal[rng.randrange(len(legal))]
            table, before, state = referee.play(table, choice_of(move)), state, state.after(move)
            for each in unlike_announcements(table.scene, before, state):
                yield Difference("announced", f"step {count}: {each}"[:300])
                return
    except WorkLimitError:
        return


def unlike_views(game: Game, world: World, scene: Scene, state: State) -> Iterator[str]:
    """What sides see otherwise than the file says; and whether the moves of the side to move follow from what it sees."""
    for viewer in game.players if game.hides else ():
        view = state.view(viewer)
        ours, theirs = seen_scene(world, scene, viewer), scene_of(world, view, [])
        yield from (f"{viewer}: {each}" for each in unlike(ours, theirs, variables=False) if not each.startswith("hands"))
        for name, variable in world.definition.state.items():
            if (slot := game.layout.slots.get(game.checked.world.variables[name].field)) is None:
                continue
            keys = world.members(variable.each) if variable.each in ("players", *SITES.values()) else (None,)
            for place in range(slot.start, slot.stop):
                key = keys[(place - slot.start) * len(keys) // (slot.stop - slot.start)]
                knows = knows_entry(world, scene, viewer, name, key)
                if view.knows(place) != knows:
                    yield f"{viewer} {'knows' if knows else 'does not know'} {name} of {key}"
                if view.vector[place] != (state.vector[place] if knows else slot.field.start):
                    yield f"{viewer} sees {view.vector[place]} in {name} of {key}"
        if viewer == state.mover and not state.is_chance and view.legal_moves() != state.legal_moves():
            yield f"{viewer} may choose otherwise than it sees"


def _looks(game: Game, world: World, scene: Scene, state: State) -> Iterator[str]:
    """What marks and patterns are worked out otherwise. In the middle of a turn marks are left alone."""
    look, looking = world.definition.look, game._looking
    if looking is None:
        return
    reads = Evaluator(world, scene)
    for move in state.legal_moves() if look.patterns else ():
        rows = look.patterns.get(move.schema, ())
        part = world.definition.moves.get(move.schema)
        if rows and part is not None:
            names = names_of(world, scene, part, dict(choice_of(move).args))
            ours = next((text.text for text, test in rows if reads.holds(test, names)), None)
            theirs = looking.pattern(move.step, state.position)
            if ours != theirs:
                yield f"pattern of {move.step}: the definition has {ours}, ggl {theirs}"
    drawn = {(one.part.name, one.player): one for one in looking.marks(state.position, state.in_turn)}
    if state.in_turn:
        return
    for part in look.draw:
        for number, player in enumerate(world.players) if part.each else [(None, "")]:
            found = drawn.get((part.name, number))
            theirs_at = [set(group) for group in found.groups] if found else []
            given = {part.each: player} if part.each else {}
            if part.binder is not None and part.value is not None:
                sites = list(reads.set(part.binder.source, given))
                ours_at = [set(sites)]
                values = dict(zip(found.groups[0], found.values, strict=True)) if found else {}
                for site in sites:
                    value = reads.value(part.value, {**given, part.binder.name: site})
                    if plain(values.get(site)) != value:  # type: ignore[call-overload]
                        yield f"mark {part.name} on {site}: the definition has {value}, ggl {values.get(site)}"  # type: ignore[call-overload]
            else:
                assert part.on is not None
                ours_at = _groups(reads.value(part.on, given))
            if [each for each in ours_at if each] != [each for each in theirs_at if each]:
                yield f"mark {part.name} {player}: the definition has {ours_at}, ggl {theirs_at}"


def _groups(value: Value) -> list[set[object]]:
    """The sites of what is marked: of each set of a list, or all in one."""
    if isinstance(value, tuple) and any(isinstance(item, frozenset | tuple) for item in value):
        return [set(item) if isinstance(item, frozenset | tuple) else {item} for item in value]
    if isinstance(value, frozenset | tuple):
        return [set(value)]
    return [] if value is None else [{value}]
