"""The words of a game as data: names of values, notations of moves, results, and the lines below the board.

Takes a game. The page looks every text up by codes, so it needs no expression language. Raises `ExportError` for a text that
depends on the position in ways that a table cannot hold.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from ggl.checker.declarations.tiles import PLACEMENT
from ggl.checker.scope import MOVE, PICKED
from ggl.checker.world import SITES
from ggl.core import forms as f
from ggl.core.types import Bool, Fin, Num, Opt, SetOf, Type, none_code, set_base, strip_opt
from ggl.engine.layout import Slot
from ggl.engine.protocol import Step
from ggl.export.errors import ExportError
from ggl.host.tables.views import board_view, rules_in_english
from ggl.narration.nouns import does
from ggl.play.arguments import without_order
from ggl.play.entries import element_text, indices, written_field
from ggl.play.game import Game
from ggl.play.notation import _WORD as WORD
from ggl.play.notation import codes_of_type, parameter_type, property_text
from ggl.play.scene import Scene
from ggl.play.values import SEATS, Values, in_a_move, option_text, written
from ggl.topology import LINES

_NO_SETS = "a move chooses a list, which the page cannot offer"
_MOST_LETS = 8192
"""The most values of a name under `let` that are listed for a notation."""


def words_of(game: Game) -> dict[str, Any]:
    return _Words(game).all()


class _Words:
    def __init__(self, game: Game) -> None:
        self.game, self.checked, self.core = game, game.checked, game.checked.core
        self.scene = Scene(game.initial_state())
        self.tables: dict[str, list[str]] = {}
        self.plain: dict[str, list[str]] = {}
        """The tables in which records have other names of sites."""
        self._plain_values = Values(replace(game.checked, board=game.board.plain))

    def all(self) -> dict[str, Any]:
        game, checked = self.game, self.checked
        types = {field.name: field.values for field in self.core.fields}
        return {
            "title": game.name,
            "about": checked.definition.about or "",
            "fingerprint": game.fingerprint,
            "options": {name: option_text(value) for name, value in game.options.items()},
            "players": list(game.players),
            "seats": list(SEATS[: len(game.players)]),
            "board": board_view(game.initial_state()),
            "ends": self._ends(),
            "rules": rules_in_english(game),
            "wins": [does(player, "win") for player in game.players],
            "loses": does(game.players[0], "lose") if len(game.players) == 1 else "",
            "reasons": self._reasons(),
            "slots": {name: [slot.start, slot.stop] for name, slot in game.layout.slots.items()},
            "nothingPending": game.layout.nothing_pending if game.layout.has("pending") else None,
            "together": bool(checked.definition.turn.at_once),
            "schemas": [self._schema(schema) for schema in self.core.schemas],
            "rolls": [[self._type(types[name]) for name in roll.fields] for roll in self.core.rolls],
            "variables": self._variables(),
            "supplies": self._supplies(),
            "score": self._score(),
            "announcements": self._announcements(),
            "story": self._story() if game.hides else None,
            "tables": self.tables,
            "labels": self._labels(),
            "aliases": self._aliases(),
            "own": sorted({name for domain, names in checked.world.own_values.items() if domain != PLACEMENT for name in names}),
            "placements": self._placements(),
            "plain": self.plain,
        }

    def _ends(self) -> dict[str, list[str]]:
        """The cells of each edge and link, if pieces may stand on sites other than these."""
        lines = [kind for kind in LINES if kind in self.scene.used]
        if self.scene.played <= {*lines}:
            return {}
        return {site.name: [cell.name for cell in site.cells] for kind in lines for site in self.game.board.sites(kind)}

    def _placements(self) -> list[tuple[int, ...]]:
        """The cells of each placement of a tile; the page derives the names of placements from those of the cells."""
        if self.tables.pop(PLACEMENT, None) is None:
            return []
        board = self.game.board
        self._table("cell", [cell.name for cell in board.cells])
        if board.plain is not board:
            self.plain = {**self.plain, "cell": [cell.name for cell in board.plain.cells]}
            self.plain.pop(PLACEMENT, None)
        return [placement.cells for placement in board.placements]

    def _labels(self) -> dict[str, int]:
        """The cells by all their names in lower case, where the board has labels."""
        board = self.game.board
        return {} if board.plan.renamed is None else {name: cell.index for name, cell in board.in_small_letters.items()}

    def _aliases(self) -> dict[str, dict[str, int]]:
        """The edges and vertices that a move may name, by a cell and a direction, `a1-east`."""
        board, found = self.game.board, dict[str, dict[str, int]]()
        ways = (*board.directions, *(board.plan.tiling.corners if board.plan.tiling is not None else ()))
        for name in (f"{cell.name}-{way}" for cell in board.cells for way in ways):
            site = board.find(name)
            if site is not None and site.type in self.tables:
                found.setdefault(site.type, {})[name.lower()] = site.index
        return found

    # ---- values

    def _type(self, type_: Type) -> list[Any]:
        """The notation of a type's codes: by a table that begins at some code, or as numbers of a scale."""
        inner, values = strip_opt(type_), self.game.values
        none = none_code(inner) if isinstance(type_, Opt) and isinstance(inner, Fin | Num) else None
        match inner:
            case Bool():
                return ["table", self._table("truth", ["false", "true"])]
            case Fin(domain=domain):
                names = [values.text(code, inner) for code in range(domain.size)]
                table = self._table(domain.name, names)
                plain = [self._plain_values.text(code, inner) for code in range(domain.size)]
                if plain != names:
                    self.plain[table] = plain
                return ["table", table] if none is None else ["table", table, none]
            case Num(scale=scale):
                return ["number", scale] if none is None else ["number", scale, none]
        raise ExportError(f"{self.game.name} cannot be exported: {_NO_SETS}")

    def _of(self, domain: str) -> list[Any]:
        """The type of the elements of a domain."""
        return ["table", self._table(domain, [written(value) for value in self.game.values.elements(domain)])]

    def _table(self, name: str, texts: list[str]) -> str:
        self.tables.setdefault(name, texts)
        return name

    # ---- moves

    def _schema(self, schema: f.Schema) -> dict[str, Any]:
        """A move. `parts` is the file's own notation: texts, and for each value the number of its parameter with the property to
        write, the parameters of a set, or, for a name given by `let`, a table indexed by the arguments. `sets` lists the sets as
        half-open ranges of parameters, and whether the end of each has to be written; `choices` lists all choices of several,
        `unordered` the parameters whose words may be typed in any order, and `codes` the half-open ranges of values. `ways` are
        conditional notations in place of `parts`: the kernel says which. `covers` has the number of cells of the largest tile
        where a parameter is a placement, else 0."""
        names = [param.name for param in schema.params]
        usual = self.game.checked.definition.look.notation.get(schema.name)
        shown = self.checked.shown
        found: dict[str, Any] = {
            "name": schema.name,
            "params": [self._type(param.type) for param in schema.params],
            "covers": [self.game.values.most_covered(param.type) for param in schema.params],
            "sets": [
                [one.places.start, one.places.stop, one.is_divided]
                for one in self.game.notation.arguments[schema.name]
                if one.is_set
            ],
            "choices": [[places.start, places.stop] for places in without_order(self.checked, schema.name)],
            "unordered": [list(places) for places in self.game.notation.any_order.get(schema.name, ())],
            "codes": [[codes.start, codes.stop] for param in schema.params for codes in (codes_of_type(param.type),)],
        }
        found["framed"] = [
            self._let(schema, let.name)
            for let in schema.lets
            if isinstance(inner := strip_opt(let.value.type), Fin)
            and inner.domain.name in SITES
            and let.name not in names
            and any(re.search(rf"\b{let.name}\b", each) for each in self.game.notation.templates(schema.name))
        ]
        if usual is not None:
            found["parts"] = self._parts(schema, names, usual.text)
        if shown is not None and schema.name in shown.patterns:
            found["ways"] = [self._parts(schema, names, text.text) for text, _ in shown.patterns[schema.name]]
        return found

    def _parts(self, schema: f.Schema, names: list[str], template: str) -> list[Any]:
        return [self._part(schema, names, part) for part in re.split(f"({WORD.pattern})", template) if part]

    def _part(self, schema: f.Schema, names: list[str], part: str) -> Any:
        name, _, attribute = part.partition(".")
        for one in self.game.notation.arguments[schema.name]:
            if one.is_set and one.name == name:
                return part if attribute else ["set", one.places.start, one.places.stop]
        if name in names:
            place = names.index(name)
            type_ = schema.params[place].type
            if not attribute:
                return [place]
            inner = strip_opt(type_)
            if not isinstance(inner, Fin):
                return part
            texts = [self._property(inner, code, attribute) or part for code in range(inner.domain.size)]
            return [place, self._table(f"{inner.domain.name}.{attribute}", texts)]
        if any(let.name == name for let in schema.lets):
            return self._let(schema, part)
        return part

    def _let(self, schema: f.Schema, part: str) -> Any:
        """A table indexed by the codes of all arguments, the last varying fastest."""
        sizes = [self._size(param.type) for param in schema.params]
        total = 1
        for size in sizes:
            total *= size
        if total > _MOST_LETS:
            raise ExportError(f"{self.game.name} cannot be exported: `{schema.name}` is written in too many ways")
        texts = []
        for number in range(total):
            codes, rest = [], number
            for size in reversed(sizes):
                rest, code = divmod(rest, size)
                codes.append(code)
            texts.append(self._let_text(Step(schema.name, tuple(reversed(codes))), part))
        return ["let", self._table(f"{schema.name}.{part}", texts), sizes]

    def _let_text(self, step: Step, part: str) -> str:
        notation, (name, _, attribute) = self.game.notation, part.partition(".")
        value = notation.named(step).get(name)
        if not attribute:
            return in_a_move(value)
        type_ = parameter_type(next(schema for schema in self.core.schemas if schema.name == step.schema), name)
        code = self.game.values.code(value, type_)
        return part if code is None else self._property(type_, code, attribute) or part

    def _property(self, type_: Type, code: int, attribute: str) -> str:
        return property_text(self.checked, self.game.values, type_, code, attribute)

    def _size(self, type_: Type) -> int:
        inner = strip_opt(type_)
        if isinstance(inner, Bool):
            return 2
        if isinstance(inner, Fin):
            return inner.domain.size
        if isinstance(inner, Num) and inner.lo >= 0:
            return inner.hi + 1
        raise ExportError(f"{self.game.name} cannot be exported: a notation contains a value computed from a set")

    # ---- results

    def _reasons(self) -> list[list[str]]:
        """The text of each reason: without a sole winner, and for each winner."""
        numbers = range(len(self.core.reasons))
        return [[self.game.reason(number, winner) for winner in (None, *self.game.players)] for number in numbers]

    def _score(self) -> dict[str, Any]:
        if self.core.match is not None:
            slot = self.game.layout.slots["total"]
            return {"kind": "match", "scale": self.game.score_scale, "at": slot.start}
        return {"kind": "none" if self.core.score is None else "score", "scale": self.game.score_scale}

    # ---- beside the board

    def _variables(self) -> list[dict[str, Any]]:
        """The author's variables that are shown below the board."""
        found: list[dict[str, Any]] = []
        world = self.checked.world
        for name, slot in self.scene._variables.items():
            place, type_ = world.variables[name], slot.field.values
            about = {"name": name, "field": place.field, "at": slot.start}
            if place.is_set:
                if slot.field.index[0] not in SITES:
                    sort = "sets" if place.owners else "set"
                    found.append({**about, "sort": sort, "type": self._of(place.index[-1]), "dice": False,
                                  "count": slot.stop - slot.start})  # fmt: skip
                continue
            if place.bag is not None:
                low = set_base(SetOf(place.bag))
                is_die = self.scene._is_die(place.bag)
                found.append(
                    {
                        **about,
                        "sort": "bag",
                        "low": low,
                        "count": slot.stop - slot.start,
                        "type": self._type(place.bag),
                        "dice": is_die,
                    }
                )
            elif slot.field.index in ((), ("player",)):
                sort = "one" if slot.field.index == () else "players"
                found.append(
                    {**about, "sort": sort, "type": self._type(type_), "dice": sort == "one" and self.scene._is_die(type_)}
                )
        for each in found:
            each["turns"] = self.scene._of_turns(each["name"])
            each["rolled"] = [number for number, roll in enumerate(self.core.rolls) if each["field"] in roll.fields]
        return found

    def _announcements(self) -> list[dict[str, Any]]:
        """For each recipient, the place of the last announced value and of the mark that something was announced."""
        found, slots = [], self.game.layout.slots
        for one in self.checked.world.announcements:
            place, turned = slots[one.place.field], slots[one.turned]
            type_ = self._of(one.place.index[-1]) if one.place.is_set else self._type(one.place.values)
            about = {"words": one.words, "type": type_, "size": place.sizes[-1] if one.place.is_set else 0}
            found.append({**about, "at": place.start, "turned": [turned.start, turned.stop]})
        return found

    def _story(self) -> dict[str, Any]:
        """The data from which a side is told what it has seen and done: what others learn of each move, as the numbers of the
        parameters, or null for all or nothing of it; where rolls and choices are in the position; and the entries to tell."""
        layout, slots = self.game.layout, self.game.layout.slots
        tellings = {one.schema: [[at for at, param in enumerate(schema.params) if param.name in one.params], one.made]
                    for schema in self.core.schemas for one in self.core.tellings if one.schema == schema.name}  # fmt: skip
        chosen = [[slots[PICKED + param.name].start for param in schema.params if layout.has(PICKED + param.name)]
                  for schema in self.core.schemas]  # fmt: skip
        return {
            "tellings": [tellings.get(schema.name) for schema in self.core.schemas],
            "rolled": [[slots[name].start for name in roll.fields] for roll in self.core.rolls],
            "chosen": {"at": slots[MOVE].start, "params": chosen} if layout.has(MOVE) else None,
            "pieces": [self._told_pieces(slots[layer.field]) for layer in self.core.layers],
            "variables": [self._told_variable(slots[place.field], place.is_set)
                          for name, place in self.checked.world.variables.items()
                          if place.field in slots and name not in {text.text for text in self.checked.definition.look.hide}],
        }  # fmt: skip

    def _told_pieces(self, slot: Slot) -> dict[str, Any]:
        names = [element_text(self.game, slot.field.index[0], number) for number in range(slot.stop - slot.start)]
        return {"at": slot.start, "names": names, "empty": len(self.checked.pieces), "type": self._type(slot.field.values)}

    def _told_variable(self, slot: Slot, is_set: bool) -> dict[str, Any]:
        """The offset and names of a variable's entries, with the members apart for a set."""
        parts = [
            [written_field(self.game, slot.field.name), *indices(self.game, place)] for place in range(slot.start, slot.stop)
        ]
        return {
            "at": slot.start,
            "names": [" ".join(each[:-1] if is_set else each) for each in parts],
            "members": [each[-1] for each in parts] if is_set else None,
            "type": self._type(slot.field.values),
        }

    def _supplies(self) -> list[list[list[Any]]]:
        """For each player: the name of a kind, and the place of the number in supply."""
        world, layout = self.checked.world, self.game.layout
        kinds = list(enumerate(world.kinds.values()))
        return [
            [[kind.name, layout.at("supply", player, number)] for number, kind in kinds if player in world.suppliers(kind)]
            for player in range(len(self.game.players))
        ]
