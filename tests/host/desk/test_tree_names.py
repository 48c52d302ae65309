"""The names within names: values that are made of properties are named after these, or after their set."""

from __future__ import annotations

import pytest

from ggl.host.desk import Desk, Files

DEALS = """\
ggl: 1
name: Deals
players: [First, Second]
values:
  suits: [hearts, spades]
  cards: {rank: 1..2, suit: suits}
  doubles: {first: cards, back: 1..2}
board: square(1)
state:
  deck: {start: cards, in: cards, seen by: nobody}
  hand: {start: {}, in: cards, each: players, seen by: owner}
  best: {start: none, in: doubles}
setup: deal 1 from deck to p.hand for p in players
moves:
  lay: {do: set best to card_1_hearts_2}
end:
  mover wins: best == card_1_hearts_2 and card_2_spades in mover.hand
tests:
  a hand:
    play: roll card_1_hearts, roll card_2_spades, lay
    legal: 1
    true: card_1_hearts in First.hand
"""


@pytest.mark.parametrize(
    ("thing", "new", "changes"),
    [
        ("cards: {", "tokens", [("cards", "tokens"), ("card_", "token_")]),
        ("cards: {", "pack", [("cards", "pack"), ("card_", "pack_")]),
        ("hearts,", "cups", [("hearts", "cups")]),
        ("suits: [", "colours", [("suits", "colours")]),
        ("doubles: {", "pairs", [("doubles", "pairs")]),
    ],
)
def test_a_new_name_of_values_is_found_in_the_names_of_other_values(thing: str, new: str, changes: list[tuple[str, str]]) -> None:
    desk = Desk("deals.yaml", DEALS, Files())
    assert desk.findings() == ()
    (made,) = desk.rename(DEALS.index(thing), new)
    wanted = DEALS
    for before, after in changes:
        wanted = wanted.replace(before, after)
    assert made.text == wanted


def test_the_first_word_of_a_value_leads_to_its_set() -> None:
    desk = Desk("deals.yaml", DEALS, Files())
    here = DEALS.index("card_2_spades in")
    (place,) = desk.definitions(here)
    assert (place.start, place.text) == (DEALS.index("cards: {"), "cards")
    hover = desk.hover(here)
    assert hover is not None
    assert hover.span.text == "card"
    assert "cards" in hover.text
