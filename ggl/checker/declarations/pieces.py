"""Pieces: kinds, the layers on which they stand, their properties, and their supplies."""

from __future__ import annotations

from dataclasses import replace

from ggl.checker.constants import fixed, settled_number, settled_value
from ggl.checker.declarations import links
from ggl.checker.expressions import Expressions
from ggl.checker.hidden import visibility
from ggl.checker.world import CONSTANT, Kind, Place, World, field_name, layer_name
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Bool, Domain, Fin, Num, Opt, SetOf, Type, none_code, singular_of
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types
from ggl.diagnostics.near import list_names, mistyped
from ggl.model.definition import NOBODY, Definition, Piece
from ggl.model.keys import SITE_OF
from ggl.source import Span
from ggl.syntax import tree as t

STACK_LIMIT = 1000


def take_up(definition: Definition, world: World) -> dict[str, int]:
    """The kinds of piece as the world's, with their layers and properties; gives how many each player has in supply."""
    expressions = Expressions(world)
    supplies: dict[str, int] = {}
    for piece in definition.pieces.values():
        site = _site_of(world, piece)
        if piece.supply is not None:
            supply = settled_number(expressions, piece.supply)
            if supply < 0:
                world.refuse(board_codes.BAD_PIECE, piece.supply.span, "a supply is a fixed number, 0 or more")
            _must_be_kept(world, supply, 1, piece.supply.span)
            if not piece.owned:
                message = f"a supply belongs to a player, but {singular_of(piece.name)} belongs to nobody"
                world.refuse(board_codes.BAD_PIECE, piece.supply.span, message)
            supplies[piece.name] = supply
        faces = _faces(world, piece, expressions)
        has = tuple(piece.has)
        stacks = _stacks(world, piece, expressions)
        side = _side_of(world, piece)
        piles = _piles(world, piece, expressions)
        kind = Kind(piece.name, site, piece.layer, piece.owned, piece.supply is not None, faces, has, stacks, piles, side)
        world.kinds[piece.name] = kind
        world.pieces += [(piece.name, owner) for owner in world.owners(kind)]
    _share_piles(definition, world)
    world.domains["piece"] = Domain("piece", len(world.pieces))
    piece_type = Opt(world.fin("piece"))
    for kind in world.kinds.values():
        name = layer_name(kind.site, kind.layer)
        if name not in world.layers:
            world.add_field(f.Field(name, (kind.site,), piece_type, none_code(piece_type.of)))
            world.layers[name] = f.Layer(name, name, ())
    for kind in world.kinds.values():
        _count(definition, world, kind)
        _below(world, kind)
        _attributes(definition, world, kind, expressions)
    if supplies:
        world.add_field(f.Field("supply", ("player", "kind"), Num(0, STORED_LIMIT), 0))
    return supplies


def _stacks(world: World, piece: Piece, expressions: Expressions) -> int:
    """The most pieces of a kind on one site; 0 if not declared."""
    if piece.stacks is None:
        return 0
    span, variable = piece.stacks.span, "; to fit more, count them in a variable with `each: cells`"
    most = _fixed_size(expressions, piece.stacks, 1, "a stack", f"remove `stacks` for one piece on each site{variable}")
    if piece.faces is not None or piece.has:
        message = f"{singular_of(piece.name)} stands in stacks, whose pieces are all alike"
        world.refuse(board_codes.BAD_PIECE, span, message, help="remove `stacks`, or `faces` and `has`")
    return most


def _piles(world: World, piece: Piece, expressions: Expressions) -> int:
    """The height of a kind's piles; 0 if not declared."""
    if piece.piles is None:
        return 0
    most = _fixed_size(expressions, piece.piles, 2, "a pile", "remove `piles` for one piece on each site")
    if piece.stacks is not None:
        message = f"{singular_of(piece.name)} stands in stacks of its own kind, or in piles of any"
        world.refuse(board_codes.BAD_PIECE, piece.piles.span, message, help="remove `stacks` or `piles`")
    return most


