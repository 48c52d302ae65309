"""The rules in English, told exactly; `test_readable.py` has how they are told to a player.

`GGL_BLESS=1 pytest tests/narration` rewrites the golden texts in `exact/`.
"""

import os
import re
import time
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

import ggl
from ggl import resources
from ggl.checker.vocabulary.board_words import BOARD_WORDS, DOTS
from ggl.checker.vocabulary.position_names import POSITION_NAMES, SITE_DOTS
from ggl.checker.vocabulary.prelude import prelude
from ggl.checker.vocabulary.words import WORDS
from ggl.diagnostics import Findings
from ggl.model.bundled import bundled
from ggl.model.definition import Definition
from ggl.model.extends import bases_of, load_definition
from ggl.narration.board import SHAPES as SHAPES_TOLD
from ggl.narration.effect_text import _SAID
from ggl.narration.nouns import a_or_an, conjugated, does, listed, number_text
from ggl.narration.templates import EXPLAINED, NEEDS, PLAINLY, TEMPLATES
from ggl.narration.text import rules_text
from ggl.play.loading import find_source, load
from ggl.syntax import tree as t
from ggl.topology import SHAPES
from tests import drafts
from tests.few import FEW, slow
from tests.generated.english import mistakes

HERE = Path(__file__).parent
EVERYTHING = HERE / "exact" / "everything.yaml"
CHANCE = HERE / "exact" / "chance.yaml"
PHRASES = HERE / "exact" / "phrases.yaml"
BEGINNINGS = HERE / "exact" / "beginnings.yaml"
SIDES = HERE / "exact" / "sides.yaml"
GAMES = resources.bundled_games()
OTHER_OPTIONS: dict[str, dict[str, object]] = {
    "amazons": {},
    "antichess": {"repeats": 5},
    "backgammon": {},
    "blotto": {"soldiers": 5},
    "catchup": {"size": 3},
    "blokus-duo": {"size": 8, "start": 3},
    "breakthrough": {"first": "Black", "size": 6},
    "chess": {"repeats": 5, "quiet_moves": 75},
    "chinese-checkers": {"seats": 6, "most_rounds": 50},
    "clobber": {"width": 8, "height": 8},
    "closed-tricks": {"tricks": 7},
    "connect-four": {"width": 8, "line": 5},
    "dark-hex": {"size": 3, "abrupt": True},
    "dots-and-boxes": {"width": 2, "height": 3},
    "draughts": {"captures_only": True},
    "focus": {"most_turns": 400},
    "crazyhouse": {"repeats": 5, "quiet_moves": 75},
    "dvonn": {},
    "symple": {"size": 5, "penalty": 6},
    "tak": {"most_turns": 120},
    "geister": {},
    "go": {"superko": False, "suicide": True},
    "gomoku": {"exact": True},
    "havannah": {"size": 4, "pie": False},
    "hex": {"size": 14, "pie": False},
    "kuhn-poker": {},
    "lasca": {"repeats": 100},
    "lines-of-action": {"mover_takes_all": True, "no_repeats": True},
    "mastermind": {"tries": 6},
    "misere-tic-tac-toe": {},
    "nine-mens-morris": {"flying": False, "threefold": False, "max_plies": 200},
    "othello": {"size": 6},
    "open-tricks": {"tricks": 5},
    "oware": {"seeds": 3},
    "phantom-tic-tac-toe": {},
    "pig": {"goal": 50},
    "quarod": {"size": 5, "pie": False},
    "quoridor": {"size": 5, "walls": 3},
    "rock-paper-scissors": {"rounds": 1},
    "royal-game-of-ur": {},
    "sgibun": {"side": 5, "pie": False},
    "surakarta": {"quiet_turns": 20},
    "tic-tac-toe": {},
    "tabik": {"size": 11, "pie": False},
    "tiku": {"first": "Dark", "max_plies": 200},
    "tiku-diagonal": {"first": "Dark"},
    "tiku-points": {"target": 25},
    "tirnabun": {"side": 7, "pie": False},
    "twixt": {"size": 7, "pie": False},
    "ultimate-tic-tac-toe": {},
    "xiangqi": {"most_turns": 100},
    "y": {"size": 5, "pie": False},
}
CASES = [(name, options) for name in GAMES for options in ({}, OTHER_OPTIONS.get(name, {}))]
DEAR = [slow(*case) if case[1] and case[0] not in FEW else case for case in CASES]
"""The cases for what makes the text: with other options only of the few games."""


