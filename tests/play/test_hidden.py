"""What players know: views, information states, and that nothing which is made for a seat tells more."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import ggl
from ggl import agents
from ggl.arena.playing import play
from ggl.interpreter.views import Views
from ggl.play.errors import ArgumentError, GglError
from ggl.play.game import Game
from ggl.play.information import Information
from ggl.play.loading import check_source
from ggl.play.picture import picture
from ggl.play.seen_vector import WATCHER, entry_of
from ggl.source import Source
from tests.meaning.reading import scene_of
from tests.meaning.views import knows_entry, seen_scene
from tests.meaning.world import World

ROOT = Path(__file__).parents[2]
FILES = {
    path.stem: path
    for path in (
        *sorted((Path(__file__).parent / "hidden").glob("*.yaml")),
        ROOT / "games" / "phantom-tic-tac-toe.yaml",
        ROOT / "games" / "dark-hex.yaml",
        ROOT / "examples" / "kuhn-poker-3.yaml",
        ROOT / "games" / "rock-paper-scissors.yaml",
        ROOT / "tests" / "language" / "games" / "all_choose_at_once.yaml",
        ROOT / "tests" / "language" / "games" / "some_phases_choose_at_once.yaml",
        ROOT / "games" / "mastermind.yaml",
        ROOT / "games" / "geister.yaml",
    )
}
SMALL = {"dark-hex": {"size": 3}, "mastermind": {"tries": 2}}
LARGE = (
    "kuhn-poker-3",
    "rock-paper-scissors",
    "all_choose_at_once",
    "some_phases_choose_at_once",
    "tidings",
    "mastermind",
    "geister",
)
"""Games of deals, of choices made together and of announcements; this file and `test_together.py` have small cases of them."""

NAMES = [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in FILES]
LONGEST = 40


@cache
def game(name: str) -> ggl.Game:
    return ggl.load(FILES[name], **SMALL.get(name, {}))


def plays(name: str, count: int) -> Iterator[list[ggl.State]]:
    """Random plays, as the states from the start to the end."""
    for seed in range(count):
        rng, states = random.Random(f"{name} {seed}"), [game(name).initial_state()]
        while len(states) < LONGEST and (legal := states[-1].legal_moves()):
            states.append(states[-1].after(rng.choice(legal)))
        yield states


# ---------------------------------------------------------------------------------------------------------------- views


@pytest.mark.parametrize("name", NAMES)
def test_a_view_is_what_a_plain_reading_of_the_file_says(name: str) -> None:
    one = game(name)
    world = World(one.checked.definition, one.options, one.board)
    for states in plays(name, 4):
        for state in states:
            scene = scene_of(world, state, [])
            for viewer in one.players:
                view = state.view(viewer)
                assert scene_of(world, view, []).standing == seen_scene(world, scene, viewer).standing
                for name_, variable in one.checked.definition.state.items():
                    slot = one.layout.slots[one.checked.world.variables[name_].field]
                    keys = world.members(variable.each) if variable.each else (None,)
                    width = (slot.stop - slot.start) // len(keys)
                    for at in range(slot.start, slot.stop):
                        key = keys[(at - slot.start) // width]
                        assert view.knows(at) == knows_entry(world, scene, viewer, name_, key), (name_, key)
                        assert view.vector[at] == (state.vector[at] if view.knows(at) else slot.field.start)


@pytest.mark.parametrize("name", NAMES)
def test_the_legal_moves_of_the_side_to_move_are_those_of_its_view(name: str) -> None:
    for states in plays(name, 10):
        for state in states:
            for side in game(name).players:
                mine = state.view(side).legal_moves()
                assert [*map(str, mine)] == (
                    [*map(str, state.legal_moves())] if side == state.mover and not state.is_chance else []
                )
            assert not state.view(WATCHER).legal_moves()


SCORED = """
ggl: 1
name: Scored
players: [Left, Right]
board: square(1)
state:
  won: {start: 0, each: players, in: 0..2, seen by: nobody}
