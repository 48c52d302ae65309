"""What the page on meaning says of where things may stand, of types, of none and of names, where no game of its own shows it."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from ggl.checker.game import CheckedGame
from ggl.checker.vocabulary.names import TAKEN as TAKEN_NAMES
from ggl.checker.vocabulary.names import groups
from ggl.diagnostics import Diagnostic, render
from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source
from ggl.syntax.keywords import KEYWORDS, NO_MOVES, NO_NAMES, PHRASE_WORDS
from tests.docs.pages import ROOT
from tests.naming.named_game import checked as named
from tests.naming.test_any_name import REFUSALS, THINGS
from tests.naming.test_taken_names import checked, text

BASE = {
    "options": "{size: 3}",
    "players": "{Red: {home: a1, goal: 1}, Blue: {home: c3, goal: 2}}",
    "board": "square(3)",
    "regions": "{bank: row(1)}",
    "pieces": "{stone: {supply: 3, stacks: 2}, disc: {layer: floor, faces: orthogonal, has: {worth: 1}}}",
    "state": "{marked: 0, spot: {start: none, in: cells}}",
    "define": "{}",
    "setup": "put Red disc on a3",
    "moves": """
  place: {for: c in vacant, where: empty(c), do: put stone on c, then: more(c)}
  more(a): {for: b in cells, do: again}""",
    "turn": "{pass: forced}",
    "score(p)": "1",
    "match": "{until: ply > 99}",
    "end": "{draw: full}",
}


def found_in(**changed: str) -> tuple[CheckedGame | None, list[Diagnostic]]:
    parts = BASE | changed
    lines = "".join(f"{key}: {value}\n" for key, value in parts.items() if value != "{}")
    game, found = check_source(Source("told.yaml", f"ggl: 1\nname: Told\n{lines}"))
    return game, [finding for finding in found if finding.code.severity == "error"]


def codes(**changed: str) -> list[str]:
    return [finding.code.code for finding in found_in(**changed)[1]]


def test_the_game_that_the_others_are_made_of_is_sound() -> None:
    assert codes() == []


# ---- when each name is read

FIXED = {
    "options": "{size: CHANGES}",
    "board": "square(CHANGES)",
    "regions": "{bank: row(CHANGES)}",
    "players": "{Red: {home: a1, goal: CHANGES}, Blue: {home: c3, goal: 2}}",
    "pieces: supply": "{stone: {supply: CHANGES}}",
    "pieces: stacks": "{stone: {stacks: CHANGES}}",
    "pieces: faces": "{stone: {}, disc: {layer: floor, faces: (orthogonal if CHANGES > 3 else diagonal)}}",
    "pieces: has": "{stone: {}, disc: {layer: floor, has: {worth: CHANGES}}}",
    "state": "{marked: CHANGES}",
    "state: in": "{marked: {start: 0, in: 0..CHANGES}}",
}


@pytest.mark.parametrize("changes", ["ply", "count(cells with stone)", "marked"])
@pytest.mark.parametrize("key", FIXED)
def test_what_is_read_before_play_asks_for_nothing_that_changes(key: str, changes: str) -> None:
    part, _, _ = key.partition(":")
    assert {"GGL211", "GGL210"} & set(codes(**{part: FIXED[key].replace("CHANGES", changes)}))
    assert codes(**{part: FIXED[key].replace("CHANGES", "3"), **({"setup": "{}"} if part == "pieces" else {})}) == []


LEGAL = ["stuck", "able(place)"]
DECIDED = {
    "do": lambda asked: {"moves": f"{{place: {{for: c in vacant, do: put stone on c if {asked}}}}}"},
    "begin": lambda asked: {"turn": f"{{begin: add 1 to marked if {asked}}}"},
    "setup": lambda asked: {"setup": f"put Red disc on a3 if {asked}"},
    "turn: continue": lambda asked: {"turn": f"{{continue: {asked}}}"},
    "turn: most": lambda asked: {"turn": f"{{most: 1 if {asked} else 0}}"},
    "where": lambda asked: {"moves": f"{{place: {{for: c in vacant, where: not {asked}, do: put stone on c}}}}"},
    "for": lambda asked: {"moves": f"{{place: {{for: 'c in (vacant if {asked} else corners)', do: put stone on c}}}}"},
    "let": lambda asked: {"moves": f"{{place: {{for: c in vacant, let: {{x: {asked}}}, where: x, do: put stone on c}}}}"},
    "ensure": lambda asked: {"moves": f"{{place: {{for: c in vacant, do: put stone on c, ensure: not {asked}}}}}"},
    "then": lambda asked: {
        "moves": f"{{place: {{for: c in vacant, do: put stone on c, then: more(c) if {asked}}}, more(a): {{do: again}}}}"
    },
}
ASKED = {
    "pass": lambda asked: {"turn": f"{{pass: free if {asked}}}"},
    "end": lambda asked: {"end": f"{{mover loses: {asked}}}"},
    "until": lambda asked: {"turn": f"{{phases: {{first: {{until: {asked}}}, second: {{}}}}}}"},
    "tie": lambda asked: {"tie": f"(Red if {asked} else Blue) wins"},
    "match": lambda asked: {"match": f"{{until: {asked}}}"},
}


@pytest.mark.parametrize("asked", LEGAL)
@pytest.mark.parametrize("place", DECIDED)
def test_legal_moves_are_not_asked_for_where_they_are_decided(place: str, asked: str) -> None:
    assert "GGL210" in codes(**DECIDED[place](asked))
    assert codes(**DECIDED[place]("full")) == []


@pytest.mark.parametrize("asked", LEGAL)
@pytest.mark.parametrize("place", ASKED)
def test_legal_moves_are_asked_for_where_they_are_not_decided(place: str, asked: str) -> None:
    assert codes(**ASKED[place](asked)) == []


TOO_EARLY = {
    "a region of one below": ({"regions": "{inlet: shore, shore: row(1)}"}, "declare it above"),
    "a board of a definition": ({"board": "square(wide)", "define": "{wide: 3}"}, "make it an option"),
    "an option of a region": ({"options": "{size: bank}"}, "make it an option"),
}


@pytest.mark.parametrize("case", TOO_EARLY)
def test_what_is_declared_but_read_later_is_said_to_be_so(case: str) -> None:
    changed, help_ = TOO_EARLY[case]
    (error,) = found_in(**changed)[1]
    assert (error.code.code, "which is read after this" in error.message) == ("GGL211", True)
    assert help_ in str(error.help)


def test_of_the_players_that_a_score_is_for_it_may_be_asked_whether_they_are_stuck() -> None:
    assert codes(**{"score(p)": "1 if stuck(p) else 0"}) == []
    assert codes(**{"score(p)": "1 if able(place) else 0"}) == ["GGL209"]


MOST = """\
ggl: 1
name: Most
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
state: {gold: 0}
moves:
  dig: {do: add 2 to gold}
  wash: {do: add 1 to gold}
