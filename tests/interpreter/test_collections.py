"""Forms that give sets and lists or go through members: what they come to, the work it takes, and which answers are kept."""

from __future__ import annotations

import pytest

from ggl.engine.protocol import Step
from ggl.interpreter import collections, sets
from tests.interpreter.engines import engine_of, form_of, work_on

TEXT = """\
ggl: 1
name: Few
players: [Black, White]
board: square(3, 1)
pieces: {stone: {}}
setup: put Black stone on a1
moves: {place: {for: c in vacant, do: put stone on c}}
end: {draw: full}
"""


def come_to(text: str) -> tuple[object, int]:
    """The value of a form as the game starts, and the work it took."""
    engine = engine_of(TEXT)
    v = engine.vector(engine.start())
    found = engine.expressions.alone(form_of(engine, text))(v)  # type: ignore[arg-type]
    return found, work_on(v)


FIVE, NONE, TRUE, N = "(lit 31 <{0..4}>)", "(lit 0 <{0..4}>)", "(lit 1 <bool>)", "(var n <0..4>)"
BELOW_TWO = f"(compare lt {N} (lit 2 <0..4>))"
TWICE = f"(list-op literal [{N} {N}] <[0..4]>)"
SETS = "(lit [1 2] <[{cell}]>)"


CASES = {
    "a range inside its type, whose first bit is that of 2": ("(number-range (lit 3 <0..9>) (lit 4 <0..9>) <{2..5}>)", 0b0110, 0),
    "a range from below its type": ("(number-range (lit 0 <0..9>) (lit 3 <0..9>) <{2..5}>)", 0b0011, 0),
    "a range to beyond its type": ("(number-range (lit 4 <0..9>) (lit 9 <0..9>) <{2..5}>)", 0b1100, 0),
    "a range that ends before it begins": ("(number-range (lit 4 <0..9>) (lit 3 <0..9>) <{2..5}>)", 0, 0),
    "a step for each member that is asked about": (f"(fold any n {FIVE} {TRUE} {BELOW_TWO} nil <bool>)", True, 5),
    "whether a set has any members, at once": (f"(fold any n {FIVE} {TRUE} {TRUE} nil <bool>)", True, 0),
    "an empty set has none": (f"(fold any n {NONE} {TRUE} {TRUE} nil <bool>)", False, 0),
    "what holds of all holds of none at all": (f"(fold all n {NONE} {TRUE} {TRUE} nil <bool>)", True, 0),
    "the first set of none is empty": (f"(fold first n {NONE} {TRUE} (lit 1 <{{cell}}>) nil <{{cell}}>)", 0, 0),
    "the first list of none is empty": (f"(fold first n {NONE} {TRUE} {TWICE} nil <[0..4]>)", (), 0),
    "the last set of a list": (f"(list-op at [{SETS} (lit 2 <0..3>)] <{{cell}}>)", 2, 0),
    "the set beyond the end of a list is empty": (f"(list-op at [{SETS} (lit 3 <0..3>)] <{{cell}}>)", 0, 0),
    "a list of those that pass": (f"(listing n {FIVE} {BELOW_TWO} {N} false <[0..4]>)", (0, 1), 5),
    "a step for each member of a list that is joined": (
        f"(listing n {FIVE} {BELOW_TWO} {TWICE} true <[0..4]>)", (0, 0, 1, 1), 5 + 2 + 2,
    ),
    "a step for each member of two lists in one": (f"(list-op concat [{SETS} {SETS}] <[{{cell}}]>)", (1, 2, 1, 2), 4),
    "a step for each member of a list in reverse": (f"(list-op reverse [{SETS}] <[{{cell}}]>)", (2, 1), 2),
}  # fmt: skip


@pytest.mark.parametrize(("form", "value", "work"), CASES.values(), ids=CASES)
def test_a_form_and_its_work(form: str, value: object, work: int) -> None:
    assert come_to(form) == (value, work)


def test_planes_of_the_last_position_are_kept_in_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A set of values keeps its plane of the position last asked about; sets beyond the bound are looked for each time."""
    monkeypatch.setattr(collections, "PLANES", 2)
    gathered, asked = sets.plane, list[int]()
    black, white, nothing = 0b001, 0b010, 0b100

    def plane(entries: list[int], values: int) -> int:
        asked.append(values)
        return gathered(entries, values)

    play, engine = engine_of(TEXT), engine_of(TEXT)
    first, second = play.start(), play.play(play.start(), Step("place", (1,)))
    planes = [
        engine.expressions.alone(form_of(engine, f"(plane at (lit {values} <{{0..2}}>) <{{cell}}>)"))  # type: ignore[arg-type]
        for values in (black, white, nothing)
    ]
    monkeypatch.setattr(sets, "plane", plane)
    for position, found in ((first, [0b001, 0, 0b110]), (second, [0b011, 0, 0b100])):
        v = engine.vector(position)
        assert [[one(v) for one in planes] for _ in range(2)] == [found, found]
    assert asked == [black, white, nothing, nothing] * 2
