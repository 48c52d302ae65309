"""Mistakes in effects: what is told of each, and that nothing is told of what comes close to one."""

import pytest

from tests.checker.test_small_mistakes import found_in, move, rolled

Keys = dict[str, str]


def kinds(text: str) -> Keys:
    return {"pieces": f"{{{text}}}"}


def state(text: str) -> Keys:
    return {"state": f"{{{text}}}"}


def begin(*effects: str) -> Keys:
    return {"turn": "\n  begin: |\n" + "\n".join(f"    {effect}" for effect in effects)}


def dealt(deck: str, held: str, number: str = "1") -> Keys:
    return state(f"deck: {deck}, held: {held}, n: 1") | {"setup": f"deal {number} from deck to held"}


def kind_of(do: str, choices: str = "k in kinds") -> Keys:
    return move(do, choices=f"c in cells, {choices}")


def asked(test: str, then: str, use: str) -> Keys:
    """A value that is asked for, an effect, and the value once more."""
    names = "spot: {start: none, in: cells}, home: {start: none, in: cells, each: players}, n: {start: 0, in: 0..9}"
    return (
        state(f"{names}, who: {{start: none, in: players}}")
        | {"define": "{first_one: first(cells with stone), after_it(x): 'step(x, north)'}"}
        | move(f"if {test} != none:\n        {then}\n        {use}")
    )


