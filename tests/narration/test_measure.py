"""What `ggl rules --measure` counts, and that the verb prints the text that is asked for."""

import pytest
from click.testing import CliRunner

from ggl.cli.rules import command
from ggl.narration.measure import Readability, measure
from ggl.play.loading import load

TEXT = """Game
====

Put a stone on c. The size of the group of the cell of c is 3: it wins.


Words used
----------

- A cell c is safe if no stone is next to c.
- A cell c is near if d is c.


General words
-------------

- A safe cell stays safe.


Notes
-----

- Nobody reads this note of the author of a game.
"""


def test_words_clauses_letters_and_terms_are_counted_without_headings_and_notes() -> None:
    found = measure(TEXT, ("safe", "near", "never"))
    assert found == Readability(words=45, sentences=6, longest=12, of_depth=3, letters=7, terms=2, terms_used_once=1)


def test_a_text_of_nothing_has_no_words_a_sentence() -> None:
    assert measure("").words_a_sentence == 0


@pytest.mark.parametrize("exact", [False, True])
def test_the_verb_prints_the_telling_that_is_asked_for(exact: bool) -> None:
    printed = CliRunner().invoke(command, ["hex", *(["--exact"] if exact else [])]).output
    assert printed.rstrip("\n") == load("hex").rules_text(exact=exact).rstrip("\n")


def test_the_verb_shows_both_tellings_in_numbers() -> None:
    lines = CliRunner().invoke(command, ["hex", "--measure"]).output.splitlines()
    assert lines[0].split() == ["readable", "exact"]
    assert [line.rsplit(None, 2)[0].strip() for line in lines[1:]] == [
        "words", "words a sentence", "words of the longest", "depth of 'of'", "single letters", "terms defined",
        "of them used once",
    ]  # fmt: skip
