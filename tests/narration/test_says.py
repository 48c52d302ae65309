"""The author's sentences (`says`): in the rules, in `why`, in variants; never a rule."""

from pathlib import Path

import pytest

from ggl.model.sentences import SentenceSlot, mistake, split_slots
from ggl.narration.nouns import Noun, side
from ggl.narration.said import author_clause
from ggl.narration.speech import YOU
from ggl.play.errors import InvalidGameError
from ggl.play.game import Game
from ggl.play.loading import load

KINDRED = """ggl: 1
name: Kindred
players: [Red, Blue]
board: square(4)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    where:
      not crowded: not crowded(c, mover)
    do: settle(c)
  leave:
    for: c in cells with own stone
    do: settle(c)
routines:
  settle(c): |
    take stone from c
    put stone on c
define:
  crowded(c, p): count(friends(c, p)) > 1
  friends(c, p): neighbors(c) with p stone
  weight(p): count(cells with p stone)
end:
  player p wins:
    heavy: weight(p) > 3 and ply > 0
  mover loses:
    nowhere to go: stuck
"""
SAYS = """says:
  place: put a stone where {c:have} few friends
  settle: let a stone settle on {c}
  crowded: "{p:own} two cells beside {c} already"
  friends: "[friend|friends] of {c} and {p}"
  weight: "{p's} weight"
  heavy: "{p:be} heavy"
  nowhere to go: no cell is left
"""


def made(folder: Path, text: str, name: str = "kindred") -> Game:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def told(game: Game, *, exact: bool = False) -> str:
    return " ".join(game.rules_text(exact=exact).split())


@pytest.mark.parametrize(
    "sentence",
    [
        "Put a stone where c has few friends.",
        "let a stone settle on c",
        "your weight is more than 3",
        "You are heavy",
        "No cell is left",
        "To let a stone settle on c:",
    ],
)
def test_sentences_stand_in_the_rules_and_not_in_the_exact_ones(tmp_path: Path, sentence: str) -> None:
    game = made(tmp_path, KINDRED + SAYS)
    assert sentence.lower() in told(game).lower()
    assert sentence == "your weight is more than 3" or sentence.lower() not in told(game, exact=True).lower()


def test_without_sentences_a_definition_is_told_by_its_name(tmp_path: Path) -> None:
    assert "is crowded for" in told(made(tmp_path, KINDRED), exact=True)


def test_the_exact_telling_is_that_of_the_file_without_sentences(tmp_path: Path) -> None:
    plain, said = made(tmp_path, KINDRED, "plain"), made(tmp_path, KINDRED + SAYS)
    assert said.rules_text(exact=True) == plain.rules_text(exact=True)


def test_sentences_do_not_enter_the_fingerprint(tmp_path: Path) -> None:
    assert made(tmp_path, KINDRED, "plain").fingerprint == made(tmp_path, KINDRED + SAYS).fingerprint


def test_why_speaks_by_the_sentence_of_a_definition(tmp_path: Path) -> None:
    state = made(tmp_path, KINDRED + SAYS).position("put Red stone on {a2, b1}", to_move="Red")
    assert state.explain("place a1").label == "Red owns two cells beside a1 already"


KEPT = """ggl: 1
name: Kept
players: [Red, Blue]
board: square(4)
pieces: {stone: {}}
state:
  quiet: 0
  spot: {start: none, in: cells}
  open: corners
  hits: {start: 0, each: players}
  worn: {start: 0, each: cells}
  awake: false
moves:
  place:
    for: c in vacant - open
    where:
      not where it was: c != spot
      awake or fresh: awake or c.worn < 2
    do: |
      put stone on c
      set quiet to (0 if c in border else quiet + 1)
      set spot to none
      set spot to c if mover.hits > 1
      drop neighbors(c) from open
      add 1 to mover.hits
      add 1 to c.worn
      set awake to true
  wake:
    for: c in open
    do: put stone on c
end:
  draw:
    quiet for long: quiet > 3
    all asleep: not awake and ply > 9
"""
OF_VARIABLES = """says:
  quiet: the count of quiet turns
  spot: the cell of the last hit
  open: "[corner|corners] still open"
  hits: the number of {player's} hits
  worn: the wear of {cell}
  awake: everybody is awake | everybody sleeps
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "At the start, the corners still open are the corner cells.",
        "Put a stone of yours on a corner still open, in place of any piece there.",
        "If c is a cell at the border of the board, the count of quiet turns becomes 0; otherwise it grows by 1.",
        "c is not the cell of the last hit.",
        "everybody is awake or the wear of c is less than 2.",
        "Forget the cell of the last hit.",
        "If the number of your hits is more than 1, the cell of the last hit becomes c.",
        "The cells next to c are no longer among the corners still open.",
        "From now on everybody is awake.",
        "everybody sleeps and",
    ],
)
def test_a_variable_is_spoken_of_by_its_sentence(tmp_path: Path, sentence: str) -> None:
    game = made(tmp_path, KEPT + OF_VARIABLES)
    assert sentence in told(game)
    assert sentence not in told(game, exact=True)
    assert game.rules_text(exact=True) == made(tmp_path, KEPT, "plain").rules_text(exact=True)


LET = """ggl: 1
name: Let
players: [Red, Blue]
board: square(4)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    let:
      near: neighbors(c) with enemy stone
      shut: size(near) == size(neighbors(c))
      nearest: first(near) if any(near) else c
    where:
      not shut in: not shut
    do: |
      put stone on c
      take stone from near if ply > 9
      take stone from nearest if ply > 8
