"""Checks the names of a file: none is reserved, and none is declared twice where both would be read in one place.

Takes a definition and, once it is known, the board; words of the grammar were refused as the file was read. Reports each
unavailable name where it is written, with its existing meaning and an alternative. `ggl.checker.vocabulary.names` lists
reserved names; names of parameters and loops are checked where they are bound (`Names.check_free`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ggl.checker.tree_queries import effects_in
from ggl.checker.vocabulary.names import (
    ANY_CASE,
    IN_COMMON,
    ON_THE_BOARD,
    PROPERTIES,
    Taken,
    free_name,
    of_board,
    taken,
    taken_by_rolls,
)
from ggl.core.types import singular_of
from ggl.diagnostics import Findings, Note
from ggl.diagnostics.catalog import moves_and_turns as move_codes
from ggl.diagnostics.catalog import names_and_types as codes
from ggl.frozen import frozen
from ggl.model.definition import Definition, LabelsPart
from ggl.model.keys import SITE_OF
from ggl.source import Span
from ggl.syntax import tree as t
from ggl.topology import Board


@frozen
class NamedThing:
    """A thing that the file names; `thing` is a key of `TAKEN`. Two in one place may not share a name."""

    thing: str
    name: str
    span: Span
    places: tuple[str, ...]


def _named(definition: Definition) -> Iterator[NamedThing]:
    """Everything that a file names, except the local names of its rules, in the order of reports."""
    alone = ("alone",)
    for player in definition.players.values():
        yield NamedThing("player", player.name, player.span, alone)
    for piece in definition.pieces.values():
        yield NamedThing("kind of piece", piece.name, piece.span, alone)
    for piece in definition.pieces.values():
        for name in piece.has:
            yield NamedThing(f"property of pieces on {piece.sites}", name, piece.places[name], ("kept",))
        if piece.layer:
            yield NamedThing("layer", piece.layer, piece.places[""], ())
    for player in definition.players.values():
        for name in player.constants:
            yield NamedThing("constant of a player", name, player.places[name], ("of a player",))
    for option in definition.options.values():
        yield NamedThing("option", option.name, option.span, alone)
    for values in definition.values.values():
        yield NamedThing("set of values", values.name, values.span, alone)
        for member in values.members:
            yield NamedThing("value", member.text, member.span, alone)
    for variable in definition.state.values():
        site = SITE_OF.get(variable.each)
        thing = f"variable of each {site}" if site else "variable"
        places = (*alone, "kept", "of a player") if variable.each == "players" else (*alone, "kept")
        yield NamedThing(thing, variable.name, variable.span, places)
    for track in definition.tracks.values():
        yield NamedThing("track", track.name, track.span, alone)
    for tile in definition.tiles.values():
        yield NamedThing("tile", tile.name, tile.span, alone)
    for region in definition.regions.values():
        yield NamedThing("region", region.name, region.span, alone)
    for one in definition.definitions.values():
        if one.params:
            yield NamedThing("definition with parameters", one.name, one.span, ())
        else:
            yield NamedThing("definition", one.name, one.span, alone)
    for phase in definition.turn.phases:
        yield NamedThing("phase", phase.name, phase.span, alone)
    for routine in definition.routines.values():
        yield NamedThing("routine", routine.name, routine.span, ())
    for move in definition.moves.values():
        yield NamedThing("move", move.name, move.span, ())


def check_names(definition: Definition, findings: Findings) -> bool:
    """Report names taken on any board, declared twice, or differing only in capitals; gives whether there are none."""
    before_all = len(findings)
    rolls = any(isinstance(tree, t.Roll | t.Deal) for tree in effects_in(definition))
    first: dict[tuple[str, str], NamedThing] = {}
    for one in _named(definition):
        meant = taken(one.thing, one.name)
        if meant is None and one.thing == "move" and rolls:
            meant = taken_by_rolls(one.name)
        before = next((first[place, one.name] for place in one.places if (place, one.name) in first), None)
        if meant is not None:
            report(findings, one, meant)
        elif before is not None and not _again(one, before):
            findings.report(
                codes.NAME_TAKEN, one.span, f"`{one.name}` is declared twice", label=f"as {singular_of(one.thing)}",
                help=f"choose another name, such as `{free_name(one.name)}`",
                notes=(Note(f"it was first declared here, as {singular_of(before.thing)}", before.span),),
            )  # fmt: skip
        for place in one.places:
            first.setdefault((place, one.name), one)
    for thing in ANY_CASE:
        _no_twins(thing, [(one.name, one.span) for one in _named(definition) if one.thing == thing], findings)
    return len(findings) == before_all


def check_names_on(board: Board, definition: Definition, findings: Findings) -> bool:
    """Report what is the name of a site or a direction of the board, and sites of `links` whose names are taken; whether nothing
    is."""
    before_all = len(findings)
    for one in _named(definition):
        if one.thing in ON_THE_BOARD:
            meaning = of_board(board, one.name)
            if meaning is not None:
                report(findings, one, Taken("board", meaning))
    links = definition.board.links
    if links is not None:
        sites = [(cell.name, links.span) for cell in board.cells]
        for name, span in sites:
            meant = taken("cell of `links`", name)
            if meant is not None:
                report(findings, NamedThing("cell of `links`", name, span, ()), meant)
        _no_twins("cell of `links`", sites, findings)
    if definition.labels is not None:
        _check_labels(definition.labels, board, findings)
    return len(findings) == before_all


def _check_labels(labels: LabelsPart, board: Board, findings: Findings) -> None:
    """Report labels that mean something else: an own name at its place, the first of a series at that of the series."""
    for name, span in labels.places.items():
        meant = taken("label", name)
        if name in board.directions:
            meant = Taken("board", "a direction of the board")
        if meant is not None:
            report(findings, NamedThing("label", name, span, ()), meant)
    series = next((each for each in labels.series.values() if not isinstance(each.names, str)), None)
    if series is not None:
        for cell in board.cells:
            meant = taken("label", cell.name) if cell.name not in labels.places else None
            if meant is not None:
                report(findings, NamedThing("label", cell.name, series.span, ()), meant)
                return


def report(findings: Findings, one: NamedThing, meant: Taken) -> None:
    """Report an unavailable name."""
    message, help_ = f"`{one.name}` already has a meaning", f"choose another name, such as `{free_name(one.name)}`"
    if one.thing == "move":
        message = f"no move can be called `{one.name}`"
        findings.report(move_codes.MOVE_NAME_TAKEN, one.span, message, label=meant.meaning, help=help_)
    elif one.thing in PROPERTIES:
        message = f"`{one.name}` cannot be the name of {singular_of(one.thing)}"
        findings.report(codes.PROPERTY_TAKEN, one.span, message, label=f"it already means: {meant.meaning}", help=help_)
    else:
        findings.report(codes.NAME_TAKEN, one.span, message, label=meant.meaning, help=help_)


def _again(one: NamedThing, before: NamedThing) -> bool:
    """Kinds may have a property in common, and each player has each constant."""
    return one.thing == before.thing and one.thing in IN_COMMON


def _no_twins(thing: str, names: Iterable[tuple[str, Span]], findings: Findings) -> None:
    """Report names that differ from an earlier one only in capitals: typed and stored text ignores case."""
    first: dict[str, tuple[str, Span]] = {}
    for name, span in names:
        other, place = first.setdefault(name.lower(), (name, span))
        if other != name:
            findings.report(
                codes.CAPITALS_ONLY, span, f"`{other}` and `{name}` differ only in case",
                label="ggl ignores case when it reads moves",
                help=f"choose another name, such as `{free_name(name)}`",
                notes=() if place == span else (Note(f"`{other}` is here", place),),
            )  # fmt: skip
