"""The findings for small mistakes, and none for files that come close to one."""

import pytest

from ggl.diagnostics import Diagnostic
from ggl.play.filetests import run_tests
from ggl.play.loading import check_source, made_of
from ggl.source import Source

BASE = {"name": "Small", "players": "[Black, White]", "board": "square(3)", "pieces": "{stone: {}}", "end": "{draw: full}"}


def move(do: str, then: str = "", choices: str = "c in vacant") -> dict[str, str]:
    return {"moves": f'\n  place:\n    for: "{choices}"\n    do: |\n      put stone on c\n      {do}\n{then}'}


def drawn(count: str) -> dict[str, str]:
    setup = f"\n  drawing: |\n    . . x\n    . . .\n    . . .\n  legend: {{x: {count} Black stone}}"
    return {"pieces": "{stone: {stacks: 4}}", "setup": setup}


def dealt(into: str) -> dict[str, str]:
    state = f"\n  deck: {{start: [0, 1], in: 0..3}}\n  held: {{start: [], in: {into}}}"
    return {"state": state, "setup": "deal 1 from deck to held", "end": "{draw: full or any(held)}"}


TOO_LARGE = "GGL212 this number could become too large to be exact"


def together(where: str, end: str = "x > 9") -> dict[str, str]:
    moves = f"{{bid: {{for: n in 0..2, where: {where}, do: add n to x}}}}"
    names = {"pieces": "", "state": "{x: {start: 0, in: 0..9}}", "define": "{often: repetitions > 2}"}
    return names | {"moves": moves, "turn": "{together: bid}", "end": f"{{draw: {end} or ply > 4}}"}


def players_have(do: str) -> dict[str, str]:
    each = {"gold": "players", "golf": "players", "heat": "cells"}
    state = ", ".join(f"{name}: {{start: 1, in: 0..9, each: {of}}}" for name, of in each.items())
    return {"state": f"{{{state}}}", "end": "{draw: full or any(c in cells if c.heat > Black.gold + Black.golf)}"} | move(do)


def bags(do: str) -> dict[str, str]:
    state = "{ways: {start: [], in: directions}, dice: {start: [], in: 1..6}}"
    return {"state": state, "end": "{draw: full or any(ways) or any(dice)}"} | move(do)


def large(do: str) -> dict[str, str]:
    state = "{n: {start: 0, in: -20..20}, num: {start: 0, in: 0..99}, big: {start: [], in: 100..900}}"
    pieces = "{stone: {supply: 4, stacks: 3}}"
    many = do.replace("@", "n * 450359962737049")
    return {"pieces": pieces, "state": state, "end": "{draw: full or num > 8 or any(big)}"} | move(f"{many}\n      add 1 to n")


def bag(start: str) -> dict[str, str]:
    return {"state": f"{{bag: {{start: {start}, in: 1..6}}}}", "end": "{draw: full or any(bag)}"}


def rolled(source: str) -> dict[str, str]:
    return {"state": "{die: {start: 0, in: 0..1}}", "turn": f"\n  begin: roll die from {source}"}


def condition(text: str) -> dict[str, str]:
    return {"end": f"\n  draw: full and any({text})"}


def jumping(then: str) -> dict[str, str]:
    return move("", f"    then: {then}\n  jump(a, b):\n    do: move stone from a to b\n")


def facing(one: str, other: str) -> dict[str, str]:
    pieces = f"{{stone: {{}}, man: {{faces: {one}}}, king: {{faces: {other}}}}}"
    return move("put k on c facing north", choices="c in vacant, k in {man, king}") | {"pieces": pieces}


def turned(one: str, other: str) -> dict[str, str]:
    pieces = f"{{stone: {{}}, man: {{faces: {one}}}, king: {{faces: {other}}}}}"
    return move("turn c to north") | {"pieces": pieces}


def nothing_stands(end: str, do: str = "announce c") -> dict[str, str]:
    return {"pieces": "", "moves": f"{{go: {{for: c in cells, do: {do}}}}}", "end": f"{{draw: {end}}}"}


NO_KINDS = "declare a kind first, as in `pieces: {stone: {}}`"


def marked(do: str, more: str = "compared: true") -> dict[str, str]:
    state = f"{{mark: {{start: none, in: cells, {more}}}, n: {{start: 50, in: 0..99}}}}"
    return {"state": state} | move(f"{do}\n      set mark to c")


def piled(condition: str) -> dict[str, str]:
    pieces = "{stone: {piles: 3}, rock: {of: nobody, piles: 3}}"
    return {"pieces": pieces, "state": "{who: Black}"} | move(f"set who to c.owner {condition}", choices="c in cells, k in kinds")


def wish(key: str) -> dict[str, str]:
    return {"state": "{mark: {start: none, in: cells}}", "turn": f"{{{key}}}"} | move("set mark to c")


