"""A match: who meets whom from which opening and seat, the sums against another way of adding up, the test, the backends."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import ggl
from ggl import arena
from ggl.arena.playing import Opening, Play
from ggl.arena.rounds import match_run
from ggl.play.record import read_record_file
from ggl.statistics import expected, mean_of_groups, score_of_pairs
from tests.analysis.games import game as game_of
from tests.arena.games import THREE
from tests.records import last_state

ALONE = """\
ggl: 1
name: Alone
players: [Me]
board: square(2)
pieces: {stone: {}}
moves:
  place:
    for: c in vacant
    do: put stone on c
end:
  Me wins: full
"""


@pytest.fixture(scope="module")
def game() -> ggl.Game:
    return ggl.load("tic-tac-toe")


def untimed(match: arena.Match) -> arena.Match:
    return replace(match, contestants=tuple(replace(each, seconds=None) for each in match.contestants))


# ------------------------------------------------------------------------------------------------------- the schedule


def test_in_each_opening_everybody_meets_everybody_from_either_seat(game: ggl.Game) -> None:
    run = match_run(game, ["random", "greedy", "random"], 4, seed=1)
    assert run.names == ("random", "greedy", "random (2)")
    jobs = [run.job(number) for number in range(run.stop)]
    assert len(jobs) == 4 * 3 * 2
    met = Counter((job.contestants, job.opening) for job in jobs)
    openings = {job.opening for job in jobs}
    assert len(openings) == 4
    seatings = {(one, other) for one in range(3) for other in range(3) if one != other}
    assert met == Counter({(seating, opening): 1 for seating in seatings for opening in openings})
    for one, other in zip(jobs[::2], jobs[1::2], strict=True):
        assert (one.opening, one.contestants) == (other.opening, other.contestants[::-1])


def test_in_a_gauntlet_the_first_meets_the_others(game: ggl.Game) -> None:
    run = match_run(game, ["greedy", "random", "random"], 2, gauntlet=True)
    assert {frozenset(run.job(number).contestants) for number in range(run.stop)} == {frozenset({0, 1}), frozenset({0, 2})}
    assert run.stop == 2 * 2 * 2


def test_where_three_sit_each_has_every_seat_from_each_opening() -> None:
    three = game_of(THREE)
    run = match_run(three, ["random", "greedy", "random", "random"], 2)
    jobs = [run.job(number) for number in range(run.stop)]
    assert len(jobs) == 2 * 4 * 3
    for start in range(0, len(jobs), 3):
        seats = [job.contestants for job in jobs[start : start + 3]]
        assert all(sorted({seating[place] for seating in seats}) == sorted(seats[0]) for place in range(3))
    match = arena.match(three, ["greedy", "random", "random"], pairs=6)
    assert match.plays == 18
    assert [len(each.by_seat) for each in match.contestants] == [3, 3, 3]
    assert match.contestants[0].score.value > 1 / 3
    assert match.contestants[0].rating is not None


def test_given_openings_are_taken_in_turn(game: ggl.Game) -> None:
    openings = (Opening((("a1",),)), Opening((("b2",), ("a1",))))
    played: list[Play] = []
    arena.match(game, ["random", "random"], 3, openings=openings, on_play=lambda play, _: played.append(play))
    firsts = [play.record.steps[:2] for play in played]
    assert [first[0] for first in firsts] == ["place a1"] * 2 + ["place b2"] * 2 + ["place a1"] * 2


@pytest.mark.parametrize(
    ("specs", "options", "said"),
    [
        (["random"], {}, "needs 2 agents or more, not 1; one may be named twice"),
        (["random"] * 65, {}, "at most 64"),
        (["random", "greedy"], {"pairs": 0}, "1 to 1,000,000"),
        (["random", "greedy"], {"anchor": "mcts"}, "`mcts` is not in the match"),
        (["random", "greedy", "random"], {"sprt": arena.Sprt(0, 10)}, "between two agents"),
    ],
)
def test_what_is_no_match_is_refused(game: ggl.Game, specs: list[str], options: dict[str, object], said: str) -> None:
    with pytest.raises(ggl.ArgumentError, match=said):
        arena.match(game, specs, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("specs", [["random"], ["random", "greedy"]], ids=len)
def test_a_game_for_one_has_no_match_with_any_number_of_agents(specs: list[str], tmp_path: Path) -> None:
    path = tmp_path / "alone.yaml"
    path.write_text(ALONE)
    with pytest.raises(ggl.ArgumentError, match="Alone has only one seat"):
        arena.match(ggl.load(path), specs)


# --------------------------------------------------------------------------------------------------------------- sums


def test_a_match_adds_up_to_what_its_records_say(game: ggl.Game, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    specs = ["greedy", "random", "random"]
    match = arena.match(game, specs, 20, seed=5, file=path)
    records = read_record_file(path)
    run = match_run(game, specs, 20, seed=5)
    assert match.plays == match.planned == len(records) == run.stop
    wins, plays, first, points = Counter(), Counter(), 0.0, {}
    for number, record in enumerate(records):
        job, result = run.job(number), last_state(record, game).result
        assert result is not None
        assert tuple(record.seats.values()) == tuple(specs[who] for who in job.contestants)
        for seat, who in zip(("first", "second"), job.contestants, strict=True):
            wins[who] += result.seat == seat
            plays[who] += 1
            points.setdefault((who, number // 2), []).append(0.5 if result.seat is None else float(result.seat == seat))
        first += 0.5 if result.seat is None else result.seat == "first"
    for who, each in enumerate(match.contestants):
        assert (each.counts.wins, each.counts.plays, each.failures) == (wins[who], plays[who], 0)
        assert sum(seat.plays for seat in each.by_seat) == plays[who]
        assert each.by_seat[0].plays == each.by_seat[1].plays
        assert each.score == score_of_pairs([pair for (whose, _), pair in points.items() if whose == who])
        assert each.rating is not None
    assert match.seats[0].score.value == pytest.approx(first / len(records))
    assert match.turns.value == pytest.approx(sum(len(record.turns) for record in records) / len(records))
    lead = next(each for each in match.encounters if each.names == ("greedy", "random"))
    assert expected(lead.lead.value) == pytest.approx(lead.score.value)
    json.dumps(match.to_dict(), allow_nan=False)


def test_what_an_opening_does_to_seats_and_length_is_counted_once_a_round(game: ggl.Game) -> None:
    """Everybody has the same opening in a round, so one that favours a seat does so in all of its plays."""
    played: list[Play] = []
    match = arena.match(game, ["random", "greedy", "random"], 8, seed=1, on_play=lambda play, _: played.append(play))
    rounds = [played[start : start + 6] for start in range(0, len(played), 6)]
    for place, seat in enumerate(match.seats):
        assert seat.score == score_of_pairs([[play.values[place] for play in round_] for round_ in rounds])
    assert match.turns == mean_of_groups([[play.turns for play in round_] for round_ in rounds])


def test_where_three_sit_the_sums_are_those_of_the_plays_too() -> None:
    """Of two who have both lost to a third nothing is known, so they have not met in that play."""
    three, specs = game_of(THREE), ["greedy", "random", "random", "random"]
    played: list[Play] = []
    match = arena.match(three, specs, 5, seed=4, on_play=lambda play, _: played.append(play))
    assert match.plays == len(played) == 5 * 4 * 3
    for who, each in enumerate(match.contestants):
        values = [play.values[play.contestants.index(who)] for play in played if who in play.contestants]
        assert (each.counts.wins, each.counts.plays) == (values.count(1), len(values))
        assert each.score.value == pytest.approx(sum(values) / len(values))
    for (one, other), each in zip(itertools.combinations(range(4), 2), match.encounters, strict=True):
        mine = [(play.values[play.contestants.index(one)], play.values[play.contestants.index(other)])
                for play in played if {one, other} <= set(play.contestants)]  # fmt: skip
        met = [(a, b) for a, b in mine if a or b]
        assert each.names == (match.contestants[one].name, match.contestants[other].name)
        assert (each.counts.wins, each.counts.draws) == (sum(a > b for a, b in met), sum(a == b for a, b in met))
        assert each.counts.plays == len(met) < len(mine)
    by_seat = [[play.values[seat] for play in played] for seat in range(3)]
    assert [each.score.value for each in match.seats] == pytest.approx([sum(values) / len(values) for values in by_seat])


def test_the_better_agent_has_the_higher_rating_and_an_anchor_is_zero(game: ggl.Game) -> None:
    match = arena.match(game, ["random", "greedy"], 60, seed=2, anchor="random")
    weak, strong = match.contestants
    assert weak.rating is not None
    assert strong.rating is not None
    assert weak.rating.value == 0
    assert strong.rating.low > 0
    assert strong.rating.value == pytest.approx(-match.encounters[0].lead.value, abs=1e-6)


def test_plays_that_repeat_others_are_counted_once_as_distinct(game: ggl.Game) -> None:
    solo = game.position("put X mark on {a1, b2, b3, a2}\nput O mark on {a3, b1, c1, c2}", to_move="X", ply=8)
    match = arena.match(game, ["random", "random"], 5, openings=(Opening((), solo.vector),))
    assert (match.plays, match.distinct) == (10, 1)


def test_broken_off_plays_are_draws_and_are_told() -> None:
    match = arena.match(ggl.load("amazons"), ["random", "random"], 2, most_steps=12)
    assert match.broken_off == match.seats[0].counts.draws == 4


FAILING = """\
class Failing:
    def __init__(self, game):
        self.failed = False

    def think(self, state, budget=None):
        if state.ply > 1 or self.failed:
            again, self.failed = self.failed, True
            raise ValueError("once more" if again else "enough")
        return state.legal_moves()[0]
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_who_fails_loses_the_play_and_is_made_anew_for_the_next(game: ggl.Game, tmp_path: Path, workers: int) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    spec = f"python:{tmp_path / 'failing.py'}:Failing"
    match = arena.match(game, [spec, "random"], 4, workers=workers, file=tmp_path / "it.jsonl")
    loser, winner = match.contestants
    assert (loser.counts.losses, loser.failures) == (8, 8)
    assert (winner.counts.wins, winner.failures) == (8, 0)
    assert len(match.failures) == 8
    assert all("ValueError: enough" in line for line in match.failures)
    records = read_record_file(tmp_path / "it.jsonl")
    assert all(record.ending is not None and record.ending.resigned for record in records)
    assert untimed(arena.match(game, [spec, "random"], 4, file=tmp_path / "it.jsonl")) == untimed(match)


