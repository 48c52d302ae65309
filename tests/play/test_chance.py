"""Rolls: steps that nobody chooses, in states, records, sessions and counts; and the moves that a better turn forbids."""

from __future__ import annotations

import io
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

import ggl
from ggl.diagnostics import render
from ggl.engine.protocol import WorkLimitError
from ggl.interpreter.interpreter import Interpreter
from ggl.play.errors import IllegalMoveError, NotationError
from ggl.play.filetests import run_tests
from ggl.play.game import Game
from ggl.play.loading import check_source, made_of
from ggl.play.record import read_records
from ggl.play.record.record import to_json
from ggl.play.session import Session
from ggl.source import Source
from tests.few import slow
from tests.records import last_state

GAMES = Path(__file__).parent.parent / "language" / "games"
RACE = str(GAMES / "rolls_are_steps_that_nobody_chooses.yaml")
DICE = str(GAMES / "the_turn_that_uses_most_is_legal.yaml")
HEAPS = str(GAMES / "stacks_hold_several_pieces.yaml")
BAGS = str(GAMES / "bags_hold_several_of_the_same.yaml")


@pytest.fixture(autouse=True)
def _own_state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def race() -> ggl.Game:
    return ggl.load(RACE)


def session(seed: int = 3) -> Session:
    play = Session(ggl.load(RACE), RACE, seed=seed)
    play.answer()
    return play


def is_roll(text: object) -> bool:
    return str(text).startswith("roll ")


# ---- states


def test_a_roll_is_due_until_it_is_made(race: ggl.Game) -> None:
    state = race.initial_state()
    assert state.is_chance
    assert [str(move) for move in state.legal_moves()] == ["roll 1", "roll 2", "roll 3"]
    state = state.play("roll 3").play("roll 6").play("roll 4")
    assert not state.is_chance
    assert [str(move) for move in state.legal_moves()] == ["run", "wait"]


def test_a_roll_is_a_move_with_the_variable_as_its_argument(race: ggl.Game) -> None:
    move = race.initial_state().legal_moves()[1]
    assert (move.schema, dict(move.args)) == ("roll", {"opening": 2})


def test_a_roll_changes_neither_the_ply_nor_who_is_to_move(race: ggl.Game) -> None:
    before = race.initial_state().play("roll 1").play("roll 2")
    after = before.play("roll 5")
    assert (before.ply, before.mover) == (after.ply, after.mover) == (0, "Blue")


def test_whoever_has_rolled_all_of_a_turn_counts_its_outcomes(race: ggl.Game) -> None:
    """3 by 5 openings; of the die five faces, and the sixth with two more; then two moves."""
    assert race.perft(race.initial_state(), 1) == 3 * 5 * 7 * 2


def test_each_outcome_comes_about_as_often_as_any_other() -> None:
    game = ggl.load(RACE)
    seen = Counter(str(Session(game, RACE, seed=seed).answer()[0].steps[0]) for seed in range(300))
    assert seen.keys() == {"roll 1", "roll 2", "roll 3"}
    assert min(seen.values()) > 70


def test_two_orders_of_the_same_dice_are_one_position() -> None:
    game = ggl.load(BAGS)
    one = game.position("set dice to [1, 2, 2]", to_move="Black")
    other = game.position("set dice to [2, 1, 2]", to_move="Black")
    assert one == other
    assert one["dice"] == (1, 2, 2)


# ---- records and sessions


def test_a_record_with_rolls_replays_to_the_same_state() -> None:
    play = session()
    while not play.is_over:
        play.enter("run")
        play.answer()
    assert any(map(is_roll, play.moves))
    (record,) = read_records(io.StringIO(to_json(play.record())))
    assert last_state(record, play.game) == play.state
    assert [step for turn in record.turns for step in turn] == [str(move) for move in play.moves]


def test_a_session_rolls_by_itself_and_stops_at_a_person() -> None:
    play = session()
    assert not play.state.is_chance
    assert len(play.moves) >= 3
    assert all(map(is_roll, play.moves))