def in_phases(one: str, other: str, name: str, together: str = "bid") -> dict[str, str]:
    """A phase in which all bid at once, then one in which each lays a mark."""
    return {
        "pieces": "",
        "state": "{coins: {start: 3, in: 0..9, each: players}, mark: {start: none, in: cells}}",
        "moves": f"\n  bid: {{for: {one}, do: add -{name} to mover.coins}}\n  lay: {{for: {other}, do: set mark to {name}}}",
        "turn": f"\n  phases:\n    bidding: {{together: {together}, until: true}}\n    laying: {{play: lay}}",
        "end": "{draw: ply > 9 or mark == a1 or Black.coins == 0}",
    }


def handed_on(most: int, more: str) -> dict[str, str]:
    """A number that grows by one a step, and reaches `x` two steps later."""
    other = "\n  other(): {for: 'k in 0..20, s in vacant', do: put stone on s if k > 2}" if more else ""
    go = "\n  go: {for: s in vacant, do: put stone on s, then: 'step(0, 0, 0)'}"
    step = "\n  step(a, b, c):\n    for: s in vacant\n    do: |\n      put stone on s\n      set x to c"
    then = f"\n    then: step(min(a + 1, {most}), a, b){more}"
    return {"state": f"{{x: {{start: 0, in: 0..{most}}}}}", "moves": go + step + then + other, "end": "{draw: full or x > 99}"}