moves:
  gain: {for: n in 1..2, do: set mover.won to n, shows: name}
end: {by score: ply == 1}
score(p): p.won / 2
"""


def test_the_scores_at_the_end_are_known_to_all(tmp_path: Path) -> None:
    (tmp_path / "scored.yaml").write_text(SCORED)
    start = ggl.load(tmp_path / "scored.yaml").initial_state()
    one, other = (start.play(move).information("Right") for move in ("gain 1", "gain 2"))
    assert one.entries == other.entries
    assert one != other
    assert one.text.splitlines()[-1] == "scores: Left 1/2, Right 0"
    assert one.vector[-4:] == (1, 2, 0, 1)
    assert not start.information("Right").scores


@pytest.mark.parametrize("name", NAMES)
def test_the_result_is_seen_by_all(name: str) -> None:
    for states in plays(name, 3):
        for side in (*game(name).players, WATCHER):
            view = states[-1].view(side)
            assert view.result == states[-1].result
            assert view.is_over == states[-1].is_over


def test_a_watcher_sees_of_hidden_things_nothing_that_changes() -> None:
    """What all sides see just now would tell one of them what another has found."""
    state = game("phantom-tic-tac-toe").initial_state().play("b2")
    assert state.play("b2").view(WATCHER) == state.view(WATCHER)
    assert state.play("b2").view("X").piece_at("b2") == "X mark"
    for name in FILES:
        for states in plays(name, 3):
            for each in states:
                watched = each.view(WATCHER)
                for side in game(name).players:
                    assert each.view(side).unknown <= watched.unknown


@pytest.mark.parametrize("name", FILES)
def test_what_is_kept_for_entries_that_are_read_is_what_each_position_comes_to(name: str) -> None:
    one = game(name)
    keeping, anew = Views(one.interpreter), Views(one.interpreter)
    assert any(entries._reads is not None for _, entries in keeping._veils)
    for _, entries in anew._veils:
        entries._reads = None
    for states in plays(name, 6):
        for state in states:
            for viewer in range(len(one.players)):
                assert keeping.view(state.vector, viewer) == anew.view(state.vector, viewer)


# ---------------------------------------------------------------------------------------------------- information states


def trace(name: str, states: list[ggl.State], side: str) -> list[object]:
    """The definition, read once more: what the side saw, and what it was told. A step after which its view is the same, and of
    which it is told nothing, leaves nothing."""
    telling = {move.name: (move.shows.text if move.shows else "everything")
               for move in game(name).checked.definition.moves.values()}  # fmt: skip
    views = [(state.view(side).vector, state.view(side).unknown) for state in states]
    found: list[object] = [views[0]]
    moves = states[-1].came_by()[1]
    at_once, chosen = game(name).checked.definition.turn.chosen_at_once, list[tuple[str, object]]()
    players = game(name).players
    for number, (before, after, move, (old, new)) in enumerate(zip(states[:-1], states[1:], moves, pairwise(views), strict=True)):
        shows = telling.get(move.schema, "everything")
        told: object = None
        if move.schema == "roll":
            outcomes: list[int | None] = []
            for field, code in zip(game(name).checked.core.rolls[move.step.args[0]].fields, move.step.args[1:], strict=True):
                is_told = game(name).layout.at(field) not in new[1]
                if field in game(name).checked.world.drawn:  # one to each player at the start, later to the side to move
                    is_told = side == (players[number] if number < len(players) else before.mover)
                outcomes.append(code if is_told else None)
            told = ("roll", move.step.args[0], *outcomes)
        elif move.schema in at_once:  # nothing of the others before all have chosen, then what they show
            chosen.append((before.mover, _shown(move, "everything" if before.mover == side else shows)))
            told = [one for one in chosen if one[0] == side or not after.in_turn] or None
            chosen = chosen if after.in_turn else []
        elif before.mover == side or shows == "everything":
            told = (move.schema, *move.args.items())
        elif shows != "nothing":
            told = (move.schema, *((each, value) for each, value in move.args.items() if each in shows.replace(",", " ").split()))
        if told is not None or old != new:
            found.append((told, new))
    return found


def _shown(move: ggl.Move, shows: str) -> object:
    if shows == "nothing":
        return None
    named = shows.replace(",", " ").split()
    return (move.schema, *((each, value) for each, value in move.args.items() if shows == "everything" or each in named))


@pytest.mark.parametrize("name", NAMES)
def test_information_states_are_equal_exactly_where_a_side_cannot_tell_two_plays_apart(name: str) -> None:
    ours: dict[object, object] = {}
    theirs: dict[object, object] = {}
    for states in plays(name, 25):
        for length in range(1, min(len(states), 9) + 1):
            for side in game(name).players:
                information = states[length - 1].information(side)
                traced = (side, repr(trace(name, states[:length], side)))
                assert ours.setdefault(information, traced) == traced
                assert theirs.setdefault(traced, information) == information
    assert len(ours) > 20


@pytest.mark.parametrize("name", NAMES)
def test_texts_and_vectors_are_equal_exactly_where_information_states_are(name: str) -> None:
    texts: dict[str, Information] = {}
    vectors: dict[object, Information] = {}
    for states in plays(name, 15):
        for state in states[:8]:
            for side in game(name).players:
                found = state.information(side)
                assert texts.setdefault(found.text, found) == found
                assert vectors.setdefault((side, found.vector), found) == found


OWN_STEPS: dict[str, tuple[str, dict[str, int], str]] = {
    "swap-sides": ("hex", {"size": 3}, "b2"),
    "take-0": ("sgibun", {"side": 2}, "place b1"),
    "take-1": ("sgibun", {"side": 2}, "place b1"),
    "pass": ("go", {"size": 3}, ""),
    "stop": ("symple", {"size": 5}, "e1; e4; c1; a3; d2; + b3; + d4"),
    "roll": ("pig", {}, ""),
}
"""Each sort of step that no file declares, in a game, after a play."""


@pytest.mark.parametrize("sort", OWN_STEPS)
def test_a_vector_has_a_number_of_its_own_for_each_sort_of_step(sort: str) -> None:
    name, options, moves = OWN_STEPS[sort]
    state = ggl.load(name, **options).initial_state()
    for text in filter(None, moves.split("; ")):
        state = state.play(text)
    length, sorts = len(state.information("watcher").vector), dict[int, set[str]]()
    for move in state.legal_moves():
        vector = state.after(move).information("watcher").vector
        sorts.setdefault(vector[length + 2], set()).add(move.step.schema)  # behind the lengths of the entry
    assert {sort} in sorts.values()
    assert all(len(each) == 1 for each in sorts.values())


@pytest.mark.parametrize("name", NAMES)
def test_an_information_state_grows_and_is_kept_when_pickled(name: str) -> None:
    for states in plays(name, 2):
        for side in game(name).players:
            lists = [state.information(side).entries for state in states]
            assert all(after[: len(before)] == before for before, after in pairwise(lists))
            found = states[-1].information(side)
            assert pickle.loads(pickle.dumps(found)) == found


# -------------------------------------------------------------------------------------------------- agents that would peek


class Peeking:
    """An agent that tries all ways to the position as it is."""

    def __init__(self) -> None:
        self.tried: list[str] = []
        self.seen: list[tuple[int, ...]] = []

    def think(self, state: ggl.State) -> ggl.Move:
        self.seen.append(state.vector)
        others = [side for side in state.game.players if side != state.mover]
        move = state.legal_moves()[0]
        ways = {
            "the view of another": lambda: state.view(others[0]),
            "the information of another": lambda: state.information(others[0]),
            "the state after a move": lambda: state.play(move),
            "the state after its text": lambda: state.play(str(move)),
            "the state after a legal move": lambda: state.after(move),
            "the state after an action": lambda: state.apply(state.legal_actions()[0]),
            "whole turns": state.legal_turns,
            "playouts": lambda: state.playouts(3),
            "a cursor": state.cursor,
        }
        for what, way in ways.items():
            with pytest.raises(ArgumentError):
                way()
            self.tried.append(what)
        assert not state.came_by()[1]
        assert not [*state.came_lately()]
        return move


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_is_handed_a_view_and_what_peeks_fails(name: str) -> None:
    agent = Peeking()
    found = play(game(name), [agent] * len(game(name).players), seed=3, most_steps=30)
    assert found.turns
    assert len(agent.tried) >= 9
    assert agent.seen


@pytest.mark.parametrize("spec", ["mcts:20", "alphabeta", "greedy"])
def test_searches_that_look_at_whole_positions_are_refused(spec: str) -> None:
    with pytest.raises(GglError, match="do not see everything"):
        agents.make(spec, game("ghosts"))


# ------------------------------------------------------------------------------------------------------ small and by hand


def test_others_see_the_face_of_a_piece_and_who_owns_it() -> None:
    state = game("masks").initial_state().play("send a1 king").play("send b1 fool")
    assert [state.piece_at(cell) for cell in ("a1", "b1")] == ["Gold king", "Silver fool"]
    assert [state.view("Gold").piece_at(cell) for cell in ("a1", "b1")] == ["Gold king", "Silver mask"]
    assert [state.view("Silver").piece_at(cell) for cell in ("a1", "b1")] == ["Gold mask", "Silver fool"]
    assert [state.view(WATCHER).piece_at(cell) for cell in ("a1", "b1")] == ["Gold mask", "Silver mask"]


def test_kinds_that_share_a_face_cannot_be_told_apart_by_others() -> None:
    start = game("masks").initial_state()
    king, fool = start.play("send a1 king"), start.play("send a1 fool")
    assert king.information("Silver") == fool.information("Silver")
    assert king.information("Gold") != fool.information("Gold")


def test_others_see_nothing_where_a_piece_has_no_face_and_the_piece_once_it_is_found() -> None:
    state = game("phantom-tic-tac-toe").initial_state().play("b2")
    assert state.view("O").piece_at("b2") is None
    tried = state.play("b2")
    assert tried.mover == "O"
    assert tried.view("O").piece_at("b2") == "X mark"


def test_what_a_piece_carries_is_seen_with_it() -> None:
    state = game("ghosts").position(
        "put White good on a1\nset a1.tired to true\nput Black good on d4\nset d4.tired to true", "White"
    )
    for side, seen, unseen in (("White", "a1", "d4"), ("Black", "d4", "a1")):
        assert state.view(side).ask(f"{seen}.tired") is True
        assert state.view(side).ask(f"{unseen}.tired") is False


def test_the_supply_of_a_hidden_kind_is_known_to_its_owner() -> None:
    one = game("ghosts")
    view, kinds = one.initial_state().view("White"), [*one.checked.world.kinds]
    known = {(side, kind): view.knows(one.layout.at("supply", number, kinds.index(kind)))
             for number, side in enumerate(one.players) for kind in ("good", "bad", "ghost")}  # fmt: skip
    assert known == {(side, kind): side == "White" or kind not in ("good", "bad") for side, kind in known}


def test_a_variable_that_is_not_seen_is_shown_as_not_known() -> None:
    state = game("three").initial_state()
    told = {side: picture(state.view(side), "ascii") for side in ("Red", WATCHER)}
    assert "purse: Red 4, Green ?, Blue ?" in told["Red"]
    assert "purse" not in told[WATCHER]


def test_a_roll_shows_its_outcome_to_those_who_see_its_variable() -> None:
    for state in (game("ghosts").initial_state().play("1"), game("ghosts").initial_state().play("0")):
        for side in ("White", "Black"):
            assert state.information(side).told()[0] == "roll"


def test_of_several_variables_in_one_roll_each_is_told_to_those_who_see_it() -> None:
    state = game("dice").initial_state().play("roll 2 3")
    assert state.information("Red").told() == ["roll 2 3"]
    assert state.information("Blue").told() == ["roll 2 ?"]


def test_a_deal_shows_what_is_dealt_to_those_who_see_where_it_goes() -> None:
    state = game("hands").initial_state()
    for text in ("roll card_3", "roll card_5", "roll card_1", "hold", "roll card_2"):
        state = state.play(text)
    assert state.information("East").told() == ["roll card_3", "roll", "roll card_1", "hold", "roll"]
    assert state.information("West").told() == ["roll", "roll card_5", "roll", "hold", "roll card_2"]
    assert "hand: East: card_1 card_3; West: ?" in picture(state.view("East"), "ascii")
    assert "deck" not in picture(state.view("East"), "ascii")


@pytest.mark.parametrize(
    ("moves", "lines"),
    [
        (["bet 2"], {"Red": ["bet 2"], "Green": ["bet ?"], "Blue": ["bet ?"]}),
        (["skip"], {"Red": ["skip"], "Green": [], "Blue": []}),
        (["bet 2", "plant b2"], {"Red": ["bet 2", "plant b2"], "Green": ["bet ?", "plant b2"], "Blue": ["bet ?", "plant b2"]}),
    ],
)
def test_others_are_told_what_a_move_shows(moves: list[str], lines: dict[str, list[str]]) -> None:
    state = game("three").initial_state()
    for move in moves:
        state = state.play(move)
    assert {side: state.information(side).told() for side in state.game.players} == lines


def test_who_sees_something_change_notices_a_step_that_shows_nothing() -> None:
    before = game("phantom-tic-tac-toe").initial_state()
    after = before.play("b2")
    ((told, changes),) = after.information("O").entries
    assert told == ()
    assert before.game.places["mover"] in dict(changes)
    again = after.play("b2")
    assert again.information("X").entries == after.information("X").entries


def test_a_step_of_which_nothing_is_told_or_seen_leaves_nothing() -> None:
    state = game("phantom-tic-tac-toe").initial_state().play("b2").play("b2")
    other = game("phantom-tic-tac-toe").initial_state().play("b2")
    assert state.information("X") == other.information("X")
    assert state.information("O") != other.information("O")


def after(name: str, *moves: str) -> ggl.State:
    state = game(name).initial_state()
    for move in moves:
        state = state.play(move)
    return state


def heard(state: ggl.State, side: str) -> list[str]:
    return [line.removeprefix("announced: ") for line in state.information(side).told() if line.startswith("announced")]


def test_an_announcement_is_told_to_those_it_is_for_and_to_nobody_else() -> None:
    """Red's `go` tells all the kind that stood there, the owner of the piece the kings, and each player a number."""
    state = after("tidings", "roll 3", "go a1 a2")
    assert heard(state, "Red") == ["die > 2 true", "kind none", "{a1, b2}", "kings 1", "die > 2 true"]
    assert heard(state, "Green") == ["die > 2 true", "kind none", "kings 1", "die 3", "die > 2 true"]
    assert heard(state, "Blue") == ["die > 2 true", "kind none", "kings 0", "die 3", "die > 2 true"]