def case_name(value: object) -> str:
    if isinstance(value, dict):
        return ",".join(f"{name}={each}" for name, each in value.items()) or "default"
    return str(value)


def rules(name: str, options: dict[str, object]) -> str:
    return load(name, **options).rules_text(exact=True)


def without_notes(text: str) -> str:
    return text.split("\nNotes\n-----\n")[0]


def joined(text: str) -> str:
    """The text with its lines joined, so that a sentence is found where it was wrapped."""
    return " ".join(text.split())


# ------------------------------------------------------------------------------------------------------- golden texts


def golden_of(name: str, options: dict[str, object], folder: str = "exact") -> Path:
    return HERE / folder / (name + ("-other" if options else "") + ".txt")


def golden_text(name: str, options: dict[str, object], folder: str = "exact") -> str:
    """What the rules are, as the tests of the golden texts prove: what is asked of a text need not make it again."""
    return golden_of(name, options, folder).read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "options"), DEAR, ids=case_name)
def test_the_rules_are_the_golden_text(name: str, options: dict[str, object]) -> None:
    golden = golden_of(name, options)
    shown = rules(name, options)
    if os.environ.get("GGL_BLESS"):
        golden.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("game", [EVERYTHING, PHRASES, CHANCE, BEGINNINGS, SIDES], ids=lambda path: path.stem)
def test_the_rules_of_a_game_made_for_its_words_are_the_golden_text(game: Path) -> None:
    golden = game.with_suffix(".txt")
    shown = load(game).rules_text(exact=True)
    if os.environ.get("GGL_BLESS"):
        golden.write_text(shown, encoding="utf-8", newline="\n")
    assert shown == golden.read_text(encoding="utf-8")


def test_each_bundled_game_has_a_second_set_of_options() -> None:
    assert set(OTHER_OPTIONS) == set(GAMES)


# -------------------------------------------------------------------------------------------------------------- facts


@pytest.mark.parametrize("name", [game.name for game in bundled() if "pie" in (option.name for option in game.options)])
def test_a_pie_rule_that_is_off_is_not_mentioned(name: str) -> None:
    assert re.search(r"\bpie\b", without_notes(rules(name, {})))
    off = without_notes(rules(name, {"pie": False}))
    assert not re.search(r"\bpie\b|swap-sides|take-", off)


@cache
def definition_of(name: str) -> Definition:
    source = find_source(name)
    definition = load_definition(source, Findings(), bases_of(source))
    assert definition is not None
    return definition


@pytest.mark.parametrize("name", GAMES)
def test_each_named_condition_appears(name: str) -> None:
    """With its options one way or the other: what they rule out is left out."""
    text = " ".join(joined(golden_text(name, options)) for options in ({}, OTHER_OPTIONS.get(name, {}))).lower()
    definition = definition_of(name)
    parts = [part for move in definition.moves.values() for part in (*move.where.parts, *move.ensure.parts)]
    parts += [part for end in definition.end for part in end.conditions.parts]
    assert parts
    assert [label for label, _ in parts if label.lower() not in text] == []


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_name)
def test_no_code_is_left_in_the_rules(name: str, options: dict[str, object]) -> None:
    _, _, text = without_notes(golden_text(name, options)).partition("\n\n")
    assert re.findall(r"(?<!=)==(?!=)|!=|<=|>=|\b[a-z]\.[a-z]+|\w+\(\w+[,)]|\{|\}|None|\bSpan\b|<\w+", text) == []


