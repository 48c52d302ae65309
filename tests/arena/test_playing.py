"""One play between agents: its record, its random numbers, agents that fail, plays without an end, openings."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import replace

import pytest

import ggl
from ggl import agents, arena
from ggl.agents import Thought
from ggl.arena.openings import Openings, draw_opening
from ggl.arena.playing import Opening, points_of_seats, state_after_opening
from ggl.arena.seeds import seed_of
from ggl.play.game import Game, State
from ggl.play.record import Ending, replay_states, to_json
from tests.analysis.games import game as game_of
from tests.arena.games import ENDLESS, THREE
from tests.records import last_state

PLAYED = ("tic-tac-toe", "connect-four", "sgibun", "tiku", "amazons")


def loaded(name: str) -> Game:
    options: dict[str, object] = {"sgibun": {"side": 3}, "tiku": {"max_plies": 60}}.get(name, {})  # type: ignore[assignment]
    return ggl.load(name, **options)


class Scripted:
    """An agent that does what a function does with a state."""

    spec = "scripted"

    def __init__(self, game: Game, act: Callable[[State], object]) -> None:
        self.game, self.act = game, act
        self.seeds: list[int] = []
        self.asked = 0

    def new_play(self, seed: int) -> None:
        self.seeds.append(seed)

    def think(self, state: State, budget: object = None) -> Thought:
        self.asked += 1
        found = self.act(state)
        return found if isinstance(found, Thought) else Thought((replace_move(found),), 0.5)

    def close(self) -> None:
        raise AssertionError("an agent that was given is not closed")


def replace_move(move: object) -> agents.Candidate:
    return agents.Candidate(move, 0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", PLAYED)
def test_a_play_is_a_legal_one_and_its_record_is_what_the_rules_say(name: str) -> None:
    game = loaded(name)
    play = arena.play(game, ["greedy", "random"], seed=5)
    assert last_state(play.record, game).is_over
    assert play.record.seats == {"first": "greedy", "second": "random"}
    assert (play.record.game, play.record.seed, play.record.date) == (name, 5, "")
    assert sum(play.values) == pytest.approx(1)
    assert play.turns == len(play.record.turns)
    assert not play.broken_off
    assert not play.failure


@pytest.mark.parametrize("name", PLAYED)
def test_the_same_seed_gives_the_same_play_and_another_seed_another(name: str) -> None:
    game = loaded(name)
    one, same, other = (to_json(arena.play(game, ["random", "random"], seed=seed).record) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_seeds_are_derived_as_documented() -> None:
    wanted = int.from_bytes(hashlib.sha256(b"ggl/7/play/3").digest()[:8], "big") >> 1
    assert seed_of(7, "play", 3) == wanted == 3885376108821331794
    game = loaded("tic-tac-toe")
    sitting = [Scripted(game, lambda state: state.legal_moves()[0]) for _ in range(2)]
    arena.play(game, sitting, seed=wanted)
    assert [agent.seeds for agent in sitting] == [[seed_of(wanted, "agent", 0)], [seed_of(wanted, "agent", 1)]]


def test_rolls_are_drawn_from_the_seed_whatever_the_agents_do() -> None:
    game = loaded("backgammon")
    rolls = []
    for act in (lambda moves: moves[0], lambda moves: moves[-1]):
        sitting = [Scripted(game, lambda state, act=act: act(state.legal_moves())) for _ in range(2)]
        play = arena.play(game, sitting, seed=9, most_steps=60)
        rolls.append(
            [str(move) for move, _ in replay_states(play.record, game) if move is not None and move.schema.startswith("roll")]
        )
    least = min(map(len, rolls))
    assert least > 10
    assert rolls[0][:least] == rolls[1][:least]


def test_an_agent_is_asked_only_where_there_is_a_choice() -> None:
    game = loaded("tic-tac-toe")
    sitting = [Scripted(game, lambda state: state.legal_moves()[0]) for _ in range(2)]
    full = Opening(tuple((move,) for move in ("a1", "a2", "a3", "b2", "b1", "c1", "b3", "c3")))
    play = arena.play(game, sitting, opening=full)
    assert [agent.asked for agent in sitting] == [0, 0] == list(play.asked)
    assert play.turns == 9


def test_an_agent_of_another_game_sits_down_in_no_play() -> None:
    """The caller is told; the agent does not lose."""
    stranger = agents.make("greedy", loaded("connect-four"))
    with pytest.raises(ggl.GglError, match=r"`greedy` plays <Connect Four.*>, not <Tic-Tac-Toe>; make"):
        arena.play(loaded("tic-tac-toe"), [stranger, "random"])


# ------------------------------------------------------------------------------------------------------- agents fail


def _raises(state: State) -> object:
    raise ValueError("no idea\nat all" + "x" * 5000)


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (_raises, "ValueError: no idea"),
        (lambda state: None, "it returned None, not a move"),
        (lambda state: "a1", "it returned the str 'a1', not a move"),
        (lambda state: ggl.load("hex").initial_state().legal_moves()[0], "is not legal"),
        (lambda state: loaded("tic-tac-toe").initial_state().legal_moves()[0] if state.ply > 1 else state.legal_moves()[0],
         "`place a1` is not legal"),
        (lambda state: Thought((), 0.5), "IndexError"),
    ],
)  # fmt: skip
def test_an_agent_that_fails_loses_the_play_and_the_record_says_why(act: Callable[[State], object], said: str) -> None:
    game = loaded("tic-tac-toe")
    for seat in (0, 1):
        sitting: list[object] = ["random", "random"]
        sitting[seat] = Scripted(game, act)
        play = arena.play(game, sitting, seed=2)  # type: ignore[arg-type]
        side = game.players[seat]
        assert play.failure.startswith(f"{side} failed: ")
        assert said in play.failure
        assert len(play.failure) < 300
        assert "\n" not in play.failure
        assert play.values[seat] == 0
        assert play.ending.resigned == side
        last_state(play.record, game)


def test_an_agent_that_cannot_begin_loses() -> None:
    game = loaded("tic-tac-toe")
    agent = Scripted(game, lambda state: state.legal_moves()[0])
    agent.new_play = _raises  # type: ignore[method-assign, assignment]
    play = arena.play(game, ["random", agent], seed=2)
    assert play.values == (1, 0)
    assert play.turns == 0


def test_interrupts_are_no_failures_of_an_agent() -> None:
    def interrupt(state: State) -> object:
        raise KeyboardInterrupt

    game = loaded("tic-tac-toe")
    with pytest.raises(KeyboardInterrupt):
        arena.play(game, [Scripted(game, interrupt), "random"])


def test_a_play_without_an_end_is_broken_off_as_a_draw_and_its_record_can_be_replayed() -> None:
    game = game_of(ENDLESS)
    play = arena.play(game, ["random", "random"], most_steps=25)
    assert (play.turns, play.values, play.broken_off) == (25, (0.5, 0.5), True)
    assert play.ending.reason == "broken off after 25 steps"
    assert '"broken_off": true' in to_json(play.record)
    assert not last_state(play.record, game).is_over


def test_of_three_who_fails_gets_nothing_and_the_others_share() -> None:
    game = game_of(THREE)
    play = arena.play(game, ["random", Scripted(game, _raises), "random"])
    assert play.values == (0.5, 0, 0.5)
    assert points_of_seats(Ending("Blue", "third", ""), game) == (0, 0, 1)
    assert points_of_seats(Ending(None, None, "the board is full"), game) == pytest.approx((1 / 3,) * 3)


def test_as_many_agents_as_seats() -> None:
    with pytest.raises(ggl.ArgumentError, match="2 seats; give an agent for each of them, not 3"):
        arena.play(loaded("tic-tac-toe"), ["random"] * 3)
    with pytest.raises(agents.SpecError, match="no agent `ranodm`"):
        arena.play(loaded("tic-tac-toe"), ["ranodm", "random"])


# ---------------------------------------------------------------------------------------------------------- openings


@pytest.mark.parametrize("name", PLAYED)
def test_openings_have_so_many_turns_are_not_over_and_differ(name: str) -> None:
    game = loaded(name)
    openings = Openings(game, 3, 2)
    found = [state_after_opening(game, openings[number]) for number in range(8)]
    assert all(not state.is_over and not state.in_turn and len(opening.turns) == 2 for opening, state in found)
    assert len({state.vector for _, state in found}) == 8


def test_openings_do_not_depend_on_which_is_asked_for_first() -> None:
    game = loaded("tic-tac-toe")
    up, down = Openings(game, 1, 3), Openings(game, 1, 3)
    assert [up[n] for n in range(6)] == [down[n] for n in reversed(range(6))][::-1]


def test_where_there_are_too_few_openings_they_come_again_and_where_plays_are_over_they_are_shorter() -> None:
    game = loaded("tic-tac-toe")
    openings = Openings(game, 1, 1)
    found = [openings[number].turns for number in range(12)]
    assert len(set(found[:9])) == len(set(found)) == 9
    assert len(draw_opening(game, 1, 30).turns) == 8


def test_a_play_from_an_opening_begins_with_it() -> None:
    game = loaded("connect-four")
    opening = Opening((("4",), ("4",), ("3",)))
    play = arena.play(game, ["random", "random"], seed=4, opening=opening)
    assert play.record.turns[:3] == (("drop d1",), ("drop d2",), ("drop c1",))
    assert last_state(play.record, game).is_over


def test_a_play_may_begin_at_another_position() -> None:
    game = loaded("tic-tac-toe")
    state = game.position("put X mark on {a1, b2}\nput O mark on {a2, b1}", to_move="X", ply=4)
    assert not state.is_over
    play = arena.play(game, ["greedy", "random"], opening=Opening((), state.vector))
    assert play.turns == 1
    assert last_state(play.record, game).winner == "X"


def test_a_record_says_by_its_seed_how_to_play_it_again() -> None:
    game = loaded("connect-four")
    for play in arena.plays(game, ["greedy", "random"], 3, seed=11):
        again = arena.play(game, play.agents, play.record.seed or 0)
        assert again.record == play.record


def test_what_is_random_in_an_agent_is_fixed_by_its_seed_alone() -> None:
    game = loaded("connect-four")
    random.seed(1)
    one = arena.play(game, ["random", "greedy"], seed=3)
    random.seed(2)
    other = arena.play(game, ["random", "greedy"], seed=3)
    assert replace(one, seconds=(), asked=()) == replace(other, seconds=(), asked=())