def test_a_watcher_is_told_what_was_announced_to_all() -> None:
    state = after("tidings", "roll 3", "go a1 a2")
    assert heard(state, WATCHER) == ["die > 2 true", "kind none", "die > 2 true"]
    assert state.information(WATCHER).story[0] == "roll; announced: die > 2 true"


@pytest.mark.parametrize("name", NAMES)
def test_a_watcher_is_told_nothing_that_some_side_is_not_told(name: str) -> None:
    """Of a step no more than each side that did not make it, of announcements no more than any, and no entry of its own."""
    for states in plays(name, 3):
        for before, now in pairwise(states):
            step = now.came_by()[1][-1].step
            known = entry_of(game(name), before.vector, step, now.vector, WATCHER)
            for side in game(name).players:
                learned = entry_of(game(name), before.vector, step, now.vector, side)
                assert known is None or learned is not None
                told, more = known[0] if known else (), learned[0] if learned else ()
                assert not told or (len(told) == len(more) and all(a is None or a == b for a, b in zip(told, more, strict=True)))
                assert {*heard(now, WATCHER)} <= {*heard(now, side)}


def test_the_same_announcement_made_twice_is_told_twice() -> None:
    state = after("tidings", "roll 3", "hush", "hush", "roll 3", "hush")
    assert heard(state, "Blue").count("die > 2 true") == 4
    assert state.information("Blue").text.count("die > 2 true") == 4


