"""A sentence under `says` is text and slots."""

import pytest

from ggl.model.sentences import SentenceSlot, split_slots

PIECES = {
    "no slot": ("nobody is left", ["nobody is left"]),
    "a name": ("what {p} has", ["what ", SentenceSlot("{p}", "p", False, ""), " has"]),
    "whose it is": ("{p's} stones", [SentenceSlot("{p's}", "p", True, ""), " stones"]),
    "a verb, and a name behind it": (
        "{p:have} what {c} is",
        [SentenceSlot("{p:have}", "p", False, "have"), " what ", SentenceSlot("{c}", "c", False, ""), " is"],
    ),
    "braces that are no slot": ("{a, b}", ["{a, b}"]),
}


@pytest.mark.parametrize("case", PIECES)
def test_a_sentence_is_its_pieces_in_order(case: str) -> None:
    text, found = PIECES[case]
    assert split_slots(text) == found
    assert "".join(piece if isinstance(piece, str) else piece.text for piece in split_slots(text)) == text