@pytest.mark.parametrize(("name", "options"), CASES, ids=case_name)
def test_no_line_is_longer_than_80_columns(name: str, options: dict[str, object]) -> None:
    assert [line for line in golden_text(name, options).splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("name", GAMES)
def test_each_definition_of_a_game_is_introduced(name: str) -> None:
    texts = [golden_text(name, options) for options in ({}, OTHER_OPTIONS.get(name, {}))]
    words = " ".join(joined(text.partition("\nWords used\n")[2].partition("\nGeneral words\n")[0]) for text in texts)
    for one in definition_of(name).definitions:
        heads = re.findall(rf"- (?:For [^.]*?, )?[^.]*?\b{one.replace('_', ' ')}\b[^.]*? (?:is|are|if)\b", words)
        assert heads, one


@pytest.mark.parametrize("path", drafts.SOUND, ids=lambda path: path.stem)
def test_a_draft_game_is_told(path: Path) -> None:
    game = load(path)
    text = game.rules_text(exact=True)
    assert text.startswith(game.name)
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ("square(5)", "The board is a square of 5 by 5 cells."),
        ("square(1)", "The board is a single square cell."),
        ("square(3, 1)", "The board has 3 columns and 1 row of square cells."),
        ("square(1, 3)", "The board has 1 column and 3 rows of square cells."),
        ("square(3, 1)", "named by column and row, from a1 at the left to c1 at the right."),
        ("track(1)", "The board is a single cell."),
        ("track(2)", "The board is a track of 2 cells in a row."),
        ("hexagon(1)", "on each side (1 cell in all)."),
        ("{shape: square(3), without: '{a1}'}", "One of its cells is left out: a1."),
        ("{shape: square(3), without: corners}", "4 of its cells are left out: a1, c1, a3 and c3."),
        ("{drawing: '. .'}", "The board has 2 square cells, laid out as in the picture below. Its cells are named"),
    ],
)  # fmt: skip
def test_a_board_is_told_in_the_singular_where_there_is_one(tmp_path: Path, board: str, sentence: str) -> None:
    path = tmp_path / "one.yaml"
    path.write_text(f"ggl: 1\nname: One\nplayers: [A, B]\nboard: {board}\npieces: {{man: {{}}}}\n"
                    "moves: {put: {for: c in vacant, do: put man on c}}\nend: {draw: full}\n")  # fmt: skip
    assert sentence in joined(load(path).rules_text(exact=True))


def test_constants_are_told_by_their_values() -> None:
    assert "at least 200 turns have been played" in joined(rules("tiku", {"max_plies": 200}))
    assert "square of 11 by 11 cells" in joined(rules("tabik", {"size": 11}))


def test_a_branch_that_the_options_rule_out_is_left_out() -> None:
    assert "If every cell is occupied, the game ends at once as a draw" in joined(load(EVERYTHING).rules_text(exact=True))
    assert "You lose at once" not in joined(load(EVERYTHING).rules_text(exact=True))
    off = joined(load(EVERYTHING, big=False).rules_text(exact=True))
    assert "You lose at once" in off
    assert "the game ends at once as a draw" not in off


def test_the_beginning_of_a_list_is_told_up_to_where_it_stops(tmp_path: Path) -> None:
    """As a value, in brackets of a size, and of each shape of condition: never as all members of which it holds."""
    game = tmp_path / "run.yaml"
    game.write_text(
        """ggl: 1
name: Run
players: [Red, Blue]
board: square(5)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    do: put stone on c
define:
  mine(c): leading(x in ray(c, north) if own stone on x)
  near(c): size(leading(x in ray(c, north) if empty(x)))
  low(c): size(leading(x in ray(c, north) if x.row + x.column < 5))
end:
  mover loses:
    a run: any(c in cells if size(mine(c)) + near(c) + low(c) > 9)
  draw: full
""",
        encoding="utf-8",
    )
    words = joined(load(game).rules_text(exact=True))
    assert "before the first on which there is no stone of yours" in words
    assert "before the first that is not empty" in words
    assert "before the first of which" in words
    assert "that have a stone of yours" not in words


def test_the_side_that_moves_first_is_the_option_s() -> None:
    assert "Dark moves first. The first player plays Dark" in joined(rules("tiku", {"first": "Dark"}))


# ---------------------------------------------------------------------------------------------------------- templates