def test_the_value_of_an_announcement_is_that_at_its_line() -> None:
    """`announce t.kind` stands before the piece there is taken."""
    assert "kind king" in heard(after("tidings", "roll 1", "go a1 b1", "go b2 b1"), "Blue")


def test_an_announcement_to_none_is_told_to_nobody() -> None:
    """Red's `peek` tells the number to the owner of what stands on a1, Red, and to that of the empty b1."""
    state = after("tidings", "roll 1", "peek 1 b2")
    assert [heard(state, side)[1:-1] for side in state.game.players] == [["n 1"], ["3", "die 1"], ["3", "die 1"]]


def test_an_announcement_is_in_the_history_of_those_who_heard_it() -> None:
    state = after("tidings", "roll 1", "hush")
    assert state.information("Red").story[-1] == "hush; announced: die > 2 false; seen: old a1 is true; Green to move"
    assert state.information("Green").story[-1] == "hush; announced: die 1; announced: die > 2 false; Green to move"


def test_what_is_revealed_is_seen_from_then_on_by_those_it_is_revealed_to_and_goes_where_the_piece_goes() -> None:
    state = after("tidings", "roll 1", "peek 0 b2")
    assert [state.view(side).piece_at("b2") for side in state.game.players] == ["Green king", "Green king", "Green mask"]
    state = state.play("go b2 b3")
    assert [state.view(side).piece_at("b3") for side in state.game.players] == ["Green king", "Green king", "Green mask"]