end:
  draw: full
"""
OF_LETS = """says:
  near: "[rival|rivals] of {c}"
  shut: "{c:be} shut in | {c} has a way out"
  nearest: the first of {near}
"""


@pytest.mark.parametrize(
    "sentence",
    [
        "Let the rivals of c be the cells next to c with enemy stones.",
        "c is shut in if the number of rivals of c equals the number of cells next to c.",
        "Let the first of the rivals of c be",
        "c has a way out.",
        "remove any stone from every rival of c.",
        "remove any stone from the first of the rivals of c.",
    ],
)
def test_a_name_under_let_is_spoken_of_by_its_sentence(tmp_path: Path, sentence: str) -> None:
    game = made(tmp_path, LET + OF_LETS)
    assert sentence in told(game)
    assert game.rules_text(exact=True) == made(tmp_path, LET, "plain").rules_text(exact=True)


def test_a_sentence_of_a_let_has_the_names_before_it(tmp_path: Path) -> None:
    with pytest.raises(InvalidGameError, match="`nearest` is not a parameter of `near`"):
        made(tmp_path, LET + 'says: {near: "what is near {nearest}"}\n')


def test_a_slot_of_a_variable_is_that_of_which_it_is(tmp_path: Path) -> None:
    with pytest.raises(InvalidGameError, match="`cell` is not a parameter of `hits`"):
        made(tmp_path, KEPT + 'says: {hits: "the hits of {cell}"}\n')


VARIANT = """ggl: 1
name: Other
extends: kindred.yaml
says:
  crowded: "{c:be} taken by {p}"
  heavy: removed
