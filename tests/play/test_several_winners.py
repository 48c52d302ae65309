"""Several players win together: what engines, results, records, batches, matches of agents and searches make of it."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import numpy as np
import pytest

import ggl
from ggl import agents, arena
from ggl.adapters.vector import Environment as Vector
from ggl.agents import ismcts
from ggl.arena.playing import points_of_seats
from ggl.arena.standing import Counts
from ggl.cli.match_table import standings_table
from ggl.compiler.runtime.engine import Compiled
from ggl.engine.outcomes import only_winner, winning
from ggl.play.loading import check_source
from ggl.play.record import Ending, ReplayError, read_records, to_json
from ggl.source import Source
from tests.compiler.agreement import differences
from tests.records import last_state

GAMES = Path(__file__).parents[1] / "language/games"
PEAKS, TEAMS, CHAIRS, LEVEL = (
    GAMES / f"{name}.yaml"
    for name in (
        "several_players_can_win_together",
        "a_side_that_is_out_passes_and_wins_with_its_team",
        "who_loses_of_three_leaves_the_win_to_the_others",
        "equal_best_scores_can_share_the_win",
    )
)

COOPERATION = """
ggl: 1
name: Bridge
players: [Red, Blue]
board: track(3)
pieces: {stone: {}}
moves:
  place: {for: c in vacant, do: put stone on c}
  wait: {do: "win {Red} if ply == 1"}
turn: {play: place or wait}
end:
  players p win: full
  draw: ply >= 5
"""

SOLITAIRE = """
ggl: 1
name: Alone
players: [Red]
board: track(6)
pieces: {stone: {}}
moves:
  place: {for: c in vacant, do: put stone on c}
end:
  Red loses: stone on p6
  Red wins: stone on p2
"""


ALIKE = """
ggl: 1
name: Alike
players: [{players}]
board: track(1)
pieces: {{stone: {{}}}}
moves:
  crown_all: {{do: win players}}
  condemn_all: {{do: lose players}}
  agree: {{do: draw}}
  wait: {{do: put stone on p1}}
end:
  players p win: ply == 1
