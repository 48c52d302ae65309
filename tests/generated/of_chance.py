"""Features of chance: several variables rolled in one step, lists and bags as weights, sums."""

from __future__ import annotations

from ggl.core.types import ListOf
from ggl.syntax import tree as t
from tests.generated.draft import Draft
from tests.generated.of_ends import words
from tests.generated.table import SETUP, STATE, TURN, feature

_STAGES = "before do ensure then end until score begin define"


def _die(d: Draft, within: str) -> str:
    key = d.name("die")
    d.state[key] = {"start": within.partition("..")[0], "in": within}
    d.offer("number", lambda s: key, _STAGES)
    return key


def _several(d: Draft) -> str:
    dice = [_die(d, "0..6") for _ in range(int(d.pick("2223")))]
    return f"roll {', '.join(dice)} from {d.pick(('1..3', '{2, 5}', '[1, 1, 4]', 'sums(2, 0..2)'))}"


@feature("roll of several variables", TURN, lambda f: any(roll.others for roll in f.core.rolls), costs=3)
def _roll_several(d: Draft) -> None:
    d.begin.append(_several(d))


@feature("roll of one of several", TURN, lambda f: any(not drawn.source for drawn in f.checked.world.drawn.values()), costs=2)
def _roll_one_of_several(d: Draft) -> None:
    dice = d.name("dice")
    each, one, whose = d.pick((("cells", "c", "first(cells)"), ("players", "p", "mover"), ("players", "p", d.players[0])))
    d.state[dice] = {"start": "1", "in": "1..6", "each": each}
    d.offer("number", lambda s: f"sum({one}.{dice} for {one} in {each})", _STAGES)
    d.begin.append(f"roll {whose}.{dice} from {d.pick(('1..6', '[1, 1, 2]', '{3}'))}")


@feature("set-up: roll of several variables", SETUP, lambda f: any(roll.others and roll.in_setup for roll in f.core.rolls))
def _set_up_several(d: Draft) -> None:
    d.setup.append(_several(d))


@feature("roll of a list", TURN, lambda f: any(isinstance(roll.source.type, ListOf) for roll in f.core.rolls), costs=2)
def _roll_list(d: Draft) -> None:
    die = _die(d, "0..12")
    x, y = d.name("x"), d.name("y")
    weighted = f"({x} for {x} in 1..3 for {y} in 1..{x})"
    listed = ("[1, 1, 2]", "[3, 0, 3, 3]", "sums(2, 1..4)", "sums(3, [0, 0, 1])", weighted)
    d.begin.append(f"roll {die} from {d.pick(listed)}")


@feature("roll of a bag", TURN, lambda f: any(isinstance(roll.source.type, ListOf) for roll in f.core.rolls), costs=2)
def _roll_bag(d: Draft) -> None:
    die, bag = _die(d, "0..6"), d.name("bag")
    d.state[bag] = {"start": d.pick(("[1, 1, 5]", "[4]", "[0, 6, 6, 6, 6]")), "in": "0..6"}
    d.offer("number", lambda s: f"count({bag})", _STAGES)
    d.begin += [f"roll {die} from {bag}", f"drop {die} from {bag}"]
    if d.maybe():
        d.begin.append(f"add {die} to {bag} if ply % 3 == 2")


words(
    "sums",
    "number",
    [lambda d, s: f"count({(x := d.name('x'))} in sums({d.pick('123')}, {d.pick(('1..3', '[0, 1]'))}) if {x} > {d.pick('123')})"],
    lambda f: f.calls("sums"),
)


def _hands(d: Draft) -> tuple[str, str]:
    """Values with a property, a set of them, and one for each player."""
    cards, deck, hand = (d.name("sort") for _ in range(3))
    rank, x = d.name("rank"), d.name("x")
    d.combined[cards] = {rank: d.pick(("1..6", "0..4", "3..3"))}
    if d.values and d.maybe():
        d.combined[cards][d.name("suit")] = next(iter(d.values))
    d.state[deck] = {"start": cards, "in": cards}
    d.state[hand] = {"start": d.pick(("{}", "{}", cards)), "in": cards, "each": "players"}
    d.offer("number", lambda s: f"size(mover.{hand})", "before do ensure end until", must=True)
    d.offer("number", lambda s: f"sum({x}.{rank} for {x} in {deck})", _STAGES.replace("define", ""))
    d.offer("condition", lambda s: f"any({x} in mover.{hand} if {x}.{rank} > {d.pick('123')})", "before do ensure end until")
    return deck, hand


@feature("values: properties", STATE, lambda f: any(part.properties for part in f.definition.values.values()), costs=3)
def _properties(d: Draft) -> None:
    deck, hand = _hands(d)
    for move in d.moves[:1]:
        move.do.append(f"set mover.{hand} to {deck}" if d.maybe() else f"add {deck} to mover.{hand}")


@feature("begin: deal", TURN, lambda f: any(True for _ in f.all_of(t.Deal, "begin")), costs=4)
def _deal(d: Draft) -> None:
    deck, hand = _hands(d)
    number, to = d.pick(("1", "2", "5", "ply % 3")), d.pick(("mover", d.players[0]))
    d.begin.append(f"deal {number} from {deck} to {to}.{hand}")
    if d.maybe():
        p = d.name("p")
        d.begin.append(f"deal 1 from {p}.{hand} to {deck} for {p} in players")


@feature("set-up: deal", SETUP, lambda f: any(True for _ in f.all_of(t.Deal, "setup")), costs=3)
def _set_up_deal(d: Draft) -> None:
    deck, hand = _hands(d)
    p = d.name("p")
    d.setup.append(f"deal {d.pick('12')} from {deck} to {p}.{hand} for {p} in players")


@feature("begin: deal of a bag", TURN, lambda f: any(True for _ in f.all_of(t.Deal, "begin")), costs=3)
def _deal_of_a_bag(d: Draft) -> None:
    bag, tray, pick = d.name("bag"), d.name("bag"), _die(d, "0..6")
    d.state[bag] = {"start": d.pick(("[1, 1, 5]", "[4]", "[0, 6, 6, 6, 6]")), "in": "0..6"}
    d.state[tray] = {"start": "[]", "in": "0..6"}
    d.begin += [f"deal {d.pick('123')} from {bag} to {tray}", f"deal 1 from {tray} to {pick}"]