def test_the_same_seed_rolls_the_same_and_another_one_does_not() -> None:
    rolled = [[str(move) for move in session(seed).moves] for seed in (1, 1, 2, 3, 4, 5)]
    assert rolled[0] == rolled[1]
    assert len({tuple(one) for one in rolled}) > 1


def test_each_outcome_of_a_roll_has_the_same_chance(race: ggl.Game) -> None:
    engine, position, state = race.engine, race.initial_state().position, 7
    times: Counter[object] = Counter()
    for _ in range(3000):
        step, state = engine.draw(position, state)
        times[step] += 1
    assert len(times) == 3
    assert sum((count - 1000) ** 2 / 1000 for count in times.values()) < 13.8  # chi-squared, one time in a thousand


def test_undo_takes_back_a_move_with_the_rolls_after_it_and_the_same_rolls_come_again() -> None:
    play = session()
    start = play.moves
    play.enter("wait")
    play.answer()
    whole = play.moves
    assert len(whole) > len(start) + 1
    assert play.undo() == 1
    assert play.moves == start
    assert play.undo() == 0
    play.enter("wait")
    play.answer()
    assert play.moves == whole


def test_a_roll_is_a_step_of_the_turn_that_it_begins_and_no_turn_of_its_own() -> None:
    play = session()
    (opening,) = play.turns()
    assert all(map(is_roll, opening.steps))
    assert (opening.rolls, opening.done, play.turns_done(), play.state.ply) == (len(opening.steps), False, 0, 0)
    assert (opening.mover, play.last_steps()) == (play.state.mover, ())
    play.enter("wait")
    play.answer()
    first, second = play.turns()
    assert (first.steps[:-1], str(first.steps[-1]), first.done) == (opening.steps, "wait", True)
    assert (second.begin, second.mover, second.done) == (len(first.steps), play.state.mover, False)
    assert (play.turns_done(), play.state.ply, play.last_steps()) == (1, 1, first.steps)


def test_a_record_keeps_a_turn_with_its_rolls() -> None:
    play = session()
    for _ in range(3):
        play.enter("wait")
        play.answer()
    turns = play.record().turns
    assert len(turns) == 4
    assert [turn[-1] for turn in turns[:3]] == ["wait"] * 3
    assert all(map(is_roll, turns[3]))


def test_a_play_that_is_resumed_rolls_on_as_it_would_have() -> None:
    play = session()
    play.enter("wait")
    play.answer()
    (record,) = read_records(io.StringIO(to_json(play.record())))
    again = Session.resumed(record, play.game, RACE)
    assert again.moves == play.moves
    for each in (play, again):
        each.enter("wait")
        each.answer()
    assert again.moves == play.moves
    assert again.undo(9) == play.undo(9) == 2


def test_playouts_roll_too_and_end(race: ggl.Game) -> None:
    results = race.playouts(20, seed=5)
    assert {result.winner for result in results} == {"Red", "Blue"}
    assert results == race.playouts(20, seed=5)


# ---- why not


def test_a_move_before_its_roll_is_told_that_a_roll_is_due(race: ggl.Game) -> None:
    told = race.initial_state().explain("run")
    assert (told.is_move, told.stage) == (True, "turn")
    assert told.reason == "a roll is due first, and nobody chooses it"
    assert told.nearest == ("roll 1", "roll 2", "roll 3")


def test_a_roll_that_cannot_come_is_told_from_what_is_rolled(race: ggl.Game) -> None:
    state = race.initial_state()
    told = state.explain("roll 5")
    assert (told.is_move, told.stage) == (True, "domain")
    assert told.reason == "`5` is not in `1..3`, the outcomes of this roll"
    assert told.span is not None
    assert told.span.text == "1..3"
    with pytest.raises(IllegalMoveError):
        state.play("roll 5")
    with pytest.raises(NotationError):
        state.play("roll high")