def _fixed_size(expressions: Expressions, tree: t.Expr, least: int, what: str, help_: str) -> int:
    most = settled_number(expressions, tree)
    if not least <= most <= STACK_LIMIT:
        message = f"{what} holds a fixed number of pieces, from {least} to {STACK_LIMIT:,}"
        expressions.world.refuse(board_codes.BAD_PIECE, tree.span, message, "", help_)
    return most


def _share_piles(definition: Definition, world: World) -> None:
    """All kinds of a layer share its piles; at least one declares their height."""
    piling: dict[str, str] = {}
    for kind in [kind for kind in world.kinds.values() if kind.piles]:
        span = definition.pieces[kind.name].span
        name = layer_name(kind.site, kind.layer)
        if piling.setdefault(kind.site, name) != name:
            message = f"pieces of two layers would pile up on {singular_of(kind.site)}"
            world.refuse(board_codes.BAD_PIECE, span, message, "", "give the kinds that pile up the same layer and height")
        for other in [other for other in world.kinds.values() if layer_name(other.site, other.layer) == name]:
            part = definition.pieces[other.name]
            if other.piles not in (0, kind.piles):
                message = f"`{kind.name}` and `{other.name}` share their piles, but give different heights"
                help_ = "give the height once, or give one of them a `layer` of its own"
                world.refuse(board_codes.BAD_PIECE, span, message, "", help_)
            if part.faces is not None or part.has or part.stacks is not None:
                message = f"`{other.name}` stands in the piles of `{kind.name}`, where a piece has only a kind and a side"
                way_out = f"remove `faces`, `has` and `stacks`, or give `{other.name}` a `layer` of its own"
                world.refuse(board_codes.BAD_PIECE, part.span, message, "", way_out)
            world.kinds[other.name] = replace(other, piles=kind.piles)


def _site_of(world: World, piece: Piece) -> str:
    site = SITE_OF[piece.sites]
    if site not in world.domains or not world.domain(site).size:
        help_ = links.HELP if site == "link" else None
        world.refuse(board_codes.WRONG_SITES, piece.span, f"this board has no {piece.sites}", "", help_)
    return site


def _side_of(world: World, piece: Piece) -> int | None:
    """The player who alone has pieces of a kind."""
    if not piece.side:
        return None
    if piece.side not in world.players:
        assert piece.of is not None
        if piece.side in world.left_out:
            message = f"`{piece.side}` does not play with these options, and has all pieces of this kind"
            world.refuse(board_codes.WRONG_OWNER, piece.of.span, message, "", "let the kind belong to a player without `if`")
        known = [NOBODY, *world.players]
        label, help_, fix = mistyped(piece.of.span, piece.side, known, f"write one of {list_names(known, len(known))}")
        message = f"`{piece.side}` is not a player of this game"
        world.refuse(board_codes.WRONG_OWNER, piece.of.span, message, label, help_, fix=fix)
    return world.players.index(piece.side)


def _faces(world: World, piece: Piece, expressions: Expressions) -> int:
    """The set of directions that a kind can face."""
    if piece.faces is None:
        return 0
    if not world.board.directions:
        world.refuse(
            board_codes.NO_FACING, piece.span, f"{singular_of(piece.name)} has a facing, but this board has no directions"
        )
    wanted = expressions.want(piece.faces, CONSTANT, SetOf(world.fin("direction")), "a set of directions")
    ways = fixed(expressions, wanted, piece.faces.span)
    if not ways.code:
        message = "a kind faces a fixed set of directions, which is not empty"
        help_ = "write `faces: orthogonal`, or some directions in braces"
        world.refuse(board_codes.BAD_PIECE, piece.faces.span, message, "", help_)
    return ways.code


def _count(definition: Definition, world: World, kind: Kind) -> None:
    """The count of a layer with stacks. All kinds of a layer stack alike, so that each site there has one count."""
    layer = world.layer_of(kind)
    others = [other for other in world.kinds.values() if world.layer_of(other).name == layer.name]
    for other in others:
        if other.stacks != kind.stacks:
            span = definition.pieces[kind.name].span
            message = f"`{kind.name}` and `{other.name}` share their sites, but stack differently"
            help_ = "give both the same `stacks`, or give one a `layer` of its own"
            world.refuse(board_codes.BAD_PIECE, span, message, "", help_)
    name = f"{layer.field}_count"
    most = kind.stacks or kind.piles
    if most and name not in world.fields:
        world.add_field(f.Field(name, (kind.site,), Num(0, most), 0))
        world.layers[layer.name] = f.Layer(layer.name, layer.field, (*layer.attributes, name))