MAY_BE_NONE = "GGL207 expected a number, but this may be none"
TWO_LAYERS = kinds("stone: {}, coin: {layer: floor, stacks: 3}")
PILES = kinds("stone: {piles: 3}, mark: {layer: floor}")
ROCK = kinds("stone: {supply: 3}, rock: {of: nobody}, king: {}")
TRAY = kinds("rock: {of: nobody}, stone: {}, king: {}")
AT_ONCE = "GGL437 only moves can be made at once"
ONE_PIECE = "GGL406 a site holds only one piece"
NONE_UNDER = "GGL406 no piece here lies under another"
NOT_DEALT = "GGL205 `held` cannot hold everything that may be dealt from `deck`"
NOT_ROLLED_INTO = "GGL410 a roll goes into a variable that holds one number, site, player or kind"
LOST = "GGL410 this value is lost when the roll is made"
CASES = {
    "a move under a pile at once": (move("move c to under a1 for c in cells at once"), [AT_ONCE]),
    "a move from under a pile at once": (move("move stone from under c to a1 for c in cells at once"), [AT_ONCE]),
    "part of a stack at once": (
        move("move own stone from x to a1 for x in cells at once") | kinds("stone: {stacks: 3}"),
        ["GGL437 part of a stack cannot move at once"],
    ),
    "a number and a half dealt": (
        dealt("{start: [0], in: 0..3}", "{start: [], in: 0..3}", "1.5"),
        ["GGL205 expected a whole number, but this may be a fraction"],
    ),
    "numbers dealt to a cell": (dealt("{start: [0], in: 0..3}", "{start: none, in: cells}"), [NOT_DEALT]),
    "cells dealt to a number": (dealt("{start: [a1], in: cells}", "{start: 0, in: 0..3}"), [NOT_DEALT]),
    "halves dealt to whole numbers": (dealt("{start: [0.5], in: {0.5, 1}}", "{start: [], in: 0..3}"), [NOT_DEALT]),
    "as many dealt at once as can be": (dealt("{start: [0], in: 0..3}", "{start: [], in: 0..3}", "1000"), []),
    "one more": (
        dealt("{start: [0], in: 0..3}", "{start: [], in: 0..3}", "1001"),
        ["GGL410 at most 1,000 can be dealt at once"],
    ),
    "a number that may be more than one, dealt to one value": (
        dealt("{start: [0], in: 0..3}", "{start: 0, in: 0..3}", "n"),
        ["GGL410 only one can be dealt to a variable that holds one value"],
    ),
    "a value under a name that nothing uses": (move("let x be unheard"), ["GGL203 unknown name `unheard`"]),
    "a name that is used once": (move("let x be ply\n      set n to x") | state("n: {start: 0, in: 0..9}"), []),
    "a name that is taken": (
        move("let c be ply\n      add c to n") | state("n: {start: 0, in: 0..9}"),
        ["GGL202 `c` already means something here"],
    ),
    "a phase where there is one alone": (
        {"turn": "{phases: {opening: {play: place}}}"} | move("phase opening"),
        ["GGL408 there is no phase `opening`"],
    ),
    "a parameter of a routine that is taken": (
        move("tidy(c)") | {"routines": "{tidy(full): take stone from full}"},
        ["GGL202 `full` already means something here"],
    ),
    "winners of a set, in a match that wants one": (
        move("win players") | {"match": "\n  until: ply > 0\n  points(p): {1: winner == p, else: 0}"},
        ["GGL508 several players can win this game together, but `winner` is only one"],
    ),
    "an argument that is lost at a roll": (
        {"routines": "\n  go(k): |\n    roll die from 0..1\n    set n to k"}
        | begin("go(ply)")
        | state("die: {start: 0, in: 0..1}, n: {start: 0, in: 0..9}"),
        [LOST],
    ),
    "an argument that is fixed": (
        {"routines": "\n  go(k): |\n    roll die from 0..1\n    set n to k"}
        | begin("go(2)")
        | state("die: {start: 0, in: 0..1}, n: {start: 0, in: 0..9}"),
        [],
    ),
    "a name that is lost at a roll": (
        begin("let x be ply", "roll die from 0..1", "set n to x") | state("die: {start: 0, in: 0..1}, n: {start: 0, in: 0..9}"),
        [LOST],
    ),
    "one that is used before it, and another name after it": (
        begin("let x be ply", "set n to x", "roll die from 0..1", "set n to count(y in cells if empty(y))")
        | state("die: {start: 0, in: 0..1}, n: {start: 0, in: 0..9}"),
        [],
    ),
    "as many rolls as there can be": (begin("roll die from 0..1 for x in 1..32") | state("die: {start: 0, in: 0..1}"), []),
    "one roll more": (
        begin("roll die from 0..1 for x in 1..33") | state("die: {start: 0, in: 0..1}"),
        ["GGL410 a game has at most 32 rolls"],
    ),
    "no direction to face": (move("put man on c facing none") | kinds("stone: {}, man: {faces: orthogonal}"), []),
    "kinds of which one faces wherever any does": (
        move("turn c to northeast") | kinds("stone: {}, man: {faces: orthogonal}, king: {faces: '{north}'}"),
        ["GGL307 no kind of piece faces northeast"],
    ),
    "a kind from a list": (
        kind_of("put ([stone, king][k]) on c", "k in 1..2") | kinds("stone: {}, king: {}, coin: {layer: floor}"),
        [],
    ),
    "a kind that an effect alone names": (move("take king from c") | kinds("stone: {}, king: {}"), []),
    "a kind that an effect on no site names": (move("take king from {}") | kinds("stone: {}, king: {}"), []),
    "a cell as a kind": (move("put c on c"), ["GGL205 expected a kind of piece, found a cell"]),
    "a player as a kind": (move("put Black White on c"), ["GGL217 unknown kind `White`"]),
    "an owner behind the kind": (move("take stone mover from c"), ["GGL406 the owner comes before the kind"]),
    "an owner behind the kind, of a player": (
        move("take stone mover.friend from c") | {"players": "{Black: {friend: White}, White: {friend: Black}}"},
        ["GGL406 the owner comes before the kind"],
    ),
    "an unknown word behind the kind": (move("take stone zork from c"), ["GGL217 unknown kind `zork`"]),
    "a kind behind the kind": (
        move("take stone king from c") | kinds("stone: {}, king: {}"),
        ["GGL205 expected a player, found a kind"],
    ),
    "a number behind the kind": (move("take stone 3 from c"), ["GGL205 expected a kind of piece, found a number"]),
    "a kind from a set, of which all have one layer": (
        kind_of("put k on c", "k in {stone, king}") | kinds("stone: {}, king: {}, coin: {layer: floor}"),
        [],
    ),
    "a varying kind, of which one is nobody's": (kind_of("put own k on c") | ROCK, []),
    "varying kinds of nobody, where another has a side": (
        {"moves": "{place: {for: 'e in edges, k in kinds', do: put k on e}}"}
        | kinds("stone: {of: Black}, wall: {of: nobody, sites: edges}, bar: {of: nobody, sites: edges}"),
        [],
    ),
    "whatever kind, to its supply": (kind_of("take k from c to supply") | kinds("stone: {supply: 3}, king: {}"), []),
    "all that stands in two layers, to its supply": (
        move("take all piece from c to supply") | kinds("stone: {supply: 3}, coin: {layer: floor, stacks: 3}"),
        [],
    ),
    "all that stands in two layers": (move("take all piece from c") | TWO_LAYERS, []),
    "all of a stack": (move("move all coin from c to a1") | TWO_LAYERS, []),
    "any piece from under a pile, where others do not pile up": (move("move piece from under c to b1") | PILES, []),
    "any piece to under a pile, where others do not": (move("move piece from c to under b1") | PILES, []),
    "all of one piece": (move("move all stone from c to a1"), [ONE_PIECE]),
    "two of one piece": (move("move 2 stone from c to a1"), [ONE_PIECE]),
    "a piece from under no pile": (move("move stone from under c to a1"), [NONE_UNDER]),
    "a piece to under no pile": (move("move stone from c to under a1"), [NONE_UNDER]),
    "a number of pieces that varies": (move("put n coin on c") | TWO_LAYERS | state("n: {start: 0, in: 0..9}"), []),
    "all, of no kind": (move("take all from c"), ["GGL217 unknown kind `all`"]),
    "three sites to exchange": (
        move("exchange a1 and b1 and c1"),
        ["GGL205 expected a condition, found a cell"] * 3,
    ),
    "a set as a variable": (move("set {a1} to 4"), ["GGL404 `{a1}` cannot be set"]),
    "a number as a site": (move("put stone on 3"), ["GGL205 expected a site, found a number"]),
    "a roll into a supply": (begin("roll hand(mover, stone) from 1..6") | kinds("stone: {supply: 3}"), [NOT_ROLLED_INTO]),
    "a roll of who moves": ({"setup": "roll mover from players"}, [NOT_ROLLED_INTO]),
    "a roll into a condition": (begin("roll flag from 0..1") | state("flag: false"), [NOT_ROLLED_INTO]),
    "a roll into a set": (
        begin("roll s from cells") | {"state": "{s: {start: {}, in: cells}}", "end": "{draw: full or any(s)}"},
        [NOT_ROLLED_INTO],
    ),
    "a roll of cells into a number": (rolled("cells"), ["GGL205 this is a set of cells"]),
    "a roll that may be too low": (
        begin("roll n from 0..3") | state("n: {start: 1, in: 1..3}"),
        ["GGL205 `n` cannot hold everything that may be rolled here"],
    ),
    "a roll of halves into whole numbers": (
        begin("roll n from [1, 1.5]") | state("n: {start: 1, in: 1..3}"),
        ["GGL205 `n` cannot hold everything that may be rolled here"],
    ),
    "a roll from what an option makes empty": (
        begin("roll n from 1..m") | state("n: {start: 1, in: 1..3}") | {"options": "{m: 0 in 0..3}"},
        [],
    ),
    "a roll from the empty set": (rolled("{}"), ["GGL410 there is nothing to roll from"]),
    "a roll from the empty list": (rolled("[]"), ["GGL410 there is nothing to roll from"]),
    "a roll from no number": (rolled("0"), ["GGL205 expected a set or a list to roll from, found a number"]),
    "an unlimited supply, before a limited one": (
        move("take stone from c to supply as king") | kinds("stone: {supply: 3}, king: {}, queen: {supply: 2}"),
        ["GGL308 the supply of king has no limit"],
    ),
    "what is nobody's, to the supply of another kind": (
        move("take rock from c to supply as stone") | ROCK,
        ["GGL308 a rock belongs to nobody, so it has no supply"],
    ),
    "what is somebody's, to a supply of nobody": (
        move("take stone from c to supply as rock") | ROCK,
        ["GGL308 a rock belongs to nobody, so no supply has it"],
    ),
    "any kind, to a supply that none has": (
        kind_of("take stone from c to supply as k") | TRAY,
        ["GGL308 these pieces have no limited supply to go back to"],
    ),
    "any piece, to a supply that none has": (
        move("take piece from c to supply") | TRAY,
        ["GGL308 these pieces have no limited supply to go back to"],
    ),
    "a set of numbers announced": (move("announce {1, 2}"), ["GGL205 a set of numbers cannot be announced"]),
    "an unknown effect in a loop of the beginning": (
        {"turn": "\n  begin:\n    zork(p) for p in players"},
        ["GGL203 unknown effect `zork`"],
    ),
    "a loop around a roll, with a name that is taken": (
        begin("roll die from 0..1 for a1 in players") | state("die: {start: 0, in: 0..1}"),
        ["GGL202 `a1` already means something here"],
    ),
    "a set of directions for a bag": (
        move("add {north, south} to ways") | state("ways: {start: [], in: directions}") | {"end": "{draw: full or any(ways)}"},
        [],
    ),
    "what a definition names, after an announcement": (asked("first_one", "announce 1", "set n to first_one.row"), []),
    "the same, after a piece is taken": (
        asked("first_one", "take stone from a1", "set n to first_one.row"),
        [MAY_BE_NONE],
    ),
    "what a player has, once it is set": (
        asked("mover.home", "set mover.home to none", "set n to mover.home.row"),
        [MAY_BE_NONE],
    ),
    "what a player has, after a piece is taken": (asked("mover.home", "take stone from a1", "set n to mover.home.row"), []),
    "the owner of a site, after a piece is taken": (
        asked("c.owner", "take stone from a1", "put stone of c.owner on a1"),
        ["GGL207 expected a player, but this may be none"],
    ),
    "the owner of a site, after a variable is set": (
        asked("c.owner", "set spot to c", "put stone of c.owner on a1"),
        [],
    ),
    "a site of the board, after a variable is set": (
        asked("step(c, north)", "set spot to c", "set n to step(c, north).row"),
        [],
    ),
    "what a call names, after an announcement": (asked("after_it(c)", "announce 1", "set n to after_it(c).row"), []),
    "what a call names, after a piece is taken": (
        asked("after_it(c)", "take stone from a1", "set n to after_it(c).row"),
        [MAY_BE_NONE],
    ),
    "what a piece on a site decides, after a piece is taken": (
        asked("(spot if stone on a1 else none)", "take stone from a1", "set n to (spot if stone on a1 else none).row"),
        [MAY_BE_NONE],
    ),
    "what a piece on a site decides, after an announcement": (
        asked("(spot if stone on a1 else none)", "announce 1", "set n to (spot if stone on a1 else none).row"),
        [],
    ),
}
"""The errors; where there are none, no warning either, except of what is never used."""

