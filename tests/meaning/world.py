"""What a game file declares, in plain values: names and what they stand for, before and beside play."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ggl.model.definition import Definition, Text
from ggl.syntax import tree as t
from ggl.topology import Board, Site
from tests.meaning import tiles, tracks
from tests.meaning.geometry import WAYS, Geometry
from tests.meaning.scene import Scene
from tests.meaning.values import Order, Unknown, Value, as_set, plain

SITES = {"cell": "cells", "edge": "edges", "vertex": "vertices", "link": "links"}
"""What a file calls the sites of a type."""


def _called(cells: tuple[Site, ...]) -> str:
    return "-".join(cell.name for cell in cells)


class World:
    """The declarations of a game with its options chosen. `constants` are names that never change what they stand for."""

    def __init__(self, definition: Definition, options: Mapping[str, object], board: Board) -> None:
        from tests.meaning.evaluate import Evaluator

        self.definition = definition
        self.board = board
        self.geometry = Geometry(board)
        self.players = tuple(definition.players)
        self.kinds = tuple(definition.pieces)
        self.phases = tuple(phase.name for phase in definition.turn.phases)
        self.values: dict[str, tuple[str, ...]] = {
            name: tuple(member.text for member in part.members) for name, part in definition.values.items()
        }
        if definition.tracks:
            self.values["tracks"] = tuple(definition.tracks)
        if definition.tiles:
            self.values["tiles"] = tuple(definition.tiles)
        lying = {name: tiles.lying(part, self.geometry) for name, part in definition.tiles.items()}
        self.placements = {name: tuple(map(_called, ways)) for name, ways in lying.items()}
        """The ways in which a tile may lie, each called by its cells."""
        self.properties: dict[tuple[str, str], Value] = {
            (member.text, each.name): self.values[each.of][code] if each.of else Fraction(code)
            for part in definition.values.values()
            for each in part.properties
            for member, code in zip(part.members, each.values, strict=True)
        }
        """What a value of the game's own has by a name."""

        self.order = Order(
            self.players, self.kinds, board.directions, self.phases, *self.values.values(), sum(self.placements.values(), ())
        )
        pieces = definition.pieces.values()
        self.layers = {
            site: tuple(dict.fromkeys(piece.layer for piece in pieces if piece.sites == word)) for site, word in SITES.items()
        }
        self.constants: dict[str, Value] = {
            **{name: name for name in (*self.players, *self.kinds, *WAYS["square"], *board.directions, *self.phases)},
            **{member: member for members in self.values.values() for member in members},
            **{name: frozenset(members) for name, members in self.values.items()},
            **{name: plain(value) for name, value in options.items()},
        }
        asked = Evaluator(self, Scene({}, {}, {}, self.players[0], self.layers))
        parts = definition.players.values()
        left_out = [part.name for part in parts if part.condition is not None and not asked.value(part.condition)]
        self.players = tuple(name for name in self.players if name not in left_out)
        self.constants |= dict.fromkeys(left_out)
        self.player_constants: dict[tuple[str, str], Value] = {}
        self.marks: dict[str, dict[str, Value]] = {}
        self.starts: dict[str, Value] = {}
        self.stacks: dict[str, int] = {}
        self.piles: dict[tuple[str, str], int] = {}
        self.own_sites: dict[str, Site] = {}
        """The sites that have names of their own; edges and vertices are found by these alone."""

        empty = Scene({}, {}, {}, self.players[0], self.layers)
        evaluator = Evaluator(self, empty)
        for name, tree in definition.labels.sites.items() if definition.labels is not None else ():
            value = evaluator.value(tree)
            (site,) = (value,) if isinstance(value, Site) else as_set(value)
            assert isinstance(site, Site)
            self.own_sites[name] = site
        self._check_links(evaluator)
        self.tracks = {
            name: tracks.read((evaluator.value(line) for line in track.lines), board.cells)
            for name, track in definition.tracks.items()
        }
        for name, lines in self.tracks.items():
            self.properties[name, "cells"] = tuple(cell for line in lines for cell in line)
            self.properties[name, "lines"] = tuple(map(frozenset, lines))
        for name, ways in lying.items():
            self.properties[name, "size"] = Fraction(len(ways[0]))
            for way in ways:
                self.properties[_called(way), "tile"], self.properties[_called(way), "cells"] = name, frozenset(way)
        self._constants(definition, evaluator)
        self.supplies = {
            (player, piece.name): int(evaluator.number(piece.supply))
            for piece in definition.pieces.values()
            if piece.supply is not None
            for player in self.players
        }
        self.marks = {
            piece.name: {name: evaluator.value(tree) for name, tree in piece.has.items()} for piece in definition.pieces.values()
        }
        self.faces = {piece.name: evaluator.set(piece.faces) for piece in definition.pieces.values() if piece.faces is not None}
        self.stacks = {
            piece.name: int(evaluator.number(piece.stacks)) for piece in definition.pieces.values() if piece.stacks is not None
        }
        """How many of a kind may stand on one site, of the kinds that stack."""
        self.piles = {
            (piece.layer, piece.sites): int(evaluator.number(piece.piles))
            for piece in definition.pieces.values()
            if piece.piles is not None
        }
        """How high the piles of a layer are on sites of one type, if it has some."""
        self.starts = {name: evaluator.value(one.start) for name, one in definition.state.items()}
        self.passing = frozenset(name for name, one in definition.state.items() if one.each == "turns")
        """The variables of each turn, which have their start again when the next turn begins."""

        self.compared = frozenset(name for name, one in definition.state.items() if one.compared)

    def _constants(self, definition: Definition, evaluator: object) -> None:
        """Regions in their order, after the constants of players that ask for none of them; the others come last."""
        from tests.meaning.evaluate import Evaluator

        assert isinstance(evaluator, Evaluator)
        waiting = [(player, name) for player in self.players for name in definition.players[player].constants]
        early = []
        for player, name in waiting:
            try:
                self.player_constants[player, name] = evaluator.value(definition.players[player].constants[name])
                early.append((player, name))
            except (Unknown, KeyError):
                continue
        for region in definition.regions.values():
            self.constants[region.name] = self._region(evaluator, region.sites)
        for player, name in waiting:
            if (player, name) not in early:
                self.player_constants[player, name] = evaluator.value(definition.players[player].constants[name])

    def _check_links(self, evaluator: object) -> None:
        """The board has a link for each two cells that the file joins."""
        from tests.meaning.evaluate import Evaluator

        assert isinstance(evaluator, Evaluator)
        joined = set()
        if self.definition.links is not None:
            one, other = self.definition.links.binders
            ends = ((names[one.name], names[other.name]) for names in evaluator.bindings((one, other), {}))
            joined = {frozenset(pair) for pair in ends if pair[0] != pair[1]}
        assert {frozenset(link.cells) for link in self.board.links} == joined

    def _region(self, evaluator: object, sites: t.Expr | Text) -> Value:
        from tests.meaning.evaluate import Evaluator

        assert isinstance(evaluator, Evaluator)
        if isinstance(sites, Text):
            glyphs = self.board.read(sites.text.splitlines())
            return frozenset(cell for cell, glyph in zip(self.board.cells, glyphs, strict=True) if glyph == "x")
        value = evaluator.value(sites)
        return frozenset({value}) if isinstance(value, Site) else as_set(value)  # `a1` alone is a set too

    def members(self, each: str) -> tuple[Value, ...]:
        """What there is one variable for, `each: players`, `cells`, `edges` or `vertices`."""
        return {
            "players": self.players,
            "cells": self.board.cells,
            "edges": self.board.edge_sites,
            "vertices": self.board.vertices,
            "links": self.board.links,
        }[each]

    def site(self, name: str) -> Site | None:
        """By its name; a cell with a name of its own also by its column and row."""
        return self.own_sites.get(name) or self.board.find(name)

    def most_in_pile(self, layer: str, site: Site) -> int:
        """How high a pile may be there; 0 if pieces do not pile up."""
        return self.piles.get((layer, SITES[site.type]), 0)

    def layer(self, kind: str) -> str:
        return self.definition.pieces[kind].layer
