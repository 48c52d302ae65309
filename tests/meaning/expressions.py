"""Well-typed expressions of every kind, made by Hypothesis as text, over the game of `playground`.

Each maker gives text of one type. Numbers, conditions and results come out so that no none reaches arithmetic; `site`
makes cells that may be none, for the words that pass it on.
"""

from __future__ import annotations

from hypothesis import strategies as st

from ggl.topology import Board

Draw = st.DrawFn
Bound = tuple[tuple[str, str], ...]
"""Names that generators around the expression have bound, with their types: cell, number, player, direction."""


class Maker:
    def __init__(self, draw: Draw, board: Board) -> None:
        self._draw = draw
        self._board = board
        self._count = 0

    def any(self, depth: int) -> str:
        kinds = ["condition", "number", "cells", "site", "cell_list", "numbers", "player", "groups", "edges"]
        if self._board.directions:
            kinds += ["direction", "ways"]
        return self._one(kinds, depth, ())

    # ---- choosing

    def _one(self, makers: list[str], depth: int, bound: Bound) -> str:
        return str(getattr(self, self._draw(st.sampled_from(makers)))(depth, bound))

    def _pick(self, *texts: str) -> str:
        return self._draw(st.sampled_from(texts))

    def _chance(self) -> bool:
        return self._draw(st.booleans())

    def _named(self, type_: str, bound: Bound) -> tuple[str, ...]:
        return tuple(name for name, its in bound if its == type_)

    def _new(self, type_: str, bound: Bound) -> tuple[str, Bound]:
        self._count += 1
        return f"x_{self._count}", (*bound, (f"x_{self._count}", type_))

    # ---- effects

    def effect(self, depth: int, bound: Bound = ()) -> str:
        """A line of effects, perhaps with a guard or for each of some cells."""
        name, inner = self._new("cell", bound)
        simple = [
            lambda bound: f"put {self._placed()} on {self._sites(depth, bound)}",
            lambda bound: f"put {self._pick('', 'Black ', 'White ')}stone on {self._sites(depth, bound)} from supply",
            lambda bound: f"take {self._taken(bound)} from {self._sites(depth, bound)}{self._to_supply(depth, bound)}",
            lambda bound: f"move {self._site_atom(bound)} to {self.site(depth, bound)}",
            lambda bound: f"move {self._taken(bound)} from {self.site(depth, bound)} to {self.site(depth, bound)}",
            lambda bound: f"exchange {self.site(depth, bound)}, {self.site(depth, bound)}",
            lambda bound: f"exchange {{{self.site(depth, bound)}, {self.site(depth, bound)}}}",
            lambda bound: f"flip {self._sites(depth, bound)}",
            lambda bound: f"promote {self._sites(depth, bound)} to {self._pick('king', 'stone')}",
            lambda bound: f"set {self.cell(0, bound)}.{self._pick('tint', 'age')} to {self._whole(bound)}",
            lambda bound: f"set {self.cell(0, bound)}.{self._pick('lit', 'closed')} to {self.condition(depth, bound)}",
            lambda bound: f"set marked to {self.site(depth, bound)}",
            lambda bound: f"set {self._pick('pool', 'last_pool')} to {self.cells(depth, bound)}",
            lambda bound: f"add {self._whole(bound)} to {self._pick('tally', 'mover.wins', 'Black.wins')}",
            lambda bound: f"{self._pick('add', 'drop')} {self._sites(depth, bound)} {{}} pool",
        ]
        if self._board.directions:
            simple += [
                lambda bound: f"put White arrow on {self._sites(depth, bound)} facing {self._way()}",
                lambda bound: f"turn {self._sites(depth, bound)} to {self._way()}",
            ]
        chosen = self._draw(st.sampled_from(simple))
        shape = self._draw(st.sampled_from(("", "if", "for", "for if")))
        text = chosen(inner if "for" in shape else bound)
        text = text.replace("{}", "to" if text.startswith("add") else "from")
        if "for" in shape:
            text += f" for {name} in {self.cells(depth, bound)}"
        if "if" in shape:
            text += f" if {self.condition(depth, inner if 'for' in shape else bound)}"
        return text

    def _sites(self, depth: int, bound: Bound) -> str:
        return self.site(depth, bound) if self._chance() else self.cells(depth, bound)

    def _site_atom(self, bound: Bound) -> str:
        return f"({self.site(1, bound)})"

    def _way(self) -> str:
        ways = ("north", "east", "south", "west") if self._board.basis == "square" else self._board.directions
        return self._pick(*ways)

    def _whole(self, bound: Bound) -> str:
        return self._pick("0", "1", "-2", "7", "20", f"count({self.cells(1, bound)})")

    def _placed(self) -> str:
        return self._pick("stone", "king", "White stone", "Black king", "stone of other(mover)", "rug", "mover king")

    def _to_supply(self, depth: int, bound: Bound) -> str:
        either = f"(stone if {self.condition(depth, bound)} else king)"
        owner = self._pick("", " of other(mover)", " of White")
        kind = self._pick("", " as stone", " as king", f" as {self.cell(0, bound)}.kind", f" as {either}")
        return self._pick("", f" to supply{owner}{kind}")

    def _taken(self, bound: Bound) -> str:
        return self._pick("stone", "piece", "own stone", "enemy piece", "White king", "rug", "piece of other(mover)")

    # ---- things

    def cell(self, depth: int, bound: Bound) -> str:
        """Never none."""
        return self._pick(*self._named("cell", bound) * 3, *(cell.name for cell in self._board.cells[:6]))

    def site(self, depth: int, bound: Bound) -> str:
        """A cell or none."""
        if depth <= 0:
            return self.cell(depth, bound)
        deeper = depth - 1
        plain = [
            lambda: self.cell(deeper, bound),
            lambda: f"first({self.cells(deeper, bound)})",
            lambda: f"the({self.cells(deeper, bound)})",
            lambda: f"first({self.cell_list(deeper, bound)})",
            lambda: f"{self.cell_list(deeper, bound)}[{self._pick('1', '2', '5')}]",
            lambda: f"cell({self.small(deeper, bound)})",
            lambda: "marked",
            lambda: f"({self.site(deeper, bound)} if {self.condition(deeper, bound)} else {self.site(deeper, bound)})",
            lambda: f"after({self.cell_list(0, ())}, {self.cell(deeper, bound)})",
            lambda: f"before({self.cell_list(0, ())}, {self.cell(deeper, bound)}, 2)",
        ]
        if self._board.directions:
            plain += [
                lambda: f"step({self.site(deeper, bound)}, {self.direction(deeper, bound)})",
                lambda: f"step({self.site(deeper, bound)}, {self.direction(deeper, bound)}, {self._pick('0', '1', '2', '3')})",
                lambda: f"sight({self.site(deeper, bound)}, {self.direction(deeper, bound)})",
                lambda: (
                    f"sight({self.site(deeper, bound)}, {self.direction(deeper, bound)}, blocked={self.cells(deeper, bound)})"
                ),
            ]
        return self._draw(st.sampled_from(plain))()

    def direction(self, depth: int, bound: Bound) -> str:
        names = (*self._named("direction", bound), *self._board.directions, "mover.forward")
        if depth > 0 and self._chance():
            return f"back({self.direction(depth - 1, bound)})"
        return self._pick(*names)

    def ways(self, depth: int, bound: Bound) -> str:
        simple = ("orthogonal", "diagonal", "compass", "directions")
        if depth <= 0 or self._chance():
            return self._pick(*simple, f"{{{self.direction(0, bound)}, {self.direction(0, bound)}}}")
        a, b = self.ways(depth - 1, bound), self.ways(depth - 1, bound)
        name, inner = self._new("direction", bound)
        return self._pick(
            f"({a} {self._pick('+', '-', '&')} {b})",
            f"({name} in {a} if {self.condition(depth - 1, inner)})",
            f"aslant({self.direction(depth - 1, bound)})",
        )

    def player(self, depth: int, bound: Bound) -> str:
        """A player or none."""
        return self._pick(*self._named("player", bound) * 2, *self._sides(), f"{self.site(depth - 1, bound)}.owner", "last.mover")

    def _sides(self) -> tuple[str, ...]:
        return ("Black", "White", "mover", "opponent", "other(mover)", "next(Black)")

    # ---- phrases

    def _phrase(self, depth: int, bound: Bound) -> str:
        kind = self._pick("stone", "king", "arrow", "piece", "rug")
        if kind == "rug":
            return kind
        return self._pick(
            kind,
            f"own {kind}",
            f"enemy {kind}",
            f"White {kind}",
            f"{kind} of other(mover)",
            *(f"{player} {kind}" for player in self._named("player", bound)),
        )

    # ---- conditions

    def condition(self, depth: int, bound: Bound) -> str:
        if depth <= 0:
            return self._pick("true", "false", f"empty({self.cell(0, bound)})", "tally > 3", "full")
        deeper = depth - 1
        name, inner = self._new("cell", bound)
        makers = [
            lambda: f"empty({self.site(deeper, bound)})",
            lambda: f"occupied({self.site(deeper, bound)})",
            lambda: f"{self._phrase(deeper, bound)} on ({self.site(deeper, bound)})",
            lambda: f"not ({self.condition(deeper, bound)})",
            lambda: f"({self.condition(deeper, bound)} {self._pick('and', 'or')} {self.condition(deeper, bound)})",
            lambda: f"({self.number(deeper, bound)} {self._compare()} {self.number(deeper, bound)})",
            lambda: f"({self.site(deeper, bound)} {self._pick('==', '!=')} {self.site(deeper, bound)})",
            lambda: f"({self.site(deeper, bound)} == none)",
            lambda: f"({self.player(deeper, bound)} {self._pick('==', '!=')} {self.player(deeper, bound)})",
            lambda: f"({self.site(deeper, bound)} {self._pick('in', 'not in')} {self.cells(deeper, bound)})",
            lambda: f"({self.site(deeper, bound)} {self._pick('in', 'not in')} {self.cell_list(deeper, bound)})",
            lambda: f"({self.cells(deeper, bound)} {self._pick('==', '!=')} {self.cells(deeper, bound)})",
            lambda: f"({self.cell_list(deeper, bound)} == {self.cells(deeper, bound)})",
            lambda: f"({self.numbers(deeper, bound)} {self._compare()} {self.numbers(deeper, bound)})",
            lambda: f"({self.number(deeper, bound)} in {self.small(deeper, bound)}..4)",
            lambda: f"any({self.cells(deeper, bound)})",
            lambda: f"any({self.condition(deeper, inner)} for {name} in {self.cells(deeper, bound)})",
            lambda: f"all({self.condition(deeper, inner)} for {name} in {self.cell_list(deeper, bound)})",
            lambda: f"touching({self.cells(deeper, bound)}, {self.cells(deeper, bound)})",
            lambda: f"connected({self.cells(deeper, bound)}, {self.cells(deeper, bound)}, {self.cells(deeper, bound)})",
            lambda: f"lined({self.cells(deeper, bound)}, {self._pick('1', '2', '3')})",
            lambda: f"{self.cell(deeper, bound)}.lit",
            lambda: f"{self.cell(deeper, bound)}.closed",
            lambda: f"({self.cell(deeper, bound)} {self._compare()} {self.cell(deeper, bound)})",
            lambda: f"({self.condition(deeper, bound)} if {self.condition(deeper, bound)} else {self.condition(deeper, bound)})",
            lambda: f"({self.site(deeper, bound)}.kind in {{king, {self._pick('stone', 'arrow', 'rug')}}})",
        ]
        return self._draw(st.sampled_from(makers))()

    def _compare(self) -> str:
        return self._pick("==", "!=", "<", "<=", ">", ">=")

    # ---- numbers

    def small(self, depth: int, bound: Bound) -> str:
        return self._pick("0", "1", "2", "3", "tally", f"size({self.cells(min(depth, 1) - 1, bound)})")

    def number(self, depth: int, bound: Bound) -> str:
        if depth <= 0:
            return self._pick(*self._named("number", bound), "0", "1", "3", "0.5", "2.5", "tally", "ply", "mover.wins")
        deeper = depth - 1
        name, inner = self._new("cell", bound)
        makers = [
            lambda: f"({self.number(deeper, bound)} {self._pick('+', '-')} {self.number(deeper, bound)})",
            lambda: f"({self.number(0, bound)} * {self.number(deeper, bound)})",
            lambda: f"({self.number(deeper, bound)} / {self._pick('2', '4', '0.5')})",
            lambda: f"({self.small(deeper, bound)} {self._pick('//', '%')} {self.small(deeper, bound)})",
            lambda: f"(-{self.small(deeper, bound)} {self._pick('//', '%')} {self._pick('2', '3')})",
            lambda: f"-({self.number(deeper, bound)})",
            lambda: f"{self._pick('count', 'size')}({self.cells(deeper, bound)})",
            lambda: f"count({self.cell_list(deeper, bound)})",
            lambda: f"count({name} in {self.cells(deeper, bound)} if {self.condition(deeper, inner)})",
            lambda: f"sum({self.number(deeper, inner)} for {name} in {self.cells(deeper, bound)})",
            lambda: (
                f"{self._pick('min', 'max')}({self.number(deeper, inner)} for {name} in {self.cells(deeper, bound)},"
                f" default={self.number(0, bound)})"
            ),
            lambda: f"{self._pick('min', 'max')}({self.number(deeper, bound)}, {self.number(deeper, bound)})",
            lambda: f"({self.number(deeper, bound)} if {self.condition(deeper, bound)} else {self.number(deeper, bound)})",
            lambda: f"{self.cell(deeper, bound)}.{self._pick('row', 'column', 'number', 'tint', 'age')}",
            lambda: f"hand({self._pick(*self._sides())}, stone)",
            lambda: f"hand({self._pick(*self._sides())})",
            lambda: f"{self._pick(*self._sides()[:4])}.wins",
            lambda: f"count({self.groups(deeper, bound)})",
            lambda: f"count(owners({self.cells(deeper, bound)}))",
        ]
        return self._draw(st.sampled_from(makers))()

    def numbers(self, depth: int, bound: Bound) -> str:
        """A list of numbers."""
        name, inner = self._new("cell", bound)
        group, _ = self._new("cells", bound)
        deeper = depth - 1
        order = self._pick("sorted", "descending", "reversed")
        return self._pick(
            f"[{self.number(0, bound)}, {self.number(deeper, bound)}]",
            f"({self.number(deeper, inner)} for {name} in {self.cells(deeper, bound)})",
            f"{order}({self.number(deeper, inner)} for {name} in {self.cells(deeper, bound)})",
            f"descending(size({group}) for {group} in {self.groups(deeper, bound)})",
        )

    # ---- sets and lists

    def cells(self, depth: int, bound: Bound) -> str:
        simple = ("cells", "border", "corners", "center", "vacant", "taken_cells", "pool", "last_pool")
        if depth <= 0:
            return self._pick(*simple, f"{{{self.cell(0, bound)}, {self.cell(0, bound)}}}")
        deeper = depth - 1
        name, inner = self._new("cell", bound)
        makers = [
            lambda: self._pick(*simple),
            lambda: f"{{{self.site(deeper, bound)}, {self.site(deeper, bound)}}}",
            lambda: f"({self.cells(deeper, bound)} {self._pick('+', '-', '&')} {self.cells(deeper, bound)})",
            lambda: f"({self.cell_list(deeper, bound)} + {self.cells(deeper, bound)})",
            lambda: f"({self.cells(deeper, bound)} with {self._phrase(deeper, bound)})",
            lambda: f"({self.cell_list(deeper, bound)} with {self._phrase(deeper, bound)})",
            lambda: f"({name} in {self.cells(deeper, bound)} if {self.condition(deeper, inner)})",
            lambda: f"neighbors({self.site(deeper, bound)})",
            lambda: f"neighbors({self.cells(deeper, bound)})",
            lambda: f"around({self.cells(deeper, bound)})",
            lambda: f"group({self.site(deeper, bound)})",
            lambda: f"spread({self.cells(deeper, bound)}, {self.cells(deeper, bound)})",
            lambda: f"spread({self.cells(deeper, bound)}, {self.cells(deeper, bound)}, {self.edges(deeper, bound)})",
            lambda: f"first({self.groups(deeper, bound)})",
            lambda: f"({self.cells(deeper, bound)} if {self.condition(deeper, bound)} else {self.cells(deeper, bound)})",
            lambda: f"first({self.edges(deeper, bound)}).cells",
            lambda: f"{self._pick('row', 'column')}({self.small(deeper, bound)})",
        ]
        if self._board.directions:
            makers += [
                lambda: f"spread({self.cells(deeper, bound)}, {self.cells(deeper, bound)}, directions)",
                lambda: f"first(components({self.cells(deeper, bound)}, {{{self._board.directions[0]}}}))",
                lambda: f"steps({self.site(deeper, bound)}, {self.ways(deeper, bound)})",
                lambda: f"{self._pick('slides', 'sees')}({self.site(deeper, bound)}, {self.ways(deeper, bound)})",
                lambda: f"slides({self.site(deeper, bound)}, {self.ways(deeper, bound)}, blocked={self.cells(deeper, bound)})",
            ]
        if self._board.basis in ("square", "track"):
            makers += [
                lambda: f"ranks({self._pick(*self._board.directions)})[{self._pick('1', '2', '9')}]",
                lambda: f"rank({self._pick(*self._sides())}, {self.small(deeper, bound)})",
            ]
        if self._board.basis == "square":
            makers.append(lambda: f"leaps({self.site(deeper, bound)}, 1, 2)")
        return self._draw(st.sampled_from(makers))()

    def cell_list(self, depth: int, bound: Bound) -> str:
        if depth <= 0:
            return f"[{self.cell(0, bound)}, {self.cell(0, bound)}]"
        deeper = depth - 1
        name, inner = self._new("cell", bound)
        other, both = self._new("cell", inner)
        makers = [
            lambda: f"[{self.site(deeper, bound)}, {self.site(deeper, bound)}]",
            lambda: f"({self.cell_list(deeper, bound)} + {self.cell_list(deeper, bound)})",
            lambda: f"({self.cell_list(deeper, bound)} {self._pick('-', '&')} {self.cells(deeper, bound)})",
            lambda: f"({self.site(deeper, inner)} for {name} in {self.cells(deeper, bound)})",
            lambda: f"({name} for {name} in {self.cells(deeper, bound)} if {self.condition(deeper, inner)})",
            lambda: f"({self.site(deeper, both)} for {name} in {self.cells(0, bound)} for {other} in {self.cells(0, inner)})",
            lambda: f"({name} in {self.cell_list(deeper, bound)} if {self.condition(deeper, inner)})",
            lambda: f"leading({name} in {self.cell_list(deeper, bound)} if {self.condition(deeper, inner)})",
            lambda: f"{self._pick('sorted', 'descending', 'reversed')}({self.cell_list(deeper, bound)})",
        ]
        if self._board.directions:
            makers += [
                lambda: f"ray({self.site(deeper, bound)}, {self.direction(deeper, bound)})",
                lambda: f"ray({self.site(deeper, bound)}, {self.direction(deeper, bound)}, {self.small(deeper, bound)})",
                lambda: f"{self._pick('between', 'path')}({self.site(deeper, bound)}, {self.site(deeper, bound)})",
            ]
        return self._draw(st.sampled_from(makers))()

    def groups(self, depth: int, bound: Bound) -> str:
        return self._pick(
            f"groups({self._pick(*self._sides())})",
            "territories",
            f"components({self.cells(depth - 1, bound)})",
            *(() if not self._board.sides else ("sides",)),
        )

    def edges(self, depth: int, bound: Bound) -> str:
        whole = self._pick("edges", "(edges + rim)", f"{self.cell(0, bound)}.edges")
        sets = [whole, f"({whole} with wall)", f"neighbors(first({whole}))"]
        if self._board.directions:
            sets.append(f"{{edge_towards({self.site(depth - 1, bound)}, {self.direction(0, bound)})}}")
        return self._pick(*sets)
