"""What a test of a file says of what a player is told and sees."""

from __future__ import annotations

from pathlib import Path

import pytest

from ggl.diagnostics import render
from ggl.play.filetests import misread, run_tests
from ggl.play.loading import check_source
from ggl.source import Source
from tests.docs.pages import blocks

GAMES = Path(__file__).parent.parent / "language" / "games"
WHISPERS = next(block.text for block in blocks("docs/manual/hidden.md") if block.words.get("file") == "whispers.yaml")
BIDS = """
ggl: 1
name: Bids
players: [White, Black]
board: square(2)
pieces: {stone: {}}
state:
  secret: {start: 2, in: 0..3, each: players, seen by: owner}
  die: {start: 1, in: 1..3, seen by: White}
moves:
  bid:
    for: n in 0..3, c in vacant
    shows: c
    do: |
      set mover.secret to n
      put stone on c
  wait:
    shows: name
    do: set mover.secret to 0
turn:
  begin: |
    roll die from 1..3 if ply == 2
end:
  draw: full
"""


def outcome(text: str, said: str) -> list[str]:
    """What fails of one test, and what was found."""
    lines = "".join(f"    {line}\n" for line in said.splitlines())
    game, found = check_source(Source("told.yaml", f"{text.partition('tests:')[0]}tests:\n  it:\n{lines}"))
    assert game is not None, render(found, "full")
    (one,) = run_tests(game)
    return [f"{failure.message.partition(': ')[2]}: {failure.label}" for failure in one.failures]


@pytest.mark.parametrize(
    "said",
    [
        "play: b2\ntold: {White: place b2, Black: row 2}",
        "play: b2, a1\ntold: {White: row 1, Black: [place a1]}\nnot told: {White: [row 2, place a1], Black: row 2}",
        "play: b2\nnot told: {White: nothing, Black: [nothing, place b2]}",
    ],
)
def test_told_is_what_the_last_move_told_a_player(said: str) -> None:
    assert outcome(WHISPERS, said) == []


@pytest.mark.parametrize(
    ("said", "failure"),
    [
        ("told: {Black: row 1}", "expected Black to be told `row 1`: Black was told `row 2`"),
        ("told: {Black: [row 2, place b2]}", "expected Black to be told `place b2`: Black was told `row 2`"),
        ("not told: {White: place b2}", "expected White not to be told `place b2`: White was told `place b2`"),
        ("told: {White: nothing}", "expected White to be told `nothing`: White was told `place b2`"),
        ("not told: {White: b2}", "expected White not to be told `b2`: White was told `place b2`"),
        ("not told: {White: Place B2}", "expected White not to be told `Place B2`: White was told `place b2`"),
        ("not told: {Black: Row  2}", "expected Black not to be told `Row  2`: Black was told `row 2`"),
        ("sees: {Black: White stone on b2}", "expected this to hold for Black: nothing stands on b2"),
        ("sees: {White: [White stone on b2, empty(b2)]}", "expected this to hold for White: a White stone stands on b2"),
    ],
)
def test_what_was_told_and_is_seen_is_shown_where_a_test_fails(said: str, failure: str) -> None:
    assert outcome(WHISPERS, f"play: b2\n{said}") == [failure]


@pytest.mark.parametrize(
    "said",
    [
        'play: bid 3 a1\ntold: {White: bid 3 a1, Black: "bid ? a1"}',
        'play: bid 3 a1\ntold: {White: [BID 3 A1, 3 a1, b 3 a1], Black: "Bid  ? A1"}\nnot told: {White: "bid ? a1", Black: 3 a1}',
        "play: wait\ntold: {Black: wait}",
        'play: wait, wait, roll 1\ntold: {White: Roll 1, Black: "roll ?"}\nnot told: {White: [roll, roll 2], Black: roll 1}',
        "play: wait, wait, roll 1\ntold: {White: roll 1, Black: roll}",
    ],
)
def test_a_move_is_told_as_it_shows_itself(said: str) -> None:
    assert outcome(BIDS, said) == []


@pytest.mark.parametrize(
    ("announced", "told"),
    [("size(bag)", "size 2"), ("c.row", "row 2"), ("k", "k 3"), ("k > 2", "k > 2 true"), ("k + 1", "4")],
)
def test_an_announcement_begins_with_the_last_name(announced: str, told: str) -> None:
    text = WHISPERS.replace("moves:", "state: {bag: {start: '[1, 1]', in: 1..2}}\nmoves:")
    text = text.replace("announce c.row to", f"let k be c.row + 1\n      announce {announced} to")
    assert outcome(text, f"play: b2\ntold: {{Black: {told}}}") == []