HELD = "GGL205 `held` cannot hold everything that may be dealt from `deck`"
START = "GGL603 the start is not among the values"
CASES = {
    "as many pieces as fit": (drawn("4"), []),
    "as many, with zeros before them": (drawn("004"), []),
    "one more": (drawn("5"), ["GGL303 `5 Black stone` is more than one cell can hold"]),
    "a number of many digits": (drawn("99999999999"), ["GGL303 `99999999999 Black stone` is more than one cell can hold"]),
    "a kind as the values of an option": ({"options": "{n: 2 in stone}"}, ["GGL205 expected a set, found a kind"]),
    "parts of edges, across edges": (condition("components(edges, edges)"), ["GGL205 steps across edges join cells"]),
    "links with an empty line and a comma at the end": (
        {"board": "{links: 'n1 - n2,, n2 - n3,'}", "moves": "{place: {for: d in cells, do: put stone on d}}"},
        [],
    ),
    "the winners, in an end": (condition("winners"), ["GGL210 `winners` can be read only in `score` and `match`"]),
    "some of nothing": (
        {"moves": "{go: {for: 'S in subsets({}, 2)', do: put stone on a1}}"},
        ["GGL205 nothing can be chosen from this"],
    ),
    "a property of what is no parameter, in a notation": (
        {"look": "{notation: {place: x.row}}"} | move(""),
        ["GGL407 `x` is not a parameter of `place`, so it would be written as it is"],
    ),
    "a piece of one side, put as that of whoever is to move": (
        {"pieces": "{man: {of: Black}}", "moves": "{place: {for: c in vacant, do: put man of mover on c}}"},
        ["GGL306 each man belongs to Black"],
    ),
    "a set of numbers far apart, of which some are counted": (
        condition("(n for n in {ply, 9999})"),
        ["GGL212 the numbers of this set may be too far apart"],
    ),
    "what is dealt fits": (dealt("0..3"), []),
    "a value too low for where it is dealt to": (dealt("1..3"), [HELD]),
    "a value too high for it": (dealt("0..2"), [HELD]),
    "a bag with the first and the last value": (bag("[1, 6]"), []),
    "a bag with one below": (bag("[0]"), [START]),
    "a bag with one above": (bag("[7]"), [START]),
    "two arguments in each other's place": (
        condition("step(north, a1)"),
        ["GGL206 the arguments of `step` are in the wrong order"],
    ),
    "a number where neither fits": (condition("step(north, 3)"), ["GGL205 expected a cell, found a direction"]),
    "a number as the side of a hexagon": (
        condition("side(1)") | {"board": "hexagon(3)"},
        ["GGL205 expected a direction, found a number"],
    ),
    "a side of it by its name": (condition("side(south)") | {"board": "hexagon(3)"}, []),
    "a region of what stands on sites": (
        {"regions": "{free: (c in cells if empty(c))}"} | condition("free"),
        ["GGL211 what stands on a site changes during play, but this is fixed before play"],
    ),
    "an announcement of an empty set": (move("announce {}"), ["GGL205 an empty set cannot be announced"]),
    "an announcement of a set": (move("announce {c}"), []),
    "a whole number of rounds": (move("repeat at most 2 while not full:\n        put stone on a1"), []),
    "half a round": (
        move("repeat at most 3/2 while not full:\n        put stone on a1"),
        ["GGL205 expected a whole number, but this may be a fraction"],
    ),
    "a varying kind with one way to face": (facing("orthogonal", "orthogonal"), []),
    "a varying kind with two ways to face": (
        facing("orthogonal", "diagonal"),
        ["GGL307 these kinds do not all face the same directions"],
    ),
    "a turn to where one of two kinds faces": (turned("orthogonal", "diagonal"), []),
    "a turn to where none of them does": (
        turned("diagonal", "{south, northeast}"),
        ["GGL307 no kind of piece faces north"],
    ),
    "a turn to where the only way to face is not": (turned("diagonal", "diagonal"), ["GGL307 a man does not face north"]),
    "a number of pieces of all kinds, of which some stack": (
        move("take 2 piece from c") | {"pieces": "{stone: {}, coin: {layer: floor, stacks: 3}}"},
        ["GGL406 a site holds only one `stone`"],
    ),
    "a number of pieces of the kind that stacks": (
        move("take 2 coin from c") | {"pieces": "{stone: {}, coin: {layer: floor, stacks: 3}}"},
        [],
    ),
    "a kind without a limited supply, as which a piece is taken": (
        move("take stone from c to supply as king") | {"pieces": "{stone: {supply: 9}, king: {}}"},
        ["GGL308 the supply of king has no limit"],
    ),
    "a kind with one": (move("take stone from c to supply as king") | {"pieces": "{stone: {}, king: {supply: 1}}"}, []),
    "whatever stands on a site, moved under a pile": (
        move("move c to under a1") | {"pieces": "{stone: {piles: 3}, mark: {layer: floor}}"},
        [],
    ),
    "the same without piles": (move("move c to under a1"), ["GGL406 no piece here lies under another"]),
    "the members of a set that is one choice": (move("", choices="c in vacant, S in subsets(cells, 8)"), []),
    "one member more": (
        move("", choices="c in vacant, S in subsets(cells, 9)"),
        ["GGL431 this is 9"],
    ),
    "as many values as the next move takes": (jumping("jump(c, a1)"), []),
    "one more than the two that it takes": (jumping("jump(c, a1, b1)"), ["GGL402 `jump` is given 2 values without a name"]),
    "the name of the only phase, as another name": (
        {"moves": "{place: {for: opening in vacant, do: put stone on opening}}", "turn": "{phases: {opening: {play: place}}}"},
        [],
    ),
    "a name of a move that is a property, too": (
        move("set age to 1", choices="c in vacant, age in 1..3") | {"pieces": "{stone: {has: {age: 0}}}"},
        ["GGL404 `age` cannot be set"],
    ),
    "constants much alike, of players who have both": (
        {"players": "\n  Ann: {goal: a1}\n  Bob: {goal: b1, gaol: b1}\n  Cid: {gaol: c1}"},
        ["GGL309 Ann has no `gaol`", "GGL309 Cid has no `goal`"],
    ),
    "what is there now, of a turn ago": (
        marked("add previous(mark).row to n if mark != none"),
        ["GGL207 expected a number, but this may be none"],
    ),
    "asked of a turn ago": (marked("add previous(mark).row to n if previous(mark) != none"), []),
    "a region of a turn ago": (
        {"regions": "{free: (c in cells if previous(empty(c)))}"} | condition("free"),
        ["GGL211 what was so a turn ago changes during play, but this is fixed before play"],
    ),
    "the second variable of each turn, of a turn ago": (
        {"state": "{spare: {start: 0, in: 0..3, each: turns}, left: {start: 2, in: 0..3, each: turns}}"}
        | condition("c in cells if spare + previous(left) > 1"),
        ["GGL438 `left` is not kept"],
    ),
    "what is there, as it is seen": (
        marked("add seen(mark).row to n if mark != none", "seen by: nobody"),
        ["GGL207 expected a number, but this may be none"],
    ),
    "asked as it is seen": (marked("add seen(mark).row to n if seen(mark) != none", "seen by: nobody"), []),
    "the owner of the top, by what lies below": (
        piled("if Black stone under c"),
        ["GGL207 expected a player, but this may be none"],
    ),
    "the owner of the top, by the top": (piled("if Black stone on c"), []),
    "who moves, by a definition, where nobody does": (
        {
            "state": "{coins: {start: 3, in: 0..9, each: players}}",
            "moves": "{bid: {for: n in 0..2, where: mine >= n, do: add -n to mover.coins}}",
            "turn": "{together: bid}",
            "define": "{mine: mover.coins}",
            "pieces": "",
            "end": "{Black wins: mine == 0, draw: ply > 4}",
        },
        ["GGL434 this depends on whose turn it is, but here nobody is to move"],
    ),
    "nothing handed by name": (
        {"define": "{f(s): count(s)}", "end": "\n  draw: f(s={}) > 0 or full"},
        ["GGL205 the type of this cannot be inferred"],
    ),
    "as many members as there are rows": (move("", choices="c in vacant, S in subsets(cells, rows)"), []),
    "a definition of numbers, nine times": (
        {
            "define": "\n  worth(n): |\n    [1, 3, 5, 7, 9, 11, 13, 15, 17][n]",
            "end": "{by score: full}",
            "score(p)": " + ".join(f"worth({n})" for n in range(1, 10)),
        },
        [],
    ),
    "halves for a bag of whole numbers": (
        move("add {1.5, 2} to dice") | {"state": "{dice: {start: [], in: 1..6}}", "end": "{draw: full or any(dice)}"},
        ["GGL205 expected a list of numbers, found a set of numbers"],
    ),
    "a set handed over": (
        {
            "moves": "\n  place: {for: c in vacant, do: put stone on c, then: lay(S=c)}\n"
            "  lay():\n    for: S in subsets(vacant, 2)\n    do: put stone on S\n",
        },
        ["GGL402 `S` is a set, and sets cannot be handed over"],
    ),
    "a kind of edges in a drawing": (
        {
            "pieces": "{stone: {}, wall: {sites: edges, of: nobody}}",
            "setup": "\n  drawing: |\n    . w .\n    . . .\n    . . .\n  legend: {w: wall}",
        },
        ["GGL305 a wall stands on edges, and a drawing is of cells"],
    ),
    "any kind on edges, where none stands": (
        move("put k on c if not any(edges with k)", choices="c in vacant, k in kinds"),
        ["GGL305 no kind of piece stands on edges"],
    ),
    "any kind put on edges, where none stands": (
        {"moves": "{place: {for: 'e in edges, k in kinds', do: put k on e}}"},
        ["GGL305 no kind of piece stands on edges"],
    ),
    "steps of different sizes under one name": (
        {
            "pieces": "",
            "state": "{x: 0, h: 0.5}",
            "moves": "\n  whole: {for: n in 1..3, do: add n to x}\n  half:\n    for: n in {0.5, 1.5}\n    do: add n to h\n",
            "turn": "{together: whole or half}",
            "end": "{draw: x > 9 or h > 9}",
        },
        ["GGL434 `choice(p).n` would have two types"],
    ),
    "two owners": (move("put Black White stone on a1"), ["GGL406 whose the piece is stands here twice"]),
    "an owner before and behind": (move("put Black stone of White on a1"), ["GGL406 whose the piece is stands here twice"]),
    "a side and a player": (move("take own enemy stone from a1"), ["GGL406 whose the piece is stands here twice"]),
    "an empty cell in a legend": (
        {"setup": "\n  drawing: |\n    . . .\n    . . .\n    . . .\n  legend: {'.': Black stone}"},
        ["GGL303 `.` stands for an empty cell in every drawing"],
    ),
    "another sign in a region": (
        {"regions": "\n  wet:\n    drawing: |\n      X o .\n      . . .\n      . . x", "end": "{draw: empty(the(wet))}"},
        ["GGL303 `X` has no meaning in a region"],
    ),
    "values with a name of one letter": (
        {"values": "{s: [x, y]}", "end": "{draw: full or x == 1}"},
        ["GGL213 a s and a number cannot be compared"],
    ),
    "the supply of a player who has none of the kind": (
        move("take genie from c to supply of White", choices="c in cells with genie")
        | {"pieces": "{stone: {}, genie: {of: Black, supply: 1}}"},
        ["GGL308 these pieces have no limited supply to go back to"],
    ),
    "a property beyond what a position keeps": (
        {"pieces": "{stone: {has: {gold: 3000000000}}}", "end": "{draw: any(c in cells if c.gold > 1)}"},
        ["GGL212 a number kept in a position is from -2,147,483,647 to 2,147,483,647"],
    ),
    "a property in steps beyond it": (
        {"pieces": "{stone: {has: {gold: 1500000000.5}}}", "end": "{draw: any(c in cells if c.gold > 1)}"},
        ["GGL212 a number kept in a position is from -2,147,483,647 to 2,147,483,647"],
    ),
    "a supply beyond it": (
        {"pieces": "{stone: {supply: 3000000000}}"},
        ["GGL212 a number kept in a position is from -2,147,483,647 to 2,147,483,647"],
    ),
    "points of a match in several numbers": (
        {"match": "{until: ply > 0, points(p): [1, 2]}"},
        ["GGL205 expected a number, found a list of numbers"],
    ),
    "the winner of games of a match that is shared": (
        {"tie": "shared", "match": "\n  until: ply > 0\n  points(p): {1: winner == p, else: 0}"},
        [],
    ),
    "the winner of games that are shared": (
        {
            "score(p)": "1",
            "end": "{by score: full}",
            "tie": "shared",
            "match": "\n  until: ply > 0\n  points(p): {1: winner == p, else: 0}",
        },
        ["GGL508 several players can win this game together, but `winner` is only one"],
    ),
    "a follow-up with a condition before an `or` without a comma": (
        jumping("jump(c, a1) if full or jump(c, b1) if stuck"),
        ["GGL151 unexpected `if`"],
    ),
    "and with one": (jumping("jump(c, a1) if full, or jump(c, b1) if ply > 2"), []),
    "the other player of a game for one": (
        {"players": "[Black]", "end": "{draw: full and stone of opponent on a1}"},
        ["GGL210 this game has 1 player, so there is no one other"],
    ),
    "too many arguments for a routine of one": (
        move("mark(c, c)") | {"routines": "{mark(t): put stone on t}"},
        ["GGL206 `mark` takes one argument"],
    ),
    "a notation with a property that is called as a name under `let`": (
        {
            "moves": "{go: {for: c in vacant, let: {row: 1 if full else 2}, do: put stone on cell(row)}}",
            "look": "\n  notation: {go: c.row}",
        },
        [],
    ),
    "pieces of two sides in one stack": (
        {
            "pieces": "{stone: {stacks: 4}}",
            "setup": "\n  drawing: |\n    . . x\n    . . .\n    . . .\n  legend: {x: Black stone + White stone}",
        },
        ["GGL303 `Black stone + White stone` is more than one cell can hold"],
    ),
    "pieces of one side in one stack": (
        {
            "pieces": "{stone: {stacks: 4}}",
            "setup": "\n  drawing: |\n    . . x\n    . . .\n    . . .\n  legend: {x: Black stone + 2 Black stone}",
        },
        [],
    ),
    "a name for a number chosen together and for a cell of another phase": (in_phases("n in 0..2", "n in cells", "n"), []),
    "a name for a number and for a cell, chosen together": (
        in_phases("n in 0..2", "n in cells", "n", "bid or lay"),
        [
            "GGL434 `choice(p).n` would have two types",
            "GGL434 `lay` is chosen together with moves of others in another phase",
        ],
    ),
    "the greatest row, which may be none": (wish("most: mark.row"), ["GGL207 expected a number, but this may be none"]),
    "two wishes, of which one may be none": (
        wish("least: '[ply, mark.row]'"),
        ["GGL207 expected a number, but this may be none"],
    ),
    "a cell as a wish": (wish("most: mark"), ["GGL205 turns are chosen by a number, or by a list of numbers"]),
    "a list of cells as a wish": (
        wish("most: sorted(vacant)"),
        ["GGL205 turns are chosen by a number, or by a list of numbers"],
    ),
    "a set of numbers as a wish": (wish("most: '{1, 2}'"), ["GGL205 turns are chosen by a number, or by a list of numbers"]),
    "a wish beside a variable of each turn whose start is wrong": (
        wish("most: mark") | {"state": "{mark: {start: none, in: cells}, moved: {start: 5, in: 0..3, each: turns}}"},
        [START, "GGL205 turns are chosen by a number, or by a list of numbers"],
    ),
    "a value for a move that starts a turn": (
        {"turn": "{play: place(c=a1)}"},
        ["GGL402 no values are passed at the start of a turn"],
    ),
    "a condition of what all choose at once": (
        together("n < 3") | {"turn": "{together: bid if full}"},
        ["GGL402 `together` has no condition"],
    ),
    "cells as a wish": (wish("most: '[a1, b1]'"), ["GGL205 expected a number, found a cell"]),
    "one to four of 361 cells": (
        {"board": "square(19)"} | move("", choices="c in vacant, S in subsets(cells, 1..4)"),
        ["GGL432 there could be 703,787,911 sets here; 65,536 is the limit"],
    ),
    "two to four of them": (
        {"board": "square(19)"} | move("", choices="c in vacant, S in subsets(cells, 2..4)"),
        ["GGL432 there could be 703,787,550 sets here; 65,536 is the limit"],
    ),
    "a number that is known after eight steps": (handed_on(5, ""), []),
    "the same, handed to a choice as well, which is bounded by itself": (handed_on(5, " or other(k=c)"), []),
    "a number that is not known then": (handed_on(6, ""), ["GGL212 a number that is passed on needs bounds"]),
    "a set of each player without an owner": (
        {"state": "{mine: {start: '{}', in: cells, each: players}}", "end": "{draw: full or any(mine)}"},
        ["GGL206 there is one `mine` for each player"],
    ),
    "any kind put on edges, where those of nobody stand": (
        {
            "pieces": "{stone: {}, wall: {sites: edges, of: nobody}, gate: {sites: edges, of: nobody}}",
            "moves": "{place: {for: 'e in edges, k in kinds', do: put k on e}}",
            "end": "{draw: any(edges with piece)}",
        },
        [],
    ),
    "a roll from a number": (rolled("3"), ["GGL205 expected a set or a list to roll from, found a number"]),
    "a roll from a cell or none": (
        rolled("last.c"),
        ["GGL205 expected a set or a list to roll from, found a cell or none"],
    ),
    "a roll from sets": (
        rolled("groups(Black)"),
        ["GGL205 expected a set or a list to roll from, found a list of sets of cells"],
    ),
    "numbers for a bag of directions": (
        move("add {1, 2} to ways") | {"state": "{ways: {start: [], in: directions}}", "end": "{draw: full or any(ways)}"},
        ["GGL205 expected a list of directions, found a set of numbers"],
    ),
    "numbers at the start of a set of cells": (
        {"state": "{some: {start: '{1}', in: cells}}", "end": "{draw: full or any(some)}"},
        ["GGL213 the start is a set of numbers, but the members are cells"],
    ),
    "a ring of numbers": (condition("[after([1, 2, 3], 1)]"), ["GGL205 `after` does not go round a list of numbers"]),
    "a ring of sets": (
        condition("[before([{a1}, {b1}], {a1})]"),
        ["GGL205 `before` does not go round a list of sets of cells"],
    ),
    "no member of a ring": (condition("[after([a1, b1], north)]"), ["GGL213 a direction is never in a list of cells"]),
    "half a step in a ring": (
        condition("[after([a1, b1], a1, 0.5)]"),
        ["GGL205 expected a whole number, but this may be a fraction"],
    ),
    "what cells do not have, set": (
        players_have("set c.gold to 1"),
        ["GGL204 a cell has no property `gold`"],
    ),
    "what players do not have, increased": (
        players_have("add 1 to mover.heat"),
        ["GGL204 a player has no property `heat`"],
    ),
    "what all players have, set": (players_have("set players.gold to 1"), ["GGL404 `players.gold` cannot be set"]),
    "what the owner of a site has, set": (players_have("set c.owner.gold to 1"), []),
    "a place of a list, set": (players_have("set [1, 2][1] to 3"), ["GGL404 `[1, 2][1]` cannot be set"]),
    "one of two values, set": (players_have("set (c if full else a1) to a1"), ["GGL404 `c if full else a1` cannot be set"]),
    "a number for a bag of directions": (bags("add 1 to ways"), ["GGL205 expected a direction, found a number"]),
    "a direction for a bag of numbers": (bags("add north to dice"), ["GGL205 expected a number, found a direction"]),
    "a number below those of a bag": (bags("add 0 to dice"), ["GGL205 this is never in the bag"]),
    "a number above them": (bags("add 7 to dice"), ["GGL205 this is never in the bag"]),
    "the least and the greatest of them": (bags("add 1 to dice\n      drop 6 from dice"), []),
    "numbers of which a bag holds some": (bags("add {1, 9} to dice\n      add [1, 9] to dice"), []),
    "half a number for a bag": (bags("add 0.5 to dice"), ["GGL205 expected a whole number, but this may be a fraction"]),
    "a number that is too large once it is added": (large("add @ to num"), [TOO_LARGE]),
    "a number that is too large for a supply": (large("add @ to hand(mover, stone)"), [TOO_LARGE]),
    "a number of pieces that is too large for a supply": (large("put (@) stone on c from supply"), [TOO_LARGE]),
    "a number that is too large to be found in a bag": (large("add (@) to big"), [TOO_LARGE]),
    "numbers that are too large to be found in a bag": (large("drop [@] from big"), [TOO_LARGE]),
    "a property called `piece`, and any piece": (
        {"pieces": "{stone: {has: {piece: true}}}", "end": "{draw: full and piece on a1 and any(c in cells if c.piece)}"},
        [],
    ),
    "a definition of winners in the end": (
        {"define": "{best: winners}", "end": "{draw: full or any(best)}"},
        ["GGL210 `best` reads the winners, which is not known here"],
    ),
    "repetitions in a move, by a definition, where all choose at once": (
        together("often"),
        ["GGL434 `often` has no meaning where all choose at once"],
    ),
    "the same in the end": (together("x < 9", "often"), []),
    "a player of the option `every`": (
        {"options": "{every: Black in players}", "end": "{draw: full and every stone on a1}"},
        [],
    ),
    "a kind of the option `every`": (
        {"options": "{every: stone}", "end": "{draw: full and every stone on a1}"},
        ["GGL205 expected own, enemy or a player, found a kind"],
    ),
    "a cell as the value of an option": ({"options": "{n: a9}"}, ["GGL203 unknown name `a9`"]),
    "players who win together, in a sentence of the condition": (
        {"end": "\n  players p win:\n    first: p stone on a1\n", "says": "{first: '{p:have} a stone in the corner'}"},
        [],
    ),
}