@pytest.mark.parametrize("text", ["roll", "roll ", "ROLL"])
def test_a_roll_without_its_outcome_is_no_move(race: ggl.Game, text: str) -> None:
    told = race.initial_state().explain(text)
    assert not told.is_move
    assert told.reason == "the outcome of the roll is missing; it is in `1..3`"


def test_a_roll_that_is_not_due_is_refused(race: ggl.Game) -> None:
    state = race.initial_state().play("roll 1").play("roll 2").play("roll 3")
    assert state.explain("roll 3").reason == "no roll is due now"
    over = race.position("set Red.fields to 6", to_move="Red")
    assert over.is_over
    assert over.explain("roll 3").stage == "over"


def test_a_move_that_a_better_turn_forbids_is_told_with_both_values() -> None:
    setup = "put White man on {p1, p6}\nput Black man on p4"
    told = ggl.load(DICE).position(setup, to_move="White").explain("go p1 1")
    assert (told.is_move, told.legal, told.stage) == (True, False, "choice")
    assert told.condition == "least: [count(dice), sum(dice)]"
    assert told.span is not None
    assert told.span.text == "[count(dice), sum(dice)]"
    assert told.label == "[1, 2] at best after this, [0, 0] after `go p1 2`"
    assert told.nearest == ("go p1 2", "go p6 1")


# ---- pictures


def test_a_stack_shows_how_many_there_are() -> None:
    state = ggl.load(HEAPS).initial_state()
    assert str(state).split("\n")[:3] == ["3  .  .  O2", "2  .  s4 .", "1  X3 .  ."]
    assert (state.piece_at("a1"), state.piece_at("b2"), state.piece_at("a2")) == ("3 Black bean", "4 seed", None)
    assert state.play("hop a1 2 b1").piece_at("a1") == "Black bean"


def test_a_board_keeps_its_width_when_a_stack_goes() -> None:
    state = ggl.load(HEAPS).initial_state()
    widths = {len(str(one).split("\n", 1)[0]) for one in (state, state.play("shift a1 c3"))}
    assert len(widths) == 1


def test_a_bag_is_shown_by_its_members_and_an_empty_one_as_none() -> None:
    shown = str(ggl.load(BAGS).initial_state()).split("\n")
    assert shown[-3:] == ["dice: 1, 3, 3", "spare: 2, 2", "ways: none"]
    assert "ways: Black" in str(ggl.load(BAGS).initial_state().play("use 1 a1"))


@pytest.mark.parametrize(
    ("setup", "shown"),
    [
        ("set dice to []", "dice: none"),
        ("add 4 to dice for x in 1..13", "dice: " + ", ".join(["1", "3", "3", *["4"] * 13])),
        ("add 4 to dice for x in 1..300", "dice: 1 x 1, 2 x 3, 255 x 4 (258 in all)"),
    ],
)
def test_a_big_bag_is_shown_by_how_often_it_holds_each_value(setup: str, shown: str) -> None:
    start = "set dice to [1, 3, 3]\n"
    state = ggl.load(BAGS).position(start + setup, to_move="Black")
    assert shown in str(state).split("\n")


def test_the_line_below_the_board_says_that_a_roll_is_due(race: ggl.Game) -> None:
    assert "ply 0: Red X rolls, first seat" in str(race.initial_state())


@pytest.mark.parametrize("game", ["backgammon", "oware"])
@pytest.mark.parametrize("style", [slow("ascii"), "unicode"])
def test_a_game_of_stacks_fits_a_page_at_every_step_of_a_play(game: str, style: str) -> None:
    from ggl.play.picture import picture

    play = Session(ggl.load(game), game, seats={"first": "random", "second": "random"}, seed=1)
    play.answer()
    assert len(play.moves) > 20
    for state in play.states:
        assert max(map(len, picture(state, style).split("\n"))) <= 80
        assert "cut off" not in str(state)


# ---- chances that differ

WEIGHTS = str(GAMES / "lists_are_weights_and_dice_fall_together.yaml")