def test_nobody_learns_to_whom_else_something_was_revealed() -> None:
    before, state = after("tidings", "roll 1"), after("tidings", "roll 1", "peek 0 b2")
    other = after("tidings", "roll 1", "peek 0 c3")
    assert other.information("Green") == state.information("Green")
    assert state.information("Red") != before.information("Red")
    assert other.information("Red") != state.information("Red")


def test_what_is_hidden_again_is_seen_no_more_and_still_known() -> None:
    state = after("tidings", "roll 1", "peek 0 b2")
    hushed = state.play("hush")
    assert hushed.view("Red").piece_at("b2") == "Green mask"
    assert [line for line in hushed.information("Red").story if "b2 Green king" in line]


def test_a_variable_is_revealed_for_one_player_and_hidden_again() -> None:
    state = after("tidings", "roll 1", "peek 2 b2")  # 2 is Red's secret now, which Green, who follows Red, is shown
    known = {side: [state.view(side).knows(state.game.layout.at("secret", number)) for number in range(3)]
             for side in state.game.players}  # fmt: skip
    assert known == {"Red": [True, False, False], "Green": [True, True, False], "Blue": [False, False, True]}
    assert [state.view(side).knows(state.game.places["bag"]) for side in state.game.players] == [False, False, True]
    hushed = state.play("hush").play("roll 1").play("hush")
    assert not any(hushed.view(side).knows(hushed.game.places["bag"]) for side in state.game.players)


