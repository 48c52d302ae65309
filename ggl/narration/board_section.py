"""The section of the board: its shape, a picture of it, its tracks and tiles, and the regions that the rules name."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ggl.narration import board, constant_sets, pictures, tiles
from ggl.narration.facts import Facts
from ggl.narration.layout import Line, Part, Picture, Section
from ggl.narration.nouns import HEADS, Noun, capital, conjugated, words
from ggl.narration.plainer import count_mentions, plain_trees
from ggl.narration.speech import Speaker
from ggl.syntax import tree as t


def the_board(facts: Facts, spoken_of: Collection[str] | None = None) -> Section:
    """The board, placed late: it describes only the regions in `spoken_of`; without it, the regions named anywhere."""
    definition = facts.checked.definition
    if not facts.exact and not facts.has_board:
        return Section("The board", ())
    speaker = Speaker(facts)
    parts: list[Part] = [" ".join(board.describe_board(facts.checked, facts.cell, exact=facts.exact))]
    if not facts.exact and (rows := board.rows_of_hexagons(facts.checked)):
        parts += [Picture(rows), board.after_picture(facts.checked.board, facts.cell, corners=_speaks_of_corners(facts))]
    elif rows := () if facts.exact else _pictured(facts):
        parts.append(Picture(rows))
        signs = {*"".join(rows)} if facts.checked.board.plan.removed else set()
        if (marked := _marked(facts)) is not None and "*" in signs:
            parts.append(f"Each * is {speaker.members(marked).some()}. At _ there is no {facts.cell}.")
        elif "_" in signs:
            parts.append(f"At _ there is no {facts.cell}.")
    elif definition.board.drawing is not None:
        parts.append(Picture(tuple(definition.board.drawing.text.split("\n"))))
    if definition.links is not None:
        one, other = (replace(each, source=facts.folding.tree(each.source)) for each in definition.links.binders)
        source = one.source
        from_all = isinstance(source, t.Name) and source.name == "cells"
        start = f"a {facts.cell}" if from_all else speaker.members(source).some()
        inner = speaker.knowing(one.name, "cell", Noun("it"))
        parts.append(f"A link joins {start} with {inner.members(other.source).some()}.")
    parts += [Line(board.circuit(facts.checked.board, track, facts.cell)) for track in facts.checked.board.tracks]
    parts += tiles.tile_sentences(facts.checked.board, facts.cell)
    return Section("The board", (*parts, *the_regions(facts, facts.regions if spoken_of is None else spoken_of)))


def _speaks_of_corners(facts: Facts) -> bool:
    return any(
        t.is_name(part, "corners") or t.is_name(part, "sides") for one in plain_trees(facts.checked) for part in t.nodes(one)
    )


def _pictured(facts: Facts) -> tuple[str, ...]:
    """A board of lines, circuits or points, or one of squares with holes that no drawing of the set-up shows."""
    board_ = facts.checked.board
    if facts.checked.definition.look.board == "points" and (rows := pictures.of_points(board_)):
        return rows
    if rows := board.with_lines(board_) or pictures.of_circuits(board_):
        return rows
    if facts.checked.definition.drawing is not None:
        return ()
    marked = _marked(facts)
    return board.with_holes(board_, (constant_sets.cells(facts.checked, marked) or ()) if marked is not None else ())


def _marked(facts: Facts) -> t.Name | None:
    """The only region, which a picture marks by a sign, if the author says what one of its cells is called."""
    regions = [*facts.checked.definition.regions.values()]
    one = t.Name(regions[0].name, span=regions[0].span) if len(regions) == 1 else None
    return one if one is not None and HEADS.search(facts.said(one.name)) else None


def the_regions(facts: Facts, spoken_of: Collection[str], told_before: Collection[str] = ()) -> Iterator[Part]:
    """The regions that are spoken of, and those that stand in their descriptions."""
    speaker = Speaker(facts)
    for region in facts.checked.definition.regions.values():
        here = _is_spoken_of(facts, region.name, spoken_of) and not _is_spoken_of(facts, region.name, told_before)
        if not facts.exact and not here:
            continue
        if isinstance(region.sites, t.Tree):
            sites = facts.folding.tree(region.sites)
            by_name = isinstance(sites, t.Gen) and not facts.exact
            named = (constant_sets.few(facts.checked, sites) or constant_sets.block(facts.checked, sites)) if by_name else None
            whole = speaker.value(t.Name(region.name, span=region.span))
            so = f" {conjugated('be', whole.person, True)}" if facts.said(region.name) else ":"
            yield Line(f"{capital(whole.text)}{so} {named or speaker.value(sites).text}.")
        else:
            yield from (f'The region "{words(region.name)}" is marked by x:', Picture(tuple(region.sites.text.split("\n"))))


def _is_spoken_of(facts: Facts, name: str, spoken_of: Collection[str]) -> bool:
    """Whether a region was mentioned, or stands in one that was."""
    regions = facts.checked.definition.regions
    bodies = [region.sites for other, region in regions.items() if other in spoken_of and other != name]
    return name in spoken_of or any(count_mentions(body, name) for body in bodies if isinstance(body, t.Tree))
