"""Declarations: options, players, board, regions, kinds and variables of a definition, to a world in which rules are checked.

Takes a definition and the chosen option values; gives a `World`, or None when there is no board to go on with.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ggl.checker import make
from ggl.checker.expressions import Expressions
from ggl.checker.names import POSITION_NAMES
from ggl.checker.words import BOARD_WORDS
from ggl.checker.world import Kind, Place, Refused, Scope, World, layer_name
from ggl.core import forms as f
from ggl.core.types import BOOL, STORED_LIMIT, Bool, Domain, Fin, ListOf, Num, Opt, SetOf, Type, a, none_code, strip_opt
from ggl.diagnostics import Findings
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.catalog import options_and_variants as option_codes
from ggl.diagnostics.near import near
from ggl.model.definition import Definition, Option, Piece, Player, Text, Variable
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.syntax.parser import KEYWORDS
from ggl.topology import SHAPES, BadShape, Board, BoardTooLarge, drawn, graph

OptionValue = int | bool | str | Fraction
CONSTANT = Scope("constant")
MOST_OPTIONS, MOST_PLAYERS, MOST_KINDS, MOST_VARIABLES = 32, 8, 64, 64


class OptionProblem(ValueError):  # noqa: N818
    """An option that the game does not have, or a value that it does not allow; the message says which are there."""


@dataclass
class Declared:
    world: World
    expressions: Expressions
    options: dict[str, OptionValue]
    supplies: dict[str, int]


def declare(definition: Definition, chosen: Mapping[str, object], findings: Findings) -> Declared | None:
    """The world of a definition, with its options bound. Raises `OptionProblem` for a chosen value that is not allowed."""
    players = tuple(definition.players)
    counts: tuple[tuple[Mapping[str, Option | Player | Piece | Variable], int, str], ...] = (
        (definition.options, MOST_OPTIONS, "options"),
        (definition.players, MOST_PLAYERS, "players"),
        (definition.pieces, MOST_KINDS, "kinds of piece"),
        (definition.state, MOST_VARIABLES, "state variables"),
    )
    for declared, most, what in counts:
        spans = [each.span for each in declared.values()]
        if len(spans) > most:
            message = f"{len(spans)} {what} are declared; {most} is the limit"
            findings.report(option_codes.TOO_MANY, spans[most], message, label="the first too many")
            return None
    no_board_yet = SHAPES["square"](1)
    world = World(findings, no_board_yet, {}, players)
    world.domains["player"] = Domain("player", len(players))
    world.domains["kind"] = Domain("kind", len(definition.pieces))
    world.has_board = False
    declarer = _Declarer(definition, world)
    try:
        declarer.names()
        options = declarer.options(chosen)
        board = declarer.board()
        if board is None:
            return None
        declarer.use_board(board)
        declarer.pieces()
    except Refused:
        return None
    expressions = declarer.rest()
    return Declared(world, expressions, options, declarer.supplies)


class _Declarer:
    def __init__(self, definition: Definition, world: World) -> None:
        self._definition = definition
        self._world = world
        self.supplies: dict[str, int] = {}

    # ---- names, options

    def names(self) -> None:
        """Players and kinds become names; a name declared twice, or taken by the language, is refused."""
        world, definition = self._world, self._definition
        declared: list[tuple[str, Span, f.Expr | None]] = []
        for code, (name, player) in enumerate(definition.players.items()):
            declared.append((name, player.span, f.Lit(code, world.player)))
        for code, (name, piece) in enumerate(definition.pieces.items()):
            declared.append((name, piece.span, f.Lit(code, world.fin("kind"))))
        declared += [(name, option.span, None) for name, option in definition.options.items()]
        declared += [(name, variable.span, None) for name, variable in definition.state.items()]
        declared += [(name, region.span, None) for name, region in definition.regions.items()]
        declared += [(name, one.span, None) for name, one in definition.definitions.items() if not one.params]
        seen: set[str] = set()
        for name, span, value in declared:
            if name in KEYWORDS or name in ("own", "enemy", "piece", "last"):
                world.findings.report(
                    codes.KEYWORD_AS_NAME, span, f"`{name}` is a word of the language", help="choose another name"
                )
            elif name in seen:
                world.findings.report(codes.NAME_TAKEN, span, f"`{name}` is declared twice", help="choose another name")
            elif name in POSITION_NAMES or (name in BOARD_WORDS and not BOARD_WORDS[name].signature.params):
                meaning = POSITION_NAMES.get(name) or BOARD_WORDS[name].meaning
                world.findings.report(
                    codes.NAME_TAKEN,
                    span,
                    f"`{name}` already means something",
                    label=meaning,
                    help="choose another name",
                )
            seen.add(name)
            if value is not None:
                world.constants[name] = value

    def options(self, chosen: Mapping[str, object]) -> dict[str, OptionValue]:
        world = self._world
        expressions = Expressions(world)
        for name in chosen:
            if name not in self._definition.options:
                close = near(name, self._definition.options)
                has = ", ".join(self._definition.options) or "none"
                hint = f"; near: {', '.join(close)}" if close else ""
                raise OptionProblem(f"this game has no option `{name}`{hint} (its options: {has})")
        values: dict[str, OptionValue] = {}
        for name, option in self._definition.options.items():
            try:
                default = expressions.infer(option.default, CONSTANT)
                if not isinstance(default, f.Lit) or not isinstance(default.type, Num | Bool | Fin):
                    world.refuse(option_codes.BAD_OPTION, option.default.span, "an option is a number, a player, a kind, "
                                 "`true` or `false`")  # fmt: skip
                allowed = self._allowed(option.allowed, default, expressions)
                value: f.Expr = default
                if name in chosen:
                    value = self._chosen(name, chosen[name], default.type)
                    if allowed is not None and not _is_in(value, allowed):
                        raise OptionProblem(f"{name}={chosen[name]} is not allowed; it is {_shown(option.allowed)}")
                elif allowed is not None and option.allowed is not None and not _is_in(default, allowed):
                    world.refuse(option_codes.OPTION_VALUE, option.default.span, "the default is not among the allowed "
                                 "values", _shown(option.allowed))  # fmt: skip
                world.constants[name] = value
                world.options.add(name)
                values[name] = self._plain(value)
            except Refused:
                world.broken.add(name)
        return values

    def _allowed(self, tree: t.Expr | None, default: f.Expr, expressions: Expressions) -> f.Expr | None:
        if tree is None:
            return None
        if isinstance(tree, t.Binary) and tree.op == "..":
            ends = [expressions.number(end, CONSTANT) for end in (tree.left, tree.right)]
            if all(isinstance(end, f.Lit) for end in ends) and isinstance(default.type, Num):
                return f.ListOp("literal", tuple(ends), ListOf(default.type))
        allowed = expressions.as_set(tree, CONSTANT)
        both = allowed.type.of if isinstance(allowed.type, SetOf) else None
        if not isinstance(allowed, f.Lit) or make.common(default.type, both) is None:  # type: ignore[arg-type]
            self._world.refuse(option_codes.BAD_OPTION, tree.span, "the allowed values are not a set of such values")
        return allowed

    def _chosen(self, name: str, value: object, type_: Type) -> f.Expr:
        """A value given from outside, as text or as a plain Python value."""
        text = str(value).strip()
        if isinstance(type_, Bool):
            words = {"true": 1, "yes": 1, "on": 1, "1": 1, "false": 0, "no": 0, "off": 0, "0": 0}
            if text.lower() not in words:
                raise OptionProblem(f"{name} is on or off, not {text}")
            return f.Lit(words[text.lower()], BOOL)
        if isinstance(type_, Num):
            if not re.fullmatch(r"[-+]?\d{1,12}(\.\d{1,6}|/[1-9]\d{0,3})?", text):
                raise OptionProblem(f"{name} is a number, not {text[:40]}")
            number = Fraction(text)
            code = number.numerator
            return f.Lit(code, Num(code, code, number.denominator))
        for known, constant in self._world.constants.items():
            if known.lower() == text.lower() and constant.type == type_:
                return constant
        raise OptionProblem(f"{name} is {a(type_)}, and {text} is none")

    def _plain(self, value: f.Expr) -> OptionValue:
        assert isinstance(value, f.Lit)
        assert isinstance(value.value, int)
        if isinstance(value.type, Bool):
            return bool(value.value)
        if isinstance(value.type, Num):
            number = Fraction(value.value, value.type.scale)
            return int(number) if number.denominator == 1 else number
        names = self._definition.players if value.type == self._world.player else self._definition.pieces
        return list(names)[value.value]

    # ---- the board

    def board(self) -> Board | None:
        part, world = self._definition.board, self._world
        try:
            if part.drawing is not None:
                return drawn(part.drawing.text.split("\n"), basis=part.basis)
            if part.links is not None:
                return graph(_links(part.links, world))
            assert part.shape is not None
            return self._shape(part.shape, part.without)
        except BoardTooLarge as error:
            world.refuse(board_codes.BOARD_TOO_LARGE, part.span, str(error))
        except BadShape as error:
            code, span = board_codes.BAD_BOARD, part.span
            if part.drawing is not None:
                code, span = board_codes.BAD_DRAWING, part.drawing.span
            elif part.links is not None:
                code, span = board_codes.BAD_LINKS, part.links.span
            elif part.shape is not None:
                span = part.shape.span
            world.refuse(code, span, str(error))

    def _shape(self, tree: t.Expr, without: t.Expr | None) -> Board:
        world = self._world
        usage = ", ".join(f"`{name}({', '.join(params)})`" for name, params in SHAPE_PARAMS.items())
        if not isinstance(tree, t.Call) or tree.name not in SHAPES:
            name = tree.name if isinstance(tree, t.Call | t.Name) else ""
            close = near(name, SHAPES)
            if isinstance(tree, t.Name) and name in SHAPES:
                world.refuse(board_codes.BAD_BOARD, tree.span, f"how large is this {name}?", "",
                             f"write `{name}({', '.join(SHAPE_PARAMS[name])})` with numbers for these")  # fmt: skip
            world.refuse(board_codes.BAD_BOARD, tree.span, f"`{tree.span.text}` is no shape of a board",
                         "near: " + ", ".join(close) if close else "", f"the shapes are {usage}")  # fmt: skip
        if tree.named:
            world.refuse(board_codes.BAD_BOARD, tree.named[0].span, "the sizes of a board have no names", "",
                         f"write `{tree.name}({', '.join(SHAPE_PARAMS[tree.name])})` with numbers for these")  # fmt: skip
        expressions = Expressions(world)
        numbers: list[int] = []
        for arg in tree.args:
            value = expressions.converted(expressions.number(arg, CONSTANT), Num(0, 0), arg.span, "a whole number")
            if not isinstance(value, f.Lit) or not isinstance(value.value, int):
                world.refuse(codes.NOT_CONSTANT, arg.span, "a board's size is a number, an option, or worked out from these")
            numbers.append(value.value)
        board = SHAPES[tree.name](*numbers)
        if without is None:
            return board
        base = World(world.findings, board, dict(world.domains), world.players, dict(world.constants), broken=world.broken)
        _add_board_domains(base)
        cut = Expressions(base).as_set(without, CONSTANT, "a set of cells")
        if not isinstance(cut, f.Lit) or cut.type != SetOf(base.fin("cell")):
            world.refuse(codes.WRONG_TYPE, without.span, "a fixed set of cells is wanted here")
        assert isinstance(cut.value, int)
        try:
            return board.without([board.cells[c] for c in make.members(cut.value, SetOf(base.fin("cell")))])
        except BadShape as error:
            world.refuse(board_codes.BAD_BOARD, without.span, str(error))

    def use_board(self, board: Board) -> None:
        world = self._world
        world.board, world.has_board = board, True
        _add_board_domains(world)
        for code, name in enumerate(board.directions):
            world.constants.setdefault(name, f.Lit(code, world.fin("direction")))

    # ---- pieces

    def pieces(self) -> None:
        world = self._world
        expressions = Expressions(world)
        supplies: dict[str, int] = {}
        for piece in self._definition.pieces.values():
            site = self._site_of(piece)
            if piece.supply is not None:
                supply = expressions.converted(
                    expressions.number(piece.supply, CONSTANT), Num(0, 0), piece.supply.span, "a whole number"
                )
                if not isinstance(supply, f.Lit) or not isinstance(supply.value, int) or supply.value < 0:
                    world.refuse(board_codes.BAD_PIECE, piece.supply.span, "a supply is a fixed number, 0 or more")
                if not piece.owned:
                    world.refuse(board_codes.BAD_PIECE, piece.supply.span, f"a {piece.name} belongs to nobody, and a "
                                 "supply to a player")  # fmt: skip
                supplies[piece.name] = supply.value
            kind = Kind(piece.name, site, piece.layer, piece.owned, piece.supply is not None, piece.faces is not None,
                        tuple(piece.has))  # fmt: skip
            world.kinds[piece.name] = kind
            owners: list[int | None] = list(range(len(world.players))) if piece.owned else [None]
            world.pieces += [(piece.name, owner) for owner in owners]
        world.domains["piece"] = Domain("piece", len(world.pieces))
        piece_type = Opt(world.fin("piece"))
        for kind in world.kinds.values():
            name = layer_name(kind.site, kind.layer)
            if name not in world.layers:
                world.add_field(f.Field(name, (kind.site,), piece_type, none_code(piece_type.of)))
                world.layers[name] = f.Layer(name, name, ())
        for kind in world.kinds.values():
            self._attributes(kind, expressions)
        if supplies:
            world.add_field(f.Field("supply", ("player", "kind"), Num(0, STORED_LIMIT), 0))
            self.supplies = supplies

    def _site_of(self, piece: Piece) -> str:
        for word, site in (("cells", "cell"), ("edges", "edge"), ("vertices", "vertex")):
            if piece.sites == word:
                if not self._world.domain(site).size:
                    self._world.refuse(board_codes.WRONG_SITES, piece.span, f"this board has no {word}")
                return site
        self._world.refuse(board_codes.BAD_PIECE, piece.span, f"pieces stand on cells, edges or vertices, not on "
                           f"`{piece.sites}`")  # fmt: skip

    def _attributes(self, kind: Kind, expressions: Expressions) -> None:
        world = self._world
        piece = self._definition.pieces[kind.name]
        layer = world.layer_of(kind)
        names = list(layer.attributes)
        if kind.faces:
            direction = Opt(world.fin("direction"))
            if not world.board.directions:
                world.refuse(board_codes.NO_FACING, piece.span, f"a {kind.name} faces, and this board has no directions")
            self._attribute("facing", kind, f.Field("facing", (kind.site,), direction, none_code(direction.of)), names)
            world.variables.setdefault("facing", Place("facing", (kind.site,), direction))
        for name, tree in piece.has.items():
            start = expressions.infer(tree, CONSTANT)
            if not isinstance(start, f.Lit) or not isinstance(start.type, Bool | Num | Fin):
                world.refuse(board_codes.BAD_PIECE, tree.span, "a property starts as a number, a name, `true` or `false`")
            assert isinstance(start.value, int)
            values: Type = start.type
            if isinstance(values, Num):
                values = Num(-STORED_LIMIT, STORED_LIMIT, values.scale)
            self._attribute(name, kind, f.Field(name, (kind.site,), values, start.value), names)
            world.variables.setdefault(name, Place(name, (kind.site,), values))
        world.layers[layer.name] = f.Layer(layer.name, layer.field, tuple(names))

    def _attribute(self, name: str, kind: Kind, field: f.Field, names: list[str]) -> None:
        world = self._world
        have = world.fields.get(name)
        if have is None:
            world.add_field(field)
            names.append(name)
        elif have != field or name not in names:
            message = f"`{name}` is already a property of another kind, and not in the same way"
            world.refuse(board_codes.BAD_PIECE, self._definition.pieces[kind.name].span, message)

    # ---- constants, variables, regions

    def rest(self) -> Expressions:
        """Regions, constants of players, variables, phases, definitions by name: each on its own, so that all are told."""
        world, definition = self._world, self._definition
        expressions = Expressions(world)
        for one in definition.definitions.values():
            expressions.calls.definitions[one.name] = (one.params, one.body, one.span)
        for name, region in definition.regions.items():
            try:
                world.constants[name] = self._region(region.sites, expressions, region.span)
            except Refused:
                world.broken.add(name)
        self._player_constants(expressions)
        for variable in definition.state.values():
            try:
                self._variable(variable, expressions)
            except Refused:
                world.broken.add(variable.name)
        names = [phase.name for phase in definition.turn.phases] or [""]
        world.phases = tuple(names)
        world.domains["phase"] = Domain("phase", len(names))
        for code, name in enumerate(names if len(names) > 1 else ()):
            world.constants.setdefault(name, f.Lit(code, world.fin("phase")))
        world.moves = {move.name: tuple(b.name for b in move.binders) for move in definition.moves.values()}
        return expressions

    def _region(self, sites: t.Expr | Text, expressions: Expressions, span: Span) -> f.Expr:
        world = self._world
        cells = SetOf(world.fin("cell"))
        if isinstance(sites, Text):
            try:
                glyphs = world.board.read(sites.text.split("\n"))
            except BadShape as error:
                world.refuse(board_codes.BAD_DRAWING, sites.span, str(error))
            return f.Lit(make.bits(tuple(c for c, glyph in enumerate(glyphs) if glyph == "x"), cells), cells)
        region = expressions.infer(sites, CONSTANT)
        if isinstance(region.type, Fin):
            region = make.single(region, SetOf(region.type))
        region = expressions.converted_to_set(region, sites.span, "a set of sites")
        if not isinstance(region, f.Lit):
            world.refuse(codes.NOT_CONSTANT, sites.span, "a region never changes, and this does")
        return region

    def _player_constants(self, expressions: Expressions) -> None:
        world = self._world
        players = self._definition.players
        names = list(dict.fromkeys(name for player in players.values() for name in player.constants))
        for name in names:
            try:
                values: list[f.Expr] = []
                for player in players.values():
                    tree = player.constants.get(name)
                    if tree is None:
                        world.refuse(board_codes.UNLIKE_PLAYERS, player.span, f"{player.name} has no `{name}`", "",
                                     f"give each player a `{name}`")  # fmt: skip
                    value = expressions.infer(tree, CONSTANT)
                    if isinstance(value.type, ListOf) and isinstance(value, f.Lit) and isinstance(value.type.of, Num):
                        value = make.as_set(value)
                    if not isinstance(value, f.Lit):
                        world.refuse(codes.NOT_CONSTANT, tree.span, "a constant of a player never changes, and this does")
                    values.append(value)
                self._constant_table(name, values, list(players.values())[-1].span)
            except Refused:
                world.broken.add(f"player.{name}")

    def _constant_table(self, name: str, values: list[f.Expr], span: Span) -> None:
        world = self._world
        type_ = values[0].type
        for value in values[1:]:
            both = make.common(type_, value.type)
            if both is None:
                world.refuse(board_codes.UNLIKE_PLAYERS, span, f"the players' `{name}` are {a(type_)} and {a(value.type)}")
            type_ = both
        entries = [make.convert(value, type_) for value in values]
        codes_ = [value.value for value in entries if isinstance(value, f.Lit)]
        world.player_constants[name] = type_
        world.table(f"player.{name}", (world.domain("player"),), type_, lambda p: codes_[p], span)

    def _variable(self, variable: Variable, expressions: Expressions) -> None:
        world = self._world
        start = expressions.infer(variable.start, CONSTANT)
        index: tuple[str, ...] = ()
        if variable.each:
            index = ({"players": "player", "cells": "cell", "edges": "edge", "vertices": "vertex"}[variable.each],)
        if isinstance(start.type, SetOf | ListOf):
            self._set_variable(variable, start, index)
            return
        values: Type = start.type
        if variable.allowed is not None:
            allowed = expressions.as_set(variable.allowed, CONSTANT)
            assert isinstance(allowed.type, SetOf)
            element = allowed.type.of
            optional = isinstance(start.type, Opt)
            values = Opt(element) if optional and isinstance(element, Fin) else element
            if not make.fits(start.type, values):
                world.refuse(codes.MIXED_TYPES, variable.start.span, f"the start is {a(start.type)}, and the values are "
                             f"{a(allowed.type)}")  # fmt: skip
        elif make.is_none(start):
            world.refuse(codes.WRONG_TYPE, variable.start.span, "what else this may be cannot be told from `none`", "",
                         "add `in: cells`, or what its values are")  # fmt: skip
        elif isinstance(values, Num):
            values = Num(-STORED_LIMIT, STORED_LIMIT, values.scale)
        start = make.convert(start, values)
        if not isinstance(start, f.Lit) or not isinstance(start.value, int):
            world.refuse(codes.NOT_CONSTANT, variable.start.span, "a variable starts with a fixed value")
        inner = strip_opt(values)
        if isinstance(inner, Num) and not inner.lo <= start.value <= inner.hi:
            world.refuse(option_codes.OPTION_VALUE, variable.start.span, "the start is not among the values")
        world.add_field(f.Field(variable.name, index, values, start.value, variable.compared))
        world.variables[variable.name] = Place(variable.name, index, values)

    def _set_variable(self, variable: Variable, start: f.Expr, index: tuple[str, ...]) -> None:
        world = self._world
        start = make.as_set(start)
        if start.type == make.EMPTY_SET and variable.allowed is not None:
            allowed = Expressions(world).as_set(variable.allowed, CONSTANT)
            start = make.convert(start, allowed.type)
        assert isinstance(start.type, SetOf)
        element = start.type.of
        if index or not isinstance(element, Fin) or element.domain.name == "nothing":
            if isinstance(element, Fin) and element.domain.name == "nothing":
                world.refuse(codes.WRONG_TYPE, variable.start.span, "what this set may hold cannot be told when it is empty",
                             "", "add `in: cells`, or what else it may hold")  # fmt: skip
            if index:
                world.refuse(codes.WRONG_TYPE, variable.start.span, "a variable for each of some things is no set", "",
                             "write `true` or `false` for each instead")  # fmt: skip
            world.refuse(codes.WRONG_TYPE, variable.start.span, "a set that changes holds sites, players, kinds or directions",
                         a(start.type))  # fmt: skip
        if not isinstance(start, f.Lit):
            world.refuse(codes.NOT_CONSTANT, variable.start.span, "a variable starts with a fixed value")
        world.add_field(f.Field(variable.name, (element.domain.name,), BOOL, 0, variable.compared))
        world.variables[variable.name] = Place(variable.name, (element.domain.name,), BOOL, True)
        if start.value:
            world.set_starts[variable.name] = start


SHAPE_PARAMS: dict[str, tuple[str, ...]] = {
    "square": ("columns", "rows"), "hexagon": ("side",), "rhombus": ("columns", "rows"), "triangle": ("side",),
    "torus": ("columns", "rows"), "track": ("length",), "morris": ("rings",), "star": ("side",),
}  # fmt: skip


def _add_board_domains(world: World) -> None:
    board = world.board
    world.domains["cell"] = Domain("cell", len(board.cells))
    world.domains["edge"] = Domain("edge", len(board.edges) + len(board.rim))
    world.domains["vertex"] = Domain("vertex", len(board.vertices))
    world.domains["direction"] = Domain("direction", len(board.directions))


def _links(text: Text, world: World) -> list[tuple[str, str]]:
    """`a - b, b - c` or a chain `a - b - c`, over lines or commas."""
    links: list[tuple[str, str]] = []
    for part in text.text.replace("\n", ",").split(","):
        ends = [end.strip() for end in part.split("-")]
        if ends == [""]:
            continue
        if len(ends) < 2 or not all(end.isidentifier() for end in ends):
            world.refuse(board_codes.BAD_LINKS, text.span, f"`{part.strip()}` is no link", "", "write `a - b, b - c`")
        links += list(pairwise(ends))
    return links


def _is_in(value: f.Expr, allowed: f.Expr) -> bool:
    assert isinstance(value, f.Lit)
    if isinstance(allowed, f.ListOp):
        low, high = (_fraction(end) for end in allowed.args)
        return low <= _fraction(value) <= high
    assert isinstance(allowed, f.Lit)
    assert isinstance(allowed.type, SetOf)
    assert isinstance(allowed.value, int)
    if isinstance(allowed.type.of, Num):
        scale = allowed.type.of.scale
        return _fraction(value) in {Fraction(n, scale) for n in make.members(allowed.value, allowed.type)}
    return value.value in make.members(allowed.value, allowed.type)


def _fraction(value: f.Expr) -> Fraction:
    assert isinstance(value, f.Lit)
    assert isinstance(value.value, int)
    return Fraction(value.value, value.type.scale if isinstance(value.type, Num) else 1)


def _shown(tree: t.Expr | None) -> str:
    assert tree is not None
    text = tree.span.text
    if isinstance(tree, t.Binary) and tree.op == "..":
        return f"from {tree.left.span.text} to {tree.right.span.text}"
    return f"one of {text.strip('{}')}"