ANEW = """
ggl: 1
name: Anew
players: [Ann, Bob]
board: square(1)
state:
  die: {start: 1, in: 1..6, seen by: viewer == Ann or shown}
  deck: {start: "[4, 4, 4]", in: 1..6, seen by: nobody}
  card: {start: 1, in: 1..6, seen by: viewer == Ann or shown}
  rank: {start: 1, in: 1..6, each: players, seen by: owner or shown}
  bag: {start: "[1]", in: 1..6, seen by: viewer == Ann or shown}
  held: {start: {}, in: players, each: players, seen by: owner or shown}
moves:
  show:
    do: |
      reveal die
      reveal card
      reveal p.rank for p in players
      reveal bag
      reveal p.held for p in players
  more:
    do: |
      add 1 to die
      add 1 to Ann.rank
      add 2 to bag
      add Bob to Ann.held
      drop 1 from bag
  new:
    do: |
      set card to 5
      set mover.rank to 5
      set bag to [2]
      set Ann.held to {Bob}
turn:
  begin: |
    roll die from 1..6 if ply == 3
    deal 1 from deck to card if ply == 3
    deal 1 from deck to bag if ply == 3
end: {draw: ply == 9}
"""
OF_ANN = ["die", "card", "Ann.rank", "bag", "Ann.held"]