def test_who_thinks_by_the_clock_is_named_and_how_long_it_thought(game: ggl.Game) -> None:
    played: list[Play] = []
    match = arena.match(game, ["mcts:time=0.01", "random"], 2, on_play=lambda play, _: played.append(play))
    assert match.timed == ("mcts:time=0.01",)
    at = [play.contestants.index(0) for play in played]
    seconds = sum(play.seconds[seat] for play, seat in zip(played, at, strict=True))
    asked = sum(play.asked[seat] for play, seat in zip(played, at, strict=True))
    assert match.contestants[0].seconds == pytest.approx(seconds / asked)
    assert asked >= 4
    assert arena.match(game, ["random", "random"], 1).timed == ()


# ------------------------------------------------------------------------------------- workers, files, the sequential test


@pytest.mark.processes
def test_results_are_the_same_for_any_number_of_workers_and_from_a_file(game: ggl.Game, tmp_path: Path) -> None:
    asked = {"specs": ["greedy", "random"], "pairs": 12, "seed": 3}
    path = tmp_path / "match.jsonl"
    one = untimed(arena.match(game, **asked, file=path))  # type: ignore[arg-type]
    two = untimed(arena.match(game, **asked, workers=2))  # type: ignore[arg-type]
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * 2 // 3])
    gone_on = untimed(arena.match(game, **asked, file=path))  # type: ignore[arg-type]
    assert one == two == gone_on
    assert path.read_bytes() == whole