turn: {most: gold}
end: {draw: ply > 9 or ply > 3 and not able(wash)}
"""


def test_a_move_is_able_though_another_turn_is_best() -> None:
    game, found = check_source(Source("most.yaml", MOST))
    assert game is not None, render(found, "full")
    state = Game(game).initial_state()
    for _ in range(6):
        assert [str(move) for move in state.legal_moves()] == ["dig"]
        state = state.play("dig")
    assert not state.is_over


# ---- types


def test_there_is_no_text() -> None:
    assert codes(end="{draw: \"'full' == 'full'\"}") == ["GGL151"]


@pytest.mark.parametrize("values", ["a1 b1", "1 2", "Red Blue", "stone disc"])
def test_a_definition_may_be_used_with_values_of_any_one_type(values: str) -> None:
    one, other = values.split()
    ends = f"same({one}, {other}) or same({one}, {one}) and ply > 9"
    assert codes(define="\n  same(x, y): x == y", end=f"{{draw: '{ends}'}}") == []
    both = "same(a1, b1) or same(1, 2) or same(Red, Blue) or ply > 9"
    assert codes(define="\n  same(x, y): x == y", end=f"{{draw: '{both}'}}") == []
    assert codes(define="\n  same(x, y): x == y", end="{draw: 'same(a1, 1)'}") == ["GGL213"]


# ---- numbers


def test_a_number_without_bounds_is_held_to_those_of_32_bits() -> None:
    game, found = check_source(
        Source("most.yaml", MOST.replace("add 2 to gold", "add 2000000000 to gold").replace("ply > 3", "ply < 0"))
    )
    assert game is not None, render(found, "full")
    state = Game(game).initial_state()
    assert not state.is_over
    for most in (2_000_000_000, 2**31 - 1, 2**31 - 1):
        state = state.play("dig")
        assert state["gold"] == most


def test_a_fraction_without_bounds_is_held_to_as_many_of_its_parts() -> None:
    text = MOST.replace("add 2 to gold", "add 2000000000 to gold").replace("ply > 3", "ply < 0").replace("gold: 0", "gold: 0.5")
    game, found = check_source(Source("most.yaml", text))
    assert game is not None, render(found, "full")
    assert Game(game).initial_state().play("dig")["gold"] == Fraction(2**31 - 1, 2)


@pytest.mark.parametrize("divided", ["ply / passes", "ply / 0", "ply / (0 - 2)", "ply / (1 - 1)"])
def test_a_number_is_divided_by_a_fixed_positive_one(divided: str) -> None:
    assert codes(end=f"{{draw: {divided} > 1}}") == ["GGL211"]
    assert codes(end=f"{{draw: {divided.replace('/', '//')} > 1}}") == []


# ---- none

NOT_NONE = {
    "plain": ("last.c.row > 2", False),
    "not none": ("last.c != none and last.c.row > 2", True),
    "if not none": ("(last.c.row if last.c != none else 0) > 2", True),
    "none before else": ("(0 if last.c == none else last.c.row) > 2", True),
    "or none": ("last.c == none or last.c.row > 2", True),
    "in a set": ("last.c in corners and last.c.row > 2", True),
    "a word asked of it": ("neighbors(last.c) == {} or last.c.row > 2", False),
    "max": ("max(c.row for c in cells with stone) > 2", False),
    "max with a default": ("max((c.row for c in cells with stone), default=0) > 2", True),
    "min": ("min(c.row for c in cells with stone) > 2", False),
    "min with a default": ("min((c.row for c in cells with stone), default=9) < 2", True),
    "a sum": ("last.c.row + 1 > 2", False),
    "a result": ("0 == 0", True),
}


@pytest.mark.parametrize("case", NOT_NONE)
def test_what_may_be_none_is_no_number_until_the_file_says_that_it_is_not(case: str) -> None:
    asked, is_known = NOT_NONE[case]
    assert codes(end=f'{{draw: "{asked}"}}') == ([] if is_known else ["GGL207"])


def test_nobody_wins_by_a_result_that_may_be_none() -> None:
    moves = "{place: {for: c in vacant, do: win RESULT}}"
    assert codes(moves=moves.replace("RESULT", "a1.owner")) == ["GGL207"]
    assert codes(moves=moves.replace("RESULT", "mover")) == []


# ---- names


IN_GAMES_WITH_ROLLS = ("roll",)
WORDS = {(thing, word) for thing, keys in TAKEN_NAMES.items() for key in keys for word in groups()[key].words}


OF = {thing: name for name, thing in THINGS.items()}
FIRST_AND_LAST = sorted(
    (thing, word)
    for thing, keys in TAKEN_NAMES.items()
    for words in (groups()[key].words for key in keys)
    for word in (min(words), max(words))
)


def assert_refused(thing: str, word: str) -> None:
    """The thing of this sort in the game that names all sorts of things."""
    game, found = named({OF[thing]: word})
    assert game is None, (thing, word)
    told = {finding.code.code for finding in found if finding.code.severity == "error"}
    assert told & {*REFUSALS, "GGL152"}, (thing, word, list(found))


@pytest.mark.parametrize("thing", OF)
def test_each_thing_is_refused_a_name_of_each_group_that_the_table_takes(thing: str) -> None:
    for of, word in FIRST_AND_LAST:
        if of == thing and word not in IN_GAMES_WITH_ROLLS:
            assert_refused(thing, word)


@pytest.mark.slow
@pytest.mark.parametrize("thing", OF)
def test_each_thing_is_refused_each_name_that_the_table_takes(thing: str) -> None:
    for of, word in sorted(WORDS):
        if of == thing and word not in IN_GAMES_WITH_ROLLS:
            assert_refused(thing, word)


def test_the_words_of_the_grammar_are_those_on_the_page() -> None:
    page = " ".join(Path(ROOT, "docs/manual/meaning.md").read_text("utf-8").split())
    listed = re.search("belong to the grammar and cannot be names: `([^`]*)`", page)
    assert listed is not None
    assert set(listed[1].split()) == KEYWORDS
    neither = re.search("Nor can (`own`, .*?)\\.", page)
    assert neither is not None
    assert re.findall("`(.*?)`", neither[1]) == list(PHRASE_WORDS)


@pytest.mark.parametrize("word", sorted(NO_NAMES - {*NO_MOVES, "roll"}))
def test_a_move_and_a_property_may_be_called_like_a_word_of_the_grammar(word: str) -> None:
    moves = f"{{{word}: {{for: c in vacant, do: put man on c}}}}"
    own = word if word != "facing" else "faced"  # a cell has a facing already
    pieces = f"{{man: {{has: {{{own}: 1}}}}}}"
    ends = f"{{draw: full or any(c in cells with man if c.{own} > 1)}}"
    game, found = checked(text(moves=moves, turn=f"{{play: {word}}}", pieces=pieces, end=ends))
    assert game is not None, list(found)


@pytest.mark.parametrize("written", ["place a1", "PLACE A1", "Place a1", "place A1", "a1", "A1"])
def test_a_move_is_typed_in_any_capitals(written: str) -> None:
    game, found = checked(text())
    assert game is not None, list(found)
    start = Game(game).initial_state()
    assert start.play(written) == start.play("place a1") != start.play("place b1")


def test_what_is_read_in_different_places_shares_a_name() -> None:
    moves = "{main: {for: c in vacant, do: put man on c}}"
    assert checked(text(moves=moves, turn="{phases: {main: {until: ply > 3}, late: {}}}"))[0] is not None


@pytest.mark.parametrize("said", ["cells", "full", "put man on c", "Red", "pass", "a1", "not a name, but a sentence."])
def test_what_is_quoted_may_be_called_anything(said: str) -> None:
    place = f"{{place: {{for: c in vacant, where: {{'{said}': empty(c)}}, do: put man on c}}}}"
    tests = f"{{'{said}': {{play: a1}}}}"
    game, found = checked(text(moves=place, end=f"{{draw: {{'{said}': full}}}}", tests=tests, notes=f"['{said}']"))
    assert game is not None, list(found)