@pytest.mark.parametrize(
    ("moves", "unknown"),
    [
        (["show"], []),
        (["show", "more"], []),
        (["more", "show", "new"], ["card", "Ann.rank", "bag", "Ann.held"]),
        (["show", "more", "more", "roll 2", "roll 4", "roll 4"], ["die", "card"]),
    ],
)
@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_a_new_value_is_revealed_to_nobody_and_a_changed_one_stays_revealed(
    moves: list[str], unknown: list[str], engine: str
) -> None:
    checked, found = check_source(Source("anew.yaml", ANEW))
    assert checked is not None, found
    state = Game(checked, engine).initial_state()
    for move in moves:
        state = state.play(move)
    view, hidden = state.view("Bob"), []
    for name in OF_ANN:
        try:
            view.ask(f"{name} == {name}")
        except GglError:
            hidden.append(name)
    assert hidden == unknown
    assert state.view("Ann").ask("Bob.rank") == 1  # that of another player stays revealed


def test_seen_asks_what_the_mover_knows_of_a_variable_or_its_start() -> None:
    state = after("tidings", "roll 1", "peek 2 b2")  # Green is to move
    assert state.ask("seen(Red.secret)") == 2
    assert state.ask("seen(Blue.secret)") == 0
    assert "guess Red 2" in map(str, state.legal_moves())
    assert not [move for move in state.legal_moves() if str(move).startswith("guess Blue")]
    assert state.explain("guess Red 1").legal is False


ALL_SHOWN = """
ggl: 1
name: All moves are shown
players: [X, O]
board: square(3)
pieces: {coin: {seen by: owner}}
moves:
  put:
    for: c in cells
    where: seen(empty(c))
    do: put coin on c if empty(c)
end:
  draw: ply > 6
"""


def test_plies_and_the_last_move_are_hidden_where_some_move_does_not_show_everything(tmp_path: Path) -> None:
    view = game("phantom-tic-tac-toe").initial_state().play("b2").view("O")
    assert "ply" not in picture(view, "ascii")
    assert not view.knows(view.game.places["ply"])
    (tmp_path / "all-shown.yaml").write_text(ALL_SHOWN)
    all_shown = ggl.load(tmp_path / "all-shown.yaml").initial_state().play("put a1")
    assert "ply 1" in picture(all_shown.view("O"), "ascii")


def test_seen_asks_the_view_of_the_side_to_move() -> None:
    state = game("masks").initial_state().play("send a1 king")
    assert state.ask("seen(a1.kind)") == "mask"
    assert state.ask("a1.kind") == "king"
    assert state.ask("seen(count(cells with enemy mask))") == 1
    assert state.ask("count(cells with enemy mask)") == 0


