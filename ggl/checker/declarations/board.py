"""The board: a shape and its sizes, a drawing or links, and its sites and directions as domains of the world."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

from ggl import topology
from ggl.checker import make
from ggl.checker.constants import fixed, settled_number, settled_value
from ggl.checker.expressions import Expressions
from ggl.checker.world import CONSTANT, SITES, World
from ggl.core import forms as f
from ggl.core.types import Domain, Fin, SetOf, members_of, none_code, singular_of, strip_opt
from ggl.diagnostics import Fix, nearest
from ggl.diagnostics.catalog import board_and_pieces as board_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.diagnostics.near import near, near_label
from ggl.model.definition import Definition, LabelsPart, Series, Text
from ggl.source import Span
from ggl.syntax import tree as t

SHAPE_PARAMS: dict[str, tuple[str, ...]] = {
    "square": ("columns", "rows"), "hexagon": ("side",), "rhombus": ("columns", "rows"), "triangle": ("side",),
    "torus": ("columns", "rows"), "track": ("length",), "morris": ("rings",), "star": ("side",),
}  # fmt: skip


def build_board(definition: Definition, world: World) -> topology.Board:
    labels, part = definition.labels, definition.board
    by_line = {key: series for key, series in labels.series.items() if key != "cells"} if labels is not None else {}
    if labels is not None and "cells" in labels.series and by_line:
        key = next(iter(by_line))
        message = f"`cells` names every cell here, so `{key}` has no effect"
        world.refuse(board_codes.BAD_LABELS, by_line[key].span, message, "", f"keep `{key}` or `cells`")
    board = _in_series(world, _built(definition, world), by_line)
    if part.without is not None:
        board = _cut(world, board, part.without)
    if labels is None:
        return board
    return _with_own_names(world, _in_series(world, board, {"cells": labels.series.get("cells")}), labels)


def _in_series(world: World, board: topology.Board, series: Mapping[str, Series | None]) -> topology.Board:
    """The board with the names of its columns and rows, or of its cells."""
    said = {key: each for key, each in series.items() if each is not None}
    if not said:
        return board
    try:
        return topology.labelled(board, topology.Labels(**{key: each.names for key, each in said.items()}))
    except topology.BadLabels as error:
        help_ = SERIES_HELP if isinstance(error, topology.UnknownSeries) else None
        world.refuse(board_codes.BAD_LABELS, said[error.part].span, error.message, "", help_)


def _with_own_names(world: World, board: topology.Board, part: LabelsPart) -> topology.Board:
    """Single sites are read on the board with the names of its columns and rows."""
    if not part.sites:
        return board
    base = _on(world, board)
    found: dict[str, topology.Site] = {}
    for name, tree in part.sites.items():
        site = settled_value(Expressions(base), tree)
        of = strip_opt(site.type)
        if not isinstance(of, Fin) or of.domain.name not in SITES:
            world.refuse(codes.WRONG_TYPE, tree.span, "a name is for one fixed site", singular_of(site.type),
                         "write a site, such as `e5`, `cell(3)` or `the(center)`")  # fmt: skip
        if site.code == none_code(of):
            world.refuse(codes.WRONG_TYPE, tree.span, "there is no such site on this board", "none")
        found[name] = board.sites(of.domain.name)[site.code]
    try:
        return topology.with_own_names(board, found)
    except topology.BadLabels as error:
        world.refuse(board_codes.BAD_LABELS, next(iter(part.places.values())), error.message)


SERIES_HELP = "write `letters`, `capitals` or `numbers`, followed by `from 0`, `without I`, `from the top` or `from the right`"


def _on(world: World, board: topology.Board) -> World:
    """A world that knows a board and the declarations before it in the file."""
    base = World(
        world.findings, board, dict(world.domains), world.players, dict(world.constants), broken=world.broken,
        left_out=world.left_out, fixed_players=world.fixed_players, used=world.used,
    )  # fmt: skip
    base.to_come, base.has_board_only = world.to_come, True
    declare_board(base, board)
    return base


def _built(definition: Definition, world: World) -> topology.Board:
    """The whole shape, before anything is cut out."""
    part = definition.board
    try:
        if part.drawing is not None:
            return topology.drawn(part.drawing.text.split("\n"), basis=part.basis)
        if part.links is not None:
            return topology.graph(_links(part.links, world))
        assert part.shape is not None
        return _shape(world, part.shape)
    except topology.BoardTooLarge as error:
        way_out = "remove some links" if error.what == "links" else "use a smaller board; the largest square is `square(64)`"
        world.refuse(board_codes.BOARD_TOO_LARGE, part.span, str(error), "", way_out)
    except topology.BadShape as error:
        code, span = board_codes.BAD_BOARD, part.span
        if part.drawing is not None:
            code, span = board_codes.BAD_DRAWING, part.drawing.span
        elif part.links is not None:
            code, span = board_codes.BAD_LINKS, part.links.span
        elif part.shape is not None:
            span = part.shape.span
        world.refuse(code, span, str(error))


def _shape(world: World, tree: t.Expr) -> topology.Board:
    usage = ", ".join(f"`{name}({', '.join(params)})`" for name, params in SHAPE_PARAMS.items())
    if not isinstance(tree, t.Call) or tree.name not in topology.SHAPES:
        name = tree.name if isinstance(tree, t.Call | t.Name) else ""
        close = near(name, topology.SHAPES)
        if name in topology.SHAPES:
            help_ = f"write `{name}({', '.join(SHAPE_PARAMS[name])})` with numbers for these"
            world.refuse(board_codes.BAD_BOARD, tree.span, f"the size of this {name} is missing", "", help_)
        fix, message = None, f"`{tree.span.text}` is not a board shape"
        if isinstance(tree, t.Call) and (best := nearest(name, topology.SHAPES)):
            fix = Fix.write(tree.name_span, best)
        shapes = None if fix else f"the shapes are {usage}"
        world.refuse(board_codes.BAD_BOARD, tree.span, message, near_label(close), shapes, fix=fix)
    if tree.named:
        help_ = f"write `{tree.name}({', '.join(SHAPE_PARAMS[tree.name])})` with numbers for these"
        world.refuse(board_codes.BAD_BOARD, tree.named[0].span, "the sizes of a board are written without names", "", help_)
    expressions = Expressions(world)
    return topology.SHAPES[tree.name](*[settled_number(expressions, arg) for arg in tree.args])


def _cut(world: World, board: topology.Board, without: t.Expr) -> topology.Board:
    """The board without a set of its cells, which is read on the whole board."""
    base = _on(world, board)
    expressions = Expressions(base)
    sites = expressions.infer(without, CONSTANT)
    one = make.single(sites, SetOf(sites.type)) if isinstance(sites.type, Fin) else sites
    cut = fixed(expressions, expressions.converted_to_set(one, without.span, "a set of cells"), without.span)
    if cut.type != SetOf(base.fin("cell")):
        world.refuse(codes.WRONG_TYPE, without.span, "expected a fixed set of cells")
    try:
        return board.without([board.cells[c] for c in members_of(cut.code, SetOf(base.fin("cell")))])
    except topology.BadShape as error:
        world.refuse(board_codes.BAD_BOARD, without.span, str(error))


def declare_board(world: World, board: topology.Board) -> None:
    world.board, world.has_board = board, True
    _add_board_domains(world)
    for code, name in enumerate(board.directions):
        world.constants.setdefault(name, f.Lit(code, world.fin("direction")))


def _add_board_domains(world: World) -> None:
    board = world.board
    world.domains["cell"] = Domain("cell", len(board.cells))
    world.domains["edge"] = Domain("edge", len(board.edges) + len(board.rim))
    world.domains["vertex"] = Domain("vertex", len(board.vertices))
    if board.links:  # a game without links has no domain of links
        world.domains["link"] = Domain("link", len(board.links))
    world.domains["direction"] = Domain("direction", len(board.directions))


def _links(text: Text, world: World) -> list[tuple[str, str]]:
    """`a - b, b - c` or a chain `a - b - c`, over lines or commas."""
    links: list[tuple[str, str]] = []
    for part in text.text.replace("\n", ",").split(","):
        ends = [end.strip() for end in part.split("-")]
        if ends == [""]:
            continue
        if len(ends) < 2 or not all(end.isidentifier() for end in ends):
            message = f"`{_shown(part.strip())}` is not a link"
            world.refuse(board_codes.BAD_LINKS, _place_of(part.strip(), text), message, "", "write `a - b, b - c`")
        links += list(pairwise(ends))
    return links


def _place_of(part: str, text: Text) -> Span:
    """The place of one of the links in the file; all of them if the file writes it in another way."""
    for found in re.finditer(r"[^,\n]+", text.span.text):
        if found[0].strip() == part:
            start = text.span.start + found.start() + len(found[0]) - len(found[0].lstrip())
            return text.span.source.span(start, start + len(part))
    return text.span


def _shown(part: str) -> str:
    return part if len(part) <= 40 else f"{part[:38]}.."