def highest(length: int) -> str:
    """A maximum that may be none, written in so many characters."""
    text = "max(size(x) + size(x) +  for x in groups(Black))"
    return text.replace("+  for", f"+ {'1' * (length - len(text))} for")


LONG_OR_NONE = (
    "give it a name, and test that first: in a move `let: {x: ..}` and `x != none` as a condition; among effects "
    "`let x be ..` and `if x != none:` above the lines that use it; elsewhere define it, `define: {x: ..}`, and write "
    "`(x if x != none else ..)`"
)
ADVICE = {
    "sets joined by `and not`": (condition("corners and not {a1} and not {c1}"), "write `corners - {a1} - {c1}`"),
    "by `and not` and by `and`": (
        condition("corners and not edges and cells"),
        "`corners + (not edges) + cells` is all of these, `corners & (not edges) & cells` what they have in common",
    ),
    "a roll from a list": (rolled("[1, 2, 3]"), "declare all that it may be: `die: {start: .., in: 1..3}`"),
    "a roll from a set": (rolled("{1, 2, 3}"), "declare all that it may be: `die: {start: .., in: 1..3}`"),
    "members of members, where numbers are wanted": (
        condition("n > max(groups(Black)) for n in 1..3"),
        "for the numbers of their members write `max(count(x) for x in groups(Black))`",
    ),
    "the same of each": (
        condition("n > max((g) for g in groups(Black)) for n in 1..3"),
        "for the number of its members write `count(g)`",
    ),
    "all players before a kind": (
        condition("cells with players stone"),
        "write `the(players)` for its only member; to try each, choose one by `for: x in players`",
    ),
    "a piece of nobody, to a supply": (
        move("take rock from c to supply") | {"pieces": "{stone: {supply: 3}, rock: {of: nobody}}"},
        "remove `to supply`, or name an owner and another kind: `to supply of mover as KIND`",
    ),
    "the same, as another kind": (
        move("take rock from c to supply of mover as stone", choices="c in cells with rock")
        | {"pieces": "{stone: {supply: 3}, rock: {of: nobody}}"},
        None,
    ),
    "a piece of nobody, from a supply": (
        move("put rock on c from supply") | {"pieces": "{stone: {}, rock: {of: nobody}}"},
        "remove `supply` here",
    ),
    "some values of the game's own": (
        {
            "values": "{ways: [flat, tall, wide]}",
            "state": "\n  w:\n    start: none\n    in: '{flat, tall}'",
            "end": "{draw: full or w == flat}",
        },
        "write `in: ways`, and let the rules set only the ways that you mean",
    ),
    "a roll of what each player has": (
        {"state": "{mine: {start: 1, in: 1..4, each: players}}", "turn": "\n  begin: roll mover.mine from 1..6"},
        "declare all that it may be: `mine: {start: .., in: 1..6}`",
    ),
    "a value handed over by a name, to a move that takes none": (jumping("jump(c, a1, x=b1)"), "its parameters are a, b"),
    "six names that are taken": (
        move("", choices="x in vacant, y in vacant, z in vacant, u in vacant, v in vacant, w in vacant, c in vacant")
        | {"end": "{draw: full}"}
        | {
            "moves": "\n  go:\n    for: x in cells, y in cells, z in cells, u in cells, v in cells, w in cells\n"
            "    where: empty(neighbors(x))\n    do: put stone on x"
        },
        "for a set, write `all(empty(x_2) for x_2 in neighbors(x))`",
    ),
    "a maximum of sixty characters that may be none": (
        condition(f"{highest(60)} > n for n in 1..3"),
        f"give the value for when there is none: `{highest(60)[:-1]}, default=0)`",
    ),
    "one of a character more": (condition(f"{highest(61)} > n for n in 1..3"), LONG_OR_NONE),
    "a cell in a list of sets": (condition("a1 in groups(Black)"), "write `any(a1 in x for x in groups(Black))`"),
    "a set of one cell in a set": (condition("{a1} in corners"), "write `a1`"),
    "a set of two cells in a set": (
        condition("{a1, a2} in corners"),
        "`not any({a1, a2} - corners)` tests whether all of it is there, `any({a1, a2} & corners)` whether some is",
    ),
    "a cell compared with a set": (condition("a1 == corners"), "write `a1 in corners`"),
    "a cell told from a set": (condition("a1 != corners"), "write `a1 not in corners`"),
    "`leading` with the name twice": (
        condition("[leading(x for x in sorted(cells) if empty(x))]"),
        "write `leading(x in sorted(cells) if empty(x))`",
    ),
    "`leading` without a condition": (
        condition("[leading(x for x in sorted(cells))]"),
        "write `leading(x in LIST if CONDITION)`",
    ),
    "`leading` with two lists": (
        condition("[leading(x for x in sorted(cells) if empty(x) for y in sorted(cells))]"),
        "write `leading(x in LIST if CONDITION)`",
    ),
    "the number after another": (
        condition("n == after([1, 2, 3], n) for n in 1..3"),
        "name a list of sites, players, kinds or directions",
    ),
    "what all players have, set": (players_have("set players.gold to 1"), "only state variables can be set: gold, golf, heat"),
    "the same, of a short name": (
        players_have("set s.gold to 1") | {"define": "{s: players}"},
        "only state variables can be set: gold, golf, heat",
    ),
    "a mistyped name behind a dot": (players_have("set mover.gol to 1"), "write `mover.gold`"),
    "a mistyped name that stands alone": (
        {"define": "{free: full}", "end": "{draw: full or fre}"},
        "write `free`",
    ),
    "one that takes an argument": (
        {"define": "{free(c): full}", "end": "{draw: full or fre}"},
        "if you mean `free`, write free(c)",
    ),
    "a word that stands alone and before brackets": ({"end": "{draw: full or stuk}"}, "write `stuck`"),
    "an article before a kind": ({"end": "{draw: full and the stone on a1}"}, "remove `the`"),
    "a word that ends with `any`": (
        {"define": "{many(s): count(s) > 1}", "end": "{draw: full or many(a1 with stone)}"},
        "for one site, write `stone on a1`",
    ),
    "a player mistyped before a kind": (condition("cells with black stone"), "write `Black`"),
    "what no single edit can write": (
        {"end": "{draw: full and\n\n  any(vacant + a1)}"},
        "write `{a1}` for the set of this one",
    ),
    "no end": ({"end": ""}, "add an `end:`"),
    "a move that ends the game": (move("win if full") | {"end": ""}, None),
    "a kind in a game without pieces": (nothing_stands("stone on a1"), NO_KINDS),
    "a player as a kind in a game without pieces": (nothing_stands("enemy on a1"), NO_KINDS),
    "any piece put in a game without pieces": (nothing_stands("ply > 3", "put own piece on c"), NO_KINDS),
    "a drawing in a game without pieces": (
        nothing_stands("ply > 3") | {"setup": "\n  drawing: |\n    . . x\n    . . .\n    . . .\n  legend: {x: Black stone}"},
        NO_KINDS,
    ),
}
"""What to write instead; None where nothing is wrong."""