HIDDEN = {
    "pieces": "{stone: {seen by: owner or shown, others see: disc}, card: {seen by: owner or shown, others see: disc}, disc: {}}",
    "state": "{n: {start: 0, in: 0..9}, who: {start: none, in: players}, "
    "die: {start: 1, in: 1..6, each: players, seen by: owner or shown}}",
}
ONE_HIDDEN = {"pieces": "{stone: {seen by: owner or shown, others see: disc}, disc: {}}"}
BESIDE_A_STACK = {
    "pieces": "{stone: {seen by: owner or shown, others see: disc}, disc: {}, coin: {layer: floor, stacks: 3}}",
}

PLACE = {"moves": "{place: {for: c in vacant, do: put stone on c}}", "end": "{draw: full or n > 3 or who == Black}"}


def unseen(shown: str, later: str) -> list[str]:
    return [f"nobody sees what `{shown}` shows: `{later}` follows in the same step"]


REVEALED = {
    "hidden twice": (move("hide c from Black\n      hide c"), []),
    "revealed and hidden, with a count between": (
        move("reveal c\n      set n to count(cells)\n      hide c"),
        unseen("reveal c", "hide c"),
    ),
    "revealed and hidden, with a look between": (move("reveal c\n      set n to 1 if seen(n) > 0\n      hide c"), []),
    "revealed and hidden twice": (move("reveal c\n      hide c\n      hide c"), unseen("reveal c", "hide c")),
    "revealed, hidden and taken": (move("reveal c\n      hide c\n      take piece from c"), unseen("reveal c", "hide c")),
    "a set revealed, and a variable set": (move("reveal {a1, b1}\n      set n to 1"), []),
    "revealed to one, hidden from another": (move("reveal c to Black\n      hide c from White"), []),
    "revealed, and hidden from one": (move("reveal c\n      hide c from Black"), []),
    "revealed to one, and hidden": (move("reveal c to Black\n      hide c"), unseen("reveal c", "hide c")),
    "revealed to one, and hidden from him": (
        move("reveal c to Black\n      hide c from Black"),
        unseen("reveal c", "hide c from Black"),
    ),
    "another cell hidden": (move("reveal c\n      hide a1"), []),
    "revealed and taken, if it is Black's": (move("reveal c\n      take piece of Black from c"), []),
    "revealed and taken, if it is one's own": (move("reveal c\n      take own piece from c"), []),
    "revealed, and another taken": (move("reveal c\n      take piece from a1"), []),
    "revealed and taken": (move("reveal c\n      take piece from c"), unseen("reveal c", "take piece from c")),
    "revealed and taken with a stack": (
        BESIDE_A_STACK | move("reveal c\n      take all piece from c"),
        unseen("reveal c", "take all piece from c"),
    ),
    "revealed and taken, if it is of one kind": (move("reveal c\n      take stone from c"), []),
    "revealed and taken, of the only hidden kind": (
        ONE_HIDDEN | move("reveal c\n      take stone from c"),
        unseen("reveal c", "take stone from c"),
    ),
    "revealed and rolled again": (
        begin("reveal Black.die", "roll Black.die from 1..6") | PLACE,
        unseen("reveal Black.die", "roll Black.die from 1..6"),
    ),
    "revealed, and another rolled": (begin("reveal Black.die", "roll n from 1..6") | PLACE, []),
    "what cannot be revealed, revealed and rolled": (
        begin("reveal n", "roll n from 1..6") | PLACE,
        ["no `n` can be revealed"],
    ),
    "a number": (move("reveal k", choices="c in vacant, k in 1..3"), ["expected a site, found a number"]),
    "a variable that nobody may see, of players": (move("reveal who"), ["no `who` can be revealed"]),
}