"""


def made(text: str, engine: str = "auto") -> ggl.Game:
    checked, found = check_source(Source("made.yaml", text))
    assert checked is not None, found
    return ggl.Game(checked, engine)


@pytest.mark.parametrize(
    ("text", "moves", "winners"),
    [
        (COOPERATION, "", set()),
        (COOPERATION, "p1 p2 p3", {"Red", "Blue"}),
        (COOPERATION, "p1 wait", {"Red"}),
        (SOLITAIRE, "p1 p2", {"Red"}),
        (SOLITAIRE, "p6", set()),
    ],
)
def test_the_winners_can_be_asked_for_in_any_game(text: str, moves: str, winners: set[str]) -> None:
    state = made(text).initial_state()
    for move in moves.split():
        state = state.play(move)
    assert state.ask("winners") == winners


def chairs() -> ggl.State:
    state = ggl.load(CHAIRS).initial_state()
    for move in ("sit p1", "sit p2", "fall"):
        state = state.play(move)
    return state


def test_a_result_makes_winners_of_players() -> None:
    assert winning("win", 0b101, 3) == 0b101
    assert winning("lose", 0b001, 3) == 0b110
    assert winning("lose", 0b001, 1) == 0
    assert winning("lose", 0b111, 3) == 0
    assert winning("draw", 0b1, 3) == 0
    assert winning("win", 1 << 3, 3) == winning("lose", 1 << 3, 3) == 0  # nobody: the code of none
    assert [only_winner(bits, 9) for bits in (0, 0b100, 0b110)] == [9, 2, 9]


@pytest.mark.parametrize("path", [PEAKS, TEAMS, CHAIRS, LEVEL], ids=lambda path: path.stem)
def test_engines_agree_on_who_wins_together(path: Path) -> None:
    game = ggl.load(path)
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(60), 200))


@pytest.mark.parametrize("path", [PEAKS, TEAMS], ids=lambda path: path.stem)
def test_playouts_tell_the_same_winners_by_either_engine(path: Path) -> None:
    plain, fast = (
        ggl.load(path, engine=engine).playouts(2000 if engine == "compiled" else 60, 7) for engine in ("interpreter", "compiled")
    )
    assert fast[: len(plain)] == plain
    assert any(len(result.winners) > 1 for result in fast)
    assert all(len(result.winners) == len(result.seats) for result in fast)


def test_a_shared_win_is_told_in_the_result() -> None:
    state = chairs()
    result = state.result
    assert result is not None
    assert state.winners == result.winners == ("Red", "Green")
    assert (result.winner, result.seat, result.seats) == (None, None, ("first", "second"))
    assert str(result).startswith("Red and Green win (")
    assert "Red and Green win" in str(state)


def test_one_winner_is_all_winners() -> None:
    result = ggl.Result("Red", "first", "why", None)
    assert (result.winners, result.seats) == (("Red",), ("first",))
    assert ggl.Result(None, None, "why", None).winners == ()


def test_a_game_of_two_without_shared_wins_keeps_no_field_for_them() -> None:
    assert not ggl.load("hex", size=3).layout.has("winners")
    assert not ggl.load("chess").layout.has("winners")


def test_a_record_of_a_shared_win_is_read_and_replayed() -> None:
    game = ggl.load(CHAIRS)
    state = chairs()
    ending = ggl.play.record.ending_of(state)
    assert ending is not None
    assert arena.playing.points_of_seats(ending, game) == (0.5, 0.5, 0.0)
    record = ggl.play.record.Record("chairs", {}, game.fingerprint, (("sit p1",), ("sit p2",), ("fall",)), ending=ending)
    line = to_json(record)
    assert json.loads(line)["result"]["winners"] == ["Red", "Green"]
    (again,) = read_records(io.StringIO(line))
    assert again.ending == ending
    assert last_state(again, game).result == state.result
    (other,) = read_records(io.StringIO(line.replace('["Red", "Green"]', '["Red", "Blue"]')))
    with pytest.raises(ReplayError, match="the record says Red and Blue win"):
        last_state(other, game)


def test_a_batch_rewards_all_winners() -> None:
    batch = ggl.load(TEAMS, engine="compiled").batch(64, seed=3)
    for _ in range(2000):
        if batch.over.all():
            break
        batch.step(batch.random())
    shared = batch.winners.sum(axis=1) > 1
    assert shared.any()
    for row in np.flatnonzero(batch.over):
        state = batch.state(int(row))
        assert state.winners == tuple(side for side, won in zip(state.game.players, batch.winners[row], strict=True) if won)
        rewards = dict(zip(("first", "second", "third", "fourth"), batch.rewards[row], strict=True))
        decided = 0 < len(state.winners) < len(state.game.players)
        assert all(
            rewards[seat] == (0 if not decided else 1 if side in state.winners else -1) for side, seat in state.seats.items()
        )
        assert (batch.winner[row] < 0) == (len(state.winners) != 1)


def test_winners_share_the_points_of_a_play_between_agents() -> None:
    game = ggl.load(PEAKS)
    for ending, values in (
        (Ending(None, None, "", None, winners=("Red", "Blue"), seats=("first", "third")), (0.5, 0, 0.5)),
        (Ending("Blue", "third", ""), (0, 0, 1)),
        (Ending(None, None, ""), (1 / 3,) * 3),
    ):
        assert points_of_seats(ending, game) == pytest.approx(values)
    played = arena.match(game, ["random", "random", "random"], pairs=4, seed=1, opening_plies=0)
    assert sum(each.counts.points for each in played.contestants) == pytest.approx(played.plays)
    for each in played.contestants:
        assert each.counts.plays == played.plays
        assert each.counts.points == pytest.approx(each.counts.wins + each.counts.shared / 2 + each.counts.draws / 3)
    assert sum(each.counts.shared for each in played.contestants) > 0
    head, *rows = standings_table(played).splitlines()[2 : 3 + len(played.contestants)]
    assert head.split()[:4] == ["wins", "shared", "draws", "losses"]
    numbers = [row[head.index(" wins") :].split()[:4] for row in rows]
    assert numbers == [[str(number) for number in each.counts.to_dict().values()] for each in played.contestants]


def test_a_win_shared_by_some_is_no_draw_and_one_shared_by_all_is() -> None:
    counts = Counts()
    for value in (1.0, 1 / 2, 1 / 3, 0.0):
        counts = counts.plus(value, 3)
    assert counts.to_dict() == {"wins": 1, "shared": 1, "draws": 1, "losses": 1}
    assert Counts().plus(0.5, 2).draws == Counts().plus(1.0, 1).wins == 1


def test_players_of_a_game_of_two_can_win_together() -> None:
    game = made(COOPERATION)
    state = game.initial_state()
    for move in ("place p1", "place p2", "place p3"):
        state = state.play(move)
    assert str(state.result) == "Red and Blue win (the board is full)"
    alone = game.initial_state().play("place p1").play("wait")
    assert alone.winner == "Red"
    assert not list(differences(game, Compiled(game.checked.core, as_python=True), range(20), 60))


@pytest.mark.parametrize("spec", ["greedy", "mcts:sims=60"])
def test_who_plays_alone_has_won_or_not(spec: str) -> None:
    game = made(SOLITAIRE)
    assert points_of_seats(Ending(None, None, "lost"), game) == (0.0,)
    lost = 0
    for seed in range(6):
        thought = agents.make(spec, game, seed=seed).think(game.initial_state())
        tried = [one for one in thought.candidates if one.visits != 0]  # a search ends as soon as it has found a win
        worth = {str(candidate.move): candidate.value for candidate in tried}
        assert worth["place p2"] == 1
        assert worth[str(thought.move)] == 1
        assert worth.get("place p6", 0) == 0
        lost += "place p6" in worth
    assert lost > 0


ALONE = """
ggl: 1
name: Alone
players: [Red]
board: track(3)
pieces: {stone: {}}
moves:
  place: {for: c in vacant, do: put stone on c}
  give_up: {do: draw}