def test_each_word_of_the_vocabulary_has_a_template() -> None:
    elsewhere = {"subsets", "seen", "choice", "previous"}  # told where a move chooses one, by `by_sight`, and with what they ask
    told = {key.partition("(")[0] for key in TEMPLATES} | elsewhere
    words = {*prelude(), *WORDS, *BOARD_WORDS, *POSITION_NAMES, "neighbors", "able"}
    assert words - told == set()


def test_what_is_chosen_at_once_is_told_with_who_chose_it() -> None:
    path = Path(__file__).parents[1] / "language" / "games" / "all_choose_at_once.yaml"
    text = " ".join(ggl.load(path).rules_text(exact=True).split())
    assert "Let n be what p chose as n." in text
    assert "what p chose as c is a1" in text


def test_what_was_so_a_turn_ago_is_told_as_before_the_last_turn() -> None:
    path = Path(__file__).parents[1] / "language/games/previous_is_what_was_so_as_the_last_complete_turn_began.yaml"
    text = " ".join(ggl.load(path).rules_text(exact=True).split())
    assert "it was not so before the last turn that there is a stone on c" in text
    assert "the cells with stones before the last turn are the cells with stones" in text
    assert "as the last turn that is over began. Until one is over, it is what was so at the start." in text


def test_phases_in_which_all_choose_at_once_are_told_beside_those_of_turns() -> None:
    path = Path(__file__).parents[1] / "language" / "games" / "some_phases_choose_at_once.yaml"
    text = " ".join(ggl.load(path).rules_text().split())
    assert "take turns in this order, or choose at once, as the phase says" in text
    assert 'In the phase "grabbing", all players choose at once: nobody learns what another has chosen before all have.' in text
    assert 'In the phase "placing", on your turn you make this move: Place.' in text
    offered, placed = text.index(" Offer "), text.index(" Place ", text.index("Offer "))
    assert "When all have chosen:" in text[offered:placed]
    assert "When all have chosen:" not in text[placed : text.index(" Grab ", placed)]


def test_each_property_has_a_template() -> None:
    wanted = {f"{site}.{name}" for site, name in DOTS} | {f".{name}" for name in SITE_DOTS} | {"last.mover", "last."}
    assert wanted - set(TEMPLATES) == {".levels"}  # told by what stands at them


def test_each_template_is_of_a_word_that_there_is() -> None:
    words = {*prelude(), *WORDS, *BOARD_WORDS, *POSITION_NAMES, "neighbors", "able"}
    assert {key for key in TEMPLATES if "." not in key and key.partition("(")[0] not in words} == set()


@pytest.mark.parametrize("key", TEMPLATES)
def test_a_template_asks_only_for_arguments_that_it_has(key: str) -> None:
    given = set(key.partition("(")[2].rstrip(")").split(", ")) | {"x", "name", "mover", "supply"}
    assert set(re.findall(r"\{(\w+)", TEMPLATES[key])) <= given


def test_each_way_to_call_a_word_has_a_template() -> None:
    ways = {name: (one.signature.required, len(one.signature.params)) for name, one in {**prelude(), **BOARD_WORDS}.items()}
    ways |= {name: (word.least, 1 if name in ("min", "max") else word.most) for name, word in WORDS.items()}
    ways["stuck"] = (0, 1)
    counts = [(key.partition("(")[0], len([p for p in key.partition("(")[2].rstrip(")").split(", ") if p])) for key in TEMPLATES]
    wanted = {(name, count) for name, (least, most) in ways.items() for count in range(least, most + 1)} - {
        ("subsets", 2),
        ("seen", 1),
        ("previous", 1),
        ("choice", 1),
    }
    lacking = sorted(f"{name} with {count} arguments" for name, count in wanted - set(counts))
    assert lacking == [], "add a line to TEMPLATES in ggl/narration/templates.py, and a pair to tests/narration/words.yaml"


def test_each_explanation_is_called_for() -> None:
    called = {key for keys in NEEDS.values() for key in keys}
    called |= {
        "at once",
        "stacks at once",
        "lists",
        "leaving",
        "order",
        "joined",
        "turns",
        "carried",
        "chosen",
        "nowhere",
        "remainder",
    }
    assert {*EXPLAINED, *PLAINLY} == called