@pytest.mark.parametrize("case", REVEALED)
def test_what_is_revealed_for_nobody(case: str) -> None:
    keys, told = REVEALED[case]
    assert [each.message for each in found_in(HIDDEN | keys) if each.code.code != "GGL214"] == told


@pytest.mark.parametrize("case", CASES)
def test_what_is_told_of(case: str) -> None:
    keys, told = CASES[case]
    found = [each for each in found_in(keys) if each.code.severity == "error" or not (told or each.code.code == "GGL214")]
    assert [f"{each.code.code} {each.message}" for each in found] == told


@pytest.mark.parametrize("case", ["a kind that an effect alone names", "a kind that an effect on no site names"])
def test_a_kind_that_an_effect_alone_names_is_used(case: str) -> None:
    assert not found_in(CASES[case][0])


def test_routines_that_multiply_are_refused_though_they_read_nothing() -> None:
    """Nine of them, each of which uses the next one three times, make twenty thousand draws."""
    lines = "".join(f"\n  go_{n}(): |" + f"\n    go_{n + 1}()" * 3 for n in range(9))
    found = found_in(move("go_0()") | {"routines": f"{lines}\n  go_9(): draw"})
    assert [each.message for each in found] == ["written out, these rules have more than 40,000 parts"]


def test_a_condition_that_takes_too_long_before_play_is_told_itself() -> None:
    """It says for which members of a fixed loop a roll is made."""
    long = "count(a in cells if count(b in cells if count(c in cells if c != b) > 3) > 3) > k"
    keys = begin(f"roll die from 0..1 for k in 1..3 if {long}") | state("die: {start: 0, in: 0..1}") | {"board": "square(14)"}
    assert [each.span and each.span.text for each in found_in(keys)] == [long]