def test_why_explains_a_refusal_by_what_the_side_to_move_sees() -> None:
    state = game("phantom-tic-tac-toe").initial_state().play("b2").play("b2")
    assert "you see nothing there" in str(state.view("O").explain("b2"))
    assert state.view("O").explain("a1").legal
    with pytest.raises(ggl.IllegalMoveError, match="you see nothing there"):
        state.play("b2")
    assert "O is to move now" in str(state.view("X").explain("b2"))
    with pytest.raises(ggl.IllegalMoveError, match="O is to move now"):
        state.view("X").read("b2")
    assert "a roll is due now" in str(game("ghosts").initial_state().view("White").explain("1"))


def test_a_view_plays_nothing_and_knows_no_other_side() -> None:
    view = game("masks").initial_state().view("Gold")
    masks, cursor = view.game, view.game.initial_state().cursor()
    for way in (
        lambda: view.play("send a1 king"), lambda: view.view("Silver"), view.information, view.legal_turns,
        lambda: masks.perft(view, 1), lambda: masks.playouts(1, begin=view), lambda: cursor.goto(view),
        lambda: masks.batch(1).put(0, view),
    ):  # fmt: skip
        with pytest.raises(ArgumentError, match="does not give"):
            way()
    with pytest.raises(ArgumentError, match="there is no player"):
        game("masks").initial_state().view("Bronze")


def test_where_everybody_sees_everything_a_view_is_the_state() -> None:
    state = ggl.load("tic-tac-toe").initial_state().play("b2")
    for side in state.game.players:
        assert state.view(side).vector == state.vector
        assert not state.view(side).unknown
    assert not state.game.hides
    assert game("masks").hides


@pytest.mark.parametrize("name", NAMES)
def test_rows_of_a_batch_are_observed_by_the_side_to_move(name: str) -> None:
    batch = game(name).batch(3, 1)
    for _ in range(4):
        state = batch.state(0)
        if state.is_over or state.is_chance:
            return
        alone = state.observation()
        for part, values in batch.observations().items():
            assert (values[0] == alone[part]).all(), part
        starts, numbers = batch.legal()
        batch.step([int(numbers[starts[row]]) if starts[row] < starts[row + 1] else -1 for row in range(3)])


def test_a_view_knows_the_positions_that_all_have_seen() -> None:
    """The announcement hides something from Blue, and nothing that stands on the board."""
    text = """
ggl: 1
name: To and fro
players: [Red, Blue]
board: track(4)
pieces: {man: {}}
setup: |
  put Red man on p1
  put Blue man on p4
moves:
  go:
    for: c in cells with own man, t in neighbors(c) & vacant
    do: |
      move c to t
      announce t.number to Red
    ensure: repetitions == 1
end: {draw: ply == 9}
"""
    checked, findings = check_source(Source("fro.yaml", text))
    assert checked is not None, [str(each) for each in findings]
    state = Game(checked).initial_state()
    for move in ("p1 p2", "p4 p3", "p2 p1"):
        state = state.play(f"go {move}")
    assert [move.text for move in state.legal_moves()] == ["go p3 p2"]
    assert state.view().legal_moves() == state.legal_moves()


def test_a_set_is_told_by_its_members(tmp_path: Path) -> None:
    (tmp_path / "sets.yaml").write_text(
        "ggl: 1\nname: Sets\nplayers: [A, B]\nboard: square(2)\nvalues: {cards: [red, green]}\n"
        "state:\n  hand: {start: {}, in: cards, each: players, seen by: owner}\n  chooser: {start: players, in: players}\n"
        "moves:\n  draw:\n    do: |\n      drop mover from chooser\n      add red to mover.hand\nend: {draw: ply > 3}\n",
        encoding="utf-8",
    )
    state = ggl.load(tmp_path / "sets.yaml").initial_state().play("draw")
    assert "red is in hand A" in state.information("A").story[-1]
    assert "A is not in chooser" in state.information("A").story[-1]
    assert "red is" not in state.information("B").text
    assert "B is in chooser" in state.information("B").text