def found_in(keys: dict[str, str]) -> list[Diagnostic]:
    moves = {"moves": "{place: {for: c in vacant, do: put stone on c}}"}
    keys = {key: value for key, value in (BASE | moves | keys).items() if value}
    return list(check_source(Source("small.yaml", "".join(f"{key}: {value}\n" for key, value in keys.items())))[1])


@pytest.mark.parametrize(
    ("case", "edit"),
    [
        ("a word that ends with `any`", ("a1 with stone", "stone on a1")),
        ("a player mistyped before a kind", ("black", "Black")),
        ("a cell in a list of sets", ("a1 in groups(Black)", "any(a1 in x for x in groups(Black))")),
        ("a set of one cell in a set", ("{a1}", "a1")),
        ("a cell compared with a set", ("==", "in")),
        ("a cell told from a set", ("!=", "not in")),
        ("another sign in a region", ("X", "x")),
    ],
)
def test_a_fix_changes_no_other_word(case: str, edit: tuple[str, str]) -> None:
    (found,) = found_in((CASES | ADVICE)[case][0])
    assert found.fix is not None
    assert (found.fix.span.text, found.fix.replacement) == edit


def test_the_rings_of_two_games_on_one_board_are_their_own() -> None:
    for track, after in (("[a1, b1, c1]", "b1"), ("[a1, c1, b1]", "c1")):
        players = f"{{Black: {{track: '{track}'}}, White: {{track: '{track}'}}}}"
        moves = "{place: {for: c in vacant, where: 'empty(after(mover.track, c))', do: put stone on c}}"
        tests = f"{{t: {{play: place a1, 'true': 'after(mover.track, a1) == {after}'}}}}"
        keys = BASE | {"players": players, "moves": moves, "tests": tests}
        game = made_of(Source("ring.yaml", "".join(f"{key}: {value}\n" for key, value in keys.items())))
        assert not [failure for outcome in run_tests(game.checked) for failure in outcome.failures]


