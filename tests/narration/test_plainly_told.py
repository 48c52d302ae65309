"""What a player need not be told is left out, and what a player would ask is said: numbers, whose, whose turn."""

from pathlib import Path

import pytest

from ggl.play.loading import load

GAME = """ggl: 1
name: Plain
players: [Red, Blue]
board: square(4)
pieces: {man: {}, king: {}, rock: {of: nobody}}
state:
  die: {start: 1, in: 1..6}
  pot: {start: 0, in: 0..20}
  level: {start: 2, in: 1..3}
  quiet: {start: 0, compared: false}
setup: |
  put Red man on row(1)
  put Blue man on row(4)
moves:
  walk:
    for: c in cells with own man, t in steps(c, orthogonal) & vacant
    where:
      beside it: man on step(c, east) or rock on step(c, north)
      not too many: count(row(2) with man) + die < 9
    do: |
      move c to t
      set level to 3 if die > 3
      add die to pot
      set quiet to 0
      put rock on first(vacant) for i in 1..die
  crown:
    for: c in row(2) with own man, k in [king]
    do: promote c to k
turn:
  begin: roll die from 1..6
  pass: forced
end:
  mover loses:
    shut in: stuck and mover == Blue
    at an end: stuck
  draw:
    two passes: passes == 2
    level: level == 3 and pot > 10 and quiet > 3 and mover == Blue
    again: repetitions >= 3
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("plain") / "plain.yaml"
    path.write_text(GAME, encoding="utf-8")
    return " ".join(load(path).rules_text().split())


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ("how many pieces there are at first", "Each side begins with four men. Kings may come into play later"),
        ("whose a man is, where the rule does not ask", "there is a man of either side on the cell next to c to the east"),
        ("whose men are counted", "the number of men of both sides in row 2"),
        ("what stands in nobody's colour is nobody's", "there is a rock on the cell next to c"),
        ("whose turn it is", "it is Blue's turn"),
        ("who is spoken to where the end is the mover's", "You lose if, at the start of your turn, either of these is true:"),
        ("which side that is", "you cannot move and you are Blue"),
        ("a number that is not spoken of", 'Once for every number from 1 to "die", put a rock'),
        ("limits that a number may pass", '"pot": at the start it is 0. It never goes above 20.'),
        ("what a position is", 'places, "die", "pot" and "level" are the same, and the same side is to move'),
        ("a count of passes, once", "- Both sides have passed, one after the other."),
    ],
)
def test_it_is_said(told: str, fact: str, sentence: str) -> None:
    assert sentence in told, fact


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ("a start that nobody reads", '"die": at the start'),
        ("limits that nothing passes", "1 or above 3"),
        ("what does not belong to a position", "does not count when positions are compared"),
        ("a name that says what its reading says", "Two passes:"),
    ],
)
def test_it_is_left_out(told: str, fact: str, sentence: str) -> None:
    assert sentence not in told, fact


@pytest.mark.parametrize(
    ("now", "before"),
    [
        ("begin: |\n    roll die from 1..6 if ply > 0", "begin: roll die from 1..6"),
        ("begin: |\n    put rock on pip\n    roll die from 1..6", "begin: roll die from 1..6"),
        ("begin: roll die from (1..5 if empty(pip) else 1..6)", "begin: roll die from 1..6"),
        ("setup: |\n  put rock on pip", "setup: |"),
    ],
)
def test_a_start_that_a_rule_reads_is_told(now: str, before: str, tmp_path: Path) -> None:
    path = tmp_path / "read.yaml"
    define = "define:\n  pip: (a1 if die > 3 else b1)\n"
    path.write_text(GAME.replace(before, now).replace("state:\n", f"{define}state:\n"), encoding="utf-8")
    assert '"die": at the start it is 1.' in " ".join(load(path).rules_text().split())


@pytest.mark.parametrize(
    ("effect", "says", "note"),
    [
        ("set level to 3", "", 'Keep note of "level". It never goes below 1 or above 3.'),
        ("set level to 3", "says: {level: the height}\n", "Keep note of the height. It never goes below 1 or above 3."),
        ("roll level from sums(2, 1..1)", "", 'Keep note of "level". It never goes below 1 or above 3.'),
    ],
)
def test_a_limit_is_told_of_a_number_whose_start_nobody_reads(effect: str, says: str, note: str, tmp_path: Path) -> None:
    path = tmp_path / "limit.yaml"
    text = GAME.replace("set level to 3 if die > 3", "add die - 3 to level").replace("setup: |", f"setup: |\n  {effect}")
    path.write_text(text + says, encoding="utf-8")
    assert note in " ".join(load(path).rules_text().split())


def test_a_sum_of_dice_within_its_limits_needs_no_note(tmp_path: Path) -> None:
    path = tmp_path / "sum.yaml"
    path.write_text(GAME.replace("roll die from 1..6", "roll die from sums(2, 1..3)"), encoding="utf-8")
    assert 'Keep note of "die"' not in load(path).rules_text()


def test_pieces_of_which_a_file_puts_different_numbers_are_told_side_by_side(tmp_path: Path) -> None:
    path = tmp_path / "sides.yaml"
    path.write_text(GAME.replace("put Blue man on row(4)", "put Blue king on a4"), encoding="utf-8")
    text = " ".join(load(path).rules_text().split())
    assert "Red begins with four men. Blue begins with one king. More kings may come into play" in text


LEVELS = """ggl: 1
name: Levels
players: {Red: {levels: row(1)}, Blue: {levels: row(2)}}
board: square(3)
pieces: {man: {piles: 3}}
moves:
  put:
    for: c in vacant
    where:
      few in the rows: count(mover.levels with man) < 3
      low: count(a1.levels with enemy man) < 2 and not any(mover.levels with enemy man)
    do: put man on c