@pytest.mark.processes
def test_the_test_ends_the_match_at_the_same_play_for_any_number_of_workers(game: ggl.Game, tmp_path: Path) -> None:
    asked = {"specs": ["greedy", "random"], "pairs": 1000, "seed": 3, "sprt": arena.Sprt(0, 100, 0.05, 0.05)}
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    one = arena.match(game, **asked, file=files[0])  # type: ignore[arg-type]
    two = arena.match(game, **asked, file=files[1], workers=2)  # type: ignore[arg-type]
    assert one.sprt is not None
    assert one.sprt.accepted == "elo1"
    assert one.sprt.ratio >= one.sprt.test.upper
    assert one.plays < one.planned
    assert sum(one.sprt.pairs) * 2 == one.plays
    assert untimed(one) == untimed(two)
    assert files[0].read_bytes() == files[1].read_bytes()
    again = arena.match(game, **asked, file=files[0])  # type: ignore[arg-type]
    assert untimed(again) == untimed(one)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_test_refuses_who_is_weaker(game: ggl.Game) -> None:
    match = arena.match(game, ["random", "greedy"], 1000, sprt=arena.Sprt(-50, 50))
    assert match.sprt is not None
    assert match.sprt.accepted == "elo0"


@pytest.mark.slow
def test_search_with_simulations_plays_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    files = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for workers, file in enumerate(files, 1):
        arena.match(ggl.load("connect-four"), ["mcts:sims=60", "greedy"], 4, file=file, workers=workers)
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("turns", "why"),
    [("a1 b1 a2 b2 a3", "opening 1: the opening ends the play"), ("a1 a1", "opening 1: ")],
    ids=["over", "illegal"],
)
def test_an_opening_leaves_something_to_play(turns: str, why: str) -> None:
    opening = Opening(tuple((turn,) for turn in turns.split()))
    with pytest.raises(arena.OpeningError, match=why):
        arena.match(ggl.load("tic-tac-toe"), ["random", "random"], 1, openings=(opening,))