def _below(world: World, kind: Kind) -> None:
    """The pieces below the top of each pile, by level from the bottom."""
    if kind.piles:
        domain = Domain(f"1..{kind.piles - 1}", kind.piles - 1)
        world.domains[domain.name] = domain
        piece = Opt(world.fin("piece"))
        name = world.layer_of(kind).below
        world.add_field(f.Field(name, (kind.site, domain.name), piece, none_code(piece.of)))


def _attributes(definition: Definition, world: World, kind: Kind, expressions: Expressions) -> None:
    piece = definition.pieces[kind.name]
    layer = world.layer_of(kind)
    names = list(layer.attributes)
    if kind.faces:
        direction = Opt(world.fin("direction"))
        _attribute(definition, world, "facing", kind, f.Field("facing", (kind.site,), direction, none_code(direction.of)), names)
        world.variables.setdefault("facing", Place("facing", (kind.site,), direction))
    for name, tree in piece.has.items():
        start = settled_value(expressions, tree)
        if not isinstance(start.type, Bool | Num | Fin):
            world.refuse(board_codes.BAD_PIECE, tree.span, "a property starts as a number, a name, `true` or `false`")
        values: Type = start.type
        if isinstance(values, Num):
            _must_be_kept(world, start.code, values.scale, tree.span)
            values = Num(-STORED_LIMIT, STORED_LIMIT, values.scale)
        _attribute(definition, world, name, kind, f.Field(field_name(name), (kind.site,), values, start.code), names)
        world.variables.setdefault(name, Place(field_name(name), (kind.site,), values))
    if t.mentions(piece.seen_by, visibility.SHOWN):
        world.shown_kinds.add(kind.name)
        for player in range(len(world.players)):
            name = visibility.shown_field(layer, player)
            _attribute(definition, world, name, kind, f.Field(name, (kind.site,), BOOL), names)
    world.layers[layer.name] = f.Layer(layer.name, layer.field, tuple(names))


def _attribute(definition: Definition, world: World, name: str, kind: Kind, field: f.Field, names: list[str]) -> None:
    have = world.fields.get(field.name)
    if have is None:
        world.add_field(field)
        names.append(field.name)
    elif have != field or field.name not in names:
        piece, others = definition.pieces[kind.name], [one for one in definition.pieces.values() if one.name != kind.name]
        if name not in piece.has:
            turned = next(one.name for one in others if one.faces is not None)
            message = f"`{turned}` has `faces`, and {singular_of(kind.name)} stands on other sites, or in another layer"
            world.refuse(board_codes.BAD_PIECE, piece.span, message, "", "let only kinds that share their sites have `faces`")
        span, other = piece.has[name].span, next(one for one in others if name in one.has)
        if field.name in names and have.values == field.values:
            message = f"`{name}` starts differently for `{other.name}` and `{kind.name}`, which share their sites"
            help_ = "give both the same start, or the two properties different names"
            world.refuse(board_codes.BAD_PIECE, span, message, "", help_)
        message = f"`{name}` is a property of `{other.name}` too, which holds other values or is in another layer"
        world.refuse(board_codes.BAD_PIECE, span, message, "", "give the two properties different names")


def _must_be_kept(world: World, number: int, scale: int, span: Span) -> None:
    if abs(number) > STORED_LIMIT:
        message = f"a number kept in a position is from -{STORED_LIMIT:,} to {STORED_LIMIT:,}"
        what = f"this is {number:,}" if scale == 1 else f"this is {number:,} steps of 1/{scale}"
        world.refuse(names_and_types.NUMBER_TOO_LARGE, span, message, what, "count in larger units, or by two variables")