@pytest.mark.parametrize(
    "text", ["3 in groups(Black)", "Black in groups(Black)", "{1} in corners", "[a1] in corners", "corners == a1"]
)
def test_what_would_be_a_mistake_too_is_not_advised(text: str) -> None:
    (found,) = found_in(condition(text))
    assert found.code.code == "GGL213"
    assert found.help is None


def test_half_of_a_text_in_brackets_is_not_replaced() -> None:
    (found,) = found_in(condition("(a1) in groups(Black)"))
    assert found.help == "write `any(a1 in x for x in groups(Black))`"
    assert found.fix is None


@pytest.mark.parametrize(
    ("case", "label"),
    [
        ("a supply beyond it", "this is 3,000,000,000"),
        ("a property beyond what a position keeps", "this is 3,000,000,000"),
        ("a property in steps beyond it", "this is 3,000,000,001 steps of 1/2"),
        ("a cell as the value of an option", "not a variable, a definition, a piece or an option"),
    ],
)
def test_what_is_told_beside_the_place(case: str, label: str) -> None:
    (found,) = found_in(CASES[case][0])
    assert found.label == label


def test_what_has_no_members_is_shown_where_some_are_chosen() -> None:
    (found,) = found_in(CASES["some of nothing"][0])
    assert found.span is not None
    assert found.span.text == "{}"


@pytest.mark.parametrize("case", CASES)
def test_what_is_told_of(case: str) -> None:
    keys, told = CASES[case]
    assert [f"{each.code.code} {each.message}" for each in found_in(keys) if each.code.severity == "error"] == told


@pytest.mark.parametrize("case", ADVICE)
def test_what_to_write_instead(case: str) -> None:
    keys, advice = ADVICE[case]
    assert [each.help for each in found_in(keys)] == ([] if advice is None else [advice])
