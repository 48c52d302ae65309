"""Games that nobody wrote: moves, turns, ends and scores of many forms, their conditions and effects made by Hypothesis.

The board, the pieces and what is remembered are those of `tests.meaning.playground`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import yaml
from hypothesis import strategies as st

from tests.compiler.dresses import dressed
from tests.meaning import playground
from tests.meaning.expressions import Bound, Draw, Maker

Part = dict[str, Any]

P: Bound = (("p", "player"),)
C: Bound = (("c", "cell"),)
AB: Bound = (("a", "cell"), ("b", "cell"))
N: Bound = (("n", "number"),)


LARGE = ("square(9)", "hexagon(6)", "torus(8, 9)", "triangle(12)", "morris(4)")
"""Boards whose sets of cells take two words; the edges of the small ones do here and there."""


@st.composite
def texts(draw: Draw, depth: int, shapes: tuple[str, ...] = playground.SHAPES) -> str:
    """The text of a game; most are sound."""
    shape = draw(st.sampled_from(shapes))
    played = yaml.dump(_Writer(draw, shape, depth).rules(), Dumper=_Lines, sort_keys=False, width=10_000, allow_unicode=True)
    return dressed(draw, playground.declared(shape) + played)


class _Lines(yaml.SafeDumper):
    """Several lines of effects stand as they are."""


_Lines.add_representer(
    str, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)
)


class _Writer:
    def __init__(self, draw: Draw, shape: str, depth: int) -> None:
        self._draw = draw
        self._shape = shape
        self._depth = depth
        self._large = shape in LARGE
        self._maker = Maker(draw, playground.game(shape)[0].board)

    def rules(self) -> Part:
        setup, _ = playground.setups(self._shape, 4)[self._pick(0, 1, 2, 3)]
        moves: dict[str, Part] = {}
        for make in self._draw(
            st.lists(st.sampled_from((self._put, self._go, self._tune, self._wall, self._lift)), min_size=1, max_size=3)
        ):
            moves |= make()
        return {
            "setup": setup,
            "moves": moves,
            "define": {
                "known(c)": self._maker.condition(self._depth, C),
                "near(a, b)": self._maker.condition(self._depth, AB),
                "worth(p)": self._maker.number(self._depth, P),
                "land(p)": self._maker.cells(self._depth, P),
            },
            "turn": self._turn([name for name in moves if "(" not in name]),
            "end": self._end(),
            "score(p)": self._pick("worth(p)", "count(land(p))", self._maker.number(self._depth, P)),
        }

    # ---- moves

    def _put(self) -> dict[str, Part]:
        kind = self._pick("stone", "king", "stone from supply", "Black king", "stone of other(mover)")
        kind, supply = kind.removesuffix(" from supply"), " from supply" if kind.endswith("supply") else ""
        range_ = self._pick("cells", "vacant", "vacant", "cells - border", self._maker.cells(self._depth, ()))
        put: Part = {"for": f"c in {range_}", **self._where(C), "do": self._do(f"put {kind} on c{supply}", C), **self._ensure(C)}
        if not self._maybe():
            return {"put": put}
        follow = {"for": "b in neighbors(a)", **self._where(AB), "do": self._do("move a to b", AB), **self._ensure(AB)}
        return {"put": put | {"then": self._pick("on(c)", "optional on(c)", f"on(c) if {self._condition(C)}")}, "on(a)": follow}

    def _go(self) -> dict[str, Part]:
        source = self._pick("cells with own piece", "cells with own piece", "taken_cells", "cells with own king")
        target = self._pick(
            "neighbors(a)", "steps(a, orthogonal)", "slides(a, compass)", "vacant", self._maker.cells(self._depth, (AB[0],))
        )
        if not playground.game(self._shape)[0].board.directions and target[:2] in ("st", "sl"):
            target = "neighbors(a)"
        first = self._pick("move a to b", "exchange a, b", "take piece from b\nput own stone on b", "put own king on b")
        go: Part = {"for": f"a in {source}, b in {target}", **self._where(AB), "do": self._do(first, AB), **self._ensure(AB)}
        if self._maybe():
            go = {"for": go.pop("for"), "let": {"spot": self._maker.site(self._depth, AB)}, **go}
            go["do"] += "\nset marked to spot"
        return {"go": go}

    def _tune(self) -> dict[str, Part]:
        where = self._where(N) or {"where": "n != tally"}
        return {"tune": {"for": "n in 0..3", **where, "do": self._do("set tally to n", N), **self._ensure(N)}}

    def _wall(self) -> dict[str, Part]:
        do = self._do("put wall on e", ())
        return {
            "wall": {
                "for": "e in edges",
                **(self._where(()) if self._maybe() else {"where": "empty(e)"}),
                "do": do,
                **self._ensure(()),
            }
        }

    def _lift(self) -> dict[str, Part]:
        bound = (*P, *C)
        do = self._do(self._pick("take piece from c", "flip c", "promote c to king"), bound)
        return {"lift": {"for": "p in players, c in cells with p piece", **self._where(bound), "do": do, **self._ensure(bound)}}

    def _where(self, bound: Bound) -> Part:
        return self._conditions("where", bound)

    def _ensure(self, bound: Bound) -> Part:
        return self._conditions("ensure", bound) if self._maybe() else {}

    def _conditions(self, key: str, bound: Bound) -> Part:
        count = self._pick(0, 1, 1, 2)
        found = {f"{key} {number}": self._condition(bound) for number in range(count)}
        if key == "ensure" and self._maybe():
            found["superko"] = "board_repetitions == 1"
        return {key: found} if found else {}

    def _do(self, first: str, bound: Bound) -> str:
        if self._maybe():
            first += "\ntake piece from g for g in groups(opponent) if not any(x in around(g) if empty(x))"
        return "\n".join([first, *(self._maker.effect(self._depth, bound) for _ in range(self._pick(0, 0, 1, 2)))])

    def _condition(self, bound: Bound) -> str:
        cells = [name for name, type_ in bound if type_ == "cell"]
        usual = [
            *(f"not known({cell})" for cell in cells),
            *(f"any(known(x) for x in neighbors({cell}))" for cell in cells),
            *(f"near({a}, {b})" for a, b in pairwise(cells)),
            *(f"size(group({cell})) {self._pick('<', '==', '>')} {self._pick('1', '2', '3')}" for cell in cells),
            *(
                f"any(g in groups({self._pick('mover', 'opponent')}) if size(g) > 2 and touching(g, {{{cell}}}))"
                for cell in cells
            ),
        ]
        return self._pick(*usual) if usual and self._pick(0, 0, 1) else self._maker.condition(self._depth, bound)

    # ---- turns and ends

    def _turn(self, moves: list[str]) -> Part:
        turn: Part = {"pass": self._pick("forced", "forced", "free")}
        if self._maybe():
            turn["pie"] = self._pick("swap-sides", "choose-side")
        if self._maybe():
            turn["continue"] = f"steps < 3 and {self._condition(())}"
        if self._maybe():
            turn["begin"] = self._pick(
                "roll tally from 0..3", f"roll marked from {self._maker.cells(1, ())}", self._maker.effect(self._depth)
            )
        if not self._large and self._maybe():  # to go through all turns there takes too long as Python
            turn[self._pick("least", "most")] = self._pick("[steps, tally]", self._maker.number(self._depth, ()))
        if len(moves) > 1 and self._maybe():
            turn["phases"] = {"early": {"play": moves[0], "until": self._condition(())}, "late": {"play": " or ".join(moves)}}
        elif len(moves) > 1 and self._maybe():
            turn["play"] = " otherwise ".join(moves)
        return turn

    def _end(self) -> Part:
        end: Part = {"by score": {"long": "ply > 20"}}
        made = self._pick("stuck", "repetitions > 1", "passes == 2", f"ply > 8 and {self._condition(())}")
        if self._maybe():
            end[self._pick("mover wins", "mover loses", "draw")] = made
        if self._maybe():
            end["by score"]["made"] = f"ply > 8 and {self._condition(())}"
        return end

    # ---- choosing

    def _pick(self, *values: Any) -> Any:
        return self._draw(st.sampled_from(values))

    def _maybe(self) -> bool:
        return self._pick(False, False, True) is True