def test_each_form_of_effect_is_told() -> None:
    assert set(_SAID) == set(get_args(t.Effect))


def test_each_shape_of_board_is_told() -> None:
    assert set(SHAPES_TOLD) == set(SHAPES)


# ------------------------------------------------------------------------------------------------------------ English


def test_a_side_whose_name_is_a_plural_is_several() -> None:
    assert does("Guards", "win") == "Guards win"
    assert does("Geese", "be") == "Geese are"
    assert does("Black", "lose") == "Black loses"
    assert does("Octopus", "be") == "Octopus is"


def test_a_list_whose_parts_have_an_and_is_parted_by_commas() -> None:
    assert listed(["a", "b"]) == "a and b"
    assert listed(["the cells between a and b", "b"]) == "the cells between a and b, and b"


def test_articles_go_by_sound() -> None:
    assert [a_or_an(word) for word in ("edge", "cell", "hour", "unit", "8", "X mark", "O mark")] == [
        "an edge", "a cell", "an hour", "a unit", "an 8", "an X mark", "an O mark",
    ]  # fmt: skip


def test_verbs_agree_and_are_negated() -> None:
    assert conjugated("be", "one", False) == "is not"
    assert conjugated("have", "you", True) == "have"
    assert conjugated("touch", "one", True) == "touches"
    assert conjugated("own", "one", False) == "does not own"


def test_numbers_are_written_as_people_write_them() -> None:
    assert [number_text(Fraction(n)) for n in ("7", "15/2", "1/3")] == ["7", "7.5", "1/3"]


def test_a_set_up_that_multiplies_is_cut_short(tmp_path: Path) -> None:
    players = [f"P{number}" for number in range(8)]
    loops = " ".join(f"for p{depth} in players" for depth in range(7))
    path = tmp_path / "many.yaml"
    path.write_text(
        f"ggl: 1\nname: Many\nplayers: [{', '.join(players)}]\nboard: square(2)\npieces: {{man: {{}}}}\n"
        f"setup: put p6 man on a1 {loops}\n"
        "moves:\n  put:\n    for: c in cells\n    where: empty(c)\n    do: put man on c\nend:\n  draw: full\n",
        encoding="utf-8",
    )
    checked = load(path).checked
    started = time.perf_counter()
    told = rules_text(checked, exact=True)
    assert time.perf_counter() - started < 20
    assert "(too long to be told)" in told


DEEP_DEFINITIONS = {
    "an end of each player": (
        13,  # the interpreter, which asks it at the start, reads it as often as it is written
        "  d0(p): count(cells with p man)",
        "  d{n}(p): max(d{m}(p), d{m}(other(p)))",
        "moves: {{go: {{for: x in vacant, do: put man on x}}}}\nend: {{player p wins: d{n}(p) > d{n}(other(p)), draw: full}}",
    ),
    "a number that is added": (
        20,
        "  n0(p): ply % 3",
        "  n{n}(p): (n{m}(p) if {n} < ply else n{m}(other(p)))",
        "state: {{pot: {{start: 0, in: 0..90}}}}\n"
        'moves: {{go: {{for: x in vacant, do: "put man on x\\nadd n{n}(mover) to pot"}}}}\nend: {{draw: full or pot > 80}}',
    ),
    "a kind that a piece becomes": (
        20,
        "  k0(x): (man if x.row > 2 else king)",
        "  k{n}(x): (k{m}(x) if x.column == {n} else k{m}(x))",
        'moves: {{go: {{for: x in vacant, do: put man on x}}, up: {{for: x in cells with man, do: "promote x to k{n}(x)"}}}}\n'
        "end: {{draw: full}}",
    ),
}