VALUES = {"c.row == 2": "c.row == 2 TRUE", "step(c, north, 2)": "step None", "mover": "Mover WHITE", "0 - 1/2": "-0.5",
          "(t in cells if t.row == c.row)": "{ C2,a2,B2,a2 }",
          "(x in cells if x.row > 3)": "{}", "mover == White": "mover == white true"}  # fmt: skip


@pytest.mark.parametrize(("announced", "told"), VALUES.items())
def test_an_announcement_may_be_written_in_other_ways(announced: str, told: str) -> None:
    text = WHISPERS.replace("announce c.row to", f"announce {announced} to")
    assert outcome(text, f'play: b2\ntold: {{Black: "{told}"}}') == []


def test_choices_of_others_are_told_with_their_names() -> None:
    votes = (GAMES / "what_others_chose_is_told_with_their_names.yaml").read_text(encoding="utf-8")
    said = "play: cast yes_vote, cast no_vote, cast yes_vote\nnot told: {Ann: %s}"
    assert outcome(votes, said % '["Bob: no_vote", "Bob: cast yes_vote", "Cid: yes_vote"]') == []
    assert outcome(votes, said % '"Bob: cast no"') == [
        "cast no` is neither a move nor an announcement of this game: `no` is not a vote"
    ]
    assert outcome(votes, said % '"Bob: Cast ?"') == [
        "expected Ann not to be told `Bob: Cast ?`: Ann was told `Bob: cast ?`; `Cid: cast ?`; `ayes 2`"
    ]


def test_nothing_is_told_by_a_move_that_shows_nothing_and_announces_nothing() -> None:
    silent = WHISPERS.replace("      announce c.row to other(mover)\n", "")
    assert outcome(silent, "play: b2\ntold: {Black: nothing}") == []


def test_a_condition_is_asked_of_what_a_player_sees() -> None:
    assert outcome(WHISPERS, "play: b2, a1\nsees: {White: White stone on b2 and empty(a1), Black: empty(b2)}") == []
    assert outcome(WHISPERS, "setup: put White stone on c3\nsees: {White: not empty(c3), Black: empty(c3)}") == []


def test_a_condition_that_reads_what_is_not_known_fails() -> None:
    said = "play: bid 3 a1\nsees: {{White: White.secret == 3, Black: {}}}"
    assert outcome(BIDS, said.format("White.secret == 2")) == [
        "expected this to hold for Black: Black does not know `White.secret`"
    ]
    assert outcome(BIDS, said.format("mover == Black or White.secret == 2")) == []  # what decides is known


def test_what_a_player_does_not_know_is_unknown() -> None:
    said = "play: bid 3 a1\nunknown: {{{}: [White.secret, White.secret + 1]}}"
    assert outcome(BIDS, said.format("Black")) == []
    assert outcome(BIDS, said.format("White")) == [
        "expected that White does not know this: it is 3",
        "expected that White does not know this: it is 4",
    ]


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("told: {White: place b2}", ["GGL143"]),
        ("unknown: {Whit: ply}", ["GGL203"]),
        ("unknown: {White: plie}", ["GGL203"]),
        ("play: b2\ntold: {Whit: place b2}", ["GGL203"]),
        ("play: b2\nnot told: {Black: [plaec b2, nothng, place z9, rows 2]}", ["GGL401"] * 4),
        ("play: b2\nnot told: {Black: [place b2, nothing, row 1, b3]}", []),
        ("play: b2\nnot told: {Black: [2, row, row 10, place, place b2 b3, 'place ?', 'White: place b2']}", ["GGL401"] * 7),
        ("play: b2\nsees: {Whit: empty(b2)}", ["GGL203"]),
        ("play: b2\nsees: {White: emty(b2)}", ["GGL203"]),
        ("play: b2\nsees: {White: count(cells)}", ["GGL205"]),
    ],
)
def test_what_no_play_can_meet_is_found_by_reading(said: str, codes: list[str]) -> None:
    lines = "".join(f"    {line}\n" for line in said.splitlines())
    game, _ = check_source(Source("told.yaml", f"{WHISPERS.partition('tests:')[0]}tests:\n  it:\n{lines}"))
    assert game is not None
    assert [each.code.code for each in misread(game)] == codes