end:
  draw: full
"""


def test_levels_are_those_of_a_pile_only_where_a_cell_is_asked_for_them(tmp_path: Path) -> None:
    path = tmp_path / "levels.yaml"
    path.write_text(LEVELS, encoding="utf-8")
    told = " ".join(load(path).rules_text().split())
    assert "fewer than three cells of your levels with men" in told
    assert "fewer than two levels of the pile on a1 with enemy men and there is no cell of your levels with an enemy man" in told


def text_of(rules: str, path: Path) -> str:
    """The text of a small game, its spaces as one."""
    file = path / "small.yaml"
    file.write_text(f"ggl: 1\nname: Small\nplayers: [A, B]\n{rules}\nend: {{draw: ply > 9}}\n")
    return " ".join(load(file).rules_text().split())


BOARD = "board: square(3)\n"
MAN = BOARD + "pieces: {man: {}}\n"
GO = "\n  go:\n    for: c in vacant\n    do: |\n"
TOLD = {
    "a condition in a loop is asked of each": (
        MAN + "state: {won: {start: 0, in: 0..9, each: players}}\nmoves:" + GO + "      put man on c\n"
        "      for p in players:\n        add 1 to p.won if any(cells with p man) or p == A\nscore(p): p.won",
        "For every player p, if ",
    ),
    "two conditions are one": (
        MAN + "moves:" + GO + "      if c in corners or c == b2:\n        if ply > 3:\n          put man on c",
        "If c is a corner cell or c is b2, and more than three turns were played before this one, put a man of yours on c.",
    ),
    "otherwise is said of the outer condition": (
        MAN + "moves:" + GO + "      if c in corners:\n        if ply > 3:\n          put man on c\n"
        "      else:\n        put opponent man on c",
        "- If c is a corner cell: - If more than three turns were played before this one, put a man of yours on c. - "
        "Otherwise, put an",
    ),
    "a varying kind that belongs to nobody is nobody's": (
        BOARD + "pieces: {red: {of: nobody}, blue: {of: nobody}}\n"
        "moves: {go: {for: 'c in vacant, k in {red, blue}', do: put k on c}}",
        "Put a piece of kind k on c.",
    ),
    "a varying kind that has owners is yours": (
        BOARD + "pieces: {red: {}, blue: {}}\nmoves: {go: {for: 'c in vacant, k in {red, blue}', do: put k on c}}",
        "Put a piece of yours of kind k on c.",
    ),
    "several from one set are chosen in one breath": (
        MAN + "moves: {go: {for: 'a in corners, b in corners, d in corners', do: 'put man on {a, b, d}'}}",
        "Choose three corner cells a, b and d, which need not differ.",
    ),
    "a kind that only stands for others is no piece": (
        BOARD + "pieces: {king: {seen by: owner, others see: mask}, mask: {}}\n"
        "moves: {go: {for: c in vacant, do: put king on c}}",
        "Masks are only what a player sees in place of pieces of a hidden kind.",
    ),
    "kinds that are hidden alike are told together": (
        BOARD + "pieces: {king: {seen by: owner, others see: mask}, duke: {seen by: owner, others see: mask}, mask: {}}\n"
        "moves: {go: {for: c in vacant, do: put king on c}}",
        "Only its owner sees a king or a duke. Who does not see it sees a mask of the same side in its place.",
    ),
    "who becomes something is said first": (
        MAN + "state: {first: {start: none, in: players}}\nmoves:" + GO + "      put man on c\n"
        "      set first to mover\nsays: {first: the player who was last}\nscore(p): 1 if p == first else 0",
        "You become the player who was last.",
    ),
    "conditions that are counted are a list": (
        MAN + "moves: {go: {for: c in vacant, do: put man on c}}\n"
        "score(p): (1 if p man on a1 else 0) + (1 if p man on b1 else 0)",
        "Your score is the number of these that are true: there is a man of yours on a1; there is a man of yours on b1.",
    ),
    "what a collection holds is counted, and not its kinds": (
        MAN + 'values: {cards: [ace, king]}\nstate: {deck: {start: "[ace, ace, king]", in: cards}}\n'
        "moves: {go: {for: c in vacant, where: {two are left: size(deck) >= 2}, do: put man on c}}\n",
        '- Two are left: the number of entries in "deck" is at least 2.',
    ),
    "the others are each other player": (
        MAN + "state: {discs: {start: 2, in: 0..2, each: players}}\nmoves:\n  go: {for: c in vacant, "
        "where: {last: 'all(q.discs == 0 for q in players if q != mover)'}, do: put man on c}\n",
        '- Last: for every other player q, q\'s "discs" is 0.',
    ),
    "a condition in the author's own words keeps its name": (
        MAN + "values: {cards: [ace, king]}\nstate: {held: {start: ace, in: cards, each: players}}\n"
        "moves: {go: {for: c in vacant, where: {you have an ace: has(ace)}, do: put man on c}, "
        "lie: {for: c in vacant, where: {you have a king: has(king)}, do: put man on c}}\n"
        "define: {has(k): mover.held == k and ply < 9}\n",
        '- You have an ace: "has" holds for ace.',
    ),
    "a short condition in words of the language needs no name": (
        MAN + "moves: {go: {for: c in cells, where: {to a free cell: 'not occupied(step(c, north))'}, do: put man on c}}\n",
        "This is allowed only if the cell next to c to the north is not occupied.",
    ),
    "on an empty cell no piece is replaced": (
        MAN + "moves: {go: {for: 'c in cells with own man, t in neighbors(c)', where: {free: not own man on t}, "
        'do: "if empty(t):\\n  move c to t\\nelse:\\n  move c to t"}}\n',
        "- If t is empty, move the piece on c to t. - Otherwise, move the piece on c to t, in place of the enemy piece there.",
    ),
    "what hangs on a condition begins with it": (
        MAN + "moves: {go: {for: 'c in cells with own man, t in ways(c)', where: {free: empty(t) or ply > 3}, do: move c to t}}\n"
        "define: {'ways(c)': '(sight(c, d) for d in orthogonal) + slides(c, orthogonal) if c in corners else neighbors(c)'}\n",
        "by the first line that is true: - c is a corner cell: the first occupied cells",
    ),
    "one of several values is called by the singular": (
        MAN + "values: {dice: [first, second]}\nstate: {thrown: {start: dice, in: dice}}\n"
        'moves: {go: {for: c in vacant, do: "put man on c\\nset thrown to {}"}}\n',
        "- A die is first or second. ",
    ),
    "a set that is emptied is empty": (
        MAN + "values: {dice: [one, two]}\nstate: {thrown: {start: dice, in: dice}}\n"
        'moves: {go: {for: c in vacant, do: "put man on c\\nset thrown to {}"}}\n',
        '"thrown" is now empty.',
    ),
    "a move that only follows stands behind those on which it follows": (
        MAN + "moves:\n  put: {for: c in vacant, do: put man on c, then: 'add()'}\n  lift: {for: c in cells with own man, "
        "do: take man from c}\n  add(): {for: c in vacant, do: put man on c}\n",
        "Add This move only follows Put",
    ),
    "what is left out on a condition leaves the rest": (
        MAN + "state: {late: 0}\nmoves: {go: {for: c in room(a1), do: put man on c}}\n"
        "define: {room(x): 'vacant - {x} - (row(2) if late == 0 else {})'}\n",
        'on an empty cell that is not a1 (but if "late" is 0, not in row 2).',
    ),
    "a number of what fits a condition is divided as a whole": (
        MAN + "moves: {go: {for: c in vacant, "
        "where: {even: 'count(n in cells if size(group(n)) == 4) // 4 > ply'}, do: put man on c}}\n",
        "(the number of cells n for which the size of the group on n is 4) divided by 4, rounded down",
    ),
    "a kind that hangs on a condition is put by two sentences": (
        BOARD + "pieces: {man: {}, king: {}}\nmoves:\n  go: {for: c in vacant, do: put (man if ply < 2 else king) on c}\n",
        "If fewer than two turns were played before this one, put a man of yours on c; otherwise put a king of yours on c.",
    ),
    "the line whose beginning is meant hangs on a condition": (
        MAN
        + "moves:\n  go:\n    for: c in cells with own man\n    let:\n      foes: leading(x in (ray(c, north) if ply < 2 else "
        "ray(c, south)) if enemy man on x)\n    where: {some: any(foes)}\n    do: take man from foes\n",
        "of these, in order: the cells on the line from c to the north if fewer than two turns have been played, "
        "otherwise the cells on the line from c to the south, before the first",
    ),
    "where one phase allows to pass only the others do not": (
        MAN + "moves: {go: {for: c in vacant, do: put man on c}, rest: {do: draw}}\n"
        "turn: {phases: {one: {play: go, until: ply == 2}, two: {play: rest, pass: free}}}\n",
        "In the other phases: You may not pass.",
    ),
    "a table of conditions holds in any of its rows": (
        MAN + "moves: {go: {for: c in vacant, where: 'fits(c, mover)', do: put man on c}}\n"
        "define:\n  fits(c, p):\n    by: p\n    A: c in corners\n    B: c in border\n",
        "if any of this holds: - p is A, and c is a corner cell. - p is B, and ",
    ),
    "a distance on squares counts diagonal steps, too": (
        MAN + "moves: {go: {for: c in vacant, where: {near: 'distance(c, b2) < 2'}, do: put man on c}}\n",
        "The distance between two cells is the least number of steps, straight or diagonal, from one to the other.",
    ),
    "a distance on hexagons is one of steps": (
        MAN.replace("square(3)", "hexagon(2)")
        + "moves: {go: {for: c in vacant, where: {near: 'distance(c, b2) < 2'}, do: put man on c}}\n",
        "The distance between two cells is the least number of steps from one to the other.",
    ),
}


@pytest.mark.parametrize("kind", TOLD)
def test_a_sentence_is_told_plainly(kind: str, tmp_path: Path) -> None:
    rules, sentence = TOLD[kind]
    assert sentence in text_of(rules, tmp_path)