@pytest.mark.parametrize("of", DEEP_DEFINITIONS)
def test_definitions_that_use_others_twice_are_read_once(tmp_path: Path, of: str) -> None:
    depth, first, each, rules = DEEP_DEFINITIONS[of]
    chain = "\n".join([first, *(each.format(n=n, m=n - 1) for n in range(1, depth + 1))])
    head = "ggl: 1\nname: Deep\nplayers: [Red, Blue]\nboard: square(4)\npieces: {man: {}, king: {}}\n"
    (tmp_path / "deep.yaml").write_text(f"{head}define:\n{chain}\n{rules.format(n=depth)}\n", encoding="utf-8")
    game = load(tmp_path / "deep.yaml", engine="interpreter")
    started = time.perf_counter()
    assert all(game.rules_text(exact=exact) for exact in (False, True))
    assert time.perf_counter() - started < 20


def test_a_constant_that_is_called_a_way_is_not_told_as_a_way_direction(tmp_path: Path) -> None:
    path = tmp_path / "ways.yaml"
    path.write_text(
        """
ggl: 1
name: Ways
players:
  Red: {way: north, forward: east}
  Blue: {way: south, forward: west}
board: square(3)
pieces: {half: {}}
moves:
  place:
    for: c in cells
    where:
      free: empty(step(c, mover.way)) and empty(step(c, mover.forward))
    do: put half on c
end: {mover loses: stuck}
""",
        encoding="utf-8",
    )
    text = " ".join(load(path).rules_text(exact=True).split())
    assert "in your way" in text
    assert "in your forward direction" in text
    assert "way direction" not in text
    assert "Red's way is north." in text
    assert "Halves come in the colour of each side" in text


SOLDIERS = """
ggl: 1
name: Soldiers
players:
  Red: {forward: north}
  Blue: {forward: south}
board: square(4)
pieces: {man: {supply: 1}, bean: {layer: beans, stacks: 3, supply: 0}}
setup: put p man on rank(p, 1) for p in players
moves:
  walk:
    for: c in cells with own man, t in steps(c, {c.owner.forward} + ({east, west} if c.row > 2 else {}))
    where:
      free: empty(t)
      near: t in row(1) + (row(2) if ply > 1 else row(3)) + (row(4) if ply > 2 else {})
    do: |
      take piece from t to supply of (mover if ply > 3 else opponent)
      take 2 bean from t to supply of next(mover) as man
      take man from t to supply as bean
      move c to t
end: {draw: ply >= 9}
"""


def test_what_hangs_upon_a_condition_is_told_apart_from_the_rest(tmp_path: Path) -> None:
    (tmp_path / "soldiers.yaml").write_text(SOLDIERS)
    text = joined(load(tmp_path / "soldiers.yaml").rules_text(exact=True))
    assert "in the forward direction of the owner of the piece on c or (if the row of c is more than 2) east and west" in text
    assert "(row 2 if more than 1 turn has been played, otherwise row 3) or (if more than 2 turns have been played) row 4" in text
    assert "into your supply; otherwise take one piece from t and put it into your opponent's supply." in text
    assert "and put them into the supply of the player after you as men" in text
    assert "Take any man from t and put it into its owner's supply as a bean." in text


SWITCHED = """
ggl: 1
name: Switched
players: [A, B]
board: square(2)
pieces: {man: {}}
options: {x: true, y: false, w: B in players}
moves:
  drop:
    for: c in cells
    where: empty(c)
    do: put man on c
end: {draw: CONDITION}
"""


@pytest.mark.parametrize(
    ("condition", "reason"),
    [
        ("x and full", "the board is full"),
        ("(y or full) and x", "the board is full"),
        ("full if x else stuck(A)", "the board is full"),
        ("x and (not y)", "x holds and y does not hold"),
        ("full and not w man on a1", "the board is full and there is no B man on a1"),
        ("x", "x holds"),
        ("not y", "y does not hold"),
        ("true", "this always holds"),
    ],
)
def test_a_reason_without_a_name_may_speak_of_an_option_that_is_on_or_off(tmp_path: Path, condition: str, reason: str) -> None:
    (tmp_path / "switched.yaml").write_text(SWITCHED.replace("CONDITION", condition))
    game = load(tmp_path / "switched.yaml")
    assert game.rules_text(exact=True)
    state = game.initial_state()
    while not state.is_over:
        state = state.play(state.legal_moves()[0])
    assert state.result is not None
    assert state.result.reason == reason