"""


def test_a_variant_takes_sentences_over_and_may_change_or_remove_each(tmp_path: Path) -> None:
    made(tmp_path, KINDRED + SAYS)
    says = made(tmp_path, VARIANT, "other").checked.definition.says
    assert says["crowded"].text.text == "{c:be} taken by {p}"
    assert "heavy" not in says
    assert says["weight"].text.text == "{p's} weight"


def test_what_a_variant_removed_may_still_be_spoken_of_by_its_base(tmp_path: Path) -> None:
    made(tmp_path, KINDRED + SAYS)
    text = VARIANT.partition("says:")[0] + "end:\n  player p wins: removed\ndefine: {weight: removed}\n"
    assert "weight" not in made(tmp_path, text, "other").checked.definition.says


@pytest.mark.parametrize(
    ("state", "where"),
    [("worn: 0", "worn"), ("worn: {start: 0, each: players}", "mover.worn"), ("worn: removed", "ply")],
    ids=["for the whole game", "of each player", "removed"],
)
def test_a_sentence_of_a_base_is_told_only_where_its_slots_are_there(tmp_path: Path, state: str, where: str) -> None:
    """The noun of a variable is never stale, but {cell} stands for nothing where each cell has none of it."""
    assert "the wear of c" in told(made(tmp_path, KEPT + OF_VARIABLES))
    moves = f"place:\n    where: {{awake or fresh: awake or {where} < 2}}\n    do: put stone on c"
    text = f"ggl: 1\nname: Other\nextends: kindred.yaml\nstate: {{{state}}}\nmoves:\n  {moves}\n"
    game = made(tmp_path, text, "other")
    assert "wear" not in told(game)
    assert "worn" in told(game) or where == "ply"


@pytest.mark.parametrize(
    ("change", "untrue"),
    [
        ("extends: draughts\ndefine:\n  ways(c): orthogonal\n", ["diagonally"]),
        ("extends: chess\nmoves: {castle: removed}\nlook:\n  notation: {castle: removed}\n", ["or castle"]),
        ("extends: draughts\nsetup: put p man on dark & rank(p, 1) for p in players\n", ["twelve men"]),
        ("extends: nine-mens-morris\npieces: {man: {supply: 12}}\n", ["nine men"]),
        ("extends: oware\ntie: North wins\n", ["scores are a draw"]),
        ("extends: open-tricks\nvalues:\n  suits: [clubs, hearts, spades, diamonds]\n", ["39 cards", "three suits"]),
    ],
)
def test_a_variant_s_text_tells_no_sentence_of_its_base_that_may_be_untrue(
    tmp_path: Path, change: str, untrue: list[str]
) -> None:
    base = told(load(change.partition("\n")[0].removeprefix("extends: ")))
    text = told(made(tmp_path, f"ggl: 1\nname: Other\n{change}", "other"))
    assert [words for words in untrue if words in base] == untrue
    assert [words for words in untrue if words in text] == []


def test_a_sentence_of_the_base_with_a_name_that_the_variant_has_no_more_is_not_told(tmp_path: Path) -> None:
    made(tmp_path, KINDRED + SAYS)
    text = VARIANT.partition("says:")[0] + "define:\n  crowded(at, who): count(friends(at, who)) > 2\n"
    other = made(tmp_path, text, "other")
    assert "{" not in told(other)
    assert "a stone settle on" in told(other)  # the others are
    label = other.position("put Red stone on {a2, b1, c2}", to_move="Red").explain("place b2").label
    assert label
    assert "{" not in label


# ---------------------------------------------------------------------------------------------------------- sentences


def test_a_sentence_is_text_and_slots() -> None:
    assert split_slots("{p's} man {p:own} {c}") == [
        SentenceSlot("{p's}", "p", True, ""), " man ", SentenceSlot("{p:own}", "p", False, "own"), " ",
        SentenceSlot("{c}", "c", False, ""),
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), [("{p is", "{p is"), ("p}", "}"), ("{}", "{}"), ("{p:Own}", "{p:Own}")])
def test_a_brace_that_is_no_slot_is_found(text: str, found: str) -> None:
    assert mistake(text) == (
        f"`{found}` is not a parameter in braces",
        "write `{p}`, `{p's}`, or `{p:own}` with a verb that agrees with it",
    )


@pytest.mark.parametrize("text", ["[a|b of {p}", "a|b]", "[a]", "[|b]", "[a| ]", "[a|b|c]", "[[a|b]]"])
def test_brackets_that_hold_no_noun_are_found(text: str) -> None:
    assert mistake(text) is not None
    assert "not a noun in brackets" in str(mistake(text))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "this sentence is empty"),
        (" ", "this sentence is empty"),
        ("a | ", "this side of the bar is empty"),
        (" | b", "this side of the bar is empty"),
        ("a | b | c", "a sentence can have only one bar"),
        ("a|b|c", "a sentence can have only one bar"),
        ("a|b", "the bar of a sentence needs a space on each side"),
    ],
)
def test_a_sentence_says_one_thing_or_two(text: str, found: str) -> None:
    assert (mistake(text) or ("", ""))[0] == found


@pytest.mark.parametrize("text", ["{p} is {q}", "a | b", "[a|b] of {p}", "{p:own} [one|several] | {p's} [thing|things]"])
def test_a_sentence_of_sound_form_has_no_mistake(text: str) -> None:
    assert mistake(text) is None


@pytest.mark.parametrize(
    ("text", "holds", "said"),
    [
        ("{p:own} {c}", True, "you own c1"),
        ("{p:own} {c}", False, "you do not own c1"),
        ("{q:own} {p's} {c}", False, "Red does not own your c1"),
        ("{p:own} what {q:own}", False, "you do not own what Red owns"),
        ("{p} fits | {p} is loose", False, "you is loose"),
        ("all is well", False, "it is not so that all is well"),
    ],
)
def test_a_condition_s_sentence_is_denied(text: str, holds: bool, said: str) -> None:
    assert author_clause(text, {"p": YOU, "q": side("Red"), "c": Noun("c1")}, holds) == said


FIRST = """ggl: 1
name: First
players: [Red, Blue]
options: {many: 4 in 2..9}
board: square(4)
regions: {yard: row(1)}
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    where:
      not in the yard: c not in yard
    do: |
      let alone be not any(neighbors(c) with stone)
      put stone on c
      again if alone
end:
  player p wins:
    many: count(cells with p stone) >= many
  by score:
    all is full: full
score(p): count(cells with p stone) * 2
says:
  yard: "[yard cell|yard cells]"
  place: put a stone outside the yard
  not in the yard: the yard stays empty
  alone: the stone is alone | the stone has company
  many: "{p:have} {many} stones"
  all is full: nothing is empty
  score: "twice {p's} stones"