end:
  Red loses: stone on p1
  draw: stone on p2
  Red wins: ply == 9
"""


@pytest.mark.parametrize("moves", [["place p1"], ["place p2"], ["give_up"]])
def test_who_plays_alone_loses_where_nobody_wins(moves: list[str]) -> None:
    game = made(ALONE)
    state = game.initial_state()
    for move in moves:
        state = state.play(move)
    assert state.result is not None
    assert (state.result.loser, state.winner, state.winners) == ("Red", None, ())
    assert str(state.result).startswith("Red loses (")
    record = ggl.play.record.Record(
        "alone", {}, game.fingerprint, tuple((move,) for move in moves), ending=ggl.play.record.ending_of(state)
    )
    (again,) = read_records(io.StringIO(to_json(record)))
    assert again.ending == record.ending
    assert last_state(again, game).result == state.result


def test_without_a_legal_move_who_plays_alone_loses() -> None:
    state = made(
        SOLITAIRE.replace("{for: c in vacant, do: put stone on c}", "{for: 'c in vacant - {p2, p6}', do: put stone on c}")
    ).initial_state()
    for move in ("place p1", "place p3", "place p4", "place p5"):
        state = state.play(move)
    assert str(state.result) == "Red loses (no legal move)"


def test_the_result_of_a_playout_alone_is_that_of_its_state() -> None:
    game = made(ALONE)
    results = {str(one) for one in game.playouts(60, seed=1)}
    assert {text.split(" (")[0] for text in results} == {"Red loses"}


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_a_play_alone_is_worth_one_where_it_is_won_and_minus_one_where_it_is_lost(engine: str) -> None:
    game = made(SOLITAIRE, engine)
    start = game.initial_state()
    assert [start.play(cell).rewards for cell in ("p1", "p2", "p6")] == [(0,), (1,), (-1,)]
    ended = [1 if one.winner else -1 for one in start.playouts(12, 5)]
    assert [reward for (reward,) in start.cursor().playouts(12, 5)] == ended
    assert {*ended} == {1, -1}
    assert start.cursor().playouts(3, 5, most_steps=0) == [(0,)] * 3  # broken off
    assert re.fullmatch(r"<12 playouts of Alone: Red \d+\.\d%, lost \d+\.\d%; .* steps>", repr(start.playouts(12, 5)))


def test_rows_of_a_batch_alone_are_rewarded_as_their_states_are() -> None:
    batch = made(SOLITAIRE).batch(16, 3)
    for _ in range(6):
        acting = ~batch.over
        if not acting.any():
            break
        batch.step(batch.random())
        assert [tuple(row) for row in batch.rewards.tolist()] == [batch.state(row).rewards for row in range(16)]
    assert {*batch.rewards.ravel().tolist()} == {1, -1}

    env = Vector(made(SOLITAIRE), 16, seed=3)
    env.reset()
    rewards = {reward for _ in range(20) for seen in [env.step(env.random())] for reward in seen.rewards[seen.over].ravel()}
    assert rewards == {1, -1}


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_of_a_play_alone_of_which_nothing_is_known_half_is_expected(spec: str) -> None:
    game = made(ALONE.replace("Red loses: stone on p1", "Red loses: ply == 6").replace("draw: stone on p2", "draw: ply == 7"))
    thought = agents.make(spec, game, seed=1).think(game.initial_state())
    assert {one.value for one in thought.candidates if str(one.move) != "give_up"} == {0.5}


@pytest.mark.parametrize(
    ("rewards", "values"), [((0.0,), [0.0]), ((1.0,), [1.0]), ((0.0, 0.0), [0.5, 0.5]), ((1.0, -1.0, 1.0), [0.5, 0.0, 0.5])]
)
def test_a_search_over_what_a_side_knows_values_an_end_as_others_do(rewards: tuple[float, ...], values: list[float]) -> None:
    assert ismcts._values(rewards) == values


def test_the_rules_of_a_game_for_one_know_no_draw() -> None:
    for exact in (False, True):
        text = made(ALONE).rules_text(exact=exact)
        assert "draw" not in text
        assert "he game is lost if there is a stone on p2" in text.lower()


def test_a_search_knows_what_a_shared_win_is_worth() -> None:
    game = ggl.load(CHAIRS)
    state = game.initial_state().play("sit p2").play("sit p3")  # Blue may fall, so that Red and Green win
    thought = agents.make("mcts:sims=400", game, seed=3).think(state)
    worth = {str(candidate.move): candidate for candidate in thought.candidates}
    assert (worth["fall"].value, worth["fall"].proven) == (0.0, True)
    late = state.play("sit p4")  # Red sits on p1, Green is to move and loses: Red and Blue win
    thought = agents.make("mcts:sims=400", game, seed=3).think(late)
    worth = {str(candidate.move): candidate for candidate in thought.candidates}
    assert (worth["sit p1"].value, worth["sit p1"].proven) == (0.5, True)


@pytest.mark.parametrize("players", ["Red, Blue", "Red, Green, Blue"])
@pytest.mark.parametrize("spec", ["greedy", "mcts:sims=60", "alphabeta"])
def test_if_all_win_or_all_lose_it_is_worth_as_much_as_a_draw(spec: str, players: str) -> None:
    game = made(ALIKE.format(players=players))
    share = 1 / len(game.players)
    endings = {
        move: ggl.play.record.ending_of(game.initial_state().play(move)) for move in ("crown_all", "condemn_all", "agree", "wait")
    }
    winners = {move: len(ending.winners) for move, ending in endings.items() if ending}
    assert winners == {"crown_all": len(game.players), "condemn_all": 0, "agree": 0, "wait": len(game.players)}
    assert {points_of_seats(ending, game) for ending in endings.values() if ending} == {(share,) * len(game.players)}
    if spec != "alphabeta" or len(game.players) == 2:  # it is for two
        thought = agents.make(spec, game, seed=1).think(game.initial_state())
        assert {str(one.move): one.value for one in thought.candidates} == dict.fromkeys(endings, pytest.approx(share))


def test_random_plays_of_agents_end_with_winners_or_none() -> None:
    game = ggl.load(TEAMS)
    rng = random.Random(2)
    for _ in range(20):
        result = game.playout(rng, 4000).result
        assert set(result.winners) <= set(game.players)
        assert (result.winner is None) == (len(result.winners) != 1)


# ---- places

RACE = """\
ggl: 1
name: Race
players: [Red, Blue, Green, White]
board: square(4)
pieces: {stone: {}}
state: {late: {start: 0, in: 0..9, each: players}}
moves:
  place:
    for: c in vacant
    do: |
      put stone on c
      add 1 to mover.late if c.column == 1
