"""Who sees what, by `seen by`, `others see` and `shows`: what is veiled, and what is told of mistakes."""

from __future__ import annotations

import pytest

from ggl.play.game import Game
from ggl.play.loading import check_source
from ggl.source import Source

GAME = """\
ggl: 1
name: Visibility
players: [White, Black]
board: square(3)
pieces: PIECES
state: STATE
define: DEFINE
moves:
  wait: {do: set ready to true}
end: {draw: ply > 9}
"""


def text_of(pieces: str = "{stone: {}}", state: str = "", define: str = "{}") -> str:
    state = f"{{ready: {{start: false}}{state and ', '}{state}}}"
    return GAME.replace("PIECES", pieces).replace("STATE", state).replace("DEFINE", define)


def game_of(text: str) -> Game:
    checked, found = check_source(Source("visibility.yaml", text))
    assert checked is not None, [str(each) for each in found]
    return Game(checked, "interpreter")


MISTAKES = {
    "a variable that is wrong itself": (
        text_of(state="gold: {start: 1, in: nowhere, seen by: White}"), ["unknown name `nowhere`"]
    ),
    "a piece in a pile": (text_of("{stone: {piles: 3, seen by: owner}}"), ["everybody sees a piece in a pile"]),
    "a face that is hidden": (
        text_of("{stone: {seen by: owner, others see: spy}, spy: {seen by: owner}}"), ["not everybody sees a `spy`"]
    ),
    "a hidden face of what everybody sees": (
        text_of("{stone: {seen by: everybody, others see: spy}, spy: {seen by: owner}}"), []
    ),
    "a set in a condition": (text_of("{stone: {seen by: owner and corners}}"), ["expected a condition, found a set of cells"]),
}  # fmt: skip


@pytest.mark.parametrize("what", MISTAKES)
def test_what_is_told_of_mistakes(what: str) -> None:
    text, messages = MISTAKES[what]
    _, found = check_source(Source("visibility.yaml", text))
    assert [each.message for each in found if each.code.severity == "error"] == messages


def test_a_definition_may_have_the_name_of_a_word_that_others_write_by_mistake() -> None:
    start = game_of(text_of(state="gold: {start: 1, in: 0..9, seen by: everyone}", define="{everyone: ready}")).initial_state()
    assert [state.view("White").knows(state.game.places["gold"]) for state in (start, start.play("wait"))] == [False, True]


def test_pieces_of_two_places_are_seen_by_their_own_sites() -> None:
    pieces = "{stone: {seen by: owner or c in corners}, wall: {sites: edges, seen by: owner or c == first(edges)}}"
    setup = "setup: |\n  put White stone on {a1, b1}\n  put White wall on edges\n"
    state = game_of(text_of(pieces) + setup).initial_state()
    assert [state.view(side).ask("count(cells with stone)") for side in ("White", "Black")] == [2, 1]
    assert [state.view(side).ask("count(edges with wall)") for side in ("White", "Black")] == [12, 1]


@pytest.mark.parametrize(("sees", "known"), [("owner", True), ("nobody", False)])
def test_the_supply_of_a_hidden_kind_is_known_to_its_owner_where_that_sees_the_pieces(sees: str, known: bool) -> None:
    one = game_of(text_of(f"{{stone: {{supply: 3, seen by: {sees}}}, rock: {{supply: 2}}}}"))
    view = one.initial_state().view("White")
    assert [view.knows(one.layout.at("supply", side, kind)) for side in (0, 1) for kind in (0, 1)] == [known, True, False, True]


DEAL = """\
ggl: 1
name: Deal to the poorest
players: [Red, Blue]
values: {cards: {rank: 1..6}}
board: square(1)
state:
  deck: {start: cards, in: cards, seen by: DECK}
  hand: {start: {}, in: cards, each: players, seen by: HAND}
turn:
  begin: deal 2 from deck to poorest.hand
moves:
  lay: {for: c in seen(mover.hand), do: drop c from mover.hand}
define:
  poorest: Red if size(Red.hand) <= size(Blue.hand) else Blue
end: {draw: ply > 3}
"""


@pytest.mark.parametrize(
    ("deck", "hand", "is_veiled"),
    [
        ("nobody", "owner", True),
        ("everybody", "owner", True),
        ("nobody", "everybody", True),
        ("everybody", "everybody", False),
    ],
)
def test_to_whom_is_dealt_is_hidden_where_the_deal_goes_or_comes_from_what_is_hidden(
    deck: str, hand: str, is_veiled: bool
) -> None:
    core = game_of(DEAL.replace("DECK", deck).replace("HAND", hand)).checked.core
    assert "deal.0.to" in [field.name for field in core.fields]
    assert ("deal.0.to" in [veil.field for veil in core.veils]) is is_veiled


FOLLOWED = """\
ggl: 1
name: Followed
players: [White, Black]
board: square(3)
pieces: {stone: {seen by: owner}}
moves:
  place:
    for: c in seen(vacant)
    shows: nothing
    do: put stone on c if empty(c)
    then: lift(c)
  lift(c):
    for: d in neighbors(c)
    shows: nothing
    do: take piece from d if own stone on d
end: {draw: ply > 9}
"""


def test_what_a_move_hands_on_is_known_to_the_mover_alone() -> None:
    state = game_of(FOLLOWED).initial_state().play("place b2")
    (handed,) = next(one for one in state.game.checked.core.schemas if one.name == "place").then[0].kept
    at = state.game.layout.at(handed.field)
    assert [state.view(side).knows(at) for side in ("White", "Black")] == [True, False]


PHASES = """\
ggl: 1
name: Phases
players: [White, Black]
board: square(3)
pieces: {stone: {}}
state: {coins: {start: 3, in: 0..9, each: players}}
moves:
  bid: {for: n in 0..2, BIDdo: add -n to mover.coins}
  lay: {for: c in vacant, LAYdo: put stone on c}
turn:
  phases:
    bidding: {together: bid, until: true}
    laying: {play: lay}
end: {draw: ply > 9 or Black.coins == 0}
"""


@pytest.mark.parametrize(("hushed", "is_veiled"), [("", False), ("BID", False), ("LAY", True)])
def test_of_steps_others_know_nothing_where_a_move_that_is_not_chosen_by_all_at_once_is_hidden(
    hushed: str, is_veiled: bool
) -> None:
    shows = {move: "shows: nothing, " if move == hushed else "" for move in ("BID", "LAY")}
    core = game_of(PHASES.replace("BID", shows["BID"]).replace("LAY", shows["LAY"])).checked.core
    veiled = {veil.field for veil in core.veils}
    assert veiled & {"ply", "steps", "again"} == ({"ply", "steps", "again"} if is_veiled else set())
    assert {"together.move", "choice.n"} <= veiled