LAP = """
ggl: 1
name: Lap
players: [Red, Blue]
board: track(6)
pieces: {seed: {of: nobody, stacks: 9}}
state: {hand: {start: 0, in: 0..9}}
setup: put 2 seed on cells
moves:
  sow:
    for: c in cells
    where: c.count > 0
    do: |
      add c.count to hand
      lap(cell(c.number + hand), c)
routines:
  lap(x, from_here): |
    take piece from from_here
    set hand to 0
    put seed on x
end: {draw: ply > 9}
"""


def test_what_a_routine_is_given_is_fixed_before_its_effects(tmp_path: Path) -> None:
    """The routine sets `hand`, of which its argument is made: the words for the argument would mean another cell behind that."""
    game = tmp_path / "lap.yaml"
    game.write_text(LAP.strip(), encoding="utf-8")
    told = joined(load(game).rules_text(exact=True))
    let, zero, put = told.index("Let x be"), told.index('"hand" becomes 0'), told.index("Put a seed on x")
    assert let < zero < put
    assert "from here" not in told  # a parameter of the move stays what it is


NAMED = """
ggl: 1
name: Named
players: [Red, Blue]
board: square(4)
pieces: {man: {}}
moves:
  place:
    for: c in vacant
    where:
      free: safe(c) and owns(mover, c) and any(rivals(mover, c)) and weight(mover, c) > 1
    do: settle(c)
  leave:
    for: c in cells with own man
    do: settle(c)
routines:
  settle(c): take man from c
define:
  safe(c): not any(neighbors(c) with man)
  owns(p, c): any(neighbors(c) with p man)
  rivals(p, c): neighbors(c) with man of other(p)
  weight(p, c): count(neighbors(c) with p man)
end: {mover loses: stuck}
"""


def test_names_are_told_by_their_form(tmp_path: Path) -> None:
    """An adjective, a verb, a plural, a noun and what is done; a player first."""
    (tmp_path / "named.yaml").write_text(NAMED, encoding="utf-8")
    text = joined(load(tmp_path / "named.yaml").rules_text(exact=True))
    assert "c is safe, you own c, there is a rival of yours for c and your weight for c is more than 1" in text
    assert 'Do "settle" with c' in text


TOLD_BY_PARTS = """
ggl: 1
name: Parts
players: [Red, Blue]
board: square(3)
values: {suits: [clubs, hearts, spades]}
pieces: {disc: {}, line: {sites: edges, of: nobody}}
state:
  trump: {start: clubs, in: suits}
  bonus: {start: 1, in: 0..3}
moves:
  place:
    for: c in vacant
    where:
      few: count(e in edges if line on e) < count(cells)
      late: ply >= count(d in cells if d.row == 1)
      soon: ply < 2 + c.row
      limit: ply < 3 + 5 * bonus
      whose: not (disc of (mover if ply > 3 else opponent) on c)
    do: |
      put disc of (mover if ply > 2 else opponent) on c
  lift:
    for: c in cells with disc
    do: take disc of (mover if ply > 2 else opponent) from c
turn:
  begin: roll trump from suits
end: {draw: ply >= 9 and trump == clubs}
"""


@pytest.mark.parametrize("exact", [True, False])
def test_an_amount_an_owner_and_a_whole_that_are_phrases_are_told_in_english(tmp_path: Path, exact: bool) -> None:
    (tmp_path / "parts.yaml").write_text(TOLD_BY_PARTS)
    text = joined(load(tmp_path / "parts.yaml").rules_text(exact=exact))
    assert ('Roll "trump": a suit.' if exact else 'Choose "trump" at random: ') in text
    assert "put a disc of yours on c; otherwise put" in text
    assert "remove any of your discs from c; otherwise remove any" in text
    assert "played, there is no disc of yours on c; otherwise there is no" in text
    assert "cells edges" not in text
    assert "ate: the number of turns played is at least the number of cells" in text
    assert "number of turns played is less than 2 plus the row of c." in text
    assert ('fewer than 3 plus (5 times "bonus") turns have been played' in text) == exact
    assert not list(mistakes(load(tmp_path / "parts.yaml").rules_text(exact=exact)))