def test_outcomes_have_the_chances_of_their_places() -> None:
    """Of two dice, of two dice at once, of a list, of a bag: counted here by going through all throws."""
    game = ggl.load(WEIGHTS)
    state = game.initial_state().play("roll p1 p2")
    thrown = Counter(f"roll {one + two}" for one in range(1, 7) for two in range(1, 7))
    wanted = [
        {text: Fraction(number, 36) for text, number in thrown.items()},
        {f"roll {one} {two}": Fraction(1, 9) for one in (1, 2, 3) for two in (1, 2, 3)},
        {"roll 1": Fraction(2, 3), "roll 2": Fraction(1, 3)},
        {"roll 4": Fraction(3, 4), "roll 9": Fraction(1, 4)},
    ]
    for each in wanted:
        found = {str(move): chance for move, chance in state.chances().items()}
        assert found == each
        assert len(state.legal_moves()) == max(chance.denominator for chance in found.values())
        state = state.play(next(iter(each)))
    assert not state.chances()
    assert game.perft(game.initial_state(), 1) == 4 * 36 * 9 * 3 * 4 * 11 - 2 * 36 * 9 * 3 * 4


def test_both_engines_draw_weighted_outcomes_alike() -> None:
    game = ggl.load(WEIGHTS)
    state = game.initial_state().play("roll p1 p2")
    plain = Interpreter(game.checked.core)
    assert plain.steps(state.position) == game.engine.steps(state.position)
    for seed in range(300):
        assert plain.draw(state.position, seed) == game.engine.draw(state.position, seed)


DECK = """ggl: 1
name: Deck
players: [Ann, Bob]
board: square(1)
values: {cards: {rank: 1..30}}
state:
  deck: {start: cards, in: cards}
  hand: {start: {}, in: cards, each: players}
setup: deal NUMBER from deck to Ann.hand
moves: {lay: {for: c in mover.hand, do: drop c from mover.hand}}
turn: {pass: forced}
end: {draw: ply > 4}
"""


def test_deals_that_come_about_in_too_many_ways_are_neither_counted_nor_listed() -> None:
    deck = made_of(Source("deck.yaml", DECK.replace("NUMBER", "7")))
    state = deck.initial_state()
    with pytest.raises(WorkLimitError, match="in more than 1,000,000,000 ways"):
        deck.perft(state, 1)
    assert deck.perft(state, 0) == 1
    with pytest.raises(WorkLimitError, match="in more than 1,048,576 ways"):
        state.legal_turns()
    two = made_of(Source("deck.yaml", DECK.replace("NUMBER", "2")))
    assert two.perft(two.initial_state(), 1) == 30 * 29 * 2


def test_a_number_of_legal_moves_is_told_of_outcomes_where_a_roll_is_due() -> None:
    text = (
        "ggl: 1\nname: Rolled\nplayers: [A, B]\nboard: square(2)\npieces: {stone: {}}\nstate: {die: {start: 1, in: 1..6}}\n"
        "moves: {lay: {for: c in vacant, do: put stone on c}}\nturn: {begin: roll die from 1..6}\nend: {draw: full}\n"
        "tests: {start: {legal: 4}}\n"
    )
    checked, _ = check_source(Source("rolled.yaml", text))
    assert checked is not None
    ((failure,),) = (outcome.failures for outcome in run_tests(checked, Game))
    assert "6 outcomes of a roll are legal" in render([failure], "full")


def test_nothing_of_a_deal_is_left_in_a_position() -> None:
    """Neither what was drawn last nor how many were to come, also where a deal ended early."""
    game = ggl.load(GAMES / "deals_draw_without_putting_back.yaml")
    fields = [name for name in game.layout.slots if name.startswith("deal.")]
    starts = [game.layout.slots[name].field.start for name in fields]
    assert fields
    state = game.initial_state()
    for _ in range(40):
        if not state.is_chance:
            assert [state.vector[game.layout.at(name)] for name in fields] == starts
        if state.is_over:
            break
        state = state.after(state.legal_moves()[0])
    assert state.is_over
