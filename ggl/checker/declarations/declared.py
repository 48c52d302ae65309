"""Declarations: from the options, players, board, regions, kinds and variables of a definition to a world for checking rules.

Takes a definition and the chosen option values; gives a `World`, or None without a board.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from ggl.checker import make
from ggl.checker.declarations import board, constants, links, options, pieces, seats, tiles, tracks, variables
from ggl.checker.declarations.naming import check_names, check_names_on
from ggl.checker.declarations.options import OptionValue
from ggl.checker.expressions import Expressions
from ggl.checker.hidden import visibility
from ggl.checker.tree_queries import constants_before_regions
from ggl.checker.world import Refused, Typed, World
from ggl.core import forms as f
from ggl.core.types import Domain, Fin, Num, Opt, SetOf
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import options_and_variants as option_codes
from ggl.model.definition import Defined, Definition, MovePart, Option, Piece, Player, ValueProperty, ValuesPart, Variable
from ggl.model.limits import MOST, WITH_FEWER
from ggl.plurals import singular
from ggl.topology import SHAPES


@dataclass
class Declared:
    world: World
    expressions: Expressions
    options: dict[str, OptionValue]
    supplies: dict[str, int]


def declare(
    definition: Definition, chosen: Mapping[str, object], findings: Findings, typed: list[Typed] | None = None
) -> Declared | None:
    """The world of a definition, with its options bound. Raises `OptionProblem` for a chosen value that is not allowed."""
    counts: dict[str, Mapping[str, Option | Player | Piece | Variable | MovePart | Defined]] = {
        "options": definition.options,
        "players": definition.players,
        "pieces": definition.pieces,
        "state": definition.state,
        "moves": definition.moves,
        "define": definition.definitions,
    }
    for key, declared in counts.items():
        spans = [each.span for each in declared.values()]
        most = MOST[key]
        if len(spans) > most:  # each file is within the limit; together they are not
            message = f"`{key}` has {len(spans)} entries; {most} is the limit"
            help_ = WITH_FEWER[key]
            findings.report(option_codes.TOO_MANY, spans[most], message, label="the first one over the limit", help=help_)
            return None
    world = _before_the_board(definition, findings, seats.playing(definition, partial(_bound, definition, chosen)))
    world.typed = typed
    try:
        are_sound = _names(definition, world)
        values = options.bind(definition, world, chosen)
        seats.check_seats(definition, world)
        built = board.build_board(definition, world)
        if not check_names_on(built, definition, findings) or not are_sound:
            return None  # an ambiguous name would cause findings about things that are right
        board.declare_board(world, built)
        if definition.links is not None:
            board.declare_board(world, links.board_with_links(world, definition.links))
        if definition.tracks:
            tracks.declare_tracks(world, tracks.tracked(world, definition.tracks))
        if definition.tiles:
            tiles.declare_tiles(world, tiles.board_with_tiles(world, definition.tiles))
        supplies = pieces.take_up(definition, world)
    except Refused:
        return None
    expressions = _rest(definition, world)
    visibility.declare_veils(definition, world, expressions)
    return Declared(world, expressions, values, supplies)


def bound_options(definition: Definition, chosen: Mapping[str, object], findings: Findings) -> dict[str, OptionValue]:
    """The options alone, without what they make of the game. Raises `OptionProblem` for a value that is not allowed."""
    world = _before_the_board(definition, findings, seats.playing(definition, partial(_bound, definition, chosen)))
    try:
        _names(definition, world)
        return options.bind(definition, world, chosen)
    except Refused:
        return {}


def _bound(definition: Definition, chosen: Mapping[str, object]) -> World:
    """A world in which all players play, with its options bound. Their mistakes are reported later."""
    world = _before_the_board(definition, Findings(), tuple(definition.players))
    _names(definition, world)
    options.bind(definition, world, chosen)
    return world


def _before_the_board(definition: Definition, findings: Findings, players: tuple[str, ...]) -> World:
    no_board_yet = SHAPES["square"](1)
    left_out = tuple(name for name in definition.players if name not in players)
    fixed = frozenset(name for name, player in definition.players.items() if player.condition is None)
    world = World(findings, no_board_yet, {}, players, left_out=left_out, fixed_players=fixed)
    world.domains["player"] = Domain("player", len(players))
    world.domains["kind"] = Domain("kind", len(definition.pieces))
    world.to_come = {
        **dict.fromkeys(definition.definitions, "a definition"),
        **dict.fromkeys(definition.regions, "a region"),
        **dict.fromkeys(definition.state, "a variable"),
        **{f"player.{name}": "a constant of the players" for player in players for name in definition.players[player].constants},
    }
    return world


def _names(definition: Definition, world: World) -> bool:
    """Declares the names of players and kinds, and reports unavailable names. Gives whether all are available."""
    are_sound = check_names(definition, world.findings)
    for code, name in enumerate(world.players):
        world.constants[name] = f.Lit(code, world.player)
    for name in world.left_out:
        world.constants[name] = f.Lit(len(world.players), Opt(world.player))
    for code, name in enumerate(definition.pieces):
        world.constants[name] = f.Lit(code, world.fin("kind"))
    for part in definition.values.values():
        _values(part, world)
    return are_sound


def _values(part: ValuesPart, world: World) -> None:
    """A domain of the game's own: its members, and all of them, become names."""
    one = singular(part.name)
    name = f"value of {part.name}" if one in INTERNAL or one in world.domains else one
    world.domains[name] = domain = Domain(name, len(part.members))
    world.own_values[name] = tuple(member.text for member in part.members)
    for code, member in enumerate(part.members):
        world.constants[member.text] = f.Lit(code, Fin(domain))
    world.constants[part.name] = make.everything(Fin(domain))
    world.value_properties[name] = {each.name: (_kept(each, world), each.values) for each in part.properties}


def _kept(part: ValueProperty, world: World) -> Num | Fin:
    """The type of a property."""
    if not part.of:
        return Num(min(part.values), max(part.values))
    type_ = world.constants[part.of].type
    assert isinstance(type_, SetOf)
    assert isinstance(type_.of, Fin)
    return type_.of


INTERNAL = ("cell", "edge", "vertex", "link", "player", "kind", "direction", "phase", "seat", "piece", "move", "number",
            "condition", "site", "list", "set", "nothing",
            "track", "tile", "placement")  # fmt: skip
"""Names of other types, which no values of a game's own may have."""


def _rest(definition: Definition, world: World) -> Expressions:
    """Regions, constants of players, variables, phases and definitions by name: each separately, to report all errors."""
    expressions = Expressions(world)
    for one in definition.definitions.values():
        expressions.definitions.own[one.name] = (one.params, one.body, one.span)
    named = {name for player in definition.players.values() for name in player.constants}
    first = constants_before_regions(definition)
    constants.check_owners(definition, world)
    constants.player_constants(definition, world, expressions, first)
    for name, region in definition.regions.items():
        try:
            world.constants[name] = constants.region(world, region.sites, expressions, region.span)
        except Refused:
            world.broken.add(name)
    constants.player_constants(definition, world, expressions, named - first)
    for variable in definition.state.values():
        try:
            variables.declare_variable(world, variable, expressions)
        except Refused:
            world.broken.add(variable.name)
    names = [phase.name for phase in definition.turn.phases] or [""]
    world.phases = tuple(names)
    world.domains["phase"] = Domain("phase", len(names))
    for code, name in enumerate(names if len(names) > 1 else ()):
        world.constants.setdefault(name, f.Lit(code, world.fin("phase")))
    world.moves = {move.name: (*move.params, *(b.name for b in move.binders)) for move in definition.moves.values()}
    return expressions