"""


def test_a_move_an_end_and_the_score_are_told_by_their_sentences_and_in_detail_last(tmp_path: Path) -> None:
    text = told(made(tmp_path, FIRST))
    learnt, _, detail = text.partition("In detail")
    assert "A turn ------ Put a stone outside the yard. - The yard stays empty. The score" in learnt
    assert "You win as soon as you have 4 stones." in learnt
    assert "Your score is twice your stones." in learnt
    assert "When nothing is empty, and nobody has won, the game ends and the higher score wins." in learnt
    assert " c " not in learnt.partition("A turn")[2]
    assert "Place Choose an empty cell c. This is allowed only if c is not a yard cell." in detail
    assert "Your score: twice the number of your stones on the board." in detail
    assert "You have 4 stones" not in detail  # one short clause of the language


ENDS = """ggl: 1
name: Ends
players: [Red, Blue]
board: square(3)
pieces: {stone: {}}
moves: {go: {for: c in vacant, do: put stone on c}}
"""


@pytest.mark.parametrize(
    ("line", "sentence", "sentences"),
    [
        (
            "player p wins: {many: count(cells with p stone) > 3}",
            "{p:have} four of {p's} stones",
            "You win as soon as you have four of your stones.",
        ),
        (
            "players p lose: {many: count(cells with p stone) > 3}",
            "{p:be} full",
            "You lose, together with all others of whom the same is true, if you are full.",
        ),
        ("mover loses: {many: stuck}", "{mover:be} shut in", "You lose if, at the start of your turn, you are shut in."),
        (
            "opponent wins: {many: stuck}",
            "{opponent:have} shut the other side in",
            "You win if, at the start of your opponent's turn, you have shut the other side in.",
        ),
        (
            "mover loses: {many: stuck, few: ply > 3}",
            "{mover:be} shut in",
            "You lose if, at the start of your turn, either of these is true: - You are shut in. "
            "- Both sides together have played four turns.",
        ),
    ],
)
def test_the_player_of_an_end_is_you(line: str, sentence: str, sentences: str, tmp_path: Path) -> None:
    path = tmp_path / "ends.yaml"
    path.write_text(f'{ENDS}end: {{{line}}}\nsays: {{many: "{sentence}"}}\n', encoding="utf-8")
    assert sentences in told(load(path))


def test_an_option_in_a_sentence_is_its_value(tmp_path: Path) -> None:
    (tmp_path / "first.yaml").write_text(FIRST, encoding="utf-8")
    assert "you have 6 stones." in told(load(tmp_path / "first.yaml", many=6))


def test_a_region_and_a_name_given_by_an_effect_are_spoken_of_by_their_sentences(tmp_path: Path) -> None:
    text = told(made(tmp_path, FIRST))
    assert "- The yard cells are row 1." in text
    assert "- Note whether the stone is alone: it is so if now there is no cell next to c with a stone." in text
    assert '"yard"' in told(made(tmp_path, FIRST), exact=True)


KINDS = """ggl: 1
name: Kinds
players: [A, B]
board: square(3)
options: {spare: 4 in 2..6}
notes: [A stone never moves.]
pieces:
  stone: {supply: spare}
  crown: {}
  mark: {of: nobody}
moves:
  crown: {for: c in cells with own stone, do: put mark on c}
  place: {for: c in vacant, do: put stone on c from supply}
says:
  stone: Each player has {spare} stones in hand
  crown: crown a stone. It stays where it is
  mark: marks show what is crowned
"""


def test_a_kind_is_told_by_its_sentence_and_in_detail_last(tmp_path: Path) -> None:
    game = made(tmp_path, KINDS)
    learnt, _, detail = told(game).partition("In detail")
    pieces = learnt.partition("The pieces")[2].partition("Set-up")[0]
    assert "- Each player has 4 stones in hand." in pieces
    assert "- Marks show what is crowned." in pieces
    assert "rown a stone" not in pieces  # which is the sentence of the move of that name
    assert "- Each side has stones, 4 in its supply at first." in detail
    assert "- Marks belong to neither side." in detail
    assert "supply at first" not in learnt
    assert "4 in each side's supply" in told(game, exact=True)
    assert "in hand" not in told(game, exact=True)


def test_a_move_may_be_told_in_several_sentences(tmp_path: Path) -> None:
    assert "Crown Crown a stone. It stays where it is." in told(made(tmp_path, KINDS))


LINES = (
    KINDS
    + """
  board: |
    Draw 3 rows of 3 cells.
    Each is a square
  turn: |
    Place or crown.
    A stone is crowned once