end:
  player p wins:
    the corner: p stone on d4
  mover loses:
    the other corner: any({d1} with stone)
  draw:
    the third corner: any({a4} with stone)
  by score:
    eight: ply >= 8
score(p): SCORE
tie: TIE
"""


@pytest.mark.parametrize(
    ("score", "tie", "moves", "places"),
    [
        ("count(row(1) with p stone)", "draw", "a1 b2 c2 d4", [2, 3, 3, 1]),
        ("[count(row(1) with p stone), -p.late]", "draw", "a1 b1 c2 d4", [3, 2, 4, 1]),
        ("count(row(1) with p stone)", "draw", "a1 b1 a2 d1", [4, 1, 1, 1]),
        ("count(row(1) with p stone)", "draw", "a1 b2 c2 a4", [1, 1, 1, 1]),
        ("count(row(1) with p stone)", "shared", "a1 b1 c2 a2 a3 b3 c3 d3", [1, 1, 3, 3]),
        ("[count(row(1) with p stone), -p.late]", "shared", "a1 b1 c2 a2 b3 c3 d3 a3", [2, 1, 3, 4]),
    ],
)
def test_winners_are_first_and_the_others_follow_by_score(score: str, tie: str, moves: str, places: list[int]) -> None:
    text = RACE.replace("SCORE", f'"{score}"').replace("TIE", tie)
    checked, findings = check_source(Source("race.yaml", text))
    assert checked is not None, findings
    state = ggl.Game(checked).initial_state()
    assert not state.places
    for move in moves.split():
        state = state.play(f"place {move}")
    assert state.is_over
    assert list(state.places.values()) == places


ALL_WIN = """
ggl: 1
name: All
players: [Red, Blue]
board: square(2)
pieces: {man: {}}
moves: {put: {for: c in vacant, do: put man on c}}
end: {by score: full}
score(p): count(cells with p man)
tie: shared
"""


@pytest.mark.parametrize("engine", ["interpreter", "compiled"])
def test_a_win_of_all_is_worth_a_draw(engine: str) -> None:
    game = made(ALL_WIN, engine)
    state = game.initial_state()
    for cell in ("a1", "b1", "a2", "b2"):
        state = state.play(cell)
    assert state.winners == ("Red", "Blue")
    assert state.rewards == (0, 0)
    assert game.initial_state().cursor().playouts(3, 5) == [(0, 0)] * 3


def test_a_win_of_all_is_worth_a_draw_in_a_batch() -> None:
    batch = made(ALL_WIN).batch(4, 3)
    while not batch.over.all():
        batch.step(batch.random())
    assert not batch.rewards.any()
    env = Vector(made(ALL_WIN), 4, seed=3)
    env.reset()
    seen = [env.step(env.random()) for _ in range(4)]
    assert seen[-1].over.all()
    assert not seen[-1].rewards.any()
