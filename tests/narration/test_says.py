"""The author's sentences (`says`): in the rules, in `why`, in variants; never a rule."""

from pathlib import Path

import pytest

from ggl.model.sentences import Slot, pieces, stray
from ggl.narration.nouns import Noun, side
from ggl.narration.said import clause
from ggl.narration.speech import YOU
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
    heavy: weight(p) > 3
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
        "the player's weight is more than 3",
        "The player is heavy",
        "No cell is left",
        "To let a stone settle on c:",
    ],
)
def test_sentences_stand_in_the_rules_and_not_in_the_exact_ones(tmp_path: Path, sentence: str) -> None:
    game = made(tmp_path, KINDRED + SAYS)
    assert sentence.lower() in told(game).lower()
    assert sentence == "the player's weight is more than 3" or sentence.lower() not in told(game, exact=True).lower()


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
    assert "nowhere to go" in made(tmp_path, text, "other").checked.definition.says


# ---------------------------------------------------------------------------------------------------------- sentences


def test_a_sentence_is_text_and_slots() -> None:
    assert pieces("{p's} man {p:own} {c}") == [
        Slot("{p's}", "p", True, ""), " man ", Slot("{p:own}", "p", False, "own"), " ", Slot("{c}", "c", False, ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"), [("{p} is {q}", ""), ("{p is", "{p is"), ("p}", "}"), ("{}", "{}"), ("{p:Own}", "{p:Own}")]
)
def test_a_brace_that_is_no_slot_is_found(text: str, found: str) -> None:
    assert stray(text) == found


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
    assert clause(text, {"p": YOU, "q": side("Red"), "c": Noun("c1")}, holds) == said
