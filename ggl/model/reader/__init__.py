"""A game's YAML tree to its definition.

Takes a whole game, with its bases merged. Gives a `Definition`; reads every string even after errors, to report all syntax
errors at once. After a finding the definition is not a game: wrong parts are missing, and only editing tools may use it.
Resolves and types nothing.
"""

from __future__ import annotations

from ggl.diagnostics import Findings, Fix
from ggl.diagnostics.catalog import shape as codes
from ggl.diagnostics.catalog.moves_and_turns import MOVE_NAME_TAKEN
from ggl.diagnostics.catalog.names_and_types import KEYWORD_AS_NAME
from ggl.model.definition import BoardPart, Definition, Option, Text
from ggl.model.keys import identity
from ggl.model.reader import closing, declarations, extras, rules
from ggl.model.reader.commas import broken_maps
from ggl.model.reader.rules import without_misplaced
from ggl.model.reader.values import ValueReader
from ggl.source import Source, Span
from ggl.syntax.document import Entry, Mapping
from ggl.syntax.keywords import NO_MOVES, NO_NAMES, instead

__all__ = ["FORMAT", "broken_maps", "read_heading", "read_parts", "without_misplaced"]

FORMAT = "1"


def read_parts(tree: Mapping, source: Source, findings: Findings, broken: frozenset[Span] = frozenset()) -> Definition:
    """`broken` holds the places of maps that were reported as taken apart by a comma; they are passed over."""
    values = ValueReader(findings, broken)
    parts = {identity(entry.key.text): entry for entry in reversed(tree.entries)}
    get = parts.get
    _check_format(values, get("ggl"))
    name, about, board = get("name"), get("about"), get("board")
    about_text = values.text(about) if about else None
    nowhere = Text("", tree.entries[0].key.span if tree.entries else tree.span)
    players = declarations.read_players(values, get("players"))
    drawing, setup = declarations.read_setup(values, get("setup"))
    definition = Definition(
        source=source,
        name=(values.text(name) if name else None) or nowhere,
        about=about_text.text if about_text else "",
        notes=extras.read_notes(values, get("notes")),
        options=declarations.read_options(values, get("options")),
        players=players,
        board=declarations.read_board(values, board) if board else BoardPart(None, None, "square", None, None, nowhere.span),
        values=declarations.read_own_values(values, get("values")),
        labels=declarations.read_labels(values, get("labels")),
        links=declarations.read_links(values, get("links")),
        tracks=declarations.read_tracks(values, get("tracks")),
        tiles=declarations.read_tiles(values, get("tiles")),
        regions=declarations.read_regions(values, get("regions")),
        pieces=declarations.read_pieces(values, get("pieces")),
        state=declarations.read_state(values, get("state")),
        drawing=drawing,
        setup=setup,
        definitions=rules.read_definitions(values, get("define")),
        routines=rules.read_routines(values, get("routines")),
        moves=rules.read_moves(values, get("moves")),
        turn=rules.read_turn_part(values, get("turn")),
        end=closing.read_end(values, get("end")),
        score=closing.read_score(values, get("score")),
        tie=closing.read_tie(values, get("tie")),
        match=closing.read_match(values, get("match")),
        look=extras.read_look(values, get("look")),
        tests=extras.read_tests(values, get("tests")),
        says=extras.read_says(values, get("says")),
        targets=extras.read_targets(values, get("targets"), len(players)),
    )
    _no_words_of_the_grammar(definition, findings)
    return definition


def read_heading(tree: Mapping, findings: Findings) -> tuple[str, str, dict[str, Option]]:
    """The name, the line about it and the options of a game, whose other parts are passed over."""
    values = ValueReader(findings, frozenset())
    name, about = ((text.text if entry and (text := values.text(entry)) else "") for entry in map(tree.entry, ("name", "about")))
    return name, about, declarations.read_options(values, tree.entry("options"))


def _no_words_of_the_grammar(definition: Definition, findings: Findings) -> None:
    """Report names that expressions cannot have. It is done here, since what uses such a name is a mistake of syntax already."""
    things = (
        definition.players, definition.pieces, definition.options, definition.values,
        {member.text: member for part in definition.values.values() for member in part.members},
        definition.tracks, definition.tiles, definition.regions, definition.state,
        definition.definitions, definition.routines, {phase.name: phase for phase in definition.turn.phases},
    )  # fmt: skip
    for thing in things:
        for name, one in thing.items():
            if name in NO_NAMES:
                message, help_ = f"`{name}` is a word of the language", f"choose another name, such as `{instead(name)}`"
                if thing is definition.state and name in ("in", "each"):
                    help_ = f"if this belongs to the variable above, indent it further; otherwise {help_}"
                findings.report(KEYWORD_AS_NAME, one.span, message, help=help_)
    for name, move in definition.moves.items():
        if name in NO_MOVES:
            findings.report(MOVE_NAME_TAKEN, move.span, f"no move can be called `{name}`", label="a word between moves",
                            help=f"choose another name, such as `{instead(name)}`")  # fmt: skip


def _check_format(values: ValueReader, entry: Entry | None) -> None:
    text = values.text(entry, f"the format, which is {FORMAT}") if entry else None
    if text and text.text != FORMAT:
        message = f"this file has format `{text.text}`, but this version of ggl reads format {FORMAT}"
        values.findings.report(codes.WRONG_SHAPE, text.span, message, fix=Fix(text.span, FORMAT, f"write `ggl: {FORMAT}`"))