BESIDE = {
    "a result for nobody in the game": (move("win zork"), "this game's players are Black, White"),
    "an owner who is nobody in the game": (move("put zork stone on c"), "this game's players are Black, White"),
    "one of several pieces' owner": (
        move("put 2 zork stone on c") | kinds("stone: {stacks: 3}"),
        "this game's players are Black, White",
    ),
    "a direction that a kind does not face": (
        move("put man on c facing northeast") | kinds("stone: {}, man: {faces: '{north, south}'}"),
        "it faces north, south",
    ),
    "a direction that no kind faces": (
        move("turn c to northeast") | kinds("stone: {}, man: {faces: orthogonal}, king: {faces: '{north}'}"),
        "they face north, east, south, west",
    ),
    "many kinds of two layers": (
        kind_of("put k on c") | kinds("stone: {}, king: {}, man: {}, dog: {}, cat: {}, coin: {layer: floor}"),
        "`stone`, `king`, `man`, `dog` ..",
    ),
}
"""What stands beside the place of the only error."""


@pytest.mark.parametrize("case", BESIDE)
def test_what_stands_beside_the_place(case: str) -> None:
    keys, label = BESIDE[case]
    assert [each.label for each in found_in(keys) if each.code.severity == "error"] == [label]


INSTEAD = {
    "an effect mistyped": (move("flipp(c)"), "write `flip c`"),
    "a routine mistyped": (move("fip(c)") | {"routines": "{fipp(t): take stone from t}"}, "write `fipp`"),
    "an enemy's piece": (move("put enemy stone on c"), "write `opponent`"),
    "several of an enemy's": (move("put 2 enemy stone on c") | kinds("stone: {stacks: 3}"), "write `opponent`"),
    "a difference of what changes": (rolled("6-ply"), None),
    "a difference from what changes": (rolled("ply-6"), None),
    "a supply that none of several kinds has, the first of nobody": (
        kind_of("put k on c from supply") | TRAY,
        "give `stone` a `supply:` under `pieces`, or remove `supply` here",
    ),
    "what is nobody's, to somebody's supply": (
        move("take rock from c to supply of mover") | ROCK,
        "remove `to supply`, or name another kind with `as`",
    ),
    "what is somebody's, to a supply of nobody": (move("take stone from c to supply as rock") | ROCK, "remove `to supply`"),
    "what has no name, set": (
        move("set zork to 3") | kinds("stone: {has: {age: 0}}, king: {}") | state("n: {start: 0, in: 0..9}"),
        "only state variables and properties of pieces can be set: age, n",
    ),
    "a definition that is called much like a variable, set": (
        move("set spor to 3") | state("spot: {start: 0, in: 0..9}") | {"define": "{spor: ply}"},
        "only state variables can be set: spot",
    ),
    "a variable mistyped, set": (move("set spor to 3") | state("spot: {start: 0, in: 0..9}"), "write `spot`"),
    "a mistyped owner behind the kind": (move("take stone blak from c"), "write one of `stone`, `piece`"),
}
"""What to write instead of the only error."""


@pytest.mark.parametrize("case", INSTEAD)
def test_what_to_write_instead(case: str) -> None:
    keys, advice = INSTEAD[case]
    assert [each.help for each in found_in(keys) if each.code.severity == "error"] == [advice]