"""
)


def test_each_line_of_a_text_is_a_paragraph(tmp_path: Path) -> None:
    lines = LINES.replace("  mark: marks show what is crowned", "  mark: |\n    marks show what is crowned.\n    they are small")
    lines = lines.replace("crown: crown a stone. It", "crown: |\n    crown a stone.\n    It")
    text = made(tmp_path, lines).rules_text()
    assert "Draw 3 rows of 3 cells.\n\nEach is a square.\n" in text
    assert "Place or crown.\n\nA stone is crowned once.\n" in text
    assert "- Marks show what is crowned.\n- They are small.\n" in text
    assert "   Crown a stone.\n\n   It stays where it is.\n" in text


def test_the_lines_of_a_score_are_paragraphs_and_those_of_a_condition_one_sentence(tmp_path: Path) -> None:
    text = made(tmp_path, COUNTED_IN_LINES).rules_text()
    assert "Your score is the number of your stones.\n\nA stone counts once.\n" in text
    assert "When no cell is left at all, the game ends" in text


COUNTED_IN_LINES = """ggl: 1
name: Lines
players: [A, B]
board: square(3)
pieces: {stone: {}}
moves:
  place: {for: c in vacant, do: put stone on c}
end:
  by score: {full: all(not empty(c) for c in cells)}
score(p): count(cells with p stone)
says:
  score: |
    the number of {p's} stones.
    A stone counts once
  full: |
    no cell is left
    at all
"""


def test_the_notes_stand_before_the_pieces_and_the_turn(tmp_path: Path) -> None:
    game = made(tmp_path, KINDS)
    assert "- A stone never moves." in told(game).partition("The pieces ---")[0]
    assert "- A stone never moves." in told(game, exact=True).partition("A turn ---")[2]


SHARED = """ggl: 1
name: Shared
players: [A, B]
board: square(3)
values:
  suits: [red, black]
  cards: {suit: suits, rank: 1..3}
pieces: {stone: {}, crown: {}}
state: {deck: {start: cards, in: cards}}
moves:
  crown: {for: c in cells with own stone, do: promote c to crown}
  place: {for: c in vacant, do: put stone on c}
  fetch: {for: d in deck, do: drop d from deck}
says:
  place + crown: Place a stone, or crown one
  stone + crown: There are stones and crowns
  suits + cards: There are six cards
"""


def test_one_sentence_may_be_of_several_moves_kinds_and_values_and_is_told_once(tmp_path: Path) -> None:
    text = SHARED.replace("place + crown", "place + fetch").replace("stone + crown: There are stones", "stone: There are stones")
    game = made(tmp_path, text)
    learnt, _, detail = told(game).partition("In detail")
    assert learnt.count("Place a stone, or crown one.") == 1
    assert "Crown" in learnt
    assert "3." not in learnt.partition("A turn")[2]
    assert "Place Put a stone of yours on an empty cell." in detail
    assert "Fetch Choose" in detail
    assert learnt.count("There are six cards.") == 1
    assert "A suit is red or black" not in learnt
    assert "A suit is red or black" in detail


def test_moves_that_all_have_one_sentence_are_told_without_their_names(tmp_path: Path) -> None:
    text = SHARED.replace("place + crown", "place + crown + fetch").replace("stone + crown: ", "stone: ")
    learnt, _, detail = told(made(tmp_path, text)).partition("In detail")
    assert "A turn ------ Place a stone, or crown one. " in learnt
    assert "1." not in learnt.partition("A turn")[2]
    assert all(f" {name} " in detail for name in ("Crown", "Place", "Fetch"))


def test_kinds_with_one_sentence_are_told_once(tmp_path: Path) -> None:
    text = SHARED.replace("  place + crown: Place a stone, or crown one\n", "").replace("  crown: {for", "  raise: {for")
    learnt = told(made(tmp_path, text)).partition("A turn")[0]
    assert learnt.count("There are stones and crowns.") == 1
    assert "Each side has" not in learnt


def test_a_variant_may_give_one_of_several_a_sentence_of_its_own(tmp_path: Path) -> None:
    made(tmp_path, SHARED.replace("stone + crown: ", "stone: "), "shared")
    path = tmp_path / "other.yaml"
    path.write_text("ggl: 1\nname: Other\nextends: shared.yaml\nsays: {crown: Crown a stone}\n", encoding="utf-8")
    learnt = told(load(path)).partition("In detail")[0]
    assert "Place a stone, or crown one." in learnt
    assert "Crown a stone." in learnt
